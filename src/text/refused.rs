//! What is said of a pattern that cannot be used, wherever it was written.

use super::escape::as_typed;

/// Most characters of a pattern that a message repeats.
const LONGEST_SHOWN: usize = 80;

/// `what` is wrong with a pattern of this kind.
#[must_use]
pub fn message(kind: &str, text: &str, what: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("the {kind} '{}' {what}", as_typed(&shown))
}

/// What is said of a glob that globset refused: where it goes wrong, and how to mend it.
#[must_use]
pub fn glob(text: &str, error: &globset::Error) -> String {
    use globset::ErrorKind;
    let (mend, wanted) = match error.kind() {
        ErrorKind::UnclosedClass => (r"close it with ']', or write '\[' for the character", Trouble::Class),
        ErrorKind::UnclosedAlternates => (r"close it with '}', or write '\{' for the character", Trouble::Unclosed),
        ErrorKind::UnopenedAlternates => (r"open it with '{', or write '\}' for the character", Trouble::Unopened),
        ErrorKind::InvalidRange(..) => ("put the lower end first", Trouble::Class),
        ErrorKind::DanglingEscape => (r"write '\\' for the character '\'", Trouble::End),
        _ => ("shorten it", Trouble::End),
    };
    message("glob", text, &format!("at character {}: {}; {mend}", locate(text, wanted), error.kind()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Trouble {
    /// The last class that opens.
    Class,
    /// The brace that is not closed.
    Unclosed,
    /// The brace that was not opened.
    Unopened,
    End,
}

/// The character, from 1, at which a glob goes wrong; globset does not say it.
fn locate(text: &str, wanted: Trouble) -> usize {
    let (mut class, mut braces, mut unopened) = (None, Vec::new(), None);
    let mut characters = text.chars().zip(1..);
    while let Some((c, at)) = characters.next() {
        match c {
            '\\' => drop(characters.next()),
            '[' => {
                class = Some(at);
                // A bracket or a negation that comes first belongs to the class.
                let mut first = true;
                for (inner, _) in characters.by_ref() {
                    if inner == ']' && !first {
                        break;
                    }
                    first = first && (inner == '!' || inner == '^');
                }
            }
            '{' => braces.push(at),
            '}' if braces.pop().is_none() => unopened = unopened.or(Some(at)),
            _ => {}
        }
    }
    let end = text.chars().count();
    match wanted {
        Trouble::Class => class,
        Trouble::Unclosed => braces.last().copied(),
        Trouble::Unopened => unopened,
        Trouble::End => None,
    }
    .unwrap_or(end)
}
