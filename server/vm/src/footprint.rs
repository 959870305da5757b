//! What a step touches: cells, which are parts of objects. See `touches.rs`.

use rustc_hash::FxHashSet;

use crate::heap::Ref;
use crate::thread::ThreadId;
use crate::types::ClassId;

/// A part of an object: its name and, in the low half, which part.
pub type Cell = u64;

/// A cell, and whether it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// Which.
    pub cell: Cell,
    /// Whether it is written.
    pub write: bool,
}

/// From where one part of a step goes on: a part before it, by its place in [`Footprint::parts`], or the place at which the step began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The same thread has passed an operation.
    Passes(Option<usize>),
    /// That part has started the thread, which comes to its first operation within the step.
    StartedBy(Option<usize>),
    /// That part has ended the initialisation for which the thread waited; within the step it comes to its next operation.
    ReleasedBy(Option<usize>),
}

/// A part of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// How much was touched before.
    pub touched: usize,
    /// Who goes on here.
    pub thread: ThreadId,
    /// Where it stands: see [`Vm::control`](crate::Vm::control).
    pub control: u64,
    /// From where.
    pub origin: Origin,
}

/// What the present step has touched.
#[derive(Default)]
pub struct Footprint {
    /// In the order of the accesses, some of them several times.
    pub touched: Vec<Touch>,
    /// Parts that would be steps of their own if others could reach what is touched, or the thread that is joined had not ended; and what other threads do within the
    /// step.
    pub parts: Vec<Part>,
    /// Objects of threads that have ended and for whose end the step, or one of its parts, waited: what it touches lies behind that.
    pub(crate) awaited: Vec<Ref>,
    /// Arrays of which many elements were accessed at once, by name: their elements are one cell from then on.
    pub(crate) whole: FxHashSet<u32>,
    /// Classes of the JDK whose initialisation was seen to go on behind the end of a step: for others it is no part of any other step from then on.
    pub(crate) initialised_in_steps: FxHashSet<ClassId>,
    /// Those whose initialisation the present step has begun, and not yet ended.
    pub(crate) initialising: Vec<ClassId>,
    /// An array was added to `whole`, or a class to `initialised_in_steps`: what was noted of it before does not count any more.
    pub coarser: bool,
    /// The present step has ended the program while other threads lived.
    pub ends: bool,
    /// Some step has.
    pub(crate) ended_early: bool,
    /// A daemon thread was started: it makes a difference which of the others ends last.
    pub(crate) daemons: bool,
    /// A future has kept an exception: whether somebody asks for it is seen where the program ends.
    pub(crate) kept_exceptions: bool,
    /// Files were looked at while several threads lived: they are in no cell.
    pub(crate) files: std::cell::Cell<bool>,
    /// The program's own code, a class loader or a bootstrap method, was asked for linkage while several threads lived: what is linked is in no cell.
    pub(crate) linkage: bool,
    /// The first address of objects that are named by who made them.
    pub(crate) young: Ref,
}
