//! Infers which fields are protected by a lock (`vm.por.sync-detection`); `protection.rs` is the state of it.
//!
//! As in Eraser's lockset (Savage et al., TOCS 1997), each field has the set of locks that were held at all its
//! accesses so far. While the set is not empty, accesses are invisible: with the lock held they move to both sides
//! (Lipton, CACM 1975), so they belong to the step that took the lock. Each access is still looked at. One that
//! empties the set refutes the assumption, and the search starts again with the field visible, so a verdict never
//! rests on it (Stoller and Cohen, FMSD 2006). Accesses inside an atomic operation of the library are one step with it and
//! rely on no lock, but they refute what others rely on: not all methods of its class are atomic.
//!
//! Locks are named by how they are reached: the object itself, a field of it, a static, or an object that exists in
//! every state. What names a lock must never change: fields are watched as in [`crate::speculation`].

use crate::assumptions::FieldKey;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{HEADER, Ref, USER_ARRAY};
use crate::image::class::{Class, field_flag};
use crate::observation::Observation;
use crate::protection::{Counted, ELEMENTS, Guard, Guarded, How, LIBRARY_ELEMENTS, Lock, OWNED, Path, Place};
use crate::protection::{SyncDetection, Unprotected};
use crate::thread::{LOCKED, Location, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

/// Frames that tell places of accesses apart.
const FRAMES_OF_A_SITE: usize = 64;

impl Vm {
    /// Takes over what the user says.
    pub fn set_sync_detection(&mut self, options: &SyncDetection) {
        self.knowledge.protection.options = options.clone();
        self.knowledge.protection.covered.clear();
    }

    /// Accesses since the last call that refuted what was assumed about a field's lock.
    pub fn take_unprotected(&mut self) -> Vec<Unprotected> {
        std::mem::take(&mut self.knowledge.protection.broken)
    }

    /// Whether fields are taken for protected at all.
    pub(crate) fn protects(&self) -> bool {
        // Who says that methods are atomic takes away the boundaries at locks that this rests on.
        self.knowledge.protection.options.on && self.mode.reduction && self.image.attributes.is_empty()
    }

    /// Whether only one thread is left, and nobody has waited for one that has ended: what that one did under a lock may be
    /// unordered with what is done now.
    pub(crate) fn is_left_alone(&self) -> bool {
        self.mode.exploring
            && !self.is_multithreaded()
            && self.protects()
            && !self.knowledge.protection.guards.is_empty()
            && self.has_unawaited_end()
    }

    /// Whether an access of something shared needs no boundary because a lock protects it, as far as anybody has seen.
    pub(crate) fn is_protected(&mut self, thread: ThreadId, object: Ref, location: Location, write: bool) -> bool {
        if !self.protects() || !self.assume_unobserved(Observation::Deaths) {
            return false;
        }
        let Some(guarded) = self.guarded(object, location) else {
            return false;
        };
        if self.knowledge.protection.known.unprotected.contains(&guarded.place) || !self.is_covered(guarded.place) {
            return false;
        }
        let site = self.site_of_access(thread);
        let is_new = |guard: &Guard| !guard.sites.contains(&site) && !planted(Fault::LocksNamedByOthers);
        // Whoever follows a schedule may come to this access before the others: by itself it has to say the same.
        let own = match self.knowledge.protection.guards.get(&guarded).is_none_or(is_new) {
            true => Some(self.candidates(thread, object)),
            false => None,
        };
        let is_named = |lock: &Lock| own.as_ref().is_none_or(|own| own.contains(lock));
        let counted = match self.knowledge.protection.guards.get(&guarded) {
            None => {
                let locks = own.unwrap_or_default();
                self.knowledge.protection.guards_library |= !locks.is_empty() && self.is_of_library(guarded.place);
                self.knowledge.protection.count(guarded, locks)
            }
            // Nothing is lost, as at most accesses.
            Some(guard)
                if guard.outside.is_empty()
                    && guard
                        .locks
                        .iter()
                        .all(|lock| is_named(lock) && self.holds_at(thread, object, *lock)) =>
            {
                self.knowledge.protection.count_again(guarded)
            }
            Some(guard) => {
                // An atomic operation that held fewer might have come in the midst.
                let left = guard.left_for(object, write);
                let held = left.iter().filter(|lock| self.holds_at(thread, object, **lock));
                let (held, unnamed): (Vec<Lock>, Vec<Lock>) = held.copied().partition(is_named);
                if held.is_empty() && planted(Fault::ProtectionNotChecked) {
                    return true;
                }
                // Reported only if this access is the one that breaks it.
                let is_bare = held.is_empty() && unnamed.is_empty() && !left.is_empty();
                let broken = is_bare.then(|| {
                    let locks = left.iter();
                    locks.filter_map(|lock| self.lock_at(object, lock.path)).collect()
                });
                let counted = self.knowledge.protection.count(guarded, held);
                if counted == Counted::Refuted
                    && let Some(assumed) = broken
                {
                    let held = self
                        .held_locks(thread, &self.classes_of_the_program())
                        .into_iter()
                        .map(|(lock, _)| lock)
                        .collect();
                    self.knowledge.protection.broken.push(Unprotected {
                        thread,
                        object,
                        location,
                        assumed,
                        held,
                    });
                }
                counted
            }
        };
        self.refuted |= counted == Counted::Refuted;
        if let Some(guard) = self.knowledge.protection.guards.get_mut(&guarded) {
            guard.sites.insert(site);
        }
        if counted == Counted::Protected
            && self.is_of_library(guarded.place)
            && let Some(guard) = self.knowledge.protection.guards.get_mut(&guarded)
        {
            guard.inside.insert(object, write);
        }
        counted == Counted::Protected
    }

    /// Where an access is: a hash of the innermost frames of its thread. A recursion has one place at any depth.
    fn site_of_access(&self, thread: ThreadId) -> u64 {
        let t = self.thread(thread);
        let fold = |h: u64, word: u64| (h.rotate_left(9) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let callers = t
            .frames()
            .take(FRAMES_OF_A_SITE)
            .fold(0, |h, (_, method, pc)| fold(h, u64::from(method) << 32 | u64::from(pc)));
        fold(callers, u64::from(t.method_id()) << 32 | u64::from(t.pc))
    }

    /// Whether accesses inside atomic operations are looked at: others rely on locks for what they may touch.
    pub(crate) fn checks_operations(&self) -> bool {
        self.knowledge.protection.guards_library && self.mode.exploring
    }

    /// An access inside an atomic operation: a lock that is not held here protects nothing, unless both only read.
    pub(crate) fn check_protection(&mut self, thread: ThreadId, object: Ref, location: Location, write: bool) {
        if !self.checks_operations() || planted(Fault::OperationsNotChecked) {
            return;
        }
        let guarded = self.guarded(object, location);
        let Some((guarded, guard)) = guarded.and_then(|of| Some((of, self.knowledge.protection.guards.get(&of)?)))
        else {
            return;
        };
        let held = guard.locks.iter().filter(|lock| self.holds_at(thread, object, **lock));
        let held: Vec<Lock> = held.copied().collect();
        if held.len() == guard.locks.len() {
            return;
        }
        if guard.inside.meets(object, write) {
            self.refuted |= self.knowledge.protection.count(guarded, held) == Counted::Refuted;
        } else if let Some(guard) = self.knowledge.protection.guards.get_mut(&guarded) {
            guard.note_outside(held, object, write);
        }
    }

    fn is_of_library(&self, place: Place) -> bool {
        match place {
            Place::Field(key) => !self.image.class(key.class.0).is_user(),
            Place::Elements { of_library, .. } => of_library,
        }
    }

    fn guarded(&self, object: Ref, location: Location) -> Option<Guarded> {
        let class = self.class_of(object);
        let place = if class.is_array() {
            Place::Elements {
                class: class.id,
                of_library: !self.heap.flag(object, USER_ARRAY),
            }
        } else {
            Place::Field(self.field_key(object, location)?)
        };
        let is_static = matches!(place, Place::Field(key) if key.is_static);
        let constant = !is_static && self.is_constant(object);
        Some(Guarded {
            object: if constant { object } else { 0 },
            place,
        })
    }

    fn is_constant(&self, object: Ref) -> bool {
        self.heap.is_fixed(object) || object < self.knowledge.protection.constants_end
    }

    fn is_covered(&mut self, place: Place) -> bool {
        let options = &self.knowledge.protection.options;
        if options.include.is_empty() && options.exclude.is_empty() {
            return true;
        }
        if let Some(known) = self.knowledge.protection.covered.get(&place) {
            return *known;
        }
        let name = match place {
            Place::Elements { class, .. } => self.image.class(class.0).binary_name(),
            Place::Field(key) => {
                let field = self.field_of(key).map_or("", |field| field.name);
                format!("{}.{field}", self.image.class(key.class.0).binary_name())
            }
        };
        let covered = options.covers(&name);
        self.knowledge.protection.covered.insert(place, covered);
        covered
    }

    /// Every lock that the thread holds now and that can be named from the object.
    fn candidates(&mut self, thread: ThreadId, object: Ref) -> Vec<Lock> {
        let classes = self.classes_of_the_program();
        let held = self.held_locks(thread, &classes);
        let mut locks: Vec<Lock> = Vec::new();
        if held.is_empty() {
            return locks;
        }
        for &(lock, how) in &held {
            if lock == object {
                locks.push(Lock { path: Path::This, how });
            }
            if self.is_constant(lock) {
                locks.push(Lock {
                    path: Path::Constant(lock),
                    how,
                });
            }
        }
        let how_held = |r: Ref| held.iter().find(|(lock, _)| *lock == r).map(|(_, how)| *how);
        let mut paths = Vec::new();
        let class = self.class_of(object);
        if !class.is_array() {
            for (slot, field) in class.layout.iter().enumerate() {
                let value = self.heap.get(object + HEADER + slot as u32) as Ref;
                if field.ty == Ty::Reference
                    && value != 0
                    && let Some(how) = how_held(value)
                {
                    let key = FieldKey {
                        class: field.declared_by,
                        slot: slot as u32,
                        is_static: false,
                    };
                    paths.push((Path::Field(key), how, field.flags));
                }
            }
        }
        for class in classes {
            let start = self.image.statics_start(class);
            for (slot, field) in class.statics.iter().enumerate() {
                let value = self.heap.get(start + slot as u32) as Ref;
                if field.ty == Ty::Reference
                    && value != 0
                    && let Some(how) = how_held(value)
                {
                    let key = FieldKey {
                        class: class.id,
                        slot: slot as u32,
                        is_static: true,
                    };
                    paths.push((Path::Static(key), how, field.flags));
                }
            }
        }
        for (path, how, flags) in paths {
            let (Path::Field(key) | Path::Static(key)) = path else {
                continue;
            };
            // A path that changes names no lock. That a final field leaks starts the search again in any case.
            let is_final = flags & field_flag::FINAL != 0 && !self.knowledge.leaked_finals;
            if is_final || self.knowledge.assumptions.rely_on_field(key) {
                locks.push(Lock { path, how });
            }
        }
        locks
    }

    fn holds_at(&self, thread: ThreadId, object: Ref, lock: Lock) -> bool {
        self.lock_at(object, lock.path).is_some_and(|r| match lock.how {
            How::Monitor => self
                .heap
                .monitor(r)
                .is_some_and(|(owner, _)| owner == thread.0 as usize),
            How::Owner => self.owns(thread, r),
        })
    }

    /// The object at a path; none where there is none.
    fn lock_at(&self, object: Ref, path: Path) -> Option<Ref> {
        let lock = match path {
            Path::This => object,
            Path::Constant(lock) => lock,
            // Subclasses of one class, whose field it guards, have other fields behind its own.
            Path::Field(key) if !self.class_of(object).is_subclass_of(self.image.class(key.class.0)) => 0,
            Path::Field(key) => self.heap.get(object + HEADER + key.slot) as Ref,
            Path::Static(key) => {
                let start = self.image.statics_start(self.image.class(key.class.0));
                self.heap.get(start + key.slot) as Ref
            }
        };
        (lock != 0).then_some(lock)
    }

    /// Whether a lock of java.util.concurrent is held exclusively.
    fn owns(&self, thread: ThreadId, lock: Ref) -> bool {
        if !OWNED.contains(&self.class_of(lock).name) {
            return false;
        }
        let sync = self.field(lock, "sync") as Ref;
        sync != 0 && self.field(sync, "exclusiveOwnerThread") as Ref == self.thread(thread).object
    }

    /// The locks of `java.util.concurrent` that the program has made so far.
    pub(crate) fn locks_of_their_own(&self) -> Vec<Ref> {
        let none = OWNED.iter().all(|class| self.image.loaded(class).is_none());
        if none || !self.protects() || planted(Fault::LocksNamedByOthers) {
            return Vec::new();
        }
        // A frame that cannot be read is given up when its state is numbered.
        let live = self.live_objects().unwrap_or_default().into_iter();
        live.filter(|r| OWNED.contains(&self.class_of(*r).name)).collect()
    }

    /// The monitors and exclusive locks that a thread holds: locks that exist in every state, and those to which its frames, and the statics of the program,
    /// lead by themselves, or by a field of what they refer to.
    fn held_locks(&self, thread: ThreadId, classes: &[&'static Class]) -> Vec<(Ref, How)> {
        let mut seen: Vec<Ref> = Vec::new();
        // A frame that cannot be read is given up when its state is numbered.
        let _ = self.for_each_frame_slot(thread, |_, value, is_ref| {
            if is_ref && value != 0 {
                seen.push(value as Ref);
            }
        });
        for class in classes {
            let start = self.image.statics_start(class);
            let statics = class
                .statics
                .iter()
                .enumerate()
                .filter(|(_, field)| field.ty == Ty::Reference);
            seen.extend(
                statics
                    .map(|(slot, _)| self.heap.get(start + slot as u32) as Ref)
                    .filter(|r| *r != 0),
            );
        }
        seen.sort_unstable();
        seen.dedup();
        let direct = seen.len();
        for at in 0..direct {
            if !self.class_of(seen[at]).is_array() {
                self.for_each_reference(seen[at], false, |to| seen.push(to));
            }
        }
        // The monitors of methods are in no slot.
        let t = self.thread(thread);
        let of_methods = t.frames().map(|(fp, ..)| t.stack[fp as usize + 2]);
        seen.extend(of_methods.filter(|word| word & LOCKED != 0).map(|word| word as Ref));
        seen.extend(&self.knowledge.protection.constant_locks);
        seen.sort_unstable();
        seen.dedup();
        let monitor = |r: &Ref| {
            self.heap
                .monitor(*r)
                .is_some_and(|(owner, _)| owner == thread.0 as usize)
        };
        let monitors = seen.iter().filter(|r| monitor(r)).map(|r| (*r, How::Monitor));
        let owned = seen.iter().filter(|r| self.owns(thread, **r)).map(|r| (*r, How::Owner));
        monitors.chain(owned).collect()
    }

    fn classes_of_the_program(&self) -> Vec<&'static Class> {
        let classes = self.image.classes.iter().copied();
        classes
            .filter(|class| class.is_user() && class.mirror.get() != 0)
            .collect()
    }

    /// What was learned, by names that a later process understands.
    pub(crate) fn learned_protection(&self) -> Vec<String> {
        let known = &self.knowledge.protection.known;
        let bare = known.unprotected.iter().map(|place| ("bare", place));
        let guarded = known.protected.iter().map(|place| ("guarded", place));
        let name = |(word, place): (&str, &Place)| {
            let (class, field) = match *place {
                Place::Elements { class, of_library } => (class, if of_library { LIBRARY_ELEMENTS } else { ELEMENTS }),
                Place::Field(key) => (key.class, self.field_of(key)?.name),
            };
            Some(format!("{word} {}.{field}", self.image.class(class.0).name))
        };
        bare.chain(guarded).filter_map(name).collect()
    }

    /// Takes over one name of [`Vm::learned_protection`]; what is unknown is ignored.
    pub(crate) fn learn_protection(&mut self, name: &str) -> Result<(), VmError> {
        let parts = name
            .split_once(' ')
            .and_then(|(word, place)| Some((word, place.rsplit_once('.')?)));
        let Some((word, (class, field))) = parts else {
            return Ok(());
        };
        let Some(class) = self.image.try_load(&mut self.heap, class)? else {
            return Ok(());
        };
        let place = if [ELEMENTS, LIBRARY_ELEMENTS].contains(&field) {
            Place::Elements {
                class: class.id,
                of_library: field == LIBRARY_ELEMENTS,
            }
        } else {
            let Some(key) = self.key_of_field(class, field) else {
                return Ok(());
            };
            Place::Field(key)
        };
        let known = &mut self.knowledge.protection.known;
        let set = if word == "bare" {
            &mut known.unprotected
        } else {
            &mut known.protected
        };
        set.insert(place);
        Ok(())
    }
}
