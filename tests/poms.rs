//! POMs: versions of direct dependencies out of parents, properties and BOMs; which are invalid.
#![allow(clippy::disallowed_methods, reason = "tests look at files")]

use std::collections::HashMap;

use jardex::coordinate::Coordinate;
use jardex::maven::graph;
use jardex::maven::model::Models;
use jardex::maven::pom::{Pom, PomError, effective, effective_among};
use jardex::maven::profile::Machine;

/// The dependencies of the first project of a file of several (each a `project`), which find each other by coordinate.
fn resolve(projects: &[&str]) -> Vec<String> {
    let documents: Vec<String> = projects.iter().map(|body| format!("<project>{body}</project>")).collect();
    let mut found = HashMap::new();
    for document in &documents {
        let pom = Pom::read(document.as_bytes()).expect("a POM");
        let part = |part: Option<String>| part.expect("complete");
        let name = format!("{}:{}:{}", part(pom.group), part(pom.artifact), part(pom.version));
        found.insert(name, document.clone().into_bytes());
    }
    let find = |coordinate: &Coordinate| found.get(&coordinate.to_string()).cloned();
    effective(documents[0].as_bytes(), &find).iter().map(ToString::to_string).collect()
}

const CHILD: &str = "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>7</version></parent>
    <groupId>g</groupId><artifactId>child</artifactId><version>7</version>";

#[test]
fn versions_come_from_properties_parents_and_boms() {
    let child = format!(
        "{CHILD}<properties><own>2</own><shared>child</shared></properties><dependencies>
          <dependency><groupId>${{project.groupId}}</groupId><artifactId>sibling</artifactId>
            <version>${{project.version}}</version></dependency>
          <dependency><groupId>x</groupId><artifactId>direct</artifactId><version>1.${{own}}</version></dependency>
          <dependency><groupId>x</groupId><artifactId>managed</artifactId></dependency>
          <dependency><groupId>x</groupId><artifactId>bom-managed</artifactId><optional>true</optional></dependency>
          <dependency><groupId>x</groupId><artifactId>overridden</artifactId></dependency>
          <dependency><groupId>x</groupId><artifactId>unknown</artifactId></dependency>
          <dependency><groupId>x</groupId><artifactId>range</artifactId><version>[1,2)</version></dependency>
          <dependency><groupId>x</groupId><artifactId>test</artifactId><version>1</version><scope>test</scope></dependency>
          <dependency><groupId>x</groupId><artifactId>managed-test</artifactId></dependency>
          <dependency><groupId>x</groupId><artifactId>pom</artifactId><version>1</version><type>pom</type></dependency>
        </dependencies>"
    );
    let parent = "<groupId>g</groupId><artifactId>parent</artifactId><version>7</version>
        <properties><shared>parent</shared><bom>3</bom></properties>
        <dependencyManagement><dependencies>
          <dependency><groupId>x</groupId><artifactId>managed</artifactId><version>${shared}</version></dependency>
          <dependency><groupId>x</groupId><artifactId>overridden</artifactId><version>mine</version></dependency>
          <dependency><groupId>x</groupId><artifactId>managed-test</artifactId><version>1</version><scope>test</scope></dependency>
          <dependency><groupId>b</groupId><artifactId>bom</artifactId><version>${bom}</version>
            <type>pom</type><scope>import</scope></dependency>
        </dependencies></dependencyManagement>
        <dependencies><dependency><groupId>x</groupId><artifactId>inherited</artifactId><version>4</version></dependency>
          <dependency><groupId>x</groupId><artifactId>direct</artifactId><version>ignored</version></dependency>
        </dependencies>";
    let bom = "<groupId>b</groupId><artifactId>bom</artifactId><version>3</version>
        <properties><shared>bom</shared></properties><dependencyManagement><dependencies>
          <dependency><groupId>x</groupId><artifactId>overridden</artifactId><version>boms</version></dependency>
          <dependency><groupId>x</groupId><artifactId>bom-managed</artifactId><version>${shared}.${project.version}</version></dependency>
        </dependencies></dependencyManagement>";
    assert_eq!(
        resolve(&[&child, parent, bom]),
        ["g:sibling:7", "x:direct:1.2", "x:managed:child", "x:bom-managed:bom.3", "x:overridden:mine", "x:inherited:4"]
    );
    // Without its parent it still has what it says itself.
    assert_eq!(resolve(&[&child]), ["g:sibling:7", "x:direct:1.2"]);
}

#[test]
fn cycles_and_multiplying_properties_come_to_an_end() {
    let own = "<groupId>g</groupId><artifactId>parent</artifactId><version>7</version>";
    let own_parent = format!("<parent>{own}</parent>{own}");
    let import = "<dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>parent</artifactId>
        <version>7</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>";
    let dependency = "<properties><a>${a}</a><b>${c}${c}</b><c>${b}${b}</c></properties><dependencies>
        <dependency><groupId>x</groupId><artifactId>a</artifactId><version>${a}</version></dependency>
        <dependency><groupId>x</groupId><artifactId>b</artifactId><version>${b}</version></dependency>
        <dependency><groupId>x</groupId><artifactId>c</artifactId><version>1</version></dependency></dependencies>";
    assert_eq!(resolve(&[&format!("{own_parent}{import}{dependency}")]), ["x:c:1"]);
}

#[test]
fn a_relocation_is_read_and_other_documents_are_refused() {
    let pom = Pom::read(
        b"<project xmlns='http://maven.apache.org/POM/4.0.0'><distributionManagement><relocation>
          <groupId>new</groupId></relocation></distributionManagement></project>",
    )
    .expect("a POM");
    let relocation = pom.relocation.expect("there is one");
    assert_eq!((relocation.group.as_deref(), relocation.artifact), (Some("new"), None));
    assert!(matches!(Pom::read(b"<html/>"), Err(PomError::Root(_))));
    assert!(matches!(Pom::read(b"<project>"), Err(PomError::Xml(_))));
    assert!(effective(b"no POM", &|_| None).is_empty());
}

#[test]
fn a_range_picks_the_highest_version_there_is() {
    let dependency = |artifact: &str, version: &str| {
        format!(
            "<dependency><groupId>x</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>"
        )
    };
    let ranges = [
        dependency("a", "[1.0,2.0)"),
        dependency("b", "${range}"),
        dependency("c", "[3,)"),
        dependency("d", "[1,"),
        dependency("e", "[1.10]"),
        dependency("f", "1.9"),
        // Of one version alone: no list is needed.
        dependency("g", "[1.7]"),
    ]
    .concat();
    let pom = format!(
        "<project><properties><range>(,1.10)</range></properties><dependencies>{ranges}</dependencies></project>"
    );
    let versions = |_: &str, _: &str| ["1.9", "2.0", "1.10"].map(str::to_owned).to_vec();
    let found: Vec<String> =
        effective_among(pom.as_bytes(), &|_| None, &versions).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["x:a:1.10", "x:b:1.9", "x:e:1.10", "x:f:1.9", "x:g:1.7"]);
}

#[test]
fn of_many_dependencies_each_is_named_once() {
    // Comparing each with each would take minutes.
    const MANY: usize = 30_000;
    let dependency = |at: usize, kind: &str| {
        format!(
            "<dependency><groupId>x</groupId><artifactId>l{at}</artifactId><version>1</version><type>{kind}</type></dependency>"
        )
    };
    let all: String = (0..MANY).map(|at| dependency(at, "jar")).chain([dependency(7, "ejb")]).collect();
    let pom = format!("<project><dependencies>{all}</dependencies></project>");
    assert_eq!(effective(pom.as_bytes(), &|_| None).len(), MANY);
}

/// What is chosen for a project of these POMs (each a `project` of the group `g`), and what could not be told.
fn chosen(projects: &[(&str, &str)], known: &[&str]) -> (Vec<String>, Vec<String>) {
    let dependency = |name: &str| {
        let (artifact, version) = name.split_once(':').expect("a version");
        format!(
            "<dependency><groupId>g</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>"
        )
    };
    let pom = |(name, needs): &(&str, &str)| {
        let (artifact, version) = name.split_once(':').expect("a version");
        let needs: String = needs.split_whitespace().map(dependency).collect();
        format!(
            "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>{artifact}</artifactId><version>{version}</version><dependencies>{needs}\
             </dependencies></project>"
        )
    };
    let poms: HashMap<String, String> = projects.iter().map(|one| (format!("g:{}", one.0), pom(one))).collect();
    let find = |coordinate: &Coordinate| poms.get(&coordinate.to_string()).cloned().map(String::into_bytes);
    let versions = |_: &str, artifact: &str| -> Vec<String> {
        let of = known.iter().filter_map(|name| name.strip_prefix(artifact)?.strip_prefix(':'));
        of.map(str::to_owned).collect()
    };
    let models = Models::new(&find, Machine::default(), 1000);
    let root = models.model(&Pom::read(pom(&projects[0]).as_bytes()).expect("a POM"));
    let graph = graph::resolve(&models, &root, &versions, 2);
    let chosen = graph.chosen.iter().map(|one| format!("{}:{}", one.artifact, one.version)).collect();
    (chosen, graph.problems.into_iter().map(|(what, reason)| format!("{what}: {reason}")).collect())
}

#[test]
fn a_range_holds_for_what_is_nearer() {
    let known = ["b:1.0", "b:1.1", "b:1.2", "b:1.3"];
    let empty = known.map(|name| (name, ""));
    let with = |projects: &[(&'static str, &'static str)]| chosen(&[projects, &empty[..]].concat(), &known);
    // Nearest, but ruled out from farther away: all is chosen anew, and what only the loser needed is gone.
    let (found, problems) = chosen(
        &[("p:1", "b:1.2 c:1"), ("c:1", "b:[1.0,1.1]"), ("b:1.2", "gone:1"), ("b:1.1", "kept:1"), ("kept:1", "")],
        &known,
    );
    assert_eq!((found, problems), (vec!["c:1".into(), "b:1.1".into(), "kept:1".into()], Vec::new()));
    assert_eq!(with(&[("p:1", "c:1 d:1"), ("c:1", "b:[1.0,1.2]"), ("d:1", "b:[1.1,2)")]).0, ["c:1", "d:1", "b:1.2"]);
    assert_eq!(with(&[("p:1", "b:1.2 c:1"), ("c:1", "d:1"), ("d:1", "b:[1.0]")]).0, ["c:1", "d:1", "b:1.0"]);
    // Maven gives up here; the rest is told, and what is missing.
    let (found, problems) = with(&[("p:1", "c:1 d:1"), ("c:1", "b:[1.0]"), ("d:1", "b:[1.1,2)")]);
    assert_eq!(found, ["c:1", "d:1"]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("no version that is known is in [1.0] and [1.1,2)"), "{problems:?}");
    // Nobody knows a version.
    for range in ["[7,8)", "[]", "(,)"] {
        let (found, problems) = chosen(&[("p:1", &format!("x:{range}"))], &[]);
        assert!(found.is_empty() && problems.len() == 1, "{range}: {found:?} {problems:?}");
    }
    // What is no range stays as it is written: whoever lists it says that it is no version.
    assert_eq!(chosen(&[("p:1", "x:[1.0 y:[2,1]")], &[]).0, ["x:[1.0", "y:[2,1]"]);
}

#[test]
fn exclusions_of_what_is_managed_have_the_properties_of_their_pom() {
    let dependency = |name: &str, more: &str| {
        format!(
            "<dependency><groupId>g</groupId><artifactId>{name}</artifactId><version>1</version>{more}</dependency>"
        )
    };
    let needs = |names: &[&str]| {
        let all: String = names.iter().map(|name| dependency(name, "")).collect();
        format!("<dependencies>{all}</dependencies>")
    };
    let excluding =
        "<exclusions><exclusion><groupId>${g}</groupId><artifactId>${x}</artifactId></exclusion></exclusions>";
    let managing = |x: &str, body: &str| {
        format!(
            "<properties><g>g</g><x>{x}</x></properties>
             <dependencyManagement><dependencies>{body}</dependencies></dependencyManagement>"
        )
    };
    let import = dependency("bom", "<type>pom</type><scope>import</scope>");
    let above = "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>";
    // As `mvn dependency:tree` has it: what a parent manages takes the project's values, what a BOM manages the BOM's.
    let poms: HashMap<String, String> = [
        ("project", above.to_owned() + &managing("a", &import) + &needs(&["top"])),
        ("parent", managing("b", &dependency("deep", excluding))),
        ("bom", managing("d", &dependency("other", excluding))),
        ("top", needs(&["deep", "other"])),
        ("deep", needs(&["a", "b", "c"])),
        ("other", needs(&["d", "e"])),
    ]
    .into_iter()
    .map(|(name, body)| {
        let own = format!("<groupId>g</groupId><artifactId>{name}</artifactId><version>1</version>");
        (format!("g:{name}:1"), format!("<project><modelVersion>4.0.0</modelVersion>{own}{body}</project>"))
    })
    .collect();
    let find = |coordinate: &Coordinate| poms.get(&coordinate.to_string()).cloned().map(String::into_bytes);
    let models = Models::new(&find, Machine::default(), 1000);
    let project = Pom::read(poms["g:project:1"].as_bytes()).expect("a POM");
    let graph = graph::resolve(&models, &models.model(&project), &|_, _| Vec::new(), 2);
    let chosen: Vec<&str> = graph.chosen.iter().map(|one| one.artifact.as_str()).collect();
    assert_eq!(chosen, ["top", "deep", "other", "b", "c", "e"]);
}

/// POMs of dependencies as they lie in testdata/seed/dependencies, by name; each needs `of-` and its own name.
#[cfg(unix)]
fn cases(kind: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/seed/dependencies").join(kind);
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &std::path::Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), std::fs::read(&path).expect("a file"))).collect()
}

/// What is expected here, mvn says too: `tests/real/projects.rs`.
#[cfg(unix)]
#[test]
fn what_maven_calls_invalid_is_not_followed() {
    let (followed, invalid, beside) = (cases("followed"), cases("invalid"), cases("beside"));
    let dependency = |name: &String| {
        format!(
            "<dependency><groupId>org.cases</groupId><artifactId>{name}</artifactId><version>1</version></dependency>"
        )
    };
    let project = |body: &str| {
        format!(
            "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version>
             <dependencies>{body}</dependencies></project>"
        )
    };
    let find = |coordinate: &Coordinate| {
        let name = coordinate.artifact();
        let known = followed.get(name).or_else(|| invalid.get(name)).or_else(|| beside.get(name)).cloned();
        known.or_else(|| Some(project("").into_bytes()))
    };
    let property = |name: &str| match name {
        "user.home" | "env.HOME" => Some("/home/u".to_owned()),
        "java.home" => Some("/usr/java".to_owned()),
        _ => None,
    };
    let machine = Machine { property_of_others: std::sync::Arc::new(property), ..Machine::default() };
    let models = Models::new(&find, machine, 1000);
    let all: String = followed.keys().chain(invalid.keys()).map(dependency).collect();
    let own = Pom::read(project(&all).as_bytes()).expect("a POM");
    let graph = graph::resolve(&models, &models.own_model(&own, &|_| None), &|_, _| Vec::new(), 2);
    let mut needed: Vec<&str> = graph.chosen.iter().filter_map(|one| one.artifact.strip_prefix("of-")).collect();
    needed.sort_unstable();
    assert_eq!(needed, followed.keys().map(String::as_str).collect::<Vec<_>>());
    let told = graph.problems.iter().filter(|(_, reason)| reason.starts_with("Maven calls its POM invalid"));
    let mut told: Vec<&str> = told.filter_map(|(what, _)| what.split(':').nth(1)).collect();
    told.sort_unstable();
    assert_eq!(told, invalid.keys().map(String::as_str).collect::<Vec<_>>(), "{:#?}", graph.problems);
    assert_eq!(graph.problems.len(), invalid.len(), "{:#?}", graph.problems);
    let reason = |name: &str| {
        let what = format!("org.cases:{name}:1");
        graph.problems.iter().find(|(one, _)| *one == what).map(|(_, reason)| reason.as_str())
    };
    let expected = "Maven calls its POM invalid ('dependencies.dependency.version' for org.cases:x:jar is missing): \
                    what it depends on is left out";
    assert_eq!(reason("no-version"), Some(expected));
    assert!(reason("import-nestbom").is_some_and(|reason| reason.contains("it imports org.cases:badbom:1: ")));
}

#[test]
fn boms_that_import_one_another_in_many_ways_are_read_once() {
    const LEVELS: usize = 9;
    const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let import = |name: &str| {
        format!(
            "<dependency><groupId>b</groupId><artifactId>{name}</artifactId><version>1</version><type>pom</type>\
             <scope>import</scope></dependency>"
        )
    };
    let all = |level: usize| NAMES.map(|name| import(&format!("{name}{level}"))).concat();
    let managing = |name: &str, managed: &str| {
        format!(
            "<groupId>b</groupId><artifactId>{name}</artifactId><version>1</version>\
             <dependencyManagement><dependencies>{managed}</dependencies></dependencyManagement>"
        )
    };
    let dependency =
        |name: &str| format!("<dependency><groupId>x</groupId><artifactId>{name}</artifactId></dependency>");
    let first = managing("app", &all(0))
        + &format!("<dependencies>{}{}</dependencies>", dependency("managed"), dependency("unknown"));
    let mut projects = vec![first];
    for level in 0..LEVELS {
        let managed = if level + 1 == LEVELS {
            dependency("managed").replace("</artifactId>", "</artifactId><version>5</version>")
        } else {
            all(level + 1)
        };
        projects.extend(NAMES.map(|name| managing(&format!("{name}{level}"), &managed)));
    }
    let projects: Vec<&str> = projects.iter().map(String::as_str).collect();
    assert_eq!(resolve(&projects), ["x:managed:5"]);
}
