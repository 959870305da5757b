//! The trail view as one HTML file: the page that the extension's build made, with a report's data inside.
//!
//! `page.html` is generated (`npm run view` in `vscode-extension`) and committed; a test there compares it with what the
//! build makes. It holds its script and style, and a policy that lets nothing else run or load.

use std::collections::BTreeMap;

use dropwire_check::words::advice::fix;
use dropwire_check::words::note;
use dropwire_check::words::reason::sentences;
use dropwire_check::{Analysis, Confidence, Finding, Kind, Location, Trail};
use serde_json::{Value, json};

use crate::json::{Paths, finding_document};
use crate::sources::relative_to;
use crate::suppress::Judged;
use crate::text::finding::titled;
use crate::text::lanes::ending;

mod coverage;

const PAGE: &str = include_str!("page.html");
const TITLE: &str = "@@dropwire-title@@";
const DATA: &str = "@@dropwire-data@@";
/// Lines of source around each place.
const AROUND: u32 = 3;

/// What the trail view shows of one finding: the finding, how to mend it, and the lines of source around its places.
pub fn view_document(finding: &Finding, paths: Paths<'_>) -> Value {
    json!({
        "id": finding.trail.id,
        "title": titled(finding),
        "finding": finding_document(finding, paths),
        "fix": fix(finding),
        "ending": ending(&finding.trail),
        "sources": excerpts(finding, paths),
    })
}

/// Path → line number → text, around every place that the view can name.
fn excerpts(finding: &Finding, paths: Paths<'_>) -> BTreeMap<String, BTreeMap<u32, String>> {
    let mut excerpts: BTreeMap<String, BTreeMap<u32, String>> = BTreeMap::new();
    let steps = finding.trail.steps.iter();
    let of_steps = steps.flat_map(|step| step.location.iter().chain(&step.scene.stack));
    let related = finding.related.iter().map(|related| &related.location);
    for place in of_steps.chain(related).chain([&finding.location]) {
        let (Some(line), Some(path)) = (place.line, paths.sources.path(place)) else {
            continue;
        };
        let lines = paths.sources.lines(&path);
        let name = relative_to(&path, paths.folder).to_string_lossy().into_owned();
        let excerpt = excerpts.entry(name).or_default();
        for number in line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND) {
            if let Some(text) = lines.get(number as usize - 1) {
                excerpt.entry(number).or_insert_with(|| text.clone());
            }
        }
    }
    excerpts
}

/// The page of a check, target by target.
pub struct Page<'a> {
    jdk: &'a str,
    targets: Vec<Value>,
}

impl<'a> Page<'a> {
    /// A page without targets yet.
    pub fn new(jdk: &'a str) -> Page<'a> {
        Page {
            jdk,
            targets: Vec::new(),
        }
    }

    /// Adds what was found out about a target.
    pub fn add(&mut self, target: &str, args: &[String], judged: Judged<'_>, paths: Paths<'_>) {
        let report = judged.report;
        let findings = judged.findings().map(|(finding, suppressed)| {
            let mut document = view_document(finding, paths);
            document["finding"]["suppressed"] = json!(suppressed);
            if let Some(suppressed) = suppressed {
                document["title"] = format!("Suppressed ({}): {}", suppressed.reason, titled(finding)).into();
            }
            document
        });
        self.targets.push(json!({
            "target": target,
            "args": args,
            "verdict": report.verdict,
            "coverage": report.coverage,
            "reasons": sentences(&report.reasons),
            "notes": note::sentences(&report.notes),
            "assumptions": report.assumptions,
            "findings": findings.collect::<Vec<_>>(),
            "statistics": report.statistics,
            "covered": coverage::covered(report, paths),
        }));
    }

    /// The whole file.
    pub fn html(&self) -> String {
        filled(
            "Dropwire",
            &json!({ "version": env!("CARGO_PKG_VERSION"), "jdk": self.jdk, "targets": self.targets }),
        )
    }
}

/// The page of a replayed trail. `message`: how the replay ended.
pub fn of_replay(trail: &Trail, reproduced: bool, message: &str, jdk: &str, paths: Paths<'_>) -> String {
    let finding = finding_of(trail, reproduced);
    let target = json!({
        "target": trail.target,
        "args": trail.args,
        "verdict": "violated",
        "coverage": "limited",
        "reasons": [],
        "assumptions": [],
        "findings": [view_document(&finding, paths)],
        "statistics": dropwire_check::Statistics::default(),
    });
    let data = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jdk": jdk,
        "targets": [target],
        "replay": { "reproduced": reproduced, "message": message },
    });
    filled(&format!("Dropwire: {}", trail.target), &data)
}

/// A stored trail has its kind and how its threads stood at the end; the finding's own sentence is not in it.
fn finding_of(trail: &Trail, reproduced: bool) -> Finding {
    let kind = Kind::by_name(&trail.kind);
    let last = trail.steps.iter().rev().find_map(|step| step.location.clone());
    let standing = trail
        .steps
        .iter()
        .filter(|step| step.options == 0 && !step.note.is_empty());
    let notes = standing.map(|step| format!("{} {}, {}", step.thread_name, step.operation, step.note));
    let message = notes.collect::<Vec<_>>().join("; ");
    Finding {
        kind: kind.unwrap_or(Kind::Deadlock),
        confidence: if reproduced {
            Confidence::Confirmed
        } else {
            Confidence::Potential
        },
        analysis: Analysis::Search,
        message: if message.is_empty() {
            format!("in {}", trail.target)
        } else {
            message
        },
        facts: None,
        tried: None,
        why: None,
        passing: None,
        needs: Vec::new(),
        fingerprint: trail.fingerprint.clone(),
        location: last.unwrap_or(Location {
            class: trail.target.clone(),
            method: "main".into(),
            file: None,
            line: None,
        }),
        related: Vec::new(),
        trail: trail.clone(),
    }
}

/// Data in a script element ends at the first `</script`, whatever quotes surround it: no `<` goes in as itself.
fn filled(title: &str, data: &Value) -> String {
    let data = data.to_string().replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    match PAGE.split_once(TITLE) {
        Some((head, rest)) => match rest.split_once(DATA) {
            Some((middle, tail)) => [head, &title, middle, &data, tail].concat(),
            None => PAGE.to_owned(),
        },
        None => PAGE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use dropwire_check::Reported;
    use dropwire_check::facts::reported::{ClassCoverage, Counted, LineCoverage, MethodCoverage};

    use super::*;
    use crate::text::testing::{deadlock_report, till_sources};

    fn data_of(html: &str) -> Value {
        let (_, rest) = html.split_once(r#"id="trail-data">"#).unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        serde_json::from_str(data).unwrap()
    }

    #[test]
    fn the_page_carries_its_data_and_nothing_can_break_out_of_it() {
        let (folder, sources) = till_sources();
        let paths = Paths {
            sources: &sources,
            folder: folder.path(),
        };
        let mut report = deadlock_report();
        report.notes = vec![dropwire_check::Note::NeverTrue {
            property: "served".into(),
            atoms: vec!["asked".into()],
        }];
        report.findings[0].message = "</script><script>alert(1)</script> <!-- @@dropwire-data@@".into();
        let mut page = Page::new("17.0.15");
        page.add("Till", &[], Judged::all(&report), paths);
        let html = page.html();
        assert_eq!(html.matches("</script>").count(), 2, "the data's and the page's own");
        assert!(!html.contains("<script>alert"));
        let data = data_of(&html);
        let shown = &data["targets"][0]["findings"][0];
        assert_eq!(shown["finding"]["message"], report.findings[0].message.as_str());
        assert!(
            shown["sources"]["Till.java"]["6"]
                .as_str()
                .unwrap()
                .contains("synchronized")
        );
        assert_eq!(shown["ending"], "all of these threads are blocked");
        assert_eq!(
            data["targets"][0]["notes"][0],
            "property served: no state satisfies `asked`"
        );
    }

    #[test]
    fn the_page_has_the_coverage_that_was_asked_for_and_its_sources() {
        let (folder, sources) = till_sources();
        let paths = Paths {
            sources: &sources,
            folder: folder.path(),
        };
        let mut report = deadlock_report();
        let of = |report: &dropwire_check::Report| {
            let mut page = Page::new("17.0.15");
            page.add("Till", &[], Judged::all(report), paths);
            data_of(&page.html())["targets"][0]["covered"].clone()
        };
        assert_eq!(of(&report), Value::Null);
        let counted = Counted { covered: 3, total: 4 };
        report.reports = vec![Reported::Coverage {
            classes: vec![ClassCoverage {
                class: "Till".into(),
                file: Some("Till.java".into()),
                methods: vec![MethodCoverage {
                    method: "sell".into(),
                    descriptor: "(I[Ljava/lang/String;)V".into(),
                    line: Some(6),
                    instructions: counted,
                    branches: Counted::default(),
                }],
                lines: vec![LineCoverage {
                    line: 6,
                    instructions: counted,
                    branches: vec![(true, false)],
                }],
            }],
        }];
        let covered = of(&report);
        let class = &covered["classes"][0];
        assert_eq!(class["path"], "Till.java");
        assert_eq!(class["methods"][0]["title"], "sell(int, String[])");
        assert_eq!(class["lines"][0]["branches"][0], json!([true, false]));
        let lines = covered["sources"]["Till.java"].as_array().unwrap();
        assert!(lines[5].as_str().unwrap().contains("synchronized"));
    }

    #[test]
    fn nothing_is_loaded_and_only_the_pages_own_script_runs() {
        assert!(PAGE.contains("default-src 'none'; script-src 'sha256-"));
        for loaded in ["src=", "href=", "@import", "url(", "innerHTML"] {
            assert!(!PAGE.contains(loaded), "{loaded}");
        }
        assert_eq!((PAGE.matches(TITLE).count(), PAGE.matches(DATA).count()), (1, 1));
    }

    #[test]
    fn a_stored_trail_is_a_page_too() {
        let (folder, sources) = till_sources();
        let paths = Paths {
            sources: &sources,
            folder: folder.path(),
        };
        let trail = &deadlock_report().findings[0].trail;
        let data = data_of(&of_replay(trail, false, "step 3 differs", "17.0.15", paths));
        assert_eq!(data["replay"]["message"], "step 3 differs");
        let finding = &data["targets"][0]["findings"][0]["finding"];
        assert_eq!(
            finding["confidence"], "potential",
            "what did not happen again is not confirmed"
        );
    }
}
