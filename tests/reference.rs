//! The pages that are made from the tables of the code: the tool reference, and the tables between
//! `<!-- generated: name -->` and `<!-- end of name -->` in the README and the guide. `UPDATE_EXPECT=1` writes them anew.
//!
//! What people wrote by hand is held to the code as well: every status has its row, and no link leads nowhere.
#![allow(clippy::disallowed_methods, reason = "the pages are files of the repository")]

#[path = "common/home.rs"]
mod home;
#[path = "reference/render.rs"]
mod render;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use home::{Home, text};
use jardex::error::Status;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(page: &Path) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// Compares a page with what it should be, or writes it.
fn check(page: &str, expected: &str) {
    let path = repository().join(page);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, expected).expect("a page that can be written");
        return;
    }
    let found = read(&path);
    let differs = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    let line = differs.unwrap_or_else(|| found.lines().count().min(expected.lines().count()));
    assert!(
        found == expected,
        "{page} line {} is not what the code says: run the test with UPDATE_EXPECT=1\n  page: {}\n  code: {}",
        line + 1,
        found.lines().nth(line).unwrap_or("(end)"),
        expected.lines().nth(line).unwrap_or("(end)"),
    );
}

/// Checks the part of a page that is made from the code.
fn check_section(page: &str, name: &str, made: &str) {
    let text = read(&repository().join(page));
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end of {name} -->"));
    let start = text.find(&begin).unwrap_or_else(|| panic!("{page} has no {begin}")) + begin.len();
    let stop = start + text[start..].find(&end).unwrap_or_else(|| panic!("{page} has no {end}"));
    check(page, &format!("{}{made}{}", &text[..start], &text[stop..]));
}

#[test]
fn the_tool_reference_is_the_table_of_tools() {
    check("docs/tools.md", &render::tools());
}

#[test]
fn the_readme_lists_every_tool() {
    check_section("README.md", "tools", &render::overview());
}

#[test]
fn the_guide_lists_every_command() {
    check_section("docs/guide/command-line.md", "commands", &render::commands());
}

#[test]
fn the_guide_lists_every_setting() {
    check_section("docs/guide/configuration.md", "settings", &render::settings());
}

#[test]
fn the_guide_states_the_limits_of_the_code() {
    check_section("docs/guide/answers.md", "limits", &render::limits());
}

/// What each file of tests proves is what its module doc says first.
#[test]
fn the_architecture_lists_every_test_file() {
    let folder = std::fs::read_dir(repository().join("tests")).expect("the tests");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    let mut table = String::from("| test | proves |\n|---|---|\n");
    for file in files {
        let text = read(&file);
        let doc: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//! ")).collect();
        assert!(!doc.is_empty(), "{} has no module doc", file.display());
        let name = file.file_name().expect("a name").to_string_lossy();
        writeln!(table, "| [{name}](../tests/{name}) | {} |", doc.join(" ")).expect("a text");
    }
    check_section("docs/architecture.md", "tests", &table);
}

#[test]
fn the_architecture_knows_every_room() {
    let page = read(&repository().join("docs/architecture.md"));
    let library = read(&repository().join("src/lib.rs"));
    let rooms: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(rooms.len() > 10, "{rooms:?}");
    let map: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    for room in rooms {
        let named =
            map.iter().any(|line| line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{room}`"))));
        assert!(named, "{room} is not on the map");
    }
}

/// The table of statuses is written by hand, because what to do about one is not in the code.
#[test]
fn the_guide_explains_every_status_once() {
    let page = read(&repository().join("docs/guide/answers.md"));
    let rows: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(status, _)| status))
        .filter(|word| Status::parse(word).is_some())
        .collect();
    let expected: BTreeSet<&str> = Status::ALL.into_iter().map(Status::as_str).collect();
    assert_eq!(rows.iter().copied().collect::<BTreeSet<_>>(), expected);
    assert_eq!(rows.len(), expected.len(), "a status has two rows");
}

/// The blocks of a page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    page.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_example_of_a_configuration_is_accepted() {
    let page = read(&repository().join("docs/guide/configuration.md"));
    let examples = blocks(&page, "toml");
    assert!(!examples.is_empty());
    for example in examples {
        let home = Home::new();
        let file = home.write("config.toml", example);
        let ran = home.run(&["config", "--config", text(&file)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let table: toml::Table = example.parse().expect("TOML");
        let mut settings: BTreeSet<&str> =
            table.keys().map(String::as_str).filter(|key| *key != "repository").collect();
        // A table of one repository sets what two settings set for all.
        for repository in
            table.get("repository").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values)
        {
            settings.extend(repository.get("url").map(|_| "repositories"));
            settings.extend(repository.get("groups").map(|_| "repository_groups"));
        }
        assert_eq!(ran.out.matches(" (file)").count(), settings.len(), "{}", ran.out);
    }
}

#[test]
fn what_clients_are_given_to_read_can_be_read() {
    let page = read(&repository().join("docs/guide/connect.md"));
    let examples = blocks(&page, "json");
    assert!(examples.len() >= 5, "the page has only {} examples", examples.len());
    for example in examples {
        let value: serde_json::Value =
            serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
        let servers = value.get("mcpServers").or_else(|| value.get("servers")).expect("servers");
        assert_eq!(servers["jardex"]["args"], serde_json::json!(["mcp"]), "{example}");
    }
    for example in blocks(&page, "toml") {
        let table: toml::Table = example.parse().unwrap_or_else(|error| panic!("{error}: {example}"));
        assert_eq!(table["mcp_servers"]["jardex"]["command"].as_str(), Some("jardex"), "{example}");
    }
}

/// Every page of the documentation.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![repository().join("README.md"), repository().join("CHANGELOG.md")];
    let mut folders = vec![repository().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// The anchors that a page's headings have, as code hosts make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn no_link_leads_nowhere() {
    let mut broken = Vec::new();
    let mut links = 0;
    for page in pages() {
        let text = read(&page);
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let linked = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            let leads = match anchor {
                _ if !linked.exists() => false,
                "" => true,
                anchor => anchors(&read(&linked)).contains(anchor),
            };
            if !leads {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(links > 10, "the pages have only {links} links");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
