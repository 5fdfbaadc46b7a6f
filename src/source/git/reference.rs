//! What a `git_ref` says: the name of a branch or tag, or a commit, whole or its first digits.

use std::collections::HashSet;

use gix::ObjectId;
use gix::hash::Prefix;

use crate::error::Failure;
use crate::text::escape::visible_on_one_line;

/// Fewest digits of a commit that are taken for one.
const SHORTEST: usize = 4;

/// A `git_ref` that may name something.
#[derive(Debug, Clone, Copy)]
pub struct Reference<'a>(&'a str);

impl<'a> Reference<'a> {
    /// # Errors
    /// `invalid_argument` for what no branch or tag can be called and no commit is.
    pub fn parse(text: &'a str) -> Result<Self, Failure> {
        let reference = Self(text.trim());
        let is_name = gix::refs::FullName::try_from(format!("refs/heads/{}", reference.0)).is_ok();
        // `*` would mean many to the protocol; what begins with a hyphen is an option that went astray.
        if is_name && !reference.0.contains('*') && !reference.0.starts_with('-') {
            return Ok(reference);
        }
        let what = format!("'{}' is no name of a branch or tag and no commit", reference.shown());
        Err(Failure::argument("git_ref", what).hint("expressions such as HEAD~1 are not read: name the commit"))
    }

    /// For people.
    pub fn shown(&self) -> String {
        visible_on_one_line(self.0).into_owned()
    }

    /// A whole commit, which needs nobody to say what it is.
    pub fn commit(&self) -> Option<ObjectId> {
        ObjectId::from_hex(self.0.as_bytes()).ok()
    }

    /// The first digits of a commit.
    pub fn prefix(&self) -> Option<Prefix> {
        let is_short = (SHORTEST..40).contains(&self.0.len());
        is_short.then(|| Prefix::from_hex(self.0).ok()).flatten()
    }

    /// The full names it may stand for, as Git tries them: tags before branches.
    pub fn names(&self) -> Vec<String> {
        let name = self.0;
        if name == "HEAD" {
            return vec![name.to_owned()];
        }
        let mut names = Vec::new();
        if name.starts_with("refs/") {
            names.push(name.to_owned());
        }
        names.push(format!("refs/tags/{name}"));
        names.push(format!("refs/heads/{name}"));
        if name.contains('/') && !name.starts_with("refs/") {
            // `pull/12/head`, `tags/v1`, `origin/main` of a local repository
            names.push(format!("refs/{name}"));
            names.push(format!("refs/remotes/{name}"));
        }
        names
    }
}

/// The commit that an object is or, being a tag, stands for.
pub fn commit_of(repository: &gix::Repository, id: ObjectId) -> Option<ObjectId> {
    Some(repository.find_object(id).ok()?.peel_to_commit().ok()?.id)
}

/// The one commit that begins so; an empty error where there is none, the candidates where there are several.
pub fn commit_with_prefix(repository: &gix::Repository, prefix: Prefix) -> Result<ObjectId, Vec<ObjectId>> {
    let mut candidates = HashSet::new();
    if repository.objects.lookup_prefix(prefix, Some(&mut candidates)).is_err() {
        return Err(Vec::new());
    }
    let is_commit =
        |id: &ObjectId| repository.find_object(*id).is_ok_and(|object| object.kind == gix::object::Kind::Commit);
    let commits: Vec<ObjectId> = candidates.into_iter().filter(is_commit).collect();
    match commits[..] {
        [commit] => Ok(commit),
        _ => Err(commits),
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;

    #[test]
    fn names_and_commits() {
        for text in ["main", "v1.2", "feature/a", "refs/pull/1/head", "HEAD", "0f3a", "a-b_c+d", "1.0.x"] {
            Reference::parse(text).unwrap();
        }
        for text in ["", "-x", "a b", "a..b", "HEAD~1", "a^{}", "main:x", "*", "a\0", "a\nb", "@{u}", "a.lock", "/a"] {
            assert!(Reference::parse(text).is_err(), "{text:?}");
        }
        let sha = "0123456789012345678901234567890123456789";
        assert!(Reference::parse(sha).unwrap().commit().is_some());
        assert!(Reference::parse(&sha[1..]).unwrap().prefix().is_some());
        assert!(Reference::parse("012").unwrap().prefix().is_none());
        assert!(Reference::parse("main").unwrap().prefix().is_none());
    }
}
