//! Whose a place in memory is: the user's business, or that of a class of the JDK that several threads may use.
//!
//! Asked where a race is judged, and nowhere else: it may look at the whole heap. A field belongs to the class that declares it,
//! whatever the object is. What a class declares that guards nothing, and the elements of arrays, belong to whoever holds the
//! object: to the user where references lead to it from the user's frames, statics, objects and arrays, and none of them is a
//! field of a class that several threads may use.

use rustc_hash::FxHashSet;

use crate::heap::{HEADER, Ref, USER_ARRAY};
use crate::image::class::{Class, Shape};
use crate::rules;
use crate::thread::Location;
use crate::types::Ty;
use crate::vm::Vm;

/// Whose business a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The user's: races are reported.
    User,
    /// A class that several threads may use, or one that the user has no way to: races are by design.
    Library,
    /// Whoever holds the object.
    Holder,
}

impl Vm {
    /// What the place alone says of its owner.
    pub fn owner(&self, object: Ref, location: Location) -> Owner {
        if object == 0 {
            // Memory off the heap is whoever's takes it: the JDK's own is its threads' alone.
            return Owner::User;
        }
        let class = self.class_of(object);
        if class.is_array() {
            let user = self.heap.flag(object, USER_ARRAY) || class.is_user();
            return if user { Owner::User } else { Owner::Holder };
        }
        let (declared_by, is_static) = self.declaring_class(object, location);
        if rules::is_thread_safe(declared_by) {
            Owner::Library
        } else if declared_by.is_user() {
            Owner::User
        } else if is_static || self.is_empty_for_all(object) {
            Owner::Library
        } else {
            Owner::Holder
        }
    }

    /// Whether a race is the user's business.
    pub fn is_users_business(&self, object: Ref, location: Location) -> bool {
        match self.owner(object, location) {
            Owner::User => true,
            Owner::Library => false,
            Owner::Holder => self.is_passed_by_a_user(object) || self.is_held_by_a_user(object),
        }
    }

    /// Whether a static field of the JDK holds the object for all threads, since it holds nothing.
    fn is_empty_for_all(&self, object: Ref) -> bool {
        rules::EMPTY.iter().any(|(class, field)| {
            let class = self.image.loaded(class).filter(|class| class.mirror.get() != 0);
            let slot =
                class.and_then(|class| Some((class, class.statics.iter().position(|held| held.name == *field)?)));
            slot.is_some_and(|(class, slot)| {
                self.heap.get(self.image.statics_start(class) + slot as u32) as Ref == object
            })
        })
    }

    /// The class that declares the field at an address, and whether it is static; the object's own for a header.
    fn declaring_class(&self, object: Ref, location: Location) -> (&'static Class, bool) {
        let class = self.class_of(object);
        let word = ((location / 8) as u32).wrapping_sub(object);
        if let Some(slot) = class.layout.get(word.wrapping_sub(HEADER) as usize) {
            return (self.image.class(slot.declared_by.0), false);
        }
        if class.id != self.image.class_class().id {
            return (class, false);
        }
        let of = self.image.class_of_mirror(&self.heap, object);
        let statics = self.image.statics_start(of) - object;
        if word >= statics { (of, true) } else { (class, false) }
    }

    /// Whether user code has handed the object itself to the method of the JDK that it called.
    fn is_passed_by_a_user(&self, object: Ref) -> bool {
        self.live().any(|thread| {
            let t = self.thread(thread);
            let mut entered: Option<&[u64]> = None;
            for (fp, method, _) in t.frames() {
                let method = self.image.method(method);
                let Some(code) = method.code.get() else { continue };
                if !method.class().is_user() {
                    let locals = (fp - code.max_locals) as usize;
                    entered = Some(&t.stack[locals..locals + usize::from(method.arg_slots)]);
                } else if entered.take().is_some_and(|slots| slots.contains(&u64::from(object))) {
                    return true;
                }
            }
            false
        })
    }

    /// Whether references lead to the object from what is the user's.
    fn is_held_by_a_user(&self, object: Ref) -> bool {
        let mut work = self.held_by_frames();
        let user = self.image.classes.iter().filter(|class| class.is_user());
        for class in user.filter(|class| class.mirror.get() != 0) {
            let start = self.image.statics_start(class);
            let statics = class.statics.iter().enumerate();
            let references = statics.filter(|(_, field)| field.ty == Ty::Reference);
            work.extend(references.map(|(slot, _)| self.heap.get(start + slot as u32) as Ref));
        }
        // A frame that cannot be read is given up when its state is numbered.
        let live = self.live_objects().unwrap_or_default();
        work.extend(
            live.into_iter()
                .filter(|r| self.class_of(*r).is_user() || self.heap.flag(*r, USER_ARRAY)),
        );
        let mut seen: FxHashSet<Ref> = FxHashSet::default();
        while let Some(r) = work.pop() {
            if r == object {
                return true;
            }
            if r != 0 && seen.insert(r) {
                self.for_each_open_reference(r, |to| work.push(to));
            }
        }
        false
    }

    /// What the user's frames hold, and what they have called methods of the JDK with.
    fn held_by_frames(&self) -> Vec<Ref> {
        let mut held = Vec::new();
        for thread in self.live() {
            let methods = self
                .thread(thread)
                .frames()
                .map(|(_, method, _)| self.image.method(method));
            let frames: Vec<(bool, u16)> = methods.map(|m| (m.class().is_user(), m.arg_slots)).collect();
            let passed = |frame: usize, slot: u32| {
                frames.get(frame + 1).is_some_and(|(user, _)| *user) && slot < u32::from(frames[frame].1)
            };
            // As above.
            let _ = self.for_each_slot_of_frames(thread, |frame, slot, value, is_ref| {
                if is_ref && (frames[frame].0 || passed(frame, slot)) {
                    held.push(value as Ref);
                }
            });
        }
        held
    }

    /// References that an object holds in elements and in fields that are no class's own business.
    fn for_each_open_reference(&self, r: Ref, mut f: impl FnMut(Ref)) {
        let class = self.class_of(r);
        match class.shape {
            Shape::Instance if class.id != self.image.class_class().id => {
                for (slot, field) in class.layout.iter().enumerate() {
                    let declared_by = self.image.class(field.declared_by.0);
                    let open =
                        || !rules::is_thread_safe(declared_by) || rules::holds_for_callers(declared_by, field.name);
                    if field.ty == Ty::Reference && open() {
                        f(self.heap.get(r + HEADER + slot as u32) as Ref);
                    }
                }
            }
            Shape::References(_) => (0..self.heap.length(r)).for_each(|i| f(self.element(r, i))),
            Shape::Instance | Shape::Primitives(_) | Shape::Primitive(_) => {}
        }
    }
}
