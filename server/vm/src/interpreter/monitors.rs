//! Monitors and wait sets. JLS chapter 17.

use crate::error::VmError;
use crate::event::Event;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, MAX_LOCK_COUNT, Ref};
use crate::image::class::Method;
use crate::interpreter::flow::Flow;
use crate::observation::Observation;
use crate::step_events::StepEventKind;
use crate::thread::{DROPS_SKEW, Pending, Status, ThreadId, Wakeup};
use crate::threads::STATUS_INTERRUPTED;
use crate::vm::Vm;

impl Vm {
    /// Acquires a monitor, or says before which operation the thread parks.
    /// `entered`: inside an atomic operation whose boundary has come, where only a contended monitor parks.
    pub(crate) fn enter(
        &mut self,
        thread: ThreadId,
        object: Ref,
        may_execute: &mut bool,
        entered: bool,
    ) -> Result<Option<Pending>, VmError> {
        let index = thread.0 as usize;
        match self.heap.monitor(object) {
            Some((owner, count)) if owner == index => {
                if count == MAX_LOCK_COUNT {
                    return Err(VmError::Limit(format!("a monitor was entered {count} times")));
                }
                let more = 1 + u32::from(planted(Fault::MonitorCountedTwice));
                self.heap.set_monitor(object, Some((index, count + more)));
                Ok(None)
            }
            Some(_) => Ok(Some(Pending::Enter(object))),
            None => {
                if self.mode.exploring {
                    self.look_at_monitor(thread, object);
                }
                let shared = self.watching() && (!self.mode.reduction || self.heap.flag(object, ESCAPED));
                let visible = !entered && (shared || self.sees_monitor(thread));
                if visible {
                    if self.class_of(object).is_thread_group() {
                        // Who makes a thread waits for its group's monitor.
                        self.look(Observation::Limits);
                    }
                    if !*may_execute {
                        return Ok(Some(Pending::Enter(object)));
                    }
                    self.use_permission(thread, may_execute);
                } else if entered {
                    // It may have waited here: what comes behind it is a step of its own.
                    *may_execute = false;
                } else if self.was_shared(object) {
                    self.begin_part(thread, Pending::Enter(object));
                }
                self.heap.set_monitor(object, Some((index, 1)));
                self.report(thread, Event::Acquire(object));
                self.note_object_event(thread, object, StepEventKind::LockTaken);
                Ok(None)
            }
        }
    }

    /// Whether operations of the library that run as one step meet monitors that others hold meanwhile.
    pub(crate) fn meets_monitors_inside(&mut self) -> bool {
        self.counts_in_keys(Observation::States) && !planted(Fault::MonitorsInsideNeverHeld)
    }

    /// User code takes a monitor that operations of the JDK take as well, which are no steps of their own.
    fn look_at_monitor(&mut self, thread: ThreadId, object: Ref) {
        let of_threads = self.known.thread.map_or(0, |class| class.mirror.get());
        let of_stream = [self.known.stdout, self.known.stderr].contains(&object);
        let of_group = self.class_of(object).is_thread_group();
        let is_shared = of_stream || of_group || object == of_threads;
        if !is_shared || !self.image.method(self.thread(thread).method_id()).class().is_user() {
            return;
        }
        // Who makes a thread takes that of its class or group, who ends that of its group, who prints that of the stream.
        self.look(if of_stream {
            Observation::Streams
        } else {
            Observation::Limits
        });
        if of_group {
            self.watch_groups();
        }
    }

    /// Whether the thread parks before it releases a monitor: somebody asks what threads wait for. Inside an atomic
    /// operation only as an instruction (`inside`): what a synchronized method takes goes with the operation.
    pub(crate) fn parks_before_release(
        &mut self,
        thread: ThreadId,
        object: Ref,
        may_execute: &mut bool,
        inside: bool,
    ) -> bool {
        let last = matches!(self.heap.monitor(object), Some((owner, 1)) if owner == thread.0 as usize);
        let shared = self.watching() && (!self.mode.reduction || self.heap.flag(object, ESCAPED));
        let asked = |vm: &mut Vm| match vm.threads[thread.0 as usize].in_atomic_region() {
            false => vm.counts_in_keys(Observation::States),
            true => inside && vm.meets_monitors_inside(),
        };
        let seen = last && (shared && asked(self) || self.sees_monitor(thread));
        if seen && *may_execute {
            self.use_permission(thread, may_execute);
            return false;
        }
        seen
    }

    /// The instruction `monitorexit`.
    pub(crate) fn monitor_exit(
        &mut self,
        thread: ThreadId,
        method: &Method,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let index = thread.0 as usize;
        let object = self.lock_behind(method, self.threads[index].peek(0) as Ref);
        if object != 0 && self.parks_before_release(thread, object, may_execute, true) {
            return Ok(Flow::Park(Pending::Release(object)));
        }
        self.threads[index].sp -= 1;
        if object == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
        } else if self.release_monitor(thread, object) {
            self.threads[index].pc += 1;
        } else {
            self.throw_new(thread, "java/lang/IllegalMonitorStateException", None)?;
        }
        Ok(Flow::Next)
    }

    /// Releases a monitor once; false when the thread does not own it.
    pub(crate) fn release_monitor(&mut self, thread: ThreadId, object: Ref) -> bool {
        match self.heap.monitor(object) {
            Some((owner, count)) if owner == thread.0 as usize => {
                self.heap.set_monitor(object, (count > 1).then(|| (owner, count - 1)));
                if count == 1 {
                    self.report(thread, Event::Release(object));
                    self.note_object_event(thread, object, StepEventKind::LockReleased);
                }
                true
            }
            _ => false,
        }
    }

    /// Threads in the wait set of an object, in the order of their creation paths.
    pub fn wait_set(&self, of: Ref) -> Vec<ThreadId> {
        self.live()
            .filter(|t| matches!(self.thread(*t).status, Status::Waiting { object, .. } if object == of))
            .collect()
    }

    /// Whom a notification may take: the wait set, then threads that were interrupted in it and have not gone on. JLS 17.2.4 leaves open
    /// which came first, and JVMs take an interrupted thread out of the set when it runs.
    pub fn notifiable(&self, of: Ref) -> Vec<ThreadId> {
        let mut threads = self.wait_set(of);
        if !planted(Fault::InterruptLeavesTheWaitSet) {
            threads.extend(self.live().filter(|t| self.is_interrupted_in(*t, of)));
        }
        threads
    }

    /// Whether the thread waited for an object when it was interrupted, and has not gone on.
    fn is_interrupted_in(&self, thread: ThreadId, of: Ref) -> bool {
        let t = self.thread(thread);
        t.status == Status::Ready
            && matches!(t.pending, Pending::Reacquire(object, _, Wakeup::Interrupted) if object == of)
    }

    /// In how many ways `notify` may go on: one for each thread that it may take. Where all of them were interrupted, it may come too
    /// late for all.
    pub(crate) fn ways_to_notify(&self, object: Ref) -> usize {
        let candidates = self.notifiable(object).len();
        candidates + usize::from(candidates > 0 && self.wait_set(object).is_empty())
    }

    /// Notifies all of [`Vm::notifiable`]; one that was interrupted may have left the set before.
    pub(crate) fn notify_each(&mut self, threads: Vec<ThreadId>) {
        for thread in threads {
            let why = match self.thread(thread).status {
                Status::Waiting { .. } => Wakeup::Notified,
                _ => Wakeup::InterruptedOrNotified,
            };
            self.wake(thread, why);
        }
    }

    /// Takes a thread out of the wait set: it competes for the monitor again. One that was interrupted there and has not gone on is taken
    /// out anew, for another reason.
    pub fn wake(&mut self, thread: ThreadId, why: Wakeup) {
        let t = self.thread(thread);
        if let (Status::Waiting { object, count, .. }, _)
        | (Status::Ready, Pending::Reacquire(object, count, Wakeup::Interrupted)) = (t.status, t.pending)
        {
            let t = self.thread_mut(thread);
            t.status = Status::Ready;
            t.pending = Pending::Reacquire(object, count, why);
            t.waited = 0;
        }
    }

    /// Completes a wait: the monitor is free; the instruction returns or throws.
    pub(crate) fn reacquire(&mut self, thread: ThreadId, object: Ref, count: u32, why: Wakeup) -> Result<(), VmError> {
        self.heap.set_monitor(object, Some((thread.0 as usize, count)));
        self.report(thread, Event::Acquire(object));
        self.note_object_event(thread, object, StepEventKind::LockTaken);
        self.touch(thread);
        let t = &mut self.threads[thread.0 as usize];
        t.pending = Pending::None;
        t.since = -1;
        match why {
            Wakeup::Interrupted | Wakeup::InterruptedOrNotified => {
                self.report(thread, Event::Interrupted);
                self.set_interrupted(thread, planted(Fault::InterruptKept));
                self.throw_new(thread, "java/lang/InterruptedException", None)
            }
            Wakeup::Notified | Wakeup::Spurious | Wakeup::TimedOut => {
                // The receiver and the time of `wait(long)`.
                t.sp -= 3;
                t.pc += 1;
                Ok(())
            }
        }
    }

    /// The thread's timed operation ends by time: until the outermost timed call returns, its clock shows so; where the user's
    /// own method polls the clock, until that one does.
    pub(crate) fn pass_time(&mut self, thread: ThreadId, nanos: i64, polling: bool) {
        let nanos = if polling {
            nanos
        } else {
            nanos - self.move_clocks(thread, nanos)
        };
        self.touch(thread);
        let index = thread.0 as usize;
        let mut mark = 0;
        for (fp, method, _) in self.threads[index].frames() {
            let user = self.image.method(method).class().is_user();
            // In a loop that waits by itself, the clock of the user's own method would run away.
            if !user || polling {
                mark = fp;
            }
            if user {
                break;
            }
        }
        if mark != 0 {
            let t = &mut self.threads[index];
            // An operation that waits again and again without a look at a clock comes back to its state.
            if t.skew == 0 || t.skew_seen || polling {
                t.skew = t.skew.saturating_add(nanos.max(0));
            }
            t.stack[mark as usize + 2] |= DROPS_SKEW;
            (t.skew_unread, t.skew_seen) = (polling, false);
        }
    }

    /// What an IllegalMonitorStateException says: nothing up to Java 12.
    pub(crate) fn not_owner_message(&self) -> Option<&'static str> {
        (self.image.universe.jdk.feature > 12).then_some("current thread is not owner")
    }

    /// Whether the thread's interrupt flag is set.
    pub fn is_interrupted(&self, thread: ThreadId) -> bool {
        self.is_object_interrupted(self.thread(thread).object)
    }

    /// The same by the thread's object.
    pub(crate) fn is_object_interrupted(&self, object: Ref) -> bool {
        if self.known.interrupted != 0 {
            self.heap.get(object + self.known.interrupted) != 0
        } else {
            // Before Java 14 the flag is no field: it is a bit of the status.
            self.field(object, "threadStatus") & STATUS_INTERRUPTED != 0
        }
    }

    /// Whether the interrupt flag is a field of the thread's object, as from Java 14 on.
    pub(crate) fn has_interrupted_field(&self, object: Ref) -> bool {
        self.image.slot(self.class_of(object), "interrupted").is_some()
    }

    /// Sets or clears the interrupt flag.
    pub(crate) fn set_interrupted(&mut self, thread: ThreadId, on: bool) {
        self.set_object_interrupted(self.thread(thread).object, on);
    }

    /// The same by the thread's object; before its start a thread of Java 13 or older is not interrupted.
    pub(crate) fn set_object_interrupted(&mut self, object: Ref, on: bool) {
        if self.has_interrupted_field(object) {
            self.set_field(object, "interrupted", u64::from(on));
        } else if self.thread_of(object).is_some() {
            let status = self.field(object, "threadStatus") & !STATUS_INTERRUPTED;
            let bit = if on { STATUS_INTERRUPTED } else { 0 };
            self.set_field(object, "threadStatus", status | bit);
        }
    }
}
