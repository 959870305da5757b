//! Sleep sets (Godefroid 1996, chapter 5) with state matching: a step that was explored from a state of the path is not taken again behind steps that are
//! independent of it, for it leads to where the same steps lead behind it.
//!
//! What is independent is seen, and not predicted: each step has been taken, and what it touched is known
//! ([`Footprint`](dropwire_vm::Footprint)). A step stays asleep as long as the path makes steps that touch no cell of it, or read alone what it reads alone; so it is
//! the same step at all these states.
//!
//! A step falls asleep only when all that was reached by it is *fully closed*: it is left, and leads to no state whose component is open. So when a way on is left out, everything
//! that can be reached by it was explored, by induction over the time: the first step of a way there was made, or was asleep, and then it leads to what was fully closed before. That
//! is why states need not keep what slept when they were explored, as they must where steps fall asleep earlier (Godefroid 1996, chapter 6); and why it is known which states lead to an end
//! ([`endless`](super::endless)): what is closed ends, or what it never leaves was reported.
//!
//! Together with persistent sets: what is left out leads to what was explored with sets, from which every finding that can be reached was. What is learned behind the step that
//! is left out is known of the states before; [`independence`](super::independence) says what follows.
//!
//! A step that ends the program, or leaves only daemon threads, depends on all others.

use std::rc::Rc;

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::{Alternative, Cell, Choice, ThreadId, Touch};

use super::independence::{Passed, Places, Standing};
use super::{Mode, Search};

/// Touched cells beyond which a step is taken to depend on all others.
const MOST_CELLS: usize = 4_096;
/// Closed states that lead back to open ones: beyond that, no step is put to sleep any more.
const MOST_RETURNS: usize = 1 << 20;
/// Steps of a search after which one way in `LITTLE` must have been asleep, or none is put to sleep any more.
const TRIED: u64 = 16_384;
const LITTLE: u64 = 8;

/// A step that was explored from the present state, or from one before it.
#[derive(Clone)]
pub(super) struct Asleep {
    thread: ThreadId,
    /// The thread's own cell.
    own: Cell,
    /// What the step touched, in the order of cells, each once.
    touched: Rc<[Touch]>,
    /// Nodes that it has passed, and where all threads stood when it was made, if that is learned.
    passed: Rc<[u32]>,
    places: Option<Places>,
}

/// What a search with sleep sets keeps.
#[derive(Default)]
pub(super) struct SleepSets {
    /// The steps that sleep at the present state, until it is a level.
    now: Vec<Asleep>,
    /// What the present step has touched; for the next one, so that its room is used again.
    cells: Vec<Touch>,
    taken: u64,
    slept: u64,
    /// No step is put to sleep any more.
    over: bool,
}

impl SleepSets {
    /// What the steps have passed that sleep at the present state, each with the place of its thread.
    pub fn passed(&self, all: &[Standing]) -> Passed {
        let of = |step: &Asleep| {
            Some((
                all.iter().position(|of| of.is_of(step.thread))?,
                Rc::clone(&step.passed),
            ))
        };
        let steps = self.now.iter().filter(|step| !step.passed.is_empty()).filter_map(of);
        let nodes = steps.flat_map(|(at, nodes)| nodes.iter().map(|node| (at, *node)).collect::<Vec<_>>());
        nodes.collect()
    }

    /// Whether so few ways were asleep that it does not pay to know.
    fn pays(&self) -> bool {
        self.taken < TRIED || self.slept * LITTLE >= self.taken
    }
}

impl Asleep {
    /// Whether the step does the same before another one as behind it.
    fn is_independent_of(&self, own: Cell, touched: &[Touch]) -> bool {
        let (mut one, mut other) = (self.touched.iter().peekable(), touched.iter().peekable());
        let mut conflict = false;
        while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
            match a.cell.cmp(&b.cell) {
                std::cmp::Ordering::Less => drop(one.next()),
                std::cmp::Ordering::Greater => drop(other.next()),
                std::cmp::Ordering::Equal => {
                    if a.write || b.write {
                        conflict = true;
                        break;
                    }
                    one.next();
                }
            }
        }
        let touches = |touched: &[Touch], cell: Cell| touched.binary_search_by_key(&cell, |touch| touch.cell).is_ok();
        !conflict && !touches(touched, self.own) && !touches(&self.touched, own)
    }
}

impl Search<'_> {
    fn sleep_sets(&mut self) -> Option<&mut SleepSets> {
        match &mut self.mode {
            Mode::Paths(paths) => paths.sleep.as_deref_mut(),
            Mode::Tree | Mode::Bounded(_) | Mode::Simulation(_) => None,
        }
    }

    /// Whether steps fall asleep.
    pub(super) fn sleeps(&self) -> bool {
        matches!(&self.mode, Mode::Paths(paths) if paths.sleep.as_ref().is_some_and(|sleep| !sleep.over))
    }

    /// No step sleeps any more, and none falls asleep: they depend on each other beside what they touch, or it does not pay.
    pub(super) fn wake_all(&mut self) {
        let Some(sleep) = self.sleep_sets() else { return };
        sleep.over = true;
        self.open.forget_returns();
        self.forget_sleeping();
    }

    fn forget_sleeping(&mut self) {
        if let Some(sleep) = self.sleep_sets() {
            sleep.now.clear();
        }
        for level in &mut self.levels {
            level.asleep.clear();
            level.step = None;
        }
    }

    /// All that the last way of the present level leads to has been explored: the step falls asleep for the ways behind it.
    pub(super) fn put_to_sleep(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let (Some(sleep), Some(level)) = (paths.sleep.as_deref_mut(), self.levels.last_mut()) else {
            return;
        };
        let returns = level.way_meets <= level.at && !planted(Fault::SleepsInALoop);
        level.meets = level.meets.min(level.way_meets);
        level.way_meets = usize::MAX;
        if let Some(step) = level.step.take()
            && !returns
            && !sleep.over
        {
            level.asleep.push(step);
        }
    }

    /// Goes past the next way of the present level if it is asleep. What it leads to ends or was reported, as far as that is known of any state.
    pub(super) fn sleeps_through(&mut self) -> bool {
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        if level.next == level.choices.len() || level.way != 0 {
            return false;
        }
        let next = level.choices[level.next];
        let Some(step) = sleeping(&level.asleep, next) else {
            return false;
        };
        let (now, before) = (level.places.clone(), step.places.clone());
        level.taken = Some(next.alternative);
        level.next += 1;
        self.note_asleep(now, before);
        self.ends();
        true
    }

    /// Whether the only way on from the present state is asleep.
    pub(super) fn only_way_sleeps(&mut self, only: Choice) -> bool {
        let step = self.sleep_sets().and_then(|sleep| sleeping(&sleep.now, only));
        let Some(before) = step.map(|step| step.places.clone()) else {
            return false;
        };
        let now = self.places();
        self.note_asleep(now, before);
        true
    }

    /// A way is left out. `now` and `before`: where all threads stand, and where they stood when it was explored, if that is learned.
    fn note_asleep(&mut self, now: Option<Places>, before: Option<Places>) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        if let Some(sleep) = &mut paths.sleep {
            sleep.slept += 1;
        }
        if let Some(persistent) = &mut paths.persistent {
            persistent.independence.note_asleep();
            if let (Some(now), Some(before)) = (now, before) {
                persistent.independence.stand_as_before(self.vm, &now, &before);
            }
        }
    }

    /// The next step is one from the present level.
    pub(super) fn wake_at_level(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        if let (Some(sleep), Some(level)) = (paths.sleep.as_deref_mut(), self.levels.last()) {
            sleep.now.clone_from(&level.asleep);
        }
    }

    /// A step was made that has passed these nodes: what depends on it wakes up.
    pub(super) fn wake_dependents(&mut self, choice: Choice, coarser: bool, passed: Vec<u32>) {
        if coarser {
            // Of some array cells were noted one by one, and are one from now on.
            self.forget_sleeping();
        }
        let Mode::Paths(paths) = &mut self.mode else { return };
        let (Some(sleep), Some(footprint)) = (paths.sleep.as_deref_mut(), self.vm.footprint.as_deref()) else {
            return;
        };
        if sleep.over {
            return;
        }
        sleep.taken += 1;
        if !sleep.pays() || self.open.returns() > MOST_RETURNS {
            tracing::debug!(target: "dropwire_check::independence", taken = sleep.taken, asleep = sleep.slept, "sleep sets do not pay");
            let learns = paths
                .persistent
                .as_ref()
                .is_some_and(|persistent| persistent.uses.learns);
            self.wake_all();
            if !learns {
                self.forget_independence();
            }
            return;
        }
        let made_here = self.levels.last_mut().filter(|level| {
            level.steps + 1 == self.schedule.len() && level.next < level.choices.len() && !level.has_timeouts()
        });
        let is_plain = !matches!(choice.alternative, Alternative::SpuriousWakeup | Alternative::Timeout);
        if !is_plain || coarser || self.vm.is_ending() || footprint.touched.len() > MOST_CELLS {
            sleep.now.clear();
            return;
        }
        if sleep.now.is_empty() && made_here.is_none() {
            return;
        }
        sleep.cells.clear();
        sleep.cells.extend_from_slice(&footprint.touched);
        sleep.cells.sort_unstable_by_key(|touch| (touch.cell, !touch.write));
        sleep.cells.dedup_by_key(|touch| touch.cell);
        let own = self.vm.cell_of_thread(choice.thread);
        let cells = &sleep.cells;
        sleep.now.retain(|step| {
            step.thread != choice.thread && (step.is_independent_of(own, cells) || planted(Fault::NothingWakesUp))
        });
        if let Some(level) = made_here
            && choice.alternative == Alternative::Run
        {
            level.step = Some(Asleep {
                thread: choice.thread,
                own,
                touched: cells.as_slice().into(),
                passed: passed.into(),
                places: level.places.clone(),
            });
        }
    }

    /// The steps that sleep at the present state, which becomes a level.
    pub(super) fn take_sleeping(&mut self) -> Vec<Asleep> {
        self.sleep_sets()
            .map(|sleep| std::mem::take(&mut sleep.now))
            .unwrap_or_default()
    }
}

/// The step that is asleep, if this one is.
fn sleeping(asleep: &[Asleep], choice: Choice) -> Option<&Asleep> {
    let plain = choice.alternative == Alternative::Run;
    asleep.iter().find(|step| plain && step.thread == choice.thread)
}
