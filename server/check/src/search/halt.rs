//! Why a search makes no other step.

use crate::facts::reason::Cause;

/// Why a search makes no other step.
#[derive(Debug)]
pub(super) enum Halt {
    /// A limit, or a fault.
    Limit(Cause),
    /// The bound of the part of the space that was asked for.
    Bound,
    /// A defect, and the first one is enough.
    FirstFinding,
    /// Something that it relied on was refuted.
    Restart,
}
