//! `Object.clone` of an object that others may see: field by field, as JLS and Javadoc have it ("as if by assignment").

use super::FACTORY;
use super::assembler::{ClassWriter, Field, access};
use super::descriptor::{Signature, Type};

/// A field that is copied.
#[derive(Clone, Copy, Debug)]
pub struct Copied<'a> {
    /// Internal name of the class that declares it.
    pub class: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
}

/// The class file of a clone. Its static `make` takes an object of `class`, and gives a new one that no constructor has seen.
///
/// # Errors
/// Odd descriptors, and what does not fit a class file.
pub fn clone(name: &str, class: &str, fields: &[Copied]) -> Result<Vec<u8>, String> {
    const GIVEN: usize = 0;
    const COPY: usize = 1;
    let this = Type::of_class(class);
    let site = Signature::new([Type::OBJECT], Some(Type::OBJECT));
    let mut made = ClassWriter::new(name);
    made.method(access::STATIC | access::SYNTHETIC, FACTORY, &site, |code| {
        code.new_object(class);
        code.store(this, COPY);
        for field in fields {
            let value = Type::parse(field.descriptor)?;
            code.load(this, COPY);
            code.load(this, GIVEN);
            code.field(Field::Get, field.class, field.name, value);
            code.field(Field::Put, field.class, field.name, value);
        }
        code.load(this, COPY);
        code.give(Some(Type::OBJECT));
        Ok(())
    })?;
    made.finish()
}
