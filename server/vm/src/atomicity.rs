//! Which methods of the JDK run as one step: what the tables of `rules` say of each.

use crate::observation::Observation;

/// Whether a method runs as one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atomicity {
    /// It does not.
    None,
    /// If `jdk.atomic` is on: it is documented as atomic.
    Library,
    /// Always: it is an operation of the virtual machine, as `Thread.start`.
    Machine,
    /// As `Until(Queues)`, and it takes a lock: a step of its own inside an atomic operation once user code parks, as `Release` is. Who waits
    /// for such a lock uses up the permit that the user's `park` waits for.
    Acquire,
    /// As `Library`, and it only lets go of a lock or lets others pass: part of the operation before it until somebody looks.
    Release(Observation),
    /// As `Library`, until somebody looks at what others could notice of it.
    Until(Observation),
    /// A step of its own inside an atomic operation that calls it.
    Part,
    /// Part of an atomic operation that calls it, until somebody looks: a step of its own then.
    PartUntil(Observation),
    /// A step of its own inside an atomic operation that has offered something to others and withdraws it, unless its thread has waited since.
    Withdrawal,
    /// As `Machine`, and a step of its own inside an operation of the library that does it to another thread: who receives it learns of it
    /// later than others see what led to it.
    Signal,
    /// Asks whether the current thread was interrupted. Inside an operation of the library that goes on because it was not, what comes behind
    /// the answer is a step of its own, once somebody interrupts another thread: the interrupt may come in between.
    InterruptCheck,
    /// As `Library`, where its argument is `false`: it interrupts no thread.
    Interrupter,
    /// A step of its own inside an atomic operation on another object, which asks this one.
    OnAnother,
    /// If `jdk.atomic` is on: a question that the JDK answers from tables and caches of its own, all of whose code is part of the answer. Its
    /// boundary comes where it first meets what others could have changed.
    Lookup,
    /// No part of an atomic operation that calls it: it runs tasks, or goes from element to element.
    Callback,
}

impl Atomicity {
    /// Whether a call of it outside of atomic operations is more than a call.
    pub(crate) fn is_noticed(self) -> bool {
        !matches!(
            self,
            Atomicity::None | Atomicity::Part | Atomicity::Withdrawal | Atomicity::Callback | Atomicity::InterruptCheck
        )
    }

    /// Whether a call of it inside an atomic operation may end a step.
    pub(crate) fn ends_a_step(self) -> bool {
        match self {
            Atomicity::Part
            | Atomicity::PartUntil(_)
            | Atomicity::Withdrawal
            | Atomicity::Acquire
            | Atomicity::Release(_)
            | Atomicity::Signal
            | Atomicity::InterruptCheck
            | Atomicity::OnAnother
            | Atomicity::Callback => true,
            // Where the count of workers is wrong.
            Atomicity::Until(look) => look == Observation::Pools,
            Atomicity::None | Atomicity::Library | Atomicity::Interrupter | Atomicity::Machine | Atomicity::Lookup => {
                false
            }
        }
    }
}
