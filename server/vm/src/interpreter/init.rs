//! Class initialisation. JLS 12.4.2.

use crate::error::VmError;
use crate::event::Event;
use crate::faults::{Fault, planted};
use crate::footprint::Origin;
use crate::heap::Ref;
use crate::image::InitState;
use crate::image::class::{Class, Method, access};
use crate::interpreter::flow::Check;
use crate::interpreter::flow::Flow;
use crate::thread::{ATOMIC_REGION, CALLBACK, CONFINED, Pending, ThreadId, UNNOTICED};
use crate::verifier::answer::Verdict;
use crate::vm::Vm;

impl Vm {
    /// Checks that a class is initialised, and begins to initialise it if not.
    pub(crate) fn check_initialised(
        &mut self,
        thread: ThreadId,
        class: &'static Class,
        may_execute: &mut bool,
    ) -> Result<Check, VmError> {
        if class.initialised_in_base.get() {
            return Ok(Check::Ready);
        }
        let (state, owner) = self.image.init_state(&self.heap, class);
        match state {
            InitState::Done => {
                self.report(thread, Event::Uses(class.mirror.get()));
                Ok(Check::Ready)
            }
            InitState::Running if owner == Some(thread.0 as usize) => Ok(Check::Ready),
            InitState::Running if planted(Fault::InitNotExclusive) => Ok(Check::Ready),
            InitState::Running => Ok(Check::Park(Pending::ClassInit(class.mirror.get()))),
            InitState::Erroneous => {
                self.note_failed_initialisation(class.mirror.get());
                self.throw_failed_class(thread, class)?;
                Ok(Check::Pushed)
            }
            InitState::None => {
                match self.verify(class)? {
                    Verdict::Sound => {}
                    Verdict::Refused(error, message) => {
                        self.throw_new(thread, error, Some(&message))?;
                        return Ok(Check::Pushed);
                    }
                    Verdict::Ask(question) => {
                        self.ask(thread, question)?;
                        return Ok(Check::Pushed);
                    }
                }
                let in_region = self.threads[thread.0 as usize].in_atomic_region();
                if class.is_user() && !in_region && self.watching() {
                    if !*may_execute {
                        return Ok(Check::Park(Pending::ClassInit(class.mirror.get())));
                    }
                    *may_execute = false;
                }
                self.image
                    .set_init_state(&mut self.heap, class, InitState::Running, Some(thread.0 as usize));
                self.initialisation_begins(class.mirror.get());
                let driver = self
                    .known
                    .init_driver
                    .ok_or_else(|| VmError::Jdk("initialised before boot".into()))?;
                self.push_args(thread, &[u64::from(class.mirror.get())]);
                let flags = match (class.is_user(), in_region) {
                    (true, true) => CALLBACK,
                    (true, false) => 0,
                    (false, _) => self.flags_of_initialisation(thread),
                };
                self.push_frame(thread, driver, flags)?;
                Ok(Check::Pushed)
            }
        }
    }

    /// The initialisation of classes of the JDK is atomic, with all of the JDK's code that it calls. Others wait for its end: where it
    /// parked within an atomic operation, the rest of that is a step of its own.
    fn flags_of_initialisation(&self, thread: ThreadId) -> u64 {
        let t = &self.threads[thread.0 as usize];
        match (t.in_atomic_region(), self.mode.jdk_atomic) {
            (true, true) => ATOMIC_REGION | CALLBACK | CONFINED | t.frame_word() & UNNOTICED,
            (true, false) => ATOMIC_REGION | CALLBACK | t.frame_word() & (CONFINED | UNNOTICED),
            (false, true) => ATOMIC_REGION | CONFINED | UNNOTICED,
            (false, false) => ATOMIC_REGION,
        }
    }

    /// The class in local 0 of an initialisation frame.
    pub(crate) fn class_under_initialisation(&self, thread: ThreadId) -> &'static Class {
        let t = &self.threads[thread.0 as usize];
        let code = self
            .image
            .method(t.method_id())
            .code
            .get()
            .expect("drivers are made with their code");
        let mirror = t.stack[(t.fp - code.max_locals) as usize] as Ref;
        self.image.class_of_mirror(&self.heap, mirror)
    }

    /// Step 7: superclass, then superinterfaces that declare default methods.
    pub(crate) fn init_supers(&mut self, thread: ThreadId, may_execute: &mut bool) -> Result<Flow, VmError> {
        let class = self.class_under_initialisation(thread);
        if !class.is_interface() {
            let mut order = Vec::new();
            order.extend(class.superclass);
            collect_interfaces(class, &mut order);
            for dependency in order {
                match self.check_initialised(thread, dependency, may_execute)? {
                    Check::Ready => {}
                    Check::Pushed => return Ok(Flow::Next),
                    Check::Park(pending) => return Ok(Flow::Park(pending)),
                }
            }
        }
        self.threads[thread.0 as usize].pc += 1;
        Ok(Flow::Next)
    }

    /// Step 9: the initialiser itself.
    pub(crate) fn init_run(&mut self, thread: ThreadId) -> Result<Flow, VmError> {
        let class = self.class_under_initialisation(thread);
        self.used.references |= class.is_user() && finalises(class);
        match class.clinit {
            Some(clinit) => {
                let flags = if class.is_user() {
                    0
                } else {
                    self.flags_of_initialisation(thread)
                };
                self.push_frame(thread, clinit, flags)?;
            }
            None => self.threads[thread.0 as usize].pc += 1,
        }
        Ok(match self.mode.parks_where_stated && self.image.stated.speaks(class) {
            true => Flow::Park(Pending::Continue),
            false => Flow::Next,
        })
    }

    /// Step 10: initialised; the instruction that asked runs again.
    pub(crate) fn init_finish(&mut self, thread: ThreadId) -> Flow {
        let class = self.class_under_initialisation(thread);
        self.image.set_init_state(&mut self.heap, class, InitState::Done, None);
        self.report(thread, Event::Initialised(class.mirror.get()));
        self.pass_check(class);
        self.drop_frame(thread);
        // The mirror was pushed for the driver as its argument; `drop_frame` popped it with the frame.
        Flow::Next
    }

    /// The class is initialised, or will never be: whoever is before its check goes on to the next visible operation.
    /// A state does not say why a thread is parked, so no thread may remain parked before what is no operation any more.
    pub(crate) fn pass_check(&mut self, class: &'static Class) {
        let check = Pending::ClassInit(class.mirror.get());
        let passing = self.live_by_path().iter().filter(|t| self.thread(**t).pending == check);
        let origin = Origin::ReleasedBy(self.present_part());
        let passing: Vec<(ThreadId, Origin)> = passing.map(|thread| (*thread, origin)).collect();
        self.this_step.enabledness_changed |= !passing.is_empty();
        self.this_step.followers.extend(passing);
    }

    /// Initialises a class now, during boot.
    pub(crate) fn initialise_now(&mut self, thread: ThreadId, name: &str) -> Result<(), VmError> {
        let class = self.image.load(&mut self.heap, name)?;
        let leave = self
            .known
            .leave_driver
            .ok_or_else(|| VmError::Jdk("initialised before boot".into()))?;
        self.push_bottom(thread, leave);
        self.threads[thread.0 as usize].pc = 1;
        let check = self.check_initialised(thread, class, &mut true)?;
        if check == Check::Pushed {
            self.execute(thread, false, u32::MAX)?;
        }
        self.drop_frame(thread);
        if let Pending::Unpark(throwable) = self.threads[thread.0 as usize].pending {
            self.threads[thread.0 as usize].pending = Pending::None;
            return Err(VmError::Jdk(format!(
                "{name} failed to initialise: {}",
                self.describe_throwable(throwable)
            )));
        }
        Ok(())
    }
}

/// Superinterfaces with default methods, in the order of JLS 12.4.2 step 7.
fn collect_interfaces(class: &'static Class, order: &mut Vec<&'static Class>) {
    for interface in &class.interfaces {
        collect_interfaces(interface, order);
        let has_default = interface
            .methods
            .iter()
            .any(|m| m.access & (access::ABSTRACT | access::STATIC) == 0);
        if has_default && !order.iter().any(|c| c.id == interface.id) {
            order.push(interface);
        }
    }
}

/// Whether a collector has something to run before it takes an object of the class: a finaliser of its own, or one that it inherits.
fn finalises(class: &'static Class) -> bool {
    // Some in the JDK are there for what called them once, and are empty.
    let returns_at_once = |method: &Method| {
        let code = method.data().and_then(|data| data.bytecode.as_ref());
        code.is_none_or(|code| code.opcodes.len() <= 1)
    };
    std::iter::successors(Some(class), |class| class.superclass)
        .filter(|class| class.name != "java/lang/Object")
        .flat_map(|class| class.methods.iter())
        .filter(|method| method.name == "finalize" && method.descriptor == "()V")
        .any(|method| method.class().is_user() || !returns_at_once(method))
}
