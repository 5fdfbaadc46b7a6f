//! What needs both a type and all that it inherits from: the rules for what is gone, and what new supertypes ask for.

use super::Compatibility::{self, Breaking, SourceOnly};
use super::kotlin;
use super::mapped::machine_name;
use super::member::{Member, Shape};
use super::pair::Pair;
use super::side::last_part;
use super::supers::{Ancestor, Family, may_override, overrides, stands_for};
use crate::model::{Language, TypeKind};

/// Whether what was linked to a member finds another in its place.
pub fn is_kept(member: &Member, heir: &Member) -> bool {
    heir.access >= member.access && heir.erased_result.is(&member.erased_result)
}

/// The rule for a typealias, which is for compilers alone: what is compiled names its target, and of a class that became one there is
/// no class file.
pub const TYPEALIAS: &str = "Kotlin: typealias";

pub fn rule_of_supertypes(pair: &Pair<'_>) -> &'static str {
    match pair.old.kind {
        TypeKind::Typealias => TYPEALIAS,
        _ if pair.old.is_interface() => "JLS 13.5.3",
        _ => "JLS 13.4.4",
    }
}

pub fn rule_of_removed(pair: &Pair<'_>, member: &Member) -> &'static str {
    match (member.shape, member.kind) {
        _ if pair.old.has_element(member) => "JLS 13.5.8",
        (_, "enum_constant") => "JLS 13.4.26",
        (_, "record_component") => "JLS 13.4.27",
        (Shape::Field, "field") if pair.old.is_interface() => "JLS 13.5.6",
        (Shape::Field, "field") => "JLS 13.4.8",
        (Shape::Method, _) if pair.old.is_interface() => "JLS 13.5.4",
        (Shape::Method | Shape::Field, _)
            if member.implicit && !member.is("static") && member.language == Language::Kotlin =>
        {
            "Kotlin: @JvmStatic"
        }
        (_, _) if pair.old.kind == TypeKind::Facade && pair.old.language == Language::Kotlin => {
            "Kotlin: top-level functions"
        }
        _ => "JLS 13.4.12",
    }
}

/// Whether a type has a supertype of this name. One that was not found may be known by its simple name alone, and Kotlin's own has
/// two names.
pub fn has(family: &Family, name: &str) -> bool {
    let is_same = |known: &str| {
        let is_vague = !known.contains('.') || !name.contains('.');
        machine_name(known) == machine_name(name) || is_vague && last_part(known) == last_part(name)
    };
    matches!(name, "java.lang.Object" | "kotlin.Any" | "java.lang.Enum" | "kotlin.Enum" | "java.lang.Record")
        || family.names().any(is_same)
}

/// The names of the supertypes that a type has no longer. One that users cannot name is lost to them with what they have by it
/// alone.
pub fn lost<'f>(pair: &Pair<'_>, before: &'f Family, after: &Family) -> Vec<&'f str> {
    let is_there = |member: &Member| {
        let own = pair.new.members.iter().find(|own| stands_for(own, member));
        let heir = own.or_else(|| after.heir(member, pair.new.is_interface()).map(|(_, heir)| heir));
        heir.is_some_and(|heir| is_kept(member, heir))
    };
    let is_felt = |name: &&str| {
        let hidden = before.ancestors.iter().find(|ancestor| ancestor.name == **name && !ancestor.is_api);
        hidden.is_none_or(|hidden| {
            hidden.members.iter().any(|member| hidden.passes_on(member) && pair.old.shows(member) && !is_there(member))
        })
    };
    before.names().filter(|name| !has(after, name)).filter(is_felt).collect()
}

/// What it means to those who write subtypes of a type that a method of it has no body, which is new; none where it asks nothing of
/// them. What took a body away that they inherited breaks those that rely on it.
pub fn asks(method: &Member, before: &Family, of_interface: bool) -> Option<Compatibility> {
    let Some((above, inherited)) = before.perhaps_overridden(method) else { return Some(SourceOnly) };
    if of_interface && !above.is_interface {
        // Every class has the methods of Object, whatever interfaces say.
        return (inherited.access < method.access).then_some(SourceOnly);
    }
    match () {
        () if inherited.is("abstract") || !method.is("abstract") => None,
        () if overrides(method, inherited) => Some(Breaking),
        () => Some(SourceOnly),
    }
}

/// What it means that new supertypes have abstract methods, as [`asks`] tells; what the type declares itself is told of the method.
pub fn obliges(pair: &Pair<'_>, before: &Family, after: &Family) -> Option<Compatibility> {
    let of = |ancestor: &Ancestor, member: &Member| {
        // In Kotlin a body in an interface is none in the interfaces that extend it.
        let is_given = pair.new.is_interface() && ancestor.is_interface && kotlin::is_given_by_interface(member);
        let is_same = |own: &Member| may_override(own, member);
        let is_own = pair.old.members.iter().any(is_same) || pair.new.members.iter().any(is_same);
        let is_left = member.shape != Shape::Constructor
            && (member.is("abstract") || is_given)
            && !is_own
            && pair.is_left_to_others(member);
        let has_body = || {
            let now = after.perhaps_overridden(member).map(|(_, now)| now);
            now.is_some_and(|now| !now.is("abstract") && !std::ptr::eq(now, member))
        };
        (is_left && !has_body()).then(|| asks(member, before, pair.new.is_interface())).flatten()
    };
    let fresh = after.ancestors.iter().filter(|ancestor| !has(before, &ancestor.name));
    fresh.flat_map(|ancestor| ancestor.members.iter().filter_map(move |member| of(ancestor, member))).min()
}
