//! Data races: two accesses of one location that can both be made now.

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::rules;
use dropwire_vm::{Mode, Owner, Pending, Span, Status, ThreadId, Vm};
use rustc_hash::FxHashSet;

use super::guarded_by;
use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Accessing, Defect, Facts, MethodName, Participant, Role};
use crate::facts::object::{Access as Accessed, Memory};
use crate::names;
use crate::optimistic_reads;
use crate::site::{Site, frames, simple_name};

/// No two threads can make conflicting accesses in the same state.
#[derive(Default)]
pub(super) struct RaceFreedom {
    /// Races that have been reported.
    known: FxHashSet<Places>,
}

impl Property for RaceFreedom {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Explored]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        judgement.weak_access |= races(state.vm, &mut self.known, &mut judgement.defects);
    }

    fn forget(&mut self) {
        self.known.clear();
    }
}

/// Pending conflicts: two threads that can both move now, about to touch one location, at least one writing, not
/// both in an ordered way. Appends to `defects`. True if one was none for a reason that the verdict rests on: a read is going to be validated, or the
/// library reads a plain field of its own.
fn races(vm: &Vm, known: &mut FxHashSet<Places>, defects: &mut Vec<Defect>) -> bool {
    let touches = |t: &ThreadId| {
        matches!(
            vm.pending(*t),
            Pending::Access { .. } | Pending::Copy { .. } | Pending::Pieces(_)
        )
    };
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
            } else if relies_on_the_library(vm, a) {
                excused = true;
            }
        }
    }
    excused
}

/// Whether a race is one of the library's own, on a plain field of an object that the program has: what the program does next may depend on it, and no
/// happens-before edge says in which order.
fn relies_on_the_library(vm: &Vm, access: &Access) -> bool {
    let at = access.2.at.max(u64::from(access.1 + HEADER) * 8);
    access.1 != 0 && vm.owner(access.1, at) == Owner::Library && vm.class_of(access.1).element_type().is_none()
}

/// Where two accesses of a race stand. A race between the same places is the same defect, and need not be described again.
type Places = (Place, Place);

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
        if let (Status::Ready, Pending::Pieces(all)) = (t.status, t.pending) {
            // That the array which names them can be read, the thread has found when it parked.
            let pieces = vm
                .pieces(all)
                .unwrap_or_default()
                .into_iter()
                .filter(|piece| !piece.is_none());
            accesses.extend(pieces.map(|piece| (thread, piece.object, piece.span, all.write, Mode::Plain)));
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
    // What a class of the user's does by itself to a field that it inherits is no business of the class that declares it.
    let inherited = |access: &Access| {
        let top = frames(vm, access.0).next();
        let by_the_program = |top: &Site| top.method.class().is_user() && !rules::is_thread_safe(top.method.class());
        top.is_some_and(|top| by_the_program(&top))
            && access.1 != 0
            && vm.class_of(access.1).is_user()
            && matches!(vm.pending(access.0), Pending::Access { .. })
    };
    if vm.owner(a.1, at) != Owner::User && (views(a) || views(b))
        || !vm.is_users_business(a.1, at) && !inherited(a) && !inherited(b)
    {
        return None;
    }
    let side = |access: &Access| {
        Some(RaceSide {
            who: vm.thread_name(access.0),
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
    /// Where the user's code is.
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
    fn identity(&self, vm: &Vm, memory: &Memory) -> String {
        match self.top.is_user() {
            true => format!("{} {}", self.site.identity(vm), memory_identity(memory)),
            false => self.site.identity(vm),
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
    let mut sides = vec![a.identity(vm, &memory), b.identity(vm, &memory)];
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
    participants.extend(guarded_by::contradicts_thread_safe(vm, &[a.site, b.site]));
    participants.extend(guarded_by::fences(&[a.site, b.site]));
    Defect {
        facts: Facts::Race {
            memory,
            accesses,
            volatile: names::is_volatile(vm, object, at),
            never_adjacent: false,
        },
        sides,
        location: one.site.location(),
        participants,
    }
}
