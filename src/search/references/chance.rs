//! What a target says itself of whether a call in Java can mean it, where it is not known what is called.
//!
//! Nobody inherits a static method of an interface, or anything of a class that nobody can extend: what is called on another type
//! is another method.

use std::sync::Arc;

use super::decide::Judge;
use super::file::Denotation;
use super::members::has;
use super::target::{Target, TargetKind, Tier};
use super::types::Type;
use super::universe::{Method, TypeInfo};
use crate::model::uses::{ExpressionId, Form};
use crate::model::{Language, TypeKind};
use crate::search::symbols::last;

/// Who else can have the methods of a type.
enum Heirs {
    /// No other type: it is final.
    None,
    /// No other type, though it is not final: all of its constructors are private, and nothing beside it extends it.
    Unwritten,
    Any,
}

impl Judge<'_> {
    /// How sure it can be at most that a call means a target; none where it cannot.
    pub(super) fn chance(&self, target: &Target, id: ExpressionId) -> Option<Tier> {
        let resolver = self.resolver;
        let TargetKind::Method { is_static, .. } = target.of else { return Some(Tier::Medium) };
        let of = match resolver.form(id) {
            Form::Call(call) => call.receiver,
            Form::MethodReference { of, .. } => Some(*of),
            _ => None,
        };
        let info = resolver.universe.find_in(target.place, &target.type_name);
        let (Some(of), Some(info)) = (of, info.filter(|info| info.row().language == Language::Java)) else {
            return Some(Tier::Medium);
        };
        if resolver.is_kotlin() || self.is_named(of, &info) {
            return Some(Tier::Medium);
        }
        match self.heirs(&info) {
            _ if is_static && info.is_interface() => None,
            Heirs::None | Heirs::Unwritten if is_static => self.chance_of_static(of, &info),
            Heirs::None if self.is_other(of, &info) && resolver.universe.closure(&info).complete => None,
            _ => Some(Tier::Medium),
        }
    }

    /// The same of a static method that no other type inherits: it may be called on a value of its type, which hardly anyone does.
    fn chance_of_static(&self, of: ExpressionId, info: &TypeInfo) -> Option<Tier> {
        let is_type = match self.resolver.form(of) {
            Form::Name(name) | Form::Select { name, .. } => is_name_of_type(name),
            _ => false,
        };
        let is_known = || matches!(self.resolver.denotation(of), Denotation::Value(_));
        if self.is_other(of, info) || (is_type && !is_known()) { None } else { Some(Tier::Low) }
    }

    /// Whether what stands before a method's name is written as the name of a type.
    fn is_named(&self, of: ExpressionId, info: &TypeInfo) -> bool {
        match self.resolver.form(of) {
            Form::Name(name) | Form::Select { name, .. } => name == info.simple(),
            Form::TypeName(text) => last(text.split('<').next().unwrap_or(text).trim_end()) == info.simple(),
            _ => false,
        }
    }

    /// Whether what a method is called on is of another type, known or not.
    fn is_other(&self, of: ExpressionId, info: &TypeInfo) -> bool {
        match self.resolver.base(of) {
            Some((Type::Class(class), _)) => class.info.simple() != info.simple(),
            Some((Type::Missing(name), _)) => last(&name) != info.simple(),
            Some((Type::Local(_), _)) => true,
            _ => false,
        }
    }

    fn heirs(&self, info: &Arc<TypeInfo>) -> Heirs {
        let row = info.row();
        if matches!(row.kind, TypeKind::Enum | TypeKind::Record) || has(&row.modifiers, "final") {
            return Heirs::None;
        }
        let constructors = self.resolver.universe.methods(info, "<init>");
        let is_private = |one: &Arc<Method>| has(&one.row.modifiers, "private");
        // Lombok writes constructors beside those that are there.
        let is_closed = !constructors.is_empty() && constructors.iter().all(is_private);
        if is_closed && !row.annotations.contains("Constructor") && !self.resolver.universe.is_extended_beside(info) {
            Heirs::Unwritten
        } else {
            Heirs::Any
        }
    }
}

/// Whether a name is written as those of types are, and those of fields and packages are not.
fn is_name_of_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}
