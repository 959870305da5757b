//! Fields and elements that are read and written through `Unsafe`, as `VarHandle` and the classes of `java.util.concurrent.atomic` do: an access of a
//! number there is one of the number's own, not one of the whole object.

use dropwire_symbolic::Operator;
use dropwire_vm::Vm;
use dropwire_vm::heap::Ref;
use dropwire_vm::image::class::Method;
use dropwire_vm::types::Ty;

use super::beside::{Called, Shadow};
use super::recorder::Recorder;

/// An access, and the type of what it accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Get(Ty),
    Put(Ty),
    CompareAndSet(Ty),
    CompareAndExchange(Ty),
}

/// The first of its slots, of the arguments: the object; its offset; what is written, or expected.
const OBJECT: usize = 1;
const OFFSET: usize = 2;
const VALUE: usize = 4;

/// What their methods begin with; the type comes behind it.
const OPERATIONS: [&str; 5] = ["get", "put", "compareAndSet", "compareAndSwap", "compareAndExchange"];

/// What a call of a method of `Unsafe` that runs no bytecode accesses; nothing for other methods, for accesses of references, and where several elements of an array are accessed as one number.
pub(super) fn of(vm: &Vm, called: &Called) -> Option<Access> {
    let access = named(vm.image.method(called.method))?;
    let (Access::Get(ty) | Access::Put(ty) | Access::CompareAndSet(ty) | Access::CompareAndExchange(ty)) = access;
    let object = called.words[OBJECT] as Ref;
    let elements = if object == 0 {
        None
    } else {
        vm.class_of(object).element_type()
    };
    let is_one_element = |element: Ty| element == ty && called.words[OFFSET].is_multiple_of(1 << ty.log2());
    elements.is_none_or(is_one_element).then_some(access)
}

fn named(method: &Method) -> Option<Access> {
    if !matches!(method.class().name, "jdk/internal/misc/Unsafe" | "sun/misc/Unsafe") {
        return None;
    }
    let typed = |name: &str| {
        Some(match name {
            "Boolean" => Ty::Boolean,
            "Byte" => Ty::Byte,
            "Char" => Ty::Char,
            "Short" => Ty::Short,
            "Int" => Ty::Int,
            "Long" => Ty::Long,
            "Float" => Ty::Float,
            "Double" => Ty::Double,
            _ => return None,
        })
    };
    let name = method.name.strip_suffix("Volatile").unwrap_or(method.name);
    let (operation, ty) = OPERATIONS
        .iter()
        .find_map(|operation| Some((*operation, typed(name.strip_prefix(operation)?)?)))?;
    let access = match operation {
        "get" => Access::Get,
        "put" => Access::Put,
        "compareAndExchange" => Access::CompareAndExchange,
        _ => Access::CompareAndSet,
    }(ty);
    // Others have the same names, and take an address.
    let takes_object = method.descriptor.starts_with("(Ljava/lang/Object;J");
    takes_object.then_some(access)
}

impl Recorder {
    /// An access was made: what it has left on the stack.
    pub(super) fn accessed(&mut self, vm: &Vm, access: Access, called: &Called) -> Option<Shadow> {
        let first = called.sp - called.arguments;
        let why = || "an offset".to_owned();
        // What is accessed is that of this run.
        for slot in [OBJECT, OFFSET] {
            self.pin_slot(first + slot as u32, called.words[slot], why);
        }
        let object = called.words[OBJECT] as Ref;
        let t = vm.thread(self.running);
        let threw = t.depth != called.depth || t.fp != called.fp || t.pc != called.pc + 1;
        if object == 0 || threw {
            self.pin_arguments(called);
            return None;
        }
        let address = u64::from(object) * 8 + called.words[OFFSET];
        let (Access::Get(ty) | Access::Put(ty) | Access::CompareAndSet(ty) | Access::CompareAndExchange(ty)) = access;
        let result = t.stack[first as usize];
        match access {
            Access::Get(_) => {
                let shadow = self.beside.heap.get(&address).copied()?;
                let shadow = self.read_as(ty, shadow)?;
                self.same_value(shadow, result)
            }
            Access::Put(_) => {
                let written = self.narrowed(ty, first + VALUE as u32, called.words[VALUE]);
                self.write_place(address);
                self.set_heap(address, written);
                None
            }
            Access::CompareAndSet(_) | Access::CompareAndExchange(_) => {
                let width = 32 * ty.slots();
                let update = VALUE + ty.slots() as usize;
                let expected = self.value(first + VALUE as u32, called.words[VALUE], width);
                let held = self.beside.heap.get(&address).copied();
                let held = held.and_then(|held| self.read_as(ty, held));
                let before = match (held, access) {
                    (Some(held), _) => held,
                    (None, Access::CompareAndExchange(_)) => self.constant(result, width),
                    // It was what was expected; or it still is what it was.
                    (None, _) if result as u32 == 0 => self.constant(ty.widen(vm.heap.read(address, ty.log2())), width),
                    (None, _) => self.constant(called.words[VALUE], width),
                };
                let same = self.compute(Operator::Equal, before, expected);
                self.decide(same);
                if matches!(access, Access::CompareAndSet(_)) && same.value != u64::from(result as u32) {
                    self.lose();
                }
                if same.value == 1 {
                    let written = self.narrowed(ty, first + update as u32, called.words[update]);
                    self.write_place(address);
                    self.set_heap(address, written);
                }
                match access {
                    Access::CompareAndExchange(_) => self.same_value(before, result),
                    // Which it is was decided.
                    _ => None,
                }
            }
        }
    }

    /// What is read as a value of a type: of a floating-point number as an integer its bits, as `Float.compareAndSet` of a `VarHandle` does.
    fn read_as(&mut self, ty: Ty, held: Shadow) -> Option<Shadow> {
        match ty {
            Ty::Float | Ty::Double => Some(held),
            _ => self.bits_of(held),
        }
    }

    fn same_value(&mut self, shadow: Shadow, word: u64) -> Option<Shadow> {
        if !self.agrees(shadow, word) {
            self.lose();
        }
        Some(shadow)
    }

    fn pin_arguments(&mut self, called: &Called) {
        let first = called.sp - called.arguments;
        for slot in self.shadowed(first..called.sp) {
            self.pin_slot(slot, called.words[(slot - first) as usize], || {
                "an access by its address".into()
            });
        }
    }
}
