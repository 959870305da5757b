//! Throwing and unwinding. JVMS §2.10.

use super::burst::Thrown;
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::image::init_state;
use crate::thread::{Pending, QUIET, ThreadId};
use crate::types::Ty;
use crate::vm::{Uncaught, Vm};

/// Frames that a backtrace keeps, as HotSpot's `MaxJavaStackTraceDepth`.
const BACKTRACE: usize = 1024;

impl Vm {
    /// Throws what a plain instruction throws.
    pub(crate) fn throw_plain(&mut self, thread: ThreadId, thrown: Thrown) -> Result<(), VmError> {
        match thrown {
            Thrown::NullPointer => self.throw_new(thread, "java/lang/NullPointerException", None),
            Thrown::DivisionByZero => self.throw_new(thread, "java/lang/ArithmeticException", Some("/ by zero")),
            Thrown::Index(index, length) => {
                let message = format!("Index {index} out of bounds for length {length}");
                self.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException", Some(&message))
            }
        }
    }

    /// Makes and throws an exception of the JDK.
    pub(crate) fn throw_new(&mut self, thread: ThreadId, class: &str, message: Option<&str>) -> Result<(), VmError> {
        let throwable = self.make_throwable(thread, class, message)?;
        self.throw(thread, throwable)
    }

    /// An exception as its constructor would leave it, without running Java code in the middle of an instruction.
    pub(crate) fn make_throwable(
        &mut self,
        thread: ThreadId,
        class: &str,
        message: Option<&str>,
    ) -> Result<Ref, VmError> {
        let class = self.image.load(&mut self.heap, class)?;
        let object = self.new_object(class)?;
        let text = match message {
            Some(message) => self.new_text(message)?,
            None => 0,
        };
        self.set_field(object, "detailMessage", u64::from(text));
        self.set_field(object, "cause", u64::from(object));
        if let Some(throwable) = self.known.throwable {
            let sentinel = self.static_field(throwable, "SUPPRESSED_SENTINEL");
            let unassigned = self.static_field(throwable, "UNASSIGNED_STACK");
            self.set_field(object, "suppressedExceptions", sentinel);
            self.set_field(object, "stackTrace", unassigned);
        }
        self.fill_in_stack_trace(thread, object)?;
        Ok(object)
    }

    /// Records where a throwable was made: an array of method ids and instructions, topmost first.
    pub(crate) fn fill_in_stack_trace(&mut self, thread: ThreadId, throwable: Ref) -> Result<(), VmError> {
        let class = self.class_of(throwable);
        let mut entries = Vec::new();
        let mut in_constructors = true;
        for (fp, method, pc) in self.threads[thread.0 as usize].frames() {
            let method = self.image.method(method);
            if method.code.get().is_some_and(|c| c.internal) || method.class().is_made() {
                continue;
            }
            // The throwable's own constructors and fillInStackTrace are not part of the trace.
            if in_constructors {
                let own = method.name == "fillInStackTrace"
                    || method.name == "<init>" && class.is_subclass_of(method.class()) && {
                        let locals = method.code.get().map_or(0, |c| c.max_locals);
                        self.threads[thread.0 as usize].stack[(fp - locals) as usize] as Ref == throwable
                            || method.class().name.starts_with("java/lang/")
                    };
                if own {
                    continue;
                }
                in_constructors = false;
            }
            entries.push(u64::from(method.id.0) << 32 | u64::from(pc));
            if entries.len() == BACKTRACE {
                break;
            }
        }
        let array = self.new_primitive_array(Ty::Long, entries.len() as u32)?;
        for (i, entry) in entries.iter().enumerate() {
            self.heap.set(array + HEADER + i as u32, *entry);
        }
        self.set_field(throwable, "backtrace", u64::from(array));
        self.set_field(throwable, "depth", entries.len() as u64);
        Ok(())
    }

    /// Unwinds to the handler of a throwable.
    pub(crate) fn throw(&mut self, thread: ThreadId, throwable: Ref) -> Result<(), VmError> {
        let mut throwable = throwable;
        if throwable == 0 {
            return self.throw_new(thread, "java/lang/NullPointerException", None);
        }
        loop {
            let t = &self.threads[thread.0 as usize];
            let (method, pc) = (self.image.method(t.method_id()), t.pc);
            let code = self.code(method)?;
            if let Some(target) = self.handler(throwable, code, pc)? {
                let t = &mut self.threads[thread.0 as usize];
                t.sp = t.fp + crate::thread::FRAME_HEADER;
                t.push(u64::from(throwable));
                t.pc = target;
                return Ok(());
            }
            if Some(method.id) == self.known.init_driver.map(|m| m.id) {
                let class = self.class_under_initialisation(thread);
                self.image.set_init_state(&mut self.heap, class, init_state::ERRONEOUS, None);
                self.drop_frame(thread);
                throwable = self.wrap_initialiser_failure(thread, throwable)?;
                continue;
            }
            if Some(method.id) == self.known.leave_driver.map(|m| m.id) {
                let t = &mut self.threads[thread.0 as usize];
                t.pc = 1;
                t.pending = Pending::Unpark(throwable);
                return Ok(());
            }
            if Some(method.id) == self.known.thread_driver.map(|m| m.id) {
                return self.leave_thread(thread, throwable, pc);
            }
            self.drop_frame(thread);
        }
    }

    fn handler(
        &mut self,
        throwable: Ref,
        code: &'static crate::image::code::Code,
        pc: u32,
    ) -> Result<Option<u32>, VmError> {
        for handler in &code.handlers {
            if pc < handler.start || pc >= handler.end {
                continue;
            }
            let Some(name) = handler.catch else { return Ok(Some(handler.target)) };
            if let Some(class) = self.image.try_load(&mut self.heap, name)?
                && self.class_of(throwable).is_subclass_of(class)
            {
                return Ok(Some(handler.target));
            }
        }
        Ok(None)
    }

    /// JLS 12.4.2 step 11: what is not an Error is wrapped.
    fn wrap_initialiser_failure(&mut self, thread: ThreadId, throwable: Ref) -> Result<Ref, VmError> {
        let error = self.image.load(&mut self.heap, "java/lang/Error")?;
        if self.class_of(throwable).is_subclass_of(error) {
            return Ok(throwable);
        }
        let wrapper = self.make_throwable(thread, "java/lang/ExceptionInInitializerError", None)?;
        self.set_field(wrapper, "cause", u64::from(throwable));
        self.set_field(wrapper, "exception", u64::from(throwable));
        Ok(wrapper)
    }

    /// A throwable leaves `main` or `run`: `Thread.dispatchUncaughtException`, then the thread's end.
    fn leave_thread(&mut self, thread: ThreadId, throwable: Ref, pc: u32) -> Result<(), VmError> {
        let t = &mut self.threads[thread.0 as usize];
        t.sp = t.fp + crate::thread::FRAME_HEADER;
        if pc > 0 {
            // A handler that throws is ignored. JLS 11.3.
            t.pc = pc.max(1);
            if pc >= 2 {
                t.pc = 2;
            }
            return Ok(());
        }
        t.pc = 0;
        let object = t.object;
        self.uncaught.push(Uncaught { thread, throwable });
        self.facts.uncaught = self.uncaught.len();
        let class = self.class_of(object);
        let base = self.image.loaded("java/lang/Thread").unwrap_or(class);
        let dispatch = self.image.named_method(base, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
        self.push_args(thread, &[u64::from(object), u64::from(throwable)]);
        self.push_frame(thread, dispatch, QUIET)
    }

    /// `java.lang.IllegalStateException: text`, for messages; runs no Java code.
    pub fn describe_throwable(&self, throwable: Ref) -> String {
        let name = self.class_of(throwable).binary_name();
        match self.field(throwable, "detailMessage") as Ref {
            0 => name,
            message => format!("{name}: {}", self.text(message)),
        }
    }

    /// Frames of a throwable's backtrace, topmost first: method and instruction.
    pub fn backtrace(&self, throwable: Ref) -> Vec<(&'static crate::image::class::Method, u32)> {
        let array = self.field(throwable, "backtrace") as Ref;
        if array == 0 {
            return Vec::new();
        }
        (0..self.heap.length(array))
            .map(|i| {
                let entry = self.heap.get(array + HEADER + i);
                (self.image.method((entry >> 32) as u32), entry as u32)
            })
            .collect()
    }
}
