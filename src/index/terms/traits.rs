//! What the declarations of a file are, as far as ranking asks.

use super::Numbers;
use crate::index::layout;
use crate::model::{Language, MethodKind, ParsedFile, TypeKind};
use crate::store::terms::Traits;

/// Of each declaration of a file.
pub(super) fn of(path: &str, parsed: &ParsedFile, numbers: &Numbers) -> Vec<Traits> {
    let is_kotlin = Language::of_file(path) == Some(Language::Kotlin);
    let mut file = 0;
    if layout::is_test(path) || layout::is_aside(path) {
        file |= Traits::ASIDE;
    }
    if layout::release_of(path).is_some() {
        file |= Traits::OVERLAY;
    }
    let mut traits = vec![Traits(file); numbers.count as usize];
    let has = |list: &[String], name: &str| list.iter().any(|one| one == name || one.rsplit('.').next() == Some(name));
    let common = |modifiers: &[String], annotations: &[String], is_open: bool| {
        let is_private = has(modifiers, "private");
        let is_hidden = if is_kotlin {
            is_private || has(modifiers, "internal")
        } else {
            is_private || !(is_open || has(modifiers, "public") || has(modifiers, "protected"))
        };
        let overrides = has(annotations, "Override") || has(modifiers, "override");
        let deprecated = has(annotations, "Deprecated");
        let made = has(annotations, "Generated");
        flag(is_hidden, Traits::HIDDEN)
            | flag(overrides, Traits::OVERRIDE)
            | flag(deprecated, Traits::DEPRECATED)
            | flag(made, Traits::ASIDE)
    };
    let is_open = |owner: u32| {
        let kind = parsed.types.get(owner as usize).map(|declared| declared.kind);
        matches!(kind, Some(TypeKind::Interface | TypeKind::Annotation))
    };
    for (declared, number) in parsed.types.iter().zip(&numbers.types) {
        let of_owner = declared.owner.filter(|owner| (*owner as usize) < parsed.types.len());
        let around = of_owner.map_or(0, |owner| traits[numbers.types[owner as usize] as usize].0);
        let open = declared.owner.is_some_and(is_open) || declared.kind == TypeKind::Facade;
        traits[*number as usize].0 |= common(&declared.modifiers, &declared.annotations, open)
            | around & (Traits::HIDDEN | Traits::DEPRECATED | Traits::ASIDE);
    }
    for (method, number) in parsed.methods.iter().zip(&numbers.methods) {
        let Some(number) = number else { continue };
        let around = traits[numbers.types[method.owner as usize] as usize].0;
        traits[*number as usize].0 |= common(&method.modifiers, &method.annotations, is_open(method.owner))
            | flag(method.kind == MethodKind::Constructor, Traits::CONSTRUCTOR)
            | around & (Traits::HIDDEN | Traits::DEPRECATED | Traits::ASIDE);
    }
    for (field, number) in parsed.fields.iter().zip(&numbers.fields) {
        let Some(number) = number else { continue };
        let around = traits[numbers.types[field.owner as usize] as usize].0;
        let open = is_open(field.owner) || field.kind == crate::model::FieldKind::EnumConstant;
        traits[*number as usize].0 |= common(&field.modifiers, &field.annotations, open)
            | around & (Traits::HIDDEN | Traits::DEPRECATED | Traits::ASIDE);
    }
    traits
}

const fn flag(is_set: bool, flag: u8) -> u8 {
    if is_set { flag } else { 0 }
}
