//! Which arguments may be `null`, as far as that tells functions apart.

use super::arguments::{is_never_null, placed};
use crate::model::uses::{Call, ExpressionId, Form, NOT_NULL};
use crate::search::references::file::{Denotation, FileResolver, Value};
use crate::search::references::java::is_nullable;
use crate::search::references::members::Candidate;
use crate::search::references::names::deeper;

/// Whether a value may be `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Null {
    No,
    /// It is declared so; what was tested before may tell that it is not.
    Declared,
    Yes,
}

impl FileResolver<'_> {
    /// Whether a candidate is given what may be `null` where it takes none.
    pub(super) fn null_given(&self, candidate: &Candidate, call: &Call) -> Null {
        let places = placed(candidate, call).unwrap_or_default();
        let given =
            call.arguments.iter().zip(places).zip(0..).filter(|((_, place), _)| is_never_null(candidate, *place));
        let nulls = given.map(
            |((argument, _), number)| {
                if call.or_null.contains(&number) { Null::Yes } else { self.may_be_null(*argument) }
            },
        );
        nulls.max().unwrap_or(Null::No)
    }

    fn may_be_null(&self, id: ExpressionId) -> Null {
        if let Some(known) = self.nulls.borrow().get(&id) {
            return *known;
        }
        self.nulls.borrow_mut().insert(id, Null::No);
        let found = deeper(|| self.find_null(id)).unwrap_or(Null::Declared);
        self.nulls.borrow_mut().insert(id, found);
        found
    }

    fn find_null(&self, id: ExpressionId) -> Null {
        let declared = |is_so: bool| if is_so { Null::Declared } else { Null::No };
        match self.form(id) {
            Form::Null => Null::Yes,
            Form::Typed(text) => declared(is_nullable(Some(text))),
            Form::Known { of, type_text, properties } => {
                let tells = type_text == NOT_NULL || !is_nullable(Some(type_text));
                if tells && self.is_stable(*of, *properties) { Null::No } else { self.may_be_null(*of) }
            }
            Form::OneOf(all) => declared(all.iter().any(|one| self.may_be_null(*one) != Null::No)),
            Form::Call(_) => {
                let found = deeper(|| self.called(id)).flatten();
                let header = found.as_ref().and_then(|found| found.candidate.header.as_ref());
                declared(header.is_some_and(|header| header.gives_null))
            }
            Form::Name(_) | Form::Select { .. } => match self.denotation(id) {
                Denotation::Value(Value { field: Some((_, field)), .. }) => {
                    declared(is_nullable(field.row.field_type.as_deref()))
                }
                _ => Null::No,
            },
            _ => Null::No,
        }
    }
}
