//! A state as a vector of components (the collapse of Lerda and Visser 2001): each distinct component is kept once, in
//! a table of its kind, and its index stands for it. What has not changed since it was last collapsed keeps its index,
//! also across backtracking, where the undo log brings it back.

use super::remembered::{Canonical, Recorder, ThreadPart};
use crate::error::VmError;
use crate::thread::ThreadId;
use crate::vm::Vm;

/// Kinds of components; each has a table of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// A thread: its frames and the objects that it alone can reach.
    Thread,
    /// What differs from the base in a chunk of the heap: statics, and objects that existed when the search began.
    Statics,
    /// How the threads and the statics refer to shared objects.
    Links,
    /// A shared object with its monitor.
    Object,
}

/// Where components are kept.
pub trait Components {
    /// The index of a component, the same for equal words. Never 0.
    fn index(&mut self, kind: Component, words: &[u64]) -> u32;

    /// The index of two indices in this order, the same for equal ones. Never 0.
    fn pair(&mut self, first: u32, second: u32) -> u32;
}

impl Vm {
    /// Collapses the present state, whose key has just been taken: appends the indices of its components to `vector`.
    pub fn collapse(&mut self, components: &mut dyn Components, vector: &mut Vec<u32>) -> Result<(), VmError> {
        let mut canonical = self.lend();
        let result = self.collapse_with(&mut canonical, components, vector);
        self.give_back(canonical);
        result
    }

    fn collapse_with(
        &self,
        canonical: &mut Canonical,
        components: &mut dyn Components,
        vector: &mut Vec<u32>,
    ) -> Result<(), VmError> {
        let mut recorder = std::mem::take(&mut canonical.recorder);
        for thread in self.live() {
            vector.push(self.collapse_thread(canonical, thread, components, &mut recorder)?);
        }
        let tree = &mut canonical.fixed.tree;
        for chunk in tree.take_stale(self.heap.dirty()) {
            recorder.clear();
            if self.heap.is_dirty(chunk) {
                self.fixed_words(chunk, &mut recorder);
            }
            let component = match recorder.words.as_slice() {
                [] => 0,
                words => components.index(Component::Statics, words),
            };
            tree.set(chunk, component, |first, second| components.pair(first, second));
        }
        vector.push(tree.root());
        recorder.clear();
        self.shared_words(canonical, &mut recorder);
        recorder.objects.push(recorder.words.len());
        vector.push(components.index(Component::Links, &recorder.words[..recorder.objects[0]]));
        for bounds in recorder.objects.windows(2) {
            vector.push(components.index(Component::Object, &recorder.words[bounds[0]..bounds[1]]));
        }
        canonical.recorder = recorder;
        Ok(())
    }

    fn collapse_thread(
        &self,
        canonical: &mut Canonical,
        thread: ThreadId,
        components: &mut dyn Components,
        recorder: &mut Recorder,
    ) -> Result<u32, VmError> {
        let part = &mut canonical.parts[thread.0 as usize];
        if part.component == 0 {
            recorder.clear();
            // Written into a part of its own: that of the state stays as it is.
            let mut copy = ThreadPart::default();
            let tables = (&mut canonical.scratch, &mut canonical.remembered);
            self.traverse_part(tables, &mut copy, thread, recorder)?;
            part.component = components.index(Component::Thread, &recorder.words);
        }
        Ok(part.component)
    }
}
