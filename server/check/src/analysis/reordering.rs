//! Sync-preserving prediction: other schedules of a recorded run in which threads come together at given places.
//!
//! Mathur, Pavlogiannis and Viswanathan (POPL 2021) for races, Tunç et al. (PLDI 2023) for deadlocks: a part of the run, closed
//! under thread order, starts, joins, reads-from, and under "who has left a lock that somebody else takes later", in the
//! order of the run itself. Here the unit is the step: the part is identified by how many steps of each thread it has, and every
//! read of it sees what it saw. What is not recorded (notifications, permits) may keep the part from running: each
//! prediction is replayed before anybody hears of it.

use std::cell::Cell;
use std::rc::Rc;

use dropwire_vm::heap::Ref;
use dropwire_vm::{Alternative, ThreadId, Vm};
use rustc_hash::FxHashMap;

/// Events of a run that are remembered.
const EVENTS: usize = 6_000;
/// Parts that are tried for one run, and for one pair of places.
const TRIALS: u32 = 100;
const PAIRS: usize = 12;

/// One step of a schedule, by the thread's creation path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub path: Rc<[u16]>,
    pub alternative: Alternative,
}

/// A step of a thread, counted from 1; 0 is what it does before its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    thread: u32,
    step: u32,
}

/// From taking a lock to leaving it.
#[derive(Clone, Copy, Debug)]
struct Section {
    from: Moment,
    to: Option<Moment>,
}

/// A recorded run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    moves: Vec<(u32, Move)>,
    /// Steps of each thread so far.
    taken: Vec<u32>,
    /// What happens at the first moment needs the second.
    needs: Vec<(Moment, Moment)>,
    sections: FxHashMap<Ref, Vec<Section>>,
    /// Who last wrote a location, initialised a class, interrupted a thread.
    sources: FxHashMap<u64, Moment>,
    /// Accesses by location: place and moment.
    accesses: FxHashMap<u64, Vec<(u32, Moment)>>,
    /// Acquisitions by number.
    acquisitions: FxHashMap<u32, Vec<Moment>>,
    events: usize,
    trials: Cell<u32>,
}

impl Trace {
    /// A thread is about to take a step.
    pub(crate) fn take(&mut self, vm: &Vm, thread: ThreadId, alternative: Alternative) {
        let path = vm.thread(thread).path.clone();
        self.moved(thread.0, Move { path, alternative });
    }

    /// Whether a step was taken.
    pub(crate) fn has_begun(&self) -> bool {
        !self.moves.is_empty()
    }

    fn moved(&mut self, thread: u32, by: Move) {
        *self.steps_of(thread) += 1;
        self.moves.push((thread, by));
    }

    fn steps_of(&mut self, thread: u32) -> &mut u32 {
        let index = thread as usize;
        if self.taken.len() <= index {
            self.taken.resize(index + 1, 0);
        }
        &mut self.taken[index]
    }

    fn now(&mut self, thread: u32) -> Moment {
        let step = *self.steps_of(thread);
        Moment { thread, step }
    }

    /// Whether there is room for another event.
    fn room(&mut self) -> bool {
        self.events += 1;
        self.events <= EVENTS
    }

    fn need(&mut self, at: Moment, needed: Moment) {
        if at.thread != needed.thread && self.needs.last() != Some(&(at, needed)) {
            self.needs.push((at, needed));
            if self.needs.len() > EVENTS {
                // A part that lacks a reason is none.
                self.events = EVENTS + 1;
                self.needs.clear();
            }
        }
    }

    /// An access at a place.
    pub(crate) fn access(&mut self, thread: u32, location: u64, point: u32, reads: bool, writes: bool) {
        if !self.room() {
            return;
        }
        let now = self.now(thread);
        let known = self.accesses.entry(location).or_default();
        if known.last() != Some(&(point, now)) {
            known.push((point, now));
        }
        if reads {
            self.uses(thread, location);
        }
        if writes {
            self.gives(thread, location);
        }
    }

    /// The thread depends on what was last done to something.
    pub(crate) fn uses(&mut self, thread: u32, what: u64) {
        let now = self.now(thread);
        if let Some(source) = self.sources.get(&what).copied() {
            self.need(now, source);
        }
    }

    /// Others that use it from now on depend on this.
    pub(crate) fn gives(&mut self, thread: u32, what: u64) {
        let now = self.now(thread);
        self.sources.insert(what, now);
    }

    /// A thread started another one.
    pub(crate) fn start(&mut self, parent: u32, child: u32) {
        let now = self.now(parent);
        self.need(Moment { thread: child, step: 0 }, now);
    }

    /// A thread saw that another one has ended.
    pub(crate) fn ended(&mut self, thread: u32, dead: u32) {
        let (now, last) = (self.now(thread), self.now(dead));
        self.need(now, last);
    }

    /// A lock was taken; the acquisition has a number where others may wait for it.
    pub(crate) fn acquire(&mut self, thread: u32, lock: Ref, number: Option<u32>) {
        if !self.room() {
            return;
        }
        let from = self.now(thread);
        self.sections.entry(lock).or_default().push(Section { from, to: None });
        if let Some(number) = number {
            let known = self.acquisitions.entry(number).or_default();
            if known.len() < PAIRS {
                known.push(from);
            }
        }
    }

    /// A lock was left.
    pub(crate) fn release(&mut self, thread: u32, lock: Ref) {
        let now = self.now(thread);
        let sections = self.sections.get_mut(&lock).map_or(&mut [][..], |all| &mut all[..]);
        let own = sections
            .iter_mut()
            .rev()
            .find(|s| s.from.thread == thread && s.to.is_none());
        if let Some(section) = own {
            section.to = Some(now);
        }
    }

    /// A schedule after which two threads stand at two places of one location.
    pub(crate) fn race(&self, location: u64, (one, other): (u32, u32)) -> Option<Vec<Move>> {
        let all = self.accesses.get(&location)?;
        let at = |point: u32| all.iter().filter(move |(p, _)| *p == point).map(|(_, moment)| *moment);
        let pairs = at(one).flat_map(|a| at(other).map(move |b| [a, b]));
        let mut pairs = pairs.filter(|[a, b]| a.thread != b.thread).take(PAIRS);
        pairs.find_map(|pair| self.meeting(&pair))
    }

    /// A schedule after which threads stand before their acquisitions.
    pub(crate) fn deadlock(&self, cycle: &[u32]) -> Option<Vec<Move>> {
        let mut chosen: Vec<Vec<Moment>> = vec![Vec::new()];
        for number in cycle {
            let moments = self.acquisitions.get(number)?;
            let longer = chosen.iter().flat_map(|all| {
                moments.iter().map(move |moment| {
                    let mut all = all.clone();
                    all.push(*moment);
                    all
                })
            });
            chosen = longer.take(PAIRS).collect();
        }
        chosen.iter().find_map(|moments| self.meeting(moments))
    }

    /// The schedule of the least part of the run after which each thread is before its moment.
    fn meeting(&self, moments: &[Moment]) -> Option<Vec<Move>> {
        self.trials.set(self.trials.get() + 1);
        // What comes before a thread's first step nobody can wait before.
        if self.events > EVENTS || self.trials.get() > TRIALS || moments.iter().any(|m| m.step == 0) {
            return None;
        }
        let part = self.closure(moments)?;
        let mut gone = vec![0; self.taken.len()];
        let kept = self.moves.iter().filter(|(thread, _)| {
            let index = *thread as usize;
            gone[index] += 1;
            gone[index] <= part[index]
        });
        Some(kept.map(|(_, by)| by.clone()).collect())
    }

    /// Steps of each thread in the least closed part that leads before the moments; none if it goes beyond one.
    fn closure(&self, moments: &[Moment]) -> Option<Vec<u32>> {
        let mut part = vec![0; self.taken.len()];
        let mut involved = vec![false; self.taken.len()];
        *involved.first_mut()? = true;
        for moment in moments {
            part[moment.thread as usize] = moment.step - 1;
            involved[moment.thread as usize] = true;
        }
        loop {
            let before = part.clone();
            let has = |part: &[u32], involved: &[bool], m: Moment| {
                let index = m.thread as usize;
                part.get(index).is_some_and(|steps| involved[index] && *steps >= m.step)
            };
            let include = |part: &mut [u32], involved: &mut [bool], m: Moment| {
                let index = m.thread as usize;
                part[index] = part[index].max(m.step);
                involved[index] = true;
            };
            let was = involved.clone();
            for (at, needed) in &self.needs {
                if has(&part, &involved, *at) && !has(&part, &involved, *needed) {
                    include(&mut part, &mut involved, *needed);
                }
            }
            for sections in self.sections.values() {
                let last = sections
                    .iter()
                    .rposition(|s| has(&part, &involved, s.from))
                    .unwrap_or(0);
                for section in &sections[..last] {
                    if has(&part, &involved, section.from) {
                        include(&mut part, &mut involved, section.to?);
                    }
                }
            }
            if moments.iter().any(|m| part[m.thread as usize] >= m.step) {
                return None;
            }
            if part == before && involved == was {
                return Some(part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: u32 = 0;
    const A: u32 = 1;
    const B: u32 = 2;
    const LOCK: Ref = 50;
    const X: u64 = 800;
    const FLAG: u64 = 900;

    /// Main starts A and B in its two steps.
    fn started() -> Trace {
        let mut trace = Trace::default();
        for child in [A, B] {
            step(&mut trace, MAIN);
            trace.start(MAIN, child);
            trace.steps_of(child);
        }
        trace
    }

    fn step(trace: &mut Trace, thread: u32) {
        let path = Rc::from([thread as u16]);
        let alternative = Alternative::Run;
        trace.moved(thread, Move { path, alternative });
    }

    fn threads(schedule: Option<Vec<Move>>) -> Option<Vec<u16>> {
        schedule.map(|moves| moves.iter().map(|by| by.path[0]).collect())
    }

    /// A writes under a lock and afterwards without, B writes without and then takes the lock, as the run had it.
    fn around_a_lock() -> Trace {
        let mut trace = started();
        step(&mut trace, A);
        trace.access(A, X, 1, false, true);
        step(&mut trace, A);
        trace.acquire(A, LOCK, None);
        trace.release(A, LOCK);
        step(&mut trace, B);
        trace.acquire(B, LOCK, None);
        trace.release(B, LOCK);
        step(&mut trace, B);
        trace.access(B, X, 2, false, true);
        trace
    }

    #[test]
    fn a_lock_that_happened_to_be_taken_later_orders_nothing() {
        // Happens-before orders the two writes in this run; the part without A's section brings them together.
        assert_eq!(threads(around_a_lock().race(X, (1, 2))), Some(vec![0, 0, 2]));
    }

    #[test]
    fn what_a_read_saw_it_sees_again() {
        let mut trace = started();
        step(&mut trace, A);
        trace.access(A, X, 1, false, true);
        step(&mut trace, A);
        trace.access(A, FLAG, 3, false, true);
        step(&mut trace, B);
        trace.access(B, FLAG, 4, true, false);
        step(&mut trace, B);
        trace.access(B, X, 2, false, true);
        assert_eq!(trace.race(X, (1, 2)), None, "the flag was read after the write");
        assert_eq!(threads(trace.race(FLAG, (3, 4))), Some(vec![0, 0, 1]));
    }

    #[test]
    fn a_section_is_left_before_the_next_one_begins() {
        let mut trace = started();
        step(&mut trace, A);
        trace.acquire(A, LOCK, None);
        step(&mut trace, A);
        trace.access(A, X, 1, false, true);
        trace.release(A, LOCK);
        step(&mut trace, B);
        trace.acquire(B, LOCK, None);
        step(&mut trace, B);
        trace.access(B, X, 2, false, true);
        trace.release(B, LOCK);
        assert_eq!(trace.race(X, (1, 2)), None, "both under one lock");
    }

    #[test]
    fn opposite_orders_meet() {
        const OTHER: Ref = 60;
        let mut trace = started();
        for (thread, first, second, number) in [(A, LOCK, OTHER, 7), (B, OTHER, LOCK, 8)] {
            step(&mut trace, thread);
            trace.acquire(thread, first, None);
            step(&mut trace, thread);
            trace.acquire(thread, second, Some(number));
            trace.release(thread, second);
            trace.release(thread, first);
        }
        assert_eq!(threads(trace.deadlock(&[7, 8])), Some(vec![0, 0, 1, 2]));
    }

    #[test]
    fn who_was_joined_has_ended() {
        let mut trace = started();
        step(&mut trace, A);
        trace.access(A, X, 1, false, true);
        step(&mut trace, B);
        trace.ended(B, A);
        step(&mut trace, B);
        trace.access(B, X, 2, false, true);
        assert_eq!(trace.race(X, (1, 2)), None);
    }
}
