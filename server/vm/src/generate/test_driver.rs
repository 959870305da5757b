//! A test as a program: a `main` that calls what a test framework's runner would call, in its order.
//!
//! Whoever reads the annotations decides what is called; here it becomes code. What is thrown first is thrown at the end,
//! after all that comes after a test has run; else the program ends there, whatever its threads still do, as with a
//! runner that ends its process.

use super::NATIVE;
use super::assembler::{Branch, ClassWriter, Code, Field, Invoke, access};
use super::convert::as_type;
use super::descriptor::{Primitive, Signature, Type};
use crate::natives::memfs::ROOT;
use crate::object_under_test;

pub use super::test_info::{TestFacts, test_info};

/// The descriptor of `main`.
const MAIN: &str = "([Ljava/lang/String;)V";
const CONSTRUCTOR: &str = "<init>";
const THROWABLE: Type<'static> = Type::Class("java/lang/Throwable");
const OBJECTS: &str = "[Ljava/lang/Object;";
/// JUnit's bundle of arguments for one case.
const ARGUMENTS: &str = "org/junit/jupiter/params/provider/Arguments";

/// Local variables of `main`: its arguments, the first throwable, the case's arguments; instances follow.
const FAILURE: usize = 1;
const ELEMENTS: usize = 2;
const INSTANCES: usize = 3;

/// What a runner would do for one test. Class names are internal.
#[derive(Clone, Debug, Default)]
pub struct TestRun {
    /// The class to make.
    pub name: String,
    /// The classes that are created, enclosing ones first; the last one is the test's.
    pub instances: Vec<Instance>,
    /// The instances exist before what runs once for the class.
    pub instances_first: bool,
    /// What runs once before the class's tests, in order.
    pub before_all: Vec<Call>,
    /// What runs before the test, in order.
    pub before_each: Vec<Call>,
    /// What is called before the test, in order. A call of a constructor makes the instance that is its receiver.
    pub first: Vec<Step>,
    /// The test.
    pub test: Call,
    /// What runs after it, in order.
    pub after_each: Vec<Call>,
    /// What runs once after the class's tests, in order.
    pub after_all: Vec<Call>,
    /// The throwable that the test has to throw.
    pub expected: Option<String>,
    /// A throwable that says: this test does not apply here. No failure.
    pub aborted: Option<String>,
    /// Where the case's arguments come from, if a method of the user's gives them.
    pub source: Option<Source>,
    /// Its end is the end of its last thread, as with a `main`; not the return of its methods.
    pub lives_on: bool,
    /// Objects that are there before anything is called. They are counted behind the instances.
    pub objects: Vec<InputObject>,
    /// Calls that return a `boolean`; where one returns `false` nothing else is called.
    pub preconditions: Vec<Call>,
    /// A static method that fills in the fields of an instance, before everything else is done with it.
    pub prepare: Option<Member>,
    /// Fields that get a folder.
    pub folders: Vec<FolderField>,
    /// Classes of objects that describe the test.
    pub test_facts: Vec<TestFacts>,
    /// The test, where what is called is what runs it (`junit_runtime`).
    pub tested: Option<Member>,
}

/// A call that comes before the test.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Calls that return a `boolean`; where one returns `false` nothing else is called.
    pub preconditions: Vec<Call>,
    /// The call.
    pub call: Call,
}

/// A field that a folder is written to. Class names are internal.
#[derive(Clone, Debug)]
pub struct FolderField {
    /// Its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The class of its value.
    pub ty: String,
    /// The number of the instance that has it; `None`: it is static.
    pub instance: Option<usize>,
    /// The folder.
    pub value: Value,
}

/// An object that a test needs.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its class.
    pub class: String,
    /// Its constructor takes the enclosing instance, of this class.
    pub enclosing: Option<String>,
    /// The constructor's descriptor.
    pub constructor: String,
    /// What it takes besides.
    pub arguments: Vec<Value>,
}

/// An object that is made without a constructor. Class names are internal.
#[derive(Clone, Debug)]
pub enum InputObject {
    /// Of a class, with values of some of its fields.
    Instance {
        /// The class.
        class: String,
        /// The fields.
        fields: Vec<InputField>,
    },
    /// An array of these elements.
    Array {
        /// The descriptor of its component.
        component: String,
        /// The elements.
        elements: Vec<Value>,
    },
    /// A string of its own, of these UTF-16 units.
    Text(Vec<u16>),
}

/// A field of an [`InputObject`], and its value.
#[derive(Clone, Debug)]
pub struct InputField {
    /// The class that declares it; internal name.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its value.
    pub value: Value,
}

impl InputObject {
    /// Its class, or the descriptor of its array class.
    fn class(&self) -> String {
        match self {
            InputObject::Instance { class, .. } => class.clone(),
            InputObject::Array { component, .. } => format!("[{component}"),
            InputObject::Text(_) => "java/lang/String".to_owned(),
        }
    }
}

impl TestRun {
    /// The class of a receiver by its number.
    fn receiver(&self, number: usize) -> Option<String> {
        match self.instances.get(number) {
            Some(instance) => Some(instance.class.clone()),
            None => self.objects.get(number - self.instances.len()).map(InputObject::class),
        }
    }

    /// The call with this number; the test comes behind what is called first.
    pub fn call(&self, number: usize) -> &Call {
        self.first.get(number).map_or(&self.test, |step| &step.call)
    }

    /// The preconditions of the call with this number.
    pub fn preconditions_of(&mut self, number: usize) -> &mut Vec<Call> {
        match self.first.get_mut(number) {
            Some(step) => &mut step.preconditions,
            None => &mut self.preconditions,
        }
    }

    /// Whether a call makes an instance.
    fn is_made_by_a_call(&self, number: usize) -> bool {
        let mut calls = self.first.iter().map(|step| &step.call).chain([&self.test]);
        calls.any(|call| call.member.name == CONSTRUCTOR && call.receiver == Some(number))
    }

    /// The local variable of the driver's `main` that holds the input object with this number.
    pub fn object_local(&self, number: usize) -> u32 {
        (INSTANCES + self.instances.len() + number) as u32
    }
}

/// A method by name.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// Its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A call of a method of the user's.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// What is called.
    pub member: Member,
    /// Its class is an interface.
    pub interface: bool,
    /// Without, it is static; else the number of its receiver among the instances.
    pub receiver: Option<usize>,
    /// Its arguments, one for each parameter.
    pub arguments: Vec<Value>,
}

/// A method whose result holds the arguments of each case.
#[derive(Clone, Debug)]
pub struct Source {
    /// The method.
    pub factory: Call,
    /// Which case, from 0; `None`: nothing is tested, the number of cases becomes the exit status.
    pub case: Option<usize>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// A primitive value: its type's letter, and its bits.
    Bits(char, u64),
    /// A string.
    Text(String),
    /// A class, as CONSTANT_Class names it.
    Class(String),
    /// A constant of an enum: its class and its name.
    Constant(String, String),
    /// What a static method of this class without parameters gives: name and result.
    Made(String, String, String),
    /// An array without elements, by its component's name.
    EmptyArray(String),
    /// An array of these elements, and its component's descriptor.
    Array(String, Vec<Value>),
    /// The instance with this number of those that the test needs; behind them come the input objects.
    TestInstance(usize),
    /// The argument with this number that the source gives.
    Given(usize),
    /// A new folder with this number, as a `File` or a `Path`.
    Folder(usize, bool),
    /// A new object of this class, whose constructor takes nothing.
    Instance(String),
    /// A new object: its class, its constructor's descriptor, and what that takes.
    New(String, String, Vec<Value>),
}

/// The class file of a test's driver.
///
/// # Errors
/// Odd descriptors, arguments that do not fit, and what does not fit a class file.
pub fn test_driver(run: &TestRun) -> Result<Vec<u8>, String> {
    let mut class = ClassWriter::new(&run.name);
    let main = Signature::parse(MAIN)?;
    class.method(access::PUBLIC | access::STATIC, "main", &main, |code| {
        body(code, run)?;
        code.give(None);
        Ok(())
    })?;
    class.finish()
}

fn body(code: &mut Code, run: &TestRun) -> Result<(), String> {
    code.push_default(THROWABLE);
    code.store(THROWABLE, FAILURE);
    code.push_default(Type::OBJECT);
    code.store(Type::Array(OBJECTS), ELEMENTS);
    for (index, instance) in run.instances.iter().enumerate() {
        code.push_default(Type::OBJECT);
        code.store(Type::of_class(&instance.class), INSTANCES + index);
    }
    let begun = code.here();
    objects(code, run)?;
    let all: &[Call] = if run.source.as_ref().is_some_and(|source| source.case.is_none()) {
        count(code, run)?;
        &[]
    } else {
        test(code, run)?;
        &run.after_all
    };
    let ended = code.here();
    let past = code.jump(Branch::Always);
    code.catch(begun, ended);
    remember(code, run)?;
    code.land(past);
    if let (Some(last), false) = (run.instances.len().checked_sub(1), run.after_each.is_empty()) {
        code.load(Type::OBJECT, INSTANCES + last);
        code.push_default(Type::OBJECT);
        // A test whose instance was never made has nothing that comes after it.
        let exists = code.jump(Branch::IfReferencesDiffer);
        let none = code.jump(Branch::Always);
        code.land(exists);
        after(code, run, &run.after_each)?;
        code.land(none);
    }
    after(code, run, all)?;
    code.load(THROWABLE, FAILURE);
    code.push_default(THROWABLE);
    let failed = code.jump(Branch::IfReferencesDiffer);
    if !run.lives_on {
        halt(code, |code| code.push_int(0))?;
    }
    let over = code.jump(Branch::Always);
    code.land(failed);
    code.load(THROWABLE, FAILURE);
    code.throw();
    code.land(over);
    Ok(())
}

/// The end of the process, without shutdown hooks: those are the runner's own business.
fn halt(code: &mut Code, status: impl FnOnce(&mut Code)) -> Result<(), String> {
    status(code);
    code.call("java/lang/Shutdown", "halt0", "(I)V")
}

/// Makes the input objects: first all of them, then what they hold.
fn objects(code: &mut Code, run: &TestRun) -> Result<(), String> {
    let local = |number: usize| run.object_local(number) as usize;
    for (number, object) in run.objects.iter().enumerate() {
        match object {
            InputObject::Instance { class, .. } => code.new_object(class),
            InputObject::Array { component, elements } => {
                code.push_int(elements.len());
                code.new_array_of(Type::parse(component)?);
            }
            InputObject::Text(units) => text(code, units)?,
        }
        code.store(Type::OBJECT, local(number));
    }
    for (number, object) in run.objects.iter().enumerate() {
        match object {
            InputObject::Instance { fields, .. } => {
                for field in fields {
                    let ty = Type::parse(&field.descriptor)?;
                    code.load(Type::OBJECT, local(number));
                    push(code, &field.value, ty)?;
                    code.field(Field::Put, &field.class, &field.name, ty);
                }
            }
            InputObject::Array { component, elements } => {
                let of = Type::parse(component)?;
                let given = elements
                    .iter()
                    .enumerate()
                    .filter(|(_, element)| **element != Value::Null);
                for (index, element) in given {
                    code.load(Type::OBJECT, local(number));
                    code.push_int(index);
                    push(code, element, of)?;
                    code.store_element_of(of);
                }
            }
            InputObject::Text(_) => {}
        }
    }
    Ok(())
}

/// A string that shares nothing with a constant.
fn text(code: &mut Code, units: &[u16]) -> Result<(), String> {
    const CHAR: Type<'static> = Type::Primitive(Primitive::Char);
    code.new_object("java/lang/String");
    code.dup();
    code.push_int(units.len());
    code.new_array_of(CHAR);
    for (index, unit) in units.iter().enumerate() {
        code.dup();
        code.push_int(index);
        code.push_bits(Primitive::Char, u64::from(*unit));
        code.store_element_of(CHAR);
    }
    code.invoke(Invoke::Special, "java/lang/String", false, "<init>", "([C)V")
}

/// All that has to go well.
fn test(code: &mut Code, run: &TestRun) -> Result<(), String> {
    folders(code, run, None)?;
    if run.instances_first {
        instances(code, run)?;
    }
    each(code, run, &run.before_all)?;
    if !run.instances_first {
        instances(code, run)?;
    }
    if let Some(source) = &run.source {
        elements(code, run, source)?;
        pick(code, source.case.unwrap_or(0))?;
    }
    each(code, run, &run.before_each)?;
    for step in &run.first {
        preconditions(code, run, &step.preconditions)?;
        call(code, run, &step.call)?;
    }
    preconditions(code, run, &run.preconditions)?;
    let Some(expected) = &run.expected else {
        return call(code, run, &run.test);
    };
    let begun = code.here();
    call(code, run, &run.test)?;
    let ended = code.here();
    let returned = code.jump(Branch::Always);
    code.catch(begun, ended);
    code.dup();
    code.instance_of(expected);
    let as_expected = code.jump(Branch::IfNotZero);
    code.throw();
    code.land(returned);
    let text = format!("Expected exception: {}", expected.replace('/', "."));
    code.new_object("java/lang/AssertionError");
    code.dup();
    code.push_string(&text.encode_utf16().collect::<Vec<_>>());
    code.invoke(
        Invoke::Special,
        "java/lang/AssertionError",
        false,
        "<init>",
        "(Ljava/lang/Object;)V",
    )?;
    code.throw();
    code.land(as_expected);
    code.pop(THROWABLE);
    Ok(())
}

/// Ends the program where one of these calls returns `false`.
fn preconditions(code: &mut Code, run: &TestRun, calls: &[Call]) -> Result<(), String> {
    for precondition in calls {
        call_keeping(code, run, precondition)?;
        let holds = code.jump(Branch::IfNotZero);
        code.give(None);
        code.land(holds);
    }
    Ok(())
}

/// The number of cases as exit status.
fn count(code: &mut Code, run: &TestRun) -> Result<(), String> {
    let Some(source) = &run.source else { return Ok(()) };
    if of_an_instance(&source.factory) {
        each(code, run, &run.before_all)?;
        instances(code, run)?;
        each(code, run, &run.before_each)?;
    } else if source.factory.receiver.is_some() {
        instances(code, run)?;
    }
    elements(code, run, source)?;
    halt(code, |code| {
        code.load(Type::Array(OBJECTS), ELEMENTS);
        code.array_length();
    })
}

/// Whether a call takes an instance of the test as an argument: what it gives depends on what runs before the test.
fn of_an_instance(call: &Call) -> bool {
    let is_one = |value: &Value| matches!(value, Value::TestInstance(_));
    call.arguments.iter().any(is_one)
}

fn instances(code: &mut Code, run: &TestRun) -> Result<(), String> {
    let all = run.instances.iter().enumerate();
    for (index, instance) in all.filter(|(index, _)| !run.is_made_by_a_call(*index)) {
        let class = &instance.class;
        code.new_object(class);
        code.dup();
        if let Some(enclosing) = &instance.enclosing {
            code.load(Type::Class(enclosing), (INSTANCES + index).saturating_sub(1));
        }
        let parameters = Signature::parse(&instance.constructor)?.parameters;
        let own = parameters.iter().skip(usize::from(instance.enclosing.is_some()));
        arguments(code, &instance.arguments, own)?;
        code.invoke(Invoke::Special, class, false, "<init>", &instance.constructor)?;
        code.store(Type::of_class(class), INSTANCES + index);
        folders(code, run, Some(index))?;
        if let Some(Member {
            class: owner,
            name,
            descriptor,
        }) = &run.prepare
        {
            code.load(Type::of_class(class), INSTANCES + index);
            code.call(owner, name, descriptor)?;
            if let Some(result) = Signature::parse(descriptor)?.result {
                code.pop(result);
            }
        }
    }
    Ok(())
}

/// Fills in the folders of an instance, or of the classes.
fn folders(code: &mut Code, run: &TestRun, of: Option<usize>) -> Result<(), String> {
    for field in run.folders.iter().filter(|field| field.instance == of) {
        let ty = Type::of_class(&field.ty);
        let access = match field.instance {
            Some(instance) => {
                let class = run
                    .instances
                    .get(instance)
                    .ok_or("a field of an instance that is not made")?;
                code.load(Type::of_class(&class.class), INSTANCES + instance);
                Field::Put
            }
            None => Field::PutStatic,
        };
        push(code, &field.value, ty)?;
        code.field(access, &field.class, &field.name, ty);
    }
    Ok(())
}

/// Leaves the array of all cases in its local variable.
fn elements(code: &mut Code, run: &TestRun, source: &Source) -> Result<(), String> {
    call_keeping(code, run, &source.factory)?;
    let descriptor = &source.factory.member.descriptor;
    let result = Signature::parse(descriptor)?.result;
    let stream = |code: &mut Code| {
        code.invoke(
            Invoke::Interface,
            "java/util/stream/Stream",
            true,
            "toArray",
            "()[Ljava/lang/Object;",
        )
    };
    match result {
        Some(Type::Class("java/util/stream/Stream")) => stream(code)?,
        Some(Type::Class(
            class @ ("java/util/stream/IntStream" | "java/util/stream/LongStream" | "java/util/stream/DoubleStream"),
        )) => {
            code.invoke(Invoke::Interface, class, true, "boxed", "()Ljava/util/stream/Stream;")?;
            stream(code)?;
        }
        Some(Type::Array(numbers @ ("[I" | "[J" | "[D"))) => {
            let kind = match numbers {
                "[I" => "Int",
                "[J" => "Long",
                _ => "Double",
            };
            let class = format!("java/util/stream/{kind}Stream");
            code.call("java/util/Arrays", "stream", &format!("({numbers})L{class};"))?;
            code.invoke(Invoke::Interface, &class, true, "boxed", "()Ljava/util/stream/Stream;")?;
            stream(code)?;
        }
        Some(Type::Array(array)) if array.starts_with("[[") || array.starts_with("[L") => code.check_cast(OBJECTS),
        Some(Type::Class(_)) => {
            // Of whatever kind of collection; anything else is a ClassCastException that names it.
            code.check_cast("java/util/Collection");
            code.invoke(
                Invoke::Interface,
                "java/util/Collection",
                true,
                "toArray",
                "()[Ljava/lang/Object;",
            )?;
        }
        _ => return Err(format!("cases cannot be taken from the result of {descriptor}")),
    }
    code.store(Type::Array(OBJECTS), ELEMENTS);
    Ok(())
}

/// The arguments of one case take the place of the array of all.
fn pick(code: &mut Code, case: usize) -> Result<(), String> {
    let element = |code: &mut Code| {
        code.load(Type::Array(OBJECTS), ELEMENTS);
        code.push_int(case);
        code.load_element();
    };
    element(code);
    code.instance_of(ARGUMENTS);
    let other = code.jump(Branch::IfZero);
    element(code);
    code.check_cast(ARGUMENTS);
    code.invoke(Invoke::Interface, ARGUMENTS, true, "get", "()[Ljava/lang/Object;")?;
    code.store(Type::Array(OBJECTS), ELEMENTS);
    let done = code.jump(Branch::Always);
    code.land(other);
    element(code);
    code.instance_of(OBJECTS);
    let single = code.jump(Branch::IfZero);
    element(code);
    code.check_cast(OBJECTS);
    code.store(Type::Array(OBJECTS), ELEMENTS);
    let also_done = code.jump(Branch::Always);
    code.land(single);
    code.push_int(1);
    code.new_array("java/lang/Object");
    code.dup();
    code.push_int(0);
    element(code);
    code.store_element();
    code.store(Type::Array(OBJECTS), ELEMENTS);
    code.land(also_done);
    code.land(done);
    Ok(())
}

fn each(code: &mut Code, run: &TestRun, calls: &[Call]) -> Result<(), String> {
    calls.iter().try_for_each(|one| call(code, run, one))
}

/// Each of them runs, whatever the others throw.
fn after(code: &mut Code, run: &TestRun, calls: &[Call]) -> Result<(), String> {
    for one in calls {
        let begun = code.here();
        call(code, run, one)?;
        let ended = code.here();
        let past = code.jump(Branch::Always);
        code.catch(begun, ended);
        remember(code, run)?;
        code.land(past);
    }
    Ok(())
}

/// Takes the throwable on the stack for the test's failure, if it is the first one and says so.
fn remember(code: &mut Code, run: &TestRun) -> Result<(), String> {
    let mut applies = None;
    if let Some(aborted) = &run.aborted {
        code.dup();
        code.instance_of(aborted);
        let other = code.jump(Branch::IfZero);
        code.call(NATIVE, object_under_test::ABORT, object_under_test::ABORT_DESCRIPTOR)?;
        applies = Some(code.jump(Branch::Always));
        code.land(other);
    }
    code.load(THROWABLE, FAILURE);
    code.push_default(THROWABLE);
    let later = code.jump(Branch::IfReferencesDiffer);
    code.store(THROWABLE, FAILURE);
    let done = code.jump(Branch::Always);
    code.land(later);
    code.pop(THROWABLE);
    code.land(done);
    if let Some(aborted) = applies {
        code.land(aborted);
    }
    Ok(())
}

/// Calls a method and drops its result.
fn call(code: &mut Code, run: &TestRun, one: &Call) -> Result<(), String> {
    call_keeping(code, run, one)?;
    if let Some(result) = Signature::parse(&one.member.descriptor)?.result {
        code.pop(result);
    }
    Ok(())
}

fn call_keeping(code: &mut Code, run: &TestRun, one: &Call) -> Result<(), String> {
    let Member {
        class,
        name,
        descriptor,
    } = &one.member;
    let signature = Signature::parse(descriptor)?;
    if signature.parameters.len() != one.arguments.len() {
        return Err(format!(
            "{}.{name}{descriptor} cannot be called with {} arguments",
            class.replace('/', "."),
            one.arguments.len()
        ));
    }
    if let (Some(receiver), CONSTRUCTOR) = (one.receiver, &name[..]) {
        code.new_object(class);
        code.dup();
        arguments(code, &one.arguments, &signature.parameters)?;
        code.invoke(Invoke::Special, class, false, name, descriptor)?;
        code.store(Type::of_class(class), INSTANCES + receiver);
        return Ok(());
    }
    if let Some(receiver) = one.receiver {
        let of = run
            .receiver(receiver)
            .ok_or("a method of an instance that is not made")?;
        code.load(Type::of_class(&of), INSTANCES + receiver);
    }
    arguments(code, &one.arguments, &signature.parameters)?;
    let instruction = match (one.receiver, one.interface) {
        (None, _) => Invoke::Static,
        (Some(_), true) => Invoke::Interface,
        (Some(_), false) => Invoke::Virtual,
    };
    code.invoke(instruction, class, one.interface, name, descriptor)
}

/// Pushes arguments, each as what its parameter wants.
pub(super) fn arguments<'a>(
    code: &mut Code,
    values: &'a [Value],
    parameters: impl IntoIterator<Item = &'a Type<'a>>,
) -> Result<(), String> {
    for (value, &wanted) in values.iter().zip(parameters) {
        let given = push(code, value, wanted)?;
        if *value != Value::Null {
            as_type(code, given, wanted)?;
        }
    }
    Ok(())
}

/// Pushes an argument and says what type it has on the stack.
pub(super) fn push<'a>(code: &mut Code, value: &'a Value, wanted: Type<'a>) -> Result<Type<'a>, String> {
    Ok(match value {
        Value::Null => match wanted {
            Type::Primitive(_) => return Err("null for a parameter of a primitive type".into()),
            Type::Class(_) | Type::Array(_) => {
                code.push_default(wanted);
                wanted
            }
        },
        Value::Bits(letter, bits) => {
            let primitive = Primitive::ALL.into_iter().find(|one| one.letter().starts_with(*letter));
            let primitive = primitive.ok_or_else(|| format!("no primitive type {letter}"))?;
            code.push_bits(primitive, *bits);
            Type::Primitive(primitive)
        }
        Value::Text(text) => {
            code.push_string(&text.encode_utf16().collect::<Vec<_>>());
            Type::STRING
        }
        Value::Class(class) => {
            code.push_class(class);
            Type::Class("java/lang/Class")
        }
        Value::Constant(class, name) => {
            code.field(Field::GetStatic, class, name, Type::of_class(class));
            Type::of_class(class)
        }
        Value::Made(class, name, result) => {
            code.call(class, name, &format!("()L{result};"))?;
            Type::of_class(result)
        }
        Value::EmptyArray(component) => {
            code.push_int(0);
            code.new_array(component);
            wanted
        }
        Value::Array(component, elements) => {
            let of = Type::parse(component)?;
            code.push_int(elements.len());
            code.new_array_of(of);
            for (index, element) in elements.iter().enumerate() {
                code.dup();
                code.push_int(index);
                let given = push(code, element, of)?;
                as_type(code, given, of)?;
                code.store_element_of(of);
            }
            wanted
        }
        Value::TestInstance(number) => {
            code.load(Type::OBJECT, INSTANCES + number);
            Type::OBJECT
        }
        Value::Given(index) => {
            code.load(Type::Array(OBJECTS), ELEMENTS);
            code.push_int(*index);
            code.load_element();
            Type::OBJECT
        }
        Value::Folder(number, as_file) => return folder(code, *number, *as_file),
        Value::Instance(class) => {
            code.new_object(class);
            code.dup();
            code.invoke(Invoke::Special, class, false, "<init>", "()V")?;
            wanted
        }
        Value::New(class, constructor, given) => {
            code.new_object(class);
            code.dup();
            arguments(code, given, &Signature::parse(constructor)?.parameters)?;
            code.invoke(Invoke::Special, class, false, "<init>", constructor)?;
            wanted
        }
    })
}

/// Makes a folder, empty as all are at first.
fn folder<'a>(code: &mut Code, number: usize, as_file: bool) -> Result<Type<'a>, String> {
    const FILE: &str = "java/io/File";
    let path = format!("{ROOT}/junit-{number}");
    code.new_object(FILE);
    code.dup();
    code.push_string(&path.encode_utf16().collect::<Vec<_>>());
    code.invoke(Invoke::Special, FILE, false, "<init>", "(Ljava/lang/String;)V")?;
    code.dup();
    code.invoke(Invoke::Virtual, FILE, false, "mkdir", "()Z")?;
    code.pop(Type::Primitive(Primitive::Boolean));
    if as_file {
        return Ok(Type::Class(FILE));
    }
    code.invoke(Invoke::Virtual, FILE, false, "toPath", "()Ljava/nio/file/Path;")?;
    Ok(Type::Class("java/nio/file/Path"))
}
