//! Types of expressions, and the inference of type variables.

use std::sync::Arc;

use super::file::{Denotation, FileResolver};
use super::members::Candidate;
use super::names::{deeper, settle};
use super::types::{Bindings, Class, Function, Primitive, Type, Variable};
use crate::model::uses::{Call, ExpressionId, Form, NOT_NULL, New, ScopeId};

/// Most parameters of a function: the virtual machine's bound.
const MOST_PARAMETERS: usize = 255;

impl FileResolver<'_> {
    /// The type of an expression's value.
    pub fn type_of(&self, id: ExpressionId) -> Type {
        self.settle_chain(id);
        self.keep(&self.values, id, Type::Unknown, || {
            let found = self.with_bounds(self.find_type(id), self.scope_of(id));
            if self.is_kotlin() { self.kotlin_type(found) } else { found }
        })
    }

    /// Finds the types that a long chain of calls goes through: each would ask for the one before it, deeper than is allowed.
    fn settle_chain(&self, id: ExpressionId) {
        let mut chain = Vec::new();
        let mut at = id;
        let before = |at| match self.form(at) {
            Form::Call(Call { receiver: Some(before), .. }) | Form::Known { of: before, .. } => Some(*before),
            // What a safe call gave, or `null`.
            Form::OneOf(all) => all.first().copied(),
            _ => None,
        };
        while let Some(before) = before(at).filter(|before| !self.values.is_asked(*before)) {
            chain.push(before);
            at = before;
        }
        settle(chain, |before| drop(self.type_of(before)));
    }

    fn find_type(&self, id: ExpressionId) -> Type {
        let scope = self.scope_of(id);
        match self.form(id) {
            Form::Lambda(lambda) if self.is_kotlin() => self.kotlin_lambda(lambda, scope),
            Form::MethodReference { .. } if self.is_kotlin() => self.property_reference(id),
            Form::Unknown | Form::TypeName(_) | Form::Lambda(_) | Form::MethodReference { .. } => Type::Unknown,
            Form::Null => Type::Null,
            Form::Number(_) => Type::Primitive(Primitive::Int),
            Form::Typed(text) => self.resolve(text, scope),
            Form::Known { of, properties, .. } if !self.is_stable(*of, *properties) => self.type_of(*of),
            Form::Known { of, type_text, .. } if type_text == NOT_NULL => self.type_of(*of),
            Form::Known { of, type_text, .. } => self.known_as(&self.type_of(*of), self.resolve(type_text, scope)),
            Form::Function { least, returns, .. } => Type::Function(Arc::new(Function {
                receiver: None,
                parameters: vec![Type::Unknown; (*least as usize).min(MOST_PARAMETERS)],
                returns: returns.as_ref().map_or(Type::Unknown, |text| self.resolve(text, scope)),
            })),
            Form::Delegate { of, provided } => match self.called(*provided) {
                Some(found) if found.certain => self.type_of(*provided),
                _ => self.type_of(*of),
            },
            Form::ClassOf(of) => self.class_of(*of),
            Form::Name(_) | Form::Select { .. } => match self.denotation(id) {
                Denotation::Value(value) => value.of,
                Denotation::Type(found) if self.is_kotlin() => self.object_of(&found),
                _ => Type::Unknown,
            },
            Form::This(name) if self.is_kotlin() => self.kotlin_this(name.as_deref(), scope),
            Form::Element(of) | Form::Spread(of) if self.is_kotlin() => self.kotlin_element(&self.type_of(*of)),
            Form::Parameter { lambda, number } if self.is_kotlin() => self.kotlin_parameter(*lambda, *number as usize),
            Form::Call(call) if self.is_kotlin() => self.type_of_kotlin_call(id, call),
            Form::Call(_) => self.type_of_call(id),
            Form::New(new) => self.type_of_new(id, new, scope),
            Form::This(None) => self.this(scope),
            Form::This(Some(name)) => match self.resolve(name, scope) {
                Type::Class(class) => Type::Class(self.universe.itself(&class.info)),
                other => other,
            },
            Form::Super(name) => self.super_type(name.as_deref(), scope),
            Form::Element(of) | Form::Spread(of) => self.element(&self.type_of(*of)),
            Form::Indexed(of) => match self.type_of(*of) {
                Type::Array(of) => *of,
                _ => Type::Unknown,
            },
            Form::Parameter { lambda, number } => self.lambda_parameter(*lambda, *number as usize),
            Form::Matched { of, type_text } => self.applied_as(self.resolve(type_text, scope), &self.type_of(*of)),
            Form::Component { of, number } => self.component(&self.type_of(*of), *number as usize),
            Form::OneOf(all) => self.one_of(all),
            Form::Sum(all) => self.sum(all),
            Form::Promoted(all) => self.promoted(all),
            Form::Constant { of, .. } => self.type_of(*of),
        }
    }

    /// A supertype as a type has it, with arguments.
    pub fn seen_from(&self, of: &Type, supertype: &Class) -> Option<Class> {
        match of {
            Type::Variable(variable) => {
                variable.bounds().find_map(|one| deeper(|| self.seen_from(one, supertype)).flatten())
            }
            Type::Class(class) => {
                self.universe.hierarchy(class).into_iter().find(|one| one.info.qualified == supertype.info.qualified)
            }
            Type::Local(local) => {
                self.above_local(local).iter().find_map(|one| deeper(|| self.seen_from(one, supertype)).flatten())
            }
            _ => None,
        }
    }

    /// A class that is named without its arguments where a value is tested, with those that what the value was declared as has.
    pub fn applied_as(&self, told: Type, declared: &Type) -> Type {
        let (Type::Class(class), Type::Class(of)) = (&told, declared.bound()) else { return told };
        let parameters = self.universe.type_parameters(&class.info);
        if !class.arguments.is_empty() || parameters.is_empty() {
            return told;
        }
        let itself = Type::Class(self.universe.itself(&class.info));
        let seen = if self.is_kotlin() { self.seen_from_kotlin(&itself, of) } else { self.seen_from(&itself, of) };
        let Some(seen) = seen else { return told };
        let argument = |parameter: &Variable| {
            let is_it = |own: &Type| matches!(own, Type::Variable(variable) if variable == parameter);
            let at = seen.arguments.iter().position(is_it);
            at.and_then(|at| of.arguments.get(at)).cloned().unwrap_or(Type::Unknown)
        };
        Type::Class(Class { info: Arc::clone(&class.info), arguments: parameters.iter().map(argument).collect() })
    }

    /// What the component of a record at a place is.
    fn component(&self, of: &Type, number: usize) -> Type {
        let Type::Class(class) = of.bound() else { return Type::Unknown };
        let components = self.universe.components(&class.info);
        let Some(component) = components.get(number) else { return Type::Unknown };
        self.universe.field_type(&class.info, component).with(&self.universe.bindings(class))
    }

    /// What iterating over a value gives.
    fn element(&self, of: &Type) -> Type {
        match of.bound() {
            Type::Array(of) => (**of).clone(),
            found @ (Type::Class(_) | Type::Local(_)) => {
                let Type::Class(iterable) = self.universe.named(self.asker(), "java.lang.Iterable") else {
                    return only_argument(found);
                };
                let seen = self.seen_from(of, &iterable);
                seen.map_or(Type::Unknown, |seen| {
                    seen.arguments.into_iter().next().unwrap_or_else(|| self.universe.object(self.asker()))
                })
            }
            _ => Type::Unknown,
        }
    }

    fn lambda_parameter(&self, lambda: ExpressionId, number: usize) -> Type {
        let Form::Lambda(found) = self.form(lambda) else { return Type::Unknown };
        if let Some(Some(text)) = found.parameters.get(number) {
            return self.resolve(text, self.scope_of(lambda));
        }
        let function = self.function_for(found.target.as_ref(), self.scope_of(lambda));
        function.and_then(|function| function.parameters.get(number).cloned()).map_or(Type::Unknown, |found| {
            // What was not inferred is nothing to go by.
            if found.is_open() {
                match found.bound() {
                    Type::Variable(_) => Type::Unknown,
                    bound => bound.clone(),
                }
            } else {
                found
            }
        })
    }

    /// What one of several expressions gives. Numbers are of the narrower type of what is beside them, where that holds them:
    /// JLS 15.25.
    pub fn one_of(&self, all: &[ExpressionId]) -> Type {
        let number = |id: &ExpressionId| match self.form(*id) {
            Form::Number(number) => Some(*number),
            _ => None,
        };
        let numbers: Vec<i32> = all.iter().filter_map(number).collect();
        if !numbers.is_empty() {
            let others = all.iter().filter(|id| number(id).is_none());
            let beside = unboxed(&self.any_of(others));
            if let Some(narrow) = beside.filter(|of| numbers.iter().all(|number| of.holds(*number))) {
                return Type::Primitive(narrow);
            }
        }
        self.any_of(all.iter())
    }

    fn any_of<'i>(&self, all: impl Iterator<Item = &'i ExpressionId>) -> Type {
        let mut found: Option<Type> = None;
        for id in all {
            let one = self.type_of(*id);
            found = match (found, one) {
                (None, Type::Null) => None,
                (None, one) => Some(one),
                (Some(found), Type::Null) => Some(found),
                (Some(found), one) => Some(self.common(&found, &one)),
            };
        }
        found.unwrap_or(Type::Null)
    }

    fn sum(&self, all: &[ExpressionId]) -> Type {
        const TEXT: &str = "java.lang.String";
        let types: Vec<Type> = all.iter().map(|id| self.type_of(*id)).collect();
        let is_text = |of: &Type| match of.bound() {
            Type::Class(class) => class.info.qualified == TEXT,
            Type::Missing(name) => &**name == TEXT,
            _ => false,
        };
        if types.iter().any(is_text) { self.universe.named(self.asker(), TEXT) } else { promote(&types) }
    }

    fn promoted(&self, all: &[ExpressionId]) -> Type {
        let types: Vec<Type> = all.iter().map(|id| self.type_of(*id)).collect();
        promote(&types)
    }

    fn type_of_new(&self, id: ExpressionId, new: &New, scope: Option<ScopeId>) -> Type {
        if let Some(body) = new.body {
            return Type::local(body);
        }
        let found = self.created(new, scope);
        let Type::Class(class) = &found else { return found };
        if !new.type_text.trim_end().ends_with("<>") {
            return found;
        }
        let Some(resolution) = self.called(id) else { return found };
        let bindings = self.all_bindings(id, &resolution.candidate);
        let parameters = self.universe.type_parameters(&class.info);
        let mut arguments = Vec::new();
        for parameter in parameters.iter() {
            arguments.push(bindings.get(parameter).cloned().unwrap_or(Type::Unknown));
        }
        Type::Class(Class { info: Arc::clone(&class.info), arguments })
    }

    fn type_of_call(&self, id: ExpressionId) -> Type {
        let Form::Call(call) = self.form(id) else { return Type::Unknown };
        let Some(resolution) = self.called(id) else { return Type::Unknown };
        let candidate = &resolution.candidate;
        if call.name == "getClass" && call.arguments.is_empty() {
            let of = match call.receiver {
                Some(receiver) => self.type_of(receiver),
                None => self.this(self.scope_of(id)),
            };
            if let Type::Class(class) = &candidate.returns {
                return Type::Class(Class {
                    info: Arc::clone(&class.info),
                    arguments: vec![self.universe.erased(&of)],
                });
            }
        }
        if !resolution.certain && !resolution.others.is_empty() && self.differs(&resolution, &call.name) {
            return Type::Unknown;
        }
        if candidate.type_parameters.is_empty() {
            return candidate.returns.clone();
        }
        let owner = candidate.type_parameters[0].owner;
        if !candidate.returns.names(owner) {
            return candidate.returns.clone();
        }
        let mut bindings = self.all_bindings(id, candidate);
        // What neither an argument nor a target can tell is what it is bound to.
        let is_taken = |one: &Variable| candidate.parameters.iter().any(|parameter| parameter.mentions(one));
        let is_alone = |variable: &Variable| {
            let tells = |one: &Variable| one == variable || one.bounds().any(|bound| bound.mentions(variable));
            call.target.is_none() && !candidate.type_parameters.iter().any(|one| tells(one) && is_taken(one))
        };
        for variable in &candidate.type_parameters {
            if bindings.get(variable).is_none() {
                let of =
                    if is_alone(variable) { self.of_bounds(variable, candidate, &bindings) } else { Type::Unknown };
                bindings.set(variable, of);
            }
        }
        candidate.returns.with(&bindings)
    }

    /// Whether the overloads that a call may mean give values of several types.
    fn differs(&self, resolution: &super::calls::Resolution, name: &str) -> bool {
        let all = self.candidates(&resolution.candidate.owner, name).all;
        let others = all.iter().filter(|one| resolution.others.contains(&one.identity));
        others.into_iter().any(|one| !same_class(&one.returns, &resolution.candidate.returns))
    }

    /// What is known of a call's type variables, what lambdas give included.
    fn all_bindings(&self, id: ExpressionId, candidate: &Candidate) -> Bindings {
        let mut bindings = self.known_bindings(id, candidate);
        let arguments = match self.form(id) {
            Form::Call(call) => &call.arguments,
            Form::New(new) => &new.arguments,
            _ => return bindings,
        };
        for (at, argument) in arguments.iter().enumerate() {
            if matches!(self.form(*argument), Form::Lambda(_) | Form::MethodReference { .. }) {
                self.infer_result(candidate, at, arguments, &self.result_of(*argument), &mut bindings);
            }
        }
        self.apply_bounds(candidate, &mut bindings);
        bindings
    }

    /// What a lambda or method reference gives.
    pub fn result_of(&self, function: ExpressionId) -> Type {
        match self.form(function) {
            Form::Lambda(lambda) => self.one_of(&lambda.results),
            Form::MethodReference { .. } => self.result_of_reference(function),
            _ => Type::Unknown,
        }
    }

    /// Gives a class that a reference to its constructor names without arguments those that the bound of its type variable has:
    /// `M extends Map<K, V>` for `TreeMap::new`.
    fn apply_bounds(&self, candidate: &Candidate, bindings: &mut Bindings) {
        for variable in &candidate.type_parameters {
            let Some(bound @ Type::Class(_)) = variable.bound.as_deref() else { continue };
            if let Some(found @ Type::Class(_)) = bindings.get(variable) {
                let filled = self.filled(found, &bound.with(bindings));
                bindings.set(variable, filled);
            }
        }
    }

    /// A type with the arguments that one above it has, where nothing is known of its own.
    pub(super) fn filled(&self, of: &Type, above: &Type) -> Type {
        match of {
            Type::Class(class) if class.arguments.iter().all(Type::is_unknown) && !class.arguments.is_empty() => {
                self.applied_as(Type::bare(Arc::clone(&class.info)), above)
            }
            of => of.clone(),
        }
    }

    /// Takes what the result of a lambda or method reference says of the type variables in its parameter.
    pub fn infer_result(
        &self,
        candidate: &Candidate,
        at: usize,
        arguments: &[ExpressionId],
        result: &Type,
        bindings: &mut Bindings,
    ) {
        let Some(parameter) = self.parameter_for(candidate, at, arguments) else { return };
        let Some(function) = self.function_of(&parameter) else { return };
        self.infer(&function.returns, result, candidate, bindings);
    }

    /// What a method reference gives: its type variables, and those of a class that it makes, are what the function asked for
    /// takes.
    fn result_of_reference(&self, id: ExpressionId) -> Type {
        let Form::MethodReference { of, name, target } = self.form(id) else { return Type::Unknown };
        let base = self.denotation(*of);
        match (&base, name.as_str()) {
            (Denotation::Type(Type::Class(class)), "<init>") if class.arguments.is_empty() => {}
            (Denotation::Type(made), "<init>") => return made.clone(),
            _ => {}
        }
        let Some(found) = self.called(id) else { return Type::Unknown };
        let candidate = &found.candidate;
        if !found.certain && !found.others.is_empty() && self.differs(&found, name) {
            return Type::Unknown;
        }
        if candidate.type_parameters.is_empty() {
            return candidate.returns.clone();
        }
        let taken = self.function_for(target.as_ref(), self.scope_of(id)).map(|function| function.parameters);
        let is_through = matches!(base, Denotation::Type(_)) && !candidate.is_static && name != "<init>";
        let taken = taken.unwrap_or_default().into_iter().skip(usize::from(is_through));
        let mut bindings = Bindings::default();
        for (parameter, given) in candidate.parameters.iter().zip(taken).filter(|(_, given)| !given.is_open()) {
            self.infer(parameter, &given, candidate, &mut bindings);
        }
        for variable in &candidate.type_parameters {
            if bindings.get(variable).is_none() {
                bindings.set(variable, Type::Unknown);
            }
        }
        candidate.returns.with(&bindings)
    }

    /// Takes what an argument says of the type variables in its parameter.
    pub fn infer(&self, parameter: &Type, argument: &Type, candidate: &Candidate, bindings: &mut Bindings) {
        let _ = deeper(|| self.infer_here(parameter, argument, candidate, bindings));
    }

    fn infer_here(&self, parameter: &Type, argument: &Type, candidate: &Candidate, bindings: &mut Bindings) {
        if matches!(argument, Type::Unknown | Type::Null | Type::Void) {
            return;
        }
        match parameter {
            // What is above a variable tells only what no other argument tells.
            Type::Super(of) => match &**of {
                Type::Variable(variable) if candidate.type_parameters.contains(variable) => {
                    bindings.set_at_most(variable, argument.clone());
                }
                of => self.infer(of, argument, candidate, bindings),
            },
            Type::Variable(variable) if candidate.type_parameters.iter().any(|one| one == variable) => {
                let value = match argument {
                    Type::Primitive(primitive) => self.universe.named(self.asker(), primitive.boxed()),
                    _ => argument.clone(),
                };
                let value = match bindings.get_at_least(variable) {
                    Some(Type::Unknown) | None => value,
                    Some(known) => self.common(known, &value),
                };
                bindings.set(variable, value);
            }
            Type::Class(class) if !class.arguments.is_empty() => {
                let seen = self.seen_from(argument, class);
                for (wanted, given) in class.arguments.iter().zip(seen.map(|seen| seen.arguments).unwrap_or_default()) {
                    self.infer(wanted, &given, candidate, bindings);
                }
            }
            Type::Array(of) => {
                if let Type::Array(given) = argument {
                    self.infer(of, given, candidate, bindings);
                }
            }
            _ => {}
        }
    }

    /// Takes what is expected of a result: `expected` may be a supertype of it.
    pub fn infer_from(&self, returns: &Type, expected: &Type, candidate: &Candidate, bindings: &mut Bindings) {
        match (returns, expected) {
            (Type::Variable(variable), _) if candidate.type_parameters.iter().any(|one| one == variable) => {
                // What is known already is surer, but not that it may be anything.
                let is_open = bindings.get(variable).is_none_or(Type::is_object) && !expected.is_unknown();
                if is_open {
                    bindings.unset(variable);
                    self.infer(returns, expected, candidate, bindings);
                }
            }
            (Type::Class(class), Type::Class(wanted)) => {
                let Some(seen) = self.seen_from(returns, wanted).filter(|_| !class.arguments.is_empty()) else {
                    return;
                };
                for (own, given) in seen.arguments.iter().zip(&wanted.arguments) {
                    let given = given.clone().unbounded();
                    if !given.is_open() {
                        let _ = deeper(|| self.infer_from(own, &given, candidate, bindings));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Without the JDK: a collection is of its only argument, as good as always.
fn only_argument(of: &Type) -> Type {
    match of {
        Type::Class(Class { arguments, .. }) if !matches!(arguments[..], [Type::Super(_)]) && arguments.len() == 1 => {
            arguments[0].clone()
        }
        _ => Type::Unknown,
    }
}

/// Whether two types are of one class, or equal.
pub fn same_class(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Class(a), Type::Class(b)) => a.info == b.info,
        (Type::Local(a), Type::Local(b)) => a.id == b.id,
        (Type::Unknown, _) => false,
        (a, b) => a == b,
    }
}

/// The primitive that a type is, or that it boxes.
pub(super) fn unboxed(of: &Type) -> Option<Primitive> {
    match of.bound() {
        Type::Primitive(primitive) => Some(*primitive),
        Type::Class(class) => Primitive::of_box(&class.info.qualified),
        Type::Missing(name) => Primitive::of_box(name),
        _ => None,
    }
}

/// What an operation of numbers or booleans gives.
fn promote(types: &[Type]) -> Type {
    let mut found: Option<Primitive> = None;
    for of in types {
        let Some(one) = unboxed(of) else { return Type::Unknown };
        found = Some(found.map_or_else(|| one.promoted(one), |found| found.promoted(one)));
    }
    found.map_or(Type::Unknown, Type::Primitive)
}
