//! Versions in the order of Maven's resolver, and the ranges that are written in it.
//!
//! Maven has two orders. [`super::Version`] is that of its tools; this one decides which version a range of a POM picks. It
//! is that of the resolver of Maven 4, which differs from Maven 3's where a number meets a word in the first place, and in
//! digits that are not ASCII. `_` separates as well, separators that repeat do not count, and at the end of a version `min` and
//! `max` are below and above everything.

use std::cmp::Ordering;

/// A version as the resolver reads it. Every text is one.
///
/// There is no `Ord`: the resolver's comparison skips words while it looks for numbers, and so is no order for texts that
/// nobody publishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenericVersion {
    items: Vec<Item>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Min,
    /// A word that is known: its place among the others; 0 is the release.
    Qualifier(i8),
    /// Any other word, in lower case.
    Word(String),
    /// Decimal digits without leading zeros; zero is empty. Of any length.
    Number(String),
    Max,
}

/// The words that are known; `ga`, `final` and `release` are the release itself.
const QUALIFIERS: [(&str, i8); 11] = [
    ("alpha", -5),
    ("beta", -4),
    ("milestone", -3),
    ("cr", -2),
    ("rc", -2),
    ("snapshot", -1),
    ("ga", 0),
    ("final", 0),
    ("release", 0),
    ("", 0),
    ("sp", 1),
];

impl Item {
    /// As the resolver sorts items into numbers and words: `min` and `max` count as numbers.
    fn is_number(&self) -> bool {
        matches!(self, Self::Min | Self::Number(_) | Self::Max)
    }

    const fn kind(&self) -> u8 {
        match self {
            Self::Min => 0,
            Self::Qualifier(_) => 1,
            Self::Word(_) => 2,
            Self::Number(_) => 3,
            Self::Max => 4,
        }
    }

    /// Compared with nothing, which is zero and the release.
    fn against_nothing(&self) -> Ordering {
        match self {
            Self::Min => Ordering::Less,
            Self::Qualifier(place) => place.cmp(&0),
            Self::Number(digits) if digits.is_empty() => Ordering::Equal,
            Self::Word(_) | Self::Number(_) | Self::Max => Ordering::Greater,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Qualifier(one), Self::Qualifier(other)) => one.cmp(other),
            // As Java compares texts, by UTF-16 units.
            (Self::Word(one), Self::Word(other)) => one.encode_utf16().cmp(other.encode_utf16()),
            (Self::Number(one), Self::Number(other)) => one.len().cmp(&other.len()).then_with(|| one.cmp(other)),
            _ => self.kind().cmp(&other.kind()),
        }
    }
}

impl GenericVersion {
    /// The version that this text is.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut items = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (item, after) = token(rest);
            items.push(item);
            rest = after;
        }
        trim(&mut items);
        Self { items }
    }

    /// The resolver's comparison.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        // An empty text is zero.
        let mut before_is_number = true;
        let zero = [Item::Number(String::new())];
        let [these, those] = [self, other].map(|it| if it.items.is_empty() { &zero[..] } else { &it.items });
        for at in 0.. {
            let (one, two) = match (these.get(at), those.get(at)) {
                (None, None) => break,
                (None, Some(_)) => return padding(&those[at..], None).reverse(),
                (Some(_), None) => return padding(&these[at..], None),
                (Some(one), Some(two)) => (one, two),
            };
            if one.is_number() != two.is_number() {
                return if at == 0 {
                    one.compare(two)
                } else if one.is_number() == before_is_number {
                    padding(&these[at..], Some(before_is_number))
                } else {
                    padding(&those[at..], Some(before_is_number)).reverse()
                };
            }
            let order = one.compare(two);
            if order.is_ne() {
                return order;
            }
            before_is_number = one.is_number();
        }
        Ordering::Equal
    }
}

/// What is left of the longer version against nothing; of numbers or of words alone where the two part there.
fn padding(items: &[Item], numbers: Option<bool>) -> Ordering {
    let counted = items.iter().filter(|item| numbers.is_none_or(|numbers| numbers == item.is_number()));
    counted.map(Item::against_nothing).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The first item of a text that is not empty, and what follows it and its separator.
fn token(text: &str) -> (Item, &str) {
    let is_separator = |c: char| matches!(c, '.' | '-' | '_');
    let starts_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text.find(|c: char| is_separator(c) || c.is_ascii_digit() != starts_with_digit).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let after = rest.strip_prefix(is_separator).unwrap_or(rest);
    if starts_with_digit || word.is_empty() {
        return (Item::Number(word.trim_start_matches('0').to_owned()), after);
    }
    let number_follows = rest.starts_with(|c: char| c.is_ascii_digit());
    (self::word(word, after.is_empty(), number_follows), after)
}

fn word(word: &str, is_last: bool, number_follows: bool) -> Item {
    let lower = word.to_lowercase();
    match lower.as_str() {
        "min" if is_last => Item::Min,
        "max" if is_last => Item::Max,
        "a" if number_follows => Item::Qualifier(-5),
        "b" if number_follows => Item::Qualifier(-4),
        "m" if number_follows => Item::Qualifier(-3),
        _ => match QUALIFIERS.iter().find(|(known, _)| *known == lower) {
            Some((_, place)) => Item::Qualifier(*place),
            None => Item::Word(lower),
        },
    }
}

/// Takes out the zeros and releases that mean nothing: at the end, and at the end of a run of numbers or words.
fn trim(items: &mut Vec<Item>) {
    let mut run = None;
    let mut end = items.len().saturating_sub(1);
    for at in (1..items.len()).rev() {
        let is_number = items[at].is_number();
        if run != Some(is_number) {
            end = at;
            run = Some(is_number);
        }
        let is_last = at == items.len() - 1;
        if end == at && (is_last || items[at - 1].is_number() == is_number) && items[at].against_nothing().is_eq() {
            items.remove(at);
            end -= 1;
        }
    }
}

/// One or more ranges of versions, as a POM writes them: `[1.0,2.0)`, `(,1.0],[1.2,)`, `[1.0]`, `[1.0.*]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRange {
    text: String,
    /// A version is in the range when it is in one of these.
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    /// The bound, and whether it is in the range itself.
    low: Option<(GenericVersion, bool)>,
    high: Option<(GenericVersion, bool)>,
}

impl VersionRange {
    /// Whether a version of a POM is meant to be a range.
    #[must_use]
    pub fn is_range(text: &str) -> bool {
        text.starts_with(['[', '('])
    }

    /// Reads ranges.
    ///
    /// # Errors
    /// What is wrong, to stand after the text: `has a range that is not closed`.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut parts = Vec::new();
        let mut rest = text.trim();
        while rest.starts_with(['[', '(']) {
            let Some(end) = rest.find([']', ')']) else { return Err("has a range that is not closed") };
            parts.push(part(&rest[..=end])?);
            rest = rest[end + 1..].trim_start();
            rest = rest.strip_prefix(',').map_or(rest, str::trim_start);
        }
        match (parts.is_empty(), rest.is_empty()) {
            (true, _) => Err("is no range"),
            (false, false) => Err("has something other than ranges after a range"),
            (false, true) => Ok(Self { text: text.trim().to_owned(), parts }),
        }
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The version of a range of one alone, `[1.0]`.
    #[must_use]
    pub fn only(&self) -> Option<&str> {
        let inner = self.text.strip_prefix('[')?.strip_suffix(']')?.trim();
        (!inner.is_empty() && !inner.contains([',', '*', '[', '(', ')'])).then_some(inner)
    }

    /// Whether a version is in the range.
    #[must_use]
    pub fn contains(&self, version: &str) -> bool {
        let version = GenericVersion::new(version);
        self.parts.iter().any(|part| part.contains(&version))
    }

    /// The highest of these versions that is in the range: what Maven picks, SNAPSHOTs and pre-releases included.
    pub fn pick<'a>(&self, versions: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let mut best: Option<(&str, GenericVersion)> = None;
        for version in versions {
            let read = GenericVersion::new(version);
            let is_better = best.as_ref().is_none_or(|(_, best)| read.compare(best).is_gt());
            if is_better && self.parts.iter().any(|part| part.contains(&read)) {
                best = Some((version, read));
            }
        }
        best.map(|(version, _)| version)
    }
}

impl Part {
    fn contains(&self, version: &GenericVersion) -> bool {
        let is_within = |bound: &Option<(GenericVersion, bool)>, outside: Ordering| match bound {
            None => true,
            Some((bound, included)) => match version.compare(bound) {
                Ordering::Equal => *included,
                order => order != outside,
            },
        };
        is_within(&self.low, Ordering::Less) && is_within(&self.high, Ordering::Greater)
    }
}

/// One range with its brackets, both one byte long.
fn part(text: &str) -> Result<Part, &'static str> {
    let (with_low, with_high) = (text.starts_with('['), text.ends_with(']'));
    let inner = &text[1..text.len() - 1];
    let Some((low, high)) = inner.split_once(',') else {
        if !(with_low && with_high) {
            return Err("has a range of one version that is not in square brackets");
        }
        let version = inner.trim();
        // `1.*` is everything that begins so.
        let (low, high) = match version.strip_suffix('*').filter(|prefix| prefix.ends_with('.')) {
            Some(prefix) => (format!("{prefix}min"), format!("{prefix}max")),
            None => (version.to_owned(), version.to_owned()),
        };
        let [low, high] = [low, high].map(|bound| Some((GenericVersion::new(&bound), true)));
        return Ok(Part { low, high });
    };
    if high.contains(',') {
        return Err("has a range with more than two ends");
    }
    let bound = |text: &str, included| {
        let text = text.trim();
        (!text.is_empty()).then(|| (GenericVersion::new(text), included))
    };
    let part = Part { low: bound(low, with_low), high: bound(high, with_high) };
    match (&part.low, &part.high) {
        (Some((low, _)), Some((high, _))) if high.compare(low).is_lt() => {
            Err("has a range whose lower end is above its upper end")
        }
        _ => Ok(part),
    }
}
