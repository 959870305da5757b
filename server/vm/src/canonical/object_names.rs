//! The objects of a state by names that do not depend on their addresses.

use std::collections::BTreeMap;

use super::remembered::Canonical;
use crate::heap::Ref;
use crate::vm::Vm;

/// Where a name says that the object belongs to a thread.
const OF_A_THREAD: u64 = 1 << 32;

/// The objects of a state that count in its key, by names that are equal in states whose keys are equal.
pub struct ObjectNames {
    /// By address: the name, and the size in words.
    dynamic: BTreeMap<Ref, (u64, u32)>,
    /// Objects below are named by their addresses.
    dynamic_from: Ref,
}

impl ObjectNames {
    /// The name of the object to which a word of the heap belongs, and which of its words it is. `None` where the object does not
    /// count: it is unreachable.
    pub fn of_word(&self, word: Ref) -> Option<(u64, u32)> {
        if word < self.dynamic_from {
            return Some((u64::from(word), 0));
        }
        let (start, (name, words)) = self.dynamic.range(..=word).next_back()?;
        (word - start < *words).then_some((*name, word - start))
    }
}

impl Vm {
    /// The names of the objects that were visited for the present key.
    pub(super) fn object_names(&self, canonical: &Canonical) -> ObjectNames {
        let mut dynamic = BTreeMap::new();
        let named = |at: Ref, name: u64| (at, (name, self.image.size_of(&self.heap, at)));
        for (number, thread) in (1..).zip(self.live_by_path()) {
            let inside = &canonical.parts[thread.0 as usize].inside;
            let own = (0..)
                .zip(inside)
                .map(|(index, at)| named(*at, (OF_A_THREAD * number) | index));
            dynamic.extend(own);
        }
        let shared = canonical.statics.objects().iter().chain(&canonical.queue);
        dynamic.extend((0..).zip(shared).map(|(index, at)| named(*at, index)));
        ObjectNames {
            dynamic,
            dynamic_from: self.heap.prefix_end(),
        }
    }
}
