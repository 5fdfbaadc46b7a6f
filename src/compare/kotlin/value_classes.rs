//! Value classes: what the virtual machine has in place of their objects.

use super::primary_properties;
use crate::compare::member::has_word;
use crate::compare::member::{Machine, Member, Shape};
use crate::compare::scope::Scope;
use crate::compare::side::{DEEPEST, Side};
use crate::compare::typed::{Erased, Name, PRIMITIVES, Type};
use crate::compare::written::Written;
use crate::model::{Language, TypeKind};
use crate::store::TypeRow;

/// What the virtual machine has in place of the objects of a value class.
#[derive(Debug, Clone)]
pub struct Held {
    pub erased: Erased,
    /// Whether it has room for `null` beside all that is held: where not, it is the object after all where that may be null.
    has_room_for_null: bool,
}

/// What a value class of the artifact holds; none where a type is none, or does not say.
#[must_use]
pub fn held(side: &Side, row: &TypeRow) -> Option<Held> {
    held_at(side, row, 0)
}

fn held_at(side: &Side, row: &TypeRow, depth: usize) -> Option<Held> {
    if !is_value_class(row) || depth > DEEPEST {
        return None;
    }
    let name = primary_properties(&side.index.signature(row.id).ok()?).into_iter().next()?;
    let property = side.index.fields(row.id).ok()?.into_iter().find(|field| field.name == name)?;
    let written = Written::parse(&property.field_type?, Language::Kotlin);
    let scope = Scope::of(side, row).ok()?;
    let (erased, type_) = (scope.erase(&written), scope.resolve(&written));
    let is_primitive = |name: &Name| PRIMITIVES.contains(&name.likeliest());
    let inner = value_class(side, &erased).map(|inner| (inner, held_at(side, inner, depth + 1)));
    let has_room = match &inner {
        Some((_, inner)) => inner.as_ref().is_some_and(|inner| inner.has_room_for_null),
        None => erased.dimensions > 0 || !erased.name.as_ref().is_some_and(is_primitive),
    };
    let erased = match inner {
        Some((inner, held)) => in_place_of(inner, held.as_ref(), may_be_null(&type_)),
        None => erased,
    };
    Some(Held { erased, has_room_for_null: has_room && !may_be_null(&type_) })
}

/// The value class of the artifact that a type is.
fn value_class<'a>(side: &'a Side, erased: &Erased) -> Option<&'a TypeRow> {
    let name = erased.name.as_ref().filter(|_| erased.dimensions == 0)?.likeliest();
    side.declarations(name).first().copied().filter(|row| is_value_class(row))
}

/// Whether null may stand for a type: for a variable that anything may stand for, it may.
const fn may_be_null(type_: &Type) -> bool {
    matches!(type_, Type::Named { nullable: true, .. } | Type::Variable { .. })
}

/// What the virtual machine has where a value class is named, and which class that is: a function that takes one has another
/// name for it.
pub(super) fn in_place_of(row: &TypeRow, held: Option<&Held>, may_be_null: bool) -> Erased {
    let class = row.qualified_name();
    match held {
        Some(held) if may_be_null && !held.has_room_for_null => Erased::named(&format!("{class}?")),
        Some(Held { erased: Erased { name: Some(name), dimensions }, .. }) => {
            let shown = |name: &str| format!("{class}({name}{})", "[]".repeat(*dimensions));
            Erased {
                name: Some(Name::one_of(name.meanings().map(shown).collect(), &shown(name.likeliest()))),
                dimensions: 0,
            }
        }
        _ => Erased::ANY,
    }
}

/// What a member takes and gives as it is declared.
pub(super) struct Stated {
    erased: Vec<Erased>,
    erased_result: Erased,
}

impl Stated {
    /// Gives it back to the member that it was taken from.
    pub(super) fn restore(self, member: &mut Member) {
        (member.erased, member.erased_result) = (self.erased, self.erased_result);
    }
}

/// Puts what they hold in the place of value classes of the artifact: the virtual machine has no object of them where they are
/// named, and another name of the function. Gives what was there. Where what is given may be null, and there is no room for that,
/// it is an object.
pub(super) fn unbox(side: &Side, member: &mut Member) -> Stated {
    let stated = Stated { erased: member.erased.clone(), erased_result: member.erased_result.clone() };
    for (erased, type_) in member.erased.iter_mut().zip(&member.parameters) {
        if let Some(row) = value_class(side, erased) {
            *erased = in_place_of(row, side.held(row).as_ref(), may_be_null(type_));
        }
    }
    if let Some(row) = value_class(side, &member.erased_result) {
        let held = side.held(row);
        let may_be_null = member.result.as_ref().is_some_and(may_be_null);
        if !may_be_null || held.as_ref().is_some_and(|held| held.has_room_for_null) {
            member.erased_result = in_place_of(row, held.as_ref(), may_be_null);
        }
    }
    stated
}

/// Whether the virtual machine has what a type holds in place of its objects.
#[must_use]
pub fn is_value_class(row: &TypeRow) -> bool {
    let is_one = ["value", "inline"].iter().any(|word| has_word(&row.modifiers, word));
    is_one && row.language == Language::Kotlin && row.kind == TypeKind::Class
}

/// Adds the static method by which a function of a value class is called, which takes what the object holds.
pub(super) fn add_static(member: &mut Member, own: &Erased) {
    let Some(machine) = member.machine.first().filter(|machine| !machine.is_field && !machine.is_static) else {
        return;
    };
    if member.shape == Shape::Constructor || member.implicit {
        return;
    }
    let parameters = std::iter::once(own).chain(&machine.parameters).cloned().collect();
    let name = format!("{}-impl", machine.name);
    member.machine.push(Machine { name, is_static: true, parameters, ..machine.clone() });
}
