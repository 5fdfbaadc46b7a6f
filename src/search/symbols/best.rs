//! The first of the names of a table that answer, without keeping them all.

use std::cmp::Ordering;

use super::name::Class;
use super::table::Table;

/// A name that answers.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub class: Class,
    pub is_member: bool,
    length: usize,
    pub at: usize,
}

impl Place {
    /// What names are put in order by before they are compared.
    const fn rank(self) -> (Class, bool, usize) {
        (self.class, self.is_member, self.length)
    }
}

/// The first of the names that answer.
pub(super) struct Best<'a> {
    table: &'a Table,
    /// How many are wanted.
    most: usize,
    found: Vec<Place>,
    /// What comes behind this place is not among the first.
    last: Option<Place>,
}

impl<'a> Best<'a> {
    pub fn new(table: &'a Table, most: usize) -> Self {
        Self { table, most, found: Vec::new(), last: None }
    }

    pub fn add(&mut self, class: Class, is_member: bool, at: usize) {
        let place = Place { class, is_member, length: self.table.length(is_member, at), at };
        if self.last.is_some_and(|last| place.rank() > last.rank()) {
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
            self.last = Some(*self.found.select_nth_unstable_by(self.most, order).1);
            self.found.truncate(self.most);
        }
    }

    /// They, in order.
    pub fn sorted(mut self) -> Vec<Place> {
        self.prune();
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
