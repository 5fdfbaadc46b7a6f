//! The words by which Maven's output names dependencies and projects, and where in a line they stand.

use super::lines;
use super::listing::Named;

const SCOPES: &[&str] = &["compile", "provided", "runtime", "test", "system", "import"];

/// Packagings of projects, as the tree's first line has them.
const PACKAGINGS: &[&str] =
    &["jar", "pom", "war", "ear", "ejb", "rar", "maven-plugin", "bundle", "aar", "eclipse-plugin"];

/// Blanks that each level of a tree is indented by, and each line of a list.
const INDENT: usize = 3;

/// A word of Maven's.
pub enum Word {
    /// `group:artifact:type[:classifier]:version:scope`.
    Dependency(Named),
    /// The same without a scope: a project, or a dependency of a list that is to have no scopes. Where it stands tells which.
    Bare(Named),
}

/// Where in a line a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// As the tree has its root as text: alone, where the line begins.
    Root,
    /// As graphs have each node: behind its number, in quotes, in a label.
    Node,
    /// Where the line begins, farther in or with something behind it: an entry of a list.
    Entry { is_indented: bool },
    /// Within a sentence.
    Elsewhere,
}

impl Place {
    /// The place of the word that begins at a byte of a line.
    pub fn of(line: &str, at: usize, word: &str) -> Self {
        let (before, behind) = (&line[..at], &line[at + word.len()..]);
        let margin = before.trim_end();
        if margin.ends_with(['"', '>']) || (!margin.is_empty() && margin.bytes().all(|byte| byte.is_ascii_digit())) {
            return Self::Node;
        }
        if !margin.is_empty() {
            return Self::Elsewhere;
        }
        let is_indented = before.len() - margin.len() >= INDENT;
        if is_indented || !behind.trim().is_empty() { Self::Entry { is_indented } } else { Self::Root }
    }
}

/// The dependency that a line of a list names as Maven does: by its scope, or without one by a type that is known.
pub fn dependency(text: &str) -> Option<Named> {
    match read(text)? {
        Word::Dependency(named) => Some(named),
        Word::Bare(named) => lines::is_type(&named.kind).then_some(named),
    }
}

/// Whether a word without a scope may be a project.
pub fn is_project(named: &Named) -> bool {
    PACKAGINGS.contains(&named.kind.as_str()) && named.classifier.is_empty()
}

/// Whether a word looks like one of a dependency and has more than any has.
pub fn is_odd(word: &str) -> bool {
    word.split(':').skip(4).any(|part| SCOPES.contains(&part))
}

/// Reads a word.
pub fn read(word: &str) -> Option<Word> {
    let parts: Vec<&str> = without_file(word).split(':').collect();
    if !(4..=6).contains(&parts.len()) || parts.iter().any(|part| part.is_empty() || part.contains(['/', '='])) {
        return None;
    }
    let named = |classifier: &str, version: &str, scope: &str| Named {
        group: parts[0].to_owned(),
        artifact: parts[1].to_owned(),
        version: version.to_owned(),
        kind: parts[2].to_owned(),
        classifier: classifier.to_owned(),
        scope: scope.to_owned(),
    };
    match parts[3..] {
        [version, scope] if SCOPES.contains(&scope) => Some(Word::Dependency(named("", version, scope))),
        [classifier, version, scope] if SCOPES.contains(&scope) => {
            Some(Word::Dependency(named(classifier, version, scope)))
        }
        [version] => Some(Word::Bare(named("", version, ""))),
        // A scope that is not known is no version.
        [classifier, version] if version.contains(|c: char| c.is_ascii_digit()) => {
            Some(Word::Bare(named(classifier, version, "")))
        }
        _ => None,
    }
}

/// The word without the path of a file that Maven writes behind it where it is asked to.
fn without_file(word: &str) -> &str {
    let is_file = |rest: &str| {
        rest.starts_with(['/', '\\'])
            || matches!(rest.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic())
    };
    let mut colons = word.match_indices(':').map(|(at, _)| at);
    let end = colons.find(|at| is_file(&word[at + 1..]));
    end.map_or(word, |end| &word[..end])
}

/// The words of a line, what blanks, quotes, angle brackets and parentheses stand around, and where they begin.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '(' | ')' | ';');
    let mut next = 0;
    let pieces = line.split_inclusive(ends).map(move |piece| {
        let at = next;
        next += piece.len();
        (at, piece.trim_end_matches(ends))
    });
    pieces.filter(|(_, word)| word.contains(':'))
}

/// Whether a text is a tree with nothing but blanks before its lines (`-Dtokens=whitespace`), which a list may look like: its
/// roots at the margin, what they depend on below them.
pub fn is_tree_of_blanks(text: &str) -> bool {
    let (mut level, mut has_child) = (None, false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        level = match (read(line.trim()), level) {
            (Some(Word::Bare(named)), _) if blanks == 0 && is_project(&named) => Some(0),
            (Some(Word::Dependency(_)), Some(above))
                if blanks > 0 && blanks % INDENT == 0 && blanks / INDENT <= above + 1 =>
            {
                has_child = true;
                Some(blanks / INDENT)
            }
            _ => return false,
        };
    }
    // A root alone is a line of a list as well.
    has_child
}
