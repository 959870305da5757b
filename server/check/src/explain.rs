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
use crate::facts::why::{Holding, Moment, Switch, Why};
use crate::options::{Budget, Options, StoreKind};
use crate::rollback::{from_start, unless_refuted};
use crate::search::strategy::OneRun;
use crate::search::{Found, Search};
use crate::trail::{Lock, Step, Trail};

/// Bytecodes after which no other finding of a check is taken apart: a few seconds.
pub(crate) const BYTECODES: u64 = 500_000_000;
/// Schedules longer than this are not taken apart.
const LONGEST: usize = 3_000;
/// Steps that a thread goes on where it was interrupted.
const PATIENCE: usize = 500;
/// Schedules that are tried for one finding.
const TRIALS: usize = 60;

/// A choice by the thread's creation path: numbers change when starts change places.
#[derive(Clone, PartialEq)]
struct Planned {
    path: Vec<u16>,
    alternative: Alternative,
    preempts: bool,
}

/// Takes out every preemption that the finding does not need. Answers for each one that is left, in order, whether the
/// nearest run without it passes.
pub(crate) fn minimise(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    fingerprint: &str,
    found: &mut Found,
) -> Vec<bool> {
    let mut trials = 0;
    loop {
        let Some(plan) = record(vm, options, budget, &found.schedule) else {
            return Vec::new();
        };
        let preemptions: Vec<usize> = (0..plan.len()).filter(|i| plan[*i].preempts).collect();
        let mut decisive = Vec::new();
        let mut better = None;
        for at in &preemptions {
            trials += 1;
            if trials > TRIALS || budget.exhausted().is_some() {
                return Vec::new();
            }
            match without(vm, options, budget, &plan, *at, fingerprint) {
                None => decisive.push(true),
                Some(other) => {
                    decisive.push(false);
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
            None => return decisive,
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

/// The run in which the thread that was interrupted at a step goes on; the finding, if it still ends there.
fn without(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    plan: &[Planned],
    at: usize,
    fingerprint: &str,
) -> Option<Found> {
    let interrupted = plan.get(at.checked_sub(1)?)?.path.clone();
    let mut before: VecDeque<Planned> = plan[..at].iter().cloned().collect();
    let mut after: VecDeque<Planned> = plan[at..].iter().cloned().collect();
    let mut patience = PATIENCE;
    let mut last: Option<ThreadId> = None;
    let longest = (plan.len() + PATIENCE + LONGEST) as u64;
    let mut outcome = walk(vm, options, budget, longest, &mut |vm, choices| {
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
        choice
    })?;
    outcome.remove(fingerprint)
}

type Finds = std::collections::BTreeMap<String, Found>;

fn walk(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    longest: u64,
    pick: &mut dyn FnMut(&Vm, &[Choice]) -> Choice,
) -> Option<Finds> {
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
    (!outcome.refuted).then_some(outcome.found)
}

/// What came between what, and what it takes for the run to pass; nothing where nothing is certainly right.
pub(crate) fn why(kind: Kind, trail: &Trail, decisive: &[bool]) -> Option<Why> {
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
    if preemptions.len() != decisive.len() {
        return None;
    }
    let last = (0..decisive.len()).rev().find(|i| decisive[*i])?;
    let at = preemptions[last];
    let intruder = &steps[at];
    let before = steps[..at].iter().rfind(real)?;
    let segment: Vec<&Step> = steps[at..].iter().take_while(|s| s.thread == intruder.thread).collect();
    let next = steps[at..].iter().find(|s| s.thread == before.thread);
    Some(Why::Switch(Box::new(Switch {
        intruder: moment(named_event(kind, &segment).unwrap_or(intruder))?,
        before: moment(before)?,
        after: match next {
            Some(next) => Some(moment(next)?),
            None => None,
        },
    })))
}

fn moment(step: &Step) -> Option<Moment> {
    Some(Moment {
        thread: step.thread_name.clone(),
        facts: step.facts.clone()?,
        location: step.location.clone(),
    })
}

/// The step of a segment that others feel most.
fn named_event<'a>(kind: Kind, segment: &[&'a Step]) -> Option<&'a Step> {
    let of = |actions: &[Operation]| segment.iter().rev().find(|s| actions.contains(&s.action)).copied();
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

    fn why(kind: Kind, trail: &Trail, decisive: &[bool]) -> Option<String> {
        super::why(kind, trail, decisive).as_ref().map(words::why::why)
    }

    fn trail(steps: Vec<Step>) -> Trail {
        Trail {
            format: 1,
            id: String::new(),
            target: "Till".into(),
            args: Vec::new(),
            jdk: String::new(),
            classes: Default::default(),
            options: Default::default(),
            visible: Vec::new(),
            kind: String::new(),
            fingerprint: String::new(),
            steps,
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
            Some("sell and audit hold no lock here, and no happens-before edge orders the accesses")
        );
        steps[0].scene.locks = Some(vec![Lock {
            name: "a".into(),
            owner: Some("t2".into()),
            wanted: Vec::new(),
        }]);
        assert_eq!(
            why(Kind::DataRace, &trail(steps), &[]).as_deref(),
            Some("sell holds a and audit holds no lock: no lock is common to both")
        );
    }
}
