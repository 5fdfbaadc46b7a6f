//! Numbers as few bytes: varints of seven bits a byte, lowest first, as every packed column of an index has them.

/// Appends `value`.
pub(super) fn put(out: &mut Vec<u8>, value: u32) {
    put_long(out, u64::from(value));
}

/// Appends a value that may be wider than 32 bits.
pub(super) fn put_long(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number off the front; none where it is cut off or wider than 32 bits.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(take_long(bytes)?).ok()
}

/// Takes a number of up to 64 bits off the front.
pub(super) fn take_long(bytes: &mut &[u8]) -> Option<u64> {
    // Most numbers are small.
    if let [byte @ 0..0x80, rest @ ..] = *bytes {
        *bytes = rest;
        return Some(u64::from(*byte));
    }
    let mut value = 0_u64;
    for (at, &byte) in bytes.iter().enumerate().take(10) {
        let bits = u64::from(byte & 0x7f);
        let shift = at as u32 * 7;
        if bits << shift >> shift != bits {
            return None;
        }
        value |= bits << shift;
        if byte < 0x80 {
            *bytes = &bytes[at + 1..];
            return Some(value);
        }
    }
    None
}

/// Appends how far `value` is from `base`, in either direction.
pub(super) fn put_step(out: &mut Vec<u8>, base: u32, value: u32) {
    let step = i64::from(value) - i64::from(base);
    put_long(out, (step << 1 ^ step >> 63).cast_unsigned());
}

/// Takes what [`put_step`] appended.
pub(super) fn take_step(bytes: &mut &[u8], base: u32) -> Option<u32> {
    let folded = take_long(bytes)?;
    let step = (folded >> 1).cast_signed() ^ -((folded & 1).cast_signed());
    u32::try_from(i64::from(base).checked_add(step)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, 127, 128, 300, u32::MAX - 1, u32::MAX];
        for number in numbers {
            put(&mut bytes, number);
            put_step(&mut bytes, 1000, number);
            put_step(&mut bytes, u32::MAX, number);
        }
        put_long(&mut bytes, u64::MAX);
        let mut rest = &bytes[..];
        for number in numbers {
            assert_eq!(take(&mut rest), Some(number));
            assert_eq!(take_step(&mut rest, 1000), Some(number));
            assert_eq!(take_step(&mut rest, u32::MAX), Some(number));
        }
        assert_eq!(take_long(&mut rest), Some(u64::MAX));
        assert!(rest.is_empty());
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!(take(&mut &[][..]), None);
        assert_eq!(take(&mut &[0x80][..]), None);
        assert_eq!(take(&mut &[0xff, 0xff, 0xff, 0xff, 0x1f][..]), None, "wider than 32 bits");
        assert_eq!(take_long(&mut &[0xff; 11][..]), None);
        assert_eq!(take_step(&mut &[0x01][..], 0), None, "before the beginning");
    }
}
