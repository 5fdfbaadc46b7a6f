//! One open file, read by several threads at once.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};

/// A place in an open file. Reading moves it, and no other place in the same file.
#[derive(Debug)]
pub struct Place<'a> {
    file: &'a File,
    at: u64,
}

impl<'a> Place<'a> {
    /// The beginning of a file.
    #[must_use]
    pub const fn new(file: &'a File) -> Self {
        Self { file, at: 0 }
    }
}

impl Read for Place<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        #[cfg(unix)]
        let count = std::os::unix::fs::FileExt::read_at(self.file, into, self.at)?;
        #[cfg(windows)]
        let count = std::os::windows::fs::FileExt::seek_read(self.file, into, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Place<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.file.metadata()?.len().checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| Error::new(ErrorKind::InvalidInput, "a place before the beginning of the file"))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_one_file_move_alone() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, "0123456789").unwrap();
        let file = File::open(&path).unwrap();
        let (mut one, mut other) = (Place::new(&file), Place::new(&file));
        let read = |place: &mut Place<'_>| {
            let mut bytes = [0; 3];
            place.read_exact(&mut bytes).map(|()| String::from_utf8_lossy(&bytes).into_owned())
        };
        assert_eq!(read(&mut one).unwrap(), "012");
        assert_eq!(read(&mut other).unwrap(), "012");
        assert_eq!(one.seek(SeekFrom::Current(2)).unwrap(), 5);
        assert_eq!(read(&mut one).unwrap(), "567");
        assert_eq!(other.seek(SeekFrom::End(-3)).unwrap(), 7);
        assert_eq!(read(&mut other).unwrap(), "789");
        assert!(read(&mut other).is_err());
        assert!(one.seek(SeekFrom::Current(-9)).is_err());
        assert_eq!(one.seek(SeekFrom::Start(1)).unwrap(), 1);
        assert_eq!(read(&mut one).unwrap(), "123");
    }
}
