//! What each instruction demands of the types in a frame and does to them. JVMS §4.10.1.9. No control flow.

use cafebabe::attributes::{AttributeData, CodeData, StackMapEntry};
use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{LiteralConstant, Loadable, MemberRef, ObjectArrayType};
use dropwire_classes::cafebabe;
use rustc_hash::FxHashMap;

use super::hierarchy::{Hierarchy, is_named};
use super::types::{Frame, Type};
use super::{Checked, refuse};
use crate::frame_map::end_of_locals;
use crate::image::class::Method;
use crate::verifier::answer::Refusal;
use Type::{Double, Float, Int, Long};

/// A method under verification, and the types before its current instruction.
pub(super) struct Machine<'h, 'a> {
    pub(super) hierarchy: &'h mut Hierarchy<'a>,
    pub(super) frame: Frame,
    /// What the `new` at a byte makes.
    pub(super) made: FxHashMap<u16, Type>,
    constructor: bool,
    max_stack: usize,
    returns: Option<Type>,
}

/// No instruction and no stack map of a method names a local variable from this one on.
fn named_by(code: &CodeData<'_>, ops: &[(usize, Opcode<'_>)]) -> usize {
    // Each type takes two slots at most, and those of appended ones come on top of any.
    let by_maps = code.attributes.iter().map(|attribute| match &attribute.data {
        AttributeData::StackMapTable(table) => table.iter().map(|entry| 2 * mapped_locals(entry)).sum(),
        _ => 0,
    });
    end_of_locals(ops) + by_maps.sum::<usize>()
}

fn mapped_locals(entry: &StackMapEntry<'_>) -> usize {
    match entry {
        StackMapEntry::Append { locals, .. } | StackMapEntry::FullFrame { locals, .. } => locals.len(),
        StackMapEntry::Same { .. } | StackMapEntry::SameLocals1StackItem { .. } | StackMapEntry::Chop { .. } => 0,
    }
}

const STACK: &str = "Bad type on operand stack";

impl<'h, 'a> Machine<'h, 'a> {
    /// At the method's first instruction.
    pub(super) fn new(
        hierarchy: &'h mut Hierarchy<'a>,
        method: &'static Method,
        code: &CodeData<'_>,
        ops: &[(usize, Opcode<'_>)],
    ) -> Checked<Machine<'h, 'a>> {
        let Some((parameters, returns)) = hierarchy.names.method(method.descriptor) else {
            return refuse("Illegal method signature");
        };
        let constructor = method.name == "<init>";
        let this_uninitialized = constructor && hierarchy.class.superclass.is_some();
        let max_locals = usize::from(code.max_locals);
        let mut locals = Vec::with_capacity(max_locals);
        if this_uninitialized {
            locals.push(Type::UninitializedThis);
        } else if !method.is_static() {
            locals.push(hierarchy.this());
        }
        locals.extend(parameters);
        if locals.len() > max_locals {
            return Err(Refusal::Format("Arguments can't fit into locals".into()));
        }
        // Nothing can be known of those that nobody names.
        let named = named_by(code, ops).max(locals.len());
        locals.resize(max_locals.min(named), Type::Top);
        let frame = Frame {
            locals,
            stack: Vec::new(),
            this_uninitialized,
        };
        let mut made = FxHashMap::default();
        for (at, opcode) in ops {
            if let Opcode::New(class) = opcode {
                made.insert(*at as u16, hierarchy.object(class));
            }
        }
        Ok(Machine {
            hierarchy,
            frame,
            made,
            constructor,
            max_stack: code.max_stack.into(),
            returns,
        })
    }

    /// Whether the frame may continue where another one is expected. JVMS §4.10.1.4.
    pub(super) fn matches(&mut self, from: &Frame, to: &Frame) -> Checked<bool> {
        if from.stack.len() != to.stack.len() || from.this_uninitialized && !to.this_uninitialized {
            return Ok(false);
        }
        let slots = from
            .locals
            .iter()
            .zip(&to.locals)
            .chain(from.stack.iter().zip(&to.stack));
        for (from, to) in slots {
            if !self.hierarchy.assignable(*from, *to)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn push(&mut self, ty: Type) -> Checked<()> {
        self.frame.stack.push(ty);
        self.frame.stack.extend(ty.second_half());
        self.check_depth()
    }

    fn check_depth(&self) -> Checked<()> {
        match self.frame.stack.len() > self.max_stack {
            true => refuse("Operand stack overflow"),
            false => Ok(()),
        }
    }

    fn pop_slot(&mut self) -> Checked<Type> {
        match self.frame.stack.pop() {
            Some(ty) => Ok(ty),
            None => refuse("Operand stack underflow"),
        }
    }

    /// Pops a value that may stand for `expected`.
    fn pop(&mut self, expected: Type) -> Checked<Type> {
        if let Some(high) = expected.second_half()
            && self.pop_slot()? != high
        {
            return refuse(STACK);
        }
        let found = self.pop_slot()?;
        match self.hierarchy.assignable(found, expected)? {
            true => Ok(found),
            false => refuse(STACK),
        }
    }

    /// Pops an initialised object, an array or null.
    fn pop_object(&mut self) -> Checked<Type> {
        match self.pop_slot()? {
            found @ (Type::Null | Type::Object(_)) => Ok(found),
            _ => refuse(STACK),
        }
    }

    /// Pops a reference, which may be uninitialised.
    fn pop_reference(&mut self) -> Checked<Type> {
        match self.pop_slot()? {
            found if found.is_reference() => Ok(found),
            _ => refuse(STACK),
        }
    }

    /// Pops an array of one of these descriptors, or null.
    fn pop_array_of(&mut self, descriptors: &[&str]) -> Checked<()> {
        match self.pop_slot()? {
            Type::Null => Ok(()),
            Type::Object(name) if descriptors.contains(&&*self.hierarchy.names.text(name)) => Ok(()),
            _ => refuse(STACK),
        }
    }

    /// Pops an array of references and gives the type of its elements.
    fn pop_reference_array(&mut self) -> Checked<Type> {
        let array = match self.pop_slot()? {
            Type::Null => return Ok(Type::Null),
            Type::Object(name) => self.hierarchy.names.text(name),
            _ => return refuse(STACK),
        };
        match array.strip_prefix('[') {
            Some(mut element) if element.starts_with(['L', '[']) => {
                Ok(self.hierarchy.names.take(&mut element).unwrap_or(Type::Top))
            }
            _ => refuse(STACK),
        }
    }

    /// Pops `operands` (the topmost is the last one) and pushes `results`.
    fn apply(&mut self, operands: &[Type], results: &[Type]) -> Checked<()> {
        for operand in operands.iter().rev() {
            self.pop(*operand)?;
        }
        results.iter().try_for_each(|result| self.push(*result))
    }

    fn local(&self, slot: u16) -> Checked<Type> {
        match self.frame.locals.get(usize::from(slot)) {
            Some(ty) => Ok(*ty),
            None => refuse("Local index exceeds max_locals"),
        }
    }

    fn load(&mut self, slot: u16, expected: Type) -> Checked<()> {
        match self.local(slot)? == expected {
            true => self.push(expected),
            false => refuse("Bad local variable type"),
        }
    }

    fn load_reference(&mut self, slot: u16) -> Checked<()> {
        match self.local(slot)? {
            ty if ty.is_reference() => self.push(ty),
            _ => refuse("Bad local variable type"),
        }
    }

    fn store(&mut self, slot: u16, ty: Type) -> Checked<()> {
        self.pop(ty)?;
        self.set_local(slot, ty)
    }

    fn set_local(&mut self, slot: u16, ty: Type) -> Checked<()> {
        let slot = usize::from(slot);
        let high = ty.second_half();
        if slot + usize::from(high.is_some()) >= self.frame.locals.len() {
            return refuse("Local index exceeds max_locals");
        }
        self.frame.set_local(slot, ty);
        if let Some(high) = high {
            self.frame.set_local(slot + 1, high);
        }
        Ok(())
    }

    fn store_reference(&mut self, slot: u16) -> Checked<()> {
        match self.pop_slot()? {
            ty if ty.is_reference() || matches!(ty, Type::ReturnTo(_)) => self.set_local(slot, ty),
            _ => refuse(STACK),
        }
    }

    /// The topmost slots are there and no two-slot value lies across their lower edge.
    fn check_edge(&self, slots: usize) -> Checked<()> {
        let Some(edge) = self.frame.stack.len().checked_sub(slots) else {
            return refuse("Operand stack underflow");
        };
        match self.frame.stack[edge].is_second_half() {
            true => refuse(STACK),
            false => Ok(()),
        }
    }

    fn discard(&mut self, slots: usize) -> Checked<()> {
        self.check_edge(slots)?;
        let depth = self.frame.stack.len() - slots;
        self.frame.stack.truncate(depth);
        Ok(())
    }

    /// Copies the `copied` topmost slots below the `skipped` slots under them.
    fn duplicate(&mut self, copied: usize, skipped: usize) -> Checked<()> {
        self.check_edge(copied)?;
        self.check_edge(copied + skipped)?;
        let top = self.frame.stack.len();
        self.frame.stack.extend_from_within(top - copied..top);
        self.frame.stack[top - copied - skipped..].rotate_right(copied);
        self.check_depth()
    }

    fn swap(&mut self) -> Checked<()> {
        self.check_edge(1)?;
        self.check_edge(2)?;
        let top = self.frame.stack.len();
        self.frame.stack.swap(top - 1, top - 2);
        Ok(())
    }

    fn load_constant(&mut self, constant: &Loadable<'_>, wide: bool) -> Checked<()> {
        let ty = match constant {
            Loadable::LiteralConstant(LiteralConstant::Integer(_)) => Int,
            Loadable::LiteralConstant(LiteralConstant::Float(_)) => Float,
            Loadable::LiteralConstant(LiteralConstant::Long(_)) => Long,
            Loadable::LiteralConstant(LiteralConstant::Double(_)) => Double,
            Loadable::LiteralConstant(LiteralConstant::String(_) | LiteralConstant::StringBytes(_)) => {
                self.hierarchy.object("java/lang/String")
            }
            Loadable::ClassInfo(_) => self.hierarchy.object("java/lang/Class"),
            Loadable::MethodHandle(_) => self.hierarchy.object("java/lang/invoke/MethodHandle"),
            Loadable::MethodType(_) => self.hierarchy.object("java/lang/invoke/MethodType"),
            Loadable::Dynamic(dynamic) => self.field_type(&dynamic.name_and_type.descriptor)?,
        };
        match ty.second_half().is_some() == wide {
            true => self.push(ty),
            false => refuse("Illegal type at constant pool entry"),
        }
    }

    fn field_type(&mut self, descriptor: &str) -> Checked<Type> {
        let mut rest = descriptor;
        match self.hierarchy.names.take(&mut rest) {
            Some(ty) if rest.is_empty() => Ok(ty),
            _ => refuse("Illegal field signature"),
        }
    }

    /// An access to an instance field.
    fn access_field(&mut self, field: &MemberRef<'_>, store: bool) -> Checked<()> {
        let descriptor = &field.name_and_type.descriptor;
        let ty = self.field_type(descriptor)?;
        if store {
            self.pop(ty)?;
        }
        let uninitialized = self.frame.stack.last() == Some(&Type::UninitializedThis);
        let own = self.hierarchy.class.fields.iter();
        let declared = || {
            own.clone()
                .any(|f| f.name == field.name_and_type.name && f.descriptor == *descriptor)
        };
        if store && uninitialized && field.class_name == self.hierarchy.own_name && declared() {
            // A constructor may set fields of its own class before it calls another constructor.
            self.pop_slot()?;
        } else {
            let owner = self.hierarchy.object(&field.class_name);
            let object = self.pop(owner)?;
            self.check_protected(object, field)?;
        }
        if store { Ok(()) } else { self.push(ty) }
    }

    /// A protected member of a superclass in another package is used through objects of the own class only.
    fn check_protected(&mut self, object: Type, member: &MemberRef<'_>) -> Checked<()> {
        let this = self.hierarchy.this();
        let named = &member.name_and_type;
        if object == this
            || !self
                .hierarchy
                .is_protected_elsewhere(&member.class_name, &named.name, &named.descriptor)
        {
            return Ok(());
        }
        if let Type::Object(name) = object
            && self.hierarchy.names.text(name).starts_with('[')
            && named.name == "clone"
        {
            // Every array has a public `clone`.
            return Ok(());
        }
        match self.hierarchy.assignable(object, this)? {
            true => Ok(()),
            false => refuse("Bad access to protected data"),
        }
    }

    /// The receiver of a call, below its arguments.
    fn pop_arguments(&mut self, descriptor: &str) -> Checked<Option<Type>> {
        let Some((parameters, result)) = self.hierarchy.names.method(descriptor) else {
            return refuse("Illegal method signature");
        };
        for parameter in parameters.iter().rev().filter(|ty| !ty.is_second_half()) {
            self.pop(*parameter)?;
        }
        Ok(result)
    }

    /// The second operand of `invokeinterface` says what the descriptor says: the slots of the receiver and of the arguments.
    fn check_count(&mut self, descriptor: &str, count: u8) -> Checked<()> {
        let slots = self
            .hierarchy
            .names
            .method(descriptor)
            .map(|(parameters, _)| parameters.len() + 1);
        match slots {
            Some(slots) if slots != usize::from(count) => refuse("Inconsistent args count operand in invokeinterface"),
            Some(_) | None => Ok(()),
        }
    }

    fn invoke(&mut self, method: &MemberRef<'_>, kind: Invoke) -> Checked<()> {
        let named = &method.name_and_type;
        if named.name.starts_with('<') && (kind != Invoke::Special || named.name != "<init>") {
            return refuse("Illegal call to internal method");
        }
        let is_super_call = kind == Invoke::Special && named.name != "<init>";
        if is_super_call && !self.hierarchy.may_call_specially(&method.class_name)? {
            return refuse("Bad invokespecial instruction: current class isn't assignable to reference class.");
        }
        let result = self.pop_arguments(&named.descriptor)?;
        match kind {
            Invoke::Static => {}
            Invoke::Special if named.name == "<init>" => self.initialize(method)?,
            Invoke::Special => {
                let this = self.hierarchy.this();
                self.pop(this)?;
            }
            Invoke::Virtual => {
                let owner = self.hierarchy.object(&method.class_name);
                let object = self.pop(owner)?;
                self.check_protected(object, method)?;
            }
            Invoke::Interface => {
                let owner = self.hierarchy.object(&method.class_name);
                self.pop(owner)?;
            }
        }
        result.map_or(Ok(()), |ty| self.push(ty))
    }

    /// The call of a constructor.
    fn initialize(&mut self, method: &MemberRef<'_>) -> Checked<()> {
        let object = self.pop_slot()?;
        match object {
            Type::UninitializedThis => {
                let class = self.hierarchy.class;
                let parent = class
                    .superclass
                    .is_some_and(|parent| is_named(parent, &method.class_name));
                if method.class_name != self.hierarchy.own_name && !parent {
                    return refuse("Bad <init> method call");
                }
                self.frame.this_uninitialized = false;
                let this = self.hierarchy.this();
                self.frame.replace(object, this);
                Ok(())
            }
            Type::Uninitialized(at) => {
                let made = self.hierarchy.object(&method.class_name);
                if self.made.get(&at) != Some(&made) {
                    return refuse("Call to wrong <init> method");
                }
                self.check_protected_constructor(method)?;
                self.frame.replace(object, made);
                Ok(())
            }
            _ => refuse("Bad operand type when invoking <init>"),
        }
    }

    /// A protected constructor of a class of another package is for `super(…)` alone.
    fn check_protected_constructor(&mut self, method: &MemberRef<'_>) -> Checked<()> {
        let descriptor = &method.name_and_type.descriptor;
        match self
            .hierarchy
            .is_protected_elsewhere(&method.class_name, "<init>", descriptor)
        {
            true => refuse("Bad access to protected <init> method"),
            false => Ok(()),
        }
    }

    fn end(&mut self, with: Option<Type>) -> Checked<()> {
        match (self.returns, with) {
            (None, None) if self.constructor && self.frame.this_uninitialized => {
                refuse("Constructor must call super() or this() before return")
            }
            (None, None) => Ok(()),
            (Some(_), Some(ty)) => {
                let found = self.pop(ty)?;
                self.end_with(found)
            }
            _ => refuse("Wrong return type in function"),
        }
    }

    fn end_with_reference(&mut self) -> Checked<()> {
        let found = self.pop_reference()?;
        self.end_with(found)
    }

    fn end_with(&mut self, found: Type) -> Checked<()> {
        let Some(expected) = self.returns else {
            return refuse("Wrong return type in function");
        };
        match self.hierarchy.assignable(found, expected)? {
            true => Ok(()),
            false => refuse("Bad return type"),
        }
    }

    fn array_of(&mut self, element: &ObjectArrayType<'_>) -> Checked<Type> {
        let name = match element {
            ObjectArrayType::BinaryName(name) => format!("[L{name};"),
            ObjectArrayType::ArrayType(descriptor) => format!("[{descriptor}"),
        };
        if name.bytes().take_while(|byte| *byte == b'[').count() > 255 {
            return refuse("Array with too many dimensions");
        }
        Ok(self.hierarchy.object(&name))
    }

    fn class_type(&mut self, class: &ObjectArrayType<'_>) -> Type {
        match class {
            ObjectArrayType::BinaryName(name) => self.hierarchy.object(name),
            ObjectArrayType::ArrayType(descriptor) => self.hierarchy.object(&descriptor.to_string()),
        }
    }

    fn new_dimensions(&mut self, class: &ObjectArrayType<'_>, dimensions: u8) -> Checked<()> {
        let ty = self.class_type(class);
        let Type::Object(name) = ty else { return refuse(STACK) };
        let declared = self.hierarchy.names.text(name);
        let declared = declared.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > declared {
            return refuse("Illegal dimension in multianewarray");
        }
        for _ in 0..dimensions {
            self.pop(Int)?;
        }
        self.push(ty)
    }

    /// Applies one instruction. The caller does the control flow, to which the return address of `jsr` belongs.
    pub(super) fn step(&mut self, at: usize, opcode: &Opcode<'_>) -> Checked<()> {
        match opcode {
            Opcode::Nop | Opcode::Goto(_) | Opcode::Jsr(_) | Opcode::Ret(_) => Ok(()),
            Opcode::AconstNull => self.push(Type::Null),
            Opcode::New(class) if class.starts_with('[') => refuse("Illegal use of array type in new"),
            Opcode::New(_) => self.push(Type::Uninitialized(at as u16)),
            Opcode::IconstM1 | Opcode::Iconst0 | Opcode::Iconst1 | Opcode::Iconst2 | Opcode::Iconst3 => self.push(Int),
            Opcode::Iconst4 | Opcode::Iconst5 | Opcode::Bipush(_) | Opcode::Sipush(_) => self.push(Int),
            Opcode::Lconst0 | Opcode::Lconst1 => self.push(Long),
            Opcode::Fconst0 | Opcode::Fconst1 | Opcode::Fconst2 => self.push(Float),
            Opcode::Dconst0 | Opcode::Dconst1 => self.push(Double),
            Opcode::Ldc(constant) | Opcode::LdcW(constant) => self.load_constant(constant, false),
            Opcode::Ldc2W(constant) => self.load_constant(constant, true),

            Opcode::Iload(slot) => self.load(*slot, Int),
            Opcode::Lload(slot) => self.load(*slot, Long),
            Opcode::Fload(slot) => self.load(*slot, Float),
            Opcode::Dload(slot) => self.load(*slot, Double),
            Opcode::Aload(slot) => self.load_reference(*slot),
            Opcode::Istore(slot) => self.store(*slot, Int),
            Opcode::Lstore(slot) => self.store(*slot, Long),
            Opcode::Fstore(slot) => self.store(*slot, Float),
            Opcode::Dstore(slot) => self.store(*slot, Double),
            Opcode::Astore(slot) => self.store_reference(*slot),
            Opcode::Iinc(slot, _) => match self.local(*slot)? {
                Int => Ok(()),
                _ => refuse("Bad local variable type"),
            },

            Opcode::Iaload => self.load_element(&["[I"], Int),
            Opcode::Baload => self.load_element(&["[B", "[Z"], Int),
            Opcode::Caload => self.load_element(&["[C"], Int),
            Opcode::Saload => self.load_element(&["[S"], Int),
            Opcode::Laload => self.load_element(&["[J"], Long),
            Opcode::Faload => self.load_element(&["[F"], Float),
            Opcode::Daload => self.load_element(&["[D"], Double),
            Opcode::Aaload => {
                self.pop(Int)?;
                let element = self.pop_reference_array()?;
                self.push(element)
            }
            Opcode::Iastore => self.store_element(&["[I"], Int),
            Opcode::Bastore => self.store_element(&["[B", "[Z"], Int),
            Opcode::Castore => self.store_element(&["[C"], Int),
            Opcode::Sastore => self.store_element(&["[S"], Int),
            Opcode::Lastore => self.store_element(&["[J"], Long),
            Opcode::Fastore => self.store_element(&["[F"], Float),
            Opcode::Dastore => self.store_element(&["[D"], Double),
            Opcode::Aastore => {
                self.pop_object()?;
                self.pop(Int)?;
                self.pop_reference_array().map(|_| ())
            }

            Opcode::Pop => self.discard(1),
            Opcode::Pop2 => self.discard(2),
            Opcode::Dup => self.duplicate(1, 0),
            Opcode::DupX1 => self.duplicate(1, 1),
            Opcode::DupX2 => self.duplicate(1, 2),
            Opcode::Dup2 => self.duplicate(2, 0),
            Opcode::Dup2X1 => self.duplicate(2, 1),
            Opcode::Dup2X2 => self.duplicate(2, 2),
            Opcode::Swap => self.swap(),

            Opcode::Iadd | Opcode::Isub | Opcode::Imul | Opcode::Idiv | Opcode::Irem => self.apply(&[Int, Int], &[Int]),
            Opcode::Ishl | Opcode::Ishr | Opcode::Iushr => self.apply(&[Int, Int], &[Int]),
            Opcode::Iand | Opcode::Ior | Opcode::Ixor => self.apply(&[Int, Int], &[Int]),
            Opcode::Ladd | Opcode::Lsub | Opcode::Lmul | Opcode::Ldiv | Opcode::Lrem => {
                self.apply(&[Long, Long], &[Long])
            }
            Opcode::Lshl | Opcode::Lshr | Opcode::Lushr => self.apply(&[Long, Int], &[Long]),
            Opcode::Land | Opcode::Lor | Opcode::Lxor => self.apply(&[Long, Long], &[Long]),
            Opcode::Fadd | Opcode::Fsub | Opcode::Fmul | Opcode::Fdiv | Opcode::Frem => {
                self.apply(&[Float, Float], &[Float])
            }
            Opcode::Dadd | Opcode::Dsub | Opcode::Dmul | Opcode::Ddiv | Opcode::Drem => {
                self.apply(&[Double, Double], &[Double])
            }
            Opcode::Ineg | Opcode::I2b | Opcode::I2c | Opcode::I2s => self.apply(&[Int], &[Int]),
            Opcode::Lneg => self.apply(&[Long], &[Long]),
            Opcode::Fneg => self.apply(&[Float], &[Float]),
            Opcode::Dneg => self.apply(&[Double], &[Double]),
            Opcode::I2l => self.apply(&[Int], &[Long]),
            Opcode::I2f => self.apply(&[Int], &[Float]),
            Opcode::I2d => self.apply(&[Int], &[Double]),
            Opcode::L2i => self.apply(&[Long], &[Int]),
            Opcode::L2f => self.apply(&[Long], &[Float]),
            Opcode::L2d => self.apply(&[Long], &[Double]),
            Opcode::F2i => self.apply(&[Float], &[Int]),
            Opcode::F2l => self.apply(&[Float], &[Long]),
            Opcode::F2d => self.apply(&[Float], &[Double]),
            Opcode::D2i => self.apply(&[Double], &[Int]),
            Opcode::D2l => self.apply(&[Double], &[Long]),
            Opcode::D2f => self.apply(&[Double], &[Float]),
            Opcode::Lcmp => self.apply(&[Long, Long], &[Int]),
            Opcode::Fcmpg | Opcode::Fcmpl => self.apply(&[Float, Float], &[Int]),
            Opcode::Dcmpg | Opcode::Dcmpl => self.apply(&[Double, Double], &[Int]),

            Opcode::Ifeq(_) | Opcode::Ifge(_) | Opcode::Ifgt(_) => self.apply(&[Int], &[]),
            Opcode::Ifle(_) | Opcode::Iflt(_) | Opcode::Ifne(_) => self.apply(&[Int], &[]),
            Opcode::IfIcmpeq(_) | Opcode::IfIcmpge(_) | Opcode::IfIcmpgt(_) => self.apply(&[Int, Int], &[]),
            Opcode::IfIcmple(_) | Opcode::IfIcmplt(_) | Opcode::IfIcmpne(_) => self.apply(&[Int, Int], &[]),
            Opcode::IfAcmpeq(_) | Opcode::IfAcmpne(_) => {
                self.pop_reference()?;
                self.pop_reference().map(|_| ())
            }
            Opcode::Ifnull(_) | Opcode::Ifnonnull(_) => self.pop_reference().map(|_| ()),
            Opcode::Tableswitch(_) => self.apply(&[Int], &[]),
            Opcode::Lookupswitch(table) => match table.match_offsets.is_sorted_by(|(key, _), (next, _)| key < next) {
                true => self.apply(&[Int], &[]),
                false => refuse("Bad lookupswitch instruction"),
            },

            Opcode::Ireturn => self.end(Some(Int)),
            Opcode::Lreturn => self.end(Some(Long)),
            Opcode::Freturn => self.end(Some(Float)),
            Opcode::Dreturn => self.end(Some(Double)),
            Opcode::Areturn => self.end_with_reference(),
            Opcode::Return => self.end(None),
            Opcode::Athrow => {
                let throwable = self.hierarchy.object("java/lang/Throwable");
                self.pop(throwable).map(|_| ())
            }

            Opcode::Getstatic(field) => {
                let ty = self.field_type(&field.name_and_type.descriptor)?;
                self.push(ty)
            }
            Opcode::Putstatic(field) => {
                let ty = self.field_type(&field.name_and_type.descriptor)?;
                self.pop(ty).map(|_| ())
            }
            Opcode::Getfield(field) => self.access_field(field, false),
            Opcode::Putfield(field) => self.access_field(field, true),
            Opcode::Invokestatic(method) => self.invoke(method, Invoke::Static),
            Opcode::Invokespecial(method) => self.invoke(method, Invoke::Special),
            Opcode::Invokevirtual(method) => self.invoke(method, Invoke::Virtual),
            Opcode::Invokeinterface(method, count) => {
                self.check_count(&method.name_and_type.descriptor, *count)?;
                self.invoke(method, Invoke::Interface)
            }
            Opcode::Invokedynamic(site) => {
                let result = self.pop_arguments(&site.name_and_type.descriptor)?;
                result.map_or(Ok(()), |ty| self.push(ty))
            }

            Opcode::Newarray(element) => {
                self.pop(Int)?;
                let array = self.hierarchy.object(primitive_array(*element));
                self.push(array)
            }
            Opcode::Anewarray(element) => {
                self.pop(Int)?;
                let array = self.array_of(element)?;
                self.push(array)
            }
            Opcode::Multianewarray(class, dimensions) => self.new_dimensions(class, *dimensions),
            Opcode::Arraylength => {
                match self.pop_slot()? {
                    Type::Null => {}
                    Type::Object(name) if self.hierarchy.names.text(name).starts_with('[') => {}
                    _ => return refuse(STACK),
                }
                self.push(Int)
            }
            Opcode::Instanceof(_) => {
                self.pop_object()?;
                self.push(Int)
            }
            Opcode::Checkcast(class) => {
                self.pop_object()?;
                let ty = self.class_type(class);
                self.push(ty)
            }
            Opcode::Monitorenter | Opcode::Monitorexit => self.pop_reference().map(|_| ()),
            Opcode::Breakpoint | Opcode::Impdep1 | Opcode::Impdep2 => refuse("Bad instruction"),
        }
    }

    fn load_element(&mut self, arrays: &[&str], element: Type) -> Checked<()> {
        self.pop(Int)?;
        self.pop_array_of(arrays)?;
        self.push(element)
    }

    fn store_element(&mut self, arrays: &[&str], element: Type) -> Checked<()> {
        self.pop(element)?;
        self.pop(Int)?;
        self.pop_array_of(arrays)
    }
}

/// The instructions that call a method.
#[derive(Clone, Copy, PartialEq)]
enum Invoke {
    Static,
    Special,
    Virtual,
    Interface,
}

fn primitive_array(element: PrimitiveArrayType) -> &'static str {
    match element {
        PrimitiveArrayType::Boolean => "[Z",
        PrimitiveArrayType::Char => "[C",
        PrimitiveArrayType::Float => "[F",
        PrimitiveArrayType::Double => "[D",
        PrimitiveArrayType::Byte => "[B",
        PrimitiveArrayType::Short => "[S",
        PrimitiveArrayType::Int => "[I",
        PrimitiveArrayType::Long => "[J",
    }
}
