//! What the tool says, word for word: a change of a text is seen in review.
//!
//! `INSTA_UPDATE=always cargo test --release -p dropwire-tests --test texts` accepts what is said now.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use dropwire_tests::java::{Tool, in_plain_locale};
use dropwire_tests::{dropwire, process, programs, tree};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");
/// The release whose library the texts name.
const RELEASE: u32 = 17;

/// One program for each kind of text: where it lies, its class, and more options.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("samples", "BoundedBufferNotify", &[]),
    ("samples", "DoubleCheckedLockingPlain", &[]),
    ("samples", "LostUpdateAtomic", &[]),
    ("samples", "MoneyTransferDeadlock", &[]),
    ("samples", "MoneyTransferFixed", &[]),
    ("samples", "RemoteAgent", &[]),
    ("samples", "RemoteAgent", &["--search", "simulate"]),
    ("samples", "RemoteAgent", &["--search", "random", "--runs", "3"]),
    ("samples", "RemoteAgent", &["--set", "limits.depth=4"]),
    ("samples", "MoneyTransferDeadlock", &["--first"]),
    ("samples", "MoneyTransferDeadlock", &["--format", "github"]),
    ("tests/programs/assertion", "FailsWithoutAnyThread", &[]),
    ("tests/programs/assertion", "OtherSleepsLonger", &[]),
    (
        "tests/programs/attributes",
        "AtomicMethodBlocks",
        &["--set", "vm.por.attributes=*.inAtomic=atomic"],
    ),
    ("tests/programs/deadlock", "ClassInitialiserWantsALock", &[]),
    ("tests/programs/deadlock", "LockOfADeadThread", &[]),
    ("tests/programs/deadlock", "LoopsForeverAlone", &[]),
    ("tests/programs/discipline", "AnotherLockThanTheOneNamed", &[]),
    ("tests/programs/discipline", "ImmutablePointMoves", &[]),
    ("tests/programs/exception", "DivisionDependsOnOrder", &[]),
    ("tests/programs/exception", "WaitWithoutLock", &[]),
    ("tests/programs/progress", "TwoGiveWayForEver", &["--progress"]),
    ("tests/programs/race", "ArraycopyAgainstElementWrite", &[]),
    ("tests/programs/race", "HashMapPutByTwo", &[]),
    ("tests/programs/unmodelled", "NativeMethodOfTheUser", &[]),
    ("tests/programs/unmodelled", "OpensASocket", &[]),
    ("tests/programs/unmodelled", "WaitsForTheCollector", &[]),
    ("tests/programs/wait_notify", "IfInsteadOfWhile", &[]),
    ("tests/programs/wait_notify", "NotifyBeforeWait", &[]),
];

/// Without what differs from one run or machine to the next: times, releases, names of trails.
fn steady(text: &str) -> String {
    let mut steady = String::new();
    for line in text.lines() {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        for at in 1..words.len() {
            let unit = words[at].trim_end_matches([',', '·']).to_owned();
            let number = words[at - 1]
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
            if number && !words[at - 1].is_empty() && matches!(unit.as_str(), "ms" | "s" | "min") {
                "N".clone_into(&mut words[at - 1]);
                words[at] = words[at].replace(&unit, "s");
            }
            if words[at - 1] == "JDK" && words[at].starts_with(|c: char| c.is_ascii_digit()) {
                RELEASE.to_string().clone_into(&mut words[at]);
            }
            if words[at - 1] == "replay" && words[at].len() == 8 && words[at].chars().all(|c| c.is_ascii_hexdigit()) {
                "ID".clone_into(&mut words[at]);
            }
        }
        steady.push_str(&words.join(" "));
        steady.push('\n');
    }
    steady
}

fn said(arguments: &mut Command) -> String {
    let ended = process::run(in_plain_locale(arguments), Duration::from_secs(120)).unwrap();
    let text = format!(
        "{}{}exit status {}",
        ended.stdout,
        ended.stderr,
        ended.status.unwrap_or(-1)
    );
    steady(&text)
}

#[test]
fn of_checks() {
    let Some(javac) = Tool::find("javac").filter(|javac| javac.feature() == RELEASE) else {
        return;
    };
    let (mut all, mut seen) = (String::new(), 0);
    for (folder, class, options) in PROGRAMS {
        let sources = programs::sources(&javac, folder);
        let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
        let mut check = Command::new(dropwire::binary());
        check.current_dir(tree::root()).arg("check").args(*options);
        check
            .arg("--classpath")
            .arg(&classes)
            .arg("--sources")
            .arg(folder)
            .arg(class);
        all.push_str(&format!(
            "$ dropwire check {} {folder}/{class}\n\n{}\n",
            options.join(" "),
            said(&mut check)
        ));
        seen += 1;
    }
    assert_eq!(seen, PROGRAMS.len());
    insta::assert_snapshot!("checks", all);
}

#[test]
fn of_help_and_wrong_calls() {
    const CALLS: &[&[&str]] = &[
        &["--help"],
        &["check", "--help"],
        &["run", "--help"],
        &["replay", "--help"],
        &["watch", "--help"],
        &["stress", "--help"],
        &["config", "--help"],
        &["init", "--help"],
        &["generate-tests", "--help"],
        &["plan", "--help"],
        &["merge", "--help"],
        &["lsp", "--help"],
        &["dap", "--help"],
        &["mcp", "--help"],
        &["chekc"],
        &["check", "--format", "xml"],
        &["check", "--set", "search.timeout=always", "Till"],
        &["check", "--set", "vm.processors=many", "Till"],
        &["check", "-Djdk.virtualThreadScheduler.parallelism=1", "Till"],
        &["check", "--shard", "5/4"],
        &["check", "--report", "covrage", "Till"],
        &["check", "--search", "zigzag", "Till"],
        &["check", "--time-limit", "soon", "Till"],
        &["check", "--threads", "9", "Till#new"],
        &["check", "NoSuchClass"],
        &["config", "limits.time", "search.store"],
        &["help", "verdict"],
        &["merge", "none.json"],
        &["stress", "--probability", "3", "Till"],
        &["replay", "--trails", "trails", "00000000"],
    ];
    let empty = Path::new(CACHE).join("texts");
    std::fs::create_dir_all(&empty).unwrap();
    let mut all = String::new();
    for call in CALLS {
        let mut command = Command::new(dropwire::binary());
        command.current_dir(&empty).args(*call);
        all.push_str(&format!("$ dropwire {}\n\n{}\n", call.join(" "), said(&mut command)));
    }
    insta::assert_snapshot!("calls", all);
}
