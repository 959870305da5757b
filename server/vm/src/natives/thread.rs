//! `Thread`, `Object.wait` and `notify`, `LockSupport`'s park.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, nothing, reference, zero};
use crate::error::VmError;
use crate::event::Event;
use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::natives::call::Replacement;
use crate::observation::Observation;
use crate::step_events::StepEventKind;
use crate::thread::{Mode, Pending, Span, Status, ThreadId, Wakeup};
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/Thread",
        &[
            ("currentThread", "", |c| reference(c.this_thread().object)),
            ("yield", "", give_carrier_back),
            ("sleep", "(J)V", sleep),
            ("sleep0", "", |c| {
                // In milliseconds up to Java 20.
                let unit = if c.vm.image.universe.jdk.feature < 21 {
                    1_000_000
                } else {
                    1
                };
                sleep_nanos(c, unit)
            }),
            ("sleepNanos0", "", |c| sleep_nanos(c, 1)),
            ("start0", "", start),
            ("interrupt0", "", interrupt),
            ("clearInterruptEvent", "", nothing),
            ("setPriority0", "", nothing),
            ("setNativeName", "", nothing),
            // `suspend0` is not modelled, so there is no suspended thread. `Thread.stop` begins with it up to Java 19.
            ("resume0", "", nothing),
            ("holdsLock", "", holds_lock),
            ("stop0", "", stop),
            ("getThreads", "", list_threads),
            ("dumpThreads", "", dump_threads),
        ],
    ),
    (
        "java/lang/Object",
        &[
            ("hashCode", "", |c| super::lang::identity_hash(c, 0)),
            ("getClass", "", super::lang::get_class),
            ("clone", "", super::arrays::clone),
            ("wait", "(J)V", wait),
            ("wait0", "(J)V", wait),
            ("notify", "", notify),
            ("notifyAll", "", notify_all),
        ],
    ),
    (
        "java/util/concurrent/atomic/AtomicLong",
        &[("VMSupportsCS8", "", |_| boolean(true))],
    ),
    (
        "java/util/concurrent/atomic/Striped64",
        &[("registerNatives", "", zero)],
    ),
];

/// `Thread.start0`: the thread exists from now on, and runs to its first visible operation at the end of this step.
fn start(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if c.vm.mode.in_boot {
        // Reference Handler, Finalizer, Cleaner and Signal Dispatcher serve nothing here.
        return Ok(Outcome::Void);
    }
    if c.vm.mode.object.is_some() && c.vm.call_is_unseen(c.thread) {
        // What the thread does, others may see: the call of an object under test that starts it has begun.
        return Ok(Outcome::Park(Pending::Resume));
    }
    c.vm.start_thread(c.thread, object)?;
    Ok(Outcome::Void)
}

/// `Thread.yield`: any thread may go on, and a virtual one leaves its carrier to others.
pub(super) fn give_carrier_back(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.unmount(c.thread);
    Ok(Outcome::Void)
}

fn interrupt(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    // From Java 14 on the caller has set the flag, and somebody may have cleared it since; before, it is the machine's.
    if !c.vm.has_interrupted_field(object) {
        c.vm.set_object_interrupted(object, true);
    }
    c.vm.report(c.thread, Event::Interrupt(object));
    if let Some(target) = c.vm.thread_of(object) {
        if planted(Fault::InterruptLost) {
            return Ok(Outcome::Void);
        }
        // JLS 17.2.3: a waiting thread leaves the wait set; parked and sleeping ones look at the flag.
        if c.vm.is_object_interrupted(object) {
            c.vm.wake(target, Wakeup::Interrupted);
        }
        // JVMs interrupt a parked thread by the permit, which outlives the flag.
        c.vm.thread_mut(target).permit = true;
    }
    Ok(Outcome::Void)
}

/// `Thread.stop0`, up to Java 19: throws an exception in a thread, wherever it is (JVMS 2.10). A thread that waits goes on for it; one that has
/// ended takes no notice. One that was not started would end as soon as it is: that is not modelled.
fn stop(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    let throwable = c.reference(1);
    if c.vm.thread(c.thread).object == object {
        return Ok(Outcome::ThrowObject(throwable));
    }
    c.vm.look(Observation::Ends);
    if let Some(park) = c.park_first(object, Pending::Call(c.method, object)) {
        return Ok(park);
    }
    c.vm.touch_life(c.thread, object);
    if let Some(target) = c.vm.thread_of(object) {
        c.vm.look(Observation::Deaths);
        c.vm.throw_asynchronously(target, throwable);
        return Ok(Outcome::Void);
    }
    if c.vm.threads.iter().any(|t| t.object == object) {
        return Ok(Outcome::Void);
    }
    Err(VmError::NotModelled(format!(
        "native method {} of a thread that was not started is not modelled, called at {}; this path was not checked. Start the thread \
         before it is stopped, or not at all",
        c.method.full_name(),
        c.vm.user_place(c.thread)
    )))
}

fn interrupted_exception(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.report(c.thread, Event::Interrupted);
    c.vm.set_interrupted(c.thread, false);
    Ok(Outcome::Throw("java/lang/InterruptedException", None))
}

/// `Thread.sleep`: a scheduling point that takes no time and orders nothing.
fn sleep(c: &mut NativeCall<'_>) -> NativeResult {
    sleep_nanos(c, 1_000_000)
}

fn sleep_nanos(c: &mut NativeCall<'_>, unit: i64) -> NativeResult {
    if c.long(0) < 0 {
        return Ok(Outcome::Throw(
            "java/lang/IllegalArgumentException",
            Some("timeout value is negative".into()),
        ));
    }
    let nanos = c.long(0).saturating_mul(unit);
    if let Some(park) = c.park_first(0, Pending::Sleep(nanos)) {
        c.vm.used.sleeps = true;
        c.vm.begin_to_wait(c.thread);
        return Ok(park);
    }
    if !c.vm.mode.exploring && !c.vm.mode.in_boot && !c.this_thread().timed_out && !c.vm.is_interrupted(c.thread) {
        // Plain execution has a clock that the scheduler moves.
        return Ok(Outcome::Park(Pending::Sleep(nanos)));
    }
    c.vm.thread_mut(c.thread).timed_out = false;
    if c.vm.mode.exploring && !c.vm.is_interrupted(c.thread) {
        c.vm.move_clocks(c.thread, nanos);
    }
    c.vm.thread_mut(c.thread).since = -1;
    if c.vm.mode.time_passes {
        c.vm.clock = c.vm.clock.saturating_add(nanos);
    }
    if c.vm.is_interrupted(c.thread) {
        c.vm.report(c.thread, Event::Interrupted);
        c.vm.set_interrupted(c.thread, false);
        return Ok(Outcome::Throw(
            "java/lang/InterruptedException",
            Some("sleep interrupted".into()),
        ));
    }
    // A virtual thread sleeps by parking, and does not know who woke it: it leaves itself the permit (`VirtualThread.sleepNanos`).
    if nanos > 0 && c.this_thread().is_virtual {
        c.vm.touch_permit(c.thread, true);
    }
    let t = c.vm.thread_mut(c.thread);
    t.permit |= t.is_virtual && nanos > 0;
    Ok(Outcome::Void)
}

fn holds_lock(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if object == 0 {
        return super::null_pointer();
    }
    boolean(
        c.vm.heap
            .monitor(object)
            .is_some_and(|(owner, _)| owner == c.thread.0 as usize),
    )
}

fn owns(c: &NativeCall<'_>, object: Ref) -> Option<u32> {
    match c.vm.heap.monitor(object) {
        Some((owner, count)) if owner == c.thread.0 as usize => Some(count),
        _ => None,
    }
}

fn not_owner(c: &NativeCall<'_>) -> Outcome {
    Outcome::Throw(
        "java/lang/IllegalMonitorStateException",
        c.vm.not_owner_message().map(str::to_owned),
    )
}

fn wait(c: &mut NativeCall<'_>) -> NativeResult {
    let mut callers = c.this_thread().frames().map(|(_, method, _)| c.vm.image.method(method));
    let caller = callers.find(|method| !method.name.starts_with("wait"));
    let object = match caller {
        Some(caller) => c.vm.lock_behind(caller, c.reference(0)),
        None => c.reference(0),
    };
    let millis = c.long(1);
    if millis < 0 {
        return Ok(Outcome::Throw(
            "java/lang/IllegalArgumentException",
            Some("timeout value is negative".into()),
        ));
    }
    let Some(count) = owns(c, object) else {
        return Ok(not_owner(c));
    };
    if let Some(park) = c.park_first(object, Pending::Wait(object)) {
        return Ok(park);
    }
    if c.vm.is_interrupted(c.thread) {
        return interrupted_exception(c);
    }
    if c.vm.is_thread(object) && !c.this_thread().in_atomic_region() {
        // A thread that ends notifies who waits on it.
        c.vm.look(Observation::Ends);
    }
    c.vm.used.waits = true;
    c.vm.used.timed_waits |= millis > 0;
    if !planted(Fault::WaitKeepsMonitor) {
        c.vm.heap.set_monitor(object, None);
        c.vm.report(c.thread, Event::Release(object));
        c.vm.note_object_event(c.thread, object, StepEventKind::LockReleased);
    }
    let count = count + u32::from(planted(Fault::WaitMiscounts));
    let nanos = millis.saturating_mul(1_000_000);
    if nanos > 0 {
        c.vm.begin_to_wait(c.thread);
    }
    let t = c.vm.thread_mut(c.thread);
    t.status = Status::Waiting { object, count, nanos };
    t.pending = Pending::None;
    Ok(Outcome::Suspended)
}

fn notify(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if owns(c, object).is_none() {
        return Ok(not_owner(c));
    }
    if c.vm.is_thread(object) && !c.vm.is_virtual(object) {
        // Who joins it may be the one that is notified.
        c.vm.look(Observation::Joiners);
    }
    let waiters = c.vm.notifiable(object);
    if waiters.is_empty() {
        return Ok(Outcome::Void);
    }
    // Also inside an atomic operation: which waiter is taken is a choice.
    if c.vm.ways_to_notify(object) > 1 && c.vm.mode.exploring && c.vm.this_step.chosen.is_none() {
        return Ok(Outcome::Park(Pending::Notify(object)));
    }
    if let Some(park) = c.park_first(object, Pending::Notify(object)) {
        return Ok(park);
    }
    let chosen = c.vm.this_step.chosen.take().unwrap_or(0) as usize;
    *c.may_execute = false;
    let chosen = if planted(Fault::NotifyTakesTheFirst) { 0 } else { chosen };
    if planted(Fault::NotifyLost) {
        return Ok(Outcome::Void);
    }
    if let Some(waiter) = waiters.get(chosen) {
        c.vm.wake(*waiter, Wakeup::Notified);
    }
    Ok(Outcome::Void)
}

fn notify_all(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if owns(c, object).is_none() {
        return Ok(not_owner(c));
    }
    let mut waiters = c.vm.notifiable(object);
    if waiters.is_empty() {
        return Ok(Outcome::Void);
    }
    if let Some(park) = c.park_first(object, Pending::NotifyAll(object)) {
        return Ok(park);
    }
    if planted(Fault::NotifyAllWakesOne) {
        waiters.truncate(1);
    }
    c.vm.notify_each(waiters);
    Ok(Outcome::Void)
}

/// `Unsafe.park(isAbsolute, time)`: returns with a permit, an interrupt, or when the search lets time pass.
pub(super) fn park(c: &mut NativeCall<'_>) -> NativeResult {
    let absolute = c.int(1) != 0;
    let time = c.long(2);
    let nanos = match (absolute, time) {
        (false, 0) => 0,
        (false, t) => t.max(1),
        (true, t) => t
            .saturating_mul(1_000_000)
            .saturating_sub(c.vm.clock_millis(c.thread) * 1_000_000)
            .max(1),
    };
    c.vm.used.timed_waits |= nanos > 0;
    if c.vm.mode.exploring && !c.this_thread().in_atomic_region() && c.vm.parked_by_user(c.thread) {
        c.vm.used.waits = true;
        c.vm.look(Observation::Permits);
    }
    let t = c.this_thread();
    if t.permit || c.vm.is_interrupted(c.thread) || t.timed_out {
        if let Some(park) = c.park_first(0, Pending::Park(nanos)) {
            return Ok(park);
        }
        c.vm.touch_permit(c.thread, true);
        // Inside an atomic operation as well: what comes behind it is a step of its own.
        *c.may_execute = false;
        let t = c.vm.thread_mut(c.thread);
        t.since = -1;
        if t.timed_out {
            t.timed_out = false;
        } else {
            t.permit = false;
        }
        return Ok(Outcome::Void);
    }
    if nanos > 0 || c.this_thread().in_atomic_region() {
        // With a permit it would not begin to wait.
        c.vm.touch_permit(c.thread, false);
    }
    if nanos > 0 {
        c.vm.begin_to_wait(c.thread);
    }
    Ok(Outcome::Park(Pending::Park(nanos)))
}

pub(super) fn unpark(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(1);
    if object == 0 {
        return Ok(Outcome::Void);
    }
    if let Some(park) = c.park_first(object, Pending::Unpark(object)) {
        return Ok(park);
    }
    c.vm.touch_unparked(object);
    // Before its start a thread takes no permit.
    if let Some(target) = c.vm.thread_of(object) {
        let parked = matches!(c.vm.thread(target).pending, Pending::Park(_));
        let t = c.vm.thread_mut(target);
        t.permit = parked || !planted(Fault::PermitDropped);
        t.waited = 0;
    }
    Ok(Outcome::Void)
}

/// The `StackTraceElement`s of a thread. Of another one: where it is parked, and on a JVM it may be elsewhere between two visible operations.
pub(super) fn trace_of(vm: &mut Vm, thread: ThreadId) -> Result<Vec<Ref>, VmError> {
    if thread != vm.this_step.current {
        vm.used.thread_states |= vm.mode.exploring;
        look_at_what_it_waits_for(vm);
    }
    let class = vm.image.load(&mut vm.heap, "java/lang/StackTraceElement")?;
    let mut elements = Vec::new();
    for (method, pc) in vm.visible_frames(thread) {
        let element = vm.new_object(class)?;
        super::lang::fill_trace_element(vm, element, method, pc)?;
        elements.push(element);
    }
    Ok(elements)
}

/// All platform threads: virtual ones are in no list.
fn list_threads(c: &mut NativeCall<'_>) -> NativeResult {
    // Others start and end before.
    if let Some(park) = c.park_first(0, Pending::Call(c.method, 0)) {
        return Ok(park);
    }
    let listed = c.vm.live().map(|t| c.vm.thread(t)).filter(|t| !t.is_virtual);
    let threads: Vec<Ref> = listed.map(|t| t.object).collect();
    c.vm.show_threads();
    reference(c.vm.new_reference_array("java/lang/Thread", &threads)?)
}

/// Stack traces of threads, as `Thread.getStackTrace` of another thread wants them.
fn dump_threads(c: &mut NativeCall<'_>) -> NativeResult {
    let threads = c.reference(0);
    if threads == 0 {
        return super::null_pointer();
    }
    // Where there are several they were listed before: some may have ended since, and started others. Of one, it was asked whether it is alive.
    if c.vm.heap.length(threads) > 1
        && let Some(park) = c.park_first(0, Pending::Call(c.method, 0))
    {
        return Ok(park);
    }
    let mut traces = Vec::new();
    for i in 0..c.vm.heap.length(threads) {
        let object = c.vm.element(threads, i);
        // One that has ended has none: whoever asks for all leaves it out.
        traces.push(match c.vm.thread_of(object) {
            Some(thread) => {
                let elements = trace_of(c.vm, thread)?;
                c.vm.new_reference_array("java/lang/StackTraceElement", &elements)?
            }
            None => 0,
        });
    }
    reference(c.vm.new_reference_array("[Ljava/lang/StackTraceElement;", &traces)?)
}

/// Where a thread waits, and in what, can be seen: also within an operation of the library.
fn look_at_what_it_waits_for(vm: &mut Vm) {
    vm.look(Observation::Ends);
    vm.look(Observation::Locks);
    vm.look(Observation::States);
    vm.look(Observation::Permits);
}

/// Before these methods somebody takes note; their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[
    Replacement {
        class: "java/util/concurrent/locks/LockSupport",
        name: "getBlocker",
        descriptor: "",
        run: |c| {
            // A monitor is no blocker.
            c.vm.look(Observation::Locks);
            c.vm.look(Observation::Permits);
            Ok(Outcome::Fallthrough)
        },
        why: "says in which lock another thread waits",
    },
    Replacement {
        class: "java/lang/Thread",
        name: "run",
        descriptor: "()V",
        run: run_of_another,
        why: "called of another thread, it finds no task any more where that one has ended",
    },
];

/// `Thread.run`, which a program may call of any thread. Up to 18 a thread that ends forgets its task.
fn run_of_another(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    let shared = c.vm.heap.flag(object, crate::heap::ESCAPED) || !c.vm.mode.reduction;
    if c.vm.known.holder != 0 || object == c.this_thread().object {
        return Ok(Outcome::Fallthrough);
    }
    let operation = Pending::Call(c.method, object);
    if shared {
        c.vm.look(Observation::Ends);
        if let Some(park) = c.park_first(object, operation) {
            return Ok(park);
        }
    } else if c.vm.was_shared(object) {
        c.vm.begin_part(c.thread, operation);
    }
    c.vm.touch_life(c.thread, object);
    Ok(Outcome::Fallthrough)
}

/// `Thread.getState`: what the thread waits for, which the machine knows better than a field that is rarely written.
pub(super) fn state(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if object != c.this_thread().object && !c.this_thread().in_atomic_region() {
        look_at_what_it_waits_for(c.vm);
    }
    // One that was not started yet may be.
    if let Some(park) = c.park_first(
        object,
        Pending::Access {
            object,
            // The state is no field: nothing that is written to the object meets this.
            span: Span::new(u64::from(object) * 8, 0),
            write: false,
            mode: Mode::Volatile,
        },
    ) {
        return Ok(park);
    }
    let Some(target) = c.vm.thread_of(object) else {
        return Ok(Outcome::Fallthrough);
    };
    let class = c.vm.image.load(&mut c.vm.heap, "java/lang/Thread$State")?;
    if let Some(outcome) = c.vm.initialise_for_native(c.thread, class, c.may_execute)? {
        return Ok(outcome);
    }
    c.vm.used.thread_states |= c.vm.mode.exploring;
    let timed = |nanos: i64| if nanos > 0 { "TIMED_WAITING" } else { "WAITING" };
    let t = c.vm.thread(target);
    let name = match (t.status, t.pending) {
        (Status::Waiting { nanos, .. }, _) => timed(nanos),
        (Status::Terminated, _) => "TERMINATED",
        // Before and inside the sleep are one point here; who asks for it wants to see the sleep.
        (Status::Ready, Pending::Sleep(_)) => "TIMED_WAITING",
        (Status::Ready, _) if target == c.thread || c.vm.is_enabled(target) => "RUNNABLE",
        (Status::Ready, Pending::Enter(_) | Pending::Reacquire(..)) => "BLOCKED",
        (Status::Ready, Pending::Park(nanos)) => timed(nanos),
        (Status::Ready, Pending::Join(_)) => "WAITING",
        // HotSpot takes a call of the system for running.
        (Status::Ready, Pending::Poll { .. }) => "RUNNABLE",
        (
            Status::Ready,
            Pending::None
            | Pending::Continue
            | Pending::Resume
            | Pending::Begin
            | Pending::Release(_)
            | Pending::Wait(_)
            | Pending::Notify(_)
            | Pending::NotifyAll(_)
            | Pending::Access { .. }
            | Pending::Copy { .. }
            | Pending::Pieces(_)
            | Pending::Unpark(_)
            | Pending::ClassInit(_)
            | Pending::Call(..)
            | Pending::InterruptCheck(_)
            | Pending::Leave(..)
            | Pending::Boundary(..)
            | Pending::Entered(_)
            | Pending::Left(..)
            | Pending::Arrive
            | Pending::DataChoice(_)
            | Pending::End
            | Pending::Exit,
        ) => "RUNNABLE",
    };
    reference(c.vm.static_field(class, name) as Ref)
}
