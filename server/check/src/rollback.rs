//! Work on a machine that is taken back as a whole.

use dropwire_vm::Vm;

/// Does something with a machine that has just been booted, and takes it all back.
pub fn with_rollback<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    let depth = vm.undo_depth();
    vm.push_undo();
    let result = work(vm);
    while vm.undo_depth() > depth {
        vm.pop_undo();
    }
    vm.forget();
    result
}
