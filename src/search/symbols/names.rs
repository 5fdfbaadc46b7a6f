//! Names in one piece of memory, and those among them that answer to a query.

use std::sync::OnceLock;

use memchr::memmem::Finder;

use super::name::{Class, fold, initials};
use super::query::Query;

/// How many heads names have.
const HEADS: usize = 32;

/// That of the empty name.
const NO_HEAD: u8 = u8::MAX;

/// Names by their places.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// One after the other.
    text: String,
    /// The same without case, made when it is first asked for.
    folded: OnceLock<String>,
    /// Where each ends.
    ends: Vec<u32>,
    /// In which head each is: the lowest five bits of what it begins with, so that a head is made without looking at the names of
    /// others. Made when humps are first asked for.
    beginnings: OnceLock<Vec<u8>>,
    /// The places and initials of those that begin with the same five lowest bits, the two cases of a letter, each made when humps
    /// that begin so are first asked for: all of them at once would take that question as long as ten others.
    heads: [OnceLock<Vec<(u32, u32)>>; HEADS],
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
        2 * self.text.capacity() + 13 * self.ends.capacity()
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
        let wanted = humps.initials();
        let may = self.head(humps.first()).iter().filter(|(_, initials)| initials & wanted == wanted);
        may.map(|(at, _)| *at).filter(|at| humps.fit(self.get(*at as usize))).collect()
    }

    /// The places of the names that begin with a byte, in one case or the other, and perhaps of others; with their initials.
    fn head(&self, first: u8) -> &[(u32, u32)] {
        let head = usize::from(first) % HEADS;
        self.heads[head].get_or_init(|| {
            let begin_so = memchr::memchr_iter(head as u8, self.beginnings());
            begin_so.map(|at| (at as u32, initials(self.get(at).as_bytes()))).collect()
        })
    }

    fn beginnings(&self) -> &[u8] {
        self.beginnings.get_or_init(|| {
            let of = |at| self.get(at).as_bytes().first().map_or(NO_HEAD, |byte| byte % HEADS as u8);
            (0..self.len()).map(of).collect()
        })
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
