//! `java.lang.Class`: names, kinds, relations.

use cafebabe::attributes::AttributeData;
use dropwire_classes::{LONGEST_NAME, cafebabe};

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, nothing, null_pointer, reference, zero};
use crate::class_names::Named;
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Shape};
use crate::image::inner_classes::{attribute, inner_entry, modifiers};
use crate::types::Ty;

pub(super) const PEERS: &[(&str, &[Row])] = &[(
    "java/lang/Class",
    &[
        ("forName0", "", for_name),
        ("isInstance", "", |c| {
            let object = c.reference(1);
            boolean(object != 0 && c.vm.class_of(object).is_subclass_of(c.class_arg(0)))
        }),
        ("isAssignableFrom", "", |c| {
            if c.reference(1) == 0 {
                return null_pointer();
            }
            boolean(c.class_arg(1).is_subclass_of(c.class_arg(0)))
        }),
        ("isInterface", "", |c| boolean(c.class_arg(0).is_interface())),
        ("isArray", "", |c| boolean(c.class_arg(0).is_array())),
        ("isPrimitive", "", |c| {
            boolean(matches!(c.class_arg(0).shape, Shape::Primitive(_)))
        }),
        ("isHidden", "", |c| boolean(c.class_arg(0).is_hidden())),
        ("isRecord0", "", |c| {
            boolean(attribute(c.class_arg(0), |a| matches!(a, AttributeData::Record(_)).then_some(())).is_some())
        }),
        ("initClassName", "", |c| {
            let name = c.class_arg(0).binary_name();
            let literal = c.vm.literal(&name)?;
            let mirror = c.reference(0);
            c.vm.set_field(mirror, "name", u64::from(literal));
            reference(literal)
        }),
        ("getSuperclass", "", |c| {
            let class = c.class_arg(0);
            let superclass = if class.is_interface() { None } else { class.superclass };
            reference(superclass.map_or(0, |s| s.mirror.get()))
        }),
        ("getInterfaces0", "", |c| {
            let mirrors: Vec<_> = c.class_arg(0).interfaces.iter().map(|i| i.mirror.get()).collect();
            reference(c.vm.new_reference_array("java/lang/Class", &mirrors)?)
        }),
        ("getModifiers", "", |c| int(i32::from(modifiers(c.class_arg(0))))),
        ("getSigners", "", zero),
        ("setSigners", "", nothing),
        ("getEnclosingMethod0", "", enclosing_method),
        ("getDeclaringClass0", "", declaring_class),
        ("getSimpleBinaryName0", "", simple_binary_name),
        ("getProtectionDomain0", "", |c| {
            let class = c.class_arg(0);
            reference(c.vm.domain(class))
        }),
        ("getPrimitiveClass", "", primitive_class),
        ("getGenericSignature0", "", |c| {
            match attribute(c.class_arg(0), |a| match a {
                AttributeData::Signature(s) => Some(s.to_string()),
                _ => None,
            }) {
                Some(text) => c.return_text(&text),
                None => reference(0),
            }
        }),
        ("desiredAssertionStatus0", "", |c| {
            let class = c.class_arg(0);
            boolean(class.is_user() && c.vm.mode.jvm_args.asserts(&class.binary_name()))
        }),
        ("getNestHost0", "", nest_host),
        ("getNestMembers0", "", nest_members),
        ("getPermittedSubclasses0", "", permitted_subclasses),
        ("getDeclaredClasses0", "", declared_classes),
        ("getClassFileVersion0", "", |c| {
            int(c.class_arg(0).file().map_or(0, |f| i32::from(f.major_version)))
        }),
        ("getClassAccessFlagsRaw0", "", |c| int(i32::from(c.class_arg(0).access))),
    ],
)];

/// What a name means to the loader that a program gives: `Some` is what comes first, where it is one of its own.
fn for_name_by(c: &mut NativeCall<'_>, name: &str) -> Result<Result<Option<&'static Class>, Outcome>, VmError> {
    let loader = c.reference(2);
    if !c.vm.is_own_loader(loader) {
        return Ok(Ok(None));
    }
    Ok(match c.vm.named_by_loader(loader, name, true)? {
        Named::Found(class) => Ok(Some(class)),
        Named::Shared => Ok(None),
        Named::Ask(question) => {
            c.vm.ask(c.thread, question)?;
            Err(Outcome::Again)
        }
    })
}

/// Bytes of what a JVM before 25 says of such a name.
const LONGEST_MESSAGE: usize = 1023;
/// Characters of its begin and of its end that a later one says.
const SHOWN: usize = 128;

fn for_name(c: &mut NativeCall<'_>) -> NativeResult {
    if c.reference(0) == 0 {
        return null_pointer();
    }
    // One more than there may be: of bytes there are no fewer.
    let name = String::from_utf16_lossy(&c.vm.first_units(c.reference(0), LONGEST_NAME as u32 + 1));
    if name.len() > LONGEST_NAME {
        let message = match c.vm.image.universe.jdk.feature {
            ..25 => {
                let text = format!("Class name exceeds maximum length of {LONGEST_NAME}: {name}");
                text.get(..LONGEST_MESSAGE).unwrap_or(&text).to_owned()
            }
            _ => {
                let name = c.vm.first_units(c.reference(0), u32::MAX);
                let (begin, end) = (&name[..SHOWN], &name[name.len() - SHOWN..]);
                format!(
                    "Class name exceeds maximum length of {LONGEST_NAME}: {} ... ({} characters omitted) ... {}",
                    String::from_utf16_lossy(begin),
                    name.len() - 2 * SHOWN,
                    String::from_utf16_lossy(end)
                )
            }
        };
        return Ok(Outcome::Throw("java/lang/ClassNotFoundException", Some(message)));
    }
    let internal = name.replace('.', "/");
    let usable = !name.contains('/') && !internal.is_empty();
    let own = match usable {
        true => match for_name_by(c, &internal)? {
            Ok(own) => own,
            Err(first) => return Ok(first),
        },
        false => None,
    };
    let class = if own.is_some() {
        own
    } else if usable {
        match c.vm.image.try_load(&mut c.vm.heap, &internal) {
            Err(VmError::MissingClass(missing)) => {
                return Ok(Outcome::Throw("java/lang/NoClassDefFoundError", Some(missing)));
            }
            found => found?.filter(|class| c.vm.is_seen_by(c.reference(2), class)),
        }
    } else {
        None
    };
    // Primitive types have names, but cannot be found by them.
    let Some(class) = class.filter(|class| !matches!(class.shape, Shape::Primitive(_))) else {
        // Of an array it is the class of its elements that a loader misses.
        let element = name
            .trim_start_matches('[')
            .strip_prefix('L')
            .filter(|_| name.starts_with('[') && c.reference(2) != 0);
        let missing = element.and_then(|element| element.strip_suffix(';')).map(str::to_owned);
        return Ok(Outcome::Throw(
            "java/lang/ClassNotFoundException",
            Some(missing.unwrap_or(name)),
        ));
    };
    if c.int(1) != 0
        && let Some(outcome) = c.vm.initialise_for_native(c.thread, class, c.may_execute)?
    {
        return Ok(outcome);
    }
    reference(class.mirror.get())
}

fn primitive_class(c: &mut NativeCall<'_>) -> NativeResult {
    let ty = match c.text(0).as_str() {
        "boolean" => Ty::Boolean,
        "byte" => Ty::Byte,
        "char" => Ty::Char,
        "short" => Ty::Short,
        "int" => Ty::Int,
        "long" => Ty::Long,
        "float" => Ty::Float,
        "double" => Ty::Double,
        _ => Ty::Void,
    };
    let class = c.vm.image.primitive_class(&mut c.vm.heap, ty)?;
    reference(class.mirror.get())
}

fn enclosing_method(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let Some((outer, method)) = attribute(class, |a| match a {
        AttributeData::EnclosingMethod { class_name, method } => Some((class_name.to_string(), method.as_ref())),
        _ => None,
    }) else {
        return reference(0);
    };
    let outer = match named_to(c, class, &outer)? {
        Ok(outer) => outer.mirror.get(),
        Err(first) => return Ok(first),
    };
    let (name, descriptor) = match method {
        Some(m) => (c.vm.literal(&m.name)?, c.vm.literal(&m.descriptor)?),
        None => (0, 0),
    };
    reference(c.vm.new_reference_array("java/lang/Object", &[outer, name, descriptor])?)
}

fn declaring_class(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    match inner_entry(class).and_then(|e| e.outer_class_info.as_deref()) {
        Some(outer) => match named_to(c, class, outer)? {
            Ok(outer) => reference(outer.mirror.get()),
            Err(first) => Ok(first),
        },
        None => reference(0),
    }
}

fn simple_binary_name(c: &mut NativeCall<'_>) -> NativeResult {
    match inner_entry(c.class_arg(0)).and_then(|e| e.inner_name.as_deref()) {
        Some(name) => reference(c.vm.literal(name)?),
        None => reference(0),
    }
}

/// A class that another one's file names, or what comes first: a loader of the program's own is asked for it.
pub(super) fn named_to(
    c: &mut NativeCall<'_>,
    class: &'static Class,
    name: &str,
) -> Result<Result<&'static Class, Outcome>, VmError> {
    Ok(match c.vm.named_by(class, name)? {
        Named::Found(found) => Ok(found),
        Named::Shared => {
            let known = c.vm.image.try_load(&mut c.vm.heap, name)?;
            Ok(known.ok_or_else(|| VmError::MissingClass(name.to_owned()))?)
        }
        Named::Ask(question) => {
            c.vm.ask(c.thread, question)?;
            Err(Outcome::Again)
        }
    })
}

/// The nest host of a class: itself where the attribute is absent. JVMS §5.4.4.
pub(super) fn nest_host_of(
    c: &mut NativeCall<'_>,
    class: &'static Class,
) -> Result<Result<&'static Class, Outcome>, VmError> {
    match attribute(class, |a| match a {
        AttributeData::NestHost(name) => Some(name.to_string()),
        _ => None,
    }) {
        Some(host) => named_to(c, class, &host),
        None => match c.vm.image.nest_hosts.get(&class.id).copied() {
            Some(host) => Ok(Ok(host)),
            None => {
                c.vm.host_of_made(class)
                    .map_or(Ok(Ok(class)), |host| nest_host_of(c, host))
            }
        },
    }
}

/// The classes that another one's file names, behind some that are known, as an array.
fn classes_named_to(
    c: &mut NativeCall<'_>,
    class: &'static Class,
    known: &[&'static Class],
    names: &[String],
) -> NativeResult {
    let mut mirrors: Vec<Ref> = known.iter().map(|class| class.mirror.get()).collect();
    for name in names {
        match named_to(c, class, name)? {
            Ok(found) => mirrors.push(found.mirror.get()),
            Err(first) => return Ok(first),
        }
    }
    reference(c.vm.new_reference_array("java/lang/Class", &mirrors)?)
}

fn nest_host(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    match nest_host_of(c, class)? {
        Ok(host) => reference(host.mirror.get()),
        Err(first) => Ok(first),
    }
}

fn nest_members(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let host = match nest_host_of(c, class)? {
        Ok(host) => host,
        Err(first) => return Ok(first),
    };
    let names: Vec<String> = attribute(host, |a| match a {
        AttributeData::NestMembers(names) => Some(names.iter().map(|n| n.to_string()).collect()),
        _ => None,
    })
    .unwrap_or_default();
    classes_named_to(c, class, &[host], &names)
}

fn permitted_subclasses(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let names: Option<Vec<String>> = attribute(class, |a| match a {
        AttributeData::PermittedSubclasses(names) => Some(names.iter().map(|n| n.to_string()).collect()),
        _ => None,
    });
    let Some(names) = names else { return reference(0) };
    classes_named_to(c, class, &[], &names)
}

fn declared_classes(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let names: Vec<String> = attribute(class, |a| match a {
        AttributeData::InnerClasses(entries) => Some(
            entries
                .iter()
                .filter(|e| e.outer_class_info.as_deref() == Some(&*class.own_name()))
                .map(|e| e.inner_class_info.to_string())
                .collect(),
        ),
        _ => None,
    })
    .unwrap_or_default();
    classes_named_to(c, class, &[], &names)
}
