//! Which method a call, a `new` or a method reference means.

use std::rc::Rc;
use std::sync::Arc;

use super::file::{Denotation, FileResolver, Value};
use super::members::{Candidate, Candidates, Identity};
use super::overloads::{Argument, Fit};
use super::types::{Bindings, Owner, Type, Variable};
use super::values::same_class;
use super::written;
use crate::model::ImportKind;
use crate::model::uses::{Call, ExpressionId, Form, Lambda, New, ScopeId, Target};

/// The method that a call means.
#[derive(Debug)]
pub struct Resolution {
    pub candidate: Candidate,
    /// Whether what is known leaves no other.
    pub certain: bool,
    /// Whether it can be nothing but the candidate and the others.
    pub complete: bool,
    /// Whether it was named through a type, an import or `new`, and not through a value.
    pub by_name: bool,
    /// The others that it may be.
    pub others: Vec<Identity>,
    /// Whether all of them, in Kotlin, state the same type.
    pub agrees: bool,
    /// What is declared once more as the same, for all platforms.
    pub twins: Vec<Identity>,
    /// Whether, in Kotlin, no function of the name is called, but what a value of the name holds.
    pub invokes: bool,
}

impl Resolution {
    /// The same, sure only where something else is.
    pub fn only_if(self, sure: bool) -> Self {
        Self { certain: self.certain && sure, complete: self.complete && sure, ..self }
    }
}

impl FileResolver<'_> {
    /// What a call or `new` means; none where that cannot be told.
    pub fn called(&self, id: ExpressionId) -> Option<Rc<Resolution>> {
        self.keep(&self.calls, id, None, || {
            let found = match self.form(id) {
                Form::Call(call) if self.is_kotlin() => self.kotlin_call(call, self.scope_of(id)),
                Form::MethodReference { .. } if self.is_kotlin() => self.kotlin_reference(id),
                Form::New(new) if self.is_kotlin() => self.kotlin_creation(new, self.scope_of(id)),
                Form::Call(call) => self.call(call, self.scope_of(id)),
                Form::New(new) => self.creation(new, self.scope_of(id)),
                Form::MethodReference { of, name, target } => self.reference(*of, name, target.as_ref(), id),
                _ => None,
            };
            found.map(Rc::new)
        })
    }

    fn arguments(&self, ids: &[ExpressionId]) -> Vec<Argument> {
        let of = |id: &ExpressionId| match self.form(*id) {
            Form::Lambda(_) => Argument::Lambda(*id),
            Form::MethodReference { .. } => Argument::Reference(*id),
            // A lambda behind a condition says as much as one without.
            Form::OneOf(all) if all.iter().all(|one| matches!(self.form(*one), Form::Lambda(_))) && !all.is_empty() => {
                Argument::Lambda(all[0])
            }
            form => match (self.type_of(*id), form) {
                (Type::Unknown, Form::OneOf(all)) if all.len() > 1 => {
                    Argument::OneOf(all.iter().map(|one| self.type_of(*one)).collect())
                }
                (value, _) => Argument::Value(value),
            },
        };
        ids.iter().map(of).collect()
    }

    pub(super) fn chosen(
        &self,
        candidates: &Candidates,
        arguments: &[Argument],
        (by_name, scope): (bool, Option<ScopeId>),
    ) -> Option<Resolution> {
        let choice = self.choose(&candidates.all, arguments, scope)?;
        let others =
            choice.possible.iter().filter(|at| **at != choice.at).map(|at| candidates.all[*at].identity).collect();
        Some(Resolution {
            candidate: candidates.all[choice.at].clone(),
            certain: choice.certain && (candidates.complete || candidates.all[choice.at].is_exactly(arguments)),
            complete: candidates.complete,
            by_name,
            others,
            agrees: false,
            twins: Vec::new(),
            invokes: false,
        })
    }

    fn call(&self, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        if call.name == "<init>" {
            let of = self.type_of(call.receiver?);
            return self.chosen(&self.constructors(&of), &self.arguments(&call.arguments), (true, scope));
        }
        let Some(receiver) = call.receiver else { return self.unqualified(call, scope) };
        let (of, by_name) = match self.form(receiver) {
            Form::Name(_) | Form::Select { .. } | Form::TypeName(_) => match self.denotation(receiver) {
                Denotation::Value(value) => (value.of, false),
                Denotation::Type(of) => (of, true),
                Denotation::Package(_) | Denotation::Unknown => return None,
            },
            _ => (self.type_of(receiver), false),
        };
        let candidates = self.candidates(&of, &call.name);
        if candidates.all.is_empty() {
            return None;
        }
        self.chosen(&candidates, &self.arguments(&call.arguments), (by_name, scope))
    }

    /// The methods that a call could mean by their name, where none of them takes what is given as far as that is known.
    pub fn called_so(&self, id: ExpressionId) -> Vec<Identity> {
        let candidates = match self.form(id) {
            Form::Call(call) if call.name != "<init>" && self.is_kotlin() => {
                Some(self.kotlin_named(call, self.scope_of(id)))
            }
            Form::Call(call) if call.name == "<init>" => {
                call.receiver.map(|receiver| self.constructors(&self.type_of(receiver)))
            }
            Form::Call(Call { receiver: Some(receiver), name, .. }) => match self.denotation(*receiver) {
                Denotation::Value(Value { of, .. }) | Denotation::Type(of) => Some(self.candidates(&of, name)),
                Denotation::Package(_) | Denotation::Unknown => None,
            },
            Form::Call(call) => {
                let around = self.types_around(self.scope_of(id)).into_iter();
                around.map(|one| self.candidates(&one, &call.name)).find(|found| !found.all.is_empty())
            }
            Form::New(new) => Some(self.constructors(&self.created(new, self.scope_of(id)))),
            Form::MethodReference { of, name, .. } if !self.is_kotlin() => {
                let base = self.base(*of);
                base.map(|(of, _)| if name == "<init>" { self.constructors(&of) } else { self.candidates(&of, name) })
            }
            _ => None,
        };
        candidates.unwrap_or_default().all.into_iter().map(|one| one.identity).collect()
    }

    /// A call of a simple name: of the innermost type around it that has such a method, else of a static import.
    fn unqualified(&self, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let mut certain = true;
        for around in self.types_around(scope) {
            let candidates = self.candidates(&around, &call.name);
            if !candidates.all.is_empty() {
                let found = self.chosen(&candidates, &self.arguments(&call.arguments), (false, scope));
                return found.map(|found| found.only_if(certain));
            }
            certain &= candidates.complete;
        }
        let mut candidates = Candidates::of(Vec::new());
        for kind in [ImportKind::Static, ImportKind::StaticStar] {
            for import in self.context.imports.iter().filter(|import| import.kind == kind) {
                let path = match kind {
                    ImportKind::Static => match import.path.rsplit_once('.') {
                        Some((path, last)) if last == call.name => path,
                        _ => continue,
                    },
                    _ => import.path.as_str(),
                };
                let Some(info) = self.universe.imported(self.asker(), path) else {
                    candidates.complete = false;
                    continue;
                };
                let class = Type::bare(info);
                let mut found = self.candidates(&class, &call.name);
                candidates.complete &= found.complete;
                found.all.retain(|candidate| candidate.is_static);
                candidates.all.append(&mut found.all);
            }
            if !candidates.all.is_empty() {
                let found = self.chosen(&candidates, &self.arguments(&call.arguments), (true, scope));
                return found.map(|found| found.only_if(certain));
            }
        }
        None
    }

    fn creation(&self, new: &New, scope: Option<ScopeId>) -> Option<Resolution> {
        let of = self.created(new, scope);
        self.chosen(&self.constructors(&of), &self.arguments(&new.arguments), (true, scope))
    }

    /// The type that a `new` names, its body left out.
    pub fn created(&self, new: &New, scope: Option<ScopeId>) -> Type {
        match new.outer {
            None => self.resolve(&new.type_text, scope),
            Some(outer) => self.created_in(outer, &new.type_text, scope),
        }
    }

    /// The member type of a value that `outer.new Inner()` names.
    pub fn created_in(&self, outer: ExpressionId, written: &str, scope: Option<ScopeId>) -> Type {
        match self.type_of(outer).bound() {
            Type::Class(class) => {
                let name = written.split('<').next().unwrap_or("").trim();
                let Some(info) = self.universe.member_type(&class.info, name) else { return Type::Unknown };
                let lookup = |simple: &str| match simple {
                    _ if simple == name => Some(Type::bare(Arc::clone(&info))),
                    _ => self.type_named(simple, scope),
                };
                self.universe.resolve(&written::read(written), self.asker(), &lookup)
            }
            _ => Type::Unknown,
        }
    }

    /// The function that is asked for where a lambda or method reference stands.
    pub fn function_for(&self, target: Option<&Target>, scope: Option<ScopeId>) -> Option<Candidate> {
        self.function_of(&self.expected(target?, scope))
    }

    /// The type that is expected.
    pub fn expected(&self, target: &Target, scope: Option<ScopeId>) -> Type {
        if self.is_kotlin()
            && let Some(found) = self.kotlin_expected(target)
        {
            return found;
        }
        match target {
            Target::Type(text) if self.is_kotlin() => self.kotlin_type(self.resolve(text, scope)),
            Target::Type(text) => self.resolve(text, scope),
            Target::Like(id) => self.type_of(*id),
            Target::Result(lambda) => match self.form(*lambda) {
                Form::Lambda(found) => {
                    let function = self.function_for(found.target.as_ref(), self.scope_of(*lambda));
                    function.map_or(Type::Unknown, |function| function.returns)
                }
                _ => Type::Unknown,
            },
            Target::Argument { call, number } => {
                let Some(found) = self.called(*call) else { return Type::Unknown };
                let candidate = &found.candidate;
                let number = *number as usize;
                let last = candidate.parameters.len().saturating_sub(1);
                let parameter = match candidate.parameters.get(number.min(last)) {
                    Some(Type::Array(of)) if candidate.varargs && number >= last => match candidate.parameters.len() {
                        // An array may stand for all of them.
                        _ if self.takes_array(*call, last) => Type::Array(of.clone()),
                        _ => (**of).clone(),
                    },
                    Some(parameter) => parameter.clone(),
                    None => return Type::Unknown,
                };
                let mut bindings = self.known_bindings(*call, candidate);
                // Of a class that is made, what is not known may be anything.
                for variable in &candidate.type_parameters {
                    if matches!(variable.owner, Owner::Type(..)) && bindings.get(variable).is_none() {
                        bindings.set(variable, Type::Unknown);
                    }
                }
                parameter.with(&bindings)
            }
        }
    }

    fn takes_array(&self, call: ExpressionId, last: usize) -> bool {
        let arguments = match self.form(call) {
            Form::Call(call) => &call.arguments,
            Form::New(new) => &new.arguments,
            _ => return false,
        };
        arguments.len() == last + 1 && matches!(self.form(arguments[last]), Form::Typed(text) if text.ends_with(']'))
    }

    /// What is known of a call's type variables without looking into lambdas.
    pub fn known_bindings(&self, id: ExpressionId, candidate: &Candidate) -> Bindings {
        if candidate.type_parameters.is_empty() {
            return Bindings::default();
        }
        self.inferring(id, |is_first| self.infer_known(id, candidate, is_first))
    }

    /// Of all arguments where `all`, else of those that need nothing from the others.
    fn infer_known(&self, id: ExpressionId, candidate: &Candidate, all: bool) -> Bindings {
        let mut bindings = Bindings::default();
        let (arguments, target, written) = match self.form(id) {
            Form::Call(call) => (&call.arguments, call.target.as_ref(), &call.type_arguments[..]),
            Form::New(new) => (&new.arguments, new.target.as_ref(), &[][..]),
            _ => return bindings,
        };
        let scope = self.scope_of(id);
        for (variable, text) in candidate.type_parameters.iter().zip(written) {
            bindings.set(variable, self.resolve(text, scope));
        }
        if let Type::Class(made) = &candidate.owner {
            let parameters = self.universe.type_parameters(&made.info);
            for (variable, of) in parameters.iter().zip(&made.arguments) {
                if candidate.type_parameters.contains(variable) && !of.is_unknown() {
                    bindings.set(variable, of.clone());
                }
            }
        }
        let told = arguments.iter().enumerate().filter(|(_, argument)| all || self.is_told(**argument));
        for (at, argument) in told {
            match self.form(*argument) {
                Form::Lambda(lambda) if lambda.parameters.iter().all(Option::is_some) => {
                    self.infer_result(candidate, at, arguments, &self.one_of(&lambda.results), &mut bindings);
                    continue;
                }
                Form::Lambda(_) | Form::MethodReference { .. } => continue,
                _ => {}
            }
            if let Some(parameter) = self.parameter_for(candidate, at, arguments) {
                self.infer(&parameter, &self.type_of(*argument), candidate, &mut bindings);
            }
        }
        let is_open = |variable: &&Variable| bindings.get(variable).is_none();
        let open: Vec<&Variable> = candidate.type_parameters.iter().filter(is_open).collect();
        if open.is_empty() {
            return bindings;
        }
        if let Some(target) = target {
            let expected = self.expected(target, scope);
            self.infer_from(&candidate.returns, &expected, candidate, &mut bindings);
        }
        self.bind_open(&open, candidate, arguments, &mut bindings);
        if all {
            self.bind_by_results(&open, candidate, arguments, &mut bindings);
        }
        bindings
    }

    /// Takes what lambdas and references give for the type variables that nothing else tells and other arguments need: `a -> b`
    /// tells U in `f(Function<T, U>, BinaryOperator<U>)`.
    fn bind_by_results(
        &self,
        open: &[&Variable],
        candidate: &Candidate,
        arguments: &[ExpressionId],
        bindings: &mut Bindings,
    ) {
        let functions: Vec<Option<Candidate>> = (0..arguments.len())
            .map(|at| {
                let is_function = matches!(self.form(arguments[at]), Form::Lambda(_) | Form::MethodReference { .. });
                let parameter = self.parameter_for(candidate, at, arguments).filter(|_| is_function)?;
                self.function_of(&parameter)
            })
            .collect();
        for variable in open {
            if bindings.get(variable).is_some() {
                continue;
            }
            let is_needed = |at: usize| match &functions[at] {
                Some(function) => {
                    let is_implicit = |lambda: &Lambda| lambda.parameters.iter().any(Option::is_none);
                    matches!(self.form(arguments[at]), Form::Lambda(lambda) if is_implicit(lambda))
                        && function.parameters.iter().any(|one| one.mentions(variable))
                }
                None => {
                    !self.is_told(arguments[at])
                        && self.parameter_for(candidate, at, arguments).is_some_and(|one| one.mentions(variable))
                }
            };
            if !(0..arguments.len()).any(is_needed) {
                continue;
            }
            let mut given = Bindings::default();
            for (at, function) in functions.iter().enumerate() {
                if !is_needed(at) && function.as_ref().is_some_and(|function| function.returns.mentions(variable)) {
                    self.infer_result(candidate, at, arguments, &self.result_of(arguments[at]), &mut given);
                }
            }
            if let Some(found) = given.get(variable).filter(|found| !found.is_open() && !found.is_unknown()) {
                bindings.set(variable, found.clone());
            }
        }
    }

    /// Takes what method references give, and what they and lambdas take, for the type variables that nothing else tells, so that
    /// the lambdas beside them have it.
    fn bind_open(
        &self,
        open: &[&Variable],
        candidate: &Candidate,
        arguments: &[ExpressionId],
        bindings: &mut Bindings,
    ) {
        if open.is_empty() {
            return;
        }
        let (mut given, mut taken) = (Bindings::default(), Bindings::default());
        for (at, argument) in arguments.iter().enumerate() {
            if let Form::MethodReference { of, name, .. } = self.form(*argument)
                && let Denotation::Type(of) = self.denotation(*of)
            {
                self.infer_result(candidate, at, arguments, &self.given_by_name(&of, name), &mut given);
            }
            self.infer_taken(candidate, at, arguments, &mut taken);
        }
        for variable in open {
            // Where anything is expected, as of `?`, that tells nothing.
            let expected = bindings.get(variable).filter(|expected| !expected.is_object());
            let found = match expected {
                None => given.get(variable).or_else(|| taken.get(variable)).cloned(),
                // What is given is narrower than what is expected of it.
                Some(expected) => given
                    .get(variable)
                    .filter(|given| self.converts(given, expected, false) == Fit::Yes)
                    .map(|given| self.filled(given, expected)),
            };
            if let Some(found) = found {
                bindings.set(variable, found);
            }
        }
    }

    /// Takes what the written parameters of a lambda, or those of the only method that a reference can mean, say of the type
    /// variables in its parameter: JLS 18.2.1.
    fn infer_taken(&self, candidate: &Candidate, at: usize, arguments: &[ExpressionId], bindings: &mut Bindings) {
        let takes: Vec<Type> = match self.form(arguments[at]) {
            Form::Lambda(lambda) => {
                let scope = self.scope_of(arguments[at]);
                let written = lambda.parameters.iter().flatten();
                written.map(|text| self.resolve(text, scope)).collect()
            }
            Form::MethodReference { .. } => match self.exactly_referred(arguments[at]) {
                Some(exact) => exact.first.into_iter().chain(exact.candidate.parameters).collect(),
                None => return,
            },
            _ => return,
        };
        let parameter = self.parameter_for(candidate, at, arguments);
        let Some(function) = parameter.and_then(|parameter| self.function_of(&parameter)) else { return };
        if function.parameters.len() == takes.len() {
            for (parameter, one) in function.parameters.iter().zip(&takes).filter(|(_, one)| !one.is_open()) {
                self.infer(parameter, one, candidate, bindings);
            }
        }
    }

    /// What a reference through a type gives whatever is asked of it: the type itself, or what its only static method does.
    fn given_by_name(&self, of: &Type, name: &str) -> Type {
        if name == "<init>" {
            return self.applied_to(of.clone(), None);
        }
        match &self.candidates(of, name).all[..] {
            [only] if only.is_static && only.type_parameters.is_empty() => only.returns.clone(),
            _ => Type::Unknown,
        }
    }

    /// The parameter that an argument stands for.
    pub fn parameter_for(&self, candidate: &Candidate, at: usize, arguments: &[ExpressionId]) -> Option<Type> {
        let last = candidate.parameters.len().checked_sub(1)?;
        match &candidate.parameters[last.min(at)] {
            Type::Array(of) if candidate.varargs && at >= last => {
                let is_array = arguments.len() == last + 1 && matches!(self.type_of(arguments[last]), Type::Array(_));
                Some(if is_array { Type::Array(of.clone()) } else { (**of).clone() })
            }
            parameter if at <= last => Some(parameter.clone()),
            _ => None,
        }
    }
}

impl Candidate {
    /// Whether its parameters are just what is given, so that no supertype that is not there can have a better one.
    fn is_exactly(&self, arguments: &[Argument]) -> bool {
        arguments.len() == self.parameters.len()
            && self.parameters.iter().zip(arguments).all(|(parameter, argument)| match argument {
                Argument::Value(value) => value == parameter && !value.is_unknown() || same_class(value, parameter),
                _ => false,
            })
    }
}
