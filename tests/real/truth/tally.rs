//! What agreed, what was set aside by which rule, and what did not agree.

use std::collections::BTreeMap;

use jardex::model::Language;

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A type: there, of its kind, in its place.
    Type,
    /// A constructor, method, field, property, component, constant or typealias: there, with its owner and parameter types.
    Member,
    /// How a type or member is written: flags, types with arguments, supertypes.
    Shape,
    /// A line table: inside the range.
    Lines,
}

impl About {
    pub const ALL: [Self; 4] = [Self::Type, Self::Member, Self::Shape, Self::Lines];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Member => "member",
            Self::Shape => "shape",
            Self::Lines => "lines",
        }
    }
}

/// Rules that set types aside because the other JAR lacks their whole file: told for each artifact.
pub const ONE_SIDED: [&str; 4] = [
    "Java: classes whose source file is not in the sources JAR",
    "Java: types of source files of which nothing is in the class JAR",
    "Kotlin: classes whose source file is not in the sources JAR",
    "Kotlin: types of source files of which nothing is in the class JAR",
];

/// A disagreement.
#[derive(Debug)]
pub struct Wrong {
    pub language: Language,
    pub about: About,
    /// `a/b/Outer.Inner#member`.
    pub name: String,
    /// What differs.
    pub cause: String,
}

/// The counts of one artifact.
#[derive(Debug, Default)]
pub struct Tally {
    agreed: BTreeMap<(&'static str, About), u64>,
    /// What was set aside, by rule.
    pub rules: BTreeMap<&'static str, u64>,
    pub wrong: Vec<Wrong>,
}

impl Tally {
    pub fn agree(&mut self, language: Language, about: About) {
        *self.agreed.entry((language.as_str(), about)).or_default() += 1;
    }

    /// Sets something aside that has no declaration of its own.
    pub fn rule(&mut self, rule: &'static str) {
        *self.rules.entry(rule).or_default() += 1;
    }

    pub fn wrong(&mut self, language: Language, about: About, name: String, cause: impl Into<String>) {
        self.wrong.push(Wrong { language, about, name, cause: cause.into() });
    }

    /// Agreed when nothing differs.
    pub fn check(&mut self, language: Language, about: About, name: impl Fn() -> String, differs: Option<String>) {
        match differs {
            None => self.agree(language, about),
            Some(cause) => self.wrong(language, about, name(), cause),
        }
    }

    pub fn agreed(&self, language: Language, about: About) -> u64 {
        self.agreed.get(&(language.as_str(), about)).copied().unwrap_or(0)
    }

    pub fn wrongs(&self, language: Language, about: About) -> u64 {
        let mine = self.wrong.iter().filter(|wrong| wrong.language == language && wrong.about == about);
        mine.count() as u64
    }

    /// The counts on one line.
    pub fn line(&self, id: &str) -> String {
        let mut line = format!("{id}:");
        for language in [Language::Java, Language::Kotlin] {
            for about in About::ALL {
                let (agreed, wrong) = (self.agreed(language, about), self.wrongs(language, about));
                if agreed + wrong > 0 {
                    line += &format!(" {}-{} {agreed}", language.as_str(), about.as_str());
                    if wrong > 0 {
                        line += &format!(" (-{wrong})");
                    }
                }
            }
        }
        line
    }
}
