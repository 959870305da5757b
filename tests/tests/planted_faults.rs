//! The tests of the tests: each fault that is planted in the engine is noticed.
//!
//! `cargo test --release -p dropwire-tests --features planted-faults --test planted_faults`

use std::collections::BTreeMap;
use std::path::Path;

use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::Batch;
use dropwire_tests::random::program::Program;
use dropwire_vm::faults::{Fault, plant};

/// For each fault a program that shows it, by its seed; `random-programs --hunt` finds them anew.
const SHOWN_BY: &[(Fault, u64)] = &[];

#[test]
fn every_planted_fault_is_noticed() {
    let Some(javac) = Tool::find("javac") else { return };
    let programs: BTreeMap<u64, Program> = SHOWN_BY
        .iter()
        .map(|(_, seed)| (*seed, Program::random(*seed)))
        .collect();
    let all: Vec<Program> = programs.values().cloned().collect();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let classes = Batch::compile(&javac, cache, &all).unwrap();
    let mut driver = classes.driver().unwrap();
    let quiet = classes.compare(&mut driver, false);
    assert_eq!(quiet.disagreements, [], "without a fault");
    // Panics are expected, and part of the answer.
    std::panic::set_hook(Box::new(|_| {}));
    let mut unnoticed = Vec::new();
    for (fault, seed) in SHOWN_BY {
        // A machine that a fault has broken is booted anew without one.
        driver.prepare().unwrap();
        plant(Some(*fault));
        let campaign = classes.only(&programs[seed]).compare(&mut driver, true);
        plant(None);
        if campaign.disagreements.is_empty() {
            unnoticed.push(*fault);
        }
    }
    let _ = std::panic::take_hook();
    assert!(unnoticed.is_empty(), "nobody noticed {unnoticed:?}");
    let shown: Vec<Fault> = SHOWN_BY.iter().map(|(fault, _)| *fault).collect();
    let missing: Vec<&Fault> = Fault::ALL.iter().filter(|fault| !shown.contains(fault)).collect();
    assert!(missing.is_empty(), "no program for {missing:?}");
}
