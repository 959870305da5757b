//! `toString`, `hashCode` and `equals` of records, as java.lang.runtime.ObjectMethods of JDK 17 links them.
//!
//! Reads the record's private fields directly; calls the components' own methods.

use super::FACTORY;
use super::assembler::{Arithmetic, Branch, ClassWriter, Code, Field, access};
use super::concat::{Piece, join, push_text};
use super::descriptor::{Primitive, Signature, Type};

/// A record class.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// Its internal name.
    pub class: &'a str,
    /// What `Class.getSimpleName` gives for it.
    pub simple_name: &'a str,
    /// In the order of its header.
    pub components: &'a [Component<'a>],
}

/// A component of a record, which is a field too.
#[derive(Clone, Copy, Debug)]
pub struct Component<'a> {
    /// Its name.
    pub name: &'a str,
    /// The field's descriptor.
    pub descriptor: &'a str,
}

/// The methods that javac leaves to ObjectMethods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordMethod {
    /// `make(Record): String`
    ToString,
    /// `make(Record): int`
    HashCode,
    /// `make(Record, Object): boolean`
    Equals,
}

/// The class file of a record's method.
///
/// # Errors
/// Odd descriptors, and what does not fit a class file.
pub fn record(name: &str, method: RecordMethod, record: &Record) -> Result<Vec<u8>, String> {
    let this = Type::of_class(record.class);
    let int = Type::Primitive(Primitive::Int);
    let boolean = Type::Primitive(Primitive::Boolean);
    let (site, body): (Signature, Body) = match method {
        RecordMethod::ToString => (Signature::new([this], Some(Type::STRING)), to_string),
        RecordMethod::HashCode => (Signature::new([this], Some(int)), hash_code),
        RecordMethod::Equals => (Signature::new([this, Type::OBJECT], Some(boolean)), equals),
    };
    let fields = record
        .components
        .iter()
        .map(|component| Ok((component.name, Type::parse(component.descriptor)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let mut class = ClassWriter::new(name);
    class.method(access::STATIC | access::SYNTHETIC, FACTORY, &site, |code| {
        body(code, record, &fields)?;
        code.give(site.result);
        Ok(())
    })?;
    class.finish()
}

type RecordField<'a> = (&'a str, Type<'a>);
/// Emits a method's code up to its result on the stack.
type Body = fn(&mut Code, &Record, &[RecordField]) -> Result<(), String>;

/// The local variable of the record.
const THIS: usize = 0;
/// The local variables of what `equals` compares with: as given, and as a record.
const OTHER: usize = 1;
const OTHER_RECORD: usize = 2;

/// `Name[a=1, b=x]`
fn to_string(code: &mut Code, record: &Record, fields: &[RecordField]) -> Result<(), String> {
    let mut pieces = Vec::new();
    let mut before = format!("{}[", record.simple_name);
    for (name, _) in fields {
        push_str(&mut pieces, &format!("{before}{name}="));
        pieces.push(Piece::Value);
        before = ", ".to_owned();
    }
    let end = if fields.is_empty() {
        before + "]"
    } else {
        "]".to_owned()
    };
    push_str(&mut pieces, &end);
    let mut fields = fields.iter();
    join(code, &pieces, |code| {
        let &field = fields.next()?;
        load_field(code, record, THIS, field);
        Some(field.1)
    })
}

/// 0, and for each component: 31 times the result so far, plus the component's hash code.
fn hash_code(code: &mut Code, record: &Record, fields: &[RecordField]) -> Result<(), String> {
    code.push_int(0);
    for &field in fields {
        code.push_int(31);
        code.arithmetic(Arithmetic::MultiplyInts);
        load_field(code, record, THIS, field);
        match field.1 {
            Type::Primitive(primitive) => {
                let hash = format!("({})I", primitive.letter());
                code.call(primitive.wrapper(), "hashCode", &hash)?;
            }
            Type::Class(_) | Type::Array(_) => {
                code.call("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I")?;
            }
        }
        code.arithmetic(Arithmetic::AddInts);
    }
    Ok(())
}

/// The same object, or a record of the class whose components are equal.
///
/// The last component is compared first, as the JDK does (17 to 25): a component's `equals` can tell.
fn equals(code: &mut Code, record: &Record, fields: &[RecordField]) -> Result<(), String> {
    let this = Type::of_class(record.class);
    code.load(this, THIS);
    code.load(Type::OBJECT, OTHER);
    let another = code.jump(Branch::IfReferencesDiffer);
    code.push_int(1);
    let mut end = vec![code.jump(Branch::Always)];
    code.land(another);

    code.load(Type::OBJECT, OTHER);
    code.instance_of(record.class);
    let mut differ = vec![code.jump(Branch::IfZero)];
    code.load(Type::OBJECT, OTHER);
    code.check_cast(record.class);
    code.store(this, OTHER_RECORD);
    for &field in fields.iter().rev() {
        load_field(code, record, THIS, field);
        load_field(code, record, OTHER_RECORD, field);
        let branch = compare(code, field.1)?;
        differ.push(code.jump(branch));
    }
    code.push_int(1);
    end.push(code.jump(Branch::Always));
    for jump in differ {
        code.land(jump);
    }
    code.push_int(0);
    for jump in end {
        code.land(jump);
    }
    Ok(())
}

/// Compares the two values on the stack; the branch to take if they differ.
fn compare(code: &mut Code, value: Type) -> Result<Branch, String> {
    Ok(match value {
        Type::Primitive(Primitive::Boolean | Primitive::Byte | Primitive::Char | Primitive::Short | Primitive::Int) => {
            Branch::IfIntsDiffer
        }
        Type::Primitive(Primitive::Long) => {
            code.arithmetic(Arithmetic::CompareLongs);
            Branch::IfNotZero
        }
        Type::Primitive(Primitive::Float) => {
            code.call("java/lang/Float", "compare", "(FF)I")?;
            Branch::IfNotZero
        }
        Type::Primitive(Primitive::Double) => {
            code.call("java/lang/Double", "compare", "(DD)I")?;
            Branch::IfNotZero
        }
        Type::Class(_) | Type::Array(_) => {
            let equals = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            code.call("java/util/Objects", "equals", equals)?;
            Branch::IfZero
        }
    })
}

fn load_field(code: &mut Code, record: &Record, local: usize, (name, value): RecordField) {
    code.load(Type::of_class(record.class), local);
    code.field(Field::Get, record.class, name, value);
}

fn push_str(pieces: &mut Vec<Piece>, text: &str) {
    let units: Vec<u16> = text.encode_utf16().collect();
    push_text(pieces, &units);
}
