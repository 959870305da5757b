//! Monitors of a plain run: what each state says of the properties, and what is known of them when the run is over.
//!
//! A run that has ended repeats its last state forever, so everything is known of it. Of one that was stopped, only what holds or fails
//! however it would have gone on. A state that repeats says nothing new: formulas have no `next`, and no `previously`.

use std::cell::Cell;
use std::rc::Rc;

use dropwire_ltl::{Letter, Monitor, Truth, holds};
use dropwire_vm::Vm;

use super::annotated;
use super::atoms::{Resolved, resolve};
use crate::facts::location::Location;
use crate::facts::property::{Known, Monitored, Reading};
use crate::facts::reason::Cause;
use crate::options::Options;
use crate::site::Site;

/// Changes of one property's atoms that are kept for the end of the run.
const CHANGES: usize = 10_000_000;

/// A property, and what the run has shown of it.
struct Followed {
    property: Resolved,
    monitor: Monitor,
    letters: Vec<Letter>,
    /// What its variables held when it failed, and where that happened.
    failed: Option<(Vec<Reading>, Option<Location>)>,
}

impl Followed {
    fn of(property: Resolved) -> Option<Followed> {
        // One that is too large was refused when its names were looked up.
        Some(Followed {
            monitor: Monitor::new(&property.formula).ok()?,
            property,
            letters: Vec::new(),
            failed: None,
        })
    }
}

/// All properties that are asked for, invariants among them.
pub(crate) struct RunMonitors {
    all: Vec<Followed>,
    options: Options,
    /// How many classes state something, and how many of them are followed.
    stating: Rc<Cell<usize>>,
    heard: usize,
}

impl RunMonitors {
    /// Before the run. The machine looks at what they name from now on.
    pub fn begin(vm: &mut Vm, options: &Options) -> Result<RunMonitors, Vec<Cause>> {
        vm.forget_stated_properties();
        let mut monitors = RunMonitors {
            all: Vec::new(),
            options: options.clone(),
            stating: vm.count_of_stated_properties(),
            heard: 0,
        };
        monitors.follow(vm)?;
        Ok(monitors)
    }

    /// Follows what the options state beyond what is followed.
    fn follow(&mut self, vm: &mut Vm) -> Result<(), Vec<Cause>> {
        let properties = resolve(vm, &self.options)?;
        vm.mode.monitored = !properties.is_empty();
        let more = properties.into_iter().skip(self.all.len());
        self.all.extend(more.filter_map(Followed::of));
        Ok(())
    }

    /// The run has come to a state.
    ///
    /// # Errors
    /// What an annotation of a class states whose initialisation has begun has no meaning.
    pub fn read(&mut self, vm: &mut Vm) -> Result<(), Vec<Cause>> {
        if self.stating.get() > self.heard {
            self.heard = self.stating.get();
            let more = annotated::beyond(vm, &self.options)?;
            self.options.properties.extend(more);
            self.follow(vm)?;
        }
        for followed in &mut self.all {
            let letter = followed.property.letter(vm);
            let again = followed.letters.last() == Some(&letter) || followed.letters.len() == CHANGES;
            if !followed.property.has_begun(letter) || again {
                continue;
            }
            followed.letters.push(letter);
            if followed.monitor.read(letter) == Truth::False && followed.failed.is_none() {
                followed.failed = Some((followed.property.readings(vm), place(vm)));
            }
        }
        Ok(())
    }

    /// What is known after the run; `over`: whether it has ended, and was not stopped.
    pub fn known(self, vm: &Vm, over: bool) -> Vec<Monitored> {
        let known = |followed: Followed| {
            let whole = over && (1..CHANGES).contains(&followed.letters.len());
            let known = match followed.monitor.truth() {
                // Of a lock of which nothing is known it may have asked too.
                _ if vm.met_unknown_lock() => Known::NotYet,
                Truth::True => Known::True,
                Truth::False => Known::False,
                Truth::NotYet if !whole => Known::NotYet,
                Truth::NotYet => match holds(&followed.property.formula, &followed.letters, &[]) {
                    true => Known::True,
                    false => Known::False,
                },
            };
            let at_the_end = known == Known::False && followed.failed.is_none();
            let now = || (followed.property.readings(vm), None);
            let (readings, location) = match known {
                Known::False => followed.failed.unwrap_or_else(now),
                Known::True | Known::NotYet => (Vec::new(), None),
            };
            Monitored {
                begun: !followed.letters.is_empty(),
                property: followed.property.name.clone(),
                known,
                at_the_end,
                readings,
                location,
            }
        };
        self.all.into_iter().map(known).collect()
    }
}

fn place(vm: &Vm) -> Option<Location> {
    Site::of_last_write(vm).map(|site| site.location())
}
