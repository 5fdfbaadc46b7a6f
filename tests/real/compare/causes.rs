//! Why the two say something else: causes that a rule tells, and the file of those that only a person can.

use globset::{GlobBuilder, GlobMatcher};

use super::japicmp::{Change, Changes};
use super::ours::{Ours, Own, made_of};
use super::{Class, Pair};

/// A line of `known.txt`: `library | glob over the symbol | how many | reason`.
pub struct Known {
    pub library: &'static str,
    pub glob: &'static str,
    pub matcher: GlobMatcher,
    pub count: usize,
    pub met: usize,
    pub reason: &'static str,
}

pub fn known() -> Vec<Known> {
    let text = include_str!("../../../testdata/compare/known.txt");
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.splitn(4, '|').map(str::trim).collect();
            assert!(fields.len() == 4 && !fields[3].is_empty(), "known.txt wants four fields: {line}");
            let glob = GlobBuilder::new(fields[1]).literal_separator(false).build().unwrap();
            Known {
                library: fields[0],
                glob: fields[1],
                matcher: glob.compile_matcher(),
                count: fields[2].parse().unwrap(),
                met: 0,
                reason: fields[3],
            }
        })
        .collect()
}

/// Whether a change of ours is one that japicmp does not report: it changes nothing for the virtual machine.
pub fn says_nothing(own: &Own) -> bool {
    own.class == Class::Compatible && !["added", "removed"].contains(&own.change.as_str())
}

/// The type that a symbol is of, and the types around it.
fn owners(symbol: &str) -> impl Iterator<Item = &str> {
    let owner = symbol.split('#').next().unwrap_or(symbol);
    std::iter::successors(Some(owner), |owner| owner.rsplit_once('.').map(|(outer, _)| outer))
}

/// Why a change of theirs is not ours, or is classed otherwise.
pub fn of_theirs(
    pair: &Pair,
    symbol: &str,
    change: &Change,
    own: Option<&Own>,
    ours: &Ours,
    theirs: &Changes,
) -> Option<&'static str> {
    let has = |kind: &str| change.kinds.iter().any(|known| known.contains(kind));
    let only = |words: &[&str]| change.kinds.iter().all(|kind| words.iter().any(|word| kind.contains(word)));
    let name = symbol.split_once('#').map_or("", |(_, name)| name);
    if let Some(own) = own {
        return of_both(pair, change, own, ours);
    }
    if ours.hidden.contains(symbol) || ours.hidden.iter().any(|own| alike(own, symbol)) {
        return Some(
            "japicmp only: public in the class file alone (internal, protected in a final class, in a type that is not public)",
        );
    }
    if owners(symbol).any(|owner| ours.hidden.contains(owner)) {
        return Some(
            "japicmp only: public in the class file alone (internal, protected in a final class, in a type that is not public)",
        );
    }
    if pair.kotlin && only(&["TYPE_CHANGED", "GENERIC", "ANNOTATION"]) && change.status == "MODIFIED" {
        return Some("japicmp only: a type that Kotlin infers, which the source does not state");
    }
    if pair.kotlin && has("CHECKED_EXCEPTION") && only(&["CHECKED_EXCEPTION", "ANNOTATION"]) {
        return Some("japicmp only: exceptions that Kotlin's sources do not state");
    }
    if pair.kotlin && (is_made(name) || only(&["ANNOTATION"])) {
        return Some("japicmp only: made by Kotlin's compiler, no declaration of its own");
    }
    if pair.kotlin && ours.hidden.iter().any(|own| made_of(own, symbol)) {
        return Some(
            "japicmp only: public in the class file alone (internal, protected in a final class, in a type that is not public)",
        );
    }
    if has("CLASS_NOW_NOT_EXTENDABLE") || has("CLASS_NOW_ABSTRACT") {
        let inside = format!("{symbol}#<init>");
        if only(&["NOT_EXTENDABLE", "NOW_ABSTRACT", "ANNOTATION"])
            && theirs.all.keys().any(|other| other.starts_with(&inside))
        {
            return Some("japicmp only: told of a class whose constructors say it in both");
        }
    }
    if change.class == Class::SourceOnly && only(&["GENERIC", "ANNOTATION"]) {
        return Some("japicmp only: a type variable has another name");
    }
    if owners(symbol)
        .skip(1)
        .any(|owner| ours.public.get(owner).is_some_and(|own| ["added", "removed"].contains(&own.change.as_str())))
    {
        return Some("told with the type around it");
    }
    None
}

/// Why the two class a change differently.
fn of_both(pair: &Pair, change: &Change, own: &Own, ours: &Ours) -> Option<&'static str> {
    let has = |kind: &str| change.kinds.iter().any(|known| known.contains(kind));
    let only = |words: &[&str]| change.kinds.iter().all(|kind| words.iter().any(|word| kind.contains(word)));
    match (own.class, change.class) {
        (Class::Breaking, _)
            if own.change == "moved_to_supertype" && ["JLS 13.4.16", "JLS 13.5.7"].contains(&own.rule.as_str()) =>
        {
            Some("classed otherwise: what is inherited in its place has no body")
        }
        (Class::Breaking, Class::Compatible) if own.change == "added" && own.rule == "JLS 13.4.17" => {
            Some("classed otherwise: a final override of what could be overridden, which is a new method to japicmp")
        }
        (Class::Breaking, _) if own.change == "added" && ["JLS 13.4.16", "JLS 13.5.7"].contains(&own.rule.as_str()) => {
            Some("classed otherwise: a body that was inherited is taken away, which is a new method to japicmp")
        }
        (Class::Breaking, Class::Compatible) if change.status == "REMOVED" => {
            Some("classed otherwise: it overrode a method that is gone too; japicmp says so of the class")
        }
        (Class::Compatible, Class::SourceOnly) if has("ABSTRACT_ADDED") || has("ADDED_TO_INTERFACE") => {
            Some("classed otherwise: nobody outside can extend the type, or the method has a body")
        }
        (Class::Compatible, Class::SourceOnly)
            if own.rule == "JLS 13.4.21" && only(&["CHECKED_EXCEPTION", "ANNOTATION"]) =>
        {
            Some("classed otherwise: an exception that says nothing beside another that is above it")
        }
        (Class::Compatible, Class::SourceOnly) if only(&["GENERIC", "ANNOTATION"]) => {
            Some("japicmp only: a type variable has another name")
        }
        (Class::Compatible, Class::Breaking) if has("ABSTRACT_NOW_DEFAULT") => {
            Some("classed otherwise: an abstract method got a body, which JLS 13.5.7 calls compatible")
        }
        (Class::Compatible, Class::Breaking) if only(&["SUPERCLASS_REMOVED"]) && names_hidden(own, ours) => Some(
            "classed otherwise: a superclass that nobody outside could name, and that gave users nothing of its own",
        ),
        (Class::Compatible, Class::Breaking) if only(&["NOT_EXTENDABLE", "NOW_FINAL", "MOVED_TO"]) => {
            Some("classed otherwise: nobody outside could extend the type before")
        }
        (Class::SourceOnly, Class::Breaking) if has("NOW_ABSTRACT") => {
            Some("classed otherwise: no constructor was accessible, so nobody made one")
        }
        (Class::SourceOnly, Class::Compatible) if own.rule == "JLS 13.4.9" => {
            Some("classed otherwise: what was a constant cannot stand where one is wanted")
        }
        (Class::SourceOnly, Class::Compatible) if own.change == "added" && change.status == "NEW" => Some(
            "classed otherwise: an override that narrows what subclasses may write, which is a new method to japicmp",
        ),
        (Class::Compatible, Class::Breaking) if has("CONSTRUCTOR_LESS_ACCESSIBLE") && own.rule == "JLS 13.4.7" => {
            Some("classed otherwise: a constructor of an abstract class, which is called by subclasses alone")
        }
        (_, _) if own.rule.starts_with("Kotlin") => Some("classed otherwise: a rule of Kotlin's own"),
        (_, _) if pair.kotlin && ["NEW", "REMOVED"].contains(&change.status.as_str()) => {
            Some("classed otherwise: one declaration in Kotlin, several in the class file")
        }
        _ => None,
    }
}

/// Whether a type that is not public stands in the header of another, before.
fn names_hidden(own: &Own, ours: &Ours) -> bool {
    let old = own.shown.split(" => ").next().unwrap_or_default();
    let words: Vec<&str> = old.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    ours.hidden
        .iter()
        .any(|hidden| !hidden.contains('#') && words.contains(&hidden.rsplit('.').next().unwrap_or(hidden)))
}

fn alike(own: &str, theirs: &str) -> bool {
    let name = |symbol: &str| symbol.split('(').next().unwrap_or(symbol).to_owned();
    let count = |symbol: &str| symbol.matches(", ").count();
    own.contains('#') && name(own) == name(theirs) && count(own).abs_diff(count(theirs)) <= 1
}

/// Names that Kotlin's compiler gives to what nobody wrote.
fn is_made(name: &str) -> bool {
    let bare = name.split('(').next().unwrap_or(name);
    bare.contains('$')
        || ["getEntries", "Companion", "INSTANCE", "DefaultImpls", "copy", "equals", "hashCode", "toString"]
            .contains(&bare)
        || bare.starts_with("component")
        || bare.contains("-impl")
}

/// Why a change of ours is not theirs.
pub fn of_ours(pair: &Pair, symbol: &str, own: &Own, theirs: &Changes) -> Option<&'static str> {
    if own.is_inherited {
        return Some("jardex only: a member of a type that is not public, which users have by a public subtype");
    }
    if own.unsure && own.change == "supertypes_changed" {
        return Some("jardex only: unsure, for a supertype of the JDK is not registered");
    }
    if own.class == Class::SourceOnly && own.rule.starts_with("Kotlin") {
        return Some("jardex only: a rule of Kotlin's own, which class files do not show");
    }
    if own.class == Class::SourceOnly && own.change != "added" {
        return Some("jardex only: generics, bounds or exceptions that japicmp does not compare");
    }
    if own.shown.contains("<reified ") {
        return Some("jardex only: an inline function with reified types, which class files hide");
    }
    if pair.kotlin && own.kind == "typealias" {
        return Some("jardex only: a typealias, which class files do not have");
    }
    if pair.kotlin && theirs.all.keys().any(|other| made_of(symbol, other)) {
        return Some("told with another method of the same declaration");
    }
    None
}
