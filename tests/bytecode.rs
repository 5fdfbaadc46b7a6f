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
    let types = home.json(&["types", SHAPES]);
    let named: Vec<&str> =
        types["incomplete"].as_array().expect("problems").iter().filter_map(|one| one["what"].as_str()).collect();
    assert_eq!(named, ["a/Empty.class", "a/Text.class", "org/example/shapes/Beside.class"], "{types}");
    assert!(home.run(&["types", SHAPES]).out.contains("record Shapes.Circle"));
}

/// Every class file cut at every length, and with every byte turned over: nothing panics, and what comes out is one outline.
#[test]
fn no_damage_breaks_the_reader() {
    let nothing = jardex::parse::classfile::Around::NOTHING;
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
    let types = home.json(&["types", SHAPES]);
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
    let fields = home.json(&["fields", SHAPES, "a.Generic"]);
    assert_eq!(fields["fields"][0]["signature"], "public List f");
}

/// The class files of the fixture as a JAR.
fn jar_of_classes() -> Vec<u8> {
    let items: Vec<Item> = classes().iter().map(|(name, bytes)| Item::deflated(name, bytes)).collect();
    archive(&items)
}

/// A home where an archive of these items is registered.
fn with_archive(name: &str, items: &[Item]) -> Home {
    let home = Home::new();
    let file = home.path(name);
    std::fs::write(&file, archive(items)).unwrap();
    add(&home, SHAPES, &file);
    home
}

#[test]
fn libraries_in_an_executable_jar_are_parts_of_it() {
    let library = jar_of_classes();
    let main = ClassFile::new("app/Main").bytes();
    let home = with_archive(
        "app.jar",
        &[
            Item::deflated(
                "org/springframework/boot/loader/Launcher.class",
                &ClassFile::new("org/springframework/boot/loader/Launcher").bytes(),
            ),
            Item::deflated("BOOT-INF/classes/app/Main.class", &main),
            Item::deflated("BOOT-INF/classes/application.properties", b"a=b\n"),
            Item::stored("BOOT-INF/lib/shapes-1.jar", &library),
            Item::stored("BOOT-INF/lib/deep/not-there.jar", &library),
        ],
    );
    let (names, incomplete) = types(&home);
    assert!(
        ["Main", "Shapes", "Shapes.Circle", "Launcher"].iter().all(|one| names.contains(&(*one).to_owned())),
        "{names:?}"
    );
    assert_eq!((names.len(), incomplete), (14, Vec::new()));
    let shown = home.json(&["source", SHAPES, "org.example.shapes.Beside"]);
    assert_eq!(shown["type_info"]["file_path"], "BOOT-INF/lib/shapes-1.jar!/org/example/shapes/Beside.class");
    assert_eq!(shown["origin"], "bytecode");
    let shown = home.run(&["cat", SHAPES, "BOOT-INF/lib/shapes-1.jar!/org/example/shapes/Beside.class"]);
    assert!(shown.out.contains("class Beside"), "{}{}", shown.out, shown.err);
    let tree = home.run(&["tree", SHAPES, "BOOT-INF/lib"]);
    assert!(tree.out.starts_with("shapes-1.jar\ndeep/ 1\nshapes-1.jar!/"), "{}", tree.out);
    assert_eq!(home.run(&["cat", SHAPES, "BOOT-INF/classes/application.properties"]).out, "a=b\n");
    let inherited = home.json(&["methods", SHAPES, "org.example.shapes.Shapes.Circle", "--include-inherited"]);
    assert!(inherited.to_string().contains("org.example.shapes.Shapes.Shape"), "{inherited}");
}

#[test]
fn wars_and_aars_have_their_own_parts() {
    let library = jar_of_classes();
    for (name, items, path) in [
        (
            "app.war",
            vec![
                Item::deflated("WEB-INF/classes/app/Main.class", &ClassFile::new("app/Main").bytes()),
                Item::stored("WEB-INF/lib/shapes.jar", &library),
                Item::stored("index.html", b"<p>"),
            ],
            "WEB-INF/lib/shapes.jar!/org/example/shapes/Beside.class",
        ),
        (
            "lib.aar",
            vec![
                Item::stored("AndroidManifest.xml", b"<manifest/>"),
                Item::stored(
                    "classes.jar",
                    &archive(&[Item::stored("app/Main.class", &ClassFile::new("app/Main").bytes())]),
                ),
                Item::stored("libs/shapes.jar", &library),
                Item::stored("lint.jar", &library),
            ],
            "libs/shapes.jar!/org/example/shapes/Beside.class",
        ),
    ] {
        let home = with_archive(name, &items);
        let (names, incomplete) = types(&home);
        assert_eq!((names.len(), incomplete), (13, Vec::new()), "{name}: {names:?}");
        assert_eq!(home.json(&["source", SHAPES, "org.example.shapes.Beside"])["type_info"]["file_path"], path);
    }
    // A JAR of such a name elsewhere is a file as any other.
    let home =
        with_archive("x.jar", &[Item::stored("libs/shapes.jar", &library), Item::stored("classes.jar", &library)]);
    assert_eq!(types(&home).0, [""; 0]);
}

#[test]
fn class_files_among_sources_are_told_where_their_source_is_not_there() {
    let (a, k) = (ClassFile::new("p/A").bytes(), ClassFile::new("q/K").bytes());
    let items = || {
        vec![
            Item::deflated("src/p/A.java", b"package p;\nclass A {}\n"),
            Item::deflated("src/p/B.java", b"package p;\nclass B { K k; }\n"),
            Item::deflated("p/A.class", &a),
            Item::deflated("q/K.class", &k),
        ]
    };
    let (in_none, in_root) = (ClassFile::new("B").bytes(), ClassFile::new("Root").bytes());
    let mut unpackaged = items();
    unpackaged.push(Item::deflated("B.class", &in_none));
    unpackaged.push(Item::deflated("Root.class", &in_root));
    unpackaged.push(Item::deflated("src/Root.java", b"class Root {}\n"));
    let found = with_archive("unpackaged.jar", &unpackaged).json(&["symbols", "B", "--whole-word", "--kind", "type"]);
    assert_eq!(found["total"]["value"], 2, "one in a package, one in none: {found}");
    let home = with_archive("mixed.jar", &items());
    assert_eq!(types(&home).0, ["A", "B", "K"]);
    for (name, origin) in [("p.A", "source"), ("q.K", "bytecode")] {
        let shown = home.json(&["source", SHAPES, name]);
        assert_eq!(shown["origin"], origin, "{shown}");
        let found = home.json(&["symbols", name]);
        assert_eq!(found["symbols"][0]["line"].is_null(), origin == "bytecode", "{found}");
    }
    let told = home.json(&["info", SHAPES]);
    assert_eq!((&told["origin"], &told["counts"]["types_by_origin"]["bytecode"]), (&"source".into(), &1.into()));
    // A JAR of sources is what it says.
    assert_eq!(types(&with_archive("mixed-sources.jar", &items())).0, ["A", "B"]);
}

#[test]
fn what_nobody_reads_is_told() {
    let java = Item::deflated("p/A.java", b"package p;\nclass A {}\n");
    let scala = || Item::deflated("p/S.scala", b"package p\nclass S\n");
    let told = |items: &[Item]| types(&with_archive("sources.jar", items)).1;
    assert_eq!(told(&[java]), [""; 0]);
    let [one] = &told(&[Item::deflated("p/A.java", b"package p;\nclass A {}\n"), scala()])[..] else { panic!() };
    assert_eq!(one, "1 file in Scala");
    let inner = jar_of_classes();
    let [one] = &told(&[Item::stored("app.war", &inner)])[..] else { panic!() };
    assert_eq!(one, "app.war");
}

#[test]
fn types_of_several_origins_in_one_archive_are_told() {
    let (main, other) = (ClassFile::new("app/Main").bytes(), ClassFile::new("app/Other").bytes());
    let part = jar_of_classes();
    let items = [
        Item::deflated("WEB-INF/classes/app/Main.class", &main),
        Item::deflated("WEB-INF/classes/app/Other.class", &other),
        Item::stored("WEB-INF/lib/shapes.jar", &part),
    ];
    let source = Item::deflated(
        "WEB-INF/classes/app/Template.java",
        b"package app;\nclass Template { class Own {}\n  int own() { return 1; } }\n",
    );
    let info = |items: &[Item]| with_archive("app.war", items).json(&["info", SHAPES]);
    assert_eq!(info(&items)["counts"]["types_by_origin"], serde_json::Value::Null);
    let [main, other, part] = items;
    let home = with_archive("app.war", &[main, other, part, source]);
    let told = home.json(&["info", SHAPES]);
    assert_eq!(told["origin"], "bytecode", "{told}");
    assert_eq!(told["counts"]["types_by_origin"], serde_json::json!({"bytecode": 14, "source": 2}));
    let page = home.run(&["info", SHAPES]).out;
    assert!(page.contains("16 types (14 bytecode, 2 source), "), "{page}");
    // What is shown says which of them it is.
    for (name, origin) in [("app.Template", "source"), ("app.Main", "bytecode")] {
        for tool in ["source", "methods", "imports"] {
            assert_eq!(home.json(&[tool, SHAPES, name])["origin"], origin, "{tool} of {name}");
        }
        let shown = home.json(&["source", SHAPES, name]);
        assert_eq!(shown["type_info"]["line_range"].is_null(), origin == "bytecode", "{shown}");
        let path = &shown["type_info"]["file_path"];
        assert_eq!(home.json(&["cat", SHAPES, path.as_str().unwrap()])["origin"], origin);
    }
    let own = home.json(&["method", SHAPES, "app.Template", "own"]);
    assert_eq!((&own["origin"], &own["message"]), (&"source".into(), &serde_json::Value::Null), "{own}");
    assert_eq!(own["method_source"][0]["line_range"]["start"], 3, "{own}");
    assert_eq!(home.json(&["methods", SHAPES, "app.Template"])["methods"][0]["line_range"]["start"], 3);
}

#[test]
fn a_part_that_is_damaged_costs_itself_and_is_named() {
    let library = jar_of_classes();
    let contradicts = archive(&[Item::stored("a/A.class", b"x").but(|item| item.local_name = b"a/B.class".to_vec())]);
    let inner = archive(&[Item::stored("BOOT-INF/lib/inner.jar", &library)]);
    let bomb = Item::stored("a/Big.txt", b"").but(|item| (item.size, item.method) = (600 * 1024 * 1024, 8));
    let home = with_archive(
        "app.jar",
        &[
            Item::stored("BOOT-INF/lib/a-good.jar", &library),
            Item::stored("BOOT-INF/lib/b-text.jar", b"<html>no archive"),
            Item::stored("BOOT-INF/lib/c-cut.jar", &library[..library.len() / 2]),
            Item::stored("BOOT-INF/lib/d-contradicts.jar", &contradicts),
            Item::stored("BOOT-INF/lib/e-inner.jar", &inner),
            Item::stored("BOOT-INF/lib/f-bomb.jar", &archive(&[bomb])),
        ],
    );
    let (names, incomplete) = types(&home);
    assert_eq!(names.len(), 12, "{names:?}");
    assert_eq!(
        incomplete,
        [
            "BOOT-INF/lib/b-text.jar",
            "BOOT-INF/lib/c-cut.jar",
            "BOOT-INF/lib/d-contradicts.jar",
            "BOOT-INF/lib/f-bomb.jar!/a/Big.txt"
        ]
    );
    let told = home.run(&["info", SHAPES]).out;
    assert!(told.contains("BOOT-INF/lib/b-text.jar") && !told.contains("jar cannot be used"), "{told}");
}

/// Parts of ten files of 60 MB each, packed as honestly as the rules ask for: what is announced counts for all of them.
#[test]
fn all_parts_share_the_bounds_of_the_whole() {
    const MEGABYTE: u32 = 1024 * 1024;
    let announcing = |name: &str| {
        Item::stored(name, &vec![b'x'; 400 * 1024]).but(|item| (item.size, item.method) = (60 * MEGABYTE, 8))
    };
    let items: Vec<Item> = (0..4).map(|at| announcing(&format!("a/{at}.txt"))).collect();
    let part = archive(&items);
    let parts: Vec<Item> = (0..4).map(|at| Item::stored(&format!("WEB-INF/lib/{at}.jar"), &part)).collect();
    let whole = archive(&parts);
    let located = jardex::source::jar("x.war", whole).expect("an archive");
    let told: Vec<&str> = located.tree.problems().iter().map(|one| one.what.as_str()).collect();
    assert_eq!(told, ["WEB-INF/lib/2.jar", "WEB-INF/lib/3.jar"]);
}

#[test]
fn overlays_of_class_files_are_listed_on_request() {
    let plain = |name: &str| Item::deflated(&format!("{name}.class"), &ClassFile::new("a/A").bytes());
    let mut nine = ClassFile::new("a/A");
    nine.method(1, "nine", "()V", &[]);
    let seventeen = ClassFile::new("a/New");
    let library = archive(&[
        Item::stored("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"),
        plain("a/A"),
        Item::deflated("META-INF/versions/09/a/A.class", &nine.bytes()),
        Item::deflated("META-INF/versions/8/a/A.class", &nine.bytes()),
        Item::deflated("META-INF/versions/9/a/A.class", &nine.bytes()),
        Item::deflated("META-INF/versions/17/a/New.class", &seventeen.bytes()),
        Item::deflated("META-INF/versions/9/module-info.class", b"damaged"),
    ]);
    for (name, bytes, before) in [
        ("plain.jar", library.clone(), ""),
        ("app.war", archive(&[Item::stored("WEB-INF/lib/x.jar", &library)]), "WEB-INF/lib/x.jar!/"),
    ] {
        let home = Home::new();
        std::fs::write(home.path(name), bytes).unwrap();
        add(&home, SHAPES, &home.path(name));
        let listed = |arguments: &[&str]| {
            let answer = home.json(&[&["types", SHAPES], arguments].concat());
            let types = answer["types"].as_array().unwrap().iter();
            types.map(|one| (one["name"].as_str().unwrap().to_owned(), one["release"].as_u64())).collect::<Vec<_>>()
        };
        assert_eq!(listed(&[]), [("A".to_owned(), None)], "{name}");
        for release in ["8", "09"] {
            assert_eq!(listed(&["--release", release]).len(), usize::from(release == "09"), "{name}: {release}");
            let told = home.json(&["types", SHAPES])["incomplete"].to_string();
            let folder = format!("{before}META-INF/versions/{release}\"");
            assert!(told.contains(&folder) && told.contains("no number of a release"), "{told}");
        }
        assert_eq!(listed(&["--release", "9"]), [("A".to_owned(), Some(9))], "{name}");
        assert_eq!(listed(&["--release", "17"]), [("New".to_owned(), Some(17))], "{name}");
        let outline = home.run(&["cat", SHAPES, &format!("{before}META-INF/versions/9/a/A.class")]).out;
        assert!(outline.contains("void nine()"), "{outline}");
        let source = |arguments: &[&str]| home.json(&[&["source", SHAPES], arguments].concat());
        let new = source(&["a.New", "--release", "17"]);
        assert!(new["type_info"]["source_code"].as_str().unwrap().contains("class New"), "{new}");
        assert!(source(&["a.A", "--release", "9"]).to_string().contains("void nine()"));
        assert!(!source(&["a.A"]).to_string().contains("void nine()"));
        for arguments in [&["a.New"][..], &["a.New", "--release", "9"]] {
            let none = source(arguments);
            assert_eq!(none["status"], "type_not_found");
            assert!(none["message"].as_str().unwrap().contains("overlays have it for release 17"), "{none}");
        }
        let methods = home.json(&["methods", SHAPES, "a.A"]);
        assert!(!methods.to_string().contains("nine"), "{methods}");
    }
}

#[test]
fn overlays_count_where_the_manifest_says_so() {
    let mut nine = ClassFile::new("a/A");
    nine.method(1, "nine", "()V", &[]);
    let home = Home::new();
    let jar = archive(&[
        Item::stored("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n\nName: a/\nMulti-Release: true\n"),
        Item::deflated("META-INF/versions/9/a/A.class", &nine.bytes()),
        Item::deflated("META-INF/versions/9/a/B.class", &ClassFile::new("a/B").bytes()),
        Item::deflated("META-INF/versions/9/data.txt", b"needle"),
        Item::deflated("a/A.class", &ClassFile::new("a/A").bytes()),
    ]);
    std::fs::write(home.path("plain.jar"), jar).unwrap();
    add(&home, SHAPES, &home.path("plain.jar"));
    let answer = home.json(&["types", SHAPES, "--release", "9"]);
    assert!(answer["types"].as_array().is_none_or(Vec::is_empty), "{answer}");
    let answer = home.json(&["types", SHAPES]);
    assert_eq!(answer["types"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["incomplete"][0]["what"], "META-INF/versions/9", "{answer}");
    assert!(answer["incomplete"][0]["reason"].as_str().unwrap().contains("Multi-Release: true"), "{answer}");
    assert!(home.run(&["grep", "needle", SHAPES]).out.contains("META-INF/versions/9/data.txt"));
}

/// Scala has types and packages of such names: what is in them must not go with them.
#[test]
fn types_whose_names_are_words_of_java_are_there_under_others() {
    let mut outer = ClassFile::new("s/package");
    let row = |class: &mut ClassFile| {
        let rows = [class.class("s/package$Inner"), class.class("s/package"), class.utf8("Inner"), 9];
        [&[0, 1][..], &rows.map(u16::to_be_bytes).concat()].concat()
    };
    let rows = row(&mut outer);
    let outer = outer.with("InnerClasses", &rows);
    let mut inner = ClassFile::new("s/package$Inner");
    inner.method(1, "go", "(Ls/switch;)V", &[]);
    let rows = row(&mut inner);
    let inner = inner.with("InnerClasses", &rows);
    let home = Home::new();
    let jar = archive(&[
        Item::stored("s/package.class", &outer.bytes()),
        Item::stored("s/package$Inner.class", &inner.bytes()),
        Item::stored("s/switch.class", &ClassFile::new("s/switch").bytes()),
    ]);
    std::fs::write(home.path("words.jar"), jar).unwrap();
    add(&home, SHAPES, &home.path("words.jar"));
    let answer = home.json(&["types", SHAPES]);
    let names: Vec<_> = answer["types"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["_package", "_package.Inner", "_switch"], "{answer}");
    let told = answer["incomplete"].to_string();
    assert!(told.contains("s/package.class") && told.contains("s/switch.class"), "{told}");
    assert!(told.contains("the type switch is called _switch here: its name is none in Java"), "{told}");
    let methods = home.run(&["methods", SHAPES, "s._package.Inner"]);
    assert!(methods.out.contains("void go(_switch arg0)"), "{}{}", methods.out, methods.err);
}

/// What a listing names can be asked for; what cannot is told, and found by its content.
#[test]
fn names_that_lead_nowhere_are_told_and_not_listed() {
    let class = |name: &str| format!("class {name} {{}}");
    let home = with_archive(
        "slip.jar",
        &[
            Item::stored("p/A.java", class("A").as_bytes()),
            Item::stored("../evil.java", class("Evil").as_bytes()),
            Item::stored("/abs.java", class("Abs").as_bytes()),
            Item::stored("p//C.java", class("C").as_bytes()),
            Item::stored("p/Nul.java", b"class Nul {}\0"),
            Item::stored("p/B.class", &ClassFile::new("p/B").bytes()),
        ],
    );
    assert_eq!(home.json(&["find", "*.java", SHAPES])["files"].as_array().unwrap().len(), 2);
    for file in home.json(&["find", "*", SHAPES])["files"].as_array().unwrap() {
        let path = file["path"].as_str().unwrap();
        assert_eq!(
            home.run(&["cat", SHAPES, path]).code,
            i32::from(!["p/A.java", "p/B.class"].contains(&path)),
            "{path}"
        );
    }
    let (_, incomplete) = types(&home);
    assert_eq!(incomplete, ["../evil.java", "/abs.java", "p//C.java", "p/Nul.java"]);
    let info = home.run(&["info", SHAPES]).out;
    assert!(info.contains("p/Nul.java: it is no text") && !info.contains("B.class"), "{info}");
    assert!(home.run(&["grep", "class Evil", SHAPES]).out.contains("../evil.java"));
}
