//! What is said of a symbol that names nothing: how far it leads, and what is spelled much like the rest of it.

use std::sync::Arc;

use super::{MOST_PLACES, Place, first_of, first_symbols, suggested, types_called};
use crate::error::{Failure, Incomplete, Status};
use crate::index::{Artifact, State};
use crate::model::Language;
use crate::search::symbols::{self, Kinds, Query, Table, last};
use crate::text::escape::visible;
use crate::tools::gaps::Gap;
use crate::tools::resolve::{self, Rows};
use crate::tools::scope::Scope;
use crate::tools::symbol::{self, CONSTRUCTOR, Sort, Symbol};
use crate::tools::{Call, hierarchy, places};

/// The failure of a symbol whose name is declared, but not with its parameters; these are all of the name.
pub fn overload(symbol: &Symbol, others: &[Place], scope: &mut Scope, tables: &[Option<Arc<Table>>]) -> Failure {
    let (first, _) = others.first().map(|place| place.declared.symbol()).map_or_else(Default::default, split);
    let is_one = others.iter().all(|place| split(place.declared.symbol()).0 == first);
    let name = if is_one { first } else { asked(symbol, '#') };
    let mut message = format!("symbol: no {} takes these parameters", shown(&name));
    if !symbol.is_closed {
        message.push_str("; the parenthesis is not closed");
    }
    let failure = Failure::new(Status::MethodNotFound, message).suggest("list_methods");
    Failure { suggestions: suggested(others), ..failure }.not_searched(gaps(scope, tables))
}

/// A symbol before its parameters, and those.
fn split(symbol: String) -> (String, String) {
    match symbol.split_once('(') {
        Some((name, parameters)) => (name.to_owned(), parameters.to_owned()),
        None => (symbol, String::new()),
    }
}

/// The failure of a symbol that nothing declares: of a member, `type_not_found` where its type is what is missing.
///
/// # Errors
/// When an index cannot be read or the caller wants the work no longer.
pub fn declaration(
    call: &Call<'_>,
    symbol: &Symbol,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
) -> Result<Failure, Failure> {
    let is_type = symbol.sort == Sort::Any;
    let mut types =
        if symbol.qualifier.is_empty() { Vec::new() } else { types_called(call, scope, tables, &symbol.qualifier)? };
    if types.iter().any(|place| place.declared.owner.qualified_name() == symbol.qualifier) {
        types.retain(|place| place.declared.owner.qualified_name() == symbol.qualifier);
    }
    let lacks_type = is_type || (types.is_empty() && !symbol.qualifier.is_empty());
    let status = if lacks_type { Status::TypeNotFound } else { Status::MethodNotFound };
    let mut failure = if types.is_empty() {
        let artifacts = tables.iter().flatten().count();
        let plural = if artifacts == 1 { "" } else { "s" };
        let name = shown(&asked(symbol, if is_type { '.' } else { '#' }));
        let message = format!("symbol: {name} is declared in none of {artifacts} indexed artifact{plural}");
        let elsewhere = elsewhere(call, symbol, lacks_type)?;
        Failure::new(status, message + &elsewhere).suggest("search_symbols")
    } else {
        Failure::new(status, undeclared(symbol, &types)).suggest("list_methods")
    };
    if types.is_empty() && lacks_jdk(call, &asked(symbol, '.'))? {
        failure.message.push_str("; it is the JDK's, and none is indexed: register a JDK, such as jdk:jdk:17");
        failure = failure.suggest("register_source");
    }
    failure.suggestions = if types.is_empty() {
        close(symbol, tables)
    } else {
        let extending = extending(call, symbol, scope, tables)?;
        if extending.is_empty() { members(&symbol.name, &types)? } else { extending }
    };
    let mut gaps = gaps_of(scope, tables);
    if !types.is_empty() {
        // What others lack says nothing of a type that is there.
        let of_types = |artifact: &str| types.iter().any(|place| place.artifact.coordinate.to_string() == artifact);
        gaps.retain(|gap| gap.artifact.as_deref().is_some_and(of_types));
    }
    Ok(failure.not_searched(gaps.into_iter().map(Gap::into_incomplete).collect()))
}

/// The members of Kotlin that extend the type before a symbol's name, by that name.
fn extending(
    call: &Call<'_>,
    symbol: &Symbol,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
) -> Result<Vec<String>, Failure> {
    if !symbol.may_extend() {
        return Ok(Vec::new());
    }
    let query = Query::new("", &symbol.name, true, true).only(Kinds::MEMBERS, Some(Language::Kotlin));
    let mut found = Vec::new();
    for (place, group) in symbols::search(tables, &query, None, MOST_PLACES).1 {
        call.work.check()?;
        let Some(table) = tables[place].as_deref() else { continue };
        let Some(artifact) = scope.open(call, place)? else { continue };
        found.append(&mut first_of(&artifact, table, &query, &group)?);
    }
    found.retain(|declared| declared.extends(&symbol.qualifier));
    Ok(first_symbols(found.iter()))
}

/// How a type is found that another artifact declares: one that is indexed where coordinates named one that does not, or one that is
/// not indexed.
fn elsewhere(call: &Call<'_>, symbol: &Symbol, lacks_type: bool) -> Result<String, Failure> {
    if !lacks_type {
        return Ok(String::new());
    }
    if !call.has_coordinates() {
        let not_indexed =
            "; where it is one of another artifact, group_id, artifact_id and version of that one have it indexed";
        return Ok(not_indexed.to_owned());
    }
    let name = if symbol.sort == Sort::Any { asked(symbol, '.') } else { symbol.qualifier.clone() };
    let mut all = Scope::all(call)?;
    let tables = all.symbols(call)?;
    let declaring = types_called(call, &mut all, &tables, &name)?;
    Ok(declaring.last().map_or_else(String::new, |place| {
        format!(
            "; {} declares it: group_id, artifact_id and version are of what declares a symbol, artifacts narrows where its uses are looked for",
            place.artifact.coordinate
        )
    }))
}

/// Whether a name is one of the JDK's while none is indexed.
///
/// # Errors
/// When the registry cannot be read.
pub fn lacks_jdk(call: &Call<'_>, name: &str) -> Result<bool, Failure> {
    let is_one = |one: &Artifact| one.state == State::Indexed && places::is_jdk(&one.coordinate);
    Ok(hierarchy::is_of_jdk(name) && !call.explorer.listed()?.artifacts.iter().any(is_one))
}

/// What is spelled much like a symbol whose type nothing declares: types by their qualified names, and of a name that stands alone
/// members as well.
fn close(symbol: &Symbol, tables: &[Option<Arc<Table>>]) -> Vec<String> {
    let is_type = symbol.sort == Sort::Any;
    if symbol.qualifier.is_empty() {
        let mut found = if is_type { like_type(&symbol.name, tables) } else { Vec::new() };
        let names = resolve::near(&symbol.name, symbols::like(tables, &symbol.name).into_iter());
        let is_new = |name: &String| !found.iter().any(|found| last(found) == name);
        let more: Vec<String> = names.into_iter().filter(is_new).collect();
        found.extend(more);
        found.truncate(resolve::MOST_SUGGESTIONS);
        return found;
    }
    let found = if is_type { like_type(&asked(symbol, '.'), tables) } else { Vec::new() };
    // A member may stand behind a dot.
    if found.is_empty() { like_type(&symbol.qualifier, tables) } else { found }
}

/// Where it was not looked for.
fn gaps(scope: &mut Scope, tables: &[Option<Arc<Table>>]) -> Vec<Incomplete> {
    gaps_of(scope, tables).into_iter().map(Gap::into_incomplete).collect()
}

fn gaps_of(scope: &mut Scope, tables: &[Option<Arc<Table>>]) -> Vec<Gap> {
    scope.unparsed(tables);
    scope.gaps()
}

/// What was asked for, its name behind a separator.
fn asked(symbol: &Symbol, separator: char) -> String {
    match symbol.qualifier.as_str() {
        "" => symbol.name.clone(),
        qualifier => format!("{qualifier}{separator}{}", symbol.name),
    }
}

fn shown(name: &str) -> String {
    visible(&resolve::short(name)).into_owned()
}

/// That the types of a symbol do not declare its last name.
fn undeclared(symbol: &Symbol, types: &[Place]) -> String {
    let mut names: Vec<String> = types.iter().map(|place| place.declared.owner.qualified_name()).collect();
    names.sort_unstable();
    names.dedup();
    let what = shown(&symbol.name);
    match names.as_slice() {
        [one] => format!("symbol: {} declares no {what}", shown(one)),
        several => format!("symbol: none of {} types {} declares {what}", several.len(), shown(&symbol.qualifier)),
    }
}

/// Members of some types whose names are spelled much like this one.
fn members(name: &str, types: &[Place]) -> Result<Vec<String>, Failure> {
    let mut known: Vec<(String, String)> = Vec::new();
    for Place { artifact, declared } in types {
        let owner = &declared.owner;
        let methods = artifact.index.methods_where(owner.id, |_, _| true).of(artifact)?;
        let fields = artifact.index.fields(owner.id).of(artifact)?;
        let methods = methods.iter().map(|method| split(symbol::of_method(owner, method)).0);
        let all = methods.chain(fields.iter().map(|field| symbol::of_field(owner, field)));
        known.extend(all.filter_map(|symbol| Some((symbol.rsplit_once('#')?.1.to_owned(), symbol))));
    }
    known.retain(|(name, _)| name != CONSTRUCTOR);
    let mut found: Vec<String> = Vec::new();
    for close in resolve::near(name, known.iter().map(|(name, _)| name.as_str())) {
        let symbols = known.iter().filter(|(name, _)| *visible(name) == close).map(|(_, symbol)| symbol);
        for symbol in symbols.map(|symbol| visible(symbol).into_owned()) {
            if !found.contains(&symbol) {
                found.push(symbol);
            }
        }
    }
    found.truncate(resolve::MOST_SUGGESTIONS);
    Ok(found)
}

/// Types whose names are spelled much like a qualified one, by how much of it they have.
pub fn like_type(wanted: &str, tables: &[Option<Arc<Table>>]) -> Vec<String> {
    let known = symbols::types_like(tables, last(wanted));
    let close = resolve::near(last(wanted), known.iter().map(|name| last(name)));
    let mut found: Vec<String> =
        known.into_iter().filter(|name| close.iter().any(|close| *close == *visible(last(name)))).collect();
    found.sort_by_cached_key(|name| (strsim::osa_distance(wanted, name), name.clone()));
    found.dedup();
    found.truncate(resolve::MOST_SUGGESTIONS);
    found.into_iter().map(|name| visible(&name).into_owned()).collect()
}
