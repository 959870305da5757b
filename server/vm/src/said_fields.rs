//! Which fields of loaded classes the user says something about (`attributor.rs`); `field_attributes.rs` carries it out.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assumptions::FieldKey;
use crate::attributor::{FieldAttributes, FieldLevel};
use crate::image::class::{Class, Origin, Slot, Traversed, field_flag};
use crate::types::{ClassId, Ty};

/// What is said, and to which fields of loaded classes it applies.
#[derive(Default)]
pub(crate) struct SaidFields {
    attributes: FieldAttributes,
    /// Accesses of these are no boundaries.
    pub(crate) never: FxHashSet<FieldKey>,
    /// The marking does not follow these.
    pub(crate) firewalls: FxHashSet<FieldKey>,
    /// Of the classes whose objects have firewalls, inherited ones included.
    pub(crate) traversed: FxHashMap<ClassId, Traversed>,
}

impl SaidFields {
    /// Takes over what the user says, for classes that are loaded already and those to come.
    pub(crate) fn set(&mut self, attributes: FieldAttributes, loaded: &[&'static Class]) {
        if self.attributes != attributes {
            *self = SaidFields {
                attributes,
                ..SaidFields::default()
            };
            // Superclasses come first.
            for class in loaded.iter().filter(|class| class.origin == Origin::User) {
                self.take(class);
            }
        }
    }

    /// A class of the user is loaded.
    pub(crate) fn take(&mut self, class: &Class) {
        if self.attributes.is_empty() {
            return;
        }
        for (slots, is_static) in [(&class.layout, false), (&class.statics, true)] {
            for (at, slot) in slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| slot.declared_by == class.id)
            {
                match self.attributes.of(class, slot.name) {
                    Some(FieldLevel::Never) => self.never.insert(key_of(slot, at, is_static)),
                    Some(FieldLevel::Firewall) if slot.ty == Ty::Reference => {
                        self.firewalls.insert(key_of(slot, at, is_static))
                    }
                    _ => false,
                };
            }
        }
        if self.has_firewall(class, |_| true) {
            let flags = |at: usize, slot: &Slot| match self.firewalls.contains(&key_of(slot, at, false)) {
                true => slot.flags | field_flag::FIREWALL,
                false => slot.flags,
            };
            let traversed = Traversed::of(&class.layout, flags);
            self.traversed.insert(class.id, traversed);
        }
    }

    /// Whether objects of the class have a firewall among these fields.
    pub(crate) fn has_firewall(&self, class: &Class, among: impl Fn(&Slot) -> bool) -> bool {
        let mut fields = class.layout.iter().enumerate();
        fields.any(|(at, slot)| among(slot) && self.firewalls.contains(&key_of(slot, at, false)))
    }
}

/// The key of a field by its place in a layout, or among statics.
pub(crate) fn key_of(slot: &Slot, at: usize, is_static: bool) -> FieldKey {
    FieldKey {
        class: slot.declared_by,
        slot: at as u32,
        is_static,
    }
}
