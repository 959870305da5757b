//! Random classes under test: whether calls of their objects are linearizable, as Dropwire says and as the definition says.
//!
//! Each class has two methods, drawn from reads and writes of volatile fields, atomic operations, locks, and waits (for a notification, or in a
//! loop that spins). A model of the class, which shares no code with the engine, gives all histories of all scenarios of two threads with up to two
//! calls each, and all executions in which one call goes on until it returns or waits. The sets of methods that fail must be the same, and so must
//! the number of calls of the smallest scenario that does. For long, in a release build:
//! `DROPWIRE_RANDOM_OBJECTS=1000 DROPWIRE_RANDOM_SEED=1 cargo test --release -p dropwire-tests --test random_objects -- --nocapture`

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::path::Path;

use dropwire_check::facts::view::ObjectDefect;
use dropwire_check::{Confidence, ObjectOptions, Options, Session, Target, Verdict};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{NoLimit, boot, compile};
use dropwire_tests::random::rng::Rng;

const METHODS: [&str; 2] = ["a", "b"];

/// The fields: two volatile ones, an `AtomicInteger`, and one that a monitor guards.
const FIELDS: usize = 4;
const ATOMIC: usize = 2;
const GUARDED: usize = 3;

/// What a method does. `x` is its local variable, which it returns in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// `x = v`
    Read(usize),
    /// `v = k`
    Write(usize, i32),
    /// `v = x + k`
    WriteNext(usize, i32),
    /// `x = n.getAndAdd(k)`
    Add(i32),
    /// `x = n.compareAndSet(x, k) ? 1 : 0`
    Swap(i32),
    /// Waits in a monitor until the guarded field is not this, which `x` takes, and puts that in it.
    Await(i32, i32),
    /// Spins until a volatile field is not this.
    Spin(usize, i32),
    /// Locks, or unlocks, a lock of its own.
    Lock,
    Unlock,
    /// `if (x == k) return 7`
    ReturnIf(i32),
    /// `if (x == k) throw`
    ThrowIf(i32),
}

type Method = Vec<Step>;

fn plain(rng: &mut Rng) -> Step {
    let field = rng.below(2) as usize;
    let constant = rng.below(2) as i32;
    match rng.below(3) {
        0 => Step::Read(field),
        1 => Step::Write(field, constant),
        _ => Step::WriteNext(field, 1 + constant),
    }
}

fn method(rng: &mut Rng) -> Method {
    let mut steps = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let constant = rng.below(2) as i32;
        match rng.below(12) {
            0..=3 => steps.push(plain(rng)),
            4 => steps.push(Step::Add(1 + constant)),
            5 => steps.push(Step::Swap(1 + constant)),
            6 => steps.push(Step::Await(constant, rng.below(2) as i32)),
            7 => steps.push(Step::Spin(rng.below(2) as usize, constant)),
            8 => steps.push(Step::ReturnIf(constant)),
            9 => steps.push(Step::ThrowIf(1 + constant)),
            _ => {
                steps.push(Step::Lock);
                for _ in 0..1 + rng.below(2) {
                    steps.push(plain(rng));
                }
                steps.push(Step::Unlock);
            }
        }
    }
    // A call that does nothing that others may see has no place among the others.
    if !steps.iter().any(|step| !is_local(*step)) {
        steps.push(Step::Read(0));
    }
    steps
}

fn is_local(step: Step) -> bool {
    matches!(step, Step::ReturnIf(_) | Step::ThrowIf(_))
}

fn java_of(step: Step) -> String {
    let field = |at: usize| ["v", "w"][at];
    match step {
        Step::Read(at) => format!("x = {};", field(at)),
        Step::Write(at, k) => format!("{} = {k};", field(at)),
        Step::WriteNext(at, k) => format!("{} = x + {k};", field(at)),
        Step::Add(k) => format!("x = n.getAndAdd({k});"),
        Step::Swap(k) => format!("x = n.compareAndSet(x, {k}) ? 1 : 0;"),
        Step::Await(not, then) => {
            format!("synchronized (this) {{ while (g == {not}) {{ wait(); }} x = g; g = {then}; notifyAll(); }}")
        }
        Step::Spin(at, not) => format!("while ((x = {}) == {not}) {{ Thread.onSpinWait(); }}", field(at)),
        Step::Lock => "synchronized (lock) {".into(),
        Step::Unlock => "}".into(),
        Step::ReturnIf(k) => format!("if (x == {k}) {{ return 7; }}"),
        Step::ThrowIf(k) => format!("if (x == {k}) {{ throw new IllegalStateException(); }}"),
    }
}

fn class(name: &str, methods: &[Method]) -> String {
    let mut java = format!(
        "public class {name} {{
    private volatile int v, w;
    private final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
    private int g;
    private final Object lock = new Object();

    public synchronized int getState() {{
        return v + 10 * w + 100 * n.get() + 1000 * g;
    }}
"
    );
    for (name, steps) in METHODS.iter().zip(methods) {
        let _ = writeln!(
            java,
            "\n    public int {name}() throws InterruptedException {{\n        int x = 0;"
        );
        for step in steps {
            let _ = writeln!(java, "        {}", java_of(*step));
        }
        let _ = writeln!(java, "        return x;\n    }}");
    }
    java.push_str("}\n");
    java
}

/// What a call gave: a number, or that it threw.
const THREW: i32 = i32::MAX;

/// One call of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Call {
    begun: bool,
    result: Option<i32>,
    /// The calls that were over when it began, as bits.
    after: u8,
}

/// A thread: which of its calls it is in, where, and its variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Thread {
    call: usize,
    at: usize,
    x: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    fields: [i32; FIELDS],
    owner: Option<usize>,
    threads: [Thread; 2],
    calls: Vec<Call>,
}

/// What was called, what it gave, and what was seen in the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct History {
    calls: Vec<Call>,
    seen: Option<i32>,
}

struct Model<'a> {
    methods: &'a [Method],
    /// For each thread the methods that it calls.
    scenario: &'a [Vec<usize>; 2],
}

impl Model<'_> {
    fn start(&self) -> State {
        State {
            fields: [0; FIELDS],
            owner: None,
            threads: [Thread::default(); 2],
            calls: vec![Call::default(); self.scenario.iter().map(Vec::len).sum()],
        }
    }

    /// The number of the call that a thread has come to.
    fn number(&self, state: &State, thread: usize) -> Option<usize> {
        let call = state.threads[thread].call;
        let before = if thread == 0 { 0 } else { self.scenario[0].len() };
        (call < self.scenario[thread].len()).then_some(before + call)
    }

    fn next(&self, state: &State, thread: usize) -> Option<Step> {
        let Thread { call, at, .. } = state.threads[thread];
        self.methods[*self.scenario[thread].get(call)?].get(at).copied()
    }

    /// Makes the next step of a thread that others may see, with what follows of its own; `None` if it cannot move.
    fn step(&self, state: &State, thread: usize) -> Option<State> {
        let number = self.number(state, thread)?;
        let mut state = state.clone();
        let step = self.next(&state, thread)?;
        let x = state.threads[thread].x;
        match step {
            Step::Await(not, _) if state.fields[GUARDED] == not => return None,
            Step::Spin(at, not) if state.fields[at] == not => return None,
            Step::Lock if state.owner.is_some() => return None,
            _ => {}
        }
        if !state.calls[number].begun {
            let over = state.calls.iter().enumerate().filter(|(_, call)| call.result.is_some());
            state.calls[number].after = over.fold(0, |bits, (at, _)| bits | 1 << at);
            state.calls[number].begun = true;
        }
        let mut now = x;
        match step {
            Step::Read(at) | Step::Spin(at, _) => now = state.fields[at],
            Step::Write(at, k) => state.fields[at] = k,
            Step::WriteNext(at, k) => state.fields[at] = x + k,
            Step::Add(k) => {
                now = state.fields[ATOMIC];
                state.fields[ATOMIC] += k;
            }
            Step::Swap(k) => {
                now = i32::from(state.fields[ATOMIC] == x);
                if now == 1 {
                    state.fields[ATOMIC] = k;
                }
            }
            Step::Await(_, then) => now = std::mem::replace(&mut state.fields[GUARDED], then),
            Step::Lock => state.owner = Some(thread),
            Step::Unlock => state.owner = None,
            Step::ReturnIf(_) | Step::ThrowIf(_) => {}
        }
        state.threads[thread].x = now;
        state.threads[thread].at += 1;
        self.own(&mut state, thread, number);
        Some(state)
    }

    /// What a thread does by itself: it returns, or goes on to what others may see.
    fn own(&self, state: &mut State, thread: usize, number: usize) {
        let result = loop {
            let x = state.threads[thread].x;
            match self.next(state, thread) {
                None => break x,
                Some(Step::ReturnIf(k)) if x == k => break 7,
                Some(Step::ThrowIf(k)) if x == k => break THREW,
                Some(step) if is_local(step) => state.threads[thread].at += 1,
                Some(_) => return,
            }
        };
        state.calls[number].result = Some(result);
        state.threads[thread] = Thread {
            call: state.threads[thread].call + 1,
            ..Thread::default()
        };
        self.before(state, thread);
    }

    /// What a call does before others may see anything of it: with `x` 0 it may be over at once, as if it came at any time.
    fn before(&self, state: &mut State, thread: usize) {
        while let Some(step) = self.next(state, thread) {
            match step {
                // Such a method is not drawn.
                Step::ReturnIf(0) | Step::ThrowIf(0) => return,
                step if is_local(step) => state.threads[thread].at += 1,
                _ => return,
            }
        }
    }

    fn history(&self, state: &State) -> History {
        let over = (0..2).all(|thread| self.number(state, thread).is_none());
        let [v, w, n, g] = state.fields;
        History {
            calls: state.calls.clone(),
            seen: over.then_some(v + 10 * w + 100 * n + 1000 * g),
        }
    }

    /// All histories.
    fn all(&self) -> BTreeSet<History> {
        let (mut found, mut seen) = (BTreeSet::new(), HashSet::new());
        let mut start = self.start();
        (0..2).for_each(|thread| self.before(&mut start, thread));
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let before = open.len();
            open.extend((0..2).filter_map(|thread| self.step(&state, thread)));
            if open.len() == before {
                found.insert(self.history(&state));
            }
        }
        found
    }

    /// Those in which a call goes on until it returns or waits.
    fn sequential(&self) -> BTreeSet<History> {
        let (mut found, mut seen) = (BTreeSet::new(), HashSet::new());
        let mut start = self.start();
        (0..2).for_each(|thread| self.before(&mut start, thread));
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let before = open.len();
            for thread in 0..2 {
                let call = state.threads[thread].call;
                let mut next = self.step(&state, thread);
                let mut last = None;
                while let Some(state) = next {
                    next = match state.threads[thread].call == call {
                        true => self.step(&state, thread),
                        false => None,
                    };
                    last = Some(state);
                }
                // A call that has begun, and waits, is where others go on.
                open.extend(last);
            }
            if open.len() == before {
                found.insert(self.history(&state));
            }
        }
        found
    }

    /// By the definition: whether some execution gives the same, and none of its calls comes before one that was over when it began.
    fn fails(&self) -> bool {
        let sequential = self.sequential();
        let explains = |one: &History, history: &History| {
            one.seen == history.seen
                && one
                    .calls
                    .iter()
                    .zip(&history.calls)
                    .all(|(one, other)| one.result == other.result)
                && (0..one.calls.len()).all(|call| {
                    let before = |other: &usize| one.calls[*other].after >> call & 1 != 0;
                    (0..one.calls.len())
                        .filter(before)
                        .all(|later| history.calls[call].after >> later & 1 == 0)
                })
        };
        self.all()
            .iter()
            .any(|history| !sequential.iter().any(|one| explains(one, history)))
    }
}

/// All scenarios of two threads with one or two calls each; threads that change places make the same one.
fn scenarios() -> Vec<[Vec<usize>; 2]> {
    let lists: Vec<Vec<usize>> = vec![vec![0], vec![1], vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]];
    let mut all = Vec::new();
    for (at, first) in lists.iter().enumerate() {
        all.extend(lists[at..].iter().map(|second| [first.clone(), second.clone()]));
    }
    all
}

/// For each set of methods of which some scenario fails, how many calls the smallest one makes.
type Failures = BTreeMap<Vec<String>, usize>;

fn by_definition(methods: &[Method]) -> Failures {
    let mut failures = Failures::new();
    for scenario in scenarios() {
        let called: BTreeSet<usize> = scenario.iter().flatten().copied().collect();
        let calls = scenario.iter().map(Vec::len).sum();
        let model = Model {
            methods,
            scenario: &scenario,
        };
        if model.fails() {
            let called = called.into_iter().map(|at| METHODS[at].to_owned()).collect();
            let least = failures.entry(called).or_insert(calls);
            *least = calls.min(*least);
        }
    }
    // A scenario of more methods than fail by themselves is no finding of its own.
    let all: Vec<Vec<String>> = failures.keys().cloned().collect();
    let fewer = |called: &Vec<String>| {
        let others = all.iter().filter(|other| other.len() < called.len());
        others
            .into_iter()
            .any(|other| other.iter().all(|method| called.contains(method)))
    };
    failures.retain(|called, _| !fewer(called));
    failures
}

/// Whether any call of any scenario returns: of a class without one nothing is claimed.
fn ever_returns(methods: &[Method]) -> bool {
    scenarios().iter().any(|scenario| {
        let all = Model { methods, scenario }.all();
        all.iter()
            .flat_map(|history| &history.calls)
            .any(|call| call.result.is_some())
    })
}

/// What Dropwire says: findings must be confirmed, and the verdict that of a search that is complete.
fn said(session: &mut Session, class: &str) -> Result<Failures, String> {
    let target = Target {
        class: format!("{class}#new"),
        args: Vec::new(),
    };
    let options = Options {
        object: ObjectOptions {
            threads: Some(2),
            calls: Some(2),
            methods: METHODS.map(str::to_owned).to_vec(),
            ..ObjectOptions::default()
        },
        short_trails: false,
        ..Options::default()
    };
    let report = session.check(&target, &options, &mut NoLimit).report;
    let mut failures = Failures::new();
    for finding in &report.findings {
        let facts = finding.facts.as_ref().and_then(|facts| facts.of_object());
        let Some(ObjectDefect::NotLinearizable { scenario, .. }) = facts else {
            return Err(format!("{class}: {}", finding.message));
        };
        if finding.confidence != Confidence::Confirmed {
            return Err(format!("{class}: not confirmed: {}", finding.message));
        }
        let called: BTreeSet<String> = scenario
            .calls
            .iter()
            .map(|call| call.call.trim_end_matches("()").to_owned())
            .collect();
        failures.insert(called.into_iter().collect(), scenario.calls.len());
    }
    let expected = if failures.is_empty() {
        Verdict::Verified
    } else {
        Verdict::Violated
    };
    match report.verdict == expected && report.reasons.is_empty() {
        true => Ok(failures),
        false => Err(format!("{class}: {:?} {:?}", report.verdict, report.reasons)),
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    let said = std::env::var(variable).ok();
    said.map_or(otherwise, |text| text.parse().expect("a number"))
}

/// A class whose calls may be over before others can see anything of them is not drawn.
fn is_drawn(methods: &[Method]) -> bool {
    methods.iter().all(|steps| {
        let mut first = steps.iter().take_while(|step| is_local(**step));
        !first.any(|step| matches!(step, Step::ReturnIf(0) | Step::ThrowIf(0)))
    })
}

#[test]
fn verdicts_are_those_of_the_definition() {
    let Some(javac) = Tool::find("javac") else { return };
    let (count, seed) = (number("DROPWIRE_RANDOM_OBJECTS", 8), number("DROPWIRE_RANDOM_SEED", 8));
    let drawn = |number: u64| {
        let mut rng = Rng::new(number ^ 0x0b1e_c7ed);
        loop {
            let methods = [method(&mut rng), method(&mut rng)];
            if is_drawn(&methods) && ever_returns(&methods) {
                return methods;
            }
        }
    };
    let classes: Vec<(String, [Method; 2])> = (seed..seed + count)
        .map(|number| (format!("RandomObject{number}"), drawn(number)))
        .collect();
    let sources: Vec<(String, String)> = classes
        .iter()
        .map(|(name, methods)| (name.clone(), class(name, methods)))
        .collect();
    let folder = compile(&javac, Path::new(env!("CARGO_TARGET_TMPDIR")), &sources).unwrap();
    let mut session = boot(&folder).unwrap();
    let (mut failed, mut wrong) = (0, Vec::new());
    for ((name, methods), (_, java)) in classes.iter().zip(&sources) {
        let right = by_definition(methods);
        failed += usize::from(!right.is_empty());
        match said(&mut session, name) {
            Ok(said) if said == right => {}
            said => wrong.push(format!("said: {said:?}, right: {right:?}\n{java}")),
        }
    }
    let scenarios = classes.len() * scenarios().len();
    println!(
        "{scenarios} scenarios of {} classes, of which {failed} fail",
        classes.len()
    );
    assert!(wrong.is_empty(), "{} disagree\n{}", wrong.len(), wrong.join("\n\n"));
    // Of few classes it may be that none fails.
    assert!(
        classes.len() < 25 || failed > 0 && failed < classes.len(),
        "{failed} fail"
    );
}
