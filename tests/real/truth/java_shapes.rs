//! How Java's types and members are written: flags, types with their arguments, supertypes.

use jardex::model::{FieldDecl, FieldKind, MethodDecl, MethodKind, Relation, TypeKind};

use super::facts::{
    ABSTRACT, ANNOTATION, Class, ENUM, FINAL, Field, INTERFACE, Method, NATIVE, PRIVATE, PROTECTED, PUBLIC, STATIC,
    SYNCHRONIZED, TRANSIENT, VARARGS, VOLATILE,
};
use super::signature;
use super::sources::{Type, has};
use super::types::short;

pub fn kind(class: &Class) -> TypeKind {
    match class.declared() {
        access if access & ANNOTATION != 0 => TypeKind::Annotation,
        access if access & INTERFACE != 0 => TypeKind::Interface,
        access if access & ENUM != 0 => TypeKind::Enum,
        _ if class.superclass == "java/lang/Record" => TypeKind::Record,
        _ => TypeKind::Class,
    }
}

fn visibility(modifiers: &[String]) -> u32 {
    let bits = [("public", PUBLIC), ("private", PRIVATE), ("protected", PROTECTED)];
    bits.into_iter().filter(|(word, _)| has(modifiers, word)).map(|(_, bit)| bit).sum()
}

fn flags(modifiers: &[String], known: &[(&str, u32)]) -> u32 {
    known.iter().filter(|(word, _)| has(modifiers, word)).map(|(_, bit)| *bit).sum::<u32>() | visibility(modifiers)
}

fn differs(what: &str, theirs: u32, ours: u32) -> Option<String> {
    (theirs != ours).then(|| format!("{what}: {theirs:#x} in the class JAR, {ours:#x} here"))
}

pub fn is_interface(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Interface | TypeKind::Annotation)
}

pub fn type_flags(class: &Class, ours: Type<'_>) -> Option<String> {
    let declared = ours.declared();
    let mut mask = PUBLIC | PRIVATE | PROTECTED | STATIC | FINAL | ABSTRACT;
    let mut mine = flags(&declared.modifiers, &[("static", STATIC), ("final", FINAL), ("abstract", ABSTRACT)]);
    let chain = ours.chain();
    if let Some(outer) = chain.get(1) {
        if is_interface(outer.kind) {
            mine |= PUBLIC | STATIC;
        }
        if declared.kind != TypeKind::Class {
            mine |= STATIC;
        }
    }
    if is_interface(declared.kind) {
        mine |= ABSTRACT;
    } else if declared.kind == TypeKind::Record {
        mine |= FINAL;
    } else if declared.kind == TypeKind::Enum {
        // Whether an enum can be extended or is abstract depends on its constants' bodies.
        mask &= !(FINAL | ABSTRACT);
    }
    differs("flags", class.declared() & mask, mine & mask)
}

pub fn supertypes(class: &Class, ours: Type<'_>) -> Option<String> {
    let mut theirs = if class.signature.is_empty() {
        let plain = std::iter::once(&class.superclass).chain(&class.interfaces);
        plain.map(|name| signature::simple(name).to_owned()).collect()
    } else {
        signature::supertypes(&class.signature)
    };
    let first = theirs.remove(0);
    let given = match kind(class) {
        TypeKind::Class => class.superclass == "java/lang/Object",
        _ => true,
    };
    if !given {
        theirs.insert(0, first);
    }
    theirs.retain(|name| !(kind(class) == TypeKind::Annotation && name == "Annotation"));
    let permits = Relation::Permits;
    let mine = ours.declared().supertypes.iter().filter(|one| one.relation != permits);
    let mine: Vec<String> = mine.map(|one| short(&one.text)).filter(|text| text != "Object").collect();
    let (theirs, mine) = (theirs.join(" "), mine.join(" "));
    (theirs != mine).then(|| format!("supertypes: {theirs} in the class JAR, {mine} here"))
}

pub fn field_shape(field: &Field, declared: &FieldDecl, ours: Type<'_>) -> Option<String> {
    let known = [("static", STATIC), ("final", FINAL), ("volatile", VOLATILE), ("transient", TRANSIENT)];
    let mut mine = flags(&declared.modifiers, &known);
    match declared.kind {
        FieldKind::EnumConstant => mine |= PUBLIC | STATIC | FINAL,
        FieldKind::RecordComponent => mine |= PRIVATE | FINAL,
        _ if is_interface(ours.declared().kind) => mine |= PUBLIC | STATIC | FINAL,
        _ => {}
    }
    let mask = PUBLIC | PRIVATE | PROTECTED | STATIC | FINAL | VOLATILE | TRANSIENT;
    differs("flags", field.access & mask, mine & mask).or_else(|| {
        let text = if field.signature.is_empty() { &field.descriptor } else { &field.signature };
        let (theirs, mine) = (signature::field(text), short(declared.type_text.as_deref()?));
        (theirs != mine).then(|| format!("{theirs} in the class JAR, {mine} here"))
    })
}

pub fn method_shape(method: &Method, declared: &MethodDecl, ours: Type<'_>) -> Option<String> {
    let known = [
        ("static", STATIC),
        ("abstract", ABSTRACT),
        ("final", FINAL),
        ("synchronized", SYNCHRONIZED),
        ("native", NATIVE),
    ];
    let mut mine = flags(&declared.modifiers, &known);
    let kind = ours.declared().kind;
    if is_interface(kind) {
        if mine & PRIVATE == 0 {
            mine |= PUBLIC;
        }
        if mine & (STATIC | PRIVATE) == 0 && !has(&declared.modifiers, "default") {
            mine |= ABSTRACT;
        }
    }
    if kind == TypeKind::Enum && declared.kind == MethodKind::Constructor {
        mine |= PRIVATE;
    }
    if declared.parameters.last().is_some_and(|last| last.vararg) {
        mine |= VARARGS;
    }
    let mask = PUBLIC | PRIVATE | PROTECTED | STATIC | ABSTRACT | FINAL | SYNCHRONIZED | NATIVE | VARARGS;
    differs("flags", method.access & mask, mine & mask).or_else(|| method_types(method, declared))
}

fn method_types(method: &Method, declared: &MethodDecl) -> Option<String> {
    let text = if method.signature.is_empty() { &method.descriptor } else { &method.signature };
    let (parameters, returned) = signature::method(text);
    let written = |text: Option<&String>| text.map_or_else(|| "void".to_owned(), |text| short(text));
    let mine: Vec<String> = declared.parameters.iter().map(|own| short(&own.type_text)).collect();
    // Hidden parameters stand in descriptors, and in the signatures of some compilers.
    let theirs = parameters[parameters.len().saturating_sub(mine.len())..].join(";");
    let mine = mine.join(";");
    let (theirs, mine) =
        (format!("({theirs}){returned}"), format!("({mine}){}", written(declared.return_type.as_ref())));
    (theirs != mine).then(|| format!("{theirs} in the class JAR, {mine} here"))
}
