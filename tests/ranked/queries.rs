//! The grammar of queries, and its errors.

use serde_json::json;

use super::home::{Home, text};
use super::{AUTHENTICATE, symbols, with_libraries};

#[test]
fn operators_phrases_and_fields_narrow() {
    let home = with_libraries();
    let found = |query: &str| symbols(&home, &["search", query]);
    let has = |query: &str, part: &str| found(query).iter().any(|symbol| symbol.contains(part));
    assert!(has("login OR signup NOT deprecated", "signup"));
    assert!(has("login", "#login(") && !has("login NOT name", "#login("));
    assert!(has("(login OR hash) AND password", "#hash") && !has("(login OR hash) AND password", "loginTimeout"));
    assert_eq!(found("\"user authentication function\""), ["org.example.auth.UserService#hash(String)"]);
    assert!(found("\"authentication user function\"").is_empty());
    let hash = "org.example.auth.UserService#hash(String)";
    for query in [
        "\"return Integer.toHexString\"",
        "content:\"hashCode\"",
        "\"integer tohexstring\"",
        "content:Integer.toHexString",
    ] {
        assert_eq!(found(query), [hash], "{query}");
    }
    assert!(has("symbol:hash", "#hash(") && !has("symbol:hash", "authenticateUser"));
    assert!(has("Symbol:hash", "#hash(") && !has("SYMBOL:hash", "authenticateUser"));
    assert_eq!(found("doc:unknown"), [AUTHENTICATE]);
    assert!(has("content:printf", "signup") && found("symbol:printf").is_empty());
    assert!(found("file_path:controller").iter().all(|symbol| symbol.contains("LoginController")));
    assert_eq!(found("file_path:controller").len(), 3);
    for glob in ["*Controller.java", "login?ontroller.*", "web/*.java", "/org/**/web/*", "\"login*\""] {
        assert_eq!(found(&format!("file_path:{glob}")), found("file_path:controller"), "{glob}");
    }
    assert!(found("file_path:Controller*").is_empty() && found("file_path:/web/*").is_empty());
    assert!(has("read AND file_path:*.kt", "readFully") && found("read AND file_path:*.kts").is_empty());
    assert_eq!(found("zebra"), [""; 0], "nothing is a true negative");
    assert_eq!(home.run(&["search", "zebra"]).code, 1);
}

#[test]
fn a_sign_that_is_no_wildcard_is_not_passed_over_in_silence() {
    let home = with_libraries();
    let refused = |query: &str| home.json(&["search", query]);
    for query in ["symbol:auth*", "symbol:*auth", "symbol:p.*.Auth", "doc:auth*", "read AND content:auth*"] {
        let refused = refused(query);
        assert_eq!(refused["status"], "invalid_query", "{query}: {refused}");
        assert!(refused["message"].as_str().expect("a message").contains("* is a wildcard in file_path: only"));
    }
    for query in ["file_path:[a-z]*.java", "file_path:{Nothing,*}.java"] {
        assert!(!refused(query)["results"].as_array().expect("results").is_empty(), "{query}");
    }
    assert_eq!(refused("file_path:*[a")["status"], "invalid_pattern");
    assert_eq!(refused("file_path:\"*[a\"")["status"], "invalid_pattern");
    let nothing = home.json(&["search", "passwo*"]);
    assert_eq!(nothing["results"], json!([]));
    assert!(nothing["suggestion"].as_str().expect("a suggestion").contains("jardex symbols"));
    assert!(home.run(&["search", "passwo*"]).out.contains("jardex grep"));
    let found = home.json(&["search", "hash*"]);
    assert!(!found["results"].as_array().expect("results").is_empty() && found.get("suggestion").is_none());
}

#[test]
fn code_needs_no_escaping() {
    let home = with_libraries();
    for (query, symbol) in [
        ("{id}", "lookup"),
        ("/users/{id}", "authenticateUser"),
        ("a::b", "signup"),
        ("List<String>", "signup"),
        ("System.out.printf(\"%s\")", "signup"),
        ("http://users", "authenticateUser"),
        ("key: password", "hash"),
        ("C:\\password", "hash"),
        ("hash(password)", "hash"),
        ("fun hash(name:String)", "authenticateUser"),
        ("val path:String", "lookup"),
    ] {
        let found = symbols(&home, &["search", query]);
        assert!(found.iter().any(|found| found.contains(symbol)), "{query}: {found:?}");
    }
    let literal = |query: &str| symbols(&home, &["search", query, "--literal"]);
    assert_eq!(literal("replace(\"{id}\", n"), ["org.example.auth.UserService#lookup(String, String)"]);
    assert_eq!(literal("NOT"), [""; 0]);
    assert_eq!(literal("printf(\"%s%n\""), ["org.example.web.LoginController#signup(List)"]);
}

const LISTS: &str = r#"package org.example.lists;

/** Lists with codes. */
public class Lists {
    public void addAll(Object codes) {}

    public void addCode(Object code) {
        if (code instanceof Comparable) {
            addAll(code);
        }
    }

    /** Adds. As with the others, the string is kept. */
    public void add(String string) {
        try {
            addCode(string);
        } finally {
            unlock();
        }
    }

    @Override
    public String toString() {
        return "lists";
    }

    /** The future of it. */
    public Future future() {
        return null;
    }

    private void unlock() {}
}
"#;
const PAIR: &str = "package org.example.lists;

/** A pair of a and b: what of it is of use. */
public class Pair {
    /** Both of them, of all of these, one of each. */
    public static Pair of(int a, int b) {
        return null;
    }

    /** One of a pair of these, of all of them. */
    public int first() {
        int b = 3;
        return b;
    }
}
";
const FUTURES: &str = "package org.example.lists;\n\n/** What futures have. */\npublic class Futures {}\n";

/// Operators and fields say what has to hold: names are whole, and words that stand everywhere are looked for as well.
#[test]
fn operators_mean_what_they_say() {
    let home = Home::new();
    home.write("lists/org/example/lists/Lists.java", LISTS);
    home.write("lists/org/example/lists/Futures.java", FUTURES);
    assert_eq!(home.run(&["add", "org.example:lists:1.0", text(&home.path("lists"))]).code, 0);
    let found = |query: &str| {
        let mut found = symbols(&home, &["search", query]);
        for symbol in &mut found {
            *symbol = symbol.replacen("org.example.lists.", "", 1).replacen("Lists#", "#", 1);
        }
        found.sort();
        found
    };
    assert_eq!(found("instanceof AND Comparable"), ["#addCode(Object)"]);
    assert_eq!(found("finally AND unlock"), ["#add(String)"]);
    assert_eq!(found("content:finally"), ["#add(String)"]);
    assert_eq!(found("doc:the"), ["#add(String)", "#future()"]);
    assert_eq!(found("\"as with the\""), ["#add(String)"]);
    assert_eq!(found("\"is with the\""), [""; 0]);
    // What stands everywhere says nothing beside others, quoted or not.
    assert_eq!(found("is the \"as with the\" of"), ["#add(String)"]);
    assert_eq!(found("see \"the\" \"a\" unlock"), found("see unlock"));
    assert_eq!(found("see (the \"a\" unlock)"), found("see unlock"));
    assert_eq!(found("\"the\""), ["#add(String)", "#future()"]);
    assert_eq!(found("symbol:addCode"), ["#addCode(Object)"]);
    assert_eq!(found("symbol:add NOT symbol:addCode"), ["#add(String)", "#addAll(Object)"]);
    assert_eq!(found("symbol:\"to string\""), ["#toString()"]);
    assert_eq!(found("symbol:\"string to\""), [""; 0], "a phrase has an order");
    assert_eq!(found("string NOT toString"), ["#add(String)"]);
    assert_eq!(found("toString AND unlock"), [""; 0]);
    assert_eq!(found("addCode AND unlock"), ["#add(String)"]);
    // The name of the type around is one of the places that a word is looked for in.
    assert_eq!(found("Lists AND symbol:unlock"), ["#unlock()"]);
    assert_eq!(found("toString OR nothing"), ["#toString()"]);
    let first = |query: &str| symbols(&home, &["search", query])[0].clone();
    assert_eq!(first("addCode"), "org.example.lists.Lists#addCode(Object)");
    assert_eq!(first("Futures"), "org.example.lists.Futures");
    assert_eq!(first("Future"), "org.example.lists.Lists#future()");
    // Code: a parenthesis behind a word is not closed here, and a colon says what a name is of.
    for code in ["addCode(Object", "@Test(expected=", "val name:String", "add(String string)"] {
        assert_eq!(home.json(&["search", code])["status"], "success", "{code}");
    }
    assert_eq!(home.json(&["search", "", "--literal"])["status"], "invalid_argument");
}

/// Words that stand everywhere are words all the same: alone, or several of them, they are found where they stand, and beside
/// others the total says that there may be more.
#[test]
fn words_that_stand_everywhere_are_found() {
    let home = Home::new();
    home.write("lists/org/example/lists/Lists.java", LISTS);
    home.write("lists/org/example/lists/Pair.java", PAIR);
    assert_eq!(home.run(&["add", "org.example:lists:1.0", text(&home.path("lists"))]).code, 0);
    let found = |query: &str| {
        let mut found = symbols(&home, &["search", query]);
        found.sort();
        found
    };
    let add = "org.example.lists.Lists#add(String)";
    let to_string = "org.example.lists.Lists#toString()";
    for (query, expected) in [("finally", add), ("the", add), ("Override", to_string), ("@Override", to_string)] {
        let symbols = found(query);
        assert!(symbols.contains(&expected.to_owned()), "{query}: {symbols:?}");
        assert!(symbols.iter().any(|symbol| found(&format!("content:{query}")).contains(symbol)), "{query}");
    }
    for (written, meant) in [("finally instanceof", "finally OR instanceof"), ("a b", "a OR b"), ("a || b", "b OR a")] {
        assert_eq!(found(written), found(meant), "{written}");
        assert!(!found(written).is_empty(), "{written}");
    }
    assert_eq!(symbols(&home, &["search", "of"])[0], "org.example.lists.Pair#of(int, int)", "a name before texts");
    let total = |query: &str| home.json(&["search", query])["total"]["relation"].clone();
    assert_eq!((total("unlock"), total("finally unlock")), ("eq".into(), "gte".into()));
    assert_eq!(found("zebra finally"), found("zebra OR finally"), "nothing but the word that stands everywhere");
    let rest = ("zebra okapi finally", "zebra OR okapi OR finally");
    assert_eq!(found(rest.0), found(rest.1), "what else is asked for is nowhere");
    assert!(!found(rest.0).is_empty());
    let concept = |description: &str| symbols(&home, &["concept", description]);
    assert_eq!(concept("zebra okapi of")[0], "org.example.lists.Pair#of(int, int)");
    assert!(concept("zebra okapi").is_empty());
}

/// What stands in very many is not looked for in all of them, which the last page says.
#[test]
fn a_text_that_is_in_very_many_is_said_not_to_be_looked_for_in_all() {
    let home = Home::new();
    let methods: String = (0..600).map(|at| format!("    int f{at}() {{ return {at}; }}\n")).collect();
    for class in ["A", "B", "C"] {
        home.write(&format!("many/p/{class}.java"), &format!("package p;\n\nclass {class} {{\n{methods}}}\n"));
    }
    assert_eq!(home.run(&["add", "p:many:1.0", text(&home.path("many"))]).code, 0);
    let first = home.json(&["search", "{ return", "--literal"]);
    assert_eq!((&first["total"]["relation"], first.get("incomplete")), (&json!("gte"), None), "{first}");
    let mut page = first;
    while let Some(cursor) = page["next_cursor"].as_str() {
        page = home.json(&["search", "{ return", "--literal", "--max-results", "100", "--cursor", cursor]);
    }
    let what = page["incomplete"][0]["what"].as_str().unwrap_or_default();
    assert!(what.starts_with("declarations beyond these 1"), "{page}");
}

/// What a filter leaves out does not take the place of what it wants.
#[test]
fn words_that_stand_everywhere_are_found_behind_what_is_not_wanted() {
    let home = Home::new();
    let methods: String = (0..2_000).map(|number| format!("  public void m{number}() {{}}\n")).collect();
    home.write("many/p/Many.java", &format!("package p;\npublic class Many {{\n{methods}  public int last;\n}}\n"));
    assert_eq!(home.run(&["add", "p:many:1.0", text(&home.path("many"))]).code, 0);
    assert_eq!(symbols(&home, &["search", "public", "--kind", "field"]), ["p.Many#last"]);
}

/// Parentheses around a word, and what excludes nothing, change nothing.
#[test]
fn a_word_among_operators_is_the_word() {
    let home = with_libraries();
    let found = symbols(&home, &["search", "lookup"]);
    assert_eq!(found[0], "org.example.auth.UserService#lookup(String, String)");
    for query in ["(lookup)", "lookup OR zzzz", "lookup NOT zzzz", "lookup AND NOT zzzz"] {
        assert_eq!(symbols(&home, &["search", query]), found, "{query}");
    }
}

#[test]
fn a_wrong_query_says_where() {
    let home = with_libraries();
    for (query, position) in [
        ("file:user", 0),
        ("user lang:java", 5),
        ("path:UserService", 0),
        ("user class:UserService", 5),
        ("\"user name", 0),
        ("a \"b", 2),
        ("(user", 0),
        ("user)", 4),
        ("user AND", 5),
        ("OR user", 0),
        ("NOT user", 0),
        ("user AND OR name", 5),
        ("=>", 0),
    ] {
        let answer = home.json(&["search", query]);
        assert_eq!(answer["status"], "invalid_query", "{query}: {answer}");
        assert_eq!(answer["position"], position, "{query}: {answer}");
    }
    let answer = home.json(&["search", "file:user"]);
    assert_eq!(answer["valid_prefixes"], serde_json::json!(["symbol", "doc", "content", "file_path"]));
    assert_eq!(home.json(&["search", " "])["status"], "invalid_argument");
}
