//! Loading and linking: from class file to [`Class`]. JVMS chapter 5 without access checks, which javac guarantees. Verification comes
//! before initialisation (`verifier`).

use std::cell::{Cell, OnceCell, RefCell};

use dropwire_classes::cafebabe::attributes::{AttributeData, CodeData};
use dropwire_classes::cafebabe::constant_pool::LiteralConstant;
use dropwire_classes::{cafebabe, content_hash};
use rustc_hash::FxHashMap;

use super::class::{Body, Class, Field, LaterFile, Method, Origin, Shape, Slot, Source, access, field_flag};
use super::{Image, InitState};
use crate::class_names::Supers;
use crate::error::VmError;
use crate::heap::Heap;
use crate::types::{MethodId, Sym, Ty, name_hash, split_descriptor};
use crate::{hidden_fields, rules};

/// What linking needs to know of a class file.
pub(crate) struct Head {
    pub(crate) name: &'static str,
    pub(crate) access: u16,
    pub(crate) source_file: Option<&'static str>,
    pub(crate) fields: Vec<Member>,
    pub(crate) methods: Vec<Member>,
    pub(crate) source: Source,
    pub(crate) bytes: &'static [u8],
    pub(crate) origin: Origin,
    /// Name of the module, empty for the unnamed one.
    pub(crate) module: &'static str,
    /// Nobody finds it by its name alone.
    pub(crate) apart: bool,
}

/// A field or a method.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) descriptor: Sym,
    pub(crate) access: u16,
    /// A method with an attribute `Code`.
    pub(crate) has_code: bool,
}

impl Source {
    fn of(bytes: &'static [u8], origin: Origin) -> Result<Source, VmError> {
        Ok(match origin {
            Origin::Jdk => Source::Later(Box::leak(Box::new(LaterFile::new(bytes)))),
            Origin::User | Origin::MadeForJdk | Origin::MadeForUser => {
                let parsed = dropwire_classes::parse(bytes).map_err(|e| VmError::Class(e.to_string()))?;
                Source::Whole(Box::leak(Box::new(parsed)))
            }
        })
    }

    fn body(self, method: usize, has_code: bool) -> Body {
        match self {
            Source::Later(file) if has_code => Body::Later(file, method, OnceCell::new()),
            Source::Whole(class) => class
                .file
                .methods
                .get(method)
                .and_then(code_of)
                .map_or(Body::None, Body::Parsed),
            Source::Later(_) | Source::None => Body::None,
        }
    }
}

fn code_of<'a>(method: &'a cafebabe::MethodInfo<'a>) -> Option<&'a CodeData<'a>> {
    method.attributes.iter().find_map(|a| match &a.data {
        AttributeData::Code(code) => Some(code),
        _ => None,
    })
}

impl Image {
    /// `java` throws `UnsupportedClassVersionError`: the library that the class was compiled against is another one.
    fn check_release(&self, file: &cafebabe::ClassFile<'_>) -> Result<(), VmError> {
        let (wanted, here) = (
            u32::from(file.major_version).saturating_sub(44),
            self.universe.jdk.feature,
        );
        match wanted > here {
            true => Err(VmError::Class(format!(
                "class {} was compiled for Java {wanted}, which this JDK {here} does not run",
                file.this_class.replace('/', ".")
            ))),
            false => Ok(()),
        }
    }

    /// What linking needs to know of a class file: it, its structure and where that is kept.
    fn head(
        &mut self,
        bytes: &'static [u8],
        origin: Origin,
        module: &'static str,
    ) -> Result<(Head, &'static cafebabe::ClassFile<'static>), VmError> {
        let source = Source::of(bytes, origin)?;
        let (file, outline) = match source {
            Source::Later(later) => {
                let outline = later.outline().map_err(VmError::Class)?;
                (&outline.parsed.file, Some(outline))
            }
            Source::Whole(class) => (&class.file, None),
            Source::None => return Err(VmError::Class("no class file".into())),
        };
        // What the machine writes itself it runs on every JDK.
        if origin == Origin::User {
            self.check_release(file)?;
        }
        let plain = |member: usize| outline.and_then(|outline| outline.descriptors.get(member).copied().flatten());
        let mut descriptor = |member: usize, descriptor: &dyn std::fmt::Display| match plain(member) {
            Some(text) => self.symbols.intern_static(text),
            None => self.symbols.intern(&descriptor.to_string()),
        };
        let fields: Vec<Member> = file
            .fields
            .iter()
            .enumerate()
            .map(|(i, info)| Member {
                name: &info.name,
                descriptor: descriptor(i, &info.descriptor),
                access: info.access_flags.bits(),
                has_code: false,
            })
            .collect();
        let methods = file
            .methods
            .iter()
            .enumerate()
            .map(|(i, info)| Member {
                name: &info.name,
                descriptor: descriptor(fields.len() + i, &info.descriptor),
                access: info.access_flags.bits(),
                has_code: outline.map_or_else(|| code_of(info).is_some(), |outline| outline.has_code(i)),
            })
            .collect();
        let source_file = file.attributes.iter().find_map(|a| match &a.data {
            AttributeData::SourceFile(text) => Some(&**text),
            _ => None,
        });
        let head = Head {
            name: &file.this_class,
            access: file.access_flags.bits(),
            source_file,
            fields,
            methods,
            source,
            bytes,
            origin,
            module,
            apart: false,
        };
        Ok((head, file))
    }

    /// Loads and links a class by internal name; arrays by descriptor. `VmError::MissingClass` when it or what it needs is missing,
    /// `VmError::Class` when one is broken.
    pub fn load(&mut self, heap: &mut Heap, name: &str) -> Result<&'static Class, VmError> {
        match self.try_load(heap, name)? {
            Some(class) => Ok(class),
            None => Err(VmError::MissingClass(name.to_owned())),
        }
    }

    /// As [`Image::load`]; `None` when there is no such class itself.
    pub fn try_load(&mut self, heap: &mut Heap, name: &str) -> Result<Option<&'static Class>, VmError> {
        if let Some(class) = self.loaded(name) {
            return Ok(Some(class));
        }
        if let Some(component) = name.strip_prefix('[') {
            return self.load_array(heap, name, component);
        }
        let found = self.universe.find(name).map_err(|e| VmError::Class(e.to_string()))?;
        let Some(found) = found else { return Ok(None) };
        let (origin, module): (Origin, &'static str) = match &found.origin {
            dropwire_classes::Origin::Image { module } => (Origin::Jdk, Box::leak(module.to_string().into_boxed_str())),
            dropwire_classes::Origin::ClassPath(_) => (Origin::User, ""),
        };
        // JVMS 5.3.5: what is found must be the class asked for, and no class its own superclass.
        let declared = dropwire_classes::class_name(found.bytes);
        if let Some(declared) = declared.filter(|declared| declared != name) {
            return Err(VmError::Class(format!(
                "the class file of {} declares class {}",
                name.replace('/', "."),
                declared.replace('/', ".")
            )));
        }
        if self.loading.iter().any(|known| known == name) {
            return Err(VmError::Class(format!(
                "class {} is its own superclass or superinterface",
                name.replace('/', ".")
            )));
        }
        self.loading.push(name.to_owned());
        let defined = self.define(heap, found.bytes, origin, module);
        self.loading.pop();
        let class = defined?;
        self.set_domain_of(heap, class);
        Ok(Some(class))
    }

    fn load_array(&mut self, heap: &mut Heap, name: &str, component: &str) -> Result<Option<&'static Class>, VmError> {
        let shape = match component.as_bytes().first() {
            Some(b'L') => {
                let element = component.get(1..component.len() - 1).unwrap_or_default().to_owned();
                match self.try_load(heap, &element)? {
                    Some(class) => Shape::References(class),
                    None => return Ok(None),
                }
            }
            Some(b'[') => match self.try_load(heap, component)? {
                Some(class) => Shape::References(class),
                None => return Ok(None),
            },
            Some(_) if component.len() == 1 && Ty::of(component) != Ty::Reference => {
                Shape::Primitives(Ty::of(component))
            }
            _ => return Ok(None),
        };
        self.make_shape(heap, name, shape).map(Some)
    }

    /// The array class with this component.
    pub fn array_of(&mut self, heap: &mut Heap, component: &'static Class) -> Result<&'static Class, VmError> {
        if let Some(class) = component.array_class.get() {
            return Ok(class);
        }
        let name = match component.shape {
            Shape::Instance => format!("[L{};", component.name),
            Shape::References(_) | Shape::Primitives(_) => format!("[{}", component.name),
            Shape::Primitive(ty) => format!("[{}", ty.letter()),
        };
        let class = self.load(heap, &name)?;
        let _ = component.array_class.set(class);
        Ok(class)
    }

    /// Makes an array or primitive class.
    pub(crate) fn make_shape(&mut self, heap: &mut Heap, name: &str, shape: Shape) -> Result<&'static Class, VmError> {
        let mut superclass = None;
        let mut interfaces = Vec::new();
        if !matches!(shape, Shape::Primitive(_)) {
            superclass = Some(self.load(heap, "java/lang/Object")?);
            for interface in ["java/lang/Cloneable", "java/io/Serializable"] {
                interfaces.push(self.load(heap, interface)?);
            }
        }
        let sym = self.symbols.intern(name);
        let name = self.symbols.text(sym);
        let id = self.next_class_id();
        let mut supers = superclass.map_or_else(Vec::new, |c| c.supers.clone());
        supers.push(id);
        let mut all_interfaces: Vec<_> = interfaces.iter().map(|c| c.id).collect();
        all_interfaces.sort_unstable();
        let element_access = match shape {
            Shape::References(c) => c.access & (access::PUBLIC | access::PRIVATE | access::PROTECTED),
            _ => access::PUBLIC,
        };
        let class: &'static Class = Box::leak(Box::new(Class {
            id,
            name,
            hash: name_hash(name),
            access: element_access | access::FINAL | access::ABSTRACT,
            shape,
            origin: Origin::Jdk,
            superclass,
            supers,
            interfaces,
            all_interfaces,
            fields: Vec::new(),
            field_index: FxHashMap::default(),
            layout: Vec::new(),
            traversed: OnceCell::new(),
            statics: Vec::new(),
            methods: Vec::new(),
            method_index: FxHashMap::default(),
            vtable: superclass.map_or_else(Vec::new, |c| c.vtable.clone()),
            clinit: None,
            source: Source::None,
            bytes: &[],
            module: "java.base",
            source_file: None,
            apart: false,
            leaves_atomic: false,
            confines: false,
            of_java_lang: name.starts_with("java/lang/"),
            mirror: Cell::new(0),
            initialised_in_base: Cell::new(true),
            selected: RefCell::default(),
            lately_selected: Default::default(),
            array_class: OnceCell::new(),
        }));
        self.classes.push(class);
        self.by_name.insert(sym, class);
        self.make_mirror(heap, class)?;
        if class.mirror.get() != 0 {
            let hidden = class.mirror.get() + self.mirror_hidden;
            heap.set_pristine(hidden, InitState::Done as u64);
        }
        Ok(class)
    }

    /// Defines a class from the bytes of a class file.
    pub fn define(
        &mut self,
        heap: &mut Heap,
        bytes: &'static [u8],
        origin: Origin,
        module: &'static str,
    ) -> Result<&'static Class, VmError> {
        self.define_as(heap, bytes, origin, module, None)
    }

    /// The same under a name of the machine's own: a hidden class.
    pub(crate) fn define_as(
        &mut self,
        heap: &mut Heap,
        bytes: &'static [u8],
        origin: Origin,
        module: &'static str,
        hidden: Option<String>,
    ) -> Result<&'static Class, VmError> {
        let (mut head, file) = self.head(bytes, origin, module)?;
        if let Some(name) = hidden {
            head.name = Box::leak(name.into_boxed_str());
        }
        let superclass = match &file.super_class {
            Some(name) => Some(self.load(heap, name)?),
            None => None,
        };
        let mut interfaces = Vec::new();
        for name in &file.interfaces {
            interfaces.push(self.load(heap, name)?);
        }
        let class = self.link(head, superclass, interfaces)?;
        if origin == Origin::User {
            self.user_classes.push((class.binary_name(), content_hash(bytes)));
        }
        self.make_mirror(heap, class)?;
        Ok(class)
    }

    /// Links a class from the bytes of a class file under another name, with the superclass and interfaces that its loader
    /// knows.
    pub(crate) fn link_apart(
        &mut self,
        heap: &mut Heap,
        bytes: &'static [u8],
        (origin, module): (Origin, &'static str),
        name: String,
        (superclass, interfaces): Supers,
    ) -> Result<&'static Class, VmError> {
        let (mut head, _) = self.head(bytes, origin, module)?;
        head.name = Box::leak(name.into_boxed_str());
        head.apart = true;
        let class = self.link(head, superclass, interfaces)?;
        self.make_mirror(heap, class)?;
        Ok(class)
    }

    /// Links a class whose superclass and interfaces are.
    pub(crate) fn link(
        &mut self,
        head: Head,
        superclass: Option<&'static Class>,
        interfaces: Vec<&'static Class>,
    ) -> Result<&'static Class, VmError> {
        let Head {
            name,
            access: access_flags,
            source,
            origin,
            ..
        } = head;
        let sym = self.symbols.intern_static(name);
        if superclass.is_some_and(|c| c.is_interface() || c.access & access::FINAL != 0 && !c.is_made()) {
            return Err(VmError::Class(format!(
                "class {name} extends an interface or a final class"
            )));
        }
        let id = self.next_class_id();
        let mut supers = superclass.map_or_else(Vec::new, |c| c.supers.clone());
        supers.push(id);
        let is_interface = access_flags & access::INTERFACE != 0;
        let mut all_interfaces: Vec<_> = superclass.map_or_else(Vec::new, |c| c.all_interfaces.clone());
        for interface in &interfaces {
            all_interfaces.extend(&interface.all_interfaces);
        }
        if is_interface {
            all_interfaces.push(id);
        }
        all_interfaces.sort_unstable();
        all_interfaces.dedup();

        let mut layout = superclass.map_or_else(Vec::new, |c| c.layout.clone());
        for slot in &mut layout {
            slot.flags |= rules::inherited_flags(name, slot.name);
        }
        let mut statics = Vec::new();
        let mut fields = Vec::new();
        let mut field_index = FxHashMap::default();
        for member in &head.fields {
            let descriptor = member.descriptor;
            let field_sym = self.symbols.intern_static(member.name);
            let bits = member.access;
            let target = if bits & access::STATIC != 0 {
                &mut statics
            } else {
                &mut layout
            };
            let text = self.symbols.text(descriptor);
            field_index.insert((field_sym, descriptor), fields.len());
            fields.push(Field {
                name: member.name,
                descriptor: text,
                access: bits,
                slot: target.len() as u32,
            });
            let mut flags = rules::field_flags(name, member.name);
            if bits & access::VOLATILE != 0 {
                flags |= field_flag::VOLATILE;
            }
            if bits & access::FINAL != 0 && !rules::is_written_though_final(name, member.name) {
                flags |= field_flag::FINAL;
            }
            match origin {
                Origin::Jdk => flags |= field_flag::JDK,
                // Captured values are written once, before anybody has the object.
                Origin::MadeForJdk | Origin::MadeForUser => flags |= field_flag::PRIVATE_TO_VM,
                Origin::User => {}
            }
            target.push(Slot {
                ty: Ty::of(text),
                name: member.name,
                flags,
                declared_by: id,
            });
        }

        for (_, ty, field, flags) in hidden_fields::TABLE.iter().filter(|row| row.0 == name) {
            layout.push(Slot {
                ty: *ty,
                name: field,
                flags: *flags,
                declared_by: id,
            });
        }

        let mut methods: Vec<&'static Method> = Vec::with_capacity(head.methods.len());
        let mut method_index = FxHashMap::default();
        for (i, member) in head.methods.iter().enumerate() {
            let method = self.make_method(name, member, source.body(i, member.has_code), origin);
            method_index.insert(method.key, method);
            methods.push(method);
        }
        let vtable = self.make_vtable(superclass, &methods, is_interface, name);
        let class: &'static Class = Box::leak(Box::new(Class {
            id,
            name,
            hash: name_hash(name),
            access: access_flags,
            shape: Shape::Instance,
            origin,
            superclass,
            supers,
            interfaces,
            all_interfaces,
            fields,
            field_index,
            layout,
            traversed: OnceCell::new(),
            statics,
            clinit: methods.iter().copied().find(|m| m.name == "<clinit>"),
            methods,
            method_index,
            vtable,
            source,
            bytes: head.bytes,
            module: head.module,
            source_file: head.source_file,
            apart: head.apart,
            leaves_atomic: match origin {
                Origin::User | Origin::MadeForUser => true,
                Origin::Jdk | Origin::MadeForJdk => rules::is_unguarded(name),
            },
            confines: origin == Origin::Jdk && rules::confines(name),
            of_java_lang: name.starts_with("java/lang/"),
            mirror: Cell::new(0),
            initialised_in_base: Cell::new(false),
            selected: RefCell::default(),
            lately_selected: Default::default(),
            array_class: OnceCell::new(),
        }));
        for method in &class.methods {
            let _ = method.class.set(class);
            method.hash.set(
                class.hash.rotate_left(17) ^ name_hash(method.name) ^ name_hash(method.descriptor).rotate_left(31),
            );
            method.attribute.set(self.attributes.of(class, method.name));
            method.replaced.set(self.replacement_of(class, method));
            method.perturbed.set(self.has_perturbed_parameters(class, method));
            if origin == Origin::Jdk {
                method.atomic.set(rules::atomicity(class, method));
                method.looks.set(rules::look(class, method));
                method.orders_less.set(rules::orders_less(class, method));
                method.spin_limit.set(rules::spins_below(class.name));
                method.may_be_task.set(rules::may_be_a_task(method));
            } else if let Some(part) = rules::overrides_a_part(class, method) {
                method.atomic.set(part);
            }
            method.note_special();
        }
        if origin == Origin::User {
            self.take_promises(class);
            self.stated.take(class);
            self.said_fields.take(class);
        }
        if let Some(why) = self.perturbation_misfit(class) {
            return Err(VmError::Class(why));
        }
        self.classes.push(class);
        self.by_name.insert(sym, class);
        Ok(class)
    }

    fn make_method(&mut self, class_name: &str, member: &Member, body: Body, origin: Origin) -> &'static Method {
        let text = self.symbols.text(member.descriptor);
        let (params, result) = split_descriptor(text);
        let params: Vec<Ty> = params.iter().map(|p| Ty::of(p)).collect();
        let bits = member.access;
        let receiver = u32::from(bits & access::STATIC == 0);
        let arg_slots = receiver + params.iter().map(|p| p.slots()).sum::<u32>();
        let native = self
            .peers
            .find(class_name, member.name, text, bits & access::NATIVE != 0, origin);
        let id = MethodId(self.methods.len() as u32);
        let key = (self.symbols.intern_static(member.name), member.descriptor);
        let types = (Ty::of(result), params);
        let names = (member.name, text);
        let method: &'static Method = Box::leak(Box::new(Method {
            body,
            native: Cell::new(native),
            ..Method::made(id, OnceCell::new(), key, names, bits, arg_slots as u16, types)
        }));
        self.methods.push(method);
        method
    }

    /// JVMS §5.4.5: a method overrides those of the same name and descriptor that it may see.
    fn make_vtable(
        &self,
        superclass: Option<&'static Class>,
        methods: &[&'static Method],
        is_interface: bool,
        class_name: &str,
    ) -> Vec<&'static Method> {
        let mut vtable = superclass.map_or_else(Vec::new, |c| c.vtable.clone());
        if is_interface {
            return vtable;
        }
        let package = class_name.rfind('/').map_or("", |end| &class_name[..end]);
        let mut index: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (i, inherited) in vtable.iter().enumerate() {
            index.entry(inherited.key).or_default().push(i);
        }
        for method in methods {
            if method.access & (access::STATIC | access::PRIVATE) != 0 || method.name.starts_with('<') {
                continue;
            }
            let mut own = None;
            for i in index.get(&method.key).into_iter().flatten() {
                let inherited = vtable[*i];
                let visible = inherited.access & (access::PUBLIC | access::PROTECTED) != 0
                    || inherited.class().package() == package;
                if visible {
                    vtable[*i] = method;
                    own.get_or_insert(*i as u32);
                }
            }
            method.vtable_index.set(own.unwrap_or(vtable.len() as u32));
            if own.is_none() {
                vtable.push(method);
            }
        }
        vtable
    }

    /// Writes the ConstantValue of static fields into the mirror. JVMS §5.5 does this at initialisation, before which
    /// nobody can read them.
    pub(crate) fn set_constants(&mut self, heap: &mut Heap, class: &'static Class) -> Result<(), VmError> {
        let Some(file) = class.file() else { return Ok(()) };
        for (info, field) in file.fields.iter().zip(&class.fields) {
            if field.access & access::STATIC == 0 {
                continue;
            }
            for attribute in &info.attributes {
                let AttributeData::ConstantValue(constant) = &attribute.data else {
                    continue;
                };
                let value = match constant {
                    LiteralConstant::Integer(v) => Ty::of(field.descriptor).narrow(u64::from(*v as u32)),
                    LiteralConstant::Float(v) => u64::from(v.to_bits()),
                    LiteralConstant::Long(v) => *v as u64,
                    LiteralConstant::Double(v) => v.to_bits(),
                    LiteralConstant::String(_) | LiteralConstant::StringBytes(_) => {
                        let text = literal_text(constant);
                        u64::from(self.intern(heap, &text)?)
                    }
                };
                heap.set_pristine(self.statics_start(class) + field.slot, value);
            }
        }
        Ok(())
    }
}

/// UTF-16 text of a string literal.
pub(crate) fn literal_text(constant: &LiteralConstant<'_>) -> Vec<u16> {
    match constant {
        LiteralConstant::String(text) => text.encode_utf16().collect(),
        // Checked by the class-file guard.
        LiteralConstant::StringBytes(bytes) => dropwire_classes::decode_modified_utf8(bytes).unwrap_or_default(),
        LiteralConstant::Integer(_)
        | LiteralConstant::Float(_)
        | LiteralConstant::Long(_)
        | LiteralConstant::Double(_) => Vec::new(),
    }
}
