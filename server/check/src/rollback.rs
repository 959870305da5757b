//! Work on a machine that is taken back: the only places that pair undo frames, and what was refuted with what it was refuted for.

use dropwire_vm::{Vm, VmError};

/// Does something with a machine that has just been booted, and takes it all back.
pub fn with_rollback<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    let result = in_frame(vm, work);
    vm.forget();
    result
}

/// Does something and takes it back, but for what was refuted.
pub(crate) fn in_frame<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    let depth = vm.undo_depth();
    vm.push_undo();
    let result = work(vm);
    while vm.undo_depth() > depth {
        vm.pop_undo();
    }
    result
}

/// The same for a look ahead that whoever listens to the run is not to hear of.
pub(crate) fn unheard<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    let observer = vm.observer.take();
    let result = in_frame(vm, work);
    vm.observer = observer;
    result
}

/// Does something with nothing refuted yet, and takes it back: afterwards [`Vm::refuted`] says whether the work refuted anything.
pub(crate) fn anew<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    vm.refuted = false;
    in_frame(vm, work)
}

/// The same from the first visible operation of `main` on.
///
/// # Errors
/// The program does not get that far.
pub(crate) fn from_start<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> Result<T, VmError> {
    anew(vm, |vm| {
        vm.begin(true)?;
        Ok(work(vm))
    })
}

/// Does something of which the answer alone counts: what it refutes is forgotten.
pub(crate) fn without_learning<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    let known = vm.refutations();
    let result = work(vm);
    if vm.refutations() != known {
        vm.restore_refutations(known);
    }
    result
}

/// Does something whose schedules have to hold with what is known now; `None` if it refuted anything, which is then forgotten.
pub(crate) fn unless_refuted<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> Option<T> {
    let known = vm.refutations();
    let result = work(vm);
    let holds = vm.refutations() == known;
    if !holds {
        vm.restore_refutations(known);
    }
    holds.then_some(result)
}
