//! The terminal's face: a report as text.
//!
//! `verdict` is the first line and its reasons, `finding` one defect with its source lines, `lanes`
//! a trail with a column for each thread. Everything renders to a `String`; printing is the caller's.

pub mod finding;
pub mod lanes;
pub mod style;
pub mod verdict;

#[cfg(test)]
pub mod testing;

use dropwire_check::Finding;
use dropwire_check::words;

use crate::sources::Sources;
use crate::suppress::Judged;
use style::Paint;

/// How to draw.
#[derive(Clone, Copy)]
pub struct Face<'a> {
    /// Colours or none.
    pub paint: Paint,
    /// Columns of the terminal.
    pub width: usize,
    /// Where source lines come from.
    pub sources: &'a Sources,
}

/// A target's whole answer: verdict, reasons, findings with their trails. `title` is the target and its arguments; a finding that an
/// earlier target shows in full, which `shown_by` names, is one line.
pub fn report(
    title: &str,
    jdk: &str,
    judged: Judged<'_>,
    shown_by: &dyn Fn(&Finding) -> Option<String>,
    face: Face<'_>,
) -> String {
    let mut text = verdict::verdict_line(title, jdk, judged, face.paint);
    text.push('\n');
    text.push_str(&verdict::reasons(judged.report, face));
    for finding in judged.counting() {
        match shown_by(finding) {
            Some(earlier) => text.push_str(&finding::known_line(finding, &earlier, face)),
            None => {
                text.push('\n');
                text.push_str(&finding::block(finding, face));
            }
        }
    }
    for reported in &judged.report.reports {
        let (headline, lines) = words::reported::lines(reported);
        text.push_str(&format!("\n{headline}\n"));
        lines.iter().for_each(|line| text.push_str(&format!("   {line}\n")));
    }
    // Last and short: they are known.
    for (finding, suppressed) in judged.findings() {
        if let Some(suppressed) = suppressed {
            text.push_str(&finding::suppressed_line(finding, suppressed, face));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suppress::{By, Suppressed};
    use testing::{deadlock_report, till_sources, verified_report};

    const NONE: fn(&Finding) -> Option<String> = |_| None;

    #[test]
    fn the_face_of_a_deadlock() {
        let (_folder, sources) = till_sources();
        let face = Face {
            paint: Paint::plain(),
            width: 100,
            sources: &sources,
        };
        let text = report("Till", "17.0.15", Judged::all(&deadlock_report()), &NONE, face);
        let expected = include_str!("testing/deadlock.txt");
        assert_eq!(text, expected, "\n--- drawn\n{text}\n--- expected\n{expected}");
    }

    #[test]
    fn a_verified_target_is_one_line() {
        let sources = Sources::default();
        let face = Face {
            paint: Paint::plain(),
            width: 100,
            sources: &sources,
        };
        let text = report("Calm 3", "21.0.8", Judged::all(&verified_report()), &NONE, face);
        assert_eq!(
            text,
            "Calm 3 ✓ verified · 1,204 states, 800 ms · JDK 21.0.8 · assuming jdk-atomic\n"
        );
    }

    #[test]
    fn suppressed_findings_are_listed_in_a_line_with_the_reason() {
        let sources = Sources::default();
        let face = Face {
            paint: Paint::plain(),
            width: 100,
            sources: &sources,
        };
        let suppressed = [Some(Suppressed {
            by: By::Ignore,
            reason: "nobody audits while selling".into(),
        })];
        let found = deadlock_report();
        let text = report("Till", "17", Judged::new(&found, &suppressed), &NONE, face);
        let expected = "Till ◌ violated, all suppressed · 41 states, 12 ms · JDK 17 · assuming jdk-atomic\n   \
            ◌ deadlock at Till.java:6, suppressed: nobody audits while selling   dropwire replay 3f2a90c1\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_finding_that_was_shown_is_one_line() {
        let sources = Sources::default();
        let face = Face {
            paint: Paint::plain(),
            width: 100,
            sources: &sources,
        };
        let shown = |_: &Finding| Some("A".to_owned());
        let text = report("B", "17", Judged::all(&deadlock_report()), &shown, face);
        let expected = "B ✗ violated · 41 states, 12 ms · JDK 17 · assuming jdk-atomic\n   \
            ✗ deadlock at Till.java:6, as in A   dropwire replay 3f2a90c1\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn colours_only_where_wanted() {
        let sources = Sources::default();
        let plain = Face {
            paint: Paint::plain(),
            width: 100,
            sources: &sources,
        };
        let coloured = Face {
            paint: Paint::coloured(),
            ..plain
        };
        assert!(!report("Till", "17", Judged::all(&deadlock_report()), &NONE, plain).contains('\u{1b}'));
        assert!(report("Till", "17", Judged::all(&deadlock_report()), &NONE, coloured).contains('\u{1b}'));
    }
}
