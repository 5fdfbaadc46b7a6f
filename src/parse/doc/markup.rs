//! The first sentence out of a comment's text: HTML, markdown and inline tags become plain text.

use super::inline::{self, Inline};

/// Markup inside a link's label inside a label: deeper than this it is taken as text.
const DEEPEST_MARKUP: u32 = 4;

/// Writes plain text until the sentence ends.
pub struct Writer {
    out: String,
    blank: bool,
    /// The last character written is a period of the text itself, not of code.
    stop: bool,
    /// A `{@summary}` is being written, which is the sentence whatever periods it holds.
    whole: bool,
    done: bool,
}

impl Writer {
    /// The first sentence of `text`, on one line.
    pub fn first_sentence(text: &str) -> String {
        let mut writer = Self { out: String::new(), blank: false, stop: false, whole: false, done: false };
        writer.write(text, 0);
        writer.out
    }

    fn write(&mut self, text: &str, depth: u32) {
        let mut at = 0;
        let mut line_start = true;
        while !self.done && at < text.len() {
            let rest = &text[at..];
            if line_start && depth == 0 {
                at += self.line_begin(rest);
                line_start = false;
                continue;
            }
            let taken = self.markup(rest, text[..at].chars().next_back(), depth);
            if taken > 0 {
                at += taken;
                continue;
            }
            let Some(c) = rest.chars().next() else { break };
            self.text_char(c);
            line_start = c == '\n';
            at += c.len_utf8();
        }
    }

    /// What begins a line: an empty line, a heading, a list item or a fence ends the sentence when there is one. Gives the
    /// bytes to skip.
    fn line_begin(&mut self, rest: &str) -> usize {
        let line = rest.split('\n').next().unwrap_or("");
        let indent = line.len() - line.trim_start().len();
        let content = line.trim();
        if content.is_empty() {
            self.block();
            return indent;
        }
        if content.starts_with("```") || content.starts_with("~~~") {
            self.block();
            return line.len();
        }
        if content.chars().all(|c| matches!(c, '=' | '-')) && content.len() > 2 {
            self.block();
            return line.len();
        }
        let heading = content.bytes().take_while(|byte| *byte == b'#').count();
        if (1..=6).contains(&heading) && content[heading..].starts_with(' ') {
            self.block();
            return indent + heading;
        }
        if ["- ", "* ", "+ "].iter().any(|bullet| content.starts_with(bullet)) {
            self.block();
            return indent + 2;
        }
        indent
    }

    /// Reads markup at the beginning of `rest`; gives the bytes taken, 0 when there is none.
    fn markup(&mut self, rest: &str, before: Option<char>, depth: u32) -> usize {
        match rest.as_bytes()[0] {
            b'{' if depth < DEEPEST_MARKUP => self.inline_tag(rest, depth),
            b'&' => self.entity(rest),
            b'<' => self.html(rest),
            b'`' => self.code_span(rest),
            b'[' | b'!' if depth < DEEPEST_MARKUP => self.link(rest, before, depth),
            b'*' | b'_' => emphasis(rest, before),
            b'\\' if rest[1..].starts_with(['[', ']', '*', '_', '`', '<', '#']) => {
                self.literal(&rest[1..2]);
                2
            }
            _ => 0,
        }
    }

    fn inline_tag(&mut self, rest: &str, depth: u32) -> usize {
        let Some((meaning, length)) = inline::tag(rest) else { return 0 };
        match meaning {
            Inline::Literal(text) => self.literal(&text),
            Inline::Markup(text) => self.write(&text, depth + 1),
            Inline::Summary(text) => {
                if self.out.is_empty() {
                    self.whole = true;
                    self.write(&text, depth + 1);
                    self.done = true;
                } else {
                    self.write(&text, depth + 1);
                }
            }
            Inline::Block => self.block(),
        }
        length
    }

    fn entity(&mut self, rest: &str) -> usize {
        let Some((c, length)) = inline::entity(rest) else { return 0 };
        if c == ' ' {
            self.blank = true;
        } else {
            self.literal(c.encode_utf8(&mut [0; 4]));
        }
        length
    }

    /// A tag of HTML; anything else in angle brackets (`List<String>`) is text.
    fn html(&mut self, rest: &str) -> usize {
        if rest.starts_with("<!--") {
            return rest.find("-->").map_or(rest.len(), |end| end + 3);
        }
        let inside = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        let name_end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
        let name = inside[..name_end].to_ascii_lowercase();
        let inline_element = INLINE_ELEMENTS.contains(&name.as_str());
        let block_element = BLOCK_ELEMENTS.contains(&name.as_str());
        if !(inline_element || block_element) || !inside[name_end..].starts_with([' ', '>', '/', '\n', '\t']) {
            return 0;
        }
        let Some(end) = rest.find('>') else { return 0 };
        if block_element {
            self.block();
        } else if matches!(name.as_str(), "br" | "img") {
            self.white();
        }
        end + 1
    }

    fn code_span(&mut self, rest: &str) -> usize {
        let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
        let fence = &rest[..ticks];
        let Some(end) = rest[ticks..].find(fence) else { return 0 };
        let code = &rest[ticks..ticks + end];
        if code.contains("\n\n") {
            return 0;
        }
        self.literal(code.trim());
        ticks + end + ticks
    }

    /// `[label](address)`, `[label][Name]`, `[Name]`, `![picture](address)`.
    fn link(&mut self, rest: &str, before: Option<char>, depth: u32) -> usize {
        let picture = rest.starts_with("![");
        let open = usize::from(picture);
        if !rest[open..].starts_with('[') {
            return 0;
        }
        let Some(label_length) = closing_bracket(&rest[open + 1..]) else { return 0 };
        let label = &rest[open + 1..open + 1 + label_length];
        let end = open + label_length + 2;
        let after = &rest[end..];
        if let Some(address) = after.strip_prefix('(').and_then(|address| address.find(')')) {
            if !picture {
                self.write(label, depth + 1);
            }
            return end + address + 2;
        }
        if let Some(name) = after.strip_prefix('[').and_then(closing_bracket) {
            self.write(label, depth + 1);
            return end + name + 2;
        }
        // `array[index]` and `[0, 10)` are no links; a link names a declaration and stands by itself.
        let alone = before.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | ']' | ')')));
        if !picture && alone && is_declaration_name(label) {
            self.literal(label);
            return end;
        }
        0
    }

    fn text_char(&mut self, c: char) {
        if c.is_whitespace() {
            self.white();
            return;
        }
        self.gap();
        self.out.push(c);
        self.stop = c == '.';
        if c == '。' {
            self.done = true;
        }
    }

    fn literal(&mut self, text: &str) {
        for (number, word) in text.split_whitespace().enumerate() {
            self.blank |= number > 0;
            self.gap();
            self.out.push_str(word);
        }
        self.stop &= text.is_empty();
    }

    /// White space: after a period it ends the sentence.
    fn white(&mut self) {
        self.blank = true;
        self.done |= self.stop && !self.whole;
    }

    /// A block begins: what was written is the sentence.
    fn block(&mut self) {
        self.blank = true;
        self.done |= !self.out.is_empty() && !self.whole;
    }

    fn gap(&mut self) {
        if self.blank && !self.out.is_empty() {
            self.out.push(' ');
        }
        self.blank = false;
    }
}

/// The bytes of an emphasis mark that opens or closes; a mark between blanks or inside a word is text.
fn emphasis(rest: &str, before: Option<char>) -> usize {
    let mark = rest.as_bytes()[0];
    let length = rest.bytes().take_while(|byte| *byte == mark).count();
    if length > 3 {
        return 0;
    }
    let marks = &rest[..length];
    let after = rest[length..].chars().next();
    let word_before = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let blank_before = before.is_none_or(char::is_whitespace);
    let opens = !word_before && after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '`' | '[' | '{'));
    if opens {
        // Only when it is closed on the same line, and the closing mark ends a word.
        let line = rest[length..].split('\n').next().unwrap_or("");
        let closed = line.match_indices(marks).any(|(at, _)| {
            let last = line[..at].chars().next_back();
            let next = line[at + length..].chars().next();
            last.is_some_and(|c| !c.is_whitespace()) && next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
        });
        return if closed { length } else { 0 };
    }
    let closes = !blank_before && after.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    if closes && before.is_some_and(|c| !matches!(c, '(' | '/' | '.' | ':' | '"' | '\'')) { length } else { 0 }
}

fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth == 0 => return Some(at),
            b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn is_declaration_name(label: &str) -> bool {
    label.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '@' | '`'))
        && label.chars().all(|c| c.is_alphanumeric() || "_.@#$`-/:(),<>?".contains(c) || c == '[' || c == ']')
}

/// Elements that leave their content in the sentence.
const INLINE_ELEMENTS: [&str; 31] = [
    "a", "abbr", "acronym", "b", "bdi", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins",
    "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
];

/// Elements that begin a block.
const BLOCK_ELEMENTS: [&str; 38] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];
