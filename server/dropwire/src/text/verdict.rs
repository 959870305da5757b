//! The verdict line, and below it what is between this verdict and `verified`.

use dropwire_check::{Cause, Coverage, Limit, Remedy, Report, Verdict, words};

use super::Face;
use super::style::{Paint, Tone};
use crate::suppress::Judged;
use crate::units::{plural, show_seconds};

/// Transitions of searches that restarted: the number of states does not include them.
const WORTH_TELLING: u64 = 20_000;

/// `Till ✗ violated · 41 states, 12 ms · JDK 17.0.15 · assuming jdk-atomic`.
pub fn verdict_line(title: &str, jdk: &str, judged: Judged<'_>, paint: Paint) -> String {
    let report = judged.report;
    let (tone, words) = match report.verdict {
        _ if report.skipped().is_some() => (Tone::Quiet, "○ skipped"),
        Verdict::Violated if judged.only_suppressed() => (Tone::Quiet, "◌ violated, all suppressed"),
        Verdict::Verified => (Tone::Good, "✓ verified"),
        Verdict::Violated => (Tone::Bad, "✗ violated"),
        Verdict::Incomplete => (Tone::Open, "◐ incomplete"),
        Verdict::Failed => (Tone::Bad, "✗ failed"),
    };
    let mut details = Vec::new();
    if report.verdict != Verdict::Failed {
        let statistics = &report.statistics;
        details.push(format!(
            "{}, {}",
            plural(statistics.states, "state"),
            show_seconds(statistics.seconds)
        ));
    }
    if report.statistics.restarted_transitions >= WORTH_TELLING {
        details.push(match report.statistics.restarts {
            1 => "1 restart".into(),
            times => format!("{times} restarts"),
        });
    }
    if report.verdict == Verdict::Violated && report.coverage == Coverage::Limited {
        details.push("not explored to the end".into());
    }
    if !jdk.is_empty() {
        details.push(format!("JDK {jdk}"));
    }
    if !report.assumptions.is_empty() && report.verdict != Verdict::Failed {
        details.push(format!("assuming {}", report.assumptions.join(", ")));
    }
    let mut line = format!("{} {}", paint.tone(Tone::Strong, title), paint.tone(tone, words));
    for detail in details {
        line.push_str(&paint.tone(Tone::Quiet, &format!(" · {detail}")));
    }
    line
}

/// One line for each reason, with what to do where that is known.
pub fn reasons(report: &Report, face: Face<'_>) -> String {
    let mut text = String::new();
    for note in &report.notes {
        text.push_str(&face.paint.tone(Tone::Quiet, &format!("   note: {note}\n")));
    }
    if let Some(thrown) = report.skipped() {
        let why = words::reason::skipped(thrown);
        text.push_str(&format!("   {} {why}\n", face.paint.tone(Tone::Quiet, "○")));
        return text;
    }
    for reason in &report.reasons {
        let mark = match report.verdict {
            Verdict::Failed => face.paint.tone(Tone::Bad, "✗"),
            Verdict::Verified | Verdict::Violated | Verdict::Incomplete => face.paint.tone(Tone::Open, "◐"),
        };
        let advice = advice(&reason.cause)
            .map(|option| format!("; raise it with {option}"))
            .unwrap_or_default();
        text.push_str(&format!("   {mark} {reason}{advice}\n"));
    }
    text
}

/// The option that lifts a limit, if the reason is one.
pub fn advice(cause: &Cause) -> Option<&'static str> {
    match cause.remedy() {
        Remedy::Raise(Limit::Time) => Some("--time-limit"),
        Remedy::Raise(Limit::Memory) => Some("--memory-limit"),
        Remedy::Raise(Limit::Transitions) => Some("--max-transitions"),
        Remedy::Raise(Limit::Depth) => Some("--max-depth"),
        Remedy::Provide { .. } | Remedy::Compile { .. } | Remedy::WriteFixture { .. } | Remedy::None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::Sources;
    use crate::text::testing::verified_report;

    #[test]
    fn an_incomplete_one_says_what_limits_it_and_what_to_do() {
        let mut report = verified_report();
        report.verdict = Verdict::Incomplete;
        report.coverage = Coverage::Limited;
        report.reasons = vec![Cause::Time { limit: Some(60_000) }.into()];
        let sources = Sources::default();
        let face = Face {
            paint: Paint::plain(),
            width: 80,
            sources: &sources,
        };
        assert_eq!(
            reasons(&report, face),
            "   ◐ the time limit of 60.0 s was reached; raise it with --time-limit\n"
        );
        assert!(
            verdict_line("Calm", "17", Judged::all(&report), face.paint)
                .starts_with("Calm ◐ incomplete · 1,204 states")
        );
    }

    #[test]
    fn what_is_not_among_the_states_is_reported_where_it_is_much() {
        let mut report = verified_report();
        let line = |report: &Report| verdict_line("Calm", "17", Judged::all(report), Paint::plain());
        report.statistics.restarts = 2;
        assert!(!line(&report).contains("again"));
        report.statistics.restarted_transitions = WORTH_TELLING;
        assert!(line(&report).contains(" · 2 restarts · JDK 17"), "{}", line(&report));
    }

    #[test]
    fn advice_is_only_for_limits() {
        let mut report = verified_report();
        report.verdict = Verdict::Incomplete;
        // A name of the program's says nothing about limits.
        report.reasons = vec![
            Cause::NotModelled {
                what: "native method Timer.limitTimes()V is not modelled".into(),
            }
            .into(),
            Cause::WorkerDied {
                what: "it was killed, out of memory; lower --memory-limit".into(),
                bug: false,
            }
            .into(),
        ];
        let sources = Sources::default();
        let face = Face {
            paint: Paint::plain(),
            width: 80,
            sources: &sources,
        };
        assert!(!reasons(&report, face).contains("raise it with"));
        assert_eq!(advice(&Cause::Depth { limit: 5 }), Some("--max-depth"));
    }
}
