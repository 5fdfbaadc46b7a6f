//! Git repositories: the files of one commit, read out of the object database without a checkout.
//!
//! Promises: only what a reference or commit needs is fetched, where the server lets it; several versions of a repository
//! share one bare store, which is safe to kill at any time and made anew where it is damaged; links are text, submodules
//! are named and not entered, and nothing of the repository is executed: no hook, no filter, no helper. A local
//! repository is only read. Knows nothing of how the bytes come here: that is `fetch::git`.

mod local;
mod reference;
mod remote;
mod store;
mod subdir;
mod tree;

use std::sync::Arc;

pub use local::{digest_now, local};
pub use remote::remote;

use super::globs::Globs;
use super::{Located, SourceKind, digest};
use crate::error::{Failure, Status};
use crate::model::Origin;
use crate::work::Work;
use reference::Reference;

/// Largest object that is read into memory: more than any host takes without Git LFS (GitHub: 100 MiB), and little enough
/// for one thread.
const OBJECT_BYTES: usize = 256 * 1024 * 1024;

/// What of a repository is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// A branch, a tag or a commit.
    pub git_ref: &'a str,
    /// Only this folder, which is then the root.
    pub subdir: Option<&'a str>,
    pub globs: &'a Globs,
    /// The commit that `git_ref` stood for when it was asked last: it is good enough, and nobody is asked again.
    pub known: Option<&'a str>,
}

/// The files of a commit.
fn located(
    uri: &str,
    repository: gix::Repository,
    commit: gix::ObjectId,
    wanted: &Wanted<'_>,
    keep: Option<store::Temporary>,
    work: &Work,
) -> Result<Located, tree::Unreadable> {
    work.stage(format!("reading {uri}"));
    let root = subdir::tree_of(uri, &repository, commit, wanted.subdir)?;
    let tree = tree::GitTree::read(uri, repository, root, wanted.globs, keep, work)?;
    let notes = if tree.is_empty() { vec!["the commit holds no files here".to_owned()] } else { Vec::new() };
    Ok(Located {
        kind: SourceKind::Git,
        origin: Origin::Git,
        uri: uri.to_owned(),
        digest: digest_of(root),
        commit: Some(commit.to_string()),
        stamp: None,
        tree: Arc::new(tree),
        pom: None,
        notes,
    })
}

/// The same tree is the same content, whichever commit it is of.
fn digest_of(tree: gix::ObjectId) -> String {
    digest(format!("git tree {tree}").as_bytes())
}

/// The settings that every repository is opened with: nothing of the user's, the system's or the environment's holds, so
/// that no URL is rewritten, no helper found and no filter run.
fn options(threads: Option<usize>) -> gix::open::Options {
    let mut settings = vec![
        format!("gitoxide.objects.allocLimit={OBJECT_BYTES}"),
        "gitoxide.objects.noReplace=true".to_owned(),
        "core.logAllRefUpdates=false".to_owned(),
    ];
    settings.extend(threads.map(|threads| format!("pack.threads={threads}")));
    gix::open::Options::isolated().config_overrides(settings)
}

fn clone_failed(uri: &str, why: impl std::fmt::Display) -> Failure {
    Failure::new(Status::GitCloneFailed, format!("{uri}: {why}"))
}

/// What `gix` as it is built here cannot read.
fn not_supported(uri: &str) -> Failure {
    clone_failed(uri, "its objects have SHA-256 names, and only repositories of SHA-1 objects are supported")
        .hint("register a folder with the files of the commit instead: git archive COMMIT | tar -x -C FOLDER")
}

fn ref_not_found(uri: &str, reference: &Reference<'_>, why: &str) -> Failure {
    Failure::new(
        Status::GitRefNotFound,
        format!("git_ref: {uri} has no branch, tag or commit '{}'{why}", reference.shown()),
    )
    .hint("name a branch, a tag or a commit as the repository has it; `git ls-remote URL` lists them")
}
