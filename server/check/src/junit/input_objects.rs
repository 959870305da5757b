//! Objects that a method gets as arguments, from their text.

use std::collections::BTreeMap;

use dropwire_vm::image::class::{Class, access};
use dropwire_vm::test_driver::{InputField, InputObject as Made, Value};
use dropwire_vm::types::external_type;
use dropwire_vm::{Vm, VmError};

use super::sources;
use crate::input_value::{InputObject, InputValue};

/// The objects of one call.
#[derive(Default)]
pub(super) struct Inputs {
    /// The objects, each one in the order of the text.
    pub(super) made: Vec<Made>,
    /// How many instances the driver makes besides.
    pub(super) instances: usize,
    /// Objects by label.
    labels: BTreeMap<u32, (usize, &'static Class)>,
}

/// An argument as the method takes it. A `char` is itself, or `\u` and its number in four hex digits; a string is its characters, with
/// or without double quotes.
pub(super) fn argument(vm: &mut Vm, inputs: &mut Inputs, text: &str, descriptor: &str) -> Result<Value, VmError> {
    if descriptor.len() == 1 {
        return primitive(vm, text, descriptor);
    }
    if text == "null" {
        return Ok(Value::Null);
    }
    match InputValue::parse(text) {
        Ok(value @ (InputValue::New { .. } | InputValue::Same(_))) => inputs.value(vm, &value, descriptor),
        parsed => match (sources::convert(vm, text, descriptor), parsed) {
            (Ok(value), _) => Ok(value),
            (Err(_), Ok(value)) => inputs.value(vm, &value, descriptor),
            (Err(_), Err(problem)) => Err(no_argument(text, descriptor, &problem)),
        },
    }
}

fn primitive(vm: &mut Vm, text: &str, descriptor: &str) -> Result<Value, VmError> {
    let char_of = |digits: &str| u16::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 4);
    let value = match (descriptor, text) {
        ("C", text) if text.len() > 1 && text.starts_with("\\u") => {
            char_of(&text[2..]).map(|unit| Value::Bits('C', unit.into()))
        }
        ("Z", "true") => Some(Value::Bits('Z', 1)),
        ("Z", "false") => Some(Value::Bits('Z', 0)),
        ("Z", _) => None,
        (descriptor, text) => sources::convert(vm, text, descriptor).ok(),
    };
    value.ok_or_else(|| no_argument(text, descriptor, ""))
}

fn no_argument(text: &str, descriptor: &str, problem: &str) -> VmError {
    let why = match problem {
        "" => String::new(),
        problem => format!(": {problem}"),
    };
    VmError::Class(format!(
        "`{text}` is no argument of type {}{why}",
        external_type(descriptor)
    ))
}

impl Inputs {
    /// A value of a type; objects are made on the way.
    pub(super) fn value(&mut self, vm: &mut Vm, value: &InputValue, descriptor: &str) -> Result<Value, VmError> {
        let no = |why: &str| no_argument(&value.to_string(), descriptor, why);
        match value {
            InputValue::Null if descriptor.len() > 1 => Ok(Value::Null),
            InputValue::Primitive(text) if descriptor.len() == 1 => {
                let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                let inner = match inner {
                    Some(escaped) if escaped.starts_with("\\u") || escaped.len() == 1 => escaped,
                    Some("\\n") => "\\u000a",
                    Some("\\t") => "\\u0009",
                    Some(escaped) => &escaped[1..],
                    None => text,
                };
                primitive(vm, inner, descriptor)
            }
            InputValue::Constant { class, name } if descriptor.len() > 1 => {
                let internal = class.replace('.', "/");
                let enumeration = load(vm, &internal)?;
                fits(vm, enumeration, descriptor).map_err(|why| no(&why))?;
                let declared = enumeration.field(name).filter(|field| field.access & access::ENUM != 0);
                declared.ok_or_else(|| no(&format!("{class} has no constant {name}")))?;
                Ok(Value::Constant(internal, name.clone()))
            }
            InputValue::Same(label) => {
                let (number, class) = *self
                    .labels
                    .get(label)
                    .ok_or_else(|| no("no object before it has this label"))?;
                fits(vm, class, descriptor).map_err(|why| no(&why))?;
                Ok(Value::TestInstance(self.instances + number))
            }
            InputValue::New { label, object } => {
                let number = self.object(vm, *label, object, descriptor)?;
                Ok(Value::TestInstance(self.instances + number))
            }
            InputValue::Null | InputValue::Primitive(_) | InputValue::Constant { .. } => Err(no("")),
        }
    }

    /// Makes an object; its number.
    pub(super) fn object(
        &mut self,
        vm: &mut Vm,
        label: Option<u32>,
        object: &InputObject,
        descriptor: &str,
    ) -> Result<usize, VmError> {
        let no = |why: &str| no_argument(&object.to_string(), descriptor, why);
        let name = match object {
            InputObject::Text(_) => "java/lang/String".to_owned(),
            InputObject::Instance { class, .. } => class.replace('.', "/"),
            InputObject::Array { component, .. } => format!("[{}", descriptor_of(component)),
        };
        let class = load(vm, &name)?;
        fits(vm, class, descriptor).map_err(|why| no(&why))?;
        let number = self.made.len();
        if let Some(label) = label
            && self.labels.insert(label, (number, class)).is_some()
        {
            return Err(no(&format!("another object has the label #{label}")));
        }
        self.made.push(match object {
            InputObject::Text(units) => Made::Text(units.clone()),
            InputObject::Instance { .. } => Made::Instance {
                class: name,
                fields: Vec::new(),
            },
            InputObject::Array { component, .. } => Made::Array {
                component: descriptor_of(component),
                elements: Vec::new(),
            },
        });
        match object {
            InputObject::Text(_) => {}
            InputObject::Instance { fields: given, .. } => {
                if !is_plain(class) {
                    return Err(no("objects of its class cannot be made without a constructor"));
                }
                let mut all = Vec::new();
                for (name, value) in given {
                    all.push(self.field(vm, class, name, value)?);
                }
                if let Some(Made::Instance { fields, .. }) = self.made.get_mut(number) {
                    *fields = all;
                }
            }
            InputObject::Array {
                component,
                elements: given,
            } => {
                let component = descriptor_of(component);
                let mut all = Vec::new();
                for value in given {
                    all.push(self.value(vm, value, &component)?);
                }
                if let Some(Made::Array { elements, .. }) = self.made.get_mut(number) {
                    *elements = all;
                }
            }
        }
        Ok(number)
    }

    fn field(
        &mut self,
        vm: &mut Vm,
        class: &'static Class,
        said: &str,
        value: &InputValue,
    ) -> Result<InputField, VmError> {
        let (of, name) = match said.rsplit_once('.') {
            Some((of, name)) => (Some(of), name),
            None => (None, said),
        };
        let mut classes = std::iter::successors(Some(class), |class| class.superclass);
        let declared = classes.find_map(|class| {
            let is_meant = of.is_none_or(|of| class.binary_name() == of);
            let field = class.fields.iter().find(|field| field.name == name);
            field
                .filter(|field| is_meant && field.access & access::STATIC == 0)
                .map(|field| (class, field))
        });
        let (owner, field) =
            declared.ok_or_else(|| VmError::Class(format!("class {} has no field {said}", class.binary_name())))?;
        Ok(InputField {
            class: owner.name.to_owned(),
            name: name.to_owned(),
            descriptor: field.descriptor.to_owned(),
            value: self.value(vm, value, field.descriptor)?,
        })
    }
}

fn load(vm: &mut Vm, name: &str) -> Result<&'static Class, VmError> {
    vm.image.load(&mut vm.heap, name)
}

/// Whether a value of a class is one of a type.
fn fits(vm: &mut Vm, class: &'static Class, descriptor: &str) -> Result<(), String> {
    let wanted = match descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
        Some(name) => name,
        None if descriptor.starts_with('[') => descriptor,
        None => return Err(String::new()),
    };
    let wanted = load(vm, wanted).map_err(|error| error.to_string())?;
    match class.is_subclass_of(wanted) {
        true => Ok(()),
        false => Err(format!("{} is no subtype of it", class.binary_name())),
    }
}

/// Whether objects of a class are nothing but their fields: the machine itself keeps nothing about them.
pub(crate) fn is_plain(class: &Class) -> bool {
    const KEPT: [&str; 6] = [
        "java/lang/Class",
        "java/lang/ClassLoader",
        "java/lang/Thread",
        "java/lang/ThreadGroup",
        "java/lang/Throwable",
        "java/lang/ref/Reference",
    ];
    let mut classes = std::iter::successors(Some(class), |class| class.superclass);
    let is_kept = classes.any(|class| KEPT.contains(&class.name));
    let is_made = class.access & (access::ABSTRACT | access::INTERFACE | access::ENUM) == 0;
    is_made && !is_kept && class.name != "java/lang/String" && class.element_type().is_none()
}

/// The descriptor of a type as source code has it.
pub(crate) fn descriptor_of(ty: &str) -> String {
    if let Some(component) = ty.strip_suffix("[]") {
        return format!("[{}", descriptor_of(component));
    }
    let letter = match ty {
        "boolean" => "Z",
        "byte" => "B",
        "char" => "C",
        "short" => "S",
        "int" => "I",
        "long" => "J",
        "float" => "F",
        "double" => "D",
        class => return format!("L{};", class.replace('.', "/")),
    };
    letter.to_owned()
}
