//! The properties that are checked: the only list of them.

mod blocked_in_atomic;
pub(crate) mod deadlock;
pub(crate) mod exceptions;
pub(crate) mod guarded_by;
mod invariants;
pub(crate) mod loops;
mod monitors;
pub(crate) mod object_contract;
pub(crate) mod obstruction_freedom;
pub(crate) mod property;
pub(crate) mod races;
pub(crate) mod thread_leak;

use dropwire_vm::Vm;

use crate::facts::note::Note;
use crate::temporal::atoms::Resolved;
use property::{Judgement, Moment, Property, Repeats, State};

/// All that a program is checked for.
fn all() -> Vec<Box<dyn Property>> {
    vec![
        Box::new(exceptions::NoUncaught::default()),
        Box::new(guarded_by::GuardedBy::default()),
        Box::new(deadlock::Deadlock),
        Box::new(deadlock::PartialDeadlock),
        Box::new(exceptions::NoUnobserved),
        Box::new(races::RaceFreedom::default()),
        Box::new(loops::Progress),
        Box::new(blocked_in_atomic::BlockedInAtomic),
        Box::new(object_contract::ObjectContract),
        Box::new(obstruction_freedom::ObstructionFreedom),
    ]
}

/// The properties, and which of them are judged when.
#[derive(Default)]
pub(crate) struct Properties {
    all: Vec<Box<dyn Property>>,
    /// Indices into `all` by moment.
    at: [Vec<usize>; Moment::ALL.len()],
}

impl Properties {
    /// All that a program is checked for, and the invariants that the user states.
    pub fn new(stated: Vec<Resolved>) -> Properties {
        let mut all = all();
        if let Some(invariants) = invariants::Invariants::of(stated) {
            all.push(Box::new(invariants));
        }
        Properties::of(all)
    }

    /// With monitors of properties over time, for runs that are made one by one.
    pub fn with_monitors(self, stated: Vec<Resolved>) -> Properties {
        let mut all = self.all;
        if let Some(monitors) = monitors::Monitors::of(stated) {
            all.push(Box::new(monitors));
        }
        Properties::of(all)
    }

    fn of(all: Vec<Box<dyn Property>>) -> Properties {
        let judged = |moment: Moment| {
            let asked = all.iter().enumerate();
            let asked = asked.filter(|(_, property)| property.moments().contains(&moment));
            asked.map(|(index, _)| index).collect()
        };
        Properties {
            at: Moment::ALL.map(judged),
            all,
        }
    }

    /// Judges the state of a machine.
    pub fn judge(&mut self, vm: &Vm, moment: Moment, repeats: Option<Repeats>, judgement: &mut Judgement) {
        let state = State { vm, moment, repeats };
        for index in &self.at[moment as usize] {
            self.all[*index].judge(&state, judgement);
        }
    }

    /// See [`Property::go_back`].
    pub fn go_back(&mut self, vm: &Vm) {
        self.all.iter_mut().for_each(|property| property.go_back(vm));
    }

    /// See [`Property::catch_up`].
    pub fn catch_up(&mut self, vm: &Vm) {
        self.all.iter_mut().for_each(|property| property.catch_up(vm));
    }

    /// See [`Property::remarks`].
    pub fn remarks(&self) -> Vec<Note> {
        self.all.iter().flat_map(|property| property.remarks()).collect()
    }

    /// See [`Property::forget`].
    pub fn forget(&mut self) {
        self.all.iter_mut().for_each(|property| property.forget());
    }
}
