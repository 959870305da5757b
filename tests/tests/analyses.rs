//! The analyses of single runs: what they predict, what they keep quiet about, and what a search makes of it.

use std::path::{Path, PathBuf};

use dropwire_check::{Analysis, Budget, Kind, Options, Session, Statistics, Stop, Strategy};
use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::programs::expectations;
use dropwire_tests::random::driver::boot;
use dropwire_tests::report::{Finding, Target};
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The compiled programs of a folder; `None` without a `javac`.
fn classes(folder: &str) -> Option<PathBuf> {
    let sources = tree::files(&tree::root().join(folder), "java");
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &sources)
            .unwrap(),
    )
}

fn check(folder: &str, class: &str, options: &[&str]) -> Option<Target> {
    let classes = classes(folder)?;
    let target = Check::new(&classes, [class]).with(options.iter().copied()).run();
    Some(target.unwrap())
}

fn simulate(class: &str) -> Option<Target> {
    check("tests/analyses", class, &["--search", "simulate"])
}

/// What the analyses said, whether a run showed it or not.
fn foreseen(target: &Target) -> Vec<&Finding> {
    target.findings.iter().filter(|f| f.analysis != "search").collect()
}

/// Every annotation is foreseen, and nothing else is.
#[track_caller]
fn foresees_what_is_annotated(class: &str) -> Option<Target> {
    let target = simulate(class)?;
    let source = tree::root().join(format!("tests/analyses/{class}.java"));
    let expected = expectations(&source).unwrap();
    let file = format!("{class}.java");
    let meets = |finding: &Finding, line: u32| finding.lines(&file).contains(&line);
    for annotation in &expected.annotations {
        let of_kind = |f: &&Finding| f.kind == annotation.kind && meets(f, annotation.line);
        assert!(
            foreseen(&target).into_iter().any(|f| of_kind(&f)),
            "{class}:{} is not foreseen: {:?}",
            annotation.line,
            target.findings
        );
    }
    for finding in foreseen(&target) {
        let annotated = |a: &dropwire_tests::annotations::Annotation| a.kind == finding.kind && meets(finding, a.line);
        assert!(
            expected.annotations.iter().any(annotated),
            "{class}: {}",
            finding.message
        );
    }
    assert_ne!(target.verdict, "verified", "nothing was searched");
    Some(target)
}

#[test]
fn the_figures_are_one_warning() {
    if let Some(target) = foresees_what_is_annotated("FiguresFiveAndSix") {
        let all = foreseen(&target);
        assert_eq!(all.len(), 1, "{:?}", target.findings);
        assert_eq!(all[0].analysis, "lock-tree");
    }
}

#[test]
fn three_philosophers_are_one_cycle_and_none_with_a_gate() {
    if let Some(target) = foresees_what_is_annotated("ThreePhilosophers") {
        assert_eq!(foreseen(&target).len(), 1, "{:?}", target.findings);
    }
    foresees_what_is_annotated("ThreePhilosophersAndAWaiter");
}

#[test]
fn start_and_join_rule_out_what_they_order() {
    foresees_what_is_annotated("StartAndJoinOrderTheLocks");
}

#[test]
fn a_search_takes_false_warnings_back() {
    for (class, analysis) in [
        ("OppositeOrdersOneAfterTheOther", "lock-tree"),
        ("HandedOverByAFlag", "eraser"),
    ] {
        let Some(target) = foresees_what_is_annotated(class) else {
            return;
        };
        assert_eq!(target.verdict, "incomplete");
        let said = foreseen(&target);
        assert!(
            said.iter()
                .all(|f| f.analysis == analysis && f.confidence == "potential")
        );
        assert!(
            said[0].message.contains("not reached in 10 random runs"),
            "{}",
            said[0].message
        );
        assert!(
            target.reasons.iter().any(|r| r.contains("potential")),
            "{:?}",
            target.reasons
        );
        let searched = check("tests/analyses", class, &[]).expect("javac was there");
        assert_eq!((searched.verdict.as_str(), searched.findings.len()), ("verified", 0));
    }
}

#[test]
fn a_hand_over_makes_a_new_owner_where_that_is_asked_for() {
    let options = ["--search", "simulate", "--set", "search.eraser=ownership"];
    if let Some(target) = check("tests/analyses", "HandedOverByAFlag", &options) {
        assert!(foreseen(&target).is_empty(), "{:?}", target.findings);
    }
}

#[test]
fn locks_of_the_library_are_locks() {
    foresees_what_is_annotated("LocksOfTheLibraryProtect");
    foresees_what_is_annotated("WritesUnderAReadLock");
}

#[test]
fn every_edge_orders_and_nothing_else_does() {
    if let Some(target) = simulate("EveryEdgeOfTheMemoryModel") {
        let unordered = foreseen(&target).into_iter().find(|f| f.analysis == "happens-before");
        assert!(unordered.is_none(), "{unordered:?}");
    }
    foresees_what_is_annotated("ParkAndSleepOrderNothing");
}

#[test]
fn one_seed_is_one_answer() {
    let options = ["--search", "simulate", "--runs", "3", "--seed", "5"];
    let fingerprints = |target: Target| {
        let told = |f: &Finding| (f.fingerprint.clone(), f.confidence.clone(), f.analysis.clone());
        target.findings.iter().map(told).collect::<Vec<_>>()
    };
    let once = check("tests/analyses", "ParkAndSleepOrderNothing", &options).map(fingerprints);
    let again = check("tests/analyses", "ParkAndSleepOrderNothing", &options).map(fingerprints);
    assert_eq!(once, again);
}

/// Races and lock cycles that ten analysed runs do not foresee, each with the reason.
const MISSES: &[(&str, &str)] = &[(
    "DaemonsLockEachOtherOut",
    "the daemons die with main before both have taken their locks",
)];

#[test]
fn what_the_programs_confess_is_foreseen() {
    let Some(mut session) = session("tests/programs") else {
        return;
    };
    let mut missed = Vec::new();
    for folder in ["race", "deadlock"] {
        for source in tree::files(&tree::root().join("tests/programs").join(folder), "java") {
            let (class, expected) = (tree::stem(&source), expectations(&source).unwrap());
            if !expected.set.is_empty() {
                continue;
            }
            let findings = within(&mut session, &class, Strategy::Simulate);
            for annotation in expected.annotations.iter().filter(|a| !a.optional) {
                let here: Vec<_> = findings
                    .iter()
                    .filter(|f| f.kind.name() == annotation.kind && lines(f).contains(&annotation.line))
                    .collect();
                let wanted = annotation.kind == "data-race" || here.iter().any(|f| is_cycle_of_locks(f));
                if wanted && here.iter().all(|f| f.analysis == Analysis::Search) {
                    missed.push(class.clone());
                }
            }
        }
    }
    missed.dedup();
    let known: Vec<&str> = MISSES.iter().map(|(class, _)| *class).collect();
    assert_eq!(missed, known);
}

fn is_cycle_of_locks(finding: &dropwire_check::Finding) -> bool {
    let of_lock = |message: &str| {
        let wanted = message.split_once(" wants ").map(|(_, wanted)| wanted);
        wanted.is_some_and(|w| !w.starts_with("thread ") && !w.starts_with("initialisation of "))
    };
    finding.kind == Kind::Deadlock && finding.related.iter().all(|r| of_lock(&r.message))
}

fn lines(finding: &dropwire_check::Finding) -> Vec<u32> {
    let places = finding.related.iter().map(|r| &r.location).chain([&finding.location]);
    places.filter_map(|l| l.line).collect()
}

/// One machine for all programs of a folder; `None` without a `javac`.
fn session(folder: &str) -> Option<Session> {
    Some(boot(&classes(folder)?).unwrap())
}

fn within(session: &mut Session, class: &str, strategy: Strategy) -> Vec<dropwire_check::Finding> {
    let target = dropwire_check::Target {
        class: class.to_owned(),
        args: Vec::new(),
    };
    let options = Options {
        strategy,
        ..Options::default()
    };
    session.check(&target, &options, &mut NoLimit).report.findings
}

struct NoLimit;

impl Budget for NoLimit {
    fn exhausted(&mut self) -> Option<Stop> {
        None
    }

    fn progress(&mut self, _: &Statistics) {}
}

/// No edge is forgotten: in what has no race, no run leaves two accesses in conflict unordered.
#[test]
fn what_has_no_race_is_ordered_in_every_run() {
    let Some(mut session) = session("tests/programs") else {
        return;
    };
    for folder in ["clean", "concurrent"] {
        for source in tree::files(&tree::root().join("tests/programs").join(folder), "java") {
            let (class, expected) = (tree::stem(&source), expectations(&source).unwrap());
            let races = expected.annotations.iter().any(|a| a.kind == "data-race");
            if races || !expected.set.is_empty() {
                continue;
            }
            let findings = within(&mut session, &class, Strategy::Simulate);
            let unordered = findings.iter().find(|f| f.analysis == Analysis::HappensBefore);
            assert!(unordered.is_none(), "{class}: {unordered:?}");
        }
    }
}

/// What stands in the explanation of a finding of a program: its kind, what came between, and between what.
const EXPLAINED: &[(&str, &str, [&str; 3])] = &[
    (
        "CheckThenActOnAtomicInteger",
        "assertion-failure",
        [
            "TICKETS.decrementAndGet()",
            "TICKETS.get()",
            "TICKETS.decrementAndGet()",
        ],
    ),
    (
        "EnumeratedThreadHasEnded",
        "assertion-failure",
        ["ends", "group.enumerate()", "isAlive()"],
    ),
    (
        "LockReleasedBetweenReadAndWrite",
        "assertion-failure",
        ["LOCK.lock()", "LOCK.lock()", "LOCK.lock()"],
    ),
    (
        "PushWithoutCompareAndSet",
        "assertion-failure",
        ["TOP.set()", "TOP.get()", "TOP.set()"],
    ),
    (
        "ResultOfCompareAndSetIgnored",
        "assertion-failure",
        ["COUNT.compareAndSet()", "COUNT.get()", "COUNT.compareAndSet()"],
    ),
    (
        "SynchronizedGetAndSetAreTwoSteps",
        "assertion-failure",
        ["lock box", "lock box", "lock box"],
    ),
    (
        "VolatileIncrementLosesUpdate",
        "assertion-failure",
        ["volatile write", "volatile read", "volatile write"],
    ),
    (
        "NullBetweenLookAndUse",
        "uncaught-exception",
        ["volatile write", "volatile read", "volatile read"],
    ),
    (
        "CircleOfThreeLocks",
        "deadlock",
        ["lock first", "lock first", "lock second"],
    ),
    (
        "ClassInitialiserWantsALock",
        "deadlock",
        ["initialise", "lock ClassInitialiserWantsALock.LOCK", "initialise"],
    ),
    (
        "DaemonsLockEachOtherOut",
        "deadlock",
        ["lock first", "lock first", "lock second"],
    ),
    (
        "InterruptDoesNotFreeMonitors",
        "deadlock",
        ["lock first", "lock first", "lock second"],
    ),
    (
        "LiteralsAreTheSameLock",
        "deadlock",
        ["lock a String", "lock a String", "lock a String"],
    ),
    (
        "LockOrderBehindReentrantLock",
        "deadlock",
        ["second.lock()", "first.lock()", "second.lock()"],
    ),
    (
        "MonitorAgainstReentrantLock",
        "deadlock",
        ["lock MonitorAgainstReentrantLock.MONITOR", "LOCK.lock()", "MONITOR"],
    ),
    (
        "OnlyInTheSecondRound",
        "deadlock",
        ["lock first", "lock first", "lock second"],
    ),
    (
        "StaticSynchronizedAgainstInstance",
        "deadlock",
        [
            "lock a Static",
            "lock StaticSynchronizedAgainstInstance.class",
            "lock one",
        ],
    ),
    (
        "SubclassAndSuperclassInitialiseEachOther",
        "deadlock",
        ["$Parent", "$Child", "$Parent"],
    ),
    (
        "SynchronizedMethodsCallEachOther",
        "deadlock",
        ["lock bob", "lock ann", "lock to"],
    ),
    (
        "TwoClassesInitialiseEachOther",
        "deadlock",
        ["$Chicken", "$Egg", "$Chicken"],
    ),
    (
        "TwoDeadlockedWhileOneSpins",
        "deadlock",
        ["lock first", "lock first", "lock second"],
    ),
    (
        "TwoDeadlockedWhileTwoSpin",
        "deadlock",
        ["lock first", "lock first", "lock second"],
    ),
    (
        "TwoLocksInOppositeOrders",
        "deadlock",
        ["lock TwoLocksInOppositeOrders.RED", ".BLUE", ".RED"],
    ),
    (
        "SignalBetweenLookAndWait",
        "deadlock",
        ["lock lock", "volatile read SignalBetweenLookAndWait.ready", "lock lock"],
    ),
];

#[test]
fn explanations_name_what_came_between_what() {
    let Some(mut session) = session("tests/programs") else {
        return;
    };
    for (class, kind, parts) in EXPLAINED {
        let findings = within(&mut session, class, Strategy::Guided);
        let whys: Vec<&str> = findings
            .iter()
            .filter(|f| f.kind.name() == *kind)
            .filter_map(|f| f.why.as_deref())
            .collect();
        let tells = |why: &&&str| {
            let mut rest: &str = why;
            let in_order = parts.iter().all(|part| {
                let at = rest.find(part);
                rest = at.map_or("", |at| &rest[at + part.len()..]);
                at.is_some()
            });
            in_order && why.contains(" comes between ") && why.ends_with("the run would pass")
        };
        assert!(whys.iter().any(|why| tells(&why)), "{class}: {whys:?}");
    }
}

/// Defects in a crowd of five harmless threads: `bench/Crowd.java`.
const CROWDED: [&str; 11] = [
    "inversion",
    "cycle",
    "late-inversion",
    "library",
    "mixed",
    "two-locks",
    "one-without",
    "element",
    "field",
    "publish",
    "join",
];

#[test]
fn in_a_crowd_the_guided_search_comes_first() {
    let Some(mut session) = session("tests/bench") else {
        return;
    };
    for defect in CROWDED {
        let target = dropwire_check::Target {
            class: "Crowd".into(),
            args: vec![defect.into(), "5".into()],
        };
        let mut first = |strategy| {
            let options = Options {
                strategy,
                first: true,
                short_trails: false,
                ..Options::default()
            };
            let report = session.check(&target, &options, &mut NoLimit).report;
            let kinds: Vec<Kind> = report.findings.iter().map(|f| f.kind).collect();
            (kinds, report.statistics.transitions)
        };
        let (all, guided) = (first(Strategy::DepthFirst), first(Strategy::Guided));
        assert_eq!(all.0, guided.0, "{defect}");
        assert!(
            guided.1 < all.1,
            "{defect}: {} steps, not fewer than {}",
            guided.1,
            all.1
        );
    }
}
