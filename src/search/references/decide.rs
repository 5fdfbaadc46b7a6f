//! Whether a use means one of the declarations that are asked for, and how sure that is.

use super::file::{Denotation, FileResolver, Value};
use super::members::Identity;
use super::target::{Target, TargetKind, Tier};
use super::types::Type;
use super::universe::TypeInfo;
use super::written;
use crate::model::uses::{ExpressionId, Form, Subject, Use, UseKind};
use crate::model::{TypeKind, operators};

/// What became of a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It means what was asked for.
    Is(Tier, UseKind),
    /// It means something else.
    IsNot,
    /// It cannot be told; `tier` is medium where something speaks for it.
    Unresolved(Tier, UseKind),
}

/// Decides for the uses of one file.
pub struct Judge<'a> {
    pub resolver: &'a FileResolver<'a>,
    pub targets: &'a [Target],
    pub text: &'a str,
}

impl Judge<'_> {
    /// What a use means.
    pub fn judge(&self, one: &Use) -> Verdict {
        self.resolver.begin();
        match self.verdict(one) {
            // A sign that cannot be told says less than a name.
            Verdict::Unresolved(Tier::Medium, kind) if self.is_sign(one) => Verdict::Unresolved(Tier::Low, kind),
            verdict => verdict,
        }
    }

    /// Whether a use is the sign of an operator in Kotlin.
    fn is_sign(&self, one: &Use) -> bool {
        let Subject::Expression(id) = one.subject else { return false };
        let Form::Call(call) = self.resolver.form(id) else { return false };
        self.resolver.is_kotlin()
            && operators::signs_of(&call.name).next().is_some()
            && one.bytes.of(self.text).trim_matches('`') != call.name
    }

    fn verdict(&self, one: &Use) -> Verdict {
        match &one.subject {
            Subject::Type(path) => self.type_named(&self.resolver.resolve(path, one.scope), one.kind),
            Subject::Import { path, is_static, goes_on, .. } => self.import(path, *is_static, *goes_on),
            Subject::Declaration { is_property: true, .. } => self.property(one),
            Subject::Declaration { parameters, is_static, .. } => self.declaration(parameters, *is_static, one),
            Subject::Link { type_name, member, parameters } => {
                self.link(type_name, member.as_deref(), parameters.as_deref(), one.scope)
            }
            Subject::Mention => Verdict::Unresolved(Tier::Low, one.kind),
            Subject::Expression(id) => self.expression(*id, one.kind),
            Subject::Updated { of, by } => {
                let is_call = self.resolver.called(*by).is_some_and(|found| found.certain);
                self.expression(*of, if is_call { UseKind::Read } else { one.kind })
            }
        }
    }

    fn wants_types(&self) -> bool {
        self.targets.iter().any(|target| target.of == TargetKind::Type)
    }

    pub(super) fn wants_methods(&self) -> bool {
        self.targets
            .iter()
            .any(|target| matches!(target.of, TargetKind::Method { .. } | TargetKind::Constructor { .. }))
    }

    pub(super) fn wants_fields(&self) -> bool {
        self.targets.iter().any(|target| matches!(target.of, TargetKind::Field { .. }))
    }

    pub(super) fn type_named(&self, found: &Type, kind: UseKind) -> Verdict {
        match found {
            Type::Class(class) if self.targets.iter().any(|target| target.is_type(&class.info)) => {
                Verdict::Is(Tier::Exact, kind)
            }
            Type::Unknown if self.wants_types() => self.unresolved(kind, |target| target.of == TargetKind::Type),
            _ => Verdict::IsNot,
        }
    }

    /// A use that cannot be told: medium where a target `fits` and its type is named in the file. That one of Kotlin's mapped types
    /// is says nothing of a member of Java: hardly a file names none.
    pub(super) fn unresolved(&self, kind: UseKind, fits: impl Fn(&Target) -> bool) -> Verdict {
        let mut fitting = self.targets.iter().filter(|target| fits(target)).peekable();
        if fitting.peek().is_some() && fitting.all(|target| self.is_out_of_reach(target)) {
            return Verdict::IsNot;
        }
        let named =
            |target: &&Target| target.of != TargetKind::Type && !target.stands_for(self.targets) && self.sees(target);
        let tier = if self.targets.iter().filter(|target| fits(target)).any(|target| named(&target)) {
            Tier::Medium
        } else {
            Tier::Low
        };
        Verdict::Unresolved(tier, kind)
    }

    /// Whether a target is private to another file.
    fn is_out_of_reach(&self, target: &Target) -> bool {
        let context = &self.resolver.context;
        target.only_in.is_some_and(|file| (target.place, file) != (context.place, context.file))
    }

    /// Whether the type of a target is named in the file, and not another one of its name. A companion object is there under the
    /// name of its class.
    fn sees(&self, target: &Target) -> bool {
        let class_of = target.type_name.strip_suffix(".Companion");
        let named = class_of.unwrap_or(&target.type_name);
        let simple = named.rsplit('.').next().unwrap_or(named);
        // Java writes its own name as well.
        let also = class_of.filter(|_| !self.resolver.is_kotlin()).map_or(simple, |_| target.simple_type());
        if [simple, also].iter().any(|name| written::occurrences(self.text, name).next().is_none()) {
            return false;
        }
        match self.resolver.type_named(simple, None) {
            Some(Type::Class(class)) => match class_of {
                Some(outer) => class.info.place == target.place && class.info.qualified == outer,
                None => target.is_of(&class.info),
            },
            Some(Type::Missing(_)) => false,
            // Where its qualified name leads elsewhere (to another version), no value here can be of it.
            _ => {
                let found = self.resolver.universe.find(self.resolver.asker(), &target.type_name);
                found.is_some_and(|info| target.is_of(&info))
            }
        }
    }

    fn import(&self, path: &str, is_static: bool, goes_on: bool) -> Verdict {
        let place = self.resolver.asker();
        if self.wants_types()
            && let Some(info) = self.resolver.universe.imported(place, path)
        {
            let is_it = self.targets.iter().any(|target| target.is_type(&info));
            return if is_it { Verdict::Is(Tier::Exact, UseKind::Import) } else { Verdict::IsNot };
        }
        if self.resolver.is_kotlin() {
            return if goes_on { Verdict::IsNot } else { self.kotlin_import(path) };
        }
        let Some((owner, name)) = path.rsplit_once('.').filter(|_| is_static && !goes_on) else {
            return Verdict::IsNot;
        };
        let Some(owner) = self.resolver.universe.imported(place, owner) else {
            return self.unresolved(UseKind::Import, |target| target.name() == name);
        };
        let closure = self.resolver.universe.closure(&owner);
        let is_it = self.targets.iter().any(|target| {
            let is_static = match &target.of {
                TargetKind::Method { is_static, name: own, .. } | TargetKind::Field { is_static, name: own, .. } => {
                    *is_static && own == name
                }
                _ => false,
            };
            is_static && closure.types.iter().any(|one| target.is_of(&one.info))
        });
        if is_it { Verdict::Is(Tier::Exact, UseKind::Import) } else { Verdict::IsNot }
    }

    fn expression(&self, id: ExpressionId, kind: UseKind) -> Verdict {
        match self.resolver.form(id) {
            Form::Call(call) if self.resolver.is_kotlin() => self.kotlin_called(id, call, kind),
            Form::Call(call) => {
                let count = call.arguments.len();
                let property = self.wants_fields().then(|| self.read_or_written(id)).flatten();
                property.unwrap_or_else(|| self.called(id, kind, |target| target.takes(count)))
            }
            Form::New(new) => {
                if self.wants_types() {
                    let found = self.type_named(&self.resolver.created(new, self.resolver.scope_of(id)), kind);
                    if found != Verdict::IsNot {
                        return found;
                    }
                }
                let count = new.arguments.len();
                let takes = if self.resolver.is_kotlin() { Target::may_take } else { Target::takes };
                self.called(id, kind, |target| takes(target, count))
            }
            Form::MethodReference { of, name, .. } if self.resolver.is_kotlin() => {
                let property = self.wants_fields().then(|| self.kotlin_referred(id, *of, name, kind));
                let property = property.filter(|found| !self.wants_methods() || matches!(found, Verdict::Is(..)));
                let property = property.or_else(|| self.accessed(id, kind));
                property.unwrap_or_else(|| self.called(id, kind, |_| true))
            }
            Form::MethodReference { .. } => {
                let property = self.wants_fields().then(|| self.read_or_written(id)).flatten();
                property.unwrap_or_else(|| self.called(id, kind, |_| true))
            }
            Form::Name(_) | Form::Select { .. } => self.accessed(id, kind).unwrap_or_else(|| self.name(id, kind)),
            Form::Constant { of, name } => {
                let of = self.resolver.type_of(*of);
                let is_enum = matches!(of.bound(), Type::Class(class) if class.info.row().kind == TypeKind::Enum);
                // A constant of anything else is a name as any other.
                if !is_enum && matches!(of.bound(), Type::Class(_) | Type::Primitive(_)) {
                    return self.denoted(self.resolver.denote_name(name, self.resolver.scope_of(id)), id, kind);
                }
                self.constant(&of, name, kind)
            }
            _ => Verdict::IsNot,
        }
    }

    /// An import in Kotlin of what a package, an object or a type holds.
    fn kotlin_import(&self, path: &str) -> Verdict {
        let Some((holder, name)) = path.rsplit_once('.') else { return Verdict::IsNot };
        let resolver = self.resolver;
        let place = resolver.asker();
        let mut holders: Vec<std::sync::Arc<TypeInfo>> = resolver.universe.facades(place, holder).to_vec();
        if let Some(info) = resolver.universe.imported(place, holder) {
            let of = Type::bare(std::sync::Arc::clone(&info));
            if let Type::Class(object) = resolver.object_of(&of) {
                // What it inherits, unless it declares it anew.
                let universe = resolver.universe;
                let closure = universe.closure(&object.info);
                let has = |info: &std::sync::Arc<TypeInfo>| {
                    !universe.methods(info, name).is_empty() || universe.field(info, name).is_some()
                };
                holders.extend(closure.types.iter().map(|one| &one.info).find(|info| has(info)).cloned());
            }
            holders.push(info);
        }
        let is_it = self.targets.iter().any(|target| {
            let is_member = matches!(target.of, TargetKind::Method { .. } | TargetKind::Field { .. });
            is_member && target.name() == name && holders.iter().any(|info| target.is_of(info))
        });
        if is_it { Verdict::Is(Tier::Exact, UseKind::Import) } else { Verdict::IsNot }
    }

    /// A call in Kotlin: of a function, of a constructor, of what a property holds.
    fn kotlin_called(&self, id: ExpressionId, call: &crate::model::uses::Call, kind: UseKind) -> Verdict {
        let resolver = self.resolver;
        if call.local.is_some_and(|local| resolver.can_be_called(local, call)) {
            return Verdict::IsNot;
        }
        let goes_before = |function: ExpressionId| resolver.called(function).is_some_and(|found| !found.invokes);
        let is_named =
            |of: ExpressionId| !matches!(resolver.denotation(of), Denotation::Package(_) | Denotation::Unknown);
        if let (Some(function), Some(of)) = (call.function, call.receiver) {
            let is_other = if call.name == "invoke" {
                goes_before(function) || !is_named(of)
            } else {
                resolver.called(function).is_some_and(|found| found.certain)
            };
            if is_other {
                return Verdict::IsNot;
            }
        }
        let found = resolver.called(id);
        let is_value = found.as_ref().is_none_or(|found| found.invokes);
        let made = found.as_ref().filter(|_| !is_value).and_then(|found| match &found.candidate.owner {
            Type::Class(class) if class.info.simple() == call.name => Some(found.candidate.owner.clone()),
            _ => None,
        });
        let named = || resolver.type_named(&call.name, resolver.scope_of(id)).filter(|_| call.receiver.is_none());
        if is_value && (self.wants_fields() || self.wants_types()) {
            match resolver.called_name(call, resolver.scope_of(id)) {
                value @ Denotation::Value(Value { field: Some(_), .. }) if self.wants_fields() => {
                    return self.denoted(value, id, UseKind::Read);
                }
                Denotation::Type(of) if self.wants_types() && found.is_some() => {
                    return self.type_named(&of, UseKind::Type);
                }
                _ => {}
            }
        }
        // A typealias that is asked for stands where the name of its class may.
        let is_made = |of: &Type| match (&found, of) {
            (Some(found), Type::Class(class)) => {
                found.candidate.owner == resolver.kotlin_type(of.clone()) && class.info.simple() == call.name
            }
            (found, _) => found.is_none(),
        };
        if self.wants_types()
            && let Some(alias) = named().filter(is_made)
            && let verdict @ Verdict::Is(..) = self.type_named(&alias, UseKind::New)
        {
            return verdict;
        }
        // A class of Kotlin without a constructor of its own is made by its name all the same.
        let made = made.or_else(|| found.is_none().then(named).flatten().map(|of| resolver.kotlin_type(of)));
        if self.wants_types()
            && let Some(made) = &made
        {
            let verdict = self.type_named(made, UseKind::New);
            if verdict != Verdict::IsNot {
                return verdict;
            }
        }
        // Through an alias it is made as well.
        let is_alias = || {
            named().is_some_and(|alias| {
                found.as_ref().is_some_and(|found| found.candidate.owner == resolver.kotlin_type(alias))
            })
        };
        let kind = if kind == UseKind::Call && (made.is_some() || is_alias()) { UseKind::New } else { kind };
        let count = call.arguments.len();
        self.called(id, kind, |target| target.may_take(count))
    }

    /// A callable reference in Kotlin, as one to a property: which it is where a function has the name too, only what is
    /// expected tells.
    fn kotlin_referred(&self, id: ExpressionId, of: ExpressionId, name: &str, kind: UseKind) -> Verdict {
        let is_function = self.resolver.called(id).is_some();
        match self.resolver.kotlin_property(of, name, id) {
            Denotation::Value(value) => {
                let value = Value { certain: value.certain && !is_function, ..value };
                self.denoted(Denotation::Value(value), id, kind)
            }
            Denotation::Unknown if !is_function => self.denoted(Denotation::Unknown, id, kind),
            _ => Verdict::IsNot,
        }
    }

    fn called(&self, id: ExpressionId, kind: UseKind, fits: impl Fn(&Target) -> bool) -> Verdict {
        if !self.wants_methods() {
            return Verdict::IsNot;
        }
        let Some(found) = self.resolver.called(id) else {
            // A type is known and has no such method, or has none that takes so many.
            let is_near = || {
                let is_it = |identity| self.targets.iter().any(|target| target.is_method(identity) && fits(target));
                self.resolver.called_so(id).into_iter().any(is_it)
            };
            if is_near() {
                return self.unresolved(kind, fits);
            }
            if self.is_elsewhere(id) || self.targets.iter().all(|target| self.chance(target, id).is_none()) {
                return Verdict::IsNot;
            }
            let may_be = |target: &Target| fits(target) && self.chance(target, id) == Some(Tier::Medium);
            return match self.unresolved(kind, &fits) {
                Verdict::Unresolved(Tier::Medium, kind) => self.unresolved(kind, may_be),
                verdict => verdict,
            };
        };
        let candidate = &found.candidate;
        let is_target = |identity: Identity| self.targets.iter().any(|target| target.is_method(identity));
        let is_it = is_target(candidate.identity) || found.twins.iter().any(|twin| is_target(*twin));
        // Which overload it is does not matter where all of them are asked for.
        let certain = found.certain || (found.complete && is_it && found.others.iter().all(|other| is_target(*other)));
        let is_created = self.targets.iter().any(|target| matches!(target.of, TargetKind::Constructor { .. }));
        match (is_it, certain) {
            (true, true) if found.by_name && (candidate.is_static || is_created) => Verdict::Is(Tier::Exact, kind),
            (true, true) => Verdict::Is(Tier::High, kind),
            (true, false) => Verdict::Is(Tier::Medium, kind),
            (false, true) => Verdict::IsNot,
            (false, false) => {
                let given = candidate.header.as_ref().and_then(|header| header.given.as_ref());
                if found.others.iter().any(|other| is_target(*other)) {
                    Verdict::Is(Tier::Medium, kind)
                } else if given.is_some_and(Type::is_unknown) {
                    // A member goes before the extension: of a value of which nothing is known it may be one.
                    self.unresolved(kind, |target| fits(target) && self.is_in_class(target))
                } else {
                    Verdict::IsNot
                }
            }
        }
    }

    /// Whether a target is declared in a class, not outside of all types.
    fn is_in_class(&self, target: &Target) -> bool {
        let found = self.resolver.universe.find(self.resolver.asker(), &target.type_name);
        found.is_none_or(|info| info.row().kind != TypeKind::Facade)
    }

    /// A call in Java of the getter or setter of a property of Kotlin that is asked for.
    fn read_or_written(&self, id: ExpressionId) -> Option<Verdict> {
        let found = self.resolver.called(id)?;
        let candidate = &found.candidate;
        let is_kotlin = matches!(&candidate.owner, Type::Class(class) if self.resolver.is_foreign(&class.info));
        if !is_kotlin || !self.targets.iter().any(|target| target.is_property_of(candidate.identity)) {
            return None;
        }
        let kind = if candidate.returns == Type::Void { UseKind::Write } else { UseKind::Read };
        let tier = match (found.certain, found.by_name && candidate.is_static) {
            (false, _) => Tier::Medium,
            (true, true) => Tier::Exact,
            (true, false) => Tier::High,
        };
        Some(Verdict::Is(tier, kind))
    }

    /// A property in Kotlin that stands for a getter or setter of Java which is asked for: it calls it.
    fn accessed(&self, id: ExpressionId, kind: UseKind) -> Option<Verdict> {
        if !self.resolver.is_kotlin() || !self.wants_methods() {
            return None;
        }
        let (identity, certain) = self.resolver.accessed(id, kind == UseKind::Write)?;
        let is_it = self.targets.iter().any(|target| target.is_method(identity));
        let tier = if certain { Tier::High } else { Tier::Medium };
        if kind != UseKind::MethodReference {
            return is_it.then_some(Verdict::Is(tier, UseKind::Call));
        }
        // A function that is a member goes before what a getter stands for, and that before an extension.
        let function = self.resolver.called(id);
        match function.as_ref().map(|found| &found.candidate).filter(|one| one.identity != identity) {
            Some(one) if one.extended().is_none() => None,
            _ if is_it => Some(Verdict::Is(tier, kind)),
            Some(_) if certain => Some(Verdict::IsNot),
            _ => None,
        }
    }

    fn name(&self, id: ExpressionId, kind: UseKind) -> Verdict {
        self.denoted(self.resolver.denotation(id), id, kind)
    }

    fn denoted(&self, denotation: Denotation, id: ExpressionId, kind: UseKind) -> Verdict {
        match denotation {
            Denotation::Value(value) => match value.field {
                Some((place, field)) => match self.targets.iter().find(|target| target.is_field((place, field.row.id)))
                {
                    Some(target) => {
                        let is_called = || target.stands_for(self.targets);
                        let kind = if kind == UseKind::Read && is_called() { UseKind::Call } else { kind };
                        let is_static = matches!(target.of, TargetKind::Field { is_static: true, .. });
                        let tier = match (value.certain, is_static) {
                            (false, _) => Tier::Medium,
                            (true, true) => Tier::Exact,
                            (true, false) => Tier::High,
                        };
                        Verdict::Is(tier, kind)
                    }
                    None => Verdict::IsNot,
                },
                None => Verdict::IsNot,
            },
            Denotation::Type(found) => {
                let kind = if kind == UseKind::Read { UseKind::Type } else { kind };
                self.type_named(&found, kind)
            }
            Denotation::Package(_) => {
                if self.wants_fields() && matches!(self.resolver.form(id), Form::Name(_)) && kind == UseKind::Write {
                    return self.unresolved(kind, |target| matches!(target.of, TargetKind::Field { .. }));
                }
                Verdict::IsNot
            }
            Denotation::Unknown => {
                let kind = if self.wants_fields() { kind } else { UseKind::Type };
                if !self.wants_fields() && !self.wants_types() {
                    return Verdict::IsNot;
                }
                self.unresolved(kind, |target| matches!(target.of, TargetKind::Field { .. } | TargetKind::Type))
            }
        }
    }

    fn constant(&self, of: &Type, name: &str, kind: UseKind) -> Verdict {
        if !self.wants_fields() {
            return Verdict::IsNot;
        }
        match self.resolver.field(of, name) {
            (Some(value), _) => match value.field {
                Some((place, field)) if self.targets.iter().any(|target| target.is_field((place, field.row.id))) => {
                    Verdict::Is(Tier::High, kind)
                }
                _ => Verdict::IsNot,
            },
            (None, true) => Verdict::IsNot,
            (None, false) => self.unresolved(kind, |target| matches!(target.of, TargetKind::Field { .. })),
        }
    }
}
