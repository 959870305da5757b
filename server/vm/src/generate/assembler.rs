//! Writes class files: constant pool, fields, methods, and the instructions that generated code uses.
//!
//! Emitting never fails: what does not fit the format is noted and refused by [`ClassWriter::finish`].
//! Stack depth is counted as code is emitted. Jumps go forward only, and each is landed exactly once.

use std::collections::BTreeMap;

use super::descriptor::{Primitive, Signature, Type};

/// Access flags (JVMS §4.1, §4.5, §4.6).
pub(super) mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SUPER: u16 = 0x0020;
    pub const SYNTHETIC: u16 = 0x1000;
}

/// The class-file version of Java 17.
const MAJOR: u16 = 61;
/// The most local variables that the parameters of a method may take, the receiver among them (JVMS §4.3.3).
const MOST_PARAMETER_SLOTS: usize = 255;

/// The largest constant that fits CONSTANT_Utf8, in bytes.
pub(super) const LONGEST_UTF8: usize = 65_535;

/// A class file in the making: final, synthetic, a subclass of Object.
pub(super) struct ClassWriter {
    name: String,
    pool: Pool,
    this_class: u16,
    super_class: u16,
    interfaces: Table,
    fields: Table,
    methods: Table,
}

/// The code of one method in the making.
pub(super) struct Code<'p> {
    pool: &'p mut Pool,
    bytes: Vec<u8>,
    depth: usize,
    max_depth: usize,
    max_locals: usize,
    /// Code from, to and handler of each region whose throwables are all caught.
    handlers: Vec<[usize; 3]>,
}

/// A forward jump that has no destination yet.
#[must_use = "a jump has to land"]
pub(super) struct Jump {
    /// Where the instruction is.
    from: usize,
    /// Stack depth at its destination.
    depth: usize,
}

/// The instructions that use fields.
#[derive(Clone, Copy)]
pub(super) enum Field {
    GetStatic,
    PutStatic,
    Get,
    Put,
}

/// The instructions that call methods.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Invoke {
    Virtual,
    Special,
    Static,
    Interface,
}

/// The instructions that jump, with what they take from the stack.
#[derive(Clone, Copy)]
pub(super) enum Branch {
    Always,
    IfZero,
    IfNotZero,
    IfNegative,
    IfNotNegative,
    IfPositive,
    IfNotPositive,
    IfIntsSame,
    IfIntsDiffer,
    IfIntLess,
    IfIntNotLess,
    IfIntGreater,
    IfIntNotGreater,
    IfReferencesSame,
    IfReferencesDiffer,
    IfNotNull,
}

/// The operators of two operands of one type, `int` or wider.
#[derive(Clone, Copy)]
pub(super) enum Operate {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// The instructions that compare two operands and leave -1, 0 or 1.
#[derive(Clone, Copy)]
pub(super) enum Compare {
    Longs,
    FloatsNanLess,
    FloatsNanGreater,
    DoublesNanLess,
    DoublesNanGreater,
}

/// The instructions between numeric types that widen, and `lcmp`, `imul`, `iadd`.
#[derive(Clone, Copy)]
pub(super) enum Arithmetic {
    IntToLong,
    IntToFloat,
    IntToDouble,
    LongToFloat,
    LongToDouble,
    FloatToDouble,
    CompareLongs,
    MultiplyInts,
    AddInts,
    SubtractInts,
}

impl ClassWriter {
    pub(super) fn new(name: &str) -> ClassWriter {
        let mut pool = Pool::default();
        let this_class = pool.class(name);
        let super_class = pool.class("java/lang/Object");
        ClassWriter {
            name: name.to_owned(),
            pool,
            this_class,
            super_class,
            interfaces: Table::default(),
            fields: Table::default(),
            methods: Table::default(),
        }
    }

    pub(super) fn implement(&mut self, interface: &str) {
        let interface = self.pool.class(interface);
        self.interfaces.row().extend(interface.to_be_bytes());
    }

    pub(super) fn field(&mut self, flags: u16, name: &str, value: Type) {
        let name = self.pool.utf8(name);
        let descriptor = self.pool.utf8(&value.to_string());
        let attributes = 0;
        let row = self.fields.row();
        for item in [flags, name, descriptor, attributes] {
            row.extend(item.to_be_bytes());
        }
    }

    /// Adds a method whose code `body` emits.
    pub(super) fn method(
        &mut self,
        flags: u16,
        name: &str,
        signature: &Signature,
        body: impl FnOnce(&mut Code) -> Result<(), String>,
    ) -> Result<(), String> {
        let receiver = usize::from(flags & access::STATIC == 0);
        let locals = receiver + signature.parameter_slots();
        if locals > MOST_PARAMETER_SLOTS {
            return Err(self.refuse(&format!("too many parameters: {signature}")));
        }
        let header = [
            flags,
            self.pool.utf8(name),
            self.pool.utf8(&signature.to_string()),
            1, // attribute, the code
            self.pool.utf8("Code"),
        ];
        let mut code = Code {
            pool: &mut self.pool,
            bytes: Vec::new(),
            depth: 0,
            max_depth: 0,
            max_locals: locals,
            handlers: Vec::new(),
        };
        if let Err(problem) = body(&mut code) {
            return Err(self.refuse(&problem));
        }
        let attribute = code.finish();
        let row = self.methods.row();
        for item in header {
            row.extend(item.to_be_bytes());
        }
        row.extend(attribute);
        Ok(())
    }

    /// The bytes of the class file.
    ///
    /// # Errors
    /// Whatever the format has no room for: too much code, too many or too long constants.
    /// A constructor without parameters that only calls `Object`'s.
    pub(super) fn empty_constructor(&mut self, flags: u16) -> Result<(), String> {
        self.method(flags, "<init>", &Signature::new([], None), |code| {
            code.load(Type::OBJECT, 0);
            code.invoke(Invoke::Special, "java/lang/Object", false, "<init>", "()V")?;
            code.give(None);
            Ok(())
        })
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, String> {
        if let Some(problem) = self.pool.problem {
            return Err(self.refuse(problem));
        }
        let flags = access::FINAL | access::SUPER | access::SYNTHETIC;
        let mut bytes = 0xcafe_babe_u32.to_be_bytes().to_vec();
        for item in [0, MAJOR, self.pool.next] {
            bytes.extend(item.to_be_bytes());
        }
        bytes.extend(&self.pool.bytes);
        for item in [flags, self.this_class, self.super_class] {
            bytes.extend(item.to_be_bytes());
        }
        for table in [&self.interfaces, &self.fields, &self.methods] {
            let Ok(rows) = u16::try_from(table.rows) else {
                return Err(self.refuse("too many interfaces, fields or methods"));
            };
            bytes.extend(rows.to_be_bytes());
            bytes.extend(&table.bytes);
        }
        let attributes = 0u16;
        bytes.extend(attributes.to_be_bytes());
        Ok(bytes)
    }

    fn refuse(&self, problem: &str) -> String {
        format!("cannot generate {}: {problem}", self.name)
    }
}

/// Instructions, in the order of JVMS §6.5's chapters: constants, locals, stack, arithmetic, control, members.
impl Code<'_> {
    pub(super) fn push_int(&mut self, value: usize) {
        match (u8::try_from(value), i16::try_from(value)) {
            (Ok(value @ 0..=5), _) => self.emit(0x03 + value, &[], 0, 1), // iconst
            (Ok(value @ 0..=127), _) => self.emit(0x10, &[value], 0, 1),  // bipush
            (_, Ok(value)) => self.emit(0x11, &value.to_be_bytes(), 0, 1), // sipush
            (_, Err(_)) => self.pool.fail("a number above 32,767"),
        }
    }

    /// A constant of a primitive type, by its bits: an `int`'s for all that are no wider.
    pub(super) fn push_bits(&mut self, value: Primitive, bits: u64) {
        let index = match value {
            Primitive::Boolean | Primitive::Byte | Primitive::Char | Primitive::Short | Primitive::Int => {
                self.pool.number(tag::INTEGER, &(bits as u32).to_be_bytes())
            }
            Primitive::Float => self.pool.number(tag::FLOAT, &(bits as u32).to_be_bytes()),
            Primitive::Long => self.pool.number(tag::LONG, &bits.to_be_bytes()),
            Primitive::Double => self.pool.number(tag::DOUBLE, &bits.to_be_bytes()),
        };
        let slots = Type::Primitive(value).slots();
        let opcode = if slots == 2 { 0x14 } else { 0x13 }; // ldc2_w, ldc_w
        self.emit(opcode, &index.to_be_bytes(), 0, slots);
    }

    /// `ldc` of a class, as CONSTANT_Class names it.
    pub(super) fn push_class(&mut self, class: &str) {
        let class = self.pool.class(class);
        self.emit(0x13, &class.to_be_bytes(), 0, 1);
    }

    /// Zero or null.
    pub(super) fn push_default(&mut self, value: Type) {
        let opcode = match value {
            Type::Class(_) | Type::Array(_) => 0x01, // aconst_null
            Type::Primitive(Primitive::Long) => 0x09,
            Type::Primitive(Primitive::Float) => 0x0b,
            Type::Primitive(Primitive::Double) => 0x0e,
            Type::Primitive(
                Primitive::Boolean | Primitive::Byte | Primitive::Char | Primitive::Short | Primitive::Int,
            ) => 0x03,
        };
        self.emit(opcode, &[], 0, value.slots());
    }

    /// `ldc` of a string: at most [`LONGEST_UTF8`] bytes when encoded.
    pub(super) fn push_string(&mut self, text: &[u16]) {
        let [high, low] = self.pool.string(text).to_be_bytes();
        match high {
            0 => self.emit(0x12, &[low], 0, 1),       // ldc
            _ => self.emit(0x13, &[high, low], 0, 1), // ldc_w
        }
    }

    pub(super) fn load(&mut self, value: Type, local: usize) {
        self.local(0x15 + kind(value), value, local, 0, value.slots()); // iload, …, aload
    }

    pub(super) fn store(&mut self, value: Type, local: usize) {
        self.local(0x36 + kind(value), value, local, value.slots(), 0); // istore, …, astore
    }

    pub(super) fn load_element(&mut self) {
        self.emit(0x32, &[], 2, 1); // aaload
    }

    /// The load instruction of an array whose elements have this type.
    pub(super) fn load_element_of(&mut self, element: Type) {
        let opcode = match element {
            Type::Primitive(Primitive::Int) => 0x2e,
            Type::Primitive(Primitive::Long) => 0x2f,
            Type::Primitive(Primitive::Float) => 0x30,
            Type::Primitive(Primitive::Double) => 0x31,
            Type::Primitive(Primitive::Boolean | Primitive::Byte) => 0x33,
            Type::Primitive(Primitive::Char) => 0x34,
            Type::Primitive(Primitive::Short) => 0x35,
            Type::Class(_) | Type::Array(_) => return self.load_element(),
        };
        self.emit(opcode, &[], 2, element.slots());
    }

    pub(super) fn array_length(&mut self) {
        self.emit(0xbe, &[], 1, 1);
    }

    pub(super) fn store_element(&mut self) {
        self.emit(0x53, &[], 3, 0); // aastore
    }

    /// The store instruction of an array whose elements have this type.
    pub(super) fn store_element_of(&mut self, element: Type) {
        let opcode = match element {
            Type::Primitive(Primitive::Int) => 0x4f,
            Type::Primitive(Primitive::Long) => 0x50,
            Type::Primitive(Primitive::Float) => 0x51,
            Type::Primitive(Primitive::Double) => 0x52,
            Type::Primitive(Primitive::Boolean | Primitive::Byte) => 0x54,
            Type::Primitive(Primitive::Char) => 0x55,
            Type::Primitive(Primitive::Short) => 0x56,
            Type::Class(_) | Type::Array(_) => return self.store_element(),
        };
        self.emit(opcode, &[], 2 + element.slots(), 0);
    }

    pub(super) fn enter_monitor(&mut self) {
        self.emit(0xc2, &[], 1, 0);
    }

    pub(super) fn exit_monitor(&mut self) {
        self.emit(0xc3, &[], 1, 0);
    }

    pub(super) fn dup(&mut self) {
        self.emit(0x59, &[], 1, 2);
    }

    pub(super) fn pop(&mut self, value: Type) {
        match value.slots() {
            1 => self.emit(0x57, &[], 1, 0), // pop
            _ => self.emit(0x58, &[], 2, 0), // pop2
        }
    }

    pub(super) fn arithmetic(&mut self, operation: Arithmetic) {
        let (opcode, takes, gives) = match operation {
            Arithmetic::IntToLong => (0x85, 1, 2),
            Arithmetic::IntToFloat => (0x86, 1, 1),
            Arithmetic::IntToDouble => (0x87, 1, 2),
            Arithmetic::LongToFloat => (0x89, 2, 1),
            Arithmetic::LongToDouble => (0x8a, 2, 2),
            Arithmetic::FloatToDouble => (0x8d, 1, 2),
            Arithmetic::CompareLongs => (0x94, 4, 1),
            Arithmetic::MultiplyInts => (0x68, 2, 1),
            Arithmetic::AddInts => (0x60, 2, 1),
            Arithmetic::SubtractInts => (0x64, 2, 1),
        };
        self.emit(opcode, &[], takes, gives);
    }

    /// An operator on two operands of this type, which is `int` or wider.
    pub(super) fn operate(&mut self, operator: Operate, of: Primitive) {
        let first = match operator {
            Operate::Add => 0x60,
            Operate::Subtract => 0x64,
            Operate::Multiply => 0x68,
            Operate::Divide => 0x6c,
            Operate::Remainder => 0x70,
        };
        let ty = Type::Primitive(of);
        self.emit(first + kind(ty), &[], 2 * ty.slots(), ty.slots()); // iadd, ladd, …
    }

    /// The sign of an operand of this type is turned.
    pub(super) fn negate(&mut self, of: Primitive) {
        let ty = Type::Primitive(of);
        self.emit(0x74 + kind(ty), &[], ty.slots(), ty.slots()); // ineg, …
    }

    pub(super) fn compare(&mut self, comparison: Compare) {
        let (opcode, takes) = match comparison {
            Compare::Longs => (0x94, 4),
            Compare::FloatsNanLess => (0x95, 2),
            Compare::FloatsNanGreater => (0x96, 2),
            Compare::DoublesNanLess => (0x97, 4),
            Compare::DoublesNanGreater => (0x98, 4),
        };
        self.emit(opcode, &[], takes, 1);
    }

    pub(super) fn jump(&mut self, branch: Branch) -> Jump {
        let (opcode, takes) = match branch {
            Branch::Always => (0xa7, 0),
            Branch::IfZero => (0x99, 1),
            Branch::IfNotZero => (0x9a, 1),
            Branch::IfNegative => (0x9b, 1),
            Branch::IfNotNegative => (0x9c, 1),
            Branch::IfPositive => (0x9d, 1),
            Branch::IfNotPositive => (0x9e, 1),
            Branch::IfIntsSame => (0x9f, 2),
            Branch::IfIntsDiffer => (0xa0, 2),
            Branch::IfIntLess => (0xa1, 2),
            Branch::IfIntNotLess => (0xa2, 2),
            Branch::IfIntGreater => (0xa3, 2),
            Branch::IfIntNotGreater => (0xa4, 2),
            Branch::IfReferencesSame => (0xa5, 2),
            Branch::IfReferencesDiffer => (0xa6, 2),
            Branch::IfNotNull => (0xc7, 1),
        };
        let from = self.bytes.len();
        self.emit(opcode, &[0, 0], takes, 0);
        let depth = self.depth;
        Jump { from, depth }
    }

    /// Makes the next instruction the destination of `jump`.
    pub(super) fn land(&mut self, jump: Jump) {
        self.depth = jump.depth;
        match i16::try_from(self.bytes.len() - jump.from) {
            Ok(distance) => self.bytes[jump.from + 1..jump.from + 3].copy_from_slice(&distance.to_be_bytes()),
            Err(_) => self.pool.fail("a jump over more than 32,767 bytes"),
        }
    }

    /// Where the next instruction will be.
    pub(super) fn here(&self) -> usize {
        self.bytes.len()
    }

    /// Makes the next instruction the handler of all that the code since `from` throws: the throwable lies alone on the
    /// stack there.
    pub(super) fn catch(&mut self, from: usize, to: usize) {
        self.handlers.push([from, to, self.bytes.len()]);
        self.depth = 1;
        self.max_depth = self.max_depth.max(1);
    }

    /// `athrow`
    pub(super) fn throw(&mut self) {
        self.emit(0xbf, &[], 1, 0);
    }

    /// Returns a value of this type, or nothing.
    pub(super) fn give(&mut self, result: Option<Type>) {
        match result {
            Some(value) => self.emit(0xac + kind(value), &[], value.slots(), 0), // ireturn, …, areturn
            None => self.emit(0xb1, &[], 0, 0),
        }
    }

    pub(super) fn field(&mut self, access: Field, class: &str, name: &str, value: Type) {
        let slots = value.slots();
        let (opcode, takes, gives) = match access {
            Field::GetStatic => (0xb2, 0, slots),
            Field::PutStatic => (0xb3, slots, 0),
            Field::Get => (0xb4, 1, slots),
            Field::Put => (0xb5, 1 + slots, 0),
        };
        let field = self.pool.member(tag::FIELD, class, name, &value.to_string());
        self.emit(opcode, &field.to_be_bytes(), takes, gives);
    }

    pub(super) fn invoke(
        &mut self,
        invoke: Invoke,
        class: &str,
        interface: bool,
        name: &str,
        descriptor: &str,
    ) -> Result<(), String> {
        let signature = Signature::parse(descriptor)?;
        let tag = if interface { tag::INTERFACE_METHOD } else { tag::METHOD };
        let [high, low] = self.pool.member(tag, class, name, descriptor).to_be_bytes();
        let arguments = signature.parameter_slots();
        let gives = signature.result.map_or(0, Type::slots);
        match invoke {
            Invoke::Virtual => self.emit(0xb6, &[high, low], 1 + arguments, gives),
            Invoke::Special => self.emit(0xb7, &[high, low], 1 + arguments, gives),
            Invoke::Static => self.emit(0xb8, &[high, low], arguments, gives),
            Invoke::Interface => {
                let count = u8::try_from(1 + arguments)
                    .map_err(|_| format!("too many parameters: {class}.{name}{descriptor}"))?;
                self.emit(0xb9, &[high, low, count, 0], 1 + arguments, gives);
            }
        }
        Ok(())
    }

    /// `invokestatic` of a class's method.
    pub(super) fn call(&mut self, class: &str, name: &str, descriptor: &str) -> Result<(), String> {
        self.invoke(Invoke::Static, class, false, name, descriptor)
    }

    pub(super) fn new_object(&mut self, class: &str) {
        self.with_class(0xbb, class, 0);
    }

    /// `anewarray`.
    pub(super) fn new_array(&mut self, component: &str) {
        self.with_class(0xbd, component, 1);
    }

    /// `newarray` or `anewarray`.
    pub(super) fn new_array_of(&mut self, element: Type) {
        let code = match element {
            Type::Primitive(Primitive::Boolean) => 4,
            Type::Primitive(Primitive::Char) => 5,
            Type::Primitive(Primitive::Float) => 6,
            Type::Primitive(Primitive::Double) => 7,
            Type::Primitive(Primitive::Byte) => 8,
            Type::Primitive(Primitive::Short) => 9,
            Type::Primitive(Primitive::Int) => 10,
            Type::Primitive(Primitive::Long) => 11,
            Type::Class(name) | Type::Array(name) => return self.new_array(name),
        };
        self.emit(0xbc, &[code], 1, 1);
    }

    pub(super) fn check_cast(&mut self, class: &str) {
        self.with_class(0xc0, class, 1);
    }

    pub(super) fn instance_of(&mut self, class: &str) {
        self.with_class(0xc1, class, 1);
    }

    fn with_class(&mut self, opcode: u8, class: &str, takes: usize) {
        let class = self.pool.class(class);
        self.emit(opcode, &class.to_be_bytes(), takes, 1);
    }

    fn local(&mut self, opcode: u8, value: Type, local: usize, takes: usize, gives: usize) {
        match u8::try_from(local) {
            Ok(index) => self.emit(opcode, &[index], takes, gives),
            Err(_) => self.pool.fail("a local variable above 255"),
        }
        self.max_locals = self.max_locals.max(local + value.slots());
    }

    fn emit(&mut self, opcode: u8, operands: &[u8], takes: usize, gives: usize) {
        self.bytes.push(opcode);
        self.bytes.extend(operands);
        // Only the code after a jump or a return, never reached before `land`, can lack operands.
        self.depth = self.depth.saturating_sub(takes) + gives;
        self.max_depth = self.max_depth.max(self.depth);
    }

    /// The Code attribute, without its name.
    fn finish(self) -> Vec<u8> {
        let limits = (
            u16::try_from(self.max_depth),
            u16::try_from(self.max_locals),
            u16::try_from(self.bytes.len()),
        );
        let (Ok(stack), Ok(locals), Ok(length)) = limits else {
            self.pool.fail("more than 65,535 bytes of code");
            return Vec::new();
        };
        // max_stack, max_locals, the code and its length, exception handlers, and no attributes.
        let handlers = self.handlers.iter().filter(|[from, to, _]| from < to);
        let handlers: Vec<u8> = handlers
            .flat_map(|places| places.map(|place| place as u16).into_iter().chain([0])) // 0: whatever is thrown
            .flat_map(u16::to_be_bytes)
            .collect();
        let mut attribute = (u32::from(length) + 12 + handlers.len() as u32).to_be_bytes().to_vec();
        attribute.extend(stack.to_be_bytes());
        attribute.extend(locals.to_be_bytes());
        attribute.extend(u32::from(length).to_be_bytes());
        attribute.extend(self.bytes);
        attribute.extend(((handlers.len() / 8) as u16).to_be_bytes());
        attribute.extend(handlers);
        attribute.extend([0; 2]);
        attribute
    }
}

/// Modified UTF-8 (JVMS §4.4.7): the length of one UTF-16 code unit, in bytes.
pub(super) fn encoded_length(unit: u16) -> usize {
    match unit {
        0x01..=0x7f => 1,
        0 | 0x80..=0x7ff => 2,
        0x800.. => 3,
    }
}

/// The distance of a type's instruction from the `int` one, in `iload`, `istore` and `ireturn` alike.
fn kind(value: Type) -> u8 {
    match value {
        Type::Primitive(Primitive::Boolean | Primitive::Byte | Primitive::Char | Primitive::Short | Primitive::Int) => {
            0
        }
        Type::Primitive(Primitive::Long) => 1,
        Type::Primitive(Primitive::Float) => 2,
        Type::Primitive(Primitive::Double) => 3,
        Type::Class(_) | Type::Array(_) => 4,
    }
}

/// Rows that the class file counts.
#[derive(Default)]
struct Table {
    rows: usize,
    bytes: Vec<u8>,
}

impl Table {
    /// Where to write one more row.
    fn row(&mut self) -> &mut Vec<u8> {
        self.rows += 1;
        &mut self.bytes
    }
}

/// Tags of constants (JVMS §4.4).
mod tag {
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD: u8 = 9;
    pub const METHOD: u8 = 10;
    pub const INTERFACE_METHOD: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
}

/// The index that stands for a constant that did not fit.
const NO_CONSTANT: u16 = 0;

/// The constant pool. Equal constants are one.
struct Pool {
    bytes: Vec<u8>,
    next: u16,
    known: BTreeMap<Vec<u8>, u16>,
    /// The first thing that did not fit the format.
    problem: Option<&'static str>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            bytes: Vec::new(),
            next: 1, // index 0 is no constant
            known: BTreeMap::new(),
            problem: None,
        }
    }
}

impl Pool {
    fn utf8(&mut self, text: &str) -> u16 {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.units(&units)
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(tag::CLASS, &[name])
    }

    fn string(&mut self, text: &[u16]) -> u16 {
        let text = self.units(text);
        self.constant(tag::STRING, &[text])
    }

    /// Numbers of eight bytes take two entries (JVMS §4.4.5).
    fn number(&mut self, tag: u8, bytes: &[u8]) -> u16 {
        let mut entry = vec![tag];
        entry.extend(bytes);
        let known = self.known.len();
        let index = self.entry(entry);
        if bytes.len() == 8 && self.known.len() > known {
            match self.next.checked_add(1) {
                Some(next) => self.next = next,
                None => self.fail("too many constants"),
            }
        }
        index
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.constant(tag::NAME_AND_TYPE, &[name, descriptor]);
        self.constant(tag, &[class, name_and_type])
    }

    fn units(&mut self, text: &[u16]) -> u16 {
        let length: usize = text.iter().map(|&unit| encoded_length(unit)).sum();
        let Ok(length) = u16::try_from(length) else {
            self.fail("a text above 65,535 bytes");
            return NO_CONSTANT;
        };
        let mut entry = vec![tag::UTF8];
        entry.extend(length.to_be_bytes());
        for &unit in text {
            encode(unit, &mut entry);
        }
        self.entry(entry)
    }

    fn constant(&mut self, tag: u8, items: &[u16]) -> u16 {
        let mut entry = vec![tag];
        entry.extend(items.iter().flat_map(|item| item.to_be_bytes()));
        self.entry(entry)
    }

    fn entry(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(&index) = self.known.get(&entry) {
            return index;
        }
        let index = self.next;
        let Some(next) = index.checked_add(1) else {
            self.fail("too many constants");
            return NO_CONSTANT;
        };
        self.next = next;
        self.bytes.extend(&entry);
        self.known.insert(entry, index);
        index
    }

    /// Notes that the class cannot be finished.
    fn fail(&mut self, problem: &'static str) {
        self.problem.get_or_insert(problem);
    }
}

fn encode(unit: u16, bytes: &mut Vec<u8>) {
    let six = |shift: u16| 0x80 | (unit >> shift & 0x3f) as u8;
    match encoded_length(unit) {
        1 => bytes.push(unit as u8),
        2 => bytes.extend([0xc0 | (unit >> 6) as u8, six(0)]),
        _ => bytes.extend([0xe0 | (unit >> 12) as u8, six(6), six(0)]),
    }
}
