//! Verification types and the frames made of them. JVMS §4.10.1.2.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// What the verifier knows of a slot. A long or a double fills two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// Unusable.
    Top,
    /// Also boolean, byte, char and short.
    Int,
    Float,
    Long,
    /// The upper slot of a long.
    LongHigh,
    Double,
    /// The upper slot of a double.
    DoubleHigh,
    Null,
    /// The object under construction, before the constructor of its superclass was called.
    UninitializedThis,
    /// The result of the `new` at this byte, before its constructor was called.
    Uninitialized(u16),
    /// An object or an array, by internal name; arrays by descriptor.
    Object(Name),
    /// The address behind a `jsr`, named by the chain of calls that it begins.
    ReturnTo(u16),
}

/// The name of a class, interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Name(u32);

impl Type {
    pub(super) fn second_half(self) -> Option<Type> {
        match self {
            Type::Long => Some(Type::LongHigh),
            Type::Double => Some(Type::DoubleHigh),
            Type::Top
            | Type::Int
            | Type::Float
            | Type::LongHigh
            | Type::DoubleHigh
            | Type::Null
            | Type::UninitializedThis
            | Type::Uninitialized(_)
            | Type::Object(_)
            | Type::ReturnTo(_) => None,
        }
    }

    pub(super) fn is_second_half(self) -> bool {
        matches!(self, Type::LongHigh | Type::DoubleHigh)
    }

    /// Whether it is a reference, initialised or not.
    pub(super) fn is_reference(self) -> bool {
        matches!(
            self,
            Type::Null | Type::UninitializedThis | Type::Uninitialized(_) | Type::Object(_)
        )
    }
}

/// The names of the classes that one verification meets.
#[derive(Default)]
pub(super) struct Names {
    texts: Vec<Rc<str>>,
    index: FxHashMap<Rc<str>, Name>,
}

impl Names {
    pub(super) fn intern(&mut self, text: &str) -> Name {
        if let Some(known) = self.index.get(text) {
            return *known;
        }
        let name = Name(self.texts.len() as u32);
        let text: Rc<str> = text.into();
        self.texts.push(text.clone());
        self.index.insert(text, name);
        name
    }

    pub(super) fn text(&self, name: Name) -> Rc<str> {
        self.texts[name.0 as usize].clone()
    }

    /// The type of a field descriptor at the front of `rest`, which is moved behind it.
    pub(super) fn take(&mut self, rest: &mut &str) -> Option<Type> {
        let dimensions = rest.bytes().take_while(|byte| *byte == b'[').count();
        let letter = *rest.as_bytes().get(dimensions)?;
        let length = match letter {
            b'L' => rest[dimensions..].find(';')? + 1,
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => 1,
            _ => return None,
        };
        let (own, behind) = rest.split_at(dimensions + length);
        *rest = behind;
        Some(match letter {
            _ if dimensions > 0 => Type::Object(self.intern(own)),
            b'L' => Type::Object(self.intern(&own[1..own.len() - 1])),
            b'F' => Type::Float,
            b'D' => Type::Double,
            b'J' => Type::Long,
            _ => Type::Int,
        })
    }

    /// The slots of a method's parameters, and its result.
    pub(super) fn method(&mut self, descriptor: &str) -> Option<(Vec<Type>, Option<Type>)> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let ty = self.take(&mut rest)?;
            parameters.push(ty);
            parameters.extend(ty.second_half());
        }
        let mut result = &rest[1..];
        if result == "V" {
            return Some((parameters, None));
        }
        let ty = self.take(&mut result)?;
        result.is_empty().then_some((parameters, Some(ty)))
    }
}

/// Types that the frames of one method may hold in all.
pub(super) const MOST_KEPT: usize = 1 << 24;

/// The types of a frame's slots before an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// As many as the method's `max_locals`, or as its code can name.
    pub(super) locals: Vec<Type>,
    pub(super) stack: Vec<Type>,
    /// Whether this is a constructor that has not called another one yet.
    pub(super) this_uninitialized: bool,
}

impl Frame {
    /// How many types it holds.
    pub(super) fn size(&self) -> usize {
        self.locals.len() + self.stack.len()
    }

    /// Stores into a local; a two-slot value that loses a half by it becomes unusable.
    pub(super) fn set_local(&mut self, slot: usize, ty: Type) {
        let old = self.locals[slot];
        if old.is_second_half() && !ty.is_second_half() {
            self.locals[slot - 1] = Type::Top;
        }
        if old.second_half().is_some() {
            self.locals[slot + 1] = Type::Top;
        }
        self.locals[slot] = ty;
    }

    /// Replaces every occurrence of a type.
    pub(super) fn replace(&mut self, from: Type, to: Type) {
        for slot in self.locals.iter_mut().chain(&mut self.stack) {
            if *slot == from {
                *slot = to;
            }
        }
    }
}
