//! Happens-before of one run (JLS 17.4.5), by vector clocks as in FastTrack (Flanagan and Freund, PLDI 2009).
//!
//! Edges: a lock's release to its next acquisition (a wait is both); volatile write to read, or as far as a weaker mode orders (`rules/weak.rs`); an update both ways, so that a
//! CAS that fails orders a little too much and never too little; start; a thread's end to whoever sees it; interrupt to its
//! detection; the end of a class's initialisation to its users. park, sleep and yield order nothing. The locks of
//! java.util.concurrent come from their own volatile accesses. What was written to a volatile before others could reach
//! its object is taken for published with the object.

use std::rc::Rc;

use dropwire_vm::heap::Ref;
use rustc_hash::FxHashMap;

use super::clock::{Clock, Clocks};

/// The order of one run so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct HappensBefore {
    clocks: Clocks,
    /// What was known when a lock was last released, a class initialised, a thread interrupted.
    released: FxHashMap<Ref, Clock>,
    /// What was known at the writes of a volatile location.
    written: FxHashMap<u64, Clock>,
    /// Who made an object reachable, and what was known then.
    published: FxHashMap<Ref, (u32, Rc<Clock>)>,
    /// What starters knew: all that is not in `published` became reachable by a start.
    started: Clock,
    /// The last event made an object reachable: its closure follows under the same clock.
    publishing: Option<(u32, Rc<Clock>)>,
}

impl HappensBefore {
    /// The time of what a thread does now.
    pub(crate) fn now(&mut self, thread: u32) -> u32 {
        self.publishing = None;
        self.clocks.now(thread)
    }

    /// Whether what another thread did at a time comes before what this one does now.
    pub(crate) fn knows(&mut self, thread: u32, other: u32, time: u32) -> bool {
        time <= self.clocks.of(thread).of(other)
    }

    /// Takes over what was left at an object by its last [`HappensBefore::release`].
    pub(crate) fn acquire(&mut self, thread: u32, object: Ref) {
        if let Some(clock) = self.released.get(&object) {
            self.clocks.of(thread).join(clock);
        }
    }

    /// Leaves what is known at an object.
    pub(crate) fn release(&mut self, thread: u32, object: Ref) {
        self.publishing = None;
        let clock = self.clocks.of(thread);
        self.released.entry(object).or_default().join(clock);
        clock.advance(thread);
    }

    /// A volatile or atomic access.
    pub(crate) fn ordered_access(&mut self, thread: u32, object: Ref, location: u64, reads: bool, writes: bool) {
        self.publishing = None;
        if reads {
            match (self.written.get(&location), self.published.get(&object)) {
                (Some(clock), _) => self.clocks.of(thread).join(clock),
                (None, Some((_, clock))) => self.clocks.of(thread).join(clock),
                (None, None) => self.clocks.of(thread).join(&self.started),
            }
        }
        if writes {
            let clock = self.clocks.of(thread);
            self.written.entry(location).or_default().join(clock);
            clock.advance(thread);
        }
    }

    /// Others can reach an object from now on.
    pub(crate) fn publish(&mut self, thread: u32, object: Ref) {
        let clock = match &self.publishing {
            Some((by, clock)) if *by == thread => clock.clone(),
            Some(_) | None => {
                let clock = Rc::new(self.clocks.of(thread).clone());
                self.clocks.of(thread).advance(thread);
                clock
            }
        };
        self.publishing = Some((thread, clock.clone()));
        self.published.insert(object, (thread, clock));
    }

    /// Who made an object reachable; `None` if it was by starting a thread, or always.
    pub(crate) fn publisher(&self, object: Ref) -> Option<u32> {
        self.published.get(&object).map(|(by, _)| *by)
    }

    /// `parent` started `child`.
    pub(crate) fn start(&mut self, parent: u32, child: u32) {
        self.publishing = None;
        self.started.join(self.clocks.of(parent));
        self.clocks.order(parent, child);
    }

    /// The thread saw that another one has ended.
    pub(crate) fn ended(&mut self, thread: u32, dead: u32) {
        self.publishing = None;
        self.clocks.order(dead, thread);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u32 = 0;
    const B: u32 = 1;
    const X: Ref = 100;

    #[test]
    fn a_lock_orders_what_came_before_its_release() {
        let mut hb = HappensBefore::default();
        let inside = hb.now(A);
        hb.release(A, X);
        let after = hb.now(A);
        assert!(!hb.knows(B, A, inside));
        hb.acquire(B, X);
        assert!(hb.knows(B, A, inside));
        assert!(!hb.knows(B, A, after));
    }

    #[test]
    fn a_volatile_read_before_the_write_orders_nothing() {
        let mut hb = HappensBefore::default();
        hb.ordered_access(B, X, 808, true, false);
        let write = hb.now(A);
        hb.ordered_access(A, X, 808, false, true);
        assert!(!hb.knows(B, A, write));
        hb.ordered_access(B, X, 808, true, false);
        assert!(hb.knows(B, A, write));
        let other = hb.now(B);
        assert!(!hb.knows(A, B, other), "a read publishes nothing");
    }

    #[test]
    fn an_update_orders_both_ways() {
        let mut hb = HappensBefore::default();
        let first = hb.now(A);
        hb.ordered_access(A, X, 808, true, true);
        hb.ordered_access(B, X, 808, true, true);
        assert!(hb.knows(B, A, first));
        let second = hb.now(B);
        hb.ordered_access(B, X, 808, true, true);
        hb.ordered_access(A, X, 808, true, true);
        assert!(hb.knows(A, B, second));
    }

    #[test]
    fn start_and_end_order() {
        let mut hb = HappensBefore::default();
        let before = hb.now(A);
        hb.start(A, B);
        let meanwhile = hb.now(A);
        assert!(hb.knows(B, A, before));
        assert!(!hb.knows(B, A, meanwhile));
        let last = hb.now(B);
        assert!(!hb.knows(A, B, last));
        hb.ended(A, B);
        assert!(hb.knows(A, B, last));
    }

    #[test]
    fn a_volatile_was_published_with_its_object() {
        let mut hb = HappensBefore::default();
        let before = hb.now(A);
        hb.publish(A, X);
        let after = hb.now(A);
        assert!(!hb.knows(B, A, before));
        hb.ordered_access(B, X, 808, true, false);
        assert!(hb.knows(B, A, before));
        assert!(!hb.knows(B, A, after));
    }
}
