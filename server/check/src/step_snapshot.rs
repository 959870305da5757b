//! What a step saw and changed: stack, values, locks, thread states, and which earlier steps it had to come after.
//!
//! For readers alone: nothing here decides anything, and a wrong name costs no verdict.

use dropwire_vm::heap::Ref;
use dropwire_vm::{Mode, Pending, Status, ThreadId, Vm};
use rustc_hash::FxHashMap;

use crate::facts::defect::{Defect, MethodName};
use crate::facts::location::Location;
use crate::facts::object::Instance;
use crate::names;
use crate::properties::deadlock;
use crate::site::{self, Site, frames};
use crate::trail::{InLibrary, Lock, Step, StepSnapshot, ThreadState, ThreadStatus};
use crate::words;

pub(crate) use accesses::Touch;

mod accesses;
mod apart;
pub(crate) mod values;

use accesses::Listener;

/// Follows a run and remembers what later steps depend on.
#[derive(Default)]
pub(crate) struct Witness {
    /// Locks that somebody has used, in order, with the name that the first one gave.
    known: Vec<(Ref, String)>,
    locks: Vec<Lock>,
    threads: FxHashMap<String, ThreadStatus>,
    /// The step that set a blocked thread free, by the thread's path, until that thread moves.
    freed: FxHashMap<String, u32>,
    /// The last step that released a lock, with its thread.
    released: FxHashMap<Ref, (u32, ThreadId)>,
    /// The last step that wrote a volatile location or used an atomic object, with its thread.
    published: FxHashMap<Spot, (u32, ThreadId)>,
    numbers: values::Numbers,
    /// What each recorded step touched, by its number.
    touched: FxHashMap<u32, Touches>,
    /// Names of locks by instance, by class and number, where the name by which they are known is a variable's.
    apart: FxHashMap<(String, u32), String>,
}

/// The places that a step touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touches {
    /// Each once.
    pub places: Vec<Touch>,
    /// The thread was in the user's code, or in what that had called.
    pub in_users_code: bool,
}

/// Memory of an object: its reference, and how many bytes behind that. Off the heap, 0 and the address.
type Spot = (Ref, u64);

fn spot(object: Ref, at: u64) -> Spot {
    (object, at - u64::from(object) * 8)
}

/// What must be known of the state before a step.
pub(crate) struct Before {
    thread: ThreadId,
    number: u32,
    scene: StepSnapshot,
    owners: Vec<Option<ThreadId>>,
    stuck: Vec<ThreadId>,
    place: Option<values::Place>,
    /// Where later steps of others are ordered after this one.
    publishes: Option<Spot>,
    listener: Option<Listener>,
    touches: Touches,
}

/// The objects that are known before a step, and how many collections there were.
pub(crate) struct Tracked {
    all: Vec<Ref>,
    collections: u64,
    listener: Listener,
}

impl Witness {
    /// Looks at the state before a step; `number` is the step's, from 1.
    pub(crate) fn look(&mut self, vm: &Vm, thread: ThreadId, number: u32) -> Before {
        self.meet(vm);
        let mut scene = StepSnapshot {
            stack: stack(vm, thread),
            object: object_of(vm, thread).map(|r| self.numbers.instance(vm, r)),
            library: in_library(vm, thread),
            variables: values::variables(vm, thread, &mut self.numbers),
            ..StepSnapshot::default()
        };
        scene.after.extend(self.freed.remove(&vm.thread_path(thread)));
        let point = order_point(vm, thread);
        if let Some((at, _)) = point
            && let Some((step, by)) = self.published.get(&at)
            && *by != thread
        {
            scene.after.push(*step);
        }
        Before {
            thread,
            number,
            scene,
            owners: self.known.iter().map(|(r, _)| owner(vm, *r)).collect(),
            stuck: vm
                .live()
                .filter(|t| *t != thread && thread_status(vm, *t) != ThreadStatus::Runnable)
                .collect(),
            place: values::Place::of(vm, thread, &mut self.numbers),
            publishes: point.filter(|(_, writes)| *writes).map(|(at, _)| at),
            listener: None,
            touches: Touches {
                places: lock_in_use(vm, thread)
                    .map(|r| self.numbers.touch(vm, r, Touch::ITSELF, true))
                    .into_iter()
                    .collect(),
                in_users_code: Site::of_thread(vm, thread).is_some_and(|site| site.is_user()),
            },
        }
    }

    /// The machine is about to take a step: has it keep count of where the objects lie that are known here.
    pub(crate) fn track(&self, vm: &mut Vm, before: &Before) -> Tracked {
        let locks = self.known.iter().map(|(r, _)| *r).chain(self.released.keys().copied());
        let memory = self.published.keys().copied().chain(before.publishes);
        let values = before.place.iter().map(|place| place.object);
        let all = locks.chain(memory.map(|(object, _)| object)).chain(values);
        let all: Vec<Ref> = all.chain(self.numbers.objects()).collect();
        vm.tracked.clone_from(&all);
        Tracked {
            all,
            collections: vm.collections,
            listener: Listener::new(vm),
        }
    }

    /// The machine has taken the step: finds again what collections have moved, and forgets what they have freed.
    pub(crate) fn find_again(&mut self, vm: &mut Vm, tracked: Tracked, before: &mut Before) {
        let now = std::mem::take(&mut vm.tracked);
        tracked.listener.stop(vm);
        before.listener = Some(tracked.listener);
        if vm.collections == tracked.collections {
            return;
        }
        let moved: FxHashMap<Ref, Ref> = tracked.all.into_iter().zip(now).collect();
        // Off the heap nothing moves.
        let new = |r: Ref| moved.get(&r).copied().filter(|to| r == 0 || *to != 0);
        let owners = std::mem::take(&mut before.owners);
        for ((r, name), owner) in std::mem::take(&mut self.known).into_iter().zip(owners) {
            if let Some(r) = new(r) {
                self.known.push((r, name));
                before.owners.push(owner);
            }
        }
        let released = std::mem::take(&mut self.released).into_iter();
        self.released = released.filter_map(|(r, by)| Some((new(r)?, by))).collect();
        let new_spot = |(object, offset): Spot| Some((new(object)?, offset));
        let published = std::mem::take(&mut self.published).into_iter();
        self.published = published.filter_map(|(at, by)| Some((new_spot(at)?, by))).collect();
        before.publishes = before.publishes.and_then(new_spot);
        before.place = before.place.take().and_then(|place| {
            let object = new(place.object)?;
            Some(place.at(object))
        });
        self.numbers.moved(new);
    }

    /// Records what the step did.
    pub(crate) fn finish(&mut self, vm: &Vm, before: Before) -> StepSnapshot {
        let Before {
            thread,
            number,
            mut scene,
            owners,
            stuck,
            place,
            publishes,
            listener,
            mut touches,
        } = before;
        let own = place.as_ref().map(values::Place::address);
        scene
            .values
            .extend(place.map(|place| place.finish(vm, &mut self.numbers)));
        if let Some(listener) = listener {
            let (values, places) = listener.finish(vm, own, &mut self.numbers);
            scene.values.extend(values);
            touches.places.extend(places);
        }
        self.touched.insert(number, touches);
        for ((r, _), was) in self.known.iter().zip(owners) {
            let is = owner(vm, *r);
            if was == Some(thread) && is != was {
                self.released.insert(*r, (number, thread));
            }
            if is == Some(thread)
                && is != was
                && let Some((step, by)) = self.released.get(r)
                && *by != thread
            {
                scene.after.push(*step);
            }
        }
        for other in stuck {
            if vm.thread(other).is_alive() && thread_status(vm, other) == ThreadStatus::Runnable {
                self.freed.insert(vm.thread_path(other), number);
            }
        }
        for index in 0..vm.threads.len() {
            let path = vm.thread_path(ThreadId(index as u32));
            if !self.threads.contains_key(&path) {
                self.freed.insert(path, number);
            }
        }
        if let Some(at) = publishes {
            self.published.insert(at, (number, thread));
        }
        self.settle(vm, &mut scene);
        scene
    }

    /// What each recorded step touched, by its number.
    pub(crate) fn take_touched(&mut self) -> FxHashMap<u32, Touches> {
        std::mem::take(&mut self.touched)
    }

    /// Tells objects apart where that says something: leaves an instance where its fields have a name for it, or where the steps
    /// come to several of its class.
    pub(crate) fn tell_apart(&mut self, steps: &mut [Step]) {
        apart::tell_apart(steps, &self.apart);
    }

    /// Says of each lock in a defect which object it is, in the state that shows it.
    pub(crate) fn name_locks(&mut self, vm: &Vm, defect: &mut Defect) {
        let mut wanted: FxHashMap<String, Option<Instance>> = FxHashMap::default();
        for thread in vm.live_by_path().iter().copied() {
            let instance = wants(vm, thread).map(|r| self.numbers.instance(vm, r));
            // Of two threads with one name nobody knows which one is meant.
            let known = wanted.entry(vm.thread_name(thread));
            known.and_modify(|known| *known = None).or_insert(instance);
        }
        let wanted_by = |thread: &str| wanted.get(thread).cloned().flatten();
        defect.each_lock(&mut |thread, instance| *instance = wanted_by(thread));
        apart::tell_apart_in(defect);
    }

    /// Which object the lock is that a thread cannot get.
    pub(crate) fn wanted_lock(&mut self, vm: &Vm, thread: ThreadId) -> Option<Instance> {
        wants(vm, thread).map(|r| self.numbers.instance(vm, r))
    }

    /// The scene of a remark on how things stand, which has this number.
    pub(crate) fn remark(&mut self, vm: &Vm, thread: ThreadId, number: u32) -> StepSnapshot {
        if let Some(lock) = wants(vm, thread) {
            let place = self.numbers.touch(vm, lock, Touch::ITSELF, true);
            let in_users_code = Site::of_thread(vm, thread).is_some_and(|site| site.is_user());
            let places = vec![place];
            self.touched.insert(number, Touches { places, in_users_code });
        }
        let mut scene = StepSnapshot {
            stack: stack(vm, thread),
            object: object_of(vm, thread).map(|r| self.numbers.instance(vm, r)),
            variables: values::variables(vm, thread, &mut self.numbers),
            ..StepSnapshot::default()
        };
        self.settle(vm, &mut scene);
        scene
    }

    /// The scene of a remark that a thread was started. All else that has changed is recorded with the `last` of them.
    pub(crate) fn started(&mut self, vm: &Vm, child: ThreadId, number: u32, last: bool) -> StepSnapshot {
        let path = vm.thread_path(child);
        self.freed.insert(path.clone(), number);
        let mut scene = StepSnapshot::default();
        if last {
            self.settle(vm, &mut scene);
        } else {
            let state = thread_status(vm, child);
            self.threads.insert(path.clone(), state);
            scene.threads.push(ThreadState { thread: path, state });
        }
        scene
    }

    /// Takes note of every lock that a thread is about to use.
    fn meet(&mut self, vm: &Vm) {
        for thread in vm.live_by_path().iter().copied() {
            let Some(r) = lock_in_use(vm, thread) else { continue };
            if !self.known.iter().any(|(known, _)| *known == r) {
                let instance = self.numbers.instance(vm, r);
                let name = names::object(vm, thread, r);
                self.known.push((r, words::object(&name)));
                if let Some(apart) = words::distinguished(&name, Some(&instance)) {
                    self.apart.insert((instance.class, instance.number), apart);
                }
            }
        }
    }

    /// Writes down what differs from the step before.
    fn settle(&mut self, vm: &Vm, scene: &mut StepSnapshot) {
        self.meet(vm);
        for index in 0..vm.threads.len() {
            let thread = ThreadId(index as u32);
            let path = vm.thread_path(thread);
            let state = thread_status(vm, thread);
            if self.threads.insert(path.clone(), state) != Some(state) {
                scene.threads.push(ThreadState { thread: path, state });
            }
        }
        let locks = self.table(vm);
        if locks != self.locks {
            self.locks.clone_from(&locks);
            scene.locks = Some(locks);
        }
        scene.after.sort_unstable();
        scene.after.dedup();
    }

    fn table(&mut self, vm: &Vm) -> Vec<Lock> {
        let wanted = |r: Ref| {
            let blocked = vm.live_by_path().iter().copied().filter(|t| wants(vm, *t) == Some(r));
            blocked.map(|t| vm.thread_path(t)).collect::<Vec<_>>()
        };
        let numbers = &mut self.numbers;
        let rows = self.known.iter().map(|(r, name)| Lock {
            name: name.clone(),
            instance: Some(numbers.instance(vm, *r)),
            owner: owner(vm, *r).map(|t| vm.thread_path(t)),
            wanted: wanted(*r),
        });
        rows.filter(|lock| lock.owner.is_some() || !lock.wanted.is_empty())
            .collect()
    }
}

/// The object that a thread's pending operation is about; none for a class, a thread, or memory off the heap.
fn object_of(vm: &Vm, thread: ThreadId) -> Option<Ref> {
    let object = match vm.pending(thread) {
        Pending::Access { object, .. } => Some(object),
        Pending::Notify(r) | Pending::NotifyAll(r) => Some(r),
        Pending::Call(_, receiver) | Pending::Boundary(_, receiver) => Some(receiver),
        _ => lock_in_use(vm, thread),
    };
    object.filter(|r| *r != 0 && vm.class_of(*r).name != "java/lang/Class" && vm.thread_of(*r).is_none())
}

/// Whether a thread is inside the library, and by which call of the user's code. What it does to threads and monitors is the
/// program's own doing: `wait`, `notify`, `join`.
fn in_library(vm: &Vm, thread: ThreadId) -> Option<InLibrary> {
    let mut outermost = None;
    for site in frames(vm, thread).filter(|site| !site.method.class().is_made()) {
        if site.is_user() {
            let class = |site: &Site| site.method.class().name;
            let call = outermost.filter(|site| !["java/lang/Object", "java/lang/Thread"].contains(&class(site)))?;
            let called = MethodName {
                class: call.method.class().binary_name(),
                method: call.method.name.to_owned(),
            };
            return Some(InLibrary { called: Some(called) });
        }
        outermost = Some(site);
    }
    outermost.map(|_| InLibrary { called: None })
}

/// Where a thread's pending operation is ordered after other threads' ones: a volatile location, an atomic object; and
/// whether others will be ordered after it.
fn order_point(vm: &Vm, thread: ThreadId) -> Option<(Spot, bool)> {
    match vm.pending(thread) {
        Pending::Access {
            object,
            span,
            write,
            mode: mode @ (Mode::Volatile | Mode::Atomic),
            ..
        } => Some((spot(object, span.at), write || mode == Mode::Atomic)),
        Pending::Call(_, receiver) | Pending::Boundary(_, receiver) if receiver != 0 => Some(((receiver, 0), true)),
        _ => None,
    }
}

fn stack(vm: &Vm, thread: ThreadId) -> Vec<Location> {
    site::shown(frames(vm, thread))
}

/// The lock that a thread wants, waits for again, or is about to take or give.
fn lock_in_use(vm: &Vm, thread: ThreadId) -> Option<Ref> {
    let t = vm.thread(thread);
    if let Status::Waiting { object, .. } = t.status {
        return Some(object);
    }
    match t.pending {
        Pending::Enter(r) | Pending::Release(r) | Pending::Reacquire(r, ..) | Pending::Wait(r) => Some(r),
        Pending::Call(_, r) | Pending::Boundary(_, r) if r != 0 && synchronizer(vm, r).is_some() => Some(r),
        Pending::Park(_) => deadlock::lock_object(vm, thread),
        _ => None,
    }
}

/// The lock that a thread cannot get now.
pub(crate) fn wants(vm: &Vm, thread: ThreadId) -> Option<Ref> {
    let t = vm.thread(thread);
    let blocked = t.status == Status::Ready && !vm.is_enabled(thread);
    match t.pending {
        Pending::Enter(r) | Pending::Reacquire(r, ..) if blocked => Some(r),
        Pending::Park(_) if blocked => deadlock::lock_object(vm, thread),
        _ => None,
    }
}

pub(crate) fn owner(vm: &Vm, r: Ref) -> Option<ThreadId> {
    if let Some((owner, _)) = vm.heap.monitor(r) {
        return Some(ThreadId(owner as u32));
    }
    let synchronizer = synchronizer(vm, r)?;
    vm.thread_of(vm.field(synchronizer, "exclusiveOwnerThread") as Ref)
}

/// The part of a lock of java.util.concurrent that knows its owner.
pub(crate) fn synchronizer(vm: &Vm, r: Ref) -> Option<Ref> {
    vm.image.slot(vm.class_of(r), "sync")?;
    let synchronizer = vm.field(r, "sync") as Ref;
    let known = synchronizer != 0
        && vm
            .image
            .slot(vm.class_of(synchronizer), "exclusiveOwnerThread")
            .is_some();
    known.then_some(synchronizer)
}

pub(crate) fn thread_status(vm: &Vm, thread: ThreadId) -> ThreadStatus {
    let t = vm.thread(thread);
    match t.status {
        Status::Terminated => ThreadStatus::Ended,
        Status::Waiting { .. } => ThreadStatus::Waiting,
        Status::Ready if vm.path.facts.exited.is_some() || vm.is_enabled(thread) => ThreadStatus::Runnable,
        Status::Ready => match t.pending {
            Pending::Park(_) if deadlock::lock_object(vm, thread).is_none() => ThreadStatus::Parked,
            Pending::Sleep(_) | Pending::Poll { .. } => ThreadStatus::Parked,
            _ => ThreadStatus::Blocked,
        },
    }
}
