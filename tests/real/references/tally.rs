//! Rows of an answer against rows of a judge, counted by tier and by kind.

use std::collections::{BTreeMap, BTreeSet};

/// A reference: the line of its name, and what it is there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    pub file: String,
    pub line: u32,
    pub kind: String,
}

/// The tiers whose rows are compared, best first.
pub const TIERS: [&str; 3] = ["exact", "high", "medium"];

/// Rows of a tier, and how many of them the judge has.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tier {
    pub rows: usize,
    pub right: usize,
}

/// What was counted of some declarations.
#[derive(Debug, Default, Clone)]
pub struct Count {
    pub tiers: [Tier; 3],
    /// Rows of the judge.
    pub wanted: usize,
}

/// The counts of one library.
#[derive(Debug, Default)]
pub struct Tally {
    pub declarations: usize,
    pub kinds: BTreeMap<String, Count>,
    /// By tier and kind, those that the judge has not: declaration and row.
    pub wrong: BTreeMap<(usize, String), Vec<(String, Row)>>,
    /// Declarations that were not found, or not alone: the symbol and what was said.
    pub refused: Vec<(String, String)>,
    /// By kind, those of the judge that are in no tier, or in the last one only.
    pub missing: BTreeMap<String, Vec<(String, Row)>>,
}

impl Tier {
    /// The share that is right, in percent; none of no rows.
    pub fn precision(self) -> Option<f64> {
        (self.rows > 0).then(|| self.right as f64 * 100.0 / self.rows as f64)
    }
}

impl Count {
    /// The share of the judge's rows that stand in the first `tiers` tiers, in percent.
    pub fn recall(&self, tiers: usize) -> Option<f64> {
        let right: usize = self.tiers[..tiers].iter().map(|tier| tier.right).sum();
        (self.wanted > 0).then(|| right as f64 * 100.0 / self.wanted as f64)
    }

    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.tiers.iter_mut().zip(other.tiers) {
            mine.rows += theirs.rows;
            mine.right += theirs.right;
        }
        self.wanted += other.wanted;
    }
}

impl Tally {
    /// Compares what an answer has of one declaration, a set a tier, with what the judge has of it.
    pub fn compare(&mut self, symbol: &str, answer: &[BTreeSet<Row>; 3], judge: &BTreeSet<Row>) {
        self.declarations += 1;
        for row in judge {
            self.kinds.entry(row.kind.clone()).or_default().wanted += 1;
            if !answer[..2].iter().any(|tier| tier.contains(row)) {
                self.missing.entry(row.kind.clone()).or_default().push((symbol.to_owned(), row.clone()));
            }
        }
        for (at, rows) in answer.iter().enumerate() {
            for row in rows {
                let tier = &mut self.kinds.entry(row.kind.clone()).or_default().tiers[at];
                tier.rows += 1;
                if judge.contains(row) {
                    tier.right += 1;
                } else {
                    self.wrong.entry((at, row.kind.clone())).or_default().push((symbol.to_owned(), row.clone()));
                }
            }
        }
    }

    pub fn sum(&self) -> Count {
        let mut sum = Count::default();
        for count in self.kinds.values() {
            sum.add(count);
        }
        sum
    }

    /// The first wrong and missing rows of each kind, as many as asked for.
    pub fn shown(&self, many: usize) -> String {
        let mut text = String::new();
        text += &format!("  not found, or not alone: {}\n", self.refused.len());
        for (symbol, said) in self.refused.iter().take(many) {
            text += &format!("    {symbol}: {}\n", said.chars().take(300).collect::<String>());
        }
        let line = |(symbol, row): &(String, Row)| format!("    {}:{} {symbol}\n", row.file, row.line);
        for ((tier, kind), rows) in &self.wrong {
            text += &format!("  wrong in {}, {kind}: {}\n", TIERS[*tier], rows.len());
            text.extend(rows.iter().take(many).map(line));
        }
        for (kind, rows) in &self.missing {
            text += &format!("  in neither exact nor high, {kind}: {}\n", rows.len());
            text.extend(rows.iter().take(many).map(line));
        }
        text
    }
}
