//! What is said where no line matches a query that may be meant another way: in any case, as an expression, or as plain text.
//!
//! What is told was searched for: a reading that finds nothing either helps nobody.

use super::TOOL;
use super::parts::Asked;
use crate::search::query::{Query, QueryKind};
use crate::text::escape::visible;
use crate::tools::{Call, resolve};

/// Another reading of a query, and what to say of it where a line matches that.
pub(super) struct Reading {
    pub query: Query,
    pub rule: String,
}

/// The readings of a query that are another one and can be searched for.
pub(super) fn of(call: &Call<'_>, asked: &Asked<'_>) -> Vec<Reading> {
    let (text, kind, case) = (asked.text, asked.kind, asked.case_sensitive);
    let mut readings = Vec::new();
    let mut add = |text: &str, kind: QueryKind, case: Option<bool>, rule: String| {
        let query = Query::parse(text, kind, case, asked.whole_word);
        readings.extend(query.ok().map(|query| Reading { query, rule }));
    };
    // An expression may have capitals that are none of what it matches: then this is the same search again.
    if case.unwrap_or_else(|| text.chars().any(char::is_uppercase)) {
        let why = if case.is_none() { "case counts, as the query has capitals" } else { "case counts" };
        let any = call.argument(&TOOL, "case_sensitive", "false");
        add(text, kind, Some(false), format!("{why}: with {any}"));
    }
    match kind {
        QueryKind::Text if is_like_expression(text) => {
            let regex = call.argument(&TOOL, "query_type", "regex");
            add(text, QueryKind::Regex, case, format!("the query is plain text: with {regex}"));
        }
        QueryKind::Regex if text.contains(REGEX) => {
            if let Some(escaped) = without_groups(text) {
                let rule = format!("parentheses group in an expression: as {}", visible(&resolve::short(&escaped)));
                add(&escaped, QueryKind::Regex, case, rule);
            }
            let plain = call.argument(&TOOL, "query_type", "string");
            add(text, QueryKind::Text, case, format!("the query is an expression: as plain text, with {plain},"));
        }
        QueryKind::Text | QueryKind::Regex => {}
    }
    readings
}

/// Whether a text is written as nobody writes what is no expression.
fn is_like_expression(text: &str) -> bool {
    let parts = ["\\", "|", ".*", ".+", ".?", "[^", "[a-", "[A-", "[0-", "(?"];
    parts.iter().any(|part| text.contains(part)) || text.starts_with('^') || text.ends_with('$')
}

/// Characters that mean something in an expression.
const REGEX: [char; 14] = ['\\', '.', '+', '*', '?', '(', ')', '|', '[', ']', '{', '}', '^', '$'];

/// An expression in which parentheses stand for themselves; none where no parenthesis groups.
fn without_groups(text: &str) -> Option<String> {
    let mut escaped = String::with_capacity(text.len() + 8);
    let (mut is_escaped, mut has_groups) = (false, false);
    for c in text.chars() {
        if matches!(c, '(' | ')') && !is_escaped {
            escaped.push('\\');
            has_groups = true;
        }
        is_escaped = c == '\\' && !is_escaped;
        escaped.push(c);
    }
    has_groups.then_some(escaped)
}
