//! Searching one index: patterns, scopes, blocks and pages. That the hits are ripgrep's is for `search_oracle.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::time::Instant;

use common::index::{Built, build, file};
use jardex::error::{Failure, Status};
use jardex::search::SearchError;
use jardex::search::content::{Context, Page, Position, Request, search};
use jardex::search::files::{FileScope, search_names};
use jardex::search::pattern::{FilePattern, NamePattern, PackagePattern, PatternKind};
use jardex::search::query::{Query, QueryKind};
use jardex::work::Work;

fn refusal<T>(result: Result<T, Failure>) -> String {
    let failure = result.err().expect("a refusal");
    assert_eq!(failure.status, Status::InvalidPattern);
    failure.message
}

#[test]
fn globs_stand_for_whole_names() {
    let matches = |glob: &str, name: &str| NamePattern::parse(glob, PatternKind::Glob).unwrap().matches_type(name);
    assert!(matches("*Utils", "StringUtils") && matches("String*", "StringUtils") && matches("En?ry", "Map.Entry"));
    assert!(matches("Map.*", "Map.Entry") && matches("{Map,List}*", "List") && matches("[A-C]*", "Beta"));
    assert!(!matches("Utils", "StringUtils") && !matches("string*", "StringUtils") && !matches("Map", "Map.Entry"));
    let regex = |text: &str, name: &str| NamePattern::parse(text, PatternKind::Regex).unwrap().matches(name);
    assert!(regex("til", "StringUtils") && !regex("^til", "StringUtils"));
}

#[test]
fn a_star_in_a_package_stops_at_a_dot() {
    let matches = |glob: &str, name: &str| PackagePattern::parse(glob).unwrap().matches(name);
    assert!(matches("org.*", "org.example") && !matches("org.*", "org.example.util") && !matches("org.*", "org"));
    assert!(matches("org.**", "org") && matches("org.**", "org.example.util") && !matches("org.**", "organ"));
    assert!(matches("**.util", "util") && matches("**.util", "org.example.util") && matches("*", "org"));
    assert!(PackagePattern::is_pattern("org.?") && !PackagePattern::is_pattern("org.example"));
}

#[test]
fn a_bad_pattern_says_where_and_how_to_mend_it() {
    let glob = |text: &str| refusal(NamePattern::parse(text, PatternKind::Glob));
    assert!(glob("ab[c").contains("at character 3") && glob("ab[c").contains("close it with ']'"), "{}", glob("ab[c"));
    assert!(glob("{a,b").contains("at character 1") && glob("a}").contains("at character 2"));
    assert!(glob("[z-a]x").contains("at character 1") && glob("é\\").contains("at character 2"));
    let regex = |text: &str| refusal(NamePattern::parse(text, PatternKind::Regex));
    assert!(regex("é(a").contains("at character 2: unclosed group; close it with ')'"), "{}", regex("é(a"));
    assert!(regex("*a").contains("at character 1") && regex(r"a(?=b)").contains("at character 2"));
    assert!(regex(r"\w{1000}{100}").contains("too large"), "{}", regex(r"\w{1000}{100}"));
    let query = |text: &str| refusal(Query::parse(text, QueryKind::Regex, None, false));
    assert!(query("a[").contains("at character 2") && query(r"a\nb").contains("line end"));
    assert!(query(r"\p{Nope}").contains("at character 1") && query(r"\w{1000}{100}").contains("too large"));
    // What was typed is repeated as it was typed, and what is not seen of it made visible.
    assert!(query(r#"(a)\1"'"#).contains(r#"'(a)\1"'' at character 4"#), "{}", query(r#"(a)\1"'"#));
    assert!(query("(a)\u{1b}\t\\1").contains(r"'(a)\u{1b}\t\1'"), "{}", query("(a)\u{1b}\t\\1"));
    let failure = Query::parse("a\nb", QueryKind::Text, None, false).err().unwrap();
    assert_eq!(failure.status, Status::InvalidArgument);
}

fn tree() -> Built {
    let files = ["Root.java", "org/A.java", "org/example/B.kt", "org/example/deep/C.java", "org2/D.java"];
    build(files.iter().map(|path| file(path, b"// needle\n")).collect())
}

fn names(built: &Built, start: &str, depth: Option<u32>, pattern: Option<(&str, PatternKind)>) -> Vec<String> {
    let pattern = pattern.map(|(text, kind)| FilePattern::parse(text, kind).unwrap());
    let scope = FileScope::new(start, depth, pattern);
    let page = search_names(&built.index, &scope, None, 100, &Work::default()).unwrap();
    let found: Vec<String> = page.files.into_iter().map(|file| file.path).collect();
    assert_eq!((page.total, page.more), (found.len() as u64, false));
    // A search for text looks into the same files.
    let query = Query::parse("needle", QueryKind::Text, None, false).unwrap();
    let page = search(&built.index, &request(&query, &scope), &Work::default()).unwrap();
    assert_eq!(page.files.into_iter().map(|file| file.path).collect::<Vec<_>>(), found);
    assert_eq!(scope.text_files(&built.index).unwrap(), found.len() as u64);
    found
}

fn request<'a>(query: &'a Query, scope: &'a FileScope) -> Request<'a> {
    Request { query, scope, context: Context { before: 0, after: 0 }, max_results: 50, after: None, deadline: None }
}

#[test]
fn a_scope_is_a_folder_a_depth_and_a_pattern() {
    let built = tree();
    let glob = |text| Some((text, PatternKind::Glob));
    assert_eq!(names(&built, "", None, None).len(), 5);
    assert_eq!(names(&built, "org", None, None), ["org/A.java", "org/example/B.kt", "org/example/deep/C.java"]);
    assert_eq!(names(&built, "org/", Some(1), None), ["org/A.java"]);
    assert_eq!(names(&built, "org", Some(2), None), ["org/A.java", "org/example/B.kt"]);
    assert_eq!(names(&built, "", Some(1), None), ["Root.java"]);
    assert_eq!(names(&built, "org", None, glob("*.java")), ["org/A.java", "org/example/deep/C.java"]);
    assert_eq!(names(&built, "org", None, glob("example/*")), ["org/example/B.kt"]);
    assert_eq!(names(&built, "org", None, glob("**/C.java")), ["org/example/deep/C.java"]);
    assert_eq!(names(&built, "org", None, Some(("^org/ex.*/C", PatternKind::Regex))), ["org/example/deep/C.java"]);
    assert!(names(&built, "nowhere", None, None).is_empty() && names(&built, "", None, glob("example/*")).is_empty());
}

/// What ripgrep does with `--glob`.
#[test]
fn a_glob_leaves_out_folders_and_the_last_that_matches_decides() {
    let built = build(
        ["META-INF/a/x.java", "Test.java", "org/A.java", "org/ATest.java", "org/B.kt", "org/test/C.java", "test/D.kt"]
            .iter()
            .map(|path| file(path, b"// needle\n"))
            .collect(),
    );
    let of = |glob| names(&built, "", None, Some((glob, PatternKind::Glob))).join(" ");
    let without_test = "META-INF/a/x.java Test.java org/A.java org/ATest.java org/B.kt";
    for (globs, expected) in [
        ("!META-INF", "Test.java org/A.java org/ATest.java org/B.kt org/test/C.java test/D.kt"),
        ("!META-INF/", "Test.java org/A.java org/ATest.java org/B.kt org/test/C.java test/D.kt"),
        ("!test", without_test),
        ("!test/", without_test),
        ("!**/test", without_test),
        ("!/test", "META-INF/a/x.java Test.java org/A.java org/ATest.java org/B.kt org/test/C.java"),
        ("!Test.java/", "META-INF/a/x.java Test.java org/A.java org/ATest.java org/B.kt org/test/C.java test/D.kt"),
        ("test", ""),
        ("*.java\n!*Test*", "META-INF/a/x.java org/A.java org/test/C.java"),
        ("!*Test*\n*.java", "META-INF/a/x.java Test.java org/A.java org/ATest.java org/test/C.java"),
        ("*.kt\n*.java\n!test", "META-INF/a/x.java Test.java org/A.java org/ATest.java org/B.kt"),
        ("!test\n*.java\n", "META-INF/a/x.java Test.java org/A.java org/ATest.java"),
        ("!*.java\n!test", "org/B.kt"),
    ] {
        assert_eq!(of(globs), expected, "{globs:?}");
    }
    assert_eq!(names(&built, "META-INF", None, Some(("!META-INF", PatternKind::Glob))), ["META-INF/a/x.java"]);
    for globs in ["", "!", "*.java\n\n*.kt"] {
        assert!(refusal(FilePattern::parse(globs, PatternKind::Glob)).contains("matches no file"), "{globs:?}");
    }
}

/// No tool takes such a path, so that no list of names has it; what stands in the file is still found.
#[test]
fn a_path_out_of_the_archive_is_no_name() {
    let built = build(["../out.txt", "in.txt"].iter().map(|path| file(path, b"// needle\n")).collect());
    let scope = FileScope::default();
    let page = search_names(&built.index, &scope, None, 9, &Work::default()).unwrap();
    assert_eq!(page.files.into_iter().map(|file| file.path).collect::<Vec<_>>(), ["in.txt"]);
    let query = Query::parse("needle", QueryKind::Text, None, false).unwrap();
    let page = search(&built.index, &request(&query, &scope), &Work::default()).unwrap();
    assert_eq!(page.hits, 2);
}

#[test]
fn names_come_page_by_page() {
    let built = tree();
    let scope = FileScope::default();
    let page = search_names(&built.index, &scope, None, 3, &Work::default()).unwrap();
    assert_eq!((page.files.len(), page.total, page.more), (3, 5, true));
    let after = page.files[2].path.clone();
    let page = search_names(&built.index, &scope, Some(&after), 4, &Work::default()).unwrap();
    assert_eq!((page.files.len(), page.total, page.more), (2, 5, false));
}

fn find(text: &str, query: &str, context: u32, max_results: usize, after: Option<&Position>) -> Page {
    let built = build(vec![file("t.txt", text.as_bytes())]);
    let query = Query::parse(query, QueryKind::Regex, None, false).unwrap();
    let context = Context { before: context, after: context };
    let scope = FileScope::default();
    let request = Request { context, max_results, after, ..request(&query, &scope) };
    search(&built.index, &request, &Work::default()).unwrap()
}

fn blocks(page: &Page) -> Vec<(String, String, Vec<u32>)> {
    let blocks = page.files.iter().flat_map(|file| &file.blocks);
    blocks
        .map(|block| {
            let range = format!("{}-{}", block.lines.start, block.lines.end);
            (range, block.content.clone(), block.match_lines.clone())
        })
        .collect()
}

#[test]
fn contexts_that_touch_are_one_block() {
    let text = ["1", "2", "3", "4", "x5", "6", "7", "8", "9", "x10", "11", "12", ""].join("\r\n");
    let expect = |range: &str, content: &str, hits: &[u32]| (range.to_owned(), content.to_owned(), hits.to_vec());
    assert_eq!(
        blocks(&find(&text, "x", 1, 50, None)),
        [expect("4-6", "4\r\nx5\r\n6", &[5]), expect("9-11", "9\r\nx10\r\n11", &[10])]
    );
    assert_eq!(
        blocks(&find(&text, "x", 2, 50, None)),
        [expect("3-12", "3\r\n4\r\nx5\r\n6\r\n7\r\n8\r\n9\r\nx10\r\n11\r\n12", &[5, 10])]
    );
    // The next hit is for the next page: a block that showed it without marking it would hide it.
    let page = find(&text, "x", 10, 1, None);
    assert_eq!(blocks(&page), [expect("1-9", text.split("\r\nx10").next().unwrap(), &[5])]);
    let next = page.next.unwrap();
    assert_eq!(next, Position { path: "t.txt".to_owned(), line: 5, told: 1 });
    let page = find(&text, "x", 10, 1, Some(&next));
    assert_eq!(blocks(&page)[0].0, "6-12");
    assert!(page.next.is_none() && page.total.exact && page.total.value == 2);
}

#[test]
fn lines_are_numbered_as_javac_does() {
    let page = find("a\rb\rneedle\nc\n\rneedle\r\rd", "needle", 1, 50, None);
    let block = &page.files[0].blocks[0];
    assert_eq!(block.match_lines, [3, 6]);
    assert_eq!((block.lines.start, block.lines.end), (1, 8));
    let numbered: Vec<_> = block.numbered().collect();
    assert_eq!(numbered, [(1, "a\rb\rneedle", true), (4, "c", false), (5, "\rneedle\r\rd", true)]);
}

#[test]
fn the_ends_of_the_text_are_those_of_each_line() {
    assert_eq!(blocks(&find("ab\r\nb\nab", r"\Ab\z", 0, 50, None))[0].0, "2-2");
    assert_eq!(find("ab\r\nb\nab", r"b\z", 0, 50, None).hits, 3);
    assert_eq!(find("", ".*", 0, 50, None).hits, 0);
}

#[test]
fn time_that_ran_out_is_told_and_the_search_goes_on() {
    let built = tree();
    let query = Query::parse("needle", QueryKind::Text, None, false).unwrap();
    let scope = FileScope::default();
    let hurried = Request { deadline: Some(Instant::now()), ..request(&query, &scope) };
    let page = search(&built.index, &hurried, &Work::default()).unwrap();
    assert!(page.files.is_empty() && !page.total.exact && page.incomplete.len() == 1);
    let on = Request { after: page.next.as_ref(), ..request(&query, &scope) };
    let page = search(&built.index, &on, &Work::default()).unwrap();
    assert!(page.hits == 5 && page.total.exact && page.incomplete.is_empty());

    let work = Work::default();
    work.cancel();
    let stopped = search(&built.index, &request(&query, &scope), &work);
    assert!(matches!(stopped, Err(SearchError::Failure(failure)) if failure == Failure::cancelled()));
}
