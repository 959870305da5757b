//! Classes that a program defines itself, from bytes: proxies, and loaders of the user's own.
//!
//! The built-in loaders share one name space. A class that is defined again from the same bytes is the same class: a search
//! comes back to the same definition on many paths, and linked classes are never undone. Loaders of the program's own
//! have name spaces of their own (`loaders.rs`).

use super::{NativeCall, NativeResult, Outcome, Row, Touch, reference};
use crate::class_names::{Named, Supers, hash_apart};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, HIDDEN, Origin};
use crate::linkage_questions::Question;
use crate::thread::Side;
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "jdk/internal/misc/Unsafe",
        &[
            ("defineAnonymousClass0", "", define_anonymous),
            // this, name, bytes, offset, length, loader, protection domain.
            ("defineClass0", "", |c| define(c, 5, 2, Some(6))),
        ],
    ),
    ("java/lang/ClassLoader", LOADER),
    // Of Java 8: loader, name, bytes, offset, length.
    (
        "java/lang/reflect/Proxy",
        &[("defineClass0", "", |c| define(c, 0, 2, None))],
    ),
    (
        "sun/misc/Unsafe",
        &[
            ("defineAnonymousClass", "", define_anonymous),
            ("defineClass", "", |c| define(c, 5, 2, Some(6))),
        ],
    ),
];

const LOADER: &[Row] = &[
    // loader, name, bytes, offset, length, protection domain, source.
    ("defineClass1", "", |c| define(c, 0, 2, Some(5))),
    // loader, lookup class, name, bytes, offset, length, protection domain, initialise, flags, class data.
    ("defineClass0", "", |c| {
        const HIDDEN: i32 = 2;
        if !c.method.is_static() {
            // Of Java 8: this, name, bytes, offset, length, protection domain.
            return define(c, 0, 2, Some(5));
        }
        if c.int(8) & HIDDEN != 0 {
            return define_hidden(c);
        }
        define(c, 0, 3, Some(6))
    }),
];

/// A class that only its definer can name. It is the same one whenever a path comes by with the same bytes for the same
/// time: linked classes are never undone, their statics are. `own`: the number of the loader of the program's own that defines it, and
/// what is above it then.
fn hidden_class(
    vm: &mut Vm,
    host: &'static Class,
    bytes: Vec<u8>,
    own: Option<(u32, Supers)>,
) -> Result<&'static Class, VmError> {
    let content = dropwire_classes::content_hash(&bytes);
    let hash = own.as_ref().map_or(content, |(number, supers)| {
        hash_apart(content.rotate_left(number % 64) ^ u64::from(*number), supers)
    });
    let turn = vm.path.hidden.iter().filter(|known| **known == hash).count() as u32;
    vm.path.hidden.push(hash);
    vm.path.facts.hidden = vm.path.hidden.len();
    if let Some(class) = vm.image.hidden_classes.get(&(hash, turn)) {
        return Ok(class);
    }
    let name = dropwire_classes::class_name(&bytes).unwrap_or_default();
    let name = format!("{name}{HIDDEN}{:016x}", hash.wrapping_add(u64::from(turn)));
    let origin = if host.is_user() {
        Origin::MadeForUser
    } else {
        Origin::MadeForJdk
    };
    let class = match own {
        Some((_, supers)) => vm.link_apart(bytes, (origin, host.module), name, supers)?,
        None => {
            let bytes: &'static [u8] = Box::leak(bytes.into_boxed_slice());
            vm.image
                .define_as(&mut vm.heap, bytes, origin, host.module, Some(name))?
        }
    };
    vm.image.hidden_classes.insert((hash, turn), class);
    Ok(class)
}

/// The loader of the program's own that defines a hidden class: its number, and what is above the class then; or what comes first.
fn own_definer(
    c: &mut NativeCall<'_>,
    loader: Ref,
    bytes: &[u8],
) -> Result<Result<Option<(u32, Supers)>, Outcome>, VmError> {
    let Some(own) = c.vm.own_loader_behind(loader) else {
        return Ok(Ok(None));
    };
    let supers = match supers_by(c, own, bytes)? {
        Ok(supers) => supers,
        Err(first) => return Ok(Err(first)),
    };
    Ok(Ok(Some((c.vm.loader_number(own)?, supers))))
}

/// The flag of a hidden class that joins the nest of its lookup class.
const NESTMATE: i32 = 1;

/// `Lookup.defineHiddenClass`.
fn define_hidden(c: &mut NativeCall<'_>) -> NativeResult {
    let (loader, host, array) = (c.reference(0), c.class_arg(1), c.reference(3));
    let (at, length, initialise, data) = (c.int(4), c.int(5), c.int(7) != 0, c.reference(9));
    let bytes = match c.read_bytes(array, at, length)? {
        Ok(bytes) => bytes,
        Err(park) => return Ok(park),
    };
    let nest = match c.int(8) & NESTMATE {
        0 => None,
        _ => match super::class::nest_host_of(c, host)? {
            Ok(nest) => Some(nest),
            Err(first) => return Ok(first),
        },
    };
    let own = match own_definer(c, loader, &bytes)? {
        Ok(own) => own,
        Err(first) => return Ok(first),
    };
    let class = hidden_class(c.vm, host, bytes, own)?;
    let mirror = class.mirror.get();
    let domain = c.reference(6);
    c.vm.note_definer(class, loader, domain);
    if let Some(nest) = nest {
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
    let bytes = match c.read_bytes(array, 0, length)? {
        Ok(bytes) => bytes,
        Err(park) => return Ok(park),
    };
    let loader = c.vm.defining_loader(host);
    let own = match own_definer(c, loader, &bytes)? {
        Ok(own) => own,
        Err(first) => return Ok(first),
    };
    let class = hidden_class(c.vm, host, bytes, own)?;
    let domain = c.vm.domain(host);
    c.vm.note_definer(class, loader, domain);
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
fn define(c: &mut NativeCall<'_>, loader_arg: u32, bytes_arg: u32, domain_arg: Option<u32>) -> NativeResult {
    let (loader, array) = (c.reference(loader_arg), c.reference(bytes_arg));
    let domain = domain_arg.map_or(0, |argument| c.reference(argument));
    let (at, length) = (c.int(bytes_arg + 1), c.int(bytes_arg + 2));
    if array == 0 {
        return super::null_pointer();
    }
    if at < 0 || length < 0 || i64::from(at) + i64::from(length) > i64::from(c.vm.heap.length(array)) {
        return Ok(Outcome::Throw("java/lang/ArrayIndexOutOfBoundsException", None));
    }
    let bytes = match read_to_define(c, loader, c.vm.elements(array, at as u64, length as u64))? {
        Ok(bytes) => bytes,
        Err(park) => return Ok(park),
    };
    let Some(name) = dropwire_classes::class_name(&bytes) else {
        return Ok(Outcome::Throw(
            "java/lang/ClassFormatError",
            Some("Truncated class file".into()),
        ));
    };
    if c.vm.is_own_loader(loader) {
        return define_by(c, (loader, domain), &name, &bytes);
    }
    let known = c.vm.image.loaded(&name);
    let machinery = is_machinery(&name);
    let behind = c.vm.own_loader_behind(loader).filter(|_| machinery);
    if behind.is_none()
        && let Some(class) = known.filter(|class| class.bytes == bytes)
    {
        c.vm.note_definer(class, loader, domain);
        return reference(class.mirror.get());
    }
    let origin = if loader == 0 || machinery {
        Origin::Jdk
    } else {
        Origin::User
    };
    if machinery && (known.is_some() || behind.is_some()) {
        // Their names are numbered: another path gave this one to another class, and no class refers to them by name. The names in
        // them are resolved by the program's own loader for which they were generated.
        let number = match behind {
            Some(behind) => c.vm.loader_number(behind)?,
            None => OF_THE_JDK,
        };
        let supers = match supers_by(c, loader, &bytes)? {
            Ok(supers) => supers,
            Err(first) => return Ok(first),
        };
        let class = c.vm.define_apart(&bytes, number, Origin::MadeForJdk, supers)?;
        c.vm.note_definer(class, loader, domain);
        return reference(class.mirror.get());
    }
    if let Some(class) = known {
        return Err(VmError::NotModelled(format!(
            "a second definition of class {}, at {}, is not modelled; this path was not checked",
            class.binary_name(),
            c.vm.user_place(c.thread)
        )));
    }
    let bytes = Box::leak(bytes.into_boxed_slice());
    let class = c.vm.image.define(&mut c.vm.heap, bytes, origin, "")?;
    c.vm.note_definer(class, loader, domain);
    reference(class.mirror.get())
}

/// The bytes of a class that a loader is about to define, or the wait before that: those who ask a loader of the program's own what
/// it has defined see it as well, and both are one step.
fn read_to_define(c: &mut NativeCall<'_>, loader: Ref, bytes: Side) -> Result<Result<Vec<u8>, Outcome>, VmError> {
    let own = c.vm.is_own_loader(loader);
    let definitions = if own { c.vm.definitions(loader) } else { Side::NONE };
    let park = if definitions.is_none() {
        c.reach(bytes, false)
    } else if !c.vm.is_looked_at(bytes.object) {
        c.reach(definitions, true)
    } else {
        match c.touch(bytes, definitions) {
            Touch::Park(park) => Some(park),
            Touch::Alone | Touch::Granted => None,
        }
    };
    Ok(match park {
        Some(park) => Err(park),
        None => Ok(c.vm.bytes(bytes.span.at, bytes.span.bytes)?),
    })
}

/// In the place of a loader's number: none of the program's own.
const OF_THE_JDK: u32 = u32::MAX;

/// Whether the JDK writes a class of this name for itself: proxies, and what calls a method reflectively. They are no code of the
/// user's.
fn is_machinery(name: &str) -> bool {
    let simple = name.rsplit('/').next().unwrap_or(name);
    simple.starts_with("$Proxy")
        || name.starts_with("jdk/internal/reflect/Generated")
        || name.starts_with("sun/reflect/Generated")
}

/// By a loader of the program's own.
fn define_by(c: &mut NativeCall<'_>, (loader, domain): (Ref, Ref), name: &str, bytes: &[u8]) -> NativeResult {
    if c.vm.defined_by(loader, name).is_some() {
        let of = c.vm.class_of(loader).binary_name();
        let name = name.replace('/', ".");
        let message = format!("loader '{of}' attempted duplicate class definition for {name}.");
        return Ok(Outcome::Throw("java/lang/LinkageError", Some(message)));
    }
    let supers = match supers_by(c, loader, bytes)? {
        Ok(supers) => supers,
        Err(first) => return Ok(first),
    };
    let number = c.vm.loader_number(loader)?;
    let class = c.vm.define_apart(bytes, number, Origin::User, supers)?;
    c.vm.note_definer(class, loader, domain);
    c.vm.note_definition(loader, class);
    reference(class.mirror.get())
}

/// The superclass and the interfaces of a class, as its loader knows them; else what comes first.
fn supers_by(c: &mut NativeCall<'_>, loader: Ref, bytes: &[u8]) -> Result<Result<Supers, Outcome>, VmError> {
    let names = super::raw_class::supers(bytes)
        .ok_or_else(|| VmError::Class("a class file that is cut off was defined".into()))?;
    let mut classes = Vec::new();
    for name in names {
        let own = c.vm.is_own_loader(loader);
        let named = match own {
            true => c.vm.named_by_loader(loader, &name, false)?,
            false => Named::Shared,
        };
        classes.push(match named {
            Named::Found(class) => class,
            Named::Shared => match c.vm.image.try_load(&mut c.vm.heap, &name)? {
                Some(class) => class,
                None => return Ok(Err(Outcome::Throw("java/lang/NoClassDefFoundError", Some(name)))),
            },
            Named::Ask(question) => {
                c.vm.ask(c.thread, question)?;
                return Ok(Err(Outcome::Again));
            }
        });
    }
    let superclass = (!classes.is_empty()).then(|| classes.remove(0));
    Ok(Ok((superclass, classes)))
}
