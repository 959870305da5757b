//! The set driver: states wait in a queue, in the orders of an [`Order`], over the same `expand`. They are restored when their turn comes:
//! what leads to one from the nearest ancestor that it shares with the state before is run again, so a state in the
//! queue costs its steps since its parent and nothing of the machine's.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use dropwire_vm::{Alternative, Choice, Key, VmError};
use rustc_hash::FxHashMap;

use super::halt::Halt;
use super::order::Order;
use super::{Level, Mode, Outcome, Search};
use crate::facts::reason::Cause;
use crate::listener::MadeChoice;
use crate::temporal::atoms::stated;
use crate::temporal::graph::{Asked, Recorder};

/// A state that was reached, and how.
struct Node {
    parent: Option<usize>,
    /// The steps from the parent: a choice, and those that had no alternative.
    steps: Box<[Choice]>,
    /// The same as a listener's history has them.
    history: Box<[MadeChoice]>,
    /// The states that were expanded on the way to it.
    depth: u64,
    expanded: bool,
    level: Level,
}

/// A node in a queue, which it leaves in the order of these fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    rank: u64,
    /// Its parent came from another queue: among equals each queue stays on its own path.
    foreign: bool,
    turn: usize,
    number: usize,
}

/// The tree of first visits, and where the machine is in it.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    /// From the root: each has an undo frame of its own.
    path: Vec<usize>,
    bytes: u64,
    /// The nodes that wait, by each of their ranks. A node waits in all queues.
    queues: Vec<BinaryHeap<Reverse<Waiting>>>,
    /// From which queue the present node came.
    turn: usize,
    at: FxHashMap<Key, usize>,
    /// From which state which one was reached, and from which ones a path came to its end.
    edges: Vec<(usize, usize)>,
    ends: Vec<usize>,
}

impl Tree {
    /// The nodes from the root to this one.
    fn way_to(&self, node: usize) -> Vec<usize> {
        let mut way: Vec<usize> = std::iter::successors(Some(node), |n| self.nodes[*n].parent).collect();
        way.reverse();
        way
    }

    fn push(&mut self, node: Node, ranks: &[u64], newest_first: bool) {
        let number = self.nodes.len();
        let turn = if newest_first { usize::MAX - number } else { number };
        self.queues.resize_with(ranks.len(), BinaryHeap::new);
        for (at, (queue, rank)) in self.queues.iter_mut().zip(ranks).enumerate() {
            queue.push(Reverse(Waiting {
                rank: *rank,
                foreign: at != self.turn,
                turn,
                number,
            }));
        }
        let choices = node.steps.len() + node.level.choices.capacity();
        self.bytes += (size_of::<Node>() + ranks.len() * size_of::<Waiting>() + choices * size_of::<Choice>()) as u64;
        self.at.extend(node.level.key.map(|key| (key, number)));
        self.nodes.push(node);
    }

    /// The next node that is to be expanded, of each queue in turn.
    fn pop(&mut self) -> Option<usize> {
        loop {
            self.turn = (self.turn + 1) % self.queues.len().max(1);
            let Reverse(Waiting { number, .. }) = self.queues.get_mut(self.turn)?.pop()?;
            if !std::mem::replace(&mut self.nodes[number].expanded, true) {
                return Some(number);
            }
        }
    }

    /// Whether from some state no path comes to an end.
    fn has_endless(&self) -> bool {
        let mut from: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (parent, child) in &self.edges {
            from[*child].push(*parent);
        }
        let (mut open, mut seen) = (self.ends.clone(), vec![false; self.nodes.len()]);
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                open.append(&mut from[node]);
            }
        }
        seen.contains(&false)
    }
}

impl Search<'_> {
    /// Explores everything that the budget allows, in this order. Afterwards the machine is where it was before.
    pub fn run_in_order(mut self, order: &mut dyn Order) -> Outcome {
        self.mode = Mode::Tree;
        self.graph = Recorder::of(stated(self.vm, self.options), Asked::of(self.options));
        self.vm.push_undo();
        let base = self.vm.undo_depth();
        let mut tree = Tree::default();
        self.vm.push_undo();
        self.enter(true);
        self.keep(&mut tree, None, 0, order);
        self.vm.pop_undo();
        while self.stop.is_none()
            && let Some(next) = tree.pop()
        {
            if !self.restore(&mut tree, next) {
                break;
            }
            let mut level = tree.nodes[next].level.clone();
            let start = level.steps;
            while level.next < level.choices.len() {
                let choice = level.take_next(self.vm);
                self.check_budget();
                if self.stop.is_some() {
                    break;
                }
                self.vm.push_undo();
                self.go_back_in_graph(level.state);
                self.met = None;
                if self.take(choice) {
                    self.enter(true);
                }
                if choice.alternative != Alternative::SpuriousWakeup {
                    self.note_way(&mut tree, next);
                }
                self.keep(&mut tree, Some(next), start, order);
                self.vm.pop_undo();
                self.properties.go_back(self.vm);
                self.go_back(start);
            }
        }
        self.outcome.endless = self.stop.is_none() && tree.has_endless();
        self.finish(base)
    }

    /// Where the way led that was just taken from a state of the tree: to one of the queue, or to an end.
    fn note_way(&self, tree: &mut Tree, from: usize) {
        if self.levels.len() > tree.path.len() {
            tree.edges.push((from, tree.nodes.len()));
            return;
        }
        match self.met.and_then(|key| tree.at.get(&key)) {
            // All ways of a data choice may lead to one place.
            Some(to) if tree.edges.last() == Some(&(from, *to)) => {}
            Some(to) => tree.edges.push((from, *to)),
            None if tree.ends.last() == Some(&from) => {}
            None => tree.ends.push(from),
        }
    }

    /// If the last step ended in a state that was not known: puts it into the queue.
    fn keep(&mut self, tree: &mut Tree, parent: Option<usize>, start: usize, order: &mut dyn Order) {
        if self.levels.len() == tree.path.len() {
            return;
        }
        let Some(level) = self.levels.pop() else { return };
        if level.ends {
            tree.ends.push(tree.nodes.len());
        }
        let steps = self.schedule[start..].into();
        let history = self.history_from(start);
        let depth = parent.map_or(0, |parent| tree.nodes[parent].depth + 1);
        let ranks = order.ranks(self.vm, depth, &self.schedule);
        let node = Node {
            parent,
            steps,
            history,
            depth,
            expanded: false,
            level,
        };
        tree.push(node, &ranks, order.newest_first());
        self.waiting_bytes = tree.bytes;
    }

    /// Brings the machine to a state of the tree; false when a step cannot be run again, which is our bug.
    fn restore(&mut self, tree: &mut Tree, node: usize) -> bool {
        let way = tree.way_to(node);
        let common = way.iter().zip(&tree.path).take_while(|(a, b)| a == b).count();
        while tree.path.len() > common {
            self.vm.pop_undo();
            tree.path.pop();
            self.levels.pop();
        }
        self.go_back(self.levels.last().map_or(0, |level| level.steps));
        for index in way.into_iter().skip(common) {
            self.vm.push_undo();
            let steps = &tree.nodes[index].steps;
            self.begin_again();
            let again = self.run_again(steps, index == 0);
            self.end_again();
            if again == Err(VmError::Stopped) {
                self.end_cancelled();
                return false;
            }
            if let Err(error) = again {
                self.stop = Some(Halt::Limit(Cause::NotRestored {
                    problem: Some(error.to_string()),
                }));
                return false;
            }
            if self.is_refuted_again() {
                return false;
            }
            self.schedule.extend(steps);
            self.hear_again(steps, &tree.nodes[index].history);
            if self.options.full_keys
                && !self.vm.cancellation.is_cancelled()
                && tree.nodes[index].level.key.is_some()
                && self.vm.key().ok() != tree.nodes[index].level.key
            {
                self.stop = Some(Halt::Limit(Cause::RestoredDiffers));
                return false;
            }
            tree.path.push(index);
            // As depth-first search has them, for those who look back along the path.
            self.levels.push(tree.nodes[index].level.clone());
        }
        self.properties.catch_up(self.vm);
        true
    }
}
