//! What the user says must hold in every state: `invariant-violation`.

use dropwire_vm::Vm;

use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Defect, Facts};
use crate::facts::location::Location;
use crate::site::Site;
use crate::temporal::atoms::Resolved;

/// Every state satisfies what is always to hold.
pub(super) struct Invariants {
    all: Vec<Resolved>,
}

impl Invariants {
    /// Those of the properties that are invariants; none if there are none.
    pub fn of(properties: Vec<Resolved>) -> Option<Invariants> {
        let mut all = properties;
        all.retain(|property| property.invariant().is_some());
        (!all.is_empty()).then_some(Invariants { all })
    }
}

impl Property for Invariants {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Reached]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        for property in &self.all {
            let letter = property.letter(state.vm);
            let holds = |held: &dropwire_ltl::Formula| held.holds_in(letter);
            if property.has_begun(letter) && !property.invariant().is_none_or(holds) {
                judgement.defects.push(violation(state.vm, property));
            }
        }
    }
}

fn violation(vm: &Vm, property: &Resolved) -> Defect {
    Defect {
        facts: Facts::InvariantViolation {
            property: property.name.clone(),
            formula: property.text.clone(),
            readings: property.readings(vm),
        },
        sides: vec![property.name.clone()],
        location: Site::of_last_write(vm).map_or_else(Location::nowhere, |site| site.location()),
        participants: Vec::new(),
    }
}
