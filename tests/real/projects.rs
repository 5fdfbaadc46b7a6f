//! Projects resolved without Maven, against Maven: the same artifacts with the same versions.
//!
//! The judge is `mvn dependency:tree`, which chooses as `dependency:list` does and downloads POMs alone; its text is read here
//! by other rules than jardex reads it by. Both share the local Maven repository of the user.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::home::PROGRAM;
use crate::place::root;
use crate::say;

/// The judge's plugin; the one that old Mavens bring prints in another form.
const TREE: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/seed").join(name)
}

/// What Maven chooses for main code: `group:artifact:version` of every JAR; none where there is no Maven.
fn maven(project: &Path) -> Option<BTreeSet<String>> {
    let mut command = Command::new("mvn");
    command.args(["-B", "-ntp", TREE, "-f"]).arg(project.join("pom.xml"));
    let Ok(output) = command.output() else {
        say("there is no mvn: projects are not compared with it");
        return None;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}\n{text}", project.display());
    let own: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("[INFO] --")?.split_once("< ")?.1.split_once(" >"))
        .map(|(name, _)| name.to_owned())
        .collect();
    let mut found = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("[INFO] ")) {
        let Some((_, rest)) = line.split_once("+- ").or_else(|| line.split_once("\\- ")) else { continue };
        let parts: Vec<&str> = rest.split(' ').next().unwrap().split(':').collect();
        let (scope, version) = (parts[parts.len() - 1], parts[parts.len() - 2]);
        let name = format!("{}:{}", parts[0], parts[1]);
        let is_main = matches!(scope, "compile" | "runtime" | "provided");
        let is_jar = matches!(parts[2], "jar" | "aar" | "bundle") && !(parts.len() == 6 && parts[3] == "tests");
        if is_main && is_jar && !own.contains(&name) {
            found.insert(format!("{name}:{version}"));
        }
    }
    Some(found)
}

fn ours(project: &Path) -> BTreeSet<String> {
    let mut command = Command::new(PROGRAM);
    command.env("JARDEX_HOME", root().join("projects")).args(["seed", "--dry-run"]).arg(project);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// One test per project.
macro_rules! each_project {
    ($($name:ident: $folder:literal, at least $least:literal;)*) => { $(
        #[test]
        fn $name() {
            let project = folder($folder);
            let Some(expected) = maven(&project) else { return };
            assert!(expected.len() >= $least, "{} of {}", expected.len(), $folder);
            let found = ours(&project);
            let missing: Vec<_> = expected.difference(&found).collect();
            let added: Vec<_> = found.difference(&expected).collect();
            assert!(missing.is_empty() && added.is_empty(), "missing {missing:#?}\nadded {added:#?}");
        }
    )* };
}

each_project! {
    shop: "shop", at least 100;
    sample: "sample", at least 15;
    hadoop: "poms/hadoop", at least 80;
    spark: "poms/spark", at least 140;
    quarkus: "poms/quarkus", at least 100;
    old: "poms/old", at least 20;
    dropwizard: "poms/dropwizard", at least 60;
    managed: "poms/managed", at least 40;
    starter: "poms/starter", at least 60;
}

/// The real Maven, asked through jardex, lists what we choose without it.
#[test]
fn the_projects_own_maven_says_the_same() {
    let project = folder("sample");
    let mut command = Command::new(PROGRAM);
    command.env("JARDEX_HOME", root().join("projects")).args(["seed", "--dry-run", "--resolve"]).arg(&project);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("neither its wrapper") {
        return say("there is no mvn: it is not asked for a list");
    }
    assert!(output.status.success(), "{said}");
    let listed: BTreeSet<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(listed, ours(&project));
}
