//! `dropwire stress`: a program many times on the user's own `java`, with random switches at scheduling points.
//!
//! What happened is facts here: `rewritten` makes the classes, `process` starts `java` and `events` reads what the runner in it writes
//! down, `campaign` goes on until there were enough runs, `tally` counts. `words` alone makes English of it. Nothing of this is a
//! verdict: a run that fails shows a defect, and runs that do not fail show nothing.

pub mod campaign;
pub mod document;
pub mod events;
pub mod junit;
pub mod plan;
mod process;
pub mod rewritten;
pub mod sought;
pub mod tally;
pub mod words;

/// What a run can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    /// An `AssertionError` leaves a thread.
    AssertionFailure,
    /// Any other throwable does.
    UncaughtException,
    /// Threads wait in a cycle for locks of each other.
    Deadlock,
    /// All threads wait, and nobody is left who could wake them.
    Hang,
}

impl FailureKind {
    /// The name in the JSON document; those that `check` finds too are called as there.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::AssertionFailure => "assertion-failure",
            FailureKind::UncaughtException => "uncaught-exception",
            FailureKind::Deadlock => "deadlock",
            FailureKind::Hang => "hang",
        }
    }
}

/// One frame of a stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// Binary name with dots.
    pub class: String,
    /// Name of the method.
    pub method: String,
    /// The SourceFile attribute.
    pub file: Option<String>,
    /// 1-based line; `None` where there is no line table.
    pub line: Option<u32>,
    /// Whether the class is one of those that were rewritten.
    pub rewritten: bool,
}

/// A thread of a failing run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadSeen {
    /// Its Java name.
    pub name: String,
    /// What it waits for; `None` for one that a throwable left.
    pub wait: Option<Wait>,
    /// Its stack, topmost first.
    pub stack: Vec<Frame>,
}

impl ThreadSeen {
    /// Where the program's own code is: the first frame of a rewritten class, else the first one.
    pub fn place(&self) -> Option<&Frame> {
        let own = self.stack.iter().find(|frame| frame.rewritten);
        own.or(self.stack.first())
    }
}

/// What a thread waits for, as `java.lang.management` says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// `BLOCKED`, `WAITING`, …
    pub state: String,
    /// Class of the lock's object.
    pub lock: Option<String>,
    /// The thread that has the lock.
    pub owner: Option<String>,
}

/// A failure of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its kind.
    pub kind: FailureKind,
    /// The throwable's class and its message.
    pub throwable: Option<(String, String)>,
    /// The thread that it left, or all that wait.
    pub threads: Vec<ThreadSeen>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All threads that keep a JVM alive have ended.
    Ended,
    /// The program ended the JVM, with a status that is known where the process had no other run.
    Exited(Option<i32>),
    /// Its threads are stuck; its failure says how.
    Stuck,
    /// It went on for longer than a run may.
    GivenUp,
    /// The JVM broke down.
    Died(String),
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// From 1.
    pub number: u64,
    /// How it ended.
    pub end: End,
    /// What failed.
    pub failures: Vec<Failure>,
}
