//! What is named in what was pasted: declarations, in traces, messages and descriptors; annotations; keys of configuration.
//!
//! A name of three segments or more is meant as it stands, whatever else a query says; what runs through all artifacts word by
//! word would find any of its segments.

use std::borrow::Cow;

use super::frame::{CONSTRUCTOR, Frame, as_written};
use super::ranked::{self, Filter, Hit, Kind, Name, Request};
use super::{Failed, ask, literally};
use crate::store::read::Index;
use crate::work::Work;

/// Names and keys that are looked for at most: each costs a look into every artifact.
const MOST_NAMES: usize = 8;
const MOST_KEYS: usize = 3;
/// Declarations that a key may stand in.
const MOST_HOLDERS: u64 = 50;
/// Declarations that its last segment may be bound to.
const MOST_BOUND: usize = 3;
/// Segments of a name from which on it is one and no abbreviation.
const FEWEST_SEGMENTS: usize = 3;

/// The declarations that a text names, each once: those of traces in their order, exceptions that head a message last.
#[must_use]
pub fn names(text: &str) -> Vec<Name> {
    let (mut found, mut heads): (Vec<Name>, Vec<Name>) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some(frame) = Frame::parse(line) {
            found.push(of_frame(&frame));
            continue;
        }
        let mut tokens = line.split_whitespace();
        while let Some(token) = tokens.next() {
            let Some(name) = Frame::parse(token).as_ref().map(of_frame).or_else(|| name(token)) else { continue };
            let list = if token.ends_with(':') { &mut heads } else { &mut found };
            list.push(name);
            // What stands in parentheses behind a name are types of parameters.
            if token.contains('(') && !token.contains(')') {
                tokens.by_ref().find(|token| token.contains(')'));
            }
        }
    }
    let mut names: Vec<Name> = Vec::new();
    for name in found.into_iter().chain(heads) {
        // What other letters are spelled with is no term.
        if name.written.is_ascii()
            && names.len() < MOST_NAMES
            && !names.iter().any(|known| known.written == name.written)
        {
            names.push(name);
        }
    }
    names
}

/// What a trace says in words: its lines that are no frames; of frames alone the first name.
#[must_use]
pub fn without_frames(text: &str) -> Cow<'_, str> {
    let frames: Vec<Option<Frame>> = text.lines().map(Frame::parse).collect();
    let Some(first) = frames.iter().flatten().next() else { return Cow::Borrowed(text) };
    let is_said = |(line, frame): &(&str, &Option<Frame>)| {
        let is_more = line.trim_start().strip_prefix("... ").is_some_and(|rest| rest.ends_with(" more"));
        frame.is_none() && !is_more && !line.trim().is_empty()
    };
    let said: Vec<&str> = text.lines().zip(&frames).filter(is_said).map(|(line, _)| line.trim()).collect();
    match &said[..] {
        // Names in other letters are no terms.
        [] if !first.name.is_ascii() => Cow::Borrowed(text),
        [] => Cow::Owned(dotted(&first.name)),
        said => Cow::Owned(said.join(" ")),
    }
}

fn of_frame(frame: &Frame) -> Name {
    Name { written: dotted(&frame.name), line: frame.line, is_annotation: false }
}

/// The name that a word is, without what stands around it.
fn name(token: &str) -> Option<Name> {
    let token = token.trim_start_matches(|c: char| !c.is_alphabetic() && !matches!(c, '@' | '_'));
    let annotation = token.strip_prefix('@');
    let name = annotation.unwrap_or(token);
    let name = name.split(['(', '<', '\'', '"', '`', ',', ')', ']', '>', '}', '[', '@']).next().unwrap_or_default();
    let name = name.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let name = [".class", "::class", ".java", ".kt"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let written = dotted(&as_written(&without_slashes(name)));
    let segments = written.split('.').count();
    let is_annotation = annotation.is_some() && segments == 1 && written.starts_with(char::is_uppercase);
    let is_name = written.split('.').all(is_segment);
    (is_name && (is_annotation || segments >= FEWEST_SEGMENTS)).then_some(Name { written, line: None, is_annotation })
}

fn is_segment(segment: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    segment.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')) && segment.chars().all(is_of_name)
}

/// `org/x/Type`, `Lorg/x/Type` and `java.base/org.x.Type` as a type is written.
fn without_slashes(name: &str) -> String {
    let Some((before, last)) = name.rsplit_once('/') else { return name.to_owned() };
    // A loader or a module stands before it.
    if before.split('/').any(|segment| segment.is_empty() || segment.contains('.')) {
        return last.to_owned();
    }
    let of_machine = name.strip_prefix('L').filter(|rest| rest.starts_with(char::is_lowercase));
    of_machine.unwrap_or(name).replace('/', ".")
}

/// A name with nothing but dots between its segments; a constructor is called as its type.
fn dotted(name: &str) -> String {
    let name = name.replace("::", ".").replace('#', ".");
    let mut written = String::with_capacity(name.len());
    for (at, part) in name.split('$').enumerate() {
        // A sign in a name separates where a type follows.
        let separates = at > 0 && part.starts_with(char::is_uppercase) && !written.ends_with('.');
        written.push_str(if at == 0 {
            ""
        } else if separates {
            "."
        } else {
            "$"
        });
        written.push_str(part);
    }
    match written.strip_suffix(CONSTRUCTOR).and_then(|rest| rest.strip_suffix('.')) {
        Some(of) => format!("{of}.{}", of.rsplit('.').next().unwrap_or(of)),
        None => written,
    }
}

/// The keys of configuration in a text: `max.poll.records`, `spring.main.banner-mode`.
#[must_use]
pub fn keys(text: &str) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for token in text.split_whitespace() {
        let key = token.split(['=', '(', ')', ',', '}']).next().unwrap_or_default();
        let key = key.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_of_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
        let is_segment =
            |segment: &str| segment.starts_with(|c: char| c.is_ascii_lowercase()) && segment.chars().all(is_of_key);
        if key.contains('.') && key.split('.').all(is_segment) && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.truncate(MOST_KEYS);
    keys
}

/// The declarations that hold a key of configuration as a text of its own, constants alone where some do; where none does, those
/// that its last segment may be bound to: `spring.jpa.open-in-view` to `setOpenInView`.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn holders(indexes: &[&Index], key: &str, request: &Request<'_>, work: &Work) -> Result<Vec<Hit>, Failed> {
    let text = format!("\"{key}\"");
    let constants = Filter { kind: Some(Kind::AnyField), ..request.filter.clone() };
    let filters = [&constants, request.filter];
    for filter in &filters[usize::from(request.filter.kind.is_some())..] {
        let request = Request { filter, most: MOST_HOLDERS as usize, ..*request };
        // What stands in more says nothing.
        if let Some(found) = literally::few(indexes, &text, MOST_HOLDERS, &request, work)?
            && found.total > 0
        {
            return Ok(if is_package(indexes, key)? { Vec::new() } else { found.hits });
        }
    }
    let Some(last) = key.rsplit('.').next().filter(|last| last.contains('-')) else { return Ok(Vec::new()) };
    let request = Request { group: &ask::plain(last), most: MOST_BOUND, ..*request };
    Ok(ranked::search(indexes, &request, work)?.hits)
}

/// Whether some artifact has a package of this name, or below it.
fn is_package(indexes: &[&Index], name: &str) -> Result<bool, Failed> {
    let is_it = |package: &str| package.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    for (place, index) in indexes.iter().enumerate() {
        let packages = index.packages().map_err(|error| (place, Box::new(error.into())))?;
        if packages.iter().any(|package| is_it(&package.name)) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::{keys, names, without_frames};

    #[test]
    fn names_in_what_is_pasted() {
        let of = |text| names(text).into_iter().map(|name| name.written).collect::<Vec<_>>();
        for (text, expected) in [
            ("at a.b.C.m(C.java:12) ~[lib-1.0.jar:1.0]", &["a.b.C.m"] as &[_]),
            ("\tat a.b.C.<init>(C.java:12)\n\tat java.base/a.b.D$E.run(D.java:3)", &["a.b.C.C", "a.b.D.E.run"]),
            (
                "java.lang.NoClassDefFoundError: org/apache/lang/StringUtils",
                &["org.apache.lang.StringUtils", "java.lang.NoClassDefFoundError"],
            ),
            ("Lorg/apache/Strings; and a/b/C.class", &["org.apache.Strings", "a.b.C"]),
            ("class a.b.C$D cannot be cast to class a.b.E (a.b.C$D", &["a.b.C.D", "a.b.E"]),
            ("NoSuchMethodError: 'void a.b.C.check(boolean, java.lang.String, java.lang.Object)'", &["a.b.C.check"]),
            ("a.b.C#m and a.b.C::m, a.b.C<java.lang.String>.", &["a.b.C.m", "a.b.C"]),
            ("where is @Transactional(readOnly) on `a.b.C`", &["Transactional", "a.b.C"]),
            ("java.lang.Object@1f2e and @a.b.Named", &["java.lang.Object", "a.b.Named"]),
            ("List.of e.g. this, 1.2.3 and http://a.b/c or @param x@y", &[]),
            ("a.b.FlowKt__ReduceKt.first-VtjQ1oo(long", &["a.b.FlowKt.first"]),
            ("max.poll-size.records", &[]),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }

    #[test]
    fn what_a_trace_says() {
        let trace =
            "a.E: It failed\n\tat a.b.C.m(C.java:1)\n\tat a.b.D.m(D.java:1)\nCaused by: a.F: no\n\t... 3 more\n";
        assert_eq!(without_frames(trace), "a.E: It failed Caused by: a.F: no");
        assert_eq!(without_frames("at a.b.C.<init>(C.java:1) ~[x.jar:1]\nat a.b.D.m(D.java:1)"), "a.b.C.C");
        assert_eq!(without_frames("a b\nc"), "a b\nc");
    }

    #[test]
    fn keys_of_configuration() {
        for (text, expected) in [
            ("kafka max.poll.records", &["max.poll.records"] as &[_]),
            ("'spring.main.banner-mode'=off or ${a.b_c}", &["spring.main.banner-mode", "a.b_c"]),
            ("List.of 1.2 a. .b Some.text a..b", &[]),
        ] {
            assert_eq!(keys(text), expected, "{text}");
        }
    }
}
