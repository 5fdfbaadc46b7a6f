//! Overlays of multi-release JARs of class files: which of them Java loads.
//!
//! The JAR file specification has overlays where the manifest says `Multi-Release: true`, for releases from 9 on, written
//! without leading zeros. What else lies below `META-INF/versions` no Java ever loads.

use std::collections::{BTreeSet, HashSet};

use crate::error::{Failure, Incomplete};
use crate::source::{Tree, parts};

/// The first release that has overlays.
const FIRST_RELEASE: u32 = 9;

/// Where overlays lie, and what says that they are some.
const FOLDER: &str = "META-INF/versions/";
const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// The archives of a tree that have overlays.
pub struct Overlays {
    /// By what stands before paths in them: nothing for the outermost, `BOOT-INF/lib/x.jar!/`.
    multi_release: HashSet<String>,
    left_out: BTreeSet<(String, &'static str)>,
}

impl Overlays {
    /// Those of a tree, by its manifests. They are read only where something lies below `META-INF/versions`.
    ///
    /// # Errors
    /// When a manifest is damaged.
    pub fn of(tree: &dyn Tree) -> Result<Self, Failure> {
        let entries = tree.entries();
        let asked: HashSet<&str> = entries.iter().filter_map(|entry| Some(split(&entry.path)?.0)).collect();
        let mut multi_release = HashSet::new();
        for (at, entry) in entries.iter().enumerate() {
            let inner = parts::inner(&entry.path);
            let before = &entry.path[..entry.path.len() - inner.len()];
            if inner.eq_ignore_ascii_case(MANIFEST) && asked.contains(before) && is_multi_release(&tree.read(at)?) {
                multi_release.insert(before.to_owned());
            }
        }
        Ok(Self { multi_release, left_out: BTreeSet::new() })
    }

    /// Whether some Java loads the class file at a path; one that none loads is noted.
    pub fn loads(&mut self, path: &str) -> bool {
        let Some((before, release)) = split(path) else { return true };
        let reason = if !self.multi_release.contains(before) {
            "its class files are not read, as no Java loads them: the manifest does not say Multi-Release: true"
        } else if !is_release(release) {
            "its class files are not read, as no Java loads them: this is no number of a release from 9 on"
        } else {
            return true;
        };
        self.left_out.insert((format!("{before}{FOLDER}{release}"), reason));
        false
    }

    /// The folders that were left out.
    pub fn problems(self) -> impl Iterator<Item = Incomplete> {
        self.left_out.into_iter().map(|(what, reason)| Incomplete::at(what, reason).of_declarations())
    }
}

/// What stands before `META-INF/versions` and the name of the folder in it; none for what is elsewhere.
fn split(path: &str) -> Option<(&str, &str)> {
    let inner = parts::inner(path);
    let (release, _) = inner.strip_prefix(FOLDER)?.split_once('/')?;
    Some((&path[..path.len() - inner.len()], release))
}

fn is_release(folder: &str) -> bool {
    let is_plain = folder.bytes().all(|byte| byte.is_ascii_digit()) && !folder.starts_with('0');
    is_plain && folder.parse::<u32>().is_ok_and(|release| release >= FIRST_RELEASE)
}

/// Whether the main section of a manifest says so.
fn is_multi_release(manifest: &[u8]) -> bool {
    let text = String::from_utf8_lossy(manifest);
    let main = text.lines().map(str::trim_end).take_while(|line| !line.is_empty());
    main.filter_map(|line| line.split_once(':'))
        .any(|(name, value)| name.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true"))
}

#[cfg(test)]
mod tests {
    use super::{is_multi_release, is_release};

    #[test]
    fn the_main_section_says_it() {
        for (manifest, says) in [
            ("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n", true),
            ("multi-release: TRUE\n", true),
            ("Multi-Release: false\n", false),
            ("Manifest-Version: 1.0\n\nName: a/\nMulti-Release: true\n", false),
            ("", false),
        ] {
            assert_eq!(is_multi_release(manifest.as_bytes()), says, "{manifest:?}");
        }
    }

    #[test]
    fn releases_begin_with_nine() {
        assert!(is_release("9") && is_release("21"));
        assert!(["8", "09", "011", "abc", "", "+9", "99999999999"].iter().all(|folder| !is_release(folder)));
    }
}
