//! Properties as Kotlin sees them: members, what getters and setters of Java stand for, those of packages and extensions.

use std::sync::Arc;

use super::IMPLIED;
use crate::model::uses::{ExpressionId, Form};
use crate::model::{ImportKind, accessors};
use crate::search::references::file::{Denotation, FileResolver, Value};
use crate::search::references::members::{self, Candidate, Identity};
use crate::search::references::overloads::Fit;
use crate::search::references::types::{self, Bindings, Type};
use crate::search::references::universe::{Field, TypeInfo};
use crate::search::references::{universe, written};

impl FileResolver<'_> {
    /// The property of a value: a member, what Java's getter gives, or an extension.
    pub(super) fn member_value(&self, of: &Type, name: &str, certain: bool) -> Denotation {
        let (found, complete) = self.property(of, name);
        if let Some(found) = found {
            return Denotation::Value(Value { certain: found.certain && certain, ..found });
        }
        if let Some((_, returns)) = self.accessor(of, name) {
            return Denotation::Value(Value { of: self.kotlin_type(returns), field: None, certain });
        }
        let found = self.property_in_sight(name, std::slice::from_ref(of), false);
        found.map_or(Denotation::Unknown, |value| {
            Denotation::Value(Value { certain: value.certain && certain && complete, ..value })
        })
    }

    /// The property that a callable reference means: of what stands before `::`, or without it what the name alone stands for.
    pub fn kotlin_property(&self, of: ExpressionId, name: &str, id: ExpressionId) -> Denotation {
        if matches!(self.form(of), Form::Unknown) {
            return self.kotlin_name(name, self.scope_of(id));
        }
        match self.denotation(of) {
            Denotation::Value(value) => self.member_value(&value.of, name, value.certain),
            Denotation::Type(found) => self.member_value(&self.kotlin_type(found), name, true),
            Denotation::Package(_) | Denotation::Unknown => Denotation::Unknown,
        }
    }

    /// The method of Java that a property's name stands for, and what it gives.
    pub fn accessor(&self, of: &Type, name: &str) -> Option<(Identity, Type)> {
        // A property that is a member goes before one that a getter stands for.
        let getter = self.mapped_getter(of, name).or_else(|| self.record_component(of, name)).or_else(|| {
            let mut found = accessors::getters_of(name).into_iter().flat_map(|getter| self.candidates(of, &getter).all);
            found.find(|one| one.parameters.is_empty() && one.header.is_none())
        })?;
        Some((getter.identity, getter.returns))
    }

    /// The method of Java that is called where a property's name is assigned to.
    fn setter(&self, of: &Type, name: &str) -> Option<Identity> {
        let mut found = accessors::setters_of(name).flat_map(|setter| self.candidates(of, &setter).all);
        found.find(|one| one.parameters.len() == 1 && one.header.is_none()).map(|one| one.identity)
    }

    /// The method of Java that a name stands for which is read as a property, or assigned to, and whether nothing nearer may
    /// hide it.
    pub fn accessed(&self, id: ExpressionId, is_write: bool) -> Option<(Identity, bool)> {
        let of = |receiver: &Type, name: &str| {
            if is_write { self.setter(receiver, name) } else { self.accessor(receiver, name).map(|(found, _)| found) }
        };
        let selected = |base: ExpressionId, name: &str| {
            let base = self.held(base)?;
            if self.property(&base.of, name).0.is_some() {
                return None;
            }
            of(&base.of, name).map(|found| (found, base.certain))
        };
        let named = |name: &str| {
            let mut certain = true;
            for receiver in self.receivers(self.scope_of(id)) {
                let (field, complete) = self.property(&receiver, name);
                if field.is_some() {
                    return None;
                }
                if let Some(found) = of(&receiver, name) {
                    return Some((found, certain));
                }
                certain &= complete;
            }
            None
        };
        match self.form(id) {
            Form::Select { of, name } => selected(*of, name),
            Form::Name(name) => named(name),
            Form::MethodReference { of, name, .. } if matches!(self.form(*of), Form::Unknown) => named(name),
            Form::MethodReference { of, name, .. } => match self.denotation(*of) {
                Denotation::Type(found) => {
                    let found = self.kotlin_type(found);
                    let is_field = self.property(&found, name).0.is_some();
                    self.accessor(&found, name).filter(|_| !is_field).map(|(found, _)| (found, true))
                }
                _ => selected(*of, name),
            },
            _ => None,
        }
    }

    /// The value that an expression is, be it an object that is named.
    fn held(&self, id: ExpressionId) -> Option<Value> {
        if !matches!(self.form(id), Form::Name(_) | Form::Select { .. } | Form::TypeName(_)) {
            return Some(Value { of: self.type_of(id), field: None, certain: true });
        }
        match self.denotation(id) {
            Denotation::Value(value) => Some(value),
            Denotation::Type(found) => match self.object_of(&self.unaliased(found)) {
                Type::Unknown => None,
                of => Some(Value { of, field: None, certain: true }),
            },
            Denotation::Package(_) | Denotation::Unknown => None,
        }
    }

    /// The packages that a property of a name may stand in, nearest first, with the name that it has there.
    fn packages_in_sight(&self, name: &str) -> Vec<Vec<(String, String)>> {
        let own = |package: &str| vec![(package.to_owned(), name.to_owned())];
        let starred = self.context.imports.iter().filter(|import| import.kind == ImportKind::Star);
        vec![
            self.imported_as(name).map(|(path, last)| (path.to_owned(), last.to_owned())).collect(),
            own(&self.context.package),
            starred.flat_map(|import| own(&import.path)).collect(),
            IMPLIED.iter().flat_map(|package| own(package)).collect(),
        ]
    }

    /// Whether a property of a name that is in sight extends anything; kept, since it is asked for every name there is.
    pub(super) fn is_extended_by(&self, name: &str) -> bool {
        if let Some(known) = self.extended.borrow().get(name) {
            return *known;
        }
        let extends_in = |holder: &Arc<TypeInfo>, name: &str| {
            self.universe.fields_named(holder, name).iter().any(|field| field.row.receiver.is_some())
        };
        let extends = |(path, name): (String, String)| {
            let facades = self.universe.facades(self.asker(), &path);
            let object = || self.universe.imported(self.asker(), &path).map(|info| self.object_holder(&info));
            facades.iter().any(|facade| extends_in(facade, &name))
                || (path != self.context.package && object().is_some_and(|holder| extends_in(&holder, &name)))
        };
        let found = self.packages_in_sight(name).into_iter().flatten().any(extends);
        self.extended.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// A property as a value where it is a plain one, or extends one of some values.
    fn seen_property(
        &self,
        holder: &Arc<TypeInfo>,
        field: &Arc<Field>,
        receivers: &[Type],
        plain: bool,
    ) -> Option<Value> {
        let of = match &field.row.receiver {
            None if plain => self.universe.field_type(holder, field),
            None => return None,
            Some(text) => self.extended_by(receivers, holder, field, text)?,
        };
        let of = self.kotlin_type(of);
        Some(Value { of, field: Some((holder.place, Arc::clone(field))), certain: true })
    }

    /// What a property that extends one of some values is of: its type variables are what that value says.
    fn extended_by(&self, receivers: &[Type], facade: &Arc<TypeInfo>, field: &Field, receiver: &str) -> Option<Type> {
        let list = written::parameter_list(&field.row.signature, &field.row.name, false);
        let owner = types::Owner::Method(facade.place, u32::MAX);
        let variables = universe::variables(owner, list, &field.row.signature);
        let lookup = |name: &str| {
            let own = variables.iter().find(|(one, _)| &*one.name == name);
            match own {
                Some((variable, _)) => Some(Type::Variable(variable.clone())),
                None => self.universe.in_part(facade, field.row.file, name),
            }
        };
        let asker = self.universe.asker(facade.place, field.row.file);
        let read = |text: &str| self.universe.resolve(&written::read(text), asker, &lookup);
        let wanted = read(receiver);
        let given = receivers.iter().find(|one| self.kotlin_converts(one, &wanted) == Fit::Yes)?;
        let Some(text) = field.row.field_type.as_ref().filter(|_| !variables.is_empty()) else {
            return Some(self.universe.field_type(facade, field));
        };
        let of = Type::bare(Arc::clone(facade));
        let type_parameters = variables.iter().map(|(variable, _)| variable.clone()).collect();
        let property = Candidate { type_parameters, ..members::implied(&of, read(text), true) };
        let mut bindings = Bindings::default();
        self.infer_kotlin(&wanted, given, &property, 0, &mut bindings);
        Some(property.returns.with(&bindings))
    }

    /// A property of a package that is in sight: a plain one, or one that extends a value of one of these types.
    pub(super) fn property_in_sight(&self, name: &str, receivers: &[Type], plain: bool) -> Option<Value> {
        for level in self.packages_in_sight(name) {
            for (path, name) in level {
                for facade in self.universe.facades(self.asker(), &path).iter() {
                    for field in self.universe.fields_named(facade, &name) {
                        let is_seen = self.sees(facade, &field.row.modifiers, field.row.file);
                        if let Some(of) = self.seen_property(facade, &field, receivers, plain).filter(|_| is_seen) {
                            return Some(of);
                        }
                    }
                }
                // A constant or an object's property that is imported by name.
                if path != self.context.package
                    && let Some(info) = self.universe.imported(self.asker(), &path)
                {
                    let holder = self.object_holder(&info);
                    let closure = self.universe.closure(&holder);
                    for one in closure.types.iter().map(|one| &one.info).chain([&info]) {
                        for field in self.universe.fields_named(one, &name) {
                            if let Some(of) = self.seen_property(one, &field, receivers, plain) {
                                return Some(of);
                            }
                        }
                    }
                }
            }
        }
        None
    }
}
