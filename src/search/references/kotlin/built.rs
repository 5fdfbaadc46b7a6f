//! Type variables that only what a lambda does with its receiver tells: `buildList { add(x) }`, `flow { emit(x) }`.

use std::collections::HashMap;

use super::arguments::placed;
use crate::model::uses::{Call, ExpressionId, Form, Lambda, ScopeKind};
use crate::search::references::file::FileResolver;
use crate::search::references::members::{Candidate, Identity};
use crate::search::references::overloads::Fit;
use crate::search::references::types::{Bindings, Type, Variable};

/// Most calls of one lambda that are asked for what they tell.
const MOST_TELLING: usize = 16;
/// Most overloads that are held against one call for what it tells of type variables.
const MOST_OVERLOADS: usize = 32;

/// What each lambda tells, by the function that it is given to; nothing while that is being found.
pub type Built = HashMap<(ExpressionId, Identity), Bindings>;

impl FileResolver<'_> {
    /// Takes what lambdas do with their receivers, for the variables of which nothing else is known. That is found once for each
    /// lambda: one in another would otherwise be gone through for every call around it.
    pub(super) fn infer_receivers(&self, call: &Call, candidate: &Candidate, bindings: &mut Bindings) {
        let known = bindings.clone();
        let Some(Variable { owner, .. }) = candidate.type_parameters.first() else { return };
        for (argument, place) in call.arguments.iter().zip(placed(candidate, call).unwrap_or_default()) {
            let Form::Lambda(lambda) = self.form(*argument) else { continue };
            let Type::Function(of) = self.kotlin_type(candidate.parameters[place].with(&known)) else { continue };
            let Some(receiver) = of.receiver.as_ref().filter(|one| one.names(*owner)) else { continue };
            let key = (*argument, candidate.identity);
            let told = self.built.borrow().get(&key).cloned();
            let told = told.unwrap_or_else(|| {
                let mut told = Bindings::default();
                self.built.borrow_mut().insert(key, told.clone());
                self.infer_built((*argument, lambda), receiver, candidate, &mut told);
                self.built.borrow_mut().insert(key, told.clone());
                told
            });
            for variable in candidate.type_parameters.iter().filter(|one| known.get(one).is_none()) {
                if let Some(value) = told.get(variable) {
                    bindings.set(variable, value.clone());
                }
            }
        }
    }

    /// Takes what the calls in a lambda that mean its receiver say of the type variables in that.
    fn infer_built(
        &self,
        (id, lambda): (ExpressionId, &Lambda),
        receiver: &Type,
        candidate: &Candidate,
        bindings: &mut Bindings,
    ) {
        let mut telling = 0;
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
            if telling == MOST_TELLING {
                break;
            }
            let mut members = self.candidates(receiver, &call.name).all;
            members.retain(|one| placed(one, call).is_some());
            if members.is_empty() || members.len() > MOST_OVERLOADS {
                continue;
            }
            telling += 1;
            let mut fitting = members.iter().filter(|one| self.applies_to(one, call) != Fit::No);
            let (Some(member), None) = (fitting.next(), fitting.next()) else { continue };
            for (argument, place) in call.arguments.iter().zip(placed(member, call).unwrap_or_default()) {
                let of = self.type_of(*argument);
                self.infer_kotlin(&member.parameters[place], &of, candidate, 0, bindings);
            }
        }
    }
}
