//! Which step of others makes the difference at a switch: the one on what the interrupted thread uses before and after it.
//!
//! A check-then-act that is torn reads and writes one place on both sides of the switch, and the other thread writes it in between.
//! Steps are compared by the places that they touched, not by their names.

use std::cmp::Reverse;

use crate::facts::object::Memory;
use crate::facts::step::Operation;
use crate::follower::Touched;
use crate::step_snapshot::{Touch, Touches};
use crate::trail::Step;

/// Steps of the interrupted thread that are looked at before a switch, and after it.
const NEAR: usize = 12;

/// A step by its index, and what the place is called where it is accessed on the way to the next step.
pub(super) type Part<'a> = (usize, Option<&'a Memory>);

/// Three steps on one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Culprit<'a> {
    /// Of the interrupted thread, before the switch.
    pub before: Option<Part<'a>>,
    /// Of another thread.
    pub intruder: Part<'a>,
    /// Of the interrupted thread, after that.
    pub after: Option<Part<'a>>,
    /// The greater, the more it explains.
    pub rank: Rank,
}

/// In the order in which they count: on both sides of the switch, and the failure reads it; the same, but that the failure may read something
/// else; on one side, and the failure reads it; the interrupted thread is blocked there in the end. How near to the switch on either side.
type Rank = ([bool; 4], Reverse<usize>, Reverse<usize>);

/// The steps on one place around a switch, before the step at `at`; none where no place is known that both threads use in the user's code:
/// what the library does for itself says nothing to a reader.
pub(super) fn between<'a>(steps: &[Step], touched: &'a Touched, at: usize) -> Option<Culprit<'a>> {
    let victim = steps[..at].iter().rfind(|step| step.options > 0)?.thread;
    let back = (0..at).rev().take_while(|index| steps[*index].thread == victim);
    let before: Vec<usize> = back.take(NEAR).collect();
    let next = (at..steps.len()).find(|index| steps[*index].thread == victim);
    let others: Vec<usize> = (at..next.unwrap_or(steps.len())).collect();
    let own = next.into_iter().flat_map(|next| next..steps.len());
    let after: Vec<usize> = own
        .take_while(|index| steps[*index].thread == victim)
        .take(NEAR)
        .collect();
    let of = |index: usize| touched.get(&(index as u32 + 1));
    let on = |side: &[usize], place: &Touch| {
        let near = side.iter().enumerate();
        let mut of_it = near.filter_map(|(near, index)| {
            let touches = of(*index)?.places.iter().find(|touch| touch.conflicts(place))?;
            Some((near, (*index, touches.inside.as_ref())))
        });
        of_it.next()
    };
    let end = the_end(steps);
    let is_read_at_the_end = |place: &Touch| {
        let reads =
            |index: &usize| of(*index).is_some_and(|step| step.places.iter().any(|touch| touch.same_place(place)));
        end.iter().any(reads)
    };
    let candidates = others.iter().flat_map(|intruder| {
        let step: Option<&Touches> = of(*intruder);
        let places = step.into_iter().flat_map(|step| &step.places);
        places.map(move |place| (*intruder, place, step.is_some_and(|step| step.in_users_code)))
    });
    let culprits = candidates.filter_map(|(intruder, place, in_users_code)| {
        let (b, a) = (on(&before, place), on(&after, place));
        (b.is_some() || a.is_some()).then_some(())?;
        let users = |part: Option<(usize, Part<'_>)>| {
            let step = part.and_then(|(_, (index, _))| of(index));
            step.is_none_or(|step| step.in_users_code)
        };
        let (both, read) = (b.is_some() && a.is_some(), is_read_at_the_end(place));
        (in_users_code && users(b) && users(a)).then_some(())?;
        let near = |part: Option<(usize, Part<'_>)>| Reverse(part.map_or(NEAR, |(near, _)| near));
        let is_blocked = a.is_some_and(|(_, (index, _))| steps[index].action == Operation::Blocked);
        Some(Culprit {
            before: b.map(|(_, part)| part),
            intruder: (intruder, place.inside.as_ref()),
            after: a.map(|(_, part)| part),
            rank: ([both && read, both, read, is_blocked], near(b), near(a)),
        })
    });
    // Of equals the last one: what the other thread left behind.
    culprits.max_by_key(|culprit| culprit.rank)
}

/// The steps that show the failure: the last ones of the thread that comes last, and what is said of every thread that is blocked.
fn the_end(steps: &[Step]) -> Vec<usize> {
    let last = steps.last().map(|last| last.thread);
    let backwards = || (0..steps.len()).rev();
    let of_last = backwards().take_while(|index| Some(steps[*index].thread) == last);
    let blocked = backwards().take_while(|index| steps[*index].action == Operation::Blocked);
    let mut end: Vec<usize> = of_last.chain(blocked).collect();
    end.sort_unstable();
    end.dedup();
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::step::StepOp;
    use crate::trail::StepSnapshot;

    fn step(thread: u32) -> Step {
        Step {
            thread,
            thread_name: String::new(),
            thread_path: String::new(),
            operation: String::new(),
            action: StepOp::Begin.sort(),
            facts: Some(StepOp::Begin.into()),
            location: None,
            choice: 0,
            options: 1,
            generator: "schedule".into(),
            note: String::new(),
            preemption: false,
            scene: StepSnapshot::default(),
        }
    }

    fn touches(places: &[(&'static str, bool)], in_users_code: bool) -> Touches {
        let place = |(class, write): &(&'static str, bool)| Touch {
            object: (class, 1),
            offset: 0,
            write: *write,
            inside: None,
        };
        Touches {
            places: places.iter().map(place).collect(),
            in_users_code,
        }
    }

    #[test]
    fn what_both_sides_use_is_blamed_before_what_is_nearer() {
        // The victim checks a map, looks at its flag, and acts; the pool's counter is touched in between too.
        let steps: Vec<Step> = [1, 1, 1, 2, 2, 2, 1, 1].into_iter().map(step).collect();
        let all = [
            touches(&[("Map", false)], true),
            touches(&[("Pool", false)], false),
            touches(&[("Flag", false)], false),
            touches(&[("Map", false)], true),
            touches(&[("Map", true)], true),
            touches(&[("Pool", true)], false),
            touches(&[("Map", true)], true),
            touches(&[("Pool", true)], false),
        ];
        let touched: Touched = (1..).zip(all).collect();
        let culprit = between(&steps, &touched, 3).unwrap();
        assert_eq!(
            (culprit.before, culprit.intruder, culprit.after),
            (Some((0, None)), (4, None), Some((6, None)))
        );
    }

    #[test]
    fn the_lock_on_which_the_interrupted_thread_ends_is_blamed() {
        // Thread 1 locks A, thread 2 locks B and wants A; thread 1 wants B.
        let mut steps: Vec<Step> = [1, 2, 2, 1, 2].into_iter().map(step).collect();
        for remark in &mut steps[3..] {
            remark.action = Operation::Blocked;
        }
        let lock = |name| touches(&[(name, true)], true);
        let touched: Touched = (1..)
            .zip([lock("A"), lock("B"), lock("A"), lock("B"), lock("A")])
            .collect();
        let culprit = between(&steps, &touched, 1).unwrap();
        assert_eq!(
            (culprit.before, culprit.intruder, culprit.after),
            (None, (1, None), Some((3, None)))
        );
    }

    #[test]
    fn two_reads_explain_nothing() {
        let steps: Vec<Step> = [1, 2, 1].into_iter().map(step).collect();
        let reads = || touches(&[("Map", false)], true);
        let touched: Touched = (1..).zip([reads(), reads(), reads()]).collect();
        assert_eq!(between(&steps, &touched, 1), None);
    }
}
