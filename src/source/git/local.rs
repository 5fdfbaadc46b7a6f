//! Repositories on this machine: bare, with a work tree, or a linked work tree. They are read where they are, and not
//! written to.

use std::path::Path;

use gix::ObjectId;

use super::reference::{Reference, commit_of, commit_with_prefix};
use super::subdir::tree_of;
use super::tree::Unreadable;
use super::{Wanted, clone_failed, digest_of, located, not_supported, options, ref_not_found};
use crate::error::Failure;
use crate::source::Located;
use crate::text::escape::visible_on_one_line;
use crate::work::Work;

/// The files of a commit of the repository at `path`. `uri` is how people call it.
///
/// # Errors
/// `git_clone_failed` when it is no repository or damaged, `git_ref_not_found`, `resource_not_found` for a folder that is
/// not there, `invalid_source` beyond the limits of sources, `invalid_argument`.
pub fn local(uri: &str, path: &Path, wanted: &Wanted<'_>, work: &Work) -> Result<Located, Failure> {
    let reference = Reference::parse(wanted.git_ref)?;
    let opened = open(uri, path)?;
    let repository = opened.to_thread_local();
    let commit = match wanted.known.and_then(|known| ObjectId::from_hex(known.as_bytes()).ok()) {
        Some(known) if commit_of(&repository, known).is_some() => known,
        _ => find(uri, &repository, &reference)?,
    };
    located(uri, repository, commit, wanted, None, work).map_err(|unreadable| match unreadable {
        Unreadable::Missing(failure) if is_partial(&opened.to_thread_local()) => failure.hint(
            "it is a partial clone, which fetches what it left out only when Git asks for it: `git archive COMMIT > /dev/null` in \
             it does so; or register the URL that it was cloned from",
        ),
        unreadable => unreadable.into_failure(),
    })
}

/// Whether a repository has a remote that promised to bring what is missing.
fn is_partial(repository: &gix::Repository) -> bool {
    let config = repository.config_snapshot();
    let promises = |remote| config.boolean(format!("remote.{remote}.promisor").as_str()) == Some(true);
    repository.remote_names().iter().any(promises)
}

/// The digest of what a reference stands for just now in the repository at `path`, of all of it or of one folder. `uri` is how
/// people call it.
///
/// # Errors
/// As [`local`].
pub fn digest_now(uri: &str, path: &Path, git_ref: &str, subdir: Option<&str>) -> Result<String, Failure> {
    let reference = Reference::parse(git_ref)?;
    let repository = open(uri, path)?.to_thread_local();
    let commit = find(uri, &repository, &reference)?;
    tree_of(uri, &repository, commit, subdir).map(digest_of).map_err(Unreadable::into_failure)
}

fn open(uri: &str, path: &Path) -> Result<gix::ThreadSafeRepository, Failure> {
    options(None).open(path).map_err(|error| {
        if has_other_objects(&error) {
            return not_supported(uri);
        }
        let why = visible_on_one_line(&error.to_string()).into_owned();
        clone_failed(uri, format_args!("it cannot be opened as a Git repository: {why}"))
            .hint("name the folder that holds .git, or a bare repository")
    })
}

/// Whether a repository was not opened because it names its objects by SHA-256, which `gix` as it is built here cannot read.
fn has_other_objects(error: &gix::Error) -> bool {
    let names_format = |value: &dyn std::fmt::Display| value.to_string().contains("extensions.objectFormat");
    error.is_unsupported() && error.metadata_merged().iter().any(|(_, value)| names_format(value))
}

/// The commit that a reference stands for, among all that the repository has.
pub fn find(uri: &str, repository: &gix::Repository, reference: &Reference<'_>) -> Result<ObjectId, Failure> {
    let mut is_no_commit = false;
    if let Some(id) = reference.commit() {
        return commit_of(repository, id).ok_or_else(|| ref_not_found(uri, reference, ""));
    }
    for name in reference.names() {
        let Ok(Some(mut found)) = repository.try_find_reference(name.as_str()) else { continue };
        match found.peel_to_id().ok().and_then(|id| commit_of(repository, id.detach())) {
            Some(commit) => return Ok(commit),
            None => is_no_commit = true,
        }
    }
    if let Some(prefix) = reference.prefix() {
        match commit_with_prefix(repository, prefix) {
            Ok(commit) => return Ok(commit),
            Err(several) if !several.is_empty() => {
                return Err(ref_not_found(uri, reference, &format!(": {} commits begin so", several.len())));
            }
            Err(_) => {}
        }
    }
    Err(ref_not_found(uri, reference, if is_no_commit { ": what has that name is no commit" } else { "" }))
}
