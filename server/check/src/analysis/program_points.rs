//! Program points: where an access is, with the calls that led there, each remembered once.

use std::rc::Rc;

use dropwire_vm::{Owner, ThreadId, Vm, rules};
use rustc_hash::FxHashMap;

use crate::properties::races::RaceSide;
use crate::site::{Site, frames};

/// Callers that a point is reported with.
const CALLERS: usize = 4;

/// A point with who was there.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The thread's number.
    pub thread: u32,
    /// As one side of a race.
    pub side: RaceSide,
    /// Frames of user code that called it, innermost first.
    pub callers: Vec<Site>,
}

type Key = (u32, bool, u32, u32, u32, u32);

/// All points of a run, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    known: FxHashMap<Key, u32>,
    /// The last one in a user's method: thread, way, method, instruction.
    last: Option<((u32, bool, u32, u32), u32)>,
    all: Vec<Rc<Point>>,
}

impl Points {
    /// A point by its number.
    pub(crate) fn get(&self, point: u32) -> &Point {
        &self.all[point as usize]
    }

    /// Where a thread is. `None` if what it does there is the library's own business: declared by a class that several
    /// threads may use, or done inside one to what is not known as the user's, or called by no user code. As the search
    /// judges, as far as that needs no look at the whole heap.
    pub(crate) fn here(&mut self, vm: &Vm, thread: ThreadId, write: bool, owner: Owner) -> Option<u32> {
        let t = vm.thread(thread);
        let at = (thread.0, write, t.method_id(), t.pc);
        if let Some((last, point)) = self.last
            && last == at
        {
            return Some(point);
        }
        let (site, top) = stand(vm, thread, owner)?;
        let key = (thread.0, write, top.method.id.0, top.pc, site.method.id.0, site.pc);
        // Above a method of the library the user's place may be another one next time.
        let remember = top.is_user() && top.method.id.0 == t.method_id();
        if let Some(point) = self.known.get(&key).copied() {
            self.last = remember.then_some((at, point));
            return Some(point);
        }
        let point = self.all.len() as u32;
        self.last = remember.then_some((at, point));
        self.known.insert(key, point);
        let user = frames(vm, thread).filter(Site::is_user);
        self.all.push(Rc::new(Point {
            thread: thread.0,
            side: RaceSide {
                who: vm.thread_name(thread),
                write,
                site,
                top,
            },
            callers: user.skip(1).take(CALLERS).collect(),
        }));
        Some(point)
    }
}

/// The user's frame and the topmost one.
fn stand(vm: &Vm, thread: ThreadId, owner: Owner) -> Option<(Site, Site)> {
    if owner == Owner::Library {
        return None;
    }
    let mut top = None;
    for site in frames(vm, thread).filter(|site| !site.method.class().is_made()) {
        if site.is_user() {
            return Some((site, top.unwrap_or(site)));
        }
        if rules::works_for_callers(site.method.class()) {
            continue;
        }
        let safe = || rules::is_thread_safe(site.method.class()) || rules::makes_a_view(site.method);
        if top.is_none() && owner == Owner::Holder && safe() {
            return None;
        }
        top.get_or_insert(site);
    }
    None
}
