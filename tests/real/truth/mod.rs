//! What the class files of published libraries say they hold, against what jardex parses out of their sources.
//!
//! `testdata/truth/artifacts.txt` lists the libraries. Of each, the class JAR is printed by a small Java program
//! (`testdata/truth/*.java`, over ASM and kotlin-metadata-jvm) and the sources JAR is parsed in this process; then types,
//! members and line tables are compared both ways. What a compiler adds is predicted or excluded by a rule, and counted.
//! What is left has to stand in `testdata/truth/known.txt` with its reason, or the suite fails.
//!
//! A second test compares the same class files with the outlines that jardex makes of them.
//!
//! `JARDEX_TRUTH=name,name` compares only the artifacts with these ids; `JARDEX_TRUTH_TABLE=file` writes the table of
//! docs/agreement.md.

mod bytecode;
mod facts;
mod java;
mod java_made;
mod java_shapes;
mod known;
mod kotlin;
mod kotlin_jvm;
mod kotlin_members;
mod kotlin_shapes;
mod kotlin_types;
mod lines;
pub mod list;
mod program;
mod signature;
mod sources;
mod table;
mod tally;
mod types;

use std::sync::Mutex;

use self::list::Listed;
use self::tally::Tally;

/// How many artifacts are worked on at once.
const THREADS: usize = 2;

#[test]
fn the_class_files_agree() {
    let Some(program) = program::Program::ready() else { return };
    let all = list::wanted();
    for listed in &all {
        // One after the other: a repository is asked for no more than a person would.
        list::fetch(listed);
    }
    program.print(&all);
    let left = Mutex::new(all.iter());
    let done = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some(listed) = next else { return };
                    let tally = compare(listed);
                    crate::say(&tally.line(&listed.id));
                    done.lock().unwrap().push((listed, tally));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(listed, _)| listed.number);
    table::say(&done);
    known::check(&done);
}

fn compare(listed: &Listed) -> Tally {
    let classes = facts::read(&program::printed(listed));
    let sources = sources::read(listed);
    let mut tally = Tally::default();
    java::compare(&classes, &sources, &mut tally);
    kotlin::compare(&classes, &sources, &mut tally);
    tally
}
