//! Peers of methods that only older JDKs, 8 to 17, mark as native.

use super::{NativeCall, NativeResult, Outcome, Row, Touch, boolean, null_pointer, reference, zero};
use crate::heap::{HEADER, Ref};
use crate::thread::{Pending, Status};
use crate::types::Ty;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("java/security/AccessController", &[("doPrivileged", "", privileged)]),
    (
        "java/lang/Thread",
        &[
            ("isAlive", "", |c| {
                let object = c.reference(0);
                c.vm.report_if_ended(c.thread, object);
                boolean(
                    c.vm.thread_of(object)
                        .is_some_and(|t| c.vm.thread(t).status != Status::Terminated),
                )
            }),
            ("isInterrupted", "(Z)Z", |c| {
                let object = c.reference(0);
                if let Some(park) = c.park_first(object, Pending::Call(c.method, object)) {
                    return Ok(park);
                }
                let set = c.vm.is_object_interrupted(object);
                let clears = set && c.int(1) != 0;
                c.vm.touch_interrupted(c.thread, object, clears);
                if clears {
                    c.vm.set_object_interrupted(object, false);
                }
                boolean(set)
            }),
            ("countStackFrames", "", zero),
        ],
    ),
    (
        "java/io/ObjectInputStream",
        &[
            ("bytesToFloats", "", |c| from_bytes(c, 4)),
            ("bytesToDoubles", "", |c| from_bytes(c, 8)),
        ],
    ),
    (
        "java/io/ObjectOutputStream",
        &[
            ("floatsToBytes", "", |c| to_bytes(c, 4)),
            ("doublesToBytes", "", |c| to_bytes(c, 8)),
        ],
    ),
    (
        "java/lang/System",
        &[("initProperties", "", super::system::init_properties)],
    ),
    (
        "java/lang/SecurityManager",
        &[("getClassContext", "", |c| {
            let mirrors: Vec<Ref> =
                c.vm.visible_frames(c.thread)
                    .iter()
                    .map(|(m, _)| m.class().mirror.get())
                    .collect();
            reference(c.vm.new_reference_array("java/lang/Class", &mirrors)?)
        })],
    ),
];

/// `doPrivileged(action)`: there are no permissions here; the action runs.
fn privileged(c: &mut NativeCall<'_>) -> NativeResult {
    let action = c.reference(0);
    if action == 0 {
        return null_pointer();
    }
    let checked = c
        .method
        .descriptor
        .starts_with("(Ljava/security/PrivilegedExceptionAction;");
    let driver = c.vm.privileged_driver(checked)?;
    Ok(Outcome::Tail(driver, vec![u64::from(action)], 0))
}

/// bytes, from, floats, to, count: big-endian.
fn from_bytes(c: &mut NativeCall<'_>, size: u64) -> NativeResult {
    let (bytes, from, floats, to, count) = (c.reference(0), c.int(1), c.reference(2), c.int(3), c.int(4));
    let ty = if size == 4 { Ty::Int } else { Ty::Long };
    let all = count.max(0) as u64;
    let (read, written) = (
        c.vm.elements(bytes, from as u64, all * size),
        c.vm.elements(floats, to as u64, all),
    );
    if let Touch::Park(park) = c.touch(read, written) {
        return Ok(park);
    }
    for i in 0..all {
        let at = u64::from(bytes + HEADER) * 8 + from as u64 + i * size;
        let value = (0..size).fold(0u64, |v, k| v << 8 | c.vm.heap.read(at + k, 0));
        let at = u64::from(floats + HEADER) * 8 + (to as u64 + i) * size;
        c.vm.heap.write(at, ty.log2(), value);
    }
    Ok(Outcome::Void)
}

/// floats, from, bytes, to, count: big-endian.
fn to_bytes(c: &mut NativeCall<'_>, size: u64) -> NativeResult {
    let (floats, from, bytes, to, count) = (c.reference(0), c.int(1), c.reference(2), c.int(3), c.int(4));
    let ty = if size == 4 { Ty::Int } else { Ty::Long };
    let all = count.max(0) as u64;
    let (read, written) = (
        c.vm.elements(floats, from as u64, all),
        c.vm.elements(bytes, to as u64, all * size),
    );
    if let Touch::Park(park) = c.touch(read, written) {
        return Ok(park);
    }
    for i in 0..all {
        let at = u64::from(floats + HEADER) * 8 + (from as u64 + i) * size;
        let value = c.vm.heap.read(at, ty.log2());
        let at = u64::from(bytes + HEADER) * 8 + to as u64 + i * size;
        for k in 0..size {
            c.vm.heap.write(at + k, 0, value >> (8 * (size - 1 - k)) & 0xff);
        }
    }
    Ok(Outcome::Void)
}
