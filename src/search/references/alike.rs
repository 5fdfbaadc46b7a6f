//! Abstract methods that several supertypes of a type declare alike, none of which overrides another: which of them Java's compiler
//! takes. No specification says; it goes by depth and name.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::file::FileResolver;
use super::members::{Candidate, Candidates};
use super::names::deeper;
use super::overloads::Fit;
use super::types::Type;
use super::universe::{Place, TypeInfo, Universe};

impl FileResolver<'_> {
    /// Keeps a method that has the signature of a nearer one, for [`Self::merge_alike`], where neither has a body nor overrides
    /// the other.
    pub(super) fn add_alike(&self, nearer: usize, candidate: Candidate, found: &mut Candidates) {
        let near = &found.all[nearer];
        if self.is_kotlin() || self.overrides(near, &candidate) || self.overrides(&candidate, near) {
            return;
        }
        if self.is_abstract(near) && self.is_abstract(&candidate) {
            found.alike.push((nearer, candidate));
        }
    }

    /// Puts in place of each method that others are alike to the one of them that the compiler takes.
    pub(super) fn merge_alike(&self, found: &mut Candidates) {
        let alike = std::mem::take(&mut found.alike);
        let mut groups: Vec<(usize, Vec<Candidate>)> = Vec::new();
        for (at, candidate) in alike {
            match groups.iter_mut().find(|(of, _)| *of == at) {
                Some((_, group)) => group.push(candidate),
                None => groups.push((at, vec![found.all[at].clone(), candidate])),
            }
        }
        for (at, group) in groups {
            if let Some(merged) = self.merged(&group) {
                found.all[at] = merged;
            }
        }
    }

    /// The first that gives what all others do, or less: those of classes come first, then those of interfaces, the deepest first
    /// and in order of their names. Of the first two that order is the other way round, as javac collects them.
    fn merged(&self, group: &[Candidate]) -> Option<Candidate> {
        let is_overridden = |one: &&Candidate| group.iter().any(|other| self.overrides(other, one));
        let mut all: Vec<&Candidate> = group.iter().filter(|one| !is_overridden(one)).collect();
        all.sort_by_cached_key(|one| match &one.owner {
            Type::Class(class) if class.info.is_interface() => {
                let depth = self.universe.depth(&class.info, &mut HashMap::new());
                (true, Reverse(depth), class.info.qualified.clone())
            }
            _ => (false, Reverse(0), String::new()),
        });
        if all.len() > 1 {
            all.swap(0, 1);
        }
        let gives = |one: &Candidate, other: &Candidate| {
            one.returns == other.returns || self.converts(&one.returns, &other.returns, false) == Fit::Yes
        };
        let narrowest = all.iter().find(|one| all.iter().all(|other| gives(one, other)));
        narrowest.or_else(|| all.first()).map(|one| (*one).clone())
    }

    /// Whether the type of one method is below that of another.
    fn overrides(&self, one: &Candidate, other: &Candidate) -> bool {
        match (&one.owner, &other.owner) {
            (Type::Class(below), Type::Class(above)) => {
                below.info != above.info
                    && self.universe.closure(&below.info).types.iter().any(|seen| seen.info == above.info)
            }
            _ => false,
        }
    }
}

impl Universe<'_> {
    /// How many types stand above a type on the longest way to `Object`.
    fn depth(&self, info: &Arc<TypeInfo>, known: &mut HashMap<(Place, u32), u32>) -> u32 {
        let key = (info.place, info.row().id);
        if let Some(known) = known.get(&key) {
            return *known;
        }
        // What extends itself is damaged.
        known.insert(key, 0);
        let above = self.supertypes(info);
        let depths = above.iter().filter_map(|one| match one {
            Type::Class(class) => deeper(|| self.depth(&class.info, known)),
            _ => None,
        });
        let depth = depths.max().map_or(0, |most| most + 1);
        known.insert(key, depth);
        depth
    }
}
