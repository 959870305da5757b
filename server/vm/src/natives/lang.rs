//! `Object`, `String`, `Throwable`, `Float`, `Double`, `Runtime`, `System.arraycopy`.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, null_pointer, reference, zero};
use crate::heap::{HEADER, Ref};
use crate::image::class::Shape;
use crate::types::Ty;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("java/lang/String", &[("intern", "", intern)]),
    ("java/lang/StringUTF16", &[("isBigEndian", "", |_| boolean(false))]),
    ("java/lang/StringCoding", &[("err", "", nothing)]),
    (
        "java/lang/Throwable",
        &[("fillInStackTrace", "", |c| {
            let throwable = c.reference(0);
            c.vm.fill_in_stack_trace(c.thread, throwable)?;
            reference(throwable)
        })],
    ),
    (
        "java/lang/StackTraceElement",
        &[
            ("initStackTraceElements", "", stack_trace_elements),
            ("initStackTraceElement", "", nothing),
        ],
    ),
    ("java/lang/NullPointerException", &[("getExtendedNPEMessage", "", zero)]),
    (
        "java/lang/Float",
        &[("floatToRawIntBits", "", |c| int(c.int(0))), ("intBitsToFloat", "", |c| int(c.int(0)))],
    ),
    (
        "java/lang/Double",
        &[("doubleToRawLongBits", "", |c| long(c.long(0))), ("longBitsToDouble", "", |c| long(c.long(0)))],
    ),
    (
        "java/lang/Runtime",
        &[
            // Two processors: what a pool of the common kind sizes itself by must not depend on the machine.
            ("availableProcessors", "", |_| int(2)),
            ("freeMemory", "", |_| long(64 << 20)),
            ("totalMemory", "", |_| long(128 << 20)),
            ("maxMemory", "", |_| long(512 << 20)),
            ("gc", "", nothing),
        ],
    ),
    (
        "java/lang/Shutdown",
        &[("beforeHalt", "", nothing), ("halt0", "", halt)],
    ),
    (
        "java/lang/System",
        &[
            ("arraycopy", "", array_copy),
            ("identityHashCode", "", |c| identity_hash(c, 0)),
            ("currentTimeMillis", "", |c| long(c.vm.clock_millis(c.thread))),
            ("nanoTime", "", |c| long(c.vm.clock_nanos(c.thread))),
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

fn set_stream(c: &mut NativeCall<'_>, field: &str) -> NativeResult {
    let value = c.slot(0);
    let class = c.method.class();
    c.vm.set_static_field(class, field, value);
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
    let status = c.int(0);
    Ok(c.vm.halt(status))
}

fn intern(c: &mut NativeCall<'_>) -> NativeResult {
    let units = c.vm.string_units(c.reference(0));
    let interned = c.vm.image.intern(&mut c.vm.heap, &units)?;
    reference(interned)
}

/// `Object.hashCode`: given out on first use, a function of who asks and how often, never of an address.
pub(super) fn identity_hash(c: &mut NativeCall<'_>, arg: u32) -> NativeResult {
    let object = c.reference(arg);
    if object == 0 {
        return int(0);
    }
    int(c.vm.identity_hash(c.thread, object) as i32)
}

pub(super) fn get_class(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if object == 0 {
        return null_pointer();
    }
    reference(c.vm.class_of(object).mirror.get())
}

pub(super) fn clone(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    let class = c.vm.class_of(object);
    if !class.is_array() {
        let cloneable = c.vm.image.load(&mut c.vm.heap, "java/lang/Cloneable")?;
        if !class.is_subclass_of(cloneable) {
            return Ok(Outcome::Throw("java/lang/CloneNotSupportedException", Some(class.binary_name())));
        }
    }
    if let Some(park) = c.vm.gate_array(c.thread, object, false, c.permit)? {
        return Ok(Outcome::Park(park));
    }
    let words = c.vm.image.size_of(&c.vm.heap, object);
    let length = c.vm.heap.length(object);
    let copy = if class.is_array() {
        let user = c.vm.caller_is_user(c.thread);
        c.vm.new_array(class, length, user)?
    } else {
        c.vm.new_object(class)?
    };
    for word in HEADER..words {
        let value = c.vm.heap.get(object + word);
        c.vm.heap.set(copy + word, value);
    }
    reference(copy)
}

/// Overlap is allowed; an ArrayStoreException leaves the prefix copied. JLS of `System.arraycopy`.
fn array_copy(c: &mut NativeCall<'_>) -> NativeResult {
    let (from, from_at, to, to_at, count) = (c.reference(0), c.int(1), c.reference(2), c.int(3), c.int(4));
    if from == 0 || to == 0 {
        return null_pointer();
    }
    let (source, target) = (c.vm.class_of(from), c.vm.class_of(to));
    let (Some(from_ty), Some(to_ty)) = (source.element_type(), target.element_type()) else {
        return Ok(Outcome::Throw("java/lang/ArrayStoreException", Some("arraycopy: not an array".into())));
    };
    if from_ty != to_ty {
        let message = format!("arraycopy: type mismatch: can not copy {} into {}", source.binary_name(), target.binary_name());
        return Ok(Outcome::Throw("java/lang/ArrayStoreException", Some(message)));
    }
    let fits = |at: i32, length: u32| at >= 0 && count >= 0 && i64::from(at) + i64::from(count) <= i64::from(length);
    if !fits(from_at, c.vm.heap.length(from)) || !fits(to_at, c.vm.heap.length(to)) {
        let message = format!(
            "arraycopy: last source index {} out of bounds for length {}",
            i64::from(from_at) + i64::from(count),
            c.vm.heap.length(from)
        );
        return Ok(Outcome::Throw("java/lang/ArrayIndexOutOfBoundsException", Some(message)));
    }
    if count == 0 {
        return Ok(Outcome::Void);
    }
    for (array, write) in [(from, false), (to, true)] {
        if let Some(park) = c.vm.gate_array(c.thread, array, write, c.permit)? {
            // The second gate of one call needs no second permit: the copy is one step.
            return Ok(Outcome::Park(park));
        }
        *c.permit = true;
    }
    *c.permit = false;
    let log2 = from_ty.log2();
    let base = |array: Ref, at: i32| u64::from(array + HEADER) * 8 + ((at as u64) << log2);
    let check = match (source.shape, target.shape) {
        (Shape::References(a), Shape::References(b)) if !a.is_subclass_of(b) => Some(b),
        _ => None,
    };
    let (start, end) = (base(from, from_at), base(to, to_at));
    let backwards = from == to && from_at < to_at;
    for i in 0..count as u64 {
        let i = if backwards { count as u64 - 1 - i } else { i };
        let value = c.vm.heap.read(start + (i << log2), log2);
        if let Some(component) = check
            && value != 0
            && !c.vm.class_of(value as Ref).is_subclass_of(component)
        {
            let message = format!("arraycopy: element type mismatch: can not cast to {}", component.binary_name());
            return Ok(Outcome::Throw("java/lang/ArrayStoreException", Some(message)));
        }
        c.vm.heap.write(end + (i << log2), log2, value);
        if from_ty == Ty::Reference {
            c.vm.stored(to, value as Ref);
        }
    }
    Ok(Outcome::Void)
}

fn stack_trace_elements(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, throwable) = (c.reference(0), c.reference(1));
    let frames = c.vm.backtrace(throwable);
    for (i, (method, pc)) in frames.iter().enumerate() {
        let element = c.vm.element(array, i as u32);
        if element == 0 {
            break;
        }
        let class = method.class();
        let binary = c.vm.literal(&class.binary_name())?;
        let name = c.vm.literal(method.name)?;
        let file = match class.source_file {
            Some(file) => c.vm.literal(file)?,
            None => 0,
        };
        let line = method.line(*pc).map_or(-1, |l| l as i32);
        c.vm.set_field(element, "declaringClassObject", u64::from(class.mirror.get()));
        c.vm.set_field(element, "declaringClass", u64::from(binary));
        c.vm.set_field(element, "methodName", u64::from(name));
        c.vm.set_field(element, "fileName", u64::from(file));
        c.vm.set_field(element, "lineNumber", u64::from(line as u32));
        if !class.module.is_empty() {
            let module = c.vm.literal(class.module)?;
            let version = c.vm.image.universe.jdk.version.clone();
            let version = c.vm.literal(&version)?;
            c.vm.set_field(element, "moduleName", u64::from(module));
            c.vm.set_field(element, "moduleVersion", u64::from(version));
        }
    }
    Ok(Outcome::Void)
}

