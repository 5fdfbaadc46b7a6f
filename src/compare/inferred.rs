//! Types that Kotlin infers, as far as the text alone tells: literals, `this`, anonymous objects, calls of constructors,
//! functions that make collections, overrides of what `Any` has.
//!
//! Anything else is not known, and nothing is guessed: what is called may be declared anywhere, and give anything.

use super::scope::Scope;
use super::tokens::{Token, tokens};
use super::typed::{Erased, Name, Type};
use super::written::Written;
use crate::model::Language;

/// A type that a declaration does not state.
pub struct Inferred {
    /// As it would be written; type arguments that are not known are left out.
    pub text: String,
    pub erased: Erased,
    pub type_: Type,
    /// Whether its type arguments are known, if it has any.
    pub is_whole: bool,
}

impl Inferred {
    /// A type of Kotlin's library without type arguments.
    fn of_kotlin(name: &str, scope: &Scope<'_>) -> Self {
        let erased = scope.erase(&Written::parse(name, Language::Kotlin));
        let type_ = Type::Named { name: Name::known(format!("kotlin.{name}")), arguments: Vec::new(), nullable: false };
        Self { text: name.to_owned(), erased, type_, is_whole: true }
    }

    fn written(text: String, is_whole: bool, scope: &Scope<'_>) -> Self {
        let written = Written::parse(&text, Language::Kotlin);
        Self { erased: scope.erase(&written), type_: scope.resolve(&written), text, is_whole }
    }
}

/// Functions of `Any` with their types, which no override can narrow but by never returning.
const OF_ANY: [(&str, usize, &str); 3] = [("equals", 1, "Boolean"), ("hashCode", 0, "Int"), ("toString", 0, "String")];

/// Types of numbers, each wider than the one before.
const NUMBERS: [&str; 4] = ["Int", "Long", "Float", "Double"];

/// Functions of Kotlin's library that make collections, and the types that they state.
const MAKERS: [(&str, &str); 19] = [
    ("arrayListOf", "ArrayList"),
    ("booleanArrayOf", "BooleanArray"),
    ("byteArrayOf", "ByteArray"),
    ("emptyList", "List"),
    ("emptyMap", "Map"),
    ("emptySet", "Set"),
    ("hashMapOf", "HashMap"),
    ("hashSetOf", "HashSet"),
    ("intArrayOf", "IntArray"),
    ("linkedMapOf", "LinkedHashMap"),
    ("linkedSetOf", "LinkedHashSet"),
    ("listOf", "List"),
    ("longArrayOf", "LongArray"),
    ("mapOf", "Map"),
    ("mutableListOf", "MutableList"),
    ("mutableMapOf", "MutableMap"),
    ("mutableSetOf", "MutableSet"),
    ("setOf", "Set"),
    ("sortedSetOf", "java.util.TreeSet"),
];

/// The type of what a declaration is given: the text from its `=` or getter on, or the expression that is its body. `this` is
/// what the word means there.
#[must_use]
pub fn infer(value: &str, scope: &Scope<'_>, this: impl Fn() -> Option<Inferred>) -> Option<Inferred> {
    let all = tokens(value);
    let words: Vec<&str> = all.iter().map(|token| token.text).collect();
    let expression = match words[..] {
        ["=", ..] => &all[1..],
        ["get", "(", ")", "=", ..] => &all[4..],
        ["get" | "by", ..] => return None,
        _ => &all[..],
    };
    if let Some((name, length)) = literal(expression) {
        return ends(&expression[length..]).then(|| Inferred::of_kotlin(name, scope));
    }
    if is_this(expression) {
        return this();
    }
    if let Some((text, _)) = object(expression).filter(|(_, length)| ends(&expression[*length..])) {
        return Some(Inferred::written(text, true, scope));
    }
    let call = call(expression)?;
    if !ends(&expression[call.length..]) {
        return None;
    }
    made(&call, &expression[..call.length], scope)
}

/// The type of what overrides a function of `Any`.
#[must_use]
pub fn infer_of_any(name: &str, parameters: usize, value: &str, scope: &Scope<'_>) -> Option<Inferred> {
    let first = tokens(value).iter().map(|token| token.text).find(|word| *word != "=")?;
    let never_returns = ["throw", "TODO", "error"].contains(&first);
    let (.., type_) = OF_ANY.iter().find(|(known, count, _)| (*known, *count) == (name, parameters))?;
    (!never_returns).then(|| Inferred::of_kotlin(type_, scope))
}

/// Whether an expression ends before these tokens: nothing follows, or an accessor.
fn ends(rest: &[Token<'_>]) -> bool {
    let modifiers = ["private", "protected", "internal", "public", "inline", ";"];
    let after = rest.iter().map(|token| token.text).find(|word| !modifiers.contains(word));
    after.is_none_or(|word| matches!(word, "get" | "set"))
}

/// Whether an expression gives the object that it is in: `this`, `apply { }`.
fn is_this(expression: &[Token<'_>]) -> bool {
    let mut words = expression.iter().map(|token| token.text);
    let length = match (words.next(), words.next()) {
        (Some("this"), _) => Some(1),
        (Some("apply" | "also"), Some("{")) => closed(expression, 1, "{", "}"),
        _ => None,
    };
    length.is_some_and(|length| ends(&expression[length..]))
}

/// The type of a literal, or of a sum or product of numbers, and how many tokens it has.
fn literal(tokens: &[Token<'_>]) -> Option<(&'static str, usize)> {
    let first = tokens.first()?.text;
    match first.as_bytes().first()? {
        b'"' => return Some(("String", 1)),
        b'\'' => return Some(("Char", 1)),
        _ if matches!(first, "true" | "false") => return Some(("Boolean", 1)),
        _ => {}
    }
    let mut widest = 0;
    let mut at = 0;
    loop {
        at += usize::from(tokens.get(at).is_some_and(|token| matches!(token.text, "-" | "+")));
        let (width, length) = number(&tokens[at..])?;
        widest = widest.max(width);
        at += length;
        if !tokens.get(at).is_some_and(|token| matches!(token.text, "+" | "-" | "*" | "/" | "%")) {
            return Some((NUMBERS[widest], at));
        }
        at += 1;
    }
}

/// The place of a number's type among [`NUMBERS`], and how many tokens it has: `1.5` has three.
fn number(tokens: &[Token<'_>]) -> Option<(usize, usize)> {
    let is_digits = |token: &&Token<'_>| token.text.starts_with(|c: char| c.is_ascii_digit());
    let whole = tokens.first().filter(is_digits)?.text;
    let radix = match whole.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0b" | "0B") => 2,
        _ => 10,
    };
    let fraction = tokens.get(1).filter(|token| token.text == ".").and_then(|_| tokens.get(2).filter(is_digits));
    let (last, mut length) = fraction.map_or((whole, 1), |fraction| (fraction.text, 3));
    if radix == 10 && (fraction.is_some() || last.contains(['e', 'E', 'f', 'F'])) {
        // Of `1e-5` the exponent has a token of its own.
        if last.ends_with(['e', 'E']) {
            length += 2;
        }
        let is_float = tokens.get(length - 1)?.text.ends_with(['f', 'F']);
        return Some((if is_float { 2 } else { 3 }, length));
    }
    if whole.ends_with('L') {
        return Some((1, 1));
    }
    let digits: String = if radix == 10 { whole } else { &whole[2..] }.replace('_', "");
    // `u` and what else may stand behind is not a number of these four.
    let value = u64::from_str_radix(&digits, radix).ok()?;
    Some((usize::from(value > i32::MAX as u64), 1))
}

/// A name, its type arguments as written, and what is called with them.
struct Call {
    name: String,
    arguments: String,
    length: usize,
}

fn call(tokens: &[Token<'_>]) -> Option<Call> {
    let named = named(tokens)?;
    if tokens.get(named.length)?.text != "(" {
        return None;
    }
    Some(Call { length: closed(tokens, named.length, "(", ")")?, ..named })
}

/// A qualified name with type arguments.
fn named(tokens: &[Token<'_>]) -> Option<Call> {
    let mut at = 0;
    let mut name = String::new();
    loop {
        name.push_str(tokens.get(at).filter(|token| token.is_word)?.text);
        at += 1;
        if tokens.get(at)?.text != "." {
            break;
        }
        name.push('.');
        at += 1;
    }
    let from = at;
    if tokens[at].text == "<" {
        at = closed(tokens, at, "<", ">")?;
    }
    let parts = tokens[from..at].iter().map(|token| if token.text == "," { ", " } else { token.text });
    Some(Call { name, arguments: parts.collect(), length: at })
}

/// The type of an anonymous object with one supertype, which is that one where others see it, and how many tokens it has.
fn object(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let [object, colon, rest @ ..] = tokens else { return None };
    if object.text != "object" || colon.text != ":" {
        return None;
    }
    let Call { name, arguments, length } = named(rest)?;
    let open = if rest.get(length)?.text == "(" { closed(rest, length, "(", ")")? } else { length };
    if rest.get(open)?.text != "{" {
        return None;
    }
    Some((name + &arguments, closed(rest, open, "{", "}")? + 2))
}

/// The place behind the bracket that closes the one at a place.
fn closed(tokens: &[Token<'_>], from: usize, open: &str, close: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        depth += usize::from(token.text == open);
        if token.text == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

/// What a call of these tokens makes.
fn made(call: &Call, tokens: &[Token<'_>], scope: &Scope<'_>) -> Option<Inferred> {
    let states_arguments = !call.arguments.is_empty() && !call.arguments.contains('_');
    if let Some((_, type_)) = MAKERS.iter().find(|(maker, _)| *maker == call.name) {
        if states_arguments || type_.ends_with("Array") {
            return Some(Inferred::written(format!("{type_}{}", call.arguments), true, scope));
        }
        let element = if type_.ends_with("Map") { None } else { element(tokens) };
        return Some(match element {
            Some(element) => Inferred::written(format!("{type_}<{element}>"), true, scope),
            None => Inferred::written((*type_).to_owned(), false, scope),
        });
    }
    let simple = call.name.rsplit('.').next().unwrap_or(&call.name);
    if !simple.starts_with(|c: char| c.is_uppercase()) {
        return None;
    }
    let erased = scope.erase(&Written::parse(&call.name, Language::Kotlin));
    let name = erased.name.as_ref().filter(|_| erased.dimensions == 0)?;
    // A function may be called like a type, and give anything; of Java nothing else is.
    let of_java = || name.is_known() && ["java.", "javax."].iter().any(|root| name.likeliest().starts_with(root));
    let is_one = scope.makes(name).unwrap_or_else(of_java);
    let is_whole = states_arguments || scope.is_plain(name);
    let text = if states_arguments { call.name.clone() + &call.arguments } else { call.name.clone() };
    is_one.then(|| Inferred::written(text, is_whole, scope))
}

/// The type of the elements that a call is given, where all of them are literals of one type.
fn element(call: &[Token<'_>]) -> Option<&'static str> {
    let open = call.iter().position(|token| token.text == "(")?;
    let mut rest = &call[open + 1..call.len().checked_sub(1)?];
    let mut found = None;
    while !rest.is_empty() {
        let (name, length) = literal(rest)?;
        if found.is_some_and(|known| known != name) {
            return None;
        }
        found = Some(name);
        rest = match &rest[length..] {
            [comma, more @ ..] if comma.text == "," => more,
            [] => &[],
            _ => return None,
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let of = |text: &str| {
            let all = tokens(text);
            literal(&all).filter(|(_, length)| ends(&all[*length..])).map(|(name, _)| name)
        };
        for (text, wanted) in [
            ("1", "Int"),
            ("-1 private set", "Int"),
            ("1_000L", "Long"),
            ("60 * 1000L", "Long"),
            ("0xFFFF_FFFF", "Long"),
            ("0x1F", "Int"),
            ("2147483648", "Long"),
            ("1.5", "Double"),
            ("1e-5 + 1", "Double"),
            ("1.5e3f", "Float"),
            ("2f", "Float"),
            ("'x'", "Char"),
            ("\"a $b\"", "String"),
            ("false", "Boolean"),
        ] {
            assert_eq!(of(text), Some(wanted), "{text}");
        }
        let of_object = |text: &str| object(&tokens(text)).map(|(name, _)| name);
        assert_eq!(of_object("object : A.B<C, D>(1) { val x = { } }").as_deref(), Some("A.B<C, D>"));
        assert_eq!(of_object("object : A, B { }"), None);
        for text in ["this", "apply { a({ }) }", "also { }"] {
            assert!(is_this(&tokens(text)), "{text}");
        }
        for text in ["this.a", "this@A", "apply { }.a", "apply(a)"] {
            assert!(!is_this(&tokens(text)), "{text}");
        }
        for text in ["1u", "1 shl 2", "1..2", "1.toLong()", "\"a\".length", "2 * N", "-x", "", "1."] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
