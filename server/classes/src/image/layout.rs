//! The tables of a runtime image, and the search in them. Every read is checked against the file's length.

const MAGIC: u32 = 0xcafe_dada;
const HEADER_BYTES: usize = 28;

/// OpenJDK's `ImageStrings::HASH_MULTIPLIER`.
const HASH_SEED: u32 = 0x0100_0193;

/// The parts of the image file.
#[derive(Debug)]
pub(super) struct Layout {
    /// `i32` for each slot of the perfect hash: 0 nothing, negative the slot itself, positive a new seed.
    redirect: &'static [u8],
    /// `u32` for each slot: where its location begins in `locations`.
    offsets: &'static [u8],
    locations: &'static [u8],
    strings: &'static [u8],
    resources: &'static [u8],
}

/// Where a resource is. `/module/parent/base.extension`; parts may be empty.
#[derive(Debug, Default)]
pub(super) struct Location {
    pub module: &'static str,
    pub parent: &'static str,
    pub base: &'static str,
    pub extension: &'static str,
    offset: u64,
    /// Bytes in the file, or 0 if the resource is not compressed.
    pub compressed: u64,
    pub uncompressed: u64,
}

impl Location {
    /// Whether it is a class in a package (which excludes `module-info`).
    pub fn is_class(&self) -> bool {
        self.extension == "class" && !self.parent.is_empty()
    }

    fn has_path(&self, path: &[&str]) -> bool {
        let separator = |text: &str, separator| if text.is_empty() { "" } else { separator };
        let parts = [
            separator(self.module, "/"),
            self.module,
            separator(self.module, "/"),
            self.parent,
            separator(self.parent, "/"),
            self.base,
            separator(self.extension, "."),
            self.extension,
        ];
        parts
            .iter()
            .flat_map(|part| part.bytes())
            .eq(path.iter().flat_map(|part| part.bytes()))
    }
}

impl Layout {
    pub fn read(file: &'static [u8]) -> Result<Self, String> {
        let header = |nth: usize| u4(file, 4 * nth).ok_or("the file is too short");
        let magic = header(0)?;
        if magic == MAGIC.swap_bytes() {
            return Err("it was made for a machine of the other byte order".to_string());
        }
        if magic != MAGIC {
            return Err("it is no runtime image (the magic number is missing)".to_string());
        }
        let version = header(1)?;
        if version >> 16 != 1 {
            return Err(format!(
                "its format {}.{} is unknown (1.0 is supported)",
                version >> 16,
                version & 0xffff
            ));
        }
        let [slots, locations, strings] = [header(4)? as usize, header(5)? as usize, header(6)? as usize];
        let mut rest = file.get(HEADER_BYTES..).unwrap_or_default();
        let mut table = |length: usize| {
            let (table, after) = rest
                .split_at_checked(length)
                .ok_or("its tables are longer than the file")?;
            rest = after;
            Ok::<_, String>(table)
        };
        let table_bytes = slots.checked_mul(4).ok_or("its tables are longer than the file")?;
        Ok(Self {
            redirect: table(table_bytes)?,
            offsets: table(table_bytes)?,
            locations: table(locations)?,
            strings: table(strings)?,
            resources: rest,
        })
    }

    /// Finds a resource by its full path, given in pieces.
    pub fn find(&self, path: &[&str]) -> Option<Location> {
        let location = self.probe(|seed| path.iter().fold(seed, |seed, part| hash(part.bytes(), seed)))?;
        location.has_path(path).then_some(location)
    }

    /// Finds the entry of a package, given with slashes: `java/util` is at `/packages/java.util`.
    pub fn find_package(&self, package: &str) -> Option<Location> {
        let dotted = || package.bytes().map(|byte| if byte == b'/' { b'.' } else { byte });
        let location = self.probe(|seed| hash(dotted(), hash("/packages/".bytes(), seed)))?;
        let is_it = location.module == "packages"
            && location.parent.is_empty()
            // The writer splits nothing off package entries, but a reader need not know.
            && location.extension.is_empty()
            && location.base.bytes().eq(dotted())
            && !package.contains('.');
        is_it.then_some(location)
    }

    /// The module of a package entry's list that has classes in the package.
    ///
    /// The list has pairs of `u32`: not 0 if the module has the package without classes, and the module's name.
    pub fn module_with_content(&self, package: &Location) -> Option<&'static str> {
        let list = self.stored(package)?;
        let mut pairs = list
            .chunks_exact(8)
            .filter_map(|pair| Some((u4(pair, 0)?, u4(pair, 4)?)));
        pairs
            .find(|&(empty, _)| empty == 0)
            .and_then(|(_, name)| self.string(name))
    }

    /// All locations, in no useful order.
    pub fn locations(&self) -> impl Iterator<Item = Location> {
        (0..self.offsets.len() / 4).filter_map(|slot| self.location(slot))
    }

    /// The bytes of a resource as they are in the file.
    pub fn stored(&self, location: &Location) -> Option<&'static [u8]> {
        let length = if location.compressed != 0 {
            location.compressed
        } else {
            location.uncompressed
        };
        let start = usize::try_from(location.offset).ok()?;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        self.resources.get(start..end)
    }

    /// A string of the string table: modified UTF-8 up to a NUL; none in a JDK is more than ASCII.
    pub fn string(&self, offset: u32) -> Option<&'static str> {
        let tail = self.strings.get(offset as usize..)?;
        let end = tail.iter().position(|&byte| byte == 0)?;
        std::str::from_utf8(&tail[..end]).ok()
    }

    fn probe(&self, hash_from: impl Fn(u32) -> u32) -> Option<Location> {
        let slots = (self.redirect.len() / 4) as u32;
        if slots == 0 {
            return None;
        }
        let slot = |hash: u32| ((hash & 0x7fff_ffff) % slots) as usize;
        let redirection = u4(self.redirect, 4 * slot(hash_from(HASH_SEED)))? as i32;
        let found = match redirection {
            0 => return None,
            seed @ 1.. => slot(hash_from(seed as u32)),
            direct => usize::try_from(-1 - i64::from(direct)).ok()?,
        };
        self.location(found)
    }

    /// Reads a location: a stream of attributes, each a byte with its kind and length, and a big-endian value.
    fn location(&self, slot: usize) -> Option<Location> {
        let mut stream = self.locations.get(u4(self.offsets, 4 * slot)? as usize..)?;
        let mut location = Location::default();
        while let [head, rest @ ..] = stream {
            let (value, after) = rest.split_at_checked(usize::from(head & 7) + 1)?;
            let number = value.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
            let text = || self.string(u32::try_from(number).ok()?);
            match head >> 3 {
                0 => return Some(location),
                1 => location.module = text()?,
                2 => location.parent = text()?,
                3 => location.base = text()?,
                4 => location.extension = text()?,
                5 => location.offset = number,
                6 => location.compressed = number,
                7 => location.uncompressed = number,
                _ => {} // of a later release
            }
            stream = after;
        }
        None
    }
}

/// The tables are in the machine's byte order, which `read` has checked.
fn u4(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|chunk| u32::from_ne_bytes(*chunk))
}

/// OpenJDK's `ImageStrings::hash_code`, but for the last mask: that one would spoil going on piece by piece.
fn hash(bytes: impl Iterator<Item = u8>, seed: u32) -> u32 {
    bytes.fold(seed, |seed, byte| seed.wrapping_mul(HASH_SEED) ^ u32::from(byte))
}
