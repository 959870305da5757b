//! Who can reach what: the escape analysis, exact at every state whose key is taken.
//!
//! An object has escaped when two threads can reach it, or a static can. Two-phase mark: from the statics (every
//! fixed object that differs from its pristine contents), then from each thread. Fields marked as firewalls are not
//! followed; a thread's own such fields are roots of that thread.
//!
//! A thread that has not moved enters with the shared objects that its component refers to: what else it reaches is
//! its own, and nobody else can have come by it.

use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, Ref};
use crate::image::class::Shape;
use crate::thread::ThreadId;
use crate::vm::Vm;

use super::Canonical;

impl Vm {
    /// Recomputes the escape flags where they count: several threads live, and the reduction is on.
    pub fn normalise(&mut self) {
        if self.reduction && self.has_company() {
            self.mark_escaped();
        } else {
            self.canonical.shared = 0;
        }
    }

    /// Recomputes the escape flags of all dynamic objects that anything can reach.
    pub(crate) fn mark_escaped(&mut self) {
        self.refresh_fixed();
        // Put aside, so that the traversals can read the machine while they write there.
        let mut canonical = std::mem::replace(&mut self.canonical, Canonical::new());
        self.cover(&mut canonical);
        while !self.mark_once(&mut canonical) {}
        canonical.corrected = 0;
        for r in &canonical.visited {
            let label = canonical.scratch.label(*r);
            let shared = label == canonical.shared;
            if self.heap.flag(*r, ESCAPED) != shared {
                self.heap.set_flag(*r, ESCAPED, shared);
                canonical.corrected += 1;
                if !shared {
                    let owner = self.live_by_path()[(label - canonical.shared - 1) as usize];
                    let part = &mut canonical.parts[owner.0 as usize];
                    part.depth = part.depth.max(self.undo_depth());
                }
            }
        }
        self.canonical = canonical;
    }

    /// Fits the side tables to the heap and the threads; forgets components that lost their place in them.
    fn cover(&self, canonical: &mut Canonical) {
        let start = self.heap.dynamic_start();
        let lost = canonical.scratch.cover(start, self.heap.top() - start);
        canonical.parts.resize_with(self.threads.len(), Default::default);
        for (part, thread) in canonical.parts.iter_mut().zip(&self.threads) {
            if part.depth > canonical.lowest {
                part.forget();
                // Flags may have been cleared before as well.
                part.depth = canonical.lowest;
            }
            if lost || thread.changed {
                part.forget();
            }
        }
        canonical.lowest = self.undo_depth();
    }

    /// Labels everything that can be reached. `false` when a component turned out not to be closed; it is forgotten
    /// then, and the marking has to be done again.
    fn mark_once(&self, canonical: &mut Canonical) -> bool {
        let live = self.live_by_path();
        let shared = canonical.scratch.take_labels(live.len() as u32 + 1);
        canonical.shared = shared;
        canonical.visited.clear();
        let mut work = std::mem::take(&mut canonical.work);
        work.clear();
        work.extend(canonical.fixed.roots());
        work.extend(self.uncaught.iter().map(|uncaught| uncaught.throwable));
        let mut closed = self.spread(canonical, &mut work, shared);
        for (i, thread) in live.iter().enumerate() {
            let part = &canonical.parts[thread.0 as usize];
            if part.is_known() {
                work.extend_from_slice(&part.outside);
            } else {
                self.push_roots(*thread, &mut work);
            }
            closed &= self.spread(canonical, &mut work, shared + 1 + i as u32);
        }
        for (i, thread) in live.iter().enumerate() {
            let label = shared + 1 + i as u32;
            let part = &canonical.parts[thread.0 as usize];
            let alone = |r: &Ref| !self.heap.is_fixed(*r) && canonical.scratch.label(*r) == label;
            if part.is_known() && part.outside.iter().any(alone) {
                // What was shared is now this thread's own.
                canonical.parts[thread.0 as usize].forget();
                self.push_roots(*thread, &mut work);
                closed &= self.spread(canonical, &mut work, label);
            }
        }
        canonical.work = work;
        closed
    }

    fn push_roots(&self, thread: ThreadId, work: &mut Vec<Ref>) {
        // A thread whose frames cannot be read is given up when its state is numbered.
        let _ = self.thread_roots(thread, |r| work.push(r));
    }

    /// Labels what can be reached from `work` with `label`, or as shared where another label stands.
    fn spread(&self, canonical: &mut Canonical, work: &mut Vec<Ref>, label: u32) -> bool {
        let shared = canonical.shared;
        let mut closed = true;
        while let Some(r) = work.pop() {
            if r == 0 || self.heap.is_fixed(r) {
                continue;
            }
            let old = canonical.scratch.label(r);
            if old == label || old == shared {
                continue;
            }
            if old < shared {
                closed &= canonical.leave_component(r);
                canonical.visited.push(r);
                canonical.scratch.set_label(r, label);
                self.for_each_marked(r, |to| work.push(to));
            } else {
                self.spread_shared(canonical, r);
            }
        }
        closed
    }

    /// What another thread has reached as well, with all that hangs on it, is shared.
    fn spread_shared(&self, canonical: &mut Canonical, r: Ref) {
        let shared = canonical.shared;
        let mut work = std::mem::take(&mut canonical.queue);
        work.clear();
        work.push(r);
        while let Some(r) = work.pop() {
            if r == 0 || self.heap.is_fixed(r) {
                continue;
            }
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

    /// References that an object holds and that the marking follows; null may be among them.
    #[inline(always)]
    fn for_each_marked(&self, r: Ref, mut f: impl FnMut(Ref)) {
        let class = self.class_of(r);
        match class.shape {
            Shape::Instance => {
                let all = self.watched_groups && class.name == "java/lang/ThreadGroup";
                for word in class.words() {
                    if word.is_ref && (!word.firewall || all) {
                        f(self.heap.get(r + u32::from(word.offset)) as Ref);
                    }
                }
            }
            Shape::References(_) => {
                if planted(Fault::EscapeStopsAtArrays) {
                    return;
                }
                for i in 0..self.heap.length(r) {
                    f(self.element(r, i));
                }
            }
            Shape::Primitives(_) | Shape::Primitive(_) => {}
        }
    }
}

impl Canonical {
    /// An object that a marking reached must not lie in a component that was left out. `false` if it does.
    #[inline(always)]
    fn leave_component(&mut self, r: Ref) -> bool {
        let (generation, _) = self.scratch.number(r);
        if generation == 0 {
            return true;
        }
        match self.parts.iter_mut().find(|part| part.generation == generation) {
            Some(part) => {
                part.forget();
                false
            }
            None => true,
        }
    }
}
