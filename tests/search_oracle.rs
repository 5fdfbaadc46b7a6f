//! Content search against ripgrep's own matcher and searcher, set as `rg --crlf` sets them, on randomised queries.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on fails; the seed can be chosen"
)]

mod common;

use std::collections::BTreeMap;

use common::index::{Built, build, file};
use fastrand::Rng;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkContext, SinkMatch};
use jardex::search::content::{Context, Position, Request, search};
use jardex::search::files::FileScope;
use jardex::search::query::{Query, QueryKind};
use jardex::text::decode::decode;
use jardex::text::lines::Lines;
use jardex::work::Work;

/// The seed of a run; `ORACLE_SEED` sets another.
const SEED: u64 = 20_261_121;

/// Queries of one run.
const QUERIES: usize = 600;

/// A line as it is shown: its first number, its text, whether it was hit.
type Shown = (u32, String, bool);
/// The groups of lines of each file with a hit.
type Answer = BTreeMap<String, Vec<Vec<Shown>>>;

#[derive(Debug, Clone)]
struct Asked {
    text: String,
    kind: QueryKind,
    case_sensitive: Option<bool>,
    whole_word: bool,
    context: Context,
}

struct Collect<'a> {
    lines: &'a Lines,
    groups: Vec<Vec<Shown>>,
    broken: bool,
}

impl Collect<'_> {
    fn line(&mut self, bytes: &[u8], offset: u64, hit: bool) {
        let text = std::str::from_utf8(bytes).unwrap();
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').filter(|_| bytes.ends_with(b"\r\n")).unwrap_or(text);
        if std::mem::take(&mut self.broken) || self.groups.is_empty() {
            self.groups.push(Vec::new());
        }
        self.groups.last_mut().unwrap().push((self.lines.line_of(offset as u32), text.to_owned(), hit));
    }
}

impl Sink for Collect<'_> {
    type Error = std::io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, Self::Error> {
        self.line(found.bytes(), found.absolute_byte_offset(), true);
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, found: &SinkContext<'_>) -> Result<bool, Self::Error> {
        self.line(found.bytes(), found.absolute_byte_offset(), false);
        Ok(true)
    }

    fn context_break(&mut self, _: &Searcher) -> Result<bool, Self::Error> {
        self.broken = true;
        Ok(true)
    }
}

fn matcher(asked: &Asked) -> Option<RegexMatcher> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .fixed_strings(asked.kind == QueryKind::Text)
        .case_smart(asked.case_sensitive.is_none())
        .case_insensitive(asked.case_sensitive == Some(false))
        .word(asked.whole_word)
        .line_terminator(Some(b'\n'))
        .crlf(true);
    builder.build(&asked.text).ok()
}

/// What ripgrep finds in these texts.
fn ripgrep(texts: &BTreeMap<String, String>, asked: &Asked) -> Option<Answer> {
    let matcher = matcher(asked)?;
    let mut searcher = SearcherBuilder::new()
        .line_terminator(grep_matcher::LineTerminator::crlf())
        .binary_detection(BinaryDetection::none())
        .before_context(asked.context.before as usize)
        .after_context(asked.context.after as usize)
        .build();
    let mut answer = Answer::new();
    for (path, text) in texts {
        let lines = Lines::of(text);
        let mut collect = Collect { lines: &lines, groups: Vec::new(), broken: false };
        searcher.search_slice(&matcher, text.as_bytes(), &mut collect).unwrap();
        let mut groups = collect.groups;
        if asked.context == (Context { before: 0, after: 0 }) {
            // Without context ripgrep does not part lines; lines that touch are one block here.
            groups = part(text, groups);
        }
        if !groups.is_empty() {
            answer.insert(path.clone(), groups);
        }
    }
    Some(answer)
}

/// Parts a single group where lines are missing between two.
fn part(text: &str, groups: Vec<Vec<Shown>>) -> Vec<Vec<Shown>> {
    let lines = Lines::of(text);
    let mut parted: Vec<Vec<Shown>> = Vec::new();
    let mut end = usize::MAX;
    for shown in groups.into_iter().flatten() {
        let start = lines.bytes_of(shown.0, shown.0).start;
        if start != end {
            parted.push(Vec::new());
        }
        end = text[start..].find('\n').map_or(text.len(), |length| start + length + 1);
        parted.last_mut().unwrap().push(shown);
    }
    parted
}

/// What this index finds, all at once.
fn whole(built: &Built, asked: &Asked) -> Option<Answer> {
    let query = Query::parse(&asked.text, asked.kind, asked.case_sensitive, asked.whole_word).ok()?;
    let scope = FileScope::default();
    let request = Request {
        query: &query,
        scope: &scope,
        context: asked.context,
        max_results: 1 << 20,
        after: None,
        deadline: None,
    };
    let page = search(&built.index, &request, &Work::default()).unwrap();
    assert!(page.next.is_none() && page.total.exact && page.total.value == page.hits as u64);
    let mut answer = Answer::new();
    for file in page.files {
        let groups = file.blocks.iter().map(|block| {
            let shown: Vec<Shown> =
                block.numbered().map(|(number, text, hit)| (number, text.to_owned(), hit)).collect();
            assert_eq!(shown.iter().filter(|line| line.2).count(), block.match_lines.len());
            shown
        });
        answer.insert(file.path, groups.collect());
    }
    Some(answer)
}

/// The lines hit, page by page.
fn paged(built: &Built, asked: &Asked, max_results: usize, all: u64) -> Vec<(String, u32)> {
    let query = Query::parse(&asked.text, asked.kind, asked.case_sensitive, asked.whole_word).unwrap();
    let scope = FileScope::default();
    let mut told = Vec::new();
    let mut after: Option<Position> = None;
    loop {
        let request = Request {
            query: &query,
            scope: &scope,
            context: asked.context,
            max_results,
            after: after.as_ref(),
            deadline: None,
        };
        let page = search(&built.index, &request, &Work::default()).unwrap();
        assert!(if page.total.exact { page.total.value == all } else { page.total.value <= all });
        assert!(page.hits <= max_results);
        for file in page.files {
            for block in file.blocks {
                told.extend(block.match_lines.iter().map(|line| (file.path.clone(), *line)));
            }
        }
        assert_eq!(page.next.is_some(), (told.len() as u64) < all);
        let Some(next) = page.next else { return told };
        assert_eq!(next.told, told.len() as u64);
        after = Some(next);
    }
}

const WORDS: &[&str] = &[
    "public",
    "class",
    "String",
    "hasText",
    "HashMap",
    "null",
    "return",
    "@Override",
    "-1",
    "foo_bar",
    "x",
    "Größe",
    "éCOLE",
    "École",
    "ΣΊΣΥΦΟΣ",
    "σίσυφος",
    "\u{212A}elvin",
    "mi\u{17F}s",
    "ǅ",
    "İstanbul",
    "日本語",
    "a.b",
    "(x)",
    "[0]",
    "{}",
    "\\n",
    "$1",
    "ß",
    "ẞ",
    "🦀",
    "\u{2028}",
    "\u{85}",
    "\t",
];
const ENDS: &[&str] = &["\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\n", "\r\r\n", "\r\n\r\n"];

fn random_text(random: &mut Rng) -> String {
    let ends: Vec<&str> = match random.u32(0..4) {
        0 => vec!["\n"],
        1 => vec!["\r\n"],
        2 => vec!["\r"],
        _ => ENDS.to_vec(),
    };
    let mut text = String::new();
    for _ in 0..random.usize(0..60) {
        for _ in 0..random.usize(0..7) {
            text.push_str(random.choice(WORDS).unwrap());
            text.push_str(random.choice([" ", " ", "", ".", "(", "  ", "-"]).unwrap());
        }
        text.push_str(random.choice(&ends).unwrap());
    }
    if random.bool() {
        text.push_str("the last line has no end");
    }
    text
}

fn random_files(random: &mut Rng) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = (0..40)
        .map(|at| {
            let text = random_text(random);
            let bytes = match random.u32(0..8) {
                0 if !text.is_empty() => {
                    [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
                }
                1 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).chain([0xe9]).collect(),
                2 => ["\u{feff}", &text].concat().into_bytes(),
                _ => text.into_bytes(),
            };
            (format!("{}/f{at:02}.txt", random.choice(["a", "b", "b/c"]).unwrap()), bytes)
        })
        .collect();
    // Longer than a block of an index, of which each ends where a line does.
    let many: Vec<String> = (0..60).map(|_| random_text(random)).collect();
    files.push(("b/many.txt".to_owned(), many.join("\n").into_bytes()));
    files.push(("empty.txt".to_owned(), Vec::new()));
    files.push(("newline.txt".to_owned(), b"\n".to_vec()));
    files.push(("crlf.txt".to_owned(), b"\r\n".to_vec()));
    files.push(("cr.txt".to_owned(), b"\r".to_vec()));
    files.push(("binary.bin".to_owned(), b"class\x00String".to_vec()));
    files.push((
        "long.txt".to_owned(),
        format!("{}hasText{}\nnull", "x ".repeat(70_000), "return ".repeat(9000)).into_bytes(),
    ));
    files
}

fn random_regex(random: &mut Rng, depth: u32) -> String {
    const ATOMS: &[&str] = &[
        ".",
        r"\s",
        r"\S",
        r"\w",
        r"\W",
        r"\d",
        r"\b",
        r"\B",
        "^",
        "$",
        "[a-z]",
        "[^a]",
        "[A-Z]",
        r"\p{Lu}",
        r"[^\w]",
        "(?i:n)",
        "(?-i)N",
        r"(?-u:\w)",
        r"\x{212A}",
        "[kK]",
        r"\b{start}",
        "a",
        "s",
        "k",
        "e",
        r"[\s\S]",
        r"\r",
        r"[\r\n]",
        "(?s:.)",
        r"\pL",
        "(?m:$)",
    ];
    let leaf = |random: &mut Rng| {
        if random.bool() {
            regex_syntax::escape(random.choice(WORDS).unwrap())
        } else {
            (*random.choice(ATOMS).unwrap()).to_owned()
        }
    };
    if depth == 0 {
        return leaf(random);
    }
    match random.u32(0..7) {
        0 => format!("(?:{}|{})", random_regex(random, depth - 1), random_regex(random, depth - 1)),
        1 => {
            let times = random.choice(["?", "*", "+", "{2}", "{1,3}", "+?", "{0}"]).unwrap();
            format!("(?:{}){times}", random_regex(random, depth - 1))
        }
        2 => format!("({})", random_regex(random, depth - 1)),
        3 => leaf(random),
        _ => (0..random.usize(1..4)).map(|_| random_regex(random, depth - 1)).collect(),
    }
}

fn random_string(random: &mut Rng, texts: &[&String]) -> String {
    if random.bool() {
        return (0..random.usize(1..3)).map(|_| *random.choice(WORDS).unwrap()).collect();
    }
    // A piece of a text that is there.
    let characters: Vec<char> = random.choice(texts).unwrap().chars().collect();
    if characters.is_empty() {
        return "null".to_owned();
    }
    let start = random.usize(0..characters.len());
    let end = (start + random.usize(1..12)).min(characters.len());
    let piece: String = characters[start..end].iter().collect();
    if random.bool() { piece } else { piece.to_lowercase() }
}

fn random_query(random: &mut Rng, texts: &[&String]) -> Asked {
    let kind = if random.bool() { QueryKind::Text } else { QueryKind::Regex };
    Asked {
        text: match kind {
            QueryKind::Text => random_string(random, texts),
            QueryKind::Regex => random_regex(random, 2),
        },
        kind,
        case_sensitive: *random.choice([&None, &Some(true), &Some(false)]).unwrap(),
        whole_word: random.u32(0..3) == 0,
        context: Context { before: random.u32(0..4), after: random.u32(0..4) },
    }
}

#[test]
fn content_search_is_ripgreps() {
    let seed = std::env::var("ORACLE_SEED").map_or(SEED, |seed| seed.parse().unwrap());
    let mut random = Rng::with_seed(seed);
    let (mut found, mut refused) = (0, 0);
    for round in 0..4 {
        let files = random_files(&mut random);
        let texts: BTreeMap<String, String> =
            files.iter().filter_map(|(path, bytes)| Some((path.clone(), decode(bytes)?.text.into_owned()))).collect();
        assert_eq!(texts.len() + 1, files.iter().map(|file| &file.0).collect::<std::collections::BTreeSet<_>>().len());
        let built = build(files.iter().map(|(path, bytes)| file(path, bytes)).collect());
        let every: Vec<&String> = texts.values().collect();
        for number in 0..QUERIES / 4 {
            let asked = random_query(&mut random, &every);
            let (theirs, ours) = (ripgrep(&texts, &asked), whole(&built, &asked));
            assert!(
                theirs == ours,
                "seed {seed}, round {round}, query {number}: {asked:#?}\n{}",
                difference(theirs.as_ref(), ours.as_ref())
            );
            let Some(ours) = ours else {
                refused += 1;
                continue;
            };
            let hits: usize = ours.values().flatten().flatten().filter(|line| line.2).count();
            found += usize::from(hits > 0);
            let max_results = random.usize(1..40).max(hits / 20);
            let told = paged(&built, &asked, max_results, hits as u64);
            assert_eq!(
                told.len(),
                hits,
                "seed {seed}, round {round}, query {number}, pages of {max_results}: {asked:#?}"
            );
            assert!(told.is_sorted() && told.windows(2).all(|two| two[0] != two[1]), "seed {seed}: {asked:#?}");
        }
    }
    assert!(found > QUERIES / 4 && refused < QUERIES / 4, "seed {seed}: {found} queries hit, {refused} were refused");
}

fn difference(theirs: Option<&Answer>, ours: Option<&Answer>) -> String {
    let (Some(theirs), Some(ours)) = (theirs, ours) else {
        return format!("ripgrep takes it: {}, we do: {}", theirs.is_some(), ours.is_some());
    };
    let paths: std::collections::BTreeSet<&String> = theirs.keys().chain(ours.keys()).collect();
    let wrong = paths.into_iter().find(|path| theirs.get(*path) != ours.get(*path)).unwrap();
    let mut shown = format!("{wrong}\nripgrep: {:#?}\nours: {:#?}", theirs.get(wrong), ours.get(wrong));
    shown.truncate(shown.char_indices().map(|(at, _)| at).take_while(|at| *at < 6000).last().unwrap_or(0));
    shown
}
