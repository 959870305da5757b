//! What the search relies on until it is refuted.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::heap::Ref;
use crate::observation::Observation;
use crate::types::ClassId;

/// A field of a class, wherever its objects are: instance fields by their slot in the declaring class's layout, static
/// ones by their slot among its statics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FieldKey {
    pub class: ClassId,
    pub slot: u32,
    pub is_static: bool,
}

/// What has been refuted so far.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    pub(crate) looks: FxHashSet<Observation>,
    /// Threads that others have interrupted, by creation path.
    pub(crate) interrupted: FxHashSet<Box<[u16]>>,
    /// Fields that were written when another thread could reach their object, or had been able to. Reads of all others are invisible: they are as good
    /// as final.
    pub(crate) written: FxHashSet<FieldKey>,
    /// What the present search has relied on: only that needs a restart when it turns out to be wrong.
    pub(crate) relied_looks: FxHashSet<Observation>,
    /// Threads that were taken for never interrupted by others.
    pub(crate) relied_uninterrupted: FxHashSet<Box<[u16]>>,
    pub(crate) relied_fields: FxHashSet<FieldKey>,
    /// Objects of the base whose contents were taken for what they always were.
    pub(crate) relied_fixed: FxHashSet<Ref>,
    /// Two threads have touched the same memory off the heap, on whatever paths.
    pub(crate) off_heap: bool,
    /// Which thread alone has touched a piece of memory off the heap in this search, by creation path.
    pub(crate) off_heap_owners: FxHashMap<u64, u64>,
}

/// The size of a piece of memory off the heap, as a power of 2: what is allocated begins with a piece of its own.
pub(crate) const OFF_HEAP_PIECE: u32 = 6;

/// What a search relied on and the program has refuted: it is in the log.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)] // Only `Debug` reads what they hold.
pub(crate) enum Refutation {
    /// That the program never observes this.
    Observed(Observation),
    /// That no other thread interrupts one.
    Interrupted,
    /// That nothing writes a field: its class and name.
    Written(&'static str, &'static str),
    /// That nothing writes what the boot has left: an object of this class.
    WrittenInJdk(&'static str),
    /// That final fields are written before others reach their object.
    FinalsAreFinal,
    /// That no other thread accesses static fields of a class before its initialiser has ended.
    InitialisersAreAwaited,
    /// That each piece of memory off the heap is one thread's own.
    OffHeapIsOwned,
    /// That a thread which nothing refers to is observed by none.
    GroupsAreUnobserved,
}

impl Assumptions {
    /// A new search begins: nothing has been relied on yet.
    pub(crate) fn begin(&mut self) {
        self.relied_looks.clear();
        self.relied_uninterrupted.clear();
        self.relied_fields.clear();
        self.relied_fixed.clear();
        self.off_heap_owners.clear();
    }

    /// Takes a field for as good as final; false if it is known not to be.
    pub(crate) fn rely_on_field(&mut self, field: FieldKey) -> bool {
        let settled = !self.written.contains(&field);
        if settled {
            self.relied_fields.insert(field);
        }
        settled
    }

    /// An object of the base was read as one that is never written.
    pub(crate) fn rely_on_fixed(&mut self, object: Ref) {
        self.relied_fixed.insert(object);
    }
}

/// Everything that was refuted at some moment: with the same of it a schedule does the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    pub(crate) looks: FxHashSet<Observation>,
    pub(crate) interrupted: FxHashSet<Box<[u16]>>,
    pub(crate) written: FxHashSet<FieldKey>,
    pub(crate) mutable_fixed: FxHashMap<Ref, ()>,
    pub(crate) watched_groups: bool,
    pub(crate) leaked_finals: bool,
    pub(crate) leaked_statics: bool,
    pub(crate) off_heap: bool,
    pub(crate) protection: crate::protection::Known,
}
