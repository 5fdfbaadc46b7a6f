//! Constants and annotations as Java writes them.

use super::attributes::Annotation;
use super::literal;
use super::names::Names;
use super::signature;
use crate::text::java_name;

/// A constant, or what stands in an annotation.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Boolean(bool),
    Char(i32),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Text(String),
    /// A text with half a character in it, which no text here can hold: in UTF-16.
    Units(Vec<u16>),
    /// A class literal, by descriptor.
    Class(String),
    /// An enum's constant: the class's internal name, and its own.
    Constant(String, String),
    Annotation(Annotation),
    Array(Vec<Value>),
}

/// Annotations that only a compiler or a debugger reads: what they hold is packed.
const PACKED: &[&str] = &[
    "kotlin/Metadata",
    "kotlin/jvm/internal/SourceDebugExtension",
    "scala/reflect/ScalaSignature",
    "scala/reflect/ScalaLongSignature",
];

/// A value as an annotation holds it. Recurses no deeper than annotations were let in.
pub fn text(value: &Value, names: &mut Names<'_>) -> String {
    match value {
        Value::Boolean(value) => value.to_string(),
        Value::Char(code) => literal::character(*code),
        Value::Int(number) => number.to_string(),
        Value::Long(number) => format!("{number}L"),
        Value::Float(number) => literal::float(*number),
        Value::Double(number) => literal::double(*number),
        Value::Text(text) => literal::string(text),
        Value::Units(units) => literal::units(units, literal::string),
        Value::Class(descriptor) => match signature::field(descriptor) {
            Some(class) => format!("{}.class", names.show(&class)),
            None if descriptor == "V" => "void.class".to_owned(),
            None => "Object.class".to_owned(),
        },
        Value::Constant(class, name) => format!("{}.{}", names.class(class), java_name::name(name)),
        Value::Annotation(one) => annotation(one, names),
        Value::Array(values) => match &values[..] {
            [one] => text(one, names),
            _ => format!("{{{}}}", values.iter().map(|one| text(one, names)).collect::<Vec<_>>().join(", ")),
        },
    }
}

/// A constant as the value of a field of this descriptor.
pub fn constant(value: &Value, descriptor: &str) -> String {
    match (value, descriptor) {
        (Value::Int(number), "Z") => (*number != 0).to_string(),
        (Value::Int(number), "C") => literal::character(*number),
        (Value::Int(number), _) => number.to_string(),
        (Value::Long(number), _) => format!("{number}L"),
        (Value::Float(number), _) => literal::float(*number),
        (Value::Double(number), _) => literal::double(*number),
        (Value::Text(text), _) => literal::string(text),
        (Value::Units(units), _) => literal::units(units, literal::string),
        _ => "null".to_owned(),
    }
}

/// `@Name(value)`.
pub fn annotation(annotation: &Annotation, names: &mut Names<'_>) -> String {
    let mut out = format!("@{}", names.class(&annotation.class));
    if annotation.pairs.is_empty() {
        return out;
    }
    let pair = |(name, value): &(String, Value)| match (name.as_str(), annotation.pairs.len()) {
        ("value", 1) => text(value, names),
        _ => format!("{} = {}", java_name::name(name), text(value, names)),
    };
    let pairs: Vec<String> = annotation.pairs.iter().map(pair).collect();
    out.push('(');
    out.push_str(&pairs.join(", "));
    out.push(')');
    out
}

/// A constant of a property of Kotlin, whose field has this descriptor.
pub fn kotlin_constant(value: &Value, descriptor: &str) -> String {
    match value {
        Value::Text(text) => literal::kotlin_string(text),
        Value::Units(units) => literal::units(units, literal::kotlin_string),
        _ => constant(value, descriptor),
    }
}

/// Annotations of a declaration as Kotlin writes them, save those that say what its types say. `target` is what of it bears
/// them, `field:`, or empty.
pub fn kotlin_annotations(all: &[Annotation], target: &str, names: &mut Names<'_>) -> Vec<String> {
    let is_said = |class: &str| {
        class.starts_with("java/lang/annotation/")
            || matches!(class, "org/jetbrains/annotations/NotNull" | "org/jetbrains/annotations/Nullable")
            // Of constants that the compiler moved out of a private companion; what Kotlin deprecates has its own.
            || class == "java/lang/Deprecated"
            || PACKED.contains(&class)
    };
    let mut texts = Vec::new();
    for one in all.iter().filter(|one| !is_said(&one.class)) {
        // Many declarations may lead to one that bears them.
        if names.is_exhausted() {
            break;
        }
        let text = format!("@{target}{}", kotlin_annotation(one, names));
        names.spend(text.len());
        texts.push(text);
    }
    texts
}

/// `@Throws(A::class)`, where anything is thrown.
pub fn kotlin_throws(classes: &[String], names: &mut Names<'_>) -> Option<String> {
    let thrown: Vec<String> = classes.iter().map(|class| names.class(class) + "::class").collect();
    (!thrown.is_empty()).then(|| format!("@{}({})", names.class("kotlin/Throws"), thrown.join(", ")))
}

/// Without the sign: one in another has none.
fn kotlin_annotation(annotation: &Annotation, names: &mut Names<'_>) -> String {
    let name = names.class(&annotation.class);
    if annotation.pairs.is_empty() {
        return name;
    }
    let pairs = annotation
        .pairs
        .iter()
        .map(|(name, value)| format!("{} = {}", java_name::name(name), kotlin_text(value, names)));
    let pairs: Vec<String> = pairs.collect();
    format!("{name}({})", pairs.join(", "))
}

fn kotlin_text(value: &Value, names: &mut Names<'_>) -> String {
    match value {
        Value::Text(text) => literal::kotlin_string(text),
        Value::Units(units) => literal::units(units, literal::kotlin_string),
        Value::Class(descriptor) => match signature::field(descriptor) {
            Some(class) => format!("{}::class", names.show(&class).replace("[]", "")),
            None => "Unit::class".to_owned(),
        },
        Value::Annotation(one) => kotlin_annotation(one, names),
        Value::Array(values) => {
            format!("[{}]", values.iter().map(|one| kotlin_text(one, names)).collect::<Vec<_>>().join(", "))
        }
        other => text(other, names),
    }
}

/// Those of a declaration, `@Deprecated` where only the attribute says it.
pub fn annotations(all: &[Annotation], deprecated: bool, names: &mut Names<'_>) -> Vec<String> {
    let shown = all.iter().filter(|one| !PACKED.contains(&one.class.as_str()));
    let mut texts: Vec<String> = shown.map(|one| annotation(one, names)).collect();
    if deprecated && !all.iter().any(|one| one.class == "java/lang/Deprecated") {
        texts.push(format!("@{}", names.class("java/lang/Deprecated")));
    }
    texts
}
