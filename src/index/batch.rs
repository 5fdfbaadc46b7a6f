//! A few files at once: decoded, read by the lexer, parsed together, and made ready for the writer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::index::{layout, terms};
use crate::model::{Language, ParsedFile};
use crate::parse::words;
use crate::parse::worker::{Child, Job};
use crate::parse::{self, doc, lexer};
use crate::search::gram;
use crate::source::Entry;
use crate::store::write::{FileInput, Standing, TextInput, Words};
use crate::text::decode::{Decoded, decode};
use crate::text::lines::Lines;

/// Time added up over threads, in microseconds.
#[derive(Default)]
pub struct Clock(AtomicU64);

impl Clock {
    /// Adds the time that `run` takes.
    pub fn time<T>(&self, run: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = run();
        self.0.fetch_add(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        result
    }

    pub fn seconds(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 / 1e6
    }
}

/// A file ready for the writer, but for its bytes.
pub struct Digest {
    file: FileInput,
    /// What is written with the bytes of a text.
    text: Option<TextInput>,
}

impl Digest {
    /// What the file declares, where it is of a language.
    pub fn parsed(&self) -> Option<&ParsedFile> {
        self.file.parsed.as_ref()
    }

    /// The file with its bytes.
    pub fn with(self, bytes: Vec<u8>) -> FileInput {
        let text = self.text.map(|text| TextInput { bytes, ..text });
        FileInput { text, ..self.file }
    }
}

/// A text and what was found in it on the way.
struct Text<'a> {
    entry: &'a Entry,
    decoded: Decoded<'a>,
    language: Option<Language>,
    lines: Lines,
    reading: Option<lexer::java::Reading>,
}

/// Why a file of sources has neither declarations nor lines.
pub const NO_TEXT: &str = "it is no text: a NUL or what is no character is near its beginning";

/// Decodes and parses files and makes them ready for the writer, each in its turn.
pub fn digest(files: &[(&Entry, Vec<u8>)], child: &mut Child, known: &mut terms::Known, clock: &Clock) -> Vec<Digest> {
    let texts: Vec<Option<Text<'_>>> = files.iter().map(|(entry, bytes)| Text::of(entry, bytes, clock)).collect();
    let jobs: Vec<Job<'_>> = texts.iter().flatten().filter_map(Text::job).collect();
    let mut parsed = clock.time(|| child.parse_all(&jobs)).into_iter();
    let finished = files.iter().zip(&texts).map(|((entry, bytes), text)| {
        let mut digest = Digest { file: file_of(entry, bytes.len()), text: None };
        let Some(text) = text else {
            // Class files lie beside sources and are none.
            if Language::of_file(&entry.path).is_some() && entry.path.strip_suffix(".class").is_none() {
                digest.file.problem = Some(NO_TEXT.to_owned());
            }
            return digest;
        };
        if text.language.is_some()
            && let Some(parsed) = parsed.next()
        {
            digest.file.parsed = Some(parsed.file);
        }
        text.finish(&mut digest, known);
        digest
    });
    finished.collect()
}

/// A file of which only the name and the size are known.
pub fn file_of(entry: &Entry, size: usize) -> FileInput {
    FileInput {
        path: entry.path.clone(),
        size: size as u64,
        addressable: entry.addressable,
        test: layout::is_test(&entry.path),
        release: layout::release_of(&entry.path),
        text: None,
        language: None,
        parsed: None,
        package_description: None,
        problem: None,
    }
}

impl<'a> Text<'a> {
    /// A file as text; none where it is none.
    fn of(entry: &'a Entry, bytes: &'a [u8], clock: &Clock) -> Option<Self> {
        let decoded = decode(bytes)?;
        let language = parse::language_of(&entry.path, &decoded.text);
        let lines = Lines::of(&decoded.text);
        let reading = clock.time(|| (language == Some(Language::Java)).then(|| lexer::java::read(&decoded.text)));
        Some(Self { entry, decoded, language, lines, reading })
    }

    /// What the parser is asked; nothing for a text of no language.
    fn job(&self) -> Option<Job<'_>> {
        Some(Job {
            language: self.language?,
            path: &self.entry.path,
            text: &self.decoded.text,
            lines: &self.lines,
            reduced: self.reading.as_ref().and_then(|reading| reading.reduced.as_ref()),
        })
    }

    fn finish(&self, digest: &mut Digest, known: &mut terms::Known) {
        let text = &self.decoded.text;
        let other;
        let found = if let Some(reading) = &self.reading {
            &reading.words
        } else {
            other = words::words(self.language, text);
            &other
        };
        digest.file.language = self.language;
        digest.file.package_description = package_description(&self.entry.path, text, digest.file.parsed.as_ref());
        let parsed = digest.file.parsed.as_ref();
        let terms =
            parsed.map(|parsed| terms::of_file(&self.entry.path, text, parsed, found, known)).unwrap_or_default();
        digest.text = Some(TextInput {
            bytes: Vec::new(),
            encoding: self.decoded.encoding,
            line_count: self.lines.count(),
            grams: gram::collect(text),
            words: distinct(text, found),
            terms,
        });
    }
}

/// The words of a text as the index takes them.
fn distinct(text: &str, found: &words::Words) -> Words {
    let mut words = Words::default();
    for word in &found.distinct {
        words.push(word.of(text), Standing { code: word.code, text: word.text });
    }
    words
}

/// What a file says about its package: the comment of package-info.java or of a Kotlin package header, or package.html.
fn package_description(path: &str, text: &str, parsed: Option<&ParsedFile>) -> Option<String> {
    if path.rsplit('/').next() == Some("package.html") {
        let lower = text.to_ascii_lowercase();
        let body = lower.find("<body").and_then(|at| Some(at + lower[at..].find('>')? + 1)).unwrap_or(0);
        let end = lower[body..].find("</body").map_or(text.len(), |at| body + at);
        return doc::description(&format!("/**{}*/", text[body..end].replace("*/", "")));
    }
    doc::description(parsed?.package_doc?.of(text))
}
