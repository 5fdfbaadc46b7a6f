//! The examples of the pages, run on the artifacts that they name: what a page shows is what comes.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    reason = "the pages are files of the repository, and the network is as the user's"
)]

use std::path::Path;
use std::process::Command;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

const PROGRAM: &str = env!("CARGO_BIN_EXE_jardex");
const GSON: &str = "com.google.code.gson:gson:2.11.0";
const OKIO: &str = "com.squareup.okio:okio-jvm:3.9.0";
const SLF4J: &str = "org.slf4j:slf4j-api:2.0.13";

fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a page")
}

/// Runs a line of a shell with the built program on its path, in a cache of the test's own.
fn shell(home: &Path, line: &str) -> String {
    let folder = Path::new(PROGRAM).parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).env("JARDEX_HOME", home).env("JARDEX_LOG", "error");
    let done = command.output().expect("a shell");
    // A page has its own line ends.
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr)).replace("\r\n", "\n")
}

/// A cache that holds what the pages speak of.
fn cache() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a temporary folder");
    for coordinate in [GSON, OKIO, SLF4J] {
        let said = shell(home.path(), &format!("jardex index {coordinate}"));
        assert!(said.starts_with("indexed in "), "{said}");
    }
    home
}

/// The text between each pair of marks.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// Commands and what the page shows below them; a command with nothing below it is not run.
fn examples(page: &str) -> Vec<(&str, &str)> {
    let blocks = between(page, "```console\n", "```");
    let parts = blocks.into_iter().flat_map(|block| block.split("$ jardex ").skip(1));
    parts.filter_map(|part| part.split_once('\n')).filter(|(_, output)| !output.trim().is_empty()).collect()
}

/// Without the times.
fn timeless(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let is_time =
            word.strip_suffix('s').is_some_and(|number| number.contains('.') && number.parse::<f64>().is_ok());
        if is_time { "…s" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn commands_give_what_the_pages_show() {
    let home = cache();
    let mut wrong = Vec::new();
    let mut run = 0;
    for name in ["README.md", "docs/guide/command-line.md", "docs/guide/configuration.md", "docs/guide/answers.md"] {
        for (command, shown) in examples(&page(name)) {
            let found = shell(home.path(), &format!("jardex {command}"));
            run += 1;
            if timeless(&found) != timeless(shown) {
                wrong.push(format!("{name}: jardex {command}\n-- page\n{shown}-- run\n{found}"));
            }
        }
    }
    assert!(run > 15, "the pages have only {run} examples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The words of a query's answer, column by column, row by row.
fn words(index: &Connection, query: &str) -> Vec<String> {
    let mut statement = index.prepare(query).expect("a query of the page");
    let columns = statement.column_count();
    let mut rows = statement.query([]).expect("rows");
    let mut text = String::new();
    while let Some(row) = rows.next().expect("a row") {
        for column in 0..columns {
            match row.get_ref(column).expect("a value") {
                ValueRef::Null | ValueRef::Blob(_) => {}
                ValueRef::Integer(number) => text.push_str(&number.to_string()),
                ValueRef::Real(number) => text.push_str(&number.to_string()),
                ValueRef::Text(bytes) => text.push_str(&String::from_utf8_lossy(bytes)),
            }
            text.push(' ');
        }
    }
    text.split_whitespace().map(str::to_owned).collect()
}

fn open(home: &Path, folder: &str) -> Connection {
    let listed = std::fs::read_dir(home.join("code").join(folder)).expect("the artifact's folder");
    let mut files = listed.map(|entry| entry.expect("an entry").path());
    let index = files.find(|path| path.extension().is_some_and(|ending| ending == "db")).expect("an index");
    let uri = format!("file:{}?immutable=1", index.display());
    Connection::open_with_flags(uri, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI).expect("an index")
}

#[test]
fn queries_give_what_the_page_shows() {
    let home = cache();
    let gson = open(home.path(), "com.google.code.gson/gson/2.11.0");
    let okio = open(home.path(), "com.squareup.okio/okio-jvm/3.9.0");
    let page = page("docs/index-format.md");
    let mut run = 0;
    for (at, _) in page.match_indices("```sql\n") {
        let lead = page[..at].trim_end().rsplit("\n\n").next().unwrap_or_default();
        let (query, rest) = page[at + "```sql\n".len()..].split_once("```").expect("an end");
        let shown = rest.strip_prefix("\n\n```text\n").and_then(|rest| rest.split("```").next()).expect("an output");
        if lead.contains("a broken file") {
            continue;
        }
        run += 1;
        let found = words(if lead.contains("okio") { &okio } else { &gson }, query);
        // Two lines of header.
        let expected: Vec<&str> = shown.lines().skip(2).flat_map(str::split_whitespace).collect();
        assert_eq!(found, expected, "{query}");
    }
    assert!(run >= 10, "the page has only {run} queries");
}
