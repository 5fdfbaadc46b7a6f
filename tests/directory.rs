//! Directories as sources: what is read, what is left out, and what a change does.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests lay out real files and stop at the first error"
)]

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use jardex::error::{Failure, Status};
use jardex::source::directory::{directory, stamp};
use jardex::source::globs::Globs;
use jardex::source::{Located, SourceKind};
use jardex::work::Work;

fn all() -> Globs {
    Globs::new(&[], &[]).unwrap()
}

fn open(path: &Path) -> Result<Located, Failure> {
    directory("~/src", path, &all(), &Work::default())
}

fn write(root: &Path, files: &[(&str, &str)]) {
    for (path, content) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

fn contents(located: &Located) -> Vec<(String, String)> {
    let read = |at| String::from_utf8(located.tree.read(at).unwrap()).unwrap();
    located.tree.entries().iter().enumerate().map(|(at, entry)| (entry.path.clone(), read(at))).collect()
}

fn problems(located: &Located) -> Vec<String> {
    located.tree.problems().iter().map(|problem| format!("{}: {}", problem.what, problem.reason)).collect()
}

#[test]
fn files_come_in_byte_order_of_path() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &[("a/B.java", "1"), ("a.txt", "2"), ("a/b/C.kt", "3"), ("Z", ""), (".hidden", "4")]);
    let located = open(home.path()).unwrap();
    let expected = [(".hidden", "4"), ("Z", ""), ("a.txt", "2"), ("a/B.java", "1"), ("a/b/C.kt", "3")];
    assert_eq!(contents(&located), expected.map(|(path, content)| (path.to_owned(), content.to_owned())));
    assert_eq!((located.kind, located.uri.as_str()), (SourceKind::Directory, "~/src"));
    assert!(located.tree.entries().iter().all(|entry| entry.addressable));
    assert!(problems(&located).is_empty() && located.notes.is_empty());
}

#[test]
fn a_pointer_of_git_lfs_is_told_as_one() {
    let home = tempfile::tempdir().unwrap();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n";
    write(home.path(), &[("a/B.java", pointer), ("a/C.java", "class C {}")]);
    let located = open(home.path()).unwrap();
    assert!(located.tree.flaw(0).unwrap().contains("a pointer of Git LFS"));
    assert_eq!(located.tree.flaw(1), None);
}

#[test]
fn the_digest_is_over_names_and_contents_alone() {
    let files = [("a/B.java", "one"), ("c.txt", "two")];
    let digest = |files: &[(&str, &str)]| {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), files);
        open(home.path()).unwrap().digest
    };
    let first = digest(&files);
    assert!(first.starts_with("sha256:") && first.len() == 71);
    assert_eq!(digest(&[files[1], files[0]]), first);
    for other in [
        vec![("a/B.java", "One"), ("c.txt", "two")],
        vec![("a/C.java", "one"), ("c.txt", "two")],
        vec![("a/B.java", "one")],
        vec![("a/B.java", "one"), ("c.txt", "two"), ("d", "")],
        vec![("a/B.java", "two"), ("c.txt", "one")],
    ] {
        assert_ne!(digest(&other), first);
    }
}

#[test]
fn a_stamp_changes_with_every_change() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &[("A.java", "one"), ("b.txt", "x")]);
    let now = || stamp("u", home.path(), &all()).unwrap();
    let first = now();
    assert_eq!(now(), first);
    let file = fs::File::options().write(true).open(home.path().join("A.java")).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(100)).unwrap();
    let touched = now();
    assert_ne!(touched, first);
    fs::rename(home.path().join("b.txt"), home.path().join("c.txt")).unwrap();
    assert_ne!(now(), touched);
    let sources = Globs::new(&["*.java".to_owned()], &[]).unwrap();
    let before = stamp("u", home.path(), &sources).unwrap();
    write(home.path(), &[("notes.md", "not wanted")]);
    assert_eq!(stamp("u", home.path(), &sources).unwrap(), before);
}

#[test]
fn version_control_and_what_the_globs_leave_out_is_not_there() {
    let home = tempfile::tempdir().unwrap();
    write(
        home.path(),
        &[
            (".git/config", "x"),
            ("sub/.git", "gitdir: x"),
            (".hg/x", ""),
            ("a/.svn/x", ""),
            ("A.java", "1"),
            ("b/C.md", "2"),
        ],
    );
    let paths = |globs: &Globs| {
        let located = directory("u", home.path(), globs, &Work::default()).unwrap();
        contents(&located).into_iter().map(|(path, _)| path).collect::<Vec<_>>()
    };
    assert_eq!(paths(&all()), ["A.java", "b/C.md"]);
    assert_eq!(paths(&Globs::new(&[], &["b/".to_owned()]).unwrap()), ["A.java"]);
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_left_out_and_named() {
    use std::os::unix::fs::symlink;
    let home = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), &[("secret.txt", "secret")]);
    write(home.path(), &[("A.java", "1")]);
    symlink(outside.path().join("secret.txt"), home.path().join("file-link")).unwrap();
    symlink(outside.path(), home.path().join("folder-link")).unwrap();
    symlink("A.java", home.path().join("inner-link")).unwrap();
    symlink(home.path(), home.path().join("loop")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(home.path().join("pipe")).status().unwrap().success());
    let located = open(home.path()).unwrap();
    assert_eq!(contents(&located), [("A.java".to_owned(), "1".to_owned())]);
    let link = "a link, which is not followed";
    assert_eq!(
        problems(&located),
        [
            format!("file-link: {link}"),
            format!("folder-link: {link}"),
            format!("inner-link: {link}"),
            format!("loop: {link}"),
            "pipe: a device, pipe or socket".to_owned(),
        ]
    );
    let pipe = jardex::fs::read(&home.path().join("pipe"), 1_000).unwrap_err();
    assert_eq!(pipe.kind(), jardex::fs::Kind::NotPlain);
    // The folder that was registered may itself be reached by a link.
    assert_eq!(open(&home.path().join("loop")).unwrap().digest, located.digest);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_are_read() {
    use std::os::unix::ffi::OsStrExt;
    let home = tempfile::tempdir().unwrap();
    for name in [b"caf\xE9.txt", b"caf\xE8.txt"] {
        fs::write(home.path().join(std::ffi::OsStr::from_bytes(name)), "x").unwrap();
    }
    let located = open(home.path()).unwrap();
    assert_eq!(contents(&located), [("caf\u{FFFD}.txt".to_owned(), "x".to_owned())]);
    assert!(problems(&located)[0].contains("cannot be told from another's"));
}

#[test]
fn a_file_that_changes_while_it_is_read_is_noticed() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &[("A.java", "one"), ("B.java", "one")]);
    let located = open(home.path()).unwrap();
    write(home.path(), &[("A.java", "two")]);
    fs::remove_file(home.path().join("B.java")).unwrap();
    for at in [0, 1] {
        let failure = located.tree.read(at).unwrap_err();
        assert_eq!(failure.status, Status::InvalidSource);
        assert!(failure.message.contains("java of ~/src changed while it was read"), "{}", failure.message);
    }
}

#[test]
fn what_is_too_much_is_left_out_or_refused() {
    let home = tempfile::tempdir().unwrap();
    let deep = format!("{}A.java", "d/".repeat(64));
    write(home.path(), &[("B.java", "1"), (&deep, "2")]);
    // A sparse file: no disk is used.
    fs::File::create(home.path().join("big.bin")).unwrap().set_len(64 * 1024 * 1024 + 1).unwrap();
    let located = open(home.path()).unwrap();
    assert_eq!(contents(&located), [("B.java".to_owned(), "1".to_owned())]);
    let named = problems(&located);
    assert!(
        named.iter().any(|problem| problem == "big.bin: longer than the 67108864 bytes that are read"),
        "{named:?}"
    );
    assert!(named.iter().any(|problem| problem.ends_with("more than 64 folders deep")), "{named:?}");
    let limits = jardex::fs::Limits { files: 1, depth: 2 };
    let error = jardex::fs::walk(home.path(), limits, |_, _| true).unwrap_err();
    assert_eq!(error.kind(), jardex::fs::Kind::TooLarge);
}

#[test]
fn what_is_no_folder_is_refused() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &[("file", "x")]);
    assert_eq!(open(&home.path().join("none")).err().unwrap().status, Status::ResourceNotFound);
    assert_eq!(open(&home.path().join("file")).err().unwrap().status, Status::InvalidSource);
    fs::create_dir(home.path().join("empty")).unwrap();
    assert_eq!(open(&home.path().join("empty")).unwrap().notes, ["the folder holds no files"]);
}

#[test]
fn cancelled_work_stops() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &[("A.java", "1")]);
    let work = Work::default();
    work.cancel();
    assert_eq!(directory("u", home.path(), &all(), &work).err(), Some(Failure::cancelled()));
}
