//! Whether wanted names stand in a piece of a text.

use memchr::memmem::Finder;

/// What is looked for in pieces of a text: names as whole words, signs wherever they stand.
pub struct Mentions<'t>(Vec<Finder<'t>>);

impl<'t> Mentions<'t> {
    pub fn of(all: impl IntoIterator<Item = &'t str>) -> Self {
        Self(all.into_iter().map(Finder::new).collect())
    }

    pub fn add(&mut self, name: &'t str) {
        self.0.push(Finder::new(name));
    }

    /// Whether one of them may stand in a text: what is no letter, digit or `_` in ASCII may end a name.
    pub fn stand_in(&self, text: &[u8]) -> bool {
        self.0.iter().any(|finder| {
            let wanted = finder.needle();
            let goes_on = |one: Option<&u8>, other: Option<&u8>| {
                one.zip(other).is_some_and(|(one, other)| is_of_name(*one) && is_of_name(*other))
            };
            finder.find_iter(text).any(|at| {
                let (before, behind) = (&text[..at], &text[at + wanted.len()..]);
                !goes_on(before.last(), wanted.first()) && !goes_on(wanted.last(), behind.first())
            })
        })
    }
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::Mentions;

    #[test]
    fn names_are_whole_words_and_signs_stand_anywhere() {
        let mentions = Mentions::of(["get", "+="]);
        for (text, expected) in [
            ("a.get(1)", true),
            ("get", true),
            ("target, getter, get_, get2, widgets", false),
            ("targets.get", true),
            ("\"$get\" «get»", true),
            ("a+=b", true),
            ("a + b", false),
            ("", false),
        ] {
            assert_eq!(mentions.stand_in(text.as_bytes()), expected, "{text}");
        }
    }
}
