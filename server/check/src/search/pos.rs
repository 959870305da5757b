//! Random runs by priorities of operations (POS: Yuan, Yang, Gu, CAV 2018): each operation has a random priority, the one with the highest
//! goes first, and those that conflict with it get another one. So each order of operations that depend on each other is
//! likely, whatever independent ones are between them.

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};

use super::operation::Operation;
use super::random::{Random, Sampler};

/// `search.strategy=pos`.
pub(crate) struct Pos {
    random: Random,
    /// Of each thread's next operation, by thread number; 0 for one that has none yet.
    priorities: Vec<u64>,
    woken: bool,
}

impl Pos {
    /// Before the first run.
    pub fn new() -> Pos {
        Pos {
            random: Random(0),
            priorities: Vec::new(),
            woken: false,
        }
    }

    fn priority(&mut self, thread: ThreadId) -> &mut u64 {
        let index = thread.0 as usize;
        if self.priorities.len() <= index {
            self.priorities.resize(index + 1, 0);
        }
        if self.priorities[index] == 0 {
            self.priorities[index] = self.random.next() | 1;
        }
        &mut self.priorities[index]
    }
}

impl Sampler for Pos {
    fn begin(&mut self, seed: u64, run: u64) {
        self.random = Random::of_run(seed, run);
        self.priorities.clear();
        self.woken = false;
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        let [only] = choices else {
            let likely = self.random.likely(choices, self.woken);
            let mut first = likely[0].thread;
            for choice in &likely {
                if *self.priority(choice.thread) > *self.priority(first) {
                    first = choice.thread;
                }
            }
            let taken = Operation::of(vm, first);
            for choice in &likely {
                let meets = taken
                    .is_some_and(|taken| Operation::of(vm, choice.thread).is_some_and(|other| other.conflicts(&taken)));
                if choice.thread == first || meets {
                    *self.priority(choice.thread) = 0;
                }
            }
            let own: Vec<Choice> = likely.into_iter().filter(|choice| choice.thread == first).collect();
            let choice = own[self.random.below(own.len())];
            self.woken |= choice.alternative == Alternative::SpuriousWakeup;
            return choice;
        };
        // Another operation of the thread comes next.
        *self.priority(only.thread) = 0;
        *only
    }

    fn way(&mut self, ways: u64) -> u64 {
        self.random.way(ways)
    }
}
