//! What the names of supertypes mean: the first segment by scope, each further one as a member type of what is before it.
//!
//! Whatever the first segment is in the artifact that writes it, its members are looked for there: another artifact, or another version,
//! that has a type of the whole name is never asked instead.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::{Name, Scope, Target, join, place};
use crate::error::{Failure, Incomplete};
use crate::index::FoundType;
use crate::model::{ImportKind, Language, MemberType, Relation, TypeKind, jvm};
use crate::store::{ImportRow, TypeRow};
use crate::tools::resolve::{self, Rows};

/// How far inherited types lead to others: supertypes above each other, and types around each other.
const DEEPEST: usize = 32;

impl Scope<'_> {
    /// What a name means here.
    pub(super) fn find(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        // Of class files outlines are made, in which a name with dots is a whole one, whatever type is called as its first package.
        if resolve::is_outline(&self.row.file_path)
            && !rest.is_empty()
            && let Some(target) = self.qualified(name, depth)?
        {
            return Ok(Some(target));
        }
        if let Some(target) = self.simple(first, depth)? {
            return self.members(target, rest, depth);
        }
        if rest.is_empty() || self.imports.iter().any(|import| Self::brings(import, first)) {
            return Ok(None);
        }
        self.qualified(name, depth)
    }

    /// What a name means to a member of the type here, which sees the types that are nested in that.
    pub(super) fn find_inside(&self, name: &str) -> Result<Option<Target>, Failure> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let mut nested = self.find_here(&join(&self.row.qualified_name(), first))?;
        if nested.is_none() {
            nested = self.inherited(first, &self.row.package, 1)?;
        }
        match nested {
            Some(target) => self.members(target, rest, 0),
            None => self.find(name, 0),
        }
    }

    /// What a name that nobody declares is in full: Java's imports and what begins with a package say so. Of what is nested another
    /// type may be the one that declares it.
    pub(super) fn imported_name(&self, name: &str) -> Option<String> {
        let guess = self.best_guess(name);
        let is_whole = guess.rsplit_once('.').is_some_and(|(package, _)| !is_type(package));
        (is_whole && self.row.language == Language::Java).then_some(guess)
    }

    /// What a name means that begins with a package: the first type in it has the others.
    fn qualified(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        for (at, _) in name.match_indices('.').filter(|(at, _)| is_type(&name[..*at])) {
            if let Some(target) = self.find_qualified(&name[..at])? {
                return self.members(target, &name[at + 1..], depth);
            }
        }
        self.find_qualified(name)
    }

    /// The member type of a type that a name leads to, segment by segment; the type itself where the name is empty.
    fn members(&self, mut target: Target, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        for segment in name.split('.').filter(|segment| !segment.is_empty()) {
            let Some(member) = self.member(&target, segment, &self.row.package, depth)? else { return Ok(None) };
            target = member;
        }
        Ok(Some(target))
    }

    /// The member type of a name that a type declares, else the one that it inherits and that is accessible in the package of who asks.
    fn member(&self, of: &Target, name: &str, asker: &str, depth: usize) -> Result<Option<Target>, Failure> {
        match of.declared(name)? {
            None => Scope::of(self.call, self.known, &of.artifact, &of.types[0])?.inherited(name, asker, depth + 1),
            found => Ok(found),
        }
    }

    /// What a name without a dot means here.
    fn simple(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        self.kept(&self.known.targets, name, depth, || self.look_for(name, depth))
    }

    fn look_for(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        if let Some(target) = self.nested(name, depth)? {
            return Ok(Some(target));
        }
        if let Some(import) = self.imports.iter().find(|import| Self::brings(import, name)) {
            // A single import hides everything further out, found or not.
            return self.qualified(&import.path, depth);
        }
        let own = self.row.package.as_str();
        let stars =
            || self.imports.iter().filter(|import| matches!(import.kind, ImportKind::Star | ImportKind::StaticStar));
        let implied = self.row.language.implied_imports().iter().copied();
        let places = || std::iter::once(own).chain(stars().map(|import| import.path.as_str()));
        for place in places().chain(implied.clone()) {
            if let Some(target) = self.find_here(&join(place, name))? {
                return Ok(Some(target));
            }
        }
        // The rest of the package may be in another artifact, and goes before what is imported on demand (JLS 6.4.1).
        if let Some(target) = self.find_qualified(&join(own, name))? {
            return Ok(Some(target));
        }
        for import in stars() {
            if let Some(target) = self.on_demand(import, name, depth)? {
                return Ok(Some(target));
            }
        }
        for package in implied {
            if let Some(target) = self.find_qualified(&join(package, name))? {
                return Ok(Some(target));
            }
        }
        Ok(None)
    }

    /// What an import of all that is in a package or a type brings in: of a type what it declares, and a static one what it inherits, too.
    fn on_demand(&self, import: &ImportRow, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let of = if is_type(&import.path) { self.find_qualified(&import.path)? } else { None };
        match of {
            Some(of) if import.kind == ImportKind::StaticStar => self.member(&of, name, &self.row.package, depth),
            Some(of) => of.declared(name),
            None => self.find_qualified(&join(&import.path, name)),
        }
    }

    /// A nested type of the types around this one, theirs or inherited.
    fn nested(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let mut around = self.row.owner;
        while let Some(owner) = around {
            let owner = self.artifact.index.type_by_id(owner).of(self.artifact)?;
            if let Some(target) = self.find_here(&join(&owner.qualified_name(), name))? {
                return Ok(Some(target));
            }
            let scope = Scope { row: &owner, imports: Rc::clone(&self.imports), ..*self };
            if let Some(target) = scope.inherited(name, &self.row.package, depth + 1)? {
                return Ok(Some(target));
            }
            around = owner.owner;
        }
        Ok(None)
    }

    /// The member type of a name that the type here inherits: the nearest one that it may have, and that the package of who asks may.
    fn inherited(&self, name: &str, asker: &str, depth: usize) -> Result<Option<Target>, Failure> {
        if depth > DEEPEST {
            return Ok(None);
        }
        self.kept(&self.known.inherited, &format!("{asker}/{name}"), depth, || {
            for supertype in self.artifact.index.supertypes(self.row.id).of(self.artifact)? {
                if supertype.relation == Relation::Permits {
                    continue;
                }
                let Some(target) = self.find(&supertype.name, depth)? else { continue };
                if let Some(found) = self.member(&target, name, asker, depth)?
                    && self.inherits(&found, asker)?
                {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        })
    }

    /// Whether the type here has a member type of its supertypes, and the package of who asks may use it.
    fn inherits(&self, found: &Target, asker: &str) -> Result<bool, Failure> {
        let row = &found.types[0];
        let owner = row.owner.map(|owner| found.artifact.index.type_by_id(owner).of(&found.artifact)).transpose()?;
        let is_interface = |owner: TypeRow| matches!(owner.kind, TypeKind::Interface | TypeKind::Annotation);
        let member = MemberType {
            modifiers: &row.modifiers,
            language: row.language,
            of_interface: owner.is_some_and(is_interface),
            shares_package: row.package == self.row.package && row.package == asker,
        };
        Ok(member.is_inherited(self.row.language))
    }

    /// What was found out before, or is now. What was found at one depth is what would be at any other.
    fn kept(
        &self,
        known: &RefCell<HashMap<Name, Option<Target>>>,
        name: &str,
        depth: usize,
        find: impl FnOnce() -> Result<Option<Target>, Failure>,
    ) -> Result<Option<Target>, Failure> {
        /// The depth of what was found.
        const ANY: usize = usize::MAX;
        let key = |depth| (place(self.artifact), self.row.id, depth, name.to_owned());
        for depth in [ANY, depth] {
            if let Some(target) = known.borrow().get(&key(depth)) {
                return Ok(target.clone());
            }
        }
        let target = find()?;
        let depth = if target.is_some() { ANY } else { depth };
        known.borrow_mut().insert(key(depth), target.clone());
        Ok(target)
    }

    /// Whether a single import brings in this simple name.
    fn brings(import: &ImportRow, name: &str) -> bool {
        if !matches!(import.kind, ImportKind::Single | ImportKind::Static) {
            return false;
        }
        match &import.alias {
            Some(alias) => alias == name,
            None => import.path.rsplit('.').next() == Some(name),
        }
    }

    fn find_here(&self, qualified: &str) -> Result<Option<Target>, Failure> {
        let types = classes(self.artifact.index.type_named(qualified).of(self.artifact)?);
        Ok((!types.is_empty()).then(|| Target { artifact: self.artifact.clone(), types, note: None, instead_of: None }))
    }

    pub(super) fn find_qualified(&self, qualified: &str) -> Result<Option<Target>, Failure> {
        let from = Some(&*self.row.file_path);
        let find = |name: &str| self.call.explorer.find_type(self.artifact, from, name, self.call.work);
        let mut found = find(qualified)?;
        if found.is_none()
            && let Some(interface) = jvm::function_interface(qualified)
        {
            found = find(&interface)?;
        }
        let asker = &self.artifact.coordinate;
        let found = found.map(|FoundType { artifact, types, note, instead_of }| {
            let instead_of = instead_of.map(|named| {
                let reason = format!("looked at in place of {}, which the POM of {asker} names", named.version());
                Incomplete::note(artifact.coordinate.to_string(), reason)
            });
            Target { types: classes(types), artifact, note, instead_of }
        });
        Ok(found.filter(|target| !target.types.is_empty()))
    }

    /// The name of a supertype that was not found, as qualified as the imports make it, those that Kotlin's own types need not among
    /// them.
    pub(super) fn best_guess(&self, name: &str) -> String {
        let first = name.split('.').next().unwrap_or(name);
        match self.imports.iter().find(|import| Self::brings(import, first)) {
            Some(import) => format!("{}{}", import.path, &name[first.len()..]),
            None if self.row.language == Language::Kotlin => {
                let implied = self.row.language.implied_imports().iter().map(|package| join(package, first));
                let known = implied.into_iter().find(|whole| jvm::is_of_kotlin(whole));
                known.map_or_else(|| name.to_owned(), |whole| format!("{whole}{}", &name[first.len()..]))
            }
            None => name.to_owned(),
        }
    }
}

impl Target {
    /// The member type of a name that this type declares.
    fn declared(&self, name: &str) -> Result<Option<Self>, Failure> {
        let name = join(&self.types[0].qualified_name(), name);
        let types = classes(self.artifact.index.type_named(&name).of(&self.artifact)?);
        Ok((!types.is_empty()).then(|| Self { types, ..self.clone() }))
    }
}

/// The declarations that can be named: what holds Kotlin's functions is no type to a source.
fn classes(mut types: Vec<TypeRow>) -> Vec<TypeRow> {
    types.retain(|row| row.kind != TypeKind::Facade);
    types
}

/// Whether a qualified name may be that of a type, by how types are called.
fn is_type(name: &str) -> bool {
    !name.rsplit('.').next().unwrap_or(name).starts_with(char::is_lowercase)
}
