//! The state of lockset inference: which fields are taken for protected by which locks.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::assumptions::FieldKey;
use crate::attributor::matches;
use crate::heap::Ref;
use crate::lock_policy::{AccessesSeen, FieldLocks};
use crate::thread::{Location, ThreadId};
use crate::types::ClassId;

/// What the user says about the detection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncDetection {
    /// `vm.por.sync-detection`.
    pub on: bool,
    /// `vm.por.include-fields`: patterns of `shop.Till.cash`; empty for all. `[]` means the elements of arrays.
    pub include: Vec<String>,
    /// `vm.por.exclude-fields`.
    pub exclude: Vec<String>,
    /// `vm.por.fieldlockinfo`.
    pub policy: FieldLocks,
}

impl Default for SyncDetection {
    fn default() -> Self {
        SyncDetection {
            on: true,
            include: Vec::new(),
            exclude: Vec::new(),
            policy: FieldLocks::default(),
        }
    }
}

impl SyncDetection {
    /// All settings by their keys, as [`SyncDetection::set`] reads them.
    pub fn settings(&self) -> [(&'static str, String); 4] {
        [
            ("vm.por.sync-detection", self.on.to_string()),
            ("vm.por.include-fields", self.include.join(",")),
            ("vm.por.exclude-fields", self.exclude.join(",")),
            ("vm.por.fieldlockinfo", self.policy.setting()),
        ]
    }

    /// Sets one of the keys, with `-` or `_`; false if it is none of them.
    ///
    /// # Errors
    /// A sentence that says what the value may be.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let patterns = || {
            value
                .split(',')
                .map(|p| p.trim().to_owned())
                .filter(|p| !p.is_empty())
                .collect()
        };
        match key.replace('_', "-").as_str() {
            "vm.por.sync-detection" => {
                self.on = value
                    .parse()
                    .map_err(|_| format!("`{value}` is not one of true, false"))?;
            }
            "vm.por.include-fields" => self.include = patterns(),
            "vm.por.exclude-fields" => self.exclude = patterns(),
            "vm.por.fieldlockinfo" => self.policy = FieldLocks::parse(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(crate) fn covers(&self, field: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, field));
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }
}

/// Whose accesses have a set of locks: a field of one object that exists in every state, of all later objects of a
/// class, or a static; likewise the elements of arrays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Guarded {
    /// 0 for all later objects, and for statics.
    pub(crate) object: Ref,
    pub(crate) place: Place,
}

/// In place of a field's name for the elements of arrays: of the program's, and of the library's own.
pub(crate) const ELEMENTS: &str = "*";

pub(crate) const LIBRARY_ELEMENTS: &str = "*library";

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    Field(FieldKey),
    /// `of_library`: of arrays that the library has made for itself.
    Elements {
        class: ClassId,
        of_library: bool,
    },
}

/// A lock, by how it is reached from the object whose field is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Path {
    /// The object itself.
    This,
    /// What its field holds.
    Field(FieldKey),
    /// What a static holds.
    Static(FieldKey),
    /// An object that exists in every state.
    Constant(Ref),
}

/// Classes whose objects are locks that one thread can own.
pub(crate) const OWNED: &[&str] = &[
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
];

/// How a lock is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    Monitor,
    /// `ReentrantLock` and write locks: its synchronizer's owner.
    Owner,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lock {
    pub(crate) path: Path,
    pub(crate) how: How,
}

/// What an access says of its field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    /// It may be taken for protected.
    Protected,
    /// Nothing has relied on it.
    Visible,
    /// The search must restart.
    Refuted,
}

#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Held at all accesses of this search so far; never empty.
    pub(crate) locks: Vec<Lock>,
    pub(crate) accesses: u32,
    /// Which objects they were, of fields and arrays of the library.
    pub(crate) inside: Objects,
    /// Which objects atomic operations have accessed without all of the locks, by those that they held.
    pub(crate) outside: Vec<(Vec<Lock>, Objects)>,
    /// Where accesses were whose own locks are among these: hashes of their frames.
    pub(crate) sites: FxHashSet<u64>,
}

impl Guard {
    /// An atomic operation accesses an object with these locks alone.
    pub(crate) fn note_outside(&mut self, held: Vec<Lock>, object: Ref, write: bool) {
        match self.outside.iter_mut().find(|(locks, _)| *locks == held) {
            Some((_, objects)) => objects.insert(object, write),
            None => {
                let mut objects = Objects::default();
                objects.insert(object, write);
                self.outside.push((held, objects));
            }
        }
    }

    /// The locks that were held as well by the atomic operations that an access meets.
    pub(crate) fn left_for(&self, object: Ref, write: bool) -> Vec<Lock> {
        let met: Vec<&Vec<Lock>> = self
            .outside
            .iter()
            .filter(|(_, objects)| objects.meets(object, write))
            .map(|(locks, _)| locks)
            .collect();
        let locks = self.locks.iter().copied();
        locks
            .filter(|lock| met.iter().all(|held| held.contains(lock)))
            .collect()
    }
}

/// Objects by address. Where two accesses of one object can come in either order, it has one address in both: it was there before the
/// choice between them, and nothing moves it until that is taken back. An object that one of them publishes in the same step is reached by a
/// reference in an object that was there, which meets first. What has the address at some other time counts as the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Objects {
    pub(crate) read: FxHashSet<Ref>,
    pub(crate) written: FxHashSet<Ref>,
}

impl Objects {
    pub(crate) fn insert(&mut self, object: Ref, write: bool) {
        let set = if write { &mut self.written } else { &mut self.read };
        set.insert(object);
    }

    /// Whether an access meets one of these: the same object, and one of both writes.
    pub(crate) fn meets(&self, object: Ref, write: bool) -> bool {
        self.written.contains(&object) || write && self.read.contains(&object)
    }
}

/// An access that showed that a field is not protected.
#[derive(Clone, Debug)]
pub struct Unprotected {
    /// Who accessed it.
    pub thread: ThreadId,
    /// The object.
    pub object: Ref,
    /// Where.
    pub location: Location,
    /// The locks that were held at all accesses of this object before.
    pub assumed: Vec<Ref>,
    /// The monitors and locks that are held now.
    pub held: Vec<Ref>,
}

/// What is known about the protection of fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Protection {
    pub(crate) options: SyncDetection,
    pub(crate) guards: FxHashMap<Guarded, Guard>,
    pub(crate) known: Known,
    /// With a policy that waits: to be protected from the next search on. What is visible never changes within one.
    pub(crate) enough: FxHashSet<Place>,
    /// Whether the options leave a field out.
    pub(crate) covered: FxHashMap<Place, bool>,
    /// Objects below exist in every state of the search.
    pub(crate) constants_end: Ref,
    /// Those of them that are locks which one thread can own.
    pub(crate) constant_locks: Vec<Ref>,
    pub(crate) broken: Vec<Unprotected>,
    /// Whether what the library declares, or its own arrays, are among the guarded.
    pub(crate) guards_library: bool,
}

/// What searches have learned. Monotone but for a restart of everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Known {
    /// Of whatever object: addresses mean nothing to a later process.
    pub(crate) unprotected: FxHashSet<Place>,
    /// With a policy that waits: seen often enough.
    pub(crate) protected: FxHashSet<Place>,
}

impl Protection {
    /// The path was taken back to where objects end at `top` and there are so many threads: what was noted behind that names what is gone.
    pub(crate) fn forget_gone(&mut self, top: Ref, threads: usize) {
        let is_there = |access: &Unprotected| {
            let mut locks = access.held.iter().chain(&access.assumed);
            access.object < top && (access.thread.0 as usize) < threads && locks.all(|lock| *lock < top)
        };
        self.broken.retain(is_there);
    }

    /// What was learned so far.
    pub(crate) fn known(&self) -> Known {
        self.known.clone()
    }

    /// Goes back to what was known earlier.
    pub(crate) fn set_known(&mut self, known: Known) {
        self.known = known;
        self.guards.clear();
        self.guards_library = false;
        self.enough.clear();
    }

    /// A new search begins.
    pub(crate) fn begin(&mut self) {
        // Until the first boundary a fresh process knows of no such objects, and a search that restarts shall not either.
        self.constants_end = 0;
        self.constant_locks.clear();
        self.guards.clear();
        self.guards_library = false;
        self.known.protected.extend(self.enough.drain());
    }

    /// What was learned about one program is forgotten.
    pub(crate) fn forget(&mut self) {
        self.set_known(Known::default());
        self.broken.clear();
        self.constants_end = 0;
        self.constant_locks.clear();
    }

    /// Objects below exist in all states of the search, at the same place; these are the locks among them.
    pub(crate) fn set_constants(&mut self, end: Ref, locks: Vec<Ref>) {
        self.constants_end = end;
        self.constant_locks = locks;
    }

    /// Accesses that were not reported yet.
    pub(crate) fn unprotected(&self) -> &[Unprotected] {
        &self.broken
    }

    /// … as a collection rewrites them.
    pub(crate) fn unprotected_mut(&mut self) -> &mut [Unprotected] {
        &mut self.broken
    }

    /// An access with these of the field's locks held: whether it may be taken for protected.
    pub(crate) fn count(&mut self, guarded: Guarded, locks: Vec<Lock>) -> Counted {
        let place = guarded.place;
        let assumed = self.assumes(place);
        if locks.is_empty() {
            // What was relied on for other objects' fields falls with it.
            let relied = assumed && self.guards.keys().any(|known| known.place == place);
            self.known.unprotected.insert(place);
            self.known.protected.remove(&place);
            return if relied { Counted::Refuted } else { Counted::Visible };
        }
        let guard = self.guards.entry(guarded).or_insert(Guard {
            locks: Vec::new(),
            accesses: 0,
            inside: Objects::default(),
            outside: Vec::new(),
            sites: FxHashSet::default(),
        });
        guard.locks = locks;
        self.count_again(guarded)
    }

    /// The same for an access at which all of the locks are held that were held before.
    pub(crate) fn count_again(&mut self, guarded: Guarded) -> Counted {
        let assumed = self.assumes(guarded.place);
        let seen = self.guards.get_mut(&guarded).map(|guard| {
            guard.accesses += 1;
            AccessesSeen {
                accesses: guard.accesses,
                locks: guard.locks.len(),
            }
        });
        match seen {
            _ if assumed => Counted::Protected,
            Some(seen) if self.options.policy.is_enough(seen) => {
                self.enough.insert(guarded.place);
                Counted::Refuted
            }
            Some(_) | None => Counted::Visible,
        }
    }

    pub(crate) fn assumes(&self, place: Place) -> bool {
        self.options.policy.assumes_at_once() || self.known.protected.contains(&place)
    }
}

#[cfg(test)]
mod tests {
    use super::{Protection, Unprotected};
    use crate::thread::ThreadId;

    #[test]
    fn what_is_gone_is_not_reported() {
        let access = |thread, object, lock| Unprotected {
            thread: ThreadId(thread),
            object,
            location: 0,
            assumed: vec![lock],
            held: Vec::new(),
        };
        let mut protection = Protection {
            broken: vec![access(1, 8, 16), access(2, 8, 16), access(1, 40, 16), access(1, 8, 40)],
            ..Protection::default()
        };
        protection.forget_gone(40, 2);
        let left: Vec<_> = protection.unprotected().iter().map(|access| access.object).collect();
        assert_eq!(left, [8]);
    }
}
