//! `jdk.internal.misc.Unsafe`: fields and elements by offset, atomically where asked; off-heap memory; parking.
//!
//! An offset is a byte distance from the object's first word: `(HEADER + slot) * 8` for fields, 16 for the first
//! element. A null base addresses the off-heap arena.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference};
use crate::heap::{HEADER, Ref};
use crate::image::class::{Class, access, field_flag};
use crate::interpreter::AccessKind;
use crate::thread::Mode;
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
    ("fullFence", "", nothing),
    ("loadFence", "", nothing),
    ("storeFence", "", nothing),
    ("allocateInstance", "", |c| {
        let class = c.class_arg(1);
        if let Some(outcome) = c.vm.initialise_for_native(c.thread, class, c.permit)? {
            return Ok(outcome);
        }
        reference(c.vm.new_object(class)?)
    }),
    ("ensureClassInitialized0", "", |c| {
        let class = c.class_arg(1);
        Ok(c.vm
            .initialise_for_native(c.thread, class, c.permit)?
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
            .initialise_for_native(c.thread, class, c.permit)?
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
    let bytes = native_slice(c.vm, c.long(1), 1 << ty.log2())?;
    let value = bytes.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b));
    Ok(Outcome::Value(ty.widen(value)))
}

fn put_at(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    let (at, value) = (c.long(1), ty.narrow(c.slot(3)));
    for (i, byte) in native_slice_mut(c.vm, at, 1 << ty.log2())?.iter_mut().enumerate() {
        *byte = (value >> (8 * i)) as u8;
    }
    Ok(Outcome::Void)
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
    long(offset_of(c.vm, class, &name).unwrap_or(-1))
}

/// Flags of the field or element at an address.
fn flags_at(vm: &Vm, object: Ref, offset: i64) -> u8 {
    let class = vm.class_of(object);
    if class.is_array() {
        return vm.array_flags(object);
    }
    let word = (offset >> 3) as u32;
    let slot = word.wrapping_sub(HEADER) as usize;
    let found = match class.layout.get(slot) {
        Some(slot) => Some(*slot),
        None => {
            let of = vm.image.class_of_mirror(&vm.heap, object);
            of.statics
                .get((word - vm.image.mirror_hidden).wrapping_sub(2) as usize)
                .copied()
        }
    };
    found.map_or(field_flag::JDK, |s| s.flags)
}

/// Address of an access, or the outcome that comes first.
fn locate(c: &mut NativeCall<'_>, write: bool, mode: Mode) -> Result<Result<u64, Outcome>, crate::error::VmError> {
    let (object, offset) = (c.reference(1), c.long(2));
    let size = i64::from(c.vm.image.size_of(&c.vm.heap, object)) * 8;
    if offset < i64::from(HEADER) * 8 || offset >= size {
        return Err(crate::error::VmError::NotModelled(format!(
            "Unsafe access outside an object of {} at offset {offset}, called at {}; this path was not checked",
            c.vm.class_of(object).binary_name(),
            c.vm.user_place(c.thread)
        )));
    }
    let at = u64::from(object) * 8 + offset as u64;
    let found = flags_at(c.vm, object, offset);
    // A final field that is written has not been final; who reads one here sees what is there.
    let masked = if write { 0 } else { field_flag::FINAL };
    let mode = match mode {
        Mode::Plain if found & field_flag::VOLATILE != 0 && reads_as_declared(c) => Mode::Volatile,
        mode => mode,
    };
    let kind = AccessKind {
        write,
        mode,
        flags: found & field_flag::FLAG_MASK & !masked,
    };
    Ok(match c.vm.gate(c.thread, object, at, kind, c.permit) {
        Some(pending) => Err(Outcome::Park(pending)),
        None => Ok(at),
    })
}

/// Whether the caller stands for a read or write of the field as it is declared: serialisation, whatever it calls for that.
fn reads_as_declared(c: &NativeCall<'_>) -> bool {
    let caller = c.vm.image.method(c.this_thread().method_id()).class();
    caller.name.starts_with("java/io/ObjectStreamClass")
}

/// Reads bytes at any alignment: `getLongUnaligned` on a byte array comes here when it is aligned by chance only.
fn read_any(vm: &Vm, at: u64, log2: u32) -> u64 {
    if at & ((1 << log2) - 1) == 0 {
        return vm.heap.read(at, log2);
    }
    (0..1u64 << log2).fold(0, |value, i| value | vm.heap.read(at + i, 0) << (8 * i))
}

fn get(c: &mut NativeCall<'_>, ty: Ty, mode: Mode) -> NativeResult {
    if c.reference(1) == 0 {
        let bytes = native_slice(c.vm, c.long(2), 1 << ty.log2())?;
        let value = bytes.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b));
        return Ok(Outcome::Value(ty.widen(value)));
    }
    match locate(c, false, mode)? {
        Ok(at) => Ok(Outcome::Value(ty.widen(read_any(c.vm, at, ty.log2())))),
        Err(outcome) => Ok(outcome),
    }
}

/// A reference was stored. In a field that is nobody else's business it gives nobody else a way to the object, as where the
/// field is written by its name: what stands there must not depend on when the flags were last recomputed.
fn stored(c: &mut NativeCall<'_>, value: Ref) {
    let (object, offset) = (c.reference(1), c.long(2));
    if flags_at(c.vm, object, offset) & field_flag::PRIVATE_TO_VM == 0 {
        c.vm.stored(object, value);
    }
}

fn put(c: &mut NativeCall<'_>, ty: Ty, mode: Mode) -> NativeResult {
    let value = ty.narrow(c.slot(4));
    if c.reference(1) == 0 {
        let at = c.long(2);
        for (i, byte) in native_slice_mut(c.vm, at, 1 << ty.log2())?.iter_mut().enumerate() {
            *byte = (value >> (8 * i)) as u8;
        }
        return Ok(Outcome::Void);
    }
    match locate(c, true, mode)? {
        Ok(at) => {
            c.vm.heap.write(at, ty.log2(), value);
            if ty == Ty::Reference {
                stored(c, value as Ref);
            }
            Ok(Outcome::Void)
        }
        Err(outcome) => Ok(outcome),
    }
}

/// Arguments of a CAS after object and offset: expected, new.
fn expected_and_new(c: &NativeCall<'_>, ty: Ty) -> (u64, u64) {
    (c.slot(4), c.slot(4 + ty.slots()))
}

fn compare_and_set(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    let (expected, new) = expected_and_new(c, ty);
    match locate(c, true, Mode::Atomic)? {
        Ok(at) => {
            let same = c.vm.heap.read(at, ty.log2()) == expected;
            if same {
                c.vm.heap.write(at, ty.log2(), new);
                if ty == Ty::Reference {
                    stored(c, new as Ref);
                }
            }
            boolean(same)
        }
        Err(outcome) => Ok(outcome),
    }
}

fn compare_and_exchange(c: &mut NativeCall<'_>, ty: Ty) -> NativeResult {
    let (expected, new) = expected_and_new(c, ty);
    match locate(c, true, Mode::Atomic)? {
        Ok(at) => {
            let old = c.vm.heap.read(at, ty.log2());
            if old == expected {
                c.vm.heap.write(at, ty.log2(), new);
                if ty == Ty::Reference {
                    stored(c, new as Ref);
                }
            }
            Ok(Outcome::Value(old))
        }
        Err(outcome) => Ok(outcome),
    }
}

/// Where the runtime image appears in the off-heap address space: the JDK reads its resources through a direct buffer.
pub(super) const IMAGE_BASE: i64 = 1 << 40;

pub(super) fn native_slice(vm: &Vm, at: i64, length: usize) -> Result<&[u8], crate::error::VmError> {
    let (memory, start) = match usize::try_from(at - IMAGE_BASE) {
        Ok(offset) => (vm.image.universe.library.mapping(), offset),
        Err(_) => (&vm.native_memory[..], usize::try_from(at).unwrap_or(usize::MAX)),
    };
    memory
        .get(start..start.saturating_add(length))
        .ok_or_else(|| not_allocated(vm))
}

/// The same for writing: the runtime image is read-only.
pub(super) fn native_slice_mut(vm: &mut Vm, at: i64, length: usize) -> Result<&mut [u8], crate::error::VmError> {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    let range = start..start.saturating_add(length);
    if vm.native_memory.get(range.clone()).is_none() {
        return Err(not_allocated(vm));
    }
    vm.log_native(range.clone());
    Ok(&mut vm.native_memory[range])
}

fn not_allocated(vm: &Vm) -> crate::error::VmError {
    crate::error::VmError::NotModelled(format!(
        "access to off-heap memory that was not allocated, at {}; this path was not checked",
        vm.user_place(vm.current)
    ))
}

/// Memory that grew: the arena knows no sizes, so what follows the old block is copied too, and never read.
fn reallocate_memory(c: &mut NativeCall<'_>) -> NativeResult {
    let (from, bytes) = (c.long(1), c.long(3).max(0) as usize);
    let at = reserve(c.vm, bytes)?;
    let end = c.vm.native_memory.len();
    let from = usize::try_from(from).unwrap_or(0);
    let count = bytes.min(end.saturating_sub(from));
    if from != 0 {
        c.vm.native_memory.copy_within(from..from + count, at);
    }
    long(at as i64)
}

/// Off-heap memory is an arena that grows with the path; undo truncates it and restores what was written.
fn allocate_memory(c: &mut NativeCall<'_>) -> NativeResult {
    let bytes = c.long(1).max(0) as usize;
    long(reserve(c.vm, bytes)? as i64)
}

fn reserve(vm: &mut Vm, bytes: usize) -> Result<usize, crate::error::VmError> {
    if bytes > 64 << 20 {
        return Err(crate::error::VmError::Limit(format!(
            "{bytes} bytes of off-heap memory at once"
        )));
    }
    let at = vm.native_memory.len().next_multiple_of(8);
    vm.native_memory.resize(at + bytes, 0);
    vm.facts.native_top = vm.native_memory.len();
    vm.facts.native_changed = true;
    Ok(at)
}

fn set_memory(c: &mut NativeCall<'_>) -> NativeResult {
    let (object, offset, bytes, value) = (c.reference(1), c.long(2), c.long(4), c.int(6) as u8);
    for i in 0..bytes {
        if object == 0 {
            native_slice_mut(c.vm, offset + i, 1)?[0] = value;
        } else {
            c.vm.heap
                .write(u64::from(object) * 8 + (offset + i) as u64, 0, u64::from(value));
        }
    }
    Ok(Outcome::Void)
}

/// Copies bytes, reversing those of each element.
fn copy_memory(c: &mut NativeCall<'_>, element: usize) -> NativeResult {
    let (from, from_at, to, to_at, bytes) = (c.reference(1), c.long(2), c.reference(4), c.long(5), c.long(7));
    let mut buffer = Vec::with_capacity(bytes.max(0) as usize);
    for i in 0..bytes {
        buffer.push(if from == 0 {
            native_slice(c.vm, from_at + i, 1)?[0]
        } else {
            c.vm.heap.read(u64::from(from) * 8 + (from_at + i) as u64, 0) as u8
        });
    }
    buffer.chunks_mut(element).for_each(<[u8]>::reverse);
    for (i, byte) in buffer.into_iter().enumerate() {
        if to == 0 {
            native_slice_mut(c.vm, to_at + i as i64, 1)?[0] = byte;
        } else {
            c.vm.heap
                .write(u64::from(to) * 8 + to_at as u64 + i as u64, 0, u64::from(byte));
        }
    }
    Ok(Outcome::Void)
}
