//! Arguments and parameters in Kotlin: which belong together, whether they fit, and what they tell of type variables.

use crate::model::TypeKind;
use crate::model::uses::{Call, ExpressionId, Form};
use crate::search::references::file::FileResolver;
use crate::search::references::members::Candidate;
use crate::search::references::names::deeper;
use crate::search::references::overloads::Fit;
use crate::search::references::shared::is_nothing;
use crate::search::references::types::{Bindings, Class, Function, Owner, Type, Variable};

/// The parameter that each argument stands for; none where they cannot be given.
pub fn placed(candidate: &Candidate, call: &Call) -> Option<Vec<usize>> {
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
            Some(name) => {
                let place = candidate.header.as_ref()?.names.iter().position(|own| own == name)?;
                // Behind one that is named where it stands anyway, others go on without names.
                next += usize::from(place == next);
                place
            }
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
    let given = |place: usize| taken[place] || vararg == Some(place) || defaults.get(place).copied().unwrap_or(false);
    (0..count).all(given).then_some(places)
}

/// What each of the variable arguments at a place is; none where it takes one argument.
pub fn element(candidate: &Candidate, place: usize) -> Option<&Type> {
    let vararg = match &candidate.header {
        Some(header) => header.vararg,
        None => candidate.varargs.then(|| candidate.parameters.len().saturating_sub(1)),
    };
    match candidate.parameters.get(place) {
        Some(Type::Array(of)) if vararg == Some(place) => Some(of),
        _ => None,
    }
}

/// Whether a parameter takes no `null`.
pub fn is_never_null(candidate: &Candidate, place: usize) -> bool {
    let nullable = candidate.header.as_ref().and_then(|header| header.nullable.get(place));
    nullable.is_some_and(|nullable| !nullable)
}

/// Whether it is a whole number that a literal is only where nothing takes an `Int`.
fn is_narrowed(of: &Type) -> bool {
    matches!(of, Type::Class(class) if matches!(class.info.qualified.as_str(), "kotlin.Long" | "kotlin.Short" | "kotlin.Byte"))
}

/// Whether a parameter that takes one of two types is the nearer one for a literal: an `Int` goes before other whole numbers.
pub fn is_nearer_literal(one: &Type, other: &Type) -> bool {
    matches!(one, Type::Class(class) if class.info.qualified == "kotlin.Int") && is_narrowed(other)
}

/// Whether a type is one of Kotlin's library, by its qualified name.
fn is_of_kotlin(name: &str) -> bool {
    name.starts_with("kotlin.")
}

/// Whether a value is an array, of which a spread makes variable arguments.
fn is_array(of: &Type) -> bool {
    match of {
        Type::Array(_) => true,
        Type::Class(class) => class.info.qualified.starts_with("kotlin.") && class.info.qualified.ends_with("Array"),
        Type::Missing(name) => name.starts_with("kotlin.") && name.ends_with("Array"),
        _ => false,
    }
}

/// What tells candidates that fit apart.
pub struct Shape {
    /// What it takes the receiver and the arguments as.
    pub taken: Vec<Type>,
    /// Which of these may be `null`.
    pub nullable: Vec<bool>,
    /// Whether it takes a variable number of arguments, how many parameters are left out, whether it has type variables.
    pub rank: (bool, usize, bool),
}

impl Shape {
    pub fn of(candidate: &Candidate, call: &Call) -> Self {
        let count = candidate.parameters.len();
        let places = placed(candidate, call).unwrap_or_default();
        let receiver = candidate.header.as_ref().and_then(|header| header.receiver.clone());
        let taken = |place: usize| element(candidate, place).unwrap_or(&candidate.parameters[place]).clone();
        let has_vararg = (0..count).any(|place| element(candidate, place).is_some());
        let left_out = (0..count).filter(|place| !places.contains(place)).count();
        // A variable stands for what takes `null` or does not, as is asked.
        let takes_null = |place: &usize| !is_never_null(candidate, *place) && !taken(*place).is_variable();
        Self {
            nullable: receiver.iter().map(|_| false).chain(places.iter().map(takes_null)).collect(),
            taken: receiver.into_iter().chain(places.iter().map(|place| taken(*place))).collect(),
            rank: (has_vararg, left_out, !candidate.type_parameters.is_empty()),
        }
    }
}

impl FileResolver<'_> {
    pub fn applies_to(&self, candidate: &Candidate, call: &Call) -> Fit {
        let Some(places) = placed(candidate, call) else { return Fit::No };
        let mut fit = self.extends(candidate);
        for (argument, place) in call.arguments.iter().zip(places) {
            let fits = |parameter: &Type| deeper(|| self.argument_fits(parameter, *argument)).unwrap_or(Fit::Maybe);
            let parameter = &candidate.parameters[place];
            fit = fit.min(match element(candidate, place) {
                _ if matches!(self.form(*argument), Form::Null) && is_never_null(candidate, place) => Fit::No,
                Some(of) if fits(of) == Fit::Yes => Fit::Yes,
                // All of them may be given as an array.
                Some(of) => fits(of).max(fits(parameter)),
                None if matches!(self.form(*argument), Form::Spread(_)) => Fit::No,
                None => fits(parameter),
            });
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
                    Type::Class(class) if class.info.row().kind == TypeKind::Typealias => {
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
                Type::Function(of) => deeper(|| self.callable_fits(argument, of)).unwrap_or(Fit::Maybe),
                _ => Fit::Maybe,
            },
            Form::Null => match parameter {
                Type::Primitive(_) => Fit::No,
                _ => Fit::Yes,
            },
            Form::Typed(text) if text == "kotlin.Int" => {
                // A literal is of the type that is asked for.
                let wanted = self.kotlin_type(parameter.clone());
                if is_narrowed(&wanted) { Fit::Yes } else { self.kotlin_converts(&self.type_of(argument), &wanted) }
            }
            _ => self.kotlin_converts(&self.type_of(argument), parameter),
        }
    }

    /// Whether a value of one type is one of another, as Kotlin has it.
    pub fn kotlin_converts(&self, value: &Type, parameter: &Type) -> Fit {
        match parameter {
            Type::Variable(variable) => {
                let fits = variable.bounds().map(|bound| match bound {
                    Type::Variable(of) if of.bounds().next().is_none() => Fit::Yes,
                    Type::Variable(_) => Fit::Maybe,
                    bound => deeper(|| self.kotlin_converts(value, bound)).unwrap_or(Fit::Maybe),
                });
                fits.min().unwrap_or(Fit::Yes)
            }
            Type::Unknown | Type::Missing(_) => Fit::Maybe,
            _ => {
                if let Type::Variable(of @ Variable { owner: Owner::Intersection, .. }) = value {
                    let fits = of.bounds().map(|one| deeper(|| self.kotlin_converts(one, parameter)));
                    return fits.map(|fit| fit.unwrap_or(Fit::Maybe)).max().unwrap_or(Fit::Maybe);
                }
                let (value, parameter) = (self.kotlin_type(value.bound().clone()), self.kotlin_type(parameter.clone()));
                self.converts_to(&value, &parameter)
            }
        }
    }

    fn converts_to(&self, value: &Type, parameter: &Type) -> Fit {
        match (value, parameter) {
            (Type::Null, _) => Fit::Yes,
            (value, _) if is_nothing(value) => Fit::Yes,
            (_, Type::Class(to)) if to.info.qualified == "kotlin.Any" => Fit::Yes,
            (Type::Missing(of), Type::Class(to)) if is_of_kotlin(of) && !is_of_kotlin(&to.info.qualified) => {
                // Kotlin's own types extend nothing but each other and Java's.
                if to.info.qualified.starts_with("java.") { Fit::Maybe } else { Fit::No }
            }
            (Type::Unknown | Type::Missing(_), _)
            | (_, Type::Unknown | Type::Missing(_))
            | (Type::Array(_), Type::Array(_))
            | (Type::Local(_), Type::Function(_)) => Fit::Maybe,
            // A class that is a function has a supertype that is no class.
            (Type::Class(from), Type::Function(_)) => {
                let closure = self.universe.closure(&from.info);
                let is_function = |one: &Class| one.info.qualified.starts_with("kotlin.Function");
                let is_sure = closure.complete && !closure.types.iter().any(is_function);
                if is_sure { Fit::No } else { Fit::Maybe }
            }
            (Type::Variable(one), Type::Variable(other)) if one == other => Fit::Yes,
            (Type::Function(a), Type::Function(b)) => {
                let all = |of: &Function| of.parameters.len() + usize::from(of.receiver.is_some());
                if all(a) == all(b) { Fit::Yes } else { Fit::No }
            }
            (Type::Class(from), Type::Class(to)) => {
                if self.seen_from_kotlin(value, to).is_some() {
                    return if self.is_of_others(value, to) { Fit::No } else { Fit::Yes };
                }
                if self.universe.closure(&from.info).complete { Fit::No } else { Fit::Maybe }
            }
            (Type::Local(local), Type::Class(to)) => {
                let supertypes = self.above_local(local);
                if self.seen_from_kotlin(value, to).is_some() {
                    return Fit::Yes;
                }
                if supertypes.iter().any(Type::is_unknown) { Fit::Maybe } else { Fit::No }
            }
            (Type::Array(_), Type::Class(to)) if to.info.qualified.ends_with("Array") => Fit::Maybe,
            (Type::Class(from), Type::Array(_)) if from.info.qualified.ends_with("Array") => Fit::Maybe,
            (Type::Function(of), Type::Class(to)) if to.info.is_interface() => {
                self.function_converts(of, parameter, to)
            }
            // A variable without a bound is anything, so that nothing is known to be of it.
            _ => Fit::No,
        }
    }

    /// Whether a function is a value of an interface: of one that stands for functions, or that a function is made to where it is an
    /// argument.
    fn function_converts(&self, of: &Function, parameter: &Type, to: &Class) -> Fit {
        if to.info.qualified.starts_with("kotlin.Function") {
            return Fit::Maybe;
        }
        match self.function_of(parameter) {
            Some(function) if function.parameters.len() == of.arity() => Fit::Maybe,
            None if !self.universe.closure(&to.info).complete => Fit::Maybe,
            _ => Fit::No,
        }
    }

    /// What is known of the type variables of a call; what lambdas give where `lambdas`.
    pub fn kotlin_bindings(&self, id: ExpressionId, candidate: &Candidate, lambdas: bool) -> Bindings {
        let Form::Call(call) = self.form(id) else {
            // A class that is named with its arguments.
            return match &candidate.owner {
                Type::Class(made) => self.universe.bindings(made),
                _ => Bindings::default(),
            };
        };
        if candidate.type_parameters.is_empty() {
            return Bindings::default();
        }
        if lambdas {
            return self.infer_call(id, call, candidate, true, |_| true);
        }
        self.inferring(id, |is_first| {
            self.infer_call(id, call, candidate, false, |argument| is_first || self.is_told(argument))
        })
    }

    /// Of the arguments that are `told`.
    fn infer_call(
        &self,
        id: ExpressionId,
        call: &Call,
        candidate: &Candidate,
        lambdas: bool,
        told: impl Fn(ExpressionId) -> bool,
    ) -> Bindings {
        let mut bindings = Bindings::default();
        let scope = self.scope_of(id);
        for (variable, text) in candidate.type_parameters.iter().zip(&call.type_arguments) {
            bindings.set(variable, self.kotlin_type(self.resolve(text, scope)));
        }
        if let Some(header) = &candidate.header
            && let (Some(receiver), Some(given)) = (&header.receiver, &header.given)
        {
            self.infer_kotlin(receiver, given, candidate, call.type_arguments.len(), &mut bindings);
        }
        let written = call.type_arguments.len();
        let places = placed(candidate, call).unwrap_or_default();
        let given = call.arguments.iter().zip(places).filter(|(argument, _)| told(**argument));
        // A literal is of whatever number the others are.
        let (literals, others): (Vec<_>, Vec<_>) = given.partition(|(argument, _)| self.is_number(**argument));
        for (argument, place) in others.into_iter().chain(literals) {
            let parameter = element(candidate, place)
                .filter(|_| !is_array(&self.type_of(*argument)))
                .unwrap_or(&candidate.parameters[place]);
            match self.form(*argument) {
                form @ (Form::Lambda(_) | Form::MethodReference { .. }) if lambdas => {
                    let result = match form {
                        Form::Lambda(lambda) => match lambda.results[..] {
                            [] => self.universe.named(self.asker(), "kotlin.Unit"),
                            [only] => self.type_of(only),
                            ref all => self.one_of(all),
                        },
                        _ => self.result_of_callable(*argument),
                    };
                    let parameter = self.kotlin_type(parameter.clone());
                    if let Type::Function(of) = &parameter {
                        self.infer_kotlin(&of.returns, &result, candidate, written, &mut bindings);
                    } else if let Some(function) = self.function_of(&parameter) {
                        self.infer_kotlin(&function.returns, &result, candidate, written, &mut bindings);
                    }
                }
                Form::Lambda(_) | Form::MethodReference { .. } => {}
                _ => {
                    let of = self.type_of(*argument);
                    let known = match parameter {
                        Type::Variable(variable) if self.is_number(*argument) => bindings.get(variable),
                        _ => None,
                    };
                    if !known.is_some_and(is_narrowed) {
                        self.infer_kotlin(parameter, &of, candidate, written, &mut bindings);
                    }
                }
            }
        }
        // `C : Iterable<T>`: what C is tells T.
        for variable in &candidate.type_parameters {
            if let Some(bound @ Type::Class(_)) = variable.bound.as_deref()
                && let Some(known) = bindings.get(variable).cloned()
                && candidate.type_parameters.iter().any(|one| bindings.get(one).is_none() && bound.names(one.owner))
            {
                self.infer_kotlin(bound, &known, candidate, written, &mut bindings);
            }
        }
        // `T : S`: an S is at least what T is.
        for variable in &candidate.type_parameters {
            let Some(known) = bindings.get_at_least(variable).cloned() else { continue };
            for bound in variable.bounds() {
                if let Type::Variable(above) = bound
                    && candidate.type_parameters.contains(above)
                {
                    let told = bindings.get_at_least(above).filter(|told| !told.has_unknown());
                    let all = told.map_or_else(|| known.clone(), |told| self.common(told, &known));
                    bindings.set(above, all);
                }
            }
        }
        let is_open = candidate.type_parameters.iter().any(|variable| bindings.get(variable).is_none());
        if is_open && let Some(target) = &call.target {
            let expected = self.expected(target, scope);
            self.infer_from(&candidate.returns, &expected, candidate, &mut bindings);
        }
        if is_open && lambdas {
            self.infer_receivers(call, candidate, &mut bindings);
        }
        bindings
    }

    /// Whether an argument is a literal `Int`, which may be of a narrower or wider type where one of those is asked for.
    fn is_number(&self, argument: ExpressionId) -> bool {
        matches!(self.form(argument), Form::Typed(text) if text == "kotlin.Int")
    }

    /// Takes what an argument says of the type variables in its parameter, of which the first `written` are told already.
    pub(super) fn infer_kotlin(
        &self,
        parameter: &Type,
        argument: &Type,
        candidate: &Candidate,
        written: usize,
        bindings: &mut Bindings,
    ) {
        let _ = deeper(|| match (parameter, argument) {
            (_, Type::Unknown | Type::Null | Type::Missing(_)) => {}
            (Type::Variable(variable), _) => {
                let Some(at) = candidate.type_parameters.iter().position(|one| one == variable) else { return };
                let value = self.kotlin_type(argument.clone());
                match bindings.get_at_least(variable) {
                    None | Some(Type::Unknown) => bindings.set(variable, value),
                    Some(_) if at < written => {}
                    Some(known) => {
                        let common = self.kotlin_type(self.common(known, &value));
                        bindings.set(variable, common);
                    }
                }
            }
            (Type::Class(class), _) if !class.arguments.is_empty() => {
                let wanted = match self.kotlin_type(parameter.clone()) {
                    Type::Class(wanted) => wanted,
                    _ => class.clone(),
                };
                if let Some(seen) = self.seen_from_kotlin(argument, &wanted) {
                    for (wanted, given) in wanted.arguments.iter().zip(&seen.arguments) {
                        self.infer_kotlin(wanted, given, candidate, written, bindings);
                    }
                }
            }
            (Type::Function(of), Type::Function(given)) => {
                for (wanted, given) in of.parameters.iter().zip(&given.parameters) {
                    match wanted {
                        // What a function takes is above the variable, and tells only what nothing else does.
                        Type::Variable(variable) if candidate.type_parameters.contains(variable) => {
                            bindings.set_at_most(variable, self.kotlin_type(given.clone()));
                        }
                        _ => self.infer_kotlin(wanted, given, candidate, written, bindings),
                    }
                }
                self.infer_kotlin(&of.returns, &given.returns, candidate, written, bindings);
            }
            _ => {}
        });
    }
}
