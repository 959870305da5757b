//! Methods for all inputs: each wrong method of `symbolic/Wrong.java` is found with inputs that the real `java` fails with as well, no method of
//! `Right.java` is, and of those of `Limited.java` the verdict says what was left out. Methods of the JDK are explored by those of `JdkMethods.java`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use dropwire_classes::Jdk;
use dropwire_tests::calls;
use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::{Tool, java_libraries};
use dropwire_tests::process;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

fn source(class: &str) -> PathBuf {
    tree::root().join("tests/symbolic").join(class).with_extension("java")
}

/// The classes; `None` without a `javac`.
fn classes() -> Option<&'static Path> {
    static CLASSES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let names = [
            "Wrong",
            "Right",
            "Limited",
            "Carriers",
            "Branches",
            "Reproduce",
            "JdkMethods",
            "Products",
            "Threads",
            "FloatingPoint",
        ];
        let compiled = Tool::find("javac")?.compile(Path::new(CACHE), &["-g"], &names.map(source));
        Some(compiled.unwrap())
    };
    CLASSES.get_or_init(compile).as_deref()
}

/// The methods of a class that say something of themselves: `//@ add: java.lang.AssertionError`.
fn said(class: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(source(class)).unwrap();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("//@ "));
    let said: Vec<(String, String)> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(method, what)| (method.to_owned(), what.to_owned()))
        .collect();
    assert!(!said.is_empty());
    said
}

/// The methods of a class, as its source says.
fn methods_of(class: &str) -> Vec<String> {
    let text = fs::read_to_string(source(class)).unwrap();
    let heads = text
        .lines()
        .filter(|line| line.starts_with("    ") && line.ends_with('{') && !line.starts_with("     "));
    let methods = heads.filter_map(|head| head.split_once('(')?.0.split(' ').next_back());
    methods.map(str::to_owned).collect()
}

fn explore(classes: &Path, target: &str, options: &[&str]) -> Target {
    let options = ["--symbolic"].into_iter().chain(options.iter().copied());
    Check::new(classes, [target]).with(options).run().unwrap()
}

/// What the real `java` throws for these arguments.
fn reproduced(classes: &Path, class: &str, method: &str, arguments: &[String]) -> String {
    let java = Tool::find("java").unwrap();
    let mut command = Command::new(java.path());
    command
        .arg("-ea")
        .arg("-cp")
        .arg(classes)
        .args(["Reproduce", class, method]);
    let ended = process::run(command.args(arguments), Duration::from_secs(60)).unwrap();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    ended.stdout
}

#[test]
fn what_is_wrong_is_found_with_inputs_that_fail_on_the_real_machine() {
    let Some(classes) = classes() else { return };
    let trails = Path::new(CACHE).join("symbolic-trails");
    assert!(said("Wrong").len() >= 20);
    for (method, thrown) in said("Wrong") {
        let target = explore(
            classes,
            &format!("Wrong#{method}"),
            &["--trails", trails.to_str().unwrap()],
        );
        assert_eq!(target.verdict, "violated", "{method}: {:?}", target.reasons);
        assert_eq!(target.coverage, "complete", "{method}: {:?}", target.reasons);
        let [finding] = &target.findings[..] else {
            panic!("{method}: {:?}", target.findings);
        };
        assert_eq!(finding.confidence, "confirmed");
        let kind = if thrown.ends_with("AssertionError") {
            "assertion-failure"
        } else {
            "uncaught-exception"
        };
        assert_eq!(finding.kind, kind, "{method}");
        let arguments = &finding.trail.args;
        let inputs = finding.trail.inputs.iter().map(|input| &input.value);
        assert!(inputs.eq(arguments), "{method}");
        assert_eq!(
            reproduced(classes, "Wrong", &method, arguments),
            thrown,
            "{method}: {arguments:?}"
        );
        dropwire::replay_all(&target, &trails).unwrap();
    }
}

#[test]
fn what_is_right_is_verified_for_all_inputs() {
    let Some(classes) = classes() else { return };
    let methods = methods_of("Right");
    assert!(methods.len() >= 20, "{methods:?}");
    for method in methods {
        let target = explore(classes, &format!("Right#{method}"), &[]);
        assert_eq!(
            target.verdict, "verified",
            "{method}: {:?} {:?}",
            target.reasons, target.findings
        );
        assert!(target.reasons.is_empty(), "{method}");
        assert!(
            target.notes.iter().any(|note| note.contains("for symbolic")),
            "{method}: {:?}",
            target.notes
        );
    }
}

/// The tests of a method that are written pass on the real machine, but for those that show what is wrong with it.
#[test]
fn written_tests_fail_where_the_method_fails_and_nowhere_else() {
    let (Some(classes), Some(jars), Some(javac)) = (classes(), java_libraries(), Tool::find("javac")) else {
        return;
    };
    let folder = Path::new(CACHE).join("symbolic-tests");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let wrong = said("Wrong");
    let mut sources = vec![source("RunTests")];
    let mut names = Vec::new();
    let methods = wrong.iter().map(|(method, _)| ("Wrong", method.clone()));
    for (class, method) in methods.chain(methods_of("Right").into_iter().map(|method| ("Right", method))) {
        let name = format!("{class}{}{}Test", method[..1].to_uppercase(), &method[1..]);
        let file = folder.join(format!("{name}.java"));
        let write = || {
            let target = format!("{class}#{method}");
            let said = ["check", "--symbolic", "-c", classes.to_str().unwrap(), "--write-test"];
            dropwire::call(said.into_iter().chain([file.to_str().unwrap(), &target])).unwrap()
        };
        let ended = write();
        assert!(ended.stderr.contains("wrote the tests"), "{method}: {}", ended.stderr);
        let text = fs::read_to_string(&file).unwrap();
        assert!(write().stderr.contains("exists"), "{method}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        sources.push(file);
        names.push(name);
    }
    for (class, status) in [("Wrong", 1), ("Right", 0), ("FloatingPoint", 1)] {
        let said = [
            "generate-tests",
            "-c",
            classes.to_str().unwrap(),
            "--out",
            folder.to_str().unwrap(),
        ];
        let generate = || dropwire::call(said.into_iter().chain([class])).unwrap();
        let ended = generate();
        assert_eq!(ended.status, Some(status), "{}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains("\nwrote "), "{}", ended.stdout);
        assert_eq!(generate().status, Some(2));
        sources.push(folder.join(format!("{class}GeneratedTest.java")));
        names.push(format!("{class}GeneratedTest"));
    }
    let class_path = std::env::join_paths([classes, &folder, &jars.join("*")]).unwrap();
    let mut compiler = Command::new(javac.path());
    compiler
        .args(["-nowarn", "-d"])
        .arg(&folder)
        .arg("-cp")
        .arg(&class_path)
        .args(&sources);
    let compiled = process::run(&mut compiler, Duration::from_secs(120)).unwrap();
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let mut java = Command::new(Tool::find("java").unwrap().path());
    java.arg("-ea").arg("-cp").arg(&class_path).arg("RunTests").args(&names);
    let ran = process::run(&mut java, Duration::from_secs(120)).unwrap();
    let mut failed = 0;
    for line in ran.stdout.lines() {
        let (name, became) = line.rsplit_once(" => ").unwrap();
        let expected = name.split_once(" fails with ").map_or("passes", |(_, thrown)| thrown);
        assert_eq!(became, expected, "{line}");
        failed += usize::from(became != "passes");
    }
    assert!(failed >= 2 * wrong.len(), "{}", ran.stdout);
    assert!(ran.stdout.lines().count() > failed + names.len(), "{}", ran.stdout);
}

#[test]
fn branches_that_no_inputs_take_are_named() {
    let Some(classes) = classes() else { return };
    let text = fs::read_to_string(source("Branches")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let methods = methods_of("Branches");
    assert_eq!(methods.len(), 5, "{methods:?}");
    for method in methods {
        let target = explore(classes, &format!("Branches#{method}"), &[]);
        let from = lines
            .iter()
            .position(|line| line.contains(&format!(" {method}(")))
            .unwrap();
        let to = from + lines[from..].iter().position(|line| *line == "    }").unwrap();
        let never = (from..to).find(|at| lines[*at].ends_with("// never"));
        let said: Vec<&String> = target
            .notes
            .iter()
            .filter(|note| note.contains("no inputs take"))
            .collect();
        match (never, &said[..]) {
            (None, []) => {}
            (Some(at), [one]) if one.contains(&format!("the branch from line {} ", at + 1)) => {
                assert!(!one.contains(", or"), "{method}: {one}");
            }
            other => panic!("{method}: {other:?}"),
        }
    }
}

#[test]
fn what_no_test_can_call_has_none() {
    let Some(classes) = classes() else { return };
    for (target, why) in [
        ("Branches$Hidden#sign", "its class is private"),
        ("Branches$Single#sign", "the constructor of its class is private"),
    ] {
        let file = Path::new(CACHE).join("NoTest.java");
        let said = ["check", "--symbolic", "-c", classes.to_str().unwrap(), "--write-test"];
        let ended = dropwire::call(said.into_iter().chain([file.to_str().unwrap(), target])).unwrap();
        assert!(ended.stderr.contains(why), "{}", ended.stderr);
        assert!(!file.exists());
    }
}

/// Whatever carries an input: what is behind it is found, or the verdict says that it may be missing.
#[test]
fn no_way_of_a_value_is_lost_without_a_word() {
    let Some(classes) = classes() else { return };
    let text = fs::read_to_string(source("Carriers")).unwrap();
    let heads = text.lines().filter_map(|line| line.strip_prefix("    static void "));
    let methods = heads.filter_map(|head| head.split_once('('));
    let methods: Vec<&str> = methods.map(|(name, _)| name).filter(|name| *name != "fail").collect();
    let found = said("Carriers");
    assert!(methods.len() > found.len(), "{methods:?}");
    for method in methods {
        let limit = ["--set", "symbolic.values=5"];
        let target = explore(classes, &format!("Carriers#{method}"), &limit);
        let must_be_found = found.iter().any(|(name, _)| name == method);
        let verdict = if must_be_found { "violated" } else { "incomplete" };
        assert_eq!(target.verdict, verdict, "{method}: {:?}", target.reasons);
    }
}

#[test]
fn what_was_left_out_is_said() {
    let Some(classes) = classes() else { return };
    for (method, why) in said("Limited") {
        let limits = [
            "--set",
            "symbolic.values=20",
            "--set",
            "symbolic.branches=40",
            "--set",
            "symbolic.conflicts=20",
            "--set",
            "symbolic.solver=built-in",
        ];
        let target = explore(classes, &format!("Limited#{method}"), &limits);
        assert_eq!(target.verdict, "incomplete", "{method}: {:?}", target.findings);
        assert!(
            target.reasons.iter().any(|reason| reason.contains(&why)),
            "{method}: {:?}",
            target.reasons
        );
    }
}

/// `Threads.java` says of each method what it is found to do in some interleaving for some inputs, or that it is verified for all.
#[test]
fn branches_of_all_threads_are_explored() {
    let Some(classes) = classes() else { return };
    let trails = Path::new(CACHE).join("symbolic-threads");
    for (method, what) in said("Threads") {
        let folder = trails.join(&method);
        let store = ["--trails", folder.to_str().unwrap()];
        let target = explore(classes, &format!("Threads#{method}"), &store);
        let kinds: Vec<&str> = target.findings.iter().map(|finding| finding.kind.as_str()).collect();
        if what == "verified" {
            assert_eq!(target.verdict, "verified", "{method}: {kinds:?} {:?}", target.reasons);
        } else {
            assert_eq!(kinds.join(" "), what, "{method}: {:?}", target.reasons);
            assert!(target.reasons.is_empty(), "{method}: {:?}", target.reasons);
            dropwire::replay_all(&target, &folder).unwrap();
        }
    }
}

/// `Products#square` by these settings, with this `PATH`.
fn square(classes: &Path, path: &OsStr, settings: &[&str]) -> Target {
    let mut command = calls::command();
    command
        .args([
            "check",
            "--format",
            "json",
            "--symbolic",
            "--set",
            "symbolic.conflicts=1000",
        ])
        .arg("--classpath")
        .arg(classes)
        .arg("--jdk")
        .arg(Jdk::locate(None).unwrap().home)
        .args(settings.iter().flat_map(|setting| ["--set", *setting]))
        .arg("Products#square");
    let ended = process::run(command.env("PATH", path), Duration::from_secs(120)).unwrap();
    dropwire::read(&ended).unwrap().targets.remove(0)
}

fn says(lines: &[String], what: &str) -> bool {
    lines.iter().any(|line| line.contains(what))
}

#[test]
fn z3_decides_what_the_solver_that_is_built_in_does_not() {
    let Some(classes) = classes() else { return };
    let path = env::var_os("PATH").unwrap();
    let alone = square(classes, &path, &["symbolic.solver=built-in"]);
    assert_eq!(alone.verdict, "incomplete");
    assert!(says(&alone.reasons, "could not decide"), "{:?}", alone.reasons);
    assert!(!says(&alone.notes, "z3"), "{:?}", alone.notes);
    if !env::split_paths(&path).any(|folder| folder.join("z3").is_file()) {
        println!("there is no z3 on the path: it was not asked");
        return;
    }
    for solver in ["symbolic.solver=both", "symbolic.solver=z3"] {
        let target = square(classes, &path, &[solver]);
        assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
        assert!(
            says(&target.notes, "1 path condition solved (1 by z3)"),
            "{:?}",
            target.notes
        );
    }
}

#[test]
fn a_z3_that_is_missing_is_named_where_it_is_asked_for() {
    let Some(classes) = classes() else { return };
    let empty = tempfile::tempdir().unwrap();
    let empty = empty.path().as_os_str();
    let target = square(classes, empty, &["symbolic.solver=z3"]);
    assert_eq!(target.verdict, "failed");
    assert!(says(&target.reasons, "no z3 on the PATH"), "{:?}", target.reasons);
    assert_eq!(square(classes, empty, &[]).verdict, "incomplete");
}

#[cfg(unix)]
#[test]
fn a_z3_that_misbehaves_makes_a_verdict_incomplete() {
    let Some(classes) = classes() else { return };
    for name in ["dies", "hangs", "endless", "nonsense", "wrong-model"] {
        let folder = tree::root().join("server/dropwire/tests/fake-z3").join(name);
        let usual = env::var_os("PATH").unwrap();
        let path = env::join_paths([folder].into_iter().chain(env::split_paths(&usual))).unwrap();
        for solver in ["symbolic.solver=both", "symbolic.solver=z3"] {
            let target = square(classes, &path, &[solver, "symbolic.z3-time=100ms"]);
            assert_eq!(target.verdict, "incomplete", "{name}: {:?}", target.findings);
            assert!(
                says(&target.reasons, "could not decide"),
                "{name}: {:?}",
                target.reasons
            );
        }
    }
}

/// Each as its documentation describes it; where not everything can be explored the method says so, and limits keep that short.
#[test]
fn methods_of_the_jdk_do_what_they_are_documented_to_do() {
    let Some(classes) = classes() else { return };
    for (method, what) in said("JdkMethods") {
        let (expected, rest) = what.split_once(": ").unwrap_or((&what, ""));
        let (expected, is_complete) = match expected.strip_suffix(", incomplete") {
            Some(expected) => (expected, false),
            None => (expected, expected != "incomplete"),
        };
        // What is incomplete is so by numbers, not by time: how much is explored must not depend on the machine.
        let limits = [
            "--set",
            "symbolic.values=5",
            "--set",
            "symbolic.branches=40",
            "--set",
            "symbolic.conflicts=20",
        ];
        // Solvers take long where the machine is busy.
        let options: &[&str] = if is_complete { &["--time-limit", "4m"] } else { &limits };
        let target = explore(classes, &format!("JdkMethods#{method}"), options);
        assert_eq!(target.reasons.is_empty(), is_complete, "{method}: {:?}", target.reasons);
        let says_why = target.reasons.iter().any(|reason| reason.contains(rest));
        assert!(rest.is_empty() || says_why, "{method}: {:?}", target.reasons);
        match (expected, &target.findings[..]) {
            ("verified" | "incomplete", []) => assert_eq!(target.verdict, expected, "{method}"),
            (thrown, [finding]) => {
                let arguments = &finding.trail.args;
                let really = reproduced(classes, "JdkMethods", &method, arguments);
                assert_eq!(really, thrown, "{method}: {arguments:?}");
            }
            (_, findings) => panic!("{method}: {findings:?}"),
        }
    }
}

/// `FloatingPoint.java` says of each method what it throws for some inputs, which the real machine throws as well, or that it is verified.
#[test]
fn floating_point_numbers_are_those_of_java() {
    let Some(classes) = classes() else { return };
    let trails = Path::new(CACHE).join("symbolic-floats");
    let said = said("FloatingPoint");
    assert_eq!(said.len(), methods_of("FloatingPoint").len());
    for (method, what) in said {
        let folder = trails.join(&method);
        let store = ["--trails", folder.to_str().unwrap(), "--time-limit", "4m"];
        let target = explore(classes, &format!("FloatingPoint#{method}"), &store);
        assert!(target.reasons.is_empty(), "{method}: {:?}", target.reasons);
        match (what.as_str(), &target.findings[..]) {
            ("verified", []) => assert_eq!(target.verdict, "verified", "{method}"),
            (thrown, [finding]) => {
                let arguments = &finding.trail.args;
                // It is called with numbers alone.
                if !arguments.iter().any(|argument| argument.contains('{')) {
                    let really = reproduced(classes, "FloatingPoint", &method, arguments);
                    assert_eq!(really, thrown, "{method}: {arguments:?}");
                }
                dropwire::replay_all(&target, &folder).unwrap();
            }
            (_, findings) => panic!("{method}: {findings:?}"),
        }
    }
}

/// The ways of a method with two independent branches are four, and each is followed once.
#[test]
fn each_feasible_path_is_followed_once() {
    let Some(classes) = classes() else { return };
    let paths = |method: &str, paths: u64| {
        let target = explore(classes, &format!("Right#{method}"), &[]);
        let note = format!("explored {paths} paths");
        assert!(
            target.notes.iter().any(|said| said.contains(&note)),
            "{:?}",
            target.notes
        );
    };
    // Three numbers have six orders, of which the sort tells these apart: each order by its own comparisons.
    paths("sorted", 6);
    paths("divide", 2);
    // n < 0, n > 8, and each of 0 to 8.
    paths("sum", 11);
}

#[test]
fn parameters_may_have_values_of_their_own() {
    let Some(classes) = classes() else { return };
    let fixed = |parameters: &str| {
        let symbolic = format!("--symbolic={parameters}");
        Check::new(classes, ["Wrong#add"]).with([symbolic]).run()
    };
    assert_eq!(fixed("x:symbolic,y:0").unwrap().verdict, "verified");
    let found = fixed("x:symbolic,y:1").unwrap();
    assert_eq!(found.findings[0].trail.args, ["2147483647", "1"]);
    let missing = fixed("x:symbolic").unwrap();
    assert_eq!(missing.verdict, "incomplete");
    assert!(missing.reasons[0].contains("parameter y"), "{:?}", missing.reasons);
    let unknown = fixed("x:symbolic,y:1,z:2").unwrap();
    assert_eq!(unknown.verdict, "failed");
    assert!(
        unknown.reasons[0].contains("no parameter z; it has x, y"),
        "{:?}",
        unknown.reasons
    );
}

#[test]
fn a_target_of_the_configuration_is_symbolic() {
    let Some(classes) = classes() else { return };
    let file = Path::new(CACHE).join("symbolic.toml");
    let configuration = "[[target]]\nsymbolic = \"Wrong#divide(int,int)\"\nparameters = \"x:7, y:symbolic\"\n";
    fs::write(&file, configuration).unwrap();
    let arguments = [
        "check",
        "--format",
        "json",
        "--config",
        file.to_str().unwrap(),
        "-c",
        classes.to_str().unwrap(),
    ];
    let document = dropwire::read(&dropwire::call(arguments).unwrap()).unwrap();
    let [target] = &document.targets[..] else {
        panic!("{:?}", document.targets)
    };
    assert_eq!(target.findings[0].trail.args, ["7", "0"]);
}

/// Without a target methods are explored that have the annotation, and no others.
#[test]
fn annotated_methods_are_targets() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = Path::new(CACHE).join("annotated");
    let classes = folder.join("target/classes");
    fs::create_dir_all(&classes).unwrap();
    let mut compiler = Command::new(javac.path());
    compiler.args(["-g", "-d"]).arg(&classes).arg(source("Annotated"));
    let compiled = process::run(&mut compiler, Duration::from_secs(120)).unwrap();
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let mut command = calls::command();
    command.current_dir(&folder).args(["check", "--format", "json"]);
    let ended = process::run(&mut command, Duration::from_secs(120)).unwrap();
    let document = dropwire::read(&ended).unwrap();
    let mut found: Vec<(&str, &str)> = document
        .targets
        .iter()
        .map(|target| (target.target.as_str(), target.verdict.as_str()))
        .collect();
    found.sort_unstable();
    let expected = [
        ("Annotated#below(int)", "verified"),
        ("Annotated#quotient(int,int)", "violated"),
    ];
    assert_eq!(found, expected);
    assert!(
        ended
            .stderr
            .contains("Annotated#sum(java.util.List) has @Symbolic and is left out"),
        "{}",
        ended.stderr
    );
}

/// The arguments of a method are those behind the target; without any it is as it ever was.
#[test]
fn a_method_is_called_with_the_arguments_behind_it() {
    let Some(classes) = classes() else { return };
    let check = |target: &[&str]| Check::new(classes, target.iter().copied()).run().unwrap();
    assert_eq!(check(&["Wrong#divide", "7", "2"]).verdict, "verified");
    assert_eq!(check(&["Wrong#letter", "q"]).findings[0].kind, "uncaught-exception");
    assert_eq!(check(&["Wrong#letter", "\\u0041"]).verdict, "verified");
    assert_eq!(
        check(&["Wrong#absent", "true", "-300"]).findings[0].kind,
        "uncaught-exception"
    );
    for (target, says) in [
        (&["Wrong#divide"][..], "and none are given"),
        (&["Wrong#divide", "7"], "and 1 are given"),
        (&["Wrong#divide", "7", "two"], "`two` is no argument of type int"),
        (&["Wrong#absent", "yes", "1"], "`yes` is no argument of type boolean"),
    ] {
        let failed = check(target);
        assert_eq!(failed.verdict, "failed");
        assert!(failed.reasons[0].contains(says), "{:?}", failed.reasons);
    }
}

#[test]
fn the_text_names_the_inputs() {
    let Some(classes) = classes() else { return };
    let ended = dropwire::call(["check", "--symbolic", "-c", classes.to_str().unwrap(), "Wrong#letter"]).unwrap();
    assert!(ended.stdout.contains("inputs  c = 'q'"), "{}", ended.stdout);
    let refused = [
        "check",
        "--symbolic",
        "--report",
        "values",
        "-c",
        classes.to_str().unwrap(),
        "Wrong#letter",
    ];
    let refused = dropwire::call(refused).unwrap();
    assert!(
        refused.stdout.contains("not supported with symbolic parameters"),
        "{}",
        refused.stdout
    );
}
