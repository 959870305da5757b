//! The interpreter: runs one thread from its pending operation to the next visible one.

mod arrays;
mod calls;
mod context;
mod exceptions;
pub(crate) mod fast_path;
pub(crate) mod flow;
mod init;
mod memory;
mod monitors;
mod operands;
mod perturbed;
mod recorded;
mod slow_path;
mod step_events;

use crate::error::VmError;
use crate::image::class::Method;
use crate::interpreter::flow::{Flow, Halt};
use crate::step::JUMP_LIMIT;
use crate::thread::{Pending, Thread, ThreadId};
use crate::vm::Vm;
use context::{Context, Exit};
use fast_path::run_fast;

/// How often a step goes on inside a lookup that has used up its backward jumps.
const LOOKUP_SLICES: u32 = 1_000;

impl Vm {
    /// Runs a thread until it parks, as [`Vm::run_on`] does. What classes of the program's own loaders name is linked anew by each step:
    /// on another path the loader has not been asked yet.
    pub(crate) fn execute(&mut self, thread: ThreadId, may_execute: bool, jumps: u32) -> Result<Halt, VmError> {
        let halt = self.run_on(thread, may_execute, jumps);
        self.forget_linkage();
        halt
    }

    /// Runs a thread until it parks. With `may_execute` it executes one visible operation first.
    fn run_on(&mut self, thread: ThreadId, mut may_execute: bool, jumps: u32) -> Result<Halt, VmError> {
        self.touch(thread);
        self.this_step.current = thread;
        if self.footprint.is_some() {
            self.make_objects_as(thread);
        }
        let operation = std::mem::replace(&mut self.threads[thread.0 as usize].pending, Pending::None);
        let nested = jumps == u32::MAX;
        let place = |t: &Thread| (t.fp, t.pc);
        let parked_at = place(&self.threads[thread.0 as usize]);
        let allowed = jumps;
        let (mut jumps, mut atomic_jumps) = (jumps, jumps);
        let mut lookup_slices = LOOKUP_SLICES;
        // The fast path was left for the debugger alone: what comes between two of its runs does not come here.
        let mut within = false;
        loop {
            if self.instruction_hook.is_some() {
                self.ask_instruction_hook(thread)?;
            }
            if self.leaves_observed(thread) {
                return Ok(Halt::Parked);
            }
            if self.this_step.resumes && !nested {
                self.this_step.resumes = false;
                self.threads[thread.0 as usize].pending = Pending::Resume;
                return Ok(Halt::Parked);
            }
            self.cancellation.check()?;
            if self.heap.collection_due() && !within {
                self.collect_if_due()?;
            }
            // What properties speak of is looked at, whoever can reach it.
            let observed = &self.mode.observed;
            let observes = self.observes() && (observed.has_memory() || !observed.threads.is_empty());
            let elements = observes && (!observed.arrays.is_empty() || !observed.threads.is_empty());
            let reported = self.observed() || self.checks_operations();
            let watch = reported || observes || self.watching() || self.is_left_alone();
            let writes = observes || self.mode.exploring && self.threads.len() > 1;
            let owned = reported || self.protects();
            // What such a function does to older objects is looked at, whoever can reach them.
            let all = elements || !self.mode.reduction || self.this_step.function.is_some();
            let own = self.threads[thread.0 as usize].object;
            let began = self.instructions;
            let start = self
                .records_single_instructions()
                .then(|| self.before_instruction(thread));
            let t = &mut self.threads[thread.0 as usize];
            let cx = &mut Context {
                heap: &mut self.heap,
                image: &self.image,
                watch,
                puts: watch && (all || observes),
                explore: self.mode.exploring,
                writes,
                finals: self.knowledge.leaked_finals,
                reported,
                owned,
                all,
                stack_depth: self.mode.options.stack_depth,
                jumps: &mut jumps,
                atomic_jumps: &mut atomic_jumps,
                escape_info_stale: &mut self.path.facts.escape_info_stale,
                strayed: &mut self.path.facts.strayed,
                own,
                instructions: &mut self.instructions,
            };
            let exit = match self.instruction_hook.is_some() || start.is_some() {
                false => run_fast::<false>(t, cx),
                true => run_fast::<true>(t, cx),
            };
            let before = place(&self.threads[thread.0 as usize]);
            within = exit == Exit::One;
            let (mut permitted, mut used) = (false, false);
            let slow = start.and_then(|start| self.note_fast(thread, start, &exit, began));
            let flow = match exit {
                Exit::One => {
                    // The permission was for this instruction.
                    may_execute = false;
                    continue;
                }
                Exit::Slow => {
                    // The permission holds for the instruction at which the thread was parked. That one may have become invisible and
                    // not use it; what follows is a step of its own, the same instruction in a loop too.
                    let at_parked = place(&self.threads[thread.0 as usize]) == parked_at;
                    may_execute = may_execute && at_parked && self.instructions - began <= 1;
                    self.this_step.jumped = jumps < allowed;
                    permitted = may_execute;
                    let flow = self.slow(thread, &mut may_execute)?;
                    used = permitted && !may_execute;
                    flow
                }
                Exit::Throw(thrown) => {
                    self.throw_plain(thread, thrown)?;
                    Flow::Next
                }
                Exit::Jumps if lookup_slices > 0 && self.threads[thread.0 as usize].is_confined() => {
                    // No boundary in the midst of a lookup: where it lay would depend on what earlier paths left linked.
                    lookup_slices -= 1;
                    atomic_jumps = JUMP_LIMIT;
                    continue;
                }
                Exit::Jumps => {
                    self.threads[thread.0 as usize].pending = Pending::Continue;
                    return Ok(Halt::Jumps);
                }
            };
            if let Some(slow) = slow {
                self.note_slow(thread, slow, flow);
            }
            match flow {
                Flow::Next => {
                    // A handler that throws within its own range goes round without a jump.
                    let after = place(&self.threads[thread.0 as usize]);
                    if after.0 == before.0 && after.1 < before.1 && !nested {
                        let Some(left) = jumps.checked_sub(1) else {
                            self.threads[thread.0 as usize].pending = Pending::Continue;
                            return Ok(Halt::Jumps);
                        };
                        jumps = left;
                    }
                }
                Flow::Park(pending) => {
                    let pending = self.arrive(thread, pending);
                    if permitted && place(&self.threads[thread.0 as usize]) == parked_at {
                        self.waits_for_another(thread, used, operation, pending)?;
                    }
                    self.note_parked(thread, pending);
                    self.threads[thread.0 as usize].pending = pending;
                    return Ok(Halt::Parked);
                }
                Flow::ParkBehind(pending) => {
                    self.threads[thread.0 as usize].pending = pending;
                    return Ok(Halt::Parked);
                }
                Flow::Suspended => return Ok(Halt::Parked),
                Flow::Ended => return Ok(Halt::Ended),
                Flow::Left => return Ok(Halt::Left),
            }
        }
    }

    /// A thread that was parked at an instruction has executed it, and waits there again. If it has done its operation it may wait for another one:
    /// for a second one of the same kind it would wait without end, since it restarts each time, with the first one. If it has not, it must not
    /// wait for one that has the same key: the state would be the one before, and what follows would be lost.
    #[cold]
    fn waits_for_another(&self, thread: ThreadId, done: bool, before: Pending, next: Pending) -> Result<(), VmError> {
        // A write of a channel that waits for room has written a part, and who has ended the program stays where it is.
        let changed = matches!(next, Pending::Poll { .. } | Pending::Exit);
        let same_kind = std::mem::discriminant(&before) == std::mem::discriminant(&next);
        // The key knows how much an access touches.
        let may_grow = matches!(next, Pending::Access { .. } | Pending::Copy { .. } | Pending::Pieces(_));
        let repeats = same_kind && (done || !may_grow || before == next);
        if changed || !repeats {
            return Ok(());
        }
        let what = match done {
            true => "two operations of one instruction that other threads can see are",
            false => "an operation that its thread can do only in a later step is",
        };
        Err(VmError::NotModelled(format!(
            "{what} not modelled, at {}; this path was not checked",
            self.user_place(thread)
        )))
    }

    /// Shows the machine to the debugger, which may give the path up here.
    #[cold]
    fn ask_instruction_hook(&mut self, thread: ThreadId) -> Result<(), VmError> {
        let Some(mut hook) = self.instruction_hook.take() else {
            return Ok(());
        };
        let goes_on = hook.before_instruction(self, thread);
        self.instruction_hook = Some(hook);
        if goes_on { Ok(()) } else { Err(VmError::Stopped) }
    }

    /// Whether visible operations park: the search runs and another thread lives.
    pub(crate) fn watching(&self) -> bool {
        self.mode.exploring && self.is_multithreaded() && !self.threads[self.this_step.current.0 as usize].is_atomic()
    }

    /// Runs a static method to its end on the main thread, for boot and for what the machine itself needs.
    /// The result's lowest slot.
    pub(crate) fn call(&mut self, thread: ThreadId, method: &'static Method, args: &[u64]) -> Result<u64, VmError> {
        let leave = self
            .known
            .leave_driver
            .ok_or_else(|| VmError::Jdk("called before boot".into()))?;
        self.push_bottom(thread, leave);
        self.push_args(thread, args);
        self.push_frame(thread, method, 0)?;
        match self.execute(thread, false, u32::MAX)? {
            Halt::Left => {}
            Halt::Parked | Halt::Ended | Halt::Jumps => {
                return Err(VmError::Jdk(format!("{} did not return", method.full_name())));
            }
        }
        let t = &mut self.threads[thread.0 as usize];
        let result = t
            .stack
            .get((t.fp + crate::thread::FRAME_HEADER) as usize)
            .copied()
            .unwrap_or(0);
        self.drop_frame(thread);
        match self.threads[thread.0 as usize].pending {
            Pending::None => Ok(result),
            // `throw` leaves the throwable of a failed nested run here.
            Pending::Unpark(throwable) => {
                self.threads[thread.0 as usize].pending = Pending::None;
                Err(VmError::Jdk(format!(
                    "{} threw {}",
                    method.full_name(),
                    self.describe_throwable(throwable)
                )))
            }
            other => Err(VmError::Jdk(format!("{} stopped at {other:?}", method.full_name()))),
        }
    }
}
