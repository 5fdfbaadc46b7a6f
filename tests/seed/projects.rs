//! Whole projects: POMs as Maven reads them, the tools of the project itself.

use serde_json::Value;

use super::home::{ran, text};
use super::server::Reply;
use super::{Bench, ONE, dependency, lines, pom};

#[test]
fn a_project_is_resolved_as_maven_does() {
    let bench = Bench::new();
    let management =
        |body: &str| format!("<dependencyManagement><dependencies>{body}</dependencies></dependencyManagement>");
    let list = |body: &str| format!("<dependencies>{body}</dependencies>");
    bench.publish_pom("parent", &management(&dependency("managed", ONE)));
    bench.publish_pom(
        "platform",
        &management(&(dependency("deep", "<version>2.0</version>") + &dependency("from-bom", ONE))),
    );
    // Nearest wins: the project's own `near` is 1.0; `left` asks for `far`, which asks for another `near`.
    bench.publish_pom(
        "left",
        &list(
            &[
                dependency("far", ONE),
                dependency("deep", ONE),
                dependency("optional", &format!("{ONE}<optional>true</optional>")),
                dependency("of-tests", &format!("{ONE}<scope>test</scope>")),
                dependency("provided", &format!("{ONE}<scope>provided</scope>")),
                dependency("excluded", ONE),
                dependency("both", ONE),
            ]
            .concat(),
        ),
    );
    bench.publish_pom("far", &list(&(dependency("near", "<version>9.0</version>") + &dependency("excluded", ONE))));
    bench.publish_pom(
        "moved",
        "<distributionManagement><relocation><artifactId>there</artifactId></relocation></distributionManagement>",
    );
    bench.publish_pom("there", "");
    bench.publish_pom("of-test", &list(&dependency("both", ONE)));
    for leaf in ["near", "both", "managed", "from-bom"] {
        bench.publish_pom(leaf, "");
    }
    bench.server.on("/maven/org/example/deep/2.0/deep-2.0.pom", Reply::ok(pom("deep", "")));
    let project = format!(
        "<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.example</groupId><artifactId>parent</artifactId>{ONE}</parent><artifactId>app</artifactId>
         <properties><one>1.0</one></properties>{}{}<modules/></project>",
        management(&dependency("platform", &format!("{ONE}<type>pom</type><scope>import</scope>"))),
        list(&[
            dependency("of-test", &format!("{ONE}<scope>test</scope>")),
            dependency("left", "<version>${one}</version><exclusions><exclusion><groupId>*</groupId><artifactId>excluded</artifactId></exclusion></exclusions>"),
            dependency("near", ONE),
            dependency("managed", ""),
            dependency("from-bom", "<scope>runtime</scope>"),
            dependency("moved", ONE),
            dependency("tools", &format!("{ONE}<scope>system</scope><systemPath>/x.jar</systemPath>")),
            dependency("unknown", ""),
        ].concat()),
    );
    let project = bench.home.write("pom.xml", &project);
    let listed = bench.seed(&["--dry-run", text(&project)]);
    let expected = [
        "org.example:left:1.0",
        "org.example:near:1.0",
        "org.example:managed:1.0",
        "org.example:from-bom:1.0",
        "org.example:there:1.0",
        "org.example:both:1.0",
        "org.example:far:1.0",
        "org.example:deep:2.0",
    ];
    assert_eq!(lines(&listed.out), expected, "{}", listed.err);
    // The list is for programs; what is not in it is told beside it, as a run tells it.
    let aside = "left out, no version 1 org.example:unknown\n\
        left out, system scope: a file of this machine 1 org.example:tools:1.0\n\
        left out, test scope 1 org.example:of-test:1.0\n";
    assert_eq!(listed.err, aside);
    let (_, answer) = bench.json(&["--dry-run", text(&project)]);
    let reasons: Vec<&str> =
        answer["left_out"].as_array().unwrap().iter().map(|one| one["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["no version", "system scope: a file of this machine", "test scope"]);
    // All POMs are at hand now: the network may be off, and without them what is missing is told.
    let mut offline = bench.command();
    offline.env("JARDEX_OFFLINE", "true").args(["--dry-run", text(&project)]);
    assert_eq!(lines(&ran(&mut offline).out), expected);
    let mut nowhere = bench.command();
    nowhere.env("JARDEX_OFFLINE", "true").env("JARDEX_HOME", bench.home.path("other")).args(["--dry-run", "--json"]);
    let nowhere: Value = serde_json::from_str(&ran(nowhere.arg(text(&project))).out).unwrap();
    assert!(nowhere["incomplete"].to_string().contains("org.example:parent:1.0"), "{nowhere}");
    let mut nowhere = bench.command();
    nowhere.env("JARDEX_OFFLINE", "true").env("JARDEX_HOME", bench.home.path("other")).arg("--dry-run");
    let nowhere = ran(nowhere.arg(text(&project))).err;
    assert!(nowhere.contains("org.example:parent:1.0 this parent or BOM was not found"), "{nowhere}");
}

#[test]
fn a_dependency_that_moved_is_managed_by_its_new_name() {
    let bench = Bench::new();
    let list = |body: &str| format!("<dependencies>{body}</dependencies>");
    let excluding = |name: &str| {
        format!(
            "<exclusions><exclusion><groupId>org.example</groupId><artifactId>{name}</artifactId></exclusion></exclusions>"
        )
    };
    for (from, to) in [("old", "new"), ("old-below", "new-below"), ("old-unwanted", "unwanted")] {
        let moved = format!(
            "<distributionManagement><relocation><artifactId>{to}</artifactId></relocation></distributionManagement>"
        );
        bench.publish_pom(from, &moved);
    }
    bench.publish_pom("new", &list(&(dependency("heavy", ONE) + &dependency("light", ONE))));
    let below = ["heavy", "old-below", "old-unwanted", "kept"].map(|name| dependency(name, ONE)).concat();
    bench.publish_pom("other", &list(&below));
    bench.server.on("/maven/org/example/new-below/2.0/new-below-2.0.pom", Reply::ok(pom("new-below", "")));
    for leaf in ["light", "kept", "heavy", "unwanted"] {
        bench.publish_pom(leaf, "");
    }
    let managed = [
        // Of a direct dependency what it excludes, not its version and scope: with or without exclusions of its own.
        dependency("new", &format!("<version>9.0</version><scope>test</scope>{}", excluding("heavy"))),
        dependency("other", &format!("{ONE}{}", excluding("heavy"))),
        dependency("new-below", "<version>2.0</version>"),
    ];
    let direct = [dependency("old", ONE), dependency("other", &format!("{ONE}{}", excluding("unwanted")))];
    let project = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>app</artifactId>{ONE}<dependencyManagement>{}</dependencyManagement>{}
         </project>",
        list(&managed.concat()),
        list(&direct.concat()),
    );
    let project = bench.home.write("pom.xml", &project);
    let listed = bench.seed(&["--dry-run", text(&project)]);
    let expected = ["new:1.0", "other:1.0", "light:1.0", "new-below:2.0", "kept:1.0"];
    assert_eq!(lines(&listed.out), expected.map(|name| format!("org.example:{name}")), "{}", listed.err);
}

/// What moved and what it moved to are one: Maven chooses one version of both.
#[test]
fn the_old_and_the_new_name_of_what_moved_are_one() {
    let bench = Bench::new();
    let list = |body: &str| format!("<dependencies>{body}</dependencies>");
    let version = |version: &str| format!("<version>{version}</version>");
    let publish = |name: &str, version: &str, body: &str| {
        let body = pom(name, body).replacen("1.0", version, 1);
        bench.server.on(&format!("/maven/org/example/{name}/{version}/{name}-{version}.pom"), Reply::ok(body));
    };
    let moved =
        "<distributionManagement><relocation><artifactId>new</artifactId></relocation></distributionManagement>";
    publish("old", "1.0", "");
    publish("old", "2.0", moved);
    publish("new", "1.0", "");
    publish("new", "2.0", "");
    let metadata = "<metadata><versioning><versions><version>1.0</version><version>2.0</version></versions></versioning></metadata>";
    bench.server.on("/maven/org/example/new/maven-metadata.xml", Reply::ok(metadata));
    bench.publish_pom("uses-old", &list(&dependency("old", ONE)));
    bench.publish_pom("uses-moved", &list(&dependency("old", &version("2.0"))));
    bench.publish_pom("uses-range", &list(&dependency("old", &version("[2.0]"))));
    let chosen = |managed: &[(&str, &str)], direct: &[(&str, &str)]| {
        let all = |list: &[(&str, &str)]| {
            list.iter().map(|(name, number)| dependency(name, &version(number))).collect::<String>()
        };
        let project = format!(
            "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>app</artifactId>{ONE}<dependencyManagement>{}</dependencyManagement>{}
             </project>",
            list(&all(managed)),
            list(&all(direct)),
        );
        let project = bench.home.write("pom.xml", &project);
        let listed = bench.seed(&["--dry-run", text(&project)]);
        assert_eq!(listed.err, "", "{direct:?}");
        lines(&listed.out).into_iter().map(|line| line.replacen("org.example:", "", 1)).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&[], &[("old", "2.0"), ("uses-old", "1.0")]), ["new:2.0", "uses-old:1.0"]);
    assert_eq!(chosen(&[], &[("uses-old", "1.0"), ("old", "2.0")]), ["uses-old:1.0", "new:2.0"]);
    let below = [("uses-old", "1.0"), ("uses-moved", "1.0")];
    assert_eq!(chosen(&[], &below), ["uses-old:1.0", "uses-moved:1.0", "old:1.0"]);
    // Of those that one POM names the highest.
    assert_eq!(chosen(&[], &[("new", "1.0"), ("old", "2.0")]), ["new:2.0"]);
    // Under its new name it is managed, by a range as well.
    assert_eq!(chosen(&[("new", "[2.0,)")], &[("uses-moved", "1.0")]), ["uses-moved:1.0", "new:2.0"]);
    assert_eq!(chosen(&[("new", "[2.0,)")], &[("uses-range", "1.0")]), ["uses-range:1.0", "new:2.0"]);
}

#[test]
fn a_managed_scope_holds_below_dependencies_of_tests() {
    let bench = Bench::new();
    let list = |body: &str| format!("<dependencies>{body}</dependencies>");
    let leaves = ["of-all", "at-runtime", "provided", "of-tests", "left"];
    bench.publish_pom("of-test", &list(&leaves.map(|leaf| dependency(leaf, ONE)).concat()));
    for leaf in leaves {
        bench.publish_pom(leaf, "");
    }
    let managed = [("of-all", "compile"), ("at-runtime", "runtime"), ("provided", "provided"), ("of-tests", "test")];
    let managed = managed.map(|(name, scope)| dependency(name, &format!("{ONE}<scope>{scope}</scope>"))).concat();
    let project = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>app</artifactId>{ONE}<dependencyManagement>{}</dependencyManagement>{}
         </project>",
        list(&managed),
        list(&dependency("of-test", &format!("{ONE}<scope>test</scope>"))),
    );
    let project = bench.home.write("pom.xml", &project);
    let listed = bench.seed(&["--dry-run", text(&project)]);
    let expected = ["of-all:1.0", "at-runtime:1.0", "provided:1.0"];
    assert_eq!(lines(&listed.out), expected.map(|name| format!("org.example:{name}")), "{}", listed.err);
}

#[test]
fn the_profile_of_a_parent_looks_beside_the_module() {
    let bench = Bench::new();
    bench.publish_pom("marked", "");
    bench.publish_pom("plain", "");
    let profile = |condition: &str, name: &str| {
        format!(
            "<profile><id>{name}</id><activation><file>{condition}</file></activation>
             <dependencies>{}</dependencies></profile>",
            dependency(name, ONE)
        )
    };
    for marker in ["${basedir}/marker.txt", "marker.txt"] {
        let profiles = profile(&format!("<exists>{marker}</exists>"), "marked")
            + &profile(&format!("<missing>{marker}</missing>"), "plain");
        let body = format!(
            "<packaging>pom</packaging><modules><module>core</module></modules><profiles>{profiles}</profiles>"
        );
        let all = bench.home.write("project/pom.xml", &pom("all", &body));
        let module = format!(
            "<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.example</groupId><artifactId>all</artifactId>{ONE}</parent><artifactId>core</artifactId></project>"
        );
        let core = bench.home.write("project/core/pom.xml", &module);
        bench.home.write("project/core/marker.txt", "");
        let both = bench.seed(&["--dry-run", text(&all)]);
        assert_eq!(lines(&both.out), ["org.example:plain:1.0", "org.example:marked:1.0"], "{marker}: {}", both.err);
        let one = bench.seed(&["--dry-run", text(&core)]);
        assert_eq!(lines(&one.out), ["org.example:marked:1.0"], "{marker}: {}", one.err);
        for relative in ["project", "project/pom.xml", "./project"] {
            let both = bench.seed(&["--dry-run", relative]);
            let expected = ["org.example:plain:1.0", "org.example:marked:1.0"];
            assert_eq!(lines(&both.out), expected, "{marker} of {relative}: {}", both.err);
        }
        for relative in [".", "pom.xml"] {
            let folder = core.parent().expect("a folder");
            let ran = ran(bench.command().args(["--dry-run", relative]).current_dir(folder));
            assert_eq!(lines(&ran.out), ["org.example:marked:1.0"], "{marker} of {relative}: {}", ran.err);
        }
    }
    // Maven 3 refuses to replace this one here, and so it names no file.
    let profiles = profile("<missing>${project.basedir}/marker.txt</missing>", "plain");
    let all = bench.home.write("other/pom.xml", &pom("other", &format!("<profiles>{profiles}</profiles>")));
    bench.home.write("other/marker.txt", "");
    let other = bench.seed(&["--dry-run", text(&all)]);
    assert_eq!(lines(&other.out), ["org.example:plain:1.0"], "{}", other.err);
}

#[test]
fn modules_of_a_project_are_its_own() {
    let bench = Bench::new();
    for leaf in ["lib", "managed"] {
        bench.publish_pom(leaf, "");
    }
    let module = |name: &str, body: &str| {
        format!("<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.example</groupId><artifactId>all</artifactId><version>${{revision}}</version></parent>
            <artifactId>{name}</artifactId><dependencies>{body}</dependencies></project>")
    };
    let all = "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>all</artifactId><version>${revision}</version>
        <packaging>pom</packaging><properties><revision>3.1${changelist}</revision><changelist>-rc</changelist></properties>
        <dependencyManagement><dependencies><dependency><groupId>org.example</groupId><artifactId>managed</artifactId>
        <version>1.0</version></dependency></dependencies></dependencyManagement>
        <modules><module>core</module><module>app/other.xml</module><module>gone</module></modules></project>";
    bench.home.write("project/pom.xml", all);
    bench.home.write("project/core/pom.xml", &module("core", &(dependency("lib", ONE) + &dependency("managed", ""))));
    bench
        .home
        .write("project/app/other.xml", &module("app", &dependency("core", "<version>${project.version}</version>")));
    let (code, answer) = bench.json(&["--dry-run", text(&bench.home.path("project"))]);
    let expected = serde_json::json!(["org.example:lib:1.0", "org.example:managed:1.0"]);
    assert_eq!((code, &answer["artifacts"]), (0, &expected), "{answer}");
    assert_eq!(answer["left_out"][0]["what"], serde_json::json!(["org.example:core:3.1-rc"]), "{answer}");
    assert!(answer["incomplete"].to_string().contains("gone"), "{answer}");
}

/// The property that Maven is given holds in a module that another depends on, too: it is built there, with the same words.
#[test]
fn what_maven_is_given_holds_in_modules_that_others_depend_on() {
    let bench = Bench::new();
    for version in ["1.0", "2.0"] {
        bench.server.on(&format!("/maven/org/example/log/{version}/log-{version}.pom"), Reply::ok(pom("log", "")));
    }
    let all = pom(
        "all",
        "<packaging>pom</packaging><properties><log>2.0</log></properties>
         <modules><module>lib</module><module>app</module></modules>",
    );
    let module = |name: &str, on: &str| {
        let parent = format!("<parent><groupId>org.example</groupId><artifactId>all</artifactId>{ONE}</parent>");
        format!(
            "<project><modelVersion>4.0.0</modelVersion>{parent}<artifactId>{name}</artifactId>
             <dependencies>{on}</dependencies></project>"
        )
    };
    bench.home.write("project/pom.xml", &all);
    bench.home.write("project/lib/pom.xml", &module("lib", &dependency("log", "<version>${log}</version>")));
    bench.home.write("project/app/pom.xml", &module("app", &dependency("lib", ONE)));
    bench.home.write("project/.mvn/maven.config", "-Dlog=1.0\n");
    let listed = bench.seed(&["--dry-run", text(&bench.home.path("project"))]);
    assert_eq!(lines(&listed.out), ["org.example:log:1.0"], "{}", listed.err);
}

#[test]
fn the_newest_version_that_a_pom_asks_for_is_the_one_that_its_repository_names() {
    let bench = Bench::new();
    let version = |version: &str| format!("<version>{version}</version>");
    let metadata = |name: &str, versioning: &str| {
        let text = format!("<metadata><versioning>{versioning}</versioning></metadata>");
        bench.server.on(&format!("/maven/org/example/{name}/maven-metadata.xml"), Reply::ok(text));
    };
    let publish = |name: &str, version: &str, body: &str| {
        let body = pom(name, body).replacen("1.0", version, 1);
        bench.server.on(&format!("/maven/org/example/{name}/{version}/{name}-{version}.pom"), Reply::ok(body));
    };
    let list = |body: &str| format!("<dependencies>{body}</dependencies>");
    // What was deployed last, not what is highest.
    let last = "<latest>1.5-SNAPSHOT</latest><release>1.4</release><versions><version>2.0</version></versions>";
    metadata("lib", last);
    publish("lib", "1.4", &list(&dependency("below", &version("LATEST"))));
    metadata("below", "<release>3.0</release>");
    publish("below", "3.0", "");
    metadata("old", "<latest>7.0</latest><release>7.0</release>");
    let moved =
        "<distributionManagement><relocation><artifactId>new</artifactId></relocation></distributionManagement>";
    publish("old", "7.0", moved);
    publish("new", "7.0", "");
    metadata("bom", "<release>2.0</release>");
    let managed = dependency("managed", &version("5.0"));
    publish("bom", "2.0", &format!("<dependencyManagement>{}</dependencyManagement>", list(&managed)));
    publish("managed", "5.0", "");
    metadata("listed", "<versions><version>1.0</version></versions>");
    let import = dependency("bom", "<version>RELEASE</version><type>pom</type><scope>import</scope>");
    let names = [("lib", "RELEASE"), ("old", "LATEST"), ("listed", "LATEST"), ("nowhere", "RELEASE")];
    let direct = names.map(|(name, newest)| dependency(name, &version(newest))).concat() + &dependency("managed", "");
    let project = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>app</artifactId>{ONE}\
         <dependencyManagement>{}</dependencyManagement>{}</project>",
        list(&import),
        list(&direct)
    );
    let project = bench.home.write("pom.xml", &project);
    let listed = bench.seed(&["--dry-run", text(&project)]);
    let expected = ["lib:1.4", "new:7.0", "managed:5.0", "below:3.0"];
    assert_eq!(lines(&listed.out), expected.map(|name| format!("org.example:{name}")), "{}", listed.err);
    let told = "left out, no repository says which version this is 2 org.example:listed:LATEST, org.example:nowhere:RELEASE\n\
        org.example:listed:LATEST its POM was not found: what it depends on is not known (no maven-metadata.xml says so)\n\
        org.example:nowhere:RELEASE its POM was not found: what it depends on is not known (no maven-metadata.xml says so)\n";
    assert_eq!(listed.err, told);
    // Each is asked for once.
    assert_eq!(bench.server.count("/maven/org/example/lib/maven-metadata.xml"), 1);
    let mut offline = bench.command();
    let offline = ran(offline.env("JARDEX_OFFLINE", "true").args(["--dry-run", text(&project)]));
    assert!(offline.err.contains("org.example:lib:RELEASE its POM was not found"), "{}", offline.err);
    assert!(offline.err.contains("(the network is off)"), "{}", offline.err);
    // What Maven kept of the repository serves then, as it serves Maven.
    let kept = "<metadata><versioning><release>1.4</release></versioning></metadata>";
    bench.home.write("m2/org/example/lib/maven-metadata-central.xml", kept);
    let mut offline = bench.command();
    offline.env("JARDEX_MAVEN_LOCAL", bench.home.path("m2"));
    let offline = ran(offline.env("JARDEX_OFFLINE", "true").args(["--dry-run", text(&project)]));
    assert!(lines(&offline.out).contains(&"org.example:lib:1.4"), "{} {}", offline.out, offline.err);
}

#[test]
fn a_version_that_a_repository_was_not_asked_for_is_told() {
    let bench = Bench::new();
    for name in ["ranged", "newest", "tested"] {
        bench.publish_pom(name, "");
        let versioning = "<release>1.0</release><versions><version>1.0</version></versions>";
        let metadata = format!("<metadata><versioning>{versioning}</versioning></metadata>");
        bench.server.on(&format!("/maven/org/example/{name}/maven-metadata.xml"), Reply::ok(metadata));
        bench.server.on(&format!("/broken/org/example/{name}/maven-metadata.xml"), Reply::status(500));
    }
    let versions = [("ranged", "<version>[1.0,2.0)</version>"), ("newest", "<version>RELEASE</version>")];
    let direct = versions.map(|(name, version)| dependency(name, version)).concat()
        + &dependency("tested", "<version>[1.0,2.0)</version><scope>test</scope>");
    let project = bench.home.write("pom.xml", &pom("app", &format!("<dependencies>{direct}</dependencies>")));
    let asked = bench.seed(&["--dry-run", text(&project)]);
    let left_out = "left out, test scope 1 org.example:tested:1.0\n";
    assert_eq!((lines(&asked.out).len(), asked.err.as_str()), (2, left_out), "{asked:?}");
    let mut command = bench.command();
    let [first, second] = ["/maven", "/broken"].map(|path| bench.server.url(path));
    command.env("JARDEX_REPOSITORIES", format!("first={first},second={second}"));
    let listed = ran(command.args(["--dry-run", text(&project)]));
    assert_eq!(lines(&listed.out), ["org.example:ranged:1.0", "org.example:newest:1.0"], "{}", listed.err);
    for what in ["org.example:ranged", "org.example:newest:RELEASE"] {
        let told =
            format!("{what} not every repository could be asked which versions it has: another one may be meant (");
        assert!(listed.err.contains(&told), "{}", listed.err);
    }
    assert!(!listed.err.contains("org.example:tested not"), "{}", listed.err);
}

#[test]
fn a_version_that_stands_for_the_newest_is_refused() {
    let bench = Bench::new();
    for version in ["latest.release", "LATEST", "RELEASE", "1.+"] {
        let refused = bench.seed(&["--dry-run", &format!("org.example:lib:{version}")]);
        let what = format!("{version} stands for the newest version and is none itself");
        assert!(refused.code == 2 && refused.err.contains(&what), "{refused:?}");
        assert!(refused.err.contains("name an exact version; jardex versions org.example:lib"), "{refused:?}");
    }
}

#[test]
fn paths_in_a_pom_are_relative_even_where_they_begin_at_a_root() {
    let bench = Bench::new();
    for leaf in ["managed", "outside"] {
        bench.publish_pom(leaf, "");
    }
    let needs = |name: &str, version: &str| format!("<dependencies>{}</dependencies>", dependency(name, version));
    let outside = bench.home.write("outside/pom.xml", &pom("elsewhere", &needs("outside", ONE)));
    let parent =
        "<packaging>pom</packaging><dependencyManagement><dependencies><dependency><groupId>org.example</groupId>
        <artifactId>managed</artifactId><version>1.0</version></dependency></dependencies></dependencyManagement>";
    bench.home.write("project/core/above/pom.xml", &pom("above", parent));
    let core = format!(
        "<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.example</groupId><artifactId>above</artifactId>{ONE}<relativePath>/above</relativePath></parent>
         <artifactId>core</artifactId>{}</project>",
        needs("managed", "")
    );
    bench.home.write("project/core/pom.xml", &core);
    let modules = format!(
        "<packaging>pom</packaging><modules><module>/core</module><module>{}</module></modules>",
        outside.parent().unwrap().display()
    );
    let all = bench.home.write("project/pom.xml", &pom("all", &modules));
    let (code, answer) = bench.json(&["--dry-run", text(&all)]);
    assert_eq!((code, &answer["artifacts"]), (0, &serde_json::json!(["org.example:managed:1.0"])), "{answer}");
    let missing = answer["incomplete"].to_string();
    assert!(missing.contains(&format!("project{}", outside.parent().unwrap().display())), "{answer}");
}

/// A build tool of the project's own: a script that stands where a wrapper does.
#[cfg(unix)]
fn wrapper(bench: &Bench, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = bench.home.write(name, &format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn the_projects_own_tool_is_asked_only_where_that_is_wanted() {
    let bench = Bench::new();
    let folder = bench.home.path("project");
    bench.home.write("project/build.gradle.kts", "");
    bench.home.write("project/gradle.lockfile", "g:locked:1=runtimeClasspath\n");
    wrapper(
        &bench,
        "project/gradlew",
        "echo ran >> ran; cat \"$4\" >> ran; echo noise; echo jardex-lists g:a:1=compileClasspath; echo jardex-lists g:t:1=testRuntimeClasspath",
    );
    assert_eq!(bench.seed(&["--dry-run", text(&folder)]).out, "g:locked:1\n");
    assert!(!folder.join("ran").exists());
    let asked = bench.seed(&["--dry-run", "--resolve", text(&folder)]);
    assert_eq!(asked.out, "g:a:1\n", "{}", asked.err);
    let script = std::fs::read_to_string(folder.join("ran")).unwrap();
    assert!(script.contains("jardexList"), "the script is there while it runs");
    assert!(!script.contains("tasks.register"), "Gradle 4.4, which Debian has, does not know that");

    let folder = bench.home.path("maven");
    bench.home.write("maven/pom.xml", &pom("app", ""));
    let said = "[INFO] Scanning for projects...\n\
        [ERROR] [ERROR] Some problems were encountered while processing the POMs:\n\
        [FATAL] Non-resolvable parent POM for x:y:1: no:such:pom:9 was not found @ line 1, column 118\n @ \n\
        [ERROR] The build could not read 1 project -> [Help 1]\n[ERROR]   \n\
        [ERROR]     Non-resolvable parent POM for x:y:1: no:such:pom:9 was not found @ line 1, column 118 -> [Help 2]\n\
        [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n\
        [ERROR] [Help 1] http://cwiki.apache.org/\n";
    bench.home.write("maven/said", said);
    wrapper(&bench, "maven/mvnw", "cat said; exit 3");
    let failed = bench.seed(&["--dry-run", "--resolve", text(&folder)]);
    assert_eq!(failed.code, 1);
    let why = "Maven failed (exit status: 3): Some problems were encountered while processing the POMs: | \
        Non-resolvable parent POM for x:y:1: no:such:pom:9 was not found @ line 1, column 118 | \
        The build could not read 1 project -> [Help 1]\n";
    assert!(failed.err.starts_with("indexing_failed: ") && failed.err.contains(why), "{}", failed.err);
    // It names repositories as settings.xml writes them.
    let said = "[ERROR] x:y:1: Could not transfer a:b:pom:1 from/to corp (http://joe:s3cret@h/m2?key=s3cret): 401\n";
    bench.home.write("maven/said", said);
    let failed = bench.seed(&["--dry-run", "--resolve", text(&folder)]).err;
    assert!(failed.contains("from/to corp (http://h/m2?…): 401") && !failed.contains("s3cret"), "{failed}");
    wrapper(&bench, "maven/mvnw", "echo \"Could not GET 'https://s3cret@h/a.pom'. $(seq -s , 200)@\" >&2; exit 1");
    let failed = bench.seed(&["--dry-run", "--resolve", text(&folder)]).err;
    assert!(failed.contains("Could not GET 'https://h/a.pom'.") && !failed.contains("s3cret"), "{failed}");
    // However much it says, and wherever: a part is enough.
    wrapper(&bench, "maven/mvnw", "for n in $(seq 5000); do printf 'line %s %2000s\\n' $n x >&2; done; exit 1");
    let long = bench.seed(&["--dry-run", "--resolve", text(&folder)]).err;
    assert!(long.contains("line 5000 ") && !long.contains("line 4000 ") && long.len() < 20_000, "{long}");
    wrapper(&bench, "maven/mvnw", "sleep 60 & wait");
    let late = bench.seed(&["--dry-run", "--resolve-within", "1", text(&folder)]);
    assert!(late.err.starts_with("indexing_failed: ") && late.err.contains("took longer than 1 s"), "{}", late.err);
    std::fs::remove_file(folder.join("mvnw")).unwrap();
    let none = bench.seed(&["--dry-run", "--resolve", text(&folder)]);
    assert!(none.err.contains("neither its wrapper (mvnw)"), "{}", none.err);
}
