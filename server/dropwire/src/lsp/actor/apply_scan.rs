//! What a scan, or the client's settings, change: targets come, change and go.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use super::Actor;
use crate::javac::Javac;
use crate::lsp::compile;
use crate::lsp::event::Event;
use crate::lsp::scan::Scan;
use crate::lsp::target_state::{TargetState, TargetStatus};
use crate::results::found_files;
use crate::worker::protocol::Setup;

/// How far the server is with a folder that it compiles.
pub enum Compiling {
    /// It is at it.
    Running {
        /// Something was saved since it began.
        saved: bool,
    },
    /// It has, or could not.
    Done,
}

impl Actor {
    /// Takes over what is on disk.
    pub(super) fn adopt(&mut self, scan: Scan) {
        self.scanned = scan.number;
        let cleaned = self.keep_or_remove(&scan);
        self.compile_by = None;
        self.remarks = scan.remarks;
        self.no_baseline = scan.no_baseline;
        self.unreadable = scan.unreadable.len();
        let kept = std::mem::replace(&mut self.kept, scan.kept);
        // Suppressions of a configuration that has an error now stay as they were.
        let before = kept
            .into_iter()
            .filter(|(file, _)| scan.misconfigured.contains_key(file));
        self.kept.extend(before);
        self.misconfigured = scan.misconfigured;
        self.say_what_is_misconfigured();
        self.board.set_classes(scan.classes.into_values().collect());
        self.on_save = scan.on_save;
        self.modules = scan.modules;
        self.board.set_objects(scan.objects);
        let mut watched = self.uris.folders();
        watched.extend(scan.roots);
        let baselines = self
            .kept
            .values()
            .filter_map(|kept| Some(kept.baseline.as_ref()?.0.clone()));
        let answers = scan.targets.iter().filter_map(|target| target.known.as_ref());
        let files_read = answers.flat_map(|answer| found_files(&answer.loaded));
        let roots = self
            .modules
            .iter()
            .flat_map(|module| module.class_roots.clone())
            .chain(baselines)
            .chain(files_read)
            .collect();
        self.watch.set_folders(&watched, roots, &self.post);
        self.note_missing(scan.class_files, scan.targets.len(), cleaned);
        if scan.targets.is_empty() && cleaned == 0 {
            self.prepare_for(scan.prospect);
        }
        let mut news = Vec::new();
        for target in scan.targets {
            let key = target.key.clone();
            match self.targets.get_mut(&key) {
                Some(state) => {
                    if state.adopt(target) {
                        news.push(key);
                    }
                }
                None => {
                    let state = TargetState::new(target);
                    if state.status == TargetStatus::Answered {
                        news.push(key.clone());
                    }
                    self.targets.insert(key, state);
                }
            }
        }
        let answered = news.iter().filter_map(|key| self.targets.get(key));
        if let Some(written) = answered.map(|state| state.scanned.written).max() {
            self.compiled_by(written);
        }
        if let Some(why) = &scan.too_new {
            self.warn_once(format!("Dropwire skipped classes that it cannot read: {why}"));
        }
        self.bare.clone_from(&scan.bare);
        for folder in scan.bare {
            if !self.compiling.contains_key(&folder) {
                self.compile(folder);
            }
        }
        self.said_of_module.clear();
        self.answer_wishes();
        self.say_results();
        self.go_on_with_tests();
        self.end_outdated_run();
        self.end_outdated_fixing();
        // Whoever hears of the new scan knows already that a run of it goes on.
        self.begin_next();
        if self.running.is_some() {
            self.publish_status();
        }
        self.publish();
        news.iter().for_each(|key| self.report_answer(key, true));
        self.publish_status();
    }

    /// A target whose class root is empty stays, stale: a clean build has begun. So does one whose class file cannot be read:
    /// it is being written, or was torn; and one whose configuration has an error. Any other that is gone is gone.
    fn keep_or_remove(&mut self, scan: &Scan) -> usize {
        let keys: BTreeSet<&str> = scan.targets.iter().map(|target| target.key.as_str()).collect();
        let folders = self.uris.folders();
        let mut cleaned = 0;
        self.targets.retain(|key, state| {
            if keys.contains(key.as_str()) {
                return true;
            }
            if let Some(why) = scan.misconfigured.get(&state.scanned.configuration) {
                state.misconfigured(why.clone());
                return true;
            }
            let home = &state.scanned.home;
            let is_open = folders.iter().any(|folder| home.starts_with(folder));
            if is_open && scan.unreadable.contains(&state.scanned.class_file()) {
                state.torn();
                return true;
            }
            let is_cleaned = is_open && !scan.filled.contains(home) && state.report.is_some();
            if is_cleaned {
                state.cleaned();
                cleaned += 1;
            }
            is_cleaned
        });
        cleaned
    }

    /// Nothing to verify yet: the first build finds a booted worker.
    fn prepare_for(&self, prospect: Option<(Option<PathBuf>, Vec<PathBuf>)>) {
        let (Some(jdk), Some((configured, class_path))) = (&self.jdk, prospect) else {
            return;
        };
        let jdk = configured.unwrap_or_else(|| jdk.home.clone());
        let pool = Arc::clone(&self.pool);
        std::thread::spawn(move || pool.prepare(&Setup { jdk, class_path }));
    }

    fn note_missing(&mut self, class_files: usize, targets: usize, cleaned: usize) {
        if self.jdk.is_none() {
            return; // said in `begin`
        }
        let misconfigured = targets == 0 && !self.misconfigured.is_empty();
        self.missing = match (class_files, targets, cleaned) {
            // Which targets there are is unknown, and the status says why.
            (_, _, 0) if misconfigured => None,
            (_, _, 1..) => Some("class folders are empty; findings are from the last build".into()),
            (0, _, 0) => Some("no compiled classes found; findings appear when the project is compiled".into()),
            (_, 0, 0) => Some("no class with a main that can start a thread was found".into()),
            _ => None,
        };
        if let (0, Some(missing), false) = (class_files + cleaned, self.missing.clone(), self.client.status) {
            self.say_once(format!("Dropwire: {missing}"));
        }
    }

    /// Once, to a client that shows no status, or that shows it only when there is news.
    fn say_what_is_misconfigured(&mut self) {
        if !self.client.status || self.client.reports {
            for why in self.misconfigured.values().cloned().collect::<Vec<_>>() {
                self.warn_once(format!("Dropwire: {why}"));
            }
        }
    }

    /// What is wrong with the configuration files, as one line.
    pub(super) fn misconfiguration(&self) -> String {
        self.misconfigured.values().cloned().collect::<Vec<_>>().join("; ")
    }

    /// Compiles a folder of sources that nobody else compiles.
    fn compile(&mut self, folder: PathBuf) {
        let Some(jdk) = self.jdk.as_ref().map(|jdk| jdk.home.clone()) else {
            return;
        };
        let named = self.client.jdk.is_some();
        let post = self.post.clone();
        self.compiling
            .insert(folder.clone(), Compiling::Running { saved: false });
        std::thread::spawn(move || {
            let sources = compile::sources(&folder);
            let compiled =
                (!sources.is_empty()).then(|| compile::compile(&Javac::find(&jdk, named)?, &folder, &sources));
            let classes = compiled.transpose();
            post.send(Event::Compiled { folder, classes });
        });
    }

    /// A source was saved, or is gone; true if it is the server's to compile.
    pub(super) fn compile_again(&mut self, path: &Path) -> bool {
        if path.extension().is_none_or(|java| java != "java") {
            return false;
        }
        let folder = self.compiling.keys().find(|folder| path.starts_with(folder)).cloned();
        let Some(folder) = folder else { return false };
        if !self.bare.contains(&folder) {
            return false; // somebody else has compiled it since
        }
        match self.compiling.get_mut(&folder) {
            Some(Compiling::Running { saved }) => *saved = true,
            Some(Compiling::Done) => self.compile(folder),
            None => {}
        }
        true
    }

    /// The server has compiled a folder.
    pub(super) fn compiled(&mut self, folder: PathBuf, classes: Result<Option<PathBuf>, String>) {
        let again = matches!(self.compiling.get(&folder), Some(Compiling::Running { saved: true }));
        self.compiling.insert(folder.clone(), Compiling::Done);
        match classes {
            // It has no sources yet, or no longer, or a build of its own.
            Ok(classes) => {
                self.trouble_of_build = None;
                self.scanner.use_compiled(folder.clone(), classes, self.uris.folders());
            }
            Err(why) => self.trouble_of_build = Some(format!("does not compile: {why}")),
        }
        if again {
            self.compile(folder);
        }
        self.publish_status();
    }

    /// The client's settings: `{ "limits": { "time": "30s" } }`, perhaps below `dropwire`. What is not ours is passed over:
    /// an extension keeps its own settings beside.
    pub(super) fn take_settings(&mut self, settings: &Value) {
        let settings = settings.get("dropwire").unwrap_or(settings);
        let mut pairs = Vec::new();
        flatten("", settings, &mut pairs);
        let mut known = crate::config::Settings::default();
        let mut wrong = Vec::new();
        pairs.retain(
            |(key, value)| match crate::config::keys::apply(&mut known, key, value) {
                Ok(()) => true,
                Err(crate::config::keys::KeyError::Unknown(_)) => false,
                Err(error) => {
                    wrong.push(format!("Dropwire: the setting {key}: {}", error.message()));
                    false
                }
            },
        );
        wrong.into_iter().for_each(|text| self.warn_once(text));
        if self.settings != pairs {
            self.settings.clone_from(&pairs);
            self.scanner.use_settings(pairs, self.uris.folders());
        }
    }
}

/// Every single value with its path. Empty texts are settings that nobody has filled in.
fn flatten(path: &str, value: &Value, pairs: &mut Vec<(String, String)>) {
    let text = match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                flatten(&path, inner, pairs);
            }
            return;
        }
        Value::String(text) if !text.is_empty() => text.clone(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(_) | Value::Null | Value::Array(_) => return,
    };
    pairs.push((path.to_owned(), text));
}
