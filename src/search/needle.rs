//! A string that every match holds, letters without case: told faster to be missing than a regular expression tells it.
//!
//! A regular expression without case begins to look at every beginning of the string, which most often is a common one.
//! Here its rarest byte is looked for. Finding the string says nothing yet: it is a piece of what is searched for.

use super::literal::Literal;
use super::plan::Plan;

/// Fewest bytes that are worth looking for.
const SHORTEST: usize = 3;

/// Bytes from the commonest of source code on; those that are not in here are rarer.
const COMMON: &[u8] = b" etranoisclpdumf.hgyb(,)v;*\n/\"=x_{}01w:'<>-2@";

/// The longest piece of a string whose letters are equal to no others without case than to those of ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Needle {
    folded: Vec<u8>,
    /// The place of its rarest byte.
    rarest: usize,
}

impl Needle {
    /// What a pattern with this plan holds; none where case counts, for what is spelled is found fast without it.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        let Plan::Literal(literal) = plan else { return None };
        Self::of_literal(literal)
    }

    fn of_literal(literal: &Literal) -> Option<Self> {
        // The Kelvin sign and the long s are equal to `k` and `s`.
        let is_plain = |byte: &u8| byte.is_ascii() && !matches!(byte, b'k' | b's');
        let folded = literal.without_case()?.split(|byte| !is_plain(byte)).max_by_key(|piece| piece.len())?;
        let rank = |byte: u8| COMMON.iter().position(|common| *common == byte).unwrap_or(COMMON.len());
        let rarest = (0..folded.len()).max_by_key(|at| rank(folded[*at]))?;
        (folded.len() >= SHORTEST).then(|| Self { folded: folded.to_vec(), rarest })
    }

    /// Whether a text holds it.
    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        let after = self.folded.len() - self.rarest;
        // Where the rarest byte can stand so that the rest has room.
        let Some(room) = text.get(self.rarest..(text.len() + 1).saturating_sub(after)) else { return false };
        let rarest = self.folded[self.rarest];
        let is_here = |at: usize| text[at..at + self.folded.len()].eq_ignore_ascii_case(&self.folded);
        memchr::memchr2_iter(rarest, rarest.to_ascii_uppercase(), room).any(is_here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_holds_is_found() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut held, mut missing) = (0, 0);
        for _ in 0..20_000 {
            let mut letters =
                |count: usize| -> Vec<u8> { (0..count).map(|_| *random.choice(b"aBy \n").unwrap()).collect() };
            let (text, string) = (letters(12), letters(3).to_ascii_lowercase());
            let needle = Needle::of_literal(&Literal::folded(&string)).unwrap();
            let expected = text.windows(3).any(|window| window.eq_ignore_ascii_case(&string));
            assert_eq!(needle.is_in(&text), expected, "{string:?} in {text:?}");
            *if expected { &mut held } else { &mut missing } += 1;
        }
        assert!(held > 100 && missing > 100);
        let needle = Needle::of_literal(&Literal::folded(b"abc")).unwrap();
        assert!(!needle.is_in(b"") && !needle.is_in(b"ab") && needle.is_in(b"ABC"));
    }

    #[test]
    fn letters_with_other_forms_are_left_out() {
        let piece = |text: &str| Needle::of_literal(&Literal::folded(text.as_bytes())).map(|needle| needle.folded);
        assert_eq!(piece("different sc"), Some(b"different ".to_vec()));
        assert_eq!(piece("größe der"), Some(b"e der".to_vec()));
        assert_eq!((piece("sk"), piece("askab"), piece("")), (None, None, None));
        assert_eq!(Needle::of_literal(&Literal::spelled(b"different")), None, "case counts");
        let edge = Literal::edge().then(&Literal::folded(b"abc"));
        assert_eq!(Needle::of_literal(&edge).map(|needle| needle.folded), Some(b"abc".to_vec()));
    }
}
