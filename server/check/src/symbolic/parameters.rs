//! The parameters of a method that is explored for all inputs: which ones are symbolic, and their values as text.

use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::types::{Ty, external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::options::{Choice, SymbolicOptions, THIS};
use super::places::{Part, PlaceId, Places, width};
use super::structure::possible;
use crate::facts::reason::LeftOut;
use crate::input_value::InputValue;
use crate::junit::{CallSequence, RECEIVER, parameter_name, precondition_of};
use crate::trail::Input;

/// A parameter, or the object on which the method is called.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, where the class file says it; else `arg0` and so on.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its type as source code has it.
    pub type_name: String,
    /// The number of the call whose parameter it is.
    pub call: usize,
    /// Its first slot among the method's locals.
    pub slot: u32,
    /// Its value, if it is not symbolic.
    pub fixed: Option<String>,
    /// The place of the input, if it is.
    pub(super) place: Option<PlaceId>,
}

/// The parameters of calls, in order; first the object on which they are made, where that is symbolic: somebody says so, or its class has a
/// `repOk`. Where two calls have parameters of one name, the later one has the number of the call behind its name.
///
/// # Errors
/// A parameter that can be neither symbolic nor has a value, and names that the method does not have.
pub(super) fn of(
    vm: &mut Vm,
    calls: &CallSequence,
    options: &SymbolicOptions,
    places: &mut Places,
) -> Result<Vec<Parameter>, VmError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let class = calls.class;
    let symbolic = match options.said(THIS) {
        Some(said) => said == Choice::Symbolic,
        None => precondition_of(class).is_some(),
    };
    if symbolic && calls.needs_object() {
        let descriptor = format!("L{};", class.name);
        let place = places.keep(Part::Receiver, &descriptor, |_| THIS.to_owned());
        parameters.push(Parameter {
            name: THIS.to_owned(),
            ty: Ty::Reference,
            type_name: external_type(&descriptor),
            call: 0,
            slot: 0,
            fixed: None,
            place: Some(place),
        });
    }
    let mut index = 0;
    for (call, method) in calls.methods.iter().enumerate() {
        let (descriptors, _) = split_descriptor(method.descriptor);
        let mut slot = u32::from(!method.is_static());
        for (own, (descriptor, ty)) in descriptors.iter().zip(&method.params).enumerate() {
            let name = parameter_name(method, own, slot).unwrap_or_else(|| format!("arg{own}"));
            let name = free_name(name, call, &parameters);
            let place = places.keep(Part::Parameter(index), descriptor, |_| name.clone());
            let fixed = match options.choice(&name) {
                Choice::Symbolic => None,
                Choice::Fixed(value) => Some(value.to_owned()),
                Choice::NotSaid => return Err(no_input(method, &name, descriptor)),
            };
            parameters.push(Parameter {
                place: fixed.is_none().then_some(place),
                name,
                ty: *ty,
                type_name: external_type(descriptor),
                call,
                slot,
                fixed,
            });
            slot += ty.slots();
            index += 1;
        }
    }
    for parameter in &parameters {
        let Some(place) = parameter.place else { continue };
        if !is_symbolic(vm, places, place, parameter.ty, class, options) {
            let descriptor = places.get(place).descriptor.clone();
            return Err(no_input(calls.methods[parameter.call], &parameter.name, &descriptor));
        }
    }
    let has_receiver = calls.needs_object();
    let is_known = |name: &str| parameters.iter().any(|one| one.name == name) || name == THIS && has_receiver;
    match options.unknown(is_known) {
        None => Ok(parameters),
        Some(name) => Err(VmError::Class(format!(
            "{} has no parameter {name}; it has {}",
            calls.described(),
            match &parameters[..] {
                [] => "none".to_owned(),
                all => all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", "),
            }
        ))),
    }
}

/// A name that no other parameter has.
fn free_name(name: String, call: usize, others: &[Parameter]) -> String {
    let is_free = |name: &str| !others.iter().any(|other| other.name == name);
    let numbered = (call + 1..).map(|number| format!("{name}{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| is_free(name));
    free.unwrap_or(name)
}

fn is_symbolic(
    vm: &mut Vm,
    places: &Places,
    place: PlaceId,
    ty: Ty,
    class: &'static Class,
    options: &SymbolicOptions,
) -> bool {
    if ty != Ty::Reference {
        return width(ty).is_some();
    }
    let all = possible(vm, places, place, &[], class, options.bounds());
    let none = |left_out: &LeftOut| matches!(left_out, LeftOut::Type { .. });
    !all.references.is_empty() && !all.left_out.iter().any(none)
}

fn no_input(method: &Method, name: &str, descriptor: &str) -> VmError {
    VmError::NotModelled(format!(
        "parameter {name} of {} is no input that can be symbolic (its type is {}); give it a value, as in --symbolic={name}:VALUE",
        method.full_name(),
        external_type(descriptor)
    ))
}

impl Parameter {
    /// A value of an input as an argument of the target.
    pub fn argument(&self, value: &InputValue, bits: u64) -> String {
        match self.ty {
            Ty::Char => match char::from_u32(bits as u32 & 0xffff).filter(char::is_ascii_graphic) {
                Some(graphic) => graphic.to_string(),
                None => format!("\\u{:04x}", bits as u16),
            },
            _ if self.is_receiver() => format!("{RECEIVER}{value}"),
            _ => value.to_string(),
        }
    }

    /// Whether it is the object on which the method is called.
    pub fn is_receiver(&self) -> bool {
        self.name == THIS
    }

    /// A value of it for readers.
    pub fn shown(&self, argument: &str) -> Input {
        Input {
            name: self.name.clone(),
            ty: self.type_name.clone(),
            value: argument.strip_prefix(RECEIVER).unwrap_or(argument).to_owned(),
        }
    }
}
