//! What `jardex cache` prints.

use serde::Serialize;
use serde_json::{Value, json};

use crate::error::Incomplete;
use crate::index::upkeep::{ArtifactSize, Exported, Imported, Pruned, Size, Stats, Verified};
use crate::tools::page::{Page, Span, Style};
use crate::tools::{Answer, size};

/// A result as an answer.
pub(super) struct Shown<T>(pub T);

/// What of a result is not in its JSON.
pub(super) trait Told: Serialize {
    fn page(&self, page: &mut Page);
    /// Whether all is well.
    fn is_well(&self) -> bool {
        true
    }
}

impl<T: Told> Answer for Shown<T> {
    fn json(&self) -> Value {
        let mut answer = json!({ "status": "success" });
        if let (Some(answer), Ok(Value::Object(told))) = (answer.as_object_mut(), serde_json::to_value(&self.0)) {
            answer.extend(told);
        }
        answer
    }

    fn page(&self, page: &mut Page) {
        self.0.page(page);
    }

    fn found(&self) -> bool {
        self.0.is_well()
    }
}

fn incomplete(page: &mut Page, what: &str, incomplete: &[Incomplete]) {
    for one in incomplete {
        page.spans(vec![
            Span(Style::Warning, format!("{what} ")),
            Span(Style::Path, one.what.clone()),
            Span(Style::Plain, format!(": {}", one.reason)),
        ]);
    }
}

fn files(size_of: Size) -> String {
    let files = if size_of.files == 1 { "file" } else { "files" };
    format!("{} {files}, {}", size_of.files, size(size_of.bytes))
}

fn number(bytes: u64) -> Span {
    Span(Style::Number, size(bytes))
}

impl Told for Stats {
    fn page(&self, page: &mut Page) {
        page.spans(vec![Span(Style::Path, self.root.clone()), Span(Style::Plain, format!(" {}", files(self.total)))]);
        for kind in &self.kinds {
            page.row(2, vec![number(kind.size.bytes), Span(Style::Kind, kind.kind.clone())]);
        }
        for artifact in &self.artifacts {
            let mut columns = vec![number(artifact.bytes), Span(Style::Name, artifact.artifact.clone())];
            let parts = parts(artifact);
            if !parts.is_empty() {
                columns.push(Span(Style::Faint, format!("({parts})")));
            }
            page.row(0, columns);
        }
        incomplete(page, "not looked at", &self.incomplete);
    }
}

/// What an artifact takes, where that is not its index alone; when it was built.
fn parts(artifact: &ArtifactSize) -> String {
    let named = [("index", artifact.index), ("extracted", artifact.extracted), ("downloads", artifact.downloads)];
    let has_more = artifact.extracted + artifact.downloads > 0;
    let sizes = named.iter().filter(|(_, bytes)| has_more && *bytes > 0);
    let mut parts: Vec<String> = sizes.map(|(what, bytes)| format!("{what} {}", size(*bytes))).collect();
    parts.push(artifact.built.clone().unwrap_or_else(|| "not indexed".to_owned()));
    parts.join(", ")
}

impl Told for Verified {
    fn page(&self, page: &mut Page) {
        for damage in &self.damaged {
            let state = if damage.repaired { "dropped" } else { "damaged" };
            page.spans(vec![
                Span(Style::Error, format!("{state} ")),
                Span(Style::Path, damage.what.clone()),
                Span(Style::Plain, format!(": {}", damage.reason)),
            ]);
        }
        incomplete(page, "not looked at", &self.incomplete);
        let stale =
            if self.stale > 0 { format!(" ({} of another version of jardex)", self.stale) } else { String::new() };
        page.line(
            Style::Plain,
            format!(
                "{} records, {} indexes{stale}, {} downloads; {} damaged",
                self.records,
                self.indexes,
                self.downloads,
                self.damaged.len()
            ),
        );
    }

    fn is_well(&self) -> bool {
        self.damaged.iter().all(|damage| damage.repaired) && self.incomplete.is_empty()
    }
}

impl Told for Pruned {
    fn page(&self, page: &mut Page) {
        for gone in &self.removed {
            page.row(
                0,
                vec![
                    number(gone.size.bytes),
                    Span(Style::Path, gone.what.clone()),
                    Span(Style::Faint, format!("({})", gone.why)),
                ],
            );
        }
        incomplete(page, "stays", &self.incomplete);
        let done = if self.dry_run { "would be removed" } else { "removed" };
        page.line(Style::Plain, format!("{done}: {}; {} left", files(self.size), size(self.left)));
    }
}

impl Told for Exported {
    fn page(&self, page: &mut Page) {
        incomplete(page, "left out", &self.incomplete);
        page.line(Style::Plain, format!("exported: {} artifacts, {}", self.artifacts, files(self.size)));
    }
}

impl Told for Imported {
    fn page(&self, page: &mut Page) {
        incomplete(page, "not taken", &self.skipped);
        page.line(Style::Plain, format!("imported: {} artifacts, {}", self.artifacts, size(self.size.bytes)));
    }
}
