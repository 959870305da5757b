//! What steps touch, for who asks whether two of them commute: every access to what others can reach, every monitor, and what becomes of
//! threads, as *cells*. Two steps of different threads commute if no cell of one is written by the other.
//!
//! A cell is a part of an object. An object that existed when the search began is named by its address. A younger one is named by its class,
//! by the thread that made it and by how many threads that one had started: states that differ in the order of independent steps agree on
//! that, and keys tell others apart by it where steps are predicted (`Mode::keys_tell_makers`). Two objects of one name count as one, which makes steps dependent that are not, and
//! never the other way round.
//!
//! A step begins to initialise a class, or ends that, by writing the cell [`INITIALISED`] of the class; who finds it initialised reads it. Of the JDK's classes only those count
//! whose initialisation was seen to take several steps: else it makes no difference to anybody who initialises them.
//!
//! Every step of a thread reads the cell [`SELF`] of its object. Who starts or interrupts the thread writes it. Its permit (`LockSupport`) is a cell of its
//! own, which no step reads but a park: an `unpark` commutes with all else that the thread does, once it has started.
//!
//! The end of a thread writes a cell of its own, [`ENDING`]: who asks whether the thread lives reads it, and who uses its monitor writes it, for the end
//! wakes who waits there. A `join` that was awaited does neither: it cannot be executed before the end, so nothing that the thread does before
//! depends on it. One that an interrupt may end before does both.

use crate::event::Event;
use crate::faults::{Fault, planted};
use crate::footprint::{Cell, Footprint, Origin, Part, Touch};
use crate::heap::{ESCAPED, HEADER, Ref, USER_ARRAY, WAS_ESCAPED};
use crate::image::class::Method;
use crate::symmetry::mix;
use crate::thread::{Pending, Span, Status, ThreadId};
use crate::vm::Vm;

/// Whether a thread was interrupted.
const SELF: u32 = u32::MAX;
/// Whether a thread has a permit.
const PERMIT: u32 = u32::MAX - 5;
/// Whether a thread was started.
const STARTED: u32 = u32::MAX - 6;
/// The monitor of an object and its wait set.
const MONITOR: u32 = u32::MAX - 1;
/// Whether a class is initialised.
const INITIALISED: u32 = u32::MAX - 2;
/// Whether a thread lives.
const ENDING: u32 = u32::MAX - 4;
/// All elements of an array at once.
const ELEMENTS: u32 = u32::MAX - 3;
/// Memory off the heap, all of it.
const OFF_HEAP: Cell = u64::MAX;
/// Whether threads live that keep the program alive.
const NON_DAEMONS: Cell = u64::MAX - 2;
/// What the program has printed.
const OUTPUT: Cell = u64::MAX - 1;
/// Words of an array up to which an access to several of them is one to each.
const FEW_WORDS: u64 = 64;
/// Parts that a step is divided into.
const MOST_PARTS: usize = 64;

impl Vm {
    /// From now on it is noted what steps touch. `known`: what [`Vm::ignore_footprints`] gave.
    pub fn watch_footprints(&mut self, known: Option<Box<Footprint>>) {
        let mut footprint = known.unwrap_or_default();
        footprint.touched.clear();
        footprint.parts.clear();
        footprint.awaited.clear();
        footprint.coarser = false;
        footprint.initialising.clear();
        footprint.ends = false;
        footprint.daemons |= self.threads.iter().any(|thread| thread.daemon);
        footprint.kept_exceptions |= self.keeps_throwables();
        footprint.young = self.heap.top();
        self.footprint = Some(footprint);
    }

    /// Whether keys tell who made objects, from now on. Answers whether they did.
    pub fn tell_makers(&mut self, tell: bool) -> bool {
        let before = std::mem::replace(&mut self.mode.keys_tell_makers, tell);
        if before != tell {
            // What is remembered of each thread comes back with the innermost undo frame.
            for index in 0..self.live_by_path().len() {
                self.touch(self.live_by_path()[index]);
            }
            self.forget_components();
        }
        before
    }

    /// It is noted no more.
    pub fn ignore_footprints(&mut self) -> Option<Box<Footprint>> {
        self.footprint.take()
    }

    /// What makes steps of different threads depend on each other beside the cells that they touch, as a word for the log; `None` where nothing does. It is time where it
    /// passes while some can move, a property that looks at several threads at once, and what the program looks at that is else taken for unobserved (`Observation`) and
    /// lies in no cell.
    pub fn global_steps(&self) -> Option<&'static str> {
        let used = &self.used;
        let looks = &self.knowledge.assumptions.looks;
        let footprint = self.footprint.as_deref();
        let reasons = [
            // The end of a sleep takes from timed waits, and moves clocks.
            (
                used.sleeps && (used.clock || used.timed_waits),
                "sleeps beside clocks or timed waits",
            ),
            (used.collector, "the collector"),
            (self.carriers_may_be_short(), "carriers of virtual threads"),
            (used.stack_limit, "the limit of stacks"),
            (used.thread_states, "states of threads"),
            (used.stops, "exceptions that one thread throws in another"),
            (used.attributes, "attributes"),
            (used.firewalls, "firewalls"),
            (footprint.is_some_and(|footprint| footprint.files.get()), "files"),
            (
                footprint.is_some_and(|footprint| footprint.linkage),
                "linkage by the program",
            ),
            (used.in_memory_network, "the network"),
            (used.input, "standard input"),
            (used.ignored_paths || used.counters, "ignored paths and counters"),
            (!self.mode.reduction, "no reduction"),
            (
                looks.iter().any(|look| !look.is_in_cells()),
                "looks at what lies in no cell",
            ),
            (self.mode.object.is_some(), "calls of an object"),
            (self.mode.time_passes, "time that passes"),
            (self.knowledge.watched_groups, "groups of threads"),
        ];
        reasons.iter().find(|(is_so, _)| *is_so).map(|(_, what)| *what)
    }

    /// Why it makes a difference what the other threads have done where a step ends the program, as a word for the log. `ends`: whether the search looks at that.
    pub fn observed_ends(&self, ends: bool) -> Option<&'static str> {
        let footprint = self.footprint.as_deref();
        let is_ended = footprint.is_some_and(|footprint| footprint.daemons || footprint.ended_early);
        let kept = footprint.is_some_and(|footprint| footprint.kept_exceptions);
        let reasons = [
            (is_ended && ends, "what the program has printed"),
            (is_ended && kept, "exceptions in futures"),
            (
                self.path.facts.shutting_down || self.has_shutdown_hooks(),
                "shutdown hooks",
            ),
        ];
        reasons.iter().find(|(is_so, _)| *is_so).map(|(_, what)| *what)
    }

    /// Whether the program has ended, or has only its shutdown hooks or daemon threads to run.
    pub fn is_ending(&self) -> bool {
        let facts = &self.path.facts;
        facts.exited.is_some() || facts.shutting_down || !self.live().any(|thread| !self.thread(thread).daemon)
    }

    /// Where a thread stands: its creation path, the instructions of its frames and what its next operation is about, as a hash.
    pub fn control(&self, thread: ThreadId) -> u64 {
        self.control_before(thread, self.thread(thread).pending)
    }

    /// The same of a thread that is about to do an operation.
    fn control_before(&self, thread: ThreadId, mut pending: Pending) -> u64 {
        let t = self.thread(thread);
        let about = match (t.status, pending) {
            (Status::Waiting { object, .. }, _) => self.cell(object, MONITOR),
            (_, Pending::Access { object, span, .. }) if object != 0 => {
                self.cell(object, (span.at / 8) as u32 - object)
            }
            _ => pending.subject().map_or(0, |object| self.cell(*object, MONITOR)),
        };
        self.control_about(thread, about)
    }

    fn control_about(&self, thread: ThreadId, about: Cell) -> u64 {
        let t = self.thread(thread);
        let place = |hash, (_, method, pc)| mix(hash, u64::from(method) << 32 | u64::from(pc));
        let of_thread = mix(t.path_hash, u64::from(self.name_in_cells(t.object)));
        t.frames().fold(mix(of_thread, about), place)
    }

    /// The cell by which others notice that a thread lives.
    pub fn cell_of_thread(&self, thread: ThreadId) -> Cell {
        self.cell(self.thread(thread).object, SELF)
    }

    /// The thread passes the place before an operation, where it would park if the object could be reached by others or the thread that it joins lived.
    /// What it touches from here on is no part of the step before.
    pub(crate) fn begin_part(&mut self, thread: ThreadId, pending: Pending) {
        if self.has_parts() {
            self.part_begins(thread, self.control_before(thread, pending));
            self.note_awaited_end(thread, pending);
        }
    }

    /// The thread starts another one, by its object. The start is a part of its own: one loop may start many, and each is no other's business.
    pub(crate) fn begin_start(&mut self, thread: ThreadId, object: Ref) {
        if self.has_parts() {
            self.part_begins(thread, self.control_about(thread, self.cell(object, SELF)));
        }
    }

    fn has_parts(&self) -> bool {
        self.footprint.is_some() && self.mode.exploring && self.threads.len() > 1
    }

    /// Behind many parts of a step, the rest belongs to the last of them, which then depends on more.
    fn part_begins(&mut self, thread: ThreadId, control: u64) {
        if let Some(footprint) = &mut self.footprint
            && footprint.parts.len() < MOST_PARTS
        {
            let of_thread = |part: &Part| part.thread == thread;
            footprint.parts.push(Part {
                touched: footprint.touched.len(),
                thread,
                control,
                origin: Origin::Passes(footprint.parts.iter().rposition(of_thread)),
            });
        }
    }

    /// The part of the present step that is being made; `None` before the first.
    pub(crate) fn present_part(&self) -> Option<usize> {
        self.footprint.as_ref()?.parts.len().checked_sub(1)
    }

    /// A thread that did not make the step goes on within it.
    pub(crate) fn begin_within(&mut self, thread: ThreadId, origin: Origin) {
        let control = self.control(thread);
        if let Some(footprint) = &mut self.footprint {
            footprint.parts.push(Part {
                touched: footprint.touched.len(),
                thread,
                control,
                origin,
            });
        }
    }

    /// Whether other threads could reach an object, and none can any more: what is done to it ends no step, as it would have before.
    pub(crate) fn was_shared(&self, object: Ref) -> bool {
        self.footprint.is_some()
            && object != 0
            && !self.heap.is_fixed(object)
            && self.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) == WAS_ESCAPED
    }

    /// The thread goes on behind the end of another one, and would have waited for it.
    pub(crate) fn note_awaited_end(&mut self, thread: ThreadId, pending: Pending) {
        if let Pending::Join(of) = pending
            && self.footprint.is_some()
            && self.thread_of(of).is_none()
            && !self.is_interrupted(thread)
            && let Some(footprint) = &mut self.footprint
        {
            footprint.awaited.push(of);
        }
    }

    /// Whether the thread is in a `join` that has waited for the end of this one.
    fn is_behind_end(&self, thread: ThreadId, object: Ref) -> bool {
        const INNER: usize = 4;
        let is_join = |(_, method, _)| {
            let method = self.image.method(method);
            method.name == "join" && method.class().name == "java/lang/Thread"
        };
        let awaited = |footprint: &Footprint| footprint.awaited.contains(&object);
        self.footprint.as_deref().is_some_and(awaited) && self.thread(thread).frames().take(INNER).any(is_join)
    }

    /// What a thread waits for, or is about to take.
    pub fn awaited_cell(&self, thread: ThreadId) -> Option<Touch> {
        let t = self.thread(thread);
        let (object, part, write) = match (t.status, t.pending) {
            // The end of a thread wakes who waits at its object.
            (Status::Waiting { object, .. }, _) if self.is_thread(object) => (object, ENDING, true),
            (Status::Waiting { object, .. }, _)
            | (
                _,
                Pending::Enter(object)
                | Pending::Release(object)
                | Pending::Reacquire(object, ..)
                | Pending::Wait(object)
                | Pending::Notify(object)
                | Pending::NotifyAll(object),
            ) => (object, MONITOR, true),
            (_, Pending::ClassInit(mirror)) => (mirror, INITIALISED, true),
            (_, Pending::Join(of)) => (of, SELF, false),
            (_, Pending::Unpark(of)) => (of, PERMIT, true),
            (_, Pending::Park(_)) => (t.object, PERMIT, true),
            _ => return None,
        };
        let cell = self.cell(object, part);
        Some(Touch { cell, write })
    }

    /// Who makes objects from now on.
    pub(crate) fn make_objects_as(&mut self, thread: ThreadId) {
        let t = &self.threads[thread.0 as usize];
        let hash = (t.path_hash ^ u64::from(t.children)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.heap.set_maker((hash >> 32) as u32);
    }

    fn cell(&self, object: Ref, part: u32) -> Cell {
        u64::from(self.name_in_cells(object)) << 32 | u64::from(part)
    }

    fn name_in_cells(&self, object: Ref) -> u32 {
        let young = self.footprint.as_ref().map_or(0, |footprint| footprint.young);
        if object < young {
            return object;
        }
        let class = u64::from(self.heap.class(object)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (self.heap.maker(object) ^ class as u32) | 1 << 31
    }

    /// Notes that the present step touches something.
    pub(crate) fn touch_cell(&mut self, object: Ref, part: u32, write: bool) {
        let cell = self.cell(object, part);
        if let Some(footprint) = &mut self.footprint {
            footprint.touched.push(Touch { cell, write });
        }
    }

    /// Notes that the present step interrupts a thread, by its object.
    fn touch_thread(&mut self, object: Ref) {
        if self.footprint.is_some() && !planted(Fault::InterruptsUntouched) {
            self.touch_cell(object, SELF, true);
        }
    }

    /// Notes that the present step gives a thread its permit, by its object: it takes none before its start.
    pub(crate) fn touch_unparked(&mut self, object: Ref) {
        if self.footprint.is_some() {
            self.touch_cell(object, PERMIT, true);
            self.touch_cell(object, STARTED, false);
        }
    }

    /// Notes that the present step looks at its thread's own permit; `takes`: and changes it.
    pub(crate) fn touch_permit(&mut self, thread: ThreadId, takes: bool) {
        if self.footprint.is_some() && !planted(Fault::PermitsUntouched) {
            self.touch_cell(self.thread(thread).object, PERMIT, takes);
        }
    }

    /// Notes that the present step finds a monitor taken.
    pub(crate) fn touch_monitor(&mut self, object: Ref) {
        if self.footprint.is_some() {
            self.touch_cell(object, MONITOR, false);
        }
    }

    /// Notes that the present step asks whether a thread lives, by its object.
    pub(crate) fn touch_life(&mut self, thread: ThreadId, object: Ref) {
        if self.footprint.is_some() {
            self.touch_cell(object, SELF, false);
            if !self.is_behind_end(thread, object) {
                self.touch_cell(object, ENDING, false);
            }
        }
    }

    /// Notes that the present step calls what asks whether a thread lives, by its object. A `join` that has waited for the end does not.
    pub(crate) fn touch_asked_life(&mut self, method: &Method, object: Ref) {
        if let Some(footprint) = &self.footprint {
            let awaited = method.name == "join" && footprint.awaited.contains(&object);
            self.touch_cell(object, SELF, false);
            if !awaited {
                self.touch_cell(object, ENDING, false);
            }
        }
    }

    /// Notes that the present step asks whether a thread, by its object, is interrupted; `clears`: and that it is no more. One that has ended is not.
    pub(crate) fn touch_interrupted(&mut self, thread: ThreadId, object: Ref, clears: bool) {
        self.touch_life(thread, object);
        if clears {
            self.touch_thread(object);
        }
    }

    /// The present step comes to the end of a thread. A virtual one is dead for others from here on.
    pub(crate) fn touch_coming_end(&mut self, thread: ThreadId) {
        self.touch_non_daemons(thread);
        if self.footprint.is_some() && self.thread(thread).is_virtual {
            self.touch_cell(self.thread(thread).object, ENDING, true);
        }
    }

    /// The present step comes to the end of a thread, or has started one. Beside daemon threads it makes a difference which of the others ends last.
    pub(crate) fn touch_non_daemons(&mut self, thread: ThreadId) {
        let daemon = self.thread(thread).daemon;
        if let Some(footprint) = &mut self.footprint
            && footprint.daemons
            && !daemon
            && !planted(Fault::LastEndsCommute)
        {
            footprint.touched.push(Touch {
                cell: NON_DAEMONS,
                write: true,
            });
        }
    }

    /// Notes that a daemon thread was started.
    pub(crate) fn note_daemon(&mut self) {
        if let Some(footprint) = &mut self.footprint {
            footprint.coarser |= !std::mem::replace(&mut footprint.daemons, true);
        }
    }

    /// Notes that the present step has ended the program.
    pub(crate) fn note_early_end(&mut self, thread: ThreadId) {
        let others = self.live().any(|other| other != thread);
        if let Some(footprint) = &mut self.footprint
            && others
        {
            footprint.ends = true;
            footprint.ended_early = true;
        }
    }

    /// Notes that a future has kept an exception.
    pub(crate) fn note_kept_exception(&mut self) {
        if let Some(footprint) = &mut self.footprint {
            footprint.kept_exceptions = true;
        }
    }

    /// Notes that something looks at files or changes them while others live.
    pub(crate) fn note_files(&self) {
        if let Some(footprint) = &self.footprint
            && self.observed()
        {
            footprint.files.set(true);
        }
    }

    /// Notes that something is linked which others do not link again.
    pub(crate) fn note_linkage_question(&mut self, number: u32) {
        let asks = self.observed() && self.is_answered_by_program(number) && !planted(Fault::LinkageUnnoticed);
        if let Some(footprint) = &mut self.footprint {
            footprint.linkage |= asks;
        }
    }

    /// Notes that the present step prints, where states differ by that.
    pub(crate) fn touch_output(&mut self) {
        if self.mode.keys_tell_output
            && let Some(footprint) = &mut self.footprint
        {
            let (cell, write) = (OUTPUT, true);
            footprint.touched.push(Touch { cell, write });
        }
    }

    /// Notes what an event touches.
    pub(crate) fn note_touches(&mut self, thread: ThreadId, event: Event) {
        match event {
            Event::Access {
                object, span, write, ..
            } => self.touch_memory(thread, object, span, write),
            Event::Acquire(object) | Event::Release(object) => {
                let shared = self.heap.is_fixed(object) || self.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) != 0;
                if shared && !self.class_of(object).is_thread_group() {
                    self.touch_cell(object, MONITOR, true);
                    if self.is_thread(object) && !self.is_behind_end(thread, object) {
                        self.touch_cell(object, ENDING, true);
                    }
                }
            }
            Event::Publish(_) => {}
            Event::Start(started) => {
                let object = self.thread(started).object;
                self.touch_thread(object);
                self.touch_cell(object, STARTED, true);
            }
            Event::End => {
                let object = self.thread(thread).object;
                self.touch_cell(object, ENDING, true);
                if self.thread(thread).is_virtual {
                    // Who joins it waits there.
                    self.touch_cell(self.field(object, "holder") as Ref, MONITOR, true);
                }
            }
            Event::Ended(object) => self.touch_life(thread, object),
            Event::Interrupt(object) => self.touch_thread(object),
            Event::Interrupted => self.touch_thread(self.thread(thread).object),
            Event::Initialised(mirror) => {
                self.initialisation_ends(mirror);
                self.touch_initialisation(mirror, true);
            }
            Event::Uses(mirror) => self.touch_initialisation(mirror, false),
        }
    }

    /// Notes that the present step begins to initialise a class.
    pub(crate) fn initialisation_begins(&mut self, mirror: Ref) {
        let class = self.image.class_of_mirror(&self.heap, mirror);
        if let Some(footprint) = &mut self.footprint
            && !planted(Fault::InitialisationsBeginUnnoticed)
        {
            if !class.is_user() {
                footprint.initialising.push(class.id);
            }
            self.touch_initialisation(mirror, true);
        }
    }

    fn initialisation_ends(&mut self, mirror: Ref) {
        let class = self.image.class_of_mirror(&self.heap, mirror);
        let Some(footprint) = &mut self.footprint else { return };
        match footprint.initialising.iter().position(|of| *of == class.id) {
            Some(at) => drop(footprint.initialising.swap_remove(at)),
            None if class.is_user() => {}
            None => footprint.coarser |= footprint.initialised_in_steps.insert(class.id),
        }
    }

    /// The present step ends: initialisations that go on are steps of their own.
    pub(crate) fn note_open_initialisations(&mut self) {
        if let Some(footprint) = &mut self.footprint {
            for class in footprint.initialising.drain(..) {
                footprint.coarser |= footprint.initialised_in_steps.insert(class);
            }
        }
    }

    /// Notes that the present step sees that a class will never be initialised.
    pub(crate) fn note_failed_initialisation(&mut self, mirror: Ref) {
        if self.footprint.is_some() {
            self.touch_initialisation(mirror, false);
        }
    }

    /// Who initialises a class of the JDK makes no difference to anybody where that is one step.
    fn touch_initialisation(&mut self, mirror: Ref, write: bool) {
        let class = self.image.class_of_mirror(&self.heap, mirror);
        let in_steps = |footprint: &Footprint| footprint.initialised_in_steps.contains(&class.id);
        if class.is_user() || self.footprint.as_deref().is_some_and(in_steps) {
            self.touch_cell(mirror, INITIALISED, write);
        }
    }

    fn touch_memory(&mut self, thread: ThreadId, object: Ref, span: Span, write: bool) {
        if object == 0 {
            if let Some(footprint) = &mut self.footprint {
                footprint.touched.push(Touch { cell: OFF_HEAP, write });
            }
            return;
        }
        let class = self.class_of(object);
        // The members of groups are not observed: `global_steps`.
        let of_threads = || class.name == "[Ljava/lang/Thread;" && self.heap.lock_word(object) & USER_ARRAY == 0;
        if class.is_thread_group() || of_threads() {
            return;
        }
        if let Some(of) = self.known.thread
            && class.is_subclass_of(of)
            && span.at / 8 < u64::from(object + HEADER) + of.layout.len() as u64
        {
            if planted(Fault::InterruptsUntouched) {
                return;
            }
            // Its flags are fields in some releases of the JDK.
            self.touch_cell(object, SELF, write);
            self.touch_life(thread, object);
        }
        let (first, last) = (span.at / 8, span.end().saturating_sub(1).max(span.at) / 8);
        let name = self.name_in_cells(object);
        let Some(footprint) = &mut self.footprint else { return };
        if class.is_array() && last - first >= FEW_WORDS {
            footprint.coarser |= footprint.whole.insert(name);
        }
        if class.is_array() && footprint.whole.contains(&name) {
            let cell = u64::from(name) << 32 | u64::from(ELEMENTS);
            footprint.touched.push(Touch { cell, write });
            return;
        }
        for word in first..=last {
            // Statics lie apart from their mirror.
            let part = (word as u32).wrapping_sub(object) & (u32::MAX >> 1);
            let cell = u64::from(name) << 32 | u64::from(part);
            footprint.touched.push(Touch { cell, write });
        }
    }
}
