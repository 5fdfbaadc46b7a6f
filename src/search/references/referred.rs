//! Which method stands behind `::`.

use std::rc::Rc;

use super::calls::Resolution;
use super::file::{Denotation, FileResolver};
use super::members::{Candidate, Candidates};
use super::names::deeper;
use super::overloads::{Argument, Exact, Fit};
use super::types::Type;
use super::universe::Universe;
use crate::model::uses::{ExpressionId, Form, ScopeId, Target};

impl FileResolver<'_> {
    pub(super) fn reference(
        &self,
        of: ExpressionId,
        name: &str,
        target: Option<&Target>,
        id: ExpressionId,
    ) -> Option<Resolution> {
        let (base, is_type) = self.base(of)?;
        let scope = self.scope_of(id);
        let function = deeper(|| self.function_for(target, scope)).flatten();
        if name == "<init>" {
            if matches!(base, Type::Array(_)) {
                return None;
            }
            let candidates = self.constructors(&base);
            return self.chosen_reference(candidates, function.as_ref(), (&base, None, scope));
        }
        let base = if is_type { self.applied_to(base, function.as_ref()) } else { base };
        let candidates = self.candidates(&base, name);
        if candidates.all.is_empty() {
            return None;
        }
        self.chosen_reference(candidates, function.as_ref(), (&base, Some(is_type), scope))
    }

    /// A type before `::`, where it is written without arguments with those that it has as the first of what a function takes:
    /// JLS 15.13.1.
    pub(super) fn applied_to(&self, of: Type, function: Option<&Candidate>) -> Type {
        let Type::Class(class) = of else { return of };
        if !class.arguments.is_empty() {
            return Type::Class(class);
        }
        let first = function.and_then(|function| function.parameters.first());
        let seen = first.and_then(|first| self.seen_from(first, &class)).filter(|seen| !seen.arguments.is_empty());
        Type::Class(seen.unwrap_or_else(|| Universe::uninferred(class.info)))
    }

    /// What stands before `::`, and whether that is a type.
    pub(super) fn base(&self, of: ExpressionId) -> Option<(Type, bool)> {
        match self.form(of) {
            Form::Name(_) | Form::Select { .. } | Form::TypeName(_) => match self.denotation(of) {
                Denotation::Value(value) => Some((value.of, false)),
                Denotation::Type(found) => Some((found, true)),
                Denotation::Package(_) | Denotation::Unknown => None,
            },
            _ => Some((self.type_of(of), false)),
        }
    }

    fn chosen_reference(
        &self,
        candidates: Candidates,
        function: Option<&Candidate>,
        (base, through_type, scope): (&Type, Option<bool>, Option<ScopeId>),
    ) -> Option<Resolution> {
        let complete = candidates.complete;
        let Some(function) = function else {
            let others = candidates.all.iter().skip(1).map(|one| one.identity).collect::<Vec<_>>();
            let candidate = candidates.all.into_iter().next()?;
            let certain = others.is_empty() && complete;
            return Some(Resolution {
                candidate,
                certain,
                complete,
                by_name: through_type != Some(false),
                others,
                agrees: false,
                twins: Vec::new(),
                invokes: false,
            });
        };
        let value = |of: &Type| {
            Argument::Value(match of {
                // What is not inferred yet may be anything.
                _ if of.is_open() => Type::Unknown,
                _ => of.clone(),
            })
        };
        let arguments: Vec<Argument> = function.parameters.iter().map(value).collect();
        if through_type != Some(true) {
            return self.chosen(&candidates, &arguments, (through_type.is_none(), scope));
        }
        // Through a type: a static method of all arguments, or one of the first of them.
        let (statics, others): (Vec<_>, Vec<_>) = candidates.all.into_iter().partition(|one| one.is_static);
        let statics = Candidates { complete, ..Candidates::of(statics) };
        let others = Candidates { complete, ..Candidates::of(others) };
        let one = self.chosen(&statics, &arguments, (true, scope));
        let may_be_called_on = |first: &Argument| match first {
            Argument::Value(Type::Primitive(_)) => false,
            Argument::Value(first) => self.converts(first, base, false) != Fit::No,
            _ => true,
        };
        let rest = arguments.split_first().filter(|(first, _)| may_be_called_on(first)).map(|(_, rest)| rest);
        let other = rest.and_then(|rest| self.chosen(&others, rest, (true, scope)));
        match (one, other) {
            (Some(one), Some(other)) => {
                let others = [one.others, vec![other.candidate.identity], other.others].concat();
                Some(Resolution { certain: false, others, ..one })
            }
            (one, other) => one.or(other),
        }
    }

    /// How many arguments a method reference can take; none where that cannot be told.
    pub fn reference_counts(&self, id: ExpressionId) -> Option<Vec<usize>> {
        let Form::MethodReference { of, name, .. } = self.form(id) else { return None };
        if name == "<init>" && matches!(self.base(*of)?.0, Type::Array(_)) {
            return Some(vec![1]);
        }
        let all = self.referable(*of, name)?;
        Some(all.iter().map(|one| one.candidate.parameters.len() + usize::from(one.first.is_some())).collect())
    }

    /// The method that an exact method reference means, whatever is asked of it: JLS 15.13.1.
    pub fn exactly_referred(&self, id: ExpressionId) -> Option<Exact> {
        let Form::MethodReference { of, name, .. } = self.form(id) else { return None };
        let mut all = self.referable(*of, name)?;
        let only = all.pop().filter(|_| all.is_empty())?;
        only.candidate.type_parameters.is_empty().then_some(only)
    }

    /// The methods of a name behind `::`; none where not all are known, or one takes a variable number of arguments.
    fn referable(&self, of: ExpressionId, name: &str) -> Option<Vec<Exact>> {
        let (base, is_type) = self.base(of)?;
        let base = if is_type { self.applied_to(base, None) } else { base };
        let candidates = if name == "<init>" { self.constructors(&base) } else { self.candidates(&base, name) };
        if candidates.all.is_empty() || !candidates.complete || candidates.all.iter().any(|one| one.varargs) {
            return None;
        }
        let all = candidates.all.into_iter().map(|candidate| {
            let is_first = is_type && name != "<init>" && !candidate.is_static;
            Exact { first: is_first.then(|| base.clone()), candidate }
        });
        Some(all.collect())
    }

    /// What a method reference means.
    pub fn referred(&self, id: ExpressionId) -> Option<Rc<Resolution>> {
        self.called(id)
    }
}
