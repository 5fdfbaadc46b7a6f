//! jardex as other people's clients see it: the official Python SDK of MCP and the command line of the MCP Inspector go
//! through the setup and exploration workflows.
//!
//! `.ci/clients` installs them into `target/clients`; then `cargo test --features clients --test clients`. The artifacts
//! are made here, and nothing is asked of the network.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test that cannot go on fails, and tests look at files"
)]

mod fixture;
#[path = "../common/home.rs"]
mod home;
mod inspector;
mod sdk;
#[path = "../common/zip.rs"]
#[allow(dead_code, reason = "only honest archives are made here")]
mod zip;

use std::path::PathBuf;

/// A file of `target/clients`, which has to be there.
fn client(below: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../clients").join(below);
    assert!(path.exists(), "{} is missing: run .ci/clients, which installs the clients", path.display());
    path
}
