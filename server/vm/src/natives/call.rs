//! A call of a peer: its arguments, what it may do, and what it answers.

use crate::choice_point::ChoicePoint;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, Ref};
use crate::image::class::{Class, Method};
use crate::interpreter::flow::Check;
use crate::observation::Observation;
use crate::thread::{Pending, Pieces, Side, Thread, ThreadId};
use crate::vm::Vm;

/// What a peer did.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Returns nothing.
    Void,
    /// Returns a value, as it lies on the stack.
    Value(u64),
    /// Throws a new exception: internal class name and message.
    Throw(&'static str, Option<String>),
    /// Throws this object.
    ThrowObject(Ref),
    /// Parks first; nothing has changed.
    Park(Pending),
    /// The thread is in a wait set; the call completes when it is woken.
    Suspended,
    /// Calls this method with these slots in place of the native; its result becomes the native's.
    Tail(&'static Method, Vec<u64>, u64),
    /// A frame was pushed; the call is executed again when it returns.
    Again,
    /// The real body runs (replaced methods only).
    Fallthrough,
}

/// Whether others may see what an operation does to memory.
pub(crate) enum Touch {
    /// No other thread can.
    Alone,
    /// The thread parks first.
    Park(Outcome),
    /// It was parked, and executes the operation: its permission for one visible operation is used up.
    Granted,
}

/// Whether a state is kept before a data choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// Always; nobody else moves in it.
    Kept,
    /// Only where it has to be.
    AtOnce,
}

/// The result of a peer.
pub type NativeResult = Result<Outcome, VmError>;

/// A row of a peer table: name, descriptor (empty: any), function.
pub(crate) type Row = (&'static str, &'static str, fn(&mut NativeCall<'_>) -> NativeResult);

/// Whether a class is the JDK's machinery of reflective calls.
pub(crate) fn is_reflection(class: &str) -> bool {
    class.starts_with("jdk/internal/reflect/") || class.starts_with("sun/reflect/")
}

/// A call of a peer.
pub struct NativeCall<'a> {
    /// The machine.
    pub vm: &'a mut Vm,
    /// The calling thread.
    pub thread: ThreadId,
    /// The native method.
    pub method: &'static Method,
    /// Stack index of the first argument (the receiver, if there is one).
    pub first_arg: u32,
    /// Whether one visible operation may run now.
    pub may_execute: &'a mut bool,
}

impl NativeCall<'_> {
    /// A raw argument slot; the receiver is slot 0, longs and doubles take two.
    pub fn slot(&self, index: u32) -> u64 {
        self.this_thread().stack[(self.first_arg + index) as usize]
    }

    /// An int argument.
    pub fn int(&self, index: u32) -> i32 {
        self.slot(index) as u32 as i32
    }

    /// A long argument.
    pub fn long(&self, index: u32) -> i64 {
        self.slot(index) as i64
    }

    /// A reference argument.
    pub fn reference(&self, index: u32) -> Ref {
        self.slot(index) as Ref
    }

    /// The thread that calls.
    pub fn this_thread(&self) -> &Thread {
        &self.vm.threads[self.thread.0 as usize]
    }

    /// The class that a `java.lang.Class` argument stands for.
    pub fn class_arg(&self, index: u32) -> &'static Class {
        self.vm.image.class_of_mirror(&self.vm.heap, self.reference(index))
    }

    /// Text of a `String` argument.
    pub fn text(&self, index: u32) -> String {
        self.vm.text(self.reference(index))
    }

    /// For an operation on `object` that others may see: `Some` when the thread must park first.
    pub fn park_first(&mut self, object: Ref, pending: Pending) -> Option<Outcome> {
        let entered = self.this_thread().is_entered();
        let seen = object == 0 || !self.vm.mode.reduction || self.vm.heap.flag(object, ESCAPED);
        // A wait releases its monitor.
        let observed = match pending {
            Pending::Wait(_) => self.vm.sees_monitor(self.thread),
            Pending::Sleep(_) => self.vm.sees_states(self.thread),
            _ => false,
        };
        if !observed && (!self.vm.watching() || entered || !seen) {
            return None;
        }
        if *self.may_execute {
            self.vm.use_permission(self.thread, self.may_execute);
            return None;
        }
        Some(Outcome::Park(pending))
    }

    /// For a body that takes a monitor, does one thing and releases it: `Some` when another thread holds the monitor, or when the thread must
    /// park first because somebody looks at who does.
    pub(crate) fn through_monitor(&mut self, object: Ref, look: Observation) -> Option<Outcome> {
        if self.is_held_by_another(object) {
            Some(Outcome::Park(Pending::Enter(object)))
        } else if self.vm.heap.monitor(object).is_some() || !self.vm.mode.exploring || self.vm.assume_unobserved(look) {
            None
        } else {
            self.park_first(object, Pending::Enter(object))
        }
    }

    /// The way that a data choice goes, of so many; what comes first where the thread parks before it. Without a search it is the first.
    pub(crate) fn choose(&mut self, ways: u64, passing: Passing) -> Result<u64, Outcome> {
        let way = self.vm.choose(self.thread, ways, passing, self.may_execute);
        way.map_err(Outcome::Park)
    }

    /// Whether another thread holds an object's monitor.
    pub(crate) fn is_held_by_another(&self, object: Ref) -> bool {
        let owner = self.vm.heap.monitor(object).map(|(owner, _)| owner);
        owner.is_some_and(|owner| owner != self.thread.0 as usize)
    }

    /// The gate for one range, plainly read or written: `Some` when the thread must park first.
    pub(crate) fn reach(&mut self, side: Side, write: bool) -> Option<Outcome> {
        if side.is_none() || planted(Fault::NativesWithoutGate) {
            return None;
        }
        let kind = self.vm.side_kind(side, write);
        let pending = self
            .vm
            .gate(self.thread, side.object, side.span, kind, self.may_execute);
        pending.map(Outcome::Park)
    }

    /// Whether the thread must park before it reads or writes a range, even where it was parked at this instruction.
    pub(crate) fn is_seen(&mut self, side: Side, write: bool) -> bool {
        if side.is_none() || planted(Fault::NativesWithoutGate) {
            return false;
        }
        let kind = self.vm.side_kind(side, write);
        let gate = self.vm.gate(self.thread, side.object, side.span, kind, &mut false);
        gate.is_some()
    }

    /// The gate for an operation that reads one range and writes another in one step; each counts for itself when conflicts
    /// are judged. Either may be [`Side::NONE`].
    pub(crate) fn touch(&mut self, from: Side, to: Side) -> Touch {
        let (read, written) = (self.is_seen(from, false), self.is_seen(to, true));
        if !read && !written {
            return Touch::Alone;
        }
        let shown = |side, seen| if seen { side } else { Side::NONE };
        let (from, to) = (shown(from, read), shown(to, written));
        self.pass_as_one(Pending::Copy { from, to }, &[(from, false), (to, true)])
    }

    /// The same for a scattering read or a gathering write.
    pub(crate) fn touch_pieces(&mut self, all: Pieces) -> Result<Touch, VmError> {
        let pieces = self.vm.pieces(all)?;
        let mut seen = Vec::new();
        for piece in pieces {
            if self.is_seen(piece, all.write) {
                seen.push(piece);
            }
        }
        if seen.is_empty() {
            return Ok(Touch::Alone);
        }
        let sides: Vec<(Side, bool)> = seen.into_iter().map(|piece| (piece, all.write)).collect();
        Ok(self.pass_as_one(Pending::Pieces(all), &sides))
    }

    /// Ranges that are touched in one step: the thread parks before the operation, unless it was parked before all of it.
    fn pass_as_one(&mut self, operation: Pending, sides: &[(Side, bool)]) -> Touch {
        let shown = match (self.vm.this_step.operation, operation) {
            (Pending::Pieces(before), Pending::Pieces(now)) => before.bytes >= now.bytes,
            _ => sides
                .iter()
                .all(|(side, write)| side.is_none() || self.vm.has_shown(*side, *write)),
        };
        if !*self.may_execute || !shown {
            return Touch::Park(Outcome::Park(operation));
        }
        *self.may_execute = false;
        // They parked as one, so the gate has not reported them.
        for (side, write) in sides.iter().filter(|(side, _)| !side.is_none()) {
            let kind = self.vm.side_kind(*side, *write);
            self.vm.report_side(self.thread, *side, kind);
        }
        Touch::Granted
    }

    /// A part of a byte array, or the wait before it may be read.
    pub(crate) fn read_bytes(&mut self, array: Ref, at: i32, count: i32) -> Result<Result<Vec<u8>, Outcome>, VmError> {
        let side = self.vm.elements(array, at.max(0) as u64, count.max(0) as u64);
        Ok(match self.reach(side, false) {
            Some(park) => Err(park),
            None => Ok(self.vm.bytes(side.span.at, count.max(0) as u64)?),
        })
    }

    /// A new string as the result.
    pub fn return_text(&mut self, text: &str) -> NativeResult {
        Ok(Outcome::Value(u64::from(self.vm.new_text(text)?)))
    }
}

impl Vm {
    /// The way that a data choice of the thread goes, as [`NativeCall::choose`] says.
    pub(crate) fn choose(
        &mut self,
        thread: ThreadId,
        ways: u64,
        passing: Passing,
        may_execute: &mut bool,
    ) -> Result<u64, Pending> {
        if ways > 1 && self.mode.exploring && self.this_step.chosen.is_none() {
            let passed = passing == Passing::AtOnce && self.mode.reduction && !self.this_step.jumped;
            let alone = passed || passing == Passing::Kept || self.thread(thread).is_atomic();
            return Err(Pending::DataChoice(ChoicePoint { ways, alone, passed }));
        }
        // This was the step's operation: others may come before the next one.
        *may_execute = false;
        Ok(self.this_step.chosen.take().unwrap_or(0))
    }
}

/// Throws NullPointerException.
pub(crate) fn null_pointer() -> NativeResult {
    Ok(Outcome::Throw("java/lang/NullPointerException", None))
}

/// Returns a boolean.
pub(crate) fn boolean(value: bool) -> NativeResult {
    Ok(Outcome::Value(u64::from(value)))
}

/// Returns an int.
pub(crate) fn int(value: i32) -> NativeResult {
    Ok(Outcome::Value(u64::from(value as u32)))
}

/// Returns a long.
pub(crate) fn long(value: i64) -> NativeResult {
    Ok(Outcome::Value(value as u64))
}

/// Returns a reference.
pub(crate) fn reference(value: Ref) -> NativeResult {
    Ok(Outcome::Value(u64::from(value)))
}

/// Does nothing.
pub(crate) fn nothing(_: &mut NativeCall<'_>) -> NativeResult {
    Ok(Outcome::Void)
}

/// Returns null, false or zero: for peers whose honest answer that is.
pub(crate) fn zero(_: &mut NativeCall<'_>) -> NativeResult {
    Ok(Outcome::Value(0))
}

/// One exception.
pub(crate) struct Replacement {
    pub class: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
    pub run: fn(&mut NativeCall<'_>) -> NativeResult,
    /// Why the real body will not do.
    #[allow(dead_code)] // Read by people, and by the test that no row lacks one.
    pub why: &'static str,
}

impl Vm {
    /// For peers that need an initialised class: `Some` is what comes first; the call is then executed again.
    pub(crate) fn initialise_for_native(
        &mut self,
        thread: ThreadId,
        class: &'static Class,
        may_execute: &mut bool,
    ) -> Result<Option<Outcome>, VmError> {
        Ok(match self.check_initialised(thread, class, may_execute)? {
            Check::Ready => None,
            Check::Pushed => Some(Outcome::Again),
            Check::Park(pending) => Some(Outcome::Park(pending)),
        })
    }
}
