//! Parameter lists: what a person writes to pick an overload, and whether two methods take the same.
//!
//! A list is compared by its types alone. Blanks, parameter names, annotations, modifiers, generics, nullability and
//! default values do not count; `...` is `[]`; a qualified name equals its last segments. Java's `String s` and
//! Kotlin's `s: String` mean the same.

use crate::store::MethodRow;

/// Words before a type that say nothing about it.
const MODIFIERS: [&str; 7] = ["final", "vararg", "noinline", "crossinline", "suspend", "in", "out"];
/// Kotlin's names of what the virtual machine calls otherwise.
const KOTLIN_NAMES: [(&str, &str); 12] = [
    ("Int", "int"),
    ("Long", "long"),
    ("Short", "short"),
    ("Byte", "byte"),
    ("Char", "char"),
    ("Boolean", "boolean"),
    ("Float", "float"),
    ("Double", "double"),
    ("Any", "Object"),
    ("MutableList", "List"),
    ("MutableMap", "Map"),
    ("MutableSet", "Set"),
];

/// A parameter list as written by the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted(Vec<String>);

impl Wanted {
    /// Reads `(String, int...)`, also without parentheses or with the method's name before them.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let inner = match text.find('(') {
            Some(0) => inside(text),
            // A name before the parentheses, unless they belong to a Kotlin function type.
            Some(open) if is_name(text[..open].trim_end()) => inside(&text[open..]),
            _ => text,
        };
        Self(split(inner).into_iter().map(type_of).collect())
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
        self.0.len() == declared.len()
            && self.0.iter().zip(declared).all(|(wanted, declared)| {
                same(wanted, declared)
                    // Kotlin writes vararg before the name, so that it is not in the type.
                    || (method.signature.contains("vararg ") && wanted.strip_suffix("[]").is_some_and(|wanted| same(wanted, declared)))
            })
    }
}

/// Whether two erased types mean the same: one may be qualified, one may be Kotlin's name.
fn same(left: &str, right: &str) -> bool {
    ends_with_segments(left, right) || ends_with_segments(right, left) || machine_name(left) == machine_name(right)
}

fn ends_with_segments(long: &str, short: &str) -> bool {
    long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The simple name as the virtual machine has it.
fn machine_name(name: &str) -> String {
    let (name, array) = name.find('[').map_or((name, ""), |at| name.split_at(at));
    let simple = name.rsplit('.').next().unwrap_or(name);
    let simple = KOTLIN_NAMES.iter().find(|(kotlin, _)| *kotlin == simple).map_or(simple, |(_, machine)| machine);
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

fn is_name(text: &str) -> bool {
    let text = text.trim_matches(['<', '>', '`']);
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// Splits a parameter list at its own commas.
fn split(text: &str) -> Vec<&str> {
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
    let vararg = plain.split_whitespace().next() == Some("vararg") || words.contains(&"vararg");
    while words.len() > 1 && MODIFIERS.contains(&words[0]) {
        words.remove(0);
    }
    let text = words.join(" ");
    let mut erased = if text.contains("->") { text.replace(' ', "") } else { java_type(&without_generics(&text)) };
    erased.retain(|c| c != '?');
    if vararg && kotlin_colon(&plain).is_some() {
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
fn without_annotations(text: &str) -> String {
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

fn without_generics(text: &str) -> String {
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

/// Type variables and what stands for them.
#[derive(Debug, Clone, Default)]
pub struct Variables(Vec<(String, Option<String>)>);

impl Variables {
    /// The variables of a type (`K, V`) and of a method's own list in its signature, erased to their bounds.
    #[must_use]
    pub fn of(type_parameters: &str, signature: &str, name: &str) -> Self {
        let mut variables = Self::default();
        for declared in split(type_parameters) {
            variables.declare(declared);
        }
        for declared in split(own_list(signature, name)) {
            variables.declare(declared);
        }
        variables
    }

    /// The same type variables, standing for the arguments of `text` (`Base<String, E>`): none for those left out.
    #[must_use]
    pub fn bound(type_parameters: &str, text: &str, outer: &Self) -> Self {
        let arguments: Vec<String> = match (text.find('<'), text.rfind('>')) {
            (Some(open), Some(close)) if open < close => {
                split(&text[open + 1..close]).into_iter().map(argument).collect()
            }
            _ => Vec::new(),
        };
        let names = split(type_parameters);
        let bind = |(at, name): (usize, &&str)| {
            let value = arguments.get(at).filter(|value| *value != "*").map(|value| outer.stand_in(value));
            (variable_name(name).to_owned(), value.flatten())
        };
        Self(names.iter().enumerate().map(bind).collect())
    }

    /// Whether nothing is known of a variable is told from a plain type by none.
    fn stand_in(&self, name: &str) -> Option<String> {
        match self.0.iter().find(|(known, _)| known == name) {
            Some((_, value)) => value.clone(),
            None => Some(name.to_owned()),
        }
    }

    fn declare(&mut self, declared: &str) {
        let declared = without_annotations(declared);
        let bound = declared.split_once(" extends ").or_else(|| declared.split_once(':')).map(|(_, bound)| bound);
        let bound = bound.and_then(|bound| bound.split('&').next()).map_or_else(|| "Object".to_owned(), type_of);
        self.0.push((variable_name(&declared).to_owned(), Some(bound)));
    }

    /// The erased type with its variable replaced; arrays stay arrays.
    #[must_use]
    pub fn erase(&self, name: &str) -> String {
        let (bare, array) = name.find('[').map_or((name, ""), |at| name.split_at(at));
        match self.0.iter().rev().find(|(known, _)| known == bare) {
            Some((_, Some(value))) => format!("{value}{array}"),
            Some((_, None)) => "*".to_owned(),
            None => name.to_owned(),
        }
    }
}

/// A type argument: wildcards and variance left out.
fn argument(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_prefix("? extends ").or_else(|| text.strip_prefix("? super ")).unwrap_or(text);
    if text == "?" { "*".to_owned() } else { type_of(text) }
}

fn variable_name(declared: &str) -> &str {
    let declared = declared.split([':']).next().unwrap_or(declared);
    let mut words = declared.split_whitespace().filter(|word| !["in", "out", "reified"].contains(word));
    words.next().unwrap_or("")
}

/// A method's own type parameter list in its signature: `<T extends X>` before its return type or name.
fn own_list<'a>(signature: &'a str, name: &str) -> &'a str {
    let Some(open) = signature.find('<') else { return "" };
    let head = &signature[..open];
    // A list after a type's name is that type's arguments: `List<T> name(`. Only modifiers and `fun` stand before an own one.
    let own = head.split_whitespace().last().is_none_or(|word| {
        word == "fun"
            || word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                && !head.ends_with(|c: char| c.is_alphanumeric())
    });
    if !own || head.contains('(') || head.split_whitespace().any(|word| word == name) {
        return "";
    }
    let mut depth = 0;
    for (at, c) in signature[open..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' => {
                depth -= 1;
                if depth == 0 {
                    return &signature[open + 1..open + at];
                }
            }
            _ => {}
        }
    }
    ""
}

/// Whether an inherited method is overridden by `mine`: the same name and the same erased parameters, its type's
/// variables replaced by what the subtype says. What a variable stands for may be unknown; then it fits anything.
#[must_use]
pub fn overrides(mine: &Erased, inherited: &Erased) -> bool {
    mine.name == inherited.name
        && mine.parameters.len() == inherited.parameters.len()
        && mine
            .parameters
            .iter()
            .zip(&inherited.parameters)
            .all(|(mine, theirs)| mine == "*" || theirs == "*" || same(mine, theirs))
}

/// A method reduced to what overriding goes by.
#[derive(Debug, Clone)]
pub struct Erased {
    name: String,
    parameters: Vec<String>,
}

impl Erased {
    /// A method of a type whose variables stand for `variables`.
    #[must_use]
    pub fn of(method: &MethodRow, variables: &Variables) -> Self {
        let own = Variables::of("", &method.signature, &method.name);
        let receiver = method.receiver.iter();
        let parameters = receiver.chain(&method.parameter_types).map(|text| {
            let name = type_of(text);
            let erased = own.erase(&name);
            if erased == name { variables.erase(&name) } else { variables.erase(&erased) }
        });
        Self { name: method.name.clone(), parameters: parameters.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ByteRange, LineRange, MethodKind};

    fn method(signature: &str, parameter_types: &[&str], receiver: Option<&str>) -> MethodRow {
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
            description: None,
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
        assert!(picks("((Int) -> Unit)", "fun f(block: (Int) -> Unit)", &["(Int) -> Unit"]));
        let extension = method("fun String.trimmed(n: Int)", &["Int"], Some("String"));
        assert!(Wanted::parse("(Int)").picks(&extension, ""));
        assert!(Wanted::parse("(String, Int)").picks(&extension, ""));
        assert!(!Wanted::parse("(String)").picks(&extension, ""));
    }

    #[test]
    fn overriding_sees_through_type_variables() {
        let mine = Erased::of(&method("int compareTo(Version o)", &["Version"], None), &Variables::default());
        let inherited = method("int compareTo(T o)", &["T"], None);
        let none = Variables::default();
        let bound = Variables::bound("T", "Comparable<Version>", &none);
        assert!(overrides(&mine, &Erased::of(&inherited, &bound)));
        let other = Variables::bound("T", "Comparable<String>", &none);
        assert!(!overrides(&mine, &Erased::of(&inherited, &other)));
        let raw = Variables::bound("T", "Comparable", &none);
        assert!(overrides(&mine, &Erased::of(&inherited, &raw)));
        let further = Variables::bound("A, B", "Base<X, T>", &bound);
        assert_eq!(further.erase("B[]"), "Version[]");
        assert_eq!(further.erase("A"), "X");
        let generic = Erased::of(&method("<U> void run(U u)", &["U"], None), &none);
        let same_generic = Erased::of(&method("public <V> void run(V v)", &["V"], None), &none);
        assert!(overrides(&generic, &same_generic));
    }
}
