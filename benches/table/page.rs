//! The page: targets with what was reached, then the tables behind them.

use std::fmt::Write;
use std::time::{Duration, SystemTime};

use jardex::registry::rfc3339;

use crate::machine;

/// Figures of one run.
pub struct Page {
    quick: bool,
    targets: Vec<Target>,
    tables: Vec<Table>,
}

struct Target {
    what: String,
    reached: f64,
    limit: f64,
    unit: &'static str,
}

/// A table with a heading and a line that says how to read it.
pub struct Table {
    pub title: &'static str,
    pub note: String,
    pub head: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

impl Page {
    pub fn new(quick: bool) -> Self {
        Self { quick, targets: Vec::new(), tables: Vec::new() }
    }

    /// What was to stay below `limit`.
    pub fn target(&mut self, what: impl Into<String>, reached: f64, limit: f64, unit: &'static str) {
        self.targets.push(Target { what: what.into(), reached, limit, unit });
    }

    pub fn table(&mut self, table: Table) {
        self.tables.push(table);
    }

    /// The tables.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        let row = |target: &Target| {
            let met = if target.reached <= target.limit { "met" } else { "**not met**" };
            let figure = |value: f64| format!("{}{}", short(value), target.unit);
            vec![target.what.clone(), figure(target.reached), figure(target.limit), met.to_owned()]
        };
        let table = Table {
            title: "Targets",
            note: "Each target beside what this run reached. A bare number is a ratio.".to_owned(),
            head: vec!["measured", "reached", "at most", ""],
            rows: self.targets.iter().map(row).collect(),
        };
        for table in std::iter::once(&table).chain(&self.tables) {
            write_table(&mut out, table);
        }
        out
    }

    /// The page of the documentation.
    pub fn document(&self) -> String {
        let day = rfc3339(SystemTime::now());
        let day = day.split('T').next().unwrap_or_default();
        let quick = if self.quick { " -- --quick" } else { "" };
        format!(
            "# Benchmarks\n\n`cargo bench --bench table{quick}` measured this on {day}, on {}. `cargo bench --bench table -- \
             --page` measures again and writes this page. The first run fetches its inputs ([the \
             list](../benches/table/artifacts.txt), and the newest JDK on the machine) into `target/bench-inputs`.\n\nRatios are \
             of one run: every round measures the baseline and then jardex, and the best round of each is taken. \
             Processes start with warm file caches.\n\n{}",
            machine::described(),
            self.markdown().trim_end()
        ) + "\n"
    }
}

fn write_table(out: &mut String, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    let _ = write!(out, "## {}\n\n{}\n\n", table.title, table.note);
    let _ = writeln!(out, "| {} |", table.head.join(" | "));
    let rules: Vec<&str> = (0..table.head.len()).map(|at| if at == 0 { "---" } else { "--:" }).collect();
    let _ = writeln!(out, "|{}|", rules.join("|"));
    for row in &table.rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
    out.push('\n');
}

/// A number in three digits or so.
pub fn short(value: f64) -> String {
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else if value >= 0.1 {
        2
    } else {
        3
    };
    format!("{value:.digits$}")
}

/// Seconds.
pub fn seconds(time: Duration) -> String {
    short(time.as_secs_f64())
}

/// Milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What stands where a program is missing.
pub const MISSING: &str = "not installed";

/// The value at this share of a hundred of sorted times, in milliseconds.
pub fn at(percent: usize, sorted: &[Duration]) -> f64 {
    sorted.get(sorted.len().saturating_sub(1) * percent / 100).map_or(0.0, |time| millis(*time))
}
