//! Verifications: which is next, the one that runs, its progress and its end.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dropwire_check::{Statistics, Verdict};
use tower_lsp::lsp_types::{
    MessageType, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

use super::Actor;
use crate::lsp::event::{Answered, Event, Outgoing};
use crate::units::{plural, show_seconds};
use crate::worker::protocol::{CheckRequest, Setup, WireOptions, limit_ms};
use crate::worker::verify::{Control, Outcome, Trouble, verify};

/// Shorter runs show no progress.
const PROGRESS_AFTER: Duration = Duration::from_millis(500);
/// And then not more often than this.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// The verification that runs.
pub struct Running {
    /// Its number; answers of earlier ones are ignored.
    run: u64,
    /// Its target.
    pub key: String,
    /// Its target, for people.
    pub title: String,
    inputs: u64,
    control: Arc<Control>,
    began: Instant,
    progress: Progress,
}

enum Progress {
    /// Too early, or the client cannot show any.
    None,
    /// The client was asked for a place.
    Asked(String),
    /// The client shows it.
    Shown(String, Instant),
}

impl Running {
    /// When progress should be offered.
    pub fn progress_due(&self) -> Option<Instant> {
        match self.progress {
            Progress::None => Some(self.began + PROGRESS_AFTER),
            Progress::Asked(_) | Progress::Shown(..) => None,
        }
    }
}

impl Actor {
    /// The targets whose inputs have no answer yet, the last edited file's first.
    pub(super) fn outdated(&self) -> VecDeque<String> {
        let running = self.running.as_ref().map(|running| &running.key);
        let mut keys: Vec<&String> = self
            .targets
            .iter()
            .filter(|(key, state)| state.answered != Some(state.scanned.inputs) && Some(*key) != running)
            .map(|(key, _)| key)
            .collect();
        let stem = self.last_saved.as_ref().and_then(|uri| uri.to_file_path().ok());
        let stem = stem.and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        let edited = |key: &&String| {
            let class = self.targets.get(*key).map(|state| state.scanned.class.as_str());
            class.is_some_and(|class| class.rsplit('.').next() == stem.as_deref())
        };
        keys.sort_by_key(|key| !edited(key));
        keys.into_iter().cloned().collect()
    }

    /// Ends the running verification if it is about classes that have been replaced, or about a target that is gone.
    pub(super) fn end_outdated_run(&mut self) {
        let Some(running) = &self.running else { return };
        let current = self.targets.get(&running.key).map(|state| state.scanned.inputs);
        if current != Some(running.inputs) {
            self.cancel_running();
        }
    }

    pub(super) fn cancel_running(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.kill();
            self.end_progress(running, "cancelled");
        }
    }

    pub(super) fn start_next(&mut self) {
        let next = if self.running.is_none() && !self.ending {
            self.queue.pop_front()
        } else {
            None
        };
        if let Some(key) = next {
            self.start_run(key);
        }
        self.tell_status();
    }

    fn start_run(&mut self, key: String) {
        let (Some(jdk), Some(state)) = (&self.jdk, self.targets.get(&key)) else {
            return;
        };
        self.runs += 1;
        let target = &state.scanned;
        let home = target.settings.jdk_home.clone().unwrap_or_else(|| jdk.home.clone());
        let check = CheckRequest {
            setup: Setup {
                jdk: home,
                class_path: target.class_path.clone(),
            },
            class: target.class.clone(),
            args: target.args.clone(),
            options: WireOptions::from(&target.settings.options),
            time_limit_ms: limit_ms(target.settings.time),
        };
        let control = Arc::new(Control::default());
        let running = Running {
            run: self.runs,
            title: target.title.clone(),
            inputs: target.inputs,
            key,
            control: Arc::clone(&control),
            began: Instant::now(),
            progress: Progress::None,
        };
        let (run, post, pool) = (running.run, self.post.clone(), Arc::clone(&self.pool));
        self.running = Some(running);
        std::thread::spawn(move || {
            let mut tell = |statistics: &Statistics| {
                post.send(Event::Progress {
                    run,
                    statistics: *statistics,
                })
            };
            // The worker of the first replay boots while the check runs.
            pool.prepare(&check.setup);
            let outcome = verify(&check, &*pool, &control, &mut tell);
            if !control.was_killed() {
                pool.prepare(&check.setup);
            }
            post.send(Event::Finished {
                run,
                outcome: Box::new(outcome),
            });
        });
    }

    pub(super) fn finished(&mut self, run: u64, outcome: Outcome) {
        if self.running.as_ref().is_none_or(|running| running.run != run) {
            return; // a cancelled one
        }
        let Some(running) = self.running.take() else {
            return;
        };
        let verdict = match outcome.report.verdict {
            Verdict::Verified => "verified",
            Verdict::Violated => "violated",
            Verdict::Incomplete => "incomplete",
            Verdict::Failed => "failed",
        };
        tracing::info!("{} {verdict} after {:?}", running.title, running.began.elapsed());
        if let Some(state) = self.targets.get_mut(&running.key) {
            // Answered also if it crashed: the same inputs would crash again.
            state.answered = Some(running.inputs);
            let why = outcome.report.reasons.first().cloned().unwrap_or_default();
            match (outcome.trouble, outcome.report.verdict) {
                (None, Verdict::Verified | Verdict::Violated | Verdict::Incomplete) => {
                    if self.client.reports {
                        let answered = Answered {
                            target: state.scanned.clone(),
                            report: outcome.report.clone(),
                            from_cache: false,
                        };
                        (self.out)(Outgoing::Answered(Box::new(answered)));
                    }
                    state.report = Some(outcome.report);
                    state.trouble = None;
                }
                (None, Verdict::Failed) | (Some(Trouble::OurBug | Trouble::Interrupted), _) => {
                    state.trouble = Some(why.clone());
                    // Old findings stay; one message says why there are no new ones.
                    let text = format!("{} was not verified: {why}", running.title);
                    if !self.said.contains(&text) {
                        self.message(MessageType::WARNING, text.clone());
                        self.said.push(text);
                    }
                }
            }
        }
        self.end_progress(running, verdict);
        self.publish();
        self.start_next();
    }

    /// The user wants an answer again, also where nothing has changed.
    pub(super) fn verify_again(&mut self, target: Option<&str>) {
        for (key, state) in &mut self.targets {
            if target.is_none_or(|wanted| wanted == key) {
                state.answered = None;
            }
        }
        if self
            .running
            .as_ref()
            .is_some_and(|running| target.is_none_or(|wanted| wanted == running.key))
        {
            self.cancel_running();
        }
        self.queue = self.outdated();
        self.start_next();
    }

    /// The user does not want this run: it stays unanswered until something changes.
    pub(super) fn cancel(&mut self, token: &str) {
        let Some(running) = &self.running else { return };
        let is_shown = match &running.progress {
            Progress::Asked(shown) | Progress::Shown(shown, _) => shown == token,
            Progress::None => false,
        };
        if is_shown {
            let (key, inputs) = (running.key.clone(), running.inputs);
            self.cancel_running();
            if let Some(state) = self.targets.get_mut(&key) {
                state.answered = Some(inputs);
            }
            self.start_next();
        }
    }

    pub(super) fn offer_progress(&mut self, now: Instant) {
        let can_show = self.client.progress;
        let Some(running) = &mut self.running else {
            return;
        };
        if running.progress_due().is_some_and(|due| due <= now) {
            let token = format!("dropwire/{}", running.run);
            running.progress = Progress::Asked(token.clone());
            if can_show {
                self.say(Outgoing::CreateProgress(token));
            }
        }
    }

    pub(super) fn progress_created(&mut self, token: &str) {
        let Some(running) = &mut self.running else {
            return;
        };
        if matches!(&running.progress, Progress::Asked(asked) if asked == token) {
            running.progress = Progress::Shown(token.to_owned(), Instant::now());
            let begin = WorkDoneProgressBegin {
                title: format!("Verifying {}", running.title),
                cancellable: Some(true),
                ..WorkDoneProgressBegin::default()
            };
            self.say_progress(token, WorkDoneProgress::Begin(begin));
        }
    }

    pub(super) fn progress(&mut self, run: u64, statistics: &Statistics) {
        let Some(running) = self.running.as_mut().filter(|running| running.run == run) else {
            return;
        };
        let Progress::Shown(token, told) = &mut running.progress else {
            return;
        };
        if told.elapsed() < PROGRESS_EVERY {
            return;
        }
        *told = Instant::now();
        let time = show_seconds(running.began.elapsed().as_secs_f64());
        let message = format!("{} · {time}", plural(statistics.states, "state"));
        let token = token.clone();
        let report = WorkDoneProgressReport {
            message: Some(message),
            cancellable: Some(true),
            percentage: None,
        };
        self.say_progress(&token, WorkDoneProgress::Report(report));
    }

    fn end_progress(&self, running: Running, how: &str) {
        if let Progress::Shown(token, _) = running.progress {
            self.say_progress(
                &token,
                WorkDoneProgress::End(WorkDoneProgressEnd {
                    message: Some(how.to_owned()),
                }),
            );
        }
    }

    fn say_progress(&self, token: &str, progress: WorkDoneProgress) {
        self.say(Outgoing::Progress(
            token.to_owned(),
            ProgressParamsValue::WorkDone(progress),
        ));
    }
}
