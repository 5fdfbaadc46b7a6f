//! What runs when a class is initialised: values of fields, each taken out of a declaration of several, and static blocks.

use super::bodies;
use super::member::{Member, Shape};
use super::tokens::{Token, tokens, walk};
use crate::model::{ByteRange, Language};

/// The initial value of a field of a type with these members, from its `=` on; empty where it has none. Of a constant of an enum,
/// what its constructor is given, and its own body.
#[must_use]
pub fn of_field<'t>(field: &Member, members: &[Member], text: &'t str) -> &'t str {
    let declaration = field.bytes.of(text);
    if field.kind == "enum_constant" {
        return of_constant(declaration, &field.name);
    }
    // `int a, b = 2;` declares both: they stand in the same place.
    let beside = |other: &&Member| {
        other.shape == Shape::Field
            && other.file == field.file
            && other.bytes == field.bytes
            && other.name != field.name
    };
    let others: Vec<&str> = members.iter().filter(beside).map(|other| other.name.as_str()).collect();
    if others.is_empty() || field.language != Language::Java {
        return bodies::value(declaration);
    }
    let tokens = tokens(declaration);
    let starts = |at: usize, name: &str| tokens[at].text == name && is_declarator(&tokens[at + 1..]);
    let ends = |at: usize| at < tokens.len() && others.iter().any(|other| starts(at, other));
    let mut depth = 0_usize;
    let mut from = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => return slice(declaration, from, token),
            "," if depth == 0 && from.is_some() && ends(at + 1) => return slice(declaration, from, token),
            _ if depth == 0 && from.is_none() && starts(at, &field.name) => from = tokens.get(at + 1),
            _ => {}
        }
    }
    from.map_or("", |from| &declaration[place(declaration, from)..])
}

/// What follows the name of an enum's constant.
fn of_constant<'t>(declaration: &'t str, name: &str) -> &'t str {
    let mut depth = 0_usize;
    let mut before = "";
    for token in walk(declaration) {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            // What an annotation is called stands behind other signs.
            text if depth == 0 && text.trim_matches('`') == name && !matches!(before, "@" | ".") => {
                return &declaration[place(declaration, &token) + text.len()..];
            }
            _ => {}
        }
        before = token.text;
    }
    ""
}

/// Whether what follows a name is what follows the name of a declarator.
fn is_declarator(after: &[Token<'_>]) -> bool {
    let dimensions = after.iter().take_while(|token| matches!(token.text, "[" | "]")).count();
    after.get(dimensions).is_none_or(|token| matches!(token.text, "=" | "," | ";"))
}

/// From the `=` of a declarator whose name `from` follows to the token that ends it.
fn slice<'t>(declaration: &'t str, from: Option<&Token<'t>>, end: &Token<'t>) -> &'t str {
    let Some(from) = from else { return "" };
    let declarator = &declaration[place(declaration, from)..place(declaration, end)];
    declarator.find('=').map_or("", |at| &declarator[at..])
}

fn place(text: &str, token: &Token<'_>) -> usize {
    token.text.as_ptr().addr() - text.as_ptr().addr()
}

/// Blocks of a type that run when it, or an object of it, is initialised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocks {
    /// `static { }` of Java.
    Static,
    /// `{ }` of Java.
    Instance,
    /// `init { }` of Kotlin.
    Init,
}

/// The blocks of this kind in a type's declaration, in order. `inside` is what stands in it and is compared for itself: members and
/// member types.
#[must_use]
pub fn blocks(wanted: Blocks, text: &str, type_: ByteRange, mut inside: Vec<ByteRange>) -> Vec<ByteRange> {
    inside.sort_unstable_by_key(|range| range.start);
    let mut blocks = Vec::new();
    let mut is_in_body = false;
    let mut from = type_.start;
    let end = ByteRange { start: type_.end, end: type_.end };
    for range in inside.into_iter().chain([end]) {
        if range.start > from {
            let piece = ByteRange { start: from, end: range.start };
            blocks_between(wanted, text, piece, &mut is_in_body, &mut blocks);
        }
        from = from.max(range.end);
    }
    blocks
}

/// The blocks of a piece of a type's declaration. Its body begins with the first brace that stands in no parentheses.
fn blocks_between(wanted: Blocks, text: &str, piece: ByteRange, is_in_body: &mut bool, blocks: &mut Vec<ByteRange>) {
    let piece_text = piece.of(text);
    let tokens = tokens(piece_text);
    let at = |token: &Token<'_>| piece.start + place(piece_text, token) as u32;
    let mut open: Option<(u32, usize)> = None;
    let mut round = 0_usize;
    let word = match wanted {
        Blocks::Static => Some("static"),
        Blocks::Init => Some("init"),
        Blocks::Instance => None,
    };
    for (number, token) in tokens.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| &tokens[before]);
        let is_start = match word {
            Some(word) => before.is_some_and(|before| before.text == word),
            None => before.is_none_or(|before| matches!(before.text, "{" | "}" | ";")),
        };
        if open.is_none() {
            round += usize::from(token.text == "(");
            round = round.saturating_sub(usize::from(token.text == ")"));
        }
        open = match (open, token.text) {
            (None, "{") if !*is_in_body && round == 0 => {
                *is_in_body = true;
                None
            }
            (None, "{") if *is_in_body && is_start => Some((at(before.filter(|_| word.is_some()).unwrap_or(token)), 1)),
            // The body of something that is compared elsewhere.
            (None, "{") if round == 0 => Some((u32::MAX, 1)),
            (Some((start, depth)), "{") => Some((start, depth + 1)),
            (Some((start, 1)), "}") => {
                if start != u32::MAX {
                    blocks.push(ByteRange { start, end: at(token) + 1 });
                }
                None
            }
            (Some((start, depth)), "}") => Some((start, depth - 1)),
            (open, _) => open,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_blocks_are_told_from_what_is_inside_members() {
        let text = "@X({1}) class A { static { a(); { } } { x(); { } } static int b; \
                    void m() { new B() { static { } { } }; } static { } { } }";
        let (start, end) = (text.find("void").unwrap() as u32, text.find("}; }").unwrap() as u32 + 4);
        let inside = vec![ByteRange { start, end }];
        let of = |wanted| {
            let found = blocks(wanted, text, ByteRange { start: 0, end: text.len() as u32 }, inside.clone());
            found.iter().map(|range| range.of(text)).collect::<Vec<&str>>()
        };
        assert_eq!(of(Blocks::Static), ["static { a(); { } }", "static { }"]);
        assert_eq!(of(Blocks::Instance), ["{ x(); { } }", "{ }"]);
    }

    #[test]
    fn blocks_of_kotlin_are_told_from_headers() {
        let text = "@A(b = { init { } }) class C(val a: () -> Unit = { init { } }) : D({ }) { init { a() } val x = 1\n init { } }";
        let (start, end) = (text.find("val x").unwrap() as u32, text.find("1\n").unwrap() as u32 + 1);
        let found =
            blocks(Blocks::Init, text, ByteRange { start: 0, end: text.len() as u32 }, vec![ByteRange { start, end }]);
        let found: Vec<&str> = found.iter().map(|range| range.of(text)).collect();
        assert_eq!(found, ["init { a() }", "init { }"]);
    }
}
