//! Why a counterexample fails: which of its switches matter, and what came between what.
//!
//! Each preemption is taken out alone: the thread that was interrupted goes on as long as it can, and the rest of the
//! schedule follows as far as it fits. If the run still ends in the same defect and needs fewer preemptions, it is the better
//! counterexample; so that what is shown is 1-minimal (delta debugging, Zeller and Hildebrandt, TSE 2002). Else it is the
//! nearest run that passes, and the switch makes the difference (Groce and Visser, SPIN 2003).

use std::collections::VecDeque;

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};

use crate::enabled::{offers, same_choice};
use crate::facts::kind::Kind;
use crate::facts::step::Operation;
use crate::facts::why::{Holding, Inside, Moment, Switch, Why, Without};
use crate::follower::{Follower, Touched};
use crate::options::{Budget, Options, StoreKind};
use crate::report::Finding;
use crate::rollback::{from_start, unless_refuted, without_learning};
use crate::search::strategy::OneRun;
use crate::search::{Found, Outcome, Search};
use crate::trail::{Lock, PassingRun, Step, StepSnapshot, Trail};

use culprit::{Culprit, Part};

mod culprit;

/// Bytecodes after which no other finding of a check is taken apart: a few seconds.
pub(crate) const BYTECODES: u64 = 500_000_000;
/// Schedules longer than this are not taken apart.
const LONGEST: usize = 3_000;
/// Steps that a thread goes on where it was interrupted.
const PATIENCE: usize = 500;
/// Schedules that are tried for one finding.
const TRIALS: usize = 60;

/// Steps of a run that passes, from where it differs, at most.
const PASSING_STEPS: usize = 60;

/// A choice by the thread's creation path: numbers change when starts change places.
#[derive(Clone, PartialEq)]
struct Planned {
    path: Vec<u16>,
    alternative: Alternative,
    preempts: bool,
}

/// How the nearest run without a preemption ends.
#[derive(Clone, Debug)]
pub(crate) enum Nearest {
    /// In the same defect.
    Fails,
    /// It is not known: there was no time, or it does something that is not modelled.
    Unknown,
    /// It does not end within many steps.
    GoesOn,
    /// Without this defect, but not well.
    FailsOtherwise,
    /// Well; with its schedule.
    Passes(Vec<Choice>),
}

/// Takes out every preemption that the finding does not need. Answers for each one that is left, in order, how the nearest run
/// without it ends.
pub(crate) fn minimise(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    fingerprint: &str,
    found: &mut Found,
) -> Vec<Nearest> {
    let mut trials = 0;
    loop {
        let Some(plan) = record(vm, options, budget, &found.schedule) else {
            return Vec::new();
        };
        let preemptions: Vec<usize> = (0..plan.len()).filter(|i| plan[*i].preempts).collect();
        let mut nearest = Vec::new();
        let mut better = None;
        for at in &preemptions {
            trials += 1;
            if trials > TRIALS || budget.exhausted().is_some() {
                return Vec::new();
            }
            match without(vm, options, budget, &plan, *at, fingerprint) {
                Err(how) => nearest.push(how),
                Ok(other) => {
                    nearest.push(Nearest::Fails);
                    let count = |plan: Vec<Planned>| plan.iter().filter(|p| p.preempts).count();
                    let fewer = record(vm, options, budget, &other.schedule)
                        .is_some_and(|other| count(other) < preemptions.len());
                    if fewer {
                        better = Some(other);
                        break;
                    }
                }
            }
        }
        match better {
            Some(other) => *found = other,
            None => return nearest,
        }
    }
}

/// Follows a schedule; `None` if it cannot be followed as it is.
fn record(vm: &mut Vm, options: &Options, budget: &mut dyn Budget, schedule: &[Choice]) -> Option<Vec<Planned>> {
    if schedule.len() > LONGEST {
        return None;
    }
    let mut plan: Vec<Planned> = Vec::new();
    let mut fits = true;
    let mut last: Option<ThreadId> = None;
    walk(vm, options, budget, schedule.len() as u64, &mut |vm, choices| {
        let planned = schedule.get(plan.len()).copied();
        let choice = planned.filter(|choice| offers(vm, choices, *choice));
        fits &= choice.is_some();
        let choice = choice.unwrap_or(choices[0]);
        let could_go_on = |last: ThreadId| {
            let goes_on = |c: &Choice| c.thread == last && c.alternative != Alternative::SpuriousWakeup;
            last != choice.thread && choices.iter().any(goes_on)
        };
        plan.push(Planned {
            path: vm.thread(choice.thread).path.to_vec(),
            alternative: choice.alternative,
            preempts: last.is_some_and(could_go_on),
        });
        last = Some(choice.thread);
        choice
    })?;
    (fits && plan.len() == schedule.len()).then_some(plan)
}

/// The run in which the thread that was interrupted at a step goes on: the finding, if it still ends there, else how it ends.
fn without(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    plan: &[Planned],
    at: usize,
    fingerprint: &str,
) -> Result<Found, Nearest> {
    let Some(last) = at.checked_sub(1).and_then(|last| plan.get(last)) else {
        return Err(Nearest::Unknown);
    };
    let interrupted = last.path.clone();
    let mut schedule = Vec::new();
    let mut before: VecDeque<Planned> = plan[..at].iter().cloned().collect();
    let mut after: VecDeque<Planned> = plan[at..].iter().cloned().collect();
    let mut patience = PATIENCE;
    let mut last: Option<ThreadId> = None;
    let longest = (plan.len() + PATIENCE + LONGEST) as u64;
    let outcome = walk(vm, options, budget, longest, &mut |vm, choices| {
        let of = |planned: &Planned| same_choice(vm, choices, &planned.path, planned.alternative);
        let runs = |path: &[u16]| {
            let moves =
                |c: &&Choice| c.alternative != Alternative::SpuriousWakeup && vm.thread(c.thread).path[..] == *path;
            choices.iter().find(moves).copied()
        };
        let choice = if let Some(planned) = before.pop_front() {
            of(&planned)
        } else if let Some(choice) = runs(&interrupted).filter(|_| patience > 0) {
            patience -= 1;
            Some(choice)
        } else {
            patience = 0;
            std::iter::from_fn(|| after.pop_front()).find_map(|planned| of(&planned))
        };
        let goes_on = || {
            let sure = |c: &&Choice| c.alternative != Alternative::SpuriousWakeup;
            let same = choices.iter().filter(sure).find(|c| Some(c.thread) == last);
            same.or(choices.iter().find(sure)).copied()
        };
        let choice = choice.or_else(goes_on).unwrap_or(choices[0]);
        last = Some(choice.thread);
        schedule.push(choice);
        choice
    });
    let Some(mut outcome) = outcome else {
        return Err(Nearest::Unknown);
    };
    let followed = outcome.broken_paths.is_empty() && !outcome.unfinished && !outcome.cut_off;
    match outcome.found.remove(fingerprint) {
        Some(found) => Ok(found),
        None if !outcome.found.is_empty() => Err(Nearest::FailsOtherwise),
        None if followed && outcome.ended => Err(Nearest::Passes(schedule)),
        None if followed => Err(Nearest::GoesOn),
        None => Err(Nearest::Unknown),
    }
}

fn walk(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    longest: u64,
    pick: &mut dyn FnMut(&Vm, &[Choice]) -> Choice,
) -> Option<Outcome> {
    let options = Options {
        max_transitions: 0,
        max_depth: 0,
        first: false,
        store: StoreKind::Fingerprint,
        ..options.clone()
    };
    let mut run = OneRun::new(longest, pick);
    let outcome = unless_refuted(vm, |vm| {
        from_start(vm, |vm| {
            Search::new(vm, &options, budget).simulation().simulate(&mut run)
        })
    });
    let outcome = outcome?.ok()?;
    (!outcome.refuted).then_some(outcome)
}

/// Says of a finding why it fails, and shows the nearest run that passes; nothing where nothing is certainly right.
pub(crate) fn explain(vm: &mut Vm, options: &Options, finding: &mut Finding, touched: &Touched, nearest: &[Nearest]) {
    let without: Vec<Option<Without>> = nearest.iter().map(Nearest::without).collect();
    finding.why = why(finding.kind, &finding.trail, touched, &without);
    let Some(Why::Switch(switch)) = &finding.why else {
        return;
    };
    let preemptions = finding
        .trail
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| step.preemption);
    let passes = preemptions
        .zip(nearest)
        .find_map(|((index, _), nearest)| match nearest {
            Nearest::Passes(schedule) if index + 1 == switch.step as usize => Some(schedule),
            Nearest::Passes(_) | Nearest::Fails | Nearest::Unknown | Nearest::GoesOn | Nearest::FailsOtherwise => None,
        });
    finding.passing = passes.and_then(|schedule| passing(vm, options, &finding.trail.steps, schedule));
}

/// Follows the schedule of a run that passes, for its steps from where it differs.
fn passing(vm: &mut Vm, options: &Options, failing: &[Step], schedule: &[Choice]) -> Option<PassingRun> {
    let steps = without_learning(vm, |vm| {
        from_start(vm, |vm| {
            let mut follower = Follower::new(vm, options).with_scenes_of(schedule.len());
            follower.follow(schedule).ok()?;
            Some(follower.into_run())
        })
    });
    let mut steps = steps.ok()??;
    let same = |(one, other): &(&Step, &Step)| one.thread_path == other.thread_path && one.facts == other.facts;
    let from = steps.iter().zip(failing).take_while(same).count();
    let rest = steps.split_off(from);
    let omitted = rest.len().saturating_sub(PASSING_STEPS) as u64;
    let shown = rest.into_iter().take(PASSING_STEPS).map(|step| Step {
        scene: StepSnapshot {
            object: step.scene.object,
            values: step.scene.values,
            library: step.scene.library,
            ..StepSnapshot::default()
        },
        ..step
    });
    Some(PassingRun {
        from: from as u32 + 1,
        steps: shown.collect(),
        omitted,
    })
}

impl Nearest {
    /// What becomes of the run; none where it fails in the same way, or that is not known.
    fn without(&self) -> Option<Without> {
        match self {
            Nearest::Fails | Nearest::Unknown => None,
            Nearest::GoesOn => Some(Without::GoesOn),
            Nearest::FailsOtherwise => Some(Without::FailsOtherwise),
            Nearest::Passes(_) => Some(Without::Passes),
        }
    }
}

/// What came between what, and what it takes for the run to pass.
fn why(kind: Kind, trail: &Trail, touched: &Touched, nearest: &[Option<Without>]) -> Option<Why> {
    let steps = &trail.steps;
    let real = |step: &&Step| step.options > 0;
    let preemptions: Vec<usize> = (0..steps.len()).filter(|i| steps[*i].preemption).collect();
    if kind == Kind::DataRace {
        return race(trail);
    }
    if preemptions.is_empty() && kind == Kind::LockDiscipline {
        return Some(Why::OneAccess);
    }
    if preemptions.is_empty() {
        let threads: std::collections::BTreeSet<u32> = steps.iter().filter(real).map(|s| s.thread).collect();
        return (threads.len() > 1
            && matches!(kind, Kind::Deadlock | Kind::AssertionFailure | Kind::UncaughtException))
        .then_some(Why::NoPreemption);
    }
    if preemptions.len() != nearest.len() {
        return None;
    }
    let decisive = preemptions.into_iter().zip(nearest);
    let decisive: Vec<(usize, Without)> = decisive.filter_map(|(at, without)| Some((at, (*without)?))).collect();
    let culprits = decisive.iter().filter_map(|(at, without)| {
        let culprit = culprit::between(steps, touched, *at)?;
        Some((*at, *without, culprit))
    });
    // Of equals the last one.
    let best = culprits.max_by_key(|(_, _, culprit)| culprit.rank);
    if let Some((
        at,
        without,
        Culprit {
            before,
            intruder,
            after,
            ..
        },
    )) = best
    {
        let last = || last_before(steps, at).map(|index| (index, None));
        let after = after.or_else(|| Some((next_of(steps, at, last()?.0)?, None)));
        return switch(touched, steps, (at, without), (before.or_else(last)?, intruder, after));
    }
    let (at, without) = decisive.last().copied()?;
    let before = last_before(steps, at)?;
    let length = steps[at..].iter().take_while(|s| s.thread == steps[at].thread).count();
    let intruder = named_event(kind, &steps[at..at + length]).map_or(at, |index| at + index);
    let after = next_of(steps, at, before).map(|index| (index, None));
    switch(touched, steps, (at, without), ((before, None), (intruder, None), after))
}

/// The last real step before a switch.
fn last_before(steps: &[Step], at: usize) -> Option<usize> {
    steps[..at].iter().rposition(|step| step.options > 0)
}

/// The next step of the thread of one before a switch.
fn next_of(steps: &[Step], at: usize, before: usize) -> Option<usize> {
    let next = steps[at..]
        .iter()
        .position(|step| step.thread == steps[before].thread)?;
    Some(at + next)
}

fn switch(
    touched: &Touched,
    steps: &[Step],
    (at, without): (usize, Without),
    (before, intruder, after): (Part<'_>, Part<'_>, Option<Part<'_>>),
) -> Option<Why> {
    let moment = |part| moment(touched, steps, part);
    Some(Why::Switch(Box::new(Switch {
        step: number(at),
        intruder: moment(intruder)?,
        before: moment(before)?,
        after: match after {
            Some(after) => Some(moment(after)?),
            None => None,
        },
        without,
    })))
}

fn number(index: usize) -> u32 {
    index as u32 + 1
}

fn moment(touched: &Touched, steps: &[Step], (index, memory): Part<'_>) -> Option<Moment> {
    let step = &steps[index];
    let places = touched
        .get(&number(index))
        .map(|step| &step.places[..])
        .unwrap_or_default();
    let inside = memory.map(|memory| Inside {
        memory: memory.clone(),
        write: places
            .iter()
            .any(|place| place.write && place.inside.as_ref() == Some(memory)),
    });
    Some(Moment {
        step: number(index),
        thread: step.thread_name.clone(),
        facts: step.facts.clone()?,
        object: step.scene.object.clone(),
        called: step.scene.library.clone().and_then(|library| library.called),
        inside,
        location: step.location.clone(),
    })
}

/// The step of a segment that others feel most: what the library does of its own accord is named only if there is nothing else, not even
/// the end of the thread.
fn named_event(kind: Kind, segment: &[Step]) -> Option<usize> {
    let is_own = |step: &Step| {
        let library = step.scene.library.as_ref();
        library.is_none_or(|library| library.called.is_some())
    };
    let end = || segment.iter().rposition(|step| step.action == Operation::End);
    felt(kind, segment, &is_own)
        .or_else(end)
        .or_else(|| felt(kind, segment, &|_| true))
}

fn felt(kind: Kind, segment: &[Step], counts: &dyn Fn(&Step) -> bool) -> Option<usize> {
    let of = |actions: &[Operation]| {
        let named = |step: &Step| actions.contains(&step.action) && counts(step);
        segment.iter().rposition(named)
    };
    let first: &[Operation] = if kind == Kind::Deadlock {
        &[Operation::Lock, Operation::Notify]
    } else {
        &[Operation::Write, Operation::Atomic, Operation::Interrupt]
    };
    of(first)
        .or_else(|| {
            of(&[
                Operation::Write,
                Operation::Atomic,
                Operation::Call,
                Operation::Notify,
                Operation::Unpark,
            ])
        })
        .or_else(|| of(&[Operation::Lock, Operation::Interrupt, Operation::End]))
}

/// What the two threads of a race hold, as the last scene shows it.
fn race(trail: &Trail) -> Option<Why> {
    let sides: Vec<&Step> = trail.steps.iter().rev().take_while(|s| s.options == 0).collect();
    let locks = trail.steps.iter().rev().find_map(|s| s.scene.locks.as_ref());
    let holding = |step: &Step| {
        let own = |lock: &&Lock| lock.owner.as_deref() == Some(&step.thread_path);
        let held = locks.into_iter().flatten().filter(own);
        Holding {
            thread: step.thread_name.clone(),
            locks: held.map(|lock| lock.name.clone()).collect(),
        }
    };
    let [second, first] = &sides[..] else { return None };
    Some(Why::Held {
        threads: [holding(first), holding(second)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::location::Location;
    use crate::facts::object::{Access, Memory, Object};
    use crate::facts::step::StepOp;
    use crate::facts::wait::{Holder, Wait};
    use crate::trail::StepSnapshot;
    use crate::words;

    fn step(thread: u32, op: StepOp, line: u32, preemption: bool) -> Step {
        Step {
            thread,
            thread_name: ["", "main", "sell", "audit"][thread as usize].into(),
            thread_path: format!("t{thread}"),
            operation: words::step::operation(&op),
            action: op.sort(),
            options: u64::from(op.sort() != Operation::Blocked),
            facts: Some(op.into()),
            location: Some(Location {
                class: "Till".into(),
                method: "m".into(),
                file: Some("Till.java".into()),
                line: Some(line),
            }),
            choice: 0,
            generator: "schedule".into(),
            note: String::new(),
            preemption,
            scene: StepSnapshot::default(),
        }
    }

    fn named(field: &str) -> Object {
        Object::Field { field: field.into() }
    }

    fn lock(field: &str) -> StepOp {
        StepOp::Lock { lock: named(field) }
    }

    fn wants(field: &str, holder: &str) -> StepOp {
        StepOp::Blocked {
            wait: Wait::Lock {
                lock: named(field),
                holder: Holder::Thread { name: holder.into() },
                instance: None,
            },
        }
    }

    fn access(access: Access) -> StepOp {
        StepOp::Access {
            access,
            memory: Memory::Field {
                class: "Till".into(),
                field: "x".into(),
            },
        }
    }

    fn why(kind: Kind, trail: &Trail, passes: &[bool]) -> Option<String> {
        let nearest: Vec<Option<Without>> = passes.iter().map(|passes| passes.then_some(Without::Passes)).collect();
        let said = super::why(kind, trail, &Touched::default(), &nearest);
        said.as_ref().map(words::why::why)
    }

    fn trail(steps: Vec<Step>) -> Trail {
        Trail {
            format: 1,
            id: String::new(),
            target: "Till".into(),
            args: Vec::new(),
            inputs: Vec::new(),
            calls: Vec::new(),
            condition: Vec::new(),
            jdk: String::new(),
            classes: Default::default(),
            files: Default::default(),
            options: Default::default(),
            visible: Vec::new(),
            kind: String::new(),
            fingerprint: String::new(),
            steps,
            lasso: None,
            omitted: 0,
            output: String::new(),
        }
    }

    #[test]
    fn the_lock_that_comes_between_is_named() {
        let deadlock = trail(vec![
            step(2, lock("drawer"), 5, false),
            step(3, lock("ledger"), 9, true),
            step(2, wants("ledger", "audit"), 6, false),
            step(3, wants("drawer", "sell"), 10, false),
        ]);
        assert_eq!(
            why(Kind::Deadlock, &deadlock, &[true]).as_deref(),
            Some(
                "the failure depends on one context switch: audit's \"lock ledger\" (Till.java:9) comes between sell's \
                 \"lock drawer\" (Till.java:5) and its \"lock ledger\" (Till.java:6); without that switch this run passes"
            )
        );
        assert_eq!(
            why(Kind::Deadlock, &deadlock, &[false]),
            None,
            "it fails without the switch"
        );
        assert_eq!(why(Kind::Deadlock, &deadlock, &[]), None, "nobody knows");
    }

    #[test]
    fn what_needs_no_preemption_says_so() {
        let steps = vec![
            step(
                1,
                StepOp::Start {
                    thread: Object::Thread { name: "sell".into() },
                },
                3,
                false,
            ),
            step(2, StepOp::Wait { object: named("box") }, 5, false),
        ];
        assert!(why(Kind::Deadlock, &trail(steps.clone()), &[]).is_some_and(|w| w.starts_with("no preemption")));
        assert_eq!(why(Kind::Deadlock, &trail(steps[1..].to_vec()), &[]), None);
    }

    #[test]
    fn a_race_names_what_is_held() {
        let mut steps = vec![
            step(2, lock("a"), 4, false),
            step(2, access(Access::Write), 5, false),
            step(3, access(Access::Read), 8, false),
        ];
        steps[1].options = 0;
        steps[2].options = 0;
        assert_eq!(
            why(Kind::DataRace, &trail(steps.clone()), &[]).as_deref(),
            Some("no lock is common to sell and audit here, and no happens-before edge orders the accesses")
        );
        steps[0].scene.locks = Some(vec![Lock {
            name: "a".into(),
            instance: None,
            owner: Some("t2".into()),
            wanted: Vec::new(),
        }]);
        assert_eq!(
            why(Kind::DataRace, &trail(steps), &[]).as_deref(),
            Some("sell holds a and audit holds no lock: no lock is common to both")
        );
    }
}
