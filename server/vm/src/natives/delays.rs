//! Elements of a `DelayQueue` that come back: who took from the queue adds to it.
//!
//! A periodic job is taken when its delay has run, does its work, and is put back. Where its delay may run out at any moment,
//! it comes back without end while the other threads stand still. So the machine counts how often that happened
//! ([`Vm::elements_come_back`]).

use super::{NativeCall, NativeResult, Outcome};
use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::hidden_fields::{COMES_BACK, TAKES_FROM};
use crate::natives::call::Replacement;
use crate::vm::Vm;

const DELAY_QUEUE: &str = "java/util/concurrent/DelayQueue";

/// From so many on, elements come back. With one, a job that another thread cancels while it runs for the second time would be missed.
const OFTEN: u64 = 2;

/// Before these methods somebody takes note; their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[
    listen("take", takes),
    listen("poll", takes),
    // `add` and `put` call it.
    listen("offer", adds),
];

const fn listen(name: &'static str, run: fn(&mut NativeCall<'_>) -> NativeResult) -> Replacement {
    Replacement {
        class: DELAY_QUEUE,
        name,
        descriptor: "",
        run,
        why: "a thread that puts back what it takes would go on without end",
    }
}

fn takes(c: &mut NativeCall<'_>) -> NativeResult {
    let (thread, queue) = (c.this_thread().object, c.reference(0));
    if c.vm.mode.exploring && c.vm.field(thread, TAKES_FROM) as Ref != queue {
        c.vm.link(thread, TAKES_FROM, queue);
    }
    Ok(Outcome::Fallthrough)
}

fn adds(c: &mut NativeCall<'_>) -> NativeResult {
    let (thread, queue) = (c.this_thread().object, c.reference(0));
    let known = c.vm.field(queue, COMES_BACK);
    if c.vm.mode.exploring && known < OFTEN && c.vm.field(thread, TAKES_FROM) as Ref == queue {
        c.vm.set_field(queue, COMES_BACK, known + 1);
    }
    Ok(Outcome::Fallthrough)
}

impl Vm {
    /// Whether threads that take from a `DelayQueue` have added to it more than once.
    pub(crate) fn elements_come_back(&self, delay_queue: Ref) -> bool {
        let often = if planted(Fault::ElementsComeBackAtOnce) {
            1
        } else {
            OFTEN
        };
        self.field(delay_queue, COMES_BACK) >= often
    }
}
