//! What annotations promise about locks, and a run that does not keep it: `lock-discipline`.

use dropwire_vm::{Act, Breach, Vm};

use crate::judge::{Defect, Subject};
use crate::report::{Kind, Related};
use crate::site::{Site, simple_name};

/// What a thread did against a promise, and where.
pub(crate) fn breach(vm: &Vm, breach: &Breach) -> Defect {
    let (method, pc) = breach.place;
    let site = Site {
        method: vm.image.method(method),
        pc,
    };
    let (who, what) = (vm.thread_name(breach.thread), act(breach.act));
    let class = vm.image.class(breach.class.0).binary_name();
    let member = format!("{}.{}", simple_name(&class), breach.member);
    let message = match breach.act {
        Act::Change => format!("{who} changes {member}, which others can see, though it is @Immutable"),
        Act::Read | Act::Write | Act::Call | Act::Use => {
            format!(
                "{who} {what} {member} without the lock (@GuardedBy(\"{}\"))",
                breach.lock
            )
        }
    };
    Defect {
        kind: Kind::LockDiscipline,
        message: format!("Lock discipline: {message}"),
        sides: vec![format!("{} {member} {}", site.identity(), breach.lock)],
        subject: Some(Subject::Field(format!("{class}.{}", breach.member))),
        location: site.location(),
        related: Vec::new(),
    }
}

fn act(act: Act) -> &'static str {
    match act {
        Act::Read => "reads",
        Act::Write => "writes",
        Act::Call => "calls",
        Act::Use => "uses the object of",
        Act::Change => "changes",
    }
}

/// The last thing that a run did against a promise, as a trail tells it: `write Till.cash without the lock`.
pub(crate) fn told(vm: &Vm) -> Option<(Breach, Site, String)> {
    let breach = *vm.breaches.last()?;
    let (method, pc) = breach.place;
    let site = Site {
        method: vm.image.method(method),
        pc,
    };
    let member = breach.member;
    let text = match breach.act {
        Act::Read => format!("reads {member}"),
        Act::Write | Act::Change => format!("writes {member}"),
        Act::Call => format!("calls {member}"),
        Act::Use => format!("uses {member}"),
    };
    Some((breach, site, text))
}

/// Where a race is in a class that says it is safe for threads.
pub(crate) fn unsafe_after_all(vm: &Vm, sites: &[Site]) -> Vec<Related> {
    let mut found: Vec<Related> = Vec::new();
    for site in sites {
        let class = site.method.class();
        if vm.is_said_thread_safe(class.id) {
            let message = format!("{} says that it is @ThreadSafe", simple_name(&class.binary_name()));
            if found.iter().all(|known| known.message != message) {
                let location = site.location();
                found.push(Related { message, location });
            }
        }
    }
    found
}

/// What is to be said where a method of a side calls a fence.
pub(crate) fn fences(sites: &[Site]) -> Option<Related> {
    let place = sites.iter().find_map(Site::fence)?;
    Some(Related {
        message: "a fence does not order plain accesses by the Java memory model: it does so on machines that are known, and is not \
                  taken for an order here"
            .into(),
        location: place.location(),
    })
}
