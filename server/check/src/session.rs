//! One booted machine for many checks, one after the other: for whoever has many small programs, or the same one again.
//!
//! Booting a JDK takes far longer than checking a small program. Everything that a check does to the machine is taken
//! back after it: the program's state by the undo log, and what was learned about the program by [`Vm::forget`]. What was
//! loaded and linked stays; it is a pure function of the class files, so answers are those of a fresh machine. Two things
//! to know:
//! - All programs share one class path, and a class that was read is never read again: for changed class files boot anew.
//! - Room for what is loaded is limited: [`Session::wear`]. And a panic leaves the machine in no known state: drop it.
//!
//! A trail's `classes` are all those of the class path that the machine has read so far, for whichever program.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_vm::Vm;

use crate::controlled_run::{EnabledChoice, steer};
use crate::engine::{self, Replay};
use crate::options::{Budget, Options, Target};
use crate::report::Report;
use crate::trail::Trail;

/// What a check gives beside its report.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    /// The report.
    pub report: Report,
    /// With [`Options::ends`]: what each end of the program printed to standard output, on any path. An end is where no
    /// thread is left that keeps the program alive.
    pub ends: BTreeSet<String>,
}

/// A booted machine that checks one program after the other.
pub struct Session {
    vm: Vm,
}

impl Session {
    /// A session on a machine that has just been booted.
    pub fn new(vm: Vm) -> Session {
        Session { vm }
    }

    /// As [`crate::check`], on a machine that stands where it stood after boot, before and after.
    pub fn check(&mut self, target: &Target, options: &Options, budget: &mut dyn Budget) -> Exploration {
        self.apart(|vm| engine::explore_target(vm, target, options, budget))
    }

    /// As [`crate::replay`]. The trail may come from another machine or from this one: nothing but the trail is known.
    pub fn replay(&mut self, trail: &Trail, budget: &mut dyn Budget) -> Replay {
        self.apart(|vm| engine::replay(vm, trail, budget))
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
        self.apart(|vm| steer(vm, trail, longest, budget, pick))
    }

    /// How much of the room for what is loaded and linked is used up: between 0 and 1. Boot anew well before 1.
    pub fn wear(&self) -> f64 {
        self.vm.wear()
    }

    fn apart<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        apart(&mut self.vm, work)
    }
}

/// Does something with a machine that has just been booted, and takes it all back.
pub fn apart<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    let depth = vm.undo_depth();
    vm.push_undo();
    let result = work(vm);
    while vm.undo_depth() > depth {
        vm.pop_undo();
    }
    vm.forget();
    result
}
