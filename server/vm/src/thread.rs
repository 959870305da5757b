//! A thread of the program under test: its stack, where it is parked, and what it is about to do.

use crate::choice_point::ChoicePoint;
use crate::heap::Ref;
use crate::image::class::Method;

/// Index of a thread, in the order of starting on this path. Never in a key: keys use the creation path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// Its bit in a set of threads of 64 bits; those from 63 on share one.
    pub fn bit(self) -> u64 {
        1 << self.0.min(63)
    }
}

/// Words between a frame's locals and its operands.
pub const FRAME_HEADER: u32 = 3;
/// Frame flag: runs inside an atomic operation.
pub const ATOMIC_REGION: u64 = 1 << 32;
/// Frame flag: the monitor in the low half is released on return.
pub const LOCKED: u64 = 1 << 33;
/// Frame flag: returning from it drops the thread's clock skew, or leaves that to the caller, if the thread has not read a clock yet.
pub const DROPS_SKEW: u64 = 1 << 34;
/// Frame flag: called back from an atomic operation into code that is no part of it.
pub const CALLBACK: u64 = 1 << 35;
/// Frame flag: a collection that belongs to the atomic operation that called it.
pub const CONFINED: u64 = 1 << 36;
/// Frame flag: runs inside a method that the user calls atomic.
pub const ATOMIC: u64 = 1 << 37;
/// Frame flag: that method itself.
pub const ATOMIC_ROOT: u64 = 1 << 38;
/// Frame flag: inside an atomic operation on an object that nobody else can reach. What it does first to something that others
/// can reach is what they notice of it: a boundary, as the entry of other operations is.
pub const UNNOTICED: u64 = 1 << 39;
/// Frame flag: the arguments of the call at which it stands are perturbed.
pub const PERTURBED: u64 = 1 << 40;
/// Frame flag: a property sees whether a thread is in the method.
pub const OBSERVED: u64 = 1 << 41;
/// Frame flag: a constructor of which a property sees that it has returned; the object is in the low half.
pub const CONSTRUCTS: u64 = 1 << 42;
/// A frame with one of these flags is left on the slow path.
pub const RETURNS_SLOWLY: u64 = LOCKED | DROPS_SKEW | CALLBACK | ATOMIC_ROOT | OBSERVED | CONSTRUCTS;

/// A thread.
///
/// Frames lie in `stack` as `locals… header operands…`. The header's words are: method id (low) and, while the frame
/// is not the topmost, its instruction (high); the caller's `fp` (low) ; the locked object (low) and flags (high).
#[derive(Clone, Debug)]
pub struct Thread {
    /// The `java.lang.Thread` object.
    pub object: Ref,
    /// Slots; only those below `sp` mean anything.
    pub stack: Vec<u64>,
    /// Index of the topmost frame's header; 0 when there is no frame.
    pub fp: u32,
    /// Next instruction of the topmost frame.
    pub pc: u32,
    /// First free slot.
    pub sp: u32,
    /// Frames on the stack.
    pub depth: u32,
    /// Alive, waiting or dead.
    pub status: Status,
    /// The visible operation before which it is parked.
    pub pending: Pending,
    /// Creation path: index of the child at each generation; empty for `main`.
    pub path: std::rc::Rc<[u16]>,
    /// Hash of the path: stands for the thread in keys.
    pub path_hash: u64,
    /// Threads it has started.
    pub children: u16,
    /// Thread ids that it has given out beside the count of all.
    pub ids: u32,
    /// Default names likewise.
    pub created: u32,
    /// Identity hashes it has given out.
    pub hashes: u32,
    /// Park permit.
    pub permit: bool,
    /// Whether the program may end without it.
    pub daemon: bool,
    /// Whether it needs a carrier to run.
    pub is_virtual: bool,
    /// It has a carrier, and keeps it until it waits or yields; always so while there are carriers for all virtual threads.
    pub mounted: bool,
    /// Nanoseconds that its clock is ahead because a timed wait ended by time.
    pub skew: i64,
    /// Nanoseconds of the present timed wait that have passed for certain, for others' sleeps and time-outs took them.
    pub waited: i64,
    /// What clocks showed when its sleep or timed wait began; none is under way where this is negative.
    pub since: i64,
    /// How far it has used up what it may move clocks.
    pub ticks: u16,
    /// The same while it was the only thread.
    pub lone_ticks: u16,
    /// User code read a clock since the last step.
    pub read_clock: bool,
    /// Its time has run out, and it has not read a clock since.
    pub skew_unread: bool,
    /// It has read a clock since its time last ran out within an operation of the library.
    pub skew_seen: bool,
    /// Where its starter stood in user code: method and instruction.
    pub started_at: Option<(u32, u32)>,
    /// The last timed operation ended by time: park returns to code that may look at the clock.
    pub timed_out: bool,
    /// Somebody has seen that it ended, or it was a pool's: what it did comes before what the others do now.
    pub awaited: bool,
    /// Frames on the stack when the present step began.
    pub resumed_depth: u32,
    /// Undo epoch of the last save.
    pub epoch: u64,
    /// It may differ from what the last key saw of it.
    pub changed: bool,
    /// The number of the name that it had when it started, from 1 on, where a property speaks of a thread of that name; else 0.
    pub observed_name: u8,
    /// What `Thread.stop` throws in it (JVMS 2.10) and it has not met yet; 0 for nothing.
    pub async_exception: Ref,
}

/// What a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Parked before its pending operation.
    Ready,
    /// In the wait set of an object.
    Waiting {
        /// The object.
        object: Ref,
        /// How often it held the monitor.
        count: u32,
        /// Nanoseconds until the time-out; 0 for none.
        nanos: i64,
    },
    /// Gone.
    Terminated,
}

/// How a wait ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wakeup {
    /// By notification.
    Notified,
    /// By interruption.
    Interrupted,
    /// By time.
    TimedOut,
    /// For no reason.
    Spurious,
    /// By interruption, and notified together with all others before it had left: `wait` returns or throws (JLS 17.2.4).
    InterruptedOrNotified,
}

/// An address in bytes, which is unique in a state.
pub type Location = u64;

/// The memory that an operation touches: so many bytes from an address on. Two operations meet where their ranges overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub at: Location,
    /// How many.
    pub bytes: u64,
}

impl Span {
    /// One element, field or value.
    pub fn new(at: Location, bytes: u64) -> Span {
        Span { at, bytes }
    }

    /// The address behind the last byte.
    pub fn end(self) -> Location {
        self.at.saturating_add(self.bytes)
    }

    /// Whether no byte of another one is outside.
    pub fn covers(self, other: Span) -> bool {
        self.at <= other.at && other.end() <= self.end()
    }

    /// Whether both touch some byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.at.max(other.at) < self.end().min(other.end())
    }
}

/// One side of an operation that reads one range and writes another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// Object, array or mirror; 0 for memory off the heap.
    pub object: Ref,
    /// Where; empty if nobody else can reach it, or nothing is touched.
    pub span: Span,
}

impl Side {
    /// Nothing is touched.
    pub const NONE: Side = Side {
        object: 0,
        span: Span { at: 0, bytes: 0 },
    };

    /// Whether nothing is touched that others can reach.
    pub fn is_none(self) -> bool {
        self.span.bytes == 0
    }
}

/// The pieces of memory off the heap that a scattering read or a gathering write of a channel accesses in one step, each plainly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    /// The address of the array that names them (`iovec` of readv(2)).
    pub vector: i64,
    /// How many there are.
    pub count: u32,
    /// At most so many bytes of all together, in their order.
    pub bytes: u64,
    /// Whether they are written.
    pub write: bool,
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Plain.
    Plain,
    /// Volatile, or through a VarHandle mode that orders.
    Volatile,
    /// Read-modify-write.
    Atomic,
}

/// A thread's next visible operation. It has not changed anything yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pending {
    /// None: the thread runs, or is dead.
    None,
    /// Nothing but a forced boundary in a long invisible run.
    Continue,
    /// The rest of an atomic operation, after a call back.
    Resume,
    /// The first instruction of a thread.
    Begin,
    /// Acquire a monitor (a statement, a synchronized method, or again after a wait).
    Enter(Ref),
    /// Release a monitor, where somebody asks what threads wait for.
    Release(Ref),
    /// Acquire it again after a wait that ended.
    Reacquire(Ref, u32, Wakeup),
    /// `Object.wait`.
    Wait(Ref),
    /// `Object.notify`.
    Notify(Ref),
    /// `Object.notifyAll`.
    NotifyAll(Ref),
    /// A read or write of a field, a static, elements of an array, or memory off the heap.
    Access {
        /// Object, array or mirror; 0 for memory off the heap.
        object: Ref,
        /// Where.
        span: Span,
        /// Whether it writes.
        write: bool,
        /// Plain, volatile or atomic.
        mode: Mode,
    },
    /// `System.arraycopy` and all else that reads one range and writes another in one step.
    Copy {
        /// What is read.
        from: Side,
        /// What is written.
        to: Side,
    },
    /// A scattering read or a gathering write of a channel.
    Pieces(Pieces),
    /// `LockSupport.park`: nanoseconds until the time-out, 0 for none.
    Park(i64),
    /// `LockSupport.unpark` of a thread object.
    Unpark(Ref),
    /// An operation of the network in memory that waits until some of these events have come to a descriptor.
    Poll {
        /// Its number.
        descriptor: u32,
        /// Bits of poll(2).
        events: u16,
        /// Nanoseconds until the time-out; 0 for none.
        nanos: i64,
    },
    /// `Thread.sleep`, in nanoseconds.
    Sleep(i64),
    /// `Thread.join` without time, on a thread object.
    Join(Ref),
    /// The initialisation check of a class, by its mirror.
    ClassInit(Ref),
    /// The call of a method for which the user wants a boundary, on an object. What the call itself waits for comes behind it.
    Boundary(&'static Method, Ref),
    /// A library operation that runs as one step.
    Call(&'static Method, Ref),
    /// A question inside an operation that runs as one step: whether the thread was interrupted. What the operation read before is old by now.
    InterruptCheck(&'static Method),
    /// It leaves a method, which a property sees: by a throwable, or by its return (0).
    Leave(&'static Method, Ref),
    /// It has entered a method, which a property sees until it goes on.
    Entered(&'static Method),
    /// It has left a method, which a property sees until it goes on: by a throwable, which goes on through its callers, or by return (0).
    Left(&'static Method, Ref),
    /// It is about to come to an operation at which it may wait: a property sees when it has come there.
    Arrive,
    /// A data choice.
    DataChoice(ChoicePoint),
    /// The thread's end.
    End,
    /// `System.exit` or `halt`.
    Exit,
}

impl Pending {
    /// Whether it touches all of a range in memory, and writes it where `write` is asked for. The pieces of a channel count all together: the
    /// array that names them is the thread's own.
    pub(crate) fn shows(self, side: Side, write: bool) -> bool {
        let covers = |shown: Side| shown.object == side.object && shown.span.covers(side.span);
        match self {
            Pending::Access {
                object,
                span,
                write: writes,
                ..
            } => covers(Side { object, span }) && (writes || !write),
            Pending::Copy { from, to } => covers(if write { to } else { from }),
            _ => false,
        }
    }

    /// The object that it names, where that is not the place of an access.
    pub(crate) fn subject(&mut self) -> Option<&mut Ref> {
        match self {
            Pending::Enter(r)
            | Pending::Release(r)
            | Pending::Reacquire(r, ..)
            | Pending::Wait(r)
            | Pending::Notify(r)
            | Pending::NotifyAll(r)
            | Pending::Unpark(r)
            | Pending::Join(r)
            | Pending::ClassInit(r)
            | Pending::Boundary(_, r)
            | Pending::Call(_, r)
            | Pending::Leave(_, r)
            | Pending::Left(_, r) => Some(r),
            Pending::Access { .. }
            | Pending::Copy { .. }
            | Pending::Pieces(_)
            | Pending::None
            | Pending::Continue
            | Pending::Resume
            | Pending::Begin
            | Pending::Park(_)
            | Pending::Poll { .. }
            | Pending::Sleep(_)
            | Pending::InterruptCheck(_)
            | Pending::Entered(_)
            | Pending::Arrive
            | Pending::DataChoice(_)
            | Pending::End
            | Pending::Exit => None,
        }
    }
}

impl Thread {
    /// A thread without frames.
    pub fn new(object: Ref, path: std::rc::Rc<[u16]>) -> Thread {
        let path_hash = path.iter().fold(0x9e37_79b9_7f4a_7c15u64, |h, i| {
            (h.rotate_left(7) ^ (u64::from(*i) + 1)).wrapping_mul(0x2545_f491_4f6c_dd1d)
        });
        Thread {
            object,
            stack: Vec::new(),
            fp: 0,
            pc: 0,
            sp: 0,
            depth: 0,
            status: Status::Ready,
            pending: Pending::None,
            path,
            path_hash,
            children: 0,
            ids: 0,
            created: 0,
            hashes: 0,
            permit: false,
            daemon: false,
            is_virtual: false,
            mounted: false,
            skew: 0,
            waited: 0,
            since: -1,
            ticks: 0,
            lone_ticks: 0,
            read_clock: false,
            skew_unread: false,
            skew_seen: false,
            started_at: None,
            timed_out: false,
            awaited: false,
            resumed_depth: 0,
            epoch: 0,
            changed: true,
            observed_name: 0,
            async_exception: 0,
        }
    }

    /// As if it had been notified: for a planted fault.
    pub(crate) fn stop_waiting(&mut self) {
        if let Status::Waiting { object, count, .. } = self.status {
            self.status = Status::Ready;
            self.pending = Pending::Reacquire(object, count, Wakeup::Notified);
        }
    }

    /// Whether it has not ended.
    pub fn is_alive(&self) -> bool {
        !matches!(self.status, Status::Terminated)
    }

    /// Id of the topmost frame's method.
    #[inline(always)]
    pub fn method_id(&self) -> u32 {
        self.stack[self.fp as usize] as u32
    }

    /// Locked object and flags of the topmost frame.
    #[inline(always)]
    pub fn frame_word(&self) -> u64 {
        self.stack[self.fp as usize + 2]
    }

    /// The topmost frame holds a monitor until it is left.
    pub fn lock_frame(&mut self, monitor: Ref) {
        let word = self.fp as usize + 2;
        self.stack[word] |= LOCKED | u64::from(monitor);
    }

    /// Whether the topmost frame runs inside an atomic operation.
    #[inline(always)]
    pub fn in_atomic_region(&self) -> bool {
        self.fp != 0 && self.frame_word() & ATOMIC_REGION != 0
    }

    /// Whether the topmost frame runs inside an atomic operation whose boundary lies behind it.
    #[inline(always)]
    pub fn is_entered(&self) -> bool {
        self.fp != 0 && self.frame_word() & (ATOMIC_REGION | UNNOTICED) == ATOMIC_REGION
    }

    /// The boundary of the atomic operation that runs on top has come; false if there is none, or it had come before.
    pub fn enter_operation(&mut self) -> bool {
        let mut fp = self.fp as usize;
        let comes = fp != 0 && self.frame_word() & UNNOTICED != 0;
        while fp != 0 && self.stack[fp + 2] & UNNOTICED != 0 {
            self.stack[fp + 2] &= !UNNOTICED;
            fp = self.stack[fp + 1] as u32 as usize;
        }
        comes
    }

    /// Whether the topmost frame runs inside a method that the user calls atomic.
    #[inline(always)]
    pub fn is_atomic(&self) -> bool {
        self.fp != 0 && self.frame_word() & ATOMIC != 0
    }

    /// Pops a slot.
    #[inline(always)]
    pub fn pop(&mut self) -> u64 {
        self.sp -= 1;
        self.stack[self.sp as usize]
    }

    /// Pushes a slot.
    #[inline(always)]
    pub fn push(&mut self, value: u64) {
        self.stack[self.sp as usize] = value;
        self.sp += 1;
    }

    /// Pushes a long or double.
    #[inline(always)]
    pub fn push2(&mut self, value: u64) {
        self.stack[self.sp as usize] = value;
        self.sp += 2;
    }

    /// Pops a long or double.
    #[inline(always)]
    pub fn pop2(&mut self) -> u64 {
        self.sp -= 2;
        self.stack[self.sp as usize]
    }

    /// The slot `depth` below the top; 0 is the topmost.
    #[inline(always)]
    pub fn peek(&self, depth: u32) -> u64 {
        self.stack[(self.sp - 1 - depth) as usize]
    }

    /// Frames from the top: (header index, method id, instruction).
    pub fn frames(&self) -> Frames<'_> {
        Frames {
            thread: self,
            fp: self.fp,
            pc: self.pc,
        }
    }

    /// Whether it runs what belongs to one atomic operation from end to end, as a lookup.
    pub fn is_confined(&self) -> bool {
        self.fp != 0 && self.frame_word() & (ATOMIC_REGION | CONFINED) == ATOMIC_REGION | CONFINED
    }

    /// A copy for the undo log, without the stack.
    pub fn head(&self) -> Thread {
        Thread {
            stack: Vec::new(),
            path: self.path.clone(),
            ..*self
        }
    }
}

/// Iterator over the frames of a thread, topmost first.
pub struct Frames<'a> {
    thread: &'a Thread,
    fp: u32,
    pc: u32,
}

impl Iterator for Frames<'_> {
    type Item = (u32, u32, u32);

    fn next(&mut self) -> Option<(u32, u32, u32)> {
        if self.fp == 0 {
            return None;
        }
        let fp = self.fp;
        let stack = &self.thread.stack;
        let item = (fp, stack[fp as usize] as u32, self.pc);
        self.fp = stack[fp as usize + 1] as u32;
        if self.fp != 0 {
            self.pc = (stack[self.fp as usize] >> 32) as u32;
        }
        Some(item)
    }
}
