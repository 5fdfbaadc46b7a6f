//! The sample of declarations that is asked for: types, methods, fields and constructors, of the library and of others.

use std::collections::BTreeMap;

use fastrand::Rng;

use super::oracle::{Declared, Truth};

/// The seed of a run; `REAL_SEED` sets another.
const SEED: u64 = 20_261_121;
/// Declarations of one library, unless `JARDEX_REFERENCES_DRAW` says otherwise: few, because a build without optimisation asks.
const DECLARATIONS: usize = 40;

/// What a class of declarations gets of a sample, in parts of sixteen: methods of the library most, because overloads and
/// receivers are what is hard.
fn share(class: (bool, &str)) -> usize {
    match class {
        (true, "method") => 5,
        (true, "type") | (false, "method") => 3,
        (true, "field") => 2,
        _ => 1,
    }
}

/// Declarations to ask for, drawn by a fixed seed, in the order of their symbols.
pub fn sample(truth: &Truth) -> Vec<&Declared> {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let many = number("JARDEX_REFERENCES_DRAW").map_or(DECLARATIONS, |many| many as usize);
    let mut random = Rng::with_seed(number("REAL_SEED").unwrap_or(SEED));
    let mut classes: BTreeMap<(bool, &str), Vec<&Declared>> = BTreeMap::new();
    for declared in truth.rows.keys() {
        classes.entry((declared.origin == "library", what(declared))).or_default().push(declared);
    }
    let mut drawn = Vec::new();
    for (class, mut all) in classes {
        random.shuffle(&mut all);
        drawn.extend(all.into_iter().take((many * share(class)).div_ceil(16)));
    }
    drawn.sort();
    drawn
}

fn what(declared: &Declared) -> &'static str {
    match declared.symbol.split_once('#') {
        None => "type",
        Some((_, member)) if member.starts_with("<init>") => "constructor",
        Some((_, member)) if member.contains('(') => "method",
        Some(_) => "field",
    }
}
