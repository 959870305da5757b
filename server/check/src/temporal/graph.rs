//! The graph of the states that a search goes through, for properties that no single state decides.
//!
//! Each step is an edge, also those between states that the search does not store. What each state says of each property is noted when it is
//! reached; what is asked is asked at the end.

use dropwire_ltl::{Edge, Fairness, Formula, Graph, Lasso, Letter, Mover, TooLarge, violation};
use dropwire_vm::{Alternative, Choice, Key, Vm};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alone;
use super::atoms::Resolved;
use crate::facts::defect::{Facts, Obstacle};
use crate::facts::kind::Kind;
use crate::facts::property::Problem;
use crate::facts::reason::Cause;
use crate::object_options::ProgressCondition;
use crate::options::Options;

/// Threads of one search at most, by creation path.
const THREADS: usize = 64;

/// A step by the creation path of its thread: on another path the thread has another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    /// The hash of its creation path.
    pub thread: u64,
    /// How its operation goes.
    pub alternative: Alternative,
}

/// What a run violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A property, by its name.
    Property(String),
    /// That every fair run ends.
    Progress,
    /// That each call of the object under test returns if its thread runs alone.
    ObstructionFreedom,
}

impl Claim {
    /// Whether a finding says that it is violated.
    pub fn is_violated_by(&self, facts: &Facts) -> bool {
        match (self, facts) {
            (Claim::Property(name), Facts::PropertyViolation { property, .. }) => property == name,
            (Claim::Progress, facts) => facts.kind() == Kind::Livelock,
            (Claim::ObstructionFreedom, facts) => matches!(
                facts,
                Facts::NotObstructionFree {
                    obstacle: Obstacle::Repeats { .. },
                    ..
                }
            ),
            (Claim::Property(_), _) => false,
        }
    }

    /// The kind of finding that it makes.
    pub fn kind(&self) -> Kind {
        match self {
            Claim::Property(_) => Kind::PropertyViolation,
            Claim::Progress => Kind::Livelock,
            Claim::ObstructionFreedom => Kind::NotObstructionFree,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Claim::Property(name) => name,
            Claim::Progress => PROGRESS,
            Claim::ObstructionFreedom => OBSTRUCTION_FREEDOM,
        }
    }
}

/// What reports call it that every fair run ends.
pub(crate) const PROGRESS: &str = "progress";

/// What reports call it that calls of threads that run alone return.
pub(crate) const OBSTRUCTION_FREEDOM: &str = "obstruction-freedom";

/// What is asked of a whole graph, besides the properties of the user's.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked {
    /// Whether fair runs that never end are looked for.
    pub progress: bool,
    /// Whether calls of threads that run alone have to return.
    pub obstruction_freedom: bool,
}

impl Asked {
    /// What the options ask for.
    pub fn of(options: &Options) -> Asked {
        Asked {
            progress: options.progress,
            obstruction_freedom: options.object.progress == Some(ProgressCondition::ObstructionFreedom),
        }
    }

    /// Whether a graph is needed for it.
    pub fn anything(self) -> bool {
        self.progress || self.obstruction_freedom
    }

    /// The names of what is asked.
    pub fn names(self) -> impl Iterator<Item = String> {
        let progress = self.progress.then_some(PROGRESS);
        let alone = self.obstruction_freedom.then_some(OBSTRUCTION_FREEDOM);
        progress.into_iter().chain(alone).map(str::to_owned)
    }
}

/// A run that violates a property: it goes round forever behind its stem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counterexample {
    /// What it violates.
    pub of: Claim,
    /// What leads to the cycle.
    pub stem: Vec<Planned>,
    /// One round; empty where the run has ended.
    pub cycle: Vec<Planned>,
}

/// Takes down the graph of a search.
pub(crate) struct Recorder {
    properties: Vec<Resolved>,
    graph: Graph,
    /// By property, the letters of all states.
    letters: Vec<Vec<Letter>>,
    at: FxHashMap<Key, u32>,
    threads: FxHashMap<u64, u8>,
    steps: Vec<Planned>,
    current: u32,
    /// The step that is being made, and the state from which.
    pending: Option<(u32, Mover)>,
    /// From which state the last step led.
    last_edge: Option<u32>,
    too_many_threads: bool,
    asked: Asked,
    /// By state, who is inside which call of the object under test; where that is asked.
    calls: Vec<Vec<(u8, usize)>>,
}

impl Recorder {
    /// For those of the properties that no single state decides, and for what else is asked; none if there is nothing.
    pub fn of(mut properties: Vec<Resolved>, asked: Asked) -> Option<Box<Recorder>> {
        properties.retain(|property| property.invariant().is_none());
        (asked.anything() || !properties.is_empty()).then(|| {
            Box::new(Recorder {
                letters: vec![Vec::new(); properties.len()],
                properties,
                graph: Graph::default(),
                at: FxHashMap::default(),
                threads: FxHashMap::default(),
                steps: Vec::new(),
                current: 0,
                pending: None,
                last_edge: None,
                too_many_threads: false,
                asked,
                calls: Vec::new(),
            })
        })
    }

    fn thread(&mut self, path: u64) -> Option<u8> {
        let next = self.threads.len();
        if let Some(known) = self.threads.get(&path) {
            return Some(*known);
        }
        if next == THREADS {
            self.too_many_threads = true;
            return None;
        }
        self.threads.insert(path, next as u8);
        Some(next as u8)
    }

    /// Who is inside which call of the object under test.
    fn calls_of(&mut self, vm: &Vm) -> Vec<(u8, usize)> {
        let inside = vm.live_by_path().iter().copied();
        let inside: Vec<(u64, usize)> = inside
            .filter_map(|thread| Some((vm.thread(thread).path_hash, vm.unfinished_call(thread)?)))
            .collect();
        inside
            .into_iter()
            .filter_map(|(path, call)| Some((self.thread(path)?, call)))
            .collect()
    }

    /// The state from which the next step is made.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// The search has gone back to a state.
    pub fn go_back(&mut self, state: u32) {
        self.current = state;
        self.pending = None;
    }

    /// A step comes.
    pub fn begin(&mut self, vm: &Vm, choice: Choice) {
        let path = vm.thread(choice.thread).path_hash;
        let mover = match choice.alternative {
            Alternative::SpuriousWakeup => Mover::Rare,
            Alternative::Run | Alternative::Notify(_) | Alternative::Timeout | Alternative::DataChoice(_) => {
                self.thread(path).map_or(Mover::Rare, Mover::Thread)
            }
        };
        self.steps.push(Planned {
            thread: path,
            alternative: choice.alternative,
        });
        self.pending = Some((self.current, mover));
    }

    /// The step has led to a state.
    pub fn arrive(&mut self, vm: &Vm) {
        let mut enabled = 0;
        for thread in movable(vm) {
            if let Some(thread) = self.thread(thread) {
                enabled |= 1 << thread;
            }
        }
        let state = self.graph.add(0);
        self.graph.enabled[state as usize] = enabled;
        if self.asked.obstruction_freedom {
            let calls = self.calls_of(vm);
            self.calls.push(calls);
        }
        for (property, letters) in self.properties.iter().zip(&mut self.letters) {
            letters.push(property.letter(vm));
        }
        if let Some((from, mover)) = self.pending.take() {
            self.graph.edges[from as usize].push(Edge {
                to: state,
                mover,
                label: self.steps.len() as u32 - 1,
            });
            self.last_edge = Some(from);
        } else {
            self.last_edge = None;
        }
        self.current = state;
    }

    /// The present state, which was just reached, has this key.
    pub fn identify(&mut self, key: Key) {
        let Some(known) = self.at.get(&key).copied() else {
            self.at.insert(key, self.current);
            return;
        };
        if known == self.current {
            return;
        }
        // It is the last one, and nothing leads there but the last step.
        if self.current as usize + 1 == self.graph.letters.len() {
            self.graph.letters.pop();
            self.graph.enabled.pop();
            self.graph.edges.pop();
            self.calls.pop();
            for letters in &mut self.letters {
                letters.pop();
            }
        }
        if let Some(from) = self.last_edge
            && let Some(edge) = self.graph.edges[from as usize].last_mut()
        {
            edge.to = known;
        }
        self.current = known;
    }

    /// The run can end in the present state, or nobody can move any more: it repeats forever.
    pub fn ends(&mut self) {
        let edge = Edge {
            to: self.current,
            mover: Mover::Nobody,
            label: u32::MAX,
        };
        let edges = &mut self.graph.edges[self.current as usize];
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }

    /// The program ends in the present state. A daemon that could move is owed nothing any more: fairness does not rule such an end out.
    pub fn program_ends(&mut self) {
        self.graph.enabled[self.current as usize] = 0;
        self.ends();
    }

    /// Whether the numbers of threads were enough.
    pub fn is_complete(&self) -> bool {
        !self.too_many_threads
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.graph.letters.len()
    }

    /// The run, as it is followed: a state comes again only where states are compared, so the round begins at such a one.
    fn to_follow(&self, of: Claim, lasso: &Lasso) -> Counterexample {
        let compared: FxHashSet<u32> = self.at.values().copied().collect();
        let begins = |at: &(u32, u32)| compared.contains(&at.0);
        let mut lasso = lasso.clone();
        if let Some(start) = lasso.cycle.iter().position(begins) {
            lasso.stem.extend_from_slice(&lasso.cycle[..start]);
            lasso.cycle.rotate_left(start);
        }
        let planned = |path: &[(u32, u32)]| -> Vec<Planned> {
            let edges = path
                .iter()
                .map(|(from, at)| self.graph.edges[*from as usize][*at as usize]);
            edges
                .filter_map(|edge| self.steps.get(edge.label as usize).copied())
                .collect()
        };
        Counterexample {
            of,
            stem: planned(&lasso.stem),
            cycle: planned(&lasso.cycle),
        }
    }

    /// How many bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        let states = self.graph.letters.len() * (64 + 8 * self.letters.len());
        (states + self.steps.len() * (size_of::<Planned>() + size_of::<Edge>())) as u64
    }

    /// A run that violates a property, for each that some run violates; and what is not decided.
    pub fn judge(&mut self) -> (Vec<Counterexample>, Vec<Cause>) {
        let (mut found, mut names, mut large, mut undecided) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (property, letters) in self.properties.iter().zip(&self.letters) {
            self.graph.letters.clone_from(letters);
            if property.formula.has_past() {
                names.push(property.name.clone());
                continue;
            }
            match violation(&self.graph, &property.once_begun(), property.fairness.of_runs()) {
                Ok(Some(lasso)) => {
                    let of = Claim::Property(property.name.clone());
                    found.push(self.to_follow(of, &lasso));
                }
                Ok(None) => {}
                Err(TooLarge::Product) => large.push(property.name.clone()),
                Err(TooLarge::Formula) => undecided.push(Cause::PropertyNotUnderstood {
                    property: property.name.clone(),
                    origin: property.origin.clone(),
                    atom: property.text.clone(),
                    problem: Problem::TooLarge,
                }),
            }
        }
        if self.asked.obstruction_freedom {
            let lassos = alone::repeated_calls(&self.graph, &self.calls);
            let of = Claim::ObstructionFreedom;
            found.extend(lassos.iter().map(|lasso| self.to_follow(of.clone(), lasso)));
        }
        if self.asked.progress {
            self.graph.letters = self.halts().into_iter().map(u64::from).collect();
            match violation(&self.graph, &Formula::Atom(0).eventually(), Fairness::Weak) {
                Ok(Some(lasso)) => found.push(self.to_follow(Claim::Progress, &lasso)),
                Ok(None) => {}
                Err(TooLarge::Formula | TooLarge::Product) => large.push(PROGRESS.to_owned()),
            }
        }
        if !names.is_empty() {
            undecided.push(Cause::PropertiesNotDecided { properties: names });
        }
        if !large.is_empty() {
            undecided.push(Cause::GraphTooLarge { properties: large });
        }
        (found, undecided)
    }

    /// Whether each state is one in which a run ends, or one from which none does: that is another finding.
    fn halts(&self) -> Vec<bool> {
        let states = self.graph.edges.len();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); states];
        let mut ends: Vec<u32> = Vec::new();
        for (from, edges) in self.graph.edges.iter().enumerate() {
            for edge in edges {
                match edge.mover {
                    Mover::Nobody => ends.push(from as u32),
                    // A wakeup without reason is no exit.
                    Mover::Rare => {}
                    Mover::Thread(_) => before[edge.to as usize].push(from as u32),
                }
            }
        }
        let mut halts = vec![false; states];
        ends.iter().for_each(|end| halts[*end as usize] = true);
        let (mut may_end, mut open) = (halts.clone(), ends);
        while let Some(state) = open.pop() {
            for from in &before[state as usize] {
                if !std::mem::replace(&mut may_end[*from as usize], true) {
                    open.push(*from);
                }
            }
        }
        halts
            .iter()
            .zip(may_end)
            .map(|(halts, may_end)| *halts || !may_end)
            .collect()
    }

    /// Atoms that held in no state in which their property had begun, by property; all of them if it never began.
    pub fn never_true(&self) -> Vec<(String, Vec<String>)> {
        let of = |(property, letters): (&Resolved, &Vec<Letter>)| {
            let begun = letters.iter().filter(|letter| property.has_begun(**letter));
            let seen = begun.fold(0, |seen, letter| seen | letter);
            let never = property
                .atoms()
                .enumerate()
                .filter(|(number, _)| seen >> number & 1 == 0);
            (property.name.clone(), never.map(|(_, atom)| atom.to_owned()).collect())
        };
        self.properties.iter().zip(&self.letters).map(of).collect()
    }
}

/// The threads that can move, by the hash of their creation paths; those too whose wait ends by its time, though that is a last resort.
pub(crate) fn movable(vm: &Vm) -> impl Iterator<Item = u64> {
    let threads = vm.live_by_path().iter().copied();
    let movable = threads.filter(|thread| vm.is_enabled(*thread) || vm.time_left(*thread).is_some());
    movable.map(|thread| vm.thread(thread).path_hash)
}
