//! Verifications: which is next, the one that runs, and its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dropwire_check::words::reason::sentences;
use dropwire_check::{Cause, Finding, Reason, Report, Verdict};
use tower_lsp::lsp_types::MessageType;

use super::running::{Progress, Running};
use super::{Actor, TargetState};
use crate::lsp::build_state::{NoBuild, is_about_the_build, no_build};
use crate::lsp::event::{Answered, Ended, Event, Outgoing};
use crate::lsp::scan::{Asked, Inputs, ScannedTarget, class_of};
use crate::lsp::target_state::TargetStatus;
use crate::results::{self, Results, Stored};
use crate::trails;
use crate::worker::control::{Control, Workers};
use crate::worker::protocol::{CheckRequest, Setup, limit_ms};
use crate::worker::verify::{News, Outcome, Trouble, verify};

impl Actor {
    /// The next run: what has no answer yet, the last edited first; then longer passes, the shortest first.
    fn next_job(&self) -> Option<(String, Duration)> {
        let stem = self.last_saved.as_ref().and_then(|uri| uri.to_file_path().ok());
        let stem = stem.and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        let rank = |state: &TargetState| {
            let outer = |class: &str| {
                class_of(class)
                    .rsplit(['.', '/'])
                    .next()
                    .map(|name| name.split('$').next().map(str::to_owned))
            };
            let is_saved = |class: &str| stem.is_some() && outer(class).flatten() == stem;
            match state {
                state if is_saved(&state.scanned.class) => 0,
                state if state.scanned.reaches.iter().any(|class| is_saved(class)) => 1,
                _ => 2,
            }
        };
        let jobs = self.targets.iter().filter_map(|(key, state)| {
            let pass = state.next_pass()?;
            let extends = state.status == TargetStatus::Answered;
            let unlimited_last = if pass.is_zero() { Duration::MAX } else { pass };
            Some((
                (
                    extends,
                    !state.forced,
                    if extends { unlimited_last } else { Duration::ZERO },
                    rank(state),
                ),
                key,
                pass,
            ))
        });
        let next = jobs.min_by(|(one, ..), (other, ..)| one.cmp(other))?;
        Some((next.1.clone(), next.2))
    }

    /// Ends the running verification if it is about classes that have been replaced, or gives way to another target.
    pub(super) fn end_outdated_run(&mut self) {
        let Some(running) = &self.running else { return };
        let state = self.targets.get(&running.key);
        let current = state.is_some_and(|state| state.scanned.inputs == running.inputs && state.next_pass().is_some());
        let others_wait = || self.targets.values().any(|state| state.status == TargetStatus::Waiting);
        if !current || (running.gives_way && others_wait()) {
            self.cancel_running();
        }
    }

    pub(super) fn cancel_running(&mut self) {
        if let Some(running) = self.running.take() {
            let began = Instant::now();
            running.control.kill();
            tracing::info!("{} cancelled in {:?}", running.title, began.elapsed());
            if self.forget_early(&running.key) {
                self.publish();
            }
            self.end_progress(running, "cancelled");
        }
    }

    /// Begins the next run, if none goes on, and says how things are.
    pub(super) fn start_next(&mut self) {
        self.begin_next();
        self.publish_status();
    }

    /// Begins the next run, if none goes on.
    pub(super) fn begin_next(&mut self) {
        if self.running.is_none()
            && !self.ending
            && self.jdk.is_some()
            && let Some((key, pass)) = self.next_job()
        {
            self.start_run(key, pass);
        }
    }

    /// What a check of the target asks, without a limit; `None` where there is no JDK.
    pub(super) fn request(&self, target: &ScannedTarget) -> Option<CheckRequest> {
        let jdk = self.jdk.as_ref()?;
        let home = target.settings.jdk_home.clone();
        Some(CheckRequest {
            setup: Setup {
                jdk: home.unwrap_or_else(|| jdk.home.clone()),
                class_path: target.class_path.clone(),
            },
            class: target.class.clone(),
            args: target.args.clone(),
            options: target.settings.options.clone(),
            time_limit_ms: None,
            early: false,
            origin: trails::origin_hash(&target.class_path, None),
        })
    }

    fn start_run(&mut self, key: String, pass: Duration) {
        let Some(state) = self.targets.get(&key) else {
            return;
        };
        let target = &state.scanned;
        let Some(request) = self.request(target) else {
            return;
        };
        self.runs += 1;
        let check = CheckRequest {
            time_limit_ms: limit_ms(pass),
            // Beside an answer that holds there is nothing that could not wait.
            early: state.status == TargetStatus::Waiting,
            ..request
        };
        let control = Arc::new(Control::default());
        let running = Running {
            run: self.runs,
            title: target.title.clone(),
            inputs: target.inputs,
            class_path: target.class_path.clone(),
            reaches: Arc::clone(&target.reaches),
            gives_way: state.status == TargetStatus::Answered,
            key,
            control: Arc::clone(&control),
            began: Instant::now(),
            written: target.written,
            progress: Progress::None,
        };
        let (run, post, pool) = (running.run, self.post.clone(), Arc::clone(&self.pool));
        let (question, results) = (target.question, Arc::clone(&self.results));
        pool.limit_memory(target.settings.options.memory_limit);
        self.running = Some(running);
        std::thread::spawn(move || {
            let mut over_memory = false;
            let mut report = |news: News| {
                let statistics = match news {
                    News::Progress(statistics) => statistics,
                    News::Found(findings) => {
                        // Classes that do not fit together are no finding, and the end of the run says so.
                        if !findings.iter().any(is_about_the_build) {
                            post.send(Event::Found { run, findings });
                        }
                        return;
                    }
                };
                if !over_memory && pool.is_over_memory() {
                    over_memory = true;
                    control.end_workers();
                }
                post.send(Event::Progress { run, statistics })
            };
            // The worker of the first replay boots while the check runs.
            pool.prepare(&check.setup);
            let mut outcome = verify(&check, &*pool as &dyn Workers, &control, &mut report);
            if over_memory && outcome.died {
                let limit = check.memory_limit();
                outcome = Outcome::of(Report::failed(Cause::MemoryOfWorkers { limit }), None);
            }
            if control.was_killed() {
                return; // whoever killed it does not wait for an answer
            }
            let ended = ended(outcome, &check, pass, question, &results);
            post.send(Event::Finished {
                run,
                ended: Box::new(ended),
            });
            pool.prepare(&check.setup);
        });
    }

    /// The run goes on; what it has found is shown at once.
    pub(super) fn found(&mut self, run: u64, findings: Vec<Finding>) {
        let Some(running) = self.running.as_ref().filter(|running| running.run == run) else {
            return; // of a cancelled one
        };
        if let Some(state) = self.targets.get_mut(&running.key) {
            state.found(findings);
            self.publish();
        }
    }

    /// The run is over, so that its answer counts; true if there was anything.
    fn forget_early(&mut self, key: &str) -> bool {
        let early = self.targets.get_mut(key).map(|state| std::mem::take(&mut state.early));
        early.is_some_and(|early| !early.is_empty())
    }

    pub(super) fn finished(&mut self, run: u64, ended: Ended) {
        if self.running.as_ref().is_none_or(|running| running.run != run) {
            return; // a cancelled one
        }
        let Some(running) = self.running.take() else {
            return;
        };
        let verdict = match ended.outcome.report.verdict {
            Verdict::Verified => "verified",
            Verdict::Violated => "violated",
            Verdict::Incomplete => "incomplete",
            Verdict::Failed => "failed",
        };
        tracing::info!("{} {verdict} after {:?}", running.title, running.began.elapsed());
        if let Some(why) = &ended.not_on_disk {
            let folder = crate::system::cache_folder();
            self.say_once(format!(
                "Dropwire cannot store results in {} ({why}); they are lost when the server ends",
                folder.display()
            ));
        }
        self.forget_early(&running.key);
        self.watch.add_files(results::found_files(&ended.outcome.loaded));
        self.take_answer(&running, ended);
        self.end_progress(running, verdict);
        self.publish();
        self.say_results();
        self.go_on_with_tests();
        self.start_next();
    }

    fn take_answer(&mut self, running: &Running, ended: Ended) {
        let Some(state) = self.targets.get_mut(&running.key) else {
            return;
        };
        if ended.changed.is_some() || ended.outcome.torn {
            let why = ended.changed.as_deref().unwrap_or("a class");
            tracing::info!("{why} has changed while {} was verified", running.title);
            if state.was_torn() {
                // It waits on, and the scan says for what.
                self.scan_at = Some((Instant::now(), Instant::now()));
                return;
            }
        }
        if ended.outcome.died && !state.died() {
            tracing::warn!("the worker of {} died and is replaced", running.title);
            return;
        }
        state.forced = false;
        match no_build(&ended.outcome.report) {
            Some(NoBuild::Unfinished(why)) => {
                // Old findings stay, stale; these are none.
                state.given_up(format!("the build is not finished: {why}"), Vec::new());
                return;
            }
            Some(NoBuild::Missing(class)) => return self.class_is_missing(&running.key, &class),
            None => {}
        }
        let reasons = &ended.outcome.report.reasons;
        let why = sentences(reasons).join("; ");
        match (ended.outcome.trouble, ended.outcome.report.verdict) {
            (None, Verdict::Verified | Verdict::Violated | Verdict::Incomplete) => {
                state.status = TargetStatus::Answered;
                state.budget = ended
                    .kept
                    .as_ref()
                    .map_or(Duration::ZERO, |kept| Duration::from_millis(kept.budget_ms));
                state.timed_out = ended.kept.as_ref().is_some_and(|kept| kept.timed_out);
                state.scanned.known = ended.kept;
                state.trouble = None;
                state.report = Some(ended.outcome.report);
                self.compiled_by(running.written);
                self.report_answer(&running.key, false);
            }
            (None, Verdict::Failed) | (Some(Trouble::OurBug | Trouble::Interrupted), _) => {
                // The same inputs would fail again.
                let causes = reasons.iter().map(|reason| reason.cause.clone());
                state.given_up(why.clone(), causes.collect());
                // Old findings stay; one message says why there are no new ones. Who waits for the answer hears it anyhow.
                if !state.awaited {
                    self.warn_once(format!("{} was not verified: {why}", running.title));
                }
            }
        }
    }

    /// One sentence a module: which class, where was looked, what to do.
    fn class_is_missing(&mut self, key: &str, class: &str) {
        let Some(state) = self.targets.get_mut(key) else { return };
        let module = state.scanned.module.clone();
        let from = &state.scanned.class_path_from;
        let text = format!(
            "class {class} is not on the class path of {module} ({from}); {}",
            from.way_out()
        );
        state.given_up(text.clone(), Vec::new());
        if !self.said_of_module.contains(&module) {
            self.said_of_module.push(module);
            self.warn_once(format!("Dropwire: {text}"));
        }
    }

    /// Reports the answer to a caller without a transport.
    pub(super) fn report_answer(&self, key: &str, from_cache: bool) {
        let Some((state, report)) = self
            .targets
            .get(key)
            .and_then(|state| Some((state, state.report.as_ref()?)))
        else {
            return;
        };
        if self.client.reports {
            let answered = Answered {
                target: state.scanned.clone(),
                report: report.clone(),
                from_cache,
            };
            self.say(Outgoing::Answered(Box::new(answered)));
        }
    }

    /// The user wants an answer again, also where nothing has changed.
    pub(super) fn verify_again(&mut self, target: Option<&str>) {
        let mut refused = Vec::new();
        for (_, state) in (self.targets.iter_mut()).filter(|(key, _)| target.is_none_or(|wanted| wanted == *key)) {
            match &state.status {
                TargetStatus::Cleaned => continue,
                TargetStatus::Misconfigured(why) => {
                    refused.extend((!refused.contains(why)).then(|| why.clone()));
                    continue;
                }
                TargetStatus::Answered
                | TargetStatus::Waiting
                | TargetStatus::GivenUp
                | TargetStatus::Unfinished(_) => {}
            }
            self.results.forget(state.scanned.question);
            state.again();
        }
        for why in refused {
            self.message(MessageType::WARNING, format!("Dropwire: {why}"));
        }
        if self
            .running
            .as_ref()
            .is_some_and(|running| target.is_none_or(|wanted| wanted == running.key) || running.gives_way)
        {
            self.cancel_running();
        }
        self.start_next();
    }

    /// The user wants the `main` of a class, one of its methods, or an object of it verified, whether or not it can start a thread.
    pub(super) fn verify_class(&mut self, asked: Asked) {
        let known = self.targets.iter().find(|(_, state)| asked.is(&state.scanned));
        match known.map(|(key, _)| key.clone()) {
            Some(key) => self.verify_again(Some(&key)),
            None => {
                self.asked_for.push(asked.clone());
                self.scanner.ask_for(asked, self.uris.folders());
            }
        }
    }

    /// After the scan that a wish needed: it is a target now, or there is no such class.
    pub(super) fn answer_wishes(&mut self) {
        if !self.scanner.is_last(self.scanned) {
            return; // that scan has perhaps not heard of them
        }
        for asked in std::mem::take(&mut self.asked_for) {
            if asked.inputs == Inputs::All {
                self.begin_exploring(&asked);
            }
            let class = &asked.class;
            let is_it = |target: &ScannedTarget| match asked.inputs {
                Inputs::Given => target.class == *class,
                Inputs::All => asked.is(target),
            };
            if !self.targets.values().any(|state| is_it(&state.scanned)) {
                let text = match class.split_once('#') {
                    // It may be a class of that folder: there nothing was looked at.
                    _ if !self.misconfigured.is_empty() => format!("Dropwire: {}", self.misconfiguration()),
                    Some((class, dropwire_check::OBJECT)) => format!("{class} is in no class root; compile it first"),
                    Some((class, method)) if asked.inputs == Inputs::All => {
                        format!(
                            "{class} has no method `{method}` that can be explored for all inputs; compile it first, or see `dropwire help symbolic`"
                        )
                    }
                    Some((class, method)) => {
                        let name = method.split('(').next().unwrap_or(method);
                        format!("{class} has no method `{name}` in any class root; compile it first")
                    }
                    None => {
                        format!(
                            "{class} has no `main` that is launched, such as `public static void main(String[])`, in any class root; \
                             compile it first"
                        )
                    }
                };
                self.message(MessageType::WARNING, text);
            }
        }
    }

    /// The user does not want this run: it stays unanswered until something changes.
    pub(super) fn cancel(&mut self, token: &str) {
        let Some(running) = &self.running else { return };
        if !running.progress.is_shown_as(token) {
            return;
        }
        let key = running.key.clone();
        self.cancel_running();
        if let Some(state) = self.targets.get_mut(&key) {
            state.forced = false;
            state.awaited = false;
            state.timed_out = false;
            if state.status == TargetStatus::Waiting {
                state.given_up("cancelled".into(), Vec::new());
            }
        }
        self.cancel_tests(&key);
        self.start_next();
    }
}

/// Is the answer about what is on disk? Then it is kept. Nobody else knows what was loaded before the run ends.
fn ended(outcome: Outcome, check: &CheckRequest, pass: Duration, question: u64, results: &Results) -> Ended {
    let class_path = &check.setup.class_path;
    let changed = results::changed(&outcome.loaded, class_path, &mut results::content_of);
    let by_time = |reason: &Reason| matches!(reason.cause, Cause::Time { .. });
    let timed_out = outcome.report.reasons.iter().any(by_time);
    let is_answer = match outcome.report.verdict {
        Verdict::Verified | Verdict::Violated | Verdict::Incomplete => outcome.trouble.is_none(),
        Verdict::Failed => false,
    };
    let mut ended = Ended {
        changed,
        kept: None,
        not_on_disk: None,
        outcome,
    };
    let about_the_program = no_build(&ended.outcome.report).is_none();
    if is_answer
        && about_the_program
        && ended.changed.is_none()
        && !ended.outcome.torn
        && !ended.outcome.loaded.is_empty()
    {
        let mut loaded = ended.outcome.loaded.clone();
        results::complete(&mut loaded, class_path);
        let (kept, written) = results.keep(Stored {
            question,
            loaded,
            budget_ms: u64::try_from(pass.as_millis()).unwrap_or(u64::MAX),
            timed_out,
            report: ended.outcome.report.clone(),
        });
        ended.kept = Some(kept);
        // Without the path, which is another one each time: the user gets one message.
        ended.not_on_disk = written.err().map(|error| error.kind().to_string());
    }
    ended
}
