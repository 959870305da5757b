//! One finding: what is wrong, the source lines that take part, what it needs, its trail, and how to see more.

use dropwire_check::{Confidence, Finding, Kind, Location, Severity};

use super::style::{Tone, fitted, harmless, padded, width, wrapped};
use super::{Face, advice, lanes};
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
        text.push_str(&format!("   {}  {need}\n", face.paint.tone(Tone::Open, "needs")));
    }
    let mut paragraph = |label: &str, tone, words: &str| {
        let lines = wrapped(&harmless(words), face.width.saturating_sub(8));
        let label = face.paint.tone(tone, label);
        text.push_str(&format!("   {label}  {}\n", lines.join("\n        ")));
    };
    if let Some(why) = &finding.why {
        paragraph("why", Tone::Strong, why);
    }
    if let Some(fix) = advice::fix(finding) {
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

/// `✗ deadlock: sell holds drawer and wants ledger; …`, `✗ data-race on Account.balance: …`.
pub fn headline(finding: &Finding, face: Face<'_>) -> String {
    let kind = finding.kind.name();
    let (tone, mark, kind) = match (finding.confidence, finding.severity()) {
        (Confidence::Potential, _) => (Tone::Open, "◐", format!("potential {kind}")),
        (Confidence::Confirmed, Severity::Error) => (Tone::Bad, "✗", kind.to_owned()),
        (Confidence::Confirmed, Severity::Warning) => (Tone::Open, "⚠", kind.to_owned()),
    };
    let told = harmless(after_kind(finding).unwrap_or(&format!(": {}", finding.message)));
    let (colon, told) = match told.strip_prefix(':') {
        Some(told) => (":", told),
        None => ("", told.as_str()),
    };
    format!("{}{told}\n", face.paint.tone(tone, &format!("{mark} {kind}{colon}")))
}

/// What follows the kind in the engine's message: `: sell holds …` of `Deadlock: sell holds …`, ` on Account.balance: …`
/// of `Data race on Account.balance: …`. `None` if the message does not begin with its kind.
pub fn after_kind(finding: &Finding) -> Option<&str> {
    let kind = match finding.kind {
        Kind::Deadlock => "Deadlock",
        Kind::DataRace => "Data race",
        Kind::AssertionFailure => "Assertion failed",
        Kind::UncaughtException => "Uncaught exception",
        Kind::InfiniteLoop => "Infinite loop",
        Kind::BlockedInAtomic => "Blocked in an atomic method",
        Kind::ThreadLeak => "Thread leak",
        Kind::LockDiscipline => "Lock discipline",
    };
    let rest = finding.message.strip_prefix(kind)?;
    rest.starts_with([':', ' ']).then_some(rest)
}

/// `Deadlock: sell holds drawer …`.
pub fn titled(finding: &Finding) -> String {
    let kind = match finding.kind {
        Kind::Deadlock => "Deadlock",
        Kind::DataRace => "Data race",
        Kind::AssertionFailure => "Assertion failure",
        Kind::UncaughtException => "Uncaught exception",
        Kind::InfiniteLoop => "Infinite loop",
        Kind::BlockedInAtomic => "Blocked in an atomic method",
        Kind::ThreadLeak => "Thread leak",
        Kind::LockDiscipline => "Lock discipline",
    };
    // The engine's sentence may begin with the kind already.
    if after_kind(finding).is_some() {
        return finding.message.clone();
    }
    format!("{kind}: {}", finding.message)
}

/// The places that take part, in a bracket: place, source line, message.
fn excerpt(finding: &Finding, face: Face<'_>) -> String {
    let places = places(finding);
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

/// The main place first, unless a related one at the same line tells its story already.
pub fn places(finding: &Finding) -> Vec<(&Location, &str)> {
    let related = finding
        .related
        .iter()
        .map(|related| (&related.location, related.message.as_str()));
    let told = finding
        .related
        .iter()
        .any(|related| same_line(&related.location, &finding.location));
    let own = (!told).then_some((&finding.location, ""));
    own.into_iter().chain(related).collect()
}

fn same_line(one: &Location, other: &Location) -> bool {
    one.file == other.file && one.line == other.line && one.class == other.class
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
    use crate::text::testing::deadlock_report;

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
        finding.needs = vec!["spurious-wakeup Till.java:8".into()];
        let text = block(&finding, face);
        assert!(text.starts_with("⚠ deadlock:"), "{text}");
        assert!(text.contains("   needs  spurious-wakeup Till.java:8\n"), "{text}");
        finding.confidence = Confidence::Potential;
        assert!(block(&finding, face).starts_with("◐ potential deadlock:"));
    }

    #[test]
    fn why_stands_before_fix_and_what_no_run_shows_is_not_replayed() {
        let sources = Sources::default();
        let face = plain(&sources);
        let mut finding = deadlock_report().findings.remove(0);
        finding.why = Some("audit's \"lock ledger\" comes between".into());
        let text = block(&finding, face);
        let (why, fix) = (text.find("   why  audit's"), text.find("   fix  "));
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
        for (kind, message, expected) in [
            (Kind::Deadlock, "Deadlock: a waits", "✗ deadlock: a waits\n"),
            (Kind::Deadlock, "a waits", "✗ deadlock: a waits\n"),
            (
                Kind::DataRace,
                "Data race on A.x: a writes",
                "✗ data-race on A.x: a writes\n",
            ),
            (
                Kind::AssertionFailure,
                "Assertion failed in main",
                "✗ assertion-failure in main\n",
            ),
            (
                Kind::UncaughtException,
                "Uncaught exception in t: E: x",
                "✗ uncaught-exception in t: E: x\n",
            ),
        ] {
            finding.kind = kind;
            finding.message = message.into();
            assert_eq!(headline(&finding, face), expected);
        }
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
