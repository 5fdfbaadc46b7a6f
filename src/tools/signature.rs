//! Parameter lists: what a person writes to pick an overload, and whether two methods take the same.
//!
//! A list is compared by its types alone. Blanks, parameter names, annotations, modifiers, generics, nullability and
//! default values do not count; `...` is `[]`; a qualified name equals its last segments. Java's `String s` and
//! Kotlin's `s: String` mean the same.

use super::erasure::Variables;
use crate::store::MethodRow;

/// Words before a type that say nothing about it.
const MODIFIERS: [&str; 7] = ["final", "vararg", "noinline", "crossinline", "suspend", "in", "out"];
/// Kotlin's names of primitive types that Java has for their boxes, and the boxes that Kotlin calls otherwise.
const BOXES: [(&str, &str); 8] = [
    ("Integer", "int"),
    ("Character", "char"),
    ("Long", "long"),
    ("Short", "short"),
    ("Byte", "byte"),
    ("Boolean", "boolean"),
    ("Float", "float"),
    ("Double", "double"),
];
/// Kotlin's names of what the virtual machine calls otherwise, which are no names of Java's own.
const KOTLIN_NAMES: [(&str, &str); 11] = [
    ("Int", "int"),
    ("Char", "char"),
    ("Any", "Object"),
    ("MutableCollection", "Collection"),
    ("MutableEntry", "Entry"),
    ("MutableIterable", "Iterable"),
    ("MutableIterator", "Iterator"),
    ("MutableList", "List"),
    ("MutableListIterator", "ListIterator"),
    ("MutableMap", "Map"),
    ("MutableSet", "Set"),
];

/// A parameter list as written by the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted(Vec<String>);

impl Wanted {
    /// Reads `(String, int...)`, also without parentheses, or a whole declaration as list_methods gives it.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let inner = match text.find('(') {
            Some(0) => inside(text),
            Some(open) if is_name(text[..open].trim_end()) => inside(&text[open..]),
            Some(_) => declared_list(text).unwrap_or(text),
            None => text,
        };
        Self(split(inner).into_iter().map(type_of).collect())
    }

    /// The list of these types, each as written.
    #[must_use]
    pub fn of(types: &[String]) -> Self {
        Self(types.iter().map(|text| type_of(text)).collect())
    }

    /// How many parameters it has.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// The types, erased.
    #[must_use]
    pub fn types(&self) -> &[String] {
        &self.0
    }

    /// Whether another list has the same types.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(one, other)| same(one, other, true))
    }

    /// Whether a method takes these parameters; an extension's receiver may stand first.
    #[must_use]
    pub fn picks(&self, method: &MethodRow, type_parameters: &str) -> bool {
        let declared: Vec<String> = method.parameter_types.iter().map(|text| type_of(text)).collect();
        if self.fits(&declared, method) {
            return true;
        }
        if let Some(receiver) = &method.receiver {
            let mut with_receiver = vec![type_of(receiver)];
            with_receiver.extend(declared.iter().cloned());
            if self.fits(&with_receiver, method) {
                return true;
            }
        }
        // Last, as the virtual machine sees it: type variables are their bounds.
        let variables = Variables::of(type_parameters, &method.signature, &method.name);
        let erased: Vec<String> = declared.iter().map(|name| variables.erase(name)).collect();
        erased != declared && self.fits(&erased, method)
    }

    fn fits(&self, declared: &[String], method: &MethodRow) -> bool {
        let of_kotlin = is_kotlin(&method.signature);
        self.0.len() == declared.len()
            && self.0.iter().zip(declared).all(|(wanted, declared)| {
                same(wanted, declared, of_kotlin)
                    // Kotlin writes vararg before the name, so that it is not in the type.
                    || (method.signature.contains("vararg ") && wanted.strip_suffix("[]").is_some_and(|wanted| same(wanted, declared, of_kotlin)))
            })
    }
}

/// Whether two erased types mean the same: one may be qualified, one may be Kotlin's name. Where neither is `of_kotlin`, `Long` is the
/// box of `long` and another type.
#[must_use]
pub fn same(left: &str, right: &str, of_kotlin: bool) -> bool {
    ends_with_segments(left, right)
        || ends_with_segments(right, left)
        || machine_name(left, of_kotlin) == machine_name(right, of_kotlin)
}

/// Whether a signature of a member is Kotlin's: by a word of its own outside of all parentheses, or by the colons of its parameters.
pub(super) fn is_kotlin(signature: &str) -> bool {
    let mut depth = 0_usize;
    let has_word = signature.split_whitespace().any(|word| {
        let is_outside = depth == 0;
        depth = (depth + word.matches('(').count()).saturating_sub(word.matches(')').count());
        is_outside && matches!(word, "fun" | "val" | "var")
    });
    has_word || declared_list(signature).is_some_and(|list| split(list).into_iter().any(is_of_kotlin))
}

/// Whether a parameter is written as `name: Type`.
fn is_of_kotlin(parameter: &str) -> bool {
    kotlin_colon(&without_annotations(parameter)).is_some()
}

fn ends_with_segments(long: &str, short: &str) -> bool {
    long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The simple name as the virtual machine has it.
fn machine_name(name: &str, of_kotlin: bool) -> String {
    let (name, array) = name.find('[').map_or((name, ""), |at| name.split_at(at));
    let simple = name.rsplit('.').next().unwrap_or(name);
    let boxes = BOXES.iter().filter(|_| of_kotlin);
    let simple =
        KOTLIN_NAMES.iter().chain(boxes).find(|(kotlin, _)| *kotlin == simple).map_or(simple, |(_, name)| name);
    format!("{simple}{array}")
}

/// What is between the first parenthesis and the one that closes it.
fn inside(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return &text[1..at];
                }
            }
            _ => {}
        }
    }
    text.strip_prefix('(').unwrap_or(text)
}

/// The parameter list of a declaration: the first parentheses behind a name that is no annotation's. A function type has
/// none before its own.
fn declared_list(text: &str) -> Option<&str> {
    let of_name = |c: char| c.is_alphanumeric() || ['_', '$', '.'].contains(&c);
    text.match_indices('(').map(|(open, _)| open).find_map(|open| {
        let before = &text[..open];
        let named = before.ends_with(|c: char| (of_name(c) && c != '.') || c == '`');
        let rest = before.trim_end_matches(of_name);
        (named && !rest.ends_with('@')).then(|| inside(&text[open..]))
    })
}

fn is_name(text: &str) -> bool {
    let text = text.trim_matches(['<', '>', '`']);
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// Splits a parameter list at its own commas.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The erased type of one parameter as written: `final @A Map<String, ?> m` gives `Map`, `xs: Array<Int>?` gives `Array`.
#[must_use]
pub fn type_of(parameter: &str) -> String {
    let plain = without_annotations(parameter);
    let plain = plain.replace('$', ".");
    let text = match kotlin_colon(&plain) {
        Some(at) => plain[at + 1..].to_owned(),
        None => plain.clone(),
    };
    let text = before_default(&text);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let first = plain.split_whitespace().next() == Some("vararg");
    let vararg = first || (words.contains(&"vararg") && kotlin_colon(&plain).is_some());
    while words.len() > 1 && MODIFIERS.contains(&words[0]) {
        words.remove(0);
    }
    let text = words.join(" ");
    let mut erased = if text.contains("->") { text.replace(' ', "") } else { java_type(&without_generics(&text)) };
    erased.retain(|c| c != '?');
    if vararg {
        erased.push_str("[]");
    }
    erased
}

/// A Java type without the parameter's name: `String... args`, `int[] a`, `int a[]`.
fn java_type(text: &str) -> String {
    let text = text.replace("...", "[] ");
    let mut arrays = String::new();
    let mut name = "";
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches(['[', ']']);
        arrays.push_str(&word[bare.len()..]);
        if name.is_empty() {
            name = bare;
        }
    }
    format!("{name}{arrays}")
}

/// The colon between a Kotlin parameter's name and its type.
fn kotlin_colon(text: &str) -> Option<usize> {
    let at = text.find(':')?;
    if text[at + 1..].starts_with(':') {
        return None;
    }
    let before = text[..at].trim();
    before.split_whitespace().all(is_name).then_some(at)
}

fn before_default(text: &str) -> &str {
    text.split_once('=').map_or(text, |(before, _)| before)
}

/// Leaves out `@Name`, `@a.b.Name(…)`.
pub(super) fn without_annotations(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let end = after.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(after.len());
        rest = &after[end..];
        let open = rest.trim_start();
        if open.starts_with('(') && end > 0 {
            let arguments = inside(open);
            rest = open.get(arguments.len() + 2..).unwrap_or("");
        }
    }
    out.push_str(rest);
    out
}

/// A text without what stands between angle brackets.
pub fn without_generics(text: &str) -> String {
    let mut depth = 0u32;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::model::{ByteRange, LineRange, MethodKind};

    pub(in crate::tools) fn method(signature: &str, parameter_types: &[&str], receiver: Option<&str>) -> MethodRow {
        let name = signature[..signature.find('(').unwrap()].rsplit([' ', '.']).next().unwrap().to_owned();
        MethodRow {
            id: 1,
            type_id: 1,
            file: 1,
            name,
            kind: MethodKind::Method,
            receiver: receiver.map(str::to_owned),
            parameter_types: parameter_types.iter().map(|text| (*text).to_owned()).collect(),
            return_type: None,
            modifiers: String::new(),
            signature: signature.to_owned(),
            annotations: String::new(),
            lines: LineRange::new(1, 1),
            name_line: 1,
            bytes: ByteRange { start: 0, end: 0 },
            body: None,
            doc: None,
        }
    }

    fn picks(wanted: &str, signature: &str, parameter_types: &[&str]) -> bool {
        Wanted::parse(wanted).picks(&method(signature, parameter_types, None), "E extends Comparable<E>")
    }

    #[test]
    fn types_of_parameters() {
        for (written, erased) in [
            ("String", "String"),
            ("java.lang.String", "java.lang.String"),
            ("final @Nullable Map<String, ? extends List<Object>> map", "Map"),
            ("java.util.Map$Entry<K,V>", "java.util.Map.Entry"),
            ("String ... args", "String[]"),
            ("String...", "String[]"),
            ("int a[]", "int[]"),
            ("int [] [] a", "int[][]"),
            ("@A(x = \"y\", z = @B(1)) int n", "int"),
            ("name: String?", "String"),
            ("vararg xs: Int", "Int[]"),
            ("vararg xs : Map<K, V> = emptyMap()", "Map[]"),
            ("block: suspend (Int) -> Unit", "(Int)->Unit"),
            ("Map.Entry<K, V>", "Map.Entry"),
            ("Class<T>", "Class"),
        ] {
            assert_eq!(type_of(written), erased, "{written}");
        }
    }

    #[test]
    fn picks_an_overload_however_it_is_written() {
        let signature = "public <T> void put(Map<String, T> map, int... xs)";
        let types = ["Map<String, T>", "int..."];
        for wanted in [
            "(Map, int...)",
            "(java.util.Map<String,Object>, int[])",
            "Map<String, T> map, int... xs",
            "put(Map, int [])",
            "( final Map<K,V> m ,int ... x )",
            signature,
            "@A(1) public <T> void put(@B(x) Map<String, T> map, int... xs) throws IOException",
        ] {
            assert!(picks(wanted, signature, &types), "{wanted}");
        }
        for wanted in ["(Map)", "()", "(Map, int)", "(List, int...)", "(Map, Integer...)"] {
            assert!(!picks(wanted, signature, &types), "{wanted}");
        }
        assert!(picks("()", "void run()", &[]));
        assert!(picks("", "void run()", &[]));
        assert!(picks("(HashMap)", "void a(x.HashMap m)", &["x.HashMap"]));
        assert!(!picks("(Map)", "void a(HashMap m)", &["HashMap"]));
    }

    #[test]
    fn a_primitive_is_not_its_box() {
        for (java, kotlin) in [("boolean", "Boolean"), ("long", "Long"), ("double[]", "Double[]")] {
            let written = format!("void f({java} x)");
            assert!(picks(&format!("({java})"), &written, &[java]));
            assert!(!picks(&format!("({kotlin})"), &written, &[java]), "{kotlin}");
            let boxed = format!("void f({kotlin} x)");
            assert!(!picks(&format!("({java})"), &boxed, &[kotlin]), "{java}");
            assert!(picks(&format!("(java.lang.{kotlin})"), &boxed, &[kotlin]), "{java}");
        }
        assert!(picks("(long)", "fun f(n: Long): Unit", &["Long"]));
        assert!(picks("(long)", "internal constructor(n: Long)", &["Long"]));
        assert!(picks("(Int)", "void f(int n)", &["int"]));
        assert!(is_kotlin("@get:JvmName(name = \"x\") val x: Long") && is_kotlin("class A(val n: Long)"));
        assert!(
            picks("(Integer)", "fun f(n: Int?): Unit", &["Int?"]) && !picks("(Integer)", "void f(int n)", &["int"])
        );
        assert!(!is_kotlin("void f(final long val , long[ ] var , int n)"));
        assert!(!is_kotlin("void fun(long n)") && !is_kotlin("<T extends Long> T val(Map<T, Long> map)"));
    }

    #[test]
    fn type_variables_are_their_bounds_last() {
        assert!(picks("(Object)", "public <T> T[] toArray(T t)", &["T"]));
        assert!(picks("(Number)", "<T extends Number & Runnable> void add(T t)", &["T"]));
        assert!(picks("(Object[])", "<T> T[] toArray(T[] a)", &["T[]"]));
        assert!(!picks("(Object)", "void add(String t)", &["String"]));
    }

    #[test]
    fn kotlin_lists_and_receivers() {
        assert!(picks("(name: String, n: Int)", "fun f(name: String, n: Int = 3): Unit", &["String", "Int"]));
        assert!(picks("(int)", "fun f(n: Int)", &["Int"]));
        assert!(picks("(String...)", "fun f(vararg xs: String)", &["String"]));
        assert!(picks("(String)", "fun f(vararg xs: String)", &["String"]));
        assert!(picks("(vararg Int)", "fun f(vararg xs: Int)", &["Int"]));
        assert!(picks(
            "suspend fun <T> T.f(block: suspend (T) -> Unit): T",
            "suspend fun <T> T.f(block: suspend (T) -> Unit): T",
            &["suspend (T) -> Unit"]
        ));
        assert!(picks("block: suspend (T) -> Unit", "fun f(block: suspend (T) -> Unit)", &["suspend (T) -> Unit"]));
        assert!(picks("((Int) -> Unit)", "fun f(block: (Int) -> Unit)", &["(Int) -> Unit"]));
        let extension = method("fun String.trimmed(n: Int)", &["Int"], Some("String"));
        assert!(Wanted::parse("(Int)").picks(&extension, ""));
        assert!(Wanted::parse("(String, Int)").picks(&extension, ""));
        assert!(!Wanted::parse("(String)").picks(&extension, ""));
    }
}
