//! The driver of an object under test: `main` makes the object and starts two threads; each calls methods of it, which ones
//! being choices of the search. What a method throws is dropped: whoever calls it alone gets it as well.

use super::NATIVE;
use super::assembler::{Branch, ClassWriter, Code, Field, Invoke, access};
use super::descriptor::{Primitive, Signature, Type};
use super::scenario_driver::ScenarioRun;
use super::test_driver::{Call, Value, arguments, push};
use crate::object_under_test;

const THREAD: &str = "java/lang/Thread";
const RUNNABLE: Type<'static> = Type::Class("java/lang/Runnable");
const BOOLEAN: Type<'static> = Type::Primitive(Primitive::Boolean);
const INT: Type<'static> = Type::Primitive(Primitive::Int);
/// `wait` and `notify` without the monitor: the object's own mistake, whoever calls.
const MISUSE: &str = "java/lang/IllegalMonitorStateException";

/// The names of the threads; the first one calls twice.
pub const THREADS: [&str; 2] = ["first", "second"];

/// What is made and called. Class names are internal.
#[derive(Clone, Debug, Default)]
pub struct ObjectRun {
    /// The class to make.
    pub name: String,
    /// The object's class.
    pub class: String,
    /// How the object is made.
    pub object: Option<Value>,
    /// The methods, each with how it is shown.
    pub calls: Vec<(Call, String)>,
    /// Classes of arguments that are functions.
    pub functions: Vec<Function>,
    /// All of it as a sentence.
    pub described: String,
    /// Scenarios that are chosen before anything runs; without, each thread chooses call by call.
    pub scenarios: Option<ScenarioRun>,
}

/// A class that implements a functional interface: its method gives always the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The class to make.
    pub name: String,
    /// The interface.
    pub interface: String,
    /// Its method.
    pub method: String,
    /// That method's descriptor.
    pub descriptor: String,
    /// What it gives.
    pub result: Option<Value>,
}

/// The class file of a function.
///
/// # Errors
/// Odd descriptors, and what does not fit a class file.
pub fn function(made: &Function) -> Result<Vec<u8>, String> {
    let mut class = ClassWriter::new(&made.name);
    class.implement(&made.interface);
    class.empty_constructor(access::PUBLIC)?;
    let signature = Signature::parse(&made.descriptor)?;
    class.method(access::PUBLIC, &made.method, &signature, |code| {
        match (signature.result, &made.result) {
            (Some(result), Some(value)) => arguments(code, std::slice::from_ref(value), [&result])?,
            (Some(result), None) => code.push_default(result),
            (None, _) => {}
        }
        code.give(signature.result);
        Ok(())
    })?;
    class.finish()
}

/// The class file of the driver: a `Runnable` with the object, and the `main` that makes two of them.
///
/// # Errors
/// Odd descriptors, arguments that do not fit, and what does not fit a class file.
pub fn object_driver(run: &ObjectRun) -> Result<Vec<u8>, String> {
    let object = Type::of_class(&run.class);
    let this = Type::of_class(&run.name);
    let (mut class, initializer) = runnable(run, "twice", BOOLEAN)?;
    let nothing = Signature::new([], None);
    class.method(access::PUBLIC, "run", &nothing, |code| {
        let call = |code: &mut Code| {
            code.load(this, 0);
            code.invoke(Invoke::Virtual, &run.name, false, "call", "()V")
        };
        call(code)?;
        code.load(this, 0);
        code.field(Field::Get, &run.name, "twice", BOOLEAN);
        let once = code.jump(Branch::IfZero);
        call(code)?;
        code.land(once);
        code.give(None);
        Ok(())
    })?;
    class.method(access::PUBLIC, "call", &nothing, |code| calls(code, run, this, object))?;
    let main = Signature::parse("([Ljava/lang/String;)V")?;
    class.method(access::PUBLIC | access::STATIC, "main", &main, |code| {
        make(code, run, object, &initializer)
    })?;
    class.finish()
}

/// The head of a driver's class: a `Runnable` with the object and one more field, and the constructor that sets both, with its descriptor.
pub(super) fn runnable(run: &ObjectRun, field: &str, of: Type<'_>) -> Result<(ClassWriter, String), String> {
    let (this, object) = (Type::of_class(&run.name), Type::of_class(&run.class));
    let mut class = ClassWriter::new(&run.name);
    class.implement("java/lang/Runnable");
    class.field(access::PRIVATE | access::FINAL, "object", object);
    class.field(access::PRIVATE | access::FINAL, field, of);
    let initializer = Signature::new([object, of], None);
    class.method(access::PRIVATE, "<init>", &initializer, |code| {
        code.load(this, 0);
        code.invoke(Invoke::Special, "java/lang/Object", false, "<init>", "()V")?;
        code.load(this, 0);
        code.load(object, 1);
        code.field(Field::Put, &run.name, "object", object);
        code.load(this, 0);
        code.load(of, 2);
        code.field(Field::Put, &run.name, field, of);
        code.give(None);
        Ok(())
    })?;
    Ok((class, initializer.to_string()))
}

/// One call, of a method that the search chooses.
fn calls(code: &mut Code, run: &ObjectRun, this: Type, object: Type) -> Result<(), String> {
    const WAY: usize = 1;
    let begun = code.here();
    code.push_int(run.calls.len());
    code.call(NATIVE, object_under_test::CHOOSE, object_under_test::CHOOSE_DESCRIPTOR)?;
    code.store(INT, WAY);
    for (index, (one, _)) in run.calls.iter().enumerate() {
        code.load(INT, WAY);
        code.push_int(index);
        let other = code.jump(Branch::IfIntsDiffer);
        code.load(this, 0);
        code.field(Field::Get, &run.name, "object", object);
        let member = &one.member;
        let signature = Signature::parse(&member.descriptor)?;
        arguments(code, &one.arguments, &signature.parameters)?;
        code.invoke(Invoke::Virtual, &member.class, false, &member.name, &member.descriptor)?;
        if let Some(result) = signature.result {
            code.pop(result);
        }
        code.push_int(index);
        code.call(
            NATIVE,
            object_under_test::RETURNED,
            object_under_test::RETURNED_DESCRIPTOR,
        )?;
        code.give(None);
        code.land(other);
    }
    let ended = code.here();
    code.give(None);
    code.catch(begun, ended);
    code.dup();
    code.instance_of(MISUSE);
    let other = code.jump(Branch::IfZero);
    code.throw();
    code.land(other);
    code.pop(Type::OBJECT);
    code.give(None);
    Ok(())
}

/// Makes the object and starts the threads. An object that cannot be made was not tested.
fn make(code: &mut Code, run: &ObjectRun, object: Type, initializer: &str) -> Result<(), String> {
    const OBJECT: usize = 1;
    let begun = code.here();
    let value = run.object.as_ref().ok_or("nobody says how the object is made")?;
    push(code, value, object)?;
    code.store(object, OBJECT);
    let ended = code.here();
    let made = code.jump(Branch::Always);
    code.catch(begun, ended);
    code.call(NATIVE, object_under_test::ABORT, object_under_test::ABORT_DESCRIPTOR)?;
    code.give(None);
    code.land(made);
    for (index, name) in THREADS.iter().enumerate() {
        code.new_object(THREAD);
        code.dup();
        code.new_object(&run.name);
        code.dup();
        code.load(object, OBJECT);
        code.push_int(usize::from(index == 0));
        code.invoke(Invoke::Special, &run.name, false, "<init>", initializer)?;
        code.push_string(&name.encode_utf16().collect::<Vec<_>>());
        let constructor = Signature::new([RUNNABLE, Type::STRING], None).to_string();
        code.invoke(Invoke::Special, THREAD, false, "<init>", &constructor)?;
        code.invoke(Invoke::Virtual, THREAD, false, "start", "()V")?;
    }
    code.give(None);
    Ok(())
}
