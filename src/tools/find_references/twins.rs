//! What Kotlin calls a type of Java, and its members: a file that throws `IllegalStateException` means Kotlin's, which its library
//! says is Java's, and `length` of a `kotlin.String` is `length()` of Java's.
//!
//! It is looked for in all artifacts, wherever the symbol is declared: Kotlin's library is another one.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::error::Failure;
use crate::index::Opened;
use crate::model::{Language, MethodKind, Relation, TypeKind, jvm};
use crate::search::symbols::Table;
use crate::store::{MethodRow, TypeRow};
use crate::tools::Call;
use crate::tools::declared::{self, Declared, Member, Place};
use crate::tools::gaps::Gap;
use crate::tools::resolve::Rows;
use crate::tools::scope::Scope;
use crate::tools::symbol::{self, Symbol};

/// Packages of Kotlin's library in which types of Java have another name.
const PACKAGES: [&str; 4] = ["kotlin", "kotlin.collections", "kotlin.text", "kotlin.coroutines.cancellation"];
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
            .filter_map(super::method_of_java)
            .collect();
        let is_written = written.replace('$', ".").starts_with(java.as_str());
        let mut found = Vec::new();
        for kotlin in jvm::kotlin_names(java).filter(|kotlin| is_written && !NO_TWINS.contains(kotlin)) {
            found.append(&mut members(call, &mut scope, &tables, kotlin, &methods)?);
        }
        for kotlin in jvm::kotlin_names(java).filter(|_| found.is_empty()) {
            if !declared::types_named(&tables, kotlin).is_empty() {
                let reason = format!("what Kotlin calls {java}: what its files use is listed under that name");
                twins.notes.push(Gap::note(kotlin, reason));
            }
        }
        twins.places.append(&mut found);
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
    twins.places.truncate(declared::MOST_PLACES);
    Ok(twins)
}

/// Whether a declaration is what a mapped type of Kotlin has for a member of Java among others.
pub fn is_member(one: &Place, declarations: &[Place]) -> bool {
    let owner = &one.declared.owner;
    let is_one = match &one.declared.member {
        Some(Member::Method(method)) => method.kind == MethodKind::Method,
        Some(Member::Field(_)) => true,
        _ => false,
    };
    is_one
        && owner.language == Language::Kotlin
        && jvm::machine_name(&owner.qualified_name()).is_some_and(|java| {
            let is_it = |other: &Place| other.declared.owner.qualified_name() == java;
            declarations.iter().any(|other| super::method_of_java(other).is_some() && is_it(other))
        })
}

/// What the types of a qualified name in Kotlin declare for methods of Java.
fn members(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    kotlin: &str,
    methods: &[&MethodRow],
) -> Result<Vec<Place>, Failure> {
    let mut found = Vec::new();
    if methods.is_empty() {
        return Ok(found);
    }
    for Place { artifact, declared: Declared { owner, .. } } in declared::types_called(call, scope, tables, kotlin)? {
        // Others of the name only end so.
        if owner.qualified_name() != kotlin {
            continue;
        }
        let all = members_of(&artifact, &owner, methods)?.into_iter();
        found.extend(all.map(|member| Place {
            artifact: artifact.clone(),
            declared: Declared { owner: owner.clone(), member: Some(member) },
        }));
    }
    Ok(found)
}

/// What a type of Kotlin declares for methods of Java: under the name that Kotlin has for it, else under the same.
fn members_of(artifact: &Opened, owner: &TypeRow, methods: &[&MethodRow]) -> Result<Vec<Member>, Failure> {
    let fields = artifact.index.fields(owner.id).of(artifact)?;
    let functions = artifact.index.methods(owner.id).of(artifact)?;
    let mut found = Vec::new();
    for method in methods {
        let mapped = || jvm::members_called(&method.name).filter(|one| one.takes(&method.parameter_types));
        let is_property = |name: &str| mapped().any(|one| one.is_property() && one.kotlin == name);
        let of_fields =
            fields.iter().filter(|field| field.receiver.is_none() && is_property(symbol::bare(&field.name)));
        let of_fields: Vec<Member> = of_fields.cloned().map(Member::Field).collect();
        let renamed = functions
            .iter()
            .filter(|function| mapped().any(|one| !one.is_property() && one.kotlin == symbol::bare(&function.name)));
        let renamed: Vec<&MethodRow> = renamed.collect();
        let same = functions.iter().filter(|function| symbol::bare(&function.name) == method.name);
        let is_other = !of_fields.is_empty() || !renamed.is_empty();
        let of_functions: Vec<&MethodRow> = if is_other { renamed } else { same.collect() };
        let takes_as_many = |function: &&MethodRow| {
            function.kind == MethodKind::Method
                && function.receiver.is_none()
                && function.parameter_types.len() == method.parameter_types.len()
        };
        found.extend(of_fields);
        found.extend(of_functions.into_iter().filter(takes_as_many).cloned().map(Member::Method));
    }
    Ok(found)
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
