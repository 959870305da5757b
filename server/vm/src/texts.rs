//! What the program's strings say, whole or as far as a person wants to read them; and what it prints.

use crate::cancellation::PIECE;
use crate::heap::{HEADER, Ref};
use crate::vm::Vm;

/// Characters of a text that a person reads at most: a program's texts may be of any length.
const LONGEST_REPORTED: u32 = 2000;

impl Vm {
    /// UTF-16 text of a `String`.
    pub fn string_units(&self, string: Ref) -> Vec<u16> {
        self.first_units(string, u32::MAX)
    }

    /// The text of a string, or its beginning where it is long: what a person reads.
    pub(crate) fn reported_text(&self, string: Ref) -> String {
        let units = self.first_units(string, LONGEST_REPORTED + 1);
        let text = |units: &[u16]| String::from_utf16_lossy(units);
        match units.get(..LONGEST_REPORTED as usize) {
            Some(start) if units.len() > start.len() => text(start) + "…",
            _ => text(&units),
        }
    }

    /// The first characters of a string.
    pub(crate) fn first_units(&self, string: Ref, most: u32) -> Vec<u16> {
        if string == 0 {
            return Vec::new();
        }
        let array = self.field(string, "value") as Ref;
        if array == 0 {
            return Vec::new();
        }
        let length = self.heap.length(array);
        let base = u64::from(array + HEADER) * 8;
        if self.image.has_wide_strings() {
            (0..length.min(most))
                .map(|i| self.heap.read(base + 2 * u64::from(i), 1) as u16)
                .collect()
        } else if self.field(string, "coder") == 0 {
            (0..length.min(most))
                .map(|i| self.heap.read(base + u64::from(i), 0) as u16)
                .collect()
        } else {
            (0..(length / 2).min(most))
                .map(|i| self.heap.read(base + 2 * u64::from(i), 1) as u16)
                .collect()
        }
    }

    /// Text of a `String`; unpaired surrogates become replacement characters.
    pub fn text(&self, string: Ref) -> String {
        String::from_utf16_lossy(&self.string_units(string))
    }

    /// Appends to the path's output.
    pub fn print(&mut self, to_error: bool, bytes: impl IntoIterator<Item = u8>) {
        let bytes = bytes.into_iter();
        // As the arena of objects: much of it grows where it lies.
        let (more, room) = (
            bytes.size_hint().0,
            self.path.output.capacity() - self.path.output.len(),
        );
        if more > room && self.path.output.len() > PIECE as usize {
            self.path.output.reserve_exact(more.max(self.path.output.len() / 16));
        }
        self.path.output.extend(bytes.map(|b| (to_error, b)));
        self.touch_output();
        self.path.facts.output = self.path.output.len();
    }
}
