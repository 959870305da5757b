//! `invokedynamic` and signature-polymorphic calls, linked natively; clones.
//!
//! The JDK's own linkage of one lambda or concatenation costs up to 150,000 method calls with locks and CAS, which
//! would all become interleavings. A call site is linked to a small generated class instead: a pure function of the
//! class file, never undone.

use cafebabe::attributes::BootstrapMethodEntry;
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{
    BootstrapArgument, InvokeDynamic, LiteralConstant, MemberRef, MethodHandle, ReferenceKind,
};
use dropwire_classes::cafebabe;

use crate::class_names::{Supers, hash_apart};
use crate::error::VmError;
use crate::generate::{
    self, ACCESS, CLONE, CONCAT, Component, Copied, FACTORY, LAMBDA, Label, Lambda, RECORD, Record, RecordMethod,
    SWITCH, Target, TargetKind, is_made_for_call_site,
};
use crate::heap::{ESCAPED, HEADER, Ref};
use crate::image::class::{Class, Field, HIDDEN, Method, Origin, access};
use crate::image::code::{Code, Instr, Op};
use crate::interpreter::flow::Flow;
use crate::linkage_questions::Question;
use crate::method_handle_linkage::bootstrap_entry;
use crate::rules;
use crate::thread::ThreadId;
use crate::types::{Ty, name_hash, split_descriptor};
use crate::vm::Vm;

/// The class `dropwire/Native`, which generated code calls.
pub(crate) fn native_class() -> Vec<u8> {
    const TEXTS: [&str; 32] = [
        generate::NATIVE,
        "java/lang/Object",
        "concat",
        "([Ljava/lang/String;)Ljava/lang/String;",
        "links",
        "[Ljava/lang/Object;",
        crate::unobserved_exceptions::FIRST,
        "Ljava/lang/Throwable;",
        crate::object_under_test::ABORTED_BY,
        crate::object_under_test::ABORT,
        crate::object_under_test::ABORT_DESCRIPTOR,
        crate::natives::memfs::FILES,
        crate::natives::memfs::OPEN_FILES,
        crate::object_under_test::CHOOSE,
        crate::object_under_test::CHOOSE_DESCRIPTOR,
        crate::object_under_test::RETURNED,
        crate::object_under_test::RETURNED_DESCRIPTOR,
        crate::natives::interned::INTERNED,
        crate::class_names::LOADERS,
        crate::domains::DOMAINS,
        generate::LOGGERS,
        generate::KEEP,
        generate::KEEP_DESCRIPTOR,
        crate::object_under_test::SCENARIO,
        crate::object_under_test::CALLS,
        crate::object_under_test::NEXT_CALL,
        crate::object_under_test::RECORD,
        crate::object_under_test::RECORD_DESCRIPTOR,
        crate::object_under_test::HISTORY,
        crate::object_under_test::HISTORY_DESCRIPTOR,
        crate::observed::INSTANCES,
        crate::natives::network::SOCKETS,
    ];
    // Magic, version 61, thirty-four constants: the texts, then the two classes named by the first two.
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 35];
    for text in TEXTS {
        bytes.extend([1, 0, text.len() as u8]);
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    // public final synthetic, this, super, no interfaces, twelve `private static` fields, nine `public static native` methods,
    // no attributes.
    bytes.extend([0x10, 0x31, 0, 33, 0, 34, 0, 0]);
    bytes.extend([0, 12, 0, 0x0a, 0, 5, 0, 6, 0, 0, 0, 0x0a, 0, 7, 0, 8, 0, 0]);
    bytes.extend([
        0, 0x0a, 0, 9, 0, 8, 0, 0, 0, 0x0a, 0, 12, 0, 6, 0, 0, 0, 0x0a, 0, 13, 0, 6, 0, 0,
    ]);
    bytes.extend([
        0, 0x0a, 0, 18, 0, 6, 0, 0, 0, 0x0a, 0, 19, 0, 6, 0, 0, 0, 0x0a, 0, 20, 0, 6, 0, 0, 0, 0x0a, 0, 21, 0, 6, 0, 0,
    ]);
    bytes.extend([
        0, 0x0a, 0, 29, 0, 30, 0, 0, 0, 0x0a, 0, 31, 0, 6, 0, 0, 0, 0x0a, 0, 32, 0, 6, 0, 0,
    ]);
    bytes.extend([0, 9, 0x01, 0x09, 0, 3, 0, 4, 0, 0, 0x01, 0x09, 0, 10, 0, 11, 0, 0]);
    bytes.extend([
        0x01, 0x09, 0, 14, 0, 15, 0, 0, 0x01, 0x09, 0, 16, 0, 17, 0, 0, 0x01, 0x09, 0, 22, 0, 23, 0, 0,
    ]);
    for method in [24, 25, 26] {
        bytes.extend([0x01, 0x09, 0, method, 0, 15, 0, 0]);
    }
    bytes.extend([0x01, 0x09, 0, 27, 0, 28, 0, 0, 0, 0]);
    bytes
}

impl Vm {
    /// Links an `invokedynamic` instruction and rewrites it.
    pub(crate) fn link_dynamic(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
    ) -> Result<Flow, VmError> {
        let host = method.class();
        let site = dynamic_operand(method, pc)?;
        let entry = bootstrap_entry(host, site.attr_index)?;
        let bootstrap = format!("{}.{}", entry.method.class_name, entry.method.member_ref.name);
        let descriptor: &str = &site.name_and_type.descriptor;
        let (short, site_name) = (short_name(&bootstrap), site_name(method, pc));
        let by_name = !host.apart && !host.is_made();
        let mut supers: Supers = (None, Vec::new());
        let name = if by_name {
            format!("{}$${short}${site_name}", host.name)
        } else {
            if short == LAMBDA {
                let (interfaces, _) = lambda_interfaces(descriptor, entry).map_err(VmError::Class)?;
                match self.classes_named_by(thread, host, interfaces.into_iter())? {
                    Some(classes) => supers.1 = classes,
                    None => return Ok(Flow::Next),
                }
            }
            let hash = hash_apart(host.hash, &supers);
            format!("{}$${short}${site_name}{HIDDEN}{hash:016x}", host.own_name())
        };
        if let Some(class) = self.image.loaded(&name) {
            // By an earlier boot: this machine began where it ended. Or on another path.
            self.note_made(class, host);
            code.instructions[pc].set(self.made_site(class, &bootstrap)?);
            return Ok(Flow::Next);
        }
        let bytes = match bootstrap.as_str() {
            // Who serialises it sees its `writeReplace`, which the JDK's own code makes. Those of the JDK are written by their names.
            "java/lang/invoke/LambdaMetafactory.altMetafactory" if host.is_user() && is_serializable(entry) => {
                self.link_by_jdk(method, code, pc)?;
                return Ok(Flow::Next);
            }
            "java/lang/invoke/LambdaMetafactory.metafactory" | "java/lang/invoke/LambdaMetafactory.altMetafactory" => {
                lambda_class(&name, &site.name_and_type.name, descriptor, entry)
            }
            "java/lang/invoke/StringConcatFactory.makeConcatWithConstants"
            | "java/lang/invoke/StringConcatFactory.makeConcat" => concat_class(&name, descriptor, entry),
            "java/lang/runtime/ObjectMethods.bootstrap" => record_class(&name, &site.name_and_type.name, host, entry),
            "java/lang/runtime/SwitchBootstraps.typeSwitch"
                if let Some(labels) = switch_labels(host, site.attr_index, entry) =>
            {
                generate::type_switch(&name, descriptor, &labels)
            }
            _ => {
                self.link_by_jdk(method, code, pc)?;
                return Ok(Flow::Next);
            }
        };
        let bytes = bytes.map_err(|e| VmError::Class(format!("{}: call site at {pc}: {e}", method.full_name())))?;
        let class = match by_name {
            true => self.define_made(bytes, host)?,
            false => self.define_made_apart(bytes, host, name, supers.1)?,
        };
        code.instructions[pc].set(self.made_site(class, &bootstrap)?);
        Ok(Flow::Next)
    }

    /// What a call site does whose class was made.
    fn made_site(&mut self, class: &'static Class, bootstrap: &str) -> Result<Instr, VmError> {
        if class.layout.is_empty() && bootstrap.contains("LambdaMetafactory") {
            // A lambda that captures nothing is one object forever.
            return Ok(Instr {
                op: Op::PushRef,
                x: 0,
                a: 0,
                b: self.eternal_instance(class)?,
            });
        }
        let make = made_method(class)?;
        Ok(Instr {
            op: Op::InvokestaticQ,
            x: 0,
            a: make.arg_slots,
            b: make.id.0,
        })
    }

    /// A class for a host whose names may mean something of their own.
    fn define_made_apart(
        &mut self,
        bytes: Vec<u8>,
        host: &'static Class,
        name: String,
        interfaces: Vec<&'static Class>,
    ) -> Result<&'static Class, VmError> {
        let object = self.image.load(&mut self.heap, "java/lang/Object")?;
        let class = self.link_apart(bytes, (origin_for(host), host.module), name, (Some(object), interfaces))?;
        self.image.made_for.insert(class.id, host);
        class.initialised_in_base.set(true);
        self.note_made(class, host);
        Ok(class)
    }

    /// What was made for a class has its loader, on each path.
    fn note_made(&mut self, class: &'static Class, host: &'static Class) {
        if class.apart {
            let (loader, domain) = (self.defining_loader(host), self.domain(host));
            self.note_definer(class, loader, domain);
        }
    }

    pub(crate) fn define_made(&mut self, bytes: Vec<u8>, host: &'static Class) -> Result<&'static Class, VmError> {
        let class = self.image.define(
            &mut self.heap,
            Box::leak(bytes.into_boxed_slice()),
            origin_for(host),
            host.module,
        )?;
        if host.apart || host.is_made() {
            self.image.made_for.insert(class.id, host);
        } else {
            let domain = self.domain(host);
            self.image.set_domain(&mut self.heap, class, domain);
        }
        // It has no initialiser: nothing to check, nothing to undo.
        class.initialised_in_base.set(true);
        Ok(class)
    }

    /// The class for whose call sites one was made: it is of the same nest.
    pub(crate) fn host_of_made(&self, class: &Class) -> Option<&'static Class> {
        if let Some(host) = self.image.made_for.get(&class.id) {
            return Some(host);
        }
        let end = class.name.rfind("$$").filter(|_| is_made_for_call_site(class))?;
        self.image.loaded(&class.name[..end])
    }

    fn eternal_instance(&mut self, class: &'static Class) -> Result<Ref, VmError> {
        let name = name_hash(class.name) ^ 0x1a3b_da00;
        if self.heap.is_base(class.mirror.get()) {
            let mut names = self.image.eternal_names.iter();
            let made = names.find(|(_, known)| **known == name);
            return made
                .map(|(object, _)| *object)
                .ok_or_else(|| VmError::Class(format!("no instance of {}", class.name)));
        }
        let object = self.image.allocate_fixed(&mut self.heap, HEADER)?;
        self.heap.set_pristine(object, u64::from(class.id.0));
        self.heap.set_pristine(object + 1, u64::from(ESCAPED));
        self.image.eternal_names.insert(object, name);
        Ok(object)
    }

    /// Rewrites a call of a signature-polymorphic method.
    pub(crate) fn link_polymorphic(
        &mut self,
        thread: ThreadId,
        caller: &'static Method,
        class: &'static Class,
        code: &'static Code,
        pc: usize,
        member: &MemberRef<'static>,
    ) -> Result<Flow, VmError> {
        let name: &str = &member.name_and_type.name;
        let (params, _) = split_descriptor(&member.name_and_type.descriptor);
        let arguments = params.iter().map(|p| Ty::of(p).slots()).sum::<u32>() as u16;
        let instr = |op, x, a, b| Instr { op, x, a, b };
        let linked = match (class.name, name) {
            ("java/lang/invoke/VarHandle", _) => instr(Op::InvokeVarHandleQ, 0, 1 + arguments, 0),
            (_, "invokeBasic") => instr(Op::InvokeBasicQ, 0, 1 + arguments, 0),
            (_, "linkToVirtual") => instr(Op::LinkToQ, 5, arguments, 0),
            (_, "linkToStatic") => instr(Op::LinkToQ, 6, arguments, 0),
            (_, "linkToSpecial") => instr(Op::LinkToQ, crate::method_handle_linkage::LINK_SPECIAL, arguments, 0),
            (_, "linkToInterface") => instr(Op::LinkToQ, 9, arguments, 0),
            (_, "invoke" | "invokeExact") => {
                let number = self.call_question(caller, class, member);
                instr(Op::InvokeLinkedQ, 1, 1 + arguments, number)
            }
            _ => {
                return Err(VmError::NotModelled(format!(
                    "MethodHandle.{name} is not modelled, called at {}; this path was not checked",
                    self.user_place(thread)
                )));
            }
        };
        code.instructions[pc].set(linked);
        Ok(Flow::Next)
    }

    fn call_question(&mut self, caller: &'static Method, owner: &'static Class, member: &MemberRef<'static>) -> u32 {
        self.image.questions.number(Question::Call {
            caller: caller.class().id,
            owner: owner.id,
            name: member.name_and_type.name.to_string(),
            descriptor: member.name_and_type.descriptor.to_string(),
        })
    }

    /// The object that stands for a string constant of an anonymous class.
    pub(crate) fn patched_constant(&self, host: &'static Class, text: &[u16]) -> Option<Ref> {
        if !host.is_made() || host.file().is_none() {
            return None;
        }
        let question = Question::Patch {
            host: host.id,
            text: text.to_vec(),
        };
        let number = self.image.questions.find(&question)?;
        self.answer(number).map(|(object, _)| object)
    }

    /// A method that only calls `target`, as it is.
    pub(crate) fn plain_bridge(&mut self, target: &'static Method) -> Result<&'static Method, VmError> {
        let (receiver, kind) = if target.is_static() {
            (String::new(), TargetKind::InvokeStatic)
        } else {
            (format!("L{};", target.class().own_name()), TargetKind::InvokeSpecial)
        };
        let from = format!("({receiver}{}", &target.descriptor[1..]);
        self.bridge_to(target, &from, kind)
    }

    /// A native method of a signature that no class file declares.
    pub(crate) fn intrinsic(
        &mut self,
        class: &'static Class,
        name: &str,
        descriptor: &str,
        is_static: bool,
    ) -> &'static Method {
        let key = (self.image.symbols.intern(name), self.image.symbols.intern(descriptor));
        if let Some(known) = self.image.intrinsics.get(&key) {
            return known;
        }
        let (params, result) = split_descriptor(descriptor);
        let params: Vec<Ty> = params.iter().map(|p| Ty::of(p)).collect();
        let slots = u32::from(!is_static) + params.iter().map(|p| p.slots()).sum::<u32>();
        let id = crate::types::MethodId(self.image.methods.len() as u32);
        let access = access::NATIVE | access::FINAL | access::SYNTHETIC | if is_static { access::STATIC } else { 0 };
        let names = (self.image.symbols.text(key.0), self.image.symbols.text(key.1));
        let made = Method::made(
            id,
            class.into(),
            key,
            names,
            access,
            slots as u16,
            (Ty::of(result), params),
        );
        let made: &'static Method = Box::leak(Box::new(made)).note_special();
        made.hash.set(name_hash(name) ^ name_hash(descriptor).rotate_left(31));
        self.image.methods.push(made);
        self.image.intrinsics.insert(key, made);
        made
    }

    /// A VarHandle operation: the implementation class of the handle has a static method of the same name, which
    /// ends in one access of `Unsafe`.
    pub(crate) fn invoke_var_handle(
        &mut self,
        thread: ThreadId,
        caller: &'static Method,
        pc: usize,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let code = self.code(caller)?;
        let slots = u32::from(code.instructions[pc].get().a);
        let handle = self.threads[thread.0 as usize].peek(slots - 1) as Ref;
        if handle == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
            return Ok(Flow::Next);
        }
        let opcode = caller
            .data()
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.opcodes.get(pc));
        let Some((_, Opcode::Invokevirtual(member))) = opcode else {
            return Err(VmError::Class(format!(
                "{}: no VarHandle call at {pc}",
                caller.full_name()
            )));
        };
        self.used.weak_access |= caller.class().is_user() && rules::is_weak_mode(&member.name_and_type.name);
        let class = self.class_of(handle);
        let name = &member.name_and_type.name;
        let exact = self.field(handle, "exact") != 0;
        if let Some(target) = implementation(class, name).filter(|_| !exact) {
            let site = &member.name_and_type.descriptor;
            if let Some(bridge) = self.var_handle_bridge(target, site)? {
                return self.invoke(thread, bridge, may_execute);
            }
        }
        // What has no direct access, and what does not fit: the JDK's own linkage decides.
        let owner = self.image.load(&mut self.heap, "java/lang/invoke/VarHandle")?;
        let instr = Instr {
            op: Op::InvokeLinkedQ,
            x: 1,
            a: slots as u16,
            b: self.call_question(caller, owner, member),
        };
        self.invoke_linked(thread, instr, may_execute)
    }

    /// `None`: the types of the call are not those of the access, or only after a conversion.
    fn var_handle_bridge(&mut self, target: &'static Method, site: &str) -> Result<Option<&'static Method>, VmError> {
        let sym = self.image.symbols.intern(site);
        let key = (target.id, sym.0 | 0x8000_0000);
        if let Some(id) = self.image.linked_sites.get(&key) {
            return Ok(Some(self.image.method(*id)));
        }
        if !erases_to(site, target) {
            return Ok(None);
        }
        let from = format!("(Ljava/lang/invoke/VarHandle;{}", &site[1..]);
        let bridge = self.bridge_to(target, &from, TargetKind::InvokeStatic)?;
        self.image.linked_sites.insert(key, bridge.id.0);
        Ok(Some(bridge))
    }

    /// A static method with the descriptor `from` that adapts its arguments and calls `target`.
    fn bridge_to(&mut self, target: &'static Method, from: &str, kind: TargetKind) -> Result<&'static Method, VmError> {
        let sym = self.image.symbols.intern(from);
        let key = (target.id, sym.0 | 0x4000_0000);
        if let Some(id) = self.image.linked_sites.get(&key) {
            return Ok(self.image.method(*id));
        }
        let name = format!(
            "{}$${ACCESS}${}${:016x}",
            target.class().name,
            target.name.replace(['<', '>'], "_"),
            name_hash(&format!("{from} {}", target.descriptor))
        );
        if let Some(class) = self.image.loaded(&name) {
            // By an earlier boot, as above.
            let make = made_method(class)?;
            self.image.linked_sites.insert(key, make.id.0);
            return Ok(make);
        }
        let owner = target.class().own_name();
        let to = Target {
            kind,
            class: &owner,
            name: target.name,
            descriptor: target.descriptor,
            interface: target.class().is_interface(),
        };
        let bytes =
            generate::bridge(&name, from, &to).map_err(|e| VmError::Class(format!("{}: {e}", target.full_name())))?;
        let class = self.define_made(bytes, target.class())?;
        let make = made_method(class)?;
        self.image.linked_sites.insert(key, make.id.0);
        Ok(make)
    }
}

impl Vm {
    /// The static method that makes a clone of an object of this class, field by field. None for a class that its name does not
    /// lead to, as a hidden one, and none where the machine keeps a field of its own (`hidden_fields`), which no bytecode copies.
    pub(crate) fn cloning(&mut self, class: &'static Class) -> Result<Option<&'static Method>, VmError> {
        let known = |vm: &Vm| vm.image.loaded(class.name).is_some_and(|found| found.id == class.id);
        if !known(self) {
            return Ok(None);
        }
        let name = format!("{}$${CLONE}${:016x}", class.name, class.hash);
        if let Some(made) = self.image.loaded(&name) {
            return made_method(made).map(Some);
        }
        let owners = std::iter::successors(Some(class), |class| class.superclass);
        let declared = owners.flat_map(|owner| owner.fields.iter().map(move |field| (owner, field)));
        let mut fields: Vec<(&Class, &Field)> = declared.filter(|(_, f)| f.access & access::STATIC == 0).collect();
        if fields.len() < class.layout.len() {
            return Ok(None);
        }
        // As they lie in memory.
        fields.sort_by_key(|(_, field)| field.slot);
        let owners: Vec<_> = fields.iter().map(|(owner, _)| owner.own_name()).collect();
        let copied: Vec<Copied> = fields
            .iter()
            .zip(&owners)
            .map(|((_, field), owner)| Copied {
                class: owner,
                name: field.name,
                descriptor: field.descriptor,
            })
            .collect();
        let bytes = generate::clone(&name, &class.own_name(), &copied)
            .map_err(|error| VmError::Class(format!("clone of {}: {error}", class.name)))?;
        let made = self.define_made(bytes, class)?;
        made_method(made).map(Some)
    }
}

fn origin_for(host: &Class) -> Origin {
    match host.is_user() {
        true => Origin::MadeForUser,
        false => Origin::MadeForJdk,
    }
}

/// Whether the types of a VarHandle's call differ from those of its access in classes only. The result may be dropped.
fn erases_to(site: &str, target: &Method) -> bool {
    let (params, result) = split_descriptor(site);
    let result = Ty::of(result);
    let types = params.iter().map(|p| Ty::of(p));
    target.params.iter().skip(1).copied().eq(types) && (result == target.result || result == Ty::Void)
}

fn implementation(class: &'static Class, name: &str) -> Option<&'static Method> {
    let mut current = Some(class);
    while let Some(c) = current {
        if let Some(found) = c.methods.iter().copied().find(|m| m.is_static() && m.name == name) {
            return Some(found);
        }
        current = c.superclass;
    }
    None
}

fn made_method(class: &'static Class) -> Result<&'static Method, VmError> {
    class
        .methods
        .iter()
        .copied()
        .find(|m| m.name == FACTORY)
        .ok_or_else(|| VmError::Class(format!("{} was generated without its factory", class.name)))
}

/// The operand of the `invokedynamic` at `pc`.
pub(crate) fn dynamic_operand(method: &'static Method, pc: usize) -> Result<&'static InvokeDynamic<'static>, VmError> {
    let opcode = method
        .data()
        .and_then(|d| d.bytecode.as_ref())
        .and_then(|b| b.opcodes.get(pc));
    match opcode {
        Some((_, Opcode::Invokedynamic(site))) => Ok(site),
        _ => Err(VmError::Class(format!(
            "{}: no invokedynamic at {pc}",
            method.full_name()
        ))),
    }
}

fn short_name(bootstrap: &str) -> &'static str {
    if bootstrap.contains("Lambda") {
        LAMBDA
    } else if bootstrap.contains("Concat") {
        CONCAT
    } else if bootstrap.contains("Switch") {
        SWITCH
    } else {
        RECORD
    }
}

/// Names a call site by its method and instruction: the same in every run.
fn site_name(method: &Method, pc: usize) -> String {
    let index = method
        .class()
        .methods
        .iter()
        .position(|m| m.id == method.id)
        .unwrap_or(0);
    format!("{index}_{pc}")
}

fn target<'a>(handle: &'a MethodHandle<'static>) -> Target<'a> {
    let kind = match handle.kind {
        ReferenceKind::GetField => TargetKind::GetField,
        ReferenceKind::GetStatic => TargetKind::GetStatic,
        ReferenceKind::PutField => TargetKind::PutField,
        ReferenceKind::PutStatic => TargetKind::PutStatic,
        ReferenceKind::InvokeVirtual => TargetKind::InvokeVirtual,
        ReferenceKind::InvokeStatic => TargetKind::InvokeStatic,
        ReferenceKind::InvokeSpecial => TargetKind::InvokeSpecial,
        ReferenceKind::NewInvokeSpecial => TargetKind::NewInvokeSpecial,
        ReferenceKind::InvokeInterface => TargetKind::InvokeInterface,
    };
    Target {
        kind,
        class: &handle.class_name,
        name: &handle.member_ref.name,
        descriptor: &handle.member_ref.descriptor,
        interface: matches!(handle.member_kind, cafebabe::constant_pool::MemberKind::InterfaceMethod),
    }
}

/// `LambdaMetafactory.FLAG_SERIALIZABLE`.
const SERIALIZABLE: i32 = 1;

fn is_serializable(entry: &BootstrapMethodEntry<'static>) -> bool {
    int_argument(entry.arguments.get(3)) & SERIALIZABLE != 0
}

const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// The interfaces of a lambda, the functional one first, and the arguments of the metafactory that follow those.
fn lambda_interfaces(
    captured: &'static str,
    entry: &'static BootstrapMethodEntry<'static>,
) -> Result<(Vec<&'static str>, std::slice::Iter<'static, BootstrapArgument<'static>>), String> {
    let (_, interface) = split_descriptor(captured);
    let interface = interface
        .strip_prefix('L')
        .and_then(|i| i.strip_suffix(';'))
        .ok_or("not an interface")?;
    let mut interfaces = vec![interface];
    let flags = int_argument(entry.arguments.get(3));
    let mut rest = entry.arguments.get(4..).unwrap_or_default().iter();
    if flags & SERIALIZABLE != 0 {
        interfaces.push("java/io/Serializable");
    }
    if flags & MARKERS != 0 {
        let count = int_argument(rest.next());
        for _ in 0..count {
            if let Some(BootstrapArgument::ClassInfo(marker)) = rest.next() {
                interfaces.push(marker);
            }
        }
    }
    interfaces.dedup();
    Ok((interfaces, rest))
}

fn lambda_class(
    name: &str,
    method: &str,
    captured: &'static str,
    entry: &'static BootstrapMethodEntry<'static>,
) -> Result<Vec<u8>, String> {
    let (
        Some(BootstrapArgument::MethodType(erased)),
        Some(BootstrapArgument::MethodHandle(handle)),
        Some(BootstrapArgument::MethodType(instantiated)),
    ) = (entry.arguments.first(), entry.arguments.get(1), entry.arguments.get(2))
    else {
        return Err("unexpected arguments of LambdaMetafactory".into());
    };
    let (interfaces, mut rest) = lambda_interfaces(captured, entry)?;
    let mut bridges: Vec<&str> = Vec::new();
    if int_argument(entry.arguments.get(3)) & BRIDGES != 0 {
        let count = int_argument(rest.next());
        for _ in 0..count {
            if let Some(BootstrapArgument::MethodType(bridge)) = rest.next() {
                bridges.push(bridge);
            }
        }
    }
    generate::lambda(&Lambda {
        name,
        interfaces: &interfaces,
        method,
        erased,
        instantiated,
        bridges: &bridges,
        captured,
        target: target(handle),
    })
}

fn int_argument(argument: Option<&BootstrapArgument<'static>>) -> i32 {
    match argument {
        Some(BootstrapArgument::LiteralConstant(LiteralConstant::Integer(v))) => *v,
        _ => 0,
    }
}

fn concat_class(
    name: &str,
    descriptor: &str,
    entry: &'static BootstrapMethodEntry<'static>,
) -> Result<Vec<u8>, String> {
    let (params, _) = split_descriptor(descriptor);
    let mut recipe = vec![1u16; params.len()];
    let mut constants = Vec::new();
    for (i, argument) in entry.arguments.iter().enumerate() {
        let BootstrapArgument::LiteralConstant(literal) = argument else {
            return Err("a class or method handle as constant of a concatenation".into());
        };
        let text = match literal {
            LiteralConstant::Integer(v) => v.to_string().encode_utf16().collect(),
            LiteralConstant::Long(v) => v.to_string().encode_utf16().collect(),
            LiteralConstant::Float(_) | LiteralConstant::Double(_) => {
                return Err("a floating-point constant of a concatenation".into());
            }
            LiteralConstant::String(_) | LiteralConstant::StringBytes(_) => crate::image::load::literal_text(literal),
        };
        if i == 0 {
            recipe = text;
        } else {
            constants.push(text);
        }
    }
    generate::concat(name, descriptor, &recipe, &constants)
}

/// The labels of a switch, if all are such as are selected by class, text or number.
fn switch_labels(
    host: &'static Class,
    bootstrap: u16,
    entry: &'static BootstrapMethodEntry<'static>,
) -> Option<Vec<Label<'static>>> {
    let computed = host
        .dynamic_arguments()
        .iter()
        .any(|known| known.bootstrap_method == bootstrap);
    let label = |argument: &'static BootstrapArgument<'static>| match argument {
        BootstrapArgument::ClassInfo(class) => Some(Label::Class(class)),
        BootstrapArgument::LiteralConstant(LiteralConstant::Integer(number)) => Some(Label::Number(*number)),
        BootstrapArgument::LiteralConstant(
            literal @ (LiteralConstant::String(_) | LiteralConstant::StringBytes(_)),
        ) => Some(Label::Text(crate::image::load::literal_text(literal))),
        BootstrapArgument::LiteralConstant(
            LiteralConstant::Long(_) | LiteralConstant::Float(_) | LiteralConstant::Double(_),
        )
        | BootstrapArgument::MethodHandle(_)
        | BootstrapArgument::MethodType(_) => None,
    };
    (!computed).then(|| entry.arguments.iter().map(label).collect())?
}

fn record_class(
    name: &str,
    method: &str,
    host: &'static Class,
    entry: &'static BootstrapMethodEntry<'static>,
) -> Result<Vec<u8>, String> {
    let which = match method {
        "toString" => RecordMethod::ToString,
        "hashCode" => RecordMethod::HashCode,
        "equals" => RecordMethod::Equals,
        other => return Err(format!("record method {other}")),
    };
    let mut components = Vec::new();
    for argument in entry.arguments.iter().skip(2) {
        let BootstrapArgument::MethodHandle(handle) = argument else {
            return Err("a component without getter".into());
        };
        components.push(Component {
            name: &handle.member_ref.name,
            descriptor: &handle.member_ref.descriptor,
        });
    }
    generate::record(
        name,
        which,
        &Record {
            class: &host.own_name(),
            simple_name: &crate::image::inner_classes::simple_name(host),
            components: &components,
        },
    )
}
