//! Which properties are the same value each time they are read: Kotlin casts no others smartly.

use crate::model::FieldKind;
use crate::model::uses::{ExpressionId, Form};
use crate::search::references::file::{Denotation, FileResolver, Value};
use crate::search::references::members::has;
use crate::search::references::universe::{Field, Place};

impl FileResolver<'_> {
    /// Whether the last properties of a path give the same value each time; variables of a body are taken for such.
    pub fn is_stable(&self, path: ExpressionId, properties: u8) -> bool {
        match self.form(path) {
            _ if properties == 0 => true,
            Form::Known { of, properties, .. } => self.is_stable(*of, *properties),
            Form::Select { of, .. } => self.is_stable(*of, properties - 1) && self.is_stable_value(path),
            Form::Name(_) => self.is_stable_value(path),
            _ => true,
        }
    }

    fn is_stable_value(&self, id: ExpressionId) -> bool {
        match self.denotation(id) {
            Denotation::Value(Value { field: Some((place, field)), .. }) => self.is_stable_field(place, &field),
            _ => true,
        }
    }

    fn is_stable_field(&self, place: Place, field: &Field) -> bool {
        let row = &field.row;
        let Some(index) = self.universe.index(place) else { return true };
        if row.kind != FieldKind::Property {
            return has(&row.modifiers, "final") || row.kind == FieldKind::EnumConstant;
        }
        let may_be_another = row.is_variable()
            || row.receiver.is_some()
            || has(&row.modifiers, "open")
            || has(&row.modifiers, "abstract")
            || place != self.place();
        let is_computed = || is_computed(row.bytes.of(&self.universe.rows(place, index.text(row.file))));
        !may_be_another && !is_computed()
    }
}

/// Whether a property has a getter of its own or a delegate.
fn is_computed(declaration: &str) -> bool {
    let is_getter = |line: &str| {
        let rest = line.trim_start().strip_prefix("get").map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with('('))
    };
    // What stands before the value: the name and the type.
    let head = declaration.split(['=', '{', '\n']).next().unwrap_or(declaration);
    head.split_whitespace().any(|word| word == "by")
        || head.contains(" get()")
        || declaration.lines().skip(1).any(is_getter)
}
