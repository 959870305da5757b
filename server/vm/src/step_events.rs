//! What threads do within a step, for listeners of a search: instructions, calls, new objects, monitors, throwables.
//!
//! Plain data; `interpreter/step_events.rs` records it, if a listener asked for it before the step. Recording decides nothing, and is no part of a state. Without listeners, one mask is compared where a run of the fast path begins, and where monitors change hands and
//! frames come and go outside of it. Where instructions, calls or objects are asked for, the thread runs instruction by instruction, as for a debugger.
//!
//! Not recorded: instructions, calls and objects of code that is not the program's own, and objects that no instruction makes (those of reflection, `clone`
//! and lambdas).

use crate::heap::Ref;
use crate::image::class::{Class, Method};
use crate::thread::ThreadId;

/// Kinds of events within a step, as a set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct StepEvents(u8);

impl StepEvents {
    /// [`StepEventKind::Instruction`].
    pub const INSTRUCTIONS: StepEvents = StepEvents(1);
    /// [`StepEventKind::MethodEntered`] and [`StepEventKind::MethodLeft`].
    pub const METHODS: StepEvents = StepEvents(1 << 1);
    /// [`StepEventKind::ObjectCreated`].
    pub const OBJECTS: StepEvents = StepEvents(1 << 2);
    /// [`StepEventKind::LockWanted`], [`StepEventKind::LockTaken`] and [`StepEventKind::LockReleased`].
    pub const LOCKS: StepEvents = StepEvents(1 << 3);
    /// [`StepEventKind::ExceptionThrown`].
    pub const EXCEPTIONS: StepEvents = StepEvents(1 << 4);

    /// The kinds with these bits, in the order of the constants.
    pub fn of_bits(bits: u8) -> StepEvents {
        StepEvents(bits & 0b1_1111)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both.
    pub const fn and(self, other: StepEvents) -> StepEvents {
        StepEvents(self.0 | other.0)
    }

    /// Whether all of these are among them.
    pub const fn contains(self, of: StepEvents) -> bool {
        self.0 & of.0 == of.0
    }

    /// Whether the thread has to run instruction by instruction.
    pub(crate) fn need_single_instructions(self) -> bool {
        let single = StepEvents::INSTRUCTIONS
            .and(StepEvents::METHODS)
            .and(StepEvents::OBJECTS);
        self.0 & single.0 != 0
    }
}

/// Something that a thread did within a step.
#[derive(Clone, Copy)]
pub struct StepEvent {
    /// Who.
    pub thread: ThreadId,
    /// Where: the innermost method, or the one that was entered or left.
    pub method: &'static Method,
    /// Its instruction, counted from 0; [`Method::line`] says the line.
    pub pc: u32,
    /// What.
    pub kind: StepEventKind,
}

/// What a thread did. Objects are named as they lie now: 0 where one has been collected since.
#[derive(Clone, Copy)]
pub enum StepEventKind {
    /// An instruction of the program's own code has run. One that needs a class initialised has when it goes on behind that.
    Instruction,
    /// A method of the program's own was entered.
    MethodEntered,
    /// It was left, by a return or by a throwable.
    MethodLeft,
    /// An instruction of the program's own code has made an object or an array; of several dimensions the outermost one.
    ObjectCreated(Seen),
    /// The thread comes to where it takes a monitor, and waits there: for the one who holds it, or for its turn.
    LockWanted(Seen),
    /// It took a monitor, or took it again behind a wait. Not where it holds it already.
    LockTaken(Seen),
    /// It gave a monitor up, or went to wait on it.
    LockReleased(Seen),
    /// A throwable was thrown, by whatever code.
    ExceptionThrown(Seen),
}

impl StepEventKind {
    /// The kinds to which it belongs.
    pub fn among(self) -> StepEvents {
        match self {
            StepEventKind::Instruction => StepEvents::INSTRUCTIONS,
            StepEventKind::MethodEntered | StepEventKind::MethodLeft => StepEvents::METHODS,
            StepEventKind::ObjectCreated(_) => StepEvents::OBJECTS,
            StepEventKind::LockWanted(_) | StepEventKind::LockTaken(_) | StepEventKind::LockReleased(_) => {
                StepEvents::LOCKS
            }
            StepEventKind::ExceptionThrown(_) => StepEvents::EXCEPTIONS,
        }
    }

    fn object(&mut self) -> Option<&mut Ref> {
        match self {
            StepEventKind::Instruction | StepEventKind::MethodEntered | StepEventKind::MethodLeft => None,
            StepEventKind::ObjectCreated(seen)
            | StepEventKind::LockWanted(seen)
            | StepEventKind::LockTaken(seen)
            | StepEventKind::LockReleased(seen)
            | StepEventKind::ExceptionThrown(seen) => Some(&mut seen.object),
        }
    }
}

/// An object of an event.
#[derive(Clone, Copy)]
pub struct Seen {
    /// Where it lies.
    pub object: Ref,
    /// Its class.
    pub class: &'static Class,
}

/// What is recorded, and what was.
#[derive(Default)]
pub(crate) struct StepRecorder {
    pub(crate) wanted: StepEvents,
    pub(crate) events: Vec<StepEvent>,
}

impl StepRecorder {
    /// The objects of the events, which are about to move.
    pub(crate) fn objects(&mut self) -> impl Iterator<Item = &mut Ref> {
        self.events.iter_mut().filter_map(|event| event.kind.object())
    }
}

#[cfg(test)]
mod tests {
    use super::StepEvents;

    #[test]
    fn locks_and_exceptions_need_no_single_instructions() {
        let quick = StepEvents::LOCKS.and(StepEvents::EXCEPTIONS);
        assert!(!quick.need_single_instructions() && !quick.is_empty());
        assert!(quick.contains(StepEvents::LOCKS) && !quick.contains(StepEvents::METHODS));
        for one in [StepEvents::INSTRUCTIONS, StepEvents::METHODS, StepEvents::OBJECTS] {
            assert!(quick.and(one).need_single_instructions());
        }
        assert_eq!(StepEvents::of_bits(0xff).and(quick), StepEvents::of_bits(0b1_1111));
    }
}
