//! `--suggest-fixes`: every edit that is offered compiles, and with those that are called verified the program is verified when it is
//! checked again from scratch. None of them is written, brings a finding that was not there, or breaks another target of the folder.
//!
//! With `DROPWIRE_FIXES_OF=all` every program of `samples` and `tests/programs` with findings is asked for its fixes, and with a part of
//! a path, such as `deadlock/`, those that it names.

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
const PROGRAMS: [(&str, &str); 21] = [
    ("samples/BoundedBufferNotify", "notify-all"),
    ("samples/DiningPhilosophers", "lock-order-by-value"),
    ("samples/DoubleCheckedLockingPlain", "volatile"),
    ("samples/LostUpdateAtomic", "synchronized"),
    ("samples/MoneyTransferBroken", "synchronized"),
    ("samples/MoneyTransferDeadlock", "lock-order-by-value"),
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
const NOTHING: [&str; 1] = ["tests/programs/race/ElementsOfVolatileArray"];

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

/// The text of the only source with a fix's edits.
fn edited(text: &str, fix: &Value) -> String {
    let sources = fix["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 1, "{fix:#}");
    assert_eq!(
        (&sources[0]["path"], &sources[0]["edits"]),
        (&fix["path"], &fix["edits"])
    );
    with_edits(text, &fix["edits"])
}

fn with_edits(text: &str, edits: &Value) -> String {
    let mut edited = String::new();
    let mut from = 0;
    for edit in edits.as_array().unwrap() {
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

fn fingerprints(document: &Value) -> impl Iterator<Item = &Value> {
    let found = document["targets"][0]["findings"].as_array().unwrap();
    found.iter().map(|found| &found["fingerprint"])
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
    let known: Vec<&Value> = fingerprints(&document).collect();
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
        assert!(
            fingerprints(&again).all(|found| known.contains(&found)),
            "{program}: {fix:#}"
        );
        if fix["verified"] == true {
            assert_eq!(again["targets"][0]["verdict"], "verified", "{program}: {fix:#}");
            // What it takes for granted is said with it.
            let assumed = again["targets"][0]["assumptions"].as_array().unwrap();
            let before = document["targets"][0]["assumptions"].as_array().unwrap();
            let seen = fix["seen"].as_str().unwrap();
            let mut new = assumed.iter().filter(|name| !before.contains(name));
            assert!(
                new.all(|name| seen.contains(name.as_str().unwrap())),
                "{program}: {fix:#}"
            );
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

/// Hours of CPU for all: for who changes a rule.
#[test]
fn what_is_offered_for_all_programs_holds() {
    let Some(wanted) = std::env::var_os("DROPWIRE_FIXES_OF") else {
        return;
    };
    let wanted = wanted.to_str().unwrap();
    let mut offered: BTreeMap<String, usize> = BTreeMap::new();
    let mut asked = 0;
    for folder in ["samples", "tests/programs"] {
        for file in tree::files(&tree::root().join(folder), "java") {
            let program = file.strip_prefix(tree::root()).unwrap().with_extension("");
            let program = program.to_str().unwrap();
            let text = fs::read_to_string(&file).unwrap();
            // One that is something else than a `main` of the JDK on the path, or has its own options, is not asked.
            let is_plain = text.contains("//~") && !text.contains("//@ ");
            if is_plain && (wanted == "all" || program.contains(wanted)) {
                asked += 1;
                let repairs = all_hold(program);
                println!("{program}: {}", repairs.join(", "));
                repairs
                    .into_iter()
                    .for_each(|repair| *offered.entry(repair).or_default() += 1);
            }
        }
    }
    println!("{asked} programs; offered: {offered:?}");
    assert!(asked > 0, "no program is named {wanted}");
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
    let fixes = verified_fixes(name, text);
    fixes
        .iter()
        .map(|fix| fix["repair"].as_str().unwrap().to_owned())
        .collect()
}

/// Those with which it is verified, when it is checked again.
fn verified_fixes(name: &str, text: &str) -> Vec<Value> {
    let (folder, file) = folder_with(Path::new(&format!("{name}.java")), text);
    let document = check(folder.path(), &["--suggest-fixes", file.to_str().unwrap()]);
    let of = |fix: &Value| {
        let (folder, file) = folder_with(&file, &edited(text, fix));
        let again = check(folder.path(), &[file.to_str().unwrap()]);
        assert_eq!(again["targets"][0]["verdict"], "verified", "{fix:#}");
        fix.clone()
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
    let kept = "if (Thread.currentThread().getName().equals(\"main\")) { synchronized (map) { first = seen; } } else { synchronized (map) { second = seen; } }";
    for (name, operation, act, claim) in [
        (
            "MergesByPlus",
            "merge",
            "map.put(\"a\", map.getOrDefault(\"a\", 0) + 1);".to_owned(),
            "map.get(\"a\") == 2",
        ),
        (
            "MergesInTwo",
            "merge",
            "Integer n = map.get(\"a\");\n            map.put(\"a\", n == null ? 1 : n + 1);".to_owned(),
            "map.get(\"a\") == 2",
        ),
        (
            "PutsIfAbsent",
            "putIfAbsent",
            format!(
                "if (!map.containsKey(\"a\")) {{\n                map.put(\"a\", Thread.currentThread().getName().length());\n            }}\n            \
                 Integer seen = map.get(\"a\");\n            {kept}"
            ),
            "first.equals(second)",
        ),
        (
            "ComputesIfAbsent",
            "computeIfAbsent",
            format!(
                "Integer seen = map.get(\"a\");\n            if (seen == null) {{\n                seen = Thread.currentThread().getName().length();\n                \
                 map.put(\"a\", seen);\n            }}\n            {kept}"
            ),
            "first.equals(second)",
        ),
    ] {
        let fixes = verified_fixes(name, &program(name, &act, claim));
        let title = format!("verified fix: use {operation}, which is atomic");
        assert!(
            fixes
                .iter()
                .any(|fix| fix["repair"] == "one-operation" && fix["title"] == title.as_str()),
            "{name}: {fixes:#?}"
        );
    }
}

/// Two accounts, and a transfer that holds the locks of both in the order of its arguments.
fn transfer(name: &str, account: &str, locked: &str) -> String {
    format!(
        "public class {name} {{\n    static class Account {{\n        {account}\n    }}\n    static void transfer(Account from, Account to) {{\n        {locked}\n    }}\n\
         \x20   public static void main(String[] args) {{\n        Account giro = new Account(1), savings = new Account(2);\n        \
         new Thread(() -> transfer(giro, savings)).start();\n        transfer(savings, giro);\n    }}\n}}\n"
    )
}

#[test]
fn locks_that_differ_by_value_alone_get_an_order() {
    if Tool::find("javac").is_none() {
        return;
    }
    let monitors = "synchronized (from) {\n            synchronized (to) {\n                from.balance--;\n                to.balance++;\n            }\n        }";
    let by_id = "final int id; int balance; Account(int id) { this.id = id; }";
    let titles = |name: &str, text: &str| -> Vec<String> {
        let fixes = verified_fixes(name, text);
        assert!(
            fixes.iter().all(|fix| fix["repair"] == "lock-order-by-value"),
            "{fixes:#?}"
        );
        let mut titles: Vec<String> = fixes
            .iter()
            .map(|fix| fix["title"].as_str().unwrap().to_owned())
            .collect();
        titles.sort_unstable();
        titles
    };
    let field = "verified fix: acquire from and to in the order of their id";
    let hash =
        "verified fix: acquire from and to in the order of their identity hash codes, of equal ones one pair at a time";
    assert_eq!(titles("ById", &transfer("ById", by_id, monitors)), [field, hash]);
    let plain = "int balance; Account(int balance) { this.balance = balance; }";
    assert_eq!(titles("ByHash", &transfer("ByHash", plain, monitors)), [hash]);
    let locks = "from.lock.lock();\n        to.lock.lock();\n        from.balance--;\n        to.balance++;\n        to.lock.unlock();\n        from.lock.unlock();";
    let with_lock = format!(
        "final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); {by_id}"
    );
    let locked = titles("ByIdOfLocks", &transfer("ByIdOfLocks", &with_lock, locks));
    assert_eq!(
        locked,
        ["verified fix: acquire from.lock and to.lock in the order of their id"]
    );
}

#[test]
fn an_order_by_identity_hash_codes_is_called_an_assumption_and_equal_ones_have_a_lock() {
    if Tool::find("javac").is_none() {
        return;
    }
    let source = tree::root().join("samples/MoneyTransferDeadlock.java");
    let text = fs::read_to_string(&source).unwrap();
    let fixes = verified_fixes("MoneyTransferDeadlock", &text);
    let [fix] = fixes.as_slice() else { panic!("{fixes:#?}") };
    assert!(
        fix["seen"].as_str().unwrap().ends_with(", assuming seeded-random"),
        "{fix:#}"
    );
    let edited = edited(&text, fix);
    assert!(
        edited.contains("synchronized (order == 0 ? MoneyTransferDeadlock.class : first) {"),
        "{edited}"
    );
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

/// A class and a program that use its field, in a folder with classes and a configuration.
fn two_sources() -> Option<tempfile::TempDir> {
    let javac = Tool::find("javac")?;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("src")).unwrap();
    let stock = "public class Stock {\n    static int left = 3;\n    static void take() {\n        left--;\n    }\n}\n";
    let shop = "public class Shop {\n    public static void main(String[] args) throws Exception {\n        Thread other = new Thread(Stock::take);\n        other.start();\n\
                \x20       Stock.left--;\n        other.join();\n    }\n}\n";
    let files = [("Stock", stock), ("Shop", shop)].map(|(name, text)| {
        let file = root.join(format!("src/{name}.java"));
        fs::write(&file, text).unwrap();
        file
    });
    let mut compile = Command::new(javac.path());
    compile.arg("-g").arg("-d").arg(root.join("classes")).args(&files);
    assert!(compile.status().unwrap().success());
    let configured = "[[module]]\nname = \"all\"\nroot = \".\"\nclass-roots = [\"classes\"]\nsources = [\"src\"]\n\n[[target]]\nmain = \"Shop\"\n";
    fs::write(root.join("dropwire.toml"), configured).unwrap();
    Some(folder)
}

#[test]
fn a_field_that_two_sources_use_gets_its_lock_in_both() {
    let Some(folder) = two_sources() else { return };
    let root = folder.path();
    let document = check(root, &["--suggest-fixes"]);
    let fixes = fixes(&document);
    let [fix] = fixes.as_slice() else { panic!("{fixes:#?}") };
    assert_eq!(
        (&fix["repair"], &fix["verified"]),
        (&Value::from("guarded"), &Value::from(true))
    );
    let paths: Vec<&Value> = fix["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| &source["path"])
        .collect();
    assert!(
        paths.contains(&&Value::from("src/Stock.java")) && paths.contains(&&Value::from("src/Shop.java")),
        "{fix:#}"
    );
    let mut compile = Command::new(Tool::find("javac").unwrap().path());
    compile.arg("-g").arg("-d").arg(root.join("classes"));
    for source in fix["sources"].as_array().unwrap() {
        let file = root.join(source["path"].as_str().unwrap());
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, with_edits(&text, &source["edits"])).unwrap();
        compile.arg(file);
    }
    assert!(compile.status().unwrap().success());
    assert_eq!(check(root, &[])["targets"][0]["verdict"], "verified");
    let edited = fs::read_to_string(root.join("src/Shop.java")).unwrap();
    assert!(
        edited.contains("synchronized (Stock.class) { Stock.left--; }"),
        "{edited}"
    );
}

#[test]
fn who_else_declares_a_field_of_that_name_is_not_edited() {
    let Some(folder) = two_sources() else { return };
    let root = folder.path();
    let file = root.join("src/Shop.java");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace("public class Shop {", "public class Shop {\n    int left = 1;"),
    )
    .unwrap();
    let document = check(root, &["--suggest-fixes"]);
    assert_eq!(fixes(&document), Vec::<Value>::new());
}
