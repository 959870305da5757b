//! The tests of the tests: each fault that is planted in the engine is noticed.
//!
//! `cargo test --release -p dropwire-tests --features planted-faults --test planted_faults`

use std::path::Path;

use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::Batch;
use dropwire_tests::random::program::Program;
use dropwire_vm::faults::{Fault, plant};

/// Programs among which each fault must show; the seeds are fixed.
const PROGRAMS: u64 = 120;

#[test]
fn every_planted_fault_is_noticed() {
    let Some(javac) = Tool::find("javac") else { return };
    let programs: Vec<Program> = (0..PROGRAMS).map(|i| Program::random(1_000 + i)).collect();
    let batch = Batch::compile(&javac, Path::new(env!("CARGO_TARGET_TMPDIR")), &programs).unwrap();
    // Panics are expected, and part of the answer.
    std::panic::set_hook(Box::new(|_| {}));
    let mut unnoticed = Vec::new();
    for fault in Fault::ALL {
        plant(Some(fault));
        let campaign = batch.compare(true).unwrap();
        plant(None);
        match campaign.disagreements.first() {
            Some(first) => println!(
                "{fault:?}: after {} programs, {} [{}]: {}",
                campaign.statistics.programs,
                first.program.name,
                first.mode,
                first.what.lines().next().unwrap_or_default()
            ),
            None => unnoticed.push(fault),
        }
    }
    let _ = std::panic::take_hook();
    assert!(unnoticed.is_empty(), "nobody noticed {unnoticed:?}");
}
