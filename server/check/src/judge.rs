//! What is wrong with a state: deadlocks, wait-for cycles, pending conflicts.
//! Predicates on one state in normal form; no history.

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::init_state;
use dropwire_vm::rules;
use dropwire_vm::{Mode, Owner, Pending, Span, Status, ThreadId, Vm};

use rustc_hash::FxHashSet;

use crate::discipline;
use crate::leak;
use crate::names;
use crate::optimistic;
use crate::report::{Kind, Location, Related, Thrown};
use crate::site::{Site, frames, simple_name};

/// A defect as a state shows it, before it has a trail.
#[derive(Clone, Debug)]
pub struct Defect {
    /// What is wrong.
    pub kind: Kind,
    /// One line.
    pub message: String,
    /// What identifies it: kind and sides, sorted; no lines, no numbers.
    pub sides: Vec<String>,
    /// What it is about, where that is one thing.
    pub subject: Option<Subject>,
    /// The main place.
    pub location: Location,
    /// The other places.
    pub related: Vec<Related>,
}

/// The one thing that a defect is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A field, with its class.
    Field(String),
    /// A throwable.
    Thrown(Thrown),
}

impl Defect {
    /// The field that a race is about, with its class.
    pub fn field(&self) -> Option<String> {
        match &self.subject {
            Some(Subject::Field(field)) => Some(field.clone()),
            Some(Subject::Thrown(_)) | None => None,
        }
    }

    /// The throwable that left a thread, or that nobody asked for.
    pub fn thrown(&self) -> Option<Thrown> {
        match &self.subject {
            Some(Subject::Thrown(thrown)) => Some(thrown.clone()),
            Some(Subject::Field(_)) | None => None,
        }
    }

    /// `v1:` and a hash of kind and sides.
    pub fn fingerprint(&self) -> String {
        let mut text = self.kind.name().to_owned();
        for side in &self.sides {
            text.push('\n');
            text.push_str(side);
        }
        format!("v1:{:016x}", dropwire_classes::content_hash(text.as_bytes()))
    }
}

pub(crate) fn nowhere() -> Location {
    Location {
        class: String::new(),
        method: String::new(),
        file: None,
        line: None,
    }
}

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
    /// The lock, thread or class, as the waiting thread knows it.
    fn through(&self, vm: &Vm, thread: ThreadId) -> String {
        match self.means {
            Means::Monitor | Means::Lock(_) => names::object(vm, thread, self.object),
            Means::Join => format!("the end of {}", names::object(vm, thread, self.object)),
            Means::Initialisation => {
                let text = vm.image.class_of_mirror(&vm.heap, self.object).binary_name();
                format!("initialisation of {}", simple_name(&text))
            }
        }
    }

    fn is_join(&self) -> bool {
        matches!(self.means, Means::Join)
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
            kind: Kind::BlockedInAtomic,
            message: format!(
                "Blocked in an atomic method: {} {} inside {named}, which vm.por.attributes calls atomic",
                name(vm, thread),
                blocked_on(vm, thread)
            ),
            sides: vec![format!("{} in {named}", site.identity())],
            subject: None,
            location: site.location(),
            related: Vec::new(),
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
    let mut parts = Vec::new();
    let blocked: Vec<ThreadId> = vm.live().filter(|t| !vm.thread(*t).daemon).collect();
    // Who joins a blocked thread waits for its sake only: the story is about the others.
    let essential: Vec<ThreadId> = blocked.iter().copied().filter(|t| joined(vm, *t).is_none()).collect();
    let told = if essential.is_empty() { &blocked } else { &essential };
    for thread in told {
        let why = blocked_on(vm, *thread);
        let Some(site) = Site::of_thread(vm, *thread) else {
            continue;
        };
        sides.push(format!("{} {}", site.identity(), blocked_identity(vm, *thread)));
        parts.push(format!("{} {why}", name(vm, *thread)));
        places.push(Related {
            message: format!("{} {why}", name(vm, *thread)),
            location: site.location(),
        });
    }
    sides.sort();
    sides.dedup();
    let (location, related) = split_places(places);
    Defect {
        kind: Kind::Deadlock,
        message: format!("Deadlock: {}; nobody can move", shorten(&parts, "; ")),
        sides,
        subject: None,
        location,
        related,
    }
}

fn describe_cycle(vm: &Vm, cycle: &[(ThreadId, Edge)]) -> Defect {
    let side = |(i, (thread, wants)): (usize, &(ThreadId, Edge))| {
        // The one before in the cycle waits for what this thread holds.
        let holds = &cycle[(i + cycle.len() - 1) % cycle.len()].1;
        CycleSide {
            who: name(vm, *thread),
            site: Site::of_thread(vm, *thread),
            // Each thread knows a lock by its own fields: name it from the holder's side.
            holds: (!holds.is_join()).then(|| holds.through(vm, *thread)),
            wants: wants.through(vm, *thread),
            wants_identity: wants.identity(vm),
            held_by: (!wants.is_join()).then(|| name(vm, wants.to)),
        }
    };
    deadlock_of(&cycle.iter().enumerate().map(side).collect::<Vec<_>>())
}

/// One thread of a cycle, wherever it was seen.
pub(crate) struct CycleSide {
    /// The thread's name.
    pub who: String,
    /// Where it waits.
    pub site: Option<Site>,
    /// What it holds and the one before wants; none if that one waits for its end.
    pub holds: Option<String>,
    /// What it wants.
    pub wants: String,
    /// That without instance.
    pub wants_identity: String,
    /// Who has it; none if it is a thread's end.
    pub held_by: Option<String>,
}

/// The deadlock of a cycle of threads, each of which wants what the next one holds.
pub(crate) fn deadlock_of(cycle: &[CycleSide]) -> Defect {
    let mut sides = Vec::new();
    let mut parts = Vec::new();
    let mut places = Vec::new();
    for side in cycle {
        let CycleSide {
            who,
            site,
            holds,
            wants,
            ..
        } = side;
        let identity = site.map_or_else(String::new, |s| s.identity());
        sides.push(format!("{identity} wants {}", side.wants_identity));
        parts.push(match holds {
            Some(holds) => format!("{who} holds {holds} and wants {wants}"),
            None => format!("{who} wants {wants}"),
        });
        let held_by = side.held_by.as_ref().map(|holder| format!(", held by {holder}"));
        places.push(Related {
            message: format!("{who} wants {wants}{}", held_by.unwrap_or_default()),
            location: site.map_or_else(nowhere, |s| s.location()),
        });
    }
    sides.sort();
    sides.dedup();
    places.sort_by(|a, b| a.location.cmp(&b.location).then(a.message.cmp(&b.message)));
    let (location, related) = split_places(places);
    let message = match cycle {
        [alone] => format!("Deadlock: {} waits for itself", alone.who),
        _ => format!("Deadlock: {}", shorten(&parts, "; ")),
    };
    Defect {
        kind: Kind::Deadlock,
        message,
        sides,
        subject: None,
        location,
        related,
    }
}

pub(crate) fn shorten(parts: &[String], separator: &str) -> String {
    const SHOWN: usize = 4;
    let mut text = parts.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(separator);
    if parts.len() > SHOWN {
        text.push_str(&format!("{separator}and {} more", parts.len() - SHOWN));
    }
    text
}

pub(crate) fn split_places(mut places: Vec<Related>) -> (Location, Vec<Related>) {
    if places.is_empty() {
        return (nowhere(), places);
    }
    // Every side is told in `related`; the first is also the finding's own place.
    let location = places[0].location.clone();
    places.truncate(6);
    (location, places)
}

/// `wants drawer, held by audit`.
fn blocked_on(vm: &Vm, thread: ThreadId) -> String {
    match blocked_story(vm, thread) {
        (operation, held) if held.is_empty() => operation,
        (operation, held) => format!("{operation}, {held}"),
    }
}

/// What a blocked thread wants, and a remark on who has it: for the end of a trail.
pub fn blocked_story(vm: &Vm, thread: ThreadId) -> (String, String) {
    const BY_NOBODY: &str = "held by a thread that has ended";
    let t = vm.thread(thread);
    let alone = |operation: String| (operation, String::new());
    if let Some(target) = joined(vm, thread) {
        return alone(format!("waits for the end of {}", names::object(vm, thread, target)));
    }
    if let Status::Waiting { object, .. } = t.status {
        return alone(format!("waits on {}", names::object(vm, thread, object)));
    }
    if let Some(edge) = edge(vm, thread) {
        let wanted = edge.through(vm, thread);
        return (format!("wants {wanted}"), format!("held by {}", name(vm, edge.to)));
    }
    match t.pending {
        Pending::Park(_) => match (names::dead_owner(vm, thread), innermost_library_call(vm, thread)) {
            (Some((lock, owner)), _) => {
                let lock = names::object(vm, thread, lock_object(vm, thread).unwrap_or(lock));
                (format!("wants {lock}"), format!("held by {owner}, which has ended"))
            }
            (None, Some(call)) => alone(format!("waits in {call}")),
            (None, None) => alone("is parked".into()),
        },
        Pending::Enter(r) | Pending::Reacquire(r, ..) => {
            (format!("wants {}", names::object(vm, thread, r)), BY_NOBODY.to_owned())
        }
        _ => alone("cannot move".into()),
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
        (_, Pending::Park(_)) => format!("parked {}", innermost_library_call(vm, thread).unwrap_or_default()),
        _ => "blocked".into(),
    }
}

/// The call of the library that user code made: `CountDownLatch.await`.
fn innermost_library_call(vm: &Vm, thread: ThreadId) -> Option<String> {
    let mut last = None;
    for site in frames(vm, thread) {
        if site.is_user() {
            break;
        }
        if !site.method.class().is_made() {
            let class = site.method.class().binary_name();
            last = Some(format!(
                "{}.{}",
                simple_name(&class).replace('$', "."),
                site.method.name
            ));
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
            let places = (place(vm, a), place(vm, b), 0);
            if known.contains(&places) {
                continue;
            }
            if [a, b]
                .into_iter()
                .any(|access| !access.3 && optimistic::excuses(vm, access.0))
            {
                // Elsewhere the same two places may meet without the lock.
                excused = true;
                continue;
            }
            // The same two places may meet at an object that is the user's.
            let excuse = (places.0, places.1, a.1);
            if known.contains(&excuse) {
                continue;
            }
            match race(vm, a, b) {
                Some(defect) => {
                    known.insert(places);
                    defects.push(defect);
                }
                None => {
                    known.insert(excuse);
                }
            }
        }
    }
    excused
}

/// Where two accesses of a race stand. A race between the same places is the same defect, and need not be described again. Where it
/// was none, with the object that it was none at; else with 0.
pub type Places = (Place, Place, Ref);

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
                accesses.push((thread, side.object, side.span, write, Mode::Plain));
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
    if a.1 != 0 && rules::is_not_cared_for(vm.class_of(a.1)) {
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

/// The race between two accesses to a location.
pub(crate) fn race_of(vm: &Vm, a: &RaceSide, b: &RaceSide, (object, at): (Ref, u64)) -> Defect {
    let shown = names::location(vm, object, at);
    let field = shown.split('[').next().unwrap_or(&shown).to_owned();
    let mut sides = Vec::new();
    let mut places = Vec::new();
    let mut texts = Vec::new();
    let mut library = Vec::new();
    for RaceSide { who, write, site, top } in [a, b] {
        let verb = if *write { "writes" } else { "reads" };
        let inside = !top.is_user();
        // Inside the library the user's call is the place, and the library's own field is a detail.
        sides.push(if inside {
            site.identity()
        } else {
            format!("{} {field}", site.identity())
        });
        texts.push(format!("{who} {verb}"));
        places.push(Related {
            message: format!("{who} {verb} {shown}"),
            location: site.location(),
        });
        if inside {
            let class = top.method.class().binary_name();
            library.push(Related {
                message: format!("inside {}.{}", simple_name(&class), top.method.name),
                location: top.location(),
            });
        }
    }
    sides.sort();
    // The writer's side first, then by place: the same defect reads the same from every state.
    if (!a.write, &places[0].location) > (!b.write, &places[1].location) {
        places.swap(0, 1);
        texts.swap(0, 1);
        library.reverse();
    }
    let location = places[0].location.clone();
    places.extend(library);
    places.extend(discipline::unsafe_after_all(vm, &[a.site, b.site]));
    places.extend(discipline::fences(&[a.site, b.site]));
    Defect {
        kind: Kind::DataRace,
        message: format!("Data race on {shown}: {}, {}, no common lock", texts[0], texts[1]),
        sides,
        subject: names::field(vm, object, at).map(|(class, field)| Subject::Field(format!("{class}.{field}"))),
        location,
        related: places,
    }
}
