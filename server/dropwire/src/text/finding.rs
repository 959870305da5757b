//! One finding: what is wrong, the source lines that take part, what it needs, its trail, and how to see more.

use dropwire_check::words;
use dropwire_check::words::defect::{Message, Title};
use dropwire_check::{Confidence, Finding, Severity};

use super::style::{Tone, fitted, harmless, padded, width, wrapped};
use super::{Face, lanes};
use crate::sources::short_place;
use crate::suppress::Suppressed;

/// How much of a source line is shown beside its message.
const SOURCE_COLUMNS: usize = 44;
/// How much of the program's own output is shown.
const OUTPUT_LINES: usize = 8;

/// The finding as a block of lines, the trail folded to what matters.
pub fn block(finding: &Finding, face: Face<'_>) -> String {
    let mut text = headline(finding, face);
    text.push_str(&excerpt(finding, face));
    for need in &finding.needs {
        text.push_str(&format!(
            "   {}  {}\n",
            face.paint.tone(Tone::Open, "requires"),
            words::need::event(need)
        ));
    }
    if let Some(inputs) = words::defect::inputs(&finding.trail) {
        text.push_str(&format!(
            "   {}  {}\n",
            face.paint.tone(Tone::Strong, "inputs"),
            harmless(&inputs)
        ));
    }
    if let Some(condition) = words::defect::condition(&finding.trail.condition) {
        text.push_str(&format!(
            "   {}  {}\n",
            face.paint.tone(Tone::Strong, "when"),
            harmless(&condition)
        ));
    }
    if let Some(facts) = &finding.facts {
        text.push_str(&scenario(facts, face));
    }
    let mut paragraph = |label: &str, tone, words: &str| {
        let indent = 3 + label.len() + 2;
        let lines = wrapped(&harmless(words), face.width.saturating_sub(indent));
        let label = face.paint.tone(tone, label);
        text.push_str(&format!("   {label}  {}\n", lines.join(&format!("\n{:indent$}", ""))));
    };
    if let Some(why) = &finding.why {
        paragraph("why", Tone::Strong, &words::why::why(why));
    }
    if let Some(passing) = finding.passing.as_ref().and_then(words::why::passing) {
        paragraph("passing run", Tone::Good, &passing);
    }
    if let Some(fix) = words::advice::fix(finding) {
        paragraph("fix", Tone::Good, &fix);
    }
    if !finding.trail.steps.is_empty() {
        text.push('\n');
        text.push_str(&lanes::draw(&finding.trail, Some(finding), face));
    }
    text.push_str(&output(&finding.trail.output, face));
    // Where no run shows it there is nothing to replay.
    if !finding.trail.steps.is_empty() {
        let replay = format!("dropwire replay {}", finding.trail.id);
        text.push_str(&format!("\n   {}\n", face.paint.tone(Tone::Strong, &replay)));
    }
    text
}

/// `◌ deadlock at Till.java:6, suppressed: why   dropwire replay 3f2a90c1`.
pub fn suppressed_line(finding: &Finding, suppressed: &Suppressed, face: Face<'_>) -> String {
    let (kind, place) = (finding.kind.name(), short_place(&finding.location));
    let reason = harmless(&suppressed.reason);
    let line = format!("◌ {kind} at {place}, suppressed: {reason}");
    let replay = format!("dropwire replay {}", finding.trail.id);
    format!(
        "   {}   {}\n",
        face.paint.tone(Tone::Quiet, &line),
        face.paint.tone(Tone::Quiet, &replay)
    )
}

/// `✗ deadlock at Till.java:6, as in shop.TillTest#sells   dropwire replay 3f2a90c1`: an earlier target shows it in full.
pub fn known_line(finding: &Finding, earlier: &str, face: Face<'_>) -> String {
    let (tone, mark, kind) = marked(finding);
    let line = format!("{kind} at {}, as in {earlier}", short_place(&finding.location));
    let replay = match finding.confidence {
        Confidence::Confirmed => format!("   dropwire replay {}", finding.trail.id),
        Confidence::Potential => String::new(),
    };
    format!(
        "   {} {line}{}\n",
        face.paint.tone(tone, mark),
        face.paint.tone(Tone::Quiet, &replay)
    )
}

/// How bad a finding is, by colour, sign and word.
pub fn marked(finding: &Finding) -> (Tone, &'static str, String) {
    let kind = finding.kind.name();
    match (finding.confidence, finding.severity()) {
        (Confidence::Potential, _) => (Tone::Open, "◐", format!("potential {kind}")),
        (Confidence::Confirmed, Severity::Error) => (Tone::Bad, "✗", kind.to_owned()),
        (Confidence::Confirmed, Severity::Warning) => (Tone::Open, "⚠", kind.to_owned()),
    }
}

/// `✗ deadlock: sell holds drawer and waits to lock ledger; …`, `✗ data-race on Account.balance: …`.
pub fn headline(finding: &Finding, face: Face<'_>) -> String {
    let (tone, mark, kind) = marked(finding);
    let Message { title, detail } = words::defect::of_finding(finding);
    let colon = match title {
        Some(Title::GoesOn(_)) => "",
        Some(Title::Alone(_)) | None => ":",
    };
    let marked = face.paint.tone(tone, &format!("{mark} {kind}{colon}"));
    format!("{marked} {}\n", harmless(&detail))
}

/// `Deadlock: sell holds drawer …`.
pub fn titled(finding: &Finding) -> String {
    let said = words::defect::of_finding(finding);
    match said.title {
        Some(_) => said.sentence(),
        None => format!("{}: {}", words::kind::title(finding.kind), said.detail),
    }
}

/// The places that take part, in a bracket: place, source line, message.
fn excerpt(finding: &Finding, face: Face<'_>) -> String {
    let places = finding.places();
    let shown: Vec<(String, String, &str)> = places
        .iter()
        .map(|(location, message)| {
            let source = face.sources.text(location).unwrap_or_default();
            (
                short_place(location),
                fitted(&harmless(&source), SOURCE_COLUMNS),
                *message,
            )
        })
        .collect();
    let place_columns = shown.iter().map(|(place, ..)| width(place)).max().unwrap_or(0);
    let source_columns = shown.iter().map(|(_, source, _)| width(source)).max().unwrap_or(0);
    let last = shown.len().saturating_sub(1);
    let mut text = String::new();
    for (index, (place, source, message)) in shown.iter().enumerate() {
        let bracket = match index {
            _ if last == 0 => '╶',
            0 => '┌',
            _ if index == last => '└',
            _ => '│',
        };
        let place = face.paint.tone(Tone::Strong, &padded(place, place_columns));
        let source = if source_columns == 0 {
            String::new()
        } else {
            format!("   {}", padded(source, source_columns))
        };
        let line = format!("   {bracket} {place}{source}   {}", harmless(message));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The scenario of an object under test as a table, and the sequential orders of its calls.
fn scenario(facts: &dropwire_check::facts::defect::Facts, face: Face<'_>) -> String {
    let mut text = String::new();
    for line in words::scenario::table(facts) {
        let (indent, line) = match line.strip_prefix("  ") {
            Some(rest) => ("     ", rest),
            None => ("   ", &line[..]),
        };
        let lines = wrapped(&harmless(line), face.width.saturating_sub(9));
        text.push_str(&format!("{indent}{}\n", lines.join("\n         ")));
    }
    text
}

/// What the program printed on this run.
fn output(output: &str, face: Face<'_>) -> String {
    let lines: Vec<&str> = output.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n");
    for (index, line) in lines.iter().take(OUTPUT_LINES).enumerate() {
        let label = if index == 0 { "printed" } else { "" };
        let line = fitted(&harmless(line), face.width.saturating_sub(12));
        text.push_str(format!("   {label:7}  {}", face.paint.tone(Tone::Quiet, &line)).trim_end());
        text.push('\n');
    }
    if lines.len() > OUTPUT_LINES {
        text.push_str(&format!("            … {} more lines\n", lines.len() - OUTPUT_LINES));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::Sources;
    use crate::text::style::Paint;
    use crate::text::testing::{deadlock_report, race_facts, spurious_wakeup, thrown_facts};
    use dropwire_check::Kind;
    use dropwire_check::facts::defect::{Facts, Thrower};
    use dropwire_check::facts::why::Why;

    fn plain(sources: &Sources) -> Face<'_> {
        Face {
            paint: Paint::plain(),
            width: 80,
            sources,
        }
    }

    #[test]
    fn potential_and_needing_ones_look_different() {
        let sources = Sources::default();
        let face = plain(&sources);
        let mut finding = deadlock_report().findings.remove(0);
        finding.needs = vec![spurious_wakeup()];
        let text = block(&finding, face);
        assert!(text.starts_with("⚠ deadlock:"), "{text}");
        assert!(
            text.contains("   requires  a spurious wakeup at Till.java:8\n"),
            "{text}"
        );
        finding.confidence = Confidence::Potential;
        assert!(block(&finding, face).starts_with("◐ potential deadlock:"));
    }

    #[test]
    fn why_stands_before_fix_and_what_no_run_shows_is_not_replayed() {
        let sources = Sources::default();
        let face = plain(&sources);
        let mut finding = deadlock_report().findings.remove(0);
        finding.why = Some(Why::NoPreemption);
        let text = block(&finding, face);
        let (why, fix) = (text.find("   why  no preemption"), text.find("   fix  "));
        assert!(why.is_some() && why < fix, "{text}");
        assert!(text.contains("dropwire replay"));
        finding.trail.steps.clear();
        assert!(!block(&finding, face).contains("dropwire replay"));
    }

    #[test]
    fn the_kind_is_said_once() {
        let sources = Sources::default();
        let face = plain(&sources);
        let mut finding = deadlock_report().findings.remove(0);
        let mut line = |kind, facts| {
            finding.kind = kind;
            finding.facts = Some(facts);
            (headline(&finding, face), titled(&finding))
        };
        assert_eq!(
            line(Kind::DataRace, race_facts("shop.Account", "balance")),
            (
                "✗ data-race on Account.balance: a writes, b reads, no common lock\n".to_owned(),
                "Data race on Account.balance: a writes, b reads, no common lock".to_owned()
            )
        );
        let thrown = |thrower, assertion| {
            let mut facts = thrown_facts("E", "x", true);
            if let Facts::Thrown {
                thrower: by,
                assertion: is_one,
                ..
            } = &mut facts
            {
                (*by, *is_one) = (thrower, assertion);
            }
            facts
        };
        let main = || Thrower::Thread { name: "main".into() };
        assert_eq!(
            line(Kind::AssertionFailure, thrown(main(), true)).0,
            "✗ assertion-failure in main: x\n"
        );
        assert_eq!(
            line(Kind::UncaughtException, thrown(main(), false)).0,
            "✗ uncaught-exception in main: E: x\n"
        );
        let (first, title) = line(Kind::UncaughtException, thrown(Thrower::Task, false));
        assert_eq!(
            first,
            "✗ uncaught-exception: Exception in a task, never retrieved from its Future: E: x\n"
        );
        assert_eq!(
            title,
            "Uncaught exception: Exception in a task, never retrieved from its Future: E: x"
        );
        finding.facts = None;
        finding.message = "in Till".into();
        finding.kind = Kind::Deadlock;
        assert_eq!(headline(&finding, face), "✗ deadlock: in Till\n");
    }

    #[test]
    fn output_is_shown_and_cut() {
        let sources = Sources::default();
        let face = plain(&sources);
        assert_eq!(output("", face), "");
        assert_eq!(output("one\ntwo\n", face), "\n   printed  one\n            two\n");
        assert!(output(&"x\n".repeat(20), face).ends_with("… 12 more lines\n"));
    }
}
