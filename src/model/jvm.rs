//! What Kotlin's types and members are called in a class file, where Java finds them.
//!
//! The rules are those of Kotlin's reference, "Mapped types" and "Calling Kotlin from Java": the accessors of a property, and
//! `@JvmName`.

/// What Kotlin calls types of Java.
pub const MAPPED: [(&str, &str); 25] = [
    ("java.lang.Object", "kotlin.Any"),
    ("java.lang.String", "kotlin.String"),
    ("java.lang.CharSequence", "kotlin.CharSequence"),
    ("java.lang.Throwable", "kotlin.Throwable"),
    ("java.lang.Number", "kotlin.Number"),
    ("java.lang.Comparable", "kotlin.Comparable"),
    ("java.lang.Enum", "kotlin.Enum"),
    ("java.lang.annotation.Annotation", "kotlin.Annotation"),
    ("java.lang.Iterable", "kotlin.collections.MutableIterable"),
    ("java.util.Iterator", "kotlin.collections.MutableIterator"),
    ("java.util.Collection", "kotlin.collections.MutableCollection"),
    ("java.util.Set", "kotlin.collections.MutableSet"),
    ("java.util.List", "kotlin.collections.MutableList"),
    ("java.util.ListIterator", "kotlin.collections.MutableListIterator"),
    ("java.util.Map", "kotlin.collections.MutableMap"),
    ("java.util.Map.Entry", "kotlin.collections.MutableMap.MutableEntry"),
    ("java.lang.Byte", "kotlin.Byte"),
    ("java.lang.Short", "kotlin.Short"),
    ("java.lang.Integer", "kotlin.Int"),
    ("java.lang.Character", "kotlin.Char"),
    ("java.lang.Long", "kotlin.Long"),
    ("java.lang.Float", "kotlin.Float"),
    ("java.lang.Double", "kotlin.Double"),
    ("java.lang.Boolean", "kotlin.Boolean"),
    ("java.lang.Void", "kotlin.Nothing"),
];

/// What the virtual machine calls those of Kotlin's types that nothing of Java is mapped to.
const MORE: [(&str, &str); 12] = [
    ("kotlin.collections.Iterable", "java.lang.Iterable"),
    ("kotlin.collections.Iterator", "java.util.Iterator"),
    ("kotlin.collections.Collection", "java.util.Collection"),
    ("kotlin.collections.Set", "java.util.Set"),
    ("kotlin.collections.List", "java.util.List"),
    ("kotlin.collections.ListIterator", "java.util.ListIterator"),
    ("kotlin.collections.Map", "java.util.Map"),
    ("kotlin.collections.Map.Entry", "java.util.Map.Entry"),
    ("kotlin.Cloneable", "java.lang.Cloneable"),
    ("kotlin.AutoCloseable", "java.lang.AutoCloseable"),
    ("kotlin.RuntimeException", "java.lang.RuntimeException"),
    ("kotlin.Exception", "java.lang.Exception"),
];

/// What the virtual machine calls a type of Kotlin, where it has another name for it; primitives by their boxes.
#[must_use]
pub fn machine_name(kotlin: &str) -> Option<&'static str> {
    let mapped = MAPPED.iter().find(|(_, own)| *own == kotlin).map(|(java, _)| *java);
    mapped.or_else(|| MORE.iter().find(|(own, _)| *own == kotlin).map(|(_, java)| *java))
}

/// More of Kotlin's types that are named without an import, and that others extend.
const EXTENDED: [&str; 29] = [
    "kotlin.AssertionError",
    "kotlin.ClassCastException",
    "kotlin.Comparator",
    "kotlin.ConcurrentModificationException",
    "kotlin.Error",
    "kotlin.IllegalArgumentException",
    "kotlin.IllegalStateException",
    "kotlin.IndexOutOfBoundsException",
    "kotlin.Lazy",
    "kotlin.NoSuchElementException",
    "kotlin.NullPointerException",
    "kotlin.NumberFormatException",
    "kotlin.UnsupportedOperationException",
    "kotlin.collections.AbstractCollection",
    "kotlin.collections.AbstractIterator",
    "kotlin.collections.AbstractList",
    "kotlin.collections.AbstractMap",
    "kotlin.collections.AbstractMutableCollection",
    "kotlin.collections.AbstractMutableList",
    "kotlin.collections.AbstractMutableMap",
    "kotlin.collections.AbstractMutableSet",
    "kotlin.collections.AbstractSet",
    "kotlin.collections.ArrayList",
    "kotlin.collections.HashMap",
    "kotlin.collections.HashSet",
    "kotlin.collections.LinkedHashMap",
    "kotlin.collections.LinkedHashSet",
    "kotlin.collections.RandomAccess",
    "kotlin.sequences.Sequence",
];

/// Whether Kotlin's library has a type of this qualified name, of those that are known here.
#[must_use]
pub fn is_of_kotlin(name: &str) -> bool {
    machine_name(name).is_some() || EXTENDED.contains(&name)
}

/// Packages of Kotlin's library in which types of Java have an alias of their simple name.
pub const ALIASES_IN: [&str; 4] = ["kotlin", "kotlin.collections", "kotlin.text", "kotlin.coroutines.cancellation"];

/// Whether a type of this name may be an alias of one of Java, beside which Kotlin's library declares what it expects of it.
#[must_use]
pub fn may_be_alias(kotlin: &str) -> bool {
    kotlin.rsplit_once('.').is_some_and(|(package, _)| ALIASES_IN.contains(&package))
}

/// What the virtual machine calls the interface of a function type, `kotlin.Function2`; `FunctionN` beyond 22 parameters.
#[must_use]
pub fn function_interface(kotlin: &str) -> Option<String> {
    let count =
        kotlin.strip_prefix("kotlin.Function").filter(|count| count.bytes().all(|byte| byte.is_ascii_digit()))?;
    let count: usize = count.parse().ok()?;
    let number = if count <= MOST_NUMBERED { count.to_string() } else { "N".to_owned() };
    Some(format!("{FUNCTIONS}{number}"))
}

/// What the virtual machine calls the interfaces of function types, before the number of parameters.
pub const FUNCTIONS: &str = "kotlin.jvm.functions.Function";

/// Most parameters of a function whose interface has a number.
const MOST_NUMBERED: usize = 22;

/// What Kotlin calls a type of Java that it has under names of its own; of a collection it can be read, or changed too.
pub fn kotlin_names(java: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let mapped = MAPPED.iter().filter(move |(own, _)| *own == java).map(|(_, kotlin)| *kotlin);
    let more = MORE.iter().filter(move |(_, own)| *own == java).map(|(kotlin, _)| *kotlin);
    mapped.chain(more)
}

/// A member of a type of Java that Kotlin has under another name, or as a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MappedMember {
    /// The type of Java that declares it first.
    pub of: &'static str,
    pub java: &'static str,
    pub kotlin: &'static str,
    pub sort: MappedSort,
}

/// What a member of a mapped type is in Kotlin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MappedSort {
    Property,
    /// A function that takes nothing.
    Conversion,
    /// A function that takes a place, an `int` of Java: of the two that Java calls `remove` only that is called otherwise.
    Placed,
}

/// The members of mapped types, as "Mapped types" of Kotlin's reference and the documentation of those types have them.
const MEMBERS: [MappedMember; 20] = {
    const fn of(of: &'static str, kotlin: &'static str, java: &'static str, sort: MappedSort) -> MappedMember {
        MappedMember { of, java, kotlin, sort }
    }
    use MappedSort::{Conversion, Placed, Property};
    [
        of("java.util.Collection", "size", "size", Property),
        of("java.util.Map", "size", "size", Property),
        of("java.util.Map", "keys", "keySet", Property),
        of("java.util.Map", "values", "values", Property),
        of("java.util.Map", "entries", "entrySet", Property),
        of("java.util.List", "removeAt", "remove", Placed),
        of("java.util.Map.Entry", "key", "getKey", Property),
        of("java.util.Map.Entry", "value", "getValue", Property),
        of("java.lang.Throwable", "message", "getMessage", Property),
        of("java.lang.Throwable", "cause", "getCause", Property),
        of("java.lang.Enum", "name", "name", Property),
        of("java.lang.Enum", "ordinal", "ordinal", Property),
        of("java.lang.CharSequence", "length", "length", Property),
        of("java.lang.CharSequence", "get", "charAt", Placed),
        of("java.lang.Number", "toByte", "byteValue", Conversion),
        of("java.lang.Number", "toShort", "shortValue", Conversion),
        of("java.lang.Number", "toInt", "intValue", Conversion),
        of("java.lang.Number", "toLong", "longValue", Conversion),
        of("java.lang.Number", "toFloat", "floatValue", Conversion),
        of("java.lang.Number", "toDouble", "doubleValue", Conversion),
    ]
};

impl MappedMember {
    /// Whether a method of Java with these parameters, as written, may be it.
    #[must_use]
    pub fn takes(&self, parameters: &[String]) -> bool {
        match (self.sort, parameters) {
            (MappedSort::Placed, [only]) => only == "int",
            (MappedSort::Property | MappedSort::Conversion, []) => true,
            _ => false,
        }
    }

    #[must_use]
    pub fn is_property(&self) -> bool {
        self.sort == MappedSort::Property
    }
}

/// The members of mapped types that Java calls by a name.
pub fn members_called(java: &str) -> impl Iterator<Item = &'static MappedMember> + use<'_> {
    MEMBERS.iter().filter(move |member| member.java == java)
}

/// Those of them that a method with these parameters, as written, may be.
pub fn members_called_with<'a>(
    java: &'a str,
    parameters: &'a [String],
) -> impl Iterator<Item = &'static MappedMember> + use<'a> {
    members_called(java).filter(move |member| member.takes(parameters))
}

/// Those that Kotlin calls by a name.
pub fn members_of_kotlin(kotlin: &str) -> impl Iterator<Item = &'static MappedMember> + use<'_> {
    MEMBERS.iter().filter(move |member| member.kotlin == kotlin)
}

/// Members of mapped types that Kotlin's own types for them do not declare: those of the JDK are seen through them, what changes
/// something through those that can be changed. As Kotlin's compiler lists them (`JvmBuiltInsSignatures`); without those that its
/// library has extensions for (`Iterable.forEach`, `addSuppressed`, `stackTrace`).
const OF_JDK: [(&str, &[&str], bool); 9] = [
    ("java.lang.CharSequence", &["chars", "codePoints"], false),
    ("java.lang.Iterable", &["spliterator"], false),
    (
        "java.lang.Throwable",
        &["fillInStackTrace", "getLocalizedMessage", "initCause", "printStackTrace", "setStackTrace"],
        false,
    ),
    ("java.util.Iterator", &["forEachRemaining"], false),
    ("java.util.Collection", &["parallelStream", "stream"], false),
    ("java.util.Collection", &["removeIf"], true),
    ("java.util.List", &["replaceAll"], true),
    ("java.util.Map", &["forEach"], false),
    (
        "java.util.Map",
        &["compute", "computeIfAbsent", "computeIfPresent", "merge", "putIfAbsent", "replace", "replaceAll"],
        true,
    ),
];

/// Which of these types extend which others of them.
const ABOVE: [(&str, &[&str]); 5] = [
    ("java.lang.String", &["java.lang.CharSequence"]),
    ("java.util.Collection", &["java.lang.Iterable"]),
    ("java.util.List", &["java.util.Collection", "java.lang.Iterable"]),
    ("java.util.ListIterator", &["java.util.Iterator"]),
    ("java.util.Set", &["java.util.Collection", "java.lang.Iterable"]),
];

/// Whether Kotlin sees a member of a mapped type in the JDK alone.
#[must_use]
pub fn is_of_jdk(java: &str, name: &str) -> bool {
    OF_JDK.iter().any(|(of, names, _)| is_or_extends(java, of) && names.contains(&name))
}

fn is_or_extends(java: &str, of: &str) -> bool {
    java == of || ABOVE.iter().any(|(own, above)| *own == java && above.contains(&of))
}

/// The type of the JDK whose members of a name a type of Kotlin has, where some type has such members.
#[must_use]
pub fn seen_in_jdk(kotlin: &str, name: &str) -> Option<&'static str> {
    let mut all = OF_JDK.iter().filter(|(_, names, _)| names.contains(&name)).peekable();
    all.peek()?;
    let java = machine_name(kotlin)?;
    let can_change = || MAPPED.iter().any(|(_, own)| *own == kotlin);
    all.any(|(of, _, changes)| is_or_extends(java, of) && (!changes || can_change())).then_some(java)
}

/// A method of a type of Java that takes anything for a parameter, where Kotlin takes what the type is of: the elements of a
/// collection, the keys or the values of a map.
#[derive(Debug, PartialEq, Eq)]
pub struct ElementTaker {
    /// The type of Java that declares it first.
    pub of: &'static str,
    pub name: &'static str,
    /// For each parameter that may be anything, which type argument of the type it takes in Kotlin.
    pub takes: &'static [Option<usize>],
}

/// As Kotlin's compiler lists them (`SpecialGenericSignatures`).
const ELEMENT_TAKERS: [ElementTaker; 10] = {
    const fn of(of: &'static str, name: &'static str, takes: &'static [Option<usize>]) -> ElementTaker {
        ElementTaker { of, name, takes }
    }
    [
        of("java.util.Collection", "contains", &[Some(0)]),
        of("java.util.Collection", "remove", &[Some(0)]),
        of("java.util.List", "indexOf", &[Some(0)]),
        of("java.util.List", "lastIndexOf", &[Some(0)]),
        of("java.util.Map", "containsKey", &[Some(0)]),
        of("java.util.Map", "containsValue", &[Some(1)]),
        of("java.util.Map", "get", &[Some(0)]),
        of("java.util.Map", "remove", &[Some(0)]),
        of("java.util.Map", "remove", &[Some(0), Some(1)]),
        of("java.util.Map", "getOrDefault", &[Some(0), None]),
    ]
};

/// Those that a method of Java of this name, with these parameters as written, may be.
pub fn element_takers<'a>(
    java: &'a str,
    parameters: &'a [String],
) -> impl Iterator<Item = &'static ElementTaker> + use<'a> {
    let may_be_anything = |text: &String| matches!(text.as_str(), "Object" | "java.lang.Object");
    ELEMENT_TAKERS.iter().filter(move |one| {
        let fits = |(taken, text): (&Option<usize>, &String)| taken.is_none() || may_be_anything(text);
        one.name == java && one.takes.len() == parameters.len() && one.takes.iter().zip(parameters).all(fits)
    })
}

/// The name of a property's getter, where no annotation gives another.
#[must_use]
pub fn getter_of(property: &str) -> String {
    if is_prefixed(property) { property.to_owned() } else { prefixed("get", property) }
}

/// The name of a property's setter.
#[must_use]
pub fn setter_of(property: &str) -> String {
    if is_prefixed(property) { format!("set{}", &property[2..]) } else { prefixed("set", property) }
}

/// The properties that a method of this name may be the getter of, and those that it may be the setter of.
#[must_use]
pub fn properties_of(method: &str) -> (Vec<String>, Vec<String>) {
    let of = |prefix: &str| {
        let mut found = Vec::new();
        if let Some(rest) = method.strip_prefix(prefix).filter(|rest| !rest.is_empty()) {
            let mut letters = rest.chars();
            let small = letters.next().map(|first| format!("{}{}", first.to_ascii_lowercase(), letters.as_str()));
            found.extend(small);
            if !found.iter().any(|known| known == rest) {
                found.push(rest.to_owned());
            }
        }
        found
    };
    let (mut getters, mut setters) = (of("get"), of("set"));
    if is_prefixed(method) {
        getters.push(method.to_owned());
    }
    setters.extend(method.strip_prefix("set").map(|rest| format!("is{rest}")));
    getters.retain(|property| getter_of(property) == method);
    setters.retain(|property| setter_of(property) == method);
    (getters, setters)
}

/// Whether annotations may call a member otherwise for Java.
#[must_use]
pub fn is_renamed(annotations: &str) -> bool {
    annotations.contains("JvmName")
}

/// Whether Java reaches a property by methods; others are plain fields.
#[must_use]
pub fn has_accessors(annotations: &str, modifiers: &str) -> bool {
    !annotations.contains("JvmField") && !modifiers.split_whitespace().any(|word| word == "const")
}

/// What an annotation renames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renamed {
    Itself,
    Getter,
    Setter,
}

/// The names that `@JvmName` gives in a declaration.
#[must_use]
pub fn names_given(declaration: &str) -> Vec<(Renamed, String)> {
    let mut found = Vec::new();
    for (at, annotation) in declaration.match_indices("JvmName") {
        let before = declaration[..at].trim_end_matches(|c: char| c.is_alphanumeric() || c == '.');
        let what = if let Some(rest) = before.strip_suffix(':') {
            match rest.rsplit('@').next() {
                Some("get") => Renamed::Getter,
                Some("set") => Renamed::Setter,
                _ => continue,
            }
        } else if before.ends_with('@') {
            Renamed::Itself
        } else {
            continue;
        };
        let rest = declaration[at + annotation.len()..].trim_start();
        let Some(argument) = rest.strip_prefix('(') else { continue };
        let argument = argument.trim_start();
        let argument = argument.strip_prefix("name").map_or(argument, |rest| rest.trim_start_matches([' ', '=']));
        if let Some((name, _)) = argument.strip_prefix('"').and_then(|text| text.split_once('"')) {
            found.push((what, name.to_owned()));
        }
    }
    found
}

/// Whether a property's name begins with the word `is`.
fn is_prefixed(name: &str) -> bool {
    name.strip_prefix("is").is_some_and(|rest| !rest.is_empty() && !rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn prefixed(prefix: &str, property: &str) -> String {
    let mut letters = property.chars();
    // Letters beyond ASCII stay as they are.
    let first = letters.next().map(|first| first.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!("{prefix}{first}{}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accessors_lead_to_their_properties() {
        for (property, getter, setter) in [
            ("url", "getUrl", "setUrl"),
            ("URL", "getURL", "setURL"),
            ("isOpen", "isOpen", "setOpen"),
            ("issue", "getIssue", "setIssue"),
            ("is2", "is2", "set2"),
            ("x", "getX", "setX"),
            ("äpfel", "getäpfel", "setäpfel"),
        ] {
            assert_eq!((getter_of(property).as_str(), setter_of(property).as_str()), (getter, setter));
            assert!(properties_of(getter).0.iter().any(|found| found == property), "{getter}");
            assert!(properties_of(setter).1.iter().any(|found| found == property), "{setter}");
        }
        assert_eq!(properties_of("get"), (Vec::new(), Vec::new()));
        assert_eq!(properties_of("gather").0, [""; 0]);
    }

    #[test]
    fn annotations_give_names() {
        let of = |text| names_given(text);
        assert_eq!(of("@get:JvmName(\"code\") val code: Int"), [(Renamed::Getter, "code".to_owned())]);
        assert_eq!(
            of("@JvmStatic @JvmName(name = \"get\") fun String.toHttpUrl()"),
            [(Renamed::Itself, "get".to_owned())]
        );
        assert_eq!(of("@kotlin.jvm.JvmName( \"a\" )\nfun b()"), [(Renamed::Itself, "a".to_owned())]);
        assert_eq!(of("fun b() = \"JvmName(\\\"x\\\")\""), []);
    }
}
