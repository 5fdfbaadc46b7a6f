//! Methods of a type by name, inherited ones included, as a call may mean them.

use std::collections::HashSet;
use std::sync::Arc;

use super::file::FileResolver;
use super::kotlin::Header;
use super::names::{deeper, is_deep};
use super::target::{Made, MethodId};
use super::types::{Bindings, Class, Function, Local, Type, Variable};
use super::universe::{AskedFor, Method, Place, Shape, TypeInfo, Universe};
use crate::model::uses::ScopeId;
use crate::model::{FieldKind, Language, MethodKind, TypeKind, jvm};

/// A method that a call may mean.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub identity: Identity,
    pub owner: Type,
    pub type_parameters: Vec<Variable>,
    pub parameters: Vec<Type>,
    pub varargs: bool,
    pub returns: Type,
    pub is_static: bool,
    /// What Kotlin says beyond that; none of Java's.
    pub header: Option<Arc<Header>>,
    /// The function of Kotlin, where it does not state what it gives.
    pub unstated: Option<Arc<Method>>,
}

impl Candidate {
    /// What an extension of Kotlin extends.
    pub(super) fn extended(&self) -> Option<&Type> {
        self.header.as_ref().and_then(|header| header.receiver.as_ref())
    }

    /// Whether no source of Kotlin sees it.
    pub(super) fn is_hidden(&self) -> bool {
        self.header.as_ref().is_some_and(|header| header.is_hidden)
    }

    /// The same with type variables in sight standing for themselves, where none of its own is one of them.
    pub(super) fn with_fixed(&self, fixed: &Bindings) -> Self {
        let is_own = self.type_parameters.iter().any(|one| fixed.get(one).is_some());
        let fix = |one: &Type| if is_own { one.clone() } else { one.with(fixed) };
        Self { parameters: self.parameters.iter().map(fix).collect(), ..self.clone() }
    }
}

/// Which method it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Identity {
    /// A method of an artifact's index, or one that the language makes for a type of it.
    Stored(Place, MethodId),
    /// A method of a local type.
    Local(ScopeId, u32),
    /// That of an array.
    Implied,
}

/// The methods of a name.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// Nearest first; what another one overrides is left out.
    pub all: Vec<Candidate>,
    /// Whether every supertype is known.
    pub complete: bool,
    /// What is declared as one of them is, by its place, and neither overrides the other: see [`super::alike`].
    pub(super) alike: Vec<(usize, Candidate)>,
}

impl Candidates {
    /// These are all.
    #[must_use]
    pub const fn of(all: Vec<Candidate>) -> Self {
        Self { all, complete: true, alike: Vec::new() }
    }
}

impl FileResolver<'_> {
    /// The methods of a name that a value of a type has.
    pub fn candidates(&self, of: &Type, name: &str) -> Candidates {
        let mut found = Candidates::of(Vec::new());
        self.add_candidates(of, name, false, &mut found);
        self.merge_alike(&mut found);
        found
    }

    fn add_candidates(&self, of: &Type, name: &str, inherited: bool, found: &mut Candidates) {
        match of.bound() {
            Type::Class(class) => self.add_of_class(class, name, inherited, found),
            Type::Local(local) => {
                self.add_local(local, name, found);
                for supertype in self.above_local(local) {
                    let _ = deeper(|| self.add_candidates(&supertype, name, true, found));
                }
                // An anonymous class of an interface has what every class has.
                if let root @ Type::Class(_) = self.root() {
                    self.add_candidates(&root, name, true, found);
                }
            }
            Type::Array(_) => {
                if name == "clone" {
                    found.all.push(implied(of, of.clone(), false));
                }
                self.add_candidates(&self.root(), name, true, found);
            }
            Type::Variable(_) => self.add_candidates(&self.root(), name, inherited, found),
            // It is called, and has what every value has.
            Type::Function(_) if name != "invoke" => {
                self.add_candidates(&self.root(), name, inherited, found);
            }
            // Extensions alone are called on `null`.
            Type::Null => {}
            _ => found.complete = false,
        }
        let mut at = of;
        while let Type::Variable(variable) = at {
            for bound in &variable.more {
                let _ = deeper(|| self.add_candidates(bound, name, true, found));
            }
            let Some(bound) = variable.bound.as_deref() else { break };
            at = bound;
        }
    }

    /// What every class extends.
    fn root(&self) -> Type {
        if self.is_kotlin() {
            self.universe.named(self.asker(), "kotlin.Any")
        } else {
            self.universe.object(self.asker())
        }
    }

    fn add_of_class(&self, class: &Class, name: &str, inherited: bool, found: &mut Candidates) {
        let closure = self.universe.closure(&class.info);
        found.complete &= closure.complete;
        let mut seen: Option<Vec<Class>> = None;
        for (at, one) in closure.types.iter().enumerate() {
            if let Some(replaced) = self.replaced(one).filter(|_| at > 0) {
                let seen = seen.get_or_insert_with(|| self.universe.hierarchy(class));
                let arguments = seen.get(at).map(|one| one.arguments.clone()).unwrap_or_default();
                self.add_of_class(&Class { info: replaced, arguments }, name, true, found);
                continue;
            }
            let is_own = at == 0 && !inherited;
            let methods = if self.is_foreign(&one.info) {
                self.universe.methods_for_java(&one.info, name)
            } else if self.is_kotlin() {
                self.universe.methods_for_kotlin(&class.info, &one.info, name)
            } else {
                self.universe.methods(&one.info, name)
            };
            for method in methods {
                let modifiers = &method.row.modifiers;
                let is_static = has(modifiers, "static") || one.info.row().kind == TypeKind::Facade;
                // What is out of reach here is not among what the compiler chooses from.
                let hidden =
                    !self.is_inherited(modifiers, &one.info) || (!is_own && is_static && one.info.is_interface());
                if hidden {
                    continue;
                }
                let seen = seen.get_or_insert_with(|| self.universe.hierarchy(class));
                let Some(owner) = seen.get(at) else { continue };
                for one in self.stored(owner, &method, is_static) {
                    self.add(one, found);
                }
            }
            if self.is_foreign(&one.info) {
                let seen = seen.get_or_insert_with(|| self.universe.hierarchy(class));
                if let Some(owner) = seen.get(at) {
                    self.add_for_java(owner, name, found);
                }
            }
            if self.is_kotlin()
                && let Some(java) = jvm::seen_in_jdk(&one.info.qualified, name)
            {
                let seen = seen.get_or_insert_with(|| self.universe.hierarchy(class));
                self.add_of_jdk(seen.get(at).unwrap_or(one), java, name, found);
            }
            if is_data(&one.info) || matches!(one.info.row().kind, TypeKind::Enum | TypeKind::Record) {
                let seen = seen.get_or_insert_with(|| self.universe.hierarchy(class));
                self.add_implied(seen.get(at).unwrap_or(one), name, found);
            }
        }
    }

    /// What every class, or every enum, has for Kotlin in place of what it has for Java.
    fn replaced(&self, class: &Class) -> Option<Arc<TypeInfo>> {
        let kotlin = match class.info.qualified.as_str() {
            "java.lang.Object" => "kotlin.Any",
            "java.lang.Enum" => "kotlin.Enum",
            _ => return None,
        };
        self.universe.find(self.asker(), kotlin).filter(|_| self.is_kotlin())
    }

    /// A method of a type, as a call here sees it; of Kotlin there may be several for Java.
    pub(super) fn stored(&self, owner: &Class, method: &Arc<Method>, is_static: bool) -> Vec<Candidate> {
        let info = &owner.info;
        let shape = self.universe.shape(info, method);
        let bindings = self.universe.bindings(owner);
        let candidate = Candidate {
            header: self.header_of(info, method, &shape, &bindings),
            unstated: unstated(info, method),
            identity: Identity::Stored(info.place, MethodId::Row(method.row.id)),
            owner: Type::Class(owner.clone()),
            type_parameters: shape.type_parameters.clone(),
            parameters: shape.parameters.iter().map(|one| one.with(&bindings)).collect(),
            varargs: shape.varargs,
            returns: shape.returns.with(&bindings),
            is_static,
        };
        self.as_seen(candidate, &method.row)
    }

    /// What a function of Kotlin says beyond its types.
    fn header_of(
        &self,
        info: &Arc<TypeInfo>,
        method: &Method,
        shape: &Shape,
        bindings: &Bindings,
    ) -> Option<Arc<Header>> {
        if info.row().language != Language::Kotlin {
            return None;
        }
        let header = self.universe.header(info, method, shape);
        let receiver = header.receiver.as_ref().map(|receiver| receiver.with(bindings));
        Some(if receiver.is_none() { header } else { Arc::new(Header { receiver, ..(*header).clone() }) })
    }

    /// Adds a candidate that no nearer one overrides.
    pub(super) fn add(&self, candidate: Candidate, found: &mut Candidates) {
        let overriding = found.all.iter().position(|nearer| {
            // Two of one type that take what is not known are two.
            let may_be =
                |a: &Type, b: &Type| nearer.owner != candidate.owner || (*a != Type::Unknown && *b != Type::Unknown);
            let is_same = |a: &Type, b: &Type| may_be(a, b) && self.same_erasure(a, b);
            let extends_same = match (nearer.extended(), candidate.extended()) {
                (Some(a), Some(b)) => is_same(a, b),
                (a, b) => a.is_none() == b.is_none(),
            };
            extends_same
                && nearer.parameters.len() == candidate.parameters.len()
                && nearer.parameters.iter().zip(&candidate.parameters).all(|(a, b)| is_same(a, b))
        });
        let Some(nearer) = overriding else {
            found.all.push(candidate);
            return;
        };
        match &mut found.all[nearer].header {
            Some(header) if header.inherits_defaults => Arc::make_mut(header).inherit(candidate.header.as_deref()),
            _ => self.add_alike(nearer, candidate, found),
        }
    }

    /// What the language adds to a type.
    fn add_implied(&self, class: &Class, name: &str, found: &mut Candidates) {
        let info = &class.info;
        match info.row().kind {
            TypeKind::Enum if name == "values" => {
                let own = Type::Class(class.clone());
                let returns = self.array_of(own.clone());
                self.add(Candidate { identity: made(info, Made::Values), ..implied(&own, returns, true) }, found);
            }
            TypeKind::Enum if name == "valueOf" => {
                let own = Type::Class(class.clone());
                let text = self.universe.named(self.asker(), "java.lang.String");
                let identity = made(info, Made::ValueOf);
                self.add(Candidate { identity, parameters: vec![text], ..implied(&own, own.clone(), true) }, found);
            }
            TypeKind::Record => {
                let field = self.universe.field(info, name);
                if let Some(field) = field.filter(|field| field.row.kind == FieldKind::RecordComponent) {
                    let returns = self.universe.field_type(info, &field).with(&self.universe.bindings(class));
                    let identity = made(info, Made::Accessor(field.row.id));
                    let own = Type::Class(class.clone());
                    self.add(Candidate { identity, ..implied(&own, returns, false) }, found);
                }
            }
            TypeKind::Class => self.add_of_data(class, name, found),
            _ => {}
        }
    }

    fn add_local(&self, owner: &Local, name: &str, found: &mut Candidates) {
        let id = owner.id;
        let Some(local) = self.local(id) else { return };
        let given = self.given(owner);
        for (at, method) in local.methods.iter().enumerate().filter(|(_, method)| method.name == name) {
            let of = |text: &String| self.resolve(text, Some(id)).with(&given);
            let candidate = Candidate {
                identity: Identity::Local(id, at as u32),
                owner: Type::Local(owner.clone()),
                type_parameters: Vec::new(),
                parameters: method.parameters.iter().map(of).collect(),
                varargs: method.parameters.last().is_some_and(|text| text.ends_with("...")),
                returns: method.return_type.as_ref().map_or(Type::Unknown, of),
                is_static: method.is_static,
                header: None,
                unstated: None,
            };
            self.add(candidate, found);
        }
    }

    /// The constructors of a type; of all that `super` may be, those of the class, which is the first.
    pub fn constructors(&self, of: &Type) -> Candidates {
        let of = of.bound();
        let mut found = Candidates::of(Vec::new());
        match of {
            Type::Class(class) => {
                // What stands between `<>` is not inferred.
                let is_written =
                    !self.is_kotlin() && !class.arguments.is_empty() && !class.arguments.contains(&Type::Unknown);
                let bindings = if is_written { self.universe.bindings(class) } else { Bindings::default() };
                let parameters = self.universe.type_parameters(&class.info);
                let inferred = if is_written { &[][..] } else { &parameters[..] };
                for method in self.universe.methods(&class.info, "<init>") {
                    if !self.is_inherited(&method.row.modifiers, &class.info) {
                        continue;
                    }
                    let shape = self.universe.shape(&class.info, &method);
                    let candidate = Candidate {
                        identity: Identity::Stored(class.info.place, MethodId::Row(method.row.id)),
                        owner: of.clone(),
                        // The variables of the type are inferred with those of the constructor.
                        type_parameters: shape.type_parameters.iter().chain(inferred).cloned().collect(),
                        parameters: shape.parameters.iter().map(|one| one.with(&bindings)).collect(),
                        varargs: shape.varargs,
                        returns: shape.returns.clone(),
                        is_static: false,
                        header: self.header_of(&class.info, &method, &shape, &bindings),
                        unstated: None,
                    };
                    found.all.extend(self.as_seen(candidate, &method.row));
                }
                found.all.extend(self.made_constructor(class));
                found.all.extend(self.made_of_function(class));
            }
            Type::Local(local) => self.add_local(local, "<init>", &mut found),
            _ => found.complete = false,
        }
        found
    }

    /// The constructor that nobody wrote: of a class without any, of a record all of whose components it takes.
    fn made_constructor(&self, class: &Class) -> Option<Candidate> {
        let info = &class.info;
        let written = self.universe.methods(info, "<init>");
        let components = match info.row().kind {
            TypeKind::Class | TypeKind::Enum if written.is_empty() => Vec::new(),
            TypeKind::Record => self.universe.components(info),
            _ => return None,
        };
        let parameters: Vec<Type> = components.iter().map(|field| self.universe.field_type(info, field)).collect();
        let takes_them = |method: &Arc<Method>| {
            // Of a type that nobody knows, the number alone tells.
            let own = &self.universe.shape(info, method).parameters;
            own.len() == parameters.len()
                && own.iter().zip(&parameters).all(|(one, other)| self.same_erasure(one, other))
        };
        if written.iter().any(takes_them) {
            return None;
        }
        let own = Type::Class(class.clone());
        Some(Candidate {
            identity: made(info, Made::Constructor),
            type_parameters: self.universe.type_parameters(info).to_vec(),
            parameters,
            header: (info.row().language == Language::Kotlin).then(Arc::default),
            ..implied(&own, Type::Class(self.universe.itself(info)), false)
        })
    }

    /// What makes an interface of one method of a function, in Kotlin: of Java any such interface, of Kotlin what says so.
    fn made_of_function(&self, class: &Class) -> Option<Candidate> {
        let info = &class.info;
        if !self.is_kotlin() || !info.is_interface() || !may_be_function(class) {
            return None;
        }
        let itself = Type::Class(self.universe.itself(info));
        let function = self.function_of(&itself)?;
        let receiver = function.header.as_ref().and_then(|header| header.receiver.clone());
        let taken = Function { receiver, parameters: function.parameters, returns: function.returns };
        Some(Candidate {
            type_parameters: self.universe.type_parameters(info).to_vec(),
            parameters: vec![Type::Function(Arc::new(taken))],
            header: Some(Arc::default()),
            ..implied(&Type::Class(class.clone()), itself, false)
        })
    }

    /// Whether two types are the same once their arguments are gone, aliases being what they stand for; what is unknown is the
    /// same as anything.
    pub fn same_erasure(&self, one: &Type, other: &Type) -> bool {
        for (one, other) in [(one, other), (other, one)] {
            if let Type::Class(class) = one.bound()
                && let Some(stands_for) = self.universe.aliased(class)
            {
                return deeper(|| self.same_erasure(&stands_for, other)).unwrap_or(true);
            }
        }
        let bound = |of: &Type| match of.bound() {
            Type::Variable(_) => self.universe.object(self.asker()),
            bound => bound.clone(),
        };
        match (bound(one), bound(other)) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Class(a), Type::Class(b)) => a.info == b.info || a.info.qualified == b.info.qualified,
            (Type::Class(a), Type::Missing(b)) | (Type::Missing(b), Type::Class(a)) => *a.info.qualified == *b,
            (Type::Local(a), Type::Local(b)) => a.id == b.id,
            (Type::Array(a), Type::Array(b)) => deeper(|| self.same_erasure(&a, &b)).unwrap_or(true),
            (Type::Function(a), Type::Function(b)) => a.arity() == b.arity(),
            (a, b) => a == b,
        }
    }

    /// The method that a functional interface asks for, as a class of it has it.
    pub fn function_of(&self, of: &Type) -> Option<Candidate> {
        if let (Type::Function(function), false) = (of, self.is_kotlin()) {
            // Kotlin's function types are interfaces of one method, whose first parameter is the receiver.
            let parameters = function.receiver.iter().chain(&function.parameters).cloned().collect();
            return Some(Candidate { parameters, ..implied(of, function.returns.clone(), false) });
        }
        if let Type::Variable(variable) = of {
            return variable.bounds().find_map(|one| deeper(|| self.function_of(one)).flatten());
        }
        let Type::Class(class) = of else { return None };
        if !class.info.is_interface() || (self.is_kotlin() && !may_be_function(class)) {
            return None;
        }
        let (at, method) = self.universe.asked_for(&class.info)?;
        let arguments = class.arguments.iter().cloned().map(Type::unbounded).collect();
        let class = Class { info: Arc::clone(&class.info), arguments };
        let owner = self.universe.hierarchy(&class).into_iter().nth(at)?;
        let shape = self.universe.shape(&owner.info, &method);
        let bindings = self.universe.bindings(&owner);
        Some(Candidate {
            identity: Identity::Stored(owner.info.place, MethodId::Row(method.row.id)),
            type_parameters: shape.type_parameters.clone(),
            parameters: shape.parameters.iter().map(|one| one.with(&bindings)).collect(),
            varargs: shape.varargs,
            returns: shape.returns.with(&bindings),
            is_static: false,
            header: self.header_of(&owner.info, &method, &shape, &bindings).filter(|_| self.is_kotlin()),
            unstated: None,
            owner: Type::Class(owner),
        })
    }
}

impl Universe<'_> {
    /// The one method that an interface asks for, and which of its supertypes declares it.
    fn asked_for(&self, info: &Arc<TypeInfo>) -> AskedFor {
        let key = (info.place, info.row().id);
        if let Some(known) = self.asked_for.get(&key) {
            return known;
        }
        let closure = self.closure(info);
        // Of interfaces nearer by.
        let mut names: HashSet<(String, usize)> = HashSet::new();
        let mut asked = Vec::new();
        for (at, one) in closure.types.iter().enumerate().filter(|(_, one)| one.info.is_interface()) {
            let methods = self.all_methods(&one.info);
            let key = |method: &Arc<Method>| (method.row.name.clone(), method.row.parameter_types.len());
            let is_asked = |method: &&Arc<Method>| {
                let row = &method.row;
                let has_body = one.info.row().language == Language::Kotlin && row.body.is_some();
                let is_concrete =
                    has_body || ["default", "static", "private"].iter().any(|word| has(&row.modifiers, word));
                !is_concrete && !is_of_object(&row.name, &row.parameter_types) && !names.contains(&key(method))
            };
            asked.extend(methods.iter().filter(is_asked).map(|method| (at, Arc::clone(method))));
            names.extend(methods.iter().map(key));
        }
        let found = asked.pop().filter(|_| asked.is_empty());
        if is_deep() { found } else { self.asked_for.set(key, found) }
    }
}

/// Whether Kotlin makes an interface of a function where it asks for one method: of Kotlin what says so, of Java any.
fn may_be_function(class: &Class) -> bool {
    let row = class.info.row();
    row.language == Language::Java || has(&row.modifiers, "fun") || class.info.qualified.starts_with("kotlin.Function")
}

/// Whether it is a data class of Kotlin.
fn is_data(info: &TypeInfo) -> bool {
    let row = info.row();
    row.language == Language::Kotlin && row.kind == TypeKind::Class && has(&row.modifiers, "data")
}

/// A method that the language makes for a type.
pub(super) fn made(info: &TypeInfo, what: Made) -> Identity {
    Identity::Stored(info.place, MethodId::Made(info.row().id, what))
}

/// A candidate that nobody wrote, without parameters.
pub(super) fn implied(owner: &Type, returns: Type, is_static: bool) -> Candidate {
    Candidate {
        identity: Identity::Implied,
        owner: owner.clone(),
        type_parameters: Vec::new(),
        parameters: Vec::new(),
        varargs: false,
        returns,
        is_static,
        header: None,
        unstated: None,
    }
}

/// A function of Kotlin that does not state what it gives.
pub fn unstated(owner: &TypeInfo, method: &Arc<Method>) -> Option<Arc<Method>> {
    let row = &method.row;
    let is_one =
        owner.row().language == Language::Kotlin && row.return_type.is_none() && row.kind == MethodKind::Method;
    is_one.then(|| Arc::clone(method))
}

/// Whether a modifier is among others.
pub fn has(modifiers: &str, wanted: &str) -> bool {
    modifiers.split_whitespace().any(|word| word == wanted)
}

/// Whether every object has such a method, so that an interface that declares it asks for nothing.
fn is_of_object(name: &str, parameters: &[String]) -> bool {
    match (name, parameters) {
        ("toString" | "hashCode", []) => true,
        ("equals", [only]) => matches!(only.as_str(), "Object" | "java.lang.Object"),
        _ => false,
    }
}
