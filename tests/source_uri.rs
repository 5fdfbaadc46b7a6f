//! What a source_uri may be, and what each other form is told.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests lay out real files and stop at the first error"
)]

use std::fs;
use std::path::{Path, PathBuf};

use jardex::error::Status;
use jardex::source::SourceKind;
use jardex::source::uri::{Location, is_for_everybody, kind_at, locate, locate_git, of_path};
use proptest::prelude::*;

fn status_of(text: &str) -> Status {
    let failure = locate(text, Path::new("/base")).expect_err(text);
    assert!(failure.status == Status::InvalidArgument || failure.hint.is_some(), "{text}: no hint");
    assert!(!failure.message.contains("secret"), "{}", failure.message);
    failure.status
}

#[cfg(unix)]
#[test]
fn paths_and_file_urls_are_local() {
    for (text, path) in [
        ("/a/lib.jar", "/a/lib.jar"),
        ("lib.jar", "/base/lib.jar"),
        ("./src", "/base/./src"),
        ("../src", "/base/../src"),
        ("dir:with/colon", "/base/dir:with/colon"),
        ("C:\\lib.jar", "/base/C:\\lib.jar"),
        ("file:/a/lib.jar", "/a/lib.jar"),
        ("file:///a/lib.jar", "/a/lib.jar"),
        ("FILE://LOCALHOST/a/lib.jar", "/a/lib.jar"),
        ("file:lib.jar", "/base/lib.jar"),
        ("file:///a/my%20lib%2B%C3%A9.jar", "/a/my lib+é.jar"),
        ("file:///a/c#.jar?x", "/a/c#.jar?x"),
        (" /a/lib.jar ", "/a/lib.jar"),
    ] {
        assert_eq!(locate(text, Path::new("/base")), Ok(Location::Local(PathBuf::from(path))), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_are_no_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("self");
    std::os::unix::fs::symlink("self", &path).unwrap();
    let failure = kind_at(&path, None).unwrap_err();
    assert_eq!(failure.status, Status::InvalidSource, "{failure}");
    assert!(failure.message.contains("too many levels of symbolic links"), "{failure}");
}

#[test]
fn a_malformed_url_is_refused_without_its_secrets() {
    for url in [
        "https:/user:secret@h/lib.jar",
        "http:user:secret@h/lib.jar?secret",
        "https://user:secret/secret@h/lib.jar",
        "https://user:secret?secret@h/lib.jar",
        "https://user:secret#secret@h/lib.jar",
        "https://h\\@other/lib.jar",
        "https://h:port/lib.jar",
    ] {
        assert_eq!(status_of(url), Status::InvalidArgument, "{url}");
    }
}

#[test]
fn http_urls_are_remote_and_shown_without_secrets() {
    for (url, shown) in [
        ("https://h/m2/lib-sources.jar", "https://h/m2/lib-sources.jar"),
        ("http://h:8080/lib.jar", "http://h:8080/lib.jar"),
        ("HTTPS://h/lib.zip", "HTTPS://h/lib.zip"),
        ("https://user:secret@h/lib.jar?token=secret#secret", "https://h/lib.jar?…"),
        ("https://h/download", "https://h/download"),
        ("https://h", "https://h"),
    ] {
        let expected = Location::Remote { url: url.to_owned(), shown: shown.to_owned() };
        assert_eq!(locate(url, Path::new("/base")), Ok(expected), "{url}");
    }
}

#[test]
fn git_urls_are_known_by_their_form_or_by_a_reference() {
    let base = Path::new("/base");
    for (text, shown) in [
        ("git@github.com:user/repo.git", "git@github.com:user/repo.git"),
        ("git@github.com:user/repo", "git@github.com:user/repo"),
        ("ssh://git@h/repo", "ssh://git@h/repo"),
        ("git://h/repo", "git://h/repo"),
        ("https://github.com/user/repo.git", "https://github.com/user/repo.git"),
        ("https://user:secret@h/repo.git/", "https://h/repo.git"),
        ("git+https://h/repo", "https://h/repo"),
    ] {
        for located in [locate(text, base), locate_git(text, Some("main"), base)] {
            let Ok(Location::Git(address)) = located else { panic!("{text}: {located:?}") };
            assert_eq!(address.shown(), shown);
        }
        let failure = locate_git(text, None, base).unwrap_err();
        assert_eq!(failure.status, Status::InvalidArgument);
        assert!(failure.message.starts_with("git_ref:"), "{}", failure.message);
    }
    assert!(matches!(locate_git("https://h/user/repo", Some("v1"), base), Ok(Location::Git(_))));
    assert!(matches!(locate_git("https://h/user/repo", None, base), Ok(Location::Remote { .. })));
    assert!(matches!(locate_git("repo.git", Some("v1"), base), Ok(Location::Local(_))));
    for (text, git_ref) in [("https://h/lib-sources.jar", "v1"), ("https://user:secret@h/repo.git?secret", "v1")] {
        let failure = locate_git(text, Some(git_ref), base).unwrap_err();
        assert_eq!(failure.status, Status::InvalidArgument, "{text}");
        assert!(!failure.message.contains("secret"), "{}", failure.message);
    }
    for text in ["ext::sh -c touch% x", "-oProxyCommand=x", "ssh://-oProxyCommand=x/a", "git@-oProxyCommand=x:a"] {
        // What is no URL is a path, where nothing lies.
        assert!(!matches!(locate_git(text, Some("main"), base), Ok(Location::Git(_))), "{text}");
    }
}

#[test]
fn other_schemes_are_no_sources() {
    for text in ["ftp://h/lib.jar", "jar:file:/a.jar!/b", "data:text/plain,x", "s3://bucket/lib.jar", "git+file:///a"] {
        assert_eq!(status_of(text), Status::UnsupportedSourceType, "{text}");
    }
}

#[test]
fn clients_name_no_repository_that_is_not_for_everybody() {
    let base = tempfile::tempdir().unwrap();
    fs::create_dir_all(base.path().join("repository/.git")).unwrap();
    fs::write(base.path().join("lib.jar"), "x").unwrap();
    for (text, git_ref, allowed) in [
        ("https://h/a.git", Some("v1"), true),
        ("git@h:a", Some("v1"), true),
        ("http://h/a.git", Some("v1"), false),
        ("http://h/a", Some("v1"), false),
        ("http://h/a.jar", None, true),
        ("git://h/a", Some("v1"), false),
        ("repository", Some("v1"), false),
        (&of_path(&base.path().join("repository")), Some("v1"), false),
        ("repository", None, true),
        ("lib.jar", Some("v1"), true),
        ("none", Some("v1"), true),
    ] {
        assert_eq!(is_for_everybody(text, git_ref, base.path()), allowed, "{text}");
    }
}

#[test]
fn malformed_uris_are_invalid_arguments() {
    for text in [
        "",
        "  ",
        "file:",
        "file://",
        "file://server/share/lib.jar",
        "file:///a%zz.jar",
        "file:///a%2",
        "file:///a%00.jar",
        "file:///a%FF.jar",
        "/a\0b",
        "https://",
        "https:///lib.jar",
        "https:/h/lib.jar",
        "https:lib.jar",
        "https://user:secret@/lib.jar",
        "https://:80/lib.jar",
        "https://h/a b.jar",
    ] {
        assert_eq!(status_of(text), Status::InvalidArgument, "{text:?}");
    }
}

#[test]
fn what_lies_at_a_place_decides_its_kind() {
    let home = tempfile::tempdir().unwrap();
    let (jar, repository) = (home.path().join("lib.jar"), home.path().join("repository"));
    fs::write(&jar, "x").unwrap();
    fs::create_dir_all(repository.join(".git")).unwrap();
    assert_eq!(kind_at(&jar, None), Ok(SourceKind::Jar));
    assert_eq!(kind_at(home.path(), None), Ok(SourceKind::Directory));
    assert_eq!(kind_at(&repository, None), Ok(SourceKind::Directory));
    let status = |path: &Path, git_ref| kind_at(path, git_ref).unwrap_err().status;
    assert_eq!(status(&home.path().join("none"), None), Status::ResourceNotFound);
    assert_eq!(status(&jar.join("below-a-file"), None), Status::ResourceNotFound);
    assert_eq!(status(&home.path().join("n".repeat(300)), None), Status::ResourceNotFound);
    assert_eq!(status(&jar, Some("main")), Status::InvalidArgument);
    assert_eq!(status(home.path(), Some("main")), Status::InvalidArgument);
    assert_eq!(kind_at(&repository, Some("main")), Ok(SourceKind::Git));
    #[cfg(unix)]
    assert_eq!(status(Path::new("/dev/null"), None), Status::InvalidSource);
}

#[cfg(unix)]
proptest! {
    #[test]
    fn a_path_survives_its_url(path in "/[^\0]{0,60}") {
        prop_assert_eq!(locate(&of_path(Path::new(&path)), Path::new("/")), Ok(Location::Local(PathBuf::from(path))));
    }

    #[test]
    fn no_text_panics_and_no_password_is_shown(text in any::<String>(), user in "[a-z]{1,5}") {
        let _ = locate(&text, Path::new("/base"));
        let url = format!("https://{user}:secret@h/{}?key=secret", text.replace("secret", ""));
        match locate(&url, Path::new("/base")) {
            Ok(Location::Remote { shown, .. }) => prop_assert!(!shown.contains("secret"), "{}", shown),
            Ok(Location::Git(address)) => prop_assert!(!address.shown().contains("secret"), "{}", address.shown()),
            Ok(Location::Local(_)) => prop_assert!(false, "{url} is taken for a path"),
            Err(failure) => prop_assert!(!failure.message.contains("secret"), "{}", failure.message),
        }
    }
}
