//! Laws of the Java parser that hold for any text, tried on damaged copies of the fixtures.
#![allow(clippy::disallowed_methods, reason = "fixtures are files")]

use jardex::model::{ByteRange, Language, LineRange, ParsedFile};
use jardex::text::lines::Lines;
use proptest::prelude::*;

fn fixtures() -> Vec<String> {
    let mut texts: Vec<(std::path::PathBuf, String)> = std::fs::read_dir("testdata/parse/java")
        .expect("the folder of fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "java"))
        .filter_map(|path| Some((path.clone(), std::fs::read_to_string(&path).ok()?)))
        .collect();
    texts.sort();
    texts.into_iter().map(|(_, text)| text).collect()
}

fn assert_holds(text: &str) {
    let file = jardex::parse::parse(Language::Java, "org/example/Any.java", text);
    let lines = Lines::of(text);
    let check = |bytes: ByteRange, range: LineRange, name_line: u32| {
        assert!(text.get(bytes.start as usize..bytes.end as usize).is_some(), "{bytes:?} is a piece of the text");
        assert_eq!(range.start, lines.line_of(bytes.start));
        assert!(range.start <= name_line && name_line <= range.end, "{range:?} holds {name_line}");
        assert!(range.end <= lines.count().max(1));
    };
    for (index, item) in file.types.iter().enumerate() {
        assert!(item.owner.is_none_or(|owner| (owner as usize) < index), "owners come first");
        check(item.bytes, item.lines, item.name_line);
        assert!(item.body.is_none_or(|body| item.bytes.start <= body.start && body.end <= item.bytes.end));
    }
    for item in &file.methods {
        assert!((item.owner as usize) < file.types.len());
        check(item.bytes, item.lines, item.name_line);
        assert!(item.body.is_none_or(|body| item.bytes.start <= body.start && body.end <= item.bytes.end));
    }
    for item in &file.fields {
        assert!((item.owner as usize) < file.types.len());
        check(item.bytes, item.lines, item.name_line);
    }
    for (signature, doc) in parts(&file) {
        assert!(!signature.contains(['\n', '\r']) && signature.trim() == signature, "{signature:?} is one line");
        assert!(doc.is_none_or(|doc| doc.of(text).starts_with("/**") || doc.of(text).starts_with("///")));
    }
    for item in &file.types {
        let described = item.doc.and_then(|doc| jardex::parse::doc::description(doc.of(text)));
        assert!(described.as_ref().is_none_or(|text| text.chars().count() <= 300 && !text.contains('\n')));
        assert_eq!(item.description, described);
    }
}

fn parts(file: &ParsedFile) -> Vec<(&str, Option<ByteRange>)> {
    let types = file.types.iter().map(|item| (item.signature.as_str(), item.doc));
    let methods = file.methods.iter().map(|item| (item.signature.as_str(), item.doc));
    let fields = file.fields.iter().map(|item| (item.signature.as_str(), item.doc));
    types.chain(methods).chain(fields).collect()
}

/// One change: what is at a place is taken out, and something else put there.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, &'static str)>> {
    let inserted = [
        "",
        "",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "'",
        "/*",
        "*/",
        "/**",
        "//",
        "@",
        "<",
        ";",
        "class ",
        "enum",
        "\r",
        "é",
        "\"\"\"",
        "sealed",
        "record R(",
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, prop::sample::select(inserted.to_vec())), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn laws_hold_on_damaged_files(which in any::<prop::sample::Index>(), changes in changes()) {
        let mut text = which.get(&fixtures()).clone();
        for (place, removed, inserted) in changes {
            let boundary = |mut at: usize| { while !text.is_char_boundary(at) { at += 1; } at };
            let start = boundary(place.index(text.len() + 1));
            let end = boundary((start + removed).min(text.len()));
            text.replace_range(start..end, inserted);
        }
        assert_holds(&text);
    }

    #[test]
    fn descriptions_of_any_comment_are_one_short_line(comment in "/\\*\\*[ -~é\n*{@}<>&;.`\\[\\]_]{0,120}\\*/") {
        if let Some(text) = jardex::parse::doc::description(&comment) {
            prop_assert!(!text.is_empty() && text.chars().count() <= 300 && text.trim() == text && !text.contains('\n'));
        }
    }
}

#[test]
fn laws_hold_on_the_fixtures() {
    for text in fixtures() {
        assert_holds(&text);
    }
}

#[test]
fn a_comment_that_never_closes_its_marks_is_read_in_no_time() {
    for mark in ["[", "{@link ", "`", "<!--", "*", "&", "é"] {
        let comment = format!("/** Sentence {} */", mark.repeat(1_000_000));
        let text = jardex::parse::doc::description(&comment).expect("it says something");
        assert!(text.starts_with("Sentence"), "{text}");
    }
}
