//! Who can reach what: the escape analysis, exact at every state whose key is taken.
//!
//! An object has escaped when two threads can reach it, or a static can. Two-phase mark: from the statics (every
//! fixed object that differs from its pristine contents), then from each thread. Fields marked as firewalls are not
//! followed; a thread's own such fields are roots of that thread.
//!
//! A thread that has not changed enters with the shared objects to which it refers: what else it reaches is its own,
//! and nobody else can have come by it. The marking is left out where it could change nothing: since the last one no reference in a shared object was
//! overwritten, no thread came or went, and whoever moved still refers to the same shared objects. References that
//! were added are not the marking's business: `Vm::stored` publishes them at once. What passes from thread to thread through fields that
//! are not followed is noticed on the way, and all threads enter anew; so they do at each state while a field of the program's is a firewall.

use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, Ref};
use crate::image::class::Shape;
use crate::thread::ThreadId;
use crate::vm::Vm;

use super::Canonical;

impl Vm {
    /// Whether it counts who can reach what: several threads live, and the reduction is on.
    pub(super) fn classifies(&self) -> bool {
        self.mode.reduction && self.is_multithreaded()
    }

    /// Recomputes the escape flags of all dynamic objects that anything can reach, where that counts.
    pub fn normalise(&mut self) {
        if self.classifies() {
            self.mark_escaped();
            self.freeze_prefix();
        }
        // The components may not fit any more.
        self.path.facts.marked = false;
    }

    /// Recomputes the escape flags of all dynamic objects that anything can reach.
    pub(crate) fn mark_escaped(&mut self) {
        self.refresh_fixed();
        let firewalls = self.has_firewalls();
        self.used.firewalls |= firewalls;
        if std::mem::take(&mut self.path.facts.strayed) || firewalls {
            for i in 0..self.live_by_path().len() {
                self.touch(self.live_by_path()[i]);
            }
        }
        // Put aside, so that the traversals can read the machine while they write there.
        let mut canonical = self.lend();
        let start = self.heap.prefix_end();
        canonical.scratch.cover(start, self.heap.top() - start);
        let shared = self.label(&mut canonical);
        self.give_back(canonical);
        self.flag(shared);
    }

    /// At the first state of a search: freezes the objects, if there are so many that visiting them would be dear.
    fn freeze_prefix(&mut self) {
        if self.path.facts.settling {
            return;
        }
        self.path.facts.settling = true;
        if self.canonical.visited.len() < self.mode.options.freeze_objects || self.heap.has_frozen_prefix() {
            return;
        }
        let mut starts = Vec::new();
        let mut word = self.heap.dynamic_start();
        while word < self.heap.top() {
            starts.push(word);
            word += self.image.size_of(&self.heap, word);
        }
        self.heap.freeze_prefix();
        self.forget_components();
        self.prefix_starts = starts;
        self.refresh_fixed();
    }

    /// Labels everything that can be reached: shared objects with what is returned, those of the `i`-th live thread
    /// with that plus `i + 1`.
    fn label(&self, canonical: &mut Canonical) -> u32 {
        let live = self.live_by_path();
        let shared = canonical.scratch.take_labels(live.len() as u32 + 1);
        canonical.visited.clear();
        let mut work = std::mem::take(&mut canonical.work);
        work.clear();
        work.extend(canonical.fixed.roots());
        work.extend(self.path.uncaught.iter().map(|uncaught| uncaught.throwable));
        self.spread(canonical, &mut work, shared, shared);
        for (i, thread) in live.iter().enumerate() {
            if self.thread(*thread).changed {
                // A thread whose frames cannot be read is given up when its state is numbered.
                let _ = self.thread_roots(*thread, |r| work.push(r));
            } else {
                work.extend_from_slice(&canonical.parts[thread.0 as usize].outside);
            }
            self.spread(canonical, &mut work, shared, shared + 1 + i as u32);
        }
        canonical.work = work;
        shared
    }

    /// Labels what can be reached from `work` with `label`, or as shared where another label is.
    fn spread(&self, canonical: &mut Canonical, work: &mut Vec<Ref>, shared: u32, label: u32) {
        while let Some(r) = work.pop() {
            if self.heap.is_named(r) {
                continue;
            }
            let old = canonical.scratch.label(r);
            if old == label || old == shared {
                continue;
            }
            if old < shared {
                canonical.visited.push(r);
                canonical.scratch.set_label(r, label);
                self.for_each_marked(r, |to| work.push(to));
            } else {
                self.spread_shared(canonical, r, shared);
            }
        }
    }

    /// What another thread has reached as well, with all that hangs on it, is shared.
    fn spread_shared(&self, canonical: &mut Canonical, r: Ref, shared: u32) {
        let mut work = std::mem::take(&mut canonical.queue);
        work.clear();
        work.push(r);
        while let Some(r) = work.pop() {
            let old = canonical.scratch.label(r);
            if old == shared {
                continue;
            }
            if old < shared {
                canonical.visited.push(r);
            }
            canonical.scratch.set_label(r, shared);
            self.for_each_marked(r, |to| work.push(to));
        }
        canonical.queue = work;
    }

    /// Writes the flags that the labels ask for. A thread whose component loses or gains an object has changed.
    fn flag(&mut self, shared: u32) {
        self.canonical.corrected = 0;
        for i in 0..self.canonical.visited.len() {
            let r = self.canonical.visited[i];
            let label = self.canonical.scratch.label(r);
            let escaped = label == shared;
            if self.heap.flag(r, ESCAPED) == escaped {
                continue;
            }
            self.heap.set_flag(r, ESCAPED, escaped);
            self.canonical.corrected += 1;
            if escaped {
                self.seal_text(r);
                for t in 0..self.live_by_path().len() {
                    let thread = self.live_by_path()[t];
                    if !self.thread(thread).changed && self.canonical.owns(thread, r) {
                        self.touch(thread);
                    }
                }
            } else {
                self.touch(self.live_by_path()[(label - shared - 1) as usize]);
            }
        }
    }

    /// Dynamic objects to which an object refers and that the marking follows.
    #[inline(always)]
    fn for_each_marked(&self, r: Ref, mut f: impl FnMut(Ref)) {
        let class = self.class_of(r);
        match class.shape {
            Shape::Instance => {
                let traversed = self.traversed(class);
                let open = &traversed.keyed[..traversed.open];
                for offset in open.iter().chain(&traversed.aside) {
                    let to = self.heap.get(r + u32::from(*offset)) as Ref;
                    // Null is named as well.
                    if !self.heap.is_named(to) {
                        f(to);
                    }
                }
                if self.knowledge.watched_groups && class.name == "java/lang/ThreadGroup" {
                    self.for_each_reference(r, false, |to| {
                        if !self.heap.is_named(to) {
                            f(to);
                        }
                    });
                }
            }
            Shape::References(_) => {
                if planted(Fault::EscapeStopsAtArrays) {
                    return;
                }
                for i in 0..self.heap.length(r) {
                    let to = self.element(r, i);
                    if !self.heap.is_named(to) {
                        f(to);
                    }
                }
            }
            Shape::Primitives(_) | Shape::Primitive(_) => {}
        }
    }

    /// Brings the escape flags up to date, if a marking could change them, and the components with them.
    pub(super) fn refresh_marks(&mut self) -> Result<(), crate::VmError> {
        if !self.classifies() {
            return Ok(());
        }
        let passed = self.path.facts.strayed || self.has_firewalls();
        let mut stale = !self.path.facts.marked || self.path.facts.escape_info_stale || passed;
        let mut i = 0;
        while !stale && i < self.live_by_path().len() {
            let thread = self.live_by_path()[i];
            i += 1;
            if self.thread(thread).changed {
                let before = self.canonical.take_outside(thread);
                self.refresh_part(thread)?;
                stale = !self.still_shared(thread, &before);
                self.canonical.work = before;
            }
        }
        if stale {
            self.mark_escaped();
            self.freeze_prefix();
        } else {
            self.canonical.corrected = 0;
        }
        self.path.facts.marked = true;
        self.path.facts.escape_info_stale = false;
        Ok(())
    }
}

impl Vm {
    /// Whether the objects to which a thread referred are shared whatever it has dropped.
    fn still_shared(&self, thread: ThreadId, before: &[Ref]) -> bool {
        let canonical = &self.canonical;
        let refers = |t: &ThreadId, r: &Ref| canonical.parts[t.0 as usize].outside.contains(r);
        before.iter().all(|r| {
            let mut others = self.live().filter(|t| *t != thread && refers(t, r));
            refers(&thread, r) || canonical.fixed.roots().any(|root| root == *r) || others.nth(1).is_some()
        })
    }
}

impl Canonical {
    fn owns(&self, thread: ThreadId, r: Ref) -> bool {
        self.parts
            .get(thread.0 as usize)
            .is_some_and(|part| part.inside.contains(&r))
    }

    fn take_outside(&mut self, thread: ThreadId) -> Vec<Ref> {
        let mut before = std::mem::take(&mut self.work);
        before.clear();
        if let Some(part) = self.parts.get(thread.0 as usize) {
            before.extend_from_slice(&part.outside);
        }
        before
    }
}
