//! What can happen next, apart from what a search makes of it.

use dropwire_vm::{Allowed, Alternative, Choice, Vm, Way};

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
        .any(|c| c.alternative != Alternative::SpuriousWakeup && !vm.thread(c.thread).daemon)
}

/// Whether a choice is among those of a list, in which a data choice stands for all of its ways.
pub(crate) fn offers(vm: &Vm, choices: &[Choice], choice: Choice) -> bool {
    position(vm, choices, choice).is_some()
}

/// The choice of a thread, which its creation path names, with an alternative that it had on another run.
pub(crate) fn same_choice(vm: &Vm, choices: &[Choice], path: &[u16], alternative: Alternative) -> Option<Choice> {
    let threads = choices
        .iter()
        .map(|c| c.thread)
        .filter(|t| vm.thread(*t).path[..] == *path);
    let mut same = threads.map(|thread| Choice { thread, alternative });
    same.find(|choice| offers(vm, choices, *choice))
}

/// How many ways on a list of choices stands for.
pub(crate) fn number_of_ways(vm: &Vm, choices: &[Choice]) -> u64 {
    choices.iter().map(|choice| vm.ways(*choice)).sum()
}

/// Which of them a choice is, counted from 0.
pub(crate) fn position(vm: &Vm, choices: &[Choice], choice: Choice) -> Option<u64> {
    let mut before = 0u64;
    for offered in choices {
        let ways = vm.ways(*offered);
        match (offered.alternative, choice.alternative) {
            (Alternative::DataChoice(_), Alternative::DataChoice(way))
                if offered.thread == choice.thread && way.index() < ways =>
            {
                return Some(before.saturating_add(way.index()));
            }
            _ if *offered == choice => return Some(before),
            _ => before = before.saturating_add(ways),
        }
    }
    None
}

/// The choice at such a position.
pub(crate) fn nth(vm: &Vm, choices: &[Choice], mut number: u64) -> Option<Choice> {
    for offered in choices {
        let ways = vm.ways(*offered);
        if number < ways {
            return Some(way_of(*offered, number));
        }
        number -= ways;
    }
    None
}

/// A way of what a choice in a list stands for.
pub(crate) fn way_of(offered: Choice, number: u64) -> Choice {
    let alternative = match offered.alternative {
        Alternative::DataChoice(_) => Alternative::DataChoice(Way::of(number)),
        other => other,
    };
    Choice { alternative, ..offered }
}
