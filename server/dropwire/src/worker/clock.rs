//! The budget of a worker: the wall clock, the parent's wish to stop, the size of the process; and a thread that cancels the work of the
//! machine when one of them is used up, for a single step may take longer than all of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, park_timeout, spawn};
use std::time::{Duration, Instant};

use dropwire_check::{Budget, CancellationToken, Finding, Statistics, Stop};
use dropwire_symbolic::Solver;

use super::protocol::{Event, emit};
use crate::system;
use crate::z3::{self, Z3, Z3Limits};

/// How often progress is reported.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);
/// How often the thread looks whether the work is to be cancelled.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// To report what was found by then: this part of the time limit, within bounds; and after somebody's wish to stop.
const TO_REPORT: f64 = 1.0 / 16.0;
const LEAST_TO_REPORT: Duration = Duration::from_millis(100);
const MOST_TO_REPORT: Duration = Duration::from_millis(800);
const TO_REPORT_STOPPED: Duration = Duration::from_millis(60);
/// The part of the memory limit that ends a search: the process still grows while it comes to its end.
const MOST_MEMORY: f64 = 0.95;
/// z3 gets one part in so many of the memory limit.
const MEMORY_OF_Z3: u64 = 4;

/// The budget of a worker.
pub struct Clock<F: FnMut(&Statistics)> {
    began: Instant,
    watch: Arc<Watch>,
    watcher: Option<JoinHandle<()>>,
    report: F,
    reported: Instant,
    early: bool,
    /// The parent's wish ended it.
    pub interrupted: bool,
}

/// What the thread looks at.
struct Watch {
    cancellation: CancellationToken,
    deadline: Option<Instant>,
    /// Bytes; 0 is unlimited.
    memory_limit: u64,
    stop: Arc<AtomicBool>,
    /// The process was too large.
    large: AtomicBool,
    over: AtomicBool,
    /// Until when findings may be reported, once the search is over. Whoever cancels or resets the token holds it.
    until: Mutex<Option<Instant>>,
}

impl Watch {
    fn run(&self) {
        while !self.over.load(Ordering::Relaxed) {
            self.look();
            park_timeout(LOOK_EVERY);
        }
    }

    fn look(&self) {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(until) = &mut *until {
            if self.stop.load(Ordering::Relaxed) {
                *until = (*until).min(now + TO_REPORT_STOPPED);
            }
            if now >= *until {
                self.cancellation.cancel();
            }
            return;
        }
        let most = (self.memory_limit as f64 * MOST_MEMORY) as u64;
        if most > 0 && system::memory_of(std::process::id()) + z3::memory() > most {
            self.large.store(true, Ordering::Relaxed);
        }
        if self.exhausted(now).is_some() {
            self.cancellation.cancel();
        }
    }

    fn exhausted(&self, now: Instant) -> Option<Stop> {
        if self.stop.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            Some(Stop::Time)
        } else {
            self.large.load(Ordering::Relaxed).then_some(Stop::Memory)
        }
    }
}

impl<F: FnMut(&Statistics)> Clock<F> {
    /// Starts now.
    pub fn start(limit_ms: Option<u64>, stop: Arc<AtomicBool>, report: F) -> Clock<F> {
        Clock::within(limit_ms, 0, stop, report)
    }

    /// Starts now, with a limit for the memory of the process as well; 0 is unlimited.
    pub fn within(limit_ms: Option<u64>, memory_limit: u64, stop: Arc<AtomicBool>, report: F) -> Clock<F> {
        let now = Instant::now();
        let watch = Arc::new(Watch {
            cancellation: CancellationToken::default(),
            deadline: limit_ms.and_then(|limit| now.checked_add(Duration::from_millis(limit))),
            memory_limit,
            stop,
            large: AtomicBool::new(false),
            over: AtomicBool::new(false),
            until: Mutex::new(None),
        });
        let watching = Arc::clone(&watch);
        Clock {
            began: now,
            watch,
            watcher: Some(spawn(move || watching.run())),
            report,
            reported: now,
            early: false,
            interrupted: false,
        }
    }

    /// Reports findings as they come.
    pub fn reporting_early(mut self, early: bool) -> Clock<F> {
        self.early = early;
        self
    }

    /// The time to report what was found, once a limit is reached.
    fn to_report(&self) -> Duration {
        let limit = self.watch.deadline.map(|deadline| deadline - self.began);
        limit.map_or(MOST_TO_REPORT, |limit| {
            limit.mul_f64(TO_REPORT).clamp(LEAST_TO_REPORT, MOST_TO_REPORT)
        })
    }
}

impl<F: FnMut(&Statistics)> Drop for Clock<F> {
    fn drop(&mut self) {
        self.watch.over.store(true, Ordering::Relaxed);
        if let Some(watcher) = self.watcher.take() {
            watcher.thread().unpark();
        }
    }
}

impl<F: FnMut(&Statistics)> Budget for Clock<F> {
    fn exhausted(&mut self) -> Option<Stop> {
        let why = self.watch.exhausted(Instant::now());
        self.interrupted |= why == Some(Stop::Interrupted);
        why
    }

    fn cancellation(&self) -> CancellationToken {
        self.watch.cancellation.clone()
    }

    fn conclude(&mut self) {
        let mut until = self.watch.until.lock().unwrap_or_else(PoisonError::into_inner);
        if until.is_some() {
            return;
        }
        let now = Instant::now();
        let to_report = self.to_report();
        *until = match self.watch.exhausted(now) {
            Some(Stop::Interrupted) => Some(now + TO_REPORT_STOPPED),
            Some(Stop::Time | Stop::Memory) => Some(now + to_report),
            // Without a limit there is none for this either, but for somebody's wish.
            None => self.watch.deadline.map(|deadline| deadline + to_report),
        };
        self.watch.cancellation.reset();
    }

    fn progress(&mut self, statistics: &Statistics) {
        if self.reported.elapsed() >= PROGRESS_EVERY {
            self.reported = Instant::now();
            (self.report)(statistics);
        }
    }

    fn used(&mut self) -> Option<f64> {
        let limit = self.watch.deadline?.saturating_duration_since(self.began);
        let share = self.began.elapsed().as_secs_f64() / limit.as_secs_f64();
        Some(if limit.is_zero() { 1.0 } else { share.min(1.0) })
    }

    fn z3(&mut self, limit_ms: u64) -> Option<Box<dyn Solver>> {
        let limits = Z3Limits {
            time_ms: limit_ms,
            memory: self.watch.memory_limit / MEMORY_OF_Z3,
        };
        let z3 = Z3::on_path(limits, self.cancellation())?;
        Some(Box::new(z3))
    }

    fn wants_findings(&self) -> bool {
        self.early
    }

    fn found(&mut self, findings: Vec<Finding>) {
        emit(&Event::Found { findings });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_ends_by_time_and_by_wish() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut unlimited = Clock::start(None, Arc::clone(&stop), |_| {});
        assert_eq!((unlimited.exhausted(), unlimited.used()), (None, None));
        let mut limited = Clock::start(Some(0), Arc::clone(&stop), |_| {});
        assert_eq!((limited.exhausted(), limited.used()), (Some(Stop::Time), Some(1.0)));
        let mut long = Clock::start(Some(1_000_000_000), Arc::clone(&stop), |_| {});
        assert!(long.used().is_some_and(|used| used < 0.1));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(unlimited.exhausted(), Some(Stop::Interrupted));
        assert!(unlimited.interrupted);
    }

    fn is_cancelled_within(cancellation: &CancellationToken, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while !cancellation.is_cancelled() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        cancellation.is_cancelled()
    }

    #[test]
    fn the_bell_rings_and_leaves_time_to_report() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut clock = Clock::start(Some(50), Arc::clone(&stop), |_| {});
        let cancellation = clock.cancellation();
        assert!(is_cancelled_within(&cancellation, Duration::from_secs(10)));
        clock.conclude();
        assert!(!cancellation.is_cancelled());
        assert!(is_cancelled_within(&cancellation, Duration::from_secs(10)));
        let unlimited = Clock::start(None, Arc::clone(&stop), |_| {});
        assert!(!is_cancelled_within(
            &unlimited.cancellation(),
            Duration::from_millis(60)
        ));
        stop.store(true, Ordering::Relaxed);
        assert!(is_cancelled_within(&unlimited.cancellation(), Duration::from_secs(10)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_that_is_too_large_is_noticed() {
        let mut clock = Clock::within(None, 1 << 20, Arc::default(), |_| {});
        assert!(is_cancelled_within(&clock.cancellation(), Duration::from_secs(10)));
        assert_eq!(clock.exhausted(), Some(Stop::Memory));
    }
}
