//! Values that a search puts in the place of others (`[[perturb]]`): of what a read of a field gives, or of an argument of a method.
//!
//! Plain data; `interpreter/perturbed.rs` makes the choices. After the two listeners of Java PathFinder's page on choice generators, which
//! replace what they perturb: the value itself is explored only where `add` has a 0.

use serde::{Deserialize, Serialize};

use crate::attributor::matches;
use crate::choice_point::Value;
use crate::image::class::{Class, Method};
use crate::types::Ty;

/// What is perturbed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Each read of a field: binary name of the class that declares it, and its name.
    Field(String),
    /// An argument of each call of a method, counted from 0 without the receiver. All methods of that name.
    Parameter(String, u16),
}

/// One row of the user's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Perturbation {
    /// What.
    pub subject: Subject,
    /// Methods that read or call, as class.method; a `*` matches any characters. Every one by default.
    pub within: Option<String>,
    /// What is added to the value, one for each way on.
    pub add: Vec<String>,
    /// What is put in its place, one for each way on; these come after those that are added.
    pub values: Vec<String>,
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Subject::Field(name) => f.write_str(name),
            Subject::Parameter(method, index) => write!(f, "{method}({index})"),
        }
    }
}

impl std::fmt::Display for Perturbation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let key = match self.subject {
            Subject::Field(_) => "field",
            Subject::Parameter(..) => "parameter",
        };
        write!(f, "{key} = \"{}\"", self.subject)
    }
}

fn class_and_member(name: &str) -> Option<(&str, &str)> {
    let named = name.rsplit_once('.');
    named.filter(|(class, member)| !class.is_empty() && !member.is_empty() && !name.contains('*'))
}

impl Subject {
    /// A field, as `shop.Till.sum`.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn field(name: &str) -> Result<Subject, String> {
        match class_and_member(name) {
            Some(_) => Ok(Subject::Field(name.to_owned())),
            None => Err(format!(
                "`{name}` does not name a field: write class.field, as shop.Till.sum"
            )),
        }
    }

    /// A parameter, as `shop.Till.add(0)`.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn parameter(name: &str) -> Result<Subject, String> {
        let parts = name.strip_suffix(')').and_then(|name| name.split_once('('));
        let number = parts.and_then(|(method, number)| Some((method, number.trim().parse().ok()?)));
        match number.filter(|(method, _)| class_and_member(method).is_some()) {
            Some((method, number)) => Ok(Subject::Parameter(method.to_owned(), number)),
            None => Err(format!(
                "`{name}` does not name a parameter: write class.method(number), counted from 0, as shop.Till.add(0)"
            )),
        }
    }

    pub(crate) fn class_and_member(&self) -> (&str, &str) {
        let (Subject::Field(name) | Subject::Parameter(name, _)) = self;
        class_and_member(name).unwrap_or_default()
    }
}

impl Perturbation {
    /// All of it in one line, as trails keep it. What is said holds no tab: no number, truth value or character that is taken is one.
    pub fn line(&self) -> String {
        let subject = match &self.subject {
            Subject::Field(name) => format!("field={name}"),
            Subject::Parameter(..) => format!("parameter={}", self.subject),
        };
        let within = self.within.iter().map(|within| format!("in={within}"));
        let add = self.add.iter().map(|text| format!("add={text}"));
        let values = self.values.iter().map(|text| format!("value={text}"));
        let parts: Vec<String> = [subject].into_iter().chain(within).chain(add).chain(values).collect();
        parts.join("\t")
    }

    /// What such a line says.
    pub fn of_line(line: &str) -> Option<Perturbation> {
        let parts = || line.split('\t').filter_map(|part| part.split_once('='));
        let of = |key: &'static str| parts().filter(move |part| part.0 == key).map(|part| part.1);
        let field = of("field").find_map(|name| Subject::field(name).ok());
        let parameter = || of("parameter").find_map(|name| Subject::parameter(name).ok());
        Some(Perturbation {
            subject: field.or_else(parameter)?,
            within: of("in").next().map(str::to_owned),
            add: of("add").map(str::to_owned).collect(),
            values: of("value").map(str::to_owned).collect(),
        })
    }

    /// How many values take the place of one.
    pub(crate) fn ways(&self) -> u64 {
        (self.add.len() + self.values.len()) as u64
    }

    /// The value that takes the place of `old`, by the number of the way.
    pub(crate) fn value(&self, way: u64, ty: Ty, old: u64) -> Option<Value> {
        let way = way as usize;
        match self.add.get(way) {
            Some(text) => parse(text, ty).ok().map(|add| sum(ty, old, add)),
            None => parse(self.values.get(way - self.add.len())?, ty).ok(),
        }
    }

    pub(crate) fn is_within(&self, reader: &Method) -> bool {
        self.within.as_ref().is_none_or(|pattern| {
            let class = reader.class().binary_name();
            matches(pattern, &format!("{class}.{}", reader.name))
        })
    }

    /// What does not fit, of what the row says of a class: a sentence.
    pub(crate) fn misfit(&self, class: &Class) -> Option<String> {
        let (named, member) = self.subject.class_and_member();
        if !class.is_user() || class.binary_name() != named {
            return None;
        }
        let fits = |ty: Ty| {
            let bad = |text: &String| parse(text, ty).err();
            let added = self.add.iter().find_map(bad);
            let boolean =
                (ty == Ty::Boolean && !self.add.is_empty()).then(|| "nothing is added to a boolean".to_owned());
            boolean.or(added).or_else(|| self.values.iter().find_map(bad))
        };
        let what = match self.subject {
            Subject::Field(_) => match class.fields.iter().find(|field| field.name == member) {
                Some(field) => fits(Ty::of(field.descriptor)),
                None => Some(format!("{named} declares no field {member}")),
            },
            Subject::Parameter(_, index) => {
                let of_name = class.methods.iter().filter(|method| method.name == member);
                let mut of_name = of_name.peekable();
                match of_name.peek() {
                    None => Some(format!("{named} declares no method {member}")),
                    Some(_) => of_name.find_map(|method| match method.params.get(usize::from(index)) {
                        _ if !method.has_code() => Some(format!("{named}.{member} has no body")),
                        Some(ty) => fits(*ty),
                        None => Some(format!("{} has no parameter {index}", method.full_name())),
                    }),
                }
            }
        };
        what.map(|what| format!("[[perturb]] {self}: {what}"))
    }
}

/// A value as one of a type: as the user writes it.
fn parse(text: &str, ty: Ty) -> Result<Value, String> {
    let text = text.trim();
    let (value, kind) = match ty {
        Ty::Boolean => (text.parse().ok().map(Value::Boolean), "a boolean"),
        Ty::Byte => (whole::<i8>(text), "a byte"),
        Ty::Short => (whole::<i16>(text), "a short"),
        Ty::Int => (whole::<i32>(text), "an int"),
        Ty::Long => (whole::<i64>(text), "a long"),
        Ty::Char => (whole::<u16>(text).or_else(|| character(text)), "a char"),
        Ty::Float => (text.parse().ok().map(Value::Float), "a float"),
        Ty::Double => (text.parse().ok().map(Value::Double), "a double"),
        Ty::Reference | Ty::Void => return Err("only values of primitive types are perturbed".into()),
    };
    value.ok_or_else(|| format!("`{text}` is not {kind}"))
}

fn whole<T: std::str::FromStr + Into<i64>>(text: &str) -> Option<Value> {
    text.parse::<T>().ok().map(|value| Value::Whole(value.into()))
}

fn character(text: &str) -> Option<Value> {
    let mut units = text.encode_utf16();
    units
        .next()
        .filter(|_| units.next().is_none())
        .map(|unit| Value::Whole(unit.into()))
}

/// The sum, as Java computes it and assigns it to a variable of the type.
fn sum(ty: Ty, old: u64, add: Value) -> Value {
    match add {
        Value::Whole(add) if ty == Ty::Long => Value::Whole((old as i64).wrapping_add(add)),
        Value::Whole(add) => {
            let sum = (old as u32 as i32).wrapping_add(add as i32);
            Value::Whole(i64::from(ty.widen(ty.narrow(u64::from(sum as u32))) as u32 as i32))
        }
        Value::Float(add) => Value::Float(f32::from_bits(old as u32) + add),
        Value::Double(add) => Value::Double(f64::from_bits(old) + add),
        Value::Boolean(_) => add,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read() {
        let parameter = Subject::parameter("shop.Till.add(1)");
        assert_eq!(parameter, Ok(Subject::Parameter("shop.Till.add".into(), 1)));
        assert!(Subject::field("shop.Till.sum").is_ok());
        for wrong in ["sum", "shop.Till.", "shop.*.sum"] {
            assert!(Subject::field(wrong).unwrap_err().contains(wrong));
        }
        for wrong in ["shop.Till.add", "shop.Till.add()", "add(0)", "shop.Till.add(-1)"] {
            assert!(Subject::parameter(wrong).unwrap_err().contains(wrong));
        }
    }

    #[test]
    fn values_are_of_the_type() {
        assert_eq!(parse("-128", Ty::Byte), Ok(Value::Whole(-128)));
        assert_eq!(parse("x", Ty::Char), Ok(Value::Whole(120)));
        assert_eq!(parse("7", Ty::Double), Ok(Value::Double(7.0)));
        for (text, ty, says) in [
            ("128", Ty::Byte, "`128` is not a byte"),
            ("1.5", Ty::Int, "`1.5` is not an int"),
            ("1", Ty::Boolean, "`1` is not a boolean"),
            ("xy", Ty::Char, "`xy` is not a char"),
            ("null", Ty::Reference, "only values of primitive types"),
        ] {
            assert!(parse(text, ty).unwrap_err().contains(says));
        }
    }

    #[test]
    fn sums_are_those_of_java() {
        let row = Perturbation {
            subject: Subject::Field("Till.sum".into()),
            within: None,
            add: vec!["0".into(), "1".into()],
            values: vec!["5".into()],
        };
        assert_eq!(row.ways(), 3);
        assert_eq!(Perturbation::of_line(&row.line()), Some(row.clone()));
        let call = Perturbation {
            subject: Subject::Parameter("Till.add".into(), 2),
            within: Some("Till.*".into()),
            ..row.clone()
        };
        assert_eq!(Perturbation::of_line(&call.line()), Some(call));
        assert_eq!(row.value(0, Ty::Int, 9), Some(Value::Whole(9)));
        assert_eq!(
            row.value(1, Ty::Int, i32::MAX as u64),
            Some(Value::Whole(i64::from(i32::MIN)))
        );
        assert_eq!(row.value(1, Ty::Byte, 127), Some(Value::Whole(-128)));
        assert_eq!(row.value(1, Ty::Char, 0xffff), Some(Value::Whole(0)));
        assert_eq!(row.value(1, Ty::Long, i64::MAX as u64), Some(Value::Whole(i64::MIN)));
        assert_eq!(row.value(1, Ty::Double, 0.5f64.to_bits()), Some(Value::Double(1.5)));
        assert_eq!(row.value(2, Ty::Long, 0), Some(Value::Whole(5)));
        assert_eq!(row.value(3, Ty::Long, 0), None);
    }
}
