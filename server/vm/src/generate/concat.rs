//! String concatenation, as StringConcatFactory would link it.
//!
//! Calls the values' own `toString`, left to right, and leaves the joining to the VM.

use super::assembler::{ClassWriter, Code, LONGEST_UTF8, access, encoded_length};
use super::descriptor::{Primitive, Signature, Type};
use super::{FACTORY, NATIVE};

/// In a recipe: the next argument.
const ARGUMENT: u16 = 1;
/// In a recipe: the next constant.
const CONSTANT: u16 = 2;

/// A part of a joined string: text, or the next value.
pub(super) enum Piece {
    Text(Vec<u16>),
    Value,
}

/// The class file of a concatenation. Its static `make` has the call site's `descriptor`: arguments to String.
///
/// `recipe` is makeConcatWithConstants' (for makeConcat, one `\u{1}` for each argument); `constants` are its
/// constants as strings.
///
/// # Errors
/// Odd descriptors, a recipe that does not fit them, and what does not fit a class file.
pub fn concat(name: &str, descriptor: &str, recipe: &[u16], constants: &[Vec<u16>]) -> Result<Vec<u8>, String> {
    let site = Signature::parse(descriptor)?;
    let pieces = pieces(recipe, constants)?;
    let arguments = pieces.iter().filter(|piece| matches!(piece, Piece::Value)).count();
    if arguments != site.parameters.len() || site.result.is_none_or(|result| result.slots() != 1) {
        return Err(format!(
            "cannot generate {name}: a recipe for {arguments} arguments does not fit {descriptor}"
        ));
    }
    let mut class = ClassWriter::new(name);
    class.method(access::STATIC | access::SYNTHETIC, FACTORY, &site, |code| {
        let mut arguments = site.locals(0);
        join(code, &pieces, |code| {
            let (slot, argument) = arguments.next()?;
            code.load(argument, slot);
            Some(argument)
        })?;
        code.give(site.result);
        Ok(())
    })?;
    class.finish()
}

/// Emits the joining of `pieces`; `load` loads the next value and says its type.
pub(super) fn join<'a>(
    code: &mut Code,
    pieces: &[Piece],
    mut load: impl FnMut(&mut Code) -> Option<Type<'a>>,
) -> Result<(), String> {
    code.push_int(pieces.len());
    code.new_array("java/lang/String");
    for (index, piece) in pieces.iter().enumerate() {
        code.dup();
        code.push_int(index);
        match piece {
            Piece::Text(text) => code.push_string(text),
            Piece::Value => {
                let value = load(code).ok_or("fewer values than pieces")?;
                stringify(code, value)?;
            }
        }
        code.store_element();
    }
    code.call(NATIVE, "concat", "([Ljava/lang/String;)Ljava/lang/String;")
}

/// Adds text as pieces that each fit a constant.
pub(super) fn push_text(pieces: &mut Vec<Piece>, text: &[u16]) {
    let mut rest = text;
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = rest.iter().take_while(|&&unit| {
            bytes += encoded_length(unit);
            bytes <= LONGEST_UTF8
        });
        let (piece, after) = rest.split_at(fits.count());
        pieces.push(Piece::Text(piece.to_vec()));
        rest = after;
    }
}

/// Literal text and constants that follow each other become one piece.
fn pieces(recipe: &[u16], constants: &[Vec<u16>]) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut constants = constants.iter();
    for &unit in recipe {
        match unit {
            ARGUMENT => {
                push_text(&mut pieces, &text);
                text.clear();
                pieces.push(Piece::Value);
            }
            CONSTANT => text.extend(constants.next().ok_or("a recipe with too few constants")?),
            _ => text.push(unit),
        }
    }
    push_text(&mut pieces, &text);
    match constants.next() {
        Some(_) => Err("a recipe with too many constants".to_owned()),
        None => Ok(pieces),
    }
}

/// Makes a string, or null for "null", of the value on the stack.
fn stringify(code: &mut Code, value: Type) -> Result<(), String> {
    let taken = match value {
        Type::STRING => return Ok(()),
        Type::Class(_) | Type::Array(_) => Type::OBJECT,
        Type::Primitive(Primitive::Byte | Primitive::Short) => Type::Primitive(Primitive::Int),
        Type::Primitive(_) => value,
    };
    let value_of = Signature::new([taken], Some(Type::STRING)).to_string();
    code.call("java/lang/String", "valueOf", &value_of)
}
