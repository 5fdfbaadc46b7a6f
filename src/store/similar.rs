//! Which names are close to one that was not found.

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
    let query = Query {
        simple,
        folded: simple.to_lowercase(),
        letters: simple.to_lowercase().chars().collect(),
        humps: humps(simple),
    };
    let around = &wanted[..wanted.len() - simple.len()];
    // `Outer$Inner` is written `Outer.Inner` here.
    let dotted = wanted.replace('$', ".");
    let mut found: Vec<(u8, bool, bool, usize, usize, String)> = Vec::new();
    for (package, name) in names {
        let candidate = name.rsplit('.').next().unwrap_or(name);
        if let Some((class, distance)) = query.rank(candidate) {
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
    folded: String,
    letters: Vec<char>,
    humps: Vec<String>,
}

impl Query<'_> {
    /// The class of closeness and the distance within it, smaller is closer.
    fn rank(&self, candidate: &str) -> Option<(u8, usize)> {
        if candidate == self.simple {
            return Some((0, 0));
        }
        let folded = candidate.to_lowercase();
        if folded == self.folded {
            return Some((1, 0));
        }
        let spare = folded.len().abs_diff(self.folded.len());
        if self.folded.len() >= 3 && folded.starts_with(&self.folded) {
            return Some((2, spare));
        }
        if self.folded.len() >= 3 && folded.contains(&self.folded) {
            return Some((3, spare));
        }
        // Two slips in a short name leave nothing of it.
        let slips = match self.letters.len() {
            0..3 => 0,
            3..5 => 1,
            _ => 2,
        };
        if spare <= 4 * slips
            && let Some(distance) = distance(&self.letters, &folded.chars().collect::<Vec<_>>(), slips)
        {
            return Some((4, distance));
        }
        (self.humps.len() >= 2 && begins_humps(&self.humps, &humps(candidate))).then_some((5, spare))
    }
}

/// The words of a camel-case name, folded: `NPException` gives `n`, `p`, `exception`.
fn humps(name: &str) -> Vec<String> {
    let mut humps: Vec<String> = Vec::new();
    for c in name.chars() {
        if c.is_uppercase() || humps.is_empty() {
            humps.push(String::new());
        }
        if let Some(last) = humps.last_mut() {
            last.extend(c.to_lowercase());
        }
    }
    humps
}

/// Whether each hump of `wanted` begins a hump of `name`, in order, the first one the first.
fn begins_humps(wanted: &[String], name: &[String]) -> bool {
    let mut rest = name.iter();
    let mut at_first = true;
    wanted.iter().all(|hump| {
        if std::mem::take(&mut at_first) {
            return rest.next().is_some_and(|first| first.starts_with(hump.as_str()));
        }
        rest.by_ref().any(|candidate| candidate.starts_with(hump.as_str()))
    })
}

/// Levenshtein's distance, a swap of neighbours counted once; none when it is more than `most`.
fn distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut two_before: Vec<usize> = Vec::new();
    let mut before: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i);
        for j in 1..=b.len() {
            let substituted = before[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substituted.min(before[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(two_before[j - 2] + 1);
            }
            row.push(least);
        }
        if row.iter().min() > Some(&most) {
            return None;
        }
        two_before = std::mem::replace(&mut before, row);
    }
    before.last().copied().filter(|distance| *distance <= most)
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
