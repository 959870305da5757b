//! Carries out what the user says about fields (`attributor.rs`): accesses that are no boundaries, and firewalls.
//!
//! A firewall is Java PathFinder's: a field that does not promote reachability, as the list of threads of a thread group does not. What
//! it refers to belongs to the thread that reaches it in another way, though threads share the object that has the field. Both levels
//! take boundaries away and can hide defects: where they could have done so, the verdict says so. A program that gets at a firewall by reflection,
//! a handle or an offset lifts all of them, and the search restarts (`Observation::Firewalls`).

use crate::assumptions::Refutation;
use crate::attributor::FieldAttributes;
use crate::heap::Ref;
use crate::image::class::{Class, Slot, Traversed};
use crate::observation::Observation;
use crate::said_fields::key_of;
use crate::thread::Location;
use crate::vm::Vm;

impl Vm {
    /// Takes over what the user says about fields.
    pub fn set_field_attributes(&mut self, attributes: FieldAttributes) {
        self.image.said_fields.set(attributes, &self.image.classes);
    }

    /// Whether there are firewalls of the user, and none was lifted.
    #[inline(always)]
    pub(crate) fn has_firewalls(&self) -> bool {
        !self.image.said_fields.firewalls.is_empty() && self.firewalls_hold()
    }

    #[cold]
    fn firewalls_hold(&self) -> bool {
        !self.knowledge.assumptions.looks.contains(&Observation::Firewalls)
    }

    /// Whether a field of a loaded class is a firewall of the user.
    pub(crate) fn is_firewall(&self, slot: &Slot, at: usize, is_static: bool) -> bool {
        self.has_firewalls() && self.image.said_fields.firewalls.contains(&key_of(slot, at, is_static))
    }

    /// The same of the field that is at a location.
    pub(crate) fn is_firewall_at(&self, object: Ref, location: Location) -> bool {
        self.has_firewalls()
            && self
                .field_key(object, location)
                .is_some_and(|key| self.image.said_fields.firewalls.contains(&key))
    }

    /// What traversals need of the layout of a class.
    #[inline(always)]
    pub(crate) fn traversed<'a>(&'a self, class: &'a Class) -> &'a Traversed {
        if self.has_firewalls()
            && let Some(traversed) = self.image.said_fields.traversed.get(&class.id)
        {
            return traversed;
        }
        class.traversed()
    }

    /// Whether the user says of the field at a location that accesses are no boundaries. Called where one would be.
    pub(crate) fn is_said_never_relevant(&mut self, object: Ref, location: Location) -> bool {
        let said = &self.image.said_fields.never;
        if said.is_empty() {
            return false;
        }
        let never = self.field_key(object, location).is_some_and(|key| said.contains(&key));
        self.used.attributes |= never;
        never
    }

    /// Somebody asks where a field is, which the class declares or inherits: what is behind it is reached in ways that the user did not think of.
    pub(crate) fn lift_firewalls(&mut self, class: &'static Class, field: &str) {
        if !self.mode.exploring || !self.has_firewalls() {
            return;
        }
        let said = &self.image.said_fields;
        let of_objects = said.has_firewall(class, |slot| slot.name == field);
        let declares = |class: &Class| {
            let mut statics = class.statics.iter().enumerate();
            statics.any(|(at, slot)| slot.name == field && said.firewalls.contains(&key_of(slot, at, true)))
        };
        if of_objects || std::iter::successors(Some(class), |class| class.superclass).any(declares) {
            self.knowledge.assumptions.looks.insert(Observation::Firewalls);
            self.used.firewalls = false;
            self.give_up(Refutation::Observed(Observation::Firewalls));
        }
    }
}
