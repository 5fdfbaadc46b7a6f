//! Symbols: one string for one declaration, as Javadoc writes it, the same in every tool.
//!
//! `a.b.Type`, `a.b.Outer.Inner`, `a.b.Type#field`, `a.b.Type#method(Map, String...)`, `a.b.Type#<init>(int)`. What an answer
//! names so, [`Symbol::parse`] takes back; people and agents may leave out what they do not know: the package, the type, the
//! parameters. Knows no index: where a symbol leads is for others to look up.

mod pasted;

use super::signature::{Wanted, type_of};
use crate::error::Failure;
use crate::model::MethodKind;
use crate::search::references::Around;
use crate::store::{FieldRow, MethodRow, TypeRow};

pub use self::pasted::{Pasted, named, pasted, without_modifiers};
pub use crate::search::frame::CONSTRUCTOR;

/// Longest symbol that is read: several times the longest one of Maven Central.
const LONGEST: usize = 4096;

/// The symbol of a type.
#[must_use]
pub fn of_type(row: &TypeRow) -> String {
    row.qualified_name()
}

/// The symbol of a method of this type: parameters by their simple names, without generics; an extension's receiver stands
/// first, as it does for the virtual machine.
#[must_use]
pub fn of_method(row: &TypeRow, method: &MethodRow) -> String {
    let name = if method.kind == MethodKind::Constructor { CONSTRUCTOR } else { bare(&method.name) };
    of_member(&row.qualified_name(), name, method.receiver.iter().chain(&method.parameter_types))
}

/// The symbol of a method of the type of this name, from its types as written.
pub fn of_member<'a>(owner: &str, name: &str, types: impl Iterator<Item = &'a String>) -> String {
    let types: Vec<String> = types.map(|text| simple_type(text)).collect();
    format!("{owner}#{name}({})", types.join(", "))
}

/// The symbol of a field of this type.
#[must_use]
pub fn of_field(row: &TypeRow, field: &FieldRow) -> String {
    format!("{}#{}", row.qualified_name(), bare(&field.name))
}

/// The symbol of the declaration around a place.
#[must_use]
pub fn of_place(around: &Around) -> String {
    match (&around.member, &around.parameters) {
        (None, _) => around.type_name.clone(),
        (Some(member), None) => format!("{}#{member}", around.type_name),
        (Some(member), Some(parameters)) => of_member(&around.type_name, member, parameters.iter()),
    }
}

/// A name without Kotlin's back ticks.
#[must_use]
pub fn bare(name: &str) -> &str {
    name.trim_matches('`')
}

/// A parameter's type as a symbol writes it: `Map.Entry<K, V>` is `Entry`, `String...` stays.
pub fn simple_type(text: &str) -> String {
    let erased = type_of(text);
    // The arrow of a function type: what stands around it is no qualified name.
    if erased.contains("->") {
        return erased;
    }
    let (name, array) = erased.find('[').map_or((erased.as_str(), ""), |at| erased.split_at(at));
    let simple = name.rsplit('.').next().unwrap_or(name);
    match array.strip_suffix("[]").filter(|_| text.trim_end().ends_with("...")) {
        Some(outer) => format!("{simple}{outer}..."),
        None => format!("{simple}{array}"),
    }
}

/// A symbol as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// What stands before the last name: the type of a member (`a.b.Type`), the package or outer type of a type; empty:
    /// anything.
    pub qualifier: String,
    /// The last name, without back ticks.
    pub name: String,
    /// All of it before the parameters with its `$`, which may belong to a name: the qualifier, and the last name behind it.
    pub written: (String, String),
    /// What the text says it is.
    pub sort: Sort,
    /// The parameters that were written.
    pub parameters: Option<Wanted>,
    /// Whether the parenthesis of the parameters is closed, where there is one.
    pub is_closed: bool,
}

/// What a symbol says of the sort of its declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Nothing: a type, or else a member.
    Any,
    /// It stands behind `#`.
    Member,
    /// It has parentheses.
    Method,
    /// It is `<init>`.
    Constructor,
}

impl Symbol {
    /// Reads the symbol that stands in this argument.
    ///
    /// # Errors
    /// `invalid_argument` for what names nothing.
    pub fn parse(argument: &str, text: &str) -> Result<Self, Failure> {
        let refused = |why: &str| {
            Err(Failure::argument(argument, why).hint("write a.b.Type, a.b.Type#member or a.b.Type#method(String)"))
        };
        // As code uses them: an annotation, and a constructor.
        let text = text.trim().trim_start_matches('@');
        let made = text.strip_prefix("new ").and_then(|made| made.trim_start().split_once('('));
        let constructor = made.map(|(of, parameters)| format!("{}#{CONSTRUCTOR}({parameters}", of.trim_end()));
        let text = constructor.as_deref().unwrap_or(text);
        if text.is_empty() {
            return refused("is empty");
        }
        if text.len() > LONGEST {
            return refused("is too long for a symbol");
        }
        let (path, parameters) = match text.find('(') {
            Some(open) => (text[..open].trim_end(), Some(Wanted::parse(&text[open..]))),
            None => (text, None),
        };
        let (qualifier, name, is_member) = match path.rsplit_once('#').or_else(|| path.rsplit_once("::")) {
            Some((qualifier, name)) => (qualifier, name, true),
            None => {
                (last_dot(path).map_or("", |at| &path[..at]), last_dot(path).map_or(path, |at| &path[at + 1..]), false)
            }
        };
        let written = (without_arguments(qualifier).replace('`', ""), bare(without_arguments(name).trim()).to_owned());
        // A binary name's `$` separates as a dot does, where something stands on both of its sides.
        let (outer, name) = match name.rsplit_once('$') {
            Some((outer, inner)) if !is_member && !outer.is_empty() && !inner.is_empty() => (outer, inner),
            _ => ("", name),
        };
        let qualifier = [qualifier, outer].map(|part| part.replace('$', ".").replace('`', ""));
        let qualifier = qualifier.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(".");
        let name = bare(without_arguments(name).trim());
        // A type of Kotlin may have blanks in its name, but none around it.
        let is_sentence = qualifier
            .split('.')
            .any(|part| if is_member { part.trim() != part } else { part.contains(char::is_whitespace) });
        if name.is_empty() || name.contains(char::is_control) || is_sentence {
            return refused("names no declaration");
        }
        let sort = match (name, &parameters) {
            (CONSTRUCTOR, _) => Sort::Constructor,
            (_, Some(_)) => Sort::Method,
            (_, None) if is_member => Sort::Member,
            (_, None) => Sort::Any,
        };
        Ok(Self {
            qualifier: without_arguments(&qualifier).to_owned(),
            name: name.to_owned(),
            written,
            sort,
            is_closed: parameters.is_none() || text.ends_with(')'),
            parameters,
        })
    }

    /// Whether a declaration inside `container` (`a.b.Type`, or a package) is in what the symbol names before its last name:
    /// the same, or the last segments of it.
    #[must_use]
    pub fn is_in(&self, container: &str) -> bool {
        ends_with_segments(container, &self.qualifier)
    }
}

/// Whether `long` is `short` or ends with `.short`; nothing is the end of anything.
#[must_use]
pub fn ends_with_segments(long: &str, short: &str) -> bool {
    short.is_empty() || long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The last dot outside of back ticks.
fn last_dot(path: &str) -> Option<usize> {
    match path.strip_suffix('`').and_then(|rest| rest.rfind('`')) {
        Some(open) => path[..open].ends_with('.').then(|| open - 1),
        None => path.rfind('.'),
    }
}

/// `List<String>` is `List`; `<init>` stays.
fn without_arguments(name: &str) -> &str {
    match name.find('<') {
        Some(at) if at > 0 => &name[..at],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::super::signature::tests::method;
    use super::*;
    use crate::model::{ByteRange, Language, LineRange, TypeKind};

    fn type_row(name: &str) -> TypeRow {
        TypeRow {
            id: 1,
            file: 1,
            file_path: "a/b/T.java".to_owned(),
            package: "a.b".to_owned(),
            owner: None,
            name: name.to_owned(),
            kind: TypeKind::Class,
            language: Language::Java,
            modifiers: String::new(),
            type_parameters: String::new(),
            annotations: String::new(),
            part: 0,
            release: None,
            test: false,
            lines: LineRange::new(1, 1),
            name_line: 1,
            bytes: ByteRange { start: 0, end: 0 },
            body: None,
            doc: None,
        }
    }

    #[test]
    fn methods_are_written_with_simple_types() {
        let row = type_row("Outer.Inner");
        for (signature, types, receiver, symbol) in [
            ("void m()", &[][..], None, "a.b.Outer.Inner#m()"),
            ("void m(x)", &["java.util.Map<K, V>", "String..."], None, "a.b.Outer.Inner#m(Map, String...)"),
            ("void m(x)", &["Map.Entry<K,V>[]", "int[]..."], None, "a.b.Outer.Inner#m(Entry[], int[]...)"),
            ("fun `m`(x)", &["Int?"], Some("List<T>?"), "a.b.Outer.Inner#m(List, Int)"),
            ("fun m(x)", &["suspend (a.B) -> Unit"], None, "a.b.Outer.Inner#m((a.B)->Unit)"),
        ] {
            let method = method(signature, types, receiver);
            assert_eq!(of_method(&row, &method), symbol);
        }
        let constructor = MethodRow { kind: MethodKind::Constructor, ..method("Inner(int a)", &["int"], None) };
        assert_eq!(of_method(&row, &constructor), "a.b.Outer.Inner#<init>(int)");
    }

    fn read(text: &str) -> (String, String, Sort, bool) {
        let symbol = Symbol::parse("symbol", text).unwrap();
        (symbol.qualifier, symbol.name, symbol.sort, symbol.parameters.is_some())
    }

    #[test]
    fn what_is_written_is_read() {
        for (text, qualifier, name, sort, has_parameters) in [
            ("hasText", "", "hasText", Sort::Any, false),
            ("a.b.Type", "a.b", "Type", Sort::Any, false),
            ("a.b.Outer$Inner", "a.b.Outer", "Inner", Sort::Any, false),
            ("a.b.Type#field", "a.b.Type", "field", Sort::Member, false),
            ("a.b.Outer$Inner#m(Map, String...)", "a.b.Outer.Inner", "m", Sort::Method, true),
            ("a.b.Type#<init>(int)", "a.b.Type", "<init>", Sort::Constructor, true),
            ("new a.b.Type<>(int)", "a.b.Type", "<init>", Sort::Constructor, true),
            ("@a.b.Type", "a.b", "Type", Sort::Any, false),
            ("Type.method(java.lang.String)", "Type", "method", Sort::Method, true),
            ("Type::method", "Type", "method", Sort::Member, false),
            ("java.util.List<String>", "java.util", "List", Sort::Any, false),
            ("a.T#`is it. so`", "a.T", "is it. so", Sort::Member, false),
            ("q.odd name#do it!(Int)", "q.odd name", "do it!", Sort::Method, true),
            ("#lonely", "", "lonely", Sort::Member, false),
        ] {
            assert_eq!(read(text), (qualifier.to_owned(), name.to_owned(), sort, has_parameters), "{text}");
        }
        for text in ["", " ", "#", "a.", "()", "a b.c", "a #b", &"x".repeat(5000)] {
            assert!(Symbol::parse("symbol", text).is_err(), "{text}");
        }
    }

    #[test]
    fn qualifiers_end_alike() {
        let symbol = Symbol::parse("symbol", "b.Type#m").unwrap();
        assert!(symbol.is_in("a.b.Type") && symbol.is_in("b.Type"));
        assert!(!symbol.is_in("ab.Type") && !symbol.is_in("Type"));
        assert!(Symbol::parse("symbol", "m").unwrap().is_in("anything"));
    }
}
