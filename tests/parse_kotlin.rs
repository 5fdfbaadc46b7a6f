//! Kotlin fixtures: every `testdata/parse/kotlin/*.kt` (and `.kts`) gives what the `.expected` file beside it says.
//!
//! `UPDATE_EXPECT=1 cargo test --test parse_kotlin` writes the expected files again; read the difference before committing it.

mod common;

use std::path::Path;

use jardex::model::Language;
use jardex::text::decode;

#[test]
fn fixtures_parse_as_expected() {
    for ending in ["kt", "kts"] {
        common::fixtures::check(Path::new("testdata/parse/kotlin"), ending, |path, bytes| {
            let decoded = decode::decode(bytes).expect("fixtures are text");
            let file = jardex::parse::parse(Language::Kotlin, path, &decoded.text);
            common::dump::dump(&file, &decoded.text)
        });
    }
}
