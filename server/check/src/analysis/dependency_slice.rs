//! The race window: the threads on which a warning depends, as a dynamic slice of one run.
//!
//! Visser et al., ASE 2000: t ↦ (who spawned it, what it reads, what it writes), and the least set of threads that holds the
//! warned ones, their spawners, and those who write what one of the set reads. Ours besides: a lock is written by whoever
//! takes it and read by whoever wants it, a thread object is written by its end and by its interruption, and an array counts
//! as one object. What a spawner does after its last start of a member does not matter, nor do the thread groups' books. Threads are named
//! by creation path: numbers differ from run to run.

use std::collections::BTreeSet;

use dropwire_vm::heap::Ref;
use rustc_hash::FxHashMap;

/// Creation path of a thread: the index of the child at each generation.
pub(crate) type Path = Vec<u16>;

/// What one thread depends on and what depends on it.
#[derive(Clone, Debug, Default)]
struct Dependencies {
    path: Path,
    /// When it was started: times are how many starts of threads came before.
    since: usize,
    /// When it read each object, in order, and last wrote it.
    reads: FxHashMap<Ref, Vec<usize>>,
    writes: FxHashMap<Ref, usize>,
    /// Which threads it started, and when.
    starts: Vec<(usize, usize)>,
}

/// The dependency graph of one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    threads: Vec<Dependencies>,
    now: usize,
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

    /// A thread starts another one.
    pub(crate) fn starts(&mut self, thread: u32, child: u32) {
        self.now += 1;
        let now = self.now;
        self.of(thread).starts.push((child as usize, now));
        self.of(child).since = now;
    }

    /// A thread reads an object.
    pub(crate) fn reads(&mut self, thread: u32, object: Ref) {
        let now = self.now;
        let times = self.of(thread).reads.entry(object).or_default();
        if times.last() != Some(&now) {
            times.push(now);
        }
    }

    /// A thread writes an object.
    pub(crate) fn writes(&mut self, thread: u32, object: Ref) {
        let now = self.now;
        self.of(thread).writes.insert(object, now);
    }

    /// The paths of the least window around some threads.
    pub(crate) fn window(&self, warned: impl IntoIterator<Item = u32>) -> BTreeSet<Path> {
        let mut window = Window {
            writers: warned.into_iter().map(|t| t as usize).collect(),
            spawners: BTreeSet::new(),
        };
        while self.extend(&mut window) {}
        let members = window.writers.union(&window.spawners);
        let members = members.filter_map(|t| self.threads.get(*t));
        members.map(|t| t.path.clone()).collect()
    }

    /// Adds the threads on which those of a window depend; false if they are all there.
    fn extend(&self, window: &mut Window) -> bool {
        let before = (window.writers.len(), window.spawners.len());
        for (number, thread) in self.threads.iter().enumerate() {
            let members = window
                .writers
                .union(&window.spawners)
                .filter_map(|t| Some((*t, self.threads.get(*t)?)));
            let (mut spawns, mut writes) = (false, false);
            for (of, member) in members.filter(|(of, _)| *of != number) {
                // What it does once the others have been started does not matter.
                let until = member.last_start(window).filter(|_| !window.writers.contains(&of));
                spawns |= member.path.len() > thread.path.len() && member.path.starts_with(&thread.path);
                writes |= member.reads(until, thread, thread.last_start(window));
            }
            if writes {
                window.writers.insert(number);
            } else if spawns {
                window.spawners.insert(number);
            }
        }
        before != (window.writers.len(), window.spawners.len())
    }
}

/// Threads that depend on each other, by number.
struct Window {
    /// The warned ones, and whoever writes what one of the window reads.
    writers: BTreeSet<usize>,
    /// Whoever started one of the window, and perhaps nothing more.
    spawners: BTreeSet<usize>,
}

impl Dependencies {
    /// When it last started a thread of a window.
    fn last_start(&self, window: &Window) -> Option<usize> {
        let is_member = |child: &usize| window.writers.contains(child) || window.spawners.contains(child);
        let starts = self.starts.iter().filter(|(child, _)| is_member(child));
        starts.map(|(_, when)| *when).max()
    }

    /// Whether it reads, before some time, what another one writes that lives by then, after some time.
    fn reads(&self, until: Option<usize>, other: &Dependencies, from: Option<usize>) -> bool {
        let counts = |time: &usize| *time >= other.since && until.is_none_or(|until| *time < until);
        let read = |object: &Ref| self.reads.get(object).is_some_and(|times| times.iter().any(counts));
        let mut written = other
            .writes
            .iter()
            .filter(|(_, last)| from.is_none_or(|from| **last >= from));
        written.any(|(object, _)| read(object))
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

    #[test]
    fn what_a_spawner_does_after_its_last_start_of_a_member_does_not_matter() {
        let mut graph = graph();
        graph.starts(0, 3);
        graph.reads(0, 50);
        graph.writes(0, 80);
        graph.starts(0, 1);
        // The thread that writes it has not been started yet.
        graph.reads(0, 60);
        graph.starts(0, 4);
        graph.reads(0, 70);
        graph.starts(0, 2);
        graph.reads(0, 60);
        graph.writes(3, 70);
        graph.writes(3, 50);
        graph.writes(4, 60);
        // Written before it was started.
        graph.reads(1, 80);
        assert_eq!(graph.window([1]), BTreeSet::from([vec![], vec![0], vec![2]]));
        assert_eq!(graph.window([2]), BTreeSet::from([vec![], vec![1], vec![2]]));
        assert_eq!(
            graph.window([0]),
            BTreeSet::from([vec![], vec![2], vec![3]]),
            "it is warned of itself"
        );
    }
}
