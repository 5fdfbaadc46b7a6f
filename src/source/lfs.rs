//! Pointers of Git LFS: small texts that stand where a checkout without it would have a file's content.
//!
//! See <https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md>.

/// How such a file begins.
const BEGIN: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";

/// Longest such file.
const MOST_BYTES: usize = 1024;

/// Whether a file is a pointer.
pub fn is_pointer(bytes: &[u8]) -> bool {
    bytes.len() <= MOST_BYTES && bytes.starts_with(BEGIN)
}
