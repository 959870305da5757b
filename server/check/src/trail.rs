//! Trails: the serialised schedule of one counterexample, complete enough to replay it from its file alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::facts::defect::MethodName;
use crate::facts::location::Location;
use crate::facts::object::Instance;
use crate::facts::step::{Operation, StepFacts};

/// The version of the trail format that this build writes and reads.
pub const TRAIL_FORMAT: u32 = 1;

/// Steps of the longest trail that is kept whole: some megabytes.
pub const LONGEST_TRAIL: usize = 20_000;
/// Steps at the end of a trail that are recorded with their scenes, and all that is kept of one that is longer.
pub const RECORDED_STEPS: usize = 2_000;

/// A counterexample: everything that replay needs, and what a reader wants to see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trail {
    /// [`TRAIL_FORMAT`] of the writer.
    pub format: u32,
    /// Eight hex digits: a hash of target, options and steps, and of where the classes are as far as somebody knows.
    pub id: String,
    /// Binary name of the class whose `main` runs.
    pub target: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// The parameters of a method that was explored for all inputs, with their values in this run: those of `args`, for readers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
    /// Of several calls, each one: the inputs of the first come first, behind the object on which they are made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<InputCall>,
    /// What holds of the inputs on this path, in the syntax of Java: the path condition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub condition: Vec<String>,
    /// Version of the JDK whose classes ran, as `17.0.15`.
    pub jdk: String,
    /// User classes that ran, by binary name, with a hash of their bytes (16 hex digits).
    pub classes: BTreeMap<String, String>,
    /// Files of the machine that the program had seen by then, by absolute path, with a hash of what was found (16 hex digits); a slash at
    /// the end: the names in a folder.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// Every option that changes semantics, by its `dropwire.toml` key, as `search.timeouts` → `when-blocked`.
    pub options: BTreeMap<String, String>,
    /// Places of the library whose reads are steps in this program; learned by the search, needed by replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visible: Vec<String>,
    /// The kind of the finding, by its name in the contract.
    pub kind: String,
    /// The finding's fingerprint, which replay must reach again.
    pub fingerprint: String,
    /// The steps from the start of `main`, in order.
    pub steps: Vec<Step>,
    /// Where the run goes round forever, of a finding that says so. For readers: replay makes it anew.
    #[serde(default, rename = "loop", skip_serializing_if = "Option::is_none")]
    pub lasso: Option<Lasso>,
    /// How many steps came before these and are left out, for there are too many to keep: it cannot be replayed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: u64,
    /// What the program printed on this run (standard output and error, in order).
    #[serde(default)]
    pub output: String,
}

/// The loop at the end of a trail. What comes before it is the stem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasso {
    /// The number of its first step in the trail, from 1.
    pub from: u32,
    /// The steps of one round.
    pub steps: u32,
    /// How often the trail goes round: each time by the same steps.
    pub rounds: u32,
}

impl Lasso {
    /// Of each round, the indices of its steps in the trail.
    fn rounds(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (first, steps) = (self.from.saturating_sub(1) as usize, self.steps as usize);
        (0..self.rounds as usize).map(move |round| first + round * steps..first + (round + 1) * steps)
    }

    /// The same where so many steps of the trail's beginning are left out; `None` if no whole round is left.
    fn without(self, omitted: usize) -> Option<Lasso> {
        let rounds: Vec<_> = self.rounds().filter(|round| round.start >= omitted).collect();
        Some(Lasso {
            from: (rounds.first()?.start - omitted) as u32 + 1,
            rounds: rounds.len() as u32,
            ..self
        })
    }
}

/// A parameter and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its name, where the class file says it; else `arg0` and so on.
    pub name: String,
    /// Its type as source code has it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its value, as an argument of the target.
    pub value: String,
}

/// A call of a sequence, which takes so many of its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCall {
    /// The method's name; of a constructor `new` and the binary name of the class.
    pub method: String,
    /// How many parameters it has.
    pub parameters: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde asks.
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// How often a run switched from one thread to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Steps of another thread than the one that moved before.
    pub all: u64,
    /// Those at which the thread before could have moved on.
    pub preemptions: u64,
}

impl Trail {
    /// The context switches among the steps that are kept. Remarks on the last state are none.
    pub fn switches(&self) -> Switches {
        let mut switches = Switches::default();
        let mut last = None;
        for step in self.steps.iter().filter(|step| step.options > 0) {
            switches.all += u64::from(last.is_some_and(|last| last != step.thread));
            switches.preemptions += u64::from(step.preemption);
            last = Some(step.thread);
        }
        switches
    }

    /// The rounds of its loop, as indices of its steps; none where it has no loop.
    pub fn rounds(&self) -> Vec<std::ops::Range<usize>> {
        // A file may say anything.
        let lasso = self.lasso.filter(|lasso| lasso.steps > 0);
        let rounds = lasso.into_iter().flat_map(|lasso| lasso.rounds());
        rounds.take_while(|round| round.end <= self.steps.len()).collect()
    }

    /// Leaves out all but the last steps of a trail that is too long to be kept. Whether it did.
    pub fn cut(&mut self) -> bool {
        let omitted = self.steps.len().saturating_sub(RECORDED_STEPS);
        if self.steps.len() > LONGEST_TRAIL {
            self.omitted += omitted as u64;
            self.steps.drain(..omitted);
            self.lasso = self.lasso.and_then(|lasso| lasso.without(omitted));
        }
        self.omitted > 0
    }
}

/// One step: one thread executes its pending operation and runs on to its next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Number of the thread in this trail: 1 is `main`, then in order of their first step.
    pub thread: u32,
    /// The thread's Java name, as `Thread-0`.
    #[serde(rename = "threadName")]
    pub thread_name: String,
    /// Creation path: `main`, `main/0` for the first thread that `main` started, `main/0/1`, …
    #[serde(rename = "threadPath")]
    pub thread_path: String,
    /// What happens, in plain words: `lock Till.drawer`, `write Account.balance`.
    pub operation: String,
    /// The closed kind of the operation, for views.
    pub action: Operation,
    /// What happens, as facts; trails of older builds have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<StepFacts>,
    /// Where the user's code is; `None` before `main`'s first user instruction.
    pub location: Option<Location>,
    /// Index of the choice among `options` at this point.
    pub choice: u64,
    /// How many choices there were.
    pub options: u64,
    /// What chose: `schedule`, or the name of a data choice.
    pub generator: String,
    /// A remark for the reader, as `held by sell`; empty for most steps.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// A preemption: the thread switched although the previous one was still enabled.
    #[serde(default)]
    pub preemption: bool,
    /// What the step saw and changed, and how things stood after it. For readers: replay makes it anew.
    #[serde(default, skip_serializing_if = "StepSnapshot::is_empty")]
    pub scene: StepSnapshot,
}

/// The nearest run that passes: the one in which the thread goes on that a switch interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassingRun {
    /// The number of the first step, from 1, in which it differs from the run that fails.
    pub from: u32,
    /// Its steps from there, without scenes but for the values.
    pub steps: Vec<Step>,
    /// How many more there are.
    #[serde(default)]
    pub omitted: u64,
}

/// What a step saw and changed, and how things stood after it. Everything in it is for readers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepSnapshot {
    /// Frames of the thread before the step, topmost first; of neighbouring library frames only the topmost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Location>,
    /// The object that the step is about: the lock, the receiver of the call, the owner of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<Instance>,
    /// That the step is inside the library; none for a step of the user's own code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<InLibrary>,
    /// Values that the step read or wrote; after its own one those that it accessed on its way to the next step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// Numbers, from 1, of earlier steps of other threads that came before this one by happens-before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u32>,
    /// All locks that are held or wanted after the step; `None` where nothing differs from the step before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locks: Option<Vec<Lock>>,
    /// The state of each thread after the step, where it differs from the one before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<ThreadState>,
    /// Variables of the topmost frame of the user's code, and the fields of its `this`, before the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<Value>,
}

impl StepSnapshot {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == StepSnapshot::default()
    }
}

/// A step inside the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InLibrary {
    /// The method that the user's code called; none where no code of the user's is on the thread's stack.
    pub called: Option<MethodName>,
}

/// A named value, and what it was before if the step changed it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// `cash`, `this.cash`, `Till.cash`.
    pub name: String,
    /// Before the step; `None` if it did not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value: `5`, `"text"`, `null`, `Till#2`.
    pub value: String,
    /// How it was accessed on the way from this step to the next one, as under a lock; none for what the step itself is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<AccessInStep>,
}

/// How a step accessed a place on its way to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccessInStep {
    /// It read it.
    Read,
    /// It wrote it.
    Write,
    /// Both.
    ReadAndWrite,
}

/// A lock that somebody holds or wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lock {
    /// The name that the thread gives it which used it first; by its instance where that is a variable's.
    pub name: String,
    /// Which object it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<Instance>,
    /// Creation path of the thread that holds it.
    pub owner: Option<String>,
    /// Creation paths of the threads that are blocked on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<String>,
}

/// The state of a thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreadState {
    /// Creation path.
    pub thread: String,
    /// What it can do.
    pub state: ThreadStatus,
}

/// What a thread can do. Closed: a new one must be drawn by every view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreadStatus {
    /// It can move.
    Runnable,
    /// A lock, a thread or a class that it needs is not free.
    Blocked,
    /// In `Object.wait`.
    Waiting,
    /// Parked or asleep.
    Parked,
    /// Gone.
    Ended,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loop_of_a_trail_that_is_cut() {
        let lasso = Lasso {
            from: 11,
            steps: 3,
            rounds: 3,
        };
        assert_eq!(lasso.rounds().collect::<Vec<_>>(), [10..13, 13..16, 16..19]);
        assert_eq!(lasso.without(4), Some(Lasso { from: 7, ..lasso }));
        let two = Lasso {
            from: 3,
            rounds: 2,
            ..lasso
        };
        assert_eq!(lasso.without(11), Some(two));
        assert_eq!(lasso.without(17), None);
    }
}
