//! Attributes, as far as the guard needs them: nesting, counts, and what hangs on bootstrap arguments.
//!
//! An attribute that cafebabe reads without recursion and without a count of more than 16 bits is skipped.

use super::code;
use super::reader::{Fault, Reader};
use super::{DynamicSite, Guard};

/// How deep annotations may lie in annotations. Compilers stay below ten; cafebabe recurses at each level.
const DEEPEST_ANNOTATION: u8 = 64;

/// Attributes of one class, field or method. Far above any compiler's output; cafebabe goes through the
/// class's attributes once for each constant.
const MOST_ATTRIBUTES: u16 = 1000;

/// Where a table of attributes is; `Code` and `Record` are read in one place each, so that they cannot nest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    Class,
    Field,
    Method,
    Code,
    RecordComponent,
}

impl<'a> Guard<'a> {
    pub(super) fn attributes(&mut self, reader: &mut Reader<'a>, holder: Holder) -> Result<(), Fault> {
        let at = reader.at();
        let count = reader.count(6)?;
        if count > MOST_ATTRIBUTES {
            return Err(Fault::new(at, format!("{count} attributes in one place")));
        }
        for _ in 0..count {
            self.attribute(reader, holder)?;
        }
        Ok(())
    }

    fn attribute(&mut self, reader: &mut Reader<'a>, holder: Holder) -> Result<(), Fault> {
        let at = reader.at();
        let name = reader.u2()?;
        let Some(name) = self.pool.utf8(name) else {
            return Err(Fault::new(at, "an attribute whose name is not text"));
        };
        let length = reader.u4()?;
        let mut body = reader.part(length as usize)?;
        match name {
            b"Code" => self
                .only_at(holder, Holder::Method, at, "Code")
                .and_then(|()| self.code(&mut body))?,
            b"Record" => self
                .only_at(holder, Holder::Class, at, "Record")
                .and_then(|()| self.record(&mut body))?,
            b"BootstrapMethods" => self.bootstrap_methods(&mut body)?,
            b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations" => self.annotations(&mut body)?,
            b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
                for _ in 0..body.u1()? {
                    self.annotations(&mut body)?;
                }
            }
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                self.type_annotations(&mut body)?
            }
            b"AnnotationDefault" => self.element_value(&mut body, 0)?,
            _ => {
                let rest = body.skip(body.remaining())?;
                return if self.pool.copies {
                    self.charge_every_pair(rest, at)
                } else {
                    Ok(())
                };
            }
        }
        if body.remaining() > 0 {
            let name = String::from_utf8_lossy(name);
            return Err(Fault::new(
                body.at(),
                format!("{} bytes too many in attribute {name}", body.remaining()),
            ));
        }
        Ok(())
    }

    fn only_at(&self, holder: Holder, place: Holder, at: usize, name: &str) -> Result<(), Fault> {
        if holder == place {
            Ok(())
        } else {
            Err(Fault::new(at, format!("attribute {name} in the wrong place")))
        }
    }

    /// JVMS §4.7.3.
    fn code(&mut self, body: &mut Reader<'a>) -> Result<(), Fault> {
        body.skip(4)?; // max_stack, max_locals
        let at = body.at();
        let length = body.u4()? as usize;
        if !(1..=0xffff).contains(&length) {
            return Err(Fault::new(
                at,
                format!("a method of {length} bytes (1 to 65535 are allowed)"),
            ));
        }
        let code = body.part(length)?;
        let code_at = code.at();
        match code::check(code, &self.pool) {
            Ok(copied) => self.charge(copied, code_at)?,
            Err(fault) => self.broken_code = self.broken_code.take().or(Some(fault)),
        }
        for _ in 0..body.count(8)? {
            self.exception_handler(body, length)?;
        }
        self.attributes(body, Holder::Code)
    }

    fn exception_handler(&mut self, body: &mut Reader<'a>, length: usize) -> Result<(), Fault> {
        let at = body.at();
        let [start, end, handler] = [body.u2()?, body.u2()?, body.u2()?].map(usize::from);
        if start >= end || end > length || handler >= length {
            let problem = format!("an exception handler from {start} to {end} at {handler}, in {length} bytes of code");
            return Err(Fault::new(at, problem));
        }
        self.mention(body)
    }

    /// JVMS §4.7.30.
    fn record(&mut self, body: &mut Reader<'a>) -> Result<(), Fault> {
        for _ in 0..body.count(6)? {
            self.mention(body)?;
            self.mention(body)?;
            self.attributes(body, Holder::RecordComponent)?;
        }
        Ok(())
    }

    /// JVMS §4.7.23. Notes each argument that is a CONSTANT_Dynamic: cafebabe refuses those.
    fn bootstrap_methods(&mut self, body: &mut Reader<'a>) -> Result<(), Fault> {
        for bootstrap_method in 0..body.count(4)? {
            self.mention(body)?;
            for argument in 0..body.count(2)? {
                let at = body.at();
                let constant = body.u2()?;
                if self.pool.tag(constant) == Some(super::pool::DYNAMIC) {
                    self.dynamic_sites.push(DynamicSite {
                        at,
                        bootstrap_method,
                        argument,
                        constant,
                    });
                } else if self.pool.copies {
                    self.charge(self.pool.copied_bytes(constant), at)?;
                }
            }
        }
        Ok(())
    }

    /// JVMS §4.7.16.
    fn annotations(&mut self, body: &mut Reader<'a>) -> Result<(), Fault> {
        for _ in 0..body.count(4)? {
            self.annotation(body, 0)?;
        }
        Ok(())
    }

    fn annotation(&mut self, body: &mut Reader<'a>, depth: u8) -> Result<(), Fault> {
        self.mention(body)?;
        for _ in 0..body.count(5)? {
            self.mention(body)?;
            self.element_value(body, depth)?;
        }
        Ok(())
    }

    /// JVMS §4.7.16.1.
    fn element_value(&mut self, body: &mut Reader<'a>, depth: u8) -> Result<(), Fault> {
        let at = body.at();
        if depth > DEEPEST_ANNOTATION {
            return Err(Fault::new(
                at,
                format!("annotations nested deeper than {DEEPEST_ANNOTATION}"),
            ));
        }
        match body.u1()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => self.mention(body),
            b'e' => self.mention(body).and_then(|()| self.mention(body)),
            b'@' => self.annotation(body, depth + 1),
            b'[' => {
                for _ in 0..body.count(3)? {
                    self.element_value(body, depth + 1)?;
                }
                Ok(())
            }
            tag => Err(Fault::new(at, format!("unknown kind of annotation element {tag:#04x}"))),
        }
    }

    /// JVMS §4.7.20.
    fn type_annotations(&mut self, body: &mut Reader<'a>) -> Result<(), Fault> {
        for _ in 0..body.count(6)? {
            let at = body.at();
            match body.u1()? {
                0x00 | 0x01 | 0x16 => body.skip(1)?,
                0x10 | 0x11 | 0x12 | 0x17 | 0x42..=0x46 => body.skip(2)?,
                0x13..=0x15 => body.skip(0)?,
                0x40 | 0x41 => {
                    let entries = usize::from(body.count(6)?);
                    body.skip(6 * entries)?
                }
                0x47..=0x4b => body.skip(3)?,
                target => {
                    return Err(Fault::new(
                        at,
                        format!("unknown target of a type annotation {target:#04x}"),
                    ));
                }
            };
            let path = usize::from(body.u1()?);
            body.skip(2 * path)?;
            self.annotation(body, 0)?;
        }
        Ok(())
    }

    /// Reads an index into the constant pool, and charges for what cafebabe copies because of it.
    pub(super) fn mention(&mut self, body: &mut Reader<'a>) -> Result<(), Fault> {
        let at = body.at();
        let constant = body.u2()?;
        if self.pool.copies {
            self.charge(self.pool.copied_bytes(constant), at)
        } else {
            Ok(())
        }
    }

    /// For an attribute that is not walked: any two bytes of it might be an index.
    fn charge_every_pair(&mut self, bytes: &[u8], at: usize) -> Result<(), Fault> {
        bytes.windows(2).try_for_each(|pair| {
            let constant = u16::from_be_bytes([pair[0], pair[1]]);
            self.charge(self.pool.copied_bytes(constant), at)
        })
    }
}
