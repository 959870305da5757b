//! The one access path: every load and store that another thread might see goes through [`Vm::gate`].

use crate::assumptions::Refutation;
use crate::event::Event;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, HEADER, IMMUTABLE, Ref, USER_ARRAY, WAS_ESCAPED};
use crate::image::InitState;
use crate::image::class::{Class, Shape, field_flag};
use crate::interpreter::context::strays;
use crate::interpreter::flow::AccessKind;
use crate::thread::{Location, Mode, Pending, Side, Span, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    /// Decides whether an access is visible: `Some` is the operation before which the thread parks. Memory off the heap is that of
    /// the object 0.
    pub(crate) fn gate(
        &mut self,
        thread: ThreadId,
        object: Ref,
        span: Span,
        kind: AccessKind,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        let seen = kind.write && object != 0 && self.is_observed(object, span.at, kind.flags);
        self.gate_seen(thread, (object, span), kind, seen, may_execute)
    }

    /// The same of an instruction that gives a field the value on top of the stack.
    pub(crate) fn gate_to_put(
        &mut self,
        thread: ThreadId,
        (object, word): (Ref, u32),
        kind: AccessKind,
        ty: Ty,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        let span = Span::new(u64::from(word) * 8, 8);
        let put = (ty, self.threads[thread.0 as usize].peek(ty.slots() - 1));
        let seen = object != 0 && self.is_put_observed(object, span.at, kind.flags, put);
        self.gate_seen(thread, (object, span), kind, seen, may_execute)
    }

    /// `seen`: it is a write that changes what properties look at.
    fn gate_seen(
        &mut self,
        thread: ThreadId,
        (object, span): (Ref, Span),
        kind: AccessKind,
        seen: bool,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        if kind.write && kind.flags & field_flag::PRIVATE_TO_VM == 0 && self.this_step.function.is_some() {
            self.note_trace(thread, object);
        }
        let parked = *may_execute && self.has_shown(Side { object, span }, kind.write);
        let mut pending = match object {
            0 => self.off_heap_boundary(thread, span, kind, may_execute),
            _ => self.boundary(thread, object, span, kind, may_execute),
        };
        if seen && pending.is_none() {
            pending = self.observed_write(thread, object, span, kind, parked, may_execute);
        }
        if pending.is_none() && self.observed() {
            if self.was_shared(object) {
                let AccessKind { write, mode, .. } = kind;
                self.begin_part(
                    thread,
                    Pending::Access {
                        object,
                        span,
                        write,
                        mode,
                    },
                );
            }
            self.report_access(thread, object, span, kind);
        }
        if pending.is_none() && object != 0 && !self.image.promises.is_empty() {
            self.check_access(thread, object, span.at, kind.write);
        }
        pending
    }

    /// A write that a property sees, and that nobody else may: it has a boundary all the same, unless the thread was parked here.
    fn observed_write(
        &mut self,
        thread: ThreadId,
        object: Ref,
        span: Span,
        kind: AccessKind,
        parked: bool,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        let t = &self.threads[thread.0 as usize];
        if !parked && !t.is_atomic() {
            return Some(Pending::Access {
                object,
                span,
                write: true,
                mode: kind.mode,
            });
        }
        if kind.flags & field_flag::JDK == 0 {
            self.this_step.wrote = Some((t.method_id(), t.pc));
        }
        // What the user calls atomic has no state in its midst; the verdict lists it.
        self.used.attributes |= t.is_atomic();
        if *may_execute {
            self.use_permission(thread, may_execute);
        }
        None
    }

    /// Whether accesses of an object are looked at: others can reach it, or could.
    pub(crate) fn is_looked_at(&self, object: Ref) -> bool {
        let shared = self.heap.is_fixed(object) || self.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) != 0;
        self.mode.exploring && self.threads.len() > 1 && (shared || !self.mode.reduction)
    }

    /// Somebody asks where a field is. Where it is a static one, and its class is in one of the states, who has the answer does not wait for the end of
    /// the initialiser.
    pub(crate) fn note_way_around_initialiser(&mut self, class: &Class, field: &str, states: &[InitState]) {
        if self.knowledge.leaked_statics || !class.is_user() || !self.mode.exploring {
            return;
        }
        let is_static = class.statics.iter().any(|declared| declared.name == field);
        let in_state = states.contains(&self.image.init_state(&self.heap, class).0);
        if is_static && in_state && !planted(Fault::InitialisersAlwaysAwaited) {
            self.knowledge.leaked_statics = true;
            self.give_up(Refutation::InitialisersAreAwaited);
        }
    }

    /// Whether a static field is accessed by the initialiser of its class: everybody else waits for its end (JVMS §5.5), unless the address of
    /// a field was given out before.
    pub(crate) fn is_initialising(&self, thread: ThreadId, object: Ref, location: Location) -> bool {
        let class = self.class_of(object);
        if class.is_array() || class.id != self.image.class_class().id {
            return false;
        }
        let of = self.image.class_of_mirror(&self.heap, object);
        let is_static = (location / 8) as u32 >= self.image.statics_start(of);
        let (state, by) = self.image.init_state(&self.heap, of);
        let running = state == InitState::Running && by == Some(thread.0 as usize);
        is_static && (running || planted(Fault::InitialiserNeverEnds))
    }

    fn boundary(
        &mut self,
        thread: ThreadId,
        object: Ref,
        span: Span,
        kind: AccessKind,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        // Where an access to a whole object begins there is no field.
        let location = span.at;
        let alone = !self.knowledge.leaked_statics && self.is_initialising(thread, object, location);
        if self.mode.reduction && self.mode.exploring && alone {
            return None;
        }
        // Before anything is noted: what is relied on is the rest of the object, as that of a class whose caches are filled.
        if kind.flags & field_flag::PRIVATE_TO_VM != 0 {
            return None;
        }
        if kind.write && self.mode.exploring && self.threads.len() > 1 {
            self.note_write(object, location, kind.flags);
        }
        if !self.watching() {
            if self.is_left_alone() && kind.flags & field_flag::FINAL == 0 {
                self.note_own(thread, object, location, kind);
            }
            return None;
        }
        let jdk = kind.flags & field_flag::JDK != 0;
        if kind.flags & field_flag::FINAL != 0 && (jdk || !self.knowledge.leaked_finals) {
            if !kind.write {
                return None;
            }
            if !jdk && self.is_finished(object) {
                // `this` escaped from its constructor, or reflection writes: until now reads of final fields were taken for invisible.
                self.knowledge.leaked_finals = true;
                self.give_up(Refutation::FinalsAreFinal);
            }
        }
        let fixed = self.heap.is_fixed(object);
        if fixed && jdk {
            if kind.write {
                if self.knowledge.mutable_fixed.insert(object, ()).is_none() {
                    self.give_up(Refutation::WrittenInJdk(self.class_of(object).name));
                }
            } else if !self.knowledge.mutable_fixed.contains_key(&object) {
                self.knowledge.assumptions.rely_on_fixed(object);
                return None;
            }
        }
        if self.mode.reduction && !self.heap.flag(object, ESCAPED) {
            self.note_own(thread, object, location, kind);
            return None;
        }
        if *may_execute && self.has_shown(Side { object, span }, kind.write) {
            // It was found visible when the thread parked here.
            self.use_permission(thread, may_execute);
            return None;
        }
        let t = &self.threads[thread.0 as usize];
        let (in_region, entered) = (jdk && t.in_atomic_region(), t.is_entered());
        if self.is_effectively_final(object, location, kind) {
            return None;
        }
        if in_region {
            self.check_protection(thread, object, location, kind.write);
        }
        // Inside an operation that has begun, no access is a step of its own.
        if in_region && entered || !in_region && self.is_protected(thread, object, location, kind.write) {
            return None;
        }
        if planted(Fault::VolatileInvisible) && kind.mode == Mode::Volatile {
            return None;
        }
        if jdk && crate::rules::is_benign_race(self.class_of(object)) || self.is_said_never_relevant(object, location) {
            return None;
        }
        Some(Pending::Access {
            object,
            span,
            write: kind.write,
            mode: kind.mode,
        })
    }

    /// Memory off the heap may be reached by whoever knows its address. As long as one thread alone has touched a piece of it, that is
    /// nobody else's business.
    fn off_heap_boundary(
        &mut self,
        thread: ThreadId,
        span: Span,
        kind: AccessKind,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        if planted(Fault::OffHeapWithoutGate) || self.off_heap_is_owned(thread, span) || !self.watching() {
            return None;
        }
        if *may_execute && self.has_shown(Side { object: 0, span }, kind.write) {
            self.use_permission(thread, may_execute);
            return None;
        }
        Some(Pending::Access {
            object: 0,
            span,
            write: kind.write,
            mode: kind.mode,
        })
    }

    /// Whether the thread that moves was parked before an operation that touches all of this. What it has not shown, others that could make a
    /// conflicting access at the same time have not been asked about: it was parked for something else, or there was less to be read then.
    pub(crate) fn has_shown(&self, side: Side, write: bool) -> bool {
        let shown = self.this_step.operation;
        let is_access = || matches!(shown, Pending::Access { .. } | Pending::Copy { .. });
        shown.shows(side, write)
            || planted(Fault::AccessBehindAnything)
            || planted(Fault::MoreThanWasShown) && is_access()
    }

    /// An access that no boundary may come before: its object is one thread's own by now, or only one thread is left. Who has
    /// accessed it under a lock, invisibly, and given it away or ended since, might have done so at the same time.
    fn note_own(&mut self, thread: ThreadId, object: Ref, location: Location, kind: AccessKind) {
        if !self.is_looked_at(object) {
            return;
        }
        if kind.flags & field_flag::JDK != 0 && self.threads[thread.0 as usize].in_atomic_region() {
            self.check_protection(thread, object, location, kind.write);
        } else {
            self.is_protected(thread, object, location, kind.write);
        }
    }

    /// Whether others may have read final fields of an object: they can reach it; of a class: it is initialised.
    fn is_finished(&self, object: Ref) -> bool {
        if self.heap.is_fixed(object) {
            let is_mirror = self.class_of(object).id == self.image.class_class().id;
            return is_mirror && self.is_initialised(self.image.class_of_mirror(&self.heap, object));
        }
        self.heap.flag(object, ESCAPED)
    }

    /// The thread does the visible operation before which it was parked.
    pub(crate) fn use_permission(&mut self, thread: ThreadId, may_execute: &mut bool) {
        *may_execute = false;
        self.used.atomic_operations |= self.threads[thread.0 as usize].enter_operation();
    }

    /// Flags for accesses to an array's elements.
    pub(crate) fn array_flags(&self, array: Ref) -> u8 {
        let word = self.heap.lock_word(array);
        if word & IMMUTABLE != 0 {
            field_flag::PRIVATE_TO_VM
        } else if word & USER_ARRAY != 0 {
            0
        } else if matches!(self.class_of(array).shape, Shape::References(of) if of.name.starts_with("java/lang/invoke/"))
        {
            // As the fields of that package: what handles consist of, and caches.
            field_flag::JDK | field_flag::PRIVATE_TO_VM
        } else {
            field_flag::JDK
        }
    }

    /// After a reference was stored into `holder`: what it reaches has escaped if the holder has.
    pub(crate) fn stored(&mut self, holder: Ref, value: Ref) {
        // An object of the base without the flag is behind a firewall; one made later has no flag, but is static.
        let open = self.heap.flag(holder, ESCAPED)
            || self.heap.is_fixed(holder) && (self.knowledge.watched_groups || !self.heap.is_base(holder));
        if open && self.mode.exploring && self.is_multithreaded() {
            // What stood there before may be shared no more.
            self.path.facts.escape_info_stale = true;
            if value != 0 {
                self.publish(value);
                self.seal_trace(holder);
            }
        }
    }

    /// The same in the field at `word`, which has these flags. A store to one that is private to the machine, or to a firewall of
    /// the user, does not publish the object.
    pub(crate) fn stored_in(&mut self, holder: Ref, word: u32, value: Ref, flags: u8) {
        if flags & field_flag::PRIVATE_TO_VM == 0 && !self.is_firewall_at(holder, u64::from(word) * 8) {
            self.stored(holder, value);
        } else {
            // What stood there before may be shared no more.
            self.path.facts.escape_info_stale = true;
            self.note_passage(holder, value);
        }
    }

    /// What the marking does not follow was stored in an object or read from one.
    pub(crate) fn note_passage(&mut self, holder: Ref, value: Ref) {
        if self.mode.exploring && self.is_multithreaded() {
            let own = self.threads[self.this_step.current.0 as usize].object;
            self.path.facts.strayed |= strays(&self.heap, own, holder, value);
        }
    }

    /// Marks an object and all that it reaches as escaped.
    pub(crate) fn publish(&mut self, value: Ref) {
        if self.heap.is_fixed(value) || self.heap.flag(value, ESCAPED) {
            return;
        }
        let mut work = vec![value];
        while let Some(r) = work.pop() {
            if r == 0 || self.heap.is_fixed(r) || self.heap.flag(r, ESCAPED) {
                continue;
            }
            self.heap.set_flag(r, ESCAPED, true);
            tracing::trace!(object = r, class = self.class_of(r).name, "escapes");
            self.report(self.this_step.current, Event::Publish(r));
            self.seal_text(r);
            self.for_each_reference(r, true, |to| work.push(to));
        }
    }

    /// The characters of a string that others may reach are never written again: it owns its array. So are the frames of a throwable.
    pub(crate) fn seal_text(&mut self, r: Ref) {
        if self.class_of(r).id == self.image.string_class().id {
            self.seal(self.field(r, "value") as Ref);
        }
        self.seal_trace(r);
    }

    /// The frames of a throwable are an array of its own, filled before it refers to them.
    fn seal_trace(&mut self, r: Ref) {
        let class = self.class_of(r);
        if self.known.throwable.is_some_and(|of| class.is_subclass_of(of)) {
            self.seal(self.field(r, "stackTrace") as Ref);
        }
    }

    fn seal(&mut self, array: Ref) {
        if array != 0 && !self.heap.is_fixed(array) && !self.heap.flag(array, IMMUTABLE) {
            self.heap.set_flag(array, IMMUTABLE, true);
        }
    }

    /// Calls `f` with every reference that an object holds, null excluded. With `firewall`, fields that are said to
    /// be nobody else's business are skipped.
    pub(crate) fn for_each_reference(&self, r: Ref, firewall: bool, mut f: impl FnMut(Ref)) {
        let class = self.class_of(r);
        match class.shape {
            Shape::Instance => {
                for (slot, field) in class.layout.iter().enumerate() {
                    let closed = firewall
                        && (field.flags & field_flag::FIREWALL != 0 && !self.groups_exempt(class)
                            || self.is_firewall(field, slot, false));
                    if field.ty != crate::types::Ty::Reference || closed {
                        continue;
                    }
                    let to = self.heap.get(r + HEADER + slot as u32) as Ref;
                    if to != 0 {
                        f(to);
                    }
                }
                if class.id == self.image.class_class().id {
                    let of = self.image.class_of_mirror(&self.heap, r);
                    let start = self.image.statics_start(of);
                    for (slot, field) in of.statics.iter().enumerate() {
                        let closed = firewall
                            && (field.flags & field_flag::FIREWALL != 0 || self.is_firewall(field, slot, true));
                        if field.ty == crate::types::Ty::Reference && !closed {
                            let to = self.heap.get(start + slot as u32) as Ref;
                            if to != 0 {
                                f(to);
                            }
                        }
                    }
                }
            }
            Shape::References(_) => {
                if planted(Fault::EscapeStopsAtArrays) {
                    return;
                }
                for i in 0..self.heap.length(r) {
                    let to = self.element(r, i);
                    if to != 0 {
                        f(to);
                    }
                }
            }
            Shape::Primitives(_) | Shape::Primitive(_) => {}
        }
    }

    /// Threads of a group are followed once the program looks at them.
    fn groups_exempt(&self, class: &crate::image::class::Class) -> bool {
        self.knowledge.watched_groups && class.name == "java/lang/ThreadGroup"
    }

    /// So many elements of an array, from one on.
    pub(crate) fn elements(&self, array: Ref, from: u64, count: u64) -> Side {
        let log2 = self.class_of(array).element_type().map_or(0, |ty| ty.log2());
        let at = u64::from(array + HEADER) * 8 + (from << log2);
        Side {
            object: array,
            span: Span::new(at, count << log2),
        }
    }

    /// How one side of an operation is accessed: plainly, with the flags of its array.
    pub(crate) fn side_kind(&self, side: Side, write: bool) -> AccessKind {
        let flags = match side.object {
            0 => 0,
            object if self.class_of(object).element_type().is_none() => field_flag::JDK,
            array => self.array_flags(array),
        };
        let mode = self.side_mode(side);
        AccessKind { write, mode, flags }
    }

    /// How one side is accessed: what is no array is a table of the machine's own, behind a field of the JDK, and in order.
    pub fn side_mode(&self, side: Side) -> Mode {
        match side.object {
            0 => Mode::Plain,
            object if self.class_of(object).element_type().is_none() => Mode::Volatile,
            _ => Mode::Plain,
        }
    }

    /// The gate for all of an object at once: as `clone` reads it.
    pub(crate) fn gate_whole(
        &mut self,
        thread: ThreadId,
        object: Ref,
        write: bool,
        may_execute: &mut bool,
    ) -> Option<Pending> {
        let bytes = u64::from(self.image.size_of(&self.heap, object)) * 8;
        let span = Span::new(u64::from(object) * 8, bytes);
        let kind = AccessKind {
            write,
            mode: Mode::Plain,
            flags: self.array_flags(object),
        };
        self.gate(thread, object, span, kind, may_execute)
    }
}
