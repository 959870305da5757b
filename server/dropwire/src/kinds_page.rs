//! The page on the kinds of findings, `server/docs/kinds.md`: for `dropwire help kinds`, and as a file for editors, whose diagnostics
//! link to the section of their kind.

use std::path::{Path, PathBuf};

use dropwire_check::Kind;

/// The page: a section for each kind, headed by its name.
pub const PAGE: &str = include_str!("../../docs/kinds.md");

/// Writes the page into a folder, unless it is there already.
///
/// # Errors
/// The folder cannot be made, or the file cannot be written.
pub fn write(folder: &Path) -> std::io::Result<PathBuf> {
    let path = folder.join("kinds.md");
    if std::fs::read_to_string(&path).is_ok_and(|known| known == PAGE) {
        return Ok(path);
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(&path, PAGE)?;
    Ok(path)
}

/// The line of a kind's heading, from 1.
pub fn line(kind: Kind) -> usize {
    let heading = format!("## {}", kind.name());
    PAGE.lines()
        .position(|line| line == heading)
        .map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_section_with_its_three_parts() {
        for kind in Kind::ALL {
            let heading = format!("\n## {}\n", kind.name());
            let section = PAGE
                .split_once(&heading)
                .and_then(|(_, rest)| rest.split("\n## ").next());
            let section = section.unwrap_or_else(|| panic!("no section for {}", kind.name()));
            for part in ["**Means**", "**Fix**", "**Suppress**"] {
                assert!(section.contains(part), "{}: {part}", kind.name());
            }
            assert!(line(kind) > 1);
        }
    }

    #[test]
    fn the_page_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(&folder.path().join("shown")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), PAGE);
        let changed = |path: &Path| std::fs::metadata(path).unwrap().modified().unwrap();
        let before = changed(&path);
        assert_eq!(changed(&write(&folder.path().join("shown")).unwrap()), before);
    }
}
