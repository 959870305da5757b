//! What a property is, and when it is judged.

use dropwire_vm::{ThreadId, Vm};

use crate::facts::defect::Defect;
use crate::facts::note::Note;

/// When properties are judged. The search and the replay of a schedule go through the same moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// A step has just led to the state.
    Reached,
    /// The program has ended.
    Ended,
    /// No thread is enabled, or daemons alone are and free no other thread.
    Stuck,
    /// Some thread is enabled.
    Live,
    /// The state is compared with others, and its successors are explored.
    Explored,
    /// One thread alone is enabled, and has come back to a state of its own.
    Repeated,
}

impl Moment {
    /// All of them, in the order of their discriminants.
    pub const ALL: [Moment; 6] = [
        Moment::Reached,
        Moment::Ended,
        Moment::Stuck,
        Moment::Live,
        Moment::Explored,
        Moment::Repeated,
    ];
}

/// The only thread that is enabled, which has come back to a state of its own.
#[derive(Clone, Copy)]
pub(crate) struct Repeats {
    /// The thread.
    pub thread: ThreadId,
    /// The method that goes round, by its number; none if the thread has no frame of the user's.
    pub method: Option<u32>,
}

/// The state that is judged.
pub(crate) struct State<'a> {
    /// The machine that is in it.
    pub vm: &'a Vm,
    /// When it is judged.
    pub moment: Moment,
    /// The thread that has come back to its state: with [`Moment::Repeated`].
    pub repeats: Option<Repeats>,
}

/// What properties say of a state.
#[derive(Default)]
pub(crate) struct Judgement {
    /// What is wrong with it.
    pub defects: Vec<Defect>,
    /// What is no defect, but worth a note.
    pub notes: Vec<Note>,
    /// A race was none because the program is going to validate what it read, or since it is one of the library's own: explored as sequentially consistent.
    pub weak_access: bool,
}

/// What must hold in every state of a program: one part, which the search and the replay ask in the same way.
pub(crate) trait Property {
    /// When it is judged.
    fn moments(&self) -> &'static [Moment];

    /// Judges a state.
    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement);

    /// The machine went back on its path: what is not on the path any more may happen again.
    fn go_back(&mut self, _vm: &Vm) {}

    /// The machine went a way again whose events have been reported.
    fn catch_up(&mut self, _vm: &Vm) {}

    /// What is to be said when all states have been judged.
    fn remarks(&self) -> Vec<Note> {
        Vec::new()
    }

    /// What was remembered of other states is of no use: objects have moved, or another schedule may be the shorter one.
    fn forget(&mut self) {}
}
