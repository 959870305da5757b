//! Listeners: what a search does, for who wants to hear it and react.
//!
//! After Java PathFinder's `SearchListener` and `VMListener`, as one small trait over a closed set of events. A listener says once what it hears:
//! an event without listeners costs one comparison. It sees states, and changes a run in two ways alone, which it says before the search begins, so that
//! every trail replays without it: by further boundaries ([`Listener::boundaries`]), and by values in the place of others, each of which is a data
//! choice ([`Listener::perturbations`]). What it leaves out of the search makes the verdict incomplete, with its name.
//!
//! What happens within a step is heard when the step has been made, in its order and before [`Event::Advanced`]; a reaction ends the path
//! there. Of a step that could not be made to its end nothing is heard, nor of what `main` does up to its first visible operation, before the
//! search begins.
//!
//! Its memory of a path is taken back with the path: [`Event::Backtracked`] says to where, and [`PathMemory`] does it. No such memory is part of a state:
//! states that are known are not gone through again for it.

use dropwire_vm::{Alternative, Attributes, Choice, Perturbation, StepEvent, StepEvents, ThreadId, Vm};

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
    /// A thread did something within the step that was just made, or made again.
    Within {
        /// Who, where, what.
        event: &'a StepEvent,
        /// The step was run again.
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
    /// [`Event::Within`]: instructions of the program's own code.
    pub const INSTRUCTIONS: Hears = Hears(1 << Hears::WITHIN);
    /// [`Event::Within`]: methods of the program's own that are entered and left.
    pub const METHODS: Hears = Hears(1 << (Hears::WITHIN + 1));
    /// [`Event::Within`]: objects that its instructions make.
    pub const OBJECTS: Hears = Hears(1 << (Hears::WITHIN + 2));
    /// [`Event::Within`]: monitors that are wanted, taken and released.
    pub const LOCKS: Hears = Hears(1 << (Hears::WITHIN + 3));
    /// [`Event::Within`]: throwables that are thrown.
    pub const EXCEPTIONS: Hears = Hears(1 << (Hears::WITHIN + 4));

    /// The bit from which on kinds are those of [`StepEvents`].
    const WITHIN: u32 = 10;

    /// What of it happens within steps.
    pub(crate) fn within(self) -> StepEvents {
        StepEvents::of_bits((self.0 >> Hears::WITHIN) as u8)
    }

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

    /// Values in the place of those that reads of fields give or that methods are called with, as rows of `[[perturb]]`: a listener's own data choices.
    /// With one value it is replaced, with several the search chooses; a way that is not wanted in some state is pruned at its
    /// [`Event::Choice`]. Asked when a check begins. A row of the user's comes first; the verdict lists `perturbed-values`.
    fn perturbations(&self) -> Vec<Perturbation> {
        Vec::new()
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
    use dropwire_vm::StepEvents;

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
        assert!(hears.within().is_empty());
        let within = hears.and(Hears::LOCKS).and(Hears::INSTRUCTIONS).within();
        assert_eq!(within, StepEvents::LOCKS.and(StepEvents::INSTRUCTIONS));
        assert_eq!(Hears::METHODS.within(), StepEvents::METHODS);
        assert_eq!(Hears::OBJECTS.within(), StepEvents::OBJECTS);
        assert_eq!(Hears::EXCEPTIONS.within(), StepEvents::EXCEPTIONS);
    }
}
