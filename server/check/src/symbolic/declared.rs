//! Exceptions that a method may throw.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_vm::Vm;
use dropwire_vm::image::class::{Class, Method};

use crate::facts::kind::Kind;
use crate::report::Finding;

/// Whether a finding is an exception that the method declares to throw. `throws Exception` declares no unchecked one. JLS §11.1.1.
pub(super) fn is_declared(vm: &mut Vm, method: &'static Method, finding: &Finding) -> bool {
    let thrown = finding.thrown().filter(|_| finding.kind == Kind::UncaughtException);
    let Some(class) = thrown.map(|thrown| thrown.class.replace('.', "/")) else {
        return false;
    };
    let mut load = |name: &str| vm.image.load(&mut vm.heap, name).ok();
    let unchecked = [load("java/lang/RuntimeException"), load("java/lang/Error")];
    let is_unchecked = |class: &Class| {
        unchecked
            .iter()
            .flatten()
            .any(|unchecked| class.is_subclass_of(unchecked))
    };
    let Some(class) = load(&class) else { return false };
    let declared: Vec<&'static Class> = declared(method).iter().filter_map(|name| load(name)).collect();
    declared
        .into_iter()
        .any(|declared| class.is_subclass_of(declared) && is_unchecked(class) == is_unchecked(declared))
}

/// The exceptions of a method's `throws`; internal names. JVMS §4.7.5.
fn declared(method: &Method) -> Vec<String> {
    let file = method.class().file();
    let methods = file.into_iter().flat_map(|file| &file.methods);
    let mut named = methods.filter(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor);
    let attributes = named.next().map(|one| &one.attributes[..]).unwrap_or_default();
    let names = attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::Exceptions(names) => Some(names),
        _ => None,
    });
    names.flatten().map(|name| name.to_string()).collect()
}
