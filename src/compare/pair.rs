//! A type that is there in both versions, and the rows that tell what differs.

use super::exposed::Heir;
use super::facets::{self, Facet};
use super::member::{Access, Member, Shape, Told, word};
use super::results::INFERRED;
use super::types::Declared;
use super::{Change, Compatibility, MemberName, Place, Row};
use super::{kotlin, notes};
use crate::model::TypeKind;

/// A type of both versions, and what its hierarchy has yet to tell.
pub struct Pair<'a> {
    pub name: String,
    pub old: Declared<'a>,
    pub new: Declared<'a>,
    pub rows: Vec<Row>,
    /// Members that the new one does not declare.
    pub removed: Vec<Member>,
    /// Members that the old one did not declare.
    pub added: Vec<Member>,
    /// Methods whose result changed, which a method that is overridden may make good, or whose exceptions did, which the types above
    /// them may.
    pub unsettled: Vec<(Member, Member, Vec<Facet>)>,
    /// What differs of the type itself.
    pub facets: Vec<Facet>,
}

impl Pair<'_> {
    /// Whether a class became a typealias: it is gone, and what was in it with it.
    pub fn becomes_alias(&self) -> bool {
        self.old.kind != TypeKind::Typealias && self.new.kind == TypeKind::Typealias
    }

    /// Whether a method without a body is left to subtypes of others: those of the type itself, or of a public one below that was
    /// there and has no body for it either.
    pub fn is_left_to_others(&self, method: &Member) -> bool {
        // A type that was closed and is open now: what is below it was there.
        let below = if self.new.is_extensible { &self.old.extended } else { &self.new.extended };
        let was_there = |heir: &Heir| self.old.extended.iter().any(|old| old.name == heir.name);
        self.old.is_extensible || below.iter().any(|heir| was_there(heir) && !heir.writes(method))
    }

    /// Whether somebody outside may have overridden a method, were it inherited, that the new type declares as final. Where the
    /// type itself is closed now, its own row says so.
    pub fn may_be_overridden_below(&self, member: &Member) -> bool {
        let is_method = member.shape == Shape::Method || (member.has_accessors() && member.is("override"));
        let has_subclasses = if self.old.is_api() {
            self.old.opens(member) && !self.new.is_final
        } else {
            self.old.heirs.iter().any(|heir| heir.is_extensible && heir.inherits(member, false))
        };
        is_method && member.is("final") && !member.is("static") && member.access >= Access::Protected && has_subclasses
    }
}

/// The row of a member that is there in both.
pub fn row_of_member(pair: &Pair<'_>, old: &Member, new: &Member, found: &[Facet], is_api: bool) -> Row {
    let (mut before, mut after) = (shown(old), shown(new));
    // What is inferred is shown where the declarations alone do not say what changed.
    match (&old.told, &new.told) {
        (Told::Inferred { text: was, .. }, Told::Inferred { text: is, .. }) if before == after && was != is => {
            (before, after) = (format!("{before}: {was}"), format!("{after}: {is}"));
        }
        (Told::Written, Told::Inferred { text, .. }) => after = format!("{after}: {text}"),
        (Told::Inferred { text, .. }, Told::Written) => before = format!("{before}: {text}"),
        _ => {}
    }
    if before == after {
        let (was, is) = notes::told_apart(&old.notes, &new.notes);
        let is_abstract = |own: &Member, other: &Member| {
            if own.is("abstract") && !other.is("abstract") { "abstract " } else { "" }
        };
        let (was, is) = (was + is_abstract(old, new), is + is_abstract(new, old));
        // Kotlin's constructors are as visible as their class lets them be.
        if was == is && old.access != new.access && old.implicit && new.implicit {
            (before, after) = (format!("{}{before}", word(old.access)), format!("{}{after}", word(new.access)));
        }
        let setters = if old.setter == new.setter { [""; 2] } else { [old, new].map(Member::setter_shown) };
        (before, after) = (format!("{was}{before}{}", setters[0]), format!("{is}{after}{}", setters[1]));
    }
    let row = Row {
        old: Some(before),
        new: Some(after),
        old_place: place(old),
        new_place: place(new),
        member: Some(member_name(old)),
        kind: old.kind,
        seen_through: seen_through(pair, (Some(old), Some(new))),
        ..row(pair, found, is_api, pair.old.shows(old))
    };
    // Where nothing but code or notes changed, one declaration says it all.
    if matches!(row.change, Change::BodyChanged) { Row { old: None, new: None, ..row } } else { row }
}

/// The public type by which users see a member of a type that is not public in either version.
pub fn seen_through(pair: &Pair<'_>, (old, new): (Option<&Member>, Option<&Member>)) -> Option<String> {
    if pair.old.is_api() || pair.new.is_api() {
        return shown_by(pair);
    }
    let before = old.and_then(|member| pair.old.seen_through(member));
    let heir = before.or_else(|| new.and_then(|member| pair.new.seen_through(member)));
    heir.map(|heir| heir.name.clone())
}

/// The public type by which users name a type in one that is not public, in either version.
fn shown_by(pair: &Pair<'_>) -> Option<String> {
    let (before, after) = (&pair.old, &pair.new);
    // Where one of the versions lets users name it by itself, that is how it is known.
    let is_named = [before, after].iter().any(|one| one.is_api() && one.shown_by.is_none());
    if is_named { None } else { before.shown_by.clone().or_else(|| after.shown_by.clone()) }
}

/// The row of the type itself.
pub fn row_of_type(pair: &Pair<'_>, found: &[Facet]) -> Row {
    let is_api = pair.old.is_api() || pair.new.is_api();
    let (mut before, mut after) = (pair.old.signature.clone(), pair.new.signature.clone());
    if before == after {
        let (was, is) = notes::told_apart(&pair.old.notes, &pair.new.notes);
        (before, after) = (was + &before, is + &after);
    }
    if before == after && pair.old.permits != pair.new.permits {
        // A sealed type that names none has those there are.
        let shown = |own: &Declared<'_>| format!("{} permits {}", own.signature, own.permits.join(", "));
        (before, after) = (shown(&pair.old), shown(&pair.new));
    }
    Row { old: Some(before), new: Some(after), ..row(pair, found, is_api, pair.old.is_api()) }
}

pub fn row(pair: &Pair<'_>, found: &[Facet], is_api: bool, was_api: bool) -> Row {
    let changes = facets::changes(found);
    let (compatibility, rule, unsure) = match facets::worst(found) {
        Some(facet) if is_api && was_api => (facet.compatibility, facet.rule, facet.unsure),
        Some(facet) if is_api => (Compatibility::Compatible, facet.rule, facet.rule == INFERRED),
        _ => (Compatibility::Compatible, NOT_PUBLIC, false),
    };
    Row {
        change: changes.first().copied().unwrap_or(Change::BodyChanged),
        also: changes.into_iter().skip(1).collect(),
        kind: pair.new.kind.as_str(),
        package: pair.new.rows[0].package.clone(),
        owner: pair.name.clone(),
        member: None,
        old: None,
        new: None,
        moved_to: None,
        seen_through: shown_by(pair),
        unsure,
        compatibility,
        rule: rule.to_owned(),
        old_place: None,
        new_place: None,
        is_api,
    }
}

/// The rule for what users of a library do not see.
pub const NOT_PUBLIC: &str = "not public";

/// A member as its type declares it.
#[must_use]
pub fn shown(member: &Member) -> String {
    member.signature.clone()
}

fn place(member: &Member) -> Option<Place> {
    (!member.implicit).then_some(Place { file: member.file, bytes: member.bytes, lines: member.lines })
}

/// The name of a member in a symbol.
#[must_use]
pub fn member_name(member: &Member) -> MemberName {
    let receiver = member.is_extension.then(|| kotlin::receiver(&member.signature, &member.name)).flatten();
    MemberName {
        name: member.name.clone(),
        parameters: (member.shape != Shape::Field).then(|| member.written.clone()),
        receiver,
    }
}

/// The row of a member that is there in one version only.
pub fn row_of_one(pair: &Pair<'_>, member: &Member, change: Change, compatibility: Compatibility, rule: &str) -> Row {
    let declared = if change == Change::Added { &pair.new } else { &pair.old };
    let is_api = declared.shows(member);
    let text = Some(shown(member));
    let is_new = change == Change::Added;
    Row {
        change,
        also: Vec::new(),
        kind: member.kind,
        package: declared.rows[0].package.clone(),
        owner: pair.name.clone(),
        member: Some(member_name(member)),
        old: if is_new { None } else { text.clone() },
        new: if is_new { text } else { None },
        moved_to: None,
        seen_through: if is_new {
            seen_through(pair, (None, Some(member)))
        } else {
            seen_through(pair, (Some(member), None))
        },
        unsure: false,
        compatibility: if is_api { compatibility } else { Compatibility::Compatible },
        rule: if is_api { rule.to_owned() } else { NOT_PUBLIC.to_owned() },
        old_place: if is_new { None } else { place(member) },
        new_place: if is_new { place(member) } else { None },
        is_api,
    }
}

/// The row of such a member where users of the types below have it in both versions, or in neither.
pub fn row_not_public(pair: &Pair<'_>, member: &Member, change: Change) -> Row {
    let row = row_of_one(pair, member, change, Compatibility::Compatible, NOT_PUBLIC);
    Row { rule: NOT_PUBLIC.to_owned(), is_api: false, seen_through: None, ..row }
}
