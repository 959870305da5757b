//! `invokedynamic` and signature-polymorphic calls, linked natively.
//!
//! The JDK's own linkage of one lambda or concatenation costs up to 150,000 method calls with locks and CAS, which
//! would all become interleavings. A call site is linked to a small generated class instead: a pure function of the
//! class file, never undone.

use cafebabe::attributes::{AttributeData, BootstrapMethodEntry};
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{BootstrapArgument, LiteralConstant, MemberRef, MethodHandle, ReferenceKind};
use dropwire_classes::cafebabe;

use crate::error::VmError;
use crate::generate::{self, Component, Lambda, Record, RecordMethod, Target, TargetKind};
use crate::heap::{ESCAPED, HEADER, Ref};
use crate::image::class::{Class, Method, Origin};
use crate::image::code::{Code, Instr, Op};
use crate::interpreter::Flow;
use crate::thread::ThreadId;
use crate::types::{Ty, name_hash, split_descriptor};
use crate::vm::Vm;

/// The class `dropwire/Native`, which generated code calls.
pub(crate) fn native_class() -> Vec<u8> {
    const TEXTS: [&str; 4] = [
        generate::NATIVE,
        "java/lang/Object",
        "concat",
        "([Ljava/lang/String;)Ljava/lang/String;",
    ];
    // Magic, version 61, six constants: four texts, then the two classes named by the first two.
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 7];
    for text in TEXTS {
        bytes.extend([1, 0, text.len() as u8]);
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    // public final synthetic, this, super, no interfaces, no fields, one `public static native` method, no attributes.
    bytes.extend([
        0x10, 0x31, 0, 5, 0, 6, 0, 0, 0, 0, 0, 1, 0x01, 0x09, 0, 3, 0, 4, 0, 0, 0, 0,
    ]);
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
        let opcode = method
            .data
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.opcodes.get(pc));
        let Some((_, Opcode::Invokedynamic(site))) = opcode else {
            return Err(VmError::Class(format!(
                "{}: no invokedynamic at {pc}",
                method.full_name()
            )));
        };
        let entry = bootstrap_entry(host, site.attr_index)?;
        let bootstrap = format!("{}.{}", entry.method.class_name, entry.method.member_ref.name);
        let name = format!("{}$${}${}", host.name, short_name(&bootstrap), site_name(method, pc));
        let descriptor: &str = &site.name_and_type.descriptor;
        let bytes = match bootstrap.as_str() {
            "java/lang/invoke/LambdaMetafactory.metafactory" | "java/lang/invoke/LambdaMetafactory.altMetafactory" => {
                lambda_class(&name, &site.name_and_type.name, descriptor, entry)
            }
            "java/lang/invoke/StringConcatFactory.makeConcatWithConstants"
            | "java/lang/invoke/StringConcatFactory.makeConcat" => concat_class(&name, descriptor, entry),
            "java/lang/runtime/ObjectMethods.bootstrap" => record_class(&name, &site.name_and_type.name, host, entry),
            _ => {
                return Err(VmError::NotModelled(format!(
                    "invokedynamic with bootstrap method {} is not modelled, at {}; this path was not checked",
                    bootstrap.replace('/', "."),
                    self.user_place(thread)
                )));
            }
        };
        let bytes = bytes.map_err(|e| VmError::Class(format!("{}: call site at {pc}: {e}", method.full_name())))?;
        let class = self.define_made(bytes, host)?;
        let instr = if class.layout.is_empty() && bootstrap.contains("LambdaMetafactory") {
            // A lambda that captures nothing is one object for ever.
            Instr {
                op: Op::PushRef,
                x: 0,
                a: 0,
                b: self.eternal_instance(class)?,
            }
        } else {
            let make = made_method(class)?;
            Instr {
                op: Op::InvokestaticQ,
                x: 0,
                a: make.arg_slots,
                b: make.id.0,
            }
        };
        code.instructions[pc].set(instr);
        Ok(Flow::Next)
    }

    fn define_made(&mut self, bytes: Vec<u8>, host: &'static Class) -> Result<&'static Class, VmError> {
        let origin = if host.is_user() {
            Origin::MadeForUser
        } else {
            Origin::MadeForJdk
        };
        let class = self
            .image
            .define(&mut self.heap, Box::leak(bytes.into_boxed_slice()), origin, host.module)?;
        // It has no initialiser: nothing to check, nothing to undo.
        class.initialised_in_base.set(true);
        Ok(class)
    }

    fn eternal_instance(&mut self, class: &'static Class) -> Result<Ref, VmError> {
        let object = self.image.allocate_fixed(&mut self.heap, HEADER)?;
        self.heap.set_pristine(object, u64::from(class.id.0));
        self.heap.set_pristine(object + 1, u64::from(ESCAPED));
        self.image
            .eternal_names
            .insert(object, name_hash(class.name) ^ 0x1a3b_da00);
        Ok(object)
    }

    /// Rewrites a call of a signature-polymorphic method.
    pub(crate) fn link_polymorphic(
        &mut self,
        thread: ThreadId,
        class: &'static Class,
        code: &'static Code,
        pc: usize,
        member: &MemberRef<'static>,
    ) -> Result<Flow, VmError> {
        if class.name != "java/lang/invoke/VarHandle" {
            return Err(VmError::NotModelled(format!(
                "MethodHandle.{} is not modelled, called at {}; this path was not checked",
                member.name_and_type.name,
                self.user_place(thread)
            )));
        }
        let (params, _) = split_descriptor(&member.name_and_type.descriptor);
        let slots = 1 + params.iter().map(|p| Ty::of(p).slots()).sum::<u32>();
        code.instructions[pc].set(Instr {
            op: Op::InvokeVarHandleQ,
            x: 0,
            a: slots as u16,
            b: 0,
        });
        Ok(Flow::Next)
    }

    /// A VarHandle operation: the implementation class of the handle has a static method of the same name, which
    /// ends in one access of `Unsafe`.
    pub(crate) fn invoke_var_handle(
        &mut self,
        thread: ThreadId,
        caller: &'static Method,
        pc: usize,
        permit: &mut bool,
    ) -> Result<Flow, VmError> {
        let code = self.code(caller)?;
        let slots = u32::from(code.instructions[pc].get().a);
        let handle = self.threads[thread.0 as usize].peek(slots - 1) as Ref;
        if handle == 0 {
            self.throw_new(thread, "java/lang/NullPointerException", None)?;
            return Ok(Flow::Next);
        }
        let opcode = caller
            .data
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.opcodes.get(pc));
        let Some((_, Opcode::Invokevirtual(member))) = opcode else {
            return Err(VmError::Class(format!(
                "{}: no VarHandle call at {pc}",
                caller.full_name()
            )));
        };
        const WEAK: [&str; 3] = ["Opaque", "Acquire", "Release"];
        self.used.weak_access |=
            caller.class().is_user() && WEAK.iter().any(|weak| member.name_and_type.name.contains(weak));
        let class = self.class_of(handle);
        let name = &member.name_and_type.name;
        let target = implementation(class, name).ok_or_else(|| {
            VmError::NotModelled(format!(
                "VarHandle.{name} on {} is not modelled, called at {}; this path was not checked",
                class.binary_name(),
                self.user_place(thread)
            ))
        })?;
        let site = &member.name_and_type.descriptor;
        let bridge = self.var_handle_bridge(caller, target, site)?;
        self.invoke(thread, bridge, permit)
    }

    fn var_handle_bridge(
        &mut self,
        caller: &'static Method,
        target: &'static Method,
        site: &str,
    ) -> Result<&'static Method, VmError> {
        let sym = self.image.symbols.intern(site);
        let key = (target.id, sym.0 | 0x8000_0000);
        if let Some(id) = self.image.linked_sites.get(&key) {
            return Ok(self.image.method(*id));
        }
        let name = format!("{}$$Access${}${}", target.class().name, target.name, sym.0);
        let from = format!("(Ljava/lang/invoke/VarHandle;{}", &site[1..]);
        let to = Target {
            kind: TargetKind::InvokeStatic,
            class: target.class().name,
            name: target.name,
            descriptor: target.descriptor,
            interface: false,
        };
        let bytes = generate::bridge(&name, &from, &to)
            .map_err(|e| VmError::Class(format!("{}: VarHandle call: {e}", caller.full_name())))?;
        let class = self.define_made(bytes, target.class())?;
        let make = made_method(class)?;
        self.image.linked_sites.insert(key, make.id.0);
        Ok(make)
    }
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
        .find(|m| m.name == "make")
        .ok_or_else(|| VmError::Class(format!("{} was generated without its factory", class.name)))
}

fn bootstrap_entry(host: &'static Class, index: u16) -> Result<&'static BootstrapMethodEntry<'static>, VmError> {
    host.file
        .and_then(|f| {
            f.attributes.iter().find_map(|a| match &a.data {
                AttributeData::BootstrapMethods(entries) => entries.get(usize::from(index)),
                _ => None,
            })
        })
        .ok_or_else(|| VmError::Class(format!("class {} has no bootstrap method {index}", host.name)))
}

fn short_name(bootstrap: &str) -> &'static str {
    if bootstrap.contains("Lambda") {
        "Lambda"
    } else if bootstrap.contains("Concat") {
        "Concat"
    } else {
        "Record"
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

fn lambda_class(
    name: &str,
    method: &str,
    captured: &str,
    entry: &'static BootstrapMethodEntry<'static>,
) -> Result<Vec<u8>, String> {
    const SERIALIZABLE: i32 = 1;
    const MARKERS: i32 = 2;
    const BRIDGES: i32 = 4;
    let (
        Some(BootstrapArgument::MethodType(erased)),
        Some(BootstrapArgument::MethodHandle(handle)),
        Some(BootstrapArgument::MethodType(instantiated)),
    ) = (entry.arguments.first(), entry.arguments.get(1), entry.arguments.get(2))
    else {
        return Err("unexpected arguments of LambdaMetafactory".into());
    };
    let (_, interface) = split_descriptor(captured);
    let interface = interface
        .strip_prefix('L')
        .and_then(|i| i.strip_suffix(';'))
        .ok_or("not an interface")?;
    let mut interfaces = vec![interface];
    let mut bridges: Vec<&str> = Vec::new();
    let mut rest = entry.arguments.iter().skip(3);
    let flags = int_argument(rest.next());
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
    if flags & BRIDGES != 0 {
        let count = int_argument(rest.next());
        for _ in 0..count {
            if let Some(BootstrapArgument::MethodType(bridge)) = rest.next() {
                bridges.push(bridge);
            }
        }
    }
    interfaces.dedup();
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
    let simple = host.name.rsplit(['/', '$']).next().unwrap_or(host.name);
    // A local record is named `Outer$1Name`.
    let simple = simple.trim_start_matches(|c: char| c.is_ascii_digit());
    generate::record(
        name,
        which,
        &Record {
            class: host.name,
            simple_name: simple,
            components: &components,
        },
    )
}
