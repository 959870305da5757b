//! What passes for time where sleeping takes its time and nothing else takes any.

use std::collections::BTreeSet;

use dropwire_classes::content_hash;
use dropwire_vm::{Alternative, Choice, Pending, Status, ThreadId, Vm};

use crate::enabled::timeout_choices;

/// What passes for time on one path, and who waits until when, in nanoseconds. Work takes none.
#[derive(Clone, Debug, Default)]
struct Moment {
    now: i64,
    ends: Vec<Option<i64>>,
}

/// The moments of a path.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    moments: Vec<Moment>,
}

impl Clock {
    /// At the state of `vm`, after no step.
    pub(crate) fn new(vm: &Vm) -> Clock {
        let mut start = Moment::default();
        start.look(vm);
        Clock { moments: vec![start] }
    }

    fn moment(&self) -> Option<&Moment> {
        self.moments.last()
    }

    /// A step was taken, the path's `number`th.
    pub(crate) fn moved(&mut self, vm: &Vm, choice: Choice, number: usize) {
        self.go_back(number - 1);
        let mut moment = self.moment().cloned().unwrap_or_default();
        if let Some(end) = moment.ends.get_mut(choice.thread.0 as usize).and_then(Option::take) {
            moment.now = moment.now.max(end);
        }
        moment.look(vm);
        self.moments.push(moment);
    }

    /// The path is so long again.
    pub(crate) fn go_back(&mut self, steps: usize) {
        self.moments.truncate(steps + 1);
    }

    /// When a thread's sleep or timed wait ends, if that is still to come.
    fn end(&self, thread: ThreadId) -> Option<i64> {
        let moment = self.moment()?;
        let end = moment.ends.get(thread.0 as usize).copied().flatten();
        end.filter(|end| *end > moment.now)
    }

    /// Whether no other thread is enabled before the end of the wait that this choice ends.
    pub(crate) fn allows(&self, vm: &Vm, choice: &Choice, choices: &[Choice]) -> bool {
        let sleeps = match choice.alternative {
            Alternative::Run => matches!(vm.thread(choice.thread).pending, Pending::Sleep(_)),
            Alternative::Timeout => vm.waits_for_a_delay(choice.thread),
            Alternative::SpuriousWakeup | Alternative::Notify(_) | Alternative::DataChoice(_) => false,
        };
        !sleeps || self.is_due(vm, choice, choices)
    }

    /// The same of any wait with a time, whether or not it is a sleep.
    fn is_due(&self, vm: &Vm, choice: &Choice, choices: &[Choice]) -> bool {
        let Some(end) = self.end(choice.thread) else {
            return true;
        };
        let later = |other: &Choice| self.end(other.thread).is_some_and(|other| other >= end);
        let others = choices.iter().filter(|other| other.thread != choice.thread);
        let mut others = others.filter(|other| other.alternative != Alternative::SpuriousWakeup);
        // A timed wait is no choice while a sleeper is one, and yet it may end before that; not while another thread has its monitor.
        let mut waiting = vm.live().filter(|thread| !vm.waits_for_a_held_monitor(*thread));
        others.all(later) && waiting.all(|other| self.end(other).is_none_or(|other| other >= end))
    }

    /// Whether a timed wait ends before everything else that could happen.
    pub(crate) fn comes_first(&self, vm: &Vm, choice: &Choice, choices: &[Choice]) -> bool {
        self.end(choice.thread).is_some() && self.is_due(vm, choice, choices)
    }

    /// The choices that take time seriously.
    pub(crate) fn keep_sleep_respecting(&self, vm: &Vm, choices: &mut Vec<Choice>) {
        let offered = choices.clone();
        choices.retain(|choice| self.allows(vm, choice, &offered));
        let late = vm.other_timeouts(&offered).into_iter().map(|(_, way)| way);
        let mut more = timeout_choices(vm);
        more.extend(late.filter(|way| vm.thread(way.thread).daemon));
        more.retain(|way| !offered.contains(way));
        choices.extend(more.into_iter().filter(|way| self.comes_first(vm, way, &offered)));
    }

    /// What is left of each wait: states that differ in it differ in what follows.
    pub(crate) fn key(&self, vm: &Vm) -> u64 {
        let Some(moment) = self.moment() else { return 0 };
        let mut left: Vec<(u64, i64)> = vm
            .live()
            .filter_map(|thread| {
                let end = moment.ends.get(thread.0 as usize).copied().flatten()?;
                Some((vm.thread(thread).path_hash, end - moment.now))
            })
            .collect();
        left.sort_unstable();
        content_hash(format!("{left:?}").as_bytes())
    }
}

impl Moment {
    /// Notes when waits end that have begun, and forgets those that are over.
    fn look(&mut self, vm: &Vm) {
        self.ends.resize(vm.threads.len(), None);
        let live: BTreeSet<ThreadId> = vm.live().collect();
        for (index, end) in self.ends.iter_mut().enumerate() {
            let thread = ThreadId(index as u32);
            let nanos = live.contains(&thread).then(|| timed(vm, thread)).flatten();
            *end = nanos.map(|nanos| end.unwrap_or(self.now.saturating_add(nanos)));
        }
    }
}

/// For how long a thread sleeps or waits, unless it was interrupted.
fn timed(vm: &Vm, thread: ThreadId) -> Option<i64> {
    if vm.is_interrupted(thread) {
        return None;
    }
    match (vm.thread(thread).status, vm.thread(thread).pending) {
        (Status::Waiting { nanos, .. }, _) => (nanos > 0).then_some(nanos),
        (Status::Ready, Pending::Sleep(nanos)) => Some(nanos),
        (Status::Ready, Pending::Park(nanos) | Pending::Poll { nanos, .. }) => (nanos > 0).then_some(nanos),
        _ => None,
    }
}
