//! Names in one piece of memory, and those among them that answer to a query.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use memchr::memmem::Finder;

use super::name::{Class, fold, initials};
use super::query::Query;

/// Names by their places.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// One after the other.
    text: String,
    /// The same without case, made when it is first asked for.
    folded: OnceLock<String>,
    /// Where each ends.
    ends: Vec<u32>,
    /// Humps were asked for before: a process that asks once has nothing of what `heads` takes.
    asked: AtomicBool,
    /// Their places by how they begin, made when humps are asked for again.
    heads: OnceLock<Heads>,
}

/// Places of names by their first letters: what has humps begins as the humps asked for do, and few names do.
#[derive(Debug, Default)]
struct Heads {
    /// The places, those of one head together and ascending, each with the initials of its name: few names have those
    /// that are asked for, and the others are not looked up.
    places: Vec<(u32, u32)>,
    /// Where those of each head begin; one more than there are heads.
    first: Vec<u32>,
}

/// How many classes a byte of a head may be of: its lowest five bits, in which the two cases of a letter are one.
const HEAD_CLASSES: usize = 32;

/// Of the first byte and the second one, which may be none.
const fn head(first: u8, second: u8) -> usize {
    (first as usize % HEAD_CLASSES) * HEAD_CLASSES + second as usize % HEAD_CLASSES
}

impl Heads {
    fn of(names: &Names) -> Self {
        let heads: Vec<usize> = (0..names.len())
            .map(|at| {
                let name = names.get(at).as_bytes();
                head(name.first().copied().unwrap_or(0), name.get(1).copied().unwrap_or(0))
            })
            .collect();
        let mut first = vec![0_u32; HEAD_CLASSES * HEAD_CLASSES + 1];
        for head in &heads {
            first[head + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut places = vec![(0, 0); heads.len()];
        for (head, at) in heads.iter().zip(0..) {
            places[next[*head] as usize] = (at, initials(names.get(at as usize).as_bytes()));
            next[*head] += 1;
        }
        Self { places, first }
    }

    /// The places and initials of the names that may begin with these bytes, in any case.
    fn beginning(&self, bytes: &[u8]) -> &[(u32, u32)] {
        let (from, count) = match bytes {
            [] => (0, self.first.len() - 1),
            [one] => (head(*one, 0), HEAD_CLASSES),
            [one, two, ..] => (head(*one, *two), 1),
        };
        &self.places[self.first[from] as usize..self.first[from + count] as usize]
    }
}

impl Names {
    /// The names that end in a text at these places, all of them inside it.
    pub(super) fn of(text: String, ends: Vec<u32>) -> Option<Self> {
        let mut start = 0;
        for end in &ends {
            let end = *end as usize;
            if end < start || !text.is_char_boundary(end) {
                return None;
            }
            start = end;
        }
        (start == text.len()).then(|| Self { text, ends, ..Self::default() })
    }

    fn folded(&self) -> &String {
        self.folded.get_or_init(|| fold(&self.text))
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, at: usize) -> &str {
        self.ends.get(at).and_then(|end| self.text.get(self.start(at)..*end as usize)).unwrap_or_default()
    }

    /// Bytes of a name.
    pub(super) fn length(&self, at: usize) -> usize {
        self.ends.get(at).map_or(0, |end| *end as usize - self.start(at))
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    /// Bytes of memory, about, once it was searched.
    pub(super) fn size(&self) -> usize {
        2 * self.text.capacity() + 12 * self.ends.capacity()
    }

    /// Shows the places of the names that answer, and how well, in order of place.
    pub(super) fn each(&self, query: &Query, mut show: impl FnMut(usize, Class)) {
        let (text, wanted) =
            if query.case_sensitive { (&self.text, &query.name) } else { (self.folded(), &query.folded) };
        let humped = self.humped(query);
        let mut humped = humped.iter().map(|at| *at as usize).peekable();
        let finder = Finder::new(wanted.as_bytes());
        let (mut from, mut at) = (0, 0);
        while let Some(found) = finder.find(&text.as_bytes()[from..]).map(|found| from + found) {
            at = self.around(at, found);
            let (start, end) = (self.start(at), self.ends[at] as usize);
            if found + wanted.len() > end {
                // It begins in one name and ends in the next.
                from = found + 1;
                continue;
            }
            let class = match (found == start, found + wanted.len() == end) {
                (true, true) => Some(Class::Exact),
                _ if query.whole => None,
                (true, false) => Some(Class::Prefix),
                (false, _) => Some(Class::Substring),
            };
            while let Some(humped) = humped.next_if(|humped| *humped < at) {
                show(humped, Class::Humps);
            }
            let is_humped = humped.next_if_eq(&at).is_some();
            match class {
                Some(Class::Substring) if is_humped => show(at, Class::Humps),
                Some(class) => show(at, class),
                // A whole name may stand further on only in another name.
                None => {}
            }
            from = end;
            at += 1;
            if at >= self.len() {
                break;
            }
        }
        humped.for_each(|at| show(at, Class::Humps));
    }

    /// The places of the names that have the humps asked for, ascending.
    fn humped(&self, query: &Query) -> Vec<u32> {
        let Some(humps) = &query.humps else { return Vec::new() };
        let fits = |at: &u32| humps.fit(self.get(*at as usize));
        if !self.asked.swap(true, Ordering::Relaxed) {
            return (0_u32..).take(self.len()).filter(fits).collect();
        }
        let heads = self.heads.get_or_init(|| Heads::of(self)).beginning(&humps.beginning());
        let wanted = humps.initials();
        let may = heads.iter().filter(|(_, initials)| initials & wanted == wanted).map(|(at, _)| *at);
        let mut found: Vec<u32> = may.filter(fits).collect();
        found.sort_unstable();
        found
    }

    /// The place of the name around a byte, which is not before place `from`.
    fn around(&self, from: usize, byte: usize) -> usize {
        let mut step = 1;
        while self.ends.get(from + step).is_some_and(|end| *end as usize <= byte) {
            step *= 2;
        }
        let low = from + step / 2;
        let high = self.len().min(from + step + 1);
        low + self.ends[low..high].partition_point(|end| *end as usize <= byte)
    }
}

/// How well one name answers.
pub(super) fn classify(query: &Query, name: &str) -> Option<Class> {
    let folded;
    let (name_as_asked, wanted) = if query.case_sensitive {
        (name, &query.name)
    } else {
        folded = fold(name);
        (folded.as_str(), &query.folded)
    };
    if name_as_asked == wanted {
        return Some(Class::Exact);
    }
    if query.whole {
        return None;
    }
    if name_as_asked.starts_with(wanted.as_str()) {
        return Some(Class::Prefix);
    }
    if query.humps.as_ref().is_some_and(|humps| humps.fit(name)) {
        return Some(Class::Humps);
    }
    name_as_asked.contains(wanted.as_str()).then_some(Class::Substring)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], query: &Query) -> Vec<(String, Class)> {
        let mut ends = Vec::new();
        let mut text = String::new();
        for name in names {
            text.push_str(name);
            ends.push(text.len() as u32);
        }
        let names = Names::of(text, ends).unwrap();
        let search = || {
            let mut found = Vec::new();
            names.each(query, |at, class| found.push((names.get(at).to_owned(), class)));
            found
        };
        let found = search();
        assert_eq!(search(), found, "asked again");
        found
    }

    #[test]
    fn classes_of_names() {
        let names = ["get", "getId", "GET", "target", "", "gE", "t", "GiE", "budget"];
        let with = |name: &str, case, whole| found(&names, &Query::new("", name, case, whole));
        let all = |name: &str| with(name, false, false);
        let own = |expected: &[(&str, Class)]| -> Vec<(String, Class)> {
            expected.iter().map(|(name, class)| ((*name).to_owned(), *class)).collect()
        };
        assert_eq!(
            all("get"),
            own(&[
                ("get", Class::Exact),
                ("getId", Class::Prefix),
                ("GET", Class::Exact),
                ("target", Class::Substring),
                ("budget", Class::Substring)
            ])
        );
        assert_eq!(with("GET", true, false), own(&[("GET", Class::Exact)]));
        assert_eq!(with("get", false, true), own(&[("get", Class::Exact), ("GET", Class::Exact)]));
        assert_eq!(
            all("gE"),
            own(&[
                ("get", Class::Prefix),
                ("getId", Class::Prefix),
                ("GET", Class::Prefix),
                ("target", Class::Substring),
                ("gE", Class::Exact),
                ("GiE", Class::Humps),
                ("budget", Class::Substring)
            ])
        );
        assert_eq!(all("nothing"), own(&[]));
    }

    /// What one pass finds is what looking at each name finds.
    #[test]
    fn one_pass_is_each_name() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let mut word = |most: usize| -> String {
                (0..random.usize(0..most)).map(|_| ['a', 'b', 'B', '_'][random.usize(0..4)]).collect()
            };
            let names: Vec<String> = (0..40).map(|_| word(6)).collect();
            let asked = word(4);
            if asked.is_empty() {
                continue;
            }
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let query = Query::new("", &asked, false, false);
            let each = names.iter().filter_map(|name| Some(((*name).to_owned(), classify(&query, name)?)));
            let expected: Vec<(String, Class)> = each.collect();
            assert_eq!(found(&names, &query), expected, "{asked}");
        }
    }
}
