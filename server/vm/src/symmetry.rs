//! Which objects are the same in two states: by where they were made.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::heap::Ref;

/// `search.symmetry`: which states that differ only in the places of their objects are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    pub(crate) symmetry: Symmetry,
    pub(crate) start: Ref,
    /// By half the distance from the start: an object has at least two words.
    pub(crate) names: Vec<u64>,
    pub(crate) occurrences: FxHashMap<u64, u32>,
    /// The sites in the order of allocation: undo takes the last ones back.
    pub(crate) log: Vec<u64>,
}

impl AllocationSites {
    pub(crate) fn record(&mut self, r: Ref, site: u64) {
        let occurrence = self.occurrences.entry(site).or_default();
        *occurrence += 1;
        self.log.push(site);
        let at = ((r - self.start) >> 1) as usize;
        if self.names.len() <= at {
            self.names.resize(at + at / 2 + 64, 0);
        }
        self.names[at] = mix(site, u64::from(*occurrence));
    }

    /// Forgets the objects after the first `count`.
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

pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x2d35_8dcc_aa6c_78a5) * u128::from(b ^ 0x9e37_79b9_7f4a_7c15);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(b)
}
