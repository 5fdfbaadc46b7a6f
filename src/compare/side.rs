//! One of the versions that are compared: its types by name, and what their files import.
//!
//! Overlays of multi-release JARs and test sources are left out. Of Kotlin's `expect` and `actual` declarations the one for
//! the JVM stands for both.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::constants::{self, Constant};
use super::expected::Expected;
use super::kotlin::{self, Held};
use super::member::has_word;
use super::nesting::Nesting;
use super::notes::Notes;
use crate::model::{ImportKind, Language, Relation, TypeKind};
use crate::store::read::{Index, StoreError};
use crate::store::{ImportRow, SupertypeRow, TypeRow};

/// How far typealiases are followed.
pub const DEEPEST: usize = 8;

/// A version.
pub struct Side {
    pub index: Arc<Index>,
    pub types: Vec<TypeRow>,
    by_name: HashMap<String, Vec<usize>>,
    /// The declarations that only expect a type of which there is another.
    expecting: HashMap<String, Vec<usize>>,
    /// The declarations that are passed over because an artifact has another of their name.
    copies: HashMap<String, Vec<usize>>,
    /// The types of test sources, which are no part of what is compared.
    pub(super) tests: Vec<TypeRow>,
    expected: OnceLock<Expected>,
    /// The constants that types declare, by the id of the type.
    constants: Mutex<HashMap<u32, Arc<Vec<Constant>>>>,
    /// What the values of constants are made of, by the id of the type and the name.
    made_of: Mutex<HashMap<(u32, String), u64>>,
    /// By the name of a package the places of Kotlin's files in it that hold what belongs to no type.
    facades: OnceLock<HashMap<String, Vec<usize>>>,
    by_id: HashMap<u32, usize>,
    imports: Mutex<HashMap<u32, Arc<Vec<ImportRow>>>>,
    supertypes: Mutex<HashMap<u32, Arc<Vec<SupertypeRow>>>>,
    /// The paths of all single imports.
    imported: OnceLock<HashSet<String>>,
    /// The ids of types that have member types.
    owners: HashSet<u32>,
    pub(super) nesting: Nesting,
    /// By the simple name of a supertype the types that name it, and how.
    heirs: OnceLock<HashMap<String, Vec<(usize, String)>>>,
    /// The qualified names of Kotlin's top-level functions that are called like types.
    makers: OnceLock<HashSet<String>>,
    /// The simple names of annotations by which things are opted into, and whether nothing compiles without.
    opt_ins: OnceLock<HashMap<String, bool>>,
    /// What value classes hold, by the id of the type.
    held: Mutex<HashMap<u32, Option<Held>>>,
}

impl Side {
    /// Reads the types of an index.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn load(index: Arc<Index>) -> Result<Self, StoreError> {
        let (tests, types): (Vec<_>, Vec<_>) = index.types(None, None)?.into_iter().partition(|row| row.test);
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, row) in types.iter().enumerate() {
            by_name.entry(row.qualified_name()).or_default().push(at);
        }
        let (mut expecting, mut copies) = (HashMap::new(), HashMap::new());
        for (name, places) in by_name.iter_mut().filter(|(_, places)| places.len() > 1) {
            let all = places.clone();
            choose(&types, places);
            let is_left_out = |at: &usize| !places.contains(at);
            let is_expected = |at: &usize| has_word(&types[*at].modifiers, "expect");
            let (expected, others): (Vec<usize>, Vec<usize>) =
                all.into_iter().filter(is_left_out).partition(is_expected);
            if !expected.is_empty() {
                expecting.insert(name.clone(), expected);
            }
            // Those of other platforms are no part of what is compared, and what is in a type goes with it.
            let is_copy = |at: &usize| {
                let row = &types[*at];
                row.language == types[places[0]].language && row.owner.is_none() && !has_word(&row.modifiers, "actual")
            };
            let others: Vec<usize> = others.into_iter().filter(is_copy).collect();
            if !others.is_empty() {
                copies.insert(name.clone(), others);
            }
        }
        let by_id = types.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        let owners = types.iter().filter_map(|row| row.owner).collect();
        Ok(Self {
            index,
            types,
            owners,
            nesting: Nesting::default(),
            by_name,
            expecting,
            copies,
            tests,
            expected: OnceLock::new(),
            constants: Mutex::default(),
            made_of: Mutex::default(),
            facades: OnceLock::new(),
            by_id,
            imports: Mutex::default(),
            supertypes: Mutex::default(),
            imported: OnceLock::new(),
            heirs: OnceLock::new(),
            makers: OnceLock::new(),
            opt_ins: OnceLock::new(),
            held: Mutex::default(),
        })
    }

    /// The qualified names of all types.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// The declarations of a type: several for a facade of several files. Empty where there is none.
    #[must_use]
    pub fn declarations(&self, name: &str) -> Vec<&TypeRow> {
        self.by_name.get(name).into_iter().flatten().map(|at| &self.types[*at]).collect()
    }

    /// The declarations that only expect a type.
    #[must_use]
    pub fn expecting(&self, row: &TypeRow) -> Vec<&TypeRow> {
        self.expecting.get(&row.qualified_name()).into_iter().flatten().map(|at| &self.types[*at]).collect()
    }

    /// The files that declare a type as well, but not the declaration of it that is compared.
    #[must_use]
    pub fn copies(&self, name: &str) -> Vec<&str> {
        self.copies.get(name).into_iter().flatten().map(|at| &*self.types[*at].file_path).collect()
    }

    /// The constants that a type declares.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn constants(&self, row: &TypeRow) -> Result<Arc<Vec<Constant>>, StoreError> {
        let lock = || self.constants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&row.id) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(constants::declared(self, row)?);
        lock().insert(row.id, Arc::clone(&found));
        Ok(found)
    }

    /// What the value of a constant is made of, where that was told.
    #[must_use]
    pub fn made_of(&self, constant: &(u32, String)) -> Option<u64> {
        self.made_of.lock().unwrap_or_else(PoisonError::into_inner).get(constant).copied()
    }

    /// Keeps what the value of a constant is made of.
    pub fn keep_made_of(&self, constant: (u32, String), number: u64) {
        self.made_of.lock().unwrap_or_else(PoisonError::into_inner).insert(constant, number);
    }

    /// Kotlin's files of a package that hold what belongs to no type.
    #[must_use]
    pub fn facades(&self, package: &str) -> Vec<&TypeRow> {
        let facades = self.facades.get_or_init(|| {
            let mut found: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, row) in self.types.iter().enumerate().filter(|(_, row)| row.kind == TypeKind::Facade) {
                found.entry(row.package.clone()).or_default().push(at);
            }
            found
        });
        facades.get(package).into_iter().flatten().map(|at| &self.types[*at]).collect()
    }

    /// The top-level functions that are expected.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn expected(&self) -> Result<&Expected, StoreError> {
        if let Some(known) = self.expected.get() {
            return Ok(known);
        }
        let found = Expected::read(&self.index, &self.types)?;
        Ok(self.expected.get_or_init(|| found))
    }

    /// The qualified names of all types, and where the first declaration of each stands among all.
    pub fn places(&self) -> impl Iterator<Item = (&str, usize)> {
        self.by_name.iter().filter_map(|(name, places)| Some((name.as_str(), *places.first()?)))
    }

    /// The place of a type among all; of several declarations that of the first.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.by_name.get(name)?.first().copied()
    }

    /// Whether types are declared in a type.
    #[must_use]
    pub fn has_member_types(&self, row: &TypeRow) -> bool {
        self.owners.contains(&row.id)
    }

    /// Whether there is a type of this qualified name.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The simple names of the types that another version has not.
    pub fn alone<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s str> {
        self.names().filter(|name| !other.holds(name)).map(last_part)
    }

    /// Kotlin's names for what the virtual machine calls otherwise, qualified, each with the text that says what that is: the target
    /// of a typealias, the header of a value class.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn stand_ins(&self) -> Result<HashMap<&str, String>, StoreError> {
        let mut found = HashMap::new();
        for (name, at) in self.places() {
            let row = &self.types[at];
            if row.kind == TypeKind::Typealias {
                let target = self.supertypes(row)?.iter().map(|target| target.text.as_str()).collect();
                found.insert(name, target);
            } else if kotlin::is_value_class(row) {
                found.insert(name, self.index.signature(row.id)?);
            }
        }
        Ok(found)
    }

    /// The type around a type.
    #[must_use]
    pub fn owner(&self, row: &TypeRow) -> Option<&TypeRow> {
        self.by_id.get(&row.owner?).map(|at| &self.types[*at])
    }

    /// The imports of a file.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn imports(&self, file: u32) -> Result<Arc<Vec<ImportRow>>, StoreError> {
        let lock = || self.imports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(imports) = lock().get(&file) {
            return Ok(Arc::clone(imports));
        }
        let imports = Arc::new(self.index.imports(file)?);
        lock().insert(file, Arc::clone(&imports));
        Ok(imports)
    }

    /// What the files of the artifact import by its name.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn imported(&self) -> Result<&HashSet<String>, StoreError> {
        if let Some(known) = self.imported.get() {
            return Ok(known);
        }
        let files: HashSet<u32> = self.types.iter().map(|row| row.file).collect();
        let mut found = HashSet::new();
        for file in files {
            let imports = self.imports(file)?;
            let singles = imports.iter().filter(|import| import.kind == ImportKind::Single);
            found.extend(singles.map(|import| import.path.clone()));
        }
        Ok(self.imported.get_or_init(|| found))
    }

    /// The types that name a supertype as this one is called, and what they write: which type is meant is for their scopes
    /// to say.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn named_as_supertype(&self, row: &TypeRow) -> Result<Vec<(&TypeRow, &str)>, StoreError> {
        let heirs = if let Some(heirs) = self.heirs.get() {
            heirs
        } else {
            let mut heirs: HashMap<String, Vec<(usize, String)>> = HashMap::new();
            self.index.each_supertype(|id, relation, written| {
                let is_above = !matches!(relation, Relation::Permits | Relation::Alias);
                if let Some(at) = self.by_id.get(&id).filter(|_| is_above) {
                    heirs.entry(last_part(written).to_owned()).or_default().push((*at, written.to_owned()));
                }
            })?;
            self.heirs.get_or_init(|| heirs)
        };
        let named = heirs.get(last_part(&row.name)).into_iter().flatten();
        Ok(named.map(|(at, written)| (&self.types[*at], written.as_str())).collect())
    }

    /// Whether what looks like a call of a class's constructor in Kotlin may be one of a function: `invoke` of its companion, or
    /// a top-level function that is called like it.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn may_be_made_otherwise(&self, row: &TypeRow) -> Result<bool, StoreError> {
        for companion in self.index.nested_types(row.id)?.iter().filter(|nested| nested.kind == TypeKind::Object) {
            if !self.index.methods_where(companion.id, |name, _| name == "invoke")?.is_empty() {
                return Ok(true);
            }
        }
        let makers = if let Some(makers) = self.makers.get() {
            makers
        } else {
            let mut makers = HashSet::new();
            for facade in self.types.iter().filter(|row| row.kind == TypeKind::Facade) {
                let is_one = |name: &str, _| name.starts_with(char::is_uppercase);
                for method in self.index.methods_where(facade.id, is_one)? {
                    makers.insert(super::names::join(&facade.package, &method.name));
                }
            }
            self.makers.get_or_init(|| makers)
        };
        Ok(makers.contains(&row.qualified_name()))
    }

    /// The simple names of the artifact's annotations by which Kotlin asks those who use what they annotate to say that they mean to,
    /// and whether nothing compiles without.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn opt_ins(&self) -> Result<&HashMap<String, bool>, StoreError> {
        if let Some(known) = self.opt_ins.get() {
            return Ok(known);
        }
        let mut found = HashMap::new();
        for row in self.types.iter().filter(|row| row.kind == TypeKind::Annotation) {
            if row.annotations.contains("RequiresOptIn") {
                let text = self.index.text(row.file)?;
                let modifiers: Vec<String> = row.modifiers.split_whitespace().map(str::to_owned).collect();
                let notes = Notes::named(&row.annotations).read("", row.bytes.of(&text), &modifiers);
                found.insert(last_part(&row.name).to_owned(), notes.demands_opt_in());
            }
        }
        Ok(self.opt_ins.get_or_init(|| found))
    }

    /// What a value class holds; none where a type is none, or does not say.
    #[must_use]
    pub fn held(&self, row: &TypeRow) -> Option<Held> {
        let lock = || self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = lock().get(&row.id) {
            return held.clone();
        }
        let held = kotlin::held(self, row);
        lock().insert(row.id, held.clone());
        held
    }

    /// The supertypes of a type as written, `permits` left out.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn supertypes(&self, row: &TypeRow) -> Result<Arc<Vec<SupertypeRow>>, StoreError> {
        let lock = || self.supertypes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(written) = lock().get(&row.id) {
            return Ok(Arc::clone(written));
        }
        let mut written = self.index.supertypes(row.id)?;
        written.retain(|supertype| supertype.relation != Relation::Permits);
        let written = Arc::new(written);
        lock().insert(row.id, Arc::clone(&written));
        Ok(written)
    }
}

pub fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Leaves, of several declarations of a name, those that one program sees.
fn choose(types: &[TypeRow], places: &mut Vec<usize>) {
    let word = |at: usize, word: &str| types[at].modifiers.split(' ').any(|modifier| modifier == word);
    if places.iter().any(|at| !word(*at, "expect")) {
        places.retain(|at| !word(*at, "expect"));
    }
    let is_facade = types[places[0]].kind == TypeKind::Facade;
    let is_actual = places.iter().all(|at| word(*at, "actual"));
    if is_facade || places.len() == 1 {
        return;
    }
    // The same class for several platforms, or in Java and for Kotlin: one of them is in the class JAR.
    let for_jvm =
        |at: &usize| types[*at].file_path.to_lowercase().contains("jvm") || types[*at].language == Language::Java;
    if let Some(at) = places.iter().copied().find(for_jvm).or_else(|| places.first().copied().filter(|_| is_actual)) {
        *places = vec![at];
    } else {
        places.truncate(1);
    }
}
