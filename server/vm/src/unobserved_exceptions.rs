//! What a task threw and its future keeps, until somebody asks.
//!
//! Such throwables form a list behind a static of `dropwire.Native`: it is undone, hashed and kept alive like everything else.
//! Futures are `FutureTask`, `ForkJoinTask` and `CompletableFuture`. The stages that depend on one of the last pass its
//! throwable on, wrapped or not: it is the same one, and asking any of them is asking.

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::Ref;
use crate::hidden_fields::{KEEPER, NEXT, STANDS_FOR, THROWN};
use crate::natives::call::Replacement;
use crate::natives::call::{NativeCall, NativeResult, Outcome};
use crate::thread::ThreadId;
use crate::vm::Vm;

/// The static that holds the first of them.
pub(crate) const FIRST: &str = "kept";

/// `FutureTask.NEW` and `FutureTask.EXCEPTIONAL`.
const NEW: u32 = 0;

const EXCEPTIONAL: u32 = 3;

/// `ForkJoinTask` of Java 11 and before: how a task has ended.
const FORK_JOIN_DONE: u32 = 0xf000_0000;

const FORK_JOIN_EXCEPTIONAL: u32 = 0x8000_0000;

const FUTURE_TASK: &str = "java/util/concurrent/FutureTask";

const COMPLETABLE: &str = "java/util/concurrent/CompletableFuture";

const FORK_JOIN: &str = "java/util/concurrent/ForkJoinTask";

/// Fork/join tasks whose throwables go elsewhere: to the thread's handler, or to whoever asked for one result of many.
const REPORTED_ELSEWHERE: &[&str] = &[
    "java/util/concurrent/ForkJoinTask$RunnableExecuteAction",
    "java/util/concurrent/ForkJoinPool$InvokeAny",
    "java/util/concurrent/ForkJoinTask$InvokeAny",
];

/// Functions of the library that hang on a future and do not look at how it ended (beginnings of the names of their classes): they cancel what fed it.
const LOOK_AT_NOTHING: &[&str] = &[
    "java/util/concurrent/CompletableFuture$Canceller",
    "java/util/concurrent/SubmissionPublisher$",
];

/// Before which methods somebody listens; their bodies run as they are. Some of them exist on some JDKs only.
pub(crate) const LISTENERS: &[Replacement] = &[
    listen(FUTURE_TASK, "setException", "(Ljava/lang/Throwable;)V", set_exception),
    listen(FUTURE_TASK, "report", "(I)Ljava/lang/Object;", asked),
    listen(FUTURE_TASK, "exceptionNow", "()Ljava/lang/Throwable;", asked),
    listen(FUTURE_TASK, "resultNow", "()Ljava/lang/Object;", asked),
    listen(FUTURE_TASK, "state", "()Ljava/util/concurrent/Future$State;", asked),
    listen(
        FORK_JOIN,
        "recordExceptionalCompletion",
        "(Ljava/lang/Throwable;)I",
        task_failed,
    ),
    listen(FORK_JOIN, "trySetThrown", "(Ljava/lang/Throwable;)I", task_failed),
    listen(FORK_JOIN, "trySetThrown", "(Ljava/lang/Throwable;)Z", task_failed),
    listen(FORK_JOIN, "reportException", "(I)V", asked),
    listen(FORK_JOIN, "reportException", "(Z)V", asked),
    listen(FORK_JOIN, "reportExecutionException", "(I)V", asked),
    listen(FORK_JOIN, "getThrowableException", "()Ljava/lang/Throwable;", asked),
    listen(FORK_JOIN, "getException", "()Ljava/lang/Throwable;", asked),
    // Newer ones have these, by which `invokeAll` asks.
    listen(FORK_JOIN, "getException", "(I)Ljava/lang/Throwable;", asked),
    listen(FORK_JOIN, "getException", "(Z)Ljava/lang/Throwable;", asked),
    listen(FORK_JOIN, "exceptionNow", "()Ljava/lang/Throwable;", asked),
    listen(FORK_JOIN, "state", "()Ljava/util/concurrent/Future$State;", asked),
    listen(FORK_JOIN, "isCompletedAbnormally", "()Z", asked),
    listen(FORK_JOIN, "isCompletedNormally", "()Z", asked),
    listen(
        FORK_JOIN,
        "cancelIgnoringExceptions",
        "(Ljava/util/concurrent/Future;)V",
        asked,
    ),
    listen(
        FORK_JOIN,
        "cancelIgnoringExceptions",
        "(Ljava/util/concurrent/ForkJoinTask;)V",
        asked,
    ),
    listen(
        FORK_JOIN,
        "invokeAll",
        "(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinTask;)V",
        invoked_together,
    ),
    listen(FORK_JOIN, "fork", "()Ljava/util/concurrent/ForkJoinTask;", forked),
    listen(
        FORK_JOIN,
        "invokeAll",
        "([Ljava/util/concurrent/ForkJoinTask;)V",
        one_of_these,
    ),
    listen(
        COMPLETABLE,
        "completeThrowable",
        "(Ljava/lang/Throwable;)Z",
        stage_failed,
    ),
    listen(
        COMPLETABLE,
        "completeThrowable",
        "(Ljava/lang/Throwable;Ljava/lang/Object;)Z",
        stage_failed,
    ),
    listen(
        COMPLETABLE,
        "completeExceptionally",
        "(Ljava/lang/Throwable;)Z",
        stage_completed_exceptionally,
    ),
    listen(COMPLETABLE, "completeRelay", "(Ljava/lang/Object;)Z", stage_relays),
    listen(
        COMPLETABLE,
        "encodeThrowable",
        "(Ljava/lang/Throwable;)Ljava/util/concurrent/CompletableFuture$AltResult;",
        stage_throws_at_once,
    ),
    listen(
        COMPLETABLE,
        "reportGet",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        result_asked,
    ),
    listen(
        COMPLETABLE,
        "reportGet",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        result_asked,
    ),
    listen(
        COMPLETABLE,
        "reportJoin",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        result_asked,
    ),
    listen(
        COMPLETABLE,
        "reportJoin",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        result_asked,
    ),
    listen(COMPLETABLE, "isCompletedExceptionally", "()Z", stage_asked),
    listen(COMPLETABLE, "exceptionNow", "()Ljava/lang/Throwable;", stage_asked),
    listen(COMPLETABLE, "resultNow", "()Ljava/lang/Object;", stage_asked),
    listen(
        COMPLETABLE,
        "state",
        "()Ljava/util/concurrent/Future$State;",
        stage_asked,
    ),
    listen(
        COMPLETABLE,
        "uniHandle",
        "(Ljava/lang/Object;Ljava/util/function/BiFunction;Ljava/util/concurrent/CompletableFuture$UniHandle;)Z",
        stage_handled,
    ),
    listen(
        COMPLETABLE,
        "uniWhenComplete",
        "(Ljava/lang/Object;Ljava/util/function/BiConsumer;Ljava/util/concurrent/CompletableFuture$UniWhenComplete;)Z",
        stage_handled,
    ),
    listen(
        COMPLETABLE,
        "uniExceptionally",
        "(Ljava/lang/Object;Ljava/util/function/Function;Ljava/util/concurrent/CompletableFuture$UniExceptionally;)Z",
        stage_handled,
    ),
    listen(
        COMPLETABLE,
        "uniComposeExceptionallyStage",
        "(Ljava/util/concurrent/Executor;Ljava/util/function/Function;)Ljava/util/concurrent/CompletableFuture;",
        stage_asked,
    ),
    listen(
        "java/util/concurrent/CompletableFuture$UniComposeExceptionally",
        "tryFire",
        "(I)Ljava/util/concurrent/CompletableFuture;",
        composed_after_failure,
    ),
    listen(
        COMPLETABLE,
        "biApply",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;Ljava/util/concurrent/CompletableFuture$BiApply;)Z",
        both_ended,
    ),
    listen(
        COMPLETABLE,
        "biAccept",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiConsumer;Ljava/util/concurrent/CompletableFuture$BiAccept;)Z",
        both_ended,
    ),
    listen(
        COMPLETABLE,
        "biRun",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Runnable;Ljava/util/concurrent/CompletableFuture$BiRun;)Z",
        both_ended,
    ),
    listen(
        "java/util/concurrent/CompletableFuture$BiRelay",
        "tryFire",
        "(I)Ljava/util/concurrent/CompletableFuture;",
        both_relayed,
    ),
    // Of Java 8, where they get the stages instead of how these ended.
    listen(
        COMPLETABLE,
        "uniHandle",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/function/BiFunction;Ljava/util/concurrent/CompletableFuture$UniHandle;)Z",
        stage_handled,
    ),
    listen(
        COMPLETABLE,
        "uniWhenComplete",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/function/BiConsumer;Ljava/util/concurrent/CompletableFuture$UniWhenComplete;)Z",
        stage_handled,
    ),
    listen(
        COMPLETABLE,
        "uniExceptionally",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/function/Function;Ljava/util/concurrent/CompletableFuture$UniExceptionally;)Z",
        stage_handled,
    ),
    listen(
        COMPLETABLE,
        "biApply",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/concurrent/CompletableFuture;Ljava/util/function/BiFunction;Ljava/util/concurrent/CompletableFuture$BiApply;)Z",
        both_ended,
    ),
    listen(
        COMPLETABLE,
        "biAccept",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/concurrent/CompletableFuture;Ljava/util/function/BiConsumer;Ljava/util/concurrent/CompletableFuture$BiAccept;)Z",
        both_ended,
    ),
    listen(
        COMPLETABLE,
        "biRun",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/concurrent/CompletableFuture;Ljava/lang/Runnable;Ljava/util/concurrent/CompletableFuture$BiRun;)Z",
        both_ended,
    ),
    listen(
        COMPLETABLE,
        "biRelay",
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/concurrent/CompletableFuture;)Z",
        both_ended,
    ),
    listen(
        COMPLETABLE,
        "anyOf",
        "([Ljava/util/concurrent/CompletableFuture;)Ljava/util/concurrent/CompletableFuture;",
        one_of_these,
    ),
    listen(
        COMPLETABLE,
        "allOf",
        "([Ljava/util/concurrent/CompletableFuture;)Ljava/util/concurrent/CompletableFuture;",
        one_of_these,
    ),
    listen(
        COMPLETABLE,
        "orApplyStage",
        "(Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/util/function/Function;)Ljava/util/concurrent/CompletableFuture;",
        one_of_two,
    ),
    listen(
        COMPLETABLE,
        "orAcceptStage",
        "(Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/util/function/Consumer;)Ljava/util/concurrent/CompletableFuture;",
        one_of_two,
    ),
    listen(
        COMPLETABLE,
        "orRunStage",
        "(Ljava/util/concurrent/Executor;Ljava/util/concurrent/CompletionStage;Ljava/lang/Runnable;)Ljava/util/concurrent/CompletableFuture;",
        one_of_two,
    ),
];

const fn listen(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    run: fn(&mut NativeCall<'_>) -> NativeResult,
) -> Replacement {
    Replacement {
        class,
        name,
        descriptor,
        run,
        why: "the body runs as it is; noted before it is whether anybody asks the future for the exception that it keeps",
    }
}

impl Vm {
    /// Throwables in futures that nobody has asked for their result. One that says that its task was interrupted or cancelled
    /// is none: so ends what a pool has to give up.
    pub fn kept_throwables(&self) -> Vec<Ref> {
        let mut kept = self.kept_list();
        kept.retain(|throwable| self.is_still_kept(*throwable) && !self.means_cancellation(*throwable));
        kept
    }

    /// Whether some future has kept a throwable.
    pub(crate) fn keeps_throwables(&self) -> bool {
        self.image
            .loaded(NATIVE)
            .is_some_and(|native| self.static_field(native, FIRST) != 0)
    }

    fn kept_list(&self) -> Vec<Ref> {
        let mut list = Vec::new();
        let Some(native) = self.image.loaded(NATIVE) else {
            return list;
        };
        let mut next = self.static_field(native, FIRST) as Ref;
        while next != 0 {
            list.push(next);
            next = self.field(next, NEXT) as Ref;
        }
        list
    }

    /// Whether the future holds it: somebody may have completed or cancelled it first.
    fn is_still_kept(&self, throwable: Ref) -> bool {
        let keeper = self.field(throwable, KEEPER) as Ref;
        if keeper == 0 {
            return true;
        }
        let class = self.class_of(keeper);
        if self.is_a(keeper, COMPLETABLE) {
            return self.failure_of(self.field(keeper, "result") as Ref) == Some(throwable);
        }
        if !self.is_a(keeper, FORK_JOIN) {
            let is_exceptional = self.field(keeper, "state") as u32 == EXCEPTIONAL;
            return is_exceptional && self.field(keeper, "outcome") as Ref == throwable;
        }
        if self.image.slot(class, "aux").is_some() {
            let aux = self.field(keeper, "aux") as Ref;
            return aux != 0 && self.field(aux, "ex") as Ref == throwable;
        }
        self.field(keeper, "status") as u32 & FORK_JOIN_DONE == FORK_JOIN_EXCEPTIONAL
    }

    fn is_a(&self, object: Ref, class: &str) -> bool {
        std::iter::successors(Some(self.class_of(object)), |c| c.superclass).any(|c| c.name == class)
    }

    /// An interrupt or a cancellation, or a time-out that the library itself made, somewhere in the chain of causes.
    fn means_cancellation(&self, throwable: Ref) -> bool {
        self.causes(throwable).any(|at| {
            matches!(
                self.class_of(at).name,
                "java/lang/InterruptedException"
                    | "java/util/concurrent/CancellationException"
                    | "java/util/concurrent/TimeoutException"
            )
        })
    }

    /// The throwable and its causes; of odd chains the beginning.
    fn causes(&self, throwable: Ref) -> impl Iterator<Item = Ref> {
        std::iter::successors((throwable != 0).then_some(throwable), |at| {
            // A throwable that is its own cause has none.
            let cause = self.field(*at, "cause") as Ref;
            (cause != 0 && cause != *at).then_some(cause)
        })
        .take(16)
    }

    /// What was thrown, without what stages wrap around it.
    fn thrown_first(&self, throwable: Ref) -> Ref {
        let wraps = |at: &Ref| self.class_of(*at).name == "java/util/concurrent/CompletionException";
        let mut causes = self.causes(throwable);
        causes.find(|at| !wraps(at)).unwrap_or(throwable)
    }

    /// The throwable in a `CompletableFuture`'s result.
    fn failure_of(&self, result: Ref) -> Option<Ref> {
        let is_failure =
            result != 0 && self.class_of(result).name == "java/util/concurrent/CompletableFuture$AltResult";
        let throwable = if is_failure { self.field(result, "ex") as Ref } else { 0 };
        (throwable != 0).then(|| self.thrown_first(throwable))
    }

    fn keep(&mut self, throwable: Ref, keeper: Ref) -> Result<(), VmError> {
        if !self.mode.exploring || throwable == 0 {
            return Ok(());
        }
        let seen = self.field(throwable, KEEPER) as Ref == throwable;
        if seen || self.kept_list().contains(&throwable) {
            return Ok(());
        }
        self.note_kept_exception();
        let native = self.image.load(&mut self.heap, NATIVE)?;
        let first = self.static_field(native, FIRST);
        self.link(throwable, NEXT, first as Ref);
        self.link(throwable, KEEPER, keeper);
        self.set_static_field(native, FIRST, u64::from(throwable));
        self.stored(native.mirror.get(), throwable);
        Ok(())
    }

    pub(crate) fn link(&mut self, from: Ref, field: &str, to: Ref) {
        self.set_field(from, field, u64::from(to));
        self.stored(from, to);
    }

    fn let_go(&mut self, throwable: Ref) {
        let list = self.kept_list();
        let Some(at) = list.iter().position(|known| *known == throwable) else {
            return;
        };
        let next = self.field(throwable, NEXT) as Ref;
        match (at.checked_sub(1), self.image.loaded(NATIVE)) {
            (Some(before), _) => self.link(list[before], NEXT, next),
            (None, Some(native)) => {
                self.set_static_field(native, FIRST, u64::from(next));
                self.stored(native.mirror.get(), next);
            }
            (None, None) => {}
        }
        self.link(throwable, NEXT, 0);
        self.link(throwable, KEEPER, 0);
    }

    /// Lets go of what a future keeps.
    fn let_go_of(&mut self, keeper: Ref) {
        let list = self.kept_list();
        let kept = |throwable: &Ref| self.field(*throwable, KEEPER) as Ref == keeper;
        if let Some(throwable) = list.into_iter().find(kept) {
            self.let_go(throwable);
        }
    }

    /// Somebody sees what a stage ended with: whoever passes it on has nothing to report any more.
    fn seen(&mut self, result: Ref) {
        if self.mode.exploring
            && let Some(throwable) = self.failure_of(result)
            && self.field(throwable, KEEPER) as Ref != throwable
        {
            self.let_go(throwable);
            self.set_field(throwable, KEEPER, u64::from(throwable));
        }
    }

    /// Whether the thread runs a task of an `ExecutorCompletionService`, as `invokeAny` does: who takes the first result
    /// need not ask for the others. That an assertion fails in one of them is a defect all the same. The class in between inherits what runs it, so
    /// receivers are asked.
    fn is_one_of_several(&self, thread: ThreadId, throwable: Ref) -> bool {
        let assertion = self.image.loaded("java/lang/AssertionError");
        let fails = assertion.is_some_and(|class| self.class_of(throwable).is_subclass_of(class));
        !fails
            && self.thread(thread).frames().any(|(fp, method, _)| {
                let method = self.image.method(method);
                method.name == "run"
                    && method.class().name == FUTURE_TASK
                    && self.this_of(thread, fp, method).is_some_and(|task| {
                        self.class_of(task).name == "java/util/concurrent/ExecutorCompletionService$QueueingFuture"
                    })
            })
    }
}

/// `FutureTask.setException`, before its body.
pub(crate) fn set_exception(c: &mut NativeCall<'_>) -> NativeResult {
    let (future, throwable) = (c.reference(0), c.reference(1));
    if c.vm.field(future, "state") as u32 == NEW && !c.vm.is_one_of_several(c.thread, throwable) {
        c.vm.keep(throwable, future)?;
    }
    Ok(Outcome::Fallthrough)
}

/// `FutureTask.report`, `ForkJoinTask.reportException` and the like, before their bodies: somebody asks.
pub(crate) fn asked(c: &mut NativeCall<'_>) -> NativeResult {
    let future = c.reference(0);
    if future != 0 {
        c.vm.let_go_of(future);
    }
    Ok(Outcome::Fallthrough)
}

/// `ForkJoinTask.trySetThrown`, before its body. What a `CountedCompleter` ends with goes to its completer.
pub(crate) fn task_failed(c: &mut NativeCall<'_>) -> NativeResult {
    let (task, throwable) = (c.reference(0), c.reference(1));
    let name = c.vm.class_of(task).name;
    let elsewhere = REPORTED_ELSEWHERE.iter().any(|class| name.starts_with(class));
    let is_done = (c.vm.field(task, "status") as u32 as i32) < 0;
    let spoken_for = c.vm.field(task, STANDS_FOR) != 0;
    let is_one = spoken_for || c.vm.is_one_of_several(c.thread, throwable);
    if !elsewhere && !is_done && !is_one && c.vm.field(task, "completer") == 0 {
        c.vm.keep(throwable, task)?;
    }
    Ok(Outcome::Fallthrough)
}

fn stage_fails(c: &mut NativeCall<'_>, throwable: Ref) -> NativeResult {
    let stage = c.reference(0);
    let is_open = c.vm.field(stage, "result") == 0;
    if throwable != 0 && is_open && c.vm.field(stage, STANDS_FOR) == 0 {
        let first = c.vm.thrown_first(throwable);
        c.vm.keep(first, stage)?;
    }
    Ok(Outcome::Fallthrough)
}

/// `CompletableFuture.completeExceptionally`, before its body. What nobody has thrown is no failure that was lost: it is how
/// the program notifies whoever may wait.
pub(crate) fn stage_completed_exceptionally(c: &mut NativeCall<'_>) -> NativeResult {
    let throwable = c.reference(1);
    if throwable != 0 && c.vm.mode.exploring && c.vm.field(throwable, THROWN) == 0 {
        c.vm.set_field(throwable, KEEPER, u64::from(throwable));
        return Ok(Outcome::Fallthrough);
    }
    stage_fails(c, throwable)
}

/// `CompletableFuture.completeThrowable`, before its body.
pub(crate) fn stage_failed(c: &mut NativeCall<'_>) -> NativeResult {
    let throwable = c.reference(1);
    stage_fails(c, throwable)
}

/// `CompletableFuture.completeRelay`, before its body.
pub(crate) fn stage_relays(c: &mut NativeCall<'_>) -> NativeResult {
    let failure = c.vm.failure_of(c.reference(1));
    stage_fails(c, failure.unwrap_or(0))
}

/// `CompletableFuture.encodeThrowable`, before its body: a function that runs at once, for a stage that nobody else knows yet.
pub(crate) fn stage_throws_at_once(c: &mut NativeCall<'_>) -> NativeResult {
    let throwable = c.reference(0);
    let caller = c.this_thread().frames().next();
    let caller = caller.map(|(_, method, _)| c.vm.image.method(method).name);
    if throwable != 0 && caller.is_some_and(|name| name.ends_with("Now") || name.ends_with("Stage")) {
        let first = c.vm.thrown_first(throwable);
        c.vm.keep(first, 0)?;
    }
    Ok(Outcome::Fallthrough)
}

/// `CompletableFuture.reportGet` and `reportJoin`, before their bodies.
pub(crate) fn result_asked(c: &mut NativeCall<'_>) -> NativeResult {
    let result = c.reference(0);
    c.vm.seen(result);
    Ok(Outcome::Fallthrough)
}

/// `CompletableFuture.isCompletedExceptionally` and the like, before their bodies.
pub(crate) fn stage_asked(c: &mut NativeCall<'_>) -> NativeResult {
    let result = c.vm.field(c.reference(0), "result") as Ref;
    c.vm.seen(result);
    Ok(Outcome::Fallthrough)
}

/// How a stage ended that a method is about: its argument says so, or on Java 8 is the stage.
fn ended(c: &NativeCall<'_>, arg: u32) -> Ref {
    let given = c.reference(arg);
    let is_stage = c
        .method
        .descriptor
        .starts_with("(Ljava/util/concurrent/CompletableFuture;");
    if given != 0 && is_stage {
        c.vm.field(given, "result") as Ref
    } else {
        given
    }
}

/// `uniHandle`, `uniWhenComplete`, `uniExceptionally`, before their bodies: a function of the user's sees how it ended. The
/// library's own looks at nothing.
pub(crate) fn stage_handled(c: &mut NativeCall<'_>) -> NativeResult {
    let (result, function) = (ended(c, 1), c.reference(2));
    let of_library = |name: &str| LOOK_AT_NOTHING.iter().any(|start| name.starts_with(start));
    if function != 0 && !of_library(c.vm.class_of(function).name) {
        c.vm.seen(result);
    }
    Ok(Outcome::Fallthrough)
}

/// `UniComposeExceptionally.tryFire`, before its body.
pub(crate) fn composed_after_failure(c: &mut NativeCall<'_>) -> NativeResult {
    let source = c.vm.field(c.reference(0), "src") as Ref;
    if source != 0 {
        let result = c.vm.field(source, "result") as Ref;
        c.vm.seen(result);
    }
    Ok(Outcome::Fallthrough)
}

/// `biApply` and the like, before their bodies: where both have failed, one speaks for both.
pub(crate) fn both_ended(c: &mut NativeCall<'_>) -> NativeResult {
    let (one, other) = (ended(c, 1), ended(c, 2));
    first_carries_second(c, one, other)
}

/// `BiRelay.tryFire`, before its body.
pub(crate) fn both_relayed(c: &mut NativeCall<'_>) -> NativeResult {
    let of = |field: &str| match c.vm.field(c.reference(0), field) as Ref {
        0 => 0,
        stage => c.vm.field(stage, "result") as Ref,
    };
    let (one, other) = (of("src"), of("snd"));
    first_carries_second(c, one, other)
}

fn first_carries_second(c: &mut NativeCall<'_>, one: Ref, other: Ref) -> NativeResult {
    if let (Some(first), Some(second)) = (c.vm.failure_of(one), c.vm.failure_of(other))
        && first != second
    {
        c.vm.seen(other);
    }
    Ok(Outcome::Fallthrough)
}

/// `anyOf`, `allOf` and `ForkJoinTask.invokeAll`, before their bodies: who asks the one stage that comes of several need not ask each.
pub(crate) fn one_of_these(c: &mut NativeCall<'_>) -> NativeResult {
    let stages = c.reference(0);
    if stages != 0 && c.vm.mode.exploring {
        let stages: Vec<Ref> = (0..c.vm.heap.length(stages))
            .map(|index| c.vm.element(stages, index))
            .collect();
        for stage in &stages {
            stands_among_others(c, *stage);
        }
        if c.method.name == "anyOf" {
            excuse_losers(c, &stages, |_, _| true);
        } else {
            excuse_losers(c, &stages, |vm, result| vm.failure_of(result).is_some());
        }
    }
    Ok(Outcome::Fallthrough)
}

/// `applyToEither` and the like, before their bodies.
pub(crate) fn one_of_two(c: &mut NativeCall<'_>) -> NativeResult {
    let (one, other) = (c.reference(0), c.reference(2));
    if c.vm.mode.exploring {
        excuse_losers(c, &[one, other], |_, _| true);
    }
    two_of_several(c, one, other)
}

/// Of stages that have ended already, the first one to which `decides` applies passes on what it ended with: failures of the others are
/// not reported. What it failed with itself is the new stage's as well, and stays where it is until that one is asked.
fn excuse_losers(c: &mut NativeCall<'_>, stages: &[Ref], decides: impl Fn(&Vm, Ref) -> bool) {
    let ended: Vec<Ref> = stages
        .iter()
        .filter(|stage| **stage != 0 && c.vm.is_a(**stage, COMPLETABLE))
        .map(|stage| c.vm.field(*stage, "result") as Ref)
        .filter(|result| *result != 0)
        .collect();
    let Some(first) = ended.iter().position(|result| decides(c.vm, *result)) else {
        return;
    };
    let passed_on = c.vm.failure_of(ended[first]);
    for (at, result) in ended.iter().enumerate() {
        let failure = c.vm.failure_of(*result).filter(|failure| Some(*failure) != passed_on);
        if let Some(failure) = failure.filter(|_| at != first) {
            c.vm.let_go(failure);
        }
    }
}

/// `ForkJoinTask.invokeAll` of two, before its body: it throws what the first one throws.
pub(crate) fn invoked_together(c: &mut NativeCall<'_>) -> NativeResult {
    let (one, other) = (c.reference(0), c.reference(1));
    two_of_several(c, one, other)
}

fn two_of_several(c: &mut NativeCall<'_>, one: Ref, other: Ref) -> NativeResult {
    if c.vm.mode.exploring {
        stands_among_others(c, one);
        stands_among_others(c, other);
    }
    Ok(Outcome::Fallthrough)
}

/// `ForkJoinTask.fork`, before its body: what `invokeAll` of several forks, it asks for, unless another one has failed.
pub(crate) fn forked(c: &mut NativeCall<'_>) -> NativeResult {
    let caller = c
        .this_thread()
        .frames()
        .next()
        .map(|(_, method, _)| c.vm.image.method(method));
    let together = caller.is_some_and(|caller| caller.name == "invokeAll" && caller.class().name == FORK_JOIN);
    if together && c.vm.mode.exploring {
        let task = c.reference(0);
        stands_among_others(c, task);
    }
    Ok(Outcome::Fallthrough)
}

fn stands_among_others(c: &mut NativeCall<'_>, stage: Ref) {
    let is_one = stage != 0 && (c.vm.is_a(stage, COMPLETABLE) || c.vm.is_a(stage, FORK_JOIN));
    if is_one && c.vm.field(stage, STANDS_FOR) == 0 {
        c.vm.link(stage, STANDS_FOR, stage);
        // A failure is noted before the stage holds it: the stage that depends on several is made in between, and passes it on.
        if c.vm.is_a(stage, COMPLETABLE) && c.vm.field(stage, "result") == 0 {
            c.vm.let_go_of(stage);
        }
    }
}
