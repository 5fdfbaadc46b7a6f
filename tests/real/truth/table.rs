//! The counts as a table for people, and for docs/agreement.md.

use std::collections::BTreeMap;

use jardex::model::Language;

use super::list::Listed;
use super::tally::{self, About, Tally};

/// Says the sums, and writes the table where JARDEX_TRUTH_TABLE asks for it.
pub fn say(done: &[(&Listed, Tally)]) {
    for language in [Language::Java, Language::Kotlin] {
        for about in About::ALL {
            let agreed: u64 = done.iter().map(|(_, tally)| tally.agreed(language, about)).sum();
            let wrong: u64 = done.iter().map(|(_, tally)| tally.wrongs(language, about)).sum();
            if agreed + wrong > 0 {
                let share = share(agreed, wrong);
                crate::say(&format!(
                    "all: {} {}: {agreed} agree, {wrong} do not: {share} %",
                    language.as_str(),
                    about.as_str()
                ));
            }
        }
    }
    if let Ok(path) = std::env::var("JARDEX_TRUTH_TABLE") {
        std::fs::write(path, written(done)).unwrap();
    }
}

/// Hundredths of a percent are told, and never rounded up to all.
fn share(agreed: u64, wrong: u64) -> String {
    let ten_thousandths = agreed * 1_000_000 / (agreed + wrong).max(1);
    format!("{}.{:04}", ten_thousandths / 10_000, ten_thousandths % 10_000)
}

fn written(done: &[(&Listed, Tally)]) -> String {
    let mut text = String::new();
    for language in [Language::Java, Language::Kotlin] {
        let name = if language == Language::Java { "Java" } else { "Kotlin" };
        text += &format!("| {name} | why | types | members | shapes | line tables |\n|---|---|---|---|---|---|\n");
        let mut sums = [(0, 0); 4];
        for (listed, tally) in done {
            let cells = About::ALL.map(|about| (tally.agreed(language, about), tally.wrongs(language, about)));
            if cells.iter().all(|(agreed, wrong)| agreed + wrong == 0) {
                continue;
            }
            for (sum, cell) in sums.iter_mut().zip(cells) {
                *sum = (sum.0 + cell.0, sum.1 + cell.1);
            }
            text += &format!("| {} | {} | {} |\n", listed.coordinate, listed.why, cells.map(cell).join(" | "));
        }
        text += &format!("| all | | {} |\n", sums.map(cell).join(" | "));
        let shares = sums.map(|(agreed, wrong)| share(agreed, wrong) + " %");
        text += &format!("| agreement | | {} |\n\n", shares.join(" | "));
    }
    let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, tally) in done {
        for (rule, count) in &tally.rules {
            *rules.entry(rule).or_default() += count;
        }
    }
    text += "| what a compiler made | how many |\n|---|---|\n";
    for (rule, count) in rules {
        text += &format!("| {rule} | {count} |\n");
    }
    text += "\n| one has what the other lacks | artifacts |\n|---|---|\n";
    for rule in tally::ONE_SIDED {
        let of =
            |(listed, tally): &(&Listed, Tally)| tally.rules.get(rule).map(|count| format!("{} {count}", listed.id));
        text += &format!("| {rule} | {} |\n", done.iter().filter_map(of).collect::<Vec<_>>().join(", "));
    }
    text
}

fn cell((agreed, wrong): (u64, u64)) -> String {
    if wrong == 0 { agreed.to_string() } else { format!("{agreed} (and {wrong} not)") }
}
