//! Progress of the run: offered after a while, reported not too often, ended with it.

use std::time::{Duration, Instant};

use dropwire_check::Statistics;
use tower_lsp::lsp_types::{
    ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use super::Actor;
use super::running::{Progress, Running};
use crate::lsp::event::Outgoing;
use crate::units::{plural, show_seconds};

/// And then not more often than this.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

impl Actor {
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
        let Progress::Shown(token, reported) = &mut running.progress else {
            return;
        };
        if reported.elapsed() < PROGRESS_EVERY {
            return;
        }
        *reported = Instant::now();
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

    pub(super) fn end_progress(&self, running: Running, how: &str) {
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
