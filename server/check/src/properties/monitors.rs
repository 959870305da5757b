//! Properties over time in runs that are made one by one: each is followed by a monitor. `property-violation`.

use dropwire_ltl::Truth;
use dropwire_vm::Vm;

use super::property::{Judgement, Moment, Property, State};
use crate::facts::property::Failure;
use crate::temporal::atoms::Resolved;
use crate::temporal::watch::Watched;

/// No run shows that a property fails, whatever follows.
pub(super) struct Monitors {
    all: Vec<Watched>,
}

impl Monitors {
    /// Of those of the properties that no single state decides; none if there are none.
    pub fn of(properties: Vec<Resolved>) -> Option<Monitors> {
        let all = Watched::of(properties);
        (!all.is_empty()).then_some(Monitors { all })
    }
}

impl Property for Monitors {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Reached, Moment::Ended, Moment::Stuck]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let over = state.moment != Moment::Reached;
        for watched in &mut self.all {
            let failure = match over {
                true => watched.fails_at_the_end().then_some(Failure::AtTheEnd),
                false => (watched.read(state.vm) == (Truth::False, false)).then_some(Failure::Already),
            };
            let failure = failure.filter(|_| !state.vm.met_unknown_lock());
            let defect = failure.map(|failure| watched.violation(state.vm, failure));
            judgement.defects.extend(defect);
        }
    }

    fn go_back(&mut self, _: &Vm) {
        self.all.iter_mut().for_each(Watched::begin);
    }
}
