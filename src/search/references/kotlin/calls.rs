//! Which function or constructor a call in Kotlin may mean: members before extensions, what is imported by name before the rest;
//! and what it gives.

use std::sync::Arc;

use super::arguments;
use crate::model::uses::{Call, ExpressionId, Form, Lambda, New, ScopeId, Target};
use crate::model::{Language, TypeKind};
use crate::search::references::calls::Resolution;
use crate::search::references::file::{Denotation, FileResolver, Value};
use crate::search::references::members::{Candidate, Candidates, Identity, has};
use crate::search::references::names::{deeper, join};
use crate::search::references::overloads::Fit;
use crate::search::references::target::MethodId;
use crate::search::references::types::{Function, Type};
use crate::search::references::universe::Method;
use crate::store::TypeRow;

/// How many levels of functions come behind those that are imported by name: the package, star imports, what is implied.
const LEVELS_BEHIND_IMPORTS: usize = 3;

/// What extensions are called that may go before members: the only names of which Kotlin's compiler asks whether they say so.
const HIDING: [&str; 2] = ["forEach", "addSuppressed"];

/// The constructors that a name calls.
pub(super) struct Constructors {
    all: Candidates,
    /// Whether functions that are imported by the name go before them.
    are_behind_imports: bool,
}

impl Constructors {
    /// Puts them among levels that end with those of functions: where they are nearest, or behind what is imported by name.
    pub(super) fn put_into(self, levels: &mut Vec<Candidates>, nearest: usize) {
        let imported = levels.len().saturating_sub(LEVELS_BEHIND_IMPORTS);
        levels.insert(if self.are_behind_imports { imported } else { nearest }, self.all);
    }
}

/// A constructor's call as one of any function.
fn as_call(new: &New) -> Call {
    Call {
        receiver: None,
        name: "<init>".to_owned(),
        arguments: new.arguments.clone(),
        named: new.named.clone(),
        type_arguments: Vec::new(),
        target: None,
        local: None,
        function: None,
        or_null: Vec::new(),
    }
}

impl FileResolver<'_> {
    /// What a call means: a function, else what a value of the name holds.
    pub fn kotlin_call(&self, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        self.kotlin_function(call, scope).or_else(|| {
            let (of, certain) = match self.called_name(call, scope) {
                Denotation::Value(Value { of, certain, .. }) => (of, certain),
                Denotation::Type(found) => (self.object_of(&found), true),
                Denotation::Package(_) | Denotation::Unknown => return None,
            };
            if matches!(of, Type::Function(_) | Type::Unknown) {
                return None;
            }
            let invoke = Call { name: "invoke".to_owned(), ..call.clone() };
            let found = deeper(|| self.call_on(&of, certain, &invoke, scope)).flatten()?;
            Some(Resolution { invokes: true, ..found })
        })
    }

    /// What the name before the arguments of a call stands for where it is no function's.
    pub fn called_name(&self, call: &Call, scope: Option<ScopeId>) -> Denotation {
        match call.receiver {
            Some(receiver) => self.kotlin_selected(receiver, &call.name),
            None => self.kotlin_name(&call.name, scope),
        }
    }

    fn kotlin_function(&self, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
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
            Form::Super(_) => self.call_on(&self.super_with(self.type_of(receiver), &call.name), true, call, scope),
            _ => self.call_on(&self.type_of(receiver), true, call, scope),
        }
    }

    /// A call on a value: of a member, else of an extension.
    fn call_on(&self, of: &Type, certain: bool, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let mut levels = vec![self.members(of, &call.name)];
        // The constructor of an inner class is called on what is around it.
        if let Type::Class(class) = of.bound()
            && let Some(info) = self.universe.member_type(&class.info, &call.name)
            && is_inner(info.row())
        {
            levels.push(self.constructors(&Type::bare(info)));
        }
        for receiver in self.receivers(scope) {
            levels.push(self.member_extensions(&receiver, of, &call.name));
        }
        let mut extensions = self.extensions(&call.name, std::slice::from_ref(of));
        if HIDING.contains(&call.name.as_str()) {
            levels.splice(0..0, extensions.iter_mut().map(|level| self.hiding(level)));
        }
        levels.append(&mut extensions);
        self.pick(&levels, call, false).map(|found| found.only_if(certain))
    }

    /// A call through the name of a type: of its object or companion, of a static method of Java, of a nested type.
    fn call_through(&self, of: &Type, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let mut levels = Vec::new();
        let of = &self.unaliased(of.clone());
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
            levels.push(self.constructors(&Type::bare(info)));
        }
        if let Some(found) = self.pick(&levels, call, true) {
            return Some(found);
        }
        if matches!(object, Type::Unknown) { None } else { self.call_on(&object, true, call, scope) }
    }

    /// A call of what a package holds.
    fn call_in(&self, package: &str, call: &Call) -> Option<Resolution> {
        let mut all = Vec::new();
        for facade in self.universe.facades(self.asker(), package).iter() {
            for method in self.universe.functions(facade, &call.name).iter() {
                if method.row.receiver.is_none() && self.sees(facade, &method.row.modifiers, method.row.file) {
                    all.push(self.candidate_of(facade, method, None));
                }
            }
        }
        let mut levels = vec![Candidates::of(all)];
        if let Some(info) = self.universe.find(self.asker(), &join(package, &call.name)) {
            levels.push(self.constructors(&Type::bare(info)));
        }
        self.pick(&levels, call, true)
    }

    /// A call of a simple name. Each receiver that need not be named is asked for members, then for what extends it, before the
    /// next one out; what needs none comes behind them all.
    fn kotlin_unqualified(&self, call: &Call, scope: Option<ScopeId>) -> Option<Resolution> {
        let receivers = self.receivers(scope);
        let in_sight = self.functions_in_sight(&call.name);
        let mut levels = Vec::new();
        for inner in &receivers {
            levels.push(self.members(inner, &call.name));
            let mut extending: Vec<Candidates> =
                receivers.iter().map(|outer| self.member_extensions(outer, inner, &call.name)).collect();
            for functions in &in_sight {
                let extensions = functions.iter().filter(|(_, method)| method.row.receiver.is_some());
                let all = extensions.map(|(owner, method)| self.candidate_of(owner, method, Some(inner)));
                let all = all.filter(|one| self.extends(one) == Fit::Yes).collect();
                extending.push(Candidates::of(all));
            }
            levels.extend(extending.into_iter().filter(|level| !level.all.is_empty()));
        }
        let nearest = levels.len();
        for functions in &in_sight {
            let plain = functions.iter().filter(|(_, method)| method.row.receiver.is_none());
            let all = plain.map(|(owner, method)| self.candidate_of(owner, method, None)).collect();
            levels.push(Candidates::of(all));
        }
        let made = self.made_by(&call.name, scope);
        // A receiver of which nothing is known has hardly a function that is called as a class in sight is.
        if !made.all.all.is_empty() && call.name.starts_with(char::is_uppercase) {
            levels.iter_mut().filter(|level| level.all.is_empty()).for_each(|level| level.complete = true);
        }
        made.put_into(&mut levels, nearest);
        self.pick(&levels, call, true)
    }

    /// The constructor of a supertype or of an enum.
    pub fn kotlin_creation(&self, new: &New, scope: Option<ScopeId>) -> Option<Resolution> {
        let of = self.kotlin_type(self.created(new, scope));
        self.pick(&[self.constructors(&of)], &as_call(new), true)
    }

    /// The constructors that a name calls. An abstract or sealed class is not made so, and a private constructor is its class's
    /// own.
    pub(super) fn made_by(&self, name: &str, scope: Option<ScopeId>) -> Constructors {
        let nearest = |all| Constructors { all, are_behind_imports: false };
        let none = || nearest(Candidates::of(Vec::new()));
        let found = match self.type_named(name, scope) {
            // A type variable is nothing that can be called.
            Some(Type::Variable(_)) => self.type_named(name, None),
            found => found,
        };
        let Some(found @ Type::Class(_)) = found else { return none() };
        let found = self.kotlin_type(found);
        let Type::Class(class) = &found else { return nearest(self.constructors(&found)) };
        let row = class.info.row();
        let is_of_kotlin = row.language == Language::Kotlin;
        if has(&row.modifiers, "abstract") || (is_of_kotlin && has(&row.modifiers, "sealed")) {
            return none();
        }
        let mut made = self.constructors(&found);
        let is_inside = |one: &Type| matches!(one, Type::Class(around) if around.info == class.info);
        if is_of_kotlin && !self.types_around(scope).iter().any(is_inside) {
            let methods = self.universe.methods(&class.info, "<init>");
            let is_private = |identity: Identity| {
                let of =
                    |method: &Arc<Method>| Identity::Stored(class.info.place, MethodId::Row(method.row.id)) == identity;
                methods.iter().find(|method| of(method)).is_some_and(|method| has(&method.row.modifiers, "private"))
            };
            made.all.retain(|one| !is_private(one.identity));
        }
        let is_top_level = row.owner.is_none();
        let mut imports = self.imported_as(name).peekable();
        let is_other =
            imports.peek().is_some() && !imports.any(|(path, last)| join(path, last) == *class.info.qualified);
        Constructors { all: made, are_behind_imports: is_other && is_top_level }
    }

    /// All that a call could mean by its name.
    pub fn kotlin_named(&self, call: &Call, scope: Option<ScopeId>) -> Candidates {
        let mut all = Vec::new();
        let receivers = match call.receiver.map(|receiver| self.denotation(receiver)) {
            Some(Denotation::Value(Value { of, .. })) => vec![of],
            Some(Denotation::Type(of)) => vec![self.object_of(&of), of],
            Some(Denotation::Package(_) | Denotation::Unknown) => Vec::new(),
            None => {
                let functions = self.functions_in_sight(&call.name).into_iter().flatten();
                let plain = functions.filter(|(_, method)| method.row.receiver.is_none());
                all.extend(plain.map(|(owner, method)| self.candidate_of(&owner, &method, None)));
                all.append(&mut self.made_by(&call.name, scope).all.all);
                self.receivers(scope)
            }
        };
        let members = receivers.iter().map(|one| self.candidates(one, &call.name));
        all.extend(members.chain(self.extensions(&call.name, &receivers)).flat_map(|level| level.all));
        Candidates::of(all)
    }

    /// The functions of a name that a value has for members, extensions left out.
    pub(super) fn members(&self, of: &Type, name: &str) -> Candidates {
        let mut found = self.candidates(of, name);
        found.all.retain(|one| one.extended().is_none());
        self.leave_out_getters(of, name, &mut found.all);
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
    pub fn extensions(&self, name: &str, of: &[Type]) -> Vec<Candidates> {
        let levels = self.functions_in_sight(name).into_iter().map(|functions| {
            let mut all = Vec::new();
            for (owner, method) in functions.into_iter().filter(|(_, method)| method.row.receiver.is_some()) {
                let candidates = of.iter().map(|one| self.candidate_of(&owner, &method, Some(one)));
                all.extend(candidates.filter(|one| self.extends(one) != Fit::No));
            }
            Candidates::of(all)
        });
        levels.collect()
    }

    /// Takes from extensions those that go before members.
    fn hiding(&self, extensions: &mut Candidates) -> Candidates {
        let hides = |one: &Candidate| {
            one.header.as_ref().is_some_and(|header| header.hides_members) && self.extends(one) == Fit::Yes
        };
        let (all, others) = std::mem::take(&mut extensions.all).into_iter().partition(hides);
        extensions.all = others;
        Candidates::of(all)
    }

    /// Whether an extension is one of the value that it is called on.
    pub fn extends(&self, candidate: &Candidate) -> Fit {
        match candidate.header.as_deref() {
            Some(super::Header { receiver: Some(receiver), given: Some(given), .. }) => {
                self.kotlin_converts(given, receiver)
            }
            _ => Fit::Yes,
        }
    }

    /// Whether what an expression gives can be called as a function with so many arguments; where nothing is known of it, it can.
    pub fn can_be_called(&self, id: ExpressionId, call: &Call) -> bool {
        let takes = |one: &Candidate| arguments::placed(one, call).is_some();
        if let Form::Function { least, most, .. } = self.form(id) {
            let count = call.arguments.len() as u32;
            return (*least..=*most).contains(&count);
        }
        match self.kotlin_type(self.type_of(id).bound().clone()) {
            of @ Type::Class(_) => {
                let members = self.candidates(&of, "invoke");
                members.all.iter().any(takes)
                    || !members.complete
                    || self.extensions("invoke", &[of]).iter().any(|level| level.all.iter().any(takes))
            }
            Type::Function(of) => {
                let count = call.arguments.len();
                // The receiver may be the first argument.
                count == of.parameters.len() || (of.receiver.is_some() && count == of.parameters.len() + 1)
            }
            Type::Missing(name) => !name.starts_with("kotlin.") || name.starts_with("kotlin.Function"),
            Type::Array(_) | Type::Primitive(_) | Type::Null => false,
            _ => true,
        }
    }

    /// The type that is expected of an argument, or of what a lambda gives.
    pub fn kotlin_expected(&self, target: &Target) -> Option<Type> {
        match target {
            Target::Argument { call: id, number } => {
                let Some(found) = self.called(*id) else { return self.expected_by_value(*id, *number) };
                let places = match self.form(*id) {
                    Form::Call(call) => arguments::placed(&found.candidate, call)?,
                    Form::New(new) => arguments::placed(&found.candidate, &as_call(new))?,
                    _ => return None,
                };
                let place = *places.get(*number as usize)?;
                let parameter = arguments::element(&found.candidate, place);
                let parameter = parameter.or_else(|| found.candidate.parameters.get(place))?;
                let bindings = self.kotlin_bindings(*id, &found.candidate, false);
                Some(self.kotlin_type(parameter.with(&bindings)))
            }
            Target::Result(lambda) => {
                let Form::Lambda(found) = self.form(*lambda) else { return None };
                let returns = match self.expected(found.target.as_ref()?, self.scope_of(*lambda)) {
                    Type::Function(of) => of.returns.clone(),
                    other => self.function_of(&other)?.returns,
                };
                Some(self.kotlin_type(returns))
            }
            _ => None,
        }
    }

    /// The type that a function in a body, or one that a value is, takes an argument as.
    fn expected_by_value(&self, call: ExpressionId, number: u32) -> Option<Type> {
        let Form::Call(call) = self.form(call) else { return None };
        let value = call.receiver.filter(|_| call.name == "invoke")?;
        let Form::Function { parameters, .. } = self.form(value) else {
            let Type::Function(of) = self.type_of(value) else { return None };
            return of.parameters.get(number as usize).cloned();
        };
        let named = call.named.iter().find(|(at, _)| *at == number).map(|(_, name)| name.as_str());
        let (_, text) = match named {
            Some("") => parameters.last()?,
            Some(name) => parameters.iter().find(|(own, _)| own == name)?,
            None => parameters.get(number as usize)?,
        };
        Some(self.kotlin_type(self.resolve(text, self.scope_of(value))))
    }

    /// The function that a lambda is of which nothing is expected, by the types that are written in it.
    pub fn kotlin_lambda(&self, lambda: &Lambda, scope: Option<ScopeId>) -> Type {
        if lambda.target.is_some() || lambda.results.is_empty() {
            return Type::Unknown;
        }
        let of = |text: &Option<String>| {
            text.as_ref().map_or(Type::Unknown, |text| self.kotlin_type(self.resolve(text, scope)))
        };
        Type::Function(Arc::new(Function {
            receiver: None,
            parameters: lambda.parameters.iter().map(of).collect(),
            returns: self.one_of(&lambda.results),
        }))
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
        let Some(found) = self.called(id) else { return self.made(call, self.scope_of(id)) };
        let candidate = &found.candidate;
        if !found.certain && !found.others.is_empty() && !found.agrees {
            return Type::Unknown;
        }
        let mut bindings = self.kotlin_bindings(id, candidate, true);
        for variable in &candidate.type_parameters {
            if bindings.get(variable).is_none() {
                bindings.set(variable, Type::Unknown);
            }
        }
        let returns = match &candidate.returns {
            Type::Unknown => self.inferred_of(candidate),
            stated => stated.clone(),
        };
        self.kotlin_type(returns.with(&bindings))
    }

    /// What is declared nowhere: the value of a function, what numbers and text give.
    fn made(&self, call: &Call, scope: Option<ScopeId>) -> Type {
        if let Denotation::Value(Value { of: Type::Function(of), .. }) = self.called_name(call, scope) {
            return self.known(of.returns.clone());
        }
        let Some(receiver) = call.receiver else { return Type::Unknown };
        let of = self.type_of(receiver);
        match of.bound() {
            Type::Function(of) if call.name == "invoke" => self.known(of.returns.clone()),
            _ if is_arithmetic(&call.name) => self.computed(&of, call),
            _ => Type::Unknown,
        }
    }

    /// What an operation of numbers or text gives, where the library that declares it is not there.
    fn computed(&self, of: &Type, call: &Call) -> Type {
        const NUMBERS: [&str; 6] =
            ["kotlin.Double", "kotlin.Float", "kotlin.Long", "kotlin.Int", "kotlin.Short", "kotlin.Byte"];
        let name = |of: &Type| match of {
            Type::Class(class) => class.info.qualified.clone(),
            Type::Missing(name) => name.to_string(),
            _ => String::new(),
        };
        let one = name(of);
        if call.name == "not" {
            return self.universe.named(self.asker(), "kotlin.Boolean");
        }
        if one == "kotlin.String" {
            return of.clone();
        }
        let rank = |name: &str| NUMBERS.iter().position(|known| *known == name);
        let other = call.arguments.first().map(|argument| name(&self.type_of(*argument)));
        match (rank(&one), other.as_deref().map(rank)) {
            (Some(one), None) => self.universe.named(self.asker(), NUMBERS[one]),
            // Smaller ones give a whole number.
            (Some(one), Some(Some(other))) => self.universe.named(self.asker(), NUMBERS[one.min(other).min(3)]),
            _ => Type::Unknown,
        }
    }
}

/// Whether objects of a class belong to one of the class around it.
fn is_inner(row: &TypeRow) -> bool {
    match row.language {
        Language::Kotlin => has(&row.modifiers, "inner"),
        Language::Java => row.kind == TypeKind::Class && !has(&row.modifiers, "static"),
    }
}

fn is_arithmetic(name: &str) -> bool {
    matches!(name, "plus" | "minus" | "times" | "div" | "rem" | "unaryMinus" | "unaryPlus" | "not")
}
