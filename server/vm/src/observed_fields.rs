//! Fields that properties over time speak of: each write to one that may change what a property says is a step of its own, whoever can reach
//! the object.
//!
//! A comparison of one field with a constant divides its values into ranges. A `putfield` or `putstatic` that is invisible to all other threads,
//! and that leaves the field in its range, changes no atom. Nor would it in any other order: no other thread writes the field
//! meanwhile, or the write would be visible. So it needs no boundary. All other writes have one: to fields that atoms compare with each
//! other, or that are a step on the way to a value, and by other means than these instructions.
//!
//! What a search takes for granted about such a field holds as for any other; a boundary is added where there would be none. Where nothing is
//! observed nothing is asked.

use crate::assumptions::FieldKey;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{HEADER, Ref};
use crate::image::class::{Class, access, field_flag};
use crate::observation::Observation;
use crate::observed::Distinguished;
use crate::thread::{Location, Side};
use crate::types::Ty;
use crate::vm::Vm;

/// A field of a class of the user's.
#[derive(Clone, Copy, Debug)]
pub struct ObservedField {
    declared_by: &'static Class,
    key: FieldKey,
    ty: Ty,
    descriptor: &'static str,
}

impl ObservedField {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.key.is_static
    }

    /// The class that declares it.
    pub fn class(&self) -> &'static Class {
        self.declared_by
    }

    /// What it holds.
    pub fn ty(&self) -> Ty {
        self.ty
    }

    /// Its declared type, as class files write it.
    pub fn descriptor(&self) -> &'static str {
        self.descriptor
    }
}

/// What properties compare: a number, a truth value as 0 or 1, or which object it is, of a word as it lies on the stack.
pub fn number(ty: Ty, word: u64) -> i64 {
    match ty {
        Ty::Long | Ty::Reference => word as i64,
        Ty::Boolean | Ty::Byte | Ty::Char | Ty::Short | Ty::Int | Ty::Float | Ty::Double | Ty::Void => {
            i64::from(word as u32 as i32)
        }
    }
}

impl Vm {
    /// The class of this binary name with dots, if the class path or the JDK has it. It is not initialised by this.
    ///
    /// # Errors
    /// Its class file cannot be read.
    pub fn class_by_name(&mut self, name: &str) -> Result<Option<&'static Class>, VmError> {
        self.image.try_load(&mut self.heap, &name.replace('.', "/"))
    }

    /// A field of a class or of one that it extends; `None` if there is none, or if it is one of the JDK's.
    pub fn observable_field(&self, class: &'static Class, name: &str) -> Option<ObservedField> {
        let classes = std::iter::successors(Some(class), |class| class.superclass);
        let (declared_by, field) = classes
            .filter(|class| class.is_user())
            .find_map(|class| Some((class, class.field(name)?)))?;
        Some(ObservedField {
            declared_by,
            key: FieldKey {
                class: declared_by.id,
                slot: field.slot,
                is_static: field.access & access::STATIC != 0,
            },
            ty: Ty::of(field.descriptor),
            descriptor: field.descriptor,
        })
    }

    /// From now on writes to these fields that change what is distinguished, and to no others, are steps of their own.
    pub fn observe_fields(&mut self, fields: &[(ObservedField, Distinguished)]) {
        let observed = &mut self.mode.observed.fields;
        observed.clear();
        for (field, what) in fields {
            let all = match observed.remove(&field.key) {
                Some(before) => before.or(what.clone()),
                None => what.clone(),
            };
            observed.insert(field.key, all);
        }
    }

    /// From now on writes to elements of arrays of these classes, and of no others, are steps of their own.
    pub fn observe_arrays(&mut self, arrays: &[&'static Class]) {
        self.mode.observed.arrays = arrays.to_vec();
    }

    /// From now on a lock is taken and let go in steps of their own. Else it is free between any two steps of a thread that takes it again and
    /// again, and whoever waits for it could always move, as far as fairness is concerned.
    pub fn see_locks_held(&mut self) {
        let looks = &mut self.knowledge.assumptions.looks;
        looks.extend([
            Observation::Locks,
            Observation::States,
            Observation::Queues,
            Observation::Ends,
        ]);
        self.knowledge.protection.options.on = false;
    }

    /// What a field holds, as it lies on the stack; of an object, if it is not static.
    pub fn observed_value(&self, field: &ObservedField, object: Ref) -> u64 {
        let word = match field.key.is_static {
            true => self.image.statics_start(field.declared_by),
            false => object + HEADER,
        };
        field.ty.widen(self.heap.get(word + field.key.slot))
    }

    /// What an element of an array holds, as it lies on the stack; `None` if it has no such element.
    pub fn observed_element(&self, array: Ref, index: u32) -> Option<u64> {
        let ty = self
            .class_of(array)
            .element_type()
            .filter(|_| index < self.heap.length(array))?;
        let at = u64::from(array + HEADER) * 8 + (u64::from(index) << ty.log2());
        Some(ty.widen(self.heap.read(at, ty.log2())))
    }

    /// How many elements an array has.
    pub fn array_length(&self, array: Ref) -> u32 {
        self.heap.length(array)
    }

    /// Whether the static fields of a class have got their first values.
    pub fn has_statics(&self, class: &Class) -> bool {
        self.is_initialised(class)
    }

    /// Whether a write is observed.
    pub(crate) fn is_observed(&self, object: Ref, location: Location, flags: u8) -> bool {
        let observed = &self.mode.observed;
        if !observed.has_memory() || !self.observes() || planted(Fault::WritesUnobserved) {
            return false;
        }
        let class = self.class_of(object);
        if class.is_array() {
            // Whoever made it: the user's code may hold one that the library has made.
            return flags & field_flag::PRIVATE_TO_VM == 0
                && observed.arrays.iter().any(|of| class.is_subclass_of(of))
                && !self.threads[self.this_step.current.0 as usize].in_atomic_region();
        }
        if flags & field_flag::JDK != 0 && observed.lock_state.is_none() {
            return false;
        }
        self.field_key(object, location).is_some_and(|key| {
            // Inside an operation that is one step, a lock is taken or let go with it.
            let region = || self.threads[self.this_step.current.0 as usize].in_atomic_region();
            observed.fields.contains_key(&key) || observed.lock_state == Some(key) && !region()
        })
    }

    /// Whether an instruction that gives a field this value, as it lies on the stack, is observed.
    pub(crate) fn is_put_observed(&self, object: Ref, location: Location, flags: u8, (ty, value): (Ty, u64)) -> bool {
        let observed = &self.mode.observed;
        if observed.lock_state.is_some() || planted(Fault::WritesUnobserved) {
            return self.is_observed(object, location, flags);
        }
        if observed.fields.is_empty() || flags & field_flag::JDK != 0 || !self.observes() {
            return false;
        }
        let key = self.field_key(object, location);
        let Some(what) = key.and_then(|key| observed.fields.get(&key)) else {
            return false;
        };
        let held = ty.widen(self.heap.get((location / 8) as u32));
        let given = ty.widen(ty.narrow(value));
        !planted(Fault::RangesMerged) && what.separates(number(ty, held), number(ty, given))
    }

    /// The same of what an operation writes in one go.
    pub(crate) fn is_side_observed(&self, to: Side) -> bool {
        to.object != 0
            && to.span.bytes > 0
            && self.class_of(to.object).is_array()
            && self.is_observed(to.object, to.span.at, self.array_flags(to.object))
    }
}
