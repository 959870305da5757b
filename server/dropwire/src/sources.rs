//! From a place in a class file to the source file on disk and the text of its line.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use dropwire_check::{Finding, Location};

/// The source folders of one target. Remembers what it has read.
#[derive(Debug, Default)]
pub struct Sources {
    roots: Vec<PathBuf>,
    found: RefCell<BTreeMap<String, Option<PathBuf>>>,
    read: RefCell<BTreeMap<PathBuf, Rc<Vec<String>>>>,
}

impl Sources {
    /// Looks in these folders, in this order.
    pub fn new(roots: Vec<PathBuf>) -> Sources {
        Sources {
            roots,
            ..Sources::default()
        }
    }

    /// The file that a location is in, if one of the folders has it: by package, else directly.
    pub fn path(&self, location: &Location) -> Option<PathBuf> {
        let file = location.file.as_deref()?;
        // A SourceFile attribute is a bare name; anything else was not written by a compiler.
        if file.contains(['/', '\\']) {
            return None;
        }
        let relative = match location.class.rsplit_once('.') {
            Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
            None => file.to_owned(),
        };
        let search = || {
            let nested = self.roots.iter().map(|root| root.join(&relative));
            let flat = self.roots.iter().map(|root| root.join(file));
            nested.chain(flat).find(|path| path.is_file())
        };
        self.found
            .borrow_mut()
            .entry(relative.clone())
            .or_insert_with(search)
            .clone()
    }

    /// The file that a class is in, by its binary name with dots and the name of its source file.
    pub fn path_of_class(&self, class: &str, file: Option<&str>) -> Option<PathBuf> {
        self.path(&Location {
            class: class.to_owned(),
            method: String::new(),
            file: file.map(str::to_owned),
            line: None,
        })
    }

    /// The nearest place of a finding with a source that we have, and its file: the finding's own, else a related one, else the last
    /// step's. A finding inside a library belongs to the user's call.
    pub fn nearest<'a>(&self, finding: &'a Finding) -> Option<(PathBuf, &'a Location)> {
        let related = finding.related.iter().map(|related| &related.location);
        let steps = finding.trail.steps.iter().rev();
        let steps = steps.filter_map(|step| step.location.as_ref());
        std::iter::once(&finding.location)
            .chain(related)
            .chain(steps)
            .find_map(|location| Some((self.path(location)?, location)))
    }

    /// The text of a location's line, without surrounding blanks.
    pub fn text(&self, location: &Location) -> Option<String> {
        let line = location.line?;
        let lines = self.lines(&self.path(location)?);
        lines
            .get(usize::try_from(line).ok()?.checked_sub(1)?)
            .map(|text| text.trim().to_owned())
    }

    /// The lines of a file; none if it cannot be read.
    pub fn lines(&self, path: &Path) -> Rc<Vec<String>> {
        let read = || {
            let bytes = crate::files::read(path).unwrap_or_default();
            Rc::new(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
        };
        Rc::clone(self.read.borrow_mut().entry(path.to_path_buf()).or_insert_with(read))
    }
}

/// `Till.java:6`, `Till.java`, or the class where nothing better is known.
pub fn short_place(location: &Location) -> String {
    match (&location.file, location.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => location.class.clone(),
    }
}

/// A path as a person in `folder` would write it: relative below it, absolute elsewhere.
pub fn relative_to(path: &Path, folder: &Path) -> PathBuf {
    path.strip_prefix(folder).unwrap_or(path).to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(class: &str, file: &str, line: u32) -> Location {
        Location {
            class: class.into(),
            method: "m".into(),
            file: Some(file.into()),
            line: Some(line),
        }
    }

    #[test]
    fn by_package_then_flat() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("shop")).unwrap();
        std::fs::write(folder.path().join("shop/Till.java"), "a\n  b  \n").unwrap();
        std::fs::write(folder.path().join("Flat.java"), "c\n").unwrap();
        let sources = Sources::new(vec![folder.path().to_path_buf()]);
        assert_eq!(
            sources.text(&location("shop.Till$Drawer", "Till.java", 2)),
            Some("b".into())
        );
        assert_eq!(
            sources.text(&location("elsewhere.Flat", "Flat.java", 1)),
            Some("c".into())
        );
        assert_eq!(sources.text(&location("shop.Till", "Till.java", 0)), None);
        assert_eq!(sources.text(&location("shop.Till", "Till.java", 9)), None);
        assert_eq!(sources.path(&location("a.B", "../../etc/passwd", 1)), None);
    }
}
