//! Digests of content, and bytes as hexadecimal.
//!
//! SHA-256 is what people compare: it names sources. BLAKE3 tells whether an index file is what was written: where the
//! processor has no instructions for SHA-256 it is some twenty times as fast. Knows nothing of files.

/// A running SHA-256.
pub struct Sha256(ring::digest::Context);

impl Default for Sha256 {
    fn default() -> Self {
        Self(ring::digest::Context::new(&ring::digest::SHA256))
    }
}

impl Sha256 {
    /// Of no bytes yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes.as_ref());
    }

    #[must_use]
    pub fn finish(self) -> [u8; 32] {
        let digest = self.0.finish();
        std::array::from_fn(|at| digest.as_ref()[at])
    }

    /// Of `bytes`.
    #[must_use]
    pub fn of(bytes: impl AsRef<[u8]>) -> [u8; 32] {
        let mut all = Self::new();
        all.update(bytes);
        all.finish()
    }
}

/// A running BLAKE3.
#[derive(Default)]
pub struct Blake3(blake3::Hasher);

impl Blake3 {
    /// Of no bytes yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    #[must_use]
    pub fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standards() {
        assert_eq!(hex(&Sha256::of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let mut pieces = Blake3::new();
        pieces.update(b"a");
        pieces.update(b"bc");
        assert_eq!(hex(&pieces.finish()), "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
    }
}
