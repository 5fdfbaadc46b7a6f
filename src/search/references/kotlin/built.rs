//! Type variables that only what a lambda does with its receiver tells: `buildList { add(x) }`, `flow { emit(x) }`.

use super::arguments::placed;
use crate::model::uses::{ExpressionId, Form, Lambda, ScopeKind};
use crate::search::references::file::FileResolver;
use crate::search::references::members::Candidate;
use crate::search::references::overloads::Fit;
use crate::search::references::types::{Bindings, Type};

impl FileResolver<'_> {
    /// Takes what the calls in a lambda that mean its receiver say of the type variables in that.
    pub(super) fn infer_built(
        &self,
        (id, lambda): (ExpressionId, &Lambda),
        receiver: &Type,
        candidate: &Candidate,
        bindings: &mut Bindings,
    ) {
        for id_of_call in &lambda.calls {
            let Form::Call(call) = self.form(*id_of_call) else { continue };
            // A receiver further in goes before.
            let inside = self.scopes(self.scope_of(*id_of_call));
            let mut inside = inside.take_while(|(_, scope)| scope.kind != ScopeKind::Lambda(id));
            let is_of_another = |one: &Type| {
                one.is_unknown() || call.receiver.is_some() || !self.candidates(one, &call.name).all.is_empty()
            };
            if inside.any(|(id, scope)| self.receivers_of(id, &scope.kind).iter().any(is_of_another)) {
                continue;
            }
            let members = self.candidates(receiver, &call.name).all;
            let mut fitting = members.iter().filter(|one| self.applies_to(one, call) != Fit::No);
            let (Some(member), None) = (fitting.next(), fitting.next()) else { continue };
            for (argument, place) in call.arguments.iter().zip(placed(member, call).unwrap_or_default()) {
                let of = self.type_of(*argument);
                self.infer_kotlin(&member.parameters[place], &of, candidate, 0, bindings);
            }
        }
    }
}
