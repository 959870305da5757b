//! What a check does one after the other: analyses of a few runs, a hunt for what they predict, the whole space.
//!
//! A small space is explored at once: it is done before an analysis could say anything. The outcome is always that of the
//! exhaustive search, with what the other phases reached added; a verdict never rests on a prediction.

use std::collections::BTreeMap;

use dropwire_vm::{Vm, VmError};

use crate::analysis::{Analyses, Prediction};
use crate::facts::defect::Tried;
use crate::facts::reason::Cause;
use crate::options::{Budget, Options, SearchMode};
use crate::report::{Analysis, Statistics};
use crate::rollback::{anew, from_start};
use crate::search::active_testing::{ActiveTesting, DirectedTarget};
use crate::search::pct::Pct;
use crate::search::pos::Pos;
use crate::search::random::{RandomRuns, Sampler, Uniform};
use crate::search::random_sampler::{RandomSampler, last_transitions};
use crate::search::{Found, Outcome, Search};

/// Transitions within which a space counts as small.
const SMALL: u64 = 2_000;
/// Random runs that are analysed before a search.
const RUNS: u64 = 10;
/// Steps of such a run.
const RUN_LENGTH: u64 = 2_000;
/// Directed walks for each prediction.
const WALKS: u64 = 12;
/// Bytecodes after which no other run or walk begins: some tenths of a second.
const PATIENCE: u64 = 30_000_000;
/// Steps of all analysed runs together, and of all directed walks.
const HUNT: u64 = 30_000;

/// What came of all phases.
pub(crate) struct Explored {
    /// What the search ended with.
    pub outcome: Outcome,
    /// What the analyses predict and nothing has shown or ruled out, by fingerprint.
    pub predictions: BTreeMap<String, Prediction>,
    /// Which analysis had foreseen what a run then showed, where runs are all there is.
    pub foreseen: BTreeMap<String, Analysis>,
    /// How hard it was tried to reach what is left.
    pub tried: Option<Tried>,
    /// Random runs that were made beside a search that was cut off.
    pub runs: u64,
}

impl Explored {
    fn of(outcome: Outcome) -> Explored {
        Explored {
            outcome,
            predictions: BTreeMap::new(),
            foreseen: BTreeMap::new(),
            tried: None,
            runs: 0,
        }
    }
}

/// Receives what single runs have shown and what they predict, before the whole space is explored.
pub(crate) type Report<'a> =
    dyn FnMut(&mut Vm, &mut dyn Budget, BTreeMap<String, Found>, &BTreeMap<String, Prediction>) + 'a;

/// Explores a target as its strategy asks.
pub(crate) fn run(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    report: &mut Report<'_>,
) -> Result<Explored, VmError> {
    match options.strategy {
        SearchMode::DepthFirst | SearchMode::BreadthFirst | SearchMode::Random | SearchMode::Pct | SearchMode::Pos => {
            explore(vm, options, budget).map(Explored::of)
        }
        SearchMode::Simulate => simulated(vm, options, budget),
        SearchMode::Guided => guided(vm, options, budget, report),
    }
}

/// Searches until no assumption about what is never written is refuted.
pub(crate) fn explore(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Outcome, VmError> {
    explore_beside(vm, options, budget, None)
}

fn explore_beside(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    mut sampler: Option<&mut RandomSampler>,
) -> Result<Outcome, VmError> {
    restart_until_stable(vm, |vm| {
        vm.begin(true)?;
        let mut search = Search::new(vm, options, budget);
        if let Some(sampler) = &mut sampler {
            search = search.with_runs(sampler);
        }
        Ok(match options.strategy {
            SearchMode::DepthFirst | SearchMode::Guided => search.run(),
            SearchMode::BreadthFirst => {
                let mut outcome = search.run_breadth_first();
                if outcome.endless {
                    // Timed waits end only where nothing else does, and only along a path is it seen where that is.
                    outcome.take_in(Search::new(vm, options, budget).run());
                }
                outcome
            }
            SearchMode::Random | SearchMode::Simulate => at_random(search, options, &mut Uniform::new()),
            SearchMode::Pct => at_random(search, options, &mut Pct::new()),
            SearchMode::Pos => at_random(search, options, &mut Pos::new()),
        })
    })
}

fn at_random(search: Search<'_>, options: &Options, sampler: &mut dyn Sampler) -> Outcome {
    let mut runs = RandomRuns::new(sampler, options, options.random_runs(), false);
    search.simulation().simulate(&mut runs)
}

/// Repeats an exploration from the start of `main` until nothing that it relies on is refuted.
fn restart_until_stable(
    vm: &mut Vm,
    mut once: impl FnMut(&mut Vm) -> Result<Outcome, VmError>,
) -> Result<Outcome, VmError> {
    let (mut notes, mut abandoned) = (Vec::new(), Vec::new());
    let (mut restarts, mut restarted_transitions) = (0, 0);
    loop {
        let outcome = anew(vm, &mut once);
        vm.observer = None;
        let mut outcome = match outcome {
            // Before there was anything to explore; the budget knows why.
            Err(VmError::Stopped) => Outcome {
                unfinished: true,
                ..Outcome::default()
            },
            outcome => outcome?,
        };
        notes.append(&mut outcome.notes);
        if !outcome.refuted {
            outcome.statistics.restarts = restarts;
            outcome.statistics.restarted_transitions = restarted_transitions;
            abandoned.append(&mut outcome.abandoned);
            return Ok(Outcome {
                notes,
                abandoned,
                ..outcome
            });
        }
        restarts += 1;
        tracing::debug!(transitions = outcome.statistics.transitions, "the search begins again");
        restarted_transitions += outcome.statistics.transitions;
        abandoned.extend(outcome.abandon());
    }
}

/// Random runs under all analyses.
fn analyse(
    vm: &mut Vm,
    options: &Options,
    (runs, patience): (u64, u64),
    budget: &mut dyn Budget,
) -> Result<(Outcome, BTreeMap<String, Prediction>), VmError> {
    let mut predictions = BTreeMap::new();
    let outcome = restart_until_stable(vm, |vm| {
        let mut analyses = Analyses::listen(vm, options.eraser);
        vm.begin(true)?;
        analyses.set_out();
        let outcome = Search::new(vm, options, budget)
            .simulation()
            .watched(&mut analyses)
            .within(patience)
            .simulate(&mut RandomRuns::new(&mut Uniform::new(), options, runs, true));
        predictions = analyses.predictions;
        Ok(outcome)
    })?;
    Ok((outcome, predictions))
}

/// The schedules that should show what was predicted, and directed walks for it, the surest first.
fn confirm_predictions(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    predictions: &BTreeMap<String, Prediction>,
    walks: u64,
) -> Result<Outcome, VmError> {
    let mut order: Vec<(&String, &Prediction)> = predictions.iter().collect();
    order.sort_by_key(|(_, prediction)| match prediction.analysis {
        Analysis::HappensBefore | Analysis::Search => 0,
        Analysis::LockTree => 1,
        Analysis::Eraser => 2,
    });
    let goals: Vec<DirectedTarget> = order.into_iter().map(|(f, p)| DirectedTarget::new(f, p)).collect();
    restart_until_stable(vm, |vm| {
        vm.begin(true)?;
        let search = Search::new(vm, options, budget).simulation().within(PATIENCE);
        Ok(search.simulate(&mut ActiveTesting::new(options, &goals, walks)))
    })
}

/// `--search simulate`: analysed runs, and those among their reorderings that should show what they predict.
fn simulated(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Explored, VmError> {
    let (mut outcome, mut predictions) = analyse(vm, options, (options.random_runs(), u64::MAX), budget)?;
    let mut open = predictions.clone();
    open.retain(|fingerprint, p| p.witness.is_some() && !outcome.found.contains_key(fingerprint));
    if !open.is_empty() && options.max_transitions == 0 && !outcome.stopped_at_first {
        let known = vm.refutations();
        let reached = confirm_predictions(vm, options, budget, &open, 0)?;
        let holds = vm.refutations() == known;
        if holds {
            add(&mut outcome.statistics, &reached.statistics);
            outcome.stopped_at_first |= reached.stopped_at_first;
        } else {
            // The runs hold with what was known before.
            vm.restore_refutations(known);
        }
        outcome.keep(reached, holds);
    }
    let foreseen = predictions.iter().map(|(f, p)| (f.clone(), p.analysis)).collect();
    predictions.retain(|fingerprint, _| !outcome.found.contains_key(fingerprint));
    Ok(Explored {
        foreseen,
        tried: Some(Tried::NotReached {
            random: options.random_runs(),
            directed: None,
        }),
        runs: 0,
        outcome,
        predictions,
    })
}

/// What everybody gets: `--search guided`.
fn guided(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    report: &mut Report<'_>,
) -> Result<Explored, VmError> {
    let limited = options.max_transitions > 0 && options.max_transitions <= SMALL;
    let small = Options {
        max_transitions: if limited { options.max_transitions } else { SMALL },
        ..options.clone()
    };
    let first = explore(vm, &small, budget)?;
    let learned = vm.refutations();
    // A limit that somebody set is for the search.
    if !first.cut_off || limited {
        return Ok(Explored::of(first));
    }
    let mut predicted = predict_and_confirm(vm, options, budget)?;
    if budget.wants_findings() && !predicted.reached.stopped_at_first {
        let mut found = predicted.reached.found.clone();
        if vm.refutations() == learned {
            found.extend(first.found.clone());
        }
        report(vm, budget, found, &predicted.predictions);
    }
    let mut sampler = RandomSampler::new(options.seed);
    let spent = predicted.reached.statistics.transitions;
    let mut outcome = if predicted.reached.stopped_at_first {
        let mut statistics = first.statistics;
        // No exhaustive search came after them: what the walks saw is all that was seen.
        statistics.states += predicted.reached.statistics.states;
        Outcome {
            stopped_at_first: true,
            statistics,
            ..Outcome::default()
        }
    } else {
        let rest = Options {
            max_transitions: match options.max_transitions {
                0 => 0,
                most => most.saturating_sub(spent).max(1),
            },
            ..options.clone()
        };
        let mut outcome = explore_beside(vm, &rest, budget, Some(&mut sampler))?;
        for cause in &mut outcome.limits {
            if let Cause::Transitions { limit } = cause {
                *limit = options.max_transitions;
            }
        }
        outcome
    };
    outcome.statistics.restarts += first.statistics.restarts;
    outcome.statistics.restarted_transitions += first.statistics.restarted_transitions;
    if vm.refutations() != predicted.known {
        // Its schedules hold with what was known then: they are looked for again.
        outcome.keep(predicted.reached, false);
        predicted = self::predict_and_confirm(vm, options, budget)?;
    }
    add(&mut outcome.statistics, &predicted.reached.statistics);
    outcome.keep(first, vm.refutations() == learned);
    outcome.keep(predicted.reached, vm.refutations() == predicted.known);
    if outcome.unfinished && outcome.found.is_empty() {
        let made = outcome.statistics.transitions.max(spent);
        if let Some(most) = last_transitions(options.max_transitions, made) {
            last_runs(
                vm,
                &Options {
                    max_transitions: most,
                    ..options.clone()
                },
                budget,
                &mut sampler,
                &mut outcome,
            )?;
        }
    }
    let complete = outcome.limits.is_empty() && outcome.broken_paths.is_empty() && !outcome.stopped_at_first;
    let open = |fingerprint: &String| !complete && !outcome.found.contains_key(fingerprint);
    predicted.predictions.retain(|fingerprint, _| open(fingerprint));
    Ok(Explored {
        outcome,
        predictions: predicted.predictions,
        foreseen: BTreeMap::new(),
        tried: Some(Tried::NotReached {
            random: RUNS,
            directed: Some(WALKS),
        }),
        runs: if complete { 0 } else { sampler.runs },
    })
}

/// What is left of the budget when the search is cut off goes to random runs, as long as nothing is found. What is found holds with
/// what was known, so what is refuted after that is set aside.
fn last_runs(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    sampler: &mut RandomSampler,
    outcome: &mut Outcome,
) -> Result<(), VmError> {
    let mut left = options.max_transitions;
    while left > 0 {
        let known = vm.refutations();
        let options = Options {
            max_transitions: left,
            ..options.clone()
        };
        let runs = from_start(vm, |vm| Search::new(vm, &options, budget).last_runs(sampler));
        if runs.as_ref().is_err_and(|error| *error == VmError::Stopped) {
            break;
        }
        let runs = runs?;
        left = left.saturating_sub(runs.statistics.transitions.max(1));
        let again = runs.refuted;
        outcome.take_in(Outcome { refuted: false, ..runs });
        if again && !outcome.found.is_empty() {
            vm.restore_refutations(known);
            sampler.runs += 1;
        }
        if !again || outcome.stopped_at_first {
            break;
        }
    }
    Ok(())
}

/// What the directed walks cost counts as well; their states are those of single runs, and none is explored.
fn add(statistics: &mut Statistics, more: &Statistics) {
    statistics.transitions += more.transitions;
    statistics.instructions += more.instructions;
    statistics.max_depth = statistics.max_depth.max(more.max_depth);
}

/// What the analyses predict, and what of it and beside it was reached at once.
struct Predicted {
    predictions: BTreeMap<String, Prediction>,
    reached: Outcome,
    known: dropwire_vm::assumptions::Refuted,
}

fn predict_and_confirm(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Predicted, VmError> {
    // Of a limit that somebody set no more than half.
    let share = match options.max_transitions {
        0 => HUNT,
        most => HUNT.min(most / 4),
    };
    let options = Options {
        max_transitions: share,
        max_depth: RUN_LENGTH,
        ..options.clone()
    };
    let (runs, mut predictions) = analyse(vm, &options, (RUNS, PATIENCE), budget)?;
    let before = vm.refutations();
    let mut open = predictions.clone();
    open.retain(|fingerprint, _| !runs.found.contains_key(fingerprint));
    let mut reached = confirm_predictions(vm, &options, budget, &open, WALKS)?;
    reached.stopped_at_first |= runs.stopped_at_first;
    add(&mut reached.statistics, &runs.statistics);
    let known = vm.refutations();
    reached.keep(runs, known == before);
    // A set of locks alone knows no hand-over: without a run that shows a race it says nothing.
    predictions.retain(|_, prediction| !prediction.handed_over);
    Ok(Predicted {
        predictions,
        reached,
        known,
    })
}
