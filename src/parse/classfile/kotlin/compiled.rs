//! What declarations of Kotlin became in class files: methods and fields, each found by its name and descriptor. The compiler
//! notes those where they are not what the declaration's own name and types give.

use std::collections::HashMap;

use super::super::read::{ClassFile, Member};
use crate::model::jvm;

/// Types that are no classes to the JVM: the name after `kotlin/`, and its descriptor.
const PRIMITIVE: [(&str, &str); 9] = [
    ("Boolean", "Z"),
    ("Char", "C"),
    ("Byte", "B"),
    ("Short", "S"),
    ("Int", "I"),
    ("Float", "F"),
    ("Long", "J"),
    ("Double", "D"),
    ("Unit", "V"),
];

/// Members by name and descriptor.
#[derive(Default)]
pub struct Compiled<'a> {
    methods: HashMap<(&'a str, &'a str), &'a Member>,
    fields: HashMap<(&'a str, &'a str), &'a Member>,
}

impl<'a> Compiled<'a> {
    /// Takes in the members of a class file, save those that another has brought.
    pub fn know(&mut self, file: &'a ClassFile) {
        for method in &file.methods {
            self.methods.entry((&method.name, &method.descriptor)).or_insert(method);
        }
        for field in &file.fields {
            self.fields.entry((&field.name, &field.descriptor)).or_insert(field);
        }
    }

    pub fn method(&self, name: &str, descriptor: &str) -> Option<&'a Member> {
        self.methods.get(&(name, descriptor)).copied()
    }

    pub fn field(&self, name: &str, descriptor: &str) -> Option<&'a Member> {
        self.fields.get(&(name, descriptor)).copied()
    }
}

/// The descriptor that a class has by its name alone, `a/b/Outer.Inner`: no array, no box, no value class.
pub fn descriptor(class: &str) -> String {
    let of = |name: &str| PRIMITIVE.iter().find(|(own, _)| *own == name).map(|(_, descriptor)| *descriptor);
    if let Some(own) = class.strip_prefix("kotlin/") {
        if let Some(primitive) = of(own) {
            return primitive.to_owned();
        }
        if let Some(element) = own.strip_suffix("Array").and_then(of) {
            return format!("[{element}");
        }
        let is_mapped = |own: &str| of(own).is_some() || matches!(own, "String" | "Enum");
        if let Some(own) = own.strip_suffix(".Companion").filter(|own| is_mapped(own)) {
            return format!("Lkotlin/jvm/internal/{own}CompanionObject;");
        }
    }
    let dotted = class.replace('/', ".");
    let mapped =
        jvm::machine_name(&dotted).map(internal).or_else(|| jvm::function_interface(&dotted).as_deref().map(internal));
    format!("L{};", mapped.unwrap_or_else(|| class.replace('.', "$")))
}

/// `java.util.Map.Entry` as `java/util/Map$Entry`.
fn internal(java: &str) -> String {
    let (package, class) = java.split_at(java.find(char::is_uppercase).unwrap_or(0));
    package.replace('.', "/") + &class.replace('.', "$")
}

#[cfg(test)]
mod tests {
    use super::descriptor;

    #[test]
    fn classes_have_descriptors() {
        for (class, expected) in [
            ("kotlin/Int", "I"),
            ("kotlin/LongArray", "[J"),
            ("kotlin/Unit", "V"),
            ("kotlin/Any", "Ljava/lang/Object;"),
            ("kotlin/collections/MutableMap.MutableEntry", "Ljava/util/Map$Entry;"),
            ("kotlin/Function2", "Lkotlin/jvm/functions/Function2;"),
            ("kotlin/Function", "Lkotlin/Function;"),
            ("kotlin/UInt", "Lkotlin/UInt;"),
            ("kotlin/Double.Companion", "Lkotlin/jvm/internal/DoubleCompanionObject;"),
            ("a/b/Outer.Inner", "La/b/Outer$Inner;"),
        ] {
            assert_eq!(descriptor(class), expected, "{class}");
        }
    }
}
