//! What is said where a `name_filter` matches nothing: what it would match were one rule of it less strict, or what is close; of
//! members, those that are inherited.

use std::borrow::Cow;

use super::words::counted;
use super::{Call, Tool, resolve};
use crate::search::pattern::{NamePattern, PatternKind};
use crate::text::escape::visible;

/// A name that was there to be matched.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    /// Of a type the one around it; empty for members.
    pub package: &'a str,
    /// As the filter sees it: `Outer.Inner`, `method`.
    pub name: &'a str,
}

impl Name<'_> {
    fn qualified(&self) -> Cow<'_, str> {
        if self.package.is_empty() {
            Cow::Borrowed(self.name)
        } else {
            Cow::Owned(format!("{}.{}", self.package, self.name))
        }
    }

    fn last(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }
}

/// What to say of a filter that none of these names passes; nothing where none is near it.
pub fn message(call: &Call<'_>, tool: &Tool, names: &[Name<'_>]) -> Option<String> {
    let text = call.args.text("name_filter")?;
    let kind = resolve::name_filter_kind(call.args);
    let filter = call.parameter(tool, "name_filter");
    // `Outer$Inner` is written `Outer.Inner` here; in an expression a `$` alone is an end.
    let nested = match kind {
        PatternKind::Glob => text.replace('$', "."),
        PatternKind::Regex => text.replace("\\$", "\\."),
    };
    let loose = |text: &str| NamePattern::in_any_case(text, kind).ok();
    let found = |pattern: &NamePattern| those(names, |one| pattern.matches_type(one.name));
    let rules = [
        (format!("case counts in {filter}"), loose(text).map(|pattern| found(&pattern))),
        ("a nested type is written Outer.Inner".to_owned(), loose(&nested).map(|pattern| found(&pattern))),
        (
            format!("{filter} sees names without their packages"),
            loose(&nested).map(|pattern| those(names, |one| pattern.matches(&one.qualified()))),
        ),
        ("a glob is a whole name, in which case counts".to_owned(), part(&nested, kind).map(|pattern| found(&pattern))),
    ];
    let hit = rules.into_iter().find_map(|(rule, found)| Some((rule, found.filter(|found| !found.is_empty())?)));
    if let Some((rule, found)) = hit {
        return Some(format!("{rule}; there {}", listed(&found)));
    }
    let close = resolve::near(&plain(&nested), names.iter().map(Name::last));
    (!close.is_empty()).then(|| format!("close: {}", close.join(", ")))
}

/// What to say where a filter matches only members that are inherited: from which supertypes, one of these for each member.
pub fn inherited(call: &Call<'_>, tool: &Tool, owners: &[String]) -> Option<String> {
    let mut distinct: Vec<&str> = owners.iter().map(String::as_str).collect();
    distinct.dedup();
    let shown: Vec<String> = distinct.iter().take(resolve::MOST_SUGGESTIONS).map(|name| visible(name).into()).collect();
    let more = distinct.len().saturating_sub(shown.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let (filter, inherited) = (call.parameter(tool, "name_filter"), call.parameter(tool, "include_inherited"));
    let count = counted(owners.len() as u64, "inherited member");
    let told = format!("{filter} matches {count}, of {}{more}; {inherited} lists them", shown.join(", "));
    (!owners.is_empty()).then_some(told)
}

/// What a glob matches that is a part of a name; nothing where it says itself where a name goes on.
fn part(glob: &str, kind: PatternKind) -> Option<NamePattern> {
    let is_plain = kind == PatternKind::Glob && !glob.contains(['*', '?', '[', '{']);
    is_plain.then(|| NamePattern::in_any_case(&format!("*{glob}*"), kind).ok()).flatten()
}

/// The name that a filter is most likely about, without what makes it a pattern.
fn plain(text: &str) -> String {
    let name = text.split('(').next().unwrap_or(text).replace("\\.", ".");
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let kept: String = name.chars().filter(|c| is_part(*c)).collect();
    kept.trim_matches('.').rsplit('.').next().unwrap_or_default().to_owned()
}

/// Names that are meant, once each, by name.
fn those(names: &[Name<'_>], is_meant: impl Fn(&Name<'_>) -> bool) -> Vec<String> {
    let mut found: Vec<String> =
        names.iter().filter(|name| is_meant(name)).map(|name| name.qualified().into_owned()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// `is a`, `are a, b and 7 more`.
fn listed(found: &[String]) -> String {
    let is = if found.len() == 1 { "is" } else { "are" };
    let first = found.iter().take(resolve::MOST_SUGGESTIONS).map(|name| visible(&resolve::short(name)).into_owned());
    let shown = first.collect::<Vec<_>>().join(", ");
    match found.len().saturating_sub(resolve::MOST_SUGGESTIONS) {
        0 => format!("{is} {shown}"),
        more => format!("{is} {shown} and {more} more"),
    }
}
