//! Images of Java modules (`lib/modules`), written as `jlink` writes them, as far as a reader of all places looks.
#![allow(clippy::unwrap_used, reason = "a test's tool")]

/// An image of these files: module, folder, name, extension, content.
pub fn image(files: &[(&str, &str, &str, &str, &[u8])]) -> Vec<u8> {
    let (mut strings, mut places, mut offsets, mut contents) = (vec![0], Vec::new(), Vec::new(), Vec::new());
    for (module, folder, name, extension, content) in files {
        offsets.push(u32::try_from(places.len()).unwrap());
        for (kind, text) in [(1, module), (2, folder), (3, name), (4, extension)] {
            attribute(&mut places, kind, strings.len() as u64);
            strings.extend(text.bytes().chain([0]));
        }
        attribute(&mut places, 5, contents.len() as u64);
        attribute(&mut places, 7, content.len() as u64);
        places.push(0);
        contents.extend_from_slice(content);
    }
    let count = u32::try_from(files.len()).unwrap();
    let lengths = [places.len(), strings.len()].map(|length| u32::try_from(length).unwrap());
    let header = [0xCAFE_DADA, 1 << 16, 0, count, count, lengths[0], lengths[1]];
    let redirect = vec![0; files.len()];
    let numbers = header.iter().chain(&redirect).chain(&offsets);
    let mut bytes: Vec<u8> = numbers.flat_map(|number: &u32| number.to_le_bytes()).collect();
    for table in [places, strings, contents] {
        bytes.extend(table);
    }
    bytes
}

/// An attribute of a place, in as few bytes as it takes.
fn attribute(places: &mut Vec<u8>, kind: u8, value: u64) {
    let bytes = value.to_be_bytes();
    let first = bytes.iter().position(|byte| *byte != 0).unwrap_or(7);
    places.push(kind << 3 | u8::try_from(7 - first).unwrap());
    places.extend(&bytes[first..]);
}
