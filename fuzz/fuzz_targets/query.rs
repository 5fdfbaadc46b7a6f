//! No pattern of a search makes its parser panic, and what it accepts can be asked.
#![no_main]

use jardex::search::pattern::{FilePattern, NamePattern, PackagePattern, PatternKind};
use jardex::search::query::{Query, QueryKind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for kind in [QueryKind::Text, QueryKind::Regex] {
        for case_sensitive in [None, Some(true), Some(false)] {
            for whole_word in [false, true] {
                let _ = Query::parse(text, kind, case_sensitive, whole_word);
            }
        }
    }
    for kind in [PatternKind::Glob, PatternKind::Regex] {
        if let Ok(pattern) = NamePattern::parse(text, kind) {
            let _ = pattern.matches(text);
            let _ = pattern.matches_type(text);
        }
        if let Ok(pattern) = FilePattern::parse(text, kind) {
            let _ = pattern.matches(text, text);
        }
    }
    if let Ok(pattern) = PackagePattern::parse(text) {
        let _ = pattern.matches(text);
    }
});
