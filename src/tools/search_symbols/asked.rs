//! What a query names: a symbol, or a piece of code, a path or a line of a stack trace that names one.

use std::borrow::Cow;

use crate::error::Failure;
use crate::search::frame::Frame;
use crate::search::type_of_file;
use crate::tools::symbol::Symbol;
use crate::tools::{Call, list_types};

/// Longest name that is looked for: no declaration's is longer than a class file allows.
const LONGEST: usize = 65_535;

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

/// What a query asks for.
pub struct Asked {
    pub symbol: Symbol,
    /// It is a line of a stack trace, which has whole names.
    pub is_frame: bool,
    /// The line of the frame, in the file that declares the symbol.
    pub line: Option<u32>,
}

/// What is asked for.
///
/// # Errors
/// `invalid_argument` for what names nothing, and for wildcards.
pub fn asked(call: &Call<'_>) -> Result<Asked, Failure> {
    let frame = Frame::parse(call.args.required("query")?).filter(|frame| frame.name.len() <= LONGEST);
    if let Some(Frame { name, line }) = frame {
        return Ok(Asked { symbol: Symbol::parse("query", &name)?, is_frame: true, line });
    }
    Ok(Asked { symbol: symbol(call)?, is_frame: false, line: None })
}

fn symbol(call: &Call<'_>) -> Result<Symbol, Failure> {
    let text = call.args.required("query")?;
    if text.len() > LONGEST {
        return Err(Failure::argument("query", "is longer than any name"));
    }
    let text = named(text);
    // What stands in parentheses are parameters, `List<*>` among them; a name between backticks may be of any characters.
    let name = text.split('(').next().unwrap_or(&text);
    if name.contains(['*', '?']) && !name.contains('`') {
        let plain = name.replace(['*', '?'], " ");
        let parts = || plain.split(' ').map(|part| part.trim_matches(['.', '#'])).filter(|part| !part.is_empty());
        let instead = match parts().max_by_key(|part| part.len()) {
            Some(plain) => format!("{plain} finds the names that begin with it or hold it"),
            None => "a part of a name finds those that hold it".to_owned(),
        };
        if parts().count() > 1 {
            let (types, filter) = (call.tool(&list_types::TOOL), call.parameter(&list_types::TOOL, "name_filter"));
            let globs = format!("{filter} of {types} takes globs in one artifact");
            return Err(Failure::argument("query", format!("takes no wildcards: {instead}, and {globs}")));
        }
        return Err(Failure::argument("query", format!("takes no wildcards: {instead}")));
    }
    Symbol::parse("query", type_of_file(&text))
}

/// The symbol that stands in what was pasted: `class Splitter`, `new Splitter(`, `com/google/Splitter`, `Lcom/google/Splitter;`,
/// `Splitter.class`. What is none of these is left as it is.
fn named(text: &str) -> Cow<'_, str> {
    if text.contains('`') {
        return Cow::Borrowed(text);
    }
    let mut rest = text.trim();
    while let Some((word, behind)) = rest.split_once(char::is_whitespace) {
        let behind = behind.trim_start();
        if !BEFORE_NAMES.contains(&word.trim_start_matches('@')) || behind.is_empty() {
            break;
        }
        rest = behind;
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
