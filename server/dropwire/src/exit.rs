//! Exit statuses by the contract: which one a command ends with, and which is worse.

use std::process::ExitCode;

use dropwire_check::{Cause, Confidence, Coverage, Finding, Report, Severity, Verdict};

use crate::suppress::Judged;
use crate::worker::verify::Trouble;

/// How a `check` ends. Ordered from best to worst by the contract, so that the maximum wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All verified, or violated by suppressed findings only.
    Verified,
    /// Limits, `failed`, potential findings only.
    NotVerified,
    /// A confirmed finding.
    Finding,
    /// The call is wrong; nothing ran.
    Misuse,
    /// Interrupted, with an honest partial result.
    Interrupted,
    /// Our bug.
    OurBug,
}

/// What makes a call fail: `--fail-on`, each of which may be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailOn {
    /// `potential`: a potential finding counts as a confirmed one.
    pub potential: bool,
    /// `incomplete`: a found target that goes where the machine does not follow is one that was not verified.
    pub incomplete: bool,
    /// `error`: warnings alone fail nothing.
    pub errors_only: bool,
}

/// What the caller's options change about the status.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policy {
    /// `--fail-on`.
    pub fail_on: FailOn,
    /// `--exit-zero`: whatever was found or left open, the status is 0.
    pub exit_zero: bool,
}

impl Status {
    /// The number the process ends with.
    pub fn number(self) -> u8 {
        match self {
            Status::Verified => 0,
            Status::NotVerified => 3,
            Status::Finding => 1,
            Status::Misuse => 2,
            Status::Interrupted => 130,
            Status::OurBug => 101,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.number())
    }
}

/// The status of one target. `found`: nobody asked for this target by name.
pub fn of_target(judged: Judged<'_>, trouble: Option<&Trouble>, policy: Policy, found: bool) -> Status {
    let report = judged.report;
    match trouble {
        Some(Trouble::OurBug) => return Status::OurBug,
        Some(Trouble::Interrupted) => return Status::Interrupted,
        None => {}
    }
    // A test that says that it does not apply fails nowhere.
    let quiet = report.skipped().is_some() || found && !policy.fail_on.incomplete && cannot_be_modelled(report);
    if policy.exit_zero || quiet {
        return Status::Verified;
    }
    let FailOn {
        potential, errors_only, ..
    } = policy.fail_on;
    let weighs = |finding: &Finding| !errors_only || finding.severity() == Severity::Error;
    let counts = |finding: &Finding| (finding.confidence == Confidence::Confirmed || potential) && weighs(finding);
    if judged.counting().any(counts) {
        return Status::Finding;
    }
    match report.verdict {
        Verdict::Verified => Status::Verified,
        // Nothing that is left counts; but what was not explored may hold more.
        Verdict::Violated => match report.coverage {
            Coverage::Complete => Status::Verified,
            Coverage::Limited => Status::NotVerified,
        },
        Verdict::Incomplete | Verdict::Failed => Status::NotVerified,
    }
}

/// Whether the only thing that is in the way is something that the machine does not model.
pub fn cannot_be_modelled(report: &Report) -> bool {
    match report.verdict {
        Verdict::Incomplete => {
            report.coverage == Coverage::Limited
                && report.findings.is_empty()
                && !report.reasons.is_empty()
                && report
                    .reasons
                    .iter()
                    .all(|reason| matches!(reason.cause, Cause::NotModelled { .. }))
        }
        Verdict::Failed | Verdict::Verified | Verdict::Violated => false,
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::suppress::{By, Suppressed};
    use crate::text::testing::{deadlock_report, spurious_wakeup, verified_report};

    fn status(report: &Report, trouble: Option<Trouble>) -> u8 {
        of_target(Judged::all(report), trouble.as_ref(), Policy::default(), false).number()
    }

    #[test]
    fn by_the_contract() {
        let verified = verified_report();
        let violated = deadlock_report();
        let mut potential = deadlock_report();
        potential.verdict = Verdict::Incomplete;
        potential.findings[0].confidence = Confidence::Potential;
        let mut failed = verified_report();
        failed.verdict = Verdict::Failed;

        assert_eq!(status(&verified, None), 0);
        assert_eq!(status(&violated, None), 1);
        assert_eq!(status(&potential, None), 3);
        assert_eq!(status(&failed, None), 3);
        assert_eq!(status(&violated, Some(Trouble::Interrupted)), 130);
        assert_eq!(status(&failed, Some(Trouble::OurBug)), 101);
    }

    #[test]
    fn suppressed_findings_do_not_count_but_limits_do() {
        let suppressed = [Some(Suppressed {
            by: By::Ignore,
            reason: "known".into(),
        })];
        let of = |report: &Report| of_target(Judged::new(report, &suppressed), None, Policy::default(), false);
        let mut report = deadlock_report();
        assert_eq!(of(&report), Status::Verified);
        report.coverage = Coverage::Limited;
        assert_eq!(of(&report), Status::NotVerified);
        let another = report.findings[0].clone();
        report.findings.push(another);
        assert_eq!(of(&report), Status::Finding, "the second one counts");
    }

    #[test]
    fn the_worst_wins() {
        let worst_first = [
            Status::OurBug,
            Status::Interrupted,
            Status::Misuse,
            Status::Finding,
            Status::NotVerified,
            Status::Verified,
        ];
        assert!(worst_first.windows(2).all(|pair| pair[0] > pair[1]));
        assert_eq!(worst_first.map(Status::number), [101, 130, 2, 1, 3, 0]);
    }

    #[test]
    fn policies() {
        let mut potential = deadlock_report();
        potential.verdict = Verdict::Incomplete;
        potential.findings[0].confidence = Confidence::Potential;
        let strict = Policy {
            fail_on: FailOn {
                potential: true,
                ..FailOn::default()
            },
            exit_zero: false,
        };
        assert_eq!(of_target(Judged::all(&potential), None, strict, false), Status::Finding);
        let lenient = Policy {
            fail_on: FailOn::default(),
            exit_zero: true,
        };
        assert_eq!(
            of_target(Judged::all(&deadlock_report()), None, lenient, false),
            Status::Verified
        );
        assert_eq!(
            of_target(Judged::all(&deadlock_report()), Some(&Trouble::OurBug), lenient, false),
            Status::OurBug
        );
    }

    #[test]
    fn a_target_that_did_not_run_is_never_quiet() {
        let mut failed = verified_report();
        failed.verdict = Verdict::Failed;
        failed.reasons = vec![
            Cause::WorkerDied {
                what: "the worker process ended without an answer".into(),
                bug: false,
            }
            .into(),
        ];
        assert_eq!(
            of_target(Judged::all(&failed), None, Policy::default(), true),
            Status::NotVerified
        );
    }

    #[test]
    fn warnings_alone_fail_nothing_where_errors_are_asked_for() {
        let errors_only = Policy {
            fail_on: FailOn {
                errors_only: true,
                ..FailOn::default()
            },
            exit_zero: false,
        };
        let mut report = deadlock_report();
        assert_eq!(
            of_target(Judged::all(&report), None, errors_only, false),
            Status::Finding
        );
        report.findings[0].needs = vec![spurious_wakeup()];
        assert_eq!(
            of_target(Judged::all(&report), None, errors_only, false),
            Status::Verified
        );
        assert_eq!(
            of_target(Judged::all(&report), None, Policy::default(), false),
            Status::Finding
        );
    }

    #[test]
    fn a_found_target_that_cannot_be_modelled_is_quiet() {
        let mut unmodelled = verified_report();
        unmodelled.verdict = Verdict::Incomplete;
        unmodelled.coverage = Coverage::Limited;
        let text = "native method a.B.c()V is not modelled, called at Main.java:3";
        unmodelled.reasons = vec![Cause::NotModelled { what: text.into() }.into()];
        assert_eq!(
            of_target(Judged::all(&unmodelled), None, Policy::default(), true),
            Status::Verified
        );
        assert_eq!(
            of_target(Judged::all(&unmodelled), None, Policy::default(), false),
            Status::NotVerified
        );
        let strict = Policy {
            fail_on: FailOn {
                incomplete: true,
                ..FailOn::default()
            },
            exit_zero: false,
        };
        assert_eq!(
            of_target(Judged::all(&unmodelled), None, strict, true),
            Status::NotVerified
        );
        unmodelled.reasons.push(Cause::Time { limit: Some(1_000) }.into());
        assert_eq!(
            of_target(Judged::all(&unmodelled), None, Policy::default(), true),
            Status::NotVerified
        );
    }
}
