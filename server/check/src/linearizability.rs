//! Whether a sequential execution of the same calls explains what they gave (Herlihy and Wing, *Linearizability*, TOPLAS 1990).
//!
//! A specification is a list of executions in which one call runs at a time until it returns or waits: a call that waits lets others go
//! first, and goes on when one of them has let it. So both a plain call, which is one point of its execution, and one that waits are
//! histories of the same shape as the one that is judged.

use dropwire_vm::History;

use crate::object_options::Consistency;

/// Whether an execution of the specification explains a history: the calls gave the same and the same ones never returned, the object looks
/// the same afterwards, and no call that the history puts first comes last in the execution.
pub(crate) fn explains(execution: &History, history: &History, consistency: Consistency) -> bool {
    let same = gives_the_same(execution, history);
    match consistency {
        Consistency::None => true,
        Consistency::Sequential => same,
        Consistency::Linearizability => {
            same && keeps_order(execution, history, |history, call| history.calls[call].after)
        }
        Consistency::Quiescent => same && keeps_order(execution, history, before_quiescence),
    }
}

/// Whether the calls gave the same and the object looks the same afterwards, in whatever order.
pub(crate) fn gives_the_same(execution: &History, history: &History) -> bool {
    execution.calls.len() == history.calls.len()
        && execution.observations == history.observations
        && execution
            .calls
            .iter()
            .zip(&history.calls)
            .all(|(one, other)| one.result == other.result)
}

/// Whether nothing that has to come before a call comes behind it in the execution.
fn keeps_order(execution: &History, history: &History, before: impl Fn(&History, usize) -> u32) -> bool {
    (0..history.calls.len()).all(|call| {
        // Those that begin in the execution only when this one is over.
        let behind = (0..execution.calls.len()).filter(|other| execution.calls[*other].after >> call & 1 != 0);
        let before = before(history, call);
        behind.fold(0, |bits, other| bits | 1 << other) & before == 0
    })
}

/// The calls that were over at some moment without any call before this one began.
fn before_quiescence(history: &History, call: usize) -> u32 {
    // What was over when some call began is such a set if every call outside of it began when all of the set was over.
    let begun = |other: usize| history.calls[other].begun || history.calls[other].result.is_some();
    let cut = |over: u32| {
        over >> call & 1 == 0
            && (0..history.calls.len())
                .filter(|other| over >> other & 1 == 0 && begun(*other))
                .all(|other| history.calls[other].after & over == over)
    };
    let sets = history.calls.iter().map(|call| call.after);
    sets.filter(|over| cut(*over)).fold(0, |all, over| all | over)
}

#[cfg(test)]
mod tests {
    use dropwire_vm::RecordedCall;

    use super::*;

    /// A register: `0` reads, another number writes it and gives what was there.
    fn apply(register: &mut u32, way: usize) -> u32 {
        let before = *register;
        if way > 0 {
            *register = way as u32;
        }
        before + 1
    }

    /// One order of the calls as an execution; each thread's own order is kept.
    fn sequential(threads: &[Vec<usize>], order: &[usize]) -> History {
        let (mut register, mut over) = (0, 0);
        let mut next = vec![0; threads.len()];
        let first: Vec<usize> = (0..threads.len())
            .map(|t| threads[..t].iter().map(Vec::len).sum())
            .collect();
        let mut calls = vec![RecordedCall::default(); threads.iter().map(Vec::len).sum()];
        for thread in order {
            let at = first[*thread] + next[*thread];
            let way = threads[*thread][next[*thread]];
            next[*thread] += 1;
            calls[at] = RecordedCall {
                thread: *thread,
                way,
                result: Some(apply(&mut register, way)),
                after: over,
                begun: true,
            };
            over |= 1 << at;
        }
        History {
            calls,
            observations: vec![Some(register + 1)],
            ..History::default()
        }
    }

    /// All orders that keep each thread's own.
    fn orders(left: &[usize]) -> Vec<Vec<usize>> {
        if left.iter().all(|one| *one == 0) {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (thread, _) in left.iter().enumerate().filter(|(_, left)| **left > 0) {
            let mut rest = left.to_vec();
            rest[thread] -= 1;
            all.extend(orders(&rest).into_iter().map(|order| [&[thread][..], &order].concat()));
        }
        all
    }

    /// SplitMix64.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) % bound as u64) as usize
        }
    }

    /// When each call begins and ends.
    type Times = Vec<(usize, usize)>;

    /// A history at random, as the moments of begins and ends, and what each call gave: right or wrong.
    fn drawn(random: &mut Random, threads: &[Vec<usize>]) -> (History, Times) {
        let mut moves = threads.iter().map(|ways| 2 * ways.len()).collect::<Vec<_>>();
        let first: Vec<usize> = (0..threads.len())
            .map(|t| threads[..t].iter().map(Vec::len).sum())
            .collect();
        let mut times = vec![(0, 0); threads.iter().map(Vec::len).sum()];
        let (mut over, mut register, mut time) = (0u32, 0, 0);
        let mut calls = vec![RecordedCall::default(); times.len()];
        while moves.iter().any(|left| *left > 0) {
            let thread = random.below(threads.len());
            if moves[thread] == 0 {
                continue;
            }
            time += 1;
            let made = 2 * threads[thread].len() - moves[thread];
            let at = first[thread] + made / 2;
            moves[thread] -= 1;
            let way = threads[thread][made / 2];
            if made.is_multiple_of(2) {
                times[at].0 = time;
                calls[at] = RecordedCall {
                    thread,
                    way,
                    result: None,
                    after: over,
                    begun: true,
                };
            } else {
                times[at].1 = time;
                over |= 1 << at;
                // Takes effect at its end, or gives something that may be wrong.
                let right = apply(&mut register, way);
                calls[at].result = Some(if random.below(4) == 0 {
                    1 + random.below(3) as u32
                } else {
                    right
                });
            }
        }
        let last = if random.below(6) == 0 {
            random.below(3) as u32
        } else {
            register
        };
        let history = History {
            calls,
            observations: vec![Some(last + 1)],
            ..History::default()
        };
        (history, times)
    }

    /// By the definition: some order of the calls in which each gives what it gave, and which keeps what is asked for.
    fn oracle(threads: &[Vec<usize>], history: &History, times: &Times, consistency: Consistency) -> bool {
        let first: Vec<usize> = (0..threads.len())
            .map(|t| threads[..t].iter().map(Vec::len).sum())
            .collect();
        let left: Vec<usize> = threads.iter().map(Vec::len).collect();
        // Moments at which no call runs.
        let quiet: Vec<usize> = (0..=2 * times.len())
            .filter(|moment| times.iter().all(|(begin, end)| end <= moment || begin > moment))
            .collect();
        let sequences: Vec<Vec<usize>> = match consistency {
            Consistency::Quiescent => orders(&vec![1; times.len()]),
            _ => orders(&left)
                .into_iter()
                .map(|order| {
                    let mut next = first.clone();
                    order
                        .iter()
                        .map(|thread| {
                            next[*thread] += 1;
                            next[*thread] - 1
                        })
                        .collect()
                })
                .collect(),
        };
        sequences.iter().any(|sequence| {
            let mut register = 0;
            let right = sequence.iter().all(|call| {
                let call = &history.calls[*call];
                call.result == Some(apply(&mut register, call.way))
            });
            let kept = sequence.iter().enumerate().all(|(place, call)| {
                sequence[place + 1..].iter().all(|later| match consistency {
                    Consistency::Linearizability => times[*later].1 > times[*call].0,
                    Consistency::Quiescent => !quiet
                        .iter()
                        .any(|moment| times[*later].1 <= *moment && times[*call].0 > *moment),
                    Consistency::Sequential | Consistency::None => true,
                })
            });
            right && kept && history.observations == [Some(register + 1)]
        })
    }

    #[test]
    fn no_disagreement_with_the_definition() {
        let mut random = Random(23);
        let mut explained = [0; 3];
        for _ in 0..1_000 {
            let count = 2 + random.below(2);
            let threads: Vec<Vec<usize>> = (0..count)
                .map(|_| (0..1 + random.below(2)).map(|_| random.below(3)).collect())
                .collect();
            let (history, times) = drawn(&mut random, &threads);
            let left: Vec<usize> = threads.iter().map(Vec::len).collect();
            for (index, consistency) in [
                Consistency::Linearizability,
                Consistency::Sequential,
                Consistency::Quiescent,
            ]
            .into_iter()
            .enumerate()
            {
                let apart: Vec<Vec<usize>> = threads.iter().flatten().map(|way| vec![*way]).collect();
                let specification: Vec<History> = match consistency {
                    Consistency::Quiescent => {
                        let all = orders(&vec![1; apart.len()]);
                        all.iter().map(|order| sequential(&apart, order)).collect()
                    }
                    _ => orders(&left).iter().map(|order| sequential(&threads, order)).collect(),
                };
                let found = specification.iter().any(|one| explains(one, &history, consistency));
                assert_eq!(
                    found,
                    oracle(&threads, &history, &times, consistency),
                    "{consistency:?} {threads:?} {history:?} {times:?}"
                );
                explained[index] += usize::from(found);
            }
        }
        // Both answers are common, and each consistency allows what the one before it does.
        assert!(
            explained.iter().all(|count| (100..900).contains(count)),
            "{explained:?}"
        );
        assert!(explained[0] < explained[1] && explained[0] < explained[2]);
    }

    #[test]
    fn a_call_that_never_returned_is_explained_by_one_that_waits() {
        let call = |result, after| RecordedCall {
            result,
            after,
            begun: true,
            ..RecordedCall::default()
        };
        let history = |results: [Option<u32>; 2]| History {
            calls: results.map(|result| call(result, 0)).to_vec(),
            ..History::default()
        };
        let waits = history([Some(1), None]);
        assert!(explains(&waits, &waits, Consistency::Linearizability));
        assert!(!explains(
            &waits,
            &history([Some(1), Some(2)]),
            Consistency::Linearizability
        ));
    }
}
