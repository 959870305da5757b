//! Records what threads do within a step (`step_events.rs`).

use super::context::Exit;
use super::flow::Flow;
use crate::heap::Ref;
use crate::image::class::{Method, Origin};
use crate::image::code::Op;
use crate::step_events::{Seen, StepEvent, StepEventKind, StepEvents};
use crate::thread::{Pending, ThreadId};
use crate::vm::Vm;

/// Where a thread stood before an instruction.
#[derive(Clone, Copy)]
pub(super) struct Before {
    method: &'static Method,
    op: Option<Op>,
    fp: u32,
    pc: u32,
    depth: u32,
}

impl Vm {
    /// Says what is recorded from now on. What was recorded before and not taken is forgotten.
    pub fn record_step_events(&mut self, wanted: StepEvents) {
        self.step_recorder.wanted = wanted;
        self.step_recorder.events.clear();
    }

    /// How many events are recorded and not taken yet.
    pub fn step_events(&self) -> usize {
        self.step_recorder.events.len()
    }

    /// Takes what was recorded, in the order in which it happened, and records no more.
    pub fn take_step_events(&mut self) -> Vec<StepEvent> {
        self.step_recorder.wanted = StepEvents::default();
        std::mem::take(&mut self.step_recorder.events)
    }

    /// Whether threads run instruction by instruction for it.
    #[inline(always)]
    pub(super) fn records_single_instructions(&self) -> bool {
        self.step_recorder.wanted.need_single_instructions()
    }

    /// Something has happened to an object.
    #[inline(always)]
    pub(crate) fn note_object_event(&mut self, thread: ThreadId, object: Ref, kind: fn(Seen) -> StepEventKind) {
        if !self.step_recorder.wanted.is_empty() {
            let class = self.class_of(object);
            self.record_event(thread, kind(Seen { object, class }));
        }
    }

    /// The topmost frame has come, or is about to go.
    #[inline(always)]
    pub(super) fn note_frame(&mut self, thread: ThreadId, kind: StepEventKind) {
        if self.step_recorder.wanted.contains(StepEvents::METHODS) {
            self.record_event(thread, kind);
        }
    }

    #[cold]
    fn record_event(&mut self, thread: ThreadId, kind: StepEventKind) {
        let t = self.thread(thread);
        if t.fp != 0 {
            let (method, pc) = (self.image.method(t.method_id()), t.pc);
            self.record_at(thread, method, pc, kind);
        }
    }

    fn record_at(&mut self, thread: ThreadId, method: &'static Method, pc: u32, kind: StepEventKind) {
        let among = kind.among();
        if !self.step_recorder.wanted.contains(among) || among.need_single_instructions() && !is_own(method) {
            return;
        }
        self.step_recorder.events.push(StepEvent {
            thread,
            method,
            pc,
            kind,
        });
    }

    /// Where a thread stands, for what is noted behind it.
    #[cold]
    pub(super) fn before_instruction(&self, thread: ThreadId) -> Before {
        let t = self.thread(thread);
        let method = self.image.method(t.method_id());
        let code = method.code.get();
        Before {
            method,
            op: code.and_then(|code| code.instructions.get(t.pc as usize).map(|instr| instr.get().op)),
            fp: t.fp,
            pc: t.pc,
            depth: t.depth,
        }
    }

    /// The fast path has run one instruction, or several that are done at once, of which the last may be a jump, a call or a return; or it was left before one.
    /// That one comes next, if any does.
    #[cold]
    pub(super) fn note_fast(&mut self, thread: ThreadId, before: Before, exit: &Exit, began: u64) -> Option<Before> {
        let (run, next) = match exit {
            Exit::One | Exit::Jumps => (self.instructions - began, None),
            Exit::Slow | Exit::Throw(_) => {
                let next = self.before_instruction(thread);
                (u64::from(next.pc.saturating_sub(before.pc)), Some(next))
            }
        };
        self.note_run(thread, before, run);
        next
    }

    fn note_run(&mut self, thread: ThreadId, before: Before, run: u64) {
        if matches!(before.op, Some(Op::NewQ | Op::NewInit)) && run > 0 {
            self.note_created(thread, before);
        }
        let depth = self.thread(thread).depth;
        if depth > before.depth {
            self.record_event(thread, StepEventKind::MethodEntered);
        }
        let last = before.pc + run.saturating_sub(1) as u32;
        if depth < before.depth {
            self.record_at(thread, before.method, last, StepEventKind::MethodLeft);
        }
        for pc in before.pc..before.pc + run as u32 {
            self.record_at(thread, before.method, pc, StepEventKind::Instruction);
        }
    }

    /// The slow path has done an instruction, or not yet.
    #[cold]
    pub(super) fn note_slow(&mut self, thread: ThreadId, before: Before, flow: Flow) {
        let t = self.thread(thread);
        let (fp, pc) = (t.fp, t.pc);
        let is_behind = (fp, pc) == (before.fp, before.pc + 1);
        let runs_again = t.depth > before.depth && self.runs_again_after(self.image.method(t.method_id()));
        let done = matches!(flow, Flow::Next | Flow::ParkBehind(_));
        if !done || (fp, pc) == (before.fp, before.pc) || runs_again {
            return;
        }
        if matches!(
            before.op,
            Some(Op::NewQ | Op::NewInit | Op::AnewarrayQ | Op::MultianewarrayQ)
        ) && is_behind
        {
            self.note_created(thread, before);
        }
        self.record_at(thread, before.method, before.pc, StepEventKind::Instruction);
    }

    /// The thread parks.
    #[inline(always)]
    pub(super) fn note_parked(&mut self, thread: ThreadId, pending: Pending) {
        if let Pending::Enter(object) = pending {
            self.note_object_event(thread, object, StepEventKind::LockWanted);
        }
    }

    fn note_created(&mut self, thread: ThreadId, before: Before) {
        let object = self.thread(thread).peek(0) as Ref;
        let class = self.class_of(object);
        let kind = StepEventKind::ObjectCreated(Seen { object, class });
        self.record_at(thread, before.method, before.pc, kind);
    }
}

/// Whether a method is of the program's own code.
fn is_own(method: &Method) -> bool {
    method.class.get().is_some_and(|class| class.origin == Origin::User)
}
