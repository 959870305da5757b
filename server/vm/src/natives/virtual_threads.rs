//! Threads since Java 19: carriers, virtual threads and scoped values.
//!
//! `ContinuationSupport.isSupported0` is false: the JDK itself then runs virtual threads on platform threads.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference};
use crate::heap::Ref;
use crate::hidden_fields::SCOPED_VALUE_CACHE;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/Thread",
        &[
            ("currentCarrierThread", "", |c| reference(c.this_thread().object)),
            ("setCurrentThread", "", nothing),
            ("scopedValueCache", "", |c| {
                let thread = c.this_thread().object;
                reference(c.vm.field(thread, SCOPED_VALUE_CACHE) as Ref)
            }),
            ("setScopedValueCache", "", |c| {
                let (thread, cache) = (c.this_thread().object, c.reference(0));
                c.vm.set_field(thread, SCOPED_VALUE_CACHE, u64::from(cache));
                c.vm.stored(thread, cache);
                Ok(Outcome::Void)
            }),
            ("findScopedValueBindings", "", find_bindings),
            ("ensureMaterializedForStackWalk", "", nothing),
            ("yield0", "", super::thread::give_carrier_back),
            ("getNextThreadIdOffset", "", |c| {
                // Eight bytes outside of the heap. Ids come from `ThreadIdentifiers.next`, which is replaced.
                let at = c.vm.path.native_memory.len().next_multiple_of(8);
                c.vm.path.native_memory.resize(at + 8, 0);
                c.vm.path.facts.native_top = c.vm.path.native_memory.len();
                long(at as i64)
            }),
            ("getStackTrace0", "", stack_trace),
        ],
    ),
    (
        "java/lang/VirtualThread",
        &[
            ("notifyJvmtiStart", "", nothing),
            ("notifyJvmtiEnd", "", nothing),
            ("notifyJvmtiMount", "", nothing),
            ("notifyJvmtiUnmount", "", nothing),
            ("notifyJvmtiHideFrames", "", nothing),
            ("notifyJvmtiDisableSuspend", "", nothing),
            ("postPinnedEvent", "", nothing),
        ],
    ),
    (
        "jdk/internal/vm/ContinuationSupport",
        &[("isSupported0", "", |_| boolean(false))],
    ),
    (
        "jdk/internal/vm/Continuation",
        &[
            ("pin", "", nothing),
            ("unpin", "", nothing),
            ("isPinned0", "", |_| int(0)),
        ],
    ),
    (
        "jdk/internal/vm/ForeignLinkerSupport",
        &[("isSupported0", "", |_| boolean(false))],
    ),
    (
        "jdk/internal/misc/PreviewFeatures",
        // Class files that use preview features are marked so by their compiler, which is consent enough.
        &[("isPreviewEnabled", "", |_| boolean(true))],
    ),
];

/// The bindings in force: local 1 of the innermost `runWith` of a thread or a carrier that has any.
fn find_bindings(c: &mut NativeCall<'_>) -> NativeResult {
    for (fp, method, _) in c.this_thread().frames() {
        let method = c.vm.image.method(method);
        let holder = method.class().name;
        let binds = holder == "java/lang/Thread"
            || holder == "java/lang/ThreadBuilders$BoundVirtualThread"
            || holder == "java/lang/VirtualThread"
            || holder.ends_with("ScopedValue$Carrier");
        if method.name != "runWith" || !binds {
            continue;
        }
        let locals = fp - method.code.get().map_or(0, |code| code.max_locals);
        // Static ones have no receiver before the bindings.
        let bindings = c.this_thread().stack[locals as usize + usize::from(!method.is_static())] as Ref;
        if bindings != 0 {
            return reference(bindings);
        }
    }
    reference(0)
}

fn stack_trace(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    let Some(target) = c.vm.thread_of(object) else {
        return Ok(Outcome::Value(0));
    };
    let elements = super::thread::trace_of(c.vm, target)?;
    reference(c.vm.new_reference_array("java/lang/StackTraceElement", &elements)?)
}
