//! What a burst may use, and why it ends.

use crate::heap::Heap;
use crate::image::Image;

/// Why a burst ended. The instruction at `pc` has not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The instruction needs the slow path.
    Slow,
    /// The backward-jump budget is used up; the instruction at `pc` is the target of the jump.
    Jumps,
    /// The instruction throws this exception.
    Throw(Thrown),
}

/// Exceptions that plain instructions throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thrown {
    NullPointer,
    DivisionByZero,
    Index(i32, u32),
}

/// What a burst may use.
pub(crate) struct Context<'a> {
    pub heap: &'a mut Heap,
    pub image: &'a Image,
    /// Whether accesses to escaped objects are visible: the search runs and another thread lives.
    pub watch: bool,
    /// Whether a search runs.
    pub explore: bool,
    /// Whether writes must be noticed: a thread was started on this path, and it may have read already.
    pub writes: bool,
    /// Whether reads of final fields may be visible.
    pub finals: bool,
    /// Somebody listens: what others can or could reach is never touched here, not even inside an atomic operation.
    pub told: bool,
    /// Treat every object as escaped (`vm.por = false`).
    pub all: bool,
    pub stack_depth: u32,
    /// Backward jumps left.
    pub jumps: &'a mut u32,
    pub instructions: &'a mut u64,
}
