//! Heap symmetry by birth (Lerda and Visser 2001): an object is named by the instruction that made it and by how often
//! that instruction has made one on this path, with or without the thread that ran it. Two states are one if they are
//! equal with these names; the canonical form, which names objects by how they are reached, merges all of those and
//! more. Here for comparison: the names are appended to the canonical components.

use crate::heap::Ref;
use crate::symmetry::Symmetry;
use crate::symmetry::mix;
use crate::vm::Vm;

/// Words that are allocated before the first collection of a search.
const FIRST_COLLECTION: u32 = 8 << 20;

impl Vm {
    /// Sets `search.symmetry`, before a search begins.
    pub fn set_symmetry(&mut self, symmetry: Symmetry) {
        self.allocation_sites.symmetry = symmetry;
    }

    /// What [`Vm::begin`] does for the names.
    pub(crate) fn begin_allocation_sites(&mut self) {
        self.allocation_sites.start = self.heap.dynamic_start();
        if self.mode.exploring {
            self.put_off_collection();
        }
    }

    /// What comes from now on may be collected in a search; what there is lies where it lies.
    pub(crate) fn begin_collections(&mut self) {
        self.heap.keep(self.mode.exploring);
        if self.mode.exploring && self.allocation_sites.is_canonical() {
            self.heap.set_soft_end(self.heap.top().saturating_add(FIRST_COLLECTION));
            self.collect_soon();
        }
    }

    /// Nothing is collected from now on: allocation is quick, but where names count every one is slow and seen.
    pub(crate) fn put_off_collection(&mut self) {
        self.heap.set_soft_end(u32::MAX);
        if self.mode.exploring && self.allocation_sites.symmetry != Symmetry::Canonical {
            self.heap.allocate_slowly();
        }
    }

    /// Names a new object.
    #[inline(always)]
    pub(crate) fn born(&mut self, r: Ref) {
        if self.mode.exploring && self.allocation_sites.symmetry != Symmetry::Canonical {
            self.name_allocated(r);
        }
    }

    #[cold]
    fn name_allocated(&mut self, r: Ref) {
        let Some(thread) = self.threads.get(self.this_step.current.0 as usize) else {
            return;
        };
        let top = thread.frames().next();
        let mut site = top.map_or(0, |(_, method, pc)| {
            mix(self.image.method(method).hash.get(), u64::from(pc))
        });
        if self.allocation_sites.symmetry == Symmetry::SiteAndThread {
            site = mix(site, thread.path_hash);
        }
        self.allocation_sites.record(r, site);
        self.path.facts.named_objects = self.allocation_sites.log.len();
    }
}
