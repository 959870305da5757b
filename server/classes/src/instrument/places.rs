//! Where a thread may be switched: before operations on what others may share, and where it begins.

use super::SchedulingPoints;
use crate::guard::Pool;

const ARRAY_LOADS: std::ops::RangeInclusive<u8> = 0x2e..=0x35;
const ARRAY_STORES: std::ops::RangeInclusive<u8> = 0x4f..=0x56;
const GETSTATIC: u8 = 0xb2;
const PUTFIELD: u8 = 0xb5;
const INVOKEVIRTUAL: u8 = 0xb6;
const INVOKEINTERFACE: u8 = 0xb9;
const MONITORENTER: u8 = 0xc2;
const MONITOREXIT: u8 = 0xc3;

/// Packages of the JDK, by the start of the names of their classes.
const OF_THE_JDK: &[&[u8]] = &[b"java/", b"javax/", b"jdk/", b"sun/", b"com/sun/"];

/// What a thread does to another one, or to itself where others notice; by any class, for a program may extend `Thread`.
const OF_THREADS: &[(&[u8], &[u8])] = &[
    (b"start", b"()V"),
    (b"join", b"()V"),
    (b"join", b"(J)V"),
    (b"interrupt", b"()V"),
    (b"isInterrupted", b"()Z"),
    (b"isAlive", b"()Z"),
    (b"wait", b"()V"),
    (b"wait", b"(J)V"),
    (b"wait", b"(JI)V"),
    (b"notify", b"()V"),
    (b"notifyAll", b"()V"),
];

/// Classes of `java.util` that hold nothing that changes.
const IMMUTABLE: &[&[u8]] = &[
    b"java/util/Objects",
    b"java/util/Optional",
    b"java/util/function/",
    b"java/util/stream/",
    b"java/util/Locale",
    b"java/util/UUID",
    b"java/util/regex/",
];

/// The methods with which somebody else's code begins.
const BEGINNINGS: &[&[u8]] = &[b"run", b"call", b"<clinit>"];

/// Whether a call is inserted before the instruction at a place, for each byte of the code; `starts` are those of instructions.
pub(super) fn find(code: (&[u8], &[bool]), method: &[u8], pool: &Pool<'_>, points: &SchedulingPoints) -> Vec<bool> {
    let (bytes, starts) = code;
    let mut found: Vec<bool> = (0..bytes.len())
        .map(|at| starts[at] && is_place(&bytes[at..], pool, points))
        .collect();
    let begins = BEGINNINGS.contains(&method) || method.starts_with(b"lambda$");
    if let Some(first) = found.first_mut() {
        *first |= points.synchronisation && begins;
    }
    found
}

fn is_place(instruction: &[u8], pool: &Pool<'_>, points: &SchedulingPoints) -> bool {
    let index = || match instruction {
        [_, high, low, ..] => u16::from_be_bytes([*high, *low]),
        _ => 0,
    };
    match instruction.first() {
        Some(opcode) if ARRAY_LOADS.contains(opcode) || ARRAY_STORES.contains(opcode) => points.arrays,
        Some(&(GETSTATIC..=PUTFIELD)) => points.fields && pool.member(index()).is_some_and(is_shared),
        Some(&(INVOKEVIRTUAL..=INVOKEINTERFACE)) => pool.member(index()).is_some_and(|called| is_call(called, points)),
        Some(&(MONITORENTER | MONITOREXIT)) => points.synchronisation,
        Some(_) | None => false,
    }
}

fn is_of_the_jdk(class: &[u8]) -> bool {
    OF_THE_JDK.iter().any(|package| class.starts_with(package))
}

/// A field that may change after its object was made: not what the compiler adds.
fn is_shared((class, field, _): (&[u8], &[u8], &[u8])) -> bool {
    let synthetic = [&b"$"[..], b"this$", b"val$"];
    !is_of_the_jdk(class) && !synthetic.iter().any(|start| field.starts_with(start))
}

fn is_call((class, name, descriptor): (&[u8], &[u8], &[u8]), points: &SchedulingPoints) -> bool {
    if name == b"<init>" {
        return false;
    }
    let concurrent = class.starts_with(b"java/util/concurrent/") || class == b"java/lang/Thread";
    let synchronises = || {
        concurrent
            || OF_THREADS.contains(&(name, descriptor))
            || !is_of_the_jdk(class) && {
                let called = (name.to_vec(), descriptor.to_vec());
                points.synchronized_methods.contains(&called)
            }
    };
    let collection =
        || class.starts_with(b"java/util/") && !concurrent && !IMMUTABLE.iter().any(|start| class.starts_with(start));
    points.synchronisation && synchronises() || points.collections && collection()
}
