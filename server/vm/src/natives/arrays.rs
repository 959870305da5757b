//! `Object.clone` and `System.arraycopy`.

use super::{NativeCall, NativeResult, Outcome, Touch, null_pointer, reference};
use crate::heap::{HEADER, Ref};
use crate::image::class::{Class, Shape};
use crate::types::Ty;

/// `Object.clone`.
pub(super) fn clone(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    let class = c.vm.class_of(object);
    if !class.is_array() {
        let cloneable = c.vm.image.load(&mut c.vm.heap, "java/lang/Cloneable")?;
        if !class.is_subclass_of(cloneable) {
            return Ok(Outcome::Throw(
                "java/lang/CloneNotSupportedException",
                Some(class.binary_name()),
            ));
        }
    }
    if class.is_array() {
        if let Some(park) = c.vm.gate_whole(c.thread, object, false, c.may_execute) {
            return Ok(Outcome::Park(park));
        }
    } else if c.vm.is_looked_at(object)
        && let Some(cloning) = c.vm.cloning(class)?
    {
        return Ok(Outcome::Tail(cloning, vec![u64::from(object)], 0));
    }
    let words = c.vm.image.size_of(&c.vm.heap, object);
    let length = c.vm.heap.length(object);
    let copy = if class.is_array() {
        let user = c.vm.caller_is_user(c.thread);
        c.vm.new_array(class, length, user)?
    } else {
        c.vm.new_object(class)?
    };
    let start = |r: Ref| u64::from(r + HEADER) * 8;
    c.vm.copy_bytes(start(object), start(copy), u64::from(words - HEADER) * 8)?;
    reference(copy)
}

fn store_exception(message: String) -> NativeResult {
    Ok(Outcome::Throw("java/lang/ArrayStoreException", Some(message)))
}

/// `int[]` or `object array[]`, as HotSpot's messages name arrays; with a length between the brackets if given.
fn shown(class: &Class, length: Option<u32>) -> String {
    let element = match class.shape {
        Shape::Primitives(ty) => ty.java_name(),
        Shape::References(_) | Shape::Instance | Shape::Primitive(_) => "object array",
    };
    match length {
        Some(length) => format!("{element}[{length}]"),
        None => format!("{element}[]"),
    }
}

/// What is wrong with the range of a copy, as HotSpot words it.
fn range_error(c: &NativeCall<'_>) -> Option<String> {
    let (from, from_at, to, to_at, count) = (c.reference(0), c.int(1), c.reference(2), c.int(3), c.int(4));
    let of = |array: Ref| shown(c.vm.class_of(array), Some(c.vm.heap.length(array)));
    let beyond = |at: i32, array: Ref| i64::from(at) + i64::from(count) > i64::from(c.vm.heap.length(array));
    // The sum of two ints that are not negative, as the unsigned number that HotSpot prints.
    let last = |at: i32| (at as u32).wrapping_add(count as u32);
    if from_at < 0 {
        Some(format!(
            "arraycopy: source index {from_at} out of bounds for {}",
            of(from)
        ))
    } else if to_at < 0 {
        Some(format!(
            "arraycopy: destination index {to_at} out of bounds for {}",
            of(to)
        ))
    } else if count < 0 {
        Some(format!("arraycopy: length {count} is negative"))
    } else if beyond(from_at, from) {
        Some(format!(
            "arraycopy: last source index {} out of bounds for {}",
            last(from_at),
            of(from)
        ))
    } else if beyond(to_at, to) {
        Some(format!(
            "arraycopy: last destination index {} out of bounds for {}",
            last(to_at),
            of(to)
        ))
    } else {
        None
    }
}

/// Overlap is allowed; an ArrayStoreException leaves the prefix copied. See the contract of `System.arraycopy`.
pub(super) fn copy(c: &mut NativeCall<'_>) -> NativeResult {
    Ok(match checked_copy(c)? {
        // Messages came with Java 11.
        Outcome::Throw(class, Some(_)) if c.vm.image.universe.jdk.feature < 11 => Outcome::Throw(class, None),
        outcome => outcome,
    })
}

fn checked_copy(c: &mut NativeCall<'_>) -> NativeResult {
    let (from, from_at, to, to_at, count) = (c.reference(0), c.int(1), c.reference(2), c.int(3), c.int(4));
    if from == 0 || to == 0 {
        return null_pointer();
    }
    let (source, target) = (c.vm.class_of(from), c.vm.class_of(to));
    let Some(ty) = source.element_type() else {
        return store_exception(format!(
            "arraycopy: source type {} is not an array",
            source.binary_name()
        ));
    };
    match target.element_type() {
        None => {
            return store_exception(format!(
                "arraycopy: destination type {} is not an array",
                target.binary_name()
            ));
        }
        Some(other) if other != ty => {
            return store_exception(format!(
                "arraycopy: type mismatch: can not copy {} into {}",
                shown(source, None),
                shown(target, None)
            ));
        }
        Some(_) => {}
    }
    if let Some(message) = range_error(c) {
        return Ok(Outcome::Throw(
            "java/lang/ArrayIndexOutOfBoundsException",
            Some(message),
        ));
    }
    if count == 0 {
        return Ok(Outcome::Void);
    }
    let log2 = ty.log2();
    let base = |array: Ref, at: i32| u64::from(array + HEADER) * 8 + ((at as u64) << log2);
    let check = match (source.shape, target.shape) {
        (Shape::References(a), Shape::References(b)) if !a.is_subclass_of(b) => Some((a, b)),
        _ => None,
    };
    // One step with two sides; each counts for itself when conflicts are judged. Behind an element that cannot be stored nothing is touched.
    let (mut reads, mut writes) = (count as u64, count as u64);
    if let Some((_, want)) = check {
        let start = base(from, from_at);
        let fits = |i: &u64| {
            let value = c.vm.heap.read(start + (i << log2), log2) as Ref;
            value == 0 || c.vm.class_of(value).is_subclass_of(want)
        };
        writes = (0..writes).take_while(fits).count() as u64;
        reads = reads.min(writes + 1);
    }
    let elements = |array: Ref, at: i32, count: u64| c.vm.elements(array, at as u64, count);
    let (read, written) = (elements(from, from_at, reads), elements(to, to_at, writes));
    if let Touch::Park(park) = c.touch(read, written) {
        return Ok(park);
    }
    let (start, end) = (base(from, from_at), base(to, to_at));
    if ty != Ty::Reference {
        c.vm.copy_bytes(start, end, (count as u64) << log2)?;
        return Ok(Outcome::Void);
    }
    let backwards = from == to && from_at < to_at;
    for i in 0..count as u64 {
        if i & 0xffff == 0 {
            c.vm.cancellation.check()?;
        }
        let i = if backwards { count as u64 - 1 - i } else { i };
        let value = c.vm.heap.read(start + (i << log2), log2);
        if let Some((have, want)) = check
            && value != 0
            && !c.vm.class_of(value as Ref).is_subclass_of(want)
        {
            let (have_name, want_name) = (have.external_name(), want.external_name());
            return store_exception(if want.is_subclass_of(have) {
                format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {have_name}[] to the type \
                     of the destination array, {want_name}"
                )
            } else {
                format!("arraycopy: type mismatch: can not copy {have_name}[] into {want_name}[]")
            });
        }
        c.vm.heap.write(end + (i << log2), log2, value);
        c.vm.stored(to, value as Ref);
    }
    Ok(Outcome::Void)
}
