//! The counts as a table for people, and for docs/references.md.

use std::collections::BTreeMap;

use super::tally::{Count, Tally, Tier};

/// The table of all libraries, then that of all kinds.
pub fn written(done: &[(String, usize, usize, Tally)]) -> String {
    let head = "exact | exact right | high | high right | medium | medium right | recall of exact and high | recall of all three";
    let rule = "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    let mut text = format!("| library | files | left out | declarations | references | {head} |\n{rule}");
    let mut all = Count::default();
    let mut sums = (0, 0, 0);
    let mut kinds: BTreeMap<&str, Count> = BTreeMap::new();
    for (id, files, left_out, tally) in done {
        text += &format!("| {id} | {files} | {left_out} | {} | {} |\n", tally.declarations, cells(&tally.sum()));
        all.add(&tally.sum());
        sums = (sums.0 + files, sums.1 + left_out, sums.2 + tally.declarations);
        for (kind, count) in &tally.kinds {
            kinds.entry(kind).or_default().add(count);
        }
    }
    text += &format!("| all | {} | {} | {} | {} |\n\n", sums.0, sums.1, sums.2, cells(&all));
    text += &format!("| kind | references | {head} |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (kind, count) in kinds {
        text += &format!("| {kind} | {} |\n", cells(&count));
    }
    text
}

fn cells(count: &Count) -> String {
    let tier = |tier: &Tier| format!("{} | {}", tier.rows, percent(tier.precision()));
    let tiers: Vec<String> = count.tiers.iter().map(tier).collect();
    let recall = [2, 3].map(|tiers| percent(count.recall(tiers)));
    format!("{} | {} | {}", count.wanted, tiers.join(" | "), recall.join(" | "))
}

/// Hundredths are cut off, not rounded.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.2} %", (share * 100.0).floor() / 100.0))
}
