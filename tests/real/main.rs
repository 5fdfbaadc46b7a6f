//! jardex on real artifacts from Maven Central, measured with other people's tools: unzip, javap, ripgrep.
//!
//! `cargo test --features real --test real`. What is downloaded (through jardex) and unpacked stays in
//! `target/tmp/real` for the next run; indexes are built anew whenever the program was. A tool that is not on this
//! machine costs its checks, and a line says so.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::case_sensitive_file_extension_comparisons,
    clippy::format_collect,
    clippy::format_push_string,
    reason = "a test that cannot go on fails, and tests look at files"
)]

mod allowed;
mod artifacts;
mod builds;
mod classes;
mod compare;
mod declared;
mod decompilers;
mod files;
mod headers;
mod heirs;
#[path = "../common/home.rs"]
mod home;
mod inherited;
mod javap;
mod kotlin;
mod members;
mod moved;
mod mvn;
mod orders;
mod pages;
mod place;
mod projects;
mod queries;
mod reduced;
mod references;
mod retrieval;
mod ripgrep;
mod served;
#[path = "../common/server.rs"]
mod server;
#[path = "../common/session.rs"]
mod session;
mod truth;
#[path = "../common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::io::Write;

/// A line that is seen although the test passes: the harness keeps back what goes through `print!`.
fn say(line: &str) {
    // Nobody reads standard error: then nobody needs the line.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// One test per artifact for a law that takes an artifact.
macro_rules! each_artifact {
    ($law:path) => {
        crate::each_artifact! { $law:
            gson spring_core guava commons_lang3 okhttp coroutines ktor_server kotlin_stdlib jackson_databind
            junit_jupiter slf4j commons_lang commons_collections }
    };
    ($law:path: $($name:ident)*) => { $(
        #[test]
        fn $name() {
            $law(crate::artifacts::named(stringify!($name)));
        }
    )* };
}
use each_artifact;
