//! Files: the only user of `std::fs` outside main.
//!
//! Promises: every error says what was being done to which path and whether the disk was full, the path missing or the
//! permission lacking; a file that is read is a plain file and no longer than the caller allows; a file that is
//! written is whole under its name or not there at all. Knows nothing of coordinates or of what the files hold.

#![allow(clippy::disallowed_methods, reason = "this is the room that touches files")]

mod error;
mod lock;
mod place;
mod read;
mod walk;
mod write;

/// An open file: for rooms that write into one that was opened here.
pub use std::fs::File;

pub use error::{FsError, Kind, closed_folder, disk_full};
pub use lock::{FileLock, Held, are_locks_local, is_held};
pub use place::Place;
pub use read::{
    FileKind, Listed, Stamp, Whole, exists, is_listable, kind_of, list, open_plain, read, read_if_exists, read_pieces,
    read_stamped, read_whole, real_path, stamp, stamp_opened,
};
pub use walk::{Limits, Walked, WalkedFile, walk};
pub use write::{
    create_folder, create_new, create_new_with_folders, create_private_folder, remove_empty_folder, remove_file,
    remove_tree, rename, set_read_only, share_as, sync_folder, write_atomically, write_new, write_streamed,
};
