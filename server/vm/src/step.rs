//! One step: which choices a state offers, and what taking one does.
//!
//! Normal form: every live thread is parked before its next visible operation. A step runs that operation with one
//! alternative, then the thread's invisible instructions up to its next visible one, then the same for the threads
//! it started, and for those that waited for a class which it has initialised.
//!
//! Time: whoever sleeps can go on at any moment. A timed wait ends by its time only where all who can move sleep longer, the
//! shortest first. Then time passes for those who wait as well (`Thread::waited`). What a clock shows is another matter.

use crate::asker::carries_out_a_call;
use crate::choice_point::{ChoicePoint, Way};
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::image::class::Class;
use crate::interpreter::flow::Halt;
use crate::rules;
use crate::thread::{Pending, Side, Status, Thread, ThreadId, Wakeup};
use crate::vm::Vm;

/// Backward jumps that a thread may make without a visible operation before a boundary is forced.
pub const JUMP_LIMIT: u32 = 20_000;

/// The same in plain execution: a time slice.
const QUANTUM: u32 = 200_000;

/// How far the clock of a thread that only polls it is moved, in nanoseconds.
const ONE_DAY: i64 = 86_400_000_000_000;
/// Loops one behind the other that end by their time while one frame lives.
const LOOPS_IN_ONE_FRAME: i64 = 8;

/// How a thread's pending operation goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Alternative {
    /// The one way there is.
    Run,
    /// `notify` takes this waiter, counted in the order of creation paths.
    Notify(u16),
    /// `wait` or `park` returns without notification: a spurious wakeup.
    SpuriousWakeup,
    /// A timed wait ends by its time.
    Timeout,
    /// A data choice is made so. In a list of choices the first way stands for all: see [`Vm::ways`].
    DataChoice(Way),
}

/// One way on from a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    /// Who moves.
    pub thread: ThreadId,
    /// How.
    pub alternative: Alternative,
}

/// Whether a wait with so much left ends no later than what ends first.
fn is_due(left: Option<i64>, due: Option<i64>) -> bool {
    left.zip(due).is_some_and(|(left, due)| left <= due)
}

/// What the search lets happen beside the program's own operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// `wait` may return without a reason.
    pub spurious: bool,
    /// A timed wait may end by its time although others can move.
    pub timeouts_always: bool,
}

impl Vm {
    /// Runs `main` to its first visible operation or its end. `explore`: whether visible operations park at all.
    pub fn begin(&mut self, explore: bool) -> Result<(), VmError> {
        self.mode.exploring = explore;
        self.check_perturbations()?;
        self.instructions_before = self.instructions;
        self.this_step.operation = Pending::None;
        self.knowledge.counters.clear();
        self.knowledge.assumptions.begin();
        self.knowledge.protection.begin();
        self.forget_components();
        self.begin_allocation_sites();
        self.mode.quantum = if explore { JUMP_LIMIT } else { QUANTUM };
        self.begin_collections();
        self.this_step.followers.clear();
        self.execute(ThreadId(0), false, self.mode.quantum)?;
        let locks = self.locks_of_their_own();
        self.knowledge.protection.set_constants(self.heap.top(), locks);
        self.begin_collections();
        self.run_followers()
    }

    fn run_followers(&mut self) -> Result<(), VmError> {
        while !self.this_step.followers.is_empty() {
            let (thread, origin) = self.this_step.followers.remove(0);
            self.this_step.enabledness_changed = true;
            if self.path.facts.exited.is_none() {
                self.begin_within(thread, origin);
                self.execute(thread, false, self.mode.quantum)?;
            }
        }
        Ok(())
    }

    /// Whether a thread's pending operation can run now.
    pub fn is_enabled(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        if t.status != Status::Ready || self.path.facts.exited.is_some() || t.is_virtual && !self.has_carrier(thread) {
            return false;
        }
        self.can_go_on(thread)
    }

    /// Whether what a thread waits for has come, wherever it is to run.
    pub(crate) fn can_go_on(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        if self.meets_async_exception(thread, t.pending)
            && !matches!(t.pending, Pending::Enter(_) | Pending::Reacquire(..))
        {
            return true;
        }
        let free = |r: Ref| self.heap.monitor(r).is_none_or(|(owner, _)| owner == thread.0 as usize);
        match t.pending {
            Pending::Enter(r) | Pending::Reacquire(r, ..) => free(r),
            Pending::Park(_) => t.permit || t.timed_out || self.is_interrupted(thread),
            Pending::Poll { descriptor, events, .. } => t.timed_out || self.is_descriptor_ready(descriptor, events),
            Pending::Sleep(_) => self.mode.exploring || t.timed_out || self.is_interrupted(thread),
            Pending::Join(_) if planted(Fault::JoinReturnsAtOnce) => true,
            Pending::Join(target) => self.thread_of(target).is_none() || self.is_interrupted(thread),
            Pending::ClassInit(mirror) => {
                let class = self.image.class_of_mirror(&self.heap, mirror);
                let (state, owner) = self.image.init_state(&self.heap, class);
                state != crate::image::InitState::Running || owner == Some(thread.0 as usize)
            }
            Pending::None
            | Pending::Continue
            | Pending::Resume
            | Pending::Begin
            | Pending::Release(_)
            | Pending::Wait(_)
            | Pending::Notify(_)
            | Pending::NotifyAll(_)
            | Pending::Access { .. }
            | Pending::Copy { .. }
            | Pending::Pieces(_)
            | Pending::Unpark(_)
            | Pending::Boundary(..)
            | Pending::Call(..)
            | Pending::InterruptCheck(_)
            | Pending::Leave(..)
            | Pending::Entered(_)
            | Pending::Left(..)
            | Pending::Arrive
            | Pending::DataChoice(_)
            | Pending::End
            | Pending::Exit => true,
        }
    }

    /// Whether the last step can have closed a cycle of threads that wait for each other: every such cycle contains
    /// who moved, a thread that came, or one that was woken.
    pub fn may_have_closed_cycle(&self) -> bool {
        // Who moved last may have been on a path that was taken back.
        let known = (self.this_step.current.0 as usize) < self.threads.len();
        self.this_step.enabledness_changed || !known || !self.is_enabled(self.this_step.current)
    }

    /// The choices of a state, in canonical order, appended to `choices`. Returns how many of them are moves of the
    /// program itself: a state without one is a deadlock or an end, whatever else may still be offered.
    pub fn choices(&self, allowed: Allowed, choices: &mut Vec<Choice>) -> usize {
        let live = self.live_by_path();
        if let Some((thread, _)) = self.chooses_alone() {
            // Nobody else can notice or hinder it: made first, it is made in all orders.
            choices.push(Choice {
                thread,
                alternative: Alternative::DataChoice(Way::FIRST),
            });
            return 1;
        }
        let (mut real, mut asleep) = (0, 0);
        for thread in live {
            if !self.is_enabled(*thread) {
                continue;
            }
            asleep += usize::from(self.sleeps(*thread).is_some());
            let ways = match self.thread(*thread).pending {
                Pending::Notify(object) => self.ways_to_notify(object).max(1),
                Pending::Reacquire(_, _, Wakeup::InterruptedOrNotified) => 2,
                _ => 1,
            };
            for way in 0..ways {
                let alternative = match self.thread(*thread).pending {
                    Pending::DataChoice(_) => Alternative::DataChoice(Way::FIRST),
                    _ if ways > 1 => Alternative::Notify(way as u16),
                    _ => Alternative::Run,
                };
                choices.push(Choice {
                    thread: *thread,
                    alternative,
                });
            }
            real += 1;
        }
        if self.path.facts.exited.is_some() {
            return 0;
        }
        // Who sleeps moves no sooner than its time has run.
        let due = match (allowed.timeouts_always, real == asleep) {
            (true, _) => Some(i64::MAX),
            (false, true) => self.next_end(),
            (false, false) => None,
        };
        let mut timed = 0;
        for thread in live {
            let t = self.thread(*thread);
            let (left, spurious) = match (t.status, t.pending) {
                (Status::Waiting { object, .. }, _) => {
                    let free = self.heap.monitor(object).is_none();
                    (
                        self.time_left(*thread).filter(|_| free),
                        free && !self.waits_in_a_loop_of_the_jdk(*thread),
                    )
                }
                // JLS 17.2.1: had it woken before it was interrupted, `wait` would return and the flag stay set.
                (Status::Ready, Pending::Reacquire(_, _, Wakeup::Interrupted)) => (
                    None,
                    self.is_enabled(*thread) && !self.waits_in_a_loop_of_the_jdk(*thread),
                ),
                // A loop that only polls the clock goes on both ways; one that does more as well, where time may run out
                // at any moment.
                (Status::Ready, pending)
                    if t.read_clock
                        && (pending == Pending::Continue
                            || allowed.timeouts_always && t.skew < ONE_DAY && self.is_enabled(*thread)) =>
                {
                    choices.push(Choice {
                        thread: *thread,
                        alternative: Alternative::Timeout,
                    });
                    (None, false)
                }
                (Status::Ready, Pending::Park(_)) if !self.is_enabled(*thread) => {
                    // That its time runs out is reason enough to return.
                    let left = self.time_left(*thread);
                    (left, !is_due(left, due) && self.parked_by_user(*thread))
                }
                (Status::Ready, Pending::Poll { .. }) if !self.is_enabled(*thread) => (self.time_left(*thread), false),
                _ => (None, false),
            };
            if left.is_some() && (is_due(left, due) || self.waits_for_a_delay(*thread)) {
                choices.push(Choice {
                    thread: *thread,
                    alternative: Alternative::Timeout,
                });
                timed += 1;
            }
            if allowed.spurious && spurious && !planted(Fault::NeverSpurious) {
                choices.push(Choice {
                    thread: *thread,
                    alternative: Alternative::SpuriousWakeup,
                });
            }
        }
        real + timed
    }

    /// The first thread that is about to make a data choice before which nobody else moves.
    fn chooses_alone(&self) -> Option<(ThreadId, ChoicePoint)> {
        if self.path.facts.exited.is_some() {
            return None;
        }
        let alone = |thread: &ThreadId| match self.thread(*thread).pending {
            Pending::DataChoice(point) if point.alone && self.is_enabled(*thread) => Some((*thread, point)),
            _ => None,
        };
        self.live_by_path().iter().find_map(alone)
    }

    /// The thread that makes a data choice at once: the present state is then none that is kept.
    pub fn chooses_at_once(&self) -> Option<ThreadId> {
        let (thread, point) = self.chooses_alone()?;
        point.passed.then_some(thread)
    }

    /// How many ways a choice stands for in the list of choices: those of a data choice, of which the list has the first.
    pub fn ways(&self, choice: Choice) -> u64 {
        match (choice.alternative, self.thread(choice.thread).pending) {
            (Alternative::DataChoice(_), Pending::DataChoice(point)) => point.ways,
            _ => 1,
        }
    }

    /// Whether the thread waits inside `Thread.join`: for a thread.
    pub fn waits_for_thread(&self, thread: ThreadId) -> bool {
        self.waits_inside(thread, |class, method| class == "java/lang/Thread" && method == "join")
    }

    /// Whether the thread waits in a loop of the JDK, which makes a spurious wakeup unobservable.
    fn waits_in_a_loop_of_the_jdk(&self, thread: ThreadId) -> bool {
        self.waits_inside(thread, rules::waits_in_a_loop)
    }

    /// Whether the method that called `wait` is it.
    fn waits_inside(&self, thread: ThreadId, is_it: impl Fn(&str, &str) -> bool) -> bool {
        self.thread(thread)
            .frames()
            .map(|(_, method, _)| self.image.method(method))
            .find(|method| method.class().name != "java/lang/Object")
            .is_some_and(|method| is_it(method.class().name, method.name))
    }

    /// Whether the thread waits until a task's or an element's delay has run, as a sleeper does: that is what it is there for,
    /// no time-out. Not where a periodic task, or elements of a `DelayQueue`, have come back several times: they would count up forever.
    pub fn waits_for_a_delay(&self, thread: ThreadId) -> bool {
        const PLACES: [(&str, &str, &str, &str); 3] = [
            (
                "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue",
                "take",
                "queue",
                "period",
            ),
            ("java/util/TimerThread", "mainLoop", "queue", "period"),
            ("java/util/concurrent/DelayQueue", "take", "", ""),
        ];
        let t = self.thread(thread);
        let place = t.frames().take(8).find_map(|(fp, method, _)| {
            let method = self.image.method(method);
            let row = PLACES
                .iter()
                .find(|row| row.1 == method.name && row.0 == method.class().name)?;
            let code = method.code.get()?;
            Some((row, t.stack[(fp - code.max_locals) as usize] as Ref))
        });
        let Some((row, this)) = place else { return false };
        let queue = self.field(this, row.2) as Ref;
        let (array, first) = match row.1 {
            "mainLoop" => (self.field(queue, "queue") as Ref, 1),
            _ => (queue, 0),
        };
        if row.2.is_empty() {
            return !self.elements_come_back(this);
        }
        let task = if array == 0 { 0 } else { self.element(array, first) };
        let counted = if row.1 == "mainLoop" { queue } else { this };
        task != 0
            && (self.field(task, row.3) == 0 || !self.elements_come_back(counted))
            && !self.is_time_out_of_a_future(task)
    }

    /// Whether a scheduled task is a time-out of a `CompletableFuture`: these come from a pool of its own, and stay what they are.
    fn is_time_out_of_a_future(&self, task: Ref) -> bool {
        const TIME_OUTS: [&str; 2] = [
            "java/util/concurrent/CompletableFuture$Timeout",
            "java/util/concurrent/CompletableFuture$DelayedCompleter",
        ];
        let future = self.image.loaded("java/util/concurrent/FutureTask");
        if future.is_none_or(|future| !self.class_of(task).is_subclass_of(future)) {
            return false;
        }
        let callable = self.field(task, "callable") as Ref;
        if callable == 0 || self.class_of(callable).name != "java/util/concurrent/Executors$RunnableAdapter" {
            return false;
        }
        let run = self.field(callable, "task") as Ref;
        run != 0 && TIME_OUTS.contains(&self.class_of(run).name)
    }

    /// For how long a thread that can move sleeps first.
    fn sleeps(&self, thread: ThreadId) -> Option<i64> {
        match self.thread(thread).pending {
            Pending::Sleep(nanos) if !self.is_interrupted(thread) => {
                Some(nanos.saturating_sub(self.thread(thread).waited).max(0))
            }
            _ => None,
        }
    }

    /// What is left of a thread's timed wait or park.
    pub fn time_left(&self, thread: ThreadId) -> Option<i64> {
        let t = self.thread(thread);
        let nanos = match (t.status, t.pending) {
            (Status::Waiting { nanos, .. }, _)
            | (Status::Ready, Pending::Park(nanos) | Pending::Poll { nanos, .. }) => nanos,
            _ => 0,
        };
        (nanos > 0).then(|| nanos.saturating_sub(t.waited).max(0))
    }

    /// Whether a timed wait's end could come now, but for those that come before it.
    fn may_time_out(&self, thread: ThreadId) -> bool {
        match self.thread(thread).status {
            Status::Waiting { .. } => !self.waits_for_a_held_monitor(thread),
            Status::Ready => !self.is_enabled(thread),
            Status::Terminated => false,
        }
    }

    /// Whether a thread is in `Object.wait` while another one holds the monitor: whatever ends the wait, it comes back later.
    pub fn waits_for_a_held_monitor(&self, thread: ThreadId) -> bool {
        match self.thread(thread).status {
            Status::Waiting { object, .. } => self.heap.monitor(object).is_some(),
            Status::Ready | Status::Terminated => false,
        }
    }

    /// When the first sleep or timed wait ends, from now on.
    fn next_end(&self) -> Option<i64> {
        let waits = |thread: &ThreadId| self.time_left(*thread).filter(|_| self.may_time_out(*thread));
        let live = self.live_by_path().iter();
        live.filter_map(|thread| self.sleeps(*thread).or_else(|| waits(thread)))
            .min()
    }

    /// Timed waits that could end by their time and are not among the choices, those that end first first, each with what is
    /// left of it.
    pub fn other_timeouts(&self, choices: &[Choice]) -> Vec<(i64, Choice)> {
        let mut others: Vec<(i64, Choice)> = self
            .live_by_path()
            .iter()
            .filter(|thread| self.may_time_out(**thread))
            .filter_map(|thread| {
                let choice = Choice {
                    thread: *thread,
                    alternative: Alternative::Timeout,
                };
                self.time_left(*thread).map(|left| (left, choice))
            })
            .filter(|(_, choice)| !choices.contains(choice))
            .collect();
        others.sort_by_key(|(left, _)| *left);
        others
    }

    /// A sleep or a timed wait begins now.
    pub(crate) fn begin_to_wait(&mut self, thread: ThreadId) {
        let now = self.path.facts.now;
        self.thread_mut(thread).since = now;
    }

    /// A sleep or a timed wait has lasted for so long: clocks move, if user code has read one. Gives for how much of it they
    /// show. No thread moves them again and again, least where others could have gone first: what polls would never repeat.
    pub(crate) fn move_clocks(&mut self, thread: ThreadId, nanos: i64) -> i64 {
        const ALONE: u16 = 4_096;
        const TICKS: u16 = 64;
        const HURRIED: u16 = 8;
        const WAKING: i64 = 1_000;
        if self.path.facts.clock_reads == 0 {
            return 0;
        }
        let now = self.path.facts.now;
        let since = match self.thread(thread).since {
            none if none < 0 => now,
            since => since,
        };
        // Waking up takes some time as well: nobody measures exactly what was slept.
        let end = since.saturating_add(nanos).saturating_add(WAKING);
        let alone = !self.is_multithreaded();
        let (price, most) = match (alone, self.this_step.in_time) {
            // Such a path does not branch.
            (true, _) => (1, ALONE),
            (false, true) => (1, TICKS),
            (false, false) => (HURRIED, TICKS),
        };
        let thread = self.thread_mut(thread);
        let ticks = if alone {
            &mut thread.lone_ticks
        } else {
            &mut thread.ticks
        };
        if end > now && *ticks + price <= most {
            *ticks += price;
            self.path.facts.now = end;
        }
        (self.path.facts.now - since).clamp(0, nanos)
    }

    /// The time that has passed for everybody once a choice is taken: it ends a sleep or a timed wait, and until then nobody
    /// else could have done anything.
    fn passing(&self, choice: Choice) -> Option<i64> {
        let nanos = match choice.alternative {
            Alternative::Run => self.sleeps(choice.thread),
            Alternative::Timeout => self.time_left(choice.thread),
            Alternative::SpuriousWakeup | Alternative::Notify(_) | Alternative::DataChoice(_) => None,
        }?;
        let idle = |thread: &ThreadId| !self.is_enabled(*thread) || self.sleeps(*thread).is_some();
        let first = self.live_by_path().iter().all(idle) && self.next_end().is_none_or(|end| nanos <= end);
        first.then_some(nanos)
    }

    /// Time passes for those who wait. Not where a wait is very much longer: whoever waits for short times over and over would
    /// count it down, in as many states. A time-out takes from sleeps as well, and the more the longer they are: they may end at any time, and
    /// what comes back every so often would do so forever.
    fn let_pass(&mut self, nanos: i64, timeout: bool) {
        const MANY: i64 = 64;
        const VERY_MUCH: i64 = 16;
        for index in 0..self.live_by_path().len() {
            let thread = self.live_by_path()[index];
            let passed = match (self.time_left(thread), self.thread(thread).pending) {
                (Some(left), _) if left / MANY < nanos => nanos.min(left),
                (None, Pending::Sleep(whole)) if timeout => {
                    let left = self.sleeps(thread).unwrap_or(0);
                    nanos.max(whole / VERY_MUCH).min(left)
                }
                _ => 0,
            };
            if passed > 0 {
                self.touch(thread);
                self.threads[thread.0 as usize].waited += passed;
            }
        }
    }

    /// Whether user code itself called `LockSupport.park`: the JDK's own callers park in loops, and call it by its name.
    pub(crate) fn parked_by_user(&self, thread: ThreadId) -> bool {
        const SUPPORT: &str = "java/util/concurrent/locks/LockSupport";
        let methods = || {
            self.thread(thread)
                .frames()
                .map(|(_, method, _)| self.image.method(method))
        };
        let is_unsafe = |class: &Class| ["jdk/internal/misc/Unsafe", "sun/misc/Unsafe"].contains(&class.name);
        // Between it and `Unsafe` there is what a virtual thread does of its own.
        let mut callers = methods().skip_while(|method| method.class().name != SUPPORT);
        let caller = match callers.next() {
            Some(_) => callers.find(|method| method.class().name != SUPPORT),
            None => methods().find(|method| !is_unsafe(method.class())),
        };
        caller.is_some_and(|method| method.class().is_user() || carries_out_a_call(method))
    }

    /// Takes a choice, and the thread comes to a boundary at its next backward jump at the latest.
    pub fn step_to_next_jump(&mut self, choice: Choice) -> Result<(), VmError> {
        let quantum = std::mem::replace(&mut self.mode.quantum, 1);
        let result = self.step(choice);
        self.mode.quantum = quantum;
        result
    }

    /// Takes a choice.
    pub fn step(&mut self, choice: Choice) -> Result<(), VmError> {
        let thread = choice.thread;
        self.this_step.current = thread;
        // A step that fails may leave some, which no path knows any more.
        self.this_step.followers.clear();
        self.this_step.enabledness_changed = false;
        if let Some(footprint) = &mut self.footprint {
            footprint.touched.clear();
            footprint.parts.clear();
            footprint.awaited.clear();
            footprint.initialising.clear();
            footprint.ends = false;
        }
        self.note_awaited_end(thread, self.thread(thread).pending);
        let passing = self.passing(choice);
        self.this_step.in_time = passing.is_some();
        if let Some(nanos) = passing {
            self.let_pass(nanos, choice.alternative == Alternative::Timeout);
        }
        self.touch(thread);
        if self.mode.object.is_some() {
            self.note_call_begins(thread);
        }
        let (status, pending) = (self.thread(thread).status, self.thread(thread).pending);
        self.mount(thread);
        let mut may_execute = true;
        let t = &mut self.threads[thread.0 as usize];
        t.read_clock = false;
        t.waited = 0;
        t.resumed_depth = t.depth;
        let place = (t.fp, t.pc);
        self.this_step.resumes = false;
        self.this_step.asks = matches!(pending, Pending::InterruptCheck(_));
        self.this_step.waited = matches!(pending, Pending::Park(_));
        self.this_step.operation = pending;
        self.this_step.arrives = (pending == Pending::Arrive).then_some(place);
        self.this_step.function = None;
        self.this_step.made = None;
        self.this_step.wrote = None;
        match (choice.alternative, status, pending) {
            (Alternative::SpuriousWakeup, Status::Waiting { object, count, .. }, _) => {
                self.thread_mut(thread).status = Status::Ready;
                self.reacquire(thread, object, count, Wakeup::Spurious)?;
                may_execute = false;
            }
            (Alternative::Timeout, Status::Waiting { object, count, nanos }, _) => {
                self.pass_time(thread, nanos, false);
                self.thread_mut(thread).status = Status::Ready;
                self.reacquire(thread, object, count, Wakeup::TimedOut)?;
                may_execute = false;
            }
            (Alternative::Timeout, Status::Ready, Pending::Continue) => {
                self.pass_time(thread, ONE_DAY, true);
                may_execute = false;
            }
            (Alternative::Timeout, Status::Ready, _) if self.is_enabled(thread) => {
                self.pass_time(thread, ONE_DAY, true)
            }
            (Alternative::Timeout, Status::Ready, Pending::Park(nanos) | Pending::Poll { nanos, .. }) => {
                self.pass_time(thread, nanos, false);
                self.thread_mut(thread).timed_out = true;
            }
            (Alternative::SpuriousWakeup, Status::Ready, Pending::Park(_)) => self.thread_mut(thread).timed_out = true,
            (Alternative::SpuriousWakeup, Status::Ready, Pending::Reacquire(object, count, Wakeup::Interrupted)) => {
                self.reacquire(thread, object, count, Wakeup::Spurious)?;
                may_execute = false;
            }
            (
                Alternative::Notify(way),
                Status::Ready,
                Pending::Reacquire(object, count, Wakeup::InterruptedOrNotified),
            ) => {
                let why = match way {
                    0 => Wakeup::Interrupted,
                    _ => Wakeup::Notified,
                };
                self.reacquire(thread, object, count, why)?;
                may_execute = false;
            }
            (Alternative::Notify(way), ..) => self.this_step.chosen = Some(u64::from(way)),
            (Alternative::DataChoice(way), ..) => self.this_step.chosen = Some(way.index()),
            (_, Status::Ready, Pending::Reacquire(object, count, why)) => {
                self.reacquire(thread, object, count, why)?;
                may_execute = false;
            }
            (_, Status::Ready, Pending::Begin | Pending::Continue | Pending::Resume | Pending::Arrive) => {
                may_execute = false
            }
            // That it goes on is all that a property sees of the step.
            (_, Status::Ready, Pending::Entered(_) | Pending::Left(..)) => may_execute = false,
            (_, Status::Ready, pending) if self.has_lapsed(pending) => may_execute = false,
            _ => {}
        }
        match pending {
            Pending::Leave(method, throwable) if throwable != 0 => {
                self.leave_observed(thread, method, throwable)?;
                may_execute = false;
            }
            Pending::Left(_, throwable) if throwable != 0 => {
                self.threads[thread.0 as usize].pending = Pending::None;
                self.throw(thread, throwable)?;
            }
            _ => {}
        }
        if self.meets_async_exception(thread, pending) {
            self.meet_async_exception(thread)?;
            may_execute = false;
        }
        let halt = match self.leaves_observed(thread) {
            true => Ok(Halt::Parked),
            false => self.execute(thread, may_execute, self.mode.quantum),
        };
        self.this_step.chosen = None;
        self.this_step.arrives = None;
        match halt? {
            Halt::Parked | Halt::Ended | Halt::Jumps => {}
            Halt::Left => return Err(VmError::Jdk("a nested call outlived its caller".into())),
        }
        self.run_followers()?;
        self.note_open_initialisations();
        self.leave_carrier(thread);
        self.note_carriers();
        if self.mode.exploring {
            self.collect_behind_step()?;
        }
        Ok(())
    }

    /// Whether nobody else could notice a pending operation any more. Then it is done as invisible ones are, and the permission
    /// to execute one visible operation is not spent on the one behind it: others may come in between.
    fn has_lapsed(&self, pending: Pending) -> bool {
        let private = |r: Ref| self.mode.reduction && !self.heap.flag(r, crate::heap::ESCAPED);
        // Who alone reaches memory off the heap is known for good, until the search restarts.
        let lapsed = |side: Side| side.is_none() || side.object != 0 && private(side.object);
        match pending {
            Pending::Access {
                object, span, write, ..
            } => object != 0 && private(object) && !(write && self.is_observed(object, span.at, 0)),
            Pending::Enter(r) | Pending::Release(r) | Pending::Wait(r) => {
                private(r) && !self.sees_monitor(self.this_step.current)
            }
            // A property that sees it finds the thread before it, and behind it.
            Pending::Unpark(r) | Pending::Join(r) => private(r) && !self.sees_library(self.this_step.current),
            // The boundary that the user wants would come again, and so would a step inside an operation: it is one on a private object too.
            Pending::Call(method, r) => {
                let thread = self.this_step.current;
                let inside = self.thread(thread).in_atomic_region();
                let seen = || self.sees_operation(thread, method);
                r != 0 && !inside && private(r) && method.attribute.get().is_none() && !seen()
            }
            Pending::Copy { from, to } => lapsed(from) && lapsed(to) && !self.is_side_observed(to),
            Pending::Notify(r) | Pending::NotifyAll(r) => self.notifiable(r).is_empty(),
            _ => false,
        }
    }

    /// Whether a thread dies of what another one has thrown in it (JVMS 2.10) instead of its pending operation. One that has left its `run` does not any
    /// more.
    pub fn meets_async_exception(&self, thread: ThreadId, pending: Pending) -> bool {
        let t = self.thread(thread);
        if t.async_exception == 0 {
            return false;
        }
        let is_between = matches!(
            pending,
            Pending::Leave(..)
                | Pending::Left(..)
                | Pending::Entered(_)
                | Pending::Arrive
                | Pending::End
                | Pending::Exit
        );
        let driver = self.known.thread_driver.map(|driver| driver.id);
        let in_run = t
            .frames()
            .last()
            .is_some_and(|(_, method, pc)| Some(self.image.method(method).id) == driver && pc == 0);
        !is_between
            && in_run
            && !self
                .path
                .uncaught
                .iter()
                .any(|uncaught| uncaught.died && uncaught.thread == thread)
    }

    /// Throws it. A wait has the monitor again.
    fn meet_async_exception(&mut self, thread: ThreadId) -> Result<(), VmError> {
        let t = self.thread_mut(thread);
        let throwable = std::mem::take(&mut t.async_exception);
        t.pending = Pending::None;
        t.timed_out = false;
        t.since = -1;
        t.waited = 0;
        self.throw(thread, throwable)
    }

    /// `Thread.stop`: another thread is going to meet an exception. JVMs interrupt it for that: one that waits or sleeps clears its flag as it leaves, any
    /// other one keeps it.
    pub(crate) fn throw_asynchronously(&mut self, target: ThreadId, throwable: Ref) {
        self.used.stops |= self.mode.exploring;
        self.publish(throwable);
        self.note_interrupt(target);
        self.thread_mut(target).async_exception = throwable;
        self.wake(target, Wakeup::Spurious);
        let pending = self.thread(target).pending;
        if let Pending::Reacquire(object, count, _) = pending {
            // An interrupt that it met before it comes to nothing.
            self.thread_mut(target).pending = Pending::Reacquire(object, count, Wakeup::Spurious);
        }
        let clears = matches!(pending, Pending::Reacquire(..) | Pending::Sleep(_) | Pending::Join(_));
        self.set_object_interrupted(self.thread(target).object, !clears);
        self.thread_mut(target).permit |= !clears;
    }

    /// The way on of a loop that polls the clock and would otherwise repeat forever: its time has run out. A thread whose time ran out before may
    /// have left that loop since, and polls in another one.
    pub fn clock_choices(&self) -> Vec<Choice> {
        let more = |t: &Thread| t.skew < ONE_DAY || !t.skew_unread && t.skew < LOOPS_IN_ONE_FRAME * ONE_DAY;
        self.live()
            .filter(|t| self.is_enabled(*t) && more(self.thread(*t)))
            .map(|thread| Choice {
                thread,
                alternative: Alternative::Timeout,
            })
            .collect()
    }
}
