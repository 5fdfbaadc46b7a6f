//! The index file: what is written is read, the same input gives the same bytes, damage is noticed.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test that cannot go on fails")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::index::{Built, build, facts, file, write};
use jardex::error::Incomplete;
use jardex::model::{ByteRange, Language, LineRange, MethodKind, ParsedFile, Relation, TypeDecl, TypeKind};
use jardex::search::gram;
use jardex::store::read::{Index, StoreError};
use jardex::store::write::{FileInput, WriteError, Writer};
use jardex::store::{FORMAT, FileRow, Standing, TypeRow};

const LIST: &str = "package org.example;

import java.util.Map;
import static java.util.Collections.*;

/** A list. Of things. */
public class Listing<T> extends Base implements Comparable<T> {
    int a, b[];
    Listing(String name) {}
    public <K> Map<K, T> both(Map<K, T> map, int... more) { return map; }
    interface Entry { void go(); }
}
";

fn sample() -> Vec<FileInput> {
    let mut html = file("org/example/package.html", b"<p>Old words.</p>");
    html.package_description = Some("Old words.".to_owned());
    let mut info = file("org/example/sub/package-info.java", b"/** New words. */\npackage org.example.sub;\n");
    info.package_description = Some("New words.".to_owned());
    vec![
        file("../escape.txt", b"out of the root\n"),
        file("META-INF/versions/9/org/example/Listing.java", LIST.as_bytes()),
        file("logo.png", b"\x89PNG\x00\x00"),
        file("notes/empty.txt", b""),
        html,
        file("org/example/Listing.java", LIST.as_bytes()),
        info,
        file("org/example/sub/Utf16.txt", &utf_16("Grüße\r\n")),
        file("org/example/sub/Marked.java", b"\xef\xbb\xbfpackage org.example.sub; class Marked {}"),
        file("module-info.java", b"module m {}"),
    ]
}

fn utf_16(text: &str) -> Vec<u8> {
    [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

fn names(rows: &[TypeRow]) -> Vec<String> {
    rows.iter().map(TypeRow::qualified_name).collect()
}

#[test]
fn what_is_written_is_read() {
    let Built { index, counts, .. } = &build(sample());
    assert_eq!(index.meta().coordinate, facts().coordinate);
    assert_eq!(&index.meta().counts, counts);
    assert_eq!((counts.files, counts.types, counts.methods, counts.fields), (10, 5, 6, 4));

    let packages = index.packages().unwrap();
    let packages: Vec<_> =
        packages.iter().map(|row| (row.name.as_str(), row.type_count, row.description.as_deref())).collect();
    assert_eq!(packages, [("org.example", 1, Some("Old words.")), ("org.example.sub", 1, Some("New words."))]);
    let package = index.package("org.example").unwrap().unwrap();
    assert_eq!(
        names(&index.types(Some(&[package.id]), None).unwrap()),
        ["org.example.Listing", "org.example.Listing.Entry"]
    );
    assert_eq!(names(&index.types(None, Some(9)).unwrap()), ["org.example.Listing", "org.example.Listing.Entry"]);
    assert!(index.package("org").unwrap().is_none());
    assert_eq!(index.type_names().unwrap().len(), 5);

    let found = index.type_named("org.example.Listing").unwrap();
    let [listing] = &found[..] else { panic!("{found:?}") };
    assert_eq!((listing.kind, listing.language, listing.release), (TypeKind::Class, Language::Java, None));
    assert_eq!((listing.lines, listing.name_line), (LineRange::new(7, 12), 7));
    assert_eq!(listing.file_path, "org/example/Listing.java");
    assert_eq!(index.signature(listing.id).unwrap(), "public class Listing<T> extends Base implements Comparable<T>");
    assert_eq!(index.descriptions(&[listing.id]).unwrap(), [Some("A list.".to_owned())]);
    assert_eq!(listing.doc.unwrap().of(LIST), "/** A list. Of things. */");
    assert_eq!(index.type_by_id(listing.id).unwrap(), *listing);
    let nested = index.nested_types(listing.id).unwrap();
    assert_eq!(names(&nested), ["org.example.Listing.Entry"]);
    assert_eq!(nested[0].owner, Some(listing.id));

    let supertypes = index.supertypes(listing.id).unwrap();
    let supertypes: Vec<_> = supertypes.iter().map(|row| (row.relation, row.text.as_str())).collect();
    assert_eq!(supertypes, [(Relation::Extends, "Base"), (Relation::Implements, "Comparable<T>")]);
    let methods = index.methods(listing.id).unwrap();
    assert_eq!(methods.iter().map(|row| row.kind).collect::<Vec<_>>(), [MethodKind::Constructor, MethodKind::Method]);
    assert_eq!(methods[1].parameter_types, ["Map<K, T>", "int..."]);
    let fields = index.fields(listing.id).unwrap();
    assert_eq!(fields.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    let imports = index.imports(listing.file).unwrap();
    assert_eq!(
        imports.iter().map(|row| (row.path.as_str(), row.line)).collect::<Vec<_>>(),
        [("java.util.Map", 3), ("java.util.Collections", 4)]
    );
}

#[test]
fn names_are_found_however_nesting_is_written() {
    let source = b"package p; class A { class B {} } class $Gson$Types { class Inner$ {} }";
    let built = build(vec![file("A.java", b"class A { class B {} }"), file("p/A.java", source)]);
    let first = |name: &str| names(&built.index.type_named(name).unwrap());
    assert_eq!(first("p.A.B"), ["p.A.B"]);
    assert_eq!(first("p.A$B"), ["p.A.B"]);
    assert_eq!(first("A$B"), ["A.B"]);
    assert_eq!(first("p.$Gson$Types"), ["p.$Gson$Types"]);
    assert_eq!(first("p.$Gson$Types$Inner$"), ["p.$Gson$Types.Inner$"]);
    assert!(first("p.B").is_empty() && first("").is_empty() && first("p.").is_empty() && first("'; --").is_empty());
    assert_eq!(built.index.similar_types("p.b").unwrap(), ["p.A.B", "A.B"]);
}

#[test]
fn files_folders_and_texts_are_as_in_the_archive() {
    let built = build(sample());
    let index = &built.index;
    let files = index.files().unwrap();
    assert!(files.is_sorted_by(|a, b| a.path < b.path) && files.iter().zip(1..).all(|(file, id)| file.id == id));
    let root = index.folder("").unwrap().unwrap();
    assert_eq!(root.file_count, 2, "the name outside the root is in no folder");
    let folders = index.subfolders(root.id).unwrap();
    assert_eq!(folders.iter().map(|row| row.path.as_str()).collect::<Vec<_>>(), ["META-INF", "notes", "org"]);
    let sub = index.folder("org/example/sub").unwrap().unwrap();
    let inside = index.files_in(sub.id).unwrap();
    assert_eq!(inside.iter().map(FileRow::name).collect::<Vec<_>>(), ["Marked.java", "Utf16.txt", "package-info.java"]);
    assert!(index.file("../escape.txt").unwrap().is_none() && index.folder("nowhere").unwrap().is_none());

    let utf_16_file = index.file("org/example/sub/Utf16.txt").unwrap().unwrap();
    assert_eq!(utf_16_file.encoding.as_deref(), Some("UTF-16LE"));
    assert_eq!(index.text(utf_16_file.id).unwrap(), "Grüße\r\n");
    assert_eq!(index.bytes(utf_16_file.id).unwrap(), utf_16("Grüße\r\n"));
    let marked = index.file("org/example/sub/Marked.java").unwrap().unwrap();
    assert!(index.text(marked.id).unwrap().starts_with("package") && index.bytes(marked.id).unwrap()[0] == 0xef);
    let empty = index.file("notes/empty.txt").unwrap().unwrap();
    assert_eq!((empty.line_count, index.text(empty.id).unwrap().as_str()), (Some(0), ""));
    let binary = index.file("logo.png").unwrap().unwrap();
    assert!(!binary.is_text() && matches!(index.bytes(binary.id), Err(StoreError::Unreadable(_))));
}

#[test]
fn texts_longer_than_a_block_come_back_whole() {
    let mut random = fastrand::Rng::with_seed(3);
    let lengths = [0, 1, 65_535, 65_536, 65_537, 900_000, 10, 131_072, 30_000, 40_000, 0];
    let texts: Vec<String> =
        lengths.iter().map(|length| (0..*length).map(|_| random.char('a'..='z')).collect()).collect();
    let files = texts.iter().enumerate().map(|(at, text)| file(&format!("{at:02}.txt"), text.as_bytes())).collect();
    let built = build(files);
    for (text, id) in texts.iter().zip(1..) {
        assert!(built.index.text(id).unwrap() == *text, "file {id} of {} bytes", text.len());
    }
}

#[test]
fn a_piece_of_a_text_is_that_of_the_whole() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut text = |length: usize| -> String {
        (0..length).map(|_| *random.choice(&['a', 'é', ' ', '\n', 'z', '你']).unwrap()).collect()
    };
    let texts: Vec<String> = [9, 70_000, 3, 300_000, 20_000, 130_000].map(&mut text).into_iter().collect();
    let bom = [b"\xef\xbb\xbf", texts[3].as_bytes()].concat();
    let mut files: Vec<_> =
        texts.iter().enumerate().map(|(at, text)| file(&format!("{at}.txt"), text.as_bytes())).collect();
    files.extend([file("bom.txt", &bom), file("utf16.txt", &utf_16(&texts[1]))]);
    let built = build(files);
    for (text, id) in texts.iter().chain([&texts[3], &texts[1]]).zip(1..) {
        assert_eq!(built.index.text(id).unwrap(), *text, "file {id}");
        for _ in 0..50 {
            let start = random.usize(0..=text.len());
            let end = text.len().min(start + random.usize(0..60_000));
            let piece = built.index.text_between(id, start..end).unwrap();
            assert_eq!(piece.as_deref(), text.get(start..end), "file {id}, {start}..{end}");
        }
        let none = built.index.text_between(id, text.len()..text.len() + 1).unwrap();
        assert_eq!((none, built.index.text_between(id, 0..text.len()).unwrap().as_ref()), (None, Some(text)));
    }
}

#[test]
fn a_facade_of_several_files_has_numbered_parts() {
    let part = |path: &str, release: Option<u32>| {
        let mut input = file(path, b"fun f() = 1\n");
        (input.language, input.release) = (Some(Language::Kotlin), release);
        let range = ByteRange { start: 0, end: 11 };
        input.parsed = Some(ParsedFile {
            package: "p".to_owned(),
            types: vec![TypeDecl {
                name: "Utils".to_owned(),
                owner: None,
                kind: TypeKind::Facade,
                modifiers: Vec::new(),
                signature: String::new(),
                type_parameters: Vec::new(),
                supertypes: Vec::new(),
                annotations: Vec::new(),
                lines: LineRange::new(1, 1),
                name_line: 1,
                bytes: range,
                body: None,
                doc: None,
                description: None,
            }],
            ..ParsedFile::default()
        });
        input
    };
    let built = build(vec![part("p/B.txt", None), part("p/A.txt", None), part("META-INF/A.txt", Some(9))]);
    let parts = built.index.type_named("p.Utils").unwrap();
    let parts: Vec<_> = parts.iter().map(|row| (row.part, row.file_path.as_str(), row.kind)).collect();
    assert_eq!(parts, [(0, "p/A.txt", TypeKind::Facade), (1, "p/B.txt", TypeKind::Facade)]);
    assert_eq!((built.counts.types, built.index.packages().unwrap()[0].type_count), (2, 1));
}

#[test]
fn grams_lead_to_their_blocks() {
    // The other gram of four letters is that of the last three and the end.
    let code = |four: &str| gram::collect(four).pieces[0].codes.iter().copied().find(|code| code & 63 != 0).unwrap();
    // One block each: the second one is the first to hold it.
    let filler = |path: &str, word: &str| file(path, format!("{word}\n").repeat(16_000 / (word.len() + 1)).as_bytes());
    let built = build(vec![filler("a.txt", "list"), filler("b.txt", "isti listing"), filler("c.txt", "stone")]);
    let layout = built.index.layout().unwrap();
    assert_eq!(layout.blocks(), 1..4);
    assert_eq!(built.index.posting(code("list")).unwrap().blocks().unwrap(), [1, 2]);
    assert_eq!(built.index.posting(code("isti")).unwrap().blocks().unwrap(), [2]);
    assert_eq!(built.index.posting(code("zzzz")).unwrap().size(), 0);
    let three = |four: &str| code(four) & !63..=code(four) | 63;
    assert_eq!(built.index.blocks_with_one_of(three("liss")).unwrap(), [1, 2]);
    assert!(built.index.blocks_with_one_of(three("zzzz")).unwrap().is_empty());
    assert_eq!(built.index.text_files().unwrap(), [1, 2, 3]);
}

#[test]
fn words_lead_to_their_files() {
    let long = format!("{} tail", "y".repeat(200));
    let built = build([sample(), vec![file("zz/long.txt", long.as_bytes())]].concat());
    let index = &built.index;
    let files = index.files().unwrap();
    let standings = |word: &str| {
        let number = index.word_number(word).unwrap()?;
        let standings = index.word_posting(number).unwrap().standings().unwrap();
        let place = |(id, at): &(u32, Standing)| (files[*id as usize - 1].name().to_owned(), at.code, at.text);
        Some(standings.iter().map(place).collect::<Vec<_>>())
    };
    let told = |places: &[(&str, bool, bool)]| {
        Some(places.iter().map(|(name, code, text)| ((*name).to_owned(), *code, *text)).collect::<Vec<_>>())
    };
    assert_eq!(standings("Comparable"), told(&[("Listing.java", true, false), ("Listing.java", true, false)]));
    assert_eq!(standings("things"), told(&[("Listing.java", false, true), ("Listing.java", false, true)]));
    assert_eq!(standings("Gr\u{fc}\u{df}e"), told(&[("Utf16.txt", false, true)]));
    assert_eq!(standings(""), told(&[("long.txt", false, true)]), "a word too long to be kept");
    assert_eq!(
        (standings("comparable"), standings("Comparabl"), standings("zzz"), standings("\n")),
        (None, None, None, None)
    );
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one.db"), folder.path().join("other.db"));
    // Enough text that blocks are compressed while rows are written.
    let long = (0..200_000).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    let files = || [sample(), vec![file("a/long.txt", long.as_bytes()), file("z/long.txt", long.as_bytes())]].concat();
    write(&one, files());
    std::thread::scope(|scope| {
        scope.spawn(|| write(&other, files()));
        scope.spawn(|| write(&folder.path().join("third.db"), files()));
    });
    assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap());
    assert!(!folder.path().join("one.db-journal").exists());
}

#[test]
fn problems_are_told() {
    let mut broken = file("p/Broken.java", b"class Broken {}");
    broken.parsed = None;
    broken.problem = Some("took too long".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("i.db");
    let mut writer = Writer::create(&path, facts()).unwrap();
    writer.add(broken.clone()).unwrap();
    assert!(matches!(writer.add(broken.clone()), Err(WriteError::Input(_))), "the same path twice");
    writer
        .add(FileInput { path: "p/Slow.java".to_owned(), problem: Some("could not be read".to_owned()), ..broken })
        .unwrap();
    // Of a file that has a row and was told of as well it is said once.
    let entries = [
        Incomplete::at("C:\\x", "its checksum is wrong"),
        Incomplete::at("p/Slow.java", "could not be read"),
        Incomplete::new("3 files in Scala", "not read").of_declarations(),
        Incomplete::note("g:a:1", "relocated"),
    ];
    let counts = writer.finish(&entries).unwrap();
    assert_eq!(counts.unparsed_files, 2);
    let index = Index::open(&path).unwrap();
    assert_eq!(index.artifact_problems().unwrap(), entries);
    let told = Incomplete::at("p/Broken.java", "took too long").of_declarations();
    assert_eq!(*index.problems().unwrap(), [&entries[..], &[told]].concat());
}

fn damage(bytes: &[u8], folder: &Path) -> Result<(), StoreError> {
    let path = folder.join("damaged.db");
    fs::write(&path, bytes).unwrap();
    let index = Index::open(&path)?;
    for file in index.files()?.iter().filter(|file| file.is_text()) {
        index.text(file.id)?;
    }
    for row in index.type_names()?.iter() {
        index.type_by_id(row.id)?;
        index.signature(row.id)?;
        index.methods(row.id)?;
        index.fields(row.id)?;
        index.supertypes(row.id)?;
    }
    index.symbol_list()?;
    index.layout()?;
    index.posting(0x6c_69_73)?.blocks()?;
    index.word_number("class")?.map(|number| index.word_posting(number)?.standings()).transpose()?;
    index.declarations()?;
    index.problems().map(drop)
}

#[test]
fn damage_is_an_error_and_never_an_empty_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.db");
    write(&path, sample());
    let whole = fs::read(&path).unwrap();
    damage(&whole, folder.path()).unwrap();

    let refused = |bytes: &[u8]| damage(bytes, folder.path()).unwrap_err();
    assert!(matches!(refused(b""), StoreError::Damaged(_)));
    assert!(matches!(refused(b"PK\x03\x04 this is another kind of file altogether"), StoreError::Damaged(_)));
    assert!(matches!(refused(&whole[..whole.len() / 2]), StoreError::Damaged(_)));
    assert!(matches!(Index::open(&folder.path().join("missing.db")), Err(StoreError::Unreadable(_))));

    let mut other = whole.clone();
    other[60..64].copy_from_slice(&(FORMAT + 1).to_be_bytes());
    assert!(matches!(refused(&other), StoreError::OtherFormat { found } if found == FORMAT + 1));
    other[60..64].copy_from_slice(&0_u32.to_be_bytes());
    assert!(matches!(refused(&other), StoreError::Damaged(_)), "a build that was killed");

    // The frame of a compressed block begins with these four bytes: texts (those in other encodings have blocks of their own) and what
    // their blocks need, details, headers, the lists of types, of declarations and of symbols, the dictionary.
    let frame = [0x28, 0xb5, 0x2f, 0xfd];
    let frames: Vec<usize> = (0..whole.len() - 4).filter(|at| whole[*at..*at + 4] == frame).collect();
    assert_eq!(frames.len(), 12);
    for at in frames.into_iter().flat_map(|frame| frame..frame + 9) {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x10;
        assert!(matches!(refused(&flipped), StoreError::Damaged(_)), "byte {at}");
    }
}

#[test]
fn many_threads_read_at_once() {
    let built = build(sample());
    let index = &built.index;
    let ids: BTreeSet<u32> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|_| {
                scope.spawn(|| {
                    assert!(index.text(index.file("org/example/Listing.java").unwrap().unwrap().id).unwrap() == LIST);
                    index.type_named("org.example.Listing").unwrap()[0].id
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 1);
}
