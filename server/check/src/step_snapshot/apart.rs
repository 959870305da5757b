//! Which objects are named by instance: those that have a name of their own in a field, and those that are one of several.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::facts::defect::Defect;
use crate::facts::object::Instance;
use crate::facts::step::StepOp;
use crate::facts::wait::Wait;
use crate::trail::Step;

/// Numbers of instances, by class.
#[derive(Default)]
struct Seen(BTreeMap<String, BTreeSet<u32>>);

impl Seen {
    fn note(&mut self, instance: Option<&Instance>) {
        if let Some(Instance { class, number, .. }) = instance {
            self.0.entry(class.clone()).or_default().insert(*number);
        }
    }

    /// Leaves it only where it says something.
    fn judge(&self, instance: &mut Option<Instance>) {
        let says = |one: &Instance| one.text.is_some() || self.0.get(&one.class).is_some_and(|all| all.len() > 1);
        *instance = instance.take().filter(says);
    }
}

/// Looks at each instance that the steps of a run name.
fn each(steps: &mut [Step], look: &mut dyn FnMut(&mut Option<Instance>)) {
    for step in steps {
        look(&mut step.scene.object);
        for lock in step.scene.locks.iter_mut().flatten() {
            look(&mut lock.instance);
        }
        if let Some(facts) = &mut step.facts
            && let StepOp::Blocked {
                wait: Wait::Lock { instance, .. },
            } = &mut facts.op
        {
            look(instance);
        }
    }
}

/// Leaves the instances that say something, and gives locks their names by instance.
pub(super) fn tell_apart(steps: &mut [Step], names: &FxHashMap<(String, u32), String>) {
    let mut seen = Seen::default();
    each(steps, &mut |instance| seen.note(instance.as_ref()));
    each(steps, &mut |instance| seen.judge(instance));
    for lock in steps.iter_mut().flat_map(|step| step.scene.locks.iter_mut().flatten()) {
        let name = lock
            .instance
            .as_ref()
            .and_then(|one| names.get(&(one.class.clone(), one.number)));
        if let Some(name) = name {
            lock.name.clone_from(name);
        }
    }
}

/// The same for a defect.
pub(super) fn tell_apart_in(defect: &mut Defect) {
    let mut seen = Seen::default();
    defect.each_lock(&mut |_, instance| seen.note(instance.as_ref()));
    defect.each_lock(&mut |_, instance| seen.judge(instance));
}
