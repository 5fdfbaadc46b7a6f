//! What is meant comes first: what is written just so, names however they are spelled, signatures, messages, what is pasted.

use super::home::{Home, text};
use super::{AUTHENTICATE, LIB, symbols, with_libraries};

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

pub const BASKET: &str = r"package org.example.shop;

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

    /** Work that has not been finished yet: work finished. */
    public boolean hasWorkBeenFinishedYet(Work work) {}

    void end() {
        throw new Gone("Work has not been finished yet");
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
        ("Work has not been finished yet", "end()"),
        ("work has not been finished yet", "hasWorkBeenFinishedYet(Work)"),
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

/// Compilers and linkers say which name is not there, and declarations are pasted without their parameters.
#[test]
fn what_compilers_say_is_about_its_names() {
    let home = Home::new();
    let flows = "package org.example.flow\n\ninterface Flow<T>\ninterface StateFlow<T> : Flow<T>\nclass FlowState\n\n\
                 /** Turns it into a state. */\nfun <T> Flow<T>.stateIn(scope: Any): StateFlow<T> = TODO()\n\
                 class UnresolvedReference { fun unresolvedReferenceState() {} }\n\
                 suspend fun <T> withContext(block: () -> T): T = TODO()\nclass SuspendFunctionWithoutContext\n";
    home.write("flow/org/example/flow/Flows.kt", flows);
    assert_eq!(home.run(&["add", LIB, text(&home.path("flow"))]).code, 0);
    let first = |query: &str| symbols(&home, &["search", query]).first().cloned().unwrap_or_default();
    let state = "org.example.flow.FlowsKt#stateIn(Flow, Any)";
    let context = "org.example.flow.FlowsKt#withContext(()->T)";
    for (query, expected) in [
        ("Unresolved reference: stateIn", state),
        ("e: file:///x/Foo.kt:12:5 Unresolved reference 'stateIn'.", state),
        ("Flow.stateIn", state),
        ("FlowsKt.stateIn-VtjQ1oo", state),
        ("org.example.flow.Flow.stateIn", state),
        ("public fun <T> Flow<T>.stateIn", state),
        ("Suspend function 'withContext' should be called only from a coroutine", context),
        ("suspend fun withContext(block: () -> T)", context),
        (
            "error: cannot find symbol\n  symbol:   method stateIn(Object)\n  location: variable f of type Flow<String>",
            state,
        ),
        ("NoSuchMethodError: No static method stateIn(La/B;)V in class Lorg/example/flow/FlowsKt; or its super", state),
        ("interface StateFlow<out T>", "org.example.flow.StateFlow"),
    ] {
        assert_eq!(first(query), expected, "{query}");
    }
}
