//! Classes that a program defines itself, from bytes: proxies, and loaders of the user's own.
//!
//! All loaders share one name space. A class that is defined again from the same bytes is the same class: a search
//! comes back to the same definition on many paths, and linked classes are never undone.

use super::{NativeCall, NativeResult, Outcome, Row, reference};
use crate::error::VmError;
use crate::heap::HEADER;
use crate::image::class::Origin;

pub(super) const PEERS: &[(&str, &[Row])] = &[(
    "java/lang/ClassLoader",
    &[
        // loader, name, bytes, offset, length, protection domain, source.
        ("defineClass1", "", |c| define(c, 2)),
        // loader, lookup class, name, bytes, offset, length, protection domain, initialise, flags, class data.
        ("defineClass0", "", |c| {
            const HIDDEN: i32 = 2;
            if c.int(8) & HIDDEN != 0 {
                return Err(VmError::NotModelled(format!(
                    "Lookup.defineHiddenClass is not modelled, called at {}; this path was not checked",
                    c.vm.user_place(c.thread)
                )));
            }
            define(c, 3)
        }),
    ],
)];

/// `bytes_arg`: the argument that holds the array; offset and length follow it.
fn define(c: &mut NativeCall<'_>, bytes_arg: u32) -> NativeResult {
    let (loader, array) = (c.reference(0), c.reference(bytes_arg));
    if c.vm.exploring && loader != 0 && !c.vm.heap.is_fixed(loader) {
        // The mirror would keep a reference to a loader that undo takes back.
        return Err(VmError::NotModelled(format!(
            "a class defined by a loader of the program is not modelled in a search, at {}; this path was not checked",
            c.vm.user_place(c.thread)
        )));
    }
    let (at, length) = (c.int(bytes_arg + 1), c.int(bytes_arg + 2));
    if array == 0 {
        return super::null_pointer();
    }
    if at < 0 || length < 0 || i64::from(at) + i64::from(length) > i64::from(c.vm.heap.length(array)) {
        return Ok(Outcome::Throw("java/lang/ArrayIndexOutOfBoundsException", None));
    }
    let base = u64::from(array + HEADER) * 8 + at as u64;
    let bytes: Vec<u8> = (0..length as u64).map(|i| c.vm.heap.read(base + i, 0) as u8).collect();
    let Some(name) = dropwire_classes::class_name(&bytes) else {
        return Ok(Outcome::Throw(
            "java/lang/ClassFormatError",
            Some("Truncated class file".into()),
        ));
    };
    if let Some(class) = c.vm.image.loaded(&name) {
        if class.bytes == bytes {
            return reference(class.mirror.get());
        }
        return Err(VmError::NotModelled(format!(
            "a second definition of class {}, at {}, is not modelled; this path was not checked",
            class.binary_name(),
            c.vm.user_place(c.thread)
        )));
    }
    // The JDK defines its proxies through here too; they are machinery and no code of the user's.
    let proxy = name
        .rsplit('/')
        .next()
        .is_some_and(|simple| simple.starts_with("$Proxy"));
    let origin = if loader == 0 || proxy {
        Origin::Jdk
    } else {
        Origin::User
    };
    let class =
        c.vm.image
            .define(&mut c.vm.heap, Box::leak(bytes.into_boxed_slice()), origin, "")?;
    c.vm.image.set_defining_loader(&mut c.vm.heap, class, loader);
    reference(class.mirror.get())
}
