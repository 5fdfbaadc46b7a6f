//! Line numbers as javac counts them: LF, CR LF and a lone CR each end a line.

/// Where the lines of a text begin.
#[derive(Debug, Clone)]
pub struct Lines {
    starts: Vec<u32>,
    length: u32,
}

impl Lines {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(u32::try_from(at + 1).unwrap_or(u32::MAX));
            }
        }
        Self { starts, length: u32::try_from(bytes.len()).unwrap_or(u32::MAX) }
    }

    /// The line, 1-based, of the byte at `offset`.
    #[must_use]
    pub fn line_of(&self, offset: u32) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// How many lines there are; a text that ends with a line end has no empty line after it, an empty text none.
    #[must_use]
    pub fn count(&self) -> u32 {
        let all = u32::try_from(self.starts.len()).unwrap_or(u32::MAX);
        if self.starts.last() == Some(&self.length) { all - 1 } else { all }
    }

    /// The bytes of the lines `start` to `end` (1-based, inclusive), line ends included, cut to the text.
    #[must_use]
    pub fn bytes_of(&self, start: u32, end: u32) -> std::ops::Range<usize> {
        let at = |line: u32| self.starts.get(line as usize).copied().unwrap_or(self.length) as usize;
        let from = at(start.saturating_sub(1));
        from..at(end).max(from)
    }
}
