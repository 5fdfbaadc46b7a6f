//! Class files where there are no sources.

use std::fs;

use serde_json::json;

use super::library::{LIB, Library, class, jar_of, of};
use super::repositories::{CLASSES, SOURCES, jar};
use super::server::{Reply, Server};

#[test]
fn what_has_classes_only_answers_from_them_until_there_are_sources() {
    let server = Server::start();
    let classes = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/classfile/shapes.jar");
    server.on(CLASSES, Reply::ok(fs::read(classes).unwrap()));
    let library = Library::behind(&server);
    let answer = library.ask("list_types", of(LIB, json!({})));
    assert_eq!((&answer["status"], &answer["origin"]), (&json!("success"), &json!("bytecode")));
    assert_eq!(answer["types"].as_array().unwrap().len(), 12, "{answer}");
    server.on(SOURCES, Reply::ok(jar(&class("A"))));
    assert_eq!(library.types().len(), 12, "the index in force answers");
    // Who asks for the class JAR keeps it; who asks for the artifact gets what is best now.
    let register = |arguments| library.ask("register_source", of(LIB, arguments))["origin"].clone();
    assert_eq!(register(json!({"origin": "bytecode"})), "bytecode");
    assert_eq!(library.ask("index_artifact", of(LIB, json!({"force": true})))["origin"], "bytecode");
    assert_eq!(register(json!({})), "source");
    assert_eq!(library.types(), ["A"]);
}

/// A library of which the class JAR alone is on this machine, first asked for while the network is off.
fn of_classes_offline(server: &Server) -> Library {
    let classes = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/classfile/shapes.jar")).unwrap();
    let mut library = Library::behind(server);
    library.home.write(".m2/repository/org/example/lib/1.0/lib-1.0.jar", &classes);
    library.home.config.offline = true;
    assert_eq!(library.types().len(), 12);
    library
}

#[test]
fn what_was_made_of_classes_offline_looks_for_its_sources_online() {
    let server = Server::start();
    let mut library = of_classes_offline(&server);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["origin"], "bytecode");
    assert_eq!(library.record()["current"]["unasked"], true);
    assert_eq!(server.asked().len(), 0);
    // A repository that fails takes nothing away, and is asked again.
    library.home.config.offline = false;
    server.on(SOURCES, Reply::status(500));
    assert_eq!(library.types().len(), 12);
    server.on(SOURCES, Reply::ok(jar(&class("A"))));
    assert_eq!(library.types(), ["A"]);
    assert_eq!(library.record()["current"].get("unasked"), None);
}

#[test]
fn what_has_no_sources_is_asked_about_once() {
    let server = Server::start();
    let mut library = of_classes_offline(&server);
    library.home.config.offline = false;
    assert_eq!(library.types().len(), 12);
    assert_eq!(library.types().len(), 12);
    assert_eq!(server.count(SOURCES), 1);
    assert_eq!(library.record()["current"].get("unasked"), None);
}

#[test]
fn sources_are_not_given_up_for_class_files_because_the_network_is_off() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar_of(&["A"])));
    let mut library = Library::behind(&server);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["origin"], "source");
    // The download is gone, as after `cache import`; a build of the project left the class JAR on the machine.
    library.home.config.offline = true;
    fs::remove_dir_all(library.home.config.home.join("jars-v1")).unwrap();
    let local = library.home.path("m2/org/example/lib/1.0");
    library.home.config.maven_local = Some(library.home.path("m2"));
    fs::create_dir_all(&local).unwrap();
    fs::write(local.join("lib-1.0.jar"), fs::read("testdata/classfile/shapes.jar").unwrap()).unwrap();
    for (tool, arguments) in
        [("index_artifact", json!({})), ("index_artifact", json!({"force": true})), ("register_source", json!({}))]
    {
        let answer = library.ask(tool, of(LIB, arguments.clone()));
        assert_eq!(answer["origin"], "source", "{tool} {arguments}: {answer}");
        assert_eq!(library.types(), ["A"], "{tool} {arguments}");
    }
    // Who asks for class files gets them.
    let answer = library.ask("register_source", of(LIB, json!({"origin": "bytecode"})));
    assert_eq!(answer["origin"], "bytecode", "{answer}");
}
