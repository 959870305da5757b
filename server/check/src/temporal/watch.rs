//! What one run says of properties: monitors that follow it, and what it is when it is over or goes round forever.

use dropwire_ltl::{Letter, Monitor, Truth, holds};
use dropwire_vm::{Alternative, Choice, Key, ThreadId, Vm};

use super::atoms::Resolved;
use super::graph::{Asked, Claim, movable};
use super::spec::FairnessKind;
use crate::facts::defect::{Defect, Facts, Obstacle};
use crate::facts::kind::Kind;
use crate::facts::location::Location;
use crate::facts::property::Failure;
use crate::properties::{loops, obstruction_freedom};
use crate::site::Site;

/// A property, and what the present run has shown of it.
pub(crate) struct Watched {
    property: Resolved,
    fresh: Monitor,
    monitor: Monitor,
    /// The states since it began.
    letters: Vec<Letter>,
}

impl Watched {
    /// Those of the properties that no single state decides, before a run.
    pub fn of(properties: Vec<Resolved>) -> Vec<Watched> {
        let later = properties.into_iter().filter(|property| property.invariant().is_none());
        let watched = later.filter_map(|property| {
            // One that is too large was refused when its names were looked up.
            let fresh = Monitor::new(&property.formula).ok()?;
            Some(Watched {
                monitor: fresh.clone(),
                fresh,
                property,
                letters: Vec::new(),
            })
        });
        watched.collect()
    }

    /// Another run begins.
    pub fn begin(&mut self) {
        self.monitor = self.fresh.clone();
        self.letters.clear();
    }

    /// The run has come to a state. What is known then, and whether it was known before.
    pub fn read(&mut self, vm: &Vm) -> (Truth, bool) {
        let letter = self.property.letter(vm);
        let before = self.monitor.truth();
        if !self.property.has_begun(letter) {
            return (Truth::NotYet, false);
        }
        self.letters.push(letter);
        let now = self.monitor.read(letter);
        (now, self.letters.len() > 1 && now == before)
    }

    /// Whether it fails if the run ends here: its last state repeats forever.
    pub fn fails_at_the_end(&self) -> bool {
        !self.letters.is_empty() && !holds(&self.property.formula, &self.letters, &[])
    }

    /// The finding that it fails.
    pub fn violation(&self, vm: &Vm, failure: Failure) -> Defect {
        Defect {
            facts: Facts::PropertyViolation {
                property: self.property.name.clone(),
                formula: self.property.text.clone(),
                failure,
                readings: self.property.readings(vm),
                origin: self.property.origin.clone(),
            },
            sides: vec![self.property.name.clone()],
            location: Site::of_last_write(vm).map_or_else(Location::nowhere, |site| site.location()),
            participants: Vec::new(),
        }
    }
}

/// A state of a run that is followed.
struct Visited {
    /// Where the search compares states.
    key: Option<Key>,
    enabled: Vec<u64>,
    /// Who is inside a call of the object under test.
    calling: Vec<u64>,
    /// How many letters each property had before it.
    letters: Vec<usize>,
}

/// Who makes a step, and whether no fair run does so forever.
type Step = (u64, bool);

/// A run that is followed, to find out whether its end violates a property.
pub(crate) struct Watch {
    all: Vec<Watched>,
    asked: Asked,
    states: Vec<Visited>,
    steps: Vec<Step>,
}

impl Watch {
    /// Before the run; `None` if there is nothing to be watched.
    pub fn of(properties: Vec<Resolved>, asked: Asked) -> Option<Watch> {
        let all = Watched::of(properties);
        (asked.anything() || !all.is_empty()).then(|| Watch {
            all,
            asked,
            states: Vec::new(),
            steps: Vec::new(),
        })
    }

    /// The run has come to a state.
    pub fn arrive(&mut self, vm: &Vm, key: Option<Key>) {
        // It may be looked at twice.
        if self.states.len() > self.steps.len() {
            return;
        }
        self.states.push(Visited {
            key,
            enabled: movable(vm).collect(),
            calling: self.calling(vm),
            letters: self.all.iter().map(|watched| watched.letters.len()).collect(),
        });
        for watched in &mut self.all {
            watched.read(vm);
        }
    }

    /// A step comes.
    pub fn step(&mut self, vm: &Vm, choice: Choice) {
        let rare = choice.alternative == Alternative::SpuriousWakeup;
        self.steps.push((vm.thread(choice.thread).path_hash, rare));
    }

    /// Whether however the run goes on, this fails.
    pub fn has_failed(&self, of: &Claim) -> bool {
        let is_it = |watched: &&Watched| matches!(of, Claim::Property(name) if *name == watched.property.name);
        let mut same = self.all.iter().filter(is_it);
        same.any(|watched| watched.monitor.truth() == Truth::False)
    }

    /// The properties that fail in the run: already, since it is over, or if its last round repeats forever. That it does not end is a defect
    /// for who asks for that kind.
    pub fn defects(&self, vm: &Vm, over: bool, kind: &str) -> Vec<Defect> {
        let failure = |(number, watched): (usize, &Watched)| {
            if watched.monitor.truth() == Truth::False {
                return Some(Failure::Already);
            }
            if over {
                return watched.fails_at_the_end().then_some(Failure::AtTheEnd);
            }
            let start = self
                .rounds()
                .find(|start| self.fails_in_round(number, watched, *start))?;
            Some(Failure::ForEver {
                steps: self.steps.len() - start,
            })
        };
        let all = self.all.iter().enumerate();
        let failed = all.filter_map(|(number, watched)| Some((watched, failure((number, watched))?)));
        let asked = self.asked.progress && !over && kind == Kind::Livelock.name();
        let mut fair = self.rounds().filter(|start| self.is_fair(*start, FairnessKind::Weak));
        let repeats = asked.then(|| fair.next()).flatten();
        failed
            .map(|(watched, failure)| watched.violation(vm, failure))
            .chain(repeats.map(|start| self.livelock(vm, start)))
            .chain(self.rounds().find_map(|start| self.repeated_call(vm, start, kind)))
            .collect()
    }

    /// Whether a property fails if the round that begins at a state repeats forever.
    fn fails_in_round(&self, number: usize, watched: &Watched, start: usize) -> bool {
        let from = self.states[start].letters[number];
        let Some(last) = watched.letters.len().checked_sub(1) else {
            return false;
        };
        // It began before the round, and the last state is that in which the round begins.
        if last.checked_sub(from) != Some(self.states.len() - 1 - start) {
            return false;
        }
        let (stem, cycle) = (&watched.letters[..from], &watched.letters[from..last]);
        self.is_fair(start, watched.property.fairness) && !holds(&watched.property.formula, stem, cycle)
    }

    /// Who is inside a call of the object under test, where that is asked.
    fn calling(&self, vm: &Vm) -> Vec<u64> {
        let threads = vm.live_by_path().iter().filter(|_| self.asked.obstruction_freedom);
        let inside = threads.filter(|thread| vm.unfinished_call(**thread).is_some());
        inside.map(|thread| vm.thread(*thread).path_hash).collect()
    }

    /// The finding that a thread that runs alone goes round within a call, if the round is one; for who asks for that kind.
    fn repeated_call(&self, vm: &Vm, start: usize, kind: &str) -> Option<Defect> {
        if !self.asked.obstruction_freedom || kind != Kind::NotObstructionFree.name() {
            return None;
        }
        let steps = &self.steps[start..];
        let (mover, _) = *steps.first()?;
        let alone = steps.iter().all(|(thread, rare)| *thread == mover && !rare);
        let inside = self.states[start..].iter().all(|state| state.calling.contains(&mover));
        let mut threads = vm.live_by_path().iter().copied();
        let thread = threads.find(|thread| vm.thread(*thread).path_hash == mover)?;
        let obstacle = Obstacle::Repeats { steps: steps.len() };
        (alone && inside).then(|| obstruction_freedom::violation(vm, thread, obstacle))?
    }

    /// The finding that the run goes round like this forever.
    fn livelock(&self, vm: &Vm, start: usize) -> Defect {
        let round = &self.steps[start..];
        let moves = |thread: &ThreadId| round.iter().any(|(mover, _)| *mover == vm.thread(*thread).path_hash);
        let threads = vm.live_by_path().iter().copied();
        let (moving, others): (Vec<ThreadId>, Vec<ThreadId>) = threads.partition(moves);
        let starved = others.into_iter().filter(|thread| !vm.thread(*thread).daemon);
        loops::livelock(vm, &moving, &starved.collect::<Vec<_>>(), round.len())
    }

    /// Where rounds begin that end now, the shortest one first: at each state that is the same as the present one. A fair round may pass it
    /// several times.
    fn rounds(&self) -> impl Iterator<Item = usize> {
        let key = self.states.last().and_then(|last| last.key);
        let before = self.states.iter().enumerate().rev().skip(1);
        let same = before.filter(move |(_, state)| key.is_some() && state.key == key);
        same.map(|(index, _)| index)
    }

    /// Whether a run may go round like this forever.
    fn is_fair(&self, start: usize, fairness: FairnessKind) -> bool {
        let states = &self.states[start..self.states.len() - 1];
        let steps = &self.steps[start..];
        let moves = |thread: u64| steps.iter().any(|(mover, _)| *mover == thread);
        let rare = steps.iter().any(|(_, rare)| *rare);
        let could = |thread: &u64| states.iter().any(|state| state.enabled.contains(thread));
        let always = |thread: &u64| states.iter().all(|state| state.enabled.contains(thread));
        let mut threads = states.iter().flat_map(|state| &state.enabled);
        match fairness {
            FairnessKind::None => true,
            FairnessKind::Weak => !rare && threads.all(|thread| moves(*thread) || !always(thread)),
            FairnessKind::Strong => !rare && threads.all(|thread| moves(*thread) || !could(thread)),
        }
    }
}
