//! Texts, each kept once, numbered from 0 in the order they were met first.

use string_interner::backend::StringBackend;
use string_interner::symbol::SymbolUsize;
use string_interner::{StringInterner, Symbol};

/// Texts with their numbers.
pub struct Interned(StringInterner<StringBackend<SymbolUsize>, foldhash::fast::RandomState>);

impl Default for Interned {
    fn default() -> Self {
        Self(StringInterner::with_hasher(foldhash::fast::RandomState::default()))
    }
}

impl Interned {
    /// How many there are: numbers are below.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of a text, which is added where it is new: its number is then how many there were.
    pub fn number(&mut self, text: &str) -> usize {
        self.0.get_or_intern(text).to_usize()
    }

    /// The text of a number; nothing for one that was not given.
    #[must_use]
    pub fn text(&self, number: usize) -> &str {
        SymbolUsize::try_from_usize(number).and_then(|number| self.0.resolve(number)).unwrap_or_default()
    }
}
