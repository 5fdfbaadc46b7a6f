//! Class files as sources: their outlines, what the tools answer about them, and what hostile ones cost.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at files")]

#[path = "common/classfile.rs"]
mod classfile;
#[path = "bytecode/damage.rs"]
mod damage;
#[path = "common/home.rs"]
mod home;
#[path = "bytecode/parts.rs"]
mod parts;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "only honest archives are written here")]
mod zip;

use std::path::Path;

use classfile::ClassFile;
use home::{Home, text};
use zip::{Item, archive};

const SHAPES: &str = "org.example:shapes:1";

/// A home where the class JAR of the fixtures is registered.
fn with_shapes() -> Home {
    let home = Home::new();
    add(&home, SHAPES, &fixtures().join("shapes.jar"));
    home
}

fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/classfile"))
}

fn add(home: &Home, coordinate: &str, source: &Path) {
    let added = home.run(&["add", coordinate, text(source)]);
    assert_eq!(added.code, 0, "{}{}", added.out, added.err);
}

/// Names and bytes of the class files of the fixture.
fn classes() -> Vec<(String, Vec<u8>)> {
    let located = jardex::source::jar_file("shapes.jar", &fixtures().join("shapes.jar")).expect("a JAR");
    let read =
        |(at, entry): (usize, &jardex::source::Entry)| (entry.path.clone(), located.tree.read(at).expect("bytes"));
    located.tree.entries().iter().enumerate().map(read).collect()
}

/// A home with an artifact of these class files.
fn with_classes(classes: &[(&str, Vec<u8>)]) -> Home {
    let home = Home::new();
    let items: Vec<Item> = classes.iter().map(|(name, bytes)| Item::deflated(name, bytes)).collect();
    let jar = home.path("hostile.jar");
    std::fs::write(&jar, archive(&items)).unwrap();
    add(&home, SHAPES, &jar);
    home
}

/// Names of types, and what is incomplete.
fn types(home: &Home) -> (Vec<String>, Vec<String>) {
    let types = home.json(&["types", SHAPES]);
    let all = |list: &str, key: &str| -> Vec<String> {
        let list = types[list].as_array().cloned().unwrap_or_default();
        list.iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
    };
    (all("types", "name"), all("incomplete", "what"))
}

/// A home where an archive of these items is registered.
fn with_archive(name: &str, items: &[Item]) -> Home {
    let home = Home::new();
    let file = home.path(name);
    std::fs::write(&file, archive(items)).unwrap();
    add(&home, SHAPES, &file);
    home
}

const NOTES: &str = "org.example:notes:1";
const CONTEXTS: &str = "org.example:contexts:1";
const ANNOTATED: &str = "org.example:annotated:1";
const VALUES: &str = "org.example:values:1";
const INNER: &str = "org.example:inner:1";
const SEALED: &str = "org.example:sealed:1";
const KEPT: &str = "org.example:kept:1";
const PASSED: &str = "org.example:passed:1";

/// `UPDATE_EXPECT=1` writes the outlines anew.
#[test]
fn outlines_are_as_expected() {
    let home = with_shapes();
    add(&home, NOTES, &fixtures().join("notes.jar"));
    add(&home, CONTEXTS, &fixtures().join("contexts.jar"));
    add(&home, INNER, &fixtures().join("inner.jar"));
    add(&home, ANNOTATED, &fixtures().join("annotated.jar"));
    add(&home, SEALED, &fixtures().join("sealed.jar"));
    add(&home, VALUES, &fixtures().join("values.jar"));
    add(&home, KEPT, &fixtures().join("kept.jar"));
    add(&home, PASSED, &fixtures().join("passed.jar"));
    for (coordinate, path) in [
        (INNER, "org/example/inner/Inner"),
        (ANNOTATED, "org/example/annotated/Annotated"),
        (ANNOTATED, "module-info"),
        (SEALED, "org/example/sealed/Tree"),
        (SEALED, "org/example/sealed/Twig"),
        (KEPT, "org/example/kept/Fields"),
        (KEPT, "org/example/kept/Holder"),
        (KEPT, "org/example/kept/KeptKt"),
        (KEPT, "org/example/kept/Place"),
        (KEPT, "org/example/kept/Shade"),
        (PASSED, "org/example/passed/Handed"),
        (PASSED, "org/example/passed/PassedKt"),
        (VALUES, "org/example/values/Length"),
        (VALUES, "org/example/values/Rope"),
        (CONTEXTS, "org/example/contexts/ContextsKt"),
        (CONTEXTS, "org/example/contexts/Last"),
        (CONTEXTS, "org/example/contexts/Named"),
        (CONTEXTS, "org/example/contexts/Overrides"),
        (SHAPES, "org/example/shapes/Shapes"),
        (SHAPES, "org/example/shapes/Beside"),
        (NOTES, "org/example/notes/Base"),
        (NOTES, "org/example/notes/Colour"),
        (NOTES, "org/example/notes/Marked"),
        (NOTES, "org/example/notes/NotesKt"),
        (NOTES, "org/example/notes/Point"),
        (NOTES, "org/example/notes/Shape"),
    ] {
        let outline = home.run(&["cat", coordinate, &format!("{path}.class")]).out;
        let class = path.rsplit('/').next().expect("a name");
        let expected = fixtures().join(format!("{class}.expected"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &outline).expect("a file");
        }
        let expected = std::fs::read_to_string(&expected).expect("UPDATE_EXPECT=1 writes it");
        assert!(outline == expected, "{class}:\n{outline}");
    }
}

#[test]
fn class_files_answer_as_sources_do() {
    let home = with_shapes();
    let types = home.json(&["types", SHAPES, "org.example.shapes"]);
    assert_eq!(types["origin"], "bytecode");
    let names: Vec<&str> =
        types["types"].as_array().expect("types").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "Beside",
            "Shapes",
            "Shapes.Circle",
            "Shapes.Inner",
            "Shapes.Inner.Innermost",
            "Shapes.Kind",
            "Shapes.Marked",
            "Shapes.Plain",
            "Shapes.Plain.Hidden",
            "Shapes.Shape",
            "Shapes.Square",
            "String",
        ]
    );
    for (arguments, said) in [
        (
            &["methods", SHAPES, "org.example.shapes.Shapes"] as &[_],
            "public final synchronized <T, X extends Exception> T each(Function<? super K, T[]> function, V... values) throws X",
        ),
        (&["fields", SHAPES, "org.example.shapes.Shapes.Kind"], "SECOND"),
        (&["source", SHAPES, "org.example.shapes.Shapes$Inner"], "public Inner(int number, @Deprecated List<K> keys)"),
        (&["method", SHAPES, "org.example.shapes.Shapes.Shape", "area"], "double area();"),
        (&["imports", SHAPES, "org.example.shapes.Shapes"], "import java.util.function.Function;"),
        (&["grep", "-F", "sealed interface", SHAPES], "Shapes.class"),
        (&["tree", SHAPES, "org/example/shapes"], "Beside.class"),
    ] {
        let ran = home.run(arguments);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}: {}", ran.out);
        assert!(ran.out.contains(said), "{arguments:?}: {}", ran.out);
        let answer = home.json(arguments);
        assert_eq!(answer["origin"], "bytecode", "{answer}");
    }
    for arguments in [
        &["types", SHAPES] as &[_],
        &["methods", SHAPES, "org.example.shapes.Shapes"],
        &["fields", SHAPES, "org.example.shapes.Shapes"],
        &["source", SHAPES, "org.example.shapes.Shapes"],
        &["method", SHAPES, "org.example.shapes.Shapes", "each"],
        &["imports", SHAPES, "org.example.shapes.Shapes"],
    ] {
        let answer = home.json(arguments).to_string();
        assert!(!answer.contains("line_range"), "{answer}");
    }
}

#[test]
fn kotlin_answers_as_kotlin() {
    let home = Home::new();
    add(&home, NOTES, &fixtures().join("notes.jar"));
    add(&home, CONTEXTS, &fixtures().join("contexts.jar"));
    let methods = home.json(&["methods", CONTEXTS, "org.example.contexts.ContextsKt"]).to_string();
    assert!(methods.contains("context(logger: Logger, _: Comparable<String>) fun <T> log(value: T): T"), "{methods}");
    let types = home.run(&["types", NOTES]).out;
    for one in [
        "facade NotesKt",
        "class Point",
        "object Point.Companion",
        "typealias Handler",
        "interface Check",
        "enum Colour",
    ] {
        assert!(types.contains(one), "{one}: {types}");
    }
    assert!(!types.contains("Made") && !types.contains("Lazily"), "{types}");
    for (arguments, said) in [
        (
            &["methods", NOTES, "org.example.notes.NotesKt"] as &[_],
            "suspend fun run(handler: Handler<String>, block: (suspend String.() -> Int)? = COMPILED_CODE)",
        ),
        (&["fields", NOTES, "org.example.notes.NotesKt"], "val <T : Comparable<T>> List<T>.largest: T?"),
        (&["method", NOTES, "org.example.notes.Point", "of"], "fun of(text: String): Point"),
        (&["source", NOTES, "org.example.notes.Base.Inner"], "inner class Inner<E>(element: E) : Base()"),
    ] {
        let ran = home.run(arguments);
        assert!(ran.out.contains(said), "{arguments:?}: {}{}", ran.out, ran.err);
        let answer = home.json(arguments);
        assert_eq!(answer["origin"], "bytecode");
        assert!(!answer.to_string().contains("line_range"), "{answer}");
    }
}

/// Whatever bears them in class files: a member of another name, one of several overloads, one that is hidden.
#[test]
fn what_kotlin_deprecates_is_what_its_sources_deprecate() {
    let home = Home::new();
    add(&home, KEPT, &fixtures().join("kept.jar"));
    let text_of_it = std::fs::read_to_string(fixtures().join("Kept.kt")).unwrap();
    let folder = home.write("sources/Kept.kt", &text_of_it);
    add(&home, "org.example:kept:2", folder.parent().unwrap());
    let fewer = home.write("fewer/Kept.kt", &text_of_it.replace("@Deprecated", "@Mark"));
    add(&home, "org.example:kept:3", fewer.parent().unwrap());
    let changed = |version: &str| {
        let answer = home.json(&["diff", KEPT, version, "--change", "deprecated", "--change", "undeprecated"]);
        let rows = answer["changes"].as_array().into_iter().flatten();
        rows.map(|row| row["symbol"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(changed("2"), [""; 0]);
    assert_eq!(changed("3").len(), 6, "{:?}", changed("3"));
}

/// Names of parameters in types of functions, and typealiases.
#[test]
fn types_of_functions_read_as_in_their_sources() {
    let home = Home::new();
    add(&home, PASSED, &fixtures().join("passed.jar"));
    let source = home.write("sources/Passed.kt", &std::fs::read_to_string(fixtures().join("Passed.kt")).unwrap());
    add(&home, "org.example:passed:2", source.parent().unwrap());
    let signatures = |coordinate: &str| {
        let answer = home.json(&["methods", coordinate, "org.example.passed.PassedKt"]);
        let rows = answer["methods"].as_array().into_iter().flatten();
        rows.map(|row| row["signature"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // A name that stands for none is not noted.
    let written: Vec<String> =
        signatures("org.example:passed:2").iter().map(|text| text.replace("(_: Int)", "(Int)")).collect();
    assert_eq!(signatures(PASSED), written);
    assert_eq!(written.len(), 8, "{written:?}");
    let differing = home.json(&["diff", PASSED, "2"]);
    assert_eq!(differing["pagination"]["total_count"], 0, "{differing}");
}

#[test]
fn a_method_says_that_its_body_is_not_there() {
    let home = with_shapes();
    let answer = home.json(&["method", SHAPES, "org.example.shapes.Shapes", "each"]);
    let said = answer["message"].as_str().expect("a message");
    assert!(said.contains("compiled"), "{said}");
    assert!(home.json(&["method", SHAPES, "org.example.shapes.Shapes.Shape", "area"])["message"].is_null());
}

#[test]
fn what_bodies_use_is_told_to_be_unknown() {
    let home = with_shapes();
    let lacks = |kind: &[&str]| {
        let answer = home.json(&[&["refs", "org.example.shapes.Shapes.Shape#area()", SHAPES], kind].concat());
        answer["incomplete"].to_string()
    };
    let told = format!("\"what\":\"{SHAPES}\",\"reason\":\"class files: what bodies of methods use is not known\"");
    assert!(lacks(&[]).contains(&told), "{}", lacks(&[]));
    assert!(!lacks(&["--kind", "override"]).contains("class files"));
}

#[test]
fn the_origin_can_be_asked_for() {
    let home = Home::new();
    let jar = fixtures().join("shapes.jar");
    let classes = text(&jar);
    let added = home.run(&["add", SHAPES, classes, "--origin", "source"]);
    assert!(added.out.contains("(source)") && added.out.contains(" 0 types"), "{}", added.out);
    let added = home.run(&["add", SHAPES, classes, "--bytecode"]);
    assert!(added.out.contains("(bytecode)") && added.out.contains(" 12 types"), "{}", added.out);
    let sources = home.write("sources/a/A.java", "package a; class A {}");
    let sources = sources.parent().and_then(Path::parent).expect("a folder");
    let refused = home.run(&["add", SHAPES, text(sources), "--bytecode"]);
    assert!(refused.code == 1 && refused.err.contains("no class files"), "{}", refused.err);
}

/// The class files of the fixture, unpacked, as a folder.
#[test]
fn folders_of_class_files_are_read_too() {
    let home = Home::new();
    let folder = home.path("classes");
    for (name, bytes) in classes() {
        let path = folder.join(&name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, bytes).expect("a file");
    }
    add(&home, SHAPES, &folder);
    assert_eq!(home.json(&["types", SHAPES])["origin"], "bytecode");
}

#[test]
fn what_java_cannot_name_is_found_by_its_real_name_too() {
    let mut class = ClassFile::new("org/example/package");
    class.method(1, "held", "()Lorg/example/package;", &[]);
    let switch = ClassFile::new("org/example/switch").bytes();
    let home = with_classes(&[("org/example/package.class", class.bytes()), ("org/example/switch.class", switch)]);
    assert_eq!(types(&home).0, ["_package", "_switch"]);
    for name in ["org.example._package", "org.example.package"] {
        let found = home.json(&["methods", SHAPES, name]);
        assert_eq!(found["pagination"]["total_count"], 1, "{found}");
        let source = home.run(&["source", SHAPES, name]);
        assert!(source.code == 0 && source.out.contains("class _package"), "{}", source.out);
        let uses = home.json(&["refs", name]);
        assert_eq!(uses["definitions"][0]["symbol"], "org.example._package", "{uses}");
        let uses = home.json(&["refs", &format!("{name}#held()")]);
        assert_eq!(uses["definitions"][0]["symbol"], "org.example._package#held()", "{uses}");
    }
    assert_eq!(home.run(&["source", SHAPES, "org.example.class"]).code, 1);
}
