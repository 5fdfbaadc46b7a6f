//! Files on a real disk: bounds, kinds, whole writes.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests lay out real files and stop at the first error"
)]

use std::fs;

use jardex::error::{Failure, Status};
use jardex::fs::{self as files, FileKind, Kind};

#[test]
fn a_file_is_read_up_to_the_limit() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("file");
    fs::write(&path, "12345").unwrap();
    assert_eq!(files::read(&path, 5).unwrap(), b"12345");
    let error = files::read(&path, 4).unwrap_err();
    assert_eq!(error.kind(), Kind::TooLarge);
    assert!(error.to_string().ends_with("file: longer than the 4 bytes that are read"), "{error}");
    assert_eq!(files::read_if_exists(&path, 5).unwrap().as_deref(), Some(b"12345".as_slice()));
    assert_eq!(files::read_if_exists(&home.path().join("none"), 5).unwrap(), None);
}

#[test]
fn what_is_no_plain_file_is_not_read() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(files::read(home.path(), 5).unwrap_err().kind(), Kind::NotPlain);
    #[cfg(unix)]
    {
        let error = files::read(std::path::Path::new("/dev/zero"), 5).unwrap_err();
        assert_eq!(error.kind(), Kind::NotPlain);
        assert_eq!(Failure::from(error).status, Status::InvalidSource);
    }
}

#[test]
fn an_error_names_the_path_and_the_cause() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("none");
    let error = files::read(&path, 5).unwrap_err();
    assert_eq!(error.path(), path);
    assert_eq!(error.to_string(), format!("cannot read {}: no such file or directory", path.display()));
    assert_eq!(Failure::from(error).status, Status::ResourceNotFound);
}

#[test]
fn a_whole_file_replaces_the_one_before() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("deep/er/file");
    for content in ["one", "second"] {
        files::write_atomically(&path, content.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    let listed = files::list(path.parent().unwrap()).unwrap();
    assert_eq!(listed.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["file"]);
    assert_eq!((listed[0].kind, listed[0].stamp), (FileKind::Plain, files::stamp(&path).unwrap()));
    // A folder stands where the file should go: nothing is left beside it.
    fs::create_dir(home.path().join("folder")).unwrap();
    assert!(files::write_atomically(&home.path().join("folder"), b"x").is_err());
    assert_eq!(files::list(home.path()).unwrap().len(), 2);
}

#[test]
fn removing_what_is_not_there_is_no_error() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("file");
    fs::write(&path, "x").unwrap();
    assert!(files::remove_file(&path).unwrap());
    assert!(!files::remove_file(&path).unwrap());
    files::remove_tree(&home.path().join("none")).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_known_as_one() {
    use std::io::Write;
    let error = fs::File::options().write(true).open("/dev/full").unwrap().write_all(b"x").unwrap_err();
    let error = files::FsError::new("write", std::path::Path::new("/dev/full"), &error).needing(1);
    assert_eq!(error.kind(), Kind::Full);
    let failure = Failure::from(error);
    assert_eq!(failure.status, Status::IndexingFailed);
    assert_eq!(failure.message, "no space left on the disk or quota of /dev/full; 1 bytes are needed");
}
