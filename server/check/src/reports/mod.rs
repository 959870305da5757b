//! Reports on a search that a user asks for (`--report`): each kind is a listener, or is made of what the machine has recorded.
//!
//! What nobody asks for costs nothing, and what is reported changes no state, verdict or finding. How far a search is when is noted by whoever has
//! a clock: that report is none of these.

mod contention;
mod coverage;
mod profile;
mod trace;

use dropwire_vm::Vm;

use crate::facts::reported::{FieldRange, ReportKind, Reported};
use crate::heard::Heard;
use crate::options::{Budget, Options};
use crate::report::Finding;
use contention::Contention;
pub(crate) use profile::profile;

/// What the reports of a search need.
pub(crate) struct Reports {
    kinds: Vec<ReportKind>,
    contention: Contention,
}

impl Reports {
    /// Those that are asked for. The machine records what they need from now on.
    pub(crate) fn begin(vm: &mut Vm, options: &Options) -> Reports {
        let mut kinds = options.reports.clone();
        kinds.sort_unstable();
        kinds.dedup();
        vm.record(
            kinds.contains(&ReportKind::Coverage),
            kinds.contains(&ReportKind::Values),
        );
        Reports {
            kinds,
            contention: Contention::default(),
        }
    }

    /// Does something with a budget whose search they hear.
    pub(crate) fn hearing<T>(&mut self, budget: &mut dyn Budget, act: impl FnOnce(&mut dyn Budget) -> T) -> T {
        if !self.kinds.contains(&ReportKind::Contention) {
            return act(budget);
        }
        let listener = &mut self.contention;
        act(&mut Heard { budget, listener })
    }

    /// What they say, when the search is over.
    pub(crate) fn finish(self, vm: &Vm) -> Vec<Reported> {
        let made = self.kinds.iter().filter_map(|kind| match kind {
            ReportKind::Coverage => Some(coverage::report(vm)),
            ReportKind::Values => Some(values(vm)),
            ReportKind::Contention => Some(self.contention.report()),
            ReportKind::Progress | ReportKind::Trace | ReportKind::Profile => None,
        });
        made.collect()
    }
}

/// The trace, if it is asked for; it is made when it is known what was found.
pub(crate) fn trace(vm: &mut Vm, options: &Options, findings: &[Finding]) -> Option<Reported> {
    let asked = options.reports.contains(&ReportKind::Trace);
    asked.then(|| trace::report(vm, options, findings).ok()).flatten()
}

fn values(vm: &Vm) -> Reported {
    let fields = vm.written_ranges().map(|(field, range)| FieldRange {
        field,
        least: range.least.to_string(),
        greatest: range.greatest.to_string(),
    });
    Reported::Values {
        fields: fields.collect(),
    }
}
