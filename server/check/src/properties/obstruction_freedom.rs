//! Calls of an object under test return if their threads run alone, where the user says so (`object.progress`): obstruction-freedom
//! (Herlihy, Luchangco and Moir, ICDCS 2003).
//!
//! A thread that runs alone fails to return in two ways. It comes to a state in which it is blocked: every state is judged here. Or it goes round
//! in a cycle of its own steps: that is asked of the graph when the search is over (`temporal/alone.rs`).

use dropwire_vm::image::class::Class;
use dropwire_vm::{Status, ThreadId, Vm};

use super::deadlock::waiting;
use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Defect, Facts, Obstacle};
use crate::facts::location::Location;
use crate::site::Site;

/// No thread is blocked inside a call that has to return.
pub(super) struct ObstructionFreedom;

impl Property for ObstructionFreedom {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Stuck, Moment::Live]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let vm = state.vm;
        let object = vm.mode.object.as_ref();
        let scenarios = object.and_then(|object| object.scenarios.as_ref());
        if scenarios.is_none_or(|scenarios| !scenarios.obstruction_free) {
            return;
        }
        let blocked = vm
            .live_by_path()
            .iter()
            .copied()
            .filter(|thread| is_blocked(vm, *thread));
        let defects = blocked.filter_map(|thread| {
            let waiting = waiting(vm, thread);
            violation(vm, thread, Obstacle::Blocked { waiting })
        });
        judgement.defects.extend(defects);
    }
}

/// Whether a thread does not move unless another one does something. Who waits for a time moves when that is over.
fn is_blocked(vm: &Vm, thread: ThreadId) -> bool {
    let waits = matches!(vm.thread(thread).status, Status::Waiting { .. });
    (waits || !vm.is_enabled(thread)) && vm.time_left(thread).is_none()
}

/// The finding that the call of a thread does not return; `None` if it is inside none. There is one for each method and sort of obstacle.
pub(crate) fn violation(vm: &Vm, thread: ThreadId, obstacle: Obstacle) -> Option<Defect> {
    let way = vm.unfinished_call(thread)?;
    let object = vm.mode.object.as_ref()?;
    let (class, name, descriptor) = object.scenarios.as_ref()?.members.get(way)?;
    let sort = match &obstacle {
        Obstacle::Blocked { .. } => "is blocked",
        Obstacle::Repeats { .. } => "repeats",
    };
    let class = vm
        .image
        .loaded(class)
        .map_or_else(|| class.replace('/', "."), Class::binary_name);
    Some(Defect {
        sides: vec![format!("{class} {name}{descriptor} {sort}")],
        facts: Facts::NotObstructionFree {
            thread: vm.thread_name(thread),
            class,
            call: object.ways.get(way).cloned().unwrap_or_default(),
            obstacle,
        },
        location: Site::of_thread(vm, thread).map_or_else(Location::nowhere, |site| site.location()),
        participants: Vec::new(),
    })
}
