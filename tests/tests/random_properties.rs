//! Random programs and random properties: what a search with all its reductions says of a property, and what a naive one says.
//!
//! The naive search has neither partial order reduction nor assumptions about locks: each access of each thread is a step. A property must hold
//! in both or fail in both, whatever its atoms speak of. For long, in a release build:
//! `DROPWIRE_RANDOM_PROPERTIES=500 DROPWIRE_RANDOM_SEED=1 cargo test --release -p dropwire-tests --test random_properties`

use std::fmt::Write;
use std::path::Path;

use dropwire_check::{
    Confidence, Coverage, FairnessKind, Kind, Options, PropertyOrigin, Session, Target, TemporalProperty, Verdict,
};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{NoLimit, boot, compile};
use dropwire_tests::random::rng::Rng;

/// Formulas for each program.
const FORMULAS: usize = 5;
/// Transitions beyond which a pair is passed over: the naive search has its limits.
const TRANSITIONS: u64 = 60_000;

/// One statement, in words of Java.
fn statement(rng: &mut Rng, depth: u32) -> String {
    let constant = rng.below(3);
    match rng.below(if depth == 0 { 12 } else { 16 }) {
        0 | 1 => format!("v = {constant};"),
        2 => format!("w = v + {constant};"),
        3 => format!("synchronized (lock) {{ p = {constant}; }}"),
        4 => "visit();".into(),
        5 => "guarded();".into(),
        6 => format!("try {{ fails(v == {constant}); }} catch (RuntimeException e) {{ w = {constant}; }}"),
        7 => format!("slots[{}] = {constant};", rng.below(2)),
        8 if rng.below(2) == 0 => format!("shared = new Cell({constant}); shared.n = {};", rng.below(3)),
        8 => format!("new Cell({constant}).n = {};", rng.below(3)),
        9 => format!("while (v == {constant} && w != 2) {{ Thread.onSpinWait(); }}"),
        10 => {
            let lock = rng.pick(&["mutex", "both.readLock()", "both.writeLock()"]);
            format!("{lock}.lock(); p = {constant}; {lock}.unlock();")
        }
        11 => "try { Thread.sleep(1); } catch (InterruptedException e) { }".into(),
        12 => format!("if (v == {constant}) {{ {} }}", statement(rng, depth - 1)),
        13 => format!(
            "synchronized (lock) {{ {} p = {constant}; }}",
            statement(rng, depth - 1)
        ),
        14 => format!("for (int i = 0; i < 2; i++) {{ {} }}", statement(rng, depth - 1)),
        _ => format!("synchronized (other) {{ {} }}", statement(rng, depth - 1)),
    }
}

fn program(name: &str, rng: &mut Rng) -> String {
    let mut java = format!(
        "public class {name} {{
    static class Cell {{
        int n;

        Cell(int n) {{
            this.n = -1;
            this.n = n;
        }}
    }}

    static volatile int v, w;
    static int p;
    static final int[] slots = new int[2];
    static final Object lock = new Object(), other = new Object();
    static final java.util.concurrent.locks.Lock mutex = new java.util.concurrent.locks.ReentrantLock();
    static final java.util.concurrent.locks.ReentrantReadWriteLock both =
        new java.util.concurrent.locks.ReentrantReadWriteLock();
    static final java.util.concurrent.locks.Lock reads = both.readLock(), writes = both.writeLock();
    static Cell shared;

    static void visit() {{ }}

    static synchronized void guarded() {{
        visit();
    }}

    static void fails(boolean now) {{
        if (now) {{
            throw new IllegalStateException();
        }}
    }}

    public static void main(String[] args) {{
"
    );
    for thread in 0..2 {
        java.push_str("        new Thread(() -> {\n");
        for _ in 0..1 + rng.below(3) {
            let _ = writeln!(java, "            {}", statement(rng, 1));
        }
        let _ = writeln!(java, "        }}, \"t{thread}\").start();");
    }
    for _ in 0..rng.below(2) {
        let _ = writeln!(java, "        {}", statement(rng, 0));
    }
    java.push_str("    }\n}\n");
    java
}

fn atom(name: &str, rng: &mut Rng) -> String {
    let constant = rng.below(3);
    let comparison = rng.pick(&["==", "!=", "<", ">="]);
    let method = rng.pick(&["visit", "guarded", "fails"]);
    let thread = rng.pick(&["t0", "t1", "main"]);
    match rng.below(16) {
        14 => format!("{name}.shared {} null", rng.pick(&["==", "!="])),
        15 => format!("{name}.shared.n - {name}.v {comparison} {constant}"),
        0 => format!("{name}.v {comparison} {constant}"),
        1 => format!("{name}.w {comparison} {name}.v"),
        2 => format!("{name}.p {comparison} {constant}"),
        3 => format!("at({name}.{method})"),
        4 => format!("threads({name}.{method}) {comparison} {constant}"),
        5 => format!("{name}.slots[{}] {comparison} {constant}", rng.below(2)),
        6 => format!("all({name}$Cell.n {comparison} {constant})"),
        7 => format!("some({name}$Cell.n {comparison} {constant})"),
        8 => format!("locked({name}.{})", rng.pick(&["lock", "other", "mutex"])),
        9 => format!("locked({name}.{})", rng.pick(&["mutex", "reads", "writes"])),
        10 => format!("entered({name}.{method})"),
        11 => format!("left({name}.{method})"),
        12 => format!("{}({thread})", rng.pick(&["runnable", "terminated"])),
        _ => format!("{}({thread})", rng.pick(&["blocked", "waiting"])),
    }
}

fn formula(name: &str, rng: &mut Rng, depth: u32) -> String {
    let of = |rng: &mut Rng| formula(name, rng, depth - 1);
    if depth == 0 {
        return atom(name, rng);
    }
    match rng.below(10) {
        8 => format!("(({}) W ({}))", of(rng), of(rng)),
        9 => format!("(({}) R ({}))", of(rng), of(rng)),
        0 | 1 => format!("[] ({})", of(rng)),
        2 => format!("<> ({})", of(rng)),
        3 => format!("!({})", of(rng)),
        4 => format!("(({}) && ({}))", of(rng), of(rng)),
        5 => format!("(({}) -> ({}))", of(rng), of(rng)),
        6 => format!("(({}) U ({}))", of(rng), of(rng)),
        _ => atom(name, rng),
    }
}

fn property(name: &str, rng: &mut Rng) -> TemporalProperty {
    let depth = 1 + rng.below(3);
    TemporalProperty {
        name: "p".into(),
        formula: match rng.below(3) {
            // An invariant: judged in each state, and not on the graph.
            0 => format!("[] (({}) || ({}))", atom(name, rng), atom(name, rng)),
            _ => formula(name, rng, depth),
        },
        fairness: rng.pick(&FairnessKind::ALL),
        origin: PropertyOrigin::Configuration,
    }
}

/// Whether the property fails; `None` where the search was cut off. What it finds must be confirmed.
fn fails(session: &mut Session, class: &str, options: &Options) -> Option<bool> {
    let target = Target {
        class: class.into(),
        args: Vec::new(),
    };
    let report = session.check(&target, options, &mut NoLimit).report;
    assert_ne!(report.verdict, Verdict::Failed, "{class}: {:?}", report.reasons);
    if report.coverage == Coverage::Limited {
        return None;
    }
    let of_property = |kind: Kind| matches!(kind, Kind::InvariantViolation | Kind::PropertyViolation);
    let mut found = report.findings.iter().filter(|finding| of_property(finding.kind));
    let confirmed = found.clone().all(|finding| finding.confidence == Confidence::Confirmed);
    assert!(confirmed, "{class}: a finding that was not confirmed");
    Some(found.next().is_some())
}

fn number(variable: &str, otherwise: u64) -> u64 {
    let said = std::env::var(variable).ok();
    said.map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn reduction_changes_no_property() {
    let Some(javac) = Tool::find("javac") else { return };
    let (count, seed) = (
        number("DROPWIRE_RANDOM_PROPERTIES", 12),
        number("DROPWIRE_RANDOM_SEED", 1),
    );
    let name = |number: u64| format!("Drawn{number}");
    let numbers = seed..seed + count;
    let rng = |number: u64| Rng::new(number ^ 0x7e57_ab1e);
    let sources: Vec<(String, String)> = numbers
        .clone()
        .map(|number| (name(number), program(&name(number), &mut rng(number))))
        .collect();
    let classes = compile(&javac, Path::new(env!("CARGO_TARGET_TMPDIR")), &sources).unwrap();
    let mut session = boot(&classes).unwrap();
    let (mut judged, mut failed, mut wrong) = (0u32, 0u32, Vec::new());
    for (number, (name, java)) in numbers.zip(&sources) {
        let mut rng = Rng::new(number.wrapping_mul(0x9e37_79b9));
        for _ in 0..FORMULAS {
            let property = property(name, &mut rng);
            let options = Options {
                max_transitions: TRANSITIONS,
                short_trails: false,
                properties: vec![property.clone()],
                ..Options::default()
            };
            let mut naive = Options {
                reduction: false,
                ..options.clone()
            };
            naive.sync_detection.on = false;
            let said = fails(&mut session, name, &options);
            let (Some(said), Some(right)) = (said, fails(&mut session, name, &naive)) else {
                continue;
            };
            judged += 1;
            failed += u32::from(right);
            if said != right {
                wrong.push(format!(
                    "{property:?}\nfails: {said}, without reduction: {right}\n{java}"
                ));
            }
        }
    }
    println!("{judged} of {} judged, {failed} fail", count * FORMULAS as u64);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // A test in which nothing is judged, or nothing fails, or all does, shows nothing.
    assert!(u64::from(judged) > count * FORMULAS as u64 / 2 && failed > 0 && failed < judged);
}
