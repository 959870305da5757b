//! What stands beside one state of the machine: symbolic values of its stacks and of its heap. A search keeps one for each undo frame.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_symbolic::Expr;
use dropwire_vm::heap::Ref;
use dropwire_vm::{ObjectNames, ThreadId, Vm};

use super::places::PlaceId;

/// A value that depends on inputs. Of an `int`, what is smaller, and a `float`, 32 bits; of a `long` and a `double` 64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow {
    pub(super) expr: Expr,
    pub(super) value: u64,
}

/// What stands beside one state of the machine.
#[derive(Clone, Default)]
pub(super) struct Beside {
    /// Something was called with symbolic inputs.
    pub(super) entered: bool,
    /// How many of the methods that the driver calls were called.
    pub(super) called: usize,
    /// Frames on the stack of the main thread in the method that the driver called.
    pub(super) inside: Option<u32>,
    /// The last call has returned, or one has thrown.
    pub(super) left: bool,
    /// Frames on the stack of the main thread when the last call was entered; 0 before.
    pub(super) depth: u32,
    /// Input objects, with their sizes in words.
    pub(super) objects: BTreeMap<Ref, u32>,
    /// Those of them that are strings.
    pub(super) texts: BTreeSet<Ref>,
    /// References of input objects that were not read yet, by address in bytes.
    pub(super) unread: BTreeMap<u64, PlaceId>,
    /// Shadows by address in bytes. Values are as they lie on the stack when they are read.
    pub(super) heap: BTreeMap<u64, Shadow>,
    /// By thread.
    pub(super) threads: Vec<OfThread>,
    /// How often garbage had been collected when the method was entered.
    pub(super) collections: u64,
}

/// What stands beside a thread.
#[derive(Clone, Default)]
pub(super) struct OfThread {
    /// By index in its stack; of a long or double the lower slot.
    pub(super) slots: Vec<Option<Shadow>>,
    pub(super) called: Option<Called>,
    /// The square root that bytecode computes: frames below its own, the slot of its argument, where its result comes to lie, and the argument.
    pub(super) root: Option<(u32, u32, Shadow)>,
    /// Frames, and the first free slot, before the last instruction.
    pub(super) last: (u32, u32),
    /// A value that the message of an exception names which the last instruction threw.
    pub(super) in_message: Option<Shadow>,
    /// The branch of the method that was the last instruction: frames on the stack, and its index.
    pub(super) branching: Option<(u32, u32)>,
}

/// What a call that is about to be made may turn out to be.
#[derive(Clone)]
pub(super) struct Called {
    pub(super) fp: u32,
    pub(super) pc: u32,
    pub(super) sp: u32,
    pub(super) depth: u32,
    /// Slots of its arguments.
    pub(super) arguments: u32,
    /// What lies in them.
    pub(super) words: Vec<u64>,
    /// The id of the method.
    pub(super) method: u32,
}

/// What an instruction has changed, as it was before.
pub(super) enum Change {
    Slot(u32, Option<Shadow>),
    Heap(u64, Option<Shadow>),
    Unread(u64, PlaceId),
}

/// An instruction that was shown, and that its thread may not have executed.
pub(super) struct ShownInstruction {
    pub(super) thread: ThreadId,
    /// Where its thread stood: frame, instruction, first free slot.
    pub(super) at: (u32, u32, u32),
    /// The branch that its thread had taken just before.
    pub(super) branching: Option<(u32, u32)>,
    pub(super) changes: Vec<Change>,
}

impl Beside {
    /// Of a thread, which has something from now on.
    pub(super) fn thread(&mut self, index: usize) -> &mut OfThread {
        if index >= self.threads.len() {
            self.threads.resize_with(index + 1, OfThread::default);
        }
        &mut self.threads[index]
    }

    /// Takes back what an instruction has changed that was not executed.
    pub(super) fn take_back(&mut self, shown: ShownInstruction) {
        let thread = self.thread(shown.thread.0 as usize);
        thread.called = None;
        thread.in_message = None;
        thread.branching = shown.branching;
        for change in shown.changes.into_iter().rev() {
            match change {
                Change::Slot(at, before) => thread_slot(self.thread(shown.thread.0 as usize), at, before),
                Change::Heap(at, Some(before)) => {
                    self.heap.insert(at, before);
                }
                Change::Heap(at, None) => {
                    self.heap.remove(&at);
                }
                Change::Unread(at, place) => {
                    self.unread.insert(at, place);
                }
            }
        }
    }

    /// What tells the present state from others that the machine takes for the same. A shadow counts by its expression: of what the
    /// machine has, the value is there already.
    pub(super) fn words(&self, vm: &Vm, names: &ObjectNames, words: &mut Vec<u64>) {
        let flags = u64::from(self.entered) | u64::from(self.left) << 1;
        let inside = self.inside.map_or(0, |frames| u64::from(frames) + 1);
        words.extend([flags, inside, u64::from(self.depth)]);
        let mut threads: Vec<ThreadId> = vm.live().collect();
        threads.sort_by(|one, other| vm.thread(*one).path.cmp(&vm.thread(*other).path));
        for thread in threads {
            words.push(u64::MAX);
            if let Some(beside) = self.threads.get(thread.0 as usize) {
                beside.words(vm.thread(thread).sp, names, words);
            }
        }
        let name = |address: u64| {
            let (object, word) = names.of_word((address / 8) as Ref)?;
            Some([object, (u64::from(word) << 3) | (address % 8)])
        };
        let heap = self
            .heap
            .iter()
            .map(|(at, shadow)| (*at, u64::from(shadow.expr.number())));
        let unread = self
            .unread
            .iter()
            .map(|(at, place)| (*at, u64::from(place.0) | 1 << 62));
        let mut held: Vec<[u64; 3]> = heap
            .chain(unread)
            .filter_map(|(at, what)| name(at).map(|[object, word]| [object, word, what]))
            .collect();
        held.sort_unstable();
        words.push(u64::MAX);
        words.extend(held.into_iter().flatten());
    }
}

pub(super) fn thread_slot(thread: &mut OfThread, at: u32, shadow: Option<Shadow>) {
    let at = at as usize;
    if at >= thread.slots.len() {
        if shadow.is_none() {
            return;
        }
        thread.slots.resize(at + 1, None);
    }
    thread.slots[at] = shadow;
}

impl OfThread {
    fn words(&self, sp: u32, names: &ObjectNames, words: &mut Vec<u64>) {
        let used = self.slots.iter().take(sp as usize);
        for (at, shadow) in (0u64..).zip(used) {
            if let Some(shadow) = shadow {
                words.push(at << 32 | u64::from(shadow.expr.number()));
            }
        }
        words.push(u64::from(self.last.0) << 32 | u64::from(self.last.1));
        words.push(self.in_message.map_or(0, |shadow| u64::from(shadow.expr.number()) + 1));
        words.extend(self.root.map_or([0, 0], |(below, at, of)| {
            [u64::from(below) << 32 | u64::from(at), u64::from(of.expr.number())]
        }));
        if let Some(called) = &self.called {
            words.push(u64::from(called.pc) << 32 | u64::from(called.method));
            for word in &called.words {
                // It may be a reference.
                let (object, offset) = names.of_word(*word as Ref).unwrap_or_default();
                words.extend([*word, object, u64::from(offset)]);
            }
        }
    }
}
