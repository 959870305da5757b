//! `dropwire check`: verifies each target in a worker and shows the answers.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use dropwire_check::{Cause, Coverage, Finding, Note, Options, Reason, Report, Verdict};

use super::cases::{self, Expanded};
use super::options::{CheckOptions, FailOn, Format};
use super::output::{Written, print};
use super::plan::{self, Plan};
use super::session::Session;
use super::side_by_side::{default_jobs, in_order};
use super::suggest::{self, Ran, Suggested};
use super::summary::summary;
use super::{interrupt, live::LiveLine, misuse};
use crate::engine::JdkInfo;
use crate::exit::{self, Policy, Status};
use crate::formats::{self, Answer, Call};
use crate::json::{Document, Paths, target_document};
use crate::lsp::build_state::{NoBuild, no_build};
use crate::page::Page;
use crate::scenario_test;
use crate::shard::Part;
use crate::sources::Sources;
use crate::suppress::baseline::Baseline;
use crate::suppress::{By, Suppressor};
use crate::symbolic_test::{self, Covers, JUnit};
use crate::system;
use crate::text::style::Paint;
use crate::text::{self, Face};
use crate::trails::{self, StoredTrail};
use crate::units::plural;
use crate::worker::client::{Priority, Worker};
use crate::worker::control::{Control, Workers};
use crate::worker::protocol::{CheckRequest, Setup, absent, limit_ms};
use crate::worker::verify::{News, Outcome, Trouble, verify};

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
    fn take(&self, setup: &Setup) -> Result<Worker, String> {
        setup.can_be_sent()?;
        Worker::start(Priority::Normal).map_err(|error| format!("cannot start a worker process: {error}"))
    }
}

struct Run<'a> {
    options: &'a CheckOptions,
    session: Session,
    jdk: JdkInfo,
    plans: Vec<Plan>,
    /// What of the whole the plans are, where there are several machines.
    part: Option<Part>,
    /// How many of them run at a time.
    jobs: usize,
    control: Arc<Control>,
    policy: Policy,
    baseline: Option<(PathBuf, Baseline)>,
}

/// Memory that a worker needs to boot and to search at all; with less for each, fewer run at a time.
const LEAST_MEMORY: u64 = 512 << 20;

fn prepare(options: &CheckOptions) -> Result<Run<'_>, String> {
    let mut session = Session::open(&options.common, options.target.first().map(String::as_str))?;
    session.apply_check(options)?;
    let configured = session.config.baseline.as_ref().map(|(file, _)| file);
    // Whoever writes the first one has none yet.
    let configured = configured.filter(|file| options.write_baseline.is_none() || file.exists());
    let baseline = options
        .baseline
        .as_ref()
        .or(configured)
        .map(|file| Ok::<_, String>((file.clone(), Baseline::read(file)?)))
        .transpose()?;
    let jdk = session.jdk()?;
    let plans = match options.target.as_slice() {
        [target, args @ ..] => vec![plan::named(&session, target, args, &jdk)?],
        [] => plan::all(&session, options.selection.glob.as_deref())?,
    };
    let control = Arc::new(Control::default());
    interrupt::pass_on(&control);
    let limit = limit_ms(session.config.settings.time);
    let Expanded { plans, skipped } = cases::expand(plans, &jdk, limit, &FreshWorkers, &control)?;
    for (test, why) in &skipped {
        eprintln!("dropwire: {test} is skipped: {why}");
    }
    if plans.is_empty() {
        return Err("nothing to verify: every requested test is skipped".into());
    }
    let (plans, part) = of_shard(plans, options)?;
    let jobs = jobs_of(options.jobs, plans.len(), session.config.settings.options.memory_limit);
    let policy = Policy {
        fail_on: exit::FailOn {
            potential: options.fail_on.contains(&FailOn::Potential),
            incomplete: options.fail_on.contains(&FailOn::Incomplete),
            errors_only: options.fail_on.contains(&FailOn::Error),
        },
        exit_zero: options.exit_zero,
    };
    Ok(Run {
        options,
        session,
        jdk,
        plans,
        part,
        jobs,
        control,
        policy,
        baseline,
    })
}

/// How many of so many targets run at a time, where `--jobs` says a number or nothing: no more than share the memory well; 0 for no limit of it.
pub fn jobs_of(said: Option<NonZeroUsize>, targets: usize, memory: u64) -> usize {
    let jobs = said.map_or_else(default_jobs, usize::from).min(targets.max(1));
    match memory {
        0 => jobs,
        all => jobs.min(usize::try_from(all / LEAST_MEMORY).unwrap_or(jobs).max(1)),
    }
}

/// What a check of a plan asks, without a limit of time.
pub fn request(session: &Session, jdk: &JdkInfo, plan: &Plan, memory: u64) -> CheckRequest {
    CheckRequest {
        setup: Setup {
            jdk: jdk.home.clone(),
            class_path: plan.class_path.clone(),
        },
        class: plan.class.clone(),
        args: plan.args.clone(),
        options: Options {
            memory_limit: memory,
            ..plan.options(session)
        },
        time_limit_ms: None,
        early: false,
        origin: plan.origin(jdk).hash(),
    }
}

/// The plans of `--shard`, and what they are of the whole; without it, all.
fn of_shard(plans: Vec<Plan>, options: &CheckOptions) -> Result<(Vec<Plan>, Option<Part>), String> {
    let Some(shard) = options.selection.shard else {
        return Ok((plans, None));
    };
    let titles: Vec<String> = plans.iter().map(Plan::title).collect();
    let part = Part::of(shard, &titles, &options.selection.costs()?);
    Ok((part.select(plans), Some(part)))
}

impl Run<'_> {
    fn all(&self) -> Status {
        let began = Instant::now();
        let mut suppressor = Suppressor::new(&self.session.config.ignores, self.baseline.clone());
        let mut worst = Status::Verified;
        let mut written = Written::Whole;
        let mut answers: Vec<Answer> = Vec::new();
        let mut not_run = Vec::new();
        let live = LiveLine::of(self.plans.len());
        let alone = RwLock::new(());
        let work = |at: usize| self.one(at, began, &live, &alone);
        in_order(self.plans.len(), self.jobs, &work, &mut |at, outcome| {
            let plan = &self.plans[at];
            let Some(mut outcome) = outcome else {
                not_run.push(plan.title());
                return;
            };
            if plan.found {
                leave_out_the_build(&mut outcome.report, plan);
            }
            self.store_trails(plan, &outcome.report);
            let answer = Answer {
                target: plan.class.clone(),
                args: plan.args.clone(),
                found: plan.found,
                suppressed: suppressor.judge(&outcome.report),
                report: outcome.report,
                sources: Sources::new(plan.sources.clone()),
            };
            // The user has not interrupted it: the reader of the output has gone away, which is no error.
            let ended_early = written == Written::Unread && outcome.trouble == Some(Trouble::Interrupted);
            let trouble = outcome.trouble.as_ref().filter(|_| !ended_early);
            worst = worst.max(exit::of_target(answer.judged(), trouble, self.policy, plan.found));
            if self.options.format == Format::Text {
                let text = self.text_of(&answers, &answer);
                written = written.max(live.beside(|| print(&text)));
                if written == Written::Unread && !self.writes_files() {
                    self.control.stop();
                }
            }
            answers.push(answer);
        });
        let skipped = |answer: &Answer| answer.report.skipped().is_some();
        if !self.policy.exit_zero && !answers.is_empty() && answers.iter().all(skipped) {
            worst = worst.max(Status::NotVerified);
        }
        let is_unread = written == Written::Unread;
        if !not_run.is_empty() {
            worst = worst.max(match is_unread {
                true => Status::NotVerified,
                false => Status::Interrupted,
            });
        }
        let fixes = match is_unread {
            true => Vec::new(),
            false => self.suggested(&answers),
        };
        let call = Call {
            answers,
            jdk: &self.jdk.version,
            seed: self.session.config.settings.options.seed,
            folder: &self.session.folder,
            baseline: self.baseline.is_some(),
            status: worst,
            not_run,
            part: self.part.clone(),
        };
        written = written.max(self.finish(&call, &fixes));
        written = written.max(self.write_lcov(&call));
        if !is_unread {
            self.remark(&suppressor, worst);
        }
        self.write_test(&call)
            .max(self.write_baseline(&call))
            .max(written.status())
    }

    /// Whether the answer is more than what standard output says: files that were asked for.
    fn writes_files(&self) -> bool {
        let options = self.options;
        let reports = options.report.iter().any(|asked| asked.file.is_some());
        reports || options.write_test.is_some() || options.write_baseline.is_some() || options.trails.is_some()
    }

    /// What entries and baselines no longer match; only said when everything was asked for and ran.
    fn remark(&self, suppressor: &Suppressor, worst: Status) {
        let partial = !self.options.target.is_empty() || self.options.selection.glob.is_some() || self.part.is_some();
        if partial || self.options.common.module.is_some() || worst == Status::Interrupted {
            return;
        }
        if let Some(file) = &self.session.config.file {
            let shown = crate::sources::relative_to(file, &self.session.folder);
            for warning in suppressor.unused() {
                eprintln!("{}:{}: warning: {}", shown.display(), warning.line, warning.message);
            }
        }
        if let (Some(gone), Some((file, _))) = (suppressor.gone(), &self.baseline) {
            let findings = plural(gone as u64, "finding");
            let occur = if gone == 1 { "occurs" } else { "occur" };
            eprintln!(
                "{}: {findings} of the baseline no longer {occur}; rewrite it with --write-baseline",
                file.display()
            );
        }
    }

    /// With `--suggest-fixes`, the edits that help each target.
    fn suggested(&self, answers: &[Answer]) -> Vec<Vec<Suggested>> {
        if !self.options.suggest_fixes {
            return Vec::new();
        }
        let memory = self.session.config.settings.options.memory_limit;
        let ran = |answer| -> Option<Ran<'_>> {
            let title = Answer::title(answer);
            let plan = self.plans.iter().find(|plan| plan.title() == title)?;
            let request = request(&self.session, &self.jdk, plan, memory);
            Some(Ran { plan, answer, request })
        };
        let all: Vec<Ran<'_>> = answers.iter().filter_map(ran).collect();
        let of = |at: usize| {
            let suggested = suggest::suggested(&self.session, &FreshWorkers, &self.control, &all, at);
            suggested.unwrap_or_else(|why| {
                eprintln!("dropwire: no fixes are suggested: {why}");
                Vec::new()
            })
        };
        (0..all.len()).map(of).collect()
    }

    /// The test of the first finding in a scenario, or the tests of a method that was explored for all inputs. The status stays what it
    /// was, unless it cannot be written.
    fn write_test(&self, call: &Call<'_>) -> Status {
        let Some(file) = &self.options.write_test else {
            return call.status;
        };
        let class = file.file_stem().unwrap_or_default().to_string_lossy();
        let mut answers = call.answers.iter().map(|answer| &answer.report.explored[..]);
        if let Some((explored, all)) = answers.find_map(|all| Some((all.first()?, all))) {
            let all = symbolic_test::without_repetition(all.to_vec(), Covers::Branch);
            let source = symbolic_test::source(&all, &class, Covers::Branch, JUnit::Five);
            return match source.and_then(|(source, _)| symbolic_test::write(file, &source)) {
                Ok(()) => {
                    eprintln!(
                        "dropwire: wrote the tests of {}.{} to {}",
                        explored.class,
                        explored.name,
                        file.display()
                    );
                    call.status
                }
                Err(why) => {
                    eprintln!("dropwire: {why}");
                    call.status.max(Status::Misuse)
                }
            };
        }
        let findings = call.answers.iter().flat_map(|answer| &answer.report.findings);
        let mut tests = findings.filter_map(|finding| scenario_test::of(finding, &class));
        let refused = |why: &str| {
            eprintln!("dropwire: {} was not written: {why}", file.display());
            call.status
        };
        match tests.next() {
            None => refused("no finding has a scenario (--write-test needs a target Class#new)"),
            Some(Err(why)) => refused(&why),
            Some(Ok(test)) => match std::fs::write(file, test.source) {
                Ok(()) => {
                    eprintln!("dropwire: wrote the test of a scenario to {}", file.display());
                    call.status
                }
                Err(error) => {
                    eprintln!("dropwire: cannot write the test {}: {error}", file.display());
                    call.status.max(Status::Misuse)
                }
            },
        }
    }

    /// Every finding that no `[[ignore]]` takes care of. The status stays what it was, unless it cannot be written.
    fn write_baseline(&self, call: &Call<'_>) -> Status {
        let Some(file) = &self.options.write_baseline else {
            return call.status;
        };
        match call.status {
            Status::Interrupted | Status::OurBug => {
                eprintln!(
                    "dropwire: {} was not written: not every target ran to its end",
                    file.display()
                );
                return call.status;
            }
            Status::Verified | Status::NotVerified | Status::Finding | Status::Misuse => {}
        }
        let known = call.answers.iter().flat_map(|answer| answer.judged().findings());
        let known = known.filter(|(_, suppressed)| suppressed.is_none_or(|why| why.by == By::Baseline));
        let baseline = Baseline::of(known.map(|(finding, _)| finding));
        match baseline.write(file) {
            Ok(()) => {
                let findings = plural(baseline.len() as u64, "finding");
                eprintln!("dropwire: {} holds {findings}", file.display());
                call.status
            }
            Err(error) => {
                eprintln!("dropwire: cannot write the baseline {}: {error}", file.display());
                call.status.max(Status::Misuse)
            }
        }
    }

    /// What comes of a plan; nothing where the call was interrupted before it began. Several run at a time and share the memory;
    /// one for which its share was too little runs again with all of it while no other one does.
    fn one(&self, at: usize, began: Instant, live: &LiveLine, alone: &RwLock<()>) -> Option<Outcome> {
        let plan = &self.plans[at];
        if let Some(why) = &plan.unreadable {
            return Some(Outcome::of(
                Report::failed(Cause::Unreadable { what: why.clone() }),
                None,
            ));
        }
        let all = self.session.config.settings.options.memory_limit;
        let share = all / self.jobs as u64;
        let outcome = {
            let _beside = alone.read().unwrap_or_else(PoisonError::into_inner);
            self.verify(at, began, share, live)?
        };
        let lacked_memory = |reason: &Reason| matches!(reason.cause, Cause::Memory { .. });
        if share == all || !outcome.report.reasons.iter().any(lacked_memory) {
            return Some(outcome);
        }
        let _alone = alone.write().unwrap_or_else(PoisonError::into_inner);
        let whole = self.verify(at, began, all, live);
        Some(whole.unwrap_or(outcome))
    }

    fn verify(&self, at: usize, began: Instant, memory: u64, live: &LiveLine) -> Option<Outcome> {
        if self.control.was_stopped() || self.control.was_killed() {
            return None;
        }
        let plan = &self.plans[at];
        let settings = &self.session.config.settings;
        let mut time = settings.time;
        if !settings.total_time.is_zero() {
            let left = settings.total_time.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Some(Outcome::of(out_of_time(), None));
            }
            time = if time.is_zero() { left } else { time.min(left) };
        }
        let request = CheckRequest {
            time_limit_ms: limit_ms(time),
            ..request(&self.session, &self.jdk, plan, memory)
        };
        live.start(at, &plan.title());
        let mut outcome = verify(&request, &FreshWorkers, &self.control, &mut |news| match news {
            News::Progress(statistics) => live.update(at, &statistics),
            News::Found(_) => {}
        });
        live.end(at);
        let left_out = self.session.jpf.iter().flat_map(|jpf| jpf.left_out.clone());
        let left_out = left_out.map(|(key, classes)| Note::LeftOut { key, classes });
        outcome.report.notes.extend(left_out);
        if outcome.trouble == Some(Trouble::Interrupted) {
            // The engine says it in one word.
            let reasons = &mut outcome.report.reasons;
            reasons.retain(|reason| !matches!(reason.cause, Cause::Interrupted { .. }));
            reasons.push(Cause::Interrupted { partial: true }.into());
        }
        Some(outcome)
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
                    "dropwire: cannot store the trail {} in {}: {error}",
                    stored.trail.id,
                    folder.display()
                );
            }
        }
    }

    fn trails_folder(&self) -> PathBuf {
        self.options.trails.clone().unwrap_or_else(trails::default_folder)
    }

    /// The answer as text. A finding that an earlier target has in full is one line.
    fn text_of(&self, earlier: &[Answer], answer: &Answer) -> String {
        let face = Face {
            paint: Paint::for_stdout(),
            width: system::terminal_width(),
            sources: &answer.sources,
        };
        let gap = if earlier.is_empty() { "" } else { "\n" };
        let shown_by = |finding: &Finding| formats::shown_by(earlier, finding, &answer.sources);
        let text = text::report(&answer.title(), &self.jdk.version, answer.judged(), &shown_by, face);
        format!("{gap}{text}")
    }

    fn finish(&self, call: &Call<'_>, fixes: &[Vec<Suggested>]) -> Written {
        let suggested = || -> String { fixes.iter().map(|fixes| suggest::text(fixes, &self.session)).collect() };
        let written = match self.options.format {
            Format::Text if self.plans.len() > 1 || self.part.is_some() => {
                Ok(format!("{}\n{}", suggested(), summary(call, Paint::for_stdout())))
            }
            Format::Text => Ok(suggested()),
            Format::Json => json_text(call, |at| {
                let fixes = fixes.get(at)?;
                Some(suggest::documents(fixes, &self.session))
            }),
            Format::Sarif => pretty(&formats::sarif::document(call)),
            Format::Junit => formats::junit::document(call).map_err(|error| error.to_string()),
            Format::Github => Ok(formats::github::annotations(call)),
            Format::Html => Ok(page_of(call)),
        };
        match written {
            Ok(text) => print(&text),
            Err(error) => {
                eprintln!("dropwire: cannot write the output: {error}");
                Written::InPart
            }
        }
    }
}

impl Run<'_> {
    /// Writes the coverage to the file that `--report coverage=FILE` names.
    fn write_lcov(&self, call: &Call<'_>) -> Written {
        let files = self.options.report.iter().filter_map(|asked| asked.file.as_ref());
        let mut written = Written::Whole;
        for file in files {
            if let Err(error) = std::fs::write(file, formats::lcov::document(call)) {
                eprintln!("dropwire: cannot write the coverage to {}: {error}", file.display());
                written = Written::InPart;
            }
        }
        written
    }
}

fn json_text(call: &Call<'_>, fixes: impl Fn(usize) -> Option<Vec<serde_json::Value>>) -> Result<String, String> {
    let mut document = Document {
        exit_status: call.status.number(),
        shard: call.part.as_ref(),
        not_run: &call.not_run,
        ..Document::new(call.jdk, call.seed)
    };
    for (at, answer) in call.answers.iter().enumerate() {
        let paths = Paths {
            sources: &answer.sources,
            folder: call.folder,
        };
        let target = target_document(&answer.target, &answer.args, answer.judged(), paths);
        document.targets.push(target.with_fixes(fixes(at)));
    }
    pretty(&document)
}

fn page_of(call: &Call<'_>) -> String {
    let mut page = Page::new(call.jdk);
    for answer in &call.answers {
        let paths = Paths {
            sources: &answer.sources,
            folder: call.folder,
        };
        page.add(&answer.target, &answer.args, answer.judged(), paths);
    }
    page.html()
}

fn pretty(document: &impl serde::Serialize) -> Result<String, String> {
    let text = serde_json::to_string_pretty(document).map_err(|error| error.to_string())?;
    Ok(format!("{text}\n"))
}

/// A class that is missing, or was compiled apart from the others, says something about the build and nothing about the
/// threads of a target that nobody named: what came of it is no finding, as in the language server.
fn leave_out_the_build(report: &mut Report, plan: &Plan) {
    if report.findings.is_empty() {
        return;
    }
    let why = match no_build(report) {
        None => return,
        Some(NoBuild::Missing(class)) => Cause::MissingClass {
            class,
            class_path: Some(plan.class_path_from.clone()),
            absent: absent(&plan.class_path),
        },
        Some(NoBuild::Unfinished(what)) => Cause::InconsistentClasses { what },
    };
    report.findings.clear();
    report.verdict = Verdict::Incomplete;
    report.coverage = Coverage::Limited;
    report.reasons.insert(0, why.into());
}

fn out_of_time() -> Report {
    Report {
        verdict: Verdict::Incomplete,
        coverage: Coverage::Limited,
        notes: Vec::new(),
        reasons: vec![Cause::TotalTime.into()],
        assumptions: Vec::new(),
        findings: Vec::new(),
        statistics: dropwire_check::Statistics::default(),
        reports: Vec::new(),
        stated: Vec::new(),
        explored: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, thrown_facts};

    #[test]
    fn a_missing_class_is_no_finding_of_a_found_target() {
        let mut report = deadlock_report();
        let plan = Plan {
            class_path_from: "shop (from pom.xml, offline); build once".into(),
            ..Plan::of("shop.Till".into(), Vec::new(), Vec::new())
        };
        leave_out_the_build(&mut report, &plan);
        assert_eq!((report.findings.len(), report.verdict), (1, Verdict::Violated));
        report.findings[0].kind = dropwire_check::Kind::UncaughtException;
        report.findings[0].facts = Some(thrown_facts("java.lang.NoClassDefFoundError", "lib/Missing", false));
        leave_out_the_build(&mut report, &plan);
        assert_eq!((report.findings.len(), report.verdict), (0, Verdict::Incomplete));
        assert_eq!(
            report.reasons[0].to_string(),
            "class lib.Missing is not on the class path of shop (from pom.xml, offline); build once"
        );
    }
}
