//! What to say of an access without the lock that was taken to protect its field.

use dropwire_vm::heap::Ref;
use dropwire_vm::{Unprotected, Vm};

use crate::facts::note::Note;
use crate::names;
use crate::site::Site;

pub(super) fn unprotected(vm: &Vm, access: &Unprotected) -> Note {
    let named = |locks: &[Ref]| locks.iter().map(|r| names::object(vm, access.thread, *r)).collect();
    let subject = names::field(vm, access.object, access.location).map(|(class, field)| format!("{class}.{field}"));
    Note::Unprotected {
        memory: names::location(vm, access.object, access.location),
        subject,
        thread: names::object(vm, access.thread, vm.thread(access.thread).object),
        location: Site::of_thread(vm, access.thread).map(|site| site.location()),
        held: named(&access.held),
        assumed: named(&access.assumed),
    }
}
