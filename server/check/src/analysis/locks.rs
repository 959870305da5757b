//! Who holds which locks: monitors, and the locks of java.util.concurrent by what they say of themselves.
//!
//! An owned synchronizer names its owner in `exclusiveOwnerThread`; a read-write lock and a StampedLock count their readers
//! in their state. A thread's change of them is seen after it was reported, so it is settled at the next event of the run.

use dropwire_vm::Vm;
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::Class;
use rustc_hash::FxHashMap;

use super::goodlock::Held;

/// What one lock's class says of its instances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LockFacts {
    /// Word of `exclusiveOwnerThread`, counted from the object's start.
    pub owner: Option<u32>,
    /// Word of the state that counts readers, and how.
    pub state: Option<(u32, Counting)>,
    /// Word of `Thread.eetop`, which is 0 once the thread has ended.
    pub alive: Option<u32>,
}

/// How a lock's state counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Counting {
    /// `ReentrantReadWriteLock`: readers in the upper half of an int.
    ReadWrite,
    /// The same from JDK 25 on: in the upper half of a long.
    ReadWriteLong,
    /// `StampedLock`: a bit for the writer, readers below it.
    Stamped,
}

impl LockFacts {
    /// Of a class.
    pub(crate) fn of(vm: &Vm, class: &'static Class) -> LockFacts {
        let word = |name: &str| vm.image.slot(class, name).map(|slot| HEADER + slot);
        let is = |name: &str| {
            let mut current = Some(class);
            std::iter::from_fn(|| {
                let this = current?;
                current = this.superclass;
                Some(this)
            })
            .any(|c| c.name == name)
        };
        let counting = if is("java/util/concurrent/locks/ReentrantReadWriteLock$Sync") {
            Some(match dropwire_vm::rules::counts_in_a_long(class) {
                true => Counting::ReadWriteLong,
                false => Counting::ReadWrite,
            })
        } else if is("java/util/concurrent/locks/StampedLock") {
            Some(Counting::Stamped)
        } else {
            None
        };
        LockFacts {
            // A pool's worker is a lock of its own, which only says whether it is idle.
            owner: word("exclusiveOwnerThread")
                .filter(|_| class.name != "java/util/concurrent/ThreadPoolExecutor$Worker"),
            state: counting.and_then(|counting| word("state").map(|word| (word, counting))),
            alive: is("java/lang/Thread").then(|| word("eetop")).flatten(),
        }
    }
}

/// A change of a lock's state that is about to happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsettled {
    pub thread: u32,
    pub lock: Ref,
    pub word: u32,
    pub counting: Counting,
    pub before: u64,
}

/// What a change of state turned out to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    Acquired { read: bool },
    Released { read: bool },
}

impl Counting {
    /// What a change from one state to another means.
    pub(crate) fn change(self, before: u64, after: u64) -> Option<Change> {
        let readers = |state: u64| match self {
            Counting::ReadWrite => (state as u32 >> 16) as u64,
            Counting::ReadWriteLong => state >> 32,
            Counting::Stamped => state & 0x7f,
        };
        let writer = |state: u64| self == Counting::Stamped && state & 0x80 != 0;
        match (readers(before), readers(after)) {
            (b, a) if a > b => return Some(Change::Acquired { read: true }),
            (b, a) if a < b => return Some(Change::Released { read: true }),
            _ => {}
        }
        match (writer(before), writer(after)) {
            (false, true) => Some(Change::Acquired { read: false }),
            (true, false) => Some(Change::Released { read: false }),
            (false, false) | (true, true) => None,
        }
    }
}

/// The locks that threads hold, and the sets that they form, each with a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holdings {
    held: Vec<Vec<Held>>,
    current: Vec<u32>,
    sets: Vec<Vec<Held>>,
    numbers: FxHashMap<Vec<Held>, u32>,
}

impl Holdings {
    fn fit(&mut self, thread: u32) -> usize {
        let index = thread as usize;
        if self.sets.is_empty() {
            self.sets.push(Vec::new());
            self.numbers.insert(Vec::new(), 0);
        }
        if self.held.len() <= index {
            self.held.resize_with(index + 1, Vec::new);
            self.current.resize(index + 1, 0);
        }
        index
    }

    /// What a thread holds, in the order of acquisition. A read lock may be held more than once.
    pub(crate) fn held(&mut self, thread: u32) -> &[Held] {
        let index = self.fit(thread);
        &self.held[index]
    }

    /// The number of the set that a thread holds.
    pub(crate) fn set(&mut self, thread: u32) -> u32 {
        let index = self.fit(thread);
        self.current[index]
    }

    /// The number of the set that a thread holds, and these with it.
    pub(crate) fn set_with(&mut self, thread: u32, more: impl Iterator<Item = Held>) -> u32 {
        let index = self.fit(thread);
        let mut set = self.held[index].clone();
        set.extend(more);
        self.number_of(set)
    }

    /// A set by its number, sorted.
    pub(crate) fn locks(&self, set: u32) -> &[Held] {
        self.sets.get(set as usize).map_or(&[], |locks| locks)
    }

    /// Whether two accesses under these sets exclude each other.
    pub(crate) fn exclude(&self, one: u32, other: u32) -> bool {
        self.locks(one)
            .iter()
            .any(|a| self.locks(other).iter().any(|b| a.excludes(*b)))
    }

    /// A thread takes a lock; false if it held it already.
    pub(crate) fn acquire(&mut self, thread: u32, lock: Held) -> bool {
        let index = self.fit(thread);
        let new = !self.held[index].contains(&lock);
        self.held[index].push(lock);
        self.number(index);
        new
    }

    /// A thread gives a lock up once; true if it does not hold it any more.
    pub(crate) fn release(&mut self, thread: u32, lock: Held) -> bool {
        let index = self.fit(thread);
        let Some(at) = self.held[index].iter().rposition(|held| *held == lock) else {
            return false;
        };
        self.held[index].remove(at);
        self.number(index);
        !self.held[index].contains(&lock)
    }

    fn number(&mut self, index: usize) {
        self.current[index] = self.number_of(self.held[index].clone());
    }

    fn number_of(&mut self, mut set: Vec<Held>) -> u32 {
        set.sort_by_key(|held| (held.lock, held.read));
        set.dedup();
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_tell_readers_and_writers() {
        let rw = Counting::ReadWrite;
        assert_eq!(rw.change(0, 1 << 16), Some(Change::Acquired { read: true }));
        assert_eq!(rw.change(2 << 16, 1 << 16), Some(Change::Released { read: true }));
        assert_eq!(rw.change(0, 1), None, "the writer is the owner");
        let stamped = Counting::Stamped;
        assert_eq!(stamped.change(256, 256 + 128), Some(Change::Acquired { read: false }));
        assert_eq!(stamped.change(256 + 128, 512), Some(Change::Released { read: false }));
        assert_eq!(stamped.change(256, 257), Some(Change::Acquired { read: true }));
        assert_eq!(stamped.change(256, 256), None);
    }

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut holdings = Holdings::default();
        let write = |lock| Held { lock, read: false };
        assert!(holdings.acquire(0, write(1)));
        assert!(holdings.acquire(0, write(2)));
        assert!(holdings.acquire(1, write(2)));
        assert_ne!(holdings.set(0), holdings.set(1));
        assert!(holdings.exclude(holdings.current[0], holdings.current[1]));
        assert!(holdings.release(0, write(1)));
        assert_eq!(holdings.set(0), holdings.set(1));
        assert!(!holdings.release(0, write(9)), "what is not held is not released");
    }

    #[test]
    fn readers_do_not_exclude_each_other() {
        let mut holdings = Holdings::default();
        let read = Held { lock: 1, read: true };
        holdings.acquire(0, read);
        assert!(!holdings.acquire(0, read), "it is held twice now");
        assert!(!holdings.release(0, read), "it is still held");
        holdings.acquire(1, read);
        assert!(!holdings.exclude(holdings.current[0], holdings.current[1]));
        holdings.acquire(2, Held { lock: 1, read: false });
        assert!(holdings.exclude(holdings.current[0], holdings.current[2]));
    }
}
