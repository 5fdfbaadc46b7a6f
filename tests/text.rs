//! Decoding, lines and escaping: laws on random input, and files with real bytes.

use jardex::text::decode::decode;
use jardex::text::escape::visible;
use jardex::text::lines::Lines;
use proptest::prelude::*;

/// Text that is rich in line ends, and in characters of one to four bytes.
fn lined_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(vec!["a", "é", "\u{1F600}", "\n", "\r", "\r\n", " "]), 0..60)
        .prop_map(|parts| parts.concat())
}

/// The lines of a text as javac counts them, found the slow way.
fn slow_lines(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut line = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        line.push(c);
        if c == '\n' || (c == '\r' && chars.peek() != Some(&'\n')) {
            all.push(std::mem::take(&mut line));
        }
    }
    if !line.is_empty() {
        all.push(line);
    }
    all
}

proptest! {
    #[test]
    fn lines_put_together_are_the_text(text in lined_text()) {
        let lines = Lines::of(&text);
        let pieces: Vec<&str> = (1..=lines.count()).map(|line| &text[lines.bytes_of(line, line)]).collect();
        prop_assert_eq!(&pieces, &slow_lines(&text));
        prop_assert_eq!(pieces.concat(), text);
    }

    #[test]
    fn ranges_of_lines_put_together_are_the_text(text in lined_text(), cut in 0_u32..70) {
        let lines = Lines::of(&text);
        let (head, tail) = (lines.bytes_of(1, cut), lines.bytes_of(cut + 1, u32::MAX));
        let head = if cut == 0 { 0..0 } else { head };
        prop_assert_eq!(format!("{}{}", &text[head], &text[tail]), text);
    }

    #[test]
    fn every_byte_is_on_the_line_that_holds_it(text in lined_text()) {
        let lines = Lines::of(&text);
        for offset in 0..text.len() {
            let line = lines.line_of(offset as u32);
            prop_assert!(lines.bytes_of(line, line).contains(&offset));
        }
    }

    #[test]
    fn visible_text_hides_nothing_and_can_be_told_apart(text in any::<String>()) {
        let shown = visible(&text);
        prop_assert!(!shown.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n')));
        let bidirectional = ['\u{202E}', '\u{2066}', '\u{200B}', '\u{FEFF}', '\u{E0041}'];
        prop_assert!(!shown.contains(bidirectional));
        prop_assert_eq!(visible(&shown), shown.clone());
    }

    #[test]
    fn what_is_utf_8_decodes_to_itself(text in "[^\0\u{FEFF}]{0,200}") {
        let decoded = decode(text.as_bytes()).expect("no NUL");
        prop_assert_eq!(decoded.encoding, None);
        prop_assert_eq!(decoded.text.as_ref(), text.as_str());
    }

    #[test]
    fn a_byte_order_mark_decides(text in "[^\0\u{FEFF}]{0,100}") {
        let little = [&[0xFF, 0xFE][..], &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()].concat();
        let big = [&[0xFE, 0xFF][..], &text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>()].concat();
        let marked = [&[0xEF, 0xBB, 0xBF][..], text.as_bytes()].concat();
        for (bytes, encoding) in [(little, Some("UTF-16LE")), (big, Some("UTF-16BE")), (marked, None)] {
            let decoded = decode(&bytes).expect("no NUL");
            prop_assert_eq!(decoded.encoding, encoding);
            prop_assert_eq!(decoded.text.as_ref(), text.as_str());
        }
    }

    #[test]
    fn any_bytes_decode_or_are_binary(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Some(decoded) = decode(&bytes) {
            prop_assert!(!decoded.text.contains('\0'));
        }
    }
}

#[test]
fn utf_16_without_a_mark_is_told_by_its_zeros() {
    let text = "class A { String größe = \"→\"; } // \u{1F600}\n".repeat(40);
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
        let decoded = decode(&bytes).expect("text");
        assert_eq!(decoded.encoding, Some(encoding));
        assert_eq!(decoded.text, text);
    }
}

#[test]
fn what_is_not_utf_8_is_latin_1() {
    let decoded = decode(b"gr\xF6\xDFe \x80\xFF").expect("text");
    assert_eq!(decoded.encoding, Some("ISO-8859-1"));
    assert_eq!(decoded.text, "größe \u{80}ÿ");
    let half_broken = decode("größe".as_bytes().split_last().expect("bytes").1).expect("text");
    assert_eq!(half_broken.encoding, None, "only its last byte was cut, an ASCII one");
}

#[test]
fn a_nul_near_the_beginning_is_binary() {
    assert_eq!(decode(b"GIF89a\0\x01"), None);
    assert_eq!(decode(b"\0"), None);
    assert_eq!(decode(&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61]), None, "a class file");
    assert_eq!(decode(&[1, 0, 2, 0, 3, 0, 4, 0]), None, "small numbers are not UTF-16 text");
    let mut late = vec![b'a'; 8 * 1024];
    late.push(0);
    assert!(decode(&late).is_some());
    late[8 * 1024 - 1] = 0;
    assert_eq!(decode(&late), None);
    let marked = [&[0xFF, 0xFE][..], &[b'a', 0, 0, 0]].concat();
    assert_eq!(decode(&marked), None, "a NUL of UTF-16 is a NUL");
}

#[test]
fn escapes_show_what_would_be_hidden() {
    assert_eq!(visible("a\u{202E}b\u{1B}[31m\r\n"), "a\\u{202e}b\\u{1b}[31m\\u{d}\n");
    assert!(matches!(visible("tab\tand é"), std::borrow::Cow::Borrowed(_)));
}
