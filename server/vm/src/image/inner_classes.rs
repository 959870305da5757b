//! What the InnerClasses attribute says of a class. JVMS §4.7.6.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;

use super::class::{Class, access};

pub(crate) fn attribute<T>(class: &Class, f: impl Fn(&'static AttributeData<'static>) -> Option<T>) -> Option<T> {
    class.file()?.attributes.iter().find_map(|a| f(&a.data))
}

pub(crate) type Inner = cafebabe::attributes::InnerClassEntry<'static>;

pub(crate) fn inner_entry(class: &Class) -> Option<&'static Inner> {
    let name = class.own_name();
    attribute(class, |a| match a {
        AttributeData::InnerClasses(entries) => entries.iter().find(|e| e.inner_class_info == name),
        _ => None,
    })
}

/// The simple name of a class that is no array, as `Class.getSimpleName` has it.
pub(crate) fn simple_name(class: &Class) -> String {
    let name = class.own_name();
    let inner = inner_entry(class).and_then(|entry| entry.inner_name.as_deref());
    inner.unwrap_or(name.rsplit('/').next().unwrap_or(&name)).to_owned()
}

/// Access flags as `Class.getModifiers` shows them: a member class's own, without `ACC_SUPER`.
pub(crate) fn modifiers(class: &Class) -> u16 {
    let flags = inner_entry(class).map_or(class.access, |e| e.access_flags.bits());
    flags & !access::SYNCHRONIZED
}
