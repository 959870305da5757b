//! Class files of the JDK, most of whose methods never run: their structure without code, and the code of single methods.
//!
//! cafebabe parses a class file whole, and what it makes of a constant pool and of code is most of the time of a boot. So it
//! is given smaller ones: one without `Code`, in which the constants that only code mentions are numbers, and one for each method
//! that is to run, of this method and what it mentions.

use std::collections::BTreeMap;

use cafebabe::attributes::{AttributeData, CodeData};

use crate::error::ClassError;
use crate::guard::pool::{
    CLASS, DOUBLE, DYNAMIC, FIELD_REF, INTEGER, INTERFACE_METHOD_REF, INVOKE_DYNAMIC, LONG, METHOD_HANDLE, METHOD_REF,
    METHOD_TYPE, NAME_AND_TYPE, STRING,
};
use crate::guard::{self, Fault, Guard, Pool, Reader};
use crate::parse::{self, ParsedClass};

/// A class file's structure without the code of its methods, which [`Outline::code`] parses on demand.
#[derive(Debug)]
pub struct Outline {
    /// The structure; no method has an attribute `Code`.
    pub parsed: ParsedClass<'static>,
    /// The descriptors of the fields, then of the methods, as they stand in the class file; `None` for what is no plain text.
    pub descriptors: Vec<Option<&'static str>>,
    source: Source,
}

/// Where code is.
struct Source {
    bytes: &'static [u8],
    pool: Pool<'static>,
    this_class: u16,
    /// By method: where its header and the body of its `Code` begin.
    methods: Vec<(usize, Option<usize>)>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("methods", &self.methods).finish()
    }
}

/// Parses a class file but for its code. What is wrong with code is found here all the same, as far as the guard looks.
///
/// # Errors
/// As [`crate::parse`].
pub fn outline(bytes: &'static [u8]) -> Result<Outline, ClassError> {
    let refused = |fault: Fault| parse::refused(bytes, fault.into());
    let mut guard = Guard::check(bytes).map_err(|refusal| parse::refused(bytes, refusal))?;
    // These classes are not verified: nothing else would say it before the code runs.
    if let Some(fault) = guard.broken_code.take() {
        return Err(refused(fault));
    }
    let walk = Walk::new(bytes, &guard).map_err(refused)?;
    let Walk {
        mut small,
        descriptors,
        methods,
        enclosing,
        removed,
        first_removed,
    } = walk;
    forget_constants(&mut small, &guard.pool, enclosing);
    // The class's own attributes come after all code.
    for site in &mut guard.dynamic_sites {
        if site.at > first_removed {
            site.at -= removed;
        }
    }
    let parsed = parse::parse_checked(Vec::leak(small), &guard)?;
    Ok(Outline {
        parsed,
        descriptors,
        source: Source {
            bytes,
            this_class: guard.this_class,
            pool: guard.pool,
            methods,
        },
    })
}

/// What one pass over the members finds out.
struct Walk {
    /// The class file without code.
    small: Vec<u8>,
    descriptors: Vec<Option<&'static str>>,
    methods: Vec<(usize, Option<usize>)>,
    /// The NameAndType of an `EnclosingMethod`.
    enclosing: u16,
    /// How many bytes were left out, and from where on.
    removed: usize,
    first_removed: usize,
}

impl Walk {
    fn new(bytes: &'static [u8], guard: &Guard<'static>) -> Result<Walk, Fault> {
        let mut walk = Walk {
            small: Vec::with_capacity(bytes.len() / 2),
            descriptors: Vec::new(),
            methods: Vec::new(),
            enclosing: 0,
            removed: 0,
            first_removed: usize::MAX,
        };
        let mut reader = Reader::new(bytes);
        reader.skip(guard.pool_end + 6)?; // and access flags, this and super
        let interfaces = usize::from(reader.u2()?);
        reader.skip(2 * interfaces)?;
        for _ in 0..reader.u2()? {
            walk.descriptors.push(descriptor(&reader, &guard.pool));
            reader.skip(6)?;
            for _ in 0..reader.u2()? {
                attribute(&mut reader)?;
            }
        }
        let mut copied = 0;
        for _ in 0..reader.u2()? {
            walk.method(bytes, &mut reader, &guard.pool, &mut copied)?;
        }
        walk.small.extend_from_slice(&bytes[copied..]);
        for _ in 0..reader.u2()? {
            let (name, mut body) = attribute(&mut reader)?;
            if guard.pool.utf8(name) == Some(b"EnclosingMethod") {
                body.skip(2)?;
                walk.enclosing = body.u2()?;
            }
        }
        Ok(walk)
    }

    /// Copies what is before a method's code; `copied`: up to where all is copied, or left out.
    fn method(
        &mut self,
        bytes: &'static [u8],
        reader: &mut Reader<'static>,
        pool: &Pool<'static>,
        copied: &mut usize,
    ) -> Result<(), Fault> {
        self.descriptors.push(descriptor(reader, pool));
        let header = reader.at();
        reader.skip(6)?;
        let count = reader.u2()?;
        let mut code = None;
        for _ in 0..count {
            let start = reader.at();
            let (name, body) = attribute(reader)?;
            if code.is_none() && pool.utf8(name) == Some(b"Code") {
                code = Some(body.at());
                self.small.extend_from_slice(&bytes[*copied..header + 6]);
                self.small.extend_from_slice(&(count - 1).to_be_bytes());
                self.small.extend_from_slice(&bytes[header + 8..start]);
                *copied = reader.at();
                self.removed += reader.at() - start;
                self.first_removed = self.first_removed.min(start);
            }
        }
        self.methods.push((header, code));
        Ok(())
    }
}

/// The descriptor of the member that the reader is before.
fn descriptor(reader: &Reader<'static>, pool: &Pool<'static>) -> Option<&'static str> {
    let mut reader = reader.clone();
    reader.skip(4).ok()?;
    std::str::from_utf8(pool.utf8(reader.u2().ok()?)?).ok()
}

/// An attribute's name and body.
fn attribute(reader: &mut Reader<'static>) -> Result<(u16, Reader<'static>), Fault> {
    let name = reader.u2()?;
    let length = reader.u4()? as usize;
    Ok((name, reader.part(length)?))
}

/// Makes numbers of the constants that only code mentions: members, their names with types, and call sites, which have five
/// bytes as a number has.
fn forget_constants(small: &mut [u8], pool: &Pool<'_>, enclosing: u16) {
    let mut kept = vec![false; usize::from(pool.len()) + 1];
    let mut keep = |index: u16| {
        if let Some(kept) = kept.get_mut(usize::from(index)) {
            *kept = true;
        }
    };
    keep(enclosing);
    for index in 1..pool.len() {
        match pool.tag(index) {
            Some(METHOD_HANDLE) => {
                let member = pool.constant(index).map_or(0, |constant| two(constant, 2));
                keep(member);
                keep(pool.constant(member).map_or(0, |constant| two(constant, 3)));
            }
            Some(DYNAMIC) => keep(pool.constant(index).map_or(0, |constant| two(constant, 3))),
            Some(_) | None => {}
        }
    }
    for index in 1..pool.len() {
        let only_code = matches!(
            pool.tag(index),
            Some(FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF | NAME_AND_TYPE | INVOKE_DYNAMIC)
        );
        if only_code
            && !kept[usize::from(index)]
            && let Some(tag) = small.get_mut(pool.place(index))
        {
            *tag = INTEGER;
        }
    }
}

fn two(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..at + 2)
        .map_or(0, |pair| u16::from_be_bytes([pair[0], pair[1]]))
}

impl Outline {
    /// Whether a method, by its number in the class file, has code.
    pub fn has_code(&self, method: usize) -> bool {
        self.source.methods.get(method).is_some_and(|(_, code)| code.is_some())
    }

    /// The code of a method, with its lines and local variables and no other attribute; `None` if it has none. What it borrows from
    /// is leaked, as the class file itself is: ask once.
    ///
    /// # Errors
    /// As [`crate::parse`].
    pub fn code(&self, method: usize) -> Result<Option<CodeData<'static>>, ClassError> {
        let Some((header, Some(body))) = self.source.methods.get(method) else {
            return Ok(None);
        };
        let fault = |fault: Fault| parse::refused(self.source.bytes, fault.into());
        let (file, at) = match self.source.one_method(*header, *body).map_err(fault)? {
            Some(small) => (parse::parse_guarded(Vec::leak(small))?, 0),
            // It has call sites or dynamic constants, which hang on the class's bootstrap methods.
            None => (parse::parse(self.source.bytes)?.file, method),
        };
        let attributes = file.methods.into_iter().nth(at).map(|method| method.attributes);
        Ok(attributes
            .into_iter()
            .flatten()
            .find_map(|attribute| match attribute.data {
                AttributeData::Code(code) => Some(code),
                _ => None,
            }))
    }
}

/// The constants of a small class file: new numbers for old ones.
struct Renumbered<'a> {
    pool: &'a Pool<'static>,
    new: BTreeMap<u16, u16>,
    bytes: Vec<u8>,
    next: u16,
    dynamic: bool,
}

impl Renumbered<'_> {
    /// The new number of a constant, which is copied with what it mentions. 0 stays 0.
    fn of(&mut self, old: u16) -> u16 {
        if old == 0 {
            return 0;
        }
        if let Some(new) = self.new.get(&old) {
            return *new;
        }
        let Some(constant) = self.pool.constant(old) else {
            return old; // no constant is there, which cafebabe says
        };
        let new = self.next;
        let tag = self.pool.tag(old);
        self.next = self
            .next
            .saturating_add(if matches!(tag, Some(LONG | DOUBLE)) { 2 } else { 1 });
        self.new.insert(old, new);
        let at = self.bytes.len();
        self.bytes.extend_from_slice(constant);
        // Where it mentions others: these are appended behind it, or are there.
        let mentions: &[usize] = match tag {
            Some(CLASS | STRING | METHOD_TYPE) => &[1],
            Some(FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF | NAME_AND_TYPE) => &[1, 3],
            Some(METHOD_HANDLE) => &[2],
            Some(DYNAMIC | INVOKE_DYNAMIC) => {
                self.dynamic = true;
                &[]
            }
            Some(_) | None => &[],
        };
        for offset in mentions {
            let old = two(constant, *offset);
            self.waiting(at + offset, old);
        }
        new
    }

    fn waiting(&mut self, at: usize, old: u16) {
        let new = self.of(old);
        self.bytes[at..at + 2].copy_from_slice(&new.to_be_bytes());
    }
}

impl Source {
    /// A class file of one method; `None` where it would need bootstrap methods.
    fn one_method(&self, header: usize, body: usize) -> Result<Option<Vec<u8>>, Fault> {
        let mut constants = Renumbered {
            pool: &self.pool,
            new: BTreeMap::new(),
            bytes: Vec::new(),
            next: 1,
            dynamic: false,
        };
        let mut reader = Reader::new(self.bytes);
        reader.skip(body)?;
        let limits = reader.skip(4)?; // max_stack, max_locals
        let length = reader.u4()? as usize;
        let code_reader = reader.part(length)?;
        let mut code = self.bytes[code_reader.at()..reader.at()].to_vec();
        let mut mentions = guard::constants(code_reader)?;
        // Those of one byte first: they need small numbers.
        mentions.sort_by_key(|(at, width, _)| (*width, *at));
        let mut narrow: Vec<u16> = Vec::new();
        for (_, width, old) in &mentions {
            if *width == 1 && !narrow.contains(old) {
                narrow.push(*old);
            }
        }
        constants.reserve(&narrow);
        for (at, width, old) in mentions {
            let new = constants.of(old);
            match u8::try_from(new) {
                Ok(new) if width == 1 => code[at] = new,
                _ if width == 2 => code[at..at + 2].copy_from_slice(&new.to_be_bytes()),
                _ => return Ok(None),
            }
        }
        let handlers = reader.u2()?;
        let mut table = Vec::new();
        for _ in 0..handlers {
            table.extend_from_slice(reader.skip(6)?);
            table.extend_from_slice(&constants.of(reader.u2()?).to_be_bytes());
        }
        let (count, attributes) = debug_tables(&mut reader, &mut constants)?;
        let mut head = Reader::new(self.bytes);
        head.skip(header)?;
        let access = head.u2()?;
        let [name, descriptor] = [head.u2()?, head.u2()?].map(|text| constants.of(text));
        let this_class = constants.of(self.this_class);
        let code_name = constants.code_name();
        if constants.dynamic {
            return Ok(None);
        }
        let two = |file: &mut Vec<u8>, values: &[u16]| {
            for value in values {
                file.extend_from_slice(&value.to_be_bytes());
            }
        };
        let mut file = self.bytes[..8].to_vec();
        two(&mut file, &[constants.next]);
        file.extend_from_slice(&constants.bytes);
        // Public; no superclass, no interfaces, no fields; one method with one attribute.
        two(
            &mut file,
            &[0x0021, this_class, 0, 0, 0, 1, access, name, descriptor, 1, code_name],
        );
        let body_length = 4 + 4 + code.len() + 2 + table.len() + 2 + attributes.len();
        file.extend_from_slice(&(body_length as u32).to_be_bytes());
        file.extend_from_slice(limits);
        file.extend_from_slice(&(code.len() as u32).to_be_bytes());
        file.extend_from_slice(&code);
        two(&mut file, &[handlers]);
        file.extend_from_slice(&table);
        two(&mut file, &[count]);
        file.extend_from_slice(&attributes);
        two(&mut file, &[0]); // no attributes of the class
        Ok(Some(file))
    }
}

impl Renumbered<'_> {
    /// Gives these constants the first numbers.
    fn reserve(&mut self, first: &[u16]) {
        // Copied without what they mention, which follows behind them all.
        let mut places = Vec::new();
        for old in first {
            let Some(constant) = self.pool.constant(*old) else {
                continue;
            };
            self.new.insert(*old, self.next);
            self.next += 1;
            match self.pool.tag(*old) {
                Some(CLASS | STRING | METHOD_TYPE) => places.push((self.bytes.len() + 1, two(constant, 1))),
                Some(METHOD_HANDLE) => places.push((self.bytes.len() + 2, two(constant, 2))),
                Some(DYNAMIC | INVOKE_DYNAMIC) => self.dynamic = true,
                Some(_) | None => {}
            }
            self.bytes.extend_from_slice(constant);
        }
        for (at, old) in places {
            self.waiting(at, old);
        }
    }

    /// A constant of the text `Code`.
    fn code_name(&mut self) -> u16 {
        let new = self.next;
        self.next += 1;
        self.bytes.extend_from_slice(b"\x01\x00\x04Code");
        new
    }
}

/// The lines and the local variables of a method's code, with new numbers; and how many attributes that is.
fn debug_tables(reader: &mut Reader<'static>, constants: &mut Renumbered<'_>) -> Result<(u16, Vec<u8>), Fault> {
    let mut tables = Vec::new();
    let mut count = 0;
    for _ in 0..reader.u2()? {
        let (name, mut body) = attribute(reader)?;
        let is_lines = constants.pool.utf8(name) == Some(b"LineNumberTable");
        if !is_lines && constants.pool.utf8(name) != Some(b"LocalVariableTable") {
            continue;
        }
        count += 1;
        tables.extend_from_slice(&constants.of(name).to_be_bytes());
        tables.extend_from_slice(&(body.remaining() as u32).to_be_bytes());
        if !is_lines {
            let entries = body.u2()?;
            tables.extend_from_slice(&entries.to_be_bytes());
            for _ in 0..entries {
                tables.extend_from_slice(body.skip(4)?);
                for _ in 0..2 {
                    tables.extend_from_slice(&constants.of(body.u2()?).to_be_bytes());
                }
                tables.extend_from_slice(body.skip(2)?);
            }
        }
        tables.extend_from_slice(body.skip(body.remaining())?);
    }
    Ok((count, tables))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::RuntimeImage;
    use crate::testing::installed_jdk;

    fn code_of<'a>(attributes: &'a [cafebabe::attributes::AttributeInfo<'static>]) -> Option<&'a CodeData<'static>> {
        attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::Code(code) => Some(code),
            _ => None,
        })
    }

    /// All that is used of code: its instructions with their constants, handlers, lines and variables.
    fn listing(code: &CodeData<'static>) -> String {
        let tables = code.attributes.iter().filter(|attribute| {
            matches!(
                attribute.data,
                AttributeData::LineNumberTable(_) | AttributeData::LocalVariableTable(_)
            )
        });
        let tables: Vec<_> = tables.map(|table| &table.data).collect();
        format!(
            "{} {} {:?} {:?} {tables:?}",
            code.max_stack, code.max_locals, code.bytecode, code.exception_table
        )
    }

    #[test]
    fn code_alone_is_what_it_is_in_its_class() {
        let Some(jdk) = installed_jdk("outline") else {
            return;
        };
        let image = RuntimeImage::open(&jdk.home).unwrap();
        let mut methods = 0;
        for name in image.classes_of("java.base").iter().step_by(12) {
            let bytes: &'static [u8] = Vec::leak(image.find_class(name).unwrap().unwrap().bytes.into_owned());
            let whole = parse::parse(bytes).unwrap();
            let outline = outline(bytes).unwrap();
            assert_eq!(whole.dynamic_arguments.len(), outline.parsed.dynamic_arguments.len());
            let descriptors = whole.file.fields.iter().map(|field| field.descriptor.to_string());
            let descriptors = descriptors.chain(whole.file.methods.iter().map(|m| m.descriptor.to_string()));
            let plain: Vec<String> = outline
                .descriptors
                .iter()
                .map(|text| text.unwrap().to_owned())
                .collect();
            assert_eq!(plain, descriptors.collect::<Vec<_>>(), "{name}");
            assert_eq!(whole.file.attributes.len(), outline.parsed.file.attributes.len());
            for (i, method) in whole.file.methods.iter().enumerate() {
                let expected = code_of(&method.attributes);
                assert!(code_of(&outline.parsed.file.methods[i].attributes).is_none());
                assert_eq!(outline.has_code(i), expected.is_some());
                let found = outline.code(i).unwrap();
                assert_eq!(
                    found.as_ref().map(listing),
                    expected.map(listing),
                    "{name} {}",
                    method.name
                );
                methods += 1;
            }
        }
        assert!(methods > 1000);
    }
}
