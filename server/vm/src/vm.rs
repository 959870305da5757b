//! The machine: image, heap and threads of one program, with undo. One step at a time, nothing decided here.

use crate::canonical::remembered::Canonical;
use crate::error::VmError;
use crate::event::Event;
use crate::features_used::FeaturesUsed;
use crate::heap::{HEADER, Heap, LARGE, Ref};
use crate::image::class::{Class, Method};
use crate::image::{Image, code, code::Code, code::Instr, code::Op};
use crate::thread::{Pending, Thread, ThreadId};
use crate::types::Ty;

pub use knowledge::Knowledge;
pub use mode::{RunMode, VmOptions};
pub use path::{InitFailure, PathFacts, PathState, Uncaught};
pub use this_step::ThisStep;
use undo::UndoLog;

#[cfg(test)]
mod accounted;
mod knowledge;
mod mode;
mod path;
mod this_step;
mod undo;

/// Classes and bodies that the machine itself refers to; filled in by boot.
#[derive(Default)]
pub struct Known {
    pub(crate) throwable: Option<&'static Class>,
    pub(crate) thread: Option<&'static Class>,
    pub(crate) init_driver: Option<&'static Method>,
    pub(crate) thread_driver: Option<&'static Method>,
    pub(crate) leave_driver: Option<&'static Method>,
    /// Words of a thread object, from its start, that hold what is the thread's own business: thread-locals.
    pub(crate) own_fields: Vec<u32>,
    /// Word of a thread object that holds its interrupt flag; 0 where the class has no such field.
    pub(crate) interrupted: u32,
    /// Words of a thread object that hold `eetop` and, since Java 19, its `holder`; 0 where it has none.
    pub(crate) eetop: u32,
    pub(crate) holder: u32,
    /// Word of `threadStatus` in the holder, or in the thread object where there is none.
    pub(crate) status: u32,
    /// `Thread.exit`.
    pub(crate) thread_exit: Option<&'static Method>,
    pub(crate) link_driver: Option<&'static Method>,
    pub(crate) ensure_driver: Option<&'static Method>,
    pub(crate) stdout: Ref,
    pub(crate) stderr: Ref,
    /// The group of the main thread.
    pub(crate) main_group: Ref,
}

/// A virtual machine.
pub struct Vm {
    /// The linked program.
    pub image: Image,
    /// Objects.
    pub heap: Heap,
    /// Threads that were ever started on this path.
    pub threads: Vec<Thread>,
    /// What the present path has done.
    pub path: PathState,
    /// How the machine runs, and what.
    pub mode: RunMode,
    /// What is known of the program from any path.
    pub knowledge: Knowledge,
    /// Set when something that the present search relied on has turned out to be wrong.
    pub refuted: bool,
    /// Bytecodes executed since boot.
    pub instructions: u64,
    /// Those among them that took the slow path: they cost many times as much.
    pub slow_instructions: u64,
    /// As many bytecodes as there were when the program last began.
    pub instructions_before: u64,
    /// What the machine refers to.
    pub known: Known,
    /// What was made use of, on any path.
    pub used: FeaturesUsed,
    /// Threads in the order of their creation paths: all of them, and those that live.
    pub(crate) by_path: Vec<ThreadId>,
    pub(crate) order: Vec<ThreadId>,
    /// What is remembered for the canonical form.
    pub(crate) canonical: Box<Canonical>,
    /// Stands in its place while it is lent.
    pub(crate) stand_in: Option<Box<Canonical>>,
    /// Where the objects of the frozen prefix begin; see [`Heap::freeze_prefix`](crate::heap::Heap::freeze_prefix).
    pub(crate) prefix_starts: Vec<Ref>,
    /// Names of objects, where `search.symmetry` asks for them.
    pub(crate) allocation_sites: crate::symmetry::AllocationSites,
    /// Nanoseconds that the clock of plain execution has moved; 0 in a search.
    pub clock: i64,
    /// How the path is taken back.
    undo: UndoLog,
    /// What holds for the present step alone.
    pub this_step: ThisStep,
    /// Collections of searches so far.
    pub collections: u64,
    /// Objects that whoever steps the machine refers to between steps: a collection writes their new addresses here, 0 for the dead.
    pub tracked: Vec<crate::heap::Ref>,
    /// What ends long work from outside.
    pub cancellation: crate::cancellation::CancellationToken,
    /// Who listens to the run.
    pub observer: Option<Box<dyn Observer>>,
    /// What the present step has touched, where somebody asks.
    pub footprint: Option<Box<crate::footprint::Footprint>>,
    /// What is recorded of what threads do within steps.
    pub(crate) step_recorder: crate::step_events::StepRecorder,
    /// Who looks at the run between any two instructions.
    pub instruction_hook: Option<Box<dyn InstructionHook>>,
}

impl Vm {
    /// A machine with nothing loaded; boot comes next.
    pub(crate) fn empty(image: Image, options: VmOptions) -> Vm {
        Vm {
            heap: Heap::new(options.heap_words),
            image,
            threads: Vec::new(),
            path: PathState::default(),
            mode: RunMode::new(options),
            knowledge: Knowledge::default(),
            refuted: false,
            instructions: 0,
            slow_instructions: 0,
            instructions_before: 0,
            known: Known::default(),
            used: FeaturesUsed::default(),
            by_path: Vec::new(),
            order: Vec::new(),
            canonical: Box::default(),
            stand_in: None,
            prefix_starts: Vec::new(),
            allocation_sites: crate::symmetry::AllocationSites::default(),
            clock: 0,
            undo: UndoLog::default(),
            this_step: ThisStep::default(),
            collections: 0,
            tracked: Vec::new(),
            cancellation: crate::cancellation::CancellationToken::default(),
            observer: None,
            footprint: None,
            step_recorder: crate::step_events::StepRecorder::default(),
            instruction_hook: None,
        }
    }

    /// A thread.
    pub fn thread(&self, thread: ThreadId) -> &Thread {
        &self.threads[thread.0 as usize]
    }

    /// A thread, saved for undo first.
    pub fn thread_mut(&mut self, thread: ThreadId) -> &mut Thread {
        self.touch(thread);
        &mut self.threads[thread.0 as usize]
    }

    // --- objects ---

    /// The class of an object.
    #[inline(always)]
    pub fn class_of(&self, r: Ref) -> &'static Class {
        self.image.class_of(&self.heap, r)
    }

    /// Allocates an instance.
    pub fn new_object(&mut self, class: &'static Class) -> Result<Ref, VmError> {
        let words = HEADER + class.layout.len() as u32;
        let r = self.heap.allocate(words).ok_or_else(|| self.heap_limit())?;
        self.heap.set_header(r, class.id.0, 0);
        self.born(r);
        Ok(r)
    }

    /// Allocates an array. `user` says whether user code allocates it.
    pub fn new_array(&mut self, class: &'static Class, length: u32, user: bool) -> Result<Ref, VmError> {
        let ty = class
            .element_type()
            .ok_or_else(|| VmError::Class("not an array class".into()))?;
        let words = HEADER + crate::image::array_words(length, ty);
        let made = match words < LARGE {
            true => self.heap.allocate(words),
            false => self.heap.allocate_large(words, || self.cancellation.check())?,
        };
        let r = made.ok_or_else(|| self.heap_limit())?;
        self.heap.set_header(r, class.id.0, length);
        self.born(r);
        if user {
            self.heap.set_lock_word(r, crate::heap::USER_ARRAY);
        }
        Ok(r)
    }

    pub(crate) fn heap_limit(&self) -> VmError {
        let limit = self.heap.limit();
        let kibibytes = u64::from(limit) * 8 / 1024;
        let size = match kibibytes / 1024 {
            0 => format!("{kibibytes} KiB"),
            mebibytes => format!("{mebibytes} MiB"),
        };
        VmError::Limit(if limit < self.mode.options.heap_words {
            format!("the program's objects passed {size}, their share of the memory limit")
        } else {
            format!("the program's objects passed the heap limit of {size}")
        })
    }

    /// An array of primitives by type.
    pub fn new_primitive_array(&mut self, ty: Ty, length: u32) -> Result<Ref, VmError> {
        let name = format!("[{}", ty.letter());
        let class = self.image.load(&mut self.heap, &name)?;
        self.new_array(class, length, false)
    }

    /// A new `String`.
    pub fn new_string(&mut self, text: &[u16]) -> Result<Ref, VmError> {
        let (ty, length, latin1) = self.image.text_array(text);
        let array = self.new_primitive_array(ty, length)?;
        let (characters, bits) = if latin1 { (8, 8) } else { (4, 16) };
        for (word, text) in text.chunks(characters).enumerate() {
            let value = text.iter().rev().fold(0, |word, unit| word << bits | u64::from(*unit));
            self.heap.set(array + HEADER + word as u32, value);
        }
        self.string_of(array, latin1)
    }

    /// A new `String` around what it consists of.
    pub(crate) fn string_of(&mut self, array: Ref, latin1: bool) -> Result<Ref, VmError> {
        self.heap.set_flag(array, crate::heap::IMMUTABLE, true);
        let class = self.image.string_class();
        let string = self.new_object(class)?;
        self.set_field(string, "value", u64::from(array));
        self.set_field(string, "coder", u64::from(!latin1));
        Ok(string)
    }

    /// A new `String` from Rust text.
    pub fn new_text(&mut self, text: &str) -> Result<Ref, VmError> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(&units)
    }

    /// The interned string with this text.
    pub fn literal(&mut self, text: &str) -> Result<Ref, VmError> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.image.intern(&mut self.heap, &units)
    }

    /// An instance field by name, for natives; 0 when the class has none.
    pub fn field(&self, object: Ref, name: &str) -> u64 {
        let class = self.class_of(object);
        self.image
            .slot(class, name)
            .map_or(0, |slot| self.heap.get(object + HEADER + slot))
    }

    /// Sets an instance field by name, for natives; nothing happens when the class has none.
    pub fn set_field(&mut self, object: Ref, name: &str, value: u64) {
        let class = self.class_of(object);
        if let Some(slot) = self.image.slot(class, name) {
            self.heap.set(object + HEADER + slot, value);
        }
    }

    /// A static field by name; 0 when the class has none.
    pub fn static_field(&self, class: &Class, name: &str) -> u64 {
        class
            .field(name)
            .map_or(0, |field| self.heap.get(self.image.statics_start(class) + field.slot))
    }

    /// Sets a static field by name.
    pub fn set_static_field(&mut self, class: &Class, name: &str, value: u64) {
        if let Some(field) = class.field(name) {
            let word = self.image.statics_start(class) + field.slot;
            self.heap.set(word, value);
        }
    }

    /// An element of a reference array.
    pub fn element(&self, array: Ref, index: u32) -> Ref {
        self.heap.read(u64::from(array + HEADER) * 8 + 4 * u64::from(index), 2) as Ref
    }

    /// Sets an element of a reference array.
    pub fn set_element(&mut self, array: Ref, index: u32, value: Ref) {
        self.heap.write(
            u64::from(array + HEADER) * 8 + 4 * u64::from(index),
            2,
            u64::from(value),
        );
    }

    /// A new array of references.
    pub fn new_reference_array(&mut self, component: &str, elements: &[Ref]) -> Result<Ref, VmError> {
        let component = self.image.load(&mut self.heap, component)?;
        let class = self.image.array_of(&mut self.heap, component)?;
        let array = self.new_array(class, elements.len() as u32, false)?;
        for (index, element) in elements.iter().enumerate() {
            self.set_element(array, index as u32, *element);
        }
        Ok(array)
    }

    // --- code ---

    /// Decoded code of a method. Errors name it.
    pub(crate) fn code(&mut self, method: &'static Method) -> Result<&'static Code, VmError> {
        if let Some(code) = method.code.get() {
            return Ok(code);
        }
        let decoded = code::decode(method).map_err(|e| VmError::Class(format!("{}: {e}", method.full_name())))?;
        let decoded: &'static Code = Box::leak(Box::new(decoded));
        let _ = method.code.set(decoded);
        // User code may be anything; the frame analysis is what keeps it from reading past its frame.
        if method.class().is_user() {
            self.maps(method, decoded)?;
            self.set_probes(method, decoded);
        }
        Ok(decoded)
    }

    /// Makes a method of the machine's own with this body.
    pub(crate) fn internal_method(
        &mut self,
        class: &'static Class,
        name: &'static str,
        ops: &[Op],
        arg_slots: u16,
    ) -> &'static Method {
        let instructions: Vec<Instr> = ops.iter().map(|op| Instr::plain(*op)).collect();
        self.internal_body(class, name, &instructions, arg_slots, 4, Ty::Void)
    }

    pub(crate) fn internal_body(
        &mut self,
        class: &'static Class,
        name: &'static str,
        instructions: &[Instr],
        arg_slots: u16,
        max_stack: u32,
        result: Ty,
    ) -> &'static Method {
        let key = (self.image.symbols.intern(name), self.image.symbols.intern("()V"));
        let id = crate::types::MethodId(self.image.methods.len() as u32);
        let access = crate::image::class::access::STATIC | crate::image::class::access::SYNTHETIC;
        let made = Method::made(
            id,
            class.into(),
            key,
            (name, "()V"),
            access,
            arg_slots,
            (result, Vec::new()),
        );
        let method: &'static Method = Box::leak(Box::new(made)).note_special();
        method.hash.set(crate::types::name_hash(name));
        let _ = method
            .code
            .set(code::internal(instructions, u32::from(arg_slots).max(2), max_stack));
        self.image.methods.push(method);
        method
    }

    /// Whether the thread's pending operation is a real one.
    pub fn pending(&self, thread: ThreadId) -> Pending {
        self.threads[thread.0 as usize].pending
    }
}

impl Vm {
    /// The identity hash of an object, given out on first use.
    pub fn identity_hash(&mut self, thread: ThreadId, object: Ref) -> u32 {
        if self.heap.flag(object, crate::heap::HASHED)
            && let Some((_, hash)) = self.path.hashes.iter().rev().find(|(r, _)| *r == object)
        {
            return *hash;
        }
        let t = self.thread_mut(thread);
        t.hashes += 1;
        let mixed = (t.path_hash ^ u64::from(t.hashes)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = ((mixed >> 33) as u32 & 0x7fff_ffff).max(1);
        self.heap.set_flag(object, crate::heap::HASHED, true);
        self.path.hashes.push((object, hash));
        self.path.facts.hashes = self.path.hashes.len();
        hash
    }

    /// Whether the frame that called the running native belongs to user code.
    pub(crate) fn caller_is_user(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        // `Arrays.copyOf` and reflection allocate for whoever called them.
        t.frames()
            .map(|(_, method, _)| self.image.method(method).class())
            .find(|class| !class.name.starts_with("java/lang/reflect/") && class.name != "java/util/Arrays")
            .is_some_and(|class| class.is_user())
    }

    /// The descriptor of the type that a mirror stands for.
    pub fn descriptor_of_mirror(&self, mirror: Ref) -> String {
        let class = self.image.class_of_mirror(&self.heap, mirror);
        match class.shape {
            crate::image::class::Shape::Instance => format!("L{};", class.own_name()),
            crate::image::class::Shape::Primitive(ty) => ty.letter().to_string(),
            crate::image::class::Shape::References(_) | crate::image::class::Shape::Primitives(_) => {
                class.own_name().into_owned()
            }
        }
    }

    /// The fixed object that contains this word.
    pub(crate) fn fixed_object(&self, word: u32) -> Option<Ref> {
        self.image.fixed_object(word)
    }
}

impl Vm {
    /// What was printed since the last call; for plain execution, which never goes back.
    pub fn take_output(&mut self) -> Vec<(bool, u8)> {
        self.path.facts.output = 0;
        std::mem::take(&mut self.path.output)
    }

    /// Lets a timed wait end by its time in plain execution, whose clock has already moved.
    pub fn end_timed_wait(&mut self, thread: ThreadId) {
        match self.thread(thread).status {
            crate::thread::Status::Waiting { .. } => self.wake(thread, crate::thread::Wakeup::TimedOut),
            crate::thread::Status::Ready | crate::thread::Status::Terminated => {
                self.thread_mut(thread).timed_out = true;
            }
        }
    }
}

/// Who listens to a run.
pub trait Observer {
    /// `thread` does this. `vm` is as [`Event`] says.
    fn see(&mut self, vm: &Vm, thread: ThreadId, event: Event);

    /// A collection comes next: references that were reported before are none afterwards.
    fn addresses_change(&mut self, vm: &Vm);
}

/// Who looks at a run between any two instructions: a debugger. A thread then runs them one by one, and does the same as without.
///
/// A hook may keep something of its own for each state of the machine, as symbolic values are: then it hears of undo frames, and what it
/// keeps counts in the keys of states.
pub trait InstructionHook {
    /// The topmost instruction of `thread` comes next. `false` gives the path up with [`VmError::Stopped`] in the midst of a step: the
    /// machine can be looked at as it is, and has to be taken back.
    fn before_instruction(&mut self, vm: &Vm, thread: ThreadId) -> bool;

    /// An undo frame was opened.
    fn undo_pushed(&mut self, _vm: &Vm) {}

    /// The innermost undo frame was closed, and the machine is as it was when that was opened.
    fn undo_popped(&mut self) {}

    /// Adds to `words` what tells the present state from others, in terms of the names of objects.
    fn state_words(&mut self, _vm: &Vm, _names: &crate::ObjectNames, _words: &mut Vec<u64>) {}
}
