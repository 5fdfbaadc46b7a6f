//! The first of the names of a table that answer, without keeping them all.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU64, Ordering as Access};

use super::name::Class;
use super::query::Query;
use super::table::Table;

/// A name that answers.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub class: Class,
    pub is_member: bool,
    length: usize,
    /// It is the name that was asked for but for the case of its letters.
    pub is_recased: bool,
    pub at: usize,
}

impl Place {
    /// What names are put in order by before they are compared.
    const fn rank(self) -> (Class, bool, usize, bool) {
        (self.class, self.is_member, self.length, self.is_recased)
    }

    /// The same as one number.
    const fn rank_number(self) -> u64 {
        (self.class as u64) << 34 | (self.is_member as u64) << 33 | (self.length as u64) << 1 | self.is_recased as u64
    }
}

/// What no table need give any more: as many names as are wanted come before whatever ranks behind this.
pub(super) struct Bound(AtomicU64);

impl Bound {
    pub const fn new() -> Self {
        Self(AtomicU64::new(u64::MAX))
    }

    fn excludes(&self, place: Place) -> bool {
        place.rank_number() > self.0.load(Access::Relaxed)
    }

    fn lower(&self, last: Place) {
        self.0.fetch_min(last.rank_number(), Access::Relaxed);
    }
}

/// The first of the names that answer.
pub(super) struct Best<'a> {
    table: &'a Table,
    /// How many are wanted.
    most: usize,
    found: Vec<Place>,
    /// That of all tables that are searched.
    bound: &'a Bound,
}

impl<'a> Best<'a> {
    pub const fn new(table: &'a Table, most: usize, bound: &'a Bound) -> Self {
        Self { table, most, found: Vec::new(), bound }
    }

    pub fn add(&mut self, query: &Query, class: Class, is_member: bool, at: usize) {
        let length = self.table.length(is_member, at);
        let is_recased = query.is_recased(class, || self.table.name(is_member, at));
        let place = Place { class, is_member, length, is_recased, at };
        if self.bound.excludes(place) {
            return;
        }
        self.found.push(place);
        // Most of many names come too late to be answered: they are dropped before there are many of them.
        if self.found.len() > self.most.saturating_mul(4).max(256) {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.found.len() > self.most {
            let table = self.table;
            let order = |left: &Place, right: &Place| Self::order(table, left, right);
            self.bound.lower(*self.found.select_nth_unstable_by(self.most, order).1);
            self.found.truncate(self.most);
        }
    }

    /// They, in order.
    pub fn sorted(mut self) -> Vec<Place> {
        self.prune();
        self.found.retain(|place| !self.bound.excludes(*place));
        let table = self.table;
        self.found.sort_unstable_by(|left, right| Self::order(table, left, right));
        self.found
    }

    fn order(table: &Table, left: &Place, right: &Place) -> Ordering {
        left.rank().cmp(&right.rank()).then_with(|| {
            let name = |place: &Place| table.name(place.is_member, place.at);
            name(left).cmp(name(right)).then_with(|| left.at.cmp(&right.at))
        })
    }
}
