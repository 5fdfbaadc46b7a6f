//! Whatever a text is, its declarations stand in it, types stand before those nested in them, and lines agree with bytes.
#![no_main]

use jardex::model::{ByteRange, Language, LineRange, ParsedFile};
use jardex::parse;
use jardex::text::lines::Lines;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for (language, path) in [(Language::Java, "a/A.java"), (Language::Kotlin, "a/a.kt"), (Language::Kotlin, "a/a.kts")]
    {
        check(text, &parse::parse(language, path, text));
    }
});

fn check(text: &str, file: &ParsedFile) {
    let lines = Lines::of(text);
    let stands = |bytes: ByteRange, range: LineRange, name_line: u32| {
        assert!(text.get(bytes.start as usize..bytes.end as usize).is_some(), "{bytes:?}");
        assert_eq!(range.start, lines.line_of(bytes.start));
        assert!(range.start <= name_line && name_line <= range.end && range.end <= lines.count().max(1), "{range:?}");
    };
    for (index, item) in file.types.iter().enumerate() {
        assert!(item.owner.is_none_or(|owner| (owner as usize) < index), "{item:?}");
        stands(item.bytes, item.lines, item.name_line);
    }
    for item in &file.methods {
        assert!((item.owner as usize) < file.types.len(), "{item:?}");
        stands(item.bytes, item.lines, item.name_line);
    }
    for item in &file.fields {
        assert!((item.owner as usize) < file.types.len(), "{item:?}");
        stands(item.bytes, item.lines, item.name_line);
    }
}
