//! Linkage by the JDK's own code: method handles, general `invokedynamic`, constants that are computed.
//!
//! What `indy_intrinsics.rs` has no short cut for is linked as any JVM does it: a call of `java.lang.invoke.MethodHandleNatives`,
//! whose answer is an adapter method and an appendix. A question is a pure function of the class files and belongs to
//! the image. An answer is made of objects of this path: it lies in an array behind a static field of
//! `dropwire.Native`, so it is undone, hashed and collected like everything else.

use cafebabe::attributes::{AttributeData, BootstrapMethodEntry};
use cafebabe::constant_pool::{BootstrapArgument, LiteralConstant, MethodHandle, ReferenceKind};
use dropwire_classes::cafebabe;

use crate::class_names::Named;
use crate::error::VmError;
use crate::generate;
use crate::heap::Ref;
use crate::hidden_fields::MEMBER_TARGET;
use crate::image::class::{Class, Method};
use crate::image::code::{Code, Instr, Op};
use crate::interpreter::flow::{Check, Flow, box_class};
use crate::linkage_questions::Question;
use crate::rules;
use crate::thread::{ATOMIC_REGION, CALLBACK, CONFINED, ThreadId};
use crate::types::{ClassId, MethodId, Ty, split_descriptor};
use crate::vm::Vm;

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

/// Reference kind of `invokevirtual`. JVMS table 5.4.3.5-A.
const INVOKE_VIRTUAL: u64 = 5;

/// Result and appendix.
type Answer = (Ref, Ref);

/// The arguments of an up-call, or what has to come first.
enum Arguments {
    Ready(&'static str, Vec<u64>),
    /// A call of the loader itself.
    Load(&'static Method, [u64; 2]),
    /// This question comes first.
    First(u32),
    /// An exception was thrown.
    Thrown,
}

/// A value, or why there is none yet.
type Part<T> = Result<T, Arguments>;

impl Vm {
    // --- answers ---

    /// The answer to a question, if this path knows it.
    pub(crate) fn answer(&self, number: u32) -> Option<Answer> {
        let native = self.image.loaded(generate::NATIVE)?;
        let table = self.static_field(native, "links") as Ref;
        if table == 0 || 2 * number + 1 >= self.heap.length(table) {
            return None;
        }
        let appendix = self.element(table, 2 * number + 1);
        (appendix != 0).then(|| (self.element(table, 2 * number), self.element(appendix, 0)))
    }

    /// Whether a class loader or a bootstrap method of the program finds the answer, and not the JDK alone.
    pub(crate) fn is_answered_by_program(&self, number: u32) -> bool {
        let by_bootstrap = |host: &'static Class, index| match bootstrap_entry(host, index) {
            // `ConstantBootstraps.invoke` calls what it is given.
            Ok(entry) => !entry.method.class_name.starts_with("java/") || entry.method.member_ref.name == "invoke",
            Err(_) => true,
        };
        match self.image.questions.list.get(number as usize) {
            Some(Question::Loaded { .. }) => true,
            Some(Question::Site { method, pc }) => {
                let method = self.image.method(method.0);
                crate::indy_intrinsics::dynamic_operand(method, *pc)
                    .map_or(true, |site| by_bootstrap(method.class(), site.attr_index))
            }
            Some(Question::Dynamic { host, bootstrap, .. }) => by_bootstrap(self.image.class(host.0), *bootstrap),
            Some(Question::Call { .. } | Question::Handle { .. } | Question::Type { .. } | Question::Patch { .. })
            | None => false,
        }
    }

    fn keep_answer(&mut self, number: u32, result: Ref, appendix: Ref) -> Result<(), VmError> {
        let native = self.image.load(&mut self.heap, generate::NATIVE)?;
        let mut table = self.static_field(native, "links") as Ref;
        let length = if table == 0 { 0 } else { self.heap.length(table) };
        if 2 * number + 1 >= length {
            let mut elements: Vec<Ref> = (0..length).map(|i| self.element(table, i)).collect();
            elements.resize((2 * number as usize + 2).next_power_of_two().max(64), 0);
            table = self.new_reference_array("java/lang/Object", &elements)?;
            self.set_static_field(native, "links", u64::from(table));
            self.stored(native.mirror.get(), table);
        }
        self.set_element(table, 2 * number, result);
        self.set_element(table, 2 * number + 1, appendix);
        self.stored(table, result);
        self.stored(table, appendix);
        Ok(())
    }

    /// Keeps the object that stands for a constant.
    pub(crate) fn keep_constant(&mut self, question: Question, object: Ref) -> Result<(), VmError> {
        let number = self.image.questions.number(question);
        let appendix = self.new_reference_array("java/lang/Object", &[0])?;
        self.keep_answer(number, object, appendix)
    }

    /// Asks: a frame that finds the answer is pushed; the instruction runs again when it is done.
    pub(crate) fn ask(&mut self, thread: ThreadId, number: u32) -> Result<(), VmError> {
        self.note_linkage_question(number);
        let driver = self
            .known
            .link_driver
            .ok_or_else(|| VmError::Jdk("linked before boot".into()))?;
        let appendix = self.new_reference_array("java/lang/Object", &[0])?;
        self.push_args(thread, &[u64::from(appendix), u64::from(number)]);
        self.push_frame(thread, driver, ATOMIC_REGION)
    }

    /// First operation of the link driver: calls the JDK.
    pub(crate) fn link_call(&mut self, thread: ThreadId, may_execute: &mut bool) -> Result<Flow, VmError> {
        let natives = self.image.load(&mut self.heap, NATIVES)?;
        match self.check_initialised(thread, natives, may_execute)? {
            Check::Ready => {}
            Check::Pushed => return Ok(Flow::Next),
            Check::Park(pending) => return Ok(Flow::Park(pending)),
        }
        let (appendix, number) = self.link_locals(thread);
        match self.arguments(thread, number, appendix)? {
            Arguments::Thrown => {}
            Arguments::First(number) => self.ask(thread, number)?,
            Arguments::Load(target, arguments) => {
                let loader = arguments[0] as Ref;
                if self.locks_while_loading(loader) {
                    if let Some(pending) = self.enter(thread, loader, may_execute, false)? {
                        return Ok(Flow::Park(pending));
                    }
                    self.threads[thread.0 as usize].lock_frame(loader);
                    if self.answer(number).is_some() {
                        // Another thread has asked while this one waited.
                        self.drop_frame(thread);
                        return Ok(Flow::Next);
                    }
                }
                self.push_args(thread, &arguments);
                let flags = if target.class().is_user() { CALLBACK } else { 0 };
                self.push_frame(thread, target, flags)?;
            }
            Arguments::Ready(name, mut arguments) => {
                let target = natives
                    .methods
                    .iter()
                    .copied()
                    .find(|m| m.name == name)
                    .ok_or_else(|| VmError::Jdk(format!("{NATIVES}.{name} is missing")))?;
                // Java 11 to 20 also pass an index that serves error messages only.
                if name != "linkMethodHandleConstant" && name != "linkMethod" && target.params.get(1) == Some(&Ty::Int)
                {
                    arguments.insert(1, 0);
                }
                self.push_args(thread, &arguments);
                // All that is kept of linkage is the machine's own.
                self.push_frame(thread, target, ATOMIC_REGION | CONFINED)?;
            }
        }
        Ok(Flow::Next)
    }

    /// Second operation: keeps the answer.
    pub(crate) fn link_finish(&mut self, thread: ThreadId) -> Result<Flow, VmError> {
        let (appendix, number) = self.link_locals(thread);
        let result = self.threads[thread.0 as usize].peek(0) as Ref;
        if result == 0
            && let Some(Question::Loaded { name, .. }) = self.image.questions.list.get(number as usize)
        {
            let name = name.clone();
            self.drop_frame(thread);
            self.throw_new(thread, "java/lang/NoClassDefFoundError", Some(&name))?;
            return Ok(Flow::Next);
        }
        self.keep_answer(number, result, appendix)?;
        self.drop_frame(thread);
        Ok(Flow::Next)
    }

    fn link_locals(&self, thread: ThreadId) -> (Ref, u32) {
        let t = &self.threads[thread.0 as usize];
        let locals = self
            .image
            .method(t.method_id())
            .code
            .get()
            .map_or(2, |code| code.max_locals);
        let first = (t.fp - locals) as usize;
        (t.stack[first] as Ref, t.stack[first + 1] as u32)
    }

    // --- questions ---

    fn arguments(&mut self, thread: ThreadId, number: u32, appendix: Ref) -> Result<Arguments, VmError> {
        let question = self.image.questions.list[number as usize].clone();
        let answer = match question {
            Question::Type { host, descriptor } => self.type_arguments(thread, host, &descriptor)?,
            Question::Handle {
                host,
                kind,
                class,
                name,
                descriptor,
            } => self.handle_arguments(thread, host, kind, &class, &name, &descriptor)?,
            Question::Call {
                caller,
                owner,
                name,
                descriptor,
            } => self.call_arguments(thread, caller, owner, &name, &descriptor, appendix)?,
            Question::Site { method, pc } => self.site_arguments(thread, method, pc, appendix)?,
            Question::Dynamic {
                host,
                bootstrap,
                name,
                descriptor,
            } => self.dynamic_arguments(thread, host, bootstrap, &name, &descriptor)?,
            Question::Loaded { loader, name, .. } => Ok(self.load_arguments(loader, &name)?),
            Question::Patch { .. } => return Err(VmError::Class("a patched constant without its object".into())),
        };
        Ok(answer.unwrap_or_else(|first| first))
    }

    /// `ClassLoader.loadClass(String)`.
    fn load_arguments(&mut self, loader: u32, name: &str) -> Result<Arguments, VmError> {
        let loader = self.numbered_loader(loader);
        let class = self.image.load(&mut self.heap, "java/lang/ClassLoader")?;
        let load = self
            .image
            .named_method(class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;")?;
        let load = self.image.select(self.class_of(loader), load).unwrap_or(load);
        let name = self.literal(&name.replace('/', "."))?;
        Ok(Arguments::Load(load, [u64::from(loader), u64::from(name)]))
    }

    /// The class for which the link driver on top of the stack asks a loader, if an error is to say that it is missing.
    pub(crate) fn class_asked_for(&self, thread: ThreadId) -> Option<String> {
        let (_, number) = self.link_locals(thread);
        match self.image.questions.list.get(number as usize)? {
            Question::Loaded {
                name, plainly: false, ..
            } => Some(name.clone()),
            _ => None,
        }
    }

    fn type_arguments(
        &mut self,
        thread: ThreadId,
        host: ClassId,
        descriptor: &str,
    ) -> Result<Part<Arguments>, VmError> {
        let host = self.image.class(host.0);
        let (params, result) = split_descriptor(descriptor);
        let mut mirrors = Vec::new();
        for param in params.into_iter().chain([result]) {
            match self.mirror_or_throw(thread, host, param)? {
                Ok(mirror) => mirrors.push(mirror),
                Err(first) => return Ok(Err(first)),
            }
        }
        let result = mirrors.pop().unwrap_or_default();
        let params = self.new_reference_array("java/lang/Class", &mirrors)?;
        let arguments = vec![u64::from(result), u64::from(params)];
        Ok(Ok(Arguments::Ready("findMethodHandleType", arguments)))
    }

    fn handle_arguments(
        &mut self,
        thread: ThreadId,
        host: ClassId,
        kind: u8,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<Part<Arguments>, VmError> {
        let host = self.image.class(host.0);
        let owner = match self.class_or_throw(thread, host, class)? {
            Ok(mirror) => mirror,
            Err(first) => return Ok(Err(first)),
        };
        let ty = if descriptor.starts_with('(') {
            self.method_type(host, descriptor)
        } else {
            self.mirror_or_throw(thread, host, descriptor)?
        };
        let ty = match ty {
            Ok(ty) => ty,
            Err(first) => return Ok(Err(first)),
        };
        let name = self.literal(name)?;
        let arguments = [host.mirror.get(), u32::from(kind), owner, name, ty];
        Ok(Ok(Arguments::Ready(
            "linkMethodHandleConstant",
            arguments.map(u64::from).to_vec(),
        )))
    }

    fn call_arguments(
        &mut self,
        _thread: ThreadId,
        caller: ClassId,
        owner: ClassId,
        name: &str,
        descriptor: &str,
        appendix: Ref,
    ) -> Result<Part<Arguments>, VmError> {
        let (caller, owner) = (self.image.class(caller.0), self.image.class(owner.0));
        let ty = match self.method_type(caller, descriptor) {
            Ok(ty) => ty,
            Err(first) => return Ok(Err(first)),
        };
        let name = self.literal(name)?;
        let arguments = vec![
            u64::from(caller.mirror.get()),
            INVOKE_VIRTUAL,
            u64::from(owner.mirror.get()),
            u64::from(name),
            u64::from(ty),
            u64::from(appendix),
        ];
        Ok(Ok(Arguments::Ready("linkMethod", arguments)))
    }

    fn site_arguments(
        &mut self,
        thread: ThreadId,
        method: MethodId,
        pc: usize,
        appendix: Ref,
    ) -> Result<Part<Arguments>, VmError> {
        let method = self.image.method(method.0);
        let host = method.class();
        let site = crate::indy_intrinsics::dynamic_operand(method, pc)?;
        let (name, descriptor) = (&site.name_and_type.name, &site.name_and_type.descriptor);
        let ty = match self.method_type(host, descriptor) {
            Ok(ty) => ty,
            Err(first) => return Ok(Err(first)),
        };
        let (handle, statics) = match self.bootstrap(thread, host, site.attr_index)? {
            Ok(found) => found,
            Err(first) => return Ok(Err(first)),
        };
        let name = self.literal(name)?;
        let arguments = [host.mirror.get(), handle, name, ty, statics, appendix];
        Ok(Ok(Arguments::Ready("linkCallSite", arguments.map(u64::from).to_vec())))
    }

    fn dynamic_arguments(
        &mut self,
        thread: ThreadId,
        host: ClassId,
        bootstrap: u16,
        name: &str,
        descriptor: &str,
    ) -> Result<Part<Arguments>, VmError> {
        let host = self.image.class(host.0);
        let ty = match self.mirror_or_throw(thread, host, descriptor)? {
            Ok(ty) => ty,
            Err(first) => return Ok(Err(first)),
        };
        let (handle, statics) = match self.bootstrap(thread, host, bootstrap)? {
            Ok(found) => found,
            Err(first) => return Ok(Err(first)),
        };
        let name = self.literal(name)?;
        let arguments = [host.mirror.get(), handle, name, ty, statics];
        Ok(Ok(Arguments::Ready(
            "linkDynamicConstant",
            arguments.map(u64::from).to_vec(),
        )))
    }

    // --- parts of questions ---

    /// The type that a descriptor means to a class.
    fn mirror_or_throw(
        &mut self,
        thread: ThreadId,
        host: &'static Class,
        descriptor: &str,
    ) -> Result<Part<Ref>, VmError> {
        match crate::natives::named_in(descriptor) {
            Some(name) => self.class_or_throw(thread, host, name),
            None => Ok(Ok(self
                .image
                .primitive_class(&mut self.heap, Ty::of(descriptor))?
                .mirror
                .get())),
        }
    }

    fn class_or_throw(&mut self, thread: ThreadId, host: &'static Class, name: &str) -> Result<Part<Ref>, VmError> {
        Ok(match self.named_by(host, name)? {
            Named::Found(class) => Ok(class.mirror.get()),
            Named::Ask(question) => Err(Arguments::First(question)),
            Named::Shared => match self.resolve_class(thread, name)? {
                Some(class) => Ok(class.mirror.get()),
                None => Err(Arguments::Thrown),
            },
        })
    }

    fn known_answer(&mut self, question: Question) -> Part<Ref> {
        let number = self.image.questions.number(question);
        self.answer(number)
            .map(|(result, _)| result)
            .ok_or(Arguments::First(number))
    }

    fn method_type(&mut self, host: &'static Class, descriptor: &str) -> Part<Ref> {
        self.known_answer(Question::Type {
            host: host.id,
            descriptor: descriptor.to_owned(),
        })
    }

    /// A bootstrap method and its static arguments: null, the only one, or an array.
    fn bootstrap(&mut self, thread: ThreadId, host: &'static Class, index: u16) -> Result<Part<(Ref, Ref)>, VmError> {
        let entry = bootstrap_entry(host, index)?;
        let handle = match self.known_answer(handle_question(host, &entry.method)) {
            Ok(handle) => handle,
            Err(first) => return Ok(Err(first)),
        };
        let mut values = Vec::new();
        for (i, argument) in entry.arguments.iter().enumerate() {
            let dynamic = host
                .dynamic_arguments()
                .iter()
                .find(|d| d.bootstrap_method == index && usize::from(d.argument) == i);
            let value = match dynamic {
                Some(dynamic) => self.known_answer(dynamic_question(host, &dynamic.value)),
                None => self.static_argument(thread, host, argument)?,
            };
            match value {
                Ok(value) => values.push(value),
                Err(first) => return Ok(Err(first)),
            }
        }
        let statics = match values[..] {
            [] => 0,
            [only] => only,
            _ => self.new_reference_array("java/lang/Object", &values)?,
        };
        Ok(Ok((handle, statics)))
    }

    fn static_argument(
        &mut self,
        thread: ThreadId,
        host: &'static Class,
        argument: &BootstrapArgument<'static>,
    ) -> Result<Part<Ref>, VmError> {
        Ok(match argument {
            BootstrapArgument::LiteralConstant(literal) => Ok(match literal {
                LiteralConstant::Integer(v) => self.boxed(Ty::Int, u64::from(*v as u32))?,
                LiteralConstant::Float(v) => self.boxed(Ty::Float, u64::from(v.to_bits()))?,
                LiteralConstant::Long(v) => self.boxed(Ty::Long, *v as u64)?,
                LiteralConstant::Double(v) => self.boxed(Ty::Double, v.to_bits())?,
                LiteralConstant::String(_) | LiteralConstant::StringBytes(_) => {
                    let text = crate::image::load::literal_text(literal);
                    self.image.intern(&mut self.heap, &text)?
                }
            }),
            BootstrapArgument::ClassInfo(name) => self.class_or_throw(thread, host, name)?,
            BootstrapArgument::MethodHandle(handle) => self.known_answer(handle_question(host, handle)),
            BootstrapArgument::MethodType(descriptor) => self.method_type(host, descriptor),
        })
    }

    /// A wrapper object. The JDK boxes small ones again to meet its caches.
    pub(crate) fn boxed(&mut self, ty: Ty, raw: u64) -> Result<Ref, VmError> {
        let class = self.image.load(&mut self.heap, box_class(ty).0)?;
        let object = self.new_object(class)?;
        self.set_field(object, "value", ty.narrow(raw));
        Ok(object)
    }

    // --- instructions ---

    /// `ldc` of a constant that is computed: its value, or `None` after a frame was pushed that computes it.
    pub(crate) fn computed_constant(
        &mut self,
        thread: ThreadId,
        host: &'static Class,
        constant: &cafebabe::constant_pool::Loadable<'static>,
    ) -> Result<Option<(Ty, u64)>, VmError> {
        use cafebabe::constant_pool::Loadable;
        let (ty, question) = match constant {
            Loadable::MethodHandle(handle) => (Ty::Reference, handle_question(host, handle)),
            Loadable::MethodType(descriptor) => (
                Ty::Reference,
                Question::Type {
                    host: host.id,
                    descriptor: descriptor.to_string(),
                },
            ),
            Loadable::Dynamic(dynamic) => (
                Ty::of(&dynamic.name_and_type.descriptor),
                dynamic_question(host, dynamic),
            ),
            Loadable::LiteralConstant(_) | Loadable::ClassInfo(_) => {
                return Err(VmError::Class("a constant that needs no computation".into()));
            }
        };
        match self.known_answer(question) {
            Ok(value) if ty == Ty::Reference => Ok(Some((ty, u64::from(value)))),
            Ok(value) => Ok(Some((ty, ty.widen(self.field(value, "value"))))),
            Err(Arguments::First(number)) => {
                self.ask(thread, number)?;
                Ok(None)
            }
            Err(Arguments::Ready(..) | Arguments::Load(..) | Arguments::Thrown) => Ok(None),
        }
    }

    /// Rewrites an `invokedynamic` that has no short cut.
    pub(crate) fn link_by_jdk(
        &mut self,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
    ) -> Result<(), VmError> {
        let site = crate::indy_intrinsics::dynamic_operand(method, pc)?;
        let (params, _) = split_descriptor(&site.name_and_type.descriptor);
        let slots: u32 = params.iter().map(|p| Ty::of(p).slots()).sum();
        let number = self.image.questions.number(Question::Site { method: method.id, pc });
        code.instructions[pc].set(Instr {
            op: Op::InvokeLinkedQ,
            x: 0,
            a: slots as u16,
            b: number,
        });
        Ok(())
    }

    /// An instruction that calls an adapter: of an `invokedynamic`, or (`x` = 1) of a method handle.
    pub(crate) fn invoke_linked(
        &mut self,
        thread: ThreadId,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        if instr.x != 0 && self.threads[thread.0 as usize].peek(u32::from(instr.a) - 1) == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
            return Ok(Flow::Next);
        }
        let Some((member, appendix)) = self.answer(instr.b) else {
            self.ask(thread, instr.b)?;
            return Ok(Flow::Next);
        };
        let adapter = self.target_of(member)?;
        match self.check_initialised(thread, adapter.class(), may_execute)? {
            Check::Ready => {}
            Check::Pushed => return Ok(Flow::Next),
            Check::Park(pending) => return Ok(Flow::Park(pending)),
        }
        if appendix != 0 {
            self.push_args(thread, &[u64::from(appendix)]);
        }
        let flow = self.invoke(thread, adapter, may_execute)?;
        if appendix != 0 && matches!(flow, Flow::Park(_)) {
            self.threads[thread.0 as usize].sp -= 1;
        }
        Ok(flow)
    }

    /// `MethodHandle.invokeBasic`: the entry point of the handle's form, with the same arguments.
    pub(crate) fn invoke_basic(
        &mut self,
        thread: ThreadId,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let handle = self.threads[thread.0 as usize].peek(u32::from(instr.a) - 1) as Ref;
        if handle == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
            return Ok(Flow::Next);
        }
        let form = self.field(handle, "form") as Ref;
        let entry = self.field(form, "vmentry") as Ref;
        let target = self.target_of(entry)?;
        match self.check_initialised(thread, target.class(), may_execute)? {
            Check::Ready => self.invoke(thread, target, may_execute),
            Check::Pushed => Ok(Flow::Next),
            Check::Park(pending) => Ok(Flow::Park(pending)),
        }
    }

    /// `MethodHandle.linkToStatic` and its kin (`x`: the reference kind): the last argument names the method.
    pub(crate) fn link_to(&mut self, thread: ThreadId, instr: Instr, may_execute: &mut bool) -> Result<Flow, VmError> {
        let index = thread.0 as usize;
        let member = self.threads[index].peek(0) as Ref;
        if member == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
            return Ok(Flow::Next);
        }
        let named = self.target_of(member)?;
        let mut target = named;
        if named.is_static() {
            match self.check_initialised(thread, named.class(), may_execute)? {
                Check::Ready => {}
                Check::Pushed => return Ok(Flow::Next),
                Check::Park(pending) => return Ok(Flow::Park(pending)),
            }
        } else {
            let receiver = self.threads[index].peek(u32::from(instr.a) - 1) as Ref;
            if receiver == 0 {
                self.throw_new(thread, "java/lang/NullPointerException", None)?;
                return Ok(Flow::Next);
            }
            if instr.x != LINK_SPECIAL {
                match self.image.select(self.class_of(receiver), named) {
                    Some(selected) => target = selected,
                    None => {
                        let message = named.full_name();
                        self.throw_new(thread, "java/lang/AbstractMethodError", Some(&message))?;
                        return Ok(Flow::Next);
                    }
                }
            }
        }
        if target.native.get().is_some() || !target.has_code() {
            // A native may have to run again, with all its operands: a bridge holds them.
            target = self.plain_bridge(target)?;
        }
        self.used.weak_access |= rules::is_body_of_weak_mode(target);
        self.threads[index].sp -= 1;
        let flow = self.invoke(thread, target, may_execute)?;
        if matches!(flow, Flow::Park(_)) {
            self.threads[index].sp += 1;
        }
        Ok(flow)
    }

    /// The method that a resolved MemberName stands for.
    pub(crate) fn target_of(&self, member: Ref) -> Result<&'static Method, VmError> {
        let id = if member == 0 {
            0
        } else {
            self.field(member, MEMBER_TARGET)
        };
        match (id as u32).checked_sub(1) {
            Some(id) => Ok(self.image.method(id)),
            None => Err(VmError::NotModelled(format!(
                "a method handle without a target is not modelled, called at {}; this path was not checked",
                self.user_place(self.this_step.current)
            ))),
        }
    }
}

/// `x` of a `linkToSpecial` instruction.
pub(crate) const LINK_SPECIAL: u8 = 7;

/// The question that a CONSTANT_MethodHandle puts.
fn handle_question(host: &'static Class, handle: &MethodHandle<'static>) -> Question {
    let kind = match handle.kind {
        ReferenceKind::GetField => 1,
        ReferenceKind::GetStatic => 2,
        ReferenceKind::PutField => 3,
        ReferenceKind::PutStatic => 4,
        ReferenceKind::InvokeVirtual => 5,
        ReferenceKind::InvokeStatic => 6,
        ReferenceKind::InvokeSpecial => 7,
        ReferenceKind::NewInvokeSpecial => 8,
        ReferenceKind::InvokeInterface => 9,
    };
    Question::Handle {
        host: host.id,
        kind,
        class: handle.class_name.to_string(),
        name: handle.member_ref.name.to_string(),
        descriptor: handle.member_ref.descriptor.to_string(),
    }
}

fn dynamic_question(host: &'static Class, dynamic: &cafebabe::constant_pool::Dynamic<'static>) -> Question {
    Question::Dynamic {
        host: host.id,
        bootstrap: dynamic.attr_index,
        name: dynamic.name_and_type.name.to_string(),
        descriptor: dynamic.name_and_type.descriptor.to_string(),
    }
}

/// An entry of a class's BootstrapMethods attribute.
pub(crate) fn bootstrap_entry(
    host: &'static Class,
    index: u16,
) -> Result<&'static BootstrapMethodEntry<'static>, VmError> {
    host.file()
        .and_then(|f| {
            f.attributes.iter().find_map(|a| match &a.data {
                AttributeData::BootstrapMethods(entries) => entries.get(usize::from(index)),
                _ => None,
            })
        })
        .ok_or_else(|| VmError::Class(format!("class {} has no bootstrap method {index}", host.name)))
}
