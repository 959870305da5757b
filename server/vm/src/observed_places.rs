//! Calls, objects and monitors that properties over time speak of.
//!
//! Reduction leaves out the states between the operations that threads cannot notice of each other. A property must not depend on that: what
//! changes the truth of an atom is the first thing that its step does, and the only such change in it. So there is a boundary before each:
//! a method is entered (before the call), it is left (before the return, and before a throwable takes its frame away), an object is made
//! (before the outermost constructor of its class returns), a monitor is taken or released. Between two boundaries of a thread atoms keep
//! their truth, and all orders of boundaries are explored, for one that no other thread can notice is an operation like any other
//! to the search. Formulas have no `next`: how often a state repeats in between tells them nothing.
//!
//! That a thread has just entered a method, or left it, holds in the states between that step and the next one of the thread. That one is a
//! boundary in every search, whatever comes behind: before the first instruction of the method, or behind the call. It changes nothing else, so
//! no state is missed in which a formula that looks at such moments would hold or fail, and how long others move meanwhile tells it nothing.
//!
//! What the user calls atomic, and operations of the library that are one step, have no boundary within: the verdict lists both.

use std::cell::Cell;
use std::rc::Rc;

use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::generate::NATIVE;
use crate::heap::{ESCAPED, Ref};
use crate::image::class::{Class, Method, Seen};
use crate::interpreter::flow::Flow;
use crate::observed::INSTANCES;
use crate::stated_properties::StatedProperty;
use crate::thread::{ATOMIC, CONSTRUCTS, LOCKED, OBSERVED, Pending, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// From now on these things of the calls of these methods are seen, and when the constructors of these classes return; of no others.
    pub fn observe_calls(&mut self, methods: &[(&'static Method, Seen)], made: &[&'static Class]) {
        for method in std::mem::take(&mut self.image.observed_methods) {
            method.observed.set(Seen::default());
            method.note_special();
        }
        let constructors = made.iter().flat_map(|class| &class.methods);
        let constructors = constructors.filter(|method| method.name == "<init>").copied();
        let construction = Seen {
            construction: true,
            ..Seen::default()
        };
        let constructors = constructors.map(|method| (method, construction));
        for (method, more) in constructors.chain(methods.iter().copied()) {
            method.observed.set(method.observed.get().and(more));
            self.image.observed_methods.push(method);
        }
        for method in &self.image.observed_methods {
            method.note_special();
        }
        self.mode.observed.instances = !made.is_empty();
    }

    /// From now on it is seen which monitors are held, or not.
    pub fn observe_monitors(&mut self, on: bool) {
        self.mode.observed.monitors = on;
    }

    /// The methods of a user's class with this name that have a body; those of other classes, and of what it inherits, are no such methods.
    pub fn observable_methods(&self, class: &'static Class, name: &str) -> Vec<&'static Method> {
        let named = class.methods.iter().copied();
        named
            .filter(|method| class.is_user() && method.name == name && method.has_code())
            .collect()
    }

    /// Whether properties look at what runs.
    pub(crate) fn observes(&self) -> bool {
        self.mode.exploring || self.mode.monitored
    }

    /// What annotations of the user's classes state that the present program has begun to initialise, in the order of loading.
    pub fn stated_properties(&self) -> Vec<StatedProperty> {
        self.image.stated.in_force()
    }

    /// Another program begins: nothing is stated yet.
    pub fn forget_stated_properties(&self) {
        self.image.stated.forget();
    }

    /// How many classes state something, also while the machine runs.
    pub fn count_of_stated_properties(&self) -> Rc<Cell<usize>> {
        self.image.stated.count()
    }

    /// How many threads are in one of these methods, or in what it calls.
    pub fn threads_inside(&self, methods: &[&'static Method]) -> usize {
        let inside = |method: u32| methods.iter().any(|of| of.id.0 == method);
        self.live()
            .filter(|thread| self.thread(*thread).frames().any(|(_, method, _)| inside(method)))
            .count()
    }

    /// The objects of a class and of those that extend it whose constructor has returned, in the order in which that happened; also those that
    /// nothing else refers to any more. Clones and what is read from a stream are none.
    pub fn instances(&self, class: &'static Class) -> impl Iterator<Item = Ref> + '_ {
        let all = self.instance_table();
        let length = if all == 0 { 0 } else { self.heap.length(all) };
        (0..length)
            .map(move |index| self.element(all, index))
            .filter(move |object| self.class_of(*object).is_subclass_of(class))
    }

    fn instance_table(&self) -> Ref {
        let native = self.image.loaded(NATIVE).filter(|_| self.mode.observed.instances);
        native.map_or(0, |native| self.static_field(native, INSTANCES) as Ref)
    }

    /// Whether some thread holds the monitor of an object.
    pub fn is_monitor_held(&self, object: Ref) -> bool {
        self.heap.monitor(object).is_some()
    }

    /// A method of which properties see something is called: the flags of its frame, or the operation before which the thread parks. `silent`:
    /// its monitor is taken with the step. `allowed`: whether the thread could execute a visible operation when the call began.
    pub(crate) fn observed_call(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        receiver: Ref,
        silent: bool,
        (allowed, may_execute): (bool, &mut bool),
    ) -> Result<u64, Pending> {
        if !self.observes() {
            return Ok(0);
        }
        let seen = method.observed.get();
        let constructs = match seen.construction {
            true => CONSTRUCTS | u64::from(receiver),
            false => 0,
        };
        if !seen.has_calls() {
            return Ok(constructs);
        }
        let flags = OBSERVED | constructs;
        if self.threads[thread.0 as usize].is_atomic() {
            // What the user calls atomic has no state in its midst; the verdict lists it.
            self.used.attributes = true;
            return Ok(flags);
        }
        let by_monitor = method.is_synchronized() && !silent && self.is_boundary(thread, method.monitor_of(receiver));
        // What was parked before already is this call.
        if by_monitor || allowed != *may_execute || planted(Fault::CallsUnobserved) {
            return Ok(flags);
        }
        if !allowed {
            return Err(Pending::Call(method, 0));
        }
        self.use_permission(thread, may_execute);
        Ok(flags)
    }

    /// Whether a thread parks before it takes this monitor.
    fn is_boundary(&self, thread: ThreadId, object: Ref) -> bool {
        match self.heap.monitor(object) {
            Some((owner, _)) => owner != thread.0 as usize,
            None => {
                self.sees_monitor(thread)
                    || self.watching() && (!self.mode.reduction || self.heap.flag(object, ESCAPED))
            }
        }
    }

    /// Whether a property sees that this thread takes or releases a monitor.
    pub(crate) fn sees_monitor(&self, thread: ThreadId) -> bool {
        self.mode.observed.monitors && self.observes() && !planted(Fault::MonitorsUnobserved) && {
            let t = &self.threads[thread.0 as usize];
            !t.in_atomic_region() && !t.is_atomic()
        }
    }

    /// Whether the thread parks before it returns from a method that is observed; else it uses its permission up, and the object of a constructor
    /// is made. `allowed`: whether it could execute a visible operation before it released the method's monitor, which is one step with the return.
    pub(crate) fn parks_before_leaving(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        allowed: bool,
        may_execute: &mut bool,
    ) -> Result<bool, VmError> {
        let atomic = self.threads[thread.0 as usize].is_atomic();
        if allowed == *may_execute && self.observes() && !atomic && !planted(Fault::ReturnsUnobserved) {
            if !*may_execute {
                return Ok(true);
            }
            self.use_permission(thread, may_execute);
        }
        self.note_constructed(thread, method)?;
        Ok(false)
    }

    /// Whether the thread parks before a throwable takes its topmost frame away: a property sees that. Nothing of the frame is used any more.
    pub(crate) fn parks_before_unwinding(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        max_stack: u32,
        throwable: Ref,
    ) -> bool {
        let word = self.threads[thread.0 as usize].frame_word();
        let seen = word & OBSERVED != 0 || word & LOCKED != 0 && self.sees_monitor(thread);
        if !seen || !self.observes() || self.threads[thread.0 as usize].is_atomic() || planted(Fault::ReturnsUnobserved)
        {
            return false;
        }
        let max_locals = method.code.get().map_or(0, |code| code.max_locals);
        let t = &mut self.threads[thread.0 as usize];
        let fp = t.fp as usize;
        t.stack[fp - max_locals as usize..fp].fill(0);
        self.clear_operands(thread, max_stack);
        self.threads[thread.0 as usize].pending = Pending::Leave(method, throwable);
        true
    }

    /// Whether a throwable is about to take a frame away, and the thread is parked before that.
    pub(crate) fn leaves_observed(&self, thread: ThreadId) -> bool {
        match self.threads[thread.0 as usize].pending {
            Pending::Leave(_, throwable) | Pending::Left(_, throwable) => throwable != 0,
            _ => false,
        }
    }

    /// A throwable takes the topmost frame away.
    pub(crate) fn leave_observed(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        throwable: Ref,
    ) -> Result<(), VmError> {
        self.threads[thread.0 as usize].pending = Pending::None;
        let word = self.threads[thread.0 as usize].frame_word();
        self.drop_frame(thread);
        if !self.sees_exit(method, word) {
            return self.throw(thread, throwable);
        }
        let caller = self.image.method(self.threads[thread.0 as usize].method_id());
        let max_stack = self.code(caller)?.max_stack;
        self.clear_operands(thread, max_stack);
        self.threads[thread.0 as usize].pending = Pending::Left(method, throwable);
        Ok(())
    }

    /// Of the call of which this is the frame's word, a property sees that it is over.
    fn sees_exit(&self, method: &Method, word: u64) -> bool {
        let seen = method.observed.get().exit && word & OBSERVED != 0 && word & ATOMIC == 0;
        seen && self.observes() && !planted(Fault::ExitsUnobserved)
    }

    /// Behind the call of a method: the thread parks if a property sees that it has just been entered.
    pub(crate) fn behind_entry(&self, thread: ThreadId, method: &'static Method, flags: u64) -> Flow {
        let seen = method.observed.get().entry && flags & OBSERVED != 0 && self.observes();
        match seen && !planted(Fault::EntriesUnobserved) && !self.threads[thread.0 as usize].is_atomic() {
            true => Flow::ParkBehind(Pending::Entered(method)),
            false => Flow::Next,
        }
    }

    /// Behind the return from a method whose frame had this word: the thread parks if a property sees that it has just been left.
    pub(crate) fn behind_exit(&self, thread: ThreadId, method: &'static Method, word: u64) -> Flow {
        let atomic = self.threads[thread.0 as usize].is_atomic();
        match !atomic && self.sees_exit(method, word) {
            true => Flow::ParkBehind(Pending::Left(method, 0)),
            false => Flow::Next,
        }
    }

    /// Whether some thread has just entered one of these methods.
    pub fn has_just_entered(&self, methods: &[&'static Method]) -> bool {
        let mut live = self.live();
        live.any(|thread| match self.thread(thread).pending {
            Pending::Entered(method) => methods.iter().any(|of| of.id == method.id),
            _ => false,
        })
    }

    /// Whether some thread has just left one of these methods.
    pub fn has_just_left(&self, methods: &[&'static Method]) -> bool {
        let mut live = self.live();
        live.any(|thread| match self.thread(thread).pending {
            Pending::Left(method, _) => methods.iter().any(|of| of.id == method.id),
            _ => false,
        })
    }

    /// The operands of the topmost frame may be gone, and a key would look for them.
    fn clear_operands(&mut self, thread: ThreadId, max_stack: u32) {
        let t = &mut self.threads[thread.0 as usize];
        let operands = (t.fp + crate::thread::FRAME_HEADER) as usize;
        let end = (operands + max_stack as usize).min(t.stack.len());
        t.stack[operands..end].fill(0);
        t.sp = operands as u32;
    }

    /// A method returns. If it is the outermost constructor of an observed class, its object is made.
    fn note_constructed(&mut self, thread: ThreadId, method: &'static Method) -> Result<(), VmError> {
        let word = self.threads[thread.0 as usize].frame_word();
        let object = word as Ref;
        if word & CONSTRUCTS == 0 || !self.observes() || planted(Fault::InstancesUncounted) {
            return Ok(());
        }
        let t = &self.threads[thread.0 as usize];
        // `this(…)`: the constructor that calls it has the same object.
        let caller = t
            .frames()
            .nth(1)
            .map(|(fp, caller, _)| (t.stack[fp as usize + 2], caller));
        let again = caller.is_some_and(|(outer, caller)| {
            outer & CONSTRUCTS != 0
                && outer as Ref == object
                && self.image.method(caller).class().id == method.class().id
        });
        if again {
            return Ok(());
        }
        let old = self.instance_table();
        let length = if old == 0 { 0 } else { self.heap.length(old) };
        let mut all: Vec<Ref> = (0..length).map(|index| self.element(old, index)).collect();
        if all.contains(&object) {
            // Two observed classes, of which one extends the other.
            return Ok(());
        }
        all.push(object);
        let made = self.new_reference_array("java/lang/Object", &all)?;
        let native = self.image.load(&mut self.heap, NATIVE)?;
        self.set_static_field(native, INSTANCES, u64::from(made));
        self.stored(native.mirror.get(), made);
        Ok(())
    }
}
