//! What one class file says about targets: its methods, whom they call, what they create.

use std::collections::BTreeMap;

use dropwire_classes::cafebabe::attributes::{AttributeData, AttributeInfo};
use dropwire_classes::cafebabe::bytecode::Opcode;
use dropwire_classes::cafebabe::constant_pool::{
    BootstrapArgument, LiteralConstant, Loadable, MemberRef, MethodHandle, ReferenceKind,
};
use dropwire_classes::cafebabe::{
    ClassAccessFlags, ClassFile, FieldAccessFlags, FieldInfo, MethodAccessFlags, MethodInfo,
};

/// The classes of one module's class roots, by internal name.
pub type Classes<'a> = BTreeMap<&'a str, &'a ClassFacts>;

/// A class, by internal names (`a/b/C`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    /// Its name.
    pub name: String,
    /// Its superclass; `None` for `java/lang/Object`.
    pub super_class: Option<String>,
    /// The interfaces it names.
    pub interfaces: Vec<String>,
    /// The SourceFile attribute.
    pub source_file: Option<String>,
    /// Its methods.
    pub methods: Vec<MethodFacts>,
    /// Names and descriptors of its fields.
    pub fields: Vec<(String, String)>,
    /// The names of those that are static, and are the source's own.
    pub static_fields: Vec<String>,
    /// It is an interface or abstract: no object of exactly this class exists.
    pub is_abstract: bool,
    /// Internal names of its annotations.
    pub annotations: Vec<String>,
    /// It says that threads may share its objects: `@ThreadSafe`, or `@GuardedBy` at a field or method, anybody's.
    pub is_shared: bool,
    /// Its code suggests that threads share its objects: it takes monitors, or has volatile fields or fields of `java.util.concurrent`.
    pub looks_shared: bool,
    /// A method of it only says that it did not compile: the Eclipse compiler writes such classes.
    pub did_not_compile: bool,
    /// The feature release that its class file needs: 17.
    pub release: u16,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodFacts {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// It is `static`.
    pub is_static: bool,
    /// It is `public`.
    pub is_public: bool,
    /// It is `private`.
    pub is_private: bool,
    /// It is to be explored for all inputs: `@Symbolic`, anybody's.
    pub is_symbolic: bool,
    /// A compiler made it, as a bridge or for a lambda.
    pub is_synthetic: bool,
    /// Its callers have to hold a lock: it is annotated `@GuardedBy`, anybody's.
    pub is_guarded: bool,
    /// Internal names of its annotations.
    pub annotations: Vec<String>,
    /// Methods that it calls or takes a handle of.
    pub calls: Vec<Member>,
    /// Fields that it reads or writes.
    pub fields: Vec<Member>,
    /// Classes that it initialises or creates: their initialisers, and for created ones their methods, may run.
    pub touches: Vec<String>,
}

/// A method as the caller names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The class that the caller names; the method may be inherited.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// What such an error's message begins with.
const ECLIPSE_MARKER: &str = "Unresolved compilation problem";

/// The first release that launches any `main` which is not private (JLS 25 §12.1.4).
const ANY_MAIN: u16 = 25;
const MAIN_WITHOUT_ARGUMENTS: &str = "()V";

/// Name and descriptor of `main`.
pub const MAIN: (&str, &str) = ("main", "([Ljava/lang/String;)V");

impl ClassFacts {
    /// Reads a class file.
    ///
    /// # Errors
    /// What is wrong with its bytes: half a file, as a compiler leaves for a moment.
    pub fn read(bytes: &[u8]) -> Result<ClassFacts, String> {
        let parsed = dropwire_classes::parse(bytes).map_err(|error| error.to_string())?;
        let class = &parsed.file;
        let handles = bootstrap_handles(&class.attributes);
        Ok(ClassFacts {
            name: class.this_class.to_string(),
            super_class: class.super_class.as_ref().map(ToString::to_string),
            interfaces: class.interfaces.iter().map(ToString::to_string).collect(),
            source_file: class.attributes.iter().find_map(|attribute| match &attribute.data {
                AttributeData::SourceFile(file) => Some(file.to_string()),
                _ => None,
            }),
            methods: class
                .methods
                .iter()
                .map(|method| method_facts(method, &handles))
                .collect(),
            fields: class
                .fields
                .iter()
                .map(|field| (field.name.to_string(), field.descriptor.to_string()))
                .collect(),
            static_fields: class
                .fields
                .iter()
                .filter(|field| field.access_flags.contains(FieldAccessFlags::STATIC))
                .filter(|field| !field.access_flags.contains(FieldAccessFlags::SYNTHETIC))
                .map(|field| field.name.to_string())
                .collect(),
            is_abstract: class
                .access_flags
                .intersects(ClassAccessFlags::ABSTRACT | ClassAccessFlags::INTERFACE),
            annotations: annotations(&class.attributes),
            is_shared: is_shared(class),
            looks_shared: looks_shared(class),
            did_not_compile: class.methods.iter().any(only_says_that_it_did_not_compile),
            release: class.major_version.saturating_sub(44),
        })
    }

    /// The name with dots, as the contract writes it.
    pub fn binary_name(&self) -> String {
        self.name.replace('/', ".")
    }

    /// Whether it is launched by a `main` of its own, on the Java that it is compiled for.
    pub fn has_main(&self) -> bool {
        self.main().is_some()
    }

    /// That `main`: before Java 25 a `public static void main(String[])`, since then any form that [`ClassFacts::has_some_main`] tells of.
    pub fn main(&self) -> Option<&MethodFacts> {
        let classic = |method: &&MethodFacts| method.descriptor == MAIN.1 && method.is_static && method.is_public;
        let mut named = self.methods.iter().filter(|method| method.name == MAIN.0);
        match named.find(classic) {
            None if self.release >= ANY_MAIN => {
                let launched = |descriptor| self.launched(descriptor);
                launched(MAIN.1).or_else(|| launched(MAIN_WITHOUT_ARGUMENTS))
            }
            None => None,
            classic => classic,
        }
    }

    /// Whether some Java launches it by a `main` of its own.
    pub fn has_some_main(&self) -> bool {
        self.launched(MAIN.1)
            .or(self.launched(MAIN_WITHOUT_ARGUMENTS))
            .is_some()
    }

    /// The methods of its own that any thread may call on an object of it.
    pub fn callable(&self) -> impl Iterator<Item = &MethodFacts> {
        self.methods.iter().filter(|method| {
            method.is_public
                && !method.is_static
                && !method.is_synthetic
                && !method.is_guarded
                && !method.name.starts_with('<')
                && method.name != "finalize"
        })
    }

    /// A `main` that is not private, and static or of a class whose objects a launcher can make.
    fn launched(&self, descriptor: &str) -> Option<&MethodFacts> {
        let creates =
            |method: &MethodFacts| method.name == "<init>" && method.descriptor == "()V" && !method.is_private;
        let can_be_made = !self.is_abstract && self.methods.iter().any(creates);
        self.methods.iter().find(|method| {
            method.name == MAIN.0
                && method.descriptor == descriptor
                && !method.is_private
                && (method.is_static || can_be_made)
        })
    }
}

/// Facts that tests make up, with nothing else said.
#[cfg(test)]
impl ClassFacts {
    /// A class of these methods, compiled for 17; an internal name.
    pub fn made_up(name: &str, methods: Vec<MethodFacts>) -> ClassFacts {
        ClassFacts {
            name: name.into(),
            super_class: None,
            interfaces: Vec::new(),
            source_file: None,
            methods,
            fields: Vec::new(),
            static_fields: Vec::new(),
            is_abstract: false,
            annotations: Vec::new(),
            is_shared: false,
            looks_shared: false,
            did_not_compile: false,
            release: 17,
        }
    }
}

#[cfg(test)]
impl MethodFacts {
    /// A public static method.
    pub fn made_up(name: &str, descriptor: &str) -> MethodFacts {
        MethodFacts {
            name: name.into(),
            descriptor: descriptor.into(),
            is_static: true,
            is_public: true,
            is_private: false,
            is_symbolic: false,
            is_synthetic: false,
            is_guarded: false,
            annotations: Vec::new(),
            calls: Vec::new(),
            fields: Vec::new(),
            touches: Vec::new(),
        }
    }
}

/// Whether it or a member is annotated as shared by threads, also where only the class file keeps it (JVMS §4.7.17).
fn is_shared(class: &ClassFile<'_>) -> bool {
    says(&class.attributes, "ThreadSafe")
        || class.fields.iter().any(|field| says(&field.attributes, "GuardedBy"))
        || class.methods.iter().any(|method| says(&method.attributes, "GuardedBy"))
}

/// Whether an annotation of this simple name is among the attributes, of any package and retention.
fn says(attributes: &[AttributeInfo<'_>], wanted: &str) -> bool {
    let all = attributes.iter().flat_map(|attribute| match &attribute.data {
        AttributeData::RuntimeVisibleAnnotations(all) | AttributeData::RuntimeInvisibleAnnotations(all) => &all[..],
        _ => &[],
    });
    let mut names = all.map(|annotation| annotation.type_descriptor.to_string());
    names.any(|name| {
        let inner = name.trim_start_matches('L').trim_end_matches(';');
        inner.rsplit(['/', '$']).next() == Some(wanted)
    })
}

/// Whether its code guards the objects of the class against other threads in some way.
fn looks_shared(class: &ClassFile<'_>) -> bool {
    const CONCURRENT: &str = "Ljava/util/concurrent/";
    let guarded_field = |field: &FieldInfo<'_>| {
        let concurrent = || field.descriptor.to_string().starts_with(CONCURRENT);
        !field.access_flags.contains(FieldAccessFlags::STATIC)
            && (field.access_flags.contains(FieldAccessFlags::VOLATILE) || concurrent())
    };
    let takes_monitor = |method: &MethodInfo<'_>| {
        let is_static = method.access_flags.contains(MethodAccessFlags::STATIC);
        let enters = |opcode: &Opcode<'_>| matches!(opcode, Opcode::Monitorenter);
        !is_static && (method.access_flags.contains(MethodAccessFlags::SYNCHRONIZED) || opcodes(method).any(enters))
    };
    class.fields.iter().any(guarded_field) || class.methods.iter().any(takes_monitor)
}

/// The instructions of a method.
fn opcodes<'a>(method: &'a MethodInfo<'_>) -> impl Iterator<Item = &'a Opcode<'a>> {
    let code = method.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Code(code) => code.bytecode.as_ref(),
        _ => None,
    });
    code.into_iter()
        .flat_map(|code| code.opcodes.iter().map(|(_, opcode)| opcode))
}

/// Internal names of the annotations that a running program can see.
fn annotations(attributes: &[AttributeInfo<'_>]) -> Vec<String> {
    let visible = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::RuntimeVisibleAnnotations(annotations) => Some(annotations),
        _ => None,
    });
    let name = |descriptor: String| descriptor.trim_start_matches('L').trim_end_matches(';').to_owned();
    let all = visible.into_iter().flatten();
    all.map(|annotation| name(annotation.type_descriptor.to_string()))
        .collect()
}

/// For each bootstrap method, the method handles among its arguments: bodies of lambdas, method references.
fn bootstrap_handles(attributes: &[AttributeInfo<'_>]) -> Vec<Vec<Member>> {
    let entries = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::BootstrapMethods(entries) => Some(entries),
        _ => None,
    });
    let handles = |arguments: &[BootstrapArgument<'_>]| {
        arguments
            .iter()
            .filter_map(|argument| match argument {
                // A record names its fields so.
                BootstrapArgument::MethodHandle(handle) if !is_of_field(handle.kind) => Some(handle_member(handle)),
                _ => None,
            })
            .collect()
    };
    entries
        .into_iter()
        .flatten()
        .map(|entry| handles(&entry.arguments))
        .collect()
}

fn method_facts(method: &MethodInfo<'_>, handles: &[Vec<Member>]) -> MethodFacts {
    let mut facts = MethodFacts {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        is_static: method.access_flags.contains(MethodAccessFlags::STATIC),
        is_public: method.access_flags.contains(MethodAccessFlags::PUBLIC),
        is_private: method.access_flags.contains(MethodAccessFlags::PRIVATE),
        is_symbolic: says(&method.attributes, "Symbolic"),
        is_synthetic: method.access_flags.contains(MethodAccessFlags::SYNTHETIC),
        is_guarded: says(&method.attributes, "GuardedBy"),
        annotations: annotations(&method.attributes),
        calls: Vec::new(),
        fields: Vec::new(),
        touches: Vec::new(),
    };
    for opcode in opcodes(method) {
        match opcode {
            Opcode::Invokevirtual(member) | Opcode::Invokespecial(member) | Opcode::Invokeinterface(member, _) => {
                facts.calls.push(called(member));
            }
            Opcode::Invokestatic(member) => {
                facts.calls.push(called(member));
                facts.touches.push(member.class_name.to_string());
            }
            Opcode::Getstatic(member) | Opcode::Putstatic(member) => {
                facts.fields.push(called(member));
                facts.touches.push(member.class_name.to_string());
            }
            Opcode::Getfield(member) | Opcode::Putfield(member) => facts.fields.push(called(member)),
            Opcode::New(class) => facts.touches.push(class.to_string()),
            Opcode::Invokedynamic(site) => {
                facts
                    .calls
                    .extend(handles.get(usize::from(site.attr_index)).into_iter().flatten().cloned());
            }
            // No other instruction calls or initialises.
            _ => {}
        }
    }
    facts
}

/// The Eclipse compiler turns what it cannot compile into `throw new Error("Unresolved compilation problem: …")`.
fn only_says_that_it_did_not_compile(method: &MethodInfo<'_>) -> bool {
    let says_so = |opcode: &Opcode<'_>| match opcode {
        Opcode::Ldc(Loadable::LiteralConstant(LiteralConstant::String(text)))
        | Opcode::LdcW(Loadable::LiteralConstant(LiteralConstant::String(text))) => text.starts_with(ECLIPSE_MARKER),
        // Nothing else loads a text.
        _ => false,
    };
    let creates_error = |opcode: &Opcode<'_>| matches!(opcode, Opcode::New(class) if class == "java/lang/Error");
    opcodes(method).any(says_so) && opcodes(method).any(creates_error)
}

fn called(member: &MemberRef<'_>) -> Member {
    Member {
        class: member.class_name.to_string(),
        name: member.name_and_type.name.to_string(),
        descriptor: member.name_and_type.descriptor.to_string(),
    }
}

fn is_of_field(kind: ReferenceKind) -> bool {
    match kind {
        ReferenceKind::GetField | ReferenceKind::GetStatic | ReferenceKind::PutField | ReferenceKind::PutStatic => true,
        ReferenceKind::InvokeVirtual
        | ReferenceKind::InvokeStatic
        | ReferenceKind::InvokeSpecial
        | ReferenceKind::NewInvokeSpecial
        | ReferenceKind::InvokeInterface => false,
    }
}

fn handle_member(handle: &MethodHandle<'_>) -> Member {
    Member {
        class: handle.class_name.to_string(),
        name: handle.member_ref.name.to_string(),
        descriptor: handle.member_ref.descriptor.to_string(),
    }
}
