//! Places in code, named so that neither lines nor compilers matter, and as a reader wants them.

use cafebabe::attributes::AttributeData;
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::BootstrapArgument;
use dropwire_classes::cafebabe;
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::{ThreadId, Vm, rules};

use crate::facts::location::Location;

/// A method and an instruction in it.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The method.
    pub method: &'static Method,
    /// Index of the decoded instruction.
    pub pc: u32,
}

impl Site {
    /// The topmost frame of user code, else the topmost frame.
    pub fn of_thread(vm: &Vm, thread: ThreadId) -> Option<Site> {
        let mut top = None;
        for site in frames(vm, thread) {
            if site.is_user() {
                return Some(site);
            }
            top.get_or_insert(site);
        }
        top
    }

    /// Where the last step wrote a field that a property speaks of; else where the thread is that made it.
    pub fn of_last_write(vm: &Vm) -> Option<Site> {
        match vm.this_step.wrote {
            Some((method, pc)) => Some(Site {
                method: vm.image.method(method),
                pc,
            }),
            // Who moved last may have been on a path that was taken back.
            None => vm
                .threads
                .get(vm.this_step.current.0 as usize)
                .and_then(|_| Site::of_thread(vm, vm.this_step.current)),
        }
    }

    /// Whether the user wrote this method, and not a test framework.
    pub fn is_user(&self) -> bool {
        let class = self.method.class();
        class.is_user() && !class.is_made() && !rules::is_test_library(class.name)
    }

    /// Class, method, file and line.
    pub fn location(&self) -> Location {
        let class = self.method.class();
        Location {
            class: class.binary_name(),
            method: self.method.name.to_owned(),
            file: class.source_file.map(str::to_owned),
            line: self.method.line(self.pc),
        }
    }

    /// Binary class name, enclosing source method with descriptor, and the ordinal of this line among the lines of
    /// the method that do the same: stable when code elsewhere changes, and across compilers.
    pub fn identity(&self) -> String {
        let shape = self.shape(self.pc);
        let mut lines: Vec<u32> = Vec::new();
        let count = self.opcodes().len() as u32;
        for pc in 0..count {
            if self.shape(pc) == shape
                && let Some(line) = self.method.line(pc)
                && !lines.contains(&line)
            {
                lines.push(line);
            }
        }
        lines.sort_unstable();
        let line = self.method.line(self.pc).unwrap_or(0);
        let ordinal = lines.iter().position(|l| *l == line).unwrap_or(0);
        format!("{}|{shape}|{ordinal}", self.source_method())
    }

    /// The method in the source that contains this one: a lambda's body belongs to the method that it is written in,
    /// an anonymous class to the method that creates it.
    pub fn source_method(&self) -> String {
        source_method(self.method, 0)
    }

    /// Where its method calls a fence of `VarHandle` or `Unsafe`.
    pub(crate) fn fence(&self) -> Option<Site> {
        let calls_one = |opcode: &Opcode| match opcode {
            Opcode::Invokestatic(m) | Opcode::Invokevirtual(m) => {
                let class = ["java/lang/invoke/VarHandle", "sun/misc/Unsafe"].contains(&m.class_name.as_ref());
                class && m.name_and_type.name.ends_with("Fence")
            }
            _ => false,
        };
        let at = self.opcodes().iter().position(|(_, opcode)| calls_one(opcode))?;
        Some(Site {
            method: self.method,
            pc: at as u32,
        })
    }

    pub(crate) fn opcodes(&self) -> &'static [(usize, Opcode<'static>)] {
        opcodes(self.method)
    }

    /// Whether it calls a constructor: what was thrown here and not by its callee, somebody made.
    pub(crate) fn calls_constructor(&self) -> bool {
        let opcode = self.opcodes().get(self.pc as usize).map(|(_, opcode)| opcode);
        matches!(opcode, Some(Opcode::Invokespecial(method)) if method.name_and_type.name == "<init>")
    }

    /// What an instruction does, without its place: reads and writes of a field count as one.
    fn shape(&self, pc: u32) -> String {
        let Some((_, opcode)) = self.opcodes().get(pc as usize) else {
            return String::new();
        };
        match opcode {
            Opcode::Getfield(m) | Opcode::Putfield(m) | Opcode::Getstatic(m) | Opcode::Putstatic(m) => {
                format!("field {}.{}", m.class_name, m.name_and_type.name)
            }
            Opcode::Invokestatic(m)
            | Opcode::Invokespecial(m)
            | Opcode::Invokevirtual(m)
            | Opcode::Invokeinterface(m, _) => {
                format!("call {}.{}", m.class_name, m.name_and_type.name)
            }
            Opcode::Monitorenter => "lock".into(),
            Opcode::Athrow => "throw".into(),
            Opcode::Iaload
            | Opcode::Laload
            | Opcode::Faload
            | Opcode::Daload
            | Opcode::Aaload
            | Opcode::Baload
            | Opcode::Caload
            | Opcode::Saload
            | Opcode::Iastore
            | Opcode::Lastore
            | Opcode::Fastore
            | Opcode::Dastore
            | Opcode::Aastore
            | Opcode::Bastore
            | Opcode::Castore
            | Opcode::Sastore => "element".into(),
            Opcode::New(name) => format!("new {name}"),
            _ => "code".into(),
        }
    }
}

/// The frames of a thread that show Java code, topmost first.
pub fn frames(vm: &Vm, thread: ThreadId) -> impl Iterator<Item = Site> + '_ {
    vm.thread(thread).frames().filter_map(|(_, method, pc)| {
        let method = vm.image.method(method);
        (!method.code.get().is_some_and(|c| c.internal)).then_some(Site { method, pc })
    })
}

/// Frames of one stack at most: recursion shows nothing after that.
const FRAMES: usize = 24;

/// A stack as it is shown: of neighbouring library frames only the topmost.
pub(crate) fn shown(sites: impl Iterator<Item = Site>) -> Vec<Location> {
    let mut shown = Vec::new();
    let mut in_library = false;
    for site in sites.filter(|site| !site.method.class().is_made()) {
        let library = !site.is_user();
        if !(library && in_library) {
            shown.push(Site::location(&site));
        }
        in_library = library;
        if shown.len() == FRAMES {
            break;
        }
    }
    shown
}

fn source_method(method: &'static Method, depth: usize) -> String {
    let class = method.class();
    if depth < 8
        && method.name.starts_with("lambda$")
        && let Some(outer) = lambda_host(class, method)
    {
        return format!("{}/lambda", source_method(outer, depth + 1));
    }
    if let Some((outer_class, outer_method)) = enclosing_method(class) {
        return format!(
            "{outer_class}.{outer_method}/anonymous.{}{}",
            method.name, method.descriptor
        );
    }
    format!("{}.{}{}", class.binary_name(), method.name, method.descriptor)
}

/// The instructions of a method; none where it has no code.
pub(crate) fn opcodes(method: &Method) -> &'static [(usize, Opcode<'static>)] {
    let bytecode = method.data().and_then(|data| data.bytecode.as_ref());
    bytecode.map(|bytecode| &bytecode.opcodes[..]).unwrap_or_default()
}

/// The methods of a class that one of its `invokedynamic` makes objects of; `bootstrap`: the number of its bootstrap method.
pub(crate) fn lambda_bodies(class: &'static Class, bootstrap: u16) -> impl Iterator<Item = &'static Method> {
    let attributes = class.file().map(|file| &file.attributes[..]).unwrap_or_default();
    let entries = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::BootstrapMethods(entries) => Some(entries),
        _ => None,
    });
    let entry = entries.and_then(|entries| entries.get(usize::from(bootstrap)));
    let arguments = entry.map(|entry| &entry.arguments[..]).unwrap_or_default();
    class.methods.iter().copied().filter(|method| {
        arguments.iter().any(|argument| {
            matches!(argument, BootstrapArgument::MethodHandle(handle)
                if handle.member_ref.name == method.name && handle.member_ref.descriptor == method.descriptor)
        })
    })
}

/// The method with the `invokedynamic` whose implementation is this lambda body.
fn lambda_host(class: &'static Class, lambda: &Method) -> Option<&'static Method> {
    class.methods.iter().copied().find(|method| {
        opcodes(method).iter().any(|(_, opcode)| match opcode {
            Opcode::Invokedynamic(made) => lambda_bodies(class, made.attr_index).any(|body| body.id == lambda.id),
            _ => false,
        })
    })
}

/// Class and method that an anonymous or local class is in; `None` for others, whose name is their own.
fn enclosing_method(class: &Class) -> Option<(String, String)> {
    let last = class.name.rsplit('$').next()?;
    if !class.name.contains('$') || !last.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    class.file()?.attributes.iter().find_map(|a| match &a.data {
        AttributeData::EnclosingMethod { class_name, method } => {
            let method = method
                .as_ref()
                .map_or_else(|| "<clinit>".into(), |m| format!("{}{}", m.name, m.descriptor));
            Some((class_name.replace('/', "."), method))
        }
        _ => None,
    })
}

/// The part of a binary class name that a reader needs: `Till$Drawer` of `shop.Till$Drawer`.
pub fn simple_name(binary: &str) -> &str {
    binary.rsplit('.').next().unwrap_or(binary)
}
