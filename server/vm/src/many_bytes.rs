//! Many bytes of the heap at once, piece by piece: the machine may be stopped between two pieces, and what is copied out of the heap
//! for a moment has to fit beside it.

use crate::cancellation::PIECE;
use crate::error::VmError;
use crate::vm::Vm;

impl Vm {
    /// An error where so many bytes outside of the heap do not fit below its limit beside the objects: a watch from outside comes too late
    /// where so much is taken so quickly.
    pub(crate) fn room_for(&self, bytes: u64) -> Result<(), VmError> {
        self.cancellation.check()?;
        match u32::try_from(bytes / 8).is_ok_and(|words| self.heap.has_room(words)) {
            true => Ok(()),
            false => Err(self.heap_limit()),
        }
    }

    /// A copy of the bytes from a place on.
    pub(crate) fn bytes(&self, at: u64, count: u64) -> Result<Vec<u8>, VmError> {
        if count <= PIECE {
            return Ok(self.heap.bytes(at, count));
        }
        self.room_for(count)?;
        let mut bytes = Vec::with_capacity(count as usize);
        for (piece, length) in pieces(count) {
            self.cancellation.check()?;
            bytes.extend(self.heap.bytes(at + piece, length));
        }
        Ok(bytes)
    }

    /// Writes bytes from a place on.
    pub(crate) fn set_bytes(&mut self, at: u64, bytes: &[u8]) -> Result<(), VmError> {
        for (piece, bytes) in (0..).zip(bytes.chunks(PIECE as usize)) {
            self.cancellation.check()?;
            self.heap.set_bytes(at + piece * PIECE, bytes);
        }
        Ok(())
    }

    /// Sets bytes to one value.
    pub(crate) fn fill_bytes(&mut self, at: u64, count: u64, value: u8) -> Result<(), VmError> {
        for (piece, length) in pieces(count) {
            self.cancellation.check()?;
            self.heap.fill_bytes(at + piece, length, value);
        }
        Ok(())
    }

    /// Copies bytes, as if they were taken out before any is written: from the end where the first piece would lie on what is still
    /// to be moved.
    pub(crate) fn copy_bytes(&mut self, from: u64, to: u64, count: u64) -> Result<(), VmError> {
        let mut all: Vec<(u64, u64)> = pieces(count).collect();
        if from < to {
            all.reverse();
        }
        for (piece, length) in all {
            self.cancellation.check()?;
            self.heap.copy_bytes(from + piece, to + piece, length);
        }
        Ok(())
    }
}

/// Where each piece begins, and its length.
pub(crate) fn pieces(count: u64) -> impl Iterator<Item = (u64, u64)> {
    let starts = (0..count.div_ceil(PIECE)).map(|piece| piece * PIECE);
    starts.map(move |at| (at, PIECE.min(count - at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_whole() {
        for count in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let end = pieces(count).fold(0, |end, (at, length)| {
                assert_eq!(at, end);
                assert!(length > 0 && length <= PIECE);
                at + length
            });
            assert_eq!(end, count);
        }
    }
}
