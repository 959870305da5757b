//! `MethodHandleNatives`: how `java.lang.invoke` asks for members of classes. The handles themselves are the JDK's.

use super::{NativeCall, NativeResult, Outcome, Row, int, long, nothing, reference, zero};
use crate::heap::{HEADER, Ref};
use crate::hidden_fields::MEMBER_TARGET;
use crate::image::InitState;
use crate::image::class::{Class, Field, Method, access};
use crate::interpreter::flow::AccessKind;
use crate::thread::{Mode, Span};
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/invoke/MethodHandleNatives",
        &[
            ("init", "", init),
            ("resolve", "", resolve),
            ("getMembers", "", get_members),
            ("objectFieldOffset", "", field_offset),
            ("staticFieldOffset", "", field_offset),
            ("staticFieldBase", "", |c| {
                reference(c.vm.field(c.reference(0), "clazz") as Ref)
            }),
            ("getNamedCon", "", |_| int(0)),
            ("getConstant", "", |_| int(0)),
            ("getMemberVMInfo", "", zero),
            ("clearCallSiteContext", "", nothing),
            ("setCallSiteTargetNormal", "", set_call_site_target),
            ("setCallSiteTargetVolatile", "", set_call_site_target),
        ],
    ),
    (
        "java/lang/invoke/MethodHandle",
        &[("invoke", "", not_reflectively), ("invokeExact", "", not_reflectively)],
    ),
    (
        "java/lang/invoke/LambdaProxyClassArchive",
        &[("addToArchive", "", nothing), ("findFromArchive", "", zero)],
    ),
];

const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_FIELD: u32 = 0x4_0000;
const TRUSTED_FINAL: u32 = 0x20_0000;
const KIND_SHIFT: u32 = 24;

const GET_FIELD: u32 = 1;
const GET_STATIC: u32 = 2;
const PUT_FIELD: u32 = 3;
const PUT_STATIC: u32 = 4;
const INVOKE_VIRTUAL: u32 = 5;
const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
const INVOKE_INTERFACE: u32 = 9;

fn not_reflectively(c: &mut NativeCall<'_>) -> NativeResult {
    Ok(Outcome::Throw(
        "java/lang/UnsupportedOperationException",
        Some(format!("MethodHandle.{} cannot be invoked reflectively", c.method.name)),
    ))
}

/// Flags of a method: its own, and how it is called.
fn method_flags(class: &Class, method: &Method, asked: u32) -> u32 {
    let own = u32::from(method.access);
    if method.name == "<init>" {
        return IS_CONSTRUCTOR | own | INVOKE_SPECIAL << KIND_SHIFT;
    }
    let kind = if method.is_static() {
        INVOKE_STATIC
    } else if asked == INVOKE_SPECIAL
        || method.access & access::PRIVATE != 0
        || method.access & access::FINAL != 0 && !method.class().is_interface()
        || class.access & access::FINAL != 0 && !class.is_interface() && !method.class().is_interface()
    {
        INVOKE_SPECIAL
    } else if method.class().is_interface() {
        INVOKE_INTERFACE
    } else {
        INVOKE_VIRTUAL
    };
    IS_METHOD | own | kind << KIND_SHIFT
}

fn field_flags(owner: &Class, field: &Field, setter: bool) -> u32 {
    let is_static = field.access & access::STATIC != 0;
    let kind = match (is_static, setter) {
        (false, false) => GET_FIELD,
        (true, false) => GET_STATIC,
        (false, true) => PUT_FIELD,
        (true, true) => PUT_STATIC,
    };
    let trusted = if owner.is_trusted_final(field) {
        TRUSTED_FINAL
    } else {
        0
    };
    IS_FIELD | u32::from(field.access) | trusted | kind << KIND_SHIFT
}

fn set_method(vm: &mut Vm, member: Ref, class: &Class, method: &Method, asked: u32) {
    let flags = method_flags(class, method, asked);
    vm.set_field(member, "flags", u64::from(flags));
    vm.set_field(member, "clazz", u64::from(method.class().mirror.get()));
    vm.set_field(member, MEMBER_TARGET, u64::from(method.id.0) + 1);
}

fn set_field(vm: &mut Vm, member: Ref, owner: &Class, field: &Field, setter: bool) {
    vm.set_field(member, "flags", u64::from(field_flags(owner, field, setter)));
    vm.set_field(member, "clazz", u64::from(owner.mirror.get()));
}

/// `MemberName` from a reflective object.
fn init(c: &mut NativeCall<'_>) -> NativeResult {
    let (member, from) = (c.reference(0), c.reference(1));
    let mirror = c.vm.field(from, "clazz") as Ref;
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let slot = c.vm.field(from, "slot") as usize;
    if c.vm.class_of(from).name == "java/lang/reflect/Field" {
        if let Some(field) = class.fields.get(slot) {
            set_field(c.vm, member, class, field, false);
        }
    } else if let Some(method) = class.methods.get(slot) {
        set_method(c.vm, member, class, method, 0);
    }
    Ok(Outcome::Void)
}

/// Of Java 8: the members of a class by name, descriptor and kind, each where it is given. Fills in the `MemberName`s of an
/// array, after the first so many, and says how many there are beside these.
fn get_members(c: &mut NativeCall<'_>) -> NativeResult {
    const SEARCH_SUPERCLASSES: u32 = 0x10_0000;
    const SEARCH_INTERFACES: u32 = 0x20_0000;
    let (mirror, results) = (c.reference(0), c.reference(6));
    if mirror == 0 || results == 0 {
        return int(-1);
    }
    let [name, descriptor] = [1, 2].map(|arg| (c.reference(arg) != 0).then(|| c.text(arg)));
    let asked = c.int(3) as u32;
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let mut classes = vec![class];
    if asked & SEARCH_SUPERCLASSES != 0 {
        classes.extend(std::iter::successors(class.superclass, |class| class.superclass));
    }
    if asked & SEARCH_INTERFACES != 0 {
        let interfaces = class.all_interfaces.iter().map(|id| c.vm.image.class(id.0));
        classes.extend(interfaces.filter(|interface| interface.id != class.id));
    }
    let wanted = |known: &str, ty: &str| {
        name.as_deref().is_none_or(|name| name == known) && descriptor.as_deref().is_none_or(|text| text == ty)
    };
    let mut found: Vec<(&'static Class, Result<&'static Method, &'static Field>)> = Vec::new();
    for class in classes {
        for field in class.fields.iter().filter(|_| asked & IS_FIELD != 0) {
            if wanted(field.name, field.descriptor) {
                found.push((class, Err(field)));
            }
        }
        for method in &class.methods {
            let kind = match method.name {
                "<clinit>" => 0,
                "<init>" => IS_CONSTRUCTOR,
                _ => IS_METHOD,
            };
            if asked & kind != 0 && wanted(method.name, method.descriptor) {
                found.push((class, Ok(method)));
            }
        }
    }
    let skip = c.int(5).max(0) as usize;
    let room = c.vm.heap.length(results) as usize;
    for (i, (class, member)) in found.iter().skip(skip).take(room).enumerate() {
        let result = c.vm.element(results, i as u32);
        let (name, descriptor) = match *member {
            Ok(method) => {
                set_method(c.vm, result, class, method, 0);
                (method.name, method.descriptor)
            }
            Err(field) => {
                set_field(c.vm, result, class, field, false);
                (field.name, field.descriptor)
            }
        };
        for (field, text) in [("name", name), ("type", descriptor)] {
            let text = c.vm.literal(text)?;
            c.vm.set_field(result, field, u64::from(text));
        }
    }
    int(found.len().saturating_sub(skip) as i32)
}

/// Resolves a `MemberName`: class, name, type and kind are given.
fn resolve(c: &mut NativeCall<'_>) -> NativeResult {
    let member = c.reference(0);
    let mirror = c.vm.field(member, "clazz") as Ref;
    if mirror == 0 {
        return reference(0);
    }
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let name = c.vm.text(c.vm.field(member, "name") as Ref);
    let flags = c.vm.field(member, "flags") as u32;
    let kind = flags >> KIND_SHIFT & 0xf;
    let descriptor = descriptor_of_type(c, member);
    if flags & IS_FIELD != 0 {
        let setter = kind == PUT_FIELD || kind == PUT_STATIC;
        return match find_field(c.vm, class, &name, descriptor.as_deref()) {
            Some((owner, field)) => {
                set_field(c.vm, member, owner, field, setter);
                reference(member)
            }
            None => missing(c, "java/lang/NoSuchFieldError", &name),
        };
    }
    let Some(descriptor) = descriptor else {
        return missing(c, "java/lang/NoSuchMethodError", &name);
    };
    // The linkers and invokers are signature-polymorphic: no class file declares the shape asked for.
    if class.name == "java/lang/invoke/MethodHandle" && (name.starts_with("linkTo") || name == "invokeBasic") {
        let kind = if name == "invokeBasic" {
            INVOKE_VIRTUAL
        } else {
            INVOKE_STATIC
        };
        let intrinsic = c.vm.intrinsic(class, &name, &descriptor, name != "invokeBasic");
        c.vm.set_field(member, MEMBER_TARGET, u64::from(intrinsic.id.0) + 1);
        let flags = IS_METHOD | u32::from(intrinsic.access) | kind << KIND_SHIFT;
        c.vm.set_field(member, "flags", u64::from(flags));
        return reference(member);
    }
    let key = (c.vm.image.symbols.intern(&name), c.vm.image.symbols.intern(&descriptor));
    let found = if name == "<init>" {
        class.method_index.get(&key).copied()
    } else {
        c.vm.image.find_method(class, key)
    };
    match found {
        Some(method) if name != "<init>" && kind != 0 && (kind == INVOKE_STATIC) != method.is_static() => {
            missing(c, "java/lang/IncompatibleClassChangeError", &name)
        }
        Some(method) => {
            set_method(c.vm, member, class, method, kind);
            reference(member)
        }
        None => missing(c, "java/lang/NoSuchMethodError", &name),
    }
}

fn find_field(
    vm: &mut Vm,
    class: &'static Class,
    name: &str,
    descriptor: Option<&str>,
) -> Option<(&'static Class, &'static Field)> {
    let name = vm.image.symbols.intern(name);
    let descriptor = vm.image.symbols.intern(descriptor?);
    vm.image.find_field(class, name, descriptor)
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

/// The descriptor behind `MemberName.type`: a MethodType, a Class, a String already, or result and parameters.
fn descriptor_of_type(c: &NativeCall<'_>, member: Ref) -> Option<String> {
    let ty = c.vm.field(member, "type") as Ref;
    if ty == 0 {
        return None;
    }
    let parameters = |params: Ref, result: Ref| {
        let mut text = String::from("(");
        for i in 0..c.vm.heap.length(params) {
            text.push_str(&c.vm.descriptor_of_mirror(c.vm.element(params, i)));
        }
        text.push(')');
        text.push_str(&c.vm.descriptor_of_mirror(result));
        text
    };
    match c.vm.class_of(ty).name {
        "java/lang/String" => Some(c.vm.text(ty)),
        "java/lang/Class" => Some(c.vm.descriptor_of_mirror(ty)),
        "java/lang/invoke/MethodType" => Some(parameters(
            c.vm.field(ty, "ptypes") as Ref,
            c.vm.field(ty, "rtype") as Ref,
        )),
        "[Ljava/lang/Object;" => Some(parameters(c.vm.element(ty, 1), c.vm.element(ty, 0))),
        _ => None,
    }
}

fn field_offset(c: &mut NativeCall<'_>) -> NativeResult {
    let member = c.reference(0);
    let mirror = c.vm.field(member, "clazz") as Ref;
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let name = c.vm.text(c.vm.field(member, "name") as Ref);
    // Who uses a handle that was made before the initialiser runs is made to wait for it.
    c.vm.note_way_around_initialiser(class, &name, &[InitState::Running]);
    c.vm.lift_firewalls(class, &name);
    long(super::unsafe_memory::offset_of(c.vm, class, &name).unwrap_or(-1))
}

/// The new target is what the next call of the site runs: a write that other threads may see.
fn set_call_site_target(c: &mut NativeCall<'_>) -> NativeResult {
    let (site, target) = (c.reference(0), c.reference(1));
    if site == 0 {
        return super::null_pointer();
    }
    let class = c.vm.class_of(site);
    let Some(slot) = c.vm.image.slot(class, "target") else {
        return Ok(Outcome::Void);
    };
    let kind = AccessKind {
        write: true,
        mode: Mode::Volatile,
        flags: crate::image::class::field_flag::JDK,
    };
    let word = site + HEADER + slot;
    if let Some(pending) =
        c.vm.gate(c.thread, site, Span::new(u64::from(word) * 8, 8), kind, c.may_execute)
    {
        return Ok(Outcome::Park(pending));
    }
    c.vm.heap.set(word, u64::from(target));
    c.vm.stored(site, target);
    Ok(Outcome::Void)
}
