//! Data choices: how many transitions and states they cost, in every mode, and the class with which programs make them.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// Searches that look at everything.
const MODES: [&[&str]; 5] = [
    &["--search", "dfs"],
    &["--search", "bfs"],
    &["--search", "guided"],
    &["--search", "dfs", "--set", "search.store=collapse"],
    &["--search", "dfs", "--set", "debug.verify-hashes=true"],
];

/// Compiles a class whose `main` has this body; `None` without a `javac`.
fn compile(class: &str, body: &str) -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("choices").join(class);
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join(format!("{class}.java"));
    let text = format!(
        "import dropwire.Verify;\npublic class {class} {{\n    static volatile int count;\n    \
         public static void main(String[] args) throws Exception {{\n{body}\n    }}\n}}\n"
    );
    fs::write(&source, text).unwrap();
    Some(javac.compile_fixtures(Path::new(CACHE), &[source]).unwrap())
}

fn check(classes: &Path, class: &str, options: &[&str]) -> Target {
    Check::new(classes, [class])
        .with(options.iter().copied())
        .run()
        .unwrap()
}

fn text<'a>(step: &'a serde_json::Value, key: &str) -> &'a str {
    step[key].as_str().unwrap()
}

fn fingerprints(target: &Target) -> Vec<String> {
    let mut all: Vec<String> = target.findings.iter().map(|f| f.fingerprint.clone()).collect();
    all.sort();
    all
}

#[test]
fn a_cascade_has_a_transition_for_each_combination_and_no_state_between() {
    let body = "int all = 10 * Verify.getInt(0, 1) + Verify.getInt(0, 2); assert all <= 12;";
    let Some(classes) = compile("Cascade", body) else {
        return;
    };
    for mode in MODES {
        let target = check(&classes, "Cascade", mode);
        assert_eq!(target.verdict, "verified", "{mode:?}: {:?}", target.reasons);
        let costs = (target.statistics.transitions, target.statistics.states);
        assert_eq!(costs, (6, 1), "{mode:?}");
    }
    let body = "new Thread(() -> count++).start(); count++; Verify.getBoolean(); Verify.getInt(1, 3);";
    let Some(classes) = compile("CascadeBesideAnother", body) else {
        return;
    };
    let costs = MODES.map(|mode| check(&classes, "CascadeBesideAnother", mode).statistics);
    assert!(
        costs.windows(2).all(|pair| pair[0].states == pair[1].states),
        "{costs:?}"
    );
}

#[test]
fn a_large_interval_is_never_listed() {
    let body = "int number = Verify.getInt(0, 1_000_000); assert number >= 0;";
    let Some(classes) = compile("Million", body) else {
        return;
    };
    let small = "int number = Verify.getInt(0, 1); assert number >= 0;";
    let Some(few) = compile("Two", small) else { return };
    for mode in [["--search", "dfs"], ["--search", "bfs"]] {
        let target = check(&classes, "Million", &mode);
        assert_eq!(target.verdict, "verified", "{mode:?}: {:?}", target.reasons);
        assert_eq!(target.statistics.transitions, 1_000_001, "{mode:?}");
        assert_eq!(target.statistics.states, 1, "{mode:?}");
        let least = check(&few, "Two", &mode).statistics.peak_memory_bytes;
        // A list of them would take 16 MB.
        let more = target.statistics.peak_memory_bytes.saturating_sub(least);
        assert!(more < 8 << 20, "{mode:?}: {more} bytes more");
    }
}

#[test]
fn all_modes_find_the_same() {
    let Some(javac) = Tool::find("javac") else { return };
    let sources = tree::files(&tree::root().join("tests/programs/choices"), "java");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    for class in [
        "ChoosesForEverBesideAFailure",
        "ChoiceBetweenTwoAccesses",
        "ThirtyChoicesInALoop",
        "ChoicesUnderALock",
        "ListIsWrittenWhileItIsRead",
        "ParallelTasksAreDone",
        "IgnoredRunsHaveNoEnd",
    ] {
        let plain = check(&classes, class, MODES[0]);
        let others = MODES[1..].iter().copied().chain([
            &["--set", "vm.por=false"][..],
            &["--set", "vm.por.sync-detection=false"],
        ]);
        for mode in others {
            let other = check(&classes, class, mode);
            assert_eq!(fingerprints(&plain), fingerprints(&other), "{class} {mode:?}");
            assert_eq!(plain.verdict, other.verdict, "{class} {mode:?}: {:?}", other.reasons);
        }
        let bits = check(&classes, class, &["--set", "search.store=bitstate"]);
        assert_eq!(fingerprints(&plain), fingerprints(&bits), "{class}");
    }
}

#[test]
fn random_runs_choose_at_random_as_their_seed_says() {
    let body = "int number = Verify.getInt(0, 9_999_999); assert number % 4 != 3;";
    let Some(classes) = compile("Quarter", body) else {
        return;
    };
    for search in ["random", "simulate"] {
        let values = ["7", "7", "8"].map(|seed| {
            let options = ["--search", search, "--runs", "40", "--seed", seed];
            let target = check(&classes, "Quarter", &options);
            assert_eq!(target.findings.len(), 1, "{search}: {:?}", target.reasons);
            text(&target.findings[0].trail.steps[0], "operation").to_owned()
        });
        assert!(values[0].starts_with("getInt(0..9999999) = "), "{values:?}");
        assert_eq!(values[0], values[1], "{search}");
        assert_ne!(values[0], values[2], "{search}");
    }
}

#[test]
fn a_trail_says_what_was_chosen() {
    let Some(javac) = Tool::find("javac") else { return };
    let sources = tree::files(&tree::root().join("tests/programs/choices"), "java");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    let said = |class: &str| -> Vec<String> {
        let target = check(&classes, class, &[]);
        let steps = target.findings.iter().flat_map(|finding| &finding.trail.steps);
        steps
            .map(|step| format!("{}: {}", text(step, "generator"), text(step, "operation")))
            .collect()
    };
    let all = said("OneNumberOfManyIsWrong");
    assert!(all.contains(&"getInt: getInt(0..10000) = 9999".to_owned()), "{all:?}");
    let all = said("BothTruthValuesAreTried");
    assert!(all.contains(&"getBoolean: chooses false".to_owned()), "{all:?}");
    let all = said("EveryNumberOfAListIsTried");
    assert!(all.contains(&"getIntFromList: chooses 7".to_owned()), "{all:?}");
    assert!(all.contains(&"getDoubleFromList: chooses NaN".to_owned()), "{all:?}");
}

/// The classes are built as `server/verify-api/README.md` says, by a JDK 17.
#[test]
fn the_committed_classes_are_those_of_their_source() {
    let Some(javac) = Tool::find("javac") else { return };
    let root = tree::root().join("server/verify-api");
    javac
        .makes(
            Path::new(CACHE),
            &tree::files(&root.join("src"), "java"),
            &tree::verify_api(),
            &[],
        )
        .unwrap();
}

/// On an ordinary JVM a choice is one of the values.
#[test]
fn an_ordinary_machine_chooses_at_random() {
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let source = tree::root().join("tests/programs/choices/ParallelTasksAreDone.java");
    let classes = javac
        .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&source))
        .unwrap();
    let ended = java.run_class(Path::new(CACHE), &classes, &source).unwrap();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let body = "boolean[] seen = new boolean[5];\nfor (int i = 0; i < 2_000; i++) { seen[Verify.random(4)] = true; \
                long far = Verify.getLong(Long.MAX_VALUE, Long.MAX_VALUE - 1); assert far >= Long.MAX_VALUE - 1; \
                assert Verify.getInt(3, 2) / 2 == 1; }\nfor (boolean one : seen) { assert one; }";
    let Some(classes) = compile("Ordinary", body) else {
        return;
    };
    let source = Path::new(CACHE).join("choices/Ordinary/Ordinary.java");
    let ended = java.run_class(Path::new(CACHE), &classes, &source).unwrap();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
}
