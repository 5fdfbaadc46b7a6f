//! Ranked search over handmade artifacts: what ranks before what, filters, pages.
#![allow(clippy::format_collect, clippy::disallowed_methods, reason = "tests look at files")]

#[path = "common/home.rs"]
mod home;
#[path = "ranked/queries.rs"]
mod queries;
#[path = "common/session.rs"]
mod session;

use home::{Home, text};
use serde_json::{Value, json};
use session::{Session, mcp};

const USERS: &str = r#"package org.example.auth;

/** Users and how they sign in. */
public class UserService {
    /** Authenticates a user with a password. Fails for the unknown. */
    public boolean authenticateUser(String name, String password) {
        return hash(password).equals(lookup("/users/{id}", name));
    }

    private String hash(String password) {
        // The user authentication function of old.
        return Integer.toHexString(password.hashCode());
    }

    public String lookup(String path, String name) {
        return path.replace("{id}", name);
    }

    @Deprecated
    public boolean login(String name) {
        return authenticateUser(name, "");
    }
}
"#;
const CONTROLLER: &str = r#"package org.example.web;

public class LoginController extends Base {
    static final int MAX_TRIES = 3;

    void signup(java.util.List<String> names) {
        System.out.printf("%s%n", names);
        a::b.run();
    }
}
"#;
const KOTLIN: &str = "package org.example.io\n\n/** Reads all bytes of a stream. */\nfun readFully(input: Stream): ByteArray = input.read()\n\nval loginTimeout = 3\n";
const EXAMPLE: &str = "package org.example.examples;\n\npublic class Sample {\n    public void authenticateUser(String name, String password) {}\n}\n";
const LIB: &str = "org.example:lib:1.0";
const OTHER: &str = "org.example:other:2.0";

fn with_libraries() -> Home {
    let home = Home::new();
    home.write("lib/org/example/auth/UserService.java", USERS);
    home.write("lib/org/example/web/LoginController.java", CONTROLLER);
    home.write("lib/org/example/examples/Sample.java", EXAMPLE);
    home.write("other/org/example/io/Streams.kt", KOTLIN);
    for (coordinate, folder) in [(LIB, "lib"), (OTHER, "other")] {
        let ran = home.run(&["add", coordinate, text(&home.path(folder))]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
    home
}

fn symbols(home: &Home, arguments: &[&str]) -> Vec<String> {
    let answer = home.json(arguments);
    assert_eq!(answer["status"], "success", "{arguments:?}: {answer}");
    let results = answer["results"].as_array().or_else(|| answer["symbols"].as_array()).expect("results");
    let scores: Vec<f64> = results.iter().filter_map(|row| row["score"].as_f64()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{arguments:?}: {scores:?}");
    results.iter().filter_map(|row| row["symbol"].as_str().map(str::to_owned)).collect()
}

const AUTHENTICATE: &str = "org.example.auth.UserService#authenticateUser(String, String)";

#[test]
fn the_declaration_itself_comes_first() {
    let home = with_libraries();
    for query in ["authenticateUser", "authenticate user", "authenticating users", "password AND authenticate"] {
        assert_eq!(symbols(&home, &["search", query])[0], AUTHENTICATE, "{query}");
    }
    assert_eq!(symbols(&home, &["search", "UserService"])[0], "org.example.auth.UserService");
    assert_eq!(symbols(&home, &["search", "user_service"])[0], "org.example.auth.UserService");
    assert_eq!(symbols(&home, &["search", "MAX_TRIES"])[0], "org.example.web.LoginController#MAX_TRIES");
    let found = symbols(&home, &["search", "authenticateUser"]);
    let example = found.iter().position(|symbol| symbol.contains("Sample#"));
    assert!(example > Some(0), "an example stands behind: {found:?}");
    assert_eq!(symbols(&home, &["concept", "check the password of a user"])[0], AUTHENTICATE);
}

#[test]
fn a_name_in_lower_case_is_found() {
    let home = with_libraries();
    let controller = "org.example.web.LoginController";
    for (query, expected) in [
        ("userservice", "org.example.auth.UserService"),
        ("authenticateuser", AUTHENTICATE),
        ("logincontroller", controller),
        ("symbol:logincontroller", controller),
        ("logincontroller AND tries", "org.example.web.LoginController#MAX_TRIES"),
        ("logincontroller zebra", controller),
    ] {
        let found = symbols(&home, &["search", query]);
        assert_eq!(found.first().map(String::as_str), Some(expected), "{query}");
    }
    assert_eq!(symbols(&home, &["search", "userservices"]), [""; 0]);
}

#[test]
fn a_number_at_the_end_of_a_name_in_lower_case_is_of_the_name() {
    let home = Home::new();
    let names = ["AwsRequestSignerV4", "RemoteSession2", "DESedeCFB8", "V4"];
    for name in names {
        home.write(&format!("lib/p/{name}.java"), &format!("package p;\n\npublic class {name} {{}}\n"));
    }
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    for name in names {
        assert_eq!(symbols(&home, &["search", &name.to_lowercase()])[0], format!("p.{name}"));
    }
}

#[test]
fn a_facade_of_several_files_is_listed_once() {
    let home = Home::new();
    for (file, function) in [("Trim", "trim"), ("Pad", "pad"), ("Cut", "cut")] {
        let header = "@file:JvmName(\"Strings\")\n@file:JvmMultifileClass\n\npackage p\n\n";
        home.write(&format!("lib/p/{file}.kt"), &format!("{header}fun {function}(text: String) = text\n"));
    }
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    for question in
        [&["search", "Strings"] as &[_], &["search", "Strings", "--kind", "facade"], &["concept", "Strings"]]
    {
        let found = symbols(&home, question);
        assert_eq!(found.iter().filter(|found| *found == "p.Strings").count(), 1, "{question:?}: {found:?}");
    }
    let types = home.json(&["search", "Strings", "--kind", "type"]);
    assert_eq!((&types["total"]["value"], types["results"].as_array().map(Vec::len)), (&json!(1), Some(1)));
    assert_eq!(symbols(&home, &["search", "Strings pad"])[0], "p.Strings#pad(String)");
}

#[test]
fn coordinates_say_where_to_look() {
    let home = with_libraries();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
    let mut ask = |tool: &str, arguments: Value| {
        let answer = session.ask(7, "tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"]["structuredContent"].clone()
    };
    for (tool, query) in [("search_code", "query"), ("search_semantic_concept", "concept_description")] {
        let answer = ask(tool, json!({query: "login", "group_id": "org.example", "artifact_id": "other"}));
        assert_eq!((&answer["status"], &answer["version"]), (&json!("success"), &json!("2.0")), "{answer}");
        let results = answer["results"].as_array().expect("results");
        assert!(!results.is_empty() && results.iter().all(|row| row["artifact"] == OTHER), "{answer}");
        let answer = ask(tool, json!({query: "login", "group_id": "org.example"}));
        assert_eq!(answer["status"], "invalid_argument", "{answer}");
        let given = json!({query: "login", "group_id": "org.example", "artifact_id": "lib", "artifacts": ["*"]});
        assert_eq!(ask(tool, given)["status"], "invalid_argument");
        let answer = ask(tool, json!({query: "login", "artifacts": ["org.example:other"]}));
        assert_eq!(answer["results"][0]["artifact"], OTHER, "{answer}");
    }
}

#[test]
fn a_snippet_does_not_repeat_the_signature() {
    let home = with_libraries();
    let row = |query: &[&str]| home.json(&[&["search"], query].concat())["results"][0].clone();
    for query in [&["authenticateUser"] as &[_], &["login", LIB], &["MAX_TRIES"], &["authenticateUser(", "--literal"]] {
        let row = row(query);
        let (signature, snippet) = (row["signature"].as_str().unwrap(), row["snippet"].as_str().unwrap_or_default());
        let is_repeated = |line: &str| signature.contains(line.trim_end_matches(['{', ';', ' ']));
        assert!(!snippet.lines().any(is_repeated), "{query:?}: {row}");
    }
    // What it is set to is no part of a signature.
    assert_eq!(row(&["MAX_TRIES"])["snippet"], "static final int MAX_TRIES = 3;");
    let lookup = row(&["lookup"]);
    assert_eq!((&lookup["kind"], lookup.get("snippet")), (&json!("method"), None), "{lookup}");
}

const BUS: &str = r"package p;

/** The bus. */
public class EventBus {
    public EventBus() {}

    @Deprecated
    public void register(Object object) {}

    public void post(Object event) {}
}
";

#[test]
fn what_is_written_just_so_comes_first() {
    let home = Home::new();
    home.write("lib/p/EventBus.java", BUS);
    // Each of these says more of the words, and none is called so.
    let others = "package p;\n\n/** Files and edits of the event bus. */\npublic class Stack {\n\
        /** The files, all files of the files. */ public java.util.List<File> files() { return files; }\n\
        /** Edits: what to edit is edited. */ public void edit(Edit edit) { edit.edit(edit); }\n\
        /** The registered registers of an event bus: registers the event bus. */ public void registerEventBus() {}\n\
        public void eventBusRegister(EventBus register) { register.register(register); }\n}\n";
    home.write("lib/p/Stack.java", others);
    home.write("lib/p/Files.java", "package p;\n\n@Deprecated\nfinal class Files {\n    private Files() {}\n}\n");
    home.write("lib/p/Edit.java", "package p;\n\n@Deprecated\nclass Edit {}\n");
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    for (query, expected) in [
        ("Files", "p.Files"),
        ("Edit", "p.Edit"),
        ("EventBus", "p.EventBus"),
        ("EventBus register", "p.EventBus#register(Object)"),
        ("EventBus post", "p.EventBus#post(Object)"),
        ("EventBus.register", "p.EventBus#register(Object)"),
    ] {
        assert_eq!(symbols(&home, &["search", query])[0], expected, "{query}");
    }
}

#[test]
fn a_name_that_is_spelled_out_comes_first() {
    let home = Home::new();
    home.write("lib/p/BeanFactory.java", "package p;\n\npublic interface BeanFactory {\n    Object get();\n}\n");
    let said = "/** The bean factory of a bean factory, for each factory of a bean. */";
    let holder = format!(
        "package p;\n\n{said}\npublic class BeanFactoryHolder {{\n    {said}\n    BeanFactory beanFactory(String bean) {{ return factory(bean); }}\n\
         {said}\n    BeanFactory factoryBean(String bean) {{ return null; }}\n}}\n"
    );
    home.write("lib/p/BeanFactoryHolder.java", &holder);
    let texts = "package p;\n\n/** Blank texts. */\npublic class Texts {\n\
        /** Whether a text is not blank: what is blank is blank. */ boolean isNotBlank(String blank) { return !isBlank(blank); }\n\
        boolean isBlank(String text) { return text.trim().isEmpty(); }\n\
        Object lineIterator(String text) { return null; }\n}\n";
    home.write("lib/p/Texts.java", texts);
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    for query in ["bean factory", "beanfactory", "BeanFactory.java", "(BeanFactory)", "BeanFactory NOT file_path:test"]
    {
        assert_eq!(symbols(&home, &["search", query])[0], "p.BeanFactory", "{query}");
    }
    assert_eq!(symbols(&home, &["symbols", "BeanFactory.java"])[0], "p.BeanFactory");
    for query in ["isBlank", "(isBlank)", "isBlank AND text", "isBlank OR nothing", "is blank"] {
        assert_eq!(symbols(&home, &["search", query])[0], "p.Texts#isBlank(String)", "{query}");
    }
    // A phrase is also what the parts of a name are.
    for query in ["\"line iterator\"", "symbol:\"line iterator\""] {
        assert_eq!(symbols(&home, &["search", query]), ["p.Texts#lineIterator(String)"], "{query}");
    }
    assert_eq!(symbols(&home, &["search", "\"iterator line\""]), [""; 0]);
}

const BASKET: &str = r"package org.example.shop;

/** What is bought, and for how much. */
public class Basket {
    public Basket(String[] apples) {}

    /** Weighs all of the apples. */
    public int weigh(int apples) { return apples + apples; }

    public int appleCount() { return 0; }

    public boolean isRipe(int apple) { return apple > 0; }

    public int ripeness(int apple) { return apple; }

    public int redAppleCountInYear(int year) { return year; }
}
";

#[test]
fn a_name_with_its_type_or_package_comes_first() {
    let home = Home::new();
    let writer = "package org.some.index;\n\npublic class Writer {\n    /** Commits. */\n    public void commit() {}\n
    public static class Mode {}\n}\n";
    let others: String = (0..40)
        .map(|at| {
            format!(
                "    /** What {{@link Writer}} does at a commit: the writer's commit, the mode of the writer. */
    public void setWriterCommitMode{at}(Writer writer, Commit commit) {{ writer.commit(); }}\n"
            )
        })
        .collect();
    home.write("lib/org/some/index/Writer.java", writer);
    let config = format!("package org.some.index;\n\npublic class WriterCommitConfig {{\n{others}}}\n");
    home.write("lib/org/some/index/WriterCommitConfig.java", &config);
    home.run(&["add", LIB, text(&home.path("lib"))]);
    for (query, expected) in [
        ("Writer.commit", "org.some.index.Writer#commit()"),
        ("Writer#commit()", "org.some.index.Writer#commit()"),
        ("Writer::commit", "org.some.index.Writer#commit()"),
        ("index.Writer.commit", "org.some.index.Writer#commit()"),
        ("org.some.index.Writer.commit", "org.some.index.Writer#commit()"),
        ("writer commit", "org.some.index.Writer#commit()"),
        ("commit writer", "org.some.index.Writer#commit()"),
        ("Writer.Mode", "org.some.index.Writer.Mode"),
        ("org.some.index.Writer.Mode", "org.some.index.Writer.Mode"),
        ("org.some.index.Writer", "org.some.index.Writer"),
    ] {
        assert_eq!(symbols(&home, &["search", query])[0], expected, "{query}");
    }
}

const CODEC: &str = r"package org.example.json;

/** Writes JSON. */
public class Codec<K> {
    public Codec(String source, Object target) {}

    public String toJson(Tree tree) { return null; }

    public String toJson(Object source) { return null; }

    public String toJson(Object source, java.util.Map<String, Object> target) { return null; }

    private void put(K key) {}

    /** The JSON object, as a JSON object, of the JSON objects. */
    public Object getAsJsonObject(Object json) { return json; }

    /** An object to put: the key to put an object to. */
    public void putKeyObject(Object key) {}
}
";

#[test]
fn a_signature_finds_its_method_first() {
    let home = Home::new();
    home.write("lib/org/example/json/Codec.java", CODEC);
    home.run(&["add", LIB, text(&home.path("lib"))]);
    let first = |query: &str, count: usize| {
        let found = symbols(&home, &["search", query]);
        found.iter().take(count).map(|found| found.replacen("org.example.json.Codec", "", 1)).collect::<Vec<_>>()
    };
    for (query, expected) in [
        ("toJson(Object)", "#toJson(Object)"),
        ("toJson(java.lang.Object source)", "#toJson(Object)"),
        ("toJson(Object, Map)", "#toJson(Object, Map)"),
        ("toJson(Object, Map<String, Object>)", "#toJson(Object, Map)"),
        ("Codec#toJson(Tree)", "#toJson(Tree)"),
        ("org.example.json.Codec.toJson(Tree)", "#toJson(Tree)"),
        ("put(Object)", "#put(K)"),
        ("Codec#<init>(String, Object)", "#<init>(String, Object)"),
        ("Codec(String, Object)", "#<init>(String, Object)"),
    ] {
        assert_eq!(first(query, 1), [expected], "{query}");
    }
    for query in ["toJson(Object)", "toJson(int)", "toJson()"] {
        assert!(first(query, 3).iter().all(|symbol| symbol.starts_with("#toJson(")), "{query}: {:?}", first(query, 4));
    }
}

#[test]
fn a_message_leads_to_what_says_it() {
    let home = Home::new();
    let pool = r#"package org.example.pool;

public class Pool {
    /** The connection request: available connections, timed out ones after so many milliseconds. */
    public void connectionRequestTimedOut(Connection connection, boolean available) {}
    public void connectionIsAvailable() {}

    void raise(String name, long ms) {
        throw new Gone(name + " - Connection is not available, request timed out after " + ms + "ms ");
    }

    void find(String key, long ms) {
        throw new Gone("Topic " + key + " not present in metadata after " + ms + " ms.");
    }

    void none() {
        warn("No pools2 were found.");
    }

    void inside(int index, int size) {
        throw new Gone(String.format("Index %s out of bounds for length %s", index, size));
    }

    void read(String field) {
        throw new Gone("Unrecognized field '" + field + "' (class " + field + "), not marked as ignorable");
    }
}
"#;
    home.write("pool/org/example/pool/Pool.java", pool);
    assert_eq!(home.run(&["add", "org.example:pool:1", text(&home.path("pool"))]).code, 0);
    let first = |query: &str| symbols(&home, &["search", query]).first().cloned().unwrap_or_default();
    for message in [
        "Connection is not available, request timed out after 30000ms",
        "HikariPool-1 - Connection is not available, request timed out after 30000ms (total=10)",
    ] {
        assert_eq!(first(message), "org.example.pool.Pool#raise(String, long)", "{message}");
    }
    // A value may look like a word.
    assert_eq!(first("Topic test not present in metadata after 60000 ms."), "org.example.pool.Pool#find(String, long)");
    // What stands before a message says nothing of it, and neither do the lines of its trace.
    for (message, expected) in [
        ("x.y.GoneException: Topic test not present in metadata after 60000 ms.", "find(String, long)"),
        (
            "Caused by: x.y.GoneException: Index 5 out of bounds for length 3\n\tat x.y.Z.found(Z.java:1)\n",
            "inside(int, int)",
        ),
        ("Index 5 out of bounds for length 3", "inside(int, int)"),
        ("x.y.GoneException: out of bounds for length", "inside(int, int)"),
        ("Pools(W): No pools2 were found.", "none()"),
    ] {
        assert_eq!(first(message), format!("org.example.pool.Pool#{expected}"), "{message}");
    }
    // What stands in quotes is not there, and does not have to be.
    let quoted = r#"Unrecognized field "foo" (class com.example.Bar), not marked as ignorable"#;
    assert_eq!(symbols(&home, &["search", quoted]), ["org.example.pool.Pool#read(String)"]);
}

/// Traces, messages of the virtual machine and notes name declarations among other words.
#[test]
fn what_is_named_with_all_around_it_comes_first() {
    let home = Home::new();
    let pool = r#"package org.example.pool;

public class Pool {
    static final String SIZE = "pool.max.size";
    int poolMaxSize;

    public void take() {
        take(1);
    }

    public void take(int count) {
        new Runnable() { public void run() {} };
    }

    static class Entry {}
}
"#;
    let other = r#"package org.example.other;

/** The pool of the example: takes an entry of the max size, where it was not found at a pool. */
public class NotFound {
    String atPool(Pool pool, int max, int size) { return "pool.max.size" + pool.take() + pool.entry(); }
    void pooled(String pooled) {}
    static final String PACKAGE = "org.example";
    void setPoolMaxSize(int size) { pool.max.size = size; }
}
"#;
    home.write("pool/org/example/pool/Pool.java", pool);
    home.write("pool/org/example/other/NotFound.java", other);
    home.write("pool/org/example/other/Pooled.java", "package org.example.other;\n\npublic @interface Pooled {}\n");
    assert_eq!(home.run(&["add", "org.example:pool:1", text(&home.path("pool"))]).code, 0);
    let first = |query: &str| symbols(&home, &["search", query]).first().cloned().unwrap_or_default();
    for (query, expected) in [
        ("at org.example.pool.Pool.take(Pool.java:12)", "#take(int)"),
        ("at app//org.example.pool.Pool.take(Pool.java:8) ~[pool-1.jar:1]", "#take()"),
        (
            "    at org.example.pool.Pool$Entry.<init>(Pool.java:15)\n    at org.example.pool.Pool.take(Pool.java:8)",
            "#take()",
        ),
        ("java.lang.ClassNotFoundException: org.example.pool.Pool not found at the pool", ""),
        ("java.lang.NoClassDefFoundError: org/example/pool/Pool$Entry", ".Entry"),
        ("NoSuchMethodError: 'void org.example.pool.Pool.take(int, java.lang.String)'", "#take()"),
        ("why is org.example.pool.Pool#SIZE no max size", "#SIZE"),
        (
            "Exception in thread \"main\" a.b.SQLException: must be NOT NULL\n\tat org.example.pool.Pool.take(Pool.java:12)\n",
            "#take(int)",
        ),
        // A key is what the constant holds, whatever has names that are made of its parts.
        ("pool.max.size", "#SIZE"),
        ("set pool.max.size to 3", "#SIZE"),
    ] {
        assert_eq!(first(query), format!("org.example.pool.Pool{expected}"), "{query}");
    }
    // No text holds this one; the setter is what it is bound to.
    assert_eq!(first("example.pool-max-size"), "org.example.other.NotFound#setPoolMaxSize(int)");
    assert_eq!(first("where is @Pooled looked at"), "org.example.other.Pooled");
    // What two names mean is one, and is counted where the words alone do not find it.
    let twice = home.json(&["search", "@Pooled org.example.other.Pooled"]);
    let named =
        twice["results"].as_array().expect("results").iter().filter(|row| row["symbol"] == "org.example.other.Pooled");
    assert_eq!(named.count(), 1, "{twice}");
    let slashes = home.json(&["search", "org/example/pool/Pool"]);
    assert_eq!(slashes["total"]["value"], slashes["results"].as_array().expect("results").len(), "{slashes}");
    // A package is no key.
    assert_ne!(first("how does the pool of org.example take"), "org.example.other.NotFound#PACKAGE");
    // What is filtered out is not meant.
    let methods = symbols(&home, &["search", "pool.max.size", "--kind", "method"]);
    assert_eq!(methods[0], "org.example.other.NotFound#atPool(Pool, int, int)");
    let types = symbols(&home, &["search", "at org.example.pool.Pool.take(Pool.java:12)", "--kind", "type"]);
    assert!(types.iter().all(|symbol| !symbol.contains('#')), "{types:?}");
}

#[test]
fn a_description_is_read_as_names_are_made() {
    let home = Home::new();
    home.write("shop/org/example/shop/Basket.java", BASKET);
    assert_eq!(home.run(&["add", LIB, text(&home.path("shop"))]).code, 0);
    let first = |asked: &str| symbols(&home, &["concept", asked])[0].clone();
    // Count is what names say for number, is for whether; of two that fit, the shorter name is nearer.
    assert_eq!(first("the number of apples"), "org.example.shop.Basket#appleCount()");
    assert_eq!(first("tells whether one apple is ripe"), "org.example.shop.Basket#isRipe(int)");
    // A verb of making asks for a constructor, which stands behind otherwise.
    assert_eq!(first("construct a basket from apples"), "org.example.shop.Basket#<init>(String[])");
    // Documentation of the type alone finds its members too.
    assert!(symbols(&home, &["concept", "what was bought"]).iter().any(|symbol| symbol.contains('#')));
}

#[test]
fn an_answer_says_where_and_why() {
    let home = with_libraries();
    let answer = home.json(&["search", "authenticate password"]);
    assert_eq!(answer["ranker"], "bm25f-4");
    let first = &answer["results"][0];
    assert_eq!(first["artifact"], LIB);
    assert_eq!(first["file"], "org/example/auth/UserService.java");
    assert_eq!(first["line_range"], serde_json::json!({"start": 6, "end": 8}));
    assert_eq!(first["signature"], "public boolean authenticateUser(String name, String password)");
    let snippet = first["snippet"].as_str().expect("a snippet");
    assert!(snippet.contains("Authenticates a user with a password") && snippet.len() <= 200, "{snippet}");
    assert_eq!(answer["total"]["relation"], "eq");
    let plain = home.run(&["search", "authenticate password"]);
    for said in [AUTHENTICATE, LIB, "UserService.java:6-8", "public boolean", "bm25f-4"] {
        assert!(plain.out.contains(said), "{said}: {}", plain.out);
    }
    let concept = home.json(&["concept", "sign in with a password"]);
    let with_summary = concept["results"].as_array().expect("results").iter().find(|row| row["symbol"] == AUTHENTICATE);
    assert_eq!(with_summary.expect("the method")["summary"], "Authenticates a user with a password.");
}

#[test]
fn filters_choose() {
    let home = with_libraries();
    let of = |arguments: &[&str]| symbols(&home, &[&["search", "login"], arguments].concat());
    assert_eq!(of(&["--language", "kotlin"]), ["org.example.io.StreamsKt#loginTimeout"]);
    assert_eq!(of(&["--kind", "property"]), ["org.example.io.StreamsKt#loginTimeout"]);
    assert_eq!(of(&["--kind", "type"])[0], "org.example.web.LoginController");
    assert!(of(&["--kind", "method"]).iter().all(|symbol| symbol.contains('(')));
    assert_eq!(of(&["--kind", "interface"]), [""; 0]);
    assert_eq!(of(&[OTHER]), ["org.example.io.StreamsKt#loginTimeout"]);
    assert_eq!(of(&["org.example:o*:*"]), ["org.example.io.StreamsKt#loginTimeout"]);
}

#[test]
fn pages_are_one_ranking_and_a_cursor_holds_while_nothing_changes() {
    let home = with_libraries();
    let all = symbols(&home, &["search", "name OR password OR login OR stream"]);
    assert!(all.len() > 5, "{all:?}");
    let (mut paged, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut arguments = vec!["search", "name OR password OR login OR stream", "--max-results", "2"];
        if let Some(cursor) = &cursor {
            arguments.extend(["--cursor", cursor]);
        }
        paged.extend(symbols(&home, &arguments));
        let answer = home.json(&arguments);
        assert_eq!(answer["total"]["value"], all.len() as u64);
        match answer["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!(paged, all);
    let cursor = cursor.expect("several pages");
    // What comes later is not searched for these pages.
    home.write("later/x.txt", "login");
    home.write("later/Login.java", "/** Login, name and password. */\nclass Login { String name, password; }\n");
    assert_eq!(home.run(&["add", "org.example:later:1.0", text(&home.path("later"))]).code, 0);
    let arguments = ["search", "name OR password OR login OR stream", "--max-results", "2", "--cursor", &cursor];
    let answer = home.json(&arguments);
    assert_eq!((&answer["status"], &answer["total"]["value"]), (&"success".into(), &(all.len() as u64).into()));
    home.write("other/org/example/io/More.kt", "package org.example.io\n\nval more = 1\n");
    assert_eq!(home.run(&["index", OTHER, "--force"]).code, 0);
    let arguments = ["search", "name OR password OR login OR stream", "--max-results", "2", "--cursor", &cursor];
    assert_eq!(home.json(&arguments)["status"], "invalid_cursor");
}

#[test]
fn an_answer_is_no_larger_than_it_may_be_and_says_what_it_took() {
    let home = Home::new();
    let long = "much ".repeat(60);
    let methods: String =
        (0..60).map(|at| format!("    /** Weighs apples {long}. */ public void weighApples{at}() {{}}\n")).collect();
    home.write("shop/Basket.java", &format!("public class Basket {{\n{methods}}}\n"));
    assert_eq!(home.run(&["add", LIB, text(&home.path("shop"))]).code, 0);
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
    let mut ask = |id: u64, tool: &str, arguments: Value| {
        let answer = session.ask(id, "tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
    };
    let concept =
        ask(1, "search_semantic_concept", json!({"concept_description": "weigh apples", "top_n_results": 51}));
    assert!(concept.len() <= 20_480, "{}", concept.len());
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let concept = read(&concept);
    assert_eq!((&concept["truncated"], &concept["top_n_results"]), (&json!(true), &json!(50)));
    let symbols = read(&ask(2, "search_symbols", json!({"query": "weigh", "max_results": 100_000})));
    assert_eq!(symbols["max_results"], 500);
    let listed = read(&ask(3, "search_symbols", json!({"query": "weigh", "max_results": 500})));
    assert_eq!(listed.get("max_results"), None);
    let given = json!({"group_id": "org.example", "artifact_id": "lib", "version": "1.0", "page_size": 1000});
    let types = read(&ask(4, "list_types", given));
    assert_eq!((&types["pagination"]["page_size"], types.get("page_size")), (&json!(200), None));
    let plain = home.run(&["search", "apples", "--max-results", "101"]);
    assert!(plain.out.ends_with("max_results 100, the most\n"), "{}", plain.out);
}

#[test]
fn what_is_declared_for_every_platform_has_one_place_among_concepts() {
    let home = Home::new();
    for (folder, modifier) in [("commonMain", "expect"), ("jvmMain", "actual")] {
        let text =
            format!("package p\n\n/** Weighs apples. */\n{modifier} class Scale {{\n    {modifier} fun weigh()\n}}\n");
        home.write(&format!("lib/{folder}/p/Scale{modifier}.kt"), &text);
    }
    home.write("lib/commonMain/p/Stall.kt", "package p\n\n/** Has apples. */\nclass Stall\n");
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    let found = symbols(&home, &["concept", "weigh apples", "--top-n-results", "3"]);
    assert_eq!(found.iter().collect::<std::collections::HashSet<_>>().len(), 3, "{found:?}");
}

#[test]
fn versions_of_one_library_have_one_place_among_concepts() {
    let home = Home::new();
    let source =
        "/** Weighs apples. */\npublic class Scale { /** Weighs a basket of apples. */ public void weigh() {} }\n";
    for version in ["1.0", "1.1", "2.0"] {
        home.write(&format!("{version}/Scale.java"), source);
        let added = home.run(&["add", &format!("org.example:shop:{version}"), text(&home.path(version))]);
        assert_eq!(added.code, 0, "{}", added.err);
    }
    home.write("other/Stall.java", "/** Weighs apples. */\npublic class Stall {}\n");
    assert_eq!(home.run(&["add", "org.example:stall:1.0", text(&home.path("other"))]).code, 0);
    let answer = home.json(&["concept", "weigh apples", "--top-n-results", "3"]);
    let rows = answer["results"].as_array().expect("results");
    let mut symbols: Vec<&str> = rows.iter().filter_map(|row| row["symbol"].as_str()).collect();
    symbols.sort_unstable();
    assert_eq!(symbols, ["Scale", "Scale#weigh()", "Stall"], "{answer}");
    for row in rows {
        let count = row["also_in"].as_array().map_or(0, Vec::len);
        assert_eq!(count, if row["symbol"] == "Stall" { 0 } else { 2 }, "{row}");
    }
}
