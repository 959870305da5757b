//! Whether source code in the package of a method can call it.

use dropwire_classes::cafebabe::attributes::{InnerClassAccessFlags, InnerClassEntry};
use dropwire_vm::image::class::{Class, Method, access};

use crate::facts::explored::Hidden;
use crate::junit::CallSequence;
use crate::junit::plan::inner_classes;

/// Why no other class of the package can make calls: on an object that is an input, on one that they make, or on one that the constructor
/// without parameters makes.
pub(super) fn hidden(calls: &CallSequence, on_an_input: bool) -> Option<Hidden> {
    let is_private = |method: &Method| method.access & access::PRIVATE != 0;
    let default = || calls.class.declared("<init>", "()V").filter(|_| calls.needs_object());
    let constructor = calls.constructor().or_else(default).filter(|_| !on_an_input);
    if constructor.is_some_and(is_private) {
        return Some(Hidden::Constructor);
    }
    match calls.methods.iter().any(|method| is_private(method)) {
        true => Some(Hidden::Method),
        false => hidden_class(calls.class),
    }
}

/// Why source code of the package cannot name a class.
pub(super) fn hidden_class(class: &Class) -> Option<Hidden> {
    let entries = inner_classes(class);
    let of =
        |name: &str| -> Option<&InnerClassEntry<'_>> { entries.iter().find(|entry| entry.inner_class_info == name) };
    let mut level = of(class.name);
    while let Some(entry) = level {
        let (Some(outer), Some(_)) = (&entry.outer_class_info, &entry.inner_name) else {
            return Some(Hidden::NoName);
        };
        if entry.access_flags.contains(InnerClassAccessFlags::PRIVATE) {
            return Some(Hidden::Class);
        }
        level = of(outer);
    }
    None
}
