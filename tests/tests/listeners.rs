//! Listeners of a search, and the reports that are built on them: what each hears, what its reactions do to a verdict, and what nobody pays.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dropwire_check::listener::{Event, Hears, History, Listener, PathMemory, Reaction};
use dropwire_check::{
    Attributes, Cause, Choice, Kind, Options, Report, ReportKind, SearchMode, Target, Verdict, check, check_heard,
};
use dropwire_classes::{Jdk, Universe};
use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::NoLimit;
use dropwire_tests::tree;
use dropwire_vm::{Vm, VmOptions};
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const PROGRAMS: &str = r#"
import dropwire.Verify;

public class Shop {
    static int sum;
    static final Object lock = new Object(), till = new Object();

    static void sell(int cents) {
        synchronized (lock) {
            synchronized (till) { sum += cents; }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> sell(5), "other");
        other.start();
        sell(7);
        other.join();
        if (sum == 0) {
            System.out.println("nothing");
        }
        double half = sum / 2.0;
        last = half > 1 ? (byte) -3 : 2;
        last = 100;
    }

    static byte last;
}

class Alone {
    static int field;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            field += i;
        }
        synchronized (Alone.class) {
            field++;
        }
    }
}

class Dice {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Dice::quiet, "other");
        other.start();
        int first = Verify.getInt(1, 2);
        int second = Verify.getInt(3, 4);
        other.join();
        assert first + second != 6;
    }

    static synchronized void quiet() {
    }
}

class Racy {
    static int count;

    static void step() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Racy::step, "other");
        other.start();
        step();
        other.join();
        assert count == 2;
    }
}

class Calls {
    static void first() {
    }

    static void second() {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Calls::second, "other");
        other.start();
        first();
        second();
        other.join();
    }
}

class Table {
    static int word;
    static volatile int loud;
    static int[] array = new int[2];
    static Object[] objects = new Object[1];
    static final int fixed = array.length;
    int field;
    final int constant = array.length;
    static Table table = new Table();

    static int iadd(int a) { return a + 1; }
    static int ifeq(int a) { return a == 0 ? 1 : 2; }
    static Object anew(int a) { return new Table(); }
    static int ldc(int a) { return 1_000_000; }
    static Object checkcast(Object a) { return (String) a; }
    static int invokestatic(int a) { return iadd(a); }
    static int getfieldOwn(Table own) { return own.field; }
    static int ialoadOwn(int[] own) { return own[0]; }
    static int getstaticFinal(int a) { return fixed; }
    static int getfieldFinal(int a) { return table.constant; }
    static void monitorenterOwn(Object own) { synchronized (own) { } }
    static int getstatic(int a) { return word; }
    static void putstatic(int a) { word = a; }
    static int getstaticVolatile(int a) { return loud; }
    static void putstaticVolatile(int a) { loud = a; }
    static int getfield(Table shared) { return shared.field; }
    static void putfield(Table shared) { shared.field = 1; }
    static int iaload(int[] shared) { return shared[0]; }
    static void iastore(int[] shared) { shared[0] = 1; }
    static Object aaload(Object[] shared) { return shared[0]; }
    static void aastore(Object[] shared) { shared[0] = ""; }
    static void monitorenter(Object shared) { synchronized (shared) { } }
    static synchronized void invokeSynchronized() { }
    static void join(Thread other) throws InterruptedException { other.join(); }
    static boolean choice() { return Verify.getBoolean(); }
    static int initialise() { return Late.word; }

    static void others() {
        initialise();
        word = 1;
        loud = 1;
        array[0] = word;
        objects[0] = "";
        table.field = loud;
        invokeSynchronized();
        synchronized (table) {
            word = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Table::others, "other");
        Table own = new Table();
        int[] mine = new int[1];
        Table shared = table;
        int[] ours = array;
        Object[] theirs = objects;
        other.start();
        iadd(1); ifeq(1); anew(1); ldc(1); checkcast("a"); invokestatic(1);
        getfieldOwn(own); ialoadOwn(mine); getstaticFinal(1); getfieldFinal(1); monitorenterOwn(mine);
        getstatic(1); putstatic(1); getstaticVolatile(1); putstaticVolatile(1);
        getfield(shared); putfield(shared); iaload(ours); iastore(ours); aaload(theirs); aastore(theirs);
        monitorenter(shared); invokeSynchronized(); choice(); initialise(); join(other);
    }
}

class Late {
    static int word = Table.array.length;
}

class Guarded {
    static int word;
    static final Object lock = new Object();

    static void access() { word++; }
    static void signal() { lock.notify(); }
    static void signalAll() { lock.notifyAll(); }
    static void await() throws InterruptedException { lock.wait(1); }
    static synchronized void release() { }

    static void acquire() {
        synchronized (lock) {
            access(); signal(); signalAll(); access();
            try { await(); } catch (InterruptedException e) { word = 0; }
            access();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { release(); acquire(); }, "other");
        other.start();
        release(); acquire();
        other.join();
    }
}
"#;

fn classes() -> Option<PathBuf> {
    let folder = Path::new(CACHE).join("listeners");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("Shop.java");
    fs::write(&file, PROGRAMS).unwrap();
    let sources = tree::files(&tree::root().join("server/verify-api/src"), "java");
    let javac = Tool::find("javac")?;
    let files: Vec<PathBuf> = [file].into_iter().chain(sources).collect();
    Some(javac.compile_fixtures(Path::new(CACHE), &files).unwrap())
}

fn boot() -> Option<Vm> {
    let jdk = Jdk::locate(None).unwrap();
    let universe = Universe::open(&jdk, &[classes()?]).unwrap();
    Some(Vm::boot(universe, &VmOptions::default()).unwrap())
}

fn target(class: &str) -> Target {
    Target {
        class: class.into(),
        args: Vec::new(),
    }
}

fn options(strategy: SearchMode) -> Options {
    Options {
        strategy,
        ..Options::default()
    }
}

/// The answer with a listener, and without one.
fn both(class: &str, options: &Options, listener: &mut dyn Listener) -> Option<(Report, Report)> {
    let heard = check_heard(&mut boot()?, &target(class), options, &mut NoLimit, listener);
    let unheard = check(&mut boot()?, &target(class), options, &mut NoLimit);
    Some((heard, unheard))
}

/// Hears everything, and reacts as it is told to.
#[derive(Default)]
struct Counts {
    events: Vec<&'static str>,
    path: PathMemory<Choice>,
    longest: usize,
    react: Option<(&'static str, Reaction)>,
}

impl Counts {
    fn of(&self, name: &str) -> usize {
        self.events.iter().filter(|event| **event == name).count()
    }
}

impl Listener for Counts {
    fn name(&self) -> &str {
        "counts"
    }

    fn hears(&self) -> Hears {
        Hears::BEGIN
            .and(Hears::CHOICE_POINTS)
            .and(Hears::CHOICES)
            .and(Hears::STEPS)
            .and(Hears::THREADS)
            .and(Hears::STATES)
            .and(Hears::ENDS)
            .and(Hears::DEFECTS)
            .and(Hears::HISTORY)
    }

    fn hear(&mut self, _: &Vm, history: &History, event: &Event<'_>) -> Reaction {
        let name = match event {
            Event::Begun => "begun",
            Event::ChoicePoint { .. } => "choice point",
            Event::Processed => "processed",
            Event::Choice { .. } => "choice",
            Event::Advanced { choice, .. } => {
                self.path.push(history.all().len(), *choice);
                "advanced"
            }
            Event::ThreadStarted { .. } => "thread started",
            Event::ThreadEnded { .. } => "thread ended",
            Event::State { .. } => "state",
            Event::Backtracked { to } => {
                self.path.go_back(*to);
                "backtracked"
            }
            Event::Within { .. } => "within",
            Event::Ended => "ended",
            Event::Found { .. } => "found",
        };
        if !matches!(event, Event::Backtracked { .. } | Event::Choice { .. }) {
            // The memory of the path is that of the history.
            let choices: Vec<Choice> = history.all().iter().map(|made| made.choice).collect();
            let remembered: Vec<Choice> = self.path.entries().copied().collect();
            assert_eq!(remembered, choices, "at {name}");
            self.longest = self.longest.max(choices.len());
        }
        self.events.push(name);
        match self.react {
            Some((to, reaction)) if to == name => reaction,
            _ => Reaction::Continue,
        }
    }
}

#[test]
fn a_listener_hears_all_and_changes_nothing() {
    for mode in [SearchMode::DepthFirst, SearchMode::BreadthFirst] {
        let mut listener = Counts::default();
        let Some((heard, unheard)) = both("Racy", &options(mode), &mut listener) else {
            return;
        };
        let fingerprints = |report: &Report| -> Vec<String> {
            report
                .findings
                .iter()
                .map(|finding| finding.fingerprint.clone())
                .collect()
        };
        assert_eq!(fingerprints(&heard), fingerprints(&unheard), "{mode:?}");
        assert_eq!(heard.statistics, unheard.statistics, "{mode:?}");
        assert_eq!(listener.of("begun"), 1 + heard.statistics.restarts as usize);
        for name in [
            "choice point",
            "choice",
            "advanced",
            "thread started",
            "thread ended",
            "state",
            "ended",
            "found",
        ] {
            assert!(listener.of(name) > 0, "{mode:?}: nothing of {name}");
        }
        assert!(listener.of("backtracked") > 0 && listener.longest > 3, "{mode:?}");
        if mode == SearchMode::DepthFirst && heard.statistics.restarts == 0 {
            assert_eq!(listener.of("choice") as u64, heard.statistics.transitions);
            assert!(listener.of("processed") > 0);
        }
    }
}

#[test]
fn what_a_listener_leaves_out_makes_the_verdict_incomplete() {
    for (class, react) in [
        ("Shop", ("choice", Reaction::Prune)),
        ("Shop", ("advanced", Reaction::Prune)),
        ("Shop", ("state", Reaction::Stop)),
    ] {
        let mut listener = Counts {
            react: Some(react),
            ..Counts::default()
        };
        let Some((heard, unheard)) = both(class, &options(SearchMode::DepthFirst), &mut listener) else {
            return;
        };
        assert_eq!(unheard.verdict, Verdict::Verified, "{:?}", unheard.reasons);
        assert_eq!(heard.verdict, Verdict::Incomplete, "{react:?}");
        let named = |cause: &Cause| matches!(cause, Cause::Listener { name } if name == "counts");
        assert!(
            heard.reasons.iter().any(|reason| named(&reason.cause)),
            "{:?}",
            heard.reasons
        );
    }
}

/// Who runs is decided here: the thread with the highest number.
struct Youngest {
    points: usize,
}

impl Listener for Youngest {
    fn name(&self) -> &str {
        "youngest"
    }

    fn hears(&self) -> Hears {
        Hears::POLICY
    }

    fn hear(&mut self, _: &Vm, _: &History, _: &Event<'_>) -> Reaction {
        Reaction::Continue
    }

    fn policy(&mut self, _: &Vm, choices: &mut Vec<Choice>) {
        self.points += 1;
        let youngest = choices.iter().map(|choice| choice.thread).max();
        choices.retain(|choice| Some(choice.thread) == youngest);
    }
}

#[test]
fn a_policy_says_who_may_run_and_the_verdict_says_so() {
    let mut policy = Youngest { points: 0 };
    let Some((heard, unheard)) = both("Racy", &options(SearchMode::DepthFirst), &mut policy) else {
        return;
    };
    assert!(policy.points > 0);
    assert!(heard.statistics.states < unheard.statistics.states);
    let kinds = |report: &Report| {
        report
            .findings
            .iter()
            .map(|finding| finding.kind)
            .collect::<BTreeSet<Kind>>()
    };
    assert!(kinds(&unheard).contains(&Kind::AssertionFailure));
    // One after the other, nothing is lost.
    assert!(!kinds(&heard).contains(&Kind::AssertionFailure));
    assert!(
        heard
            .reasons
            .iter()
            .any(|reason| matches!(reason.cause, Cause::Listener { .. }))
    );
}

#[test]
fn one_thread_alone_has_no_choice_of_threads() {
    let mut listener = Counts::default();
    let Some((heard, _)) = both("Alone", &options(SearchMode::DepthFirst), &mut listener) else {
        return;
    };
    assert_eq!(heard.verdict, Verdict::Verified);
    assert_eq!((listener.of("choice point"), heard.statistics.states), (0, 1));
}

/// Makes each call of a method a boundary.
struct Reschedules(&'static str);

impl Listener for Reschedules {
    fn name(&self) -> &str {
        "reschedules"
    }

    fn hears(&self) -> Hears {
        Hears::NOTHING
    }

    fn hear(&mut self, _: &Vm, _: &History, _: &Event<'_>) -> Reaction {
        Reaction::Continue
    }

    fn boundaries(&self) -> Attributes {
        Attributes::parse(self.0).unwrap()
    }
}

#[test]
fn a_listener_forces_a_reschedule() {
    let mut listener = Reschedules("Calls.*=runnables");
    let Some((heard, unheard)) = both("Calls", &options(SearchMode::DepthFirst), &mut listener) else {
        return;
    };
    assert_eq!((heard.verdict, unheard.verdict), (Verdict::Verified, Verdict::Verified));
    assert!(heard.statistics.transitions > unheard.statistics.transitions);
    assert!(!heard.assumptions.iter().any(|name| name == "por-attributes"));
}

/// Tells the history of choices where an assertion fails.
#[derive(Default)]
struct Historian {
    told: Vec<String>,
}

impl Listener for Historian {
    fn name(&self) -> &str {
        "historian"
    }

    fn hears(&self) -> Hears {
        Hears::DEFECTS.and(Hears::HISTORY)
    }

    fn hear(&mut self, _: &Vm, history: &History, event: &Event<'_>) -> Reaction {
        if let Event::Found { defect } = event
            && defect.kind() == Kind::AssertionFailure
        {
            let all = history.all();
            let data: Vec<&str> = all
                .iter()
                .filter(|made| made.is_data())
                .map(|made| made.what.as_str())
                .collect();
            let last = all.iter().rposition(|made| made.is_data()).unwrap();
            let parent = history.parent_in_cascade(last).map(|made| made.what.as_str());
            assert_eq!(
                history.last_of("getInt").map(|made| made.what.as_str()),
                data.last().copied()
            );
            assert!(all.iter().any(|made| made.generator == "schedule"));
            self.told.push(format!(
                "{} in a cascade with {}",
                data.join(", "),
                parent.unwrap_or("nothing")
            ));
        }
        Reaction::Continue
    }
}

#[test]
fn a_listener_tells_the_history_of_choices_at_an_assertion() {
    for mode in [SearchMode::DepthFirst, SearchMode::BreadthFirst] {
        let mut historian = Historian::default();
        let Some((heard, _)) = both("Dice", &options(mode), &mut historian) else {
            return;
        };
        assert_eq!(heard.verdict, Verdict::Violated);
        historian.told.sort_unstable();
        historian.told.dedup();
        assert_eq!(
            historian.told,
            ["getInt(1..2) = 2, getInt(3..4) = 4 in a cascade with getInt(1..2) = 2"],
            "{mode:?}"
        );
    }
}

/// The methods at whose operations `main` has parked, by the innermost one of a class.
struct Boundaries {
    class: &'static str,
    methods: BTreeSet<&'static str>,
}

impl Listener for Boundaries {
    fn name(&self) -> &str {
        "boundaries"
    }

    fn hears(&self) -> Hears {
        Hears::CHOICES
    }

    fn hear(&mut self, vm: &Vm, _: &History, event: &Event<'_>) -> Reaction {
        if let Event::Choice { choice } = event
            && choice.thread.0 == 0
        {
            let frames = vm.thread(choice.thread).frames();
            let mut methods = frames.map(|(_, method, _)| vm.image.method(method));
            if let Some(method) = methods.find(|method| method.class().name == self.class) {
                // Of a synchronized method the caller waits, before its frame is there.
                let callee = matches!(vm.thread(choice.thread).pending, dropwire_vm::Pending::Enter(_));
                let name = if callee && method.name == "main" {
                    "invokeSynchronized"
                } else {
                    method.name
                };
                self.methods.insert(name);
            }
        }
        Reaction::Continue
    }
}

/// Explores a class, and compares the methods at whose operations `main` parks with those that end a transition and those that do not.
fn assert_boundaries(class: &'static str, options: &Options, ends: &str, does_not: &str) {
    let Some(mut vm) = boot() else { return };
    let methods = BTreeSet::new();
    let mut listener = Boundaries { class, methods };
    check_heard(&mut vm, &target(class), options, &mut NoLimit, &mut listener);
    for (methods, is_boundary) in [(ends, true), (does_not, false)] {
        for method in methods.split_whitespace() {
            let found = listener.methods.contains(method);
            assert_eq!(found, is_boundary, "{method}: {:?}", listener.methods);
        }
    }
}

/// P2 and R3: which instructions end a transition while another thread lives: those that it could notice, and choices.
#[test]
fn the_table_of_instructions_that_end_a_transition() {
    let options = Options {
        // What a lock protects is none either; that is the other table.
        sync_detection: Default::default(),
        ..options(SearchMode::DepthFirst)
    };
    let ends = "getstatic putstatic getstaticVolatile putstaticVolatile getfield putfield iaload iastore aaload \
        aastore monitorenter invokeSynchronized choice join initialise";
    let does_not =
        "iadd ifeq anew ldc checkcast invokestatic getfieldOwn ialoadOwn getstaticFinal getfieldFinal monitorenterOwn";
    assert_boundaries("Table", &options, ends, does_not);
}

/// R8: where it is known what a lock protects, a thread parks at the acquire, the wait and the notification, and not at the release, at `notifyAll` and
/// at what is protected.
#[test]
fn what_a_lock_protects_ends_no_transition() {
    let options = options(SearchMode::DepthFirst);
    assert_boundaries("Guarded", &options, "acquire await signal", "access release signalAll");
}

/// The document of a check with these reports, and what it printed as text.
fn reported(class: &str, options: &[&str]) -> Option<(Value, String)> {
    let classes = classes()?;
    let call = |format: &str| {
        let mut arguments = vec!["check", "--format", format, "--classpath", classes.to_str().unwrap()];
        arguments.extend(options);
        arguments.push(class);
        dropwire::call(&arguments).unwrap().stdout
    };
    let document: Value = serde_json::from_str(&call("json")).unwrap();
    Some((document["targets"][0].clone(), call("text")))
}

#[test]
fn coverage_is_that_of_the_exploration() {
    let lcov = Path::new(CACHE).join("listeners/coverage.info");
    let asked = format!("coverage={}", lcov.display());
    let Some((target, text)) = reported("Shop", &["--report", &asked]) else {
        return;
    };
    assert_eq!(target["verdict"], "verified", "{target:#}");
    let classes = target["reports"][0]["classes"].as_array().unwrap();
    let shop = classes.iter().find(|class| class["class"] == "Shop").unwrap();
    let lines = shop["lines"].as_array().unwrap();
    let covered = |line: u64| {
        let of_line = lines
            .iter()
            .find(|of| of["line"] == line)
            .unwrap_or_else(|| panic!("no line {line}"));
        of_line["instructions"]["covered"].as_u64().unwrap() > 0
    };
    // `sum == 0` on no path, so its body has not run; of the branch one way.
    assert!(covered(19) && !covered(20) && covered(22));
    let branch = lines.iter().find(|of| of["line"] == 19).unwrap();
    assert_eq!(branch["branches"].as_array().unwrap().len(), 1);
    assert_ne!(branch["branches"][0][0], branch["branches"][0][1]);
    let methods = shop["methods"].as_array().unwrap();
    let sell = methods.iter().find(|method| method["method"] == "sell").unwrap();
    assert!(sell["instructions"]["covered"].as_u64() > Some(5), "{sell:#}");
    assert!(
        text.contains("coverage of the exploration\n") && text.contains("Shop: no path runs line 4, 20"),
        "{text}"
    );
    let lcov = fs::read_to_string(lcov).unwrap();
    for record in [
        "TN:Shop",
        "SF:",
        "DA:20,0",
        "DA:22,1",
        "BRDA:19,0,",
        "FNDA:1,Shop.sell(I)V",
        "end_of_record",
    ] {
        assert!(lcov.contains(record), "no {record} in\n{lcov}");
    }
}

/// The options that ask for each report.
fn all_reports() -> Vec<&'static str> {
    ReportKind::ALL
        .iter()
        .flat_map(|kind| ["--report", kind.name()])
        .collect()
}

#[test]
fn reports_change_no_state_and_no_finding() {
    let all = all_reports();
    for class in ["Shop", "Racy", "Dice", "Alone", "Table"] {
        for search in ["dfs", "bfs"] {
            let with: Vec<&str> = all.iter().copied().chain(["--search", search]).collect();
            let (Some((asked, _)), Some((plain, _))) = (reported(class, &with), reported(class, &["--search", search]))
            else {
                return;
            };
            let essence = |target: &Value| {
                let of = |finding: &Value| finding["fingerprint"].clone();
                let findings: Vec<Value> = target["findings"].as_array().unwrap().iter().map(of).collect();
                let statistics = &target["statistics"];
                let counts =
                    ["states", "transitions", "revisited", "maxDepth", "restarts"].map(|name| statistics[name].clone());
                (
                    target["verdict"].clone(),
                    target["assumptions"].clone(),
                    findings,
                    counts,
                )
            };
            assert_eq!(essence(&asked), essence(&plain), "{class} {search}");
            assert_eq!(plain["reports"].as_array().map(Vec::len), Some(0));
            assert_eq!(asked["reports"].as_array().map(Vec::len), Some(6));
        }
    }
}

#[test]
fn values_contention_and_progress_are_reported() {
    let asked = [
        "--report",
        "values",
        "--report",
        "contention",
        "--report",
        "progress",
        "--search",
        "dfs",
    ];
    let Some((target, text)) = reported("Shop", &asked) else {
        return;
    };
    let of = |kind: &str| {
        let reports = target["reports"].as_array().unwrap();
        reports.iter().find(|report| report["report"] == kind).unwrap().clone()
    };
    let fields = of("values")["fields"].clone();
    let range = |field: &str| {
        let found = fields.as_array().unwrap().iter().find(|of| of["field"] == field);
        found.map(|of| (of["least"].clone(), of["greatest"].clone()))
    };
    assert_eq!(range("Shop.sum"), Some(("5".into(), "12".into())));
    assert_eq!(range("Shop.last"), Some(("-3".into(), "100".into())));
    let locks = of("contention")["locks"].clone();
    assert_eq!(locks.as_array().unwrap().len(), 1, "{locks:#}");
    let pairs = locks[0]["pairs"].as_array().unwrap();
    let waits = |who: &str, holds: &str| pairs.iter().any(|pair| pair["waits"] == who && pair["holds"] == holds);
    assert!(waits("main", "other") || waits("other", "main"), "{locks:#}");
    let samples = of("progress")["samples"].clone();
    let last = samples.as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["transitions"], target["statistics"]["transitions"]);
    for line in [
        "Shop.sum = 5..12",
        "contention of locks",
        "states and transitions over time",
    ] {
        assert!(text.contains(line), "no {line} in\n{text}");
    }
}

#[test]
fn a_profile_counts_each_transition() {
    let Some((target, text)) = reported("Shop", &["--profile"]) else {
        return;
    };
    let profile = &target["reports"][0];
    assert_eq!(profile["counted"], target["statistics"]["transitions"]);
    let lock = profile["sites"]
        .as_array()
        .unwrap()
        .iter()
        .find(|site| site["facts"]["op"] == "lock");
    assert_eq!(lock.unwrap()["threads"], 2, "{text}");
}

#[test]
fn a_trace_is_that_of_a_finding_or_of_one_run() {
    let Some((target, text)) = reported("Racy", &["--report", "trace"]) else {
        return;
    };
    let trace = &target["reports"][0];
    assert_eq!(trace["finding"], target["findings"][0]["fingerprint"]);
    let steps = target["findings"][0]["trail"]["steps"].as_array().unwrap();
    assert_eq!(trace["steps"].as_array().map(Vec::len), Some(steps.len()));
    assert!(text.contains("trace of the first finding's run"), "{text}");
    let Some((target, text)) = reported("Shop", &["--report", "trace"]) else {
        return;
    };
    let trace = &target["reports"][0];
    assert_eq!(trace["finding"], Value::Null);
    let of = |thread: &str| {
        let steps = trace["steps"].as_array().unwrap().iter();
        steps
            .filter(|step| step["thread"] == thread && step["facts"]["op"] == "lock")
            .count()
    };
    // Two locks each.
    assert_eq!((of("main"), of("other")), (2, 2), "{trace:#}");
    assert!(
        text.contains("trace of one run") && text.contains("lock Shop.lock"),
        "{text}"
    );
}

#[test]
fn what_is_no_report_is_refused() {
    for (asked, says) in [
        (
            "covrage",
            "`covrage` is not a report; expected one of trace, coverage, progress, values, contention, profile",
        ),
        ("values=a.txt", "only coverage can be written to a file"),
    ] {
        let ended = dropwire::call(["check", "--report", asked, "Shop"]).unwrap();
        assert_eq!(ended.status, Some(2));
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
    // The harness validates the document against the schema.
    let Some(classes) = classes() else { return };
    let all = all_reports();
    Check::new(&classes, ["Shop"]).with(all.iter().copied()).run().unwrap();
}
