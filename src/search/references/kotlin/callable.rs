//! Callable references: which function or property `::name` means, and what it gives.

use crate::model::uses::{ExpressionId, Form, Target};
use crate::search::references::calls::Resolution;
use crate::search::references::file::{Denotation, FileResolver};
use crate::search::references::members::{Candidate, Candidates};
use crate::search::references::names::deeper;
use crate::search::references::overloads::Fit;
use crate::search::references::types::{Class, Function, Type};

impl FileResolver<'_> {
    /// A callable reference.
    pub fn kotlin_reference(&self, id: ExpressionId) -> Option<Resolution> {
        let Form::MethodReference { of, target, .. } = self.form(id) else { return None };
        let (mut levels, by_name) = self.nameable(id)?;
        for level in &mut levels {
            level.all.retain(|one| !one.is_hidden());
        }
        let all: Vec<&Candidates> = levels.iter().filter(|level| !level.all.is_empty()).collect();
        let level = all.first()?;
        let complete = levels.iter().take_while(|one| one.all.is_empty()).all(|one| one.complete);
        let mut level = (*level).clone();
        if let Some(target) = target.as_ref().filter(|_| level.all.len() > 1) {
            self.keep_taking(&mut level.all, target, by_name && !matches!(self.form(*of), Form::Unknown));
        }
        let complete = complete && (level.complete || all.len() == 1);
        let mut level = level.all;
        let twins = self.take_expected(&mut level, |one| one).into_iter().map(|one| one.identity).collect();
        let mut others = level.iter().map(|one| one.identity).collect::<Vec<_>>();
        let candidate = level.into_iter().next()?;
        others.remove(0);
        let certain = others.is_empty() && complete;
        Some(Resolution { candidate, certain, complete, by_name, others, agrees: false, twins, invokes: false })
    }

    /// The functions that a callable reference may name, a list a level, and whether it names them through no value.
    fn nameable(&self, id: ExpressionId) -> Option<(Vec<Candidates>, bool)> {
        let Form::MethodReference { of, name, .. } = self.form(id) else { return None };
        let (of, scope) = (*of, self.scope_of(id));
        let mut levels = Vec::new();
        let mut by_name = true;
        if matches!(self.form(of), Form::Unknown) {
            for receiver in self.receivers(scope) {
                levels.push(self.members(&receiver, name));
            }
            let made = self.made_by(name, scope);
            let nearest = levels.len();
            for functions in self.functions_in_sight(name) {
                let plain = functions.iter().filter(|(_, method)| method.row.receiver.is_none());
                let all = plain.map(|(owner, method)| self.candidate_of(owner, method, None)).collect();
                levels.push(Candidates::of(all));
            }
            made.put_into(&mut levels, nearest);
        } else {
            let (base, is_type) = self.base(of)?;
            let base = if is_type { self.kotlin_type(base) } else { base };
            by_name = is_type;
            levels.push(self.members(&base, name));
            if is_type {
                levels.push(self.members(&self.object_of(&base), name));
            }
            levels.extend(self.extensions(name, std::slice::from_ref(&base)));
        }
        Some((levels, by_name))
    }

    /// Whether a callable reference is a function that takes so much: what it is called on goes before the rest, unless that is named.
    pub(super) fn callable_fits(&self, id: ExpressionId, wanted: &Function) -> Fit {
        let Form::MethodReference { of, name, .. } = self.form(id) else { return Fit::Maybe };
        let given: Vec<&Type> = wanted.receiver.iter().chain(&wanted.parameters).collect();
        let fits = |(given, taken): (&&Type, &Type)| given.is_open() || self.kotlin_converts(given, taken) == Fit::Yes;
        let is_taken = |taken: &[Type]| taken.len() == given.len() && given.iter().zip(taken).all(fits);
        let through = self.base(*of).filter(|(_, is_type)| *is_type).map(|(found, _)| self.kotlin_type(found));
        if matches!(self.kotlin_property(*of, name, id), Denotation::Value(_)) {
            let taken: Vec<Type> = through.into_iter().collect();
            return if is_taken(&taken) { Fit::Yes } else { Fit::Maybe };
        }
        let Some((levels, _)) = self.nameable(id) else { return Fit::Maybe };
        let object = through.as_ref().map(|through| self.object_of(through));
        let takes = |one: &Candidate| {
            let is_member = !one.is_static && object.as_ref() != Some(&one.owner);
            let called_on = through.iter().filter(|_| is_member || one.extended().is_some());
            let taken: Vec<Type> = called_on.chain(&one.parameters).cloned().collect();
            is_taken(&taken)
        };
        let first = levels.iter().find(|level| !level.all.is_empty());
        if first.is_some_and(|level| level.all.iter().any(takes)) { Fit::Yes } else { Fit::Maybe }
    }

    /// Keeps the functions behind `::` that take what is asked for, if any does; through a type, members are called on the first of
    /// that.
    fn keep_taking(&self, all: &mut Vec<Candidate>, target: &Target, is_through_type: bool) {
        let expected = match deeper(|| self.kotlin_expected(target)).flatten() {
            Some(Type::Function(of)) => of.receiver.iter().chain(&of.parameters).cloned().collect::<Vec<_>>(),
            Some(of) => match self.function_of(&of) {
                Some(function) => function.parameters,
                None => return,
            },
            None => return,
        };
        let takes = |one: &Candidate| {
            let given = &expected[usize::from(is_through_type && !one.is_static).min(expected.len())..];
            let fits =
                |(given, taken): (&Type, &Type)| given.is_open() || self.kotlin_converts(given, taken) != Fit::No;
            given.len() == one.parameters.len() && given.iter().zip(&one.parameters).all(fits)
        };
        if all.iter().any(takes) {
            all.retain(takes);
        }
    }

    /// What the function or property gives that a callable reference means.
    pub(super) fn result_of_callable(&self, id: ExpressionId) -> Type {
        let Form::MethodReference { of, name, .. } = self.form(id) else { return Type::Unknown };
        if let Some(found) = self.called(id) {
            let is_sure = found.certain || found.others.is_empty();
            return match &found.candidate.returns {
                _ if !is_sure || !found.candidate.type_parameters.is_empty() => Type::Unknown,
                Type::Unknown => self.inferred_of(&found.candidate),
                stated => stated.clone(),
            };
        }
        match self.kotlin_property(*of, name, id) {
            Denotation::Value(value) => value.of,
            _ => Type::Unknown,
        }
    }

    /// What a reference to a property is; one to a function is not told.
    pub fn property_reference(&self, id: ExpressionId) -> Type {
        let Form::MethodReference { of, name, .. } = self.form(id) else { return Type::Unknown };
        if self.called(id).is_some() {
            return Type::Unknown;
        }
        let Denotation::Value(value) = self.kotlin_property(*of, name, id) else { return Type::Unknown };
        let through = self.base(*of).filter(|(_, is_type)| *is_type).map(|(found, _)| self.kotlin_type(found));
        let is_variable = value.field.as_ref().is_some_and(|(_, field)| field.row.is_variable());
        let kind = if is_variable { "KMutableProperty" } else { "KProperty" };
        let qualified = format!("kotlin.reflect.{kind}{}", usize::from(through.is_some()));
        match self.universe.named(self.asker(), &qualified) {
            Type::Class(class) => {
                Type::Class(Class { arguments: through.into_iter().chain([value.of]).collect(), ..class })
            }
            missing => missing,
        }
    }
}
