//! Java fixtures: every `testdata/parse/java/*.java` gives what the `.expected` file beside it says.
//!
//! `UPDATE_EXPECT=1 cargo test --test parse_java` writes the expected files again; read the difference before committing it.

mod common;

use std::path::Path;

use jardex::model::Language;
use jardex::text::decode;

#[test]
fn fixtures_parse_as_expected() {
    common::fixtures::check(Path::new("testdata/parse/java"), "java", |path, bytes| {
        let decoded = decode::decode(bytes).expect("fixtures are text");
        let file = jardex::parse::parse(Language::Java, path, &decoded.text);
        common::dump::dump(&file, &decoded.text)
    });
}
