//! Helpers of this crate's unit tests: scratch directories, the installed JDK, random numbers.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::image::RuntimeImage;
use crate::jdk::Jdk;

/// A directory that is removed at the end of the test.
pub struct TempDir(PathBuf);

impl TempDir {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("dropwire-classes-{name}-{}-{unique}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        // macOS: the temporary directory is a link.
        Self(fs::canonicalize(path).unwrap())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The installed JDK; without one, says so and answers `None`.
pub fn installed_jdk(test: &str) -> Option<Jdk> {
    match Jdk::locate(None) {
        Ok(jdk) => Some(jdk),
        Err(error) => {
            println!("{test}: skipped: {error}");
            None
        }
    }
}

/// The installed JDK's image; without one, says so and answers `None`.
pub fn installed_image(test: &str) -> Option<RuntimeImage> {
    installed_jdk(test).map(|jdk| RuntimeImage::open(&jdk.home).unwrap())
}

/// Marsaglia's xorshift64: the same numbers for the same seed, everywhere.
pub struct XorShift(pub u64);

impl XorShift {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Writes class files, well-formed or not.
pub struct ClassWriter {
    pub major: u16,
    constants: u16,
    pool: Vec<u8>,
    this_class: u16,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl ClassWriter {
    pub fn new(name: &str) -> Self {
        let (pool, methods, attributes) = (Vec::new(), Vec::new(), Vec::new());
        let mut class = Self {
            major: 61,
            constants: 1,
            pool,
            this_class: 0,
            methods,
            attributes,
        };
        let name = class.utf8(name.as_bytes());
        class.this_class = class.constant(7, &[name]);
        class
    }

    pub fn utf8(&mut self, text: &[u8]) -> u16 {
        let mut body = (text.len() as u16).to_be_bytes().to_vec();
        body.extend(text);
        self.raw_constant(1, &body)
    }

    /// A constant that consists of numbers of two bytes.
    pub fn constant(&mut self, tag: u8, parts: &[u16]) -> u16 {
        self.raw_constant(
            tag,
            &parts.iter().flat_map(|part| part.to_be_bytes()).collect::<Vec<_>>(),
        )
    }

    pub fn raw_constant(&mut self, tag: u8, body: &[u8]) -> u16 {
        self.pool.push(tag);
        self.pool.extend(body);
        let index = self.constants;
        self.constants += if matches!(tag, 5 | 6) { 2 } else { 1 };
        index
    }

    /// A NameAndType constant, in modified UTF-8.
    pub fn member(&mut self, name: &str, descriptor: &str) -> u16 {
        let parts = [name, descriptor].map(|text| {
            let units = text
                .encode_utf16()
                .flat_map(|unit| char::from_u32(unit.into()).map_or(surrogate(unit), utf8));
            self.utf8(&units.collect::<Vec<_>>())
        });
        self.constant(12, &parts)
    }

    /// An attribute, to be put somewhere.
    pub fn attribute(&mut self, name: &str, body: &[u8]) -> Vec<u8> {
        let mut attribute = self.utf8(name.as_bytes()).to_be_bytes().to_vec();
        attribute.extend((body.len() as u32).to_be_bytes());
        attribute.extend(body);
        attribute
    }

    pub fn class_attribute(&mut self, name: &str, body: &[u8]) {
        let attribute = self.attribute(name, body);
        self.attributes.push(attribute);
    }

    /// A static method with this code, which has no handlers, and these attributes of it.
    pub fn method(&mut self, name: &str, descriptor: &str, code: &[u8], attributes: &[Vec<u8>]) {
        let mut body = vec![0, 9, 0, 9];
        body.extend((code.len() as u32).to_be_bytes());
        body.extend(code);
        body.extend([0, 0]);
        body.extend((attributes.len() as u16).to_be_bytes());
        body.extend(attributes.concat());
        let code = self.attribute("Code", &body);
        let mut method = vec![0, 9];
        method.extend(self.utf8(name.as_bytes()).to_be_bytes());
        method.extend(self.utf8(descriptor.as_bytes()).to_be_bytes());
        method.extend([0, 1]);
        method.extend(code);
        self.methods.push(method);
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        bytes.extend(self.major.to_be_bytes());
        bytes.extend(self.constants.to_be_bytes());
        bytes.extend(&self.pool);
        bytes.extend([0, 0x21]);
        bytes.extend(self.this_class.to_be_bytes());
        bytes.extend([0; 6]); // no superclass, interfaces, fields
        for table in [&self.methods, &self.attributes] {
            bytes.extend((table.len() as u16).to_be_bytes());
            bytes.extend(table.concat());
        }
        bytes
    }
}

fn utf8(character: char) -> Vec<u8> {
    character.to_string().into_bytes()
}

fn surrogate(unit: u16) -> Vec<u8> {
    vec![
        0xe0 | (unit >> 12) as u8,
        0x80 | (unit >> 6 & 0x3f) as u8,
        0x80 | (unit & 0x3f) as u8,
    ]
}
