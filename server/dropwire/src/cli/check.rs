//! `dropwire check`: verifies each target in a worker and shows the answers.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dropwire_check::{Coverage, Report, Verdict};

use super::options::{CheckOptions, Format};
use super::plan::{self, Plan};
use super::session::Session;
use super::{interrupt, live::LiveLine, misuse};
use crate::engine::JdkInfo;
use crate::exit::{self, Policy, Status};
use crate::json::{Document, Paths, target_document};
use crate::page::Page;
use crate::sources::Sources;
use crate::system;
use crate::text::style::Paint;
use crate::text::{self, Face};
use crate::trails::{self, StoredTrail};
use crate::units::plural;
use crate::worker::client::{Priority, Worker};
use crate::worker::protocol::{CheckRequest, Setup, WireOptions, limit_ms};
use crate::worker::verify::{Control, Outcome, Trouble, Workers, verify};

/// Runs the command.
pub fn check(options: &CheckOptions) -> Status {
    match prepare(options) {
        Ok(run) => run.all(),
        Err(message) => misuse(&message),
    }
}

/// Starts a new process for each job.
pub struct FreshWorkers;

impl Workers for FreshWorkers {
    fn take(&self, _setup: &Setup) -> Result<Worker, String> {
        Worker::start(Priority::Normal).map_err(|error| format!("cannot start a worker process: {error}"))
    }
}

struct Run<'a> {
    options: &'a CheckOptions,
    session: Session,
    jdk: JdkInfo,
    plans: Vec<Plan>,
    control: Arc<Control>,
    policy: Policy,
}

fn prepare(options: &CheckOptions) -> Result<Run<'_>, String> {
    let mut session = Session::open(&options.common)?;
    session.apply_check(options)?;
    let jdk = session.jdk()?;
    let plans = match options.target.as_slice() {
        [target, args @ ..] => vec![plan::named(&session, target, args, &jdk)?],
        [] => plan::all(&session, options.target_glob.as_deref())?,
    };
    let control = Arc::new(Control::default());
    interrupt::pass_on(&control);
    let policy = Policy {
        fail_on_potential: options.fail_on.is_some(),
        exit_zero: options.exit_zero,
    };
    Ok(Run {
        options,
        session,
        jdk,
        plans,
        control,
        policy,
    })
}

impl Run<'_> {
    fn all(&self) -> Status {
        let began = Instant::now();
        let mut page = Page::new(&self.jdk.version);
        let mut document = Document::new(&self.jdk.version, self.session.config.settings.options.seed);
        let mut worst = Status::Verified;
        let mut verdicts = Vec::new();
        for (index, plan) in self.plans.iter().enumerate() {
            let outcome = self.one(plan, began.elapsed());
            worst = worst.max(exit::of_target(
                &outcome.report,
                outcome.trouble.as_ref(),
                self.policy,
                plan.found,
            ));
            verdicts.push(outcome.report.verdict);
            self.store_trails(plan, &outcome.report);
            let sources = Sources::new(plan.sources.clone());
            match self.options.format {
                Format::Json => {
                    let paths = Paths {
                        sources: &sources,
                        folder: &self.session.folder,
                    };
                    document
                        .targets
                        .push(target_document(&plan.class, &plan.args, &outcome.report, paths));
                }
                Format::Html => {
                    let paths = Paths {
                        sources: &sources,
                        folder: &self.session.folder,
                    };
                    page.add(&plan.class, &plan.args, &outcome.report, paths);
                }
                // The other formats were refused before anything ran.
                Format::Text | Format::Sarif | Format::Junit => {
                    self.print_text(index, plan, &outcome.report, &sources);
                }
            }
            if outcome.trouble == Some(Trouble::Interrupted) {
                break;
            }
        }
        self.finish(&document, &page, &verdicts);
        worst
    }

    fn one(&self, plan: &Plan, spent: Duration) -> Outcome {
        let settings = &self.session.config.settings;
        let mut time = settings.time;
        if !settings.total_time.is_zero() {
            let left = settings.total_time.saturating_sub(spent);
            if left.is_zero() {
                return Outcome {
                    report: out_of_time(),
                    trouble: None,
                };
            }
            time = if time.is_zero() { left } else { time.min(left) };
        }
        let request = CheckRequest {
            setup: Setup {
                jdk: self.jdk.home.clone(),
                class_path: plan.class_path.clone(),
            },
            class: plan.class.clone(),
            args: plan.args.clone(),
            options: WireOptions::from(&settings.options),
            time_limit_ms: limit_ms(time),
        };
        let mut live = LiveLine::start(&plan.title());
        let mut outcome = verify(&request, &FreshWorkers, &self.control, &mut |statistics| {
            live.update(statistics)
        });
        if outcome.trouble == Some(Trouble::Interrupted) {
            // The engine says it in one word.
            let reasons = &mut outcome.report.reasons;
            reasons.retain(|reason| reason != "interrupted");
            reasons.push("it was interrupted; what is shown is what was found by then".into());
        }
        outcome
    }

    fn store_trails(&self, plan: &Plan, report: &Report) {
        let folder = self.trails_folder();
        for finding in report.findings.iter().filter(|finding| !finding.trail.steps.is_empty()) {
            let stored = StoredTrail {
                trail: finding.trail.clone(),
                origin: plan.origin(&self.jdk),
            };
            if let Err(error) = trails::save(&folder, &stored) {
                eprintln!(
                    "dropwire: the trail {} cannot be stored in {}: {error}",
                    stored.trail.id,
                    folder.display()
                );
            }
        }
    }

    fn trails_folder(&self) -> PathBuf {
        self.options.trails.clone().unwrap_or_else(trails::default_folder)
    }

    fn print_text(&self, index: usize, plan: &Plan, report: &Report, sources: &Sources) {
        let face = Face {
            paint: Paint::for_stdout(),
            width: system::terminal_width(),
            sources,
        };
        let gap = if index > 0 { "\n" } else { "" };
        print(&format!(
            "{gap}{}",
            text::report(&plan.title(), &self.jdk.version, report, face)
        ));
    }

    fn finish(&self, document: &Document<'_>, page: &Page<'_>, verdicts: &[Verdict]) {
        match self.options.format {
            Format::Json => match serde_json::to_string_pretty(document) {
                Ok(text) => print(&format!("{text}\n")),
                Err(error) => eprintln!("dropwire: the document cannot be written: {error}"),
            },
            Format::Html => print(&page.html()),
            Format::Text | Format::Sarif | Format::Junit => {
                if self.plans.len() > 1 {
                    print(&format!("\n{}\n", summary(self.plans.len(), verdicts)));
                }
            }
        }
    }
}

/// `3 targets: 1 violated, 2 verified`.
fn summary(planned: usize, verdicts: &[Verdict]) -> String {
    let names = [
        (Verdict::Violated, "violated"),
        (Verdict::Failed, "failed"),
        (Verdict::Incomplete, "incomplete"),
        (Verdict::Verified, "verified"),
    ];
    let count = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
    let mut parts: Vec<String> = names
        .iter()
        .map(|&(verdict, name)| (count(verdict), name))
        .filter(|&(count, _)| count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if planned > verdicts.len() {
        parts.push(format!("{} not run", planned - verdicts.len()));
    }
    format!("{}: {}", plural(planned as u64, "target"), parts.join(", "))
}

fn out_of_time() -> Report {
    Report {
        verdict: Verdict::Incomplete,
        coverage: Coverage::Limited,
        notes: Vec::new(),
        reasons: vec!["limits.total-time was over before it ran".into()],
        assumptions: Vec::new(),
        findings: Vec::new(),
        statistics: dropwire_check::Statistics::default(),
    }
}

/// Prints; a reader that has gone away (`| head`) is no error.
fn print(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_count_what_ran() {
        let verdicts = [Verdict::Verified, Verdict::Violated, Verdict::Verified];
        assert_eq!(summary(3, &verdicts), "3 targets: 1 violated, 2 verified");
        assert_eq!(summary(5, &verdicts), "5 targets: 1 violated, 2 verified, 2 not run");
    }
}
