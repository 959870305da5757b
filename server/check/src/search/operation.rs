//! What the next operation of a thread touches, as samplers of schedules ask.

use dropwire_vm::thread::Location;
use dropwire_vm::{Pending, Span, ThreadId, Vm};

/// What operations of several runs have in common.
pub(super) type Subject = (Option<u32>, Option<Location>);

/// Memory, a monitor or what else an operation is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operation {
    /// An object's word address, as the machine has it; 0 for memory off the heap.
    object: u32,
    /// Which bytes; `None` for the object as a whole: a monitor, a thread, a synchronizer.
    span: Option<Span>,
    writes: bool,
}

impl Operation {
    /// What a thread is about to do; `None` where nothing of it meets other threads.
    pub(super) fn of(vm: &Vm, thread: ThreadId) -> Option<Operation> {
        let (object, span, writes) = match vm.pending(thread) {
            Pending::Enter(object)
            | Pending::Release(object)
            | Pending::Reacquire(object, ..)
            | Pending::Wait(object)
            | Pending::Notify(object)
            | Pending::NotifyAll(object)
            | Pending::Unpark(object)
            | Pending::ClassInit(object)
            | Pending::Boundary(_, object)
            | Pending::Call(_, object) => (object, None, true),
            Pending::Join(object) => (object, None, false),
            // The network is one: what is done at one end others see.
            Pending::Poll { .. } | Pending::Pieces(_) => (0, None, true),
            Pending::Park(_) => (vm.thread(thread).object, None, true),
            Pending::Access {
                object, span, write, ..
            } => (object, Some(span), write),
            Pending::Copy { from, to } => match to.object {
                0 => (from.object, Some(from.span), false),
                object => (object, Some(to.span), true),
            },
            Pending::None
            | Pending::Continue
            | Pending::Resume
            | Pending::Begin
            | Pending::Sleep(_)
            | Pending::InterruptCheck(_)
            | Pending::Leave(..)
            | Pending::Entered(_)
            | Pending::Left(..)
            | Pending::Arrive
            | Pending::DataChoice(_)
            | Pending::End
            | Pending::Exit => return None,
        };
        Some(Operation { object, span, writes })
    }

    /// What it is about, named alike on each run: the class of the object, and the place in it.
    pub(super) fn subject(&self, vm: &Vm) -> Subject {
        let class = match self.object {
            0 => None,
            object => Some(vm.class_of(object).id.0),
        };
        (class, self.span.map(|span| span.at))
    }

    /// The same where elements of an array count as one.
    pub(super) fn kind(&self, vm: &Vm) -> Subject {
        let of_array = self.object != 0 && vm.class_of(self.object).is_array();
        let (class, at) = self.subject(vm);
        (class, at.filter(|_| !of_array))
    }

    /// Whether the order of both may matter.
    pub(super) fn conflicts(&self, other: &Operation) -> bool {
        let meets = match (self.span, other.span) {
            (Some(own), Some(others)) => own.overlaps(others),
            (None, None) => true,
            _ => false,
        };
        self.object == other.object && meets && (self.writes || other.writes)
    }
}
