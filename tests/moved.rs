//! Coordinates that point to others: relocations, and roots of Kotlin multiplatform libraries.
#![allow(clippy::unwrap_used, clippy::format_collect, clippy::disallowed_methods, reason = "tests")]

#[path = "common/library.rs"]
mod library;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use jardex::error::Failure;
use jardex::model::Origin;
use jardex::source::repository::{Asking, Found};
use jardex::work::Work;
use library::{LIB, Library, ask, of};
use repositories::{CLASSES, Home, POM, SOURCES, jar, lib, text};
use serde_json::{Value, json};
use server::{Reply, Server};

const MODULE: &str = "/maven/org/example/lib/1.0/lib-1.0.module";

fn relocation(parts: &str) -> Reply {
    Reply::ok(format!(
        "<project><distributionManagement><relocation>{parts}</relocation></distributionManagement></project>"
    ))
}

fn path(group: &str, artifact: &str, version: &str, ending: &str) -> String {
    format!("/maven/{}/{artifact}/{version}/{artifact}-{version}{ending}", group.replace('.', "/"))
}

/// What every answer about the artifact says of it.
fn gaps(found: &Found) -> Vec<String> {
    found.source.tree.problems().iter().map(|gap| format!("{}: {}", gap.what, gap.reason)).collect()
}

#[test]
fn a_relocation_is_followed_and_said() {
    for (parts, to) in [
        ("<groupId>com.new</groupId>", ["com.new", "lib", "1.0"]),
        ("<artifactId>new</artifactId><version>${project.version}</version>", ["org.example", "new", "1.0"]),
        ("<version>2.0</version>", ["org.example", "lib", "2.0"]),
    ] {
        let server = Server::start();
        server.on(POM, relocation(parts));
        let [group, artifact, version] = to;
        server.on(&path(group, artifact, version, "-sources.jar"), Reply::ok(jar("moved")));
        let home = Home::mirrored(&server);
        let found = home.found(Asking::ByTheWay);
        assert_eq!(text(&found), "moved");
        let said = format!("relocated to {group}:{artifact}:{version}, which answers in its place");
        assert_eq!(gaps(&found), [format!("org.example:lib:1.0: {said}")]);
        // All of that is remembered.
        let asked = server.asked().len();
        assert_eq!(text(&home.found(Asking::ByTheWay)), "moved");
        assert_eq!(server.asked().len(), asked, "{:?}", server.lines());
    }
}

#[test]
fn a_relocation_may_be_written_with_properties_of_its_own_or_of_a_parent() {
    let server = Server::start();
    let parent = "<project><groupId>org.example</groupId><artifactId>parent</artifactId><version>7</version>\
        <packaging>pom</packaging><properties><new.version>2.0</new.version></properties></project>";
    server.on(&path("org.example", "parent", "7", ".pom"), Reply::ok(parent));
    let pom = "<project><parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>7</version></parent>\
        <artifactId>lib</artifactId><version>1.0</version><properties><new.group>com.new</new.group></properties>\
        <distributionManagement><relocation><groupId>${new.group}</groupId><version>${new.version}</version></relocation>\
        </distributionManagement></project>";
    server.on(POM, Reply::ok(pom));
    server.on(&path("com.new", "lib", "2.0", "-sources.jar"), Reply::ok(jar("moved")));
    let home = Home::mirrored(&server);
    assert_eq!(text(&home.found(Asking::ByTheWay)), "moved");
}

#[test]
fn a_file_under_the_coordinate_itself_wins_unless_it_is_hollow() {
    let server = Server::start();
    server.on(POM, relocation("<artifactId>new</artifactId>"));
    server.on(&path("org.example", "new", "1.0", "-sources.jar"), Reply::ok(jar("moved")));
    server.on(SOURCES, Reply::ok(jar("still here")));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::ByTheWay);
    assert_eq!(text(&found), "still here");
    assert!(gaps(&found).is_empty());
    // A JAR of nothing but a manifest, as some publish beside a relocation.
    let hollow = zip::archive(&[zip::Item::stored("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n")]);
    server.on(SOURCES, Reply::ok(hollow.clone()));
    assert_eq!(text(&home.found(Asking::Explicitly)), "moved");
    // Without anything where it points to, what is there is the answer, and that is said.
    let server = Server::start();
    server.on(POM, relocation("<artifactId>new</artifactId>"));
    server.on(SOURCES, Reply::ok(hollow));
    let found = Home::mirrored(&server).found(Asking::ByTheWay);
    assert!(found.source.notes.join("; ").contains("nothing was found there"), "{:?}", found.source.notes);
}

#[test]
fn chains_are_followed_to_their_end_and_circles_are_told() {
    let server = Server::start();
    server.on(POM, relocation("<artifactId>b</artifactId>"));
    server.on(&path("org.example", "b", "1.0", ".pom"), relocation("<artifactId>c</artifactId>"));
    server.on(&path("org.example", "c", "1.0", ".jar"), Reply::ok(jar("at the end")));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::ByTheWay);
    assert_eq!(text(&found), "at the end");
    assert!(gaps(&found)[0].contains("relocated to org.example:b:1.0, which is relocated to org.example:c:1.0"));

    server.on(&path("org.example", "c", "1.0", ".jar"), Reply::status(404));
    server.on(&path("org.example", "c", "1.0", ".pom"), relocation("<artifactId>lib</artifactId>"));
    let (status, message) = Home::mirrored(&server).failure(Asking::ByTheWay);
    assert_eq!(status, "source_jar_not_found");
    assert!(message.contains("these relocations have no end"), "{message}");

    // An endless chain without a circle.
    let server = Server::start();
    server.on(POM, relocation("<version>2</version>"));
    for version in 2..30 {
        let next = relocation(&format!("<version>{}</version>", version + 1));
        server.on(&path("org.example", "lib", &version.to_string(), ".pom"), next);
    }
    let (status, message) = Home::mirrored(&server).failure(Asking::ByTheWay);
    assert_eq!(status, "source_jar_not_found");
    assert!(message.contains("these relocations have no end"), "{message}");
    assert_eq!(server.count(&path("org.example", "lib", "20", ".pom")), 0);
}

#[test]
fn a_relocation_that_leads_nowhere_names_both_ends() {
    let server = Server::start();
    server.on(POM, relocation("<groupId>com.new</groupId>"));
    let (status, message) = Home::mirrored(&server).failure(Asking::Explicitly);
    assert_eq!(status, "source_jar_not_found");
    assert!(message.contains("com.new:lib:1.0 (org.example:lib:1.0 is relocated to com.new:lib:1.0)"), "{message}");
    // One that fails there is a failure.
    server.on(&path("com.new", "lib", "1.0", "-sources.jar"), Reply::status(500));
    let (status, message) = Home::mirrored(&server).failure(Asking::Explicitly);
    assert_eq!(status, "download_failed");
    assert!(message.contains("org.example:lib:1.0 is relocated"), "{message}");
}

fn root_pom() -> Reply {
    Reply::ok("<project><!-- do_not_remove: published-with-gradle-metadata --></project>")
}

fn root_module(platform: &str) -> Reply {
    Reply::ok(format!(
        r#"{{"formatVersion":"1.1","variants":[
            {{"name":"js","attributes":{{"org.gradle.category":"library","org.jetbrains.kotlin.platform.type":"js"}},
              "available-at":{{"url":"x","group":"org.example","module":"lib-js","version":"1.0"}}}},
            {{"name":"x","attributes":{{"org.gradle.category":"library","org.jetbrains.kotlin.platform.type":"{platform}"}},
              "available-at":{{"url":"x","group":"org.example","module":"lib-{platform}","version":"1.0"}}}}]}}"#
    ))
}

fn kotlin(source_set: &str, content: &str) -> Vec<u8> {
    zip::archive(&[zip::Item::stored(&format!("{source_set}/a/A.kt"), content.as_bytes())])
}

#[test]
fn the_jvm_part_answers_for_a_multiplatform_root() {
    let jvm = path("org.example", "lib-jvm", "1.0", "-sources.jar");
    let metadata_jar = zip::archive(&[
        zip::Item::stored("META-INF/kotlin-project-structure-metadata.json", b"{}"),
        zip::Item::stored("commonMain/default/linkdata/0_a.knm", b"x"),
    ]);
    // With the sources of the other platforms, with a hollow JAR alone, and with nothing at all beside its metadata.
    for (sources, classes) in
        [(Some(kotlin("commonMain", "root")), Some(metadata_jar.clone())), (None, Some(metadata_jar)), (None, None)]
    {
        let server = Server::start();
        server.on(POM, root_pom());
        server.on(MODULE, root_module("jvm"));
        server.on(&jvm, Reply::ok(kotlin("jvmMain", "jvm")));
        if let Some(sources) = sources {
            server.on(SOURCES, Reply::ok(sources));
        }
        if let Some(classes) = classes {
            server.on(CLASSES, Reply::ok(classes));
        }
        let home = Home::mirrored(&server);
        let found = home.found(Asking::ByTheWay);
        assert_eq!(text(&found), "jvm");
        assert!(gaps(&found)[0].contains("multiplatform root whose JVM part is org.example:lib-jvm:1.0"), "{found:?}");
        // The part itself is asked for its metadata too, and says nothing of another.
        let asked = server.asked().len();
        assert_eq!(text(&home.found(Asking::ByTheWay)), "jvm");
        assert_eq!(server.asked().len(), asked, "{:?}", server.lines());
    }
}

#[test]
fn a_sources_jar_without_sources_gives_way_to_the_class_jar() {
    let hollow = zip::archive(&[zip::Item::stored("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n")]);
    let server = Server::start();
    server.on(SOURCES, Reply::ok(hollow.clone()));
    server.on(CLASSES, Reply::ok(zip::archive(&[zip::Item::stored("a/A.class", b"classes")])));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::ByTheWay);
    assert_eq!(text(&found), "classes");
    assert!(found.source.notes.join("; ").contains("holds no sources"), "{:?}", found.source.notes);
    // Asked for outright, it is what it is; and so it is where the class JAR has no more in it.
    let wanted = Some(Origin::Source);
    let found = home.repositories().locate_origin(&lib(), wanted, Asking::ByTheWay, &Work::default()).unwrap();
    assert_eq!(text(&found), "Manifest-Version: 1.0\n");
    server.on(CLASSES, Reply::ok(hollow));
    assert_eq!(text(&home.found(Asking::Explicitly)), "Manifest-Version: 1.0\n");
    // A class JAR that cannot be had may have more.
    server.on(CLASSES, Reply::status(500));
    assert_eq!(Home::mirrored(&server).failure(Asking::ByTheWay).0, "download_failed");
}

#[test]
fn offline_a_cache_tells_where_the_files_are() {
    let mut home = Home::new();
    home.config.offline = true;
    let folder = ".gradle/caches/modules-2/files-2.1/org.example";
    home.write(
        &format!("{folder}/lib/1.0/a/lib-1.0.pom"),
        b"<project><!-- do_not_remove: published-with-gradle-metadata --></project>",
    );
    let module = r#"{"variants":[{"name":"x","attributes":{"org.gradle.usage":"java-api"},
        "available-at":{"url":"x","group":"org.example","module":"lib-jvm","version":"1.0"}}]}"#;
    home.write(&format!("{folder}/lib/1.0/b/lib-1.0.module"), module.as_bytes());
    let (status, message) = home.failure(Asking::ByTheWay);
    assert_eq!(status, "offline");
    assert!(message.contains("org.example:lib-jvm:1.0 (org.example:lib:1.0 is a Kotlin"), "{message}");
    let classes = zip::archive(&[zip::Item::stored("a/A.class", b"classes")]);
    let digest = repositories::sha1(&classes);
    home.write(&format!("{folder}/lib-jvm/1.0/{}/lib-jvm-1.0.jar", digest.trim_start_matches('0')), &classes);
    assert_eq!(text(&home.found(Asking::ByTheWay)), "classes");
}

#[test]
fn metadata_that_cannot_be_had_is_no_reason_to_take_other_sources() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(kotlin("commonJvmAndroid", "root")));
    server.on(POM, root_pom());
    server.on(MODULE, Reply::status(500));
    let home = Home::mirrored(&server);
    assert_eq!(home.failure(Asking::ByTheWay).0, "download_failed");
    // A JAR in which there is nothing to ask about serves as it is.
    let hollow = zip::archive(&[zip::Item::stored("page.html", b"<html>")]);
    server.on(SOURCES, Reply::ok(hollow));
    assert_eq!(text(&home.found(Asking::Explicitly)), "<html>");
}

#[test]
fn class_files_of_a_root_are_those_of_its_jvm_part() {
    let server = Server::start();
    server.on(POM, root_pom());
    server.on(MODULE, root_module("jvm"));
    server.on(CLASSES, Reply::ok(zip::archive(&[zip::Item::stored("META-INF/MANIFEST.MF", b"")])));
    server.on(&path("org.example", "lib-jvm", "1.0", ".jar"), Reply::ok(jar("classes")));
    let home = Home::mirrored(&server);
    let wanted = Some(Origin::Bytecode);
    let found = home.repositories().locate_origin(&lib(), wanted, Asking::ByTheWay, &Work::default()).unwrap();
    assert_eq!(text(&found), "classes");
}

#[test]
fn a_root_without_a_jvm_part_is_what_it_is() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(kotlin("commonMain", "root")));
    let home = Home::mirrored(&server);
    assert_eq!(text(&home.found(Asking::Explicitly)), "root", "without a POM");
    server.on(POM, root_pom());
    assert_eq!(text(&home.found(Asking::Explicitly)), "root", "without metadata");
    for module in [root_module("native"), Reply::ok("<html>a page</html>"), Reply::ok("{}")] {
        server.on(MODULE, module);
        let outcome = Home::mirrored(&server).locate(Asking::Explicitly);
        match outcome {
            Ok(found) => assert_eq!(text(&found), "root"),
            Err(error) => assert!(Failure::from(error).message.contains("something else"), "a page is no metadata"),
        }
    }
    // A part that is not there: the root's own sources are better than nothing, and it is said.
    server.on(MODULE, root_module("jvm"));
    let found = Home::mirrored(&server).found(Asking::Explicitly);
    assert_eq!(text(&found), "root");
    assert!(found.source.notes.join("; ").contains("nothing was found there"), "{:?}", found.source.notes);
    assert!(gaps(&found).is_empty());
}

#[test]
fn the_metadata_in_gradles_cache_is_used() {
    let server = Server::start();
    server.on(&path("org.example", "lib-jvm", "1.0", "-sources.jar"), Reply::ok(kotlin("jvmMain", "jvm")));
    let home = Home::mirrored(&server);
    let folder = ".gradle/caches/modules-2/files-2.1/org.example/lib/1.0";
    home.write(
        &format!("{folder}/a/lib-1.0.pom"),
        b"<project><!-- do_not_remove: published-with-gradle-metadata --></project>",
    );
    let module = r#"{"variants":[{"name":"x","attributes":{"org.gradle.usage":"java-api"},
        "available-at":{"url":"x","group":"org.example","module":"lib-jvm","version":"1.0"}}]}"#;
    home.write(&format!("{folder}/b/lib-1.0.module"), module.as_bytes());
    assert_eq!(text(&home.found(Asking::ByTheWay)), "jvm");
    assert_eq!(server.count(MODULE), 0);
}

/// A lock file names both: who searches everything gets each answer once, under the name of the part, whichever of both a user names.
#[test]
fn a_root_beside_its_part_is_searched_once() {
    let server = Server::start();
    server.on(POM, root_pom());
    server.on(MODULE, root_module("jvm"));
    let sources = [
        (
            "jvmMain/a/Sink.kt",
            "package a\ninterface Sink {\n    fun put()\n    fun twice() {\n        put()\n    }\n}\n",
        ),
        ("jvmMain/a/Full.kt", "package a\nclass Full : Sink {\n    override fun put() {}\n}\n"),
    ];
    let items = sources.map(|(path, text)| zip::Item::deflated(path, text.as_bytes()));
    server.on(&path("org.example", "lib-jvm", "1.0", "-sources.jar"), Reply::ok(zip::archive(&items)));
    server.on(
        &path("org.example", "user", "1.0", ".pom"),
        Reply::ok(
            "<project><groupId>org.example</groupId><artifactId>user</artifactId><version>1.0</version><dependencies>\
             <dependency><groupId>org.example</groupId><artifactId>lib</artifactId><version>1.0</version></dependency>\
             </dependencies></project>",
        ),
    );
    let user = "package u\nclass Mine : a.Sink {\n    override fun put() {}\n}\nfun go(sink: a.Sink) = sink.put()\n";
    let user = zip::archive(&[zip::Item::deflated("u/Mine.kt", user.as_bytes())]);
    server.on(&path("org.example", "user", "1.0", "-sources.jar"), Reply::ok(user));
    let library = Library::behind(&server);
    let explorer = library.explorer();
    let [part, user] = ["org.example:lib-jvm:1.0", "org.example:user:1.0"];
    for coordinate in [LIB, part, user] {
        let indexed = ask(&explorer, "index_artifact", of(coordinate, json!({})));
        assert_eq!(indexed["status"], "success", "{indexed}");
    }
    // Where a result is, as often as it is answered.
    let artifacts = |answer: &Value, list: &str| -> Vec<String> {
        answer[list].as_array().unwrap().iter().map(|one| one["artifact"].as_str().unwrap().to_owned()).collect()
    };
    let symbols = ask(&explorer, "search_symbols", json!({"query": "put"}));
    assert_eq!(artifacts(&symbols, "symbols"), [part, part, user], "{symbols}");
    assert!(symbols.get("incomplete").is_none(), "nothing is left out: {symbols}");
    let content = ask(&explorer, "search_file_content", json!({"query": "interface Sink", "query_type": "string"}));
    assert_eq!(content["total"], json!({"value": 1, "relation": "eq"}), "{content}");
    let implementations = ask(&explorer, "find_implementations", json!({"symbol": "a.Sink"}));
    assert_eq!(artifacts(&implementations, "implementations"), [part, user], "{implementations}");
    let overrides = ask(&explorer, "find_implementations", json!({"symbol": "a.Sink#put"}));
    assert_eq!(artifacts(&overrides, "implementations"), [part, user], "{overrides}");
    for asked in [json!({"symbol": "a.Sink#put"}), of(LIB, json!({"symbol": "a.Sink#put"}))] {
        let references = ask(&explorer, "find_references", asked);
        let calls = json!({"call": 2, "override": 2});
        assert_eq!((&references["kinds"], &references["file_count"]), (&calls, &json!(3)), "{references}");
        assert_eq!(references["definitions"].as_array().unwrap().len(), 1, "{references}");
    }
    // Who names artifacts has them searched, each once.
    let narrowed =
        |artifacts: Value| ask(&explorer, "search_symbols", json!({"query": "Sink", "artifacts": artifacts}));
    let named = narrowed(json!([LIB]));
    assert_eq!(artifacts(&named, "symbols"), [LIB], "{named}");
    let globbed = narrowed(json!(["org.example:*"]));
    assert_eq!(artifacts(&globbed, "symbols"), [part], "{globbed}");
    let note =
        json!([{"what": LIB, "reason": "has what org.example:lib-jvm:1.0 has, and is searched there", "note": true}]);
    assert_eq!(globbed["incomplete"], note);
    let root_alone = narrowed(json!(["org.example:lib:*"]));
    assert_eq!(artifacts(&root_alone, "symbols"), [LIB], "{root_alone}");
}

/// What a question names and nobody has asked for before is searched by it.
#[test]
fn what_a_question_registers_is_searched_by_it() {
    let files = [
        zip::Item::stored("a/Base.java", b"package a; public class Base { void f(Base b) {} }"),
        zip::Item::stored("a/Sub.java", b"package a; class Sub extends Base { Object o = new Base() {}; }"),
    ];
    for (tool, expected) in [("find_implementations", 2), ("find_references", 3)] {
        let server = Server::start();
        server.on(SOURCES, Reply::ok(zip::archive(&files)));
        server.on(POM, Reply::ok("<project/>"));
        let library = Library::behind(&server);
        let explorer = library.explorer();
        let question = of(LIB, json!({"symbol": "a.Base"}));
        let answer = ask(&explorer, tool, question.clone());
        assert_eq!(answer["total"]["value"], expected, "{answer}");
        assert_eq!(answer, ask(&explorer, tool, question));
    }
}
