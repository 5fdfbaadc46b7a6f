//! The words of a Kotlin file: code, comments that nest, strings with code in them.

use super::collect::{CODE, TEXT};
use super::scan::{Class, Scanner, class};
use crate::parse::words::Words;

/// What is open around a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Braces: `{` of code, or of a template in a string.
    Braces,
    /// A string on one line.
    Text,
    /// A string between three quotes.
    RawText,
}

/// The words of a Kotlin text. The code of a template in a string is code; a `$name` in a string counts as text with
/// its dollar sign and as code without.
#[must_use]
pub fn words(text: &str) -> Words {
    let mut scanner = Scanner::new(text);
    let mut around = Vec::new();
    while let Some(byte) = scanner.peek(0) {
        match around.last() {
            Some(Around::Text) => in_text(&mut scanner, byte, &mut around, false),
            Some(Around::RawText) => in_text(&mut scanner, byte, &mut around, true),
            _ => in_code(&mut scanner, byte, &mut around),
        }
    }
    scanner.words.finish()
}

fn in_code(scanner: &mut Scanner<'_>, byte: u8, around: &mut Vec<Around>) {
    match class(byte) {
        Class::Word => {
            scanner.word(CODE);
        }
        Class::Slash if scanner.peek(1) == Some(b'/') => scanner.line_comment(),
        Class::Slash if scanner.peek(1) == Some(b'*') => comment(scanner),
        Class::Quote if scanner.peek(1) == Some(b'"') && scanner.peek(2) == Some(b'"') => {
            scanner.at += 3;
            around.push(Around::RawText);
        }
        Class::Quote => {
            scanner.at += 1;
            around.push(Around::Text);
        }
        Class::Apostrophe => character(scanner),
        Class::Backtick => name(scanner),
        Class::Open => {
            scanner.at += 1;
            around.push(Around::Braces);
        }
        Class::Close => {
            scanner.at += 1;
            around.pop();
        }
        _ => {
            scanner.at += 1;
            scanner.skip_to_token();
        }
    }
}

fn in_text(scanner: &mut Scanner<'_>, byte: u8, around: &mut Vec<Around>, raw: bool) {
    match byte {
        b'"' if raw => {
            let quotes = scanner.bytes[scanner.at..].iter().take_while(|byte| **byte == b'"').count();
            scanner.at += quotes;
            // More quotes than three: the first ones are text.
            if quotes >= 3 {
                around.pop();
            }
        }
        b'"' => {
            scanner.at += 1;
            around.pop();
        }
        // A string that does not end ends with its line.
        b'\n' | b'\r' if !raw => {
            scanner.at += 1;
            around.pop();
        }
        b'\\' if !raw => {
            scanner.at += 1;
            match scanner.peek(0) {
                // A dollar sign of its own begins no template.
                Some(b'$') => {
                    scanner.word(TEXT);
                }
                Some(next) if class(next) != Class::Word && !matches!(next, b'\n' | b'\r') => scanner.at += 1,
                _ => {}
            }
        }
        b'$' if scanner.peek(1) == Some(b'{') => {
            scanner.words.add(scanner.at, scanner.at + 1, TEXT);
            scanner.at += 2;
            around.push(Around::Braces);
        }
        _ if class(byte) == Class::Word => text_word(scanner, around),
        _ => scanner.at += 1,
    }
}

/// Passes a word of a string; what a `$` in it names is code.
fn text_word(scanner: &mut Scanner<'_>, around: &mut Vec<Around>) {
    let start = scanner.at;
    let word = scanner.word(TEXT);
    let mut at = 0;
    while let Some(dollar) = memchr::memchr(b'$', &word[at..]) {
        let name = at + dollar + 1;
        let length = word[name..].iter().position(|byte| *byte == b'$').unwrap_or(word.len() - name);
        if word.get(name).is_some_and(|byte| !byte.is_ascii_digit() && *byte != b'$') {
            scanner.words.add(start + name, start + name + length, CODE);
        }
        at = name;
    }
    // The word may end with the `$` of a template.
    if word.ends_with(b"$") && scanner.peek(0) == Some(b'{') {
        scanner.at += 1;
        around.push(Around::Braces);
    }
}

fn comment(scanner: &mut Scanner<'_>) {
    let mut depth = 0_u32;
    while let Some(byte) = scanner.peek(0) {
        match (byte, scanner.peek(1)) {
            (b'/', Some(b'*')) => {
                depth += 1;
                scanner.at += 2;
            }
            (b'*', Some(b'/')) => {
                depth -= 1;
                scanner.at += 2;
                if depth == 0 {
                    return;
                }
            }
            _ if class(byte) == Class::Word => {
                scanner.word(TEXT);
            }
            _ => scanner.at += 1,
        }
    }
}

/// Passes a name in backticks, whatever it holds.
fn name(scanner: &mut Scanner<'_>) {
    scanner.at += 1;
    while let Some(byte) = scanner.peek(0) {
        match byte {
            b'\n' | b'\r' => return,
            b'`' => {
                scanner.at += 1;
                return;
            }
            _ if class(byte) == Class::Word => {
                scanner.word(CODE);
            }
            _ => scanner.at += 1,
        }
    }
}

fn character(scanner: &mut Scanner<'_>) {
    scanner.at += 1;
    while let Some(byte) = scanner.peek(0) {
        match byte {
            b'\'' => {
                scanner.at += 1;
                return;
            }
            b'\n' | b'\r' => return,
            b'\\' => {
                scanner.at += 1;
                if scanner.peek(0).is_some_and(|next| class(next) != Class::Word && !matches!(next, b'\n' | b'\r')) {
                    scanner.at += 1;
                }
            }
            _ if class(byte) == Class::Word => {
                scanner.word(TEXT);
            }
            _ => scanner.at += 1,
        }
    }
}
