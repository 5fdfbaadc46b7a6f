//! What `jardex diff` says, and which of its changes is which of japicmp's.

use std::collections::{BTreeMap, BTreeSet};

use super::{Class, Pair, japicmp};
use crate::place;

/// A change as jardex answers it.
#[derive(Debug, Clone)]
pub struct Own {
    pub class: Class,
    pub change: String,
    pub rule: String,
    pub shown: String,
    pub kind: String,
    /// It is of a type that is not public, seen through a public one.
    pub is_inherited: bool,
    /// It hangs on a supertype that is not registered.
    pub unsure: bool,
}

pub struct Ours {
    /// Changes that users see, by symbol, `...` being `[]`.
    pub public: BTreeMap<String, Own>,
    /// Symbols of all other changes: what is not public in its language.
    pub hidden: BTreeSet<String>,
}

impl Ours {
    /// Runs the command on a pair.
    pub fn of(pair: &Pair) -> Self {
        let from = format!("{}:{}", pair.library, pair.old);
        let answer = place::json(&["diff", &from, pair.new, "--visibility", "all"]);
        let mut ours = Self { public: BTreeMap::new(), hidden: BTreeSet::new() };
        for change in answer["changes"].as_array().unwrap() {
            let text = |name: &str| change[name].as_str().unwrap_or_default().to_owned();
            let symbol = text("symbol").replace("...", "[]");
            if text("rule") == "not public" {
                ours.hidden.insert(symbol);
                continue;
            }
            // One version states a type that the other infers: nobody says that it changed.
            if change["unsure"] == true
                && text("rule").starts_with("Kotlin: inferred")
                && text("change") == "signature_changed"
            {
                continue;
            }
            let class = match text("compatibility").as_str() {
                "breaking" => Class::Breaking,
                "source_only" => Class::SourceOnly,
                _ => Class::Compatible,
            };
            let shown = format!("{} => {}", text("old"), text("new"));
            let is_inherited = !text("seen_through").is_empty();
            let own = Own {
                class,
                change: text("change"),
                rule: text("rule"),
                shown,
                kind: text("kind"),
                is_inherited,
                unsure: change["unsure"] == true,
            };
            ours.public.insert(symbol, own);
        }
        ours
    }

    /// Which of ours each of theirs is: the same symbol; else, parameters being erased there, the same name with as many;
    /// else, in Kotlin, the declaration that a method or field was made of.
    pub fn partners<'t>(&self, pair: &Pair, theirs: &'t japicmp::Changes) -> BTreeMap<&'t str, String> {
        let mut found: BTreeMap<&str, String> = BTreeMap::new();
        let mut free: BTreeSet<&String> = self.public.keys().collect();
        for symbol in theirs.all.keys() {
            if free.remove(symbol) {
                found.insert(symbol, symbol.clone());
            }
        }
        for with_class in [true, false] {
            for (symbol, change) in &theirs.all {
                if found.contains_key(symbol.as_str()) {
                    continue;
                }
                let fits =
                    |own: &&&String| is_alike(own, symbol) && (!with_class || self.public[**own].class == change.class);
                if let Some(own) = free.iter().find(fits).copied() {
                    free.remove(own);
                    found.insert(symbol, own.clone());
                }
            }
        }
        if pair.kotlin {
            // One property gives several methods: its change is the worst of theirs.
            for symbol in theirs.all.keys() {
                let own = || self.public.keys().find(|own| made_of(own, symbol));
                if !found.contains_key(symbol.as_str())
                    && let Some(own) = own()
                {
                    found.insert(symbol, own.clone());
                }
            }
        }
        found
    }
}

/// A symbol without parameters, and how many there are.
fn parts(symbol: &str) -> (&str, Option<usize>) {
    match symbol.split_once('(') {
        Some((name, "" | ")")) => (name, Some(0)),
        Some((name, list)) => (name, Some(list.matches(", ").count() + 1)),
        None => (symbol, None),
    }
}

fn is_alike(own: &str, theirs: &str) -> bool {
    let ((own_name, own_count), (name, count)) = (parts(own), parts(theirs));
    // The constructor of an inner class takes the one around it.
    let inner = name.ends_with("#<init>") && count == own_count.map(|count| count + 1);
    own_name == name && (own_count == count || inner)
}

/// Whether a method or field can have been made of a Kotlin declaration.
pub fn made_of(own: &str, theirs: &str) -> bool {
    let (Some((own_type, own_name)), Some((type_, name))) =
        (parts(own).0.split_once('#'), parts(theirs).0.split_once('#'))
    else {
        return false;
    };
    let types_fit =
        own_type == type_ || own_type == format!("{type_}.Companion") || type_ == format!("{own_type}.Companion");
    let name = name.split('-').next().unwrap_or(name);
    let name = name.split('$').next().unwrap_or(name);
    let small = |name: &str| {
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
    };
    let accessor = ["get", "set"].iter().any(|word| {
        name.strip_prefix(word).is_some_and(|rest| {
            small(rest) == own_name || rest == own_name || own_name.strip_prefix("is") == Some(rest)
        })
    });
    types_fit && (name == own_name || accessor)
}
