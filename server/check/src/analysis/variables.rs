//! The variables of a run: fields, statics and elements that a run accesses, and what is remembered of each.
//!
//! There may be millions, touched in any order: each object has a table of numbers by place, and the variables stand one
//! behind the other in the order of their first accesses.

use dropwire_vm::Vm;
use dropwire_vm::heap::Ref;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::clock::Clock;
use super::eraser::{Access, EraserMode, Machine, Verdict};
use super::happens_before::HappensBefore;
use super::locks::Holdings;
use super::reads_from::Flow;

/// Places that are remembered of one variable: more say nothing new.
const ENTRIES: usize = 48;
/// Steps by which a lock set shrank, of one variable.
const HISTORY: usize = 6;

/// Accesses to one variable by one thread, at one place, in one way and under one set of locks; the last of them counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub point: u32,
    pub thread: u32,
    pub write: bool,
    /// Neither volatile nor atomic.
    pub plain: bool,
    /// The number of a set of locks.
    pub locks: u32,
    /// The thread's own time by happens-before, and by start and join alone.
    pub time: u32,
    pub forked: u32,
    /// And by what threads read of each other.
    pub flowed: u32,
}

/// Tells addresses off the heap from those in it, which begin with the same numbers.
pub(super) const OFF_HEAP: u64 = 1 << 63;

/// One variable: a field of an object, a static, an element.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub object: Ref,
    /// Its address in bytes.
    pub location: u64,
    machine: Machine,
    entries: SmallVec<[Entry; 2]>,
    last: u32,
    /// A set of locks became empty.
    pub warned: bool,
    /// Few variables have any: most stay small.
    noticed: Option<Box<Noticed>>,
}

/// What was noticed of a variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Noticed {
    /// Where the set shrank, and to what.
    pub history: Vec<(u32, Vec<Ref>)>,
    /// Pairs of places in conflict that this run did not order.
    pub unordered: Vec<(u32, u32)>,
    /// In mode `seed`, whatever orders them: the access that emptied the set, and the last one of another thread before it (itself
    /// where nobody listened to that one).
    pub emptied: Vec<(u32, u32)>,
    /// Pairs in conflict without a common lock, which another schedule may bring together.
    pub unprotected: Vec<(u32, u32)>,
    /// Those of them that nothing but the order of sections kept apart: what the second thread had read said nothing of
    /// the first one's access.
    pub accidental: Vec<(u32, u32)>,
}

impl Variable {
    /// Its address, in the heap or off it.
    pub fn address(&self) -> u64 {
        self.location & !OFF_HEAP
    }

    /// What was noticed, if anything was.
    pub fn noticed(&self) -> Option<&Noticed> {
        self.noticed.as_deref()
    }
}

/// All variables of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    tables: FxHashMap<Ref, u32>,
    last: Option<(Ref, u32)>,
    /// By object: a variable's number plus 1, by place.
    places: Vec<Places>,
    all: Vec<Variable>,
}

#[derive(Clone, Debug)]
struct Places {
    /// Bytes between two places, as a power of 2.
    shift: u32,
    numbers: Vec<u32>,
}

impl Variables {
    /// All of them, in the order of their first accesses.
    pub fn iter(&self) -> impl Iterator<Item = &Variable> {
        self.all.iter()
    }

    /// The variable at an address inside an object. `publisher` says who had written it before its first access, if anybody had.
    #[inline]
    pub fn at(
        &mut self,
        vm: &Vm,
        object: Ref,
        location: u64,
        publisher: impl FnOnce(&Vm) -> Option<u32>,
    ) -> &mut Variable {
        let table = match self.last {
            Some((last, table)) if last == object => table,
            _ => self.table(vm, object),
        };
        let places = &mut self.places[table as usize];
        let at = (((location & !OFF_HEAP) - u64::from(object) * 8) >> places.shift) as usize;
        if places.numbers.len() <= at {
            places.numbers.resize(at + 1, 0);
        }
        let number = &mut places.numbers[at];
        if *number == 0 {
            let mut machine = Machine::default();
            if let Some(thread) = publisher(vm) {
                machine.written_before(thread);
            }
            self.all.push(Variable {
                object,
                location,
                machine,
                entries: SmallVec::new(),
                last: u32::MAX,
                warned: false,
                noticed: None,
            });
            *number = self.all.len() as u32;
        }
        &mut self.all[*number as usize - 1]
    }

    fn table(&mut self, vm: &Vm, object: Ref) -> u32 {
        let next = self.places.len() as u32;
        let table = *self.tables.entry(object).or_insert(next);
        if table == next {
            // Off the heap there are bytes.
            let shift = match object {
                0 => 0,
                _ => vm.class_of(object).element_type().map_or(3, |ty| ty.log2()),
            };
            self.places.push(Places {
                shift,
                numbers: Vec::new(),
            });
        }
        self.last = Some((object, table));
        table
    }
}

impl Variable {
    /// Whether an access says nothing that the last one did not say.
    #[inline]
    pub fn is_repeated(&self, entry: &Entry) -> bool {
        let last = self.entries.get(self.last as usize);
        last.is_some_and(|last| last.same(entry) && (last.time, last.flowed) == (entry.time, entry.flowed))
    }

    /// Runs the lock-set machine over an access.
    pub fn erase(&mut self, mode: EraserMode, hb: &mut HappensBefore, holdings: &Holdings, entry: Entry) {
        if self.machine.owner() == Some(entry.thread) {
            // Nothing comes of it, and it is what happens most.
            return;
        }
        let protecting = holdings
            .locks(entry.locks)
            .iter()
            .filter(|held| !(entry.write && held.read));
        let mut locks: Vec<Ref> = protecting.map(|held| held.lock).collect();
        locks.dedup();
        let handed_over = self.machine.owner().is_some_and(|owner| {
            let mut owned = self.entries.iter().filter(|e| e.thread == owner);
            mode == EraserMode::Ownership && owned.all(|e| hb.knows(entry.thread, owner, e.time))
        });
        let access = Access {
            thread: entry.thread,
            write: entry.write,
            locks: &locks,
            handed_over,
        };
        let left = match self.machine.access(mode, access) {
            Verdict::Fine => return,
            Verdict::Shrunk(left) => left,
            Verdict::Warn if self.warned => return,
            Verdict::Warn => {
                self.warned = true;
                if mode == EraserMode::Seed {
                    let mut others = self.entries.iter().rev();
                    let other = others.find(|other| other.thread != entry.thread && (other.write || entry.write));
                    let pair = (other.map_or(entry.point, |other| other.point), entry.point);
                    self.noticed.get_or_insert_default().emptied.push(pair);
                }
                Vec::new()
            }
        };
        let history = &mut self.noticed.get_or_insert_default().history;
        if history.len() < HISTORY {
            history.push((entry.point, left));
        }
    }

    /// Notices the accesses of other threads that this one does not come after, or that only this schedule orders.
    /// `forked` is the thread's clock by start and join.
    pub fn compare(
        &mut self,
        (hb, flow): (&mut HappensBefore, &mut Flow),
        forked: &Clock,
        holdings: &Holdings,
        entry: Entry,
    ) {
        for other in &self.entries {
            let conflict = other.thread != entry.thread && (other.write || entry.write) && (other.plain || entry.plain);
            if !conflict {
                continue;
            }
            if !hb.knows(entry.thread, other.thread, other.time) {
                // Under a common lock only what a stamp validates is unordered.
                if holdings.exclude(other.locks, entry.locks) {
                    continue;
                }
                let noticed = self.noticed.get_or_insert_default();
                remember(&mut noticed.unordered, (other.point, entry.point));
            } else if !holdings.exclude(other.locks, entry.locks) && other.forked > forked.of(other.thread) {
                let noticed = self.noticed.get_or_insert_default();
                remember(&mut noticed.unprotected, (other.point, entry.point));
                if !flow.knows(entry.thread, other.thread, other.flowed) {
                    remember(&mut noticed.accidental, (other.point, entry.point));
                }
            }
        }
    }

    /// Keeps an access, in the place of an earlier one like it.
    pub fn remember(&mut self, entry: Entry) {
        match self.entries.iter().position(|known| known.same(&entry)) {
            Some(at) => {
                self.entries[at] = entry;
                self.last = at as u32;
            }
            None if self.entries.len() < ENTRIES => {
                self.last = self.entries.len() as u32;
                self.entries.push(entry);
            }
            None => {}
        }
    }
}

impl Entry {
    fn same(&self, other: &Entry) -> bool {
        self.point == other.point && self.locks == other.locks && self.plain == other.plain
    }
}

fn remember(pairs: &mut Vec<(u32, u32)>, pair: (u32, u32)) {
    if !pairs.contains(&pair) {
        pairs.push(pair);
    }
}
