//! What the report of an exploration says: the findings and reasons of each path, and at the end the verdict that follows from them.

use dropwire_vm::{Vm, VmError};

use super::options::Integers;
use super::recorder::{GivenUp, Holds, SeenCode};
use super::runs::RunEnd;
use super::{Exploration, Explored, Followed, branches, named};
use crate::assumptions::Assumption;
use crate::facts::note::Note;
use crate::facts::reason::{Cause, NotFollowed, Reason};
use crate::junit;
use crate::options::{Budget, Target};
use crate::report::{Confidence, Coverage, Finding, Report, Verdict};

impl Exploration<'_> {
    /// What a run says less than it could.
    pub(super) fn note_end(&mut self, ended: Result<RunEnd, VmError>, budget: &mut dyn Budget) {
        let (given_up, called, refused, searched) = {
            let recorder = self.recorder.borrow();
            (
                recorder.outcome.given_up,
                recorder.outcome.reached,
                recorder.outcome.refused,
                recorder.outcome.searches,
            )
        };
        match (ended, given_up) {
            (_, Some(GivenUp::Decisions)) => self.because(Cause::DecisionsOfAPath {
                limit: self.options.symbolic.branches,
            }),
            // Other interleavings may do without.
            (_, Some(GivenUp::Overflow)) if searched => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::Overflow,
            }),
            // It is assumed not to happen.
            (_, Some(GivenUp::Overflow)) => {}
            // A run of preconditions alone.
            (_, Some(GivenUp::Allowed | GivenUp::Undecided)) => {}
            (_, Some(GivenUp::Lost)) => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::ValueLost,
            }),
            (Err(VmError::Stopped), None) => self.because(Cause::of_end(budget.exhausted(), self.options.memory_limit)),
            // A path that the program assumes away says nothing of others.
            (Err(VmError::Ignored(_)), None) => {}
            (Err(error), None) => self.because(Cause::from(&error)),
            (Ok(RunEnd::Endless), None) => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::Endless,
            }),
            (Ok(_), None) if !refused && called.is_none() => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::NotCalled,
            }),
            (Ok(_), None) => {}
        }
    }

    pub(super) fn add(&mut self, vm: &mut Vm, concrete: &Target, report: Report, held: &[Holds], alone: SeenCode) {
        junit::add_statistics(&mut self.report.statistics, &report.statistics);
        junit::add_new(&mut self.report.assumptions, &report.assumptions);
        junit::add_new(&mut self.report.notes, &report.notes);
        junit::add_new(&mut self.report.stated, &report.stated);
        let is_assumed_away = |reason: &Reason| matches!(reason.cause, Cause::EveryRunIgnored | Cause::Skipped { .. });
        let is_ignored = report.reasons.iter().any(is_assumed_away);
        self.applied |= !is_ignored;
        let mut causes = report.reasons.iter().map(|reason| &reason.cause);
        if causes.any(|cause| matches!(cause, Cause::EveryRunIgnored)) {
            // Nothing is claimed about these inputs.
            junit::add_new(
                &mut self.report.assumptions,
                &[Assumption::IgnoredPaths.name().to_owned()],
            );
        }
        for reason in report.reasons.into_iter().filter(|reason| !is_assumed_away(reason)) {
            self.because(reason.cause);
        }
        let inputs = self.parameters.iter().zip(&concrete.args);
        let inputs: Vec<_> = inputs.map(|(parameter, argument)| parameter.shown(argument)).collect();
        if self.options.symbolic.paths && !is_ignored {
            let end = self.end(vm, &report.findings);
            self.explored.push(Followed {
                inputs: inputs.clone(),
                end,
                seen: alone,
            });
        }
        for mut finding in report.findings {
            if self.is_new(vm, &finding) {
                self.known.insert(finding.fingerprint.clone());
                finding.trail.inputs.clone_from(&inputs);
                if self.is_sequence() {
                    finding.trail.calls = self.input_calls();
                }
                finding.trail.condition = self.path_condition(vm, held);
                self.report.findings.push(finding);
            }
        }
    }

    /// Which inputs are allowed.
    fn note_precondition(&mut self) {
        let (method, candidates, allowed) = match self.precondition.take() {
            Some(method) if self.is_conservative() => (method, self.candidates, self.allowed_candidates),
            Some(method) => (method, self.paths, self.paths - self.refused),
            None if junit::is_precondition(self.method) => (named(self.method), self.paths, self.returned_true),
            None => return,
        };
        if self.refused == self.paths {
            self.because(Cause::PreconditionNeverHolds { method: method.clone() });
        }
        self.report.notes.push(Note::InputStructures {
            method,
            candidates,
            allowed,
        });
    }

    /// Whether something else is called than one method of an object that is there.
    pub(super) fn is_sequence(&self) -> bool {
        self.calls.methods.len() > 1 || self.calls.constructor().is_some()
    }

    pub(super) fn finish(mut self) -> Explored {
        if self.options.symbolic.integers == Integers::Mathematical {
            let name = Assumption::MathematicalIntegers.name().to_owned();
            junit::add_new(&mut self.report.assumptions, &[name]);
        }
        if self.options.symbolic.paths {
            let explored = self.explored();
            self.report.explored.push(explored);
        }
        self.note_precondition();
        if !self.applied && self.reasons.is_empty() {
            self.because(Cause::EveryRunIgnored);
        }
        let symbolic = self.parameters.iter().filter(|parameter| parameter.place.is_some());
        self.report.notes.push(Note::SymbolicPaths {
            paths: self.paths,
            sequences: 0,
            parameters: symbolic.map(|parameter| parameter.name.clone()).collect(),
            conditions: self.solver.solved,
            repeated: self.solver.repeated,
            decided_by_z3: self.solver.solver().decided_by_other,
        });
        let complete = self.reasons.is_empty();
        let all_inputs = self.parameters.iter().all(|parameter| parameter.place.is_some());
        if complete && all_inputs && !self.is_sequence() {
            let lines = branches::never_taken(self.method, &self.taken);
            if !lines.is_empty() {
                let class = self.method.class();
                self.report.notes.push(Note::UnreachableBranches {
                    class: class.binary_name(),
                    file: class.source_file.map(str::to_owned),
                    lines,
                });
            }
        }
        self.report.reasons = self.reasons;
        self.report.verdict_of_inputs();
        Explored {
            returns: self.returns,
            changes_nothing: complete && !self.writes,
            allowed: self.applied,
            report: self.report,
        }
    }
}

impl Report {
    /// The verdict that follows from findings and reasons.
    pub(super) fn verdict_of_inputs(&mut self) {
        let confirmed = |finding: &Finding| finding.confidence == Confidence::Confirmed;
        let complete = self.reasons.is_empty();
        self.verdict = match (self.findings.iter().any(confirmed), complete) {
            (true, _) => Verdict::Violated,
            (false, true) => Verdict::Verified,
            (false, false) => Verdict::Incomplete,
        };
        self.coverage = if complete {
            Coverage::Complete
        } else {
            Coverage::Limited
        };
    }
}
