//! Resolution of members and selection of methods. JVMS §5.4.3 and §5.4.6, without access checks.

use super::Image;
use super::class::{Class, Field, Method, access};
use crate::error::VmError;
use crate::types::Sym;

impl Image {
    /// The field `name:descriptor` as seen from `class`: declared, in superinterfaces, in superclasses. JVMS §5.4.3.2.
    pub fn find_field(
        &self,
        class: &'static Class,
        name: Sym,
        descriptor: Sym,
    ) -> Option<(&'static Class, &'static Field)> {
        if let Some(index) = class.field_index.get(&(name, descriptor)) {
            return Some((class, &class.fields[*index]));
        }
        for interface in &class.interfaces {
            if let Some(found) = self.find_field(interface, name, descriptor) {
                return Some(found);
            }
        }
        class
            .superclass
            .and_then(|superclass| self.find_field(superclass, name, descriptor))
    }

    /// The method `name descriptor` as seen from `class`. JVMS §5.4.3.3 and §5.4.3.4.
    pub fn find_method(&self, class: &'static Class, key: (Sym, Sym)) -> Option<&'static Method> {
        let mut current = Some(class);
        while let Some(c) = current {
            if let Some(method) = c.method_index.get(&key) {
                return Some(method);
            }
            current = c.superclass;
        }
        if let Some(method) = self.maximally_specific(class, key) {
            return Some(method);
        }
        // Any interface method will do for resolution, abstract ones included.
        class
            .all_interfaces
            .iter()
            .filter_map(|id| self.class(id.0).method_index.get(&key).copied())
            .find(|m| m.access & (access::STATIC | access::PRIVATE) == 0)
    }

    /// The one default method that no other interface of the class overrides. JVMS §5.4.3.3.
    fn maximally_specific(&self, class: &'static Class, key: (Sym, Sym)) -> Option<&'static Method> {
        let candidates: Vec<&'static Method> = class
            .all_interfaces
            .iter()
            .filter_map(|id| self.class(id.0).method_index.get(&key).copied())
            .filter(|m| m.access & (access::STATIC | access::PRIVATE) == 0)
            .collect();
        let mut best = candidates.iter().copied().filter(|m| {
            !candidates
                .iter()
                .any(|other| other.id != m.id && other.class().is_subclass_of(m.class()))
        });
        best.find(|m| !m.is_abstract())
    }

    /// The method that a call of `method` on an object of `class` runs. `None`: abstract. JVMS §5.4.6.
    pub fn select(&self, class: &'static Class, method: &'static Method) -> Option<&'static Method> {
        let lately = &class.lately_selected[method.id.0 as usize % 4];
        if let Some((named, found)) = lately.get()
            && named == method.id
        {
            return Some(found);
        }
        let found = self.select_now(class, method)?;
        lately.set(Some((method.id, found)));
        Some(found)
    }

    fn select_now(&self, class: &'static Class, method: &'static Method) -> Option<&'static Method> {
        if method.access & (access::PRIVATE | access::STATIC) != 0 {
            return Some(method);
        }
        let index = method.vtable_index.get();
        if index != u32::MAX && !method.class().is_interface() {
            return class.vtable.get(index as usize).copied().filter(|m| !m.is_abstract());
        }
        if let Some(found) = class.selected.borrow().get(&method.id) {
            return *found;
        }
        let found = self.select_slow(class, method);
        class.selected.borrow_mut().insert(method.id, found);
        found
    }

    fn select_slow(&self, class: &'static Class, method: &'static Method) -> Option<&'static Method> {
        let mut current = Some(class);
        while let Some(c) = current {
            if !c.is_interface()
                && let Some(found) = c.method_index.get(&method.key)
                && found.access & (access::STATIC | access::PRIVATE) == 0
            {
                return Some(found).filter(|m| !m.is_abstract()).copied();
            }
            current = c.superclass;
        }
        self.maximally_specific(class, method.key)
    }

    /// A method by names, for natives and boot; an error names it.
    pub fn named_method(
        &mut self,
        class: &'static Class,
        name: &str,
        descriptor: &str,
    ) -> Result<&'static Method, VmError> {
        let key = (self.symbols.intern(name), self.symbols.intern(descriptor));
        self.find_method(class, key)
            .ok_or_else(|| VmError::Jdk(format!("{}.{name}{descriptor} is missing", class.binary_name())))
    }

    /// Layout slot of an instance field by name, searching superclasses first declared last. Not one that a user's class declares: the machine
    /// asks for what it knows, of the JDK and of the classes that it makes, and a program's `Thread` may have a `holder` of its own.
    pub fn slot(&self, class: &Class, name: &str) -> Option<u32> {
        class
            .layout
            .iter()
            .rposition(|slot| {
                let declaring = self.class(slot.declared_by.0);
                slot.name == name && (declaring.is_made() || !declaring.is_user())
            })
            .map(|slot| slot as u32)
    }
}
