//! Objects and memory, by the names that the source gives them.

use serde::{Deserialize, Serialize};

/// An object, as the code that uses it knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Object {
    /// No object.
    Null,
    /// What `Till.class` names.
    Class {
        /// Binary name with dots.
        class: String,
    },
    /// A thread.
    Thread {
        /// Its Java name.
        name: String,
    },
    /// What a static field holds.
    Static {
        /// The class that declares it; binary name with dots.
        class: String,
        /// The field.
        field: String,
    },
    /// What a field of `this` holds.
    Field {
        /// The field.
        field: String,
    },
    /// `this`.
    This {
        /// The innermost name of the class whose method runs, as `Fork` of `Dining$Fork`.
        class: String,
    },
    /// What a local variable holds.
    Local {
        /// The variable.
        name: String,
    },
    /// An object that no name leads to.
    Instance {
        /// The innermost name of its class.
        class: String,
    },
}

impl Object {
    /// The field or the variable that it is known by.
    pub fn variable(&self) -> Option<&str> {
        match self {
            Object::Static { field, .. } | Object::Field { field } => Some(field),
            Object::Local { name } => Some(name),
            Object::Null
            | Object::Class { .. }
            | Object::Thread { .. }
            | Object::This { .. }
            | Object::Instance { .. } => None,
        }
    }
}

/// One object among those of its class, the same one all along a trail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// Its class; binary name with dots.
    pub class: String,
    /// From 1, in the order in which the trail comes to those of the class.
    pub number: u32,
    /// What its fields say of it: `"giro"`, `7`. They were read, and no code ran for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A piece of memory that threads share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Memory {
    /// A field.
    Field {
        /// The class that declares it; binary name with dots.
        class: String,
        /// The field.
        field: String,
    },
    /// Elements of an array.
    Elements {
        /// The type of the elements, as `int`.
        array: String,
        /// The first index; `None` where it begins before the elements.
        first: Option<u64>,
        /// The last index.
        last: Option<u64>,
    },
    /// All of an object.
    Whole {
        /// Its class; binary name with dots.
        class: String,
    },
    /// Memory off the heap.
    OffHeap {
        /// The first address.
        first: u64,
        /// The last address.
        last: u64,
    },
}

impl Memory {
    /// A field with its class: `shop.Stats.hits`.
    pub fn qualified_field(&self) -> Option<String> {
        match self {
            Memory::Field { class, field } => Some(format!("{class}.{field}")),
            Memory::Elements { .. } | Memory::Whole { .. } | Memory::OffHeap { .. } => None,
        }
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Plainly.
    Read,
    /// Plainly.
    Write,
    /// As a volatile field is.
    VolatileRead,
    /// As a volatile field is.
    VolatileWrite,
    /// Read and written at once.
    AtomicUpdate,
}
