//! How to mend a finding, in one plain sentence; nothing where no sentence is certainly right.

use crate::facts::defect::{Accessing, Facts, Idle, MethodName, Promise, Waiting};
use crate::facts::object::Memory;
use crate::facts::step::{Remark, StepFacts, StepOp};
use crate::facts::wait::Wait;
use crate::report::Finding;
use crate::site::simple_name;
use crate::trail::Step;

/// What to do about it.
pub fn fix(finding: &Finding) -> Option<String> {
    fix_of(finding.facts.as_ref()?, &finding.trail.steps)
}

fn fix_of(facts: &Facts, steps: &[Step]) -> Option<String> {
    match facts {
        Facts::DeadlockCycle { cycle } => {
            let of_locks = cycle.iter().all(|side| matches!(side.wait, Wait::Lock { .. }));
            let fix = match cycle.len() {
                0 | 1 => None,
                2 => Some("always acquire the two locks in the same order"),
                _ => Some("always acquire these locks in the same order"),
            };
            fix.filter(|_| of_locks).map(str::to_owned)
        }
        Facts::Stuck { waiting } => lost_notification(waiting, steps).map(str::to_owned),
        Facts::Race {
            memory, volatile: true, ..
        } => Some(format!(
            "access {} in volatile mode on both sides: one of them reads or writes it in plain mode",
            super::memory(memory)
        )),
        Facts::Race {
            memory,
            never_adjacent: true,
            ..
        } => Some(format!(
            "let what one thread writes and the other sees before it reads {} order them: a volatile access, a release that an acquire reads, a lock, or \
             join",
            super::memory(memory)
        )),
        Facts::Race { memory, accesses, .. } => Some(race(memory, accesses)),
        Facts::LockDiscipline { promise, .. } => match promise {
            Promise::GuardedBy { lock } if lock == "itself" => {
                Some("hold the object's own lock here, or remove the annotation".into())
            }
            Promise::GuardedBy { lock } => Some(format!("hold {lock} here, or remove the annotation")),
            Promise::Immutable => None,
        },
        Facts::ThreadLeak { awaits, .. } => Some(match awaits {
            Idle::Tasks => "shut the pool down when its last task has been submitted".into(),
            Idle::TimerTasks => "cancel the timer when its last task has run, or make it a daemon".into(),
            Idle::Connections => "close the server when no more connections are to come".into(),
        }),
        Facts::Thrown { .. }
        | Facts::BlockedInAtomic { .. }
        | Facts::RepeatedState { .. }
        | Facts::Endless { .. }
        | Facts::Livelock { .. }
        | Facts::InvariantViolation { .. }
        | Facts::PropertyViolation { .. }
        | Facts::NotLinearizable { .. }
        | Facts::NotObstructionFree { .. }
        | Facts::BrokenInvariant { .. } => None,
    }
}

fn lost_notification(waiting: &[Waiting], steps: &[Step]) -> Option<&'static str> {
    let in_wait = |one: &Waiting| matches!(one.wait, Wait::Notification { .. });
    let alone = steps.windows(2).all(|pair| pair[0].thread == pair[1].thread);
    if waiting.is_empty() || alone || !waiting.iter().all(in_wait) {
        return None;
    }
    let wakes_one = |facts: &StepFacts| {
        matches!(facts.op, StepOp::Notify { .. }) && matches!(facts.remark, Some(Remark::Wakes { .. }))
    };
    let wakes_one = steps.iter().filter_map(|step| step.facts.as_ref()).any(wakes_one);
    Some(if wakes_one && waiting.len() > 1 {
        "use notifyAll where threads wait for different conditions on one object: notify may wake the wrong one"
    } else {
        "no notify comes after this wait: change a condition under the lock before notify, and test it in a loop around wait, so that none is lost"
    })
}

fn race(memory: &Memory, accesses: &[Accessing; 2]) -> String {
    // What one side accesses in code of its own is the user's, whoever accesses it on the other.
    if let [Some(MethodName { class, .. }), Some(_)] = accesses.each_ref().map(|side| side.inside.as_ref()) {
        let object = match simple_name(class).split('$').next() {
            Some(class) if !class.is_empty() && !class.starts_with("Abstract") => class,
            Some(_) | None => "object",
        };
        return format!("guard every use of the {object} with one lock, or use a thread-safe class instead");
    }
    match memory {
        Memory::Elements { .. } => "guard every access to the array with one lock".into(),
        Memory::OffHeap { .. } => "guard every access to this memory with one lock".into(),
        Memory::Field { .. } | Memory::Whole { .. } => format!(
            "guard every access to {} with one lock, or make it volatile or atomic if single reads and writes suffice",
            super::memory(memory)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::defect::{InCycle, Thrower};
    use crate::facts::object::{Access, Object};
    use crate::facts::wait::Holder;

    fn named(field: &str) -> Object {
        Object::Field { field: field.into() }
    }

    fn lock(field: &str) -> Wait {
        Wait::Lock {
            lock: named(field),
            holder: Holder::Thread { name: "other".into() },
            instance: None,
        }
    }

    fn cycle(waits: Vec<Wait>) -> Option<String> {
        let side = |wait| InCycle {
            thread: "a".into(),
            holds: None,
            wait,
        };
        fix_of(
            &Facts::DeadlockCycle {
                cycle: waits.into_iter().map(side).collect(),
            },
            &[],
        )
    }

    #[test]
    fn cycles_of_locks() {
        assert!(cycle(vec![lock("x"), lock("y")]).is_some_and(|fix| fix.starts_with("always acquire the two locks")));
        let three = vec![lock("x"), lock("y"), lock("z")];
        assert!(cycle(three).is_some_and(|fix| fix.starts_with("always acquire these locks")));
        let end = Wait::End {
            thread: Object::Thread { name: "a".into() },
        };
        assert_eq!(cycle(vec![lock("x"), end]), None);
        assert_eq!(cycle(vec![lock("x")]), None);
    }

    fn step(thread: u32, facts: StepFacts) -> Step {
        Step {
            thread,
            thread_name: "t".into(),
            thread_path: "t".into(),
            operation: String::new(),
            action: facts.op.sort(),
            facts: Some(facts),
            location: None,
            choice: 0,
            options: 1,
            generator: "schedule".into(),
            note: String::new(),
            preemption: false,
            scene: crate::trail::StepSnapshot::default(),
        }
    }

    #[test]
    fn lost_wakeups() {
        let waiting = |wait: &Wait| Waiting {
            thread: "a".into(),
            wait: wait.clone(),
        };
        let on_box = Wait::Notification { object: named("box") };
        let both = Facts::Stuck {
            waiting: vec![waiting(&on_box), waiting(&on_box)],
        };
        let wait = step(2, StepOp::Wait { object: named("box") }.into());
        let notify = |remark| {
            let op = StepOp::Notify { object: named("box") };
            step(1, StepFacts { op, remark })
        };
        assert_eq!(
            fix_of(&both, std::slice::from_ref(&wait)),
            None,
            "nobody could have notified"
        );
        let loops = fix_of(&both, &[notify(None), wait.clone()]);
        assert!(loops.unwrap().contains("in a loop"), "it woke nobody");
        let woke = [
            notify(Some(Remark::Wakes {
                waiter: 2,
                thread: None,
            })),
            wait,
        ];
        assert!(fix_of(&both, &woke).unwrap().contains("notifyAll"));
        let left = Wait::Lock {
            lock: named("box"),
            holder: Holder::Ended { name: None },
            instance: None,
        };
        let left_locked = Facts::Stuck {
            waiting: vec![waiting(&left), waiting(&left)],
        };
        assert_eq!(fix_of(&left_locked, &woke), None, "no order of locks helps");
    }

    #[test]
    fn races() {
        let race = |memory, inside: Option<&str>| {
            let side = || Accessing {
                thread: "a".into(),
                access: Access::Write,
                inside: inside.map(|class| MethodName {
                    class: class.into(),
                    method: "putVal".into(),
                }),
            };
            let accesses = [side(), side()];
            let volatile = false;
            fix_of(
                &Facts::Race {
                    memory,
                    accesses,
                    volatile,
                    never_adjacent: false,
                },
                &[],
            )
            .unwrap()
        };
        let field = || Memory::Field {
            class: "Account".into(),
            field: "balance".into(),
        };
        let elements = Memory::Elements {
            array: "int".into(),
            first: Some(1),
            last: Some(1),
        };
        assert!(race(field(), None).starts_with("guard every access to Account.balance with one lock, or"));
        assert!(!race(elements, None).contains("volatile"));
        assert!(race(field(), Some("java.util.HashMap")).contains("the HashMap with one lock"));
        assert!(race(field(), Some("java.util.AbstractList$Itr")).contains("the object with one lock"));
    }

    #[test]
    fn what_no_sentence_is_right_for() {
        let thrown = Facts::Thrown {
            thrower: Thrower::Task,
            thrown: crate::facts::defect::Thrown {
                class: "E".into(),
                text: String::new(),
                by_the_program: true,
            },
            assertion: false,
        };
        assert_eq!(fix_of(&thrown, &[]), None);
    }
}
