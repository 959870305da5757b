//! What is wrong with a state: deadlocks, wait-for cycles, pending conflicts.
//! Predicates on one state in normal form; no history.

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::init_state;
use dropwire_vm::rules;
use dropwire_vm::{Mode, Owner, Pending, Span, Status, ThreadId, Vm};

use rustc_hash::FxHashSet;

use crate::discipline;
use crate::facts::defect::{Accessing, Defect, Facts, Held, InCycle, MethodName, Participant, Role, Waiting};
use crate::facts::location::Location;
use crate::facts::object::{Access as Accessed, Memory};
use crate::facts::wait::{Holder, Wait};
use crate::leak;
use crate::names;
use crate::optimistic_reads;
use crate::site::{Site, frames, simple_name};
use crate::words;

pub(crate) fn name(vm: &Vm, thread: ThreadId) -> String {
    vm.thread_name(thread)
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
            name: name(vm, self.to),
        };
        match self.held(vm, thread) {
            Some(Held::Lock { lock }) => Wait::Lock { lock, holder: holder() },
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
            let owner = owner.filter(|_| state == init_state::RUNNING)?;
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

/// A cycle of threads that wait for each other. With `firm` only waits that nobody outside can end count.
fn cycle(vm: &Vm, firm: bool) -> Option<Vec<(ThreadId, Edge)>> {
    for start in vm.live() {
        let mut path: Vec<(ThreadId, Edge)> = Vec::new();
        let mut at = start;
        while let Some(next) = edge(vm, at).filter(|e| e.firm || !firm) {
            let to = next.to;
            path.push((at, next));
            if to == start {
                return Some(path);
            }
            if path.iter().any(|(t, _)| *t == to) {
                break;
            }
            at = to;
        }
    }
    None
}

/// Whether threads wait for each other in a cycle.
pub(crate) fn in_cycle(vm: &Vm) -> bool {
    cycle(vm, false).is_some()
}

/// A wait-for cycle that nobody outside can end, whatever other threads do.
pub fn partial_deadlock(vm: &Vm) -> Option<Defect> {
    cycle(vm, true).map(|cycle| describe_cycle(vm, &cycle))
}

/// Threads that block inside a method that was said to be atomic.
pub fn blocked_in_atomic(vm: &Vm) -> Vec<Defect> {
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
            sides: vec![format!("{} in {named}", site.identity())],
            location: site.location(),
            participants: Vec::new(),
        })
    };
    let live = vm.live_by_path();
    live.iter().copied().filter(blocked).filter_map(of_thread).collect()
}

/// Nobody can move and a non-daemon thread lives. The caller has established that.
pub fn global_deadlock(vm: &Vm) -> Defect {
    if let Some(cycle) = cycle(vm, false) {
        return describe_cycle(vm, &cycle);
    }
    if let Some(leak) = leak::thread_leak(vm) {
        return leak;
    }
    let mut sides = Vec::new();
    let mut places = Vec::new();
    let mut all = Vec::new();
    let blocked: Vec<ThreadId> = vm.live().filter(|t| !vm.thread(*t).daemon).collect();
    // Who joins a blocked thread waits for its sake only: the story is about the others.
    let essential: Vec<ThreadId> = blocked.iter().copied().filter(|t| joined(vm, *t).is_none()).collect();
    let told = if essential.is_empty() { &blocked } else { &essential };
    for thread in told {
        let Some(site) = Site::of_thread(vm, *thread) else {
            continue;
        };
        let Waiting { thread: who, wait } = waiting(vm, *thread);
        sides.push(format!("{} {}", site.identity(), blocked_identity(vm, *thread)));
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
                thread: name(vm, *thread),
                // Each thread knows a lock by its own fields: name it from the holder's side.
                holds: holds.held(vm, *thread),
                wait: wants.wait(vm, *thread),
            },
            site: Site::of_thread(vm, *thread),
            wants_identity: wants.identity(vm),
        }
    };
    deadlock_of(cycle.iter().enumerate().map(side).collect())
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
pub(crate) fn deadlock_of(cycle: Vec<CycleSide>) -> Defect {
    let mut sides = Vec::new();
    let mut places = Vec::new();
    for CycleSide {
        facts: InCycle { thread, wait, .. },
        site,
        wants_identity,
    } in &cycle
    {
        let identity = site.map_or_else(String::new, |s| s.identity());
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

/// The main place of a defect, and all of them: every side has its part in the story, and the first one is its own place as well.
pub(crate) fn split_places(mut places: Vec<Participant>) -> (Location, Vec<Participant>) {
    let location = places
        .first()
        .map_or_else(Location::nowhere, |first| first.location.clone());
    places.truncate(6);
    (location, places)
}

fn waiting(vm: &Vm, thread: ThreadId) -> Waiting {
    Waiting {
        thread: name(vm, thread),
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
        Pending::Park(_) => match (names::dead_owner(vm, thread), innermost_library_call(vm, thread)) {
            (Some((lock, owner)), _) => Wait::Lock {
                lock: known(lock_object(vm, thread).unwrap_or(lock)),
                holder: Holder::Ended { name: Some(owner) },
            },
            (None, Some(MethodName { class, method })) => Wait::Call { class, method },
            (None, None) => Wait::Permit,
        },
        Pending::Enter(r) | Pending::Reacquire(r, ..) => Wait::Lock {
            lock: known(r),
            holder: Holder::Ended { name: None },
        },
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
        (_, Pending::Park(_)) => {
            let call = innermost_library_call(vm, thread)
                .map(|call| format!("{}.{}", simple_name(&call.class).replace('$', "."), call.method));
            format!("parked {}", call.unwrap_or_default())
        }
        _ => "blocked".into(),
    }
}

/// The call of the library that user code made: `CountDownLatch.await`.
fn innermost_library_call(vm: &Vm, thread: ThreadId) -> Option<MethodName> {
    let mut last = None;
    for site in frames(vm, thread) {
        if site.is_user() {
            break;
        }
        if !site.method.class().is_made() {
            last = Some(MethodName {
                class: site.method.class().binary_name(),
                method: site.method.name.to_owned(),
            });
        }
    }
    last
}

/// Pending conflicts: two threads that can both move now, about to touch one location, at least one writing, not
/// both in an ordered way. Appends to `defects`. True if a read was none because it is going to be validated.
pub fn races(vm: &Vm, known: &mut FxHashSet<Places>, defects: &mut Vec<Defect>) -> bool {
    let touches = |t: &ThreadId| matches!(vm.pending(*t), Pending::Access { .. } | Pending::Copy { .. });
    if vm.live().filter(touches).nth(1).is_none() {
        return false;
    }
    let accesses = accesses(vm);
    let mut excused = false;
    for (i, a) in accesses.iter().enumerate() {
        for b in accesses[i + 1..].iter().filter(|b| a.0 != b.0 && conflict(a, b)) {
            let places = (place(vm, a), place(vm, b));
            if known.contains(&places) {
                continue;
            }
            if [a, b]
                .into_iter()
                .any(|access| !access.3 && optimistic_reads::excuses(vm, access.0))
            {
                // Elsewhere the same two places may meet without the lock.
                excused = true;
                continue;
            }
            // Where they are none, the same two places may meet at an object that is the user's, as this one may be in another state.
            if let Some(defect) = race(vm, a, b) {
                known.insert(places);
                defects.push(defect);
            }
        }
    }
    excused
}

/// Where two accesses of a race stand. A race between the same places is the same defect, and need not be described again.
pub type Places = (Place, Place);

/// Hash of the callers, method, instruction and direction.
type Place = (u64, u32, u32, bool);

fn place(vm: &Vm, access: &Access) -> Place {
    let t = vm.thread(access.0);
    // Deeper frames tell user calls apart that end in one method of the library.
    let callers = t.frames().fold(0u64, |h, (_, method, pc)| {
        (h.rotate_left(9) ^ (u64::from(method) << 32 | u64::from(pc))).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (callers, t.method_id(), t.pc, access.3)
}

/// Threads whose pending accesses conflict with another's.
pub fn conflicting(vm: &Vm) -> Vec<ThreadId> {
    let accesses = accesses(vm);
    accesses
        .iter()
        .filter(|a| accesses.iter().any(|b| a.0 != b.0 && conflict(a, b)))
        .map(|a| a.0)
        .collect()
}

fn accesses(vm: &Vm) -> Vec<Access> {
    let mut accesses = Vec::new();
    for thread in vm.live() {
        let t = vm.thread(thread);
        if let (
            Status::Ready,
            Pending::Access {
                object,
                span,
                write,
                mode,
            },
        ) = (t.status, t.pending)
        {
            let array = object != 0 && vm.class_of(object).element_type().is_some();
            if planted(Fault::ArrayRacesIgnored) && array {
                continue;
            }
            accesses.push((thread, object, span, write, mode));
        }
        if let (Status::Ready, Pending::Copy { from, to }) = (t.status, t.pending) {
            for (side, write) in [(from, false), (to, true)]
                .into_iter()
                .filter(|(side, _)| !side.is_none())
            {
                accesses.push((thread, side.object, side.span, write, vm.side_mode(side)));
            }
        }
    }
    accesses
}

fn conflict(a: &Access, b: &Access) -> bool {
    let met = match planted(Fault::OverlapIgnored) {
        true => a.2.at == b.2.at,
        false => a.2.overlaps(b.2),
    };
    let same = a.1 == b.1 && met;
    let ordered = a.4 != Mode::Plain && b.4 != Mode::Plain && !planted(Fault::VolatileRaces);
    same && !ordered && (a.3 || b.3)
}

type Access = (ThreadId, Ref, Span, bool, Mode);

fn race(vm: &Vm, a: &Access, b: &Access) -> Option<Defect> {
    if a.1 != 0 && rules::is_benign_race(vm.class_of(a.1)) {
        return None;
    }
    // The first byte that both touch; an access to all of an object begins before its first field.
    let start = if a.1 == 0 { 0 } else { u64::from(a.1 + HEADER) * 8 };
    let at = a.2.at.max(b.2.at).max(start);
    let views = |access: &Access| actor(vm, access.0).is_some_and(|top| rules::makes_a_view(top.method));
    if vm.owner(a.1, at) != Owner::User && (views(a) || views(b)) || !vm.is_users_business(a.1, at) {
        return None;
    }
    let side = |access: &Access| {
        Some(RaceSide {
            who: name(vm, access.0),
            write: access.3,
            site: Site::of_thread(vm, access.0)?,
            top: actor(vm, access.0)?,
        })
    };
    Some(race_of(vm, &side(a)?, &side(b)?, (a.1, at)))
}

/// The topmost frame of what a thread does to memory that somebody wrote: not that of a class which only carries it out.
pub(crate) fn actor(vm: &Vm, thread: ThreadId) -> Option<Site> {
    frames(vm, thread).find(|site| {
        let class = site.method.class();
        !class.is_made() && !rules::works_for_callers(class)
    })
}

/// One side of a race, wherever it was seen.
#[derive(Clone, Debug)]
pub(crate) struct RaceSide {
    /// The thread's name.
    pub who: String,
    /// Whether it writes.
    pub write: bool,
    /// Where the user's code stands.
    pub site: Site,
    /// The topmost frame.
    pub top: Site,
}

impl RaceSide {
    fn facts(&self) -> Accessing {
        Accessing {
            thread: self.who.clone(),
            access: self.access(),
            inside: (!self.top.is_user()).then(|| MethodName {
                class: self.top.method.class().binary_name(),
                method: self.top.method.name.to_owned(),
            }),
        }
    }

    /// Whether it reads or writes.
    pub fn access(&self) -> Accessed {
        match self.write {
            true => Accessed::Write,
            false => Accessed::Read,
        }
    }

    /// Inside the library the user's call is the place, and the library's own field is a detail.
    fn identity(&self, memory: &Memory) -> String {
        match self.top.is_user() {
            true => format!("{} {}", self.site.identity(), memory_identity(memory)),
            false => self.site.identity(),
        }
    }
}

/// Memory without index and address.
fn memory_identity(memory: &Memory) -> String {
    match memory {
        Memory::Field { class, field } => format!("{}.{field}", simple_name(class)),
        Memory::Elements { array, .. } => array.clone(),
        Memory::Whole { class } => simple_name(class).to_owned(),
        Memory::OffHeap { .. } => "off-heap memory".to_owned(),
    }
}

/// The race between two accesses to a location.
pub(crate) fn race_of(vm: &Vm, a: &RaceSide, b: &RaceSide, (object, at): (Ref, u64)) -> Defect {
    let memory = names::location(vm, object, at);
    let mut sides = vec![a.identity(&memory), b.identity(&memory)];
    sides.sort();
    // The writer's side first, then by place: the same defect reads the same from every state.
    let (one, other) = match (!a.write, a.site.location()) > (!b.write, b.site.location()) {
        true => (b, a),
        false => (a, b),
    };
    let accesses = [one.facts(), other.facts()];
    let mut participants: Vec<Participant> = [one, other]
        .into_iter()
        .map(|side| Participant {
            role: Role::Accesses {
                thread: side.who.clone(),
                access: side.access(),
                memory: memory.clone(),
            },
            location: side.site.location(),
        })
        .collect();
    for (side, facts) in [one, other].into_iter().zip(&accesses) {
        participants.extend(facts.inside.clone().map(|name| Participant {
            role: Role::Inside { name },
            location: side.top.location(),
        }));
    }
    participants.extend(discipline::contradicts_thread_safe(vm, &[a.site, b.site]));
    participants.extend(discipline::fences(&[a.site, b.site]));
    Defect {
        facts: Facts::Race { memory, accesses },
        sides,
        location: one.site.location(),
        participants,
    }
}
