//! What a step accesses on its way to the next one: what happens under a lock, inside an operation that is one step, in what no
//! other thread can notice. Heard from the machine, which does the same whether somebody listens or not.

use std::cell::RefCell;
use std::rc::Rc;

use dropwire_vm::heap::Ref;
use dropwire_vm::types::Ty;
use dropwire_vm::{Event, Mode, Observer, Owner, ThreadId, Vm};

use super::values::{self, Numbers};
use crate::facts::object::Memory;
use crate::names;
use crate::trail::{AccessInStep, Value};
use crate::words;

/// Places of the user's that are shown of one step, at most.
const SHOWN: usize = 6;
/// Places that are remembered of one step, at most.
const REMEMBERED: usize = 64;

/// A place in memory that a step touched: an object by what tells it from others of its class, and how far into it, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    /// The object.
    pub object: (&'static str, u32),
    /// Behind the object's start; [`Touch::ITSELF`] for a lock.
    pub offset: u64,
    /// Whether it may have changed it.
    pub write: bool,
    /// What it is called, if it is the user's and not what the step itself is about.
    pub inside: Option<Memory>,
}

impl Touch {
    /// Not a place in the object, but the object as a lock.
    pub const ITSELF: u64 = u64::MAX;

    /// Whether both are about one place, and at least one of them may change it.
    pub fn conflicts(&self, other: &Touch) -> bool {
        self.same_place(other) && (self.write || other.write)
    }

    /// Whether both are about one place.
    pub fn same_place(&self, other: &Touch) -> bool {
        (self.object, self.offset) == (other.object, other.offset)
    }
}

/// A place as it was before the step touched it.
struct Touched {
    object: Ref,
    at: u64,
    read: bool,
    written: bool,
    /// Of a place of the user's: its type, the logarithm of its size, and its bits before.
    shown: Option<(Ty, u32, u64)>,
}

#[derive(Default)]
struct Heard {
    touched: Vec<Touched>,
    /// References are none any more.
    moved: bool,
}

/// Listens to one step.
pub(super) struct Listener {
    heard: Rc<RefCell<Heard>>,
    /// Nobody else listened.
    alone: bool,
}

struct Ear(Rc<RefCell<Heard>>);

impl Observer for Ear {
    fn see(&mut self, vm: &Vm, _: ThreadId, event: Event) {
        if let Event::Access {
            object,
            span,
            write,
            mode,
        } = event
            && object != 0
        {
            self.0
                .borrow_mut()
                .access(vm, (object, span.at), write, mode == Mode::Atomic);
        }
    }

    fn addresses_change(&mut self, _: &Vm) {
        self.0.borrow_mut().moved = true;
    }
}

impl Heard {
    fn access(&mut self, vm: &Vm, (object, at): (Ref, u64), write: bool, both: bool) {
        let known = self.touched.iter().position(|one| (one.object, one.at) == (object, at));
        let index = match known {
            Some(index) => index,
            None if self.moved || self.touched.len() == REMEMBERED => return,
            None => {
                let users = vm.owner(object, at) == Owner::User;
                let typed = values::typed(vm, object, at).filter(|_| users);
                self.touched.push(Touched {
                    object,
                    at,
                    read: false,
                    written: false,
                    shown: typed.map(|(ty, log2)| (ty, log2, vm.heap.read(at, log2))),
                });
                self.touched.len() - 1
            }
        };
        let touched = &mut self.touched[index];
        touched.written |= write;
        touched.read |= !write || both;
    }
}

impl Listener {
    /// Listens from now on. Where somebody else listens, nothing is heard.
    pub fn new(vm: &mut Vm) -> Listener {
        let heard = Rc::new(RefCell::new(Heard::default()));
        let alone = vm.observer.is_none();
        if alone {
            vm.observer = Some(Box::new(Ear(heard.clone())));
        }
        Listener { heard, alone }
    }

    /// Listens no more.
    pub fn stop(&self, vm: &mut Vm) {
        if self.alone {
            vm.observer = None;
        }
    }

    /// The step has been taken: what it accessed, but for the place that it is itself about, as values and as places.
    pub fn finish(self, vm: &Vm, own: Option<(Ref, u64)>, numbers: &mut Numbers) -> (Vec<Value>, Vec<Touch>) {
        let heard = self.heard.take();
        if heard.moved {
            return (Vec::new(), Vec::new());
        }
        let mut values = Vec::new();
        let mut touches = Vec::new();
        for one in heard.touched {
            let shown = one.shown.filter(|_| own != Some((one.object, one.at)));
            let memory = names::location(vm, one.object, one.at);
            touches.push(Touch {
                inside: shown.map(|_| memory.clone()),
                ..numbers.touch(vm, one.object, one.at - u64::from(one.object) * 8, one.written)
            });
            let Some((ty, log2, before)) = shown.filter(|_| values.len() < SHOWN) else {
                continue;
            };
            let before = values::text(vm, numbers, ty, before);
            let value = values::text(vm, numbers, ty, vm.heap.read(one.at, log2));
            values.push(Value {
                name: words::memory(&memory),
                before: (before != value).then_some(before),
                value,
                access: Some(match (one.read, one.written) {
                    (true, true) => AccessInStep::ReadAndWrite,
                    (false, true) => AccessInStep::Write,
                    (_, false) => AccessInStep::Read,
                }),
            });
        }
        (values, touches)
    }
}
