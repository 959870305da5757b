//! Reads files that others wrote: plain ones only, for a pipe or a device may never come to an end.

use std::io;
use std::path::Path;

/// The bytes of a plain file.
///
/// # Errors
/// What the operating system says; `InvalidInput` for whatever is no plain file.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    must_be_plain(path)?;
    std::fs::read(path)
}

/// The text of a plain file.
///
/// # Errors
/// As [`read`], and where it is no UTF-8.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    let path = path.as_ref();
    must_be_plain(path)?;
    std::fs::read_to_string(path)
}

fn must_be_plain(path: &Path) -> io::Result<()> {
    // Follows links, as reading does.
    if std::fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_never_ends_is_not_begun() {
        let error = read_to_string(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it is no plain file");
        assert!(read(Path::new("/")).is_err());
        assert!(read(Path::new("/proc/self/exe")).is_ok());
    }
}
