//! The table of exceptions: methods with a body that a peer replaces, each with its reason. None is in
//! `java.util.concurrent.locks`.

use super::{NativeCall, NativeResult, Outcome, int, math};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::natives::call::Replacement;
use crate::observation::Observation;
use crate::thread::Pending;
use crate::types::Ty;

const OUTPUT: &str =
    "standard output is one atomic print; the real one takes 1,300 bytecodes, locks and shared buffers";

const GROUPS: &str = "who belongs to the main group is looked up by nobody, until the program asks a group: then the search starts again \
     with the real bodies; they cost 80 bytecodes for each thread that ends";

const TRAMPOLINE: &str = "it calls through a class that a loader of its own defines, to hide the caller from a security manager; there is none here";

const WORD: &str =
    "the real body exchanges the whole word around the value, and would race with whoever uses its neighbours";

const COUNTERS: &str = "counters for tools outside the machine, in memory that those share; no program reads them";

const INTRINSIC: &str = "as the instructions that JVMs have for it: rounded correctly but for one result in some hundreds; fdlibm's, which the body \
     asks for, is another one in the last bit in 3 of 100";

macro_rules! row {
    ($class:literal, $name:literal, $descriptor:literal, $why:expr, $run:expr) => {
        Replacement {
            class: $class,
            name: $name,
            descriptor: $descriptor,
            run: $run,
            why: $why,
        }
    };
}

/// All of them but those that only listen, see `listeners` in the module above.
pub(crate) const TABLE: &[Replacement] = &[
    row!(
        "jdk/internal/perf/PerfCounter",
        "<init>",
        "(Ljava/lang/String;I)V",
        COUNTERS,
        super::nothing
    ),
    row!(
        "jdk/internal/perf/PerfCounter",
        "increment",
        "()V",
        COUNTERS,
        super::nothing
    ),
    row!(
        "jdk/internal/perf/PerfCounter",
        "addTime",
        "(J)V",
        COUNTERS,
        super::nothing
    ),
    row!(
        "jdk/internal/perf/PerfCounter",
        "addElapsedTimeFrom",
        "(J)V",
        COUNTERS,
        super::nothing
    ),
    row!(
        "sun/misc/PerfCounter",
        "<init>",
        "(Ljava/lang/String;I)V",
        COUNTERS,
        super::nothing
    ),
    row!("sun/misc/PerfCounter", "increment", "()V", COUNTERS, super::nothing),
    row!("sun/misc/PerfCounter", "addTime", "(J)V", COUNTERS, super::nothing),
    row!(
        "sun/misc/PerfCounter",
        "addElapsedTimeFrom",
        "(J)V",
        COUNTERS,
        super::nothing
    ),
    row!("java/io/PrintStream", "write", "(Ljava/lang/String;)V", OUTPUT, |c| {
        print(c, false)
    }),
    row!(
        "java/io/PrintStream",
        "implWrite",
        "(Ljava/lang/String;)V",
        OUTPUT,
        |c| print(c, false)
    ),
    row!("java/io/PrintStream", "writeln", "(Ljava/lang/String;)V", OUTPUT, |c| {
        print(c, true)
    }),
    row!(
        "java/io/PrintStream",
        "implWriteln",
        "(Ljava/lang/String;)V",
        OUTPUT,
        |c| print(c, true)
    ),
    row!("java/io/PrintStream", "write", "([C)V", OUTPUT, |c| print_chars(
        c, false
    )),
    row!("java/io/PrintStream", "writeln", "([C)V", OUTPUT, |c| print_chars(
        c, true
    )),
    row!("java/io/PrintStream", "newLine", "()V", OUTPUT, |c| print_units(
        c,
        &[10]
    )),
    row!("java/io/PrintStream", "flush", "()V", OUTPUT, |c| {
        if is_standard(c).is_none() {
            return Ok(Outcome::Fallthrough);
        }
        Ok(through_stream(c).unwrap_or(Outcome::Void))
    }),
    row!("java/lang/Math", "sin", "(D)D", INTRINSIC, |c| math::intrinsic(
        c,
        f64::sin
    )),
    row!("java/lang/Math", "cos", "(D)D", INTRINSIC, |c| math::intrinsic(
        c,
        f64::cos
    )),
    row!("java/lang/Math", "tan", "(D)D", INTRINSIC, |c| math::intrinsic(
        c,
        f64::tan
    )),
    row!("java/lang/Math", "exp", "(D)D", INTRINSIC, |c| math::intrinsic(
        c,
        f64::exp
    )),
    row!("java/lang/Math", "log", "(D)D", INTRINSIC, |c| math::intrinsic(
        c,
        f64::ln
    )),
    row!("java/lang/Math", "pow", "(DD)D", INTRINSIC, math::intrinsic_power),
    row!(
        "java/lang/Thread",
        "nextThreadNum",
        "()I",
        "default names are a function of the creation path, not of the schedule, until somebody looks",
        next_thread_number
    ),
    row!(
        "java/lang/Thread",
        "nextThreadID",
        "()J",
        "thread ids are a function of the creation path, not of the schedule, until somebody looks",
        next_thread_id
    ),
    row!(
        "java/lang/Thread$ThreadNumbering",
        "next",
        "()I",
        "as nextThreadNum: since Java 19 the counter has its own class",
        next_thread_number
    ),
    row!(
        "java/lang/Thread$ThreadIdentifiers",
        "next",
        "()J",
        "as nextThreadID: since Java 19 the counter has its own class",
        next_thread_id
    ),
    row!(
        "java/lang/Thread",
        "getState",
        "()Ljava/lang/Thread$State;",
        "the state follows from where the thread is parked; the real body reads a field that a JVM writes at every block",
        super::thread::state
    ),
    row!(
        "jdk/internal/ref/CleanerImpl",
        "start",
        "(Ljava/lang/ref/Cleaner;Ljava/util/concurrent/ThreadFactory;)V",
        "references are never cleared here, so the cleaner's thread would only wait, in every state",
        |_| Ok(Outcome::Void)
    ),
    row!(
        "java/lang/ThreadGroup",
        "addUnstarted",
        "()V",
        GROUPS,
        group_bookkeeping
    ),
    row!(
        "java/lang/ThreadGroup",
        "add",
        "(Ljava/lang/Thread;)V",
        GROUPS,
        group_bookkeeping
    ),
    row!(
        "java/lang/ThreadGroup",
        "threadTerminated",
        "(Ljava/lang/Thread;)V",
        GROUPS,
        group_bookkeeping
    ),
    row!(
        "jdk/internal/jimage/decompressor/ZipDecompressor",
        "decompress",
        "([BI)[B",
        "the runtime image's own compression, without which a `jlink --compress` JDK reads no resource",
        inflate_resource
    ),
    row!(
        "java/lang/Thread",
        "onSpinWait",
        "()V",
        "a hint to a processor",
        |_| Ok(Outcome::Void)
    ),
    row!(
        "jdk/internal/misc/Unsafe",
        "compareAndExchangeByte",
        "(Ljava/lang/Object;JBB)B",
        WORD,
        |c| super::unsafe_memory::compare_and_exchange(c, Ty::Byte)
    ),
    row!(
        "jdk/internal/misc/Unsafe",
        "compareAndExchangeShort",
        "(Ljava/lang/Object;JSS)S",
        WORD,
        |c| super::unsafe_memory::compare_and_exchange(c, Ty::Short)
    ),
    row!(
        "sun/reflect/misc/MethodUtil",
        "getTrampoline",
        "()Ljava/lang/reflect/Method;",
        TRAMPOLINE,
        |_| Ok(Outcome::Value(0))
    ),
    row!(
        "sun/reflect/misc/MethodUtil",
        "invoke",
        "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        TRAMPOLINE,
        invoke_directly
    ),
];

/// `Some(is standard error)` when the receiver is a stream that boot made.
fn is_standard(c: &NativeCall<'_>) -> Option<bool> {
    let stream = c.reference(0);
    if stream == 0 {
        None
    } else if stream == c.vm.known.stdout {
        Some(false)
    } else if stream == c.vm.known.stderr {
        Some(true)
    } else {
        None
    }
}

/// A print takes the stream's monitor, but on the releases (19 to 23) where a stream has a lock that only it knows. Who waits for that one uses up the
/// permit that user code waits for: where user code parks, the stream's own code runs.
fn through_stream(c: &mut NativeCall<'_>) -> Option<Outcome> {
    const LOCK: &str = "lock";
    let stream = c.reference(0);
    let has_a_lock = c.vm.image.slot(c.vm.class_of(stream), LOCK).is_some() && c.vm.field(stream, LOCK) != 0;
    match has_a_lock {
        true => (c.vm.mode.exploring && c.vm.counts_in_keys(Observation::Permits)).then_some(Outcome::Fallthrough),
        false => c.through_monitor(stream, Observation::Streams),
    }
}

fn print_units(c: &mut NativeCall<'_>, units: &[u16]) -> NativeResult {
    let Some(to_error) = is_standard(c) else {
        return Ok(Outcome::Fallthrough);
    };
    if let Some(park) = through_stream(c) {
        return Ok(park);
    }
    let text = String::from_utf16_lossy(units);
    c.vm.print(to_error, text.into_bytes());
    Ok(Outcome::Void)
}

/// An error where what is printed does not fit: as UTF-16, as UTF-8, and in the output, whose bytes are kept with where they go to.
fn room_to_print(c: &NativeCall<'_>, array: Ref) -> Result<(), VmError> {
    let length = if array == 0 {
        0
    } else {
        u64::from(c.vm.heap.length(array))
    };
    c.vm.room_for(6 * length + 2 * c.vm.path.output.len() as u64)
}

fn print(c: &mut NativeCall<'_>, newline: bool) -> NativeResult {
    let string = c.reference(1);
    if is_standard(c).is_none() {
        return Ok(Outcome::Fallthrough);
    }
    let array = if string == 0 {
        0
    } else {
        c.vm.field(string, "value") as Ref
    };
    room_to_print(c, array)?;
    let mut units = if string == 0 {
        "null".encode_utf16().collect()
    } else {
        c.vm.string_units(string)
    };
    if newline {
        units.push(10);
    }
    print_units(c, &units)
}

fn print_chars(c: &mut NativeCall<'_>, newline: bool) -> NativeResult {
    let array = c.reference(1);
    if array == 0 {
        return Ok(Outcome::Fallthrough);
    }
    if is_standard(c).is_none() {
        return Ok(Outcome::Fallthrough);
    }
    room_to_print(c, array)?;
    let base = u64::from(array + HEADER) * 8;
    let length = c.vm.heap.length(array);
    // It reads the elements while it holds the monitor: two operations. Where somebody sees them, its own code does both.
    if c.vm.observed() || c.is_seen(c.vm.elements(array, 0, length.into()), false) {
        return Ok(Outcome::Fallthrough);
    }
    let mut units: Vec<u16> = (0..u64::from(length))
        .map(|i| c.vm.heap.read(base + 2 * i, 1) as u16)
        .collect();
    if newline {
        units.push(10);
    }
    print_units(c, &units)
}

/// method, receiver, arguments: `Method.invoke`.
fn invoke_directly(c: &mut NativeCall<'_>) -> NativeResult {
    if c.reference(0) == 0 {
        return super::null_pointer();
    }
    let method = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/Method")?;
    let invoke = method.declared("invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
    let invoke = invoke.ok_or_else(|| VmError::Jdk("java.lang.reflect.Method.invoke is missing".into()))?;
    c.vm.code(invoke)?;
    Ok(Outcome::Tail(invoke, (0..3).map(|index| c.slot(index)).collect(), 0))
}

/// Nothing, while nobody has asked a group for its threads. Groups that the program made keep their books.
fn group_bookkeeping(c: &mut NativeCall<'_>) -> NativeResult {
    let vm = &c.vm;
    let unseen =
        vm.mode.exploring && vm.mode.reduction && !vm.knowledge.watched_groups && vm.heap.is_base(c.reference(0));
    Ok(if unseen { Outcome::Void } else { Outcome::Fallthrough })
}

/// Counts what `main` makes as any JVM does; the children of other threads get ranges of their own until somebody looks.
fn next_thread_number(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = park_before_count(c) {
        return Ok(park);
    }
    if counts_for_all(c) {
        let number = c.vm.path.facts.numbers;
        c.vm.path.facts.numbers += 1;
        return int(number as i32);
    }
    let t = c.vm.thread_mut(c.thread);
    let number = t.created;
    t.created += 1;
    let base = t.path.iter().fold(0i32, |n, i| n.wrapping_mul(16) + i32::from(*i) + 1);
    int(base.wrapping_mul(100).wrapping_add(number as i32))
}

/// The first id that `main` gives to another thread: what the real JVM has used up by the time it runs.
pub(crate) const FIRST_ID: u64 = 10;

fn next_thread_id(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = park_before_count(c) {
        return Ok(park);
    }
    if counts_for_all(c) {
        let number = c.vm.path.facts.ids;
        c.vm.path.facts.ids += 1;
        return Ok(Outcome::Value(FIRST_ID + u64::from(number)));
    }
    let t = c.vm.thread_mut(c.thread);
    let number = u64::from(t.ids);
    t.ids += 1;
    let path = t.path.iter();
    let base = path.fold(0u64, |n, i| n.wrapping_mul(64) + u64::from(*i) + 1);
    Ok(Outcome::Value(base.wrapping_mul(1000).wrapping_add(number)))
}

/// Whether a thread that is made takes its number from the count of all: what `main` makes, and where numbers are looked at, all.
fn counts_for_all(c: &mut NativeCall<'_>) -> bool {
    c.this_thread().path.is_empty() || c.vm.mode.exploring && !c.vm.assume_unobserved(Observation::Numbers)
}

/// Who else takes from the counts makes each taking a step of its own, also within the constructor.
fn park_before_count(c: &mut NativeCall<'_>) -> Option<Outcome> {
    // The real body is synchronized, up to 18.
    if c.method.is_synchronized() && c.is_held_by_another(c.method.class().mirror.get()) {
        return Some(Outcome::Park(Pending::Enter(c.method.class().mirror.get())));
    }
    if !c.vm.watching() || !counts_for_all(c) {
        return None;
    }
    if !c.this_thread().path.is_empty() {
        c.vm.look(Observation::Makers);
    } else if c.vm.assume_unobserved(Observation::Makers) {
        return None;
    }
    if std::mem::take(c.may_execute) {
        return None;
    }
    Some(Outcome::Park(Pending::Call(c.method, 0)))
}

/// bytes, offset of the compressed part.
fn inflate_resource(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, from) = (c.reference(0), c.int(1).max(0) as u64);
    let base = u64::from(array + HEADER) * 8;
    let length = u64::from(c.vm.heap.length(array));
    let compressed: Vec<u8> = (from..length).map(|i| c.vm.heap.read(base + i, 0) as u8).collect();
    let Some(bytes) = dropwire_classes::inflate_resource(&compressed) else {
        return Ok(Outcome::Throw("java/util/zip/DataFormatException", None));
    };
    let made = c.vm.new_primitive_array(Ty::Byte, bytes.len() as u32)?;
    let base = u64::from(made + HEADER) * 8;
    for (i, byte) in bytes.iter().enumerate() {
        c.vm.heap.write(base + i as u64, 0, u64::from(*byte));
    }
    super::reference(made)
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn every_exception_has_a_reason_and_none_is_a_lock() {
        assert_eq!(TABLE.len(), 37, "a new exception needs its reason, and this number");
        assert_eq!(super::super::listeners().count(), 147, "so does one that listens");
        for row in TABLE.iter().chain(super::super::listeners()) {
            assert!(row.why.len() > 10, "{}.{}", row.class, row.name);
        }
        // Who listens leaves the method its body: a lock is what its bytecode makes it.
        assert!(
            TABLE
                .iter()
                .all(|row| !row.class.starts_with("java/util/concurrent/locks"))
        );
    }
}
