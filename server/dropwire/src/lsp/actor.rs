//! The actor: owns every piece of the server's state, and decides. Receives events, speaks by [`Outgoing`], never waits.

mod apply_scan;
pub mod build;
mod explored;
mod fixes;
mod fixtures;
mod generated_tests;
mod progress;
mod properties;
pub mod publish;
pub mod running;
mod runs;
mod suppressed;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use dropwire_check::Report;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url, WorkspaceFolder};

use super::answers::trail_of_document;
use super::client::ClientInfo;
use super::documents::Documents;
use super::event::{Event, Outgoing, ServerStatus};
use super::inbox::{Inbox, Next, Post};
use super::pool::WarmPool;
use super::project::Scanner;
use super::published_state::Board;
use super::scan::{Asked, OnSave};
use super::target_state::{TargetState, TargetStatus};
use super::uris::Uris;
use super::watch::Watch;
use crate::discover::module::Module;
use crate::engine::{JdkInfo, locate_jdk};
use crate::kinds_page;
use crate::results::Results;
use crate::system;
use apply_scan::Compiling;
use running::Running;

/// A build writes files in bursts: so long nothing must come, before they are looked at.
///
/// With the two scans that must agree this makes 300 ms.
const QUIET: Duration = Duration::from_millis(240);
/// A build that never pauses is looked at nevertheless.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Typing has come to rest.
const TYPING: Duration = Duration::from_millis(400);
/// A build that runs on save has begun to write classes by then.
const COMPILED_SOON: Duration = Duration::from_secs(10);
/// How often to look where watching failed.
const POLL: Duration = Duration::from_secs(2);

/// Whoever hears what the actor says; must not wait.
pub type Hear = Box<dyn Fn(Outgoing) + Send>;

/// The actor.
pub struct Actor {
    out: Hear,
    post: Post,
    board: Arc<Board>,
    client: ClientInfo,
    uris: Uris,
    documents: Documents,
    /// When to publish again, because lines have moved.
    republish_at: Option<Instant>,
    jdk: Option<JdkInfo>,
    scanner: Scanner,
    watch: Watch,
    polling: bool,
    /// When to scan, and the latest moment to do it, since hints came.
    scan_at: Option<(Instant, Instant)>,
    targets: BTreeMap<String, TargetState>,
    running: Option<Running>,
    runs: u64,
    pool: Arc<WarmPool>,
    results: Arc<Results>,
    published: BTreeMap<Url, Vec<Diagnostic>>,
    remarks: BTreeMap<PathBuf, Vec<crate::config::Warning>>,
    /// Configuration files with an error, and why nothing that they configure is verified.
    misconfigured: BTreeMap<PathBuf, String>,
    kept: BTreeMap<PathBuf, crate::suppress::Kept>,
    on_save: BTreeMap<PathBuf, OnSave>,
    building: BTreeMap<PathBuf, build::Building>,
    /// A search for fixes.
    fixing: Option<fixes::Fixing>,
    /// Tests that are wanted.
    generating: Option<generated_tests::Generating>,
    modules: Vec<Module>,
    /// The number of the last scan.
    scanned: u64,
    /// The client's settings, as keys and values.
    settings: Vec<(String, String)>,
    /// The last saved source: its target goes first.
    last_saved: Option<Url>,
    /// What has been said already, so that it is said once.
    said: Vec<String>,
    /// Modules whose missing class has been said.
    said_of_module: Vec<String>,
    /// What the user wants verified, and the next scan looks for.
    asked_for: Vec<Asked>,
    /// Folders that the server compiles itself.
    compiling: BTreeMap<PathBuf, Compiling>,
    /// Folders in which nobody else has compiled anything.
    bare: Vec<PathBuf>,
    /// What is missing, if anything.
    missing: Option<String>,
    /// Why a baseline does not count.
    no_baseline: Option<String>,
    /// Class files that cannot be read.
    unreadable: usize,
    /// A source was saved: by then its classes are expected.
    compile_by: Option<Instant>,
    /// Sources that are gone, and when to look whether they have been replaced.
    gone: Option<(Instant, Vec<PathBuf>)>,
    /// Why the server could not compile.
    trouble_of_build: Option<String>,
    ending: bool,
}

impl Actor {
    /// Starts the actor on a thread of its own.
    pub fn start(mut inbox: Inbox, post: Post, out: Hear, board: Arc<Board>) {
        std::thread::spawn(move || {
            let results = Arc::new(Results::of_user());
            let mut actor = Actor {
                out,
                board,
                client: ClientInfo::default(),
                uris: Uris::default(),
                documents: Documents::default(),
                republish_at: None,
                jdk: None,
                scanner: Scanner::start(post.clone(), Arc::clone(&results)),
                watch: Watch::start(&post),
                post,
                polling: false,
                scan_at: None,
                targets: BTreeMap::new(),
                running: None,
                runs: 0,
                pool: Arc::default(),
                results,
                published: BTreeMap::new(),
                remarks: BTreeMap::new(),
                misconfigured: BTreeMap::new(),
                kept: BTreeMap::new(),
                on_save: BTreeMap::new(),
                building: BTreeMap::new(),
                fixing: None,
                generating: None,
                modules: Vec::new(),
                scanned: 0,
                settings: Vec::new(),
                last_saved: None,
                said: Vec::new(),
                said_of_module: Vec::new(),
                asked_for: Vec::new(),
                compiling: BTreeMap::new(),
                bare: Vec::new(),
                missing: None,
                no_baseline: None,
                unreadable: 0,
                compile_by: None,
                gone: None,
                trouble_of_build: None,
                ending: false,
            };
            loop {
                match inbox.next(actor.next_deadline()) {
                    Next::Event(event) => actor.hear(event),
                    Next::Timeout => {}
                    Next::Closed => return,
                }
                actor.tick();
            }
        });
    }

    fn hear(&mut self, event: Event) {
        tracing::debug!(?event, "event");
        match event {
            Event::Initialize(client) => {
                self.uris.add_folders(&client.folders);
                if let Ok(page) = kinds_page::write(&system::cache_folder().join("shown")) {
                    self.uris.set_page_of_kinds(page);
                }
                let settings = client.settings.clone();
                self.client = *client;
                self.take_settings(&settings);
            }
            Event::Initialized => self.begin(),
            Event::Opened { uri, text, version } => {
                self.board.set_version(&uri, Some(version));
                let respelled = self.uris.opened(&uri);
                for before in &respelled {
                    self.documents.respelled(before, uri.clone());
                }
                self.shows_configuration(&uri, Some(&text));
                let moved = self.documents.opened(uri.clone(), &text) && self.published.contains_key(&uri);
                if moved || !respelled.is_empty() {
                    self.publish();
                }
            }
            Event::Changed { uri, text, version } => {
                self.board.set_version(&uri, Some(version));
                // Its positions are those of the text before.
                self.board.forget_fixes(&uri);
                self.shows_configuration(&uri, Some(&text));
                if self.documents.changed(&uri, &text) && self.published.contains_key(&uri) {
                    self.republish_at = Some(Instant::now() + TYPING);
                }
            }
            Event::Saved(uri) => {
                self.documents.saved(&uri, written(&uri));
                if !self.build_on_save(&uri)
                    && !self.uris.path(&uri).is_some_and(|path| self.compile_again(&path))
                    && uri.path().ends_with(".java")
                    && !self.targets.is_empty()
                {
                    self.compile_by = Some(Instant::now() + COMPILED_SOON);
                }
                self.last_saved = Some(uri);
            }
            Event::FoldersChanged { added, removed } => self.change_folders(&added, &removed),
            Event::OpenTrail { id } => self.open_trail(&id),
            Event::Suppress { id } => self.suppress(&id),
            Event::FindFixes { id } => self.find_fixes(&id),
            Event::WriteFixture { target } => self.write_fixture(&target),
            Event::Explore { method } => self.explore(&method),
            Event::GenerateTests { target } => self.generate_tests(&target),
            Event::FixesFound { id, title, fixed } => self.fixes_found(&id, &title, fixed),
            // A handler that has ended waits no longer.
            Event::Await(heard) => {
                let _ = heard.send(());
            }
            Event::Verify { target } => self.verify_again(target.as_deref()),
            Event::VerifyClass(asked) => self.verify_class(*asked),
            Event::Settings(settings) => self.take_settings(&settings),
            Event::AskForSettings => self.ask_for_settings(),
            Event::Closed(uri) => {
                self.board.set_version(&uri, None);
                self.shows_configuration(&uri, None);
                let on_disk = uri
                    .to_file_path()
                    .ok()
                    .and_then(|path| crate::files::read_to_string(&path).ok());
                if self.documents.closed(&uri, &on_disk.unwrap_or_default(), written(&uri))
                    && self.published.contains_key(&uri)
                {
                    self.publish();
                }
                if let Some(id) = uri.to_file_path().ok().and_then(|path| trail_of_document(&path)) {
                    self.close_trail(&id);
                }
            }
            Event::ClassPaths(modules) => self.scanner.use_class_paths(modules, self.uris.folders()),
            Event::ProgressCancelled { token } => self.cancel(&token),
            Event::ProgressCreated { token } => self.progress_created(&token),
            Event::NotShown { path } => self.message(MessageType::INFO, format!("The trail is in {}", path.display())),
            Event::Touched(paths) => self.touched(&paths),
            Event::SourcesTouched(paths) => self.sources_touched(&paths),
            Event::WatchFailed(why) => self.poll_instead(&why),
            Event::Scanned(scan) => self.adopt(*scan),
            Event::Built { folder, built } => self.built(folder, built),
            Event::Compiled { folder, classes } => self.compiled(folder, classes),
            Event::Progress { run, statistics } => self.progress(run, &statistics),
            Event::Found { run, findings } => self.found(run, findings),
            Event::Finished { run, ended } => self.finished(run, *ended),
            Event::Shutdown => self.end(),
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        let scan = self.scan_at.map(|(quiet, latest)| quiet.min(latest));
        let progress = self.running.as_ref().and_then(Running::progress_due);
        scan.into_iter()
            .chain(progress)
            .chain(self.republish_at)
            .chain(self.compile_by)
            .chain(self.gone.as_ref().map(|(at, _)| *at))
            .min()
    }

    fn tick(&mut self) {
        let now = Instant::now();
        if self.scan_at.is_some_and(|(quiet, latest)| quiet.min(latest) <= now) {
            self.scan_at = self.polling.then(|| (now + POLL, now + POLL));
            self.scanner.scan(self.uris.folders());
        }
        if self.republish_at.is_some_and(|at| at <= now) {
            self.republish_at = None;
            self.publish();
        }
        if let Some((_, paths)) = self.gone.take_if(|(at, _)| *at <= now) {
            for path in paths.into_iter().filter(|path| !path.exists()) {
                self.compile_again(&path);
            }
        }
        if self.compile_by.is_some_and(|by| by <= now) {
            self.compile_by = None;
            self.missing = Some("sources are newer than the classes; findings are from the last build".into());
            self.publish_status();
        }
        self.offer_progress(now);
    }

    fn ask_for_settings(&self) {
        if self.client.configuration {
            self.say(Outgoing::AskForSettings);
        }
    }

    fn begin(&mut self) {
        self.ask_for_settings();
        if self.client.register_configuration {
            self.say(Outgoing::RegisterForSettings);
        }
        if self.client.reads_files {
            self.scanner.let_programs_read(self.uris.folders());
        }
        match locate_jdk(self.client.jdk.as_deref()) {
            Ok(jdk) => {
                self.scanner.use_jdk(Some(jdk.clone()), self.uris.folders());
                self.jdk = Some(jdk);
            }
            Err(reason) => {
                self.missing = Some(reason.clone());
                self.message(MessageType::WARNING, reason);
            }
        }
        self.watch.set_folders(&self.uris.folders(), Vec::new(), &self.post);
        self.scanner.scan(self.uris.folders());
        self.publish_status();
    }

    fn change_folders(&mut self, added: &[WorkspaceFolder], removed: &[WorkspaceFolder]) {
        self.uris.remove_folders(removed);
        self.uris.add_folders(added);
        self.watch.set_folders(&self.uris.folders(), Vec::new(), &self.post);
        self.scanner.scan(self.uris.folders());
    }

    /// A hint. Whoever runs on what is being replaced is ended now: its answer would be about yesterday.
    fn touched(&mut self, paths: &[PathBuf]) {
        let now = Instant::now();
        let latest = self.scan_at.map_or(now + LONGEST_WAIT, |(_, latest)| latest);
        self.scan_at = Some((now + QUIET, latest));
        if paths
            .iter()
            .any(|path| path.extension().is_some_and(|extension| extension == "jar"))
        {
            self.pool.clear();
        }
        if let Some(running) = &self.running
            && paths.iter().any(|path| running.reaches(path))
        {
            self.cancel_running();
        }
    }

    /// Sources were changed by an editor, or from outside: findings stay with their lines.
    fn sources_touched(&mut self, paths: &[PathBuf]) {
        let mut moved = false;
        for path in paths {
            if !path.exists() {
                // For a moment, where it is about to be replaced.
                let (at, gone) = self.gone.get_or_insert_with(|| (Instant::now(), Vec::new()));
                *at = Instant::now() + QUIET;
                gone.push(path.clone());
            }
            let Some(uri) = self
                .uris
                .uri(path)
                .filter(|uri| self.documents.is_followed_on_disk(uri))
            else {
                continue;
            };
            // A file that is gone for a moment is about to be replaced.
            if let Ok(text) = crate::files::read_to_string(path) {
                moved |= self.documents.changed_on_disk(&uri, &text, written(&uri));
            }
        }
        if moved {
            self.publish();
        }
    }

    /// An answer is about classes that were written at that time.
    fn compiled_by(&mut self, classes: SystemTime) {
        let file = |uri: &Url| {
            let path = uri.to_file_path().ok()?;
            Some((crate::files::read_to_string(&path).ok()?, written(uri)))
        };
        self.documents.compare_with_files(classes, file);
        self.documents.compiled(classes);
    }

    fn poll_instead(&mut self, why: &str) {
        if !self.polling {
            tracing::warn!("watching failed: {why}");
            self.polling = true;
            let now = Instant::now();
            self.scan_at = Some((now + POLL, now + POLL));
            self.say_once(format!(
                "Dropwire cannot watch for changes ({why}) and polls every 2 s instead"
            ));
        }
    }

    fn end(&mut self) {
        self.ending = true;
        self.building.values().for_each(build::Building::kill);
        self.cancel_running();
        self.fixing.iter().for_each(fixes::Fixing::kill);
        self.pool.clear();
    }

    fn say(&self, what: Outgoing) {
        (self.out)(what);
    }

    fn message(&self, kind: MessageType, text: String) {
        self.say(Outgoing::Message(kind, text));
    }

    fn warn_once(&mut self, text: String) {
        if !self.said.contains(&text) {
            self.message(MessageType::WARNING, text.clone());
            self.said.push(text);
        }
    }

    fn say_once(&mut self, text: String) {
        if !self.said.contains(&text) {
            self.message(MessageType::INFO, text.clone());
            self.said.push(text);
        }
    }

    fn publish_status(&self) {
        self.publish_targets();
        if !self.client.status {
            return;
        }
        let (health, message) = match (self.trouble_of_build.as_ref().or(self.missing.as_ref()), &self.running) {
            (_, Some(running)) => ("ok", format!("verifying {}", running.title)),
            _ if !self.building.is_empty() => ("ok", "building".into()),
            _ if self.fixing.is_some() => ("ok", "looking for a fix".into()),
            _ if !self.misconfigured.is_empty() => ("warning", self.misconfiguration()),
            (Some(missing), None) => ("warning", missing.clone()),
            (None, None) => match self.not_verified() {
                None => ("ok", self.summary()),
                Some(what) => ("warning", format!("{}; {what}", self.summary())),
            },
        };
        self.say(Outgoing::Status(ServerStatus {
            health,
            quiescent: self.running.is_none()
                && self.building.is_empty()
                && self.fixing.is_none()
                && self.scanner.is_last(self.scanned)
                && self.scan_at.is_none_or(|_| self.polling),
            message,
        }));
    }

    /// What has no answer, or was judged without what was asked for.
    fn not_verified(&self) -> Option<String> {
        let given_up = |state: &&TargetState| state.status == TargetStatus::GivenUp && state.trouble.is_some();
        let noun = |count: usize, noun| crate::units::plural(count as u64, noun);
        let targets = self.targets.values().filter(given_up).count();
        let targets = (targets > 0).then(|| format!("not verified: {}", noun(targets, "target")));
        let unreadable =
            (self.unreadable > 0).then(|| format!("cannot be read: {}", noun(self.unreadable, "class file")));
        let all: Vec<String> = targets
            .into_iter()
            .chain(unreadable)
            .chain(self.no_baseline.clone())
            .collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    fn summary(&self) -> String {
        let reports: Vec<&Report> = self
            .targets
            .values()
            .filter_map(|state| state.report.as_ref())
            .collect();
        let (suppressed, _) = self.suppressed();
        let all = reports.iter().flat_map(|report| &report.findings);
        let findings = all
            .filter(|finding| !suppressed.contains_key(&finding.trail.id))
            .count();
        let noun = |count: usize, noun| crate::units::plural(count as u64, noun);
        format!("{}, {}", noun(reports.len(), "target"), noun(findings, "finding"))
    }
}

/// When the file of a document was last written; the present time if the file system does not tell, and never later.
fn written(uri: &Url) -> SystemTime {
    let now = SystemTime::now();
    let modified = |path: PathBuf| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    uri.to_file_path()
        .ok()
        .and_then(modified)
        .map_or(now, |then| then.min(now))
}
