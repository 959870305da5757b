//! Reads files that others wrote: plain ones only, for a pipe or a device may never come to an end.

use std::io;
use std::path::Path;

/// The bytes of a plain file.
///
/// # Errors
/// What the operating system says; `InvalidInput` for whatever is no plain file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    must_be_plain(path)?;
    std::fs::read(path)
}

/// The text of a plain file.
///
/// # Errors
/// A sentence that names the file.
pub fn read_text(path: &Path) -> Result<String, String> {
    must_be_plain(path)
        .and_then(|()| std::fs::read_to_string(path))
        .map_err(|error| format!("{}: {error}", path.display()))
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
        let error = read_text(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error, "/dev/zero: it is no plain file");
        assert!(read(Path::new("/")).is_err());
        assert!(read(Path::new("/proc/self/exe")).is_ok());
    }
}
