//! What the user says must hold in every state: `invariant-violation`.

use dropwire_vm::Vm;

use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Defect, Facts};
use crate::facts::location::Location;
use crate::facts::note::Note;
use crate::site::Site;
use crate::temporal::atoms::Resolved;

/// Every state satisfies what is always to hold.
pub(super) struct Invariants {
    all: Vec<Resolved>,
    /// Whether some state was judged by each.
    begun: Vec<bool>,
}

impl Invariants {
    /// Those of the properties that are invariants; none if there are none.
    pub fn of(properties: Vec<Resolved>) -> Option<Invariants> {
        let mut all = properties;
        all.retain(|property| property.invariant().is_some());
        let begun = vec![false; all.len()];
        (!all.is_empty()).then_some(Invariants { all, begun })
    }
}

impl Property for Invariants {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Reached]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        for (property, begun) in self.all.iter().zip(&mut self.begun) {
            let letter = property.letter(state.vm);
            let holds = |held: &dropwire_ltl::Formula| held.holds_in(letter);
            *begun |= property.has_begun(letter);
            if property.has_begun(letter) && !state.vm.met_unknown_lock() && !property.invariant().is_none_or(holds) {
                judgement.defects.push(violation(state.vm, property));
            }
        }
    }

    fn remarks(&self) -> Vec<Note> {
        let never = self.all.iter().zip(&self.begun).filter(|(_, begun)| !**begun);
        never
            .map(|(property, _)| Note::NeverTrue {
                property: property.name.clone(),
                atoms: property.atoms().map(str::to_owned).collect(),
            })
            .collect()
    }
}

fn violation(vm: &Vm, property: &Resolved) -> Defect {
    Defect {
        facts: Facts::InvariantViolation {
            property: property.name.clone(),
            formula: property.text.clone(),
            readings: property.readings(vm),
            origin: property.origin.clone(),
        },
        sides: vec![property.name.clone()],
        location: Site::of_last_write(vm).map_or_else(Location::nowhere, |site| site.location()),
        participants: Vec::new(),
    }
}
