//! Small peers of `jdk.internal`, references and access control.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference, zero};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::image::class::field_flag;
use crate::interpreter::flow::AccessKind;
use crate::thread::{Mode, Pending, Span};
use crate::types::Ty;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "jdk/internal/misc/CDS",
        &[
            ("isDumpingClassList0", "", |_| boolean(false)),
            ("isDumpingArchive0", "", |_| boolean(false)),
            ("isSharingEnabled0", "", |_| boolean(false)),
            ("getCDSConfigStatus", "", |_| int(0)),
            ("needsClassInitBarrier0", "", |_| boolean(false)),
            // Not zero, else the salt of immutable collections comes from the clock.
            ("getRandomSeedForDumping", "", |_| long(0x0d20_9741_7e5e_ed01)),
            ("initializeFromArchive", "", nothing),
            ("defineArchivedModules", "", nothing),
            ("logLambdaFormInvoker", "", nothing),
        ],
    ),
    (
        "jdk/internal/misc/VM",
        &[
            ("initialize", "", nothing),
            ("initializeFromArchive", "", nothing),
            ("latestUserDefinedLoader0", "", |c| {
                // The loader of the innermost class that no built-in loader of the JDK's own modules defined.
                let frames = c.vm.visible_frames(c.thread);
                let mirror = frames
                    .iter()
                    .map(|(m, _)| m.class())
                    .find(|class| class.is_user())
                    .map(|c| c.mirror.get());
                reference(mirror.map_or(0, |mirror| c.vm.field(mirror, "classLoader") as Ref))
            }),
            ("getNanoTimeAdjustment", "", |c| {
                super::lang::note_clock(c);
                let offset = c.long(0).saturating_mul(1_000_000_000);
                long(
                    c.vm.clock_millis(c.thread)
                        .saturating_mul(1_000_000)
                        .saturating_sub(offset),
                )
            }),
            ("getuid", "", |_| long(1000)),
            ("geteuid", "", |_| long(1000)),
            ("getgid", "", |_| long(1000)),
            ("getegid", "", |_| long(1000)),
        ],
    ),
    (
        "jdk/internal/misc/ScopedMemoryAccess",
        &[("registerNatives", "", nothing), ("closeScope0", "", |_| boolean(true))],
    ),
    ("jdk/internal/perf/Perf", &[("registerNatives", "", nothing)]),
    (
        "java/lang/ref/Reference",
        &[
            ("clear0", "", clear_reference),
            ("refersTo0", "", refers_to),
            ("hasReferencePendingList", "", |_| boolean(false)),
            ("getAndClearReferencePendingList", "", zero),
        ],
    ),
    (
        "java/lang/ref/PhantomReference",
        &[("clear0", "", clear_reference), ("refersTo0", "", refers_to)],
    ),
    (
        "java/lang/ref/Finalizer",
        &[("isFinalizationEnabled", "", |_| boolean(false))],
    ),
    (
        "java/security/AccessController",
        &[
            ("getStackAccessControlContext", "", zero),
            ("getInheritedAccessControlContext", "", zero),
            ("ensureMaterializedForStackWalk", "", nothing),
            ("getProtectionDomain", "", zero),
        ],
    ),
    (
        "java/util/TimeZone",
        &[
            ("getSystemTimeZoneID", "", |c| c.return_text("UTC")),
            ("getSystemGMTOffsetID", "", |c| c.return_text("GMT")),
        ],
    ),
    ("java/lang/ProcessImpl", &[("init", "", nothing)]),
    (
        "java/lang/ProcessHandleImpl",
        &[
            ("getCurrentPid0", "", |c| {
                c.vm.used.environment |= c.vm.mode.exploring;
                long(4711)
            }),
            ("initNative", "", nothing),
            ("isAlive0", "", |_| long(0)),
        ],
    ),
    (
        "java/lang/ProcessEnvironment",
        &[("environ", "", |c| {
            let bytes = c.vm.image.load(&mut c.vm.heap, "[B")?;
            let class = c.vm.image.array_of(&mut c.vm.heap, bytes)?;
            reference(c.vm.new_array(class, 0, false)?)
        })],
    ),
    (
        "java/io/ObjectStreamClass",
        &[
            ("initNative", "", nothing),
            ("hasStaticInitializer", "", |c| boolean(c.class_arg(0).clinit.is_some())),
        ],
    ),
    // `dropwire.Native` is the virtual machine's own class: what generated code calls.
    (
        "dropwire/Native",
        &[
            ("concat", "", concat),
            (crate::object_under_test::ABORT, "", crate::harness::abort),
            (crate::object_under_test::CHOOSE, "", crate::harness::choose),
            (crate::generate::KEEP, "", super::logging::keep),
            (crate::object_under_test::RETURNED, "", crate::harness::returned),
            (crate::object_under_test::SCENARIO, "", crate::call_history::scenario),
            (crate::object_under_test::CALLS, "", crate::call_history::calls),
            (crate::object_under_test::NEXT_CALL, "", crate::call_history::next_call),
            (crate::object_under_test::RECORD, "", crate::call_history::record),
        ],
    ),
    ("dropwire/junit/OwnRunner", &[("refused", "", refused)]),
    ("dropwire/junit/OwnEngine", &[("refused", "", refused)]),
];

/// What a runner of tests cannot do: the path was not checked.
fn refused(c: &mut NativeCall<'_>) -> NativeResult {
    Err(VmError::NotModelled(c.text(0)))
}

/// `Reference.clear0`: a write that others may see, as where the JDK's own code makes it.
fn clear_reference(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if let Some(pending) = reach_referent(c, object, true) {
        return Ok(Outcome::Park(pending));
    }
    c.vm.set_field(object, "referent", 0);
    Ok(Outcome::Void)
}

/// `Reference.refersTo0`.
fn refers_to(c: &mut NativeCall<'_>) -> NativeResult {
    let object = c.reference(0);
    if let Some(pending) = reach_referent(c, object, false) {
        return Ok(Outcome::Park(pending));
    }
    let referent = c.vm.field(object, "referent") as Ref;
    boolean(referent == c.reference(1))
}

fn reach_referent(c: &mut NativeCall<'_>, object: Ref, write: bool) -> Option<Pending> {
    let slot = c.vm.image.slot(c.vm.class_of(object), "referent")?;
    let kind = AccessKind {
        write,
        mode: Mode::Plain,
        flags: field_flag::JDK,
    };
    let word = object + HEADER + slot;
    c.vm.gate(c.thread, object, Span::new(u64::from(word) * 8, 8), kind, c.may_execute)
}

/// The pieces joined byte by byte, if each is a string of bytes: no copy in between, for they may be large.
fn narrow(c: &mut NativeCall<'_>, array: Ref) -> Result<Option<Ref>, VmError> {
    if c.vm.image.has_wide_strings() {
        return Ok(None);
    }
    let (mut pieces, mut length) = (Vec::new(), 0u64);
    for i in 0..c.vm.heap.length(array) {
        let piece = c.vm.element(array, i);
        if piece == 0 || c.vm.field(piece, "coder") != 0 {
            return Ok(None);
        }
        let value = c.vm.field(piece, "value") as Ref;
        pieces.push(value);
        length += u64::from(c.vm.heap.length(value));
    }
    let length = u32::try_from(length).map_err(|_| VmError::Limit(format!("a string of {length} characters")))?;
    let joined = c.vm.new_primitive_array(Ty::Byte, length)?;
    let mut to = u64::from(joined + HEADER) * 8;
    for value in pieces {
        let length = u64::from(c.vm.heap.length(value));
        c.vm.copy_bytes(u64::from(value + HEADER) * 8, to, length)?;
        to += length;
    }
    c.vm.string_of(joined, true).map(Some)
}

/// Joins the pieces of a string concatenation; `null` elements read "null".
fn concat(c: &mut NativeCall<'_>) -> NativeResult {
    let array = c.reference(0);
    if let Some(string) = narrow(c, array)? {
        return reference(string);
    }
    let mut units = Vec::new();
    for i in 0..c.vm.heap.length(array) {
        match c.vm.element(array, i) {
            0 => units.extend("null".encode_utf16()),
            piece => units.extend(c.vm.string_units(piece)),
        }
    }
    reference(c.vm.new_string(&units)?)
}
