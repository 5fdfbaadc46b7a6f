//! Text as plain values: decoding, line ends as javac counts them, escaping for people, secrets left out, refused patterns, names in Java, misspellings, numbered texts. No I/O.

pub mod decode;
pub mod escape;
pub mod interned;
pub mod java_name;
pub mod lines;
pub mod redact;
pub mod refused;
pub mod secret;
pub mod spelling;
pub mod url;

/// As many characters from the beginning of a text as fit into so many bytes.
#[must_use]
pub fn floor(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    #[test]
    fn characters_are_whole() {
        for (most, expected) in [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (4, "aé"), (6, "aé"), (7, "aé𝄞"), (99, "aé𝄞")]
        {
            assert_eq!(super::floor("aé𝄞", most), expected, "{most}");
        }
    }
}
