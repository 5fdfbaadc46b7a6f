//! Overrides of a member: those that subtypes declare, and those that a class has from a superclass which knows nothing of the
//! interface that is implemented so.

use std::collections::HashSet;

use super::{Hit, identities};
use crate::error::Failure;
use crate::index::Opened;
use crate::model::{Language, MethodKind, Relation, TypeKind};
use crate::store::{MethodRow, TypeRow};
use crate::tools::declared::{self, Declared, Member};
use crate::tools::erasure::{self, Erased, Variables, overrides};
use crate::tools::heirs::{self, Heir, Heirs, Identity};
use crate::tools::hierarchy::Ancestor;
use crate::tools::members;
use crate::tools::resolve::{Rows, has_modifier};
use crate::tools::symbol;

/// The types that may override: all subtypes, or of what every type has those that declare a method of the name.
pub(super) fn candidates(
    search: &mut Heirs<'_>,
    bases: &[declared::Place],
    transitive: bool,
) -> Result<Vec<Heir>, Failure> {
    match &bases[0].declared.member {
        Some(Member::Method(method)) if is_by_name(&bases[0]) => {
            search.declaring(&identities(bases), symbol::bare(&method.name), transitive)
        }
        _ => search.of(&identities(bases), true),
    }
}

/// Whether a method is of a type that others have for a supertype without writing it, so that its name leads to them.
fn is_by_name(base: &declared::Place) -> bool {
    let owner = base.declared.owner.qualified_name();
    base.declared.member.is_some() && heirs::is_implied(&owner) && base.declared.owner.kind != TypeKind::Interface
}

/// The overrides in all subtypes; not transitive: those that have no other override between them and what was asked for. Notes the
/// types that override each of the bases.
pub(super) fn find(
    search: &mut Heirs<'_>,
    bases: &[declared::Place],
    heirs: &[Heir],
    transitive: bool,
    overriders: &mut Vec<HashSet<Identity>>,
) -> Result<Vec<Hit>, Failure> {
    let mut hits = Vec::new();
    overriders.resize_with(bases.len(), HashSet::new);
    let asked: Vec<Base<'_>> = bases.iter().map(Base::of).collect();
    // What every type has needs no look at its supertypes.
    let is_looked_up = !transitive || !asked[0].is_by_name;
    // Which of the bases each hit overrides, and what it has above it.
    let mut above: Vec<(Vec<usize>, Vec<Identity>)> = Vec::new();
    for heir in heirs {
        let candidates = same_name(&heir.artifact, &heir.row, bases)?;
        if candidates.is_empty() {
            continue;
        }
        let ancestors = if is_looked_up { search.ancestors(heir)? } else { Vec::new() };
        for member in candidates {
            let mine = match &member {
                Member::Method(method) => Some(erased(method, &Variables::default(), &Variables::default())),
                _ => None,
            };
            let is_overridden = |at: &usize| asked[*at].is_overridden(heir, (&member, mine.as_ref()), &ancestors);
            let overridden: Vec<usize> = (0..asked.len()).filter(is_overridden).collect();
            if overridden.is_empty() {
                continue;
            }
            for at in &overridden {
                overriders[*at].insert(Identity::of(&heir.artifact, &heir.row));
            }
            if !transitive {
                above.push((overridden, ancestors.iter().map(|(one, _)| one.clone()).collect()));
            }
            hits.push(Hit::of(heir, Declared { owner: heir.row.clone(), member: Some(member) }));
        }
    }
    let inherited = inherited(search, &asked, bases, heirs, overriders)?;
    if transitive {
        hits.extend(inherited);
        return Ok(hits);
    }
    let is_first = |(overridden, ancestors): (Vec<usize>, Vec<Identity>)| {
        overridden.iter().any(|at| !ancestors.iter().any(|one| overriders[*at].contains(one)))
    };
    let mut keep = above.into_iter().map(is_first);
    hits.retain(|_| keep.next().unwrap_or(true));
    hits.extend(inherited);
    Ok(hits)
}

/// What classes that declare no override have from a superclass that is no subtype, each once: `class A extends B implements I`,
/// where B, which does not know I, declares the method.
fn inherited(
    search: &mut Heirs<'_>,
    asked: &[Base<'_>],
    bases: &[declared::Place],
    heirs: &[Heir],
    overriders: &[HashSet<Identity>],
) -> Result<Vec<Hit>, Failure> {
    let mut hits: Vec<Hit> = Vec::new();
    let is_of_interface = |base: &Base<'_>| {
        base.declared.owner.kind == TypeKind::Interface && matches!(base.declared.member, Some(Member::Method(_)))
    };
    if asked[0].is_by_name || !asked.iter().any(is_of_interface) {
        return Ok(hits);
    }
    let known: HashSet<Identity> =
        heirs.iter().map(|heir| Identity::of(&heir.artifact, &heir.row)).chain(identities(bases)).collect();
    let simple: HashSet<&str> = known.iter().map(|identity| last_segment(identity.name())).collect();
    for heir in heirs {
        if search.is_over()? {
            break;
        }
        let own = Identity::of(&heir.artifact, &heir.row);
        let is_done = heir.row.kind == TypeKind::Interface || overriders.iter().all(|all| all.contains(&own));
        if is_done || !has_other_superclass(heir, &simple)? {
            continue;
        }
        let ancestors = search.ancestors(heir)?;
        for (base, overriders) in asked.iter().zip(overriders).filter(|(_, overriders)| !overriders.contains(&own)) {
            // Nearest first: what a subtype between them overrides hides what is behind it.
            let classes = ancestors.iter().filter(|(_, ancestor)| ancestor.types[0].kind != TypeKind::Interface);
            for (identity, class) in classes {
                if overriders.contains(identity) {
                    break;
                }
                if known.contains(identity) || heirs::is_implied(identity.name()) {
                    continue;
                }
                let Some((row, member)) = base.implemented_by(heir, class, bases, &ancestors)? else { continue };
                let Some(place) = search.place_of(&class.artifact.coordinate) else { break };
                let (artifact, via) = (class.artifact.clone(), Some(own.name().to_owned()));
                let class = Heir { place, artifact, row: row.clone(), via };
                let hit = Hit::of(&class, Declared { owner: row, member: Some(member) });
                let is_known =
                    |known: &Hit| (known.place, known.id, known.symbol == hit.symbol) == (hit.place, hit.id, true);
                if !hits.iter().any(is_known) {
                    hits.push(hit);
                }
                break;
            }
        }
    }
    Ok(hits)
}

/// Whether a class may have a superclass that is none of the known types, by its simple name: what is above one of those is
/// looked at there. Kotlin tells classes and interfaces apart by what they are.
fn has_other_superclass(heir: &Heir, known: &HashSet<&str>) -> Result<bool, Failure> {
    let supertypes = heir.artifact.index.supertypes(heir.row.id).of(&heir.artifact)?;
    let may_be_class = |relation: Relation| heir.row.language == Language::Kotlin || relation == Relation::Extends;
    let is_other = |name: &str| !known.contains(last_segment(name));
    Ok(supertypes.iter().any(|supertype| may_be_class(supertype.relation) && is_other(&supertype.name)))
}

fn last_segment(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or_default()
}

/// The members of a type that bear the name of one of the members asked for.
fn same_name(artifact: &Opened, row: &TypeRow, bases: &[declared::Place]) -> Result<Vec<Member>, Failure> {
    let index = &artifact.index;
    let mut found = Vec::new();
    match &bases[0].declared.member {
        Some(Member::Method(wanted)) => {
            let methods = index.methods_where(row.id, |name, kind| {
                kind == MethodKind::Method && name.trim_matches('`') == wanted.name.trim_matches('`')
            });
            found.extend(methods.of(artifact)?.into_iter().map(Member::Method));
        }
        Some(Member::Field(wanted)) if row.language == Language::Kotlin => {
            let fields = index.fields(row.id).of(artifact)?.into_iter();
            found.extend(fields.filter(|field| field.name == wanted.name).map(Member::Field));
        }
        _ => {}
    }
    Ok(found)
}

/// A member that was asked for, with what every subtype is held against.
struct Base<'a> {
    declared: &'a Declared,
    identity: Identity,
    /// The type variables of its type.
    variables: Variables,
    is_by_name: bool,
}

impl<'a> Base<'a> {
    fn of(base: &'a declared::Place) -> Self {
        Self {
            declared: &base.declared,
            identity: Identity::of(&base.artifact, &base.declared.owner),
            variables: Variables::of(erasure::type_list(&base.declared.owner), "", ""),
            is_by_name: is_by_name(base),
        }
    }

    /// The method of a superclass by which a subtype implements it.
    fn implemented_by(
        &self,
        heir: &Heir,
        class: &Ancestor,
        bases: &[declared::Place],
        ancestors: &[(Identity, Ancestor)],
    ) -> Result<Option<(TypeRow, Member)>, Failure> {
        for (row, variables) in class.types.iter().zip(&class.variables) {
            let own = Variables::of(erasure::type_list(row), "", "");
            for member in same_name(&class.artifact, row, bases)? {
                let Member::Method(method) = &member else { continue };
                let mine = erased(method, variables, &own);
                let is_whole = !has_modifier(&method.modifiers, "abstract")
                    && (row.language == Language::Kotlin || has_modifier(&method.modifiers, "public"));
                if is_whole && self.is_overridden(heir, (&member, Some(&mine)), ancestors) {
                    return Ok(Some((row.clone(), member)));
                }
            }
        }
        Ok(None)
    }

    /// Whether a member of a subtype overrides it, with what the type variables stand for there. A method comes with its own
    /// erasure.
    fn is_overridden(
        &self,
        heir: &Heir,
        member: (&Member, Option<&Erased>),
        ancestors: &[(Identity, Ancestor)],
    ) -> bool {
        let owner = &self.declared.owner;
        match (member, &self.declared.member) {
            ((Member::Field(field), _), Some(Member::Field(_))) => has_modifier(&field.modifiers, "override"),
            ((Member::Method(method), Some(mine)), Some(Member::Method(theirs))) => {
                if ["static", "private"].iter().any(|word| has_modifier(&method.modifiers, word))
                    || !members::is_inherited(&theirs.modifiers, owner, &heir.row)
                {
                    return false;
                }
                if self.is_by_name {
                    // An interface declares anew only what is public.
                    let has_it = heir.row.kind != TypeKind::Interface || !has_modifier(&theirs.modifiers, "protected");
                    return has_it && overrides(mine, &erased(theirs, &Variables::default(), &self.variables));
                }
                ancestors.iter().filter(|(identity, _)| *identity == self.identity).any(|(_, ancestor)| {
                    let own = ancestor.types.iter().zip(&ancestor.variables);
                    let mut own = own.filter(|(row, _)| row.id == owner.id);
                    own.any(|(_, variables)| overrides(mine, &erased(theirs, variables, &self.variables)))
                })
            }
            _ => false,
        }
    }
}

fn erased(method: &MethodRow, variables: &Variables, declared: &Variables) -> Erased {
    let types = method.receiver.iter().chain(&method.parameter_types);
    Erased::of(&method.name, &method.signature, types, variables, declared)
}
