//! JUnit 4 and 5 tests as programs. What a test is and what belongs to it is read from the annotations in the class
//! files; a `main` that does what a runner would do is generated (`dropwire_vm::test_driver`). The runner of a JUnit 4 class
//! runs where the class has a runner of its own or rules, JUnit 5's engine where a test has what is not planned here (`server/junit-runtime`). Each
//! case of a test is a program of its own, with fresh classes.

mod csv;
mod given;
mod input_objects;
mod java_source;
mod marks;
mod method;
mod object;
mod parameter_names;
pub(crate) mod plan;
mod requirement;
mod scenarios;
mod sources;
mod test;

use std::collections::BTreeSet;

use dropwire_classes::content_hash;
use dropwire_vm::image::class::Method;
use dropwire_vm::junit_runtime;
use dropwire_vm::object_driver::ObjectRun;
use dropwire_vm::test_driver::{Source, TestRun, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use crate::facts::note::Note;
use crate::facts::reason::{Cause, Reason};
use crate::options::{Budget, Consistency, ObjectOptions, Target};
use crate::report::{Coverage, Report, Statistics, Verdict};
use crate::rollback::with_rollback;
use crate::round_robin::{self, RunEnd};
use given::{About, Given};
use method::Callable;
use test::{Generation, Test};

pub(crate) use method::DRIVER;
pub use object::OBJECT;

/// The cases of a test class, or of one of its tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cases {
    /// Targets, in the order in which JUnit would run them.
    pub cases: Vec<String>,
    /// Tests that are not to be run, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// They are tests, which take no arguments.
    pub are_tests: bool,
}

/// Why a target that is a test, or a class of tests, does not run: it has arguments.
pub fn arguments_of_tests(target: &str, arguments: &[String]) -> String {
    format!(
        "{target} is a JUnit test, or a class of such, and tests take no arguments, but `{}` follows it; verify one target in each call, or name \
         several as [[target]] in dropwire.toml",
        arguments.join(" ")
    )
}

/// What becomes of JUnit's time-outs of a target: JUnit 4's `@Test(timeout = …)` and rule `Timeout`, JUnit 5's `@Timeout`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum TestTimeouts {
    /// It has none, or JUnit's own runner or engine is interpreted and waits for them.
    #[default]
    NoneIgnored,
    /// It is a test that has one, and its program has none.
    Ignored,
}

/// What a call of a constructor begins with in a target.
const CONSTRUCTOR: &str = "new(";

/// `Class#method(types)[case]`
struct Named<'a> {
    class: &'a str,
    method: &'a str,
    /// The types of the parameters, if they are said.
    types: Option<&'a str>,
    /// The case, from 1, if it is said.
    case: Option<usize>,
}

impl<'a> Named<'a> {
    /// `None` if the name is not that of a test.
    fn parse(target: &'a str) -> Option<Named<'a>> {
        let (class, method) = target.split_once('#')?;
        Some(Named::of(class, method))
    }

    /// The calls on one object that a target names: `Class#new(int)#add(int)#take`. `None` if it names one method at most.
    fn parse_sequence(target: &'a str) -> Option<Vec<Named<'a>>> {
        let (class, calls) = target.split_once('#')?;
        let is_sequence = calls.contains('#') || calls.starts_with(CONSTRUCTOR);
        is_sequence.then(|| calls.split('#').map(|call| Named::of(class, call)).collect())
    }

    fn of(class: &'a str, method: &'a str) -> Named<'a> {
        let (method, case) = match method.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
            // `m(int[])` ends in a bracket that is no case's.
            Some((rest, number)) if !number.is_empty() => (rest, number.parse().ok()),
            Some(_) | None => (method, None),
        };
        let (method, types) = match method.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
            Some((method, types)) => (method, Some(types)),
            None => (method, None),
        };
        Named {
            class,
            method,
            types,
            case,
        }
    }

    fn is(&self, method: &Method) -> bool {
        self.method == method.name && self.takes(method)
    }

    /// Whether a method has the parameters that are said.
    fn takes(&self, method: &Method) -> bool {
        let (parameters, _) = split_descriptor(method.descriptor);
        let same = |said: &str, parameter: &str| {
            let full = external_type(parameter);
            let simple = full.rsplit(['.', '$']).next().unwrap_or(&full);
            said == full || said == simple
        };
        let said = self
            .types
            .map(|types| types.split(',').map(str::trim).filter(|one| !one.is_empty()));
        said.is_none_or(|said| {
            let said: Vec<&str> = said.collect();
            said.len() == parameters.len()
                && said
                    .iter()
                    .zip(&parameters)
                    .all(|(said, parameter)| same(said, parameter))
        })
    }
}

/// A test as a target: with the types of its parameters where the class has another test of that name.
pub fn test_name(class: &str, method: &str, descriptor: &str, has_namesake: bool) -> String {
    if !has_namesake {
        return format!("{class}#{method}");
    }
    let (parameters, _) = split_descriptor(descriptor);
    let types: Vec<String> = parameters.into_iter().map(external_type).collect();
    format!("{class}#{method}({})", types.join(","))
}

/// Stands before the first instruction of a target: a `main`, one case of a test, a method without parameters, or an object. Gives what
/// becomes of a test's time-outs.
///
/// # Errors
/// A class or a test that is missing; [`VmError::NotModelled`] for what a runner would do and we do not.
pub(crate) fn start(vm: &mut Vm, target: &Target, options: &ObjectOptions) -> Result<TestTimeouts, VmError> {
    if let Some((test, case)) = start_unless_test(vm, target, options)? {
        let (run, timeouts) = program(vm, &test, case, &target.class)?;
        vm.start_test(&run)?;
        return Ok(timeouts);
    }
    Ok(TestTimeouts::NoneIgnored)
}

/// Likewise; a test is not started, but given, with its case.
fn start_unless_test(
    vm: &mut Vm,
    target: &Target,
    options: &ObjectOptions,
) -> Result<Option<(Test, Option<usize>)>, VmError> {
    if let Some(calls) = Named::parse_sequence(&target.class) {
        let calls = method::sequence(vm, &calls)?;
        let run = method::driver(vm, &calls, &target.args)?;
        return vm.start_test(&run).map(|()| None);
    }
    let Some(named) = Named::parse(&target.class) else {
        return vm.start_main(&target.class, &target.args).map(|()| None);
    };
    if let Some(run) = object_run(vm, &named, options)? {
        return vm.start_object(&run).map(|()| None);
    }
    match method::named(vm, &named, &target.args)? {
        Some(Callable::Main) => vm.start_main(named.class, &target.args).map(|()| None),
        Some(Callable::Plain(run)) => vm.start_test(&run).map(|()| None),
        None => Ok(Some((find_without(vm, &named, target)?, named.case))),
    }
}

pub(crate) use input_objects::is_plain;
pub(crate) use method::{
    CallSequence, RECEIVER, Role, is_precondition, on_allowed_inputs, precondition_of, precondition_on_library,
};
pub(crate) use parameter_names::parameter_name;
pub(crate) use plan::inner_classes;

/// The calls that a target names, none of them of a test, for who explores them for all inputs.
///
/// # Errors
/// It names no method, or several that are overloaded, or one without a body.
pub(crate) fn calls_of(vm: &mut Vm, target: &str) -> Result<CallSequence, VmError> {
    if let Some(calls) = Named::parse_sequence(target) {
        return method::sequence(vm, &calls);
    }
    match Named::parse(target).filter(|named| named.method != OBJECT) {
        Some(named) => method::one(vm, &named),
        None => Err(VmError::Class(format!(
            "{target} is no method; symbolic parameters need a target Class#method"
        ))),
    }
}

/// The driver of an object: of scenarios, where anything is said of its use.
fn object_run(vm: &mut Vm, named: &Named<'_>, options: &ObjectOptions) -> Result<Option<ObjectRun>, VmError> {
    if !options.makes_scenarios() || !object::is_object(named) {
        return object::named(vm, named);
    }
    let class = vm.image.load(&mut vm.heap, &named.class.replace('.', "/"))?;
    let prefix = scenarios::prefix(named.class, options);
    scenarios::run(vm, class, prefix, options).map(Some)
}

/// The driver whose sequential executions say what the calls of a target's object may give; nothing if that is not asked.
///
/// # Errors
/// As [`start`].
pub(crate) fn specification(
    vm: &mut Vm,
    target: &Target,
    options: &ObjectOptions,
) -> Result<Option<ObjectRun>, VmError> {
    let is_sequence = Named::parse_sequence(&target.class).is_some();
    let named = Named::parse(&target.class).filter(|_| options.makes_scenarios() && !is_sequence);
    let Some(named) = named.filter(|_| options.consistency() != Consistency::None) else {
        return Ok(None);
    };
    match object_run(vm, &named, options)? {
        Some(run) => scenarios::specification(vm, &run, options).map(Some),
        None => Ok(None),
    }
}

/// The cases of a target that is a test with several; nothing if it is a single program.
pub(crate) fn cases_of(vm: &mut Vm, target: &Target, budget: &mut dyn Budget) -> Result<Vec<Target>, VmError> {
    let is_sequence = Named::parse_sequence(&target.class).is_some();
    let Some(named) = Named::parse(&target.class).filter(|named| named.case.is_none() && !is_sequence) else {
        return Ok(Vec::new());
    };
    if named.method == OBJECT || method::is_named(vm, &named)? {
        return Ok(Vec::new());
    }
    let test = find_without(vm, &named, target)?;
    let names = numbered(vm, &test, &target.class, budget)?;
    if names.len() == 1 && names[0] == target.class {
        return Ok(Vec::new());
    }
    let case = |class| Target {
        class,
        args: Vec::new(),
    };
    Ok(names.into_iter().map(case).collect())
}

/// The cases of a test class and the classes nested in it, or of one test.
///
/// # Errors
/// A class or a test that is missing.
pub fn cases(vm: &mut Vm, target: &str, budget: &mut dyn Budget) -> Result<Cases, VmError> {
    vm.cancellation = budget.cancellation();
    let mut cases = Cases::default();
    if Named::parse_sequence(target).is_some() {
        cases.cases.push(target.to_owned());
        return Ok(cases);
    }
    if let Some(named) = Named::parse(target) {
        if named.method == OBJECT || method::is_named(vm, &named)? {
            cases.cases.push(target.to_owned());
            return Ok(cases);
        }
        let test = find(vm, &named)?;
        cases.are_tests = true;
        add(vm, &test, target, &mut cases, budget)?;
        return Ok(cases);
    }
    let class = vm.image.load(&mut vm.heap, &target.replace('.', "/"))?;
    let mut open = vec![class];
    while let Some(class) = open.pop() {
        let tests = plan::tests(vm, class);
        cases.are_tests |= !tests.is_empty();
        for test in &tests {
            let namesakes = tests
                .iter()
                .filter(|other| other.method.name == test.method.name)
                .count();
            let (class, method) = (class.binary_name(), test.method);
            let name = test_name(&class, method.name, method.descriptor, namesakes > 1);
            add(vm, test, &name, &mut cases, budget)?;
        }
        let mut nested = plan::nested(vm, class)?;
        nested.reverse();
        open.extend(nested);
    }
    Ok(cases)
}

fn add(vm: &mut Vm, test: &Test, name: &str, to: &mut Cases, budget: &mut dyn Budget) -> Result<(), VmError> {
    if let Some(why) = plan::disabled(vm, test)? {
        to.skipped.push((name.to_owned(), why));
        return Ok(());
    }
    if name.ends_with(']') && Named::parse(name).is_some_and(|named| named.case.is_some()) {
        to.cases.push(name.to_owned());
        return Ok(());
    }
    match numbered(vm, test, name, budget) {
        Ok(names) => to.cases.extend(names),
        // Whoever runs it gets a message.
        Err(VmError::NotModelled(_)) => to.cases.push(name.to_owned()),
        Err(error) => return Err(error),
    }
    Ok(())
}

fn find(vm: &mut Vm, named: &Named<'_>) -> Result<Test, VmError> {
    let class = vm.image.load(&mut vm.heap, &named.class.replace('.', "/"))?;
    let tests = plan::tests(vm, class);
    let mut fitting = tests.into_iter().filter(|test| named.is(test.method));
    match (fitting.next(), fitting.next()) {
        (Some(test), None) => Ok(test),
        (Some(first), Some(_)) => Err(VmError::Class(format!(
            "{} has several tests `{}`; say which, as {}",
            named.class,
            named.method,
            test_name(named.class, named.method, first.method.descriptor, true)
        ))),
        (None, _) => Err(VmError::Class(format!(
            "class {} has no test `{}` (with JUnit's @Test, @ParameterizedTest or @RepeatedTest, or a public `test…` of a TestCase), and no other method of that name",
            named.class, named.method
        ))),
    }
}

/// The test that a target names, without arguments.
fn find_without(vm: &mut Vm, named: &Named<'_>, target: &Target) -> Result<Test, VmError> {
    let test = find(vm, named)?;
    match target.args.as_slice() {
        [] => Ok(test),
        arguments => Err(VmError::Class(arguments_of_tests(&target.class, arguments))),
    }
}

/// The names of a test's cases.
fn numbered(vm: &mut Vm, test: &Test, name: &str, budget: &mut dyn Budget) -> Result<Vec<String>, VmError> {
    let asked = plan::asked(vm, test)?;
    if asked.runs_by_own_runner(test.generation) {
        let count = if asked.may_multiply() {
            count_of_own_runner(vm, test, name, budget)?
        } else {
            1
        };
        return Ok(match count {
            1 => vec![name.to_owned()],
            _ => (1..=count).map(|number| format!("{name}[{number}]")).collect(),
        });
    }
    let instances = plan::depth(vm, test)?;
    let cases = match sources::cases(vm, test, instances.saturating_sub(1)) {
        // JUnit's engine makes its invocations, all in one program.
        Err(VmError::NotModelled(_)) if plan::has_engine(vm, test)? => return Ok(vec![name.to_owned()]),
        cases => cases?,
    };
    if cases.single {
        return Ok(vec![name.to_owned()]);
    }
    let given = match cases.factory {
        Some(_) => match count(vm, test, name, budget) {
            Err(VmError::NotModelled(_)) if plan::has_engine(vm, test)? => return Ok(vec![name.to_owned()]),
            count => count?,
        },
        None => 0,
    };
    let all = cases.listed.len() + given;
    if all == 0 {
        return Err(VmError::NotModelled(format!("{} has no cases", test.described())));
    }
    Ok((1..=all).map(|number| format!("{name}[{number}]")).collect())
}

/// How many cases a class's own runner makes of a test: it is asked once, apart from all else.
fn count_of_own_runner(vm: &mut Vm, test: &Test, name: &str, budget: &mut dyn Budget) -> Result<usize, VmError> {
    let made = format!("dropwire/Cases{:016x}", content_hash(name.as_bytes()));
    let mut run = plan::by_own_runner(vm, test, 0, made)?;
    run.source = Some(Source {
        factory: junit_runtime::own_runner_cases(test.class.name, test.method.name),
        case: None,
    });
    count_by(vm, test, &run, budget)
}

/// How many cases a method gives: it runs once, apart from all else.
fn count(vm: &mut Vm, test: &Test, name: &str, budget: &mut dyn Budget) -> Result<usize, VmError> {
    let made = format!("dropwire/Cases{:016x}", content_hash(name.as_bytes()));
    let mut given = Given::new(&made, None);
    let mut run = plan::program(vm, test, &mut given)?;
    run.test_facts = given.test_facts;
    let factory = sources::cases(vm, test, run.instances.len().saturating_sub(1))?.factory;
    run.source = factory.map(|factory| Source { factory, case: None });
    run.after_each.clear();
    count_by(vm, test, &run, budget)
}

fn count_by(vm: &mut Vm, test: &Test, run: &TestRun, budget: &mut dyn Budget) -> Result<usize, VmError> {
    with_rollback(vm, |vm| {
        vm.start_test(run)?;
        let end = round_robin::go(vm, &mut |_, _| {}, budget, &mut |_| None)?;
        let thrown = vm
            .path
            .uncaught
            .first()
            .map(|uncaught| vm.describe_throwable(uncaught.throwable));
        let why = match (thrown, end) {
            (None, RunEnd::Exit(count)) => return Ok(usize::try_from(count).unwrap_or(0)),
            (Some(thrown), _) => thrown,
            (None, RunEnd::NotModelled(why) | RunEnd::Blocked(why) | RunEnd::Failed(why)) => why,
            (None, RunEnd::Stopped(stop)) => Reason::from(Cause::from(stop)).to_string(),
        };
        Err(VmError::NotModelled(format!(
            "{}: its cases cannot be listed: {why}",
            test.described()
        )))
    })
}

/// The program of one case, from 1; without a number that of the only one. With it what becomes of the test's time-outs.
fn program(vm: &mut Vm, test: &Test, case: Option<usize>, name: &str) -> Result<(TestRun, TestTimeouts), VmError> {
    let made = format!(
        "dropwire/Test{:016x}",
        content_hash(format!("{name} {case:?}").as_bytes())
    );
    if plan::asked(vm, test)?.runs_by_own_runner(test.generation) {
        let run = plan::by_own_runner(vm, test, case.unwrap_or(0), made)?;
        return Ok((run, TestTimeouts::NoneIgnored));
    }
    match planned(vm, test, case, name, &made) {
        Err(VmError::NotModelled(why)) if test.generation == Generation::Five => {
            let run = plan::by_engine(vm, test, case, made)?;
            let run = run.ok_or_else(|| {
                VmError::NotModelled(format!(
                    "{why}; JUnit's own engine would run it, but is not on the class path: add the jars junit-jupiter-engine and junit-platform-launcher"
                ))
            })?;
            Ok((run, TestTimeouts::NoneIgnored))
        }
        run => Ok((run?, plan::timeouts(vm, test)?)),
    }
}

/// The program of one case where no engine of JUnit runs.
fn planned(vm: &mut Vm, test: &Test, case: Option<usize>, name: &str, made: &str) -> Result<TestRun, VmError> {
    let mut given = Given::new(made, case);
    let mut run = plan::program(vm, test, &mut given)?;
    let cases = sources::cases(vm, test, run.instances.len().saturating_sub(1))?;
    let sourced = match test.mark("org/junit/jupiter/params/ParameterizedTest") {
        Some(_) => sources::parameters(test).len(),
        None => 0,
    };
    let others = given.arguments(vm, test.method, sourced, About::Test(test))?;
    run.test_facts = given.test_facts;
    let missing = || VmError::Class(format!("{} has no such case: {name}", test.described()));
    match (case, cases.factory) {
        (None, _) if cases.single => {}
        (None, _) => {
            return Err(VmError::Class(format!(
                "{name} has several cases; say which, as {name}[1]"
            )));
        }
        (Some(0), _) => return Err(missing()),
        (Some(number), factory) => match (cases.listed.get(number - 1), factory) {
            (Some(arguments), _) => run.test.arguments.clone_from(arguments),
            (None, None) => return Err(missing()),
            (None, Some(_)) if let Some(factory) = plan::dynamic_factory(test)? => {
                let own = run.instances.len().saturating_sub(1);
                run.test = junit_runtime::dynamic_run(&factory, own, number);
                run.tested = Some(factory);
                return Ok(run);
            }
            (None, Some(factory)) => {
                run.test.arguments = (0..sourced).map(Value::Given).collect();
                run.source = Some(Source {
                    factory,
                    case: Some(number - 1 - cases.listed.len()),
                });
            }
        },
    }
    run.test.arguments.extend(others);
    Ok(run)
}

/// One answer for all cases of a test. Those that were skipped have a note where others were not.
pub(crate) fn together(reports: Vec<(String, Report)>) -> Report {
    let nothing = Report {
        verdict: Verdict::Incomplete,
        coverage: Coverage::Limited,
        reasons: vec![Cause::NoCases.into()],
        notes: Vec::new(),
        assumptions: Vec::new(),
        findings: Vec::new(),
        statistics: Statistics::default(),
        reports: Vec::new(),
        stated: Vec::new(),
        explored: Vec::new(),
    };
    let tested = reports.iter().any(|(_, report)| report.skipped().is_none());
    let mut all = match reports.first() {
        None => return nothing,
        Some((_, first)) if !tested => Report {
            coverage: Coverage::Complete,
            reasons: first.reasons.clone(),
            ..nothing
        },
        Some(_) => Report {
            verdict: Verdict::Verified,
            coverage: Coverage::Complete,
            reasons: Vec::new(),
            ..nothing
        },
    };
    let mut known = BTreeSet::new();
    for (case, report) in reports {
        add_statistics(&mut all.statistics, &report.statistics);
        add_new(&mut all.assumptions, &report.assumptions);
        add_new(&mut all.notes, &report.notes);
        add_new(&mut all.stated, &report.stated);
        all.reports.extend(report.reports.iter().cloned());
        if let Some(why) = report.skipped() {
            if tested {
                all.notes.push(Note::CaseSkipped {
                    case,
                    thrown: why.to_owned(),
                });
            }
            continue;
        }
        all.verdict = worse(all.verdict, report.verdict);
        if report.coverage == Coverage::Limited {
            all.coverage = Coverage::Limited;
        }
        all.reasons
            .extend(report.reasons.into_iter().map(|reason| reason.of_case(&case)));
        let new = report
            .findings
            .into_iter()
            .filter(|finding| known.insert(finding.fingerprint.clone()));
        all.findings.extend(new);
    }
    all
}

pub(crate) fn add_new<T: Clone + PartialEq>(all: &mut Vec<T>, new: &[T]) {
    for one in new {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
}

fn worse(one: Verdict, other: Verdict) -> Verdict {
    let rank = |verdict: Verdict| match verdict {
        Verdict::Verified => 0,
        Verdict::Incomplete => 1,
        Verdict::Failed => 2,
        Verdict::Violated => 3,
    };
    if rank(other) > rank(one) { other } else { one }
}

pub(crate) fn add_statistics(all: &mut Statistics, one: &Statistics) {
    all.states += one.states;
    all.revisited += one.revisited;
    all.transitions += one.transitions;
    all.instructions += one.instructions;
    all.store_bytes += one.store_bytes;
    all.restarts += one.restarts;
    all.restarted_transitions += one.restarted_transitions;
    all.max_depth = all.max_depth.max(one.max_depth);
    all.max_threads = all.max_threads.max(one.max_threads);
}

#[cfg(test)]
mod tests {
    use super::{Coverage, Named, Reason, Report, Statistics, Verdict, together};
    use crate::facts::note::Note;
    use crate::facts::reason::Cause;

    fn report(verdict: Verdict, coverage: Coverage, reasons: Vec<Reason>) -> Report {
        Report {
            verdict,
            coverage,
            reasons,
            notes: Vec::new(),
            assumptions: Vec::new(),
            findings: Vec::new(),
            statistics: Statistics::default(),
            reports: Vec::new(),
            stated: Vec::new(),
            explored: Vec::new(),
        }
    }

    #[test]
    fn what_was_not_tested_is_not_verified() {
        let none = together(Vec::new());
        assert_eq!((none.verdict, none.coverage), (Verdict::Incomplete, Coverage::Limited));
        assert_eq!(none.skipped(), None);
        let skipped = || {
            report(
                Verdict::Incomplete,
                Coverage::Complete,
                vec![
                    Cause::Skipped {
                        thrown: "not on Linux".into(),
                    }
                    .into(),
                ],
            )
        };
        let verified = || report(Verdict::Verified, Coverage::Complete, Vec::new());
        let all = together(vec![("A#a[1]".into(), skipped()), ("A#a[2]".into(), skipped())]);
        assert_eq!(all.skipped(), Some("not on Linux"));
        let some = together(vec![("A#a[1]".into(), skipped()), ("A#a[2]".into(), verified())]);
        assert_eq!(some.verdict, Verdict::Verified);
        assert_eq!(
            some.notes,
            [Note::CaseSkipped {
                case: "A#a[1]".into(),
                thrown: "not on Linux".into()
            }]
        );
        let cut_off = report(Verdict::Incomplete, Coverage::Limited, vec![Cause::time().into()]);
        let worst = together(vec![("A#a[1]".into(), skipped()), ("A#a[2]".into(), cut_off)]);
        assert_eq!(worst.verdict, Verdict::Incomplete);
        assert_eq!(worst.reasons, [Reason::from(Cause::time()).of_case("A#a[2]")]);
    }

    #[test]
    fn names_of_tests() {
        let parts = |target| {
            let named = Named::parse(target).expect("a test");
            (named.class, named.method, named.types, named.case)
        };
        assert_eq!(parts("a.B#c"), ("a.B", "c", None, None));
        assert_eq!(parts("a.B$C#c(int)"), ("a.B$C", "c", Some("int"), None));
        assert_eq!(
            parts("B#c(int[], String)[12]"),
            ("B", "c", Some("int[], String"), Some(12))
        );
        assert_eq!(parts("B#c(int[])"), ("B", "c", Some("int[]"), None));
        assert_eq!(parts("B#c[2]"), ("B", "c", None, Some(2)));
        assert!(Named::parse("a.B").is_none());
    }

    #[test]
    fn names_of_calls_on_one_object() {
        let calls = |target| {
            let calls = Named::parse_sequence(target)?;
            let parts = calls.iter().map(|named| (named.class, named.method, named.types));
            Some(parts.collect::<Vec<_>>())
        };
        assert_eq!(calls("B"), None);
        assert_eq!(calls("B#c(int)"), None);
        assert_eq!(calls("B#new"), None, "an object that threads use");
        assert_eq!(calls("B#new(int)"), Some(vec![("B", "new", Some("int"))]));
        assert_eq!(
            calls("B#new()#c(int)#d"),
            Some(vec![("B", "new", Some("")), ("B", "c", Some("int")), ("B", "d", None)])
        );
    }
}
