//! Reading a Kotlin file by its headers alone gives what parsing all of it gives, wherever all of it parses cleanly.
#![no_main]

use jardex::parse::kotlin;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let whole = kotlin::parse_thoroughly("a/A.kt", text);
    if whole.problem.is_none()
        && let Some(headers) = kotlin::parse_headers("a/A.kt", text)
    {
        assert_eq!(headers, whole);
    }
});
