//! Cycles of a graph on which a formula fails: the product with the automaton of its negation, by components (as Couvreur, FM 1999, does).
//!
//! Which runs count is a matter of fairness. A component is looked at as a whole: if some cycle in it is accepted and weakly fair, then so is the
//! one that goes through all of it. Strong fairness takes away states in which a thread could move that never does, and looks again.

use std::collections::{HashMap, VecDeque};

use crate::buchi::TooLarge;
use crate::components::components;
use crate::{Buchi, Formula, Letter};

/// Who makes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A thread, by a number below 64.
    Thread(u8),
    /// The run has ended, and its last state repeats.
    Nobody,
    /// Something that no fair run does forever.
    Rare,
}

/// A step of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The state that it leads to.
    pub to: u32,
    /// Who makes it.
    pub mover: Mover,
    /// For whoever made the graph.
    pub label: u32,
}

/// The states that were reached, from state 0 on.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The atoms that hold in each state.
    pub letters: Vec<Letter>,
    /// The threads that can move in each state, a bit for each.
    pub enabled: Vec<u64>,
    /// The steps from each state.
    pub edges: Vec<Vec<Edge>>,
}

impl Graph {
    /// Adds a state without steps, in which no thread can move.
    pub fn add(&mut self, letter: Letter) -> u32 {
        let state = self.letters.len() as u32;
        self.letters.push(letter);
        self.enabled.push(0);
        self.edges.push(Vec::new());
        state
    }
}

/// Which runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    None,
    /// Those in which a thread that could always move from some time on moves again and again.
    Weak,
    /// Those in which a thread that could move again and again does.
    Strong,
}

/// A run that goes round forever: steps by the state from which they begin and their place among its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// From state 0 to the cycle.
    pub stem: Vec<(u32, u32)>,
    /// Back to where it begins. Not empty.
    pub cycle: Vec<(u32, u32)>,
}

/// A run of the graph on which a formula without past operators fails; `None` if there is none among the steps that the graph has.
///
/// # Errors
/// The automaton of its negation has too many states.
pub fn violation(graph: &Graph, formula: &Formula, fairness: Fairness) -> Result<Option<Lasso>, TooLarge> {
    let buchi = Buchi::of(&formula.negated())?;
    accepted(graph, &buchi, fairness)
}

/// A run of the graph that the automaton accepts.
///
/// # Errors
/// The product has too many steps.
pub(crate) fn accepted(graph: &Graph, buchi: &Buchi, fairness: Fairness) -> Result<Option<Lasso>, TooLarge> {
    if graph.letters.is_empty() || buchi.is_empty() {
        return Ok(None);
    }
    let product = Product::new(graph, buchi)?;
    let all: Vec<u32> = (0..product.nodes.len() as u32).collect();
    let component = product.accepting_component(&all, fairness, &mut vec![0; all.len()]);
    Ok(component.and_then(|component| product.lasso(&component, fairness)))
}

impl Buchi {
    /// Whether it accepts a word that is `stem` and then `cycle` forever; a cycle without a letter repeats the last one of the stem.
    pub fn accepts(&self, stem: &[Letter], cycle: &[Letter]) -> bool {
        let mut graph = Graph::default();
        let mut word: Vec<Letter> = stem.iter().chain(cycle).copied().collect();
        if word.is_empty() {
            word.push(0);
        }
        let start = if cycle.is_empty() { word.len() - 1 } else { stem.len() };
        for letter in &word {
            graph.add(*letter);
        }
        for at in 0..word.len() {
            let to = if at + 1 == word.len() { start } else { at + 1 };
            graph.edges[at].push(Edge {
                to: to as u32,
                mover: Mover::Nobody,
                label: 0,
            });
        }
        accepted(&graph, self, Fairness::None).is_ok_and(|lasso| lasso.is_some())
    }
}

/// Steps of a product at most that are tried: about a second's, and some hundred megabytes.
const MOST_STEPS: u64 = 50_000_000;

/// A step of the product: to which of its states, and by which edge of the graph.
type Step = (u32, u32);

struct Product<'a> {
    graph: &'a Graph,
    buchi: &'a Buchi,
    /// State of the graph, state of the automaton.
    nodes: Vec<(u32, u32)>,
    steps: Vec<Vec<Step>>,
    initial: usize,
}

impl<'a> Product<'a> {
    /// All that can be reached, breadth first.
    fn new(graph: &'a Graph, buchi: &'a Buchi) -> Result<Product<'a>, TooLarge> {
        let mut product = Product {
            graph,
            buchi,
            nodes: Vec::new(),
            steps: Vec::new(),
            initial: 0,
        };
        let mut known = Known {
            last: vec![Known::NONE; graph.letters.len()],
            before: Vec::new(),
        };
        for state in buchi.initial() {
            if buchi.reads(*state, graph.letters[0]) {
                known.number(&mut product.nodes, (0, *state));
            }
        }
        product.initial = product.nodes.len();
        let (mut done, mut tried) = (0, 0_u64);
        while let Some((from, state)) = product.nodes.get(done).copied() {
            done += 1;
            let mut steps = Vec::new();
            tried += (graph.edges[from as usize].len() * buchi.successors(state).len()) as u64;
            if tried > MOST_STEPS {
                return Err(TooLarge::Product);
            }
            for (index, edge) in graph.edges[from as usize].iter().enumerate() {
                for next in buchi.successors(state) {
                    if !buchi.reads(*next, graph.letters[edge.to as usize]) {
                        continue;
                    }
                    let to = known.number(&mut product.nodes, (edge.to, *next));
                    steps.push((to, index as u32));
                }
            }
            product.steps.push(steps);
        }
        Ok(product)
    }

    fn mover(&self, node: usize, step: Step) -> Mover {
        self.graph.edges[self.nodes[node].0 as usize][step.1 as usize].mover
    }

    /// The steps of a node that may be part of a cycle.
    fn cyclic_steps(&self, node: usize, fairness: Fairness) -> impl Iterator<Item = Step> + '_ {
        let steps = self.steps[node].iter().copied();
        steps.filter(move |step| fairness == Fairness::None || self.mover(node, *step) != Mover::Rare)
    }

    /// The steps that may be part of a cycle, between these nodes alone. `position` is of use while it is made.
    fn between(&self, nodes: &[u32], fairness: Fairness, position: &mut [u32]) -> Part {
        for (at, node) in nodes.iter().enumerate() {
            position[*node as usize] = at as u32;
        }
        let mut part = Part {
            starts: vec![0],
            targets: Vec::new(),
            movers: Vec::new(),
        };
        for node in nodes {
            for step in self.cyclic_steps(*node as usize, fairness) {
                let at = position[step.0 as usize];
                // What other nodes have left there is no place of theirs.
                if nodes.get(at as usize) == Some(&step.0) {
                    part.targets.push(at);
                    part.movers.push(self.mover(*node as usize, step));
                }
            }
            part.starts.push(part.targets.len());
        }
        part
    }

    /// A component of these nodes with a cycle that counts. Each node is looked at once, and again where strong fairness takes some away.
    fn accepting_component(&self, nodes: &[u32], fairness: Fairness, position: &mut [u32]) -> Option<Vec<u32>> {
        let part = self.between(nodes, fairness, position);
        let mut found = components(nodes.len(), |node| part.successors(node));
        let mut of = vec![0; nodes.len()];
        for (number, component) in found.iter_mut().enumerate() {
            component.sort_unstable();
            component.iter().for_each(|node| of[*node as usize] = number as u32);
        }
        let cyclic =
            |component: &[u32]| component.len() > 1 || part.successors(component[0] as usize).contains(&component[0]);
        found.retain(|component| cyclic(component));
        // Nodes are numbered breadth first: the one that is reached first.
        found.sort_by_key(|component| component[0]);
        for component in found {
            let within: Vec<u32> = component.iter().map(|node| nodes[*node as usize]).collect();
            let accepts = |set: usize| {
                let mut states = within.iter().map(|node| self.nodes[*node as usize].1);
                states.any(|state| self.buchi.accepts_in(set, state))
            };
            if !(0..self.buchi.sets()).all(accepts) {
                continue;
            }
            let threads = self.threads(
                &within,
                component.iter().flat_map(|node| part.steps(*node as usize, &of)),
            );
            let starved = match fairness {
                Fairness::None => 0,
                Fairness::Weak => threads.always & !threads.moving,
                Fairness::Strong => threads.sometimes & !threads.moving,
            };
            if starved == 0 {
                return Some(within);
            }
            if fairness == Fairness::Strong {
                let rests = |node: &u32| self.enabled(*node) & starved == 0;
                let left: Vec<u32> = within.iter().copied().filter(rests).collect();
                if let Some(part) = self.accepting_component(&left, fairness, position) {
                    return Some(part);
                }
            }
        }
        None
    }

    fn enabled(&self, node: u32) -> u64 {
        self.graph.enabled[self.nodes[node as usize].0 as usize]
    }

    /// The threads of a component: who can move in its nodes, and who makes these steps.
    fn threads(&self, nodes: &[u32], movers: impl Iterator<Item = Mover>) -> Threads {
        Threads {
            moving: movers.fold(0, |moving, mover| moving | bit(mover)),
            always: nodes.iter().fold(u64::MAX, |always, node| always & self.enabled(*node)),
            sometimes: nodes.iter().fold(0, |sometimes, node| sometimes | self.enabled(*node)),
        }
    }

    /// A run into a component, and round it so that it is accepted and fair.
    fn lasso(&self, component: &[u32], fairness: Fairness) -> Option<Lasso> {
        let mut inside = vec![false; self.nodes.len()];
        component.iter().for_each(|node| inside[*node as usize] = true);
        let (stem, start) = self.path(
            &(0..self.initial).collect::<Vec<usize>>(),
            &|_| true,
            Fairness::None,
            &|node, _| inside[node],
        )?;
        let steps = component.iter().flat_map(|node| {
            let steps = self.cyclic_steps(*node as usize, fairness);
            let steps = steps.filter(|step| inside[step.0 as usize]);
            steps.map(|step| self.mover(*node as usize, step))
        });
        let threads = self.threads(component, steps);
        let within = |node: usize| inside[node];
        let mut cycle: Vec<(usize, Step)> = Vec::new();
        let mut at = start;
        for set in 0..self.buchi.sets() {
            let meets = |node: usize| self.buchi.accepts_in(set, self.nodes[node].1);
            if meets(start) || cycle.iter().any(|(_, step)| meets(step.0 as usize)) {
                continue;
            }
            let (mut part, end) = self.path(&[at], &within, fairness, &|node, _| meets(node))?;
            cycle.append(&mut part);
            at = end;
        }
        let due = match fairness {
            Fairness::None => 0,
            Fairness::Weak | Fairness::Strong => threads.sometimes,
        };
        for thread in (0..64).filter(|thread| due >> thread & 1 == 1) {
            let disabled = |node: usize| self.graph.enabled[self.nodes[node].0 as usize] >> thread & 1 == 0;
            let moves = |node: usize, step: Step| bit(self.mover(node, step)) >> thread & 1 == 1;
            let rests = fairness == Fairness::Weak
                && (disabled(start) || cycle.iter().any(|(_, step)| disabled(step.0 as usize)));
            if rests || cycle.iter().any(|(node, step)| moves(*node, *step)) {
                continue;
            }
            let (mut part, end) = self.path(&[at], &within, fairness, &|node, last| {
                last.is_some_and(|(from, step)| moves(from, step)) || fairness == Fairness::Weak && disabled(node)
            })?;
            cycle.append(&mut part);
            at = end;
        }
        if at != start || cycle.is_empty() {
            let (mut part, _) = self.path(&[at], &within, fairness, &|node, last| last.is_some() && node == start)?;
            cycle.append(&mut part);
        }
        let plain = |steps: Vec<(usize, Step)>| -> Vec<(u32, u32)> {
            steps
                .into_iter()
                .map(|(node, step)| (self.nodes[node].0, step.1))
                .collect()
        };
        Some(Lasso {
            stem: plain(stem),
            cycle: plain(cycle),
        })
    }

    /// The shortest path from one of these nodes to one, and the step that leads to it, that `end` accepts. A node at which it begins has no step.
    #[allow(clippy::type_complexity)] // A path, and where it ends.
    fn path(
        &self,
        from: &[usize],
        within: &dyn Fn(usize) -> bool,
        fairness: Fairness,
        end: &dyn Fn(usize, Option<(usize, Step)>) -> bool,
    ) -> Option<(Vec<(usize, Step)>, usize)> {
        let mut came: HashMap<usize, Option<(usize, Step)>> = HashMap::new();
        let mut queue: VecDeque<usize> = VecDeque::new();
        let back = |came: &HashMap<usize, Option<(usize, Step)>>, mut node: usize| {
            let mut path = Vec::new();
            while let Some(Some((before, step))) = came.get(&node) {
                path.push((*before, *step));
                node = *before;
            }
            path.reverse();
            path
        };
        for node in from {
            if end(*node, None) {
                return Some((Vec::new(), *node));
            }
            came.insert(*node, None);
            queue.push_back(*node);
        }
        while let Some(node) = queue.pop_front() {
            for step in self.cyclic_steps(node, fairness) {
                let to = step.0 as usize;
                if !within(to) {
                    continue;
                }
                if end(to, Some((node, step))) {
                    let mut path = back(&came, node);
                    path.push((node, step));
                    return Some((path, to));
                }
                came.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    Some((node, step))
                });
            }
        }
        None
    }
}

/// The numbers of nodes: those of one state of the graph are few, and form a list.
struct Known {
    /// By state of the graph, the last node.
    last: Vec<u32>,
    /// By node, the one of the same state before it.
    before: Vec<u32>,
}

impl Known {
    const NONE: u32 = u32::MAX;

    /// The number of a node, which is added if it is new.
    fn number(&mut self, nodes: &mut Vec<(u32, u32)>, node: (u32, u32)) -> u32 {
        let last = &mut self.last[node.0 as usize];
        let mut at = *last;
        while at != Known::NONE {
            if nodes[at as usize].1 == node.1 {
                return at;
            }
            at = self.before[at as usize];
        }
        self.before.push(*last);
        *last = nodes.len() as u32;
        nodes.push(node);
        *last
    }
}

/// Steps between some nodes, which have numbers of their own here.
struct Part {
    /// Where the steps of each node begin, and where those of the last one end.
    starts: Vec<usize>,
    targets: Vec<u32>,
    movers: Vec<Mover>,
}

impl Part {
    fn successors(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }

    /// Who makes the steps of a node that stay in its component.
    fn steps<'a>(&'a self, node: usize, of: &'a [u32]) -> impl Iterator<Item = Mover> + 'a {
        let range = self.starts[node]..self.starts[node + 1];
        let inside = move |at: &usize| of[self.targets[*at] as usize] == of[node];
        range.filter(inside).map(|at| self.movers[at])
    }
}

/// The threads of a component.
struct Threads {
    /// Those that make a step in it.
    moving: u64,
    /// Those that could in each of its states, and in one at least.
    always: u64,
    sometimes: u64,
}

fn bit(mover: Mover) -> u64 {
    match mover {
        Mover::Thread(thread) => 1 << thread,
        Mover::Nobody | Mover::Rare => 0,
    }
}
