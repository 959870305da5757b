//! What build servers read, from the real program: SARIF against the official schema, JUnit XML against the shape that
//! Surefire writes and Jenkins reads, annotations; ignored findings and baselines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use dropwire_tests::calls;
use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::process::{self, Ended};
use dropwire_tests::tree;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// Throws something that no format may choke on.
const ODD: &str = r#"public class Odd {
    public static void main(String[] args) {
        new Thread(() -> {
            throw new IllegalStateException("]]>&<\"'\r\n::error::owned\u001b[31m \u0000 \u00e9 \ud834\udd1e 50%");
        }).start();
        new Thread(() -> { }).start();
    }
}
"#;

/// A project with a target for each verdict; `None` without a `javac`.
fn project(name: &str, more: &str) -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("reports").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/Odd.java"), ODD).unwrap();
    for source in ["samples/Till.java", "samples/MoneyTransferFixed.java"] {
        let file = tree::root().join(source);
        fs::copy(&file, folder.join("src").join(file.file_name().unwrap())).unwrap();
    }
    let native = "tests/programs/unmodelled/NativeMethodOfTheUser.java";
    fs::copy(tree::root().join(native), folder.join("src/NativeMethodOfTheUser.java")).unwrap();
    let classes = javac
        .compile_fixtures(Path::new(CACHE), &tree::files(&folder.join("src"), "java"))
        .unwrap();
    let classes = serde_json::to_string(&classes).unwrap();
    let targets = [
        "Till",
        "MoneyTransferFixed",
        "NativeMethodOfTheUser",
        "NoSuchClass",
        "Odd",
    ];
    let targets: String = targets
        .map(|main| format!("[[target]]\nmain = \"{main}\"\n\n"))
        .concat();
    let toml = format!("{targets}[[module]]\nname = \"all\"\nclass-roots = [{classes}]\nsources = [\"src\"]\n\n{more}");
    fs::write(folder.join("dropwire.toml"), toml).unwrap();
    Some(folder)
}

fn check(folder: &Path, arguments: &[&str]) -> Ended {
    let mut command = calls::command();
    command.arg("check").args(arguments).current_dir(folder);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    process::run(&mut command, std::time::Duration::from_secs(120)).unwrap()
}

/// The schema of the OASIS committee, from the package that the build has fetched.
fn schema() -> &'static jsonschema::Validator {
    static SCHEMA: OnceLock<jsonschema::Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let cargo = || Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        let version = cargo().arg("-vV").output().unwrap().stdout;
        let version = String::from_utf8(version).unwrap();
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
        // What other platforms need was never fetched.
        let mut metadata = cargo();
        metadata.args(["metadata", "--format-version", "1", "--offline", "--locked"]);
        metadata.args(["--filter-platform", host]);
        let output = metadata.current_dir(tree::root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        let package = packages
            .iter()
            .find(|package| package["name"] == "serde-sarif")
            .unwrap();
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let file = manifest.with_file_name("src").join("schema.json");
        let mut schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        assert!(
            schema["$id"].as_str().unwrap().contains("oasis-tcs/sarif-spec"),
            "not the official one"
        );
        // Their pattern for languages has a stray bracket; we name no language.
        for place in [
            "/definitions/run/properties/language",
            "/definitions/toolComponent/properties/language",
        ] {
            if let Some(language) = schema.pointer_mut(place).and_then(Value::as_object_mut) {
                language.remove("pattern");
            }
        }
        jsonschema::validator_for(&schema).unwrap()
    })
}

fn complaints(document: &Value) -> Vec<String> {
    let errors = schema().iter_errors(document);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn sarif_obeys_the_official_schema() {
    let Some(folder) = project("sarif", "") else { return };
    let ended = check(&folder, &["--format", "sarif"]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(complaints(&document), Vec::<String>::new());
    let read: serde_sarif::sarif::Sarif = serde_json::from_value(document.clone()).unwrap();
    assert_eq!(read.runs.len(), 1);

    let run = &document["runs"][0];
    let results = run["results"].as_array().unwrap();
    let rules: Vec<&Value> = results.iter().map(|result| &result["ruleId"]).collect();
    assert_eq!(rules, ["deadlock", "uncaught-exception"]);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/Till.java");
    assert_eq!(place["artifactLocation"]["uriBaseId"], "PROJECT");
    let threads = results[0]["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let names: Vec<&Value> = threads.iter().map(|thread| &thread["message"]["text"]).collect();
    assert_eq!(names, ["main", "sell", "audit"]);
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let levels: Vec<&Value> = notifications.iter().map(|said| &said["level"]).collect();
    assert_eq!(levels, ["note", "note", "warning", "error", "note"]);
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["invocations"][0]["exitCode"], 1);
}

#[test]
fn the_schema_can_complain() {
    let bad: Value = serde_json::from_str(r#"{"version": "2.1.0", "runs": [{"tool": {}, "results": 3}]}"#).unwrap();
    assert!(!complaints(&bad).is_empty());
}

/// An element of an XML document.
#[derive(Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    fn of(start: &BytesStart<'_>) -> Element {
        let attribute = |attribute: quick_xml::events::attributes::Attribute<'_>| {
            let key = attribute.key.as_ref().to_owned();
            let value = attribute.normalized_value(quick_xml::XmlVersion::default()).unwrap();
            (key, value.into_owned())
        };
        Element {
            name: start.name().as_ref().to_owned(),
            attributes: start.attributes().map(|found| attribute(found.unwrap())).collect(),
            ..Element::default()
        }
    }

    fn number(&self, name: &str) -> usize {
        self.attributes[name].parse().unwrap()
    }

    fn count(&self, name: &str) -> usize {
        let inside: usize = self.children.iter().map(|child| child.count(name)).sum();
        inside + usize::from(self.name == name)
    }
}

fn parse(text: &str) -> Element {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => open.push(Element::of(&start)),
            Event::Empty(start) => open.last_mut().unwrap().children.push(Element::of(&start)),
            Event::End(_) => {
                let done = open.pop().unwrap();
                open.last_mut().unwrap().children.push(done);
            }
            Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
            Event::GeneralRef(_) | Event::Decl(_) => {}
            Event::Eof => break,
            other => panic!("{other:?} has no place in a report"),
        }
    }
    open.pop().unwrap()
}

type Names = &'static [&'static str];

/// What all allow of Surefire's `surefire-test-report-3.0.xsd`, the `junit-10.xsd` of Jenkins' xUnit plugin, and what Ant's `junitreport` and Jenkins'
/// JUnit plugin read: element, required attributes, others, children.
const SHAPE: &[(&str, Names, Names, Names)] = &[
    ("", &[], &[], &["testsuites"]),
    (
        "testsuites",
        &[],
        &["name", "time", "tests", "failures", "errors"],
        &["testsuite"],
    ),
    (
        "testsuite",
        &["name", "tests", "failures", "errors", "skipped"],
        &["time"],
        &["properties", "testcase"],
    ),
    ("properties", &[], &[], &["property"]),
    ("property", &["name", "value"], &[], &[]),
    (
        "testcase",
        &["name", "classname", "time"],
        &[],
        &["failure", "error", "skipped"],
    ),
    ("failure", &["type", "message"], &[], &[]),
    ("error", &["type", "message"], &[], &[]),
    ("skipped", &["message"], &[], &[]),
];

fn misshapen(element: &Element, wrong: &mut Vec<String>) {
    let Some((name, required, optional, children)) = SHAPE.iter().find(|(name, ..)| *name == element.name) else {
        wrong.push(format!("<{}> is unknown", element.name));
        return;
    };
    for missing in required.iter().filter(|key| !element.attributes.contains_key(**key)) {
        wrong.push(format!("<{name}> has no {missing}"));
    }
    for key in element.attributes.keys() {
        if !required.contains(&key.as_str()) && !optional.contains(&key.as_str()) {
            wrong.push(format!("<{name}> has an unknown {key}"));
        }
    }
    if *name == "testcase" && element.children.len() > 1 {
        wrong.push("a <testcase> has two results".into());
    }
    if matches!(*name, "testsuite" | "testsuites") {
        for (counter, counted) in [
            ("tests", "testcase"),
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ] {
            let told = element.attributes.contains_key(counter);
            if told && element.number(counter) != element.count(counted) {
                wrong.push(format!("<{name}> miscounts its {counter}"));
            }
        }
    }
    for child in &element.children {
        if !children.contains(&child.name.as_str()) {
            wrong.push(format!("<{}> in <{name}>", child.name));
        }
        misshapen(child, wrong);
    }
}

#[test]
fn junit_has_the_shape_that_build_servers_read() {
    let Some(folder) = project("junit", "") else { return };
    let ended = check(&folder, &["--format", "junit"]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let document = parse(&ended.stdout);
    let mut wrong = Vec::new();
    misshapen(&document, &mut wrong);
    assert_eq!(wrong, Vec::<String>::new(), "{}", ended.stdout);
    let suites = &document.children[0].children;
    let counts: Vec<(&str, usize, usize, usize)> = suites
        .iter()
        .map(|suite| {
            let name = suite.attributes["name"].as_str();
            (
                name,
                suite.number("failures"),
                suite.number("errors"),
                suite.number("tests"),
            )
        })
        .collect();
    assert_eq!(
        counts,
        [
            ("Till", 1, 0, 2),
            ("MoneyTransferFixed", 0, 0, 1),
            ("NativeMethodOfTheUser", 0, 1, 1),
            ("NoSuchClass", 0, 1, 1),
            ("Odd", 1, 0, 2),
        ]
    );
    let odd = &suites[4].children[2].children[0];
    assert!(
        odd.attributes["message"].contains("]]>&<\"' ::error::owned"),
        "{:?}",
        odd.attributes
    );
    let trail = &suites[0].children[2].children[0].text;
    assert!(
        trail.contains("lock drawer") && trail.contains("dropwire replay"),
        "{trail}"
    );
}

#[test]
fn the_shape_can_complain() {
    let mut wrong = Vec::new();
    let text = "<testsuites tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"0\"><testcase name=\"a\"/></testsuites>";
    misshapen(&parse(text), &mut wrong);
    let wrong = wrong.join("; ");
    for expected in ["miscounts its tests", "<testcase> in <testsuites>", "no classname"] {
        assert!(wrong.contains(expected), "no {expected} in {wrong}");
    }
}

#[test]
fn annotations_name_files_and_escape_what_programs_say() {
    let Some(folder) = project("github", "") else { return };
    let ended = check(&folder, &["--format", "github"]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    let starts = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        starts("::error file=src/Till.java,line=20,col=13,endColumn=35,title=deadlock::Deadlock: "),
        1,
        "{}",
        ended.stdout
    );
    assert_eq!(starts("::error file=src/Odd.java,line=4,"), 1, "{}", ended.stdout);
    assert_eq!(
        starts("::warning title=NativeMethodOfTheUser is not verified::incomplete"),
        1
    );
    assert_eq!(starts("::error title=NoSuchClass is not verified::failed"), 1);
    assert_eq!(starts("Dropwire: MoneyTransferFixed: verified"), 1);
    assert_eq!(starts("::") + starts("Dropwire: "), lines.len(), "{}", ended.stdout);
    assert_eq!(starts("::error::"), 0, "the program's own words became a command");
}

#[test]
fn replay_knows_fewer_formats() {
    let ended = dropwire::call(["replay", "--format", "sarif", "0"]).unwrap();
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("sarif"), "{}", ended.stderr);
}

const KNOWN: &str =
    "[[ignore]]\nkind = \"deadlock\"\nwhere = \"Till.sell\"\nreason = \"nobody audits while selling\"\n";

#[test]
fn an_ignored_finding_is_reported_with_its_reason_and_does_not_count() {
    let Some(folder) = project("ignored", KNOWN) else {
        return;
    };
    // The configuration's first target alone: what nothing matches is not spoken of.
    let ended = check(&folder, &["--format", "json", "Till"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    dropwire::read(&ended).unwrap();
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    let target = &document["targets"][0];
    assert_eq!(target["verdict"], "violated", "it is still what it is");
    let suppressed = &target["findings"][0]["suppressed"];
    assert_eq!(suppressed["by"], "ignore");
    assert_eq!(suppressed["reason"], "nobody audits while selling");

    let ended = check(&folder, &["Till"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("violated, all suppressed"), "{}", ended.stdout);
    assert!(
        ended.stdout.contains("suppressed: nobody audits while selling"),
        "{}",
        ended.stdout
    );
    assert_eq!(ended.stderr, "");

    let ended = check(&folder, &["--format", "sarif", "Till"]);
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(complaints(&document), Vec::<String>::new());
    let suppression = &document["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(suppression["justification"], "nobody audits while selling");

    let ended = check(&folder, &["--format", "junit", "Till"]);
    let suite = &parse(&ended.stdout).children.remove(0).children.remove(0);
    assert_eq!((suite.number("failures"), suite.number("skipped")), (0, 1));
}

#[test]
fn the_field_of_a_race_can_be_named() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = Path::new(CACHE).join("reports").join("field");
    fs::create_dir_all(&folder).unwrap();
    let source = tree::root().join("tests/programs/race/StaticFieldWrittenByTwo.java");
    let class = tree::stem(&source);
    let classes = javac.compile_fixtures(Path::new(CACHE), &[source]).unwrap();
    let all = |more: &str| {
        let classes = serde_json::to_string(&classes).unwrap();
        let toml = format!("[[module]]\nname = \"races\"\nclass-roots = [{classes}]\n\n{more}");
        fs::write(folder.join("dropwire.toml"), toml).unwrap();
        let ended = check(&folder, &["--format", "json", &class]);
        serde_json::from_str::<Value>(&ended.stdout).unwrap()["targets"][0]["findings"].clone()
    };
    let findings = all("");
    let subject = findings[0]["subject"].as_str().unwrap();
    let entry = format!("[[ignore]]\nkind = \"data-race\"\nwhere = \"{subject}\"\nreason = \"may lose a count\"\n");
    let findings = all(&entry);
    assert_eq!(findings[0]["suppressed"]["reason"], "may lose a count", "{subject}");
}

/// Two modules have a class of the same name with the same defect.
#[test]
fn the_same_finding_in_two_modules_is_two() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = Path::new(CACHE).join("reports").join("modules");
    let source = tree::root().join("tests/programs/race/StaticFieldWrittenByTwo.java");
    let (class, name) = (tree::stem(&source), source.file_name().unwrap());
    let classes = javac
        .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&source))
        .unwrap();
    let mut toml = String::new();
    for module in ["one", "two"] {
        fs::create_dir_all(folder.join(module)).unwrap();
        fs::copy(&source, folder.join(module).join(name)).unwrap();
        let classes = serde_json::to_string(&classes).unwrap();
        toml += &format!("[[module]]\nname = \"{module}\"\nclass-roots = [{classes}]\nsources = [\"{module}\"]\n\n");
        toml += &format!("[[target]]\nmain = \"{class}\"\nmodule = \"{module}\"\n\n");
    }
    fs::write(folder.join("dropwire.toml"), toml).unwrap();
    let said = |format: &str| check(&folder, &["--format", format]).stdout;
    let files = ["one", "two"].map(|module| format!("{module}/{}", name.display()));

    let document: Value = serde_json::from_str(&said("sarif")).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap().iter();
    let places = results.map(|result| &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
    assert_eq!(places.collect::<Vec<_>>(), files.each_ref());

    let text = said("github");
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(errors.len(), 2, "{text}");
    for (error, file) in errors.iter().zip(&files) {
        assert!(error.contains(&format!("file={file},")), "{error}");
    }

    let suites = parse(&said("junit"));
    let failures: Vec<usize> = suites.children[0]
        .children
        .iter()
        .map(|suite| suite.number("failures"))
        .collect();
    assert_eq!(failures, [1, 1]);
}

#[test]
fn an_entry_that_matches_nothing_is_a_warning_on_its_line() {
    let unused = "[[ignore]]\nkind = \"deadlock\"\nwhere = \"shop.*\"\nreason = \"long gone\"\n";
    let Some(folder) = project("unused", &format!("{KNOWN}\n{unused}")) else {
        return;
    };
    let ended = check(&folder, &[]);
    let text = fs::read_to_string(folder.join("dropwire.toml")).unwrap();
    let line = text[..text.rfind("[[ignore]]").unwrap()].lines().count() + 1;
    let warning = format!("dropwire.toml:{line}: warning: nothing matched this [[ignore]], but not everything");
    assert!(ended.stderr.contains(&warning), "no {warning} in {}", ended.stderr);
    assert_eq!(ended.stderr.matches("[[ignore]]").count(), 1, "{}", ended.stderr);
    assert!(ended.stdout.contains("1 finding suppressed"), "{}", ended.stdout);
}

#[test]
fn an_entry_without_a_reason_is_refused() {
    let Some(folder) = project("reasonless", "[[ignore]]\nkind = \"deadlock\"\nwhere = \"Till\"\n") else {
        return;
    };
    let ended = check(&folder, &["Till"]);
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("needs `reason`"), "{}", ended.stderr);
}

#[test]
fn a_baseline_lets_only_new_findings_count() {
    let Some(folder) = project("baseline", "") else { return };
    let ended = check(&folder, &["--write-baseline", "known.json", "Till"]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("known.json holds 1 finding"), "{}", ended.stderr);
    let written = fs::read_to_string(folder.join("known.json")).unwrap();

    let ended = check(&folder, &["--baseline", "known.json", "--format", "json", "Till"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(document["targets"][0]["findings"][0]["suppressed"]["by"], "baseline");
    let ended = check(&folder, &["--baseline", "known.json", "Odd"]);
    assert_eq!(ended.status, Some(1), "a new finding: {ended:?}");

    // The same defect some lines further down.
    let moved = folder.join("Till.java");
    let source = fs::read_to_string(folder.join("src/Till.java")).unwrap();
    fs::write(&moved, format!("\n\n// moved\n{source}")).unwrap();
    let moved = moved.to_str().unwrap();
    let ended = check(
        &folder,
        &["--baseline", "known.json", "--write-baseline", "again.json", moved],
    );
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(fs::read_to_string(folder.join("again.json")).unwrap(), written);

    let ended = check(&folder, &["--baseline", "missing.json", "Till"]);
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("missing.json"), "{}", ended.stderr);
}
