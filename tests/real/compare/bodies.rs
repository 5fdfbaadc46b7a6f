//! Bodies: those that jardex says changed and did not, against the instructions that `javap -c` prints.

use std::collections::BTreeMap;
use std::process::Command;

use crate::place;

use super::japicmp::class_jar;

/// A library that is compiled by the same compiler in both versions, and a class of it with many methods that have names of
/// their own.
const SAMPLES: [(&str, &str, &str, &[&str]); 2] = [
    (
        "org.jsoup:jsoup",
        "1.17.2",
        "1.18.1",
        &["org.jsoup.helper.DataUtil", "org.jsoup.nodes.Element", "org.jsoup.parser.TokenQueue"],
    ),
    ("com.google.code.gson:gson", "2.10.1", "2.11.0", &["com.google.gson.Gson", "com.google.gson.stream.JsonReader"]),
];

/// The instructions of each method whose name stands once, numbers of the constant pool left out.
fn instructions(jar: &std::path::Path, class: &str) -> Option<BTreeMap<String, Vec<String>>> {
    let printed = place::other(Command::new("javap").args(["-c", "-p", "-cp"]).arg(jar).arg(class))?;
    let mut methods: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    let mut name = String::new();
    for line in String::from_utf8(printed).unwrap().lines() {
        if line == "  static {};" {
            name.clear();
        } else if line.starts_with("  ") && !line.starts_with("   ") && line.contains('(') {
            let before = line.split('(').next().unwrap_or_default();
            before.rsplit([' ', '.']).next().unwrap_or_default().clone_into(&mut name);
            methods.entry(name.clone()).or_default().push(Vec::new());
        } else if let Some((_, code)) = line.trim_start().split_once(": ")
            && let Some(method) = methods.get_mut(&name).and_then(|all| all.last_mut())
        {
            // What a constant is stands in the comment; its number is of no interest.
            let (operation, rest) = code.split_once(" #").unwrap_or((code, ""));
            // Where a jump leads to moves with what is before it.
            let is_jump = operation.starts_with("if") || operation.starts_with("goto");
            let operation = if is_jump { operation.split(' ').next().unwrap_or_default() } else { operation };
            let operation = operation.split_whitespace().collect::<Vec<_>>().join(" ").replace("ldc_w", "ldc");
            let meant = rest.split_once("//").map_or("", |(_, meant)| meant);
            method.push(format!("{operation} {}", meant.split(':').next().unwrap_or_default().trim()));
        }
    }
    Some(methods.into_iter().filter(|(_, all)| all.len() == 1).map(|(name, mut all)| (name, all.remove(0))).collect())
}

#[test]
fn bodies_that_are_the_same_have_the_same_instructions() {
    let (mut same, mut changed, mut silent) = (0, 0, 0);
    for (library, old, new, classes) in SAMPLES {
        let answer = place::json(&["diff", &format!("{library}:{old}"), new, "--visibility", "all"]);
        let rows = answer["changes"].as_array().unwrap();
        for class in classes {
            let (before, after) = (class_jar(&format!("{library}:{old}")), class_jar(&format!("{library}:{new}")));
            let (Some(before), Some(after)) = (instructions(&before, class), instructions(&after, class)) else {
                crate::say("skipped: comparing bodies needs `javap` on PATH");
                return;
            };
            for (name, code) in &before {
                // A constructor has what fields begin with in its instructions.
                if class.ends_with(&format!(".{name}")) {
                    continue;
                }
                let Some(other) = after.get(name) else { continue };
                let symbol = format!("{class}#{name}(");
                let is_told = rows.iter().any(|row| row["symbol"].as_str().unwrap().starts_with(&symbol));
                match (code == other, is_told) {
                    (true, false) => same += 1,
                    (false, true) => changed += 1,
                    // Other words for the same instructions: a cast that went, a name of a local.
                    (true, true) => silent += 1,
                    (false, false) => {
                        let differs = code.iter().zip(other).find(|(old, new)| old != new);
                        // A lambda or an accessor that the compiler numbers by what stands before it.
                        let is_numbered = |text: &str| {
                            text.contains("lambda$")
                                || text.contains("access$")
                                || text.contains("InvokeDynamic")
                                || text.contains("$Switch")
                        };
                        let moved = differs.is_some_and(|(old, new)| is_numbered(old) || is_numbered(new));
                        assert!(moved, "{symbol} has other instructions: {differs:?}");
                    }
                }
            }
        }
    }
    crate::say(&format!("bodies: {same} the same in both, {changed} changed in both, {silent} changed in words alone"));
    assert!(same > 20 && changed > 5, "{same} {changed}");
}
