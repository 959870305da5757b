//! From a formula to a generalised Büchi automaton whose states are labelled: the tableau of Gerth, Peled, Vardi and Wolper, PSTV 1995. States are
//! distinguished by what labels, acceptance and the rest of a word depend on, and not by what else was expanded (Daniele, Giunchiglia and Vardi, CAV 1999).
//!
//! It is not turned into one with a single acceptance set: who looks for cycles does so by components, and these meet many sets as well
//! as one. States that accept nothing are left out, and of equal ones all but one.

use std::collections::{BTreeMap, BTreeSet};

use crate::components::components;
use crate::{Formula, Letter};

/// States of a tableau at most.
const STATES: usize = 2_000;

/// What is too large for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// The automaton of the formula.
    Formula,
    /// The product of its automaton and the graph.
    Product,
}

/// An automaton that accepts the words that satisfy a formula. In its first state it reads a word's first letter.
#[derive(Clone, Debug, Default)]
pub struct Buchi {
    /// What each state asks of the letter that it reads: atoms that hold, and atoms that do not.
    labels: Vec<(Letter, Letter)>,
    successors: Vec<Vec<u32>>,
    initial: Vec<u32>,
    /// Of each acceptance set, whether each state is in it.
    accepting: Vec<Vec<bool>>,
}

/// A state of the tableau, while it is made.
struct Node {
    incoming: BTreeSet<u32>,
    open: Vec<u32>,
    old: BTreeSet<u32>,
    next: BTreeSet<u32>,
}

/// Formulas by number.
#[derive(Default)]
struct Formulas {
    all: Vec<Formula>,
    numbers: BTreeMap<Formula, u32>,
}

impl Formulas {
    fn number(&mut self, formula: &Formula) -> u32 {
        if let Some(number) = self.numbers.get(formula) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(formula.clone());
        self.numbers.insert(formula.clone(), number);
        number
    }
}

/// Stands for the place before the first state.
const START: u32 = u32::MAX;

impl Buchi {
    /// The automaton of a formula that has no past operator.
    ///
    /// # Errors
    /// It has too many states.
    pub fn of(formula: &Formula) -> Result<Buchi, TooLarge> {
        let mut formulas = Formulas::default();
        let root = formulas.number(&formula.normal_form());
        let done = tableau(&mut formulas, root)?;
        let mut buchi = Buchi::default();
        for node in &done {
            buchi.labels.push(label(&formulas, &node.old));
            buchi.successors.push(Vec::new());
        }
        for (to, node) in done.iter().enumerate() {
            for from in &node.incoming {
                match *from {
                    START => buchi.initial.push(to as u32),
                    from => buchi.successors[from as usize].push(to as u32),
                }
            }
        }
        for (number, formula) in formulas.all.iter().enumerate() {
            if let Formula::Until(_, end) = formula {
                let end = formulas.numbers.get(&**end).copied();
                let owes = |node: &Node| {
                    node.old.contains(&(number as u32)) && end.is_some_and(|end| !node.old.contains(&end))
                };
                buchi.accepting.push(done.iter().map(|node| !owes(node)).collect());
            }
        }
        Ok(buchi.without_dead_states().with_equals_merged())
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    /// Where it can begin.
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// Where a state leads.
    pub fn successors(&self, state: u32) -> &[u32] {
        &self.successors[state as usize]
    }

    /// Whether a state can read a letter.
    pub fn reads(&self, state: u32, letter: Letter) -> bool {
        let (holds, fails) = self.labels[state as usize];
        letter & holds == holds && letter & fails == 0
    }

    /// How many acceptance sets it has.
    pub fn sets(&self) -> usize {
        self.accepting.len()
    }

    /// Whether a state is in an acceptance set.
    pub fn accepts_in(&self, set: usize, state: u32) -> bool {
        self.accepting[set][state as usize]
    }

    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.initial.is_empty()
    }

    /// Keeps the states from which some word is accepted.
    fn without_dead_states(self) -> Buchi {
        let states = self.states();
        let mut live = vec![false; states];
        // Those come first that others lead to.
        for component in components(states, |state| &self.successors[state]) {
            let cyclic = component.len() > 1 || self.successors[component[0] as usize].contains(&component[0]);
            let accepts = cyclic
                && self
                    .accepting
                    .iter()
                    .all(|set| component.iter().any(|state| set[*state as usize]));
            let leads = |state: &u32| self.successors[*state as usize].iter().any(|to| live[*to as usize]);
            if accepts || component.iter().any(leads) {
                component.iter().for_each(|state| live[*state as usize] = true);
            }
        }
        self.renumbered(&live, &(0..states as u32).collect::<Vec<u32>>())
    }

    /// States with the same label, the same successors and in the same sets are one.
    fn with_equals_merged(mut self) -> Buchi {
        loop {
            let mut known: BTreeMap<_, u32> = BTreeMap::new();
            let mut stands_for: Vec<u32> = Vec::new();
            for state in 0..self.states() {
                let mut to = self.successors[state].clone();
                to.sort_unstable();
                to.dedup();
                let sets: Vec<bool> = self.accepting.iter().map(|set| set[state]).collect();
                stands_for.push(*known.entry((self.labels[state], to, sets)).or_insert(state as u32));
            }
            let kept: Vec<bool> = (0..self.states())
                .map(|state| stands_for[state] == state as u32)
                .collect();
            let done = kept.iter().all(|kept| *kept);
            self = self.renumbered(&kept, &stands_for);
            if done {
                return self;
            }
        }
    }

    /// Keeps some states; edges to another one lead to the one that stands for it.
    fn renumbered(self, kept: &[bool], stands_for: &[u32]) -> Buchi {
        let mut numbers = vec![START; kept.len()];
        let of_kept = || (0..kept.len()).filter(|state| kept[*state]);
        for (number, state) in of_kept().enumerate() {
            numbers[state] = number as u32;
        }
        let map = |states: &[u32]| -> Vec<u32> {
            let mapped = states.iter().map(|state| numbers[stands_for[*state as usize] as usize]);
            let mapped: BTreeSet<u32> = mapped.filter(|number| *number != START).collect();
            mapped.into_iter().collect()
        };
        Buchi {
            labels: of_kept().map(|state| self.labels[state]).collect(),
            successors: of_kept().map(|state| map(&self.successors[state])).collect(),
            initial: map(&self.initial),
            accepting: self
                .accepting
                .iter()
                .map(|set| of_kept().map(|state| set[state]).collect())
                .collect(),
        }
    }
}

fn label(formulas: &Formulas, old: &BTreeSet<u32>) -> (Letter, Letter) {
    let (mut holds, mut fails) = (0, 0);
    for number in old {
        match &formulas.all[*number as usize] {
            Formula::Atom(atom) => holds |= 1 << atom,
            Formula::Not(inner) => {
                if let Formula::Atom(atom) = **inner {
                    fails |= 1 << atom;
                }
            }
            _ => {}
        }
    }
    (holds, fails)
}

fn tableau(formulas: &mut Formulas, root: u32) -> Result<Vec<Node>, TooLarge> {
    let mut done: Vec<Node> = Vec::new();
    let mut places: BTreeMap<(BTreeSet<u32>, BTreeSet<u32>), usize> = BTreeMap::new();
    let mut work = vec![Node {
        incoming: BTreeSet::from([START]),
        open: vec![root],
        old: BTreeSet::new(),
        next: BTreeSet::new(),
    }];
    let mut expanded = 0;
    // What formulas with `until` wait for.
    let mut awaited: BTreeSet<u32> = BTreeSet::new();
    while let Some(mut node) = work.pop() {
        expanded += 1;
        if expanded > 50 * STATES {
            return Err(TooLarge::Formula);
        }
        let Some(number) = node.open.pop() else {
            let counts = |number: &u32| match &formulas.all[*number as usize] {
                Formula::Atom(_) | Formula::Not(_) | Formula::Until(..) => true,
                _ => awaited.contains(number),
            };
            let place = (node.old.iter().copied().filter(counts).collect(), node.next.clone());
            if let Some(known) = places.get(&place) {
                done[*known].incoming.extend(node.incoming);
                continue;
            }
            if done.len() == STATES {
                return Err(TooLarge::Formula);
            }
            let at = done.len();
            places.insert(place, at);
            work.push(Node {
                incoming: BTreeSet::from([at as u32]),
                open: node.next.iter().copied().collect(),
                old: BTreeSet::new(),
                next: BTreeSet::new(),
            });
            done.push(node);
            continue;
        };
        if node.old.contains(&number) {
            work.push(node);
            continue;
        }
        match formulas.all[number as usize].clone() {
            Formula::False => {}
            Formula::True => work.push(node),
            literal @ (Formula::Atom(_) | Formula::Not(_) | Formula::Once(_) | Formula::Since(..)) => {
                let opposite = formulas.numbers.get(&literal.negated());
                if opposite.is_none_or(|opposite| !node.old.contains(opposite)) {
                    node.old.insert(number);
                    work.push(node);
                }
            }
            Formula::And(a, b) => {
                node.old.insert(number);
                let parts = [formulas.number(&a), formulas.number(&b)];
                node.open.extend(parts);
                work.push(node);
            }
            Formula::Or(a, b) => {
                node.old.insert(number);
                for part in [a, b] {
                    let part = formulas.number(&part);
                    work.push(node.split(&[part], None));
                }
            }
            Formula::Until(a, b) => {
                node.old.insert(number);
                let (a, b) = (formulas.number(&a), formulas.number(&b));
                awaited.insert(b);
                work.push(node.split(&[a], Some(number)));
                work.push(node.split(&[b], None));
            }
            Formula::Release(a, b) => {
                node.old.insert(number);
                let (a, b) = (formulas.number(&a), formulas.number(&b));
                work.push(node.split(&[b], Some(number)));
                work.push(node.split(&[a, b], None));
            }
        }
    }
    Ok(done)
}

impl Node {
    fn split(&self, open: &[u32], next: Option<u32>) -> Node {
        Node {
            incoming: self.incoming.clone(),
            open: self.open.iter().chain(open).copied().collect(),
            old: self.old.clone(),
            next: self.next.iter().copied().chain(next).collect(),
        }
    }
}
