//! The command line by its contract: each exit status, each refusal by name, each limit, and the JSON document.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use dropwire_tests::calls;
use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::process::{self, Ended};
use dropwire_tests::programs;
use dropwire_tests::report::Target;
use dropwire_tests::tree;
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The classes of a folder of the tree; `None` without a `javac`.
fn classes_of(folder: &str) -> Option<PathBuf> {
    let sources = programs::sources(&Tool::find("javac")?, folder);
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &sources)
            .unwrap(),
    )
}

/// An empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(CACHE).join("cli").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn check(folder: &str, options: &[&str], target: &[&str]) -> Option<Target> {
    let classes = classes_of(folder)?;
    Some(
        Check::new(&classes, target.iter().copied())
            .with(options.iter().copied())
            .run()
            .unwrap(),
    )
}

fn call(arguments: &[&str]) -> Ended {
    dropwire::call(arguments).unwrap()
}

/// A wrong call: exit status 2, nothing on standard output, and the culprit named on standard error.
#[track_caller]
fn assert_refused(arguments: &[&str], named: &str) {
    let ended = call(arguments);
    assert_eq!(ended.status, Some(2), "{arguments:?}: {ended:?}");
    assert_eq!(ended.stdout, "", "{arguments:?}");
    assert!(
        ended.stderr.contains(named),
        "{arguments:?} does not name `{named}`: {}",
        ended.stderr
    );
}

/// Not verified, and the reason says why. (`Check::run` has seen the exit status: 3.)
#[track_caller]
fn assert_limited(target: &Target, reason: &str) {
    assert_eq!(target.verdict, "incomplete");
    assert_eq!(target.coverage, "limited");
    let said = target.reasons.iter().any(|given| given.to_lowercase().contains(reason));
    assert!(said, "{:?} do not speak of `{reason}`", target.reasons);
}

#[test]
fn the_class_path_is_said_as_to_java() {
    let Some(classes) = classes_of("samples") else { return };
    let classes = classes.display().to_string();
    for form in ["-cp", "-classpath", "--class-path"] {
        let ended = call(&["check", form, &classes, "MoneyTransferFixed"]);
        assert_eq!(ended.status, Some(0), "{form}: {ended:?}");
        let ended = call(&["run", form, &classes, "MoneyTransferFixed", "-cp", "its own"]);
        assert_eq!(ended.status, Some(0), "{form}: {ended:?}");
    }
}

#[test]
fn the_log_is_written_where_it_is_asked_for() {
    let Some(classes) = classes_of("samples") else { return };
    let logged = |wanted: Option<&str>| {
        let mut command = calls::command();
        command.args(["check", "-cp"]).arg(&classes).arg("MoneyTransferBroken");
        if let Some(wanted) = wanted {
            command.env("DROPWIRE_LOG", wanted);
        }
        process::run(&mut command, Duration::from_secs(120)).unwrap()
    };
    let quiet = logged(None);
    assert!(!quiet.stderr.contains("dropwire_check"), "{}", quiet.stderr);
    let all = logged(Some("trace"));
    for said in ["dropwire_check::search", "dropwire_vm::speculation"] {
        assert!(all.stderr.contains(said), "{said}: {}", all.stderr);
    }
    assert_eq!(all.status, Some(1), "{}", all.stdout);
    assert!(!all.stdout.contains("dropwire_check"), "{}", all.stdout);
    let one = logged(Some("dropwire_vm=trace"));
    assert!(!one.stderr.contains("dropwire_check::search"), "{}", one.stderr);
    let wrong = logged(Some("dropwire_vm=loud"));
    assert!(
        wrong.stderr.contains("DROPWIRE_LOG=dropwire_vm=loud"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn a_verified_target_ends_with_0() {
    let Some(target) = check("samples", &[], &["MoneyTransferFixed"]) else {
        return;
    };
    assert_eq!(
        (target.verdict.as_str(), target.coverage.as_str()),
        ("verified", "complete")
    );
    assert!(target.findings.is_empty() && target.reasons.is_empty());
}

#[test]
fn a_finding_ends_with_1() {
    let Some(target) = check("samples", &[], &["Till"]) else {
        return;
    };
    assert_eq!(
        (target.verdict.as_str(), target.coverage.as_str()),
        ("violated", "complete")
    );
    assert_eq!(target.findings.len(), 1);
}

#[test]
fn the_first_finding_ends_the_search() {
    let Some(all) = check("samples", &[], &["DiningPhilosophers"]) else {
        return;
    };
    let Some(first) = check("samples", &["--first"], &["DiningPhilosophers"]) else {
        return;
    };
    assert_eq!(first.findings.len(), 1);
    assert!(first.statistics.states <= all.statistics.states);
}

#[test]
fn exit_zero_is_zero() {
    let Some(classes) = classes_of("samples") else { return };
    let classes = classes.to_str().unwrap();
    let ended = call(&[
        "check",
        "--classpath",
        classes,
        "--format",
        "json",
        "--exit-zero",
        "Till",
    ]);
    assert_eq!(ended.status, Some(0));
    assert_eq!(dropwire::read(&ended).unwrap().targets[0].verdict, "violated");
}

#[test]
fn wrong_calls_end_with_2() {
    assert_refused(&["check", "--colour", "Till"], "--colour");
    assert_refused(&["chekc", "Till"], "chekc");
    assert_refused(&["check", "--format", "xml", "Till"], "xml");
    assert_refused(&["check", "--set", "search.timeout=always", "Till"], "search.timeouts");
    assert_refused(&["check", "--set", "search.timeouts", "Till"], "search.timeouts");
    assert_refused(&["check", "--time-limit", "soon", "Till"], "soon");
    assert_refused(&["check", "Nowhere.java"], "Nowhere.java");
}

#[test]
fn what_comes_later_is_refused_by_name() {
    assert_refused(
        &["check", "--set", "search.spurious-wakeups=2", "Till"],
        "is not one of true, false",
    );
    assert_refused(&["check", "Till.jpf"], ".jpf");
    assert_refused(&["watch", "nowhere"], "nowhere is not a folder");
}

#[test]
fn a_source_that_does_not_compile_ends_with_2() {
    if Tool::find("javac").is_none() {
        return;
    }
    let file = scratch("broken").join("Broken.java");
    fs::write(&file, "public class Broken { int }").unwrap();
    assert_refused(&["check", file.to_str().unwrap()], "Broken.java");
}

#[test]
fn a_source_is_compiled_and_checked() {
    if Tool::find("javac").is_none() {
        return;
    }
    let source = tree::root().join("samples/Till.java");
    let ended = call(&["check", "--format", "json", source.to_str().unwrap()]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let document = dropwire::read(&ended).unwrap();
    assert_eq!(document.targets[0].findings[0].kind, "deadlock");
}

#[test]
fn a_page_holds_the_same_findings_and_nothing_that_it_would_have_to_load() {
    if Tool::find("javac").is_none() {
        return;
    }
    let source = tree::root().join("samples/Till.java");
    let ended = call(&["check", "--format", "html", source.to_str().unwrap()]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    assert!(ended.stdout.starts_with("<!doctype html>"));
    let (_, rest) = ended.stdout.split_once("id=\"trail-data\">").unwrap();
    let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let finding = &data["targets"][0]["findings"][0]["finding"];
    assert_eq!(finding["kind"], "deadlock");
    for loaded in ["src=\"", "href=\"", "@import"] {
        assert!(!ended.stdout.contains(loaded), "{loaded}");
    }
}

#[test]
fn a_step_records_what_it_saw_and_changed() {
    if Tool::find("javac").is_none() {
        return;
    }
    let steps = |sample: &str, kind: &str| -> Vec<Value> {
        let source = tree::root().join("samples").join(sample);
        let ended = call(&["check", "--format", "json", source.to_str().unwrap()]);
        let document: Value = serde_json::from_str(&ended.stdout).unwrap();
        let findings = document["targets"][0]["findings"].as_array().unwrap();
        let finding = findings.iter().find(|finding| finding["kind"] == kind).unwrap();
        finding["trail"]["steps"].as_array().unwrap().clone()
    };
    let till = steps("Till.java", "deadlock");
    let of = |operation: &str| {
        let index = till.iter().position(|step| step["operation"] == operation).unwrap();
        (index as u64 + 1, &till[index]["scene"])
    };
    let ((started, start), (_, lock)) = (of("start audit"), of("lock ledger"));
    let woken: Vec<&Value> = start["threads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| &t["thread"])
        .collect();
    assert!(woken.contains(&&serde_json::json!("main/1")), "{woken:?}");
    assert_eq!(
        lock["after"],
        serde_json::json!([started]),
        "audit runs because it was started"
    );
    assert_eq!(
        lock["locks"],
        serde_json::json!([
            { "name": "drawer", "instance": { "class": "java.lang.Object", "number": 1 }, "owner": "main/0", "wanted": ["main/1"] },
            { "name": "ledger", "instance": { "class": "java.lang.Object", "number": 2 }, "owner": "main/1", "wanted": ["main/0"] },
        ])
    );
    assert_eq!(lock["stack"][0]["method"], "audit");
    assert_eq!(
        lock["variables"][0],
        serde_json::json!({ "name": "this", "value": "Till#1" })
    );

    let counted = steps("LostUpdateAtomic.java", "assertion-failure");
    let values: Vec<&Value> = counted.iter().map(|step| &step["scene"]["values"][0]).collect();
    let name = "LostUpdateAtomic.visitors";
    assert!(
        values.contains(&&serde_json::json!({ "name": name, "value": "0" })),
        "{values:?}"
    );
    assert!(values.contains(&&serde_json::json!({ "name": name, "before": "0", "value": "1" })));
}

#[test]
fn limits_end_with_3_and_are_named() {
    let Some(bench) = classes_of("tests/bench") else { return };
    let limited = |options: &[&str]| {
        Check::new(&bench, ["Dining", "5", "1", "1"])
            .with(options.iter().copied())
            .run()
            .unwrap()
    };
    let target = limited(&["--max-transitions", "20"]);
    assert_limited(&target, "transitions");
    assert!(target.statistics.transitions <= 21, "{}", target.statistics.transitions);
    assert_limited(&limited(&["--max-depth", "5"]), "depth");
    assert_limited(&limited(&["--time-limit", "1ms"]), "time");
    assert_limited(&limited(&["--memory-limit", "1KiB"]), "memory");
}

#[test]
fn a_search_that_is_cut_off_says_what_would_make_it_smaller() {
    let Some(bench) = classes_of("tests/bench") else { return };
    let target = Check::new(&bench, ["Dining", "12", "2", "1"])
        .with(["--max-transitions", "3000"])
        .run()
        .unwrap();
    assert_limited(&target, "transitions");
    let note = |begins: &str| target.notes.iter().find(|note| note.starts_with(begins));
    let most = note("most transitions: ").unwrap_or_else(|| panic!("{:?}", target.notes));
    assert!(most.contains("Dining.java:") && most.contains(" threads)"), "{most}");
    let advice = note("to explore less: ").unwrap_or_else(|| panic!("{:?}", target.notes));
    assert!(
        advice.contains("start fewer threads (12 are started at Dining.java:"),
        "{advice}"
    );
}

#[test]
fn the_limit_on_transitions_is_deterministic() {
    let Some(bench) = classes_of("tests/bench") else { return };
    let run = || {
        Check::new(&bench, ["SyncCounter", "2", "20"])
            .with(["--max-transitions", "500"])
            .run()
            .unwrap()
            .statistics
    };
    let (first, second) = (run(), run());
    assert_eq!((first.states, first.transitions), (second.states, second.transitions));
}

#[test]
fn what_did_not_run_failed() {
    let Some(target) = check("samples", &[], &["NoSuchClass"]) else {
        return;
    };
    assert_eq!(target.verdict, "failed");
    assert!(
        target.reasons.iter().any(|reason| reason.contains("NoSuchClass")),
        "{:?}",
        target.reasons
    );
    let Some(target) = check("samples", &[], &["Till$Nothing"]) else {
        return;
    };
    assert_eq!(target.verdict, "failed");
    let Some(target) = check("samples", &[], &["MoneyTransferFixed$Account"]) else {
        return;
    };
    assert_eq!(target.verdict, "failed");
    assert!(
        target.reasons.iter().any(|reason| reason.contains("main")),
        "{:?}",
        target.reasons
    );
}

#[test]
fn what_is_not_modelled_is_named_with_its_place() {
    let Some(target) = check("tests/programs", &[], &["NativeMethodOfTheUser"]) else {
        return;
    };
    assert_limited(&target, "not modelled");
    let reason = target.reasons.join("; ");
    assert!(
        reason.contains("NativeMethodOfTheUser.depth") && reason.contains("NativeMethodOfTheUser.java:"),
        "{reason}"
    );
}

#[test]
fn a_choice_of_pathfinder_is_made_whatever_stub_stands_for_it() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = scratch("verify");
    let stub = folder.join("gov/nasa/jpf/vm/Verify.java");
    fs::create_dir_all(folder.join("gov/nasa/jpf/vm")).unwrap();
    fs::write(
        &stub,
        "package gov.nasa.jpf.vm;\npublic class Verify {\n    public static native boolean getBoolean();\n    \
         public static int getInt(String key) { return 1; }\n    public static Object getObject(String key) { return null; }\n    \
         public static void ignoreIf(boolean so) { }\n    public static boolean isRunningInJPF() { return false; }\n    \
         public static void println(String text) { System.out.println(text); }\n}\n",
    )
    .unwrap();
    let driver = folder.join("Driver.java");
    fs::write(
        &driver,
        "import gov.nasa.jpf.vm.Verify;\npublic class Driver {\n    public static void main(String[] args) {\n        \
         Verify.println(\"begins\");\n        Verify.ignoreIf(args.length > 1);\n        assert Verify.isRunningInJPF();\n        \
         if (args.length > 0) {\n            assert Verify.getBoolean();\n        }\n    }\n}\n",
    )
    .unwrap();
    let named = folder.join("Named.java");
    fs::write(
        &named,
        "public class Named {\n    public static void main(String[] args) {\n        \
         if (args.length > 0) {\n            gov.nasa.jpf.vm.Verify.getObject(args[0]);\n        }\n        \
         assert gov.nasa.jpf.vm.Verify.getInt(\"speed\") == 3;\n    }\n}\n",
    )
    .unwrap();
    let classes = javac
        .compile_fixtures(Path::new(CACHE), &[driver, stub, named])
        .unwrap();
    let target = Check::new(&classes, ["Driver"]).run().unwrap();
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
    let target = Check::new(&classes, ["Driver", "choose"]).run().unwrap();
    assert_eq!(target.verdict, "violated", "{:?}", target.reasons);
    let target = Check::new(&classes, ["Driver", "choose", "ignore"]).run().unwrap();
    assert_eq!(target.verdict, "incomplete");
    assert!(
        target.reasons[0].contains("the program ignores every run"),
        "{:?}",
        target.reasons
    );
    let target = Check::new(&classes, ["Named"]).run().unwrap();
    assert_limited(&target, "there is no choice named `speed`");
    let speed = [
        "--set",
        "choice.speed.class=IntChoiceFromSet",
        "--set",
        "choice.speed.values=3",
    ];
    let target = Check::new(&classes, ["Named"]).with(speed).run().unwrap();
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
    let target = Check::new(&classes, ["Named", "engine"]).run().unwrap();
    assert_limited(&target, "verify.getobject(ljava/lang/string;)ljava/lang/object;");
}

#[test]
fn a_library_that_is_not_there_may_be_tried() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = scratch("optional");
    let source = folder.join("TriesALogger.java");
    fs::write(
        &source,
        "public class TriesALogger {\n    static class Base { }\n    static class Fancy extends Base { }\n    static int tried;\n    \
         static void set() {\n        try {\n            new Fancy();\n        } catch (NoClassDefFoundError e) {\n            \
         assert e.getMessage().equals(\"TriesALogger$Base\");\n            tried++;\n        }\n        try {\n            \
         Class.forName(\"TriesALogger$Fancy\");\n        } catch (NoClassDefFoundError | ClassNotFoundException e) {\n            \
         tried++;\n        }\n    }\n    public static void main(String[] args) throws Exception {\n        \
         Thread other = new Thread(() -> { });\n        other.start();\n        set();\n        other.join();\n        \
         assert tried == 2;\n    }\n}\n",
    )
    .unwrap();
    let compiled = javac.compile_fixtures(Path::new(CACHE), &[source]).unwrap();
    let classes = folder.join("classes");
    fs::create_dir(&classes).unwrap();
    for class in ["TriesALogger", "TriesALogger$Fancy"] {
        let file = format!("{class}.class");
        fs::copy(compiled.join(&file), classes.join(&file)).unwrap();
    }
    let target = Check::new(&classes, ["TriesALogger"]).run().unwrap();
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
}

/// A project of two configured targets.
fn project(name: &str, first: &str, second: &str) -> Option<PathBuf> {
    let classes = classes_of("samples")?;
    let folder = scratch(name);
    let classes = serde_json::to_string(&classes).unwrap();
    let toml = format!(
        "[[target]]\nmain = \"{first}\"\n\n[[target]]\nmain = \"{second}\"\n\n[[module]]\nname = \"samples\"\nroot = \".\"\nclass-roots = [{classes}]\n"
    );
    fs::write(folder.join("dropwire.toml"), toml).unwrap();
    Some(folder)
}

#[test]
fn the_worst_target_decides() {
    for (name, second, status) in [
        ("worst", "Till", 1),
        ("best", "MoneyTransferFixed", 0),
        ("failed", "NoSuchClass", 3),
    ] {
        let Some(folder) = project(name, "LostUpdateAtomicFixed", second) else {
            return;
        };
        let config = folder.join("dropwire.toml");
        let ended = call(&["check", "--config", config.to_str().unwrap(), "--format", "json"]);
        assert_eq!(ended.status, Some(status), "{second}: {ended:?}");
        let targets = dropwire::read(&ended).unwrap().targets;
        assert_eq!(
            targets.iter().map(|target| target.target.as_str()).collect::<Vec<_>>(),
            ["LostUpdateAtomicFixed", second]
        );
    }
}

#[test]
fn what_a_verdict_takes_for_granted_is_said() {
    let Some(target) = check("tests/programs", &[], &["TimedAwaitIsVerified"]) else {
        return;
    };
    assert_eq!(target.verdict, "verified");
    for assumption in ["jdk-atomic", "timeouts-last-resort"] {
        assert!(
            target.assumptions.iter().any(|given| given == assumption),
            "{:?}",
            target.assumptions
        );
    }
    let set = ["--set", "search.timeouts=always"];
    let Some(target) = check("tests/programs", &set, &["TimedAwaitIsVerified"]) else {
        return;
    };
    assert_eq!(target.verdict, "violated");
    assert!(
        target.findings[0].needs[0].starts_with("time-out"),
        "{:?}",
        target.findings[0].needs
    );
    assert!(
        !target.assumptions.iter().any(|given| given == "timeouts-last-resort"),
        "{:?}",
        target.assumptions
    );
}

#[test]
fn two_checks_say_the_same() {
    let Some(classes) = classes_of("samples") else { return };
    let document = || {
        let ended = call(&[
            "check",
            "--classpath",
            classes.to_str().unwrap(),
            "--format",
            "json",
            "RemoteAgent",
        ]);
        let mut value: Value = serde_json::from_str(&ended.stdout).unwrap();
        for measured in ["seconds", "cpuSeconds", "peakMemoryBytes"] {
            value["targets"][0]["statistics"][measured] = Value::Null;
        }
        value
    };
    assert_eq!(document(), document());
}

#[test]
fn the_terminal_shows_the_lines_and_the_threads() {
    let Some(classes) = classes_of("samples") else { return };
    let samples = tree::root().join("samples");
    let arguments = [
        OsStr::new("check"),
        OsStr::new("--classpath"),
        classes.as_os_str(),
        OsStr::new("--sources"),
        samples.as_os_str(),
    ];
    let ended = dropwire::call(arguments.into_iter().chain([OsStr::new("Till")])).unwrap();
    assert_eq!(ended.status, Some(1));
    for shown in [
        "violated",
        "deadlock",
        "Till.java:11",
        "synchronized (ledger)",
        "sell",
        "audit",
        "dropwire replay",
    ] {
        assert!(ended.stdout.contains(shown), "no `{shown}` in\n{}", ended.stdout);
    }
    assert!(!ended.stdout.contains('\u{1b}'), "colours, and nobody sees them");
}

#[test]
fn run_ends_as_the_program_does() {
    let Some(javac) = Tool::find("javac") else {
        return;
    };
    // Alone: other programs there need newer compilers.
    let program = tree::root().join("tests/conformance/ExitWithStatusThree.java");
    let conformance = javac.compile_fixtures(Path::new(CACHE), &[program]).unwrap();
    let ended = call(&[
        "run",
        "--classpath",
        conformance.to_str().unwrap(),
        "ExitWithStatusThree",
    ]);
    assert_eq!((ended.status, ended.stdout.as_str()), (Some(3), "leaving\n"));
    let Some(programs) = classes_of("tests/programs") else {
        return;
    };
    let ended = call(&[
        "run",
        "--classpath",
        programs.to_str().unwrap(),
        "NativeMethodOfTheUser",
    ]);
    assert_eq!(ended.status, Some(125));
    assert!(ended.stderr.contains("NativeMethodOfTheUser.depth"), "{}", ended.stderr);
}

/// The trail of the sample's deadlock, in a file.
fn trail(name: &str) -> Option<PathBuf> {
    let folder = scratch(name);
    let target = check("samples", &["--trails", folder.to_str().unwrap()], &["Till"])?;
    Some(folder.join(format!("{}.json", target.findings[0].trail.id)))
}

#[test]
fn replay_reproduces_ends_with_1_on_drift_and_with_2_on_rubbish() {
    let Some(file) = trail("replay") else { return };
    let replay = |file: &Path| call(&["replay", file.to_str().unwrap()]);
    let reproduced = replay(&file);
    assert_eq!(reproduced.status, Some(0), "{reproduced:?}");

    let mut stored: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    stored["steps"].as_array_mut().unwrap().truncate(2);
    let cut = file.with_file_name("cut.json");
    fs::write(&cut, stored.to_string()).unwrap();
    assert_eq!(replay(&cut).status, Some(1));

    let rubbish = file.with_file_name("rubbish.json");
    fs::write(&rubbish, "{\"format\": 1").unwrap();
    assert_eq!(replay(&rubbish).status, Some(2));
    assert_eq!(replay(&file.with_file_name("missing.json")).status, Some(2));
}

#[test]
fn an_interrupt_ends_with_130_and_a_partial_result() {
    let Some(classes) = classes_of("tests/bench") else {
        return;
    };
    // Not traced: the signal is for itself.
    let mut child = Command::new(dropwire::binary())
        .args(["check", "--format", "json", "--time-limit", "100s", "--classpath"])
        .arg(&classes)
        .args(["Dining", "12", "1", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_secs(3));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    if !sent.is_ok_and(|status| status.success()) {
        child.kill().unwrap();
        child.wait().unwrap();
        eprintln!("skipped: no kill on the path");
        return;
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let ended = Ended {
        status: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    };
    assert_eq!(ended.status, Some(130), "{ended:?}");
    let target = &dropwire::read(&ended).unwrap().targets[0];
    assert_eq!(
        (target.verdict.as_str(), target.coverage.as_str()),
        ("incomplete", "limited")
    );
    assert!(target.statistics.states > 0);
}

/// A pipe that nobody writes to; `None` where there are none.
fn pipe(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(name);
    let made = Command::new("mkfifo").arg(&path).status();
    made.is_ok_and(|status| status.success()).then_some(path)
}

#[test]
fn what_never_ends_is_not_read_and_is_named() {
    let Some(classes) = classes_of("samples") else { return };
    let classes = classes.to_str().unwrap();
    let folder = scratch("pipes");
    let Some(file) = pipe(&folder, "file") else { return };
    let file = file.to_str().unwrap();
    for option in ["--config", "--baseline"] {
        assert_refused(
            &["check", "--classpath", classes, option, file, "Till"],
            "not a regular file",
        );
    }
    assert_refused(&["replay", file], file);
    let main = pipe(&folder, "Main.class").unwrap();
    let jar = pipe(&folder, "some.jar").unwrap();
    let entries = [
        folder.to_str().unwrap().to_owned(),
        format!("{classes}:{}", jar.display()),
    ];
    for (entries, target, named) in [(&entries[0], "Main", &main), (&entries[1], "Till", &jar)] {
        let ended = call(&["check", "--format", "json", "--classpath", entries, target]);
        assert_eq!(ended.status, Some(3), "{ended:?}");
        assert!(ended.stdout.contains(named.to_str().unwrap()), "{ended:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_text_is_refused_by_name() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let Some(classes) = classes_of("samples") else { return };
    let folder = scratch("no-text").join(OsString::from_vec(b"odd\xff".to_vec()));
    fs::create_dir(&folder).unwrap();
    fs::copy(classes.join("Till.class"), folder.join("Till.class")).unwrap();
    let output = calls::command()
        .args(["check", "--classpath"])
        .arg(&folder)
        .arg("Till")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("not UTF-8"),
        "{output:?}"
    );
}

#[test]
fn files_that_are_too_large_or_no_files_are_refused_by_name() {
    let Some(classes) = classes_of("samples") else { return };
    let classes = classes.to_str().unwrap();
    let folder = scratch("huge");
    let huge = folder.join("dropwire.toml");
    fs::File::create(&huge).unwrap().set_len(2 << 30).unwrap();
    let huge = huge.to_str().unwrap();
    for option in ["--config", "--baseline"] {
        assert_refused(
            &["check", "--classpath", classes, option, huge, "Till"],
            "has more than",
        );
    }
    assert_refused(&["replay", huge], "has more than");
    let Some(pipe) = pipe(&folder, "Pipe.java") else { return };
    let pipe = pipe.to_str().unwrap();
    assert_refused(&["check", pipe], "Pipe.java is not a regular file");
    let ended = call(&["check", "--classpath", classes, "--write-baseline", pipe, "Till"]);
    assert_eq!(ended.status, Some(2), "{ended:?}");
    assert!(ended.stderr.contains("it is a pipe"), "{ended:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_class_file_whose_name_is_no_text_is_a_target_that_fails() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let Some(classes) = classes_of("samples") else { return };
    let folder = scratch("odd-classes");
    let root = folder.join("target/classes");
    fs::create_dir_all(&root).unwrap();
    fs::write(folder.join("pom.xml"), "<project/>").unwrap();
    let odd = root.join(OsString::from_vec(b"odd\xff.class".to_vec()));
    fs::copy(classes.join("Till.class"), odd).unwrap();
    let output = calls::command().arg("check").current_dir(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("not UTF-8"), "{said}");
}
