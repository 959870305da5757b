//! The terminal's face: a report as text.
//!
//! `verdict` is the first line and its reasons, `finding` one defect with its source lines, `advice` how to mend it, `lanes`
//! a trail with a column for each thread. Everything renders to a `String`; printing is the caller's.

pub mod advice;
pub mod finding;
pub mod lanes;
pub mod style;
pub mod verdict;

#[cfg(test)]
pub mod testing;

use dropwire_check::Report;

use crate::sources::Sources;
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

/// A target's whole answer: verdict, reasons, findings with their trails. `title` is the target and its arguments.
pub fn report(title: &str, jdk: &str, report: &Report, face: Face<'_>) -> String {
    let mut text = verdict::verdict_line(title, jdk, report, face.paint);
    text.push('\n');
    text.push_str(&verdict::reasons(report, face));
    for finding in &report.findings {
        text.push('\n');
        text.push_str(&finding::block(finding, face));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::{deadlock_report, till_sources, verified_report};

    #[test]
    fn the_face_of_a_deadlock() {
        let (_folder, sources) = till_sources();
        let face = Face {
            paint: Paint::plain(),
            width: 100,
            sources: &sources,
        };
        let text = report("Till", "17.0.15", &deadlock_report(), face);
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
        let text = report("Calm 3", "21.0.8", &verified_report(), face);
        assert_eq!(
            text,
            "Calm 3 ✓ verified · 1,204 states, 800 ms · JDK 21.0.8 · assuming jdk-atomic\n"
        );
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
        assert!(!report("Till", "17", &deadlock_report(), plain).contains('\u{1b}'));
        assert!(report("Till", "17", &deadlock_report(), coloured).contains('\u{1b}'));
    }
}
