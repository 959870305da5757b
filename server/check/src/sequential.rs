//! The sequential executions of the scenarios of an object under test: one call at a time, until it returns or waits for another one.
//!
//! They are found by a search of its own before the search proper begins, on the same machine, which is then taken back. A call that
//! waits, or repeats a state of its own, lets others begin; it goes on when it can. Where a scenario's executions cannot all be followed it has no
//! specification, and the verdict says so.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_vm::object_driver::ObjectRun;
use dropwire_vm::{Allowed, Alternative, Choice, History, Key, Scenarios, ThreadId, Vm, VmError};
use rustc_hash::FxHashSet;

use crate::facts::reason::Cause;
use crate::junit;
use crate::options::{Budget, ObjectOptions, Target};
use crate::rollback::{anew, in_frame, without_learning};

/// Steps that the executions of one scenario may take together.
const STEPS: u64 = 50_000;
/// Steps with one way on before states are compared.
const CHAIN: u64 = 64;
/// How often the budget is asked.
const ASKED_EVERY: u64 = 256;

/// Prepares a target, as [`junit::start`]; where the calls of an object are judged, with what its sequential
/// executions give. `only`: of one scenario alone. Gives the reasons why some of them are not known.
///
/// # Errors
/// As [`junit::start`]; [`VmError::Stopped`] if the budget ends it.
pub(crate) fn start(
    vm: &mut Vm,
    target: &Target,
    options: &ObjectOptions,
    only: Option<usize>,
    budget: &mut dyn Budget,
) -> Result<Vec<Cause>, VmError> {
    let Some(run) = junit::specification(vm, target, options)? else {
        junit::start(vm, target, options)?;
        return Ok(left_out(vm));
    };
    let used = vm.used;
    let refuted = vm.refuted;
    let learned = without_learning(vm, |vm| {
        loop {
            let found = anew(vm, |vm| {
                let found = executions(vm, &run, only, budget);
                // What these say of objects is of no use behind the frame.
                vm.take_unprotected();
                found
            });
            // Until nothing is refuted that made some step too large: parts of a call would come before it begins.
            if !vm.refuted || found.is_err() {
                return found;
            }
        }
    });
    vm.refuted = refuted;
    if options.spec.is_none() {
        // The search goes the same ways and takes the same for granted. What another class makes use of, it does not see.
        vm.used = used;
    }
    let (mut found, mut gaps, said) = learned?;
    junit::start(vm, target, options)?;
    if let Some(scenarios) = vm.mode.object.as_mut().and_then(|object| object.scenarios.as_mut()) {
        for scenario in 0..scenarios.all.len() {
            if only.is_none() && !found.contains_key(&scenario) {
                let problem = || "the program ignores or gives up each of them".to_owned();
                gaps.entry(scenario).or_insert_with(problem);
            }
        }
        let of = |scenario: usize| match gaps.contains_key(&scenario) {
            true => None,
            false => found.remove(&scenario).map(|all| all.into_iter().collect()),
        };
        scenarios.specification = (0..scenarios.all.len()).map(of).collect();
        scenarios.results = said.results;
        scenarios.specified_by = run.class.clone();
        options.consistency().name().clone_into(&mut scenarios.consistency);
        scenarios.by_class = said.by_class;
    }
    let mut reasons = left_out(vm);
    if let Some((_, problem)) = gaps.first_key_value() {
        reasons.push(Cause::NoSpecification {
            scenarios: gaps.len() as u64,
            problem: problem.clone(),
        });
    }
    Ok(reasons)
}

/// What the sequential executions of each scenario give, the scenarios where they could not all be followed, and the texts of the results.
type Found = (BTreeMap<usize, BTreeSet<History>>, BTreeMap<usize, String>, Scenarios);

fn executions(vm: &mut Vm, run: &ObjectRun, only: Option<usize>, budget: &mut dyn Budget) -> Result<Found, VmError> {
    vm.start_object(run)?;
    vm.begin(true)?;
    let mut executions = Executions {
        budget,
        only,
        seen: FxHashSet::default(),
        found: BTreeMap::new(),
        gaps: BTreeMap::new(),
        steps: BTreeMap::new(),
        all_steps: 0,
    };
    executions.walk(vm, None)?;
    let scenarios = vm.mode.object.take().and_then(|object| object.scenarios);
    Ok((executions.found, executions.gaps, scenarios.unwrap_or_default()))
}

fn left_out(vm: &Vm) -> Vec<Cause> {
    let scenarios = vm.mode.object.as_ref().and_then(|object| object.scenarios.as_ref());
    let left_out = scenarios.filter(|scenarios| scenarios.left_out);
    let explored = left_out.map(|scenarios| scenarios.all.len() as u64);
    explored
        .map(|explored| Cause::ScenariosLeftOut { explored })
        .into_iter()
        .collect()
}

struct Executions<'a> {
    budget: &'a mut dyn Budget,
    only: Option<usize>,
    seen: FxHashSet<Key>,
    found: BTreeMap<usize, BTreeSet<History>>,
    /// Scenarios whose executions could not all be followed, with the reason.
    gaps: BTreeMap<usize, String>,
    steps: BTreeMap<usize, u64>,
    all_steps: u64,
}

impl Executions<'_> {
    /// Follows every execution from the present state on. `current`: the thread whose call runs.
    fn walk(&mut self, vm: &mut Vm, mut current: Option<ThreadId>) -> Result<(), VmError> {
        let (mut chain, mut passed) = (0, FxHashSet::default());
        loop {
            if vm.refuted {
                return Ok(());
            }
            let non_daemon = |vm: &Vm| vm.live().any(|thread| !vm.thread(thread).daemon);
            if vm.path.facts.exited.is_some() || !non_daemon(vm) {
                self.note_end(vm);
                return Ok(());
            }
            chain += 1;
            if chain > CHAIN && !passed.insert(vm.key()?) {
                if current.take().is_none() {
                    self.note_end(vm);
                    return Ok(());
                }
                passed.clear();
            }
            let choices = self.choices(vm, current);
            let ways: u64 = choices.iter().map(|choice| vm.ways(*choice)).sum();
            match choices.first() {
                None => {
                    self.note_end(vm);
                    return Ok(());
                }
                Some(only) if ways == 1 => {
                    if !self.take(vm, *only)? {
                        return Ok(());
                    }
                    current = still_inside(vm, current, only.thread);
                }
                Some(_) => return self.branch(vm, current, &choices),
            }
        }
    }

    fn branch(&mut self, vm: &mut Vm, current: Option<ThreadId>, choices: &[Choice]) -> Result<(), VmError> {
        let chooses = choices
            .iter()
            .any(|choice| matches!(choice.alternative, Alternative::DataChoice(_)));
        if !chooses && !self.seen.insert(vm.key()?) {
            return Ok(());
        }
        let of_scenario = vm.call_history().is_none();
        for choice in choices {
            for way in 0..vm.ways(*choice) {
                if of_scenario && self.only.is_some_and(|only| only as u64 != way) {
                    continue;
                }
                let choice = crate::enabled::way_of(*choice, way);
                in_frame(vm, |vm| {
                    if self.take(vm, choice)? {
                        let current = still_inside(vm, current, choice.thread);
                        self.walk(vm, current)?;
                    }
                    Ok::<(), VmError>(())
                })?;
            }
        }
        Ok(())
    }

    /// The choices of a sequential execution: those of the thread whose call runs, and of threads that are none of the driver's; where no call
    /// runs, or the one that does waits, those of all.
    fn choices(&self, vm: &Vm, current: Option<ThreadId>) -> Vec<Choice> {
        let mut all = Vec::new();
        let plain = Allowed {
            spurious: false,
            timeouts_always: true,
        };
        vm.choices(plain, &mut all);
        let runs = |choice: &Choice| choice.alternative != Alternative::Timeout;
        // The driver's main thread is done with its own before anything else.
        if all.iter().any(|choice| choice.thread == ThreadId(0) && runs(choice)) {
            all.retain(|choice| choice.thread == ThreadId(0) && runs(choice));
            return all;
        }
        let goes_on = current.is_some_and(|current| all.iter().any(|choice| choice.thread == current && runs(choice)));
        if goes_on {
            let of_driver = |thread| vm.call_state(thread).is_some();
            all.retain(|choice| runs(choice) && (Some(choice.thread) == current || !of_driver(choice.thread)));
        }
        all
    }

    /// Makes a step; false where the path cannot be followed.
    fn take(&mut self, vm: &mut Vm, choice: Choice) -> Result<bool, VmError> {
        self.all_steps += 1;
        if self.all_steps.is_multiple_of(ASKED_EVERY) && self.budget.exhausted().is_some() {
            return Err(VmError::Stopped);
        }
        let scenario = vm.call_history().map(|history| history.scenario);
        if let Some(scenario) = scenario {
            let steps = self.steps.entry(scenario).or_default();
            *steps += 1;
            if *steps > STEPS {
                let problem = format!("they take more than {STEPS} steps");
                self.gaps.entry(scenario).or_insert(problem);
                return Ok(false);
            }
        }
        match vm.step(choice) {
            Ok(()) => Ok(true),
            Err(VmError::Stopped) => Err(VmError::Stopped),
            Err(VmError::Ignored(_)) => Ok(false),
            Err(error) => {
                let scenario = scenario.or_else(|| vm.call_history().map(|history| history.scenario));
                if let Some(scenario) = scenario {
                    self.gaps.entry(scenario).or_insert_with(|| error.to_string());
                }
                Ok(false)
            }
        }
    }

    fn note_end(&mut self, vm: &Vm) {
        if let Some(history) = vm.call_history() {
            self.found.entry(history.scenario).or_default().insert(history);
        }
    }
}

/// The thread whose call runs on when one has made a step.
fn still_inside(vm: &Vm, current: Option<ThreadId>, moved: ThreadId) -> Option<ThreadId> {
    let inside = |thread: &ThreadId| vm.call_state(*thread).is_some_and(|state| state.inside);
    let moved = Some(moved).filter(inside);
    // Who is none of the driver's threads works for the one that calls.
    moved.or_else(|| current.filter(inside))
}
