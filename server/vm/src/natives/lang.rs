//! `Object`, `String`, `Throwable`, `Float`, `Double`, `Runtime`, `System.arraycopy`.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, null_pointer, reference};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Method, access, field_flag};
use crate::interpreter::flow::AccessKind;
use crate::observation::Observation;
use crate::rules;
use crate::thread::{Mode, Span};
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("java/lang/StringUTF16", &[("isBigEndian", "", |_| boolean(false))]),
    ("java/lang/StringCoding", &[("err", "", nothing)]),
    (
        "java/lang/Throwable",
        &[("fillInStackTrace", "", |c| {
            let throwable = c.reference(0);
            c.vm.fill_in_stack_trace(c.thread, throwable, None)?;
            reference(throwable)
        })],
    ),
    (
        "java/lang/StackTraceElement",
        &[("initStackTraceElements", "", stack_trace_elements)],
    ),
    (
        "java/lang/NullPointerException",
        &[("getExtendedNPEMessage", "", extended_message)],
    ),
    (
        "java/lang/Float",
        &[
            ("floatToRawIntBits", "", |c| int(c.int(0))),
            ("intBitsToFloat", "", |c| int(c.int(0))),
        ],
    ),
    (
        "java/lang/Double",
        &[
            ("doubleToRawLongBits", "", |c| long(c.long(0))),
            ("longBitsToDouble", "", |c| long(c.long(0))),
        ],
    ),
    (
        "java/lang/Runtime",
        &[
            ("availableProcessors", "", super::nondeterminism::processors),
            ("freeMemory", "", |c| memory(c, 64)),
            ("totalMemory", "", |c| memory(c, 128)),
            ("maxMemory", "", |c| memory(c, 512)),
            ("gc", "", |c| {
                c.vm.used.collector = true;
                c.vm.path.facts.collector_asked |= c.thread.bit();
                nothing(c)
            }),
        ],
    ),
    (
        "java/lang/Shutdown",
        &[("beforeHalt", "", nothing), ("halt0", "", halt)],
    ),
    (
        "java/lang/System",
        &[
            ("arraycopy", "", super::arrays::copy),
            ("identityHashCode", "", |c| identity_hash(c, 0)),
            ("currentTimeMillis", "", |c| {
                note_clock(c);
                long(c.vm.clock_millis(c.thread))
            }),
            ("nanoTime", "", |c| {
                note_clock(c);
                long(c.vm.clock_nanos(c.thread))
            }),
            ("mapLibraryName", "", |c| {
                let name = format!("lib{}.so", c.text(0));
                c.return_text(&name)
            }),
            ("setIn0", "", |c| set_stream(c, "in")),
            ("setOut0", "", |c| set_stream(c, "out")),
            ("setErr0", "", |c| set_stream(c, "err")),
        ],
    ),
];

/// Takes note of a reading of the clock: the user's own, or what a class of the JDK does for the user.
pub(super) fn note_clock(c: &mut NativeCall<'_>) {
    if c.this_thread().skew != 0 && !c.this_thread().skew_seen {
        c.vm.thread_mut(c.thread).skew_seen = true;
    }
    let caller = c.vm.image.method(c.this_thread().method_id()).class();
    // A generator without a seed takes it from the clock: one seed is explored.
    c.vm.used.random |= matches!(
        caller.name,
        "java/util/Random"
            | "java/util/SplittableRandom"
            | "java/util/concurrent/ThreadLocalRandom"
            | "jdk/internal/util/random/RandomSupport"
    );
    let user = c.vm.is_user_behind(c.thread, |method| {
        !method.class().is_user() && !rules::reads_the_clock_for_itself(method.class().name, method.name)
    });
    if user || rules::waits_for_a_time(caller.name) {
        c.vm.used.clock = true;
        c.vm.path.facts.clock_reads += 1;
        let t = c.vm.thread_mut(c.thread);
        (t.read_clock, t.skew_unread) = (true, false);
    } else if c.vm.mode.exploring && caller.name.starts_with("java/util/concurrent/") {
        note_deadline(c);
    }
}

/// Takes note of an operation of the library that reads the clock for a deadline of its caller: the time may run out although the thread never parks.
/// When a scheduled task is due follows from how late it was given to the pool.
fn note_deadline(c: &mut NativeCall<'_>) {
    let user = c.vm.is_user_behind(c.thread, |method| {
        method.class().name.starts_with("java/util/concurrent/")
    });
    let caller = c.vm.image.method(c.this_thread().method_id());
    let schedules = caller.class().name == "java/util/concurrent/ScheduledThreadPoolExecutor";
    c.vm.used.timed_waits |= user;
    c.vm.used.clock |= user && schedules;
}

/// So many MiB, on a machine that is always the same.
fn memory(c: &mut NativeCall<'_>, mebibytes: i64) -> NativeResult {
    super::nondeterminism::note_environment(c);
    long(mebibytes << 20)
}

/// Writes a static field of `System` that Java code must not write, as an operation that others notice.
fn set_stream(c: &mut NativeCall<'_>, field: &str) -> NativeResult {
    let value = c.slot(0);
    let class = c.method.class();
    let mirror = class.mirror.get();
    let kind = AccessKind {
        write: true,
        mode: Mode::Volatile,
        flags: field_flag::JDK,
    };
    let slot = class.field(field).map_or(0, |field| field.slot);
    let location = u64::from(c.vm.image.statics_start(class) + slot) * 8;
    if let Some(pending) = c.vm.gate(c.thread, mirror, Span::new(location, 8), kind, c.may_execute) {
        return Ok(Outcome::Park(pending));
    }
    c.vm.set_static_field(class, field, value);
    c.vm.stored(mirror, value as Ref);
    // What loggers write may come out there.
    c.vm.look(Observation::LogOutput);
    c.vm.used.silent_logging &= !c.vm.refuted;
    if !c.vm.heap.is_frozen() {
        match field {
            "out" => c.vm.known.stdout = value as Ref,
            "err" => c.vm.known.stderr = value as Ref,
            _ => {}
        }
    }
    Ok(Outcome::Void)
}

fn halt(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = c.park_first(0, crate::thread::Pending::Exit) {
        return Ok(park);
    }
    // Whoever comes too late with a hook gets an exception, before nothing runs any more.
    let seen = c.this_thread().in_atomic_region() && c.vm.watching() && !c.vm.assume_unobserved(Observation::Hooks);
    if seen && !std::mem::take(c.may_execute) {
        return Ok(Outcome::Park(crate::thread::Pending::Exit));
    }
    let status = c.int(0);
    Ok(c.vm.halt(c.thread, status))
}

/// `Object.hashCode`: given out on first use, a function of who asks and how often, never of an address.
pub(super) fn identity_hash(c: &mut NativeCall<'_>, arg: u32) -> NativeResult {
    let object = c.reference(arg);
    if object == 0 {
        return int(0);
    }
    super::nondeterminism::note(c);
    int(c.vm.identity_hash(c.thread, object) as i32)
}

pub(super) fn get_class(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if object == 0 {
        return null_pointer();
    }
    reference(c.vm.class_of(object).mirror.get())
}

/// What was null, for an exception that the machine threw; null for one that the program made.
fn extended_message(c: &mut NativeCall<'_>) -> NativeResult {
    let top = c.vm.backtrace(c.reference(0)).first().copied();
    match top.and_then(|(method, pc)| super::null_message::message(method, pc)) {
        Some(text) => c.return_text(&text),
        None => reference(0),
    }
}

fn stack_trace_elements(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, from) = (c.reference(0), c.reference(1));
    // Since Java 21 it is the backtrace that is given, not the throwable.
    let frames = if from != 0 && c.vm.class_of(from).is_array() {
        c.vm.decode_backtrace(from)
    } else {
        c.vm.backtrace(from)
    };
    for (i, (method, pc)) in frames.iter().enumerate() {
        if i as u32 >= c.vm.heap.length(array) {
            break;
        }
        match c.vm.element(array, i as u32) {
            0 => break,
            element => fill_trace_element(c.vm, element, method, *pc)?,
        }
    }
    Ok(Outcome::Void)
}

/// Line of a frame in a native method, as `StackTraceElement` has it.
const NATIVE_LINE: i32 = -2;

/// The line of a frame, as `StackTraceElement` has it: -1 where the class file says none.
pub(crate) fn line_of(method: &Method, pc: u32) -> i32 {
    if method.access & access::NATIVE != 0 {
        return NATIVE_LINE;
    }
    method.line(pc).map_or(-1, |line| line as i32)
}

/// Fills in a `StackTraceElement`.
pub(super) fn fill_trace_element(vm: &mut Vm, element: Ref, method: &Method, pc: u32) -> Result<(), VmError> {
    let class = method.class();
    let binary = vm.literal(&class.binary_name())?;
    let name = vm.literal(method.name)?;
    let file = match class.source_file {
        Some(file) => vm.literal(file)?,
        None => 0,
    };
    let line = line_of(method, pc);
    vm.set_field(element, "declaringClassObject", u64::from(class.mirror.get()));
    vm.set_field(element, "declaringClass", u64::from(binary));
    vm.set_field(element, "methodName", u64::from(name));
    vm.set_field(element, "fileName", u64::from(file));
    vm.set_field(element, "lineNumber", u64::from(line as u32));
    let loader = vm.field(class.mirror.get(), "classLoader") as Ref;
    if loader != 0 {
        let loader_name = vm.field(loader, "name");
        vm.set_field(element, "classLoaderName", loader_name);
    }
    if !class.module.is_empty() {
        let module = vm.literal(class.module)?;
        let version = vm.image.universe.jdk.version.clone();
        let version = vm.literal(&version)?;
        vm.set_field(element, "moduleName", u64::from(module));
        vm.set_field(element, "moduleVersion", u64::from(version));
    }
    Ok(())
}
