//! A version text as nested items, and the order of items.

use std::cmp::Ordering;

/// A part of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// Decimal digits without leading zeros; empty is zero. Of any length.
    Number(String),
    Word(String),
    /// A word with a number right after it (`rc1`, `rc-1`): one part, compared by word and then by number.
    Numbered(String, String),
    /// What follows a hyphen, or a change between letters and digits.
    List(Vec<Item>),
}

/// The order of the qualifiers that Maven knows; the empty one is the release itself. Unknown ones follow, by text.
const QUALIFIERS: [&str; 7] = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"];
/// The place of the release in [`QUALIFIERS`].
const RELEASE: usize = 5;
/// Other names for the release.
const RELEASES: [&str; 3] = ["ga", "final", "release"];

/// The items of a version.
pub(super) fn items(text: &str) -> Vec<Item> {
    let text = text.to_lowercase();
    let mut parser = Parser::default();
    let mut rest = text.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        match character {
            '.' => parser.separate(&text, at, false),
            '-' => {
                let digit_follows = rest.peek().is_some_and(|(_, next)| next.is_ascii_digit());
                if at > parser.start && !parser.in_digits && digit_follows {
                    // `rc-1` is `rc1`.
                    parser.is_numbered = true;
                } else {
                    parser.separate(&text, at, true);
                }
            }
            '0'..='9' => parser.digit(at),
            _ => parser.letter(&text, at),
        }
    }
    parser.finish(&text)
}

#[derive(Default)]
struct Parser {
    /// The lists that are open, outermost first.
    open: Vec<Vec<Item>>,
    /// Items of the innermost list.
    list: Vec<Item>,
    /// Where the current token begins.
    start: usize,
    in_digits: bool,
    /// The current token is a word that a number follows.
    is_numbered: bool,
}

impl Parser {
    /// A list inside the current one; what follows goes there.
    fn nest(&mut self) {
        self.open.push(std::mem::take(&mut self.list));
    }

    fn token(&mut self, text: &str) {
        let item = if self.is_numbered {
            let joined = text.replace('-', "");
            let digits = joined.find(|c: char| c.is_ascii_digit()).unwrap_or(joined.len());
            Item::Numbered(numbered_word(&joined[..digits]), number(&joined[digits..]))
        } else if self.in_digits {
            Item::Number(number(text))
        } else {
            Item::Word(word(text))
        };
        self.list.push(item);
    }

    fn separate(&mut self, text: &str, at: usize, is_hyphen: bool) {
        if at == self.start {
            self.list.push(Item::Number(String::new()));
        } else {
            self.token(&text[self.start..at]);
        }
        self.start = at + 1;
        self.is_numbered = false;
        if is_hyphen {
            self.nest();
        }
    }

    fn digit(&mut self, at: usize) {
        if !self.in_digits && at > self.start {
            self.is_numbered = true;
            if !self.list.is_empty() {
                self.nest();
            }
        }
        self.in_digits = true;
    }

    fn letter(&mut self, text: &str, at: usize) {
        if self.in_digits && at > self.start {
            self.token(&text[self.start..at]);
            self.start = at;
            self.nest();
            self.is_numbered = false;
        }
        self.in_digits = false;
    }

    fn finish(mut self, text: &str) -> Vec<Item> {
        if text.len() > self.start {
            if !self.in_digits && !self.list.is_empty() {
                // A word after a dot counts as one after a hyphen.
                self.nest();
            }
            self.token(&text[self.start..]);
        }
        let mut inner = normalized(self.list);
        while let Some(mut outer) = self.open.pop() {
            outer.push(Item::List(inner));
            inner = normalized(outer);
        }
        inner
    }
}

/// Without the zeros that mean nothing: at the end, and before a word.
fn normalized(mut items: Vec<Item>) -> Vec<Item> {
    for at in (0..items.len()).rev() {
        let is_null = match &items[at] {
            Item::Number(digits) => digits.is_empty(),
            Item::Word(word) => word.is_empty(),
            Item::Numbered(..) => false,
            Item::List(list) => list.is_empty(),
        };
        let precedes_word = match items.get(at + 1) {
            None | Some(Item::Word(_)) => true,
            Some(Item::List(list)) => matches!(list.first(), Some(Item::Word(_) | Item::Numbered(..))),
            Some(_) => false,
        };
        if is_null && precedes_word {
            items.remove(at);
        }
    }
    items
}

fn number(digits: &str) -> String {
    digits.trim_start_matches('0').to_owned()
}

fn word(text: &str) -> String {
    if text == "cr" { "rc" } else { text }.to_owned()
}

/// Before a number one letter is enough.
fn numbered_word(text: &str) -> String {
    match text {
        "a" => "alpha".to_owned(),
        "b" => "beta".to_owned(),
        "m" => "milestone".to_owned(),
        other => word(other),
    }
}

/// Whether a qualifier that comes before the release is among the items.
pub(super) fn has_pre_release(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Number(_) => false,
        Item::Word(word) | Item::Numbered(word, _) => rank(word).0 < RELEASE,
        Item::List(list) => has_pre_release(list),
    })
}

/// The place of a word: of a known one its index, of others by text after those.
fn rank(word: &str) -> (usize, &str) {
    if RELEASES.contains(&word) {
        return (RELEASE, "");
    }
    match QUALIFIERS.iter().position(|qualifier| *qualifier == word) {
        Some(at) => (at, ""),
        None => (QUALIFIERS.len(), word),
    }
}

fn compare_words(one: &str, other: &str) -> Ordering {
    let ((one, one_text), (other, other_text)) = (rank(one), rank(other));
    // As Java compares texts, by UTF-16 units.
    one.cmp(&other).then_with(|| one_text.encode_utf16().cmp(other_text.encode_utf16()))
}

fn compare_numbers(one: &str, other: &str) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

/// The order of two lists: item by item, the shorter one filled up with nothing.
///
/// Maven's own comparison goes in circles for some texts that nobody publishes (`1-alpha < 1 < 1.sp.2 < 1-alpha`), and an
/// order that does cannot be sorted by. So at each place everything has one [`Class`], nothing among them; the result is
/// Maven's wherever Maven's comparison is consistent.
pub(super) fn compare(one: &[Item], other: &[Item]) -> Ordering {
    for at in 0..one.len().max(other.len()) {
        let order = compare_places(one.get(at), other.get(at));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// What can stand at a place, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// A word before the release: alpha, …, snapshot.
    EarlyWord,
    /// A list that comes before the release.
    EarlyList,
    /// Nothing, or what means the same.
    Nothing,
    /// A word after the release.
    LateWord,
    LateList,
    Number,
}

fn class(item: Option<&Item>) -> Class {
    match item {
        None => Class::Nothing,
        Some(Item::Number(_)) => Class::Number,
        Some(Item::Word(word)) => match rank(word).0.cmp(&RELEASE) {
            Ordering::Less => Class::EarlyWord,
            Ordering::Equal => Class::Nothing,
            Ordering::Greater => Class::LateWord,
        },
        Some(Item::Numbered(word, _)) => {
            if rank(word).0 < RELEASE {
                Class::EarlyWord
            } else {
                Class::LateWord
            }
        }
        Some(Item::List(list)) => match compare(list, &[]) {
            Ordering::Less => Class::EarlyList,
            Ordering::Equal => Class::Nothing,
            Ordering::Greater => Class::LateList,
        },
    }
}

fn compare_places(one: Option<&Item>, other: Option<&Item>) -> Ordering {
    use Item::{List, Number, Numbered, Word};
    let of_class = class(one);
    let order = of_class.cmp(&class(other));
    if order.is_ne() || of_class == Class::Nothing {
        return order;
    }
    match (one, other) {
        (Some(Number(one)), Some(Number(other))) => compare_numbers(one, other),
        (Some(Word(one)), Some(Word(other))) => compare_words(one, other),
        (Some(Numbered(one, first)), Some(Numbered(other, second))) => {
            compare_words(one, other).then_with(|| compare_numbers(first, second))
        }
        (Some(Word(one)), Some(Numbered(other, _))) => compare_words(one, other).then(Ordering::Less),
        (Some(Numbered(one, _)), Some(Word(other))) => compare_words(one, other).then(Ordering::Greater),
        (Some(List(one)), Some(List(other))) => compare(one, other),
        // A class holds either words, lists or numbers.
        _ => Ordering::Equal,
    }
}
