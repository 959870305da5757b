//! The parameters of a method that is explored for all inputs: which ones are symbolic, and their values as text.

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_vm::VmError;
use dropwire_vm::image::class::Method;
use dropwire_vm::types::{Ty, external_type, split_descriptor};

use super::options::{Choice, SymbolicOptions};
use crate::trail::Input;

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, where the class file says it; else `arg0` and so on.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its type as source code has it.
    pub type_name: String,
    /// Its first slot among the method's locals.
    pub slot: u32,
    /// Its value, if it is not symbolic.
    pub fixed: Option<String>,
    /// The number of the input, if it is.
    pub input: Option<u32>,
}

/// How many bits an input of a type has; none where no such input can be symbolic.
pub fn width(ty: Ty) -> Option<u32> {
    match ty {
        Ty::Boolean => Some(1),
        Ty::Byte => Some(8),
        Ty::Char | Ty::Short => Some(16),
        Ty::Int => Some(32),
        Ty::Long => Some(64),
        Ty::Float | Ty::Double | Ty::Reference | Ty::Void => None,
    }
}

/// The parameters of a method, in order.
///
/// # Errors
/// A parameter that can be neither symbolic nor has a value, and names that the method does not have.
pub fn of(method: &Method, options: &SymbolicOptions) -> Result<Vec<Parameter>, VmError> {
    let (descriptors, _) = split_descriptor(method.descriptor);
    let mut slot = u32::from(!method.is_static());
    let mut parameters = Vec::new();
    let mut inputs = 0..;
    for (index, (descriptor, ty)) in descriptors.iter().zip(&method.params).enumerate() {
        let name = name_of(method, slot).unwrap_or_else(|| format!("arg{index}"));
        let type_name = external_type(descriptor);
        let fixed = match options.choice(&name) {
            Choice::Symbolic if width(*ty).is_some() => None,
            Choice::Fixed(value) => Some(value.to_owned()),
            Choice::Symbolic | Choice::NotSaid => {
                return Err(VmError::NotModelled(format!(
                    "parameter {name} of {} is no input that can be symbolic (its type is {type_name}); give it a value, \
                     as in --symbolic={name}:VALUE",
                    method.full_name()
                )));
            }
        };
        parameters.push(Parameter {
            input: if fixed.is_none() { inputs.next() } else { None },
            name,
            ty: *ty,
            type_name,
            slot,
            fixed,
        });
        slot += ty.slots();
    }
    match options.unknown(|name| parameters.iter().any(|parameter| parameter.name == name)) {
        None => Ok(parameters),
        Some(name) => Err(VmError::Class(format!(
            "{} has no parameter {name}; it has {}",
            method.full_name(),
            parameters
                .iter()
                .map(|one| one.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        ))),
    }
}

fn name_of(method: &Method, slot: u32) -> Option<String> {
    let attributes = &method.data()?.attributes;
    attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(entries) => entries
            .iter()
            .find(|entry| entry.start_pc == 0 && u32::from(entry.index) == slot)
            .map(|entry| entry.name.to_string()),
        _ => None,
    })
}

impl Parameter {
    /// A value of an input as an argument of the target.
    pub fn argument(&self, bits: u64) -> String {
        match self.ty {
            Ty::Boolean => (bits & 1 != 0).to_string(),
            Ty::Byte => (bits as u8 as i8).to_string(),
            Ty::Short => (bits as u16 as i16).to_string(),
            Ty::Char => match char::from_u32(bits as u32 & 0xffff).filter(char::is_ascii_graphic) {
                Some(graphic) => graphic.to_string(),
                None => format!("\\u{:04x}", bits as u16),
            },
            Ty::Int => (bits as u32 as i32).to_string(),
            Ty::Long => (bits as i64).to_string(),
            Ty::Float | Ty::Double | Ty::Reference | Ty::Void => bits.to_string(),
        }
    }

    /// A value of it for readers.
    pub fn shown(&self, argument: &str) -> Input {
        Input {
            name: self.name.clone(),
            ty: self.type_name.clone(),
            value: argument.to_owned(),
        }
    }
}
