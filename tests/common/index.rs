//! Indexes built from texts, as the pipeline builds them, without its threads and child processes.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test that cannot go on fails")]

use std::path::Path;

use jardex::coordinate::Coordinate;
use jardex::model::{Language, Origin};
use jardex::search::gram;
use jardex::store::Counts;
use jardex::store::read::Index;
use jardex::store::terms::Terms;
use jardex::store::write::{Facts, FileInput, Standing, TextInput, Words, Writer};
use jardex::text::decode::decode;
use jardex::text::lines::Lines;

/// An index in a folder that goes when it does.
pub struct Built {
    pub index: Index,
    pub counts: Counts,
    _folder: tempfile::TempDir,
}

/// What every test artifact is called.
pub fn facts() -> Facts {
    Facts {
        coordinate: Coordinate::parse("org.example:lib:1.0").unwrap(),
        origin: Origin::Source,
        source_digest: format!("sha256:{}", "ab".repeat(32)),
        commit: None,
        bytes: 1 << 20,
    }
}

/// A file as the pipeline would feed it.
pub fn file(path: &str, bytes: &[u8]) -> FileInput {
    let language = Language::of_file(path);
    let decoded = decode(bytes);
    let parsed = match (&decoded, language) {
        (Some(decoded), Some(language)) => Some(jardex::parse::parse(language, path, &decoded.text)),
        _ => None,
    };
    FileInput {
        path: path.to_owned(),
        size: bytes.len() as u64,
        addressable: !path.split('/').any(|segment| segment == ".."),
        test: false,
        release: path
            .strip_prefix("META-INF/versions/")
            .and_then(|rest| rest.split_once('/'))
            .and_then(|(release, _)| release.parse().ok()),
        text: decoded.map(|decoded| TextInput {
            bytes: bytes.to_vec(),
            encoding: decoded.encoding,
            line_count: Lines::of(&decoded.text).count(),
            grams: gram::collect(&decoded.text),
            words: words_of(language, &decoded.text),
            terms: Terms::default(),
        }),
        language,
        parsed,
        package_description: None,
        problem: None,
    }
}

fn words_of(language: Option<Language>, text: &str) -> Words {
    let mut words = Words::default();
    for word in jardex::parse::words::words(language, text).distinct {
        let standing = Standing { code: word.code, text: word.text };
        words.push(&text[word.start as usize..word.end as usize], standing);
    }
    words
}

/// Writes the files, in whatever order they are given, to the index file at `path`.
pub fn write(path: &Path, mut files: Vec<FileInput>) -> Counts {
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut writer = Writer::create(path, facts()).unwrap();
    for file in files {
        writer.add(file).unwrap();
    }
    writer.finish(&[]).unwrap()
}

/// Builds and opens an index of these files.
pub fn build(files: Vec<FileInput>) -> Built {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index #1?.db");
    let counts = write(&path, files);
    Built { index: Index::open(&path).unwrap(), counts, _folder: folder }
}
