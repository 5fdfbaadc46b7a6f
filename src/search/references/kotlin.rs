//! Kotlin's own rules for names: implicit receivers, extensions, objects, named and default arguments, function types.
//!
//! What Java's rules have as well is asked of them. Types of Java that Kotlin has under a name of its own are taken under
//! that name, so that members and extensions are those that Kotlin sees.

mod arguments;
mod built;
mod callable;
mod calls;
mod choice;
mod data;
mod expected;
mod header;
mod mapped;
mod null;
mod properties;
mod stable;

use std::sync::Arc;

pub use built::Built;
pub use header::{Header, is_hidden};
pub use null::Null;

use super::file::{Denotation, FileResolver, Value};
use super::members::has;
use super::members::{Candidate, Identity, unstated};
use super::names::{deeper, join, settle};
use super::overloads::Fit;
use super::target::MethodId;
use super::types::{Class, Type};
use super::universe::{Method, TypeInfo};
use crate::model::jvm::MAPPED;
use crate::model::uses::{ExpressionId, Form, Scope, ScopeId, ScopeKind};
use crate::model::{ImportKind, Language, TypeKind};

/// Packages that a Kotlin file imports without saying so, those that have functions.
pub const IMPLIED: [&str; 8] = [
    "kotlin",
    "kotlin.collections",
    "kotlin.comparisons",
    "kotlin.io",
    "kotlin.ranges",
    "kotlin.sequences",
    "kotlin.text",
    "kotlin.jvm",
];

impl FileResolver<'_> {
    #[must_use]
    pub fn is_kotlin(&self) -> bool {
        self.context.language == Language::Kotlin
    }

    /// A type under the name that Kotlin has for it; what an alias stands for.
    pub fn kotlin_type(&self, of: Type) -> Type {
        match of {
            Type::Primitive(primitive) => {
                let boxed = primitive.boxed();
                let name = MAPPED.iter().find(|(java, _)| *java == boxed).map_or(boxed, |(_, kotlin)| kotlin);
                self.universe.named(self.asker(), name)
            }
            Type::Void => self.universe.named(self.asker(), "kotlin.Unit"),
            Type::Array(of) => match &*of {
                Type::Primitive(one) => {
                    let info = self.universe.find(self.asker(), &one.kotlin_array());
                    info.map_or(Type::Array(of), Type::bare)
                }
                _ => self.array_of(*of),
            },
            Type::Class(class) if class.info.row().kind == TypeKind::Typealias => {
                let stands_for = self.universe.aliased(&class).unwrap_or(Type::Unknown);
                deeper(|| self.kotlin_type(stands_for)).unwrap_or(Type::Unknown)
            }
            Type::Class(class) => {
                let mapped = MAPPED.iter().find(|(java, _)| *java == class.info.qualified);
                let info = mapped.and_then(|(_, kotlin)| self.universe.find(self.asker(), kotlin));
                match info {
                    Some(info) => Type::Class(Class { info, arguments: class.arguments }),
                    None => Type::Class(class),
                }
            }
            other => other,
        }
    }

    /// The receivers that need not be named, innermost first; unknown ones among them.
    pub fn receivers(&self, scope: Option<ScopeId>) -> Vec<Type> {
        let scopes: Vec<(ScopeId, &Scope)> = self.scopes(scope).collect();
        let lambda = |(_, scope): &(ScopeId, &Scope)| match scope.kind {
            ScopeKind::Lambda(lambda) => Some(lambda),
            _ => None,
        };
        // Those around a lambda are asked for to find its own.
        settle(scopes.iter().filter_map(lambda).collect(), |lambda| drop(self.lambda_receiver(lambda)));
        scopes.into_iter().flat_map(|(id, scope)| self.receivers_of(id, &scope.kind)).collect()
    }

    /// Those that one scope brings.
    fn receivers_of(&self, id: ScopeId, kind: &ScopeKind) -> Vec<Type> {
        match kind {
            ScopeKind::Lambda(lambda) => self.lambda_receiver(*lambda).into_iter().collect(),
            ScopeKind::Member(member) => {
                let receiver = member.receiver.as_ref();
                receiver.map(|text| self.kotlin_type(self.resolve(text, Some(id)))).into_iter().collect()
            }
            ScopeKind::Type(path) => {
                let Some(info) = self.info_of(id, path) else { return vec![Type::Unknown] };
                let mut found = vec![Type::Class(self.universe.itself(&info))];
                found.extend(self.companions(&info));
                found
            }
            ScopeKind::Local(_) => {
                let mut found = vec![Type::local(id)];
                for supertype in self.local_supertypes(id) {
                    match self.kotlin_type(supertype) {
                        Type::Class(class) => found.extend(self.companions(&class.info)),
                        // Of another local class nothing is implied but what it inherits, which is its own.
                        Type::Local(_) => {}
                        _ => found.push(Type::Unknown),
                    }
                }
                found
            }
            ScopeKind::Known(text) => vec![self.kotlin_type(self.resolve(text, Some(id)))],
            ScopeKind::Header(_) | ScopeKind::InSight(_) => Vec::new(),
        }
    }

    /// The receiver of a lambda; none where it has none.
    fn lambda_receiver(&self, lambda: ExpressionId) -> Option<Type> {
        self.keep(&self.receivers, lambda, Some(Type::Unknown), || self.find_receiver(lambda))
    }

    fn find_receiver(&self, lambda: ExpressionId) -> Option<Type> {
        let Form::Lambda(found) = self.form(lambda) else { return None };
        let target = found.target.as_ref()?;
        match self.expected(target, self.scope_of(lambda)) {
            Type::Function(of) => of.receiver.clone().map(|receiver| self.known(receiver)),
            Type::Class(class) if class.info.is_interface() => {
                // The function that an interface asks for may extend something.
                let receiver = self.function_of(&Type::Class(class))?.header?.receiver.clone()?;
                Some(self.known(receiver))
            }
            _ => Some(Type::Unknown),
        }
    }

    /// A type without variables that nothing was found for.
    pub fn known(&self, of: Type) -> Type {
        if of.is_open() { Type::Unknown } else { self.kotlin_type(of) }
    }

    /// The companion objects of a class and of its supertypes, the nearest first.
    fn companions(&self, info: &Arc<TypeInfo>) -> Vec<Type> {
        self.universe.closure(info).types.iter().filter_map(|class| self.companion(&class.info)).collect()
    }

    /// The companion object of a class.
    pub fn companion(&self, info: &Arc<TypeInfo>) -> Option<Type> {
        self.universe.companion(info).map(Type::bare)
    }

    /// What an alias stands for; any other type as it is, be it one that Kotlin has under another name.
    pub(super) fn unaliased(&self, of: Type) -> Type {
        match &of {
            Type::Class(class) if class.info.row().kind == TypeKind::Typealias => self.kotlin_type(of),
            _ => of,
        }
    }

    /// The value that the name of a type stands for: an object, or a companion.
    pub fn object_of(&self, of: &Type) -> Type {
        match &self.unaliased(of.clone()) {
            of @ Type::Class(class) if class.info.row().kind == TypeKind::Object => of.clone(),
            Type::Class(class) => self.companion(&class.info).unwrap_or(Type::Unknown),
            _ => Type::Unknown,
        }
    }

    /// What `this` is, or `this@name`.
    pub fn kotlin_this(&self, name: Option<&str>, scope: Option<ScopeId>) -> Type {
        let Some(name) = name else { return self.innermost(scope) };
        for (id, scope) in self.scopes(scope) {
            match &scope.kind {
                ScopeKind::Type(path) if path.rsplit('.').next() == Some(name) => {
                    return self
                        .info_of(id, path)
                        .map_or(Type::Unknown, |info| Type::Class(self.universe.itself(&info)));
                }
                ScopeKind::Member(member) if member.name.as_deref() == Some(name) => {
                    if let Some(text) = &member.receiver {
                        return self.kotlin_type(self.resolve(text, Some(id)));
                    }
                }
                ScopeKind::Lambda(lambda) if self.is_given_to(*lambda, name) => {
                    return self.lambda_receiver(*lambda).unwrap_or(Type::Unknown);
                }
                _ => {}
            }
        }
        Type::Unknown
    }

    /// What `this` alone is: the innermost receiver, with all that tests have told of it.
    fn innermost(&self, scope: Option<ScopeId>) -> Type {
        let mut told = Vec::new();
        for (id, scope) in self.scopes(scope) {
            let own = self.receivers_of(id, &scope.kind);
            if matches!(scope.kind, ScopeKind::Known(_)) {
                told.extend(own);
            } else if let Some(declared) = own.into_iter().next() {
                let mut told: Vec<Type> = told.into_iter().map(|one| self.applied_as(one, &declared)).collect();
                // A narrower type says all that the declared one does.
                let narrower = told.iter().position(|one| self.kotlin_converts(one, &declared) == Fit::Yes);
                let first = narrower.map_or(declared, |at| told.remove(at));
                told.retain(|one| self.kotlin_converts(&first, one) != Fit::Yes);
                if told.is_empty() {
                    return first;
                }
                return Type::intersection([first].into_iter().chain(told).collect());
            }
        }
        Type::Unknown
    }

    /// What a value of one type is that a test has told to be of another as well.
    pub fn known_as(&self, declared: &Type, told: Type) -> Type {
        let told = self.applied_as(self.kotlin_type(told), declared);
        match declared {
            Type::Null => told,
            _ if declared.is_unknown() => told,
            _ if self.kotlin_converts(declared, &told) == Fit::Yes => declared.clone(),
            _ if self.kotlin_converts(&told, declared) == Fit::Yes => told,
            _ => Type::intersection(vec![told, declared.clone()]),
        }
    }

    /// What `T::class` is.
    pub fn class_of(&self, of: ExpressionId) -> Type {
        let of = self.base(of).map_or(Type::Unknown, |(found, _)| found);
        match self.universe.named(self.asker(), "kotlin.reflect.KClass") {
            Type::Class(class) => Type::Class(Class { arguments: vec![self.kotlin_type(of)], ..class }),
            missing => missing,
        }
    }

    fn is_given_to(&self, lambda: ExpressionId, name: &str) -> bool {
        let Form::Lambda(found) = self.form(lambda) else { return false };
        match &found.target {
            Some(crate::model::uses::Target::Argument { call, .. }) => {
                matches!(self.form(*call), Form::Call(call) if call.name == name)
            }
            _ => false,
        }
    }

    /// Whether this file sees what another one declares outside of all types: what is private there is that file's own, and what
    /// is internal is public for Java.
    pub fn sees(&self, facade: &TypeInfo, modifiers: &str, file: u32) -> bool {
        let is_here = facade.place == self.place();
        (is_here || !self.is_kotlin() || !has(modifiers, "internal"))
            && (!has(modifiers, "private") || (is_here && file == self.context.file))
    }

    /// Functions of a name that packages hold, nearest first: explicit imports, the package itself, star imports, what is
    /// implied. Those of objects that are imported by name are among them.
    pub fn functions_in_sight(&self, name: &str) -> Vec<Vec<(Arc<TypeInfo>, Arc<Method>)>> {
        let mut levels = Vec::new();
        let of_package = |package: &str, name: &str| {
            let mut found = Vec::new();
            for facade in self.universe.facades(self.asker(), package).iter() {
                let functions = self.universe.functions(facade, name);
                let seen = functions.iter().filter(|method| self.sees(facade, &method.row.modifiers, method.row.file));
                found.extend(seen.map(|method| (Arc::clone(facade), Arc::clone(method))));
            }
            found
        };
        let mut explicit = Vec::new();
        for (path, own) in self.imported_as(name) {
            let mut found = of_package(path, own);
            if found.is_empty()
                && let Some(info) = self.universe.imported(self.asker(), path)
            {
                // What an object inherits is imported through it as well.
                for one in &self.universe.closure(&self.object_holder(&info)).types {
                    let methods = self.universe.methods(&one.info, own);
                    found.extend(methods.into_iter().map(|method| (Arc::clone(&one.info), method)));
                    if !found.is_empty() {
                        break;
                    }
                }
            }
            explicit.append(&mut found);
        }
        levels.push(explicit);
        levels.push(of_package(&self.context.package, name));
        let mut starred = Vec::new();
        for import in self.context.imports.iter().filter(|import| import.kind == ImportKind::Star) {
            starred.append(&mut of_package(&import.path, name));
        }
        levels.push(starred);
        levels.push(IMPLIED.iter().flat_map(|package| of_package(package, name)).collect());
        levels
    }

    /// The object that holds what is imported through a type: itself, or its companion; of Java the type with its statics.
    pub(super) fn object_holder(&self, info: &Arc<TypeInfo>) -> Arc<TypeInfo> {
        let class = Type::bare(Arc::clone(info));
        match self.object_of(&class) {
            Type::Class(class) => class.info,
            _ => Arc::clone(info),
        }
    }

    /// Paths of imports that bring a name into sight, without and with their last segment.
    pub(super) fn imported_as<'s>(&'s self, name: &'s str) -> impl Iterator<Item = (&'s str, &'s str)> + 's {
        self.context.imports.iter().filter(|import| import.kind != ImportKind::Star).filter_map(move |import| {
            let (path, last) = import.path.rsplit_once('.').unwrap_or(("", &import.path));
            (import.alias.as_deref().unwrap_or(last) == name).then_some((path, last))
        })
    }

    /// A function as a candidate, on a receiver where it extends one.
    pub fn candidate_of(&self, owner: &Arc<TypeInfo>, method: &Arc<Method>, given: Option<&Type>) -> Candidate {
        let shape = self.universe.shape(owner, method);
        let row = &method.row;
        let mut header = self.universe.header(owner, method, &shape);
        if given.is_some() {
            Arc::make_mut(&mut header).given = given.cloned();
        }
        Candidate {
            identity: Identity::Stored(owner.place, MethodId::Row(row.id)),
            owner: Type::bare(Arc::clone(owner)),
            type_parameters: shape.type_parameters.clone(),
            parameters: shape.parameters.clone(),
            varargs: shape.varargs,
            returns: shape.returns.clone(),
            is_static: true,
            header: Some(header),
            unstated: unstated(owner, method),
        }
    }

    /// What a simple name stands for.
    pub fn kotlin_name(&self, name: &str, scope: Option<ScopeId>) -> Denotation {
        let mut certain = true;
        let is_extended = self.is_extended_by(name);
        for receiver in &self.receivers(scope) {
            let (found, complete) = self.property(receiver, name);
            if let Some(value) = found {
                return Denotation::Value(Value { certain: value.certain && certain, ..value });
            }
            if let Some((_, returns)) = self.accessor(receiver, name) {
                return Denotation::Value(Value { of: self.kotlin_type(returns), field: None, certain });
            }
            certain &= complete;
            // What extends it goes before the members of the next one out.
            if is_extended && let Some(value) = self.property_in_sight(name, std::slice::from_ref(receiver), false) {
                return Denotation::Value(Value { certain: value.certain && certain, ..value });
            }
        }
        // Inside of an enum its own are in sight.
        if name == "entries"
            && let Some(of) = self.types_around(scope).iter().find_map(|around| self.entries(around))
        {
            return Denotation::Value(Value { of, field: None, certain });
        }
        if let Some(value) = self.property_in_sight(name, &[], true) {
            return Denotation::Value(Value { certain: value.certain && certain, ..value });
        }
        match self.type_named(name, scope) {
            Some(found) => Denotation::Type(found),
            None if name.starts_with(char::is_lowercase) => Denotation::Package(name.to_owned()),
            None => Denotation::Unknown,
        }
    }

    /// What a name behind a dot stands for.
    pub fn kotlin_selected(&self, of: ExpressionId, name: &str) -> Denotation {
        let base = match self.form(of) {
            Form::Name(_) | Form::Select { .. } | Form::TypeName(_) => self.denotation(of),
            _ => Denotation::Value(Value { of: self.type_of(of), field: None, certain: true }),
        };
        match base {
            Denotation::Value(value) => self.member_value(&value.of, name, value.certain),
            Denotation::Type(found) => {
                let found = self.unaliased(found);
                let object = self.object_of(&found);
                if !matches!(object, Type::Unknown)
                    && let found @ Denotation::Value(_) = self.member_value(&object, name, true)
                {
                    return found;
                }
                if let (Some(value), _) = self.field(&found, name) {
                    return Denotation::Value(value);
                }
                if let Some(of) = self.entries(&found).filter(|_| name == "entries") {
                    return Denotation::Value(Value { of, field: None, certain: true });
                }
                match &found {
                    Type::Class(class) => match self.universe.member_type(&class.info, name) {
                        Some(info) => Denotation::Type(Type::bare(info)),
                        None => Denotation::Unknown,
                    },
                    _ => Denotation::Unknown,
                }
            }
            Denotation::Package(package) => {
                for facade in self.universe.facades(self.asker(), &package).iter() {
                    let fields = self.universe.fields_named(facade, name);
                    if let Some(field) = fields.iter().find(|one| self.sees(facade, &one.row.modifiers, one.row.file)) {
                        let of = self.kotlin_type(self.universe.field_type(facade, field));
                        return Denotation::Value(Value {
                            of,
                            field: Some((facade.place, Arc::clone(field))),
                            certain: true,
                        });
                    }
                }
                let path = join(&package, name);
                match self.universe.find(self.asker(), &path) {
                    Some(info) => Denotation::Type(Type::bare(info)),
                    None => Denotation::Package(path),
                }
            }
            Denotation::Unknown => Denotation::Unknown,
        }
    }

    /// What `entries` of an enum is.
    fn entries(&self, of: &Type) -> Option<Type> {
        let Type::Class(class) = of else { return None };
        let info = self.universe.find(self.asker(), "kotlin.enums.EnumEntries");
        let is_enum = class.info.row().kind == TypeKind::Enum;
        info.filter(|_| is_enum).map(|info| Type::Class(Class { info, arguments: vec![of.clone()] }))
    }

    /// An array of a type, as what it is in Kotlin.
    pub fn array_of(&self, of: Type) -> Type {
        match self.universe.find(self.asker(), "kotlin.Array").filter(|_| self.is_kotlin()) {
            Some(info) => Type::Class(Class { info, arguments: vec![of] }),
            None => Type::Array(Box::new(of)),
        }
    }

    /// What iterating over a value gives.
    pub fn kotlin_element(&self, of: &Type) -> Type {
        for name in
            ["kotlin.collections.Iterable", "kotlin.collections.Iterator", "kotlin.sequences.Sequence", "kotlin.Array"]
        {
            let Some(info) = self.universe.find(self.asker(), name) else { continue };
            let wanted = Class::bare(info);
            if let Some(seen) = self.seen_from_kotlin(of, &wanted) {
                return seen.arguments.first().cloned().map_or(Type::Unknown, |one| self.known(one));
            }
        }
        if let Some(info) = self.universe.find(self.asker(), "kotlin.collections.Map")
            && let Some(seen) = self.seen_from_kotlin(of, &Class::bare(info))
            && let Some(entry) = self.universe.find(self.asker(), "kotlin.collections.Map.Entry")
        {
            return Type::Class(Class { info: entry, arguments: seen.arguments });
        }
        // Whatever has the operators of a loop.
        let given = |of: &Type, name: &str| {
            let found = self.candidates(of, name).all;
            let found = found.into_iter().find(|one| one.parameters.is_empty())?;
            Some(if found.returns == Type::Unknown { self.inferred_of(&found) } else { found.returns })
        };
        let iterator = given(of, "iterator").and_then(|iterator| given(&self.kotlin_type(iterator), "next"));
        iterator.map_or(Type::Unknown, |element| self.known(element))
    }

    /// A supertype as a type has it, Java's supertypes under Kotlin's names. A class that is expected of every platform is what
    /// this one has for it.
    pub fn seen_from_kotlin(&self, of: &Type, wanted: &Class) -> Option<Class> {
        self.seen_by_name(of, wanted).or_else(|| {
            let Type::Class(actual) = self.kotlin_type(self.universe.aliased(wanted)?) else { return None };
            let seen = deeper(|| self.seen_from_kotlin(of, &actual)).flatten()?;
            // Nearly all take the same arguments as what they stand for.
            let is_same = actual.arguments == wanted.arguments;
            let arguments = if is_same { seen.arguments } else { Vec::new() };
            Some(Class { info: Arc::clone(&wanted.info), arguments })
        })
    }

    fn seen_by_name(&self, of: &Type, wanted: &Class) -> Option<Class> {
        match of {
            Type::Variable(variable) => {
                variable.bounds().find_map(|one| deeper(|| self.seen_by_name(one, wanted)).flatten())
            }
            Type::Class(class) => {
                let hierarchy = self.universe.hierarchy(class);
                if let Some(found) = hierarchy.iter().find(|one| one.info.qualified == wanted.info.qualified) {
                    return Some(found.clone());
                }
                hierarchy.into_iter().find_map(|one| {
                    let is_mapped = MAPPED.iter().any(|(java, _)| *java == one.info.qualified);
                    if !is_mapped {
                        return None;
                    }
                    let Type::Class(mapped) = self.kotlin_type(Type::Class(one)) else { return None };
                    self.universe.hierarchy(&mapped).into_iter().find(|one| one.info.qualified == wanted.info.qualified)
                })
            }
            Type::Local(local) => {
                let supertypes = self.above_local(local);
                supertypes.iter().find_map(|one| deeper(|| self.seen_from_kotlin(one, wanted)).flatten())
            }
            _ => None,
        }
    }
}
