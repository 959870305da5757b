//! Persistent sets (Godefroid 1996): of the threads that could move next, those that have nothing in common with what the others will ever do
//! before these move. The search takes their steps alone, so that groups of threads that share nothing are explored one after the other.
//!
//! What a thread will ever do is learned. Its stack of instructions is a node of a graph ([`Vm::control`]); an edge is a step that was made
//! on any path, and with the step is noted which cells it touched ([`Footprint`](dropwire_vm::Footprint)). The *future* of a node is all that
//! is touched behind it, by the threads as well that are started there.
//!
//! Why that is enough. Let a state be *closed* when all ways on that it was given are explored. The claim: whatever any thread touches on any path from a closed state is in the
//! future of the thread's node there, or of its creator's. By induction over the order in which states close, and then over the length of the path: take a path from the state, and the
//! first step on it of a thread of the state's set. What comes before it is a shorter path, so its touches are in the futures of the nodes here; the set is closed under
//! what depends on its steps, so these steps commute with that one, which can be made first. Behind it the rest of the path starts at a state that is closed already, where other
//! threads stand at the same nodes. If no step of the path is one of the set, a step of the set can be put before all of it; the last step of the path may depend on that one, but then it
//! is about to touch the same cell there, which is noticed ([`Independence::learn`]): states of the present path get more ways on, and where the set of a state that was left was wrong the search
//! restarts with what it has learned. States do not close one after the other in a cycle; a state with a step back to a state of the path is explored with all its ways (the cycle proviso).
//!
//! A state where no thread can move, but for spurious wakeups, is a deadlock. For that a set has a thread that can move without one: it still could behind all steps of others.
//!
//! A step that ends the program, by an exit or as the end of the last thread that is no daemon, takes away all that others would do: a set that has such a step has all threads. The other way round,
//! a step of the set can be put before an exit that comes later on the path, or is its last step: no finding is behind that, unless the end itself is looked at ([`Vm::observed_ends`]). Beside daemons
//! the ends of other threads depend on each other, for one of them will be the last.
//!
//! It needs that states with the same key have the same nodes and cells. So keys tell who made objects, by which cells are named (`Mode::keys_tell_makers`). It needs
//! that touches are complete: what lies in no cell makes all steps dependent ([`Vm::global_steps`]). And it needs that a step changes of other threads only what is
//! in cells: those that wait for the initialisation of a class go on within the step that ends it, and what they touch there belongs to both
//! ([`Origin`](dropwire_vm::Origin)).
//!
//! With sleep sets, a step of the set may be left out because it was explored from a state before this one, from where other threads have gone on since. What they do behind it
//! was learned of the nodes at which they stood there, so these lie behind the present ones from then on ([`Independence::stand_as_before`]).
//!
//! A step passes operations at which it would have ended if the object could still be reached by others, or if the thread that it joins had not ended.
//! What it touches from there on belongs to the nodes of these operations, so that a node means the same on each path. A set is closed under the nodes that the
//! steps of its threads have passed from the present state as well. A start is such an operation too: one loop may start many threads.
//!
//! Time: a timed wait ends by its time where no other thread can move. Who is in a set can, and no step of the others takes that away, or it would be one of the set; so no
//! time-out comes before a step of the set. A state with a time-out among its ways has them all. Where threads go round forever unless waits end, or where a time-out
//! comes while others can move, all is explored without sets (`Search::note_round`).
//!
//! At a state where some thread has never made its step, all ways are taken for lack of knowledge. Behind the first of them the steps are known, and
//! a set that has this one is sought ([`Search::settle_level`](super::Search)).

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::{Alternative, Cell, Choice, Footprint, Origin, ThreadId, Touch, Vm};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Restarts for sets that were wrong, after which the search takes all ways.
const RESTARTS: u32 = 12;
/// States that count as of late.
const LATELY: u32 = 256;
/// One of so many states must have a smaller set for the search to seek them.
const PAYS: u32 = 8;
/// States of a search with sets after which one of `LITTLE` must have had a smaller one, or they are given up.
const TRIED: u64 = 2_048;
const LITTLE: u64 = 6;
/// The same of a program that uses concurrency classes of the JDK: any thread makes their objects, and keys tell who did.
const LITTLE_WITH_MAKERS: u64 = 2;
/// A search that restarts for a wrong set after so many states goes on without sets, unless one of `MUCH` had a smaller one.
const LATE: u64 = 16_384;
const MUCH: u64 = 4;
/// A search that only learns seeks the set of one state in so many: that costs as much as many steps where there are many threads.
const SAMPLED: u32 = 8;
/// Sets that are remembered.
const REMEMBERED: usize = 1 << 20;
/// Entries of all futures together, and answers.
const MOST: usize = 4_000_000;
/// Threads of a state beyond which it has all its ways: each is compared with each.
const MOST_THREADS: usize = 1024;

/// A place where a thread stands.
#[derive(Default)]
struct Node {
    /// The cell of its thread.
    thread: Cell,
    /// What steps from here touch; whether they write it.
    step: FxHashMap<Cell, bool>,
    /// What is touched from here on.
    future: FxHashMap<Cell, bool>,
    /// Nodes from which a step leads here.
    before: Vec<u32>,
    /// Nodes whose step, and nodes whose future, this one was compared with.
    futures: Vec<u32>,
    steps: Vec<u32>,
    /// A step was made from here.
    known: bool,
    /// A step from here has ended the program while other threads lived.
    ends: bool,
    /// A state that was left rests on it that none does.
    relied_to_go_on: bool,
}

/// Whether the steps from one node commute with all that is done from another one on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// They do, as far as is known; and whether a state that was left rests on it.
    Commute { relied_on: bool },
    /// They do not.
    Depend,
}

/// What is known of the steps of all threads, from any path.
#[derive(Default)]
pub(crate) struct Independence {
    nodes: Vec<Node>,
    by_control: FxHashMap<u64, u32>,
    awaited: FxHashMap<(Cell, Cell, bool), u32>,
    answers: FxHashMap<(u32, u32), Answer>,
    /// Sets by a hash of the nodes of all threads, as bits in their order, as long as no answer changes; 0 for all.
    sets: FxHashMap<u64, u64>,
    entries: usize,
    restarts: u32,
    /// For how many states a set was sought of late, and of how many it was smaller than all.
    sought: (u32, u32),
    /// States that a search which only learns came to.
    passed: u32,
    /// States of the present search, and those that had a smaller set.
    met: (u64, u64),
    /// Two nodes were taken for independent and are not.
    changed: bool,
    /// A state that was left had too few ways.
    broken: bool,
    /// Some state had less than all its ways.
    reduced: bool,
    /// Some way on was left out because it was asleep.
    slept: bool,
    /// Sets do not pay, or do not hold, for this program.
    off: bool,
    /// Steps of this program depend on each other beside the cells that they touch.
    dependent: bool,
    /// What the machine needs to note what steps touch, between two searches.
    pub footprint: Option<Box<Footprint>>,
}

/// A thread that lives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    thread: ThreadId,
    /// Its node: all that it will ever do lies behind it.
    at: u32,
    /// The node whose step it makes next. Of a thread that cannot move, one that touches what it waits for: who does not, does not
    /// let it go on.
    next: u32,
}

impl Standing {
    /// Whether it is this thread.
    pub fn is_of(&self, thread: ThreadId) -> bool {
        self.thread == thread
    }
}

/// Nodes of the threads that live.
pub(crate) type Places = Rc<[(ThreadId, u32)]>;

/// Nodes that steps of threads have passed, each with the place of its thread: what is touched behind them is part of these steps.
pub(crate) type Passed = Vec<(usize, u32)>;

/// What a set of threads must be closed under beside the nodes whose steps come next.
#[derive(Clone, Default)]
pub(crate) struct Grounds {
    /// What the steps from here have passed so far, which are steps of the set.
    pub passed: Passed,
    /// What steps have passed that are asleep.
    pub asleep: Passed,
}

/// Where threads stand.
pub(crate) fn places_of(all: &[Standing]) -> Places {
    all.iter().map(|of| (of.thread, of.at)).collect()
}

/// A thread that goes on within a step.
struct Moving {
    thread: ThreadId,
    /// Where it stood last.
    node: u32,
    /// Nodes of other threads whose steps it goes on in: they ended the initialisation for which it waited.
    releasers: Vec<u32>,
}

/// Some of the threads that live, by their places among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Members(Vec<bool>);

impl Members {
    fn none(all: &[Standing]) -> Members {
        Members(vec![false; all.len()])
    }

    /// Every one.
    pub fn every(all: &[Standing]) -> Members {
        Members(vec![true; all.len()])
    }

    /// Those whose ways are among these.
    pub fn of(all: &[Standing], ways: &[Choice]) -> Members {
        let moves = |of: &Standing| ways.iter().any(|choice| of.is_of(choice.thread));
        Members(all.iter().map(moves).collect())
    }

    fn has(&self, at: usize) -> bool {
        self.0[at]
    }

    /// Whether a thread is one of them.
    pub fn contain(&self, all: &[Standing], thread: ThreadId) -> bool {
        all.iter()
            .zip(&self.0)
            .any(|(of, member)| *member && of.thread == thread)
    }
}

/// Whether an access to a cell conflicts with one of the same cell, if there is one.
fn conflicts(write: bool, other: Option<&bool>) -> bool {
    other.is_some_and(|writes| write || *writes)
}

impl Independence {
    /// Where a thread stands.
    pub fn node(&mut self, vm: &Vm, thread: ThreadId) -> u32 {
        self.node_of(vm, thread, vm.control(thread))
    }

    fn node_of(&mut self, vm: &Vm, thread: ThreadId, control: u64) -> u32 {
        let next = self.nodes.len() as u32;
        let at = *self.by_control.entry(control).or_insert(next);
        if at == next {
            self.nodes.push(Node {
                thread: vm.cell_of_thread(thread),
                ..Node::default()
            });
        }
        at
    }

    /// The threads that live, each with its node. `choices`: the ways on.
    pub fn standing(&mut self, vm: &Vm, choices: &[Choice]) -> Vec<Standing> {
        let of = |thread: &ThreadId| {
            let at = self.node(vm, *thread);
            let moves = choices.iter().any(|choice| choice.thread == *thread);
            let next = match vm.awaited_cell(*thread) {
                Some(touch) if !moves => self.waiting(vm.cell_of_thread(*thread), touch),
                Some(_) | None => at,
            };
            let thread = *thread;
            Standing { thread, at, next }
        };
        vm.live_by_path().iter().map(of).collect()
    }

    /// Where all threads stand that live.
    pub fn places(&mut self, vm: &Vm) -> Places {
        let of = |thread: &ThreadId| (*thread, self.node(vm, *thread));
        vm.live_by_path().iter().map(of).collect()
    }

    /// A way on from where threads stand now is left out, because it was explored from where they stood before: what they do behind it was learned of these nodes.
    /// So it lies behind the present ones as well. A thread that was started since stood where its creator did.
    pub fn stand_as_before(&mut self, vm: &Vm, now: &[(ThreadId, u32)], before: &[(ThreadId, u32)]) {
        if planted(Fault::SleepersLookFromHere) {
            return;
        }
        for (thread, node) in now {
            let path = &vm.thread(*thread).path;
            let creators = before.iter().filter(|(of, _)| path.starts_with(&vm.thread(*of).path));
            if let Some((_, stood)) = creators.max_by_key(|(of, _)| vm.thread(*of).path.len()) {
                self.leads_to(*node, *stood);
            }
        }
    }

    /// The node whose step touches what a thread waits for, and what an interrupt changes.
    fn waiting(&mut self, thread: Cell, touch: Touch) -> u32 {
        let next = self.nodes.len() as u32;
        let at = *self.awaited.entry((thread, touch.cell, touch.write)).or_insert(next);
        if at == next {
            self.nodes.push(Node {
                step: [(thread, false), (touch.cell, touch.write)].into_iter().collect(),
                known: true,
                ..Node::default()
            });
        }
        at
    }

    /// A thread made a step from a node. Answers the nodes that the step has passed.
    pub fn learn(&mut self, vm: &Vm, thread: ThreadId, from: u32) -> Vec<u32> {
        let mut passed = Vec::new();
        let Some(footprint) = &vm.footprint else { return passed };
        let Footprint { touched, parts, .. } = &**footprint;
        let mut moving = vec![Moving {
            thread,
            node: from,
            releasers: Vec::new(),
        }];
        let (mut touched_before, mut present) = (0, 0);
        let ends = parts.iter().map(|part| part.touched).chain([touched.len()]);
        for (end, next) in ends.zip(parts.iter().map(Some).chain([None])) {
            let Moving { node, releasers, .. } = &moving[present];
            self.nodes[*node as usize].known = true;
            for touch in &touched[touched_before..end] {
                for node in releasers.iter().chain([node]) {
                    self.step_touches(*node, *touch);
                }
            }
            touched_before = end;
            let Some(part) = next else { break };
            let node = self.node_of(vm, part.thread, part.control);
            let of_part = |place: Option<usize>| place.map_or(from, |place| passed[place]);
            let mover = |thread| moving.iter().position(|of: &Moving| of.thread == thread);
            let (before, releasers) = match part.origin {
                Origin::Passes(place) => {
                    let same = mover(part.thread).map(|at| moving[at].releasers.clone());
                    (Some(of_part(place)), same.unwrap_or_default())
                }
                Origin::StartedBy(place) => (Some(of_part(place)), Vec::new()),
                Origin::ReleasedBy(place) => {
                    let by = place.map_or(thread, |place| parts[place].thread);
                    let mut releasers = mover(by).map(|at| moving[at].releasers.clone()).unwrap_or_default();
                    releasers.push(of_part(place));
                    (None, releasers)
                }
            };
            if let Some(before) = before {
                self.leads_to(before, node);
            }
            let goes_on = Moving {
                thread: part.thread,
                node,
                releasers,
            };
            present = mover(part.thread).unwrap_or(moving.len());
            match moving.get_mut(present) {
                Some(of) => *of = goes_on,
                None => moving.push(goes_on),
            }
            passed.push(node);
        }
        if footprint.ends {
            self.node_ends(moving[present].node);
        }
        for Moving { thread, node, .. } in moving {
            if !vm.thread(thread).is_alive() {
                continue;
            }
            let to = self.node(vm, thread);
            if let Some(touch) = vm.awaited_cell(thread) {
                self.step_touches(to, touch);
            }
            self.leads_to(node, to);
        }
        if self.entries + self.answers.len() > MOST {
            self.give_up();
        }
        passed
    }

    fn node_ends(&mut self, node: u32) {
        let node = &mut self.nodes[node as usize];
        if !std::mem::replace(&mut node.ends, !planted(Fault::EndsCommute)) {
            self.sets.clear();
            self.changed = true;
            self.broken |= node.relied_to_go_on;
        }
    }

    fn leads_to(&mut self, from: u32, to: u32) {
        if to == from || self.nodes[to as usize].before.contains(&from) {
            return;
        }
        self.nodes[to as usize].before.push(from);
        let future: Vec<(Cell, bool)> = self.nodes[to as usize].future.iter().map(|(c, w)| (*c, *w)).collect();
        for (cell, write) in future {
            self.future_touches(from, Touch { cell, write });
        }
    }

    fn step_touches(&mut self, node: u32, touch: Touch) {
        let step = &mut self.nodes[node as usize].step;
        match step.get_mut(&touch.cell) {
            Some(write) if *write || !touch.write => return,
            Some(write) => *write = true,
            None => {
                step.insert(touch.cell, touch.write);
            }
        }
        for other in self.nodes[node as usize].futures.clone() {
            let of = &self.nodes[other as usize];
            if touch.cell == of.thread || conflicts(touch.write, of.future.get(&touch.cell)) {
                self.depend(node, other);
            }
        }
        self.future_touches(node, touch);
    }

    fn future_touches(&mut self, node: u32, touch: Touch) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            let of = &mut self.nodes[node as usize];
            match of.future.get_mut(&touch.cell) {
                Some(write) if *write || !touch.write => continue,
                Some(write) => *write = true,
                None => {
                    of.future.insert(touch.cell, touch.write);
                    self.entries += 1;
                }
            }
            work.extend(&of.before);
            for other in of.steps.clone() {
                let step = &self.nodes[other as usize];
                if touch.write && touch.cell == step.thread || conflicts(touch.write, step.step.get(&touch.cell)) {
                    self.depend(other, node);
                }
            }
        }
    }

    fn depend(&mut self, step: u32, future: u32) {
        if planted(Fault::IndependenceNeverRefuted) {
            return;
        }
        if let Some(answer) = self.answers.get_mut(&(step, future))
            && let Answer::Commute { relied_on } = *answer
        {
            *answer = Answer::Depend;
            self.sets.clear();
            self.changed = true;
            self.broken |= relied_on;
        }
    }

    /// Whether steps from one node commute with all that is done from another one on, as far as is known.
    fn commute(&mut self, step: u32, future: u32) -> bool {
        if let Some(answer) = self.answers.get(&(step, future)) {
            return *answer != Answer::Depend;
        }
        let (one, other) = (&self.nodes[step as usize], &self.nodes[future as usize]);
        if !one.known || !other.known {
            return false;
        }
        // Every step of a thread reads the thread's own cell, and its end writes it.
        let depend = one.thread != 0 && other.future.get(&one.thread).is_some_and(|write| *write)
            || one.step.contains_key(&other.thread)
            || one
                .step
                .iter()
                .any(|(cell, write)| conflicts(*write, other.future.get(cell)));
        if depend {
            let cells = || {
                one.step
                    .iter()
                    .filter(|(cell, write)| conflicts(**write, other.future.get(cell)))
            };
            tracing::trace!(
                target: "dropwire_check::independence",
                step,
                future,
                thread = format_args!("{:x}", other.thread),
                cells = ?cells().map(|(cell, write)| format!("{cell:x} {write}")).collect::<Vec<_>>(),
                "depends"
            );
        }
        let answer = match depend {
            true => Answer::Depend,
            false => Answer::Commute { relied_on: false },
        };
        self.answers.insert((step, future), answer);
        self.nodes[step as usize].futures.push(future);
        self.nodes[future as usize].steps.push(step);
        !depend
    }

    /// Which threads will ever do something that depends on a step from a node of one of them. A step that ends the program takes away all that others do.
    fn dependents(&mut self, of: usize, node: u32, all: &[Standing]) -> Vec<bool> {
        let ends = self.nodes[node as usize].ends;
        let depends = |(at, other): (usize, &Standing)| at != of && (ends || !self.commute(node, other.at));
        all.iter().enumerate().map(depends).collect()
    }

    /// Adds to a set of threads all that may depend on the next steps of one of them. True if there were any.
    pub fn close(&mut self, set: &mut Members, all: &[Standing], grounds: &Grounds) -> bool {
        let before = set.clone();
        loop {
            let present = set.clone();
            let asleep = grounds.asleep.iter().filter(|(of, _)| present.has(*of));
            for (of, node) in grounds.passed.iter().chain(asleep) {
                for (at, depends) in self.dependents(*of, *node, all).into_iter().enumerate() {
                    set.0[at] |= depends;
                }
            }
            self.close_outside(set, all, &mut vec![None; all.len()], &Members::none(all));
            if grounds.asleep.is_empty() || *set == present {
                return *set != before;
            }
        }
    }

    /// The same, until it comes to a thread of another set: false then. `dependents`: of the threads of which they are known.
    fn close_outside(
        &mut self,
        set: &mut Members,
        all: &[Standing],
        dependents: &mut [Option<Vec<bool>>],
        other: &Members,
    ) -> bool {
        let mut work: Vec<usize> = (0..all.len()).filter(|at| set.has(*at)).collect();
        while let Some(of) = work.pop() {
            let dependents = dependents[of].get_or_insert_with(|| self.dependents(of, all[of].next, all));
            for (at, depends) in dependents.iter().enumerate() {
                if *depends && !set.has(at) {
                    if other.has(at) {
                        return false;
                    }
                    set.0[at] = true;
                    work.push(at);
                }
            }
        }
        true
    }

    /// The smallest set that one of the threads that can move begins: all that depend on it, directly or not. `None` if it has them all.
    pub fn persistent_set(&mut self, all: &[Standing], choices: &[Choice]) -> Option<Members> {
        if all.len() > MOST_THREADS {
            return None;
        }
        let mut hasher = FxHasher::default();
        for of in all {
            (of.thread, of.at, of.next).hash(&mut hasher);
        }
        for choice in choices {
            (choice.thread, choice.alternative).hash(&mut hasher);
        }
        let situation = hasher.finish();
        if let Some(set) = self.sets.get(&situation) {
            return (*set != 0).then(|| Members((0..all.len()).map(|at| set >> at & 1 == 1).collect()));
        }
        let set = self.smallest_set(all, choices);
        if all.len() <= 64 && self.knows(all) {
            let members = set.iter().flat_map(|set| set.0.iter().enumerate());
            let bits = members.map(|(at, member)| u64::from(*member) << at).sum();
            if self.sets.len() >= REMEMBERED {
                self.sets.clear();
            }
            self.sets.insert(situation, bits);
        }
        set
    }

    /// Whether a step has begun wherever one of these stands.
    pub fn knows(&self, all: &[Standing]) -> bool {
        let is_known = |of: &Standing| self.nodes[of.at as usize].known && self.nodes[of.next as usize].known;
        all.iter().all(is_known)
    }

    fn smallest_set(&mut self, all: &[Standing], choices: &[Choice]) -> Option<Members> {
        let mut best: Option<Members> = None;
        let mut least = choices.len();
        let mut dependents = vec![None; all.len()];
        let mut tried = Members::none(all);
        for choice in choices {
            let Some(seed) = all.iter().position(|standing| standing.thread == choice.thread) else {
                continue;
            };
            if choice.alternative == Alternative::SpuriousWakeup || tried.has(seed) {
                continue;
            }
            let mut set = Members::none(all);
            set.0[seed] = true;
            // A set with a thread that was tried has all of that one's set, and is no smaller.
            let is_closed = self.close_outside(&mut set, all, &mut dependents, &tried);
            tried.0[seed] = true;
            if !is_closed {
                continue;
            }
            let ways = choices.iter().filter(|choice| set.contain(all, choice.thread)).count();
            if ways < least {
                (best, least) = (Some(set), ways);
            }
        }
        best
    }

    /// Whether a search that only learns seeks the set of the present state.
    pub fn samples(&mut self) -> bool {
        self.passed = self.passed.wrapping_add(1);
        self.passed % SAMPLED == 1
    }

    /// A set was sought, and was smaller than all or not.
    pub fn note_set(&mut self, smaller: bool) {
        if self.sought.0 == LATELY {
            self.sought = (self.sought.0 / 2, self.sought.1 / 2);
        }
        self.sought.0 += 1;
        self.sought.1 += u32::from(smaller);
    }

    /// A state of a search with sets had a smaller one or not. Answers whether too few had. `of_the_library`: the program uses operations of the JDK's
    /// concurrency classes.
    pub fn note_reduction(&mut self, smaller: bool, of_the_library: bool) -> bool {
        let little = match of_the_library {
            true => LITTLE_WITH_MAKERS,
            false => LITTLE,
        };
        self.met.0 += 1;
        self.met.1 += u64::from(smaller);
        self.met.0 == TRIED && self.met.1 * little < TRIED
    }

    /// Says how often it paid.
    pub fn log_reductions(&self) {
        let (states, smaller) = self.met;
        tracing::debug!(target: "dropwire_check::independence", states, smaller, nodes = self.nodes.len(), "persistent sets");
    }

    /// Whether many states of late had a set that is smaller than all.
    pub fn pays(&self) -> bool {
        self.sought.0 == 0 || self.sought.1 * PAYS >= self.sought.0
    }

    /// A state is left whose ways were those of a set.
    pub fn rely(&mut self, set: &Members, all: &[Standing], grounds: &Grounds) {
        let members = all.iter().enumerate().filter(|(at, _)| set.has(*at));
        let passed = grounds.passed.iter().chain(&grounds.asleep);
        let nodes = members
            .map(|(_, of)| of.next)
            .chain(passed.filter(|(of, _)| set.has(*of)).map(|(_, node)| *node));
        for node in nodes {
            self.nodes[node as usize].relied_to_go_on = true;
            for (_, other) in all.iter().enumerate().filter(|(at, _)| !set.has(*at)) {
                if let Some(Answer::Commute { relied_on }) = self.answers.get_mut(&(node, other.at)) {
                    *relied_on = true;
                }
            }
        }
    }

    /// Whether nodes that were taken for independent are not, since somebody asked.
    pub fn has_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Whether a state that was left had too few ways.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// The search restarts: it relies on nothing yet.
    pub fn begin(&mut self) {
        if self.broken {
            self.restarts += 1;
            let (states, smaller) = self.met;
            self.off |= self.restarts > RESTARTS || states > LATE && smaller * MUCH < states;
        }
        self.met = (0, 0);
        (self.broken, self.changed, self.reduced, self.slept) = (false, false, false, false);
        for node in &mut self.nodes {
            node.relied_to_go_on = false;
        }
        for answer in self.answers.values_mut() {
            if let Answer::Commute { relied_on } = answer {
                *relied_on = false;
            }
        }
    }

    /// A state has less than all its ways.
    pub fn note_reduced(&mut self) {
        self.reduced = true;
    }

    /// From now on the elements of an array are one cell: what was said of them one by one does not count.
    pub fn grow_coarser(&mut self) {
        self.changed |= self.reduced;
        self.broken |= self.reduced;
    }

    /// A way on was left out because it was asleep.
    pub fn note_asleep(&mut self) {
        self.slept = true;
    }

    /// From now on no state has less than all its ways for its set.
    pub fn give_up(&mut self) {
        self.broken = self.reduced;
        self.changed = self.reduced;
        self.off = true;
    }

    /// From now on no step is independent of another one.
    pub fn depend_globally(&mut self) {
        self.give_up();
        self.broken |= self.slept;
        self.changed |= self.slept;
        self.dependent = true;
    }

    /// Whether no state has less than all its ways for its set.
    pub fn is_off(&self) -> bool {
        self.off
    }

    /// Whether no step is independent of another one.
    pub fn is_dependent(&self) -> bool {
        self.dependent
    }
}
