//! The folder of a commit that is the root.

use gix::ObjectId;
use gix::objs::tree::EntryKind;

use super::tree::{LINK, SUBMODULE, Unreadable};
use crate::error::{Failure, Status};
use crate::source::limits;
use crate::text::escape::visible_on_one_line;

/// The tree of a commit, or of the folder `subdir` in it.
pub fn tree_of(
    uri: &str,
    repository: &gix::Repository,
    commit: ObjectId,
    subdir: Option<&str>,
) -> Result<ObjectId, Unreadable> {
    let missing = |error: gix::Error| Unreadable::missing(uri, &error);
    let root = repository.find_commit(commit).map_err(missing)?.tree_id().map_err(missing)?.detach();
    let Some(subdir) = subdir else { return Ok(root) };
    let segments = segments(subdir)?;
    let mut tree = root;
    for segment in &segments {
        let object = repository.find_tree(tree).map_err(missing)?;
        let found = object.find_entry(segment.as_bytes());
        let (what, hint) = match found.as_ref().map(|entry| entry.mode().kind()) {
            Some(EntryKind::Tree) => {
                tree = found.map_or(tree, |found| found.object_id());
                continue;
            }
            Some(EntryKind::Commit) => (SUBMODULE, "name the repository of the submodule itself"),
            Some(EntryKind::Link) => (LINK, "name the folder that it leads to"),
            _ => ("no folder", "name a folder as the repository has it, / between its parts"),
        };
        let (subdir, segment) = (visible_on_one_line(subdir), visible_on_one_line(segment));
        let message = format!("git_subdir: there is no folder '{subdir}' in {uri} at {commit}: '{segment}' is {what}");
        return Err(Failure::new(Status::ResourceNotFound, message).hint(hint).into());
    }
    Ok(tree)
}

/// The parts of a folder's name.
fn segments(subdir: &str) -> Result<Vec<&str>, Failure> {
    let segments: Vec<&str> = subdir.trim_end_matches('/').split('/').filter(|segment| *segment != ".").collect();
    let is_plain = |segment: &&str| !segment.is_empty() && *segment != ".." && !segment.contains(['\\', '\0']);
    let is_folder = subdir.is_empty() || segments.iter().all(is_plain);
    if !is_folder || segments.len() > limits::DEPTH || subdir.len() > limits::NAME_BYTES {
        let what = format!("'{}' is no folder below the root of a repository", visible_on_one_line(subdir));
        return Err(Failure::argument("git_subdir", what).hint("it is written core/api, without a leading /"));
    }
    Ok(segments.into_iter().filter(|segment| !segment.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::segments;

    #[test]
    fn folders_stay_below_the_root() {
        for (subdir, parts) in
            [("core/api/", vec!["core", "api"]), ("./core", vec!["core"]), (".", vec![]), ("", vec![])]
        {
            assert_eq!(segments(subdir).unwrap(), parts);
        }
        for subdir in ["/core", "../x", "a/../b", "a//b", "a\\b", "C:\\x", "a\0"] {
            assert!(segments(subdir).is_err(), "{subdir}");
        }
    }
}
