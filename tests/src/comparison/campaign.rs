//! All programs in all modes, in parallel, within a limit of time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::corpus::Case;
use super::explained::explanation;
use super::held::{Difference, differences};
use super::machine::{Answer, Limits, Machine};
use crate::random::modes::{MODES, Mode};

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The names of the modes that are held against the first one.
    pub modes: Vec<&'static str>,
    /// Limits of one check.
    pub limits: Limits,
    /// Threads.
    pub jobs: usize,
    /// When no further program is begun; `None` for never.
    pub time: Option<Duration>,
}

/// After so many programs a line says how far the run is.
const PROGRESS: usize = 100;

/// The modes that everything is held against: the reductions off, and other ways through the same space.
pub const HELD_AGAINST: &[&str] = &[
    "vm.por=false",
    "vm.por.sync-detection=false",
    "vm.por.attributes=*=always",
    "jdk.atomic=false",
    "search.store=collapse",
    "search.strategy=bfs",
    "search.strategy=dfs vm.por.persistent=always",
    "search.strategy=dfs vm.por.sleep=always",
    "search.strategy=dfs vm.por.persistent=always vm.por.sleep=always",
    "search.strategy=random",
];

/// An answer that differs from that of the first mode.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The program.
    pub program: String,
    /// The other mode.
    pub mode: &'static str,
    /// What differs.
    pub difference: Difference,
    /// The listed assumption that accounts for it, and why.
    pub explained: Option<&'static str>,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The answers of the first mode, by the order of the programs.
    pub answers: Vec<(Case, Answer)>,
    /// For each other mode: programs that it saw all of, and that a limit cut off.
    pub compared: BTreeMap<&'static str, [usize; 2]>,
    /// In the order of the programs.
    pub disagreements: Vec<Disagreement>,
    /// Programs for which there was no time.
    pub not_begun: usize,
}

/// The row of a mode.
///
/// # Errors
/// There is none of that name.
pub fn mode(name: &str) -> Result<&'static Mode, String> {
    let known = MODES.iter().find(|mode| mode.name == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = MODES.iter().map(|mode| mode.name).collect();
        format!("`{name}` is no mode; there are {}", names.join(", "))
    })
}

/// Checks each program in the first mode and in those of the plan.
pub fn run(cases: &[Case], plan: &Plan) -> Outcome {
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    let all: Mutex<BTreeMap<usize, Outcome>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                let mut machine = Machine::default();
                while plan.time.is_none_or(|time| started.elapsed() < time) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(at) else { break };
                    let outcome = of_one(&mut machine, case, plan);
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    all.insert(at, outcome);
                    if all.len().is_multiple_of(PROGRESS) {
                        eprintln!("{} of {} programs", all.len(), cases.len());
                    }
                }
            });
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let not_begun = cases.len() - all.len();
    let mut outcome = all.into_values().fold(Outcome::default(), Outcome::and);
    outcome.not_begun = not_begun;
    outcome
}

fn of_one(machine: &mut Machine, case: &Case, plan: &Plan) -> Outcome {
    let mut outcome = Outcome::default();
    let first = match machine.check(case, MODES[0].set, plan.limits) {
        Ok(answer) => answer,
        Err(what) => {
            outcome.record(case, MODES[0].name, Difference::Panic(what), None);
            return outcome;
        }
    };
    let held_against = |mode: &&Mode| plan.modes.contains(&mode.name) && !case.sets_the_key_of(mode.name);
    for mode in MODES.iter().filter(held_against) {
        match machine.check(case, mode.set, plan.limits) {
            Ok(other) => {
                outcome.compared.entry(mode.name).or_default()[usize::from(other.is_cut_off())] += 1;
                for difference in differences(&first, &other, mode.relation) {
                    let why = explanation(&first, &other, mode.name, &difference);
                    outcome.record(case, mode.name, difference, why);
                }
            }
            Err(what) => outcome.record(case, mode.name, Difference::Panic(what), None),
        }
    }
    outcome.answers.push((case.clone(), first));
    outcome
}

impl Outcome {
    fn record(&mut self, case: &Case, mode: &'static str, difference: Difference, explained: Option<&'static str>) {
        self.disagreements.push(Disagreement {
            program: case.name.clone(),
            mode,
            difference,
            explained,
        });
    }

    fn and(mut self, other: Outcome) -> Outcome {
        self.answers.extend(other.answers);
        self.disagreements.extend(other.disagreements);
        for (mode, [whole, part]) in other.compared {
            let mine = self.compared.entry(mode).or_default();
            mine[0] += whole;
            mine[1] += part;
        }
        self
    }

    /// The disagreements that nothing accounts for.
    pub fn unexplained(&self) -> impl Iterator<Item = &Disagreement> {
        self.disagreements.iter().filter(|found| found.explained.is_none())
    }
}
