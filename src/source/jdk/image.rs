//! `lib/modules`: the class files and resources of a JDK or Java runtime since Java 9, in one file.
//!
//! A header, a hash table, a table of places, a table of strings, then the contents. The hash table is passed over: every
//! place is looked at once. Contents are plain in what vendors publish; what `jlink --compress` packed is left out and named.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use crate::error::{Failure, Incomplete, Status};
use crate::fs;
use crate::model::Origin;
use crate::source::{Entry, Located, SourceKind, Tree, digest, limits, stays_inside};

/// Begins the file, in the byte order of the machine that it is for.
const MAGIC: u32 = 0xCAFE_DADA;

/// Numbers in the header.
const HEADER: usize = 7;

/// The version of the format, major and minor.
const FORMAT: u32 = 1 << 16;

/// Attributes of a place, by their number: none is higher.
const MODULE: usize = 1;
const PARENT: usize = 2;
const BASE: usize = 3;
const EXTENSION: usize = 4;
const OFFSET: usize = 5;
const PACKED: usize = 6;
const SIZE: usize = 7;

/// Opens the image at `path`.
pub(super) fn open(uri: &str, path: &Path) -> Result<Located, Failure> {
    let (bytes, stamp) = fs::read_stamped(path, limits::JAR_BYTES)?;
    let digest = digest(&bytes);
    let tree = Image::new(uri, bytes)?;
    Ok(Located {
        kind: SourceKind::Jar,
        origin: Origin::Source,
        uri: uri.to_owned(),
        digest,
        commit: None,
        stamp,
        tree: Arc::new(tree),
        pom: None,
        notes: Vec::new(),
    })
}

struct Image {
    uri: String,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// Where the content of each entry begins.
    starts: Vec<usize>,
    problems: Vec<Incomplete>,
}

/// Where the tables of an image are.
struct Layout<'a> {
    bytes: &'a [u8],
    is_big: bool,
    /// Of the table of places.
    offsets: usize,
    count: usize,
    places: &'a [u8],
    strings: &'a [u8],
    contents: usize,
}

impl Image {
    fn new(uri: &str, bytes: Vec<u8>) -> Result<Self, Failure> {
        let damaged = |reason: &str| {
            let message = format!("{uri} cannot be used: {reason}");
            Failure::new(Status::InvalidSource, message).hint("install the JDK again, or name another one")
        };
        let mut image = Self {
            uri: uri.to_owned(),
            bytes: Vec::new(),
            entries: Vec::new(),
            starts: Vec::new(),
            problems: Vec::new(),
        };
        let layout = Layout::of(&bytes).ok_or_else(|| damaged("it is no image of Java modules, or is cut short"))?;
        let most = limits::TOTAL_BYTES.max(limits::TOTAL_RATIO.saturating_mul(bytes.len() as u64));
        let (mut total, mut packed) = (0_u64, 0_usize);
        let mut listed: Vec<(Entry, usize)> = Vec::new();
        let mut seen = HashSet::new();
        for at in 0..layout.count {
            let place = layout.place(at).ok_or_else(|| damaged("its table of places is damaged"))?;
            let path = layout.path(&place).ok_or_else(|| damaged("its table of strings is damaged"))?;
            if path.is_empty() {
                continue;
            }
            let start = usize::try_from(place[OFFSET]).ok().and_then(|offset| layout.contents.checked_add(offset));
            let end = start.and_then(|start| start.checked_add(usize::try_from(place[SIZE]).ok()?));
            if place[PACKED] != 0 {
                packed += 1;
                continue;
            }
            let (Some(start), Some(_)) = (start, end.filter(|end| *end <= bytes.len())) else {
                return Err(damaged("it is cut short: a file of it lies beyond its end"));
            };
            total = total.saturating_add(place[SIZE]);
            if place[SIZE] > limits::FILE_BYTES || total > most || listed.len() >= limits::FILES {
                return Err(damaged("its files are larger or more than those of any JDK"));
            }
            let is_name = path.len() <= limits::NAME_BYTES && path.split('/').count() <= limits::DEPTH;
            if !is_name || !seen.insert(path.clone()) {
                return Err(damaged("the name of one of its files is too long or stands twice"));
            }
            listed.push((Entry { addressable: stays_inside(&path), path, size: place[SIZE] }, start));
        }
        if packed > 0 {
            let reason = format!("{packed} files are compressed by jlink and were not read");
            image.problems.push(Incomplete::new(uri, reason));
        }
        if listed.is_empty() {
            return Err(damaged("no file in it can be read; those that jlink compressed are not supported"));
        }
        listed.sort_by(|a, b| a.0.path.cmp(&b.0.path));
        (image.entries, image.starts) = listed.into_iter().unzip();
        image.bytes = bytes;
        Ok(image)
    }
}

impl<'a> Layout<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let first = bytes.get(..4)?;
        let is_big = first == MAGIC.to_be_bytes();
        if !is_big && first != MAGIC.to_le_bytes() {
            return None;
        }
        let number = |at: usize| number(bytes, at * 4, is_big);
        let (format, count) = (number(1)?, usize::try_from(number(4)?).ok()?);
        let (places, strings) = (usize::try_from(number(5)?).ok()?, usize::try_from(number(6)?).ok()?);
        let offsets = (HEADER * 4).checked_add(count.checked_mul(4)?)?;
        let places_at = offsets.checked_add(count.checked_mul(4)?)?;
        let strings_at = places_at.checked_add(places)?;
        let contents = strings_at.checked_add(strings)?;
        (format == FORMAT).then_some(())?;
        Some(Self {
            bytes,
            is_big,
            offsets,
            count,
            places: bytes.get(places_at..strings_at)?,
            strings: bytes.get(strings_at..contents)?,
            contents,
        })
    }

    /// The attributes of the place of this number, by their numbers.
    fn place(&self, at: usize) -> Option<[u64; 8]> {
        let start = number(self.bytes, self.offsets + at * 4, self.is_big)?;
        let mut rest = self.places.get(usize::try_from(start).ok()?..)?;
        let mut place = [0; 8];
        loop {
            let (first, after) = rest.split_first()?;
            let (kind, length) = (usize::from(first >> 3), usize::from(first & 7) + 1);
            if kind == 0 {
                return Some(place);
            }
            let value = after.get(..length)?;
            *place.get_mut(kind)? = value.iter().fold(0, |all, byte| (all << 8) | u64::from(*byte));
            rest = &after[length..];
        }
    }

    /// `module/parent/base.extension`; empty for what is no file of a module: the image's own lists of packages and modules.
    fn path(&self, place: &[u64; 8]) -> Option<String> {
        let [module, parent, base, extension] =
            [MODULE, PARENT, BASE, EXTENSION].map(|attribute| self.string(place[attribute]));
        let (module, parent, base, extension) = (module?, parent?, base?, extension?);
        if module.is_empty() || ["packages", "modules"].contains(&module) {
            return Some(String::new());
        }
        let mut path = module.to_owned();
        for (mark, part) in [('/', parent), ('/', base), ('.', extension)] {
            if !part.is_empty() {
                path.push(mark);
                path.push_str(part);
            }
        }
        Some(path)
    }

    fn string(&self, at: u64) -> Option<&'a str> {
        let rest = self.strings.get(usize::try_from(at).ok()?..)?;
        let end = memchr::memchr(0, &rest[..rest.len().min(limits::NAME_BYTES)])?;
        std::str::from_utf8(&rest[..end]).ok()
    }
}

fn number(bytes: &[u8], at: usize, is_big: bool) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(if is_big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
}

impl Tree for Image {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        let start = self.starts[at];
        let content = usize::try_from(self.entries[at].size).ok().and_then(|size| self.bytes.get(start..start + size));
        content.map(<[u8]>::to_vec).ok_or_else(|| Failure::internal(format_args!("{}: a file is gone", self.uri)))
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }
}
