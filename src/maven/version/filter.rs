//! Filters over versions: `>=5.0,<6.0`, `[5.0,6.0)`, `5.3.1`.

use super::Version;
use crate::error::Failure;
use crate::text::escape::quoted;

/// Which versions are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionFilter {
    /// A version is meant when any of these holds.
    ranges: Vec<Range>,
}

/// Every bound must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Range(Vec<Bound>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    comparator: Comparator,
    version: Version,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparator {
    Less,
    AtMost,
    Equal,
    NotEqual,
    AtLeast,
    Greater,
}

/// Longer ones first, so that `>=` is not read as `>`.
const COMPARATORS: [(&str, Comparator); 7] = [
    (">=", Comparator::AtLeast),
    ("<=", Comparator::AtMost),
    ("!=", Comparator::NotEqual),
    ("==", Comparator::Equal),
    (">", Comparator::Greater),
    ("<", Comparator::Less),
    ("=", Comparator::Equal),
];

impl VersionFilter {
    /// Reads a filter: one version (equal in Maven's order), a list of comparators (`>=5.0.0,<6.0.0`, all must hold), or
    /// Maven ranges (`[5.0,6.0)`, `(,1.0]`, `[1.0]`; of several, one must hold).
    ///
    /// # Errors
    /// `invalid_argument` naming `version_filter` and what is wrong.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let trimmed = text.trim();
        let read = match trimmed.chars().next() {
            None => Err("is empty".to_owned()),
            Some('[' | '(') => ranges(trimmed),
            Some(_) => comparators(trimmed).map(|range| vec![range]),
        };
        let ranges = read.map_err(|what| {
            Failure::argument("version_filter", format_args!("'{}' {what}", quoted(text)))
                .hint("write a version, comparators like >=5.0.0,<6.0.0, or a Maven range like [5.0,6.0)")
        })?;
        Ok(Self { ranges })
    }

    /// Whether this version is meant.
    #[must_use]
    pub fn matches(&self, version: &str) -> bool {
        let version = Version::new(version);
        self.ranges.iter().any(|Range(bounds)| bounds.iter().all(|bound| bound.holds(&version)))
    }
}

impl Bound {
    fn holds(&self, version: &Version) -> bool {
        let order = version.cmp(&self.version);
        match self.comparator {
            Comparator::Less => order.is_lt(),
            Comparator::AtMost => order.is_le(),
            Comparator::Equal => order.is_eq(),
            Comparator::NotEqual => order.is_ne(),
            Comparator::AtLeast => order.is_ge(),
            Comparator::Greater => order.is_gt(),
        }
    }
}

fn comparators(text: &str) -> Result<Range, String> {
    let mut bounds = Vec::new();
    for part in text.split(',') {
        let part = part.trim();
        let found = COMPARATORS.into_iter().find_map(|(sign, is)| part.strip_prefix(sign).map(|rest| (is, rest)));
        let (comparator, rest) = found.unwrap_or((Comparator::Equal, part));
        bounds.push(Bound { comparator, version: version(rest)? });
    }
    Ok(Range(bounds))
}

fn version(text: &str) -> Result<Version, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("has a comparator or comma without a version".to_owned());
    }
    match text.chars().find(|c| c.is_whitespace() || "<>=![](),;:*?^~|".contains(*c)) {
        Some(bad) => Err(format!("has '{}' in a version", bad.escape_debug())),
        None if stands_for_others(text) => Err("stands for versions and is none itself".to_owned()),
        None => Ok(Version::new(text)),
    }
}

/// Whether a text is what build tools write for whichever version is the newest, or of a line: `LATEST`, `2.+`, `2.x`, `2.18.`.
fn stands_for_others(text: &str) -> bool {
    let is_newest =
        ["latest", "release"].iter().any(|word| text.eq_ignore_ascii_case(word)) || text.starts_with("latest.");
    let is_line = text.rsplit_once('.').is_some_and(|(_, last)| last.eq_ignore_ascii_case("x"));
    is_newest || is_line || text.ends_with(['+', '.'])
}

fn ranges(text: &str) -> Result<Vec<Range>, String> {
    let mut ranges = Vec::new();
    let mut rest = text;
    loop {
        let Some(end) = rest.find([']', ')']) else { return Err("has a range that is not closed".to_owned()) };
        ranges.push(range(&rest[..=end])?);
        rest = rest[end + 1..].trim_start();
        if rest.is_empty() {
            return Ok(ranges);
        }
        rest = rest.strip_prefix(',').map_or(rest, str::trim_start);
        if !rest.starts_with(['[', '(']) {
            return Err("has something other than ranges after a range".to_owned());
        }
    }
}

/// One range with its brackets, both one byte long.
fn range(text: &str) -> Result<Range, String> {
    let (is_from, is_to) = (text.starts_with('['), text.ends_with(']'));
    let inner = &text[1..text.len() - 1];
    let Some((low, high)) = inner.split_once(',') else {
        if !(is_from && is_to) {
            return Err("has a range of one version that is not in square brackets".to_owned());
        }
        return Ok(Range(vec![Bound { comparator: Comparator::Equal, version: version(inner)? }]));
    };
    let mut bounds = Vec::new();
    if !low.trim().is_empty() {
        let comparator = if is_from { Comparator::AtLeast } else { Comparator::Greater };
        bounds.push(Bound { comparator, version: version(low)? });
    }
    if !high.trim().is_empty() {
        let comparator = if is_to { Comparator::AtMost } else { Comparator::Less };
        bounds.push(Bound { comparator, version: version(high)? });
    }
    if let [low, high] = bounds.as_slice()
        && low.version > high.version
    {
        return Err("has a range whose lower end is above its upper end".to_owned());
    }
    Ok(Range(bounds))
}
