//! Values in a reader's words: what an access reads or writes, and the variables in front of it.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::{Shape, Slot, field_flag};
use dropwire_vm::types::Ty;
use dropwire_vm::{Pending, ThreadId, Vm};
use rustc_hash::FxHashMap;

use super::Touch;
use crate::facts::object::{Instance, Object};
use crate::names;
use crate::site::{Site, simple_name};
use crate::trail::Value;
use crate::words;

/// Of a string, at most so many characters are shown.
const TEXT: usize = 40;
/// Variables, and fields of `this`, at most.
const SHOWN: usize = 12;

/// Objects in the order in which they were shown, by class: `Account#2` is the same one all along a trail.
#[derive(Default)]
pub(crate) struct Numbers {
    given: FxHashMap<Ref, u32>,
    last: FxHashMap<&'static str, u32>,
    /// A collection has moved objects: a variable that nobody reads any more may refer to where one lay.
    stale: bool,
}

impl Numbers {
    /// The objects that have numbers.
    pub(super) fn objects(&self) -> impl Iterator<Item = Ref> {
        self.given.keys().copied()
    }

    /// They lie elsewhere now, or are gone.
    pub(super) fn moved(&mut self, new: impl Fn(Ref) -> Option<Ref>) {
        self.stale = true;
        let given = std::mem::take(&mut self.given).into_iter();
        self.given = given.filter_map(|(r, number)| Some((new(r)?, number))).collect();
    }

    /// An object by its class and number, and what its fields say of it.
    pub(super) fn instance(&mut self, vm: &Vm, r: Ref) -> Instance {
        let class = vm.class_of(r);
        Instance {
            class: class.binary_name(),
            number: self.of(class.name, r),
            text: label(vm, r),
        }
    }

    /// A place that a step touched.
    pub(super) fn touch(&mut self, vm: &Vm, r: Ref, offset: u64, write: bool) -> Touch {
        let class = vm.class_of(r).name;
        Touch {
            object: (class, self.of(class, r)),
            offset,
            write,
            inside: None,
        }
    }

    fn of(&mut self, class: &'static str, r: Ref) -> u32 {
        let last = self.last.entry(class).or_default();
        *self.given.entry(r).or_insert_with(|| {
            *last += 1;
            *last
        })
    }
}

/// A location that a step is about to use, and what it holds before.
pub(super) struct Place {
    name: String,
    /// What it is part of, and where in that, in bytes.
    pub(super) object: Ref,
    offset: u64,
    log2: u32,
    ty: Ty,
    before: String,
}

impl Place {
    /// What the pending operation of a thread reads or writes: a field, an element, the value of an atomic object.
    pub(super) fn of(vm: &Vm, thread: ThreadId, numbers: &mut Numbers) -> Option<Place> {
        match vm.pending(thread) {
            // Of several elements, and of memory off the heap, no one value is known.
            Pending::Access { object, span, .. } if object != 0 => {
                let (ty, log2) = typed(vm, object, span.at)?;
                let name = words::memory(&names::location(vm, object, span.at));
                let one = span.bytes <= 1 << log2 && span.at & ((1 << log2) - 1) == 0;
                one.then(|| Place::new(vm, numbers, name, (object, span.at), (log2, ty)))
            }
            Pending::Call(_, receiver) | Pending::Boundary(_, receiver) if receiver != 0 => {
                atomic(vm, thread, receiver, numbers)
            }
            _ => None,
        }
    }

    fn new(vm: &Vm, numbers: &mut Numbers, name: String, (object, at): (Ref, u64), (log2, ty): (u32, Ty)) -> Place {
        Place {
            before: text(vm, numbers, ty, vm.heap.read(at, log2)),
            name,
            object,
            offset: at - u64::from(object) * 8,
            log2,
            ty,
        }
    }

    /// Where it is.
    pub(super) fn address(&self) -> (Ref, u64) {
        (self.object, u64::from(self.object) * 8 + self.offset)
    }

    /// The same, in an object that lies elsewhere now.
    pub(super) fn at(self, object: Ref) -> Place {
        Place { object, ..self }
    }

    /// The value after the step, with the one before where it differs.
    pub(super) fn finish(self, vm: &Vm, numbers: &mut Numbers) -> Value {
        let at = u64::from(self.object) * 8 + self.offset;
        let value = text(vm, numbers, self.ty, vm.heap.read(at, self.log2));
        Value {
            name: self.name,
            before: (self.before != value).then_some(self.before),
            value,
            access: None,
        }
    }
}

/// `AtomicInteger` and its like keep their number in a field of that name.
fn atomic(vm: &Vm, thread: ThreadId, receiver: Ref, numbers: &mut Numbers) -> Option<Place> {
    let class = vm.class_of(receiver);
    if !class.name.starts_with("java/util/concurrent/atomic/Atomic") {
        return None;
    }
    let slot = vm.image.slot(class, "value")?;
    let ty = class.layout.get(slot as usize)?.ty;
    // Without the article.
    let name = match names::object(vm, thread, receiver) {
        Object::Instance { class } => class,
        known => words::object(&known),
    };
    let at = u64::from(receiver + HEADER + slot) * 8;
    Some(Place::new(vm, numbers, name, (receiver, at), (3, ty)))
}

/// The type of a location, and the logarithm of its size in memory: a field has a word of its own, elements are packed.
pub(super) fn typed(vm: &Vm, object: Ref, at: u64) -> Option<(Ty, u32)> {
    let class = vm.class_of(object);
    let word = (at >> 3) as u32;
    match class.shape {
        Shape::References(_) | Shape::Primitives(_) => {
            let ty = class.element_type()?;
            (at >= u64::from(object + HEADER) * 8).then_some((ty, ty.log2()))
        }
        Shape::Instance | Shape::Primitive(_) => {
            if class.name == "java/lang/Class" {
                let of = vm.image.class_of_mirror(&vm.heap, object);
                let slot = word.checked_sub(vm.image.statics_start(of))?;
                if let Some(slot) = of.statics.get(slot as usize) {
                    return Some((slot.ty, 3));
                }
            }
            let slot = word.checked_sub(object)?.checked_sub(HEADER)?;
            Some((class.layout.get(slot as usize)?.ty, 3))
        }
    }
}

/// A value as the source would write it; of an object, its class and a number that is the same all along the trail.
pub(crate) fn text(vm: &Vm, numbers: &mut Numbers, ty: Ty, bits: u64) -> String {
    match ty {
        Ty::Reference => reference(vm, numbers, bits as Ref),
        _ => plain(ty, bits),
    }
}

fn plain(ty: Ty, bits: u64) -> String {
    match ty {
        Ty::Boolean => (bits & 1 == 1).to_string(),
        Ty::Byte => (bits as u8 as i8).to_string(),
        Ty::Char => format!("{:?}", char::from_u32(u32::from(bits as u16)).unwrap_or('\u{fffd}')),
        Ty::Short => (bits as u16 as i16).to_string(),
        Ty::Int => (bits as u32 as i32).to_string(),
        Ty::Long => (bits as i64).to_string(),
        Ty::Float => format!("{:?}", f32::from_bits(bits as u32)),
        Ty::Double => format!("{:?}", f64::from_bits(bits)),
        Ty::Reference | Ty::Void => String::new(),
    }
}

fn reference(vm: &Vm, numbers: &mut Numbers, r: Ref) -> String {
    if r == 0 {
        return "null".into();
    }
    if !is_object(vm, r) {
        return "?".into();
    }
    let class = vm.class_of(r);
    match class.name {
        "java/lang/String" => quoted(&vm.text(r)),
        "java/lang/Class" => {
            let of = vm.image.class_of_mirror(&vm.heap, r);
            format!("{}.class", simple_name(&of.binary_name()))
        }
        "java/lang/Integer" => text(vm, numbers, Ty::Int, vm.field(r, "value")),
        "java/lang/Long" => text(vm, numbers, Ty::Long, vm.field(r, "value")),
        "java/lang/Boolean" => text(vm, numbers, Ty::Boolean, vm.field(r, "value")),
        _ if class.is_array() => {
            let name = class.external_name();
            let name = simple_name(&name);
            format!("{}[{}]", name.strip_suffix("[]").unwrap_or(name), vm.heap.length(r))
        }
        _ => match vm.thread_of(r) {
            Some(thread) => format!("thread {}", vm.thread_name(thread)),
            None => words::instance(&numbers.instance(vm, r)),
        },
    }
}

/// Of what an object says of itself, at most so many characters are a name.
const LABEL: usize = 24;
/// Fields that hold a name though they are not final.
const NAMES: [&str; 6] = ["name", "id", "label", "title", "key", "code"];

/// What a user's object says of itself in a field: a final string, or one that is called a name, else a final number or one that is
/// called `id`. Read from the heap; no code runs.
fn label(vm: &Vm, r: Ref) -> Option<String> {
    let class = vm.class_of(r);
    if class.is_array() {
        return None;
    }
    let fields = || {
        let layout = class.layout.iter().enumerate();
        layout.filter(|(_, slot)| vm.image.class(slot.declared_by.0).is_user())
    };
    let lasts = |slot: &Slot| slot.flags & field_flag::FINAL != 0;
    let text_of = |index: usize| {
        let value = vm.heap.get(r + HEADER + index as u32) as Ref;
        let is_text = value != 0 && is_object(vm, value) && vm.class_of(value).name == "java/lang/String";
        let text = is_text.then(|| vm.text(value))?;
        (!text.is_empty() && text.chars().count() <= LABEL).then(|| format!("{text:?}"))
    };
    let texts = fields().filter(|(_, slot)| slot.ty == Ty::Reference && (lasts(slot) || NAMES.contains(&slot.name)));
    let text = { texts }.find_map(|(index, _)| text_of(index));
    text.or_else(|| {
        let is_number = |slot: &Slot| matches!(slot.ty, Ty::Int | Ty::Long) && (lasts(slot) || slot.name == "id");
        let (index, slot) = fields().find(|(_, slot)| is_number(slot))?;
        Some(plain(slot.ty, vm.heap.get(r + HEADER + index as u32)))
    })
}

fn is_object(vm: &Vm, r: Ref) -> bool {
    (r < vm.heap.top() || vm.heap.is_fixed(r)) && (vm.heap.class(r) as usize) < vm.image.classes.len()
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(TEXT).collect();
    let cut = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{cut}")
}

/// The variables of the thread's topmost user frame by its LocalVariableTable (JVMS §4.7.13), and the fields of `this`.
pub(super) fn variables(vm: &Vm, thread: ThreadId, numbers: &mut Numbers) -> Vec<Value> {
    let t = vm.thread(thread);
    let user = t.frames().find(|(_, method, pc)| {
        let method = vm.image.method(*method);
        let shown = !method.code.get().is_some_and(|code| code.internal);
        shown && Site { method, pc: *pc }.is_user()
    });
    let Some((fp, method, pc)) = user else {
        return Vec::new();
    };
    let method = vm.image.method(method);
    let (Some(data), Some(code)) = (method.data(), method.code.get()) else {
        return Vec::new();
    };
    let offset = data.bytecode.as_ref().and_then(|code| code.opcodes.get(pc as usize));
    let Some(&(offset, _)) = offset else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut this = None;
    for attribute in &data.attributes {
        let AttributeData::LocalVariableTable(entries) = &attribute.data else {
            continue;
        };
        for entry in entries {
            let start = usize::from(entry.start_pc);
            let slot = (fp - code.max_locals + u32::from(entry.index)) as usize;
            let inside = start <= offset && offset < start + usize::from(entry.length);
            let Some(bits) = t.stack.get(slot).filter(|_| inside) else {
                continue;
            };
            if numbers.stale && !vm.is_live_local(method, code, pc, entry.index) {
                continue;
            }
            if entry.name == "this" {
                this = Some(*bits as Ref);
                continue;
            }
            found.push(Value {
                name: entry.name.to_string(),
                before: None,
                value: text(vm, numbers, Ty::of(&entry.descriptor.to_string()), *bits),
                access: None,
            });
        }
    }
    found.truncate(SHOWN);
    let plausible = |r: &Ref| *r != 0 && *r < vm.heap.top() && vm.class_of(*r).is_subclass_of(method.class());
    if let Some(this) = this.filter(plausible) {
        found.insert(
            0,
            Value {
                name: "this".into(),
                before: None,
                value: reference(vm, numbers, this),
                access: None,
            },
        );
        found.extend(fields(vm, numbers, this));
    }
    found
}

fn fields<'a>(vm: &'a Vm, numbers: &'a mut Numbers, this: Ref) -> impl Iterator<Item = Value> + 'a {
    let layout = vm.class_of(this).layout.iter().enumerate();
    let own = layout.filter(|(_, slot)| vm.image.class(slot.declared_by.0).is_user());
    own.take(SHOWN).map(move |(index, slot)| Value {
        name: format!("this.{}", slot.name),
        before: None,
        value: text(vm, numbers, slot.ty, vm.heap.get(this + HEADER + index as u32)),
        access: None,
    })
}
