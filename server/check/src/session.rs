//! One booted machine for many checks, one after the other: for whoever has many small programs, or the same one again.
//!
//! Booting a JDK takes far longer than checking a small program. Everything that a check does to the machine is taken
//! back after it: the program's state by the undo log, and what was learned about the program by [`Vm::forget`]. What was
//! loaded and linked stays; it is a pure function of the class files, so answers are those of a fresh machine. Two things
//! to know:
//! - All programs share one class path, and a class that was read is never read again, nor a file of the machine as long as the same ones may be read: for changed files boot anew.
//! - Room for what is loaded is limited: [`Session::wear`]. And a panic leaves the machine in no known state: drop it.
//!
//! A trail's `classes` are all those of the class path that the machine has read so far, for whichever program.

use std::collections::BTreeMap;

use dropwire_vm::Vm;

use crate::controlled_run::{EnabledChoice, steer};
use crate::engine;
use crate::options::{Budget, Options, Target};
use crate::replay::{self, Replay};
use crate::report::Exploration;
use crate::rollback::with_rollback;
use crate::trail::Trail;

/// A booted machine that checks one program after the other.
pub struct Session {
    vm: Vm,
}

impl Session {
    /// A session on a machine that has just been booted.
    pub fn new(vm: Vm) -> Session {
        Session { vm }
    }

    /// As [`crate::check`], on a machine that is where it was after boot, before and after.
    pub fn check(&mut self, target: &Target, options: &Options, budget: &mut dyn Budget) -> Exploration {
        self.with_rollback(|vm| engine::explore_target(vm, target, options, budget))
    }

    /// As [`crate::replay`]. The trail may come from another machine or from this one: nothing but the trail is known.
    pub fn replay(&mut self, trail: &Trail, budget: &mut dyn Budget) -> Replay {
        self.with_rollback(|vm| replay::replay(vm, trail, budget))
    }

    /// Runs the program of a trail once, with its options, as `pick` chooses at each step by index. The defects of that run by
    /// fingerprint, and after how many steps each was reached; `None` if it shows that the trail's search knew too little.
    pub fn steer(
        &mut self,
        trail: &Trail,
        longest: u64,
        budget: &mut dyn Budget,
        pick: &mut dyn FnMut(&[EnabledChoice]) -> usize,
    ) -> Option<BTreeMap<String, usize>> {
        self.with_rollback(|vm| steer(vm, trail, longest, budget, pick))
    }

    /// How much of the room for what is loaded and linked is used up: between 0 and 1. Boot anew well before 1.
    pub fn wear(&self) -> f64 {
        self.vm.wear()
    }

    fn with_rollback<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        with_rollback(&mut self.vm, work)
    }
}
