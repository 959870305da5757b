//! What a debugger shows of a state: threads, frames, variables, objects. Reads the machine and changes nothing of it.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::{Class, Shape};
use dropwire_vm::types::{Ty, external_type};
use dropwire_vm::{ThreadId, Vm};

use super::command::{FrameRow, LockRow, Node, ThreadRow, Variable, Watch};
use crate::names;
use crate::site::{Site, simple_name};
use crate::step_snapshot::values::{Numbers, text};
use crate::step_snapshot::{owner, synchronizer, thread_status, wants};
use crate::words;

/// Children of one node at most, where no part of them is asked for.
const MOST: usize = 1_000;

/// A value and its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Typed {
    pub(super) ty: Ty,
    pub(super) bits: u64,
}

impl Typed {
    /// A reference.
    pub(super) fn of(r: Ref) -> Typed {
        Typed {
            ty: Ty::Reference,
            bits: u64::from(r),
        }
    }
}

/// A frame of Java code.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    site: Site,
    fp: u32,
}

/// A thread by its number.
pub(super) fn thread_of(vm: &Vm, number: u32) -> Option<ThreadId> {
    let index = number.checked_sub(1)?;
    ((index as usize) < vm.threads.len()).then_some(ThreadId(index))
}

/// The number of a thread.
pub(super) fn number_of(thread: ThreadId) -> u32 {
    thread.0 + 1
}

/// All threads that were started.
pub(super) fn threads(vm: &Vm) -> Vec<ThreadRow> {
    let all = (0..vm.threads.len()).map(|index| ThreadId(index as u32));
    all.map(|thread| ThreadRow {
        thread: number_of(thread),
        name: vm.thread_name(thread),
        status: thread_status(vm, thread),
    })
    .collect()
}

/// The frames of a thread that show Java code of a source, from the top.
pub(super) fn frames(vm: &Vm, thread: ThreadId) -> Vec<Frame> {
    let t = vm.thread(thread);
    if !t.is_alive() {
        return Vec::new();
    }
    let shown = t.frames().filter_map(|(fp, method, pc)| {
        let method = vm.image.method(method);
        let internal = method.code.get().is_some_and(|code| code.internal);
        let site = Site { method, pc };
        (!internal && !method.class().is_made()).then_some(Frame { site, fp })
    });
    shown.collect()
}

/// The same as rows.
pub(super) fn frame_rows(vm: &Vm, thread: ThreadId) -> Vec<FrameRow> {
    let rows = frames(vm, thread).into_iter().map(|frame| FrameRow {
        location: frame.site.location(),
        user: frame.site.is_user(),
        statics: Some(class_of_frame(&frame))
            .filter(|class| !class.statics.is_empty())
            .map(|class| Node::Statics(class.id.0)),
    });
    rows.collect()
}

/// How deep the topmost frame of the user's code is, from the bottom.
pub(super) fn user_depth(vm: &Vm, thread: ThreadId) -> u32 {
    let t = vm.thread(thread);
    let above = t
        .frames()
        .take_while(|(_, method, pc)| !is_user(vm, *method, *pc))
        .count();
    t.depth.saturating_sub(above as u32)
}

/// Whether a frame is one of the user's code.
pub(super) fn is_user(vm: &Vm, method: u32, pc: u32) -> bool {
    let method = vm.image.method(method);
    !method.code.get().is_some_and(|code| code.internal) && Site { method, pc }.is_user()
}

/// A local variable.
pub(super) struct Local {
    pub(super) name: String,
    pub(super) value: Typed,
    declared: String,
}

/// The variables of a frame by its LocalVariableTable (JVMS §4.7.13), `this` first.
pub(super) fn locals(vm: &Vm, thread: ThreadId, frame: &Frame) -> Vec<Local> {
    let method = frame.site.method;
    let (Some(data), Some(code)) = (method.data(), method.code.get()) else {
        return Vec::new();
    };
    let opcodes = data.bytecode.as_ref().map(|code| &code.opcodes[..]).unwrap_or_default();
    let Some(&(offset, _)) = opcodes.get(frame.site.pc as usize) else {
        return Vec::new();
    };
    let tables = data.attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(entries) => Some(entries),
        _ => None,
    });
    let mut found = Vec::new();
    for entry in tables.flatten() {
        let start = usize::from(entry.start_pc);
        let slot = (frame.fp - code.max_locals + u32::from(entry.index)) as usize;
        let inside = start <= offset && offset < start + usize::from(entry.length);
        if let Some(bits) = vm.thread(thread).stack.get(slot).copied().filter(|_| inside) {
            let descriptor = entry.descriptor.to_string();
            let value = Typed {
                ty: Ty::of(&descriptor),
                bits,
            };
            found.push(Local {
                name: entry.name.to_string(),
                value,
                declared: external_type(&descriptor),
            });
        }
    }
    found.sort_by_key(|local| local.name != "this");
    found
}

/// The class that declares the method of a frame.
pub(super) fn class_of_frame(frame: &Frame) -> &'static Class {
    frame.site.method.class()
}

/// Whether this is a reference to an object of the present state.
pub(super) fn is_object(vm: &Vm, r: Ref) -> bool {
    r != 0 && (r < vm.heap.top() || vm.heap.is_fixed(r)) && (vm.heap.class(r) as usize) < vm.image.classes.len()
}

/// A field of an object or an element of an array: its value, and where it is.
pub(super) fn memory(vm: &Vm, object: Ref, offset: u64, log2: u32, ty: Ty) -> (Typed, Watch) {
    let bits = vm.heap.read(u64::from(object) * 8 + offset, log2);
    (Typed { ty, bits }, Watch::Memory(object, offset, log2))
}

/// An instance field by name: that of the object's own class comes before those of its superclasses.
pub(super) fn field(vm: &Vm, object: Ref, name: &str) -> Option<(Typed, Watch)> {
    let class = vm.class_of(object);
    let named = class.layout.iter().enumerate().filter(|(_, slot)| slot.name == name);
    let (index, slot) = named.max_by_key(|(_, slot)| vm.image.class(slot.declared_by.0).supers.len())?;
    Some(memory(vm, object, (u64::from(HEADER) + index as u64) * 8, 3, slot.ty))
}

/// A static of a class or of what it extends.
pub(super) fn static_field(vm: &Vm, class: &'static Class, name: &str) -> Option<(Typed, Watch)> {
    let superclasses = std::iter::successors(Some(class), |class| class.superclass);
    let mut all = superclasses.flat_map(|class| std::iter::once(class).chain(class.interfaces.iter().copied()));
    all.find_map(|class| {
        let index = class.statics.iter().position(|slot| slot.name == name)?;
        static_at(vm, class, index)
    })
}

fn static_at(vm: &Vm, class: &'static Class, index: usize) -> Option<(Typed, Watch)> {
    let mirror = class.mirror.get();
    let slot = class.statics.get(index).filter(|_| mirror != 0)?;
    let word = u64::from(vm.image.statics_start(class) - mirror) + index as u64;
    Some(memory(vm, mirror, word * 8, 3, slot.ty))
}

/// An element of an array.
pub(super) fn element(vm: &Vm, array: Ref, index: u32) -> Option<(Typed, Watch)> {
    let ty = vm.class_of(array).element_type()?;
    let offset = u64::from(HEADER) * 8 + (u64::from(index) << ty.log2());
    (index < vm.heap.length(array)).then(|| memory(vm, array, offset, ty.log2(), ty))
}

/// A value as a row.
pub(super) fn variable(vm: &Vm, numbers: &mut Numbers, name: String, value: Typed, declared: &str) -> Variable {
    let r = value.bits as Ref;
    let object = value.ty == Ty::Reference && is_object(vm, r);
    let class = object.then(|| vm.class_of(r));
    let elements = class.filter(|class| class.is_array()).map_or(0, |_| vm.heap.length(r));
    let unfolds = class.is_some_and(|class| match class.shape {
        Shape::Instance => class.name != "java/lang/String" && !class.layout.is_empty(),
        Shape::References(_) | Shape::Primitives(_) => elements > 0,
        Shape::Primitive(_) => false,
    });
    Variable {
        name,
        value: text(vm, numbers, value.ty, value.bits),
        ty: class.map_or_else(|| declared.to_owned(), |class| class.external_name()),
        node: unfolds.then_some(Node::Object(r)),
        elements,
        watch: None,
        lock: None,
    }
}

/// What a node unfolds to.
pub(super) fn unfold(vm: &Vm, numbers: &mut Numbers, node: Node, start: u32, count: u32) -> Vec<Variable> {
    match node {
        Node::Locals(number, index) => {
            let Some(thread) = thread_of(vm, number) else {
                return Vec::new();
            };
            let all = frames(vm, thread);
            let Some(frame) = all.get(index as usize) else {
                return Vec::new();
            };
            let row = |local: Local| variable(vm, numbers, local.name, local.value, &local.declared);
            locals(vm, thread, frame).into_iter().map(row).collect()
        }
        Node::Object(r) if !is_object(vm, r) => Vec::new(),
        Node::Object(r) if vm.class_of(r).is_array() => elements(vm, numbers, r, start, count),
        Node::Object(r) => fields(vm, numbers, r),
        Node::Statics(class) => statics(vm, numbers, class),
        Node::Locks(number) => thread_of(vm, number).map_or_else(Vec::new, |thread| locks(vm, numbers, thread)),
    }
}

fn elements(vm: &Vm, numbers: &mut Numbers, array: Ref, start: u32, count: u32) -> Vec<Variable> {
    let count = if count == 0 { MOST } else { (count as usize).min(MOST) };
    let declared = vm.class_of(array).external_name();
    let declared = declared.strip_suffix("[]").unwrap_or_default();
    let indices = (start..vm.heap.length(array)).take(count);
    let rows = indices.filter_map(|index| {
        let (value, watch) = element(vm, array, index)?;
        let row = variable(vm, numbers, format!("[{index}]"), value, declared);
        Some(Variable {
            watch: Some(watch),
            ..row
        })
    });
    rows.collect()
}

fn fields(vm: &Vm, numbers: &mut Numbers, object: Ref) -> Vec<Variable> {
    let class = vm.class_of(object);
    let slots = class.layout.iter().enumerate().take(MOST);
    let rows = slots.map(|(index, slot)| {
        let (value, watch) = memory(vm, object, (u64::from(HEADER) + index as u64) * 8, 3, slot.ty);
        let by = vm.image.class(slot.declared_by.0);
        let declared = declared_type(by, slot.name);
        // A field that another one of this name hides is called by its class as well.
        let hidden = class.layout.iter().skip(index + 1).any(|later| later.name == slot.name);
        let name = match hidden {
            true => format!("{}.{}", simple_name(&by.binary_name()), slot.name),
            false => slot.name.to_owned(),
        };
        let row = variable(vm, numbers, name, value, &declared);
        Variable {
            watch: Some(watch),
            ..row
        }
    });
    rows.collect()
}

fn statics(vm: &Vm, numbers: &mut Numbers, class: u32) -> Vec<Variable> {
    let Some(class) = vm.image.classes.get(class as usize).copied() else {
        return Vec::new();
    };
    let rows = class.statics.iter().enumerate().filter_map(|(index, slot)| {
        let (value, watch) = static_at(vm, class, index)?;
        let row = variable(
            vm,
            numbers,
            slot.name.to_owned(),
            value,
            &declared_type(class, slot.name),
        );
        Some(Variable {
            watch: Some(watch),
            ..row
        })
    });
    rows.take(MOST).collect()
}

fn declared_type(class: &Class, field: &str) -> String {
    let fields = class.file().map(|file| &file.fields[..]).unwrap_or_default();
    let field = fields.iter().find(|one| one.name == field);
    field
        .map(|field| external_type(&field.descriptor.to_string()))
        .unwrap_or_default()
}

/// The locks that a thread holds, and the one that it waits for: monitors, and those of `java.util.concurrent`.
fn locks(vm: &Vm, numbers: &mut Numbers, thread: ThreadId) -> Vec<Variable> {
    let mut rows = Vec::new();
    let wanted = wants(vm, thread);
    let held = objects(vm).filter(|r| owner(vm, *r) == Some(thread) && !is_part_of_a_lock(vm, *r));
    for r in held.chain(wanted) {
        let name = words::object(&names::object(vm, thread, r));
        let row = variable(vm, numbers, name, Typed::of(r), "");
        let lock = match wanted == Some(r) {
            true => LockRow::Wanted(owner(vm, r).map(|by| vm.thread_name(by))),
            false => LockRow::Held,
        };
        rows.push(Variable {
            watch: Some(Watch::Lock(r)),
            lock: Some(lock),
            ..row
        });
    }
    rows
}

/// The synchronizer inside a `ReentrantLock` has an owner as well: what a reader knows is the lock.
fn is_part_of_a_lock(vm: &Vm, r: Ref) -> bool {
    vm.heap.monitor(r).is_none() && synchronizer(vm, r).is_none()
}

/// The program's objects, and the mirrors of its classes.
fn objects(vm: &Vm) -> impl Iterator<Item = Ref> + '_ {
    let mut next = vm.heap.dynamic_start();
    let dynamic = std::iter::from_fn(move || {
        let r = next;
        if r >= vm.heap.top() {
            return None;
        }
        next += vm.image.size_of(&vm.heap, r).max(1);
        Some(r)
    });
    let classes = vm.image.classes.iter().map(|class| class.mirror.get());
    dynamic.chain(classes.filter(|mirror| *mirror != 0))
}

/// What is watched, in the present state; nothing where its object does not exist yet.
pub(super) fn watched(vm: &Vm, watch: Watch) -> Option<u64> {
    match watch {
        Watch::Memory(object, offset, log2) => {
            is_object(vm, object).then(|| vm.heap.read(u64::from(object) * 8 + offset, log2))
        }
        Watch::Lock(object) if is_object(vm, object) => owner(vm, object).map(|by| u64::from(by.0)),
        Watch::Lock(_) => None,
    }
}
