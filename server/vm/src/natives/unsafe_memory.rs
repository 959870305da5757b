//! `jdk.internal.misc.Unsafe`: fields and elements by offset, atomically where asked; off-heap memory; parking.
//!
//! An offset is a byte distance from the object's first word: `(HEADER + slot) * 8` for fields, 16 for the first
//! element. A null base addresses the off-heap arena.

use super::{NativeCall, NativeResult, Outcome, Row, Touch, boolean, int, long, nothing, reference};
use crate::assumptions::OFF_HEAP_PIECE;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{HEADER, Ref};
use crate::image::InitState;
use crate::image::class::{Class, Slot, access, field_flag};
use crate::interpreter::flow::AccessKind;
use crate::thread::{Mode, Pieces, Side, Span};
use crate::types::Ty;
use crate::vm::Vm;

macro_rules! typed {
    ($name:literal, $ty:expr) => {
        [
            (
                concat!("get", $name),
                "",
                (|c| get(c, $ty, Mode::Plain)) as fn(&mut NativeCall<'_>) -> NativeResult,
            ),
            (concat!("get", $name, "Volatile"), "", |c| get(c, $ty, Mode::Volatile)),
            (concat!("put", $name), "", |c| put(c, $ty, Mode::Plain)),
            (concat!("put", $name, "Volatile"), "", |c| put(c, $ty, Mode::Volatile)),
        ]
    };
}

const BOOLEAN: [Row; 4] = typed!("Boolean", Ty::Boolean);
const BYTE: [Row; 4] = typed!("Byte", Ty::Byte);
const CHAR: [Row; 4] = typed!("Char", Ty::Char);
const SHORT: [Row; 4] = typed!("Short", Ty::Short);
const INT: [Row; 4] = typed!("Int", Ty::Int);
const LONG: [Row; 4] = typed!("Long", Ty::Long);
const FLOAT: [Row; 4] = typed!("Float", Ty::Float);
const DOUBLE: [Row; 4] = typed!("Double", Ty::Double);
const REFERENCE: [Row; 4] = typed!("Reference", Ty::Reference);
/// As Java 8 to 11 call it.
const OBJECT: [Row; 4] = typed!("Object", Ty::Reference);

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (UNSAFE, &BOOLEAN),
    (UNSAFE, &BYTE),
    (UNSAFE, &CHAR),
    (UNSAFE, &SHORT),
    (UNSAFE, &INT),
    (UNSAFE, &LONG),
    (UNSAFE, &FLOAT),
    (UNSAFE, &DOUBLE),
    (UNSAFE, &REFERENCE),
    (UNSAFE, &OBJECT),
    (UNSAFE, OPERATIONS),
    ("sun/misc/Unsafe", &EIGHT_ADDRESSES),
    ("sun/misc/Unsafe", EIGHT),
];

const OPERATIONS: &[Row] = &[
    ("compareAndSetInt", "", |c| compare_and_set(c, Ty::Int)),
    ("compareAndSetLong", "", |c| compare_and_set(c, Ty::Long)),
    ("compareAndSetReference", "", |c| compare_and_set(c, Ty::Reference)),
    ("compareAndSetObject", "", |c| compare_and_set(c, Ty::Reference)),
    ("compareAndExchangeObject", "", |c| {
        compare_and_exchange(c, Ty::Reference)
    }),
    ("compareAndExchangeInt", "", |c| compare_and_exchange(c, Ty::Int)),
    ("compareAndExchangeLong", "", |c| compare_and_exchange(c, Ty::Long)),
    ("compareAndExchangeReference", "", |c| {
        compare_and_exchange(c, Ty::Reference)
    }),
    ("objectFieldOffset1", "", |c| {
        let class = c.class_arg(1);
        let name = c.text(2);
        match offset_of(c.vm, class, &name) {
            Some(offset) => long(offset),
            None => Ok(Outcome::Throw("java/lang/InternalError", Some(name))),
        }
    }),
    ("objectFieldOffset0", "", field_object_offset),
    ("staticFieldOffset0", "", field_object_offset),
    ("staticFieldBase0", "", |c| {
        reference(c.vm.field(c.reference(1), "clazz") as Ref)
    }),
    ("arrayBaseOffset0", "", |_| int(HEADER as i32 * 8)),
    ("arrayIndexScale0", "", |c| {
        int(c.class_arg(1).element_type().map_or(0, |ty| 1 << ty.log2()))
    }),
    ("addressSize0", "", |_| int(8)),
    ("pageSize", "", |_| int(4096)),
    ("unalignedAccess0", "", |_| boolean(true)),
    ("isBigEndian0", "", |_| boolean(false)),
    ("fullFence", "", fence),
    ("loadFence", "", fence),
    ("storeFence", "", fence),
    ("allocateInstance", "", |c| {
        let class = c.class_arg(1);
        if let Some(outcome) = c.vm.initialise_for_native(c.thread, class, c.may_execute)? {
            return Ok(outcome);
        }
        reference(c.vm.new_object(class)?)
    }),
    ("ensureClassInitialized0", "", |c| {
        let class = c.class_arg(1);
        Ok(c.vm
            .initialise_for_native(c.thread, class, c.may_execute)?
            .unwrap_or(Outcome::Void))
    }),
    ("shouldBeInitialized0", "", |c| {
        boolean(!c.vm.is_initialised(c.class_arg(1)))
    }),
    ("throwException", "", |c| Ok(Outcome::ThrowObject(c.reference(1)))),
    ("park", "", super::thread::park),
    ("unpark", "", super::thread::unpark),
    ("allocateMemory0", "", allocate_memory),
    ("freeMemory0", "", nothing),
    ("reallocateMemory0", "", reallocate_memory),
    ("getLoadAverage0", "", |_| int(-1)),
    ("writeback0", "", nothing),
    ("writebackPreSync0", "", nothing),
    ("writebackPostSync0", "", nothing),
    ("setMemory0", "", set_memory),
    ("copyMemory0", "", |c| copy_memory(c, 1)),
    ("copySwapMemory0", "", |c| {
        let element = c.long(9).clamp(1, 8) as usize;
        copy_memory(c, element)
    }),
];

/// What is called otherwise in `sun.misc.Unsafe` of Java 8; all else is found under its later name.
const EIGHT: &[Row] = &[
    ("compareAndSwapInt", "", |c| compare_and_set(c, Ty::Int)),
    ("compareAndSwapLong", "", |c| compare_and_set(c, Ty::Long)),
    ("compareAndSwapObject", "", |c| compare_and_set(c, Ty::Reference)),
    ("putOrderedInt", "", |c| put(c, Ty::Int, Mode::Volatile)),
    ("putOrderedLong", "", |c| put(c, Ty::Long, Mode::Volatile)),
    ("putOrderedObject", "", |c| put(c, Ty::Reference, Mode::Volatile)),
    ("objectFieldOffset", "", field_object_offset),
    ("staticFieldOffset", "", field_object_offset),
    ("staticFieldBase", "", |c| {
        reference(c.vm.field(c.reference(1), "clazz") as Ref)
    }),
    ("arrayBaseOffset", "", |_| int(HEADER as i32 * 8)),
    ("arrayIndexScale", "", |c| {
        int(c.class_arg(1).element_type().map_or(0, |ty| 1 << ty.log2()))
    }),
    ("addressSize", "", |_| int(8)),
    ("ensureClassInitialized", "", |c| {
        let class = c.class_arg(1);
        Ok(c.vm
            .initialise_for_native(c.thread, class, c.may_execute)?
            .unwrap_or(Outcome::Void))
    }),
    ("shouldBeInitialized", "", |c| {
        boolean(!c.vm.is_initialised(c.class_arg(1)))
    }),
    ("allocateMemory", "", allocate_memory),
    ("reallocateMemory", "", reallocate_memory),
    ("freeMemory", "", nothing),
    ("setMemory", "", set_memory),
    ("copyMemory", "", |c| copy_memory(c, 1)),
];

macro_rules! by_address {
    ($name:literal, $get:literal, $put:literal, $ty:expr) => {
        [
            (
                concat!("get", $name),
                $get,
                (|c| get_at(c, $ty)) as fn(&mut NativeCall<'_>) -> NativeResult,
            ),
            (concat!("put", $name), $put, |c| put_at(c, $ty)),
        ]
    };
}

/// Off-heap memory by its address alone. These come first: the others of the same name take an object too.
const EIGHT_ADDRESSES: [Row; 16] = {
    let [a, b] = by_address!("Byte", "(J)B", "(JB)V", Ty::Byte);
    let [c, d] = by_address!("Short", "(J)S", "(JS)V", Ty::Short);
    let [e, f] = by_address!("Char", "(J)C", "(JC)V", Ty::Char);
    let [g, h] = by_address!("Int", "(J)I", "(JI)V", Ty::Int);
    let [i, j] = by_address!("Long", "(J)J", "(JJ)V", Ty::Long);
    let [k, l] = by_address!("Float", "(J)F", "(JF)V", Ty::Float);
    let [m, n] = by_address!("Double", "(J)D", "(JD)V", Ty::Double);
    let [o, p] = by_address!("Address", "(J)J", "(JJ)V", Ty::Long);
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
};

fn get_at(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    load(c, Cell::new(0, c.long(1), ty), Mode::Plain)
}

fn put_at(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    let value = ty.narrow(c.slot(3));
    store(c, Cell::new(0, c.long(1), ty), value, Mode::Plain)
}

/// Offset of a field by name, own or inherited, static or not.
pub(super) fn offset_of(vm: &Vm, class: &'static Class, name: &str) -> Option<i64> {
    let mut current = Some(class);
    while let Some(owner) = current {
        if let Some(field) = owner.field(name) {
            let word = if field.access & access::STATIC != 0 {
                vm.image.mirror_hidden + 2 + field.slot
            } else {
                HEADER + field.slot
            };
            return Some(i64::from(word) * 8);
        }
        current = owner.superclass;
    }
    None
}

fn field_object_offset(c: &mut NativeCall<'_>) -> NativeResult {
    let field = c.reference(1);
    let class =
        c.vm.image
            .class_of_mirror(&c.vm.heap, c.vm.field(field, "clazz") as Ref);
    let name = c.vm.text(c.vm.field(field, "name") as Ref);
    // Neither asking nor using the answer initialises the class.
    c.vm.note_way_around_initialiser(class, &name, &[InitState::None, InitState::Running]);
    c.vm.lift_firewalls(class, &name);
    long(offset_of(c.vm, class, &name).unwrap_or(-1))
}

/// Flags of the field or element at an address.
fn flags_at(vm: &Vm, object: Ref, offset: i64) -> u8 {
    if vm.class_of(object).is_array() {
        return vm.array_flags(object);
    }
    slot_at(vm, object, offset).map_or(field_flag::JDK, |slot| slot.flags)
}

/// The field at an address: of the object, or a static behind its mirror.
fn slot_at(vm: &Vm, object: Ref, offset: i64) -> Option<Slot> {
    let class = vm.class_of(object);
    let word = (offset >> 3) as u32;
    if let Some(slot) = class.layout.get(word.wrapping_sub(HEADER) as usize) {
        return Some(*slot);
    }
    if class.id != vm.image.class_class().id {
        return None;
    }
    let of = vm.image.class_of_mirror(&vm.heap, object);
    let at = word.checked_sub(vm.image.mirror_hidden + 2)?;
    of.statics.get(at as usize).copied()
}

/// A value that an access is about: so many bytes of an object, or of memory off the heap if that is 0.
#[derive(Clone, Copy)]
struct Cell {
    object: Ref,
    offset: i64,
    ty: Ty,
}

impl Cell {
    fn new(object: Ref, offset: i64, ty: Ty) -> Cell {
        Cell { object, offset, ty }
    }

    /// Arguments of most methods: this, object, offset (2 slots).
    fn of(c: &NativeCall<'_>, ty: Ty) -> Cell {
        Cell::new(c.reference(1), c.long(2), ty)
    }

    fn bytes(self) -> u64 {
        1 << self.ty.log2()
    }

    /// The address in bytes: in the heap, or off it.
    fn at(self) -> u64 {
        (u64::from(self.object) * 8).wrapping_add_signed(self.offset)
    }
}

/// So many bytes off the heap. What the JDK maps of its own image is never written.
pub(super) fn off_heap(at: i64, bytes: u64) -> Side {
    match u64::try_from(at) {
        Ok(start) if at < IMAGE_BASE => Side {
            object: 0,
            span: Span::new(start, bytes),
        },
        Ok(_) | Err(_) => Side::NONE,
    }
}

/// Passes the gate to a value, or says what comes first.
fn reach(c: &mut NativeCall<'_>, cell: Cell, write: bool, mode: Mode) -> Result<Option<Outcome>, VmError> {
    let (side, flags) = if cell.object == 0 {
        native_slice(c.vm, cell.offset, cell.bytes() as usize)?;
        (off_heap(cell.offset, cell.bytes()), 0)
    } else {
        holds(c, cell)?;
        let span = Span::new(cell.at(), cell.bytes());
        let object = cell.object;
        (Side { object, span }, flags_at(c.vm, object, cell.offset))
    };
    if side.is_none() {
        return Ok(None);
    }
    // A final field that is written has not been final; who reads one here sees what is there.
    let masked = if write { 0 } else { field_flag::FINAL };
    let mode = match mode {
        Mode::Plain if flags & field_flag::VOLATILE != 0 && reads_as_declared(c) => Mode::Volatile,
        Mode::Plain if is_part_of_update(c) => Mode::Volatile,
        mode => mode,
    };
    let kind = AccessKind {
        write,
        mode,
        flags: flags & field_flag::FLAG_MASK & !masked,
    };
    let pending = c.vm.gate(c.thread, side.object, side.span, kind, c.may_execute);
    Ok(pending.map(Outcome::Park))
}

/// Whether the caller stands for a read or write of the field as it is declared: serialisation, whatever it calls for that.
fn reads_as_declared(c: &NativeCall<'_>) -> bool {
    let caller = c.vm.image.method(c.this_thread().method_id()).class();
    caller.name.starts_with("java/io/ObjectStreamClass")
}

/// Whether the caller updates a value in release mode: it reads it first, by a plain read, and whoever called it has asked for no such one.
fn is_part_of_update(c: &NativeCall<'_>) -> bool {
    let caller = c.vm.image.method(c.this_thread().method_id());
    caller.name.starts_with("getAnd") && caller.class().name == "jdk/internal/misc/Unsafe"
}

/// Refuses an access for which there is no such value in an object: outside of it, across its fields, or of a reference as if it were a
/// number. A JVM reads and writes whatever lies there.
fn holds(c: &NativeCall<'_>, cell: Cell) -> Result<(), VmError> {
    let Cell { object, offset, ty } = cell;
    let size = i64::from(c.vm.image.size_of(&c.vm.heap, object)) * 8;
    let bytes = cell.bytes() as i64;
    if offset < i64::from(HEADER) * 8 || offset > size - bytes {
        return Err(no_such_value(c, object, offset, "outside an object"));
    }
    let class = c.vm.class_of(object);
    let (there, within) = match class.element_type() {
        Some(element) => (Some(element), offset & ((1 << element.log2()) - 1)),
        None => (slot_at(c.vm, object, offset).map(|slot| slot.ty), offset & 7),
    };
    let Some(there) = there else { return Ok(()) };
    let agree = match (there, ty) {
        (Ty::Reference, Ty::Reference) => within == 0,
        (Ty::Reference, _) | (_, Ty::Reference) => false,
        // Elements lie side by side, fields do not.
        _ => class.is_array() || within + bytes <= 1 << there.log2(),
    };
    match agree {
        true => Ok(()),
        false => Err(no_such_value(
            c,
            object,
            offset,
            "of another type than what is there, in an object",
        )),
    }
}

fn no_such_value(c: &NativeCall<'_>, object: Ref, offset: i64, what: &str) -> VmError {
    VmError::NotModelled(format!(
        "Unsafe access {what} of {} at offset {offset}, called at {}; this path was not checked",
        c.vm.class_of(object).binary_name(),
        c.vm.user_place(c.thread)
    ))
}

/// What is there, as it lies in memory. At any alignment: `getLongUnaligned` on a byte array comes here when it is aligned by
/// chance only.
fn raw(vm: &Vm, cell: Cell) -> Result<u64, VmError> {
    let (at, log2) = (cell.at(), cell.ty.log2());
    if cell.object == 0 {
        let bytes = native_slice(vm, cell.offset, cell.bytes() as usize)?;
        return Ok(bytes.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b)));
    }
    if at & (cell.bytes() - 1) == 0 {
        return Ok(vm.heap.read(at, log2));
    }
    Ok((0..cell.bytes()).fold(0, |value, i| value | vm.heap.read(at + i, 0) << (8 * i)))
}

fn set_raw(c: &mut NativeCall<'_>, cell: Cell, value: u64) -> Result<(), VmError> {
    let at = cell.at();
    if cell.object == 0 {
        let memory = native_slice_mut(c.vm, cell.offset, cell.bytes() as usize)?;
        for (i, byte) in memory.iter_mut().enumerate() {
            *byte = (value >> (8 * i)) as u8;
        }
    } else if at & (cell.bytes() - 1) == 0 {
        c.vm.heap.write(at, cell.ty.log2(), value);
        if cell.ty == Ty::Reference {
            stored(c, cell, value as Ref);
        }
    } else {
        for i in 0..cell.bytes() {
            c.vm.heap.write(at + i, 0, value >> (8 * i) & 0xff);
        }
    }
    Ok(())
}

/// A reference was stored. In a field that is nobody else's business it gives nobody else a way to the object, as where the
/// field is written by its name: what is there must not depend on when the flags were last recomputed.
fn stored(c: &mut NativeCall<'_>, cell: Cell, value: Ref) {
    let flags = flags_at(c.vm, cell.object, cell.offset);
    let word = cell.object + (cell.offset / 8) as u32;
    c.vm.stored_in(cell.object, word, value, flags);
}

/// What is there, for the thread.
fn taken(c: &mut NativeCall<'_>, cell: Cell) -> Result<u64, VmError> {
    let value = raw(c.vm, cell)?;
    if cell.object != 0 && cell.ty == Ty::Reference {
        c.vm.note_passage(cell.object, value as Ref);
    }
    Ok(value)
}

fn load(c: &mut NativeCall<'_>, cell: Cell, mode: Mode) -> NativeResult {
    match reach(c, cell, false, mode)? {
        Some(park) => Ok(park),
        None => Ok(Outcome::Value(cell.ty.widen(taken(c, cell)?))),
    }
}

fn store(c: &mut NativeCall<'_>, cell: Cell, value: u64, mode: Mode) -> NativeResult {
    if let Some(park) = reach(c, cell, true, mode)? {
        return Ok(park);
    }
    set_raw(c, cell, value)?;
    Ok(Outcome::Void)
}

fn get(c: &mut NativeCall<'_>, ty: Ty, mode: Mode) -> NativeResult {
    load(c, Cell::of(c, ty), mode)
}

fn put(c: &mut NativeCall<'_>, ty: Ty, mode: Mode) -> NativeResult {
    let value = ty.narrow(c.slot(4));
    store(c, Cell::of(c, ty), value, mode)
}

/// this, object, offset (2 slots), expected, new: what was there, or what comes first.
fn exchange(c: &mut NativeCall<'_>, ty: Ty) -> Result<Result<(u64, bool), Outcome>, VmError> {
    let cell = Cell::of(c, ty);
    let (expected, new) = (ty.narrow(c.slot(4)), ty.narrow(c.slot(4 + ty.slots())));
    // One that fails sets nothing.
    let old = taken(c, cell)?;
    let sets = old == expected;
    if let Some(park) = reach(c, cell, sets && !planted(Fault::ComparisonsOnlyRead), Mode::Atomic)? {
        return Ok(Err(park));
    }
    if sets {
        set_raw(c, cell, new)?;
    }
    Ok(Ok((old, sets)))
}

fn compare_and_set(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    match exchange(c, ty)? {
        Ok((_, same)) => boolean(same),
        Err(park) => Ok(park),
    }
}

/// Of bytes and shorts too: the JDK's own body exchanges the whole word around them.
pub(super) fn compare_and_exchange(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    match exchange(c, ty)? {
        Ok((old, _)) => Ok(Outcome::Value(ty.widen(old))),
        Err(park) => Ok(park),
    }
}

/// Where the runtime image appears in the off-heap address space: the JDK reads its resources through a direct buffer.
pub(super) const IMAGE_BASE: i64 = 1 << 40;

pub(super) fn native_slice(vm: &Vm, at: i64, length: usize) -> Result<&[u8], VmError> {
    let (memory, start) = match usize::try_from(at - IMAGE_BASE) {
        Ok(offset) => (vm.image.universe.library.mapping(), offset),
        Err(_) => (&vm.path.native_memory[..], usize::try_from(at).unwrap_or(usize::MAX)),
    };
    memory
        .get(start..start.saturating_add(length))
        .ok_or_else(|| not_allocated(vm))
}

/// The same for writing: the runtime image is read-only.
pub(super) fn native_slice_mut(vm: &mut Vm, at: i64, length: usize) -> Result<&mut [u8], VmError> {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    let range = start..start.saturating_add(length);
    if vm.path.native_memory.get(range.clone()).is_none() {
        return Err(not_allocated(vm));
    }
    vm.log_native(range.clone());
    Ok(&mut vm.path.native_memory[range])
}

/// The pieces of off-heap memory that a scattering read or a gathering write of a channel accesses, as its second and third argument name them: at
/// most so many bytes of all together.
pub(super) fn io_vector(c: &NativeCall<'_>, bytes: u64, write: bool) -> Pieces {
    Pieces {
        vector: c.long(1),
        count: c.int(3).max(0) as u32,
        bytes,
        write,
    }
}

impl Vm {
    /// The pieces of memory of a scattering read or a gathering write, in their order. The `iovec` array that names them has 16 bytes for each.
    ///
    /// # Errors
    /// The array was not allocated.
    pub fn pieces(&self, all: Pieces) -> Result<Vec<Side>, VmError> {
        let mut left = all.bytes;
        let named = native_slice(self, all.vector, 16 * all.count as usize)?;
        let long = |bytes: &[u8]| bytes.iter().rev().fold(0i64, |n, byte| n << 8 | i64::from(*byte));
        let pieces = named.chunks_exact(16).map(|pair| {
            let bytes = left.min(long(&pair[8..]).max(0) as u64);
            left -= bytes;
            off_heap(long(&pair[..8]), bytes)
        });
        Ok(pieces.collect())
    }
}

/// Addresses and lengths of the pieces that a scattering read or a gathering write names.
pub(super) fn all_pieces(c: &NativeCall<'_>) -> Result<Vec<(i64, usize)>, VmError> {
    let pieces = c.vm.pieces(io_vector(c, u64::MAX, false))?;
    Ok(pieces
        .iter()
        .map(|piece| (piece.span.at as i64, piece.span.bytes as usize))
        .collect())
}

fn not_allocated(vm: &Vm) -> VmError {
    VmError::NotModelled(format!(
        "access to off-heap memory that was not allocated, at {}; this path was not checked",
        vm.user_place(vm.this_step.current)
    ))
}

/// Memory that grew: the arena knows no sizes, so what follows the old block is copied too, and never read.
fn reallocate_memory(c: &mut NativeCall<'_>) -> NativeResult {
    let (from, bytes) = (c.long(1), c.long(3).max(0) as usize);
    let at = reserve(c.vm, bytes)?;
    let end = c.vm.path.native_memory.len();
    let from = usize::try_from(from).unwrap_or(0);
    let count = bytes.min(end.saturating_sub(from));
    if from != 0 {
        c.vm.path.native_memory.copy_within(from..from + count, at);
    }
    long(at as i64)
}

/// Off-heap memory is an arena that grows with the path; undo truncates it and restores what was written.
fn allocate_memory(c: &mut NativeCall<'_>) -> NativeResult {
    let bytes = c.long(1).max(0) as usize;
    long(reserve(c.vm, bytes)? as i64)
}

fn reserve(vm: &mut Vm, bytes: usize) -> Result<usize, VmError> {
    if bytes > 64 << 20 {
        return Err(VmError::Limit(format!("{bytes} bytes of off-heap memory at once")));
    }
    let at = vm.path.native_memory.len().next_multiple_of(1 << OFF_HEAP_PIECE);
    // As the heap: a watch from outside comes too late where so much is taken so quickly.
    if (at + bytes) as u64 > u64::from(vm.heap.limit()) * 8 {
        return Err(vm.heap_limit());
    }
    vm.path.native_memory.resize(at + bytes, 0);
    vm.path.facts.native_top = vm.path.native_memory.len();
    vm.path.facts.native_changed = true;
    Ok(at)
}

/// A range that is set or copied: of an array of primitives, or off the heap.
fn range(c: &NativeCall<'_>, object: Ref, offset: i64, bytes: i64) -> Result<Side, VmError> {
    let count = bytes.max(0) as u64;
    if object == 0 {
        native_slice(c.vm, offset, count as usize)?;
        return Ok(off_heap(offset, count));
    }
    let class = c.vm.class_of(object);
    let size = i64::from(c.vm.image.size_of(&c.vm.heap, object)) * 8;
    if offset < i64::from(HEADER) * 8 || bytes > size - offset {
        return Err(no_such_value(c, object, offset, "outside an object"));
    }
    if class.element_type().is_none_or(|ty| ty == Ty::Reference) {
        return Err(no_such_value(c, object, offset, "to what is no number, in an object"));
    }
    let span = Span::new(u64::from(object) * 8 + offset as u64, count);
    Ok(Side { object, span })
}

/// Bytes of an array, or off the heap.
fn bytes_of(vm: &Vm, object: Ref, offset: i64, count: usize) -> Result<Vec<u8>, VmError> {
    if object == 0 {
        return Ok(native_slice(vm, offset, count)?.to_vec());
    }
    let start = u64::from(object) * 8 + offset as u64;
    vm.bytes(start, count as u64)
}

fn set_bytes(vm: &mut Vm, object: Ref, offset: i64, bytes: &[u8]) -> Result<(), VmError> {
    if object == 0 {
        native_slice_mut(vm, offset, bytes.len())?.copy_from_slice(bytes);
        return Ok(());
    }
    vm.set_bytes(u64::from(object) * 8 + offset as u64, bytes)
}

fn set_memory(c: &mut NativeCall<'_>) -> NativeResult {
    let (object, offset, bytes, value) = (c.reference(1), c.long(2), c.long(4), c.int(6) as u8);
    let side = range(c, object, offset, bytes)?;
    if let Some(park) = c.reach(side, true) {
        return Ok(park);
    }
    let count = bytes.max(0) as u64;
    if object == 0 {
        native_slice_mut(c.vm, offset, count as usize)?.fill(value);
    } else {
        c.vm.fill_bytes(u64::from(object) * 8 + offset as u64, count, value)?;
    }
    Ok(Outcome::Void)
}

/// A fence orders nothing that is not in order here. Where the program calls one itself, it orders accesses beside it that no rule of the JLS does.
fn fence(c: &mut NativeCall<'_>) -> NativeResult {
    let mut callers = c.vm.thread(c.thread).frames().take(2);
    let by_program = callers.any(|(_, method, _)| c.vm.image.method(method).class().is_user());
    c.vm.used.fences |= by_program && c.vm.mode.exploring;
    Ok(Outcome::Void)
}

/// Copies bytes, reversing those of each element.
fn copy_memory(c: &mut NativeCall<'_>, element: usize) -> NativeResult {
    let (from, from_at, to, to_at, bytes) = (c.reference(1), c.long(2), c.reference(4), c.long(5), c.long(7));
    let (read, written) = (range(c, from, from_at, bytes)?, range(c, to, to_at, bytes)?);
    if let Touch::Park(park) = c.touch(read, written) {
        return Ok(park);
    }
    if let (1, true, true) = (element, from != 0, to != 0) {
        let at = |object: Ref, offset: i64| u64::from(object) * 8 + offset as u64;
        c.vm.copy_bytes(at(from, from_at), at(to, to_at), bytes.max(0) as u64)?;
        return Ok(Outcome::Void);
    }
    let mut buffer = bytes_of(c.vm, from, from_at, bytes.max(0) as usize)?;
    buffer.chunks_mut(element).for_each(<[u8]>::reverse);
    set_bytes(c.vm, to, to_at, &buffer)?;
    Ok(Outcome::Void)
}
