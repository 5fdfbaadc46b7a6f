//! What declarations and doc comments say of what was asked for: methods that override it, links that lead to it.

use super::decide::{Judge, Verdict};
use super::java::is_nullable;
use super::members::has;
use super::names::deeper;
use super::target::{MethodId, Target, TargetKind, Tier};
use super::types::{Class, Type};
use super::universe::Method;
use crate::model::uses::{ScopeId, Use, UseKind};
use crate::model::{Language, jvm};

/// A method of a supertype.
struct Overridable {
    is_target: bool,
    parameters: Vec<Type>,
}

impl Judge<'_> {
    /// A method that is declared: whether it overrides a target.
    pub(super) fn declaration(&self, parameters: &[String], is_static: bool, one: &Use) -> Verdict {
        if is_static || !(self.wants_methods() || self.wants_fields()) {
            return Verdict::IsNot;
        }
        let around = self.resolver.this(one.scope);
        let supertypes = self.supertypes_of(&around);
        // An interface has only the public methods of `Object`.
        let is_interface = matches!(&around, Type::Class(class) if class.info.is_interface());
        let mut best = Verdict::IsNot;
        for target in self.targets {
            let Some(owner) = supertypes.iter().find(|supertype| target.is_of(&supertype.info)) else { continue };
            let Some(shapes) = self.overridable(target, owner, one, is_interface) else { continue };
            let alike = || shapes.iter().filter(|shape| shape.parameters.len() == parameters.len());
            let Some(shape) = alike().find(|shape| shape.is_target) else { continue };
            let mut sure = true;
            // Where one of two takes a primitive, the other is for what may be null.
            let has_primitive = |at: usize| alike().any(|other| matches!(other.parameters[at], Type::Primitive(_)));
            let same = shape.parameters.iter().zip(parameters).enumerate().all(|(at, (theirs, text))| {
                let mine = self.resolver.resolve(text, one.scope);
                sure &= !theirs.is_unknown() && !mine.is_unknown() || *theirs == mine;
                let is_nullable = is_nullable(Some(text));
                let may_be = match theirs {
                    Type::Primitive(_) => !is_nullable,
                    _ => is_nullable || !has_primitive(at),
                };
                self.resolver.same_erasure(theirs, &mine)
                    || (self.resolver.is_kotlin() && may_be && self.is_mapped(theirs, &mine))
            });
            if same {
                if sure {
                    return Verdict::Is(Tier::Exact, UseKind::Override);
                }
                // Where no other method has this name and number of parameters, it is the only one to override.
                let tier = if alike().count() == 1 { Tier::High } else { Tier::Medium };
                best = Verdict::Is(tier, UseKind::Override);
            }
        }
        best
    }

    /// Whether what Kotlin takes is what a method of Java takes, primitive or not.
    fn is_mapped(&self, theirs: &Type, mine: &Type) -> bool {
        let boxed = |of: &Type| self.resolver.java_type(&self.resolver.kotlin_type(of.clone()), true);
        self.resolver.same_erasure(&boxed(theirs), &boxed(mine))
    }

    /// What a supertype declares under the name of a method, where a target is among it.
    fn overridable(&self, target: &Target, owner: &Class, one: &Use, is_interface: bool) -> Option<Vec<Overridable>> {
        let resolver = self.resolver;
        if resolver.is_foreign(&owner.info) {
            let name = one.bytes.of(self.text);
            let all = resolver.declared_for_java(owner, name).into_iter().filter(|theirs| !theirs.is_static);
            let shapes = all.map(|theirs| Overridable {
                is_target: target.is_method(theirs.identity) || target.is_property_of(theirs.identity),
                parameters: theirs.parameters,
            });
            return Some(shapes.collect());
        }
        let TargetKind::Method { id, name, is_static: false, .. } = &target.of else { return None };
        let written = one.bytes.of(self.text).trim_matches('`');
        let methods = if resolver.is_kotlin() {
            resolver.universe.methods_for_kotlin(&owner.info, &owner.info, written)
        } else if written == name {
            resolver.universe.methods(&owner.info, name)
        } else {
            return None;
        };
        let is_target = |method: &Method| MethodId::Row(method.row.id) == *id;
        let modifiers = &methods.iter().find(|method| is_target(method))?.row.modifiers;
        if !resolver.is_inherited(modifiers, &owner.info)
            || has(modifiers, "private")
            || (is_interface && !has(modifiers, "public") && !owner.info.is_interface())
        {
            return None;
        }
        let bindings = resolver.universe.bindings(owner);
        let shapes = methods.iter().map(|method| {
            let shape = resolver.universe.shape(&owner.info, method);
            let is_extension = method.row.receiver.is_some();
            let header = is_extension.then(|| resolver.universe.header(&owner.info, method, &shape));
            let receiver = header.and_then(|header| header.receiver.clone());
            let mut bindings = bindings.clone();
            // What bounds its own variables may be a variable of the type.
            for own in &shape.type_parameters {
                let bounds: Vec<Type> = own.bounds().map(|bound| bound.with(&bindings)).collect();
                bindings.set(own, Type::Variable(own.clone().bound_to(bounds.into_iter())));
            }
            let taken = receiver.iter().chain(&shape.parameters).map(|theirs| theirs.with(&bindings));
            let mut parameters: Vec<Type> = taken.collect();
            if resolver.is_kotlin() && owner.info.row().language == Language::Java {
                resolver.universe.put_elements(owner, &method.row, &mut parameters);
            }
            Overridable { is_target: is_target(method), parameters }
        });
        Some(shapes.collect())
    }

    /// A property that is declared in Kotlin: whether it overrides a target, a property or what Java has for a mapped one.
    pub(super) fn property(&self, one: &Use) -> Verdict {
        let supertypes = self.supertypes_of(&self.resolver.this(one.scope));
        let is_it = self.targets.iter().any(|target| {
            let owner = supertypes.iter().find(|supertype| target.is_of(&supertype.info));
            let (id, name) = match &target.of {
                TargetKind::Field { id, name, .. } => (id, name),
                TargetKind::Method { name, parameters: 0, is_static: false, .. } => {
                    let written = one.bytes.of(self.text).trim_matches('`');
                    let mut mapped = jvm::members_called(name).filter(|one| one.is_property() && one.kotlin == written);
                    return owner.is_some_and(|owner| {
                        owner.info.row().language == Language::Java
                            && mapped.any(|one| self.resolver.universe.is_below(&owner.info, one.of))
                    });
                }
                _ => return false,
            };
            let field = owner.and_then(|owner| self.resolver.universe.field(&owner.info, name));
            field.is_some_and(|field| field.row.id == *id && !has(&field.row.modifiers, "private"))
                && owner.is_some_and(|owner| owner.info.row().language == Language::Kotlin)
        });
        if is_it { Verdict::Is(Tier::Exact, UseKind::Override) } else { Verdict::IsNot }
    }

    /// All supertypes of a type, itself left out.
    fn supertypes_of(&self, of: &Type) -> Vec<Class> {
        let universe = self.resolver.universe;
        match of {
            Type::Class(class) => universe.hierarchy(class).into_iter().skip(1).collect(),
            Type::Local(local) => {
                let mut found: Vec<Class> = Vec::new();
                for supertype in self.resolver.above_local(local) {
                    let more = match supertype {
                        Type::Class(class) => universe.hierarchy(&class),
                        local @ Type::Local(_) => deeper(|| self.supertypes_of(&local)).unwrap_or_default(),
                        _ => Vec::new(),
                    };
                    found.extend(more);
                }
                if let Type::Class(object) = universe.object(self.resolver.asker())
                    && !found.iter().any(|one| one.info == object.info)
                {
                    found.push(object);
                }
                found
            }
            _ => Vec::new(),
        }
    }

    /// What a doc comment links to.
    pub(super) fn link(
        &self,
        type_name: &str,
        member: Option<&str>,
        parameters: Option<&[String]>,
        scope: Option<ScopeId>,
    ) -> Verdict {
        let resolver = self.resolver;
        let found = if type_name.is_empty() { resolver.this(scope) } else { resolver.resolve(type_name, scope) };
        let Some(member) = member else { return self.type_named(&found, UseKind::Doc) };
        let Type::Class(class) = &found else {
            return match found {
                Type::Unknown | Type::Missing(_) => self.unresolved(UseKind::Doc, |_| true),
                _ => Verdict::IsNot,
            };
        };
        let closure = resolver.universe.closure(&class.info);
        let is_it = self.targets.iter().any(|target| {
            if !closure.types.iter().any(|one| target.is_of(&one.info)) {
                return false;
            }
            match &target.of {
                TargetKind::Field { name, .. } => name == member && parameters.is_none(),
                TargetKind::Method { id, name, .. } => {
                    name == member && self.takes_written(target, *id, parameters, scope)
                }
                TargetKind::Constructor { id, .. } => {
                    target.simple_type() == member && self.takes_written(target, *id, parameters, scope)
                }
                TargetKind::Type => false,
            }
        });
        if is_it { Verdict::Is(Tier::High, UseKind::Doc) } else { Verdict::IsNot }
    }

    /// Whether a method takes the parameters that a link writes.
    fn takes_written(&self, target: &Target, id: MethodId, written: Option<&[String]>, scope: Option<ScopeId>) -> bool {
        let Some(written) = written else { return true };
        let universe = self.resolver.universe;
        let Some(info) = universe.find_in(target.place, &target.type_name) else { return false };
        let methods = universe.all_methods(&info);
        let Some(method) = methods.iter().find(|method| MethodId::Row(method.row.id) == id) else { return false };
        let shape = universe.shape(&info, method);
        shape.parameters.len() == written.len()
            && shape
                .parameters
                .iter()
                .zip(written)
                .all(|(theirs, mine)| self.resolver.same_erasure(theirs, &self.resolver.resolve(mine, scope)))
    }
}
