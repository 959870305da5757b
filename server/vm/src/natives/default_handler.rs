//! What happens to a throwable that no code of the program's takes: `ThreadGroup.uncaughtException` prints its trace.
//!
//! A thread that dies of one comes here ([`Vm::leave_thread`]), unless a handler of the program's takes it. So do others who look for a handler: the
//! program, and a `ForkJoinPool` for a task that was merely executed. And so does a handler of the program's own that passes it on.

use super::{NativeCall, NativeResult, Outcome};
use crate::natives::call::Replacement;

/// Before these methods somebody takes note; their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[Replacement {
    class: "java/lang/ThreadGroup",
    name: "uncaughtException",
    descriptor: "(Ljava/lang/Thread;Ljava/lang/Throwable;)V",
    run: note,
    why: "the body runs as it is; noted before it is what no handler has taken",
}];

fn note(c: &mut NativeCall<'_>) -> NativeResult {
    let (group, of, throwable) = (c.reference(0), c.reference(1), c.reference(2));
    // Groups pass it on to their parents, and the last one to the handler of all threads.
    let is_last = c.vm.field(group, "parent") == 0 && !c.vm.has_own_default_handler();
    if is_last && throwable != 0 && c.vm.class_of(throwable).name != "java/lang/ThreadDeath" {
        let thread = Some(of).filter(|of| *of != 0).and_then(|of| c.vm.thread_of(of));
        c.vm.note_unhandled(thread.unwrap_or(c.thread), throwable);
    }
    Ok(Outcome::Fallthrough)
}
