//! What the types extend that no list of declarations holds: objects without a name, classes in bodies, entries of enums.
//!
//! A name too many costs whoever looks for subtypes a look into the file; one too few hides a subtype.

use super::outline::{is_companion, is_type_keyword};
use super::tokens::{TokenKind, Tokens};

/// How many tokens of an enum's header are read, those in parentheses left out; real ones stay below fifty.
const LONGEST_HEADER: usize = 200;

/// The words that stand where supertypes do, of an enum whose entries have bodies its own name; in order, each once.
/// `with_names`: types with names are declared in bodies.
pub fn supertypes(tokens: &Tokens, with_names: bool) -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    add(tokens, with_names, &mut found);
    for template in &tokens.templates {
        let text = template.of(tokens.text);
        if text.contains("object") || text.contains("class") {
            add(&Tokens::within(tokens.text, *template), true, &mut found);
        }
    }
    let mut found: Vec<String> = found.into_iter().map(|name| name.trim_matches('`').to_owned()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn add<'a>(tokens: &Tokens<'a>, with_names: bool, found: &mut Vec<&'a str>) {
    // Where headers meet, the rest of one is that of the other: no token is read twice.
    let mut is_read = vec![false; tokens.code.len()];
    let mut header = |first: usize, found: &mut Vec<&'a str>| header(tokens, first, &mut is_read, found);
    for at in 0..tokens.code.len() {
        match tokens.word(at) {
            "object" if tokens.is(at + 1, b':') && !tokens.is(at + 2, b':') && !is_companion(tokens, at) => {
                header(at + 2, found);
            }
            "class" if is_type_keyword(tokens, at) => {
                if at > 0 && tokens.word(at - 1) == "enum" && has_bodies(tokens, at + 2) {
                    found.push(tokens.word(at + 1));
                }
                if with_names {
                    header(at + 2, found);
                }
            }
            "interface" | "object" if with_names && is_type_keyword(tokens, at) => header(at + 2, found),
            _ => {}
        }
    }
}

/// The words of a header, up to its body or to what is around it; of what stands in parentheses, none.
fn header<'a>(tokens: &Tokens<'a>, first: usize, is_read: &mut [bool], found: &mut Vec<&'a str>) {
    let (mut at, mut delegates) = (first, false);
    while let Some(token) = tokens.code.get(at).filter(|_| !is_read[at]) {
        is_read[at] = true;
        match token.kind {
            TokenKind::Word => {
                delegates |= tokens.word(at) == "by";
                found.push(tokens.word(at));
            }
            TokenKind::Punctuation(b'(' | b'[') => at = tokens.closing(at),
            // A lambda of what a delegate is made by.
            TokenKind::Punctuation(b'{') if delegates && goes_on(tokens, tokens.closing(at) + 1) => {
                at = tokens.closing(at);
            }
            TokenKind::Punctuation(b'{' | b'}' | b')' | b']' | b';') => return,
            _ => {}
        }
        at += 1;
    }
}

/// Whether an expression goes on at `at`, behind a lambda, or a list does.
fn goes_on(tokens: &Tokens, at: usize) -> bool {
    let Some(token) = tokens.code.get(at) else { return false };
    match token.kind {
        TokenKind::Punctuation(byte) => !matches!(byte, b'}' | b')' | b']' | b';' | b'@'),
        // What stands between two values: `as`, a function without parentheses.
        TokenKind::Word => !tokens.starts_line(at),
        TokenKind::Literal => false,
    }
}

/// Whether an entry of the enum has a body whose header goes on at `first`.
fn has_bodies(tokens: &Tokens, first: usize) -> bool {
    let mut at = first;
    for _ in 0..LONGEST_HEADER {
        if tokens.is(at, b'{') || tokens.is(at, b'}') {
            break;
        }
        at = if tokens.is(at, b'(') { tokens.closing(at) + 1 } else { at + 1 };
    }
    if !tokens.is(at, b'{') {
        return false;
    }
    let end = tokens.closing(at);
    at += 1;
    while at < end && !tokens.is(at, b';') {
        match tokens.code[at].kind {
            TokenKind::Punctuation(b'{') => return true,
            TokenKind::Punctuation(b'(') => at = tokens.closing(at) + 1,
            _ => at += 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::supertypes;
    use crate::parse::kotlin::tokens::Tokens;

    #[test]
    fn objects_without_names_and_types_in_bodies_tell_what_they_extend() {
        for (text, with_names, expected) in [
            (
                "val a = object : Base<T>(f(x)), Other by mk { y }, Third { val b = Own() }",
                false,
                "Base Other T Third by mk",
            ),
            ("val a = object : Run by lazy { 1 }.value, Base { }", false, "Base Run by lazy value"),
            ("val a = object : Run by mk { 1 } { 2 } ?: other, Base { val b = Own() }", false, "Base Run by mk other"),
            ("companion object : Base { }\nobject Named : Base", false, ""),
            ("fun f() { class Local(val a: A) : Base(a) { } }", true, "Base"),
            (
                "enum class Kind(val a: Int) : Base { A(1) { override fun f() = 1 }, B(2) { } ; fun f() = 0 }",
                false,
                "Kind",
            ),
            ("enum class Kind { A, B; fun f() { } }", false, ""),
            ("val s = \"${object : Base { }}\"", false, "Base"),
            ("val c = X::class", false, ""),
        ] {
            assert_eq!(supertypes(&Tokens::of(text), with_names).join(" "), expected, "{text}");
        }
    }
}
