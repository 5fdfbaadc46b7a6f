//! How deep annotations nest: looked at before they are decoded, since decoding recurses in their depth.

/// Deepest nesting of annotations and arrays in an annotation. Java sources hardly reach four.
const DEEPEST: usize = 32;

/// Big-endian numbers, one after the other.
pub struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn u8(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    pub fn u16(&mut self) -> Option<u16> {
        Some(u16::from(self.u8()?) << 8 | u16::from(self.u8()?))
    }

    pub fn skip(&mut self, count: usize) -> Option<()> {
        self.bytes = self.bytes.get(count..)?;
        Some(())
    }
}

/// What is still to come on one level.
enum Pending {
    /// Element values of an array.
    Values(u16),
    /// Name and value pairs of an annotation.
    Pairs(u16),
}

/// Reads past one element value; none when it ends early, holds an unknown tag or nests too deep.
pub fn pass_value(cursor: &mut Cursor<'_>) -> Option<()> {
    pass(cursor, Pending::Values(1))
}

/// Reads past one annotation.
pub fn pass_annotation(cursor: &mut Cursor<'_>) -> Option<()> {
    cursor.u16()?;
    let pairs = cursor.u16()?;
    pass(cursor, Pending::Pairs(pairs))
}

fn pass(cursor: &mut Cursor<'_>, first: Pending) -> Option<()> {
    let mut open = vec![first];
    while let Some(level) = open.last_mut() {
        let (Pending::Values(left) | Pending::Pairs(left)) = level;
        if *left == 0 {
            open.pop();
            continue;
        }
        *left -= 1;
        if matches!(level, Pending::Pairs(_)) {
            cursor.u16()?;
        }
        match cursor.u8()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => cursor.skip(2)?,
            b'e' => cursor.skip(4)?,
            b'[' => open.push(Pending::Values(cursor.u16()?)),
            b'@' => {
                cursor.u16()?;
                open.push(Pending::Pairs(cursor.u16()?));
            }
            _ => return None,
        }
        if open.len() > DEEPEST {
            return None;
        }
    }
    Some(())
}

/// Whether the content of an attribute of this name can be decoded without recursing deep: only annotations nest.
pub fn is_shallow(name: &[u8], content: &[u8]) -> bool {
    let mut cursor = Cursor::new(content);
    let cursor = &mut cursor;
    let passed = match name {
        b"AnnotationDefault" => pass_value(cursor),
        b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations" => annotations(cursor),
        b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
            cursor.u8().and_then(|count| (0..count).try_for_each(|_| annotations(cursor)))
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            cursor.u16().and_then(|count| (0..count).try_for_each(|_| type_annotation(cursor)))
        }
        _ => Some(()),
    };
    passed.is_some()
}

fn annotations(cursor: &mut Cursor<'_>) -> Option<()> {
    let count = cursor.u16()?;
    (0..count).try_for_each(|_| pass_annotation(cursor))
}

fn type_annotation(cursor: &mut Cursor<'_>) -> Option<()> {
    match cursor.u8()? {
        0x00 | 0x01 | 0x16 => cursor.skip(1)?,
        0x10..=0x12 | 0x17 | 0x42..=0x46 => cursor.skip(2)?,
        0x13..=0x15 => {}
        0x40 | 0x41 => {
            let entries = cursor.u16()?;
            cursor.skip(usize::from(entries) * 6)?;
        }
        0x47..=0x4B => cursor.skip(3)?,
        _ => return None,
    }
    let steps = cursor.u8()?;
    cursor.skip(usize::from(steps) * 2)?;
    pass_annotation(cursor)
}

#[cfg(test)]
mod tests {
    use super::is_shallow;

    #[test]
    fn deep_nesting_is_refused() {
        let nested = |depth: usize| {
            let mut content = [b'[', 0, 1].repeat(depth);
            content.extend([b'I', 0, 1]);
            content
        };
        assert!(is_shallow(b"AnnotationDefault", &nested(10)));
        assert!(!is_shallow(b"AnnotationDefault", &nested(100_000)));
        assert!(!is_shallow(b"AnnotationDefault", &nested(3)[..5]));
        assert!(is_shallow(b"Code", &nested(100_000)));
    }
}
