//! The parser child: what it survives, and what it costs.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use jardex::model::{Language, ParsedFile, TypeKind};
use jardex::parse::worker::{Child, Program};

fn program() -> Program {
    Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex")))
}

fn java(child: &mut Child, text: &str) -> ParsedFile {
    let parsed = child.parse(Language::Java, "a/A.java", text);
    assert!(!parsed.timed_out);
    parsed.file
}

fn assert_still_works(child: &mut Child) {
    let file = java(child, "class Next {}");
    assert_eq!(file.problem, None);
    assert_eq!(file.types[0].name, "Next");
}

#[test]
fn a_child_gives_what_parsing_here_gives() {
    let mut child = Child::new(program());
    let texts = [
        "package a; /** Doc. */ record A(int x, String... ys) { A {} void m() { class L {} } }",
        "",
        "class {",
        "é\u{1F600}",
    ];
    for text in texts {
        assert_eq!(java(&mut child, text), jardex::parse::parse(Language::Java, "a/A.java", text));
    }
}

#[test]
fn no_process_runs_before_the_first_file_and_one_serves_many() {
    let mut child = Child::new(program());
    assert_eq!(child.process_id(), None);
    assert_still_works(&mut child);
    let first = child.process_id();
    assert!(first.is_some());
    assert_still_works(&mut child);
    assert_eq!(child.process_id(), first);
    child.stop();
    assert_eq!(child.process_id(), None);
    assert_still_works(&mut child);
}

#[test]
#[cfg(unix)]
fn a_child_killed_between_files_costs_none() {
    let mut child = Child::new(program());
    assert_still_works(&mut child);
    let process = child.process_id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-9", &process]).status().expect("kill runs").success());
    assert_still_works(&mut child);
    assert_ne!(child.process_id().expect("another runs").to_string(), process);
}

#[test]
fn a_file_that_takes_too_long_is_named_and_the_next_one_parses() {
    // The grammar takes quadratic time for annotated dimensions: minutes for these.
    let hang = format!("class A {{ int{} x; }}", "[]@A ".repeat(100_000));
    let mut child = Child::with_limit(program(), Duration::from_millis(500));
    let parsed = child.parse(Language::Java, "A.java", &hang);
    assert!(parsed.timed_out);
    let problem = parsed.file.problem.clone().expect("a problem");
    assert!(problem.contains("ran out of time"), "{problem}");
    assert_eq!(parsed.file, ParsedFile { problem: Some(problem), ..ParsedFile::default() });
    assert_eq!(child.process_id(), None);
    assert_still_works(&mut child);
}

#[test]
fn a_file_beyond_the_limit_is_not_parsed() {
    let mut child = Child::new(program());
    let file = java(&mut child, &" ".repeat(jardex::parse::LARGEST_PARSED + 1));
    assert_eq!(file.problem.as_deref(), Some("larger than 4 MiB: not parsed"));
    assert_eq!(child.process_id(), None, "no process is needed to say so");
}

#[test]
fn a_program_that_is_no_parser_is_a_problem_not_a_failure() {
    let mut child = Child::new(Program(PathBuf::from("/no/such/program")));
    let problem = java(&mut child, "class A {}").problem.expect("a problem");
    assert!(problem.starts_with("the parser could not be started"), "{problem}");
}

#[test]
fn nesting_without_end_is_survived() {
    let depth = 100_000;
    let texts = [
        format!("class A {{ int x = {}1{}; }}", "(".repeat(depth), ")".repeat(depth)),
        format!("class A {{ int x = {}", "(".repeat(depth)),
        "class A {".repeat(20_000),
        format!("{}{}", "class A { ".repeat(5_000), "}".repeat(5_000)),
        format!("class A {{ void m() {} }}", "{".repeat(depth)),
        format!("class A {{ int{} x; }}", "[]".repeat(1_000)),
        format!("class A {{ {} x; }}", "a<".repeat(5_000)),
        format!("class A {{ @A({} int x; }}", "@A(".repeat(1_000)),
    ];
    let mut child = Child::new(program());
    for text in &texts {
        let file = java(&mut child, text);
        let problem = file.problem.unwrap_or_default();
        assert!(!problem.contains("died"), "{problem}: {}", &text[..40]);
        assert_still_works(&mut child);
    }
}

#[test]
fn a_file_that_aborts_the_grammar_costs_itself() {
    // The Kotlin grammar's scanner keeps two bytes for each string that is open and aborts beyond 1024.
    let killer = format!("val a = {}", "\"${".repeat(600));
    let mut child = Child::new(program());
    let parsed = child.parse(Language::Kotlin, "a/a.kt", &killer);
    assert!(!parsed.timed_out);
    assert!(parsed.file.problem.is_some());
    assert_still_works(&mut child);
}

#[test]
fn types_nested_beyond_sense_are_left_out_and_said_so() {
    let text = format!("{}{}", "class A { ".repeat(70), "}".repeat(70));
    let file = java(&mut Child::new(program()), &text);
    assert_eq!(file.types.len(), 64);
    assert!(file.types.iter().all(|item| item.kind == TypeKind::Class));
    assert_eq!(file.problem.as_deref(), Some("types nested deeper than 64 near line 1 are left out"));
}

#[test]
fn dropping_a_child_ends_its_process() {
    let mut child = Child::new(program());
    assert_still_works(&mut child);
    let process = child.process_id().expect("it runs").to_string();
    drop(child);
    if cfg!(unix) {
        // `kill -0` asks whether the process is there; a dead one that was not waited for would be.
        let there = Command::new("kill").args(["-0", &process]).output().expect("kill runs").status.success();
        assert!(!there);
    }
}

#[test]
fn a_child_writes_frames_only_and_ends_with_its_input() {
    let output = Command::new(env!("CARGO_BIN_EXE_jardex"))
        .arg("parse-worker")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
}
