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
    /// the method that do the same: stable when code elsewhere changes, and across compilers. Without lines, the ordinal of the instruction.
    pub fn identity(&self, vm: &Vm) -> String {
        let shape = self.shape(self.pc);
        let of = self.first_copy(&shape);
        let bodies = bodies(of.method);
        // Where there are lines, the instructions of one line in one body are one place.
        let place = |number: usize, site: Site| match site.method.line(site.pc) {
            Some(line) => (Some(line), number, 0),
            None => (None, number, site.pc),
        };
        let mut alike = Vec::new();
        let mut own = None;
        for (number, method) in bodies.into_iter().enumerate() {
            let sites = (0..opcodes(method).len() as u32).map(|pc| Site { method, pc });
            let here = sites.filter(|site| site.shape(site.pc) == shape);
            alike.extend(here.map(|site| place(number, site)));
            if method.id == of.method.id {
                own = Some(place(number, of));
            }
        }
        alike.sort_unstable();
        alike.dedup();
        let ordinal = alike.iter().position(|known| Some(*known) == own).unwrap_or(0);
        format!("{}|{shape}|{ordinal}", source_method(of.method, vm))
    }

    /// The same place in the first constructor of its class: what initialises an object is copied into each of them.
    fn first_copy(&self, shape: &str) -> Site {
        let line = self.method.line(self.pc);
        if self.method.name != "<init>" || line.is_none() {
            return *self;
        }
        let constructors = self.method.class().methods.iter().copied();
        let mut copies = constructors
            .filter(|method| method.name == "<init>")
            .flat_map(|method| (0..opcodes(method).len() as u32).map(move |pc| Site { method, pc }));
        let is_copy = |site: &Site| site.method.line(site.pc) == line && site.shape(site.pc) == shape;
        copies.find(is_copy).unwrap_or(*self)
    }

    /// The method in the source that contains this one: a lambda's body belongs to the method that it is written in,
    /// an anonymous class to the method that creates it. Of several lambdas in a method, which one.
    pub fn source_method(&self, vm: &Vm) -> String {
        let first_line = |body: &&'static Method| body.line(0);
        let mut bodies = bodies(self.method);
        bodies.sort_by_key(first_line);
        let number = bodies.iter().position(|body| body.id == self.method.id);
        numbered(source_method(self.method, vm), number.unwrap_or(0))
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

/// Lambdas in lambdas at most.
const DEPTH: usize = 8;

/// The methods that a lambda's body is written in, from the inside; none where the method is no lambda's body.
fn hosts(method: &'static Method) -> impl Iterator<Item = &'static Method> {
    let host = |method: &&'static Method| {
        let is_lambda = method.name.starts_with("lambda$");
        is_lambda.then(|| lambda_host(method.class(), method)).flatten()
    };
    std::iter::successors(host(&method), host).take(DEPTH)
}

/// The bodies that are written in the same method, as deep in lambdas: several lambdas of one method, or the method alone.
fn bodies(method: &'static Method) -> Vec<&'static Method> {
    let outer: Vec<_> = hosts(method).map(|host| host.id).collect();
    if outer.is_empty() {
        return vec![method];
    }
    // Compilers number them behind the last `$`.
    let stem = |name: &'static str| name.rsplit_once('$').map_or(name, |(stem, _)| stem);
    let methods = method.class().methods.iter().copied();
    methods
        .filter(|other| stem(other.name) == stem(method.name))
        .filter(|other| other.id == method.id || hosts(other).last().map(|host| host.id) == outer.last().copied())
        .filter(|other| hosts(other).count() == outer.len())
        .collect()
}

/// A name, and which one it is of several that have it.
fn numbered(name: String, number: usize) -> String {
    match number {
        0 => name,
        _ => format!("{name}#{number}"),
    }
}

fn source_method(method: &'static Method, vm: &Vm) -> String {
    let hosts: Vec<_> = hosts(method).collect();
    let outermost = hosts.last().copied().unwrap_or(method);
    let class = outermost.class();
    let name = match enclosing_method(class) {
        Some((outer_class, outer_method)) => {
            let number = number_of_anonymous(vm, class, &outer_class, &outer_method);
            let kind = numbered("anonymous".to_owned(), number);
            let (outer_class, name, descriptor) = (outer_class.replace('/', "."), outermost.name, outermost.descriptor);
            format!("{outer_class}.{outer_method}/{kind}.{name}{descriptor}")
        }
        None => format!("{}.{}{}", class.binary_name(), outermost.name, outermost.descriptor),
    };
    name + &"/lambda".repeat(hosts.len())
}

/// How many other anonymous classes a method makes on lines before this one.
fn number_of_anonymous(vm: &Vm, class: &Class, outer_class: &str, outer_method: &str) -> usize {
    let Some(outer) = vm.image.loaded(outer_class) else {
        return 0;
    };
    let is_outer = |method: &&'static Method| {
        let host = hosts(method).last().unwrap_or(method);
        // A class in the initialiser of a field has no method around it.
        let initialises = outer_method == INITIALISER && host.name == "<init>";
        initialises || host.name == outer_method || format!("{}{}", host.name, host.descriptor) == outer_method
    };
    let mut made: Vec<(Option<u32>, &str)> = Vec::new();
    for method in outer.methods.iter().copied().filter(is_outer) {
        for (pc, (_, opcode)) in opcodes(method).iter().enumerate() {
            if let Opcode::New(name) = opcode
                && is_anonymous(name)
                && !made.iter().any(|(_, known)| known == name)
            {
                made.push((method.line(pc as u32), name));
            }
        }
    }
    made.sort_by_key(|(line, _)| *line);
    made.iter().position(|(_, name)| *name == class.name).unwrap_or(0)
}

/// The instructions of a method; none where it has no code.
pub(crate) fn opcodes(method: &Method) -> &'static [(usize, Opcode<'static>)] {
    let bytecode = method.data().and_then(|data| data.bytecode.as_ref());
    bytecode.map(|bytecode| &bytecode.opcodes[..]).unwrap_or_default()
}

/// Whether an instruction may branch backwards; also where its target is unknown, as that of `ret`.
pub(crate) fn jumps_back(opcode: &Opcode<'_>) -> bool {
    match opcode {
        Opcode::Goto(to)
        | Opcode::IfAcmpeq(to)
        | Opcode::IfAcmpne(to)
        | Opcode::IfIcmpeq(to)
        | Opcode::IfIcmpge(to)
        | Opcode::IfIcmpgt(to)
        | Opcode::IfIcmple(to)
        | Opcode::IfIcmplt(to)
        | Opcode::IfIcmpne(to)
        | Opcode::Ifeq(to)
        | Opcode::Ifge(to)
        | Opcode::Ifgt(to)
        | Opcode::Ifle(to)
        | Opcode::Iflt(to)
        | Opcode::Ifne(to)
        | Opcode::Ifnonnull(to)
        | Opcode::Ifnull(to) => *to < 0,
        Opcode::Jsr(_) | Opcode::Ret(_) => true,
        Opcode::Tableswitch(table) => table.default < 0 || table.jumps.iter().any(|to| *to < 0),
        Opcode::Lookupswitch(table) => table.default < 0 || table.match_offsets.iter().any(|(_, to)| *to < 0),
        _ => false,
    }
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

/// Name of the enclosing method of a class that has none (JVMS §4.7.7): it is declared in the initialiser of a field.
const INITIALISER: &str = "<clinit>";

/// Whether the name of a class is one that compilers give to an anonymous class.
fn is_anonymous(name: &str) -> bool {
    let last = name.rsplit_once('$').map(|(_, last)| last);
    last.is_some_and(|last| last.bytes().all(|b| b.is_ascii_digit()))
}

/// Class and method that an anonymous or local class is in; `None` for others, whose name is their own.
fn enclosing_method(class: &Class) -> Option<(String, String)> {
    if !is_anonymous(class.name) {
        return None;
    }
    class.file()?.attributes.iter().find_map(|a| match &a.data {
        AttributeData::EnclosingMethod { class_name, method } => {
            let method = method
                .as_ref()
                .map_or_else(|| INITIALISER.into(), |m| format!("{}{}", m.name, m.descriptor));
            Some((class_name.to_string(), method))
        }
        _ => None,
    })
}

/// The part of a binary class name that a reader needs: `Till$Drawer` of `shop.Till$Drawer`.
pub fn simple_name(binary: &str) -> &str {
    binary.rsplit('.').next().unwrap_or(binary)
}
