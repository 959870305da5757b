//! The directed strategy: runs that hold threads back where a prediction wants them, until their partners arrive.
//!
//! Active testing (Sen, PLDI 2008; Joshi et al., PLDI 2009) over the race window of Visser et al. (ASE 2000): only threads of
//! the window move while they can; a thread that is at a place of the prediction waits there; if all that could move
//! are waiting, one of them is let go. What it reaches is judged like any other state, so that a hit is a finding of the
//! search, with a schedule that replays.

use std::collections::BTreeSet;

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};
use rustc_hash::FxHashSet;

use super::Outcome;
use super::random::Random;
use super::strategy::Strategy;
use crate::analysis::Prediction;
use crate::analysis::dependency_slice::Path;
use crate::analysis::reordering::Move;
use crate::enabled::same_choice;
use crate::options::Options;
use crate::site::Site;

/// Steps after which a run is given up.
const LONGEST: u64 = 2_000;
/// One in so many steps changes the thread although the last one could go on.
const RESTLESS: usize = 3;

/// What a run is after.
pub(crate) struct DirectedTarget {
    fingerprint: String,
    places: Vec<(u32, u32)>,
    window: BTreeSet<Path>,
    witness: Option<Vec<Move>>,
}

impl DirectedTarget {
    /// A prediction to be made true.
    pub(crate) fn new(fingerprint: &str, prediction: &Prediction) -> DirectedTarget {
        DirectedTarget {
            fingerprint: fingerprint.to_owned(),
            places: prediction.places.iter().map(|s| (s.method.id.0, s.pc)).collect(),
            window: prediction.window.clone(),
            witness: prediction.witness.clone(),
        }
    }

    fn place_of(&self, vm: &Vm, thread: ThreadId) -> Option<usize> {
        let site = Site::of_thread(vm, thread)?;
        self.places
            .iter()
            .position(|place| *place == (site.method.id.0, site.pc))
    }
}

/// Runs after each target, by the reordering that should lead there and then directed ones, until it is found.
pub(crate) struct ActiveTesting<'a> {
    targets: &'a [DirectedTarget],
    /// Directed runs for each target.
    runs: u64,
    longest: u64,
    random: Random,
    /// The first of the targets, and how many runs it has had: `None` before the one that was planned.
    done: Option<u64>,
    /// What is left of the plan of the present run.
    plan: std::slice::Iter<'a, Move>,
    last: Option<ThreadId>,
    /// The last choice, if it came of the plan.
    planned: Option<Choice>,
    /// All threads were at their place: none is held back any more.
    sprung: bool,
}

impl<'a> ActiveTesting<'a> {
    /// With so many directed runs for each target.
    pub(crate) fn new(options: &Options, targets: &'a [DirectedTarget], runs: u64) -> ActiveTesting<'a> {
        ActiveTesting {
            targets,
            runs,
            longest: options.run_length(LONGEST),
            random: Random(options.seed),
            done: None,
            plan: [].iter(),
            last: None,
            planned: None,
            sprung: false,
        }
    }

    fn directed(&mut self, target: &DirectedTarget, vm: &Vm, choices: &[Choice]) -> Choice {
        let sure: Vec<Choice> = choices
            .iter()
            .copied()
            .filter(|c| c.alternative != Alternative::SpuriousWakeup)
            .collect();
        let all = if sure.is_empty() { choices } else { &sure[..] };
        let waiting: Vec<Option<usize>> = all.iter().map(|c| target.place_of(vm, c.thread)).collect();
        let arrived: FxHashSet<usize> = waiting.iter().flatten().copied().collect();
        self.sprung |= arrived.len() == target.places.len();
        if self.sprung {
            // Each thread is where it should be: those that are go first, so that each runs into the others.
            return self.choose(
                all.iter().zip(&waiting).filter(|(_, w)| w.is_some()).map(|(c, _)| *c),
                all,
            );
        }
        let free = || all.iter().zip(&waiting).filter(|(_, w)| w.is_none()).map(|(c, _)| *c);
        let inside: Vec<Choice> = free()
            .filter(|c| target.window.contains(&vm.thread(c.thread).path[..]))
            .collect();
        if inside.is_empty() {
            self.choose(free(), all)
        } else {
            self.choose(inside.into_iter(), all)
        }
    }

    /// One of the preferred, or of all where there is none; rather the thread that moved last.
    fn choose(&mut self, preferred: impl Iterator<Item = Choice>, all: &[Choice]) -> Choice {
        let preferred: Vec<Choice> = preferred.collect();
        let from = if preferred.is_empty() { all } else { &preferred[..] };
        let same = from.iter().copied().find(|c| Some(c.thread) == self.last);
        let choice = match same {
            Some(same) if self.random.below(RESTLESS) != 0 => same,
            Some(_) | None => from[self.random.below(from.len())],
        };
        self.last = Some(choice.thread);
        choice
    }
}

impl Strategy for ActiveTesting<'_> {
    fn begin(&mut self, reached: &Outcome, _: Option<f64>) -> Option<u64> {
        (self.plan, self.last, self.sprung) = ([].iter(), None, false);
        loop {
            let target = self.targets.first()?;
            match (self.done, &target.witness) {
                (None, Some(plan)) => {
                    self.done = Some(0);
                    self.plan = plan.iter();
                    return Some(plan.len() as u64 + self.longest);
                }
                (None, None) => self.done = Some(0),
                (Some(done), _) if done < self.runs && !reached.found.contains_key(&target.fingerprint) => {
                    self.done = Some(done + 1);
                    return Some(self.longest);
                }
                (Some(_), _) => (self.targets, self.done) = (&self.targets[1..], None),
            }
        }
    }

    /// A reordering of a recorded run is followed as far as it fits: where the run had one thread left, a place may lie in the middle of
    /// one of its steps.
    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        self.planned = None;
        let fits = |by: &Move| same_choice(vm, choices, &by.path, by.alternative);
        match self.plan.find_map(fits) {
            Some(choice) => {
                self.last = Some(choice.thread);
                self.planned = Some(choice);
                choice
            }
            None => self.directed(&self.targets[0], vm, choices),
        }
    }

    fn way(&mut self, picked: u64, ways: u64) -> u64 {
        match self.planned {
            Some(_) => picked,
            None => self.random.way(ways),
        }
    }
}
