//! What the fast path may use, and why it ends.

use crate::heap::{ESCAPED, Heap, Ref, USER_ARRAY};
use crate::image::Image;
use crate::image::class::field_flag;
use crate::image::code::Instr;
use crate::types::Ty;

/// Instructions after which a call leaves the fast path: recursion makes no jump backwards.
pub(crate) const LONG: u64 = 1 << 22;

/// Why the fast path was left. The instruction at `pc` has not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The instruction needs the slow path.
    Slow,
    /// The backward-jump budget is used up; the instruction at `pc` is the target of the jump.
    Jumps,
    /// The instruction throws this exception.
    Throw(Thrown),
    /// One instruction has run, and no more was asked for.
    One,
}

/// Exceptions that plain instructions throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thrown {
    NullPointer,
    DivisionByZero,
    Index(i32, u32),
}

/// What the fast path may use.
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
    /// An observer listens, or the lockset of a field of the library is checked: what others can or could reach is never touched here, not
    /// even inside an atomic operation.
    pub reported: bool,
    /// Accesses of what others could reach once are looked at.
    pub owned: bool,
    /// Treat every object as escaped (`vm.por = false`).
    pub all: bool,
    /// Treat every object as escaped whose field is written: all are, or properties look at fields.
    pub puts: bool,
    pub stack_depth: u32,
    /// Backward jumps left.
    pub jumps: &'a mut u32,
    /// The same inside atomic operations, counted apart: how many those make depends on what earlier paths left linked.
    pub atomic_jumps: &'a mut u32,
    /// Who can reach what must be found out anew.
    pub escape_info_stale: &'a mut bool,
    /// A thread may have come by what another one owns.
    pub strayed: &'a mut bool,
    /// The object of the thread that runs.
    pub own: Ref,
    pub instructions: &'a mut u64,
}

impl Context<'_> {
    /// Whether the result of a method of the JDK is an array of its own making, which the program's method gets now.
    pub fn hands_out(&self, value: Ref) -> bool {
        let is_theirs = || !self.heap.is_fixed(value) && !self.heap.flag(value, USER_ARRAY);
        self.explore && value != 0 && is_theirs() && self.image.class_of(self.heap, value).is_array()
    }

    /// Whether nobody notices a write inside an atomic operation to an object that others can reach: [`Vm::gate`] would let
    /// it pass without a trace, and nothing more can be reached by it.
    ///
    /// [`Vm::gate`]: crate::vm::Vm::gate
    #[inline(always)]
    pub fn is_unnoticed_write(&mut self, object: Ref, word: u32, value: u64, instr: Instr) -> bool {
        if !self.image.class(instr.b).of_java_lang
            || self.all
            || self.puts
            || self.reported
            || !self.image.promises.is_empty()
            || self.heap.is_fixed(object)
        {
            return false;
        }
        let reference = instr.x & field_flag::TYPE_MASK == Ty::Reference as u8;
        if reference && instr.x & field_flag::PRIVATE_TO_VM != 0 {
            *self.escape_info_stale = true;
            *self.strayed |= strays(self.heap, self.own, object, value as Ref);
            return true;
        }
        if !reference || self.heap.get(word) == value {
            return true;
        }
        // What stood there before may be shared no more.
        *self.escape_info_stale |= value == 0;
        value == 0
    }

    /// What is nobody else's business was read where others can reach it.
    #[inline(always)]
    pub fn note_passage(&mut self, holder: Ref, word: u32, x: u8) {
        if self.watch && x & field_flag::TYPE_MASK == Ty::Reference as u8 {
            *self.strayed |= strays(self.heap, self.own, holder, self.heap.get(word) as Ref);
        }
    }
}

/// Whether a value that is in `holder`, in a field that is nobody else's business, may pass from thread to thread unnoticed: others
/// can reach where it is, and nothing says so of itself. What is in the fields of the thread itself, only it reads.
pub(crate) fn strays(heap: &Heap, own: Ref, holder: Ref, value: Ref) -> bool {
    let shared = |r: Ref| heap.is_fixed(r) || heap.flag(r, ESCAPED);
    value != 0 && holder != own && !shared(value) && shared(holder)
}
