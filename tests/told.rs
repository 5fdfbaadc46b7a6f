//! What answers say of what they do not cover, and of what they chose: `incomplete`, `not searched:` and `note:`.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "common/home.rs"]
mod home;

use home::{Home, text};
use serde_json::{Value, json};

/// The artifacts that every test here asks about.
fn with(artifacts: &[(&str, &[(&str, &str)])]) -> Home {
    let home = Home::new();
    for (coordinate, files) in artifacts {
        let folder = coordinate.replace(':', "_");
        for (path, content) in *files {
            home.write(&format!("{folder}/{path}"), content);
        }
        let added = home.run(&["add", coordinate, text(&home.path(&folder))]);
        assert_eq!(added.code, 0, "{}", added.err);
    }
    home
}

fn json_of(home: &Home, arguments: &[&str]) -> Value {
    let ran = home.run(&[arguments, &["--json"]].concat());
    serde_json::from_str(if ran.out.is_empty() { &ran.err } else { &ran.out }).unwrap()
}

const LIB: &str = "g:lib:1";

#[test]
fn files_in_other_languages_are_searched_for_text_and_names() {
    let home = with(&[(
        LIB,
        &[("p/A.java", "package p;\nclass A { void go() {} }\n"), ("p/G.groovy", "package p\nclass G {}\n")],
    )]);
    let what = "1 file in Groovy";
    for arguments in [
        &["grep", "class G"] as &[&str],
        &["grep", "zzz"],
        &["find", "*.groovy"],
        &["grep", "class G", LIB],
        &["find", "*.groovy", LIB],
        &["tree", LIB],
        &["cat", LIB, "p/None.java"],
        &["tree", LIB, "none"],
        // What one type declares is all there.
        &["imports", LIB, "p.A"],
        &["source", LIB, "p.A"],
        &["methods", LIB, "p.A"],
        &["methods", LIB, "p.A", "--include-inherited"],
        &["fields", LIB, "p.A"],
        &["method", LIB, "p.A", "go"],
        &["method", LIB, "p.A", "zzz"],
    ] {
        let answer = json_of(&home, arguments);
        assert!(answer.get("incomplete").is_none(), "{arguments:?}: {answer}");
        let told = home.run(arguments);
        assert!(!format!("{}{}", told.out, told.err).contains("Groovy"), "{arguments:?}: {}", told.out);
    }
    for arguments in [
        &["types", LIB] as &[&str],
        &["packages", LIB],
        &["source", LIB, "p.G"],
        &["methods", LIB, "p.G"],
        &["symbols", "zzz", LIB],
    ] {
        let answer = json_of(&home, arguments);
        let gap = &answer["incomplete"][0];
        assert_eq!((&gap["what"], gap.get("file")), (&json!(what), None), "{arguments:?}: {answer}");
    }
    for arguments in [
        &["refs", "p.A"] as &[&str],
        &["refs", "p.G"],
        &["impls", "p.A"],
        &["symbols", "zzz"],
        &["search", "zzz"],
        &["concept", "zzz"],
    ] {
        let answer = json_of(&home, arguments);
        let gap = &answer["incomplete"][0];
        assert_eq!(
            (&gap["what"], gap.get("file")),
            (&json!(format!("{LIB}: {what}")), None),
            "{arguments:?}: {answer}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_among_several_artifacts_is_named_with_its_own() {
    let home = Home::new();
    home.write("linked/p/A.java", "package p;\nclass A {}\n");
    std::os::unix::fs::symlink("A.java", home.path("linked/p/B.java")).unwrap();
    assert_eq!(home.run(&["add", LIB, text(&home.path("linked"))]).code, 0);
    let answer = json_of(&home, &["refs", "p.A"]);
    let gap = &answer["incomplete"][0];
    let named = (&gap["what"], &gap["artifact"], &gap["file"]);
    assert_eq!(named, (&json!(format!("{LIB}/p/B.java")), &json!(LIB), &json!("p/B.java")), "{answer}");
    let answer = json_of(&home, &["find", "*.java", LIB]);
    let gap = &answer["incomplete"][0];
    assert_eq!((&gap["what"], &gap["file"]), (&json!("p/B.java"), &json!("p/B.java")), "{answer}");
    assert_eq!(json_of(&home, &["find", "*.kt", LIB]).get("incomplete"), None);
}

/// A type whose supertypes are in no artifact, save one that two versions have.
fn with_gaps() -> Home {
    let base: &[(&str, &str)] = &[("b/Base.java", "package b;\npublic class Base { public void up() {} }\n")];
    let heir = "package p;\npublic class C extends b.Base implements x.y.I1, z.I2, z.I3 { void own(int i) {} }\n";
    with(&[("g:base:1", base), ("g:base:2", base), (LIB, &[("p/C.java", heir)])])
}

const MISSING: [&str; 3] = ["x.y.I1", "z.I2", "z.I3"];

#[test]
fn what_is_not_found_names_all_that_was_not_searched() {
    let home = with_gaps();
    for arguments in
        [&["method", LIB, "p.C", "foo"] as &[&str], &["method", LIB, "p.C", "own", "(String)"], &["impls", "p.C#foo()"]]
    {
        let answer = json_of(&home, arguments);
        assert_eq!(answer["status"], "method_not_found", "{answer}");
        let told: Vec<&Value> = answer["incomplete"].as_array().unwrap().iter().map(|one| &one["what"]).collect();
        // What was chosen comes after what is missing.
        assert_eq!(told, [MISSING[0], MISSING[1], MISSING[2], "b.Base"], "{answer}");
        let notes = answer["incomplete"].as_array().unwrap().iter().filter(|one| one["note"] == true);
        assert_eq!(notes.map(|one| &one["what"]).collect::<Vec<_>>(), ["b.Base"], "{answer}");
        assert!(!answer["message"].as_str().unwrap().contains("not searched"), "{answer}");
        let shown = home.run(arguments).err;
        let reason = "supertype of p.C that is in no registered artifact";
        let gaps = format!("{} ({reason})", MISSING.join(", "));
        let note = "note: b.Base (taken from g:base:2; also in g:base:1)";
        assert!(shown.contains(&format!("; not searched: {gaps}; {note}")), "{shown}");
    }
    let found = home.run(&["methods", LIB, "p.C", "--include-inherited"]).out;
    assert!(
        found.contains("\nnot searched: x.y.I1, z.I2") && found.contains("); note: b.Base (taken from "),
        "{found}"
    );
}

#[test]
fn a_choice_is_no_gap() {
    let base: &[(&str, &str)] = &[("b/Base.java", "package b;\npublic class Base { public void up() {} }\n")];
    let heir: &[(&str, &str)] = &[("p/C.java", "package p;\npublic class C extends b.Base {}\n")];
    let home = with(&[("g:base:1", base), ("g:base:2", base), (LIB, heir)]);
    let note = "note: b.Base (taken from g:base:2; also in g:base:1)";
    for arguments in [&["methods", LIB, "p.C", "--include-inherited"] as &[&str], &["method", LIB, "p.C", "none"]] {
        let told = home.run(arguments);
        let told = format!("{}{}", told.out, told.err);
        assert!(told.contains(note) && !told.contains("not searched"), "{told}");
        let entry = &json_of(&home, arguments)["incomplete"][0];
        assert_eq!((&entry["what"], &entry["note"]), (&json!("b.Base"), &json!(true)), "{entry}");
    }
}

#[test]
fn a_start_that_is_nowhere_is_refused() {
    let one = [("p/q/A.java", "package p.q; class A {}")];
    let home = with(&[(LIB, &one), ("org.example:other:1.0", &[("p/r/B.java", "package p.r; class B {}")])]);
    for question in [&["grep", "class"] as &[_], &["find", "*"]] {
        let ask = |start: &str| json_of(&home, &[question, &["--start-path", start]].concat());
        assert_eq!((&ask("p/q")["status"], &ask("p/r")["status"]), (&json!("success"), &json!("success")));
        for (start, said) in
            [("p/nowhere", "no folder p/nowhere in any of 2 artifacts"), ("p/r/B.java", "is a file of")]
        {
            let answer = ask(start);
            assert_eq!(answer["status"], "path_not_found", "{question:?} {start}: {answer}");
            assert!(answer["message"].as_str().is_some_and(|message| message.contains(said)), "{answer}");
        }
    }
    assert_eq!(json_of(&home, &["grep", "zebra", "--start-path", "p/q"])["status"], "success");
    let file = json_of(&home, &["grep", "class", "--start-path", "p/r/B.java"])["message"].clone();
    assert!(file.as_str().unwrap().ends_with("; --file-pattern narrows a search to one file"), "{file}");
    let of = |pattern: &str| json_of(&home, &["grep", "class", "--file-pattern", pattern])["total"]["value"].clone();
    assert_eq!([of("p/r/B.java"), of("{p/q/A.java,p/r/**}"), of("p/x/**")], [1, 2, 0]);
}

#[test]
fn where_nothing_is_found_an_answer_says_what_else_to_try() {
    let home = with(&[(LIB, &[("p/q/Cache.java", "package p.q; class Cache {}")])]);
    for (question, said) in [
        (
            &["find", "Cache"] as &[_],
            "no files; a glob is a whole name, in which case counts: *Cache* finds those that hold it",
        ),
        (&["find", "q/Cach"], "*Cach* finds those"),
        (&["find", "cache.java"], "files match but for the case of letters: --pattern-type regex takes (?i)"),
        (&["find", "CACHE*"], "files match but for the case of letters: --pattern-type regex takes (?i)"),
        (&["find", "*.kt", LIB], "no files; leave out G:A:V; jardex symbols finds declarations by name"),
        (&["search", "zebra"], "no declarations in 1 file; jardex symbols finds how names begin"),
        (&["search", "zebra", "--kind", "method"], "leave out --kind"),
        (&["concept", "zebra"], "no declarations in 1 file; say it in other words; jardex symbols finds names"),
    ] {
        let found = home.run(question);
        assert!(found.out.contains(said), "{question:?}: {}", found.out);
        assert!(json_of(&home, question)["suggestion"].is_string(), "{question:?}");
    }
    for question in [&["find", "*Cache*"] as &[_], &["search", "Cache"], &["concept", "cache"]] {
        assert_eq!(json_of(&home, question).get("suggestion"), None, "{question:?}");
    }
    // Where nothing is registered at all that is what is said.
    let empty = Home::new();
    for question in [&["find", "*"] as &[_], &["grep", "x"], &["search", "x"], &["symbols", "x"], &["concept", "x"]] {
        let told = &json_of(&empty, question)["incomplete"][0]["reason"];
        assert!(
            told.as_str().unwrap().starts_with("nothing is registered yet: jardex add adds"),
            "{question:?}: {told}"
        );
    }
}

/// What a message advises is written as the one who reads it would write it.
#[test]
fn advice_is_in_the_words_of_the_command_line() {
    let home = with(&[(LIB, &[("p/q/A.java", "package p.q; class A {}")])]);
    let found = home.run(&["symbols", "zzz", LIB, "--language", "java"]);
    let expected = "leave out --language and G:A:V; jardex grep finds text that is no declaration";
    assert!(found.out.contains(expected), "{}", found.out);
    let unclosed = home.run(&["search", "(a AND b"]);
    assert!(unclosed.err.contains("quotes or --literal take it as text"), "{}", unclosed.err);
    let found = home.run(&["types", LIB, "p"]);
    assert!(found.out.contains("p holds no types itself; PACKAGE p.** takes the 1 package below it"), "{}", found.out);
    let home = with(&[(LIB, &[("p/A.java", "package p; class A {}"), ("p/q/B.java", "package p.q; class B {}")])]);
    let below = home.run(&["types", LIB, "p.*"]);
    assert!(below.out.contains("p holds types itself; PACKAGE p.** takes them too"), "{}", below.out);
    for all in ["p.**", "*", "p", "p.q"] {
        assert!(!home.run(&["types", LIB, all]).out.contains("itself"), "{all}");
    }
}

/// An empty list reads as "there is nothing": where only the way the filter is written stands between, that is said.
#[test]
fn a_name_filter_that_matches_nothing_says_what_is_near() {
    let source = "package p.q;\nclass Url { int readTimeout; void readTimeout() {} void readTimeout(int a) {} void connectTimeout() {} \
                  class Builder {} }\nclass A {}\n";
    let home = with(&[(LIB, &[("p/q/Url.java", source)])]);
    let case = "case counts in --name-filter; there";
    for (verb, filter, told) in [
        ("types", &["url"] as &[_], format!("{case} is p.q.Url")),
        ("types", &["zz*"], "no types\n".to_owned()),
        ("types", &["Url$Builder"], "a nested type is written Outer.Inner; there is p.q.Url.Builder".to_owned()),
        ("types", &["p.q.Url"], "--name-filter sees names without their packages; there is p.q.Url".to_owned()),
        ("types", &["uild"], "a glob is a whole name, in which case counts; there is p.q.Url.Builder".to_owned()),
        ("types", &["Bulider"], "close: Builder".to_owned()),
        ("types", &["^a$", "--name-filter-type", "regex"], format!("{case} is p.q.A")),
        ("types", &["Url\\$Builder", "--name-filter-type", "regex"], "there is p.q.Url.Builder".to_owned()),
        ("methods", &["*timeout"], format!("{case} are connectTimeout, readTimeout\n")),
        ("methods", &["readTimeuot()"], "close: readTimeout\n".to_owned()),
        ("methods", &["zzz"], "no methods\n".to_owned()),
        ("fields", &["READtimeout"], format!("{case} is readTimeout\n")),
    ] {
        let what = if verb == "types" { "p.q" } else { "p.q.Url" };
        let asked = [&[verb, LIB, what, "--name-filter"], filter].concat();
        let answer = home.run(&asked).out;
        assert!(answer.starts_with(&format!("no {verb}")) && answer.contains(&told), "{asked:?}: {answer}");
    }
}

/// Whoever lists the members of a type mostly means those that it has.
#[test]
fn a_name_filter_that_matches_inherited_members_says_so() {
    let config = "package p;\npublic class Config { public int max; public void setMaxSize(int a) {} public void setMaxAge(int a) {} }\n";
    let home = with(&[
        ("g:base:1", &[("p/Config.java", config)]),
        (
            LIB,
            &[
                (
                    "q/Sized.java",
                    "package q;\npublic interface Sized { int getSize(); default void setMaxSize(int a) {} }\n",
                ),
                (
                    "q/Source.java",
                    "package q;\npublic class Source extends p.Config implements Sized { void own() {} }\n",
                ),
            ],
        ),
    ]);
    let of = |verb: &str, filter: &str, more: &[&str]| {
        json_of(&home, &[&[verb, LIB, "q.Source", "--name-filter", filter], more].concat())
    };
    for (verb, filter, told) in [
        ("methods", "setMax*", "2 inherited members, of p.Config"),
        ("methods", "[gs]et*", "3 inherited members, of p.Config, q.Sized"),
        ("fields", "max", "1 inherited member, of p.Config"),
    ] {
        let message = format!("--name-filter matches {told}; --include-inherited lists them");
        let answer = of(verb, filter, &[]);
        assert_eq!((&answer["pagination"]["total_count"], &answer["message"]), (&json!(0), &json!(message)));
        let listed = of(verb, filter, &["--include-inherited"]);
        assert!(told.starts_with(&format!("{} ", listed["pagination"]["total_count"])), "{listed}");
        assert_eq!(listed.get("message"), None);
    }
    for (filter, more) in [("own", &[] as &[_]), ("zzz*", &[]), ("zzz*", &["--include-inherited"])] {
        assert_eq!(of("methods", filter, more).get("message"), None, "{filter}");
    }
}

/// An empty page of a list that is not empty reads as one that is.
#[test]
fn a_page_behind_the_last_says_which_there_are() {
    let home = with(&[(LIB, &[("p/A.java", "package p;\nclass A { int i; void a() {} void b() {} }\n")])]);
    for (question, json, text) in [
        (&["methods", LIB, "p.A", "--page", "4", "--page-size", "1"] as &[_], "2 members", "2 methods"),
        (&["fields", LIB, "p.A", "--page", "2"], "1 members", "1 fields"),
        (&["types", LIB, "--page", "2"], "1 types", "1 types"),
    ] {
        let pages = if json.starts_with('2') { 2 } else { 1 };
        assert_eq!(json_of(&home, question)["message"], format!("{json}; pages 1 to {pages}"), "{question:?}");
        assert_eq!(home.run(question).out, format!("{text}; pages 1 to {pages}\n"), "{question:?}");
        let first = question.split(|word| *word == "--page").next().unwrap();
        assert_eq!(json_of(&home, first).get("message"), None, "{first:?}");
    }
}

/// What a type declares is worth more than what is said of it: where not both fit, the documentation goes first.
#[test]
fn an_outline_that_does_not_fit_goes_without_documentation() {
    let member = |at: usize| {
        let doc = |what: &str| format!("  /**\n   * {what} number {at}, and much more that is worth saying.\n   */\n");
        format!("{}  int f{at};\n{}  void m{at}() {{\n    g();\n  }}\n\n", doc("Field"), doc("Method"))
    };
    let source =
        format!("package p;\n/** A. */\npublic class A {{\n{}}}\n", (100..150).map(member).collect::<String>());
    let home = with(&[(LIB, &[("p/A.java", &source)])]);
    let of = |more: &[&str]| {
        let answer = json_of(&home, &[&["source", LIB, "p.A", "--outline"], more].concat());
        assert!(answer["type_info"]["source_code"].as_str().unwrap().contains("void m100() { … }"), "{answer}");
        answer["type_info"].clone()
    };
    for room in [&[] as &[_], &["--max-bytes", "12000"]] {
        let whole = of(room);
        assert!(whole["source_code"].as_str().unwrap().contains("Method number 149"), "{whole}");
        assert_eq!((whole.get("truncated"), whole.get("message")), (None, None), "{whole}");
    }
    let bare = of(&["--max-bytes", "5000"]);
    let code = bare["source_code"].as_str().unwrap();
    assert!(code.contains("int f149;\n  void m149() { … }\n\n}\n") && !code.contains("number"), "{bare}");
    assert_eq!((&bare["truncated"], bare.get("next_start_line")), (&json!(true), None), "{bare}");
    assert_eq!(bare["message"], "documentation is left out to fit; --max-bytes makes room");
    let cut = of(&["--max-bytes", "2000"]);
    let last = cut["source_code"].as_str().unwrap().trim_end().lines().last().unwrap();
    let at = source.lines().position(|line| line.starts_with(last.split('{').next().unwrap())).unwrap();
    let next = usize::try_from(cut["next_start_line"].as_u64().unwrap()).unwrap() - 1;
    assert!(
        next > at
            && source.lines().skip(at + 1).take(next - at - 1).all(|line| !line.ends_with(';') || line.contains("g()")),
        "{cut}"
    );
    let message = "documentation is left out to fit, and the outline is cut; jardex methods and jardex fields have its members on pages";
    assert_eq!(cut["message"], message);
    let told = home.run(&["source", LIB, "p.A", "--outline", "--max-bytes", "2000"]).out;
    assert!(told.contains(&format!("\n{message}; next: get_file p/A.java {}-", next + 1)), "{told}");
}

/// A message as it was printed holds values that no source holds: what stands between them is looked for.
#[test]
fn a_message_with_values_leads_to_where_its_words_are() {
    let source = "package p;\nclass Pool {\n String a(long ms) { return name + \" is not available, request timed out after \" + ms; }\n \
                  String b(String key) { return \"there is no value for \" + key + \" in this map\"; }\n}\n";
    let home = with(&[(LIB, &[("p/Pool.java", source)])]);
    for (query, told) in [
        (
            "Db is not available, request timed out after 30000ms",
            Some("\"is not available, request timed out after\" is in g:lib:1/p/Pool.java:3"),
        ),
        (
            "there is no value for 'a b c' in this map",
            Some("\"there is no value for\" is in g:lib:1/p/Pool.java:4; \"in this map\" is in g:lib:1/p/Pool.java:4"),
        ),
        ("there was none for the 3", None),
        ("zzz", None),
    ] {
        for kind in ["string", "regex"] {
            let answer = json_of(&home, &["grep", "--query-type", kind, query]);
            let suggestion = answer["suggestion"].as_str();
            assert_eq!(answer["total"]["value"], 0, "{query}");
            assert_eq!(suggestion.is_some(), told.is_some(), "{query}: {suggestion:?}");
            assert!(told.is_none_or(|told| suggestion.unwrap().ends_with(told)), "{query}: {suggestion:?}");
        }
        let one = home.run(&["grep", query, LIB]);
        assert_eq!(one.out.contains("no line holds all of it"), told.is_some(), "{}", one.out);
        assert_eq!(one.code, 1);
    }
    // Where something is found nothing else is looked for.
    assert_eq!(json_of(&home, &["grep", "request timed out after"]).get("suggestion"), None);
    let ranked = json_of(&home, &["search", "\"zzz yyy xxx\""]);
    assert!(ranked["suggestion"].as_str().unwrap().contains("leave out the quotes"), "{ranked}");
}

/// One character in a query may mean something else than whoever wrote it thought.
#[test]
fn a_query_that_some_line_matches_another_way_says_which() {
    let source =
        "package p;\nclass G {\n  String toJson(Object o) { return a | b; }\n  int wide = x[0] + toJson(1);\n}\n";
    let home = with(&[(LIB, &[("p/G.java", source)])]);
    let told = |kind: &str, query: &str, more: &[&str]| {
        let answer = json_of(&home, &[&["grep", "--query-type", kind, query, LIB], more].concat());
        assert_eq!(answer["total"]["value"], 0, "{query}");
        answer["suggestion"].as_str().map(str::to_owned)
    };
    let case = "case counts, as the query has capitals: with --case-sensitive=false it is in p/G.java:3, p/G.java:4";
    let regex = "the query is plain text: with --query-type=regex it is in p/G.java:3";
    let groups = "parentheses group in an expression: as";
    let plain = "the query is an expression: as plain text, with --query-type=string, it is in p/G.java";
    for (kind, query, expected) in [
        ("string", "TOJSON", case.to_owned()),
        ("regex", "TOJ\\w+", case.to_owned()),
        ("string", "toJson.*\\|", regex.to_owned()),
        ("string", "toxml|toJson\\(Obj", regex.to_owned()),
        ("string", "String \\w+", regex.to_owned()),
        ("regex", "toJson(Object o)", format!("{groups} toJson\\(Object o\\) it is in p/G.java:3")),
        ("regex", "x[0]", format!("{plain}:4")),
        ("regex", "int.*toJson(1)", format!("{groups} int.*toJson\\(1\\) it is in p/G.java:4")),
    ] {
        assert_eq!(told(kind, query, &[]), Some(expected), "{kind} {query}");
    }
    assert!(
        told("string", "tojson", &["--case-sensitive"])
            .unwrap()
            .starts_with("case counts: with --case-sensitive=false")
    );
    for (kind, query) in [("string", "ZZZ"), ("string", "zz.*"), ("regex", "zz(a)"), ("regex", "zz+")] {
        assert_eq!(told(kind, query, &[]), None, "{kind} {query}");
    }
    assert_eq!(told("string", "TOJSON", &["-w"]).map(|told| told.contains("p/G.java:3")), Some(true));
}

/// People say 2.9 and mean the newest of its line.
#[test]
fn a_version_that_is_nowhere_is_told_with_those_near_it() {
    let files: &[(&str, &str)] = &[("p/A.java", "package p;\nclass A {}\n")];
    let home = with(&[
        ("g:lib:2.9.1", files),
        ("g:lib:2.9.10", files),
        ("g:lib:2.10.0", files),
        ("g:lib:3.0", files),
        ("g:l:2.9", files),
    ]);
    let near = ["g:lib:2.9.10", "g:lib:2.9.1", "g:lib:2.10.0", "g:lib:3.0"];
    for asked in [&["types", "g:lib:2.9"] as &[_], &["diff", "g:lib:2.9", "3.0"], &["grep", "A", "g:lib:2.9"]] {
        assert_eq!(json_of(&home, asked)["suggestions"], json!(near), "{asked:?}");
    }
    assert_eq!(json_of(&home, &["types", "g:none:2.9"]).get("suggestions"), None);
}

/// People write names of libraries in the case of the project's title, and guess its group.
#[test]
fn a_library_that_is_nowhere_is_told_with_those_spelt_like_it() {
    let files: &[(&str, &str)] = &[("p/A.java", "package p;\nclass A {}\n")];
    let home = with(&[
        ("com.pool:HikariCP:5.0", files),
        ("com.pool:HikariCP:5.10", files),
        ("com.pool:HikariCP:5.9", files),
        ("org.log:logger-api:1", files),
    ]);
    let pool = json!(["com.pool:HikariCP:5.10"]);
    for asked in ["com.pool:hikaricp:5.1", "com.pool:hikaricp", "pool:HikariCP:5.1", "com.pol:HikariPC"] {
        assert_eq!(json_of(&home, &["types", asked])["suggestions"], pool, "{asked}");
    }
    let nothing_near = json_of(&home, &["types", "com.pool:logger"]);
    assert_eq!(
        (nothing_near.get("suggestions"), &nothing_near["suggested_action"]),
        (None, &json!("search_artifacts"))
    );
    for glob in ["com.pool:hikari*", "*hikari*"] {
        let answer = json_of(&home, &["grep", "class A", "--artifacts", glob]);
        let reason = answer["incomplete"][0]["reason"].as_str().unwrap();
        assert!(reason.contains("case counts: com.pool:HikariCP:5.0, com.pool:HikariCP:5.9, com"), "{answer}");
    }
}

/// Whoever knows the parameter from the tool may write it as any other.
#[test]
fn artifacts_are_named_behind_what_is_asked_or_by_their_flag() {
    let files: &[(&str, &str)] = &[("p/A.java", "package p;\npublic class A {}\nclass B extends A {}\n")];
    let home = with(&[(LIB, files), ("g:other:1", files)]);
    for verb in ["search", "grep", "symbols", "refs", "impls", "concept"] {
        let symbol = if matches!(verb, "refs" | "impls") { "p.A" } else { "A" };
        let behind = home.run(&[verb, symbol, "g:lib:*", "g:none:*", "--json"]).out;
        assert!(behind.contains(LIB) && !behind.contains("g:other:1/"), "{verb}: {behind}");
        let by_flag = home.run(&[verb, symbol, "--artifacts", "g:lib:*", "--artifacts", "g:none:*", "--json"]).out;
        assert_eq!(behind, by_flag, "{verb}");
        let mixed = home.run(&[verb, symbol, "g:lib:*", "--artifacts", "g:none:*", "--json"]).out;
        assert_eq!(behind, mixed, "{verb}");
    }
    let wrong = home.run(&["impls", "p.A", "--artifacts", "lib"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""), "{}", wrong.err);
}
