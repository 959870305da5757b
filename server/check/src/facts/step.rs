//! What the step of a trail does.

use serde::{Deserialize, Serialize};

use super::defect::MemberUse;
use super::object::{Access, Memory, Object};
use super::wait::Wait;

/// What a step does, and what else there is to say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepFacts {
    /// What it does.
    #[serde(flatten)]
    pub op: StepOp,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
}

/// What a step does. Closed: a new one needs its text in `words`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum StepOp {
    /// The thread begins.
    Begin,
    /// It goes on after something that could not be left half done.
    Continue,
    /// It starts a thread.
    Start {
        /// The new thread.
        thread: Object,
    },
    /// It acquires a lock.
    Lock {
        /// The lock.
        lock: Object,
    },
    /// It releases a monitor.
    Unlock {
        /// The monitor's object.
        lock: Object,
    },
    /// It acquires a monitor that it gave back while it waited.
    Relock {
        /// The monitor's object.
        lock: Object,
    },
    /// It enters `Object.wait`.
    Wait {
        /// The object.
        object: Object,
    },
    /// It leaves `Object.wait`.
    Awake {
        /// The object.
        object: Object,
    },
    /// `notify`.
    Notify {
        /// The object.
        object: Object,
    },
    /// `notifyAll`.
    NotifyAll {
        /// The object.
        object: Object,
    },
    /// An access to memory.
    Access {
        /// How.
        access: Access,
        /// To what.
        memory: Memory,
    },
    /// Elements are copied; what no other thread reaches is not named.
    Copy {
        /// Where from.
        from: Option<Memory>,
        /// Where to.
        to: Option<Memory>,
    },
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark`.
    Unpark {
        /// The thread that gets a permit.
        thread: Object,
    },
    /// `Thread.sleep`.
    Sleep,
    /// `Thread.join`.
    Join {
        /// The thread whose end it waits for.
        thread: Object,
    },
    /// `Thread.interrupt`.
    Interrupt {
        /// The thread.
        thread: Object,
    },
    /// A class is initialised.
    Initialise {
        /// Binary name with dots.
        class: String,
    },
    /// An operation of the library that is one step.
    Call {
        /// The class of the method; binary name with dots.
        class: String,
        /// The object; none for a static method.
        receiver: Option<Object>,
        /// The method.
        method: String,
    },
    /// It leaves a method that a property speaks of.
    Leave {
        /// The class of the method; binary name with dots.
        class: String,
        /// The method.
        method: String,
        /// The class of the throwable by which it leaves; none if it returns.
        throwable: Option<String>,
    },
    /// It is about to choose.
    Choose,
    /// It has chosen a value.
    Chosen {
        /// The method that asked.
        method: String,
        /// The name of the choice, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The ends of the interval, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        among: Option<(i64, i64)>,
        /// The value.
        value: String,
    },
    /// Values that the configuration perturbs are these now.
    Perturbed {
        /// One for each.
        values: Vec<PerturbedValue>,
    },
    /// It calls a method of the object under test.
    CallUnderTest {
        /// The call, as the driver writes it.
        call: String,
    },
    /// A scenario of the object under test is chosen.
    ScenarioUnderTest {
        /// The calls of each thread, as the driver writes them.
        threads: Vec<Vec<String>>,
    },
    /// It leaves a wait without notification.
    SpuriousWakeup,
    /// The time of its wait is over.
    Timeout,
    /// It leaves its thread group, before it ends.
    LeaveGroup,
    /// It ends.
    End,
    /// The program exits.
    Exit,
    /// At the end of the trail: a throwable leaves the thread.
    Throw {
        /// Its class; binary name with dots.
        class: String,
    },
    /// At the end of the trail: the throwable of a task was never retrieved.
    Unobserved {
        /// Its class; binary name with dots.
        class: String,
    },
    /// At the end of the trail: the thread cannot go on.
    Blocked {
        /// What it waits for.
        wait: Wait,
    },
    /// At the end of the trail: something that an annotation forbids.
    Violate {
        /// What is done.
        act: MemberUse,
        /// The field or the method.
        member: String,
    },
}

/// A value in the place of another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerturbedValue {
    /// The field, or the parameter: `shop.Till.add(0)`.
    pub what: String,
    /// What it is now.
    pub value: String,
}

/// What else there is to say of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Remark {
    /// Another access happens at the same time.
    Concurrent,
    /// `notify` wakes this one of those who wait.
    Wakes {
        /// From 1.
        waiter: u32,
        /// Its name; trails of older builds have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thread: Option<String>,
    },
    /// `notify` finds none of those who waited: all were interrupted before.
    ComesTooLate,
    /// The lock that an annotation names is not held.
    WithoutTheLock,
    /// The object is said to be immutable.
    ThoughImmutable,
}

/// The sort of a step, for views. Closed: a new operation must be drawn by every view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// The thread begins.
    Begin,
    /// It starts another thread.
    Start,
    /// It acquires a monitor or an owned lock.
    Lock,
    /// It wants a lock that another thread holds, or waits for another thread: it can no longer move.
    Blocked,
    /// It enters `Object.wait`.
    Wait,
    /// It is woken without notification.
    SpuriousWakeup,
    /// Its timed wait ends by time.
    Timeout,
    /// `notify` or `notifyAll`.
    Notify,
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark`.
    Unpark,
    /// `Thread.join`.
    Join,
    /// `Thread.interrupt` or a test of the flag.
    Interrupt,
    /// `Thread.sleep`.
    Sleep,
    /// A read of a shared location.
    Read,
    /// A write of a shared location.
    Write,
    /// A volatile or atomic access.
    Atomic,
    /// A library operation that runs as one step, as `ReentrantLock.lock`.
    Call,
    /// A class is initialised.
    ClassInit,
    /// A data choice.
    Choice,
    /// A throwable leaves the thread.
    Throw,
    /// The thread ends.
    End,
    /// The whole program ends (`System.exit`).
    Exit,
}

impl From<StepOp> for StepFacts {
    fn from(op: StepOp) -> StepFacts {
        StepFacts { op, remark: None }
    }
}

impl StepOp {
    /// The sort of it.
    pub fn sort(&self) -> Operation {
        match self {
            StepOp::Begin | StepOp::Continue => Operation::Begin,
            StepOp::Start { .. } => Operation::Start,
            StepOp::Lock { .. } | StepOp::Relock { .. } => Operation::Lock,
            StepOp::Wait { .. } | StepOp::Awake { .. } => Operation::Wait,
            StepOp::Notify { .. } | StepOp::NotifyAll { .. } => Operation::Notify,
            StepOp::Access { access, .. } => match access {
                Access::Read => Operation::Read,
                Access::Write => Operation::Write,
                Access::VolatileRead | Access::VolatileWrite | Access::AtomicUpdate => Operation::Atomic,
            },
            StepOp::Copy { to, .. } => match to {
                None => Operation::Read,
                Some(_) => Operation::Write,
            },
            StepOp::Park => Operation::Park,
            StepOp::Unpark { .. } => Operation::Unpark,
            StepOp::Sleep => Operation::Sleep,
            StepOp::Join { .. } => Operation::Join,
            StepOp::Interrupt { .. } => Operation::Interrupt,
            StepOp::Initialise { .. } => Operation::ClassInit,
            StepOp::Unlock { .. } | StepOp::Call { .. } | StepOp::Leave { .. } => Operation::Call,
            StepOp::Choose
            | StepOp::Chosen { .. }
            | StepOp::Perturbed { .. }
            | StepOp::CallUnderTest { .. }
            | StepOp::ScenarioUnderTest { .. } => Operation::Choice,
            StepOp::SpuriousWakeup => Operation::SpuriousWakeup,
            StepOp::Timeout => Operation::Timeout,
            StepOp::LeaveGroup | StepOp::End => Operation::End,
            StepOp::Exit => Operation::Exit,
            StepOp::Throw { .. } | StepOp::Unobserved { .. } => Operation::Throw,
            StepOp::Blocked { .. } => Operation::Blocked,
            StepOp::Violate { act, .. } => match act {
                MemberUse::Read | MemberUse::Use => Operation::Read,
                MemberUse::Write | MemberUse::Change => Operation::Write,
                MemberUse::Call => Operation::Call,
            },
        }
    }
}
