//! Threads that block inside a method that was said to be atomic, by `vm.por.attributes` or by `Verify.beginAtomic`.

use dropwire_vm::{Status, ThreadId, Vm};

use super::deadlock::waiting;
use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Defect, Facts};
use crate::site::{Site, simple_name};

/// No thread blocks inside a method that was said to be atomic.
pub(super) struct BlockedInAtomic;

impl Property for BlockedInAtomic {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Stuck, Moment::Live]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        // Without an atomic method or block on any path there is nobody to look for.
        if state.vm.used.attributes {
            judgement.defects.extend(blocked_in_atomic(state.vm));
        }
    }
}

fn blocked_in_atomic(vm: &Vm) -> Vec<Defect> {
    let blocked = |t: &ThreadId| {
        vm.is_in_atomic(*t) && (matches!(vm.thread(*t).status, Status::Waiting { .. }) || !vm.is_enabled(*t))
    };
    let of_thread = |thread: ThreadId| {
        let method = vm.atomic_method(thread)?;
        let site = Site::of_thread(vm, thread)?;
        let named = format!("{}.{}", simple_name(&method.class().binary_name()), method.name);
        Some(Defect {
            facts: Facts::BlockedInAtomic {
                waiting: waiting(vm, thread),
                class: method.class().binary_name(),
                method: method.name.to_owned(),
            },
            sides: vec![format!("{} in {named}", site.identity(vm))],
            location: site.location(),
            participants: Vec::new(),
        })
    };
    let live = vm.live_by_path();
    live.iter().copied().filter(blocked).filter_map(of_thread).collect()
}
