//! What names mean where they are written.
//!
//! A name of the artifact or of a single import has one meaning. Another, whose package stands in no index here (`List` with
//! `import java.util.*`), has all the meanings that its file allows; two such names are taken for the same while they can be.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::mapped::{ALIASES, KOTLIN_TYPES};
use super::side::{DEEPEST, Side};
use super::typed::{Erased, Name, PRIMITIVES, Type};
use super::written::Written;
use crate::model::{ImportKind, Language, Relation, TypeKind};
use crate::store::read::StoreError;
use crate::store::{ImportRow, TypeRow};

/// Packages that a Kotlin file imports without saying so.
const KOTLIN_IMPORTS: [&str; 9] = [
    "kotlin",
    "kotlin.annotation",
    "kotlin.collections",
    "kotlin.comparisons",
    "kotlin.io",
    "kotlin.ranges",
    "kotlin.sequences",
    "kotlin.text",
    "java.lang",
];
/// A declared type variable with the bounds it is written with.
#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    /// `in` or `out`, where Kotlin declares it so, or nothing.
    pub variance: &'static str,
    pub bounds: Vec<Written>,
}

/// The place of a type: what names mean in it.
pub struct Scope<'a> {
    side: &'a Side,
    row: &'a TypeRow,
    /// Whether it is the header of the type: its own member types are in scope in its body alone (JLS 6.3).
    is_header: bool,
    imports: Arc<Vec<ImportRow>>,
    /// The variables of the declarations around, those of the nearest first.
    variables: Vec<Vec<Variable>>,
    /// What names were found to mean: a type writes the same few again and again, and each is looked for all the way up.
    names: Rc<RefCell<HashMap<String, Name>>>,
}

impl<'a> Scope<'a> {
    /// What names mean in the declaration of a type.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        let mut variables = Vec::new();
        let mut around = Some(row);
        while let Some(row) = around {
            variables.push(super::header::type_variables(row));
            around = side.owner(row).filter(|_| variables.len() < 32);
        }
        let imports = side.imports(row.file)?;
        Ok(Self { side, row, is_header: false, imports, variables, names: Rc::default() })
    }

    /// What names mean in the header of a type: its bounds and supertypes.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of_header(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        Ok(Self { is_header: true, ..Self::of(side, row)? })
    }

    /// The innermost type whose member types are in scope.
    fn around(&self) -> Option<&'a TypeRow> {
        if self.is_header { self.side.owner(self.row) } else { Some(self.row) }
    }

    /// The same within a declaration that has variables of its own.
    #[must_use]
    pub fn with(&self, own: Vec<Variable>) -> Self {
        let variables = std::iter::once(own).chain(self.variables.iter().cloned()).collect();
        Scope { imports: Arc::clone(&self.imports), variables, names: Rc::clone(&self.names), ..*self }
    }

    fn language(&self) -> Language {
        self.row.language
    }

    /// The bounds of the variables of the innermost declaration.
    #[must_use]
    pub fn bounds(&self) -> Vec<Vec<Type>> {
        let own = self.variables.first().map(Vec::as_slice).unwrap_or_default();
        let says = |bound: &Type| match bound {
            Type::Named { name, nullable, .. } => {
                // `T extends Object` is `T`, as `T : Any?` is.
                !(self.language() == Language::Java && name.may_be("java.lang.Object")
                    || *nullable && name.may_be("kotlin.Any"))
            }
            _ => true,
        };
        let resolved = |variable: &Variable| {
            variable.bounds.iter().map(|bound| self.resolve(bound)).filter(says).collect::<Vec<_>>()
        };
        own.iter().map(resolved).collect()
    }

    /// The variances of the variables of the innermost declaration.
    #[must_use]
    pub fn variances(&self) -> Vec<&'static str> {
        self.variables.first().into_iter().flatten().map(|variable| variable.variance).collect()
    }

    fn variable(&self, name: &str) -> Option<(usize, usize)> {
        self.variables.iter().enumerate().find_map(|(level, variables)| {
            Some((self.variables.len() - level, variables.iter().position(|variable| variable.name == name)?))
        })
    }

    /// A type as it is compared.
    #[must_use]
    pub fn resolve(&self, written: &Written) -> Type {
        self.resolve_at(written, 0)
    }

    fn resolve_at(&self, written: &Written, depth: usize) -> Type {
        match written {
            Written::Named { name, arguments, nullable } => {
                if let Some((level, index)) = self.variable(name) {
                    return Type::Variable { level, index, nullable: *nullable };
                }
                let meant = self.name(name);
                if let Some(target) = self.plain_alias(&meant, *nullable, depth) {
                    return target;
                }
                let arguments = arguments.iter().map(|argument| self.resolve_at(argument, depth)).collect();
                Type::Named { name: meant, arguments, nullable: *nullable }
            }
            Written::Array(of) => Type::Array(Box::new(self.resolve_at(of, depth))),
            Written::Wildcard(word, bound) => {
                Type::Wildcard(word, bound.as_ref().map(|bound| Box::new(self.resolve_at(bound, depth))))
            }
            Written::Function { parameters, result, suspend, has_receiver, nullable } => {
                let name = Name::known(match (suspend, has_receiver) {
                    (false, false) => "function",
                    (true, false) => "suspend function",
                    (false, true) => "function with receiver",
                    (true, true) => "suspend function with receiver",
                });
                let arguments = parameters.iter().chain([&**result]).map(|part| self.resolve_at(part, depth)).collect();
                Type::Named { name, arguments, nullable: *nullable }
            }
            Written::Unknown(text) => Type::Unknown(text.clone()),
        }
    }

    /// What a typealias of the artifact without type variables stands for.
    fn plain_alias(&self, meant: &Name, nullable: bool, depth: usize) -> Option<Type> {
        if self.language() != Language::Kotlin || depth > DEEPEST {
            return None;
        }
        let alias = self.alias(meant).filter(|alias| alias.type_parameters.is_empty())?;
        let written = self.side.index.supertypes(alias.id).ok()?;
        let target = written.into_iter().find(|one| one.relation == Relation::Alias)?;
        let scope = Scope::of(self.side, alias).ok()?;
        let mut target = scope.resolve_at(&Written::parse(&target.text, Language::Kotlin), depth + 1);
        if let Type::Named { nullable: own, .. } = &mut target {
            *own |= nullable;
        }
        Some(target)
    }

    /// A type as the virtual machine sees it.
    #[must_use]
    pub fn erase(&self, written: &Written) -> Erased {
        self.erase_at(written, false, 0)
    }

    fn erase_at(&self, written: &Written, boxed: bool, depth: usize) -> Erased {
        if depth > DEEPEST {
            return Erased::ANY;
        }
        match written {
            Written::Array(of) => self.erase_at(of, false, depth + 1).array(),
            Written::Function { parameters, suspend, .. } => {
                let count = parameters.len() + usize::from(*suspend);
                Erased::named(&format!("kotlin.jvm.functions.Function{count}"))
            }
            Written::Unknown(_) => Erased::ANY,
            Written::Wildcard(_, bound) => match bound {
                Some(bound) => self.erase_at(bound, true, depth + 1),
                None => Erased::named("java.lang.Object"),
            },
            Written::Named { name, arguments, nullable } => {
                if let Some((level, index)) = self.variable(name) {
                    let declared = &self.variables[self.variables.len() - level][index];
                    return match declared.bounds.first() {
                        Some(bound) => self.erase_at(bound, true, depth + 1),
                        None => Erased::named("java.lang.Object"),
                    };
                }
                if self.language() == Language::Java {
                    return Erased { name: Some(self.name(name)), dimensions: 0 };
                }
                self.erase_kotlin(name, arguments, *nullable || boxed, depth)
            }
        }
    }

    fn erase_kotlin(&self, name: &str, arguments: &[Written], boxed: bool, depth: usize) -> Erased {
        let meant = self.name(name);
        let is_own = |simple: &str| {
            let spelt = ["kotlin.", "kotlin.collections.", "kotlin.comparisons.", "kotlin.text.", "java.lang.", ""];
            spelt.iter().any(|package| meant.may_be(&format!("{package}{simple}")))
        };
        let simple = KOTLIN_TYPES
            .iter()
            .find(|(kotlin, ..)| (name == *kotlin || name.ends_with(&format!(".{kotlin}"))) && is_own(kotlin));
        if let Some((_, machine, object)) = simple {
            return Erased::named(if boxed && !object.is_empty() { object } else { machine });
        }
        let last = name.rsplit('.').next().unwrap_or(name);
        if last == "Array" && is_own("Array") {
            return arguments.first().map_or(Erased::ANY, |of| self.erase_at(of, true, depth + 1).array());
        }
        if let Some(primitive) = last.strip_suffix("Array")
            && is_own(last)
            && let Some((_, machine, _)) = KOTLIN_TYPES.iter().take(8).find(|(kotlin, ..)| *kotlin == primitive)
        {
            return Erased::named(machine).array();
        }
        if let Some(alias) = self.alias(&meant) {
            return self.erase_alias(alias, boxed, depth);
        }
        Erased { name: Some(meant), dimensions: 0 }
    }

    /// Whether a call of this name makes an object of its class; none where it is no type of the artifact.
    #[must_use]
    pub fn makes(&self, meant: &Name) -> Option<bool> {
        let row = self.side.declarations(meant.likeliest()).first().copied()?;
        let is = |word| super::member::has_word(&row.modifiers, word);
        let is_made = row.kind == TypeKind::Class && !is("abstract") && !is("sealed");
        Some(is_made && !self.side.may_be_made_otherwise(row).unwrap_or(true))
    }

    /// Whether a name is a type of the artifact without type variables.
    #[must_use]
    pub fn is_plain(&self, meant: &Name) -> bool {
        let rows = self.side.declarations(meant.likeliest());
        rows.first().is_some_and(|row| row.type_parameters.is_empty())
    }

    /// The type that the names are written in, with its own variables.
    #[must_use]
    pub fn this(&self) -> Type {
        let own = super::header::type_variables(self.row);
        let argument = |variable: Variable| {
            self.resolve(&Written::Named { name: variable.name, arguments: Vec::new(), nullable: false })
        };
        let name = Name::known(self.row.qualified_name());
        Type::Named { name, arguments: own.into_iter().map(argument).collect(), nullable: false }
    }

    /// The typealias of the artifact that a name means.
    fn alias(&self, meant: &Name) -> Option<&'a TypeRow> {
        let rows = self.side.declarations(meant.likeliest());
        rows.into_iter().find(|row| row.kind == TypeKind::Typealias)
    }

    fn erase_alias(&self, alias: &'a TypeRow, boxed: bool, depth: usize) -> Erased {
        let target = self.side.index.supertypes(alias.id).ok();
        let target = target.and_then(|written| written.into_iter().find(|one| one.relation == Relation::Alias));
        match (target, Scope::of(self.side, alias)) {
            (Some(target), Ok(scope)) => {
                scope.erase_at(&Written::parse(&target.text, Language::Kotlin), boxed, depth + 1)
            }
            _ => Erased::ANY,
        }
    }

    /// What a name means here.
    #[must_use]
    pub fn name(&self, written: &str) -> Name {
        if let Some(known) = self.names.borrow().get(written) {
            return known.clone();
        }
        let name = self.look_up(written);
        self.names.borrow_mut().insert(written.to_owned(), name.clone());
        name
    }

    fn look_up(&self, written: &str) -> Name {
        if PRIMITIVES.contains(&written) && self.language() == Language::Java {
            return Name::known(written);
        }
        let (first, rest) = written.split_once('.').map_or((written, None), |(first, rest)| (first, Some(rest)));
        let whole = |base: String| rest.map_or_else(|| base.clone(), |rest| self.member(&base, rest));
        if let Some(nested) = self.nested(first) {
            return Name::known(whole(nested));
        }
        if let Some(import) = self.imports.iter().find(|import| brings(import, first)) {
            let name = whole(import.path.clone());
            let alias = ALIASES.iter().find(|(alias, _)| self.language() == Language::Kotlin && *alias == name);
            return Name::known(alias.map_or(name, |(_, target)| (*target).to_owned()));
        }
        let own = join(&self.row.package, first);
        if self.side.holds(&own) {
            return Name::known(whole(own));
        }
        // A package begins with a small letter, and a type of no package is seldom met.
        if rest.is_some() && first.starts_with(|c: char| c.is_lowercase()) {
            return Name::known(written);
        }
        if let Some(inherited) = self.around().and_then(|around| self.inherited(around, first, 0)) {
            return Name::known(whole(inherited));
        }
        let stars: Vec<String> = self.stars(first);
        if let Some(found) = stars.iter().find(|name| self.side.holds(name)) {
            return Name::known(whole(found.clone()));
        }
        let implied: &[&str] = match self.language() {
            Language::Java => &["java.lang"],
            Language::Kotlin => &KOTLIN_IMPORTS,
        };
        let implied = implied.iter().map(|package| join(package, first));
        Name::one_of(stars.into_iter().chain(implied).chain([own]).map(whole).collect(), written)
    }

    /// What a name behind that of a type means: a member type of it, declared or inherited.
    fn member(&self, base: &str, rest: &str) -> String {
        rest.split('.').fold(base.to_owned(), |base, name| {
            let own = format!("{base}.{name}");
            let row = self.side.declarations(&base).first().copied().filter(|_| !self.side.holds(&own));
            row.and_then(|row| self.inherited(row, name, 0)).unwrap_or(own)
        })
    }

    /// A member type of the types around.
    fn nested(&self, first: &str) -> Option<String> {
        let innermost = self.around().map(|row| row.id);
        let mut is_inside = false;
        let mut around = Some(self.row);
        while let Some(row) = around {
            is_inside |= Some(row.id) == innermost;
            let name = format!("{}.{first}", row.qualified_name());
            if is_inside && self.side.holds(&name) {
                return Some(name);
            }
            if row.name == first || row.name.ends_with(&format!(".{first}")) {
                return Some(row.qualified_name());
            }
            around = self.side.owner(row);
        }
        None
    }

    /// A member type that the types around inherit from types of the artifact.
    fn inherited(&self, row: &TypeRow, first: &str, depth: usize) -> Option<String> {
        let mut around = Some(row);
        while let Some(row) = around.filter(|_| depth < DEEPEST) {
            for supertype in self.side.supertypes(row).unwrap_or_default().iter() {
                let simple = supertype.name.split('.').next().unwrap_or(&supertype.name);
                if simple == first {
                    continue;
                }
                for candidate in self.supertype_names(row, &supertype.name) {
                    let Some(above) = self.side.declarations(&candidate).first().copied() else { continue };
                    let name = format!("{candidate}.{first}");
                    if self.side.holds(&name) {
                        return Some(name);
                    }
                    if above.id != row.id
                        && let Some(found) = self.inherited(above, first, depth + 1)
                    {
                        return Some(found);
                    }
                }
            }
            around = self.side.owner(row);
        }
        None
    }

    /// The types of the artifact that a supertype of `row` may be.
    fn supertype_names(&self, row: &TypeRow, written: &str) -> Vec<String> {
        let imports = self.side.imports(row.file).unwrap_or_default();
        let first = written.split('.').next().unwrap_or(written);
        let mut found = Vec::new();
        let mut around = self.side.owner(row);
        while let Some(outer) = around {
            found.push(format!("{}.{written}", outer.qualified_name()));
            around = self.side.owner(outer);
        }
        found.extend(
            imports
                .iter()
                .filter(|import| brings(import, first))
                .map(|import| format!("{}{}", import.path, &written[first.len()..])),
        );
        found.push(join(&row.package, written));
        found.push(written.to_owned());
        let stars = imports.iter().filter(|import| import.kind == ImportKind::Star);
        found.extend(stars.map(|import| join(&import.path, written)));
        found.retain(|name| self.side.holds(name));
        found.truncate(1);
        found
    }

    fn stars(&self, first: &str) -> Vec<String> {
        let is_star = |import: &&ImportRow| matches!(import.kind, ImportKind::Star | ImportKind::StaticStar);
        self.imports.iter().filter(is_star).map(|import| join(&import.path, first)).collect()
    }
}

/// Whether an import brings in this simple name.
fn brings(import: &ImportRow, name: &str) -> bool {
    matches!(import.kind, ImportKind::Single | ImportKind::Static)
        && match &import.alias {
            Some(alias) => alias == name,
            None => import.path.rsplit('.').next() == Some(name),
        }
}

/// A name in a package.
pub fn join(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}
