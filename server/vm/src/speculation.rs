//! What a search takes for granted about the program until the program shows otherwise.
//!
//! Each assumption makes some operations invisible. Each is watched: what would contradict it is noticed when it
//! happens, which refutes it ([`Vm::refuted`]) and starts the search again with those operations visible. All of it is
//! monotone, so that only so many restarts can happen; a verdict comes only from a search in which nothing was refuted.

use crate::assumptions::{Assumptions, FieldKey, OFF_HEAP_PIECE, Refutation, Refuted};
use crate::error::VmError;
use crate::features_used::FeaturesUsed;
use crate::heap::{ESCAPED, HEADER, Ref, WAS_ESCAPED};
use crate::hidden_fields::{DEPENDS, FUNCTIONS};
use crate::image::class::{Class, Field, Method, access, field_flag};
use crate::interpreter::flow::AccessKind;
use crate::natives::call::Replacement;
use crate::natives::call::{NativeCall, NativeResult, Outcome};
use crate::observation::Observation;
use crate::rules::FUTURE;
use crate::thread::{Location, Span, ThreadId};
use crate::vm::Vm;

const HUNG: u64 = 1;

const TAKEN: u64 = 2;

/// Before these somebody takes note of the future that is going to depend on another one, or of what hangs on one.
pub(crate) const LISTENERS: &[Replacement] = &[
    depends("java/util/concurrent/CompletableFuture$UniCompletion"),
    depends("java/util/concurrent/CompletableFuture$AnyOf"),
    Replacement {
        class: FUTURE,
        name: "tryPushStack",
        descriptor: "",
        run: function_hangs,
        why: "the body runs as it is; what is put on the stack before the future is complete may be taken off by anybody who completes it",
    },
    Replacement {
        class: FUTURE,
        name: "postComplete",
        descriptor: "",
        run: functions_are_taken,
        why: "the body runs as it is; who comes second may take what the first one has not taken yet",
    },
    Replacement {
        class: "java/util/concurrent/CompletableFuture$UniCompletion",
        name: "claim",
        descriptor: "",
        run: function_is_handed_over,
        why: "the body runs as it is; the thread that gets the function may act before what hangs on the same future is called",
    },
    completes("complete"),
    completes("completeExceptionally"),
    completes("cancel"),
];

const fn completes(name: &'static str) -> Replacement {
    Replacement {
        class: FUTURE,
        name,
        descriptor: "",
        run: is_completed,
        why: "the body runs as it is; who completes in vain may take what the first one has not taken yet",
    }
}

const fn depends(class: &'static str) -> Replacement {
    Replacement {
        class,
        name: "<init>",
        descriptor: "",
        run: dependent_made,
        why: "the body runs as it is; whoever looks at a future that depends on none cannot tell when dependents complete",
    }
}

fn dependent_made(c: &mut NativeCall<'_>) -> NativeResult {
    // `UniCompletion(executor, dependent, source)`, `AnyOf(dependent, source, sources)`.
    let first = c.method.descriptor.starts_with("(Ljava/util/concurrent/Executor;");
    let dependent = c.reference(1 + u32::from(first));
    if dependent != 0 && c.vm.mode.exploring && c.vm.field(dependent, DEPENDS) == 0 {
        c.vm.set_field(dependent, DEPENDS, 1);
    }
    Ok(Outcome::Fallthrough)
}

fn function_hangs(c: &mut NativeCall<'_>) -> NativeResult {
    let (future, completion) = (c.reference(0), c.reference(1));
    // Who waits is woken all the same, and cannot tell by whom.
    let waits = completion == 0 || c.vm.class_of(completion).name.ends_with("$Signaller");
    if !waits && c.vm.field(future, "result") == 0 && c.vm.field(future, FUNCTIONS) == 0 {
        c.vm.set_field(future, FUNCTIONS, HUNG);
    }
    Ok(Outcome::Fallthrough)
}

fn function_is_handed_over(c: &mut NativeCall<'_>) -> NativeResult {
    if c.vm.mode.exploring && c.vm.field(c.reference(0), "executor") != 0 {
        let waits = |(fp, method, _)| {
            let method = c.vm.image.method(method);
            method.name == "postComplete"
                && *method.class().name == *FUTURE
                && c.vm
                    .this_of(c.thread, fp, method)
                    .is_some_and(|future| c.vm.field(future, "stack") != 0)
        };
        if c.this_thread().frames().any(waits) {
            c.vm.look(Observation::Completions);
        }
    }
    Ok(Outcome::Fallthrough)
}

fn is_completed(c: &mut NativeCall<'_>) -> NativeResult {
    let future = c.reference(0);
    if c.vm.others_may_be_inside() && c.vm.field(future, "result") != 0 && c.vm.field(future, FUNCTIONS) != 0 {
        c.vm.look(Observation::Dependents);
    }
    Ok(Outcome::Fallthrough)
}

fn functions_are_taken(c: &mut NativeCall<'_>) -> NativeResult {
    let future = c.reference(0);
    match c.vm.field(future, FUNCTIONS) {
        HUNG => c.vm.set_field(future, FUNCTIONS, TAKEN),
        TAKEN if c.vm.others_may_be_inside() => c.vm.look(Observation::Dependents),
        _ => {}
    }
    Ok(Outcome::Fallthrough)
}

impl Vm {
    /// What was refuted so far.
    pub fn refutations(&self) -> Refuted {
        Refuted {
            looks: self.knowledge.assumptions.looks.clone(),
            interrupted: self.knowledge.assumptions.interrupted.clone(),
            written: self.knowledge.assumptions.written.clone(),
            mutable_fixed: self.knowledge.mutable_fixed.clone(),
            watched_groups: self.knowledge.watched_groups,
            leaked_finals: self.knowledge.leaked_finals,
            leaked_statics: self.knowledge.leaked_statics,
            off_heap: self.knowledge.assumptions.off_heap,
            protection: self.knowledge.protection.known(),
        }
    }

    /// Goes back to what was refuted at an earlier moment, for schedules that were found then.
    pub fn restore_refutations(&mut self, earlier: Refuted) {
        self.knowledge.assumptions.looks = earlier.looks;
        self.knowledge.assumptions.interrupted = earlier.interrupted;
        self.knowledge.assumptions.written = earlier.written;
        self.knowledge.mutable_fixed = earlier.mutable_fixed;
        self.knowledge.watched_groups = earlier.watched_groups;
        self.knowledge.leaked_finals = earlier.leaked_finals;
        self.knowledge.leaked_statics = earlier.leaked_statics;
        self.knowledge.assumptions.off_heap = earlier.off_heap;
        self.knowledge.protection.set_known(earlier.protection);
        self.refuted = false;
    }

    /// Whether the search may go on as if nobody looked at this; it then relies on it.
    pub(crate) fn assume_unobserved(&mut self, look: Observation) -> bool {
        if !self.mode.reduction || self.knowledge.assumptions.looks.contains(&look) {
            return false;
        }
        self.knowledge.assumptions.relied_looks.insert(look);
        true
    }

    /// Whether loggers may say nothing; the search then relies on it that this of them stays unobserved. No reduction: it makes
    /// no operation invisible.
    pub(crate) fn assume_loggers_unobserved(&mut self, look: Observation) -> bool {
        if self.knowledge.assumptions.looks.contains(&look) {
            return false;
        }
        self.knowledge.assumptions.relied_looks.insert(look);
        true
    }

    /// Whether somebody looks at this, so that it is a part of states; the search relies on it that nobody does.
    pub(crate) fn counts_in_keys(&mut self, look: Observation) -> bool {
        let looked = self.knowledge.assumptions.looks.contains(&look);
        if !looked {
            self.knowledge.assumptions.relied_looks.insert(look);
        }
        looked
    }

    /// The program looks at something.
    pub(crate) fn look(&mut self, look: Observation) {
        if self.mode.exploring
            && self.knowledge.assumptions.looks.insert(look)
            && self.knowledge.assumptions.relied_looks.contains(&look)
        {
            self.give_up(Refutation::Observed(look));
        }
    }

    /// Whether the search may go on as if no other thread ever interrupted this one; it then relies on it.
    pub(crate) fn assume_uninterrupted(&mut self, thread: ThreadId) -> bool {
        let path = &self.threads[thread.0 as usize].path;
        let assumptions = &mut self.knowledge.assumptions;
        if !self.mode.reduction || assumptions.interrupted.contains(&path[..]) {
            return false;
        }
        if !assumptions.relied_uninterrupted.contains(&path[..]) {
            assumptions.relied_uninterrupted.insert(path[..].into());
        }
        true
    }

    /// Another thread interrupts this one.
    pub(crate) fn note_interrupt(&mut self, thread: ThreadId) {
        let path = &self.threads[thread.0 as usize].path;
        let assumptions = &mut self.knowledge.assumptions;
        if self.mode.exploring && !assumptions.interrupted.contains(&path[..]) {
            assumptions.interrupted.insert(path[..].into());
            if assumptions.relied_uninterrupted.contains(&path[..]) {
                self.give_up(Refutation::Interrupted);
            }
        }
    }

    /// The search relied on something that does not hold, and restarts without it.
    pub(crate) fn give_up(&mut self, what: Refutation) {
        self.refuted = true;
        tracing::debug!(?what, at = self.user_place(self.this_step.current), "refuted");
    }

    /// Whether the library prints a trace to standard output or error, which no thread reads, as the default handler does.
    fn prints_a_trace(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        let frames = t.frames().map(|(fp, method, _)| (fp, self.image.method(method)));
        let mut of_library = frames.take_while(|(_, method)| !method.class().is_user());
        of_library.any(|(fp, method)| {
            let max_locals = method.code.get().map_or(0, |code| code.max_locals);
            let to = || t.stack[(fp - max_locals + 1) as usize] as Ref;
            method.class().name == "java/lang/Throwable"
                && (method.name, method.descriptor) == ("printStackTrace", "(Ljava/io/PrintStream;)V")
                && [self.known.stdout, self.known.stderr].contains(&to())
        })
    }

    /// The look that a call is, if it is one.
    pub(crate) fn observation_of_call(
        &self,
        method: &'static Method,
        thread: ThreadId,
        first_arg: u32,
    ) -> Option<Observation> {
        let look = method.looks.get()?;
        let t = self.thread(thread);
        let argument = |at: u32| t.stack[(first_arg + at) as usize];
        // `join` without a time does not look: it waits. Who is interrupted meanwhile goes on only if the other has not ended.
        let waits = crate::rules::waits_for_the_end(method, argument) && !self.is_interrupted(thread);
        let at_itself = look == Observation::Ends
            && method.class().name == "java/lang/Thread"
            && !method.is_static()
            && argument(0) as Ref == t.object;
        let calling = self.image.method(t.method_id());
        let caller = calling.class().name;
        // A fair lock: who does not find another one that is about to wait came first.
        let by_turns = method.name == "hasQueuedPredecessors" && calling.name.starts_with("tryAcquire");
        // A thread that was never started has not ended, and dies of nothing yet; one that has ended may have lived on for a while.
        let unstarted = |object: u64| object == 0 || self.is_unstarted(object as Ref);
        let shared = |object: u64| object != 0 && self.is_multithreaded() && self.heap.flag(object as Ref, ESCAPED);
        let of_none = match (look, method.name) {
            // Who shares a thread may start it meanwhile.
            (Observation::Ends, "addShutdownHook") => unstarted(argument(1)) && !shared(argument(1)),
            (Observation::Ends, "setDaemon" | "isAlive") if method.class().name == "java/lang/Thread" => {
                unstarted(argument(0)) && !shared(argument(0))
            }
            (Observation::Handlers, "setUncaughtExceptionHandler")
            | (Observation::Limits, "setContextClassLoader")
            | (Observation::Ends, "setPriority") => argument(0) as Ref == t.object || unstarted(argument(0)),
            (Observation::Handlers | Observation::Limits, _) => self.threads.len() == 1,
            (Observation::Refusals, _) => {
                self.class_of(argument(0) as Ref).name != "java/util/concurrent/RejectedExecutionException"
            }
            (Observation::Stops, _) => self.all_workers_are_idle(),
            (Observation::Submissions, _) => self.live().all(|t| t == thread || self.is_pool_worker(t)),
            _ => false,
        };
        // What is printed where nobody reads it decides nothing; a thread's own trace, or a test's, is made to be asked for at once.
        let unseen = look == Observation::Traces
            && !method.is_static()
            && (caller == "java/lang/Thread"
                || crate::rules::is_test_library(caller)
                || method.name == "printStackTrace"
                    && [self.known.stdout, self.known.stderr].contains(&(argument(1) as Ref)));
        let printed = look == Observation::Refusals && self.prints_a_trace(thread);
        // `awaitQuiescence` of 8 and 11 asks for itself.
        let by_itself = look == Observation::Pools && caller == method.class().name;
        // A map that grows asks for its own count as well.
        let of_itself = method.name == "sumCount" && caller == method.class().name;
        // Who gives the result time to come waits for it.
        let gives_time = look == Observation::Completions
            && method.name == "get"
            && (!method.descriptor.starts_with("(J") || argument(1) as i64 > 0);
        // Who waits for a task without a limit does not look, nor `invokeAll`, which waits for what is not done.
        let waits_for_task = look == Observation::Futures
            && match method.name {
                "get" => !method.descriptor.starts_with("(J"),
                _ => calling.name == "invokeAll" && caller == "java/util/concurrent/AbstractExecutorService",
            };
        let waits_for_count = method.name == "await" && !method.descriptor.starts_with("(J");
        let independent = look == Observation::Completions
            && [DEPENDS, FUNCTIONS]
                .iter()
                .all(|field| self.field(argument(0) as Ref, field) == 0);
        let waits_alike = look == Observation::Queues && self.waits_for_what_others_need(method, argument);
        (!waits
            && !waits_alike
            && !printed
            && !at_itself
            && !by_itself
            && !of_itself
            && !gives_time
            && !waits_for_task
            && !waits_for_count
            && !independent
            && !of_none
            && !unseen
            && !by_turns)
            .then_some(look)
    }

    /// Whether a thread is a worker of a fork-join pool.
    fn is_pool_worker(&self, thread: ThreadId) -> bool {
        let class = self.class_of(self.thread(thread).object);
        std::iter::successors(Some(class), |class| class.superclass)
            .any(|class| class.name == "java/util/concurrent/ForkJoinWorkerThread")
    }

    /// Of the calls that look at a queue because they wait in it: whether all who wait there can go on as soon as the first one can. Then
    /// it decides nothing who comes behind whom.
    fn waits_for_what_others_need(&self, method: &'static Method, argument: impl Fn(u32) -> u64) -> bool {
        match (method.class().name, method.name) {
            ("java/util/concurrent/Semaphore", "acquire" | "acquireUninterruptibly") => {
                !method.descriptor.starts_with("(I") || argument(1) as i32 == 1
            }
            ("java/util/concurrent/Semaphore", "tryAcquire") => {
                !method.descriptor.starts_with("(IJ") || argument(1) as i32 == 1
            }
            ("java/util/concurrent/locks/StampedLock", "readLock" | "readLockInterruptibly") => {
                self.queue_is_empty(argument(0) as Ref)
            }
            ("java/util/concurrent/locks/StampedLock$ReadLockView", _) => {
                self.queue_is_empty(self.field(argument(0) as Ref, "this$0") as Ref)
            }
            _ => false,
        }
    }

    /// Whether nobody waits for a `StampedLock`.
    fn queue_is_empty(&self, lock: Ref) -> bool {
        // They are called so from 17 on, and `whead` and `wtail` before.
        let ends = |names: [&str; 2]| {
            let known = names
                .into_iter()
                .find(|name| self.image.slot(self.class_of(lock), name).is_some());
            known.map(|name| self.field(lock, name))
        };
        ends(["head", "whead"]) == ends(["tail", "wtail"])
    }

    /// A write that no boundary may come before: its object is one thread's own by now, or only one thread is left. Who
    /// read it before, invisibly, might have read it after this write just as well.
    pub(crate) fn note_write(&mut self, object: Ref, location: Location, flags: u8) {
        let fixed = self.heap.is_fixed(object);
        if !fixed && !self.heap.flag(object, WAS_ESCAPED) {
            return;
        }
        if fixed && flags & field_flag::JDK != 0 {
            if self.knowledge.assumptions.relied_fixed.contains(&object)
                && self.knowledge.mutable_fixed.insert(object, ()).is_none()
            {
                self.give_up(Refutation::WrittenInJdk(self.class_of(object).name));
            }
            return;
        }
        if flags & (field_flag::FINAL | field_flag::JDK) == field_flag::FINAL && !fixed && !self.knowledge.leaked_finals
        {
            self.knowledge.leaked_finals = true;
            self.give_up(Refutation::FinalsAreFinal);
        }
        if let Some(key) = self.field_key(object, location)
            && self.knowledge.assumptions.relied_fields.contains(&key)
            && self.knowledge.assumptions.written.insert(key)
        {
            self.give_up(self.written(key));
        }
    }

    fn written(&self, key: FieldKey) -> Refutation {
        let field = self.field_of(key).map_or("", |field| field.name);
        Refutation::Written(self.image.class(key.class.0).name, field)
    }

    /// Whether an access needs no boundary because its field is as good as final. A write says that it is not.
    pub(crate) fn is_effectively_final(&mut self, object: Ref, location: Location, kind: AccessKind) -> bool {
        if !self.mode.reduction {
            return false;
        }
        if self.is_bookkeeping(object, location) && self.assume_unobserved(Observation::Pools) {
            return true;
        }
        let Some(key) = self.field_key(object, location) else {
            return false;
        };
        if kind.write {
            if self.knowledge.assumptions.written.insert(key) && self.knowledge.assumptions.relied_fields.contains(&key)
            {
                self.give_up(self.written(key));
            }
            return false;
        }
        if self.knowledge.assumptions.written.contains(&key) {
            return false;
        }
        self.knowledge.assumptions.relied_fields.insert(key);
        true
    }

    /// Whether memory off the heap is one thread's own: nobody else has touched it while there were several threads. Also where only one
    /// thread is left: who was there before may be the other one.
    pub(crate) fn off_heap_is_owned(&mut self, thread: ThreadId, span: Span) -> bool {
        if !self.mode.exploring || self.threads.len() < 2 {
            return true;
        }
        if !self.mode.reduction || self.knowledge.assumptions.off_heap || span.bytes == 0 {
            return self.mode.reduction && span.bytes == 0;
        }
        let toucher = self.thread(thread).path_hash;
        let pieces = span.at >> OFF_HEAP_PIECE..=(span.end() - 1) >> OFF_HEAP_PIECE;
        for piece in pieces {
            if *self
                .knowledge
                .assumptions
                .off_heap_owners
                .entry(piece)
                .or_insert(toucher)
                != toucher
            {
                self.knowledge.assumptions.off_heap = true;
                self.give_up(Refutation::OffHeapIsOwned);
                return false;
            }
        }
        true
    }

    fn is_bookkeeping(&self, object: Ref, location: Location) -> bool {
        let at = ((location / 8) as u32 - object).wrapping_sub(HEADER);
        let slot = self.class_of(object).layout.get(at as usize);
        slot.is_some_and(|slot| slot.flags & field_flag::BOOKKEEPING != 0)
    }

    /// The field at an address; none for elements, headers, and fields that the machine itself writes.
    pub(crate) fn field_key(&self, object: Ref, location: Location) -> Option<FieldKey> {
        let class = self.class_of(object);
        if class.is_array() {
            return None;
        }
        let offset = (location / 8) as u32 - object;
        if let Some(slot) = offset.checked_sub(HEADER).and_then(|at| class.layout.get(at as usize)) {
            let natively = slot.flags & field_flag::JDK != 0 && self.image.class(slot.declared_by.0).of_java_lang;
            return (!natively).then_some(FieldKey {
                class: slot.declared_by,
                slot: offset - HEADER,
                is_static: false,
            });
        }
        if class.id != self.image.class_class().id {
            return None;
        }
        let of = self.image.class_of_mirror(&self.heap, object);
        let slot = (offset - self.image.mirror_hidden).checked_sub(2)?;
        let field = of.statics.get(slot as usize)?;
        // Statics of the JDK's classes are watched object by object: `mutable_fixed`.
        (field.flags & field_flag::JDK == 0).then_some(FieldKey {
            class: of.id,
            slot,
            is_static: true,
        })
    }

    /// What was refuted, by names that a later process understands.
    pub(crate) fn refuted_assumptions(&self) -> Vec<String> {
        let looks = self
            .knowledge
            .assumptions
            .looks
            .iter()
            .map(|look| format!("look {}", look.name()));
        let written = self.knowledge.assumptions.written.iter().filter_map(|key| {
            let field = self.field_of(*key)?;
            Some(format!("field {}.{}", self.image.class(key.class.0).name, field.name))
        });
        let interrupted = self.knowledge.assumptions.interrupted.iter().map(|path| {
            let path: Vec<String> = path.iter().map(u16::to_string).collect();
            format!("interrupt {}", path.join("/"))
        });
        looks.chain(interrupted).chain(written).collect()
    }

    /// Takes over one name of [`Vm::refuted_assumptions`]; what is unknown is ignored.
    pub(crate) fn refute(&mut self, name: &str) -> Result<(), VmError> {
        if let Some(look) = name.strip_prefix("look ") {
            let look = Observation::ALL.into_iter().find(|l| l.name() == look);
            self.knowledge.assumptions.looks.extend(look);
        } else if let Some(path) = name.strip_prefix("interrupt ") {
            let children = path.split('/').filter(|child| !child.is_empty());
            let path: Option<Box<[u16]>> = children.map(|child| child.parse().ok()).collect();
            self.knowledge.assumptions.interrupted.extend(path);
        } else if let Some((class, field)) = name.strip_prefix("field ").and_then(|f| f.rsplit_once('.'))
            && let Some(class) = self.image.try_load(&mut self.heap, class)?
            && let Some(key) = self.key_of_field(class, field)
        {
            self.knowledge.assumptions.written.insert(key);
        }
        Ok(())
    }

    pub(crate) fn field_of(&self, key: FieldKey) -> Option<&'static Field> {
        let fields = &self.image.class(key.class.0).fields;
        let same = |f: &&Field| f.slot == key.slot && (f.access & access::STATIC != 0) == key.is_static;
        fields.iter().find(same)
    }

    pub(crate) fn key_of_field(&self, class: &Class, name: &str) -> Option<FieldKey> {
        let field = class.field(name)?;
        Some(FieldKey {
            class: class.id,
            slot: field.slot,
            is_static: field.access & access::STATIC != 0,
        })
    }
}

impl Vm {
    /// What the search has learned about this program and a replay must know from its start: the fixed objects whose
    /// reads are visible, by name, and whether reads of final fields are.
    pub fn export_refutations(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .knowledge
            .mutable_fixed
            .keys()
            .map(|r| {
                let class = self.class_of(*r);
                if class.id == self.image.class_class().id {
                    format!("class {}", self.image.class_of_mirror(&self.heap, *r).name)
                } else {
                    // Base objects lie at the same place after every boot of one JDK.
                    format!("base {r}")
                }
            })
            .collect();
        if self.knowledge.leaked_finals {
            names.push("finals".into());
        }
        if self.knowledge.leaked_statics {
            names.push("statics".into());
        }
        if self.knowledge.watched_groups {
            names.push("groups".into());
        }
        if self.knowledge.assumptions.off_heap {
            names.push("off-heap".into());
        }
        names.extend(self.refuted_assumptions());
        names.extend(self.learned_protection());
        names.sort();
        names
    }

    /// Forgets what was learned about a program and what it used: the machine is as good as new for another program,
    /// if it is where it was after boot. What was loaded and linked stays; it depends on the class files only.
    pub fn forget(&mut self) {
        self.knowledge.mutable_fixed.clear();
        self.knowledge.watched_groups = false;
        self.knowledge.leaked_finals = false;
        self.knowledge.leaked_statics = false;
        self.refuted = false;
        self.used = FeaturesUsed::default();
        self.knowledge.unclear.clear();
        self.knowledge.replaced.clear();
        self.knowledge.unlearned.clear();
        self.clock = 0;
        self.knowledge.assumptions = Assumptions::default();
        self.knowledge.protection.forget();
        self.forget_components();
    }

    /// How much of the room for what is loaded and linked after boot is used up: between 0 and 1.
    pub fn wear(&self) -> f64 {
        self.heap.eternal_wear()
    }

    /// Takes over what [`Vm::export_refutations`] gave. Unknown names are ignored: the replay then drifts and says so.
    pub fn import_refutations(&mut self, names: &[String]) -> Result<(), VmError> {
        self.knowledge
            .unlearned
            .extend(names.iter().filter(|name| name.contains('+')).cloned());
        self.learn_names(names)
    }

    /// A class comes up that only this path names: what was learned of it holds from now on.
    pub(crate) fn learn_of(&mut self, class: &Class) -> Result<(), VmError> {
        let of_it = self.knowledge.unlearned.iter().filter(|name| name.contains(class.name));
        let of_it: Vec<String> = of_it.cloned().collect();
        self.learn_names(&of_it)
    }

    fn learn_names(&mut self, names: &[String]) -> Result<(), VmError> {
        for name in names {
            if name == "finals" {
                self.knowledge.leaked_finals = true;
            } else if name == "statics" {
                self.knowledge.leaked_statics = true;
            } else if name == "groups" {
                self.knowledge.watched_groups = true;
            } else if name == "off-heap" {
                self.knowledge.assumptions.off_heap = true;
            } else if ["look ", "field ", "interrupt "]
                .iter()
                .any(|kind| name.starts_with(kind))
            {
                self.refute(name)?;
            } else if name.starts_with("bare ") || name.starts_with("guarded ") {
                self.learn_protection(name)?;
            } else if let Some(class) = name.strip_prefix("class ") {
                if let Some(class) = self.image.try_load(&mut self.heap, class)? {
                    self.knowledge.mutable_fixed.insert(class.mirror.get(), ());
                }
            } else if let Some(r) = name.strip_prefix("base ").and_then(|r| r.parse().ok())
                && self.heap.is_fixed(r)
            {
                self.knowledge.mutable_fixed.insert(r, ());
            }
        }
        Ok(())
    }
}
