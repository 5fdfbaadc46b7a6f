//! `jardex seed` of a POM: the profiles that Maven would switch on where it is started, of the project and of what it depends on.
//! What they expect, mvn lists.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "common/home.rs"]
mod home;

use home::{Home, ran, text};

/// A profile that adds an artifact of its own name.
fn profile(name: &str, activation: &str) -> String {
    format!(
        "<profile><id>{name}</id><activation>{activation}</activation><dependencies>{}</dependencies></profile>",
        dependency(name, "1.0")
    )
}

fn property(name: &str, value: &str) -> String {
    let value = if value.is_empty() { String::new() } else { format!("<value>{value}</value>") };
    format!("<property><name>{name}</name>{value}</property>")
}

fn dependency(name: &str, version: &str) -> String {
    format!("<dependency><groupId>p</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>")
}

fn pom(profiles: &[String], dependencies: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>o</groupId><artifactId>app</artifactId><version>1</version>
         <profiles>{}</profiles><dependencies>{dependencies}</dependencies></project>",
        profiles.concat()
    )
}

/// What is listed of a POM, names and versions alone; and all that was said beside.
fn seeded(home: &Home, place: &str, variables: &[(&str, &str)]) -> (Vec<String>, String) {
    let mut command = home.command();
    command.args(["seed", "--dry-run", place]);
    let listed = ran(command.envs(variables.iter().copied()));
    let mut names: Vec<String> =
        listed.out.lines().filter_map(|line| line.strip_prefix("p:")).map(str::to_owned).collect();
    names.sort();
    (names, listed.err)
}

#[test]
fn properties_of_the_machine_switch_profiles_on() {
    let home = Home::new();
    let profiles = [
        profile("ci", &property("env.SOME_CI", "")),
        profile("local", &property("!env.SOME_CI", "")),
        profile("is-true", &property("env.SOME_CI", "true")),
        profile("is-not", &property("env.SOME_CI", "!true")),
        profile("user", &property("user.name", "")),
        profile("separator", &property("file.separator", std::path::MAIN_SEPARATOR_STR)),
        profile("given", &property("performance", "high")),
        profile("file", "<file><exists>${env.SOME_FOLDER}/marker</exists></file>"),
        profile("default", "<activeByDefault>true</activeByDefault>"),
    ];
    let place = home.write("app/pom.xml", &pom(&profiles, ""));
    home.write("elsewhere/marker", "");
    let folder = place.parent().unwrap().parent().unwrap().join("elsewhere");
    let listed = |variables: &[(&str, &str)]| seeded(&home, text(&place), variables).0;
    assert_eq!(listed(&[]), ["is-not:1.0", "local:1.0", "separator:1.0", "user:1.0"]);
    assert_eq!(listed(&[("SOME_CI", "true")]), ["ci:1.0", "is-true:1.0", "separator:1.0", "user:1.0"]);
    assert_eq!(
        listed(&[("SOME_CI", "no"), ("MAVEN_OPTS", "-Dperformance=high"), ("SOME_FOLDER", text(&folder))]),
        ["ci:1.0", "file:1.0", "given:1.0", "is-not:1.0", "separator:1.0", "user:1.0"]
    );
}

#[test]
fn settings_and_the_projects_own_files_name_profiles() {
    let home = Home::new();
    let profiles = [
        profile("of-settings", ""),
        profile("of-config", ""),
        profile("off", &property("!nothing.sets.it", "")),
        profile("by-config", &property("foo", "bar")),
        profile("by-settings", &property("colour", "red")),
        profile("default", "<activeByDefault>true</activeByDefault>"),
    ];
    let written = pom(&profiles, &dependency("direct", "${the.version}"));
    let place = home.write("app/pom.xml", &written);
    let settings = "<settings><profiles><profile><id>s</id><properties><colour>red</colour></properties></profile></profiles>
        <activeProfiles><activeProfile>s</activeProfile><activeProfile>of-settings</activeProfile></activeProfiles></settings>";
    let settings = home.write("settings.xml", settings);
    let bare = seeded(&home, text(&place), &[]).0;
    assert_eq!(bare, ["off:1.0"], "a version that nothing sets is none");
    home.write("app/.mvn/maven.config", "-Dfoo=bar\n-Pof-config,!off\n-Dthe.version=2.9\n");
    let listed = seeded(&home, text(&place), &[("JARDEX_MAVEN_SETTINGS", text(&settings))]).0;
    assert_eq!(listed, ["by-config:1.0", "by-settings:1.0", "direct:2.9", "of-config:1.0", "of-settings:1.0"]);
}

/// A project that was checked out could send a secret to a repository, or have it shown, in the place of a version.
#[test]
fn what_may_be_a_secret_becomes_no_part_of_a_coordinate() {
    let home = Home::new();
    let direct = ["${env.SOME_TOKEN}", "${pass.phrase}", "${the.token}"]
        .map(|version| dependency(&format!("of-{}", version.len()), version));
    let place = home.write("app/pom.xml", &pom(&[], &direct.concat()));
    let settings = "<settings><profiles><profile><id>s</id><properties><pass.phrase>marker</pass.phrase></properties></profile></profiles>
        <activeProfiles><activeProfile>s</activeProfile></activeProfiles></settings>";
    let settings = home.write("settings.xml", settings);
    let variables =
        [("SOME_TOKEN", "marker"), ("MAVEN_OPTS", "-Dthe.token=marker"), ("JARDEX_MAVEN_SETTINGS", text(&settings))];
    let (listed, said) = seeded(&home, text(&place), &variables);
    assert!(listed.is_empty(), "{listed:?}");
    assert!(said.contains("env.SOME_TOKEN") && !said.contains("marker"), "{said}");
}

/// testdata/seed/profiles: a POM out of a repository lies in no folder, and its profiles do not hear of settings.xml, nor are
/// they named. That mvn says the same is for `tests/real/projects.rs`.
#[test]
fn profiles_of_dependencies_ask_the_machine_alone() {
    let home = Home::new();
    let there = home.write("there/marker", "");
    let there = there.parent().unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/seed/profiles");
    let mut expected = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let written = std::fs::read_to_string(&path).unwrap().replace("@there@", text(there));
        let name = path.file_name().unwrap().to_str().unwrap();
        match name.strip_suffix(".pom") {
            Some(name) => home.write(&format!("user/.m2/repository/p/{name}/1/{name}-1.pom"), &written),
            None => home.write(&format!("app/{name}"), &written),
        };
        let ids = written.split("<id>").skip(1).filter_map(|rest| rest.split('<').next());
        for id in ids.filter(|id| id.starts_with("on-") || id.contains("-managed-")) {
            let is_second = id.starts_with("on-managed-");
            expected.push(format!("{id}:{}", if is_second { 2 } else { 1 }));
        }
    }
    home.write("app/.mvn/maven.config", "-Dby.config=yes\n-Poff-named,!on-deactivated,!on-default\n");
    let given = format!("-Dgiven.dir={}", text(there));
    let settings = home.path("app/settings.xml");
    let variables =
        [("SOME_FOLDER", text(there)), ("MAVEN_OPTS", &given[..]), ("JARDEX_MAVEN_SETTINGS", text(&settings))];
    let (mut listed, said) = seeded(&home, text(&home.path("app/pom.xml")), &variables);
    listed.retain(|name| name.starts_with("on-") || name.starts_with("off-"));
    expected.sort();
    assert_eq!(listed, expected, "{said}");
    assert!(listed.len() > 20);
}
