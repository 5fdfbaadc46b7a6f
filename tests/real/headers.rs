//! Kotlin read by its headers alone gives what parsing all of it gives.

use std::fs;

use jardex::parse::kotlin;
use jardex::text::decode::decode;

use crate::artifacts::Artifact;
use crate::place;

/// In percent: files that are read another way cost several times as much.
const LEAST_READ: usize = 98;

mod alike {
    crate::each_artifact!(super::alike: okhttp coroutines ktor_server kotlin_stdlib);
}

fn alike(artifact: &'static Artifact) {
    let ready = place::ready(artifact);
    let (mut files, mut read) = (0, 0);
    for path in ready.files.iter().filter(|path| path.ends_with(".kt")) {
        let bytes = fs::read(ready.unpacked.join(path)).unwrap();
        let Some(decoded) = decode(&bytes) else { continue };
        files += 1;
        if let Some(headers) = kotlin::parse_headers(path, &decoded.text) {
            assert_eq!(headers, kotlin::parse_thoroughly(path, &decoded.text), "{path} of {}", ready.coordinate);
            read += 1;
        }
    }
    crate::say(&format!("{}: {read} of {files} Kotlin files are read by their headers", ready.coordinate));
    assert!(files > 0 && read * 100 >= files * LEAST_READ, "{read} of {files}");
}
