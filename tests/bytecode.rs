//! Class files as sources: their outlines, what the tools answer about them, and what hostile ones cost.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at files")]

#[path = "common/classfile.rs"]
mod classfile;
#[path = "common/home.rs"]
mod home;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "only honest archives are written here")]
mod zip;

use std::path::Path;

use classfile::ClassFile;
use home::{Home, text};
use serde_json::Value;
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

fn json(home: &Home, arguments: &[&str]) -> Value {
    let ran = home.run(&[arguments, &["--json"]].concat());
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{arguments:?}: {}{}", ran.out, ran.err))
}

const NOTES: &str = "org.example:notes:1";

/// `UPDATE_EXPECT=1` writes the outlines anew.
#[test]
fn outlines_are_as_expected() {
    let home = with_shapes();
    add(&home, NOTES, &fixtures().join("notes.jar"));
    for (coordinate, path) in [
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
    let types = json(&home, &["types", SHAPES, "org.example.shapes"]);
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
        let answer = json(&home, arguments);
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
        let answer = json(&home, arguments).to_string();
        assert!(!answer.contains("line_range"), "{answer}");
    }
}

#[test]
fn kotlin_answers_as_kotlin() {
    let home = Home::new();
    add(&home, NOTES, &fixtures().join("notes.jar"));
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
        let answer = json(&home, arguments);
        assert_eq!(answer["origin"], "bytecode");
        assert!(!answer.to_string().contains("line_range"), "{answer}");
    }
}

#[test]
fn a_method_says_that_its_body_is_not_there() {
    let home = with_shapes();
    let answer = json(&home, &["method", SHAPES, "org.example.shapes.Shapes", "each"]);
    let said = answer["message"].as_str().expect("a message");
    assert!(said.contains("compiled"), "{said}");
    assert!(json(&home, &["method", SHAPES, "org.example.shapes.Shapes.Shape", "area"])["message"].is_null());
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
    assert_eq!(json(&home, &["types", SHAPES])["origin"], "bytecode");
}

/// Names and bytes of the class files of the fixture.
fn classes() -> Vec<(String, Vec<u8>)> {
    let located = jardex::source::jar_file("shapes.jar", &fixtures().join("shapes.jar")).expect("a JAR");
    let read =
        |(at, entry): (usize, &jardex::source::Entry)| (entry.path.clone(), located.tree.read(at).expect("bytes"));
    located.tree.entries().iter().enumerate().map(read).collect()
}

#[test]
fn a_damaged_class_file_costs_itself_and_is_named() {
    let home = Home::new();
    let mut items = Vec::new();
    for (name, bytes) in classes() {
        let bytes = if name.ends_with("/Beside.class") { &bytes[..bytes.len() / 2] } else { &bytes[..] };
        items.push(Item::stored(&name, bytes));
    }
    items.push(Item::stored("a/Text.class", b"no class file"));
    items.push(Item::stored("a/Empty.class", b""));
    let jar = home.path("damaged.jar");
    std::fs::write(&jar, archive(&items)).expect("a file");
    add(&home, SHAPES, &jar);
    let types = json(&home, &["types", SHAPES]);
    let named: Vec<&str> =
        types["incomplete"].as_array().expect("problems").iter().filter_map(|one| one["what"].as_str()).collect();
    assert_eq!(named, ["a/Empty.class", "a/Text.class", "org/example/shapes/Beside.class"], "{types}");
    assert!(home.run(&["types", SHAPES]).out.contains("record Shapes.Circle"));
}

/// Every class file cut at every length, and with every byte turned over: nothing panics, and what comes out is one outline.
#[test]
fn no_damage_breaks_the_reader() {
    let nothing = |_: &str| false;
    for (name, bytes) in classes() {
        for cut in 0..bytes.len() {
            let _ = jardex::parse::classfile::outline(&name, &bytes[..cut], &[], &nothing);
        }
        for (at, byte) in bytes.iter().enumerate() {
            let mut changed = bytes.clone();
            changed[at] = !byte;
            let _ = jardex::parse::classfile::standing(&changed);
            let _ = jardex::parse::classfile::outline(&name, &changed, std::slice::from_ref(&changed), &nothing);
        }
    }
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
    let types = json(home, &["types", SHAPES]);
    let all = |list: &str, key: &str| -> Vec<String> {
        let list = types[list].as_array().cloned().unwrap_or_default();
        list.iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
    };
    (all("types", "name"), all("incomplete", "what"))
}

#[test]
fn nothing_breaks_out_of_an_outline() {
    const EVIL: &str = "*/ } class Evil { /*";
    let mut class = ClassFile::new("a/Good");
    let text = class.string("\"; } class Evil { String a = \"\\u0022; } class Evil2 {");
    let constant = class.attribute("ConstantValue", &text.to_be_bytes());
    class.field(0x19, "text", "Ljava/lang/String;", &[constant]);
    for (name, descriptor) in [
        (EVIL, "I"),
        ("a; } class Evil { int b", "I"),
        ("a\n} class Evil {", "I"),
        ("b", "La/B; } class Evil {;"),
        ("c", "La/\n} class Evil {;"),
        ("d", "Ljava/lang/\"Evil;"),
    ] {
        class.field(1, name, descriptor, &[]);
        class.method(1, name, &format!("({descriptor})V"), &[]);
    }
    let source = class.utf8("Good.java\nclass Evil {}\r class Evil {} \\u000a class Evil {}");
    let thrown = class.class("a/E {} } class Evil");
    let throws = class.attribute("Exceptions", &[[0, 1], thrown.to_be_bytes()].concat());
    class.method(1, "thrower", "()V", &[throws]);
    let class = class.with("SourceFile", &source.to_be_bytes());
    let home = with_classes(&[
        ("a/Good.class", class.bytes()),
        ("a/E {} } class Evil.class", ClassFile::new("a/E {} } class Evil").bytes()),
    ]);
    assert_eq!(types(&home).0, ["Good"]);
    let outline = home.run(&["cat", SHAPES, "a/Good.class"]).out;
    assert!(
        outline.lines().skip(1).filter(|line| line.contains("class ")).all(|line| {
            let line = line.trim();
            line.starts_with("//") || line.starts_with("public class Good") || line.contains('"')
        }),
        "{outline}"
    );
}

#[test]
fn rings_of_classes_and_classes_without_an_outer_stand_alone() {
    let inner = |name: &str, outer: &str, simple: &str| {
        let mut class = ClassFile::new(name);
        let row = [class.class(name), class.class(outer), class.utf8(simple), 1];
        let content: Vec<u8> = [1].into_iter().chain(row).flat_map(u16::to_be_bytes).collect();
        class.with("InnerClasses", &content).bytes()
    };
    let home = with_classes(&[
        ("a/A.class", ClassFile::new("a/A").bytes()),
        ("a/A$B.class", inner("a/A$B", "a/A$C", "B")),
        ("a/A$C.class", inner("a/A$C", "a/A$B", "C")),
        ("a/A$D.class", inner("a/A$D", "a/A$D", "D")),
        ("a/A$E.class", inner("a/A$E", "b/Nowhere", "E")),
        ("a/A$F.class", inner("a/A$F", "a/A", "F")),
    ]);
    let (names, incomplete) = types(&home);
    assert_eq!(names, ["A", "A$B", "A$C", "A$D", "A$E", "A.F"]);
    assert_eq!(incomplete, [""; 0]);
}

#[test]
fn sizes_and_depths_cost_no_more_than_the_file() {
    let mut methods = ClassFile::new("a/Methods");
    methods.method(1, "m", "()V", &[]);
    methods.repeat_method(65_535);
    let mut deep = ClassFile::new("a/Deep");
    let default = deep.attribute("AnnotationDefault", &[b'[', 0, 1].repeat(300_000));
    deep.method(1, "m", "()I", &[default]);
    let mut parameters = ClassFile::new("a/Parameters");
    parameters.method(1, "m", &format!("({})V", "I".repeat(60_000)), &[]);
    let mut generic = ClassFile::new("a/Generic");
    let nested = generic.utf8(&"Ljava/util/List<".repeat(4_000));
    let signature = generic.attribute("Signature", &nested.to_be_bytes());
    generic.field(1, "f", "Ljava/util/List;", &[signature]);
    // One long name, said again and again by a short one.
    let mut long = ClassFile::new("a/Long");
    let row = [long.class("L"), long.class(&format!("a/{}", "x".repeat(60_000))), long.utf8("S"), 1];
    let inner: Vec<u8> = [1].into_iter().chain(row).flat_map(u16::to_be_bytes).collect();
    long.method(1, "m", &format!("({})V", "LL;".repeat(255)), &[]);
    long.repeat_method(10_000);
    let long = long.with("InnerClasses", &inner);
    let mut short = ClassFile::new("a/Short").bytes();
    short[8..10].copy_from_slice(&u16::MAX.to_be_bytes());
    let home = with_classes(&[
        ("a/Deep.class", deep.bytes()),
        ("a/Generic.class", generic.bytes()),
        ("a/Good.class", ClassFile::new("a/Good").bytes()),
        ("a/Long.class", long.bytes()),
        ("a/Methods.class", methods.bytes()),
        ("a/Parameters.class", parameters.bytes()),
        ("a/Short.class", short),
    ]);
    let (names, incomplete) = types(&home);
    assert_eq!(names, ["Deep", "Generic", "Good", "Methods", "Parameters"]);
    assert_eq!(incomplete, ["a/Deep.class", "a/Long.class", "a/Short.class"]);
    let fields = json(&home, &["fields", SHAPES, "a.Generic"]);
    assert_eq!(fields["fields"][0]["signature"], "public List f");
}
