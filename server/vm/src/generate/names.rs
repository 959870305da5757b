//! What classes are called that are made for call sites: the name of the class with the site, `$$`, what it is for, and a number.

use crate::image::class::{Class, Method};

pub(crate) const LAMBDA: &str = "Lambda";
pub(crate) const CONCAT: &str = "Concat";
pub(crate) const RECORD: &str = "Record";
pub(crate) const SWITCH: &str = "Switch";
pub(crate) const ACCESS: &str = "Access";
pub(crate) const CLONE: &str = "Clone";

/// The static method of every such class that the call site calls.
pub const FACTORY: &str = "make";

/// Whether it holds nothing but a call of a method by arguments of other types.
pub(crate) fn is_bridge(class: &Class) -> bool {
    class.is_made() && class.name.contains(&format!("$${ACCESS}$"))
}

/// Whether it was made for an `invokedynamic` instruction or the call of a VarHandle: its name says for which.
pub(crate) fn is_made_for_call_site(class: &Class) -> bool {
    let purposes = [LAMBDA, CONCAT, RECORD, SWITCH, ACCESS, CLONE];
    class.is_made()
        && purposes
            .iter()
            .any(|purpose| class.name.contains(&format!("$${purpose}$")))
}

/// Whether a method is what a call site calls. The classes that a JDK makes for call sites have no such method.
pub(crate) fn is_factory(method: &Method) -> bool {
    method.name == FACTORY && is_made_for_call_site(method.class())
}
