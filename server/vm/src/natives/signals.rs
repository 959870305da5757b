//! Signals that a program handles and raises itself. None comes from outside.

use super::{NativeCall, NativeResult, Outcome, Row, int, long};
use crate::error::VmError;
use crate::heap::Ref;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "jdk/internal/misc/Signal",
        &[
            ("findSignal0", "", find),
            ("handle0", "", handle),
            ("raise0", "", raise),
        ],
    ),
    // Of Java 8.
    (
        "sun/misc/Signal",
        &[("findSignal", "", find), ("handle0", "", handle), ("raise0", "", raise)],
    ),
];

/// signal(7), as Linux numbers them on x86 and ARM.
const NAMES: &[(&str, i32)] = &[
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("IOT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("USR1", 10),
    ("SEGV", 11),
    ("USR2", 12),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("STKFLT", 16),
    ("CHLD", 17),
    ("CLD", 17),
    ("CONT", 18),
    ("STOP", 19),
    ("TSTP", 20),
    ("TTIN", 21),
    ("TTOU", 22),
    ("URG", 23),
    ("XCPU", 24),
    ("XFSZ", 25),
    ("VTALRM", 26),
    ("PROF", 27),
    ("WINCH", 28),
    ("POLL", 29),
    ("IO", 29),
    ("PWR", 30),
    ("SYS", 31),
];

/// Signals for which no handler can be set: HotSpot uses QUIT, ILL, FPE and SEGV, and the system refuses KILL and STOP.
const REFUSED: &[i32] = &[3, 4, 8, 9, 11, 19];

/// Those for which HotSpot has handlers of its own at first: a program that sets one is given these back.
const OF_HOTSPOT: &[i32] = &[7, 12, 13, 25];

/// `Signal.handle0`: the default action, and a call of `Signal.dispatch`.
const DEFAULT: i64 = 0;
const DISPATCH: i64 = 2;

fn find(c: &mut NativeCall<'_>) -> NativeResult {
    let name = c.text(0);
    let known = NAMES.iter().find(|(known, _)| *known == name);
    int(known.map_or(-1, |(_, number)| *number))
}

/// Answers what handled the signal before, which the tables of the class say: its callers hold its monitor.
fn handle(c: &mut NativeCall<'_>) -> NativeResult {
    let number = c.int(0);
    if REFUSED.contains(&number) {
        return long(-1);
    }
    if is_in_table(c, "handlers", number) {
        return long(DISPATCH);
    }
    // The default action or none: the tables do not say which one it was given.
    if OF_HOTSPOT.contains(&number) || is_in_table(c, "signals", number) {
        return Err(VmError::NotModelled(format!(
            "what handled signal {number} before, at {}, is not modelled; this path was not checked",
            c.vm.user_place(c.thread)
        )));
    }
    long(DEFAULT)
}

/// The thread that raises it starts the handler's: what comes between the two is what may come before the handler runs.
fn raise(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.method.class();
    match class.declared("dispatch", "(I)V") {
        Some(dispatch) => Ok(Outcome::Tail(dispatch, vec![c.slot(0)], 0)),
        None => Ok(Outcome::Void),
    }
}

/// Whether a static hash table of `Signal` has an entry of a signal: its keys are signals, or their numbers.
fn is_in_table(c: &NativeCall<'_>, field: &str, number: i32) -> bool {
    let table = c.vm.static_field(c.method.class(), field) as Ref;
    let buckets = if table == 0 {
        0
    } else {
        c.vm.field(table, "table") as Ref
    };
    let count = if buckets == 0 { 0 } else { c.vm.heap.length(buckets) };
    (0..count).any(|index| {
        let mut entry = c.vm.element(buckets, index);
        while entry != 0 {
            let key = c.vm.field(entry, "key") as Ref;
            let is_number = c.vm.class_of(key).name == "java/lang/Integer";
            if c.vm.field(key, if is_number { "value" } else { "number" }) as i32 == number {
                return true;
            }
            entry = c.vm.field(entry, "next") as Ref;
        }
        false
    })
}
