//! Java literals: what a class file holds as text that cannot break out of a Java file.

use std::fmt::Write;

/// A string literal.
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    text.chars().for_each(|c| escape(c, &mut out));
    out.push('"');
    out
}

/// A string literal of Kotlin.
pub fn kotlin_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '$' => out.push_str("\\$"),
            '\n' | '\r' | '\t' => escape(c, &mut out),
            c if c.is_control() => unicode(u32::from(c), &mut out),
            c => escape(c, &mut out),
        }
    }
    out.push('"');
    out
}

/// The literal that `string` makes of a text in UTF-16; halves of characters stand as escapes of their own.
pub fn units(units: &[u16], string: fn(&str) -> String) -> String {
    let mut out = String::from("\"");
    let (mut text, flush) = (String::new(), |text: &mut String, out: &mut String| {
        let literal = string(text);
        out.push_str(&literal[1..literal.len() - 1]);
        text.clear();
    });
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(c) => text.push(c),
            Err(half) => {
                flush(&mut text, &mut out);
                unicode(u32::from(half.unpaired_surrogate()), &mut out);
            }
        }
    }
    flush(&mut text, &mut out);
    out.push('"');
    out
}

/// A character literal; a number where the code is no character of its own.
pub fn character(code: i32) -> String {
    let Some(c) = u32::try_from(code).ok().filter(|code| *code <= 0xFFFF) else { return code.to_string() };
    let mut out = String::from("'");
    match char::from_u32(c) {
        Some('\'') => out.push_str("\\'"),
        Some('"') => out.push('"'),
        Some(c) => escape(c, &mut out),
        None => unicode(c, &mut out),
    }
    out.push('\'');
    out
}

fn escape(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // Not as \u000b: Java reads that before it reads literals. Three digits end an octal escape whatever follows.
        c if u32::from(c) < 0x20 || c == '\u{7F}' => {
            let _ = write!(out, "\\{:03o}", u32::from(c));
        }
        c if c.is_alphanumeric() || c == ' ' || c.is_ascii_punctuation() => out.push(c),
        c => {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| unicode(u32::from(*unit), out));
        }
    }
}

fn unicode(unit: u32, out: &mut String) {
    let _ = write!(out, "\\u{unit:04x}");
}

/// A `float` literal; infinities and NaN as the divisions that give them.
pub fn float(number: f32) -> String {
    special(f64::from(number), "0.0f").unwrap_or_else(|| format!("{number:?}f"))
}

/// A `double` literal.
pub fn double(number: f64) -> String {
    special(number, "0.0").unwrap_or_else(|| format!("{number:?}"))
}

fn special(number: f64, zero: &str) -> Option<String> {
    let one = zero.replacen('0', "1", 1);
    if number.is_nan() {
        Some(format!("{zero} / {zero}"))
    } else if number.is_infinite() {
        Some(format!("{}{one} / {zero}", if number > 0.0 { "" } else { "-" }))
    } else {
        None
    }
}

/// Text for a comment to the end of its line.
pub fn comment(text: &str) -> String {
    const LONGEST: usize = 200;
    let shown = crate::text::escape::visible_on_one_line(text).replace('\\', "/");
    match shown.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &shown[..end]),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::{character, comment, double, float, string};

    #[test]
    fn literals_stay_literals() {
        assert_eq!(string("a\"b\\u0022\n*/\0é\u{2028}😀"), "\"a\\\"b\\\\u0022\\n*/\\000é\\u2028\\ud83d\\ude00\"");
        let halves = [0xD83D, 0xDE00, 0xDE00, 0x22, 0xD800];
        assert_eq!(super::units(&halves, string), "\"\\ud83d\\ude00\\ude00\\\"\\ud800\"");
        assert_eq!(character(39), "'\\''");
        assert_eq!(character(0xD800), "'\\ud800'");
        assert_eq!(character(-1), "-1");
        assert_eq!((float(1.0), double(f64::NEG_INFINITY)), ("1.0f".to_owned(), "-1.0 / 0.0".to_owned()));
        let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(float);
        assert_eq!(special, ["0.0f / 0.0f", "1.0f / 0.0f", "-1.0f / 0.0f"]);
        assert_eq!(double(f64::NAN), "0.0 / 0.0");
    }

    #[test]
    fn kotlin_has_templates_and_no_octal_escapes() {
        assert_eq!(super::kotlin_string("a$b\0\n\""), "\"a\\$b\\u0000\\n\\\"\"");
    }

    #[test]
    fn comments_do_not_end_early() {
        assert_eq!(comment("a\r\nb\\u000ac"), "a/u{d}/u{a}b/u000ac");
    }
}
