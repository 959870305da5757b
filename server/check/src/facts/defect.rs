//! What is wrong with a program: the facts of each kind of defect, and what identifies one.

use serde::{Deserialize, Serialize};

use super::kind::Kind;
use super::location::Location;
use super::object::{Access, Instance, Memory, Object};
use super::property::{Failure, PropertyOrigin, Reading};
use super::wait::Wait;
use crate::object_options::Consistency;

/// A defect as a state or a run shows it, before it has a trail.
#[derive(Clone, Debug)]
pub struct Defect {
    /// What is wrong.
    pub facts: Facts,
    /// What identifies it: kind and sides, sorted; no lines, no numbers.
    pub sides: Vec<String>,
    /// The main place.
    pub location: Location,
    /// The other places.
    pub participants: Vec<Participant>,
}

/// A place that takes part in a defect.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Its part.
    pub role: Role,
    /// Where.
    pub location: Location,
}

/// What is wrong. Closed: a new one needs its text in `words`. Threads are given by their Java names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "defect", rename_all = "kebab-case")]
pub enum Facts {
    /// Threads that wait for each other in a cycle, each for what the next one has.
    DeadlockCycle {
        /// In the order of the cycle.
        cycle: Vec<InCycle>,
    },
    /// No thread can go on, and there is no cycle.
    Stuck {
        /// The threads that keep the program alive, but for those that only join another one of them.
        waiting: Vec<Waiting>,
    },
    /// Two accesses that nothing orders.
    Race {
        /// What both access.
        memory: Memory,
        /// The writing one first, then by place.
        accesses: [Accessing; 2],
        /// It is a volatile field, which one of them accesses in plain mode: through `Unsafe` or a `VarHandle`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        volatile: bool,
        /// No run has them one right after the other, and yet no happens-before edge orders them (JLS 17.4.5).
        #[serde(default, rename = "neverAdjacent", skip_serializing_if = "std::ops::Not::not")]
        never_adjacent: bool,
    },
    /// A throwable that was not caught, or that a future keeps and was never retrieved.
    Thrown {
        /// Who threw it.
        thrower: Thrower,
        /// The throwable.
        thrown: Thrown,
        /// It is an `AssertionError`.
        assertion: bool,
    },
    /// Something that an annotation about locks forbids.
    LockDiscipline {
        /// Who does it.
        thread: String,
        /// What it does.
        act: MemberUse,
        /// The class that declares the member; binary name with dots.
        class: String,
        /// The field or the method.
        member: String,
        /// What the annotation promises.
        promise: Promise,
    },
    /// A thread that waits inside a method that was said to be atomic.
    BlockedInAtomic {
        /// Who waits, and for what.
        waiting: Waiting,
        /// The class of the method; binary name with dots.
        class: String,
        /// The method.
        method: String,
    },
    /// Idle workers of pools to which no live thread can submit a task, or servers to which no live thread connects.
    ThreadLeak {
        /// The workers and servers.
        threads: Vec<String>,
        /// What they wait for.
        #[serde(default, skip_serializing_if = "Idle::is_tasks")]
        awaits: Idle,
    },
    /// A state repeats while only one thread can move.
    RepeatedState {
        /// The thread.
        thread: String,
    },
    /// Threads move, and nothing that any of them can do ends the program.
    Endless {
        /// The threads.
        threads: Vec<String>,
    },
    /// A fair run goes round forever, though others end.
    Livelock {
        /// The threads that move.
        moving: Vec<String>,
        /// Those that do not.
        starved: Vec<String>,
        /// Steps of one round.
        steps: usize,
    },
    /// A call of an object under test does not return, though its thread runs alone.
    NotObstructionFree {
        /// The thread.
        thread: String,
        /// The object's class; binary name with dots.
        class: String,
        /// The call, as `offer(1)`.
        call: String,
        /// What keeps it from returning.
        obstacle: Obstacle,
    },
    /// A state in which something does not hold that must always.
    InvariantViolation {
        /// The property's name.
        property: String,
        /// Its formula.
        formula: String,
        /// What its variables hold.
        readings: Vec<Reading>,
        /// Where it is stated.
        #[serde(default, skip_serializing_if = "PropertyOrigin::is_configuration")]
        origin: PropertyOrigin,
    },
    /// A run that does not satisfy a formula.
    PropertyViolation {
        /// The property's name.
        property: String,
        /// Its formula.
        formula: String,
        /// How it fails.
        failure: Failure,
        /// What its variables hold in the last state.
        readings: Vec<Reading>,
        /// Where it is stated.
        #[serde(default, skip_serializing_if = "PropertyOrigin::is_configuration")]
        origin: PropertyOrigin,
    },
    /// What calls of an object gave, and no sequential order of them explains.
    NotLinearizable {
        /// What was called, and what it gave.
        scenario: Scenario,
        /// Which orders would have explained it.
        consistency: Consistency,
        /// The class whose sequential executions were looked at; binary name with dots.
        specification: String,
        /// What is unexpected about it.
        unexplained: Unexplained,
        /// What the sequential executions of the same calls give; some of them, if there are many.
        sequential: Vec<SequentialOrder>,
    },
    /// An object is not in order when all calls of it are over.
    BrokenInvariant {
        /// What was called, and what it gave.
        scenario: Scenario,
        /// The method that says so, as `repOk()`.
        invariant: String,
        /// It threw something.
        threw: bool,
    },
}

/// Calls of one object by several threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// The object's class; binary name with dots.
    pub class: String,
    /// How the object is made.
    pub object: String,
    /// The calls, by thread and order.
    pub calls: Vec<CallMade>,
    /// What was asked when they were over, and what it gave.
    pub observations: Vec<Observed>,
}

/// A call of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallMade {
    /// The thread.
    pub thread: String,
    /// The call, as `offer(1)`.
    pub call: String,
    /// What it gave; none if it did not return.
    pub result: Option<String>,
    /// The calls, by their place in the list, that were over when it began.
    pub after: Vec<usize>,
}

/// What an object looks like when all calls are over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// The call, as `size()`.
    pub call: String,
    /// What it gave; none if it did not return.
    pub result: Option<String>,
}

/// A sequential execution of the calls of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SequentialOrder {
    /// The calls, by their place in the scenario, in the order in which they began.
    pub order: Vec<usize>,
    /// What they gave, by their place in the scenario; none if one did not return.
    pub results: Vec<Option<String>>,
    /// What the object then looks like.
    pub observations: Vec<Option<String>>,
    /// The calls gave the same and the object looks the same, but the order is not one that may explain it.
    pub wrong_order: bool,
}

/// What is unexpected about the calls of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Unexplained {
    /// A call throws what it throws in no sequential order.
    Exception {
        /// Its place in the scenario.
        call: usize,
    },
    /// A call never returns, and does in every sequential order.
    Blocks {
        /// Its place in the scenario.
        call: usize,
    },
    /// What the calls gave together.
    Results,
    /// What the object looks like afterwards: the calls alone would be explained.
    FinalState,
}

/// A thread, and what it waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The thread.
    pub thread: String,
    /// What it waits for.
    pub wait: Wait,
}

/// What keeps a call from returning though its thread runs alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Obstacle {
    /// It waits for something that another thread would have to do.
    Blocked {
        /// What it waits for.
        waiting: Waiting,
    },
    /// Its steps repeat.
    Repeats {
        /// How many of them.
        steps: usize,
    },
}

/// A thread in a cycle of threads that wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InCycle {
    /// The thread.
    pub thread: String,
    /// What it holds and the one before waits for, as this thread knows it; none if that one waits for its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Held>,
    /// What it waits for.
    pub wait: Wait,
}

/// Something that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Held {
    /// A lock.
    Lock {
        /// As the thread knows it.
        lock: Object,
        /// Which object it is, where a run that was followed shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instance: Option<Instance>,
    },
    /// The initialisation of a class.
    Initialisation {
        /// Binary name with dots.
        class: String,
    },
}

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accessing {
    /// The thread.
    pub thread: String,
    /// Whether it reads or writes.
    pub access: Access,
    /// The method of the library in which it happens, if the program's own code does not do it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<MethodName>,
}

/// A method by its names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodName {
    /// Binary name with dots.
    pub class: String,
    /// The method.
    pub method: String,
}

/// Who threw something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Thrower {
    /// A thread that it left.
    Thread {
        /// Its Java name.
        name: String,
    },
    /// A task whose future keeps it.
    Task,
}

/// A throwable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thrown {
    /// Binary name of its class.
    pub class: String,
    /// What it says; empty if nothing.
    pub text: String,
    /// A constructor that the user's code called has made it: it is no word of the machine's about the program's classes.
    pub by_the_program: bool,
}

/// What is done against an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemberUse {
    /// A field is read.
    Read,
    /// A field is written.
    Write,
    /// A method is called.
    Call,
    /// The object that a field refers to is used.
    Use,
    /// An immutable object is changed.
    Change,
}

/// What an annotation promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Promise {
    /// `@GuardedBy`.
    GuardedBy {
        /// What it names.
        lock: String,
    },
    /// `@Immutable`.
    Immutable,
}

/// What threads wait for that keep a program alive and have nothing to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// A task, as workers of a pool do.
    #[default]
    Tasks,
    /// Somebody who connects.
    Connections,
    /// A task, as the thread of a `java.util.Timer` does.
    TimerTasks,
}

impl Idle {
    fn is_tasks(&self) -> bool {
        matches!(self, Idle::Tasks)
    }
}

/// The part that a place has in a defect. Closed: a new one needs its text in `words`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum Role {
    /// A thread of a cycle waits here.
    WaitsInCycle {
        /// The thread.
        thread: String,
        /// What for.
        wait: Wait,
    },
    /// A thread waits here.
    Waits {
        /// The thread.
        thread: String,
        /// What for.
        wait: Wait,
    },
    /// A thread accesses memory here.
    Accesses {
        /// The thread.
        thread: String,
        /// Whether it reads or writes.
        access: Access,
        /// What it accesses.
        memory: Memory,
    },
    /// The method of the library in which the access is.
    Inside {
        /// The method.
        #[serde(flatten)]
        name: MethodName,
    },
    /// A throwable is thrown here.
    Throws {
        /// Who throws it.
        thrower: Thrower,
        /// Its class; binary name with dots.
        class: String,
    },
    /// A caller of the code that threw.
    Frame {
        /// The method.
        method: String,
    },
    /// A thread was started here.
    Started {
        /// The thread.
        thread: String,
    },
    /// A thread goes round here.
    GoesRound {
        /// The thread.
        thread: String,
    },
    /// A class that an annotation calls safe for threads.
    SaysThreadSafe {
        /// Binary name with dots.
        class: String,
    },
    /// A fence.
    Fence,
    /// A method that the threads of a scenario call.
    CalledInScenario {
        /// The method.
        method: String,
    },
    /// A method was called here.
    Called {
        /// The method.
        method: String,
    },
    /// An access, and the locks that have protected every access so far.
    Protected {
        /// The thread.
        thread: String,
        /// Whether it reads or writes.
        access: Access,
        /// What it accesses.
        memory: Memory,
        /// The locks, as those know them who took them first.
        locks: Vec<String>,
    },
}

/// How hard it was tried to reach what is no more than predicted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Tried {
    /// The search goes on.
    SearchGoesOn,
    /// Runs did not reach it.
    NotReached {
        /// Random runs.
        random: u64,
        /// Directed runs, at most; none if there were none.
        directed: Option<u64>,
    },
    /// A run reached it, and there was no time to follow that again.
    NotFollowed {
        /// The steps of the run.
        steps: usize,
    },
}

impl Defect {
    /// The kind of finding that it makes.
    pub fn kind(&self) -> Kind {
        self.facts.kind()
    }

    /// Whether no single state shows it.
    pub(crate) fn is_over_time(&self) -> bool {
        let repeats = matches!(
            self.facts,
            Facts::NotObstructionFree {
                obstacle: Obstacle::Repeats { .. },
                ..
            }
        );
        repeats || self.kind().is_over_time()
    }

    /// `v1:` and a hash of kind and sides.
    pub fn fingerprint(&self) -> String {
        let mut text = self.kind().name().to_owned();
        for side in &self.sides {
            text.push('\n');
            text.push_str(side);
        }
        format!("v1:{:016x}", dropwire_classes::content_hash(text.as_bytes()))
    }

    /// Visits each lock that it names, with a thread that waits for it: in a cycle, each thread holds what the one before it waits for.
    pub(crate) fn each_lock(&mut self, visit: &mut dyn FnMut(&str, &mut Option<Instance>)) {
        let mut of = |thread: &str, wait: &mut Wait| {
            if let Wait::Lock { instance, .. } = wait {
                visit(thread, instance);
            }
        };
        for participant in &mut self.participants {
            if let Role::WaitsInCycle { thread, wait } | Role::Waits { thread, wait } = &mut participant.role {
                of(thread, wait);
            }
        }
        match &mut self.facts {
            Facts::DeadlockCycle { cycle } => {
                let mut before = cycle.last().map(|side| side.thread.clone()).unwrap_or_default();
                for InCycle { thread, holds, wait } in cycle {
                    if let Wait::Lock { instance, .. } = wait {
                        visit(thread, instance);
                    }
                    if let Some(Held::Lock { instance, .. }) = holds {
                        visit(&before, instance);
                    }
                    before.clone_from(thread);
                }
            }
            Facts::Stuck { waiting } => {
                for Waiting { thread, wait } in waiting {
                    of(thread, wait);
                }
            }
            Facts::BlockedInAtomic { waiting, .. }
            | Facts::NotObstructionFree {
                obstacle: Obstacle::Blocked { waiting },
                ..
            } => of(&waiting.thread, &mut waiting.wait),
            Facts::Race { .. }
            | Facts::Thrown { .. }
            | Facts::LockDiscipline { .. }
            | Facts::ThreadLeak { .. }
            | Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::Livelock { .. }
            | Facts::InvariantViolation { .. }
            | Facts::PropertyViolation { .. }
            | Facts::NotLinearizable { .. }
            | Facts::NotObstructionFree {
                obstacle: Obstacle::Repeats { .. },
                ..
            }
            | Facts::BrokenInvariant { .. } => {}
        }
    }
}

/// The main place of a defect, and all of them: every side has its part in the story, and the first one is its own place as well.
pub(crate) fn split_places(mut places: Vec<Participant>) -> (Location, Vec<Participant>) {
    let location = places
        .first()
        .map_or_else(Location::nowhere, |first| first.location.clone());
    places.truncate(6);
    (location, places)
}
