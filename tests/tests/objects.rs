//! Objects under test in scenarios: classes of the JDK as subjects, other classes as specifications, consistency, and `[[target]]`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use dropwire_tests::dropwire::{Check, call, read};
use dropwire_tests::java::{PLAIN, Tool, java_libraries};
use dropwire_tests::process;
use dropwire_tests::report::Target;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const CLASSES: &str = r#"
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes the youngest first, whatever its methods are called. */
class Pile {
    private final ArrayDeque<Object> items = new ArrayDeque<>();

    public synchronized boolean offer(Object item) {
        items.push(item);
        return true;
    }

    public synchronized Object poll() {
        return items.poll();
    }
}

class Line {
    private final ArrayDeque<Object> items = new ArrayDeque<>();

    public synchronized boolean offer(Object item) {
        return items.offer(item);
    }

    public synchronized Object poll() {
        return items.poll();
    }
}

/** What is set is seen when the last of the calls that overlap is over: not in the order of a thread's own calls. */
class Deferred {
    private final AtomicInteger active = new AtomicInteger();
    private volatile int pending;
    private volatile int value;

    public void set(int now) {
        active.incrementAndGet();
        pending = now;
        leave();
    }

    public int get() {
        active.incrementAndGet();
        int seen = value;
        leave();
        return seen;
    }

    private void leave() {
        if (active.decrementAndGet() == 0) {
            synchronized (this) {
                value = pending;
            }
        }
    }
}

/** Lists its keys by an iterator that need not know of what comes meanwhile. */
class Directory {
    private final java.util.concurrent.ConcurrentHashMap<String, String> map = new java.util.concurrent.ConcurrentHashMap<>();

    public void put(String key) {
        map.put(key, key);
    }

    public String keys() {
        StringBuilder keys = new StringBuilder();
        for (String key : map.keySet()) {
            keys.append(key);
        }
        return keys.toString();
    }
}

/** The second value is lost: one call on a fresh object shows nothing. */
class Pair {
    private final java.util.ArrayList<Integer> items = new java.util.ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();

    public synchronized void add() {
        items.add(items.size());
        count.incrementAndGet();
    }

    public int take() {
        if (count.get() < 2) {
            return -1;
        }
        synchronized (this) {
            count.addAndGet(-2);
            return items.size() - count.get();
        }
    }
}

/** Who is interrupted takes itself from the number of those that wait; not atomically, if it is careless. */
class Gate {
    private final AtomicInteger waiting = new AtomicInteger();
    private final boolean careless;

    Gate(boolean careless) {
        this.careless = careless;
    }

    static Gate careless() {
        return new Gate(true);
    }

    static Gate careful() {
        return new Gate(false);
    }

    public void pass() throws InterruptedException {
        waiting.incrementAndGet();
        try {
            synchronized (this) {
                while (true) {
                    wait();
                }
            }
        } finally {
            if (careless) {
                waiting.set(waiting.get() - 1);
            } else {
                waiting.decrementAndGet();
            }
        }
    }

    public void register() {
        waiting.incrementAndGet();
    }

    public int getWaiting() {
        return waiting.get();
    }
}

/** Calls a generated test until it fails. */
class Again {
    public static void main(String[] args) throws Exception {
        java.lang.reflect.Constructor<?> create = Class.forName(args[0]).getDeclaredConstructor();
        java.lang.reflect.Method test = create.getDeclaringClass().getDeclaredMethod(args[1]);
        create.setAccessible(true);
        test.setAccessible(true);
        for (int run = 1; run <= 200_000; run++) {
            try {
                test.invoke(create.newInstance());
            } catch (java.lang.reflect.InvocationTargetException failed) {
                System.out.println("failed: " + failed.getCause());
                return;
            }
        }
        System.out.println("never failed");
    }
}

class Stock {
    private final AtomicInteger left;

    private Stock(AtomicInteger left, Void hidden) {
        this.left = left;
    }

    static Stock one() {
        return new Stock(new AtomicInteger(1), null);
    }

    public boolean sell() {
        if (left.get() > 0) {
            Thread.yield();
            left.decrementAndGet();
            return true;
        }
        return false;
    }

    public boolean order(java.net.Socket socket) {
        return false;
    }

    public AtomicInteger counter() {
        return left;
    }
}
"#;

fn classes() -> Option<PathBuf> {
    let folder = Path::new(CACHE).join("objects");
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("Line.java");
    fs::write(&source, CLASSES).unwrap();
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &[source])
            .unwrap(),
    )
}

fn check(target: &str, options: &[&str]) -> Target {
    let classes = classes().unwrap_or_else(|| PathBuf::from(CACHE));
    let check = Check::new(&classes, [format!("{target}#new")]);
    check.with(options.iter().copied()).run().unwrap()
}

fn has_javac() -> bool {
    Tool::find("javac").is_some()
}

/// A subject of the JDK, explored inside its operations: two threads.
fn jdk(class: &str, methods: &str, calls: &str) -> Target {
    let options = [
        "--threads",
        "2",
        "--calls",
        calls,
        "--methods",
        methods,
        "--set",
        "object.arguments=1",
        "--set",
        "jdk.atomic=false",
        "--time-limit",
        "280s",
    ];
    check(class, &options)
}

fn fails(target: &Target, text: &str) {
    assert_eq!(target.verdict, "violated", "{}: {:?}", target.target, target.reasons);
    let found = target
        .findings
        .iter()
        .find(|finding| finding.kind == "not-linearizable");
    let found = found.unwrap_or_else(|| panic!("{}: {:?}", target.target, target.findings));
    assert_eq!(found.confidence, "confirmed");
    assert!(found.message.contains(text), "{}", found.message);
}

fn passes(target: &Target) {
    assert_eq!(
        target.verdict, "verified",
        "{}: {:?} {:?}",
        target.target, target.reasons, target.findings
    );
    assert!(target.assumptions.iter().any(|name| name == "object-under-test"));
}

#[test]
fn collections_for_one_thread_fail() {
    fails(&jdk("java.util.ArrayDeque", "offer,poll", "1"), "no sequential order");
    fails(&jdk("java.util.ArrayList", "add(Object)", "1"), "no sequential order");
    fails(
        &jdk("java.util.HashMap", "put", "1"),
        "put(\"a\", \"a\") = null; second: put(\"a\", \"a\") = null",
    );
}

#[test]
fn concurrent_classes_pass() {
    passes(&jdk("java.util.concurrent.ConcurrentLinkedQueue", "offer,poll", "2"));
    passes(&jdk(
        "java.util.concurrent.ConcurrentLinkedDeque",
        "offerFirst,pollLast",
        "2",
    ));
    passes(&jdk("java.util.concurrent.ConcurrentHashMap", "put,get", "2"));
    passes(&jdk(
        "java.util.concurrent.ConcurrentHashMap",
        "put,get,remove(Object),putIfAbsent",
        "2",
    ));
    passes(&jdk(
        "java.util.concurrent.ConcurrentSkipListMap",
        "put,remove(Object)",
        "2",
    ));
    passes(&jdk(
        "java.util.concurrent.atomic.AtomicInteger",
        "incrementAndGet,compareAndSet",
        "2",
    ));
}

#[test]
fn classes_that_block_pass() {
    // With two calls each, `put` and `take` have 1.5 million states.
    passes(&jdk("java.util.concurrent.ArrayBlockingQueue", "put,take", "1"));
    passes(&jdk(
        "java.util.concurrent.ArrayBlockingQueue",
        "offer(Object),poll()",
        "2",
    ));
    passes(&jdk(
        "java.util.concurrent.LinkedBlockingDeque",
        "offerFirst(Object),pollLast()",
        "2",
    ));
    passes(&jdk("java.util.concurrent.Semaphore", "acquire(),release()", "2"));
}

#[test]
fn a_weakly_consistent_iterator_is_what_its_documentation_says() {
    if !has_javac() {
        return;
    }
    let of = |methods: &str| {
        let options = [
            "--methods",
            methods,
            "--set",
            "jdk.atomic=false",
            "--set",
            "object.observers=keys",
        ];
        check("Directory", &[&options[..], &["--calls", "2"]].concat())
    };
    // `b` was put behind `a`, and is listed without it.
    fails(&of("put,keys"), "keys() = \"b\"");
    passes(&of("put"));
}

#[test]
fn a_sequential_prefix_leads_to_states_that_few_calls_do_not_reach() {
    if !has_javac() {
        return;
    }
    let with = |options: &[&str]| check("Pair", &[&["--methods", "add,take", "--calls", "1"], options].concat());
    passes(&with(&[]));
    let found = with(&["--set", "object.prefix=2"]);
    fails(&found, "main: add(), add(); first: take() = ");
    let said = found.notes.join("\n");
    assert!(said.contains("after up to 2 of these calls"), "{said}");
}

#[test]
fn calls_of_threads_that_run_alone_return_if_that_is_said() {
    let of = |class: &str, methods: &str, more: &[&str]| {
        let said = ["--calls", "1", "--methods", methods, "--set", "object.arguments=1"];
        check(
            class,
            &[&said[..], &["--set", "object.progress=obstruction-freedom"], more].concat(),
        )
    };
    let atomic = ["--set", "jdk.atomic=false"];
    passes(&of("java.util.concurrent.ConcurrentLinkedQueue", "offer,poll", &atomic));
    let blocks = of(
        "java.util.concurrent.ArrayBlockingQueue",
        "offer(Object),poll()",
        &atomic,
    );
    let kinds: Vec<&str> = blocks.findings.iter().map(|finding| &finding.kind[..]).collect();
    assert!(
        !kinds.is_empty() && kinds.iter().all(|kind| *kind == "not-obstruction-free"),
        "{kinds:?} {:?}",
        blocks.reasons
    );
    // Runs alone do not show that no thread fails.
    let random = ["--search", "random", "--runs", "5"];
    let target = of("java.util.concurrent.ConcurrentLinkedQueue", "offer,poll", &random);
    assert_eq!(target.verdict, "incomplete", "{:?}", target.reasons);
    let refused = call(
        [
            "check",
            "--set",
            "object.progress=wait-freedom",
            "java.util.ArrayDeque#new",
        ]
        .map(OsStr::new),
    );
    let refused = refused.unwrap();
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("obstruction-freedom"), "{}", refused.stderr);
}

#[test]
fn calls_are_cancelled_by_interrupts() {
    if !has_javac() {
        return;
    }
    let of = |new: &str, more: &[&str]| {
        let new = format!("object.new=Gate#{new}");
        let said = ["--methods", "pass,register", "--set", &new];
        check("Gate", &[&said[..], more].concat())
    };
    let cancelled = ["--set", "object.cancellation=interrupt"];
    // A sequential order has its place for the interrupt, as for each call.
    passes(&of("careful", &cancelled));
    let found = of("careless", &cancelled);
    fails(&found, "pass() throws InterruptedException");
    assert!(
        found
            .findings
            .iter()
            .any(|finding| finding.message.contains("interrupt the other thread")),
        "{:?}",
        found.findings
    );
    // Where no thread interrupts another one, it is right.
    passes(&of("careless", &[]));
    let refused = call(
        [
            "check",
            "--threads",
            "3",
            "--set",
            "object.cancellation=interrupt",
            "java.util.ArrayDeque#new",
        ]
        .map(OsStr::new),
    );
    let refused = refused.unwrap();
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("two threads"), "{}", refused.stderr);
}

/// Forty classes and more, of which twenty at least are right and twenty wrong: `tests/programs.rs` holds each against its annotations, in
/// ten seconds at most.
#[test]
fn twenty_classes_are_right_and_twenty_wrong() {
    let folder = dropwire_tests::tree::root().join("tests/programs/object");
    let (mut right, mut wrong) = (0, 0);
    for file in fs::read_dir(folder).unwrap() {
        let source = fs::read_to_string(file.unwrap().path()).unwrap();
        if source.contains("//~ ") {
            wrong += 1;
        } else if !source.contains("//@ verdict: incomplete") {
            right += 1;
        }
    }
    assert!(right >= 20 && wrong >= 20, "{right} right, {wrong} wrong");
}

#[test]
fn the_size_of_a_concurrent_map_is_what_its_documentation_says() {
    fails(
        &jdk("java.util.concurrent.ConcurrentHashMap", "put,size", "2"),
        "size() = 0",
    );
}

#[test]
fn another_class_is_the_specification() {
    if !has_javac() {
        return;
    }
    let of = |class: &str, spec: &[&str]| {
        let methods = ["--methods", "offer,poll", "--calls", "2"];
        check(class, &[&methods[..], spec].concat())
    };
    let spec = ["--spec", "java.util.ArrayDeque"];
    passes(&of("Pile", &[]));
    passes(&of("Line", &spec));
    fails(&of("Pile", &spec), "poll() = \"b\"");
}

#[test]
fn weaker_consistency_explains_more() {
    if !has_javac() {
        return;
    }
    let with = |which: &str| {
        let options = [
            "--methods",
            "set,get",
            "--set",
            "object.arguments=1",
            "--consistency",
            which,
        ];
        check("Deferred", &options)
    };
    fails(&with("linearizability"), "no sequential order of these calls");
    fails(&with("sequential"), "keeps each thread's own");
    passes(&with("quiescent"));
    passes(&with("none"));
}

#[test]
fn a_target_of_the_configuration_says_how_its_object_is_used() {
    let Some(classes) = classes() else { return };
    let folder = Path::new(CACHE).join("objects-configured");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dropwire.toml");
    let configuration = "[[target]]\nobject = \"Stock\"\nmethods = [\"sell\", \"order\", \"counter\"]\n\
                         threads = 3\ncalls = 1\nnew = \"Stock#one\"\nnon-parallel = [\"counter\"]\n";
    fs::write(&file, configuration).unwrap();
    let arguments = [
        "check".as_ref(),
        "--config".as_ref(),
        file.as_os_str(),
        "--classpath".as_ref(),
        classes.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ];
    let document = read(&call(arguments).unwrap()).unwrap();
    let target = &document.targets[0];
    fails(target, "first: sell() = true; second: sell() = true");
    assert_eq!(target.findings.len(), 1);
    let said = target.notes.join("\n");
    assert!(
        said.contains("3 threads use `Stock.one()`, each with up to 1 of these calls"),
        "{said}"
    );
    assert!(
        said.contains("not called, because their arguments cannot be generated: order"),
        "{said}"
    );
    assert!(
        said.contains("objects of java.util.concurrent.atomic.AtomicInteger were compared by class only"),
        "{said}"
    );
    fs::write(&file, configuration.replace("Stock#one", "Stock#none")).unwrap();
    let document = read(&call(arguments).unwrap()).unwrap();
    assert_eq!(document.targets[0].verdict, "failed");
    assert!(
        document.targets[0].reasons[0].contains("Stock#none"),
        "{:?}",
        document.targets[0].reasons
    );
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    if !has_javac() {
        return;
    }
    let target = check("java.util.AbstractList", &["--methods", "get"]);
    assert_eq!(target.verdict, "incomplete");
    assert!(target.reasons[0].contains("object.new"), "{:?}", target.reasons);
    let target = check("Line", &["--methods", "ofer"]);
    assert_eq!(target.verdict, "failed");
    assert!(
        target.reasons[0].contains("no public method `ofer`"),
        "{:?}",
        target.reasons
    );
    let target = check("Line", &["--methods", "poll", "--spec", "java.lang.Object"]);
    assert_eq!(target.verdict, "failed");
    assert!(target.reasons[0].contains("no specification"), "{:?}", target.reasons);
}

#[test]
fn the_generated_test_fails_on_the_defect() {
    let (Some(classes), Some(jars), Some(javac)) = (classes(), java_libraries(), Tool::find("javac")) else {
        return;
    };
    let folder = Path::new(CACHE).join("objects-tests");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("DeferredTest.java");
    let written = |options: &[&str]| {
        let said = ["check", "--classpath", classes.to_str().unwrap(), "--write-test"];
        let said = said.iter().map(|text| OsStr::new(*text)).chain([file.as_os_str()]);
        call(said.chain(options.iter().map(OsStr::new))).unwrap().stderr
    };
    let of_stock = [
        "--calls",
        "1",
        "--methods",
        "sell",
        "--set",
        "object.new=Stock#one",
        "Stock#new",
    ];
    assert!(written(&of_stock).contains("wrote the test of a scenario"));
    let source = fs::read_to_string(&file).unwrap();
    assert!(source.contains("Stock object = Stock.one();"), "{source}");
    assert!(source.contains("results[1] = gave(() -> object.sell());"), "{source}");
    let class_path =
        std::env::join_paths([classes.clone(), dropwire_tests::tree::verify_api(), jars.join("*")]).unwrap();
    let mut compiler = Command::new(javac.path());
    compiler
        .args(PLAIN)
        .arg("-cp")
        .arg(&class_path)
        .arg("-d")
        .arg(&classes)
        .arg(&file);
    let compiled = process::run(&mut compiler, Duration::from_secs(120)).unwrap();
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let arguments = [
        "check".as_ref(),
        "--classpath".as_ref(),
        class_path.as_os_str(),
        "--format".as_ref(),
    ];
    let arguments = arguments
        .iter()
        .copied()
        .chain([OsStr::new("json"), OsStr::new("DeferredTest")]);
    let document = read(&call(arguments).unwrap()).unwrap();
    let kinds: Vec<&str> = document.targets[0]
        .findings
        .iter()
        .map(|finding| &finding.kind[..])
        .collect();
    assert_eq!(kinds, ["assertion-failure"], "{:?}", document.targets[0].reasons);
    // The same test on an ordinary machine, where its threads meet now and then.
    if let Some(java) = Tool::find("java") {
        let mut again = Command::new(java.path());
        again.arg("-cp").arg(&class_path);
        again.args(["Again", "DeferredTest", "sequentialOrderExplainsTheResults"]);
        let ran = process::run(&mut again, Duration::from_secs(240)).unwrap();
        assert!(
            ran.stdout.contains("AssertionFailedError: true, true"),
            "{}{}",
            ran.stdout,
            ran.stderr
        );
    }
    fs::remove_file(&file).unwrap();
    assert!(written(&["--methods", "offer,poll", "Line#new"]).contains("no finding has a scenario"));
    assert!(!file.exists());
}
