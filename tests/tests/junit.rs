//! JUnit tests as targets: the classes of `tests/junit`, with the verdict that each case must get.
//!
//! A class says of itself `//@ case: NAME VERDICT [REASON]` (a name that begins with `$` is that of a nested class) and
//! `//@ skipped: NAME`; findings stand on their lines, as in programs, for all cases together.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use dropwire_tests::annotations::Expectations;
use dropwire_tests::calls;
use dropwire_tests::dropwire::{call, read, replay_all};
use dropwire_tests::java::{PLAIN, Tool, java_libraries};
use dropwire_tests::process::Ended;
use dropwire_tests::{process, tree};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

struct Ready {
    /// The tests' classes.
    classes: PathBuf,
    /// The same, and the libraries.
    class_path: String,
}

fn ready() -> Option<&'static Ready> {
    static READY: OnceLock<Option<Ready>> = OnceLock::new();
    let prepare = || {
        let javac = Tool::find("javac")?;
        let jars = java_libraries()?.join("*").display().to_string();
        let sources = tree::files(&tree::root().join("tests/junit"), "java");
        let options: Vec<&str> = PLAIN.iter().copied().chain(["-cp", &jars]).collect();
        let classes = javac.compile(Path::new(CACHE), &options, &sources).unwrap();
        let class_path = std::env::join_paths([classes.as_path(), Path::new(&jars)]).unwrap();
        Some(Ready {
            classes,
            class_path: class_path.into_string().unwrap(),
        })
    };
    READY.get_or_init(prepare).as_ref()
}

fn check(class_path: &str, options: &[&str]) -> Ended {
    let arguments = ["check", "--classpath", class_path, "--format", "json"];
    call(arguments.iter().chain(options).map(OsStr::new)).unwrap()
}

/// Checks a class and compares every case with what the source says.
fn as_annotated(class: &str) {
    let Some(ready) = ready() else { return };
    let source = std::fs::read_to_string(tree::root().join(format!("tests/junit/shop/{class}.java"))).unwrap();
    let helper = std::fs::read_to_string(tree::root().join("tests/junit/shop/Till.java")).unwrap();
    let trails = tempfile::tempdir().unwrap();
    let folder = trails.path().display().to_string();
    let ended = check(&ready.class_path, &["--trails", &folder, &format!("shop.{class}")]);
    let document = read(&ended).unwrap();

    let full = |name: &str| match name.strip_prefix('$') {
        Some(nested) => format!("shop.{class}${nested}"),
        None => format!("shop.{class}#{name}"),
    };
    let headers = |key: &str| {
        let prefix = format!("//@ {key}: ");
        let lines = source.lines().filter_map(|line| line.strip_prefix(prefix.as_str()));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut wanted: BTreeMap<String, (String, String)> = BTreeMap::new();
    for header in headers("case") {
        let mut words = header.splitn(3, ' ');
        let (name, verdict) = (words.next().unwrap(), words.next().unwrap());
        wanted.insert(
            full(name),
            (verdict.to_owned(), words.next().unwrap_or_default().to_owned()),
        );
    }
    let mut complaints = Vec::new();
    for target in &document.targets {
        replay_all(target, trails.path()).unwrap();
        match wanted.remove(&target.target) {
            Some((verdict, reason)) => {
                let says_why = target.reasons.iter().any(|given| given.contains(&reason)) || reason.is_empty();
                if target.verdict != verdict || !says_why {
                    complaints.push(format!(
                        "{}: {}, not {verdict}: {:?}",
                        target.target, target.verdict, target.reasons
                    ));
                }
            }
            None => complaints.push(format!("{} was not to be a case", target.target)),
        }
    }
    complaints.extend(wanted.into_keys().map(|case| format!("{case} is missing")));
    for skipped in headers("skipped") {
        if !ended.stderr.contains(&format!("{} is skipped", full(&skipped))) {
            complaints.push(format!("{skipped} is not said to be skipped: {}", ended.stderr));
        }
    }
    let plain = |text: &str| {
        let lines = text.lines().map(|line| if line.starts_with("//@") { "" } else { line });
        Expectations::parse(&lines.collect::<Vec<_>>().join("\n"))
            .unwrap()
            .annotations
    };
    let own = format!("{class}.java");
    let places: Vec<_> = plain(&source).into_iter().map(|one| (own.as_str(), one)).collect();
    let helping = plain(&helper).into_iter().map(|one| ("Till.java", one));
    let findings: Vec<_> = document.targets.iter().flat_map(|target| &target.findings).collect();
    let meets = |finding: &&&dropwire_tests::report::Finding,
                 (file, wanted): &(&str, dropwire_tests::annotations::Annotation)| {
        finding.kind == wanted.kind
            && finding.lines(file).contains(&wanted.line)
            && wanted.message.as_deref().is_none_or(|text| finding.says(text))
    };
    let all: Vec<_> = places.iter().cloned().chain(helping).collect();
    for finding in findings.iter() {
        if !all.iter().any(|place| meets(&finding, place)) {
            complaints.push(format!("not annotated: {finding:?}"));
        }
    }
    for place in places.iter().filter(|(_, wanted)| !wanted.optional) {
        if !findings.iter().any(|finding| meets(&finding, place)) {
            complaints.push(format!("not reported: {place:?}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn four_around_and_expected() {
    as_annotated("TillTest");
}

#[test]
fn four_inherited() {
    as_annotated("LedgerTest");
}

#[test]
fn four_with_mockitos_runner() {
    as_annotated("MailerTest");
}

#[test]
fn five_nested_and_repeated() {
    as_annotated("CounterTest");
}

#[test]
fn five_with_parameters() {
    as_annotated("SeatsTest");
}

#[test]
fn five_with_executors() {
    as_annotated("StockTest");
}

#[test]
fn five_with_futures_that_are_never_asked() {
    as_annotated("LostTest");
}

#[test]
fn five_with_assumptions() {
    as_annotated("AssumedTest");
}

#[test]
fn five_with_folders() {
    as_annotated("ArchiveTest");
}

#[test]
fn five_with_a_mock_of_two_threads() {
    as_annotated("SharedMockTest");
}

#[test]
fn five_ask_for_their_own_facts() {
    as_annotated("ToldTest");
}

#[test]
fn four_parameterized_by_its_own_runner() {
    as_annotated("TariffTest");
}

#[test]
fn four_with_rules() {
    as_annotated("RuledTest");
}

#[test]
fn four_with_theories() {
    as_annotated("OpinionTest");
}

/// A test that its runner cannot run was not checked; one that it ignores is skipped.
#[test]
fn four_with_runners_that_run_nothing() {
    let Some(ready) = ready() else { return };
    for (class, reason) in [
        ("Whole", "the runner shop.AloneTest$Together cannot run one test alone"),
        ("Silent", "the runner shop.AloneTest$RunsNothing did not run opens"),
        ("Left", "skipped: "),
    ] {
        let ended = check(&ready.class_path, &[&format!("shop.AloneTest${class}")]);
        let document = read(&ended).unwrap();
        let [target] = document.targets.as_slice() else {
            panic!("{class}: {document:?}");
        };
        assert_eq!(target.verdict, "incomplete", "{class}");
        assert!(
            target.reasons.iter().any(|given| given.contains(reason)),
            "{class}: {:?}",
            target.reasons
        );
        assert_eq!(target.coverage == "complete", class == "Left", "{class}");
        assert_eq!(ended.status, Some(3), "{class}");
    }
}

#[test]
fn five_makes_tests_as_it_runs() {
    as_annotated("DynamicTests");
}

/// The classes are built as `server/junit-runtime/README.md` says, by a JDK 17.
#[test]
fn the_committed_runtime_is_that_of_its_sources() {
    let (Some(javac), Some(jars)) = (Tool::find("javac"), java_libraries()) else {
        return;
    };
    let root = tree::root().join("server/junit-runtime");
    let class_path = jars.join("*").display().to_string();
    javac
        .makes(
            Path::new(CACHE),
            &tree::files(&root.join("src"), "java"),
            &root.join("classes"),
            &["-cp", &class_path],
        )
        .unwrap();
}

#[test]
fn five_with_extensions_by_its_own_engine() {
    as_annotated("ExtendedTest");
}

#[test]
fn five_with_what_junit_alone_knows() {
    as_annotated("OddTest");
}

#[test]
fn what_is_not_supported_without_an_engine_is_named() {
    let Some(ready) = ready() else { return };
    let jars = java_libraries().unwrap();
    let api = tree::files(&jars, "jar").into_iter().filter(|jar| {
        let name = jar.file_name().unwrap().to_string_lossy().into_owned();
        !["engine", "launcher"].iter().any(|part| name.contains(part))
    });
    let class_path = std::env::join_paths(std::iter::once(ready.classes.clone()).chain(api)).unwrap();
    let document = read(&check(class_path.to_str().unwrap(), &["shop.OddTest"])).unwrap();
    for (case, reason) in [
        ("#isReported", "a parameter of type org.junit.jupiter.api.TestReporter"),
        ("#onSomeSystems", "org.junit.jupiter.api.condition.EnabledOnOsCondition"),
        ("$Extended#runs", "the extension shop.OddTest.Clock"),
        (
            "$WithFolder#runs",
            "@TempDir `folder` is neither a Path nor a File: java.lang.String",
        ),
        ("#isRepeated", "wants a RepetitionInfo, but no @RepeatedTest is run"),
        ("#isToldOfCases[1]", "the TestInfo of a parameterized test"),
        ("$Ruled#runs", "the rule `folder` (org.junit.rules.TemporaryFolder)"),
    ] {
        let name = format!("shop.OddTest{case}");
        let target = document.targets.iter().find(|target| target.target == name).unwrap();
        assert_eq!(target.verdict, "incomplete", "{case}");
        let named = |given: &String| given.contains(reason) && given.contains("add the jars junit-jupiter-engine");
        assert!(target.reasons.iter().any(named), "{case}: {:?}", target.reasons);
    }
}

#[test]
fn one_case_is_a_target() {
    let Some(ready) = ready() else { return };
    for (target, cases) in [
        ("shop.SeatsTest#pays[2]", vec!["shop.SeatsTest#pays[2]"]),
        ("shop.SeatsTest#sizes(long)", vec!["shop.SeatsTest#sizes(long)[1]"]),
        (
            "shop.CounterTest$WhenFull",
            vec![
                "shop.CounterTest$WhenFull#breaks",
                "shop.CounterTest$WhenFull#isStillRight",
            ],
        ),
    ] {
        let document = read(&check(&ready.class_path, &[target])).unwrap();
        let mut names: Vec<&str> = document.targets.iter().map(|target| target.target.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, cases, "{target}");
    }
}

#[test]
fn what_follows_a_test_is_no_argument_of_it() {
    let Some(ready) = ready() else { return };
    for target in [
        "shop.TillTest",
        "shop.LedgerTest#booksInOppositeOrders",
        "shop.SeatsTest#pays",
        "shop.SeatsTest#pays[2]",
    ] {
        let ended = check(&ready.class_path, &[target, "shop.LedgerTest"]);
        assert_eq!(
            (ended.status, ended.stdout.as_str()),
            (Some(2), ""),
            "{target}: {}",
            ended.stderr
        );
        let said = format!(
            "{target} is a JUnit test, or a class of such, and tests take no arguments, but `shop.LedgerTest` follows it"
        );
        assert!(ended.stderr.contains(&said), "{}", ended.stderr);
    }
    // Likewise where no cases are listed first.
    let ended = call(["run", "--classpath", &ready.class_path, "shop.SeatsTest#pays[2]", "3"].map(OsStr::new)).unwrap();
    assert_eq!(ended.status, Some(125), "{ended:?}");
    assert!(
        ended.stderr.contains("tests take no arguments, but `3` follows it"),
        "{ended:?}"
    );
}

#[test]
fn a_test_that_is_not_there_is_named() {
    let Some(ready) = ready() else { return };
    let ended = check(&ready.class_path, &["shop.TillTest#sells"]);
    let document = read(&ended).unwrap();
    assert_eq!(
        (ended.status, document.targets[0].verdict.as_str()),
        (Some(3), "failed")
    );
    assert!(document.targets[0].reasons[0].contains("has no test `sells`"));
    let ended = check(&ready.class_path, &["shop.TillTest#notYet"]);
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("@Ignore: another day"), "{}", ended.stderr);
}

/// In a program that is planned here there are none. Where JUnit itself runs a test, it ends one that takes too long.
#[test]
fn time_outs_of_tests_that_are_left_out_are_assumed() {
    let Some(ready) = ready() else { return };
    for (class, cases) in [
        (
            "HastyTest",
            vec![("#ends", true), ("#hasNone", false), ("#mayTakeLong", false)],
        ),
        ("HastyTest$Ruled", vec![("#ends", true)]),
        ("HastyTest$RuledTwice", vec![("#ends", false)]),
        (
            "HastyTests",
            vec![
                ("#ends", true),
                ("#endsSoon", true),
                ("#hasNone", false),
                ("$Inherited#ends", true),
                ("$Prepared#ends", true),
            ],
        ),
    ] {
        let document = read(&check(&ready.class_path, &[&format!("shop.{class}")])).unwrap();
        let assumed = |target: &dropwire_tests::report::Target| {
            assert_eq!(target.verdict, "verified", "{target:?}");
            let assumed = target.assumptions.iter().any(|given| given == "test-timeouts-ignored");
            (target.target.clone(), assumed)
        };
        let mut all: Vec<_> = document.targets.iter().map(assumed).collect();
        all.sort();
        let wanted = cases
            .into_iter()
            .map(|(case, assumed)| (format!("shop.{class}{case}"), assumed));
        assert_eq!(all, wanted.collect::<Vec<_>>());
    }
}

/// Everywhere: it is neither verified nor a failure.
#[test]
fn a_test_that_does_not_apply_is_skipped() {
    let Some(ready) = ready() else { return };
    let both = |format: &str| {
        let target = "shop.AssumedTest#onlyOnAnotherSystem";
        call(["check", "--classpath", &ready.class_path, "--format", format, target].map(OsStr::new)).unwrap()
    };
    let document = read(&both("json")).unwrap();
    assert_eq!(document.targets[0].verdict, "incomplete");
    assert_eq!(document.targets[0].coverage, "complete");
    let text = both("text");
    assert!(text.stdout.contains("○ skipped"), "{}", text.stdout);
    assert!(!text.stdout.contains("verified"), "{}", text.stdout);
    // Nothing at all was tested.
    assert_eq!(text.status, Some(3));
    let xml = both("junit");
    assert!(
        xml.stdout.contains("<skipped message=\"skipped: an assumption"),
        "{}",
        xml.stdout
    );
    // Beside a test that was verified it changes nothing.
    let whole = call(["check", "--classpath", &ready.class_path, "shop.AssumedTest"].map(OsStr::new)).unwrap();
    assert_eq!(whole.status, Some(0), "{}", whole.stdout);
    assert!(
        whole
            .stdout
            .contains("3 targets: 2 verified (1 with a single interleaving), 1 skipped"),
        "{}",
        whole.stdout
    );
}

/// Without a target, and by `dropwire.toml`: a project of ten concurrent tests among many that start no thread.
#[test]
fn concurrent_tests_are_found() {
    let Some(ready) = ready() else { return };
    let project = tempfile::tempdir().unwrap();
    let classes = project.path().join("target/test-classes/shop");
    std::fs::create_dir_all(&classes).unwrap();
    for file in tree::files(&ready.classes, "class") {
        std::fs::copy(&file, classes.join(file.file_name().unwrap())).unwrap();
    }
    let run = |arguments: &[&str]| {
        let mut command = calls::command();
        command
            .arg("check")
            .args(["--format", "json"])
            .args(arguments)
            .current_dir(project.path());
        process::run(&mut command, Duration::from_secs(300)).unwrap()
    };
    let ended = run(&["--classpath", &ready.class_path, "--target", "shop.TillTest#*"]);
    let names: Vec<String> = read(&ended)
        .unwrap()
        .targets
        .into_iter()
        .map(|target| target.target)
        .collect();
    let expected = ["losesAHit", "paysOnBothSides", "endsInTime", "leavesAThreadBehind"];
    let mut names: Vec<&str> = names
        .iter()
        .filter_map(|name| name.strip_prefix("shop.TillTest#"))
        .collect();
    names.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(names, expected);

    std::fs::write(
        project.path().join("dropwire.toml"),
        "[[target]]\ntest = \"shop.SeatsTest#pays\"\n",
    )
    .unwrap();
    let ended = run(&["--classpath", &ready.class_path]);
    assert_eq!((ended.status, read(&ended).unwrap().targets.len()), (Some(1), 3));
}
