//! `Verify`: what a driver says to a model checker. Our own (`server/verify-api`) and that of Java PathFinder.
//!
//! Whatever class of that name lies on the class path, its bodies are those of a plain run: here a choice has all of its values, one
//! for each way on (`choice_point.rs`). What is not known ends its path by name.

use super::{NativeCall, NativeResult, Outcome, Passing, boolean, int, long, nothing, null_pointer};
use crate::choice_point::{Chosen, Made, Value};
use crate::error::VmError;
use crate::thread::{ATOMIC, ATOMIC_ROOT, Pending};

/// Our own class.
const OURS: &str = "dropwire/Verify";
const CLASSES: [&str; 3] = [OURS, "gov/nasa/jpf/vm/Verify", "gov/nasa/jpf/jvm/Verify"];
/// Counters that a program can have.
const COUNTERS: i32 = 1_000;

/// The answer to one of its methods.
pub(super) fn find(
    class: &str,
    name: &str,
    descriptor: &str,
    is_native: bool,
) -> Option<fn(&mut NativeCall<'_>) -> NativeResult> {
    if !CLASSES.contains(&class) {
        return None;
    }
    Some(match (name, descriptor) {
        ("getBoolean" | "randomBool", "()Z") => |c| truth(c, true),
        ("getBoolean", "(Z)Z") => |c| {
            let false_first = c.int(0) != 0;
            truth(c, false_first)
        },
        ("getInt", "(II)I") => |c| {
            let ends = (i64::from(c.int(0)), i64::from(c.int(1)));
            whole(c, ends)
        },
        ("random", "(I)I") => |c| {
            let ends = (0, i64::from(c.int(0)));
            whole(c, ends)
        },
        ("getLong", "(JJ)J") => |c| {
            let ends = (c.long(0), c.long(2));
            whole(c, ends)
        },
        (
            "getBoolean" | "getInt" | "getLong" | "getFloat" | "getDouble",
            "(Ljava/lang/String;)Z"
            | "(Ljava/lang/String;)I"
            | "(Ljava/lang/String;)J"
            | "(Ljava/lang/String;)F"
            | "(Ljava/lang/String;)D",
        ) => named,
        ("getIntFromList", "([I)I") => |c| listed(c, |bits| Value::Whole(i64::from(bits as u32 as i32))),
        ("getLongFromList", "([J)J") => |c| listed(c, |bits| Value::Whole(bits as i64)),
        ("getFloatFromList", "([F)F") => |c| listed(c, |bits| Value::Float(f32::from_bits(bits as u32))),
        ("getDoubleFromList", "([D)D") => |c| listed(c, |bits| Value::Double(f64::from_bits(bits))),
        ("ignoreIf", "(Z)V") => ignore_if,
        ("beginAtomic", "()V") => begin_atomic,
        ("endAtomic", "()V") => end_atomic,
        ("breakTransition", "()V" | "(Ljava/lang/String;)V") => break_transition,
        ("getCounter", "(I)I") => |c| counter(c, |_, counted| counted),
        ("incrementCounter", "(I)I" | "(I)V") => |c| counter(c, |_, counted| counted.wrapping_add(1)),
        ("resetCounter", "(I)V") => |c| counter(c, |_, _| 0),
        ("setCounter", "(II)V") => |c| counter(c, |c, _| c.int(1)),
        // Our own is Java: threads that are started and waited for; names that the configuration does not know.
        ("parallel" | "named" | "place", _) if class == OURS => |_| Ok(Outcome::Fallthrough),
        // Their bodies are what they are for.
        ("<init>" | "<clinit>" | "print" | "println" | "assertTrue" | "log", _) if !is_native => {
            |_| Ok(Outcome::Fallthrough)
        }
        // Hints for the order of a search and for its reports.
        ("interesting" | "boring" | "instrumentPoint" | "instrumentPointDeep", _) => nothing,
        ("isRunningInJPF", "()Z") => |_| boolean(true),
        ("isChecked", "()Z") => |c| boolean(c.vm.mode.exploring),
        _ => not_modelled,
    })
}

/// Both truth values.
pub(super) fn truth(c: &mut NativeCall<'_>, false_first: bool) -> NativeResult {
    match c.choose(2, Passing::AtOnce) {
        Ok(way) => {
            let value = (way == 1) == false_first;
            chosen(c, None, Value::Boolean(value))
        }
        Err(park) => Ok(park),
    }
}

/// The numbers between two ends, which may come in either order: nothing but the number of the way says which one.
pub(super) fn whole(c: &mut NativeCall<'_>, ends: (i64, i64)) -> NativeResult {
    let (first, last) = (ends.0.min(ends.1), ends.0.max(ends.1));
    // All longs are one more than can be counted, and nobody gets through them.
    let ways = last.abs_diff(first).saturating_add(1);
    match c.choose(ways, Passing::AtOnce) {
        Ok(way) => chosen(c, Some((first, last)), Value::Whole(first.wrapping_add_unsigned(way))),
        Err(park) => Ok(park),
    }
}

/// The elements of an array. That they are read is an access like any other where others can reach the array.
fn listed(c: &mut NativeCall<'_>, value: fn(u64) -> Value) -> NativeResult {
    let array = c.reference(0);
    if array == 0 {
        return null_pointer();
    }
    let length = u64::from(c.vm.heap.length(array));
    if length == 0 {
        let why = "a choice between no values".to_owned();
        return Ok(Outcome::Throw("java/lang/IllegalArgumentException", Some(why)));
    }
    let mut passing = Passing::AtOnce;
    if c.vm.this_step.chosen.is_none() {
        let could = *c.may_execute;
        let all = c.vm.elements(array, 0, length);
        if let Some(park) = c.reach(all, false) {
            return Ok(park);
        }
        if could && !*c.may_execute {
            // Nobody writes to them between this access and the choice.
            passing = Passing::Kept;
        }
    }
    match c.choose(length, passing) {
        Ok(way) => {
            let side = c.vm.elements(array, way, 1);
            let bits = c.vm.heap.read(side.span.at, side.span.bytes.trailing_zeros());
            chosen(c, None, value(bits))
        }
        Err(park) => Ok(park),
    }
}

/// What the configuration says of a name.
fn named(c: &mut NativeCall<'_>) -> NativeResult {
    let name = match c.reference(0) {
        0 => return null_pointer(),
        _ => c.text(0),
    };
    let Some(generator) = c.vm.mode.generators.get(&name).cloned() else {
        return match c.vm.mode.exploring {
            true => Err(VmError::NotModelled(no_choice(c, &name))),
            // As on an ordinary JVM.
            false => Ok(Outcome::Fallthrough),
        };
    };
    match c.choose(generator.ways(), Passing::AtOnce) {
        Ok(way) => {
            let (value, first) = (generator.value(way), generator.value(0));
            let wanted = c.method.descriptor.as_bytes().last().copied().unwrap_or_default();
            let Some(value) = value.converted(wanted) else {
                return Err(VmError::NotModelled(format!(
                    "the choice `{name}` is among values such as {first}, which {} cannot give, called at {}; change its `kind`",
                    c.method.name,
                    c.vm.user_place(c.thread)
                )));
            };
            c.vm.this_step.made = Some(Made::Chosen(Chosen {
                method: c.method.name,
                name: Some(name.into()),
                among: None,
                value,
            }));
            result(c, value)
        }
        Err(park) => Ok(park),
    }
}

fn no_choice(c: &NativeCall<'_>, name: &str) -> String {
    let names: Vec<&str> = c.vm.mode.generators.keys().map(String::as_str).collect();
    let known = match names.as_slice() {
        [] => "none has a name".to_owned(),
        names => format!("there are {}", names.join(", ")),
    };
    format!(
        "there is no choice named `{name}`, asked for at {} ({known}); say in [choice.{name}] of dropwire.toml what it is among, see \
         `dropwire help choices`",
        c.vm.user_place(c.thread)
    )
}

/// What was chosen, as the result.
fn chosen(c: &mut NativeCall<'_>, among: Option<(i64, i64)>, value: Value) -> NativeResult {
    c.vm.this_step.made = Some(Made::Chosen(Chosen {
        method: c.method.name,
        name: None,
        among,
        value,
    }));
    result(c, value)
}

fn result(c: &NativeCall<'_>, value: Value) -> NativeResult {
    match value {
        Value::Boolean(value) => boolean(value),
        Value::Whole(value) if c.method.descriptor.ends_with('J') => long(value),
        Value::Whole(value) => int(value as i32),
        Value::Float(value) => int(value.to_bits() as i32),
        Value::Double(value) => long(value.to_bits() as i64),
    }
}

/// A path that the program does not count. It is no end, and nothing is found on it from here on.
fn ignore_if(c: &mut NativeCall<'_>) -> NativeResult {
    if c.int(0) == 0 || !c.vm.mode.exploring {
        return nothing(c);
    }
    c.vm.used.ignored_paths = true;
    Err(VmError::Ignored(c.vm.user_place(c.thread)))
}

/// From here on nobody else moves, until the end or the method returns: as in a method that is said to be atomic.
fn begin_atomic(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = c.park_first(0, Pending::Call(c.method, 0)) {
        return Ok(park);
    }
    c.vm.used.attributes |= c.vm.watching();
    set_atomic(c, ATOMIC | ATOMIC_ROOT)
}

fn end_atomic(c: &mut NativeCall<'_>) -> NativeResult {
    // What a method that is said to be atomic calls ends nothing.
    let word = c.this_thread().frame_word();
    let said = c.vm.image.method(c.this_thread().method_id()).attribute.get();
    if word & ATOMIC_ROOT == 0 || said == Some(crate::attributor::Level::Atomic) {
        return nothing(c);
    }
    set_atomic(c, 0)
}

fn set_atomic(c: &mut NativeCall<'_>, flags: u64) -> NativeResult {
    let inside = c.this_thread().is_atomic() && c.this_thread().frame_word() & ATOMIC_ROOT == 0;
    if !inside {
        let t = c.vm.thread_mut(c.thread);
        let word = t.fp as usize + 2;
        t.stack[word] = t.stack[word] & !(ATOMIC | ATOMIC_ROOT) | flags;
    }
    nothing(c)
}

/// A state is kept here, and whoever is enabled may move in it.
fn break_transition(c: &mut NativeCall<'_>) -> NativeResult {
    match c.park_first(0, Pending::Call(c.method, 0)) {
        Some(park) => Ok(park),
        None => nothing(c),
    }
}

/// A counter of all paths. What it says depends on which of them came before.
fn counter(c: &mut NativeCall<'_>, next: fn(&NativeCall<'_>, i32) -> i32) -> NativeResult {
    let number = c.int(0);
    if !(0..COUNTERS).contains(&number) {
        let why = format!(
            "there is no counter {number}; they have numbers from 0 to {}",
            COUNTERS - 1
        );
        return Ok(Outcome::Throw("java/lang/IllegalArgumentException", Some(why)));
    }
    let index = number as usize;
    let counted = c.vm.knowledge.counters.get(index).copied().unwrap_or(0);
    let value = next(c, counted);
    if value != counted {
        let length = c.vm.knowledge.counters.len().max(index + 1);
        c.vm.knowledge.counters.resize(length, 0);
        c.vm.knowledge.counters[index] = value;
    }
    if c.method.descriptor.ends_with('V') {
        return nothing(c);
    }
    c.vm.used.counters |= c.vm.mode.exploring;
    int(value)
}

fn not_modelled(c: &mut NativeCall<'_>) -> NativeResult {
    Err(VmError::NotModelled(format!(
        "{} is not modelled, called at {}; this path was not checked",
        c.method.full_name(),
        c.vm.user_place(c.thread)
    )))
}
