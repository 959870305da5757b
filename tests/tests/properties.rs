//! Properties over time: each program of `tests/properties` says in lines `//# holds: …` and `//# fails: …` what must hold of it.
//!
//! What stands behind is what a `[[property]]` says, with `;` between lines. Every finding must have been replayed in a fresh process.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// One line of a program.
struct Case {
    class: String,
    number: usize,
    holds: bool,
    property: String,
}

fn programs() -> Vec<PathBuf> {
    tree::files(&tree::root().join("tests/properties"), "java")
}

fn cases(program: &Path) -> Vec<Case> {
    let class = program.file_stem().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(program).unwrap();
    let said = text.lines().filter_map(|line| line.strip_prefix("//# "));
    said.enumerate()
        .map(|(number, line)| {
            let (holds, lines) = line.split_once(": ").expect("holds: or fails:");
            assert!(["holds", "fails"].contains(&holds), "{line}");
            Case {
                class: class.clone(),
                number,
                holds: holds == "holds",
                property: lines.replace("; ", "\n"),
            }
        })
        .collect()
}

/// Checks a class under a configuration.
fn check(classes: &Path, name: &str, class: &str, configuration: &str, options: &[&str]) -> Target {
    let folder = Path::new(CACHE).join("properties").join(name);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dropwire.toml");
    fs::write(&file, configuration).unwrap();
    let check = Check::new(classes, [class]).with(["--config", file.to_str().unwrap()]);
    check.with(options.iter().copied()).run().unwrap()
}

fn row(property: &str) -> String {
    format!("[[property]]\nname = \"p\"\n{property}\n")
}

/// The kinds of what was found of the property; nothing else may be found.
fn kinds(target: &Target) -> Vec<&str> {
    target.findings.iter().map(|finding| &*finding.kind).collect()
}

fn classes() -> Option<PathBuf> {
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &programs())
            .unwrap(),
    )
}

/// Races and loops without an end are what some of these programs are about.
fn others(kind: &&str) -> bool {
    !["invariant-violation", "property-violation"].contains(kind)
}

fn judge(strategy: &[&str]) {
    let Some(classes) = classes() else { return };
    let mut wrong = Vec::new();
    for case in programs().iter().flat_map(|program| cases(program)) {
        let name = format!("{}-{}", case.class, case.number);
        let target = check(&classes, &name, &case.class, &row(&case.property), strategy);
        let found = kinds(&target);
        let fails = found.iter().any(|kind| !others(kind));
        let confirmed = target.findings.iter().all(|finding| finding.confidence == "confirmed");
        let whole = target.coverage == "complete";
        if fails == case.holds || !confirmed || !whole || !fails && target.verdict != "verified" && found.is_empty() {
            wrong.push(format!(
                "{name}: {}\n{} {found:?} {:?}",
                case.property, target.verdict, target.reasons
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_holds_holds_and_what_fails_fails() {
    judge(&[]);
}

#[test]
fn the_same_without_reduction() {
    judge(&["--set", "vm.por=false"]);
}

#[test]
fn the_same_breadth_first() {
    judge(&["--search", "bfs"]);
}

#[test]
fn a_liveness_property_fails_by_a_cycle_and_its_trail_shows_three_rounds() {
    let Some(classes) = classes() else { return };
    let target = check(
        &classes,
        "rounds",
        "Spin",
        &row("response = [\"Spin.asked\", \"Spin.done\"]\nfairness = \"none\""),
        &[],
    );
    let message = &target.findings[0].message;
    assert!(message.contains("forever"), "{message}");
    assert!(!target.assumptions.iter().any(|name| name == "fair-threads"));
    let fair = check(
        &classes,
        "fair",
        "Spin",
        &row("response = [\"Spin.asked\", \"Spin.done\"]"),
        &[],
    );
    assert_eq!(fair.verdict, "verified");
    assert!(fair.assumptions.iter().any(|name| name == "fair-threads"));
}

#[test]
fn what_a_search_does_not_decide_is_named_and_nothing_is_verified() {
    let Some(classes) = classes() else { return };
    let property = row("response = [\"Spin.asked\", \"Spin.done\"]");
    for (strategy, reason) in [
        (
            &["--search", "preemption-bound", "--set", "search.preemptions=0"][..],
            "preemption",
        ),
        (&["--search", "random"], "simulation"),
        (&["--max-transitions", "3"], "transitions"),
    ] {
        let target = check(&classes, "undecided", "Spin", &property, strategy);
        assert_eq!(target.verdict, "incomplete", "{strategy:?}");
        assert!(
            target.reasons.iter().any(|said| said.contains(reason)),
            "{:?}",
            target.reasons
        );
    }
    let past = row("ltl = \"[] (Spin.done -> once Spin.asked)\"");
    let target = check(&classes, "past", "Spin", &past, &[]);
    assert_eq!(target.verdict, "incomplete");
    assert!(
        target.reasons.iter().any(|said| said.contains("not decided: p")),
        "{:?}",
        target.reasons
    );
}

#[test]
fn monitors_follow_single_runs_and_know_the_past() {
    let Some(classes) = classes() else { return };
    for (property, class, fails) in [
        ("ltl = \"[] (Spin.done -> once Spin.asked)\"", "Spin", false),
        ("ltl = \"[] (Spin.asked -> once Spin.done)\"", "Spin", true),
        ("precedence = [\"Peterson.inA\", \"Peterson.inB\"]", "Peterson", true),
        ("existence = \"ObjectsOnTheWay.n == 9\"", "ObjectsOnTheWay", true),
        ("existence = \"ObjectsOnTheWay.n == 8\"", "ObjectsOnTheWay", false),
    ] {
        for strategy in ["random", "simulate", "pct"] {
            let target = check(&classes, "monitor", class, &row(property), &["--search", strategy]);
            let found = kinds(&target).contains(&"property-violation");
            assert_eq!(found, fails, "{property} {strategy}");
            assert_eq!(target.verdict, if fails { "violated" } else { "incomplete" });
        }
    }
}

/// What `dropwire run` says of properties, and its status.
fn run(
    classes: &Path,
    name: &str,
    class: &str,
    properties: &[(&str, &str)],
    options: &[&str],
) -> (Option<i32>, String) {
    let folder = Path::new(CACHE).join("properties").join(name);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dropwire.toml");
    let row = |(name, says): &(&str, &str)| format!("[[property]]\nname = \"{name}\"\n{says}\n");
    fs::write(&file, properties.iter().map(row).collect::<String>()).unwrap();
    let (file, classes) = (file.to_str().unwrap(), classes.to_str().unwrap());
    let call = ["run", "--config", file, "--class-path", classes];
    let ended = dropwire::call(call.iter().chain(options).chain(&[class])).unwrap();
    (ended.status, ended.stderr)
}

#[test]
fn a_plain_run_is_followed_by_monitors() {
    let Some(classes) = classes() else { return };
    let properties = [
        ("small", "always = \"ObjectsOnTheWay.n != 7\""),
        ("private", "never = \"ObjectsOnTheWay.queue.next.size == 5\""),
        ("grows", "existence = \"ObjectsOnTheWay.n == 8\""),
        ("nine", "existence = \"ObjectsOnTheWay.n == 9\""),
        (
            "once",
            "ltl = \"[] (ObjectsOnTheWay.n == 8 -> once ObjectsOnTheWay.n == 7)\"",
        ),
        (
            "since",
            "ltl = \"[] (ObjectsOnTheWay.n == 8 -> ObjectsOnTheWay.n > 0 since ObjectsOnTheWay.wide != 0)\"",
        ),
        (
            "historically",
            "ltl = \"<> (ObjectsOnTheWay.n == 8 && historically ObjectsOnTheWay.wide == 0)\"",
        ),
        ("elsewhere", "always = \"Spin.done\""),
    ];
    let (status, said) = run(&classes, "run", "ObjectsOnTheWay", &properties, &[]);
    assert_eq!(status, Some(1), "{said}");
    for line in [
        "property small: false; ObjectsOnTheWay.n is 7 (ObjectsOnTheWay.java:",
        "property private: false; ObjectsOnTheWay.queue.next.size is 5 (ObjectsOnTheWay.java:",
        "property grows: true\n",
        "property nine: false, because the run ends here; ObjectsOnTheWay.n is 8",
        "property once: true\n",
        "property since: false;",
        "property historically: true\n",
        "property elsewhere: not yet; no class that it names was initialised",
    ] {
        assert!(said.contains(line), "{line} in {said}");
    }
    let places = [
        ("one", "always = \"threads(PlacesInTheCode.audit) <= 1\""),
        (
            "leaves",
            "ltl = \"<> (at(PlacesInTheCode.fails) && <> !at(PlacesInTheCode.fails))\"",
        ),
    ];
    let (status, said) = run(&classes, "run-places", "PlacesInTheCode", &places, &[]);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("property one: true") && said.contains("property leaves: true"),
        "{said}"
    );
}

#[test]
fn of_a_run_that_is_stopped_not_everything_is_known() {
    let Some(classes) = classes() else { return };
    let properties = [
        ("green", "ltl = \"[] <> (TrafficLight.colour == 1)\""),
        ("low", "always = \"TrafficLight.colour <= 1\""),
        ("comes", "existence = \"TrafficLight.colour == 2\""),
    ];
    let limit = ["--time-limit", "500ms"];
    let (status, said) = run(&classes, "run-stopped", "TrafficLight", &properties, &limit);
    assert_eq!(status, Some(125), "{said}");
    for line in [
        "property green: not yet\n",
        "property low: false;",
        "property comes: true\n",
    ] {
        assert!(said.contains(line), "{line} in {said}");
    }
}

#[test]
fn a_search_that_is_cut_off_does_not_decide_progress() {
    let Some(classes) = classes() else { return };
    for (class, options, verdict) in [
        ("Hoarding", &["--progress"][..], "violated"),
        ("Hoarding", &[], "verified"),
        ("Hoarding", &["--progress", "--search", "bfs"], "violated"),
        ("Spin", &["--progress"], "verified"),
        ("Spin", &["--progress", "--search", "random"], "incomplete"),
    ] {
        let target = check(&classes, "progress", class, "", options);
        assert_eq!(target.verdict, verdict, "{class} {options:?}");
        let livelocks = target.findings.iter().filter(|finding| finding.kind == "livelock");
        assert_eq!(
            livelocks.count(),
            usize::from(verdict == "violated"),
            "{class} {options:?}"
        );
        let listed = target.assumptions.iter().any(|name| name == "fair-threads");
        assert_eq!(listed, !options.is_empty(), "{class} {options:?}");
    }
}

#[test]
fn an_atom_that_never_holds_is_noted() {
    let Some(classes) = classes() else { return };
    let property = row("response = [\"Spin.asked && Spin.never\", \"Spin.done\"]");
    let failed = check(&classes, "vacuous-name", "Spin", &property, &[]);
    assert_eq!(failed.verdict, "failed");
    assert!(
        failed.reasons[0].contains("class Spin has no field never"),
        "{:?}",
        failed.reasons
    );
    // Nothing initialises the other class, so there is nothing to be judged.
    let property = row("always = \"ObjectsOnTheWay.n == 99\"");
    let target = check(&classes, "never-begun", "Spin", &property, &[]);
    assert_eq!(target.verdict, "verified");
    assert!(
        target.notes[0].contains("no state satisfies `ObjectsOnTheWay.n == 99`"),
        "{:?}",
        target.notes
    );
    let property = row("response = [\"TrafficLight.colour == 7\", \"TrafficLight.walk\"]");
    let target = check(&classes, "vacuous", "TrafficLight", &property, &[]);
    assert!(
        target
            .notes
            .iter()
            .any(|note| note.contains("no state satisfies `TrafficLight.colour == 7`")),
        "{:?}",
        target.notes
    );
}

#[test]
fn names_that_mean_nothing_are_refused() {
    let Some(classes) = classes() else { return };
    for (property, says) in [
        ("always = \"Spin.x > 0\"", "class Spin has no field x"),
        ("always = \"Spn.x > 0\"", "no prefix of Spn.x is a class"),
        ("always = \"Spin.done > 0\"", "expected two numbers"),
        ("always = \"ObjectsOnTheWay$Queue.size > 0\"", "is not static"),
        ("always = \"ObjectsOnTheWay.queue.size.x == 1\"", "is not an object"),
        ("always = \"java.lang.System.out != null\"", "a class of the JDK"),
        ("always = \"running(Spin.main)\"", "`running(…)` is not known"),
        ("always = \"entered(Spin.mein)\"", "declares no method mein with a body"),
        (
            "always = \"left(java.lang.Object.wait)\"",
            "not one of the program's own",
        ),
        (
            "never = \"locked(LocksHeld.both)\"",
            "does not say whether it is locked",
        ),
        (
            "never = \"locked(LocksHeld.signal)\"",
            "does not say whether it is locked",
        ),
        ("always = \"at(Spin.mein)\"", "declares no method mein with a body"),
        ("always = \"at(java.lang.Object.wait)\"", "not one of the program's own"),
        ("always = \"held(Spin.main) <= 1\"", "`held(…)` is not known"),
        ("always = \"locked(Spin.done)\"", "has no monitor"),
        ("always = \"all(Spin.done)\"", "expect a field of an instance"),
        (
            "always = \"some(ObjectsOnTheWay$Queue.size == InstancesOfAClass$Account.balance)\"",
            "speak of instances of one class",
        ),
        ("always = \"ObjectsOnTheWay.n[0] == 1\"", "is not an array"),
        ("always = \"ObjectsOnTheWay.n\"", "is not boolean"),
    ] {
        let target = check(&classes, "refused", "Spin", &row(property), &[]);
        assert_eq!(target.verdict, "failed", "{property}");
        assert!(target.reasons[0].contains(says), "{property}: {:?}", target.reasons);
    }
}

#[test]
fn of_a_lock_that_does_not_say_whether_it_is_held_nothing_is_known() {
    let Some(classes) = classes() else { return };
    for property in [
        "never = \"locked(LocksHeld.stamped)\"",
        "always = \"locked(LocksHeld.stamped)\"",
        "ltl = \"<> locked(LocksHeld.stamped)\"",
        "ltl = \"<> [] !locked(LocksHeld.stamped)\"",
    ] {
        let target = check(&classes, "unknown-lock", "LocksHeld", &row(property), &[]);
        assert_eq!(target.verdict, "incomplete", "{property}: {:?}", target.reasons);
        assert!(
            target
                .reasons
                .iter()
                .any(|said| said.contains("StampedLock$WriteLockView")),
            "{property}: {:?}",
            target.reasons
        );
        assert!(target.findings.is_empty(), "{property}");
    }
    let properties = [("unknown", "never = \"locked(LocksHeld.stamped)\"")];
    let (_, said) = run(&classes, "run-unknown-lock", "LocksHeld", &properties, &[]);
    assert!(said.contains("property unknown: not yet"), "{said}");
}

#[test]
fn what_is_wrong_in_a_formula_ends_the_call() {
    let folder = Path::new(CACHE).join("properties").join("call");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dropwire.toml");
    fs::write(&file, row("ltl = \"[] (a -> X b)\"")).unwrap();
    let ended = dropwire::call(["check", "--config", file.to_str().unwrap(), "Spin"]).unwrap();
    assert_eq!(ended.status, Some(2));
    assert!(
        ended
            .stderr
            .contains("dropwire.toml:3: property p: `ltl`, at character 10: `X` is no operator"),
        "{}",
        ended.stderr
    );
}
