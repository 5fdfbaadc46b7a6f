//! Records on a real disk: round trips, damage, paths and times.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests lay out real files and stop at the first error"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jardex::cache::Cache;
use jardex::coordinate::Coordinate;
use jardex::error::{Failure, Status};
use jardex::model::Origin;
use jardex::registry::{self, Current, Failed, Record, RegistryError, Roots, Source};
use proptest::prelude::*;

fn coordinate(text: &str) -> Coordinate {
    Coordinate::parse(text).unwrap()
}

fn full_record(text: &str) -> Record {
    let mut source = Source::new("directory", "~/project/src");
    source.include = vec!["*.java".to_owned()];
    source.origin = Some(Origin::Source);
    source.automatic = true;
    let mut record = Record::new(coordinate(text), source);
    record.current = Some(Current {
        source_digest: format!("sha256:{}", "0".repeat(64)),
        source_stamp: None,
        commit: None,
        generation: "0123456789abcdef0123456789abcdef".to_owned(),
        digest: format!("blake3:{}", "f".repeat(64)),
        length: 4096,
        stamp: Some(jardex::fs::Stamp { length: 4096, modified: 1, changed: 3, inode: 2 }),
        built: registry::rfc3339(SystemTime::now()),
        seconds: vec![("read".to_owned(), 0.5), ("parse".to_owned(), 0.25)],
        counts: serde_json::json!({"files": 3, "types": 2}),
        notes: vec!["no checksum".to_owned()],
        provisional: true,
        unasked: true,
    });
    record.last_failure = Some(Failed {
        when: "2026-11-20T10:00:00Z".to_owned(),
        status: Status::DownloadFailed,
        reason: "404".to_owned(),
    });
    record.pom = Some(format!("sha256:{}", "1".repeat(64)));
    record.stamp = Some("stamp".to_owned());
    record
}

fn home() -> (tempfile::TempDir, Cache) {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    (home, cache)
}

#[test]
fn a_record_comes_back_as_it_was_saved() {
    let (_home, cache) = home();
    let record = full_record("org.x:lib:1.0");
    assert!(registry::load(&cache, &record.coordinate).unwrap().is_none());
    assert!(!registry::is_registered(&cache, &record.coordinate));
    registry::save(&cache, &record).unwrap();
    assert_eq!(registry::load(&cache, &record.coordinate).unwrap(), Some(record.clone()));
    let text = fs::read_to_string(cache.record_file(&record.coordinate)).unwrap();
    assert!(
        text.starts_with("{\"format\":1,\"group_id\":\"org.x\",\"artifact_id\":\"lib\",\"version\":\"1.0\","),
        "{text}"
    );
    let plain = Record::new(coordinate("org.x:lib:1.0"), Source::new("jar", "https://h/x.jar"));
    registry::save(&cache, &plain).unwrap();
    assert_eq!(registry::load(&cache, &record.coordinate).unwrap(), Some(plain));
    assert!(registry::remove(&cache, &record.coordinate).unwrap());
    assert!(!registry::remove(&cache, &record.coordinate).unwrap());
    assert!(!home_has(&cache, "registry-v1/org.x"));
}

fn home_has(cache: &Cache, path: &str) -> bool {
    cache.root().join(path).exists()
}

#[test]
fn every_cut_of_a_record_is_noticed() {
    let (_home, cache) = home();
    let record = full_record("g:a:1");
    registry::save(&cache, &record).unwrap();
    let path = cache.record_file(&record.coordinate);
    let whole = fs::read(&path).unwrap();
    // The last byte is the line end, which nothing depends on.
    for length in 0..whole.len() - 1 {
        fs::write(&path, &whole[..length]).unwrap();
        let error = registry::load(&cache, &record.coordinate).unwrap_err();
        assert!(matches!(error, RegistryError::Unreadable { .. }), "{length}: {error}");
    }
}

#[test]
fn what_is_no_record_of_the_coordinate_is_named() {
    let (_home, cache) = home();
    registry::save(&cache, &full_record("g:a:1")).unwrap();
    let record = fs::read_to_string(cache.record_file(&coordinate("g:a:1"))).unwrap();
    let cases = [
        ("empty", String::new(), "it is empty"),
        ("zeros", "\0".repeat(100), "expected value"),
        ("foreign", record.clone(), "it is a record of g:a:1"),
        ("newer", record.replace("\"format\":1", "\"format\":2"), "it has format 2, not 1"),
        ("list", "[]".to_owned(), "invalid length 0"),
        ("evil", record.replace("\"version\":\"1\"", "\"version\":\"../1\""), "holds '/'"),
    ];
    for (version, text, reason) in &cases {
        let place = cache.record_file(&coordinate(&format!("g:a:{version}")));
        fs::write(place, text).unwrap();
        let error = registry::load(&cache, &coordinate(&format!("g:a:{version}"))).unwrap_err();
        assert!(error.to_string().contains(reason), "{version}: {error}");
        assert_eq!(Failure::from(error).status, Status::InternalError);
    }
    let listing = registry::list(&cache).unwrap();
    assert_eq!(listing.records.len(), 1);
    let named: Vec<&str> = listing.unreadable.iter().map(|problem| problem.what.as_str()).collect();
    let expected: Vec<String> = {
        let mut versions: Vec<&str> = cases.iter().map(|case| case.0).collect();
        versions.sort_unstable();
        versions.iter().map(|version| format!("registry-v1/g/a/{version}.json")).collect()
    };
    assert_eq!(named, expected);
}

#[test]
fn fields_and_statuses_of_a_newer_jardex_are_no_damage() {
    let (_home, cache) = home();
    let record = full_record("g:a:1");
    registry::save(&cache, &record).unwrap();
    let path = cache.record_file(&record.coordinate);
    let text = fs::read_to_string(&path).unwrap();
    let text = text
        .replacen("{\"format\":1,", "{\"format\":1,\"shade\":{\"x\":[1]},", 1)
        .replace("download_failed", "too_new");
    fs::write(&path, text).unwrap();
    let read = registry::load(&cache, &record.coordinate).unwrap().unwrap();
    assert_eq!(read.current, record.current);
    assert_eq!(read.last_failure.unwrap().status, Status::IndexingFailed);
}

/// Earlier programs ask for the digest of an index under this key, and would take a record without it for damaged.
#[test]
fn an_earlier_jardex_finds_the_digest() {
    let (_home, cache) = home();
    let record = full_record("g:a:1");
    registry::save(&cache, &record).unwrap();
    let path = cache.record_file(&record.coordinate);
    let written: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let digest = record.current.as_ref().map(|current| current.digest.as_str());
    assert_eq!(written["current"]["sha256"].as_str(), digest);
}

#[test]
fn records_are_listed_in_order() {
    let (_home, cache) = home();
    assert!(registry::list(&cache).unwrap().records.is_empty());
    let names = ["b:a:1", "a:b:2", "a:b:10", "a:é:1", "a:b-c:1"];
    for name in names {
        registry::save(&cache, &full_record(name)).unwrap();
    }
    fs::write(cache.root().join("registry-v1/a/b/notes.txt"), "").unwrap();
    let listing = registry::list(&cache).unwrap();
    let listed: Vec<String> = listing.records.iter().map(|record| record.coordinate.to_string()).collect();
    assert_eq!(listed, ["a:b:10", "a:b:2", "a:b-c:1", "a:é:1", "b:a:1"]);
    assert!(listing.unreadable.is_empty(), "{:?}", listing.unreadable);
    let asked = [coordinate("b:a:1"), coordinate("none:a:1")];
    let loaded = registry::load_many(&cache, &asked);
    assert!(matches!(&loaded[..], [Ok(Some(_)), Ok(None)]));
}

#[test]
fn paths_are_recorded_relative_to_their_root() {
    let here = Roots {
        maven_local: Some("/home/me/.m2/repository".into()),
        gradle: Some("/data/gradle".into()),
        home: Some("/home/me".into()),
    };
    let there = Roots { maven_local: Some("/m2".into()), gradle: None, home: Some("/root".into()) };
    for (path, recorded, elsewhere) in [
        ("/home/me/.m2/repository/org/x.jar", "~m2/org/x.jar", Some("/m2/org/x.jar")),
        ("/data/gradle/caches/x.jar", "~gradle/caches/x.jar", None),
        ("/home/me/project", "~/project", Some("/root/project")),
        ("/home/me", "~/", Some("/root")),
        ("/home/mel/x", "/home/mel/x", Some("/home/mel/x")),
    ] {
        assert_eq!(here.record(Path::new(path)), recorded);
        assert_eq!(here.resolve(recorded), Some(PathBuf::from(path)));
        assert_eq!(there.resolve(recorded), elsewhere.map(PathBuf::from));
    }
}

#[test]
fn times_are_written_as_rfc_3339() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (1_700_000_000, "2023-11-14T22:13:20Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] {
        assert_eq!(registry::rfc3339(UNIX_EPOCH + Duration::from_secs(seconds)), text);
    }
    assert_eq!(registry::rfc3339(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
}

proptest! {
    #[test]
    fn later_times_sort_later(a in 0..200_000_000_000_u64, step in 1..400_000_u64) {
        let text = |seconds| registry::rfc3339(UNIX_EPOCH + Duration::from_secs(seconds));
        prop_assert!(text(a) < text(a + step));
    }
}
