//! The entry points: check a target, replay a trail.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_classes::content_hash;
use dropwire_vm::{Attributes, JvmArgs, SyncDetection, Vm, VmError};

use crate::analysis::Prediction;
use crate::assumptions::assumptions;
use crate::explain;
use crate::facts::defect::{Defect, Tried};
use crate::facts::kind::Kind;
use crate::facts::reason::{Reason, Stop};
use crate::finding;
use crate::junit;
use crate::object;
use crate::options::{Budget, Options, Target, Timeouts};
use crate::pipeline::{self, Explored, explore};
use crate::replay::{Broken, Follower};
use crate::report::{Analysis, Confidence, Coverage, Finding, Report, Statistics, Verdict};
use crate::search::{Found, Note, Outcome, Search, cost};
use crate::session::{Exploration, apart};
use crate::sleep_respecting_schedules;
use crate::trail::{Step, TRAIL_FORMAT, Trail};

/// How a replay ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Replay {
    /// The same finding.
    Reproduced(Box<Finding>),
    /// The schedule could be followed, but to another finding.
    Other(Box<Finding>),
    /// The program went another way.
    Drift {
        /// 1-based number of the step.
        step: usize,
        /// What the trail says.
        expected: String,
        /// What the program does now.
        found: String,
    },
    /// The schedule could be followed, and nothing is wrong at its end.
    NotReached,
    /// It could not run to its end.
    Failed(String),
}

/// Verifies a target: explores every interleaving that the options allow.
///
/// Findings are confirmed provisionally: their schedules have been replayed in this machine. The caller replays each
/// trail in a fresh process before it is shown.
pub fn check(vm: &mut Vm, target: &Target, options: &Options, budget: &mut dyn Budget) -> Report {
    vm.cancellation = budget.cancellation();
    match junit::cases_of(vm, target, budget) {
        Ok(cases) if cases.is_empty() => explore_target(vm, target, options, budget).report,
        Ok(cases) => {
            let mut reports = Vec::new();
            for case in cases {
                let report = apart(vm, |vm| explore_target(vm, &case, options, budget).report);
                reports.push((case.class, report));
            }
            junit::together(reports)
        }
        Err(error) => not_started(&error),
    }
}

/// As [`check`], with what else came to light.
pub(crate) fn explore_target(vm: &mut Vm, target: &Target, options: &Options, budget: &mut dyn Budget) -> Exploration {
    vm.cancellation = budget.cancellation();
    let bare = |report| Exploration {
        report,
        ends: BTreeSet::new(),
    };
    prepare(vm, options);
    if let Err(error) = junit::start(vm, target) {
        return bare(match error {
            VmError::Stopped => incomplete(why_stopped(options, budget)),
            error => not_started(&error),
        });
    }
    let Explored {
        mut outcome,
        mut predictions,
        foreseen,
        tried,
        runs,
    } = match pipeline::run(vm, options, budget, &mut |vm, budget, found, predictions| {
        let findings = so_far(vm, target, options, found, predictions);
        if !findings.is_empty() {
            budget.found(findings);
        }
    }) {
        Ok(explored) => explored,
        Err(VmError::Stopped) => return bare(incomplete(why_stopped(options, budget))),
        Err(error) => return bare(incomplete(Reason::from(&error))),
    };
    if outcome.unfinished && outcome.limits.is_empty() {
        outcome.limits.push(why_stopped(options, budget));
    }
    let (mut findings, not_followed) = confirm(vm, target, options, budget, &mut outcome);
    let mut reasons = outcome.limits.clone();
    reasons.extend(not_followed.into_iter().map(Reason::from));
    if !reasons.is_empty() && !outcome.stopped_at_first {
        findings.extend(earlier(vm, target, options, budget, &mut outcome));
        predictions.retain(|fingerprint, _| !outcome.found.contains_key(fingerprint));
    }
    for finding in &mut findings {
        if let Some(analysis) = foreseen.get(&finding.fingerprint) {
            finding.analysis = *analysis;
        }
    }
    let confirmed = findings.iter().any(|f| f.confidence == Confidence::Confirmed);
    let potential = predictions.iter().map(|(fingerprint, p)| {
        potential(
            vm,
            target,
            options,
            fingerprint,
            (&p.defect, p.analysis),
            tried.as_ref(),
        )
    });
    findings.extend(potential);
    findings.sort_by_key(|f| {
        (
            f.confidence as u8,
            f.severity() as u8,
            f.kind,
            f.location.clone(),
            f.fingerprint.clone(),
        )
    });
    for (reason, paths) in &outcome.broken_paths {
        let many = (*paths > 1).then(|| format!("{reason} ({paths} paths)"));
        reasons.push(Reason {
            cause: reason.cause.clone(),
            text: many.unwrap_or_else(|| reason.text.clone()),
        });
    }
    if outcome.stopped_at_first {
        reasons.push("stopped at the first finding, as asked".into());
    }
    if reasons.is_empty() && !confirmed && !outcome.ended {
        reasons.push("no run came to an end, and nothing was found that tells why: depth-first search may".into());
    }
    if !predictions.is_empty() {
        reasons.push(match predictions.len() {
            1 => "one potential finding is left".into(),
            left => format!("{left} potential findings are left").into(),
        });
    }
    let mut aborted = outcome.aborted.take();
    if let Some(why) = object::untested(vm, aborted.as_deref()).filter(|_| !confirmed) {
        aborted = None;
        reasons.push(why.into());
    }
    let complete = reasons.is_empty();
    // Whether or not it applies on paths that were not seen: nothing is claimed of it then.
    let skipped = complete && !confirmed && !outcome.applied && aborted.is_some();
    let mut notes = notes(vm, &outcome.notes, &findings);
    notes.extend(object::notes(vm));
    if runs > 0 {
        let found = if confirmed { "" } else { ", which reached no defect" };
        let made = match runs {
            1 => "1 random run was made".to_owned(),
            _ => format!("{runs} random runs were made"),
        };
        notes.push(format!(
            "beside the search that was cut off, {made}, with seed {}{found}",
            options.seed
        ));
    }
    if let Some(why) = aborted {
        let why = format!("an assumption of the test does not hold ({why})");
        if skipped {
            reasons.push(Reason::skipped(format!("{why}; nothing was tested")));
        } else {
            notes.push(format!("on some paths {why}, and nothing was tested there"));
        }
    }
    let report = Report {
        verdict: if confirmed {
            Verdict::Violated
        } else if complete && !skipped {
            Verdict::Verified
        } else {
            Verdict::Incomplete
        },
        coverage: if complete {
            Coverage::Complete
        } else {
            Coverage::Limited
        },
        reasons,
        notes,
        assumptions: assumptions(vm, options),
        findings,
        statistics: outcome.statistics,
    };
    Exploration {
        report,
        ends: outcome.ends,
    }
}

fn why_stopped(options: &Options, budget: &mut dyn Budget) -> Reason {
    match budget.exhausted() {
        Some(Stop::Memory) => Reason::memory(options.memory_limit),
        stop => stop.unwrap_or(Stop::Interrupted).into(),
    }
}

/// Makes the schedules of what was found as likely, few in switches and short as may be, and follows them once more. Gives the findings,
/// and what is to be said of those that could not be followed.
fn confirm(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    budget: &mut dyn Budget,
    outcome: &mut Outcome,
) -> (Vec<Finding>, Vec<String>) {
    avoid_spurious_wakeups(vm, options, budget, outcome);
    remove_subsumed_deadlocks(&mut outcome.found);
    if options.short_trails {
        shorten(vm, options, budget, outcome);
    }
    let timely = sleep_respecting_schedules::prefer(vm, options, budget, outcome);
    let before = vm.instructions;
    let mut why = BTreeMap::new();
    for (fingerprint, found) in &mut outcome.found {
        let untouched = timely.contains(fingerprint).then(|| found.clone());
        let mut decisive = if options.short_trails && vm.instructions - before < explain::BYTECODES {
            explain::minimise(vm, options, budget, fingerprint, found)
        } else {
            Vec::new()
        };
        if let Some(untouched) = untouched.filter(|_| !sleep_respecting_schedules::is_timely(vm, options, found)) {
            // A shorter run that needs more luck is no better one.
            *found = untouched;
            decisive.clear();
        }
        if found.defect.kind() == Kind::InfiniteLoop {
            // That a run comes elsewhere without a switch does not show that it ends.
            decisive.clear();
        }
        why.insert(fingerprint.clone(), decisive);
    }
    budget.conclude();
    tell(vm, target, options, outcome, &why)
}

/// Follows each schedule once more, the short ones first: those are reported in whatever time is left.
fn tell(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    outcome: &Outcome,
    decisive: &BTreeMap<String, Vec<bool>>,
) -> (Vec<Finding>, Vec<String>) {
    let (mut findings, mut not_followed) = (Vec::new(), Vec::new());
    let mut order: Vec<(&String, &Found)> = outcome.found.iter().collect();
    order.sort_by_key(|(_, found)| found.schedule.len());
    for (fingerprint, found) in order {
        match finding(vm, target, options, fingerprint, found) {
            Ok(mut finding) => {
                let decisive = decisive.get(fingerprint).map_or(&[][..], Vec::as_slice);
                finding.why = explain::why(finding.kind, &finding.trail, decisive);
                findings.push(finding);
            }
            Err(_) if vm.cancellation.is_cancelled() => {
                findings.push(untold(vm, target, options, fingerprint, found));
                not_followed.push(format!(
                    "{}: there was no time to follow its run again",
                    finding::said(&found.defect)
                ));
            }
            Err(why) => not_followed.push(format!("{}: {why}", finding::said(&found.defect))),
        }
    }
    (findings, not_followed)
}

/// What was reached, but in a run that there was no time to follow again.
fn untold(vm: &Vm, target: &Target, options: &Options, fingerprint: &str, found: &Found) -> Finding {
    let steps = found.schedule.len();
    let tried = Tried::NotFollowed { steps };
    potential(
        vm,
        target,
        options,
        fingerprint,
        (&found.defect, Analysis::Search),
        Some(&tried),
    )
}

/// What searches had found that then began again, where the last one was cut off before it met it: what was refuted since made its steps
/// smaller, and it is as real as it was. Their trails say with what they hold.
fn earlier(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    budget: &mut dyn Budget,
    outcome: &mut Outcome,
) -> Vec<Finding> {
    let known = vm.refutations();
    let mut findings = Vec::new();
    // What the last of them found holds with most of what is known now.
    for abandoned in std::mem::take(&mut outcome.abandoned).into_iter().rev() {
        let mut all = outcome.found.clone();
        for (fingerprint, found) in &abandoned.found {
            all.entry(fingerprint.clone()).or_insert_with(|| found.clone());
        }
        remove_subsumed_deadlocks(&mut all);
        all.retain(|fingerprint, _| !outcome.found.contains_key(fingerprint));
        if all.is_empty() {
            continue;
        }
        let mut part = Outcome {
            found: all,
            ..Outcome::default()
        };
        vm.restore_refutations(abandoned.known);
        // What cannot be followed is dropped, as it was before.
        findings.extend(confirm(vm, target, options, budget, &mut part).0);
        outcome.found.append(&mut part.found);
    }
    vm.restore_refutations(known);
    findings
}

/// What is known before the search: what has been reached, and what is predicted.
fn so_far(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    mut found: BTreeMap<String, Found>,
    predictions: &BTreeMap<String, Prediction>,
) -> Vec<Finding> {
    remove_subsumed_deadlocks(&mut found);
    let known = vm.refutations();
    let reached = found
        .iter()
        .map(|(fingerprint, found)| finding(vm, target, options, fingerprint, found));
    // What cannot be followed is told at the end, with the reason.
    let mut findings: Vec<Finding> = reached.filter_map(Result::ok).collect();
    if vm.refutations() != known {
        vm.restore_refutations(known);
    }
    let open = predictions
        .iter()
        .filter(|(fingerprint, _)| !found.contains_key(*fingerprint));
    findings.extend(open.map(|(f, p)| {
        potential(
            vm,
            target,
            options,
            f,
            (&p.defect, p.analysis),
            Some(&Tried::SearchGoesOn),
        )
    }));
    findings
}

/// Remarks on fields of which no race was found, and on annotations that were not checked.
fn notes(vm: &Vm, notes: &[Note], findings: &[Finding]) -> Vec<String> {
    let races = findings.iter().filter(|f| f.kind == Kind::DataRace);
    let races: Vec<String> = races.filter_map(Finding::subject).collect();
    let has_race = |note: &&Note| note.subject.as_ref().is_some_and(|subject| races.contains(subject));
    let open = notes.iter().filter(|note| !has_race(note));
    open.map(|note| note.text.clone())
        .chain(vm.unclear.iter().cloned())
        .collect()
}

/// What runs is the same in a search and in its replays.
pub(crate) fn prepare(vm: &mut Vm, options: &Options) {
    vm.reduction = options.reduction;
    vm.jdk_atomic = options.jdk_atomic;
    vm.processors = options.processors;
    vm.collects_often = options.full_keys;
    let share = u32::try_from(options.memory_limit / 4 * 3 / 8).unwrap_or(u32::MAX);
    vm.heap.set_limit(match options.memory_limit {
        0 => vm.options.heap_words,
        _ => vm.options.heap_words.min(share),
    });
    vm.silent_logging = options.silent_logging;
    vm.jvm_args = options.jvm_args.clone();
    vm.set_attributes(options.attributes.clone());
    vm.set_sync_detection(&options.sync_detection);
    vm.set_symmetry(options.symmetry);
}

/// A finding whose schedule needs a spurious wakeup is looked for again without any.
fn avoid_spurious_wakeups(vm: &mut Vm, options: &Options, budget: &mut dyn Budget, outcome: &mut Outcome) {
    let unlikely = |found: &Found| {
        found
            .schedule
            .iter()
            .any(|c| c.alternative == dropwire_vm::Alternative::Spurious)
    };
    if !outcome.found.values().any(unlikely) {
        return;
    }
    let plain = Options {
        spurious_wakeups: false,
        ..options.clone()
    };
    let known = vm.refutations();
    let second = explore(vm, &plain, budget);
    if vm.refutations() != known {
        // The first search was cut off before it saw this: its schedules hold without it.
        vm.restore_refutations(known);
        return;
    }
    let Ok(second) = second else { return };
    for (fingerprint, found) in second.found {
        // Its choices are numbered without spurious wakeups; the schedule itself is the same.
        if outcome.found.get(&fingerprint).is_none_or(unlikely) {
            outcome.found.insert(fingerprint, found);
        }
    }
}

/// Looks for schedules with fewer switches: searches with 0, 1, 2, … preemptions, each within a small budget.
fn shorten(vm: &mut Vm, options: &Options, budget: &mut dyn Budget, outcome: &mut Outcome) {
    const PREEMPTIONS: u32 = 5;
    const TRANSITIONS: u64 = 15_000;
    let mut open: BTreeSet<String> = outcome.found.keys().cloned().collect();
    for preemptions in 0..=PREEMPTIONS {
        if open.is_empty() || budget.exhausted().is_some() {
            return;
        }
        let known = vm.refutations();
        vm.push_undo();
        let bounded = vm.begin(true).ok().map(|()| {
            Search::new(vm, options, budget)
                .bounded(preemptions, TRANSITIONS, open.clone())
                .run()
        });
        vm.pop_undo();
        if vm.refutations() != known {
            // As above.
            vm.restore_refutations(known);
            return;
        }
        for (fingerprint, found) in bounded.into_iter().flat_map(|b| b.found) {
            open.remove(&fingerprint);
            if outcome
                .found
                .get(&fingerprint)
                .is_some_and(|known| cost(&found.schedule) < cost(&known.schedule))
            {
                outcome.found.insert(fingerprint, found);
            }
        }
    }
}

/// A deadlock of more threads than another one needs is the same defect, unless only that one needs what is unlikely: how
/// much of it depends on which run came first.
fn remove_subsumed_deadlocks(found: &mut BTreeMap<String, Found>) {
    let deadlocks: Vec<(String, Vec<String>, bool)> = found
        .iter()
        .filter(|(_, f)| f.defect.kind() == Kind::Deadlock)
        .map(|(fingerprint, f)| (fingerprint.clone(), f.defect.sides.clone(), cost(&f.schedule).0 > 0))
        .collect();
    for (fingerprint, sides, unlikely) in &deadlocks {
        let implied = deadlocks.iter().any(|(other, fewer, needs)| {
            other != fingerprint
                && needs <= unlikely
                && fewer.len() < sides.len()
                && fewer.iter().all(|side| sides.contains(side))
        });
        if implied {
            found.remove(fingerprint);
        }
    }
}

fn finding(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    fingerprint: &str,
    found: &Found,
) -> Result<Finding, String> {
    vm.push_undo();
    let result = follow_found(vm, target, options, fingerprint, found);
    vm.pop_undo();
    let finding = result.map_err(|why| format!("its schedule could not be followed again ({why})"))?;
    let owed = depends_on_frozen_clock(vm, options, &finding, found);
    if vm.cancellation.is_cancelled() {
        return Err("the check ended before it was known whether it depends on the frozen clock".into());
    }
    if owed {
        return Err(
            "it fails only while the clock stands still, as it does in a search; with the time that sleeps and \
                    waits take it passes, so it is not reported"
                .into(),
        );
    }
    Ok(finding)
}

/// Whether the same schedule leads to no such failure where the clock moves on: `assert nanoTime() - start >= SLEEP`. A run
/// that goes another way then says nothing.
fn depends_on_frozen_clock(vm: &mut Vm, options: &Options, finding: &Finding, found: &Found) -> bool {
    let may = matches!(finding.kind, Kind::AssertionFailure | Kind::UncaughtException);
    if !may {
        return false;
    }
    // What a run with another clock teaches is no part of what the search has seen.
    let before = vm.refutations();
    vm.push_undo();
    vm.time_passes = true;
    let passes = (|| {
        vm.begin(true).ok()?;
        let mut follower = Follower::new(vm, options).with_moving_clock();
        follower.follow(&found.schedule).ok()?;
        let defects = follower.defects(finding.kind.name()).ok()?;
        Some(!defects.iter().any(|defect| defect.fingerprint() == finding.fingerprint))
    })();
    vm.pop_undo();
    vm.time_passes = false;
    vm.clock = 0;
    vm.restore_refutations(before);
    passes.unwrap_or(false)
}

fn follow_found(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    fingerprint: &str,
    found: &Found,
) -> Result<Finding, String> {
    vm.begin(true).map_err(|e| e.to_string())?;
    let mut follower = Follower::new(vm, options).with_scenes_of(found.schedule.len());
    follower.follow(&found.schedule).map_err(|broken| match broken {
        Broken::Drift { step, expected, found } => format!("step {step}: {expected} expected, {found} found"),
        Broken::Vm(error) => error.to_string(),
    })?;
    let defects = follower
        .defects(found.defect.kind().name())
        .map_err(|e| e.to_string())?;
    let defect = defects
        .into_iter()
        .find(|d| d.fingerprint() == fingerprint)
        .ok_or("the finding is not there again")?;
    let (steps, needs) = follower.into_steps(defect.kind());
    let output: Vec<u8> = vm.output.iter().map(|(_, byte)| *byte).collect();
    let trail = trail(vm, target, options, defect.kind(), fingerprint, steps, &output);
    Ok(Finding {
        needs,
        ..finding::confirmed(defect, fingerprint, trail)
    })
}

/// A prediction as a finding. Its trail has no steps: no run shows it.
fn potential(
    vm: &Vm,
    target: &Target,
    options: &Options,
    fingerprint: &str,
    (defect, analysis): (&Defect, Analysis),
    tried: Option<&Tried>,
) -> Finding {
    let trail = trail(vm, target, options, defect.kind(), fingerprint, Vec::new(), &[]);
    finding::potential(defect.clone(), analysis, tried, fingerprint, trail)
}

fn trail(
    vm: &Vm,
    target: &Target,
    options: &Options,
    kind: Kind,
    fingerprint: &str,
    steps: Vec<Step>,
    output: &[u8],
) -> Trail {
    let mut trail = Trail {
        format: TRAIL_FORMAT,
        id: String::new(),
        target: target.class.clone(),
        args: target.args.clone(),
        jdk: vm.image.universe.jdk.version.clone(),
        classes: vm
            .image
            .user_classes
            .iter()
            .map(|(name, hash)| (name.clone(), format!("{hash:016x}")))
            .collect(),
        options: semantic_options(options),
        visible: vm.export_refutations(),
        kind: kind.name().to_owned(),
        fingerprint: fingerprint.to_owned(),
        steps,
        omitted: 0,
        output: String::from_utf8_lossy(output).into_owned(),
    };
    trail.id = identify(&trail);
    trail
}

/// Eight hex digits over what the trail does.
fn identify(trail: &Trail) -> String {
    let mut text = format!(
        "{}\n{:?}\n{}\n{:?}",
        trail.target, trail.args, trail.fingerprint, trail.options
    );
    for step in &trail.steps {
        text.push_str(&format!("\n{} {} {}", step.thread_path, step.choice, step.operation));
    }
    format!("{:08x}", content_hash(text.as_bytes()) as u32)
}

/// The key under which a trail keeps the options of the JVM, one a line.
const JVM_ARGS: &str = "jvm-args";

fn semantic_options(options: &Options) -> BTreeMap<String, String> {
    let timeouts = match options.timeouts {
        Timeouts::LastResort => "last-resort",
        Timeouts::Always => "always",
    };
    [
        ("search.timeouts", timeouts.to_owned()),
        (
            "search.spurious-wakeups",
            u8::from(options.spurious_wakeups).to_string(),
        ),
        ("jdk.atomic", options.jdk_atomic.to_string()),
        ("vm.por", options.reduction.to_string()),
        ("seed", options.seed.to_string()),
    ]
    .into_iter()
    .chain(
        options
            .processors
            .map(|processors| ("vm.processors", processors.to_string())),
    )
    .chain((!options.silent_logging).then(|| ("jdk.logging", "real".to_owned())))
    .chain((!options.jvm_args.is_empty()).then(|| (JVM_ARGS, options.jvm_args.said().join("\n"))))
    .chain((!options.attributes.is_empty()).then(|| ("vm.por.attributes", options.attributes.to_string())))
    .chain(
        options
            .sync_detection
            .settings()
            .into_iter()
            .filter(|_| options.sync_detection != SyncDetection::default()),
    )
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

/// The options under which a trail was made.
pub(crate) fn options_of(trail: &Trail) -> Options {
    let get = |key: &str| trail.options.get(key).map(String::as_str);
    Options {
        timeouts: if get("search.timeouts") == Some("always") {
            Timeouts::Always
        } else {
            Timeouts::LastResort
        },
        spurious_wakeups: get("search.spurious-wakeups") != Some("0"),
        jdk_atomic: get("jdk.atomic") != Some("false"),
        processors: get("vm.processors").and_then(|text| text.parse().ok()),
        silent_logging: get("jdk.logging") != Some("real"),
        jvm_args: get(JVM_ARGS)
            .map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>())
            .and_then(|said| JvmArgs::parse(&said).ok())
            .unwrap_or_default(),
        reduction: get("vm.por") != Some("false"),
        attributes: get("vm.por.attributes")
            .and_then(|text| Attributes::parse(text).ok())
            .unwrap_or_default(),
        sync_detection: trail
            .options
            .iter()
            .fold(SyncDetection::default(), |mut detection, (key, value)| {
                // Unknown keys are other options'; values were read before they were written.
                let _ = detection.set(key, value);
                detection
            }),
        seed: get("seed").and_then(|s| s.parse().ok()).unwrap_or(0),
        ..Options::default()
    }
}

/// Runs a stored trail again, from its contents alone.
pub fn replay(vm: &mut Vm, trail: &Trail, budget: &mut dyn Budget) -> Replay {
    vm.cancellation = budget.cancellation();
    let options = options_of(trail);
    let target = Target {
        class: trail.target.clone(),
        args: trail.args.clone(),
    };
    prepare(vm, &options);
    if let Err(error) = vm.import_refutations(&trail.visible) {
        return Replay::Failed(error.to_string());
    }
    loop {
        vm.refuted = false;
        vm.push_undo();
        let result = replay_once(vm, trail, &target, &options, budget);
        vm.pop_undo();
        // The search ended with no refuted assumption; the replay has to learn the same ones first.
        if !vm.refuted {
            return result;
        }
    }
}

fn replay_once(vm: &mut Vm, trail: &Trail, target: &Target, options: &Options, budget: &mut dyn Budget) -> Replay {
    if let Err(error) = junit::start(vm, target).and_then(|()| vm.begin(true)) {
        return Replay::Failed(error.to_string());
    }
    let mut follower = Follower::new(vm, options).with_scenes_of(trail.steps.len());
    match follower.follow_trail(&trail.steps, budget) {
        Ok(None) => {}
        Ok(Some(stop)) => return Replay::Failed(Reason::from(stop).text),
        Err(Broken::Vm(VmError::Stopped)) => return Replay::Failed(Reason::time().text),
        Err(Broken::Drift { step, expected, found }) => return Replay::Drift { step, expected, found },
        Err(Broken::Vm(error)) => return Replay::Failed(error.to_string()),
    }
    let defects = match follower.defects(&trail.kind) {
        Ok(defects) => defects,
        Err(error) => return Replay::Failed(error.to_string()),
    };
    let same = defects.iter().position(|d| d.fingerprint() == trail.fingerprint);
    let Some(defect) = defects.into_iter().nth(same.unwrap_or(0)) else {
        return Replay::NotReached;
    };
    let (steps, needs) = follower.into_steps(defect.kind());
    let fingerprint = defect.fingerprint();
    let trail = Trail { steps, ..trail.clone() };
    let finding = Box::new(Finding {
        needs,
        ..finding::confirmed(defect, &fingerprint, trail)
    });
    if same.is_some() {
        Replay::Reproduced(finding)
    } else {
        Replay::Other(finding)
    }
}

fn failed(reason: Reason) -> Report {
    Report {
        verdict: Verdict::Failed,
        coverage: Coverage::Limited,
        notes: Vec::new(),
        reasons: vec![reason],
        assumptions: Vec::new(),
        findings: Vec::new(),
        statistics: Statistics::default(),
    }
}

fn not_started(error: &VmError) -> Report {
    let reason = Reason::from(error);
    match error {
        VmError::NotModelled(_) | VmError::Stopped => incomplete(reason),
        VmError::Limit(_) | VmError::Class(_) | VmError::MissingClass(_) | VmError::Jdk(_) => failed(reason),
    }
}

/// `main` reached something that is not modelled before there was anything to explore.
fn incomplete(reason: Reason) -> Report {
    Report {
        verdict: Verdict::Incomplete,
        ..failed(reason)
    }
}
