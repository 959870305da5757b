//! The entry point of a check: one target, or all cases of a test.

use std::borrow::Cow;
use std::collections::BTreeSet;

use dropwire_vm::{Vm, VmError};

use crate::assumptions::assumptions;
use crate::confirm::{confirm, earlier, potential, so_far};
use crate::counterexamples;
use crate::effort::{Effort, executed};
use crate::facts::kind::Kind;
use crate::facts::note::Note;
use crate::facts::reason::{Cause, Reason};
use crate::heard::Heard;
use crate::junit;
use crate::listener::Listener;
use crate::object_harness;
use crate::options::{Budget, Options, Target};
use crate::pipeline::{self, Explored};
use crate::report::{Confidence, Coverage, Exploration, Finding, Report, Verdict};
use crate::reports::{Reports, profile, trace};
use crate::rollback::with_rollback;
use crate::sequential::{self, Started};
use crate::symbolic::{self, CheckPath};
use crate::temporal::annotated::{self, UntilMoreIsStated};
use crate::temporal::atoms::{resolve, unknown_lock};
use crate::temporal::graph::Asked;
use crate::trail_options::{observe, prepare};
use crate::unordered_races;

/// Verifies a target: explores every interleaving that the options allow.
///
/// Findings are confirmed provisionally: their schedules have been replayed in this machine. The caller replays each
/// trail in a fresh process before it is shown.
pub fn check(vm: &mut Vm, target: &Target, options: &Options, budget: &mut dyn Budget) -> Report {
    vm.cancellation = budget.cancellation();
    if options.symbolic.is_asked() {
        let check_path: CheckPath<'_> =
            &|vm, target, options, budget| explore_target(vm, target, options, budget).report;
        return symbolic::check(vm, target, options, budget, check_path).unwrap_or_else(|error| not_started(&error));
    }
    match junit::cases_of(vm, target, budget) {
        Ok(cases) if cases.is_empty() => explore_target(vm, target, options, budget).report,
        Ok(cases) => {
            let mut reports = Vec::new();
            for case in cases {
                let report = with_rollback(vm, |vm| explore_target(vm, &case, options, budget).report);
                reports.push((case.class, report));
            }
            junit::together(reports)
        }
        Err(error) => not_started(&error),
    }
}

/// As [`check`](crate::check), with a listener.
pub fn check_heard(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    budget: &mut dyn Budget,
    listener: &mut dyn Listener,
) -> Report {
    let mut options = options.clone();
    options.attributes.append(listener.boundaries());
    options.perturbations.extend(listener.perturbations());
    check(vm, target, &options, &mut Heard { budget, listener })
}

/// Explores with what the options state, and what annotations of the initialised classes state beyond that. With each class that states more it restarts.
///
/// # Errors
/// An annotation states nothing that can be understood.
fn explore_as_stated(
    vm: &mut Vm,
    target: &Target,
    stated: &mut Cow<'_, Options>,
    budget: &mut dyn Budget,
) -> Result<(Reports, Result<Explored, VmError>), Vec<Cause>> {
    loop {
        let more = annotated::beyond(vm, stated)?;
        if !more.is_empty() {
            stated.to_mut().properties.extend(more);
            observe(vm, stated)?;
        }
        let options: &Options = stated;
        let mut budget = UntilMoreIsStated::new(vm, budget);
        let mut reports = Reports::begin(vm, options);
        let explored = reports.hearing(&mut budget, |budget| {
            let mut explored = pipeline::run(vm, options, budget, &mut |vm, budget, found, predictions| {
                let findings = so_far(vm, target, options, found, predictions);
                if !findings.is_empty() {
                    budget.found(findings);
                }
            })?;
            unordered_races::add(vm, options, budget, &mut explored.outcome)?;
            Ok(explored)
        });
        if !budget.is_more() {
            return Ok((reports, explored));
        }
        reports.finish(vm);
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
    if let Err(causes) = resolve(vm, options) {
        return bare(Report::refused(causes));
    }
    let Started { gaps, test_timeouts } = match sequential::start(vm, target, options, None, budget) {
        Ok(started) => started,
        Err(VmError::Stopped) => return bare(incomplete(why_stopped(options, budget))),
        Err(error) => return bare(not_started(&error)),
    };
    let mut stated = Cow::Borrowed(options);
    let began = executed(vm);
    let (reports, explored) = match explore_as_stated(vm, target, &mut stated, budget) {
        Ok(explored) => explored,
        Err(causes) => return bare(Report::refused(causes)),
    };
    let options: &Options = &stated;
    let Explored {
        mut outcome,
        mut predictions,
        foreseen,
        tried,
        runs,
    } = match explored {
        Ok(explored) => explored,
        Err(VmError::Stopped) => return bare(incomplete(why_stopped(options, budget))),
        Err(error) => return bare(incomplete(Cause::from(&error))),
    };
    if outcome.unfinished && outcome.limits.is_empty() {
        outcome.limits.push(why_stopped(options, budget));
    }
    outcome.limits.extend(unknown_lock(vm, options));
    let over_time = options.properties.iter().filter(|property| property.is_over_time());
    if !outcome.judged_over_time && outcome.limits.is_empty() && !outcome.stopped_at_first {
        let properties: Vec<String> = over_time
            .map(|property| property.name.clone())
            .chain(Asked::of(options).names())
            .collect();
        if !properties.is_empty() {
            outcome.limits.push(Cause::PropertiesNotDecided { properties });
        }
    }
    let transitions = outcome.statistics.transitions + outcome.statistics.restarted_transitions;
    let mut effort = Effort::after(executed(vm) - began, transitions);
    // What is followed again from here on is no part of the exploration.
    let mut reports = reports.finish(vm);
    counterexamples::follow(vm, options, &mut outcome);
    let (mut findings, not_followed) = confirm(vm, target, options, (budget, &mut effort), &mut outcome);
    let mut reasons: Vec<Reason> = outcome.limits.iter().cloned().map(Reason::from).collect();
    reasons.extend(not_followed.into_iter().map(Reason::from));
    if reasons.is_empty() || outcome.stopped_at_first {
        // What the last search did not meet does not hold, but for what no search can meet.
        outcome.abandoned.retain_mut(|abandoned| {
            abandoned.found.retain(|_, found| found.unordered);
            !abandoned.found.is_empty()
        });
    }
    if !outcome.abandoned.is_empty() {
        findings.extend(earlier(vm, target, options, (budget, &mut effort), &mut outcome));
        predictions.retain(|fingerprint, _| !outcome.found.contains_key(fingerprint));
    }
    for finding in &mut findings {
        if let Some(analysis) = foreseen.get(&finding.fingerprint) {
            finding.analysis = *analysis;
        }
    }
    reports.extend(trace(vm, options, &findings));
    let (profile, hints) = profile(vm, options, &outcome);
    reports.extend(profile);
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
    for (cause, paths) in &outcome.broken_paths {
        reasons.push(Reason {
            paths: Some(*paths).filter(|paths| *paths > 1),
            ..Reason::from(cause.clone())
        });
    }
    if outcome.stopped_at_first {
        reasons.push(Cause::FirstFinding.into());
    }
    reasons.extend(gaps.into_iter().map(Reason::from));
    if reasons.is_empty() && !confirmed && !outcome.ended {
        let cause = match vm.used.ignored_paths {
            true => Cause::EveryRunIgnored,
            false => Cause::NoEnd,
        };
        reasons.push(cause.into());
    }
    if !predictions.is_empty() {
        let left = predictions.len() as u64;
        reasons.push(Cause::PotentialFindings { left }.into());
    }
    let mut aborted = outcome.aborted.take();
    if let Some(why) = object_harness::untested(vm, aborted.as_deref()).filter(|_| !confirmed) {
        aborted = None;
        reasons.push(why.into());
    }
    let complete = reasons.is_empty();
    // Whether or not it applies on paths that were not seen: nothing is claimed of it then.
    let skipped = complete && !confirmed && !outcome.applied && aborted.is_some();
    let mut notes = notes(vm, &outcome.notes, &findings);
    notes.extend(object_harness::notes(vm));
    if runs > 0 {
        notes.push(Note::AdditionalRuns {
            schedules: runs,
            seed: options.seed,
            confirmed,
        });
    }
    notes.extend(hints);
    if let Some(thrown) = aborted {
        if skipped {
            reasons.push(Cause::Skipped { thrown }.into());
        } else {
            notes.push(Note::AssumptionFailed { thrown });
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
        assumptions: assumptions(vm, options, test_timeouts),
        findings,
        statistics: outcome.statistics,
        reports,
        stated: annotated::of(options),
        explored: Vec::new(),
    };
    Exploration {
        report,
        ends: outcome.ends,
    }
}

fn why_stopped(options: &Options, budget: &mut dyn Budget) -> Cause {
    Cause::of_end(budget.exhausted(), options.memory_limit)
}

/// Remarks on fields of which no race was found, and on annotations that were not checked.
fn notes(vm: &Vm, notes: &[Note], findings: &[Finding]) -> Vec<Note> {
    let races = findings.iter().filter(|f| f.kind == Kind::DataRace);
    let races: Vec<String> = races.filter_map(Finding::subject).collect();
    let has_race = |note: &&Note| {
        note.subject()
            .is_some_and(|subject| races.iter().any(|race| race == subject))
    };
    let open = notes.iter().filter(|note| !has_race(note));
    open.cloned()
        .chain(vm.knowledge.unclear.iter().map(Note::from))
        .chain(ignored_options(vm.mode.jvm_args.ignored()))
        .chain(vm.replaced().map(|row| Note::Replaced {
            method: row.method.clone(),
            by: row.by.clone(),
        }))
        .chain(vm.perturbations().map(|(row, used)| Note::Perturbed {
            what: row.to_string(),
            used,
        }))
        .collect()
}

/// Agents may change classes, and options what a program sees.
fn ignored_options(ignored: &[String]) -> Option<Note> {
    (!ignored.is_empty()).then(|| Note::IgnoredJvmOptions {
        options: ignored.to_vec(),
    })
}

fn not_started(error: &VmError) -> Report {
    let reason = Cause::from(error);
    match error {
        VmError::NotModelled(_) | VmError::NoObject(..) | VmError::Ignored(_) | VmError::Stopped => incomplete(reason),
        VmError::Limit(_) | VmError::Class(_) | VmError::MissingClass(_) | VmError::Jdk(_) => Report::failed(reason),
    }
}

/// `main` reached something that is not modelled before there was anything to explore.
fn incomplete(reason: Cause) -> Report {
    Report {
        verdict: Verdict::Incomplete,
        ..Report::failed(reason)
    }
}
