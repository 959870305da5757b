//! Random methods that start threads and branch on an input: what is found for all inputs together must be what is found for each by itself.
//!
//! The input is one of five numbers; the method returns at once for all others. Two threads and the one that starts them read and write
//! fields and elements, with and without a lock, by atomic operations, and assert something at random. For long, in a release build:
//! `DROPWIRE_RANDOM_SYMBOLIC=1000 DROPWIRE_RANDOM_SEED=1 cargo test --release -p dropwire-tests --test random_symbolic -- --nocapture`

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use dropwire_check::words::reason::sentences;
use dropwire_check::{Options, SolverChoice, Target, Verdict, check, with_rollback};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{NoLimit, boot_machine, compile};
use dropwire_tests::random::rng::Rng;
use dropwire_vm::Vm;

/// The numbers for which a method does something.
const INPUTS: std::ops::Range<i32> = -1..4;
/// How many of these methods a class has.
const METHODS: u64 = 20;
/// Of so many statements a thread consists, and a block.
const STATEMENTS: u32 = 3;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// An `int`: `r` is a local variable of its thread.
fn value(rng: &mut Rng) -> String {
    let constant = rng.below(5) as i32 - 1;
    match rng.below(11) {
        0..=2 => "p".into(),
        3 => "p * 2".into(),
        4 => "r".into(),
        5 => "a".into(),
        6 => "b + 1".into(),
        7 => "c.get()".into(),
        8 => "values[1]".into(),
        9 => format!("p - {}", constant.abs()),
        _ => constant.to_string(),
    }
}

fn condition(rng: &mut Rng) -> String {
    let operator = rng.pick(&["==", "!=", "<", ">="]);
    format!("{} {operator} {}", value(rng), value(rng))
}

fn block(rng: &mut Rng, depth: u32) -> String {
    let statements = (0..1 + rng.below(STATEMENTS)).map(|_| statement(rng, depth));
    statements.collect::<Vec<_>>().join(" ")
}

fn statement(rng: &mut Rng, depth: u32) -> String {
    let choice = rng.below(if depth == 0 { 8 } else { 12 });
    match choice {
        0 => format!("a = {};", value(rng)),
        1 => format!("b = {};", value(rng)),
        2 => format!("r = {};", value(rng)),
        3 => format!("c.set({});", value(rng)),
        4 => format!("r = c.compareAndSet({}, {}) ? 1 : p;", value(rng), value(rng)),
        5 => format!("r = c.getAndAdd({});", value(rng)),
        6 => format!("values[{} & 3] = {};", value(rng), value(rng)),
        7 => format!("assert {};", condition(rng)),
        8 | 9 => format!("synchronized (LOCK) {{ {} }}", block(rng, depth - 1)),
        10 => format!("if ({}) {{ {} }}", condition(rng), block(rng, depth - 1)),
        _ => {
            let (one, other) = (block(rng, depth - 1), block(rng, depth - 1));
            format!("if ({}) {{ {one} }} else {{ {other} }}", condition(rng))
        }
    }
}

/// A method whose parameter is `p`.
fn method(rng: &mut Rng, number: u64) -> String {
    let (first, second, last) = (block(rng, 2), block(rng, 2), block(rng, 1));
    let (low, high) = (INPUTS.start, INPUTS.end);
    format!(
        "    static void m{number}(int p) throws InterruptedException {{
        if (p < {low} || p >= {high}) return;
        Thread one = new Thread(() -> {{ int r = 0; {first} }});
        Thread two = new Thread(() -> {{ int r = 0; {second} }});
        one.start(); two.start(); one.join(); two.join();
        int r = 0;
        {last}
    }}
"
    )
}

fn class(name: &str, methods: &[String]) -> String {
    let mut java = format!(
        "import java.util.concurrent.atomic.AtomicInteger;
public class {name} {{
    static int a, b;
    static final AtomicInteger c = new AtomicInteger();
    static final int[] values = new int[4];
    static final Object LOCK = new Object();
"
    );
    for method in methods {
        java.write_str(method).unwrap();
    }
    java + "}\n"
}

/// The fingerprints of what is found.
///
/// # Errors
/// Something was not explored.
fn checked(vm: &mut Vm, method: &str, input: Option<i32>) -> Result<BTreeSet<String>, String> {
    let target = Target {
        class: method.to_owned(),
        args: input.iter().map(ToString::to_string).collect(),
    };
    let mut options = Options {
        short_trails: false,
        ..Options::default()
    };
    options.symbolic.solver = SolverChoice::BuiltIn;
    if input.is_none() {
        options.symbolic.ask();
    }
    let report = with_rollback(vm, |vm| check(vm, &target, &options, &mut NoLimit));
    if !report.reasons.is_empty() || matches!(report.verdict, Verdict::Failed | Verdict::Incomplete) {
        return Err(format!("{input:?}: {}", sentences(&report.reasons).join("; ")));
    }
    Ok(report.findings.into_iter().map(|finding| finding.fingerprint).collect())
}

#[test]
fn all_inputs_together_are_each_by_itself() {
    let Some(javac) = Tool::find("javac") else { return };
    let (count, seed) = (
        number("DROPWIRE_RANDOM_SYMBOLIC", 60),
        number("DROPWIRE_RANDOM_SEED", 1),
    );
    let mut rng = Rng::new(seed ^ 0x5e1f_ab1e);
    let sources: Vec<(String, String)> = (0..count.div_ceil(METHODS))
        .map(|index| {
            let methods: Vec<String> = (0..METHODS).map(|number| method(&mut rng, number)).collect();
            let name = format!("RandomSymbolic{seed}x{index}");
            let java = class(&name, &methods);
            (name, java)
        })
        .collect();
    let folder = compile(&javac, Path::new(env!("CARGO_TARGET_TMPDIR")), &sources).unwrap();
    let (mut violated, mut wrong) = (0, Vec::new());
    for (name, java) in &sources {
        let mut vm = boot_machine(&folder).unwrap();
        for number in 0..METHODS {
            let method = format!("{name}#m{number}");
            let each: Result<Vec<_>, String> = INPUTS.map(|input| checked(&mut vm, &method, Some(input))).collect();
            let each = each.map(|sets| sets.into_iter().flatten().collect::<BTreeSet<String>>());
            let together = checked(&mut vm, &method, None);
            violated += usize::from(each.as_ref().is_ok_and(|found| !found.is_empty()));
            if each != together {
                let text = java
                    .split("    static void ")
                    .nth(1 + number as usize)
                    .unwrap_or_default();
                wrong.push(format!("{method}: each: {each:#?}\ntogether: {together:#?}\n{text}"));
            }
        }
    }
    let all = sources.len() * METHODS as usize;
    println!("{all} methods, of which {violated} are wrong for some input");
    assert!(wrong.is_empty(), "{} disagree\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(violated > 0 && violated < all, "{violated} of {all}");
}
