//! Eraser: warns when no single lock protects every access to a shared variable.
//!
//! Follows Savage et al. (TOCS 1997) with the states of Visser et al. (ASE 2000): the first refinement assigns, because
//! locks are made as the program runs. Can warn about correct code (a hand-over through a queue). Cannot prove the absence
//! of races. Read locks protect reads only: the caller gives a write the locks that are held exclusively.

use dropwire_vm::heap::Ref;
use serde::{Deserialize, Serialize};

/// How strictly accesses are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum EraserMode {
    /// The first access of any kind makes its thread the owner.
    #[default]
    Strict,
    /// As the first description has it: only a write does, and a read before it assigns the set of locks. Warns wherever the set
    /// becomes empty, whatever orders the accesses.
    Seed,
    /// An access that comes after the owner's last one by start, join or a hand-over makes a new owner.
    Ownership,
}

impl EraserMode {
    /// All of them.
    pub const ALL: [EraserMode; 3] = [EraserMode::Strict, EraserMode::Seed, EraserMode::Ownership];

    /// The name in `search.eraser`.
    pub fn name(self) -> &'static str {
        match self {
            EraserMode::Strict => "strict",
            EraserMode::Seed => "seed",
            EraserMode::Ownership => "ownership",
        }
    }

    /// The mode with this name.
    pub fn by_name(name: &str) -> Option<EraserMode> {
        EraserMode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Stage {
    /// Nobody has touched it.
    #[default]
    Virgin,
    /// One thread has.
    Exclusive(u32),
    /// Several threads have read it.
    Shared,
    /// Several threads have, and it was written after the second came.
    SharedModified,
}

/// The machine of one variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Machine {
    stage: Stage,
    /// The locks that protected every access since the second thread came; `None` until then.
    set: Option<Vec<Ref>>,
}

/// One access, as the machine sees it.
#[derive(Clone, Copy)]
pub(crate) struct Access<'a> {
    pub thread: u32,
    pub write: bool,
    /// Locks that protect an access of this kind, sorted.
    pub locks: &'a [Ref],
    /// Whether it comes after the owner's last access whatever the schedule.
    pub handed_over: bool,
}

/// What an access did to the set of protecting locks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Nothing.
    Fine,
    /// It took locks out of the set, or was the first to fill it; these are left.
    Shrunk(Vec<Ref>),
    /// Nothing is left to protect a variable that is written.
    Warn,
}

impl Machine {
    /// Whether one thread alone has it.
    pub(crate) fn owner(&self) -> Option<u32> {
        match self.stage {
            Stage::Exclusive(owner) => Some(owner),
            Stage::Virgin | Stage::Shared | Stage::SharedModified => None,
        }
    }

    /// Somebody wrote it before anybody listened.
    pub(crate) fn written_before(&mut self, by: u32) {
        if self.stage == Stage::Virgin {
            self.stage = Stage::Exclusive(by);
        }
    }

    /// Takes note of an access.
    pub(crate) fn access(&mut self, mode: EraserMode, access: Access<'_>) -> Verdict {
        let Access { thread, write, .. } = access;
        match (self.stage, write) {
            (Stage::Virgin, false) if mode == EraserMode::Seed => {
                // The first access assigns; what is written first is being initialised.
                self.set.get_or_insert_with(|| access.locks.to_vec());
                Verdict::Fine
            }
            (Stage::Virgin, _) => {
                self.stage = Stage::Exclusive(thread);
                Verdict::Fine
            }
            (Stage::Exclusive(owner), _) if owner == thread => Verdict::Fine,
            (Stage::Exclusive(_), _) if mode == EraserMode::Ownership && access.handed_over => {
                self.stage = Stage::Exclusive(thread);
                Verdict::Fine
            }
            (Stage::Exclusive(_) | Stage::Shared, false) => {
                self.stage = Stage::Shared;
                self.refine(access.locks)
            }
            (Stage::Exclusive(_) | Stage::Shared, true) | (Stage::SharedModified, _) => {
                self.stage = Stage::SharedModified;
                match self.refine(access.locks) {
                    _ if self.set.as_ref().is_some_and(Vec::is_empty) => Verdict::Warn,
                    verdict => verdict,
                }
            }
        }
    }

    fn refine(&mut self, locks: &[Ref]) -> Verdict {
        let before = self.set.as_ref().map(Vec::len);
        let set = self.set.get_or_insert_with(|| locks.to_vec());
        set.retain(|lock| locks.contains(lock));
        if before == Some(set.len()) {
            Verdict::Fine
        } else {
            Verdict::Shrunk(set.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u32 = 1;
    const B: u32 = 2;
    const LOCK: &[Ref] = &[10];
    const BOTH: &[Ref] = &[10, 20];
    const NONE: &[Ref] = &[];

    fn run(mode: EraserMode, accesses: &[(u32, bool, &[Ref], bool)]) -> (Machine, Vec<Verdict>) {
        let mut machine = Machine::default();
        let step = |&(thread, write, locks, handed_over): &(u32, bool, &[Ref], bool)| {
            machine.access(
                mode,
                Access {
                    thread,
                    write,
                    locks,
                    handed_over,
                },
            )
        };
        let verdicts = accesses.iter().map(step).collect();
        (machine, verdicts)
    }

    fn strict(accesses: &[(u32, bool, &[Ref])]) -> (Machine, Verdict) {
        let all: Vec<(u32, bool, &[Ref], bool)> = accesses.iter().map(|(t, w, l)| (*t, *w, *l, false)).collect();
        let (machine, mut verdicts) = run(EraserMode::Strict, &all);
        (machine, verdicts.pop().expect("at least one access"))
    }

    #[test]
    fn the_first_access_owns() {
        assert_eq!(strict(&[(A, false, NONE)]).0.stage, Stage::Exclusive(A));
        assert_eq!(strict(&[(A, true, NONE)]).0.stage, Stage::Exclusive(A));
        let (machine, verdicts) = run(EraserMode::Seed, &[(A, false, NONE, false)]);
        assert_eq!((machine.stage, &verdicts[0]), (Stage::Virgin, &Verdict::Fine));
        assert_eq!(machine.set, Some(vec![]));
        let (machine, _) = run(EraserMode::Seed, &[(A, true, NONE, false)]);
        assert_eq!(machine.stage, Stage::Exclusive(A));
    }

    #[test]
    fn the_owner_may_do_anything_without_refinement() {
        let (machine, verdict) = strict(&[(A, true, NONE), (A, false, LOCK), (A, true, NONE)]);
        assert_eq!((machine.stage, machine.set.clone()), (Stage::Exclusive(A), None));
        assert_eq!(verdict, Verdict::Fine);
    }

    #[test]
    fn a_second_reader_shares_and_never_warns() {
        let (machine, verdict) = strict(&[(A, true, NONE), (B, false, NONE)]);
        assert_eq!((machine.stage, machine.set), (Stage::Shared, Some(vec![])));
        assert_eq!(verdict, Verdict::Shrunk(vec![]));
        assert_eq!(
            strict(&[(A, true, NONE), (B, false, NONE), (A, false, NONE)]).1,
            Verdict::Fine
        );
    }

    #[test]
    fn the_first_refinement_assigns() {
        let (machine, verdict) = strict(&[(A, true, NONE), (B, false, LOCK)]);
        assert_eq!(machine.set, Some(LOCK.to_vec()));
        assert_eq!(verdict, Verdict::Shrunk(LOCK.to_vec()));
    }

    #[test]
    fn a_second_writer_warns_without_a_lock_only() {
        let (machine, verdict) = strict(&[(A, true, NONE), (B, true, NONE)]);
        assert_eq!((machine.stage, verdict), (Stage::SharedModified, Verdict::Warn));
        let (machine, verdict) = strict(&[(A, true, NONE), (B, true, LOCK)]);
        assert_eq!(machine.stage, Stage::SharedModified);
        assert_eq!(verdict, Verdict::Shrunk(LOCK.to_vec()));
    }

    #[test]
    fn a_write_of_what_is_shared_refines_and_warns() {
        let shared: &[(u32, bool, &[Ref])] = &[(A, true, NONE), (B, false, BOTH)];
        let with = |last| [shared, &[last]].concat();
        assert_eq!(strict(&with((A, true, LOCK))).1, Verdict::Shrunk(LOCK.to_vec()));
        assert_eq!(strict(&with((A, true, &[30]))).1, Verdict::Warn);
    }

    #[test]
    fn what_is_modified_warns_at_reads_too() {
        let modified: &[(u32, bool, &[Ref])] = &[(A, true, NONE), (B, true, LOCK)];
        let with = |last| [modified, &[last]].concat();
        assert_eq!(strict(&with((A, false, NONE))).1, Verdict::Warn);
        assert_eq!(strict(&with((A, true, NONE))).1, Verdict::Warn);
        assert_eq!(strict(&with((A, false, BOTH))).1, Verdict::Fine);
    }

    #[test]
    fn a_hand_over_changes_the_owner_in_its_mode_only() {
        let accesses = [(A, true, NONE, false), (B, true, NONE, true)];
        let (machine, verdicts) = run(EraserMode::Ownership, &accesses);
        assert_eq!((machine.stage, &verdicts[1]), (Stage::Exclusive(B), &Verdict::Fine));
        assert_eq!(run(EraserMode::Strict, &accesses).1[1], Verdict::Warn);
        let unordered = [(A, true, NONE, false), (B, true, NONE, false)];
        assert_eq!(run(EraserMode::Ownership, &unordered).1[1], Verdict::Warn);
    }

    #[test]
    fn what_was_written_unheard_has_an_owner() {
        let mut machine = Machine::default();
        machine.written_before(A);
        assert_eq!(machine.owner(), Some(A));
        machine.written_before(B);
        assert_eq!(machine.owner(), Some(A));
    }

    /// The algorithm as Stoller has it (RV 2002): at the end of the initialisation all locks protect an object and it is only read; each
    /// later access takes out the locks that are not held. It is protected while a lock is left, or only reads have come.
    struct AllLocksAtFirst {
        read_only: bool,
        /// `None`: all there are.
        locks: Option<Vec<Ref>>,
    }

    impl AllLocksAtFirst {
        fn access(&mut self, write: bool, held: &[Ref]) {
            self.read_only &= !write;
            let left = match &self.locks {
                None => held.to_vec(),
                Some(locks) => locks.iter().copied().filter(|lock| held.contains(lock)).collect(),
            };
            self.locks = Some(left);
        }

        fn is_protected(&self) -> bool {
            self.read_only || self.locks.as_ref().is_none_or(|locks| !locks.is_empty())
        }
    }

    /// Accesses after an initialisation by `A`, which the first one of `B` ends: ours assigns the set then, and the other one begins
    /// with all locks. They warn of the same runs.
    #[test]
    fn the_first_refinement_is_one_of_all_locks() {
        let kinds: Vec<(u32, bool, &[Ref])> = [A, B]
            .into_iter()
            .flat_map(|thread| [true, false].map(|write| (thread, write)))
            .flat_map(|(thread, write)| [NONE, LOCK, &[20], BOTH].map(|held| (thread, write, held)))
            .collect();
        let mut runs: Vec<Vec<(u32, bool, &[Ref])>> = vec![Vec::new()];
        let (mut protected, mut warned_of) = (0, 0);
        for _ in 0..4 {
            let longer = |run: &Vec<(u32, bool, &'static [Ref])>| {
                let next = kinds.iter().filter(|kind| !run.is_empty() || kind.0 == B);
                next.map(|kind| [run.clone(), vec![*kind]].concat()).collect::<Vec<_>>()
            };
            runs = runs.iter().flat_map(longer).collect();
            for run in &runs {
                let mut machine = Machine::default();
                let mut talk = AllLocksAtFirst {
                    read_only: true,
                    locks: None,
                };
                let access = |&(thread, write, locks): &(u32, bool, &'static [Ref])| Access {
                    thread,
                    write,
                    locks,
                    handed_over: false,
                };
                machine.access(EraserMode::Strict, access(&(A, true, NONE)));
                let mut warned = false;
                for one in run {
                    warned |= machine.access(EraserMode::Strict, access(one)) == Verdict::Warn;
                    talk.access(one.1, one.2);
                }
                assert_eq!(warned, !talk.is_protected(), "{run:?}");
                *(if warned { &mut warned_of } else { &mut protected }) += 1;
            }
        }
        assert!(protected > 1000 && warned_of > 1000, "{protected} and {warned_of}");
    }
}
