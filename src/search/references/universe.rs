//! The declared types of all artifacts, as far as one question needs them: read once, kept while it is answered.
//!
//! A type is looked for on behalf of an artifact, so that two versions of one library are kept apart. What cannot be read is
//! remembered and fails the question; what is not there is unknown.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use super::inferred::Readers;
use super::java::Names;
use super::kotlin::Header;
use super::members::has;
use super::types::{Class, Owner, Type, Variable};
use super::written;
use crate::error::Failure;
use crate::model::{Language, MethodKind, TypeKind};
use crate::parse::worker::Program;
use crate::search::symbols::last;
use crate::store::read::{Index, StoreError};
use crate::store::{FieldRow, ImportRow, MethodRow, SupertypeRow, TypeRow};

/// Tells artifacts apart; the number is the [`World`]'s.
pub type Place = u32;

/// Declarations of one name in one artifact that are told apart, as many as a question about a symbol takes. A facade has some dozens of
/// parts; what is declared ten thousand times is no library, and each use of it would be held against all of them.
const MOST_DECLARATIONS: usize = 200;

/// Where types are: the artifacts that are registered.
pub trait World: Sync {
    /// The declarations of a qualified type name (`a.b.Outer.Inner`) for a question asked of an artifact: its own, those of
    /// the versions it depends on, of others, of the JDK, in this order. Never an empty list.
    ///
    /// # Errors
    /// When an index cannot be read.
    fn find(&self, asker: Place, qualified: &str) -> Result<Option<(Place, Vec<TypeRow>)>, Failure>;

    /// The facades of a package, which hold its functions and properties outside of classes, as an artifact sees them: its
    /// own, then those of others, each of one version.
    ///
    /// # Errors
    /// When an index cannot be read.
    fn facades(&self, asker: Place, package: &str) -> Result<Vec<(Place, Vec<TypeRow>)>, Failure>;

    /// Whether an artifact, or one that it sees, has a package.
    ///
    /// # Errors
    /// When an index cannot be read.
    fn has_package(&self, asker: Place, package: &str) -> Result<bool, Failure>;

    /// The imports of a file of an artifact, what modules export among them.
    ///
    /// # Errors
    /// When an index cannot be read.
    fn imports(&self, place: Place, file: u32) -> Result<Vec<ImportRow>, Failure>;

    /// As whom a file of an artifact asks: modules of a project may use other versions than the project does.
    fn asker(&self, place: Place, file: u32) -> Place;

    /// The index of an artifact that was given before.
    fn index(&self, place: Place) -> Option<Arc<Index>>;

    /// What an index that cannot be read means.
    fn failure(&self, place: Place, error: &StoreError) -> Failure;
}

/// A declared type. It holds no other type: what it leads to is in the [`Universe`], so that nothing holds itself.
pub struct TypeInfo {
    pub place: Place,
    pub qualified: String,
    /// All declarations of the name: parts of a facade, `expect` and `actual`.
    pub rows: Vec<TypeRow>,
    methods: OnceLock<Members<Method>>,
    fields: OnceLock<Members<Field>>,
}

/// Functions of one name.
type Functions = Arc<Vec<Arc<Method>>>;

/// The one method that an interface asks for, and which of its supertypes declares it.
pub type AskedFor = Option<(usize, Arc<Method>)>;

/// Members by name.
type Members<T> = HashMap<String, Vec<Arc<T>>>;

/// A type and all its supertypes, seen from it.
pub struct Closure {
    /// Nearest first: the type itself, its superclasses, then interfaces; `Object` last.
    pub types: Vec<Class>,
    /// Whether every supertype was found.
    pub complete: bool,
}

/// A method or constructor.
#[derive(Debug)]
pub struct Method {
    pub row: MethodRow,
}

/// What a method takes and gives, in variables of its type and its own.
pub struct Shape {
    pub type_parameters: Vec<Variable>,
    pub parameters: Vec<Type>,
    pub varargs: bool,
    pub returns: Type,
    /// What Kotlin says beyond that, once it was asked for.
    pub(super) header: OnceLock<Arc<Header>>,
}

/// A field.
#[derive(Debug)]
pub struct Field {
    pub row: FieldRow,
}

impl PartialEq for TypeInfo {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place && self.qualified == other.qualified
    }
}

impl Eq for TypeInfo {}

impl TypeInfo {
    /// The declaration that counts where there are several.
    #[must_use]
    pub fn row(&self) -> &TypeRow {
        self.rows.iter().find(|row| row.kind != TypeKind::Typealias).unwrap_or(&self.rows[0])
    }

    /// Its name without package and outer types.
    #[must_use]
    pub fn simple(&self) -> &str {
        let name = &self.row().name;
        name.rsplit('.').next().unwrap_or(name)
    }

    #[must_use]
    pub fn owner(&self) -> Owner {
        Owner::Type(self.place, self.row().id)
    }

    #[must_use]
    pub fn is_interface(&self) -> bool {
        matches!(self.row().kind, TypeKind::Interface | TypeKind::Annotation)
    }
}

/// What one file brings into sight.
pub struct FileContext {
    pub place: Place,
    /// Who asks on behalf of the file for what others declare.
    pub asker: Place,
    pub file: u32,
    pub package: String,
    pub language: Language,
    pub imports: Vec<ImportRow>,
}

/// What is known so far.
pub struct Universe<'w> {
    world: &'w dyn World,
    /// Where a qualified name leads from an artifact.
    found: Kept<(Place, String), Option<Arc<TypeInfo>>>,
    /// Each type once, whoever asked.
    infos: Kept<(Place, String), Arc<TypeInfo>>,
    files: Kept<(Place, u32), Arc<FileContext>>,
    askers: Kept<(Place, u32), Place>,
    /// Of types by their id: parameters, direct supertypes, all supertypes; of methods by theirs: shapes.
    pub(super) parameters: Kept<(Place, u32), Arc<Vec<Variable>>>,
    pub(super) supertypes: Kept<(Place, u32), Arc<Vec<Type>>>,
    pub(super) closures: Kept<(Place, u32), Arc<Closure>>,
    /// Of typealiases by their id: what they stand for.
    pub(super) aliases: Kept<(Place, u32), Option<Type>>,
    pub(super) shapes: Kept<(Place, u32), Arc<Shape>>,
    /// What a simple name means inside a type; for the file alone, 0.
    pub(super) names: Kept<(Place, u32, u32, String), Option<Type>>,
    facades: Kept<(Place, String), Arc<Vec<Arc<TypeInfo>>>>,
    packages: Kept<(Place, String), bool>,
    functions: Kept<(Place, u32, String), Functions>,
    /// Of classes of Kotlin by their id.
    companions: Kept<(Place, u32), Option<Arc<TypeInfo>>>,
    /// Of types by their id: whether one within the same outermost type extends it.
    extended_beside: Kept<(Place, u32), bool>,
    /// What annotations call members of types of Kotlin, by their id.
    pub(super) given_names: Kept<(Place, u32), Arc<Names>>,
    /// Of interfaces by their id.
    pub(super) asked_for: Kept<(Place, u32), AskedFor>,
    /// Types of properties that their values tell.
    pub(super) initial: Kept<(Place, u32), Type>,
    /// Types of members that state none, by file and place.
    pub(super) inferred: Kept<(Place, u32, u32), Type>,
    /// Who reads what such members give.
    pub(super) readers: Readers,
    failure: Mutex<Option<Failure>>,
}

/// Answers that are kept, for all threads.
pub struct Kept<K, V>(RwLock<HashMap<K, V>>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Hash + Eq, V: Clone> Kept<K, V> {
    pub fn get(&self, key: &K) -> Option<V> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Keeps the first answer that is given.
    pub fn set(&self, key: K, value: V) -> V {
        self.0.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(value).clone()
    }
}

impl<'w> Universe<'w> {
    #[must_use]
    pub fn new(world: &'w dyn World, program: &Program) -> Self {
        Self {
            world,
            inferred: Kept::default(),
            readers: Readers::new(program),
            found: Kept::default(),
            infos: Kept::default(),
            files: Kept::default(),
            askers: Kept::default(),
            parameters: Kept::default(),
            supertypes: Kept::default(),
            closures: Kept::default(),
            aliases: Kept::default(),
            shapes: Kept::default(),
            names: Kept::default(),
            facades: Kept::default(),
            packages: Kept::default(),
            functions: Kept::default(),
            companions: Kept::default(),
            extended_beside: Kept::default(),
            given_names: Kept::default(),
            asked_for: Kept::default(),
            initial: Kept::default(),
            failure: Mutex::default(),
        }
    }

    /// The first failure to read anything, once all is done.
    pub fn failed(&self) -> Option<Failure> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn fail(&self, failure: Failure) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    pub fn index(&self, place: Place) -> Option<Arc<Index>> {
        self.world.index(place)
    }

    /// Rows of an index, none where it cannot be read.
    pub fn rows<T: Default>(&self, place: Place, rows: Result<T, StoreError>) -> T {
        rows.unwrap_or_else(|error| {
            self.fail(self.world.failure(place, &error));
            T::default()
        })
    }

    /// The type of a qualified name, as an artifact sees it.
    pub fn find(&self, asker: Place, qualified: &str) -> Option<Arc<TypeInfo>> {
        let key = (asker, qualified.to_owned());
        if let Some(found) = self.found.get(&key) {
            return found;
        }
        let found = match self.world.find(asker, qualified) {
            Ok(found) => found.map(|(place, rows)| self.info(place, rows)),
            Err(failure) => {
                self.fail(failure);
                None
            }
        };
        self.found.set(key, found)
    }

    /// The facades of a package.
    pub fn facades(&self, asker: Place, package: &str) -> Arc<Vec<Arc<TypeInfo>>> {
        let key = (asker, package.to_owned());
        if let Some(found) = self.facades.get(&key) {
            return found;
        }
        let found = self.world.facades(asker, package).unwrap_or_else(|failure| {
            self.fail(failure);
            Vec::new()
        });
        let found = found.into_iter().map(|(place, rows)| self.info(place, rows)).collect();
        self.facades.set(key, Arc::new(found))
    }

    /// Whether there is a package, as an artifact sees it.
    pub fn has_package(&self, asker: Place, package: &str) -> bool {
        let key = (asker, package.to_owned());
        if let Some(known) = self.packages.get(&key) {
            return known;
        }
        let found = self.world.has_package(asker, package).unwrap_or_else(|failure| {
            self.fail(failure);
            false
        });
        self.packages.set(key, found)
    }

    /// The functions of a name in a facade, which may hold thousands: no others are read.
    pub fn functions(&self, facade: &Arc<TypeInfo>, name: &str) -> Functions {
        let key = (facade.place, facade.row().id, name.to_owned());
        if let Some(found) = self.functions.get(&key) {
            return found;
        }
        let mut found = Vec::new();
        if let Some(index) = self.index(facade.place) {
            for part in &facade.rows {
                let rows = index.methods_where(part.id, |own, _| own.trim_matches('`') == name);
                for row in self.rows(facade.place, rows) {
                    found.push(Arc::new(Method { row }));
                }
            }
        }
        self.functions.set(key, Arc::new(found))
    }

    /// The type that these rows of an artifact declare.
    pub fn info(&self, place: Place, mut rows: Vec<TypeRow>) -> Arc<TypeInfo> {
        rows.truncate(MOST_DECLARATIONS);
        let qualified = rows[0].qualified_name();
        let key = (place, qualified.clone());
        if let Some(known) = self.infos.get(&key) {
            return known;
        }
        let info = TypeInfo { place, qualified, rows, methods: OnceLock::new(), fields: OnceLock::new() };
        self.infos.set(key, Arc::new(info))
    }

    /// A type of this name in the artifact itself.
    pub fn find_in(&self, place: Place, qualified: &str) -> Option<Arc<TypeInfo>> {
        if let Some(known) = self.infos.get(&(place, qualified.to_owned())) {
            return Some(known);
        }
        let rows = self.rows(place, self.index(place)?.type_named(qualified));
        (!rows.is_empty()).then(|| self.info(place, rows))
    }

    /// The type around a type.
    pub fn outer(&self, info: &TypeInfo) -> Option<Arc<TypeInfo>> {
        let (outer, _) = info.row().name.rsplit_once('.')?;
        let package = &info.row().package;
        let qualified = if package.is_empty() { outer.to_owned() } else { format!("{package}.{outer}") };
        self.find_in(info.place, &qualified)
    }

    /// Whether a type within the same outermost one extends a type: what is private is open to those.
    pub fn is_extended_beside(&self, info: &Arc<TypeInfo>) -> bool {
        let key = (info.place, info.row().id);
        if let Some(known) = self.extended_beside.get(&key) {
            return known;
        }
        let mut outermost = Arc::clone(info);
        while let Some(outer) = self.outer(&outermost) {
            outermost = outer;
        }
        let Some(index) = self.index(info.place) else { return true };
        let is_it = |above: &SupertypeRow| last(&above.name) == info.simple();
        let beside = self.rows(info.place, index.types_inside(outermost.row().id));
        let is_extended = beside.into_iter().any(|id| self.supertype_rows(info.place, id).iter().any(is_it));
        self.extended_beside.set(key, is_extended)
    }

    /// The companion object of a class of Kotlin.
    pub fn companion(&self, info: &TypeInfo) -> Option<Arc<TypeInfo>> {
        if info.row().language != Language::Kotlin {
            return None;
        }
        let key = (info.place, info.row().id);
        if let Some(known) = self.companions.get(&key) {
            return known;
        }
        let index = self.index(info.place)?;
        let mut nested = info.rows.iter().flat_map(|row| self.rows(info.place, index.nested_types(row.id)));
        let companion = nested.find(|row| has(&row.modifiers, "companion"));
        self.companions.set(key, companion.and_then(|row| self.find_in(info.place, &row.qualified_name())))
    }

    /// What a file brings into sight; `declared` gives its package and language.
    pub fn file(&self, place: Place, file: u32, declared: impl FnOnce() -> (String, Language)) -> Arc<FileContext> {
        if let Some(known) = self.files.get(&(place, file)) {
            return known;
        }
        let imports = self.world.imports(place, file).unwrap_or_else(|failure| {
            self.fail(failure);
            Vec::new()
        });
        let asker = self.asker(place, file);
        let (package, language) = declared();
        self.files.set((place, file), Arc::new(FileContext { place, asker, file, package, language, imports }))
    }

    /// Who asks for what others declare on behalf of a file.
    pub fn asker(&self, place: Place, file: u32) -> Place {
        let key = (place, file);
        self.askers.get(&key).unwrap_or_else(|| self.askers.set(key, self.world.asker(place, file)))
    }

    pub fn supertype_rows(&self, place: Place, id: u32) -> Vec<SupertypeRow> {
        self.index(place).map(|index| self.rows(place, index.supertypes(id))).unwrap_or_default()
    }

    /// The methods of a name that a type itself declares; constructors are `<init>`.
    pub fn methods(&self, info: &TypeInfo, name: &str) -> Vec<Arc<Method>> {
        let all = info.methods.get_or_init(|| {
            let mut members: Members<Method> = HashMap::new();
            let Some(index) = self.index(info.place) else { return members };
            for type_row in &info.rows {
                for row in self.rows(info.place, index.methods(type_row.id)) {
                    let name = if row.kind == MethodKind::Constructor { "<init>" } else { row.name.trim_matches('`') };
                    members.entry(name.to_owned()).or_default().push(Arc::new(Method { row }));
                }
            }
            members
        });
        all.get(name).cloned().unwrap_or_default()
    }

    /// The method of this id that a type itself declares.
    pub fn method(&self, info: &TypeInfo, id: u32) -> Option<Arc<Method>> {
        self.methods(info, "");
        info.methods.get()?.values().flatten().find(|method| method.row.id == id).cloned()
    }

    /// All methods that a type itself declares, in order.
    pub fn all_methods(&self, info: &TypeInfo) -> Vec<Arc<Method>> {
        self.methods(info, "");
        let all = info.methods.get();
        let mut found: Vec<Arc<Method>> = all.iter().flat_map(|all| all.values().flatten().cloned()).collect();
        found.sort_by_key(|method| method.row.id);
        found
    }

    /// All fields of a name that a type itself declares: a facade may have extensions of several types.
    pub fn fields_named(&self, info: &Arc<TypeInfo>, name: &str) -> Vec<Arc<Field>> {
        self.field(info, name);
        info.fields.get().and_then(|all| all.get(name).cloned()).unwrap_or_default()
    }

    /// The field of a name that a type itself declares.
    pub fn field(&self, info: &TypeInfo, name: &str) -> Option<Arc<Field>> {
        let all = info.fields.get_or_init(|| {
            let mut members: Members<Field> = HashMap::new();
            let Some(index) = self.index(info.place) else { return members };
            for type_row in &info.rows {
                for row in self.rows(info.place, index.fields(type_row.id)) {
                    members.entry(row.name.trim_matches('`').to_owned()).or_default().push(Arc::new(Field { row }));
                }
            }
            members
        });
        all.get(name).and_then(|all| all.first()).cloned()
    }

    /// The facade that holds what a file of Kotlin declares outside of its classes, by its qualified name.
    pub fn facade_of(&self, file: &FileContext) -> Option<String> {
        if file.language != Language::Kotlin {
            return None;
        }
        let types = self.rows(file.place, self.index(file.place)?.types_of_file(file.file));
        types.iter().find(|row| row.kind == TypeKind::Facade).map(TypeRow::qualified_name)
    }

    /// All fields that a type itself declares, in order.
    pub fn all_fields(&self, info: &TypeInfo) -> Vec<Arc<Field>> {
        self.field(info, "");
        let mut found: Vec<Arc<Field>> =
            info.fields.get().into_iter().flat_map(HashMap::values).flatten().cloned().collect();
        found.sort_by_key(|field| field.row.id);
        found
    }

    /// The components of a record, in order.
    pub fn components(&self, info: &TypeInfo) -> Vec<Arc<Field>> {
        let mut found = self.all_fields(info);
        found.retain(|field| field.row.kind == crate::model::FieldKind::RecordComponent);
        found
    }

    /// The type parameters of a type, bounds left out.
    pub(super) fn bare_parameters(&self, info: &TypeInfo) -> Vec<(Variable, Vec<written::Written>)> {
        let row = info.row();
        if row.type_parameters.is_empty() {
            return Vec::new();
        }
        let signature = self.index(info.place).map(|index| self.rows(info.place, index.signature(row.id)));
        let signature = signature.as_deref().unwrap_or_default();
        let list = written::parameter_list(signature, info.simple(), true);
        let list = if list.is_empty() { row.type_parameters.as_str() } else { list };
        variables(info.owner(), list, signature)
    }
}

/// The variables that a list in a signature declares, and their bounds as written.
pub fn variables(owner: Owner, list: &str, signature: &str) -> Vec<(Variable, Vec<written::Written>)> {
    let parameters = written::bounded_parameters(list, signature).into_iter();
    parameters.map(|(name, bounds)| (Variable::new(owner, &name), bounds)).collect()
}
