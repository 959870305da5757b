//! What a family of random programs is to those who check, shrink and run them.

use super::emit::emit;
use super::model::{self, Answer};
use super::program::Program;
use super::rng::Rng;
use super::shrink::candidates;
use super::statistics::Expected;

/// A random program.
pub trait Subject: Clone + PartialEq + Send {
    /// Transitions beyond which the first mode is no answer.
    const MOST_TRANSITIONS: u64;
    /// What a generator that is not boring gives.
    const EXPECTED: Expected;

    /// Draws the program of a seed.
    fn random(seed: u64) -> Self;

    /// The name of its class.
    fn name(&self) -> &str;

    /// Gives it another name.
    fn rename(&mut self, name: String);

    /// Its source. `pauses`: with random delays between statements, for the real machine; the lines differ then.
    fn java(&self, pauses: bool) -> String;

    /// How much there is of it.
    fn size(&self) -> usize;

    /// The programs that are one step smaller.
    fn smaller(&self) -> Vec<Self>;

    /// What decides which modes look at it.
    fn nature(&self) -> Nature;

    /// What a perfect checker says of it, with or without spurious wakeups.
    fn model(&self, spurious: bool, states: usize) -> Modelled;
}

/// What decides which modes look at a program.
#[derive(Clone, Copy, Debug)]
pub struct Nature {
    /// A number that is the same every time: for modes that look at some programs only.
    pub draw: u64,
    /// It waits or notifies, on monitors or conditions.
    pub waits: bool,
    /// It calls operations that `jdk.atomic` makes one step.
    pub calls_the_library: bool,
    /// It is drawn from the library, and has no model.
    pub is_about_the_library: bool,
    /// A clock decides what it does: no outcome of the real machine says anything.
    pub takes_time: bool,
    /// Some thread is a daemon, which the end of the others stops.
    pub has_daemons: bool,
    /// Some thread calls `System.exit`.
    pub exits: bool,
    /// It calls `isAlive`, `isInterrupted`, `join` with a time.
    pub asks: [bool; 3],
}

impl Nature {
    /// Whether the program may end before all of its threads have.
    pub fn ends_early(&self) -> bool {
        self.has_daemons || self.exits
    }
}

/// What the model says.
pub enum Modelled {
    /// This.
    As(Answer),
    /// It has more states than were allowed.
    TooLarge,
    /// There is no model of such programs.
    Nowhere,
}

impl Subject for Program {
    // Only an engine that is broken gets there.
    const MOST_TRANSITIONS: u64 = 600_000;
    const EXPECTED: Expected = Expected {
        waiting: 30,
        states: 200,
    };

    fn random(seed: u64) -> Program {
        Program::random(seed)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn rename(&mut self, name: String) {
        self.name = name;
    }

    fn java(&self, pauses: bool) -> String {
        emit(self, pauses).java
    }

    fn size(&self) -> usize {
        emit(self, false).code.len()
    }

    fn smaller(&self) -> Vec<Program> {
        candidates(self)
    }

    fn nature(&self) -> Nature {
        Nature {
            draw: Rng::new(dropwire_classes::content_hash(self.name.as_bytes())).word(),
            waits: self.waits(),
            calls_the_library: self.uses_locks_of_the_library(),
            is_about_the_library: false,
            // On the real machine such a time does not run out while anybody looks.
            takes_time: self.joins_for_a_time(),
            has_daemons: self.has_daemons(),
            exits: self.exits(),
            asks: [self.asks_alive(), self.asks_interrupted(), self.joins_for_a_time()],
        }
    }

    fn model(&self, spurious: bool, states: usize) -> Modelled {
        model::explore(self, &emit(self, false), spurious, states).map_or(Modelled::TooLarge, Modelled::As)
    }
}
