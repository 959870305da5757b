//! Strategies of search: what each finds among defects that random runs rarely meet, in how many states, and what it says of the rest.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use dropwire_check::{Options, SearchMode};
use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{NoLimit, boot};
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// One defect each, of one to three preemptions, among 3 to 100 threads.
const RARE: [&str; 20] = [
    "BarrierIsPassedTwice",
    "CancelledAfterItRan",
    "ClosedWhileInUse",
    "CycleOfThree",
    "EventsAreCountedBeforeTheWait",
    "FirstOfAHundred",
    "FundManagers",
    "LostDeposit",
    "NotifiedBeforeItWaits",
    "PetersonWithoutTurn",
    "PipelineIsDrainedTooSoon",
    "PublishedTooEarly",
    "QueueIsShrunkWhileRead",
    "ReadersAreCountedOutsideTheLock",
    "SequenceIsReadOnce",
    "SlotIsTakenTwice",
    "StackSuffersABA",
    "TicketIsOvertaken",
    "TornPair",
    "TwoAmongTwelve",
];
/// Those of which a uniformly random run shows the defect less than once in a thousand times.
const HARD: [&str; 8] = [
    "CancelledAfterItRan",
    "ClosedWhileInUse",
    "LostDeposit",
    "NotifiedBeforeItWaits",
    "PetersonWithoutTurn",
    "PublishedTooEarly",
    "SequenceIsReadOnce",
    "TornPair",
];
/// Transitions that a search for one of them may take.
const SPACE: &str = "3000000";

/// The compiled programs; `None` without a `javac`.
fn programs() -> Option<PathBuf> {
    let sources = tree::files(&tree::root().join("tests/strategies"), "java");
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &sources)
            .unwrap(),
    )
}

fn check(classes: &Path, class: &str, options: &[&str]) -> Target {
    Check::new(classes, [class])
        .with(options.iter().copied())
        .run()
        .unwrap()
}

/// Whether ten thousand runs show a defect.
fn random(classes: &Path, class: &str, strategy: &str) -> bool {
    let options = ["--search", strategy, "--runs", "10000", "--seed", "1", "--first"];
    check(classes, class, &options).verdict == "violated"
}

#[test]
fn samplers_find_what_uniformly_random_runs_rarely_meet() {
    let Some(classes) = programs() else { return };
    for class in HARD {
        let options = ["--search", "random", "--runs", "1000", "--seed", "2", "--first"];
        assert_ne!(check(&classes, class, &options).verdict, "violated", "{class}");
    }
    let mut together = BTreeSet::new();
    for strategy in ["pct", "pos", "surw"] {
        let found = RARE.iter().filter(|class| random(&classes, class, strategy));
        let found: BTreeSet<&str> = found.copied().collect();
        assert!(found.len() >= 17, "{strategy} finds {found:?}");
        together.extend(found);
    }
    assert_eq!(together, BTreeSet::from(RARE));
}

#[test]
fn exhaustive_search_finds_what_fits() {
    let Some(classes) = programs() else { return };
    let too_large = [
        "CancelledAfterItRan",
        "FirstOfAHundred",
        "PetersonWithoutTurn",
        "QueueIsShrunkWhileRead",
        "TwoAmongTwelve",
    ];
    for class in RARE.iter().filter(|class| !too_large.contains(class)) {
        let target = check(
            &classes,
            class,
            &["--search", "dfs", "--first", "--max-transitions", SPACE],
        );
        assert_eq!(target.verdict, "violated", "{class}: {:?}", target.reasons);
    }
}

#[test]
fn best_first_takes_a_tenth_of_the_states_of_depth_first() {
    let Some(classes) = programs() else { return };
    let mut ratios = Vec::new();
    for class in [
        "BarrierIsPassedTwice",
        "ClosedWhileInUse",
        "FundManagers",
        "LostDeposit",
        "NotifiedBeforeItWaits",
        "PetersonWithoutTurn",
        "PipelineIsDrainedTooSoon",
        "QueueIsShrunkWhileRead",
        "ReadersAreCountedOutsideTheLock",
        "TornPair",
    ] {
        let states = |strategy: &str| {
            let options = ["--search", strategy, "--first", "--max-transitions", "1000000"];
            let target = check(&classes, class, &options);
            (target.verdict == "violated", target.statistics.states as f64)
        };
        let (informed, best_first) = states("best-first");
        // Where depth-first search reaches none, it takes at least the states that it has seen.
        let (_, depth_first) = states("dfs");
        assert!(informed, "{class}");
        ratios.push(best_first / depth_first);
    }
    ratios.sort_by(f64::total_cmp);
    assert!(ratios[ratios.len() / 2] <= 0.1, "{ratios:?}");
}

#[test]
fn an_informed_search_is_a_complete_one() {
    let Some(classes) = programs() else { return };
    for class in ["SlotIsTakenTwice", "StackSuffersABA", "AlwaysInOneOrder"] {
        let plain = check(&classes, class, &["--search", "dfs"]);
        for strategy in ["best-first", "a-star"] {
            for heuristic in ["alternating", "distance", "most-blocked", "interleaving"] {
                let set = format!("search.heuristic={heuristic}");
                let target = check(&classes, class, &["--search", strategy, "--set", &set]);
                let of = |target: &Target| {
                    let mut found: Vec<String> = target.findings.iter().map(|f| f.fingerprint.clone()).collect();
                    found.sort();
                    (
                        target.verdict.clone(),
                        target.coverage.clone(),
                        target.statistics.states,
                        found,
                    )
                };
                assert_eq!(of(&target), of(&plain), "{class}: {strategy} by {heuristic}");
            }
        }
    }
}

#[test]
fn a_goal_leads_to_its_line() {
    let Some(classes) = programs() else { return };
    for line in [11, 18] {
        let set = format!("search.goal=FailsInTwoPlaces:{line}");
        let heuristic = "search.heuristic=distance";
        let options = ["--search", "best-first", "--first", "--set", heuristic, "--set", &set];
        let target = check(&classes, "FailsInTwoPlaces", &options);
        assert_eq!(target.findings.len(), 1);
        assert_eq!(target.findings[0].location.line, Some(line));
    }
}

/// The shortest schedule is the one with the fewest choices, and the one with the fewest preemptions need not be.
#[test]
fn breadth_first_is_short_and_a_bound_preempts_little() {
    let Some(classes) = programs() else { return };
    for class in [
        "SlotIsTakenTwice",
        "SequenceIsReadOnce",
        "StackSuffersABA",
        "CycleOfThree",
    ] {
        let first = |options: &[&str]| {
            let target = check(&classes, class, &[options, &["--first"]].concat());
            assert_eq!(target.verdict, "violated", "{class}: {options:?}");
            let steps = &target.findings[0].trail.steps;
            let preemptions = steps.iter().filter(|step| step["preemption"] == true).count();
            (steps.len(), preemptions)
        };
        let (shortest, _) = first(&["--search", "bfs"]);
        let bounded = first(&["--search", "preemption-bound", "--set", "search.preemptions=3"]);
        for other in ["dfs", "best-first", "a-star"] {
            let (steps, preemptions) = first(&["--search", other]);
            assert!(bounded.1 <= preemptions, "{class}: {other}: {bounded:?}, {preemptions}");
            assert!(shortest <= steps, "{class}: {other}: {shortest}, {steps}");
        }
    }
}

#[test]
fn a_bound_says_what_it_leaves_out_and_nothing_where_it_leaves_out_nothing() {
    let Some(classes) = programs() else { return };
    let bounded = |class: &str, preemptions: &str| {
        let set = format!("search.preemptions={preemptions}");
        check(&classes, class, &["--search", "preemption-bound", "--set", &set])
    };
    let cut = bounded("TwoCountTogether", "1");
    assert_eq!((&*cut.verdict, &*cut.coverage), ("incomplete", "limited"));
    assert_eq!(
        cut.reasons,
        ["schedules with more than 1 preemption were not explored (search.preemptions)"]
    );
    let whole = bounded("TwoCountTogether", "2");
    assert_eq!(
        (&*whole.verdict, &*whole.coverage),
        ("verified", "complete"),
        "{:?}",
        whole.reasons
    );
    let none = bounded("SlotIsTakenTwice", "0");
    assert_eq!(none.verdict, "incomplete");
    assert_eq!(bounded("SlotIsTakenTwice", "2").verdict, "violated");
}

#[test]
fn a_window_is_searched_and_nothing_beside_it() {
    let Some(classes) = programs() else { return };
    let target = check(&classes, "OneCycleAmongEight", &["--search", "window"]);
    assert_eq!((&*target.verdict, &*target.coverage), ("violated", "limited"));
    assert_eq!(target.findings.len(), 1);
    assert_eq!(target.findings[0].kind, "deadlock");
    assert!(target.statistics.states < 1_000, "{}", target.statistics.states);
    assert_eq!(
        target.reasons,
        [
            "only the threads on which a warning depends were scheduled: what bystander-0, bystander-1, bystander-2, bystander-3, \
          bystander-4, bystander-5 would do was not explored"
        ]
    );
    // Nothing warns: nothing is searched, and that is said.
    let calm = check(&classes, "AlwaysInOneOrder", &["--search", "window"]);
    assert_eq!(calm.verdict, "incomplete");
    assert!(
        calm.reasons[0].starts_with("simulation only: 10 random schedules"),
        "{:?}",
        calm.reasons
    );
}

/// VeriSoft's way: no state is remembered, and paths that do not end are cut.
#[test]
fn a_stateless_search_explores_each_path_to_its_end() {
    let Some(classes) = programs() else { return };
    let stateless = |class: &str, more: &[&str]| {
        check(
            &classes,
            class,
            &[&["--search", "dfs", "--set", "search.store=none"], more].concat(),
        )
    };
    let plain = check(&classes, "TwoCountTogether", &["--search", "dfs"]);
    let all = stateless("TwoCountTogether", &[]);
    assert_eq!(
        (&*all.verdict, &*all.coverage),
        ("verified", "complete"),
        "{:?}",
        all.reasons
    );
    assert!(all.statistics.states > plain.statistics.states);
    let cut = stateless("TwoCountTogether", &["--max-depth", "4"]);
    assert_eq!(cut.verdict, "incomplete");
    assert_eq!(
        stateless("SlotIsTakenTwice", &["--max-depth", "60"]).verdict,
        "violated"
    );
}

/// `while (random() < p) switch()`: rare switches find what depends on long undisturbed stretches.
#[test]
fn runs_that_switch_rarely_find_other_defects_than_uniform_ones() {
    let Some(classes) = programs() else { return };
    let found = |options: &[&str]| {
        let all = [
            &["--search", "random", "--runs", "10000", "--seed", "1", "--first"],
            options,
        ]
        .concat();
        let of = |class: &&&str| check(&classes, class, &all).verdict == "violated";
        HARD.iter().filter(of).count()
    };
    let (uniform, rarely) = (found(&[]), found(&["--set", "search.switch-probability=0.1"]));
    assert!(uniform <= 1 && rarely >= 6, "{uniform} and {rarely}");
    let rarely = [
        "--search",
        "random",
        "--set",
        "search.switch-probability=0.1",
        "--runs",
        "50",
    ];
    let states = || check(&classes, "FundManagers", &rarely).statistics.states;
    assert_eq!(states(), states(), "one seed, one sequence of runs");
}

/// Between how many pairs of methods some random runs switched, by the facts of the note.
fn pairs(classes: &Path, class: &str, strategy: &str, runs: &str, seed: &str) -> u64 {
    let options = [
        "check", "--format", "json", "--search", strategy, "--runs", runs, "--seed", seed,
    ];
    let more = [
        "--set",
        "search.switch-coverage=true",
        "--classpath",
        classes.to_str().unwrap(),
        class,
    ];
    let ended = dropwire::call(options.iter().chain(&more)).unwrap();
    let document: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    let notes = document["targets"][0]["facts"]["notes"].as_array().unwrap();
    let note = notes.iter().find(|note| note["note"] == "switch-coverage").unwrap();
    note["pairs"].as_u64().unwrap()
}

/// What is covered is remembered from run to run: after a few runs `coverage` has many more pairs than chance.
#[test]
fn coverage_of_switches_grows_faster_than_by_chance() {
    let Some(classes) = programs() else { return };
    let class = "TwelveMethodsMeet";
    for seed in ["1", "2", "3"] {
        let grown = ["1", "3", "10"].map(|runs| pairs(&classes, class, "coverage", runs, seed));
        assert!(grown[0] < grown[1] && grown[1] < grown[2], "seed {seed}: {grown:?}");
        let by_chance = ["1", "3", "10"].map(|runs| pairs(&classes, class, "random", runs, seed));
        for (remembered, by_chance) in grown.iter().zip(by_chance) {
            assert!(
                *remembered * 10 > by_chance * 11,
                "seed {seed}: {remembered} and {by_chance}"
            );
        }
        assert_eq!(
            grown[1],
            pairs(&classes, class, "coverage", "3", seed),
            "a seed repeats its runs"
        );
    }
    // Nobody else is asked to count.
    let quiet = check(&classes, class, &["--search", "coverage", "--runs", "5"]);
    assert!(quiet.notes.is_empty(), "{:?}", quiet.notes);
    assert_eq!(quiet.verdict, "incomplete");
}

/// The two small programs of Stoller's experiments (RV 2002), as programs of our own: both defects are found, with the switches that they take.
#[test]
fn the_programs_of_the_talk_fail_as_they_did() {
    let Some(classes) = programs() else { return };
    for (class, kind, most) in [
        ("CleanLosesASignal", "deadlock", 1),
        ("FundManagers", "assertion-failure", 3),
    ] {
        let target = check(
            &classes,
            class,
            &["--search", "preemption-bound", "--max-transitions", SPACE],
        );
        let finding = target.findings.iter().find(|finding| finding.kind == kind).unwrap();
        let (switches, preemptions) = (finding.trail.switches, finding.trail.preemptions);
        assert!((1..=most).contains(&preemptions), "{class}: {preemptions}");
        assert!(preemptions <= switches, "{class}: {switches}");
        // As many as the steps that say so themselves.
        let said = finding.trail.steps.iter().filter(|step| step["preemption"] == true);
        assert_eq!(said.count() as u64, preemptions, "{class}");
    }
}

/// Random runs are probabilistically complete: what can happen does, sooner or later.
#[test]
fn random_runs_come_to_every_end_that_there_is() {
    let Some(classes) = programs() else { return };
    let mut session = boot(&classes).unwrap();
    let target = dropwire_check::Target {
        class: "OrdersOfSixSteps".to_owned(),
        args: Vec::new(),
    };
    let mut ends = |strategy, runs| {
        let options = Options {
            strategy,
            runs,
            seed: 1,
            ends: true,
            ..Options::default()
        };
        session.check(&target, &options, &mut NoLimit).ends
    };
    let all = ends(SearchMode::DepthFirst, 0);
    assert_eq!(all.len(), 90, "{all:?}");
    for strategy in [
        SearchMode::Random,
        SearchMode::Pos,
        SearchMode::Surw,
        SearchMode::Coverage,
    ] {
        let reached = ends(strategy, 10_000);
        assert_eq!(all, reached, "{}", strategy.name());
    }
}
