//! The life of threads: start, run, end; clocks.

use crate::error::VmError;
use crate::event::Event;
use crate::faults::{Fault, planted};
use crate::footprint::Origin;
use crate::heap::{ESCAPED, MAX_THREADS, Ref};
use crate::image::class::Method;
use crate::interpreter::flow::Flow;
use crate::natives::call::Outcome;
use crate::natives::replaced::FIRST_ID;
use crate::observation::Observation;
use crate::thread::{ATOMIC_REGION, Pending, Status, Thread, ThreadId};
use crate::vm::Vm;

/// The virtual wall clock: 2024-01-01T00:00:00Z, forever.
pub(crate) const EPOCH_MILLIS: i64 = 1_704_067_200_000;
/// Where the body that every thread begins with calls `Thread.exit`.
const BEFORE_EXIT: u32 = 1;
/// JVMTI thread states that `Thread.threadStatus` holds.
pub(crate) const STATUS_RUNNABLE: u64 = 0x5;
const STATUS_TERMINATED: u64 = 0x2;
/// The JVMTI bit of an interrupted thread.
pub(crate) const STATUS_INTERRUPTED: u64 = 0x20_0000;

impl Vm {
    /// The thread whose `java.lang.Thread` object this is, if it was started and lives.
    pub fn thread_of(&self, object: Ref) -> Option<ThreadId> {
        self.threads
            .iter()
            .position(|t| t.object == object && t.is_alive())
            .map(|i| ThreadId(i as u32))
    }

    /// Threads that have not ended.
    pub fn live(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.order.iter().copied()
    }

    /// Live threads in the order of their creation paths.
    pub fn live_by_path(&self) -> &[ThreadId] {
        &self.order
    }

    /// Whether more than one thread lives: until then nothing is visible.
    pub fn is_multithreaded(&self) -> bool {
        self.order.len() > 1
    }

    /// Whether another thread may be in the middle of an operation that is one step here: one that lives, or one whose end is part of that
    /// step and was not waited for.
    pub(crate) fn others_may_be_inside(&self) -> bool {
        self.is_multithreaded() || self.has_unawaited_end() && !planted(Fault::EndsTakenForAwaited)
    }

    /// Whether a thread has ended and no other has waited for its end.
    pub(crate) fn has_unawaited_end(&self) -> bool {
        self.threads.iter().any(|t| !t.is_alive() && !t.awaited)
    }

    /// Finds the live threads anew: one has come, gone or come back.
    pub(crate) fn sort_threads(&mut self) {
        let threads = &self.threads;
        if self.by_path.len() > threads.len() {
            self.by_path.retain(|t| (t.0 as usize) < threads.len());
        }
        for new in self.by_path.len()..threads.len() {
            let at = self
                .by_path
                .partition_point(|t| threads[t.0 as usize].path < threads[new].path);
            self.by_path.insert(at, ThreadId(new as u32));
        }
        self.order.clear();
        let live = self.by_path.iter().filter(|t| threads[t.0 as usize].is_alive());
        self.order.extend(live);
    }

    /// What `System.nanoTime` shows to a thread.
    pub fn clock_nanos(&self, thread: ThreadId) -> i64 {
        1_000_000_000 + self.clock + self.path.facts.now + self.thread(thread).skew
    }

    /// What `System.currentTimeMillis` shows to a thread.
    pub fn clock_millis(&self, thread: ThreadId) -> i64 {
        EPOCH_MILLIS + (self.clock + self.path.facts.now + self.thread(thread).skew) / 1_000_000
    }

    /// Starts the thread of a `java.lang.Thread` object.
    pub(crate) fn start_thread(&mut self, parent: ThreadId, object: Ref) -> Result<ThreadId, VmError> {
        if self.threads.len() >= MAX_THREADS {
            return Err(VmError::Limit(format!("more than {MAX_THREADS} threads were started")));
        }
        self.begin_start(parent, object);
        let p = self.thread_mut(parent);
        let mut path = p.path.to_vec();
        path.push(p.children);
        p.children += 1;
        if self.footprint.is_some() {
            self.make_objects_as(parent);
        }
        let mut thread = Thread::new(object, path.into());
        thread.daemon = self.thread_field(object, "daemon") != 0;
        thread.is_virtual = self.is_virtual(object);
        if thread.is_virtual {
            self.used.virtual_threads = true;
            self.used.several_virtual_threads |= self.threads.iter().any(|t| t.is_virtual);
        }
        thread.epoch = self.current_epoch();
        // A worker of a pool replaces another one.
        thread.started_at = self.user_frame(parent).or(self.thread(parent).started_at);
        thread.observed_name = self.observed_name_of(object);
        let id = ThreadId(self.threads.len() as u32);
        self.threads.push(thread);
        self.sort_threads();
        match self.thread(id).daemon {
            true => self.note_daemon(),
            false if self.thread(parent).daemon => self.touch_non_daemons(id),
            false => {}
        }
        self.set_eetop(object, u64::from(!planted(Fault::JoinReturnsAtOnce)));
        self.set_thread_status(object, STATUS_RUNNABLE);
        let driver = self.driver()?;
        self.push_bottom(id, driver);
        let t = &mut self.threads[id.0 as usize];
        let local0 = (t.fp - driver.code.get().map_or(1, |c| c.max_locals)) as usize;
        t.stack[local0] = u64::from(object);
        t.pending = Pending::Begin;
        if t.is_virtual {
            self.share_carriers();
            // Carriers take virtual threads in the order of their starts.
            let mounted = self.has_carrier(id);
            self.thread_mut(id).mounted = mounted;
        }
        if self.mode.exploring {
            // What the starter and the new thread can both reach has escaped; if the starter was alone, nobody watched.
            self.mark_escaped();
            self.path.facts.escape_info_stale = true;
        }
        let origin = Origin::StartedBy(self.present_part());
        self.this_step.followers.push((id, origin));
        self.report(parent, Event::Start(id));
        Ok(id)
    }

    /// The running thread gets hold of all thread objects: none is another thread's own any more.
    pub(crate) fn show_threads(&mut self) {
        for i in 0..self.live_by_path().len() {
            let thread = self.live_by_path()[i];
            self.touch(thread);
            if self.watching() {
                self.publish(self.thread(thread).object);
            }
        }
    }

    /// A field of a thread: since Java 19 some live in its `holder`.
    pub(crate) fn thread_field(&self, object: Ref, name: &str) -> u64 {
        match self.field(object, "holder") as Ref {
            0 => self.field(object, name),
            holder => self.field(holder, name),
        }
    }

    /// Whether the machine runs a thread, as the JDK's own code sees it.
    pub(crate) fn set_eetop(&mut self, object: Ref, value: u64) {
        if self.known.eetop != 0 {
            self.heap.set(object + self.known.eetop, value);
        }
    }

    pub(crate) fn set_thread_status(&mut self, object: Ref, value: u64) {
        let holder = match self.known.holder {
            0 => object,
            word => self.heap.get(object + word) as Ref,
        };
        if holder != 0 {
            self.heap.set(holder + self.known.status, value);
        }
    }

    /// Whether a thread was never started. The list of threads alone does not tell: one that has ended may have been removed from it.
    pub(crate) fn is_unstarted(&self, object: Ref) -> bool {
        let holder = match self.known.holder {
            0 => object,
            word => self.heap.get(object + word) as Ref,
        };
        // A virtual thread has a status of another kind.
        let status = if holder == 0 {
            0
        } else {
            self.heap.get(holder + self.known.status)
        };
        status & !STATUS_INTERRUPTED == 0 && self.threads.iter().all(|t| t.object != object)
    }

    fn driver(&self) -> Result<&'static Method, VmError> {
        self.known
            .thread_driver
            .ok_or_else(|| VmError::Jdk("a thread before boot".into()))
    }

    /// The bottom frame calls `Thread.run`.
    pub(crate) fn thread_run(&mut self, thread: ThreadId, may_execute: &mut bool) -> Result<Flow, VmError> {
        let object = self.thread(thread).object;
        let class = self.class_of(object);
        let run = self.image.named_method(class, "run", "()V")?;
        self.call_method(thread, run, u64::from(object), may_execute)
    }

    /// The last operation: `Thread.exit`, which leaves the group and drops thread-locals.
    pub(crate) fn thread_end(&mut self, thread: ThreadId, may_execute: &mut bool) -> Result<Flow, VmError> {
        let object = self.thread(thread).object;
        self.touch_coming_end(thread);
        if self.watching() && self.end_is_visible(thread) || self.sees_states(thread) {
            if !*may_execute {
                return Ok(Flow::Park(Pending::End));
            }
            *may_execute = false;
        }
        let exit = self
            .known
            .thread_exit
            .ok_or_else(|| VmError::Jdk("no Thread.exit".into()))?;
        let awaited = self.is_of_a_pool(thread);
        let t = &mut self.threads[thread.0 as usize];
        t.awaited = awaited;
        t.pc = BEFORE_EXIT;
        self.push_args(thread, &[u64::from(object)]);
        // Up to 17 it leaves its group, then forgets the group, then its handler. A virtual one is dead before it leaves its scope.
        let explored = self.knowledge.watched_groups || !self.mode.machine_steps;
        let region = match explored && !self.thread(thread).is_virtual {
            true => 0,
            false => ATOMIC_REGION,
        };
        self.push_frame(thread, exit, region)?;
        Ok(Flow::Next)
    }

    /// Whether a thread ends, and is dead for others before it does what is left, as virtual ones are.
    pub(crate) fn ends_at_once(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        let exit = self.known.thread_exit.map(|exit| exit.id);
        t.is_virtual && t.frames().any(|(_, method, _)| Some(method) == exit.map(|id| id.0))
    }

    /// Whether a thread that is about to end leaves its group first, in a step of its own. Virtual threads are in none.
    pub fn leaves_its_group(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        self.knowledge.watched_groups && t.pc == BEFORE_EXIT && !t.is_virtual
    }

    /// Whether an object is a thread, started or not.
    pub(crate) fn is_thread(&self, object: Ref) -> bool {
        self.known
            .thread
            .is_some_and(|thread| self.class_of(object).is_subclass_of(thread))
    }

    /// Whether an object is a thread, started or not, and not this one.
    pub(crate) fn is_another_thread(&self, thread: ThreadId, object: Ref) -> bool {
        object != 0 && object != self.thread(thread).object && self.is_thread(object)
    }

    /// Whether the thread is a pool's: whoever goes on when the pool has ended has waited for it.
    fn is_of_a_pool(&self, thread: ThreadId) -> bool {
        let object = self.thread(thread).object;
        // Since 19 a thread has its task in another object.
        let holder = self.field(object, "holder") as Ref;
        let task = match holder {
            0 => self.field(object, "target") as Ref,
            holder => self.field(holder, "task") as Ref,
        };
        let begins = |r: Ref, prefix: &str| r != 0 && self.class_of(r).name.starts_with(prefix);
        begins(object, "java/util/concurrent/")
            || begins(task, "java/util/concurrent/ThreadPoolExecutor$")
            || begins(task, "java/util/concurrent/ThreadPerTaskExecutor$")
    }

    /// Somebody asks whether a thread is alive, or has waited for its end.
    pub(crate) fn note_awaited(&mut self, object: Ref) {
        let ended = |t: &Thread| t.object == object && !t.is_alive() && !t.awaited;
        if let Some(at) = self.threads.iter().position(ended) {
            self.thread_mut(ThreadId(at as u32)).awaited = true;
        }
    }

    /// Others can see the end if they can reach the thread, or if it decides whether the program goes on.
    fn end_is_visible(&mut self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        if !self.mode.reduction {
            return true;
        }
        let last = !t.daemon && self.live().all(|other| other == thread || self.thread(other).daemon);
        let decides = last && self.live().any(|other| other != thread);
        // Who asks a group for its threads reaches them all.
        let reached = self.knowledge.watched_groups || self.heap.flag(t.object, ESCAPED);
        decides || reached && !self.assume_unobserved(Observation::Ends)
    }

    /// The thread is gone: waiters on its object are notified.
    ///
    /// The end takes the thread's monitor, as a notification does: it cannot fall between the test and the wait of
    /// `Thread.join`. Behind the last thread that keeps the program alive, the shutdown hooks run.
    pub(crate) fn thread_gone(&mut self, thread: ThreadId, may_execute: &mut bool) -> Result<Flow, VmError> {
        let object = self.thread(thread).object;
        // It has left its group or its scope, and is alive.
        let left = self.knowledge.watched_groups || self.has_left_a_scope(thread);
        if left && !self.thread(thread).is_virtual && self.watching() && !std::mem::take(may_execute) {
            return Ok(Flow::Park(Pending::End));
        }
        // Who joins a virtual thread waits for it on its holder.
        let lock = match self.thread(thread).is_virtual {
            true => self.field(object, "holder") as Ref,
            false => object,
        };
        if self
            .heap
            .monitor(lock)
            .is_some_and(|(owner, _)| owner != thread.0 as usize)
        {
            self.touch_monitor(lock);
            return Ok(Flow::Park(Pending::Enter(lock)));
        }
        self.set_eetop(object, 0);
        self.set_thread_status(object, STATUS_TERMINATED);
        self.notify_each(self.notifiable(lock));
        let daemon = self.thread(thread).daemon;
        let last = !daemon && self.live().all(|other| other == thread || self.thread(other).daemon);
        if last && !self.path.facts.shutting_down && self.has_shutdown_hooks() {
            self.path.facts.shutting_down = true;
            // Whoever starts the hooks has waited for all that kept the program alive.
            let ended = self.threads.iter().filter(|t| !t.is_alive() && !t.daemon);
            let ended: Vec<Ref> = ended.map(|t| t.object).collect();
            for object in ended {
                self.note_awaited(object);
                self.report(thread, Event::Ended(object));
            }
            self.report(thread, Event::End);
            self.note_observed_end(thread);
            self.become_destroyer(thread)?;
            let class = self.image.load(&mut self.heap, "java/lang/Shutdown")?;
            let shutdown = self.image.named_method(class, "shutdown", "()V")?;
            self.push_frame(thread, shutdown, ATOMIC_REGION)?;
            return Ok(Flow::Next);
        }
        self.report(thread, Event::End);
        if last {
            self.note_early_end(thread);
        }
        self.note_observed_end(thread);
        let t = self.thread_mut(thread);
        t.status = Status::Terminated;
        t.pending = Pending::None;
        t.fp = 0;
        t.sp = 0;
        t.depth = 0;
        let is_virtual = t.is_virtual;
        self.sort_threads();
        if is_virtual {
            self.share_carriers();
        }
        self.path.facts.escape_info_stale = true;
        Ok(Flow::Ended)
    }

    /// What is left of a thread that is dead for all others waits for the shutdown hooks, under the name that JVMs give to who does.
    fn become_destroyer(&mut self, thread: ThreadId) -> Result<(), VmError> {
        let object = self.new_thread_object()?;
        let name = self.literal("DestroyJavaVM")?;
        self.set_field(object, "name", u64::from(name));
        let id = FIRST_ID + u64::from(self.path.facts.ids);
        self.path.facts.ids += 1;
        self.set_field(object, "tid", id);
        self.set_thread_group(object, self.known.main_group);
        self.set_thread_status(object, STATUS_RUNNABLE);
        let t = self.thread_mut(thread);
        t.object = object;
        t.permit = false;
        t.observed_name = 0;
        self.path.facts.escape_info_stale = true;
        Ok(())
    }

    /// Whether a thread that has run `Thread.exit` has left a scope of structured concurrency: whoever waits there goes on, and may
    /// find it alive.
    fn has_left_a_scope(&mut self, thread: ThreadId) -> bool {
        // None before Java 19.
        let container = self.field(self.thread(thread).object, "container") as Ref;
        container != 0
            && self
                .class_of(container)
                .name
                .starts_with("jdk/internal/misc/ThreadFlock$")
            && !self.assume_unobserved(Observation::Ends)
    }

    pub(crate) fn has_shutdown_hooks(&self) -> bool {
        let Some(class) = self.image.loaded("java/lang/ApplicationShutdownHooks") else {
            return false;
        };
        if !self.is_initialised(class) {
            return false;
        }
        let hooks = self.static_field(class, "hooks") as Ref;
        hooks != 0 && self.field(hooks, "size") != 0
    }

    /// `System.exit`: nothing runs after it.
    pub(crate) fn halt(&mut self, thread: ThreadId, status: i32) -> Outcome {
        self.path.facts.exited = Some(status);
        self.note_early_end(thread);
        // The thread stays where it is: not one more instruction runs.
        Outcome::Park(Pending::Exit)
    }

    /// The thread's Java name; its creation path where it has none, as virtual threads by default.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        let object = self.thread(thread).object;
        let name = self.reported_text(self.field(object, "name") as Ref);
        if name.is_empty() {
            format!("unnamed thread {}", self.thread_path(thread))
        } else {
            name
        }
    }

    /// Creation path as text: `main`, `main/0`, `main/0/1`.
    pub fn thread_path(&self, thread: ThreadId) -> String {
        let mut text = String::from("main");
        for index in self.thread(thread).path.iter() {
            text.push('/');
            text.push_str(&index.to_string());
        }
        text
    }

    /// Method and instruction of the topmost frame of user code.
    fn user_frame(&self, thread: ThreadId) -> Option<(u32, u32)> {
        self.thread(thread)
            .frames()
            .find(|(_, method, _)| {
                let class = self.image.method(*method).class();
                class.is_user() && !class.is_made()
            })
            .map(|(_, method, pc)| (method, pc))
    }

    /// Class, method and line of the topmost frame of user code, as `Till.sell (Till.java:6)`.
    pub fn user_place(&self, thread: ThreadId) -> String {
        for (_, method, pc) in self.thread(thread).frames() {
            let method = self.image.method(method);
            let class = method.class();
            if class.is_user() && !class.is_made() && !crate::rules::is_test_library(class.name) {
                let file = method.class().source_file.unwrap_or("unknown source");
                return match method.line(pc) {
                    Some(line) => format!("{file}:{line}"),
                    None => file.to_owned(),
                };
            }
        }
        "the start of the program".into()
    }
}
