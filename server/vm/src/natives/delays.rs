//! Elements of queues with delays that come back: a thread adds again to a `DelayQueue`, or a pool's queue of scheduled tasks, from which it took; a `Timer`
//! puts a task back.
//!
//! A periodic job is taken when its delay has run, does its work, and is put back. Where its delay may run out at any moment,
//! it comes back without end while the other threads stand still. So the machine counts how often that happened
//! ([`Vm::elements_come_back`]): from then on its delays run out as a last resort, like any time-out.

use super::{NativeCall, NativeResult, Outcome};
use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::hidden_fields::{COMES_BACK, TAKES_FROM};
use crate::natives::call::Replacement;
use crate::vm::Vm;

/// From so many on, elements come back. What a job meets when it runs for the first times, and while another thread cancels it, is explored.
const OFTEN: u64 = 4;

/// The same of tasks that the library itself repeats, which may go on beside anything else.
const OFTEN_BY_THE_LIBRARY: u64 = 2;

/// Before these methods somebody takes note; their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[
    listen(DELAY_QUEUE, "take", takes),
    listen(DELAY_QUEUE, "poll", takes),
    // `add` and `put` call it.
    listen(DELAY_QUEUE, "offer", adds),
    listen(SCHEDULED, "take", takes),
    listen(SCHEDULED, "poll", takes),
    listen(SCHEDULED, "offer", adds),
    listen("java/util/TaskQueue", "rescheduleMin", puts_back),
];

const DELAY_QUEUE: &str = "java/util/concurrent/DelayQueue";

/// The queue of a pool for scheduled tasks.
const SCHEDULED: &str = "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue";

const fn listen(class: &'static str, name: &'static str, run: fn(&mut NativeCall<'_>) -> NativeResult) -> Replacement {
    Replacement {
        class,
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
    if c.vm.mode.exploring && c.vm.field(thread, TAKES_FROM) as Ref == queue {
        return puts_back(c);
    }
    Ok(Outcome::Fallthrough)
}

fn puts_back(c: &mut NativeCall<'_>) -> NativeResult {
    let queue = c.reference(0);
    let known = c.vm.field(queue, COMES_BACK);
    if c.vm.mode.exploring && known < c.vm.often(queue) {
        c.vm.set_field(queue, COMES_BACK, known + 1);
    }
    Ok(Outcome::Fallthrough)
}

impl Vm {
    /// Whether elements of a queue with delays have come back several times.
    pub(crate) fn elements_come_back(&self, queue: Ref) -> bool {
        let often = if planted(Fault::ElementsComeBackAtOnce) {
            1
        } else {
            self.often(queue)
        };
        self.field(queue, COMES_BACK) >= often
    }

    fn often(&self, queue: Ref) -> u64 {
        match self.class_of(queue).name == DELAY_QUEUE {
            true => OFTEN,
            false => OFTEN_BY_THE_LIBRARY,
        }
    }
}
