//! What the verifier says.

use crate::error::VmError;
use crate::image::class::Method;
use crate::types::ClassId;

/// Why a class may not be initialised.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// `VerifyError` with this message.
    Verify(String),
    /// `ClassFormatError` with this message: a stack map that makes no sense.
    Format(String),
    /// The answer depends on a class for which a loader of the program's own has to be asked first.
    Ask(u32),
    /// `NoClassDefFoundError`: a class on which the answer depends does not exist.
    Missing(String),
    /// The machine could not tell.
    Machine(VmError),
}

impl Refusal {
    pub(crate) fn in_method(self, method: &Method) -> Refusal {
        match self {
            Refusal::Verify(why) => Refusal::Verify(format!("{why} in {}", method.full_name())),
            Refusal::Format(why) => Refusal::Format(format!("{why} in {}", method.full_name())),
            Refusal::Missing(_) | Refusal::Machine(_) | Refusal::Ask(_) => self,
        }
    }

    pub(crate) fn at(self, offset: usize) -> Refusal {
        match self {
            Refusal::Verify(why) => Refusal::Verify(format!("{why} at byte {offset}")),
            Refusal::Format(_) | Refusal::Missing(_) | Refusal::Machine(_) | Refusal::Ask(_) => self,
        }
    }
}

/// What the verifier says of a class.
pub enum Verdict {
    /// It may be initialised.
    Sound,
    /// The error that `java` throws instead (its internal name), with its message.
    Refused(&'static str, String),
    /// A loader of the program's own has to be asked this question first.
    Ask(u32),
}

/// An answer, and what the names meant on which it depends. On another path a loader of the program's own may mean another class.
pub(crate) struct Verified {
    pub(crate) answer: Result<(), Refusal>,
    pub(crate) needed: Vec<(String, ClassId)>,
}
