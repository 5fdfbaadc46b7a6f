//! What a `source_uri` means: a place on this machine, a JAR or a Git repository on another. Looks at text only; [`kind_at`] looks at the
//! place itself.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::SourceKind;
use crate::error::{Failure, Status};
use crate::fetch::git::{Address, Scheme};
use crate::fs::{self, FileKind};
use crate::text::url::{has_port, is_ambiguous, percent_decoded, shown};

/// Everything that is taken, in the words of an error.
const SUPPORTED: &str =
    "a JAR or a directory (a path or a file: URL), a JAR over https, or a Git repository over https or ssh";

/// How archives are called; what is called so is no Git repository.
const ARCHIVES: [&str; 5] = ["jar", "zip", "aar", "war", "klib"];
/// Bytes of Git's file HEAD at most: the name of a branch.
const LONGEST_HEAD: u64 = 4096;

/// Where a source is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// An absolute path.
    Local(PathBuf),
    /// A JAR to download: `url` as given, `shown` without user, password, query and fragment.
    Remote { url: String, shown: String },
    /// A Git repository on another machine.
    Git(Address),
}

/// Reads a `source_uri`. A relative path is below `base`.
///
/// # Errors
/// `invalid_argument` when it is empty or malformed, `unsupported_source_type` for what cannot be a source.
pub fn locate(text: &str, base: &Path) -> Result<Location, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::argument("source_uri", "is empty").hint(format!("name {SUPPORTED}")));
    }
    if text.contains('\0') {
        return Err(Failure::argument("source_uri", "holds a NUL"));
    }
    let Some((scheme, rest)) = scheme(text) else {
        if is_scp_like(text) {
            return git(text);
        }
        return Ok(Location::Local(base.join(text)));
    };
    match scheme.to_ascii_lowercase().as_str() {
        "file" => file_url(text, rest, base),
        "http" | "https" => remote(text, rest),
        "ssh" | "git" | "git+https" | "git+http" | "git+ssh" => git(text),
        scheme => {
            let message = format!("source_uri: '{scheme}' is no scheme that is supported");
            Err(Failure::new(Status::UnsupportedSourceType, message).hint(format!("name {SUPPORTED}")))
        }
    }
}

/// The scheme of a URI and what follows its colon. A single letter is a drive.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let starts_well = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let all_well = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    // `host:path` of scp and a file name with a colon have no slashes after it; these schemes are known to do without.
    let known = ["file", "jar", "data", "http", "https"];
    let is_uri = rest.starts_with("//") || known.contains(&scheme.to_ascii_lowercase().as_str());
    (starts_well && all_well && scheme.len() > 1 && is_uri).then_some((scheme, rest))
}

/// `user@host:path`, as git and scp take it.
fn is_scp_like(text: &str) -> bool {
    text.split_once(':').is_some_and(|(host, path)| {
        !path.is_empty()
            && !host.contains(['/', '\\'])
            && host.split_once('@').is_some_and(|(user, at)| !user.is_empty() && !at.is_empty())
    })
}

fn git(text: &str) -> Result<Location, Failure> {
    Address::parse(text).map(Location::Git).map_err(|what| {
        Failure::argument("source_uri", what).hint("it is https://host/path, ssh://user@host/path or user@host:path")
    })
}

/// As [`locate`], where a `git_ref` says that it is to be a Git repository: a URL over HTTP is one then.
///
/// # Errors
/// As [`locate`]; `invalid_argument` where one of the two needs the other or does not go with it.
pub fn locate_git(text: &str, git_ref: Option<&str>, base: &Path) -> Result<Location, Failure> {
    match (locate(text, base)?, git_ref) {
        (Location::Remote { shown, .. }, Some(_)) if is_called_archive(&shown) => Err(refuse_git_ref(SourceKind::Jar)),
        (Location::Remote { .. }, Some(_)) => git(text.trim()),
        (Location::Git(_), None) => Err(missing_git_ref()),
        (location, _) => Ok(location),
    }
}

/// Whether a URL names a file that is no repository.
fn is_called_archive(shown: &str) -> bool {
    let extension = Path::new(shown).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ARCHIVES.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// The answer where a repository is named and nothing of it.
#[must_use]
pub fn missing_git_ref() -> Failure {
    Failure::argument("git_ref", "is missing, and the source_uri names a Git repository")
        .hint("name a branch, a tag or a commit")
}

/// Whether a source is taken from everybody: a Git repository only over what is encrypted, and none of this machine, where
/// a caller elsewhere would say what is read. A relative path is below `base`.
#[must_use]
pub fn is_for_everybody(text: &str, git_ref: Option<&str>, base: &Path) -> bool {
    match locate_git(text, git_ref, base) {
        Ok(Location::Git(address)) => matches!(address.scheme, Scheme::Https | Scheme::Ssh),
        // Whatever is wrong with it is said where it is used.
        Ok(Location::Local(path)) => kind_at(&path, git_ref) != Ok(SourceKind::Git),
        Ok(Location::Remote { .. }) | Err(_) => true,
    }
}

fn remote(text: &str, rest: &str) -> Result<Location, Failure> {
    let authority = rest.strip_prefix("//").unwrap_or("").split(['/', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("");
    let is_host = !host.is_empty() && !host.starts_with(':') && has_port(host);
    // Some readers of URLs take a backslash for a slash: they would see another host than we show.
    let ambiguous = rest.strip_prefix("//").is_some_and(is_ambiguous);
    if !is_host || ambiguous || text.contains(|c: char| c.is_whitespace() || c == '\\') {
        return Err(Failure::argument("source_uri", format_args!("'{}' is no URL", shown(text).escape_debug()))
            .hint("it is https://host/path; in a password /, ?, # and @ are written %2F, %3F, %23 and %40"));
    }
    let shown = shown(text);
    if Path::new(shown.trim_end_matches('/')).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("git"))
    {
        return git(text);
    }
    Ok(Location::Remote { url: text.to_owned(), shown })
}

/// `file:/x`, `file:///x`, `file://localhost/x`, and `file:x` relative to `base`.
fn file_url(text: &str, rest: &str, base: &Path) -> Result<Location, Failure> {
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(with_host) => {
            let slash = with_host.find('/').unwrap_or(with_host.len());
            let (host, path) = with_host.split_at(slash);
            if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
                let what = format!("'{}' names the host '{}'", text.escape_debug(), host.escape_debug());
                return Err(Failure::argument("source_uri", what).hint("a file URL of this machine is file:///path"));
            }
            path
        }
    };
    let path = percent_decoded(path).filter(|path| !path.contains('\0')).ok_or_else(|| {
        let what = format!("'{}' is malformed", text.escape_debug());
        Failure::argument("source_uri", what).hint("write a percent sign of a file name as %25")
    })?;
    if path.is_empty() {
        return Err(Failure::argument("source_uri", format_args!("'{}' names no file", text.escape_debug())));
    }
    Ok(Location::Local(base.join(without_slash_before_drive(&path, cfg!(windows)))))
}

/// `/C:/x` of a file URL is `C:/x` on Windows.
fn without_slash_before_drive(path: &str, windows: bool) -> &str {
    match path.as_bytes() {
        [b'/', drive, b':', ..] if windows && drive.is_ascii_alphabetic() => &path[1..],
        _ => path,
    }
}

/// An absolute path as a `file:` URL: what [`locate`] reads back.
#[must_use]
pub fn of_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let mut url = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
            url.push(char::from(byte));
        } else {
            write!(url, "%{byte:02X}").expect("writing to a string cannot fail");
        }
    }
    url
}

/// What lies at a local place: a plain file is taken for a JAR.
///
/// # Errors
/// `resource_not_found` when there is nothing, `not_permitted` when it cannot be looked at, `invalid_source` for devices,
/// pipes, sockets and links in a circle; `git_ref` on a JAR or a directory that is no Git repository is `invalid_argument`.
pub fn kind_at(path: &Path, git_ref: Option<&str>) -> Result<SourceKind, Failure> {
    let kind = match fs::kind_of(path) {
        Ok(FileKind::Plain) => SourceKind::Jar,
        Ok(FileKind::Folder) => SourceKind::Directory,
        Ok(FileKind::Special | FileKind::Link) => {
            let message = format!("{} is a device, pipe or socket", path.display());
            return Err(Failure::new(Status::InvalidSource, message).hint(format!("name {SUPPORTED}")));
        }
        Err(error) if error.kind() == fs::Kind::NotFound => {
            let message = format!("there is nothing at {}", path.display());
            return Err(Failure::new(Status::ResourceNotFound, message)
                .hint("check the path; relative ones begin at the working directory"));
        }
        Err(error) if error.kind() == fs::Kind::Circle => {
            return Err(Failure::new(Status::InvalidSource, error.to_string()).hint(format!("name {SUPPORTED}")));
        }
        Err(error) => return Err(error.into()),
    };
    match git_ref {
        None => Ok(kind),
        Some(_) if kind == SourceKind::Directory && is_git_repository(path) => Ok(SourceKind::Git),
        Some(_) => Err(refuse_git_ref(kind)),
    }
}

/// The answer to a `git_ref` where there is nothing to check out.
#[must_use]
pub fn refuse_git_ref(kind: SourceKind) -> Failure {
    let what = if kind == SourceKind::Jar { "a JAR" } else { "a directory" };
    Failure::argument("git_ref", format_args!("is only for git sources, and the source_uri names {what}"))
        .hint("leave git_ref out")
}

/// A work tree, or a repository without one.
fn is_git_repository(folder: &Path) -> bool {
    fs::exists(&folder.join(".git")) || is_bare(folder)
}

/// Refuses a repository without a work tree, or the folder `.git` of one that has it, where no `git_ref` says what of it is meant: it
/// holds objects of Git, and nobody asks about those as files.
///
/// # Errors
/// `invalid_argument`.
pub fn refuse_repository(folder: &Path) -> Result<(), Failure> {
    if is_bare(folder) { Err(missing_git_ref()) } else { Ok(()) }
}

/// Whether a folder holds what Git writes into a repository, and not merely folders that are called so.
fn is_bare(folder: &Path) -> bool {
    let has_all = ["config", "objects", "refs"].iter().all(|name| fs::exists(&folder.join(name)));
    let head = || fs::read(&folder.join("HEAD"), LONGEST_HEAD).unwrap_or_default();
    let is_head = |head: &[u8]| head.starts_with(b"ref: refs/") || is_commit(head.trim_ascii());
    has_all && is_head(&head())
}

/// Whether it is how a commit is named in full, by SHA-1 or SHA-256.
fn is_commit(text: &[u8]) -> bool {
    matches!(text.len(), 40 | 64) && text.iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use super::without_slash_before_drive;

    #[test]
    fn drives_of_file_urls() {
        assert_eq!(without_slash_before_drive("/C:/lib.jar", true), "C:/lib.jar");
        assert_eq!(without_slash_before_drive("/C:/lib.jar", false), "/C:/lib.jar");
        assert_eq!(without_slash_before_drive("/share/lib.jar", true), "/share/lib.jar");
    }
}
