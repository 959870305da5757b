//! Small peers of `jdk.internal`, references and access control.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference, zero};
use crate::heap::Ref;

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
                long((c.vm.clock_millis(c.thread) / 1000 - c.long(0)) * 1_000_000_000)
            }),
            ("getuid", "", |_| long(1000)),
            ("geteuid", "", |_| long(1000)),
            ("getgid", "", |_| long(1000)),
            ("getegid", "", |_| long(1000)),
        ],
    ),
    (
        "jdk/internal/misc/Signal",
        &[
            ("findSignal0", "", |c| {
                int(match c.text(0).as_str() {
                    "HUP" => 1,
                    "INT" => 2,
                    "TERM" => 15,
                    _ => -1,
                })
            }),
            ("handle0", "", |_| long(0)),
            ("raise0", "", nothing),
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
            ("clear0", "", |c| {
                let r = c.reference(0);
                c.vm.set_field(r, "referent", 0);
                Ok(Outcome::Void)
            }),
            ("refersTo0", "", |c| {
                let referent = c.vm.field(c.reference(0), "referent") as Ref;
                boolean(referent == c.reference(1))
            }),
            ("hasReferencePendingList", "", |_| boolean(false)),
            ("getAndClearReferencePendingList", "", zero),
        ],
    ),
    (
        "java/lang/ref/PhantomReference",
        &[("refersTo0", "", |c| {
            let referent = c.vm.field(c.reference(0), "referent") as Ref;
            boolean(referent == c.reference(1))
        })],
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
        "java/lang/invoke/MethodHandleNatives",
        &[
            ("registerNatives", "", nothing),
            ("init", "", method_handle_init),
            ("resolve", "", method_handle_resolve),
            ("objectFieldOffset", "", field_offset),
            ("staticFieldOffset", "", field_offset),
            ("staticFieldBase", "", |c| {
                reference(c.vm.field(c.reference(0), "clazz") as Ref)
            }),
            ("getNamedCon", "", |_| int(0)),
            ("getMemberVMInfo", "", zero),
        ],
    ),
    (
        "java/util/TimeZone",
        &[
            ("getSystemTimeZoneID", "", |c| c.return_text("UTC")),
            ("getSystemGMTOffsetID", "", |c| c.return_text("GMT")),
        ],
    ),
    (
        "java/lang/ProcessHandleImpl",
        &[
            ("getCurrentPid0", "", |_| long(4711)),
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
    ("dropwire/Native", &[("concat", "", concat)]),
];

/// Joins the pieces of a string concatenation; `null` elements read "null".
fn concat(c: &mut NativeCall<'_>) -> NativeResult {
    let array = c.reference(0);
    let mut units = Vec::new();
    for i in 0..c.vm.heap.length(array) {
        match c.vm.element(array, i) {
            0 => units.extend("null".encode_utf16()),
            piece => units.extend(c.vm.string_units(piece)),
        }
    }
    reference(c.vm.new_string(&units)?)
}

const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_FIELD: u32 = 0x4_0000;

/// `MemberName` from a reflective object.
fn method_handle_init(c: &mut NativeCall<'_>) -> NativeResult {
    let (member, from) = (c.reference(0), c.reference(1));
    let kind = c.vm.class_of(from).name;
    let clazz = c.vm.field(from, "clazz");
    let modifiers = c.vm.field(from, "modifiers") as u32;
    let is_static = modifiers & 8 != 0;
    let flags = match kind {
        "java/lang/reflect/Field" => IS_FIELD | modifiers | if is_static { 2 } else { 1 } << 24,
        "java/lang/reflect/Constructor" => IS_CONSTRUCTOR | modifiers | 8 << 24,
        _ => IS_METHOD | modifiers | if is_static { 6 } else { 5 } << 24,
    };
    c.vm.set_field(member, "clazz", clazz);
    c.vm.set_field(member, "flags", u64::from(flags));
    Ok(Outcome::Void)
}

/// Resolves a `MemberName`: class, name and type are given, the flags gain the member's own.
fn method_handle_resolve(c: &mut NativeCall<'_>) -> NativeResult {
    let member = c.reference(0);
    let mirror = c.vm.field(member, "clazz") as Ref;
    if mirror == 0 {
        return reference(0);
    }
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let name = c.vm.text(c.vm.field(member, "name") as Ref);
    // The linkers and invokers of method handles are signature-polymorphic: no class file declares the shape asked for.
    if class.name == "java/lang/invoke/MethodHandle" && (name.starts_with("linkTo") || name.starts_with("invoke")) {
        return Err(crate::error::VmError::NotModelled(format!(
            "MethodHandle.{name} is not modelled, called at {}; this path was not checked",
            c.vm.user_place(c.thread)
        )));
    }
    let flags = c.vm.field(member, "flags") as u32;
    let kind = (flags >> 24) & 0xf;
    if flags & IS_FIELD != 0 {
        let mut current = Some(class);
        while let Some(owner) = current {
            if let Some(field) = owner.field(&name) {
                let flags = flags | u32::from(field.access);
                c.vm.set_field(member, "flags", u64::from(flags));
                c.vm.set_field(member, "clazz", u64::from(owner.mirror.get()));
                return reference(member);
            }
            current = owner.superclass;
        }
        return missing(c, "java/lang/NoSuchFieldError", &name);
    }
    let Some(descriptor) = descriptor_of_type(c, member) else {
        return missing(c, "java/lang/NoSuchMethodError", &name);
    };
    let key = (c.vm.image.symbols.intern(&name), c.vm.image.symbols.intern(&descriptor));
    match c.vm.image.find_method(class, key) {
        Some(method) => {
            let kind_bits = if name == "<init>" { IS_CONSTRUCTOR } else { IS_METHOD };
            let flags = kind_bits | u32::from(method.access) | kind << 24;
            c.vm.set_field(member, "flags", u64::from(flags));
            reference(member)
        }
        None => missing(c, "java/lang/NoSuchMethodError", &name),
    }
}

/// With `speculativeResolve` a missing member is `null`, else an error.
fn missing(c: &mut NativeCall<'_>, error: &'static str, name: &str) -> NativeResult {
    let speculative = c.method.arg_slots >= 4 && c.int(3) != 0;
    if speculative {
        reference(0)
    } else {
        Ok(Outcome::Throw(error, Some(name.to_owned())))
    }
}

/// The descriptor behind `MemberName.type`: a MethodType, or a String already.
fn descriptor_of_type(c: &NativeCall<'_>, member: Ref) -> Option<String> {
    let ty = c.vm.field(member, "type") as Ref;
    if ty == 0 {
        return None;
    }
    match c.vm.class_of(ty).name {
        "java/lang/String" => Some(c.vm.text(ty)),
        "java/lang/invoke/MethodType" => {
            let mut text = String::from("(");
            let params = c.vm.field(ty, "ptypes") as Ref;
            for i in 0..c.vm.heap.length(params) {
                text.push_str(&c.vm.descriptor_of_mirror(c.vm.element(params, i)));
            }
            text.push(')');
            text.push_str(&c.vm.descriptor_of_mirror(c.vm.field(ty, "rtype") as Ref));
            Some(text)
        }
        _ => None,
    }
}

fn field_offset(c: &mut NativeCall<'_>) -> NativeResult {
    let member = c.reference(0);
    let mirror = c.vm.field(member, "clazz") as Ref;
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let name = c.vm.text(c.vm.field(member, "name") as Ref);
    long(super::unsafe_memory::offset_of(c.vm, class, &name).unwrap_or(-1))
}
