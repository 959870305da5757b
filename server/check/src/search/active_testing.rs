//! The directed driver: walks that hold threads back where a prediction wants them, until their partners arrive.
//!
//! Active testing (Sen, PLDI 2008; Joshi et al., PLDI 2009) over the race window of Visser et al. (ASE 2000): only threads of
//! the window move while they can; a thread that stands at a place of the prediction waits there; if all that could move
//! are waiting, one of them is let go. What it reaches is judged like any other state, so that a hit is a finding of the
//! search, with a schedule that replays.

use std::collections::BTreeSet;

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};
use rustc_hash::FxHashSet;

use super::random::Random;
use super::{Outcome, Search};
use crate::analysis::Prediction;
use crate::analysis::dependency_slice::Path;
use crate::analysis::reordering::Move;
use crate::site::Site;

/// Steps after which a walk is given up.
const LONGEST: u64 = 2_000;
/// One in so many steps changes the thread although the last one could go on.
const RESTLESS: usize = 3;

/// What a walk is after.
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

/// How one walk goes on.
struct DirectedWalk<'a> {
    goal: &'a DirectedTarget,
    random: &'a mut Random,
    last: Option<ThreadId>,
    /// Everybody was at their place: nobody is held back any more.
    sprung: bool,
}

impl<'a> DirectedWalk<'a> {
    fn new(goal: &'a DirectedTarget, random: &'a mut Random) -> DirectedWalk<'a> {
        DirectedWalk {
            goal,
            random,
            last: None,
            sprung: false,
        }
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        let sure: Vec<Choice> = choices
            .iter()
            .copied()
            .filter(|c| c.alternative != Alternative::Spurious)
            .collect();
        let all = if sure.is_empty() { choices } else { &sure[..] };
        let waiting: Vec<Option<usize>> = all.iter().map(|c| self.goal.place_of(vm, c.thread)).collect();
        let arrived: FxHashSet<usize> = waiting.iter().flatten().copied().collect();
        self.sprung |= arrived.len() == self.goal.places.len();
        if self.sprung {
            // All stand where they should: whoever is there goes first, so that each runs into the others.
            return self.choose(
                all.iter().zip(&waiting).filter(|(_, w)| w.is_some()).map(|(c, _)| *c),
                all,
            );
        }
        let free = || all.iter().zip(&waiting).filter(|(_, w)| w.is_none()).map(|(c, _)| *c);
        let inside: Vec<Choice> = free()
            .filter(|c| self.goal.window.contains(&vm.thread(c.thread).path[..]))
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

impl Search<'_> {
    /// Goes after each goal, by the reordering that should lead there and then with so many walks, until it is found. The machine then stands where it stood before.
    pub(crate) fn confirm_predictions(mut self, seed: u64, goals: &[DirectedTarget], walks: u64) -> Outcome {
        self.walking = true;
        let mut random = Random(seed);
        let longest = self.longest(LONGEST);
        self.vm.push_undo();
        let base = self.vm.undo_depth();
        for goal in goals {
            if let Some(plan) = &goal.witness
                && self.may_go_again()
            {
                self.walk_as_planned(plan, longest, DirectedWalk::new(goal, &mut random));
            }
            for _ in 0..walks {
                if !self.may_go_again() || self.outcome.found.contains_key(&goal.fingerprint) {
                    break;
                }
                let mut walk = DirectedWalk::new(goal, &mut random);
                self.walk_from_here(longest, &mut |vm, choices| walk.pick(vm, choices));
            }
        }
        self.finish(base)
    }

    /// Follows a reordering of a recorded run as far as it fits, and goes on as directed: where the run had one thread left,
    /// a place may lie in the middle of one of its steps.
    fn walk_as_planned(&mut self, plan: &[Move], longest: u64, mut walk: DirectedWalk<'_>) {
        let mut rest = plan.iter();
        self.walk_from_here(plan.len() as u64 + longest, &mut |vm, choices| {
            let fits = |by: &Move| {
                let of = |c: &&Choice| c.alternative == by.alternative && vm.thread(c.thread).path == by.path;
                choices.iter().find(of).copied()
            };
            match rest.find_map(fits) {
                Some(choice) => {
                    walk.last = Some(choice.thread);
                    choice
                }
                None => walk.pick(vm, choices),
            }
        });
    }
}
