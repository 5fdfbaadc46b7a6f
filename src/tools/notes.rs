//! Lines that many answers end with: what was not searched, what is only noted, where the next page is.

use super::page::{Page, Style};
use super::paging::Pagination;
use crate::error::Incomplete;

/// What an answer lacks and notes, on one line.
pub fn incomplete(page: &mut Page, incomplete: &[Incomplete]) {
    if !incomplete.is_empty() {
        page.line(Style::Warning, Incomplete::told(incomplete));
    }
}

/// What is worth saying of a source, a line each.
pub fn of_source(page: &mut Page, notes: &[String]) {
    for note in notes {
        page.line(Style::Faint, note.clone());
    }
}

/// The total and the next page, where there is more; `what` is the plural of the items.
pub fn pages(page: &mut Page, pagination: Pagination, what: &str) {
    if let Some(next) = pagination.next() {
        let size =
            if pagination.page_size == 50 { String::new() } else { format!(" page_size {}", pagination.page_size) };
        page.line(Style::Faint, format!("{} {what}; next: page {next}{size}", pagination.total_count));
    }
}

/// That a list is empty: which page of how many, or that there is nothing at all.
pub fn empty(page: &mut Page, pagination: Pagination, what: &str) {
    empty_but(page, pagination, what, None);
}

/// The same with what to ask instead, where there is nothing at all.
pub fn empty_but(page: &mut Page, pagination: Pagination, what: &str, instead: Option<&str>) {
    let beyond = pagination.beyond(what);
    let instead = instead.map_or_else(String::new, |instead| format!("; {instead}"));
    page.line(Style::Faint, beyond.unwrap_or_else(|| format!("no {what}{instead}")));
}
