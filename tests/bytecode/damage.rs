//! What damaged and hostile class files cost.

use super::classfile::ClassFile;
use super::home::Home;
use super::zip::{Item, archive};
use super::{SHAPES, add, classes, types, with_archive, with_classes};

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
