//! Potential findings: what a run's analyses noticed, reported as the search would report it.

use std::collections::BTreeSet;

use dropwire_vm::heap::Ref;
use dropwire_vm::{Choice, Vm};
use rustc_hash::FxHashMap;

use super::dependency_slice::Path;
use super::goodlock;
use super::reordering::Move;
use super::run::Run;
use super::variables::Variable;
use crate::facts::defect::{Defect, Held, InCycle, Participant, Role};
use crate::facts::object::{Memory, Object};
use crate::facts::wait::{Holder, Wait};
use crate::names;
use crate::properties::deadlock::{self, CycleSide};
use crate::properties::races;
use crate::report::Analysis;
use crate::site::Site;
use crate::words;

/// Predictions of one sort that one run may make.
const MOST: usize = 200;

/// Something that another schedule may do.
#[derive(Clone, Debug)]
pub(crate) struct Prediction {
    /// As the search would report it.
    pub defect: Defect,
    /// Who says so.
    pub analysis: Analysis,
    /// Where the threads would stand, one place for each side.
    pub places: Vec<Site>,
    /// A schedule that should lead there, by sync-preserving reordering.
    pub witness: Option<Vec<Move>>,
    /// A run whose order leaves the accesses of a race unordered: the shortest seen.
    pub run: Option<Vec<Choice>>,
    /// No lock protects it, but wherever that was seen the data were handed over (see `flow`): worth a directed walk, and no
    /// finding by itself.
    pub handed_over: bool,
    /// The threads on which it depends.
    pub window: BTreeSet<Path>,
}

impl Run {
    /// What this run predicts, described in its last state.
    pub(crate) fn predictions(&mut self, vm: &Vm) -> Vec<Prediction> {
        let mut all = self.races(vm);
        all.extend(self.deadlocks(vm));
        all
    }

    /// How many pairs of accesses it has left unordered so far.
    pub(crate) fn unordered_pairs(&self) -> usize {
        let noticed = self.variables.iter().filter_map(Variable::noticed);
        noticed.map(|noticed| noticed.unordered.len()).sum()
    }

    fn races(&self, vm: &Vm) -> Vec<Prediction> {
        let mut variables: Vec<&Variable> = self.variables.iter().filter(|v| v.noticed().is_some()).collect();
        variables.sort_unstable_by_key(|variable| variable.location);
        let mut reported: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let mut all: Vec<Prediction> = Vec::new();
        for variable in variables {
            let Some(noticed) = variable.noticed() else { continue };
            let eraser: &[(u32, u32)] = if variable.warned { &noticed.unprotected } else { &[] };
            let unordered = noticed.unordered.iter().map(|pair| (*pair, Analysis::HappensBefore));
            let eraser = eraser.iter().chain(&noticed.emptied);
            for (pair, analysis) in unordered.chain(eraser.map(|pair| (*pair, Analysis::Eraser))) {
                let handed_over = analysis == Analysis::Eraser
                    && !noticed.accidental.contains(&pair)
                    && !noticed.emptied.contains(&pair);
                if let Some(known) = reported.get(&pair) {
                    // Another object at the same two places.
                    let known = &mut all[*known];
                    if analysis == Analysis::Eraser || known.analysis == analysis {
                        known.handed_over &= handed_over;
                    } else {
                        *known = self.race(vm, variable, pair, analysis);
                    }
                } else if all.len() < MOST {
                    reported.insert(pair, all.len());
                    let prediction = self.race(vm, variable, pair, analysis);
                    all.push(Prediction {
                        handed_over,
                        ..prediction
                    });
                }
            }
        }
        all
    }

    fn race(&self, vm: &Vm, variable: &Variable, (one, other): (u32, u32), analysis: Analysis) -> Prediction {
        let witness = self.trace.race(variable.location, (one, other));
        let location = variable.address();
        let (one, other) = (self.points.get(one), self.points.get(other));
        let mut defect = races::race_of(vm, &one.side, &other.side, (variable.object, location));
        for point in [one, other] {
            defect
                .participants
                .extend(point.callers.iter().take(1).map(|caller| Participant {
                    role: Role::Called {
                        method: point.side.site.method.name.to_owned(),
                    },
                    location: caller.location(),
                }));
        }
        if variable.warned {
            let memory = names::location(vm, variable.object, location);
            defect.participants.extend(self.shrinking(variable, &memory));
        }
        Prediction {
            defect,
            analysis,
            places: vec![one.side.site, other.side.site],
            witness,
            run: None,
            handed_over: false,
            window: self.graph.window([one.thread, other.thread]),
        }
    }

    /// How the set of locks became empty.
    fn shrinking<'a>(&'a self, variable: &'a Variable, memory: &'a Memory) -> impl Iterator<Item = Participant> + 'a {
        let history = variable.noticed().map_or(&[][..], |noticed| &noticed.history);
        history.iter().map(move |(point, left)| {
            let point = self.points.get(*point);
            let locks = left.iter().map(|lock| self.lock_name(*lock));
            Participant {
                role: Role::Protected {
                    thread: point.side.who.clone(),
                    access: point.side.access(),
                    memory: memory.clone(),
                    locks: locks
                        .map(|lock| lock.map_or_else(|| "a lock".to_owned(), words::object))
                        .collect(),
                },
                location: point.side.site.location(),
            }
        })
    }

    /// What the first thread that took a lock calls it.
    fn lock_name(&self, lock: Ref) -> Option<&Object> {
        let of_lock = self.names.iter().filter(|((_, known), _)| *known == lock);
        let first = of_lock.min_by_key(|((thread, _), _)| *thread);
        first.map(|(_, name)| &**name)
    }

    fn deadlocks(&self, vm: &Vm) -> Vec<Prediction> {
        let mut cycles: BTreeSet<Vec<usize>> = goodlock::cycles(&self.tuples).into_iter().collect();
        for (i, one) in self.trees.iter().enumerate() {
            for other in &self.trees[i + 1..] {
                for (a, b) in one.compare(other) {
                    cycles.extend(self.unordered_pair(a as usize, b as usize));
                }
            }
        }
        cycles.iter().take(MOST).map(|cycle| self.deadlock(vm, cycle)).collect()
    }

    /// Two acquisitions as a cycle, unless start and join order them.
    fn unordered_pair(&self, a: usize, b: usize) -> Option<Vec<usize>> {
        let (one, other) = (self.tuples.get(a)?, self.tuples.get(b)?);
        let pair = [one.clone(), other.clone()];
        (!goodlock::cycles(&pair).is_empty()).then(|| vec![a.min(b), a.max(b)])
    }

    fn deadlock(&self, vm: &Vm, cycle: &[usize]) -> Prediction {
        let sides: Vec<CycleSide> = cycle
            .iter()
            .enumerate()
            .map(|(i, tuple)| {
                // What each wants is held by the next one.
                let holder = cycle[(i + 1) % cycle.len()];
                let wanted_by = cycle[(i + cycle.len() - 1) % cycle.len()];
                let holds = self.tuples[wanted_by].wants.lock;
                let own = &self.acquisitions[*tuple];
                let known = self.names.get(&(self.tuples[*tuple].thread, holds));
                let held = known.map(|name| &**name).or_else(|| self.lock_name(holds));
                CycleSide {
                    facts: InCycle {
                        thread: own.who.to_string(),
                        holds: held.cloned().map(|lock| Held::Lock { lock, instance: None }),
                        wait: Wait::Lock {
                            lock: (*own.wants).clone(),
                            holder: Holder::Thread {
                                name: self.acquisitions[holder].who.to_string(),
                            },
                            instance: None,
                        },
                    },
                    site: Some(own.site),
                    wants_identity: own.identity.to_string(),
                }
            })
            .collect();
        let numbers: Vec<u32> = cycle.iter().map(|tuple| *tuple as u32).collect();
        Prediction {
            defect: deadlock::deadlock_of(vm, sides),
            analysis: Analysis::LockTree,
            witness: self.trace.deadlock(&numbers),
            run: None,
            handed_over: false,
            places: cycle.iter().map(|tuple| self.acquisitions[*tuple].site).collect(),
            window: self.graph.window(cycle.iter().map(|tuple| self.tuples[*tuple].thread)),
        }
    }
}
