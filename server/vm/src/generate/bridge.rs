//! A static method that adapts a call site's types to its target's, as `MethodHandle.asType` does.
//!
//! For VarHandle call sites, whose static accessors are erased. Does not spread, collect or drop arguments.

use super::assembler::{ClassWriter, access};
use super::convert::{as_type, as_type_result};
use super::descriptor::Signature;
use super::{FACTORY, Target};

/// The class file of a bridge. Its static `make` has the descriptor `from` and calls `target`, of any kind.
///
/// # Errors
/// Odd descriptors, types that `asType` would refuse (WrongMethodTypeException), and what does not fit a class
/// file.
pub fn bridge(name: &str, from: &str, target: &Target) -> Result<Vec<u8>, String> {
    let site = Signature::parse(from)?;
    let to = target.signature()?;
    if site.parameters.len() != to.parameters.len() {
        return Err(format!(
            "cannot generate {name}: {from} does not have the arguments of {}.{}{}",
            target.class, target.name, target.descriptor
        ));
    }
    let mut class = ClassWriter::new(name);
    class.method(access::STATIC | access::SYNTHETIC, FACTORY, &site, |code| {
        target.prepare(code);
        for ((slot, value), &wanted) in site.locals(0).zip(&to.parameters) {
            code.load(value, slot);
            as_type(code, value, wanted)?;
        }
        target.invoke(code)?;
        as_type_result(code, to.result, site.result)?;
        code.give(site.result);
        Ok(())
    })?;
    class.finish()
}
