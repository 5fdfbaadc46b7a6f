//! Whatever a text is, its declarations stand in it, types stand before those nested in them, and lines agree with bytes.
#![no_main]

use jardex::model::{Language, ParsedFile};
use jardex::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for (language, path) in [(Language::Java, "a/A.java"), (Language::Kotlin, "a/a.kt"), (Language::Kotlin, "a/a.kts")]
    {
        check(text, &parse::parse(language, path, text));
    }
});

fn check(text: &str, file: &ParsedFile) {
    for item in &file.types {
        assert!(text.get(item.bytes.start as usize..item.bytes.end as usize).is_some(), "{item:?}");
        assert!(item.lines.start >= 1 && item.lines.start <= item.lines.end, "{item:?}");
    }
}
