//! What Kotlin calls a type of Java, and its members: a file that throws `IllegalStateException` means Kotlin's, which its library
//! says is Java's, and `length` of a `kotlin.String` is `length()` of Java's.
//!
//! It is looked for in all artifacts, wherever the symbol is declared: Kotlin's library is another one.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::error::Failure;
use crate::model::{Language, Relation, TypeKind, jvm};
use crate::search::symbols::Table;
use crate::store::MethodRow;
use crate::tools::Call;
use crate::tools::declared::{self, Place};
use crate::tools::find_implementations;
use crate::tools::gaps::Gap;
use crate::tools::mapped::{declared_in, members, renamed};
use crate::tools::resolve::Rows;
use crate::tools::scope::Scope;
use crate::tools::symbol::Symbol;

/// Types that stand for members of Java only now and then: of the functions of primitives, and of those that a loop calls of an
/// iterator, the compiler makes instructions, and what `Any` has, primitives have too.
const NO_TWINS: [&str; 11] = [
    "kotlin.Any",
    "kotlin.collections.Iterator",
    "kotlin.collections.MutableIterator",
    "kotlin.Boolean",
    "kotlin.Byte",
    "kotlin.Char",
    "kotlin.Double",
    "kotlin.Float",
    "kotlin.Int",
    "kotlin.Long",
    "kotlin.Short",
];

/// What Kotlin has for the declarations of a symbol.
#[derive(Default)]
pub struct Twins {
    /// The same declarations under the names of aliases of their types, and what types of Kotlin have for members of Java.
    pub places: Vec<Place>,
    /// What Kotlin calls types otherwise that it does not take for the same.
    pub notes: Vec<Gap>,
}

/// What Kotlin has for what a symbol, as written, names.
///
/// # Errors
/// When an index cannot be read.
pub fn of(call: &Call<'_>, written: &str, declarations: &[Place]) -> Result<Twins, Failure> {
    let of_java = || declarations.iter().filter(|one| one.declared.owner.language == Language::Java);
    let names: BTreeSet<String> = of_java().map(|one| one.declared.owner.qualified_name()).collect();
    let mut twins = Twins::default();
    if !names.iter().any(|name| name.starts_with("java.")) {
        return Ok(twins);
    }
    let mut scope = Scope::all(call)?;
    let tables = scope.symbols(call)?;
    for java in names.iter().filter(|name| name.starts_with("java.")) {
        let methods: Vec<&MethodRow> = of_java()
            .filter(|one| one.declared.owner.qualified_name() == *java)
            .filter_map(|one| one.declared.method_of_java())
            .collect();
        let is_written = written.replace('$', ".").starts_with(java.as_str());
        let mut found = Vec::new();
        let has_twins = is_written && !methods.is_empty();
        for kotlin in jvm::kotlin_names(java).filter(|kotlin| has_twins && !NO_TWINS.contains(kotlin)) {
            let types = types_called(call, &mut scope, &tables, kotlin)?;
            found.append(&mut declared_in(&types, &methods, members)?);
        }
        // What Kotlin sees in the JDK alone is listed, save what overrides it.
        let is_of_jdk = !methods.is_empty() && methods.iter().all(|method| jvm::is_of_jdk(java, &method.name));
        for kotlin in jvm::kotlin_names(java).filter(|_| found.is_empty()) {
            if !declared::types_named(&tables, kotlin).is_empty() {
                let reason = if is_of_jdk {
                    format!(
                        "what Kotlin calls {java}: {} has what overrides it there",
                        call.tool(&find_implementations::TOOL)
                    )
                } else {
                    format!("what Kotlin calls {java}: what its files use is listed under that name")
                };
                twins.notes.push(Gap::note(kotlin, reason));
            }
        }
        twins.places.append(&mut found);
        // What a type of Java inherits, its alias has as well.
        let (java, rest) = match (written.strip_prefix(java.as_str()), written.find('#')) {
            (Some(rest), _) => (java.as_str(), rest),
            (None, Some(at)) if written.starts_with("java.") => written.split_at(at),
            _ => continue,
        };
        let simple = java.rsplit('.').next().unwrap_or(java);
        for package in jvm::ALIASES_IN {
            let kotlin = format!("{package}.{simple}");
            let types = types_called(call, &mut scope, &tables, &kotlin)?;
            if stands_for(&types, java)? {
                let symbol = Symbol::parse("symbol", &format!("{kotlin}{rest}"))?;
                let mut found = declared::find_any(call, &mut scope, &tables, &symbol)?;
                // Beside the alias, what is expected of it may be declared, under the names that Kotlin has.
                for one in declared_in(&types, &methods, renamed)? {
                    if !found.iter().any(|other| is_same(other, &one)) {
                        found.push(one);
                    }
                }
                twins.places.append(&mut found);
            }
        }
    }
    twins.places.truncate(declared::MOST_PLACES);
    Ok(twins)
}

/// Whether two are one declaration.
fn is_same(one: &Place, other: &Place) -> bool {
    let of = |place: &Place| (place.artifact.coordinate.clone(), place.declared.symbol());
    of(one) == of(other)
}

/// The types of just this qualified name.
fn types_called(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    kotlin: &str,
) -> Result<Vec<Place>, Failure> {
    let mut types = declared::types_called(call, scope, tables, kotlin)?;
    // Others of the name only end so.
    types.retain(|one| one.declared.owner.qualified_name() == kotlin);
    Ok(types)
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
