//! A folder with all it holds, as names and stamps.

use std::path::{Path, PathBuf};

use super::error::{FsError, Kind};
use super::read::{FileKind, Listed, Stamp, list};

/// How much a walk takes in before it refuses.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Files.
    pub files: usize,
    /// Folders one in another.
    pub depth: usize,
}

/// A plain file below the root of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkedFile {
    /// Relative to the root, `/` between segments; characters that are no Unicode replaced.
    pub path: String,
    pub place: PathBuf,
    pub stamp: Stamp,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Walked {
    /// Plain files in byte order of path.
    pub files: Vec<WalkedFile>,
    /// What was left out: the relative path, and why. In byte order of path.
    pub problems: Vec<(String, String)>,
}

/// All plain files below `root`. Links are not followed: they, devices, pipes, sockets and folders that cannot be
/// listed are left out and named. `keep` is asked for every file and folder (true: it is a folder) by relative path.
///
/// # Errors
/// When the root cannot be listed, and [`Kind::TooLarge`] beyond the limit of files.
pub fn walk(root: &Path, limits: Limits, keep: impl Fn(&str, bool) -> bool) -> Result<Walked, FsError> {
    let mut walked = Walked::default();
    let mut waiting = vec![(String::new(), list(root)?, 1_usize)];
    while let Some((prefix, listed, depth)) = waiting.pop() {
        for Listed { name, path: place, kind, stamp } in listed {
            let path = format!("{prefix}{name}");
            if !keep(&path, kind == FileKind::Folder) {
                continue;
            }
            match kind {
                FileKind::Plain => {
                    walked.files.push(WalkedFile { path, place, stamp });
                    if walked.files.len() > limits.files {
                        let reason = format!("it holds more than {} files", limits.files);
                        return Err(FsError::refused(Kind::TooLarge, "read", root, reason));
                    }
                }
                FileKind::Folder if depth >= limits.depth => {
                    walked.problems.push((path, format!("more than {} folders deep", limits.depth)));
                }
                FileKind::Folder => match list(&place) {
                    Ok(inner) => waiting.push((format!("{path}/"), inner, depth + 1)),
                    Err(error) => walked.problems.push((path, error.reason().to_owned())),
                },
                FileKind::Link => walked.problems.push((path, "a link, which is not followed".to_owned())),
                FileKind::Special => walked.problems.push((path, "a device, pipe or socket".to_owned())),
            }
        }
    }
    walked.files.sort_by(|a, b| a.path.cmp(&b.path).then_with(|| a.place.cmp(&b.place)));
    walked.problems.sort();
    Ok(walked)
}
