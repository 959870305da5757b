//! States from which no way on ends the program: strongly connected components of the state space without exit (Tarjan 1972), found along
//! the depth-first search.
//!
//! A state *ends* if from it the program can end, or come to a defect that is reported as such. All others go round in a component
//! without exit in the end. Wakeups without reason are no exit. Only states whose component is still open are kept.

use std::collections::BTreeMap;

use dropwire_vm::{Allowed, Alternative, Choice, Key, Vm, VmError};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Level, Mode, Search};
use crate::enabled::{allowed, way_of};
use crate::facts::defect::Defect;
use crate::facts::reason::Cause;
use crate::least_depths;
use crate::options::{Options, Timeouts};
use crate::properties::loops::{self, Moving};
use crate::properties::property::Repeats;
use crate::properties::{deadlock, object_contract};
use crate::rollback::unheard;

/// Components that are reported: the rest are too many to be read.
const REPORTED: usize = 16;
/// Components that are judged where calls of an object go round in them: each may be right or wrong.
const JUDGED: usize = 2_000;
/// States of a component that are gone through to show that nothing ends it.
pub(crate) const LOOP_STATES: usize = 20_000;
/// Jumps after which a loop of one thread is given up that has not come round.
const JUMPS: usize = 8_192;
/// States that are compared on the way.
const COMPARISONS: u32 = 600;
/// States of one thread that moves alone after which it is looked whether its loop comes round.
const LOOKS: [usize; 2] = [8, 64];
/// Steps of its threads, one after the other, until a state comes again.
const ROUND: usize = 2_000;

/// The states whose component is not known yet, in the order of their discovery.
#[derive(Default)]
pub(super) struct Open {
    /// The key, and the earliest of these states that is known to be reached from this one.
    states: Vec<(Option<Key>, usize)>,
    at: FxHashMap<Key, usize>,
    /// Closed states that lead to open ones: they end, whatever becomes of those. The earliest, and the same the other way round.
    returns: FxHashMap<Key, usize>,
    by_return: BTreeMap<usize, Vec<Key>>,
}

impl Open {
    /// A state was reached for the first time; without a key it is not compared with others.
    pub fn push(&mut self, key: Option<Key>) -> usize {
        let at = self.states.len();
        self.states.push((key, at));
        if let Some(key) = key {
            self.at.insert(key, at);
        }
        at
    }

    fn position(&self, key: Key) -> Option<usize> {
        self.at.get(&key).copied()
    }

    /// The earliest state that is known to be reached from this one.
    fn earliest(&self, mut at: usize) -> usize {
        while let Some((_, low)) = self.states.get(at).filter(|(_, low)| *low < at) {
            at = *low;
        }
        at
    }

    /// From a state another one is reached that is open.
    fn link(&mut self, from: usize, to: usize) {
        let to = self.earliest(to);
        if let Some((_, low)) = self.states.get_mut(from) {
            *low = (*low).min(to);
        }
    }

    /// It is known how this state and all that were reached from it and are open go on. `meets`: the earliest open state to which they lead, if that is asked
    /// for.
    fn close(&mut self, at: usize, meets: Option<usize>) {
        let returns = meets.filter(|meets| *meets < at);
        let mut lead_there = Vec::new();
        for (_, keys) in self.by_return.split_off(&at) {
            lead_there.extend(keys);
        }
        for (key, _) in self.states.drain(at..) {
            if let Some(key) = key {
                self.at.remove(&key);
                lead_there.push(key);
            }
        }
        match returns {
            Some(open) => {
                self.returns.extend(lead_there.iter().map(|key| (*key, open)));
                self.by_return.entry(open).or_default().extend(lead_there);
            }
            None if self.returns.is_empty() => {}
            None => {
                for key in &lead_there {
                    self.returns.remove(key);
                }
            }
        }
    }

    /// The earliest open state to which a closed one leads.
    fn returns_to(&self, key: Key) -> Option<usize> {
        self.returns.get(&key).copied()
    }

    /// Closed states that lead to open ones.
    pub fn returns(&self) -> usize {
        self.returns.len()
    }

    /// It is asked no more.
    pub fn forget_returns(&mut self) {
        self.returns = FxHashMap::default();
        self.by_return.clear();
    }

    /// Bytes held for that.
    pub fn bytes(&self) -> u64 {
        (self.returns.capacity() * (size_of::<(Key, usize)>() + size_of::<Key>())) as u64
    }
}

impl Search<'_> {
    /// The path ends here, by itself or by what is reported: so do the states on it.
    pub(super) fn ends(&mut self) {
        for level in self.levels.iter_mut().rev() {
            if level.ends || level.taken.is_none_or(|taken| taken == Alternative::SpuriousWakeup) {
                break;
            }
            level.ends = true;
        }
    }

    /// The path came to a state that was known before.
    pub(super) fn meets(&mut self, key: Key) {
        let to = self.open.position(key);
        if let (Some(open), Some(level)) = (to.or_else(|| self.open.returns_to(key)), self.levels.last_mut()) {
            level.way_meets = level.way_meets.min(open);
        }
        let closes = to.is_some_and(|to| self.levels.binary_search_by_key(&to, |level| level.at).is_ok());
        if closes {
            self.take_all_ways();
        }
        match (self.open.position(key), self.levels.last()) {
            (Some(to), Some(_)) if self.leads_to_an_end(to) => self.ends(),
            (Some(to), Some(level)) => self.open.link(level.at, to),
            (None, Some(_)) => self.ends(),
            (_, None) => {}
        }
    }

    /// Whether an open state leads to one of the path of which it is known that it ends.
    fn leads_to_an_end(&self, at: usize) -> bool {
        let earliest = self.open.earliest(at);
        let level = self.levels.binary_search_by_key(&earliest, |level| level.at);
        level.is_ok_and(|level| self.levels[level].ends)
    }

    /// All ways on from the present level have been taken, and nothing ends: timed waits that were not offered, for others can
    /// move, end now. Those that end first do so first; loops that poll the clock find last that their time has run out.
    pub(super) fn let_time_run_out(&mut self) -> bool {
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        if level.ends || self.open.earliest(level.at) != level.at {
            return false;
        }
        self.note_round();
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        if let Some((first, _)) = level.reserve.first().copied() {
            let due = level.reserve.iter().take_while(|(left, _)| *left == first).count();
            level
                .choices
                .extend(level.reserve.drain(..due).map(|(_, choice)| choice));
            return true;
        }
        if !std::mem::take(&mut level.polls_clock) {
            return false;
        }
        if !level.kept {
            self.stops_at_clock();
            return false;
        }
        let ways = self.vm.clock_choices();
        level.choices.extend(&ways);
        !ways.is_empty()
    }

    /// A way back to a state of the present path on which the clock was read: the loop is closed here. Its time runs out
    /// where nothing else ends it.
    pub(super) fn check_clock_spin(&mut self, key: Key) {
        if !self.vm.used.clock || self.options.timeouts == Timeouts::Always {
            return;
        }
        let polls = self.vm.path.facts.clock_reads;
        let Some(start) = self
            .levels
            .iter()
            .rposition(|l| l.key == Some(key) && polls > l.clock_reads)
        else {
            return;
        };
        // Where the loop itself offers that time runs out, that way is explored.
        let explored = |l: &Level| l.choices.iter().any(|c| c.alternative == Alternative::Timeout);
        if self.levels[start..].iter().any(explored) {
            return;
        }
        if self.is_bounded() {
            self.stops_at_clock();
        } else {
            // Breadth first, what nothing else ends is searched once more along paths.
            self.vm.used.timed_waits = true;
            self.levels[start].polls_clock = true;
        }
    }

    /// A way back to a state while virtual threads live: if it closes a loop, who waits in the loop gives up no carrier, and the others go
    /// on only where there is one for them. Only a search along paths knows which ways back close one; any other takes each for such a way.
    pub(super) fn check_carriers_of_loop(&mut self, key: Key) {
        let closes_loop = |level: &Level| level.key == Some(key);
        if self.vm.is_beside_virtual_threads()
            && (matches!(self.mode, Mode::Tree) || self.levels.iter().any(closes_loop))
        {
            self.vm.note_kept_carrier();
        }
    }

    fn stops_at_clock(&mut self) {
        self.limit(Cause::ClockPolled);
    }

    /// Whether the thread that alone can move repeats itself, as far as it is time to look.
    pub(super) fn comes_round(&mut self, states: usize, only: Choice) -> bool {
        LOOKS.contains(&states)
            && self.vm.path.facts.clock_reads == self.chain_clock_reads
            && comes_round(self.vm, self.options, only)
    }

    /// A level is left for good.
    pub(super) fn conclude(&mut self, level: &Level) {
        let meets = self.sleeps().then(|| level.meets.min(level.way_meets));
        if level.ends || self.leads_to_an_end(level.at) {
            self.open.close(level.at, meets);
            self.ends();
        } else if self.open.earliest(level.at) == level.at {
            self.open.close(level.at, meets);
            if self.tracks_components() {
                self.endless.push(self.schedule[..level.steps].to_vec());
                self.keep_endless();
            }
            // It is reported: whoever can only come here needs no report.
            self.ends();
        } else if let Some(parent) = self.levels.last_mut() {
            self.open.link(parent.at, level.at);
            parent.polls_clock |= level.polls_clock;
        }
    }

    /// Keeps the best ways to components without exit. What calls of an object do in them is judged in each: not to know of one is a limit.
    fn keep_endless(&mut self) {
        let object = self.vm.mode.object.as_ref();
        let of_object = object.is_some_and(|object| object.scenarios.is_some());
        let most = if of_object { JUDGED } else { REPORTED };
        if of_object && self.endless.len() <= most {
            return;
        }
        self.endless.sort_by_key(|schedule| super::schedule_rank(schedule));
        self.endless.truncate(most);
        if of_object {
            self.limit(Cause::Machine {
                what: format!("calls that never return are judged in {JUDGED} loops, and there are more"),
            });
        }
    }

    /// Follows what leads to components that nobody leaves, from where the search began, and reports them with one round.
    pub(super) fn report_endless(&mut self) {
        let schedules = std::mem::take(&mut self.endless);
        if self.outcome.refuted {
            return;
        }
        for schedule in schedules {
            self.vm.push_undo();
            let judged = match self.run_again(&schedule, true) {
                Ok(()) => judged(self.vm, self.options),
                Err(_) => Ok(None),
            };
            let defect = judged.unwrap_or_else(|TooLarge| {
                let what = "are not judged, and there are some that no thread seems to leave";
                self.limit(Cause::Machine {
                    what: format!("loops of more than {LOOP_STATES} states {what}"),
                });
                None
            });
            if let Some(defect) = defect {
                let round = one_round(self.vm, self.options).unwrap_or_default();
                self.schedule = [schedule, round].concat();
                self.report(defect);
            }
            self.vm.pop_undo();
            self.properties.go_back(self.vm);
        }
        self.schedule.clear();
    }
}

/// The finding of a state from which nothing ends the program. Of an object's calls, which never return then, it is that no sequential order
/// explains it.
pub(crate) fn defect(vm: &mut Vm, options: &Options) -> Option<Defect> {
    judged(vm, options).ok().flatten()
}

/// There are more than [`LOOP_STATES`] states to see.
struct TooLarge;

/// As [`defect`], unless it is not known whether anything ends the program.
fn judged(vm: &mut Vm, options: &Options) -> Result<Option<Defect>, TooLarge> {
    if deadlock::in_cycle(vm) {
        // A deadlock says it better.
        return Ok(None);
    }
    let (movers, least) = least_depths::noted(vm, |vm| unheard(vm, |vm| movers(vm, options)));
    match movers {
        Ok(Movers::ForEver(moving)) => Ok(match vm.mode.object {
            Some(_) => object_contract::unexplained_so_far(vm),
            None => Some(loops::endless(vm, moving, &least)),
        }),
        Ok(Movers::TooMany) => Err(TooLarge),
        Ok(Movers::End) | Err(_) => Ok(None),
    }
}

/// Whether anything that some thread can do from a state on ends the program.
pub(crate) enum GoesOn {
    /// Nothing does.
    ForEver,
    /// Something does, or fails.
    Ends,
    /// There are more than [`LOOP_STATES`] states to see.
    Unknown,
}

/// Whether anything that some thread can do from here on ends the program.
pub(crate) fn goes_on(vm: &mut Vm, options: &Options) -> GoesOn {
    match unheard(vm, |vm| movers(vm, options)) {
        Ok(Movers::ForEver(_)) => GoesOn::ForEver,
        Ok(Movers::End) | Err(_) => GoesOn::Ends,
        Ok(Movers::TooMany) => GoesOn::Unknown,
    }
}

/// What can be reached from a state.
enum Movers {
    /// No end: these threads move.
    ForEver(Moving),
    /// Something ends.
    End,
    /// Too much to see.
    TooMany,
}

/// Who moves in all that can be reached from here. Undo frames are left for the caller.
fn movers(vm: &mut Vm, options: &Options) -> Result<Movers, VmError> {
    let mut seen: FxHashSet<Key> = FxHashSet::default();
    let mut moving = Moving::default();
    let mut open: Vec<Vec<Choice>> = Vec::new();
    loop {
        if seen.insert(vm.key()?) {
            let mut choices = Vec::new();
            let moves = vm.choices(allowed(options), &mut choices);
            let ended = vm.path.facts.exited.is_some() || !vm.live().any(|thread| !vm.thread(thread).daemon);
            if ended || moves == 0 {
                return Ok(Movers::End);
            }
            if seen.len() > LOOP_STATES {
                return Ok(Movers::TooMany);
            }
            choices.extend(late(vm, options, &choices));
            choices.retain(|choice| choice.alternative != Alternative::SpuriousWakeup);
            // Of a data choice the last way comes first.
            for choice in &mut choices {
                *choice = way_of(*choice, vm.ways(*choice) - 1);
            }
            open.push(choices);
            vm.push_undo();
        }
        let next = loop {
            vm.pop_undo();
            match open.last_mut().map(next_way) {
                Some(Some(choice)) => break choice,
                Some(None) => {
                    open.pop();
                }
                None => {
                    return Ok(Movers::ForEver(moving));
                }
            }
        };
        moving.note(vm, next.thread);
        vm.push_undo();
        vm.step(next)?;
    }
}

/// Takes the last of some choices, of a data choice one way after the other.
fn next_way(choices: &mut Vec<Choice>) -> Option<Choice> {
    let choice = choices.pop()?;
    if let Alternative::DataChoice(way) = choice.alternative
        && let Some(before) = way.index().checked_sub(1)
    {
        choices.push(way_of(choice, before));
    }
    Some(choice)
}

/// Whether the thread that alone can move comes back to the present state.
pub(crate) fn comes_round(vm: &mut Vm, options: &Options, only: Choice) -> bool {
    unheard(vm, |vm| makes_a_round(vm, options, only)).unwrap_or(false)
}

/// How the thread that alone can move, and has come back to a state of its own, goes round.
pub(crate) fn repeats(vm: &mut Vm, options: &Options, only: Choice) -> Repeats {
    let (round, least) = least_depths::noted(vm, |vm| comes_round(vm, options, only));
    loops::repeats(vm, only.thread, round.then_some(&least))
}

/// Makes the steps of one round, looking at the state after each of the jumps: a boundary is forced after many, and a round of a loop may be
/// no divisor of that number.
fn makes_a_round(vm: &mut Vm, options: &Options, only: Choice) -> Result<bool, VmError> {
    let start = vm.key()?;
    let polls = vm.path.facts.clock_reads;
    let place = |vm: &Vm| {
        let t = vm.thread(only.thread);
        (t.method_id(), t.pc, t.depth, t.sp)
    };
    let (begin, mut comparisons) = (place(vm), 0);
    for _ in 0..JUMPS {
        vm.step_to_next_jump(only)?;
        let mut choices = Vec::new();
        let moves = vm.choices(allowed(options), &mut choices);
        if moves != 1 || choices[..] != [only] || vm.path.facts.clock_reads > polls {
            return Ok(false);
        }
        if place(vm) != begin {
            continue;
        }
        comparisons += 1;
        if comparisons > COMPARISONS {
            return Ok(false);
        }
        if vm.key()? == start {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What may happen as well before it can be said that nothing ends: timed waits and clocks that run out.
fn late(vm: &Vm, options: &Options, choices: &[Choice]) -> Vec<Choice> {
    let timed = vm.other_timeouts(choices).into_iter().map(|(_, choice)| choice);
    let mut late: Vec<Choice> = timed.collect();
    if options.timeouts == Timeouts::LastResort {
        late.extend(
            vm.clock_choices()
                .into_iter()
                .filter(|way| vm.thread(way.thread).read_clock),
        );
    }
    late
}

/// One round: each thread moves in turn until a state comes again. The machine is left at its end.
fn one_round(vm: &mut Vm, options: &Options) -> Result<Vec<Choice>, VmError> {
    let plain = Allowed {
        spurious: false,
        ..allowed(options)
    };
    let mut seen: FxHashSet<Key> = FxHashSet::default();
    let mut round: Vec<Choice> = Vec::new();
    // Where a choice is made at once, whoever follows takes no key.
    while (vm.chooses_at_once().is_some() || seen.insert(vm.key()?)) && round.len() < ROUND {
        let mut choices = Vec::new();
        vm.choices(plain, &mut choices);
        let last = round.last().map(|choice| choice.thread);
        let after = choices
            .iter()
            .position(|choice| Some(choice.thread) > last)
            .unwrap_or(0);
        let Some(choice) = choices.get(after) else { break };
        round.push(*choice);
        vm.step(*choice)?;
    }
    Ok(round)
}
