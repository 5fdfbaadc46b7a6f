//! Passing over Java code that declares nothing to the outside: bodies, arguments, initial values.

use super::collect::{CODE, TEXT};
use super::made::Made;
use super::scan::{Class, Scanner, class};

/// What has been learnt about code that was passed over.
#[derive(Debug, Default)]
pub struct Passed {
    /// Types with names declared in it.
    pub types: u32,
    /// What types declared in it extend.
    pub made: Made,
    /// Something was met that only a parser can judge.
    pub unsure: bool,
}

/// Where passing over an initial value ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueEnd {
    /// At its semicolon.
    Semicolon,
    /// At the comma before another declarator.
    Comma,
    /// At its semicolon, but a comma on the way may have begun another declarator.
    Doubtful,
    /// It does not end.
    Never,
}

/// Passes over code from behind an opening `{` or `(` to the one that closes it, which is left; false: it is not there.
pub fn to_close(scanner: &mut Scanner<'_>, round: bool, passed: &mut Passed) -> bool {
    let (mut braces, mut rounds) = (u32::from(!round), u32::from(round));
    loop {
        scanner.skip_to_token();
        let Some(byte) = scanner.peek(0) else { return false };
        match class(byte) {
            Class::Word => word(scanner, passed),
            Class::Open => {
                braces += 1;
                scanner.at += 1;
            }
            Class::Close => {
                if braces == 1 && !round {
                    return rounds == 0;
                }
                let Some(less) = braces.checked_sub(1) else { return false };
                braces = less;
                scanner.at += 1;
            }
            Class::OpenRound => {
                passed.made.opens(scanner);
                rounds += 1;
                scanner.at += 1;
            }
            Class::CloseRound => {
                if rounds == 1 && round {
                    return braces == 0;
                }
                let Some(less) = rounds.checked_sub(1) else { return false };
                passed.made.closes(scanner);
                rounds = less;
                scanner.at += 1;
            }
            other => {
                if !token(scanner, other, passed) {
                    return false;
                }
            }
        }
    }
}

/// Passes over an initial value from behind its `=`.
pub fn value(scanner: &mut Scanner<'_>, passed: &mut Passed) -> ValueEnd {
    let mut depth = 0_u32;
    let (mut compared, mut tested) = (false, false);
    let mut doubtful = false;
    // Whether a word here would be the second of two that no operator joins.
    let mut complete = false;
    while let Some(byte) = scanner.peek(0) {
        let class = class(byte);
        let was_complete = complete;
        let is_gap = class == Class::Space || class == Class::Slash && matches!(scanner.peek(1), Some(b'/' | b'*'));
        if !is_gap {
            complete = byte == b']';
        }
        match class {
            Class::Word => {
                let start = scanner.at;
                word(scanner, passed);
                let word = &scanner.bytes[start..scanner.at];
                let goes_on = matches!(word, b"instanceof" | b"extends" | b"super");
                complete = !goes_on && !matches!(word, b"new" | b"final") && scanner.before(start) != Some(b'@');
                // The semicolon is missing, and what follows is another declaration.
                passed.unsure |= depth == 0 && was_complete && !goes_on && !tested;
                tested |= word == b"instanceof";
            }
            Class::Open | Class::OpenRound => {
                if class == Class::OpenRound {
                    passed.made.opens(scanner);
                }
                depth += 1;
                scanner.at += 1;
            }
            Class::Close | Class::CloseRound => {
                let Some(less) = depth.checked_sub(1) else { return ValueEnd::Never };
                if class == Class::CloseRound {
                    passed.made.closes(scanner);
                }
                depth = less;
                scanner.at += 1;
            }
            Class::Semicolon if depth == 0 => {
                return if doubtful { ValueEnd::Doubtful } else { ValueEnd::Semicolon };
            }
            Class::Comma if depth == 0 && !doubtful => {
                match next_declarator(scanner, compared) {
                    Some(true) => return ValueEnd::Comma,
                    Some(false) => {}
                    None => doubtful = true,
                }
                scanner.at += 1;
            }
            other => {
                compared |= byte == b'<' && depth == 0;
                if !token(scanner, other, passed) {
                    return ValueEnd::Never;
                }
            }
        }
    }
    ValueEnd::Never
}

/// Whether another declarator follows the comma here; none where that cannot be told. `compared`: a `<` was met, so that the
/// comma can be one between type arguments.
fn next_declarator(scanner: &Scanner<'_>, compared: bool) -> Option<bool> {
    let name_at = scanner.after(scanner.at + 1);
    let name = scanner.word_at(name_at);
    if !compared {
        return (!name.is_empty()).then_some(true);
    }
    if name.is_empty() {
        // A comment hides what follows.
        return (scanner.bytes.get(name_at) != Some(&b'/')).then_some(false);
    }
    match scanner.bytes.get(scanner.after(name_at + name.len())) {
        Some(b'=') => Some(true),
        Some(b'<' | b'>' | b'.' | b'?' | b'&' | b'(') => Some(false),
        Some(byte) if class(*byte) == Class::Word => Some(false),
        _ => None,
    }
}

/// Passes over a string, a character, a comment or one byte; false: it does not end, or only a parser can read it.
pub fn token(scanner: &mut Scanner<'_>, class: Class, passed: &mut Passed) -> bool {
    match class {
        Class::Quote => string(scanner, passed),
        Class::Apostrophe => {
            scanner.at += 1;
            quoted(scanner, b'\'', passed)
        }
        Class::Slash => slash(scanner),
        _ => {
            scanner.at += 1;
            true
        }
    }
}

/// Passes over a comment, or the byte that is none.
fn slash(scanner: &mut Scanner<'_>) -> bool {
    let start = scanner.at;
    match scanner.peek(1) {
        Some(b'/') => scanner.line_comment(),
        Some(b'*') => {
            if !scanner.block_comment() {
                return false;
            }
        }
        _ => {
            scanner.at += 1;
            return true;
        }
    }
    scanner.commented(start);
    true
}

/// Passes over a string or a text block.
fn string(scanner: &mut Scanner<'_>, passed: &mut Passed) -> bool {
    if scanner.peek(1) != Some(b'"') || scanner.peek(2) != Some(b'"') {
        scanner.at += 1;
        return quoted(scanner, b'"', passed);
    }
    scanner.at += 3;
    while let Some(byte) = scanner.peek(0) {
        match byte {
            b'"' if scanner.peek(1) == Some(b'"') && scanner.peek(2) == Some(b'"') => {
                scanner.at += 3;
                return true;
            }
            b'\\' => escape(scanner, passed),
            _ if class(byte) == Class::Word => {
                scanner.word(TEXT);
            }
            _ => scanner.at += 1,
        }
    }
    scanner.at = scanner.bytes.len();
    false
}

/// Passes over the rest of a literal on one line.
fn quoted(scanner: &mut Scanner<'_>, end: u8, passed: &mut Passed) -> bool {
    while let Some(byte) = scanner.peek(0) {
        match byte {
            b'\\' => escape(scanner, passed),
            b'\n' | b'\r' => return false,
            _ if byte == end => {
                scanner.at += 1;
                return true;
            }
            _ if class(byte) == Class::Word => {
                scanner.word(TEXT);
            }
            _ => scanner.at += 1,
        }
    }
    false
}

/// Passes over a backslash and, where it is no part of a word, what it escapes.
fn escape(scanner: &mut Scanner<'_>, passed: &mut Passed) {
    scanner.at += 1;
    match scanner.peek(0) {
        // A template holds code, strings among it.
        Some(b'{') => passed.unsure = true,
        Some(b'u') => passed.unsure |= is_syntax(&scanner.bytes[scanner.at..]),
        Some(byte) if class(byte) != Class::Word => scanner.at += 1,
        _ => {}
    }
    scanner.at = scanner.at.min(scanner.bytes.len());
}

/// Whether a Unicode escape, of which `rest` is what follows the backslash, stands for a character that ends a literal or escapes
/// another: javac reads these before it knows literals.
fn is_syntax(rest: &[u8]) -> bool {
    let marks = rest.iter().take_while(|byte| **byte == b'u').count();
    let digits = rest.get(marks..marks + 4).and_then(|digits| std::str::from_utf8(digits).ok());
    let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
    matches!(code, Some(b'\\' | b'"' | b'\'' | b'\n' | b'\r'))
}

/// Passes over a word of code, and counts the type that it may begin.
#[inline]
fn word(scanner: &mut Scanner<'_>, passed: &mut Passed) {
    let start = scanner.at;
    let word = scanner.word(CODE);
    if matches!(word[0], b'c' | b'i' | b'e' | b'r') && matches!(word.len(), 4 | 5 | 6 | 9) {
        keyword(scanner, start, word, passed);
    } else if word == b"new" {
        passed.made.new_passed(scanner);
    }
}

fn keyword(scanner: &Scanner<'_>, start: usize, word: &[u8], passed: &mut Passed) {
    let name_at = scanner.after(scanner.at);
    let name = scanner.word_at(name_at);
    let is_named = name.first().is_some_and(|byte| !byte.is_ascii_digit());
    let declares = |passed: &mut Passed| {
        passed.types += 1;
        passed.made.header(scanner, name_at + name.len());
    };
    match word {
        b"class" | b"interface" | b"enum" => match scanner.before(start) {
            Some(b'.') if word == b"class" => {}
            Some(b'.') => passed.unsure = true,
            _ if is_named => declares(passed),
            _ => passed.unsure = true,
        },
        b"record" if is_named => {
            let next = scanner.bytes.get(scanner.after(name_at + name.len()));
            if matches!(next, Some(b'(' | b'<' | b'/')) {
                declares(passed);
                // A method may be one of a type called `record`, in code from before there were records.
                passed.unsure |= !name[0].is_ascii_uppercase() || next == Some(&b'/');
            }
        }
        b"record" => passed.unsure |= scanner.bytes.get(name_at) == Some(&b'/'),
        _ => {}
    }
}
