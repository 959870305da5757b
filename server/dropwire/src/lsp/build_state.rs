//! What a report says about the build instead of the program: classes that do not fit together, or that are not there.

use dropwire_check::{Finding, Kind, Report, Verdict};

/// Why a report is no answer about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBuild {
    /// Classes that were compiled apart.
    Unfinished(String),
    /// A class that the class path does not have; binary name with dots.
    Missing(String),
}

/// Errors that the linker throws where classes do not fit together (JVMS 5.4).
const LINKAGE_ERRORS: [&str; 9] = [
    "java.lang.NoSuchMethodError",
    "java.lang.NoSuchFieldError",
    "java.lang.AbstractMethodError",
    "java.lang.IncompatibleClassChangeError",
    "java.lang.IllegalAccessError",
    "java.lang.InstantiationError",
    "java.lang.ClassFormatError",
    "java.lang.VerifyError",
    "java.lang.UnsupportedClassVersionError",
];

/// Looks at a report; `None` if it is about the program.
pub fn no_build(report: &Report) -> Option<NoBuild> {
    if let Some(found) = report.findings.iter().find_map(of_finding) {
        return Some(found);
    }
    match report.verdict {
        Verdict::Failed | Verdict::Incomplete => report.reasons.iter().find_map(|reason| of_reason(reason)),
        Verdict::Verified | Verdict::Violated => None,
    }
}

/// Whether a finding says something about the build instead of the program.
pub fn is_about_the_build(finding: &Finding) -> bool {
    of_finding(finding).is_some()
}

fn of_finding(finding: &Finding) -> Option<NoBuild> {
    if finding.kind != Kind::UncaughtException {
        return None;
    }
    let (_, thrown) = finding.message.split_once(": ")?;
    let (class, text) = thrown.split_once(": ").unwrap_or((thrown, ""));
    if class == "java.lang.NoClassDefFoundError" {
        // A class whose initialiser has failed is the program's own affair.
        let is_name = !text.is_empty() && !text.contains(' ');
        return is_name.then(|| NoBuild::Missing(text.replace('/', ".")));
    }
    if class == "java.lang.Error" && text.starts_with("Unresolved compilation problem") {
        let place = &finding.location.class;
        return Some(NoBuild::Unfinished(format!("{place} did not compile")));
    }
    LINKAGE_ERRORS
        .contains(&class)
        .then(|| NoBuild::Unfinished(thrown.to_owned()))
}

/// The engine's own words for a class that it cannot find.
fn of_reason(reason: &str) -> Option<NoBuild> {
    let (_, rest) = reason.split_once("class ")?;
    let (name, rest) = rest.split_once(' ')?;
    (rest.starts_with("is not on the class path") && !name.contains('/')).then(|| NoBuild::Missing(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, verified_report};

    fn thrown(message: &str) -> Report {
        let mut report = deadlock_report();
        report.findings[0].kind = Kind::UncaughtException;
        report.findings[0].message = format!("Uncaught exception in Thread-0: {message}");
        report
    }

    #[test]
    fn linkage_errors_are_not_findings() {
        assert_eq!(
            no_build(&thrown("java.lang.NoSuchMethodError: 'void B.go()'")),
            Some(NoBuild::Unfinished("java.lang.NoSuchMethodError: 'void B.go()'".into()))
        );
        assert_eq!(
            no_build(&thrown("java.lang.NoClassDefFoundError: lib/Missing")),
            Some(NoBuild::Missing("lib.Missing".into()))
        );
        assert!(no_build(&thrown("java.lang.Error: Unresolved compilation problem: \n\tx")).is_some());
        for own in [
            "java.lang.NoClassDefFoundError: Could not initialize class B",
            "java.lang.IllegalStateException: java.lang.NoSuchMethodError",
            "java.lang.Error",
            "java.lang.Error: mine",
        ] {
            assert_eq!(no_build(&thrown(own)), None, "{own}");
        }
        assert_eq!(no_build(&deadlock_report()), None);
        assert_eq!(no_build(&verified_report()), None);
    }

    #[test]
    fn a_target_without_its_class() {
        let mut report = verified_report();
        report.verdict = Verdict::Failed;
        report.reasons = vec!["class shop.Till is not on the class path".into()];
        assert_eq!(no_build(&report), Some(NoBuild::Missing("shop.Till".into())));
    }
}
