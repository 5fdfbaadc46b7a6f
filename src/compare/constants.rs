//! Constants that are made of others: their value changes with those, wherever they are declared, and is copied to where it is used.
//!
//! A name in a value is looked for as javac and Kotlin's compiler do: in the types around, what they inherit and their companions,
//! then in imports and, in Kotlin, among the top-level constants of the package. Those of other artifacts are not known.

use std::collections::{HashMap, HashSet};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::names::{Site, join};
use super::nesting::DEEPEST;
use super::side::{Side, last_part};
use super::tokens::{Token, tokens};
use super::{bodies, initialisers, member, types};
use crate::model::{ImportKind, Language, TypeKind};
use crate::store::TypeRow;
use crate::store::read::StoreError;

/// Most constants of which one is made, one of another.
const MOST_LEANT_ON: usize = 64;
/// Most supertypes in which a name is looked for.
const MOST_ABOVE: usize = 64;

/// A constant variable, and its value as written, from the `=` on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constant {
    pub name: String,
    pub value: String,
}

/// The constants that a type declares.
///
/// # Errors
/// When the index cannot be read.
pub fn declared(side: &Side, row: &TypeRow) -> Result<Vec<Constant>, StoreError> {
    let is_one = |modifiers: &str| match row.language {
        Language::Java => member::is_interface(row.kind) || member::has_word(modifiers, "final"),
        Language::Kotlin => member::has_word(modifiers, "const"),
    };
    let fields = side.index.fields(row.id)?;
    if !fields.iter().any(|field| is_one(&field.modifiers)) {
        return Ok(Vec::new());
    }
    let text = side.index.text(row.file)?;
    let mut members = member::fields(side, row, fields)?;
    types::mark_constants(&mut members, &text);
    let constants = members.iter().filter(|member| member.is_constant);
    let constant = |member: &member::Member| Constant {
        name: member.name.clone(),
        value: initialisers::of_field(member, &members, &text).to_owned(),
    };
    Ok(constants.map(constant).collect())
}

/// The names of the constants whose value is another in the new version, and of those that are made of one of that name.
///
/// # Errors
/// When the index of the old version, or that of the new one, cannot be read.
pub fn changed(old: &Side, new: &Side) -> Result<HashSet<String>, StoreError> {
    let names: Vec<&str> = new.names().filter(|name| old.holds(name)).collect();
    let of = |side: &Side, name: &str| -> Result<Vec<Constant>, StoreError> {
        let mut found = Vec::new();
        for row in side.declarations(name) {
            found.extend(side.constants(row)?.iter().cloned());
        }
        Ok(found)
    };
    let both = names.into_par_iter().map(|name| Ok((of(old, name)?, of(new, name)?)));
    let both: Vec<(Vec<Constant>, Vec<Constant>)> = both.collect::<Result<_, StoreError>>()?;
    let mut found = HashSet::new();
    for (before, after) in &both {
        let before: HashMap<&str, &str> = before.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
        let is_other = |now: &&Constant| before.get(&*now.name).is_some_and(|was| !bodies::same(was, &now.value));
        found.extend(after.iter().filter(is_other).map(|one| one.name.clone()));
    }
    let mut rest: Vec<&Constant> = both.iter().flat_map(|(_, after)| after).collect();
    while !found.is_empty() {
        let words: HashSet<&str> = found.iter().map(String::as_str).collect();
        let (leaning, others): (Vec<&Constant>, Vec<&Constant>) =
            rest.into_par_iter().partition(|one| types::says_one_of(&one.value, &words));
        let count = found.len();
        found.extend(leaning.into_iter().map(|one| one.name.clone()));
        if found.len() == count {
            break;
        }
        rest = others;
    }
    Ok(found)
}

/// The constants that a value in a type is made of, and those that theirs are.
///
/// # Errors
/// When the index cannot be read.
pub fn leant_on(side: &Side, row: &TypeRow, value: &str) -> Result<Vec<Constant>, StoreError> {
    let mut found: Vec<Constant> = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![(row, value.to_owned())];
    while let Some((row, value)) = open.pop() {
        for chain in chains(&value, row.language) {
            let Some((owner, constant)) = resolve(side, row, &chain)? else { continue };
            if found.len() < MOST_LEANT_ON && seen.insert((owner.id, constant.name.clone())) {
                open.push((owner, constant.value.clone()));
                found.push(constant);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// The names that a value writes, each with what follows it behind dots; those in the templates of Kotlin's strings too.
fn chains(value: &str, language: Language) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut open = vec![value];
    while let Some(text) = open.pop() {
        let tokens = tokens(text);
        for (at, token) in tokens.iter().enumerate() {
            let is_part = at.checked_sub(1).is_some_and(|before| tokens[before].text == ".");
            if language == Language::Kotlin && token.text.starts_with('"') {
                open.extend(templates(token.text));
            } else if token.is_word && !is_part && !token.text.starts_with(|c: char| c.is_ascii_digit()) {
                found.push(chain(&tokens[at..]));
            }
        }
    }
    found
}

/// The words that dots join, from the first token on.
fn chain(tokens: &[Token<'_>]) -> Vec<String> {
    let mut words = vec![tokens[0].text.trim_matches('`').to_owned()];
    for pair in tokens[1..].chunks_exact(2) {
        if pair[0].text != "." || !pair[1].is_word {
            break;
        }
        words.push(pair[1].text.trim_matches('`').to_owned());
    }
    words
}

/// What stands in the templates of a string: `$name`, `${expression}`.
fn templates(string: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in string.match_indices('$') {
        let rest = &string[at + 1..];
        if !string.starts_with("\"\"\"") && string[..at].ends_with('\\') {
            continue;
        }
        if let Some(inside) = rest.strip_prefix('{') {
            found.extend(inside.find('}').map(|end| &inside[..end]));
        } else {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(&rest[..end]);
        }
    }
    found
}

/// The constant that a chain of names in a type begins with, and the type that declares it.
fn resolve<'a>(
    side: &'a Side,
    row: &'a TypeRow,
    chain: &[String],
) -> Result<Option<(&'a TypeRow, Constant)>, StoreError> {
    for length in (1..=chain.len()).rev() {
        let (name, of) = (&chain[length - 1], chain[..length - 1].join("."));
        let found = if of.is_empty() { simple(side, row, name)? } else { qualified(side, row, &of, name)? };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A constant behind the name of a type or, in Kotlin, of a package.
fn qualified<'a>(
    side: &'a Side,
    row: &'a TypeRow,
    of: &str,
    name: &str,
) -> Result<Option<(&'a TypeRow, Constant)>, StoreError> {
    for meaning in Site::body(side, row)?.look_up(of).meanings() {
        let found = inside(side, row.language, meaning, name)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A constant by its simple name.
fn simple<'a>(side: &'a Side, row: &'a TypeRow, name: &str) -> Result<Option<(&'a TypeRow, Constant)>, StoreError> {
    for around in std::iter::successors(Some(row), |row| side.owner(row)) {
        let found = of_type(side, around, name)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    let imports = side.imports(row.file)?;
    let is_named = |import: &&crate::store::ImportRow| {
        matches!(import.kind, ImportKind::Single | ImportKind::Static)
            && import.alias.as_deref().unwrap_or_else(|| last_part(&import.path)) == name
    };
    let named = imports.iter().filter(is_named).filter_map(|import| import.path.rsplit_once('.'));
    let all = imports.iter().filter(|import| match row.language {
        Language::Java => import.kind == ImportKind::StaticStar,
        Language::Kotlin => matches!(import.kind, ImportKind::Star | ImportKind::StaticStar),
    });
    let own = Some((row.package.as_str(), name)).filter(|_| row.language == Language::Kotlin);
    for (of, name) in named.chain(own).chain(all.map(|import| (import.path.as_str(), name))) {
        let found = inside(side, row.language, of, name)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A constant of the type, or of Kotlin's files of the package, of a qualified name.
fn inside<'a>(
    side: &'a Side,
    language: Language,
    of: &str,
    name: &str,
) -> Result<Option<(&'a TypeRow, Constant)>, StoreError> {
    for row in side.declarations(of) {
        let found = of_type(side, row, name)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    let facades = if language == Language::Kotlin { side.facades(of) } else { Vec::new() };
    for row in facades {
        let found = side.constants(row)?.iter().find(|one| one.name == name).cloned();
        if let Some(found) = found {
            return Ok(Some((row, found)));
        }
    }
    Ok(None)
}

/// A constant that a type declares, inherits, or has of its companion.
fn of_type<'a>(side: &'a Side, row: &'a TypeRow, name: &str) -> Result<Option<(&'a TypeRow, Constant)>, StoreError> {
    let mut seen = HashSet::new();
    let mut open = vec![row];
    while let Some(row) = open.pop().filter(|_| seen.len() < MOST_ABOVE) {
        if !seen.insert(row.id) {
            continue;
        }
        if let Some(found) = side.constants(row)?.iter().find(|one| one.name == name) {
            return Ok(Some((row, found.clone())));
        }
        if row.language == Language::Kotlin && row.kind != TypeKind::Facade {
            open.extend(side.declarations(&join(&row.qualified_name(), "Companion")));
        }
        open.extend(side.named_above(row, DEEPEST)?.iter().map(|at| &side.types[*at]));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_values() {
        let of = |value: &str, language| {
            let mut found: Vec<String> = chains(value, language).iter().map(|chain| chain.join(".")).collect();
            found.sort_unstable();
            found.join(" ")
        };
        assert_eq!(of("= \"a$b\" + p.K.V * 2 - (int) X;", Language::Java), "X int p.K.V");
        assert_eq!(of("= \"a$b ${K.V + 1} \\$c\" + D", Language::Kotlin), "D K.V b");
        assert_eq!(of("= \"\"\"$b\"\"\"", Language::Kotlin), "b");
        assert_eq!(of("= 0x1F + 1L + `in`.V", Language::Kotlin), "in.V");
    }
}
