//! The Python SDK: sdk.py drives the server and checks what comes; a run per protocol and form.

use std::process::Command;

use crate::home::{Home, PROGRAM, text};
use crate::{client, fixture};

fn run(arguments: &[&str]) {
    let python = client("venv/bin/python");
    let home = Home::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/sdk.py");
    let mut command = Command::new(python);
    command.arg(script).args(["--program", PROGRAM, "--home", text(&home.cache())]);
    command.args(["--words", text(&fixture::words(&home)), "--user", text(&home.path("user"))]);
    if arguments.contains(&"cancellation") {
        command.args(["--many", text(&fixture::many(&home))]);
    }
    let output = command.args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "sdk.py {}\n{said}\n{complained}", arguments.join(" "));
    assert!(said.ends_with("done\n"), "sdk.py {} ended early:\n{said}", arguments.join(" "));
}

#[test]
fn workflows_with_a_handshake() {
    run(&["workflows", "--mode", "legacy", "--protocol", "2025-11-25"]);
}

#[test]
fn workflows_without_a_handshake() {
    run(&["workflows", "--mode", "2026-07-28", "--protocol", "2026-07-28"]);
}

#[test]
fn workflows_with_what_the_client_finds_out() {
    run(&["workflows", "--mode", "auto", "--protocol", "2026-07-28"]);
}

#[test]
fn failures_fit_the_output_schemas() {
    run(&["failures", "--mode", "legacy", "--protocol", "2025-11-25"]);
    run(&["failures", "--mode", "auto", "--protocol", "2026-07-28"]);
}

#[test]
fn text_form() {
    run(&["text", "--mode", "legacy", "--protocol", "2025-11-25"]);
    run(&["text", "--mode", "auto", "--protocol", "2026-07-28"]);
}

#[test]
fn progress_and_cancellation() {
    run(&["cancellation", "--mode", "legacy", "--protocol", "2025-11-25"]);
    run(&["cancellation", "--mode", "auto", "--protocol", "2026-07-28"]);
}
