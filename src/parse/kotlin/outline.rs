//! Which braces of a Kotlin text hold types' members, and what the grammar must be spared.
//!
//! One pass over the tokens. It gives two kinds of edits: header edits, which turn what the grammar misreads into
//! something it reads with the same declarations in it, and cuts, which empty every brace that is no type's body. It
//! decides nothing about declarations themselves.

use std::ops::Range;

use super::prefix::{self, Gap, Prefix};
use super::rewrite::Edit;
use super::signature::{HeaderTokens, ParameterTokens};
use super::tokens::{TokenKind, Tokens};

/// What one pass found.
#[derive(Default)]
pub(super) struct Outline {
    /// Changes of headers; the declarations stay what they are.
    pub header_edits: Vec<Edit>,
    /// The insides of bodies, lambdas and other braces that hold no members.
    pub cuts: Vec<Edit>,
    /// The prefixes taken away: index of the keyword, index of the prefix's first token; by keyword.
    pub prefixes: Vec<(usize, usize)>,
    /// The delegates taken away: index of `by`, index of the token after them; by `by`.
    pub delegates: Vec<(usize, usize)>,
    /// Where an explicit backing field begins, which the header edits turn into a property.
    pub backing_fields: Vec<u32>,
    /// Named types declared inside the cuts.
    pub local_types: u32,
    /// Index of the keyword of every declaration, in order: what a tree has to show.
    pub keywords: Vec<usize>,
    /// Headers of functions and properties that the tree does not show, by keyword.
    pub headers: Vec<HeaderTokens>,
    /// Parameter lists that the tree does not show: index of the parenthesis, and the range in `parameters`; by index.
    pub lists: Vec<(usize, Range<usize>)>,
    /// The parameters of all `lists`.
    pub parameters: Vec<ParameterTokens>,
    /// The words of context clauses that were taken away, by index.
    pub contexts: Vec<usize>,
    /// Whether a header or an annotation was met that is not whole.
    pub doubtful: bool,
    /// Where the first declaration begins, after package and imports; none where there is none.
    pub first_declaration: Option<u32>,
}

impl Outline {
    /// Looks through all of `tokens`. With `reduce`, more is cut than braces: see [`super::reduce`].
    pub fn of(tokens: &Tokens, reduce: bool) -> Self {
        let mut scan = Scan {
            tokens,
            outline: Self::default(),
            reduce,
            bodies: Vec::new(),
            emptied: Vec::new(),
            enum_keyword: None,
            enum_body: None,
            brackets_until: 0,
            declared: None,
            current: 0,
        };
        let mut at = 0;
        while at < tokens.code.len() {
            at = scan.step(at);
        }
        scan.outline.contexts.sort_unstable();
        scan.outline.first_declaration = tokens.code.get(after_imports(tokens)).map(|token| token.start);
        scan.outline
    }

    /// Header edits and cuts.
    pub fn edits(&self) -> Vec<Edit> {
        self.header_edits.iter().chain(&self.cuts).copied().collect()
    }

    /// The header of the function or property whose keyword is at `keyword`, where it was read from the tokens.
    pub fn header_of(&self, keyword: usize) -> Option<HeaderTokens> {
        self.headers.binary_search_by_key(&keyword, |header| header.keyword).ok().map(|found| self.headers[found])
    }

    /// The parameters in the parentheses at `open`, where they were read from the tokens.
    pub fn parameters_in(&self, open: usize) -> Option<&[ParameterTokens]> {
        let found = self.lists.binary_search_by_key(&open, |(open, _)| *open).ok()?;
        self.parameters.get(self.lists[found].1.clone())
    }

    /// Index of the first token of the declaration whose keyword is at `keyword`: of its prefix where it has one.
    pub fn start_of(&self, keyword: usize) -> usize {
        match self.prefixes.binary_search_by_key(&keyword, |(keyword, _)| *keyword) {
            Ok(found) => self.prefixes[found].1,
            Err(_) => keyword,
        }
    }

    /// Index after the last token of a declaration whose tree ends before the token at `end`: after the delegate that was
    /// taken away there.
    pub fn end_of(&self, end: usize) -> usize {
        match self.delegates.binary_search_by_key(&end, |(by, _)| *by) {
            Ok(found) => self.delegates[found].1,
            Err(_) => end,
        }
    }

    /// The same while the prefixes are still being read: several annotations in a row are one prefix.
    fn start_of_last(&self, token: usize) -> usize {
        self.prefixes.last().filter(|(keyword, _)| *keyword == token).map_or(token, |(_, first)| *first)
    }

    /// The clauses `context(…)` that begin among some tokens, in order.
    pub fn contexts_in(&self, tokens: std::ops::Range<usize>) -> &[usize] {
        let before = |index: usize| self.contexts.partition_point(|clause| *clause < index);
        let (first, end) = (before(tokens.start), before(tokens.end));
        &self.contexts[first..end.max(first)]
    }

    /// Whether an explicit backing field begins at `offset`.
    pub fn is_backing_field(&self, offset: u32) -> bool {
        self.backing_fields.binary_search(&offset).is_ok()
    }
}

pub(super) struct Scan<'t, 'a> {
    pub tokens: &'t Tokens<'a>,
    pub outline: Outline,
    /// Whether more is cut than braces.
    pub reduce: bool,
    /// Opening braces of type bodies whose header was read; the pass has not reached them yet.
    pub bodies: Vec<usize>,
    /// Opening parentheses of arguments to cut, the next one last.
    pub emptied: Vec<usize>,
    /// The keyword of the last enum class whose prefix was read.
    pub enum_keyword: Option<usize>,
    /// The brace of the enum body that comes next.
    pub enum_body: Option<usize>,
    /// Index of the last parenthesis or square bracket that closes what is open.
    brackets_until: usize,
    /// The keyword of the declaration whose prefix was read last.
    declared: Option<usize>,
    /// The keyword of the declaration that was met last.
    pub current: usize,
}

impl Scan<'_, '_> {
    /// Deals with the token at `at`; the index of the next one to look at.
    fn step(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        if is_declaring_word(tokens.word(at)) && (self.declared == Some(at) || self.begins_declaration(at)) {
            self.note_keyword(at);
            if self.reduce
                && self.current == at
                && let Some(next) = self.member(at)
            {
                return next;
            }
        }
        let label = tokens.touches_previous(at) && tokens.is_word(at.saturating_sub(1));
        let annotation = prefix::is_annotation(tokens, at) && tokens.touches_previous(at + 1);
        self.outline.doubtful |= tokens.is(at, b'@') && !label && !annotation;
        match tokens.code[at].kind {
            TokenKind::Punctuation(b'{') => return self.brace(at),
            TokenKind::Punctuation(b'(') if tokens.is_unmatched(at) && is_name_of_function(tokens, at) => {
                return self.open_parameters(at);
            }
            TokenKind::Punctuation(_) if tokens.is_unmatched(at) => {
                self.edit(tokens.code[at].start, tokens.code[at].end, "");
            }
            TokenKind::Punctuation(b'(') if self.is_emptied(at) => return self.arguments(at),
            TokenKind::Punctuation(b'=') if self.reduce => return self.assignment(at),
            TokenKind::Punctuation(b'(' | b'[') => {
                self.brackets_until = self.brackets_until.max(tokens.closing(at));
            }
            TokenKind::Punctuation(b'?') => self.nullable_reference(at),
            TokenKind::Punctuation(b'@') if prefix::is_file_annotation(tokens, at) => {
                return prefix::annotation(tokens, at, Gap::SameLine, None);
            }
            TokenKind::Punctuation(b'@') if self.begins_declaration(at) => return self.prefix(at),
            TokenKind::Punctuation(b'@') if prefix::is_annotation(tokens, at) => return self.annotation(at),
            TokenKind::Word => match tokens.word(at) {
                "class" | "interface" | "object" if is_type_keyword(tokens, at) => return self.header(at),
                "context" if prefix::is_context_clause(tokens, at) => return self.context(at),
                "field" => self.backing_field(at),
                "by" if self.reduce => return self.delegate(at),
                "constructor" if self.reduce && tokens.is(at + 1, b'(') => self.secondary_constructor(at),
                _ if prefix::is_modifier(tokens, at) && self.begins_declaration(at) => return self.prefix(at),
                _ => {}
            },
            _ => {}
        }
        at + 1
    }

    /// Takes away the parameters of a function whose parenthesis is never closed, up to its body or the end of its line:
    /// else the function takes what follows with it.
    fn open_parameters(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let is_end = |next: &usize| tokens.is(*next, b'{') || tokens.is(*next, b'}') || tokens.starts_line(*next);
        let end = (at + 1..tokens.code.len()).find(is_end).unwrap_or(tokens.code.len());
        self.edit(tokens.code[at].start, tokens.code[end - 1].end, "()");
        end
    }

    /// Whether the arguments in the parentheses at `at` are to be cut.
    fn is_emptied(&mut self, at: usize) -> bool {
        while self.emptied.pop_if(|open| *open < at).is_some() {}
        self.emptied.pop_if(|open| *open == at).is_some()
    }

    /// Whether the token at `at` stands in parentheses or square brackets.
    pub fn in_brackets(&self, at: usize) -> bool {
        at < self.brackets_until
    }

    fn note_keyword(&mut self, at: usize) {
        let tokens = self.tokens;
        let named = tokens.is_word(at + 1) || tokens.is(at + 1, b'<') || tokens.is(at + 1, b'(');
        if tokens.word(at) != "object" && named || is_type_keyword(tokens, at) {
            self.outline.keywords.push(at);
            self.current = at;
        }
    }

    /// Whether a declaration can begin at `at`: outside brackets, after what ends the one before.
    fn begins_declaration(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let Some(before) = at.checked_sub(1) else { return true };
        let after_end = tokens.is(before, b'{') || tokens.is(before, b'}') || tokens.is(before, b';');
        at >= self.brackets_until && (after_end || tokens.starts_line(at) && !expects_more(tokens, before))
    }

    /// Takes away an annotation inside a declaration: the grammar reads `@A () -> Unit` as an annotation with arguments.
    fn annotation(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let next = prefix::annotation(tokens, at, Gap::None, None);
        self.outline.doubtful |= !(tokens.is_word(next) || tokens.is(next, b'(') || tokens.is(next, b'@'));
        if let Some(token) = tokens.code.get(next) {
            self.edit(tokens.code[at].start, token.start, "");
            self.outline.prefixes.push((next, self.outline.start_of_last(at)));
        }
        next
    }

    /// Takes away annotations, modifiers and context clauses before a declaration's keyword: the grammar reads some of
    /// them as expressions (`internal abstract class Name { … }` as a call), and they are read from the tokens anyway.
    fn prefix(&mut self, first: usize) -> usize {
        let tokens = self.tokens;
        let prefix = Prefix::read(tokens, first, tokens.code.len());
        let keyword = prefix.keyword;
        if !is_declaring(tokens, keyword) {
            return keyword.max(first + 1);
        }
        let has = |wanted: &str| prefix.modifiers.iter().any(|modifier| modifier == wanted);
        // Two modifiers choose the rule of the grammar.
        if has("enum") {
            self.enum_keyword = Some(keyword);
        }
        let kept = match tokens.word(keyword) {
            "class" if has("enum") => "enum ",
            "object" if has("companion") => "companion ",
            _ => "",
        };
        self.edit(tokens.code[first].start, tokens.code[keyword].start, kept);
        self.outline.prefixes.push((keyword, first));
        self.outline.contexts.extend(prefix.contexts);
        self.declared = Some(keyword);
        keyword
    }

    /// Adds a header edit.
    pub fn edit(&mut self, start: u32, end: u32, replacement: &'static str) {
        self.outline.header_edits.push(Edit { start, end, replacement, stands_for: false });
    }

    /// A type's body is entered; everything else is cut.
    fn brace(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let close = tokens.closing(at);
        if self.bodies.last() == Some(&at) {
            self.bodies.pop();
            if self.reduce && self.enum_body == Some(at) {
                self.enum_entries(at);
            }
            if !tokens.is_closed(at) {
                let end = tokens.text.len() as u32;
                self.edit(end, end, "\n}");
                return at + 1;
            }
            // The grammar wants a line end after the last member.
            if close > at + 1 && !tokens.starts_line(close) {
                let start = tokens.code[close].start;
                self.edit(start, start, "\n");
            }
            return at + 1;
        }
        if !tokens.is_closed(at) {
            // What follows in a body that never ends is more likely a member than part of it.
            let end = tokens.code[at].end;
            self.edit(end, end, "}");
            return at + 1;
        }
        self.empty(at, close);
        self.count_local_types(at, close);
        close + 1
    }

    /// Cuts what stands between two brackets.
    pub fn empty(&mut self, open: usize, close: usize) {
        let (start, end) = (self.tokens.code[open].end, self.tokens.code[close].start);
        if start < end {
            self.outline.cuts.push(Edit { start, end, replacement: "", stands_for: false });
        }
    }

    /// Counts the named types that the tokens `first` to `end` (exclusive) declare between braces.
    pub fn count_local_types(&mut self, first: usize, end: usize) {
        let tokens = self.tokens;
        let mut within = first;
        for at in first..end {
            if at >= within && tokens.is(at, b'{') {
                within = tokens.closing(at);
            }
            self.outline.local_types += u32::from(at < within && is_local_type(tokens, at));
        }
    }

    /// `context(…)` before a declaration or a function type is taken away.
    fn context(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        if self.begins_declaration(at) {
            return self.prefix(at);
        }
        let next = tokens.closing(at + 1) + 1;
        let previous = at.checked_sub(1);
        let end = tokens.code.get(next).map_or(tokens.text.len() as u32, |token| token.start);
        let in_type = previous.is_some_and(|p| {
            matches!(tokens.code[p].kind, TokenKind::Punctuation(b':' | b'<' | b',' | b'(' | b'=' | b'>'))
        });
        let function_type = tokens.is(next, b'(') && tokens.is_closed(next) && {
            let arrow = tokens.closing(next) + 1;
            tokens.is(arrow, b'-') && tokens.is(arrow + 1, b'>')
        };
        if in_type && (function_type || tokens.is_word(next) && !tokens.starts_line(next)) {
            self.edit(tokens.code[at].start, end, "");
            self.outline.contexts.push(at);
            return next;
        }
        at + 1
    }

    /// `Type?::member`, which the grammar does not know.
    fn nullable_reference(&mut self, at: usize) {
        let tokens = self.tokens;
        if tokens.is(at + 1, b':') && tokens.is(at + 2, b':') && tokens.touches_previous(at + 2) {
            self.edit(tokens.code[at].start, tokens.code[at].end, "");
        }
    }

    /// `field = …` on the line after a property becomes a property of its own, which the walk takes back.
    fn backing_field(&mut self, at: usize) {
        let tokens = self.tokens;
        let assigned = tokens.is(at + 1, b'=') && !tokens.is(at + 2, b'=');
        let typed = tokens.is(at + 1, b':') && !tokens.is(at + 2, b':');
        let follows = at > 0 && !expects_more(tokens, at - 1) && !tokens.is(at - 1, b'{');
        if at >= self.brackets_until && tokens.starts_line(at) && follows && (assigned || typed) {
            let start = tokens.code[at].start;
            self.edit(start, start, "val ");
            self.outline.backing_fields.push(start);
        }
    }
}

/// Whether the parenthesis at `at` follows the name of a function.
fn is_name_of_function(tokens: &Tokens, at: usize) -> bool {
    at >= 2 && tokens.is_word(at - 1) && tokens.word(at - 2) == "fun"
}

/// Whether this keyword declares something wherever it stands at the beginning of a declaration.
pub(super) fn is_declaring_word(word: &str) -> bool {
    matches!(word, "class" | "interface" | "object" | "fun" | "val" | "var" | "typealias")
}

/// Whether the token at `keyword`, after a prefix, declares something.
fn is_declaring(tokens: &Tokens, keyword: usize) -> bool {
    match tokens.word(keyword) {
        "object" => is_type_keyword(tokens, keyword),
        word if is_declaring_word(word) => true,
        "constructor" => tokens.is(keyword + 1, b'('),
        "get" | "set" => {
            let next = keyword + 1;
            tokens.is(next, b'(') || tokens.is(next, b'}') || tokens.is(next, b';') || tokens.starts_line(next)
        }
        _ => false,
    }
}

/// The keyword of the declaration whose prefix or keyword is at `first`; none where none begins there.
pub(super) fn declares(tokens: &Tokens, first: usize) -> Option<usize> {
    let keyword = prefix::skip(tokens, first);
    is_declaring(tokens, keyword).then_some(keyword)
}

/// Index of the first token after file annotations, package and imports.
fn after_imports(tokens: &Tokens) -> usize {
    let mut at = 0;
    loop {
        if prefix::is_file_annotation(tokens, at) {
            at = prefix::annotation(tokens, at, Gap::SameLine, None);
        } else if matches!(tokens.word(at), "package" | "import") {
            at += 1 + usize::from(tokens.is_word(at + 1));
            while tokens.is(at, b'.') && (tokens.is_word(at + 1) || tokens.is(at + 1, b'*')) {
                at += 2;
            }
            if tokens.word(at) == "as" && tokens.is_word(at + 1) {
                at += 2;
            }
        } else if tokens.is(at, b';') {
            at += 1;
        } else {
            return at;
        }
    }
}

/// Whether the keyword at `at` declares a type: not `::class`, not an object expression.
pub(super) fn is_type_keyword(tokens: &Tokens, at: usize) -> bool {
    let after_reference = at > 0 && tokens.is(at - 1, b':') && at > 1 && tokens.is(at - 2, b':');
    if after_reference {
        return false;
    }
    tokens.is_word(at + 1) || is_companion(tokens, at)
}

/// Whether the `object` at `at` is a companion.
pub(super) fn is_companion(tokens: &Tokens, at: usize) -> bool {
    at > 0 && tokens.word(at) == "object" && tokens.word(at - 1) == "companion"
}

fn is_local_type(tokens: &Tokens, at: usize) -> bool {
    matches!(tokens.word(at), "class" | "interface" | "object") && is_type_keyword(tokens, at)
}

/// Whether what comes after the token at `at` belongs to the same type, expression or header, on whatever line.
pub(super) fn expects_more(tokens: &Tokens, at: usize) -> bool {
    match tokens.code[at].kind {
        TokenKind::Word => {
            matches!(
                tokens.word(at),
                "by" | "where" | "suspend" | "fun" | "val" | "var" | "in" | "is" | "as" | "else" | "return" | "throw"
            )
        }
        TokenKind::Punctuation(b'>') => at > 0 && tokens.is(at - 1, b'-') && tokens.touches_previous(at),
        // A `*` at the end of a line is a star projection's or an import's.
        TokenKind::Punctuation(byte) => {
            matches!(byte, b':' | b',' | b'.' | b'=' | b'&' | b'|' | b'+' | b'-' | b'/' | b'%' | b'<' | b'(' | b'[')
        }
        TokenKind::Literal => false,
    }
}
