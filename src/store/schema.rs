//! The data definition, statement by statement.

/// The whole data definition.
const SCHEMA: &str = include_str!("../../schema/index.sql");

/// The statements of the data definition, the comments before each left out.
pub(super) fn statements() -> impl Iterator<Item = &'static str> {
    let mut rest = SCHEMA;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if !rest.starts_with("--") {
                break;
            }
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        }
        // A semicolon inside a comment ends nothing.
        let mut end = None;
        let mut at = 0;
        for line in rest.split_inclusive('\n') {
            let code = line.split("--").next().unwrap_or(line);
            if let Some(semicolon) = code.find(';') {
                end = Some(at + semicolon);
                break;
            }
            at += line.len();
        }
        let (statement, after) = rest.split_at(end?);
        rest = &after[1..];
        Some(statement)
    })
}
