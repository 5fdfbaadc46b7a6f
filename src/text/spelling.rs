//! How far a name is from one that may be a misspelling of it.
//!
//! Made for one wanted name and hundreds of thousands of others: what lengths and letters rule out is not compared, and
//! nothing is kept of a name but in a buffer of the caller's.

use strsim::osa_distance;

/// A name that was not found, in lower case.
pub struct Spelling {
    folded: String,
    /// In characters.
    length: usize,
    letters: u64,
}

impl Spelling {
    #[must_use]
    pub fn of(name: &str) -> Self {
        let mut folded = String::new();
        fold(name, &mut folded);
        Self { length: folded.chars().count(), letters: letters(&folded), folded }
    }

    /// The name in lower case.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// Its length in characters.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// How many slips (characters inserted, removed, replaced, neighbours swapped) are between it and a name in lower case;
    /// none where they are more than `most`.
    #[must_use]
    pub fn slips(&self, folded: &str, most: usize) -> Option<usize> {
        let is_ruled_out = || {
            // A slip costs at most one of the letters of each.
            let other = letters(folded);
            let lost = (self.letters & !other).count_ones().max((other & !self.letters).count_ones());
            lost as usize > most || folded.chars().count().abs_diff(self.length) > most
        };
        // No character has more than four bytes.
        if folded.len() > 4 * (self.length + most) || folded.len() + most < self.length || is_ruled_out() {
            return None;
        }
        Some(osa_distance(&self.folded, folded)).filter(|slips| *slips <= most)
    }
}

/// Puts a name in lower case into `folded`, in place of what was there.
pub fn fold(name: &str, folded: &mut String) {
    folded.clear();
    if name.is_ascii() {
        folded.push_str(name);
        folded.make_ascii_lowercase();
    } else {
        folded.extend(name.chars().flat_map(char::to_lowercase));
    }
}

/// The set of a text's letters; some share a place.
fn letters(text: &str) -> u64 {
    text.chars().fold(0, |set, c| set | 1 << (u32::from(c) % u64::BITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slips_are_counted_up_to_a_limit() {
        let wanted = Spelling::of("StringUtlis");
        assert_eq!((wanted.folded(), wanted.length()), ("stringutlis", 11));
        assert_eq!((wanted.slips("stringutils", 2), wanted.slips("stringutils", 0)), (Some(1), None));
        assert_eq!((wanted.slips("strings", 3), wanted.slips("", 2)), (None, None));
        assert_eq!(Spelling::of("").slips("", 0), Some(0));
        let mut folded = "before".to_owned();
        fold("ÉCOLE", &mut folded);
        assert_eq!((folded.as_str(), Spelling::of("Ecole").slips(&folded, 1)), ("école", Some(1)));
    }

    proptest! {
        #[test]
        fn nothing_is_ruled_out_that_is_near(wanted in "[a-fé]{0,8}", name in "[a-fé]{0,8}", most in 0_usize..6) {
            let distance = osa_distance(&wanted, &name);
            prop_assert_eq!(Spelling::of(&wanted).slips(&name, most), (distance <= most).then_some(distance));
        }
    }
}
