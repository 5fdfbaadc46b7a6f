//! Annotations: which a declaration has, what they are given, and what a difference in either means.

use std::collections::HashMap;

use super::Change::{self, AnnotationsChanged};
use super::Compatibility::{Compatible, SourceOnly};
use super::facets::{Facet, facet};
use super::tokens;
use crate::model::Language;

/// Annotations that say nothing to users, or that something else says.
const SILENT: [&str; 8] =
    ["Override", "SuppressWarnings", "Suppress", DEPRECATED, "Generated", "JvmName", "JvmOverloads", "JvmStatic"];
/// Those of them that mean nothing to anybody who only uses the declaration.
const MUTE: [&str; 4] = ["Override", "SuppressWarnings", "Suppress", "Generated"];
/// Whether it is there is told as deprecation; what it is given is told as that of others.
const DEPRECATED: &str = "Deprecated";
const LEVEL: &str = "Kotlin: deprecation level";
/// An annotation that is declared with it asks those who use what it annotates to say that they mean to.
const OPT_IN: &str = "RequiresOptIn";
const OPTING_IN: &str = "Kotlin: opt-in";
/// Such annotations of Kotlin's libraries without which nothing compiles, which are seldom indexed.
const KNOWN_OPT_INS: [&str; 10] = [
    "ExperimentalAtomicApi",
    "ExperimentalContracts",
    "ExperimentalEncodingApi",
    "ExperimentalPathApi",
    "ExperimentalStdlibApi",
    "ExperimentalTime",
    "ExperimentalTypeInference",
    "ExperimentalUuidApi",
    "InternalCoroutinesApi",
    "InternalSerializationApi",
];

/// What annotates a declaration.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    pub deprecated: bool,
    /// Names as written.
    pub annotations: Vec<String>,
    /// The simple names of those that are given something, and the tokens of that, in order.
    pub given: Vec<(String, String)>,
    /// The simple names of those without which being repeated, or opted into, nothing compiles in Kotlin that uses it.
    pub opt_ins: Vec<String>,
}

impl Notes {
    /// The annotations of a list as a row has it; the rest is still to be read.
    #[must_use]
    pub fn named(list: &str) -> Self {
        let annotations = list.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Self { annotations, ..Self::default() }
    }

    /// The same with what the documentation of the declaration says, and its text, which begins with annotations and modifiers.
    #[must_use]
    pub fn read(self, doc: &str, text: &str, modifiers: &[String]) -> Self {
        let deprecated = self.annotations.iter().any(|name| simple(name) == DEPRECATED) || doc.contains("@deprecated");
        let mut given = if self.annotations.is_empty() { Vec::new() } else { given(text, modifiers) };
        given.sort();
        Self { deprecated, given, ..self }
    }

    /// Names that are told, each once.
    fn told(&self) -> Vec<&str> {
        let mut told: Vec<&str> =
            self.annotations.iter().map(|name| simple(name)).filter(|name| !SILENT.contains(name)).collect();
        told.sort_unstable();
        told.dedup();
        told
    }

    /// Whether its deprecation is of a level at which nothing that uses it compiles.
    fn refuses_uses(&self) -> bool {
        let is_one = |word: &str| matches!(word, "ERROR" | "HIDDEN");
        self.given_to(DEPRECATED).any(|given| {
            let words: Vec<&str> = given.split(' ').collect();
            words.windows(3).any(|three| three[..2] == ["DeprecationLevel", "."] && is_one(three[2]))
                || words.last_chunk().is_some_and(|[before, last]| *before == "," && is_one(last))
                || words.windows(3).any(|three| three[..2] == ["level", "="] && is_one(three[2]))
        })
    }

    /// Whether there is one of this simple name.
    #[must_use]
    pub fn has(&self, wanted: &str) -> bool {
        self.annotations.iter().any(|name| simple(name) == wanted)
    }

    /// Whether an annotation that is declared with these lets nothing compile that uses what it annotates, unless it says so.
    #[must_use]
    pub fn demands_opt_in(&self) -> bool {
        let warns = |given: &str| tokens::tokens(given).iter().any(|token| token.text == "WARNING");
        self.has(OPT_IN) && !self.given_to(OPT_IN).any(warns)
    }

    /// The same with what has to be opted into. Of those that the artifact declares, by their simple names, is said whether they
    /// demand it.
    #[must_use]
    pub fn opting_in(self, declared: &HashMap<String, bool>) -> Self {
        let is_one = |name: &&str| declared.get(*name).copied().unwrap_or_else(|| KNOWN_OPT_INS.contains(name));
        let opt_ins = self.annotations.iter().map(|name| simple(name)).filter(is_one).map(str::to_owned).collect();
        Self { opt_ins, ..self }
    }

    /// Where an annotation that is declared with these may stand.
    fn targets(&self, language: Language) -> Vec<&str> {
        if !self.has("Target") {
            return if language == Language::Java { ANYWHERE } else { ANYWHERE_IN_KOTLIN }.to_vec();
        }
        let is_one = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase()) && *word == word.to_uppercase();
        self.given_to("Target").flat_map(|given| given.split(' ')).filter(is_one).collect()
    }

    fn given_to<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n str> {
        self.given.iter().filter(move |(known, _)| known == name).map(|(_, given)| given.as_str())
    }

    /// Whether an annotation that both have is given something else.
    fn gives_other(&self, new: &Self) -> bool {
        let is_told = |name: &&str| *name == DEPRECATED || !SILENT.contains(name);
        let is_kept = |name: &&str| new.annotations.iter().any(|other| simple(other) == *name);
        let mut kept = self.annotations.iter().map(|name| simple(name)).filter(|name| is_told(name) && is_kept(name));
        kept.any(|name| !self.given_to(name).eq(new.given_to(name)))
    }
}

/// The annotations that only one of two declarations has, or that are given something else, as they are written before each.
#[must_use]
pub fn told_apart(old: &Notes, new: &Notes) -> (String, String) {
    let of = |own: &Notes, other: &Notes| {
        let is_own = |name: &&String| {
            let simple = simple(name);
            let is_there = other.annotations.iter().any(|one| one == *name);
            !MUTE.contains(&simple) && (!is_there || !own.given_to(simple).eq(other.given_to(simple)))
        };
        let shown = |name: &String| match own.given_to(simple(name)).next() {
            Some(given) => format!("@{name}({}) ", closed_up(given)),
            None => format!("@{name} "),
        };
        own.annotations.iter().filter(is_own).map(shown).collect::<String>()
    };
    (of(old, new), of(new, old))
}

/// Most characters that are shown of what an annotation is given.
const MOST_GIVEN: usize = 120;

/// Tokens without the blanks that nobody writes between them; text in quotes stays as it is.
fn closed_up(tokens: &str) -> String {
    let mut text = tokens.to_owned();
    if !tokens.contains('"') {
        for (apart, together) in [(" . ", "."), (" : : ", "::"), (" :: ", "::"), (" ,", ","), ("( ", "("), (" )", ")")]
        {
            text = text.replace(apart, together);
        }
    }
    match text.char_indices().nth(MOST_GIVEN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// Deprecation and annotations.
pub(super) fn of_notes(old: &Notes, new: &Notes, same_origin: bool, found: &mut Vec<Facet>) {
    // Kotlin's levels from ERROR on let nothing compile that uses the declaration.
    let refuses = same_origin && new.refuses_uses() && !old.refuses_uses();
    match (old.deprecated, new.deprecated) {
        (false, true) if refuses => found.push(facet(Change::Deprecated, SourceOnly, LEVEL)),
        (false, true) => found.push(facet(Change::Deprecated, Compatible, "JLS 9.6.4.6")),
        (true, true) if refuses => {
            found.push(facet(AnnotationsChanged, SourceOnly, LEVEL));
            return;
        }
        (true, false) => found.push(facet(Change::Undeprecated, Compatible, "JLS 9.6.4.6")),
        _ => {}
    }
    // Those that stand in sources alone are not in class files.
    if same_origin && (old.told() != new.told() || old.gives_other(new)) {
        found.push(facet(AnnotationsChanged, Compatible, "JLS 13.5.8"));
    }
}

/// What has to be opted into now. What the types around it asked for already is no more than that.
pub(super) fn of_opt_ins(old: &Notes, around: &[String], new: &Notes, found: &mut Vec<Facet>) {
    let was_asked = |name: &String| old.opt_ins.contains(name) || around.contains(name);
    if !new.opt_ins.iter().all(was_asked) {
        found.push(facet(AnnotationsChanged, SourceOnly, OPTING_IN));
    }
}

/// What Java and Kotlin let annotations stand on that do not say it: declarations, not uses of types (JLS 9.6.4.1).
const ANYWHERE: [&str; 10] = [
    "ANNOTATION_TYPE",
    "CONSTRUCTOR",
    "FIELD",
    "LOCAL_VARIABLE",
    "METHOD",
    "MODULE",
    "PACKAGE",
    "PARAMETER",
    "RECORD_COMPONENT",
    "TYPE",
];
const ANYWHERE_IN_KOTLIN: [&str; 10] = [
    "ANNOTATION_CLASS",
    "CLASS",
    "CONSTRUCTOR",
    "FIELD",
    "FUNCTION",
    "LOCAL_VARIABLE",
    "PROPERTY",
    "PROPERTY_GETTER",
    "PROPERTY_SETTER",
    "VALUE_PARAMETER",
];

/// What a declaration of an annotation says of its uses: where they may stand, and whether there may be several.
pub(super) fn of_uses(old: &Notes, new: &Notes, language: Language, found: &mut Vec<Facet>) {
    let after = new.targets(language);
    let is_kept = |target: &&str| {
        let wider: &[&str] = match *target {
            "ANNOTATION_TYPE" => &["TYPE", "TYPE_USE"],
            "TYPE" | "TYPE_PARAMETER" if language == Language::Java => &["TYPE_USE"],
            "ANNOTATION_CLASS" => &["CLASS"],
            _ => &[],
        };
        after.contains(target) || wider.iter().any(|wider| after.contains(wider))
    };
    if !old.targets(language).iter().all(is_kept) {
        found.push(facet(AnnotationsChanged, SourceOnly, "JLS 9.6.4.1"));
    }
    if new.demands_opt_in() && !old.demands_opt_in() {
        found.push(facet(AnnotationsChanged, SourceOnly, OPTING_IN));
    }
    if old.has("Repeatable") && !new.has("Repeatable") {
        found.push(facet(AnnotationsChanged, SourceOnly, "JLS 9.6.3"));
    }
}

/// The last name of a qualified one, or of one with a use-site target.
fn simple(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// What the annotations are given that a declaration begins with, its modifiers between them.
pub fn given(text: &str, modifiers: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut tokens = tokens::walk(text).peekable();
    while let Some(token) = tokens.next() {
        if token.text != "@" {
            if modifiers.iter().any(|modifier| modifier == token.text) {
                continue;
            }
            break;
        }
        let mut name = "";
        while let Some(part) = tokens.next_if(|token| token.is_word || matches!(token.text, "." | ":")) {
            name = part.text;
            // Behind the name stands a modifier or what is declared.
            if part.is_word && tokens.peek().is_none_or(|next| !matches!(next.text, "." | ":")) {
                break;
            }
        }
        if tokens.next_if(|token| token.text == "(").is_none() {
            continue;
        }
        let (mut depth, mut given) = (1_usize, Vec::new());
        for token in tokens.by_ref() {
            match token.text {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            given.push(token.text);
        }
        if !given.is_empty() {
            found.push((name.to_owned(), given.join(" ")));
        }
    }
    found
}
