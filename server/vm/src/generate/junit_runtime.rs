//! The classes that have JUnit run a test: `server/junit-runtime`, which are interpreted like the program.

use super::test_driver::{Call, Member, Value};

const OWN_RUNNER: &str = "dropwire/junit/OwnRunner";
const OWN_ENGINE: &str = "dropwire/junit/OwnEngine";
const DYNAMIC_CASES: &str = "dropwire/junit/DynamicCases";

/// The class file of one of these classes, by its internal name.
pub(crate) fn class_file(name: &str) -> Option<&'static [u8]> {
    match name {
        OWN_RUNNER => Some(include_bytes!(
            "../../../junit-runtime/classes/dropwire/junit/OwnRunner.class"
        )),
        OWN_ENGINE => Some(include_bytes!(
            "../../../junit-runtime/classes/dropwire/junit/OwnEngine.class"
        )),
        DYNAMIC_CASES => Some(include_bytes!(
            "../../../junit-runtime/classes/dropwire/junit/DynamicCases.class"
        )),
        _ => None,
    }
}

/// The call that gives the cases of a JUnit 4 test, as the runner of its class lists them, in an array.
pub fn own_runner_cases(test: &str, method: &str) -> Call {
    call(
        (OWN_RUNNER, "cases"),
        "(Ljava/lang/Class;Ljava/lang/String;)[Ljava/lang/Object;",
        vec![class(test), text(method)],
    )
}

/// The call that has the runner of its class run one case of a JUnit 4 test, from 1; 0 is the only one.
pub fn own_runner_run(test: &str, method: &str, case: usize) -> Call {
    call(
        (OWN_RUNNER, "run"),
        "(Ljava/lang/Class;Ljava/lang/String;I)V",
        vec![class(test), text(method), number(case)],
    )
}

/// The call that has JUnit's engine run a JUnit 5 test with parameters of these types, as it writes them: all invocations, or the one with
/// this number, from 1.
pub fn own_engine_run(test: &str, method: &str, types: &str, invocation: Option<usize>) -> Call {
    call(
        (OWN_ENGINE, "run"),
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;I)V",
        vec![class(test), text(method), text(types), number(invocation.unwrap_or(0))],
    )
}

/// The call that gives the tests that a factory of JUnit 5 makes, in an array. The factory is called on the instance with this number.
pub fn dynamic_cases(factory: &Member, instance: usize) -> Call {
    call(
        (DYNAMIC_CASES, "cases"),
        "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;)[Ljava/lang/Object;",
        vec![
            Value::TestInstance(instance),
            class(&factory.class),
            text(&factory.name),
        ],
    )
}

/// The call that runs the one with this number, from 1.
pub fn dynamic_run(factory: &Member, instance: usize, case: usize) -> Call {
    call(
        (DYNAMIC_CASES, "run"),
        "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;I)V",
        vec![
            Value::TestInstance(instance),
            class(&factory.class),
            text(&factory.name),
            number(case),
        ],
    )
}

fn class(name: &str) -> Value {
    Value::Class(name.to_owned())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn number(number: usize) -> Value {
    Value::Bits('I', number as u64)
}

fn call((class, name): (&str, &str), descriptor: &str, arguments: Vec<Value>) -> Call {
    Call {
        member: Member {
            class: class.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        },
        interface: false,
        receiver: None,
        arguments,
    }
}
