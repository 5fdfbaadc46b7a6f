//! The types of what members give: what it means that they differ, where Kotlin infers one of them too.

use std::slice;

use super::Change::SignatureChanged;
use super::Compatibility::{Breaking, Compatible, SourceOnly};
use super::facets::{Context, Facet, facet};
use super::member::{Member, Shape, Told};
use super::nulls::Nulls;
use super::typed::{Differs, differs};
use crate::model::Language;

/// The rule where Kotlin infers a type that nobody here can tell, from code that changed or in place of one that was stated.
pub const INFERRED: &str = "Kotlin: inferred type, which may have changed";

fn rule(context: &Context<'_, '_>, old: &Member) -> &'static str {
    match (old.shape, old.kind) {
        (Shape::Field, "record_component") => "JLS 13.4.27",
        (Shape::Field, _) if context.old.is_interface() => "JLS 13.5.6",
        (Shape::Field, _) => "JLS 13.4.8",
        _ => "JLS 13.4.15",
    }
}

/// What differs of it for the virtual machine.
pub(super) fn of_erased(context: &Context<'_, '_>, old: &Member, new: &Member) -> Option<Facet> {
    let is_same = old.erased_result.is(&new.erased_result);
    (!is_same).then(|| facet(SignatureChanged, Breaking, rule(context, old)))
}

/// What differs of the type of a field, or of what a method gives.
pub(super) fn of_result(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    if let Some(erased) = of_erased(context, old, new) {
        found.push(erased);
        return;
    }
    let rule = rule(context, old);
    let is_java = new.language == Language::Java;
    let differing = match (&old.result, &new.result) {
        (Some(before), Some(after)) if old.language != new.language => {
            match Nulls::between(slice::from_ref(before), slice::from_ref(after), is_java) {
                Nulls { now: true, .. } => Differs::NowNullable,
                Nulls { no_longer: true, .. } => Differs::NotNullable,
                Nulls { .. } => Differs::Nowhere,
            }
        }
        (Some(before), Some(after)) if is_partial(old) || is_partial(new) => {
            differs(&before.without_arguments(), &after.without_arguments())
        }
        (Some(before), Some(after)) => differs(before, after),
        _ => Differs::Nowhere,
    };
    match differing {
        Differs::Nowhere if context.same_origin && cannot_tell(old, new) => {
            found.push(Facet { unsure: true, ..facet(SignatureChanged, Compatible, INFERRED) });
        }
        Differs::Nowhere => {}
        Differs::NowNullable => found.push(facet(SignatureChanged, SourceOnly, "Kotlin: nullability")),
        // Whoever overrides it may still give null, and whoever sets it may have put null in.
        Differs::NotNullable if context.is_overridable(old) || old.is("var") => {
            found.push(facet(SignatureChanged, SourceOnly, "Kotlin: nullability"));
        }
        Differs::NotNullable => found.push(facet(SignatureChanged, Compatible, "Kotlin: nullability")),
        Differs::Otherwise => found.push(facet(SignatureChanged, SourceOnly, rule)),
    }
}

/// Whether a type is inferred whose type arguments are not known.
fn is_partial(member: &Member) -> bool {
    matches!(member.told, Told::Inferred { is_whole: false, .. })
}

/// Whether only one of two states a type, and of the other nobody here can tell whether it is the same.
fn cannot_tell(old: &Member, new: &Member) -> bool {
    let hides = |inferring: &Member, stating: &Member| match (&inferring.told, &stating.result) {
        (Told::Not, Some(_)) => true,
        (Told::Inferred { is_whole: false, .. }, Some(stated)) => stated.has_arguments(),
        _ => false,
    };
    old.language == new.language
        && match (&old.told, &new.told) {
            (Told::Written, _) => hides(new, old),
            (_, Told::Written) => hides(old, new),
            _ => false,
        }
}
