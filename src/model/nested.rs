//! Member types: who inherits them.

use super::Language;

/// A member type of a supertype.
#[derive(Debug, Clone, Copy)]
pub struct MemberType<'a> {
    /// As its row has them, blanks between them.
    pub modifiers: &'a str,
    pub language: Language,
    /// Whether an interface declares it.
    pub of_interface: bool,
    /// Whether it and the type below are of one package.
    pub shares_package: bool,
}

impl MemberType<'_> {
    /// Whether the type below has it, as a language sees it: where it is accessible there (JLS 8.5). In Kotlin interfaces pass on none.
    #[must_use]
    pub fn is_inherited(&self, asker: Language) -> bool {
        let is = |word| self.modifiers.split_whitespace().any(|own| own == word);
        match (asker, self.language) {
            (Language::Kotlin, _) if self.of_interface => false,
            (_, Language::Kotlin) => !is("private"),
            (_, Language::Java) => {
                !is("private") && (self.of_interface || is("public") || is("protected") || self.shares_package)
            }
        }
    }
}
