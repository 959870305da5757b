//! Which rows of a trail are drawn: steps that matter, folds over those that do not, and marks where a thread was
//! interrupted by another.

use std::ops::Range;

use dropwire_check::facts::why::Why;
use dropwire_check::{Finding, Operation, Step, Trail};

/// A drawn row. Indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// One step.
    Step {
        /// Its index.
        index: usize,
    },
    /// Several steps of one thread, none of which matters.
    Fold {
        /// First index.
        first: usize,
        /// Last index.
        last: usize,
    },
    /// Several steps of one thread inside one call of the library.
    Call {
        /// First index.
        first: usize,
        /// Last index.
        last: usize,
    },
    /// The loop begins with the next step.
    Loop,
    /// Another round of the loop. With a finding its steps are left out; without one they follow.
    Round {
        /// Its number, from 2.
        number: usize,
        /// First index.
        first: usize,
        /// Last index.
        last: usize,
    },
    /// The next step is a preemption.
    Switch {
        /// Its index.
        before: usize,
    },
}

/// In one run of one thread, more steps than this are folded even if each could matter.
const LONGEST_RUN: usize = 8;
/// Of such a run, the first and the last ones stay.
const KEPT_FIRST: usize = 2;
const KEPT_LAST: usize = 4;

/// The rows of a trail. Without a finding nothing is folded.
pub fn rows(trail: &Trail, finding: Option<&Finding>) -> Vec<Row> {
    let steps = &trail.steps[..];
    let shown = shown(steps, finding);
    let mut rows = Vec::new();
    let mut drawn = 0;
    for (index, round) in trail.rounds().into_iter().enumerate() {
        rows.extend(rows_of(steps, drawn..round.start, &shown, finding));
        match index {
            0 => rows.push(Row::Loop),
            _ => rows.push(Row::Round {
                number: index + 1,
                first: round.start,
                last: round.end - 1,
            }),
        }
        drawn = round.end;
        if index == 0 || finding.is_none() {
            rows.extend(rows_of(steps, round, &shown, finding));
        }
    }
    rows.extend(rows_of(steps, drawn..steps.len(), &shown, finding));
    rows
}

/// The rows of some of the steps, of which no fold goes beyond them.
fn rows_of(steps: &[Step], range: Range<usize>, shown: &[bool], finding: Option<&Finding>) -> Vec<Row> {
    let mut rows = Vec::new();
    let steps = &steps[..range.end];
    let mut index = range.start;
    while index < steps.len() {
        if index > 0 && steps[index].preemption {
            rows.push(Row::Switch { before: index });
        }
        if let Some(last) = finding.and_then(|finding| last_in_call(steps, index, finding)) {
            rows.push(Row::Call { first: index, last });
            index = last + 1;
            continue;
        }
        if shown[index] {
            rows.push(Row::Step { index });
            index += 1;
            continue;
        }
        let last = last_hidden(steps, shown, index);
        if last > index {
            rows.push(Row::Fold { first: index, last });
        } else if !matches!(steps[index].action, Operation::Begin | Operation::End) {
            // A fold of one step takes as much room as the step; that a thread begins goes without saying.
            rows.push(Row::Step { index });
        }
        index = last + 1;
    }
    rows
}

/// The last step of the hidden run of one thread that begins at `first`. A preemption ends it, as its mark must show.
fn last_hidden(steps: &[Step], shown: &[bool], first: usize) -> usize {
    let mut last = first;
    while let Some(next) = steps.get(last + 1) {
        if shown[last + 1] || next.thread != steps[first].thread || next.preemption {
            break;
        }
        last += 1;
    }
    last
}

/// The last step of a run inside one call of the library, if several steps are in it. A preemption ends it, and so does a step that
/// the explanation names.
fn last_in_call(steps: &[Step], first: usize, finding: &Finding) -> Option<usize> {
    let named = named(finding);
    let inside = |index: usize| {
        let step = &steps[index];
        let folds = match step.action {
            Operation::Start | Operation::Blocked | Operation::Throw | Operation::Exit | Operation::Choice => false,
            Operation::Begin
            | Operation::Lock
            | Operation::Wait
            | Operation::SpuriousWakeup
            | Operation::Timeout
            | Operation::Notify
            | Operation::Park
            | Operation::Unpark
            | Operation::Join
            | Operation::Interrupt
            | Operation::Sleep
            | Operation::Read
            | Operation::Write
            | Operation::Atomic
            | Operation::Call
            | Operation::ClassInit
            | Operation::End => true,
        };
        folds && step.options > 0 && !named.contains(&index)
    };
    let call = steps[first].scene.library.as_ref().filter(|_| inside(first))?;
    let same_line = |step: &Step| call.called.is_none() || step.location == steps[first].location;
    let goes_on = |index: &usize| {
        let step = &steps[*index];
        let same = step.thread == steps[first].thread && step.scene.library.as_ref() == Some(call) && same_line(step);
        same && !step.preemption && inside(*index)
    };
    let last = (first + 1..steps.len()).take_while(goes_on).last();
    last.filter(|last| *last > first)
}

/// The steps that the explanation names, by their indices.
fn named(finding: &Finding) -> Vec<usize> {
    let Some(Why::Switch(switch)) = &finding.why else {
        return Vec::new();
    };
    let moments = [Some(&switch.before), Some(&switch.intruder), switch.after.as_ref()];
    moments
        .into_iter()
        .flatten()
        .filter_map(|moment| (moment.step as usize).checked_sub(1))
        .collect()
}

fn shown(steps: &[Step], finding: Option<&Finding>) -> Vec<bool> {
    let Some(finding) = finding else {
        return vec![true; steps.len()];
    };
    let mut shown: Vec<bool> = steps.iter().map(|step| matters(step, finding)).collect();
    if let Some(last) = shown.last_mut() {
        *last = true;
    }
    let mut start = 0;
    while start < steps.len() {
        let run = steps[start..]
            .iter()
            .take_while(|step| step.thread == steps[start].thread)
            .count();
        thin_out(&mut shown[start..start + run]);
        start += run;
    }
    for index in named(finding) {
        if let Some(shown) = shown.get_mut(index) {
            *shown = true;
        }
    }
    shown
}

/// Hides the middle of a run in which too much is shown.
fn thin_out(run: &mut [bool]) {
    let visible: Vec<usize> = (0..run.len()).filter(|&index| run[index]).collect();
    if visible.len() > LONGEST_RUN {
        for &index in &visible[KEPT_FIRST..visible.len() - KEPT_LAST] {
            run[index] = false;
        }
    }
}

fn matters(step: &Step, finding: &Finding) -> bool {
    let at_a_place = || {
        let here = step.location.as_ref();
        finding
            .places()
            .iter()
            .any(|(place, _)| here.is_some_and(|here| here.file == place.file && here.line == place.line))
    };
    match step.action {
        Operation::Start
        | Operation::Lock
        | Operation::Blocked
        | Operation::Wait
        | Operation::SpuriousWakeup
        | Operation::Timeout
        | Operation::Notify
        | Operation::Park
        | Operation::Unpark
        | Operation::Join
        | Operation::Interrupt
        | Operation::Choice
        | Operation::Throw
        | Operation::Exit => true,
        Operation::Write | Operation::Atomic | Operation::Call => true,
        // What somebody saw is the point where a value turns out wrong.
        Operation::Read => finding.kind.depends_on_values() || step.preemption || !step.note.is_empty() || at_a_place(),
        Operation::Begin | Operation::Sleep | Operation::ClassInit | Operation::End => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, step};
    use dropwire_check::Lasso;

    fn trail(steps: Vec<Step>, lasso: Option<Lasso>) -> Trail {
        let trail = deadlock_report().findings.remove(0).trail;
        Trail { steps, lasso, ..trail }
    }

    #[test]
    fn a_long_run_keeps_its_ends() {
        let finding = deadlock_report().findings.remove(0);
        let steps: Vec<Step> = (0..20).map(|_| step(1, "main", "lock a", Operation::Lock, 1)).collect();
        let rows = rows(&trail(steps, None), Some(&finding));
        assert_eq!(
            rows[..3],
            [
                Row::Step { index: 0 },
                Row::Step { index: 1 },
                Row::Fold { first: 2, last: 15 }
            ]
        );
        assert_eq!(rows.len(), 7);
    }

    #[test]
    fn without_a_finding_every_step_is_drawn() {
        let steps: Vec<Step> = (0..20).map(|_| step(1, "main", "begin", Operation::Begin, 1)).collect();
        assert_eq!(rows(&trail(steps, None), None).len(), 20);
    }

    #[test]
    fn later_rounds_of_the_loop_are_one_row_each() {
        let finding = deadlock_report().findings.remove(0);
        let steps: Vec<Step> = (0..9)
            .map(|number| step(1, "main", &format!("read {number}"), Operation::Read, 99))
            .collect();
        let lasso = |from, steps, rounds| Some(Lasso { from, steps, rounds });
        let looped = trail(steps, lasso(3, 2, 3));
        let round = |number, first, last| Row::Round { number, first, last };
        assert_eq!(
            rows(&looped, Some(&finding)),
            [
                Row::Fold { first: 0, last: 1 },
                Row::Loop,
                Row::Fold { first: 2, last: 3 },
                round(2, 4, 5),
                round(3, 6, 7),
                Row::Step { index: 8 }
            ]
        );
        let all = rows(&looped, None);
        assert_eq!((all.len(), all[2]), (12, Row::Loop));
        assert_eq!(
            all[5..8],
            [round(2, 4, 5), Row::Step { index: 4 }, Row::Step { index: 5 }]
        );
        // A file may say anything.
        for broken in [lasso(0, 0, 9), lasso(8, 2, 2), lasso(u32::MAX, 3, u32::MAX)] {
            let rows = rows(
                &Trail {
                    lasso: broken,
                    ..looped.clone()
                },
                None,
            );
            assert_eq!(rows.iter().filter(|row| matches!(row, Row::Step { .. })).count(), 9);
        }
    }

    #[test]
    fn a_preemption_is_marked_and_never_folded_away() {
        let finding = deadlock_report().findings.remove(0);
        let mut steps: Vec<Step> = (0..4).map(|_| step(1, "main", "read a", Operation::Read, 99)).collect();
        steps[2].thread = 2;
        steps[2].preemption = true;
        let rows = rows(&trail(steps, None), Some(&finding));
        assert_eq!(rows[0], Row::Fold { first: 0, last: 1 });
        assert_eq!(rows[1..3], [Row::Switch { before: 2 }, Row::Step { index: 2 }]);
    }
}
