//! What each single difference of the headers of two types means, and the rule that says so.

use super::Change::{self, ModifiersChanged, SignatureChanged, SupertypesChanged};
use super::Compatibility::{Breaking, Compatible, SourceOnly};
use super::facets::{Context, Facet, differ_in_bounds, facet, spare_sources};
use super::member::{Access, Shape, has_word, is_interface};
use super::notes::{of_notes, of_opt_ins, of_uses};
use super::rules::TYPEALIAS;
use super::typed::{Differs, Type, differs};
use super::types::Declared;
use crate::model::{Language, Relation, TypeKind};

const RECORD: &str = "JvmRecord";
const COMPANION: &str = "Kotlin: companion object";

/// All that differs of two declarations of one type, what only its whole hierarchy can tell left out.
#[must_use]
pub fn of_types(context: &Context<'_, '_>) -> Vec<Facet> {
    let (old, new) = (context.old, context.new);
    let mut found = Vec::new();
    if old.kind != new.kind {
        of_kinds(old, new, &mut found);
    }
    if differ_in_bounds(&old.bounds, &new.bounds) && old.language == new.language {
        let rule = if old.is_interface() { "JLS 13.5.5" } else { "JLS 13.4.5" };
        found.push(facet(SignatureChanged, SourceOnly, rule));
    }
    if old.variances != new.variances && old.variances.len() == new.variances.len() && old.language == new.language {
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: variance"));
    }
    if old.held.as_ref().zip(new.held.as_ref()).is_some_and(|(old, new)| !old.is(new)) {
        found.push(facet(SignatureChanged, Breaking, "Kotlin: value class"));
    }
    let is_internal = |declared: &Declared<'_>| has_word(&declared.rows[0].modifiers, "internal");
    if is_internal(new) && (new.access < old.access || !is_internal(old) && old.access == Access::Public) {
        found.push(facet(ModifiersChanged, SourceOnly, "Kotlin: internal"));
    } else if new.access < old.access {
        let rule = if old.is_interface() { "JLS 13.5.1" } else { "JLS 13.4.3" };
        found.push(facet(ModifiersChanged, Breaking, rule));
    } else if new.access > old.access {
        found.push(facet(ModifiersChanged, Compatible, "JLS 13.4.3"));
    }
    let is_class = |kind: TypeKind| !is_interface(kind) && kind != TypeKind::Typealias;
    if old.kind == new.kind || (is_class(old.kind) && is_class(new.kind)) {
        of_type_modifiers(old, new, &mut found);
    }
    if old.supertypes.len() == new.supertypes.len() && names_are_the_same(old, new) && arguments_differ(old, new) {
        let rule = if old.kind == TypeKind::Typealias { TYPEALIAS } else { "JLS 13.4.4" };
        found.push(facet(SupertypesChanged, SourceOnly, rule));
    }
    if old.kind == TypeKind::Enum && new.kind == TypeKind::Enum && order_differs(old, new, "enum_constant") {
        found.push(facet(Change::BodyChanged, Compatible, "JLS 13.4.26"));
    }
    if old.kind == TypeKind::Record && new.kind == TypeKind::Record && components_differ(old, new) {
        found.push(facet(SignatureChanged, SourceOnly, "JLS 13.4.27"));
    }
    if context.same_origin && old.notes.has(RECORD) != new.notes.has(RECORD) && old.language == new.language {
        // Its accessors have other names, and it another superclass.
        found.push(facet(Change::AnnotationsChanged, Breaking, "Kotlin: @JvmRecord"));
    }
    of_notes(&old.notes, &new.notes, context.same_origin, &mut found);
    if context.same_origin && new.language == Language::Kotlin {
        of_opt_ins(&old.notes, &old.opt_ins_around, &new.notes, &mut found);
    }
    let is_annotation = old.kind == TypeKind::Annotation && new.kind == TypeKind::Annotation;
    if is_annotation && context.same_origin && old.language == new.language {
        of_uses(&old.notes, &new.notes, old.language, &mut found);
    }
    if is_internal(old) {
        spare_sources(&mut found);
    }
    found
}

fn of_kinds(old: &Declared<'_>, new: &Declared<'_>, found: &mut Vec<Facet>) {
    let rule = match (old.kind, new.kind) {
        (TypeKind::Typealias, _) => return found.push(facet(SignatureChanged, SourceOnly, TYPEALIAS)),
        // What was compiled names the class, and there is none.
        (_, TypeKind::Typealias) => TYPEALIAS,
        (TypeKind::Class, TypeKind::Record) => return found.push(facet(SignatureChanged, Compatible, "JLS 13.4.27")),
        (TypeKind::Enum, _) | (_, TypeKind::Enum) => "JLS 13.4.26",
        (TypeKind::Record, _) => "JLS 13.4.27",
        (TypeKind::Annotation, _) | (_, TypeKind::Annotation) => "JLS 13.5.8",
        (TypeKind::Object | TypeKind::Facade, _) | (_, TypeKind::Object | TypeKind::Facade)
            if old.language == new.language =>
        {
            "Kotlin: object"
        }
        // A Java class of static methods that became an object or a facade has them still, or its members say not.
        (TypeKind::Object | TypeKind::Facade, _) | (_, TypeKind::Object | TypeKind::Facade) => {
            return found.push(facet(SignatureChanged, Compatible, "Kotlin: object"));
        }
        _ => "JLS 13.4.4",
    };
    found.push(facet(SignatureChanged, Breaking, rule));
}

fn of_type_modifiers(old: &Declared<'_>, new: &Declared<'_>, found: &mut Vec<Facet>) {
    if new.is_abstract && !old.is_abstract {
        // Nobody outside could make one either way.
        let was_made =
            old.members.iter().any(|member| member.shape == Shape::Constructor && member.access == Access::Public);
        found.push(facet(ModifiersChanged, if was_made { Breaking } else { Compatible }, "JLS 13.4.1"));
    } else if old.is_abstract && !new.is_abstract {
        found.push(facet(ModifiersChanged, Compatible, "JLS 13.4.1"));
    }
    let closed = (new.is_final && !old.is_final) || (new.is_sealed && !old.is_sealed);
    let opened = (old.is_final && !new.is_final) || (old.is_sealed && !new.is_sealed);
    let rule = if old.is_interface() { "JLS 13.5.2" } else { "JLS 13.4.2" };
    if closed {
        found.push(facet(ModifiersChanged, if old.is_extensible { Breaking } else { Compatible }, rule));
    } else if opened {
        // A switch over all that extends it is not over all of it any longer; over a class of which there are objects, it never was.
        let was_covered = old.is_sealed && old.is_abstract;
        let rule = if old.is_sealed && old.language == Language::Kotlin { "Kotlin: sealed" } else { rule };
        found.push(facet(ModifiersChanged, if was_covered { SourceOnly } else { Compatible }, rule));
    } else if old.is_sealed && new.is_sealed && sorted(&old.permits) != sorted(&new.permits) {
        // A switch over all of them is not over all of them any longer.
        let rule = if new.language == Language::Kotlin { "Kotlin: sealed" } else { rule };
        found.push(facet(SignatureChanged, SourceOnly, rule));
    }
    if old.is_static != new.is_static {
        found.push(facet(ModifiersChanged, Breaking, "JLS 13.4.12"));
    }
    let word = |row: &Declared<'_>, word: &str| has_word(&row.rows[0].modifiers, word);
    for (modifier, rule, meaning) in [
        ("data", "Kotlin: data class", if old.kind == TypeKind::Class { Breaking } else { Compatible }),
        ("value", "Kotlin: value class", Breaking),
        ("inline", "Kotlin: value class", Breaking),
        ("fun", "Kotlin: functional interface", SourceOnly),
        // The object stands in a field of itself, or in one of the class around it.
        ("companion", COMPANION, Breaking),
    ] {
        match (word(old, modifier), word(new, modifier)) {
            (true, false) if meaning == Breaking && modifier == "data" => {
                found.push(facet(ModifiersChanged, Breaking, "Kotlin: data class, copy and componentN are gone"));
            }
            (true, false) => found.push(facet(ModifiersChanged, meaning, rule)),
            (false, true) if matches!(rule, "Kotlin: value class" | COMPANION) => {
                found.push(facet(ModifiersChanged, meaning, rule));
            }
            (false, true) => found.push(facet(ModifiersChanged, Compatible, rule)),
            _ => {}
        }
    }
}

fn sorted(names: &[String]) -> Vec<&str> {
    let mut names: Vec<&str> = names.iter().map(|name| name.rsplit('.').next().unwrap_or(name)).collect();
    names.sort_unstable();
    names
}

/// Whether both name the same supertypes, in any order.
#[must_use]
pub fn names_are_the_same(old: &Declared<'_>, new: &Declared<'_>) -> bool {
    let lacks = |left: &Declared<'_>, right: &Declared<'_>| {
        left.supertypes.iter().any(|one| !right.supertypes.iter().any(|other| same_name(&one.type_, &other.type_)))
    };
    !lacks(old, new) && !lacks(new, old)
}

fn same_name(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Named { name: left, .. }, Type::Named { name: right, .. }) => left.is(right),
        (left, right) => left == right,
    }
}

fn arguments_differ(old: &Declared<'_>, new: &Declared<'_>) -> bool {
    old.language == new.language
        && old.supertypes.iter().any(|one| {
            one.relation != Relation::Permits
                && !new.supertypes.iter().any(|other| differs(&one.type_, &other.type_) == Differs::Nowhere)
        })
}

/// Whether a record pattern or a call of the canonical constructor goes by others: one more or less, or in another order.
fn components_differ(old: &Declared<'_>, new: &Declared<'_>) -> bool {
    const KIND: &str = "record_component";
    names(old, KIND).len() != names(new, KIND).len() || order_differs(old, new, KIND)
}

/// The names of the members of a kind, in the order declared.
fn names(declared: &Declared<'_>, kind: &str) -> Vec<String> {
    let all = declared.members.iter().filter(|member| member.kind == kind);
    all.map(|member| member.name.clone()).collect()
}

fn order_differs(old: &Declared<'_>, new: &Declared<'_>, kind: &str) -> bool {
    let (before, after) = (names(old, kind), names(new, kind));
    let kept: Vec<&String> = before.iter().filter(|name| after.contains(name)).collect();
    let found: Vec<&String> = after.iter().filter(|name| before.contains(name)).collect();
    kept != found
}
