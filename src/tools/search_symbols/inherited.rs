//! Members that a query names by a type which inherits them: nothing declares them there, and a supertype does.

use std::sync::Arc;

use crate::error::Failure;
use crate::search::symbols::Table;
use crate::text::escape::visible;
use crate::tools::declared::{self, Place};
use crate::tools::scope::Scope;
use crate::tools::symbol::{Sort, Symbol};
use crate::tools::{Call, resolve};

/// Types of one name whose supertypes are walked.
const MOST_TYPES: usize = 8;

/// Where what a symbol names is inherited from, and what declares it there; none where the type is not there, or has no such member.
///
/// # Errors
/// When an index cannot be read or the caller wants the work no longer.
pub fn suggestion(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
) -> Result<Option<String>, Failure> {
    if symbol.qualifier.is_empty() || symbol.sort == Sort::Constructor {
        return Ok(None);
    }
    let mut types = declared::types_called(call, scope, tables, &symbol.qualifier)?;
    types.truncate(MOST_TYPES);
    let (places, _) = declared::inherited_of(call, symbol, types)?;
    let told: Vec<String> = places.chunk_by(is_of_same).map(told).collect();
    Ok((!told.is_empty()).then(|| told.join("; ")))
}

fn is_of_same(one: &Place, other: &Place) -> bool {
    one.declared.container() == other.declared.container()
}

/// What one supertype declares.
fn told(places: &[Place]) -> String {
    let owner = places.first().map(|place| place.declared.container()).unwrap_or_default();
    let symbols = declared::suggested(places).join(", ");
    format!("inherited from {}: {}", visible(&resolve::short(&owner)), visible(&symbols))
}
