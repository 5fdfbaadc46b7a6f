//! What `expect` declarations of Kotlin's multiplatform code say of those for the JVM: of them no class file has anything but the
//! defaults of parameters, which the `actual` ones may not repeat.

use std::collections::HashMap;

use super::member::{Member, of_method};
use super::names::join;
use super::scope::Scope;
use super::side::Side;
use super::typed::same_erased;
use crate::model::{Language, TypeKind};
use crate::store::TypeRow;
use crate::store::read::{Index, StoreError};

/// The top-level functions that a version expects.
#[derive(Default)]
pub struct Expected {
    /// By the qualified name of a function the places of the facades that expect one.
    functions: HashMap<String, Vec<usize>>,
    /// Whether there are declarations for a platform: where there are none, the expected ones are all there is.
    is_met: bool,
}

impl Expected {
    /// Reads what the types of an index expect.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn read(index: &Index, types: &[TypeRow]) -> Result<Self, StoreError> {
        let mut found = Self { is_met: types.iter().any(|row| is(&row.modifiers, "actual")), ..Self::default() };
        let is_facade = |row: &TypeRow| row.kind == TypeKind::Facade && row.language == Language::Kotlin;
        for (at, row) in types.iter().enumerate().filter(|(_, row)| is_facade(row)) {
            for method in index.methods(row.id)? {
                found.is_met |= is(&method.modifiers, "actual");
                if is(&method.modifiers, "expect") {
                    found.functions.entry(join(&row.package, &method.name)).or_default().push(at);
                }
            }
            if !found.is_met {
                found.is_met = index.fields(row.id)?.iter().any(|field| is(&field.modifiers, "actual"));
            }
        }
        Ok(found)
    }

    /// Whether expected declarations are met by others.
    #[must_use]
    pub const fn is_met(&self) -> bool {
        self.is_met
    }
}

fn is(modifiers: &str, word: &str) -> bool {
    super::member::has_word(modifiers, word)
}

/// Gives the functions of a type the defaults that their expected declarations state.
///
/// # Errors
/// When the index cannot be read.
pub fn take_defaults(side: &Side, row: &TypeRow, members: &mut [Member]) -> Result<(), StoreError> {
    for member in members.iter_mut().filter(|member| member.is("actual") && !member.named.is_empty()) {
        let rows = match row.kind {
            TypeKind::Facade => {
                let places = side.expected()?.functions.get(&join(&row.package, &member.name));
                places.into_iter().flatten().map(|at| &side.types[*at]).collect()
            }
            _ => side.expecting(row),
        };
        for expecting in rows {
            let scope = Scope::of(side, expecting)?;
            let is_called_so = |method: &crate::store::MethodRow| method.name == member.name;
            for method in side.index.methods(expecting.id)?.into_iter().filter(is_called_so) {
                let expected = of_method(expecting, &scope, method);
                let is_it = expected.is("expect") || row.kind != TypeKind::Facade;
                if !is_it
                    || expected.is_extension != member.is_extension
                    || expected.contexts != member.contexts
                    || expected.named.len() != member.named.len()
                    || !same_erased(&expected.erased, &member.erased)
                {
                    continue;
                }
                for (own, stated) in member.named.iter_mut().zip(expected.named) {
                    own.default = own.default.take().or(stated.default);
                }
            }
        }
    }
    Ok(())
}
