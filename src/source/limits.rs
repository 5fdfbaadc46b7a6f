//! How much of a source is taken in. Real artifacts stay far below: of 343 JARs measured the largest had 33,472 entries,
//! a ratio of 4.9 in all, and no entry of more than 64 KiB beyond a ratio of 100.

/// Largest JAR that is read, in bytes: as large as a download may be.
pub const JAR_BYTES: u64 = 1024 * 1024 * 1024;

/// From so many bytes on a JAR does not stay in memory: once it was looked through, its entries are read from its file.
pub const HELD_JAR_BYTES: usize = 16 * 1024 * 1024;

/// Files of one source.
pub const FILES: usize = 200_000;

/// Entries of the folders of a Git tree that are looked at, wanted or not: one folder may stand in a thousand places.
pub const ENTRIES: usize = 1_000_000;

/// Entries that are left out and named one by one; of more their number is said.
pub const PROBLEMS: usize = 10_000;

/// Bytes of one file; longer ones are left out and named.
pub const FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Bytes of all files together, at least; of an archive 20 times its own size where that is more.
pub const TOTAL_BYTES: u64 = 512 * 1024 * 1024;

/// How many times its own size the files of an archive may have together.
pub const TOTAL_RATIO: u64 = 20;

/// Bytes of the JARs in an archive together, which are held in memory; further ones are left out and named.
pub const PARTS_BYTES: u64 = 512 * 1024 * 1024;

/// How many times its packed size a file may have, where it is longer than [`RATIO_FROM`]; others are left out.
pub const FILE_RATIO: u64 = 200;

/// Below this size a file may be packed as tightly as it likes.
pub const RATIO_FROM: u64 = 1024 * 1024;

/// Bytes of a name.
pub const NAME_BYTES: usize = 1_024;

/// Folders one in another.
pub const DEPTH: usize = 64;
