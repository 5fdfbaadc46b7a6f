//! Which names are close to one that was not found.

use crate::text::spelling::{Spelling, fold};

/// Most names that are offered.
const MOST: usize = 5;

/// Up to five of `names` (package and `Outer.Inner`) close to `wanted`, qualified, best first: the same simple name, in the
/// types that are written around it before others, then
/// the same without case, then names that begin with or hold it, then misspellings and camel humps.
pub(super) fn closest<'a>(wanted: &str, names: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let simple = wanted.rsplit(['.', '$']).next().unwrap_or(wanted);
    if simple.is_empty() {
        return Vec::new();
    }
    let query = Query { simple, spelling: Spelling::of(simple), humps: humps(simple).map(folded).collect() };
    let around = &wanted[..wanted.len() - simple.len()];
    // `Outer$Inner` is written `Outer.Inner` here.
    let dotted = wanted.replace('$', ".");
    let mut found: Vec<(u8, bool, bool, usize, usize, String)> = Vec::new();
    let mut buffer = String::new();
    for (package, name) in names {
        let candidate = name.rsplit('.').next().unwrap_or(name);
        if let Some((class, distance)) = query.rank(candidate, &mut buffer) {
            let qualified = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
            let elsewhere = !around.starts_with(package) || package.is_empty() != around.is_empty();
            let is_end = qualified.strip_suffix(&dotted).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
            found.push((class, !is_end, elsewhere, distance, qualified.len(), qualified));
        }
    }
    found.sort_unstable();
    found.dedup_by(|a, b| a.5 == b.5);
    found.truncate(MOST);
    found.into_iter().map(|entry| entry.5).collect()
}

struct Query<'a> {
    simple: &'a str,
    spelling: Spelling,
    /// In lower case.
    humps: Vec<String>,
}

impl Query<'_> {
    /// The class of closeness and the distance within it, smaller is closer.
    fn rank(&self, candidate: &str, buffer: &mut String) -> Option<(u8, usize)> {
        if candidate == self.simple {
            return Some((0, 0));
        }
        let wanted = self.spelling.folded();
        fold(candidate, buffer);
        if buffer == wanted {
            return Some((1, 0));
        }
        let spare = buffer.len().abs_diff(wanted.len());
        if wanted.len() >= 3 && buffer.len() > wanted.len() {
            if buffer.starts_with(wanted) {
                return Some((2, spare));
            }
            if buffer.contains(wanted) {
                return Some((3, spare));
            }
        }
        // Two slips in a short name leave nothing of it.
        let most = match self.spelling.length() {
            0..3 => 0,
            3..5 => 1,
            _ => 2,
        };
        if let Some(slips) = self.spelling.slips(buffer, most) {
            return Some((4, slips));
        }
        (self.humps.len() >= 2 && begins_humps(&self.humps, candidate)).then_some((5, spare))
    }
}

/// The words of a camel-case name: `NPException` gives `N`, `P`, `Exception`.
fn humps(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let next = rest[first.len_utf8()..].find(char::is_uppercase);
        let (hump, after) = rest.split_at(next.map_or(rest.len(), |at| first.len_utf8() + at));
        rest = after;
        Some(hump)
    })
}

fn folded(hump: &str) -> String {
    let mut folded = String::new();
    fold(hump, &mut folded);
    folded
}

/// Whether each hump of `wanted` begins a hump of `name`, in order, the first one the first.
fn begins_humps(wanted: &[String], name: &str) -> bool {
    let begins = |hump: &str, wanted: &str| {
        let mut letters = hump.chars().flat_map(char::to_lowercase);
        wanted.chars().all(|c| letters.next() == Some(c))
    };
    let mut rest = humps(name);
    let mut at_first = true;
    wanted.iter().all(|hump| {
        if std::mem::take(&mut at_first) {
            return rest.next().is_some_and(|first| begins(first, hump));
        }
        rest.by_ref().any(|candidate| begins(candidate, hump))
    })
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn near_misses_come_best_first() {
        let names = [
            ("org.example", "StringUtils"),
            ("org.example.util", "StringUtils"),
            ("org.example", "StringUtilsTest"),
            ("org.example", "MyStringUtils"),
            ("org.example", "Map.Entry"),
            ("org.example", "NullPointerException"),
            ("", "Bare"),
        ];
        let close = |wanted: &str| closest(wanted, names.into_iter());
        assert_eq!(
            close("org.example.util.stringutils"),
            [
                "org.example.StringUtils",
                "org.example.util.StringUtils",
                "org.example.StringUtilsTest",
                "org.example.MyStringUtils"
            ]
        );
        assert_eq!(close("org.other.StringUtils")[0], "org.example.StringUtils");
        assert_eq!(close("org.example.StringUtlis")[0], "org.example.StringUtils");
        assert_eq!(close("Entry"), ["org.example.Map.Entry"]);
        assert_eq!(close("NPE"), ["org.example.NullPointerException"]);
        assert_eq!(close("Bere"), ["Bare"]);
        assert!(close("Nothing").is_empty() && close("").is_empty());
    }
}
