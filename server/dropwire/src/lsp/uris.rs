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
    /// Remembers a document that the client has opened.
    pub fn opened(&mut self, uri: Url) {
        if let Ok(path) = uri.to_file_path() {
            self.opened.insert(path, uri);
        }
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
        uris.opened(Url::parse("file:///my%20project/src/%41.java").unwrap());
        assert_eq!(
            shown(&uris, "/my project/src/A.java"),
            "file:///my%20project/src/%41.java"
        );
    }
}
