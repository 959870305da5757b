//! Classes that a program defines itself, from bytes: proxies, and loaders of the user's own.
//!
//! All loaders share one name space. A class that is defined again from the same bytes is the same class: a search
//! comes back to the same definition on many paths, and linked classes are never undone.

use super::{NativeCall, NativeResult, Outcome, Row, reference};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Origin};
use crate::linkage::Question;
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "jdk/internal/misc/Unsafe",
        &[
            ("defineAnonymousClass0", "", define_anonymous),
            // this, name, bytes, offset, length, loader, protection domain.
            ("defineClass0", "", |c| define(c, 5, 2)),
        ],
    ),
    ("java/lang/ClassLoader", LOADER),
    // Of Java 8: loader, name, bytes, offset, length.
    ("java/lang/reflect/Proxy", &[("defineClass0", "", |c| define(c, 0, 2))]),
    (
        "sun/misc/Unsafe",
        &[
            ("defineAnonymousClass", "", define_anonymous),
            ("defineClass", "", |c| define(c, 5, 2)),
        ],
    ),
];

const LOADER: &[Row] = &[
    // loader, name, bytes, offset, length, protection domain, source.
    ("defineClass1", "", |c| define(c, 0, 2)),
    // loader, lookup class, name, bytes, offset, length, protection domain, initialise, flags, class data.
    ("defineClass0", "", |c| {
        const HIDDEN: i32 = 2;
        if !c.method.is_static() {
            // Of Java 8: this, name, bytes, offset, length, protection domain.
            return define(c, 0, 2);
        }
        if c.int(8) & HIDDEN != 0 {
            return define_hidden(c);
        }
        define(c, 0, 3)
    }),
];

/// A class that only its definer can name. It is the same one whenever a path comes by with the same bytes for the same
/// time: linked classes are never undone, their statics are.
fn hidden_class(vm: &mut Vm, host: &'static Class, bytes: Vec<u8>) -> Result<&'static Class, VmError> {
    let hash = dropwire_classes::content_hash(&bytes);
    let turn = vm.hidden.iter().filter(|known| **known == hash).count() as u32;
    vm.hidden.push(hash);
    vm.facts.hidden = vm.hidden.len();
    if let Some(class) = vm.image.hidden_classes.get(&(hash, turn)) {
        return Ok(class);
    }
    let own = dropwire_classes::class_name(&bytes).unwrap_or_default();
    let name = format!("{own}+0x{:016x}", hash.wrapping_add(u64::from(turn)));
    let origin = if host.is_user() {
        Origin::MadeForUser
    } else {
        Origin::MadeForJdk
    };
    let bytes: &'static [u8] = Box::leak(bytes.into_boxed_slice());
    let class = vm
        .image
        .define_as(&mut vm.heap, bytes, origin, host.module, Some(name))?;
    vm.image.hidden_classes.insert((hash, turn), class);
    Ok(class)
}

/// The flag of a hidden class that joins the nest of its lookup class.
const NESTMATE: i32 = 1;

/// `Lookup.defineHiddenClass`.
fn define_hidden(c: &mut NativeCall<'_>) -> NativeResult {
    let (loader, host, array) = (c.reference(0), c.class_arg(1), c.reference(3));
    let (at, length, initialise, data) = (c.int(4), c.int(5), c.int(7) != 0, c.reference(9));
    let bytes = match c.read_bytes(array, at, length) {
        Ok(bytes) => bytes,
        Err(park) => return Ok(park),
    };
    let class = hidden_class(c.vm, host, bytes)?;
    let mirror = class.mirror.get();
    c.vm.image.set_defining_loader(&mut c.vm.heap, class, loader);
    if c.int(8) & NESTMATE != 0 {
        let nest = super::class::nest_host_of(c.vm, host)?;
        c.vm.image.nest_hosts.insert(class.id, nest);
    }
    c.vm.set_field(mirror, "classData", u64::from(data));
    c.vm.stored(mirror, data);
    match c.vm.known.ensure_driver {
        Some(driver) if initialise => Ok(Outcome::Tail(driver, vec![u64::from(mirror)], 0)),
        _ => reference(mirror),
    }
}

/// `Unsafe.defineAnonymousClass(host, bytes, patches)` of Java 8 to 16: objects stand for some of the string constants.
fn define_anonymous(c: &mut NativeCall<'_>) -> NativeResult {
    let (host, array, patches) = (c.class_arg(1), c.reference(2), c.reference(3));
    let length = c.vm.heap.length(array) as i32;
    let bytes = match c.read_bytes(array, 0, length) {
        Ok(bytes) => bytes,
        Err(park) => return Ok(park),
    };
    let class = hidden_class(c.vm, host, bytes)?;
    let loader = c.vm.field(host.mirror.get(), "classLoader") as Ref;
    c.vm.image.set_defining_loader(&mut c.vm.heap, class, loader);
    let count = if patches == 0 { 0 } else { c.vm.heap.length(patches) };
    for index in 0..count {
        let object = c.vm.element(patches, index);
        if object == 0 {
            continue;
        }
        let Some(text) = super::raw_class::string_constant(class, index as usize) else {
            return Err(VmError::NotModelled(format!(
                "an anonymous class with a patch of something other than a string is not modelled, at {}; \
                 this path was not checked",
                c.vm.user_place(c.thread)
            )));
        };
        c.vm.keep_constant(Question::Patch { host: class.id, text }, object)?;
    }
    reference(class.mirror.get())
}

/// `bytes_arg`: the argument that holds the array; offset and length follow it.
fn define(c: &mut NativeCall<'_>, loader_arg: u32, bytes_arg: u32) -> NativeResult {
    let (loader, array) = (c.reference(loader_arg), c.reference(bytes_arg));
    let (at, length) = (c.int(bytes_arg + 1), c.int(bytes_arg + 2));
    if array == 0 {
        return super::null_pointer();
    }
    if at < 0 || length < 0 || i64::from(at) + i64::from(length) > i64::from(c.vm.heap.length(array)) {
        return Ok(Outcome::Throw("java/lang/ArrayIndexOutOfBoundsException", None));
    }
    let bytes = match c.read_bytes(array, at, length) {
        Ok(bytes) => bytes,
        Err(park) => return Ok(park),
    };
    let Some(name) = dropwire_classes::class_name(&bytes) else {
        return Ok(Outcome::Throw(
            "java/lang/ClassFormatError",
            Some("Truncated class file".into()),
        ));
    };
    if let Some(class) = c.vm.image.loaded(&name) {
        if class.bytes == bytes {
            note_loader(c.vm, class, loader);
            note_module(c.vm, class);
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
    note_loader(c.vm, class, loader);
    note_module(c.vm, class);
    reference(class.mirror.get())
}

/// A loader that the program made belongs to the path: what its class says of it is taken back with it.
fn note_loader(vm: &mut Vm, class: &'static Class, loader: Ref) {
    if !vm.exploring || loader == 0 || vm.heap.is_fixed(loader) {
        vm.image.set_defining_loader(&mut vm.heap, class, loader);
        return;
    }
    let mirror = class.mirror.get();
    vm.set_field(mirror, "classLoader", u64::from(loader));
    vm.stored(mirror, loader);
}

/// The same for a module that the program has defined.
fn note_module(vm: &mut Vm, class: &'static Class) {
    let own = vm.modules.iter().find(|(package, _)| package == class.package());
    if let Some(&(_, module)) = own {
        vm.set_field(class.mirror.get(), "module", u64::from(module));
        vm.stored(class.mirror.get(), module);
    }
}
