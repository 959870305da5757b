//! The same programs on the real machine, many times, with random delays: what is seen there must have been explored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::driver::compile;
use super::model::Answer;
use super::subject::Subject;
use crate::java::{Tool, in_plain_locale};
use crate::process;
use crate::tree;

/// What the real machine did.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Runs.
    pub runs: usize,
    /// Different outcomes, of all programs.
    pub outcomes: usize,
    /// Runs that got stuck.
    pub stuck: usize,
    /// Outcomes of programs with a data race that no interleaving gives: such programs may do more (JLS 17.4.5).
    pub beyond: usize,
    /// Outcomes that were not explored, each as a sentence.
    pub unexplored: Vec<String>,
}

/// Runs each program so many times and holds it against the answer.
///
/// # Errors
/// A tool does not work, or the real machine does not come to an end.
pub fn stress<S: Subject>(
    javac: &Tool,
    java: &Path,
    cache: &Path,
    programs: &[(S, Answer)],
    runs: usize,
) -> Result<Seen, String> {
    let harness = javac.compile_fixtures(cache, &[tree::root().join("tests/stress/Stress.java")])?;
    let programs: Vec<&(S, Answer)> = programs
        .iter()
        .filter(|(program, _)| {
            let nature = program.nature();
            // All programs run in one process, which an exit would end; and it waits for daemons, too.
            !nature.takes_time && !nature.ends_early()
        })
        .collect();
    let mut sources: Vec<(String, String)> = programs
        .iter()
        .map(|(program, _)| (program.name().to_owned(), program.java(true)))
        .collect();
    // The programs only need its name to compile; the real one comes from the parent class loader.
    sources.push(("Stress".into(), "class Stress { static void pause() {} }".into()));
    let classes = compile(javac, cache, &sources)?;
    // A class of the same name must not shadow the harness.
    let _ = fs::remove_file(classes.join("Stress.class"));
    let mut command = Command::new(java);
    command
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(&harness);
    command.arg("Stress").arg(&classes).arg(runs.to_string());
    command.args(programs.iter().map(|(program, _)| program.name()));
    let patience = Duration::from_secs(120 + (programs.len() * runs / 20) as u64);
    let ended = process::run(in_plain_locale(&mut command), patience)?;
    if ended.status != Some(0) {
        return Err(format!("the real machine: {}{}", ended.stdout, ended.stderr));
    }
    Ok(judge(&ended.stdout, &programs))
}

fn judge<S: Subject>(output: &str, programs: &[&(S, Answer)]) -> Seen {
    let answers: BTreeMap<&str, &Answer> = programs.iter().map(|(p, answer)| (p.name(), answer)).collect();
    let mut seen = Seen::default();
    // NAME, how often, outcome; tabs between.
    for line in output.lines() {
        let mut parts = line.splitn(3, '\t');
        let (Some(name), Some(times), Some(outcome)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let Some(answer) = answers.get(name) else { continue };
        let times: usize = times.parse().unwrap_or(0);
        seen.runs += times;
        seen.outcomes += 1;
        let explored = if outcome == "STUCK" {
            seen.stuck += times;
            answer.deadlock
        } else {
            let end = if outcome.is_empty() {
                String::new()
            } else {
                format!("{outcome}\n")
            };
            answer.ends.contains(&end)
        };
        if explored {
            continue;
        }
        if answer.races.is_empty() {
            seen.unexplored.push(format!("{name}: `{outcome}`, {times} times"));
        } else {
            seen.beyond += 1;
        }
    }
    seen
}
