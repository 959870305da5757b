//! What throwables say of where they were made, once somebody has asked one: a part of the state then.
//!
//! It enters as a hash beside the throwable's own words. The frames lie in arrays that are filled before the throwable refers to
//! them and are never written again, so that what is remembered of the throwable is stale whenever its trace is another one.

use crate::faults::{Fault, planted};
use crate::heap::{HEADER, Ref};
use crate::image::class::{Class, Method};
use crate::natives::line_of;
use crate::observation::Observation;
use crate::types::name_hash;
use crate::vm::Vm;

use super::Words;
use super::key::Mixer;

impl Vm {
    /// Whether objects of the class say where they were made, and somebody asks.
    #[inline(always)]
    pub(super) fn has_keyed_trace(&self, class: &Class) -> bool {
        self.knowledge.traces_count
            && self
                .known
                .throwable
                .is_some_and(|throwable| class.is_subclass_of(throwable))
    }

    /// Brings up to date what [`Vm::has_keyed_trace`] goes by: it is asked for each object of a state.
    pub(super) fn refresh_traces(&mut self) {
        self.knowledge.traces_count = self.counts_in_keys(Observation::Traces) && !planted(Fault::KeyWithoutTraces);
    }

    /// What a throwable answers to who asks for its trace, and the frames behind it: the message of a `NullPointerException` is
    /// computed from them (JEP 358).
    ///
    /// Elements count where they differ from what the frames give: whoever asks first computes them for all.
    pub(super) fn trace_hash(&self, throwable: Ref) -> u64 {
        let mut mixer = Mixer::new();
        let frames = self.backtrace(throwable);
        for (method, pc) in &frames {
            mixer.add_pair(method.hash.get(), u64::from(*pc));
        }
        let elements = self.field(throwable, "stackTrace") as Ref;
        let unassigned = self
            .known
            .throwable
            .map_or(0, |class| self.static_field(class, "UNASSIGNED_STACK"));
        if elements == 0 && frames.is_empty() {
            // Not even `setStackTrace` gives it one.
            mixer.add(1);
        }
        if elements != 0 && u64::from(elements) != unassigned {
            let length = self.heap.length(elements);
            if length as usize != frames.len() {
                mixer.add_pair(2, u64::from(length));
            }
            for i in 0..length {
                let element = self.element(elements, i);
                let computed = frames
                    .get(i as usize)
                    .map(|(method, pc)| self.frame_element_hash(method, *pc));
                // Java 8 fills an array that others see already.
                if element == 0 && computed.is_some() {
                    continue;
                }
                let hash = self.element_hash(element);
                if Some(hash) != computed {
                    mixer.add_pair(u64::from(i), hash);
                }
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

    /// What the path has printed to standard output, where that tells states apart.
    pub(super) fn printed(&self) -> u64 {
        if !self.mode.keys_tell_output {
            return 0;
        }
        let mut mixer = Mixer::new();
        for (_, byte) in self.path.output.iter().filter(|(to_error, _)| !to_error) {
            mixer.add(u64::from(*byte));
        }
        mixer.halves().0
    }

    /// How many threads were made, by what their names and ids show.
    pub(super) fn threads_made(&self) -> u64 {
        if planted(Fault::KeyWithoutNumbers) {
            return 0;
        }
        u64::from(self.path.facts.numbers) << 32 | u64::from(self.path.facts.ids)
    }

    /// What a `StackTraceElement` says, as a hash; zero for null.
    fn element_hash(&self, element: Ref) -> u64 {
        if element == 0 {
            return 0;
        }
        let texts = TEXTS.map(|field| match self.field(element, field) as Ref {
            0 => 0,
            text => name_hash(&self.text(text)),
        });
        let without_loader = self.field(element, "format") & BUILT_IN != 0;
        frame_hash(texts, self.field(element, "lineNumber") as i32, without_loader)
    }

    /// What the element of a frame says, as a hash.
    fn frame_element_hash(&self, method: &Method, pc: u32) -> u64 {
        let class = method.class();
        let loader = self.defining_loader(class);
        let element = self.image.loaded("java/lang/StackTraceElement");
        let has = |field: &str| element.is_some_and(|element| self.image.slot(element, field).is_some());
        let loader_name = match loader {
            0 => 0,
            loader => self.field(loader, "name") as Ref,
        };
        let in_module = !class.module.is_empty();
        let version = &self.image.universe.jdk.version;
        let texts = [
            name_hash(&class.binary_name()),
            name_hash(method.name),
            class.source_file.map_or(0, name_hash),
            if has("moduleName") && in_module {
                name_hash(class.module)
            } else {
                0
            },
            if has("moduleVersion") && in_module {
                name_hash(version)
            } else {
                0
            },
            if has("classLoaderName") && loader_name != 0 {
                name_hash(&self.text(loader_name))
            } else {
                0
            },
        ];
        let built_in = self.image.loaded("jdk/internal/loader/BuiltinClassLoader");
        let of_built_in =
            built_in.is_some_and(|built_in| loader != 0 && self.class_of(loader).is_subclass_of(built_in));
        frame_hash(texts, line_of(method, pc), has("format") && of_built_in)
    }

    /// Which initialisations failed, and what later uses of the classes say of it, in whatever order they did.
    pub(super) fn failed_initialisations(&self) -> u64 {
        if planted(Fault::KeyWithoutFailures) {
            return 0;
        }
        let failures = self.path.init_failures.iter().map(|failure| {
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

/// The texts of a `StackTraceElement`.
const TEXTS: [&str; 6] = [
    "declaringClass",
    "methodName",
    "fileName",
    "moduleName",
    "moduleVersion",
    "classLoaderName",
];

/// `StackTraceElement.BUILTIN_CLASS_LOADER`: a trace leaves the loader's name out.
const BUILT_IN: u64 = 1;

fn frame_hash(texts: [u64; 6], line: i32, without_loader: bool) -> u64 {
    let mut mixer = Mixer::new();
    for text in texts {
        mixer.add(text);
    }
    mixer.add_pair(u64::from(line as u32), u64::from(without_loader));
    mixer.halves().0
}
