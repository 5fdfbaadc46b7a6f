//! Classes of Kotlin as Kotlin: what bytecode hides is in the compiler's notes, which an outline is made of where they can be
//! read. Members that a compiler made (of a data class, by delegation) are told apart by the notes and left out.

mod classes;
mod compiled;
mod declarations;
mod inherited;
mod metadata;
mod types;
mod words;

use super::java::{Page, first_line};
use super::literal;
use super::names::Names;
use super::read::{self, ClassFile};
use super::{Around, LONGEST_OUTLINE};
use crate::text::java_name;
use declarations::Writer;
use metadata::Notes;

/// Says in the first line of an outline that it is Kotlin.
pub const MARK: &str = " as Kotlin;";

/// Words that are no names in Kotlin.
const RESERVED: &[&str] = &[
    "as",
    "break",
    "class",
    "continue",
    "do",
    "else",
    "false",
    "for",
    "fun",
    "if",
    "in",
    "interface",
    "is",
    "null",
    "object",
    "package",
    "return",
    "super",
    "this",
    "throw",
    "true",
    "try",
    "typealias",
    "typeof",
    "val",
    "var",
    "when",
    "while",
];

/// A name as Kotlin writes it, in backticks where it must be; none for what Kotlin cannot write on the JVM.
pub fn name(text: &str) -> Option<String> {
    let part = |c: char| c == '_' || c.is_alphanumeric();
    let is_plain = text.starts_with(|c: char| part(c) && !c.is_numeric()) && text.chars().all(part);
    if is_plain && !RESERVED.contains(&text) && !text.chars().all(|c| c == '_') {
        return Some(text.to_owned());
    }
    let is_barred = |c: char| c.is_control() || "`.;[]/<>:\\\u{2028}\u{2029}".contains(c);
    (!text.is_empty() && !text.contains(is_barred)).then(|| format!("`{text}`"))
}

/// A package's name with dots.
fn package(internal: &str) -> String {
    let part = |part: &str| name(part).unwrap_or_else(|| java_name::name(part));
    internal.split('/').filter(|part| !part.is_empty()).map(part).collect::<Vec<_>>().join(".")
}

/// Whether the compiler made this class: a file's or several files' facade, a part of one, a helper.
pub fn is_made(class: &ClassFile) -> bool {
    metadata::read(class).is_some_and(|(notes, _)| !matches!(notes, Notes::Class(_)))
}

/// The whole file; none where the root is no class of Kotlin or its notes cannot be read, an error where it would be longer
/// than an outline may be.
pub fn text(path: &str, root: &ClassFile, nested: &[ClassFile], around: &Around<'_>) -> Option<Result<String, String>> {
    let (notes, strings) = metadata::read(root)?;
    let mut names = Names::new(root, nested, around.exists).of_kotlin();
    let (folder, simple) = root.name.rsplit_once('/').unwrap_or(("", &root.name));
    let mut body = Page::default();
    let mut head = first_line(path, root).replacen("; made", &format!("{MARK} made"), 1);
    let file_name = |name: &str| format!("@file:JvmName({})\n", literal::kotlin_string(name));
    match notes {
        Notes::Made => return None,
        Notes::Facade => head.push_str("// a facade: what it has is in the files that it is made of\n"),
        Notes::File(file) => {
            head.push_str(&file_name(simple));
            let mut parameters = Vec::new();
            let mut writer = Writer::new(root, &strings, file.types.as_ref(), &mut names, &mut parameters, &mut body);
            writer.members(&file.functions, &file.properties, &file.aliases);
        }
        Notes::Part(file, facade) => {
            head.push_str(&file_name(facade.rsplit('/').next().unwrap_or_default()));
            head.push_str("@file:JvmMultifileClass\n");
            let mut parameters = Vec::new();
            let mut writer = Writer::new(root, &strings, file.types.as_ref(), &mut names, &mut parameters, &mut body);
            writer.members(&file.functions, &file.properties, &file.aliases);
        }
        Notes::Class(class) => {
            let by_outer = read::by_outer(nested);
            names.in_header = true;
            let mut parameters = Vec::new();
            let mut writer = Writer::new(root, &strings, class.types.as_ref(), &mut names, &mut parameters, &mut body);
            writer.look_around(around);
            writer.class(&class, simple, &by_outer, 0);
        }
    }
    let package = package(folder);
    if !package.is_empty() {
        head.push_str("package ");
        head.push_str(&package);
        head.push('\n');
    }
    let imports: Vec<String> = names.imports().map(|name| format!("import {name}\n")).collect();
    if !imports.is_empty() {
        head.push('\n');
        head.push_str(&imports.concat());
    }
    if !body.text.is_empty() {
        head.push('\n');
        head.push_str(&body.text);
    }
    if head.len() > LONGEST_OUTLINE || names.is_exhausted() {
        return Some(Err(format!("its outline is longer than {LONGEST_OUTLINE} bytes")));
    }
    Some(Ok(head))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_are_names() {
        assert_eq!(name("a1").as_deref(), Some("a1"));
        assert_eq!(name("box-impl").as_deref(), Some("`box-impl`"));
        assert_eq!(name("when").as_deref(), Some("`when`"));
        assert_eq!(name("a$b").as_deref(), Some("`a$b`"));
        for barred in ["", "a\nb", "a`b", "a/b"] {
            assert_eq!(name(barred), None, "{barred}");
        }
    }
}
