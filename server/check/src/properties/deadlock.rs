//! Deadlocks: threads that wait for each other in a cycle, and states in which no thread is enabled.

use dropwire_vm::heap::Ref;
use dropwire_vm::image::InitState;
use dropwire_vm::{Pending, Status, ThreadId, Vm};

use super::property::{Judgement, Moment, Property, State};
use super::thread_leak;
use crate::facts::defect::{Defect, Facts, Held, InCycle, MethodName, Participant, Role, Waiting, split_places};
use crate::facts::location::Location;
use crate::facts::wait::{Holder, Wait};
use crate::names;
use crate::site::{Site, frames, simple_name};
use crate::words;

/// Some thread can go on forever, or the program ends: a state in which no thread is enabled is a deadlock or a thread leak.
pub(super) struct Deadlock;

impl Property for Deadlock {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Stuck]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        judgement.defects.extend(global_deadlocks(state.vm));
    }
}

/// No threads wait for each other, though others go on.
pub(super) struct PartialDeadlock;

impl Property for PartialDeadlock {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Live]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        if state.vm.may_have_closed_cycle() {
            judgement.defects.extend(partial_deadlocks(state.vm));
        }
    }
}

/// Whom a blocked thread waits for, and through what.
struct Edge {
    to: ThreadId,
    object: Ref,
    means: Means,
    /// Nobody outside can end the wait.
    firm: bool,
}

/// What a blocked thread waits for.
enum Means {
    Monitor,
    Join,
    Initialisation,
    /// A lock of `java.util.concurrent`: its synchronizer.
    Lock(Ref),
}

impl Edge {
    /// What the waiting thread waits for.
    fn wait(&self, vm: &Vm, thread: ThreadId) -> Wait {
        let holder = || Holder::Thread {
            name: vm.thread_name(self.to),
        };
        match self.held(vm, thread) {
            Some(Held::Lock { lock, instance }) => Wait::Lock {
                lock,
                holder: holder(),
                instance,
            },
            Some(Held::Initialisation { class }) => Wait::Initialisation {
                class,
                holder: holder(),
            },
            None => Wait::End {
                thread: names::object(vm, thread, self.object),
            },
        }
    }

    /// The lock or the class, as a thread knows it; none where it is a thread's end.
    fn held(&self, vm: &Vm, thread: ThreadId) -> Option<Held> {
        match self.means {
            Means::Monitor | Means::Lock(_) => Some(Held::Lock {
                lock: names::object(vm, thread, self.object),
                instance: None,
            }),
            Means::Initialisation => Some(Held::Initialisation {
                class: vm.image.class_of_mirror(&vm.heap, self.object).binary_name(),
            }),
            Means::Join => None,
        }
    }

    /// Identity without instance: the class of the lock.
    fn identity(&self, vm: &Vm) -> String {
        match self.means {
            Means::Monitor => lock_identity(vm, self.object),
            Means::Join => "join".into(),
            Means::Initialisation => format!(
                "initialisation {}",
                vm.image.class_of_mirror(&vm.heap, self.object).binary_name()
            ),
            Means::Lock(lock) => vm.class_of(lock).binary_name(),
        }
    }
}

/// The thread whose end this one waits for without a time limit: before the loop of `join`, or in it.
fn joined(vm: &Vm, thread: ThreadId) -> Option<Ref> {
    let t = vm.thread(thread);
    match (t.status, t.pending) {
        (Status::Ready, Pending::Join(target)) => Some(target),
        (Status::Waiting { object, nanos, .. }, _) if nanos <= 0 && vm.waits_for_thread(thread) => Some(object),
        _ => None,
    }
}

fn edge(vm: &Vm, thread: ThreadId) -> Option<Edge> {
    let t = vm.thread(thread);
    if let Some(target) = joined(vm, thread)
        && !vm.is_enabled(thread)
    {
        return Some(Edge {
            to: vm.thread_of(target)?,
            object: target,
            means: Means::Join,
            firm: false,
        });
    }
    if t.status != Status::Ready || vm.is_enabled(thread) {
        return None;
    }
    match t.pending {
        Pending::Enter(r) | Pending::Reacquire(r, ..) => {
            let (owner, _) = vm.heap.monitor(r)?;
            Some(Edge {
                to: ThreadId(owner as u32),
                object: r,
                means: Means::Monitor,
                firm: true,
            })
        }
        Pending::ClassInit(mirror) => {
            let class = vm.image.class_of_mirror(&vm.heap, mirror);
            let (state, owner) = vm.image.init_state(&vm.heap, class);
            let owner = owner.filter(|_| state == InitState::Running)?;
            Some(Edge {
                to: ThreadId(owner as u32),
                object: mirror,
                means: Means::Initialisation,
                firm: true,
            })
        }
        Pending::Park(0) => {
            let (lock, owner) = names::owned_lock(vm, thread)?;
            let firm = frames(vm, thread)
                .any(|s| s.method.name == "lock" && s.method.class().name.starts_with("java/util/concurrent/locks/"));
            Some(Edge {
                to: owner?,
                object: lock_object(vm, thread).unwrap_or(lock),
                means: Means::Lock(lock),
                firm,
            })
        }
        _ => None,
    }
}

/// The lock that user code called `lock` on, for a thread parked inside it.
pub(crate) fn lock_object(vm: &Vm, thread: ThreadId) -> Option<Ref> {
    lock_call(vm, thread)
        .filter(|(_, method)| method.starts_with("lock"))
        .map(|(lock, _)| lock)
}

/// The lock of the library whose method user code called to take it, and that method.
pub(crate) fn lock_call(vm: &Vm, thread: ThreadId) -> Option<(Ref, &'static str)> {
    let t = vm.thread(thread);
    t.frames().find_map(|(fp, method, _)| {
        let method = vm.image.method(method);
        let class = method.class();
        let takes = ["lock", "lockInterruptibly", "tryLock", "readLock", "writeLock"].contains(&method.name)
            || method.name.starts_with("tryRead")
            || method.name.starts_with("tryWrite");
        let public = takes && !class.name.contains("Sync");
        if !public || !class.name.starts_with("java/util/concurrent/locks/") {
            return None;
        }
        let code = method.code.get()?;
        let this = t.stack[(fp - code.max_locals) as usize] as Ref;
        let plausible = this != 0 && this < vm.heap.top() && vm.class_of(this).is_subclass_of(class);
        plausible.then_some((this, method.name))
    })
}

/// A lock without its instance: its class.
pub(crate) fn lock_identity(vm: &Vm, r: Ref) -> String {
    let class = vm.class_of(r);
    if class.name == "java/lang/Class" {
        format!("class {}", vm.image.class_of_mirror(&vm.heap, r).binary_name())
    } else {
        class.binary_name()
    }
}

/// The cycles of the wait-for graph, each from its first thread. With `firm` only waits that no thread outside the cycle can end count.
fn cycles(vm: &Vm, firm: bool) -> impl Iterator<Item = Vec<(ThreadId, Edge)>> + '_ {
    // Each thread waits for one other at most, so no two cycles share a thread.
    vm.live().filter_map(move |start| {
        let mut path: Vec<(ThreadId, Edge)> = Vec::new();
        let mut at = start;
        while let Some(next) = edge(vm, at).filter(|e| e.firm || !firm) {
            let to = next.to;
            path.push((at, next));
            if to == start {
                let first = path.iter().all(|(thread, _)| thread.0 >= start.0);
                return first.then_some(path);
            }
            if path.iter().any(|(t, _)| *t == to) {
                break;
            }
            at = to;
        }
        None
    })
}

/// Whether threads wait for each other in a cycle.
pub(crate) fn in_cycle(vm: &Vm) -> bool {
    cycles(vm, false).next().is_some()
}

/// Wait-for cycles that no thread outside of them can end.
fn partial_deadlocks(vm: &Vm) -> Vec<Defect> {
    cycles(vm, true).map(|cycle| describe_cycle(vm, &cycle)).collect()
}

/// No thread is enabled and a non-daemon thread lives. The caller has established that.
fn global_deadlocks(vm: &Vm) -> Vec<Defect> {
    let cycles: Vec<Defect> = cycles(vm, false).map(|cycle| describe_cycle(vm, &cycle)).collect();
    if !cycles.is_empty() {
        return cycles;
    }
    let leaks = thread_leak::thread_leaks(vm);
    if leaks.is_empty() { vec![all_blocked(vm)] } else { leaks }
}

/// Threads wait, and not for each other in a cycle.
fn all_blocked(vm: &Vm) -> Defect {
    let mut sides = Vec::new();
    let mut places = Vec::new();
    let mut all = Vec::new();
    let blocked: Vec<ThreadId> = vm.live().filter(|t| !vm.thread(*t).daemon).collect();
    // Who joins a blocked thread waits for its sake only, and an idle worker for tasks: the story is about the others.
    let joins = |thread: &ThreadId| joined(vm, *thread).is_some();
    let idle = |thread: &ThreadId| thread_leak::is_idle(vm, *thread);
    let mut essential = blocked.clone();
    essential.retain(|thread| !joins(thread) && !idle(thread));
    let reported = if essential.is_empty() { &blocked } else { &essential };
    for thread in reported {
        let Some(site) = Site::of_thread(vm, *thread) else {
            continue;
        };
        let Waiting { thread: who, wait } = waiting(vm, *thread);
        sides.push(format!("{} {}", site.identity(vm), blocked_identity(vm, *thread)));
        places.push(Participant {
            role: Role::Waits {
                thread: who.clone(),
                wait: wait.clone(),
            },
            location: site.location(),
        });
        all.push(Waiting { thread: who, wait });
    }
    sides.sort();
    sides.dedup();
    let (location, participants) = split_places(places);
    Defect {
        facts: Facts::Stuck { waiting: all },
        sides,
        location,
        participants,
    }
}

fn describe_cycle(vm: &Vm, cycle: &[(ThreadId, Edge)]) -> Defect {
    let side = |(i, (thread, wants)): (usize, &(ThreadId, Edge))| {
        // The one before in the cycle waits for what this thread holds.
        let holds = &cycle[(i + cycle.len() - 1) % cycle.len()].1;
        CycleSide {
            facts: InCycle {
                thread: vm.thread_name(*thread),
                // Each thread knows a lock by its own fields: name it from the holder's side.
                holds: holds.held(vm, *thread),
                wait: wants.wait(vm, *thread),
            },
            site: Site::of_thread(vm, *thread),
            wants_identity: wants.identity(vm),
        }
    };
    deadlock_of(vm, cycle.iter().enumerate().map(side).collect())
}

/// One thread of a cycle, wherever it was seen.
pub(crate) struct CycleSide {
    /// The thread, and what it holds and waits for.
    pub facts: InCycle,
    /// Where it waits.
    pub site: Option<Site>,
    /// What it waits for, without instance.
    pub wants_identity: String,
}

/// The deadlock of a cycle of threads, each of which wants what the next one holds.
pub(crate) fn deadlock_of(vm: &Vm, cycle: Vec<CycleSide>) -> Defect {
    let mut sides = Vec::new();
    let mut places = Vec::new();
    for CycleSide {
        facts: InCycle { thread, wait, .. },
        site,
        wants_identity,
    } in &cycle
    {
        let identity = site.map_or_else(String::new, |s| s.identity(vm));
        sides.push(format!("{identity} wants {wants_identity}"));
        places.push(Participant {
            role: Role::WaitsInCycle {
                thread: thread.clone(),
                wait: wait.clone(),
            },
            location: site.map_or_else(Location::nowhere, |s| s.location()),
        });
    }
    sides.sort();
    sides.dedup();
    places.sort_by_cached_key(|place| (place.location.clone(), words::defect::role(&place.role)));
    let (location, participants) = split_places(places);
    Defect {
        facts: Facts::DeadlockCycle {
            cycle: cycle.into_iter().map(|side| side.facts).collect(),
        },
        sides,
        location,
        participants,
    }
}

/// A blocked thread, and what it waits for.
pub(super) fn waiting(vm: &Vm, thread: ThreadId) -> Waiting {
    Waiting {
        thread: vm.thread_name(thread),
        wait: wait_of(vm, thread),
    }
}

/// What a blocked thread waits for.
pub fn wait_of(vm: &Vm, thread: ThreadId) -> Wait {
    let t = vm.thread(thread);
    let known = |r: Ref| names::object(vm, thread, r);
    if let Some(target) = joined(vm, thread) {
        return Wait::End { thread: known(target) };
    }
    if let Status::Waiting { object, .. } = t.status {
        return Wait::Notification { object: known(object) };
    }
    if let Some(edge) = edge(vm, thread) {
        return edge.wait(vm, thread);
    }
    match t.pending {
        Pending::Park(_) => match (names::dead_owner(vm, thread), names::library_call(vm, thread)) {
            (Some((lock, owner)), _) => Wait::Lock {
                lock: known(lock_object(vm, thread).unwrap_or(lock)),
                holder: Holder::Ended { name: Some(owner) },
                instance: None,
            },
            (None, Some(MethodName { class, method })) => Wait::Call { class, method },
            (None, None) => Wait::Permit,
        },
        Pending::Enter(r) | Pending::Reacquire(r, ..) => Wait::Lock {
            lock: known(r),
            holder: Holder::Ended { name: None },
            instance: None,
        },
        Pending::Poll { .. } => names::network_wait(vm, thread).unwrap_or(Wait::Other),
        _ => Wait::Other,
    }
}

fn blocked_identity(vm: &Vm, thread: ThreadId) -> String {
    let t = vm.thread(thread);
    if joined(vm, thread).is_some() {
        return "joins".into();
    }
    match (t.status, t.pending) {
        (Status::Waiting { object, .. }, _) => format!("waits {}", lock_identity(vm, object)),
        (_, Pending::Enter(r) | Pending::Reacquire(r, ..)) => format!("wants {}", lock_identity(vm, r)),
        (_, Pending::Park(_) | Pending::Poll { .. }) => {
            let call = names::library_call(vm, thread)
                .map(|call| format!("{}.{}", simple_name(&call.class).replace('$', "."), call.method));
            format!("parked {}", call.unwrap_or_default())
        }
        _ => "blocked".into(),
    }
}
