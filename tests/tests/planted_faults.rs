//! The tests of the tests: each fault that is planted in the engine is noticed.
//!
//! `cargo test --release -p dropwire-tests --features planted-faults --test planted_faults`

use std::path::{Path, PathBuf};

use dropwire_check::{
    Attributes, FairnessKind, Kind, Options, PropertyOrigin, ReducedSearches, Report, SearchMode, Session,
    SolverChoice, Target, TemporalProperty, Verdict, check, with_rollback,
};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{Batch, NoLimit, boot, boot_machine};
use dropwire_tests::random::program::{Handed, Lock, Place, Program, Stmt};
use dropwire_tests::tree;
use dropwire_vm::faults::{Fault, plant};

/// Faults about memory of a kind that no random program has: each loses a race of a program in `programs/race`,
/// which is checked with these attributes of methods.
const OF_THE_TREE: [(Fault, &str, &str); 10] = [
    (Fault::OverlapIgnored, "ComparesArraysWhileOneIsWritten", ""),
    (Fault::OffHeapWithoutGate, "DirectBufferLosesAnUpdate", ""),
    (Fault::NativesWithoutGate, "NativesReadWhatAnotherWrites", ""),
    (Fault::ArraysNotHandedOut, "HandlesInAnArrayOfTheLibrary", ""),
    (Fault::ComparisonsOnlyRead, "ComparisonThatSucceedsLater", ""),
    (
        Fault::InitialisersAlwaysAwaited,
        "StaticReachedBeforeItsInitialiserEnds",
        "",
    ),
    (Fault::InitialiserNeverEnds, "LazilyInitialisedStatic", ""),
    (Fault::AccessBehindAnything, "ReadsWhatCameMeanwhile", ""),
    (Fault::MoreThanWasShown, "ReadsMoreThanWasThere", ""),
    (
        Fault::KeyWithoutOperation,
        "CopiesBehindABoundary",
        "java.lang.System.arraycopy=always",
    ),
];

/// Faults about exploration for all inputs: each hides something that a method, or a class, of `symbolic` does for some inputs.
const OF_SYMBOLIC: [(Fault, &str); 4] = [
    (Fault::KeyWithoutSymbolicValues, "Threads#inEitherOrder"),
    (Fault::ElementsNotPinned, "Threads#readAt"),
    (Fault::ChangesUnnoticed, "Sequences$Undeclared"),
    (Fault::UndecidedIsNull, "Conservative$Two#first"),
];

/// Faults about what properties see: each hides that a program of `properties` violates one.
const OF_PROPERTIES: [(Fault, &str, &str); 11] = [
    (
        Fault::WritesUnobserved,
        "ObjectsOnTheWay",
        "[] !(ObjectsOnTheWay.queue.size == -1)",
    ),
    (Fault::RangesMerged, "RangesOfValues", "[] (RangesOfValues.low < 3)"),
    (
        Fault::ReturnsUnobserved,
        "PlacesInTheCode",
        "[] !(at(PlacesInTheCode.fails) && PlacesInTheCode.thrown)",
    ),
    (
        Fault::InstancesUncounted,
        "InstancesOfAClass",
        "[] all(InstancesOfAClass$Account.balance != 7)",
    ),
    (
        Fault::CallsUnobserved,
        "PlacesInTheCode",
        "[] (PlacesInTheCode.before && !at(PlacesInTheCode.alone) -> [] !at(PlacesInTheCode.alone))",
    ),
    (
        Fault::EntriesUnobserved,
        "EntriesAndExits",
        "[] !entered(EntriesAndExits.sell)",
    ),
    (
        Fault::ExitsUnobserved,
        "EntriesAndExits",
        "[] !left(EntriesAndExits.sell)",
    ),
    (
        Fault::MonitorsUnobserved,
        "MonitorsHeld",
        "[] !locked(MonitorsHeld.alone)",
    ),
    (Fault::OperationsUnobserved, "LocksHeld", "[] !locked(LocksHeld.alone)"),
    (
        Fault::ArrivalsUnobserved,
        "ArrivesAtAMonitor",
        "[] !(runnable(t) && ArrivesAtAMonitor.begun && ArrivesAtAMonitor.inside)",
    ),
    (Fault::EndsUnobserved, "StatesOfThreads", "[] !terminated(t)"),
];

/// For each fault a program that shows it: that of a seed, which `random-programs --hunt` looks for, or one that is made
/// for it, where chance needs too long. None where no random program has what it takes: [`ANNOTATED`], [`OF_THE_TREE`] or [`OF_SYMBOLIC`] has one.
fn shown_by(fault: Fault) -> Option<Program> {
    let (a, b, lock) = (Place::Plain(0), Place::Plain(1), Lock::Static(0));
    let locked = |body: Vec<Stmt>| Stmt::Sync(lock, body);
    let waits = || locked(vec![Stmt::Wait(lock, Some((a, 0)), true)]);
    let seed = match fault {
        Fault::NotifyLost | Fault::MonitorCountedTwice | Fault::WaitMiscounts | Fault::WaitKeepsMonitor => 4,
        Fault::NeverSpurious => 7,
        Fault::InterruptLost => 11,
        Fault::JoinReturnsAtOnce | Fault::LiveLocalMasked | Fault::LastWayForgotten | Fault::VolatileRaces => 3,
        Fault::InitNotExclusive | Fault::VolatileInvisible => 6,
        // Large enough to write to chunks of every sort, wherever its objects lie, and to have states with keys of every sort.
        Fault::EscapeStopsAtArrays | Fault::UndoMissesChunk => 127,
        Fault::KeyWithoutStatics => 46,
        Fault::UndoMissesThread | Fault::StaleComponent => 5,
        Fault::StaleContent => 3,
        Fault::ArrayRacesIgnored => 19,
        // Two wait, and both are notified.
        Fault::NotifyAllWakesOne => {
            let notifies = locked(vec![Stmt::Set(a, 1), Stmt::NotifyAll(lock)]);
            return made("NotifyAll", vec![vec![waits()], vec![waits()], vec![notifies]]);
        }
        // Two wait, and one of them is notified: which one shows in the end.
        Fault::NotifyTakesTheFirst => {
            let waits = |c| {
                let wait = Stmt::Wait(lock, None, false);
                vec![locked(vec![Stmt::Add(b), wait, Stmt::Set(a, c), Stmt::Notify(lock)])]
            };
            let notifies = locked(vec![Stmt::If(b, 2, vec![Stmt::Notify(lock)])]);
            return made("NotifyOne", vec![waits(1), waits(2), vec![notifies]]);
        }
        // One of two that wait is interrupted and then notified: the other one is not, and nothing else makes one wait for ever.
        Fault::InterruptLeavesTheWaitSet => {
            let waits = || {
                let wait = Stmt::Wait(lock, Some((a, 0)), false);
                vec![locked(vec![Stmt::Add(b), wait])]
            };
            let one = Stmt::If(b, 2, vec![Stmt::Interrupt(0), Stmt::Notify(lock)]);
            let all = Stmt::If(b, 1, vec![Stmt::NotifyAll(lock)]);
            let notifies = vec![locked(vec![Stmt::Set(a, 1), one, all])];
            return made("InterruptThenNotify", vec![waits(), waits(), notifies]);
        }
        // Whoever was interrupted asks whether it still is.
        Fault::InterruptKept => {
            let waiter = vec![locked(vec![Stmt::Wait(lock, None, false)]), Stmt::Interrupted];
            return made("Interrupted", vec![waiter, vec![Stmt::Interrupt(0)]]);
        }
        // Whoever releases the lock may come before the other one parks.
        Fault::PermitDropped => {
            let counts = || vec![Stmt::Reentrant(vec![Stmt::Add(a)])];
            return made("Permit", vec![counts(), counts()]);
        }
        // Notified before it waits, or while it waits: both stand at the same place then. Who is notified before the other two
        // have come may go on without them. They are two because a state with one way on is not remembered.
        Fault::KeyWithoutWaiting => {
            let waiter = locked(vec![
                Stmt::Wait(lock, None, false),
                Stmt::If(b, 1, vec![Stmt::Set(a, 1)]),
            ]);
            let notifies = || vec![locked(vec![Stmt::Set(b, 1), Stmt::Notify(lock)])];
            let early = vec![locked(vec![Stmt::Notify(lock)])];
            return made("Waiting", vec![early, vec![waiter], notifies(), notifies()]);
        }
        // No two orders come to the same state, and each comes to an end of its own: what is taken for another state is missed,
        // whatever its key.
        Fault::NewTakenForOld => {
            // The orders are numbered as a binary heap numbers its nodes, and no number of a next step is tested behind its own.
            let next = |thread| {
                (0..31)
                    .rev()
                    .map(move |n| Stmt::If(a, n, vec![Stmt::Set(a, 2 * n + 1 + thread)]))
            };
            let steps = |thread, count| (0..count).map(|_| locked(next(thread).collect())).collect();
            return made("Histories", vec![steps(0, 3), steps(1, 2)]);
        }
        Fault::KeyWithoutTraces | Fault::KeyWithoutFailures | Fault::KeyWithoutNumbers => return None,
        Fault::OverlapIgnored | Fault::OffHeapWithoutGate | Fault::NativesWithoutGate => return None,
        Fault::InitialiserNeverEnds | Fault::OperationsNotChecked | Fault::KeyWithoutOperation => return None,
        Fault::AccessBehindAnything | Fault::MoreThanWasShown => return None,
        Fault::ArraysNotHandedOut | Fault::ComparisonsOnlyRead | Fault::InitialisersAlwaysAwaited => return None,
        Fault::TasksDoneUnnoticed | Fault::WorkersIdleUnnoticed | Fault::PoolsStoppedLater => return None,
        Fault::ElementsComeBackAtOnce => return None,
        Fault::IndependenceNeverRefuted | Fault::ThreadsLeftOutAround => return None,
        Fault::NothingWakesUp | Fault::SleepsInALoop | Fault::SleepersLookFromHere => return None,
        Fault::InitialisationsBeginUnnoticed | Fault::LinkageUnnoticed | Fault::KeysWithoutMakers => return None,
        Fault::StaticTermKept => return None,
        Fault::SetsThatNeedNotMove | Fault::EndsCommute | Fault::LastEndsCommute => return None,
        Fault::PermitsUntouched | Fault::InterruptsUntouched => return None,
        Fault::InterruptsNeverMeanwhile
        | Fault::WithdrawsAtOnce
        | Fault::LocksNamedByOthers
        | Fault::QuestionFollowsAtOnce
        | Fault::LocksInsideNeverHeld
        | Fault::MonitorsInsideNeverHeld => return None,
        Fault::PartsAreNoSteps | Fault::UnconditionalPartsAreNoSteps | Fault::EndsTakenForAwaited => return None,
        Fault::WritesUnobserved | Fault::RangesMerged | Fault::ReturnsUnobserved | Fault::InstancesUncounted => {
            return None;
        }
        Fault::CallsUnobserved | Fault::EntriesUnobserved | Fault::ExitsUnobserved => return None,
        Fault::MonitorsUnobserved | Fault::OperationsUnobserved => return None,
        Fault::ArrivalsUnobserved | Fault::EndsUnobserved => return None,
        Fault::KeyWithoutSymbolicValues
        | Fault::ElementsNotPinned
        | Fault::ChangesUnnoticed
        | Fault::UndecidedIsNull => return None,
        // The lock protects the field until the second thread comes; `main`, who runs the last body, goes first.
        Fault::ProtectionNotChecked => {
            let late = vec![Stmt::Add(Place::Volatile), Stmt::Add(a)];
            return made("Unprotected", vec![late, vec![locked(vec![Stmt::Add(a)])]]);
        }
    };
    Some(Program::random(seed))
}

/// What the key must tell apart, and the program with a defect behind states that differ in nothing else; what a reduction must
/// look at, and the program whose defect it hides else.
const ANNOTATED: [(Fault, &str); 17] = [
    (Fault::ElementsComeBackAtOnce, "assertion/CancelledWhileItComesBack"),
    (Fault::TasksDoneUnnoticed, "assertion/TaskHasActedAndIsNotDone"),
    (Fault::WorkersIdleUnnoticed, "assertion/BusyWorkerIsNotInterrupted"),
    (Fault::PoolsStoppedLater, "assertion/OneIsStoppedBeforeItBegins"),
    (Fault::LocksNamedByOthers, "assertion/LockOfAMap"),
    (Fault::WithdrawsAtOnce, "assertion/AwaitOfNoTimeReleasesTheLock"),
    (Fault::LocksInsideNeverHeld, "deadlock/PermitUsedUpByALock"),
    (Fault::MonitorsInsideNeverHeld, "assertion/BlockedBeforeItFindsNothing"),
    (
        Fault::InterruptsNeverMeanwhile,
        "assertion/AwaitReturnsThoughInterrupted",
    ),
    (Fault::QuestionFollowsAtOnce, "assertion/FutureIsSetThenInterrupted"),
    (Fault::OperationsNotChecked, "assertion/PeeksBetweenTwoPolls"),
    (Fault::PartsAreNoSteps, "assertion/HasNoOwnerBeforeItIsFree"),
    (Fault::UnconditionalPartsAreNoSteps, "exception/RejectedBehindAResult"),
    (Fault::EndsTakenForAwaited, "assertion/TakenBeforeItHasAnOwner"),
    (Fault::KeyWithoutTraces, "assertion/ThrownHereOrThere"),
    (Fault::KeyWithoutFailures, "assertion/InitialiserFailedInEitherThread"),
    (Fault::KeyWithoutNumbers, "assertion/NumberOfUnusedThread"),
];

/// A fault, a program, and what it is searched with.
type OfReduction = (Fault, &'static str, fn(&mut Options));

/// What persistent sets, sleep sets or a key must look at, a program of which a finding is lost without it, and what it is searched with beside depth-first search.
const OF_REDUCTIONS: [OfReduction; 14] = [
    (Fault::StaticTermKept, "assertion/CellOfAStaticTable", |_| {}),
    (
        Fault::IndependenceNeverRefuted,
        "assertion/LooksOnlyWhenToldTo",
        with_persistent_sets,
    ),
    (
        Fault::ThreadsLeftOutAround,
        "assertion/FailsBesideTwoThatNeverEnd",
        with_persistent_sets,
    ),
    (
        Fault::KeysWithoutMakers,
        "assertion/MadeByEitherThread",
        with_persistent_sets,
    ),
    (
        Fault::LinkageUnnoticed,
        "race/ParallelCapableLoaderIsNotLocked",
        |options| {
            with_persistent_sets(options);
            options.attributes = Attributes::parse("ParallelCapableLoaderIsNotLocked*=always").unwrap();
        },
    ),
    (
        Fault::SetsThatNeedNotMove,
        "deadlock/EitherOfTwoMayWaitForever",
        with_persistent_sets,
    ),
    (
        Fault::EndsCommute,
        "assertion/FailsUnlessTheProgramExitsFirst",
        with_persistent_sets,
    ),
    (
        Fault::LastEndsCommute,
        "assertion/DaemonFailsBehindOneOfTwoEnds",
        with_persistent_sets,
    ),
    (
        Fault::PermitsUntouched,
        "deadlock/BothUnparksBeforeTheFirstPark",
        with_persistent_sets,
    ),
    (
        Fault::InterruptsUntouched,
        "assertion/InterruptIsSeenOrNot",
        with_sleep_sets,
    ),
    (
        Fault::InitialisationsBeginUnnoticed,
        "assertion/InitialisedByTheOther",
        with_sleep_sets,
    ),
    (
        Fault::NothingWakesUp,
        "assertion/CheckThenActOnAtomicInteger",
        with_sleep_sets,
    ),
    (
        Fault::SleepsInALoop,
        "assertion/FailsBesideTwoThatNeverEnd",
        with_sleep_sets,
    ),
    (
        Fault::SleepersLookFromHere,
        "race/ReadBesideLocksOfAnother",
        |options| {
            with_persistent_sets(options);
            with_sleep_sets(options);
        },
    ),
];

fn with_persistent_sets(options: &mut Options) {
    options.persistent_sets = ReducedSearches::Always;
}

fn with_sleep_sets(options: &mut Options) {
    options.sleep_sets = ReducedSearches::Always;
}

fn made(name: &str, bodies: Vec<Vec<Stmt>>) -> Option<Program> {
    let daemons = vec![false; bodies.len() - 1];
    Some(Program {
        name: format!("Made{name}"),
        bodies,
        lazy: [Vec::new(), Vec::new()],
        handed: Handed::Nothing,
        shared_from_start: false,
        prints_locals: true,
        subclasses: false,
        daemons,
        joins: true,
    })
}

/// What a search says of an annotated program.
fn report(session: &mut Session, class: &str, options: &Options) -> Report {
    let target = Target {
        class: class.to_owned(),
        args: Vec::new(),
    };
    session.check(&target, options, &mut NoLimit).report
}

fn verdict(session: &mut Session, class: &str) -> Verdict {
    report(session, class, &Options::default()).verdict
}

#[test]
fn what_is_left_out_hides_a_defect() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let files = ANNOTATED.map(|(_, program)| folder.join(format!("{program}.java")));
    let classes = javac.compile_fixtures(Path::new(env!("CARGO_TARGET_TMPDIR")), &files);
    let mut session = boot(&classes.unwrap()).unwrap();
    for (fault, program) in ANNOTATED {
        let class = program.rsplit('/').next().unwrap_or(program);
        assert_eq!(
            verdict(&mut session, class),
            Verdict::Violated,
            "{class} without a fault"
        );
        plant(Some(fault));
        let hidden = verdict(&mut session, class);
        plant(None);
        // Its schedule cannot be followed: the finding is lost, and the verdict says so.
        let lost = match fault {
            Fault::LocksNamedByOthers => Verdict::Incomplete,
            _ => Verdict::Verified,
        };
        assert_eq!(hidden, lost, "{fault:?} was not noticed");
    }
}

#[test]
fn what_a_reduction_overlooks_hides_a_finding() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files: Vec<PathBuf> = OF_REDUCTIONS
        .map(|(_, program, _)| folder.join(format!("{program}.java")))
        .to_vec();
    files.sort();
    files.dedup();
    let classes = javac.compile_fixtures(Path::new(env!("CARGO_TARGET_TMPDIR")), &files);
    let mut session = boot(&classes.unwrap()).unwrap();
    for (fault, program, set) in OF_REDUCTIONS {
        let class = program.rsplit('/').next().unwrap_or(program);
        let mut options = Options {
            strategy: SearchMode::DepthFirst,
            ..Options::default()
        };
        set(&mut options);
        let mut found = || report(&mut session, class, &options).findings.len();
        let all = found();
        plant(Some(fault));
        let fewer = found();
        plant(None);
        assert!(fewer < all, "{fault:?} was not noticed: {fewer} of {all}");
    }
}

#[test]
fn every_planted_fault_is_noticed() {
    let Some(javac) = Tool::find("javac") else { return };
    let programs = Fault::ALL.map(shown_by);
    let mut all: Vec<Program> = programs.iter().flatten().cloned().collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all.dedup();
    let classes = Batch::compile(&javac, Path::new(env!("CARGO_TARGET_TMPDIR")), &all).unwrap();
    let mut driver = classes.driver().unwrap();
    let quiet = classes.compare(&mut driver, false);
    assert_eq!(quiet.disagreements, [], "without a fault");
    // Panics are expected, and part of the answer.
    std::panic::set_hook(Box::new(|_| {}));
    let mut unnoticed = Vec::new();
    for (fault, program) in Fault::ALL.into_iter().zip(&programs) {
        let Some(program) = program else {
            let of_the_tree = OF_THE_TREE.map(|row| row.0);
            let annotated = ANNOTATED.map(|row| row.0).into_iter().chain(of_the_tree);
            let symbolic = OF_SYMBOLIC.map(|row| row.0);
            let of_reductions = OF_REDUCTIONS.map(|row| row.0);
            let mut shown = annotated
                .chain(OF_PROPERTIES.iter().map(|row| row.0))
                .chain(symbolic)
                .chain(of_reductions);
            assert!(shown.any(|of| of == fault), "no program shows {fault:?}");
            continue;
        };
        // A machine that a fault has broken is booted anew without one.
        driver.prepare().unwrap();
        plant(Some(fault));
        let campaign = classes.only(program).compare(&mut driver, true);
        plant(None);
        match campaign.disagreements.first() {
            Some(first) => println!("{fault:?}: {} [{}]: {}", program.name, first.mode, first.what),
            None => unnoticed.push(fault),
        }
    }
    let _ = std::panic::take_hook();
    assert!(unnoticed.is_empty(), "not noticed: {unnoticed:?}");
}

#[test]
fn what_a_property_does_not_see_hides_that_it_fails() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = tree::root().join("tests/properties");
    let mut sources: Vec<PathBuf> = OF_PROPERTIES
        .map(|(_, class, _)| folder.join(format!("{class}.java")))
        .to_vec();
    sources.sort();
    sources.dedup();
    let classes = javac.compile_fixtures(Path::new(env!("CARGO_TARGET_TMPDIR")), &sources);
    let mut session = boot(&classes.unwrap()).unwrap();
    let mut unnoticed = Vec::new();
    for (fault, class, formula) in OF_PROPERTIES {
        let target = Target {
            class: class.to_owned(),
            args: Vec::new(),
        };
        let options = Options {
            properties: vec![TemporalProperty {
                name: "p".into(),
                formula: formula.into(),
                fairness: FairnessKind::None,
                origin: PropertyOrigin::Configuration,
            }],
            ..Options::default()
        };
        let mut verdict = || session.check(&target, &options, &mut NoLimit).report.verdict;
        assert_eq!(verdict(), Verdict::Violated, "{class} without a fault");
        plant(Some(fault));
        let hidden = verdict();
        plant(None);
        if hidden != Verdict::Verified {
            unnoticed.push(fault);
        }
    }
    assert!(unnoticed.is_empty(), "not noticed: {unnoticed:?}");
}

#[test]
fn symbolic_values_that_are_lost_hide_a_defect() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = tree::root().join("tests/symbolic");
    let sources = ["Threads", "Sequences", "Conservative"].map(|name| folder.join(name).with_extension("java"));
    let classes = javac.compile_fixtures(Path::new(env!("CARGO_TARGET_TMPDIR")), &sources);
    let mut vm = boot_machine(&classes.unwrap()).unwrap();
    for (fault, target) in OF_SYMBOLIC {
        let target = Target {
            class: target.to_owned(),
            args: Vec::new(),
        };
        let mut options = Options::default();
        options.symbolic.ask();
        options.symbolic.solver = SolverChoice::BuiltIn;
        options.symbolic.conservative = fault == Fault::UndecidedIsNull;
        let mut findings = || {
            let report = with_rollback(&mut vm, |vm| check(vm, &target, &options, &mut NoLimit));
            report.findings.len()
        };
        let without = findings();
        plant(Some(fault));
        let with = findings();
        plant(None);
        assert!(with < without, "not noticed: {fault:?}, {with} of {without} findings");
    }
}

#[test]
fn faults_of_memory_lose_races() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = tree::root().join("tests/programs/race");
    let source = |(_, name, _): &(Fault, &str, &str)| folder.join(format!("{name}.java"));
    let sources: Vec<PathBuf> = OF_THE_TREE.iter().map(source).collect();
    let classes = javac
        .compile_fixtures(Path::new(env!("CARGO_TARGET_TMPDIR")), &sources)
        .unwrap();
    let mut session = boot(&classes).unwrap();
    for (fault, name, attributes) in OF_THE_TREE {
        let options = Options {
            attributes: Attributes::parse(attributes).unwrap(),
            ..Options::default()
        };
        let without = races(&mut session, name, &options);
        plant(Some(fault));
        let with = races(&mut session, name, &options);
        plant(None);
        assert!(with < without, "nobody noticed {fault:?}: {with} of {without} races");
    }
}

/// How many races a search finds.
fn races(session: &mut Session, class: &str, options: &Options) -> usize {
    let races = report(session, class, options).findings.into_iter();
    races.filter(|finding| finding.kind == Kind::DataRace).count()
}
