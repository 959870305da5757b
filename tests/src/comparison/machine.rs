//! A machine that checks one program of the corpus after the other, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dropwire_check::{Budget, Cause, Confidence, Coverage, Finding, Options, Reason, Session, Stop, Target, Verdict};
use dropwire_classes::{Jdk, Universe};
use dropwire_vm::{Vm, VmOptions};

use super::corpus::Case;

/// What a mode says of a program.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it saw everything.
    pub coverage: Coverage,
    /// Why it is not complete.
    pub reasons: Vec<Reason>,
    /// What it takes for granted.
    pub assumptions: Vec<String>,
    /// The confirmed findings.
    pub findings: Vec<Finding>,
    /// States of the search.
    pub states: u64,
}

impl Answer {
    /// Whether a limit of ours ended it, which says nothing about the program.
    pub fn is_cut_off(&self) -> bool {
        let by_limit = |reason: &Reason| {
            matches!(
                reason.cause,
                Cause::Time { .. } | Cause::Memory { .. } | Cause::Transitions { .. } | Cause::Daemons { .. }
            )
        };
        self.coverage == Coverage::Limited && self.reasons.iter().any(by_limit)
    }
}

/// Limits of one check.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Transitions: the same on every machine.
    pub transitions: u64,
    /// For what transitions do not bound.
    pub time: Duration,
}

/// A booted machine for the classes of one folder, and a new one where the last is worn or broken.
#[derive(Default)]
pub struct Machine {
    booted: Option<(Place, Session)>,
}

/// The classes, and the JDK.
type Place = (PathBuf, Option<PathBuf>);

/// A time limit.
struct Patience(Instant, Duration);

impl Budget for Patience {
    fn exhausted(&mut self) -> Option<Stop> {
        (self.0.elapsed() > self.1).then_some(Stop::Time)
    }

    fn progress(&mut self, _: &dropwire_check::Statistics) {}
}

impl Machine {
    /// Checks a program as its headers and `change` say.
    ///
    /// # Errors
    /// The engine panicked, or does not boot.
    pub fn check(&mut self, case: &Case, change: fn(&mut Options), limits: Limits) -> Result<Answer, String> {
        let mut options = Options {
            short_trails: false,
            ..case.options()?
        };
        options.max_transitions = match options.max_transitions {
            0 => limits.transitions,
            given => given.min(limits.transitions),
        };
        change(&mut options);
        let target = Target {
            class: case.target.clone(),
            args: case.args.clone(),
        };
        let mut session = self.session(case)?;
        let mut patience = Patience(Instant::now(), limits.time);
        let explored = catch_unwind(AssertUnwindSafe(|| session.check(&target, &options, &mut patience)));
        // A panic leaves a machine in no known state: the next check boots a new one.
        let explored = explored.map_err(|_| "the engine panicked".to_owned())?;
        self.booted = Some((place(case), session));
        let mut report = explored.report;
        report
            .findings
            .retain(|finding| finding.confidence == Confidence::Confirmed);
        Ok(Answer {
            verdict: report.verdict,
            coverage: report.coverage,
            reasons: report.reasons,
            assumptions: report.assumptions,
            findings: report.findings,
            states: report.statistics.states,
        })
    }

    fn session(&mut self, case: &Case) -> Result<Session, String> {
        match self.booted.take() {
            Some((at, session)) if at == place(case) && session.wear() < 0.7 => Ok(session),
            _ => boot(&case.classes, case.jdk.as_deref()),
        }
    }
}

fn place(case: &Case) -> Place {
    (case.classes.clone(), case.jdk.clone())
}

fn boot(classes: &Path, jdk: Option<&Path>) -> Result<Session, String> {
    let jdk = Jdk::locate(jdk).map_err(|error| error.to_string())?;
    let universe = Universe::open(&jdk, &[classes.to_path_buf()]).map_err(|error| error.to_string())?;
    let vm = Vm::boot(universe, &VmOptions::default()).map_err(|error| error.to_string())?;
    Ok(Session::new(vm))
}
