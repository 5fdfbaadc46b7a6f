//! Which of several supertypes a member is inherited from (The Java Language Specification, 8.3, 8.4.8 and 9.4.1). Kotlin goes by
//! the same: what is left to choose there must be declared anew.
//!
//! A method of a superclass, however far away, keeps those of interfaces from being inherited: a concrete one all of them, an
//! abstract one with them, and it is the one that is meant. Among interfaces one that overrides another's keeps that from
//! being inherited, wherever else that interface is named. So supertypes are asked in an order in which what hides stands
//! before what is hidden.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::{Ancestor, Ancestors};
use crate::model::TypeKind;

impl Ancestor {
    fn is_object(&self) -> bool {
        matches!(self.name().as_str(), "java.lang.Object" | "kotlin.Any")
    }

    fn is_interface(&self) -> bool {
        matches!(self.types[0].kind, TypeKind::Interface | TypeKind::Annotation)
    }
}

impl Ancestors {
    /// Every class has `Object`'s members last, whatever its distance.
    pub(super) fn put_object_last(&mut self) {
        let mut order: Vec<usize> = (0..self.ancestors.len()).collect();
        order.sort_by_key(|at| self.ancestors[*at].is_object());
        self.ancestors.sort_by_cached_key(Ancestor::is_object);
        // The type itself is the first of the walk, and no ancestor.
        let mut places = vec![None; self.above.len()];
        for (place, was) in order.iter().enumerate() {
            places[was + 1] = Some(place);
        }
        let moved = |above: &Vec<usize>| above.iter().filter_map(|was| places[*was]).collect::<Vec<usize>>();
        let itself = self.above.first().map(moved);
        self.above = itself.into_iter().chain(order.iter().map(|was| moved(&self.above[was + 1]))).collect();
    }

    /// The places of the ancestors in the order in which a method is looked for: superclasses, nearest first, `Object` too; then
    /// interfaces, none before those that extend it, nearest first.
    #[must_use]
    pub fn by_precedence(&self) -> Vec<usize> {
        let is_interface: Vec<bool> = self.ancestors.iter().map(Ancestor::is_interface).collect();
        let mut order: Vec<usize> = (0..is_interface.len()).filter(|at| !is_interface[*at]).collect();
        let interfaces: Vec<usize> = (0..is_interface.len()).filter(|at| is_interface[*at]).collect();
        // How many of the interfaces that extend each are still to come.
        let mut below = vec![0_usize; is_interface.len()];
        for at in interfaces.iter().flat_map(|at| &self.above[at + 1]) {
            below[*at] += 1;
        }
        let mut free: BinaryHeap<Reverse<usize>> =
            interfaces.iter().copied().filter(|at| below[*at] == 0).map(Reverse).collect();
        let mut is_taken = vec![false; is_interface.len()];
        while let Some(Reverse(at)) = free.pop() {
            order.push(at);
            is_taken[at] = true;
            for parent in self.above[at + 1].iter().copied().filter(|parent| is_interface[*parent]) {
                below[parent] -= 1;
                if below[parent] == 0 {
                    free.push(Reverse(parent));
                }
            }
        }
        // Those of a circle, which is no Java.
        order.extend(interfaces.into_iter().filter(|at| !is_taken[*at]));
        order
    }

    /// The ancestors in that order.
    pub fn in_precedence(&self) -> impl Iterator<Item = &Ancestor> {
        self.by_precedence().into_iter().map(|at| &self.ancestors[at])
    }

    /// Whether a way leads up to the ancestor at a place past all of these others: a field is hidden by those between alone, and
    /// several of one name may be inherited.
    #[must_use]
    pub fn is_reached_past(&self, place: usize, hiding: &HashSet<usize>) -> bool {
        let mut seen: HashSet<usize> = hiding.clone();
        let mut queue: Vec<usize> = self.above.first().cloned().unwrap_or_default();
        while let Some(at) = queue.pop() {
            if at == place {
                return true;
            }
            if seen.insert(at) {
                queue.extend(&self.above[at + 1]);
            }
        }
        false
    }
}
