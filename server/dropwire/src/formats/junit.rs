//! JUnit XML in the shape of Maven Surefire's reports, which build servers read.
//!
//! A suite for each target. Its first case is the exploration: passed when every interleaving is explored, an error
//! when it was cut off or did not run, skipped when a target that nobody named cannot be modelled. Then a case for each finding:
//! a failure if it is confirmed, skipped with the reason if it is suppressed, an error if it is potential only.

use std::io;

use dropwire_check::words::reason::sentences;
use dropwire_check::{Confidence, Finding, Verdict};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{Answer, Call, not_explored, sentence};
use crate::suppress::Suppressed;
use crate::text::style::{Paint, harmless_lines};
use crate::text::{Face, finding};

/// Columns of the drawn trails.
const WIDTH: usize = 120;

type Xml = Writer<Vec<u8>>;

/// What a case came to.
enum Result {
    Passed,
    Failure {
        kind: String,
        message: String,
        text: String,
    },
    Error {
        kind: String,
        message: String,
        text: String,
    },
    Skipped {
        message: String,
    },
}

struct Case {
    name: String,
    class: String,
    seconds: f64,
    result: Result,
}

/// The whole document.
///
/// # Errors
/// It cannot be written.
pub fn document(call: &Call<'_>) -> io::Result<String> {
    let suites: Vec<(&Answer, Vec<Case>)> = call.answers.iter().map(|answer| (answer, cases(answer))).collect();
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<&Case> = suites.iter().flat_map(|(_, cases)| cases).collect();
    let mut element = xml.create_element("testsuites").with_attribute(("name", "dropwire"));
    // The schema of Jenkins' xUnit plugin counts the skipped ones for each suite alone.
    let counts = counts(&all, call.not_run.len());
    for (name, value) in counts.into_iter().filter(|(name, _)| *name != "skipped") {
        element = element.with_attribute((name, value.as_str()));
    }
    element.write_inner_content(|xml| {
        for (answer, cases) in &suites {
            suite(xml, answer, cases, call)?;
        }
        call.not_run.iter().try_for_each(|title| not_run(xml, title))
    })?;
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// `tests`, `failures`, `errors`, `skipped` and `time`; `not_run` further ones are skipped.
fn counts(cases: &[&Case], not_run: usize) -> [(&'static str, String); 5] {
    let count = |wanted: fn(&Result) -> bool| cases.iter().filter(|case| wanted(&case.result)).count();
    let skipped = count(|result| matches!(result, Result::Skipped { .. })) + not_run;
    // An empty sum is -0.
    let seconds = 0.0 + cases.iter().map(|case| case.seconds).sum::<f64>();
    [
        ("tests", (cases.len() + not_run).to_string()),
        (
            "failures",
            count(|result| matches!(result, Result::Failure { .. })).to_string(),
        ),
        (
            "errors",
            count(|result| matches!(result, Result::Error { .. })).to_string(),
        ),
        ("skipped", skipped.to_string()),
        ("time", format!("{seconds:.3}")),
    ]
}

fn suite(xml: &mut Xml, answer: &Answer, cases: &[Case], call: &Call<'_>) -> io::Result<()> {
    let name = clean(&answer.title());
    let all: Vec<&Case> = cases.iter().collect();
    let mut element = xml.create_element("testsuite").with_attribute(("name", name.as_str()));
    for (name, value) in counts(&all, 0) {
        element = element.with_attribute((name, value.as_str()));
    }
    element.write_inner_content(|xml| {
        properties(xml, answer, call)?;
        cases.iter().try_for_each(|case| write_case(xml, case))
    })?;
    Ok(())
}

fn properties(xml: &mut Xml, answer: &Answer, call: &Call<'_>) -> io::Result<()> {
    let verdict = match answer.report.verdict {
        Verdict::Verified => "verified",
        Verdict::Violated => "violated",
        Verdict::Incomplete => "incomplete",
        Verdict::Failed => "failed",
    };
    let mut pairs = vec![
        ("dropwire.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("dropwire.jdk", call.jdk.to_owned()),
        ("dropwire.verdict", verdict.to_owned()),
        ("dropwire.states", answer.report.statistics.states.to_string()),
        ("dropwire.assumptions", answer.report.assumptions.join(", ")),
    ];
    let notes = answer.report.notes.iter();
    pairs.extend(notes.map(|note| ("dropwire.note", note.to_string())));
    xml.create_element("properties").write_inner_content(|xml| {
        for (name, value) in &pairs {
            let value = clean(value);
            xml.create_element("property")
                .with_attribute(("name", *name))
                .with_attribute(("value", value.as_str()))
                .write_empty()?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write_case(xml: &mut Xml, case: &Case) -> io::Result<()> {
    let (name, class, time) = (clean(&case.name), clean(&case.class), format!("{:.3}", case.seconds));
    let element = xml
        .create_element("testcase")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("classname", class.as_str()))
        .with_attribute(("time", time.as_str()));
    match &case.result {
        Result::Passed => element.write_empty()?,
        Result::Failure { kind, message, text } => {
            element.write_inner_content(|xml| problem(xml, "failure", kind, message, text))?
        }
        Result::Error { kind, message, text } => {
            element.write_inner_content(|xml| problem(xml, "error", kind, message, text))?
        }
        Result::Skipped { message } => element.write_inner_content(|xml| skipped(xml, message))?,
    };
    Ok(())
}

fn problem(xml: &mut Xml, element: &str, kind: &str, message: &str, text: &str) -> io::Result<()> {
    let (message, text) = (clean(message), clean(text));
    xml.create_element(element)
        .with_attribute(("type", kind))
        .with_attribute(("message", message.as_str()))
        .write_text_content(BytesText::new(&text))?;
    Ok(())
}

fn skipped(xml: &mut Xml, message: &str) -> io::Result<()> {
    let message = clean(message);
    xml.create_element("skipped")
        .with_attribute(("message", message.as_str()))
        .write_empty()?;
    Ok(())
}

fn not_run(xml: &mut Xml, title: &str) -> io::Result<()> {
    let title = clean(title);
    let mut element = xml.create_element("testsuite").with_attribute(("name", title.as_str()));
    for (name, value) in counts(&[], 1) {
        element = element.with_attribute((name, value.as_str()));
    }
    element.write_inner_content(|xml| {
        let case = Case {
            name: EXPLORATION.into(),
            class: title.clone(),
            seconds: 0.0,
            result: Result::Skipped {
                message: "not run: the call ended before it ran".into(),
            },
        };
        write_case(xml, &case)
    })?;
    Ok(())
}

/// The case of the exploration.
const EXPLORATION: &str = "every interleaving is explored";

fn cases(answer: &Answer) -> Vec<Case> {
    let report = &answer.report;
    let result = match not_explored(report) {
        None => Result::Passed,
        Some(message) if report.skipped().is_some() => Result::Skipped { message },
        Some(message) if answer.is_beyond() => Result::Skipped { message },
        Some(message) => Result::Error {
            kind: match report.verdict {
                Verdict::Failed => "failed",
                Verdict::Incomplete | Verdict::Verified | Verdict::Violated => "incomplete",
            }
            .into(),
            text: sentences(&report.reasons).join("\n"),
            message,
        },
    };
    let exploration = Case {
        name: EXPLORATION.into(),
        class: answer.target.clone(),
        seconds: report.statistics.seconds,
        result,
    };
    let findings = answer.judged().findings();
    std::iter::once(exploration)
        .chain(findings.map(|(finding, suppressed)| case_of(answer, finding, suppressed)))
        .collect()
}

fn case_of(answer: &Answer, found: &Finding, suppressed: Option<&Suppressed>) -> Case {
    let face = Face {
        paint: Paint::plain(),
        width: WIDTH,
        sources: &answer.sources,
    };
    let kind = found.kind.name().to_owned();
    let message = sentence(found);
    let result = match (suppressed, found.confidence) {
        (Some(suppressed), _) => Result::Skipped {
            message: format!("suppressed, {}: {message}", suppressed.reason),
        },
        (None, Confidence::Confirmed) => Result::Failure {
            kind,
            message,
            text: finding::block(found, face),
        },
        (None, Confidence::Potential) => Result::Error {
            kind: format!("potential-{kind}"),
            message,
            text: finding::block(found, face),
        },
    };
    let place = &found.location;
    Case {
        // The same name from build to build: no lines, no threads.
        name: format!(
            "no {} in {}.{} [{}]",
            found.kind.name(),
            place.class,
            place.method,
            found.fingerprint
        ),
        class: answer.target.clone(),
        seconds: 0.0,
        result,
    }
}

/// Without what a terminal would obey, and without the characters that XML 1.0 does not allow (section 2.2), however they are written.
fn clean(text: &str) -> String {
    let allowed = |letter: char| matches!(letter, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    harmless_lines(text)
        .chars()
        .map(|letter| if allowed(letter) { letter } else { '\u{fffd}' })
        .collect()
}

#[cfg(test)]
mod tests {
    use dropwire_check::Cause;

    use super::super::testing::{call, every_verdict};
    use super::*;
    use crate::text::testing::till_sources;

    #[test]
    fn each_verdict_has_its_place() {
        let (folder, _sources) = till_sources();
        let text = document(&call(every_verdict(folder.path()), folder.path())).unwrap();
        for expected in [
            // 7 explorations and 4 findings; Till and Odd; Long, Gone and twice Maybe; Known
            "<testsuites name=\"dropwire\" tests=\"11\" failures=\"2\" errors=\"4\" time=",
            "<testsuite name=\"Calm\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.800\">",
            "<property name=\"dropwire.note\" value=\"Calm.x is read, 100% of the time\"/>",
            "<testcase name=\"every interleaving is explored\" classname=\"Calm\" time=\"0.800\"/>",
            "<failure type=\"deadlock\" message=\"Deadlock: sell holds drawer",
            "<error type=\"potential-deadlock\" message=\"Potential: Deadlock",
            "<error type=\"incomplete\" message=\"incomplete: the time limit of 1 s was reached",
            "<error type=\"failed\" message=\"failed: class shop.None is not on the class path\"",
            "<skipped message=\"suppressed, nobody minds: Deadlock",
            "dropwire replay 3f2a90c1",
        ] {
            assert!(text.contains(expected), "no {expected} in\n{text}");
        }
    }

    #[test]
    fn odd_characters_survive_or_are_replaced() {
        let (folder, _sources) = till_sources();
        let text = document(&call(every_verdict(folder.path()), folder.path())).unwrap();
        assert!(!text.contains(['\u{1b}', '\u{0}']), "XML 1.0 has no such characters");
        let mut reader = quick_xml::Reader::from_str(&text);
        let mut messages = Vec::new();
        loop {
            match reader.read_event().unwrap() {
                Event::Eof => break,
                Event::Start(element) if element.name().as_ref() == "failure" => {
                    let message = element.try_get_attribute("message").unwrap().unwrap();
                    messages.push(
                        message
                            .normalized_value(quick_xml::XmlVersion::default())
                            .unwrap()
                            .into_owned(),
                    );
                }
                _ => {}
            }
        }
        let odd = "Deadlock: \u{fffd}[31m]]>&<\"'\r\n::error::x \u{fffd} é𝄞 50%, a:b";
        assert!(messages.iter().any(|message| message == odd), "{messages:?}");
    }

    #[test]
    fn found_targets_that_cannot_be_modelled_and_those_that_did_not_run_are_skipped() {
        let (folder, _sources) = till_sources();
        let mut answers = every_verdict(folder.path());
        answers.retain(|answer| answer.target == "Gone");
        answers[0].found = true;
        let failed = document(&call(answers, folder.path())).unwrap();
        assert!(
            failed.contains("errors=\"1\" skipped=\"0\""),
            "one that did not run is an error: {failed}"
        );
        let mut answers = every_verdict(folder.path());
        answers.retain(|answer| answer.target == "Gone");
        answers[0].found = true;
        answers[0].report.verdict = Verdict::Incomplete;
        answers[0].report.reasons = vec![
            Cause::NotModelled {
                what: "native method a.B.c()V is not modelled".into(),
            }
            .into(),
        ];
        let mut call = call(answers, folder.path());
        call.not_run = vec!["Late".into()];
        let text = document(&call).unwrap();
        for counted in [
            "<testsuites name=\"dropwire\" tests=\"2\" failures=\"0\" errors=\"0\" time=",
            "<testsuite name=\"Gone\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\" time=",
            "<testsuite name=\"Late\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\" time=\"0.000\"",
        ] {
            assert!(text.contains(counted), "{text}");
        }
        assert!(text.contains("<skipped message=\"incomplete: native method"), "{text}");
        assert!(
            text.contains("<skipped message=\"not run: the call ended before it ran\"/>"),
            "{text}"
        );
    }
}
