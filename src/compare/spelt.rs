//! The texts of rows, with names spelt out that mean another type in the other version: `ServletRequest` of `javax.servlet` in
//! the one and of `jakarta.servlet` in the other looks like no change at all. So does a typealias or value class of Kotlin that is
//! another for the virtual machine, behind which stands what it is, as Kotlin's compiler writes it: `Name /* = String */`.

use std::borrow::Cow;

use super::header;
use super::names::Site;
use super::pair::Pair;
use super::scope::Scope;
use super::side::{Side, last_part};
use super::tokens::{Token, tokens};
use super::typed::Type;
use super::written::Written;
use super::{CompareError, In, Place, Row, Version};
use crate::model::{Language, TypeKind};
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
            let shown = |text: String, here: &Site<'_>, there: &Site<'_>| {
                spelt(&text, (here, there), is_same, is_header).into_owned()
            };
            row.old = row.old.take().map(|text| shown(text, &before, &after));
            row.new = row.new.take().map(|text| shown(text, &after, &before));
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
fn spelt<'t>(text: &'t str, (here, there): (&Site<'_>, &Site<'_>), is_same: bool, is_header: bool) -> Cow<'t, str> {
    let variables = variables(text, here);
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for name in type_names(text, here.row.language) {
        let first = name.split('.').next().unwrap_or(name);
        if variables.iter().any(|variable| variable == first) {
            continue;
        }
        let (meant, other) = (here.look_up(name), there.look_up(name));
        let is_told = is_same || meant.is_known() && other.is_known();
        let at = name.as_ptr().addr() - text.as_ptr().addr();
        let end = at + name.len();
        if is_told && !meant.is(&other) && meant.likeliest() != name {
            edits.push((at, end, meant.likeliest().to_owned()));
        } else if here.row.language == Language::Kotlin
            && !(is_header && name == last_part(&here.row.name))
            && meant.is(&other)
            && let Some(stands_for) = stood_for(meant.likeliest(), here.side, there.side)
            // Of what may be null there is an object.
            && !(text[end..].starts_with('?') && is_value_class(meant.likeliest(), here.side))
        {
            let end = end + arguments(&text[end..]);
            edits.push((end, end, format!(" /* = {stands_for} */")));
        }
    }
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    edits.sort_by_key(|(at, ..)| *at);
    let mut out = String::new();
    let mut done = 0;
    for (at, end, edit) in edits {
        out.push_str(&text[done..at]);
        out.push_str(&edit);
        done = end;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// How long the type arguments are that a text begins with.
fn arguments(text: &str) -> usize {
    let mut depth = 0_usize;
    for token in tokens(text) {
        match token.text {
            "<" => depth += 1,
            ">" if depth > 0 => depth -= 1,
            _ if depth == 0 => return 0,
            _ => continue,
        }
        if depth == 0 {
            return token.text.as_ptr().addr() - text.as_ptr().addr() + token.text.len();
        }
    }
    0
}

fn is_value_class(name: &str, side: &Side) -> bool {
    side.declarations(name).first().is_some_and(|row| super::kotlin::is_value_class(row))
}

/// What a typealias or value class stands for, where that is something else in another version, or nothing.
fn stood_for(name: &str, here: &Side, there: &Side) -> Option<String> {
    let own = stands_for(here, name);
    own.filter(|own| stands_for(there, name).as_ref() != Some(own))
}

fn stands_for(side: &Side, name: &str) -> Option<String> {
    let row = side.declarations(name).first().copied()?;
    if row.kind != TypeKind::Typealias {
        let held = side.held(row)?.erased;
        return held.name.map(|name| name.likeliest().to_owned() + &"[]".repeat(held.dimensions));
    }
    // What its own variables stand for at a place is not told.
    let text = side.supertypes(row).ok().filter(|_| row.type_parameters.is_empty())?.first()?.text.clone();
    let target = Scope::of(side, row).ok()?.resolve(&Written::parse(&text, Language::Kotlin));
    let of_value_class = match &target {
        Type::Named { name, .. } => {
            let row = side.declarations(name.likeliest()).first().copied();
            row.filter(|row| row.kind != TypeKind::Typealias).and_then(|_| stands_for(side, name.likeliest()))
        }
        _ => None,
    };
    Some(of_value_class.unwrap_or_else(|| if says_it_all(&target, &text) { text } else { shown(&target) }))
}

/// Whether a type is written by the names that it has.
fn says_it_all(type_: &Type, text: &str) -> bool {
    match type_ {
        Type::Named { name, arguments, .. } => {
            let simple = last_part(name.likeliest());
            let is_function = simple.split(' ').any(|word| word == "function");
            (is_function || text.contains(simple)) && arguments.iter().all(|argument| says_it_all(argument, text))
        }
        Type::Array(of) => says_it_all(of, text),
        Type::Wildcard(_, bound) => bound.as_ref().is_none_or(|bound| says_it_all(bound, text)),
        Type::Variable { .. } | Type::Unknown(_) => true,
    }
}

/// A type as Kotlin writes it, without packages.
fn shown(type_: &Type) -> String {
    let list = |list: &[Type]| list.iter().map(shown).collect::<Vec<_>>().join(", ");
    match type_ {
        Type::Named { name, arguments, nullable } => {
            let arguments = if arguments.is_empty() { String::new() } else { format!("<{}>", list(arguments)) };
            format!("{}{arguments}{}", last_part(name.likeliest()), if *nullable { "?" } else { "" })
        }
        Type::Array(of) => format!("Array<{}>", shown(of)),
        Type::Wildcard("extends", Some(bound)) => format!("out {}", shown(bound)),
        Type::Wildcard(_, Some(bound)) => format!("in {}", shown(bound)),
        Type::Wildcard(..) | Type::Variable { .. } => "*".to_owned(),
        Type::Unknown(text) => text.clone(),
    }
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
