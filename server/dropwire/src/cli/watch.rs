//! `dropwire watch`: the language server's core in a terminal. Verifies what a change affects, and reports what comes and goes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use dropwire_check::{Coverage, Report, Verdict};
use serde_json::{Map, Value, json};

use super::misuse;
use super::options::WatchOptions;
use crate::config::{self, keys};
use crate::engine::locate_jdk;
use crate::exit::Status;
use crate::lsp::client::ClientInfo;
use crate::lsp::core::Core;
use crate::lsp::event::{Answered, Outgoing, ServerStatus};
use crate::sources::{Sources, short_place};
use crate::suppress::{Judged, Kept};
use crate::system;
use crate::text::style::{Paint, Tone, fitted, harmless};
use crate::text::{Face, finding, verdict};

const CLEAR: &str = "\r\x1b[2K";

/// Watches until it is interrupted.
pub fn watch(options: &WatchOptions) -> Status {
    match prepare(options) {
        Ok((folder, client, jdk)) => {
            end_on_interrupt();
            let (out, heard) = channel();
            // The receiver ends with the process.
            let core = Core::start(move |said| drop(out.send(said)));
            core.open(client);
            let ended = Screen::new(folder, jdk).show(&heard);
            core.shutdown();
            ended
        }
        Err(message) => misuse(&message),
    }
}

fn prepare(options: &WatchOptions) -> Result<(PathBuf, ClientInfo, String), String> {
    let here = std::env::current_dir().map_err(|error| format!("there is no current folder: {error}"))?;
    let folder = match &options.folder {
        Some(folder) => here.join(folder),
        None => here,
    };
    if !folder.is_dir() {
        return Err(format!("{} is not a folder", folder.display()));
    }
    let mut settings = Map::new();
    for pair in &options.set {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| format!("--set {pair}: expected --set KEY=VALUE"))?;
        keys::apply(&mut config::Settings::default(), key.trim(), value.trim())
            .map_err(|error| format!("--set {key}: {}", error.message()))?;
        settings.insert(key.trim().to_owned(), json!(value.trim()));
    }
    // What nobody can run without is said now, not in a line that scrolls away.
    let jdk = locate_jdk(options.jdk.as_deref())?;
    let client = ClientInfo::of_folder(&folder).ok_or_else(|| format!("{} has no URI", folder.display()))?;
    let client = ClientInfo {
        reads_files: true,
        reports: true,
        status: true,
        targets: true,
        jdk: options.jdk.clone(),
        settings: Value::Object(settings),
        ..client
    };
    Ok((folder, client, jdk.version))
}

/// At once: workers end as their pipes close, and stored results are whole or absent.
fn end_on_interrupt() {
    let installed = ctrlc::set_handler(|| {
        if std::io::stderr().is_terminal() {
            eprintln!("{CLEAR}");
        }
        std::process::exit(i32::from(Status::Interrupted.number()));
    });
    if let Err(error) = installed {
        tracing::debug!("cannot catch interrupts: {error}");
    }
}

/// What is shown of a target.
struct Shown {
    title: String,
    report: Report,
}

struct Screen {
    folder: PathBuf,
    jdk: String,
    paint: Paint,
    /// A line on standard error says what goes on.
    live: bool,
    shown: BTreeMap<String, Shown>,
    /// Something was said since the last summary.
    news: bool,
}

impl Screen {
    fn new(folder: PathBuf, jdk: String) -> Screen {
        Screen {
            folder,
            jdk,
            paint: Paint::for_stdout(),
            live: std::io::stderr().is_terminal(),
            shown: BTreeMap::new(),
            news: true,
        }
    }

    /// Until nobody reads any more.
    fn show(mut self, heard: &Receiver<Outgoing>) -> Status {
        for said in heard {
            let text = match said {
                Outgoing::Answered(answered) => self.answered(&answered),
                Outgoing::Targets(targets) => self.gone(&targets),
                Outgoing::Message(_, text) => format!("· {}\n", harmless(&text)),
                Outgoing::Status(status) => self.status(&status),
                Outgoing::Publish(..)
                | Outgoing::ShowDocument(..)
                | Outgoing::ShowTrail(_)
                | Outgoing::Write(_)
                | Outgoing::AskForSettings
                | Outgoing::RegisterForSettings
                | Outgoing::RefreshLenses
                | Outgoing::RefreshHints
                | Outgoing::CreateProgress(_)
                | Outgoing::Progress(..) => String::new(),
            };
            if !text.is_empty() && self.print(&text).is_err() {
                // `| head`: nobody reads any more.
                return Status::Verified;
            }
        }
        // The core ends only with the process; if its thread is gone, it crashed.
        Status::OurBug
    }

    fn print(&mut self, text: &str) -> std::io::Result<()> {
        if self.live {
            eprint!("{CLEAR}");
        }
        let mut output = std::io::stdout().lock();
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    /// The verdict, new findings with their trails, and which are gone; nothing if all that was said already.
    fn answered(&mut self, answered: &Answered) -> String {
        let (target, report) = (&answered.target, &answered.report);
        let before = self.shown.get(&target.key).map(|shown| &shown.report);
        let news = before.is_none_or(|before| differ(before, report)) && !is_sequential(answered);
        let text = if news { self.news_of(answered) } else { String::new() };
        self.news |= news;
        let shown = Shown {
            title: target.title.clone(),
            report: report.clone(),
        };
        self.shown.insert(target.key.clone(), shown);
        text
    }

    fn news_of(&self, answered: &Answered) -> String {
        let (target, report) = (&answered.target, &answered.report);
        let sources = Sources::new(target.sources.clone());
        let face = Face {
            paint: self.paint,
            width: system::terminal_width(),
            sources: &sources,
        };
        let suppressed = kept(&self.folder).suppressor().judge(report);
        let judged = Judged::new(report, &suppressed);
        let before = self.shown.get(&target.key).map(|shown| &shown.report);
        let known = before.map(fingerprints).unwrap_or_default();
        let mut text = verdict::verdict_line(&target.title, &self.jdk, judged, self.paint);
        if answered.from_cache {
            text.push_str(&self.paint.tone(Tone::Quiet, " · known from before"));
        }
        text.push('\n');
        text.push_str(&verdict::reasons(report, face));
        for (found, suppressed) in judged.findings() {
            let is_known = known.contains(found.fingerprint.as_str());
            match suppressed {
                Some(why) => text.push_str(&finding::suppressed_line(found, why, face)),
                None if is_known => text.push_str(&format!("   still there: {}", finding::headline(found, face))),
                None => text.push_str(&format!("\n{}\n", finding::block(found, face))),
            }
        }
        let now = fingerprints(report);
        for found in before.iter().flat_map(|before| &before.findings) {
            if !now.contains(found.fingerprint.as_str()) {
                let said = format!("{} at {}", found.kind.name(), short_place(&found.location));
                // Gone from a search that was cut off is not gone for good.
                let (tone, mark) = match report.coverage {
                    Coverage::Complete => (Tone::Good, "✓ gone"),
                    Coverage::Limited => (Tone::Open, "◐ not found again"),
                };
                text.push_str(&format!("   {}: {said}\n", self.paint.tone(tone, mark)));
            }
        }
        text
    }

    /// Targets that exist no more.
    fn gone(&mut self, targets: &Value) -> String {
        let all = targets.get("targets").and_then(Value::as_array).into_iter().flatten();
        let keys: BTreeSet<&str> = all.filter_map(|target| target.get("key")?.as_str()).collect();
        let mut text = String::new();
        self.shown.retain(|key, shown| {
            let there = keys.contains(key.as_str());
            // One without threads is not listed, and has nothing to tell.
            let is_gone = !there && !shown.report.findings.is_empty();
            if is_gone {
                text.push_str(&format!("{}: no longer a target\n", shown.title));
            }
            !is_gone
        });
        self.news |= !text.is_empty();
        text
    }

    fn status(&mut self, status: &ServerStatus) -> String {
        // Before the first scan nothing is known; what is missing is a warning.
        let known = !self.shown.is_empty() || status.health != "ok";
        if status.quiescent && self.news && known {
            self.news = false;
            return self
                .paint
                .tone(Tone::Quiet, &format!("— {} · waiting for changes", status.message))
                + "\n";
        }
        if self.live {
            let line = fitted(&harmless(&status.message), system::terminal_width().saturating_sub(3));
            eprint!("{CLEAR}↻ {line}");
            // Nothing is lost if standard error is closed.
            let _ = std::io::stderr().flush();
        }
        String::new()
    }
}

/// Nobody asked for it, and it never had two threads: not what we are for.
fn is_sequential(answered: &Answered) -> bool {
    let report = &answered.report;
    !answered.target.configured
        && report.statistics.max_threads <= 1
        && report.findings.is_empty()
        && report.verdict == Verdict::Verified
}

/// Whether there is something to say: another verdict, or other findings.
fn differ(before: &Report, now: &Report) -> bool {
    before.verdict != now.verdict
        || before.coverage != now.coverage
        || before.reasons != now.reasons
        || fingerprints(before) != fingerprints(now)
}

fn fingerprints(report: &Report) -> BTreeSet<&str> {
    report
        .findings
        .iter()
        .map(|finding| finding.fingerprint.as_str())
        .collect()
}

/// The entries as the file has them now; what is wrong with it is said elsewhere.
fn kept(folder: &Path) -> Kept {
    let read = config::read::read_file(&folder.join(config::FILE_NAME));
    read.map(|config| Kept::of(&config).0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::project::testing::scanned_target;
    use crate::text::testing::{deadlock_report, verified_report};
    use dropwire_check::Cause;

    fn screen() -> Screen {
        Screen {
            folder: PathBuf::from("/nowhere"),
            jdk: "17".into(),
            paint: Paint::plain(),
            live: false,
            shown: BTreeMap::new(),
            news: false,
        }
    }

    fn answered(report: Report) -> Answered {
        Answered {
            target: scanned_target("Till"),
            report,
            from_cache: false,
        }
    }

    #[test]
    fn findings_come_once_and_go() {
        let mut screen = screen();
        let first = screen.answered(&answered(deadlock_report()));
        assert!(first.starts_with("Till ✗ violated"), "{first}");
        assert!(
            first.contains("lock ledger") && first.contains("dropwire replay 3f2a90c1"),
            "{first}"
        );
        assert_eq!(screen.answered(&answered(deadlock_report())), "", "nothing new");
        let mut other = deadlock_report();
        let mut second = other.findings[0].clone();
        second.fingerprint = "v1:second".into();
        other.findings.push(second);
        let text = screen.answered(&answered(other));
        assert!(text.contains("still there: ✗ deadlock"), "{text}");
        assert_eq!(text.matches("dropwire replay").count(), 1, "{text}");
        let mut verified = verified_report();
        verified.statistics.max_threads = 2;
        let text = screen.answered(&answered(verified));
        assert!(text.starts_with("Till ✓ verified"), "{text}");
        assert_eq!(text.matches("✓ gone: deadlock at Till.java:6").count(), 2, "{text}");
    }

    #[test]
    fn what_a_limit_may_have_hidden_is_not_called_gone() {
        let mut screen = screen();
        screen.answered(&answered(deadlock_report()));
        let mut cut_off = verified_report();
        cut_off.verdict = Verdict::Incomplete;
        cut_off.coverage = Coverage::Limited;
        cut_off.reasons = vec![Cause::Time { limit: Some(2_000) }.into()];
        let text = screen.answered(&answered(cut_off));
        assert!(
            text.contains("◐ incomplete") && text.contains("time limit of 2.0 s"),
            "{text}"
        );
        assert!(
            text.contains("◐ not found again: deadlock") && !text.contains("gone"),
            "{text}"
        );
    }

    #[test]
    fn the_summary_comes_once_after_news() {
        let mut screen = screen();
        assert_eq!(
            screen.answered(&answered(verified_report())),
            "",
            "it never had two threads"
        );
        screen.answered(&answered(deadlock_report()));
        let status = ServerStatus {
            health: "ok",
            quiescent: true,
            message: "1 target, 1 finding".into(),
        };
        assert_eq!(screen.status(&status), "— 1 target, 1 finding · waiting for changes\n");
        assert_eq!(screen.status(&status), "");
    }
}
