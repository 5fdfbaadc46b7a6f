//! What subtypes or overrides are asked of: the declarations of a symbol, those that it inherits, what an alias stands for.

use crate::error::Failure;
use crate::model::{Language, MethodKind, Relation, TypeKind, jvm};
use crate::tools::Call;
use crate::tools::declared::{self, Declared, Member, Place};
use crate::tools::heirs;
use crate::tools::hierarchy::{self, Ancestor, Known};
use crate::tools::resolve::{Found, Rows, has_modifier};
use crate::tools::scope::Scope;
use crate::tools::symbol::{Sort, Symbol};

/// What was asked for, where it is one thing: the same name in several artifacts, the overloads of one name. Never empty.
///
/// # Errors
/// Those of [`declared::find`]; `invalid_argument` for several things, and for what has no subtypes or overrides.
pub fn find(call: &Call<'_>, symbol: &Symbol) -> Result<Vec<Place>, Failure> {
    let function = in_machine(symbol);
    let symbol = function.as_ref().unwrap_or(symbol);
    let (mut places, _) = declared::find_or_inherited(call, symbol)?;
    let first = places[0].declared.owner.qualified_name();
    if places.iter().any(|place| place.declared.owner.qualified_name() != first) {
        let failure = Failure::argument("symbol", "means several declarations; say which");
        return Err(Failure { suggestions: declared::suggested(&places), ..failure });
    }
    if places[0].declared.member.is_none() {
        places = unaliased(call, places)?;
        let name = places[0].declared.owner.qualified_name();
        if heirs::is_of_all(&name) {
            let message = format!("{name} is a supertype of every type; search_symbols with kind lists them");
            return Err(Failure::argument("symbol", message).suggest("search_symbols"));
        }
        return Ok(places);
    }
    let (asked, kind) = (places[0].declared.symbol(), places[0].declared.kind().replace('_', " "));
    for beside in [declared::methods_beside, declared::fields_beside] {
        let more = beside(call, symbol, &places)?;
        places.extend(more);
    }
    places.retain(|place| place.declared.is_overridable());
    if places.is_empty() {
        let message = format!(
            "{asked} ({kind}) cannot be overridden: only methods that are neither static nor private, and properties of Kotlin, can"
        );
        return Err(Failure::argument("symbol", message));
    }
    Ok(places)
}

/// The symbol of the interface that the virtual machine has for a function type of Kotlin, `kotlin.Function1`, or of its member:
/// no source declares the type itself.
fn in_machine(symbol: &Symbol) -> Option<Symbol> {
    if symbol.sort != Sort::Any {
        let owner = jvm::function_interface(&symbol.qualifier)?;
        let written = (owner.clone(), symbol.written.1.clone());
        return Some(Symbol { qualifier: owner, written, ..symbol.clone() });
    }
    let interface = jvm::function_interface(&format!("{}.{}", symbol.qualifier, symbol.name))?;
    Symbol::parse("symbol", &interface).ok()
}

/// The types of Kotlin's library that stand for types of Java: who extends them in Kotlin extends those for the machine.
///
/// # Errors
/// When an index cannot be read.
pub fn in_kotlin(call: &Call<'_>, bases: &[Place]) -> Result<Vec<Place>, Failure> {
    let mut names: Vec<&str> = Vec::new();
    for base in bases {
        names.extend(jvm::kotlin_names(&base.declared.owner.qualified_name()));
    }
    let mut found = Vec::new();
    if names.is_empty() {
        return Ok(found);
    }
    let mut scope = Scope::all(call)?;
    let tables = scope.symbols(call)?;
    names.sort_unstable();
    names.dedup();
    for name in names {
        for (place, entry) in declared::types_named(&tables, name) {
            let Some(artifact) = scope.open(call, place)? else { continue };
            let declared = declared::read(&artifact, &entry)?;
            found.push(Place { artifact, declared });
        }
    }
    Ok(found)
}

impl Declared {
    /// Whether a subtype may declare it anew: a method of an object, a property of Kotlin.
    fn is_overridable(&self) -> bool {
        let may = |modifiers: &str| !["static", "private"].iter().any(|word| has_modifier(modifiers, word));
        match &self.member {
            None => true,
            Some(Member::Method(method)) => method.kind != MethodKind::Constructor && may(&method.modifiers),
            Some(Member::Field(field)) => self.owner.language == Language::Kotlin && may(&field.modifiers),
            Some(Member::Made(_)) => false,
        }
    }
}

/// The types with typealiases replaced by what they stand for.
fn unaliased(call: &Call<'_>, places: Vec<Place>) -> Result<Vec<Place>, Failure> {
    // Beside an `expect class` the class is what has the name.
    if places.iter().any(|place| place.declared.owner.kind != TypeKind::Typealias) {
        return Ok(places);
    }
    let known = Known::default();
    let (asked, first) = (places[0].declared.symbol(), &places[0]);
    let signature = first.artifact.index.signature(first.declared.owner.id).of(&first.artifact)?;
    let mut types: Vec<Place> = Vec::new();
    for place in places {
        let found = Found { artifact: place.artifact, types: vec![place.declared.owner] };
        let is_alias = |supertype: &crate::store::SupertypeRow| supertype.relation == Relation::Alias;
        for target in hierarchy::written(call, &known, &Ancestor::subject(&found)?, is_alias)? {
            for owner in target.types.into_iter().filter(|row| row.kind != TypeKind::Typealias) {
                let place = Place { artifact: target.artifact.clone(), declared: Declared { owner, member: None } };
                if !types.iter().any(|known| known.is(&place)) {
                    types.push(place);
                }
            }
        }
    }
    if types.is_empty() {
        let message = format!("{asked} is a typealias of no type that is indexed: {signature}");
        return Err(Failure::argument("symbol", message));
    }
    Ok(types)
}
