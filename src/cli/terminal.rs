//! A page for a terminal: columns aligned with their neighbours, colour by style, source highlighted.

use super::highlight;
use crate::text::escape::visible_on_one_line;
use crate::tools::page::{Item, Line, Page, Span, Style, visible_source};

/// Widest column that others are aligned to: one long signature must not push its neighbours off the screen.
const WIDEST: usize = 60;

/// The page as text; with escape sequences where `colour` is on.
pub(super) fn render(page: &Page, colour: bool) -> String {
    let mut out = String::new();
    let mut rest = page.lines.as_slice();
    while let Some(first) = rest.first() {
        match first {
            Line::Row { indent, .. } => {
                let count = rest
                    .iter()
                    .take_while(|line| matches!(line, Line::Row { indent: other, .. } if other == indent))
                    .count();
                let (rows, after) = rest.split_at(count);
                let rows: Vec<Vec<Span>> = rows.iter().filter_map(columns_of).collect();
                table(*indent, &rows, colour, &mut out);
                rest = after;
                continue;
            }
            Line::Names { indent, .. } => {
                let count = rest
                    .iter()
                    .take_while(|line| matches!(line, Line::Names { indent: other, .. } if other == indent))
                    .count();
                let (lists, after) = rest.split_at(count);
                let rows: Vec<Vec<Span>> = lists.iter().flat_map(items_of).map(item_columns).collect();
                table(*indent, &rows, colour, &mut out);
                rest = after;
                continue;
            }
            Line::Spans(spans) => {
                for span in spans {
                    paint(span, colour, &mut out);
                }
                out.push('\n');
            }
            Line::Source { text, language, .. } => {
                let text = visible_source(text);
                match language {
                    Some(language) if colour => out.push_str(&highlight::source(&text, *language)),
                    _ => out.push_str(&text),
                }
                if !text.is_empty() && !text.ends_with('\n') {
                    out.push('\n');
                }
            }
        }
        rest = &rest[1..];
    }
    out
}

fn columns_of(line: &Line) -> Option<Vec<Span>> {
    match line {
        Line::Row { columns, .. } => Some(columns.clone()),
        _ => None,
    }
}

fn items_of(line: &Line) -> &[Item] {
    match line {
        Line::Names { items, .. } => items,
        _ => &[],
    }
}

fn item_columns(item: &Item) -> Vec<Span> {
    item.label.iter().chain(&item.details).cloned().collect()
}

/// Rows with every column but the last padded to the widest of its column; numbers to the right.
fn table(indent: usize, rows: &[Vec<Span>], colour: bool, out: &mut String) {
    let width = |span: &Span| visible_on_one_line(&span.1).chars().map(columns_on_screen).sum::<usize>();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(width).filter(|width| *width <= WIDEST).max().unwrap_or(0)
        })
        .collect();
    for row in rows {
        out.extend(std::iter::repeat_n(' ', indent));
        for (column, span) in row.iter().enumerate() {
            let padding = std::iter::repeat_n(' ', widths[column].saturating_sub(width(span)));
            let is_last = column + 1 == row.len();
            let is_number = span.0 == Style::Number;
            if is_number {
                out.extend(padding.clone());
            }
            paint(span, colour, out);
            if !is_number && !is_last {
                out.extend(padding);
            }
            if !is_last {
                out.push_str("  ");
            }
        }
        out.push('\n');
    }
}

/// How many columns a terminal gives a character: two to East Asian wide ones and pictures (Unicode's annex 11, in blocks).
fn columns_on_screen(c: char) -> usize {
    match c {
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        '\u{0300}'..='\u{036F}' => 0,
        _ => 1,
    }
}

fn paint(span: &Span, colour: bool, out: &mut String) {
    let Span(style, text) = span;
    let text = visible_on_one_line(text);
    match code(*style) {
        Some(code) if colour && !text.is_empty() => {
            out.push_str(code);
            out.push_str(&text);
            out.push_str(RESET);
        }
        _ => out.push_str(&text),
    }
}

/// Ends every colour.
pub(super) const RESET: &str = "\x1b[0m";

/// The escape sequence of a style: the sixteen colours only, which follow the terminal's own palette.
fn code(style: Style) -> Option<&'static str> {
    match style {
        Style::Plain => None,
        Style::Heading => Some("\x1b[1m"),
        Style::Path => Some("\x1b[35m"),
        Style::Number => Some("\x1b[32m"),
        Style::Kind => Some("\x1b[36m"),
        Style::Name => Some("\x1b[1;34m"),
        Style::Faint => Some("\x1b[2m"),
        Style::Hit => Some("\x1b[1;31m"),
        Style::Warning => Some("\x1b[33m"),
        Style::Error => Some("\x1b[31m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    fn plain(text: &str) -> Span {
        Span(Style::Plain, text.to_owned())
    }

    #[test]
    fn neighbours_share_their_columns_and_nothing_trails() {
        let mut page = Page::default();
        page.row(2, vec![Span(Style::Number, "7".into()), plain("a"), plain("x")]);
        page.row(2, vec![Span(Style::Number, "100".into()), plain("long"), plain("y")]);
        page.line(Style::Plain, "between");
        page.row(0, vec![plain("alone"), plain("z")]);
        assert_eq!(render(&page, false), "    7  a     x\n  100  long  y\nbetween\nalone  z\n");
    }

    #[test]
    fn lists_one_after_another_share_their_columns() {
        let mut page = Page::default();
        for name in ["g:a", "g:longer"] {
            page.names(0, vec![Item { label: vec![plain(name), plain("1.0")], details: Vec::new() }]);
        }
        assert_eq!(render(&page, false), "g:a       1.0\ng:longer  1.0\n");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut page = Page::default();
        page.row(0, vec![plain("日本"), plain("x")]);
        page.row(0, vec![plain("e\u{301}"), plain("y")]);
        assert_eq!(render(&page, false), "日本  x\ne\u{301}     y\n");
    }

    #[test]
    fn what_hides_in_a_name_is_shown() {
        let mut page = Page::default();
        page.line(Style::Path, "a\u{202e}b\u{1b}[31m");
        page.line(Style::Plain, "name\nerror: none");
        let shown = "\x1b[35ma\\u{202e}b\\u{1b}[31m\x1b[0m\nname\\u{a}error: none\n";
        assert_eq!(render(&page, true), shown);
        assert_eq!(page.plain(), "a\\u{202e}b\\u{1b}[31m\nname\\u{a}error: none\n");
    }

    #[test]
    fn source_keeps_its_text_under_the_colours() {
        let text = "/** doc\n */\npublic class A { String s = \"x\\\"//\"; char c = '\\''; } // end\n";
        let mut page = Page::default();
        page.source(text, Some(Language::Java), 1);
        let mut bare = render(&page, true);
        while let Some(at) = bare.find('\x1b') {
            let end = at + bare[at..].find('m').unwrap();
            bare.replace_range(at..=end, "");
        }
        assert_eq!(bare, text);
    }
}
