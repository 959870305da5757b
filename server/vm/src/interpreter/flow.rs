//! How a run of bytecodes goes on, and what an access is.

use crate::image::class::field_flag;
use crate::thread::{Mode, Pending};
use crate::types::Ty;

/// Why a thread stopped running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Before its pending operation.
    Parked,
    /// It has ended.
    Ended,
    /// A nested run returned.
    Left,
    /// After too many backward jumps without a visible operation.
    Jumps,
}

/// What an instruction of the slow path did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Flow {
    /// Go on at `pc`.
    Next,
    /// Nothing has changed; the thread parks before this operation.
    Park(Pending),
    /// The instruction is done, and a property sees that; the thread parks behind it.
    ParkBehind(Pending),
    /// The thread entered a wait set; its instruction completes when it is woken.
    Suspended,
    /// The thread has ended.
    Ended,
    /// The nested run is over.
    Left,
}

/// What an initialisation check found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Check {
    /// The class may be used.
    Ready,
    /// A frame was pushed (the initialiser, or an exception's handler); the instruction runs again or never.
    Pushed,
    /// The thread parks first.
    Park(Pending),
}

/// What an access is, beside its place.
#[derive(Clone, Copy, Debug)]
pub struct AccessKind {
    /// Whether it writes.
    pub write: bool,
    /// Plain, volatile or atomic.
    pub mode: Mode,
    /// Flags of the field as in [`field_flag`]; for arrays [`Vm::array_flags`].
    pub flags: u8,
}

impl AccessKind {
    /// Of a field, by the flags that its instruction carries.
    pub(crate) fn of_field(write: bool, bits: u8) -> AccessKind {
        let volatile = bits & field_flag::VOLATILE != 0;
        AccessKind {
            write,
            mode: if volatile { Mode::Volatile } else { Mode::Plain },
            flags: bits & field_flag::FLAG_MASK,
        }
    }
}

/// The wrapper class of a primitive type, and the type's letter.
pub(crate) fn box_class(ty: Ty) -> (&'static str, char) {
    let name = match ty {
        Ty::Boolean => "java/lang/Boolean",
        Ty::Byte => "java/lang/Byte",
        Ty::Char => "java/lang/Character",
        Ty::Short => "java/lang/Short",
        Ty::Int => "java/lang/Integer",
        Ty::Long => "java/lang/Long",
        Ty::Float => "java/lang/Float",
        Ty::Double => "java/lang/Double",
        Ty::Void | Ty::Reference => "java/lang/Void",
    };
    (name, ty.letter())
}
