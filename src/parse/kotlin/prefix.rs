//! What stands before a declaration's keyword: annotations, context clauses, modifiers.
//!
//! Read from the tokens, not from the tree, so that nothing is lost that the grammar had to be spared.

use super::tokens::Tokens;

/// Words that are modifiers where a declaration follows, and plain names elsewhere.
const MODIFIERS: [&str; 31] = [
    "abstract",
    "actual",
    "annotation",
    "companion",
    "const",
    "crossinline",
    "data",
    "enum",
    "expect",
    "external",
    "final",
    "infix",
    "inline",
    "inner",
    "internal",
    "lateinit",
    "noinline",
    "open",
    "operator",
    "out",
    "override",
    "private",
    "protected",
    "public",
    "reified",
    "sealed",
    "suspend",
    "tailrec",
    "value",
    "vararg",
    "in",
];

/// Where an annotation applies, written between `@` and the name.
const TARGETS: [&str; 10] =
    ["all", "delegate", "field", "file", "get", "param", "property", "receiver", "set", "setparam"];

/// Annotations and modifiers of one declaration.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Prefix {
    pub modifiers: Vec<String>,
    /// Names as written, without target and arguments.
    pub annotations: Vec<String>,
    /// Indices of the words of its context clauses.
    pub contexts: Vec<usize>,
    /// Index of the token after the prefix: the keyword.
    pub keyword: usize,
}

impl Prefix {
    /// Reads the prefix that begins with the token at `first`, up to `end` (exclusive) at most.
    pub fn read(tokens: &Tokens, first: usize, end: usize) -> Self {
        let mut prefix = Self { keyword: first, ..Self::default() };
        while prefix.keyword < end {
            let at = prefix.keyword;
            if tokens.is(at, b'@') {
                prefix.keyword = annotation(tokens, at, Gap::SameLine, Some(&mut prefix.annotations));
            } else if is_context_clause(tokens, at) {
                prefix.contexts.push(at);
                prefix.keyword = tokens.closing(at + 1) + 1;
            } else if is_modifier(tokens, at) {
                prefix.modifiers.push(tokens.word(at).to_owned());
                prefix.keyword += 1;
            } else {
                break;
            }
        }
        prefix
    }
}

/// Index of the token after the prefix that begins at `first`.
pub(super) fn skip(tokens: &Tokens, first: usize) -> usize {
    let mut at = first;
    loop {
        if tokens.is(at, b'@') {
            at = skip_annotation(tokens, at);
        } else if is_context_clause(tokens, at) {
            at = tokens.closing(at + 1) + 1;
        } else if is_modifier(tokens, at) {
            at += 1;
        } else {
            return at;
        }
    }
}

/// Index of the token after the annotation before a declaration whose `@` is at `at`.
pub(super) fn skip_annotation(tokens: &Tokens, at: usize) -> usize {
    annotation(tokens, at, Gap::SameLine, None)
}

/// Whether the token at `at` is a modifier of what follows it.
pub(super) fn is_modifier(tokens: &Tokens, at: usize) -> bool {
    MODIFIERS.contains(&tokens.word(at)) && (tokens.is_word(at + 1) || tokens.is(at + 1, b'@'))
}

/// Whether `context(…)` stands at `at`, closed.
pub(super) fn is_context_clause(tokens: &Tokens, at: usize) -> bool {
    tokens.word(at) == "context" && tokens.is(at + 1, b'(') && tokens.is_closed(at + 1)
}

/// Whether the `@` at `at` begins an annotation: a label's `@` touches the word before it.
pub(super) fn is_annotation(tokens: &Tokens, at: usize) -> bool {
    tokens.is(at, b'@')
        && !(tokens.touches_previous(at) && tokens.is_word(at - 1))
        && (tokens.is_word(at + 1) || tokens.is(at + 1, b'['))
}

/// Whether `@file:` stands at `at`.
pub(super) fn is_file_annotation(tokens: &Tokens, at: usize) -> bool {
    tokens.is(at, b'@') && tokens.word(at + 1) == "file" && tokens.is(at + 2, b':')
}

/// How far an annotation's arguments may stand from its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Blanks between are allowed: before a declaration.
    SameLine,
    /// None: before a type, where parentheses after a blank are the type's own.
    None,
}

/// Reads the annotation whose `@` is at `at`; its names go to `names`. The index of the token after it.
pub(super) fn annotation(tokens: &Tokens, at: usize, gap: Gap, mut names: Option<&mut Vec<String>>) -> usize {
    let mut next = at + 1;
    if TARGETS.contains(&tokens.word(next)) && tokens.is(next + 1, b':') && tokens.touches_previous(next + 1) {
        next += 2;
    }
    if !tokens.is(next, b'[') {
        return entry(tokens, next, gap, names);
    }
    let close = tokens.closing(next);
    next += 1;
    while next < close {
        next = entry(tokens, next, gap, names.as_deref_mut()).max(next + 1);
    }
    close + 1
}

/// One annotation name with type arguments and arguments.
fn entry(tokens: &Tokens, at: usize, gap: Gap, names: Option<&mut Vec<String>>) -> usize {
    let mut next = at;
    while tokens.is_word(next) {
        next += 1;
        if !(tokens.is(next, b'.') && tokens.is_word(next + 1)) {
            break;
        }
        next += 1;
    }
    if let Some(names) = names.filter(|_| next > at) {
        let parts: Vec<&str> = (at..next).step_by(2).map(|part| unquoted(tokens.word(part))).collect();
        names.push(parts.join("."));
    }
    if tokens.is(next, b'<') && tokens.touches_previous(next) {
        next = tokens.after_angles(next);
    }
    let near = tokens.touches_previous(next) || gap == Gap::SameLine && !tokens.starts_line(next);
    if tokens.is(next, b'(') && near && tokens.is_closed(next) {
        next = tokens.closing(next) + 1;
    }
    next
}

/// A name without its back-ticks.
pub(super) fn unquoted(name: &str) -> &str {
    name.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).unwrap_or(name)
}
