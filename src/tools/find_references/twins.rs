//! What Kotlin calls a type of Java: a file that throws `IllegalStateException` means Kotlin's, which its library says is Java's.
//!
//! It is looked for in all artifacts, wherever the symbol is declared: Kotlin's library is another one.

use std::collections::BTreeSet;

use crate::error::Failure;
use crate::model::{Language, Relation, TypeKind, jvm};
use crate::tools::Call;
use crate::tools::declared::{self, Place};
use crate::tools::gaps::Gap;
use crate::tools::resolve::Rows;
use crate::tools::scope::Scope;
use crate::tools::symbol::Symbol;

/// Packages of Kotlin's library in which types of Java have another name.
const PACKAGES: [&str; 4] = ["kotlin", "kotlin.collections", "kotlin.text", "kotlin.coroutines.cancellation"];

/// What Kotlin has for the declarations of a symbol.
#[derive(Default)]
pub struct Twins {
    /// The same declarations under the names of aliases of their types.
    pub places: Vec<Place>,
    /// What Kotlin calls types otherwise that it does not take for the same.
    pub notes: Vec<Gap>,
}

/// What Kotlin has for what a symbol, as written, names.
///
/// # Errors
/// When an index cannot be read.
pub fn of(call: &Call<'_>, written: &str, declarations: &[Place]) -> Result<Twins, Failure> {
    let of_java = declarations.iter().filter(|one| one.declared.owner.language == Language::Java);
    let names: BTreeSet<String> = of_java.map(|one| one.declared.owner.qualified_name()).collect();
    let mut twins = Twins::default();
    if !names.iter().any(|name| name.starts_with("java.")) {
        return Ok(twins);
    }
    let mut scope = Scope::all(call)?;
    let tables = scope.symbols(call)?;
    for java in names.iter().filter(|name| name.starts_with("java.")) {
        for kotlin in jvm::kotlin_names(java) {
            if !declared::types_named(&tables, kotlin).is_empty() {
                let reason = format!("what Kotlin calls {java}: what its files use is listed under that name");
                twins.notes.push(Gap::note(kotlin, reason));
            }
        }
        let Some(rest) = written.strip_prefix(java.as_str()) else { continue };
        let simple = java.rsplit('.').next().unwrap_or(java);
        for package in PACKAGES {
            let kotlin = format!("{package}.{simple}");
            // Others of the name only end so.
            let mut types = declared::types_called(call, &mut scope, &tables, &kotlin)?;
            types.retain(|one| one.declared.owner.qualified_name() == kotlin);
            if stands_for(&types, java)? {
                let symbol = Symbol::parse("symbol", &format!("{kotlin}{rest}"))?;
                twins.places.extend(declared::find_any(call, &mut scope, &tables, &symbol)?);
            }
        }
    }
    Ok(twins)
}

/// Whether one of some types is an alias of a type of Java.
fn stands_for(types: &[Place], java: &str) -> Result<bool, Failure> {
    for one in types.iter().filter(|one| one.declared.owner.kind == TypeKind::Typealias) {
        let written = one.artifact.index.supertypes(one.declared.owner.id).of(&one.artifact)?;
        let is_it = |text: &str| text.split('<').next().is_some_and(|name| name.trim() == java);
        if written.iter().any(|of| of.relation == Relation::Alias && is_it(&of.text)) {
            return Ok(true);
        }
    }
    Ok(false)
}
