//! The questions and libraries as written down, read strictly.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The kinds of question, as the files' README tells them.
pub const KINDS: [&str; 6] = ["how-to", "effect", "concept", "other-language", "keywords", "agent"];

/// Questions, and the libraries by the names that answers begin with.
pub struct Set {
    pub questions: Vec<Question>,
    pub libraries: BTreeMap<String, Library>,
}

/// One question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub kind: String,
    pub ask: String,
    /// What whoever asks would use.
    pub best: Vec<Answer>,
    /// What helps as well.
    #[serde(default)]
    pub good: Vec<Answer>,
}

/// A library of a fixed version.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    name: String,
    pub coordinate: String,
    /// A glob of the files that are taken, where not all are.
    pub files: Option<String>,
}

/// A declaration of a library: a type, a member with its parameters, or all members of a name.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Answer {
    /// As written.
    pub shown: String,
    pub library: String,
    pub type_name: String,
    pub member: Option<String>,
    /// Simple names of types; none where all overloads are meant, or a field.
    pub parameters: Option<Vec<String>>,
}

impl Set {
    pub fn read() -> Self {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Questions {
            question: Vec<Question>,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Libraries {
            library: Vec<Library>,
        }
        let questions = read::<Questions>("questions.toml").question;
        let mut libraries = BTreeMap::new();
        for library in read::<Libraries>("libraries.toml").library {
            let before = libraries.insert(library.name.clone(), library);
            assert!(before.is_none(), "a library is listed twice: {before:?}");
        }
        Self { questions, libraries }
    }
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/retrieval").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Question {
    pub fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.best.iter().chain(&self.good)
    }
}

impl TryFrom<String> for Answer {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

impl Answer {
    /// Reads `library a.b.Type`, `library a.b.Type#member`, `library a.b.Type#method(Map, String...)`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("no declaration: {text:?}");
        let (library, symbol) = text.split_once(' ').ok_or_else(wrong)?;
        let (type_name, member) = match symbol.split_once('#') {
            Some((type_name, member)) => (type_name, Some(member)),
            None => (symbol, None),
        };
        let (member, parameters) = match member.and_then(|member| member.split_once('(')) {
            Some((name, rest)) => (Some(name), Some(list(rest.strip_suffix(')').ok_or_else(wrong)?))),
            None => (member, None),
        };
        let is_name = |name: &str| !name.is_empty() && !name.contains([' ', '.', '#', '(', ')', ',', '\'']);
        let is_type = |name: &String| is_name(name.trim_end_matches("...")) && !name.contains('<');
        let is_right = is_name(library)
            && type_name.split('.').all(is_name)
            && member.is_none_or(is_name)
            && parameters.iter().flatten().all(is_type);
        if !is_right {
            return Err(wrong());
        }
        Ok(Self {
            shown: text.to_owned(),
            library: library.to_owned(),
            type_name: type_name.to_owned(),
            member: member.map(str::to_owned),
            parameters,
        })
    }

    /// The name of the type without its package: `Outer.Inner`.
    pub fn in_package(&self) -> (&str, &str) {
        let mut at = 0;
        for part in self.type_name.split('.') {
            if !part.starts_with(|c: char| c.is_ascii_lowercase()) {
                break;
            }
            at += part.len() + 1;
        }
        (self.type_name[..at].trim_end_matches('.'), &self.type_name[at..])
    }
}

/// The types between the parentheses.
fn list(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split(", ").map(str::to_owned).collect() }
}
