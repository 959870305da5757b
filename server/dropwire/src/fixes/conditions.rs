//! Waiting for a condition: in a loop, and woken by `notifyAll`.

use super::source::Source;
use super::{Edit, Proposed, Repair};

/// What may mend a wait: each of both alone, then both.
pub fn of_waiting(source: &Source<'_>, lines: &[u32]) -> Proposed {
    let in_loop = in_loop(source, lines);
    let all = notify_all(source);
    let mut found = Vec::new();
    if !in_loop.is_empty() {
        found.push((Repair::WaitInLoop, in_loop.clone()));
    }
    if !all.is_empty() {
        found.push((Repair::NotifyAll, all.clone()));
    }
    if !in_loop.is_empty() && !all.is_empty() {
        let both = in_loop.into_iter().chain(all).collect();
        found.push((Repair::WaitInLoopAndNotifyAll, both));
    }
    found
}

/// `if` becomes `while` where it is around a wait on one of the lines, and has no `else`.
fn in_loop(source: &Source<'_>, lines: &[u32]) -> Vec<Edit> {
    let is_wait = |at: usize| matches!(source.word(at), "wait" | "await") && source.word(at + 1) == "(";
    let waits = (0..source.len()).filter(|&at| is_wait(at) && lines.contains(&source.line_of(at)));
    let mut ifs: Vec<usize> = Vec::new();
    for wait in waits {
        let around = (0..wait).rev().find(|&at| {
            let ends = || source.statement_end(at).is_some_and(|end| end > wait);
            source.word(at) == "if" && ends()
        });
        let Some(around) = around.filter(|at| !ifs.contains(at)) else {
            continue;
        };
        let body = source.pair(around + 1).map_or(around, |end| end + 1);
        let has_else = source.statement_end(body).is_some_and(|end| source.word(end) == "else");
        if source.method(around) == source.method(wait) && !has_else && body <= wait {
            ifs.push(around);
        }
    }
    let edit = |at: usize| Edit::replace(source.start(at)..source.end(at), "while");
    ifs.into_iter().map(edit).collect()
}

/// All calls of `notify` and `signal` in the source.
fn notify_all(source: &Source<'_>) -> Vec<Edit> {
    let calls = (0..source.len()).filter(|&at| {
        matches!(source.word(at), "notify" | "signal") && source.word(at + 1) == "(" && source.word(at + 2) == ")"
    });
    let edit = |at: usize| Edit::insert(source.end(at), "All");
    calls.map(edit).collect()
}
