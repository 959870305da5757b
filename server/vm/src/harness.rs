//! Programs that have no `main` of their own: tests, and objects that two threads use.

use std::collections::BTreeSet;

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::generate::junit_runtime;
use crate::generate::object_driver::{ObjectRun, function, object_driver};
use crate::generate::predicate::{self, Predicate, predicate};
use crate::generate::scenario_driver::scenario_driver;
use crate::generate::test_driver::{TestRun, test_driver, test_info};
use crate::heap::Ref;
use crate::image::class::{Class, Method};
use crate::launch::MAIN;
use crate::natives::call::{NativeCall, NativeResult, Outcome, Passing, int};
use crate::object_under_test::{ABORTED_BY, ObjectUnderTest, Scenarios};
use crate::vm::Vm;

impl Vm {
    /// Prepares a test: makes the `main` that drives it, and stops before its first instruction.
    ///
    /// # Errors
    /// A class that is missing, and calls that cannot be made.
    pub fn start_test(&mut self, run: &TestRun) -> Result<(), VmError> {
        let tested = run.tested.as_ref().unwrap_or(&run.test.member);
        let owner = run.instances.last().map_or(&tested.class, |last| &last.class);
        let host = self.image.load(&mut self.heap, owner)?;
        let factory = run.source.as_ref().map(|source| &source.factory);
        for called in std::iter::once(&run.test).chain(factory) {
            if let Some(bytes) = junit_runtime::class_file(&called.member.class)
                && self.image.loaded(&called.member.class).is_none()
            {
                self.define_made(bytes.to_vec(), host)?;
            }
        }
        for facts in &run.test_facts {
            if self.image.loaded(&facts.name).is_none() {
                self.define_made(test_info(facts).map_err(VmError::NotModelled)?, host)?;
            }
        }
        let driver = match self.image.loaded(&run.name) {
            // Checked before on this machine: the same name stands for the same test of the same classes.
            Some(driver) => driver,
            None => self.define_made(test_driver(run).map_err(VmError::NotModelled)?, host)?,
        };
        let declared = self.image.load(&mut self.heap, &tested.class)?;
        self.mode.tested = declared.declared(&tested.name, &tested.descriptor);
        self.mode.object = None;
        self.start_in(driver, &[])
    }

    /// The method that says whether a condition holds on parameters of a method of a class.
    ///
    /// # Errors
    /// What does not fit a class file.
    pub fn define_predicate(&mut self, condition: &Predicate, of: &'static Class) -> Result<&'static Method, VmError> {
        let class = match self.image.loaded(&condition.name) {
            Some(class) => class,
            None => self.define_made(predicate(condition).map_err(VmError::NotModelled)?, of)?,
        };
        let mut methods = class.methods.iter().copied();
        let found = methods.find(|method| method.name == predicate::HOLDS);
        found.ok_or_else(|| VmError::NotModelled(format!("{} says nothing", condition.name)))
    }

    /// The method that a test's driver calls, if it is a test that runs.
    pub fn tested(&self) -> Option<&'static Method> {
        self.mode.tested
    }

    /// Whether the driver of a test has ended the run: the test, and all that comes after it, went well.
    pub fn ended_by_test_driver(&self) -> bool {
        let of_the_program = |method| {
            let class = self.image.method(method).class();
            class.is_user() && !class.is_made()
        };
        let driver = || !self.thread(MAIN).frames().any(|(_, method, _)| of_the_program(method));
        self.mode.tested.is_some() && self.path.facts.exited == Some(0) && driver()
    }
}

impl Vm {
    /// Prepares the driver of an object under test, and stops before its first instruction.
    ///
    /// # Errors
    /// A class that is missing, and calls that cannot be made.
    pub fn start_object(&mut self, run: &ObjectRun) -> Result<(), VmError> {
        let host = self.image.load(&mut self.heap, &run.class)?;
        for made in &run.functions {
            if self.image.loaded(&made.name).is_none() {
                self.define_made(function(made).map_err(VmError::NotModelled)?, host)?;
            }
        }
        let driver = match self.image.loaded(&run.name) {
            Some(driver) => driver,
            None => {
                let bytes = match &run.scenarios {
                    Some(scenarios) => scenario_driver(run, scenarios),
                    None => object_driver(run),
                };
                self.define_made(bytes.map_err(VmError::NotModelled)?, host)?
            }
        };
        self.mode.tested = None;
        self.mode.object = Some(ObjectUnderTest {
            class: run.class.clone(),
            described: run.described.clone(),
            ways: run.calls.iter().map(|(_, shown)| shown.clone()).collect(),
            returned: BTreeSet::new(),
            scenarios: run.scenarios.as_ref().map(|scenarios| Scenarios {
                driver: run.name.clone(),
                made: scenarios.made.clone(),
                members: scenarios
                    .members
                    .iter()
                    .map(|member| (member.class.clone(), member.name.clone(), member.descriptor.clone()))
                    .collect(),
                left_out: scenarios.left_out,
                not_constructed: scenarios.not_constructed.clone(),
                obstruction_free: scenarios.obstruction_free,
                types_not_constructed: scenarios.types_not_constructed.clone(),
                fixture: scenarios.fixture.clone(),
                calls: scenarios.calls,
                threads: scenarios.threads,
                prefix: scenarios.prefix,
                all: scenarios.all.clone(),
                observers: scenarios.observers.iter().map(|(_, shown)| shown.clone()).collect(),
                invariant: scenarios.invariant.as_ref().map(|(_, shown)| shown.clone()),
                ..Scenarios::default()
            }),
        });
        self.start_in(driver, &[])
    }
}

/// `dropwire.Native.choose`: a choice of the search, whoever else lives.
pub(crate) fn choose(c: &mut NativeCall<'_>) -> NativeResult {
    let ways = u64::from(c.int(0).unsigned_abs());
    match c.choose(ways, Passing::Kept) {
        Ok(way) => int(way as i32),
        Err(park) => Ok(park),
    }
}

/// `dropwire.Native.returned`
pub(crate) fn returned(c: &mut NativeCall<'_>) -> NativeResult {
    let way = c.int(0).unsigned_abs() as usize;
    if let Some(object) = &mut c.vm.mode.object {
        object.returned.insert(way);
    }
    Ok(Outcome::Void)
}

impl Vm {
    /// What said on this path that the test does not apply: a failed assumption.
    pub fn aborted_by(&self) -> Option<Ref> {
        let native = self.image.loaded(NATIVE)?;
        let throwable = self.static_field(native, ABORTED_BY) as Ref;
        (throwable != 0).then_some(throwable)
    }
}

/// `dropwire.Native.abort`
pub(crate) fn abort(c: &mut NativeCall<'_>) -> NativeResult {
    let throwable = c.reference(0);
    let native = c.vm.image.load(&mut c.vm.heap, NATIVE)?;
    c.vm.set_static_field(native, ABORTED_BY, u64::from(throwable));
    c.vm.stored(native.mirror.get(), throwable);
    Ok(Outcome::Void)
}
