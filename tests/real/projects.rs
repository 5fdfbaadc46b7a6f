//! Projects resolved without Maven, against Maven: the same artifacts with the same versions.
//!
//! The judge is `mvn dependency:tree`, which chooses as `dependency:list` does and downloads POMs alone; its text is read here
//! by other rules than jardex reads it by. Both share the local Maven repository of the user.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::home::PROGRAM;
use crate::place::{maven_local, root};
use crate::say;

/// The judge's plugin; the one that old Mavens bring prints in another form.
const TREE: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/seed").join(name)
}

/// What Maven chooses for main code: `group:artifact:version` of every JAR; none where there is no Maven.
fn maven(project: &Path, arguments: &[String]) -> Option<BTreeSet<String>> {
    maven_in(project, arguments, &[])
}

/// The same with these variables.
fn maven_in(project: &Path, arguments: &[String], variables: &[(&str, &Path)]) -> Option<BTreeSet<String>> {
    let mut command = Command::new("mvn");
    command.envs(variables.iter().copied());
    command.args(["-B", "-ntp", TREE, "-f"]).arg(project.join("pom.xml")).args(arguments);
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
            let Some(expected) = maven(&project, &[]) else { return };
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

/// What a repository has, each followed by what it depends on; and what a project depends on, behind a bar what it manages.
const RANGES: &[(&str, &[&str], &str)] = &[
    ("the highest there is", &["b:1.0", "b:1.5", "b:2.0-alpha-1", "b:2.0"], "b:[1.0,1.9)"),
    ("before a release", &["b:1.0", "b:2.0-alpha-1", "b:2.0"], "b:[1.0,2.0)"),
    ("what it needs", &["b:1.0 e:0.9", "b:1.5 e:1.0", "e:0.9", "e:1.0"], "b:[1.0,2.0)"),
    ("a range farther away", &["b:1.0", "b:1.1", "b:1.2", "c:1 b:[1.0,1.1]"], "b:1.2 c:1"),
    ("a range that agrees", &["b:1.0", "b:1.1", "b:1.2", "c:1 b:[1.0,1.2]"], "b:1.1 c:1"),
    ("two ranges", &["b:1.0", "b:1.1", "b:1.2", "b:1.3", "c:1 b:[1.0,1.2]", "d:1 b:[1.1,2)"], "c:1 d:1"),
    ("one version alone", &["b:1.0 e:1.0", "b:1.2", "c:1 d:1", "d:1 b:[1.0]", "e:1.0"], "b:1.2 c:1"),
    ("several ranges in one", &["b:1.0", "b:1.4", "b:1.6", "b:2.0"], "b:(,1.0],[1.3,1.5]"),
    ("managed", &["b:1.0", "b:1.1", "b:1.2", "c:1 b:1.2"], "c:1|b:[1.0,1.1]"),
    ("the latest", &["b:1.0", "b:2.0 e:2", "b:1.1 e:1", "e:1", "e:2"], "b:LATEST"),
    ("the release", &["b:1.0", "b:1.1 e:1", "b:2-SNAPSHOT e:2", "e:1", "e:2"], "b:RELEASE"),
    ("the latest SNAPSHOT", &["b:1.0", "b:1.1 e:1", "b:2-SNAPSHOT e:2", "e:1", "e:2"], "b:LATEST"),
    ("the latest below", &["b:1.0", "b:1.1 e:1", "c:1 b:LATEST", "e:1"], "c:1"),
    ("the latest beside a range", &["b:1.0", "b:1.2", "c:1 b:[1.0,1.2]"], "b:LATEST c:1"),
    ("the latest within a range", &["b:1.0", "b:1.2 e:1", "c:1 b:(,1.2]", "e:1"], "b:LATEST c:1"),
    ("the latest beside a version", &["b:1.0 e:1", "b:1.2", "c:1 b:RELEASE", "e:1"], "b:1.0 c:1"),
    ("the latest, managed", &["b:1.0", "b:1.2 e:1", "c:1 b:1.0", "e:1"], "c:1|b:LATEST"),
];

/// A POM of the group `org.ranges`.
fn pom(name: &str, dependencies: &str, managed: &str, more: &str) -> String {
    let (artifact, version) = name.split_once(':').unwrap();
    let named = |name: &str| {
        let (artifact, version) = name.split_once(':').unwrap();
        format!("<groupId>org.ranges</groupId><artifactId>{artifact}</artifactId><version>{version}</version>")
    };
    let list = |names: &str| -> String {
        names.split_whitespace().map(|name| format!("<dependency>{}</dependency>", named(name))).collect()
    };
    format!(
        "<project><modelVersion>4.0.0</modelVersion>{}{more}<dependencyManagement><dependencies>{}</dependencies>
         </dependencyManagement><dependencies>{}</dependencies></project>",
        named(&format!("{artifact}:{version}")),
        list(managed),
        list(dependencies)
    )
}

#[test]
fn ranges_are_chosen_from_as_by_maven() {
    for (case, artifacts, dependencies) in RANGES {
        let folder = tempfile::tempdir().unwrap();
        let repository = folder.path().join("repository/org/ranges");
        let mut versions: std::collections::BTreeMap<&str, Vec<&str>> = std::collections::BTreeMap::new();
        for line in *artifacts {
            let (name, needs) = line.split_once(' ').unwrap_or((line, ""));
            let (artifact, version) = name.split_once(':').unwrap();
            versions.entry(artifact).or_default().push(version);
            let place = repository.join(artifact).join(version);
            std::fs::create_dir_all(&place).unwrap();
            std::fs::write(place.join(format!("{artifact}-{version}.pom")), pom(name, needs, "", "")).unwrap();
        }
        for (artifact, versions) in versions {
            let list: String = versions.iter().map(|version| format!("<version>{version}</version>")).collect();
            // As they are written when one after the other is deployed.
            let latest = versions.last().unwrap();
            let release = versions.iter().rfind(|version| !version.ends_with("SNAPSHOT")).unwrap();
            let metadata = format!(
                "<metadata><groupId>org.ranges</groupId><artifactId>{artifact}</artifactId><versioning>\
                 <latest>{latest}</latest><release>{release}</release><versions>{list}</versions></versioning></metadata>"
            );
            std::fs::write(repository.join(artifact).join("maven-metadata.xml"), metadata).unwrap();
        }
        let (dependencies, managed) = dependencies.split_once('|').unwrap_or((dependencies, ""));
        let url = format!("file://{}", folder.path().join("repository").display());
        let more = format!("<repositories><repository><id>ranges</id><url>{url}</url></repository></repositories>");
        std::fs::write(folder.path().join("pom.xml"), pom("project:1", dependencies, managed, &more)).unwrap();
        // Plugins stay for the next run, what the cases are about goes.
        let kept = maven_local();
        let _ = std::fs::remove_dir_all(kept.join("org/ranges"));
        let arguments = [format!("-Dmaven.repo.local={}", kept.display())];
        let Some(mut expected) = maven(folder.path(), &arguments) else { return };
        let mut command = Command::new(PROGRAM);
        command.env("JARDEX_HOME", folder.path().join("cache")).env("JARDEX_REPOSITORIES", format!("ranges={url}"));
        command.env("JARDEX_MAVEN_LOCAL", folder.path().join("m2"));
        let output = command.args(["seed", "--dry-run"]).arg(folder.path().join("pom.xml")).output().unwrap();
        assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
        let mut found: BTreeSet<String> =
            String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
        // The tree leaves the newest as it is written: what it needs tells which version it is.
        let written =
            |name: &str| name.strip_suffix(":LATEST").or_else(|| name.strip_suffix(":RELEASE")).map(str::to_owned);
        let newest: Vec<String> = expected.iter().filter_map(|name| written(name)).collect();
        expected.retain(|name| written(name).is_none());
        found.retain(|name| !newest.iter().any(|newest| name.starts_with(&format!("{newest}:"))));
        assert_eq!(found, expected, "{case}");
        assert!(!found.is_empty(), "{case}");
    }
}

/// Lays a POM into a repository.
fn lay(repository: &Path, group: &str, name: &str, version: &str, pom: &str) {
    let place = repository.join(group.replace('.', "/")).join(name).join(version);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join(format!("{name}-{version}.pom")), pom).unwrap();
}

/// What a project depends on, by Maven and by us, given a repository of its own, of which nothing was kept before.
fn both(project: &Path, repository: &Path, group: &str) -> Option<(BTreeSet<String>, BTreeSet<String>)> {
    let kept = maven_local();
    let _ = std::fs::remove_dir_all(kept.join(group.replace('.', "/")));
    let settings = project.join("settings.xml");
    let given = format!("-Dgiven.dir={}", project.display());
    let arguments =
        [format!("-Dmaven.repo.local={}", kept.display()), format!("--settings={}", settings.display()), given.clone()];
    let expected = maven_in(project, &arguments, &[("SOME_FOLDER", project)])?;
    let mut command = Command::new(PROGRAM);
    command.env("JARDEX_HOME", project.join("cache")).env("JARDEX_MAVEN_LOCAL", project.join("m2"));
    command.env("JARDEX_MAVEN_SETTINGS", &settings).env("MAVEN_OPTS", given).env("SOME_FOLDER", project);
    command.env("JARDEX_REPOSITORIES", format!("cases=file://{}", repository.display()));
    let output = command.args(["seed", "--dry-run"]).arg(project.join("pom.xml")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    Some((expected, found))
}

/// A project of these dependencies, each written as XML, out of a repository at `place`.
fn project_of(place: &Path, dependencies: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId><version>1</version>
         <repositories><repository><id>cases</id><url>file://{}</url></repository></repositories>
         <dependencies>{dependencies}</dependencies></project>",
        place.display()
    )
}

/// The POMs of testdata/seed/dependencies: of those that Maven calls invalid nothing is followed.
#[test]
fn invalid_poms_are_left_out_as_by_maven() {
    let temporary = tempfile::tempdir().unwrap();
    let repository = temporary.path().join("repository");
    let dependency = |name: &str| {
        format!(
            "<dependency><groupId>org.cases</groupId><artifactId>{name}</artifactId><version>1</version></dependency>"
        )
    };
    let mut all = String::new();
    for kind in ["followed", "invalid", "beside"] {
        for entry in std::fs::read_dir(folder("dependencies").join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            lay(&repository, "org.cases", name, "1", &std::fs::read_to_string(&path).unwrap());
            if kind == "beside" {
                continue;
            }
            all += &dependency(name);
            let leaf = format!(
                "<project><modelVersion>4.0.0</modelVersion><groupId>org.cases</groupId><artifactId>of-{name}</artifactId>
                 <version>1</version></project>"
            );
            lay(&repository, "org.cases", &format!("of-{name}"), "1", &leaf);
        }
    }
    std::fs::write(temporary.path().join("pom.xml"), project_of(&repository, &all)).unwrap();
    std::fs::write(temporary.path().join("settings.xml"), "<settings/>").unwrap();
    let Some((expected, found)) = both(temporary.path(), &repository, "org.cases") else { return };
    assert_eq!(found, expected);
    let needed = expected.iter().filter(|name| name.contains(":of-")).count();
    assert_eq!(needed, std::fs::read_dir(folder("dependencies/followed")).unwrap().count());
}

/// testdata/seed/profiles: what the profiles of dependencies are switched on by.
#[test]
fn profiles_of_dependencies_are_those_of_maven() {
    let temporary = tempfile::tempdir().unwrap();
    let (project, repository) = (temporary.path(), temporary.path().join("repository"));
    for entry in std::fs::read_dir(folder("profiles")).unwrap() {
        let path = entry.unwrap().path();
        let written = std::fs::read_to_string(&path).unwrap().replace("@there@", project.to_str().unwrap());
        let written = written.replace("@repository@", &format!("file://{}", repository.display()));
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(name) = name.strip_suffix(".pom") else {
            std::fs::write(project.join(name), written).unwrap();
            continue;
        };
        lay(&repository, "p", name, "1", &written);
        for leaf in written.split("<id>").skip(1).filter_map(|rest| rest.split('<').next()) {
            for version in ["1", "2"] {
                let leaf_pom = format!(
                    "<project><modelVersion>4.0.0</modelVersion><groupId>p</groupId><artifactId>{leaf}</artifactId>
                     <version>{version}</version></project>"
                );
                lay(&repository, "p", leaf, version, &leaf_pom);
            }
        }
    }
    std::fs::write(project.join("marker"), "").unwrap();
    std::fs::create_dir(project.join(".mvn")).unwrap();
    let named = "-Dby.config=yes\n-Poff-named,!on-deactivated,!on-default\n";
    std::fs::write(project.join(".mvn/maven.config"), named).unwrap();
    let Some((expected, found)) = both(project, &repository, "p") else { return };
    assert_eq!(found, expected);
    let is_wrong = |name: &&String| name.starts_with("p:off-") && !name.contains("-managed-");
    assert_eq!(expected.iter().filter(is_wrong).collect::<Vec<_>>(), Vec::<&String>::new());
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
