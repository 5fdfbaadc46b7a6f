//! What names mean where they are written.
//!
//! A name of the artifact or of a single import has one meaning. Another, whose package stands in no index here (`List` with
//! `import java.util.*`), has all the meanings that its file allows; two such names are taken for the same while they can be.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::mapped::{KOTLIN_PACKAGES, KOTLIN_TYPES};
use super::names::Site;
use super::side::{DEEPEST, Side};
use super::typed::{Erased, Name, Type};
use super::written::Written;
use crate::model::{Language, Relation, TypeKind};
use crate::store::TypeRow;
use crate::store::read::StoreError;

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
    site: Site<'a>,
    /// The variables of the declarations around, those of the nearest first: of members, then of the types.
    variables: Vec<Vec<Variable>>,
    /// How many of these declarations are members.
    members: usize,
    /// What names were found to mean: a type writes the same few again and again, and each is looked for all the way up.
    names: Rc<RefCell<HashMap<String, Name>>>,
    /// Whether a member type hides the variable of this name that a type declares, the one so many types around.
    hidden: Rc<RefCell<HashMap<(String, usize), bool>>>,
}

impl<'a> Scope<'a> {
    /// What names mean in the declaration of a type.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        Self::at(Site::body(side, row)?)
    }

    /// What names mean in the header of a type: its bounds and supertypes.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of_header(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        Self::at(Site::header(side, row)?)
    }

    fn at(site: Site<'a>) -> Result<Self, StoreError> {
        let mut variables = Vec::new();
        let mut around = Some(site.row);
        while let Some(row) = around {
            variables.push(super::header::type_variables(site.side, row)?);
            around = site.side.owner(row).filter(|_| variables.len() < 32);
        }
        Ok(Self { site, variables, members: 0, names: Rc::default(), hidden: Rc::default() })
    }

    /// The same within a declaration that has variables of its own.
    #[must_use]
    pub fn with(&self, own: Vec<Variable>) -> Self {
        let variables = std::iter::once(own).chain(self.variables.iter().cloned()).collect();
        Scope {
            site: self.site.clone(),
            variables,
            members: self.members + 1,
            names: Rc::clone(&self.names),
            hidden: Rc::clone(&self.hidden),
        }
    }

    /// The level of the variables of the innermost declaration.
    #[must_use]
    pub const fn level(&self) -> usize {
        self.variables.len()
    }

    fn language(&self) -> Language {
        self.site.row.language
    }

    /// The bounds of the variables of the innermost declaration.
    #[must_use]
    pub fn bounds(&self) -> Vec<Vec<Type>> {
        let own = self.variables.first().map(Vec::as_slice).unwrap_or_default();
        let resolved = |variable: &Variable| {
            let all = variable.bounds.iter().map(|bound| self.resolve(bound));
            all.filter(|bound| !self.is_anything(bound)).collect::<Vec<_>>()
        };
        own.iter().map(resolved).collect()
    }

    /// Whether a bound says nothing: `T extends Object` is `T`, as `T : Any?` is, and `? extends Object` is `?` (JLS 4.5.1).
    fn is_anything(&self, bound: &Type) -> bool {
        let Type::Named { name, nullable, .. } = bound else { return false };
        (self.language() == Language::Java && name.may_be("java.lang.Object"))
            || (*nullable && name.may_be("kotlin.Any"))
    }

    /// The variances of the variables of the innermost declaration.
    #[must_use]
    pub fn variances(&self) -> Vec<&'static str> {
        self.variables.first().into_iter().flatten().map(|variable| variable.variance).collect()
    }

    fn variable(&self, name: &str) -> Option<(usize, usize)> {
        let (at, index) = self
            .variables
            .iter()
            .enumerate()
            .find_map(|(at, variables)| Some((at, variables.iter().position(|variable| variable.name == name)?)))?;
        let of_type = at.checked_sub(self.members);
        let is_hidden = of_type.is_some_and(|of_type| {
            let mut hidden = self.hidden.borrow_mut();
            *hidden.entry((name.to_owned(), of_type)).or_insert_with(|| self.site.hides_variable(name, of_type))
        });
        (!is_hidden).then_some((self.variables.len() - at, index))
    }

    /// What names mean in the bounds of the variables of a level: those of a type are in its header.
    fn of_bounds(&self, level: usize) -> Option<Self> {
        let of_type = (self.variables.len() - level).checked_sub(self.members)?;
        let row = std::iter::successors(Some(self.site.row), |row| self.site.side.owner(row)).nth(of_type)?;
        Self::at(self.site.header_of(row).ok()?).ok()
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
                let bound = bound.as_ref().map(|bound| self.resolve_at(bound, depth));
                match bound.filter(|bound| *word != "extends" || !self.is_anything(bound)) {
                    Some(bound) => Type::Wildcard(word, Some(Box::new(bound))),
                    None => Type::Wildcard("", None),
                }
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
        let written = self.site.side.index.supertypes(alias.id).ok()?;
        let target = written.into_iter().find(|one| one.relation == Relation::Alias)?;
        let scope = Scope::of(self.site.side, alias).ok()?;
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
                    let Some(bound) = declared.bounds.first() else { return Erased::named("java.lang.Object") };
                    return match self.of_bounds(level) {
                        Some(header) => header.erase_at(bound, true, depth + 1),
                        None => self.erase_at(bound, true, depth + 1),
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
            KOTLIN_PACKAGES.iter().chain(&["java.lang.", ""]).any(|package| meant.may_be(&format!("{package}{simple}")))
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
        let row = self.site.side.declarations(meant.likeliest()).first().copied()?;
        let is = |word| super::member::has_word(&row.modifiers, word);
        let is_made = row.kind == TypeKind::Class && !is("abstract") && !is("sealed");
        Some(is_made && !self.site.side.may_be_made_otherwise(row).unwrap_or(true))
    }

    /// Whether a name is a type of the artifact without type variables.
    #[must_use]
    pub fn is_plain(&self, meant: &Name) -> bool {
        let rows = self.site.side.declarations(meant.likeliest());
        rows.first().is_some_and(|row| row.type_parameters.is_empty())
    }

    /// The type that the names are written in, with its own variables.
    #[must_use]
    pub fn this(&self) -> Type {
        let own = self.variables.get(self.members).into_iter().flatten();
        let argument = |variable: &Variable| {
            self.resolve(&Written::Named { name: variable.name.clone(), arguments: Vec::new(), nullable: false })
        };
        let name = Name::known(self.site.row.qualified_name());
        Type::Named { name, arguments: own.map(argument).collect(), nullable: false }
    }

    /// The typealias of the artifact that a name means.
    fn alias(&self, meant: &Name) -> Option<&'a TypeRow> {
        let rows = self.site.side.declarations(meant.likeliest());
        rows.into_iter().find(|row| row.kind == TypeKind::Typealias)
    }

    fn erase_alias(&self, alias: &'a TypeRow, boxed: bool, depth: usize) -> Erased {
        let target = self.site.side.index.supertypes(alias.id).ok();
        let target = target.and_then(|written| written.into_iter().find(|one| one.relation == Relation::Alias));
        match (target, Scope::of(self.site.side, alias)) {
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
        let name = self.site.look_up(written);
        self.names.borrow_mut().insert(written.to_owned(), name.clone());
        name
    }
}
