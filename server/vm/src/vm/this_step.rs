//! What holds for one step alone.

use crate::choice_point::Made;
use crate::footprint::Origin;
use crate::heap::Ref;
use crate::image::code::{Code, Instr};
use crate::thread::{Pending, ThreadId};

/// State of the step that is made, or was made last. The next one begins anew: none of it is undone or in a key.
pub struct ThisStep {
    /// The thread that runs.
    pub current: ThreadId,
    /// Nobody could have moved before what the step ends.
    pub in_time: bool,
    /// An atomic operation goes on after a call back into code that is not part of it: the thread parks first.
    pub(crate) resumes: bool,
    /// The thread was parked before an operation of the library asks whether it was interrupted.
    pub(crate) asks: bool,
    /// The thread was parked by `LockSupport.park`: what it waits for was there for others to see.
    pub(crate) waited: bool,
    /// The operation before which the thread that moves was parked.
    pub(crate) operation: Pending,
    /// Where the thread comes to an operation at which it may wait, if that is what the step does: frame and instruction.
    pub(crate) arrives: Option<(u32, u32)>,
    /// Which waiter the next `notify` takes, or which way the next data choice goes.
    pub(crate) chosen: Option<u64>,
    /// The thread that runs has jumped back in this step.
    pub(crate) jumped: bool,
    /// The data choice that the step made.
    pub made: Option<Made>,
    /// Where an observed field was written, last: method and instruction.
    pub wrote: Option<(u32, u32)>,
    /// The function that an atomic variable calls: the depth of its frame, and where objects begin that it made itself.
    pub(crate) function: Option<(u32, Ref)>,
    /// A thread came, or one that did not move was changed.
    pub(crate) enabledness_changed: bool,
    /// Threads that were started, or whose wait for an initialisation is over: they still have to run to their next visible operation.
    pub(crate) followers: Vec<(ThreadId, Origin)>,
    /// Instructions that the step has linked and the next one links anew, as they were decoded: see `loaders.rs`.
    pub(crate) linked: Vec<(&'static Code, usize, Instr)>,
}

impl Default for ThisStep {
    fn default() -> Self {
        ThisStep {
            current: ThreadId(0),
            in_time: true,
            resumes: false,
            asks: false,
            waited: false,
            operation: Pending::None,
            arrives: None,
            chosen: None,
            jumped: false,
            made: None,
            wrote: None,
            function: None,
            enabledness_changed: true,
            followers: Vec::new(),
            linked: Vec::new(),
        }
    }
}
