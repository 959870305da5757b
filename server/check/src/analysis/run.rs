//! One run under all analyses: takes the machine's events apart and feeds each analysis what it needs.

use std::rc::Rc;

use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::{Choice, Event, Mode, Owner, Span, ThreadId, Vm, rules};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::clock::Clocks;
use super::dependency_slice::Graph;
use super::eraser::EraserMode;
use super::goodlock::{Held, Tuple};
use super::happens_before::HappensBefore;
use super::lock_tree::LockTree;
use super::locks::{Change, Holdings, LockFacts, Unsettled};
use super::program_points::Points;
use super::reads_from::Flow;
use super::reordering::Trace;
use super::variables::{Entry, OFF_HEAP, Variables};
use crate::facts::object::Object;
use crate::names;
use crate::optimistic_reads;
use crate::properties::deadlock;
use crate::site::Site;

/// Elements, fields or bytes that one access is taken apart into.
const WHOLE: usize = 1_024;

/// An acquisition, for the reader.
#[derive(Clone, Debug)]
pub(super) struct Acquisition {
    pub who: Rc<str>,
    pub site: Site,
    pub wants: Rc<Object>,
    pub identity: Rc<str>,
}

type TupleKey = (u32, u32, u32, Held, Vec<Held>);

/// What is known of one run so far.
#[derive(Clone)]
pub(crate) struct Run {
    mode: EraserMode,
    hb: HappensBefore,
    /// Order by start and join alone: no schedule has another one.
    forks: Clocks,
    /// Order by what was read of others.
    flow: Flow,
    /// Synchronizers that somebody has owned: locks, whoever wrote them.
    owned: FxHashSet<Ref>,
    pub(super) holdings: Holdings,
    unsettled: Option<Unsettled>,
    pub(super) points: Points,
    pub(super) variables: Variables,
    pub(super) trees: Vec<LockTree>,
    pub(super) tuples: Vec<Tuple>,
    pub(super) acquisitions: Vec<Acquisition>,
    tuple_numbers: FxHashMap<TupleKey, u32>,
    /// What a thread calls a lock.
    pub(super) names: FxHashMap<(u32, Ref), Rc<Object>>,
    pub(super) graph: Graph,
    pub(super) trace: Trace,
    last_touch: (u32, Ref, bool),
    facts: FxHashMap<u32, LockFacts>,
    last_facts: Option<(u32, LockFacts)>,
    uses: FxHashSet<(u32, Ref)>,
    /// Points at which a read under a stamp was seen, and whether it is going to be validated.
    validated: FxHashMap<u32, bool>,
}

/// Whether an object keeps the books of threads, which every thread writes and no program goes by.
fn is_thread_group(vm: &Vm, object: Ref) -> bool {
    vm.class_of(object).name == "java/lang/ThreadGroup"
}

impl Run {
    /// A run that has not begun.
    pub(crate) fn new(mode: EraserMode) -> Run {
        let mut graph = Graph::default();
        graph.thread(0, &[]);
        Run {
            mode,
            hb: HappensBefore::default(),
            forks: Clocks::default(),
            flow: Flow::default(),
            owned: FxHashSet::default(),
            holdings: Holdings::default(),
            unsettled: None,
            points: Points::default(),
            variables: Variables::default(),
            trees: Vec::new(),
            tuples: Vec::new(),
            acquisitions: Vec::new(),
            tuple_numbers: FxHashMap::default(),
            names: FxHashMap::default(),
            graph,
            trace: Trace::default(),
            last_touch: (0, 0, false),
            facts: FxHashMap::default(),
            last_facts: None,
            uses: FxHashSet::default(),
            validated: FxHashMap::default(),
        }
    }

    /// Whether other threads will meet nothing that is known here: before the first step, where the one thread holds nothing.
    pub(crate) fn is_forgettable(&mut self, vm: &Vm) -> bool {
        let begun = vm.threads.len() > 1 || self.trace.has_begun();
        !begun && self.unsettled.is_none() && self.holdings.held(0).is_empty()
    }

    /// A step begins.
    pub(crate) fn take(&mut self, vm: &Vm, choice: Choice) {
        self.settle(vm);
        self.flow.step(choice.thread.0);
        self.trace.take(vm, choice.thread, choice.alternative);
    }

    /// Takes note of an event.
    pub(crate) fn see(&mut self, vm: &Vm, thread: ThreadId, event: Event) {
        self.settle(vm);
        let t = thread.0;
        match event {
            Event::Access {
                object,
                span,
                write,
                mode,
            } => self.access(vm, thread, object, span, write, mode),
            Event::Acquire(lock) => {
                self.hb.acquire(t, lock);
                self.acquired(vm, thread, Held { lock, read: false }, lock);
            }
            Event::Release(lock) => {
                self.released(t, Held { lock, read: false });
                self.hb.release(t, lock);
                self.note_join(vm, thread, lock);
            }
            Event::Publish(object) => {
                self.hb.publish(t, object);
                self.hold_if_owned(vm, object);
            }
            Event::Start(child) => {
                self.hb.start(t, child.0);
                self.forks.order(t, child.0);
                self.flow.order(t, child.0);
                self.trace.start(t, child.0);
                self.graph.thread(child.0, &vm.thread(child).path);
                self.graph.starts(t, child.0);
                self.graph.reads(child.0, vm.thread(child).object);
            }
            Event::End => self.graph.writes(t, vm.thread(thread).object),
            Event::Ended(object) => self.ended(vm, t, object),
            Event::Interrupt(object) => {
                self.graph.writes(t, object);
                self.trace.gives(t, header(object));
                self.flow.write(t, header(object));
                self.hb.release(t, object);
            }
            Event::Interrupted => {
                self.flow.read(t, header(vm.thread(thread).object));
                self.trace.uses(t, header(vm.thread(thread).object));
                self.hb.acquire(t, vm.thread(thread).object);
            }
            Event::Initialised(mirror) => {
                self.graph.writes(t, mirror);
                self.trace.gives(t, header(mirror));
                self.flow.write(t, header(mirror));
                self.hb.release(t, mirror);
            }
            Event::Uses(mirror) => {
                if self.uses.insert((t, mirror)) {
                    self.graph.reads(t, mirror);
                    self.trace.uses(t, header(mirror));
                    self.flow.read(t, header(mirror));
                    self.hb.acquire(t, mirror);
                }
            }
        }
    }

    fn ended(&mut self, vm: &Vm, thread: u32, object: Ref) {
        let of = |t: &dropwire_vm::thread::Thread| t.object == object && !t.is_alive();
        if let Some(dead) = vm.threads.iter().position(of) {
            self.graph.reads(thread, object);
            self.hb.ended(thread, dead as u32);
            self.forks.order(dead as u32, thread);
            self.flow.order(dead as u32, thread);
            self.trace.ended(thread, dead as u32);
        }
    }

    /// `Thread.join` is synchronized on the thread: when it leaves, and the thread has ended, it has seen so.
    fn note_join(&mut self, vm: &Vm, thread: ThreadId, lock: Ref) {
        let joins = |(_, method, _): (u32, u32, u32)| vm.image.method(method).name == "join";
        if vm.threads.iter().any(|t| t.object == lock) && vm.thread(thread).frames().next().is_some_and(joins) {
            self.ended(vm, thread.0, lock);
        }
    }

    fn facts(&mut self, vm: &Vm, object: Ref) -> LockFacts {
        let class = vm.class_of(object);
        if let Some((last, facts)) = self.last_facts
            && last == class.id.0
        {
            return facts;
        }
        let of = || LockFacts::of(vm, class);
        let facts = *self.facts.entry(class.id.0).or_insert_with(of);
        self.last_facts = Some((class.id.0, facts));
        facts
    }

    /// A lock may have been taken before others could reach it.
    fn hold_if_owned(&mut self, vm: &Vm, object: Ref) {
        let Some(word) = self.facts(vm, object).owner else {
            return;
        };
        if let Some(owner) = vm.thread_of(vm.heap.get(object + word) as Ref) {
            let lock = Held {
                lock: object,
                read: false,
            };
            if !self.holdings.held(owner.0).contains(&lock) {
                self.owned.insert(object);
                self.acquired(vm, owner, lock, object);
            }
        }
    }

    /// What the last event was about to do to a lock's state has happened.
    fn settle(&mut self, vm: &Vm) {
        let Some(change) = self.unsettled.take() else { return };
        let Unsettled { thread, lock, .. } = change;
        match change.counting.change(change.before, vm.heap.get(lock + change.word)) {
            Some(Change::Acquired { read }) => self.acquired(vm, ThreadId(thread), Held { lock, read }, lock),
            Some(Change::Released { read }) => self.released(thread, Held { lock, read }),
            None => {}
        }
    }

    fn acquired(&mut self, vm: &Vm, thread: ThreadId, lock: Held, shown: Ref) {
        let t = thread.0;
        if !is_thread_group(vm, lock.lock) {
            self.graph.reads(t, lock.lock);
            self.graph.writes(t, lock.lock);
        }
        let before: Vec<Held> = self.holdings.held(t).to_vec();
        let monitor = shown == lock.lock && self.facts(vm, shown).owner.is_none();
        let inner = monitor && vm.thread(thread).in_atomic_region();
        if !self.holdings.acquire(t, lock) {
            return;
        }
        let tuple = if inner {
            None
        } else {
            self.tuple(vm, thread, lock, before)
        };
        if !lock.read {
            self.trace.acquire(t, lock.lock, tuple);
        }
        if let Some(tag) = tuple {
            let index = t as usize;
            if self.trees.len() <= index {
                self.trees.resize_with(index + 1, LockTree::default);
            }
            if !lock.read {
                self.trees[index].lock(lock.lock, tag);
            }
        }
    }

    fn released(&mut self, thread: u32, lock: Held) {
        if self.holdings.release(thread, lock) && !lock.read {
            self.trace.release(thread, lock.lock);
            if let Some(tree) = self.trees.get_mut(thread as usize) {
                tree.unlock(lock.lock);
            }
        }
    }

    /// The number of an acquisition; equal ones have one.
    fn tuple(&mut self, vm: &Vm, thread: ThreadId, wants: Held, held: Vec<Held>) -> Option<u32> {
        let call = deadlock::lock_call(vm, thread);
        if call.is_some_and(|(_, method)| method.starts_with("try")) {
            // Who only tries never waits.
            return None;
        }
        let site = Site::of_thread(vm, thread)?;
        let key = (thread.0, site.method.id.0, site.pc, wants, held);
        if let Some(number) = self.tuple_numbers.get(&key) {
            return Some(*number);
        }
        let number = self.tuples.len() as u32;
        self.tuples.push(Tuple {
            thread: thread.0,
            held: key.4.clone(),
            wants,
            time: self.forks.now(thread.0),
            clock: self.forks.of(thread.0).clone(),
        });
        self.tuple_numbers.insert(key, number);
        let class = vm.class_of(wants.lock);
        let identity = if class.name.starts_with("java/util/concurrent/locks/") {
            class.binary_name()
        } else {
            deadlock::lock_identity(vm, wants.lock)
        };
        let shown = self.name(vm, thread, wants.lock);
        self.acquisitions.push(Acquisition {
            who: vm.thread_name(thread).into(),
            site,
            wants: shown,
            identity: identity.into(),
        });
        Some(number)
    }

    /// What a thread that has just taken a lock calls it.
    fn name(&mut self, vm: &Vm, thread: ThreadId, lock: Ref) -> Rc<Object> {
        let shown = || {
            names::object(
                vm,
                thread,
                deadlock::lock_call(vm, thread).map_or(lock, |(lock, _)| lock),
            )
            .into()
        };
        self.names.entry((thread.0, lock)).or_insert_with(shown).clone()
    }

    fn access(&mut self, vm: &Vm, thread: ThreadId, object: Ref, span: Span, write: bool, mode: Mode) {
        let parts = parts(vm, object, span);
        self.notice(vm, thread, object, &parts, write, mode);
        self.flows(vm, thread.0, object, &parts, (!write || mode == Mode::Atomic, write));
    }

    /// What a thread sees, and leaves for others to see. After the access itself was judged: a read does not excuse itself.
    fn flows(&mut self, vm: &Vm, thread: u32, object: Ref, parts: &[u64], (reads, writes): (bool, bool)) {
        let lock = |r: Ref| r != 0 && vm.class_of(r).name.starts_with("java/util/concurrent/locks/");
        if self.owned.contains(&object) || lock(object) {
            return;
        }
        for at in parts {
            if reads {
                self.flow.read(thread, *at);
            }
            if writes {
                self.flow.write(thread, *at);
            }
        }
    }

    fn notice(&mut self, vm: &Vm, thread: ThreadId, object: Ref, parts: &[u64], write: bool, mode: Mode) {
        let t = thread.0;
        if !is_thread_group(vm, object) {
            self.touch(t, object, write, mode);
        }
        let Some(location) = parts.first().copied() else {
            return;
        };
        if object != 0 && self.bookkeeping(vm, thread, object, location, write) {
            return;
        }
        let reads = !write || mode == Mode::Atomic;
        if mode != Mode::Plain {
            let ordering = vm.ordering_of_access(thread);
            let (acquires, releases) = (reads && ordering.acquires, write && ordering.releases);
            self.hb.ordered_access(t, object, location, acquires, releases);
        }
        if object != 0 && rules::is_benign_race(vm.class_of(object)) {
            return;
        }
        let owner = vm.owner(object, location);
        if owner != Owner::User && mode != Mode::Plain {
            self.note_update(vm, t, object, location, (reads, write));
            return;
        }
        let Some(point) = self.points.here(vm, thread, write, owner) else {
            return;
        };
        for at in parts {
            self.trace.access(t, *at, point, reads, write);
            self.variable(vm, t, object, *at, point, write, mode);
        }
    }

    /// An atomic of the library: what a thread sees there decides how it goes on. What a lock notes is no reason of its own.
    fn note_update(&mut self, vm: &Vm, thread: u32, object: Ref, location: u64, (reads, writes): (bool, bool)) {
        if self.facts(vm, object) == LockFacts::default() {
            if reads {
                self.trace.uses(thread, location);
            }
            if writes {
                self.trace.gives(thread, location);
            }
        }
    }

    fn touch(&mut self, thread: u32, object: Ref, write: bool, mode: Mode) {
        if self.last_touch == (thread, object, write) {
            return;
        }
        self.last_touch = (thread, object, write);
        if write {
            self.graph.writes(thread, object);
        }
        if !write || mode == Mode::Atomic {
            self.graph.reads(thread, object);
        }
    }

    /// What a lock or a thread says of itself; true if it is nothing else.
    fn bookkeeping(&mut self, vm: &Vm, thread: ThreadId, object: Ref, location: u64, write: bool) -> bool {
        let facts = self.facts(vm, object);
        if facts == LockFacts::default() {
            return false;
        }
        let word = (location / 8) as u32 - object;
        if facts.owner == Some(word) {
            let lock = Held {
                lock: object,
                read: false,
            };
            if write {
                self.owned.insert(object);
            }
            match (write, vm.heap.get(object + word)) {
                (true, 0) => self.acquired(vm, thread, lock, object),
                (true, _) => self.released(thread.0, lock),
                (false, _) => {}
            }
            return true;
        }
        if facts.alive == Some(word) {
            self.ended(vm, thread.0, object);
            return true;
        }
        if let Some((state, counting)) = facts.state
            && state == word
            && write
        {
            self.unsettled = Some(Unsettled {
                thread: thread.0,
                lock: object,
                word,
                counting,
                before: vm.heap.get(object + word),
            });
        }
        false
    }

    /// The locks of a read that its thread may be going to validate: then it is as good as made under the lock.
    fn read_under_a_stamp(&mut self, vm: &Vm, thread: ThreadId, point: u32) -> u32 {
        if vm.optimistic_locks(thread).next().is_none() {
            return self.holdings.set(thread.0);
        }
        let validated = || optimistic_reads::validates(vm, thread);
        let validated = *self.validated.entry(point).or_insert_with(validated);
        let stamps = vm.optimistic_locks(thread).filter(|_| validated);
        self.holdings
            .set_with(thread.0, stamps.map(|lock| Held { lock, read: true }))
    }

    #[allow(clippy::too_many_arguments)] // One access, taken apart once for all of its parts.
    fn variable(&mut self, vm: &Vm, t: u32, object: Ref, location: u64, point: u32, write: bool, mode: Mode) {
        let plain = mode == Mode::Plain;
        let locks = match plain && !write && vm.used.stamps {
            true => self.read_under_a_stamp(vm, ThreadId(t), point),
            false => self.holdings.set(t),
        };
        let entry = Entry {
            point,
            thread: t,
            write,
            plain,
            locks,
            time: self.hb.now(t),
            forked: self.forks.now(t),
            flowed: self.flow.now(t),
        };
        let hb = &mut self.hb;
        let variable = self.variables.at(vm, object, location, |vm| {
            let written = value_at(vm, object, location) != 0;
            written.then(|| hb.publisher(object).unwrap_or(0))
        });
        if variable.is_repeated(&entry) {
            return;
        }
        if entry.plain {
            variable.erase(self.mode, &mut self.hb, &self.holdings, entry);
        }
        variable.compare((&mut self.hb, &mut self.flow), self.forks.of(t), &self.holdings, entry);
        variable.remember(entry);
    }
}

/// Stands for an object as a whole.
fn header(object: Ref) -> u64 {
    u64::from(object) * 8
}

/// The addresses of the elements, fields or bytes off the heap that an access touches.
fn parts(vm: &Vm, object: Ref, span: Span) -> SmallVec<[u64; 2]> {
    if object == 0 {
        return (span.at..span.end()).take(WHOLE).map(|at| at | OFF_HEAP).collect();
    }
    let start = u64::from(object + HEADER) * 8;
    let log2 = vm.class_of(object).element_type().map_or(3, |ty| ty.log2());
    let number = |at: u64| at.saturating_sub(start) >> log2;
    let numbers = number(span.at)..number(span.end() + (1 << log2) - 1);
    numbers.take(WHOLE).map(|number| start + (number << log2)).collect()
}

fn value_at(vm: &Vm, object: Ref, location: u64) -> u64 {
    if object == 0 {
        return 0;
    }
    match vm.class_of(object).element_type() {
        Some(ty) => vm.heap.read(location, ty.log2()),
        None => vm.heap.get((location / 8) as u32),
    }
}
