//! Makes a disagreement small: takes away statement after statement while two answers still differ.

use std::path::Path;

use super::driver::{Batch, Disagreement};
use super::program::{Handed, Program, Stmt};
use super::subject::Subject;
use crate::java::Tool;

/// The smallest program that can be reached by single removals and still disagrees, with what is wrong with it.
///
/// # Errors
/// A tool does not work.
pub fn shrink<S: Subject>(javac: &Tool, cache: &Path, from: &Disagreement<S>) -> Result<Disagreement<S>, String> {
    let mut best = from.clone();
    for round in 0.. {
        let mut smaller = best.program.smaller();
        smaller.sort_by_key(Subject::size);
        for (index, program) in smaller.iter_mut().enumerate() {
            program.rename(format!("{}_{round}_{index}", from.program.name()));
        }
        let batch = Batch::compile(javac, cache, &smaller)?;
        // The first that still disagrees will do: the smallest come first.
        let campaign = batch.compare(&mut batch.driver()?.only(from.mode), true);
        // Only the same sort of trouble counts, lest one bug turns into another one.
        let same = |d: &&Disagreement<S>| d.mode == from.mode && sort(&d.what) == sort(&from.what);
        match campaign.disagreements.iter().find(same) {
            Some(found) => best = found.clone(),
            None => break,
        }
    }
    Ok(best)
}

fn sort(what: &str) -> &str {
    what.split(':').next().unwrap_or_default()
}

/// The programs that are one step smaller.
pub(super) fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let with = |change: &dyn Fn(&mut Program)| {
        let mut changed = program.clone();
        change(&mut changed);
        changed
    };
    for thread in 0..program.bodies.len() {
        for body in smaller_bodies(&program.bodies[thread]) {
            all.push(with(&|p| p.bodies[thread] = body.clone()));
        }
    }
    for k in 0..2 {
        if program.uses_lazy(k as u8) {
            for body in smaller_bodies(&program.lazy[k]) {
                all.push(with(&|p| p.lazy[k] = body.clone()));
            }
        }
    }
    all.push(with(&|p| p.handed = Handed::Nothing));
    all.push(with(&|p| p.shared_from_start = false));
    all.push(with(&|p| p.prints_locals = false));
    all.push(with(&|p| p.subclasses = false));
    for thread in 0..program.daemons.len() {
        all.push(with(&|p| p.daemons[thread] = false));
    }
    all.push(with(&|p| p.joins = true));
    all.retain(|smaller| smaller != program);
    all
}

/// A body with one statement less, or one statement replaced by what is in it.
fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for at in 0..body.len() {
        let mut without = body.to_vec();
        let stmt = without.remove(at);
        all.push(without.clone());
        if let Some(inner) = stmt.body() {
            let mut opened = without.clone();
            opened.splice(at..at, inner.iter().cloned());
            all.push(opened);
            for smaller in smaller_bodies(inner) {
                let mut changed = body.to_vec();
                if let Some(inside) = changed[at].body_mut() {
                    *inside = smaller;
                }
                all.push(changed);
            }
        }
    }
    all
}
