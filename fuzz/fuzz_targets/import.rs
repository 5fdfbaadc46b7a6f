//! No archive makes the import panic: it is refused as no archive of a cache, and then nothing of it is in force, or every
//! index that it brought is whole.
//!
//! The bytes are an archive as they are; and, since one bit is enough for a tar's header to be refused, the contents of
//! entries that have names of the layout and right headers.
#![no_main]

use std::path::PathBuf;

use jardex::config::Config;
use jardex::error::Status;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::work::Work;
use libfuzzer_sys::fuzz_target;

const TAG: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder is a cache of jardex. It can be deleted: everything in it can be made again.\n";

/// What the first byte of an entry says it is called.
const NAMES: &[&str] = &[
    "CACHEDIR.TAG",
    "registry-v1/g/a/1.json",
    "code/g/a/1/pom.xml",
    "code/g/a/1/0123456789abcdef0123456789abcdef.db",
    "export.json",
    "registry-v1/g/a/2.json",
    "code/g/a/../x.db",
    "registry-v1/%41/a/1.json",
];

fuzz_target!(|bytes: &[u8]| {
    for archive in [bytes.to_vec(), entries(bytes)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config::at(folder.path().join("cache"));
        config.offline = true;
        config.threads = 1;
        let explorer = Explorer::new(config, Program(PathBuf::from("/nowhere")), None);
        match explorer.upkeep().import(&mut archive.as_slice(), false, &Work::default()) {
            Err(failure) => {
                assert_eq!(failure.status, Status::InvalidSource, "{failure}");
                assert!(explorer.artifacts().expect("a list").is_empty());
            }
            Ok(_) => {
                let verified = explorer.upkeep().verify(false, &Work::default()).expect("verified");
                assert!(verified.damaged.is_empty());
            }
        }
    }
});

/// An archive whose entries are told by two bytes each, what it is called and how long it is, and begin with the tag.
fn entries(mut bytes: &[u8]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut add = |name: &str, content: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.as_gnu_mut().expect("GNU").name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        archive.append(&header, content).expect("into memory");
    };
    add(NAMES[0], TAG);
    while let [name, length, rest @ ..] = bytes {
        let (content, after) = rest.split_at(usize::from(*length).min(rest.len()));
        add(NAMES[usize::from(*name) % NAMES.len()], content);
        bytes = after;
    }
    archive.into_inner().expect("into memory")
}
