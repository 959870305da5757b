//! Reflective calls: the arguments are unpacked here, the call itself is a frame.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, null_pointer, reference};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::image::class::Method;
use crate::image::code::{Instr, Op};
use crate::thread::{Side, Span};
use crate::types::Ty;
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "jdk/internal/reflect/NativeMethodAccessorImpl",
        &[("invoke0", "", invoke)],
    ),
    (
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
        &[("invoke0", "", invoke)],
    ),
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        &[("newInstance0", "", construct)],
    ),
    (
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
        &[("newInstance0", "", construct)],
    ),
    (
        "jdk/internal/reflect/Reflection",
        &[
            ("getCallerClass", "", caller_class),
            ("getClassAccessFlags", "", |c| int(i32::from(c.class_arg(0).access))),
            ("areNestMates", "", |c| {
                let (a, b) = (c.class_arg(0), c.class_arg(1));
                match (super::class::nest_host_of(c, a)?, super::class::nest_host_of(c, b)?) {
                    (Ok(a), Ok(b)) => boolean(a.id == b.id),
                    (Err(first), _) | (Ok(_), Err(first)) => Ok(first),
                }
            }),
        ],
    ),
    (
        "java/lang/reflect/Array",
        &[
            ("getLength", "", |c| match c.reference(0) {
                0 => null_pointer(),
                array if c.vm.class_of(array).is_array() => int(c.vm.heap.length(array) as i32),
                _ => Ok(Outcome::Throw(
                    "java/lang/IllegalArgumentException",
                    Some("Argument is not an array".into()),
                )),
            }),
            ("newArray", "", new_array),
            ("multiNewArray", "", multi_new_array),
            ("get", "", array_get),
            ("set", "", array_set),
            ("getBoolean", "", |c| array_get_typed(c, Ty::Boolean)),
            ("getByte", "", |c| array_get_typed(c, Ty::Byte)),
            ("getChar", "", |c| array_get_typed(c, Ty::Char)),
            ("getShort", "", |c| array_get_typed(c, Ty::Short)),
            ("getInt", "", |c| array_get_typed(c, Ty::Int)),
            ("getLong", "", |c| array_get_typed(c, Ty::Long)),
            ("getFloat", "", |c| array_get_typed(c, Ty::Float)),
            ("getDouble", "", |c| array_get_typed(c, Ty::Double)),
            ("setBoolean", "", |c| array_set_typed(c, Ty::Boolean)),
            ("setByte", "", |c| array_set_typed(c, Ty::Byte)),
            ("setChar", "", |c| array_set_typed(c, Ty::Char)),
            ("setShort", "", |c| array_set_typed(c, Ty::Short)),
            ("setInt", "", |c| array_set_typed(c, Ty::Int)),
            ("setLong", "", |c| array_set_typed(c, Ty::Long)),
            ("setFloat", "", |c| array_set_typed(c, Ty::Float)),
            ("setDouble", "", |c| array_set_typed(c, Ty::Double)),
        ],
    ),
    (
        "java/lang/reflect/Executable",
        &[
            ("getParameters0", "", super::class_members::parameters),
            ("getTypeAnnotationBytes0", "", super::class_members::type_annotations),
        ],
    ),
    (
        "java/lang/reflect/Field",
        &[("getTypeAnnotationBytes0", "", super::class_members::type_annotations)],
    ),
];

fn method_of(c: &NativeCall<'_>, object: Ref) -> Option<&'static Method> {
    let mirror = c.vm.field(object, "clazz") as Ref;
    let slot = c.vm.field(object, "slot") as usize;
    c.vm.image
        .class_of_mirror(&c.vm.heap, mirror)
        .methods
        .get(slot)
        .copied()
}

/// Unpacks an argument array for a method; `None` when a value does not fit.
fn unpack(vm: &mut Vm, method: &Method, receiver: Option<Ref>, array: Ref) -> Option<Vec<u64>> {
    let count = if array == 0 { 0 } else { vm.heap.length(array) };
    if count as usize != method.params.len() {
        return None;
    }
    let mut slots: Vec<u64> = receiver.map(u64::from).into_iter().collect();
    let (descriptors, _) = crate::types::split_descriptor(method.descriptor);
    for (i, ty) in method.params.iter().enumerate() {
        let value = vm.element(array, i as u32);
        match ty {
            Ty::Reference => {
                let name = descriptors.get(i)?.strip_prefix('L').map(|d| d.trim_end_matches(';'));
                let name = name.unwrap_or(descriptors.get(i)?);
                // What the class of the method means by it. A class that is not loaded yet has no instance.
                let class = match method.class().apart {
                    true => vm.known_to(method.class(), name).unwrap_or(None),
                    false => vm.image.loaded(name),
                };
                if value != 0 && !class.is_some_and(|class| vm.class_of(value).is_subclass_of(class)) {
                    return None;
                }
                slots.push(u64::from(value));
            }
            _ => {
                let raw = unbox(vm, value, *ty)?;
                slots.push(raw);
                if ty.slots() == 2 {
                    slots.push(0);
                }
            }
        }
    }
    Some(slots)
}

/// The raw value of a wrapper, widened to `ty`. JLS 5.1.2.
fn unbox(vm: &Vm, object: Ref, ty: Ty) -> Option<u64> {
    if object == 0 {
        return None;
    }
    let from = match vm.class_of(object).name {
        "java/lang/Boolean" => Ty::Boolean,
        "java/lang/Byte" => Ty::Byte,
        "java/lang/Character" => Ty::Char,
        "java/lang/Short" => Ty::Short,
        "java/lang/Integer" => Ty::Int,
        "java/lang/Long" => Ty::Long,
        "java/lang/Float" => Ty::Float,
        "java/lang/Double" => Ty::Double,
        _ => return None,
    };
    let raw = from.widen(
        vm.heap
            .get(object + HEADER + vm.image.slot(vm.class_of(object), "value")?),
    );
    widen_primitive(raw, from, ty)
}

/// A primitive value as a wider type. JLS 5.1.2; `None` where that is no widening.
fn widen_primitive(raw: u64, from: Ty, ty: Ty) -> Option<u64> {
    if from == ty {
        return Some(raw);
    }
    let whole = match from {
        Ty::Byte | Ty::Short | Ty::Char | Ty::Int => i64::from(raw as u32 as i32),
        Ty::Long => raw as i64,
        _ => 0,
    };
    Some(match (from, ty) {
        (Ty::Byte, Ty::Short) => raw,
        (Ty::Byte | Ty::Short | Ty::Char, Ty::Int) => raw,
        (Ty::Byte | Ty::Short | Ty::Char | Ty::Int, Ty::Long) => whole as u64,
        (Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long, Ty::Float) => u64::from((whole as f32).to_bits()),
        (Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long, Ty::Double) => (whole as f64).to_bits(),
        (Ty::Float, Ty::Double) => f64::from(f32::from_bits(raw as u32)).to_bits(),
        _ => return None,
    })
}

/// Name of the body behind `doPrivileged(PrivilegedExceptionAction)`: what it throws is wrapped.
pub(crate) const CHECKED_PRIVILEGED_CALL: &str = "privileged call, checked";

const MISMATCH: &str = "java/lang/IllegalArgumentException";

/// Since Java 22 the message names the classes.
fn not_an_instance(vm: &Vm, receiver: Ref, method: &Method) -> String {
    if vm.image.universe.jdk.feature < 22 {
        return "object is not an instance of declaring class".into();
    }
    let (given, wanted) = (vm.class_of(receiver).binary_name(), method.class().binary_name());
    format!("object of type {given} is not an instance of {wanted}")
}

/// Since Java 21 the message names the numbers.
fn wrong_number(c: &NativeCall<'_>, count: usize, method: &Method) -> Outcome {
    let mut message = "wrong number of arguments".to_owned();
    if c.vm.image.universe.jdk.feature >= 21 {
        message += &format!(": {count} expected: {}", method.params.len());
    }
    Outcome::Throw(MISMATCH, Some(message))
}

fn invoke(c: &mut NativeCall<'_>) -> NativeResult {
    let (object, receiver, array) = (c.reference(0), c.reference(1), c.reference(2));
    let Some(method) = method_of(c, object) else {
        return Ok(Outcome::Throw(MISMATCH, Some("no such method".into())));
    };
    if !method.is_static() {
        if receiver == 0 {
            return null_pointer();
        }
        if !c.vm.class_of(receiver).is_subclass_of(method.class()) {
            return Ok(Outcome::Throw(MISMATCH, Some(not_an_instance(c.vm, receiver, method))));
        }
    }
    let count = if array == 0 {
        0
    } else {
        c.vm.heap.length(array) as usize
    };
    if count != method.params.len() {
        return Ok(wrong_number(c, count, method));
    }
    let receiver = (!method.is_static()).then_some(receiver);
    // Before the call, so that a failing initialiser is not taken for an exception of the method's own.
    if method.is_static()
        && let Some(outcome) = c.vm.initialise_for_native(c.thread, method.class(), c.may_execute)?
    {
        return Ok(outcome);
    }
    if let Some(park) = reach_arguments(c, array) {
        return Ok(park);
    }
    let Some(slots) = unpack(c.vm, method, receiver, array) else {
        return Ok(mismatch(c.vm, method, array));
    };
    let driver = c.vm.reflective_driver(method)?;
    Ok(Outcome::Tail(driver, slots, 0))
}

/// The gate for an array of arguments, after all else that a call waits for.
fn reach_arguments(c: &mut NativeCall<'_>, array: Ref) -> Option<Outcome> {
    let count = if array == 0 { 0 } else { c.vm.heap.length(array) };
    if count == 0 {
        return None;
    }
    c.reach(c.vm.elements(array, 0, count.into()), false)
}

/// What is said of arguments that do not fit: nothing, as by HotSpot, of the first if it is null and stands for a primitive.
fn mismatch(vm: &Vm, method: &Method, array: Ref) -> Outcome {
    let null_for_primitive = |(i, ty): (usize, &Ty)| *ty != Ty::Reference && vm.element(array, i as u32) == 0;
    let silent = method.params.iter().enumerate().any(null_for_primitive);
    Outcome::Throw(MISMATCH, (!silent).then(|| "argument type mismatch".into()))
}

fn construct(c: &mut NativeCall<'_>) -> NativeResult {
    let (object, array) = (c.reference(0), c.reference(1));
    let Some(method) = method_of(c, object) else {
        return Ok(Outcome::Throw(MISMATCH, Some("no such constructor".into())));
    };
    let class = method.class();
    if class.access & crate::image::class::access::ABSTRACT != 0 {
        return Ok(Outcome::Throw(
            "java/lang/InstantiationException",
            Some(class.binary_name()),
        ));
    }
    if let Some(outcome) = c.vm.initialise_for_native(c.thread, class, c.may_execute)? {
        return Ok(outcome);
    }
    let count = if array == 0 {
        0
    } else {
        c.vm.heap.length(array) as usize
    };
    if count != method.params.len() {
        return Ok(wrong_number(c, count, method));
    }
    if let Some(park) = reach_arguments(c, array) {
        return Ok(park);
    }
    let made = c.vm.new_object(class)?;
    let Some(mut slots) = unpack(c.vm, method, Some(made), array) else {
        return Ok(mismatch(c.vm, method, array));
    };
    slots.insert(0, u64::from(made));
    let driver = c.vm.construction_driver(method)?;
    Ok(Outcome::Tail(driver, slots, 0))
}

impl Vm {
    /// A body that takes a method's arguments as its locals, calls it and returns the boxed result.
    fn reflective_driver(&mut self, method: &'static Method) -> Result<&'static Method, VmError> {
        self.spreading_driver(
            method,
            "reflective call",
            0,
            &[
                Instr {
                    op: Op::InvokeBoxed,
                    x: 0,
                    a: method.arg_slots,
                    b: method.id.0,
                },
                Instr {
                    op: Op::ReturnBoxed,
                    x: method.result as u8,
                    a: 0,
                    b: 0,
                },
                Instr::plain(Op::Return1),
            ],
        )
    }

    /// The same for a constructor: local 0 is the new object, the arguments follow.
    pub(super) fn construction_driver(&mut self, method: &'static Method) -> Result<&'static Method, VmError> {
        self.spreading_driver(
            method,
            "reflective construction",
            1,
            &[
                Instr {
                    op: Op::InvokeBoxed,
                    x: 0,
                    a: method.arg_slots,
                    b: method.id.0,
                },
                Instr::plain(Op::ReturnLocal0),
            ],
        )
    }

    /// A body that runs a `PrivilegedAction`, for the JDKs whose `doPrivileged` is native.
    pub(super) fn privileged_driver(&mut self, checked: bool) -> Result<&'static Method, VmError> {
        let (interface, name) = if checked {
            ("java/security/PrivilegedExceptionAction", CHECKED_PRIVILEGED_CALL)
        } else {
            ("java/security/PrivilegedAction", "privileged call")
        };
        let interface = self.image.load(&mut self.heap, interface)?;
        let run = self.image.named_method(interface, "run", "()Ljava/lang/Object;")?;
        let key = (run.id, u32::MAX);
        if let Some(driver) = self.image.linked_sites.get(&key) {
            return Ok(self.image.method(*driver));
        }
        let body = [
            Instr::plain(Op::Load),
            Instr {
                op: Op::InvokeinterfaceQ,
                x: 0,
                a: 1,
                b: run.id.0,
            },
            Instr::plain(Op::Return1),
        ];
        let object = self.image.load(&mut self.heap, "java/lang/Object")?;
        let driver = self.internal_body(object, name, &body, 1, 2, Ty::Reference);
        self.image.linked_sites.insert(key, driver.id.0);
        Ok(driver)
    }

    fn spreading_driver(
        &mut self,
        method: &'static Method,
        name: &'static str,
        skip: u16,
        tail: &[Instr],
    ) -> Result<&'static Method, VmError> {
        let key = (method.id, u32::MAX - u32::from(skip));
        if let Some(driver) = self.image.linked_sites.get(&key) {
            return Ok(self.image.method(*driver));
        }
        let mut body: Vec<Instr> = (0..method.arg_slots)
            .map(|i| Instr {
                op: Op::Load,
                x: 0,
                a: i + skip,
                b: 0,
            })
            .collect();
        body.extend_from_slice(tail);
        let object = self.image.load(&mut self.heap, "java/lang/Object")?;
        let slots = method.arg_slots + skip;
        let driver = self.internal_body(object, name, &body, slots, u32::from(slots) + 4, Ty::Reference);
        self.image.linked_sites.insert(key, driver.id.0);
        Ok(driver)
    }
}

/// Whether a frame carries out `Method.invoke`. Those are left out where a caller is asked for, and no other frames of reflection.
fn invokes_for_another(method: &Method) -> bool {
    const ACCESSORS: [&str; 2] = [
        "jdk/internal/reflect/MethodAccessorImpl",
        "sun/reflect/MethodAccessorImpl",
    ];
    let mut classes = std::iter::successors(Some(method.class()), |class| class.superclass);
    method.class().name == "java/lang/reflect/Method" || classes.any(|class| ACCESSORS.contains(&class.name))
}

/// The class of the caller's caller, reflection's own frames left out.
fn caller_class(c: &mut NativeCall<'_>) -> NativeResult {
    let mut asked = false;
    for (_, method, _) in c.this_thread().frames() {
        let method = c.vm.image.method(method);
        if method.code.get().is_some_and(|code| code.internal) {
            continue;
        }
        // Frame 0 is the method that asks, frame 1 the one that called it, be it through reflection.
        if !asked {
            asked = true;
            continue;
        }
        if !invokes_for_another(method) {
            return reference(method.class().mirror.get());
        }
    }
    reference(0)
}

fn new_array(c: &mut NativeCall<'_>) -> NativeResult {
    if c.reference(0) == 0 {
        return null_pointer();
    }
    let length = c.int(1);
    if length < 0 {
        return Ok(Outcome::Throw(
            "java/lang/NegativeArraySizeException",
            Some(length.to_string()),
        ));
    }
    let component = c.class_arg(0);
    if matches!(component.shape, crate::image::class::Shape::Primitive(Ty::Void)) {
        return Ok(Outcome::Throw(MISMATCH, None));
    }
    let class = c.vm.image.array_of(&mut c.vm.heap, component)?;
    let user = c.vm.caller_is_user(c.thread);
    reference(c.vm.new_array(class, length as u32, user)?)
}

fn multi_new_array(c: &mut NativeCall<'_>) -> NativeResult {
    let mut class = c.class_arg(0);
    let dimensions = c.reference(1);
    let count = c.vm.heap.length(dimensions);
    if let Some(park) = c.reach(c.vm.elements(dimensions, 0, count.into()), false) {
        return Ok(park);
    }
    let base = u64::from(dimensions + HEADER) * 8;
    let lengths: Vec<i32> = (0..count)
        .map(|i| c.vm.heap.read(base + 4 * u64::from(i), 2) as i32)
        .collect();
    if let Some(negative) = lengths.iter().find(|l| **l < 0) {
        return Ok(Outcome::Throw(
            "java/lang/NegativeArraySizeException",
            Some(negative.to_string()),
        ));
    }
    for _ in 0..count {
        class = c.vm.image.array_of(&mut c.vm.heap, class)?;
    }
    let user = c.vm.caller_is_user(c.thread);
    reference(c.vm.multi_array(class, &lengths, user)?)
}

fn element_address(c: &NativeCall<'_>) -> Result<(Ref, Ty, u64), Outcome> {
    let (array, index) = (c.reference(0), c.int(1));
    if array == 0 {
        return Err(Outcome::Throw("java/lang/NullPointerException", None));
    }
    let Some(ty) = c.vm.class_of(array).element_type() else {
        return Err(Outcome::Throw(MISMATCH, Some("Argument is not an array".into())));
    };
    let length = c.vm.heap.length(array);
    if index < 0 || index as u32 >= length {
        return Err(Outcome::Throw("java/lang/ArrayIndexOutOfBoundsException", None));
    }
    Ok((array, ty, u64::from(array + HEADER) * 8 + ((index as u64) << ty.log2())))
}

/// The gate for one element.
fn reach_element(c: &mut NativeCall<'_>, (array, ty, at): (Ref, Ty, u64), write: bool) -> Option<Outcome> {
    let span = Span::new(at, 1 << ty.log2());
    c.reach(Side { object: array, span }, write)
}

fn array_get(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, ty, at) = match element_address(c) {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    if let Some(park) = reach_element(c, (array, ty, at), false) {
        return Ok(park);
    }
    let value = ty.widen(c.vm.heap.read(at, ty.log2()));
    if ty == Ty::Reference {
        return reference(value as Ref);
    }
    let boxing = c.vm.boxing_method(ty)?;
    let slots = if ty.slots() == 2 { vec![value, 0] } else { vec![value] };
    Ok(Outcome::Tail(boxing, slots, 0))
}

fn array_set(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, ty, at) = match element_address(c) {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    let value = c.reference(2);
    if let Some(park) = reach_element(c, (array, ty, at), true) {
        return Ok(park);
    }
    let raw = if ty == Ty::Reference {
        Some(u64::from(value))
    } else {
        unbox(c.vm, value, ty)
    };
    let Some(raw) = raw else {
        return Ok(Outcome::Throw(MISMATCH, Some("argument type mismatch".into())));
    };
    c.vm.heap.write(at, ty.log2(), ty.narrow(raw));
    if ty == Ty::Reference {
        c.vm.stored(array, value);
    }
    Ok(Outcome::Void)
}

/// `Array.getInt` and its kin.
fn array_get_typed(c: &mut NativeCall<'_>, wanted: Ty) -> NativeResult {
    let (array, ty, at) = match element_address(c) {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    if let Some(park) = reach_element(c, (array, ty, at), false) {
        return Ok(park);
    }
    let value = ty.widen(c.vm.heap.read(at, ty.log2()));
    match widen_primitive(value, ty, wanted) {
        Some(value) => Ok(Outcome::Value(value)),
        None => Ok(Outcome::Throw(MISMATCH, Some("argument type mismatch".into()))),
    }
}

/// `Array.setInt` and its kin.
fn array_set_typed(c: &mut NativeCall<'_>, given: Ty) -> NativeResult {
    let (array, ty, at) = match element_address(c) {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    let Some(value) = widen_primitive(given.widen(given.narrow(c.slot(2))), given, ty) else {
        return Ok(Outcome::Throw(MISMATCH, Some("argument type mismatch".into())));
    };
    if let Some(park) = reach_element(c, (array, ty, at), true) {
        return Ok(park);
    }
    c.vm.heap.write(at, ty.log2(), ty.narrow(value));
    Ok(Outcome::Void)
}
