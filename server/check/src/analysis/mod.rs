//! Analyses of single runs: they watch one schedule and report what other schedules may do.
//!
//! `run` listens to the machine and feeds the rest: `eraser` (lock sets), `happens_before`, `flow` (hand-overs), `lock_tree` and `tuples` (lock
//! orders), `reordering` (schedules that bring threads together), `window` (who depends on whom). `prediction` makes potential findings of what they noticed, with the fingerprints
//! that the search would give them. Nothing here is in a state's key, and nothing here decides a verdict but the order of a run
//! that was followed again (`unordered_races.rs`).

mod clock;
pub(crate) mod dependency_slice;
mod eraser;
mod goodlock;
mod happens_before;
mod lock_tree;
mod locks;
pub(crate) mod prediction;
mod program_points;
mod reads_from;
pub(crate) mod reordering;
mod run;
mod variables;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use dropwire_vm::{Choice, Event, Observer, ThreadId, Vm};

pub use eraser::EraserMode;
pub(crate) use prediction::Prediction;
use run::Run;

use crate::facts::defect::Defect;
use crate::report::Analysis;

/// All analyses over several runs that begin in one state.
pub(crate) struct Analyses {
    run: Rc<RefCell<Watched>>,
    /// What was known at the state in which each run begins.
    start: Watched,
    /// What the runs predict, by fingerprint.
    pub predictions: BTreeMap<String, Prediction>,
}

/// A run, as long as it is analysed: the analyses know objects by address, so a collection ends that. The run goes on without them.
#[derive(Clone)]
enum Watched {
    Run(Box<Run>),
    /// What it had predicted by then.
    Concluded(Vec<Prediction>),
}

/// What the machine holds.
struct AnalysisObserver(EraserMode, Rc<RefCell<Watched>>);

impl Observer for AnalysisObserver {
    fn see(&mut self, vm: &Vm, thread: ThreadId, event: Event) {
        if let Watched::Run(run) = &mut *self.1.borrow_mut() {
            run.see(vm, thread, event);
        }
    }

    fn addresses_change(&mut self, vm: &Vm) {
        let mut watched = self.1.borrow_mut();
        if let Watched::Run(run) = &mut *watched {
            *watched = if run.is_forgettable(vm) {
                Watched::Run(Run::new(self.0).into())
            } else {
                Watched::Concluded(run.predictions(vm))
            };
        }
    }
}

impl Analyses {
    /// Listens to a machine from now on, before `main` begins.
    pub(crate) fn listen(vm: &mut Vm, mode: EraserMode) -> Analyses {
        let new = || Watched::Run(Run::new(mode).into());
        let run = Rc::new(RefCell::new(new()));
        vm.observer = Some(Box::new(AnalysisObserver(mode, run.clone())));
        Analyses {
            run,
            start: new(),
            predictions: BTreeMap::new(),
        }
    }

    /// All runs begin here.
    pub(crate) fn set_out(&mut self) {
        self.start = self.run.borrow().clone();
    }

    /// A run begins.
    pub(crate) fn begin(&mut self) {
        *self.run.borrow_mut() = self.start.clone();
    }

    /// A run is about to take a step.
    pub(crate) fn take(&mut self, vm: &Vm, choice: Choice) {
        if let Watched::Run(run) = &mut *self.run.borrow_mut() {
            run.take(vm, choice);
        }
    }

    /// The races that the present run has had so far by its order alone, if there are more pairs of accesses than `known`, which is brought up to date.
    pub(crate) fn more_unordered_races(&self, vm: &Vm, known: &mut usize) -> Vec<Defect> {
        let pairs = match &*self.run.borrow() {
            Watched::Run(run) => run.unordered_pairs(),
            Watched::Concluded(predictions) => predictions.len(),
        };
        if std::mem::replace(known, pairs) == pairs {
            return Vec::new();
        }
        let predictions = match &mut *self.run.borrow_mut() {
            Watched::Run(run) => run.predictions(vm),
            Watched::Concluded(predictions) => predictions.clone(),
        };
        let unordered = predictions
            .into_iter()
            .filter(|p| p.analysis == Analysis::HappensBefore);
        unordered.map(|prediction| prediction.defect).collect()
    }

    /// A run of this schedule has ended, in the machine's present state.
    pub(crate) fn end(&mut self, vm: &Vm, schedule: &[Choice]) {
        let predictions = match &mut *self.run.borrow_mut() {
            Watched::Run(run) => run.predictions(vm),
            Watched::Concluded(predictions) => std::mem::take(predictions),
        };
        for mut prediction in predictions {
            let fingerprint = prediction.defect.fingerprint();
            if prediction.analysis == Analysis::HappensBefore {
                prediction.run = Some(schedule.to_vec());
            }
            match self.predictions.get_mut(&fingerprint) {
                // An order that was seen to be none says more than a set of locks.
                Some(known) if known.analysis as u8 >= prediction.analysis as u8 => {
                    // One run in which nothing was handed over is enough.
                    known.handed_over &= prediction.handed_over;
                    known.witness = known.witness.take().or(prediction.witness);
                    let runs = [known.run.take(), prediction.run];
                    known.run = runs.into_iter().flatten().min_by_key(Vec::len);
                }
                Some(known) => {
                    let witness = known.witness.take();
                    *known = prediction;
                    known.handed_over = false;
                    known.witness = known.witness.take().or(witness);
                }
                None => {
                    self.predictions.insert(fingerprint, prediction);
                }
            }
        }
    }
}
