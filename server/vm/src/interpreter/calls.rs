//! Calls and returns: frames, synchronized methods, natives, atomic operations.

use crate::assumptions::Refutation;
use crate::atomicity::Atomicity;
use crate::attributor::Level;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, Ref};
use crate::image::class::Method;
use crate::interpreter::flow::Flow;
use crate::interpreter::flow::box_class;
use crate::natives;
use crate::natives::call::{NativeCall, Outcome};
use crate::observation::Observation;
use crate::rules;
use crate::step_events::StepEventKind;
use crate::thread::{
    ATOMIC, ATOMIC_REGION, ATOMIC_ROOT, CALLBACK, CONFINED, DROPS_SKEW, FRAME_HEADER, LOCKED, Pending, ThreadId,
    UNNOTICED,
};
use crate::types::Ty;
use crate::vm::Vm;

/// Where a stack of so many slots overflows at the next frame that is large: those of a class file may have 131,070 slots each.
const MOST_SLOTS: usize = 1 << 20;

const LARGE_FRAME: u32 = 256;

/// Room for a stack of so many slots, unless it may be one that overflows.
#[cold]
pub(crate) fn grow(stack: &mut Vec<u64>, slots: usize) -> bool {
    let may = slots <= MOST_SLOTS;
    if may {
        stack.resize(slots * 2, 0);
    }
    may
}

impl Vm {
    /// Whether something already hangs on a future that others may complete. Whoever finds it completed then, who waits or adds, takes
    /// what is left from the hands of the thread that completes it, which may return before that was called.
    fn hangs_beside_another(&self, future: Ref) -> bool {
        self.is_multithreaded()
            && (!self.mode.reduction || self.heap.flag(future, ESCAPED))
            && self.field(future, "result") == 0
            && self.field(future, "stack") != 0
    }

    /// Calls `method`, whose arguments lie on the stack.
    pub(crate) fn invoke(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        if let Some(row) = self.replacement_for(thread, method) {
            return match self.stub_of(thread, method, row, may_execute)? {
                Ok(stub) => self.invoke(thread, stub, may_execute),
                Err(flow) => Ok(flow),
            };
        }
        if method.perturbed.get()
            && let Some(flow) = self.perturb_arguments(thread, method, may_execute)?
        {
            return Ok(flow);
        }
        let may_call = *may_execute;
        let index = thread.0 as usize;
        let in_region = self.threads[index].in_atomic_region();
        let watch = self.watching();
        let first_arg = self.threads[index].sp - u32::from(method.arg_slots);
        let receiver = if method.is_static() {
            0
        } else {
            self.threads[index].stack[first_arg as usize] as Ref
        };
        let mut flags = self.inherited_flags(thread, method);
        if flags & CALLBACK != 0 && watch && self.this_step.function.is_none() {
            self.note_function(thread);
        }
        let mut invisible = false;
        let atomic = match method.atomic.get() {
            Atomicity::None
            | Atomicity::Callback
            | Atomicity::Part
            | Atomicity::PartUntil(_)
            | Atomicity::Withdrawal
            | Atomicity::InterruptCheck => false,
            Atomicity::Library | Atomicity::OnAnother => self.mode.jdk_atomic,
            Atomicity::Interrupter => self.mode.jdk_atomic && self.argument(thread, first_arg + 1) == 0,
            Atomicity::Lookup => self.mode.jdk_atomic || self.mode.machine_steps && method.class().of_java_lang,
            Atomicity::Machine | Atomicity::Signal => self.mode.machine_steps,
            Atomicity::Release(look) => {
                // Who finds the lock taken parks, and uses up the permit that user code waits for.
                invisible = self.mode.jdk_atomic
                    && !in_region
                    && watch
                    && self.assume_unobserved(look)
                    && self.assume_unobserved(Observation::Permits);
                if invisible {
                    // It lets others go on all the same: what an operation of the library does behind a function that ends so is a step of its own.
                    let t = &mut self.threads[index];
                    t.resumed_depth = t.resumed_depth.max(t.depth);
                }
                self.mode.jdk_atomic
            }
            Atomicity::Acquire => self.mode.jdk_atomic && (in_region || self.assume_unobserved(Observation::Queues)),
            Atomicity::Until(look) => {
                let always = self.mode.machine_steps && method.class().of_java_lang;
                (self.mode.jdk_atomic || always) && (in_region || self.assume_unobserved(look))
            }
        };
        if !in_region && let Some(look) = self.observation_of_call(method, thread, first_arg) {
            // Those whose ends nobody could see may be gone by now.
            if look == Observation::Ends && self.threads.len() > 1 && method.looks_at_a_group() {
                self.watch_groups();
            }
            if look == Observation::Ends && rules::limits_new_threads(method) {
                self.look(Observation::Limits);
            }
            // Who waits for a lock that another one holds takes note of an interrupt, and clears it until it has the lock. Who joins a thread and is
            // interrupted clears the flag when it goes on, which may be behind the end of that thread.
            if look == Observation::Ends && method.name == "isInterrupted" {
                self.look(Observation::Locks);
                self.look(Observation::Joiners);
            }
            let refuses = look == Observation::Pools && self.refuses_a_task(thread);
            // Most sums and elements are asked for after the others have been waited for: then nothing is left to be seen.
            if !(refuses && self.assume_unobserved(Observation::Refusals))
                && (!look.is_of_others() || self.others_may_be_inside())
            {
                self.look(look);
                look.also().iter().for_each(|also| self.look(*also));
            }
        }
        if watch
            && method.atomic.get() == Atomicity::PartUntil(Observation::Dependents)
            && self.hangs_beside_another(receiver)
        {
            self.look(Observation::Dependents);
        }
        if in_region
            && method.atomic.get() == Atomicity::InterruptCheck
            && let Some(flow) = self.pass_interrupt_check(thread, method, first_arg, receiver, may_execute)?
        {
            return Ok(flow);
        }
        if method.atomic.get() == Atomicity::Signal
            && let Some(target) = self.thread_of(receiver)
            && self.signals_another(thread, receiver)
        {
            self.note_interrupt(target);
        }
        if method.looks.get() == Some(Observation::Futures) {
            self.note_wait_for_task(method, thread);
        }
        if atomic && !in_region && watch && self.belongs_to_the_step_before(method, thread, first_arg) {
            invisible = true;
        }
        let mut silent = false;
        if self.mode.exploring
            && let Some(level) = method.attribute.get()
            && !self.threads[index].is_atomic()
            // No boundary in the midst of a lookup: where it lay would depend on what earlier paths left linked.
            && !self.threads[index].is_confined()
            && !self.ends_at_once(thread)
        {
            let boundary = self.attributed(thread, level, &mut flags, &mut silent);
            if boundary {
                let t = &self.threads[index];
                if !*may_execute && self.this_step.arrives != Some((t.fp, t.pc)) {
                    return Ok(Flow::Park(Pending::Boundary(method, receiver)));
                }
                // Whatever else the thread was parked before is behind the boundary.
                if matches!(self.this_step.operation, Pending::Boundary(..)) {
                    *may_execute = false;
                }
                // One boundary for the call is enough.
                silent = true;
            }
            invisible |= silent;
        }
        // What a static method works on is its first argument.
        let subject = match method.is_static() && method.arg_slots > 0 {
            true => self.threads[index].stack[first_arg as usize] as Ref,
            false => receiver,
        };
        if in_region && watch && self.is_step_inside(thread, method, subject) {
            if !*may_execute {
                // It is a step on a private object too: that no other thread reaches the object must not make it lapse.
                let private = self.mode.reduction && !self.heap.flag(subject, ESCAPED);
                return Ok(Flow::Park(Pending::Call(method, if private { 0 } else { subject })));
            }
            self.use_permission(thread, may_execute);
            if method.atomic.get() == Atomicity::PartUntil(Observation::Counts) {
                // A map has several counters, and who sums them reads one after the other.
                flags = CALLBACK;
            }
            if method.atomic.get() == Atomicity::OnAnother {
                // The other one has changed before the caller does what is left.
                flags |= CALLBACK;
                let t = &mut self.threads[index];
                t.resumed_depth = t.resumed_depth.max(t.depth + 1);
            }
        }
        if !in_region && let Some(callers) = method.orders_less.get() {
            self.used.weak_access |= callers.include(self.image.method(self.threads[index].method_id()));
        }
        if atomic && !in_region {
            if watch && method.class().name == "java/lang/ThreadGroup" {
                self.watch_groups();
            }
            let of_the_library = method.class().name.starts_with("java/util/");
            let lookup = method.atomic.get() == Atomicity::Lookup;
            let counted =
                self.knowledge.watched_groups && method.name == "start" && method.class().name == "java/lang/Thread";
            let others_notice = counted || receiver == 0 || !self.mode.reduction || self.heap.flag(receiver, ESCAPED);
            let seen = !silent && self.sees_operation(thread, method);
            if lookup {
                flags |= UNNOTICED | CONFINED;
            } else if watch && !invisible || seen {
                if others_notice || seen {
                    if !*may_execute {
                        // The group changes, whoever can reach the thread itself.
                        let of = if counted { 0 } else { receiver };
                        return Ok(Flow::Park(self.entry_operation(method, of, first_arg, index)));
                    }
                    *may_execute = false;
                    self.used.atomic_operations |= of_the_library;
                } else if of_the_library {
                    flags |= UNNOTICED;
                }
            }
            flags |= ATOMIC_REGION;
        }
        if method.looks.get() == Some(Observation::Ends) && self.is_another_thread(thread, receiver) {
            if matches!(method.name, "join" | "isAlive") {
                self.note_awaited(receiver);
            }
            if !in_region && !may_call {
                match method.name {
                    "join" => self.begin_part(thread, Pending::Join(receiver)),
                    _ if self.was_shared(receiver) => self.begin_part(thread, Pending::Call(method, receiver)),
                    _ => {}
                }
            }
            self.touch_asked_life(method, receiver);
        }
        if let Some(run) = method.native.get().and_then(natives::run_of) {
            let outcome = run(&mut NativeCall {
                vm: self,
                thread,
                method,
                first_arg,
                may_execute,
            })?;
            if outcome != Outcome::Fallthrough {
                return self.finish_native(thread, method, first_arg, outcome);
            }
        }
        if !method.has_code() && method.code.get().is_none() {
            return self.no_body(thread, method);
        }
        if method.observed.get().is_something() {
            let alone = silent || flags & (ATOMIC_REGION | UNNOTICED) == ATOMIC_REGION;
            match self.observed_call(thread, method, receiver, alone, (may_call, may_execute)) {
                Ok(seen) => flags |= seen,
                Err(pending) => return Ok(Flow::Park(pending)),
            }
        }
        if method.is_synchronized() {
            let monitor = method.monitor_of(receiver);
            // Inside its own atomic operation the call's first step was the operation's entry.
            let entered = flags & (ATOMIC_REGION | UNNOTICED) == ATOMIC_REGION;
            let was_allowed = *may_execute;
            if let Some(pending) = self.enter(thread, monitor, may_execute, silent || entered)? {
                return Ok(Flow::Park(pending));
            }
            if was_allowed && !*may_execute {
                flags &= !UNNOTICED;
            }
            flags |= LOCKED | u64::from(monitor);
        }
        if method.guarded.get() {
            self.check_call(thread, method, receiver);
        }
        if method.perturbed.get() {
            self.mark_perturbed(thread, 0);
        }
        self.push_frame(thread, method, flags)?;
        Ok(self.behind_entry(thread, method, flags))
    }

    /// Calls a method with one argument, as the machine itself does at the start of a thread. A synchronized one takes its monitor first,
    /// as for any other caller.
    pub(crate) fn call_method(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        argument: u64,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        if let Some(row) = self.replacement_for(thread, method) {
            return match self.stub_of(thread, method, row, may_execute)? {
                Ok(stub) => self.call_method(thread, stub, argument, may_execute),
                Err(flow) => Ok(flow),
            };
        }
        let receiver = if method.is_static() { 0 } else { argument as Ref };
        let mut flags = 0;
        if method.observed.get().is_something() {
            match self.observed_call(thread, method, receiver, false, (*may_execute, may_execute)) {
                Ok(seen) => flags |= seen,
                Err(pending) => return Ok(Flow::Park(pending)),
            }
        }
        if method.is_synchronized() {
            let monitor = method.monitor_of(receiver);
            if let Some(pending) = self.enter(thread, monitor, may_execute, false)? {
                return Ok(Flow::Park(pending));
            }
            flags |= LOCKED | u64::from(monitor);
        }
        if method.guarded.get() {
            self.check_call(thread, method, receiver);
        }
        self.push_args(thread, &[argument]);
        self.push_frame(thread, method, flags)?;
        Ok(self.behind_entry(thread, method, flags))
    }

    /// Whether a call inside an atomic operation is a step of its own: others may see what the operation did before.
    fn is_step_inside(&mut self, thread: ThreadId, method: &'static Method, receiver: Ref) -> bool {
        let seen = |vm: &Vm| !vm.mode.reduction || vm.heap.flag(receiver, ESCAPED);
        match method.atomic.get() {
            Atomicity::Part => seen(self) && !planted(Fault::UnconditionalPartsAreNoSteps),
            // A thread that starts is in its group before it is alive.
            Atomicity::PartUntil(Observation::Ends) => self.knowledge.watched_groups,
            Atomicity::PartUntil(_) if planted(Fault::PartsAreNoSteps) => false,
            Atomicity::PartUntil(look) => {
                // What lookups ask for themselves, nobody can set.
                let settable = look == Observation::Defaults;
                let confined = self.threads[thread.0 as usize].frame_word() & CONFINED != 0;
                (settable || !confined && seen(self)) && !self.assume_unobserved(look)
            }
            Atomicity::Until(Observation::Pools) => {
                let t = self.thread(thread);
                let caller = self.image.method(t.method_id());
                let locals = caller.code.get().map_or(0, |code| t.fp - code.max_locals);
                let argument = |at: u32| t.stack[(locals + at) as usize];
                rules::miscounts_workers(caller, method, argument) && !planted(Fault::PartsAreNoSteps)
            }
            Atomicity::Withdrawal => {
                // The node may be one that others never reach, and the lock that was let go is not.
                let caller = self.image.method(self.thread(thread).method_id());
                !self.this_step.waited && rules::withdraws(caller, method) && !planted(Fault::WithdrawsAtOnce)
            }
            Atomicity::Signal => seen(self) && self.signals_another(thread, receiver),
            Atomicity::Acquire | Atomicity::Release(_) => {
                seen(self) && !self.assume_unobserved(Observation::Permits) && !planted(Fault::LocksInsideNeverHeld)
            }
            Atomicity::OnAnother => {
                let t = &self.threads[thread.0 as usize];
                let caller = t.frames().next();
                let caller = caller.and_then(|(fp, method, _)| self.this_of(thread, fp, self.image.method(method)));
                seen(self) && caller.is_some_and(|caller| caller != receiver)
            }
            Atomicity::None
            | Atomicity::Library
            | Atomicity::Interrupter
            | Atomicity::Machine
            | Atomicity::Until(_)
            | Atomicity::Lookup
            | Atomicity::InterruptCheck
            | Atomicity::Callback => false,
        }
    }

    /// An atomic operation asks whether its thread was interrupted. Where it was not, others may come before the rest of the operation: the
    /// thread parks behind the answer, and an interrupt that comes meanwhile finds the question asked. An operation that has read something
    /// before and does not read it again parks before the question as well: others may end what it waits for, and interrupt it then.
    /// None: the method answers itself.
    fn pass_interrupt_check(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        first_arg: u32,
        receiver: Ref,
        may_execute: &mut bool,
    ) -> Result<Option<Flow>, VmError> {
        let asks = std::mem::take(&mut self.this_step.asks);
        if *may_execute && !asks && !matches!(self.this_step.operation, Pending::Boundary(..)) {
            *may_execute = false;
            return self
                .finish_native(thread, method, first_arg, Outcome::Value(0))
                .map(Some);
        }
        let caller = self.image.method(self.thread(thread).method_id());
        let t = self.thread(thread);
        let offered = !asks && !method.is_static() && rules::offers_first(caller) && !planted(Fault::WithdrawsAtOnce);
        if offered && receiver == t.object && self.watching() {
            return Ok(Some(Flow::Park(Pending::InterruptCheck(method))));
        }
        let passes = (method.is_static() || receiver == t.object)
            && t.is_entered()
            && self.watching()
            && !self.is_interrupted(thread)
            // An interrupt lets a worker that waits for a task ask again, and is forgotten before the task begins.
            && !self.calls_for_pool(thread, "getTask")
            && !self.assume_uninterrupted(thread)
            && !planted(Fault::InterruptsNeverMeanwhile);
        let behind = asks || rules::asks_again(caller.class().name) || planted(Fault::QuestionFollowsAtOnce);
        Ok(passes.then_some(match behind {
            true => Flow::Park(Pending::Call(method, 0)),
            false => Flow::Park(Pending::InterruptCheck(method)),
        }))
    }

    /// Until now a thread that nobody refers to was taken for its own business.
    pub(super) fn watch_groups(&mut self) {
        if self.mode.exploring && !self.knowledge.watched_groups {
            self.knowledge.watched_groups = true;
            self.give_up(Refutation::GroupsAreUnobserved);
        }
    }

    /// What the user's word about a method does to a call of it: whether it is a boundary. `silent`: what the call
    /// itself does is none.
    fn attributed(&mut self, thread: ThreadId, level: Level, flags: &mut u64, silent: &mut bool) -> bool {
        let watch = self.watching();
        match level {
            Level::Atomic => {
                *flags |= ATOMIC | ATOMIC_ROOT;
                self.used.attributes |= watch;
                watch
            }
            Level::Never => {
                *silent = true;
                self.used.attributes |= watch;
                false
            }
            Level::Always => true,
            Level::Runnables => watch && self.others_can_move(thread),
            Level::TopLevel => {
                *silent = watch && self.holds_a_monitor(thread);
                self.used.attributes |= *silent;
                watch && !*silent
            }
        }
    }

    /// An atomic variable calls a function. If that leaves a trace, it shows when it is called again because somebody else was faster.
    fn note_function(&mut self, thread: ThreadId) {
        let t = &self.threads[thread.0 as usize];
        let caller = self.image.method(t.method_id()).class().name;
        if caller.starts_with("java/util/concurrent/atomic/") {
            self.this_step.function = Some((t.depth + 1, self.heap.top()));
        }
    }

    /// A function that an atomic variable calls has changed what was there before: what comes behind it is a step of its own.
    pub(crate) fn note_trace(&mut self, thread: ThreadId, object: Ref) {
        let t = &mut self.threads[thread.0 as usize];
        if let Some((depth, made)) = self.this_step.function
            && object < made
            && !t.is_confined()
        {
            t.resumed_depth = t.resumed_depth.max(depth);
        }
    }

    /// What a frame takes over from its caller: whether it is part of an atomic operation.
    fn inherited_flags(&mut self, thread: ThreadId, callee: &'static Method) -> u64 {
        let t = &self.threads[thread.0 as usize];
        if !t.in_atomic_region() {
            return 0;
        }
        let class = callee.class();
        let kept = t.frame_word() & (UNNOTICED | CONFINED);
        let caller = self.image.method(t.method_id());
        if kept & CONFINED == 0
            && (callee.atomic.get() == Atomicity::Callback || self.leaves_for_a_task(caller, callee))
        {
            return CALLBACK;
        }
        if !class.leaves_atomic {
            return ATOMIC_REGION | kept;
        }
        let confined = kept & CONFINED != 0 || caller.class().confines;
        if confined && !class.is_user() {
            ATOMIC_REGION | CONFINED | kept
        } else {
            CALLBACK
        }
    }

    /// Whether a call leaves what takes tasks, for one of them. Until somebody looks, a task that may be cancelled begins in the step that takes it.
    fn leaves_for_a_task(&mut self, caller: &'static Method, callee: &'static Method) -> bool {
        callee.may_be_task.get()
            && rules::calls_a_task(caller, callee)
            && !(callee.atomic.get() == Atomicity::Until(Observation::Cancels)
                && self.assume_unobserved(Observation::Cancels))
    }

    fn entry_operation(&mut self, method: &'static Method, receiver: Ref, first_arg: u32, index: usize) -> Pending {
        // `join()` waits for the end of the thread; everything else can begin at once.
        // In any mode: how a join is shown, unless `notify` may take who joins. Who holds the thread's monitor begins too: `wait` in the
        // loop of `join` gives it up, and the thread may need it to end.
        let holds = |(owner, _)| owner == index;
        if rules::waits_for_the_end(method, |at| self.threads[index].stack[(first_arg + at) as usize])
            && !self.counts_in_keys(Observation::Joiners)
            && !self.heap.monitor(receiver).is_some_and(holds)
        {
            return Pending::Join(receiver);
        }
        Pending::Call(method, receiver)
    }

    fn no_body(&mut self, thread: ThreadId, method: &'static Method) -> Result<Flow, VmError> {
        if method.is_abstract() {
            let message = method.full_name();
            self.throw_new(thread, "java/lang/AbstractMethodError", Some(&message))?;
            return Ok(Flow::Next);
        }
        let (what, advice) = crate::natives::unsupported::edge(method.class());
        Err(VmError::NotModelled(format!(
            "native method {} is not modelled ({what}), called at {}; this path was not checked. {advice}",
            method.full_name(),
            self.user_place(thread)
        )))
    }

    fn finish_native(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        first_arg: u32,
        outcome: Outcome,
    ) -> Result<Flow, VmError> {
        let t = &mut self.threads[thread.0 as usize];
        match outcome {
            Outcome::Void => {
                t.sp = first_arg;
                t.pc += 1;
            }
            Outcome::Value(value) => {
                t.sp = first_arg;
                self.note_handed_out(thread, method, value);
                self.grow(thread, 2);
                let t = &mut self.threads[thread.0 as usize];
                match method.result.slots() {
                    2 => t.push2(value),
                    1 => t.push(value),
                    _ => {}
                }
                t.pc += 1;
            }
            Outcome::Throw(class, message) => {
                self.throw_from_native(thread, method, class, message.as_deref())?;
            }
            Outcome::ThrowObject(throwable) => self.throw(thread, throwable)?,
            Outcome::Park(pending) => return Ok(Flow::Park(pending)),
            Outcome::Suspended => return Ok(Flow::Suspended),
            Outcome::Tail(target, args, flags) => {
                t.sp = first_arg;
                let confined = t.frame_word() & CONFINED != 0;
                let flags = flags
                    | if confined {
                        self.inherited_flags(thread, target)
                    } else {
                        0
                    };
                self.push_args(thread, &args);
                self.push_frame(thread, target, flags)?;
            }
            Outcome::Again => {}
            Outcome::Fallthrough => {}
        }
        Ok(Flow::Next)
    }

    /// Pushes a frame for `method`, whose arguments lie on the stack. The caller's `pc` stays at the call.
    pub(crate) fn push_frame(&mut self, thread: ThreadId, method: &'static Method, flags: u64) -> Result<(), VmError> {
        let code = self.code(method)?;
        let depth_limit = self.mode.options.stack_depth;
        // Whoever pushes the frame: what an atomic method calls is part of it.
        let inside = self.threads[thread.0 as usize].is_atomic();
        let flags = if inside { flags | ATOMIC } else { flags };
        let t = &mut self.threads[thread.0 as usize];
        if t.depth >= depth_limit + 64 {
            return Err(VmError::Limit(format!("more than {depth_limit} frames on one stack")));
        }
        let locals = t.sp - u32::from(method.arg_slots);
        let fp = locals + code.max_locals;
        let need = (fp + FRAME_HEADER + code.max_stack + 2) as usize;
        let too_large = need > MOST_SLOTS && code.max_locals + code.max_stack > LARGE_FRAME;
        if t.depth == depth_limit || too_large {
            // The frames above the limit are left to the code that handles the error.
            if flags & LOCKED != 0 {
                self.release_monitor(thread, flags as Ref);
            }
            self.used.stack_limit = true;
            return self.throw_new(thread, "java/lang/StackOverflowError", None);
        }
        if need > t.stack.len() {
            t.stack.resize(need * 2, 0);
        }
        let old = t.fp as usize;
        if old != 0 {
            t.stack[old] = (t.stack[old] & 0xffff_ffff) | u64::from(t.pc) << 32;
        }
        t.stack[fp as usize] = u64::from(method.id.0);
        t.stack[fp as usize + 1] = u64::from(t.fp);
        t.stack[fp as usize + 2] = flags;
        t.fp = fp;
        t.sp = fp + FRAME_HEADER;
        t.pc = 0;
        t.depth += 1;
        self.note_frame(thread, StepEventKind::MethodEntered);
        Ok(())
    }

    /// Pushes a driver frame that acts as the caller of what follows; its result arrives at instruction 1.
    pub(crate) fn push_bottom(&mut self, thread: ThreadId, driver: &'static Method) {
        let t = &mut self.threads[thread.0 as usize];
        let code = driver.code.get().expect("drivers are made with their code");
        let fp = t.sp.max(1) + code.max_locals;
        let need = (fp + FRAME_HEADER + code.max_stack + 2) as usize;
        if need > t.stack.len() {
            t.stack.resize(need * 2, 0);
        }
        let old = t.fp as usize;
        if old != 0 {
            t.stack[old] = (t.stack[old] & 0xffff_ffff) | u64::from(t.pc) << 32;
        }
        t.stack[fp as usize] = u64::from(driver.id.0);
        t.stack[fp as usize + 1] = u64::from(t.fp);
        t.stack[fp as usize + 2] = 0;
        t.fp = fp;
        t.sp = fp + FRAME_HEADER;
        t.pc = 0;
        t.depth += 1;
    }

    /// Room for `slots` more operands.
    pub(crate) fn grow(&mut self, thread: ThreadId, slots: usize) {
        let t = &mut self.threads[thread.0 as usize];
        let need = t.sp as usize + slots + 2;
        if need > t.stack.len() {
            t.stack.resize(need * 2, 0);
        }
    }

    /// Pushes raw slots.
    pub(crate) fn push_args(&mut self, thread: ThreadId, args: &[u64]) {
        self.grow(thread, args.len());
        let t = &mut self.threads[thread.0 as usize];
        for arg in args {
            t.push(*arg);
        }
    }

    /// Removes the topmost frame, releasing its monitor, and leaves the caller at its call.
    pub(crate) fn drop_frame(&mut self, thread: ThreadId) {
        self.note_frame(thread, StepEventKind::MethodLeft);
        let word = self.threads[thread.0 as usize].frame_word();
        if word & LOCKED != 0 {
            self.release_monitor(thread, word as Ref);
        }
        let watching = self.watching();
        let t = &mut self.threads[thread.0 as usize];
        if word & DROPS_SKEW != 0 {
            let caller = t.stack[t.fp as usize + 1] as usize;
            if t.skew_unread && caller != 0 {
                t.stack[caller + 2] |= DROPS_SKEW;
            } else {
                (t.skew, t.skew_unread, t.skew_seen) = (0, false, false);
            }
        }
        // Where nothing parked in between, the operation is still one step.
        if word & CALLBACK != 0 && watching && t.resumed_depth >= t.depth {
            self.this_step.resumes = true;
        }
        if self.this_step.function.is_some_and(|(depth, _)| depth == t.depth) {
            self.this_step.function = None;
        }
        let fp = t.fp as usize;
        let method = self.image.method(t.stack[fp] as u32);
        let max_locals = method.code.get().map_or(0, |c| c.max_locals);
        t.sp = t.fp - max_locals;
        t.fp = t.stack[fp + 1] as u32;
        t.pc = if t.fp == 0 {
            0
        } else {
            (t.stack[t.fp as usize] >> 32) as u32
        };
        t.depth -= 1;
    }

    /// Returns from the topmost frame with a result of `slots` slots.
    pub(crate) fn return_slow(&mut self, thread: ThreadId, slots: u32) {
        let t = &self.threads[thread.0 as usize];
        let value = if slots > 0 { t.stack[(t.sp - slots) as usize] } else { 0 };
        let method = self.image.method(t.method_id());
        self.drop_frame(thread);
        if self.this_step.resumes && self.task_ends_unnoticed(thread) {
            self.this_step.resumes = false;
        }
        self.note_handed_out(thread, method, value);
        self.grow(thread, 2);
        let t = &mut self.threads[thread.0 as usize];
        if t.fp != 0 {
            t.pc += 1;
        }
        match slots {
            2 => t.push2(value),
            1 => t.push(value),
            _ => {}
        }
    }

    fn argument(&self, thread: ThreadId, slot: u32) -> u64 {
        self.thread(thread).stack[slot as usize]
    }

    /// `Integer.valueOf` and its kin for a raw value: the boxed object, made by the JDK's own method.
    pub(crate) fn boxing_method(&mut self, ty: Ty) -> Result<&'static Method, VmError> {
        let (class, letter) = box_class(ty);
        let class = self.image.load(&mut self.heap, class)?;
        let descriptor = format!("({letter})L{};", class.name);
        self.image.named_method(class, "valueOf", &descriptor)
    }
}
