//! Reading a Java file without its bodies gives what parsing all of it gives, wherever all of it parses cleanly.
#![no_main]

use jardex::model::Language;
use jardex::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let whole = parse::parse_whole(Language::Java, "a/A.java", text);
    if whole.problem.is_none() {
        assert!(parse::parse(Language::Java, "a/A.java", text).covers(&whole));
    }
});
