//! One run under somebody else's hand: for whoever wants to see what another schedule does.

use std::collections::BTreeMap;

use dropwire_vm::{Alternative, Choice, Vm};

use crate::facts::step::Operation;
use crate::options::Budget;
use crate::rollback::anew;
use crate::search::Search;
use crate::search::strategy::OneRun;
use crate::trail::Trail;
use crate::trail_options::{options_of, prepare};

/// Something that can happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnabledChoice {
    /// The thread's creation path, as [`crate::Step::thread_path`] has it.
    pub thread: String,
    /// [`Operation::SpuriousWakeup`] or [`Operation::Timeout`], where the thread moves for such a reason.
    pub unlikely: Option<Operation>,
}

/// Runs the target of a trail, as `pick` chooses by index at each step. Answers with the defects of the run by fingerprint,
/// and after how many steps each was reached; `None` if the run shows that the trail's own search knew too little.
pub(crate) fn steer(
    vm: &mut Vm,
    trail: &Trail,
    longest: u64,
    budget: &mut dyn Budget,
    pick: &mut dyn FnMut(&[EnabledChoice]) -> usize,
) -> Option<BTreeMap<String, usize>> {
    let mut options = options_of(trail);
    options.memory_limit = 0;
    prepare(vm, &options);
    vm.import_refutations(&trail.visible).ok()?;
    let outcome = anew(vm, |vm| {
        vm.start_main(&trail.target, &trail.args).ok()?;
        vm.begin(true).ok()?;
        let mut by_index = |vm: &Vm, choices: &[Choice]| {
            let offers: Vec<EnabledChoice> = choices.iter().map(|choice| offer(vm, choice)).collect();
            choices[pick(&offers).min(choices.len() - 1)]
        };
        let mut run = OneRun::new(longest, &mut by_index);
        Some(Search::new(vm, &options, budget).simulation().simulate(&mut run))
    });
    let outcome = outcome.filter(|outcome| !outcome.refuted)?;
    let found = outcome.found.into_iter();
    Some(
        found
            .map(|(fingerprint, found)| (fingerprint, found.schedule.len()))
            .collect(),
    )
}

fn offer(vm: &Vm, choice: &Choice) -> EnabledChoice {
    EnabledChoice {
        thread: vm.thread_path(choice.thread),
        unlikely: match choice.alternative {
            Alternative::SpuriousWakeup => Some(Operation::SpuriousWakeup),
            Alternative::Timeout => Some(Operation::Timeout),
            _ => None,
        },
    }
}
