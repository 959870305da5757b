//! Writes of numbers that are recorded (`recording.rs`): as any other write, on the slow path.

use super::context::Thrown;
use super::flow::{Check, Flow};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::field_flag;
use crate::image::code::{Code, Instr};
use crate::thread::ThreadId;
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    pub(super) fn put_recorded_field(
        &mut self,
        thread: ThreadId,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let slots = Ty::from_u8(instr.x & field_flag::TYPE_MASK).slots();
        let object = self.threads[thread.0 as usize].peek(slots) as Ref;
        if object == 0 {
            self.throw_plain(thread, Thrown::NullPointer)?;
            return Ok(Flow::Next);
        }
        let flow = self.put_field(thread, instr, may_execute)?;
        Ok(self.recorded(flow, (object, object + u32::from(instr.a)), instr.x))
    }

    pub(super) fn put_recorded_static(
        &mut self,
        thread: ThreadId,
        code: &Code,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let place = match self.checked_static(thread, code, instr, may_execute)? {
            Ok(place) => place,
            Err(flow) => return Ok(flow),
        };
        let flow = self.static_access(thread, true, place, instr.x, may_execute)?;
        Ok(self.recorded(flow, place, instr.x))
    }

    /// The mirror and the word of a static field whose class is initialised; else how the thread goes on.
    pub(super) fn checked_static(
        &mut self,
        thread: ThreadId,
        code: &Code,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Result<(Ref, u32), Flow>, VmError> {
        let (class, word) = code.checked.borrow()[instr.b as usize];
        let class = self.image.class(class.0);
        Ok(match self.check_initialised(thread, class, may_execute)? {
            Check::Ready => Ok((class.mirror.get(), word)),
            Check::Pushed => Err(Flow::Next),
            Check::Park(pending) => Err(Flow::Park(pending)),
        })
    }

    /// Records a write, unless the thread parks before it.
    pub(super) fn recorded(&mut self, flow: Flow, (object, word): (Ref, u32), bits: u8) -> Flow {
        if flow == Flow::Next && self.mode.exploring {
            self.record_written(object, word, Ty::from_u8(bits & field_flag::TYPE_MASK));
        }
        flow
    }
}
