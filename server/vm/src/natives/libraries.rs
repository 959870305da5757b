//! Native libraries: the JDK's own are this machine's peers; no other one can be loaded.
//!
//! Whoever asks for a library that is nowhere gets an error, as from the real machine. One that is there is not modelled.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, nothing, reference, zero};
use crate::error::VmError;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("java/lang/ClassLoader", &[("findBuiltinLib", "", builtin)]),
    (
        "java/lang/ClassLoader$NativeLibrary",
        &[
            ("findBuiltinLib", "", builtin),
            ("load", "", |c| {
                load(c)?;
                Ok(Outcome::Void)
            }),
            ("load0", "", |c| {
                load(c)?;
                boolean(true)
            }),
            ("unload", "", nothing),
            ("find", "", zero),
            ("findEntry", "", zero),
        ],
    ),
    (
        "jdk/internal/loader/NativeLibraries",
        &[
            ("findBuiltinLib", "", builtin),
            ("load", "", |c| {
                load(c)?;
                boolean(true)
            }),
            ("unload", "", nothing),
            ("findEntry0", "", zero),
        ],
    ),
    ("jdk/internal/loader/NativeLibrary", &[("findEntry0", "", zero)]),
];

/// Whether the frames between a native of the loading machinery and whoever wants the library are the machinery's own.
fn is_machinery(class: &str) -> bool {
    const OWN: [&str; 5] = [
        "java/lang/ClassLoader",
        "java/lang/Runtime",
        "java/lang/System",
        "java/security/AccessController",
        "jdk/internal/loader/",
    ];
    OWN.iter().any(|own| class.starts_with(own))
}

/// Whether the running native looks for a library on somebody's behalf.
pub(super) fn is_looking(c: &NativeCall<'_>) -> bool {
    let mut frames = c.this_thread().frames().map(|(_, method, _)| c.vm.image.method(method));
    frames.any(|method| is_machinery(method.class().name) && method.name.starts_with("loadLibrary"))
}

/// Whether the JDK itself wants a library.
fn is_wanted_by_jdk(c: &NativeCall<'_>) -> bool {
    let mut frames = c.this_thread().frames().map(|(_, method, _)| c.vm.image.method(method));
    let asks = frames.find(|method| {
        let internal = method.code.get().is_some_and(|code| code.internal);
        !internal && !is_machinery(method.class().name)
    });
    asks.is_none_or(|method| !method.class().is_user())
}

/// The name of a library that is linked into the machine; null for others.
fn builtin(c: &mut NativeCall<'_>) -> NativeResult {
    let name = c.reference(0);
    let known = is_wanted_by_jdk(c) || c.vm.image.universe.jdk.has_library(&c.text(0));
    reference(if known { name } else { 0 })
}

/// library, its file, whether it is built in: under a handle that is not zero.
fn load(c: &mut NativeCall<'_>) -> Result<(), VmError> {
    let library = c.reference(0);
    if c.int(2) == 0 {
        let file = c.text(1);
        return Err(found(c, &file));
    }
    c.vm.set_field(library, "handle", 1);
    c.vm.set_field(library, "loaded", 1);
    Ok(())
}

/// What is said of a library that is there.
pub(super) fn found(c: &NativeCall<'_>, file: &str) -> VmError {
    VmError::NotModelled(format!(
        "native libraries are not modelled: {file}, asked for at {}; this path was not checked. Put Java code in its place",
        c.vm.user_place(c.thread)
    ))
}
