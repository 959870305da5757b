//! Who knows of whose doings through what was read: the order that hand-overs make, and the accident of a lock does not.
//!
//! A lock orders two sections in every run, this way or the other; what a thread has *read* of another one's writes it
//! acts upon. Where such a chain leads from one access to the next (a flag, a sequence number, a queue's count, a latch),
//! data were handed over, and that no lock protects them all says nothing. Edges: a write to the reads that see it, plain
//! or not; start, the end of a thread, interrupts, class initialisation. Not: monitors, and what locks note of themselves.
//! Time counts steps: a visible operation begins one. The reads-from order of predictive analyses (Smaragdakis et al.,
//! POPL 2012), without their locks.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::clock::{Clock, Clocks};

/// Locations that are remembered: an order that is not known of makes a warning, never silence.
const MOST: usize = 1 << 20;

/// The order of one run so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    clocks: Clocks,
    /// Who wrote a location last, and what was known then.
    written: FxHashMap<u64, (u32, Rc<Clock>)>,
    /// A thread's clock at present, for its next writes.
    current: Vec<Option<Rc<Clock>>>,
}

impl Flow {
    /// A thread begins a step.
    pub(crate) fn step(&mut self, thread: u32) {
        self.clocks.of(thread).advance(thread);
        self.changed(thread);
    }

    /// The time of what a thread does now.
    pub(crate) fn now(&mut self, thread: u32) -> u32 {
        self.clocks.now(thread)
    }

    /// Whether a thread knows by now what another one did at a time.
    pub(crate) fn knows(&mut self, thread: u32, other: u32, time: u32) -> bool {
        time <= self.clocks.of(thread).of(other)
    }

    /// A thread reads what was last written to a location.
    pub(crate) fn read(&mut self, thread: u32, location: u64) {
        let Some((by, clock)) = self.written.get(&location) else {
            return;
        };
        if *by != thread && clock.of(*by) > self.clocks.of(thread).of(*by) {
            self.clocks.of(thread).join(clock);
            self.changed(thread);
        }
    }

    /// A thread writes to a location.
    pub(crate) fn write(&mut self, thread: u32, location: u64) {
        let index = thread as usize;
        if self.current.len() <= index {
            self.current.resize(index + 1, None);
        }
        let clocks = &mut self.clocks;
        let clock = self.current[index].get_or_insert_with(|| Rc::new(clocks.of(thread).clone()));
        if self.written.len() < MOST {
            self.written.insert(location, (thread, clock.clone()));
        } else {
            self.written.remove(&location);
        }
    }

    /// What `from` has done until now is known to `to`: it started it, or `to` saw its end.
    pub(crate) fn order(&mut self, from: u32, to: u32) {
        self.clocks.order(from, to);
        self.changed(from);
        self.changed(to);
    }

    fn changed(&mut self, thread: u32) {
        if let Some(current) = self.current.get_mut(thread as usize) {
            *current = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u32 = 0;
    const B: u32 = 1;
    const FLAG: u64 = 800;

    #[test]
    fn what_is_read_is_known_with_all_before_it() {
        let mut flow = Flow::default();
        flow.step(A);
        let inside = flow.now(A);
        flow.step(A);
        flow.write(A, FLAG);
        flow.step(A);
        let after = flow.now(A);
        flow.step(B);
        assert!(!flow.knows(B, A, inside));
        flow.read(B, FLAG);
        assert!(flow.knows(B, A, inside));
        assert!(!flow.knows(B, A, after));
    }

    #[test]
    fn it_goes_on_through_third_threads() {
        const C: u32 = 2;
        let mut flow = Flow::default();
        flow.step(A);
        let time = flow.now(A);
        flow.write(A, FLAG);
        flow.step(B);
        flow.read(B, FLAG);
        flow.write(B, 900);
        flow.step(C);
        flow.read(C, 900);
        assert!(flow.knows(C, A, time));
    }

    #[test]
    fn what_was_written_over_is_not_seen() {
        let mut flow = Flow::default();
        flow.step(A);
        let time = flow.now(A);
        flow.write(A, FLAG);
        flow.step(B);
        flow.write(B, FLAG);
        flow.read(B, FLAG);
        assert!(!flow.knows(B, A, time), "nobody read it");
    }

    #[test]
    fn who_starts_is_known() {
        let mut flow = Flow::default();
        flow.step(A);
        let before = flow.now(A);
        flow.order(A, B);
        let meanwhile = flow.now(A);
        assert!(flow.knows(B, A, before));
        assert!(!flow.knows(B, A, meanwhile));
    }
}
