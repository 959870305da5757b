//! Field and method descriptors (JVMS §4.3), as far as generated code needs to know them.
//!
//! Borrowed from the text they came from. Classes are names here: nothing knows what extends what.

use std::fmt;

/// The types that are no references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type<'a> {
    Primitive(Primitive),
    /// By internal name.
    Class(&'a str),
    /// By descriptor, as CONSTANT_Class names an array class.
    Array(&'a str),
}

/// What a method takes and gives; `None` is void.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Signature<'a> {
    pub(super) parameters: Vec<Type<'a>>,
    pub(super) result: Option<Type<'a>>,
}

impl Primitive {
    pub(super) const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Char,
        Primitive::Short,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    fn of_letter(letter: u8) -> Option<Primitive> {
        Self::ALL.into_iter().find(|one| one.letter().as_bytes() == [letter])
    }

    /// The type that a wrapper class wraps.
    pub(super) fn of_wrapper(class: &str) -> Option<Primitive> {
        Self::ALL.into_iter().find(|one| one.wrapper() == class)
    }

    /// The descriptor.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Primitive::Boolean => "Z",
            Primitive::Byte => "B",
            Primitive::Char => "C",
            Primitive::Short => "S",
            Primitive::Int => "I",
            Primitive::Long => "J",
            Primitive::Float => "F",
            Primitive::Double => "D",
        }
    }

    /// Internal name of the class that boxes values of this type.
    pub(super) fn wrapper(self) -> &'static str {
        match self {
            Primitive::Boolean => "java/lang/Boolean",
            Primitive::Byte => "java/lang/Byte",
            Primitive::Char => "java/lang/Character",
            Primitive::Short => "java/lang/Short",
            Primitive::Int => "java/lang/Integer",
            Primitive::Long => "java/lang/Long",
            Primitive::Float => "java/lang/Float",
            Primitive::Double => "java/lang/Double",
        }
    }

    /// The method of the wrapper class that gives the value.
    pub(super) fn unboxer(self) -> &'static str {
        match self {
            Primitive::Boolean => "booleanValue",
            Primitive::Byte => "byteValue",
            Primitive::Char => "charValue",
            Primitive::Short => "shortValue",
            Primitive::Int => "intValue",
            Primitive::Long => "longValue",
            Primitive::Float => "floatValue",
            Primitive::Double => "doubleValue",
        }
    }
}

impl<'a> Type<'a> {
    pub(super) const OBJECT: Type<'static> = Type::Class("java/lang/Object");
    pub(super) const STRING: Type<'static> = Type::Class("java/lang/String");

    /// The type of a whole field descriptor.
    pub(super) fn parse(descriptor: &'a str) -> Result<Type<'a>, String> {
        match Self::first(descriptor) {
            Some((found, "")) => Ok(found),
            _ => Err(format!("no field descriptor: {descriptor}")),
        }
    }

    /// The type of a class as CONSTANT_Class names it.
    pub(super) fn of_class(name: &'a str) -> Type<'a> {
        match name.starts_with('[') {
            true => Type::Array(name),
            false => Type::Class(name),
        }
    }

    /// How many stack entries or local variables a value takes.
    pub(super) fn slots(self) -> usize {
        match self {
            Type::Primitive(Primitive::Long | Primitive::Double) => 2,
            Type::Primitive(_) | Type::Class(_) | Type::Array(_) => 1,
        }
    }

    /// The type at the front of `text`, and the rest.
    fn first(text: &'a str) -> Option<(Type<'a>, &'a str)> {
        match text.as_bytes().first()? {
            b'L' => {
                let (name, rest) = text.get(1..)?.split_once(';')?;
                let proper = !name.is_empty() && !name.contains(['.', '[', '(']);
                proper.then_some((Type::Class(name), rest))
            }
            b'[' => {
                let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
                let (_, rest) = Self::first(text.get(dimensions..)?)?;
                let length = text.len() - rest.len();
                (dimensions <= 255).then_some((Type::Array(text.get(..length)?), rest))
            }
            &letter => Some((Type::Primitive(Primitive::of_letter(letter)?), text.get(1..)?)),
        }
    }
}

/// The descriptor.
impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Type::Primitive(primitive) => f.write_str(primitive.letter()),
            Type::Class(name) => write!(f, "L{name};"),
            Type::Array(descriptor) => f.write_str(descriptor),
        }
    }
}

impl<'a> Signature<'a> {
    pub(super) fn new(parameters: impl IntoIterator<Item = Type<'a>>, result: Option<Type<'a>>) -> Signature<'a> {
        Signature {
            parameters: parameters.into_iter().collect(),
            result,
        }
    }

    /// The signature of a method descriptor.
    pub(super) fn parse(descriptor: &'a str) -> Result<Signature<'a>, String> {
        Self::read(descriptor).ok_or_else(|| format!("no method descriptor: {descriptor}"))
    }

    /// How many local variables the parameters take, without a receiver.
    pub(super) fn parameter_slots(&self) -> usize {
        self.parameters.iter().map(|one| one.slots()).sum()
    }

    /// Each parameter with the local variable that holds it, the first one in `first`.
    pub(super) fn locals(&self, first: usize) -> impl Iterator<Item = (usize, Type<'a>)> + '_ {
        self.parameters.iter().scan(first, |next, &parameter| {
            let slot = *next;
            *next += parameter.slots();
            Some((slot, parameter))
        })
    }

    fn read(descriptor: &'a str) -> Option<Signature<'a>> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        let result = loop {
            if let Some(result) = rest.strip_prefix(')') {
                break result;
            }
            let (parameter, after) = Type::first(rest)?;
            parameters.push(parameter);
            rest = after;
        };
        let result = match result {
            "V" => None,
            _ => Some(Type::parse(result).ok()?),
        };
        Some(Signature { parameters, result })
    }
}

/// The descriptor.
impl fmt::Display for Signature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("(")?;
        for parameter in &self.parameters {
            write!(f, "{parameter}")?;
        }
        match self.result {
            Some(result) => write!(f, "){result}"),
            None => f.write_str(")V"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Primitive, Signature, Type};

    #[test]
    fn reads_and_writes_descriptors() {
        let text = "(I[[JLa/B;[La/B;D)[Z";
        let signature = Signature::parse(text).expect("a descriptor");
        assert_eq!(signature.to_string(), text);
        assert_eq!(signature.parameter_slots(), 6);
        assert_eq!(signature.parameters[1], Type::Array("[[J"));
        assert_eq!(signature.parameters[4], Type::Primitive(Primitive::Double));
        let slots: Vec<usize> = signature.locals(1).map(|(slot, _)| slot).collect();
        assert_eq!(slots, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn refuses_what_is_no_descriptor() {
        for text in [
            "", "(", "()", "()VV", "(V)V", "I", "(L;)V", "(La/B)V", "([)V", "()é", "(é)V", "(La.B;)V",
        ] {
            assert!(Signature::parse(text).is_err(), "{text}");
        }
        assert!(Type::parse(&format!("{}I", "[".repeat(256))).is_err());
    }
}
