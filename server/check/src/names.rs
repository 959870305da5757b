//! What objects, locations and operations are called in messages and trails.

use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::Shape;
use dropwire_vm::{Mode, Pending, Side, Span, Status, ThreadId, Vm};

use crate::site::{Site, frames, simple_name};
use crate::trail::Operation;

/// An object by the name that the source gives it: a static field, a field of the object that uses it, a local
/// variable, else its class.
pub fn object(vm: &Vm, thread: ThreadId, r: Ref) -> String {
    if r == 0 {
        return "null".into();
    }
    let class = vm.class_of(r);
    if class.name == "java/lang/Class" {
        let of = vm.image.class_of_mirror(&vm.heap, r);
        return format!("{}.class", simple_name(&of.binary_name()));
    }
    if class.name == "java/lang/Thread" || vm.threads.iter().any(|t| t.object == r) {
        let name = vm.text(vm.field(r, "name") as Ref);
        if !name.is_empty() {
            return format!("thread {name}");
        }
    }
    if let Some(name) = static_name(vm, r) {
        return name;
    }
    if let Some(name) = field_name(vm, thread, r).or_else(|| local_name(vm, thread, r)) {
        return name;
    }
    format!("a {}", inner_name(class.name))
}

/// The last part of a class's name: `Fork` of `Dining$Fork`.
fn inner_name(name: &str) -> &str {
    name.rsplit(['/', '$'])
        .find(|part| part.starts_with(|c: char| !c.is_ascii_digit()))
        .unwrap_or(name)
}

fn static_name(vm: &Vm, r: Ref) -> Option<String> {
    for class in &vm.image.classes {
        if !class.is_user() || class.is_made() || class.mirror.get() == 0 {
            continue;
        }
        for (slot, field) in class.statics.iter().enumerate() {
            if field.ty == dropwire_vm::types::Ty::Reference
                && vm.heap.get(vm.image.statics_start(class) + slot as u32) as Ref == r
            {
                return Some(format!("{}.{}", simple_name(&class.binary_name()), field.name));
            }
        }
    }
    None
}

/// A field of `this` in one of the thread's user frames that holds the object.
fn field_name(vm: &Vm, thread: ThreadId, r: Ref) -> Option<String> {
    for site in frames(vm, thread) {
        if !site.is_user() || site.method.is_static() {
            continue;
        }
        let class = site.method.class();
        let this = this_of(vm, thread, &site)?;
        if this == r {
            return Some(format!("this {}", inner_name(class.name)));
        }
        let layout = &vm.class_of(this).layout;
        for (slot, field) in layout.iter().enumerate() {
            if field.ty == dropwire_vm::types::Ty::Reference && vm.heap.get(this + HEADER + slot as u32) as Ref == r {
                return Some(field.name.to_owned());
            }
        }
    }
    None
}

/// A local variable of the thread's topmost user frames that holds the object, by the LocalVariableTable.
fn local_name(vm: &Vm, thread: ThreadId, r: Ref) -> Option<String> {
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
                    return Some(entry.name.to_string());
                }
            }
        }
    }
    None
}

fn this_of(vm: &Vm, thread: ThreadId, site: &Site) -> Option<Ref> {
    let t = vm.thread(thread);
    let (fp, _, _) = t
        .frames()
        .find(|(_, method, pc)| *method == site.method.id.0 && *pc == site.pc)?;
    let code = site.method.code.get()?;
    let this = t.stack[(fp - code.max_locals) as usize] as Ref;
    // A dead slot may hold anything: trust it only if it is an object of the class.
    let plausible = this != 0
        && this < vm.heap.top()
        && (vm.heap.class(this) as usize) < vm.image.classes.len()
        && vm.class_of(this).is_subclass_of(site.method.class());
    plausible.then_some(this)
}

/// A location: `Account.balance`, `int[3]`, with the class that declares the field.
pub fn location(vm: &Vm, r: Ref, at: u64) -> String {
    if r == 0 {
        return format!("off-heap memory[{}]", at);
    }
    let class = vm.class_of(r);
    match class.shape {
        Shape::References(_) | Shape::Primitives(_) => {
            let element = simple_name(&class.binary_name()).to_owned();
            let log2 = class.element_type().map_or(0, |t| t.log2());
            match at.checked_sub(u64::from(r + HEADER) * 8) {
                Some(offset) => format!("{}[{}]", readable_array(class.name, &element), offset >> log2),
                None => format!("{}[…]", readable_array(class.name, &element)),
            }
        }
        Shape::Instance | Shape::Primitive(_) => match field(vm, r, at) {
            Some((declared, field)) => format!("{}.{field}", simple_name(&declared)),
            None => simple_name(&class.binary_name()).to_owned(),
        },
    }
}

/// A range: `byte[0..15]` for several elements, else as [`location`] has it.
pub fn range(vm: &Vm, r: Ref, span: Span) -> String {
    let first = location(vm, r, span.at);
    let last = location(vm, r, span.end().saturating_sub(1).max(span.at));
    match (first.strip_suffix(']'), last.rsplit_once('[')) {
        (Some(from), Some((_, to))) if first != last && !from.ends_with('…') => format!("{from}..{to}"),
        _ => first,
    }
}

/// Binary name of the declaring class, and name, of the field at a location; `None` for elements of arrays.
pub fn field(vm: &Vm, r: Ref, at: u64) -> Option<(String, &'static str)> {
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
            return Some((of.binary_name(), slot.name));
        }
    }
    let slot = word.checked_sub(HEADER).and_then(|i| class.layout.get(i as usize))?;
    Some((vm.image.class(slot.declared_by.0).binary_name(), slot.name))
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

/// The pending operation of a thread, in plain words, and its kind.
pub fn operation(vm: &Vm, thread: ThreadId) -> (String, Operation) {
    let t = vm.thread(thread);
    let name = |r: Ref| object(vm, thread, r);
    if let Status::Waiting { object, .. } = t.status {
        return (format!("wakes from wait on {}", name(object)), Operation::Wait);
    }
    match t.pending {
        Pending::None | Pending::Continue | Pending::Resume => ("goes on".into(), Operation::Begin),
        Pending::Begin => ("begins".into(), Operation::Begin),
        Pending::Enter(r) => (format!("lock {}", name(r)), Operation::Lock),
        Pending::Reacquire(r, ..) => (format!("lock {} again after wait", name(r)), Operation::Lock),
        Pending::Wait(r) => (format!("wait on {}", name(r)), Operation::Wait),
        Pending::Notify(r) => (format!("notify {}", name(r)), Operation::Notify),
        Pending::NotifyAll(r) => (format!("notifyAll {}", name(r)), Operation::Notify),
        Pending::Access {
            object,
            span,
            write,
            mode,
        } => {
            let place = range(vm, object, span);
            match (mode, write) {
                (Mode::Plain, false) => (format!("read {place}"), Operation::Read),
                (Mode::Plain, true) => (format!("write {place}"), Operation::Write),
                (Mode::Volatile, false) => (format!("volatile read {place}"), Operation::Atomic),
                (Mode::Volatile, true) => (format!("volatile write {place}"), Operation::Atomic),
                (Mode::Atomic, _) => (format!("atomic update {place}"), Operation::Atomic),
            }
        }
        Pending::Copy { from, to } => {
            let name = |side: Side| {
                if side.is_none() {
                    "what nobody else reaches".to_owned()
                } else {
                    range(vm, side.object, side.span)
                }
            };
            (
                format!("copy {} to {}", name(from), name(to)),
                if to.is_none() {
                    Operation::Read
                } else {
                    Operation::Write
                },
            )
        }
        Pending::Park(_) => match owned_lock(vm, thread) {
            Some((lock, _)) => (format!("lock {}", name(lock)), Operation::Lock),
            None => ("park".into(), Operation::Park),
        },
        Pending::Unpark(r) => (format!("unpark {}", name(r)), Operation::Unpark),
        Pending::Sleep(_) => ("sleep".into(), Operation::Sleep),
        Pending::Join(r) => (format!("join {}", name(r)), Operation::Join),
        Pending::ClassInit(mirror) => {
            let class = vm.image.class_of_mirror(&vm.heap, mirror);
            (
                format!("initialise {}", simple_name(&class.binary_name())),
                Operation::ClassInit,
            )
        }
        Pending::Call(method, receiver) => {
            let class = method.class().binary_name();
            let simple = simple_name(&class);
            if simple == "Thread" && method.name == "start" {
                return (
                    format!("start {}", name(receiver).trim_start_matches("thread ")),
                    Operation::Start,
                );
            }
            if simple == "Thread" && method.name == "interrupt" {
                return (format!("interrupt {}", name(receiver)), Operation::Interrupt);
            }
            if receiver == 0 {
                return (format!("{simple}.{}()", method.name), Operation::Call);
            }
            let receiver = name(receiver);
            (
                format!("{}.{}()", receiver.trim_start_matches("a "), method.name),
                Operation::Call,
            )
        }
        Pending::Choose(_) => ("chooses".into(), Operation::Choice),
        Pending::End => ("ends".into(), Operation::End),
        Pending::Exit => ("exit".into(), Operation::Exit),
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
