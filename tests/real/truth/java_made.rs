//! What a Java compiler makes of a type without being told: predicted, or told by its name.

use jardex::model::{MethodKind, TypeKind};

use super::facts::{BRIDGE, Class, Method};
use super::java_shapes::is_interface;
use super::sources::{Type, has};

pub fn synthetic_field(name: &str) -> &'static str {
    match name {
        "$VALUES" | "ENUM$VALUES" => "Java: $VALUES of enums",
        "$assertionsDisabled" => "Java: $assertionsDisabled",
        _ if name.starts_with("this$") => "Java: this$0, the outer instance",
        _ if name.starts_with("val$") => "Java: val$, captured variables",
        _ if name.starts_with("$SwitchMap$") || name.starts_with("$SWITCH_TABLE$") => "Java: switch maps",
        _ if name.starts_with("class$") => "Java: class$, class literals before Java 5",
        _ => "Java: other synthetic fields",
    }
}

/// What a compiler makes of a type without being told.
pub struct Given {
    pub name: &'static str,
    pub descriptor: String,
    pub rule: &'static str,
}

pub fn given(class: &Class, ours: Type<'_>, hidden: &str) -> Vec<Given> {
    let declared = ours.declared();
    let has_constructor = ours.methods().any(|method| method.kind == MethodKind::Constructor);
    let mut found = Vec::new();
    let mut add = |name, descriptor: String, rule| found.push(Given { name, descriptor, rule });
    match declared.kind {
        TypeKind::Class if !has_constructor => {
            add("<init>", format!("({hidden})V"), "Java: default constructors, predicted");
        }
        TypeKind::Enum => {
            if !has_constructor {
                add("<init>", format!("({hidden})V"), "Java: default constructors, predicted");
            }
            add("values", format!("()[L{};", class.name), "Java: values() and valueOf(String) of enums, predicted");
            let value_of = format!("(Ljava/lang/String;)L{};", class.name);
            add("valueOf", value_of, "Java: values() and valueOf(String) of enums, predicted");
        }
        TypeKind::Record => {
            let fields = class.fields.iter().filter(|field| class.components.contains(&field.name));
            let all: String = fields.map(|field| field.descriptor.as_str()).collect();
            add("<init>", format!("({all})V"), "Java: canonical constructors of records, predicted");
            let rule = "Java: equals, hashCode and toString of records, predicted";
            add("equals", "(Ljava/lang/Object;)Z".to_owned(), rule);
            add("hashCode", "()I".to_owned(), rule);
            add("toString", "()Ljava/lang/String;".to_owned(), rule);
        }
        _ => {}
    }
    let is_enhanced = has(&declared.annotations, "HashCodeAndEqualsPlugin.Enhance");
    if is_enhanced && declared.kind == TypeKind::Class {
        let rule = "Java: equals and hashCode, asked of Byte Buddy's plugin by an annotation, predicted";
        let missing = |name: &str| !ours.methods().any(|method| method.name == name);
        if missing("equals") {
            add("equals", "(Ljava/lang/Object;)Z".to_owned(), rule);
        }
        if missing("hashCode") {
            add("hashCode", "()I".to_owned(), rule);
        }
    }
    found
}

/// Descriptors of the parameters that a constructor has without being told: name and number of an enum's constant, the outer
/// instance of an inner class.
pub fn hidden(class: &Class, ours: Type<'_>) -> String {
    let declared = ours.declared();
    if declared.kind == TypeKind::Enum {
        return "Ljava/lang/String;I".to_owned();
    }
    let is_inner = declared.kind == TypeKind::Class
        && !has(&declared.modifiers, "static")
        && ours.chain().get(1).is_some_and(|outer| !is_interface(outer.kind));
    if is_inner { format!("L{};", class.outer) } else { String::new() }
}

pub fn synthetic_method(method: &Method) -> &'static str {
    match method.name.as_str() {
        _ if method.access & BRIDGE != 0 => "Java: bridge methods",
        "$values" => "Java: $values() of enums",
        "class$" => "Java: class$, class literals before Java 5",
        "<init>" => "Java: synthetic constructors for access from other classes",
        name if name.starts_with("lambda$") => "Java: lambda$, bodies of lambdas",
        name if name.starts_with("access$") => "Java: access$, access from other classes",
        "$deserializeLambda$" => "Java: $deserializeLambda$",
        _ => "Java: other synthetic methods",
    }
}
