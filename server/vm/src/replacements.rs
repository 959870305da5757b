//! Methods in whose place a static method of the user's runs: stubs for what is not modelled, or is too much to be explored. The
//! receiver of an instance method is the first argument. Calls from the class of the stub itself reach the original.

use serde::{Deserialize, Serialize};

use crate::attributor::matches;
use crate::error::VmError;
use crate::image::class::{Class, Method};
use crate::interpreter::flow::{Check, Flow};
use crate::thread::ThreadId;
use crate::vm::Vm;

/// One method, or several of one name, and what runs in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// Binary name of the class with dots, and the method: `java.net.Socket.connect`. A `*` matches any characters.
    pub method: String,
    /// A static method in the same form.
    pub by: String,
}

impl Replacement {
    /// Checks the form of both names; whether they exist is seen when the method is called.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn parse(method: &str, by: &str) -> Result<Replacement, String> {
        for (name, what) in [
            (method, "the method to be replaced"),
            (by, "the static method in its place"),
        ] {
            let (class, member) = name.rsplit_once('.').unwrap_or_default();
            if class.is_empty() || member.is_empty() {
                return Err(format!(
                    "`{name}` does not name {what}: write class.method, as shop.Stubs.connect"
                ));
            }
            if member == "<init>" || member == "<clinit>" {
                return Err(format!("`{name}`: constructors and initialisers cannot be replaced"));
            }
        }
        if by.contains('*') {
            return Err(format!("`{by}` is a pattern; name one static method"));
        }
        Ok(Replacement {
            method: method.to_owned(),
            by: by.to_owned(),
        })
    }
}

impl Vm {
    /// Takes over which methods are replaced, for classes that are loaded already and those to come.
    pub fn set_replacements(&mut self, replacements: Vec<Replacement>) {
        self.image.replacements = replacements;
        for method in &self.image.methods {
            if let Some(class) = method.class.get() {
                method.replaced.set(self.image.replacement_of(class, method));
                method.note_special();
            }
        }
    }

    /// What was called in the place of another method on any path.
    pub fn replaced(&self) -> impl Iterator<Item = &Replacement> {
        self.knowledge
            .replaced
            .iter()
            .map(|row| &self.image.replacements[*row as usize])
    }

    /// Which row replaces a method that the thread calls; none for calls of the stub's own class.
    #[inline]
    pub(crate) fn replacement_for(&self, thread: ThreadId, method: &'static Method) -> Option<u32> {
        let row = method.replaced.get()?;
        let caller = self.image.method(self.threads[thread.0 as usize].method_id()).class();
        let (class, _) = self.image.replacements[row as usize].by.rsplit_once('.')?;
        (caller.binary_name() != class).then_some(row)
    }

    /// The method that runs in the place of one that the thread calls, whose arguments lie on the stack: with its class initialised, or how
    /// that goes on.
    pub(crate) fn stub_of(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        row: u32,
        may_execute: &mut bool,
    ) -> Result<Result<&'static Method, Flow>, VmError> {
        let by = self.image.replacements[row as usize].by.clone();
        let (class, name) = by.rsplit_once('.').unwrap_or_default();
        let Some(class) = self.image.try_load(&mut self.heap, &class.replace('.', "/"))? else {
            return Err(VmError::Class(format!(
                "[[replace]] by = \"{by}\": class {class} is not on the class path"
            )));
        };
        let takes = parameters(method);
        let fits = |stub: &&&'static Method| {
            stub.name == name && stub.is_static() && parameters(stub) == takes && stub.result == method.result
        };
        let Some(stub) = class.methods.iter().find(fits).copied() else {
            return Err(VmError::Class(format!(
                "[[replace]] by = \"{by}\": it has no static method {name} that takes what {} takes{} and returns the same",
                method.full_name(),
                if method.is_static() { "" } else { ", after the object," },
            )));
        };
        match self.check_initialised(thread, class, may_execute)? {
            Check::Ready => {}
            Check::Pushed => return Ok(Err(Flow::Next)),
            Check::Park(pending) => return Ok(Err(Flow::Park(pending))),
        }
        self.knowledge.replaced.insert(row);
        Ok(Ok(stub))
    }
}

/// The types on the stack, the receiver's among them.
fn parameters(method: &Method) -> Vec<crate::types::Ty> {
    let receiver = (!method.is_static()).then_some(crate::types::Ty::Reference);
    receiver.into_iter().chain(method.params.iter().copied()).collect()
}

impl crate::image::Image {
    /// Which row replaces a method.
    pub(crate) fn replacement_of(&self, class: &Class, method: &Method) -> Option<u32> {
        if self.replacements.is_empty() || method.name.starts_with('<') {
            return None;
        }
        let class = class.binary_name();
        let name = format!("{class}.{}", method.name);
        // A stub is not replaced, whatever pattern it fits.
        let is_stub = |row: &Replacement| row.by.rsplit_once('.').is_some_and(|(stubs, _)| stubs == class);
        let row = self
            .replacements
            .iter()
            .position(|row| matches(&row.method, &name) && !is_stub(row))?;
        Some(row as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::Replacement;

    #[test]
    fn names_are_checked() {
        assert!(Replacement::parse("java.net.Socket.connect", "shop.Stubs.connect").is_ok());
        assert!(Replacement::parse("java.net.*", "shop.Stubs.any").is_ok());
        for (method, by, says) in [
            ("connect", "shop.Stubs.connect", "`connect` does not name"),
            ("shop.Till.<init>", "shop.Stubs.make", "constructors"),
            ("shop.Till.sell", "shop.*", "a pattern"),
        ] {
            assert!(Replacement::parse(method, by).unwrap_err().contains(says));
        }
    }
}
