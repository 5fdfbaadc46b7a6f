//! What subtypes or overrides are asked of: the declarations of a symbol, those that it inherits, what an alias stands for.

use crate::error::{Failure, Incomplete, Status};
use crate::model::{Language, MethodKind, Relation, TypeKind, jvm};
use crate::search::symbols::{self, Entry, Kinds, Query};
use crate::tools::declared::{self, Declared, Member, Place};
use crate::tools::heirs;
use crate::tools::hierarchy::{self, Ancestor, Known};
use crate::tools::resolve::{self, Found, Rows, has_modifier};
use crate::tools::scope::Scope;
use crate::tools::symbol::{Sort, Symbol};
use crate::tools::{Call, members};

/// What was asked for, where it is one thing: the same name in several artifacts, the overloads of one name. Never empty.
///
/// # Errors
/// Those of [`declared::find`]; `invalid_argument` for several things, and for what has no subtypes or overrides.
pub fn find(call: &Call<'_>, symbol: &Symbol) -> Result<Vec<Place>, Failure> {
    let function = in_machine(symbol);
    let symbol = function.as_ref().unwrap_or(symbol);
    let mut places = match declared::find(call, symbol) {
        Ok(places) => places,
        Err(failure) if matches!(failure.status, Status::MethodNotFound | Status::TypeNotFound) => {
            inherited(call, symbol, failure)?
        }
        Err(failure) => return Err(failure),
    };
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
    if !places.iter().any(|place| place.declared.is_overridable()) {
        // Of a field and a method of one name only the method is worth the question.
        places = declared::methods_beside(call, symbol, &places)?;
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
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
        let query = Query::new(package, simple, true, true).only(Kinds::TYPES, None);
        for (place, group) in symbols::search(&tables, &query, None, declared::MOST_PLACES).1 {
            let Some(table) = tables[place].as_deref() else { continue };
            let is_it = |entry: &Entry| table.qualified_name(entry.type_id) == name;
            let Some(entry) = table.entries(&query, &group).into_iter().find(is_it) else { continue };
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
            Some(Member::Method(method)) => method.kind == MethodKind::Method && may(&method.modifiers),
            Some(Member::Field(field)) => self.owner.language == Language::Kotlin && may(&field.modifiers),
            Some(Member::Made(_)) => false,
        }
    }
}

/// What a symbol names that the type before its last name has from a supertype: those that it inherits. Where there is none,
/// that it is `unfound`, and which supertypes could not be asked.
fn inherited(call: &Call<'_>, symbol: &Symbol, unfound: Failure) -> Result<Vec<Place>, Failure> {
    if symbol.sort == Sort::Constructor || symbol.written.0.is_empty() {
        return Err(unfound);
    }
    let owners = match Symbol::parse("symbol", &symbol.written.0).and_then(|owner| declared::find(call, &owner)) {
        Ok(owners) => owners,
        Err(failure) if matches!(failure.status, Status::TypeNotFound | Status::InvalidArgument) => {
            return Err(unfound);
        }
        Err(failure) => return Err(failure),
    };
    let known = Known::default();
    let (mut places, mut missing): (Vec<Place>, Vec<Incomplete>) = Default::default();
    for owner in owners.into_iter().filter(|place| place.declared.member.is_none()) {
        let found = Found { artifact: owner.artifact, types: vec![owner.declared.owner] };
        let walk = hierarchy::ancestors_with(call, &known, &found)?;
        for ancestor in walk.in_precedence() {
            call.work.check()?;
            let shares = ancestor.shares_package;
            let mut here = Vec::new();
            for row in &ancestor.types {
                for member in named(ancestor, row, &symbol.name)? {
                    let is_there = match &member {
                        Member::Method(method) => members::is_inherited_method(false, &method.modifiers, row, shares),
                        Member::Field(field) => members::is_inherited(&field.modifiers, row, shares),
                        Member::Made(_) => false,
                    };
                    let declared = Declared { owner: row.clone(), member: Some(member) };
                    if is_there && declared.fits(symbol, &ancestor.artifact)? {
                        here.push(Place { artifact: ancestor.artifact.clone(), declared });
                    }
                }
            }
            if !here.is_empty() {
                // Several versions of a type may have it from the same one.
                here.retain(|place| !places.iter().any(|known| is_same(known, place)));
                places.extend(here);
                break;
            }
        }
        missing.extend(walk.incomplete);
    }
    places.truncate(declared::MOST_PLACES);
    if places.is_empty() { Err(unfound.not_searched(resolve::bounded(missing))) } else { Ok(places) }
}

fn is_same(one: &Place, other: &Place) -> bool {
    one.artifact.coordinate == other.artifact.coordinate
        && one.declared.symbol() == other.declared.symbol()
        && one.declared.name_line() == other.declared.name_line()
}

/// The methods of a type that bear a name, and the properties of Kotlin.
fn named(ancestor: &Ancestor, row: &crate::store::TypeRow, wanted: &str) -> Result<Vec<Member>, Failure> {
    let index = &ancestor.artifact.index;
    let is_it = |name: &str| name.trim_matches('`') == wanted;
    let methods = index.methods_where(row.id, |name, kind| kind == MethodKind::Method && is_it(name));
    let mut found: Vec<Member> = methods.of(&ancestor.artifact)?.into_iter().map(Member::Method).collect();
    if row.language == Language::Kotlin {
        let fields = index.fields(row.id).of(&ancestor.artifact)?.into_iter();
        found.extend(fields.filter(|field| is_it(&field.name)).map(Member::Field));
    }
    Ok(found)
}

/// The types with typealiases replaced by what they stand for.
fn unaliased(call: &Call<'_>, places: Vec<Place>) -> Result<Vec<Place>, Failure> {
    // Beside an `expect class` the class is what has the name.
    if places.iter().any(|place| place.declared.owner.kind != TypeKind::Typealias) {
        return Ok(places);
    }
    let known = Known::default();
    let (asked, signature) = (places[0].declared.symbol(), places[0].declared.owner.signature.clone());
    let mut types: Vec<Place> = Vec::new();
    for place in places {
        let found = Found { artifact: place.artifact, types: vec![place.declared.owner] };
        let is_alias = |supertype: &crate::store::SupertypeRow| supertype.relation == Relation::Alias;
        for target in hierarchy::written(call, &known, &Ancestor::subject(&found), is_alias)? {
            for owner in target.types.into_iter().filter(|row| row.kind != TypeKind::Typealias) {
                let place = Place { artifact: target.artifact.clone(), declared: Declared { owner, member: None } };
                if !types.iter().any(|known| is_same(known, &place)) {
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
