//! Constants that are made of others: their value changes with those, wherever they are declared, and is copied to where it is used.
//!
//! A name in a value is looked for as javac and Kotlin's compiler do: in the types around, what they inherit and their companions,
//! then in imports and, in Kotlin, among the top-level constants of the package. Those of other artifacts are not known.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::names::{Site, join};
use super::nesting::DEEPEST;
use super::side::{Side, last_part};
use super::tokens::{Token, tokens};
use super::{bodies, initialisers, member, types};
use crate::model::{ImportKind, Language, TypeKind};
use crate::store::TypeRow;
use crate::store::read::StoreError;

/// Most names that dots join; no package and no nesting is so deep.
const LONGEST_CHAIN: usize = 64;
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
    let all: Vec<&Constant> = both.iter().flat_map(|(_, after)| after).collect();
    Ok(spread(found, &all))
}

/// Some names of constants, and those of all constants whose values say one of them, or one that is made of them.
fn spread(mut found: HashSet<String>, all: &[&Constant]) -> HashSet<String> {
    let names: HashSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
    let mut saying: HashMap<&str, Vec<&str>> = HashMap::new();
    for one in all {
        for word in types::said(&one.value).filter(|word| names.contains(word)) {
            saying.entry(word).or_default().push(&one.name);
        }
    }
    let mut open: Vec<String> = found.iter().cloned().collect();
    while let Some(name) = open.pop() {
        for next in saying.remove(&*name).unwrap_or_default() {
            if found.insert(next.to_owned()) {
                open.push(next.to_owned());
            }
        }
    }
    found
}

/// What a value in a type is made of, in a number: where the constants that it names have other values, or are made of such, so
/// is the number.
///
/// # Errors
/// When the index cannot be read.
pub fn made_of(side: &Side, row: &TypeRow, value: &str) -> Result<u64, StoreError> {
    let mut open = vec![Making::of(None, row, value)];
    let mut opened = HashSet::new();
    while let Some(making) = open.last_mut() {
        let Some(chain) = making.chains.pop() else {
            let Some(done) = open.pop() else { break };
            let number = done.number.finish();
            let (Some(one), Some(around)) = (done.one, open.last_mut()) else { return Ok(number) };
            number.hash(&mut around.number);
            side.keep_made_of(one, number);
            continue;
        };
        let Some((owner, constant)) = resolve(side, making.row, &chain)? else { continue };
        (&constant.name, tokens(bare(&constant.value)).iter().map(|token| token.text).collect::<Vec<_>>())
            .hash(&mut making.number);
        let one = (owner.id, constant.name);
        if let Some(number) = side.made_of(&one) {
            number.hash(&mut making.number);
        } else if opened.insert(one.clone()) {
            // One that is made of itself does not compile.
            open.push(Making::of(Some(one), owner, &constant.value));
        }
    }
    Ok(0)
}

/// A value whose constants are looked for.
struct Making<'a> {
    /// The constant whose value it is.
    one: Option<(u32, String)>,
    row: &'a TypeRow,
    /// The names that are still to be looked for.
    chains: Vec<Vec<String>>,
    number: DefaultHasher,
}

impl<'a> Making<'a> {
    fn of(one: Option<(u32, String)>, row: &'a TypeRow, value: &str) -> Self {
        Self { one, row, chains: chains(value, row.language), number: DefaultHasher::new() }
    }
}

/// A value without what ends its declaration: what ends one of several goes on in another.
#[must_use]
pub fn bare(value: &str) -> &str {
    value.trim_end().trim_end_matches(';').trim_end()
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
    for pair in tokens[1..].chunks_exact(2).take(LONGEST_CHAIN) {
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
    let mut taken = 0;
    for (at, _) in string.match_indices('$') {
        let rest = &string[at + 1..];
        // What is within what was taken is found there.
        if at < taken {
            continue;
        }
        if !string.starts_with("\"\"\"") && string[..at].ends_with('\\') {
            continue;
        }
        if let Some(inside) = rest.strip_prefix('{') {
            let end = inside.find('}').unwrap_or(0);
            found.push(&inside[..end]);
            taken = at + 2 + end;
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

    #[test]
    fn long_chains_and_nested_templates_take_no_time() {
        let value = format!("= a{} + K", ".a".repeat(100_000));
        let found = chains(&value, Language::Java);
        assert_eq!((found.len(), found[0].len(), found[1].join(".")), (2, LONGEST_CHAIN + 1, "K".to_owned()));
        let value = format!("= \"{}1{}\"", "${B + ".repeat(20_000), "}".repeat(20_000));
        assert_eq!(chains(&value, Language::Kotlin).iter().filter(|chain| chain[0] == "B").count(), 20_000);
        // Each is made of the one before.
        let all: Vec<Constant> = (0..20_000)
            .map(|at| Constant { name: format!("K{at}"), value: format!("= K{} + \"$M\"", at - at.min(1)) })
            .collect();
        let all: Vec<&Constant> = all.iter().rev().collect();
        assert_eq!(spread(HashSet::from(["K0".to_owned()]), &all).len(), 20_000);
    }
}
