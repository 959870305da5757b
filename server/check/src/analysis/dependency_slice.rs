//! The race window: the threads on which a warning depends, as a dynamic slice of one run.
//!
//! Visser et al., ASE 2000: t ↦ (who spawned it, what it reads, what it writes), and the least set of threads that holds the
//! warned ones, their spawners, and those who write what one of the set reads. Ours besides: a lock is written by whoever
//! takes it and read by whoever wants it, a thread object is written by its end and by its interruption, and an array counts
//! as one object. Threads are named by creation path: numbers differ from run to run.

use std::collections::BTreeSet;

use dropwire_vm::heap::Ref;
use rustc_hash::FxHashSet;

/// Creation path of a thread: the index of the child at each generation.
pub(crate) type Path = Vec<u16>;

/// What one thread depends on and what depends on it.
#[derive(Clone, Debug, Default)]
struct Dependencies {
    path: Path,
    reads: FxHashSet<Ref>,
    writes: FxHashSet<Ref>,
}

/// The dependency graph of one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    threads: Vec<Dependencies>,
}

impl Graph {
    fn of(&mut self, thread: u32) -> &mut Dependencies {
        let index = thread as usize;
        if self.threads.len() <= index {
            self.threads.resize_with(index + 1, Dependencies::default);
        }
        &mut self.threads[index]
    }

    /// A thread exists.
    pub(crate) fn thread(&mut self, thread: u32, path: &[u16]) {
        self.of(thread).path = path.to_vec();
    }

    /// A thread reads an object.
    pub(crate) fn reads(&mut self, thread: u32, object: Ref) {
        self.of(thread).reads.insert(object);
    }

    /// A thread writes an object.
    pub(crate) fn writes(&mut self, thread: u32, object: Ref) {
        self.of(thread).writes.insert(object);
    }

    /// The paths of the least window around some threads.
    pub(crate) fn window(&self, warned: impl IntoIterator<Item = u32>) -> BTreeSet<Path> {
        let mut inside: BTreeSet<usize> = warned.into_iter().map(|t| t as usize).collect();
        loop {
            let more: Vec<usize> = (0..self.threads.len())
                .filter(|t| !inside.contains(t) && inside.iter().any(|member| self.needs(*member, *t)))
                .collect();
            if more.is_empty() {
                break;
            }
            inside.extend(more);
        }
        let members = inside.into_iter().filter_map(|t| self.threads.get(t));
        members.map(|t| t.path.clone()).collect()
    }

    fn needs(&self, member: usize, other: usize) -> bool {
        let (Some(member), Some(other)) = (self.threads.get(member), self.threads.get(other)) else {
            return false;
        };
        let spawned = member.path.len() > other.path.len() && member.path.starts_with(&other.path);
        spawned || !member.reads.is_disjoint(&other.writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph {
        let mut graph = Graph::default();
        graph.thread(0, &[]);
        for child in 0..4 {
            graph.thread(child + 1, &[child as u16]);
        }
        graph
    }

    #[test]
    fn the_spawner_belongs_to_it() {
        let window = graph().window([2]);
        assert_eq!(window, BTreeSet::from([vec![], vec![1]]));
    }

    #[test]
    fn whoever_writes_what_it_reads_belongs_to_it() {
        let mut graph = graph();
        graph.reads(1, 50);
        graph.writes(2, 50);
        graph.reads(2, 60);
        graph.writes(3, 60);
        // What nobody in it reads does not matter.
        graph.writes(4, 70);
        assert_eq!(
            graph.window([1]),
            BTreeSet::from([vec![], vec![0], vec![1], vec![2]]),
            "the least fixpoint"
        );
        assert_eq!(
            graph.window([3]),
            BTreeSet::from([vec![], vec![2]]),
            "reading is no influence"
        );
    }
}
