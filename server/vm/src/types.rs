//! Names of the small things: symbols, value types, identifiers.

use rustc_hash::FxHashMap;

/// An interned string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sym(pub u32);

/// Index of a class in the image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassId(pub u32);

/// Index of a method in the image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MethodId(pub u32);

/// Interned strings; text lives as long as the process.
#[derive(Default)]
pub struct Symbols {
    index: FxHashMap<&'static str, Sym>,
    text: Vec<&'static str>,
}

impl Symbols {
    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Sym {
        if let Some(sym) = self.index.get(text) {
            return *sym;
        }
        self.add(Box::leak(text.to_owned().into_boxed_str()))
    }

    /// The symbol of a text that lives forever already.
    pub fn intern_static(&mut self, text: &'static str) -> Sym {
        match self.index.get(text) {
            Some(sym) => *sym,
            None => self.add(text),
        }
    }

    fn add(&mut self, text: &'static str) -> Sym {
        let sym = Sym(self.text.len() as u32);
        self.text.push(text);
        self.index.insert(text, sym);
        sym
    }

    /// The symbol of `text`, if anything has that name.
    pub fn find(&self, text: &str) -> Option<Sym> {
        self.index.get(text).copied()
    }

    /// The text of a symbol.
    pub fn text(&self, sym: Sym) -> &'static str {
        self.text[sym.0 as usize]
    }
}

/// The type of a value, as descriptors tell it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ty {
    /// `Z`
    Boolean,
    /// `B`
    Byte,
    /// `C`
    Char,
    /// `S`
    Short,
    /// `I`
    Int,
    /// `J`
    Long,
    /// `F`
    Float,
    /// `D`
    Double,
    /// A class or an array.
    Reference,
    /// `V`, for results only.
    Void,
}

impl Ty {
    /// The type of a descriptor by its first byte.
    pub fn of(descriptor: &str) -> Ty {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Ty::Boolean,
            Some(b'B') => Ty::Byte,
            Some(b'C') => Ty::Char,
            Some(b'S') => Ty::Short,
            Some(b'I') => Ty::Int,
            Some(b'J') => Ty::Long,
            Some(b'F') => Ty::Float,
            Some(b'D') => Ty::Double,
            Some(b'V') => Ty::Void,
            _ => Ty::Reference,
        }
    }

    /// From the discriminant that an instruction carries.
    #[inline(always)]
    pub fn from_u8(value: u8) -> Ty {
        const ALL: [Ty; 10] = [
            Ty::Boolean,
            Ty::Byte,
            Ty::Char,
            Ty::Short,
            Ty::Int,
            Ty::Long,
            Ty::Float,
            Ty::Double,
            Ty::Reference,
            Ty::Void,
        ];
        ALL[value as usize]
    }

    /// Stack slots: two for long and double.
    pub fn slots(self) -> u32 {
        match self {
            Ty::Long | Ty::Double => 2,
            Ty::Void => 0,
            Ty::Boolean | Ty::Byte | Ty::Char | Ty::Short | Ty::Int | Ty::Float | Ty::Reference => 1,
        }
    }

    /// Logarithm of the bytes of an array element.
    pub fn log2(self) -> u32 {
        match self {
            Ty::Boolean | Ty::Byte | Ty::Void => 0,
            Ty::Char | Ty::Short => 1,
            Ty::Int | Ty::Float | Ty::Reference => 2,
            Ty::Long | Ty::Double => 3,
        }
    }

    /// The descriptor character; `L` for references.
    pub fn letter(self) -> char {
        match self {
            Ty::Boolean => 'Z',
            Ty::Byte => 'B',
            Ty::Char => 'C',
            Ty::Short => 'S',
            Ty::Int => 'I',
            Ty::Long => 'J',
            Ty::Float => 'F',
            Ty::Double => 'D',
            Ty::Reference => 'L',
            Ty::Void => 'V',
        }
    }

    /// The keyword of a primitive type; `Object` for references.
    pub fn java_name(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Char => "char",
            Ty::Short => "short",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Reference => "Object",
            Ty::Void => "void",
        }
    }

    /// The value as stored in a field: sub-int types keep their own bits only.
    #[inline(always)]
    pub fn narrow(self, value: u64) -> u64 {
        match self {
            Ty::Boolean => value & 1,
            Ty::Byte => value & 0xff,
            Ty::Char | Ty::Short => value & 0xffff,
            _ => value,
        }
    }

    /// The value as it lies on the stack, from what a field or element holds.
    #[inline(always)]
    pub fn widen(self, value: u64) -> u64 {
        match self {
            Ty::Byte => u64::from(value as u8 as i8 as i32 as u32),
            Ty::Short => u64::from(value as u16 as i16 as i32 as u32),
            _ => value,
        }
    }
}

/// The parameter descriptors and the result descriptor of a method descriptor.
pub fn split_descriptor(descriptor: &str) -> (Vec<&str>, &str) {
    let mut params = Vec::new();
    let bytes = descriptor.as_bytes();
    let mut i = 1;
    while i < bytes.len() && bytes[i] != b')' {
        let start = i;
        while i < bytes.len() && bytes[i] == b'[' {
            i += 1;
        }
        if i < bytes.len() && bytes[i] == b'L' {
            while i < bytes.len() && bytes[i] != b';' {
                i += 1;
            }
        }
        i += 1;
        params.push(descriptor.get(start..i).unwrap_or("I"));
    }
    (params, descriptor.get(i + 1..).unwrap_or("V"))
}

/// A type as a program writes it: `int[]` or `java.lang.String`, from a descriptor.
pub fn external_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let mut text = match element.strip_prefix('L') {
        Some(name) => name.trim_end_matches(';').replace('/', "."),
        None => Ty::of(element).java_name().to_owned(),
    };
    for _ in element.len()..descriptor.len() {
        text.push_str("[]");
    }
    text
}

/// A 64-bit hash of a name, the same on every machine and in every run.
pub fn name_hash(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}
