//! What can happen next, apart from what a search makes of it.

use dropwire_vm::{Allowed, Alternative, Choice, Vm};

use crate::options::{Options, Timeouts};

/// What the options let happen beside the program's own operations.
pub(crate) fn allowed(options: &Options) -> Allowed {
    Allowed {
        spurious: options.spurious_wakeups,
        timeouts_always: options.timeouts == Timeouts::Always,
    }
}

/// Time-outs of non-daemon threads that could end their wait now.
pub(crate) fn timeout_choices(vm: &Vm) -> Vec<Choice> {
    let mut choices = Vec::new();
    vm.choices(
        Allowed {
            spurious: false,
            timeouts_always: true,
        },
        &mut choices,
    );
    choices.retain(|c| c.alternative == Alternative::Timeout && !vm.thread(c.thread).daemon);
    choices
}

/// Whether no thread that keeps the program alive can move by itself.
pub(crate) fn only_daemons(vm: &Vm, choices: &[Choice]) -> bool {
    !choices
        .iter()
        .any(|c| c.alternative != Alternative::Spurious && !vm.thread(c.thread).daemon)
}
