//! How few frames threads have while they make some steps: a frame that is never left meanwhile is the one that goes round, and those above
//! it are what it calls.

use std::cell::RefCell;
use std::rc::Rc;

use dropwire_vm::{InstructionHook, ObjectNames, ThreadId, Vm};
use rustc_hash::FxHashMap;

/// The least number of frames of each thread that moved, looked at before each instruction.
pub(crate) type LeastDepths = FxHashMap<ThreadId, u32>;

/// Does something with a machine, and says how few frames threads had when they executed instructions. A hook that the machine has already
/// is asked as before.
pub(crate) fn noted<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> (T, LeastDepths) {
    let noting = Rc::new(RefCell::new(Noting {
        least: LeastDepths::default(),
        within: vm.instruction_hook.take(),
    }));
    vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&noting))));
    let result = work(vm);
    let mut noting = noting.borrow_mut();
    vm.instruction_hook = noting.within.take();
    (result, std::mem::take(&mut noting.least))
}

struct Noting {
    least: LeastDepths,
    within: Option<Box<dyn InstructionHook>>,
}

struct Hook(Rc<RefCell<Noting>>);

impl InstructionHook for Hook {
    fn before_instruction(&mut self, vm: &Vm, thread: ThreadId) -> bool {
        let mut noting = self.0.borrow_mut();
        let depth = vm.thread(thread).depth;
        let least = noting.least.entry(thread).or_insert(depth);
        *least = depth.min(*least);
        match &mut noting.within {
            Some(within) => within.before_instruction(vm, thread),
            None => true,
        }
    }

    fn undo_pushed(&mut self, vm: &Vm) {
        if let Some(within) = &mut self.0.borrow_mut().within {
            within.undo_pushed(vm);
        }
    }

    fn undo_popped(&mut self) {
        if let Some(within) = &mut self.0.borrow_mut().within {
            within.undo_popped();
        }
    }

    fn state_words(&mut self, vm: &Vm, names: &ObjectNames, words: &mut Vec<u64>) {
        if let Some(within) = &mut self.0.borrow_mut().within {
            within.state_words(vm, names, words);
        }
    }
}
