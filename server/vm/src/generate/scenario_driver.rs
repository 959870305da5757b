//! The driver of scenarios: `main` lets the search choose one, makes the object and the calls that come before all others, starts a thread
//! for each list of calls, waits for their ends, and asks the object's invariant and observers. What each call gives is written down by the machine.

use super::NATIVE;
use super::assembler::{Branch, Code, Field, Invoke, access};
use super::convert::as_type;
use super::descriptor::{Primitive, Signature, Type};
use super::object_driver::{ObjectRun, runnable};
use super::test_driver::{Call, Member, arguments, push};
use crate::object_under_test::{self as names, RECORD, RECORD_DESCRIPTOR, SORT, Scenario, sort};

const THREAD: &str = "java/lang/Thread";
const THREAD_TYPE: Type<'static> = Type::Class(THREAD);
const RUNNABLE: Type<'static> = Type::Class("java/lang/Runnable");
const THROWABLE: Type<'static> = Type::Class("java/lang/Throwable");
const INT: Type<'static> = Type::Primitive(Primitive::Int);
/// `wait` and `notify` without the monitor: the object's own mistake, whoever calls.
const MISUSE: &str = "java/lang/IllegalMonitorStateException";

/// The method that makes one call, or none if there is none left.
pub(crate) const ONE: &str = "one";
/// The field with the thread's number.
pub(crate) const NUMBER: &str = "number";

/// The names of the threads.
pub const NAMES: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// The call by which one of two threads interrupts the other one, as a reader knows it.
pub const INTERRUPTS: &str = "interrupt the other thread";
/// The static field with the threads, where they interrupt each other.
const ALL: &str = "threads";
const ALL_TYPE: Type<'static> = Type::Array("[Ljava/lang/Thread;");

/// The name of the thread that makes the calls before them.
pub const BEFORE: &str = "main";

/// What is chosen among, and what is asked at the end.
#[derive(Clone, Debug, Default)]
pub struct ScenarioRun {
    /// How the object is made, as a reader knows it.
    pub made: String,
    /// How many threads there are at most.
    pub threads: usize,
    /// The most calls of one thread.
    pub calls: usize,
    /// The most calls that are made before the threads begin.
    pub prefix: usize,
    /// The smallest first.
    pub all: Vec<Scenario>,
    /// What is called at the end, each with how it is shown.
    pub observers: Vec<(Call, String)>,
    /// A method that says whether the object is in order, and how it is shown.
    pub invariant: Option<(Call, String)>,
    /// There are more scenarios.
    pub left_out: bool,
    /// Methods that are not called: their arguments cannot be made up.
    pub not_constructed: Vec<String>,
    /// Each call has to return if its thread runs alone from any reachable state on.
    pub obstruction_free: bool,
    /// The types of these arguments, as a source names them.
    pub types_not_constructed: Vec<String>,
    /// The class whose static methods would give their arguments; binary name with dots.
    pub fixture: String,
    /// The method of each call.
    pub members: Vec<Member>,
}

/// The call by which one of two threads interrupts the other one.
pub fn interrupts() -> Call {
    let member = Member {
        class: THREAD.to_owned(),
        name: "interrupt".to_owned(),
        descriptor: "()V".to_owned(),
    };
    Call {
        member,
        ..Call::default()
    }
}

/// Whether a call is that one.
pub fn is_interrupt(call: &Call) -> bool {
    call.receiver.is_none() && call.member.class == THREAD
}

/// Whether threads interrupt each other.
fn cancels(run: &ObjectRun) -> bool {
    run.calls.iter().any(|(call, _)| is_interrupt(call))
}

/// The class file of the driver.
///
/// # Errors
/// Odd descriptors, arguments that do not fit, and what does not fit a class file.
pub fn scenario_driver(run: &ObjectRun, scenarios: &ScenarioRun) -> Result<Vec<u8>, String> {
    let object = Type::of_class(&run.class);
    let this = Type::of_class(&run.name);
    let (mut class, initializer) = runnable(run, NUMBER, INT)?;
    let nothing = Signature::new([], None);
    if cancels(run) {
        class.field(access::PRIVATE | access::STATIC, ALL, ALL_TYPE);
    }
    class.method(access::PUBLIC, "run", &nothing, |code| {
        if cancels(run) {
            // No call comes before all threads are started: on old JDKs, an interrupt would be lost.
            code.field(Field::GetStatic, &run.name, ALL, ALL_TYPE);
            code.enter_monitor();
            code.field(Field::GetStatic, &run.name, ALL, ALL_TYPE);
            code.exit_monitor();
        }
        for _ in 0..scenarios.calls.max(scenarios.prefix) {
            code.load(this, 0);
            code.invoke(Invoke::Virtual, &run.name, false, ONE, "()V")?;
        }
        code.give(None);
        Ok(())
    })?;
    class.method(access::PUBLIC, ONE, &nothing, |code| one(code, run, this))?;
    let of_way = Signature::new([INT], None);
    class.method(access::PUBLIC, "call", &of_way, |code| calls(code, run, this, object))?;
    let main = Signature::parse("([Ljava/lang/String;)V")?;
    class.method(access::PUBLIC | access::STATIC, "main", &main, |code| {
        body(code, run, scenarios, object, &initializer)
    })?;
    class.finish()
}

/// Makes the next call and writes down what it throws.
fn one(code: &mut Code, run: &ObjectRun, this: Type) -> Result<(), String> {
    const WAY: usize = 1;
    const THROWN: usize = 2;
    number(code, run, this);
    code.call(NATIVE, names::NEXT_CALL, names::CHOOSE_DESCRIPTOR)?;
    code.store(INT, WAY);
    code.load(INT, WAY);
    code.push_int(run.calls.len());
    let is_call = code.jump(Branch::IfIntsDiffer);
    code.give(None);
    code.land(is_call);
    let begun = code.here();
    code.load(this, 0);
    code.load(INT, WAY);
    code.invoke(Invoke::Virtual, &run.name, false, "call", "(I)V")?;
    let ended = code.here();
    code.give(None);
    code.catch(begun, ended);
    code.store(THROWABLE, THROWN);
    push_sort(code, run, this, sort::THROWN);
    code.load(THROWABLE, THROWN);
    code.call(NATIVE, RECORD, RECORD_DESCRIPTOR)?;
    code.load(THROWABLE, THROWN);
    code.instance_of(MISUSE);
    let other = code.jump(Branch::IfZero);
    code.load(THROWABLE, THROWN);
    code.throw();
    code.land(other);
    code.give(None);
    Ok(())
}

/// Pushes the thread's number.
fn number(code: &mut Code, run: &ObjectRun, this: Type) {
    code.load(this, 0);
    code.field(Field::Get, &run.name, NUMBER, INT);
}

/// Pushes the sort of what a call of this thread gives.
fn push_sort(code: &mut Code, run: &ObjectRun, this: Type, sort: usize) {
    code.push_int(sort * SORT);
    number(code, run, this);
    code.arithmetic(super::assembler::Arithmetic::AddInts);
}

/// The call with the number that is passed.
fn calls(code: &mut Code, run: &ObjectRun, this: Type, object: Type) -> Result<(), String> {
    const WAY: usize = 1;
    for (index, (one, _)) in run.calls.iter().enumerate() {
        code.load(INT, WAY);
        code.push_int(index);
        let other = code.jump(Branch::IfIntsDiffer);
        let signature = Signature::parse(&one.member.descriptor)?;
        let sort = if signature.result.is_some() {
            sort::VALUE
        } else {
            sort::VOID
        };
        push_sort(code, run, this, sort);
        if is_interrupt(one) {
            code.field(Field::GetStatic, &run.name, ALL, ALL_TYPE);
            code.push_int(1);
            number(code, run, this);
            code.arithmetic(super::assembler::Arithmetic::SubtractInts);
            code.load_element();
            code.invoke(Invoke::Virtual, THREAD, false, "interrupt", "()V")?;
            code.push_default(Type::OBJECT);
        } else {
            code.load(this, 0);
            code.field(Field::Get, &run.name, "object", object);
            invoke(code, one)?;
        }
        code.call(NATIVE, RECORD, RECORD_DESCRIPTOR)?;
        code.give(None);
        code.land(other);
    }
    code.give(None);
    Ok(())
}

/// Calls a method of the object on the stack, and leaves its result there as an object; `null` if it has none.
fn invoke(code: &mut Code, one: &Call) -> Result<(), String> {
    let member = &one.member;
    let signature = Signature::parse(&member.descriptor)?;
    arguments(code, &one.arguments, &signature.parameters)?;
    let instruction = if one.interface {
        Invoke::Interface
    } else {
        Invoke::Virtual
    };
    code.invoke(
        instruction,
        &member.class,
        one.interface,
        &member.name,
        &member.descriptor,
    )?;
    match signature.result {
        Some(result) => as_type(code, result, Type::OBJECT),
        None => {
            code.push_default(Type::OBJECT);
            Ok(())
        }
    }
}

/// Calls a method and writes down what it gives, or that it throws.
fn ask(code: &mut Code, object: (Type, usize), one: &Call, gives: usize, throws: usize) -> Result<(), String> {
    let begun = code.here();
    code.push_int(gives);
    code.load(object.0, object.1);
    invoke(code, one)?;
    code.call(NATIVE, RECORD, RECORD_DESCRIPTOR)?;
    let ended = code.here();
    let past = code.jump(Branch::Always);
    code.catch(begun, ended);
    code.store(THROWABLE, object.1 + 1);
    code.push_int(throws);
    code.load(THROWABLE, object.1 + 1);
    code.call(NATIVE, RECORD, RECORD_DESCRIPTOR)?;
    code.land(past);
    Ok(())
}

/// An object that cannot be made was not tested.
fn body(
    code: &mut Code,
    run: &ObjectRun,
    scenarios: &ScenarioRun,
    object: Type,
    initializer: &str,
) -> Result<(), String> {
    const OBJECT: usize = 1;
    const THREADS: usize = 3;
    code.push_int(scenarios.all.len());
    code.call(NATIVE, names::SCENARIO, names::CHOOSE_DESCRIPTOR)?;
    code.pop(INT);
    let begun = code.here();
    let value = run.object.as_ref().ok_or("nobody says how the object is made")?;
    let made = push(code, value, object)?;
    as_type(code, made, object)?;
    code.store(object, OBJECT);
    let ended = code.here();
    let made = code.jump(Branch::Always);
    code.catch(begun, ended);
    code.call(NATIVE, names::ABORT, names::ABORT_DESCRIPTOR)?;
    code.give(None);
    code.land(made);
    let cancels = cancels(run);
    if cancels {
        code.push_int(scenarios.threads);
        code.new_array(THREAD);
        code.field(Field::PutStatic, &run.name, ALL, ALL_TYPE);
    }
    if scenarios.prefix > 0 {
        code.new_object(&run.name);
        code.dup();
        code.load(object, OBJECT);
        code.push_int(scenarios.threads);
        code.invoke(Invoke::Special, &run.name, false, "<init>", initializer)?;
        code.invoke(Invoke::Virtual, &run.name, false, "run", "()V")?;
    }
    for (index, name) in NAMES.iter().take(scenarios.threads).enumerate() {
        code.push_default(THREAD_TYPE);
        code.store(THREAD_TYPE, THREADS + index);
        code.push_int(index);
        code.call(NATIVE, names::CALLS, names::CHOOSE_DESCRIPTOR)?;
        let idle = code.jump(Branch::IfZero);
        code.new_object(THREAD);
        code.dup();
        code.new_object(&run.name);
        code.dup();
        code.load(object, OBJECT);
        code.push_int(index);
        code.invoke(Invoke::Special, &run.name, false, "<init>", initializer)?;
        code.push_string(&name.encode_utf16().collect::<Vec<_>>());
        let constructor = Signature::new([RUNNABLE, Type::STRING], None).to_string();
        code.invoke(Invoke::Special, THREAD, false, "<init>", &constructor)?;
        code.store(THREAD_TYPE, THREADS + index);
        if cancels {
            code.field(Field::GetStatic, &run.name, ALL, ALL_TYPE);
            code.push_int(index);
            code.load(THREAD_TYPE, THREADS + index);
            code.store_element();
        }
        code.land(idle);
    }
    for method in ["start", "join"] {
        if cancels {
            code.field(Field::GetStatic, &run.name, ALL, ALL_TYPE);
            if method == "start" {
                code.enter_monitor();
            } else {
                code.exit_monitor();
            }
        }
        for index in 0..scenarios.threads {
            code.load(THREAD_TYPE, THREADS + index);
            let there = code.jump(Branch::IfNotNull);
            let past = code.jump(Branch::Always);
            code.land(there);
            code.load(THREAD_TYPE, THREADS + index);
            code.invoke(Invoke::Virtual, THREAD, false, method, "()V")?;
            code.land(past);
        }
    }
    let place = (object, OBJECT);
    if let Some((invariant, _)) = &scenarios.invariant {
        ask(
            code,
            place,
            invariant,
            sort::INVARIANT * SORT,
            sort::INVARIANT_THROWN * SORT,
        )?;
    }
    for (index, (observer, _)) in scenarios.observers.iter().enumerate() {
        ask(
            code,
            place,
            observer,
            sort::OBSERVED * SORT + index,
            sort::OBSERVER_THROWN * SORT + index,
        )?;
    }
    code.give(None);
    Ok(())
}
