//! The whole comparison: types side by side, then what only their hierarchies can tell.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::both;
use super::constants;
use super::judge::Judge;
use super::member::{self, Access};
use super::pair::{NOT_PUBLIC, Pair};
use super::rules::TYPEALIAS;
use super::side::{Side, last_part};
use super::types::{self, Texts, says_one_of};
use super::{
    Change, CompareError, Comparison, Compatibility, Hierarchy, In, Question, Row, Version, check, lombok, type_facets,
};
use crate::error::Incomplete;
use crate::model::TypeKind;
use crate::model::lombok::unseen;
use crate::store::TypeRow;
use crate::store::read::StoreError;
use crate::work::Work;

/// Compares two versions.
///
/// # Errors
/// When an index cannot be read or the caller wants the work no longer.
pub fn compare(
    question: &Question<'_>,
    hierarchy: &mut dyn Hierarchy,
    work: &Work,
) -> Result<Comparison, CompareError> {
    let load = |index: &Arc<_>| Side::load(Arc::clone(index));
    let (old, new) = rayon::join(|| load(&question.old), || load(&question.new));
    let (old, new) = (old.of(Version::Old)?, new.of(Version::New)?);
    let mut comparison = Comparison::default();
    one_sided(question, (&old, &new), &mut comparison)?;
    let constants = constants::changed(&old, &new).of(Version::New)?;
    let mut shifting = shifting(&old, &new)?;
    shifting.extend(constants.iter().map(String::as_str));
    // Types of one file one after the other: its text is read once.
    let mut by_file: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for name in old.names().filter(|name| new.holds(name)) {
        let row = old.declarations(name)[0];
        if (question.wants)(&row.package, &row.name) {
            by_file.entry(row.file).or_default().push(name);
        }
    }
    let mut groups: Vec<Vec<&str>> = by_file.into_values().collect();
    // Names come in any order; what is missing is told of the first that it was missing for.
    for names in &mut groups {
        names.sort_unstable();
    }
    let compared = groups
        .into_par_iter()
        .map(|names| {
            check(work)?;
            let (mut old_texts, mut new_texts) = (Texts::default(), Texts::default());
            let mut pairs = Vec::new();
            for name in names {
                let texts = (&mut old_texts, &mut new_texts);
                pairs.extend(both::pair((&old, &new), texts, name, &shifting, question.same_origin)?.map(lightened));
            }
            Ok(pairs)
        })
        .collect::<Result<Vec<Vec<Pair<'_>>>, CompareError>>()?;
    let mut judge = Judge::new((&old, &new), hierarchy);
    for pair in compared.into_iter().flatten() {
        check(work)?;
        judge.finish(pair, &mut comparison.rows)?;
    }
    comparison.incomplete.extend(judge.into_incomplete());
    comparison.incomplete.extend(copies(question, &old, &new));
    comparison.incomplete.extend(tests(question, &old, &new));
    sort(&mut comparison.rows);
    Ok(comparison)
}

/// The types that a version declares in several files, of which one is compared.
fn copies(question: &Question<'_>, old: &Side, new: &Side) -> Vec<Incomplete> {
    let of = |side: &Side, name: &str| {
        let (one, others) = (side.declarations(name), side.copies(name));
        let one = one.first().filter(|row| !others.is_empty() && (question.wants)(&row.package, &row.name))?;
        let reason = format!("declared in {} and in {}: only the first is compared", one.file_path, others.join(", "));
        Some(Incomplete::new(name, reason))
    };
    let mut names: Vec<&str> = new.names().chain(old.names().filter(|name| !new.holds(name))).collect();
    names.sort_unstable();
    names.into_iter().filter_map(|name| of(new, name).or_else(|| of(old, name))).collect()
}

/// That types of test sources were left out, where there are any.
fn tests(question: &Question<'_>, old: &Side, new: &Side) -> Option<Incomplete> {
    let count = |side: &Side| side.tests.iter().filter(|row| (question.wants)(&row.package, &row.name)).count();
    let (before, after) = (count(old), count(new));
    let reason = format!("not compared: they are no part of the library ({before} before, {after} after)");
    (before + after > 0).then(|| Incomplete::note("types of test sources", reason))
}

/// The simple names that may mean another type in the other version: of types that only one has, of member types that are
/// inherited otherwise, of Kotlin's types that are another for the virtual machine, and of what is otherwise for that.
fn shifting<'s>(old: &'s Side, new: &'s Side) -> Result<HashSet<&'s str>, CompareError> {
    let mut names: HashSet<&str> = old.alone(new).chain(new.alone(old)).collect();
    let (before, after) = rayon::join(|| old.inherited_otherwise(new), || new.inherited_otherwise(old));
    let ((before, mut old_same), (after, mut new_same)) = (before.of(Version::Old)?, after.of(Version::New)?);
    names.extend(before);
    names.extend(after);
    let (before, after) = (old.stand_ins().of(Version::Old)?, new.stand_ins().of(Version::New)?);
    let all = || before.iter().chain(&after);
    names.extend(all().filter(|(name, _)| before.get(**name) != after.get(**name)).map(|(name, _)| last_part(name)));
    loop {
        let count = names.len();
        let shifted: Vec<&str> =
            all().filter(|(_, text)| says_one_of(text, &names)).map(|(name, _)| last_part(name)).collect();
        names.extend(shifted);
        old_same.spread(&mut names).of(Version::Old)?;
        new_same.spread(&mut names).of(Version::New)?;
        if names.len() == count {
            return Ok(names);
        }
    }
}

/// A pair without the members that nothing is asked of any longer: a large artifact has hundreds of thousands.
fn lightened(mut pair: Pair<'_>) -> Pair<'_> {
    if type_facets::names_are_the_same(&pair.old, &pair.new) {
        pair.old.members = Vec::new();
        pair.new.members = Vec::new();
    }
    pair
}

fn sort(rows: &mut [Row]) {
    rows.sort_by(|left, right| {
        let key = |row: &Row| (row.compatibility, row.change);
        left.compatibility
            .cmp(&right.compatibility)
            .then_with(|| left.owner.cmp(&right.owner))
            .then_with(|| left.member.cmp(&right.member))
            .then_with(|| key(left).cmp(&key(right)))
            .then_with(|| (&left.old, &left.new).cmp(&(&right.old, &right.new)))
    });
}

/// Types that are there in one version only; those in one of them that is asked for are not told, unless users could name them
/// and not that one.
fn one_sided(
    question: &Question<'_>,
    (old, new): (&Side, &Side),
    comparison: &mut Comparison,
) -> Result<(), CompareError> {
    for (side, other, change) in [(old, new, Change::Removed), (new, old, Change::Added)] {
        let is_alone = |row: &TypeRow| !other.holds(&row.qualified_name());
        let is_told = |row: &TypeRow| is_alone(row) && (question.wants)(&row.package, &row.name);
        let mut told = HashSet::new();
        let version = if change == Change::Removed { Version::Old } else { Version::New };
        for row in &side.types {
            if !is_told(row) {
                continue;
            }
            let (access, shown_by) = types::effective_access(side, row, &mut HashSet::new()).of(version)?;
            if let Some(owner) = side.owner(row).filter(|owner| is_told(owner)) {
                // What users have of a type that they cannot name, the row of that one does not tell them.
                let is_new_to_them = shown_by.is_some() && !types::is_api(side, owner).of(version)?;
                if !is_new_to_them {
                    continue;
                }
            }
            if is_of_class(side, row).of(version)? && told.insert(row.qualified_name()) {
                let signature = side.index.signature(row.id).of(version)?;
                let is_api = access >= Access::Protected && holds_api(side, row).of(version)?;
                let made = row_of_type((row, signature), change, is_api, shown_by);
                let by_lombok = lombok::declaring(other, &made.owner).of(version)?;
                let unsure = by_lombok.is_some() && made.compatibility == Compatibility::Breaking;
                if let Some(name) = by_lombok.filter(|_| unsure) {
                    comparison.incomplete.push(Incomplete::new(made.owner.clone(), unseen(name)));
                }
                comparison.rows.push(Row { unsure, ..made });
            }
        }
    }
    Ok(())
}

/// Whether there is a class of a type: of a file there is none whose functions are all expected of others.
fn is_of_class(side: &Side, row: &TypeRow) -> Result<bool, StoreError> {
    if row.kind != TypeKind::Facade {
        return Ok(true);
    }
    let mut is_expected = false;
    for part in side.declarations(&row.qualified_name()) {
        let members = member::members(side, part)?;
        if !members.iter().all(|member| member.is("expect")) {
            return Ok(true);
        }
        is_expected |= !members.is_empty();
    }
    Ok(!(is_expected && side.expected()?.is_met()))
}

/// Whether a facade has anything for users in it: a file of internal functions is nothing to them.
fn holds_api(side: &Side, row: &TypeRow) -> Result<bool, StoreError> {
    if row.kind != TypeKind::Facade {
        return Ok(true);
    }
    for part in side.declarations(&row.qualified_name()) {
        if member::members(side, part)?.iter().any(|member| member.access >= Access::Protected) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn row_of_type((row, signature): (&TypeRow, String), change: Change, is_api: bool, shown_by: Option<String>) -> Row {
    let is_new = change == Change::Added;
    let (compatibility, rule) = match (is_api, is_new, row.kind) {
        (false, ..) => (Compatibility::Compatible, NOT_PUBLIC),
        (_, true, _) => (Compatibility::Compatible, "JLS 13.3"),
        (_, _, TypeKind::Typealias) => (Compatibility::SourceOnly, TYPEALIAS),
        _ if row.owner.is_some() => (Compatibility::Breaking, "JLS 13.4.6"),
        _ => (Compatibility::Breaking, "JLS 13.3"),
    };
    let text = Some(signature);
    Row {
        change,
        also: Vec::new(),
        kind: row.kind.as_str(),
        package: row.package.clone(),
        owner: row.qualified_name(),
        member: None,
        old: if is_new { None } else { text.clone() },
        new: if is_new { text } else { None },
        moved_to: None,
        seen_through: shown_by,
        unsure: false,
        compatibility,
        rule: rule.to_owned(),
        old_place: None,
        new_place: None,
        is_api,
    }
}
