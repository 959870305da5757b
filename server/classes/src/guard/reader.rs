//! Big-endian reads that never leave the bytes they were given.

/// A place in a class file and what is wrong there.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub at: usize,
    pub problem: String,
}

impl Fault {
    #[cold]
    pub fn new(at: usize, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
        }
    }
}

/// A cursor over a whole class file, or over the part of it that ends at `end`.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Offset of the next byte, from the start of the class file.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    #[inline]
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        match self.bytes[self.at..].first_chunk::<N>() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[inline]
    pub fn u1(&mut self) -> Result<u8, Fault> {
        self.take::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub fn u2(&mut self) -> Result<u16, Fault> {
        self.take().map(u16::from_be_bytes)
    }

    #[inline]
    pub fn u4(&mut self) -> Result<u32, Fault> {
        self.take().map(u32::from_be_bytes)
    }

    #[inline]
    pub fn skip(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        match self.bytes[self.at..].get(..length) {
            Some(skipped) => {
                self.at += length;
                Ok(skipped)
            }
            None => Err(self.truncated(length)),
        }
    }

    /// The next `length` bytes as a reader of their own, with offsets still from the start of the class file.
    pub fn part(&mut self, length: usize) -> Result<Reader<'a>, Fault> {
        let start = self.at;
        self.skip(length)?;
        Ok(Reader {
            bytes: &self.bytes[..self.at],
            at: start,
        })
    }

    /// A count of things of at least `least` bytes each: more than could follow is a lie.
    pub fn count(&mut self, least: usize) -> Result<u16, Fault> {
        let at = self.at;
        let count = self.u2()?;
        if usize::from(count) * least > self.remaining() {
            return Err(Fault::new(
                at,
                format!("a count of {count}, with {} bytes left", self.remaining()),
            ));
        }
        Ok(count)
    }

    #[cold]
    fn truncated(&self, wanted: usize) -> Fault {
        Fault::new(
            self.at,
            format!("{wanted} more bytes expected, {} left", self.remaining()),
        )
    }
}
