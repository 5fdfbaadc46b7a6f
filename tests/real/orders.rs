//! Both orders of versions, and ranges, against Maven's own classes: thousands of pairs, the same in every run.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jardex::coordinate::Coordinate;
use jardex::maven::layout::File;
use jardex::maven::version::{GenericVersion, Version, VersionRange};

use crate::{place, say};

/// Pairs of one run of an oracle.
const PAIRS: usize = 6_000;

/// Words that versions are made of, as people publish them and as they do not.
const WORDS: &[&str] = &[
    "alpha",
    "beta",
    "milestone",
    "rc",
    "cr",
    "snapshot",
    "SNAPSHOT",
    "ga",
    "GA",
    "final",
    "Final",
    "release",
    "RELEASE",
    "sp",
    "SP",
    "a",
    "b",
    "m",
    "M",
    "jre",
    "android",
    "redhat",
    "incubating",
    "pre",
    "x",
    "v",
    "dev",
    "r",
    "jdk",
    "min",
    "max",
];
const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "9", "10", "11", "00", "01", "20", "99", "20240131", "101112", "12345678901"];
const SEPARATORS: &[&str] = &[".", ".", ".", "-", "-", "", "_", "..", "--"];

/// A version as they are published: numbers, and perhaps a qualifier with a number.
fn published(random: &mut fastrand::Rng) -> String {
    let mut text = random.u8(0..4).to_string();
    for _ in 0..random.usize(0..4) {
        text = format!("{text}.{}", random.u8(0..12));
    }
    match random.u8(0..6) {
        0..=1 => text,
        2 => format!("{text}-{}", random.choice(WORDS).unwrap()),
        3 => format!("{text}.{}", random.choice(WORDS).unwrap()),
        4 => format!("{text}-{}{}", random.choice(WORDS).unwrap(), random.u8(0..12)),
        _ => format!("{text}-{}-{}", random.choice(WORDS).unwrap(), random.u8(0..12)),
    }
}

/// Anything that can be put together.
fn odd(random: &mut fastrand::Rng) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..6) {
        let words = if random.bool() { WORDS } else { NUMBERS };
        text.push_str(random.choice(words).unwrap());
        text.push_str(random.choice(SEPARATORS).unwrap());
    }
    text
}

fn pairs(make: fn(&mut fastrand::Rng) -> String) -> Vec<(String, String)> {
    let mut random = fastrand::Rng::with_seed(20_261_121);
    // A small pool, so that versions that are nearly the same meet.
    let pool: Vec<String> = (0..300).map(|_| make(&mut random)).collect();
    (0..PAIRS).map(|_| (random.choice(&pool).unwrap().clone(), random.choice(&pool).unwrap().clone())).collect()
}

/// What Maven says of each pair; none where there is no JDK.
fn ask(order: &str, jars: &[&str], pairs: &[(String, String)]) -> Option<Vec<String>> {
    let path = jars.iter().map(|coordinate| jar(coordinate).display().to_string()).collect::<Vec<_>>().join(":");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/maven/oracle/Order.java");
    let mut java = Command::new("java");
    java.args(["-cp", &path]).arg(program).arg(order).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut java = match java.spawn() {
        Ok(java) => java,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            say("no java: versions are not compared with Maven's classes");
            return None;
        }
        Err(error) => panic!("java: {error}"),
    };
    let lines: String = pairs.iter().map(|(one, other)| format!("{one}\t{other}\n")).collect();
    let mut input = java.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = java.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "java ended with {}", output.status);
    let said: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(said.len(), pairs.len());
    Some(said)
}

fn jar(coordinate: &str) -> PathBuf {
    let coordinate = Coordinate::parse(coordinate).unwrap();
    let to = place::root().join("maven").join(File::CLASSES.name(&coordinate));
    place::fetch(&coordinate, File::CLASSES, &to);
    to
}

fn sign(order: Ordering) -> &'static str {
    match order {
        Ordering::Less => "<",
        Ordering::Equal => "==",
        Ordering::Greater => ">",
    }
}

const ARTIFACT_4: &str = "org.apache.maven:maven-artifact:4.0.0-rc-6";
const ARTIFACT_3: &str = "org.apache.maven:maven-artifact:3.9.16";
const RESOLVER_4: [&str; 2] =
    ["org.apache.maven.resolver:maven-resolver-util:2.0.13", "org.apache.maven.resolver:maven-resolver-api:2.0.13"];
const RESOLVER_3: [&str; 2] =
    ["org.apache.maven.resolver:maven-resolver-util:1.9.24", "org.apache.maven.resolver:maven-resolver-api:1.9.24"];

/// The pairs of which we say something else than an oracle did.
fn differing<'a>(
    pairs: &'a [(String, String)],
    said: &[String],
    ours: impl Fn(&str, &str) -> &'static str,
) -> Vec<(&'a str, &'a str)> {
    let each = pairs.iter().zip(said);
    each.filter(|((one, other), said)| ours(one, other) != **said).map(|((one, other), _)| (&**one, &**other)).collect()
}

/// The differing pairs over which Maven's own comparison goes in a circle, through some third version; they are the only
/// ones that may differ: an order cannot do the same.
fn circles(pairs: &[(String, String)], said: &[String]) -> usize {
    let wrong = differing(pairs, said, |one, other| sign(Version::new(one).cmp(&Version::new(other))));
    let mut pool: Vec<&String> = pairs.iter().flat_map(|(one, other)| [one, other]).collect();
    pool.sort_unstable();
    pool.dedup();
    let triangles = |(one, other): &(&str, &str)| {
        // Those that go on after the two may be in none of the pairs.
        let further = [format!("{one}1"), format!("{other}1")];
        let between = |third: &String| [((*one).to_owned(), third.clone()), (third.clone(), (*other).to_owned())];
        pool.iter().copied().chain(&further).flat_map(between).collect::<Vec<_>>()
    };
    let asked: Vec<(String, String)> = wrong.iter().flat_map(triangles).collect();
    if asked.is_empty() {
        return 0;
    }
    let answers = ask("comparable", &[ARTIFACT_4], &asked).unwrap();
    let first: HashMap<(&str, &str), &str> =
        pairs.iter().zip(said).map(|((one, other), said)| ((&**one, &**other), &**said)).collect();
    for ((one, other), answers) in wrong.iter().zip(answers.chunks(2 * (pool.len() + 2))) {
        let is_circular = answers.chunks(2).any(|to| {
            let implied = match (&*to[0], &*to[1]) {
                ("==", order) | (order, "==") => order,
                (up, on) if up == on => up,
                _ => return false,
            };
            implied != first[&(*one, *other)]
        });
        assert!(is_circular, "{one} {} {other}", first[&(*one, *other)]);
    }
    wrong.len()
}

#[test]
fn versions_are_ordered_as_by_maven_4_save_where_that_is_no_order() {
    for (make, what, most) in [(published as fn(&mut _) -> _, "plain", 30), (odd, "odd", 100)] {
        let pairs = pairs(make);
        let Some(said) = ask("comparable", &[ARTIFACT_4], &pairs) else { return };
        let circles = circles(&pairs, &said);
        // Maven 3 says the same of nearly all of them, and we go with Maven 4.
        let of_3 = ask("comparable", &[ARTIFACT_3], &pairs).unwrap();
        let between = said.iter().zip(&of_3).filter(|(four, three)| four != three).count();
        say(&format!(
            "{PAIRS} {what} pairs: Maven 4's order goes in circles over {circles}, and Maven 3 differs from it in {between}"
        ));
        assert!(circles < most, "{circles}");
    }
}

#[test]
fn the_order_of_ranges_is_that_of_the_resolver() {
    let ours = |one: &str, other: &str| sign(GenericVersion::new(one).compare(&GenericVersion::new(other)));
    for make in [published, odd] {
        let pairs = pairs(make);
        let Some(said) = ask("generic", &RESOLVER_4, &pairs) else { return };
        assert_eq!(differing(&pairs, &said, ours), []);
        let Some(of_3) = ask("generic", &RESOLVER_3, &pairs) else { return };
        let between = said.iter().zip(&of_3).filter(|(four, three)| four != three).count();
        say(&format!("the resolvers of Maven 3 and 4 differ in {between} of {PAIRS} pairs"));
    }
}

#[test]
fn ranges_hold_what_they_hold_for_the_resolver() {
    let mut random = fastrand::Rng::with_seed(7);
    let pairs: Vec<(String, String)> = (0..PAIRS)
        .map(|_| {
            let [low, high, asked] =
                [(); 3].map(|()| if random.bool() { published(&mut random) } else { odd(&mut random) });
            let (open, close) = (random.choice(["[", "("]).unwrap(), random.choice(["]", ")"]).unwrap());
            let range = match random.u8(0..8) {
                0 => format!("[{low}]"),
                1 => format!("{open},{high}{close}"),
                2 => format!("{open}{low},{close}"),
                3 => format!("[{low}.*]"),
                4 => format!("(,{low}{close},{open}{high},)"),
                _ => format!("{open}{low},{high}{close}"),
            };
            (range, asked)
        })
        .collect();
    let ours = |range: &str, version: &str| match VersionRange::parse(range).map(|range| range.contains(version)) {
        Ok(true) => "true",
        Ok(false) => "false",
        Err(_) => "refused",
    };
    let Some(said) = ask("range", &RESOLVER_4, &pairs) else { return };
    assert_eq!(differing(&pairs, &said, ours), []);
    assert!(said.iter().filter(|said| *said == "true").count() > PAIRS / 20);
}
