//! Which of several methods a call means: by the number of its arguments, then by their types, the most specific at last.

use super::file::FileResolver;
use super::members::Candidate;
use super::names::deeper;
use super::types::{Class, Primitive, Type};
use super::values::unboxed;
use crate::model::jvm::machine_name;
use crate::model::uses::{ExpressionId, Form, Lambda, LambdaBody, ScopeId};

/// An argument as far as it tells overloads apart.
#[derive(Debug, Clone)]
pub enum Argument {
    Value(Type),
    /// One of several values that have nothing in common that is known (`c ? "x" : 1`): each has to fit, JLS 15.25.3.
    OneOf(Vec<Type>),
    Lambda(ExpressionId),
    Reference(ExpressionId),
}

/// Whether an argument can stand for a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    No,
    /// Not enough is known.
    Maybe,
    Yes,
}

/// The method that was chosen.
#[derive(Debug, Clone)]
pub struct Choice {
    pub at: usize,
    /// Whether what is known leaves no other.
    pub certain: bool,
    /// Those that it might be, the chosen one among them.
    pub possible: Vec<usize>,
}

/// The only method that a method reference can mean.
#[derive(Debug)]
pub struct Exact {
    /// What it is called on, where that is the first of what a function takes.
    pub first: Option<Type>,
    pub candidate: Candidate,
}

/// How arguments are held against parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    /// With boxing.
    Loose,
    /// With a variable number of arguments.
    Varargs,
}

impl FileResolver<'_> {
    /// Chooses among methods of one name.
    pub fn choose(&self, candidates: &[Candidate], arguments: &[Argument], scope: Option<ScopeId>) -> Option<Choice> {
        if candidates.len() < 2 {
            return self.or_erased(|| self.choose_here(candidates, arguments));
        }
        let fixed = self.fixed(scope);
        let candidates: Vec<Candidate> = candidates.iter().map(|one| one.with_fixed(&fixed)).collect();
        let fix = |argument: &Argument| match argument {
            Argument::Value(value) => Argument::Value(value.with(&fixed)),
            Argument::OneOf(all) => Argument::OneOf(all.iter().map(|value| value.with(&fixed)).collect()),
            function => function.clone(),
        };
        let arguments: Vec<Argument> = arguments.iter().map(fix).collect();
        self.or_erased(|| self.choose_here(&candidates, &arguments))
    }

    fn choose_here(&self, candidates: &[Candidate], arguments: &[Argument]) -> Option<Choice> {
        let mut possible: Vec<usize> = Vec::new();
        let mut chosen: Option<(Vec<usize>, bool, Phase)> = None;
        for phase in [Phase::Strict, Phase::Loose, Phase::Varargs] {
            let fits: Vec<(usize, Fit)> = candidates
                .iter()
                .enumerate()
                .map(|(at, candidate)| (at, self.applies(candidate, arguments, phase)))
                .filter(|(_, fit)| *fit != Fit::No)
                .collect();
            let sure = fits.iter().any(|(_, fit)| *fit == Fit::Yes);
            for (at, _) in &fits {
                if !possible.contains(at) {
                    possible.push(*at);
                }
            }
            if chosen.is_none() && !fits.is_empty() {
                let all_sure = fits.iter().all(|(_, fit)| *fit == Fit::Yes);
                chosen = Some((fits.iter().map(|(at, _)| *at).collect(), all_sure, phase));
            }
            if sure {
                break;
            }
        }
        let (set, all_sure, phase) = chosen?;
        if let [only] = possible[..] {
            return Some(Choice { at: only, certain: true, possible });
        }
        if let Some(at) = self.takes_just_these(candidates, &set, arguments, phase) {
            return Some(Choice { at, certain: true, possible: vec![at] });
        }
        let best = self.most_specific(candidates, &set, arguments, phase);
        let certain = all_sure && best.is_some();
        let at = best.unwrap_or(set[0]);
        if certain {
            possible = vec![at];
        }
        Some(Choice { at, certain, possible })
    }

    /// The one of `set` whose parameters have the very types of the arguments: it is more specific than whatever else these can
    /// be given to, also where nobody knows what they are.
    fn takes_just_these(
        &self,
        candidates: &[Candidate],
        set: &[usize],
        arguments: &[Argument],
        phase: Phase,
    ) -> Option<usize> {
        let takes = |at: &&usize| {
            let parameters = &candidates[**at].parameters;
            arguments.iter().zip(parameters).all(|(argument, parameter)| match argument {
                Argument::Value(value) => is_same(value, parameter),
                Argument::OneOf(_) | Argument::Lambda(_) | Argument::Reference(_) => false,
            })
        };
        if phase == Phase::Varargs || self.is_kotlin() {
            return None;
        }
        let mut found = set.iter().filter(takes);
        found.next().filter(|_| found.next().is_none()).copied()
    }

    fn applies(&self, candidate: &Candidate, arguments: &[Argument], phase: Phase) -> Fit {
        let count = candidate.parameters.len();
        match phase {
            Phase::Varargs if !candidate.varargs || arguments.len() + 1 < count => return Fit::No,
            Phase::Varargs => {}
            _ if arguments.len() != count => return Fit::No,
            _ => {}
        }
        let mut all = Fit::Yes;
        for (at, argument) in arguments.iter().enumerate() {
            let Some(parameter) = parameter_at(candidate, at, phase) else { return Fit::No };
            all = all.min(self.fits(&parameter, argument, phase != Phase::Strict));
            if all == Fit::No {
                break;
            }
        }
        all
    }

    /// Whether an argument can stand for a parameter.
    pub fn fits(&self, parameter: &Type, argument: &Argument, loose: bool) -> Fit {
        let fit = || match argument {
            // The constructor of a supertype or of an enum.
            Argument::Value(value) if self.is_kotlin() => self.kotlin_converts(value, parameter),
            Argument::Value(value) => self.value_fits(parameter, value, loose),
            Argument::OneOf(all) => {
                all.iter().map(|value| self.value_fits(parameter, value, loose)).min().unwrap_or(Fit::Maybe)
            }
            Argument::Lambda(id) => self.lambda_fits(parameter, *id),
            Argument::Reference(id) => self.reference_fits(parameter, *id),
        };
        deeper(fit).unwrap_or(Fit::Maybe)
    }

    fn value_fits(&self, parameter: &Type, value: &Type, loose: bool) -> Fit {
        match self.converts(value, parameter, loose) {
            Fit::No if value.is_open() => Fit::Maybe,
            fit => fit,
        }
    }

    /// Whether a value of one type is one of another, `loose`: with boxing.
    pub fn converts(&self, value: &Type, parameter: &Type, loose: bool) -> Fit {
        match (value, parameter) {
            (Type::Missing(a), Type::Missing(b)) if a == b => Fit::Yes,
            (Type::Missing(a), Type::Missing(b)) if is_final(a) && is_final(b) => Fit::No,
            // Every value that is none of a primitive type is an object, whatever it is.
            (
                Type::Missing(_) | Type::Class(_) | Type::Local(_) | Type::Array(_) | Type::Variable(_),
                Type::Missing(b),
            ) if &**b == "java.lang.Object" => Fit::Yes,
            // And one that may be any is of no other type.
            (Type::Missing(a), Type::Missing(_) | Type::Class(_) | Type::Local(_) | Type::Array(_))
                if &**a == "java.lang.Object" =>
            {
                yes_if(parameter.is_object())
            }
            (Type::Null, Type::Variable(_)) => Fit::Yes,
            (_, Type::Variable(wanted)) if wanted.fixed && !self.is_erased() => is_declared(value, parameter),
            (Type::Primitive(from), Type::Primitive(to)) => yes_if(from.widens_to(*to)),
            (Type::Primitive(_), Type::Unknown) => Fit::Maybe,
            (Type::Primitive(_), _) if !loose => Fit::No,
            (Type::Primitive(from), _) => match self.universe.named(self.asker(), from.boxed()) {
                // Without the JDK a box is only known by its name.
                Type::Missing(name) => match parameter {
                    Type::Missing(wanted) if *wanted == name => Fit::Yes,
                    Type::Missing(wanted) if Primitive::of_box(wanted).is_some() => Fit::No,
                    Type::Array(_) => Fit::No,
                    _ => Fit::Maybe,
                },
                boxed => self.converts(&boxed, parameter, false),
            },
            (_, Type::Primitive(to)) => unboxes(value, *to, loose),
            (Type::Null, _) => Fit::Yes,
            (Type::Unknown, _) | (_, Type::Unknown | Type::Missing(_)) => Fit::Maybe,
            (_, Type::Variable(variable)) => {
                if value == parameter {
                    return Fit::Yes;
                }
                if let Some(lower) = &variable.lower {
                    return deeper(|| self.converts(value, lower, loose)).unwrap_or(Fit::Maybe);
                }
                let fits = variable.bounds().map(|bound| deeper(|| self.converts(value, bound, loose)));
                fits.map(|fit| fit.unwrap_or(Fit::Maybe)).min().unwrap_or(Fit::Yes)
            }
            (Type::Variable(variable), _) if variable.bound.is_some() => {
                let fits = variable.bounds().map(|bound| deeper(|| self.converts(bound, parameter, loose)));
                fits.map(|fit| fit.unwrap_or(Fit::Maybe)).max().unwrap_or(Fit::Maybe)
            }
            (Type::Variable(_), _) => self.converts(&self.universe.object(self.asker()), parameter, loose),
            (Type::Array(from), Type::Array(to)) => match (&**from, &**to) {
                (Type::Primitive(a), Type::Primitive(b)) => yes_if(a == b),
                (Type::Primitive(_), _) | (_, Type::Primitive(_)) => match (&**from, &**to) {
                    (Type::Unknown | Type::Missing(_), _) | (_, Type::Unknown) => Fit::Maybe,
                    _ => Fit::No,
                },
                (from, to) => deeper(|| self.converts(from, to, false)).unwrap_or(Fit::Maybe),
            },
            (Type::Array(_), Type::Class(to)) => yes_if(matches!(
                to.info.qualified.as_str(),
                "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable"
            )),
            // A type that is in no artifact is no array.
            (Type::Class(_) | Type::Local(_) | Type::Missing(_), Type::Array(_)) | (_, Type::Null | Type::Void) => {
                Fit::No
            }
            (Type::Class(from), Type::Class(to)) => match self.is_subclass(from, to) {
                Fit::Yes => yes_if(!self.is_of_others(value, to)),
                fit => fit,
            },
            (Type::Local(local), Type::Class(to)) => {
                if to.info.qualified == "java.lang.Object" {
                    return Fit::Yes;
                }
                let supertypes = self.above_local(local);
                let fits = supertypes
                    .iter()
                    .map(|supertype| deeper(|| self.converts(supertype, parameter, false)).unwrap_or(Fit::Maybe));
                fits.max().unwrap_or(Fit::No)
            }
            (Type::Local(from), Type::Local(to)) if from.id == to.id => Fit::Yes,
            (Type::Local(local), Type::Local(_)) => {
                let supertypes = self.above_local(local);
                yes_if(supertypes.iter().any(|supertype| {
                    deeper(|| self.converts(supertype, parameter, false)).is_some_and(|fit| fit == Fit::Yes)
                }))
            }
            (Type::Class(_) | Type::Array(_), Type::Local(_)) | (Type::Void, _) => Fit::No,
            (Type::Missing(_) | Type::Function(_) | Type::Super(_) | Type::Any, _)
            | (_, Type::Function(_) | Type::Super(_) | Type::Any) => Fit::Maybe,
        }
    }

    fn is_subclass(&self, from: &Class, to: &Class) -> Fit {
        if from.info == to.info || from.info.qualified == to.info.qualified || to.info.qualified == "java.lang.Object" {
            return Fit::Yes;
        }
        let closure = self.universe.closure(&from.info);
        let is_it = |one: &Class| {
            one.info.qualified == to.info.qualified
                || (self.is_foreign(&one.info) && machine_name(&one.info.qualified) == Some(&to.info.qualified))
        };
        if closure.types.iter().any(is_it) {
            return Fit::Yes;
        }
        if closure.complete { Fit::No } else { Fit::Maybe }
    }

    /// Whether a value is of a class with other type arguments than are asked for, whatever is not known of them.
    pub(super) fn is_of_others(&self, value: &Type, wanted: &Class) -> bool {
        if wanted.arguments.is_empty() || self.is_erased() {
            return false;
        }
        let seen = if self.is_kotlin() { self.seen_from_kotlin(value, wanted) } else { self.seen_from(value, wanted) };
        let given = seen.map(|seen| seen.arguments).unwrap_or_default();
        given.iter().zip(&wanted.arguments).any(|(given, wanted)| {
            deeper(|| match (given, wanted) {
                (Type::Class(_), Type::Super(of)) => {
                    (matches!(&**of, Type::Class(_)) || of.is_fixed()) && self.is_other(of, given)
                }
                (given, Type::Super(of)) => given.is_fixed() && of.is_fixed() && is_declared(of, given) == Fit::No,
                (Type::Super(_), _) => false,
                _ if wanted.is_fixed() => self.is_other(given, wanted),
                (given, Type::Class(_)) if given.is_fixed() => self.is_other(given, wanted),
                // Whether `?` stood before `extends` is not known: either may be the narrower one.
                (Type::Class(one), Type::Class(other)) if one.info == other.info => self.is_of_others(given, other),
                (Type::Class(_), Type::Class(_)) => self.is_other(given, wanted) && self.is_other(wanted, given),
                _ => false,
            })
            .unwrap_or(false)
        })
    }

    /// Whether a value of one type is surely none of the other.
    fn is_other(&self, one: &Type, other: &Type) -> bool {
        let fit = if self.is_kotlin() { self.kotlin_converts(one, other) } else { self.converts(one, other, false) };
        fit == Fit::No
    }

    fn lambda_fits(&self, parameter: &Type, id: ExpressionId) -> Fit {
        let Form::Lambda(lambda) = self.form(id) else { return Fit::Maybe };
        match parameter.bound() {
            Type::Unknown | Type::Missing(_) => return Fit::Maybe,
            Type::Variable(_) => return Fit::Yes,
            Type::Function(_) => {}
            Type::Class(class) if class.info.is_interface() => {}
            _ => return Fit::No,
        }
        let Some(function) = self.function_of(parameter) else {
            let Type::Class(class) = parameter.bound() else { return Fit::No };
            return if self.universe.closure(&class.info).complete { Fit::No } else { Fit::Maybe };
        };
        if function.parameters.len() != lambda.parameters.len() {
            return Fit::No;
        }
        let scope = self.scope_of(id);
        let written = lambda.parameters.iter().zip(&function.parameters);
        let is_another = |(text, taken): (&Option<String>, &Type)| {
            text.as_ref().is_some_and(|text| self.is_another(&self.resolve(text, scope), taken))
        };
        if written.into_iter().any(is_another) {
            return Fit::No;
        }
        self.body_fits(lambda, &function)
    }

    /// Whether the type that is written for a parameter of a lambda cannot be that of a function: JLS 15.27.3. Behind `? super` it
    /// may be above what is known of that, behind `? extends` below.
    fn is_another(&self, written: &Type, taken: &Type) -> bool {
        match (written, taken) {
            (Type::Primitive(one), Type::Primitive(other)) => one != other,
            (Type::Primitive(_), Type::Class(_)) | (Type::Class(_), Type::Primitive(_)) => true,
            (Type::Class(_), Type::Class(_)) => self.is_other(written, taken) && self.is_other(taken, written),
            _ => false,
        }
    }

    /// Whether what the body of a lambda gives is what a function gives.
    fn body_fits(&self, lambda: &Lambda, function: &Candidate) -> Fit {
        let is_void = function.returns == Type::Void;
        // Only where no parameter is to be inferred, what it gives is looked at: JLS 15.12.2.2.
        let is_explicit = lambda.parameters.iter().all(Option::is_some);
        let gives_it = || !is_explicit || lambda.results.iter().all(|result| self.is_given(*result, &function.returns));
        match lambda.body {
            LambdaBody::Void => yes_if(is_void),
            LambdaBody::Statement if is_void => Fit::Yes,
            LambdaBody::Value | LambdaBody::Expression | LambdaBody::Statement => yes_if(!is_void && gives_it()),
        }
    }

    /// Whether a result of a lambda may be assigned to what a function gives: JLS 15.27.3 and 5.2.
    fn is_given(&self, result: ExpressionId, wanted: &Type) -> bool {
        if wanted.is_variable() {
            return self.type_of(result) != Type::Void;
        }
        match self.form(result) {
            Form::Lambda(_) => self.lambda_fits(wanted, result) != Fit::No,
            Form::MethodReference { .. } => self.reference_fits(wanted, result) != Fit::No,
            Form::Number(number) if unboxed(wanted).is_some_and(|narrow| narrow.holds(*number)) => true,
            _ => match self.type_of(result) {
                Type::Void => false,
                value => value.is_open() || self.converts(&value, wanted, true) != Fit::No,
            },
        }
    }

    fn reference_fits(&self, parameter: &Type, id: ExpressionId) -> Fit {
        match parameter.bound() {
            Type::Unknown | Type::Missing(_) => return Fit::Maybe,
            Type::Variable(_) => return Fit::Yes,
            Type::Function(_) => {}
            Type::Class(class) if class.info.is_interface() => {}
            _ => return Fit::No,
        }
        let Some(function) = self.function_of(parameter) else { return Fit::No };
        match self.reference_counts(id) {
            Some(counts) if !counts.contains(&function.parameters.len()) => Fit::No,
            Some(_) => yes_if(self.exactly_referred(id).is_none_or(|exact| self.is_congruent(&exact, &function))),
            None => Fit::Maybe,
        }
    }

    /// Whether the only method that a reference can mean takes what a function takes, and gives what it gives: JLS 15.13.2. What
    /// is not inferred yet may be anything.
    fn is_congruent(&self, exact: &Exact, function: &Candidate) -> bool {
        let converts =
            |from: &Type, to: &Type| from.is_variable() || to.is_variable() || self.converts(from, to, true) != Fit::No;
        let taken = exact.first.iter().chain(&exact.candidate.parameters);
        let (gives, wanted) = (&exact.candidate.returns, &function.returns);
        function.parameters.iter().zip(taken).all(|(given, taken)| converts(given, taken))
            && match (gives, wanted) {
                (_, Type::Void) => true,
                (Type::Void, _) => false,
                _ => converts(gives, wanted),
            }
    }

    /// The one of `set` that every other is less specific than.
    fn most_specific(
        &self,
        candidates: &[Candidate],
        set: &[usize],
        arguments: &[Argument],
        phase: Phase,
    ) -> Option<usize> {
        let beats = |one: usize, other: usize| {
            one == other
                || arguments.iter().enumerate().all(|(at, argument)| {
                    let parameters =
                        parameter_at(&candidates[one], at, phase).zip(parameter_at(&candidates[other], at, phase));
                    parameters.is_some_and(|(one, other)| self.is_more_specific(&one, &other, argument))
                })
        };
        let best: Vec<usize> = set.iter().copied().filter(|one| set.iter().all(|other| beats(*one, *other))).collect();
        match best[..] {
            [only] => Some(only),
            [] => None,
            // Without arguments, or with the same parameters: the one with fewer of them, then the nearest.
            _ => best.into_iter().min_by_key(|at| (candidates[*at].parameters.len(), *at)),
        }
    }

    fn is_more_specific(&self, one: &Type, other: &Type, argument: &Argument) -> bool {
        if self.converts(one, other, false) == Fit::Yes && !matches!(other, Type::Variable(_)) {
            return true;
        }
        if let (Type::Variable(one), Type::Variable(other)) = (one, other) {
            // The narrower bound is more specific, as with types.
            return match (one.bound.as_deref(), other.bound.as_deref()) {
                (_, None) => true,
                (None, Some(bound)) => {
                    matches!(bound, Type::Class(class) if class.info.qualified == "java.lang.Object")
                }
                (Some(one), Some(other)) => one == other || self.converts(one, other, false) != Fit::No,
            };
        }
        if let Type::Variable(_) = other {
            return self.converts(one, other, false) == Fit::Yes;
        }
        if let Argument::Value(_) | Argument::OneOf(_) = argument {
            return false;
        }
        let (Some(one), Some(other)) = (self.function_of(one), self.function_of(other)) else { return false };
        match (&one.returns, &other.returns) {
            (_, Type::Void) => true,
            (Type::Void, _) => false,
            (Type::Primitive(a), Type::Primitive(b)) => a.widens_to(*b),
            (Type::Primitive(_), _) => self.gives_primitive(argument),
            (_, Type::Primitive(_)) => !self.gives_primitive(argument),
            (one, other) => self.converts(one, other, false) == Fit::Yes,
        }
    }

    fn gives_primitive(&self, argument: &Argument) -> bool {
        let result = match argument {
            Argument::Lambda(id) => match self.form(*id) {
                Form::Lambda(lambda) => lambda.results.first().map(|result| self.type_of(*result)),
                _ => None,
            },
            Argument::Reference(id) => self.referred(*id).map(|found| found.candidate.returns.clone()),
            Argument::Value(_) | Argument::OneOf(_) => None,
        };
        matches!(result, Some(Type::Primitive(_)))
    }
}

/// Whether a value is declared to be of a type variable that is in sight.
fn is_declared(value: &Type, wanted: &Type) -> Fit {
    let Type::Variable(variable) = value else {
        let is_told = matches!(value, Type::Primitive(_) | Type::Class(_) | Type::Local(_) | Type::Array(_));
        return if is_told { Fit::No } else { Fit::Maybe };
    };
    if value == wanted {
        return Fit::Yes;
    }
    let otherwise = if variable.fixed { Fit::No } else { Fit::Maybe };
    let by_bound = |bound| deeper(|| is_declared(bound, wanted)).unwrap_or(Fit::Maybe);
    variable.bounds().map(by_bound).max().unwrap_or(otherwise).max(otherwise)
}

fn yes_if(fits: bool) -> Fit {
    if fits { Fit::Yes } else { Fit::No }
}

/// Whether two types are known to be the same, type arguments aside.
fn is_same(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Missing(one), Type::Missing(other)) => one == other,
        (Type::Primitive(one), Type::Primitive(other)) => one == other,
        (Type::Class(one), Type::Class(other)) => one.info == other.info,
        (Type::Array(one), Type::Array(other)) => is_same(one, other),
        _ => false,
    }
}

/// Whether a type that is in no artifact has no subtypes.
fn is_final(name: &str) -> bool {
    name == "java.lang.String" || Primitive::of_box(name).is_some()
}

/// Whether a box can stand where a primitive is wanted.
fn unboxes(value: &Type, to: Primitive, loose: bool) -> Fit {
    match value.bound() {
        Type::Unknown => Fit::Maybe,
        Type::Class(class) => match Primitive::of_box(&class.info.qualified) {
            Some(from) if loose => yes_if(from.widens_to(to)),
            _ => Fit::No,
        },
        Type::Missing(name) => match Primitive::of_box(name) {
            Some(from) if loose => yes_if(from.widens_to(to)),
            _ => Fit::No,
        },
        _ => Fit::No,
    }
}

/// The type that the argument at a place is held against.
fn parameter_at(candidate: &Candidate, at: usize, phase: Phase) -> Option<Type> {
    let last = candidate.parameters.len().checked_sub(1);
    if phase == Phase::Varargs && candidate.varargs && last.is_some_and(|last| at >= last) {
        return match candidate.parameters.last() {
            Some(Type::Array(of)) => Some((**of).clone()),
            _ => None,
        };
    }
    candidate.parameters.get(at).cloned()
}
