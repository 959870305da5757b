//! Reads files that others wrote: plain ones of a bearable size only, for a pipe or a device may never come to an end. Writes none over another.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Bytes of a file at most.
const LARGEST: u64 = 256 << 20;

/// The bytes of a plain file.
///
/// # Errors
/// What the operating system says; `InvalidInput` for whatever is not a regular file, or too large.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_up_to(path, LARGEST)
}

/// The bytes of a plain file of at most so many.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: impl AsRef<Path>, largest: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    must_be_plain(path, largest)?;
    std::fs::read(path)
}

/// The text of a plain file.
///
/// # Errors
/// As [`read`], and where it is no UTF-8.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    read_to_string_up_to(path, LARGEST)
}

/// The text of a plain file of at most so many bytes.
///
/// # Errors
/// As [`read_to_string`].
pub fn read_to_string_up_to(path: impl AsRef<Path>, largest: u64) -> io::Result<String> {
    let path = path.as_ref();
    must_be_plain(path, largest)?;
    std::fs::read_to_string(path)
}

/// Writes a file that is not there yet.
///
/// # Errors
/// It is there ([`io::ErrorKind::AlreadyExists`]), or cannot be written.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    File::create_new(path)?.write_all(text.as_bytes())
}

fn must_be_plain(path: &Path, largest: u64) -> io::Result<()> {
    // Follows links, as reading does.
    let metadata = std::fs::metadata(path)?;
    let refused = |why: String| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if !metadata.is_file() {
        refused("it is not a regular file".into())
    } else if metadata.len() > largest {
        refused(format!("it has more than {largest} bytes"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_never_ends_is_not_begun() {
        let error = read_to_string(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it is not a regular file");
        assert!(read(Path::new("/")).is_err());
        assert!(read(Path::new("/proc/self/exe")).is_ok());
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        file.as_file().set_len(LARGEST + 1).expect("a hole");
        let error = read(file.path()).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 268435456 bytes");
        file.as_file().set_len(3).expect("a shorter one");
        assert!(read_to_string_up_to(file.path(), 2).is_err());
        assert_eq!(read_to_string_up_to(file.path(), 3).expect("three bytes").len(), 3);
    }
}
