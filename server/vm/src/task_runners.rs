//! What runs tasks does a little before and behind each one. It belongs to the task's own steps until somebody looks.

use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::image::class::Method;
use crate::observation::Observation;
use crate::thread::{Pending, ThreadId};
use crate::vm::Vm;

const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const TASK: &str = "java/util/concurrent/FutureTask";
/// Passes the result of what it calls on, and does nothing else.
const ADAPTER: &str = "java/util/concurrent/Executors$RunnableAdapter";

/// At most so many frames are between the method that starts a worker and the program's code of a task.
const FRAMES_OF_A_TASK: u32 = 8;

/// Whether this is the pool's own method of that name.
pub(crate) fn is_of_pool(method: &Method, name: &str) -> bool {
    method.name == name && method.class().name == POOL
}

impl Vm {
    /// Whether the interrupt that the thread is about to send to `target` can be observed: not one to itself, nor one that makes an idle worker
    /// of a pool ask for a task again.
    pub(crate) fn signals_another(&mut self, thread: ThreadId, target: Ref) -> bool {
        let t = self.thread(thread);
        if target == t.object {
            return false;
        }
        let Some(worker) = self.thread_of(target) else {
            return true;
        };
        let caller = self.image.method(t.method_id());
        if is_of_pool(caller, "interruptIdleWorkers") {
            return !self.calls_for_pool(worker, "runWorker");
        }
        let stops = caller.name == "interruptIfStarted" && caller.class().name.starts_with(POOL);
        !(stops && self.is_idle_worker(worker) && self.assume_unobserved(Observation::Ends))
    }

    /// Whether a method of a pool has called what the thread runs, and no user code came between.
    pub(crate) fn calls_for_pool(&self, thread: ThreadId, caller: &str) -> bool {
        self.thread(thread)
            .frames()
            .map(|(_, method, _)| self.image.method(method))
            .take_while(|method| !method.class().is_user())
            .any(|method| is_of_pool(method, caller))
    }

    /// Whether an atomic operation that a pool calls belongs to the step before it, because the two are reducible to one (Lipton 1975).
    pub(crate) fn belongs_to_the_step_before(&mut self, method: &Method, thread: ThreadId, first_arg: u32) -> bool {
        let caller = self.image.method(self.thread(thread).method_id());
        match (caller.name, method.name) {
            _ if method.name == "runWorker" => self.begins_first_task(method, thread, first_arg),
            // Behind the acquisition of `takeLock`, a right mover; it waits for nobody.
            ("drainTo", "get") => caller.class().name == "java/util/concurrent/LinkedBlockingQueue",
            _ if caller.class().name != POOL => false,
            // The pool had less than `corePoolSize` workers a moment ago. Whatever changes meanwhile, `addWorker` finds out by itself, and so
            // would `execute` if it read later.
            ("execute", "addWorker") => self.thread(thread).stack[first_arg as usize + 2] != 0,
            // Behind the acquisition of `mainLock`, which is a right mover: none of these waits for others.
            ("shutdown" | "shutdownNow", "advanceRunState") => true,
            ("awaitTermination", "get" | "awaitNanos") => true,
            // They wake those who wait for tasks. All others see by themselves that the pool is shut down, before they wait.
            ("shutdown", "interruptIdleWorkers") | ("shutdownNow", "interruptWorkers") => {
                let idle = method.name == "interruptIdleWorkers" || self.all_workers_are_idle();
                let pool = self.thread(thread).stack[first_arg as usize] as Ref;
                idle && self.is_plain_pool(pool)
                    && !self.live().any(|worker| self.is_wrapped_worker(worker))
                    && self.assume_unobserved(Observation::Ends)
            }
            _ => false,
        }
    }

    /// Whether no worker of a pool runs a task, or has been started for one that it has not begun.
    pub(crate) fn all_workers_are_idle(&self) -> bool {
        self.live()
            .all(|worker| !self.runs_tasks(worker) || self.is_idle_worker(worker))
    }

    fn runs_tasks(&self, thread: ThreadId) -> bool {
        let mut methods = self
            .thread(thread)
            .frames()
            .map(|(_, method, _)| self.image.method(method));
        methods.any(|method| is_of_pool(method, "runWorker"))
    }

    /// Whether a worker asks for a task, or is about to ask, or has found that there is none for it, and none of the program's code comes before the
    /// next task: what it finds out about its own interrupt decides nothing.
    pub(crate) fn is_idle_worker(&self, thread: ThreadId) -> bool {
        let asks = |pending| matches!(pending, Pending::Call(method, _) if is_of_pool(method, "getTask"));
        let plain = || {
            let mut frames = self.thread(thread).frames();
            let runner = frames.find(|(_, method, _)| is_of_pool(self.image.method(*method), "runWorker"));
            let pool = runner.and_then(|(fp, method, _)| self.this_of(thread, fp, self.image.method(method)));
            pool.is_some_and(|pool| self.is_plain_pool(pool))
        };
        (asks(self.thread(thread).pending)
            || self.calls_for_pool(thread, "getTask")
            || self.calls_for_pool(thread, "processWorkerExit"))
            && self.runs_tasks(thread)
            && !self.is_wrapped_worker(thread)
            && plain()
    }

    /// Whether a worker of a pool runs none of the program's code beside tasks: no hooks around them, and no queue of the program's own.
    fn is_plain_pool(&self, pool: Ref) -> bool {
        let queue = self.field(pool, "workQueue") as Ref;
        !self.class_of(pool).is_user() && (queue == 0 || !self.class_of(queue).is_user())
    }

    /// Whether a thread is a worker of a pool, and code of the program called what takes the tasks, or is called when the thread is interrupted: it may
    /// ask for the flag of an interrupt behind them, and see who is interrupted.
    fn is_wrapped_worker(&self, thread: ThreadId) -> bool {
        if self.class_of(self.thread(thread).object).is_user() {
            return self.runs_tasks(thread);
        }
        let methods = || {
            self.thread(thread)
                .frames()
                .map(|(_, method, _)| self.image.method(method))
        };
        methods()
            .skip_while(|method| !is_of_pool(method, "runWorker"))
            .any(|method| method.class().is_user())
    }

    /// Whether a call is that of a worker which was given its first task, so that what it does before the task belongs to the step that
    /// starts the thread: it lets go of its own lock, by which it says that it has begun, takes it again, and reads whether
    /// the pool was stopped. Whoever interrupts idle workers finds the lock taken before and afterwards. Who stops the pool
    /// interrupts those that have begun, and others interrupt themselves: that one shows.
    fn begins_first_task(&mut self, method: &Method, thread: ThreadId, first_arg: u32) -> bool {
        if !is_of_pool(method, "runWorker") {
            return false;
        }
        let worker = self.thread(thread).stack[first_arg as usize + 1] as Ref;
        let mut methods = self
            .thread(thread)
            .frames()
            .map(|(_, method, _)| self.image.method(method));
        let wrapped = methods.any(|method| method.class().is_user());
        let begins = !wrapped
            && self.field(worker, "firstTask") != 0
            && (planted(Fault::PoolsStoppedLater) || self.assume_unobserved(Observation::Stops));
        if begins {
            // What comes behind the task has had no boundary before it, be there one in the task or not.
            let t = &mut self.threads[thread.0 as usize];
            t.resumed_depth = t.resumed_depth.max(t.depth + FRAMES_OF_A_TASK);
        }
        begins
    }

    /// Somebody asks for the result of a task. Who waits for it goes on when it is done, and cannot tell when that was; who is interrupted
    /// meanwhile sees whether it is done.
    pub(crate) fn note_wait_for_task(&mut self, method: &Method, thread: ThreadId) {
        if method.name == "get" && (self.is_interrupted(thread) || !self.assume_uninterrupted(thread)) {
            self.look(Observation::Futures);
        }
    }

    /// Whether a thread makes the message of a refusal, which describes the pool.
    pub(crate) fn refuses_a_task(&self, thread: ThreadId) -> bool {
        let mut methods = self
            .thread(thread)
            .frames()
            .map(|(_, method, _)| self.image.method(method));
        methods
            .by_ref()
            .take_while(|method| !method.class().is_user())
            .any(|method| method.class().name == "java/util/concurrent/ThreadPoolExecutor$AbortPolicy")
    }

    /// Whether what the thread does behind the task from which it has just returned belongs to the task's last operation. The task
    /// is marked as done, which is a left mover for those who wait for it (Lipton 1975), and a worker counts it
    /// and lets go of its lock, which only says that it is idle. Who interrupts idle workers has changed the pool before, and each worker
    /// asks for that next (`getTask`): what it sees of the interrupt is the flag of its own thread, for which only the
    /// program's code could ask.
    pub(crate) fn task_ends_unnoticed(&mut self, thread: ThreadId) -> bool {
        let frames: Vec<_> = self.thread(thread).frames().collect();
        let method = |at: usize| frames.get(at).map(|(_, method, _)| self.image.method(*method));
        let of_task = |at: usize| method(at).is_some_and(|m| m.name == "run" && m.class().name == TASK);
        let adapted = usize::from(method(0).is_some_and(|m| m.name == "call" && m.class().name == ADAPTER));
        let task = of_task(adapted);
        let runner = adapted + usize::from(task);
        if adapted == 1 && !task {
            return false;
        }
        let of_worker = method(runner).is_some_and(|m| is_of_pool(m, "runWorker"));
        if !task && !of_worker {
            return false;
        }
        if of_worker {
            let (fp, method, _) = frames[runner];
            let pool = self.this_of(thread, fp, self.image.method(method));
            let plain = pool.is_some_and(|pool| self.is_plain_pool(pool)) && !self.is_wrapped_worker(thread);
            if !(plain && self.assume_unobserved(Observation::Ends) || planted(Fault::WorkersIdleUnnoticed)) {
                return false;
            }
        }
        !task
            || planted(Fault::TasksDoneUnnoticed)
            || self.assume_unobserved(Observation::Futures) && self.assume_unobserved(Observation::Permits)
    }
}
