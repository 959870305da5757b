//! What annotations promise about locks, and a run that does not keep it: `lock-discipline`.

use dropwire_vm::{Violation, Vm};

use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Defect, Facts, MemberUse, Participant, Promise, Role};
use crate::facts::step::{Remark, StepFacts, StepOp};
use crate::site::{Site, simple_name};

/// Each thread does with a member what annotations promise.
#[derive(Default)]
pub(super) struct GuardedBy {
    /// How many violations of the present path have been reported.
    reported: usize,
}

impl Property for GuardedBy {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Reached]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let violations = &state.vm.path.violations[self.reported..];
        let defects = violations.iter().map(|violation| defect(state.vm, violation));
        judgement.defects.extend(defects);
        self.reported = state.vm.path.violations.len();
    }

    fn go_back(&mut self, vm: &Vm) {
        self.reported = self.reported.min(vm.path.violations.len());
    }

    fn catch_up(&mut self, vm: &Vm) {
        self.reported = vm.path.violations.len();
    }
}

/// What a thread did against a promise, and where.
fn defect(vm: &Vm, violation: &Violation) -> Defect {
    let site = site(vm, violation);
    let class = vm.image.class(violation.class.0).binary_name();
    let act = act(violation.act);
    Defect {
        sides: vec![format!(
            "{} {}.{} {}",
            site.identity(vm),
            simple_name(&class),
            violation.member,
            violation.lock
        )],
        facts: Facts::LockDiscipline {
            thread: vm.thread_name(violation.thread),
            act,
            class,
            member: violation.member.to_owned(),
            promise: match act {
                MemberUse::Change => Promise::Immutable,
                MemberUse::Read | MemberUse::Write | MemberUse::Call | MemberUse::Use => Promise::GuardedBy {
                    lock: violation.lock.to_owned(),
                },
            },
        },
        location: site.location(),
        participants: Vec::new(),
    }
}

fn site(vm: &Vm, violation: &Violation) -> Site {
    let (method, pc) = violation.place;
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
    let violation = *vm.path.violations.last()?;
    let act = act(violation.act);
    let facts = StepFacts {
        op: StepOp::Violate {
            act,
            member: violation.member.to_owned(),
        },
        remark: Some(match act {
            MemberUse::Change => Remark::ThoughImmutable,
            MemberUse::Read | MemberUse::Write | MemberUse::Call | MemberUse::Use => Remark::WithoutTheLock,
        }),
    };
    Some((violation, site(vm, &violation), facts))
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
