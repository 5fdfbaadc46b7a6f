//! Symbols in what is pasted: a piece of code, a path, a line of a stack trace, a method as reflection and the virtual machine print it.

use std::borrow::Cow;

use super::Symbol;
use crate::error::Failure;
use crate::search::frame::{Frame, as_written};
use crate::tools::signature::without_generics;

/// Words before the name of a declaration, an import, or a call of a constructor.
const BEFORE_NAMES: [&str; 40] = [
    "abstract",
    "actual",
    "annotation",
    "at",
    "class",
    "companion",
    "const",
    "data",
    "default",
    "enum",
    "expect",
    "external",
    "final",
    "fun",
    "import",
    "infix",
    "inline",
    "inner",
    "interface",
    "internal",
    "lateinit",
    "native",
    "new",
    "object",
    "open",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "record",
    "sealed",
    "static",
    "suspend",
    "synchronized",
    "tailrec",
    "typealias",
    "val",
    "value",
    "var",
];

/// What a text names.
pub struct Pasted {
    pub symbol: Symbol,
    /// It is a line of a stack trace, which has whole names.
    pub is_frame: bool,
    /// The line of the frame, in the file that declares the symbol.
    pub line: Option<u32>,
}

/// Reads the symbol that stands in this argument, as it is or in what was pasted.
///
/// # Errors
/// `invalid_argument` for what names nothing.
pub fn pasted(argument: &str, text: &str) -> Result<Pasted, Failure> {
    if let Some(Frame { name, line }) = Frame::parse(text) {
        return Ok(Pasted { symbol: Symbol::parse(argument, &name)?, is_frame: true, line });
    }
    let symbol = Symbol::parse(argument, &named(text))?;
    Ok(Pasted { symbol, is_frame: false, line: None })
}

/// The symbol that stands in what was pasted: `class Splitter`, `new Splitter(`, `com/google/Splitter`, `Lcom/google/Splitter;`,
/// `Splitter.class`, `static boolean a.B.is(java.lang.String) throws E`, `SplitKt.split-VtjQ1oo`. What is none of these is left as
/// it is.
pub fn named(text: &str) -> Cow<'_, str> {
    if text.contains('`') {
        return Cow::Borrowed(text);
    }
    match without_more(text) {
        Cow::Borrowed(name) => as_written(name),
        Cow::Owned(name) => Cow::Owned(as_written(&name).into_owned()),
    }
}

/// The symbol in what was pasted as it stands there.
fn without_more(text: &str) -> Cow<'_, str> {
    let mut rest = without_modifiers(text.trim().trim_matches(['\'', '"']));
    if let Some(method) = method(rest) {
        return method;
    }
    rest = rest.strip_suffix(';').filter(|name| !name.starts_with('L') || !name.contains('/')).unwrap_or(rest);
    for ending in ["::class.java", "::class", ".class"] {
        rest = rest.strip_suffix(ending).filter(|name| !name.is_empty()).unwrap_or(rest);
    }
    let of_machine = rest.strip_prefix('L').and_then(|name| name.strip_suffix(';')).filter(|name| name.contains('/'));
    let path = of_machine.unwrap_or(rest);
    let is_path = path.contains('/') && !path.contains(['(', '#', ':', '<']) && !path.contains(char::is_whitespace);
    if !is_path || path.starts_with('/') || path.ends_with('/') {
        return Cow::Borrowed(rest);
    }
    let ending = [".java", ".kt", ".class"].iter().find_map(|ending| path.strip_suffix(ending));
    Cow::Owned(ending.unwrap_or(path).replace('/', "."))
}

/// A text from what no declaration has before its name on.
pub fn without_modifiers(text: &str) -> &str {
    let mut rest = text;
    while let Some((word, behind)) = rest.split_once(char::is_whitespace) {
        let behind = behind.trim_start();
        if !BEFORE_NAMES.contains(&word.trim_start_matches('@')) || behind.is_empty() {
            break;
        }
        rest = behind;
    }
    rest
}

/// A method with what stands around it: its result before it, exceptions or a body behind it, or a descriptor of types.
fn method(text: &str) -> Option<Cow<'_, str>> {
    let (open, close) = (text.find('(')?, text.rfind(')')?);
    let parameters = text.get(open + 1..close)?;
    let head = text[..open].trim_end();
    let name = head.rsplit(char::is_whitespace).next()?;
    let behind = text[close + 1..].trim();
    let before = &head[..head.len() - name.len()];
    let is_closed = before.matches('>').count() <= before.matches('<').count();
    let before = without_generics(before);
    if !is_closed
        || before.split_whitespace().count() > 1
        || before.contains(|c: char| !c.is_alphanumeric() && !" ._$[]?&".contains(c))
    {
        return None;
    }
    let is_declared = behind.is_empty() || behind.starts_with([':', '{', ';', '=']) || behind.starts_with("throws ");
    if let Some(types) = descriptor(parameters).filter(|_| !is_declared && descriptor(behind).is_some()) {
        return Some(Cow::Owned(format!("{}({})", name.replace('/', "."), types.join(", "))));
    }
    (is_declared && (behind.len() + before.len() > 0)).then(|| Cow::Borrowed(&text[head.len() - name.len()..=close]))
}

/// The types that a descriptor of class files lists: `ZLjava/lang/String;[J`.
fn descriptor(text: &str) -> Option<Vec<String>> {
    let mut types = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (name, behind) = match element.chars().next()? {
            'Z' => ("boolean".to_owned(), &element[1..]),
            'B' => ("byte".to_owned(), &element[1..]),
            'C' => ("char".to_owned(), &element[1..]),
            'S' => ("short".to_owned(), &element[1..]),
            'I' => ("int".to_owned(), &element[1..]),
            'J' => ("long".to_owned(), &element[1..]),
            'F' => ("float".to_owned(), &element[1..]),
            'D' => ("double".to_owned(), &element[1..]),
            'V' => ("void".to_owned(), &element[1..]),
            'L' => {
                let (name, behind) = element[1..].split_once(';')?;
                (name.replace(['/', '$'], "."), behind)
            }
            _ => return None,
        };
        types.push(name + &"[]".repeat(dimensions));
        rest = behind;
    }
    Some(types)
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn what_is_pasted_names_a_symbol() {
        for (text, expected) in [
            ("com/google/base/Splitter", "com.google.base.Splitter"),
            ("com/google/base/Splitter.java", "com.google.base.Splitter"),
            ("Lcom/google/base/Splitter;", "com.google.base.Splitter"),
            ("class Splitter", "Splitter"),
            ("public static final class Splitter", "Splitter"),
            ("@interface Beta", "Beta"),
            ("new Splitter(String)", "Splitter(String)"),
            ("operator fun plus", "plus"),
            ("import com.google.base.Splitter;", "com.google.base.Splitter"),
            ("a.b.SplitKt.split-VtjQ1oo(long, int)", "a.b.SplitKt.split"),
            ("void a.b.T.check(boolean, java.lang.String)", "a.b.T.check(boolean, java.lang.String)"),
            ("'void a.b.T.check(int)'", "a.b.T.check(int)"),
            (
                "public static <T> java.util.Map<K, V> a.T.of(java.lang.Class<T>) throws a.E",
                "a.T.of(java.lang.Class<T>)",
            ),
            ("public String toJson(Object src) {", "toJson(Object src)"),
            ("fun read(from: Source): Int", "read(from: Source)"),
            ("a.T.check(ZLjava/lang/String;[J)V", "a.T.check(boolean, java.lang.String, long[])"),
            ("a/T.check(La/T$E;)La/T;", "a.T.check(a.T.E)"),
            ("a.T.check()V", "a.T.check()"),
            ("how does this work(now)", "how does this work(now)"),
            ("Splitter.class", "Splitter"),
            ("Splitter::class.java", "Splitter"),
            // These name what they say.
            ("class", "class"),
            ("a b", "a b"),
            ("of(Map, String...)", "of(Map, String...)"),
            ("fun `is it / so`", "fun `is it / so`"),
            ("T#div(a/b)", "T#div(a/b)"),
            ("a/", "a/"),
        ] {
            assert_eq!(named(text), expected, "{text}");
        }
    }
}
