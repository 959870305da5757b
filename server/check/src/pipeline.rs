//! What a check does one after the other: analyses of a few runs, a hunt for what they predict, the whole space; or what another strategy
//! asks for.
//!
//! A small space is explored at once: it is done before an analysis could say anything. The outcome is always that of the
//! exhaustive search, with what the other phases reached added; a verdict never rests on a prediction.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_vm::{Vm, VmError};

use crate::analysis::dependency_slice::Path;
use crate::analysis::{Analyses, Prediction};
use crate::facts::defect::Tried;
use crate::facts::reason::Cause;
use crate::options::{Budget, HeuristicKind, Options, ReducedSearches, SearchMode};
use crate::report::{Analysis, Statistics};
use crate::rollback::{anew, from_start};
use crate::search::active_testing::{ActiveTesting, DirectedTarget};
use crate::search::coverage::{Coverage, Covered};
use crate::search::heuristic::{self, Goal};
use crate::search::independence::Independence;
use crate::search::order::{AStar, BestFirst, BreadthFirst, Order};
use crate::search::pct::Pct;
use crate::search::persistent::{Persistent, Uses};
use crate::search::pos::Pos;
use crate::search::random::{RandomRuns, Sampler, Uniform};
use crate::search::random_sampler::{RandomSampler, last_transitions};
use crate::search::surw::Surw;
use crate::search::{Found, Outcome, Search};

/// Transitions within which a space counts as small.
const SMALL: u64 = 2_000;
/// Random runs that are analysed before a search.
const RUNS: u64 = 10;
/// Steps of such a run.
const RUN_LENGTH: u64 = 2_000;
/// Directed walks for each prediction.
pub(crate) const WALKS: u64 = 12;
/// Bytecodes after which no other run or walk begins: some tenths of a second.
const PATIENCE: u64 = 30_000_000;
/// Windows that are searched one after the other.
const WINDOWS: usize = 16;
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

    /// With what analyses of a few random runs predict, as far as the search has neither shown nor ruled it out.
    fn with(outcome: Outcome, mut predictions: BTreeMap<String, Prediction>) -> Explored {
        let complete = outcome.limits.is_empty() && outcome.broken_paths.is_empty() && !outcome.stopped_at_first;
        predictions.retain(|fingerprint, _| !complete && !outcome.found.contains_key(fingerprint));
        Explored {
            predictions,
            tried: Some(Tried::NotReached {
                random: RUNS,
                directed: None,
            }),
            ..Explored::of(outcome)
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
        SearchMode::DepthFirst => explore(vm, options, budget).map(Explored::of),
        SearchMode::BreadthFirst => {
            explore_in_order(vm, options, budget, &mut || Box::new(BreadthFirst)).map(Explored::of)
        }
        SearchMode::BestFirst | SearchMode::AStar => informed(vm, options, budget),
        SearchMode::PreemptionBound => preemption_bounded(vm, options, budget).map(Explored::of),
        SearchMode::Window => windowed(vm, options, budget),
        SearchMode::Random => at_random(vm, options, budget, &mut Uniform::switching(options.switch_probability)),
        SearchMode::Pct => at_random(vm, options, budget, &mut Pct::new()),
        SearchMode::Pos => at_random(vm, options, budget, &mut Pos::new()),
        SearchMode::Surw => at_random(vm, options, budget, &mut Surw::new()),
        SearchMode::Coverage => at_random(vm, options, budget, &mut Coverage::new()),
        SearchMode::Simulate => simulated(vm, options, budget),
        SearchMode::Guided => guided(vm, options, budget, report),
    }
}

/// Searches depth first until no assumption about what is never written is refuted.
pub(crate) fn explore(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Outcome, VmError> {
    let mut independence = Independence::default();
    let uses = uses(options, |searches| searches == ReducedSearches::Always);
    explore_beside(vm, options, budget, None, (&mut independence, uses))
}

/// What a search makes of the independence of steps, where `reduces` says which searches it is one of.
fn uses(options: &Options, reduces: impl Fn(ReducedSearches) -> bool) -> Uses {
    let sets = reduces(options.persistent_sets);
    Uses {
        learns: sets,
        reduces: sets,
        sleeps: reduces(options.sleep_sets),
    }
}

fn explore_beside(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    mut sampler: Option<&mut RandomSampler>,
    (independence, uses): (&mut Independence, Uses),
) -> Result<Outcome, VmError> {
    restart_until_stable(vm, |vm| {
        vm.begin(true)?;
        let search = Search::new(vm, options, budget).heard();
        let mut search = search.with_independence(Persistent { independence, uses });
        if let Some(sampler) = &mut sampler {
            search = search.with_runs(sampler);
        }
        Ok(search.run())
    })
}

/// Searches in an order, which is made anew where the search restarts.
fn explore_in_order(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    order: &mut dyn FnMut() -> Box<dyn Order>,
) -> Result<Outcome, VmError> {
    restart_until_stable(vm, |vm| {
        vm.begin(true)?;
        let mut outcome = Search::new(vm, options, budget).heard().run_in_order(&mut *order());
        if outcome.endless {
            // Timed waits end only where nothing else does, and only along a path is it seen where that is.
            let along_paths = Search::new(vm, options, budget).heard().run();
            outcome.judged_over_time = along_paths.judged_over_time;
            outcome.counterexamples.clone_from(&along_paths.counterexamples);
            outcome.take_in(along_paths);
        }
        Ok(outcome)
    })
}

fn at_random(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    sampler: &mut dyn Sampler,
) -> Result<Explored, VmError> {
    if options.switch_coverage {
        let mut covered = Covered::new(sampler);
        let mut outcome = random_runs(vm, options, budget, &mut covered)?;
        outcome.notes.push(covered.covered.note());
        return Ok(Explored::of(outcome));
    }
    random_runs(vm, options, budget, sampler).map(Explored::of)
}

fn random_runs(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    sampler: &mut dyn Sampler,
) -> Result<Outcome, VmError> {
    restart_until_stable(vm, |vm| {
        vm.begin(true)?;
        let mut runs = RandomRuns::new(sampler, options, options.random_runs(), false);
        Ok(Search::new(vm, options, budget)
            .heard()
            .simulation()
            .simulate(&mut runs))
    })
}

/// `--search best-first` and `a-star`.
fn informed(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Explored, VmError> {
    let warned = match (options.heuristic, &options.goal) {
        (HeuristicKind::Alternating | HeuristicKind::Distance, None) => Some(Warned::of(vm, options, budget)?),
        (HeuristicKind::MostBlocked | HeuristicKind::Interleaving, _) | (_, Some(_)) => None,
    };
    if let Some(Warned { runs, .. }) = &warned
        && runs.stopped_at_first
    {
        return Ok(Explored::of(warned.map(|warned| warned.runs).unwrap_or_default()));
    }
    let goals = match (&options.goal, &warned) {
        (Some(line), _) => vec![Goal::Line(line.class.clone(), line.line)],
        (None, Some(warned)) if !warned.predictions.is_empty() => {
            let places = warned.predictions.values().map(|prediction| prediction.places.clone());
            places.map(Goal::Places).collect()
        }
        (None, _) => vec![Goal::Throws],
    };
    let mut order = || -> Box<dyn Order> {
        let heuristics = heuristic::of_kind(options.heuristic, goals.clone());
        match options.strategy {
            SearchMode::AStar => Box::new(AStar(heuristics)),
            _ => Box::new(BestFirst(heuristics)),
        }
    };
    let mut outcome = explore_in_order(vm, options, budget, &mut order)?;
    let Some(warned) = warned else {
        return Ok(Explored::of(outcome));
    };
    add(&mut outcome.statistics, &warned.runs.statistics);
    outcome.keep(warned.runs, vm.refutations() == warned.known);
    Ok(Explored::with(outcome, warned.predictions))
}

/// `--search preemption-bound`: paths without a preemption, then those with one, and so on. Where no path has more than that, it is
/// a complete search.
fn preemption_bounded(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Outcome, VmError> {
    let mut all = Outcome::default();
    for preemptions in 0..=options.preemptions {
        let known = vm.refutations();
        let rest = options.after(all.statistics.transitions);
        let mut outcome = restart_until_stable(vm, |vm| {
            vm.begin(true)?;
            Ok(Search::new(vm, &rest, budget).heard().preempting(preemptions).run())
        })?;
        add(&mut outcome.statistics, &all.statistics);
        let holds = vm.refutations() == known;
        if holds {
            // Found with fewer preemptions.
            outcome.found.append(&mut all.found);
        }
        outcome.keep(all, holds);
        all = outcome;
        if !all.limits.is_empty() || all.stopped_at_first {
            return Ok(all);
        }
        if !all.left_out {
            // Nothing was out of bounds. Only a search of all states sees what never ends.
            let known = vm.refutations();
            let rest = options.after(all.statistics.transitions);
            let mut outcome = explore(vm, &rest, budget)?;
            let holds = vm.refutations() == known;
            if holds {
                outcome.found.append(&mut all.found);
            }
            add(&mut outcome.statistics, &all.statistics);
            outcome.keep(all, holds);
            return Ok(outcome);
        }
    }
    all.limits.push(Cause::PreemptionBound {
        preemptions: options.preemptions,
    });
    Ok(all)
}

/// `--search window`: for each warning the threads on which it depends, and no others.
fn windowed(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Explored, VmError> {
    let Warned {
        mut runs,
        predictions,
        mut known,
    } = Warned::of(vm, options, budget)?;
    let mut windows: Vec<BTreeSet<Path>> = predictions
        .values()
        .map(|prediction| prediction.window.clone())
        .collect();
    windows.sort_unstable();
    windows.dedup();
    // The smallest first: it costs the least.
    windows.sort_by_key(BTreeSet::len);
    let mut all: Option<Outcome> = None;
    for window in windows.into_iter().take(WINDOWS) {
        let spent = all.as_ref().map_or(0, |all| all.statistics.transitions);
        if all.as_ref().unwrap_or(&runs).stopped_at_first {
            break;
        }
        tracing::debug!(?window, "the threads of a window, by creation path");
        let rest = options.after(runs.statistics.transitions + spent);
        let mut outcome = restart_until_stable(vm, |vm| {
            vm.begin(true)?;
            Ok(Search::new(vm, &rest, budget).heard().within_window(&window).run())
        })?;
        let holds = vm.refutations() == known;
        known = vm.refutations();
        let complete = !outcome.left_out && outcome.limits.is_empty();
        if let Some(before) = all {
            add(&mut outcome.statistics, &before.statistics);
            outcome.statistics.states += before.statistics.states;
            outcome.bystanders.extend(before.bystanders.iter().cloned());
            if !complete {
                outcome.add_limits(&before);
            }
            outcome.keep(before, holds);
        }
        all = Some(outcome);
        if complete {
            break;
        }
    }
    let outcome = match all {
        None => runs,
        Some(mut outcome) => {
            if outcome.left_out {
                outcome.limits.push(Cause::Window {
                    left_out: outcome.bystanders.iter().cloned().collect(),
                });
            }
            add(&mut outcome.statistics, &runs.statistics);
            runs.limits.clear();
            outcome.keep(runs, vm.refutations() == known);
            outcome
        }
    };
    Ok(Explored::with(outcome, predictions))
}

/// What analyses of a few random runs warn of.
struct Warned {
    runs: Outcome,
    predictions: BTreeMap<String, Prediction>,
    /// What was refuted when the runs were over.
    known: dropwire_vm::assumptions::Refuted,
}

impl Warned {
    fn of(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Warned, VmError> {
        let (runs, predictions) = analyse(vm, &for_analyses(options), (RUNS, PATIENCE), budget)?;
        Ok(Warned {
            runs,
            predictions,
            known: vm.refutations(),
        })
    }
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
        tracing::debug!(transitions = outcome.statistics.transitions, "the search restarts");
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
    analysed(vm, options, (runs, patience), budget, true)
}

/// The same where only the search before them was heard by listeners.
pub(crate) fn analyse_unheard(
    vm: &mut Vm,
    options: &Options,
    runs: u64,
    budget: &mut dyn Budget,
) -> Result<BTreeMap<String, Prediction>, VmError> {
    let analysed = analysed(vm, &for_analyses(options), (runs, PATIENCE), budget, false)?;
    Ok(analysed.1)
}

fn analysed(
    vm: &mut Vm,
    options: &Options,
    (runs, patience): (u64, u64),
    budget: &mut dyn Budget,
    heard: bool,
) -> Result<(Outcome, BTreeMap<String, Prediction>), VmError> {
    let mut predictions = BTreeMap::new();
    let outcome = restart_until_stable(vm, |vm| {
        let mut analyses = Analyses::listen(vm, options.eraser);
        vm.begin(true)?;
        analyses.set_out();
        let search = Search::new(vm, options, budget);
        let search = if heard { search.heard() } else { search };
        let outcome = search
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
pub(crate) fn confirm_predictions(
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
    let mut independence = Independence::default();
    let at_once = Uses {
        learns: options.persistent_sets != ReducedSearches::Never,
        ..uses(options, |searches| searches == ReducedSearches::Always)
    };
    let first = explore_beside(vm, &small, budget, None, (&mut independence, at_once))?;
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
        let mut outcome = explore_beside(
            vm,
            &options.after(spent),
            budget,
            Some(&mut sampler),
            (
                &mut independence,
                uses(options, |searches| searches != ReducedSearches::Never),
            ),
        )?;
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

/// Limits of the runs that are analysed, and of the walks after what they predict: half of a limit that somebody set, for both.
pub(crate) fn for_analyses(options: &Options) -> Options {
    Options {
        max_transitions: match options.max_transitions {
            0 => HUNT,
            most => HUNT.min(most / 4).max(1),
        },
        max_depth: RUN_LENGTH,
        ..options.clone()
    }
}

fn predict_and_confirm(vm: &mut Vm, options: &Options, budget: &mut dyn Budget) -> Result<Predicted, VmError> {
    let options = for_analyses(options);
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
