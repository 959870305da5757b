//! How source code in the package of a method makes the objects that are its inputs.

use dropwire_classes::cafebabe::bytecode::Opcode;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::types::{Ty, external_type};

use super::hidden::hidden_class;
use super::places::{InstanceField, fields_of};
use crate::facts::explored::{InputClass, InputField};

/// What is known of a class for source code in the package of a subject.
pub(super) fn input_class(class: &'static Class, subject: &Class) -> InputClass {
    let is_near = class.package() == subject.package();
    let can_be_named = hidden_class(class).is_none() && (is_near || class.access & access::PUBLIC != 0);
    let fields = fields_of(class);
    let field = |field: &InstanceField| InputField {
        name: field.name.to_owned(),
        owner: field.owner.binary_name(),
        ty: external_type(field.descriptor),
        can_be_assigned: can_be_assigned(field, subject),
    };
    let mut constructors = class.methods.iter().filter(|method| method.name == "<init>");
    let callable = |method: &&&'static Method| {
        let hides = if is_near { access::PRIVATE } else { 0 };
        can_be_named && method.access & hides == 0 && (is_near || method.access & access::PUBLIC != 0)
    };
    InputClass {
        name: class.binary_name(),
        can_be_named,
        is_record: class
            .superclass
            .is_some_and(|superclass| superclass.name == "java/lang/Record"),
        constructor: constructors
            .by_ref()
            .filter(callable)
            .find_map(|constructor| assigned(class, constructor)),
        fields: fields.iter().map(field).collect(),
    }
}

fn can_be_assigned(field: &InstanceField, subject: &Class) -> bool {
    let declared = field.owner.field(field.name).map_or(0, |field| field.access);
    let is_near = field.owner.package() == subject.package();
    let hides = access::PRIVATE | access::FINAL;
    declared & hides == 0 && (is_near || declared & access::PUBLIC != 0) && hidden_class(field.owner).is_none()
}

/// The fields to which a constructor assigns its parameters, each one once, if it does nothing else.
fn assigned(class: &Class, constructor: &Method) -> Option<Vec<String>> {
    let superclass = class.superclass?;
    let code = constructor.data()?.bytecode.as_ref()?;
    let mut opcodes = code.opcodes.iter().map(|(_, opcode)| opcode);
    if !matches!(opcodes.next()?, Opcode::Aload(0)) {
        return None;
    }
    match opcodes.next()? {
        Opcode::Invokespecial(method)
            if method.name_and_type.name == "<init>"
                && method.class_name == superclass.name
                && ["java/lang/Object", "java/lang/Record"].contains(&superclass.name) => {}
        _ => return None,
    }
    let (mut slot, mut fields) = (1, Vec::new());
    for ty in &constructor.params {
        if !matches!(opcodes.next()?, Opcode::Aload(0)) {
            return None;
        }
        let loaded = match (ty, opcodes.next()?) {
            (Ty::Long, Opcode::Lload(at))
            | (Ty::Float, Opcode::Fload(at))
            | (Ty::Double, Opcode::Dload(at))
            | (Ty::Reference, Opcode::Aload(at))
            | (Ty::Boolean | Ty::Byte | Ty::Char | Ty::Short | Ty::Int, Opcode::Iload(at)) => u32::from(*at),
            _ => return None,
        };
        let Opcode::Putfield(field) = opcodes.next()? else {
            return None;
        };
        if loaded != slot || field.class_name != class.name {
            return None;
        }
        fields.push(field.name_and_type.name.to_string());
        slot += ty.slots();
    }
    matches!(opcodes.next()?, Opcode::Return).then_some(fields)
}
