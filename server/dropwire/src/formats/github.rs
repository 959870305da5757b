//! Annotations as GitHub's workflow commands, `::error file=…,line=…::message`, one a line; other build servers know them too.
//!
//! What is no command is read by people. Nothing that a program under test says can begin a command: line ends are escaped.

use dropwire_check::Verdict;
use dropwire_check::words::advice::fix;

use super::{Answer, Call, Defect, Level, assuming, columns, defects, level, not_explored, sentence, shown_at};
use crate::exit::cannot_be_modelled;
use crate::json::Paths;
use crate::sources::relative_to;
use crate::text::style::{harmless, harmless_lines};

/// The whole answer.
pub fn annotations(call: &Call<'_>) -> String {
    let mut text = String::new();
    for answer in &call.answers {
        text.push_str(&of_target(answer));
    }
    for defect in defects(&call.answers) {
        text.push_str(&of_defect(&defect, call));
    }
    for target in &call.not_run {
        let properties = format!("title={}", property(&format!("{target} did not run")));
        text.push_str(&command("warning", &properties, "the call ended before it ran"));
    }
    text
}

/// A line for people, and a command if not everything was explored.
fn of_target(answer: &Answer) -> String {
    let title = harmless(&answer.title());
    let word = match answer.report.verdict {
        Verdict::Violated if answer.judged().only_suppressed() => "violated, all suppressed",
        _ if answer.report.skipped().is_some() => "skipped",
        Verdict::Verified => "verified",
        Verdict::Violated => "violated",
        Verdict::Incomplete => "incomplete",
        Verdict::Failed => "failed",
    };
    let assuming = harmless(&assuming(&answer.report));
    let mut text = format!("Dropwire: {title}: {word}{assuming}\n");
    if let Some(why) = not_explored(&answer.report) {
        let quiet = answer.report.skipped().is_some() || answer.found && cannot_be_modelled(&answer.report);
        let name = match answer.report.verdict {
            _ if quiet => "notice",
            Verdict::Failed => "error",
            Verdict::Verified | Verdict::Violated | Verdict::Incomplete => "warning",
        };
        let properties = format!("title={}", property(&format!("{title} is not verified")));
        text.push_str(&command(name, &properties, &why));
    }
    for note in &answer.report.notes {
        let properties = format!("title={}", property(&format!("note on {title}")));
        text.push_str(&command("notice", &properties, &note.to_string()));
    }
    text
}

fn of_defect(defect: &Defect<'_>, call: &Call<'_>) -> String {
    let finding = defect.finding;
    let place = shown_at(finding, defect.sources);
    let mut properties = Vec::new();
    if let Some(path) = defect.sources.path(place) {
        let shown = relative_to(&path, call.folder);
        let shown = shown.to_string_lossy().replace('\\', "/");
        properties.push(format!("file={}", property(&shown)));
        if let Some(line) = place.line {
            properties.push(format!("line={line}"));
        }
        let paths = Paths {
            sources: defect.sources,
            folder: call.folder,
        };
        if let Some((start, end)) = columns(place, paths) {
            // Inclusive here.
            properties.push(format!("col={start},endColumn={}", end - 1));
        }
    }
    let (name, before) = match (defect.suppressed, level(finding)) {
        (Some(_), _) => ("notice", "Suppressed "),
        (None, Level::Error) => ("error", ""),
        (None, Level::Warning) => ("warning", ""),
    };
    properties.push(format!(
        "title={}",
        property(&format!("{before}{}", finding.kind.name()))
    ));
    let mut lines = vec![sentence(finding)];
    lines.extend(defect.suppressed.map(|why| format!("suppressed: {}", why.reason)));
    lines.extend(fix(finding).map(|fix| format!("fix: {fix}")));
    lines.push(format!("found by {}", defect.targets.join(", ")));
    lines.push(format!("dropwire replay {}", finding.trail.id));
    command(name, &properties.join(","), &lines.join("\n"))
}

fn command(name: &str, properties: &str, message: &str) -> String {
    format!("::{name} {properties}::{}\n", data(message))
}

/// What a terminal would obey is left out. The rules of GitHub's own toolkit: percent signs and line ends, in messages …
fn data(text: &str) -> String {
    let text = harmless_lines(text);
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// … and what separates properties, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{call, every_verdict};
    use super::*;
    use crate::text::testing::till_sources;

    #[test]
    fn each_verdict_and_each_finding_is_shown() {
        let (folder, _sources) = till_sources();
        let text = annotations(&call(every_verdict(folder.path()), folder.path()));
        for expected in [
            "Dropwire: Calm: verified, assuming jdk-atomic\n",
            "::notice title=note on Calm::Calm.x is read, 100%25 of the time\n",
            "Dropwire: Till: violated",
            "Dropwire: Known: violated, all suppressed",
            "::error file=Till.java,line=6,col=13,endColumn=35,title=deadlock::Deadlock: sell holds drawer",
            "::warning file=Till.java,line=6,col=13,endColumn=35,title=deadlock::Potential: Deadlock",
            "::notice file=Till.java,line=6,col=13,endColumn=35,title=Suppressed deadlock::",
            "suppressed: nobody minds",
            "::warning title=Long is not verified::incomplete: the time limit of 1 s was reached, 100%25 of it\n",
            "::error title=Gone is not verified::failed: class shop.None is not on the class path\n",
        ] {
            assert!(text.contains(expected), "no {expected} in\n{text}");
        }
        assert!(!text.contains("Calm is not verified"));
    }

    #[test]
    fn nothing_from_outside_begins_a_command() {
        let (folder, _sources) = till_sources();
        let text = annotations(&call(every_verdict(folder.path()), folder.path()));
        for line in text.lines() {
            let ours = ["Dropwire: ", "::error ", "::warning ", "::notice "];
            assert!(ours.iter().any(|start| line.starts_with(start)), "{line}");
        }
        assert!(text.contains("%0D%0A::error::x"), "{text}");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }

    #[test]
    fn what_did_not_run_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut call = call(Vec::new(), folder.path());
        call.not_run = vec!["Late".into()];
        assert_eq!(
            annotations(&call),
            "::warning title=Late did not run::the call ended before it ran\n"
        );
    }
}
