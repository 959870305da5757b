//! The names of parameters, as far as class files have them.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_vm::image::class::Method;

/// The name of the parameter with this index, which begins in this slot of the method's locals: from the table of local variables (`javac -g`,
/// JVMS §4.7.13), else from that of parameters (`javac -parameters`, JVMS §4.7.24).
pub(crate) fn parameter_name(method: &Method, index: usize, slot: u32) -> Option<String> {
    let attributes = method.data().map(|code| &code.attributes[..]).unwrap_or_default();
    let local = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(entries) => entries
            .iter()
            .find(|entry| entry.start_pc == 0 && u32::from(entry.index) == slot)
            .map(|entry| entry.name.to_string()),
        _ => None,
    });
    local.or_else(|| declared(method)?.get(index)?.clone())
}

/// The names in the table of parameters, where it has all of them.
fn declared(method: &Method) -> Option<Vec<Option<String>>> {
    let mut methods = method.class().file()?.methods.iter();
    let own = methods.find(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor)?;
    let entries = own.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::MethodParameters(entries) => Some(entries),
        _ => None,
    })?;
    let names = entries.iter().map(|entry| entry.name.as_ref().map(ToString::to_string));
    (entries.len() == method.params.len()).then(|| names.collect())
}
