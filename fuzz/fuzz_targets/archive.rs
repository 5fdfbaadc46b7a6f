//! No bytes make the archive reader panic, and what it gives keeps to the limits it names.
#![no_main]

use jardex::error::Status;
use jardex::source::{jar, limits, stays_inside};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match jar("file:///fuzz.jar", bytes.to_vec()) {
        Err(failure) => assert_eq!(failure.status, Status::InvalidSource),
        Ok(located) => {
            let entries = located.tree.entries();
            assert!(entries.len() <= limits::FILES);
            assert!(entries.is_sorted_by(|left, right| left.path < right.path));
            for (at, entry) in entries.iter().enumerate() {
                assert!(entry.size <= limits::FILE_BYTES && entry.addressable == stays_inside(&entry.path));
                if let Ok(content) = located.tree.read(at) {
                    assert_eq!(content.len() as u64, entry.size);
                }
            }
        }
    }
});
