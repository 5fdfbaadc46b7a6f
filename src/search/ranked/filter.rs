//! Which declarations a search wants, by their kinds and languages.

use std::sync::Arc;

use crate::model::{FieldKind, Language, MethodKind, TypeKind};
use crate::store::declarations::{Declarations, Span};
use crate::store::read::{Index, StoreError};
use crate::store::terms::Traits;

/// Which declarations are wanted; what is left out is any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub kind: Option<Kind>,
    pub language: Option<Language>,
    /// Of a search through one artifact, whether the declaration of a number is looked for: what measures a ranking chooses so.
    pub only: Option<Arc<[bool]>>,
}

/// Kinds of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    AnyType,
    AnyMethod,
    AnyField,
    Type(TypeKind),
    Method(MethodKind),
    Field(FieldKind),
}

/// The declarations that a filter lets through.
pub(in crate::search) struct Allowed {
    declarations: Arc<Declarations>,
    kind: Option<Kind>,
    only: Option<Arc<[bool]>>,
    /// By place of the type: whether it is of the language, and of which kind.
    types: Option<Vec<(bool, Option<TypeKind>)>>,
    /// By id from 1, where a kind of methods or of fields is wanted: whether it is of that kind.
    members: Option<Vec<bool>>,
}

impl Allowed {
    pub fn of(filter: &Filter, index: &Index) -> Result<Self, StoreError> {
        let needs_types = filter.language.is_some() || matches!(filter.kind, Some(Kind::Type(_)));
        let types = if needs_types {
            let names = index.type_names()?;
            let mut types = vec![(false, None); names.len()];
            for name in names.iter() {
                if let Some(place) = types.get_mut(name.id as usize - 1) {
                    *place = (filter.language.is_none_or(|language| language == name.language), Some(name.kind));
                }
            }
            Some(types)
        } else {
            None
        };
        let members = match filter.kind {
            // Constructors are told by their traits, without their rows.
            Some(Kind::Method(MethodKind::Constructor)) => None,
            Some(Kind::Method(kind)) => Some(index.methods_of_kind(kind)?),
            Some(Kind::Field(kind)) => Some(index.fields_of_kind(kind)?),
            _ => None,
        };
        Ok(Self { declarations: index.declarations()?, kind: filter.kind, only: filter.only.clone(), types, members })
    }

    /// Whether it lets through any declaration of a type.
    fn has_type(&self, place: usize) -> bool {
        self.types.as_ref().is_none_or(|types| types.get(place).is_some_and(|(is_of, _)| *is_of))
    }

    /// Whether it lets through the declaration that stands so far behind its type.
    pub fn has(&self, place: usize, span: &Span, within: u32, traits: Traits) -> bool {
        let is_left_out = |only: &Arc<[bool]>| !only.get((span.first + within) as usize).copied().unwrap_or(false);
        if !self.has_type(place) || self.only.as_ref().is_some_and(is_left_out) {
            return false;
        }
        let is_type = within == 0;
        // The first file of a facade stands for all of them.
        if is_type && self.declarations.is_further(place) {
            return false;
        }
        let is_method = !is_type && within <= span.methods;
        let is_member =
            |id: u32| self.members.as_ref().is_none_or(|all| all.get(id as usize).copied().unwrap_or(false));
        match self.kind {
            None => true,
            Some(Kind::AnyType) => is_type,
            Some(Kind::AnyMethod) => is_method,
            Some(Kind::AnyField) => !is_type && !is_method,
            Some(Kind::Type(kind)) => {
                is_type
                    && self
                        .types
                        .as_ref()
                        .is_none_or(|types| types.get(place).is_some_and(|(_, own)| *own == Some(kind)))
            }
            Some(Kind::Method(MethodKind::Constructor)) => is_method && traits.has(Traits::CONSTRUCTOR),
            Some(Kind::Method(_)) => is_method && is_member(span.first_method + within - 1),
            Some(Kind::Field(_)) => !is_type && !is_method && is_member(span.first_field + within - 1 - span.methods),
        }
    }
}
