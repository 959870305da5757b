//! All interleavings of a method that starts threads, or makes choices of its own, with the inputs of one model.
//!
//! The search is that of any program, with symbolic values beside each state: states are equal where these are, too. Taken as a whole it is one deterministic
//! computation: what it does follows from what is decided on its way, in whatever interleaving. So the conjunction of all these decisions is
//! the path condition of the search: for other inputs of which it holds the search would visit the same states, with other numbers in them, and the
//! negation of any decision, after those before it, leads to inputs for which it would not. An index of an array is pinned: which element is accessed
//! decides what other threads can observe.

use std::rc::Rc;

use dropwire_vm::{Vm, VmError};

use super::Exploration;
use super::calls::Hook;
use super::inner_budget::Inner;
use super::places::PlaceId;
use super::recorder::{Holds, Inputs};
use super::runs::RunEnd;
use crate::options::{Budget, Options, StoreKind, Target};
use crate::rollback::anew;
use crate::search::{Outcome, Search};

impl Exploration<'_> {
    /// Whether a run ended where it has several ways on.
    pub(super) fn has_several_ways(&self, ended: &Result<RunEnd, VmError>) -> bool {
        let recorder = self.recorder.borrow();
        let several = matches!(ended, Ok(RunEnd::SeveralWays)) || ended.is_ok() && recorder.outcome.threads;
        several && recorder.outcome.given_up.is_none()
    }

    /// Searches all interleavings; the decisions of the path that leads to these inputs are known.
    pub(super) fn interleavings(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        inputs: Inputs,
        (target, objects): (&Target, &[Vec<PlaceId>]),
        known: &[Holds],
    ) -> Result<RunEnd, VmError> {
        let options = Options {
            first: false,
            store: StoreKind::Fingerprint,
            ..self.options.clone()
        };
        let mut budget = Inner { budget };
        let outcome = loop {
            self.recorder.borrow_mut().begin_search(inputs.clone(), known);
            let outcome = anew(vm, |vm| {
                vm.cancellation = budget.cancellation();
                self.start(vm, target, objects, !self.is_conservative())?;
                vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&self.recorder))));
                let outcome = vm.begin(true).map(|()| Search::new(vm, &options, &mut budget).run());
                vm.instruction_hook = None;
                outcome
            })?;
            if !outcome.refuted || self.recorder.borrow().outcome.given_up.is_some() {
                break outcome;
            }
        };
        self.add_limits(outcome);
        Ok(RunEnd::Over)
    }

    fn add_limits(&mut self, outcome: Outcome) {
        if self.recorder.borrow().outcome.given_up.is_some() {
            // That is why the search ended.
            return;
        }
        for cause in outcome.limits.into_iter().chain(outcome.broken_paths.into_keys()) {
            self.because(cause);
        }
    }
}
