//! What a question costs in process, beside the shell line that answers the same.
//!
//! `cargo bench --bench questions` indexes spring-core from Maven Central once (kept under `target/bench`), asks each of
//! the fourteen tools a few hundred times and prints the median and the 99th percentile; beside it the best of five runs of
//! the shell line an expert would write, where there is one and its program is installed.

#![allow(clippy::disallowed_macros, reason = "a bench prints")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use jardex::config::Config;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::tools::{self, Call, args};
use jardex::work::Work;
use serde_json::{Map, Value, json};

const ROUNDS: usize = 300;
const SPRING: [&str; 3] = ["org.springframework", "spring-core", "6.1.14"];
const UTILS: &str = "org.springframework.util.StringUtils";
const UTILS_FILE: &str = "org/springframework/util/StringUtils.java";

/// Tool, arguments besides the coordinate, shell line (`$JAR` is the sources JAR, `$F` the file of `StringUtils`).
fn questions() -> Vec<(&'static str, Value, Option<&'static str>)> {
    vec![
        ("register_source", json!({"auto_index": true}), None),
        ("index_artifact", json!({}), None),
        ("list_indexed_artifacts", json!({}), None),
        ("list_packages", json!({"include_description": true}), Some("unzip -Z1 $JAR | grep -o '.*/' | sort -u")),
        (
            "list_types",
            json!({"package_filter": "org.springframework.core"}),
            Some("unzip -Z1 $JAR 'org/springframework/core/*.java'"),
        ),
        (
            "list_types",
            json!({"name_filter": "*Utils", "include_description": true}),
            Some("unzip -Z1 $JAR '*Utils.java'"),
        ),
        (
            "get_type_source",
            json!({"type_name": "org.springframework.core.SpringVersion"}),
            Some("unzip -p $JAR org/springframework/core/SpringVersion.java"),
        ),
        ("get_type_source", json!({"type_name": UTILS, "outline": true, "max_bytes": 200_000}), None),
        ("list_methods", json!({"type_name": UTILS}), Some("unzip -p $JAR $F | grep -n public")),
        (
            "list_methods",
            json!({"type_name": "org.springframework.core.io.ClassPathResource", "include_inherited": true}),
            None,
        ),
        ("list_fields", json!({"type_name": UTILS}), Some("unzip -p $JAR $F | grep -n static")),
        (
            "get_method_source",
            json!({"type_name": UTILS, "method_name": "hasText", "method_signature": "(String)"}),
            Some("unzip -p $JAR $F | grep -n -A3 'boolean hasText'"),
        ),
        ("get_import_section", json!({"type_name": UTILS}), Some("unzip -p $JAR $F | grep ^import")),
        ("list_folder_tree", json!({"path": "org/springframework", "max_depth": 2}), Some("unzip -Z1 $JAR")),
        (
            "search_file_names",
            json!({"pattern": "*Utils.java", "pattern_type": "glob"}),
            Some("unzip -Z1 $JAR '*Utils.java'"),
        ),
        (
            "search_file_content",
            json!({"query": "hasText", "query_type": "string"}),
            Some("unzip -p $JAR '*.java' | grep -n hasText"),
        ),
        (
            "search_file_content",
            json!({"query": "ThreadLocalRandom", "query_type": "string"}),
            Some("unzip -p $JAR '*.java' | grep -n ThreadLocalRandom"),
        ),
        (
            "search_file_content",
            json!({"query": "Concurrent\\w+Map<", "query_type": "regex"}),
            Some("unzip -p $JAR '*.java' | grep -nE 'Concurrent\\w+Map<'"),
        ),
        (
            "get_file",
            json!({"file_path": UTILS_FILE, "start_line": 100, "end_line": 200}),
            Some("unzip -p $JAR $F | sed -n 100,200p"),
        ),
    ]
}

fn main() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench/home");
    let explorer = Explorer::new(Config::at(home.clone()), Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex"))), None);
    explorer.open(SPRING[0], SPRING[1], Some(SPRING[2]), &Work::default()).expect("spring-core can be had");
    let jar = sources_jar(&home);
    println!("{:<24} {:>9} {:>9} {:>9}  shell line", "tool", "p50 ms", "p99 ms", "shell ms");
    for (name, arguments, shell) in questions() {
        let tool = tools::find(name).expect("a tool of the table");
        let mut given: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
        for (key, value) in ["group_id", "artifact_id", "version"].into_iter().zip(SPRING) {
            if tool.params.iter().any(|param| param.name == key) {
                given.insert(key.to_owned(), Value::from(value));
            }
        }
        let rounds = if matches!(name, "register_source" | "index_artifact") { 20 } else { ROUNDS };
        let mut times: Vec<Duration> = (0..rounds).map(|_| ask(&explorer, tool, &given)).collect();
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        let line = shell.and_then(|line| shell_time(line, jar.as_deref()?).map(|time| (time, line)));
        let (time, line) =
            line.map_or((String::from("-"), ""), |(time, line)| (format!("{:.1}", time.as_secs_f64() * 1e3), line));
        println!("{name:<24} {:>9.3} {:>9.3} {time:>9}  {line}", at(50), at(99));
    }
}

fn ask(explorer: &Explorer, tool: &tools::Tool, given: &Map<String, Value>) -> Duration {
    let began = Instant::now();
    let checked = args::check(tool, given.clone()).expect("the arguments are right");
    let call = Call { explorer, args: &checked, work: &Work::default(), cap: Some(20_480) };
    let text = (tool.run)(&call).expect("an answer").json().to_string();
    assert!(text.starts_with("{\"status\":"));
    began.elapsed()
}

fn sources_jar(home: &Path) -> Option<PathBuf> {
    let mut folders = vec![home.join("jars-v1")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().ok()?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name()?.to_str()? == "spring-core-6.1.14-sources.jar" {
                return Some(path);
            }
        }
    }
    None
}

fn shell_time(line: &str, jar: &Path) -> Option<Duration> {
    let run = || {
        let began = Instant::now();
        let mut command = Command::new("sh");
        command.arg("-c").arg(line).env("JAR", jar).env("F", UTILS_FILE);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.ok().filter(std::process::ExitStatus::success).map(|_| began.elapsed())
    };
    (0..5).filter_map(|_| run()).min()
}
