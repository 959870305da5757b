//! The actor: owns every piece of the server's state, and decides. Told by events, speaks by [`Outgoing`], never waits.

pub mod publish;
mod runs;

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dropwire_check::Report;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url, WorkspaceFolder};

use super::board::Board;
use super::client::ClientInfo;
use super::event::{Event, Outgoing, ServerStatus};
use super::inbox::{Inbox, Next, Post};
use super::pool::WarmPool;
use super::project::{Scan, ScannedTarget, Scanner};
use super::uris::Uris;
use super::watch::Watch;
use crate::engine::{JdkInfo, locate_jdk};
use crate::sources::Sources;
use crate::worker::protocol::Setup;
use runs::Running;

/// A build writes files in bursts: so long nothing must come, before they are looked at.
const QUIET: Duration = Duration::from_millis(80);
/// A build that never pauses is looked at nevertheless.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// How often to look where watching failed.
const POLL: Duration = Duration::from_secs(2);

/// Whoever hears what the actor says; must not wait.
pub type Hear = Box<dyn Fn(Outgoing) + Send>;

/// A target and its last answer.
struct TargetState {
    scanned: ScannedTarget,
    /// The inputs that `report` is about; `None` before the first answer.
    answered: Option<u64>,
    report: Option<Report>,
    /// Why the last run gave no report.
    trouble: Option<String>,
    sources: Sources,
}

/// The actor.
pub struct Actor {
    out: Hear,
    post: Post,
    board: Arc<Board>,
    client: ClientInfo,
    uris: Uris,
    jdk: Option<JdkInfo>,
    scanner: Scanner,
    watch: Watch,
    polling: bool,
    /// When to scan, and the latest moment to do it, since hints came.
    scan_at: Option<(Instant, Instant)>,
    targets: BTreeMap<String, TargetState>,
    queue: VecDeque<String>,
    running: Option<Running>,
    runs: u64,
    pool: Arc<WarmPool>,
    published: BTreeMap<Url, Vec<Diagnostic>>,
    remarks: BTreeMap<PathBuf, Vec<crate::config::Warning>>,
    /// The last saved source: its target goes first.
    last_saved: Option<Url>,
    /// What has been said already, so that it is said once.
    said: Vec<String>,
    /// What is missing, if anything.
    missing: Option<String>,
    ending: bool,
}

impl Actor {
    /// Starts the actor on a thread of its own.
    pub fn start(mut inbox: Inbox, post: Post, out: Hear, board: Arc<Board>) {
        std::thread::spawn(move || {
            let mut actor = Actor {
                out,
                board,
                client: ClientInfo::default(),
                uris: Uris::default(),
                jdk: None,
                scanner: Scanner::start(post.clone()),
                watch: Watch::start(&post),
                post,
                polling: false,
                scan_at: None,
                targets: BTreeMap::new(),
                queue: VecDeque::new(),
                running: None,
                runs: 0,
                pool: Arc::default(),
                published: BTreeMap::new(),
                remarks: BTreeMap::new(),
                last_saved: None,
                said: Vec::new(),
                missing: None,
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
                self.client = *client;
            }
            Event::Initialized => self.begin(),
            Event::Opened(uri) => self.uris.opened(uri),
            Event::Saved(uri) => self.last_saved = Some(uri),
            Event::FoldersChanged { added, removed } => self.change_folders(&added, &removed),
            Event::OpenTrail { id } => self.open_trail(&id),
            Event::Verify { target } => self.verify_again(target.as_deref()),
            Event::ClassPaths(modules) => self.scanner.use_class_paths(modules, self.uris.folders()),
            Event::ProgressCancelled { token } => self.cancel(&token),
            Event::ProgressCreated { token } => self.progress_created(&token),
            Event::NotShown { path } => self.message(MessageType::INFO, format!("The trail is in {}", path.display())),
            Event::Touched(paths) => self.touched(&paths),
            Event::WatchFailed(why) => self.poll_instead(&why),
            Event::Scanned(scan) => self.adopt(*scan),
            Event::Progress { run, statistics } => self.progress(run, &statistics),
            Event::Finished { run, outcome } => self.finished(run, *outcome),
            Event::Shutdown => self.end(),
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        let scan = self.scan_at.map(|(quiet, latest)| quiet.min(latest));
        let progress = self.running.as_ref().and_then(Running::progress_due);
        scan.into_iter().chain(progress).min()
    }

    fn tick(&mut self) {
        let now = Instant::now();
        if self.scan_at.is_some_and(|(quiet, latest)| quiet.min(latest) <= now) {
            self.scan_at = self.polling.then(|| (now + POLL, now + POLL));
            self.scanner.scan(self.uris.folders());
        }
        self.offer_progress(now);
    }

    fn begin(&mut self) {
        match locate_jdk(self.client.jdk.as_deref()) {
            Ok(jdk) => self.jdk = Some(jdk),
            Err(reason) => {
                self.missing = Some(reason.clone());
                self.message(MessageType::WARNING, reason);
            }
        }
        self.watch.set_folders(&self.uris.folders(), &self.post);
        self.scanner.scan(self.uris.folders());
        self.tell_status();
    }

    fn change_folders(&mut self, added: &[WorkspaceFolder], removed: &[WorkspaceFolder]) {
        self.uris.remove_folders(removed);
        self.uris.add_folders(added);
        self.watch.set_folders(&self.uris.folders(), &self.post);
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
        let is_class = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "class");
        let classes: Vec<&PathBuf> = paths.iter().filter(is_class).collect();
        if let Some(running) = &self.running {
            let state = self.targets.get(&running.key);
            let class_path = state
                .map(|state| state.scanned.class_path.as_slice())
                .unwrap_or_default();
            if classes
                .iter()
                .any(|class| class_path.iter().any(|root| class.starts_with(root)))
            {
                self.cancel_running();
            }
        }
    }

    fn poll_instead(&mut self, why: &str) {
        tracing::warn!("watching failed: {why}");
        if !self.polling {
            self.polling = true;
            let now = Instant::now();
            self.scan_at = Some((now + POLL, now + POLL));
            self.say_once(format!(
                "Dropwire cannot watch for changes ({why}) and looks every 2 s instead"
            ));
        }
    }

    /// Takes over what is on disk: new targets, changed ones, gone ones.
    fn adopt(&mut self, scan: Scan) {
        let cleaned = scan.class_files == 0 && !self.targets.is_empty();
        self.remarks = scan.remarks;
        let mut watched = self.uris.folders();
        watched.extend(scan.roots);
        self.watch.set_folders(&watched, &self.post);
        if cleaned {
            // A clean build has begun: old findings stay until the new classes are there.
            self.missing = Some("the class folders are empty; findings are those of the last build".into());
            self.publish();
            self.tell_status();
            return;
        }
        self.note_missing(scan.class_files, scan.targets.len());
        if scan.targets.is_empty() {
            self.prepare_for(scan.prospect);
        }
        let keys: Vec<String> = scan.targets.iter().map(|target| target.key.clone()).collect();
        self.targets.retain(|key, _| keys.contains(key));
        for target in scan.targets {
            let sources = Sources::new(target.sources.clone());
            match self.targets.get_mut(&target.key) {
                Some(state) => {
                    state.scanned = target;
                    // Sources may have been edited: their lines are read again.
                    state.sources = sources;
                }
                None => {
                    let state = TargetState {
                        scanned: target,
                        answered: None,
                        report: None,
                        trouble: None,
                        sources,
                    };
                    self.targets.insert(state.scanned.key.clone(), state);
                }
            }
        }
        self.end_outdated_run();
        self.queue = self.outdated();
        self.publish();
        self.start_next();
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

    fn note_missing(&mut self, class_files: usize, targets: usize) {
        if self.jdk.is_none() {
            return; // said in `begin`
        }
        self.missing = match (class_files, targets) {
            (0, _) => Some("no compiled classes found; findings appear when the project is compiled".into()),
            (_, 0) => Some("no class with a main that can start a thread was found".into()),
            _ => None,
        };
        if let (0, Some(missing), false) = (class_files, self.missing.clone(), self.client.status) {
            self.say_once(format!("Dropwire: {missing}"));
        }
    }

    fn end(&mut self) {
        self.ending = true;
        self.queue.clear();
        self.cancel_running();
        self.pool.clear();
    }

    fn say(&self, what: Outgoing) {
        (self.out)(what);
    }

    fn message(&self, kind: MessageType, text: String) {
        self.say(Outgoing::Message(kind, text));
    }

    fn say_once(&mut self, text: String) {
        if !self.said.contains(&text) {
            self.message(MessageType::INFO, text.clone());
            self.said.push(text);
        }
    }

    fn tell_status(&self) {
        self.tell_targets();
        if !self.client.status {
            return;
        }
        let (health, message) = match (&self.missing, &self.running) {
            (_, Some(running)) => ("ok", format!("verifying {}", running.title)),
            (Some(missing), None) => ("warning", missing.clone()),
            (None, None) => ("ok", self.summary()),
        };
        self.say(Outgoing::Status(ServerStatus {
            health,
            quiescent: self.running.is_none(),
            message,
        }));
    }

    fn summary(&self) -> String {
        let reports: Vec<&Report> = self
            .targets
            .values()
            .filter_map(|state| state.report.as_ref())
            .collect();
        let findings: usize = reports.iter().map(|report| report.findings.len()).sum();
        let noun = |count: usize, noun| crate::units::plural(count as u64, noun);
        format!("{}, {}", noun(reports.len(), "target"), noun(findings, "finding"))
    }
}
