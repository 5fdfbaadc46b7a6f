//! docs/index-format.md against a freshly built index: every query on the page runs and finds something, every table is
//! explained, and text comes out of the blocks as the page says.
#![allow(clippy::disallowed_methods, reason = "tests look at files")]

#[path = "common/home.rs"]
mod home;

use std::path::{Path, PathBuf};

use home::{Home, text};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The page.
fn page() -> String {
    std::fs::read_to_string(repository().join("docs/index-format.md")).expect("the page")
}

/// The queries of the page, in order.
fn queries(page: &str) -> Vec<&str> {
    page.split("```sql\n").skip(1).map(|rest| rest.split("```").next().expect("an end")).collect()
}

/// Indexes testdata/index and opens what came out as the page says.
fn built(home: &Home) -> Connection {
    let added = home.run(&["add", "org.example:library:1.0", text(&repository().join("testdata/index"))]);
    assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    let folder = home.cache().join("code/org.example/library/1.0");
    let files = std::fs::read_dir(folder).expect("the artifact's folder").map(|entry| entry.expect("an entry").path());
    let mut indexes: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "db")).collect();
    let (Some(index), true) = (indexes.pop(), indexes.is_empty()) else { panic!("not one index: {indexes:?}") };
    let uri = format!("file:{}?immutable=1", text(&index));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let index = Connection::open_with_flags(uri, flags).expect("an index");
    index.execute_batch(include_str!("../schema/views.sql")).expect("views");
    index
}

/// The rows of a query.
fn rows(index: &Connection, query: &str) -> Vec<Vec<Value>> {
    let mut statement = index.prepare(query).unwrap_or_else(|error| panic!("{error}\n{query}"));
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect());
    rows.and_then(Iterator::collect).unwrap_or_else(|error| panic!("{error}\n{query}"))
}

#[test]
fn every_query_runs_and_finds_something() {
    let home = Home::new();
    let index = built(&home);
    let page = page();
    let queries = queries(&page);
    assert!(queries.len() >= 10, "the page has only {} queries", queries.len());
    for query in queries {
        let shown = page.split(query).nth(1).and_then(|rest| rest.strip_prefix("```\n\n```text\n"));
        let header = shown.and_then(|output| output.lines().next()).unwrap_or_else(|| panic!("no output\n{query}"));
        let statement = index.prepare(query).unwrap_or_else(|error| panic!("{error}\n{query}"));
        assert_eq!(
            header.split_whitespace().collect::<Vec<_>>(),
            statement.column_names().collect::<Vec<_>>(),
            "{query}"
        );
        assert!(!rows(&index, query).is_empty(), "nothing found, so nothing proved\n{query}");
    }
}

#[test]
fn every_table_is_explained() {
    let home = Home::new();
    let index = built(&home);
    let page = page();
    let tables = rows(&index, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    assert!(!tables.is_empty());
    for row in tables {
        let [Value::Text(table)] = row.as_slice() else { panic!("{row:?}") };
        assert!(page.contains(&format!("\n| `{table}` | ")), "{table} has no row");
    }
}

#[test]
fn the_page_speaks_of_the_format_that_is_written() {
    let home = Home::new();
    let index = built(&home);
    let format = rows(&index, "SELECT value FROM meta WHERE name = 'format'");
    let [row] = format.as_slice() else { panic!("{format:?}") };
    let [Value::Text(format)] = row.as_slice() else { panic!("{row:?}") };
    assert!(page().contains(&format!("this page is of format {format}, ")), "the format is {format}");
}

#[test]
fn text_comes_out_of_the_blocks() {
    let home = Home::new();
    let index = built(&home);
    let files = rows(&index, "SELECT path, block, offset, size FROM file WHERE block IS NOT NULL");
    assert!(!files.is_empty());
    let dictionary = rows(&index, "SELECT data FROM layout WHERE id = 1");
    let [Value::Blob(dictionary)] = dictionary[0].as_slice() else { panic!("{dictionary:?}") };
    let dictionary = zstd::decode_all(dictionary.as_slice()).expect("a zstd frame");
    for row in files {
        let [Value::Text(path), Value::Integer(block), Value::Integer(offset), Value::Integer(size)] = row.as_slice()
        else {
            panic!("{row:?}")
        };
        let mut text = Vec::new();
        for block in rows(&index, &format!("SELECT data FROM block WHERE id >= {block} ORDER BY id")) {
            let [Value::Blob(data)] = block.as_slice() else { panic!("{block:?}") };
            let mut decoder = zstd::Decoder::with_dictionary(data.as_slice(), &dictionary).expect("a dictionary");
            std::io::copy(&mut decoder, &mut text).expect("a zstd frame");
        }
        let (offset, size) = (usize::try_from(*offset).expect("bytes"), usize::try_from(*size).expect("bytes"));
        let original = std::fs::read(repository().join("testdata/index").join(path)).expect("the file");
        assert!(text[offset..offset + size] == original, "{path} is another");
    }
}

/// A LEB128 varint off the front.
fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let (&byte, rest) = bytes.split_first().expect("a whole varint");
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

/// The steps of a list in Rice code: the parameter, then bits.
fn rice(list: &[u8]) -> Vec<u64> {
    let (parameter, bytes) = list.split_first().expect("a parameter");
    let mut bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| u64::from(byte >> bit & 1)));
    let mut steps = Vec::new();
    let mut zeros = 0;
    while let Some(bit) = bits.next() {
        if bit == 0 {
            zeros += 1;
            continue;
        }
        let low = (0..*parameter).map(|at| bits.next().expect("a low bit") << at).sum::<u64>();
        steps.push((zeros << parameter | low) + 1);
        zeros = 0;
    }
    steps
}

/// The lists of a table: code, steps.
fn lists(index: &Connection, table: &str) -> Vec<(u64, Vec<u64>)> {
    let mut lists = Vec::new();
    for row in rows(index, &format!("SELECT first, data FROM {table} ORDER BY first")) {
        let [Value::Integer(first), Value::Blob(data)] = row.as_slice() else { panic!("{row:?}") };
        let (mut data, mut code) = (data.as_slice(), u64::try_from(*first).expect("a code"));
        while !data.is_empty() {
            code += varint(&mut data);
            let head = varint(&mut data);
            if head & 3 == 2 {
                lists.push((code, vec![head >> 2]));
                continue;
            }
            let (mut list, rest) = data.split_at(usize::try_from(head >> 2).expect("a length"));
            data = rest;
            let mut steps = Vec::new();
            if head & 3 == 1 {
                steps = rice(list);
            } else {
                while !list.is_empty() {
                    steps.push(varint(&mut list));
                }
            }
            lists.push((code, steps));
        }
    }
    lists
}

#[test]
fn postings_are_packed_as_the_page_says() {
    let home = Home::new();
    let index = built(&home);
    // `rewi`, letters being numbered from 1, in 21 of its 24 bits.
    let code = b"rewi".iter().fold(0, |code, letter| code << 6 | u64::from(letter - b'a' + 1)) & !7;
    let grams = lists(&index, "gram");
    let ids = |steps: &[u64]| {
        steps
            .iter()
            .scan(0, |id, step| {
                Some({
                    *id += step;
                    *id
                })
            })
            .collect::<Vec<u64>>()
    };
    let found: Vec<u64> = grams.iter().filter(|(at, _)| *at == code).flat_map(|(_, steps)| ids(steps)).collect();
    // It is in `rewind` of one file and nowhere else.
    let expected = rows(&index, "SELECT block FROM file WHERE path LIKE '%/LineReader.java'");
    let [row] = expected.as_slice() else { panic!("{expected:?}") };
    let [Value::Integer(id)] = row.as_slice() else { panic!("{row:?}") };
    assert_eq!(found, [u64::try_from(*id).expect("an id")]);
    assert!(grams.is_sorted_by(|one, other| one.0 < other.0) && grams.iter().all(|(at, _)| at % 8 == 0));
    let words = lists(&index, "word");
    assert!(words.is_sorted_by(|one, other| one.0 < other.0));
    assert!(words.iter().skip(1).all(|(_, steps)| steps.iter().all(|step| step & 3 != 0 && step >> 2 > 0)));
}
