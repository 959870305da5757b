//! What is published right now: read by handlers straight away, written by the actor alone.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use dashmap::DashMap;
use dropwire_check::Finding;
use tower_lsp::lsp_types::{Diagnostic, Range, TextEdit, Url};

use super::properties::PropertyCard;
use super::targets::TargetCard;
use crate::discover::class_summary::ClassFacts;

/// A finding with what is needed to show its trail.
#[derive(Debug)]
pub struct Card {
    /// The finding.
    pub finding: Finding,
    /// Where its sources are.
    pub sources: Vec<PathBuf>,
}

/// An edit that helps against a finding.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What it does, and how sure that is.
    pub title: String,
    /// What was seen of it.
    pub seen: String,
    /// The target is verified with it.
    pub is_verified: bool,
    /// The sources that it changes.
    pub documents: Vec<OfferedDocument>,
}

/// A source that an edit changes.
#[derive(Clone, Debug)]
pub struct OfferedDocument {
    /// The document.
    pub uri: Url,
    /// Its file.
    pub path: PathBuf,
    /// The text that the edits are about.
    pub text: String,
    /// In their order.
    pub edits: Vec<TextEdit>,
}

impl Offered {
    fn changes(&self, uri: &Url) -> bool {
        self.documents.iter().any(|document| document.uri == *uri)
    }
}

/// A long day's trails; each takes some kilobytes.
const MOST_TRAILS: usize = 2_000;

/// The board.
#[derive(Debug, Default)]
pub struct Board {
    documents: DashMap<Url, Vec<Diagnostic>>,
    trails: DashMap<String, Arc<Card>>,
    /// What helps, by the id of the finding's trail; also where nothing does.
    fixes: DashMap<String, Vec<Offered>>,
    /// Their ids, oldest first.
    trail_order: Mutex<VecDeque<String>>,
    targets: RwLock<Arc<Vec<TargetCard>>>,
    /// Classes of which objects can be made, by binary name with dots.
    objects: RwLock<BTreeMap<String, Arc<ClassFacts>>>,
    properties: RwLock<Arc<Vec<PropertyCard>>>,
    /// The classes of the workspace.
    classes: RwLock<Arc<Vec<Arc<ClassFacts>>>>,
    /// The text of each configuration that an editor shows.
    configurations: DashMap<Url, String>,
    /// The id of the trail that is shown.
    open: RwLock<Option<String>>,
    /// The versions of the documents that the client shows.
    versions: DashMap<Url, i32>,
}

impl Board {
    /// Replaces a document's diagnostics.
    pub fn set_document(&self, uri: &Url, diagnostics: &[Diagnostic]) {
        if diagnostics.is_empty() {
            self.documents.remove(uri);
        } else {
            self.documents.insert(uri.clone(), diagnostics.to_vec());
        }
    }

    /// Puts up a finding under its trail's id. Old ones stay for long: an editor may still show them.
    pub fn put_trail(&self, card: Card) {
        let id = card.finding.trail.id.clone();
        let mut order = self.trail_order.lock().unwrap_or_else(PoisonError::into_inner);
        if self.trails.insert(id.clone(), Arc::new(card)).is_none() {
            order.push_back(id);
        }
        while order.len() > MOST_TRAILS {
            // One that is still published is put up again when that is looked at next.
            order
                .pop_front()
                .into_iter()
                .for_each(|old| drop(self.trails.remove(&old)));
        }
    }

    /// The client shows a document in this version, or no more.
    pub fn set_version(&self, uri: &Url, version: Option<i32>) {
        match version {
            Some(version) => drop(self.versions.insert(uri.clone(), version)),
            None => drop(self.versions.remove(uri)),
        }
    }

    /// The version of a document that the client shows.
    pub fn version(&self, uri: &Url) -> Option<i32> {
        self.versions.get(uri).map(|version| *version)
    }

    /// Offers what helps against a finding.
    pub fn set_fixes(&self, id: &str, fixes: Vec<Offered>) {
        self.fixes.insert(id.to_owned(), fixes);
    }

    /// Whether an edit is offered for a finding of a document.
    pub fn has_fixes(&self, uri: &Url) -> bool {
        !self.fixes.is_empty() && {
            let shown = self.documents.get(uri);
            shown.is_some_and(|shown| shown.iter().filter_map(trail_id).any(|id| self.fixes.contains_key(id)))
        }
    }

    /// The text of a document has changed: edits of it are none of this text.
    pub fn forget_fixes(&self, uri: &Url) {
        self.fixes.retain(|_, fixes| !fixes.iter().any(|fix| fix.changes(uri)));
    }

    /// What helps against a finding, as far as it was looked for and its source is what it was then.
    pub fn fixes(&self, id: &str) -> Option<Vec<Offered>> {
        let fixes = self.fixes.get(id)?.clone();
        let holds = |document: &OfferedDocument| {
            crate::files::read_to_string(&document.path).is_ok_and(|text| text == document.text)
        };
        if fixes.iter().flat_map(|fix| &fix.documents).all(holds) {
            return Some(fixes);
        }
        self.fixes.remove(id);
        None
    }

    /// A finding by its trail's id.
    pub fn trail(&self, id: &str) -> Option<Arc<Card>> {
        self.trails.get(id).map(|card| Arc::clone(&card))
    }

    /// The trail that is shown now, or none; false if it was shown before.
    pub fn set_open_trail(&self, id: Option<&str>) -> bool {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let differs = open.as_deref() != id;
        *open = id.map(str::to_owned);
        differs
    }

    /// The trail that is shown.
    pub fn open_trail(&self) -> Option<Arc<Card>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        self.trail(open.as_deref()?)
    }

    /// Replaces what is known of the targets; false if nothing differs.
    pub fn set_targets(&self, targets: Vec<TargetCard>) -> bool {
        // A poisoned lock means that a reader panicked, which ends the process anyway.
        let mut held = self.targets.write().unwrap_or_else(PoisonError::into_inner);
        let differs = **held != targets;
        *held = Arc::new(targets);
        differs
    }

    /// What is known of the targets.
    pub fn targets(&self) -> Arc<Vec<TargetCard>> {
        Arc::clone(&self.targets.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces what is known of classes of which objects can be made.
    pub fn set_objects(&self, objects: BTreeMap<String, Arc<ClassFacts>>) {
        *self.objects.write().unwrap_or_else(PoisonError::into_inner) = objects;
    }

    /// A class of which objects can be made, by its binary name with dots.
    pub fn object(&self, class: &str) -> Option<Arc<ClassFacts>> {
        let objects = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        objects.get(class).map(Arc::clone)
    }

    /// Replaces what is known of the properties; false if nothing differs.
    pub fn set_properties(&self, properties: Vec<PropertyCard>) -> bool {
        let mut held = self.properties.write().unwrap_or_else(PoisonError::into_inner);
        let differs = **held != properties;
        *held = Arc::new(properties);
        differs
    }

    /// What is known of the properties.
    pub fn properties(&self) -> Arc<Vec<PropertyCard>> {
        Arc::clone(&self.properties.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the classes of the workspace.
    pub fn set_classes(&self, classes: Vec<Arc<ClassFacts>>) {
        *self.classes.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(classes);
    }

    /// The classes of the workspace.
    pub fn classes(&self) -> Arc<Vec<Arc<ClassFacts>>> {
        Arc::clone(&self.classes.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A class of the workspace, by its binary name with dots.
    pub fn class(&self, class: &str) -> Option<Arc<ClassFacts>> {
        let internal = class.replace('.', "/");
        self.classes()
            .iter()
            .find(|facts| facts.name == internal)
            .map(Arc::clone)
    }

    /// An editor shows a configuration with this text; or shows it no more.
    pub fn set_configuration(&self, uri: &Url, text: Option<&str>) {
        match text {
            Some(text) => drop(self.configurations.insert(uri.clone(), text.to_owned())),
            None => drop(self.configurations.remove(uri)),
        }
    }

    /// The text of a configuration: as an editor shows it, else that of its file.
    pub fn configuration(&self, uri: &Url) -> Option<String> {
        if let Some(shown) = self.configurations.get(uri) {
            return Some(shown.clone());
        }
        crate::files::read_to_string(&uri.to_file_path().ok()?).ok()
    }

    /// The diagnostics of a document that touch a range.
    pub fn touching(&self, uri: &Url, range: Range) -> Vec<Diagnostic> {
        let touches = |diagnostic: &&Diagnostic| {
            diagnostic.range.start.line <= range.end.line && range.start.line <= diagnostic.range.end.line
        };
        self.documents
            .get(uri)
            .map(|all| all.iter().filter(touches).cloned().collect())
            .unwrap_or_default()
    }
}

/// The trail's id in a diagnostic that we published.
pub fn trail_id(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.data.as_ref()?.get("trail")?.as_str()
}
