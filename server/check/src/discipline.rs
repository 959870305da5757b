//! What annotations promise about locks, and a run that does not keep it: `lock-discipline`.

use dropwire_vm::{Violation, Vm};

use crate::facts::defect::{Defect, Facts, MemberUse, Participant, Promise, Role};
use crate::facts::step::{Remark, StepFacts, StepOp};
use crate::site::{Site, simple_name};

/// What a thread did against a promise, and where.
pub(crate) fn breach(vm: &Vm, breach: &Violation) -> Defect {
    let site = site(vm, breach);
    let class = vm.image.class(breach.class.0).binary_name();
    let act = act(breach.act);
    Defect {
        sides: vec![format!(
            "{} {}.{} {}",
            site.identity(),
            simple_name(&class),
            breach.member,
            breach.lock
        )],
        facts: Facts::LockDiscipline {
            thread: vm.thread_name(breach.thread),
            act,
            class,
            member: breach.member.to_owned(),
            promise: match act {
                MemberUse::Change => Promise::Immutable,
                MemberUse::Read | MemberUse::Write | MemberUse::Call | MemberUse::Use => Promise::GuardedBy {
                    lock: breach.lock.to_owned(),
                },
            },
        },
        location: site.location(),
        participants: Vec::new(),
    }
}

fn site(vm: &Vm, breach: &Violation) -> Site {
    let (method, pc) = breach.place;
    Site {
        method: vm.image.method(method),
        pc,
    }
}

fn act(act: dropwire_vm::MemberUse) -> MemberUse {
    match act {
        dropwire_vm::MemberUse::Read => MemberUse::Read,
        dropwire_vm::MemberUse::Write => MemberUse::Write,
        dropwire_vm::MemberUse::Call => MemberUse::Call,
        dropwire_vm::MemberUse::Use => MemberUse::Use,
        dropwire_vm::MemberUse::Change => MemberUse::Change,
    }
}

/// The last thing that a run did against a promise, as the last step of a trail.
pub(crate) fn last_step(vm: &Vm) -> Option<(Violation, Site, StepFacts)> {
    let breach = *vm.violations.last()?;
    let act = act(breach.act);
    let facts = StepFacts {
        op: StepOp::Violate {
            act,
            member: breach.member.to_owned(),
        },
        remark: Some(match act {
            MemberUse::Change => Remark::ThoughImmutable,
            MemberUse::Read | MemberUse::Write | MemberUse::Call | MemberUse::Use => Remark::WithoutTheLock,
        }),
    };
    Some((breach, site(vm, &breach), facts))
}

/// Where a race is in a class that says it is safe for threads.
pub(crate) fn contradicts_thread_safe(vm: &Vm, sites: &[Site]) -> Vec<Participant> {
    let mut found: Vec<Participant> = Vec::new();
    for site in sites {
        let class = site.method.class();
        if vm.is_said_thread_safe(class.id) {
            let role = Role::SaysThreadSafe {
                class: class.binary_name(),
            };
            if found.iter().all(|known| known.role != role) {
                let location = site.location();
                found.push(Participant { role, location });
            }
        }
    }
    found
}

/// What is to be said where a method of a side calls a fence.
pub(crate) fn fences(sites: &[Site]) -> Option<Participant> {
    let place = sites.iter().find_map(Site::fence)?;
    Some(Participant {
        role: Role::Fence,
        location: place.location(),
    })
}
