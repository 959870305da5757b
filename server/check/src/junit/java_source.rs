//! Made-up values as Java source: what a reader sees of a call is what a generated test says.

use dropwire_vm::object_driver::Function;
use dropwire_vm::test_driver::Value;
use dropwire_vm::types::{external_type, split_descriptor};

/// `shop.Till$Drawer` as source within its package: `Till.Drawer`.
pub(super) fn class_name(internal: &str) -> String {
    let simple = internal.rsplit('/').next().unwrap_or(internal);
    simple.replace('$', ".")
}

/// A value as an argument of a parameter; none for what no driver of an object makes.
pub(super) fn value(value: &Value, functions: &[Function]) -> Option<String> {
    Some(match value {
        Value::Null => "null".into(),
        Value::Bits(letter, bits) => primitive(*letter, *bits)?,
        Value::Text(text) => format!("{text:?}"),
        Value::Class(class) => format!("{}.class", class_name(class)),
        Value::Constant(class, name) => format!("{}.{name}", class_name(class)),
        Value::Made(class, name, _) => format!("{}.{name}()", class_name(class)),
        Value::EmptyArray(component) => format!("new {}[0]", class_name(component)),
        Value::Array(component, elements) => {
            let of = external_type(component);
            let of = of.strip_prefix("java.lang.").unwrap_or(&of);
            format!("new {of}[] {{{}}}", list(elements, functions)?)
        }
        Value::Instance(class) => match functions.iter().find(|function| function.name == *class) {
            Some(function) => lambda(function, functions)?,
            None => format!("new {}()", class_name(class)),
        },
        Value::New(class, _, arguments) => format!("new {}({})", class_name(class), list(arguments, functions)?),
        Value::Given(_) | Value::TestInstance(_) | Value::Folder(..) => return None,
    })
}

/// Arguments with commas between them.
pub(super) fn list(values: &[Value], functions: &[Function]) -> Option<String> {
    let all: Option<Vec<String>> = values.iter().map(|one| value(one, functions)).collect();
    Some(all?.join(", "))
}

fn primitive(letter: char, bits: u64) -> Option<String> {
    Some(match letter {
        'Z' => (bits != 0).to_string(),
        'C' => format!("{:?}", char::from_u32(bits as u32)?),
        'B' => format!("(byte) {}", bits as i8),
        'S' => format!("(short) {}", bits as i16),
        'I' => (bits as i32).to_string(),
        'J' => format!("{}L", bits as i64),
        'F' => format!("{:?}f", f32::from_bits(bits as u32)),
        'D' => format!("{:?}", f64::from_bits(bits)),
        _ => return None,
    })
}

/// `() -> {}`, `a -> "a"`, `(a, b) -> 1`.
fn lambda(function: &Function, functions: &[Function]) -> Option<String> {
    let (parameters, result) = split_descriptor(&function.descriptor);
    let names: Vec<String> = (1..=parameters.len()).map(|index| format!("p{index}")).collect();
    let names = match &names[..] {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    };
    let body = match (&function.result, result) {
        (Some(given), _) => value(given, functions)?,
        (None, "V") => "{}".into(),
        (None, "Z") => "false".into(),
        (None, result) if result.starts_with(['L', '[']) => "null".into(),
        (None, _) => "0".into(),
    };
    Some(format!("{names} -> {body}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_java() {
        let functions = [Function {
            name: "Made".into(),
            interface: "java/util/function/BiFunction".into(),
            method: "apply".into(),
            descriptor: "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;".into(),
            result: Some(Value::Text("a".into())),
        }];
        let arguments = [
            Value::Bits('J', 1),
            Value::Bits('C', 97),
            Value::Bits('I', u64::from(u32::MAX)),
            Value::Constant("shop/Till$Colour".into(), "RED".into()),
            Value::Instance("Made".into()),
            Value::Array("I".into(), vec![Value::Bits('I', 1), Value::Bits('I', 0)]),
            Value::New(
                "shop/Drawer".into(),
                "(D)V".into(),
                vec![Value::Bits('D', 1.0_f64.to_bits())],
            ),
        ];
        assert_eq!(
            list(&arguments, &functions).unwrap(),
            "1L, 'a', -1, Till.Colour.RED, (p1, p2) -> \"a\", new int[] {1, 0}, new Drawer(1.0)"
        );
        assert_eq!(value(&Value::Given(0), &[]), None);
    }
}
