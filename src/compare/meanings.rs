//! Names that mean something else in the other version, though code writes them as before: another import, a type that moved.

use std::collections::{BTreeSet, HashSet};

use super::scope::Scope;
use super::side::{Side, last_part};
use super::tokens::tokens;
use super::typed::{Erased, Name};
use super::written::Written;
use crate::model::{ImportKind, Language};
use crate::store::read::StoreError;
use crate::store::{ImportRow, TypeRow};

/// The declaration of a type in one of the versions, and the text of its file.
pub struct Place<'a> {
    pub side: &'a Side,
    pub row: &'a TypeRow,
    pub text: &'a str,
}

impl Place<'_> {
    /// What its file imports one by one: the simple names, and the paths.
    fn imported(&self) -> Result<BTreeSet<(String, String)>, StoreError> {
        let imports = self.side.imports(self.row.file)?;
        let single = imports.iter().filter(|one| matches!(one.kind, ImportKind::Single | ImportKind::Static));
        let name = |one: &ImportRow| one.alias.clone().unwrap_or_else(|| last_part(&one.path).to_owned());
        Ok(single.map(|one| (name(one), one.path.clone())).collect())
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
    }
}

/// The simple names that both versions know in a type, and that mean another in the new one: of those that they import otherwise, and
/// of those that may have shifted.
///
/// # Errors
/// When the index of either version cannot be read.
pub fn otherwise(old: &Place<'_>, new: &Place<'_>, shifting: &HashSet<&str>) -> Result<HashSet<String>, StoreError> {
    let (was, is) = (old.imported()?, new.imported()?);
    let mut names: HashSet<String> = was.symmetric_difference(&is).map(|(name, _)| name.clone()).collect();
    // Types are what shifts; of other words it is their constants.
    let may_be_type = |word: &&str| word.starts_with(char::is_uppercase) && shifting.contains(word);
    names.extend(old.words().filter(may_be_type).map(str::to_owned));
    if names.is_empty() {
        return Ok(names);
    }
    let (before, after) = (Scope::of(old.side, old.row)?, Scope::of(new.side, new.row)?);
    names.retain(|name| {
        // A typealias is what it stands for.
        let written = Written::Named { name: name.clone(), arguments: Vec::new(), nullable: true };
        let (was, is) = (before.erase(&written), after.erase(&written));
        let is_known = |erased: &Erased| erased.name.as_ref().is_some_and(Name::is_known);
        is_known(&was) && is_known(&is) && !was.is(&is)
    });
    Ok(names)
}

/// Whether code uses one of these names. What stands behind a dot is a member of what is before it, but for extensions of Kotlin.
#[must_use]
pub fn says(code: &str, names: &HashSet<String>, language: Language) -> bool {
    if names.is_empty() {
        return false;
    }
    let tokens = tokens(code);
    tokens.iter().enumerate().any(|(at, token)| {
        let is_member = at.checked_sub(1).is_some_and(|before| tokens[before].text == ".");
        let may_be_extension = language == Language::Kotlin && token.text.starts_with(char::is_lowercase);
        token.is_word && (!is_member || may_be_extension) && names.contains(token.text.trim_matches('`'))
    })
}
