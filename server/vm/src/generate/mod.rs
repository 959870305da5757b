//! Class files for what `invokedynamic` links to: lambdas, string concatenation, records' methods, switches on patterns, bridges;
//! and for clones.
//!
//! Text in, bytes out: nothing here knows the image, loads a class, or remembers one. A generated class is an
//! ordinary one (Java 17, no debug tables, no StackMapTable: the VM infers types) but for access checks, of
//! which the VM does none: it reads private fields and calls private methods of the class that asked for it.
//! Equal inputs give equal bytes.

mod descriptor;

mod assembler;

mod convert;

mod lambda;

mod names;

mod concat;

mod record;

mod bridge;

mod clone;

mod silent;

mod switch;

pub mod junit_runtime;

pub mod object_driver;

pub mod scenario_driver;

pub mod predicate;
pub mod test_driver;

mod test_info;

#[cfg(test)]
mod tests;

use assembler::{Code, Field, Invoke};
use descriptor::{Signature, Type};

pub use bridge::bridge;
pub use clone::{Copied, clone};
pub use concat::concat;
pub use lambda::{Lambda, lambda};
pub use names::FACTORY;
pub(crate) use names::{ACCESS, CLONE, CONCAT, LAMBDA, RECORD, SWITCH, is_bridge, is_factory, is_made_for_call_site};
pub use record::{Component, Record, RecordMethod, record};
pub(crate) use silent::{INFO, KEEP, KEEP_DESCRIPTOR, LOGGERS};
pub use silent::{NAMED, NAMED_DESCRIPTOR, SilentLogger, silent_logger};
pub use switch::{Label, type_switch};

/// The VM's own class, whose `concat(String[])` joins strings and takes null for "null".
pub const NATIVE: &str = "dropwire/Native";

/// An invocable member as a CONSTANT_MethodHandle names it (JVMS §4.4.8).
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// What the handle does with the member.
    pub kind: TargetKind,
    /// Internal name of the class (or descriptor of the array class) that the reference names.
    pub class: &'a str,
    /// Name of the member; `<init>` for a constructor.
    pub name: &'a str,
    /// Descriptor of the member: a field's for fields, else a method's, without the receiver.
    pub descriptor: &'a str,
    /// Whether the reference is a CONSTANT_InterfaceMethodref.
    pub interface: bool,
}

/// The kinds of a CONSTANT_MethodHandle (JVMS §5.4.3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetKind {
    /// 1, REF_getField
    GetField,
    /// 2, REF_getStatic
    GetStatic,
    /// 3, REF_putField
    PutField,
    /// 4, REF_putStatic
    PutStatic,
    /// 5, REF_invokeVirtual
    InvokeVirtual,
    /// 6, REF_invokeStatic
    InvokeStatic,
    /// 7, REF_invokeSpecial
    InvokeSpecial,
    /// 8, REF_newInvokeSpecial
    NewInvokeSpecial,
    /// 9, REF_invokeInterface
    InvokeInterface,
}

impl<'a> Target<'a> {
    /// The type of the method handle: the receiver is its first parameter, a new object its result.
    fn signature(&self) -> Result<Signature<'a>, String> {
        let owner = Type::of_class(self.class);
        let field = || Type::parse(self.descriptor);
        let method = || Signature::parse(self.descriptor);
        Ok(match self.kind {
            TargetKind::GetField => Signature::new([owner], Some(field()?)),
            TargetKind::GetStatic => Signature::new([], Some(field()?)),
            TargetKind::PutField => Signature::new([owner, field()?], None),
            TargetKind::PutStatic => Signature::new([field()?], None),
            TargetKind::InvokeStatic => method()?,
            TargetKind::InvokeVirtual | TargetKind::InvokeSpecial | TargetKind::InvokeInterface => {
                let Signature { parameters, result } = method()?;
                Signature::new([owner].into_iter().chain(parameters), result)
            }
            TargetKind::NewInvokeSpecial => Signature::new(method()?.parameters, Some(owner)),
        })
    }

    /// What has to be on the stack below the arguments: a new object, twice, for a constructor.
    fn prepare(&self, code: &mut Code) {
        if self.kind == TargetKind::NewInvokeSpecial {
            code.new_object(self.class);
            code.dup();
        }
    }

    /// Uses the member, its arguments being on the stack.
    fn invoke(&self, code: &mut Code) -> Result<(), String> {
        let instruction = match self.kind {
            TargetKind::GetField => return self.access(code, Field::Get),
            TargetKind::GetStatic => return self.access(code, Field::GetStatic),
            TargetKind::PutField => return self.access(code, Field::Put),
            TargetKind::PutStatic => return self.access(code, Field::PutStatic),
            TargetKind::InvokeVirtual => Invoke::Virtual,
            TargetKind::InvokeStatic => Invoke::Static,
            TargetKind::InvokeSpecial | TargetKind::NewInvokeSpecial => Invoke::Special,
            TargetKind::InvokeInterface => Invoke::Interface,
        };
        let interface = self.interface || instruction == Invoke::Interface;
        code.invoke(instruction, self.class, interface, self.name, self.descriptor)
    }

    fn access(&self, code: &mut Code, access: Field) -> Result<(), String> {
        let value = Type::parse(self.descriptor)?;
        code.field(access, self.class, self.name, value);
        Ok(())
    }
}
