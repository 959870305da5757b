//! What is a boundary and what is none, by the numbers that a check reports; and random walks by their seed.

use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::programs;
use dropwire_tests::report::Target;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The compiled programs; `None` without a `javac`.
fn programs() -> Option<PathBuf> {
    let sources = programs::sources(&Tool::find("javac")?, "tests/programs");
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &sources)
            .unwrap(),
    )
}

fn check(options: &[&str], class: &str) -> Option<Target> {
    let classes = programs()?;
    let target = Check::new(&classes, [class]).with(options.iter().copied()).run();
    Some(target.unwrap())
}

fn attributed(class: &str, rows: &str) -> Option<(Target, Target)> {
    // With attributes nothing is taken for protected: compared is like with like.
    let plain = ["--set", "vm.por.sync-detection=false"];
    let set = format!("vm.por.attributes={rows}");
    Some((check(&["--set", &set], class)?, check(&plain, class)?))
}

#[track_caller]
fn assert_assumes(target: &Target, assumption: &str, does: bool) {
    let found = target.assumptions.iter().any(|a| a == assumption);
    assert_eq!(found, does, "{}: {:?}", target.target, target.assumptions);
}

#[test]
fn a_lock_that_is_held_costs_nothing_when_it_is_taken_again() {
    let (Some(once), Some(again)) = (check(&[], "LocksTakenOnce"), check(&[], "LocksTakenAgain")) else {
        return;
    };
    assert_eq!(once.statistics.states, again.statistics.states);
    assert_eq!(once.statistics.transitions, again.statistics.transitions);
}

#[test]
fn what_a_lock_protects_is_no_boundary() {
    let off = ["--set", "vm.por.sync-detection=false"];
    for class in ["SynchronizedCounterKeepsCount", "CollectionsBehindOneLock"] {
        let (Some(with), Some(without)) = (check(&[], class), check(&off, class)) else {
            return;
        };
        assert_eq!((&*with.verdict, &*without.verdict), ("verified", "verified"), "{class}");
        assert!(with.statistics.transitions < without.statistics.transitions, "{class}");
        assert_eq!((with.notes.len(), without.notes.len()), (0, 0), "{class}");
    }
}

#[test]
fn what_a_pool_does_for_itself_costs_little() {
    let Some(awaited) = check(&[], "FourTasksAreAwaited") else {
        return;
    };
    assert_eq!(awaited.verdict, "verified");
    // Every step of the workers by itself: 141,714.
    assert!(awaited.statistics.states < 10_000, "{}", awaited.statistics.states);
}

#[test]
fn steps_that_are_independent_are_taken_in_one_order() {
    let with = |sleep: &str| {
        let keys = ["search.strategy=dfs", "vm.por.persistent=never", sleep];
        let options: Vec<&str> = keys.iter().flat_map(|key| ["--set", key]).collect();
        check(&options, "OneOfThreePairsFails")
    };
    let (Some(few), Some(all)) = (with("vm.por.sleep=always"), with("vm.por.sleep=never")) else {
        return;
    };
    assert_eq!((&*few.verdict, &*all.verdict), ("violated", "violated"));
    let (few, all) = (few.statistics.transitions, all.statistics.transitions);
    assert!(few * 2 < all, "{few} of {all}");
}

#[test]
fn groups_of_threads_that_share_nothing_add_up() {
    for (class, verdict) in [
        ("SixPairsThatShareNothing", "verified"),
        ("SixPairsThatWaitForSomeTime", "verified"),
        ("OneOfFourPairsDeadlocks", "violated"),
        ("WaitEndsByItsTimeBesidePairs", "violated"),
    ] {
        let Some(target) = check(&[], class) else { return };
        assert_eq!(target.verdict, verdict, "{class}");
        // As one group, six pairs have more than a hundred million states.
        let transitions = target.statistics.transitions;
        assert!(transitions < 10_000, "{class}: {transitions}");
    }
}

#[test]
fn a_write_lock_costs_what_a_monitor_costs() {
    let monitor = check(&[], "CacheOfFourThreadsBehindAMonitor");
    let (Some(monitor), Some(lock)) = (monitor, check(&[], "CacheOfFourThreadsBehindAWriteLock")) else {
        return;
    };
    assert_eq!(monitor.statistics.states, lock.statistics.states);
}

#[test]
fn breadth_first_sees_the_same_states() {
    for class in [
        "SynchronizedCounterKeepsCount",
        "PollsTheClock",
        "TwoLocksInOppositeOrders",
        "WakesUpBeforeItIsInterrupted",
    ] {
        let (Some(deep), Some(broad)) = (check(&[], class), check(&["--search", "bfs"], class)) else {
            return;
        };
        let fingerprints = |target: &Target| -> Vec<String> {
            let mut all: Vec<String> = target.findings.iter().map(|f| f.fingerprint.clone()).collect();
            all.sort();
            all
        };
        assert_eq!(fingerprints(&deep), fingerprints(&broad), "{class}");
        assert_eq!(
            (&deep.verdict, &deep.reasons),
            (&broad.verdict, &broad.reasons),
            "{class}"
        );
        assert_eq!(deep.statistics.states, broad.statistics.states, "{class}");
    }
    let (Some(deep), Some(broad)) = (
        check(&["--first"], "TwoLocksInOppositeOrders"),
        check(&["--first", "--search", "bfs"], "TwoLocksInOppositeOrders"),
    ) else {
        return;
    };
    assert!(broad.findings[0].trail.steps.len() <= deep.findings[0].trail.steps.len());
}

#[test]
fn objects_are_named_by_how_they_are_reached_or_by_their_birth() {
    let states = |class: &str| -> Option<Vec<u64>> {
        ["canonical", "site-thread", "site"]
            .map(|symmetry| {
                let target = check(&["--set", &format!("search.symmetry={symmetry}")], class)?;
                assert_eq!(target.verdict, "verified", "{class}");
                Some(target.statistics.states)
            })
            .into_iter()
            .collect()
    };
    let (Some(two), Some(one)) = (states("BoxesMadeInTwoPlaces"), states("BoxesMadeInOnePlace")) else {
        return;
    };
    // Each place counts for itself, in whatever order the threads come by.
    assert_eq!((two[0], two[0]), (two[1], two[2]), "{two:?}");
    // One count for both threads tells apart who came first.
    assert_eq!(one[0], one[1], "{one:?}");
    assert!(one[2] > one[1], "{one:?}");
}

#[test]
fn an_access_without_the_lock_that_was_always_held_is_reported() {
    let class = "LockedUntilItIsHandedOver";
    let Some(target) = check(&[], class) else { return };
    assert_eq!(target.verdict, "verified", "the search restarted, and rests on nothing");
    assert_eq!(
        target.notes,
        [
            "unprotected access to LockedUntilItIsHandedOver.count in thread main at LockedUntilItIsHandedOver.java:25: \
             every earlier access held LockedUntilItIsHandedOver.lock, this one no lock; the search restarted without \
             assuming that it is protected (vm.por.exclude-fields excludes it from the start)"
        ]
    );
    let quiet = [
        "vm.por.exclude-fields=LockedUntilItIsHandedOver.count",
        "vm.por.include-fields=*.rest",
        "vm.por.sync-detection=false",
        "vm.por.fieldlockinfo=statistic:100",
    ];
    for set in quiet {
        let Some(target) = check(&["--set", set], class) else {
            return;
        };
        assert_eq!((&*target.verdict, target.notes.len()), ("verified", 0), "{set}");
    }
    // Twice is enough for it to be taken for protected, and then it is refuted as above.
    let Some(statistic) = check(&["--set", "vm.por.fieldlockinfo=statistic:2"], class) else {
        return;
    };
    assert_eq!((&*statistic.verdict, statistic.notes.len()), ("verified", 1));
}

#[test]
fn a_wakeup_without_reason_comes_also_after_all_others_have_ended() {
    let por = ["--set", "vm.por=false"];
    let (Some(on), Some(off)) = (
        check(&[], "WakesUpAfterTheLastOther"),
        check(&por, "WakesUpAfterTheLastOther"),
    ) else {
        return;
    };
    for target in [on, off] {
        let failed = target.findings.iter().find(|f| f.kind == "assertion-failure").unwrap();
        assert!(failed.needs[0].starts_with("spurious-wakeup"), "{:?}", failed.needs);
    }
}

/// The user's guess of which fields are protected (`prot` of Stoller, RV 2002) is checked while the search relies on it. One that is wrong is
/// refuted, and no finding is lost; one that names nothing makes each access a boundary.
#[test]
fn a_wrong_guess_of_what_is_protected_is_refuted_and_loses_nothing() {
    let fingerprints = |target: &Target| -> Vec<String> {
        let mut all: Vec<String> = target.findings.iter().map(|f| f.fingerprint.clone()).collect();
        all.sort();
        all
    };
    for class in [
        "TwoFieldsTwoRaces",
        "LockReleasedBetweenReadAndWrite",
        "VolatileIncrementLosesUpdate",
    ] {
        let Some(exact) = check(&["--set", "vm.por.sync-detection=false"], class) else {
            return;
        };
        assert_eq!((&*exact.verdict, &*exact.coverage), ("violated", "complete"), "{class}");
        for guess in [
            "vm.por.include-fields=*",
            "vm.por.include-fields=nobody.*",
            "vm.por.exclude-fields=*",
        ] {
            let Some(guessed) = check(&["--set", guess], class) else {
                return;
            };
            assert_eq!(fingerprints(&guessed), fingerprints(&exact), "{class} with {guess}");
            assert_eq!(guessed.coverage, "complete", "{class} with {guess}");
        }
    }
}

#[test]
fn a_race_that_is_found_needs_no_remark_as_well() {
    let Some(target) = check(&[], "LockedByAllButOne") else {
        return;
    };
    assert_eq!((&*target.verdict, target.notes.len()), ("violated", 0));
}

#[test]
fn levels_that_take_boundaries_away_are_taken_for_granted() {
    for (class, rows) in [
        ("AtomicMethodIsOneStep", "AtomicMethodIsOneStep.add=atomic"),
        ("NeverRelevantCallHidesTheLock", "*.first=never"),
        (
            "RelevantForTheOuterLockOnly",
            "RelevantForTheOuterLockOnly$Part.*=top-level",
        ),
    ] {
        let Some((with, without)) = attributed(class, rows) else {
            return;
        };
        assert_assumes(&with, "por-attributes", true);
        assert_assumes(&without, "por-attributes", false);
        assert!(with.statistics.transitions < without.statistics.transitions, "{class}");
    }
}

#[test]
fn levels_that_add_boundaries_take_nothing_for_granted() {
    for (class, rows) in [
        (
            "AlwaysRelevantCallAddsABoundary",
            "AlwaysRelevantCallAddsABoundary.*=always",
        ),
        ("RelevantWhereOthersCanRun", "*.look=runnables"),
    ] {
        let Some((with, without)) = attributed(class, rows) else {
            return;
        };
        assert_assumes(&with, "por-attributes", false);
        assert!(with.statistics.transitions > without.statistics.transitions, "{class}");
        assert_eq!(with.verdict, without.verdict);
    }
}

/// What is behind a firewall stays its thread's own; where the program gets at it in another way, all is as without.
#[test]
fn firewalls_keep_objects_unshared_until_they_are_lifted() {
    let with = |class: &str, rows: &str| check(&["--set", &format!("vm.por.field-attributes={rows}")], class);
    for (class, rows) in [
        ("CountersBehindAFirewall", "*$Registry.counters=firewall"),
        (
            "StaticListBehindAFirewall",
            "StaticListBehindAFirewall.counters=firewall",
        ),
        ("NeverRelevantField", "NeverRelevantField.count=never"),
    ] {
        let (Some(said), Some(plain)) = (with(class, rows), check(&[], class)) else {
            return;
        };
        assert_assumes(&said, "por-attributes", true);
        assert_assumes(&plain, "por-attributes", false);
        assert!(said.statistics.states * 2 < plain.statistics.states, "{class}");
    }
    for (class, rows) in [
        (
            "FirewallLiftedByReflection",
            "FirewallLiftedByReflection.counter=firewall",
        ),
        ("FirewallLiftedByAHandle", "*$Till.counter=firewall"),
        // Of another class, and of no reference.
        (
            "CountersBehindAFirewall",
            "*.registers=firewall,*$Counter.count=firewall",
        ),
    ] {
        let (Some(said), Some(plain)) = (with(class, rows), check(&[], class)) else {
            return;
        };
        assert_assumes(&said, "por-attributes", false);
        assert_eq!(said.statistics.states, plain.statistics.states, "{class}");
    }
}

#[test]
fn always_is_a_boundary_for_a_thread_that_is_alone_and_runnables_is_not() {
    let class = "BoundariesWithoutAnyThread";
    let (Some((always, without)), Some((runnables, _))) = (
        attributed(class, "BoundariesWithoutAnyThread.add=always"),
        attributed(class, "BoundariesWithoutAnyThread.add=runnables"),
    ) else {
        return;
    };
    assert_eq!(always.statistics.transitions, without.statistics.transitions + 3);
    assert_eq!(runnables.statistics.transitions, without.statistics.transitions);
}

#[test]
fn the_same_seed_makes_the_same_random_runs() {
    let options = ["--search", "random", "--runs", "40", "--seed", "7"];
    let (Some(first), Some(second)) = (
        check(&options, "TwoFieldsTwoRaces"),
        check(&options, "TwoFieldsTwoRaces"),
    ) else {
        return;
    };
    assert_eq!(first.verdict, "violated");
    assert_eq!(first.coverage, "limited");
    let fingerprints =
        |target: &Target| -> Vec<String> { target.findings.iter().map(|f| f.fingerprint.clone()).collect() };
    assert_eq!(fingerprints(&first), fingerprints(&second));
    assert_eq!(first.statistics.transitions, second.statistics.transitions);
    assert_eq!(first.statistics.states, second.statistics.states);
}

#[test]
fn samplers_find_what_random_walks_miss() {
    let runs = |search: &str, seed: &str, class: &str| {
        let options = ["--search", search, "--runs", "2000", "--seed", seed, "--first"];
        check(&options, class)
    };
    for (class, samplers) in [
        ("FirstAfterTwentyOthers", &["pct", "pos"][..]),
        ("AllFifteenInBetween", &["pct"]),
    ] {
        let Some(walks) = runs("random", "3", class) else {
            return;
        };
        assert_eq!(walks.findings.len(), 0, "{class}");
        for search in samplers {
            for seed in ["1", "2", "3"] {
                let (Some(found), Some(again)) = (runs(search, seed, class), runs(search, seed, class)) else {
                    return;
                };
                assert_eq!(found.verdict, "violated", "{class} by {search}");
                assert_eq!(
                    found.statistics.transitions, again.statistics.transitions,
                    "{class} by {search}"
                );
            }
        }
    }
}

#[test]
fn random_runs_never_verify() {
    let options = ["--search", "random", "--runs", "5", "--seed", "7"];
    let Some(target) = check(&options, "LocksTakenOnce") else {
        return;
    };
    assert_eq!(target.verdict, "incomplete");
    assert!(target.reasons[0].contains("5 random schedules"), "{:?}", target.reasons);
    assert!(target.reasons[0].contains("seed 7"), "{:?}", target.reasons);
}

#[test]
fn a_run_that_goes_round_in_circles_is_given_up_and_reported() {
    let options = ["--search", "random", "--runs", "2", "--max-depth", "50"];
    let Some(target) = check(&options, "LoopsForeverBesideATicker") else {
        return;
    };
    let reported = target
        .reasons
        .iter()
        .any(|r| r.contains("2 of the random runs were aborted"));
    assert!(reported, "{:?}", target.reasons);
}
