//! Which function or constructor a call in Kotlin means: members before extensions, what is imported by name before the
//! rest, then by the arguments, named, left out and trailing ones as Kotlin has them.

use std::sync::Arc;

use super::calls::Resolution;
use super::file::{Denotation, FileResolver, Value};
use super::members::{Candidate, Candidates, Identity};
use super::names::{deeper, join};
use super::overloads::Fit;
use super::types::{Bindings, Class, Type};
use crate::model::uses::{Call, ExpressionId, Form, ScopeId, Target};

/// What a candidate and its arguments come to.
struct Applied<'c> {
    candidate: &'c Candidate,
    fit: Fit,
}

impl FileResolver<'_> {
    /// What a call means.
    pub fn kotlin_call(&self, id: ExpressionId, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        if call.name == "<init>" {
            let of = self.type_of(call.receiver?);
            return self.pick(&[self.constructors(&of)], call, true);
        }
        let Some(receiver) = call.receiver else { return self.kotlin_unqualified(call, scope) };
        match self.form(receiver) {
            Form::Name(_) | Form::Select { .. } | Form::TypeName(_) => match self.denotation(receiver) {
                Denotation::Value(value) => self.call_on(&value.of, value.certain, call, scope),
                Denotation::Type(of) => self.call_through(&of, call, scope),
                Denotation::Package(package) => self.call_in(&package, call),
                Denotation::Unknown => self.call_on(&Type::Unknown, false, call, scope),
            },
            _ => {
                let _ = id;
                self.call_on(&self.type_of(receiver), true, call, scope)
            }
        }
    }

    /// A call on a value: of a member, else of an extension.
    fn call_on(&self, of: &Type, certain: bool, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let mut levels = vec![self.members(of, &call.name)];
        for receiver in self.receivers(scope) {
            levels.push(self.member_extensions(&receiver, of, &call.name));
        }
        levels.extend(self.extensions(&call.name, std::slice::from_ref(of)));
        let found = self.pick(&levels, call, false);
        if found.is_none() && call.name == "invoke" {
            return None;
        }
        found.map(|found| Resolution { certain: found.certain && certain, ..found })
    }

    /// A call through the name of a type: of its object or companion, of a static method of Java, of a nested type.
    fn call_through(&self, of: &Type, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let mut levels = Vec::new();
        let object = self.object_of(of);
        if !matches!(object, Type::Unknown) {
            levels.push(self.members(&object, &call.name));
        }
        let mut statics = self.members(of, &call.name);
        statics.all.retain(|one| one.is_static);
        levels.push(statics);
        if let Type::Class(class) = of
            && let Some(info) = self.universe.member_type(&class.info, &call.name)
        {
            levels.push(self.constructors(&Type::Class(Class { info, arguments: Vec::new() })));
        }
        if let Some(found) = self.pick(&levels, call, true) {
            return Some(found);
        }
        if matches!(object, Type::Unknown) { None } else { self.call_on(&object, true, call, scope) }
    }

    /// A call of what a package holds.
    fn call_in(&self, package: &str, call: &Call) -> Option<Resolution> {
        let mut all = Vec::new();
        for facade in self.universe.facades(self.place(), package).iter() {
            for method in self.universe.functions(facade, &call.name).iter() {
                if method.row.receiver.is_none() {
                    all.push(self.candidate_of(facade, method, None));
                }
            }
        }
        let mut levels = vec![Candidates { all, complete: true }];
        if let Some(info) = self.universe.find(self.place(), &join(package, &call.name)) {
            levels.push(self.constructors(&Type::Class(Class { info, arguments: Vec::new() })));
        }
        self.pick(&levels, call, true)
    }

    fn kotlin_unqualified(&self, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let receivers = self.receivers(scope);
        let mut levels = Vec::new();
        for receiver in &receivers {
            levels.push(self.members(receiver, &call.name));
        }
        let is_capital = call.name.starts_with(char::is_uppercase);
        if let Some(found @ Type::Class(_)) = self.type_named(&call.name, scope) {
            let found = self.kotlin_type(found);
            levels.push(self.constructors(&found));
        }
        for (outer, inner) in receivers.iter().flat_map(|outer| receivers.iter().map(move |inner| (outer, inner))) {
            let found = self.member_extensions(outer, inner, &call.name);
            if !found.all.is_empty() {
                levels.push(found);
            }
        }
        for functions in self.functions_in_sight(&call.name) {
            let mut all = Vec::new();
            for (owner, method) in functions {
                match &method.row.receiver {
                    None => all.push(self.candidate_of(&owner, &method, None)),
                    Some(_) => {
                        for receiver in &receivers {
                            let candidate = self.candidate_of(&owner, &method, Some(receiver));
                            if self.extends(&candidate) == Fit::Yes {
                                all.push(candidate);
                                break;
                            }
                        }
                    }
                }
            }
            levels.push(Candidates { all, complete: true });
        }
        self.pick(&levels, call, true).or_else(|| {
            // A property whose value is called.
            let _ = is_capital;
            match self.kotlin_name(&call.name, scope) {
                Denotation::Value(Value { of, certain, .. }) if !matches!(of, Type::Function(_)) => {
                    let invoke = Call { name: "invoke".to_owned(), ..call.clone() };
                    deeper(|| self.call_on(&of, certain, &invoke, scope)).flatten()
                }
                _ => None,
            }
        })
    }

    /// The members of a name that a value has, extensions that are members left out.
    fn members(&self, of: &Type, name: &str) -> Candidates {
        let mut found = self.candidates(of, name);
        found.all.retain(|one| one.header.as_ref().is_none_or(|header| header.receiver.is_none()));
        found
    }

    /// Extensions of a value among the members of an implicit receiver.
    fn member_extensions(&self, holder: &Type, of: &Type, name: &str) -> Candidates {
        let mut found = self.candidates(holder, name);
        found.complete = true;
        found.all.retain_mut(|one| {
            let Some(header) = one.header.as_mut().filter(|header| header.receiver.is_some()) else { return false };
            Arc::make_mut(header).given = Some(of.clone());
            true
        });
        found.all.retain(|one| self.extends(one) != Fit::No);
        found
    }

    /// Extensions in sight, a list a level, that one of the values may have.
    fn extensions(&self, name: &str, of: &[Type]) -> Vec<Candidates> {
        let levels = self.functions_in_sight(name).into_iter().map(|functions| {
            let mut all = Vec::new();
            for (owner, method) in functions.into_iter().filter(|(_, method)| method.row.receiver.is_some()) {
                let candidates = of.iter().map(|one| self.candidate_of(&owner, &method, Some(one)));
                all.extend(candidates.filter(|one| self.extends(one) != Fit::No));
            }
            Candidates { all, complete: true }
        });
        levels.collect()
    }

    /// Whether an extension is one of the value that it is called on.
    fn extends(&self, candidate: &Candidate) -> Fit {
        match candidate.header.as_deref() {
            Some(super::kotlin::Header { receiver: Some(receiver), given: Some(given), .. }) => {
                self.kotlin_converts(given, receiver)
            }
            _ => Fit::Yes,
        }
    }

    /// Chooses among candidates, nearer ones first.
    fn pick(&self, levels: &[Candidates], call: &Call, by_name: bool) -> Option<Resolution> {
        let mut complete = true;
        let mut chosen: Option<(Candidate, Fit, bool)> = None;
        let mut others: Vec<Identity> = Vec::new();
        for level in levels {
            let mut fits: Vec<Applied<'_>> = level
                .all
                .iter()
                .map(|candidate| Applied { candidate, fit: self.applies_to(candidate, call) })
                .filter(|applied| applied.fit != Fit::No)
                .collect();
            if chosen.is_some() {
                others.extend(fits.iter().map(|one| one.candidate.identity));
                continue;
            }
            if fits.is_empty() {
                complete &= level.complete;
                continue;
            }
            let all_sure = fits.iter().all(|one| one.fit == Fit::Yes);
            let best = if fits.len() == 1 { Some(0) } else { self.nearest(&fits) };
            let sure = best.is_some() && (all_sure || fits.len() == 1);
            let at = best.unwrap_or(0);
            let taken = fits.swap_remove(at);
            if !sure {
                others.extend(fits.iter().map(|one| one.candidate.identity));
            }
            let exactly = level.complete || taken.fit == Fit::Yes;
            chosen = Some((taken.candidate.clone(), taken.fit, sure && complete && exactly));
            if taken.fit == Fit::Yes && sure {
                break;
            }
        }
        let (candidate, fit, sure) = chosen?;
        let certain = sure && (fit == Fit::Yes || others.is_empty());
        let by_name = by_name && candidate.header.as_ref().is_none_or(|header| header.given.is_none());
        Some(Resolution { candidate, certain, by_name, others })
    }

    /// The most specific of several that fit.
    fn nearest(&self, fits: &[Applied<'_>]) -> Option<usize> {
        let shape = |candidate: &Candidate| {
            let receiver = candidate.header.as_ref().and_then(|header| header.receiver.clone());
            receiver.into_iter().chain(candidate.parameters.iter().cloned()).collect::<Vec<_>>()
        };
        let shapes: Vec<Vec<Type>> = fits.iter().map(|one| shape(one.candidate)).collect();
        let is_nearer = |a: &[Type], b: &[Type]| {
            a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| a == b || self.kotlin_converts(a, b) == Fit::Yes)
        };
        (0..fits.len()).find(|at| {
            (0..fits.len()).all(|other| {
                other == *at
                    || is_nearer(&shapes[*at], &shapes[other]) && {
                        // Declared twice, as `expect` and `actual`, it is one; two of the same shape are not.
                        shapes[*at] != shapes[other] || fits[*at].candidate.owner == fits[other].candidate.owner
                    }
            })
        })
    }

    /// The parameter that each argument stands for; none where they cannot be given.
    pub fn placed(&self, candidate: &Candidate, call: &Call) -> Option<Vec<usize>> {
        let count = candidate.parameters.len();
        let vararg = match &candidate.header {
            Some(header) => header.vararg,
            None => candidate.varargs.then(|| count.saturating_sub(1)),
        };
        let mut places = Vec::with_capacity(call.arguments.len());
        let mut taken = vec![false; count];
        let mut next = 0;
        for at in 0..call.arguments.len() {
            let named = call.named.iter().find(|(number, _)| *number as usize == at).map(|(_, name)| name.as_str());
            let place = match named {
                Some("") => count.checked_sub(1)?,
                Some(name) => candidate.header.as_ref()?.names.iter().position(|own| own == name)?,
                None => {
                    let place = next;
                    next += usize::from(vararg != Some(place));
                    place
                }
            };
            if place >= count || (taken[place] && vararg != Some(place)) {
                return None;
            }
            taken[place] = true;
            places.push(place);
        }
        let defaults = candidate.header.as_ref().map(|header| &header.defaults[..]).unwrap_or_default();
        let given =
            |place: usize| taken[place] || vararg == Some(place) || defaults.get(place).copied().unwrap_or(false);
        (0..count).all(given).then_some(places)
    }

    fn applies_to(&self, candidate: &Candidate, call: &Call) -> Fit {
        let Some(places) = self.placed(candidate, call) else { return Fit::No };
        let mut fit = self.extends(candidate);
        for (argument, place) in call.arguments.iter().zip(places) {
            let mut parameter = &candidate.parameters[place];
            if let (Type::Array(of), true) = (parameter, candidate.header.is_none() && candidate.varargs) {
                parameter = of;
            }
            fit = fit.min(deeper(|| self.argument_fits(parameter, *argument)).unwrap_or(Fit::Maybe));
            if fit == Fit::No {
                break;
            }
        }
        fit
    }

    fn argument_fits(&self, parameter: &Type, argument: ExpressionId) -> Fit {
        match self.form(argument) {
            Form::Lambda(lambda) => {
                let count = lambda.parameters.len();
                let takes = |parameters: usize| parameters == count || (count == 0 && parameters == 1);
                match parameter.bound() {
                    Type::Function(of) if takes(of.parameters.len()) => Fit::Yes,
                    Type::Variable(_) => Fit::Yes,
                    Type::Unknown | Type::Missing(_) => Fit::Maybe,
                    Type::Class(class) if class.info.row().kind == crate::model::TypeKind::Typealias => {
                        match self.kotlin_type(parameter.clone()) {
                            Type::Function(of) if takes(of.parameters.len()) => Fit::Yes,
                            _ => Fit::Maybe,
                        }
                    }
                    Type::Class(class) if class.info.qualified == "kotlin.Any" => Fit::Yes,
                    Type::Class(_) => match self.function_of(parameter) {
                        Some(function) if takes(function.parameters.len()) => Fit::Yes,
                        _ => Fit::No,
                    },
                    _ => Fit::No,
                }
            }
            Form::MethodReference { .. } => match parameter.bound() {
                Type::Primitive(_) | Type::Array(_) => Fit::No,
                _ => Fit::Maybe,
            },
            Form::Null => match parameter {
                Type::Primitive(_) => Fit::No,
                _ => Fit::Yes,
            },
            Form::Typed(text) if text == "kotlin.Int" => {
                // A literal is of the type that is asked for.
                let wanted = self.kotlin_type(parameter.clone());
                match &wanted {
                    Type::Class(class)
                        if matches!(class.info.qualified.as_str(), "kotlin.Long" | "kotlin.Short" | "kotlin.Byte") =>
                    {
                        Fit::Maybe
                    }
                    _ => self.kotlin_converts(&self.type_of(argument), &wanted),
                }
            }
            _ => self.kotlin_converts(&self.type_of(argument), parameter),
        }
    }

    /// Whether a value of one type is one of another, as Kotlin has it.
    pub fn kotlin_converts(&self, value: &Type, parameter: &Type) -> Fit {
        match parameter {
            Type::Variable(variable) => match variable.bound.as_deref() {
                None => Fit::Yes,
                Some(Type::Variable(_)) => Fit::Maybe,
                Some(bound) => deeper(|| self.kotlin_converts(value, bound)).unwrap_or(Fit::Maybe),
            },
            Type::Unknown | Type::Missing(_) => Fit::Maybe,
            _ => {
                let (value, parameter) = (self.kotlin_type(value.bound().clone()), self.kotlin_type(parameter.clone()));
                self.converts_to(&value, &parameter)
            }
        }
    }

    fn converts_to(&self, value: &Type, parameter: &Type) -> Fit {
        match (value, parameter) {
            (Type::Null, _) => Fit::Yes,
            (_, Type::Class(to)) if to.info.qualified == "kotlin.Any" => Fit::Yes,
            (Type::Unknown | Type::Missing(_), _) | (_, Type::Unknown | Type::Missing(_)) => Fit::Maybe,
            (Type::Variable(one), Type::Variable(other)) if one == other => Fit::Yes,
            // A variable without a bound is anything.
            (Type::Variable(_), _) => Fit::No,
            (Type::Function(a), Type::Function(b)) => {
                let all = |of: &super::types::Function| of.parameters.len() + usize::from(of.receiver.is_some());
                if all(a) == all(b) { Fit::Yes } else { Fit::No }
            }
            (Type::Class(from), Type::Class(to)) => {
                if self.seen_from_kotlin(value, to).is_some() {
                    return Fit::Yes;
                }
                if from.info.qualified == "kotlin.Nothing" {
                    return Fit::Yes;
                }
                if self.universe.closure(&from.info).complete { Fit::No } else { Fit::Maybe }
            }
            (Type::Local(id), Type::Class(to)) => {
                let supertypes = self.local_supertypes(*id);
                if self.seen_from_kotlin(value, to).is_some() {
                    return Fit::Yes;
                }
                if supertypes.iter().any(Type::is_unknown) { Fit::Maybe } else { Fit::No }
            }
            (Type::Array(_), Type::Array(_)) => Fit::Maybe,
            (Type::Array(_), Type::Class(to)) if to.info.qualified.ends_with("Array") => Fit::Maybe,
            (Type::Class(from), Type::Array(_)) if from.info.qualified.ends_with("Array") => Fit::Maybe,
            (Type::Function(_), Type::Class(to)) if to.info.is_interface() => Fit::Maybe,
            (Type::Class(_) | Type::Local(_), Type::Function(_)) => Fit::Maybe,
            _ => Fit::No,
        }
    }

    /// What is known of the type variables of a call; what lambdas give where `lambdas`.
    pub fn kotlin_bindings(&self, id: ExpressionId, candidate: &Candidate, lambdas: bool) -> Bindings {
        let mut bindings = Bindings::default();
        let Form::Call(call) = self.form(id) else { return bindings };
        if candidate.type_parameters.is_empty() {
            return bindings;
        }
        let scope = self.scope_of(id);
        for (variable, text) in candidate.type_parameters.iter().zip(&call.type_arguments) {
            bindings.set(variable, self.kotlin_type(self.resolve(text, scope)));
        }
        if let Some(header) = &candidate.header
            && let (Some(receiver), Some(given)) = (&header.receiver, &header.given)
        {
            self.infer_kotlin(receiver, given, candidate, &mut bindings);
        }
        let places = self.placed(candidate, call).unwrap_or_default();
        for (argument, place) in call.arguments.iter().zip(places) {
            let parameter = &candidate.parameters[place];
            match self.form(*argument) {
                Form::Lambda(lambda) if lambdas => {
                    let result = match lambda.results.first() {
                        Some(result) => self.type_of(*result),
                        None => self.universe.named(self.place(), "kotlin.Unit"),
                    };
                    let parameter = self.kotlin_type(parameter.clone());
                    if let Type::Function(of) = &parameter {
                        self.infer_kotlin(&of.returns, &result, candidate, &mut bindings);
                    } else if let Some(function) = self.function_of(&parameter) {
                        self.infer_kotlin(&function.returns, &result, candidate, &mut bindings);
                    }
                }
                Form::Lambda(_) | Form::MethodReference { .. } => {}
                _ => self.infer_kotlin(parameter, &self.type_of(*argument), candidate, &mut bindings),
            }
        }
        let is_open = candidate.type_parameters.iter().any(|variable| bindings.get(variable).is_none());
        if is_open && let Some(target) = &call.target {
            let expected = self.expected(target, scope);
            self.infer_from(&candidate.returns, &expected, candidate, &mut bindings);
        }
        bindings
    }

    fn infer_kotlin(&self, parameter: &Type, argument: &Type, candidate: &Candidate, bindings: &mut Bindings) {
        let _ = deeper(|| match (parameter, argument) {
            (_, Type::Unknown | Type::Null | Type::Missing(_)) => {}
            (Type::Variable(variable), _) if candidate.type_parameters.contains(variable) => {
                if matches!(bindings.get(variable), None | Some(Type::Unknown)) {
                    bindings.set(variable, self.kotlin_type(argument.clone()));
                }
            }
            (Type::Class(class), _) if !class.arguments.is_empty() => {
                let wanted = match self.kotlin_type(parameter.clone()) {
                    Type::Class(wanted) => wanted,
                    _ => class.clone(),
                };
                if let Some(seen) = self.seen_from_kotlin(argument, &wanted) {
                    for (wanted, given) in wanted.arguments.iter().zip(&seen.arguments) {
                        self.infer_kotlin(wanted, given, candidate, bindings);
                    }
                }
            }
            (Type::Function(of), Type::Function(given)) => {
                for (wanted, given) in of.parameters.iter().zip(&given.parameters) {
                    self.infer_kotlin(wanted, given, candidate, bindings);
                }
                self.infer_kotlin(&of.returns, &given.returns, candidate, bindings);
            }
            _ => {}
        });
    }

    /// The type that is expected of an argument, or of what a lambda gives.
    pub fn kotlin_expected(&self, target: &Target) -> Option<Type> {
        match target {
            Target::Argument { call: id, number } => {
                let Form::Call(call) = self.form(*id) else { return None };
                let found = self.called(*id)?;
                let places = self.placed(&found.candidate, call)?;
                let parameter = found.candidate.parameters.get(*places.get(*number as usize)?)?;
                let bindings = self.kotlin_bindings(*id, &found.candidate, false);
                Some(self.kotlin_type(parameter.with(&bindings)))
            }
            Target::Result(lambda) => {
                let Form::Lambda(found) = self.form(*lambda) else { return None };
                match self.expected(found.target.as_ref()?, self.scope_of(*lambda)) {
                    Type::Function(of) => Some(of.returns.clone()),
                    other => self.function_of(&other).map(|function| function.returns),
                }
            }
            _ => None,
        }
    }

    /// The parameter of a lambda whose type is not written.
    pub fn kotlin_parameter(&self, lambda: ExpressionId, number: usize) -> Type {
        let Form::Lambda(found) = self.form(lambda) else { return Type::Unknown };
        let Some(target) = &found.target else { return Type::Unknown };
        let parameters = match self.expected(target, self.scope_of(lambda)) {
            Type::Function(of) => of.parameters.clone(),
            other => match self.function_of(&other) {
                Some(function) => function.parameters,
                None => return Type::Unknown,
            },
        };
        let is_implied = found.parameters.is_empty();
        match parameters.get(number) {
            Some(found) if !is_implied || parameters.len() == 1 => self.known(found.clone()),
            _ => Type::Unknown,
        }
    }

    /// What a call gives.
    pub fn type_of_kotlin_call(&self, id: ExpressionId, call: &Call) -> Type {
        let Some(found) = self.called(id) else { return self.made(call) };
        let candidate = &found.candidate;
        if !found.certain && !found.others.is_empty() {
            return Type::Unknown;
        }
        let mut bindings = self.kotlin_bindings(id, candidate, true);
        for variable in &candidate.type_parameters {
            if bindings.get(variable).is_none() {
                bindings.set(variable, Type::Unknown);
            }
        }
        self.kotlin_type(candidate.returns.with(&bindings))
    }

    /// What is declared nowhere: the value of a function, and the components of a data class.
    fn made(&self, call: &Call) -> Type {
        let Some(receiver) = call.receiver else { return Type::Unknown };
        let of = self.type_of(receiver);
        match of.bound() {
            Type::Function(of) if call.name == "invoke" => self.known(of.returns.clone()),
            Type::Class(class) => {
                let Some(number) = call.name.strip_prefix("component").and_then(|text| text.parse::<usize>().ok())
                else {
                    return Type::Unknown;
                };
                let is_data = class.info.row().modifiers.split_whitespace().any(|word| word == "data");
                let constructor = self.constructors(&of).all.into_iter().next().filter(|_| is_data);
                let found = constructor.and_then(|one| one.parameters.get(number.wrapping_sub(1)).cloned());
                found.map_or(Type::Unknown, |found| self.kotlin_type(found.with(&self.universe.bindings(class))))
            }
            _ => Type::Unknown,
        }
    }

    /// A callable reference.
    pub fn kotlin_reference(&self, of: ExpressionId, name: &str, scope: Option<ScopeId>) -> Option<Resolution> {
        let mut levels = Vec::new();
        let mut by_name = true;
        if matches!(self.form(of), Form::Unknown) {
            for receiver in self.receivers(scope) {
                levels.push(self.members(&receiver, name));
            }
            if let Some(found @ Type::Class(_)) = self.type_named(name, scope) {
                levels.push(self.constructors(&self.kotlin_type(found)));
            }
            for functions in self.functions_in_sight(name) {
                let plain = functions.iter().filter(|(_, method)| method.row.receiver.is_none());
                let all = plain.map(|(owner, method)| self.candidate_of(owner, method, None)).collect();
                levels.push(Candidates { all, complete: true });
            }
        } else {
            let (base, is_type) = match self.form(of) {
                Form::Name(_) | Form::Select { .. } | Form::TypeName(_) => match self.denotation(of) {
                    Denotation::Value(value) => (value.of, false),
                    Denotation::Type(found) => (self.kotlin_type(found), true),
                    Denotation::Package(_) | Denotation::Unknown => return None,
                },
                _ => (self.type_of(of), false),
            };
            by_name = is_type;
            levels.push(self.members(&base, name));
            if is_type {
                levels.push(self.members(&self.object_of(&base), name));
            }
            levels.extend(self.extensions(name, std::slice::from_ref(&base)));
        }
        let all: Vec<&Candidates> = levels.iter().filter(|level| !level.all.is_empty()).collect();
        let level = all.first()?;
        let complete = levels.iter().take_while(|one| one.all.is_empty()).all(|one| one.complete);
        let candidate = level.all.first()?.clone();
        let others: Vec<Identity> = level.all.iter().skip(1).map(|one| one.identity).collect();
        let certain = others.is_empty() && complete && (level.complete || all.len() == 1);
        Some(Resolution { candidate, certain, by_name, others })
    }
}
