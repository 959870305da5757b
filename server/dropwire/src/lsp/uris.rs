//! From paths to the client's own spelling of their URIs: as it opened them, else below its folder's URI.
//!
//! Never canonicalised: an editor compares URIs as text, and a diagnostic under another spelling is lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dropwire_check::Kind;
use tower_lsp::lsp_types::{Url, WorkspaceFolder};

use crate::kinds_page;

/// The spellings that the client has used.
#[derive(Debug, Default)]
pub struct Uris {
    opened: BTreeMap<PathBuf, Url>,
    folders: Vec<(PathBuf, Url)>,
    page_of_kinds: Option<PathBuf>,
}

impl Uris {
    /// Remembers a document that the client has opened; gives how it was spelled until now, where that was otherwise.
    pub fn opened(&mut self, uri: &Url) -> Vec<Url> {
        let paths = uri
            .to_file_path()
            .map_or_else(|()| Vec::new(), |path| self.names(&path));
        let mut before: Vec<Url> = paths.iter().filter_map(|path| self.uri(path)).collect();
        before.sort();
        before.dedup();
        before.retain(|before| before != uri);
        self.opened.extend(paths.into_iter().map(|path| (path, uri.clone())));
        before
    }

    /// The path of a document: below an open folder, where a symbolic link leads there.
    pub fn path(&self, uri: &Url) -> Option<PathBuf> {
        let path = uri.to_file_path().ok()?;
        let is_open = |path: &PathBuf| self.folders.iter().any(|(folder, _)| path.starts_with(folder));
        let below = self.names(&path).into_iter().find(is_open);
        Some(below.unwrap_or(path))
    }

    /// What a file is called: this, without symbolic links, and below each open folder that it is in.
    fn names(&self, path: &Path) -> Vec<PathBuf> {
        let mut names = vec![path.to_path_buf()];
        let Ok(real) = path.canonicalize() else { return names };
        let below = |(folder, _): &(PathBuf, Url)| {
            let inside = real.strip_prefix(folder.canonicalize().ok()?).ok()?.to_path_buf();
            Some(folder.join(inside))
        };
        names.extend(self.folders.iter().filter_map(below));
        names.push(real);
        names
    }

    /// Remembers where the page on kinds of findings is.
    pub fn set_page_of_kinds(&mut self, path: PathBuf) {
        self.page_of_kinds = Some(path);
    }

    /// Where a kind of finding is explained, if the page could be written. Editors go to the line that a fragment names.
    pub fn kind(&self, kind: Kind) -> Option<Url> {
        let mut uri = Url::from_file_path(self.page_of_kinds.as_ref()?).ok()?;
        uri.set_fragment(Some(&format!("L{}", kinds_page::line(kind))));
        Some(uri)
    }

    /// Adds folders that the client has open.
    pub fn add_folders(&mut self, folders: &[WorkspaceFolder]) {
        for folder in folders {
            if let Ok(path) = folder.uri.to_file_path() {
                self.folders.push((path, folder.uri.clone()));
            }
        }
    }

    /// Forgets folders.
    pub fn remove_folders(&mut self, folders: &[WorkspaceFolder]) {
        self.folders
            .retain(|(_, uri)| !folders.iter().any(|folder| folder.uri == *uri));
    }

    /// The folders' paths.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|(path, _)| path.clone()).collect()
    }

    /// The URI of a file. `None` only for a path that is not absolute.
    pub fn uri(&self, path: &Path) -> Option<Url> {
        if let Some(uri) = self.opened.get(path) {
            return Some(uri.clone());
        }
        let below = self
            .folders
            .iter()
            .find_map(|(folder, uri)| Some((path.strip_prefix(folder).ok()?, uri)));
        let Some((relative, uri)) = below else {
            return Url::from_file_path(path).ok();
        };
        let mut uri = uri.clone();
        if let Ok(mut segments) = uri.path_segments_mut() {
            segments
                .pop_if_empty()
                .extend(relative.iter().map(|part| part.to_string_lossy()));
        }
        Some(uri)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_clients_spelling_wins() {
        let mut uris = Uris::default();
        let folder = Url::parse("file:///my%20project/").unwrap();
        uris.add_folders(&[WorkspaceFolder {
            uri: folder,
            name: "p".into(),
        }]);
        let shown = |uris: &Uris, path: &str| uris.uri(Path::new(path)).unwrap().to_string();
        assert_eq!(
            shown(&uris, "/my project/src/A B.java"),
            "file:///my%20project/src/A%20B.java"
        );
        assert_eq!(shown(&uris, "/else/A.java"), "file:///else/A.java");
        let before = uris.opened(&Url::parse("file:///my%20project/src/%41.java").unwrap());
        assert_eq!(before[0].as_str(), "file:///my%20project/src/A.java");
        assert_eq!(
            shown(&uris, "/my project/src/A.java"),
            "file:///my%20project/src/%41.java"
        );
    }

    #[test]
    fn a_link_leads_to_the_same_document() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        std::fs::create_dir(&real).unwrap();
        std::fs::write(real.join("A.java"), "").unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        for (open, other) in [(&real, &link), (&link, &real)] {
            let mut uris = Uris::default();
            uris.add_folders(&[WorkspaceFolder {
                uri: Url::from_file_path(open).unwrap(),
                name: "p".into(),
            }]);
            let shown = Url::from_file_path(other.join("A.java")).unwrap();
            assert_eq!(uris.path(&shown), Some(open.join("A.java")));
            uris.opened(&shown);
            assert_eq!(uris.uri(&open.join("A.java")), Some(shown));
        }
    }
}
