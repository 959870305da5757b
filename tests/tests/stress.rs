//! `dropwire stress`: what it sees of programs on the real `java`, what it refuses, and that rewritten classes do what they did.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use dropwire_classes::{SchedulingPoints, instrument, synchronized_methods};
use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::{PLAIN, Tool, in_plain_locale, java_libraries};
use dropwire_tests::process::{self, Ended};
use dropwire_tests::tree;
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");
/// For a program on the real machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn program(name: &str) -> PathBuf {
    tree::root().join("tests").join(name)
}

/// Calls it with `--format json`, and holds the document against its schema.
fn stress<A: AsRef<OsStr>>(arguments: &[A]) -> (Value, Option<i32>) {
    let all = ["stress", "--format", "json"].map(OsStr::new).into_iter();
    let ended = dropwire::call(all.chain(arguments.iter().map(AsRef::as_ref))).unwrap();
    let document: Value =
        serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ended.stdout, ended.stderr));
    let schema = fs::read_to_string(tree::root().join("server/dropwire/schema/stress.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let faults: Vec<String> = schema.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}");
    (document, ended.status)
}

/// Programs with a defect: the kind, and the line of the program that is shown.
#[test]
fn defects_show_themselves_on_the_real_machine() {
    if Tool::find("java").is_none() {
        return;
    }
    for (file, kind, line) in [
        ("strategies/LostDeposit.java", "assertion-failure", None),
        ("strategies/FundManagers.java", "assertion-failure", Some(37)),
        ("strategies/CleanLosesASignal.java", "hang", None),
        (
            "programs/assertion/VolatileIncrementLosesUpdate.java",
            "assertion-failure",
            None,
        ),
        ("programs/deadlock/TwoLocksInOppositeOrders.java", "deadlock", None),
        ("programs/deadlock/TwoClassesInitialiseEachOther.java", "hang", None),
        ("programs/wait_notify/NotifyBeforeWait.java", "hang", Some(11)),
        (
            "programs/wait_notify/IfInsteadOfWhileWithTwoConsumers.java",
            "assertion-failure",
            None,
        ),
        (
            "programs/exception/NullBetweenLookAndUse.java",
            "uncaught-exception",
            None,
        ),
    ] {
        let path = program(file);
        let options = [
            "--first",
            "--runs",
            "20000",
            "--probability",
            "0.2",
            "--time-limit",
            "120s",
        ];
        let arguments = options.map(OsStr::new).into_iter().chain([path.as_os_str()]);
        let (seen, status) = stress(&arguments.collect::<Vec<_>>());
        let failures = seen["failures"].as_array().unwrap();
        let fits = |failure: &&Value| {
            let at = |line: u64| {
                let threads = failure["threads"].as_array().unwrap();
                threads.iter().any(|thread| thread["location"]["line"] == line)
            };
            failure["kind"] == kind && line.is_none_or(at)
        };
        assert!(failures.iter().any(|failure| fits(&failure)), "{file}: {seen:#}");
        assert_eq!((status, &seen["endedEarly"]), (Some(1), &Value::from("seen")), "{file}");
    }
}

#[test]
fn right_programs_do_not_fail() {
    if Tool::find("java").is_none() {
        return;
    }
    for file in [
        "SynchronizedCounterKeepsCount",
        "GateLockPreventsTheDeadlock",
        "TwoWaitersTwoNotifies",
    ] {
        let path = program(&format!("programs/clean/{file}.java"));
        let (seen, status) = stress(&["--runs", "200", path.to_str().unwrap()]);
        assert_eq!(
            (status, &seen["failed"], &seen["runs"]),
            (Some(0), &0.into(), &200.into()),
            "{seen:#}"
        );
        assert!(seen["rewritten"]["points"].as_u64() > Some(3), "{seen:#}");
        assert_eq!(seen["processForEachRun"], Value::Null);
    }
}

/// A program that ends the JVM, or looks at what its process shares.
#[test]
fn what_changes_the_process_gets_one_for_each_run() {
    if Tool::find("java").is_none() {
        return;
    }
    let path = program("conformance/ExitWithStatusThree.java");
    let (seen, status) = stress(&["--runs", "2", path.to_str().unwrap()]);
    assert_eq!(status, Some(0));
    assert_eq!(seen["exits"][0]["status"], 3, "{seen:#}");
    assert_eq!(seen["exits"][0]["runs"], 2);
    assert_eq!(seen["processForEachRun"]["method"], "java.lang.System.exit");
    // Hooks run as they do when a JVM ends, and what leaves them is a failure of that run.
    let path = program("programs/exception/HookFailsAtTheEnd.java");
    let (seen, status) = stress(&["--runs", "2", path.to_str().unwrap()]);
    assert_eq!((status, &seen["failed"]), (Some(1), &2.into()), "{seen:#}");
}

#[test]
fn a_run_without_an_end_is_given_up_and_is_no_failure() {
    if Tool::find("java").is_none() {
        return;
    }
    let path = program("programs/deadlock/LoopsForeverAlone.java");
    let (seen, status) = stress(&["--runs", "2", "--run-limit", "200ms", path.to_str().unwrap()]);
    assert_eq!((status, &seen["withoutEnd"]), (Some(3), &2.into()), "{seen:#}");
    assert_eq!(seen["failures"], Value::Array(Vec::new()));
}

/// A finding of `check` is looked for by its kind and its places.
#[test]
fn a_finding_is_shown_on_the_real_machine() {
    let (Some(javac), Some(_)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let name = "TwoLocksInOppositeOrders";
    let source = program(&format!("programs/deadlock/{name}.java"));
    let classes = javac.compile_fixtures(Path::new(CACHE), &[source]).unwrap();
    let trails = tempfile::tempdir().unwrap();
    let folder = trails.path().to_str().unwrap();
    let found = Check::new(&classes, [name]).with(["--trails", folder]).run().unwrap();
    let id = found
        .findings
        .iter()
        .find(|one| one.kind == "deadlock")
        .unwrap()
        .trail
        .id
        .clone();
    let class_path = classes.to_str().unwrap();
    let options = [
        "--trails",
        folder,
        "--finding",
        &id,
        "--runs",
        "20000",
        "--time-limit",
        "120s",
    ];
    let call = [&options[..], &["--classpath", class_path, name]].concat();
    let (seen, status) = stress(&call);
    assert_eq!(status, Some(1), "{seen:#}");
    assert_eq!(seen["finding"]["trail"], Value::from(id.clone()));
    assert_eq!(
        seen["finding"]["seenInRun"], seen["runs"],
        "the runs end there: {seen:#}"
    );
    // The trail does not say what runs.
    let other = [
        "stress",
        "--trails",
        folder,
        "--finding",
        &id,
        "--classpath",
        class_path,
        "Another",
    ];
    let refused = dropwire::call(other).unwrap();
    assert_eq!(refused.status, Some(2), "{}", refused.stderr);
}

#[test]
fn what_cannot_be_run_is_refused_by_name() {
    let (Some(javac), Some(_)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("NoMain.java");
    fs::write(&source, "public class NoMain { int x; }").unwrap();
    let classes = javac.compile_fixtures(Path::new(CACHE), &[source]).unwrap();
    let class_path = classes.to_str().unwrap();
    for (options, words, status) in [
        (&["--probability", "1", "Till"][..], "less than 1", 2),
        (&["--run-limit", "0", "NoMain"], "--run-limit", 2),
        (&["-cp", class_path, "NoMain"], "no main", 2),
        (&["-cp", class_path, "NoMain#m"], "needs JUnit 4", 2),
        (&["-cp", class_path, "NoMain#new"], "is an object under test", 2),
        (&["-cp", class_path, "NoMain#m[2]"], "is one case", 2),
        (&["-cp", class_path, "Missing"], "cannot be run", 3),
        (
            &["-cp", class_path, "--jvm-arg", "--no-such", "Missing"],
            "--no-such",
            3,
        ),
    ] {
        let ended = dropwire::call(["stress"].iter().chain(options)).unwrap();
        assert!(ended.stderr.contains(words), "{options:?}: {}", ended.stderr);
        assert_eq!(ended.status, Some(status), "{options:?}: {}", ended.stderr);
    }
}

/// Tests of JUnit 4 and 5 by the JUnit of the class path: what fails, and that threads which a test leaves behind are no failure.
#[test]
fn tests_are_run_by_junit() {
    let (Some(javac), Some(_), Some(jars)) = (Tool::find("javac"), Tool::find("java"), java_libraries()) else {
        return;
    };
    let jars = jars.join("*").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let body = "
    static int sold;
    @Test public void sells() { sold++; assertEquals(2, sold); }
    @Test public void leaves() { new Thread(() -> { synchronized (this) { try { wait(); } catch (InterruptedException e) { } } }).start(); }
    @Test public void waits() throws InterruptedException { synchronized (this) { wait(); } }
}";
    let four = "import static org.junit.Assert.*; import org.junit.Test; public class Four {";
    let five = "import static org.junit.jupiter.api.Assertions.*; import org.junit.jupiter.api.*; import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*; public class Five {
    @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void takes(int number) { assertEquals(number % 2, 1); }";
    let sources = [("Four", four), ("Five", five)].map(|(name, head)| {
        let source = folder.path().join(format!("{name}.java"));
        fs::write(&source, format!("{head}{body}")).unwrap();
        source
    });
    let options = [PLAIN, &["-cp", &jars]].concat();
    let classes = javac.compile(Path::new(CACHE), &options, &sources).unwrap();
    let class_path = format!("{}:{jars}", classes.display());
    for (target, status, kinds) in [
        ("Four#sells", 1, &["assertion-failure"][..]),
        ("Four#leaves", 0, &[]),
        ("Four#waits", 1, &["hang"]),
        ("Five#sells", 1, &["assertion-failure"]),
        ("Five#leaves", 0, &[]),
        ("Five#takes", 1, &["assertion-failure"]),
        ("Five#waits", 1, &["hang"]),
    ] {
        let (seen, ended) = stress(&["--runs", "2", "-cp", &class_path, target]);
        let found: Vec<&str> = seen["failures"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["kind"].as_str())
            .collect();
        assert_eq!((ended, &found[..]), (Some(status), kinds), "{target}: {seen:#}");
        assert_eq!(
            (&seen["runs"], &seen["target"]),
            (&2.into(), &target.into()),
            "{target}"
        );
    }
    let missing = dropwire::call(["stress", "-cp", &class_path, "Five#nothing"]).unwrap();
    assert!(
        missing.stderr.contains("JUnit found no such test"),
        "{}",
        missing.stderr
    );
    assert_eq!(missing.status, Some(3));
}

/// Rewritten classes print what they printed, and the JVM's verifier accepts them: lambdas, switches, handlers, generics, monitors.
#[test]
fn rewritten_classes_do_what_they_did() {
    let names = [
        "FinallyRunsInOrder",
        "GenericsAndBridges",
        "InitialisationInCycles",
        "InitialisationOrder",
        "Lambdas",
        "LanguageCases",
        "LocalsAndStackShuffles",
        "MonitorsUnwindWithExceptions",
        "NestedClassesCapture",
        "Records",
        "SwitchExpressions",
        "SwitchTables",
        "SwitchesOnLabels",
        "TextBlocks",
        "TryWithResources",
        "UncaughtExceptionInThread",
    ];
    let all = std::env::var_os("DROPWIRE_REWRITE_ALL").is_some();
    let conformance = program("conformance");
    let (support, sources): (Vec<PathBuf>, Vec<PathBuf>) = tree::files(&conformance, "java")
        .into_iter()
        .partition(|source| source.parent().is_some_and(|folder| folder.ends_with("support")));
    let chosen = |source: &PathBuf| all || names.contains(&tree::stem(source).as_str());
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let known = |source: &PathBuf| dropwire_tests::comparison::corpus::needed_release(source) <= javac.feature();
    let sources: Vec<PathBuf> = sources
        .into_iter()
        .filter(|source| chosen(source) && known(source))
        .collect();
    let compiled: Vec<PathBuf> = sources
        .iter()
        .chain(support.iter().filter(|source| known(source)))
        .cloned()
        .collect();
    let classes = javac.compile(Path::new(CACHE), PLAIN, &compiled).unwrap();
    let rewritten = rewrite(&classes);
    let mut faults = Vec::new();
    for source in &sources {
        let name = tree::stem(source);
        let before = run(&java, &[classes.as_path()], &name);
        let after = run(&java, &[rewritten.path(), &tree::stress_runtime()], &name);
        if before.stdout != after.stdout || before.status != after.status || first(&before) != first(&after) {
            faults.push(format!("{name}: {}{}", after.stdout, after.stderr));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Class files of every version that a compiler at hand writes.
#[test]
fn class_files_of_old_releases_are_rewritten() {
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let sources = [
        program("conformance/SwitchTables.java"),
        program("conformance/FinallyRunsInOrder.java"),
    ];
    for release in 8..=javac.feature().min(java.feature()) {
        let release = release.to_string();
        let options = [PLAIN, &["--release", &release, "-Xlint:-options"]].concat();
        for source in &sources {
            let Ok(classes) = javac.compile(Path::new(CACHE), &options, std::slice::from_ref(source)) else {
                continue; // newer language
            };
            let rewritten = rewrite(&classes);
            let name = tree::stem(source);
            let before = run(&java, &[classes.as_path()], &name);
            let after = run(&java, &[rewritten.path(), &tree::stress_runtime()], &name);
            assert_eq!(
                (before.status, before.stdout),
                (after.status, after.stdout),
                "{name} for {release}"
            );
        }
    }
}

/// The first words on standard error: places in code have lines, and these stay.
fn first(ended: &Ended) -> Option<&str> {
    ended.stderr.lines().find(|line| line.starts_with("Exception in"))
}

fn run(java: &Tool, class_path: &[&Path], class: &str) -> Ended {
    let mut command = Command::new(java.path());
    command.args(["-Xverify:all", "-ea", "-cp"]);
    command.arg(std::env::join_paths(class_path).unwrap()).arg(class);
    process::run(in_plain_locale(&mut command), PATIENCE).unwrap()
}

/// All classes of a folder, with points everywhere, in a folder of their own.
fn rewrite(classes: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<(PathBuf, Vec<u8>)> = tree::files(classes, "class")
        .into_iter()
        .map(|file| (file.strip_prefix(classes).unwrap().to_owned(), fs::read(&file).unwrap()))
        .collect();
    let synchronized: BTreeSet<_> = files
        .iter()
        .flat_map(|(_, bytes)| synchronized_methods(bytes).unwrap())
        .collect();
    let points = SchedulingPoints {
        fields: true,
        arrays: true,
        synchronisation: true,
        collections: true,
        synchronized_methods: synchronized,
    };
    let mut inserted = 0;
    for (name, bytes) in files {
        let made = instrument(&bytes, ("dropwire/stress/Points", "point"), &points).unwrap();
        assert_eq!(made.left_alone, [], "{}", name.display());
        inserted += made.points;
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, made.bytes).unwrap();
    }
    assert!(inserted > 0, "{}", classes.display());
    folder
}

/// The classes are built as `server/stress-runtime/README.md` says, by a JDK 17.
#[test]
fn the_committed_runtime_is_that_of_its_sources() {
    let Some(javac) = Tool::find("javac") else { return };
    let root = tree::root().join("server/stress-runtime");
    javac
        .makes(
            Path::new(CACHE),
            &tree::files(&root.join("src"), "java"),
            &tree::stress_runtime(),
            &[],
        )
        .unwrap();
}
