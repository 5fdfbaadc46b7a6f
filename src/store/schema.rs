//! The data definition, statement by statement.

use std::sync::LazyLock;

/// The whole data definition.
const SCHEMA: &str = include_str!("../../schema/index.sql");

/// The statements, made once.
static STATEMENTS: LazyLock<Vec<String>> = LazyLock::new(|| split(SCHEMA));

/// The statements of the data definition. Comments are left out and blanks are single: an index holds them as they are here,
/// and half of a small one's schema would be words about it.
pub(super) fn statements() -> impl Iterator<Item = &'static str> {
    STATEMENTS.iter().map(String::as_str)
}

fn split(schema: &str) -> Vec<String> {
    // No text in the data definition holds a semicolon, two hyphens or two blanks.
    let code: Vec<&str> =
        schema.lines().flat_map(|line| line.split("--").next().unwrap_or(line).split_whitespace()).collect();
    let code = code.join(" ").replace("( ", "(").replace(" )", ")");
    code.split(';').map(|statement| statement.trim().to_owned()).filter(|statement| !statement.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stand_alone() {
        let all = split(
            "-- Words; more.\nCREATE TABLE a (\n  b TEXT, -- c; d\n  e\n);\n\n-- f\nCREATE INDEX g\n  ON a (b);\n",
        );
        assert_eq!(all, ["CREATE TABLE a (b TEXT, e)", "CREATE INDEX g ON a (b)"]);
        assert!(statements().all(|statement| statement.starts_with("CREATE ")));
    }
}
