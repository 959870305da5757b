//! Places that hold inputs: parameters, and what objects hold that are inputs themselves.
//!
//! Objects are initialised lazily (Khurshid et al., *Generalized Symbolic Execution for Model Checking and Testing*, TACAS 2003): what a reference refers to
//! is decided where it is read first: nothing, a new object, or one of those that were decided before. A number is an input of the solver.

use dropwire_vm::image::class::{Class, access};
use dropwire_vm::types::{ClassId, Ty};
use rustc_hash::FxHashMap;

use crate::input_value::{double_text, float_text};

/// A place, by its number in [`Places`]. The solver knows the number in it by the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PlaceId(pub(super) u32);

/// What a place is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    /// The object on which the method is called.
    Receiver,
    /// The parameter with this index.
    Parameter(u32),
    /// The field with this index in the layout of the class of the object that was decided at the place.
    Field(PlaceId, ClassId, u32),
    /// The element of the array that was decided at the place.
    Element(PlaceId, ClassId, u32),
    /// The character of the string that was decided at the place.
    Character(PlaceId, u32),
}

/// A place that holds an input.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// What it is a part of.
    pub(super) part: Part,
    /// The descriptor of its type.
    pub(super) descriptor: String,
    /// As source code has it: `node.next.elem`.
    pub(super) name: String,
}

/// What a reference refers to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Reference {
    /// Nothing.
    Null,
    /// A new object of a class.
    Instance(ClassId),
    /// A new array of a class, with so many elements.
    Array(ClassId, u32),
    /// A new string of so many characters.
    Text(u32),
    /// The constant of an enum with this index among its fields.
    Constant(ClassId, u32),
    /// The object that was decided at this place.
    Same(PlaceId),
}

/// All places that were met, in any run: each one is kept once.
#[derive(Default)]
pub(super) struct Places {
    all: Vec<Place>,
    known: FxHashMap<Part, PlaceId>,
}

impl Places {
    pub(super) fn get(&self, id: PlaceId) -> &Place {
        &self.all[id.0 as usize]
    }

    pub(super) fn keep(&mut self, part: Part, descriptor: &str, name: impl FnOnce(&Places) -> String) -> PlaceId {
        if let Some(known) = self.known.get(&part) {
            return *known;
        }
        let name = name(self);
        let id = PlaceId(self.all.len() as u32);
        self.all.push(Place {
            part,
            descriptor: descriptor.to_owned(),
            name,
        });
        self.known.insert(part, id);
        id
    }

    /// The place of a field of an object.
    pub(super) fn field(&mut self, owner: PlaceId, class: &Class, field: &InstanceField) -> PlaceId {
        self.keep(Part::Field(owner, class.id, field.slot), field.descriptor, |places| {
            format!("{}.{}", places.get(owner).name, field.name)
        })
    }

    /// The place of an element of an array.
    pub(super) fn element(&mut self, owner: PlaceId, class: &Class, index: u32) -> PlaceId {
        self.keep(Part::Element(owner, class.id, index), &class.name[1..], |places| {
            format!("{}[{index}]", places.get(owner).name)
        })
    }

    /// The place of a character of a string.
    pub(super) fn character(&mut self, owner: PlaceId, index: u32, descriptor: &str) -> PlaceId {
        self.keep(Part::Character(owner, index), descriptor, |places| {
            format!("{}.charAt({index})", places.get(owner).name)
        })
    }
}

/// An instance field of a class or of a superclass.
#[derive(Clone, Copy, Debug)]
pub(super) struct InstanceField {
    /// The class that declares it.
    pub(super) owner: &'static Class,
    pub(super) name: &'static str,
    pub(super) descriptor: &'static str,
    /// Its index in the layout.
    pub(super) slot: u32,
}

/// All instance fields of a class, those of superclasses first.
pub(super) fn fields_of(class: &'static Class) -> Vec<InstanceField> {
    let mut all = Vec::new();
    for owner in std::iter::successors(Some(class), |class| class.superclass) {
        let own = owner.fields.iter().filter(|field| field.access & access::STATIC == 0);
        all.extend(own.map(|field| InstanceField {
            owner,
            name: field.name,
            descriptor: field.descriptor,
            slot: field.slot,
        }));
    }
    all.sort_by_key(|field| field.slot);
    all
}

/// How many bits an input of a type has; none where it is no number.
pub(super) fn width(ty: Ty) -> Option<u32> {
    match ty {
        Ty::Boolean => Some(1),
        Ty::Byte => Some(8),
        Ty::Char | Ty::Short => Some(16),
        Ty::Int | Ty::Float => Some(32),
        Ty::Long | Ty::Double => Some(64),
        Ty::Reference | Ty::Void => None,
    }
}

/// The value of a number as source code has it.
pub(super) fn bits_shown(ty: Ty, bits: u64) -> String {
    match ty {
        Ty::Boolean => (bits & 1 != 0).to_string(),
        Ty::Byte => (bits as u8 as i8).to_string(),
        Ty::Short => (bits as u16 as i16).to_string(),
        Ty::Int => (bits as u32 as i32).to_string(),
        Ty::Long => (bits as i64).to_string(),
        Ty::Float => float_text(f32::from_bits(bits as u32)),
        Ty::Double => double_text(f64::from_bits(bits)),
        Ty::Char | Ty::Reference | Ty::Void => bits.to_string(),
    }
}
