//! The texts of rows, with names spelt out that mean another type in the other version: `ServletRequest` of `javax.servlet` in
//! the one and of `jakarta.servlet` in the other looks like no change at all.

use std::borrow::Cow;

use super::header;
use super::names::Site;
use super::pair::Pair;
use super::side::Side;
use super::tokens::{Token, tokens};
use super::{CompareError, In, Place, Row, Version};
use crate::model::Language;
use crate::store::TypeRow;

/// Spells out such names in the rows of a pair.
///
/// # Errors
/// When an index cannot be read.
pub fn spell_out(pair: &Pair<'_>, (old, new): (&Side, &Side), rows: &mut [Row]) -> Result<(), CompareError> {
    for row in rows.iter_mut().filter(|row| row.old.is_some() || row.new.is_some()) {
        let moved = row.moved_to.as_ref().map(|(name, _)| new.declarations(name));
        let is_elsewhere = moved.as_ref().is_some_and(Vec::is_empty);
        let is_header = row.member.is_none();
        let before = site(old, &pair.old.rows, row.old_place, is_header).of(Version::Old)?;
        let after = site(new, moved.as_deref().unwrap_or(&pair.new.rows), row.new_place, is_header).of(Version::New)?;
        if let Some((before, after)) = before.zip(after)
            && !is_elsewhere
        {
            let is_same = row.old == row.new;
            row.old = row.old.take().map(|text| spelt(&text, &before, &after, is_same).into_owned());
            row.new = row.new.take().map(|text| spelt(&text, &after, &before, is_same).into_owned());
        }
    }
    Ok(())
}

/// Where the text of a row was written: a facade has a declaration for each of its files.
fn site<'a>(
    side: &'a Side,
    rows: &[&'a TypeRow],
    place: Option<Place>,
    is_header: bool,
) -> Result<Option<Site<'a>>, crate::store::read::StoreError> {
    let there = place.and_then(|place| rows.iter().find(|row| row.file == place.file));
    let Some(row) = there.or(rows.first()).copied() else { return Ok(None) };
    if is_header { Site::header(side, row) } else { Site::body(side, row) }.map(Some)
}

/// The text with the names spelt out that mean another type at the other site. What only one of them imports is left alone, but
/// where the texts are the same, in which nothing else tells what changed.
fn spelt<'t>(text: &'t str, here: &Site<'_>, there: &Site<'_>, is_same: bool) -> Cow<'t, str> {
    let variables = variables(text, here);
    let mut out = String::new();
    let mut done = 0;
    for name in type_names(text, here.row.language) {
        let first = name.split('.').next().unwrap_or(name);
        if variables.iter().any(|variable| variable == first) {
            continue;
        }
        let (meant, other) = (here.look_up(name), there.look_up(name));
        let is_told = is_same || meant.is_known() && other.is_known();
        if is_told && !meant.is(&other) && meant.likeliest() != name {
            let at = name.as_ptr().addr() - text.as_ptr().addr();
            out.push_str(&text[done..at]);
            out.push_str(meant.likeliest());
            done = at + name.len();
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// The type variables of a declaration and of the types around it.
fn variables(text: &str, here: &Site<'_>) -> Vec<String> {
    let around = std::iter::successors(Some(here.row), |row| here.side.owner(row));
    let of_type = |row| header::type_variables(here.side, row).unwrap_or_default();
    let declared = around.flat_map(of_type).chain(header::own_variables(text, here.row.language));
    declared.map(|variable| variable.name).collect()
}

/// Words of Java behind which a type may stand, modifiers aside.
const BEFORE_TYPES: [&str; 7] = ["extends", "super", "implements", "throws", "permits", "new", "transitive"];

/// The names in a declaration that stand where types do, dots and all: not what is declared itself, nor parameters.
fn type_names(text: &str, language: Language) -> Vec<&str> {
    let tokens = tokens(text);
    let word = |at: usize| tokens.get(at).is_some_and(|token| token.is_word);
    let is = |at: usize, wanted: &str| tokens.get(at).is_some_and(|token| token.text == wanted);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let first = at;
        at += 1;
        if !word(first) {
            continue;
        }
        while is(at, ".") && word(at + 1) {
            at += 2;
        }
        // Behind an extension's receiver stands the name of what is declared.
        let is_upper = |at: &usize| tokens[*at].text.starts_with(char::is_uppercase);
        let Some(last) = (first..at).step_by(2).rfind(is_upper) else { continue };
        let is_plain = first + 1 == at;
        let before = first.checked_sub(1);
        let is_declared = is(at, "(")
            || match language {
                Language::Kotlin => is(at, ":") || before.is_some_and(|before| is(before, "val") || is(before, "var")),
                Language::Java => before.is_some_and(|before| ends_type(&tokens, before)),
            };
        if !(is_plain && is_declared) {
            let start = tokens[first].text.as_ptr().addr() - text.as_ptr().addr();
            let end = tokens[last].text.as_ptr().addr() - text.as_ptr().addr() + tokens[last].text.len();
            found.push(&text[start..end]);
        }
    }
    found
}

/// Whether a type of Java ends at a token: a name follows.
fn ends_type(tokens: &[Token<'_>], at: usize) -> bool {
    match tokens[at].text {
        "]" | "..." => true,
        ">" => {
            // Behind the variables that a method declares stands a type.
            let mut depth = 0_usize;
            let open = (0..=at).rev().find(|place| {
                depth += usize::from(tokens[*place].text == ">");
                depth -= usize::from(tokens[*place].text == "<");
                depth == 0
            });
            open.and_then(|open| open.checked_sub(1)).is_some_and(|before| ends_type(tokens, before))
        }
        word if tokens[at].is_word => {
            let mut first = at;
            while first >= 2 && tokens[first - 1].text == "." {
                first -= 2;
            }
            let is_annotation = first.checked_sub(1).is_some_and(|before| tokens[before].text == "@");
            !is_annotation && !BEFORE_TYPES.contains(&word) && !header::is_modifier(word)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::type_names;
    use crate::model::Language::{Java, Kotlin};

    #[test]
    fn names_of_types_are_told_from_what_is_declared() {
        for (language, text, expected) in [
            (Java, "public <T extends A> a.B.C f(Map.Entry<K, V> x, String... Rest)", "T A a.B.C Map.Entry K V String"),
            (Java, "public static final Foo Foo", "Foo"),
            (Java, "Foo Foo(@Nullable Foo[] Foo, List<Foo> Bar) throws Baz", "Foo Nullable Foo List Foo Baz"),
            (Java, "public record R(Foo Foo, int FOO) implements Bar", "Foo Bar"),
            (Kotlin, "fun Foo(x: Int, Foo: Bar = \"Foo\"): Foo", "Int Bar Foo"),
            (Kotlin, "fun <T> Foo<T>.bar(g: Baz.() -> Unit)", "T Foo T Baz Unit"),
            (Kotlin, "fun a.Foo.plus(other: Foo): Foo", "a.Foo Foo Foo"),
            (Kotlin, "val Foo.Bar: Baz", "Foo.Bar Baz"),
            (Kotlin, "val Bar: Bar", "Bar"),
        ] {
            assert_eq!(type_names(text, language).join(" "), expected, "{text}");
        }
    }
}
