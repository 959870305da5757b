//! Calls that never return though their threads run alone: cycles of the graph of a search that one thread goes round inside one call.

use std::collections::{BTreeSet, VecDeque};

use dropwire_ltl::{Graph, Lasso, Mover};

/// A step of a graph: a state, and the index of one of its edges.
type Step = (u32, u32);

/// For each call that some thread can go round in forever, a run to such a cycle. `calls`: by state, which threads are inside which calls.
pub(super) fn repeated_calls(graph: &Graph, calls: &[Vec<(u8, usize)>]) -> Vec<Lasso> {
    let threads: BTreeSet<u8> = calls.iter().flatten().map(|(thread, _)| *thread).collect();
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for thread in threads {
        let call = |state: u32| {
            let here = calls.get(state as usize)?.iter().find(|(one, _)| *one == thread);
            here.map(|(_, call)| *call)
        };
        for cycle in cycles(graph, thread, &call) {
            let start = cycle[0].0;
            if let Some(call) = call(start)
                && known.insert(call)
                && let Some(stem) = stem(graph, start)
            {
                found.push(Lasso { stem, cycle });
            }
        }
    }
    found
}

/// The cycles that a depth-first search closes among the steps of one thread that stay within one call.
fn cycles(graph: &Graph, thread: u8, call: &dyn Fn(u32) -> Option<usize>) -> Vec<Vec<Step>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        Open,
        Closed,
    }
    let mut seen = vec![Seen::No; graph.edges.len()];
    let mut found = Vec::new();
    for root in 0..graph.edges.len() as u32 {
        if seen[root as usize] != Seen::No || call(root).is_none() {
            continue;
        }
        // The states of the path, each with its next edge.
        let mut path: Vec<Step> = vec![(root, 0)];
        seen[root as usize] = Seen::Open;
        while let Some((state, next)) = path.last_mut() {
            let Some(edge) = graph.edges[*state as usize].get(*next as usize).copied() else {
                seen[*state as usize] = Seen::Closed;
                path.pop();
                continue;
            };
            let inside = edge.mover == Mover::Thread(thread) && call(edge.to) == call(*state);
            *next += 1;
            match seen[edge.to as usize] {
                Seen::No if inside => {
                    seen[edge.to as usize] = Seen::Open;
                    path.push((edge.to, 0));
                }
                Seen::Open if inside => {
                    let start = path.iter().position(|(state, _)| *state == edge.to).unwrap_or(0);
                    found.push(path[start..].iter().map(|(state, next)| (*state, next - 1)).collect());
                }
                Seen::No | Seen::Open | Seen::Closed => {}
            }
        }
    }
    found
}

/// A shortest way from the first state to another one.
fn stem(graph: &Graph, to: u32) -> Option<Vec<Step>> {
    let mut before: Vec<Option<Step>> = vec![None; graph.edges.len()];
    let mut open = VecDeque::from([0]);
    let mut reached = vec![false; graph.edges.len()];
    *reached.first_mut()? = true;
    while let Some(state) = open.pop_front() {
        if state == to {
            break;
        }
        for (at, edge) in graph.edges[state as usize].iter().enumerate() {
            if !std::mem::replace(&mut reached[edge.to as usize], true) {
                before[edge.to as usize] = Some((state, at as u32));
                open.push_back(edge.to);
            }
        }
    }
    let steps = std::iter::successors(before[to as usize], |(state, _)| before[*state as usize]);
    let mut steps: Vec<Step> = steps.collect();
    steps.reverse();
    reached[to as usize].then_some(steps)
}

#[cfg(test)]
mod tests {
    use dropwire_ltl::Edge;

    use super::*;

    fn graph(states: usize, edges: &[(u32, u32, u8)]) -> Graph {
        let mut graph = Graph::default();
        for _ in 0..states {
            graph.add(0);
        }
        for (from, to, thread) in edges {
            graph.edges[*from as usize].push(Edge {
                to: *to,
                mover: Mover::Thread(*thread),
                label: 0,
            });
        }
        graph
    }

    #[test]
    fn a_cycle_of_one_thread_inside_one_call_is_found() {
        // 0 → 1 by thread 7; there thread 3 goes round by 1 → 2 → 1.
        let graph = graph(4, &[(0, 1, 7), (1, 2, 3), (2, 1, 3), (2, 3, 3)]);
        let inside = [vec![], vec![(3, 0)], vec![(3, 0)], vec![]];
        let found = repeated_calls(&graph, &inside);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].stem, [(0, 0)]);
        assert_eq!(found[0].cycle, [(1, 0), (2, 0)]);
        // A round of calls is none of a call.
        let calls = [vec![], vec![(3, 0)], vec![(3, 1)], vec![]];
        assert!(repeated_calls(&graph, &calls).is_empty());
    }

    #[test]
    fn what_two_threads_do_together_is_no_run_alone() {
        let graph = graph(3, &[(0, 1, 3), (1, 0, 4), (1, 2, 3)]);
        let inside = vec![vec![(3, 0), (4, 0)]; 3];
        assert!(repeated_calls(&graph, &inside).is_empty());
    }
}
