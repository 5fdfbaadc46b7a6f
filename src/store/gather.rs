//! Postings beside the writer: threads gather the grams, the words and the terms of files while rows are written, and give their
//! rows, in order, when the writer asks for them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::block::{self, Block};
use super::dictionary::{self, Words};
use super::grams;
use super::posting::Packer;
use super::strings;
use super::terms::{self, Terms};
use super::write::{Grams, WriteError};

/// Files that go to a thread together: waking it costs as much as the work on a small one.
const FILES_TOGETHER: usize = 16;

/// How many times so many files may wait for a thread.
const FILES_WAITING: usize = 4;

/// Rows of some two kilobytes that may wait for the writer.
const ROWS_WAITING: usize = 1024;

/// A row of postings.
pub(super) enum Row {
    /// The codes of the grams that follow are whole.
    Fine,
    Grams(Packed),
    /// A map of strings; its code is the first block of its run.
    Strings(Packed),
    /// A block of the dictionary, the number of its first word as its id, and that word.
    Dictionary(Block, String),
    Words(Packed),
    /// A row of terms: the first of them, a checksum, the packed rest.
    Terms(String, u32, Vec<u8>),
}

/// Packed lists and the code of the first.
pub(super) struct Packed {
    pub first: u32,
    pub crc: u32,
    pub data: Vec<u8>,
}

impl Packed {
    fn new(first: u32, data: &[u8]) -> Self {
        Self { first, crc: crc32fast::hash(data), data: data.to_vec() }
    }
}

/// The threads. They end by themselves when this is gone.
pub(super) struct Gather {
    grams: Line<(Grams, Vec<(u32, u32)>)>,
    words: Line<Words>,
    terms: Line<Terms>,
}

/// A thread that takes files, then gives rows.
struct Line<T> {
    /// Files that are to go to it together.
    next: Vec<(u32, T)>,
    /// None: no file comes any more.
    files: Option<SyncSender<Vec<(u32, T)>>>,
    rows: Receiver<Result<Row, WriteError>>,
}

/// Files and what was found in them, some at a time.
type Files<T> = Receiver<Vec<(u32, T)>>;

type Rows = SyncSender<Result<Row, WriteError>>;

impl Gather {
    pub(super) fn new() -> Result<Self, WriteError> {
        Ok(Self {
            grams: Line::new("grams", gather_grams)?,
            words: Line::new("words", gather_words)?,
            terms: Line::new("terms", gather_terms)?,
        })
    }

    /// Adds a file, of each piece of whose text is said which blocks it is in, first and last; files come in order of id.
    pub(super) fn add(
        &mut self,
        file: u32,
        grams: Grams,
        blocks: &[(u32, u32)],
        words: Words,
    ) -> Result<(), WriteError> {
        self.grams.add(file, (grams, blocks.to_vec()))?;
        self.words.add(file, words)
    }

    /// Adds the terms of a file whose declarations follow `before` others.
    pub(super) fn add_terms(&mut self, before: u32, terms: Terms) -> Result<(), WriteError> {
        self.terms.add(before, terms)
    }

    /// No file comes any more: from here on all threads make rows, while the writer still has others to insert.
    pub(super) fn close(&mut self) -> Result<(), WriteError> {
        self.grams.close()?;
        self.words.close()?;
        self.terms.close()
    }

    /// Gives every row: grams, maps of strings, then the dictionary, then words, then terms.
    pub(super) fn rows(mut self, mut each: impl FnMut(Row) -> Result<(), WriteError>) -> Result<(), WriteError> {
        self.close()?;
        let Self { grams, words, terms } = self;
        grams.rows.into_iter().chain(words.rows).chain(terms.rows).try_for_each(|row| each(row?))
    }
}

impl<T: Send + 'static> Line<T> {
    fn new(name: &str, work: fn(&Files<T>, &Rows)) -> Result<Self, WriteError> {
        let (files, incoming) = sync_channel(FILES_WAITING);
        let (outgoing, rows) = sync_channel(ROWS_WAITING);
        let run = move || work(&incoming, &outgoing);
        let started = thread::Builder::new().name(format!("jardex-{name}")).spawn(run);
        started.map_err(|error| WriteError::Failed(format!("no thread for the {name}: {error}")))?;
        Ok(Self { next: Vec::with_capacity(FILES_TOGETHER), files: Some(files), rows })
    }

    fn add(&mut self, file: u32, found: T) -> Result<(), WriteError> {
        self.next.push((file, found));
        if self.next.len() < FILES_TOGETHER { Ok(()) } else { self.send() }
    }

    fn close(&mut self) -> Result<(), WriteError> {
        if self.files.is_some() && !self.next.is_empty() {
            self.send()?;
        }
        self.files = None;
        Ok(())
    }

    fn send(&mut self) -> Result<(), WriteError> {
        let together = std::mem::replace(&mut self.next, Vec::with_capacity(FILES_TOGETHER));
        let sent = self.files.as_ref().is_some_and(|files| files.send(together).is_ok());
        if sent { Ok(()) } else { Err(WriteError::Failed("a thread that gathers postings ended early".to_owned())) }
    }
}

fn gather_grams(files: &Files<(Grams, Vec<(u32, u32)>)>, rows: &Rows) {
    let (mut collector, mut maps) = (grams::Collector::new(), strings::Collector::new());
    for (_, (found, blocks)) in files.iter().flatten() {
        let (Some((first, _)), Some((_, last))) = (blocks.first(), blocks.last()) else { continue };
        maps.add(*first, *last, &found.strings);
        for (piece, (first, last)) in found.pieces.into_iter().zip(blocks) {
            for block in first..last {
                collector.add_piece(block, piece.codes.clone());
            }
            collector.add_piece(last, piece.codes);
        }
    }
    collector.end();
    let maps = maps.rows();
    if collector.is_fine() && rows.send(Ok(Row::Fine)).is_err() {
        return;
    }
    // An error here is the writer being gone.
    let sent = collector.rows(|first, data| rows.send(Ok(Row::Grams(Packed::new(first, data)))));
    let mut maps = maps.iter().map(|(first, data)| rows.send(Ok(Row::Strings(Packed::new(*first, data)))));
    let _ = sent.and_then(|()| maps.try_for_each(|sent| sent));
}

fn gather_words(files: &Files<Words>, rows: &Rows) {
    let mut collector = dictionary::Collector::default();
    for (file, words) in files.iter().flatten() {
        collector.add(file, &words);
    }
    let words = collector.sorted();
    let mut compressor = match block::Packer::new() {
        Ok(compressor) => compressor,
        Err(error) => return drop(rows.send(Err(error))),
    };
    for (first, word, text) in dictionary::blocks(&words) {
        let packed = compressor.pack(first, &text).map(|block| Row::Dictionary(block, word));
        if rows.send(packed).is_err() {
            return;
        }
    }
    let mut packer = Packer::default();
    let mut send = |first: u32, data: &[u8]| rows.send(Ok(Row::Words(Packed::new(first, data))));
    let sent = words.lists().zip(0..).try_for_each(|(list, number)| packer.add(number, list, &mut send));
    let _ = sent.and_then(|()| packer.close(&mut send));
}

fn gather_terms(files: &Files<Terms>, rows: &Rows) {
    let mut collector = terms::Collector::default();
    for (before, terms) in files.iter().flatten() {
        collector.add(before, &terms);
    }
    let _ = collector.rows(|first, data| {
        let first = String::from_utf8_lossy(first).into_owned();
        rows.send(Ok(Row::Terms(first, crc32fast::hash(data), data.to_vec())))
    });
}
