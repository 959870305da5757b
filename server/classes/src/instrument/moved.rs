//! Where the places in one method's code are after calls were inserted.

use super::LeftAlone;
use crate::guard::Fault;

/// Where the old places are now.
pub(super) struct Moved {
    /// By old place: the instruction there, with the call before it. Also the end of the code.
    pub before: Vec<u32>,
    /// By old place: the instruction itself.
    pub at: Vec<u32>,
    /// Which old places are instructions, or the end.
    pub is_place: Vec<bool>,
}

impl Moved {
    /// Where a jump to an old place goes, so that it meets the call.
    pub fn before(&self, old: usize) -> Result<u32, LeftAlone> {
        self.known(old)?;
        Ok(self.before[old])
    }

    /// The same as the file has it.
    pub fn before_u2(&self, old: u16) -> Result<[u8; 2], LeftAlone> {
        Ok(two(self.before(old.into())?))
    }

    /// Where the instruction itself is, as the file has it.
    pub fn at_u2(&self, old: u16) -> Result<[u8; 2], LeftAlone> {
        self.known(old.into())?;
        Ok(two(self.at[usize::from(old)]))
    }

    fn known(&self, old: usize) -> Result<(), LeftAlone> {
        match self.is_place.get(old) {
            Some(true) => Ok(()),
            Some(false) | None => Err(LeftAlone::Malformed),
        }
    }
}

/// The code is at most 65,535 bytes long, and so is each place in it.
fn two(place: u32) -> [u8; 2] {
    (place as u16).to_be_bytes()
}

impl From<Fault> for LeftAlone {
    fn from(_: Fault) -> LeftAlone {
        LeftAlone::Malformed
    }
}
