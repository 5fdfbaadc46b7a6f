//! Archives in archives, class files among sources, overlays of releases.

use super::classfile::ClassFile;
use super::home::Home;
use super::zip::{Item, archive};
use super::{SHAPES, add, classes, types, with_archive};

/// The class files of the fixture as a JAR.
fn jar_of_classes() -> Vec<u8> {
    let items: Vec<Item> = classes().iter().map(|(name, bytes)| Item::deflated(name, bytes)).collect();
    archive(&items)
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
