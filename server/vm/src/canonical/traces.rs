//! What throwables tell of where they were made, once somebody has asked one: a part of the state then.
//!
//! It enters as a hash beside the throwable's own words. The frames lie in arrays that are filled before the throwable refers to
//! them and are never written again, so that what is remembered of the throwable is stale whenever its trace is another one.

use crate::faults::{Fault, planted};
use crate::heap::{HEADER, Ref};
use crate::image::class::Class;
use crate::speculation::Observation;
use crate::types::name_hash;
use crate::vm::Vm;

use super::Words;
use super::key::Mixer;

impl Vm {
    /// Whether objects of the class tell where they were made, and somebody asks.
    #[inline(always)]
    pub(super) fn tells_its_trace(&self, class: &Class) -> bool {
        self.traces_count
            && self
                .known
                .throwable
                .is_some_and(|throwable| class.is_subclass_of(throwable))
    }

    /// Brings up to date what [`Vm::tells_its_trace`] goes by: it is asked for each object of a state.
    pub(super) fn refresh_traces(&mut self) {
        self.traces_count = self.counts_in_keys(Observation::Traces) && !planted(Fault::KeyWithoutTraces);
    }

    /// What a throwable answers to who asks for its trace.
    pub(super) fn trace_hash(&self, throwable: Ref) -> u64 {
        let mut mixer = Mixer::new();
        let elements = self.field(throwable, "stackTrace") as Ref;
        let unassigned = self
            .known
            .throwable
            .map_or(0, |class| self.static_field(class, "UNASSIGNED_STACK"));
        if elements != 0 && u64::from(elements) != unassigned {
            mixer.add(u64::from(self.heap.length(elements)));
            for i in 0..self.heap.length(elements) {
                self.element_words(self.element(elements, i), &mut mixer);
            }
        } else {
            for (method, pc) in self.backtrace(throwable) {
                mixer.add_pair(method.hash.get(), u64::from(pc));
            }
        }
        mixer.halves().0
    }

    /// Whether a word of a throwable belongs to its trace.
    pub(super) fn is_trace_word(&self, throwable: Ref, word: u32) -> bool {
        let class = self.class_of(throwable);
        ["stackTrace", "backtrace"]
            .into_iter()
            .filter_map(|name| self.image.slot(class, name))
            .any(|slot| throwable + HEADER + slot == word)
    }

    /// How many threads were made, by what their names and ids tell.
    pub(super) fn threads_made(&self) -> u64 {
        if planted(Fault::KeyWithoutNumbers) {
            return 0;
        }
        u64::from(self.facts.numbers) << 32 | u64::from(self.facts.ids)
    }

    /// What a `StackTraceElement` says.
    fn element_words(&self, element: Ref, mixer: &mut Mixer) {
        if element == 0 {
            return mixer.add(0);
        }
        for field in ["declaringClass", "methodName", "fileName"] {
            mixer.add(name_hash(&self.text(self.field(element, field) as Ref)));
        }
        mixer.add(self.field(element, "lineNumber"));
    }

    /// Which initialisations failed, and what later uses of the classes tell of it, in whatever order they did.
    pub(super) fn failed_initialisations(&self) -> u64 {
        if planted(Fault::KeyWithoutFailures) {
            return 0;
        }
        let failures = self.init_failures.iter().map(|failure| {
            let mut mixer = Mixer::new();
            mixer.add_pair(self.image.class(failure.class.0).hash, name_hash(&failure.text));
            for entry in &failure.backtrace {
                let method = self.image.method((entry >> 32) as u32);
                mixer.add_pair(method.hash.get(), u64::from(*entry as u32));
            }
            mixer.halves().0
        });
        failures.fold(0, u64::wrapping_add)
    }
}
