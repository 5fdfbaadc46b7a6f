//! A record that is damaged in any way is read as what it says or refused, never a panic; what is read is written and read
//! as the same.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use jardex::cache::Cache;
use jardex::coordinate::Coordinate;
use jardex::registry;
use libfuzzer_sys::fuzz_target;

static HOME: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("jardex-fuzz-{}", std::process::id())));

fuzz_target!(|bytes: &[u8]| {
    let cache = Cache::at(HOME.clone());
    let coordinate = Coordinate::parse("g:a:1").expect("a coordinate");
    let path = cache.record_file(&coordinate);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    std::fs::write(&path, bytes).expect("a file");
    let _ = registry::list(&cache);
    if let Ok(Some(record)) = registry::load(&cache, &coordinate) {
        registry::save(&cache, &record).expect("it can be written");
        assert_eq!(registry::load(&cache, &coordinate).expect("it can be read"), Some(record));
    }
});
