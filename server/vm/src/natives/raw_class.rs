//! The constant pool and the raw attributes of a class file, as annotations need them: the JDK parses annotations
//! itself, in Java, from the bytes of the attribute and the indices of the constant pool.
//!
//! Reads the bytes again instead of asking the parsed class file, which keeps no indices.

use super::{NativeCall, NativeResult, Outcome, Row, int, long, reference};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::image::class::Class;
use crate::types::Ty;
use crate::vm::Vm;

const POOL: &str = "jdk/internal/reflect/ConstantPool";

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/Class",
        &[
            ("getRawAnnotations", "", |c| {
                let class = c.class_arg(0);
                let found = RawClass::of(class).map_or(0..0, |raw| raw.attribute(&raw.class, VISIBLE));
                reference(bytes_or_null(c.vm, class, found)?)
            }),
            ("getRawTypeAnnotations", "", |c| {
                let class = c.class_arg(0);
                let found = RawClass::of(class).map_or(0..0, |raw| raw.attribute(&raw.class, TYPES));
                reference(bytes_or_null(c.vm, class, found)?)
            }),
            ("getConstantPool", "", |c| {
                let mirror = c.reference(0);
                let pool = if c.vm.image.universe.jdk.has_modules() {
                    POOL
                } else {
                    "sun/reflect/ConstantPool"
                };
                let class = c.vm.image.load(&mut c.vm.heap, pool)?;
                let pool = c.vm.new_object(class)?;
                c.vm.set_field(pool, "constantPoolOop", u64::from(mirror));
                reference(pool)
            }),
        ],
    ),
    (
        POOL,
        &[
            ("getSize0", "", |c| {
                int(RawClass::of(c.class_arg(1)).map_or(0, |raw| raw.pool.len() as i32))
            }),
            ("getUTF8At0", "", |c| pool_text(c, 1)),
            ("getStringAt0", "", |c| pool_text(c, 8)),
            ("getIntAt0", "", |c| pool_number(c, 3, 4)),
            ("getFloatAt0", "", |c| pool_number(c, 4, 4)),
            ("getLongAt0", "", |c| pool_number(c, 5, 8)),
            ("getDoubleAt0", "", |c| pool_number(c, 6, 8)),
            ("getTagAt0", "", |c| {
                let class = c.class_arg(1);
                let index = c.int(2) as usize;
                int(RawClass::of(class)
                    .and_then(|raw| raw.constant(index))
                    .map_or(0, |(tag, _)| i32::from(tag)))
            }),
        ],
    ),
];

/// Annotations that are visible at run time.
pub(super) const VISIBLE: &str = "RuntimeVisibleAnnotations";
pub(super) const PARAMETERS: &str = "RuntimeVisibleParameterAnnotations";
pub(super) const DEFAULT: &str = "AnnotationDefault";
pub(super) const TYPES: &str = "RuntimeVisibleTypeAnnotations";

type Range = std::ops::Range<usize>;
/// Name index and place of the contents of each attribute.
type Attributes = Vec<(usize, Range)>;

/// Where things lie in a class file.
pub(super) struct RawClass {
    bytes: &'static [u8],
    /// Position of each constant's tag; 0 for the unusable ones.
    pool: Vec<usize>,
    pub class: Attributes,
    pub fields: Vec<Attributes>,
    pub methods: Vec<Attributes>,
}

impl RawClass {
    /// `None` for arrays and primitives, and for what is cut off (which the class-file guard does not let through).
    pub fn of(class: &Class) -> Option<RawClass> {
        RawClass::read(class.bytes)
    }

    fn read(bytes: &'static [u8]) -> Option<RawClass> {
        let (pool, mut at) = pool_of(bytes)?;
        at += 6;
        at += 2 + 2 * u2(bytes, at)?;
        let mut raw = RawClass {
            bytes,
            pool,
            class: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
        };
        raw.fields = members(bytes, &mut at)?;
        raw.methods = members(bytes, &mut at)?;
        raw.class = attributes(bytes, &mut at)?;
        Some(raw)
    }

    /// Contents of an attribute; empty when it is absent.
    pub fn attribute(&self, of: &Attributes, name: &str) -> Range {
        of.iter()
            .find(|(index, _)| self.utf8(*index) == Some(name.as_bytes()))
            .map_or(0..0, |(_, range)| range.clone())
    }

    /// The attributes of each component of a record.
    pub fn components(&self) -> Option<Vec<Attributes>> {
        let at = &mut self.attribute(&self.class, "Record").start;
        let count = u2(self.bytes, *at)?;
        *at += 2;
        let component = |_| {
            *at += 4;
            attributes(self.bytes, at)
        };
        (0..count).map(component).collect()
    }

    /// Tag and position behind the tag of a constant.
    fn constant(&self, index: usize) -> Option<(u8, usize)> {
        let at = *self.pool.get(index)?;
        if at == 0 {
            None
        } else {
            Some((*self.bytes.get(at)?, at + 1))
        }
    }

    /// Bytes of a text constant.
    pub fn utf8(&self, index: usize) -> Option<&'static [u8]> {
        let at = *self.pool.get(index)?;
        if at == 0 || *self.bytes.get(at)? != 1 {
            return None;
        }
        self.bytes.get(at + 3..at + 3 + u2(self.bytes, at + 1)?)
    }
}

/// Position of each constant's tag, 0 for the unusable ones, and where the pool ends.
fn pool_of(bytes: &[u8]) -> Option<(Vec<usize>, usize)> {
    let count = u2(bytes, 8)?;
    let mut pool = vec![0; count];
    let mut at = 10;
    let mut index = 1;
    while index < count {
        pool[index] = at;
        let tag = *bytes.get(at)?;
        at += match tag {
            1 => 3 + u2(bytes, at + 1)?,
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            5 | 6 => 9,
            _ => 5,
        };
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    Some((pool, at))
}

pub(super) fn u2(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(*bytes.get(at)?) << 8 | usize::from(*bytes.get(at + 1)?))
}

fn attributes(bytes: &[u8], at: &mut usize) -> Option<Attributes> {
    let count = u2(bytes, *at)?;
    *at += 2;
    let mut found = Vec::new();
    for _ in 0..count {
        let length = u2(bytes, *at + 2)? << 16 | u2(bytes, *at + 4)?;
        let start = *at + 6;
        bytes.get(start..start.checked_add(length)?)?;
        found.push((u2(bytes, *at)?, start..start + length));
        *at = start + length;
    }
    Some(found)
}

fn members(bytes: &[u8], at: &mut usize) -> Option<Vec<Attributes>> {
    let count = u2(bytes, *at)?;
    *at += 2;
    let mut found = Vec::new();
    for _ in 0..count {
        *at += 6;
        found.push(attributes(bytes, at)?);
    }
    Some(found)
}

/// A `byte[]` with a part of the class file, or null when there is none.
pub(super) fn bytes_or_null(vm: &mut Vm, class: &Class, range: Range) -> Result<Ref, VmError> {
    if range.is_empty() {
        return Ok(0);
    }
    let Some(bytes) = class.bytes.get(range) else {
        return Ok(0);
    };
    let array = vm.new_primitive_array(Ty::Byte, bytes.len() as u32)?;
    for (i, byte) in bytes.iter().enumerate() {
        vm.heap
            .write(u64::from(array + HEADER) * 8 + i as u64, 0, u64::from(*byte));
    }
    Ok(array)
}

/// The text of a CONSTANT_String by its index.
pub(super) fn string_constant(class: &Class, index: usize) -> Option<Vec<u16>> {
    let raw = RawClass::of(class)?;
    let (tag, at) = raw.constant(index)?;
    if tag != 8 {
        return None;
    }
    dropwire_classes::decode_modified_utf8(raw.utf8(u2(class.bytes, at)?)?)
}

/// The names of the superclass and of the interfaces, in this order.
pub(super) fn supers(bytes: &[u8]) -> Option<Vec<String>> {
    // What is read lives no longer than this call.
    let (pool, at) = pool_of(bytes)?;
    let name = |index: usize| {
        let class = *pool.get(index)?;
        let text = *pool.get(u2(bytes, class + 1)?)?;
        let text = bytes.get(text + 3..text + 3 + u2(bytes, text + 1)?)?;
        String::from_utf8(text.to_vec()).ok()
    };
    let interfaces = (0..u2(bytes, at + 6)?).map(|i| u2(bytes, at + 8 + 2 * i));
    let superclass = Some(u2(bytes, at + 4)?).filter(|index| *index != 0);
    let indices = superclass.map(Some).into_iter().chain(interfaces);
    indices.map(|index| name(index?)).collect()
}

/// Whether a class file has a string constant of this text.
pub(super) fn has_string(class: &Class, units: &[u16]) -> bool {
    let Some(raw) = RawClass::of(class) else { return false };
    let text = |index| match raw.constant(index)? {
        (8, at) => dropwire_classes::decode_modified_utf8(raw.utf8(u2(class.bytes, at)?)?),
        _ => None,
    };
    (1..raw.pool.len()).any(|index| text(index).is_some_and(|text| text == units))
}

fn wrong_constant() -> NativeResult {
    Ok(Outcome::Throw(
        "java/lang/IllegalArgumentException",
        Some("Wrong type at constant pool index".into()),
    ))
}

/// A text (tag 1) or a string (tag 8) constant.
fn pool_text(c: &mut NativeCall<'_>, tag: u8) -> NativeResult {
    let class = c.class_arg(1);
    let index = c.int(2) as usize;
    let text = RawClass::of(class).and_then(|raw| {
        let (found, at) = raw.constant(index)?;
        if found != tag {
            return None;
        }
        let text = if tag == 8 {
            raw.utf8(u2(class.bytes, at)?)?
        } else {
            raw.utf8(index)?
        };
        dropwire_classes::decode_modified_utf8(text)
    });
    match text {
        Some(units) => reference(c.vm.image.intern(&mut c.vm.heap, &units)?),
        None => wrong_constant(),
    }
}

fn pool_number(c: &mut NativeCall<'_>, tag: u8, size: usize) -> NativeResult {
    let class = c.class_arg(1);
    let index = c.int(2) as usize;
    let number = RawClass::of(class).and_then(|raw| {
        let (found, at) = raw.constant(index)?;
        let bytes = class.bytes.get(at..at + size)?;
        (found == tag).then(|| bytes.iter().fold(0u64, |n, b| n << 8 | u64::from(*b)))
    });
    match number {
        Some(number) => long(number as i64),
        None => wrong_constant(),
    }
}
