//! `java.lang.Class`: fields, methods and constructors as reflection shows them.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;

use super::raw_class::{self, RawClass, bytes_or_null};
use super::{NativeCall, NativeResult, Outcome, Row, reference};
use crate::class_names::Named;
use crate::error::VmError;
use crate::generate::is_factory;
use crate::heap::Ref;
use crate::image::class::{Class, Method, access};
use crate::types::{Ty, split_descriptor};
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[("java/lang/Class", MEMBERS)];

const MEMBERS: &[Row] = &[
    ("getDeclaredFields0", "", declared_fields),
    ("getDeclaredMethods0", "", declared_methods),
    ("getDeclaredConstructors0", "", declared_constructors),
    ("getRecordComponents0", "", record_components),
];

/// The mirror of the type that a descriptor names.
fn mirror_of_descriptor(vm: &mut Vm, descriptor: &str) -> Result<Ref, VmError> {
    let ty = Ty::of(descriptor);
    let class = match ty {
        Ty::Reference => {
            let name = match descriptor.strip_prefix('L') {
                Some(rest) => rest.trim_end_matches(';').to_owned(),
                None => descriptor.to_owned(),
            };
            vm.image.load(&mut vm.heap, &name)?
        }
        _ => vm.image.primitive_class(&mut vm.heap, ty)?,
    };
    Ok(class.mirror.get())
}

/// The same, as a class means it.
fn mirror_to(vm: &mut Vm, class: &'static Class, descriptor: &str) -> Result<Ref, VmError> {
    if class.apart
        && let Some(name) = named_in(descriptor)
        && let Named::Found(found) = vm.named_by(class, name)?
    {
        return Ok(found.mirror.get());
    }
    mirror_of_descriptor(vm, descriptor)
}

/// The class, or the descriptor of the array, that a descriptor names.
pub(crate) fn named_in(descriptor: &str) -> Option<&str> {
    match descriptor.strip_prefix('L') {
        Some(rest) => Some(rest.trim_end_matches(';')),
        None => descriptor.starts_with('[').then_some(descriptor),
    }
}

/// What members of a class name has to be known before they can be listed: its loader is asked, for one class after the other.
fn ask_first<'a>(
    c: &mut NativeCall<'_>,
    class: &'static Class,
    descriptors: impl Iterator<Item = &'a str>,
) -> Result<Option<Outcome>, VmError> {
    for descriptor in descriptors.filter(|_| class.apart) {
        let (params, result) = match descriptor.starts_with('(') {
            true => split_descriptor(descriptor),
            false => (Vec::new(), descriptor),
        };
        let names = params.into_iter().chain([result]).filter_map(named_in);
        if let Some(first) = ask_for(c, class, names)? {
            return Ok(Some(first));
        }
    }
    Ok(None)
}

fn ask_for<'a>(
    c: &mut NativeCall<'_>,
    class: &'static Class,
    names: impl Iterator<Item = &'a str>,
) -> Result<Option<Outcome>, VmError> {
    for name in names {
        if let Named::Ask(question) = c.vm.named_by(class, name)? {
            c.vm.ask(c.thread, question)?;
            return Ok(Some(Outcome::Again));
        }
    }
    Ok(None)
}

/// The same for the types and the declared exceptions of methods.
fn ask_for_methods(
    c: &mut NativeCall<'_>,
    class: &'static Class,
    chosen: impl Fn(&Method) -> bool,
) -> Result<Option<Outcome>, VmError> {
    if !class.apart {
        return Ok(None);
    }
    for (index, method) in class.methods.iter().enumerate().filter(|(_, method)| chosen(method)) {
        if let Some(first) = ask_first(c, class, [method.descriptor].into_iter())? {
            return Ok(Some(first));
        }
        let attributes = class.file().map(|file| &file.methods[index].attributes[..]);
        let names = exceptions(attributes.unwrap_or_default());
        if let Some(first) = ask_for(c, class, names.iter().map(String::as_str))? {
            return Ok(Some(first));
        }
    }
    Ok(None)
}

fn exceptions(attributes: &[cafebabe::attributes::AttributeInfo<'static>]) -> Vec<String> {
    let names = attributes.iter().find_map(|a| match &a.data {
        AttributeData::Exceptions(names) => Some(names.iter().map(|n| n.to_string()).collect()),
        _ => None,
    });
    names.unwrap_or_default()
}

fn parameter_types(vm: &mut Vm, class: &'static Class, descriptor: &str) -> Result<(Ref, Ref), VmError> {
    let (params, result) = split_descriptor(descriptor);
    let mut mirrors = Vec::new();
    for param in params {
        mirrors.push(mirror_to(vm, class, param)?);
    }
    let array = vm.new_reference_array("java/lang/Class", &mirrors)?;
    Ok((array, mirror_to(vm, class, result)?))
}

fn signature(attributes: &[cafebabe::attributes::AttributeInfo<'static>]) -> Option<String> {
    attributes.iter().find_map(|a| match &a.data {
        AttributeData::Signature(text) => Some(text.to_string()),
        _ => None,
    })
}

fn set_signature(
    vm: &mut Vm,
    object: Ref,
    attributes: &[cafebabe::attributes::AttributeInfo<'static>],
) -> Result<(), VmError> {
    if let Some(text) = signature(attributes) {
        let text = vm.new_text(&text)?;
        vm.set_field(object, "signature", u64::from(text));
    }
    Ok(())
}

fn exception_types(
    vm: &mut Vm,
    class: &'static Class,
    attributes: &[cafebabe::attributes::AttributeInfo<'static>],
) -> Result<Ref, VmError> {
    let mut mirrors = Vec::new();
    for name in exceptions(attributes) {
        let known = vm.known_to(class, &name)?;
        mirrors.push(known.ok_or(VmError::MissingClass(name))?.mirror.get());
    }
    vm.new_reference_array("java/lang/Class", &mirrors)
}

fn declared_fields(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let public_only = c.int(1) != 0;
    let descriptors = class.fields.iter().map(|field| field.descriptor);
    if let Some(first) = ask_first(c, class, descriptors)? {
        return Ok(first);
    }
    let field_class = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/Field")?;
    let raw = RawClass::of(class);
    let mut objects = Vec::new();
    for (index, field) in class.fields.iter().enumerate() {
        if public_only && field.access & access::PUBLIC == 0 {
            continue;
        }
        let object = c.vm.new_object(field_class)?;
        let ty = mirror_to(c.vm, class, field.descriptor)?;
        let name = c.vm.literal(field.name)?;
        c.vm.set_field(object, "clazz", u64::from(class.mirror.get()));
        c.vm.set_field(object, "slot", index as u64);
        c.vm.set_field(object, "name", u64::from(name));
        c.vm.set_field(object, "type", u64::from(ty));
        c.vm.set_field(object, "modifiers", u64::from(field.access));
        c.vm.set_field(object, "trustedFinal", u64::from(class.is_trusted_final(field)));
        if let Some(file) = class.file() {
            set_signature(c.vm, object, &file.fields[index].attributes)?;
        }
        if let Some(raw) = &raw
            && let Some(attributes) = raw.fields.get(index)
        {
            let annotations = bytes_or_null(c.vm, class, raw.attribute(attributes, raw_class::VISIBLE))?;
            c.vm.set_field(object, "annotations", u64::from(annotations));
        }
        objects.push(object);
    }
    reference(c.vm.new_reference_array("java/lang/reflect/Field", &objects)?)
}

fn fill_executable(
    vm: &mut Vm,
    object: Ref,
    class: &'static Class,
    index: usize,
    method: &Method,
) -> Result<Ref, VmError> {
    let (params, result) = parameter_types(vm, class, method.descriptor)?;
    vm.set_field(object, "clazz", u64::from(class.mirror.get()));
    vm.set_field(object, "slot", index as u64);
    vm.set_field(object, "modifiers", u64::from(method.access));
    vm.set_field(object, "parameterTypes", u64::from(params));
    let attributes = class
        .file()
        .map(|f| &f.methods[index].attributes[..])
        .unwrap_or_default();
    let exceptions = exception_types(vm, class, attributes)?;
    vm.set_field(object, "exceptionTypes", u64::from(exceptions));
    set_signature(vm, object, attributes)?;
    Ok(result)
}

/// The raw annotations of a method or constructor.
fn set_annotations(
    vm: &mut Vm,
    object: Ref,
    class: &'static Class,
    raw: Option<&RawClass>,
    index: usize,
) -> Result<(), VmError> {
    let Some(raw) = raw else { return Ok(()) };
    let Some(attributes) = raw.methods.get(index) else {
        return Ok(());
    };
    for (field, attribute) in [
        ("annotations", raw_class::VISIBLE),
        ("parameterAnnotations", raw_class::PARAMETERS),
        ("annotationDefault", raw_class::DEFAULT),
    ] {
        let bytes = bytes_or_null(vm, class, raw.attribute(attributes, attribute))?;
        vm.set_field(object, field, u64::from(bytes));
    }
    Ok(())
}

/// `Executable.getParameters0`: what the MethodParameters attribute says, null without one.
pub(super) fn parameters(c: &mut NativeCall<'_>) -> NativeResult {
    let executable = c.reference(0);
    let class =
        c.vm.image
            .class_of_mirror(&c.vm.heap, c.vm.field(executable, "clazz") as Ref);
    let slot = c.vm.field(executable, "slot") as usize;
    let attributes = class
        .file()
        .and_then(|f| f.methods.get(slot))
        .map(|m| &m.attributes[..]);
    let Some(entries) = attributes.unwrap_or_default().iter().find_map(|a| match &a.data {
        AttributeData::MethodParameters(entries) => Some(entries),
        _ => None,
    }) else {
        return reference(0);
    };
    let parameter = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/Parameter")?;
    let mut objects = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let object = c.vm.new_object(parameter)?;
        let name = match &entry.name {
            Some(name) => c.vm.literal(name)?,
            None => 0,
        };
        c.vm.set_field(object, "name", u64::from(name));
        c.vm.set_field(object, "modifiers", u64::from(entry.access_flags.bits()));
        c.vm.set_field(object, "executable", u64::from(executable));
        c.vm.set_field(object, "index", index as u64);
        objects.push(object);
    }
    reference(c.vm.new_reference_array("java/lang/reflect/Parameter", &objects)?)
}

/// Raw type annotations of a field, method or constructor.
pub(super) fn type_annotations(c: &mut NativeCall<'_>) -> NativeResult {
    let member = c.reference(0);
    let class =
        c.vm.image
            .class_of_mirror(&c.vm.heap, c.vm.field(member, "clazz") as Ref);
    let slot = c.vm.field(member, "slot") as usize;
    let Some(raw) = RawClass::of(class) else {
        return reference(0);
    };
    let of = if c.vm.class_of(member).name == "java/lang/reflect/Field" {
        raw.fields.get(slot)
    } else {
        raw.methods.get(slot)
    };
    let range = of.map_or(0..0, |of| raw.attribute(of, raw_class::TYPES));
    reference(bytes_or_null(c.vm, class, range)?)
}

fn declared_methods(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let public_only = c.int(1) != 0;
    let chosen = |method: &Method| {
        !method.name.starts_with('<') && (!public_only || method.access & access::PUBLIC != 0) && !is_factory(method)
    };
    if let Some(first) = ask_for_methods(c, class, chosen)? {
        return Ok(first);
    }
    let method_class = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/Method")?;
    let raw = RawClass::of(class);
    let mut objects = Vec::new();
    for (index, method) in class.methods.iter().enumerate() {
        if !chosen(method) {
            continue;
        }
        let object = c.vm.new_object(method_class)?;
        let result = fill_executable(c.vm, object, class, index, method)?;
        set_annotations(c.vm, object, class, raw.as_ref(), index)?;
        let name = c.vm.literal(method.name)?;
        c.vm.set_field(object, "name", u64::from(name));
        c.vm.set_field(object, "returnType", u64::from(result));
        objects.push(object);
    }
    reference(c.vm.new_reference_array("java/lang/reflect/Method", &objects)?)
}

fn declared_constructors(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let public_only = c.int(1) != 0;
    let chosen = |method: &Method| method.name == "<init>" && (!public_only || method.access & access::PUBLIC != 0);
    if let Some(first) = ask_for_methods(c, class, chosen)? {
        return Ok(first);
    }
    let constructor = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/Constructor")?;
    let raw = RawClass::of(class);
    let mut objects = Vec::new();
    for (index, method) in class.methods.iter().enumerate() {
        if !chosen(method) {
            continue;
        }
        let object = c.vm.new_object(constructor)?;
        fill_executable(c.vm, object, class, index, method)?;
        set_annotations(c.vm, object, class, raw.as_ref(), index)?;
        objects.push(object);
    }
    reference(c.vm.new_reference_array("java/lang/reflect/Constructor", &objects)?)
}

fn record_components(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.class_arg(0);
    let component_class = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/RecordComponent")?;
    let mut objects = Vec::new();
    let components = class
        .file()
        .and_then(|f| {
            f.attributes.iter().find_map(|a| match &a.data {
                AttributeData::Record(components) => Some(components),
                _ => None,
            })
        })
        .map(|c| &c[..])
        .unwrap_or_default();
    let descriptors: Vec<String> = components.iter().map(|known| known.descriptor.to_string()).collect();
    if let Some(first) = ask_first(c, class, descriptors.iter().map(String::as_str))? {
        return Ok(first);
    }
    let raw = RawClass::of(class);
    let attributes = raw.as_ref().and_then(RawClass::components).unwrap_or_default();
    for (at, component) in components.iter().enumerate() {
        let object = c.vm.new_object(component_class)?;
        if let (Some(raw), Some(attributes)) = (&raw, attributes.get(at)) {
            for (field, name) in [
                ("annotations", raw_class::VISIBLE),
                ("typeAnnotations", raw_class::TYPES),
            ] {
                let bytes = bytes_or_null(c.vm, class, raw.attribute(attributes, name))?;
                c.vm.set_field(object, field, u64::from(bytes));
            }
        }
        let descriptor = component.descriptor.to_string();
        let ty = mirror_to(c.vm, class, &descriptor)?;
        let name = c.vm.literal(&component.name)?;
        c.vm.set_field(object, "clazz", u64::from(class.mirror.get()));
        c.vm.set_field(object, "name", u64::from(name));
        c.vm.set_field(object, "type", u64::from(ty));
        set_signature(c.vm, object, &component.attributes)?;
        if let Some(index) = class
            .methods
            .iter()
            .position(|m| m.name == component.name && m.params.is_empty() && !m.is_static())
        {
            let method_class = c.vm.image.load(&mut c.vm.heap, "java/lang/reflect/Method")?;
            let accessor = c.vm.new_object(method_class)?;
            let result = fill_executable(c.vm, accessor, class, index, class.methods[index])?;
            c.vm.set_field(accessor, "name", u64::from(name));
            c.vm.set_field(accessor, "returnType", u64::from(result));
            set_annotations(c.vm, accessor, class, raw.as_ref(), index)?;
            c.vm.set_field(object, "accessor", u64::from(accessor));
        }
        objects.push(object);
    }
    reference(c.vm.new_reference_array("java/lang/reflect/RecordComponent", &objects)?)
}
