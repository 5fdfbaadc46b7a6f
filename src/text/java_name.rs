//! Names in Java: what is one, and what stands for one that another language gave.

/// Words that are no names in Java, in order.
const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Whether a Java file can declare something of this name.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    text.starts_with(|c: char| part(c) && !c.is_numeric()) && text.chars().all(part) && !is_reserved(text)
}

/// Whether it is a word of Java's own, which other languages may name a type by.
#[must_use]
pub fn is_reserved(text: &str) -> bool {
    RESERVED.binary_search(&text).is_ok()
}

/// A name as it is, or made one: for references to what Java cannot name.
#[must_use]
pub fn name(text: &str) -> String {
    if is_name(text) {
        return text.to_owned();
    }
    let mut made: String =
        text.chars().map(|c| if c == '_' || c == '$' || c.is_alphanumeric() { c } else { '_' }).collect();
    if !is_name(&made) {
        made.insert(0, '_');
    }
    if made == "_" { "__".to_owned() } else { made }
}

/// A package's name with dots. `enum` and `assert` were no reserved words once, and packages are still called so.
#[must_use]
pub fn package(internal: &str) -> String {
    let part = |part: &str| if matches!(part, "enum" | "assert") { part.to_owned() } else { name(part) };
    internal.split('/').filter(|part| !part.is_empty()).map(part).collect::<Vec<_>>().join(".")
}

/// The name that an outline gives a type whose real name holds words of Java's own: dots between segments. None where it holds none, and
/// where Java cannot name it otherwise: of such a type there is no outline.
#[must_use]
pub fn made(qualified: &str) -> Option<String> {
    if !qualified.split('.').any(is_reserved) {
        return None;
    }
    let part = |part: &str| {
        let is_known = part.is_empty() || is_name(part) || is_reserved(part);
        is_known.then(|| if is_reserved(part) { name(part) } else { part.to_owned() })
    };
    Some(qualified.split('.').map(part).collect::<Option<Vec<_>>>()?.join("."))
}

/// Whether the outline at a path can be of the type of this real name: its file is called as the type, or as one around it.
#[must_use]
pub fn is_outline_of(path: &str, qualified: &str) -> bool {
    let Some(stem) = path.strip_suffix(".class") else { return false };
    let real = qualified.replace('.', "/");
    let mut ends = real.match_indices('/').map(|(at, _)| at).chain([real.len()]);
    ends.any(|end| stem.strip_suffix(&real[..end]).is_some_and(|root| root.is_empty() || root.ends_with('/')))
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, is_name, is_outline_of, made, name};

    #[test]
    fn names_are_names() {
        assert!(RESERVED.is_sorted());
        assert!(is_name("a$1") && is_name("é") && !is_name("1a") && !is_name("do") && !is_name("a-b") && !is_name(""));
        assert_eq!(
            (name("a-b"), name("do"), name("1"), name("")),
            ("a_b".into(), "_do".into(), "_1".into(), "__".into())
        );
        assert_eq!(made("scala.package.do$").as_deref(), Some("scala._package.do$"));
        assert_eq!((made("a.b.C"), made(""), made("a.b-c"), made("a.do.b-c")), (None, None, None, None));
        assert!(is_outline_of("p/do.class", "p.do") && is_outline_of("p/do.class", "p.do.Inner"));
        assert!(is_outline_of("META-INF/versions/9/p/do.class", "p.do") && is_outline_of("p/do.class", "do"));
        assert!(!is_outline_of("p/_do.class", "p.do") && !is_outline_of("p/redo.class", "do"));
    }
}
