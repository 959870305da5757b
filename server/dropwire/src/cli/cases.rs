//! From test classes and tests to their cases, each a target of its own.

use std::path::PathBuf;

use dropwire_check::arguments_of_tests;

use super::plan::{Plan, is_tests};
use crate::engine::JdkInfo;
use crate::worker::cases::list;
use crate::worker::control::{Control, Workers};
use crate::worker::protocol::Listed;
use crate::worker::protocol::Setup;

/// What became of plans: programs, in the same order, and what is not to be run.
#[derive(Debug, Default)]
pub struct Expanded {
    /// A plan for each program.
    pub plans: Vec<Plan>,
    /// Tests that are not to be run, each with the reason.
    pub skipped: Vec<(String, String)>,
}

/// Takes tests apart into their cases. Those that share a class path are asked for together.
///
/// # Errors
/// A sentence: no worker could answer, or a test has arguments.
pub fn expand(
    plans: Vec<Plan>,
    jdk: &JdkInfo,
    time_limit_ms: Option<u64>,
    workers: &dyn Workers,
    control: &Control,
) -> Result<Expanded, String> {
    let mut paths: Vec<(Vec<PathBuf>, Vec<String>)> = Vec::new();
    for plan in plans.iter().filter(|plan| is_tests(plan)) {
        match paths.iter_mut().find(|(path, _)| *path == plan.class_path) {
            Some((_, targets)) => targets.push(plan.class.clone()),
            None => paths.push((plan.class_path.clone(), vec![plan.class.clone()])),
        }
    }
    let mut answers: Vec<(Vec<PathBuf>, String, Listed)> = Vec::new();
    for (class_path, targets) in paths {
        let setup = Setup {
            jdk: jdk.home.clone(),
            class_path: class_path.clone(),
        };
        let listed = list(&setup, &targets, time_limit_ms, workers, control)?;
        let of = targets.into_iter().zip(listed);
        answers.extend(of.map(|(target, listed)| (class_path.clone(), target, listed)));
    }
    let mut expanded = Expanded::default();
    for plan in plans {
        let answer = answers
            .iter()
            .find(|(path, target, _)| *target == plan.class && *path == plan.class_path);
        let Some((_, _, listed)) = answer else {
            expanded.plans.push(plan);
            continue;
        };
        if listed.are_tests && !plan.args.is_empty() {
            return Err(arguments_of_tests(&plan.class, &plan.args));
        }
        for skipped in &listed.skipped {
            if !expanded.skipped.contains(skipped) {
                expanded.skipped.push(skipped.clone());
            }
        }
        if listed.cases.is_empty() && listed.skipped.is_empty() {
            // Neither a program nor a test: whoever runs it says what is wrong.
            expanded.plans.push(plan);
            continue;
        }
        expanded.plans.extend(listed.cases.iter().map(|case| Plan {
            class: case.clone(),
            ..plan.clone()
        }));
    }
    Ok(expanded)
}
