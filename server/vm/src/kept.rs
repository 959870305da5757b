//! What a task threw and its future keeps, until somebody asks the future.
//!
//! Such futures form a list behind a static of `dropwire.Native`: it is undone, hashed and kept alive like everything else.

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::Ref;
use crate::natives::{NativeCall, NativeResult, Outcome};
use crate::vm::Vm;

/// The static that holds the first of them.
pub(crate) const FIRST: &str = "kept";
/// Name of the machine's own field in `FutureTask`: the next one.
pub(crate) const NEXT: &str = "next kept (hidden)";
/// `FutureTask.NEW` and `FutureTask.EXCEPTIONAL`.
const NEW: u32 = 0;
const EXCEPTIONAL: u32 = 3;

impl Vm {
    /// Throwables in futures that nobody has asked for their result. One that says that its task was interrupted is none: so ends
    /// what a pool is told to give up.
    pub fn kept_throwables(&self) -> Vec<Ref> {
        self.kept_futures()
            .into_iter()
            .filter(|future| self.field(*future, "state") as u32 == EXCEPTIONAL)
            .map(|future| self.field(future, "outcome") as Ref)
            .filter(|throwable| *throwable != 0 && !self.tells_of_interrupt(*throwable))
            .collect()
    }

    fn kept_futures(&self) -> Vec<Ref> {
        let mut futures = Vec::new();
        let Some(native) = self.image.loaded(NATIVE) else {
            return futures;
        };
        let mut next = self.static_field(native, FIRST) as Ref;
        while next != 0 {
            futures.push(next);
            next = self.field(next, NEXT) as Ref;
        }
        futures
    }

    fn tells_of_interrupt(&self, throwable: Ref) -> bool {
        let mut at = throwable;
        // A throwable that is its own cause has none.
        for _ in 0..16 {
            if at == 0 {
                return false;
            }
            if self.class_of(at).name == "java/lang/InterruptedException" {
                return true;
            }
            at = self.field(at, "cause") as Ref;
        }
        false
    }

    fn keep(&mut self, future: Ref) -> Result<(), VmError> {
        if !self.exploring || self.kept_futures().contains(&future) {
            return Ok(());
        }
        let native = self.image.load(&mut self.heap, NATIVE)?;
        let first = self.static_field(native, FIRST);
        self.set_field(future, NEXT, first);
        self.stored(future, first as Ref);
        self.set_static_field(native, FIRST, u64::from(future));
        self.stored(native.mirror.get(), future);
        Ok(())
    }

    fn let_go(&mut self, future: Ref) {
        let futures = self.kept_futures();
        let Some(at) = futures.iter().position(|known| *known == future) else {
            return;
        };
        let next = self.field(future, NEXT);
        match (at.checked_sub(1), self.image.loaded(NATIVE)) {
            (Some(before), _) => {
                self.set_field(futures[before], NEXT, next);
                self.stored(futures[before], next as Ref);
            }
            (None, Some(native)) => {
                self.set_static_field(native, FIRST, next);
                self.stored(native.mirror.get(), next as Ref);
            }
            (None, None) => {}
        }
        self.set_field(future, NEXT, 0);
        self.stored(future, 0);
    }

    /// Whether the thread runs a task of an `ExecutorCompletionService`, as `invokeAny` does: who takes the first result
    /// need not ask for the others.
    fn is_one_of_several(&self, c: crate::thread::ThreadId) -> bool {
        self.thread(c).frames().any(|(_, method, _)| {
            self.image.method(method).class().name == "java/util/concurrent/ExecutorCompletionService$QueueingFuture"
        })
    }
}

/// `FutureTask.setException`, before its body.
pub(crate) fn set_exception(c: &mut NativeCall<'_>) -> NativeResult {
    let future = c.reference(0);
    if c.vm.field(future, "state") as u32 == NEW && !c.vm.is_one_of_several(c.thread) {
        c.vm.keep(future)?;
    }
    Ok(Outcome::Fallthrough)
}

/// `FutureTask.report`, `exceptionNow` and `resultNow`, before their bodies: somebody asks.
pub(crate) fn asked(c: &mut NativeCall<'_>) -> NativeResult {
    let future = c.reference(0);
    c.vm.let_go(future);
    Ok(Outcome::Fallthrough)
}
