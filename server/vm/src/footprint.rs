//! What a step touches: cells, which are parts of objects. See `touches.rs`.

use rustc_hash::FxHashSet;

use crate::heap::Ref;

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

/// What the present step has touched.
#[derive(Default)]
pub struct Footprint {
    /// In the order of the accesses, some of them several times.
    pub touched: Vec<Touch>,
    /// Where parts begin that would be steps of their own if others could reach what is touched, or the thread that is joined had not ended: how much was
    /// touched before, and where the thread stood.
    pub parts: Vec<(usize, u64)>,
    /// Objects of threads that have ended and for whose end the step, or one of its parts, waited: what it touches lies behind that.
    pub(crate) awaited: Vec<Ref>,
    /// Arrays of which many elements were accessed at once, by name: their elements are one cell from then on.
    pub(crate) whole: FxHashSet<u32>,
    /// An array was added to these: what was noted of its elements before does not count any more.
    pub coarser: bool,
    /// Files were looked at while several threads lived: they are in no cell.
    pub(crate) files: std::cell::Cell<bool>,
    /// The first address of objects that are named by who made them.
    pub(crate) young: Ref,
}
