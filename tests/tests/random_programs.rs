//! Random programs with fixed seeds: the engine against the model, against itself, and against the real machine.

use std::path::{Path, PathBuf};

use dropwire_check::{Options, Session, Target};
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{Batch, NoLimit, boot, compare_all, observe};
use dropwire_tests::random::library;
use dropwire_tests::random::program::Program;
use dropwire_tests::random::stress::stress;
use dropwire_tests::random::subject::Subject;

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).to_path_buf()
}

fn programs<S: Subject>(first: u64, count: u64) -> Vec<S> {
    (first..first + count).map(S::random).collect()
}

#[test]
fn all_modes_and_the_model_agree() {
    let Some(javac) = Tool::find("javac") else { return };
    agree::<Program>(&javac, 1_000, 120);
}

#[test]
fn all_modes_agree_about_the_library() {
    let Some(javac) = Tool::find("javac") else { return };
    agree::<library::Program>(&javac, 1_000, 25);
}

#[test]
fn all_modes_agree_about_the_machine() {
    let Some(javac) = Tool::find("javac") else { return };
    agree::<library::MachineProgram>(&javac, 1_000, 25);
}

fn agree<S: Subject>(javac: &Tool, first: u64, count: u64) {
    all_agree(javac, &programs::<S>(first, count));
}

fn all_agree<S: Subject>(javac: &Tool, drawn: &[S]) {
    let campaign = compare_all(javac, &cache(), drawn).unwrap();
    println!("{}", campaign.statistics);
    let wrong: Vec<String> = campaign
        .disagreements
        .iter()
        .map(|d| format!("{} [{}]: {}", d.program.name(), d.mode, d.what))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(campaign.statistics.weaknesses(S::EXPECTED), Vec::<String>::new());
}

#[test]
fn what_the_real_machine_does_was_explored() {
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    stressed::<Program>(&javac, &java, 20);
}

fn stressed<S: Subject>(javac: &Tool, java: &Tool, count: u64) {
    let campaign = compare_all(javac, &cache(), &programs::<S>(5_000, count)).unwrap();
    let seen = stress(javac, java.path(), &cache(), &campaign.answers, 10).unwrap();
    println!("{seen:?}");
    assert!(seen.runs >= 100, "{seen:?}");
    assert_eq!(seen.unexplored, Vec::<String>::new());
}

#[test]
fn a_used_machine_answers_as_a_fresh_one() {
    let Some(javac) = Tool::find("javac") else { return };
    let programs: Vec<Program> = programs(9_000, 12);
    let batch = Batch::compile(&javac, &cache(), &programs).unwrap();
    let options = Options {
        ends: true,
        ..Options::default()
    };
    let answer = |session: &mut Session, program: &Program| {
        let target = Target {
            class: program.name.clone(),
            args: Vec::new(),
        };
        let observed = observe(session.check(&target, &options, &mut NoLimit), &options);
        (
            observed.answer,
            observed.fingerprints,
            observed.verdict,
            observed.reasons,
        )
    };
    let mut used = boot(batch.classes()).unwrap();
    // Twice, and the second time after all others.
    let mut first: Vec<_> = programs.iter().map(|program| answer(&mut used, program)).collect();
    for (program, known) in programs.iter().zip(&mut first) {
        assert_eq!(&answer(&mut used, program), known, "{} a second time", program.name);
        let mut fresh = boot(batch.classes()).unwrap();
        assert_eq!(
            &answer(&mut fresh, program),
            known,
            "{} on a fresh machine",
            program.name
        );
    }
}
