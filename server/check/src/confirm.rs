//! From what a search reached to findings: schedules that are as likely, as short and as plain as may be, each followed once more.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_classes::content_hash;
use dropwire_vm::Vm;

use crate::analysis::Prediction;
use crate::effort::Effort;
use crate::explain::{self, Nearest};
use crate::facts::defect::{Defect, Tried};
use crate::facts::kind::Kind;
use crate::facts::reason::Cause;
use crate::finding;
use crate::follower::{Broken, Followed, Follower, Touched};
use crate::options::{Budget, Options, Target};
use crate::pipeline::explore;
use crate::properties::exceptions::uncaught;
use crate::report::{Analysis, Finding};
use crate::rollback::{from_start, in_frame, unless_refuted, without_learning};
use crate::search::{Found, Outcome, Search, schedule_rank};
use crate::sleep_respecting_schedules;
use crate::trail::{Step, TRAIL_FORMAT, Trail};
use crate::trail_options::semantic_options_of_run;
use crate::unordered_races;

/// Makes the schedules of what was found as likely, few in switches and short as the effort allows, and follows them once more. Gives the
/// findings, and what is to be said of those that could not be followed.
pub(crate) fn confirm(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    (budget, effort): (&mut dyn Budget, &mut Effort),
    outcome: &mut Outcome,
) -> (Vec<Finding>, Vec<Cause>) {
    effort.spend(1, vm, budget, |vm, budget| {
        avoid_spurious_wakeups(vm, options, budget, outcome);
    });
    remove_subsumed_deadlocks(&mut outcome.found);
    remove_larger_scenarios(&mut outcome.found);
    if options.short_trails {
        effort.spend(2, vm, budget, |vm, budget| shorten(vm, options, budget, outcome));
    }
    let timely = effort.spend(2, vm, budget, |vm, budget| {
        sleep_respecting_schedules::prefer(vm, options, budget, outcome)
    });
    let before = vm.instructions;
    let mut nearest_runs = BTreeMap::new();
    let mut open = outcome.found.len() as u64;
    for (fingerprint, found) in &mut outcome.found {
        let options = &found.options(options);
        let untouched = timely.contains(fingerprint).then(|| found.clone());
        let over_time = found.defect.is_over_time();
        let dear = effort.is_used_up() || vm.instructions - before >= explain::BYTECODES;
        let mut nearest = if options.short_trails && !over_time && !found.defect.facts.is_never_adjacent() && !dear {
            effort.spend(open, vm, budget, |vm, budget| {
                explain::minimise(vm, options, budget, fingerprint, found)
            })
        } else {
            Vec::new()
        };
        if let Some(untouched) = untouched.filter(|_| !sleep_respecting_schedules::respects_sleeps(vm, options, found))
        {
            // A shorter run that needs more luck is no better one.
            *found = untouched;
            nearest.clear();
        }
        if found.defect.kind() == Kind::InfiniteLoop {
            // That a run comes elsewhere without a switch does not show that it ends.
            nearest.clear();
        }
        nearest_runs.insert(fingerprint.clone(), nearest);
        open -= 1;
    }
    budget.conclude();
    report(vm, target, options, outcome, &nearest_runs)
}

/// Follows each schedule once more, the short ones first: those are reported in whatever time is left.
fn report(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    outcome: &Outcome,
    nearest: &BTreeMap<String, Vec<Nearest>>,
) -> (Vec<Finding>, Vec<Cause>) {
    let (mut findings, mut not_followed) = (Vec::new(), Vec::new());
    let mut order: Vec<(&String, &Found)> = outcome.found.iter().collect();
    order.sort_by_key(|(_, found)| found.schedule.len());
    // What is owed to how the machine treats clock and references, and why it is not reported.
    let (mut died, mut owed) = (BTreeMap::new(), BTreeMap::new());
    for (fingerprint, found) in order {
        match finding(vm, target, options, fingerprint, found) {
            Ok(Confirmed {
                mut finding,
                touched,
                died: deaths,
                ..
            }) => {
                let nearest = nearest.get(fingerprint).map_or(&[][..], Vec::as_slice);
                explain::explain(vm, &found.options(options), &mut finding, &touched, nearest);
                died.insert(fingerprint.clone(), deaths);
                findings.push(finding);
            }
            Err(Unconfirmed::FrozenClock) => {
                owed.insert(fingerprint.clone(), owed_to_the_clock(found));
                not_followed.push(owed_to_the_clock(found));
            }
            Err(Unconfirmed::Collector) => {
                owed.insert(fingerprint.clone(), Cause::CollectorAwaited);
                not_followed.push(Cause::CollectorAwaited);
            }
            Err(_) if vm.cancellation.is_cancelled() => {
                findings.push(not_followed_again(vm, target, options, fingerprint, found));
                not_followed.push(Cause::NotFollowed {
                    defect: finding::said(&found.defect),
                    problem: None,
                });
            }
            Err(Unconfirmed::Other(why)) => not_followed.push(Cause::NotFollowed {
                defect: finding::said(&found.defect),
                problem: Some(why),
            }),
        }
    }
    // What follows from the end of a thread that died of that alone depends on it as well.
    findings.retain(|finding| {
        let deaths: &[String] = died.get(&finding.fingerprint).map_or(&[], Vec::as_slice);
        let why = deaths.iter().find_map(|death| owed.get(death));
        let Some(why) = why.filter(|_| may_follow_from_a_death(finding.kind)) else {
            return true;
        };
        not_followed.push(match why {
            Cause::CollectorAwaited => Cause::CollectorAwaited,
            _ => owed_to_the_clock(&outcome.found[&finding.fingerprint]),
        });
        false
    });
    // However much waits for the collector, it is said once.
    let mut said = outcome.limits.contains(&Cause::CollectorAwaited);
    not_followed.retain(|cause| *cause != Cause::CollectorAwaited || !std::mem::replace(&mut said, true));
    (findings, not_followed)
}

/// A finding whose schedule was followed once more.
struct Confirmed {
    finding: Finding,
    touched: Touched,
    /// The fingerprints of what left threads on the way.
    died: Vec<String>,
    /// Those of them whose thread had asked for a collection and then waited until a time was over.
    awaited_collector: Vec<String>,
}

/// Why a finding is not reported.
enum Unconfirmed {
    /// It fails only while the clock does not move.
    FrozenClock,
    /// It fails after a wait for the garbage collector, which clears nothing here.
    Collector,
    /// It could not be followed.
    Other(String),
}

fn owed_to_the_clock(found: &Found) -> Cause {
    Cause::NotFollowed {
        defect: finding::said(&found.defect),
        problem: Some(
            "it fails only while the clock does not move, as it does in a search; with the time that sleeps and \
                    waits take it passes, so it is not reported"
                .into(),
        ),
    }
}

/// Whether a defect of this kind may be there because a thread has died that would have gone on.
fn may_follow_from_a_death(kind: Kind) -> bool {
    match kind {
        Kind::Deadlock | Kind::AssertionFailure | Kind::UncaughtException | Kind::InfiniteLoop | Kind::ThreadLeak => {
            true
        }
        Kind::DataRace
        | Kind::BlockedInAtomic
        | Kind::LockDiscipline
        | Kind::InvariantViolation
        | Kind::NotLinearizable
        | Kind::NotObstructionFree
        | Kind::Livelock
        | Kind::PropertyViolation => false,
    }
}

/// What was reached, but in a run that there was no time to follow again.
fn not_followed_again(vm: &Vm, target: &Target, options: &Options, fingerprint: &str, found: &Found) -> Finding {
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

/// What searches had found that then restarted, where the last one was cut off before it met it: what was refuted since made its steps
/// smaller, and it is as real as it was. Their trails say with what they hold.
pub(crate) fn earlier(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    (budget, effort): (&mut dyn Budget, &mut Effort),
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
        remove_larger_scenarios(&mut all);
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
        findings.extend(confirm(vm, target, options, (budget, effort), &mut part).0);
        outcome.found.append(&mut part.found);
    }
    vm.restore_refutations(known);
    findings
}

/// What is known before the search: what has been reached, and what is predicted.
pub(crate) fn so_far(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    mut found: BTreeMap<String, Found>,
    predictions: &BTreeMap<String, Prediction>,
) -> Vec<Finding> {
    remove_subsumed_deadlocks(&mut found);
    remove_larger_scenarios(&mut found);
    // A schedule that cannot be followed is reported at the end, with the reason.
    let mut findings: Vec<Finding> = without_learning(vm, |vm| {
        let reached = found
            .iter()
            .map(|(fingerprint, found)| finding(vm, target, options, fingerprint, found));
        reached
            .filter_map(Result::ok)
            .map(|confirmed| confirmed.finding)
            .collect()
    });
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

/// A finding whose schedule needs a spurious wakeup is looked for again without any.
fn avoid_spurious_wakeups(vm: &mut Vm, options: &Options, budget: &mut dyn Budget, outcome: &mut Outcome) {
    let unlikely = |found: &Found| {
        found
            .schedule
            .iter()
            .any(|c| c.alternative == dropwire_vm::Alternative::SpuriousWakeup)
    };
    if !outcome.found.values().any(unlikely) {
        return;
    }
    let plain = Options {
        spurious_wakeups: false,
        ..options.clone()
    };
    // What it refutes, the first search was cut off before it saw: its schedules hold without it.
    let Some(Ok(second)) = unless_refuted(vm, |vm| explore(vm, &plain, budget)) else {
        return;
    };
    for (fingerprint, found) in second.found {
        if outcome.found.get(&fingerprint).is_none_or(unlikely) {
            outcome.found.insert(fingerprint, found);
        }
    }
}

/// Looks for schedules with fewer switches: searches with 0, 1, 2, … preemptions, each within a small budget.
fn shorten(vm: &mut Vm, options: &Options, budget: &mut dyn Budget, outcome: &mut Outcome) {
    const PREEMPTIONS: u32 = 5;
    const TRANSITIONS: u64 = 15_000;
    // No single state shows that a property over time fails.
    let in_a_state = |found: &&Found| !found.defect.is_over_time();
    // Nor does this search let time-outs come early.
    let found = outcome
        .found
        .iter()
        .filter(|(_, found)| in_a_state(found) && !found.unordered);
    let mut open: BTreeSet<String> = found.map(|(fingerprint, _)| fingerprint.clone()).collect();
    for preemptions in 0..=PREEMPTIONS {
        if open.is_empty() || budget.exhausted().is_some() {
            return;
        }
        let bounded = unless_refuted(vm, |vm| {
            from_start(vm, |vm| {
                Search::new(vm, options, budget)
                    .bounded(preemptions, TRANSITIONS, open.clone())
                    .run()
            })
        });
        // As above.
        let Some(bounded) = bounded else { return };
        for (fingerprint, found) in bounded.into_iter().flat_map(|bounded| bounded.found) {
            open.remove(&fingerprint);
            if outcome
                .found
                .get(&fingerprint)
                .is_some_and(|known| found.rank() < known.rank())
            {
                outcome.found.insert(fingerprint, found);
            }
        }
    }
}

/// A deadlock of more threads than others need is no other defect if each of its sides is in one of those, unless these need a spurious wakeup and
/// this one does not. How many of them a schedule has depends on which run came first, and is not asked.
fn remove_subsumed_deadlocks(found: &mut BTreeMap<String, Found>) {
    let deadlocks: Vec<(String, Vec<String>, bool)> = found
        .iter()
        .filter(|(_, f)| f.defect.kind() == Kind::Deadlock)
        .map(|(fingerprint, f)| {
            (
                fingerprint.clone(),
                f.defect.sides.clone(),
                schedule_rank(&f.schedule).0 > 0,
            )
        })
        .collect();
    for (fingerprint, sides, unlikely) in &deadlocks {
        let smaller = deadlocks.iter().filter(|(other, fewer, needs)| {
            other != fingerprint
                && (!needs || *unlikely)
                && fewer.len() < sides.len()
                && fewer.iter().all(|side| sides.contains(side))
        });
        let known: BTreeSet<&String> = smaller.flat_map(|(_, fewer, _)| fewer).collect();
        if sides.iter().all(|side| known.contains(side)) {
            found.remove(fingerprint);
        }
    }
}

/// What calls of some methods give wrongly, calls of these and others do as well.
fn remove_larger_scenarios(found: &mut BTreeMap<String, Found>) {
    for kind in [Kind::NotLinearizable, Kind::InvariantViolation] {
        let of_kind = found.values().filter(|found| found.defect.kind() == kind);
        let sides: Vec<Vec<String>> = of_kind.map(|found| found.defect.sides.clone()).collect();
        found.retain(|_, found| {
            let larger = |fewer: &Vec<String>| {
                fewer.len() < found.defect.sides.len() && fewer.iter().all(|side| found.defect.sides.contains(side))
            };
            found.defect.kind() != kind || !sides.iter().any(larger)
        });
    }
}

fn finding(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    fingerprint: &str,
    found: &Found,
) -> Result<Confirmed, Unconfirmed> {
    let options = &found.options(options);
    let result = in_frame(vm, |vm| follow_found(vm, target, options, fingerprint, found));
    let again = |why| Unconfirmed::Other(format!("its schedule could not be followed again ({why})"));
    let confirmed = result.map_err(again)?;
    // A program that makes no references waits for nothing that a collector does.
    if vm.used.references && confirmed.awaited_collector.iter().any(|death| death == fingerprint) {
        return Err(Unconfirmed::Collector);
    }
    let owed = depends_on_frozen_clock(vm, options, &confirmed.finding, found);
    if vm.cancellation.is_cancelled() {
        let why = "the check ended before it was known whether it depends on the frozen clock";
        return Err(Unconfirmed::Other(why.into()));
    }
    if owed {
        return Err(Unconfirmed::FrozenClock);
    }
    Ok(confirmed)
}

/// Whether the same schedule leads to no such failure where the clock moves on: `assert nanoTime() - start >= SLEEP`. A run
/// that goes another way then says nothing.
fn depends_on_frozen_clock(vm: &mut Vm, options: &Options, finding: &Finding, found: &Found) -> bool {
    let may = matches!(finding.kind, Kind::AssertionFailure | Kind::UncaughtException);
    if !may {
        return false;
    }
    vm.mode.time_passes = true;
    // What a run with another clock teaches is no part of what the search has seen.
    let passes = without_learning(vm, |vm| {
        from_start(vm, |vm| {
            let mut follower = Follower::new(vm, options).with_moving_clock();
            follower.follow(&found.schedule).ok()?;
            let defects = follower.defects(finding.kind.name()).ok()?;
            Some(!defects.iter().any(|defect| defect.fingerprint() == finding.fingerprint))
        })
    });
    vm.mode.time_passes = false;
    vm.clock = 0;
    passes.ok().flatten().unwrap_or(false)
}

fn follow_found(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    fingerprint: &str,
    found: &Found,
) -> Result<Confirmed, String> {
    let facts = &found.defect.facts;
    let by_order = facts
        .is_never_adjacent()
        .then(|| unordered_races::first(vm, options, &found.schedule, fingerprint));
    vm.begin(true).map_err(|e| e.to_string())?;
    let mut follower = Follower::new(vm, options)
        .with_scenes_of(found.schedule.len())
        .with_rounds_of(found.defect.kind());
    follower.follow(&found.schedule).map_err(|broken| match broken {
        Broken::Drift { step, expected, found } => format!("step {step}: {expected} expected, {found} found"),
        Broken::Vm(error) => error.to_string(),
    })?;
    let defects = match by_order {
        Some(first) => first.map(|(_, defect)| defect).into_iter().collect(),
        None => follower
            .defects(found.defect.kind().name())
            .map_err(|e| e.to_string())?,
    };
    let mut defect = defects
        .into_iter()
        .find(|d| d.fingerprint() == fingerprint)
        .ok_or("the finding is not there again")?;
    follower.name_locks(&mut defect);
    let awaited_collector = follower.awaited_collector();
    let Followed {
        steps,
        needs,
        touched,
        lasso,
    } = follower.into_steps(&defect);
    let output: Vec<u8> = vm.path.output.iter().map(|(_, byte)| *byte).collect();
    let trail = Trail {
        lasso: lasso.filter(|_| defect.facts.repeats_forever()),
        ..trail(vm, target, options, defect.kind(), fingerprint, steps, &output)
    };
    let finding = Finding {
        needs: if found.unordered { Vec::new() } else { needs },
        ..finding::confirmed(defect, fingerprint, trail)
    };
    let deaths = || vm.path.uncaught.iter().filter(|thrown| !thrown.handled);
    let awaited = deaths().filter(|thrown| thrown.thread.bit() & awaited_collector != 0);
    Ok(Confirmed {
        died: deaths().map(|thrown| uncaught(vm, thrown).fingerprint()).collect(),
        awaited_collector: awaited.map(|thrown| uncaught(vm, thrown).fingerprint()).collect(),
        finding,
        touched,
    })
}

/// A prediction as a finding. Its trail has no steps: no run shows it.
pub(crate) fn potential(
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
        inputs: Vec::new(),
        calls: Vec::new(),
        condition: Vec::new(),
        jdk: vm.image.universe.jdk.version.clone(),
        classes: classes_of(vm),
        files: files_of(vm),
        options: semantic_options_of_run(vm, options),
        visible: vm.export_refutations(),
        kind: kind.name().to_owned(),
        fingerprint: fingerprint.to_owned(),
        steps,
        lasso: None,
        omitted: 0,
        output: String::from_utf8_lossy(output).into_owned(),
    };
    trail.id = identify(&trail);
    trail
}

/// The user's classes that a machine has loaded, with a hash of their bytes.
pub(crate) fn classes_of(vm: &Vm) -> BTreeMap<String, String> {
    let classes = vm.image.user_classes.iter();
    classes
        .map(|(name, hash)| (name.clone(), format!("{hash:016x}")))
        .collect()
}

/// The files of this machine that the program has seen, with a hash of what was found.
fn files_of(vm: &Vm) -> BTreeMap<String, String> {
    let files = vm.image.universe.files.looked_up().into_iter();
    files.map(|file| (file.path, format!("{:016x}", file.hash))).collect()
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
