//! The analyses of single runs: what they predict, what they keep quiet about, and what a search makes of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dropwire_check::facts::defect::Facts;
use dropwire_check::facts::wait::Wait;
use dropwire_check::{
    Analysis, Budget, Cause, Confidence, EnabledChoice, Kind, Note, Operation, Options, SearchMode, Session,
    Statistics, Step, Stop, Timeouts, Trail,
};
use dropwire_tests::annotations::Expectations;
use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::programs::{self, expectations};
use dropwire_tests::random::driver::{NoLimit, boot};
use dropwire_tests::report::{Finding, Target};
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The compiled programs of a folder; `None` without a `javac`.
fn classes(folder: &str) -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    Some(
        javac
            .compile_fixtures(Path::new(CACHE), &programs::sources(&javac, folder))
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
fn the_seed_warns_wherever_a_set_is_empty() {
    let options = ["--search", "simulate", "--set", "search.eraser=seed"];
    let Some(target) = check("tests/analyses", "OnlyTheSeedWarns", &options) else {
        return;
    };
    for field in ["handed", "pairwise"] {
        let warns = |finding: &Finding| finding.message.contains(field);
        assert!(
            foreseen(&target).into_iter().any(warns),
            "{field}: {:?}",
            target.findings
        );
    }
    if let Some(target) = check("tests/analyses", "OnlyTheSeedWarns", &["--search", "simulate"]) {
        assert!(foreseen(&target).is_empty(), "{:?}", target.findings);
    }
    let searched = check("tests/analyses", "OnlyTheSeedWarns", &options[2..]).expect("javac was there");
    assert_eq!((searched.verdict.as_str(), searched.findings.len()), ("verified", 0));
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
fn a_lock_that_is_not_known_is_named() {
    if let Some(target) = check("tests/analyses", "LockThatCannotBeTold", &[]) {
        assert_eq!((target.verdict.as_str(), target.findings.len()), ("verified", 0));
        let named = |note: &String| note.contains("`lock()`") && note.contains("LockThatCannotBeTold.count");
        assert!(target.notes.iter().any(named), "{:?}", target.notes);
    }
}

#[test]
fn one_seed_is_one_answer() {
    let options = ["--search", "simulate", "--runs", "3", "--seed", "5"];
    let fingerprints = |target: Target| {
        let reported = |f: &Finding| (f.fingerprint.clone(), f.confidence.clone(), f.analysis.clone());
        target.findings.iter().map(reported).collect::<Vec<_>>()
    };
    let once = check("tests/analyses", "ParkAndSleepOrderNothing", &options).map(fingerprints);
    let again = check("tests/analyses", "ParkAndSleepOrderNothing", &options).map(fingerprints);
    assert_eq!(once, again);
}

const NO_CODE_OF_THE_USER: &str = "whoever writes the result has no code of the user's on its stack, and the analyses leave out what no such code calls";

/// Races and lock cycles that ten analysed runs do not foresee, each with the reason.
const MISSES: &[(&str, &str)] = &[
    ("ResultOfATaskThatIsNotDone", NO_CODE_OF_THE_USER),
    ("ResultOfAnAdaptedTask", NO_CODE_OF_THE_USER),
    ("TaskRunsAlthoughItIsComplete", NO_CODE_OF_THE_USER),
    (
        "CommonPoolDiesWithMain",
        "the daemons of the pool die with main before they write",
    ),
    (
        "DaemonsLockEachOtherOut",
        "the daemons die with main before both have taken their locks",
    ),
    (
        "GroupIsLockedMeanwhile",
        "the group's monitor is taken inside the constructor of a thread, which the analyses do not look into",
    ),
    (
        "PrintsWhileTheStreamIsHeld",
        "the stream's monitor is taken inside a print, which is one step that reports no lock",
    ),
    (
        "FieldThatAVectorDeclares",
        "the analyses leave out what a class that several threads may use does to its own fields, here the write in `add`",
    ),
    ("ListBehindAProxyOfAHandle", NO_CODE_OF_THE_USER),
    (
        "RaceAmongGarbage",
        "the analysed run has used up its patience, or was collected, before both threads come to the field",
    ),
];

/// What the search confirms of races and of cycles of locks, ten random runs have warned of, by the same fingerprint.
#[test]
fn what_the_search_confirms_is_foreseen() {
    let (mut missed, mut all) = (Vec::new(), 0);
    for folder in ["tests/programs", "samples"] {
        let Some(mut session) = session(folder) else { return };
        for (class, expected) in annotated(folder) {
            let reported = expected
                .annotations
                .iter()
                .any(|a| ["data-race", "deadlock"].contains(&&*a.kind));
            let Some(options) = reported.then(|| options_of(&expected)).flatten() else {
                continue;
            };
            let confirmed = findings(&mut session, &class, &options);
            let simulated = Options {
                strategy: SearchMode::Simulate,
                ..options
            };
            let foreseen = findings(&mut session, &class, &simulated);
            for finding in &confirmed {
                let wanted = finding.kind == Kind::DataRace || is_cycle_of_locks(finding);
                let same = |f: &&dropwire_check::Finding| f.fingerprint == finding.fingerprint;
                if wanted && finding.confidence == Confidence::Confirmed {
                    all += 1;
                    if foreseen
                        .iter()
                        .find(same)
                        .is_none_or(|f| f.analysis == Analysis::Search)
                    {
                        missed.push(class.clone());
                    }
                }
            }
        }
    }
    missed.dedup();
    let known: Vec<&str> = MISSES.iter().map(|(class, _)| *class).collect();
    assert_eq!(missed, known, "of {all}");
    assert!(all >= 70, "only {all} races and cycles were looked at");
}

/// Real defects that one random run only warns of: its reordering shows them at once.
const REORDERED: &[&str] = &[
    "CircleOfThreeLocks",
    "OnlyInTheSecondRound",
    "StaticSynchronizedAgainstInstance",
    "SynchronizedMethodsCallEachOther",
    "TwoLocksInOppositeOrders",
    "CopiesAListThatGrows",
    "LazyInstanceWithoutLock",
    "LockReleasedBeforeTheWrite",
    "ReadWithoutTheLock",
    "TwoFieldsTwoRaces",
];

#[test]
fn a_prediction_of_one_run_is_shown_at_once() {
    let Some(mut session) = session("tests/programs") else {
        return;
    };
    let options = Options {
        strategy: SearchMode::Simulate,
        runs: 1,
        ..Options::default()
    };
    let potential = |class: &&&str| {
        let found = findings(&mut session, class, &options);
        found.is_empty() || found.iter().any(|f| f.confidence != Confidence::Confirmed)
    };
    let open: Vec<_> = REORDERED.iter().filter(potential).collect();
    assert!(open.is_empty(), "{open:?}");
}

/// The programs of a folder with what they say of themselves; those with arguments are none of them.
fn annotated(folder: &str) -> Vec<(String, Expectations)> {
    let sources = tree::files(&tree::root().join(folder), "java");
    let of = |source: &PathBuf| (tree::stem(source), expectations(source).unwrap());
    let all = sources.iter().map(of);
    all.filter(|(_, expected)| !expected.annotations.is_empty() && expected.args.is_empty())
        .collect()
}

/// The options that a program asks for; `None` where this harness does not know one of them.
fn options_of(expected: &Expectations) -> Option<Options> {
    let mut options = Options::default();
    for setting in &expected.set {
        match setting.as_str() {
            "search.timeouts=always" => options.timeouts = Timeouts::Always,
            "search.spurious-wakeups=0" => options.spurious_wakeups = false,
            _ => return None,
        }
    }
    Some(options)
}

fn findings(session: &mut Session, class: &str, options: &Options) -> Vec<dropwire_check::Finding> {
    let target = dropwire_check::Target {
        class: class.to_owned(),
        args: Vec::new(),
    };
    session.check(&target, options, &mut NoLimit).report.findings
}

fn is_cycle_of_locks(finding: &dropwire_check::Finding) -> bool {
    match &finding.facts {
        Some(Facts::DeadlockCycle { cycle }) => cycle.iter().all(|side| matches!(side.wait, Wait::Lock { .. })),
        Some(_) | None => false,
    }
}

/// One machine for all programs of a folder; `None` without a `javac`.
fn session(folder: &str) -> Option<Session> {
    Some(boot(&classes(folder)?).unwrap())
}

fn within(session: &mut Session, class: &str, strategy: SearchMode) -> Vec<dropwire_check::Finding> {
    let options = Options {
        strategy,
        ..Options::default()
    };
    findings(session, class, &options)
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
            let findings = within(&mut session, &class, SearchMode::Simulate);
            let unordered = findings.iter().find(|f| f.analysis == Analysis::HappensBefore);
            assert!(unordered.is_none(), "{class}: {unordered:?}");
        }
    }
}

/// What is in the explanation of a finding of a program: its kind, what came between, and between what.
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
        ["ends", "ThreadGroup.enumerate()", "isAlive()"],
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
        ["lock String#2", "lock String#1", "lock String#2"],
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
    let mut wrong = Vec::new();
    for (class, kind, parts) in EXPLAINED {
        let findings = within(&mut session, class, SearchMode::Guided);
        let whys: Vec<String> = findings
            .iter()
            .filter(|f| f.kind.name() == *kind)
            .filter_map(|f| f.why.as_ref().map(dropwire_check::words::why::why))
            .collect();
        let names = |why: &str| {
            let mut rest = why;
            let in_order = parts.iter().all(|part| {
                let at = rest.find(part);
                rest = at.map_or("", |at| &rest[at + part.len()..]);
                at.is_some()
            });
            in_order && why.contains(" comes between ") && why.ends_with("without that switch this run passes")
        };
        if !whys.iter().any(|why| names(why)) {
            wrong.push(format!("{class}: {whys:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each preemption of each trail is taken out alone, by other means than the engine's own: the thread that was interrupted
/// goes on as long as it can, then the rest of the trail follows as far as it fits. The run passes, or needs no fewer.
#[test]
fn no_trail_has_a_preemption_to_spare() {
    let Some(mut session) = session("tests/programs") else {
        return;
    };
    let mut taken_out = 0;
    for (class, expected) in annotated("tests/programs") {
        let Some(options) = options_of(&expected) else { continue };
        for finding in findings(&mut session, &class, &options) {
            let steps: Vec<&Step> = finding.trail.steps.iter().filter(|step| step.options > 0).collect();
            let switches: Vec<usize> = (0..steps.len()).filter(|at| steps[*at].preemption).collect();
            for at in &switches {
                let Some(run) = without(&mut session, &finding.trail, &steps, *at) else {
                    continue;
                };
                let preemptions = run.get(&finding.fingerprint).copied();
                taken_out += 1;
                assert!(
                    preemptions.is_none_or(|n| n >= switches.len()),
                    "{class}: {}: without step {} it takes {preemptions:?} preemptions, not {}",
                    finding.message,
                    at + 1,
                    switches.len()
                );
            }
        }
    }
    assert!(taken_out >= 60, "only {taken_out} preemptions were looked at");
}

/// How many preemptions it takes until each finding of the run in which the thread that a step interrupts goes on instead.
fn without(session: &mut Session, trail: &Trail, steps: &[&Step], at: usize) -> Option<BTreeMap<String, usize>> {
    let mut rest = steps[at..].iter();
    let (mut taken, mut patience) = (0, 500);
    let mut last: Option<String> = None;
    let mut preempts: Vec<bool> = Vec::new();
    let interrupted = &steps[at - 1].thread_path;
    let found = session.steer(trail, 4_000, &mut NoLimit, &mut |offers| {
        let runs = |thread: &str| offers.iter().position(|o| o.thread == thread && o.unlikely.is_none());
        let choice = if taken < at {
            taken += 1;
            Some(steps[taken - 1].choice as usize)
        } else if let Some(choice) = runs(interrupted).filter(|_| patience > 0) {
            patience -= 1;
            Some(choice)
        } else {
            patience = 0;
            rest.find_map(|step| offers.iter().position(|offer| fits(offer, step)))
        };
        let choice = choice
            .or_else(|| runs(last.as_deref()?))
            .or_else(|| offers.iter().position(|offer| offer.unlikely.is_none()))
            .unwrap_or(0);
        let thread = &offers.get(choice).unwrap_or(&offers[0]).thread;
        preempts.push(
            last.as_deref()
                .is_some_and(|last| last != thread && runs(last).is_some()),
        );
        last = Some(thread.clone());
        choice
    })?;
    let count = |length: usize| preempts[..length].iter().filter(|preempts| **preempts).count();
    Some(
        found
            .into_iter()
            .map(|(fingerprint, length)| (fingerprint, count(length)))
            .collect(),
    )
}

fn fits(offer: &EnabledChoice, step: &Step) -> bool {
    let unlikely = [Operation::SpuriousWakeup, Operation::Timeout].into_iter();
    offer.thread == step.thread_path && offer.unlikely == unlikely.clone().find(|action| *action == step.action)
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
        let (all, guided) = (first(SearchMode::DepthFirst), first(SearchMode::Guided));
        assert_eq!(all.0, guided.0, "{defect}");
        assert!(
            guided.1 < all.1,
            "{defect}: {} steps, not fewer than {}",
            guided.1,
            all.1
        );
    }
}

/// Nine warnings once, all of them false: of what is handed over by a flag, a queue, a latch, a barrier, a semaphore.
#[test]
fn what_is_handed_over_is_no_potential_race_of_a_search_that_was_cut_off() {
    for limit in ["--max-transitions=10000", "--max-transitions=20000"] {
        if let Some(target) = check("tests/analyses", "HandedOverManyWays", &[limit]) {
            assert_eq!(target.verdict, "incomplete");
            assert!(target.findings.is_empty(), "{limit}: {:?}", target.findings);
        }
    }
}

/// A budget that every question uses up a little of: a time limit, and the same one on every machine.
struct Asked {
    times: u32,
    most: u32,
}

impl Budget for Asked {
    fn exhausted(&mut self) -> Option<Stop> {
        self.times += 1;
        (self.times > self.most).then_some(Stop::Time)
    }

    fn progress(&mut self, _: &Statistics) {}

    fn used(&mut self) -> Option<f64> {
        Some(f64::from(self.times) / f64::from(self.most))
    }
}

/// The circle is early in a space that is cut off: depth-first search varies what comes last.
#[test]
fn random_runs_beside_a_search_that_is_cut_off_find_what_it_does_not() {
    let Some(mut session) = session("tests/programs") else {
        return;
    };
    let mut check = |strategy, seed| {
        let options = Options {
            strategy,
            seed,
            ..Options::default()
        };
        let target = dropwire_check::Target {
            class: "CircleThatOneLookAllows".into(),
            args: Vec::new(),
        };
        let mut budget = Asked { times: 0, most: 800 };
        let report = session.check(&target, &options, &mut budget).report;
        assert_eq!(report.coverage, dropwire_check::Coverage::Limited);
        assert!(
            report
                .reasons
                .iter()
                .any(|reason| matches!(reason.cause, Cause::Time { .. })),
            "{:?}",
            report.reasons
        );
        report
    };
    let alone = check(SearchMode::DepthFirst, 1);
    assert!(alone.findings.is_empty(), "{:?}", alone.findings);
    let one = check(SearchMode::Guided, 1);
    assert!(one.findings.iter().any(|f| f.kind == Kind::Deadlock), "{:?}", one.notes);
    assert!(
        one.notes.iter().any(|note| matches!(
            note,
            Note::AdditionalRuns {
                schedules: 2..,
                seed: 1,
                confirmed: true
            }
        )),
        "{:?}",
        one.notes
    );
    let again = check(SearchMode::Guided, 1);
    let trails = |report: &dropwire_check::Report| -> Vec<String> {
        report.findings.iter().map(|f| f.trail.id.clone()).collect()
    };
    assert_eq!((trails(&one), &one.notes), (trails(&again), &again.notes));
    let done = |report: &dropwire_check::Report| (report.statistics.states, report.statistics.transitions);
    assert_eq!(done(&one), done(&again));
}

/// A search that makes way for random runs and comes to its end has seen what it sees without them.
#[test]
fn random_runs_beside_a_search_leave_it_as_it_is() {
    let Some(mut session) = session("tests/bench") else {
        return;
    };
    for call in ["BoundedBuf 2 2 1 3 1", "Peterson 6", "RacyCounters 2 2"] {
        let mut words = call.split(' ').map(str::to_owned);
        let target = dropwire_check::Target {
            class: words.next().unwrap(),
            args: words.collect(),
        };
        let mut check = |budget: &mut Asked| {
            let options = Options {
                full_keys: true,
                short_trails: false,
                ..Options::default()
            };
            session.check(&target, &options, budget).report
        };
        let mut endless = Asked {
            times: 0,
            most: u32::MAX,
        };
        let alone = check(&mut endless);
        // Some of it is used up before the search begins: it makes way twice or three times.
        let most = endless.times + endless.times / 3;
        let beside = check(&mut Asked { times: 0, most });
        let said = |report: &dropwire_check::Report| {
            let found: Vec<String> = report.findings.iter().map(|f| f.fingerprint.clone()).collect();
            let states = report.statistics.states;
            (report.verdict, report.coverage, report.reasons.clone(), found, states)
        };
        assert_eq!(said(&alone), said(&beside), "{call}");
        assert!(beside.statistics.transitions > alone.statistics.transitions, "{call}");
    }
}
