//! What a client hears of each target: its last answer, its findings, and the line that its `main` is on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dropwire_check::words::reason::sentences;
use dropwire_check::{Coverage, Finding, Location, Note, Report, Severity, Verdict};
use serde::Serialize;
use serde_json::json;
use tower_lsp::lsp_types::{CodeLens, Command, Position, Range, Url};

use super::documents::Documents;
use super::markdown::escaped;
use super::object_words::{self, ALL_INPUTS};
use super::scan::{Inputs, ScannedTarget, class_of};
use super::uris::Uris;
use crate::fixture;
use crate::sources::Sources;
use crate::suppress::Suppressed;
use crate::text::finding::titled;
use crate::units::{plural, show_seconds};

/// A lens for so many findings; the others are in the list of problems.
const LENSES: usize = 3;

/// A target, for clients and lenses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCard {
    /// Names it in `dropwire.server.verify`.
    pub key: String,
    /// Class and arguments.
    pub title: String,
    /// Binary name with dots.
    pub class: String,
    /// How an object is used that somebody asked for, as `add against close`; that a method is explored for all inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_use: Option<String>,
    /// What its parameters stand for, if it is a method.
    #[serde(skip)]
    pub inputs: Inputs,
    /// The class that would say how its object, or some arguments, are made; binary name with dots.
    #[serde(skip)]
    pub fixture: Option<String>,
    /// What happens to it.
    pub state: TargetState,
    /// The answer is about classes that have been replaced.
    pub stale: bool,
    /// The last answer.
    pub answer: Option<Answer>,
    /// Why there is no answer, if the last run failed.
    pub trouble: Option<String>,
    /// Its findings that count.
    pub findings: Vec<FindingCard>,
    /// How many findings are suppressed.
    pub suppressed: usize,
    /// Its source file.
    pub uri: Option<Url>,
    /// The line of its `main`, from 0.
    pub line: u32,
    /// Where its classes are, and what follows on the class path.
    pub class_path: Vec<PathBuf>,
    /// Who says so.
    pub class_path_from: String,
}

/// What happens to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetState {
    /// Its turn will come.
    Waiting,
    /// It is being verified.
    Running,
    /// Nothing.
    Answered,
}

/// A verdict and what it cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    verdict: Verdict,
    coverage: Coverage,
    /// Why it is incomplete, and what would help.
    reasons: Vec<String>,
    assumptions: Vec<String>,
    states: u64,
    seconds: f64,
}

/// A finding as a list shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindingCard {
    trail: String,
    fingerprint: String,
    kind: &'static str,
    title: String,
    severity: Severity,
    uri: Option<Url>,
    /// From 0.
    line: Option<u32>,
}

/// What it depends on how a finding is shown.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The client's spelling.
    pub uris: &'a Uris,
    /// How lines have moved.
    pub documents: &'a Documents,
    /// Findings that do not count, by the id of their trail.
    pub suppressed: &'a BTreeMap<String, Suppressed>,
}

impl TargetCard {
    /// A target as it is.
    pub fn new(
        target: &ScannedTarget,
        state: TargetState,
        of: &super::target_state::TargetState,
        shown: Shown<'_>,
    ) -> TargetCard {
        let (sources, report) = (&of.sources, of.report.as_ref());
        let path = source_of(&target.class, sources);
        let counts = |finding: &&Finding| !shown.suppressed.contains_key(&finding.trail.id);
        let all = report.map_or(&[][..], |report| &report.findings);
        let findings: Vec<FindingCard> = all
            .iter()
            .filter(counts)
            .map(|finding| FindingCard::of(finding, shown, sources))
            .collect();
        TargetCard {
            key: target.key.clone(),
            title: target.title.clone(),
            class: target.class.clone(),
            fixture: report.and_then(fixture::wanted),
            inputs: target.inputs_of_method,
            object_use: match target.inputs_of_method {
                Inputs::All => Some(ALL_INPUTS.to_owned()),
                Inputs::Given => object_words::shown(&target.class, &target.object),
            },
            state,
            stale: of.is_stale(),
            answer: report.map(Answer::of),
            trouble: of.trouble(),
            suppressed: all.len() - findings.len(),
            findings,
            line: path
                .as_deref()
                .map_or(0, |path| line_of_target(path, &target.class, sources)),
            uri: path.and_then(|path| shown.uris.uri(&path)),
            class_path: target.class_path.clone(),
            class_path_from: target.class_path_from.to_string(),
        }
    }

    /// The trails of its findings.
    pub fn trails(&self) -> impl Iterator<Item = &str> {
        self.findings.iter().map(|finding| finding.trail.as_str())
    }

    /// All that is known of its last result, as Markdown.
    pub fn described(&self) -> String {
        let mut text = format!("**{}**: {}", escaped(&self.title), self.headline());
        let mut line = |words: String| text.push_str(&format!("\n\n{words}"));
        if let Some(answer) = &self.answer {
            let all = match (answer.coverage, self.inputs) {
                (Coverage::Complete, Inputs::Given) => "every interleaving was explored",
                (Coverage::Limited, Inputs::Given) => "not every interleaving was explored",
                (Coverage::Complete, Inputs::All) => "all inputs were explored",
                (Coverage::Limited, Inputs::All) => "not all inputs were explored",
            };
            line(format!(
                "{}, {}; {all}",
                plural(answer.states, "state"),
                show_seconds(answer.seconds)
            ));
            answer
                .reasons
                .iter()
                .for_each(|reason| line(format!("- {}", escaped(reason))));
            if !answer.assumptions.is_empty() {
                line(format!("Assuming {}", answer.assumptions.join(", ")));
            }
        }
        self.trouble.iter().for_each(|trouble| line(escaped(trouble)));
        for finding in &self.findings {
            line(format!("- {}", escaped(&finding.title)));
        }
        line(format!("Class path: {}", escaped(&self.class_path_from)));
        text
    }

    /// Whether it has one of these trails.
    pub fn found_any(&self, trails: &[&str]) -> bool {
        self.findings
            .iter()
            .any(|finding| trails.contains(&finding.trail.as_str()))
    }

    /// One lens for the target, and one for each of its first findings.
    pub fn lenses(&self) -> Vec<CodeLens> {
        let range = Range::new(Position::new(self.line, 0), Position::new(self.line, 0));
        let lens = |command: Command| CodeLens {
            range,
            command: Some(command),
            data: None,
        };
        let again = Command {
            title: match &self.object_use {
                Some(shown) => format!("{shown}: {}", self.headline()),
                None => self.headline(),
            },
            command: "dropwire.server.verify".into(),
            arguments: Some(vec![json!({ "target": self.key })]),
        };
        let open = |finding: &FindingCard| Command {
            title: format!("✗ {}: open trail", finding.kind.replace('-', " ")),
            command: "dropwire.server.openTrail".into(),
            arguments: Some(vec![json!({ "trail": finding.trail })]),
        };
        let findings = self.findings.iter().take(LENSES).map(open);
        std::iter::once(again).chain(findings).map(lens).collect()
    }

    /// `✓ verified, 1,204 states, 800 ms`. A tick only for a space explored to its end.
    fn headline(&self) -> String {
        match (self.state, &self.answer) {
            (TargetState::Running, _) => "↻ verifying".into(),
            (TargetState::Waiting, None) => "… will be verified".into(),
            (TargetState::Answered, None) => self.trouble.as_ref().map_or_else(
                || "⚠ not verified".into(),
                |trouble| format!("⚠ not verified: {}", short(trouble)),
            ),
            (TargetState::Waiting | TargetState::Answered, Some(answer)) => {
                let stale = if self.stale { "stale: " } else { "" };
                let only_suppressed = self.findings.is_empty() && self.suppressed > 0;
                match answer.verdict {
                    Verdict::Violated if only_suppressed => format!("{stale}violated, all suppressed"),
                    Verdict::Violated | Verdict::Verified | Verdict::Incomplete | Verdict::Failed => {
                        format!("{stale}{}", answer.words())
                    }
                }
            }
        }
    }
}

/// As much as a lens has room for.
fn short(text: &str) -> String {
    const ROOM: usize = 100;
    match text.char_indices().nth(ROOM) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Answer {
    fn of(report: &Report) -> Answer {
        Answer {
            verdict: report.verdict,
            coverage: report.coverage,
            reasons: sentences(&report.reasons)
                .into_iter()
                .chain(report.notes.iter().filter(|note| note.is_a_hint()).map(Note::to_string))
                .collect(),
            assumptions: report.assumptions.clone(),
            states: report.statistics.states,
            seconds: report.statistics.seconds,
        }
    }

    fn words(&self) -> String {
        let cost = format!("{}, {}", plural(self.states, "state"), show_seconds(self.seconds));
        match self.verdict {
            Verdict::Verified => format!("✓ verified, {cost}"),
            Verdict::Violated => format!("✗ violated, {cost}"),
            Verdict::Incomplete => match self.reasons.first() {
                Some(reason) => format!("◐ incomplete: {reason}"),
                None => format!("◐ incomplete, {cost}"),
            },
            Verdict::Failed => "⚠ not verified".into(),
        }
    }
}

impl FindingCard {
    fn of(finding: &Finding, shown: Shown<'_>, sources: &Sources) -> FindingCard {
        let path = sources.path(&finding.location);
        let uri = path.and_then(|path| shown.uris.uri(&path));
        let compiled = finding.location.line.map(|line| line.saturating_sub(1));
        let now = |uri: &Url| Some(shown.documents.line_now(uri, compiled?));
        FindingCard {
            trail: finding.trail.id.clone(),
            fingerprint: finding.fingerprint.clone(),
            kind: finding.kind.name(),
            title: titled(finding),
            severity: finding.severity(),
            line: uri.as_ref().map_or(compiled, now),
            uri,
        }
    }
}

/// The file that a class is written in, if it is named as most are: after its outermost class.
pub fn source_of(class: &str, sources: &Sources) -> Option<PathBuf> {
    let class = class_of(class);
    let outermost = class.rsplit('.').next()?.split('$').next()?;
    sources.path(&Location {
        class: class.to_owned(),
        method: "main".into(),
        file: Some(format!("{outermost}.java")),
        line: None,
    })
}

/// The line of `main` or of the test in the class, or of the class of an object, from 0; the file's first where it is not known. Class files name the
/// lines of statements only, and a lens belongs above the declaration.
fn line_of_target(path: &Path, target: &str, sources: &Sources) -> u32 {
    let (class, method) = target.split_once('#').unwrap_or((target, "main"));
    let method = method.split(['(', '[']).next().unwrap_or(method);
    let lines = sources.lines(path);
    let inner = class.rsplit(['.', '$']).next().unwrap_or_default();
    let declares = |line: &String| {
        let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| matches!(word, "class" | "record" | "enum" | "interface")) && words.any(|word| word == inner)
    };
    let start = lines.iter().position(declares).unwrap_or(0);
    if method == dropwire_check::OBJECT {
        return u32::try_from(start).unwrap_or(0);
    }
    if let Some(line) = line_of_overload(&lines.join("\n"), target) {
        return line;
    }
    let declarations = [format!("void {method}("), format!("void {method} (")];
    let declares_method = |line: &str| declarations.iter().any(|declaration| line.contains(declaration));
    let mut below = lines.iter().enumerate().skip(start);
    let found = below.find(|(_, line)| declares_method(line.as_str()));
    if let (None, Some((class, _))) = (&found, target.split_once('#')) {
        // It may have any type.
        let declared = super::methods::declared(&lines.join("\n")).into_iter();
        let mut fitting = declared.filter(|declared| declared.class == class && declared.name == method);
        if let Some(declared) = fitting.next() {
            return declared.line;
        }
    }
    u32::try_from(found.map_or(start, |(index, _)| index)).unwrap_or(0)
}

/// The line of a method whose target says the types of its parameters.
fn line_of_overload(text: &str, target: &str) -> Option<u32> {
    let (class, signature) = target.split_once('#')?;
    let (name, types) = signature.split_once('(')?;
    let types = types.split_once(')')?.0.split(',').filter(|ty| !ty.is_empty());
    let types: Vec<&str> = types.map(object_words::simple).collect();
    let declared = super::methods::declared(text).into_iter();
    let mut fitting = declared.filter(|one| one.class == class && one.name == name && one.types == types);
    Some(fitting.next()?.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::project::testing::scanned_target;
    use crate::lsp::target_state::TargetStatus;
    use crate::text::testing::{deadlock_report, till_sources, verified_report};

    fn card(report: Option<&Report>, state: TargetState, stale: bool) -> TargetCard {
        card_but(report, state, stale, BTreeMap::new())
    }

    fn card_but(
        report: Option<&Report>,
        state: TargetState,
        stale: bool,
        suppressed: BTreeMap<String, Suppressed>,
    ) -> TargetCard {
        let (_folder, sources) = till_sources();
        let mut of = super::super::target_state::TargetState::new(scanned_target("Till"));
        of.sources = sources;
        of.report = report.cloned();
        of.status = if stale {
            TargetStatus::Waiting
        } else {
            TargetStatus::Answered
        };
        let shown = Shown {
            uris: &Uris::default(),
            documents: &Documents::default(),
            suppressed: &suppressed,
        };
        TargetCard::new(&of.scanned.clone(), state, &of, shown)
    }

    fn titles(card: &TargetCard) -> Vec<String> {
        let lenses = card.lenses().into_iter();
        lenses.filter_map(|lens| Some(lens.command?.title)).collect()
    }

    #[test]
    fn a_tick_only_for_an_answer_that_holds() {
        let verified = verified_report();
        let now = card(Some(&verified), TargetState::Answered, false);
        assert_eq!(titles(&now), ["✓ verified, 1,204 states, 800 ms"]);
        assert_eq!(
            titles(&card(Some(&verified), TargetState::Running, true)),
            ["↻ verifying"]
        );
        let old = card(Some(&verified), TargetState::Waiting, true);
        assert!(titles(&old)[0].starts_with("stale: "));
        assert_eq!(titles(&card(None, TargetState::Answered, false)), ["⚠ not verified"]);
    }

    #[test]
    fn a_finding_has_a_lens_that_opens_its_trail() {
        let card = card(Some(&deadlock_report()), TargetState::Answered, false);
        assert_eq!(titles(&card)[1..], ["✗ deadlock: open trail"]);
        assert_eq!(card.findings[0].trail, "3f2a90c1");
    }

    #[test]
    fn a_suppressed_finding_has_no_lens() {
        let report = deadlock_report();
        let why = Suppressed {
            by: crate::suppress::By::Ignore,
            reason: "nobody minds".into(),
        };
        let suppressed = BTreeMap::from([(report.findings[0].trail.id.clone(), why)]);
        let card = card_but(Some(&report), TargetState::Answered, false, suppressed);
        assert_eq!(titles(&card), ["violated, all suppressed"]);
        assert_eq!((card.findings.len(), card.suppressed), (0, 1));
    }

    #[test]
    fn the_lens_stands_on_main_of_the_right_class() {
        let folder = tempfile::tempdir().unwrap();
        let text = "class Other {\n  static void main(String[] a) {}\n}\nclass Till {\n\n  public static void main(String[] a) {}\n}\n";
        std::fs::write(folder.path().join("Till.java"), text).unwrap();
        let sources = Sources::new(vec![folder.path().to_path_buf()]);
        let path = folder.path().join("Till.java");
        assert_eq!(line_of_target(&path, "shop.Till", &sources), 5);
        assert_eq!(line_of_target(&path, "Other", &sources), 1);
        let overloads =
            "class Till {\n  void add(int[] a) {}\n  int add(int a, int b) { return 0; }\n  void go() {}\n}\n";
        assert_eq!(line_of_overload(overloads, "Till#add(int[])"), Some(1));
        assert_eq!(line_of_overload(overloads, "Till#add(int,int)"), Some(2));
        assert_eq!(line_of_overload(overloads, "Till#go()"), Some(3));
        assert_eq!(line_of_overload(overloads, "Till#add(long)"), None);
        assert_eq!(line_of_target(&path, "Till$Gone", &sources), 1);
    }
}
