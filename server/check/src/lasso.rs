//! Where the run of a trail goes round: the state at its end has come before, so what lies between repeats forever.
//!
//! Found by the states that come again while a schedule is followed. A loop that lies within one step has none.

use dropwire_vm::{Alternative, Key};

use crate::trail::Lasso;

/// A step of a run that is followed.
struct Taken {
    /// The state before it, where it was compared.
    before: Option<Key>,
    /// The creation path of its thread, and how its operation went.
    choice: (u64, Alternative),
    /// Its index in the trail.
    index: usize,
}

/// The states and steps of a run that is followed.
#[derive(Default)]
pub(crate) struct Rounds {
    taken: Vec<Taken>,
    /// The present state.
    present: Option<Key>,
}

impl Rounds {
    /// The run has come to a state.
    pub fn arrive(&mut self, key: Option<Key>) {
        self.present = key.or(self.present);
    }

    /// A step comes, which the trail has at this index.
    pub fn step(&mut self, choice: (u64, Alternative), index: usize) {
        let before = self.present.take();
        self.taken.push(Taken { before, choice, index });
    }

    /// The loop at the end of a run whose trail has so many steps by now. `round`: so many steps of threads repeat; else those since the present
    /// state came the last time.
    pub fn lasso(&self, steps: usize, round: Option<usize>) -> Option<Lasso> {
        let key = self.present?;
        let is_it = |taken: &Taken| taken.before == Some(key);
        let of_round = round.and_then(|round| self.taken.len().checked_sub(round));
        let last = match of_round.filter(|start| self.taken.get(*start).is_some_and(is_it)) {
            Some(start) => start,
            None => self.taken.iter().rposition(is_it)?,
        };
        let length = self.taken.len() - last;
        let shown = steps.checked_sub(self.taken[last].index)?;
        let choices = |from: usize| self.taken[from..from + length].iter().map(|taken| taken.choice);
        let (mut from, mut rounds) = (last, 1);
        while let Some(earlier) = from.checked_sub(length) {
            let same = is_it(&self.taken[earlier])
                && choices(earlier).eq(choices(last))
                && self.taken[from].index - self.taken[earlier].index == shown;
            if !same {
                break;
            }
            (from, rounds) = (earlier, rounds + 1);
        }
        Some(Lasso {
            from: self.taken[from].index as u32 + 1,
            steps: shown as u32,
            rounds,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run through these states; each step but those in `remarks` is one of the trail, which has a remark more behind those.
    fn lasso(states: &[u128], remarks: &[usize]) -> Option<Lasso> {
        lasso_of(states, remarks, None)
    }

    fn lasso_of(states: &[u128], remarks: &[usize], round: Option<usize>) -> Option<Lasso> {
        let mut rounds = Rounds::default();
        let mut index = 0;
        for (number, state) in states.iter().enumerate() {
            rounds.arrive((*state > 0).then_some(Key(*state)));
            if number + 1 < states.len() {
                rounds.step((*state as u64, Alternative::Run), index);
                index += 1 + usize::from(remarks.contains(&number));
            }
        }
        rounds.lasso(index, round)
    }

    fn of(from: u32, steps: u32, rounds: u32) -> Option<Lasso> {
        Some(Lasso { from, steps, rounds })
    }

    #[test]
    fn a_stem_and_rounds() {
        assert_eq!(lasso(&[1, 2, 3, 2, 3, 2, 3, 2], &[]), of(2, 2, 3));
        assert_eq!(lasso(&[1, 2, 3, 3], &[]), of(3, 1, 1));
        assert_eq!(lasso(&[7, 7, 7], &[]), of(1, 1, 2), "there is no stem");
    }

    #[test]
    fn a_round_may_pass_a_state_twice() {
        let states = [1, 2, 3, 2, 4, 2, 3, 2, 4, 2];
        assert_eq!(lasso_of(&states, &[], Some(4)), of(2, 4, 2));
        assert_eq!(
            lasso_of(&states, &[], Some(3)),
            of(8, 2, 1),
            "no state comes again after three"
        );
        assert_eq!(lasso(&states, &[]), of(8, 2, 1));
    }

    #[test]
    fn what_does_not_come_again_is_no_loop() {
        assert_eq!(lasso(&[1, 2, 3], &[]), None);
        assert_eq!(
            lasso(&[1, 0, 0], &[]),
            None,
            "states that are not compared are not the same"
        );
    }

    #[test]
    fn a_round_that_differs_belongs_to_the_stem() {
        assert_eq!(lasso(&[2, 4, 2, 3, 2, 3, 2], &[]), of(3, 2, 2));
    }

    #[test]
    fn steps_count_as_the_trail_has_them() {
        assert_eq!(lasso(&[1, 2, 3, 2, 3, 2], &[0, 1, 3]), of(3, 3, 2));
        assert_eq!(
            lasso(&[1, 2, 3, 2, 3, 2], &[1]),
            of(5, 2, 1),
            "the first round has a remark that the other has not"
        );
    }
}
