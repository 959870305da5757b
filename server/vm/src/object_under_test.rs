//! An object whose methods several threads call, what its driver calls, and what these calls gave.

use std::collections::BTreeSet;

/// What the driver of an object under test does, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct ObjectUnderTest {
    /// Its class; internal name.
    pub class: String,
    /// How the object is made, and who calls what: a sentence.
    pub described: String,
    /// The methods that are called, as a reader knows them: `sell(1)`.
    pub ways: Vec<String>,
    /// Those of them that have returned on some path. Never undone: a fact about the search.
    pub returned: BTreeSet<usize>,
    /// What is called where scenarios are chosen before anything runs; without, each thread chooses call by call.
    pub scenarios: Option<Scenarios>,
}

/// Scenarios, one of which the driver chooses, and how it writes down what the calls give.
#[derive(Clone, Debug, Default)]
pub struct Scenarios {
    /// The driver's class.
    pub driver: String,
    /// How the object is made, as a reader knows it.
    pub made: String,
    /// The method of each call: internal name of its class, its name and descriptor.
    pub members: Vec<(String, String, String)>,
    /// There are more scenarios.
    pub left_out: bool,
    /// Methods that are not called: their arguments cannot be made up.
    pub not_constructed: Vec<String>,
    /// Each call has to return if its thread runs alone from any reachable state on.
    pub obstruction_free: bool,
    /// The types of these arguments, as a source names them.
    pub types_not_constructed: Vec<String>,
    /// The class whose static methods would give their arguments; binary name with dots.
    pub fixture: String,
    /// The most calls of a thread.
    pub calls: usize,
    /// A thread comes to each of its calls in a step of its own: nothing of a call is done before it is chosen.
    pub one_by_one: bool,
    /// How many threads there are at most.
    pub threads: usize,
    /// The most calls that are made before the threads begin, by the thread that starts them; it has the number behind theirs.
    pub prefix: usize,
    /// The smallest first.
    pub all: Vec<Scenario>,
    /// What is called at the end, as a reader knows it: `size()`.
    pub observers: Vec<String>,
    /// The method that says whether the object is in order, if it has one.
    pub invariant: Option<String>,
    /// Every text that some call gave. A result is the number of its text, from 1. Never undone: texts keep their numbers.
    pub results: Vec<String>,
    /// Classes of results that are compared by their class alone. Never undone.
    pub by_class: BTreeSet<String>,
    /// The class whose sequential executions these are; internal name.
    pub specified_by: String,
    /// Which orders of the calls may explain what they give, by the name that whoever judges has for it.
    pub consistency: String,
    /// What the sequential executions of each scenario give; none where they could not be followed.
    pub specification: Vec<Option<Vec<History>>>,
}

/// Who calls what: for each thread the numbers of the calls, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scenario {
    /// By thread.
    pub threads: Vec<Vec<usize>>,
    /// Those that come before all of them.
    pub prefix: Vec<usize>,
}

/// What the calls of a scenario gave on one path, and which were over before which began.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct History {
    /// The number of the scenario.
    pub scenario: usize,
    /// The calls: those that come before all others, then by thread and order.
    pub calls: Vec<RecordedCall>,
    /// What the observers gave at the end; none that did not return.
    pub observations: Vec<Option<u32>>,
    /// What the invariant said.
    pub invariant: Invariant,
}

/// One call of a history.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordedCall {
    /// Which thread made it.
    pub thread: usize,
    /// What was called.
    pub way: usize,
    /// What it gave: the number of a text, from 1. None if it did not return.
    pub result: Option<u32>,
    /// The calls that had returned when it began, as bits by their place in [`History::calls`].
    pub after: u32,
    /// It has done something that others may see.
    pub begun: bool,
}

/// What the invariant of an object said at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Invariant {
    /// It was not asked.
    #[default]
    NotAsked,
    /// It holds.
    Holds,
    /// It does not hold.
    Broken,
    /// It threw something.
    Threw,
}

/// The most calls of a scenario: each is a bit.
pub const MOST_CALLS: usize = 24;

/// The machine's own method that the driver of an object under test asks which method comes next, of so many.
pub(crate) const CHOOSE: &str = "choose";

/// Its descriptor.
pub(crate) const CHOOSE_DESCRIPTOR: &str = "(I)I";

/// The machine's own method that this driver calls when the method with this number has returned.
pub(crate) const RETURNED: &str = "returned";

/// Its descriptor.
pub(crate) const RETURNED_DESCRIPTOR: &str = "(I)V";

/// The machine's own method that a test's driver calls with what says that the test does not apply.
pub(crate) const ABORT: &str = "abort";

/// Its descriptor.
pub(crate) const ABORT_DESCRIPTOR: &str = "(Ljava/lang/Throwable;)V";

/// The static of `dropwire.Native` that holds that throwable.
pub(crate) const ABORTED_BY: &str = "aborted by";

/// The machine's own method that chooses a scenario of so many; its descriptor is that of [`CHOOSE`], as those of the next two.
pub(crate) const SCENARIO: &str = "scenario";

/// The machine's own method that says how many calls a thread makes in the scenario.
pub(crate) const CALLS: &str = "calls";

/// The machine's own method that says which call a thread makes next, or the number of all calls if there is none.
pub(crate) const NEXT_CALL: &str = "nextCall";

/// The machine's own method that takes what a call gave.
pub(crate) const RECORD: &str = "record";

/// Its descriptor.
pub(crate) const RECORD_DESCRIPTOR: &str = "(ILjava/lang/Object;)V";

/// The static of `dropwire.Native` that holds the history of the path.
pub(crate) const HISTORY: &str = "history";

/// Its type.
pub(crate) const HISTORY_DESCRIPTOR: &str = "[I";

/// The number that [`RECORD`] takes: the sort times this, and the thread or the observer.
pub(crate) const SORT: usize = 64;

/// The sorts.
pub(crate) mod sort {
    /// A call of a method without a result.
    pub(crate) const VOID: usize = 0;
    /// A call that gave a value.
    pub(crate) const VALUE: usize = 1;
    /// A call that threw.
    pub(crate) const THROWN: usize = 2;
    /// An observer that gave a value.
    pub(crate) const OBSERVED: usize = 3;
    /// An observer that threw.
    pub(crate) const OBSERVER_THROWN: usize = 4;
    /// What the invariant says.
    pub(crate) const INVARIANT: usize = 5;
    /// The invariant threw.
    pub(crate) const INVARIANT_THROWN: usize = 6;
}
