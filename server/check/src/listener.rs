//! Listeners: what a search does, for who wants to hear it and react.
//!
//! After Java PathFinder's `SearchListener` and `VMListener`, as one small trait over a closed set of events. A listener says once what it hears:
//! what nobody hears costs one comparison. It sees states and changes none: a value in the place of another one is `[[perturb]]`'s, and a
//! further boundary [`Listener::boundaries`]'. What it leaves out of the search makes the verdict incomplete, with its name.
//!
//! Its memory of a path is taken back with the path: [`Event::Backtracked`] says to where, and [`PathMemory`] does it. No such memory is part of a state:
//! states that are known are not gone through again for it.

use dropwire_vm::{Alternative, Attributes, Choice, ThreadId, Vm};

use crate::facts::defect::Defect;

/// Something that a search does.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A search begins. It may do so again, where something was refuted that it had taken for granted.
    Begun,
    /// There are several ways on, or one has several values.
    ChoicePoint {
        /// The ways on; the first way of a data choice stands for all.
        choices: &'a [Choice],
    },
    /// All ways on of a choice point have been taken.
    Processed,
    /// A choice is taken next; the history has it when it was taken.
    Choice {
        /// Which.
        choice: Choice,
    },
    /// It was taken, and the state is the next one. A search that goes from state to state, as breadth-first, runs again what leads to one: such steps
    /// are heard again, with the machine where the last of them leads.
    Advanced {
        /// Which.
        choice: Choice,
        /// It was run again.
        again: bool,
    },
    /// A thread was started by the last step, or before the search began, and has run to its first visible operation.
    ThreadStarted {
        /// Which.
        thread: ThreadId,
    },
    /// A thread has ended in the last step.
    ThreadEnded {
        /// Which.
        thread: ThreadId,
    },
    /// A state that is kept was reached.
    State {
        /// For the first time.
        new: bool,
    },
    /// The path is taken back: so many transitions are left of it.
    Backtracked {
        /// So many.
        to: usize,
    },
    /// The program has ended here, or nobody can move.
    Ended,
    /// A defect was found. It may be one that is known, by another path.
    Found {
        /// What is wrong.
        defect: &'a Defect,
    },
}

/// Which events a listener hears.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Hears(u16);

impl Hears {
    /// Nothing.
    pub const NOTHING: Hears = Hears(0);
    /// [`Event::Begun`].
    pub const BEGIN: Hears = Hears(1);
    /// [`Event::ChoicePoint`] and [`Event::Processed`].
    pub const CHOICE_POINTS: Hears = Hears(1 << 1);
    /// [`Event::Choice`].
    pub const CHOICES: Hears = Hears(1 << 2);
    /// [`Event::Advanced`] and [`Event::Backtracked`].
    pub const STEPS: Hears = Hears(1 << 3);
    /// [`Event::ThreadStarted`] and [`Event::ThreadEnded`].
    pub const THREADS: Hears = Hears(1 << 4);
    /// [`Event::State`].
    pub const STATES: Hears = Hears(1 << 5);
    /// [`Event::Ended`].
    pub const ENDS: Hears = Hears(1 << 6);
    /// [`Event::Found`].
    pub const DEFECTS: Hears = Hears(1 << 7);
    /// No event: the [`History`] of the path is kept.
    pub const HISTORY: Hears = Hears(1 << 8);
    /// No event: [`Listener::policy`] is asked.
    pub const POLICY: Hears = Hears(1 << 9);

    /// Both.
    pub const fn and(self, other: Hears) -> Hears {
        Hears(self.0 | other.0)
    }

    /// Whether all of these are heard.
    pub fn contains(self, of: Hears) -> bool {
        self.0 & of.0 == of.0
    }
}

/// What a listener wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The search goes on.
    Continue,
    /// It ends here.
    Stop,
    /// The path ends here. Said of a choice or of a step.
    Prune,
}

/// Hears what a search does.
pub trait Listener {
    /// Its name, for the reasons of a verdict.
    fn name(&self) -> &str;

    /// What it hears; asked when a search begins.
    fn hears(&self) -> Hears;

    /// This happens. `history` is that of the path so far, if it is kept.
    fn hear(&mut self, vm: &Vm, history: &History, event: &Event<'_>) -> Reaction;

    /// The ways on of a choice point, of which it may take some away: a scheduling policy.
    fn policy(&mut self, vm: &Vm, choices: &mut Vec<Choice>) {
        let _ = (vm, choices);
    }

    /// Methods whose calls are boundaries, where others may move. Levels that take boundaries away are listed by the verdict.
    fn boundaries(&self) -> Attributes {
        Attributes::default()
    }
}

/// A choice that a path has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeChoice {
    /// `schedule`, or the name of a data choice: that of the method that asked, the name that it gave, or `perturb`.
    pub generator: String,
    /// Who moved.
    pub choice: Choice,
    /// The thread's name, or the value.
    pub what: String,
    /// It was made right behind the one before, without a state in between.
    pub cascaded: bool,
}

impl MadeChoice {
    /// Whether a value was chosen, and not a thread.
    pub fn is_data(&self) -> bool {
        matches!(self.choice.alternative, Alternative::DataChoice(_))
    }
}

/// The choices of a path so far, in order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct History {
    made: Vec<MadeChoice>,
}

impl History {
    /// All of them.
    pub fn all(&self) -> &[MadeChoice] {
        &self.made
    }

    /// The last one of a generator.
    pub fn last_of(&self, generator: &str) -> Option<&MadeChoice> {
        self.made.iter().rfind(|made| made.generator == generator)
    }

    /// The one before, in the cascade that a choice belongs to.
    pub fn parent_in_cascade(&self, index: usize) -> Option<&MadeChoice> {
        let cascaded = self.made.get(index).is_some_and(|made| made.cascaded);
        index
            .checked_sub(1)
            .filter(|_| cascaded)
            .and_then(|before| self.made.get(before))
    }

    pub(crate) fn push(&mut self, made: MadeChoice) {
        self.made.push(made);
    }

    pub(crate) fn truncate(&mut self, to: usize) {
        self.made.truncate(to);
    }
}

/// What a listener remembers of a path, entry by entry with the transitions that led there.
#[derive(Clone, Debug)]
pub struct PathMemory<T> {
    entries: Vec<(usize, T)>,
}

impl<T> Default for PathMemory<T> {
    fn default() -> PathMemory<T> {
        PathMemory::new()
    }
}

impl<T> PathMemory<T> {
    /// Nothing yet.
    pub fn new() -> PathMemory<T> {
        PathMemory { entries: Vec::new() }
    }

    /// Remembers something after so many transitions.
    pub fn push(&mut self, depth: usize, entry: T) {
        self.entries.push((depth, entry));
    }

    /// Forgets what came later, as [`Event::Backtracked`] says.
    pub fn go_back(&mut self, to: usize) {
        let kept = self.entries.partition_point(|(depth, _)| *depth <= to);
        self.entries.truncate(kept);
    }

    /// What is remembered, in order.
    pub fn entries(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hears, PathMemory};

    #[test]
    fn memory_is_taken_back_with_the_path() {
        let mut memory = PathMemory::new();
        for depth in [1, 1, 2, 5] {
            memory.push(depth, depth * 10);
        }
        memory.go_back(2);
        assert_eq!(memory.entries().copied().collect::<Vec<_>>(), [10, 10, 20]);
        memory.push(3, 30);
        memory.go_back(0);
        assert_eq!(memory.entries().count(), 0);
    }

    #[test]
    fn what_is_heard_is_said_once() {
        let hears = Hears::STEPS.and(Hears::ENDS);
        assert!(hears.contains(Hears::ENDS) && !hears.contains(Hears::STATES));
        assert!(Hears::NOTHING != hears);
    }
}
