//! The cases of a test: repetitions, and the arguments of parameterized ones.

use cafebabe::attributes::AnnotationElementValue;
use dropwire_classes::cafebabe;
use dropwire_vm::image::class::access;
use dropwire_vm::junit_runtime;
use dropwire_vm::test_driver::{Call, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::csv;
use super::given;
use super::marks::{self, Mark, dotted, items};
use super::plan;
use super::test::Test;

const PROVIDER: &str = "org/junit/jupiter/params/provider/";

/// The cases of a test.
#[derive(Default)]
pub struct Cases {
    /// Arguments that the annotations give, case by case.
    pub listed: Vec<Vec<Value>>,
    /// A method that gives those of the cases after them.
    pub factory: Option<Call>,
    /// The test has one case only, and needs no number.
    pub single: bool,
}

/// The cases of a test; `innermost` is the number of the instance of its own class.
///
/// # Errors
/// [`VmError::NotModelled`]: a source or a conversion that is not built, by name.
pub fn cases(vm: &mut Vm, test: &Test, innermost: usize) -> Result<Cases, VmError> {
    let parameters = parameters(test);
    if test.mark("org/junit/jupiter/params/ParameterizedTest").is_some() {
        return parameterized(vm, test, &parameters, innermost);
    }
    if let Some(factory) = plan::dynamic_factory(test)? {
        return Ok(Cases {
            factory: Some(junit_runtime::dynamic_cases(&factory, innermost)),
            ..Cases::default()
        });
    }
    // Whatever parameters such a test has, JUnit's own extensions give.
    let times = given::repetitions(test);
    Ok(Cases {
        listed: vec![Vec::new(); times.unwrap_or(1)],
        factory: None,
        single: times.is_none(),
    })
}

fn refused(text: String) -> VmError {
    VmError::NotModelled(text)
}

/// Descriptors of the parameters that a source fills: those before the first that JUnit's own extensions give.
pub fn parameters(test: &Test) -> Vec<String> {
    let (parameters, _) = split_descriptor(test.method.descriptor);
    let marks = marks::of_each_parameter(test.method, parameters.len());
    let all = parameters.into_iter().zip(marks);
    all.take_while(|(parameter, marks)| !given::is_given(parameter, marks))
        .map(|(parameter, _)| parameter.to_owned())
        .collect()
}

fn parameterized(vm: &mut Vm, test: &Test, parameters: &[String], innermost: usize) -> Result<Cases, VmError> {
    for mark in marks::of_parameters(test.method) {
        let name = mark.name();
        if name.starts_with("org/junit/jupiter/params/") {
            return Err(refused(format!(
                "{}: @{} is not supported",
                test.described(),
                dotted(&name)
            )));
        }
    }
    let mut cases = Cases::default();
    for mark in &test.marks {
        let name = mark.name();
        let Some(source) = name.strip_prefix(PROVIDER) else {
            continue;
        };
        // A container's sources come one by one.
        if ["ValueSources", "EnumSources", "CsvSources", "MethodSources"].contains(&source) {
            continue;
        }
        if cases.factory.is_some() {
            return Err(refused(format!(
                "{}: a source after a @MethodSource is not supported",
                test.described()
            )));
        }
        let listed = match source {
            "ValueSource" => values(vm, *mark, parameters),
            "EnumSource" => enums(vm, *mark, parameters),
            "CsvSource" => rows(vm, *mark, parameters),
            "NullSource" => Ok(vec![vec![Value::Null]]),
            "EmptySource" => empty(parameters).map(|value| vec![vec![value]]),
            "NullAndEmptySource" => empty(parameters).map(|value| vec![vec![Value::Null], vec![value]]),
            "MethodSource" => {
                cases.factory = Some(factory(vm, test, *mark, innermost)?);
                Ok(Vec::new())
            }
            _ => Err(format!("@{source} is not supported")),
        };
        cases
            .listed
            .extend(listed.map_err(|why| refused(format!("{}: {why}", test.described())))?);
    }
    if cases.listed.is_empty() && cases.factory.is_none() {
        return Err(refused(format!(
            "{} is parameterized, but has no source of arguments",
            test.described()
        )));
    }
    for row in &mut cases.listed {
        if row.len() < parameters.len() {
            return Err(refused(format!(
                "{} has {} parameters and a source of {} values; what an extension would give is not supported",
                test.described(),
                parameters.len(),
                row.len()
            )));
        }
        row.truncate(parameters.len());
    }
    Ok(cases)
}

fn first(parameters: &[String]) -> Result<&str, String> {
    parameters
        .first()
        .map(String::as_str)
        .ok_or_else(|| "a source, but no parameter".into())
}

fn values(vm: &mut Vm, mark: Mark, parameters: &[String]) -> Result<Vec<Vec<Value>>, String> {
    let parameter = first(parameters)?;
    let mut rows = Vec::new();
    for element in mark.given() {
        for value in items(mark.get(element)) {
            rows.push(vec![constant(vm, value, parameter)?]);
        }
    }
    Ok(rows)
}

fn constant(vm: &mut Vm, value: &AnnotationElementValue<'_>, parameter: &str) -> Result<Value, String> {
    Ok(match value {
        AnnotationElementValue::ByteConstant(value) => Value::Bits('B', *value as u64),
        AnnotationElementValue::CharConstant(value) => Value::Bits('C', *value as u64),
        AnnotationElementValue::ShortConstant(value) => Value::Bits('S', *value as u64),
        AnnotationElementValue::IntConstant(value) => Value::Bits('I', *value as u64),
        AnnotationElementValue::BooleanConstant(value) => Value::Bits('Z', *value as u64),
        AnnotationElementValue::LongConstant(value) => Value::Bits('J', *value as u64),
        AnnotationElementValue::FloatConstant(value) => Value::Bits('F', u64::from(value.to_bits())),
        AnnotationElementValue::DoubleConstant(value) => Value::Bits('D', value.to_bits()),
        AnnotationElementValue::StringConstant(text) => convert(vm, text, parameter)?,
        AnnotationElementValue::ClassLiteral { class_name } => {
            let inner = class_name.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
            Value::Class(inner.unwrap_or(class_name).to_owned())
        }
        AnnotationElementValue::EnumConstant { .. }
        | AnnotationElementValue::AnnotationValue(_)
        | AnnotationElementValue::ArrayValue(_) => return Err("a value of an unknown kind".into()),
    })
}

/// JUnit's implicit conversion of a text, as far as it is built.
pub(super) fn convert(vm: &mut Vm, text: &str, parameter: &str) -> Result<Value, String> {
    let no = || {
        format!(
            "the text `{text}` is not converted to {}: not supported",
            external_type(parameter)
        )
    };
    let class = parameter.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    let letter = match class {
        None => parameter.chars().next().filter(|_| parameter.len() == 1),
        Some("java/lang/Boolean") => Some('Z'),
        Some("java/lang/Byte") => Some('B'),
        Some("java/lang/Character") => Some('C'),
        Some("java/lang/Short") => Some('S'),
        Some("java/lang/Integer") => Some('I'),
        Some("java/lang/Long") => Some('J'),
        Some("java/lang/Float") => Some('F'),
        Some("java/lang/Double") => Some('D'),
        Some("java/lang/String" | "java/lang/Object" | "java/lang/CharSequence" | "java/lang/Comparable") => {
            return Ok(Value::Text(text.to_owned()));
        }
        Some(class) => return enum_constant(vm, class, text).ok_or_else(no),
    };
    let bits = letter.and_then(|letter| Some((letter, bits_of(letter, text)?)));
    bits.map(|(letter, bits)| Value::Bits(letter, bits)).ok_or_else(no)
}

fn bits_of(letter: char, text: &str) -> Option<u64> {
    let whole = |low: i64, high: i64| {
        let digits = text.replace('_', "");
        let (negative, digits) = digits
            .strip_prefix('-')
            .map_or((false, digits.as_str()), |rest| (true, rest));
        let hex = digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"))
            .or_else(|| digits.strip_prefix('#'));
        let octal = digits.strip_prefix('0').filter(|rest| !rest.is_empty());
        let value = match (hex, octal) {
            (Some(hex), _) => i128::from_str_radix(hex, 16).ok()?,
            (None, Some(octal)) => i128::from_str_radix(octal, 8).ok()?,
            (None, None) => digits.parse::<i128>().ok()?,
        };
        let value = i64::try_from(if negative { -value } else { value }).ok()?;
        (low..=high).contains(&value).then_some(value as u64)
    };
    match letter {
        'Z' => Some(u64::from(text.eq_ignore_ascii_case("true"))),
        'B' => whole(i64::from(i8::MIN), i64::from(i8::MAX)),
        'S' => whole(i64::from(i16::MIN), i64::from(i16::MAX)),
        'I' => whole(i64::from(i32::MIN), i64::from(i32::MAX)),
        'J' => whole(i64::MIN, i64::MAX),
        'C' => {
            let mut units = text.encode_utf16();
            let unit = units.next()?;
            units.next().is_none().then_some(u64::from(unit))
        }
        'F' => text.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
        'D' => text.parse::<f64>().ok().map(f64::to_bits),
        _ => None,
    }
}

fn enum_constant(vm: &mut Vm, class: &str, name: &str) -> Option<Value> {
    let names = enum_names(vm, class)?;
    names
        .contains(&name.to_owned())
        .then(|| Value::Constant(class.to_owned(), name.to_owned()))
}

/// The names of an enum's constants, in their order.
fn enum_names(vm: &mut Vm, class: &str) -> Option<Vec<String>> {
    let class = vm.image.try_load(&mut vm.heap, class).ok()??;
    let is_enum = class.superclass.is_some_and(|parent| parent.name == "java/lang/Enum");
    let constants = class.fields.iter().filter(|field| field.access & access::ENUM != 0);
    is_enum.then(|| constants.map(|field| field.name.to_owned()).collect())
}

fn enums(vm: &mut Vm, mark: Mark, parameters: &[String]) -> Result<Vec<Vec<Value>>, String> {
    if let Some(other) = mark.given().find(|name| !["value", "names", "mode"].contains(name)) {
        return Err(format!("`{other}` of @EnumSource is not supported"));
    }
    let named = mark
        .class("value")
        .filter(|class| class != "org/junit/jupiter/params/provider/NullEnum");
    let parameter = first(parameters)?;
    let class = match named {
        Some(class) => class,
        None => parameter.trim_start_matches('L').trim_end_matches(';').to_owned(),
    };
    let all = enum_names(vm, &class).ok_or_else(|| format!("{} is no enum", dotted(&class)))?;
    let names = mark.texts("names");
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        return Err(format!("{} has no constant `{unknown}`", dotted(&class)));
    }
    let wanted = |name: &String| match mark.constant("mode").as_deref() {
        None | Some("INCLUDE") => Ok(names.is_empty() || names.contains(name)),
        Some("EXCLUDE") => Ok(!names.contains(name)),
        Some(other) => Err(format!("mode {other} of @EnumSource is not supported")),
    };
    let mut rows = Vec::new();
    for name in &all {
        if wanted(name)? {
            rows.push(vec![Value::Constant(class.clone(), name.clone())]);
        }
    }
    Ok(rows)
}

fn rows(vm: &mut Vm, mark: Mark, parameters: &[String]) -> Result<Vec<Vec<Value>>, String> {
    const KNOWN: &[&str] = &["value", "textBlock", "delimiter", "nullValues", "maxCharsPerColumn"];
    if let Some(other) = mark.given().find(|name| !KNOWN.contains(name)) {
        return Err(format!("`{other}` of @CsvSource is not supported"));
    }
    let delimiter = match mark.get("delimiter") {
        Some(AnnotationElementValue::CharConstant(unit)) => char::from_u32(*unit as u32).unwrap_or(','),
        _ => ',',
    };
    let nulls = mark.texts("nullValues");
    let block = mark.texts("textBlock").concat();
    let in_block = block
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let lines: Vec<String> = mark
        .texts("value")
        .into_iter()
        .chain(in_block.map(str::to_owned))
        .collect();
    let mut rows = Vec::new();
    for line in lines {
        let fields = csv::fields(&line, delimiter).map_err(|why| format!("the row `{line}`: {why}"))?;
        let mut row = Vec::new();
        for (field, parameter) in fields.into_iter().zip(parameters) {
            row.push(match field.filter(|text| !nulls.contains(text)) {
                Some(text) => convert(vm, &text, parameter)?,
                None => Value::Null,
            });
        }
        rows.push(row);
    }
    Ok(rows)
}

fn empty(parameters: &[String]) -> Result<Value, String> {
    let parameter = first(parameters)?;
    let made = |name: &str, result: &str| Value::Made("java/util/Collections".into(), name.into(), result.into());
    Ok(match parameter {
        "Ljava/lang/String;" => Value::Text(String::new()),
        "Ljava/util/List;" | "Ljava/util/Collection;" => made("emptyList", "java/util/List"),
        "Ljava/util/Set;" => made("emptySet", "java/util/Set"),
        "Ljava/util/Map;" => made("emptyMap", "java/util/Map"),
        _ => match parameter.strip_prefix('[') {
            Some(component) if component.starts_with('L') => {
                Value::EmptyArray(component.trim_start_matches('L').trim_end_matches(';').to_owned())
            }
            Some(component) if component.starts_with('[') => Value::EmptyArray(component.to_owned()),
            Some(_) | None => return Err(format!("an empty {} is not supported", external_type(parameter))),
        },
    })
}

/// The method that a `@MethodSource` names: in the test's class unless it names another.
fn factory(vm: &mut Vm, test: &Test, mark: Mark, innermost: usize) -> Result<Call, VmError> {
    let mut names = mark.texts("value");
    names.retain(|name| !name.is_empty());
    let name = match names.as_slice() {
        [] => test.method.name.to_owned(),
        [name] => name.clone(),
        [..] => {
            return Err(refused(format!(
                "{}: a @MethodSource of several methods is not supported",
                test.described()
            )));
        }
    };
    let (class, method) = match name.split_once('#') {
        Some((class, method)) => (vm.image.load(&mut vm.heap, &class.replace('.', "/"))?, method),
        None => (test.class, name.as_str()),
    };
    let method = method.trim_end_matches("()");
    let found = plan::methods(class)
        .into_iter()
        .find(|own| own.name == method && own.descriptor.starts_with("()"));
    let Some(found) = found else {
        return Err(refused(format!(
            "{}: the source `{name}` is no method without parameters",
            test.described()
        )));
    };
    if !found.is_static() && class.id != test.class.id {
        return Err(refused(format!(
            "{}: the source `{name}` is not static",
            test.described()
        )));
    }
    Ok(plan::call(found, innermost))
}
