//! What objects, memory and operations are, as findings and trails name them.

use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::{Shape, Slot, field_flag};
use dropwire_vm::{Made, Mode, NetworkWait, Pending, Side, Span, Status, ThreadId, Vm};

use crate::facts::defect::MethodName;
use crate::facts::location::Location;
use crate::facts::object::{Access, Memory, Object};
use crate::facts::step::{PerturbedValue, StepOp};
use crate::facts::wait::{Awaited, Wait};
use crate::site::{self, Site, frames, simple_name};

/// An object by the name that the source gives it: a static field, a field of the object that uses it, a local
/// variable, else its class.
pub fn object(vm: &Vm, thread: ThreadId, r: Ref) -> Object {
    if r == 0 {
        return Object::Null;
    }
    let class = vm.class_of(r);
    if class.name == "java/lang/Class" {
        let class = vm.image.class_of_mirror(&vm.heap, r).binary_name();
        return Object::Class { class };
    }
    if class.name == "java/lang/Thread" || vm.threads.iter().any(|t| t.object == r) {
        let name = vm.text(vm.field(r, "name") as Ref);
        if !name.is_empty() {
            return Object::Thread { name };
        }
    }
    static_name(vm, r)
        .or_else(|| field_name(vm, thread, r))
        .or_else(|| local_name(vm, thread, r))
        .unwrap_or_else(|| Object::Instance {
            class: inner_name(&class.binary_name()).to_owned(),
        })
}

/// The last part of a class's name: `Fork` of `Dining$Fork`.
fn inner_name(name: &str) -> &str {
    name.rsplit(['/', '.', '$'])
        .find(|part| part.starts_with(|c: char| !c.is_ascii_digit()))
        .unwrap_or(name)
}

fn static_name(vm: &Vm, r: Ref) -> Option<Object> {
    for class in &vm.image.classes {
        if !class.is_user() || class.is_made() || class.mirror.get() == 0 {
            continue;
        }
        for (slot, field) in class.statics.iter().enumerate() {
            if field.ty == dropwire_vm::types::Ty::Reference
                && vm.heap.get(vm.image.statics_start(class) + slot as u32) as Ref == r
            {
                return Some(Object::Static {
                    class: class.binary_name(),
                    field: field.name.to_owned(),
                });
            }
        }
    }
    None
}

/// The frames in which a throwable was made, topmost first; of neighbouring library frames only the topmost.
pub fn trace(vm: &Vm, throwable: Ref) -> Vec<Location> {
    let sites = vm.backtrace(throwable);
    let sites = sites.iter().map(|(method, pc)| Site { method, pc: *pc });
    site::shown(sites)
}

/// A field of `this` in one of the thread's user frames that holds the object.
fn field_name(vm: &Vm, thread: ThreadId, r: Ref) -> Option<Object> {
    for (fp, method, pc) in vm.thread(thread).frames() {
        let method = vm.image.method(method);
        if !(Site { method, pc }).is_user() || method.is_static() {
            continue;
        }
        let class = method.class();
        let this = vm.this_of(thread, fp, method)?;
        if this == r {
            let class = inner_name(class.name).to_owned();
            return Some(Object::This { class });
        }
        let layout = &vm.class_of(this).layout;
        for (slot, field) in layout.iter().enumerate() {
            if field.ty == dropwire_vm::types::Ty::Reference && vm.heap.get(this + HEADER + slot as u32) as Ref == r {
                let field = field.name.to_owned();
                return Some(Object::Field { field });
            }
        }
    }
    None
}

/// A local variable of the thread's topmost user frames that holds the object, by the LocalVariableTable.
fn local_name(vm: &Vm, thread: ThreadId, r: Ref) -> Option<Object> {
    use cafebabe::attributes::AttributeData;
    use dropwire_classes::cafebabe;
    let t = vm.thread(thread);
    for (fp, method, pc) in t.frames().take(8) {
        let method = vm.image.method(method);
        let site = Site { method, pc };
        let (Some(data), Some(code)) = (method.data(), method.code.get()) else {
            continue;
        };
        if !site.is_user() {
            continue;
        }
        let offset = data.bytecode.as_ref()?.opcodes.get(pc as usize)?.0;
        for attribute in &data.attributes {
            let AttributeData::LocalVariableTable(entries) = &attribute.data else {
                continue;
            };
            for entry in entries {
                let start = usize::from(entry.start_pc);
                let inside = start <= offset && offset < start + usize::from(entry.length);
                let slot = fp - code.max_locals + u32::from(entry.index);
                if inside && entry.name != "this" && t.stack.get(slot as usize).is_some_and(|v| *v == u64::from(r)) {
                    let name = entry.name.to_string();
                    return Some(Object::Local { name });
                }
            }
        }
    }
    None
}

/// The memory at a location: a field, with the class that declares it, or an element.
pub fn location(vm: &Vm, r: Ref, at: u64) -> Memory {
    if r == 0 {
        return Memory::OffHeap { first: at, last: at };
    }
    let class = vm.class_of(r);
    match class.shape {
        Shape::References(_) | Shape::Primitives(_) => {
            let binary = class.binary_name();
            let log2 = class.element_type().map_or(0, |t| t.log2());
            let index = at.checked_sub(u64::from(r + HEADER) * 8).map(|offset| offset >> log2);
            Memory::Elements {
                array: readable_array(class.name, simple_name(&binary)),
                first: index,
                last: index,
            }
        }
        Shape::Instance | Shape::Primitive(_) => match field(vm, r, at) {
            Some((class, field)) => Memory::Field {
                class,
                field: field.to_owned(),
            },
            None => Memory::Whole {
                class: class.binary_name(),
            },
        },
    }
}

/// The memory of a range: several elements of an array, else as [`location`] has it.
pub fn range(vm: &Vm, r: Ref, span: Span) -> Memory {
    let end = location(vm, r, span.end().saturating_sub(1).max(span.at));
    let mut whole = location(vm, r, span.at);
    match (&mut whole, end) {
        (Memory::Elements { last, .. }, Memory::Elements { last: end, .. }) => *last = end,
        (Memory::OffHeap { last, .. }, Memory::OffHeap { last: end, .. }) => *last = end,
        // Several fields are called after the first one.
        (Memory::Field { .. } | Memory::Whole { .. } | Memory::Elements { .. } | Memory::OffHeap { .. }, _) => {}
    }
    whole
}

/// Binary name of the declaring class, and name, of the field at a location; `None` for elements of arrays.
pub fn field(vm: &Vm, r: Ref, at: u64) -> Option<(String, &'static str)> {
    let slot = slot(vm, r, at)?;
    Some((vm.image.class(slot.declared_by.0).binary_name(), slot.name))
}

/// Whether a location is a field that is declared volatile.
pub(crate) fn is_volatile(vm: &Vm, r: Ref, at: u64) -> bool {
    slot(vm, r, at).is_some_and(|slot| slot.flags & field_flag::VOLATILE != 0)
}

fn slot(vm: &Vm, r: Ref, at: u64) -> Option<&Slot> {
    if r == 0 {
        return None;
    }
    let class = vm.class_of(r);
    match class.shape {
        Shape::References(_) | Shape::Primitives(_) => return None,
        Shape::Instance | Shape::Primitive(_) => {}
    }
    let word = ((at >> 3) as u32).checked_sub(r)?;
    if class.name == "java/lang/Class" {
        let of = vm.image.class_of_mirror(&vm.heap, r);
        let start = vm.image.statics_start(of) - r;
        if let Some(slot) = word.checked_sub(start).and_then(|i| of.statics.get(i as usize)) {
            return Some(slot);
        }
    }
    word.checked_sub(HEADER).and_then(|i| class.layout.get(i as usize))
}

fn readable_array(descriptor: &str, fallback: &str) -> String {
    let component = descriptor.trim_start_matches('[');
    match component.as_bytes().first() {
        Some(b'I') => "int".into(),
        Some(b'J') => "long".into(),
        Some(b'Z') => "boolean".into(),
        Some(b'B') => "byte".into(),
        Some(b'C') => "char".into(),
        Some(b'S') => "short".into(),
        Some(b'F') => "float".into(),
        Some(b'D') => "double".into(),
        Some(b'L') => simple_name(&component[1..].trim_end_matches(';').replace('/', ".")).to_owned(),
        _ => fallback.to_owned(),
    }
}

/// The pending operation of a thread.
pub fn operation(vm: &Vm, thread: ThreadId) -> StepOp {
    let t = vm.thread(thread);
    let known = |r: Ref| object(vm, thread, r);
    if vm.meets_async_exception(thread, t.pending) {
        return StepOp::Throw {
            class: vm.class_of(t.async_exception).binary_name(),
        };
    }
    if let Status::Waiting { object, .. } = t.status {
        return StepOp::Awake { object: known(object) };
    }
    match t.pending {
        Pending::None
        | Pending::Continue
        | Pending::Resume
        | Pending::Entered(_)
        | Pending::Left(..)
        | Pending::Arrive => StepOp::Continue,
        Pending::Begin => StepOp::Begin,
        Pending::Enter(r) => StepOp::Lock { lock: known(r) },
        Pending::Release(r) => StepOp::Unlock { lock: known(r) },
        Pending::Reacquire(r, ..) => StepOp::Relock { lock: known(r) },
        Pending::Wait(r) => StepOp::Wait { object: known(r) },
        Pending::Notify(r) => StepOp::Notify { object: known(r) },
        Pending::NotifyAll(r) => StepOp::NotifyAll { object: known(r) },
        Pending::Access {
            object,
            span,
            write,
            mode,
        } => StepOp::Access {
            access: match (mode, write) {
                (Mode::Plain, false) => Access::Read,
                (Mode::Plain, true) => Access::Write,
                (Mode::Volatile, false) => Access::VolatileRead,
                (Mode::Volatile, true) => Access::VolatileWrite,
                (Mode::Atomic, _) => Access::AtomicUpdate,
            },
            memory: range(vm, object, span),
        },
        // A step names the first piece only.
        Pending::Pieces(all) => {
            let first = vm
                .pieces(all)
                .unwrap_or_default()
                .into_iter()
                .find(|piece| !piece.is_none());
            let memory = first.map(|piece| range(vm, piece.object, piece.span));
            match all.write {
                true => StepOp::Copy { from: None, to: memory },
                false => StepOp::Copy { from: memory, to: None },
            }
        }
        Pending::Copy { from, to } => {
            let side = |side: Side| (!side.is_none()).then(|| range(vm, side.object, side.span));
            StepOp::Copy {
                from: side(from),
                to: side(to),
            }
        }
        Pending::Park(_) => match owned_lock(vm, thread) {
            Some((lock, _)) => StepOp::Lock { lock: known(lock) },
            None => StepOp::Park,
        },
        Pending::Poll { .. } => match library_call(vm, thread) {
            Some(MethodName { class, method }) => StepOp::Call {
                receiver: None,
                method,
                class,
            },
            None => StepOp::Continue,
        },
        Pending::Unpark(r) => StepOp::Unpark { thread: known(r) },
        Pending::Sleep(_) => StepOp::Sleep,
        Pending::Join(r) => StepOp::Join { thread: known(r) },
        Pending::ClassInit(mirror) => StepOp::Initialise {
            class: vm.image.class_of_mirror(&vm.heap, mirror).binary_name(),
        },
        Pending::InterruptCheck(method) => StepOp::Call {
            receiver: None,
            method: method.name.to_owned(),
            class: method.class().binary_name(),
        },
        Pending::Call(method, receiver) | Pending::Boundary(method, receiver) => {
            let class = method.class().binary_name();
            match (simple_name(&class), method.name) {
                ("Thread", "start") => StepOp::Start {
                    thread: known(receiver),
                },
                ("Thread", "interrupt") => StepOp::Interrupt {
                    thread: known(receiver),
                },
                // A static one has its first argument there.
                _ => StepOp::Call {
                    receiver: (receiver != 0 && !method.is_static()).then(|| known(receiver)),
                    method: method.name.to_owned(),
                    class,
                },
            }
        }
        Pending::Leave(method, throwable) => StepOp::Leave {
            class: method.class().binary_name(),
            method: method.name.to_owned(),
            throwable: (throwable != 0).then(|| vm.class_of(throwable).binary_name()),
        },
        Pending::DataChoice(_) => StepOp::Choose,
        Pending::End if vm.leaves_its_group(thread) => StepOp::LeaveGroup,
        Pending::End => StepOp::End,
        Pending::Exit => StepOp::Exit,
    }
}

/// The data choice that the last step made.
pub fn made(made: &Made) -> StepOp {
    match made {
        Made::Chosen(chosen) => StepOp::Chosen {
            method: chosen.method.to_owned(),
            name: chosen.name.as_deref().map(str::to_owned),
            among: chosen.among,
            value: chosen.value.to_string(),
        },
        Made::Perturbed(values) => StepOp::Perturbed {
            values: values
                .iter()
                .map(|of| PerturbedValue {
                    what: of.what.clone(),
                    value: of.value.to_string(),
                })
                .collect(),
        },
    }
}

/// The name of such a choice.
pub fn generator(made: &Made) -> String {
    match made {
        Made::Chosen(chosen) => chosen.name.as_deref().unwrap_or(chosen.method).to_owned(),
        Made::Perturbed(_) => "perturb".to_owned(),
    }
}

/// For a thread parked in a lock of java.util.concurrent: the synchronizer and the thread that owns it.
pub fn owned_lock(vm: &Vm, thread: ThreadId) -> Option<(Ref, Option<ThreadId>)> {
    let blocker = vm.field(vm.thread(thread).object, "parkBlocker") as Ref;
    if blocker == 0 {
        return None;
    }
    vm.image.slot(vm.class_of(blocker), "exclusiveOwnerThread")?;
    let owner = vm.field(blocker, "exclusiveOwnerThread") as Ref;
    Some((blocker, vm.thread_of(owner)))
}

/// The same where the owner has ended without giving the lock back: its name.
pub fn dead_owner(vm: &Vm, thread: ThreadId) -> Option<(Ref, String)> {
    let (lock, None) = owned_lock(vm, thread)? else {
        return None;
    };
    let owner = vm.field(lock, "exclusiveOwnerThread") as Ref;
    (owner != 0).then(|| (lock, vm.text(vm.field(owner, "name") as Ref)))
}

/// The call of the library that user code made: `CountDownLatch.await`.
pub(crate) fn library_call(vm: &Vm, thread: ThreadId) -> Option<MethodName> {
    let mut last = None;
    for site in frames(vm, thread) {
        if site.is_user() {
            break;
        }
        if !site.method.class().is_made() {
            last = Some(MethodName {
                class: site.method.class().binary_name(),
                method: site.method.name.to_owned(),
            });
        }
    }
    last
}

/// What a thread waits for at a socket, a pipe or a selector.
pub(crate) fn network_wait(vm: &Vm, thread: ThreadId) -> Option<Wait> {
    let Pending::Poll { descriptor, events, .. } = vm.pending(thread) else {
        return None;
    };
    let wait = match vm.network_wait(descriptor, events)? {
        NetworkWait::Connection(port) => Awaited::Connection { port },
        NetworkWait::Acceptance(port) => Awaited::Acceptance { port },
        NetworkWait::Input(port) => Awaited::Input { port },
        NetworkWait::Room(port) => Awaited::Room { port },
        NetworkWait::Datagram(port) => Awaited::Datagram { port },
        NetworkWait::Selection(channels) => Awaited::Selection { channels },
    };
    Some(Wait::Network { wait })
}
