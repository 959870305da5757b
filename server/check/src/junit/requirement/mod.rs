//! `@Requires("amount > 0 && amount <= balance")`: a precondition as an annotation of a method or constructor, in Java, on its parameters, the fields of
//! its object, and what these offer. So it is written with contracts for Java (Cofoja) and others; the annotation is known by its simple name, whoever
//! declares it, and has to be kept in class files.

mod names;
mod reader;
mod tokens;
mod types;

use cafebabe::attributes::AnnotationElementValue;
use dropwire_classes::{cafebabe, content_hash};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::predicate::{Predicate, Term};
use dropwire_vm::types::split_descriptor;
use dropwire_vm::{Vm, VmError};

use super::marks;
use names::Names;

/// The simple name of the annotation.
const REQUIRES: &str = "Requires";

/// The method that says whether the parameters of a method are allowed that has `@Requires`: static, it takes the object first, unless the
/// method is static or a constructor, and then the same parameters.
///
/// # Errors
/// A condition that cannot be read.
pub(super) fn requirement(
    vm: &mut Vm,
    class: &'static Class,
    method: &'static Method,
) -> Result<Option<&'static Method>, VmError> {
    let conditions = conditions(method);
    if conditions.is_empty() {
        return Ok(None);
    }
    let mut names = Names::of(vm, class, method);
    let mut all: Option<Term> = None;
    for text in &conditions {
        let one = reader::condition(&mut names, text).map_err(|why| {
            VmError::NotModelled(format!(
                "@{REQUIRES}({text:?}) of {} cannot be read: {why}",
                method.full_name()
            ))
        })?;
        all = Some(match all {
            None => one,
            Some(before) => Term::And(Box::new(before), Box::new(one)),
        });
    }
    let Some(condition) = all else { return Ok(None) };
    let (parameters, _) = split_descriptor(method.descriptor);
    let receiver = takes_object(method).then(|| format!("L{};", class.name));
    let parameters: Vec<String> = receiver
        .into_iter()
        .chain(parameters.into_iter().map(str::to_owned))
        .collect();
    let identity = format!("{} {} {condition:?}", method.full_name(), method.descriptor);
    let predicate = Predicate {
        name: format!("dropwire/Requires{:016x}", content_hash(identity.as_bytes())),
        parameters,
        condition,
    };
    vm.define_predicate(&predicate, class).map(Some)
}

/// Whether there is an object when the precondition of a method is asked.
pub(super) fn takes_object(method: &Method) -> bool {
    !method.is_static() && !method.is_constructor()
}

/// The conditions that the annotations of a method say.
fn conditions(method: &Method) -> Vec<String> {
    let all = marks::kept_of_method(method).into_iter();
    let all = all.filter(|mark| mark.name().rsplit(['/', '$']).next() == Some(REQUIRES));
    let text = |value: &'static AnnotationElementValue<'static>| match value {
        AnnotationElementValue::StringConstant(text) => Some(text.to_string()),
        _ => None,
    };
    all.flat_map(|mark| marks::items(mark.get("value")))
        .filter_map(text)
        .collect()
}
