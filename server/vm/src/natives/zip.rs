//! `java.util.zip`'s inflater and deflater, by `miniz_oxide`.
//!
//! The state of a stream is what went into it: each call begins anew with all of it, which the Java object keeps in two fields of
//! the machine's own. So it is undone, hashed and kept alive like everything else; a long stream in small steps costs the
//! square of its length. A deflater gives nothing before its end, which its contract allows. What it gives is a legal stream,
//! not the one that zlib makes. Not modelled: dictionaries, flushing before the end, direct buffers.

use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use super::math::adler32;
use super::{NativeCall, NativeResult, Outcome, Row, Touch, int, long, nothing};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::hidden_fields::{GIVEN, TAKEN};
use crate::types::Ty;

/// The addresses that stand for a stream: with zlib's header and checksum, or without.
const ZLIB: i64 = 1;

const RAW: i64 = 2;

/// `Z_NO_FLUSH` and `Z_FINISH`.
const NO_FLUSH: i32 = 0;

const FINISH: i32 = 4;

/// Bits of a result: output follows the input's 31 bits; then whether the stream is at its end.
const OUTPUT: u32 = 31;

const FINISHED: i64 = 1 << 62;

/// Bytes of output, and of input, between two looks at whether to go on.
const INFLATED_AT_ONCE: usize = 8 << 20;

const DEFLATED_AT_ONCE: usize = 256 << 10;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/util/zip/Inflater",
        &[
            ("init", "(Z)J", |c| long(if c.int(0) != 0 { RAW } else { ZLIB })),
            ("inflateBytesBytes", "", inflate),
            ("inflateBytes", "(J[BII)I", inflate_8),
            ("getAdler", "(J)I", |c| {
                let Some(stream) = caller(c) else { return int(1) };
                let given = c.vm.field(stream, GIVEN) as usize;
                let (output, _) = inflated(c, &taken(c, stream)?, given, c.long(0) == RAW)?;
                int(adler32(1, &output) as i32)
            }),
            ("reset", "(J)V", reset),
            ("end", "(J)V", nothing),
        ],
    ),
    (
        "java/util/zip/Deflater",
        &[
            ("init", "(IIZ)J", |c| long(if c.int(2) != 0 { RAW } else { ZLIB })),
            ("deflateBytesBytes", "", deflate),
            ("deflateBytes", "(J[BIII)I", deflate_8),
            ("getAdler", "(J)I", |c| {
                let input = caller(c).map_or(Ok(Vec::new()), |stream| taken(c, stream))?;
                int(adler32(1, &input) as i32)
            }),
            ("reset", "(J)V", reset),
            ("end", "(J)V", nothing),
        ],
    ),
];

/// A part of an array: where it begins, and its length.
#[derive(Clone, Copy)]
struct Part {
    array: Ref,
    from: i32,
    length: i32,
}

impl Part {
    /// Three arguments of a native.
    fn of_arguments(c: &NativeCall<'_>, first: u32) -> Part {
        Part {
            array: c.reference(first),
            from: c.int(first + 1),
            length: c.int(first + 2),
        }
    }

    /// What Java 8 keeps as a stream's input.
    fn of_fields(c: &NativeCall<'_>, stream: Ref) -> Part {
        Part {
            array: c.vm.field(stream, "buf") as Ref,
            from: c.vm.field(stream, "off") as i32,
            length: c.vm.field(stream, "len") as i32,
        }
    }

    fn length(self) -> usize {
        self.length.max(0) as usize
    }
}

/// What a call has done.
struct Done {
    used: usize,
    given: usize,
    finished: bool,
}

impl Done {
    /// As the natives since Java 11 answer.
    fn packed(&self) -> NativeResult {
        let finished = if self.finished { FINISHED } else { 0 };
        long(self.used as i64 | (self.given as i64) << OUTPUT | finished)
    }

    /// As those of Java 8 do: in the stream's fields.
    fn in_fields(&self, c: &mut NativeCall<'_>, stream: Ref, input: Part) -> NativeResult {
        let used = self.used as i32;
        c.vm.set_field(stream, "off", u64::from((input.from + used) as u32));
        c.vm.set_field(stream, "len", u64::from((input.length - used) as u32));
        if self.finished {
            c.vm.set_field(stream, "finished", 1);
        }
        int(self.given as i32)
    }
}

/// this, address (2 slots), input, from, length, output, from, length.
fn inflate(c: &mut NativeCall<'_>) -> NativeResult {
    let (input, output) = (Part::of_arguments(c, 3), Part::of_arguments(c, 6));
    match inflate_part(c, input, output)? {
        Ok(done) => done.packed(),
        Err(other) => Ok(other),
    }
}

/// this, address (2 slots), output, from, length.
fn inflate_8(c: &mut NativeCall<'_>) -> NativeResult {
    let stream = c.reference(0);
    let (input, output) = (Part::of_fields(c, stream), Part::of_arguments(c, 3));
    match inflate_part(c, input, output)? {
        Ok(done) => done.in_fields(c, stream, input),
        Err(other) => Ok(other),
    }
}

fn inflate_part(c: &mut NativeCall<'_>, from: Part, to: Part) -> Result<Result<Done, Outcome>, VmError> {
    let (stream, raw) = (c.reference(0), c.long(1) == RAW);
    let before = taken(c, stream)?;
    let given = c.vm.field(stream, GIVEN) as usize;
    let room = to.length();
    let input = [before.as_slice(), &bytes(c, from.array, from.from, from.length)?].concat();
    if let (false, [method, flags, ..]) = (raw, input.as_slice()) {
        let header = u16::from_be_bytes([*method, *flags]);
        let problem = if header % 31 != 0 {
            Some("incorrect header check")
        } else if method & 15 != 8 {
            Some("unknown compression method")
        } else {
            None
        };
        if let Some(problem) = problem {
            let read = 2usize.saturating_sub(before.len()).min(from.length());
            return Ok(Err(match touch(c, from, read, to, 0) {
                Touch::Park(park) => park,
                Touch::Alone | Touch::Granted => wrong(problem),
            }));
        }
        if flags & 0x20 != 0 {
            return Err(not_modelled("a stream with a preset dictionary"));
        }
    }
    let (output, end) = inflated(c, &input, given + room, raw)?;
    let used = match end {
        // How far it was read nobody says.
        End::Wrong | End::WrongSum => input.len(),
        End::Open(used) | End::Finished(used) => used.max(before.len()),
    };
    let new = output.get(given..).unwrap_or_default();
    if let Touch::Park(park) = touch(c, from, used - before.len(), to, new.len()) {
        return Ok(Err(park));
    }
    match end {
        End::Wrong => return Ok(Err(wrong("invalid compressed data"))),
        End::WrongSum => return Ok(Err(wrong("incorrect data check"))),
        End::Open(_) | End::Finished(_) => {}
    }
    write(c, to.array, to.from, new)?;
    remember(c, stream, &input[..used], given + new.len())?;
    Ok(Ok(Done {
        used: used - before.len(),
        given: new.len(),
        finished: matches!(end, End::Finished(_)),
    }))
}

/// How far a stream could be read.
enum End {
    /// So much was used, and there is more to come.
    Open(usize),
    /// So much was used, and it is complete.
    Finished(usize),
    Wrong,
    WrongSum,
}

/// What a stream says, at most so many bytes: piece by piece, for a short stream may say much.
fn inflated(c: &NativeCall<'_>, input: &[u8], room: usize, raw: bool) -> Result<(Vec<u8>, End), VmError> {
    let mut flags = inflate_flags::TINFL_FLAG_HAS_MORE_INPUT | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    if !raw {
        flags |= inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_COMPUTE_ADLER32;
    }
    let mut decompressor = DecompressorOxide::new();
    let (mut output, mut used, mut written) = (Vec::new(), 0, 0);
    loop {
        let size = room.min(output.len() + INFLATED_AT_ONCE);
        c.vm.room_for(size as u64)?;
        output.resize(size, 0);
        let rest = input.get(used..).unwrap_or_default();
        let (status, read, made) = decompress(&mut decompressor, rest, &mut output, written, flags);
        (used, written) = (used + read, written + made);
        let end = match status {
            TINFLStatus::HasMoreOutput if size < room => continue,
            TINFLStatus::Done => End::Finished(used),
            TINFLStatus::NeedsMoreInput | TINFLStatus::HasMoreOutput => End::Open(used),
            TINFLStatus::Adler32Mismatch => End::WrongSum,
            // Of a foreign enum that may grow: all others are failures.
            _ => End::Wrong,
        };
        output.truncate(written);
        return Ok((output, end));
    }
}

/// What a stream is made into, piece by piece.
fn deflated(c: &NativeCall<'_>, input: &[u8], level: u8, raw: bool) -> Result<Vec<u8>, VmError> {
    let flags = create_comp_flags_from_zip_params(level.into(), i32::from(!raw), 0);
    let mut compressor = CompressorOxide::new(flags);
    let mut output = Vec::new();
    let last = input.len().div_ceil(DEFLATED_AT_ONCE).max(1) - 1;
    for index in 0..=last {
        c.vm.room_for(output.len() as u64)?;
        let start = index * DEFLATED_AT_ONCE;
        let piece = &input[start..input.len().min(start + DEFLATED_AT_ONCE)];
        let flush = if index == last {
            TDEFLFlush::Finish
        } else {
            TDEFLFlush::None
        };
        compress_to_output(&mut compressor, piece, flush, |bytes| {
            output.extend_from_slice(bytes);
            true
        });
    }
    Ok(output)
}

/// this, address (2 slots), input, from, length, output, from, length, flush, parameters.
fn deflate(c: &mut NativeCall<'_>) -> NativeResult {
    let (input, output) = (Part::of_arguments(c, 3), Part::of_arguments(c, 6));
    match deflate_part(c, input, output, c.int(9))? {
        Ok(done) => done.packed(),
        Err(park) => Ok(park),
    }
}

/// this, address (2 slots), output, from, length, flush; whether it is to finish says a field.
fn deflate_8(c: &mut NativeCall<'_>) -> NativeResult {
    let stream = c.reference(0);
    let (input, output) = (Part::of_fields(c, stream), Part::of_arguments(c, 3));
    let flush = if c.vm.field(stream, "finish") != 0 {
        FINISH
    } else {
        c.int(6)
    };
    match deflate_part(c, input, output, flush)? {
        Ok(done) => done.in_fields(c, stream, input),
        Err(park) => Ok(park),
    }
}

fn deflate_part(c: &mut NativeCall<'_>, from: Part, to: Part, flush: i32) -> Result<Result<Done, Outcome>, VmError> {
    let (stream, raw) = (c.reference(0), c.long(1) == RAW);
    if !matches!(flush, NO_FLUSH | FINISH) {
        return Err(not_modelled("flushing a Deflater before its end"));
    }
    let new = bytes(c, from.array, from.from, from.length)?;
    let input = [taken(c, stream)?, new].concat();
    let given = c.vm.field(stream, GIVEN) as usize;
    let (mut count, mut finished, mut given_now) = (0, false, Vec::new());
    if flush == FINISH {
        let level = u8::try_from(c.vm.field(stream, "level") as u32 as i32).unwrap_or(6);
        let whole = deflated(c, &input, level, raw)?;
        let left = whole.get(given..).unwrap_or_default();
        count = left.len().min(to.length());
        given_now = left[..count].to_vec();
        finished = count == left.len();
    }
    if let Touch::Park(park) = touch(c, from, from.length(), to, count) {
        return Ok(Err(park));
    }
    write(c, to.array, to.from, &given_now)?;
    remember(c, stream, &input, given + count)?;
    Ok(Ok(Done {
        used: from.length(),
        given: count,
        finished,
    }))
}

/// The gate for what a call takes from its input array and puts into its output array.
fn touch(c: &mut NativeCall<'_>, from: Part, read: usize, to: Part, written: usize) -> Touch {
    let (read, written) = (
        c.vm.elements(from.array, from.from.max(0) as u64, read as u64),
        c.vm.elements(to.array, to.from.max(0) as u64, written as u64),
    );
    c.touch(read, written)
}

fn reset(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(stream) = caller(c) {
        c.vm.set_field(stream, TAKEN, 0);
        c.vm.set_field(stream, GIVEN, 0);
    }
    Ok(Outcome::Void)
}

/// The stream whose method calls a static native with its address.
fn caller(c: &NativeCall<'_>) -> Option<Ref> {
    let t = c.this_thread();
    let (fp, method, _) = t.frames().next()?;
    let code = c.vm.image.method(method).code.get()?;
    let this = t.stack[(fp - code.max_locals) as usize] as Ref;
    let holds = this != 0 && c.vm.image.slot(c.vm.class_of(this), TAKEN).is_some();
    holds.then_some(this)
}

fn taken(c: &NativeCall<'_>, stream: Ref) -> Result<Vec<u8>, VmError> {
    match c.vm.field(stream, TAKEN) as Ref {
        0 => Ok(Vec::new()),
        array => bytes(c, array, 0, c.vm.heap.length(array) as i32),
    }
}

fn remember(c: &mut NativeCall<'_>, stream: Ref, input: &[u8], given: usize) -> Result<(), VmError> {
    let known = c.vm.field(stream, TAKEN) as Ref;
    if known == 0 || c.vm.heap.length(known) as usize != input.len() {
        let array = c.vm.new_primitive_array(Ty::Byte, input.len() as u32)?;
        write(c, array, 0, input)?;
        c.vm.set_field(stream, TAKEN, u64::from(array));
        c.vm.stored(stream, array);
    }
    c.vm.set_field(stream, GIVEN, given as u64);
    Ok(())
}

fn bytes(c: &NativeCall<'_>, array: Ref, from: i32, length: i32) -> Result<Vec<u8>, VmError> {
    let base = u64::from(array + HEADER) * 8 + from.max(0) as u64;
    c.vm.bytes(base, length.max(0) as u64)
}

fn write(c: &mut NativeCall<'_>, array: Ref, from: i32, bytes: &[u8]) -> Result<(), VmError> {
    let base = u64::from(array + HEADER) * 8 + from.max(0) as u64;
    c.vm.set_bytes(base, bytes)
}

fn wrong(message: &str) -> Outcome {
    Outcome::Throw("java/util/zip/DataFormatException", Some(message.to_owned()))
}

fn not_modelled(what: &str) -> VmError {
    VmError::NotModelled(format!(
        "{what} (java.util.zip) is not modelled; this path was not checked"
    ))
}
