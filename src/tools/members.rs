//! What list_methods and list_fields share: members of a type and of its supertypes, and how they look.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::hierarchy::{self, Ancestor, Ancestors};
use super::page::{Page, Span, Style};
use super::paging::{Pagination, Request, Row};
use super::resolve::{self, Found, Rows};
use super::unmatched::{self, Name};
use super::{Call, Tool, budget, lombok, notes};
use crate::error::{Failure, Incomplete, Status};
use crate::model::{ByteRange, Language, LineRange, Origin, TypeKind};
use crate::parse::doc;
use crate::search::pattern::NamePattern;
use crate::store::TypeRow;

/// A member of a type, whatever it is.
#[derive(Debug, Clone)]
pub struct Member {
    pub name: String,
    /// Another name it is found under: `<init>` for a constructor.
    pub alias: Option<&'static str>,
    pub signature: String,
    pub modifiers: String,
    /// None where it is told from a class file.
    pub lines: Option<LineRange>,
    /// None where none is asked for.
    pub description: Option<String>,
    /// The file, where the type is declared in several.
    pub file: Option<String>,
    /// The supertype it is inherited from.
    pub declared_in: Option<String>,
    /// The artifact of that supertype, where it is another one.
    pub artifact: Option<String>,
}

/// One member as it is answered.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Listed {
    signature: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_range: Option<LineRange>,
    /// The file, where the type is declared in several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The supertype that declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_in: Option<String>,
    /// The artifact of that supertype, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

impl Row for Listed {
    fn description(&mut self) -> Option<&mut String> {
        self.description.as_mut()
    }
}

/// What an answer of members says before its list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Heading {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    type_name: String,
    type_kind: String,
    language: String,
    origin: Origin,
    /// What to ask instead, where the filter matches nothing or the page is behind the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    pagination: Pagination,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

/// The members of one page.
pub struct Members {
    pub heading: Heading,
    pub listed: Vec<Listed>,
    pub incomplete: Vec<Incomplete>,
}

/// The doc comments of a file, where descriptions are made of them.
pub struct Docs(Option<String>);

impl Docs {
    /// Those around a declaration, if they are wanted.
    ///
    /// # Errors
    /// When the file's text cannot be read.
    pub fn of(ancestor: &Ancestor, at: usize, wanted: bool) -> Result<Self, Failure> {
        let Ancestor { artifact, types, .. } = ancestor;
        wanted.then(|| artifact.index.text(types[at].file).of(artifact)).transpose().map(Self)
    }

    /// The first sentence of a doc comment.
    #[must_use]
    pub fn description(&self, comment: Option<ByteRange>) -> Option<String> {
        doc::description(comment?.of(self.0.as_ref()?))
    }
}

/// How one kind of member is read and inherited.
pub trait Kind {
    /// What a member is compared by.
    type Key;
    /// The members that a declaration of a type writes, with descriptions where they are asked for, and what they are
    /// compared by.
    ///
    /// # Errors
    /// When the index cannot be read.
    fn read(&self, ancestor: &Ancestor, at: usize, described: bool) -> Result<Vec<(Member, Self::Key)>, Failure>;
    /// Whether a member hides one of another type, where the order of these types allows; only members of one name do.
    fn hides(&self, near: &(Member, Self::Key), far: &(Member, Self::Key)) -> bool;
    /// Whether the heir has a member of its supertype at all, that a declaration of it writes.
    fn is_inherited(&self, member: &Member, owner: &TypeRow, ancestor: &Ancestor) -> bool;
    /// Whether members of this language are hidden only from where another one stands between them and the heir, be that
    /// inherited or not; others are overridden by any that comes before.
    fn is_hidden_between(&self, language: Language) -> bool;
    /// The annotations of Lombok that add such members.
    fn added_by(&self) -> &'static [&'static str];
}

/// Lists the members of the type that a call of a tool names.
///
/// # Errors
/// Those of finding the type, of its filter, and of reading.
pub fn list<K: Kind>(call: &Call<'_>, tool: &Tool, kind: &K) -> Result<Members, Failure> {
    let filter = resolve::name_filter(call.args)?;
    let found = resolve::find_type(call)?;
    let mut incomplete = resolve::problems_of(&found)?;
    incomplete.extend(lombok::missing(&found, kind.added_by())?);
    let described = call.args.flag("include_description", false);
    let is_whole = call.args.flag("include_inherited", false);
    let mut members = own(&found, kind, described)?;
    let mut above = None;
    if is_whole {
        inherited(call, &found, kind, described, &mut members, &mut incomplete)?;
    } else if let Some(filter) = &filter
        && !members.iter().any(|(member, _)| passes(filter, member))
    {
        above = unmatched::inherited(call, tool, &matching_above(call, &found, kind, filter, &mut members)?);
    }
    let all: Vec<Member> = members.into_iter().map(|(member, _)| member).collect();
    let members: Vec<&Member> =
        all.iter().filter(|member| filter.as_ref().is_none_or(|filter| passes(filter, member))).collect();
    let names = || all.iter().map(|member| Name { package: "", name: &member.name }).collect::<Vec<_>>();
    let message = above.or_else(|| members.is_empty().then(|| unmatched::message(call, tool, &names())).flatten());
    let first = &found.types[0];
    let mut heading = Heading {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&found.artifact),
        type_name: found.name(),
        type_kind: first.kind.as_str().to_owned(),
        language: first.language.as_str().to_owned(),
        origin: resolve::origin_of_type(&found.artifact, first),
        message,
        pagination: Pagination::default(),
        truncated: false,
    };
    let incomplete = resolve::bounded(incomplete);
    let rest = (&heading, &incomplete);
    let paged = Request::of(call).page(
        &members,
        &rest,
        |member| weight(member),
        |member| Listed {
            signature: member.signature.clone(),
            line_range: member.lines,
            file: member.file.clone(),
            declared_in: member.declared_in.clone(),
            artifact: member.artifact.clone(),
            description: member.description.clone(),
        },
    );
    (heading.pagination, heading.truncated) = (paged.pagination, paged.truncated);
    heading.message = heading.message.or_else(|| paged.pagination.beyond("members"));
    Ok(Members { heading, listed: paged.rows, incomplete })
}

fn passes(filter: &NamePattern, member: &Member) -> bool {
    filter.matches(&member.name) || member.alias.is_some_and(|alias| filter.matches(alias))
}

fn weight(member: &Member) -> usize {
    let texts = [
        Some(&member.signature),
        member.description.as_ref(),
        member.file.as_ref(),
        member.declared_in.as_ref(),
        member.artifact.as_ref(),
    ];
    texts.into_iter().flatten().map(|text| budget::escaped_size(text)).sum::<usize>() + 160
}

type Keyed<K> = (Member, <K as Kind>::Key);

/// The members that the type itself writes.
fn own<K: Kind>(found: &Found, kind: &K, described: bool) -> Result<Vec<Keyed<K>>, Failure> {
    let subject = Ancestor::subject(found)?;
    let several = found.has_several_files();
    let mut members = Vec::new();
    for (at, row) in found.types.iter().enumerate() {
        for (mut member, key) in kind.read(&subject, at, described)? {
            member.file = several.then(|| row.file_path.clone());
            members.push((member, key));
        }
    }
    Ok(members)
}

/// A member of the type itself or of the ancestor at a place, and whether the type has it.
struct Declared<K: Kind> {
    member: Keyed<K>,
    place: Option<usize>,
    is_there: bool,
}

/// The members of all types before the one that is looked at.
struct Before<K: Kind> {
    all: Vec<Declared<K>>,
    by_name: HashMap<String, Vec<usize>>,
    /// How many of them have their places in `by_name`.
    noted: usize,
}

impl<K: Kind> Before<K> {
    fn note(&mut self) {
        for (at, one) in self.all.iter().enumerate().skip(self.noted) {
            self.by_name.entry(one.member.0.name.clone()).or_default().push(at);
        }
        self.noted = self.all.len();
    }

    fn hiding<'a>(&'a self, kind: &'a K, far: &'a Keyed<K>) -> impl Iterator<Item = &'a Declared<K>> {
        let same = self.by_name.get(&far.0.name).into_iter().flatten();
        same.map(|at| &self.all[*at]).filter(|near| kind.hides(&near.member, far))
    }
}

/// Whether a way leads from the heir to the ancestor at a place past these types, of which none is the heir.
fn is_reached(walk: &Ancestors, place: usize, hiding: impl Iterator<Item = Option<usize>>) -> bool {
    let hiding: Option<HashSet<usize>> = hiding.collect();
    hiding.is_some_and(|hiding| hiding.is_empty() || walk.is_reached_past(place, &hiding))
}

/// The supertypes of the inherited members that a filter lets pass, one for each, nearest first; `members` are those of the type itself.
fn matching_above<K: Kind>(
    call: &Call<'_>,
    found: &Found,
    kind: &K,
    filter: &NamePattern,
    members: &mut Vec<Keyed<K>>,
) -> Result<Vec<String>, Failure> {
    inherited(call, found, kind, false, members, &mut Vec::new())?;
    let passing = members.iter().map(|(member, _)| member).filter(|member| passes(filter, member));
    let above = passing.filter_map(|member| member.declared_in.clone()).collect();
    members.retain(|(member, _)| member.declared_in.is_none());
    Ok(above)
}

/// Adds what the supertypes give, nearest first, without what is hidden.
fn inherited<K: Kind>(
    call: &Call<'_>,
    found: &Found,
    kind: &K,
    described: bool,
    members: &mut Vec<Keyed<K>>,
    incomplete: &mut Vec<Incomplete>,
) -> Result<(), Failure> {
    let walk = hierarchy::ancestors(call, found)?;
    let own = std::mem::take(members).into_iter().map(|member| Declared { member, place: None, is_there: true });
    let mut before = Before { all: own.collect(), by_name: HashMap::new(), noted: 0 };
    for place in walk.by_precedence() {
        call.work.check()?;
        before.note();
        let ancestor = &walk.ancestors[place];
        let artifact = (ancestor.artifact.coordinate != found.artifact.coordinate)
            .then(|| ancestor.artifact.coordinate.to_string());
        for (at, row) in ancestor.types.iter().enumerate() {
            let is_hidden_between = kind.is_hidden_between(row.language);
            for mut far in kind.read(ancestor, at, described)? {
                let is_there = kind.is_inherited(&far.0, row, ancestor) && {
                    let mut hiding = before.hiding(kind, &far);
                    if is_hidden_between {
                        is_reached(&walk, place, hiding.map(|near| near.place))
                    } else {
                        !hiding.any(|near| near.is_there)
                    }
                };
                if is_there {
                    far.0.declared_in = Some(ancestor.name());
                    far.0.artifact.clone_from(&artifact);
                }
                if is_there || is_hidden_between {
                    before.all.push(Declared { member: far, place: Some(place), is_there });
                }
            }
        }
    }
    before.all.retain(|one| one.is_there);
    before.all.sort_by_key(|one| one.place);
    members.extend(before.all.into_iter().map(|one| one.member));
    incomplete.extend(walk.incomplete);
    Ok(())
}

/// Whether an heir has a field of its supertype: not a private one, and one of Java without `public` or `protected` only where
/// both, and all between them, are of one package (The Java Language Specification, 8.3 and 8.4.8).
#[must_use]
pub fn is_inherited(modifiers: &str, owner: &TypeRow, shares_package: bool) -> bool {
    let has = |word: &str| resolve::has_modifier(modifiers, word);
    let is_wide = || has("public") || has("protected") || is_interface(owner);
    !has("private") && (owner.language != Language::Java || shares_package || is_wide())
}

/// The same of a method; static ones of interfaces are not inherited (8.4.8), and no constructor is.
#[must_use]
pub fn is_inherited_method(is_constructor: bool, modifiers: &str, owner: &TypeRow, shares_package: bool) -> bool {
    let static_of_interface = is_interface(owner) && resolve::has_modifier(modifiers, "static");
    !is_constructor && !static_of_interface && is_inherited(modifiers, owner, shares_package)
}

fn is_interface(row: &TypeRow) -> bool {
    matches!(row.kind, TypeKind::Interface | TypeKind::Annotation)
}

impl Members {
    /// The page of an answer of members; `what` is their plural.
    pub fn page(&self, page: &mut Page, what: &str) {
        if let Some(version) = &self.heading.version {
            page.line(Style::Heading, version.clone());
        }
        let same = |left: &Listed, right: &Listed| {
            (&left.declared_in, &left.artifact, &left.file) == (&right.declared_in, &right.artifact, &right.file)
        };
        for group in self.listed.chunk_by(same) {
            let indent = group_head(&group[0], page);
            for listed in group {
                page.row(indent, columns(listed));
            }
        }
        if self.listed.is_empty() {
            notes::empty_but(page, self.heading.pagination, what, self.heading.message.as_deref());
        }
        notes::pages(page, self.heading.pagination, what);
        notes::incomplete(page, &self.incomplete);
    }

    /// The JSON form, the list under its name.
    pub fn json(&self, name: &str) -> Value {
        let mut json = super::to_json(&self.heading);
        json[name] = super::to_json(&self.listed);
        if !self.incomplete.is_empty() {
            json["incomplete"] = super::to_json(&self.incomplete);
        }
        json
    }
}

/// The heading of members of one supertype or one file; gives how far they are set in.
fn group_head(listed: &Listed, page: &mut Page) -> usize {
    match (&listed.declared_in, &listed.file) {
        (Some(name), _) => {
            let mut spans = vec![Span(Style::Faint, "inherited from ".to_owned()), Span(Style::Heading, name.clone())];
            if let Some(artifact) = &listed.artifact {
                spans.push(Span(Style::Faint, format!(" ({artifact})")));
            }
            page.spans(spans);
            2
        }
        (None, Some(file)) => {
            page.line(Style::Path, file.clone());
            2
        }
        (None, None) => 0,
    }
}

fn columns(listed: &Listed) -> Vec<Span> {
    let mut columns = Vec::new();
    if let Some(lines) = listed.line_range {
        columns.push(Span(Style::Number, lines.start.to_string()));
    }
    match &listed.description {
        Some(description) => {
            columns.push(Span(Style::Name, format!("{}:", listed.signature)));
            columns.push(Span(Style::Faint, description.clone()));
        }
        None => columns.push(Span(Style::Name, listed.signature.clone())),
    }
    columns
}
