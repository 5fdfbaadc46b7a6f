//! A small ZIP writer that lies on request: every header field can be set apart from what it describes.

/// One entry, honest unless a field is overwritten.
#[derive(Clone)]
pub struct Item {
    /// The name in the central directory.
    pub name: Vec<u8>,
    /// The name in the local header.
    pub local_name: Vec<u8>,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub size: u32,
    pub packed_size: u32,
    /// Bytes as they lie in the archive.
    pub packed: Vec<u8>,
    /// Extra field in both headers.
    pub extra: Vec<u8>,
    /// External attributes: Unix mode in the upper half.
    pub attributes: u32,
    /// Whether the central directory lists it.
    pub listed: bool,
    /// Where the central directory says the local header is, instead of where it is.
    pub offset: Option<u32>,
    /// Whether a local header and data are written.
    pub written: bool,
    /// Whether sizes and checksum follow the data instead of standing in the local header.
    pub described_after: bool,
}

impl Item {
    /// A stored entry.
    pub fn stored(name: &str, content: &[u8]) -> Self {
        Self::raw(name, 0, content, content.to_vec())
    }

    /// An entry packed as a deflate stream of stored blocks: valid, and no larger than needed for the tests.
    pub fn deflated(name: &str, content: &[u8]) -> Self {
        let mut packed = Vec::new();
        let mut chunks = content.chunks(65_535).peekable();
        if chunks.peek().is_none() {
            packed.extend([1, 0, 0, 0xFF, 0xFF]);
        }
        while let Some(chunk) = chunks.next() {
            let length = u16::try_from(chunk.len()).unwrap();
            packed.push(u8::from(chunks.peek().is_none()));
            packed.extend(length.to_le_bytes());
            packed.extend((!length).to_le_bytes());
            packed.extend(chunk);
        }
        Self::raw(name, 8, content, packed)
    }

    /// An entry of bytes that were packed elsewhere.
    pub fn raw(name: &str, method: u16, content: &[u8], packed: Vec<u8>) -> Self {
        Self {
            name: name.as_bytes().to_vec(),
            local_name: name.as_bytes().to_vec(),
            // Bit 11: the name is UTF-8.
            flags: if name.is_ascii() { 0 } else { 0x800 },
            method,
            crc: crc32fast::hash(content),
            size: u32::try_from(content.len()).unwrap(),
            packed_size: u32::try_from(packed.len()).unwrap(),
            packed,
            extra: Vec::new(),
            attributes: 0o100_644 << 16,
            listed: true,
            offset: None,
            written: true,
            described_after: false,
        }
    }

    /// The same entry, changed.
    pub fn but(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// An archive of these items.
pub fn archive(items: &[Item]) -> Vec<u8> {
    archive_with(items, None, b"")
}

/// An archive whose end record announces `count` entries and carries a comment.
pub fn archive_with(items: &[Item], count: Option<u16>, comment: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut central = Vec::new();
    for item in items {
        let start = u32::try_from(bytes.len()).unwrap();
        if item.written {
            local(&mut bytes, item);
        }
        if item.listed {
            central_header(&mut central, item, item.offset.unwrap_or(start));
        }
    }
    let listed = u16::try_from(items.iter().filter(|item| item.listed).count()).unwrap();
    let count = count.unwrap_or(listed);
    let start = u32::try_from(bytes.len()).unwrap();
    let length = u32::try_from(central.len()).unwrap();
    bytes.extend(central);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend(u16::try_from(comment.len()).unwrap().to_le_bytes());
    bytes.extend(comment);
    bytes
}

fn local(bytes: &mut Vec<u8>, item: &Item) {
    bytes.extend(b"PK\x03\x04\x14\0");
    let flags = if item.described_after { item.flags | 8 } else { item.flags };
    bytes.extend(flags.to_le_bytes());
    bytes.extend(item.method.to_le_bytes());
    bytes.extend([0, 0, 0x21, 0]);
    if item.described_after {
        bytes.extend([0; 12]);
    } else {
        sizes(bytes, item);
    }
    bytes.extend(u16::try_from(item.local_name.len()).unwrap().to_le_bytes());
    bytes.extend(u16::try_from(item.extra.len()).unwrap().to_le_bytes());
    bytes.extend(&item.local_name);
    bytes.extend(&item.extra);
    bytes.extend(&item.packed);
    if item.described_after {
        bytes.extend(b"PK\x07\x08");
        sizes(bytes, item);
    }
}

fn central_header(bytes: &mut Vec<u8>, item: &Item, offset: u32) {
    bytes.extend(b"PK\x01\x02\x14\x03\x14\0");
    let flags = if item.described_after { item.flags | 8 } else { item.flags };
    bytes.extend(flags.to_le_bytes());
    bytes.extend(item.method.to_le_bytes());
    bytes.extend([0, 0, 0x21, 0]);
    sizes(bytes, item);
    bytes.extend(u16::try_from(item.name.len()).unwrap().to_le_bytes());
    bytes.extend(u16::try_from(item.extra.len()).unwrap().to_le_bytes());
    bytes.extend([0; 6]);
    bytes.extend(item.attributes.to_le_bytes());
    bytes.extend(offset.to_le_bytes());
    bytes.extend(&item.name);
    bytes.extend(&item.extra);
}

fn sizes(bytes: &mut Vec<u8>, item: &Item) {
    bytes.extend(item.crc.to_le_bytes());
    bytes.extend(item.packed_size.to_le_bytes());
    bytes.extend(item.size.to_le_bytes());
}
