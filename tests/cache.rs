//! The cache on a real disk: places, publishing, locks, and a cache that cannot be written.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests lay out real files and stop at the first error"
)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use jardex::cache::{Cache, escape, unescape};
use jardex::coordinate::Coordinate;
use jardex::error::Status;
use proptest::prelude::*;

fn coordinate(text: &str) -> Coordinate {
    Coordinate::parse(text).unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn places_are_named_after_the_coordinate() {
    let cache = Cache::at("/c".into());
    let gson = coordinate("com.google.code.gson:gson:2.11.0");
    assert_eq!(cache.location(&gson), "code/com.google.code.gson/gson/2.11.0");
    let index = cache.index_file(&gson, "0a1b");
    assert_eq!(index, Path::new("/c/code/com.google.code.gson/gson/2.11.0/0a1b.db"));
    assert_eq!(cache.record_file(&gson), Path::new("/c/registry-v1/com.google.code.gson/gson/2.11.0.json"));
    assert_eq!(
        cache.download_file("https://repo.example.org/maven2", &gson, "gson-2.11.0-sources.jar"),
        Path::new(
            "/c/jars-v1/https%3A%2F%2Frepo.example.org%2Fmaven2/com.google.code.gson/gson/2.11.0/gson-2.11.0-sources.jar"
        )
    );
}

#[test]
fn odd_names_are_escaped() {
    for (segment, name) in [
        ("spring-core_2.13+x", "spring-core_2.13+x"),
        ("a/b\\c:d", "a%2Fb%5Cc%3Ad"),
        ("..", ".%2E"),
        ("1.", "1%2E"),
        ("é", "%C3%A9"),
        ("NUL", "%4EUL"),
        ("con.x", "%63on.x"),
        ("com7", "%63om7"),
        ("com77", "com77"),
        ("console", "console"),
        ("", "%"),
    ] {
        assert_eq!(escape(segment), name, "{segment:?}");
    }
    let long = escape(&"é".repeat(64));
    assert!(long.len() <= 128 && long != escape(&format!("{}e", "é".repeat(63))), "{long}");
}

proptest! {
    #[test]
    fn escaped_names_are_safe(segment in any::<String>()) {
        let name = escape(&segment);
        prop_assert!(!name.is_empty() && name.len() <= 128 && !name.ends_with('.'));
        prop_assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._+-%".contains(&byte)));
    }

    #[test]
    fn escaping_keeps_segments_apart(a in "[.%a-cN2EUL/é-]{0,70}", b in "[.%a-cN2EUL/é-]{0,70}") {
        prop_assert_eq!(a == b, escape(&a) == escape(&b));
    }

    #[test]
    fn a_name_gives_back_its_segment(segment in "[.%a-cN2EUL/é-]{1,40}", other in any::<String>()) {
        prop_assert_eq!(unescape(&escape(&segment)), Some(segment));
        if let Some(read) = unescape(&other) {
            prop_assert_eq!(escape(&read), other, "only what was escaped is read");
        }
    }
}

#[test]
fn a_record_s_place_tells_its_coordinate() {
    let cache = Cache::at(Path::new("/cache").to_owned());
    for text in ["org.x:lib:1.0", "org.x:con:1.0-beta+2", "é:ü:1.0.json"] {
        let place = cache.record_file(&coordinate(text));
        let place = place.strip_prefix("/cache").unwrap().to_str().unwrap();
        assert_eq!(cache.coordinate_of_record(place), Some(coordinate(text)));
    }
    for odd in ["registry-v1/g/a/1", "registry-v1/g/1.json", "registry-v1/g/a/b/1.json", "registry-v1/%zz/a/1.json"] {
        assert_eq!(cache.coordinate_of_record(odd), None, "{odd}");
    }
}

#[test]
fn a_lock_is_not_waited_for_longer_than_it_is_wanted() {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    let held = cache.lock(&coordinate("g:a:1"), Duration::ZERO);
    let begin = Instant::now();
    let tries = std::cell::Cell::new(0);
    let wanted = || {
        tries.set(tries.get() + 1);
        tries.get() < 4
    };
    assert!(held.is_some() && cache.lock_while(&coordinate("g:a:1"), Duration::from_secs(60), wanted).is_none());
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_discarded_folder_is_gone_with_all_it_holds() {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    let folder = home.path().join("code/g/a/1/sources");
    cache.discard_folder(&folder);
    fs::create_dir_all(folder.join("deep")).unwrap();
    fs::write(folder.join("deep/A.java"), "class A {}").unwrap();
    cache.discard_folder(&folder);
    assert!(!folder.exists() && folder.parent().unwrap().exists());
    assert_eq!(fs::read_dir(home.path().join("tmp")).unwrap().count(), 0);
}

#[test]
fn the_root_is_made_at_the_first_write() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("deep/cache");
    let cache = Cache::at(root.clone());
    assert!(!cache.is_locked(&coordinate("g:a:1")));
    assert_eq!(cache.index_files(&coordinate("g:a:1")).unwrap(), []);
    assert!(!root.exists());
    drop(cache.stage().unwrap());
    assert!(
        fs::read_to_string(root.join("CACHEDIR.TAG"))
            .unwrap()
            .starts_with("Signature: 8a477f597d28d172789f06886806bc55\n")
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&root).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

/// What the umask leaves of the usual modes, as of folders and files that any other program makes.
#[cfg(unix)]
#[test]
fn the_umask_says_who_may_read_what_is_below_the_root() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (folder, file) = (home.path().join("folder"), home.path().join("file"));
    fs::create_dir(&folder).unwrap();
    fs::write(&file, "").unwrap();
    let root = home.path().join("deep/cache");
    let cache = Cache::at(root.clone());
    let place = cache.index_file(&coordinate("g:a:1"), "00ff");
    cache.write(&place, b"index").unwrap();
    let staged = cache.stage_folder().unwrap();
    staged.write("deep/A.java", b"class A {}").unwrap();
    staged.publish(&cache.sources_folder(&coordinate("g:a:1"))).unwrap();
    for made in ["tmp", "code", "code/g", "code/g/a/1", "code/g/a/1/sources", "code/g/a/1/sources/deep"] {
        assert_eq!(mode(&root.join(made)), mode(&folder), "{made}");
    }
    for made in [place, root.join("CACHEDIR.TAG")] {
        assert_eq!(mode(&made), mode(&file), "{}", made.display());
    }
    assert_eq!(mode(&root.join("code/g/a/1/sources/deep/A.java")), mode(&file) & 0o555);
}

#[test]
fn a_staged_file_appears_whole_or_not_at_all() {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    let place = cache.index_file(&coordinate("g:a:1"), "00ff");
    let mut staged = cache.stage().unwrap();
    staged.file().write_all(b"half").unwrap();
    drop(staged);
    assert_eq!(names_in(&home.path().join("tmp")), Vec::<String>::new());
    for content in [b"one".as_slice(), b"two"] {
        let mut staged = cache.stage().unwrap();
        staged.write_all(content).unwrap();
        staged.publish(&place).unwrap();
        assert_eq!(fs::read(&place).unwrap(), content);
    }
    assert_eq!(names_in(&home.path().join("tmp")), Vec::<String>::new());
    assert_eq!(cache.index_files(&coordinate("g:a:1")).unwrap(), [("00ff".to_owned(), place)]);
}

#[test]
fn index_files_come_newest_first_and_nothing_else_is_taken_for_one() {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    let artifact = coordinate("g:a:1");
    for (generation, age) in [("aa", 30), ("bb", 10), ("cc", 20)] {
        let place = cache.index_file(&artifact, generation);
        cache.write(&place, b"x").unwrap();
        let time = SystemTime::now() - Duration::from_secs(age);
        fs::File::options().write(true).open(place).unwrap().set_modified(time).unwrap();
    }
    fs::create_dir(cache.sources_folder(&artifact)).unwrap();
    fs::create_dir(cache.artifact_folder(&artifact).join("dd.db")).unwrap();
    fs::write(cache.artifact_folder(&artifact).join("notes.txt"), "").unwrap();
    let generations: Vec<String> = cache.index_files(&artifact).unwrap().into_iter().map(|file| file.0).collect();
    assert_eq!(generations, ["bb", "cc", "aa"]);
}

#[test]
fn what_was_abandoned_is_swept_by_the_first_write() {
    let home = tempfile::tempdir().unwrap();
    let tmp = home.path().join("tmp");
    fs::create_dir(&tmp).unwrap();
    let file = |name: &str, seconds: u64| {
        let file = fs::File::create(tmp.join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        file
    };
    file("old", 25 * 3600);
    file("new", 30);
    let held = file("held", 23 * 3600);
    held.try_lock().unwrap();
    drop(Cache::at(home.path().to_owned()).stage().unwrap());
    assert_eq!(names_in(&tmp), ["held", "new"]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_process_was_writing_is_swept_before_long() {
    let home = tempfile::tempdir().unwrap();
    let tmp = home.path().join("tmp");
    let cache = Cache::at(home.path().to_owned());
    let mut written = cache.stage().unwrap();
    let time = SystemTime::now() - Duration::from_secs(90);
    written.file().set_modified(time).unwrap();
    // One that is dropped is gone: this one lost its process.
    fs::File::create(tmp.join("12-0123456789abcdef")).unwrap().set_modified(time).unwrap();
    // What stands beside one nobody locks.
    fs::File::create(tmp.join("12-0123456789abcdef.gradle")).unwrap().set_modified(time).unwrap();
    fs::create_dir(tmp.join("folder")).unwrap();
    fs::File::open(tmp.join("folder")).unwrap().set_modified(time).unwrap();
    drop(Cache::at(home.path().to_owned()).stage().unwrap());
    let name = written.path().file_name().unwrap().to_str().unwrap().to_owned();
    let beside = ["12-0123456789abcdef.gradle", "folder"];
    let mut left = names_in(&tmp);
    left.retain(|one| *one != name);
    assert_eq!((left, names_in(&tmp).len()), (beside.map(str::to_owned).to_vec(), 3));
    written.publish(&home.path().join("whole")).unwrap();
    assert_eq!(names_in(&tmp), beside, "of these nobody knows: they go after a day");
}

#[test]
fn a_lock_has_one_holder_at_a_time() {
    let home = tempfile::tempdir().unwrap();
    let (ours, theirs) = (Cache::at(home.path().to_owned()), Cache::at(home.path().to_owned()));
    let artifact = coordinate("g:a:1");
    assert!(!theirs.is_locked(&artifact));
    let guard = ours.lock(&artifact, Duration::ZERO).unwrap();
    assert!(theirs.is_locked(&artifact));
    assert!(!theirs.is_locked(&coordinate("g:a:2")));
    let begin = Instant::now();
    assert!(theirs.lock(&artifact, Duration::from_millis(30)).is_none());
    assert!(begin.elapsed() >= Duration::from_millis(30));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| theirs.lock(&artifact, Duration::from_secs(60)).is_some());
        drop(guard);
        assert!(waiting.join().unwrap());
    });
    assert!(!ours.is_locked(&artifact));
}

#[test]
fn a_cache_that_cannot_be_written_still_reads() {
    let home = tempfile::tempdir().unwrap();
    // A root below a plain file cannot be made by anyone, the superuser included.
    fs::write(home.path().join("file"), "").unwrap();
    let cache = Cache::at(home.path().join("file/cache"));
    let failure = cache.stage().unwrap_err();
    assert_eq!(failure.status, Status::NotPermitted);
    assert!(failure.message.contains("file/cache cannot be written"), "{}", failure.message);
    assert!(failure.hint.is_some());
    assert!(cache.lock(&coordinate("g:a:1"), Duration::from_secs(60)).is_none());
    assert!(!cache.is_locked(&coordinate("g:a:1")) && !cache.is_writable());
    assert_eq!(cache.index_files(&coordinate("g:a:1")).unwrap(), []);
}

#[test]
fn a_staged_folder_takes_the_place_of_the_one_before() {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    let place = cache.sources_folder(&coordinate("g:a:1"));
    for name in ["one", "two"] {
        let folder = cache.stage_folder().unwrap();
        folder.write(&format!("a/{name}.java"), name.as_bytes()).unwrap();
        folder.publish(&place).unwrap();
        assert_eq!(names_in(&place.join("a")), [format!("{name}.java")]);
    }
    assert!(fs::metadata(place.join("a/two.java")).unwrap().permissions().readonly());
    drop(cache.stage_folder().unwrap());
    assert_eq!(names_in(&home.path().join("tmp")), Vec::<String>::new());
}

#[test]
fn nothing_is_laid_out_outside_the_staged_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = Cache::at(home.path().to_owned()).stage_folder().unwrap();
    for name in ["../x", "a/../../x", "/x", "", "a//x", "./x", "a/.", "..\\x", "a\0b", "a/"] {
        let error = folder.write(name, b"x").unwrap_err();
        assert_eq!(error.kind(), jardex::fs::Kind::NotPlain, "{name:?}");
    }
    folder.write("a", b"x").unwrap();
    assert!(folder.write("a", b"y").is_err());
    assert!(folder.write("a/b", b"y").is_err());
    assert_eq!(names_in(folder.path()), ["a"]);
    assert_eq!(names_in(home.path()), ["CACHEDIR.TAG", "tmp"]);
}

#[test]
fn readers_see_one_whole_file_or_another() {
    let home = tempfile::tempdir().unwrap();
    let cache = Cache::at(home.path().to_owned());
    let place = cache.record_file(&coordinate("g:a:1"));
    cache.write(&place, &[0; 10_000]).unwrap();
    std::thread::scope(|scope| {
        for writer in 1..=3_u8 {
            let (cache, place) = (&cache, &place);
            scope.spawn(move || (0..20).for_each(|_| cache.write(place, &[writer; 10_000]).unwrap()));
        }
        for _ in 0..2_000 {
            let bytes = fs::read(&place).unwrap();
            assert!(bytes.len() == 10_000 && bytes.iter().all(|byte| *byte == bytes[0]));
        }
    });
    assert_eq!(names_in(&home.path().join("tmp")), Vec::<String>::new());
}
