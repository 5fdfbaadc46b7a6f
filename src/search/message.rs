//! Messages as they were printed: what of them stands in sources, and the declarations that hold it.
//!
//! A message holds values (numbers, names in quotes, paths) that no source holds. What stands between them is there as it was printed.

use std::collections::{BTreeSet, HashMap};

use super::ranked::{Found, Hit, Request};
use super::{Failed, literally};
use crate::store::read::Index;
use crate::work::Work;

/// Words that say something together; fewer stand anywhere.
pub const FEWEST_WORDS: usize = 3;
/// Capitals in a row that are the name of a constant rather than a word: `STRING`, but not `HTTP`.
const CONSTANT: usize = 5;
/// Searches for parts of a message at most: each takes some milliseconds over hundreds of artifacts.
const MOST_TRIES: usize = 8;
/// The same of a piece of what no source holds as a whole, and of what begins like a description.
const FEWEST_OF_CUT: usize = 4;
/// Digits that nobody writes who describes something.
const LONG_NUMBER: usize = 3;
/// Declarations that a part may stand in.
const MOST_HOLDERS: u64 = 50;
/// The same of a sentence without values, which documentation repeats where it is no message.
const MOST_OF_STATEMENT: u64 = 5;
/// Bytes of a part that is worth looking for.
const SHORTEST: usize = 12;

/// The declarations that hold what a message says besides its values, those that hold most of it first; none where it is no message,
/// or no source holds it.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn holders(indexes: &[&Index], text: &str, request: &Request<'_>, work: &Work) -> Result<Vec<Hit>, Failed> {
    let whole = text.trim();
    let text = without_heads(whole);
    // Whoever describes what they look for prints no values, nor what stands before a message, nor writes it as a sentence.
    let has_values = has_values(text);
    let is_printed = has_values || text.len() < whole.len();
    let is_whole = !is_printed && is_statement(text);
    if is_question(whole) {
        return Ok(Vec::new());
    }
    if !is_printed && !is_whole {
        return quoted(indexes, text, request, work);
    }
    let most = if is_whole { MOST_OF_STATEMENT } else { MOST_HOLDERS };
    let is_sentence = text.starts_with(char::is_uppercase);
    let words: usize = text.split_whitespace().filter(|word| is_word(word.trim_end_matches(is_end))).count();
    let mut open = if is_whole { Vec::new() } else { parts(text) };
    open.reverse();
    let all: Vec<&str> = text.split_whitespace().collect();
    if !has_values && !open.contains(&all) {
        open.push(all);
    }
    let mut held: HashMap<(usize, u32), f32> = HashMap::new();
    for _ in 0..MOST_TRIES {
        let Some(part) = open.pop() else { break };
        let wanted = joined(&part);
        if wanted.len() < SHORTEST || !is_sentence && part.len() < FEWEST_OF_CUT {
            continue;
        }
        let request = Request { most: MOST_HOLDERS as usize, ..*request };
        // What stands in more says nothing.
        let Some(found) = literally::few(indexes, &wanted, most, &request, work)? else { continue };
        if found.total == 0 {
            // What the source puts together may be cut anywhere, and what looks like a word may be a value.
            let (count, size) = (part.len(), part.len().div_ceil(2).max(FEWEST_OF_CUT));
            if is_sentence && !is_whole && size < count && size * 5 >= words * 2 {
                open.extend([part[count - size..].to_vec(), part[..size].to_vec()]);
            }
        } else {
            for Hit { artifact, number, score } in found.hits {
                // Of those that hold as much, tests and examples come last.
                *held.entry((artifact, number)).or_default() += wanted.len() as f32 + score / (1.0 + score);
            }
        }
    }
    let hits = held.into_iter().map(|((artifact, number), score)| Hit { artifact, number, score });
    let mut found = Found { hits: hits.collect(), ..Found::default() };
    found.keep_best(request.most);
    Ok(found.hits)
}

/// The declarations in which a text begins like this: messages are printed without an end, too, but descriptions do not stand in
/// texts word by word.
fn quoted(indexes: &[&Index], text: &str, request: &Request<'_>, work: &Work) -> Result<Vec<Hit>, Failed> {
    let is_sentence = text.starts_with(char::is_uppercase) && text.split_whitespace().count() >= FEWEST_OF_CUT;
    if !is_sentence {
        return Ok(Vec::new());
    }
    let found = literally::few(indexes, &format!("\"{text}"), MOST_OF_STATEMENT, request, work)?;
    Ok(found.map_or_else(Vec::new, |found| found.hits))
}

/// A message without the names of exceptions before it, and what else loggers and virtual machines set before a colon.
fn without_heads(text: &str) -> &str {
    let mut rest = text.trim();
    if let Some((_, behind)) = rest.strip_prefix("Exception in thread \"").and_then(|thread| thread.split_once("\" ")) {
        rest = behind;
    }
    while let Some((head, behind)) = rest.split_once(": ") {
        let is_exception = head.split('.').count() > 2;
        let is_word = !head.contains(char::is_whitespace);
        let is_head =
            head == "Caused by" || is_word && (is_exception || behind.trim_start().starts_with(char::is_uppercase));
        if !is_head {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// Whether a text is a whole sentence, as programs print it and nobody asks.
fn is_statement(text: &str) -> bool {
    let words = text.split_whitespace().count();
    text.starts_with(char::is_uppercase) && text.ends_with(['.', '!']) && words >= FEWEST_WORDS
}

/// Whether a text holds values as programs print them; of small numbers, which descriptions hold as well, two.
fn has_values(text: &str) -> bool {
    let is_number = |word: &&str| {
        let bare = word.trim_end_matches(is_end);
        !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split_whitespace().any(is_printed) || text.split_whitespace().filter(is_number).count() > 1
}

/// Whether it is a value as programs print them: in quotes or brackets, an address, a pair, a long number, a qualified name. Names of
/// standards, types and small numbers are in descriptions as well.
fn is_printed(word: &str) -> bool {
    let bare = word.trim_end_matches(is_end).trim_matches(['(', ')']);
    let is_quoted = bare.starts_with(['\'', '"', '`', '[', '{', '$']) || bare.ends_with(['\'', '"', ']']);
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.bytes().take_while(u8::is_ascii_digit).count() >= LONG_NUMBER;
    let is_pair = bare.split_once('=').is_some_and(|(name, value)| !name.is_empty() && !value.is_empty());
    let names = bare.split('.').filter(|name| name.starts_with(char::is_alphabetic)).count();
    !bare.is_empty()
        && (is_quoted || is_number || is_pair || bare.contains("://") || bare.starts_with('/') || names > 2)
}

fn is_question(text: &str) -> bool {
    const WORDS: [&str; 10] = ["how", "what", "where", "which", "why", "when", "who", "can", "does", "is"];
    let first = text.split_whitespace().next().unwrap_or_default();
    text.trim_end().ends_with('?') || WORDS.iter().any(|word| first.eq_ignore_ascii_case(word))
}

/// Words as they stand in a text, without what ends the last of them.
#[must_use]
pub fn joined(words: &[&str]) -> String {
    words.join(" ").trim_end_matches(is_end).to_owned()
}

const fn is_end(c: char) -> bool {
    matches!(c, ',' | '.' | ':' | ';' | '!' | '?')
}

/// The parts of a message that are no values, the longest first: words in a row.
#[must_use]
pub fn parts(text: &str) -> Vec<Vec<&str>> {
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    let mut quote = None;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        let bare = word.trim_end_matches(is_end);
        if let Some(end) = quote {
            quote = Some(end).filter(|end| !bare.trim_end_matches([')', ']', '}', '>']).ends_with(*end));
            continue;
        }
        let opened = bare.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'));
        // A quote that nothing closes is none.
        quote = opened.filter(|quote| !bare[1..].contains(*quote) && words.clone().any(|word| word.contains(*quote)));
        if is_word(bare) {
            parts.last_mut().into_iter().for_each(|part| part.push(word));
        } else {
            parts.push(Vec::new());
        }
    }
    let mut known = BTreeSet::new();
    parts.retain(|part| part.len() >= FEWEST_WORDS && known.insert(part.clone()));
    parts.sort_by_key(|part| std::cmp::Reverse(joined(part).len()));
    parts
}

/// Whether it is a word of a language rather than a value: letters, at most with a hyphen or an apostrophe among them.
fn is_word(bare: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'');
    let is_constant = bare.len() >= CONSTANT && bare.chars().all(char::is_uppercase);
    bare.starts_with(char::is_alphabetic) && bare.chars().all(is_letter) && !bare.ends_with('\'') && !is_constant
}

#[cfg(test)]
mod tests {
    use super::{has_values, is_question, is_statement, joined, parts, without_heads};

    #[test]
    fn descriptions_are_no_messages() {
        let has = |text: &str| has_values(text) && !is_question(text);
        for text in [
            "after 30000ms",
            "with 'id' it",
            "[foo] on it",
            "on http://localhost/...",
            "key: a=1",
            "for java.util.List.",
            "(class com.example.Bar)",
            "Index 5 out of bounds for length 3",
        ] {
            assert!(has(text), "{text}");
        }
        for text in [
            "retry 3 times",
            "decode base64 string",
            "SHA-256 of a UTF-8 http/2 page",
            "convert List<String> to a Map.Entry",
            "Java 8 stream - 2.0",
            "the user's name",
            "How do I read 'a b'",
            "is it [a]?",
            "",
        ] {
            assert!(!has(text), "{text}");
        }
    }

    #[test]
    fn heads_and_statements() {
        for (text, rest) in [
            ("a.b.XException: It is gone", "It is gone"),
            ("Caused by: a.b.XException: no such thing", "no such thing"),
            ("Caused by: a.b.XException: No such thing", "No such thing"),
            ("SLF4J(W): No providers were found.", "No providers were found."),
            ("Exception in thread \"main\" a.b.XException: It is gone", "It is gone"),
            ("HTTP status: what", "HTTP status: what"),
        ] {
            assert_eq!(without_heads(text), rest, "{text}");
        }
        assert!(is_statement("No providers were found."));
        for text in ["find providers.", "Parse JSON.", "Which providers were found"] {
            assert!(!is_statement(text), "{text}");
        }
    }

    #[test]
    fn a_message_falls_into_what_stands_between_its_values() {
        let of = |text| parts(text).iter().map(|part| joined(part)).collect::<Vec<_>>();
        for (text, expected) in [
            (
                "Connection is not available, request timed out after 30000ms",
                &["Connection is not available, request timed out after"] as &[_],
            ),
            ("Could not resolve placeholder 'db.url' in value \"${db.url}\"", &["Could not resolve placeholder"]),
            (
                "Unrecognized field \"a b\" (class com.example.Bar), not marked as ignorable (2 known)",
                &["not marked as ignorable"],
            ),
            ("No value 'a b c' was found for it's key", &["was found for it's key"]),
            ("it doesn't work with \"this or that", &["it doesn't work with"]),
            ("Expected BEGIN_OBJECT but it was a STRING here", &["but it was a"]),
            ("30000 ms", &[]),
            ("", &[]),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }
}
