//! Random classes: what is found by all sequences of calls, for all inputs together, must be what is found by each sequence, for each input by itself.
//!
//! The inputs are three numbers, and one of all others, for which a call returns at once. Constructor and methods read and write fields and elements, and assert something at
//! random; some change nothing, and some always throw. For long, in a release build:
//! `DROPWIRE_RANDOM_SEQUENCES=200 DROPWIRE_RANDOM_SEED=1 cargo test --release -p dropwire-tests --test random_sequences -- --nocapture`

use std::collections::BTreeSet;
use std::path::Path;

use dropwire_check::words::reason::sentences;
use dropwire_check::{Options, SolverChoice, Target, Verdict, check, with_rollback};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{NoLimit, boot_machine, compile};
use dropwire_tests::random::rng::Rng;
use dropwire_vm::Vm;

/// The numbers for which a call does something, and another one.
const INPUTS: [&str; 4] = ["-1", "0", "2", "7"];
/// The methods of a class.
const METHODS: [&str; 2] = ["m0", "m1"];
/// How many of them a sequence calls at most.
const CALLS: usize = 2;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// An `int`: `p` is the parameter of the call.
fn value(rng: &mut Rng) -> &'static str {
    rng.pick(&[
        "p",
        "p + 1",
        "a",
        "b",
        "a + b",
        "values[1]",
        "values[a & 1]",
        "1",
        "0",
        "2",
    ])
}

fn condition(rng: &mut Rng) -> String {
    let operator = rng.pick(&["==", "!=", "<", ">="]);
    format!("{} {operator} {}", value(rng), value(rng))
}

fn statement(rng: &mut Rng, changes: bool) -> String {
    let choice = rng.below(if changes { 8 } else { 3 });
    match choice {
        0 => format!("assert {};", condition(rng)),
        1 => format!("if ({}) return;", condition(rng)),
        2 => format!("if ({}) throw new IllegalStateException();", condition(rng)),
        3 | 4 => format!("a = {};", value(rng)),
        5 => format!("b = {};", value(rng)),
        6 => format!("values[{} & 1] = {};", value(rng), value(rng)),
        _ => format!("if ({}) b = {};", condition(rng), value(rng)),
    }
}

/// The parameter and the body of a call.
fn body(rng: &mut Rng) -> String {
    let changes = rng.percent(70);
    let statements: Vec<String> = (0..1 + rng.below(3)).map(|_| statement(rng, changes)).collect();
    format!(
        "(int p) {{ if (p != -1 && p != 0 && p != 2) return; {} }}\n",
        statements.join(" ")
    )
}

fn class(name: &str, rng: &mut Rng) -> String {
    let methods: String = METHODS.map(|method| format!("    void {method}{}", body(rng))).concat();
    format!(
        "public class {name} {{\n    int a, b;\n    final int[] values = new int[2];\n    {name}{}{methods}}}\n",
        body(rng)
    )
}

/// The fingerprints of what is found.
///
/// # Errors
/// Something was not explored.
fn checked(vm: &mut Vm, class: &str, args: Option<&[&str]>) -> Result<BTreeSet<String>, String> {
    let target = Target {
        class: class.to_owned(),
        args: args.unwrap_or_default().iter().map(ToString::to_string).collect(),
    };
    let mut options = Options {
        short_trails: false,
        ..Options::default()
    };
    options.symbolic.solver = SolverChoice::BuiltIn;
    options.symbolic.calls = CALLS as u64;
    if args.is_none() {
        options.symbolic.ask();
    }
    let report = with_rollback(vm, |vm| check(vm, &target, &options, &mut NoLimit));
    if !report.reasons.is_empty() || matches!(report.verdict, Verdict::Failed | Verdict::Incomplete) {
        return Err(format!("{class} {args:?}: {}", sentences(&report.reasons).join("; ")));
    }
    Ok(report.findings.into_iter().map(|finding| finding.fingerprint).collect())
}

/// What is found by each sequence for each input.
fn each_by_itself(vm: &mut Vm, name: &str) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut sequences = vec![format!("{name}#new(int)")];
    for calls in 1..=CALLS + 1 {
        let mut longer = Vec::new();
        for sequence in &sequences {
            for number in 0..INPUTS.len().pow(calls as u32) {
                let digit = |at: usize| INPUTS[number / INPUTS.len().pow(at as u32) % INPUTS.len()];
                let args: Vec<&str> = (0..calls).map(digit).collect();
                found.extend(checked(vm, sequence, Some(&args))?);
            }
            longer.extend(METHODS.map(|method| format!("{sequence}#{method}")));
        }
        sequences = longer;
    }
    Ok(found)
}

#[test]
fn all_sequences_together_are_each_by_itself() {
    let Some(javac) = Tool::find("javac") else { return };
    let (count, seed) = (
        number("DROPWIRE_RANDOM_SEQUENCES", 8),
        number("DROPWIRE_RANDOM_SEED", 1),
    );
    let mut rng = Rng::new(seed ^ 0x5e90_e7ce);
    let sources: Vec<(String, String)> = (0..count)
        .map(|index| {
            let name = format!("RandomSequences{seed}x{index}");
            let java = class(&name, &mut rng);
            (name, java)
        })
        .collect();
    let folder = compile(&javac, Path::new(env!("CARGO_TARGET_TMPDIR")), &sources).unwrap();
    let (mut violated, mut wrong) = (0, Vec::new());
    for (name, java) in &sources {
        let mut vm = boot_machine(&folder).unwrap();
        let each = each_by_itself(&mut vm, name);
        let together = checked(&mut vm, name, None);
        violated += usize::from(each.as_ref().is_ok_and(|found| !found.is_empty()));
        if each != together {
            wrong.push(format!("each: {each:#?}\ntogether: {together:#?}\n{java}"));
        }
    }
    println!("{count} classes, of which {violated} are wrong for some calls");
    assert!(wrong.is_empty(), "{} disagree\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(violated > 0 && violated < count as usize, "{violated} of {count}");
}
