//! `search_code`: the declarations that fit a query best, ranked over all artifacts that are searched.
//!
//! Pages of a ranking hold together while nothing that was searched changes: the cursor is bound to all of it. What came since is
//! not searched for them.

mod asked;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::cursor::{self, Position};
use super::gaps::{self, Gap};
use super::page::{Page, Span, Style};
use super::ranking::{self, Row, Shown};
use super::resolve;
use super::scope::{Scope, Total};
use super::symbol::{Sort, Symbol};
use super::words::counted;
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool};
use super::{budget, declared, params, schema, search_file_content, search_symbols};
use crate::error::{Failure, Status};
use crate::index::{self, Opened};
use crate::search::ask::{self, Clause, Group};
use crate::search::ranked::{self, Called, Found, Hit, Name, Request};
use crate::search::terms::{self, Stems};
use crate::search::{Failed, literally, message, pasted, symbols, weights};
use crate::store::read::Index;
use crate::store::{MethodRow, TypeRow};
use crate::work::Work;

/// `max_results` where none is asked for, and the most; from the contract.
const USUAL_RESULTS: usize = 20;
const MOST_RESULTS: u64 = 100;
/// How far into a ranking pages lead.
const DEEPEST: usize = 10_000;

/// Names that one word in lower case stands for: two that are cut differently are rare.
const MOST_NAMES: usize = 3;

/// The name of the ranking; another number when its order changes.
const RANKER: &str = "bm25f-5";

pub(super) static TOOL: Tool = Tool {
    name: "search_code",
    title: "Search code, ranked",
    description: "Find declarations by words, best first. Words are alternatives; AND, OR, NOT, parentheses, \"phrases\", \
                  symbol: doc: content: file_path: (globs too) narrow. Code needs no escaping.",
    params: &[
        params::required("query", ParamKind::Text, "also a pasted message or stack trace"),
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        ranking::KIND,
        ranking::LANGUAGE,
        params::optional("literal", ParamKind::Flag, "the query is exact text"),
        params::count("max_results", Some(MOST_RESULTS), "default 20, at most 100"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "search",
        positionals: &[Positional::Param("query", "QUERY"), Positional::OptionalCoordinates],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Ranked>,
    run,
};

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
struct Ranked {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// How scores were made; they compare within one answer only.
    ranker: &'static str,
    total: Total,
    results: Vec<Row>,
    /// Only where nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// The size of an answer ended the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
    #[serde(skip)]
    #[schemars(skip)]
    searched: u64,
}

/// What to try where nothing is found.
fn suggestion(call: &Call<'_>, text: &str, literal: bool) -> String {
    let (names, parts) = (call.tool(&search_symbols::TOOL), call.tool(&search_file_content::TOOL));
    let mut tries = Vec::new();
    if !literal && ask::has_wildcard(text) {
        tries.push("* is a wildcard in file_path: only".to_owned());
    }
    if !literal && text.contains('"') {
        tries.push("leave out the quotes, which ask for words in a row".to_owned());
    }
    tries.extend(call.leave_out(&TOOL, &["literal", "kind", "language", "artifacts", "group_id"]));
    tries.push(format!("{names} finds how names begin, {parts} parts of words"));
    tries.join("; ")
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let text = call.args.required("query")?;
    let literal = call.args.flag("literal", false);
    if text.is_empty() {
        return Err(Failure::argument("query", "is empty"));
    }
    let asked = if literal { Cow::Borrowed(text) } else { asked::about(text) };
    let text = &*asked;
    // Of a trace its names are looked for, and what stands between them.
    let said = pasted::without_frames(text);
    let is_trace = matches!(said, Cow::Owned(_));
    let mut group = if literal {
        ask::Group::default()
    } else if is_trace {
        ask::plain(&said)
    } else {
        ask::parse(&said).map_err(|failure| in_the_words_of(call, failure))?
    };
    let filter = ranking::filter(call.args);
    let position = cursor::decode(TOOL.name, call.args)?;
    let mut scope = Scope::of(call)?;
    let mut opened = scope.look_at_all(call)?;
    if let Some(position) = &position {
        let newer = position.newer(&opened)?;
        scope.leave_out(&newer);
        opened.retain(|artifact| !newer.contains(&artifact.coordinate));
    }
    scope.unparsed_of(&opened);
    let told = position.map_or(0, |position| position.told as usize);
    let limit = call.args.number("max_results").map_or(USUAL_RESULTS, |limit| limit as usize);
    let signature = signature(&said);
    let takes = |of: &TypeRow, method: &MethodRow| {
        let wanted = signature.as_ref().and_then(|signature| signature.parameters.as_ref());
        wanted.is_some_and(|wanted| wanted.picks(method, &of.type_parameters))
    };
    let called = signature.as_ref().map(|signature| called(signature, &takes));
    let literal = literal || group.is_as_written();
    let may_be_pasted = !literal && (is_trace || !ask::has_operators(text));
    let may_be_message = may_be_pasted && signature.is_none();
    // What is named by itself is found first anyway, but for the line of a frame.
    let is_named = !is_trace && is_one_name(&group);
    let names = if may_be_message && !is_named { pasted::names(text) } else { Vec::new() };
    let of_type = if may_be_pasted { asked::of_type(&group) } else { None };
    let keys = if may_be_pasted { pasted::keys(text) } else { Vec::new() };
    let search = |opened: &[Opened], group: &Group| {
        let (called, weights, most) = (called.as_ref(), &weights::CODE, told + limit + 1);
        let request = Request { group, called, weights, filter: &filter, most };
        let indexes: Vec<_> = opened.iter().map(|artifact| &*artifact.index).collect();
        let found = if literal {
            literally::search(&indexes, text, &request, call.work)
        } else {
            search_words(&indexes, &request, call.work).and_then(|mut found| {
                for key in &keys {
                    put_first(&mut found, pasted::holders(&indexes, key, &request, call.work)?, &request);
                }
                put_first(&mut found, ranked::meant(&indexes, &names, &request, call.work)?, &request);
                if let Some((around, name)) = &of_type {
                    put_first(&mut found, extending(&indexes, (around, name), &request, call.work)?, &request);
                }
                if may_be_message {
                    put_first(&mut found, message::holders(&indexes, &said, &request, call.work)?, &request);
                }
                Ok(found)
            })
        };
        found.map_err(|(place, error)| resolve::search_failed(opened.get(place), *error))
    };
    let mut found = ranking::confirmed(call, &mut scope, &mut opened, |opened| search(opened, &group))?;
    if let Some(named) = with_names(call, &mut scope, &group, &found)? {
        group = named;
        found = ranking::confirmed(call, &mut scope, &mut opened, |opened| search(opened, &group))?;
    }
    let shown = if literal { Shown::Text(text.to_owned()) } else { Shown::terms(&group) };
    let mut answer = Ranked {
        status: Status::Success.as_str(),
        version: opened.first().filter(|_| scope.single).and_then(resolve::assumed_version),
        ranker: RANKER,
        total: Total { value: found.total, relation: if found.exact { "eq" } else { "gte" } },
        results: Vec::new(),
        suggestion: (found.total == 0).then(|| suggestion(call, text, literal)),
        truncated: false,
        next_cursor: None,
        incomplete: scope.gaps(),
        searched: opened.iter().map(|artifact| artifact.index.meta().counts.files).sum(),
    };
    let mut left = budget::left(budget::cap(call), &answer);
    let rows = ranking::Rows::new(&opened);
    let hits = found.hits.get(told..).unwrap_or_default();
    let hits = &hits[..hits.len().min(limit)];
    for row in index::on_all_cores(hits, |hit| rows.code(hit, &shown)) {
        let Some(row) = row? else { continue };
        let size = budget::json_size(&row) + 1;
        if left.is_some_and(|left| size > left) && !answer.results.is_empty() {
            answer.truncated = true;
            break;
        }
        left = left.map(|left| left.saturating_sub(size));
        answer.results.push(row);
    }
    let behind = told + answer.results.len();
    if behind < found.hits.len() && behind < DEEPEST {
        answer.next_cursor = Some(cursor::encode(TOOL.name, call.args, &Position::ranked(&opened, behind as u32)));
    } else if behind < found.hits.len() {
        let what = format!("what ranks behind the first {DEEPEST}");
        answer.incomplete.push(Gap::new(what, "pages lead no further; narrow the query"));
    } else if literal && !found.exact && behind > 0 {
        let text = call.tool(&search_file_content::TOOL);
        let reason = format!("what stands in very many is not looked for in all of them; {text} lists every line");
        answer.incomplete.push(Gap::new(format!("declarations beyond these {behind}"), reason));
    }
    Ok(Box::new(answer))
}

/// A failure that advises a parameter, as the command line writes it.
fn in_the_words_of(call: &Call<'_>, failure: Failure) -> Failure {
    let literal = call.parameter(&TOOL, "literal");
    let written = if literal == "literal" { "literal: true" } else { &literal };
    Failure { message: failure.message.replace("literal: true", written), ..failure }
}

/// The method that a query is the signature of: `toJson(Object)`, `Gson#fromJson(String, Class<T>)`. Code that only looks so is one as
/// well: who writes a call asks for what is called.
fn signature(text: &str) -> Option<Symbol> {
    let text = text.trim();
    let (path, parameters) = text.strip_suffix(')')?.split_once('(')?;
    let is_of_name = |c: char| c.is_alphanumeric() || "_$.#:<>".contains(c);
    let is_of_types = |c: char| is_of_name(c) || c.is_whitespace() || ",[]?&@".contains(c);
    let is_operator = |word: &str| matches!(word, "AND" | "OR" | "NOT");
    let is_one = !path.is_empty()
        && path.chars().all(is_of_name)
        && parameters.chars().all(is_of_types)
        && !parameters.split_whitespace().any(is_operator)
        && !ask::PREFIXES.iter().any(|prefix| path.strip_prefix(prefix).is_some_and(is_field_end));
    is_one.then(|| Symbol::parse("query", text).ok()).flatten().filter(|symbol| symbol.parameters.is_some())
}

/// Whether a field ends here: a colon, and none behind it.
fn is_field_end(rest: &str) -> bool {
    rest.strip_prefix(':').is_some_and(|rest| !rest.starts_with(':'))
}

/// What ranked search looks for first. A constructor is called as its type is.
fn called<'a>(signature: &Symbol, takes: &'a (dyn Fn(&TypeRow, &MethodRow) -> bool + Sync)) -> Called<'a> {
    let around = signature.qualifier.clone();
    let name = match signature.sort {
        Sort::Constructor => around.rsplit('.').next().unwrap_or_default().to_owned(),
        _ => signature.name.clone(),
    };
    Called { around, name, takes }
}

/// The functions of Kotlin that extend a type, where no type of that name has such a member itself.
fn extending(
    indexes: &[&Index],
    (around, name): (&str, &str),
    request: &Request<'_>,
    work: &Work,
) -> Result<Vec<Hit>, Failed> {
    let whole = Name { written: format!("{around}.{name}"), line: None, is_annotation: false };
    if !ranked::meant(indexes, &[whole], request, work)?.is_empty() {
        return Ok(Vec::new());
    }
    let takes = |_: &TypeRow, method: &MethodRow| {
        let of = (&*method.signature, &*method.name);
        method.receiver.as_deref().is_some_and(|receiver| declared::is_on(receiver, of, around))
    };
    let called = Called { around: String::new(), name: name.to_owned(), takes: &takes };
    ranked::extending(indexes, &called, request, work)
}

/// A query with the names that its words in lower case are (`typeadapter`), where by themselves these are hardly found: such a word is
/// no term of the name. None where there are no such names.
fn with_names(call: &Call<'_>, scope: &mut Scope, group: &Group, found: &Found) -> Result<Option<Group>, Failure> {
    let stems = Stems::default();
    // A number at the end is a part of its own.
    let first = |word: &&str| stems.term(word.trim_end_matches(|c: char| c.is_ascii_digit())).into_owned();
    let is_rare = |word: &&str| found.rare.contains(&first(word));
    let words: Vec<&str> = group.lower_case_words().into_iter().filter(is_rare).collect();
    if words.is_empty() {
        return Ok(None);
    }
    let tables = scope.symbols(call)?;
    let mut names = HashMap::new();
    for word in words {
        let spelled = cut_apart(symbols::spelled(&tables, word));
        if !spelled.is_empty() {
            names.insert(word.to_owned(), spelled);
        }
    }
    Ok((!names.is_empty()).then(|| group.clone().with_names(&names)))
}

/// Of names, those of several parts that are cut differently: `toJson` and `ToJson` have the same terms.
fn cut_apart(names: Vec<&str>) -> Vec<String> {
    let mut found: BTreeMap<Vec<String>, &str> = BTreeMap::new();
    for name in names {
        let mut parts = Vec::new();
        terms::parts(name, |part| parts.push(part.to_owned()));
        if parts.len() > 1 {
            found.entry(parts).or_insert(name);
        }
    }
    found.into_values().take(MOST_NAMES).map(str::to_owned).collect()
}

/// Searches for what a query asks. Words that stand everywhere are looked for in names only beside others, so there may be more;
/// where that finds nothing, they are looked for in texts.
fn search_words(indexes: &[&Index], request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    let found = ranked::search(indexes, request, work)?;
    if !request.group.passes_over_words() {
        return Ok(found);
    }
    if found.total > 0 {
        return Ok(Found { exact: false, ..found });
    }
    let strict = request.group.clone().strict();
    ranked::search(indexes, &Request { group: &strict, ..*request }, work)
}

/// Whether a query is one name with what stands around it.
fn is_one_name(group: &Group) -> bool {
    matches!(&group.any[..], [Clause::Word(word)] if word.qualified().is_some())
}

/// Puts what is meant for sure before all else. What the words of the query alone do not find is one more.
fn put_first(found: &mut Found, first: Vec<Hit>, request: &Request<'_>) {
    let known: HashSet<(usize, u32)> = found.hits.iter().map(Hit::place).collect();
    let more = first.iter().filter(|hit| !known.contains(&hit.place())).count() as u64;
    if found.hits.len() as u64 == found.total {
        found.total += more;
    } else if more > 0 {
        // It may be among those that are not listed.
        found.exact = false;
    }
    found.put_first(first, request.most);
}

impl Answer for Ranked {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        for row in &self.results {
            row.page(page);
        }
        let gaps = gaps::list(&self.incomplete);
        if self.results.is_empty() {
            let mut text = format!("no declarations in {}", counted(self.searched, "file"));
            if self.total.relation == "gte" {
                text.push_str(", as far as they were read");
            }
            for more in self.suggestion.as_deref().into_iter().chain((!gaps.is_empty()).then_some(&*gaps)) {
                text.extend(["; ", more]);
            }
            page.line(Style::Faint, text);
            return;
        }
        let more = if self.total.relation == "gte" { "at least " } else { "" };
        let mut end = format!("{more}{} declarations by {}", self.total.value, self.ranker);
        if let Some(cursor) = &self.next_cursor {
            end.extend(["; more: next_cursor ", cursor]);
        }
        page.spans(vec![Span(Style::Faint, end)]);
        if !gaps.is_empty() {
            page.line(Style::Warning, gaps);
        }
    }

    fn found(&self) -> bool {
        !self.results.is_empty()
    }
}
