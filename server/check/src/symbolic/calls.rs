//! Calls of methods that run no bytecode: what they do with symbolic values. Those that run bytecode take their arguments where they lie.

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::Method;
use dropwire_vm::image::code::Op;
use dropwire_vm::types::Ty;
use dropwire_vm::{InstructionHook, ObjectNames, ThreadId, Vm, apart};

use super::beside::{Called, Shadow};
use super::instructions::At;
use super::recorder::{GivenUp, Recorder};
use super::{floating_point, unsafe_access};
use crate::junit::Role;

/// Which memory a method reads or writes that runs no bytecode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// None that a program's numbers lie in, or nothing comes back of what it reads.
    Nothing,
    /// Its arguments and what they refer to directly.
    Arguments,
    /// It copies elements from one array to another.
    Copies,
    /// It makes a copy of its receiver.
    Clones,
    /// Any.
    Anything,
}

fn reach(method: &Method) -> Reach {
    match (method.class().name, method.name) {
        ("java/lang/System", "arraycopy") => Reach::Copies,
        (
            "java/lang/Runtime"
            | "java/lang/StrictMath"
            | "java/lang/Math"
            | "java/lang/Float"
            | "java/lang/Double"
            | "java/lang/ref/Reference"
            | "jdk/internal/reflect/Reflection"
            | "jdk/internal/misc/VM"
            | "jdk/internal/misc/CDS",
            _,
        )
        | (
            "java/lang/Class",
            "isInstance"
            | "isArray"
            | "isInterface"
            | "isPrimitive"
            | "isHidden"
            | "isAssignableFrom"
            | "getSuperclass"
            | "getModifiers"
            | "getPrimitiveClass"
            | "desiredAssertionStatus"
            | "desiredAssertionStatus0"
            | "initClassName"
            | "getDeclaringClass0"
            | "getEnclosingMethod0"
            | "getSimpleBinaryName0"
            | "getNestHost0"
            | "getInterfaces0"
            | "isRecord0"
            | "registerNatives",
        )
        | ("java/lang/Object", "getClass" | "hashCode" | "notify" | "notifyAll")
        | (
            "java/lang/System",
            "identityHashCode" | "nanoTime" | "currentTimeMillis" | "registerNatives" | "getSecurityManager",
        )
        | ("java/lang/Thread", "currentThread" | "yield" | "isInterrupted" | "holdsLock" | "onSpinWait")
        | ("java/lang/Throwable" | "java/lang/StackTraceElement", _)
        | ("java/lang/NullPointerException", "getExtendedNPEMessage") => Reach::Nothing,
        ("java/lang/Object", "wait" | "wait0") => Reach::Nothing,
        ("java/lang/Object", "clone") => Reach::Clones,
        (
            "jdk/internal/misc/Unsafe"
            | "sun/misc/Unsafe"
            | "java/lang/reflect/Array"
            | "java/lang/Thread"
            | "java/lang/ThreadGroup"
            | "java/security/AccessController",
            _,
        ) => Reach::Arguments,
        (_, _) => Reach::Anything,
    }
}

/// Whether a method that runs no bytecode certainly changes nothing that a program can observe.
fn changes_nothing(method: &Method) -> bool {
    matches!(
        (method.class().name, method.name),
        ("java/lang/Object", "getClass" | "hashCode")
            | (
                "java/lang/Class",
                "isInstance" | "isArray" | "desiredAssertionStatus" | "desiredAssertionStatus0"
            )
            | ("java/lang/Throwable", "fillInStackTrace")
            | ("java/lang/System", "identityHashCode")
            | ("java/lang/Math" | "java/lang/StrictMath", _)
    )
}

/// Whether a call writes to standard output or standard error, which the program cannot read back.
fn prints(vm: &Vm, method: &Method, words: &[u64]) -> bool {
    // Other streams run their bytecode.
    if method.class().name == "java/io/PrintStream" {
        return true;
    }
    if method.class().name != "java/io/FileOutputStream" || !["write", "writeBytes"].contains(&method.name) {
        return false;
    }
    let descriptor = vm.field(words[0] as Ref, "fd") as Ref;
    descriptor != 0 && [1, 2].contains(&(vm.field(descriptor, "fd") as u32))
}

impl Recorder {
    /// The value of an input went a way that is not followed.
    pub(super) fn lose(&mut self) {
        if self.beside.entered {
            self.outcome.given_up.get_or_insert(GivenUp::Lost);
        }
    }

    /// An instruction of the last call changes something that may be observed later, or may do so.
    pub(super) fn changes_state(&mut self, changes: bool) {
        self.outcome.writes |= changes && self.beside.depth > 0 && !planted(Fault::ChangesUnnoticed);
    }

    /// What became of the call that the last instruction was.
    pub(super) fn settle(&mut self, vm: &Vm) {
        let Some(called) = self.running().called.take() else {
            return;
        };
        let t = vm.thread(self.running);
        if (t.fp, t.pc, t.sp) == (called.fp, called.pc, called.sp) {
            return;
        }
        let first = called.sp - called.arguments;
        if t.depth > called.depth && t.fp > called.fp {
            let code = vm.image.method(t.method_id()).code.get();
            let locals = code.map(|code| t.fp - code.max_locals);
            // Its arguments are the frame's locals; or the frame is that of an initialiser, and the call comes later.
            let entered = t.method_id() == called.method && locals == Some(first);
            if entered {
                return self.enter_bytecode(vm, &called);
            }
            if locals.is_some_and(|locals| locals >= called.sp) {
                return;
            }
        }
        let returned = match (unsafe_access::of(vm, &called), floating_point::of(vm, &called)) {
            (Some(access), _) => self.accessed(vm, access, &called),
            (None, Some(computes)) => self.computed(computes, &called),
            (None, None) => {
                self.ran_without_bytecode(vm, &called);
                None
            }
        };
        self.clear(first..t.sp.max(called.sp) + 2);
        if let Some(returned) = returned.and_then(|shadow| self.kept(shadow)) {
            self.set(first, Some(returned));
        }
    }

    fn ran_without_bytecode(&mut self, vm: &Vm, called: &Called) {
        let method = vm.image.method(called.method);
        self.changes_state(!changes_nothing(method));
        let why = || {
            let class = method.class().binary_name();
            format!("{class}.{}, which runs no bytecode", method.name)
        };
        let prints = prints(vm, method, &called.words);
        let reach = if prints { Reach::Nothing } else { reach(method) };
        let first = called.sp - called.arguments;
        for at in self.shadowed(first..called.sp) {
            if let Some(shadow) = self.slot(at).filter(|_| !prints) {
                self.pin(shadow, why);
            }
        }
        if self.beside.heap.is_empty() && self.beside.unread.is_empty() {
            return;
        }
        match reach {
            Reach::Nothing => {}
            Reach::Copies => self.copied(vm, &called.words),
            Reach::Clones => self.cloned(vm, called.words[0] as Ref),
            Reach::Arguments => {
                for object in references(method, &called.words) {
                    let bytes = u64::from(object) * 8..u64::from(object + vm.image.size_of(&vm.heap, object)) * 8;
                    self.pin_heap(bytes, &why);
                }
            }
            Reach::Anything => self.pin_heap(0..u64::MAX, &why),
        }
    }

    /// `Object.clone` was called, and has left the copy on the stack, or thrown.
    fn cloned(&mut self, vm: &Vm, original: Ref) {
        let t = vm.thread(self.running);
        let copy = t.peek(0) as Ref;
        let words = vm.image.size_of(&vm.heap, original);
        if copy == 0 || vm.class_of(copy).id != vm.class_of(original).id || vm.image.size_of(&vm.heap, copy) != words {
            return;
        }
        let start = |object: Ref| u64::from(object) * 8;
        self.decide_references(start(original)..start(original + words));
        let held: Vec<(u64, Shadow)> = self
            .beside
            .heap
            .range(start(original)..start(original + words))
            .map(|(at, shadow)| (*at - start(original), *shadow))
            .collect();
        for (offset, shadow) in held {
            self.set_heap(start(copy) + offset, Some(shadow));
        }
    }

    /// `System.arraycopy` was called. Where it threw nothing was copied; of arrays of references nothing has to be.
    fn copied(&mut self, vm: &Vm, words: &[u64]) {
        let (from, to) = (words[0] as Ref, words[2] as Ref);
        let [start, target, count] = [1, 3, 4].map(|at| i64::from(words[at] as u32 as i32));
        if from == 0 || to == 0 {
            return;
        }
        let inside =
            |array: Ref, start: i64| start >= 0 && count >= 0 && start + count <= i64::from(vm.heap.length(array));
        let (source, destination) = (vm.class_of(from), vm.class_of(to));
        let Some(ty) = source
            .element_type()
            .filter(|ty| Some(*ty) == destination.element_type())
        else {
            return;
        };
        if !inside(from, start) || !inside(to, target) {
            return;
        }
        let range = |array: Ref, first: i64| {
            let begin = u64::from(array + HEADER) * 8;
            begin + ((first as u64) << ty.log2())..begin + (((first + count) as u64) << ty.log2())
        };
        self.decide_references(range(from, start));
        self.write_places(range(to, target));
        if ty == Ty::Reference {
            return;
        }
        let place = |array: Ref, index: i64| u64::from(array + HEADER) * 8 + ((index as u64) << ty.log2());
        let shadows: Vec<Option<Shadow>> = (0..count)
            .map(|index| self.beside.heap.get(&place(from, start + index)).copied())
            .collect();
        for (index, shadow) in (0..count).zip(shadows) {
            self.set_heap(place(to, target + index), shadow);
        }
    }

    /// The driver asks what a precondition has returned, or catches what it has thrown: the method may not be called at all.
    fn look_at_driver(&mut self, at: &At<'_>, op: Op, handles: bool) {
        // A precondition that throws allows nothing.
        let called = self.beside.called.checked_sub(1);
        let last = called.and_then(|last| self.inputs.followed.get(last));
        let is_call = last.is_some_and(|(_, role)| matches!(role, Role::Call(_)));
        let refused = op == Op::Ifne && at.holds_zero() || handles && !is_call;
        self.outcome.refused |= refused;
        self.beside.left |= refused || handles;
    }

    /// Whether a method that the driver calls has symbolic inputs.
    fn is_followed(&self, method: u32) -> bool {
        self.inputs.followed.iter().any(|(id, _)| *id == method)
    }

    /// The method has returned or thrown. What comes is the end of the program, which looks at no value of it, unless the program has code
    /// that runs then.
    fn after_return(&mut self, vm: &Vm) -> bool {
        let method = vm.image.method(vm.thread(ThreadId(0)).method_id());
        let class = method.class();
        if class.is_user() && !class.name.starts_with(crate::junit::DRIVER) && !self.beside.heap.is_empty() {
            self.lose();
        }
        self.outcome.given_up.is_none()
    }

    /// The next instruction of a thread comes; `false` gives the run up.
    pub(super) fn before(&mut self, vm: &Vm, thread: ThreadId) -> bool {
        if self.outcome.searches {
            self.settle_shown(vm);
            self.outcome.threads |= self.beside.entered && thread != ThreadId(0);
        } else if thread != ThreadId(0) {
            self.outcome.threads |= self.beside.entered;
            return true;
        } else if self.executed == Some(vm.instructions) {
            // The last one has not been executed yet.
            return true;
        }
        self.executed = Some(vm.instructions);
        self.running = thread;
        let t = vm.thread(thread);
        if t.fp == 0 {
            return true;
        }
        let is_main = thread == ThreadId(0);
        if is_main && self.beside.left {
            return self.after_return(vm);
        }
        let last = std::mem::replace(&mut self.running().last, (t.depth, t.sp));
        if t.depth > last.0 {
            // What the machine itself has put above the operands has no shadow.
            self.clear(last.1..t.sp);
        }
        if self.beside.entered {
            self.settle(vm);
            self.end_root(t.depth, t.sp);
            if is_main && self.beside.inside.is_some_and(|inside| t.depth < inside) {
                self.beside.inside = None;
                if self.beside.depth > 0 {
                    self.beside.left = true;
                    return self.after_return(vm);
                }
            }
        }
        let method = vm.image.method(t.method_id());
        let Some(code) = method.code.get().copied() else {
            self.lose();
            return self.outcome.given_up.is_none();
        };
        let at = At::of(vm, thread, code);
        let is_outside = is_main && self.beside.inside.is_none();
        if is_outside && t.pc == 0 && self.is_followed(t.method_id()) && is_called_by_driver(vm) {
            self.enter(vm, t.method_id(), at.locals);
        }
        if let Some(shadow) = self.running().in_message.take() {
            // Somebody caught the exception, and may read its message.
            self.pin(shadow, || "the message of an exception".into());
        }
        if self.beside.entered {
            if self.beside.collections != vm.collections {
                // Objects were moved away from under their shadows.
                self.lose();
            }
            let handles = code.handlers.iter().any(|handler| handler.target == t.pc) && at.has_one_operand();
            if handles {
                self.set(t.sp - 1, None);
            }
            let instr = taken_apart(code, t.pc);
            let branching = self.running().branching;
            self.show((t.fp, t.pc, t.sp), branching);
            self.look_at_target(&at, method, instr.op);
            self.execute(&at, instr);
            if is_main && self.beside.inside.is_none() {
                self.look_at_driver(&at, instr.op, handles);
            }
        }
        self.outcome.given_up.is_none()
    }
}

/// An instruction, which from now on does nothing of what comes behind it.
fn taken_apart(code: &dropwire_vm::image::code::Code, pc: u32) -> dropwire_vm::image::code::Instr {
    let place = &code.instructions[pc as usize];
    let instr = apart(place.get());
    if instr.op != place.get().op {
        place.set(instr);
    }
    instr
}

fn is_called_by_driver(vm: &Vm) -> bool {
    let caller = vm.thread(ThreadId(0)).frames().nth(1);
    caller.is_some_and(|(_, method, _)| vm.image.method(method).class().name.starts_with(crate::junit::DRIVER))
}

/// The objects among a method's arguments.
fn references(method: &Method, words: &[u64]) -> Vec<Ref> {
    let receiver = (!method.is_static()).then_some(Ty::Reference);
    let (mut at, mut found) = (0, Vec::new());
    for ty in receiver.into_iter().chain(method.params.iter().copied()) {
        if ty == Ty::Reference {
            found.push(words[at] as Ref);
        }
        at += ty.slots() as usize;
    }
    found.retain(|object| *object != 0);
    found
}

/// The machine's handle on a recorder.
pub(super) struct Hook(pub(super) std::rc::Rc<std::cell::RefCell<Recorder>>);

impl InstructionHook for Hook {
    fn before_instruction(&mut self, vm: &Vm, thread: ThreadId) -> bool {
        self.0.borrow_mut().before(vm, thread)
    }

    fn undo_pushed(&mut self, vm: &Vm) {
        self.0.borrow_mut().save(vm);
    }

    fn undo_popped(&mut self) {
        self.0.borrow_mut().take_back();
    }

    fn state_words(&mut self, vm: &Vm, names: &ObjectNames, words: &mut Vec<u64>) {
        let mut recorder = self.0.borrow_mut();
        recorder.settle_shown(vm);
        recorder.beside.words(vm, names, words);
    }
}
