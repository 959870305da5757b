//! Throwing and unwinding. JVMS §2.10.

use super::context::Thrown;
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::image::InitState;
use crate::image::class::{Class, Method, Shape, access};
use crate::observation::Observation;
use crate::step_events::StepEventKind;
use crate::thread::{ATOMIC_REGION, Pending, ThreadId};
use crate::types::Ty;
use crate::vm::{InitFailure, Uncaught, Vm};

/// Frames that HotSpot hides from traces: of hidden classes, and of the JDK's ready-made lambda forms.
fn is_hidden_frame(method: &Method) -> bool {
    let class = method.class();
    class.is_made() || class.name.starts_with("java/lang/invoke/") && class.name.ends_with("$Holder")
}

/// Frames that a backtrace keeps, as HotSpot's `MaxJavaStackTraceDepth`.
const BACKTRACE: usize = 1024;

impl Vm {
    /// Throws what a plain instruction throws.
    pub(crate) fn throw_plain(&mut self, thread: ThreadId, thrown: Thrown) -> Result<(), VmError> {
        match thrown {
            Thrown::NullPointer => self.throw_new(thread, "java/lang/NullPointerException", None),
            Thrown::DivisionByZero => self.throw_new(thread, "java/lang/ArithmeticException", Some("/ by zero")),
            Thrown::Index(index, length) => {
                let message = match self.image.universe.jdk.feature {
                    ..11 => index.to_string(),
                    _ => format!("Index {index} out of bounds for length {length}"),
                };
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
        // Says that the message of a NullPointerException may be computed from the backtrace. JEP 358.
        self.set_field(object, "extendedMessageState", 1);
        self.fill_in_stack_trace(thread, object, None)?;
        Ok(object)
    }

    /// Throws what a peer throws: the native method is the topmost element of the trace.
    pub(crate) fn throw_from_native(
        &mut self,
        thread: ThreadId,
        native: &'static Method,
        class: &str,
        message: Option<&str>,
    ) -> Result<(), VmError> {
        let throwable = self.make_throwable(thread, class, message)?;
        if native.access & access::NATIVE != 0 {
            self.fill_in_stack_trace(thread, throwable, Some(native))?;
            // No instruction of Java code dereferenced anything: there is no message to compute.
            self.set_field(throwable, "extendedMessageState", 2);
        }
        self.throw(thread, throwable)
    }

    /// Records where a throwable was made: an array of method ids and instructions, topmost first. `native` is the
    /// native method that throws, which has no frame.
    pub(crate) fn fill_in_stack_trace(
        &mut self,
        thread: ThreadId,
        throwable: Ref,
        native: Option<&'static Method>,
    ) -> Result<(), VmError> {
        let class = self.class_of(throwable);
        let mut entries: Vec<u64> = native.map(native_entry).into_iter().collect();
        let mut in_constructors = true;
        let mut after_reflection = false;
        for (fp, method, pc) in self.threads[thread.0 as usize].frames() {
            let method = self.image.method(method);
            if method.code.get().is_some_and(|c| c.internal) {
                after_reflection = is_reflective_call(method);
                continue;
            }
            if is_hidden_frame(method) {
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
            if std::mem::take(&mut after_reflection)
                && let Some(native) = native_accessor(method)
            {
                entries.push(native_entry(native));
            }
            entries.push(u64::from(method.id.0) << 32 | u64::from(pc));
            if entries.len() == BACKTRACE {
                break;
            }
        }
        self.set_backtrace(throwable, &entries)
    }

    fn set_backtrace(&mut self, throwable: Ref, entries: &[u64]) -> Result<(), VmError> {
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
        self.note_object_event(thread, throwable, StepEventKind::ExceptionThrown);
        if self.mode.exploring && self.field(throwable, crate::hidden_fields::THROWN) == 0 {
            self.set_field(throwable, crate::hidden_fields::THROWN, 1);
        }
        loop {
            let t = &self.threads[thread.0 as usize];
            let (method, pc) = (self.image.method(t.method_id()), t.pc);
            let code = self.code(method)?;
            if let Some(target) = self.handler(throwable, method.class(), code, pc)? {
                let t = &mut self.threads[thread.0 as usize];
                t.sp = t.fp + crate::thread::FRAME_HEADER;
                t.push(u64::from(throwable));
                t.pc = target;
                return Ok(());
            }
            if Some(method.id) == self.known.init_driver.map(|m| m.id) {
                let class = self.class_under_initialisation(thread);
                self.image
                    .set_init_state(&mut self.heap, class, InitState::Erroneous, None);
                self.report(thread, crate::event::Event::Initialised(class.mirror.get()));
                self.pass_check(class);
                self.remember_init_failure(thread, class, throwable);
                self.drop_frame(thread);
                throwable = self.wrap_initialiser_failure(thread, throwable)?;
                continue;
            }
            if code.internal && method.name.starts_with("reflective") {
                self.drop_frame(thread);
                throwable = self.wrap_target_exception(thread, throwable)?;
                continue;
            }
            if Some(method.id) == self.known.link_driver.map(|m| m.id)
                && let Some(missing) = self.class_asked_for(thread)
            {
                self.drop_frame(thread);
                throwable = self.wrap_missing_class(thread, throwable, &missing)?;
                continue;
            }
            if code.internal && method.name == crate::natives::reflect::CHECKED_PRIVILEGED_CALL {
                self.drop_frame(thread);
                throwable = self.wrap_privileged_failure(thread, throwable)?;
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
            if self.parks_before_unwinding(thread, method, code.max_stack, throwable) {
                return Ok(());
            }
            self.drop_frame(thread);
        }
    }

    fn handler(
        &mut self,
        throwable: Ref,
        class: &'static Class,
        code: &'static crate::image::code::Code,
        pc: u32,
    ) -> Result<Option<u32>, VmError> {
        for handler in &code.handlers {
            if pc < handler.start || pc >= handler.end {
                continue;
            }
            let Some(name) = handler.catch else {
                return Ok(Some(handler.target));
            };
            let named = match class.apart {
                true => self.known_to(class, name)?,
                false => self.image.try_load(&mut self.heap, name)?,
            };
            if let Some(class) = named
                && self.class_of(throwable).is_subclass_of(class)
            {
                return Ok(Some(handler.target));
            }
        }
        Ok(None)
    }

    /// JVMS §5.3: a class that a loader does not find is an error to whoever names it.
    fn wrap_missing_class(&mut self, thread: ThreadId, throwable: Ref, name: &str) -> Result<Ref, VmError> {
        let missing = self.image.load(&mut self.heap, "java/lang/ClassNotFoundException")?;
        if !self.class_of(throwable).is_subclass_of(missing) {
            return Ok(throwable);
        }
        let error = self.make_throwable(thread, "java/lang/NoClassDefFoundError", Some(name))?;
        self.set_field(error, "cause", u64::from(throwable));
        Ok(error)
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

    /// `AccessController.doPrivileged`: checked exceptions are wrapped.
    fn wrap_privileged_failure(&mut self, thread: ThreadId, throwable: Ref) -> Result<Ref, VmError> {
        let class = self.class_of(throwable);
        let checked = self.image.load(&mut self.heap, "java/lang/Exception")?;
        let unchecked = self.image.load(&mut self.heap, "java/lang/RuntimeException")?;
        if !class.is_subclass_of(checked) || class.is_subclass_of(unchecked) {
            return Ok(throwable);
        }
        let wrapper = self.make_throwable(thread, "java/security/PrivilegedActionException", None)?;
        self.set_field(wrapper, "exception", u64::from(throwable));
        self.set_field(wrapper, "cause", u64::from(throwable));
        Ok(wrapper)
    }

    /// The message of a ClassCastException, with the modules and loaders of both classes.
    pub(crate) fn cast_message(&self, from: &Class, to: &Class) -> String {
        let (a, b) = (from.binary_name(), to.binary_name());
        if !self.image.universe.jdk.has_modules() {
            return format!("{a} cannot be cast to {b}");
        }
        let (home_a, home_b) = (self.home_of(from), self.home_of(to));
        let homes = if home_a == home_b {
            format!("{a} and {b} are in {home_a}")
        } else {
            format!("{a} is in {home_a}; {b} is in {home_b}")
        };
        format!("class {a} cannot be cast to class {b} ({homes})")
    }

    /// `module java.base of loader 'bootstrap'`.
    fn home_of(&self, class: &Class) -> String {
        let mut element = class;
        while let Shape::References(component) = element.shape {
            element = component;
        }
        let module = match element.module {
            "" => "unnamed module".to_owned(),
            module => format!("module {module}"),
        };
        let loader = self.field(element.mirror.get(), "classLoader") as Ref;
        let loader = if loader == 0 {
            "'bootstrap'".to_owned()
        } else {
            self.loader_name(loader)
        };
        format!("{module} of loader {loader}")
    }

    fn loader_name(&self, loader: Ref) -> String {
        match self.field(loader, "name") as Ref {
            0 => self.class_of(loader).binary_name(),
            name => format!("'{}'", self.text(name)),
        }
    }

    /// The message of an OutOfMemoryError for an array that alone exceeds every limit.
    pub(crate) fn too_large(&self, class: &Class, length: u32) -> Option<&'static str> {
        // HotSpot's own limit: two below the largest int.
        if length > i32::MAX as u32 - 2 {
            return Some("Requested array size exceeds VM limit");
        }
        let words = crate::image::array_words(length, class.element_type()?);
        (words > self.mode.options.heap_words).then_some("Java heap space")
    }

    /// What later uses of the class give as the cause of their NoClassDefFoundError.
    fn remember_init_failure(&mut self, thread: ThreadId, class: &'static Class, throwable: Ref) {
        let message = match self.field(throwable, "detailMessage") as Ref {
            0 => String::new(),
            message => format!(": {}", self.text(message)),
        };
        let name = self.class_of(throwable).binary_name();
        let text = format!("Exception {name}{message} [in thread \"{}\"]", self.thread_name(thread));
        let backtrace = self.backtrace_entries(throwable);
        self.path.init_failures.push(InitFailure {
            class: class.id,
            text,
            backtrace,
        });
        self.path.facts.init_failures = self.path.init_failures.len();
    }

    /// The use of a class whose initialisation failed earlier. JVMS §5.5 step 5; since JDK 17 the error has a cause.
    pub(crate) fn throw_failed_class(&mut self, thread: ThreadId, class: &'static Class) -> Result<(), VmError> {
        let broken = |class: &&'static Class| self.path.init_failures.iter().any(|f| f.class == class.id);
        let message = match std::iter::successors(class.superclass, |c| c.superclass).find(broken) {
            // HotSpot 8 links superclasses first, and says it in other words.
            Some(parent) if !self.image.universe.jdk.has_modules() => parent.binary_name(),
            _ => format!("Could not initialize class {}", class.binary_name()),
        };
        let error = self.make_throwable(thread, "java/lang/NoClassDefFoundError", Some(&message))?;
        let failure = self
            .path
            .init_failures
            .iter()
            .rev()
            .find(|f| f.class == class.id)
            .cloned();
        if let Some(failure) = failure.filter(|_| self.image.universe.jdk.feature >= 17) {
            let cause = self.make_throwable(thread, "java/lang/ExceptionInInitializerError", Some(&failure.text))?;
            self.set_backtrace(cause, &failure.backtrace)?;
            self.set_field(cause, "cause", 0);
            self.set_field(error, "cause", u64::from(cause));
        }
        self.throw(thread, error)
    }

    /// What a method throws that was called by reflection.
    fn wrap_target_exception(&mut self, thread: ThreadId, target: Ref) -> Result<Ref, VmError> {
        let wrapper = self.make_throwable(thread, "java/lang/reflect/InvocationTargetException", None)?;
        let caller = self.image.method(self.threads[thread.0 as usize].method_id());
        self.fill_in_stack_trace(thread, wrapper, native_accessor(caller))?;
        self.set_field(wrapper, "target", u64::from(target));
        // Its constructor forbids a cause: `getCause` answers with the target.
        self.set_field(wrapper, "cause", 0);
        Ok(wrapper)
    }

    /// A throwable leaves `main` or `run`: `Thread.dispatchUncaughtException`, then the thread's end.
    fn leave_thread(&mut self, thread: ThreadId, throwable: Ref, pc: u32) -> Result<(), VmError> {
        let t = &mut self.threads[thread.0 as usize];
        t.sp = t.fp + crate::thread::FRAME_HEADER;
        let object = t.object;
        if pc > 0 {
            // `Thread.exit` threw: the thread ends all the same.
            t.pc = (pc + 1).min(3);
            return Ok(());
        }
        if let Some(first) = self.path.uncaught.iter().find(|u| u.died && u.thread == thread) {
            // It may have been set since the throwable left the thread.
            let handled = first.handled || self.has_own_handler(object);
            self.leave_handler(thread, throwable, handled);
            return Ok(());
        }
        let handled = self.has_own_handler(object);
        self.keep_uncaught(thread, throwable, handled, true);
        let class = self.class_of(object);
        let base = self.image.loaded("java/lang/Thread").unwrap_or(class);
        let dispatch = self
            .image
            .named_method(base, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
        self.push_args(thread, &[u64::from(object), u64::from(throwable)]);
        // Who sets a handler meanwhile comes before or after its reading.
        let region = if self.assume_unobserved(Observation::Handlers) {
            ATOMIC_REGION
        } else {
            0
        };
        self.push_frame(thread, dispatch, region)
    }

    /// A throwable leaves the handler of one: it is reported and otherwise ignored, and the thread ends. JLS 11.3. Where the handler is the
    /// program's own, no code has caught what it throws.
    fn leave_handler(&mut self, thread: ThreadId, throwable: Ref, handled: bool) {
        self.threads[thread.0 as usize].pc = 1;
        let report = format!(
            "\nException: {} thrown from the UncaughtExceptionHandler in thread \"{}\"\n",
            self.class_of(throwable).binary_name(),
            self.thread_name(thread)
        );
        self.print(true, report.into_bytes());
        if handled {
            self.keep_uncaught(thread, throwable, false, true);
        }
    }

    /// The default handler is going to print a throwable: no handler of the program's has taken it.
    pub(crate) fn note_unhandled(&mut self, thread: ThreadId, throwable: Ref) {
        let known = |uncaught: &Uncaught| uncaught.throwable == throwable && !uncaught.handled;
        if !self.path.uncaught.iter().any(known) {
            self.keep_uncaught(thread, throwable, false, false);
        }
    }

    /// Keeps what left a thread for the report, as a static would.
    fn keep_uncaught(&mut self, thread: ThreadId, throwable: Ref, handled: bool, died: bool) {
        let name = self.thread_name(thread);
        let name = self.image.symbols.intern(&name);
        self.path.uncaught.push(Uncaught {
            thread,
            name: self.image.symbols.text(name),
            throwable,
            handled,
            died,
        });
        self.path.facts.uncaught = self.path.uncaught.len();
        self.path.facts.escape_info_stale = true;
    }

    /// Whether the program says what becomes of a throwable that leaves a thread: by a handler of the thread's or of all
    /// threads', by a group or a thread of its own. These may pass it on ([`Vm::note_unhandled`]).
    fn has_own_handler(&self, object: Ref) -> bool {
        let overrides = |of: Ref, base: &str, name: &str, descriptor: &str| {
            let method = self
                .image
                .loaded(base)
                .and_then(|class| class.declared(name, descriptor));
            of != 0
                && method
                    .and_then(|method| self.image.select(self.class_of(of), method))
                    .is_some_and(|method| method.class().is_user())
        };
        const THREAD: &str = "java/lang/Thread";
        const HANDLER: &str = "()Ljava/lang/Thread$UncaughtExceptionHandler;";
        if overrides(object, THREAD, "getUncaughtExceptionHandler", HANDLER) {
            return true;
        }
        let set = self.field(object, "uncaughtExceptionHandler") as Ref;
        if set != 0 {
            return self.is_own_handler(set);
        }
        let holder = self.field(object, "holder") as Ref;
        let group = self.field(if holder == 0 { object } else { holder }, "group") as Ref;
        const TAKES: &str = "(Ljava/lang/Thread;Ljava/lang/Throwable;)V";
        let groups = std::iter::successors(Some(group), |group| Some(self.field(*group, "parent") as Ref));
        let mut groups = groups.take_while(|group| *group != 0);
        if groups.any(|group| overrides(group, "java/lang/ThreadGroup", "uncaughtException", TAKES)) {
            return true;
        }
        self.has_own_default_handler()
    }

    fn is_own_handler(&self, handler: Ref) -> bool {
        handler != 0 && self.class_of(handler).is_user()
    }

    /// Whether the program has set a handler for all threads.
    pub(crate) fn has_own_default_handler(&self) -> bool {
        let set = |class| self.static_field(class, "defaultUncaughtExceptionHandler") as Ref;
        let thread = self.image.loaded("java/lang/Thread");
        thread.is_some_and(|class| self.is_own_handler(set(class)))
    }

    /// `java.lang.IllegalStateException: text`, for messages; runs no Java code.
    pub fn describe_throwable(&self, throwable: Ref) -> String {
        let name = self.class_of(throwable).binary_name();
        match self.field(throwable, "detailMessage") as Ref {
            0 => name,
            message => format!("{name}: {}", self.reported_text(message)),
        }
    }

    /// Frames of a throwable's backtrace, topmost first: method and instruction (`u32::MAX` in a native method).
    pub fn backtrace(&self, throwable: Ref) -> Vec<(&'static Method, u32)> {
        self.backtrace_entries(throwable)
            .into_iter()
            .map(|entry| (self.image.method((entry >> 32) as u32), entry as u32))
            .collect()
    }

    /// Frames of a thread as a stack trace shows them, topmost first: method and instruction (`u32::MAX` in a native method).
    pub(crate) fn visible_frames(&self, thread: ThreadId) -> Vec<(&'static Method, u32)> {
        let mut visible = Vec::new();
        let mut after_reflection = false;
        for (_, method, pc) in self.thread(thread).frames() {
            let method = self.image.method(method);
            if method.code.get().is_some_and(|c| c.internal) {
                after_reflection = is_reflective_call(method);
            } else if !is_hidden_frame(method) {
                let native = native_accessor(method).filter(|_| after_reflection);
                visible.extend(native.map(|native| (native, u32::MAX)));
                visible.push((method, pc));
                after_reflection = false;
            }
        }
        visible
    }

    /// Frames of a backtrace, as the array that a throwable keeps.
    pub(crate) fn decode_backtrace(&self, array: Ref) -> Vec<(&'static Method, u32)> {
        (0..self.heap.length(array))
            .map(|i| self.heap.get(array + HEADER + i))
            .map(|entry| (self.image.method((entry >> 32) as u32), entry as u32))
            .collect()
    }

    fn backtrace_entries(&self, throwable: Ref) -> Vec<u64> {
        match self.field(throwable, "backtrace") as Ref {
            0 => Vec::new(),
            array => (0..self.heap.length(array))
                .map(|i| self.heap.get(array + HEADER + i))
                .collect(),
        }
    }
}

/// The element of a native method in a backtrace.
fn native_entry(method: &'static Method) -> u64 {
    u64::from(method.id.0) << 32 | u64::from(u32::MAX)
}

/// Whether an internal method carries out a reflective call.
fn is_reflective_call(method: &Method) -> bool {
    method.name.starts_with("reflective")
}

/// The native method through which an accessor of the JDK makes a reflective call; it has no frame of its own.
fn native_accessor(accessor: &'static Method) -> Option<&'static Method> {
    if !crate::natives::call::is_reflection(accessor.class().name) {
        return None;
    }
    accessor
        .class()
        .methods
        .iter()
        .copied()
        .find(|m| matches!(m.name, "invoke0" | "newInstance0"))
}
