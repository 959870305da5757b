//! Counts what runs showed: equal failures are one, with the number of runs that had it.

use std::collections::{BTreeMap, BTreeSet};

use super::{End, Failure, FailureKind, Frame, Run};

/// What was seen so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Runs.
    pub runs: u64,
    /// Runs that failed.
    pub failed: u64,
    /// Runs that went on for longer than one may.
    pub without_end: u64,
    /// Statuses with which the program ended the JVM.
    pub exits: BTreeMap<i32, u64>,
    /// Runs in which the JVM broke down, and how the first one did.
    pub died: Option<(u64, String)>,
    /// Each distinct failure, in the order in which they were first seen.
    pub distinct: Vec<Distinct>,
}

/// Failures that are one.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// The first of them.
    pub failure: Failure,
    /// In how many runs.
    pub runs: u64,
    /// The first of these.
    pub first_run: u64,
}

/// What makes two failures one: kind, class of the throwable, places of the program.
type Identity<'a> = (FailureKind, Option<&'a str>, BTreeSet<&'a Frame>);

impl Tally {
    /// Counts a run.
    pub fn count(&mut self, run: Run) {
        self.runs += 1;
        self.failed += u64::from(!run.failures.is_empty());
        match run.end {
            End::Ended | End::Stuck | End::Exited(None) => {}
            End::Exited(Some(status)) => *self.exits.entry(status).or_default() += 1,
            End::GivenUp => self.without_end += 1,
            End::Died(how) => self.died.get_or_insert((0, how)).0 += 1,
        }
        let mut counted = BTreeSet::new();
        for failure in run.failures {
            let known = self
                .distinct
                .iter()
                .position(|known| identity(&known.failure) == identity(&failure));
            let at = known.unwrap_or_else(|| {
                self.distinct.push(Distinct {
                    failure,
                    runs: 0,
                    first_run: run.number,
                });
                self.distinct.len() - 1
            });
            if counted.insert(at) {
                self.distinct[at].runs += 1;
            }
        }
    }
}

fn identity(failure: &Failure) -> Identity<'_> {
    let class = failure.throwable.as_ref().map(|(class, _)| class.as_str());
    let places = failure.threads.iter().filter_map(|thread| thread.place());
    (failure.kind, class, places.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stress::ThreadSeen;

    fn thrown(message: &str, line: u32) -> Failure {
        let frame = Frame {
            class: "Till".into(),
            method: "sell".into(),
            file: Some("Till.java".into()),
            line: Some(line),
            rewritten: true,
        };
        Failure {
            kind: FailureKind::AssertionFailure,
            throwable: Some(("java.lang.AssertionError".into(), message.into())),
            threads: vec![ThreadSeen {
                name: "Thread-1".into(),
                wait: None,
                stack: vec![frame],
            }],
        }
    }

    fn run(number: u64, failures: Vec<Failure>) -> Run {
        Run {
            number,
            end: End::Ended,
            failures,
        }
    }

    #[test]
    fn equal_failures_are_one_and_runs_are_counted_once() {
        let mut tally = Tally::default();
        tally.count(run(1, Vec::new()));
        tally.count(run(2, vec![thrown("1", 7), thrown("2", 7)]));
        tally.count(run(3, vec![thrown("3", 7), thrown("3", 9)]));
        assert_eq!((tally.runs, tally.failed), (3, 2));
        let counts: Vec<_> = tally.distinct.iter().map(|one| (one.runs, one.first_run)).collect();
        assert_eq!(counts, [(2, 2), (1, 3)]);
    }

    #[test]
    fn ends_are_counted() {
        let mut tally = Tally::default();
        for end in [
            End::GivenUp,
            End::Exited(Some(3)),
            End::Died("a".into()),
            End::Died("b".into()),
        ] {
            tally.count(Run {
                number: 1,
                end,
                failures: Vec::new(),
            });
        }
        assert_eq!((tally.without_end, tally.exits.get(&3)), (1, Some(&1)));
        assert_eq!(tally.died, Some((2, "a".into())));
    }
}
