//! What is wrong with a pattern, where, and how to mend it: the texts of `invalid_pattern`.

use regex_syntax::ast::ErrorKind as Syntax;

use crate::error::{Failure, Status};
use crate::text::refused;

/// The failure of a regular expression that the regex crate refused.
pub(super) fn regex(text: &str, error: &regex::Error) -> Failure {
    match regex_syntax::Parser::new().parse(text) {
        Err(error) => syntax(text, &error),
        // It reads well, so it is too large.
        Ok(_) => unusable(text, matches!(error, regex::Error::CompiledTooBig(_)), error),
    }
}

/// The failure of a regular expression that reads well and cannot be compiled, mostly because of its size.
pub(super) fn unusable(text: &str, too_large: bool, error: &dyn std::fmt::Display) -> Failure {
    if too_large {
        let what = "is too large once compiled; repeat less, or search for a part of it";
        return failure("regular expression", text, what);
    }
    failure("regular expression", text, &format!("cannot be used: {error}"))
}

/// The failure of a regular expression that cannot be read.
pub(super) fn syntax(text: &str, error: &regex_syntax::Error) -> Failure {
    let (offset, what, mend) = match error {
        regex_syntax::Error::Parse(error) => {
            (error.span().start.offset, error.kind().to_string(), syntax_mend(error.kind()))
        }
        regex_syntax::Error::Translate(error) => (
            error.span().start.offset,
            error.kind().to_string(),
            "name a Unicode property that exists, or write the class out",
        ),
        _ => (0, "it cannot be read".to_owned(), "search for plain text instead"),
    };
    failure("regular expression", text, &format!("at character {}: {what}; {mend}", character(text, offset)))
}

/// The failure of a regular expression that asks for a line end.
pub(super) fn line_end(text: &str) -> Failure {
    let what = "asks for a line end, which no line holds; search for one line, and use ^ and $ for its ends";
    failure("regular expression", text, what)
}

const fn syntax_mend(kind: &Syntax) -> &'static str {
    match kind {
        Syntax::GroupUnclosed => r"close it with ')', or write '\(' for the character",
        Syntax::GroupUnopened => r"open it with '(', or write '\)' for the character",
        Syntax::ClassUnclosed => r"close it with ']', or write '\[' for the character",
        Syntax::ClassRangeInvalid => "put the lower end first",
        Syntax::ClassRangeLiteral | Syntax::ClassEscapeInvalid => r"write '\-' for the character '-'",
        Syntax::RepetitionMissing => r"put something before it, or escape it with '\' for the character",
        Syntax::RepetitionCountUnclosed
        | Syntax::RepetitionCountDecimalEmpty
        | Syntax::RepetitionCountInvalid
        | Syntax::DecimalEmpty
        | Syntax::DecimalInvalid => r"write {n}, {n,} or {n,m}, or '\{' for the character",
        Syntax::EscapeUnexpectedEof => r"write '\\' for the character '\'",
        Syntax::EscapeUnrecognized => r"leave the '\' out, or write '\\' for the character",
        Syntax::UnsupportedLookAround => "match what stands around as well, or use \\b, ^ and $",
        Syntax::UnsupportedBackreference => "write the text out a second time",
        Syntax::NestLimitExceeded(_) => "nest less",
        _ => "mend it there, or search for plain text instead",
    }
}

/// The failure of a glob.
pub(super) fn glob(text: &str, error: &globset::Error) -> Failure {
    Failure::new(Status::InvalidPattern, refused::glob(text, error))
}

fn character(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(1, |before| before.chars().count() + 1)
}

fn failure(kind: &str, text: &str, what: &str) -> Failure {
    Failure::new(Status::InvalidPattern, refused::message(kind, text, what))
}
