//! The search: one `expand`, and the path driver (depth-first with an undo log).
//!
//! A state with one way on is not stored: the driver goes on at once. Every other state is stored by its key and
//! explored once. Findings are collected by fingerprint with the shortest schedule known.

pub(crate) mod active_testing;
mod bounded;
pub(crate) mod chain;
pub(crate) mod costs;
pub(crate) mod coverage;
mod daemons;
pub(crate) mod endless;
mod halt;
pub(crate) mod heuristic;
pub(crate) mod independence;
mod level;
pub(crate) mod limits;
mod listening;
mod operation;
pub(crate) mod order;
mod outcome;
mod over_time;
pub(crate) mod pct;
pub(crate) mod persistent;
pub(crate) mod pos;
pub(crate) mod random;
pub(crate) mod random_sampler;
mod set_driver;
mod simulation;
mod sleep;
pub(crate) mod strategy;
pub(crate) mod surw;
mod unprotected;
mod window;

use std::collections::BTreeSet;

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::{Alternative, Choice, Key, ThreadId, Vm, VmError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::dependency_slice::Path;
use crate::enabled::{allowed, only_daemons, timeout_choices};
use crate::facts::defect::Defect;
use crate::facts::reason::Cause;
use crate::facts::reported::ReportKind;
use crate::object_harness;
use crate::options::{Budget, Options, Timeouts};
use crate::properties::Properties;
use crate::properties::property::{Judgement, Moment, Repeats};
use crate::store::{self, StateStore, Visit};
use crate::temporal::atoms::stated;
use crate::temporal::graph::{Asked, Recorder};

use bounded::Bound;
use chain::{Chain, Look};
use costs::Costs;
use daemons::DaemonsAlone;
pub(crate) use endless::{GoesOn, LOOP_STATES, goes_on};
use halt::Halt;
use independence::Places;
use level::{Level, Reduced};
use listening::Listening;
pub(crate) use outcome::{Outcome, schedule_rank};
use persistent::Persistent;
use simulation::Simulation;
use sleep::SleepSets;

/// Where states are logged in full.
const DUMP: &str = "dropwire_check::dump";

/// A defect with the shortest schedule that reached it.
#[derive(Clone, Debug)]
pub struct Found {
    /// What is wrong.
    pub defect: Defect,
    /// How to get there. Thread numbers count the starts on this very path.
    pub schedule: Vec<Choice>,
    /// Whether the search that found it let threads wake up without reason. Where only that would be another choice, states are
    /// compared and objects marked as escaped: whoever follows the schedule has to do as the search did.
    pub spurious_wakeups: bool,
    /// Whether the search that found it let timed waits end at any moment.
    pub timeouts: Timeouts,
    /// Whether it is a race by the order of a run, whatever states show ([`unordered_races`](crate::unordered_races)).
    pub unordered: bool,
    /// Which of the scenarios of an object it is, the smallest first; none for all else.
    pub scenario: Option<usize>,
}

impl Found {
    /// What makes it worse for a reader than others: a larger scenario, then a worse schedule.
    pub(crate) fn rank(&self) -> (Option<usize>, (usize, usize, usize)) {
        (self.scenario, schedule_rank(&self.schedule))
    }

    /// What its schedule is followed with.
    pub(crate) fn options(&self, options: &Options) -> Options {
        Options {
            spurious_wakeups: self.spurious_wakeups,
            timeouts: self.timeouts,
            ..options.clone()
        }
    }
}

/// How a state ended the present path, or how it goes on.
enum Expansion {
    /// Nothing more here.
    Leave,
    /// These ways.
    Successors(Vec<Choice>),
}

/// What a search goes through.
enum Mode<'a> {
    /// All states, along paths. It is followed which of them lead to an end.
    Paths(Paths<'a>),
    /// All states, in an order.
    Tree,
    /// Paths within a bound.
    Bounded(Bound),
    /// Runs: states that were seen before are gone through again.
    Simulation(Simulation<'a>),
}

/// A search of all states along paths.
#[derive(Default)]
struct Paths<'a> {
    /// Random runs for which the search makes way.
    sampler: Option<&'a mut random_sampler::RandomSampler>,
    runs_are_due: bool,
    /// The threads that are scheduled; all of them without one.
    window: Option<&'a BTreeSet<Path>>,
    /// Which steps are independent.
    persistent: Option<Persistent<'a>>,
    /// Which steps need not be taken again.
    sleep: Option<Box<SleepSets>>,
}

/// What all drivers have in common, and the path driver.
pub struct Search<'a> {
    vm: &'a mut Vm,
    options: &'a Options,
    budget: &'a mut dyn Budget,
    mode: Mode<'a>,
    store: Box<dyn StateStore>,
    outcome: Outcome,
    schedule: Vec<Choice>,
    levels: Vec<Level>,
    /// What daemons can bring about where they alone can move, by the keys of these states.
    daemons: FxHashMap<Key, DaemonsAlone>,
    stop: Option<Halt>,
    properties: Properties,
    /// What properties over time are judged by when the search is over.
    graph: Option<Box<Recorder>>,
    judgement: Judgement,
    listening: Listening,
    started_instructions: u64,
    /// Lists of choices to be used again.
    spare: Vec<Vec<Choice>>,
    last_key: Option<Key>,
    chain_clock_reads: u64,
    /// Bytecodes of this search when the budget was last asked.
    asked_at: u64,
    /// Bytes of states that wait to be expanded.
    waiting_bytes: u64,
    open: endless::Open,
    /// Schedules that lead to where nothing ends.
    endless: Vec<Vec<Choice>>,
    /// The state that the path has just come back to; whether the present one is a level though it has one way on; whether a
    /// defect was reported of it.
    met: Option<Key>,
    branches: bool,
    stuck: bool,
    /// The ways on from it that were left out.
    reduced: Option<Box<Reduced>>,
    /// Where all threads stand at it, if its set was sought.
    places: Option<Places>,
    /// Keys tell who made objects.
    tells_makers: bool,
    /// Each transition is counted for its place, and not a sample.
    counts_all: bool,
}

impl<'a> Search<'a> {
    /// A search from the state of `vm`, which is before `main`'s first visible operation.
    pub fn new(vm: &'a mut Vm, options: &'a Options, budget: &'a mut dyn Budget) -> Search<'a> {
        let properties = Properties::new(stated(vm, options));
        Search {
            started_instructions: vm.instructions_before,
            vm,
            options,
            budget,
            mode: Mode::Paths(Paths::default()),
            store: store::open(options),
            outcome: Outcome::default(),
            schedule: Vec::new(),
            levels: Vec::new(),
            daemons: FxHashMap::default(),
            stop: None,
            properties,
            graph: None,
            judgement: Judgement::default(),
            listening: Listening::default(),
            spare: Vec::new(),
            last_key: None,
            chain_clock_reads: 0,
            asked_at: 0,
            waiting_bytes: 0,
            open: endless::Open::default(),
            endless: Vec::new(),
            met: None,
            branches: false,
            stuck: false,
            reduced: None,
            places: None,
            tells_makers: false,
            counts_all: options.reports.contains(&ReportKind::Profile),
        }
    }

    /// Explores everything that the budget allows. Afterwards the machine is where it was before.
    pub fn run(mut self) -> Outcome {
        if matches!(&self.mode, Mode::Paths(paths) if paths.window.is_none()) {
            self.graph = Recorder::of(stated(self.vm, self.options), Asked::of(self.options));
        }
        self.vm.push_undo();
        let base = self.vm.undo_depth();
        self.enter(false);
        while self.stop.is_none() {
            if matches!(&self.mode, Mode::Paths(paths) if paths.runs_are_due) {
                self.make_runs(base);
                continue;
            }
            self.mend_levels();
            if self.stop.is_some() {
                break;
            }
            self.settle_level();
            self.put_to_sleep();
            if self.sleeps_through() {
                continue;
            }
            let Some(level) = self.levels.last_mut() else { break };
            let forgotten = planted(Fault::LastWayForgotten) && level.choices.len() > 2;
            if level.next + usize::from(forgotten) == level.choices.len() {
                if !self.let_time_run_out() {
                    self.leave();
                }
                continue;
            }
            let choice = level.take_next(self.vm);
            let last = level.next == level.choices.len()
                && level.reserve.is_empty()
                && level.reduced.is_none()
                && !self.vm.used.clock;
            level.kept = !last;
            let (steps, left, state) = (level.steps, level.left, level.state);
            self.wake_at_level();
            self.go_back_in_graph(state);
            self.go_back(steps);
            self.consume_bound(left, choice);
            self.check_budget();
            if self.stop.is_some() {
                break;
            }
            // The last way needs no frame of its own: whoever is above undoes it together with this state.
            if !last {
                self.vm.push_undo();
            }
            let depth = self.levels.len();
            if self.take(choice) {
                self.enter(!last);
            } else {
                self.ends();
            }
            if self.levels.len() == depth && !last {
                self.vm.pop_undo();
                self.properties.go_back(self.vm);
            }
        }
        self.finish(base)
    }

    /// Goes back to where the search began, and says how it went.
    fn finish(mut self, base: usize) -> Outcome {
        self.end_of_learning();
        while self.vm.undo_depth() >= base {
            self.vm.pop_undo();
        }
        if self.tells_makers {
            self.vm.tell_makers(false);
        }
        self.report_endless();
        self.judge_graph();
        if let Some(Halt::Limit(why)) = self.stop.take()
            && !self.outcome.stopped_at_first
        {
            self.outcome.limits.push(why);
        }
        if let Some(gap) = self.store.gap() {
            self.limit(gap);
        }
        // The initial state counts, though it was never compared with another one.
        let states = match &self.mode {
            Mode::Bounded(bound) => bound.best.len() as u64,
            Mode::Paths(_) | Mode::Tree | Mode::Simulation(_) => self.store.states(),
        };
        self.outcome.statistics.states = states.max(1);
        self.outcome.statistics.store_bytes = self.store.bytes();
        self.outcome.statistics.instructions = self.vm.instructions - self.started_instructions;
        self.outcome
    }

    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.conclude(&level);
        if let Some(parent) = self.levels.last_mut() {
            parent.way_meets = parent.way_meets.min(level.meets).min(level.way_meets);
        }
        if let Some(reduced) = &level.reduced {
            self.rely_on(reduced);
        }
        self.hear_processed();
        self.spare.push(level.choices);
        if level.framed {
            self.vm.pop_undo();
            self.properties.go_back(self.vm);
        }
    }

    /// Executes a choice; false when the path ends there because something is not modelled.
    fn take(&mut self, choice: Choice) -> bool {
        self.schedule.push(choice);
        if !self.hear_choice(choice) {
            return false;
        }
        self.outcome.statistics.transitions += 1;
        if Costs::is_due(self.outcome.statistics.transitions, self.counts_all) {
            self.outcome.costs.count(self.vm, choice);
        }
        tracing::trace!(
            depth = self.schedule.len(),
            thread = self.vm.thread_name(choice.thread),
            operation = ?self.vm.thread(choice.thread).pending,
            alternative = ?choice.alternative,
            "step"
        );
        let (collections, threads) = (self.vm.collections, self.vm.threads.len());
        if let Some(graph) = &mut self.graph {
            graph.begin(self.vm, choice);
        }
        let from = self.stands(choice.thread);
        match self.step_heard(choice) {
            Ok(()) => {
                self.note_step(from, choice);
                if matches!(choice.alternative, Alternative::DataChoice(_))
                    && self.vm.chooses_at_once() == Some(choice.thread)
                {
                    // Choices one after the other are one transition.
                    self.outcome.statistics.transitions -= 1;
                }
                if self.vm.collections != collections {
                    // Objects have moved.
                    self.properties.forget();
                }
                if let Mode::Bounded(bound) = &mut self.mode
                    && let Some(clock) = &mut bound.clock
                {
                    clock.moved(self.vm, choice, self.schedule.len());
                }
                self.hear_step(choice, threads)
            }
            Err(error) => {
                self.give_up_path(&error);
                false
            }
        }
    }

    fn give_up_path(&mut self, error: &VmError) {
        if *error == VmError::Stopped {
            self.end_cancelled();
            return;
        }
        if matches!(error, VmError::Ignored(_)) {
            // The verdict lists that there are such paths.
            return;
        }
        *self.outcome.broken_paths.entry(Cause::from(error)).or_default() += 1;
    }

    /// Looks at the state that was just reached, follows it while it has one way on, and opens a level when it has
    /// more. `framed`: an undo frame was pushed for the step that led here.
    fn enter(&mut self, framed: bool) {
        let mut chain = Chain::default();
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        loop {
            let depth = self.schedule.len() as u64;
            self.outcome.statistics.max_depth = self.outcome.statistics.max_depth.max(depth);
            if self.vm.refuted {
                self.outcome.refuted = true;
                self.stop = Some(Halt::Restart);
                self.note_unprotected();
                self.look_ahead();
                return;
            }
            match self.expand(&mut chain, &mut seen) {
                Expansion::Leave => {
                    match self.met {
                        Some(key) => self.meets(key),
                        None => self.ends(),
                    }
                    return;
                }
                Expansion::Successors(_) if self.options.max_depth > 0 && depth >= self.options.max_depth => {
                    self.limit(Cause::Depth {
                        limit: self.options.max_depth,
                    });
                    self.ends();
                    return;
                }
                Expansion::Successors(choices)
                    if choices.len() == 1
                        && !self.branches
                        && self.reduced.is_none()
                        && self.vm.ways(choices[0]) == 1 =>
                {
                    self.check_budget();
                    let only = choices[0];
                    self.spare.push(choices);
                    if self.stop.is_some() || self.only_way_sleeps(only) || !self.take(only) {
                        self.ends();
                        return;
                    }
                }
                Expansion::Successors(choices) => {
                    let level = self.level(choices, framed);
                    self.levels.push(level);
                    return;
                }
            }
        }
    }

    /// Whether it is followed which states lead to an end.
    fn tracks_components(&self) -> bool {
        matches!(self.mode, Mode::Paths(_))
    }

    /// Whether states that were seen before are gone through again.
    fn is_simulation(&self) -> bool {
        matches!(self.mode, Mode::Simulation(_))
    }

    /// The present state as a level with these ways on.
    fn level(&mut self, choices: Vec<Choice>, framed: bool) -> Level {
        let tracks = self.tracks_components();
        let reserve = if tracks && self.last_key.is_some() {
            self.vm.other_timeouts(&choices)
        } else {
            Vec::new()
        };
        Level {
            choices,
            next: 0,
            way: 0,
            taken: None,
            steps: self.schedule.len(),
            framed,
            left: match &self.mode {
                Mode::Bounded(bound) => bound.left,
                Mode::Paths(_) | Mode::Tree | Mode::Simulation(_) => 0,
            },
            key: self.last_key,
            clock_reads: self.vm.path.facts.clock_reads,
            at: if tracks { self.open.push(self.last_key) } else { 0 },
            ends: self.stuck,
            reserve,
            polls_clock: false,
            kept: true,
            state: self.graph.as_ref().map_or(0, |graph| graph.current()),
            reduced: self.reduced.take(),
            places: self.places(),
            asleep: self.take_sleeping(),
            step: None,
            meets: usize::MAX,
            way_meets: usize::MAX,
        }
    }

    pub(crate) fn note_unprotected(&mut self) {
        for access in self.vm.take_unprotected() {
            self.outcome.notes.push(unprotected::unprotected(self.vm, &access));
        }
    }

    fn limit(&mut self, why: Cause) {
        if !self.outcome.limits.contains(&why) {
            self.outcome.limits.push(why);
        }
    }

    fn expand(&mut self, chain: &mut Chain, seen: &mut FxHashSet<Key>) -> Expansion {
        (self.met, self.branches, self.stuck) = (None, false, false);
        (self.reduced, self.places) = (None, None);
        self.look_at_steps();
        self.judge(Moment::Reached, None);
        self.arrive_in_graph();
        if self.stop.is_some() {
            return Expansion::Leave;
        }
        let threads = self.vm.live_by_path().len() as u64;
        self.outcome.statistics.max_threads = self.outcome.statistics.max_threads.max(threads);
        let allowed = allowed(self.options);
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        let moves = self.vm.choices(allowed, &mut choices);
        let non_daemon = |vm: &Vm, t: ThreadId| !vm.thread(t).daemon;
        if self.vm.path.facts.exited.is_some() || !self.vm.live().any(|t| non_daemon(self.vm, t)) {
            self.note_end();
            return Expansion::Leave;
        }
        if moves == 0 {
            (self.stuck, self.outcome.ended) = (true, true);
            self.hear_end();
            self.judge(Moment::Stuck, None);
            self.ends_in_graph();
            // A wakeup without reason leads on, as it would have before the last step that led here.
            if choices.is_empty() || self.is_simulation() || self.stop.is_some() {
                return Expansion::Leave;
            }
        } else {
            self.judge(Moment::Live, None);
        }
        let look = chain.look(self.vm, &choices, moves);
        match look {
            Look::Pass => {
                self.last_key = None;
                self.hear_choice_point(&mut choices);
                return Expansion::Successors(choices);
            }
            Look::GoOn => return Expansion::Successors(choices),
            Look::Compare | Look::Keep => {}
        }
        let key = match self.key() {
            Ok(key) => key,
            Err(error) => {
                self.give_up_path(&error);
                return Expansion::Leave;
            }
        };
        self.identify_in_graph(key);
        if look == Look::Compare {
            if seen.is_empty() {
                self.chain_clock_reads = self.vm.path.facts.clock_reads;
            }
            if seen.insert(key) && !self.comes_round(seen.len(), choices[0]) {
                return Expansion::Successors(choices);
            }
            if self.vm.path.facts.clock_reads > self.chain_clock_reads {
                // It polls the clock, and nobody else can move: its time runs out, if it has not yet.
                let ways = self.vm.clock_choices();
                if !ways.is_empty() {
                    self.note_round();
                    *chain = Chain::default();
                    seen.clear();
                    self.last_key = Some(key);
                    return Expansion::Successors(ways);
                }
            }
            let timed = self.vm.other_timeouts(&choices);
            if let Some((first, _)) = timed.first().copied() {
                self.note_round();
                // All that is left repeats: timed waits end, those that end first first.
                let due = timed
                    .iter()
                    .filter(|(left, _)| *left == first || !self.tracks_components());
                let ways = due.map(|(_, choice)| *choice).collect();
                return self.repeats_until(key, ways, chain, seen);
            }
            if self.vm.used.collector {
                self.limit(Cause::CollectorAwaited);
            } else {
                let repeats = endless::repeats(self.vm, self.options, choices[0]);
                self.judge(Moment::Repeated, Some(repeats));
            }
            return Expansion::Leave;
        }
        let Some(visit) = self.visit(key) else {
            return Expansion::Leave;
        };
        self.hear_state(visit);
        if visit == Visit::Old && !self.is_simulation() {
            self.outcome.statistics.revisited += 1;
            self.check_clock_spin(key);
            self.check_carriers_of_loop(key);
            self.spare.push(choices);
            self.met = Some(key);
            return Expansion::Leave;
        }
        if self.is_bounded() {
            // Here another way to the same race may be the shorter one.
            self.properties.forget();
        }
        self.judge(Moment::Explored, None);
        let only_daemons = moves > 0 && only_daemons(self.vm, &choices);
        if only_daemons && !chain.leads_on && self.daemons_alone(key, allowed) == DaemonsAlone::GoOnForever {
            // Terminal: only daemons move, forever. A timed wait ends here, if there is one.
            let timed = timeout_choices(self.vm);
            if timed.is_empty() {
                self.stuck = true;
                self.judge(Moment::Stuck, None);
                self.ends_in_graph();
            }
            choices.extend(timed);
        } else {
            chain.leads_on = only_daemons;
        }
        self.keep_affordable(&mut choices);
        self.keep_in_window(&mut choices);
        self.keep_persistent(&mut choices);
        self.hear_choice_point(&mut choices);
        if choices.is_empty() {
            return Expansion::Leave;
        }
        Expansion::Successors(choices)
    }

    /// Whether the present state is a new one; `None` if it cannot be kept.
    fn visit(&mut self, key: Key) -> Option<Visit> {
        self.last_key = Some(key);
        if self.is_bounded() {
            return Some(self.revisit_bounded(key));
        }
        match self.store.insert(self.vm, key) {
            Ok(visit) => {
                tracing::trace!(
                    depth = self.schedule.len(),
                    key = format_args!("{:032x}", key.0),
                    ?visit,
                    "state"
                );
                if tracing::enabled!(target: DUMP, tracing::Level::TRACE)
                    && let Ok(dump) = self.vm.dump()
                {
                    tracing::trace!(target: DUMP, "{:032x}\n{dump}", key.0);
                }
                Some(visit)
            }
            Err(error) => {
                self.give_up_path(&error);
                None
            }
        }
    }

    /// One thread repeats the same states, unless these ways lead on.
    fn repeats_until(
        &mut self,
        key: Key,
        ways: Vec<Choice>,
        chain: &mut Chain,
        seen: &mut FxHashSet<Key>,
    ) -> Expansion {
        *chain = Chain::default();
        seen.clear();
        self.branches = true;
        match self.visit(key) {
            Some(Visit::Old) if !self.is_simulation() => {
                self.met = Some(key);
                Expansion::Leave
            }
            Some(Visit::New | Visit::Old) => Expansion::Successors(ways),
            None => Expansion::Leave,
        }
    }

    /// The program has ended here: what it printed is one of its outcomes.
    fn note_end(&mut self) {
        self.hear_end();
        self.outcome.ended = true;
        let acts = |thread: ThreadId| self.vm.thread(thread).daemon && self.vm.is_enabled(thread);
        self.vm.used.daemons |= self.vm.path.facts.exited.is_none() && self.vm.live().any(acts);
        self.judge(Moment::Ended, None);
        self.program_ends_in_graph();
        match self.vm.aborted_by() {
            Some(throwable) if self.outcome.aborted.is_none() => {
                let text = self.vm.describe_throwable(throwable);
                self.outcome.aborted = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            Some(_) => {}
            None => self.outcome.applied = true,
        }
        if self.options.ends {
            let out = self.vm.path.output.iter().filter(|(to_error, _)| !to_error);
            let bytes: Vec<u8> = out.map(|(_, byte)| *byte).collect();
            self.outcome.ends.insert(String::from_utf8_lossy(&bytes).into_owned());
        }
    }

    /// The present state's key, compared with its oracle if that is asked for.
    fn key(&mut self) -> Result<Key, VmError> {
        let key = self.vm.key()?;
        if self.options.full_keys && !self.vm.key_is_right(key)? {
            self.limit(Cause::KeyDiffers);
        }
        Ok(key)
    }

    /// Reports what the properties say of the present state.
    fn judge(&mut self, moment: Moment, repeats: Option<Repeats>) {
        let mut judgement = std::mem::take(&mut self.judgement);
        self.properties.judge(self.vm, moment, repeats, &mut judgement);
        self.vm.used.weak_access |= std::mem::take(&mut judgement.weak_access);
        for note in judgement.notes.drain(..) {
            if !self.outcome.notes.contains(&note) {
                self.outcome.notes.push(note);
            }
        }
        for defect in judgement.defects.drain(..) {
            self.report(defect);
        }
        self.judgement = judgement;
    }

    fn report(&mut self, defect: Defect) {
        if !object_harness::judged(self.vm, &defect) {
            return;
        }
        let fingerprint = defect.fingerprint();
        self.hear_found(&defect);
        if let Mode::Bounded(Bound {
            targets: Some(targets), ..
        }) = &self.mode
            && !targets.contains(&fingerprint)
        {
            return;
        }
        let of_scenarios = self
            .vm
            .mode
            .object
            .as_ref()
            .is_some_and(|object| object.scenarios.is_some());
        let scenario = if of_scenarios {
            outcome::scenario(&self.schedule)
        } else {
            None
        };
        let rank = (scenario, schedule_rank(&self.schedule));
        let known = self.outcome.found.get(&fingerprint);
        if known.is_some_and(|known| known.rank() <= rank) {
            return;
        }
        let schedule = self.schedule.clone();
        let error = !defect.kind().is_a_smell();
        let found = Found {
            defect,
            schedule,
            spurious_wakeups: self.options.spurious_wakeups,
            timeouts: self.options.timeouts,
            unordered: false,
            scenario,
        };
        self.outcome.found.insert(fingerprint, found);
        if !self.has_targets() {
            self.outcome.known = Some(self.vm.refutations());
        }
        if self.options.first && error {
            self.outcome.stopped_at_first = true;
            self.stop = Some(Halt::FirstFinding);
        }
    }
}
