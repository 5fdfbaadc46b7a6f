//! What needs the hierarchy: other supertypes, and members that are gone or new, or give something else.

use std::collections::HashMap;
use std::rc::Rc;

use super::exposed::{self, Heir};
use super::facets::{self, Context, Facet, THROWS, facet};
use super::member::{self, Member, Shape};
use super::pair::{self, Pair};
use super::rules::{asks, has, is_kept, lost, obliges, rule_of_removed, rule_of_supertypes};
use super::side::{Side, last_part};
use super::supers::{self, Ancestor, Families, Family};
use super::typed::{Differs, Type, differs};
use super::{
    Change, CompareError, Compatibility, Hierarchy, In, Row, Version, kotlin, lombok, spelt, thrown, type_facets, types,
};
use crate::error::Incomplete;
use crate::model::lombok::unseen;
use crate::model::{Language, Relation, TypeKind};
use crate::store::TypeRow;

/// Tells what needs the hierarchy.
pub struct Judge<'a, 'h> {
    sides: (&'a Side, &'a Side),
    families: Families<'h>,
    /// What an answer would have needed.
    incomplete: Vec<Incomplete>,
    /// The types whose members may be inherited from a supertype of which that is said, by its name.
    inheriting: HashMap<String, Vec<String>>,
}

/// Most types that are named with a supertype that no index has.
const MOST_NAMED: usize = 3;

/// What a public type has by itself and from others.
struct Below {
    is_interface: bool,
    own: Rc<Vec<Member>>,
    family: Rc<Family>,
}

impl<'a, 'h> Judge<'a, 'h> {
    pub fn new(sides: (&'a Side, &'a Side), hierarchy: &'h mut dyn Hierarchy) -> Self {
        Self { sides, families: Families::new(hierarchy), incomplete: Vec::new(), inheriting: HashMap::new() }
    }

    const fn side(&self, version: Version) -> &'a Side {
        match version {
            Version::Old => self.sides.0,
            Version::New => self.sides.1,
        }
    }

    /// Adds the rows of a pair.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn finish(&mut self, mut pair: Pair<'_>, rows: &mut Vec<Row>) -> Result<(), CompareError> {
        let first = rows.len();
        let lost_through = self.supertypes(&mut pair)?;
        if !pair.facets.is_empty() {
            let row = pair::row_of_type(&pair, &pair.facets);
            rows.push(match lost_through {
                Some((heir, compatibility, unsure)) => Row {
                    compatibility,
                    rule: rule_of_supertypes(&pair).to_owned(),
                    is_api: true,
                    seen_through: Some(heir),
                    unsure,
                    ..row
                },
                None => row,
            });
        }
        for (old, new, facets) in std::mem::take(&mut pair.unsettled) {
            let facets = self.retyped(&pair, &old, facets)?;
            let facets = self.thrown(&pair, (&old, &new), facets)?;
            let is_api = pair.old.shows(&old) || pair.new.shows(&new);
            rows.push(pair::row_of_member(&pair, &old, &new, &facets, is_api));
        }
        for member in std::mem::take(&mut pair.removed) {
            let row = self.removed(&pair, &member)?;
            rows.push(self.unless_added(&pair, &member, row)?);
        }
        for member in std::mem::take(&mut pair.added) {
            rows.push(self.added(&pair, &member)?);
        }
        rows.append(&mut pair.rows);
        spelt::spell_out(&pair, self.sides, &mut rows[first..])
    }

    fn family(&mut self, version: Version, pair: &Pair<'_>) -> Result<Rc<Family>, CompareError> {
        let types = match version {
            Version::Old => &pair.old.rows,
            Version::New => &pair.new.rows,
        };
        self.families.of(version, self.side(version), types)
    }

    /// Notes the supertypes that an answer would have needed.
    fn lacks(&mut self, family: &Family) {
        for missing in &family.missing {
            if !self.incomplete.iter().any(|known| known.what == missing.what) {
                self.incomplete.push(missing.clone());
            }
        }
    }

    /// What another set of supertypes means; gives the public type that lost something by a type that is not public, what that
    /// means to it, and whether that is unsure.
    fn supertypes(&mut self, pair: &mut Pair<'_>) -> Result<Option<(String, Compatibility, bool)>, CompareError> {
        if pair.becomes_alias() || type_facets::names_are_the_same(&pair.old, &pair.new) {
            return Ok(None);
        }
        let (before, after) = (self.family(Version::Old, pair)?, self.family(Version::New, pair)?);
        // What is compiled names the target of a typealias.
        let is_alias = pair.old.kind == TypeKind::Typealias;
        let lost = if is_alias { Vec::new() } else { lost(pair, &before, &after) };
        let rule = rule_of_supertypes(pair);
        if !lost.is_empty() {
            self.lacks(&after);
        }
        let compatibility = if is_alias {
            Compatibility::SourceOnly
        } else if !lost.is_empty() {
            Compatibility::Breaking
        } else if let Some(asked) = obliges(pair, &before, &after).filter(|_| pair.new.is_abstract) {
            asked
        } else if self.loses_member_types((&before, pair.old.rows[0]), (&after, pair.new.rows[0]))? {
            // What is compiled names them by the type that declares them.
            Compatibility::SourceOnly
        } else {
            Compatibility::Compatible
        };
        let unsure = !lost.is_empty() && !self.is_sure(&lost, &after);
        pair.facets.push(Facet { unsure, ..facet(Change::SupertypesChanged, compatibility, rule) });
        if pair.new.is_api()
            && let Some(unsure) = self.closes_by(pair, &before, &after)?
        {
            pair.facets
                .push(Facet { unsure, ..facet(Change::SupertypesChanged, Compatibility::Breaking, "JLS 13.4.17") });
        }
        if pair.new.is_api() || compatibility == Compatibility::Compatible {
            return Ok(None);
        }
        let mut without_types = None;
        for heir in &pair.old.heirs {
            let (was, rows) = (self.sides.0.declarations(&heir.name), self.sides.1.declarations(&heir.name));
            if !was.is_empty() && !rows.is_empty() {
                let now = self.families.of(Version::New, self.sides.1, &rows)?;
                let lost: Vec<&str> = lost.iter().filter(|name| !has(&now, name)).copied().collect();
                if !lost.is_empty() {
                    let unsure = !self.is_sure(&lost, &now);
                    return Ok(Some((heir.name.clone(), Compatibility::Breaking, unsure)));
                }
                if without_types.is_none() && self.loses_member_types((&before, was[0]), (&now, rows[0]))? {
                    without_types = Some((heir.name.clone(), Compatibility::SourceOnly, false));
                }
            }
        }
        Ok(without_types)
    }

    /// Whether a type has no longer a member type by one of the supertypes that it lost. One that no index has may declare
    /// another of that name.
    fn loses_member_types(
        &self,
        (before, old): (&Family, &TypeRow),
        (after, new): (&Family, &TypeRow),
    ) -> Result<bool, CompareError> {
        let is_known = |new: &Incomplete| before.missing.iter().any(|old| old.what == new.what);
        if !after.missing.iter().all(is_known) {
            return Ok(false);
        }
        for lost in before.names().filter(|name| !has(after, name)) {
            if exposed::loses_member_type((self.sides.0, old), (self.sides.1, new), lost).of(Version::Old)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of the supertypes that a type no longer names is none of it for sure. Of what no index has, nobody here can
    /// tell what stands above it; a type of the artifact itself does not.
    fn is_sure(&self, lost: &[&str], now: &Family) -> bool {
        let may_be_above = |name: &str| now.missing.iter().any(|missing| supers::may_be_above(name, &missing.what));
        lost.iter().any(|name| self.sides.0.holds(name) || !may_be_above(name))
    }

    /// Whether a supertype is of another version than the one that is used; then that is noted.
    fn rests_on(&mut self, ancestor: &Ancestor) -> bool {
        // What every class has is the same in all versions.
        let is_root = ["java.lang.Object", "kotlin.Any"].contains(&ancestor.name.as_str());
        let Some(said) = ancestor.instead_of.as_ref().filter(|_| !is_root) else { return false };
        if !self.incomplete.contains(said) {
            self.incomplete.push(said.clone());
        }
        true
    }

    /// The same of the supertype whose method a member overrides in one version. Where none has it there, and it says that it overrides,
    /// of the one that has it in the other version; of any, where that version has none either.
    fn rests_on_overridden(&mut self, family: &Family, other: &Family, member: &Member) -> bool {
        if let Some((above, _)) = family.perhaps_overridden(member) {
            return self.rests_on(above);
        }
        if !supers::is_marked_as_overriding(member) {
            return false;
        }
        let named = other.perhaps_overridden(member).map(|(above, _)| &above.name);
        let may_be = |one: &&Ancestor| one.instead_of.is_some() && named.is_none_or(|name| *name == one.name);
        family.ancestors.iter().find(may_be).is_some_and(|one| self.rests_on(one))
    }

    /// A method with another result: where it overrides one with the old result, the compiler makes a bridge.
    fn retyped(&mut self, pair: &Pair<'_>, old: &Member, mut found: Vec<Facet>) -> Result<Vec<Facet>, CompareError> {
        if !found.iter().any(Facet::is_of_result) {
            return Ok(found);
        }
        let family = self.family(Version::New, pair)?;
        if let Some(above) = family.bridged(old).filter(|_| !old.is("static")) {
            let unsure = self.rests_on(above);
            let overridable = pair.old.opens(old) && !old.is("final");
            let meaning = if overridable { Compatibility::SourceOnly } else { Compatibility::Compatible };
            for facet in found.iter_mut().filter(|facet| facet.is_of_result()) {
                facet.compatibility = meaning;
                facet.unsure |= unsure;
            }
        } else if pair.old.shows(old) {
            self.lacks(&family);
        }
        Ok(found)
    }

    /// A method with other exceptions. Who calls it feels what has to be caught now, and what may be caught no longer since nothing
    /// throws it (JLS 11.2.3): of `Exception` too, which lets an `IOException` be caught before it.
    fn thrown(
        &mut self,
        pair: &Pair<'_>,
        (old, new): (&Member, &Member),
        mut found: Vec<Facet>,
    ) -> Result<Vec<Facet>, CompareError> {
        for facet in found.iter_mut().filter(|facet| facet.rule == THROWS) {
            let before = self.families.thrown(Version::Old, (self.sides.0, pair.old.rows[0]), old)?;
            let after = self.families.thrown(Version::New, (self.sides.1, pair.new.rows[0]), new)?;
            if thrown::are_covered(&before, &after) && thrown::are_covered(&after, &before) {
                facet.compatibility = Compatibility::Compatible;
            }
        }
        Ok(found)
    }

    fn removed(&mut self, pair: &Pair<'_>, member: &Member) -> Result<Row, CompareError> {
        let one = |compatibility, rule| pair::row_of_one(pair, member, Change::Removed, compatibility, rule);
        let rule = rule_of_removed(pair, member);
        if !pair.old.shows(member) || member.shape == Shape::Constructor {
            return Ok(one(Compatibility::Breaking, rule));
        }
        if !pair.old.is_api() {
            return self.removed_below(pair, member);
        }
        if self.is_internal_as_above(pair, member)? {
            return Ok(pair::row_not_public(pair, member, Change::Removed));
        }
        let family = self.family(Version::New, pair)?;
        if self.is_delegated(pair, member, &family)? {
            let row = one(Compatibility::Compatible, "Kotlin: delegation");
            return Ok(Row { change: Change::BodyChanged, old: None, ..row });
        }
        if let Some((ancestor, heir)) = family.heir(member, pair.new.is_interface()) {
            let context = Context { old: &pair.old, new: &pair.new, same_origin: false };
            let found = facets::of_moved(&context, member, heir);
            let found = self.thrown(pair, (member, heir), found)?;
            let worst = facets::worst(&found).filter(|facet| facet.compatibility != Compatibility::Compatible);
            let (compatibility, rule) =
                worst.map_or((Compatibility::Compatible, rule), |facet| (facet.compatibility, facet.rule));
            let moved_to = Some((ancestor.name.clone(), ancestor.artifact.clone()));
            let (change, new) = (Change::MovedToSupertype, Some(pair::shown(heir)));
            let unsure = self.rests_on(ancestor);
            return Ok(Row {
                change,
                also: facets::changes(&found),
                new,
                moved_to,
                unsure,
                ..one(compatibility, rule)
            });
        }
        // What was written as overriding is inherited from wherever it was overridden.
        if supers::is_marked_as_overriding(member) && !family.missing.is_empty() {
            let before = self.family(Version::Old, pair)?;
            let stays = |old: &Incomplete| family.missing.iter().any(|new| new.what == old.what);
            // It may be any of those that no index has.
            if let Some(missing) = before.missing.first().filter(|_| before.missing.iter().all(stays))
                && before.perhaps_overridden(member).is_none()
                && !self.may_take_others(pair, member)?
            {
                let moved_to = Some((missing.what.clone(), None));
                let row = one(Compatibility::Compatible, rule);
                return Ok(Row { change: Change::MovedToSupertype, moved_to, ..row });
            }
        }
        let before = self.family(Version::Old, pair)?;
        let unsure = self.may_be_inherited(pair, &family, member) || self.rests_on_overridden(&family, &before, member);
        self.lacks(&family);
        Ok(Row { unsure, ..one(Compatibility::Breaking, rule) })
    }

    /// Whether a member that is gone overrode an internal one without saying who may use it: nobody else could.
    fn is_internal_as_above(&mut self, pair: &Pair<'_>, member: &Member) -> Result<bool, CompareError> {
        Ok(member.is_as_visible_as_above() && self.family(Version::Old, pair)?.has_internal(member))
    }

    /// The row of a member that is gone, unsure where Lombok may add it; then that is noted.
    fn unless_added(&mut self, pair: &Pair<'_>, member: &Member, row: Row) -> Result<Row, CompareError> {
        if row.compatibility != Compatibility::Breaking || row.change != Change::Removed {
            return Ok(row);
        }
        let Some(name) = lombok::adding(self.sides.1, pair.new.rows[0], member).of(Version::New)? else {
            return Ok(row);
        };
        if !self.incomplete.iter().any(|known| known.what == pair.name) {
            self.incomplete.push(Incomplete::new(pair.name.clone(), unseen(name)));
        }
        Ok(Row { unsure: true, ..row })
    }

    /// Whether what a member overrides, of a supertype that no index has, may be for other types in the new version: a supertype that
    /// went from `javax.servlet` to `jakarta.servlet` with the artifact has none for the old ones. So say a method that overrides one
    /// of as many parameters in its place, and names that mean other types throughout the artifact.
    fn may_take_others(&self, pair: &Pair<'_>, member: &Member) -> Result<bool, CompareError> {
        let is_in_its_place = |added: &Member| {
            added.shape == member.shape
                && added.name == member.name
                && added.erased.len() == member.erased.len()
                && supers::is_marked_as_overriding(added)
        };
        if pair.added.iter().any(is_in_its_place) {
            return Ok(true);
        }
        for erased in member.erased.iter().chain([&member.erased_result]) {
            let Some(name) = erased.name.as_ref().filter(|name| name.is_known()) else { continue };
            let (name, imported) = (name.likeliest(), self.sides.1.imported().of(Version::New)?);
            let is_called_so = |other: &&String| last_part(other) == last_part(name);
            let was_imported = self.sides.0.imported().of(Version::Old)?.contains(name);
            if was_imported && !imported.contains(name) && imported.iter().any(|other| is_called_so(&other)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether Kotlin's compiler writes a member that is gone: it overrides one of an interface that the type delegates to another
    /// object, with the same type arguments as before.
    fn is_delegated(&mut self, pair: &Pair<'_>, member: &Member, family: &Family) -> Result<bool, CompareError> {
        let Some((above, _)) = family.overridden(member).filter(|(above, _)| above.is_interface) else {
            return Ok(false);
        };
        let was_other = |now: &types::Named| {
            pair.old.supertypes.iter().all(|old| differs(&old.type_, &now.type_) != Differs::Nowhere)
        };
        for now in pair.new.supertypes.iter().filter(|now| now.is_delegated) {
            let Type::Named { name, .. } = &now.type_ else { continue };
            if was_other(now) {
                continue;
            }
            let rows = self.sides.1.declarations(name.likeliest());
            // Of an interface of another artifact: what it inherits, it most often inherits there.
            let artifact = family.ancestors.iter().find(|one| name.may_be(&one.name)).map(|one| &one.artifact);
            let is_by_it = rows.is_empty()
                && (pair.new.supertypes.len() == 1 || artifact.is_some_and(|artifact| *artifact == above.artifact));
            let is_above = !rows.is_empty()
                && self.families.of(Version::New, self.sides.1, &rows)?.names().any(|known| known == above.name);
            if is_above || is_by_it || name.may_be(&above.name) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A member of a type that is not public is gone: whether the public types below have it still.
    fn removed_below(&mut self, pair: &Pair<'_>, member: &Member) -> Result<Row, CompareError> {
        let one = |compatibility, rule| pair::row_of_one(pair, member, Change::Removed, compatibility, rule);
        for heir in pair.old.heirs.iter().filter(|heir| heir.inherits(member, pair.old.is_interface())) {
            let Some(below) = self.below(Version::New, heir)? else { continue };
            let declares_it = below.own.iter().any(|own| supers::stands_for(own, member) && is_kept(member, own));
            let inherits_it = below.family.heir(member, below.is_interface).is_some_and(|(_, found)| {
                is_kept(member, found) && !(found.is("abstract") && !member.is("abstract") && heir.is_extensible)
            });
            if !declares_it && !inherits_it {
                let unsure = self.may_be_inherited(pair, &below.family, member);
                let seen_through = Some(heir.name.clone());
                let row = one(Compatibility::Breaking, rule_of_removed(pair, member));
                return Ok(Row { seen_through, unsure, ..row });
            }
        }
        Ok(pair::row_not_public(pair, member, Change::Removed))
    }

    /// Whether a member that a type that is not public has now is new to one of the public types below.
    fn is_new_below(&mut self, pair: &Pair<'_>, member: &Member) -> Result<bool, CompareError> {
        for heir in pair.new.heirs.iter().filter(|heir| heir.inherits(member, pair.new.is_interface())) {
            let Some(below) = self.below(Version::Old, heir)? else { continue };
            let declared_it = below.own.iter().any(|own| supers::stands_for(own, member));
            let takes_body = |(_, found): (_, &Member)| member.is("abstract") && !found.is("abstract");
            if !declared_it && below.family.heir(member, below.is_interface).is_none_or(takes_body) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a public type below one that is not has in a version; none where that version has no such type.
    fn below(&mut self, version: Version, heir: &Heir) -> Result<Option<Below>, CompareError> {
        let side = self.side(version);
        let rows = side.declarations(&heir.name);
        let Some(first) = rows.first() else { return Ok(None) };
        Ok(Some(Below {
            is_interface: member::is_interface(first.kind),
            own: self.families.members(version, side, &rows)?,
            family: self.families.of(version, side, &rows)?,
        }))
    }

    /// Whether a member that is gone may be inherited from a supertype that no index has; then that is noted.
    fn may_be_inherited(&mut self, pair: &Pair<'_>, family: &Family, member: &Member) -> bool {
        let is_interface = |name: &str| {
            let is_it = |named: &types::Named| {
                named.relation == Relation::Implements
                    && matches!(&named.type_, Type::Named { name: written, .. } if written.may_be(name))
            };
            pair.new.is_interface() || pair.new.supertypes.iter().any(is_it)
        };
        let Some(missing) = family.unknown_heir(member, is_interface) else { return false };
        let named = format!("{} ({})", pair.name, pair.new.rows[0].file_path);
        let types = self.inheriting.entry(missing.what.clone()).or_default();
        if !types.contains(&named) {
            types.push(named);
        }
        if !self.incomplete.iter().any(|known| known.what == missing.what) {
            self.incomplete.push(missing.clone());
        }
        true
    }

    /// What an answer would have needed, each supertype once.
    pub fn into_incomplete(self) -> Vec<Incomplete> {
        let mut incomplete = self.incomplete;
        for noted in &mut incomplete {
            let Some(types) = self.inheriting.get(&noted.what) else { continue };
            let mut named = types.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
            if types.len() > MOST_NAMED {
                named = format!("{named} and {} more", types.len() - MOST_NAMED);
            }
            let verb = if types.len() == 1 { "declares" } else { "declare" };
            noted.reason = format!("{}; what {named} {verb} no longer may be inherited from it", noted.reason);
        }
        incomplete
    }

    /// Whether a method that a type now declares as final was inherited before, and may be overridden below: what overrides
    /// it does not load any longer. The inner value tells that only a supertype that no index has could say so for sure.
    fn closes(&mut self, pair: &Pair<'_>, member: &Member) -> Result<Option<bool>, CompareError> {
        if !pair.may_be_overridden_below(member) {
            return Ok(None);
        }
        let before = self.family(Version::Old, pair)?;
        if let Some((above, overridden)) = before.overridden(member) {
            return Ok(if overridden.is("final") { None } else { Some(self.rests_on(above)) });
        }
        let after = self.family(Version::New, pair)?;
        if !supers::is_marked_as_overriding(member) || after.overridden(member).is_some() {
            return Ok(None);
        }
        // What it overrides stands in a supertype that no index has.
        let was_there = |new: &&Incomplete| before.missing.iter().any(|old| old.what == new.what);
        let kept = after.missing.iter().filter(was_there).count();
        let unsure = kept < after.missing.len();
        if kept > 0 && unsure {
            self.lacks(&after);
        }
        Ok((kept > 0).then_some(unsure))
    }

    /// Whether a new superclass declares a method as final that was inherited before, and may be overridden below, as [`Self::closes`]
    /// tells of one of the type itself.
    fn closes_by(&mut self, pair: &Pair<'_>, before: &Family, after: &Family) -> Result<Option<bool>, CompareError> {
        let fresh = |ancestor: &&Ancestor| !ancestor.is_interface && !has(before, &ancestor.name);
        let mut found: Option<bool> = None;
        for ancestor in after.ancestors.iter().filter(fresh) {
            // What the type declared itself, and does not now, is told of the method.
            let is_told = |member: &Member| pair.old.members.iter().any(|own| supers::stands_for(own, member));
            for member in ancestor.members.iter().filter(|member| ancestor.passes_on(member) && !is_told(member)) {
                if let Some(unsure) = self.closes(pair, member)? {
                    found = Some(unsure && found.unwrap_or(true));
                }
            }
        }
        Ok(found)
    }

    fn added(&mut self, pair: &Pair<'_>, member: &Member) -> Result<Row, CompareError> {
        let one = |compatibility, rule| pair::row_of_one(pair, member, Change::Added, compatibility, rule);
        let closes = self.closes(pair, member)?;
        if !pair.new.is_api() && pair.new.shows(member) && closes.is_none() && !self.is_new_below(pair, member)? {
            return Ok(pair::row_not_public(pair, member, Change::Added));
        }
        if let Some(unsure) = closes {
            return Ok(Row { unsure, ..one(Compatibility::Breaking, "JLS 13.4.17") });
        }
        let is_interface = pair.new.is_interface();
        let is_outline = pair.new.rows[0].file_path.strip_suffix(".class").is_some();
        let is_given = is_interface
            && !is_outline
            && kotlin::is_given_by_interface(member)
            && !kotlin::is_default(&pair.new.notes);
        let rule = match (member.shape, member.kind) {
            _ if pair.new.has_element(member) => "JLS 13.5.8",
            _ if is_given => "Kotlin: bodies in interfaces",
            (_, "property") if is_interface && member.is("abstract") => "JLS 13.5.4",
            (_, "enum_constant") => "JLS 13.4.26",
            (_, "record_component") => "JLS 13.4.27",
            (Shape::Field, _) if is_interface => "JLS 13.5.6",
            (Shape::Field, "field") => "JLS 13.4.8",
            (Shape::Method, _) if is_interface && member.is("abstract") => "JLS 13.5.4",
            (Shape::Method, _) if is_interface => "JLS 13.5.7",
            _ => "JLS 13.4.12",
        };
        if pair.new.has_element(member) {
            let is_required = member.element_default.is_none();
            return Ok(one(if is_required { Compatibility::SourceOnly } else { Compatibility::Compatible }, rule));
        }
        let obliges = (member.is("abstract") || is_given) && pair.is_left_to_others(member) && pair.new.shows(member);
        let before = self.family(Version::Old, pair)?;
        let after = self.family(Version::New, pair)?;
        let unsure = obliges && self.rests_on_overridden(&before, &after, member);
        if obliges && let Some(asked) = asks(member, &before, is_interface) {
            let rule = match asked {
                Compatibility::Breaking if is_interface => "JLS 13.5.7",
                Compatibility::Breaking => "JLS 13.4.16",
                _ => rule,
            };
            return Ok(Row { unsure, ..one(asked, rule) });
        }
        let Some(narrows) = self.narrows(pair, member)? else {
            return Ok(Row { unsure, ..one(Compatibility::Compatible, rule) });
        };
        let unsure = self.rests_on_overridden(&before, &after, member);
        Ok(Row { unsure, ..one(Compatibility::SourceOnly, narrows) })
    }

    /// Whether a method that a type declares now gives less, throws less or shows more than the one that it inherited: what overrides
    /// that one below, or catches what it threw, does not compile any longer. The rule that says so.
    fn narrows(&mut self, pair: &Pair<'_>, member: &Member) -> Result<Option<&'static str>, CompareError> {
        if member.shape != Shape::Method && !(member.shape == Shape::Field && member.language == Language::Kotlin) {
            return Ok(None);
        }
        let before = self.family(Version::Old, pair)?;
        let Some((ancestor, above)) = before.overridden(member) else { return Ok(None) };
        // What interfaces say of the methods of Object changes none of them.
        if member.language != above.language || pair.new.is_interface() && !ancestor.is_interface {
            return Ok(None);
        }
        let is_overridden = pair.old.opens(member) && !pair.new.is_final;
        if is_overridden && above.access < member.access && !member.is_as_visible_as_above() {
            return Ok(Some("JLS 13.4.7"));
        }
        let is_given = above.result.as_ref().is_some_and(supers::is_variable);
        if is_overridden && !is_given && !above.erased_result.is(&member.erased_result) {
            return Ok(Some("JLS 13.4.15"));
        }
        if above.throws.iter().any(supers::is_variable) {
            return Ok(None);
        }
        let threw = self.families.thrown(Version::Old, (self.sides.0, pair.old.rows[0]), above)?;
        let throws = self.families.thrown(Version::New, (self.sides.1, pair.new.rows[0]), member)?;
        Ok((!thrown::are_covered(&threw, &throws)).then_some(THROWS))
    }
}
