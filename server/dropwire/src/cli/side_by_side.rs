//! Several targets at a time, with the answers in the order of the targets.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// How many targets are verified at a time where nobody says: one for each core.
pub fn default_jobs() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does the work of `0..count`, at most `jobs` at a time, and hands over each result as soon as all before it are handed over.
pub fn in_order<R: Send>(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(usize) -> R + Sync),
    take: &mut dyn FnMut(usize, R),
) {
    let next = AtomicUsize::new(0);
    let (done, results) = channel();
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (done, next) = (done.clone(), &next);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more only where the receiver's thread panics.
                    if at >= count || done.send((at, work(at))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (at, result) in results {
            early.insert(at, result);
            while let Some(result) = early.remove(&due) {
                take(due, result);
                due += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Barrier, Mutex};

    #[test]
    fn results_come_in_order_whoever_is_first() {
        // The first one ends after the second one has: they run at a time.
        let second_is_done = Barrier::new(2);
        let began = Mutex::new(Vec::new());
        let work = |at: usize| {
            began.lock().unwrap().push(at);
            if at < 2 {
                second_is_done.wait();
            }
            at * 10
        };
        let mut taken = Vec::new();
        in_order(5, 2, &work, &mut |at, result| taken.push((at, result)));
        assert_eq!(taken, [(0, 0), (1, 10), (2, 20), (3, 30), (4, 40)]);
    }

    #[test]
    fn one_job_takes_one_after_the_other() {
        let running = AtomicUsize::new(0);
        let work = |_: usize| {
            assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0);
            running.fetch_sub(1, Ordering::SeqCst);
        };
        let mut taken = 0;
        in_order(4, 1, &work, &mut |_, ()| taken += 1);
        assert_eq!(taken, 4);
        in_order(0, 1, &work, &mut |_, ()| panic!("there is none"));
    }
}
