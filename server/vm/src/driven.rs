//! Programs that have no `main` of their own: tests.

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::generate::test_driver::{TestRun, test_driver, test_info};
use crate::heap::Ref;
use crate::image::class::Method;
use crate::natives::{NativeCall, NativeResult, Outcome};
use crate::vm::Vm;

impl Vm {
    /// Prepares a test: makes the `main` that drives it, and stands before its first instruction.
    ///
    /// # Errors
    /// A class that is missing, and calls that cannot be made.
    pub fn start_test(&mut self, run: &TestRun) -> Result<(), VmError> {
        let owner = run.instances.last().map_or(&run.test.member.class, |last| &last.class);
        let host = self.image.load(&mut self.heap, owner)?;
        for told in &run.told {
            if self.image.loaded(&told.name).is_none() {
                self.define_made(test_info(told).map_err(VmError::NotModelled)?, host)?;
            }
        }
        let driver = match self.image.loaded(&run.name) {
            // Checked before on this machine: the same name stands for the same test of the same classes.
            Some(driver) => driver,
            None => self.define_made(test_driver(run).map_err(VmError::NotModelled)?, host)?,
        };
        let member = &run.test.member;
        let declared = self.image.load(&mut self.heap, &member.class)?;
        self.tested = declared.declared(&member.name, &member.descriptor);
        self.start_in(driver, &[])
    }

    /// The method that a test's driver calls, if it is a test that runs.
    pub fn tested(&self) -> Option<&'static Method> {
        self.tested
    }
}

/// The machine's own method that a test's driver calls with what says that the test does not apply.
pub(crate) const ABORT: &str = "abort";
/// Its descriptor.
pub(crate) const ABORT_DESCRIPTOR: &str = "(Ljava/lang/Throwable;)V";
/// The static of `dropwire.Native` that holds that throwable.
pub(crate) const ABORTED_BY: &str = "aborted by";

impl Vm {
    /// What said on this path that the test does not apply: a failed assumption.
    pub fn aborted_by(&self) -> Option<Ref> {
        let native = self.image.loaded(NATIVE)?;
        let throwable = self.static_field(native, ABORTED_BY) as Ref;
        (throwable != 0).then_some(throwable)
    }
}

/// `dropwire.Native.abort`
pub(crate) fn abort(c: &mut NativeCall<'_>) -> NativeResult {
    let throwable = c.reference(0);
    let native = c.vm.image.load(&mut c.vm.heap, NATIVE)?;
    c.vm.set_static_field(native, ABORTED_BY, u64::from(throwable));
    c.vm.stored(native.mirror.get(), throwable);
    Ok(Outcome::Void)
}
