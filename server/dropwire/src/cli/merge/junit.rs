//! Reports of `--format junit`: their suites one after the other, under counts of all.

use quick_xml::Reader;
use quick_xml::events::Event;

use super::Merged;
use crate::exit::Status;

/// The sums on the outermost element.
#[derive(Default)]
struct Counts {
    tests: u64,
    failures: u64,
    errors: u64,
    seconds: f64,
}

/// Makes one report of several.
///
/// # Errors
/// A sentence that names the file: it is no report of check.
pub fn merge(reports: &[(String, String)]) -> Result<Merged, String> {
    let mut counts = Counts::default();
    let mut inner = String::new();
    for (file, text) in reports {
        let within =
            suites(text, &mut counts).map_err(|error| format!("{file}: not a JUnit report of check: {error}"))?;
        inner.push_str(within.trim_matches(['\n', '\r']));
        inner.push('\n');
    }
    let Counts {
        tests,
        failures,
        errors,
        seconds,
    } = counts;
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"dropwire\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\">\n\
         {inner}</testsuites>\n"
    );
    let status = match (failures, errors) {
        (1.., _) => Status::Finding,
        (0, 1..) => Status::NotVerified,
        (0, 0) => Status::Verified,
    };
    Ok(Merged {
        text,
        status,
        remarks: Vec::new(),
    })
}

/// What is within `testsuites`, whose counts are added.
fn suites<'a>(text: &'a str, counts: &mut Counts) -> Result<&'a str, String> {
    let mut reader = Reader::from_str(text);
    let mut within = None;
    loop {
        let before = reader.buffer_position();
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(start) if within.is_none() => {
                if start.name().as_ref() != "testsuites" {
                    return Err("expected <testsuites>".into());
                }
                for attribute in start.attributes() {
                    let attribute = attribute.map_err(|error| error.to_string())?;
                    let value = attribute.value.clone();
                    let whole = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number"));
                    match attribute.key.as_ref() {
                        "tests" => counts.tests += whole()?,
                        "failures" => counts.failures += whole()?,
                        "errors" => counts.errors += whole()?,
                        "time" => {
                            counts.seconds += value.parse::<f64>().map_err(|_| format!("`{value}` is not a time"))?
                        }
                        _ => {}
                    }
                }
                within = Some((reader.buffer_position(), 0_u32));
            }
            Event::Empty(start) if within.is_none() => {
                return match start.name().as_ref() {
                    "testsuites" => Ok(""),
                    _ => Err("expected <testsuites>".into()),
                };
            }
            Event::Start(_) => within = within.map(|(begin, depth)| (begin, depth + 1)),
            Event::End(_) => match within {
                Some((begin, 0)) => {
                    let range = position(begin)?..position(before)?;
                    return text.get(range).ok_or_else(|| "it is cut off".into());
                }
                _ => within = within.map(|(begin, depth)| (begin, depth - 1)),
            },
            Event::Eof => return Err("it is cut off".into()),
            _ => {}
        }
    }
}

fn position(at: u64) -> Result<usize, String> {
    usize::try_from(at).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_of_all_are_under_the_sums() {
        let one = "<?xml version=\"1.0\"?>\n<testsuites name=\"dropwire\" tests=\"2\" failures=\"1\" errors=\"0\" time=\"0.5\">\n  \
                   <testsuite name=\"A\"><testcase name=\"x\"/></testsuite>\n</testsuites>\n";
        let two = "<testsuites tests=\"1\" failures=\"0\" errors=\"1\" time=\"1\"><testsuite name=\"B\"/></testsuites>";
        let merged = merge(&[("one".into(), one.into()), ("two".into(), two.into())]).unwrap();
        assert!(
            merged
                .text
                .contains("tests=\"3\" failures=\"1\" errors=\"1\" time=\"1.500\""),
            "{}",
            merged.text
        );
        assert!(merged.text.contains("<testsuite name=\"A\">") && merged.text.contains("<testsuite name=\"B\"/>"));
        assert_eq!(merged.status, Status::Finding);
        let mut again = Counts::default();
        assert!(suites(&merged.text, &mut again).is_ok_and(|within| within.contains("name=\"B\"")));
    }

    #[test]
    fn what_is_cut_off_or_something_else_is_refused() {
        for wrong in [
            "<testsuites><testsuite>",
            "<project/>",
            "<testsuites tests=\"x\"></testsuites>",
            "<a><b></a>",
        ] {
            assert!(merge(&[("f".into(), wrong.into())]).is_err(), "{wrong}");
        }
    }
}
