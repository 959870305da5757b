//! Potential findings: what a run's analyses noticed, told as the search would tell it.

use std::collections::BTreeSet;

use dropwire_vm::Vm;
use dropwire_vm::heap::Ref;
use rustc_hash::FxHashMap;

use super::reordering::Move;
use super::run::Run;
use super::tuples;
use super::variables::Variable;
use super::window::Path;
use crate::judge::{self, CycleSide, Defect};
use crate::names;
use crate::report::{Analysis, Related};
use crate::site::Site;

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
    /// No lock protects it, but wherever that was seen the data were handed over (see `flow`): worth a directed walk, and no
    /// finding by itself.
    pub handed_over: bool,
    /// The threads on which it depends.
    pub window: BTreeSet<Path>,
}

impl Run {
    /// What this run predicts, told in its last state.
    pub(crate) fn predictions(&mut self, vm: &Vm) -> Vec<Prediction> {
        let mut all = self.races(vm);
        all.extend(self.deadlocks());
        all
    }

    fn races(&self, vm: &Vm) -> Vec<Prediction> {
        let mut variables: Vec<&Variable> = self.variables.iter().filter(|v| v.noticed().is_some()).collect();
        variables.sort_unstable_by_key(|variable| variable.location);
        let mut told: FxHashMap<(u32, u32), usize> = FxHashMap::default();
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
                if let Some(known) = told.get(&pair) {
                    // Another object at the same two places.
                    let known = &mut all[*known];
                    if analysis == Analysis::Eraser || known.analysis == analysis {
                        known.handed_over &= handed_over;
                    } else {
                        *known = self.race(vm, variable, pair, analysis);
                    }
                } else if all.len() < MOST {
                    told.insert(pair, all.len());
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
        let shown = names::location(vm, variable.object, location);
        let mut defect = judge::race_of(vm, &one.side, &other.side, (variable.object, location));
        for point in [one, other] {
            defect
                .related
                .extend(point.callers.iter().take(1).map(|caller| Related {
                    message: format!("{} was called here", point.side.site.method.name),
                    location: caller.location(),
                }));
        }
        if variable.warned {
            defect.related.extend(self.shrinking(variable, &shown));
        }
        Prediction {
            defect,
            analysis,
            places: vec![one.side.site, other.side.site],
            witness,
            handed_over: false,
            window: self.graph.window([one.thread, other.thread]),
        }
    }

    /// How the set of locks became empty.
    fn shrinking<'a>(&'a self, variable: &'a Variable, shown: &'a str) -> impl Iterator<Item = Related> + 'a {
        let history = variable.noticed().map_or(&[][..], |noticed| &noticed.history);
        history.iter().map(move |(point, left)| {
            let point = self.points.get(*point);
            let verb = if point.side.write { "writes" } else { "reads" };
            let locks = match &left[..] {
                [] => "no lock has protected every access so far".to_owned(),
                [one] => format!("{} has protected every access so far", self.lock_name(*one)),
                many => {
                    let names: Vec<String> = many.iter().map(|lock| self.lock_name(*lock)).collect();
                    format!("{} have protected every access so far", names.join(" and "))
                }
            };
            Related {
                message: format!("{} {verb} {shown}: {locks}", point.side.who),
                location: point.side.site.location(),
            }
        })
    }

    /// What the first thread that took a lock calls it.
    fn lock_name(&self, lock: Ref) -> String {
        let mut names: Vec<(u32, &str)> = self
            .names
            .iter()
            .filter(|((_, known), _)| *known == lock)
            .map(|((thread, _), name)| (*thread, &**name))
            .collect();
        names.sort_unstable();
        names
            .first()
            .map_or_else(|| "a lock".to_owned(), |(_, name)| (*name).to_owned())
    }

    fn deadlocks(&self) -> Vec<Prediction> {
        let mut cycles: BTreeSet<Vec<usize>> = tuples::cycles(&self.tuples).into_iter().collect();
        for (i, one) in self.trees.iter().enumerate() {
            for other in &self.trees[i + 1..] {
                for (a, b) in one.compare(other) {
                    cycles.extend(self.unordered_pair(a as usize, b as usize));
                }
            }
        }
        cycles.iter().take(MOST).map(|cycle| self.deadlock(cycle)).collect()
    }

    /// Two acquisitions as a cycle, unless start and join order them.
    fn unordered_pair(&self, a: usize, b: usize) -> Option<Vec<usize>> {
        let (one, other) = (self.tuples.get(a)?, self.tuples.get(b)?);
        let pair = [one.clone(), other.clone()];
        (!tuples::cycles(&pair).is_empty()).then(|| vec![a.min(b), a.max(b)])
    }

    fn deadlock(&self, cycle: &[usize]) -> Prediction {
        let sides: Vec<CycleSide> = cycle
            .iter()
            .enumerate()
            .map(|(i, tuple)| {
                // What each wants is held by the next one.
                let holder = cycle[(i + 1) % cycle.len()];
                let wanted_by = cycle[(i + cycle.len() - 1) % cycle.len()];
                let holds = self.tuples[wanted_by].wants.lock;
                let own = &self.acquisitions[*tuple];
                CycleSide {
                    who: own.who.to_string(),
                    site: Some(own.site),
                    holds: Some(
                        self.names
                            .get(&(self.tuples[*tuple].thread, holds))
                            .map_or_else(|| self.lock_name(holds), |name| name.to_string()),
                    ),
                    wants: own.wants.to_string(),
                    wants_identity: own.identity.to_string(),
                    held_by: Some(self.acquisitions[holder].who.to_string()),
                }
            })
            .collect();
        let numbers: Vec<u32> = cycle.iter().map(|tuple| *tuple as u32).collect();
        Prediction {
            defect: judge::deadlock_of(&sides),
            analysis: Analysis::LockTree,
            witness: self.trace.deadlock(&numbers),
            handed_over: false,
            places: cycle.iter().map(|tuple| self.acquisitions[*tuple].site).collect(),
            window: self.graph.window(cycle.iter().map(|tuple| self.tuples[*tuple].thread)),
        }
    }
}
