//! Heap symmetry by birth (Lerda and Visser 2001): an object is named by the instruction that made it and by how often
//! that instruction has made one on this path, with or without the thread that ran it. Two states are one if they are
//! equal with these names; the canonical form, which names objects by how they are reached, merges all of those and
//! more. Here for comparison: the names are appended to the canonical components.

use rustc_hash::FxHashMap;

use crate::heap::Ref;
use crate::vm::Vm;

/// `search.symmetry`: which states that differ only in the places of their objects are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// All of them.
    #[default]
    Canonical,
    /// Those whose objects have the same allocation site and occurrence.
    Site,
    /// Those whose objects have the same allocation site, thread, and occurrence of both.
    SiteAndThread,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 3] = [Symmetry::Canonical, Symmetry::Site, Symmetry::SiteAndThread];

    /// The name in `search.symmetry`.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::Canonical => "canonical",
            Symmetry::Site => "site",
            Symmetry::SiteAndThread => "site-thread",
        }
    }

    /// The symmetry with this name.
    pub fn by_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }
}

/// The names of the dynamic objects of this path.
#[derive(Default)]
pub(crate) struct AllocationSites {
    symmetry: Symmetry,
    start: Ref,
    /// By half the distance from the start: an object has at least two words.
    names: Vec<u64>,
    occurrences: FxHashMap<u64, u32>,
    /// The sites in the order of the births: undo takes the last ones back.
    log: Vec<u64>,
}

impl AllocationSites {
    fn record(&mut self, r: Ref, site: u64) {
        let occurrence = self.occurrences.entry(site).or_default();
        *occurrence += 1;
        self.log.push(site);
        let at = ((r - self.start) >> 1) as usize;
        if self.names.len() <= at {
            self.names.resize(at + at / 2 + 64, 0);
        }
        self.names[at] = mix(site, u64::from(*occurrence));
    }

    /// Forgets the births after the first `count`.
    pub fn truncate(&mut self, count: usize) {
        for site in self.log.drain(count..) {
            if let Some(occurrence) = self.occurrences.get_mut(&site) {
                *occurrence -= 1;
            }
        }
    }

    /// Whether names do not count.
    pub fn is_canonical(&self) -> bool {
        self.symmetry == Symmetry::Canonical
    }

    /// An object's name, where names count.
    #[inline(always)]
    pub fn name(&self, r: Ref) -> Option<u64> {
        if self.symmetry == Symmetry::Canonical {
            return None;
        }
        self.names.get((r.wrapping_sub(self.start) >> 1) as usize).copied()
    }
}

/// Words that are allocated before the first collection of a search.
const FIRST_COLLECTION: u32 = 8 << 20;

impl Vm {
    /// Sets `search.symmetry`, before a search begins.
    pub fn set_symmetry(&mut self, symmetry: Symmetry) {
        self.allocation_sites.symmetry = symmetry;
    }

    /// What [`Vm::begin`] does for the names.
    pub(crate) fn begin_births(&mut self) {
        self.allocation_sites.start = self.heap.dynamic_start();
        if self.exploring {
            self.put_off_collection();
        }
    }

    /// What comes from now on may be collected in a search; what there is lies where it lies.
    pub(crate) fn begin_collections(&mut self) {
        self.heap.keep(self.exploring);
        if self.exploring && self.allocation_sites.is_canonical() {
            self.heap.set_soft_end(self.heap.top().saturating_add(FIRST_COLLECTION));
            self.collect_soon();
        }
    }

    /// Nothing is collected from now on: allocation is quick, but where names count every one is slow and seen.
    pub(crate) fn put_off_collection(&mut self) {
        self.heap.set_soft_end(u32::MAX);
        if self.exploring && self.allocation_sites.symmetry != Symmetry::Canonical {
            self.heap.allocate_slowly();
        }
    }

    /// Names a new object.
    #[inline(always)]
    pub(crate) fn born(&mut self, r: Ref) {
        if self.exploring && self.allocation_sites.symmetry != Symmetry::Canonical {
            self.name_newborn(r);
        }
    }

    #[cold]
    fn name_newborn(&mut self, r: Ref) {
        let Some(thread) = self.threads.get(self.current.0 as usize) else {
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
        self.facts.named_objects = self.allocation_sites.log.len();
    }
}

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x2d35_8dcc_aa6c_78a5) * u128::from(b ^ 0x9e37_79b9_7f4a_7c15);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(b)
}
