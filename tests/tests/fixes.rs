//! `--suggest-fixes`: every edit that is offered compiles, and with those that are called verified the program is verified when it is
//! checked again from scratch. None of them is written, and none breaks another target of the folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use dropwire_tests::java::Tool;
use dropwire_tests::process::{self, Ended};
use dropwire_tests::{dropwire, tree};
use serde_json::Value;

/// What is offered for some programs, each with a repair that must be among it.
const PROGRAMS: [(&str, &str); 19] = [
    ("samples/BoundedBufferNotify", "notify-all"),
    ("samples/DoubleCheckedLockingPlain", "volatile"),
    ("samples/LostUpdateAtomic", "synchronized"),
    ("samples/MoneyTransferBroken", "synchronized"),
    ("samples/Till", "lock-order"),
    ("tests/programs/race/AccessesBehindAnInitialisation", "guarded"),
    ("tests/programs/race/CloneWithoutTheLock", "synchronized"),
    ("tests/programs/race/DefaultMethodOfAnInterface", "guarded"),
    ("tests/programs/race/FencesAreNoOrder", "volatile"),
    ("tests/programs/race/HashMapPutByTwo", "synchronized"),
    ("tests/programs/race/InheritedFieldThroughTwoClasses", "volatile"),
    ("tests/programs/race/InnerClassWritesOuterField", "volatile"),
    ("tests/programs/race/LazilyInitialisedStatic", "atomic"),
    ("tests/programs/race/LazyInstanceWithoutLock", "volatile"),
    ("tests/programs/race/LockIsABoxedCounter", "synchronized"),
    ("tests/programs/race/LockReleasedBeforeTheWrite", "atomic"),
    ("tests/programs/race/LockThatIsReplaced", "guarded"),
    ("tests/programs/race/LockedByAllButOne", "guarded"),
    (
        "tests/programs/race/OptimisticReadAgainstAWriteWithoutTheLock",
        "synchronized",
    ),
];

/// Programs of which no edit is right that we know: nothing is offered rather than anything.
const NOTHING: [&str; 3] = [
    "samples/DiningPhilosophers",
    "samples/MoneyTransferDeadlock",
    "tests/programs/race/ElementsOfVolatileArray",
];

fn check(folder: &Path, arguments: &[&str]) -> Value {
    let mut command = Command::new(dropwire::binary());
    command
        .arg("check")
        .args(["--format", "json"])
        .args(arguments)
        .current_dir(folder);
    let ended: Ended = process::run(&mut command, Duration::from_secs(300)).unwrap();
    dropwire::read(&ended).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    serde_json::from_str(&ended.stdout).unwrap()
}

/// The text with a fix's edits.
fn edited(text: &str, fix: &Value) -> String {
    let mut edited = String::new();
    let mut from = 0;
    for edit in fix["edits"].as_array().unwrap() {
        let at = |name: &str| usize::try_from(edit[name].as_u64().unwrap()).unwrap();
        edited.push_str(&text[from..at("start")]);
        edited.push_str(edit["text"].as_str().unwrap());
        from = at("end");
    }
    edited.push_str(&text[from..]);
    edited
}

/// The fixes of the only target, each once.
fn fixes(document: &Value) -> Vec<Value> {
    let all = document["targets"][0]["fixes"].as_array().unwrap();
    let by_edits: BTreeMap<String, Value> = all
        .iter()
        .map(|fix| (format!("{} {}", fix["edits"], fix["fingerprint"]), fix.clone()))
        .collect();
    by_edits.into_values().collect()
}

/// A folder with the source and nothing else.
fn folder_with(source: &Path, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(source.file_name().unwrap());
    fs::write(&file, text).unwrap();
    (folder, file)
}

/// Checks what is offered for a program; gives the names of the repairs.
fn all_hold(program: &str) -> Vec<String> {
    let source = tree::root().join(format!("{program}.java"));
    let text = fs::read_to_string(&source).unwrap();
    let (folder, file) = folder_with(&source, &text);
    let name = file.to_str().unwrap();
    let document = check(folder.path(), &["--suggest-fixes", name]);
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        text,
        "{program}: the source is as it was"
    );
    let mut repairs = Vec::new();
    for fix in fixes(&document) {
        let (folder, file) = folder_with(&source, &edited(&text, &fix));
        // One that does not compile gives status 2 and no document.
        let again = check(folder.path(), &[file.to_str().unwrap()]);
        let found = again["targets"][0]["findings"].as_array().unwrap();
        assert!(
            found.iter().all(|found| found["fingerprint"] != fix["fingerprint"]),
            "{program}: {fix:#}"
        );
        if fix["verified"] == true {
            assert_eq!(again["targets"][0]["verdict"], "verified", "{program}: {fix:#}");
        }
        repairs.push(fix["repair"].as_str().unwrap().to_owned());
    }
    repairs
}

#[test]
fn what_is_offered_compiles_and_what_is_called_verified_is() {
    if Tool::find("javac").is_none() {
        return;
    }
    std::thread::scope(|scope| {
        for half in PROGRAMS.chunks(PROGRAMS.len().div_ceil(2)) {
            scope.spawn(move || {
                for (program, repair) in half {
                    let repairs = all_hold(program);
                    assert!(repairs.iter().any(|found| found == repair), "{program}: {repairs:?}");
                }
            });
        }
    });
}

#[test]
fn where_no_edit_helps_nothing_is_offered() {
    if Tool::find("javac").is_none() {
        return;
    }
    for program in NOTHING {
        assert_eq!(all_hold(program), Vec::<String>::new(), "{program}");
    }
}

/// The repairs that a program of one file is offered.
fn repairs_of(name: &str, text: &str) -> Vec<String> {
    let (folder, file) = folder_with(Path::new(&format!("{name}.java")), text);
    let document = check(folder.path(), &["--suggest-fixes", file.to_str().unwrap()]);
    let of = |fix: &Value| {
        let (folder, file) = folder_with(&file, &edited(text, fix));
        let again = check(folder.path(), &[file.to_str().unwrap()]);
        assert_eq!(again["targets"][0]["verdict"], "verified", "{fix:#}");
        fix["repair"].as_str().unwrap().to_owned()
    };
    fixes(&document)
        .iter()
        .filter(|fix| fix["verified"] == true)
        .map(of)
        .collect()
}

#[test]
fn operations_of_maps_take_the_place_of_several() {
    if Tool::find("javac").is_none() {
        return;
    }
    let program = |name: &str, act: &str, claim: &str| {
        format!(
            "import java.util.concurrent.ConcurrentHashMap;\npublic class {name} {{\n    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();\n\
             \x20   static Integer first, second;\n    public static void main(String[] args) throws Exception {{\n        Thread other = new Thread(() -> {{\n            {act}\n        }});\n\
             \x20       other.start();\n        {act}\n        other.join();\n        assert {claim};\n    }}\n}}\n"
        )
    };
    for (name, act, claim) in [
        (
            "MergesByPlus",
            "map.put(\"a\", map.getOrDefault(\"a\", 0) + 1);",
            "map.get(\"a\") == 2",
        ),
        (
            "MergesInTwo",
            "Integer n = map.get(\"a\");\n            map.put(\"a\", n == null ? 1 : n + 1);",
            "map.get(\"a\") == 2",
        ),
        (
            "PutsIfAbsent",
            "if (!map.containsKey(\"a\")) {\n                map.put(\"a\", Thread.currentThread().getName().length());\n            }\n            \
             Integer seen = map.get(\"a\");\n            if (Thread.currentThread().getName().equals(\"main\")) { synchronized (map) { first = seen; } } else { synchronized (map) { second = seen; } }",
            "first.equals(second)",
        ),
    ] {
        let repairs = repairs_of(name, &program(name, act, claim));
        assert!(
            repairs.iter().any(|repair| repair == "one-operation"),
            "{name}: {repairs:?}"
        );
    }
}

#[test]
fn a_wait_gets_its_loop_and_an_order_of_explicit_locks_is_kept() {
    if Tool::find("javac").is_none() {
        return;
    }
    let waits = "public class WaitsOnce {\n    static final Object lock = new Object();\n    static boolean ready;\n    public static void main(String[] args) throws Exception {\n\
                 \x20       Thread other = new Thread(() -> {\n            synchronized (lock) {\n                ready = true;\n                lock.notifyAll();\n            }\n        });\n\
                 \x20       other.start();\n        synchronized (lock) {\n            if (!ready) {\n                lock.wait();\n            }\n            assert ready;\n        }\n    }\n}\n";
    assert_eq!(repairs_of("WaitsOnce", waits), ["wait-in-loop"]);
    let locks = "import java.util.concurrent.locks.ReentrantLock;\npublic class TwoLocks {\n    static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();\n\
                 \x20   static void one() {\n        a.lock();\n        b.lock();\n        b.unlock();\n        a.unlock();\n    }\n    static void two() {\n        b.lock();\n        a.lock();\n        a.unlock();\n        b.unlock();\n    }\n\
                 \x20   public static void main(String[] args) {\n        new Thread(TwoLocks::one).start();\n        two();\n    }\n}\n";
    let repairs = repairs_of("TwoLocks", locks);
    assert!(
        !repairs.is_empty() && repairs.iter().all(|repair| repair == "lock-order"),
        "{repairs:?}"
    );
    let widened = "public class TwoHalves {\n    final Object lock = new Object();\n    int count;\n    void add() {\n        int seen;\n        synchronized (lock) {\n            seen = count;\n        }\n\
                   \x20       synchronized (lock) {\n            count = seen + 1;\n        }\n    }\n    public static void main(String[] args) throws Exception {\n        TwoHalves both = new TwoHalves();\n\
                   \x20       Thread other = new Thread(both::add);\n        other.start();\n        both.add();\n        other.join();\n        assert both.count == 2;\n    }\n}\n";
    let repairs = repairs_of("TwoHalves", widened);
    assert!(repairs.iter().any(|repair| repair == "widened"), "{repairs:?}");
}

#[test]
fn an_edit_that_breaks_another_target_is_not_offered() {
    let Some(javac) = Tool::find("javac") else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("src")).unwrap();
    let shared = "public class Shared {\n    static int count;\n    static void add() {\n        count++;\n    }\n}\n";
    let counts = "public class Counts {\n    public static void main(String[] args) throws Exception {\n        Thread other = new Thread(Shared::add);\n        other.start();\n\
                  \x20       Shared.add();\n        other.join();\n    }\n}\n";
    // Holds the lock that `add` would then need while it waits for who calls `add`.
    let holds = "public class Holds {\n    public static void main(String[] args) throws Exception {\n        Thread other = new Thread(Shared::add);\n        other.start();\n\
                 \x20       synchronized (Shared.class) {\n            other.join();\n        }\n    }\n}\n";
    let mut sources = Vec::new();
    for (name, text) in [("Shared", shared), ("Counts", counts), ("Holds", holds)] {
        let file = root.join(format!("src/{name}.java"));
        fs::write(&file, text).unwrap();
        sources.push(file);
    }
    let mut compile = Command::new(javac.path());
    compile.arg("-g").arg("-d").arg(root.join("classes")).args(&sources);
    assert!(compile.status().unwrap().success());
    let module = "[[module]]\nname = \"all\"\nroot = \".\"\nclass-roots = [\"classes\"]\nsources = [\"src\"]\n";
    let repairs = |targets: &str| -> Vec<String> {
        fs::write(root.join("dropwire.toml"), format!("{module}{targets}")).unwrap();
        let document = check(root, &["--suggest-fixes"]);
        let fixes = document["targets"][0]["fixes"].as_array().unwrap();
        fixes
            .iter()
            .map(|fix| fix["repair"].as_str().unwrap().to_owned())
            .collect()
    };
    let alone = repairs("[[target]]\nmain = \"Counts\"\n");
    assert_eq!(alone, ["atomic", "synchronized"]);
    let both = repairs("[[target]]\nmain = \"Counts\"\n\n[[target]]\nmain = \"Holds\"\n");
    assert_eq!(both, ["atomic"]);
}

#[test]
fn the_text_shows_a_diff_and_what_was_seen() {
    if Tool::find("javac").is_none() {
        return;
    }
    let source = tree::root().join("samples/Till.java");
    let ended = dropwire::call(["check".as_ref(), "--suggest-fixes".as_ref(), source.as_os_str()]).unwrap();
    assert_eq!(ended.status, Some(1), "the finding counts: {}", ended.stderr);
    for text in [
        "verified fix: acquire drawer before ledger",
        "verified with it: ",
        "@@ -",
        "-        synchronized (ledger) {",
        "+        synchronized (drawer) {",
    ] {
        assert!(ended.stdout.contains(text), "{text:?} is not in\n{}", ended.stdout);
    }
}
