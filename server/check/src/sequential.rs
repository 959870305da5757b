//! The sequential executions of the scenarios of an object under test: one call at a time, until it returns or waits for another one.
//!
//! They are found by a search of its own before the search proper begins, on the same machine, which is then taken back. A call that
//! waits, or repeats a state of its own, lets others begin; it goes on when it can. A call that waits for threads of its own (a task of a
//! pool) is none that waits for other calls: while such threads can move, no other call begins. An execution in which all that is left goes round
//! forever ends there: these calls never return. Where a scenario's executions cannot all be followed it has no specification, and the verdict says so.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_vm::object_driver::ObjectRun;
use dropwire_vm::{Allowed, Alternative, Choice, History, Key, Scenarios, ThreadId, Vm, VmError};
use rustc_hash::FxHashSet;

use crate::facts::reason::Cause;
use crate::junit::{self, TestTimeouts};
use crate::options::{Budget, ObjectOptions, Options, Target};
use crate::rollback::{anew, in_frame, without_learning};
use crate::search::{GoesOn, LOOP_STATES, goes_on};

/// Steps that the executions of one scenario may take together.
const STEPS: u64 = 50_000;
/// Steps with one way on before states are compared.
const CHAIN: u64 = 64;
/// How often the budget is asked.
const ASKED_EVERY: u64 = 256;

/// What is known of a target when it is at its first instruction.
pub(crate) struct Started {
    /// Why some of what the calls of its object may give is not known.
    pub gaps: Vec<Cause>,
    /// What becomes of the time-outs of a test.
    pub test_timeouts: TestTimeouts,
}

/// Prepares a target, as [`junit::start`]; where the calls of an object are judged, with what its sequential
/// executions give. `only`: of one scenario alone.
///
/// # Errors
/// As [`junit::start`]; [`VmError::Stopped`] if the budget ends it.
pub(crate) fn start(
    vm: &mut Vm,
    target: &Target,
    all_options: &Options,
    only: Option<usize>,
    budget: &mut dyn Budget,
) -> Result<Started, VmError> {
    let options: &ObjectOptions = &all_options.object;
    let Some(run) = junit::specification(vm, target, options)? else {
        let test_timeouts = junit::start(vm, target, options)?;
        return Ok(Started {
            gaps: left_out(vm),
            test_timeouts,
        });
    };
    let used = vm.used;
    let refuted = vm.refuted;
    let learned = without_learning(vm, |vm| {
        loop {
            let found = anew(vm, |vm| {
                let found = executions(vm, &run, only, all_options, budget);
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
    let Found {
        mut found,
        mut gaps,
        said,
    } = learned?;
    let test_timeouts = junit::start(vm, target, options)?;
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
    Ok(Started {
        gaps: reasons,
        test_timeouts,
    })
}

/// What came to light.
struct Found {
    /// What the sequential executions of each scenario give.
    found: BTreeMap<usize, BTreeSet<History>>,
    /// The scenarios where they could not all be followed, with the reason.
    gaps: BTreeMap<usize, String>,
    /// The texts of the results.
    said: Scenarios,
}

fn executions(
    vm: &mut Vm,
    run: &ObjectRun,
    only: Option<usize>,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<Found, VmError> {
    vm.start_object(run)?;
    if let Some(scenarios) = vm.mode.object.as_mut().and_then(|object| object.scenarios.as_mut()) {
        scenarios.one_by_one = true;
    }
    vm.begin(true)?;
    let mut executions = Executions {
        budget,
        options,
        only,
        seen: FxHashSet::default(),
        path: Vec::new(),
        found: BTreeMap::new(),
        gaps: BTreeMap::new(),
        steps: BTreeMap::new(),
        all_steps: 0,
    };
    executions.walk(vm, Turn::Free)?;
    let scenarios = vm.mode.object.take().and_then(|object| object.scenarios);
    Ok(Found {
        found: executions.found,
        gaps: executions.gaps,
        said: scenarios.unwrap_or_default(),
    })
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

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Turn {
    /// This thread is inside a call, which goes on as far as it can; if it waits, the threads that work for it go on.
    Of(ThreadId),
    /// No call runs, or the one that does waits for other calls.
    Free,
}

struct Executions<'a> {
    budget: &'a mut dyn Budget,
    options: &'a Options,
    only: Option<usize>,
    seen: FxHashSet<(Key, Turn)>,
    /// The states of the present path that others were reached from in several ways.
    path: Vec<(Key, Turn)>,
    found: BTreeMap<usize, BTreeSet<History>>,
    /// Scenarios whose executions could not all be followed, with the reason.
    gaps: BTreeMap<usize, String>,
    steps: BTreeMap<usize, u64>,
    all_steps: u64,
}

impl Executions<'_> {
    /// Follows every execution from the present state on.
    fn walk(&mut self, vm: &mut Vm, mut turn: Turn) -> Result<(), VmError> {
        let (mut chain, mut passed, mut held) = (0, FxHashSet::default(), FxHashSet::default());
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
            if chain > CHAIN {
                let key = vm.key()?;
                if !passed.insert(key) {
                    // It goes round: others may end that, if there are any.
                    if turn == Turn::Free || !held.insert(key) {
                        return self.comes_round(vm, turn);
                    }
                    turn = Turn::Free;
                    passed.clear();
                }
            }
            let choices = self.choices(vm, turn);
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
                    turn = next_turn(vm, turn, only.thread);
                }
                Some(_) => return self.branch(vm, turn, choices),
            }
        }
    }

    fn branch(&mut self, vm: &mut Vm, mut turn: Turn, mut choices: Vec<Choice>) -> Result<(), VmError> {
        let chooses = choices
            .iter()
            .any(|choice| matches!(choice.alternative, Alternative::DataChoice(_)));
        let key = if chooses { None } else { Some(vm.key()?) };
        if let Some(key) = key
            && !self.seen.insert((key, turn))
        {
            match turn {
                // What goes round here is ended by other calls, if at all.
                Turn::Of(_) if self.path.contains(&(key, turn)) => {
                    turn = Turn::Free;
                    if !self.seen.insert((key, turn)) {
                        return Ok(());
                    }
                    choices = self.choices(vm, turn);
                }
                Turn::Free if self.path.contains(&(key, turn)) && all_are_inside(vm) => {
                    return self.comes_round(vm, turn);
                }
                Turn::Of(_) | Turn::Free => return Ok(()),
            }
        }
        let depth = self.path.len();
        self.path.extend(key.map(|key| (key, turn)));
        let taken = self.each(vm, turn, &choices);
        self.path.truncate(depth);
        taken
    }

    /// All that is left goes round, in this state again: time passes where somebody looks at the clock, else this never ends.
    fn comes_round(&mut self, vm: &mut Vm, turn: Turn) -> Result<(), VmError> {
        let mut later = vm.clock_choices();
        later.retain(|way| vm.thread(way.thread).read_clock);
        if !later.is_empty() {
            return self.each(vm, turn, &later);
        }
        let scenario = vm.call_history().map(|history| history.scenario);
        if scenario.is_some_and(|scenario| self.gaps.contains_key(&scenario)) {
            return Ok(());
        }
        match goes_on(vm, self.options) {
            GoesOn::ForEver => self.note_end(vm),
            // Whatever ends is followed elsewhere.
            GoesOn::Ends => {}
            GoesOn::Unknown => {
                let problem = format!("they come to a loop of more than {LOOP_STATES} states");
                self.gaps.extend(scenario.map(|scenario| (scenario, problem)));
            }
        }
        Ok(())
    }

    /// Follows every execution that goes on with one of these choices.
    fn each(&mut self, vm: &mut Vm, turn: Turn, choices: &[Choice]) -> Result<(), VmError> {
        let of_scenario = vm.call_history().is_none();
        for choice in choices {
            for way in 0..vm.ways(*choice) {
                if of_scenario && self.only.is_some_and(|only| only as u64 != way) {
                    continue;
                }
                let choice = crate::enabled::way_of(*choice, way);
                in_frame(vm, |vm| {
                    if self.take(vm, choice)? {
                        let turn = next_turn(vm, turn, choice.thread);
                        self.walk(vm, turn)?;
                    }
                    Ok::<(), VmError>(())
                })?;
            }
        }
        Ok(())
    }

    /// The choices of a sequential execution: those of the thread whose call runs, and of threads that are none of the driver's; while it waits,
    /// of these alone, and that its time is over; where no call runs, or no thread works for the one that waits, those of all.
    fn choices(&self, vm: &Vm, turn: Turn) -> Vec<Choice> {
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
        let Turn::Of(current) = turn else { return all };
        let helps = |choice: &Choice| runs(choice) && !vm.makes_calls(choice.thread);
        if all.iter().any(|choice| choice.thread == current && runs(choice)) {
            all.retain(|choice| runs(choice) && choice.thread == current || helps(choice));
        } else if all.iter().any(helps) {
            all.retain(|choice| choice.thread == current || helps(choice));
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

/// Whose turn it is when a thread has made a step. A call runs from where its thread comes to it, though others have seen nothing of it yet: it may
/// have begun to initialize a class, which others then wait for.
fn next_turn(vm: &Vm, turn: Turn, moved: ThreadId) -> Turn {
    let inside = |thread: &ThreadId| vm.unfinished_call(*thread).is_some();
    let before = match turn {
        Turn::Of(thread) => Some(thread),
        Turn::Free => None,
    };
    // Who is none of the driver's threads works for the one that calls.
    let next = Some(moved).filter(inside).or_else(|| before.filter(inside));
    next.map_or(Turn::Free, Turn::Of)
}

/// Whether each of the driver's threads that live is inside a call: none can begin one.
fn all_are_inside(vm: &Vm) -> bool {
    let mut callers = vm.live().filter(|thread| vm.makes_calls(*thread));
    callers.all(|thread| vm.unfinished_call(thread).is_some())
}
