//! Doc comments as plain text: the first sentence of javadoc, KDoc and `///` markdown.
//!
//! The sentence ends as javadoc ends it: at a period that white space or the end follows, at the first block tag, at the
//! first block of HTML; and, as in KDoc and markdown, at an empty line. This module knows nothing of trees or files.

mod inline;
mod markup;

use markup::Writer;

use crate::text::floor;

/// Longest description, in characters.
pub const LONGEST_DESCRIPTION: usize = 300;

/// Bytes of a comment that are looked at: a sentence that ends later is cut anyway, and marks that never close are looked for
/// to the end, each.
const LONGEST_READ: usize = 8 * 1024;

/// The first sentence of a doc comment (delimiters included) as plain text on one line; none when the comment says
/// nothing before its block tags.
#[must_use]
pub fn description(comment: &str) -> Option<String> {
    let content = content(floor(comment, LONGEST_READ));
    let main = main_description(&content);
    let sentence = Writer::first_sentence(main);
    (!sentence.is_empty()).then(|| cap(sentence))
}

/// The comment's text without its delimiters and the asterisks (or slashes) its lines begin with; lines end with LF.
#[must_use]
pub fn content(comment: &str) -> String {
    let markdown = comment.starts_with("///");
    let inner = if markdown {
        comment
    } else {
        let inner = comment.strip_prefix("/**").or_else(|| comment.strip_prefix("/*")).unwrap_or(comment);
        inner.strip_suffix("*/").unwrap_or(inner)
    };
    let mut out = String::with_capacity(inner.len());
    for (number, line) in lines(inner).enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let begin = line.trim_start();
        let text = if markdown {
            begin.strip_prefix("///").unwrap_or(begin)
        } else if number > 0 && begin.starts_with('*') {
            begin.trim_start_matches('*')
        } else if number == 0 {
            // `/*** text` is written with more asterisks than two.
            line.trim_start_matches('*')
        } else {
            line
        };
        out.push_str(text.trim_end());
    }
    if !markdown {
        // `**/` ends with more asterisks than one.
        let kept = out.trim_end_matches('*').len();
        if out[..kept].ends_with(['\n', ' ']) || kept == 0 {
            out.truncate(kept);
        }
    }
    out
}

/// Lines by LF, CR LF or a lone CR.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n', '\r']).filter_map({
        let mut after_return = false;
        move |line| {
            let second_half = after_return && line == "\n";
            after_return = line.ends_with('\r');
            (!second_half).then(|| line.trim_end_matches(['\n', '\r']))
        }
    })
}

/// What stands before the first block tag: an `@name` that begins a line outside inline tags and code fences.
fn main_description(content: &str) -> &str {
    let mut at = 0;
    let mut depth = 0_i32;
    let mut fenced = false;
    for line in content.split_inclusive('\n') {
        let begin = line.trim_start();
        if begin.starts_with("```") || begin.starts_with("~~~") {
            fenced = !fenced;
        }
        let mut rest = begin.chars();
        if depth <= 0 && !fenced && rest.next() == Some('@') && rest.next().is_some_and(char::is_alphabetic) {
            return &content[..at];
        }
        depth = depth_after(line, depth);
        at += line.len();
    }
    content
}

/// How many braces of inline tags are open after `line`.
fn depth_after(line: &str, mut depth: i32) -> i32 {
    let bytes = line.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' if depth > 0 || bytes.get(at + 1) == Some(&b'@') => depth += 1,
            b'}' if depth > 0 => depth -= 1,
            _ => {}
        }
    }
    depth
}

fn cap(sentence: String) -> String {
    if sentence.char_indices().nth(LONGEST_DESCRIPTION).is_none() {
        return sentence;
    }
    let mut cut: String = sentence.chars().take(LONGEST_DESCRIPTION - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}
