//! Pages of a list: the page asked for, or as much of it as fits.
//!
//! A default page that does not fit has its descriptions clipped first; what does not fit even so is shown in a smaller
//! page size that divides the one asked for, so that pages never overlap and never skip. Where the caller named no size,
//! that smaller size holds for every page of the list: going on with the next page number is right either way.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Call, budget};
use crate::error::Status;

/// `page_size` where none is asked for, from the contract.
const USUAL_SIZE: usize = 50;
/// Lengths in characters to which descriptions are clipped, one after the other, until a page fits.
const CLIPS: [usize; 4] = [300, 160, 80, 40];

/// Where in a list an answer is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pagination {
    pub page: u64,
    pub page_size: u64,
    pub total_count: u64,
    pub total_pages: u64,
}

impl Pagination {
    /// The number of the next page, where there is one.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        (self.page < self.total_pages).then_some(self.page + 1)
    }

    /// Of a page behind the last one, which pages there are; `what` is the plural of the items.
    #[must_use]
    pub fn beyond(&self, what: &str) -> Option<String> {
        let is_beyond = self.total_count > 0 && self.page > self.total_pages;
        is_beyond.then(|| format!("{} {what}; pages 1 to {}", self.total_count, self.total_pages))
    }
}

/// What an answer that is nothing but a list begins with.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Head {
    status: &'static str,
    pub pagination: Pagination,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

impl Default for Head {
    fn default() -> Self {
        Self { status: Status::Success.as_str(), pagination: Pagination::default(), truncated: false }
    }
}

impl Head {
    /// Says where in the list a page is.
    pub fn take<R>(&mut self, paged: &Paged<R>) {
        (self.pagination, self.truncated) = (paged.pagination, paged.truncated);
    }
}

/// An item of a list.
pub trait Row: Serialize {
    /// Its description, where it has one.
    fn description(&mut self) -> Option<&mut String>;
}

/// The page that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    page: usize,
    /// None: the usual size, or everything where nothing is cut.
    size: Option<usize>,
    cap: Option<usize>,
}

/// A page.
#[derive(Debug)]
pub struct Paged<R> {
    pub rows: Vec<R>,
    pub pagination: Pagination,
    /// Descriptions were clipped or the page is smaller than asked for.
    pub truncated: bool,
}

impl Request {
    /// The page that a call asks for.
    #[must_use]
    pub fn of(call: &Call<'_>) -> Self {
        let number = |name| call.args.number(name).map(|value| usize::try_from(value).unwrap_or(usize::MAX));
        let size = number("page_size");
        // On the command line a page without a size is a page of the usual size.
        let size = size.or_else(|| (call.cap.is_none() && call.args.has("page")).then_some(USUAL_SIZE));
        Self { page: number("page").unwrap_or(1), size, cap: budget::cap(call) }
    }

    /// The page of `items`. `rest` is the answer without them; `weight` is never less than the JSON size of a row made
    /// of the item and is cheap; `make` makes the row.
    pub fn page<T, R: Row>(
        &self,
        items: &[T],
        rest: &impl Serialize,
        weight: impl Fn(&T) -> usize,
        make: impl Fn(&T) -> R,
    ) -> Paged<R> {
        let asked = match (self.size, self.cap) {
            (Some(size), _) => size,
            (None, Some(_)) => USUAL_SIZE,
            (None, None) => items.len().max(1),
        };
        let heaviest = items.iter().map(&weight).max().unwrap_or(0);
        match budget::left(self.cap, rest) {
            Some(left) if heaviest.saturating_mul(asked.min(items.len())) > left => {
                if self.size.is_some() {
                    self.shrink_one(items, asked, left, make)
                } else {
                    self.shrink_all(items, left, make)
                }
            }
            _ => plain(items, self.page, asked, make),
        }
    }

    /// A page of a size that the caller named: that page alone is cut.
    fn shrink_one<T, R: Row>(&self, items: &[T], asked: usize, left: usize, make: impl Fn(&T) -> R) -> Paged<R> {
        let Paged { rows, .. } = plain(items, self.page, asked, &make);
        let sizes: Vec<_> = rows.iter().map(size_in_list).collect();
        let size = divisors(asked).find(|size| sizes.iter().take(*size).sum::<usize>() <= left).unwrap_or(1);
        let page = (self.page - 1).saturating_mul(asked / size).saturating_add(1);
        Paged { truncated: size < asked, ..plain(items, page, size, make) }
    }

    /// A page of the usual size: what fits is decided for all pages of the list.
    fn shrink_all<T, R: Row>(&self, items: &[T], left: usize, make: impl Fn(&T) -> R) -> Paged<R> {
        let mut rows: Vec<R> = items.iter().map(&make).collect();
        let fits = |sizes: &[usize], size: usize| sizes.chunks(size).all(|page| page.iter().sum::<usize>() <= left);
        let mut sizes: Vec<usize> = rows.iter().map(size_in_list).collect();
        let mut clipped = None;
        for characters in CLIPS {
            if fits(&sizes, USUAL_SIZE) {
                break;
            }
            for row in &mut rows {
                clip(row, characters);
            }
            sizes = rows.iter().map(size_in_list).collect();
            clipped = Some(characters);
        }
        let size = divisors(USUAL_SIZE).find(|size| fits(&sizes, *size)).unwrap_or(1);
        let clipped_row = |item: &T| {
            let mut row = make(item);
            if let Some(characters) = clipped {
                clip(&mut row, characters);
            }
            row
        };
        Paged { truncated: clipped.is_some() || size < USUAL_SIZE, ..plain(items, self.page, size, clipped_row) }
    }
}

fn plain<T, R>(items: &[T], page: usize, size: usize, make: impl Fn(&T) -> R) -> Paged<R> {
    let start = (page - 1).saturating_mul(size).min(items.len());
    let end = start.saturating_add(size).min(items.len());
    let pagination = Pagination {
        page: page as u64,
        page_size: size as u64,
        total_count: items.len() as u64,
        total_pages: items.len().div_ceil(size) as u64,
    };
    Paged { rows: items[start..end].iter().map(make).collect(), pagination, truncated: false }
}

/// Bytes of a row and the comma after it.
fn size_in_list(row: &impl Row) -> usize {
    budget::json_size(row) + 1
}

fn clip(row: &mut impl Row, characters: usize) {
    if let Some(description) = row.description() {
        *description = budget::clip(description, characters);
    }
}

/// The divisors of a number, largest first.
fn divisors(number: usize) -> impl Iterator<Item = usize> {
    (1..=number).rev().filter(move |divisor| number.is_multiple_of(*divisor))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize)]
    struct Item {
        id: usize,
        description: Option<String>,
    }

    impl Row for Item {
        fn description(&mut self) -> Option<&mut String> {
            self.description.as_mut()
        }
    }

    fn items(lengths: &[usize]) -> Vec<Item> {
        lengths
            .iter()
            .enumerate()
            .map(|(id, length)| Item { id, description: (*length > 0).then(|| "x".repeat(*length)) })
            .collect()
    }

    fn page(items: &[Item], page: usize, size: Option<usize>, cap: Option<usize>) -> Paged<Item> {
        Request { page, size, cap }.page(items, &(), budget::json_size, Clone::clone)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        /// Whoever asks for one page number after the other, with the size that the answer shows or with none, sees
        /// every item once and never more than the cap.
        #[test]
        fn pages_neither_overlap_nor_skip(lengths in prop::collection::vec(0usize..900, 0..130), keep in any::<bool>(), size in prop::option::of(1usize..200)) {
            let items = items(&lengths);
            let cap = 4096;
            let (mut number, mut size, mut seen) = (1, size, Vec::new());
            loop {
                let answer = page(&items, number, size, Some(cap));
                prop_assert!(budget::json_size(&answer.rows) <= cap);
                seen.extend(answer.rows.iter().map(|item| item.id));
                if keep || size.is_some() {
                    size = Some(answer.pagination.page_size as usize);
                }
                match answer.pagination.next() {
                    Some(next) => number = next as usize,
                    None => break,
                }
            }
            prop_assert_eq!(seen, (0..items.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn clips_descriptions_before_it_drops_items() {
        let all = items(&[500; 60]);
        let answer = page(&all, 1, None, Some(12_000));
        assert!(answer.truncated);
        assert_eq!(answer.pagination, Pagination { page: 1, page_size: 50, total_count: 60, total_pages: 2 });
        assert_eq!(answer.rows[0].description.as_ref().unwrap().chars().count(), 161);
    }

    #[test]
    fn nothing_is_cut_without_a_cap() {
        let all = items(&[500; 300]);
        let answer = page(&all, 1, None, None);
        assert_eq!(answer.rows, all);
        assert_eq!(answer.pagination, Pagination { page: 1, page_size: 300, total_count: 300, total_pages: 1 });
    }

    #[test]
    fn a_page_beyond_the_last_is_empty() {
        let answer = page(&items(&[0; 3]), 7, None, Some(4096));
        assert!(answer.rows.is_empty());
        assert_eq!(answer.pagination.page, 7);
        assert_eq!(answer.pagination.next(), None);
        let huge = page(&items(&[0; 3]), usize::MAX, Some(200), Some(4096));
        assert!(huge.rows.is_empty());
    }

    #[test]
    fn an_explicit_page_is_shown_in_a_smaller_measure() {
        let answer = page(&items(&[300; 40]), 2, Some(20), Some(2500));
        assert_eq!(answer.pagination, Pagination { page: 5, page_size: 5, total_count: 40, total_pages: 8 });
        assert_eq!(answer.rows[0].id, 20);
    }
}
