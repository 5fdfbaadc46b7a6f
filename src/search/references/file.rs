//! One file while its uses are resolved: its scopes, and what the names in its expressions denote.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::calls::Resolution;
use super::kotlin::{Built, Null};
use super::names::{deeper, is_deep, join, settle};
use super::types::{Bindings, Class, Local, Owner, Type, Variable};
use super::universe::{Field, FileContext, Place, TypeInfo, Universe};
use super::written;
use crate::model::ImportKind;
use crate::model::uses::{ExpressionId, FileUses, Form, LocalType, Scope, ScopeId, ScopeKind};

/// Steps that one use may take to resolve: of 26,000 real ones one took more, and nearly all a hundred at most.
const MOST_STEPS: u32 = 20_000;
/// Steps of a file before its other uses may take [`FEW_STEPS`] alone.
const MOST_STEPS_OF_FILE: u32 = 100_000;
/// What nearly all uses are resolved with.
const FEW_STEPS: u32 = 500;

/// A file whose uses are resolved.
pub struct FileResolver<'a> {
    pub universe: &'a Universe<'a>,
    pub context: Arc<FileContext>,
    pub uses: &'a FileUses,
    names: RefCell<Names>,
    infos: RefCell<HashMap<ScopeId, Option<Arc<TypeInfo>>>>,
    /// Whether type arguments are left out where values are held against parameters.
    erased: Cell<bool>,
    /// Whether a property of Kotlin that is in sight extends anything, by its name.
    pub(super) extended: RefCell<HashMap<String, bool>>,
    /// Kotlin: which expressions may be `null`.
    pub(super) nulls: RefCell<HashMap<ExpressionId, Null>>,
    pub(super) values: Memo<Type>,
    pub(super) calls: Memo<Option<Rc<Resolution>>>,
    pub(super) denotations: Memo<Denotation>,
    pub(super) built: RefCell<Built>,
    /// What need not be named in lambdas.
    pub(super) receivers: Memo<Option<Type>>,
    /// Type variables whose bounds are being resolved.
    pub(super) bounded: RefCell<Vec<Variable>>,
    /// Type variables by the scope that sees them.
    pub(super) fixed: RefCell<HashMap<Option<ScopeId>, Rc<Bindings>>>,
    /// Calls whose type variables are being inferred, each with how many answers were being worked out before it.
    inferring: RefCell<HashMap<ExpressionId, u32>>,
    steps: Cell<u32>,
    /// Steps of the uses before this one.
    spent: Cell<u32>,
    /// How many answers are being worked out.
    open: Cell<u32>,
    /// The outermost of these, by its number, that the current one was in need of; [`NONE`] where it needed none.
    needed: Cell<u32>,
}

/// No answer that is being worked out.
const NONE: u32 = u32::MAX;

/// What a name means in a scope.
type Names = HashMap<(Option<ScopeId>, String), Option<Type>>;

/// Answers by expression.
pub struct Memo<T>(RefCell<HashMap<ExpressionId, Answer<T>>>);

enum Answer<T> {
    Known(T),
    /// It is being worked out, after so many others.
    Open(u32),
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T> Memo<T> {
    /// Whether an answer is there.
    pub fn is_known(&self, id: ExpressionId) -> bool {
        self.0.borrow().get(&id).is_some_and(|answer| matches!(answer, Answer::Known(_)))
    }

    /// Runs `work`, for which this is the answer.
    pub fn assuming<R>(&self, id: ExpressionId, answer: T, work: impl FnOnce() -> R) -> R {
        let before = self.0.borrow_mut().insert(id, Answer::Known(answer));
        let found = work();
        match before {
            Some(before) => self.0.borrow_mut().insert(id, before),
            None => self.0.borrow_mut().remove(&id),
        };
        found
    }

    /// Whether an answer is there or being worked out.
    pub fn is_asked(&self, id: ExpressionId) -> bool {
        self.0.borrow().contains_key(&id)
    }
}

/// What a name in an expression stands for.
#[derive(Debug, Clone)]
pub enum Denotation {
    Value(Value),
    Type(Type),
    /// Perhaps a package: no value and no type has this name.
    Package(String),
    Unknown,
}

/// A value that a name stands for.
#[derive(Debug, Clone)]
pub struct Value {
    pub of: Type,
    /// The field, where an index has it.
    pub field: Option<(Place, Arc<Field>)>,
    /// Whether nothing nearer, that could not be read, may hide it.
    pub certain: bool,
}

impl<'a> FileResolver<'a> {
    #[must_use]
    pub fn new(universe: &'a Universe<'a>, context: Arc<FileContext>, uses: &'a FileUses) -> Self {
        Self {
            universe,
            context,
            uses,
            names: RefCell::default(),
            infos: RefCell::default(),
            erased: Cell::new(false),
            extended: RefCell::default(),
            nulls: RefCell::default(),
            values: Memo::default(),
            calls: Memo::default(),
            denotations: Memo::default(),
            built: RefCell::default(),
            receivers: Memo::default(),
            bounded: RefCell::default(),
            fixed: RefCell::default(),
            inferring: RefCell::default(),
            steps: Cell::new(0),
            spent: Cell::new(0),
            open: Cell::new(0),
            needed: Cell::new(NONE),
        }
    }

    /// What `find` finds; where that is nothing, what it finds with type arguments left out: those of a value may have been
    /// inferred otherwise than the compiler does.
    pub(super) fn or_erased<T>(&self, find: impl Fn() -> Option<T>) -> Option<T> {
        find().or_else(|| {
            if self.erased.replace(true) {
                return None;
            }
            let found = find();
            self.erased.set(false);
            found
        })
    }

    pub(super) fn is_erased(&self) -> bool {
        self.erased.get()
    }

    /// Begins with another use.
    pub fn begin(&self) {
        self.spent.set(self.spent.get().saturating_add(self.steps.replace(0)));
    }

    fn most_steps(&self) -> u32 {
        if self.spent.get() < MOST_STEPS_OF_FILE { MOST_STEPS } else { FEW_STEPS }
    }

    /// The artifact of the file.
    pub fn place(&self) -> Place {
        self.context.place
    }

    /// Who asks for what others declare.
    pub fn asker(&self) -> Place {
        self.context.asker
    }

    pub fn form(&self, id: ExpressionId) -> &'a Form {
        self.uses.expression(id).map_or(&Form::Unknown, |expression| &expression.form)
    }

    pub fn scope_of(&self, id: ExpressionId) -> Option<ScopeId> {
        self.uses.expression(id).and_then(|expression| expression.scope)
    }

    /// The answer of `work` about an expression, kept; where it leads to itself, `otherwise`.
    pub(super) fn keep<T: Clone>(&self, memo: &Memo<T>, id: ExpressionId, otherwise: T, work: impl FnOnce() -> T) -> T {
        match memo.0.borrow().get(&id) {
            Some(Answer::Known(known)) => return known.clone(),
            Some(Answer::Open(number)) => {
                self.needs(*number);
                return otherwise;
            }
            None => {}
        }
        if self.steps.get() >= self.most_steps() {
            return otherwise;
        }
        self.steps.set(self.steps.get() + 1);
        memo.0.borrow_mut().insert(id, Answer::Open(self.open.get()));
        let (found, is_whole) = self.opened(|| deeper(work));
        match found {
            Some(found) if is_whole => {
                memo.0.borrow_mut().insert(id, Answer::Known(found.clone()));
                found
            }
            found => {
                memo.0.borrow_mut().remove(&id);
                if found.is_none() {
                    self.needs(0);
                }
                found.unwrap_or(otherwise)
            }
        }
    }

    /// Takes note that the answer at hand was found without one that is being worked out.
    fn needs(&self, number: u32) {
        self.needed.set(self.needed.get().min(number));
    }

    /// Works an answer out, and says whether it is whole: what was found without an answer around it, which was not there yet, is
    /// found again when it is. That it led to itself is its own affair.
    fn opened<T>(&self, work: impl FnOnce() -> T) -> (T, bool) {
        let number = self.open.get();
        let before = self.needed.replace(NONE);
        self.open.set(number + 1);
        let found = work();
        self.open.set(number);
        let is_whole = self.needed.get() >= number;
        self.needed.set(if is_whole { before } else { before.min(self.needed.get()) });
        (found, is_whole)
    }

    /// Infers the type variables of a call, `infer` being told whether this is not done already: an argument may ask for them
    /// again, for what is expected of it.
    pub(super) fn inferring<T>(&self, id: ExpressionId, infer: impl FnOnce(bool) -> T) -> T {
        let around = self.inferring.borrow().get(&id).copied();
        if let Some(around) = around {
            self.needs(around);
            return infer(false);
        }
        self.inferring.borrow_mut().insert(id, self.open.get());
        let (found, _) = self.opened(|| infer(true));
        self.inferring.borrow_mut().remove(&id);
        found
    }

    /// Whether the type of an argument is told without asking what is expected of it.
    pub(super) fn is_told(&self, id: ExpressionId) -> bool {
        let mut of = id;
        while let Form::Known { of: inner, .. } = self.form(of) {
            of = *inner;
        }
        self.values.is_known(id)
            || !matches!(self.form(of), Form::Call(_) | Form::New(_) | Form::OneOf(_) | Form::Lambda(_))
    }

    /// The scopes from this one outwards.
    pub fn scopes(&self, from: Option<ScopeId>) -> impl Iterator<Item = (ScopeId, &'a Scope)> + use<'a> {
        let uses = self.uses;
        let mut at = from;
        std::iter::from_fn(move || {
            let id = at?;
            let scope = uses.scope(id)?;
            // A scope comes after the one around it.
            at = scope.parent.filter(|parent| *parent < id);
            Some((id, scope))
        })
    }

    /// The declared type of a scope.
    pub fn info_of(&self, id: ScopeId, path: &str) -> Option<Arc<TypeInfo>> {
        if let Some(known) = self.infos.borrow().get(&id) {
            return known.clone();
        }
        let found = self.universe.find_in(self.place(), &join(&self.context.package, path));
        self.infos.borrow_mut().insert(id, found.clone());
        found
    }

    /// A type as written in a scope.
    pub fn resolve(&self, text: &str, scope: Option<ScopeId>) -> Type {
        let written = if self.is_kotlin() { written::read(text) } else { written::intersection(text) };
        self.resolve_written(&written, scope)
    }

    pub fn resolve_written(&self, written: &written::Written, scope: Option<ScopeId>) -> Type {
        self.universe.resolve(written, self.asker(), &|name| self.type_named(name, scope))
    }

    /// The type that a simple name means in a scope.
    pub fn type_named(&self, name: &str, scope: Option<ScopeId>) -> Option<Type> {
        let key = (scope, name.to_owned());
        if let Some(known) = self.names.borrow().get(&key) {
            return known.clone();
        }
        let found = deeper(|| self.look_up_type(name, scope)).flatten();
        if !is_deep() && self.bounded.borrow().is_empty() {
            self.names.borrow_mut().insert(key, found.clone());
        }
        found
    }

    fn look_up_type(&self, name: &str, from: Option<ScopeId>) -> Option<Type> {
        let is_local = |(id, scope): (ScopeId, &Scope)| matches!(scope.kind, ScopeKind::Local(_)).then_some(id);
        if !is_deep() {
            // What each inherits is named in those around it.
            settle(self.scopes(from).filter_map(is_local).collect(), |local| drop(self.local_supertypes(local)));
        }
        for (id, scope) in self.scopes(from) {
            if let Some(parameter) = scope.type_parameters.iter().find(|parameter| parameter.name == name)
                && !matches!(scope.kind, ScopeKind::Type(_))
            {
                return Some(Type::Variable(self.variable(id, parameter)));
            }
            match &scope.kind {
                ScopeKind::Type(path) => {
                    if let Some(info) = self.info_of(id, path) {
                        return self.universe.in_type(&info, name);
                    }
                }
                ScopeKind::Member(member) => {
                    if let Some(local) = member.types.iter().rev().find(|local| self.local_name(**local) == Some(name))
                    {
                        return Some(Type::local(*local));
                    }
                }
                ScopeKind::Local(local) => {
                    if local.name.as_deref() == Some(name) {
                        return Some(Type::local(id));
                    }
                    if let Some(found) = self.local_member_type(id, local, name) {
                        return Some(found);
                    }
                }
                ScopeKind::InSight(local) if self.local_name(*local) == Some(name) => return Some(Type::local(*local)),
                ScopeKind::InSight(_) | ScopeKind::Lambda(_) | ScopeKind::Known(_) | ScopeKind::Header(_) => {}
            }
        }
        self.universe.in_file(&self.context, name)
    }

    fn local_name(&self, id: ScopeId) -> Option<&'a str> {
        self.local(id).and_then(|local| local.name.as_deref())
    }

    /// A local type.
    pub fn local(&self, id: ScopeId) -> Option<&'a LocalType> {
        match &self.uses.scope(id)?.kind {
            ScopeKind::Local(local) => Some(local),
            _ => None,
        }
    }

    /// A type that is declared in a local type, or that it inherits.
    fn local_member_type(&self, id: ScopeId, local: &LocalType, name: &str) -> Option<Type> {
        if let Some(found) = local.types.iter().find(|inner| self.local_name(**inner) == Some(name)) {
            return Some(Type::local(*found));
        }
        self.local_supertypes(id).into_iter().find_map(|supertype| match supertype {
            Type::Class(class) => {
                let info = self.universe.inherited_type(&class.info, name, &self.context.package)?;
                Some(Type::bare(info))
            }
            _ => None,
        })
    }

    /// The supertypes of a local type.
    pub fn local_supertypes(&self, id: ScopeId) -> Vec<Type> {
        let Some((scope, local)) = self.uses.scope(id).zip(self.local(id)) else { return Vec::new() };
        // They are named outside of it; its own type parameters may stand in them.
        let around = if scope.type_parameters.is_empty() { scope.parent } else { Some(id) };
        let of = |text: &String| {
            let named = || match local.outer {
                None => self.resolve(text, around),
                Some(outer) => self.created_in(outer, text, around),
            };
            deeper(named).unwrap_or(Type::Unknown)
        };
        local.supertypes.iter().map(of).collect()
    }

    /// The supertypes of a local type, with its arguments put in.
    pub(super) fn above_local(&self, of: &Local) -> Vec<Type> {
        let given = self.given(of);
        self.local_supertypes(of.id).into_iter().map(|one| one.with(&given)).collect()
    }

    /// What the arguments of a local type say that its variables stand for.
    pub(super) fn given(&self, of: &Local) -> Bindings {
        if of.is_overgrown() {
            return Bindings::default();
        }
        let parameters = self.uses.scope(of.id).map(|scope| &scope.type_parameters[..]).unwrap_or_default();
        // Of any, or of what is only known from below, the bounds of the variable are known.
        let told = parameters.iter().zip(&of.arguments).filter(|(_, one)| !matches!(one, Type::Any | Type::Super(_)));
        told.map(|(parameter, one)| (Owner::Scope(of.id), parameter.name.as_str().into(), one.clone())).collect()
    }

    /// The type around a place: what `this` is.
    pub fn this(&self, scope: Option<ScopeId>) -> Type {
        for (id, scope) in self.scopes(scope) {
            match &scope.kind {
                ScopeKind::Type(path) => {
                    let info = self.info_of(id, path);
                    return info.map_or(Type::Unknown, |info| Type::Class(self.universe.itself(&info)));
                }
                ScopeKind::Local(_) => return Type::local(id),
                _ => {}
            }
        }
        Type::Unknown
    }

    /// The types around a place, from the innermost out.
    pub fn types_around(&self, scope: Option<ScopeId>) -> Vec<Type> {
        let around = self.scopes(scope).filter_map(|(id, scope)| match &scope.kind {
            ScopeKind::Type(path) => {
                let info = self.info_of(id, path);
                Some(info.map_or(Type::Unknown, |info| Type::Class(self.universe.itself(&info))))
            }
            ScopeKind::Local(_) => Some(Type::local(id)),
            _ => None,
        });
        around.collect()
    }

    /// What the name of an expression stands for.
    pub fn denotation(&self, id: ExpressionId) -> Denotation {
        self.keep(&self.denotations, id, Denotation::Unknown, || match self.denote(id) {
            Denotation::Value(value) => {
                Denotation::Value(Value { of: self.with_bounds(value.of, self.scope_of(id)), ..value })
            }
            other => other,
        })
    }

    fn denote(&self, id: ExpressionId) -> Denotation {
        match self.form(id) {
            Form::Name(name) if self.is_kotlin() => self.kotlin_name(name, self.scope_of(id)),
            Form::Select { of, name } if self.is_kotlin() => self.kotlin_selected(*of, name),
            Form::Name(name) => self.denote_name(name, self.scope_of(id)),
            Form::Select { of, name } => self.denote_selected(*of, name),
            Form::TypeName(text) => Denotation::Type(self.resolve(text, self.scope_of(id))),
            _ => Denotation::Value(Value { of: self.type_of(id), field: None, certain: true }),
        }
    }

    /// What a simple name stands for in a scope.
    pub fn denote_name(&self, name: &str, scope: Option<ScopeId>) -> Denotation {
        let mut certain = true;
        for around in self.types_around(scope) {
            let (found, complete) = self.field(&around, name);
            if let Some(value) = found {
                return Denotation::Value(Value { certain: value.certain && certain, ..value });
            }
            certain &= complete;
        }
        if let Some(value) = self.static_import(name) {
            return Denotation::Value(Value { certain: value.certain && certain, ..value });
        }
        match self.type_named(name, scope) {
            Some(found) => Denotation::Type(found),
            None if certain => Denotation::Package(name.to_owned()),
            // It may be a field of a supertype that is not there.
            None if name.starts_with(char::is_lowercase) => Denotation::Package(name.to_owned()),
            None => Denotation::Unknown,
        }
    }

    fn static_import(&self, name: &str) -> Option<Value> {
        for kind in [ImportKind::Static, ImportKind::StaticStar] {
            for import in self.context.imports.iter().filter(|import| import.kind == kind) {
                let path = match kind {
                    ImportKind::Static => match import.path.rsplit_once('.') {
                        Some((path, last)) if last == name => path,
                        _ => continue,
                    },
                    _ => import.path.as_str(),
                };
                let Some(info) = self.universe.imported(self.asker(), path) else { continue };
                let class = Type::bare(info);
                if let (Some(value), _) = self.field(&class, name) {
                    return Some(value);
                }
            }
        }
        None
    }

    fn denote_selected(&self, of: ExpressionId, name: &str) -> Denotation {
        let base = match self.form(of) {
            Form::Name(_) | Form::Select { .. } | Form::TypeName(_) => self.denotation(of),
            _ => Denotation::Value(Value { of: self.type_of(of), field: None, certain: true }),
        };
        match base {
            Denotation::Value(value) => {
                if matches!(value.of, Type::Array(_)) && name == "length" {
                    let of = Type::Primitive(super::types::Primitive::Int);
                    return Denotation::Value(Value { of, field: None, certain: true });
                }
                let (found, _) = self.field(&value.of, name);
                found.map_or(Denotation::Unknown, |found| {
                    Denotation::Value(Value { certain: found.certain && value.certain, ..found })
                })
            }
            Denotation::Type(found) => {
                if let (Some(value), _) = self.field(&found, name) {
                    return Denotation::Value(value);
                }
                match &found {
                    Type::Class(class) => match self.universe.member_type(&class.info, name) {
                        Some(info) => Denotation::Type(Type::bare(info)),
                        None => Denotation::Unknown,
                    },
                    _ => Denotation::Unknown,
                }
            }
            Denotation::Package(path) => {
                let path = format!("{path}.{name}");
                match self.universe.find(self.asker(), &path) {
                    Some(info) => Denotation::Type(Type::bare(info)),
                    None => Denotation::Package(path),
                }
            }
            Denotation::Unknown => Denotation::Unknown,
        }
    }

    /// A field of a type, inherited ones included, and whether all of its supertypes are known.
    pub fn field(&self, of: &Type, name: &str) -> (Option<Value>, bool) {
        match of {
            Type::Variable(variable) => {
                let fields = variable.bounds().map(|one| deeper(|| self.field(one, name)).unwrap_or((None, false)));
                let found = fields.reduce(|(one, all), (other, rest)| (one.or(other), all && rest));
                found.unwrap_or((None, false))
            }
            Type::Class(class) => self.field_of_class(class, name),
            Type::Local(of) => {
                let Some(local) = self.local(of.id) else { return (None, false) };
                if let Some(field) = local.fields.iter().find(|field| field.name == name) {
                    let written = field.type_text.as_ref();
                    let found = written.map_or(Type::Unknown, |text| self.resolve(text, Some(of.id)));
                    return (Some(Value { of: found.with(&self.given(of)), field: None, certain: true }), true);
                }
                let mut complete = true;
                for supertype in self.above_local(of) {
                    let (found, all) = match supertype.bound() {
                        Type::Class(class) => self.field_of_class(class, name),
                        Type::Local(_) => deeper(|| self.field(&supertype, name)).unwrap_or((None, false)),
                        _ => (None, false),
                    };
                    if found.is_some() {
                        return (found.map(|value| Value { certain: value.certain && complete, ..value }), complete);
                    }
                    complete &= all;
                }
                (None, complete)
            }
            _ => (None, false),
        }
    }

    fn field_of_class(&self, class: &Class, name: &str) -> (Option<Value>, bool) {
        let closure = self.universe.closure(&class.info);
        for (at, inherited) in closure.types.iter().enumerate() {
            let Some(field) = self.universe.field(&inherited.info, name) else { continue };
            // The constants of an enum are public without saying so.
            let is_constant = field.row.kind == crate::model::FieldKind::EnumConstant;
            if !is_constant && !self.is_inherited(&field.row.modifiers, &inherited.info) {
                continue;
            }
            let bindings = self.universe.hierarchy(class).get(at).map(|seen| self.universe.bindings(seen));
            let mut of = self.universe.field_type(&inherited.info, &field).with(&bindings.unwrap_or_default());
            if self.is_foreign(&inherited.info) {
                of = self.java_type(&of, false);
            } else if self.is_kotlin() && matches!(of, Type::Array(_)) {
                of = self.kotlin_type(of);
            }
            // Nearer ones that cannot be read might have one too.
            let certain = at == 0 || closure.complete;
            return (Some(Value { of, field: Some((inherited.info.place, field)), certain }), closure.complete);
        }
        let of_companion = closure.types.iter().find_map(|one| self.field_for_java(one, name));
        (of_companion, closure.complete)
    }

    /// Whether a member of a supertype is one of its subtypes here.
    pub fn is_inherited(&self, modifiers: &str, owner: &TypeInfo) -> bool {
        let has = |wanted: &str| modifiers.split_whitespace().any(|word| word == wanted);
        if has("private") {
            // In one file everything is in reach; who names it through a subtype is refused by the compiler.
            return owner.place == self.place() && owner.rows.iter().any(|row| row.file == self.context.file);
        }
        // What is Kotlin's `internal` stays in its module; for Java it is public.
        if self.is_kotlin() && has("internal") && owner.place != self.place() {
            return false;
        }
        has("public")
            || has("protected")
            || owner.is_interface()
            || owner.row().language == crate::model::Language::Kotlin
            || owner.row().package == self.context.package
    }
}
