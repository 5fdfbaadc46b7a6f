//! Which types the names in a declaration mean: those of the types around it, inherited ones too, of imports, of the package.

use std::sync::Arc;

use super::mapped::ALIASES;
use super::side::Side;
use super::typed::{Name, PRIMITIVES};
use crate::model::{ImportKind, Language, Origin};
use crate::store::read::StoreError;
use crate::store::{ImportRow, TypeRow};

/// The declaration of a type, in which names are written.
#[derive(Clone)]
pub struct Site<'a> {
    pub side: &'a Side,
    pub row: &'a TypeRow,
    /// Whether it is the header of the type: its own member types are in scope in its body alone (JLS 6.3).
    is_header: bool,
    imports: Arc<Vec<ImportRow>>,
    /// How far supertypes are looked for that are themselves inherited.
    level: u8,
}

impl<'a> Site<'a> {
    /// The body of a type.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn body(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        Ok(Self { side, row, is_header: false, imports: side.imports(row.file)?, level: super::nesting::DEEPEST })
    }

    /// The header of a type: its bounds and supertypes.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn header(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        Ok(Self { is_header: true, ..Self::body(side, row)? })
    }

    /// The header of this type, or of one around it.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn header_of(&self, row: &'a TypeRow) -> Result<Self, StoreError> {
        Ok(Self::header(self.side, row)?.at(self.level))
    }

    /// Whether a member type hides the variable of this name that a type declares, the one so many types around this: one that it
    /// declares itself, or one that a type further in has, which it may inherit (JLS 6.4.1; the order of javac). Outlines and
    /// Kotlin write no such names.
    #[must_use]
    pub fn hides_variable(&self, name: &str, around: usize) -> bool {
        if self.row.language != Language::Java || is_spelt_out(self.side, self.row) {
            return false;
        }
        let mut rows = std::iter::successors(Some(self.row), |row| self.side.owner(row)).take(around + 1).enumerate();
        rows.any(|(at, row)| {
            let is_open = !self.is_header || at > 0;
            is_open && self.side.member_type(row, name, self.level, at < around).is_some()
        })
    }

    /// The same where hierarchies of a level are known.
    #[must_use]
    pub fn at(self, level: u8) -> Self {
        Self { level, ..self }
    }

    /// What a name means here.
    #[must_use]
    pub fn look_up(&self, written: &str) -> Name {
        let language = self.row.language;
        if PRIMITIVES.contains(&written) && language == Language::Java {
            return Name::known(written);
        }
        let (first, rest) = written.split_once('.').map_or((written, None), |(first, rest)| (first, Some(rest)));
        let whole = |base: String| rest.map_or_else(|| base.clone(), |rest| self.member(&base, rest));
        if let Some(around) = self.around(first) {
            return Name::known(whole(around));
        }
        if let Some(import) = self.imports.iter().find(|import| brings(import, first)) {
            let name = whole(self.imported(&import.path));
            let alias = ALIASES.iter().find(|(alias, _)| language == Language::Kotlin && *alias == name);
            return Name::known(alias.map_or(name, |(_, target)| (*target).to_owned()));
        }
        let own = join(&self.row.package, first);
        if self.side.holds(&own) {
            return Name::known(whole(own));
        }
        // A package begins with a small letter, and a type of no package is seldom met.
        if rest.is_some() && first.starts_with(|c: char| c.is_lowercase()) {
            return Name::known(self.qualified(written));
        }
        let stars: Vec<String> = self.stars(first);
        if let Some(found) = stars.iter().find(|name| self.side.holds(name)) {
            return Name::known(whole(found.clone()));
        }
        let implied = language.implied_imports().iter().map(|package| join(package, first));
        Name::one_of(stars.into_iter().chain(implied).chain([own]).map(whole).collect(), written)
    }

    /// One of the types around the name, or a member type of one of them, those of the innermost first: what it inherits hides
    /// what is further out (JLS 6.4.1).
    fn around(&self, first: &str) -> Option<String> {
        let mut around = Some(self.row);
        while let Some(row) = around {
            let is_open = !self.is_header || row.id != self.row.id;
            let member = || self.side.member_type(row, first, self.level, !is_spelt_out(self.side, self.row));
            if let Some(member) = is_open.then(member).flatten() {
                return Some(member);
            }
            if row.name == first || row.name.ends_with(&format!(".{first}")) {
                return Some(row.qualified_name());
            }
            // In Kotlin what a companion declares is in scope of its class.
            if is_open && row.language == Language::Kotlin {
                let of_companion = format!("{}.Companion.{first}", row.qualified_name());
                if self.side.holds(&of_companion) {
                    return Some(of_companion);
                }
            }
            around = self.side.owner(row);
        }
        None
    }

    /// What a name means that begins with a package: a member type may be an inherited one.
    fn qualified(&self, written: &str) -> String {
        let parts = written.match_indices('.').map(|(at, _)| (&written[..at], &written[at + 1..]));
        let mut types = parts.filter(|(outer, _)| self.side.holds(outer));
        types.next().map_or_else(|| written.to_owned(), |(outer, rest)| self.member(outer, rest))
    }

    /// What a name behind that of a type means: a member type of it, declared or inherited.
    fn member(&self, base: &str, rest: &str) -> String {
        rest.split('.').fold(base.to_owned(), |base, name| {
            let row = self.side.declarations(&base).first().copied();
            let member = row.and_then(|row| self.side.member_type(row, name, self.level, true));
            member.unwrap_or_else(|| format!("{base}.{name}"))
        })
    }

    /// The type that an import names: a static one may name one that is inherited.
    fn imported(&self, path: &str) -> String {
        match path.rsplit_once('.') {
            Some((outer, name)) if !self.side.holds(path) => self.member(outer, name),
            _ => path.to_owned(),
        }
    }

    fn stars(&self, first: &str) -> Vec<String> {
        let star = |import: &ImportRow| match import.kind {
            ImportKind::Star => Some(join(&import.path, first)),
            ImportKind::StaticStar => Some(self.member(&import.path, first)),
            ImportKind::Single | ImportKind::Static | ImportKind::Module => None,
        };
        self.imports.iter().filter_map(star).collect()
    }
}

/// Whether a declaration is the outline of a class file, which names member types by the types that declare them, and other types
/// without regard to what is inherited.
fn is_spelt_out(side: &Side, row: &TypeRow) -> bool {
    row.file_path.strip_suffix(".class").is_some()
        && !(side.index.meta().origin == Origin::Decompiled && row.language == Language::Java)
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
