//! What a report says about the build instead of the program: classes that do not fit together, or that are not there.

use dropwire_check::{Finding, Reason, Remedy, Report, Verdict};

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

/// What the Eclipse compiler has a method throw that did not compile.
const NOT_COMPILED: &str = "Unresolved compilation problem";

/// Looks at a report; `None` if it is about the program.
pub fn no_build(report: &Report) -> Option<NoBuild> {
    if let Some(found) = report.findings.iter().find_map(of_finding) {
        return Some(found);
    }
    match report.verdict {
        Verdict::Failed | Verdict::Incomplete => report.reasons.iter().find_map(of_reason),
        Verdict::Verified | Verdict::Violated => None,
    }
}

/// Whether a finding says something about the build instead of the program.
pub fn is_about_the_build(finding: &Finding) -> bool {
    of_finding(finding).is_some()
}

fn of_finding(finding: &Finding) -> Option<NoBuild> {
    let thrown = finding.thrown()?;
    let (class, text) = (thrown.class.as_str(), thrown.text.as_str());
    if class == "java.lang.Error" && text.starts_with(NOT_COMPILED) {
        let place = &finding.location.class;
        return Some(NoBuild::Unfinished(format!("{place} did not compile")));
    }
    // The program's own errors of these classes say something about the program.
    if thrown.by_the_program {
        return None;
    }
    if class == "java.lang.NoClassDefFoundError" {
        // A class whose initialiser has failed is the program's own affair.
        let is_name = !text.is_empty() && !text.contains(' ');
        return is_name.then(|| NoBuild::Missing(text.replace('/', ".")));
    }
    let said = || match text {
        "" => class.to_owned(),
        text => format!("{class}: {text}"),
    };
    LINKAGE_ERRORS.contains(&class).then(|| NoBuild::Unfinished(said()))
}

fn of_reason(reason: &Reason) -> Option<NoBuild> {
    match reason.cause.remedy() {
        Remedy::Provide { class } => Some(NoBuild::Missing(class.to_owned())),
        Remedy::Compile { what } => Some(NoBuild::Unfinished(what.to_owned())),
        Remedy::Raise(_) | Remedy::WriteFixture { .. } | Remedy::None => None,
    }
}

#[cfg(test)]
mod tests {
    use dropwire_check::{Cause, Kind};

    use super::*;
    use crate::text::testing::{deadlock_report, thrown_facts, verified_report};

    fn thrown(message: &str) -> Report {
        let mut report = deadlock_report();
        let (class, text) = message.split_once(": ").unwrap_or((message, ""));
        report.findings[0].kind = Kind::UncaughtException;
        report.findings[0].facts = Some(thrown_facts(class, text, false));
        report
    }

    #[test]
    fn an_error_of_the_programs_own_is_one() {
        for class in ["java.lang.IllegalAccessError", "java.lang.NoClassDefFoundError"] {
            let mut report = thrown(&format!("{class}: mine"));
            assert!(no_build(&report).is_some());
            report.findings[0].facts = Some(thrown_facts(class, "mine", true));
            assert_eq!(no_build(&report), None);
        }
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
        report.reasons = vec![
            Cause::MissingClass {
                class: "shop.Till".into(),
                class_path: None,
                absent: Vec::new(),
            }
            .into(),
        ];
        assert_eq!(no_build(&report), Some(NoBuild::Missing("shop.Till".into())));
    }
}
