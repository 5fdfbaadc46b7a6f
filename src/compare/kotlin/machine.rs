//! The methods and fields that the virtual machine has of functions and properties.

use super::{has, is_companion, setter_access};
use crate::compare::header::Parameter;
use crate::compare::member::{Access, Machine, Member, Shape};
use crate::compare::typed::Erased;
use crate::model::{FieldKind, TypeKind};
use crate::store::TypeRow;

pub(super) fn of_function(row: &TypeRow, member: &Member, text: &str, is_static: bool) -> Vec<Machine> {
    // Of a constructor that nobody wrote the text is that of its class, with the names that its members are given.
    let named = if has(member, "JvmName") { jvm_name(text, "") } else { None };
    let name = named.unwrap_or_else(|| member.name.clone());
    let mut parameters = member.erased.clone();
    let mut result = member.erased_result.clone();
    if member.is("suspend") {
        parameters.push(Erased::named("kotlin.coroutines.Continuation"));
        result = Erased::named("java.lang.Object");
    }
    let is_static = is_static || (row.kind == TypeKind::Object && !is_companion(row) && has(member, "JvmStatic"));
    let whole = Machine { name, is_field: false, is_static, parameters, result };
    let defaults = member.named.iter().filter(|parameter| parameter.has_default()).count();
    let mut all = vec![whole.clone()];
    if defaults > 0 && has(member, "JvmOverloads") {
        let first = member.leading();
        for left_out in 1..=defaults {
            let mut skip = left_out;
            let mut kept: Vec<Erased> = Vec::new();
            for (at, erased) in whole.parameters.iter().enumerate().rev() {
                let has_default =
                    at.checked_sub(first).and_then(|at| member.named.get(at)).is_some_and(Parameter::has_default);
                if has_default && skip > 0 {
                    skip -= 1;
                } else {
                    kept.push(erased.clone());
                }
            }
            kept.reverse();
            all.push(Machine { parameters: kept, ..whole.clone() });
        }
    }
    if defaults > 0 {
        // Callers of Kotlin that leave something out call this one; a constructor's takes a mark as well.
        let name = format!("{}$default", whole.name);
        all.push(Machine { name, is_static: true, ..whole });
        if member.shape == Shape::Constructor && defaults == member.named.len() {
            all.push(Machine { parameters: Vec::new(), name: "<init>".to_owned(), is_static: false, ..all[0].clone() });
        }
    }
    all
}

pub(super) fn of_property(row: &TypeRow, member: &Member, text: &str, is_static: bool) -> Vec<Machine> {
    let (name, result) = (member.name.clone(), member.erased_result.clone());
    let field = |is_static| Machine {
        name: name.clone(),
        is_field: true,
        is_static,
        parameters: Vec::new(),
        result: result.clone(),
    };
    if member.kind == FieldKind::EnumConstant.as_str() || member.is("const") {
        return vec![field(true)];
    }
    if has(member, "JvmField") {
        let in_object = row.kind == TypeKind::Object || is_static;
        return vec![field(in_object)];
    }
    if row.kind == TypeKind::Annotation {
        return vec![Machine { name, is_field: false, is_static: false, parameters: Vec::new(), result }];
    }
    if member.access == Access::Private {
        return Vec::new();
    }
    let is_static = is_static || (row.kind == TypeKind::Object && !is_companion(row) && has(member, "JvmStatic"));
    let getter = jvm_name(text, "get:").unwrap_or_else(|| getter_name(&member.name));
    let mut all = vec![Machine {
        name: getter,
        is_field: false,
        is_static,
        parameters: member.erased.clone(),
        result: result.clone(),
    }];
    let is_set = setter_access(text, member.access) >= Access::Protected;
    // The field of what is initialised later is as visible as its setter.
    if member.is("lateinit") && is_set {
        all.push(field(false));
    }
    if member.is("var") && is_set {
        let name = jvm_name(text, "set:").unwrap_or_else(|| setter_name(&member.name));
        let parameters = member.erased.iter().cloned().chain([result]).collect();
        all.push(Machine { name, is_field: false, is_static, parameters, result: Erased::named("void") });
    }
    all
}

/// The name that `@JvmName` gives a function, or with `get:` an accessor.
fn jvm_name(text: &str, target: &str) -> Option<String> {
    let head = format!("@{target}JvmName(");
    let rest = &text[text.find(&head)? + head.len()..];
    let rest = rest.trim_start().trim_start_matches("name").trim_start_matches([' ', '=']);
    rest.strip_prefix('"')?.split('"').next().map(str::to_owned)
}

/// The name of a property's getter.
fn getter_name(property: &str) -> String {
    if is_question(property) { property.to_owned() } else { format!("get{}", capitalised(property)) }
}

/// The name of a property's setter.
fn setter_name(property: &str) -> String {
    match property.strip_prefix("is").filter(|_| is_question(property)) {
        Some(rest) => format!("set{rest}"),
        None => format!("set{}", capitalised(property)),
    }
}

fn is_question(property: &str) -> bool {
    property.strip_prefix("is").is_some_and(|rest| rest.starts_with(|c: char| !c.is_ascii_lowercase()))
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// What a data class has of its properties: `component1` and the rest, and `copy`.
pub(super) fn add_data(members: &mut [Member], primary: &[String]) {
    for (number, name) in primary.iter().enumerate() {
        let property = members.iter_mut().find(|member| member.kind == "property" && member.name == *name);
        if let Some(property) = property {
            let result = property.erased_result.clone();
            let name = format!("component{}", number + 1);
            property.machine.push(Machine { name, is_field: false, is_static: false, parameters: Vec::new(), result });
        }
    }
    let primary_constructor = members.iter_mut().find(|member| {
        member.shape == Shape::Constructor && member.named.iter().map(|one| &one.name).eq(primary.iter())
    });
    if let Some(constructor) = primary_constructor {
        let copy = Machine {
            name: "copy".to_owned(),
            is_field: false,
            is_static: false,
            parameters: constructor.erased.clone(),
            result: Erased::ANY,
        };
        constructor.machine.push(copy);
    }
}

/// Whether a member has this of being part of a data class: `componentN` of a property, `copy` of the constructor.
#[must_use]
pub fn is_of_data(member: &Member, machine: &Machine) -> bool {
    match member.shape {
        Shape::Constructor => machine.name == "copy",
        Shape::Field => !machine.is_field && machine.name.starts_with("component") && machine.name != member.name,
        Shape::Method => false,
    }
}
