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

#[test]
fn arrays_of_more_dimensions_than_there_are_cost_no_time() {
    let file = |dimensions: usize| format!("class A {{ int{} x; }}", "[ ]".repeat(dimensions));
    let parsed = jardex::parse::parse(jardex::model::Language::Java, "A.java", &file(255));
    assert_eq!((parsed.problem, parsed.types.len()), (None, 1));
    let parsed = jardex::parse::parse(jardex::model::Language::Java, "A.java", &file(200_000));
    assert!(parsed.problem.is_some_and(|problem| problem.contains("255")));
}
