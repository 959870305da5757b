//! Where what is in a class file: the places that can be changed so that it remains readable.
//!
//! A reader of its own, which knows no more than where things begin and end (JVMS chapter 4). It gives up silently where a file is broken.

/// What is at a place, and so how it may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// Index of a constant, in two bytes.
    Constant,
    /// Index of a constant, in one byte.
    ShortConstant,
    /// Access flags.
    Flags,
    /// An instruction's first byte.
    Opcode,
    /// A number of so many bytes: a count, a length, an operand, a value.
    Number(usize),
    /// So many bytes of text.
    Text(usize),
    /// Where an instruction of the method with this number begins.
    Pc(usize),
    /// Where an instruction of this method begins, counted from this offset.
    Branch(usize, usize),
    /// The sort of a type in a stack map, which nothing follows.
    FrameType,
}

/// What a place belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Pool,
    Members,
    Code,
    Frames,
    Attributes,
}

impl Part {
    pub(super) const ALL: [Part; 5] = [Part::Pool, Part::Members, Part::Code, Part::Frames, Part::Attributes];
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) what: What,
    pub(super) part: Part,
}

/// A class file's places.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) all: Vec<Place>,
    /// Each constant's tag and where it is, by index; 0 where there is none.
    pub(super) constants: Vec<(u8, usize)>,
    /// Where instructions begin, and the end, for each method with code.
    pub(super) boundaries: Vec<Vec<usize>>,
}

impl Places {
    pub(super) fn of(bytes: &[u8]) -> Places {
        let mut reader = Reader {
            bytes,
            at: 8,
            found: Places::default(),
        };
        // What was found before something broken is worth changing.
        let _ = reader.class_file();
        reader.found
    }

    pub(super) fn in_part(&self, part: Part) -> Vec<Place> {
        self.all.iter().filter(|place| place.part == part).copied().collect()
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    found: Places,
}

impl Reader<'_> {
    fn note(&mut self, what: What, part: Part) {
        let at = self.at;
        self.found.all.push(Place { at, what, part });
    }

    fn byte(&mut self) -> Option<usize> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte.into())
    }

    fn word(&mut self) -> Option<usize> {
        Some(self.byte()? << 8 | self.byte()?)
    }

    fn long(&mut self) -> Option<usize> {
        Some(self.word()? << 16 | self.word()?)
    }

    fn noted(&mut self, what: What, part: Part) -> Option<usize> {
        self.note(what, part);
        self.word()
    }

    fn constant(&mut self, part: Part) -> Option<usize> {
        self.noted(What::Constant, part)
    }

    fn constants(&mut self, part: Part) -> Option<()> {
        for _ in 0..self.noted(What::Number(2), part)? {
            self.constant(part)?;
        }
        Some(())
    }

    fn class_file(&mut self) -> Option<()> {
        self.pool()?;
        self.noted(What::Flags, Part::Members)?;
        // Its own name stays: another one is refused before anything else is looked at.
        self.word()?;
        self.constant(Part::Members)?;
        self.constants(Part::Members)?;
        for _ in 0..2 {
            for _ in 0..self.word()? {
                self.noted(What::Flags, Part::Members)?;
                self.constant(Part::Members)?;
                self.constant(Part::Members)?;
                self.attributes()?;
            }
        }
        self.attributes()
    }

    fn pool(&mut self) -> Option<()> {
        let count = self.word()?;
        self.found.constants = vec![(0, 0); count];
        let mut index = 1;
        while index < count {
            let at = self.at;
            let tag = self.byte()?;
            self.found.constants[index] = (tag as u8, at);
            self.entry(tag)?;
            // Eight bytes take two indices.
            index += if matches!(tag, 5 | 6) { 2 } else { 1 };
        }
        Some(())
    }

    fn entry(&mut self, tag: usize) -> Option<()> {
        match tag {
            1 => {
                let length = self.word()?;
                self.note(What::Text(length), Part::Pool);
                self.at += length;
            }
            3 | 4 => {
                self.note(What::Number(4), Part::Pool);
                self.at += 4;
            }
            5 | 6 => {
                self.note(What::Number(8), Part::Pool);
                self.at += 8;
            }
            15 => {
                self.note(What::Number(1), Part::Pool);
                self.byte()?;
                self.constant(Part::Pool)?;
            }
            17 | 18 => {
                self.noted(What::Number(2), Part::Pool)?;
                self.constant(Part::Pool)?;
            }
            9..=12 => {
                self.constant(Part::Pool)?;
                self.constant(Part::Pool)?;
            }
            _ => {
                self.constant(Part::Pool)?;
            }
        }
        Some(())
    }

    fn text(&self, index: usize) -> Option<&[u8]> {
        let (tag, at) = *self.found.constants.get(index)?;
        let length = usize::from(u16::from_be_bytes([*self.bytes.get(at + 1)?, *self.bytes.get(at + 2)?]));
        self.bytes.get(at + 3..at + 3 + length).filter(|_| tag == 1)
    }

    fn attributes(&mut self) -> Option<()> {
        for _ in 0..self.word()? {
            let name = self.word()?;
            let name = self.text(name)?.to_vec();
            self.note(What::Number(4), Part::Attributes);
            let length = self.long()?;
            let end = self.at + length;
            let part = Part::Attributes;
            match &name[..] {
                b"Code" => self.code()?,
                b"StackMapTable" => self.frames()?,
                b"Exceptions" | b"NestMembers" | b"PermittedSubclasses" => self.constants(part)?,
                b"ConstantValue" | b"NestHost" | b"Signature" | b"SourceFile" => {
                    self.constant(part)?;
                }
                b"EnclosingMethod" => {
                    self.constant(part)?;
                    self.constant(part)?;
                }
                b"InnerClasses" => self.inner_classes()?,
                b"BootstrapMethods" => self.bootstrap_methods()?,
                b"Record" => self.record()?,
                _ => {}
            }
            self.at = end;
        }
        Some(())
    }

    fn inner_classes(&mut self) -> Option<()> {
        for _ in 0..self.noted(What::Number(2), Part::Attributes)? {
            for _ in 0..3 {
                self.constant(Part::Attributes)?;
            }
            self.noted(What::Flags, Part::Attributes)?;
        }
        Some(())
    }

    fn bootstrap_methods(&mut self) -> Option<()> {
        for _ in 0..self.noted(What::Number(2), Part::Attributes)? {
            self.constant(Part::Attributes)?;
            self.constants(Part::Attributes)?;
        }
        Some(())
    }

    fn record(&mut self) -> Option<()> {
        for _ in 0..self.noted(What::Number(2), Part::Attributes)? {
            self.constant(Part::Attributes)?;
            self.constant(Part::Attributes)?;
            self.attributes()?;
        }
        Some(())
    }

    fn code(&mut self) -> Option<()> {
        self.noted(What::Number(2), Part::Code)?;
        self.noted(What::Number(2), Part::Code)?;
        let length = self.long()?;
        let (start, method) = (self.at, self.found.boundaries.len());
        self.found.boundaries.push(Vec::new());
        while self.at < start + length {
            self.found.boundaries[method].push(self.at - start);
            self.instruction(method, start)?;
        }
        self.found.boundaries[method].push(length);
        for _ in 0..self.noted(What::Number(2), Part::Code)? {
            for _ in 0..3 {
                self.noted(What::Pc(method), Part::Code)?;
            }
            self.constant(Part::Code)?;
        }
        self.attributes()
    }

    fn instruction(&mut self, method: usize, start: usize) -> Option<()> {
        let part = Part::Code;
        let from = self.at - start;
        self.note(What::Opcode, part);
        let opcode = self.byte()?;
        match opcode {
            // bipush, and those that name a local variable
            0x10 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => {
                self.note(What::Number(1), part);
                self.byte()?;
            }
            0x12 => {
                self.note(What::ShortConstant, part);
                self.byte()?;
            }
            // sipush, iinc
            0x11 | 0x84 => {
                self.noted(What::Number(2), part)?;
            }
            0x13 | 0x14 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 => {
                self.constant(part)?;
            }
            0x99..=0xa8 | 0xc6 | 0xc7 => {
                self.noted(What::Branch(method, from), part)?;
            }
            // invokeinterface, invokedynamic, multianewarray
            0xb9 | 0xba => {
                self.constant(part)?;
                self.noted(What::Number(2), part)?;
            }
            0xc5 => {
                self.constant(part)?;
                self.note(What::Number(1), part);
                self.byte()?;
            }
            0xaa | 0xab => self.switch(opcode == 0xaa, start)?,
            0xc4 => self.at += if self.byte()? == 0x84 { 4 } else { 2 },
            0xc8 | 0xc9 => self.at += 4,
            _ => {}
        }
        Some(())
    }

    fn switch(&mut self, table: bool, start: usize) -> Option<()> {
        self.at = start + (self.at - start).next_multiple_of(4);
        self.at += 4;
        self.note(What::Number(4), Part::Code);
        let first = self.long()?;
        let words = match table {
            true => (self.long()? as u32).wrapping_sub(first as u32).wrapping_add(1) as usize,
            false => 2 * first,
        };
        for _ in 0..words {
            self.note(What::Number(4), Part::Code);
            self.long()?;
        }
        Some(())
    }

    fn frames(&mut self) -> Option<()> {
        let part = Part::Frames;
        for _ in 0..self.noted(What::Number(2), part)? {
            self.note(What::Number(1), part);
            let kind = self.byte()?;
            if kind >= 247 {
                self.noted(What::Number(2), part)?;
            }
            match kind {
                64..=127 | 247 => self.types(1)?,
                252..=254 => self.types(kind - 251)?,
                255 => {
                    for _ in 0..2 {
                        let count = self.noted(What::Number(2), part)?;
                        self.types(count)?;
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    fn types(&mut self, count: usize) -> Option<()> {
        for _ in 0..count {
            let sort = *self.bytes.get(self.at)?;
            if sort < 7 {
                self.note(What::FrameType, Part::Frames);
            }
            self.byte()?;
            match sort {
                7 => drop(self.constant(Part::Frames)?),
                8 => drop(self.noted(What::Number(2), Part::Frames)?),
                _ => {}
            }
        }
        Some(())
    }
}
