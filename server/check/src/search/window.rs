//! The search that is restricted to a race window (Visser et al., ASE 2000): only the threads on which a warning depends are scheduled.

use std::collections::BTreeSet;

use dropwire_vm::Choice;

use super::{Mode, Search};
use crate::analysis::dependency_slice::Path;

/// Threads outside that are named.
const NAMES: usize = 8;

impl<'a> Search<'a> {
    /// The same search in which only the threads with these creation paths are scheduled while others could move too.
    pub fn within_window(mut self, window: &'a BTreeSet<Path>) -> Search<'a> {
        if let Mode::Paths(paths) = &mut self.mode {
            paths.window = Some(window);
        }
        self
    }

    pub(super) fn keep_in_window(&mut self, choices: &mut Vec<Choice>) {
        let Mode::Paths(paths) = &self.mode else { return };
        let Some(window) = paths.window else { return };
        let (inside, outside): (Vec<Choice>, Vec<Choice>) = choices
            .iter()
            .partition(|choice| window.contains(&self.vm.thread(choice.thread).path[..]));
        *choices = inside;
        self.outcome.left_out |= !outside.is_empty();
        if self.outcome.bystanders.len() < NAMES {
            let names = outside.iter().map(|choice| self.vm.thread_name(choice.thread));
            self.outcome.bystanders.extend(names);
        }
    }
}
