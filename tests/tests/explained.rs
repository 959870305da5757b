//! Why findings fail, as the real program says it: the steps on what the failure reads, the nearest run that passes, which object
//! is meant, what happens under a lock, and what a thrown exception leaves to see.

use std::fs;
use std::path::Path;

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The first finding of a program, which is one file with this class; `None` without a `javac`.
fn finding(class: &str, source: &str) -> Option<Value> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("explained");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{class}.java"));
    fs::write(&file, source).unwrap();
    let classes = javac.compile_fixtures(Path::new(CACHE), &[file]).unwrap();
    let arguments = [
        "check",
        "--format",
        "json",
        "--classpath",
        classes.to_str().unwrap(),
        class,
    ];
    let ended = dropwire::call(arguments).unwrap();
    assert_eq!(ended.status, Some(1), "{}{}", ended.stdout, ended.stderr);
    let mut document: Value = serde_json::from_str(&ended.stdout).unwrap();
    Some(document["targets"][0]["findings"][0].take())
}

/// The method that a moment of the explanation calls, or in whose call it is.
fn called(moment: &Value) -> &str {
    let inside = moment["called"]["method"].as_str();
    inside.or(moment["facts"]["method"].as_str()).unwrap_or_default()
}

const TORN: &str = r#"
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
public class Torn {
    static final ConcurrentHashMap<String, String> seats = new ConcurrentHashMap<>();
    static final AtomicInteger sold = new AtomicInteger();
    static void reserve(String who) {
        Thread.interrupted();
        if (!seats.containsKey("A1")) {
            Thread.interrupted();
            seats.put("A1", who);
            sold.incrementAndGet();
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread ada = new Thread(() -> reserve("Ada"), "ada");
        Thread grace = new Thread(() -> reserve("Grace"), "grace");
        ada.start();
        grace.start();
        ada.join();
        grace.join();
        assert sold.get() == seats.size();
    }
}
"#;

#[test]
fn a_torn_check_then_act_names_the_check_and_both_acts() {
    let Some(finding) = finding("Torn", TORN) else { return };
    let why = &finding["facts"]["why"];
    assert_eq!(why["why"], "switch", "{why:#}");
    assert_eq!(called(&why["before"]), "containsKey", "{why:#}");
    assert_eq!(called(&why["intruder"]), "put", "{why:#}");
    assert_eq!(called(&why["after"]), "put", "{why:#}");
    let step = why["step"].as_u64().unwrap() as usize;
    let steps = finding["trail"]["steps"].as_array().unwrap();
    assert_eq!(steps[step - 1]["preemption"], true);
    assert_ne!(why["before"]["thread"], why["intruder"]["thread"]);
}

#[test]
fn the_run_that_passes_is_the_same_up_to_the_switch_and_ends_well() {
    let Some(finding) = finding("Torn", TORN) else { return };
    let (why, passing) = (&finding["facts"]["why"], &finding["passing"]);
    assert_eq!(why["without"], "passes");
    assert!(passing["from"].as_u64().unwrap() >= 1);
    let steps = passing["steps"].as_array().unwrap();
    assert!((1..=60).contains(&steps.len()), "{}", steps.len());
    assert!(
        steps
            .iter()
            .all(|step| step["action"] != "throw" && step["phrase"].is_object())
    );
    // The thread that was interrupted goes on.
    assert_eq!(steps[0]["threadName"], why["before"]["thread"]);
    assert!(
        passing["sentence"].as_str().unwrap().contains("goes on with"),
        "{passing:#}"
    );
}

#[test]
fn a_lost_update_is_seen_though_both_halves_hold_a_lock() {
    let lost = r#"
public class Lost {
    private final Object ledger = new Object();
    private int counted;
    void count() {
        int seen;
        synchronized (ledger) { seen = counted; }
        synchronized (ledger) { counted = seen + 1; }
    }
    public static void main(String[] args) throws InterruptedException {
        Lost night = new Lost();
        Thread one = new Thread(night::count, "one");
        Thread two = new Thread(night::count, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert night.counted == 2;
    }
}
"#;
    let Some(finding) = finding("Lost", lost) else { return };
    let why = &finding["facts"]["why"];
    let inside = |moment: &str| {
        (
            &why[moment]["inside"]["memory"]["field"],
            &why[moment]["inside"]["write"],
        )
    };
    assert_eq!(inside("before"), (&"counted".into(), &false.into()), "{why:#}");
    assert_eq!(inside("intruder"), (&"counted".into(), &true.into()), "{why:#}");
    assert_eq!(inside("after"), (&"counted".into(), &true.into()), "{why:#}");
    let steps = finding["trail"]["steps"].as_array().unwrap();
    let values = steps
        .iter()
        .flat_map(|step| step["scene"]["values"].as_array().into_iter().flatten());
    let written: Vec<&Value> = values
        .filter(|value| value["name"] == "Lost.counted" && value["access"] == "write")
        .collect();
    assert_eq!(written.len(), 2, "{written:?}");
    assert_eq!(
        (&written[0]["before"], &written[0]["value"]),
        (&"0".into(), &"1".into())
    );
    assert_eq!(
        written[1]["before"],
        Value::Null,
        "the second one writes what is there already"
    );
}

#[test]
fn locks_are_distinguished_by_object_and_not_by_the_variable() {
    let bank = r#"
public class Bank {
    static class Account {
        final String id;
        long balance = 100;
        Account(String id) { this.id = id; }
    }
    static void transfer(Account from, Account to) {
        synchronized (from) {
            synchronized (to) { from.balance--; to.balance++; }
        }
    }
    public static void main(String[] args) {
        Account giro = new Account("giro");
        Account savings = new Account("savings");
        new Thread(() -> transfer(giro, savings), "salary").start();
        new Thread(() -> transfer(savings, giro), "rent").start();
    }
}
"#;
    let Some(finding) = finding("Bank", bank) else { return };
    let detail = finding["detail"].as_str().unwrap();
    for part in [
        r##"salary holds Account#1 "giro" and waits to lock Account#2 "savings""##,
        r##"rent holds Account#2 "savings" and waits to lock Account#1 "giro""##,
    ] {
        assert!(detail.contains(part), "{detail}");
    }
    let steps = finding["trail"]["steps"].as_array().unwrap();
    let locked: Vec<&str> = steps
        .iter()
        .filter(|step| step["action"] == "lock")
        .filter_map(|step| step["phrase"]["object"].as_str())
        .collect();
    assert_eq!(locked, [r##"Account#1 "giro""##, r##"Account#2 "savings""##]);
    // A replay says the same, and its own trail is the stored one.
    let id = finding["trail"]["id"].as_str().unwrap();
    let ended = dropwire::call(["replay", id]).unwrap();
    assert!(
        ended.stdout.contains(r##"Account#1 "giro""##),
        "{}{}",
        ended.stdout,
        ended.stderr
    );
}

#[test]
fn a_thrown_exception_shows_its_stack_and_what_its_method_saw() {
    let thrown = r#"
public class Thrown {
    static volatile int stock = 1;
    static void take(int wanted) {
        int left = stock - wanted;
        stock = left;
        check(left);
    }
    static void check(int left) {
        if (left < 0) { throw new IllegalStateException("sold out"); }
    }
    public static void main(String[] args) {
        new Thread(() -> take(1), "one").start();
        new Thread(() -> take(1), "two").start();
    }
}
"#;
    let Some(finding) = finding("Thrown", thrown) else {
        return;
    };
    let last = finding["trail"]["steps"].as_array().unwrap().last().unwrap();
    assert_eq!(last["action"], "throw");
    let stack = last["scene"]["stack"].as_array().unwrap();
    let methods: Vec<&str> = stack.iter().filter_map(|frame| frame["method"].as_str()).collect();
    assert_eq!(methods[..2], ["check", "take"], "{methods:?}");
}

#[test]
fn steps_inside_the_library_name_the_users_call() {
    let pool = r#"
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
public class Pool {
    static volatile boolean done;
    public static void main(String[] args) {
        ExecutorService desk = Executors.newSingleThreadExecutor();
        desk.submit(() -> { done = true; });
        desk.shutdown();
        assert done;
    }
}
"#;
    let Some(finding) = finding("Pool", pool) else { return };
    let steps = finding["trail"]["steps"].as_array().unwrap();
    let calls = steps
        .iter()
        .filter_map(|step| step["scene"]["library"]["called"]["method"].as_str());
    let calls: Vec<&str> = calls.collect();
    assert!(calls.contains(&"shutdown"), "{calls:?}");
    let own = steps.iter().find(|step| step["facts"]["memory"]["field"] == "done");
    assert!(own.is_none_or(|step| step["scene"]["library"].is_null()), "{own:?}");
}
