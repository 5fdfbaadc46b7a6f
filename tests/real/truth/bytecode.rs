//! Class files, and the notes of the Kotlin compiler in them, against the outlines that are made of them.

use std::collections::{BTreeMap, BTreeSet};

use jardex::coordinate::Coordinate;
use jardex::index::classes;
use jardex::model::{Language, Origin};
use jardex::source::jdk::{self, Places};
use jardex::work::Work;

use super::facts::{self, Class, SYNTHETIC};
use super::list::{self, Listed};
use super::sources::Sources;
use super::tally::{About, Tally, Wrong};
use super::{java, kotlin, program, sources};
use crate::place;

const JAVA: Language = Language::Java;
const KOTLIN: Language = Language::Kotlin;

/// What is compared: lines mean nothing here.
const ABOUT: [About; 3] = [About::Type, About::Member, About::Shape];

/// Disagreements that stay: artifact, how the names begin, why.
const KNOWN: &[(&str, &str, &str)] = &[(
    "groovy-4.0.24",
    "org/codehaus/groovy/transform/ASTTestTransformation.ASTTester._closure1#",
    "inner, its outer instance an Object",
)];

/// The JDK of this machine, read from its `lib/modules`.
#[test]
fn the_outlines_of_the_jdk_agree() {
    let Some(program) = program::Program::ready() else { return };
    let surroundings = jardex::config::Surroundings::of_process();
    let config = jardex::config::load(&jardex::config::Flags::default(), &surroundings).unwrap();
    let places = Places::of(&config);
    let (homes, _) = places.homes();
    let Some(home) = homes.iter().find(|home| home.feature() >= 9) else {
        crate::say("skipped: the JDK against its class files: no JDK since 9 is here");
        return;
    };
    let coordinate = Coordinate::new(jdk::NAME, jdk::NAME, &home.version).unwrap();
    let image = jdk::locate(&coordinate, Some(Origin::Bytecode), &places, &Work::default()).unwrap();
    let module =
        |path: &str| path.strip_prefix("java.base/").filter(|path| path.ends_with(".class")).map(str::to_owned);
    let entries = image.tree.entries().iter().enumerate();
    let mut classes: Vec<(usize, String)> =
        entries.filter_map(|(at, entry)| Some((at, module(&entry.path)?))).collect();
    let jmod = home.path.join("jmods/java.base.jmod");
    if jmod.exists() {
        // What the image is linked from; the linker adds some classes.
        let here: BTreeSet<&str> = classes.iter().map(|(_, path)| path.as_str()).collect();
        let there = place::entries(&jmod);
        let missing: Vec<&String> = there
            .iter()
            .filter(|name| {
                name.strip_prefix("classes/").is_some_and(|name| name.ends_with(".class") && !here.contains(name))
            })
            .collect();
        assert!(missing.is_empty(), "not read from lib/modules: {missing:?}");
    }
    classes.retain(|(_, path)| !path.ends_with("module-info.class"));
    let listed =
        Listed { number: 0, coordinate: coordinate.to_string(), id: format!("java.base-{}", home.version), why: "" };
    let jar = list::class_jar(&listed);
    std::fs::create_dir_all(jar.parent().unwrap()).unwrap();
    let _ = std::fs::remove_file(&jar);
    let items = classes.iter().map(|(at, path)| Ok((path.clone(), image.tree.read(*at)?)));
    jardex::source::pack::write(&jar, items).unwrap();
    program.print(std::slice::from_ref(&listed));
    let tally = compare(&listed);
    crate::say(&tally.line(&format!("bytecode of {}", listed.id)));
    assert!(tally.agreed(JAVA, About::Type) > 5_000, "java.base has more types");
    let wrong: Vec<String> = tally.wrong.iter().map(|wrong| format!("{} | {}", wrong.name, wrong.cause)).collect();
    assert!(wrong.is_empty(), "{} disagreements:\n  {}", wrong.len(), wrong.join("\n  "));
}

#[test]
fn the_outlines_agree() {
    let Some(program) = program::Program::ready() else { return };
    let all = list::wanted();
    for listed in &all {
        list::fetch(listed);
    }
    program.print(&all);
    let mut failed = Vec::new();
    let mut sums = [(0, 0); 6];
    for listed in &all {
        let tally = compare(listed);
        crate::say(&tally.line(&format!("bytecode of {}", listed.id)));
        let all = [JAVA, KOTLIN].into_iter().flat_map(|language| ABOUT.map(|about| (language, about)));
        for (sum, (language, about)) in sums.iter_mut().zip(all) {
            *sum = (sum.0 + tally.agreed(language, about), sum.1 + tally.wrongs(language, about));
        }
        let known = |wrong: &&Wrong| KNOWN.iter().any(|(id, name, _)| *id == listed.id && wrong.name.starts_with(name));
        failed.extend(tally.wrong.iter().filter(|wrong| !known(wrong)).map(|wrong| {
            let about = format!("{}-{}", wrong.language.as_str(), wrong.about.as_str());
            format!("{} | {about} | {} | {}", listed.id, wrong.name, wrong.cause)
        }));
    }
    crate::say(&format!(
        "bytecode of all: types, members and shapes that agree and that do not, of Java, then of Kotlin: {sums:?}"
    ));
    assert!(failed.is_empty(), "{} disagreements:\n  {}", failed.len(), failed.join("\n  "));
}

fn compare(listed: &Listed) -> Tally {
    let jar = list::class_jar(listed);
    let located = jardex::source::jar_file(&jar.display().to_string(), &jar).unwrap();
    let outlines = classes::read(located, Some(Origin::Bytecode), &Work::default()).unwrap();
    let ours = sources::of(&outlines);
    let mut tally = Tally::default();
    let all = facts::read(&program::printed(listed));
    for at in 0..outlines.tree.entries().len() {
        if let Some(flaw) = outlines.tree.flaw(at) {
            tally.wrong(JAVA, About::Type, outlines.tree.entries()[at].path.clone(), flaw);
        }
    }
    for file in &ours.files {
        if let Some(problem) = &file.parsed.problem {
            tally.wrong(JAVA, About::Type, file.path.clone(), problem);
        }
    }
    agree(&all, &ours, &mut tally);
    kotlin::compare(&all, &ours, &mut tally);
    tally.wrong.retain(|wrong| ABOUT.contains(&wrong.about));
    // Outlines are called after class files: here these rules would hide what one side lacks.
    for rule in super::tally::ONE_SIDED {
        if let Some(count) = tally.rules.get(rule).copied() {
            tally.wrong(KOTLIN, About::Type, listed.id.clone(), format!("{count}: {rule}"));
        }
    }
    // What Java cannot write is left out of an outline; what has no constructor is given none.
    let without: BTreeSet<String> = all
        .values()
        .filter(|class| class.methods.iter().all(|method| method.name != "<init>"))
        .filter_map(|class| java::key(class, &all))
        .collect();
    let mut left = Vec::new();
    for wrong in std::mem::take(&mut tally.wrong) {
        let (key, member) = wrong.name.split_once('#').unwrap_or((&wrong.name, ""));
        let simple = member.split('(').next().unwrap();
        let is_written = is_java(simple) && key.split(['/', '.']).all(is_java);
        if wrong.cause == "a method that no declaration and no rule explains" {
            tally.rule("methods that rules about sources explain by `override` or annotations, which are not noted");
        } else if member.starts_with("write$Self") {
            tally.rule("write$Self, noted as the serialization plugin makes it");
        } else if wrong.cause.ends_with("only in the class JAR") && !is_written {
            tally.rule("names that Java cannot write");
        } else if wrong.cause.starts_with("predicted") && simple == "<init>" && without.contains(key) {
            tally.rule("classes without a constructor");
        } else {
            left.push(wrong);
        }
    }
    tally.wrong = left;
    tally
}

/// Whether Java can write this name; nothing counts as one.
fn is_java(name: &str) -> bool {
    let words = "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while";
    name.is_empty()
        || name == "<init>"
        || (name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
            && !words.split(' ').any(|word| word == name))
}

fn agree(all: &BTreeMap<String, Class>, outlines: &Sources, tally: &mut Tally) {
    let ours = outlines.types(JAVA);
    let mut met = BTreeSet::new();
    for class in all.values().filter(|class| class.kotlin.is_none() && !java::is_kotlin(class, all)) {
        let Some(key) = java::key(class, all) else {
            tally.rule("local and anonymous classes");
            continue;
        };
        match ours.get(&key).map(Vec::as_slice) {
            Some([one]) => {
                met.insert(key.clone());
                java::declarations(class, *one, &key, tally);
            }
            Some(several) => tally.wrong(JAVA, About::Type, key, format!("{} declarations", several.len())),
            None if class.access & SYNTHETIC != 0 => tally.rule("classes marked synthetic"),
            None => tally.wrong(JAVA, About::Type, key, "only in the class JAR"),
        }
    }
    // Those that Kotlin's compiler made without notes are shown as Java.
    let kotlin = all.values().filter(|class| class.kotlin.is_some() || java::is_kotlin(class, all));
    met.extend(kotlin.filter_map(|class| java::key(class, all)));
    for key in ours.keys().filter(|key| !met.contains(*key)) {
        tally.wrong(JAVA, About::Type, key.clone(), "only in the outlines");
    }
}
