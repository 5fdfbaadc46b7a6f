//! Kotlin: every `testdata/parse/kotlin/*.kt` (and `.kts`) gives what the `.expected` file beside it says, and broken text
//! gives something valid.
//!
//! `UPDATE_EXPECT=1 cargo test --test parse_kotlin` writes the expected files again; read the difference before committing it.
#![allow(clippy::disallowed_methods, reason = "the damaged fixtures are read here")]

mod common;

use std::path::Path;

use jardex::model::{ByteRange, Language, LineRange, ParsedFile};
use jardex::parse::{LARGEST_PARSED, kotlin};
use jardex::text::decode;
use jardex::text::lines::Lines;

const FIXTURES: &str = "testdata/parse/kotlin";

#[test]
fn fixtures_parse_as_expected() {
    for ending in ["kt", "kts"] {
        common::fixtures::check(Path::new(FIXTURES), ending, |path, bytes| {
            let decoded = decode::decode(bytes).expect("fixtures are text");
            let file = jardex::parse::parse(Language::Kotlin, path, &decoded.text);
            common::dump::dump(&file, &decoded.text)
        });
    }
}

/// Where all of it parses: what the grammar trips over in a body may be left out of the headers.
#[test]
fn headers_alone_give_what_the_whole_text_gives() {
    let mut read = 0;
    for (path, text) in fixture_texts() {
        let whole = kotlin::parse_thoroughly(&path, &text);
        if let Some(headers) = kotlin::parse_headers(&path, &text).filter(|_| whole.problem.is_none()) {
            assert_eq!(headers, whole, "{path}");
            read += 1;
        }
    }
    assert!(read > 35, "only {read} fixtures were read by their headers");
}

/// Where all of a damaged text parses, its headers give the same or are not believed.
#[test]
fn headers_of_damaged_text_are_no_worse() {
    let pieces =
        ["", "{", "}", "(", ")", "\"", "\n", "=", ",", ":", "@", "fun ", "<", ">", "/*", "*/", ";", "class A ", "."];
    let mut read = 0;
    for (path, text) in fixture_texts() {
        for (number, at) in (0..text.len()).step_by(7).filter(|at| text.is_char_boundary(*at)).enumerate() {
            let damaged = text[..at].to_owned() + pieces[number % pieces.len()] + &text[at..];
            let Some(headers) = kotlin::parse_headers(&path, &damaged) else { continue };
            let whole = kotlin::parse_thoroughly(&path, &damaged);
            if whole.problem.is_none() {
                assert_eq!(headers, whole, "{damaged}");
                read += 1;
            }
        }
    }
    assert!(read > 500, "only {read} damaged texts were read by their headers");
}

/// A text that would keep the grammar busy ends after a number of steps that is the same everywhere.
#[test]
fn what_the_grammar_may_cost_is_bounded() {
    let text = format!("val x {}\nfun after() = 1\n", "= a ".repeat(4000));
    let file = kotlin::parse("Costly.kt", &text);
    assert!(file.problem.is_some());
    assert_eq!(file, kotlin::parse("Costly.kt", &text));
}

#[test]
fn damaged_text_gives_valid_declarations() {
    let mut tried = 0;
    for (_, text) in fixture_texts() {
        for at in (0..text.len()).step_by(23).filter(|at| text.is_char_boundary(*at)) {
            let rest = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            for damaged in [
                text[..at].to_owned(),
                text[..at].to_owned() + &text[rest..],
                text[..at].to_owned() + "{\"(" + &text[at..],
            ] {
                assert_valid(&kotlin::parse("Damaged.kt", &damaged), &damaged);
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "only {tried} damaged texts");
}

/// Path and text of every `.kt` fixture.
fn fixture_texts() -> Vec<(String, String)> {
    let paths = std::fs::read_dir(FIXTURES).expect("the fixtures").map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "kt"));
    paths.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("UTF-8"))).collect()
}

/// Every range lies in the text, every owner exists and stands before what it holds.
fn assert_valid(file: &ParsedFile, text: &str) {
    let lines = Lines::of(text).count().max(1);
    let place = |bytes: ByteRange, range: LineRange| {
        assert!(text.get(bytes.start as usize..bytes.end as usize).is_some(), "{bytes:?} of {text:?}");
        assert!(1 <= range.start && range.start <= range.end && range.end <= lines, "{range:?} of {text:?}");
    };
    for (index, item) in file.types.iter().enumerate() {
        place(item.bytes, item.lines);
        assert!(item.owner.is_none_or(|owner| (owner as usize) < index), "{text:?}");
    }
    for item in &file.methods {
        place(item.bytes, item.lines);
        assert!((item.owner as usize) < file.types.len(), "{text:?}");
    }
    for item in &file.fields {
        place(item.bytes, item.lines);
        assert!((item.owner as usize) < file.types.len(), "{text:?}");
    }
}

#[test]
fn templates_nested_too_deep_for_the_grammar_are_refused() {
    let text = format!("fun f() = {}1{}", "\"${".repeat(600), "}\"".repeat(600));
    let file = kotlin::parse("Deep.kt", &text);
    assert_eq!(file.problem.as_deref(), Some("not parsed: string templates nested deeper than 64"));
    assert!(file.types.is_empty());
}

#[test]
fn text_beyond_the_limit_is_not_parsed() {
    let text = format!("class A\n//{}", "-".repeat(LARGEST_PARSED));
    let file = kotlin::parse("Large.kt", &text);
    assert!(file.types.is_empty());
    assert!(file.problem.is_some_and(|problem| problem.starts_with("not parsed: larger than")));
}

#[test]
fn types_nested_without_end_are_cut_off_and_said_so() {
    let text = format!("{}{}", "class A {\n".repeat(2000), "}\n".repeat(2000));
    let file = kotlin::parse("Nested.kt", &text);
    assert!(file.types.len() < 200, "{}", file.types.len());
    assert_eq!(file.problem.as_deref(), Some("types nested too deep were left out"));
}

#[test]
fn hostile_text_gives_valid_declarations() {
    for piece in ["<", "class A<", "$", "(", "}", "\"${", "class A:object ", "open ", "@", "/*", "`", "context(", "?::"]
    {
        let text = piece.repeat(60_000 / piece.len());
        assert_valid(&kotlin::parse("Hostile.kt", &text), &text);
    }
}
