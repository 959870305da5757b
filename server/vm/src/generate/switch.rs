//! Switches on patterns, as java.lang.runtime.SwitchBootstraps.typeSwitch of JDK 21 links them.

use super::FACTORY;
use super::assembler::{Branch, ClassWriter, Code, Invoke, Jump, access};
use super::descriptor::{Primitive, Signature, Type};

/// What a case looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label<'a> {
    /// An instance of this class: internal name, or descriptor of an array class.
    Class(&'a str),
    /// A string with this text.
    Text(Vec<u16>),
    /// A boxed number or character of this value.
    Number(i32),
}

/// The local variables: what is looked at, and the first label to try.
const TARGET: usize = 0;
const RESTART: usize = 1;

/// The class file of a switch, whose method takes what is looked at and the first label to try. It gives the first label from there
/// on that fits; -1 for null, and the number of labels if none fits.
///
/// # Errors
/// Another descriptor, and what does not fit a class file.
pub fn type_switch(name: &str, descriptor: &str, labels: &[Label<'_>]) -> Result<Vec<u8>, String> {
    let site = Signature::parse(descriptor)?;
    let int = Type::Primitive(Primitive::Int);
    let [Type::Class(_) | Type::Array(_), restart] = site.parameters[..] else {
        return Err(format!("{descriptor} is of no switch"));
    };
    if restart != int || site.result != Some(int) {
        return Err(format!("{descriptor} is of no switch"));
    }
    let mut class = ClassWriter::new(name);
    class.method(access::STATIC | access::SYNTHETIC, FACTORY, &site, |code| {
        code.load(Type::OBJECT, TARGET);
        let there = code.jump(Branch::IfNotNull);
        code.push_bits(Primitive::Int, u64::from(u32::MAX));
        code.give(site.result);
        code.land(there);
        for (index, label) in labels.iter().enumerate() {
            code.load(int, RESTART);
            code.push_int(index);
            let mut others = vec![code.jump(Branch::IfIntGreater)];
            fits(code, label, index, &mut others)?;
            code.push_int(index);
            code.give(site.result);
            for other in others {
                code.land(other);
            }
        }
        code.push_int(labels.len());
        code.give(site.result);
        Ok(())
    })?;
    class.finish()
}

/// Goes on where the label fits, and jumps where it does not. A boxed character that fits gives the answer at once.
fn fits(code: &mut Code, label: &Label<'_>, index: usize, others: &mut Vec<Jump>) -> Result<(), String> {
    let int = Type::Primitive(Primitive::Int);
    match label {
        Label::Class(class) => {
            code.load(Type::OBJECT, TARGET);
            code.instance_of(class);
            others.push(code.jump(Branch::IfZero));
        }
        Label::Text(text) => {
            code.push_string(text);
            code.load(Type::OBJECT, TARGET);
            let equals = "(Ljava/lang/Object;)Z";
            code.invoke(Invoke::Virtual, "java/lang/String", false, "equals", equals)?;
            others.push(code.jump(Branch::IfZero));
        }
        Label::Number(number) => {
            let bits = u64::from(*number as u32);
            let character = is_boxed(code, ("java/lang/Character", "charValue", "()C"), bits)?;
            let [no_character, other] = character;
            others.push(other);
            code.push_int(index);
            code.give(Some(int));
            code.land(no_character);
            others.extend(is_boxed(code, ("java/lang/Number", "intValue", "()I"), bits)?);
        }
    }
    Ok(())
}

/// Goes on where it is an instance of a class, whose method gives this number. Else it jumps: for another class, for another number.
fn is_boxed(code: &mut Code, (class, value, descriptor): (&str, &str, &str), bits: u64) -> Result<[Jump; 2], String> {
    code.load(Type::OBJECT, TARGET);
    code.instance_of(class);
    let other_class = code.jump(Branch::IfZero);
    code.load(Type::OBJECT, TARGET);
    code.check_cast(class);
    code.invoke(Invoke::Virtual, class, false, value, descriptor)?;
    code.push_bits(Primitive::Int, bits);
    let other_number = code.jump(Branch::IfIntsDiffer);
    Ok([other_class, other_number])
}
