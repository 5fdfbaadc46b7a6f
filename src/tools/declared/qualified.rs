//! Parameters that a symbol writes qualified: of overloads whose types are called alike only the one that takes these is meant.

use super::{Member, Place};
use crate::error::Failure;
use crate::model::jvm;
use crate::store::MethodRow;
use crate::tools::Call;
use crate::tools::erasure::{Variables, without_array};
use crate::tools::hierarchy::{self, Known};
use crate::tools::resolve;
use crate::tools::signature::type_of;
use crate::tools::symbol::{Symbol, ends_with_segments};

/// Leaves out methods that are known to take other types than those which a symbol writes qualified.
///
/// # Errors
/// When an index cannot be read.
pub(super) fn keep(call: &Call<'_>, places: &mut Vec<Place>, symbol: &Symbol) -> Result<(), Failure> {
    let Some(wanted) = &symbol.parameters else { return Ok(()) };
    if !wanted.types().iter().any(|name| is_qualified(name)) {
        return Ok(());
    }
    let known = Known::default();
    let mut kept = Vec::with_capacity(places.len());
    for place in places.drain(..) {
        if may_take(call, &known, &place, wanted.types())? {
            kept.push(place);
        }
    }
    *places = kept;
    Ok(())
}

/// Whether a method may take these types, as far as it is known what those mean that it writes.
fn may_take(call: &Call<'_>, known: &Known, place: &Place, wanted: &[String]) -> Result<bool, Failure> {
    let (owner, Some(Member::Method(method))) = (&place.declared.owner, &place.declared.member) else {
        return Ok(true);
    };
    let variables = Variables::of(&resolve::type_list(&place.artifact, owner)?, &method.signature, &method.name);
    for (wanted, taken) in wanted.iter().zip(taken(method, wanted.len())) {
        if !is_qualified(wanted) || variables.has(&taken) || taken.contains("->") {
            continue;
        }
        let (name, _) = without_array(&taken);
        if name.starts_with(char::is_lowercase) && !name.contains('.') {
            continue;
        }
        let Some(meant) = hierarchy::meant(call, known, (&place.artifact, owner), name)? else { continue };
        let is_it = |meant: &str| ends_with_segments(meant, without_array(wanted).0);
        if !is_it(&meant) && !jvm::machine_name(&meant).is_some_and(is_it) && !jvm::kotlin_names(&meant).any(is_it) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The erased types that so many parameters have: of an extension, what it extends may be the first.
fn taken(method: &MethodRow, count: usize) -> impl Iterator<Item = String> {
    let receiver = method.receiver.iter().filter(move |_| method.parameter_types.len() < count);
    receiver.chain(&method.parameter_types).map(|text| type_of(text))
}

fn is_qualified(name: &str) -> bool {
    name.contains('.') && !name.contains("->")
}
