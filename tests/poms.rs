//! POMs: versions of direct dependencies out of parents, properties and BOMs.

use std::collections::HashMap;

use jardex::coordinate::Coordinate;
use jardex::maven::pom::{Pom, PomError, effective, effective_among};

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
    ]
    .concat();
    let pom = format!(
        "<project><properties><range>(,1.10)</range></properties><dependencies>{ranges}</dependencies></project>"
    );
    let versions = |_: &str, _: &str| ["1.9", "2.0", "1.10"].map(str::to_owned).to_vec();
    let found: Vec<String> =
        effective_among(pom.as_bytes(), &|_| None, &versions).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["x:a:1.10", "x:b:1.9", "x:e:1.10", "x:f:1.9"]);
}
