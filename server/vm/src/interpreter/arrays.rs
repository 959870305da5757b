//! Array instructions on the slow path: visible accesses, store checks, allocation. JVMS §6.5.

use super::flow::AccessKind;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{HEADER, Ref, USER_ARRAY};
use crate::image::class::{Class, Method, Shape};
use crate::image::code::{Instr, Op};
use crate::interpreter::flow::Flow;
use crate::thread::{Mode, Span, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    pub(super) fn array_load(&mut self, thread: ThreadId, op: Op, may_execute: &mut bool) -> Result<Flow, VmError> {
        let t = &self.threads[thread.0 as usize];
        let (array, index) = (t.peek(1) as Ref, t.peek(0) as u32);
        let (log2, widen) = element_shape(op);
        let at = u64::from(array + HEADER) * 8 + (u64::from(index) << log2);
        let kind = AccessKind {
            write: false,
            mode: Mode::Plain,
            flags: self.array_flags(array),
        };
        if let Some(pending) = self.gate(thread, array, Span::new(at, 1 << log2), kind, may_execute) {
            return Ok(Flow::Park(pending));
        }
        let value = widen.widen(self.heap.read(at, log2));
        let t = &mut self.threads[thread.0 as usize];
        t.sp -= 2;
        if log2 == 3 {
            t.push2(value)
        } else {
            t.push(value)
        }
        t.pc += 1;
        Ok(Flow::Next)
    }

    pub(super) fn array_store(&mut self, thread: ThreadId, op: Op, may_execute: &mut bool) -> Result<Flow, VmError> {
        let (log2, _) = element_shape(op);
        let slots = if log2 == 3 { 2 } else { 1 };
        let t = &self.threads[thread.0 as usize];
        let (array, index) = (t.peek(slots + 1) as Ref, t.peek(slots) as u32);
        let value = t.stack[(t.sp - slots) as usize];
        if array == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
            return Ok(Flow::Next);
        }
        let length = self.heap.length(array);
        if index >= length {
            self.throw_plain(thread, super::context::Thrown::Index(index as i32, length))?;
            return Ok(Flow::Next);
        }
        let class = self.class_of(array);
        if op == Op::Aastore
            && value != 0
            && let crate::image::class::Shape::References(component) = class.shape
            && !self.class_of(value as Ref).is_subclass_of(component)
        {
            let name = self.class_of(value as Ref).binary_name();
            self.throw_new(thread, "java/lang/ArrayStoreException", Some(&name))?;
            return Ok(Flow::Next);
        }
        let at = u64::from(array + HEADER) * 8 + (u64::from(index) << log2);
        let kind = AccessKind {
            write: true,
            mode: Mode::Plain,
            flags: self.array_flags(array),
        };
        if let Some(pending) = self.gate(thread, array, Span::new(at, 1 << log2), kind, may_execute) {
            return Ok(Flow::Park(pending));
        }
        let narrow = if class.element_type() == Some(Ty::Boolean) {
            value & 1
        } else {
            value
        };
        self.heap.write(at, log2, narrow);
        if op == Op::Aastore {
            self.stored(array, value as Ref);
        }
        let t = &mut self.threads[thread.0 as usize];
        t.sp -= 2 + slots;
        t.pc += 1;
        Ok(Flow::Next)
    }

    pub(super) fn new_array_instruction(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        class: u32,
    ) -> Result<Flow, VmError> {
        let length = self.threads[thread.0 as usize].peek(0) as u32 as i32;
        if length < 0 {
            return self.negative_size(thread, length);
        }
        if let Some(message) = self.too_large(self.image.class(class), length as u32) {
            self.used.environment = true;
            self.throw_new(thread, "java/lang/OutOfMemoryError", Some(message))?;
            return Ok(Flow::Next);
        }
        let class = self.image.class(class);
        let words = HEADER + crate::image::array_words(length as u32, class.element_type().unwrap_or(Ty::Long));
        // Nothing has changed yet: the thread is before this instruction.
        if !self.makes_room(u64::from(words))? {
            return self.out_of_memory(thread);
        }
        let array = self.new_array(class, length as u32, method.class().is_user())?;
        self.threads[thread.0 as usize].sp -= 1;
        self.finish_push(thread, u64::from(array))
    }

    /// Says the size since Java 11.
    fn negative_size(&mut self, thread: ThreadId, size: i32) -> Result<Flow, VmError> {
        let message = (self.image.universe.jdk.feature >= 11).then(|| size.to_string());
        self.throw_new(thread, "java/lang/NegativeArraySizeException", message.as_deref())?;
        Ok(Flow::Next)
    }

    pub(super) fn new_multi_array(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        instr: Instr,
    ) -> Result<Flow, VmError> {
        let dimensions = u32::from(instr.a);
        let t = &self.threads[thread.0 as usize];
        let lengths: Vec<i32> = (0..dimensions).rev().map(|d| t.peek(d) as u32 as i32).collect();
        if let Some(negative) = lengths.iter().find(|l| **l < 0) {
            return self.negative_size(thread, *negative);
        }
        let words = lengths.iter().fold(1u64, |words, length| {
            words.saturating_mul(*length as u64).saturating_add(u64::from(HEADER))
        });
        if !self.makes_room(words)? {
            return self.out_of_memory(thread);
        }
        let array = self.multi_array(self.image.class(instr.b), &lengths, method.class().is_user())?;
        self.threads[thread.0 as usize].sp -= dimensions;
        self.finish_push(thread, u64::from(array))
    }

    pub(super) fn new_instance(&mut self, thread: ThreadId, class: &'static Class) -> Result<Flow, VmError> {
        if !self.makes_room(u64::from(HEADER) + class.layout.len() as u64)? {
            return self.out_of_memory(thread);
        }
        let object = self.new_object(class)?;
        self.finish_push(thread, u64::from(object))
    }

    fn out_of_memory(&mut self, thread: ThreadId) -> Result<Flow, VmError> {
        self.used.environment = true;
        self.throw_new(thread, "java/lang/OutOfMemoryError", Some("Java heap space"))?;
        Ok(Flow::Next)
    }

    /// Arrays of arrays, outermost first.
    pub(crate) fn multi_array(&mut self, class: &'static Class, lengths: &[i32], user: bool) -> Result<Ref, VmError> {
        let array = self.new_array(class, lengths[0] as u32, user)?;
        if let (crate::image::class::Shape::References(component), [_, rest @ ..]) = (class.shape, lengths)
            && !rest.is_empty()
        {
            for i in 0..lengths[0] as u32 {
                self.cancellation.check()?;
                let element = self.multi_array(component, rest, user)?;
                self.set_element(array, i, element);
            }
        }
        Ok(array)
    }
}

fn element_shape(op: Op) -> (u32, Ty) {
    match op {
        Op::Laload | Op::Lastore => (3, Ty::Long),
        Op::Baload | Op::Bastore => (0, Ty::Byte),
        Op::Caload | Op::Castore => (1, Ty::Char),
        Op::Saload | Op::Sastore => (1, Ty::Short),
        _ => (2, Ty::Int),
    }
}

impl Vm {
    /// A method has returned to the frame on top: an array that the JDK gives to the program is the program's from now on.
    pub(super) fn note_handed_out(&mut self, thread: ThreadId, method: &Method, value: u64) {
        let t = self.thread(thread);
        if value != 0 && t.fp != 0 && method.gives_arrays() && self.image.method(t.method_id()).class().is_user() {
            self.hand_out(value as Ref);
        }
    }

    fn hand_out(&mut self, array: Ref) {
        let class = self.class_of(array);
        let known = !class.is_array() || self.heap.is_fixed(array) || self.heap.flag(array, USER_ARRAY);
        if known || planted(Fault::ArraysNotHandedOut) {
            return;
        }
        self.heap.set_flag(array, USER_ARRAY, true);
        if matches!(class.shape, Shape::References(of) if of.is_array()) {
            let (start, log2) = (u64::from(array + HEADER) * 8, Ty::Reference.log2());
            for index in 0..u64::from(self.heap.length(array)) {
                let inner = self.heap.read(start + (index << log2), log2) as Ref;
                if inner != 0 {
                    self.hand_out(inner);
                }
            }
        }
    }
}
