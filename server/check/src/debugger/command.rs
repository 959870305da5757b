//! What a debugger asks and is answered: closed types without a sentence.

use serde::{Deserialize, Serialize};

use super::expression::ExpressionError;
use crate::facts::location::Location;
use crate::trail::ThreadStatus;

/// A place in a run. It has segments: the first goes to the first visible operation of `main`, each other one is a step of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// The segment; behind the last one the run is at its end.
    pub segment: usize,
    /// Instructions of it that have run.
    pub at: u64,
}

/// What is to be done, or is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// These are all breakpoints from now on; answered by [`Answer::Bound`].
    Breakpoints(Vec<Breakpoint>),
    /// Go on, or back; answered by [`Answer::Stopped`].
    Move(Motion),
    /// The threads; answered by [`Answer::Threads`].
    Threads,
    /// The frames of a thread; answered by [`Answer::Frames`].
    Frames {
        /// Its number.
        thread: u32,
    },
    /// What a node unfolds to; answered by [`Answer::Variables`].
    Variables {
        /// The node.
        node: Node,
        /// Of the elements of an array: the first.
        start: u32,
        /// How many of them; 0 for all.
        count: u32,
    },
    /// An expression; answered by [`Answer::Evaluated`].
    Evaluate {
        /// As it is written.
        expression: String,
        /// The thread in whose frame it is meant.
        thread: u32,
        /// The frame, from the top.
        frame: u32,
    },
    /// What the program has printed from this byte on; answered by [`Answer::Printed`].
    Printed {
        /// The first byte.
        from: usize,
    },
}

/// Where and when a run is to stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// Where.
    pub place: Place,
    /// An expression that has to be true there.
    pub condition: Option<String>,
    /// Which of the times counts, counted from the start of the run: `3`, `>= 3`, `% 3`.
    pub hits: Option<String>,
}

/// Where a run is to stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Place {
    /// Before a line of a source file runs.
    Line {
        /// The file's path, with forward slashes.
        path: String,
        /// From 1.
        line: u32,
    },
    /// Where a method is entered: `sell`, `Till.sell`, `shop.Till.sell`.
    Method(String),
    /// Where this changes.
    Data(Watch),
}

/// What can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watch {
    /// A field, a static or an element: object or mirror, bytes behind its start, logarithm of the size.
    Memory(u32, u64, u32),
    /// Who has this lock.
    Lock(u32),
}

/// How a breakpoint was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Bound {
    /// The run will stop there.
    Set,
    /// No code of a class of this run is on the line.
    NoCode,
    /// No class of this run has such a method.
    NoMethod,
    /// What its condition says cannot be evaluated.
    Condition(ExpressionError),
    /// What it says about times is none of the forms.
    Hits,
}

/// How to go on, or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Motion {
    /// To the first line of the program.
    Entry,
    /// To the next line of the program or step of the schedule, of whichever thread.
    In,
    /// To the next line of the thread in this frame or a caller's, or to where another thread moves.
    Over,
    /// To where the thread has left this frame.
    Out,
    /// To the line or step before this one.
    Back,
    /// To the next breakpoint, or to the end.
    Continue,
    /// To the breakpoint before this place, or to the first line.
    ReverseContinue,
    /// To before a step of the trail, by its number; behind the last one, to the end.
    Step(usize),
}

/// Why a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// It is where it begins.
    Entry,
    /// It was asked for one step.
    Step,
    /// At these breakpoints, by their index.
    Breakpoints(Vec<usize>),
    /// What these watch has changed, or is about to where the run went back.
    Data(Vec<usize>),
    /// At its end, where the finding is.
    End,
    /// Where it was asked to go.
    Goto,
    /// It was interrupted.
    Pause,
}

/// A run has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// Why.
    pub why: Why,
    /// Where.
    pub position: Position,
    /// The thread that moves here.
    pub thread: u32,
    /// Names of the thread that moved at the last stop and of this one, where they are two.
    pub switch: Option<(String, String)>,
    /// The step of the trail that runs, or comes next; 0 before the first.
    pub step: usize,
    /// Bytes that the program has printed.
    pub printed: usize,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadRow {
    /// Its number, from 1.
    pub thread: u32,
    /// Its Java name.
    pub name: String,
    /// What it can do.
    pub status: ThreadStatus,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameRow {
    /// Where it is.
    pub location: Location,
    /// The user wrote its method.
    pub user: bool,
    /// The class that declares its method, if it has statics.
    pub statics: Option<Node>,
}

/// Something that unfolds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Node {
    /// The variables of a frame: thread, and frame from the top.
    Locals(u32, u32),
    /// The fields of an object, or the elements of an array.
    Object(u32),
    /// The statics of a class, by its number.
    Statics(u32),
    /// The locks that a thread holds or wants.
    Locks(u32),
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// `cash`, `[3]`, `this`.
    pub name: String,
    /// As the source would write it; of an object, its class and a number.
    pub value: String,
    /// Its declared type, or the class of the object.
    pub ty: String,
    /// What it unfolds to.
    pub node: Option<Node>,
    /// Elements, of an array.
    pub elements: u32,
    /// What can be watched of it.
    pub watch: Option<Watch>,
    /// Of a lock: whether the thread holds it, or wants it and who holds it.
    pub lock: Option<LockRow>,
}

/// How a thread is to a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockRow {
    /// It holds it.
    Held,
    /// It waits for it; the name of the thread that holds it.
    Wanted(Option<String>),
}

/// What a command is answered by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// How each breakpoint was taken.
    Bound(Vec<Bound>),
    /// Where the run is now.
    Stopped(Stopped),
    /// All threads that were started so far.
    Threads(Vec<ThreadRow>),
    /// From the top.
    Frames(Vec<FrameRow>),
    /// In order.
    Variables(Vec<Variable>),
    /// A value, or why there is none.
    Evaluated(Result<Variable, ExpressionError>),
    /// What was printed.
    Printed(String),
    /// The run could not be run again as it was: a fault of Dropwire's.
    Failed(String),
}
