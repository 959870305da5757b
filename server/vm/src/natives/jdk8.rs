//! Peers of methods that are native in Java 8 alone.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, nothing, null_pointer, reference, zero};
use crate::heap::Ref;
use crate::image::class::Shape;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/Class",
        &[
            ("getName0", "", |c| {
                let name = c.class_arg(0).binary_name();
                reference(c.vm.literal(&name)?)
            }),
            ("getComponentType", "", component_type),
        ],
    ),
    (
        "java/lang/Throwable",
        &[
            ("getStackTraceDepth", "", |c| {
                int(c.vm.backtrace(c.reference(0)).len() as i32)
            }),
            ("getStackTraceElement", "", stack_trace_element),
        ],
    ),
    (
        "java/lang/Package",
        &[
            ("getSystemPackage0", "", system_package),
            ("getSystemPackages0", "", |c| super::loader::system_packages(c, "/")),
        ],
    ),
    ("java/lang/ClassLoader", &[("resolveClass0", "", nothing)]),
    (
        "java/lang/Runtime",
        &[
            ("runFinalization0", "", nothing),
            ("traceInstructions", "", nothing),
            ("traceMethodCalls", "", nothing),
        ],
    ),
    (
        "sun/misc/Version",
        &[
            ("getJvmSpecialVersion", "", |c| c.return_text("")),
            ("getJdkSpecialVersion", "", |c| c.return_text("")),
            ("getJvmVersionInfo", "", |_| boolean(false)),
            ("getJdkVersionInfo", "", nothing),
        ],
    ),
    (
        "sun/misc/URLClassPath",
        &[
            ("getLookupCacheURLs", "", zero),
            ("getLookupCacheForClassLoader", "", zero),
            ("knownToNotExist0", "", |_| boolean(false)),
        ],
    ),
];

/// Where a package of the JDK comes from: known once a class of it is loaded. Without a manifest it says nothing of itself.
fn system_package(c: &mut NativeCall<'_>) -> NativeResult {
    let name = c.text(0);
    let package = name.trim_end_matches('/');
    let known =
        c.vm.image
            .classes
            .iter()
            .any(|class| !class.is_user() && class.package() == package);
    if !known {
        return reference(0);
    }
    let from = super::files::boot_class_path(c.vm).display().to_string();
    c.return_text(&from)
}

fn component_type(c: &mut NativeCall<'_>) -> NativeResult {
    match c.class_arg(0).shape {
        Shape::References(component) => reference(component.mirror.get()),
        Shape::Primitives(ty) => {
            let component = c.vm.image.primitive_class(&mut c.vm.heap, ty)?;
            reference(component.mirror.get())
        }
        Shape::Instance | Shape::Primitive(_) => reference(0),
    }
}

/// One element of a throwable's trace.
fn stack_trace_element(c: &mut NativeCall<'_>) -> NativeResult {
    let (throwable, index): (Ref, i32) = (c.reference(0), c.int(1));
    if throwable == 0 {
        return null_pointer();
    }
    let frames = c.vm.backtrace(throwable);
    let Some((method, pc)) = usize::try_from(index).ok().and_then(|index| frames.get(index)) else {
        return Ok(Outcome::Throw("java/lang/IndexOutOfBoundsException", None));
    };
    let class = c.vm.image.load(&mut c.vm.heap, "java/lang/StackTraceElement")?;
    let element = c.vm.new_object(class)?;
    super::lang::fill_trace_element(c.vm, element, method, *pc)?;
    reference(element)
}
