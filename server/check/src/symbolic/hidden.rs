//! Whether source code in the package of a method can call it.

use dropwire_classes::cafebabe::attributes::{InnerClassAccessFlags, InnerClassEntry};
use dropwire_vm::image::class::{Class, Method, access};

use crate::facts::explored::Hidden;
use crate::junit::plan::inner_classes;

/// Why no other class of the package can call a method: on an object that is an input, or on one that the constructor without parameters makes.
pub(super) fn hidden(method: &Method, on_an_input: bool) -> Option<Hidden> {
    let class = method.class();
    if method.access & access::PRIVATE != 0 {
        return Some(Hidden::Method);
    }
    let constructor = class.declared("<init>", "()V");
    let is_private = constructor.is_some_and(|constructor| constructor.access & access::PRIVATE != 0);
    match !method.is_static() && !on_an_input && is_private {
        true => Some(Hidden::Constructor),
        false => hidden_class(class),
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
