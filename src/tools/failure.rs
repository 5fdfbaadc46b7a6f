//! The plain form of a failure: what a pipe and the text form of MCP answers show.

use super::page::{Page, Span, Style};
use crate::error::{Failure, Incomplete, More};

/// `status: message; close: …`, and the next step where there is one.
#[must_use]
pub fn page(failure: &Failure) -> Page {
    let mut page = Page::default();
    let mut text = format!(": {}", failure.message);
    for (what, names) in [("close", &failure.suggestions), ("versions", &failure.versions)] {
        if !names.is_empty() {
            text.extend(["; ", what, ": ", &names.join(", ")]);
        }
    }
    if let Some(More::NotSearched { incomplete }) = failure.more.as_deref() {
        text.extend(["; ", &Incomplete::told(incomplete)]);
    }
    page.spans(vec![Span(Style::Error, failure.status.as_str().to_owned()), Span(Style::Plain, text)]);
    let next = match (failure.suggested_action, &failure.hint) {
        (Some(tool), Some(hint)) => Some(format!("{tool}; {hint}")),
        (Some(tool), None) => Some(tool.to_owned()),
        (None, hint) => hint.as_deref().map(str::to_owned),
    };
    if let Some(next) = next {
        page.spans(vec![Span(Style::Faint, "next: ".to_owned()), Span(Style::Plain, next)]);
    }
    page
}
