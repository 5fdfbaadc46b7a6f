//! Hostile and odd archives, built byte by byte: what is refused, what is left out, what is read.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests lay out real files and stop at the first error"
)]

#[path = "common/zip.rs"]
mod zip_writer;

use std::fs;
use std::io::Write;

use jardex::error::{Failure, Status};
use jardex::source::globs::{Globs, filtered};
use jardex::source::limits::HELD_JAR_BYTES;
use jardex::source::{Located, SourceKind, jar, jar_file, stays_inside};
use zip_writer::{Item, archive, archive_with};

const URI: &str = "file:///lib-sources.jar";

fn open(bytes: Vec<u8>) -> Result<Located, Failure> {
    jar(URI, bytes)
}

/// Path and content of every entry.
fn contents(located: &Located) -> Vec<(String, String)> {
    let read = |at| String::from_utf8(located.tree.read(at).unwrap()).unwrap();
    located.tree.entries().iter().enumerate().map(|(at, entry)| (entry.path.clone(), read(at))).collect()
}

fn paths(located: &Located) -> Vec<&str> {
    located.tree.entries().iter().map(|entry| entry.path.as_str()).collect()
}

fn problems(located: &Located) -> Vec<String> {
    located.tree.problems().iter().map(|problem| format!("{}: {}", problem.what, problem.reason)).collect()
}

/// Asserts that the archive is refused as a whole, with this in its message.
fn refused(bytes: Vec<u8>, reason: &str) {
    let failure = open(bytes).err().expect("the archive is accepted");
    assert_eq!(failure.status, Status::InvalidSource);
    assert!(failure.message.starts_with("file:///lib-sources.jar cannot be used: "), "{}", failure.message);
    assert!(failure.message.contains(reason), "{}", failure.message);
    assert!(!failure.message.ends_with('.') && failure.hint.is_some());
}

/// Asserts that opening works and that reading the only entry fails, with this in its message.
fn damaged(bytes: Vec<u8>, reason: &str) {
    let located = open(bytes).unwrap();
    assert_eq!(located.tree.entries().len(), 1);
    let failure = located.tree.read(0).unwrap_err();
    assert_eq!(failure.status, Status::InvalidSource);
    assert!(failure.message.contains("its entry 'A.java' is damaged: "), "{}", failure.message);
    assert!(failure.message.contains(reason), "{}", failure.message);
}

#[test]
fn entries_come_in_byte_order_with_their_content() {
    let items = [
        Item::stored("b/", b""),
        Item::deflated("b/B.java", b"class B {}"),
        Item::stored("a.txt", b"text"),
        Item::deflated("b.txt", b"").but(|item| item.described_after = true),
        Item::deflated("Z.java", b"class Z {}").but(|item| item.described_after = true),
    ];
    let bytes = archive(&items);
    let located = open(bytes.clone()).unwrap();
    assert_eq!(located.kind, SourceKind::Jar);
    assert_eq!(located.digest, jardex::source::digest(&bytes));
    assert!(located.notes.is_empty() && located.tree.problems().is_empty());
    let expected = [("Z.java", "class Z {}"), ("a.txt", "text"), ("b.txt", ""), ("b/B.java", "class B {}")];
    assert_eq!(contents(&located), expected.map(|(path, content)| (path.to_owned(), content.to_owned())));
    assert_eq!(located.tree.entries()[0].size, 10);
}

#[test]
fn an_archive_without_entries_is_empty() {
    assert!(open(archive(&[])).unwrap().tree.entries().is_empty());
}

#[test]
fn threads_read_at_the_same_time() {
    let items: Vec<Item> = (0..200)
        .map(|at| Item::deflated(&format!("{at:03}"), format!("content {at}").repeat(100).as_bytes()))
        .collect();
    let tree = open(archive(&items)).unwrap().tree;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for at in 0..200 {
                    assert_eq!(tree.read(at).unwrap(), format!("content {at}").repeat(100).as_bytes());
                }
            });
        }
    });
}

#[test]
fn names_outside_the_root_are_data_that_cannot_be_asked_for() {
    let outside = [
        "../evil",
        "a/../../evil",
        "..\\..\\evil",
        "/abs",
        "C:\\Windows\\x",
        "C:x",
        "\\\\srv\\share\\x",
        "a/..",
        "a//b",
    ];
    let inside = ["a/B.java", "a\\B.java", "...", "..a/b", "ab:c", "./a"];
    for (names, addressable) in [(outside.as_slice(), false), (inside.as_slice(), true)] {
        for name in names {
            let located = open(archive(&[Item::stored(name, b"x")])).unwrap();
            assert_eq!(contents(&located), [((*name).to_owned(), "x".to_owned())]);
            assert_eq!(located.tree.entries()[0].addressable, addressable, "{name}");
            assert_eq!(stays_inside(name), addressable, "{name}");
        }
    }
}

/// What `java.util.zip.ZipFile` gives for a name is the entry that is listed last.
#[test]
fn of_files_of_one_name_the_last_is_read() {
    let mut bytes = b"#!/bin/sh\n".to_vec();
    bytes.extend(archive(&[
        Item::stored("A.java", b"one"),
        Item::deflated("Same.java", b"same"),
        Item::stored("A.java", b"PK\x03\x04 is no header here"),
        Item::deflated("A.java", b"three").but(|item| item.described_after = true),
        Item::deflated("Same.java", b"same"),
    ]));
    let located = open(bytes).unwrap();
    let [one, two] = [("A.java", "three"), ("Same.java", "same")].map(|(path, text)| (path.into(), text.into()));
    assert_eq!(contents(&located), [one, two]);
    let reason = "the archive has it more than once; what it lists last is read, as Java does";
    assert_eq!(problems(&located), [format!("A.java: {reason}")]);
}

#[test]
fn files_of_one_name_hide_nothing() {
    let said = "two of its entries have the same name, 'A.java'";
    let first = Item::stored("A.java", b"one");
    for other in [
        first.clone().but(|item| item.local_name = b"B.java".to_vec()),
        first.clone().but(|item| item.offset = Some(u32::MAX)),
        first.clone().but(|item| item.packed_size = u32::MAX),
    ] {
        refused(archive(&[other.clone(), first.clone(), Item::stored("X.java", b"x")]), said);
        refused(archive(&[first.clone(), other, Item::stored("X.java", b"x")]), said);
    }
    let shared = first.clone().but(|item| (item.written, item.offset) = (false, Some(0)));
    refused(archive(&[first.clone(), shared, Item::stored("X.java", b"x")]), "contradicts itself");
    let around = Item::stored("A.java", &archive(&[Item::stored("X.java", b"x")]));
    let within = Item::stored("X.java", b"x").but(|item| (item.written, item.offset) = (false, Some(36)));
    refused(archive(&[around, within, first.clone()]), "contradicts itself");
    let hidden = Item::stored("Hidden.java", b"x").but(|item| item.listed = false);
    refused(archive(&[first.clone(), hidden, first]), "local file header missing from central directory");
}

#[test]
fn folders_that_are_listed_again_are_passed_over() {
    let mut bytes = b"#!/bin/sh\n".to_vec();
    bytes.extend(archive_with(
        &[
            Item::stored("a/", b""),
            Item::stored("a/A.java", b"one"),
            Item::deflated("a/", b"").but(|item| item.described_after = true),
            Item::stored("a/b/", b""),
            Item::deflated("a/b/B.java", b"two"),
            Item::stored("a/b/", b""),
            Item::stored("a/", b""),
        ],
        None,
        b"a comment",
    ));
    let located = open(bytes).unwrap();
    let [one, two] = [("a/A.java", "one"), ("a/b/B.java", "two")].map(|(path, text)| (path.into(), text.into()));
    assert_eq!(contents(&located), [one, two]);
    assert_eq!((problems(&located), located.notes), (Vec::new(), Vec::new()));
}

#[test]
fn folders_that_are_listed_again_hide_nothing() {
    let said = "two of its entries have the same name, 'a/'";
    let first = Item::stored("a/", b"");
    for again in [
        Item::stored("a/", b"content"),
        first.clone().but(|item| item.local_name = b"A.java".to_vec()),
        first.clone().but(|item| item.local_name = b"b/".to_vec()),
        first.clone().but(|item| item.written = false),
        first.clone().but(|item| item.offset = Some(u32::MAX)),
    ] {
        refused(archive(&[first.clone(), again, Item::stored("A.java", b"x")]), said);
    }
    let shared = first.clone().but(|item| (item.written, item.offset) = (false, Some(0)));
    refused(archive(&[first.clone(), shared, Item::stored("A.java", b"x")]), "contradicts itself");
    let hidden = Item::stored("Hidden.java", b"x").but(|item| item.listed = false);
    let told = "local file header missing from central directory";
    refused(archive(&[first.clone(), hidden, first.clone(), Item::stored("A.java", b"x")]), told);
    let miscounted = archive_with(&[first.clone(), first, Item::stored("A.java", b"x")], Some(2), b"");
    assert!(open(miscounted).is_err());
}

#[test]
fn a_local_name_unlike_the_listed_one_is_refused() {
    let item = Item::stored("A.java", b"x").but(|item| item.local_name = b"B.java".to_vec());
    refused(archive(&[item]), "contradicts itself");
}

#[test]
fn an_entry_that_is_not_listed_is_refused() {
    let hidden = Item::stored("Hidden.java", b"x").but(|item| item.listed = false);
    for items in [[Item::stored("A.java", b"x"), hidden.clone()], [hidden.clone(), Item::stored("A.java", b"x")]] {
        refused(archive(&items), "local file header missing from central directory");
    }
    refused(archive(&[hidden]), "local file header missing from central directory");
}

#[test]
fn two_archives_in_one_file_are_refused() {
    let mut bytes = archive(&[Item::stored("A.java", b"one")]);
    bytes.extend(archive(&[Item::stored("B.java", b"two")]));
    refused(bytes, "contradicts itself");
}

#[test]
fn a_count_of_zero_is_refused() {
    refused(archive_with(&[Item::stored("A.java", b"x")], Some(0), b""), "contradicts itself");
}

#[test]
fn a_count_that_is_too_high_or_too_low_is_refused() {
    let items = [Item::stored("A.java", b"x"), Item::stored("B.java", b"x")];
    refused(archive_with(&items, Some(3), b""), "damaged");
    refused(archive_with(&items, Some(1), b""), "contradicts itself");
}

#[test]
fn bytes_before_the_archive_are_accepted() {
    let mut bytes = b"#!/bin/sh\nexec java -jar \"$0\" \"$@\"\n".to_vec();
    bytes.extend(archive(&[Item::stored("A.java", b"x")]));
    let located = open(bytes).unwrap();
    assert_eq!(contents(&located), [("A.java".to_owned(), "x".to_owned())]);
    assert!(located.notes.is_empty());
}

#[test]
fn bytes_after_the_archive_are_noted() {
    for comment in ["", "a comment", "with PK\u{5}\u{6} in it"] {
        let whole = archive_with(&[Item::stored("A.java", b"x")], None, comment.as_bytes());
        assert!(open(whole.clone()).unwrap().notes.is_empty(), "{comment}");
        let mut longer = whole;
        longer.extend(b"garbage");
        let located = open(longer).unwrap();
        assert_eq!(located.notes, ["7 bytes follow the end of the archive and were not read"], "{comment}");
        assert_eq!(paths(&located), ["A.java"]);
    }
}

#[test]
fn a_wrong_checksum_is_damage() {
    damaged(archive(&[Item::stored("A.java", b"x").but(|item| item.crc ^= 1)]), "checksum");
    damaged(archive(&[Item::deflated("A.java", b"x").but(|item| item.crc ^= 1)]), "checksum");
}

#[test]
fn a_size_that_is_not_the_real_one_is_damage() {
    damaged(archive(&[Item::deflated("A.java", b"0123456789").but(|item| item.size = 9)]), "");
    damaged(
        archive(&[Item::deflated("A.java", b"0123456789").but(|item| item.size = 11)]),
        "11 bytes are announced, 10 are there",
    );
    let broken = Item::raw("A.java", 8, b"0123456789", b"no deflate".to_vec());
    damaged(archive(&[broken]), "");
}

#[test]
fn packed_data_beyond_the_archive_is_refused() {
    refused(archive(&[Item::stored("A.java", b"x").but(|item| item.packed_size = 1_000_000)]), "contradicts itself");
}

#[test]
fn sizes_that_are_announced_take_no_memory() {
    let huge = Item::deflated("A.java", b"0123456789").but(|item| item.size = u32::MAX);
    let located = open(archive(&[huge, Item::stored("B.java", b"x")])).unwrap();
    assert_eq!(paths(&located), ["B.java"]);
    assert_eq!(problems(&located), ["A.java: its 4294967295 bytes are more than the 67108864 that are read"]);
    // Each is below the limit of one file and tight packing is allowed up to 200 to 1: together they are too much.
    let packed = vec![0; 400_000];
    let items: Vec<Item> = (0..20)
        .map(|at| Item::raw(&format!("{at}"), 8, b"", packed.clone()).but(|item| item.size = 60_000_000))
        .collect();
    refused(archive(&items), "announce more than 536870912 bytes");
}

#[test]
fn entries_that_share_their_data_are_refused() {
    let first = Item::stored("A.java", b"content");
    let overlapping = first.clone().but(|item| {
        item.name = b"B.java".to_vec();
        item.written = false;
        item.offset = Some(0);
    });
    refused(archive(&[first.clone(), overlapping]), "contradicts itself");
    // The same local name too: only the overlap gives it away. Two names alike would be refused for that.
    let inner = archive(&[Item::stored("C.java", b"inner")]);
    let nested = Item::stored("A.jar", &inner);
    let offset = 30 + 5;
    let inside = Item::stored("C.java", b"inner").but(|item| {
        item.written = false;
        item.offset = Some(offset);
    });
    refused(archive(&[nested, inside]), "overlapping");
}

#[test]
fn a_bomb_is_left_out_and_named() {
    let mut zipper = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zipper.start_file("zeros.txt", options).unwrap();
    zipper.write_all(&vec![0; 8 * 1024 * 1024]).unwrap();
    zipper.start_file("A.java", options).unwrap();
    zipper.write_all(b"class A {}").unwrap();
    let located = open(zipper.finish().unwrap().into_inner()).unwrap();
    assert_eq!(contents(&located), [("A.java".to_owned(), "class A {}".to_owned())]);
    assert!(
        problems(&located)[0].starts_with("zeros.txt: its 8388608 bytes are packed into "),
        "{:?}",
        problems(&located)
    );
}

#[test]
fn a_unicode_path_that_renames_is_refused() {
    let mut field = vec![0x75, 0x70, 11, 0, 1];
    field.extend(crc32fast::hash(b"A.java").to_le_bytes());
    field.extend(b"B.java");
    let item = Item::stored("A.java", b"x").but(|item| item.extra = field);
    refused(archive(&[item]), "contradicts itself");
}

#[test]
fn names_that_are_not_utf_8_are_kept_as_far_as_they_go() {
    let rename = |name: &[u8]| {
        let name = name.to_vec();
        Item::stored("x", b"x").but(|item| {
            item.name.clone_from(&name);
            item.local_name = name;
        })
    };
    let located =
        open(archive(&[rename(b"caf\xE9.txt"), rename(b"caf\xE8.txt"), rename("né.txt".as_bytes())])).unwrap();
    assert_eq!(paths(&located), ["caf\u{FFFD}.txt", "né.txt"]);
    assert_eq!(problems(&located).len(), 3, "{:?}", problems(&located));
    assert!(problems(&located)[0].contains("cannot be told from another's"), "{:?}", problems(&located));
}

#[test]
fn entries_that_cannot_be_read_are_left_out_and_named() {
    for (item, reason) in [
        (Item::stored("A.java", b"x").but(|item| item.flags |= 1), "it is encrypted"),
        (Item::stored("A.java", b"x").but(|item| item.method = 14), "a method that JARs do not use (Lzma)"),
        (Item::stored("A.java", b"x").but(|item| item.method = 9), "a method that JARs do not use"),
        (Item::stored("A.java\0.png", b"x"), "its name holds a NUL"),
        (Item::stored(&"n".repeat(1_025), b"x"), "its name is longer than 1024 bytes"),
        (Item::stored(&"d/".repeat(64).add_name(), b"x"), "more than 64 folders deep"),
    ] {
        let located = open(archive(&[item, Item::stored("Z.java", b"z")])).unwrap();
        assert_eq!(contents(&located), [("Z.java".to_owned(), "z".to_owned())], "{reason}");
        let named = problems(&located);
        assert!(named.len() == 1 && named[0].contains(reason), "{reason}: {named:?}");
    }
}

trait AddName {
    fn add_name(&self) -> String;
}

impl AddName for String {
    fn add_name(&self) -> String {
        format!("{self}A.java")
    }
}

#[test]
fn links_are_text() {
    let link = Item::stored("link", b"../../etc/passwd").but(|item| item.attributes = 0o120_777 << 16);
    let located = open(archive(&[link])).unwrap();
    assert_eq!(contents(&located), [("link".to_owned(), "../../etc/passwd".to_owned())]);
}

#[test]
fn names_are_data_and_need_not_fit_a_file_system() {
    let names = ["CON", "a", "a/B.java", "a/b", "A/b", "x "];
    let items: Vec<Item> = names.iter().map(|name| Item::stored(name, name.as_bytes())).collect();
    let located = open(archive(&items)).unwrap();
    assert_eq!(paths(&located), ["A/b", "CON", "a", "a/B.java", "a/b", "x "]);
    assert!(contents(&located).iter().all(|(path, content)| path == content));
}

#[test]
fn what_is_no_archive_is_called_by_its_name() {
    refused(Vec::new(), "it is empty");
    for page in ["<!DOCTYPE html><html>", "\u{FEFF}\n <html lang=en>", "<?xml version=\"1.0\"?><Error/>"] {
        refused(page.as_bytes().to_vec(), "web page");
    }
    refused(b"not a zip file at all".to_vec(), "it is no ZIP archive");
    refused(b"PK".to_vec(), "it is no ZIP archive");
    let whole = archive(&[Item::stored("A.java", &[b'x'; 1_000])]);
    refused(whole[..500].to_vec(), "cut short");
}

#[test]
fn every_cut_of_an_archive_is_refused() {
    let items = [Item::deflated("a/A.java", b"class A {}"), Item::stored("b.txt", b"text")];
    let whole = archive(&items);
    for length in 0..whole.len() {
        assert_eq!(
            open(whole[..length].to_vec()).err().map(|failure| failure.status),
            Some(Status::InvalidSource),
            "{length}"
        );
    }
}

#[test]
fn no_flipped_bit_is_taken_for_other_content() {
    let items = [Item::deflated("a/A.java", b"class A {}"), Item::stored("b.txt", b"text")];
    let whole = archive(&items);
    let honest = contents(&open(whole.clone()).unwrap());
    for at in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[at / 8] ^= 1 << (at % 8);
        let Ok(located) = open(bytes) else { continue };
        for (place, entry) in located.tree.entries().iter().enumerate() {
            let Ok(content) = located.tree.read(place) else { continue };
            let content = String::from_utf8(content).unwrap();
            assert!(honest.contains(&(entry.path.clone(), content)), "bit {at}: {}", entry.path);
        }
    }
}

#[test]
fn more_than_65_535_entries_are_read_and_more_than_the_limit_refused() {
    let many = |count: usize| {
        let mut zipper = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        for at in 0..count {
            zipper.start_file(format!("{at}"), options).unwrap();
        }
        zipper.finish().unwrap().into_inner()
    };
    assert_eq!(open(many(70_000)).unwrap().tree.entries().len(), 70_000);
    refused(many(200_001), "it has more than 200000 entries");
}

#[test]
fn a_file_is_opened_by_path() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("lib.jar");
    assert_eq!(jar_file("u", &path).err().unwrap().status, Status::ResourceNotFound);
    assert_eq!(jar_file("u", home.path()).err().unwrap().status, Status::InvalidSource);
    fs::write(&path, archive(&[Item::stored("A.java", b"x")])).unwrap();
    let located = jar_file("~/lib.jar", &path).unwrap();
    assert_eq!((located.uri.as_str(), paths(&located)), ("~/lib.jar", vec!["A.java"]));
}

/// A large archive is not held in memory: its file is read again, and is not taken for another that is written over it.
#[test]
fn a_large_file_is_read_entry_by_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib-sources.jar");
    let large = vec![b'x'; HELD_JAR_BYTES];
    let items = |text: &'static [u8]| [Item::deflated("A.java", text), Item::stored("large.bin", &large)];
    let bytes = archive(&items(b"class A {}"));
    fs::write(&path, &bytes).unwrap();
    let located = jar_file(URI, &path).unwrap();
    assert_eq!(located.digest, jardex::source::digest(&bytes));
    assert_eq!(located.tree.entries().len(), 2);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(located.tree.read(0).unwrap(), b"class A {}"));
            scope.spawn(|| assert_eq!(located.tree.read(1).unwrap(), large));
        }
    });
    // Whoever replaces a file leaves the one that is open as it was.
    let beside = folder.path().join("beside.jar");
    fs::write(&beside, archive(&items(b"class B {}"))).unwrap();
    fs::rename(&beside, &path).unwrap();
    assert_eq!(located.tree.read(0).unwrap(), b"class A {}");
    // Who writes over it does not.
    let overwritten = |text| {
        let located = jar_file(URI, &path).unwrap();
        fs::write(&path, archive(&items(text))).unwrap();
        located.tree.read(0).unwrap_err().message
    };
    let message = overwritten(b"class C {}");
    assert!(message.contains("its entry 'A.java' is damaged: "), "{message}");
    // A file that was not changed just now tells by its times that it was since.
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(overwritten(b"class D {}").contains("it was changed while it was read"));
}

#[test]
fn files_are_chosen_by_globs() {
    let names = ["a/A.java", "a/A.kt", "a/b/B.java", "docs/x.md", "docs/y/z.md", "README.md"];
    let items: Vec<Item> = names.iter().map(|name| Item::stored(name, name.as_bytes())).collect();
    let located = open(archive(&items)).unwrap();
    let chosen = |include: &[&str], exclude: &[&str]| {
        let list = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect::<Vec<_>>();
        let tree = filtered(located.tree.clone(), &Globs::new(&list(include), &list(exclude)).unwrap());
        let read: Vec<String> =
            (0..tree.entries().len()).map(|at| String::from_utf8(tree.read(at).unwrap()).unwrap()).collect();
        assert_eq!(read, tree.entries().iter().map(|entry| entry.path.clone()).collect::<Vec<_>>());
        read.join(" ")
    };
    assert_eq!(chosen(&[], &[]), "README.md a/A.java a/A.kt a/b/B.java docs/x.md docs/y/z.md");
    assert_eq!(chosen(&["*.java"], &[]), "a/A.java a/b/B.java");
    assert_eq!(chosen(&["a/*.java"], &[]), "a/A.java");
    assert_eq!(chosen(&["a/**"], &["*.kt"]), "a/A.java a/b/B.java");
    assert_eq!(chosen(&[], &["docs/", "/a/b/"]), "README.md a/A.java a/A.kt");
    assert_eq!(chosen(&["*.{kt,md}"], &["docs/*"]), "README.md a/A.kt docs/y/z.md");
    let refused = |include: &[&str], exclude: &[&str]| {
        let list = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect::<Vec<_>>();
        let failure = Globs::new(&list(include), &list(exclude)).err().unwrap();
        assert_eq!(failure.status, Status::InvalidPattern);
        failure.message
    };
    assert_eq!(
        refused(&["*.java"], &["*.kt", "a["]),
        r"exclude: the glob 'a[' at character 2: unclosed character class; missing ']'; close it with ']', or write '\[' for the character"
    );
    // The position is that of what was written, whatever is compiled of it.
    assert_eq!(
        refused(&["/src/{a,b/"], &[]),
        r"include: the glob '/src/{a,b/' at character 6: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?); close it with '}', or write '\{' for the character"
    );
}
