//! What `dropwire stress` says in a terminal.

use std::fmt::Write as _;

use super::campaign::{Alone, Campaign, Cut};
use super::plan::Plan;
use super::rewritten::Rewritten;
use super::tally::Distinct;
use super::{Failure, FailureKind, Frame, ThreadSeen};
use crate::text::style::{Paint, Tone, harmless};
use crate::units::{plural, show_count};

/// The whole answer.
pub fn text(plan: &Plan, jdk: &str, rewritten: &Rewritten, campaign: &Campaign, paint: Paint) -> String {
    let mut text = headline(plan, jdk, campaign, paint) + "\n";
    for distinct in &campaign.tally.distinct {
        text += "\n";
        failure(&mut text, distinct, campaign.tally.runs, paint);
    }
    text += "\n";
    for line in remarks(plan, rewritten, campaign) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", paint.tone(Tone::Quiet, &line));
    }
    text
}

fn headline(plan: &Plan, jdk: &str, campaign: &Campaign, paint: Paint) -> String {
    let tally = &campaign.tally;
    let title = std::iter::once(&plan.target).chain(&plan.args).cloned();
    let title = harmless(&title.collect::<Vec<_>>().join(" "));
    let (tone, words) = match tally.failed {
        0 if tally.without_end > 0 || tally.died.is_some() => (Tone::Open, "◐ not all runs ended".to_owned()),
        0 => (Tone::Open, "○ no failure seen".to_owned()),
        failed => (
            Tone::Bad,
            format!("✗ failed in {} of {}", show_count(failed), plural(tally.runs, "run")),
        ),
    };
    let details = format!(
        " · {} on your JVM, {:.1} s · JDK {jdk} · seed {}",
        plural(tally.runs, "run"),
        campaign.took.as_secs_f64(),
        plan.seed
    );
    format!(
        "{} {}{}",
        paint.tone(Tone::Strong, &title),
        paint.tone(tone, &words),
        paint.tone(Tone::Quiet, &details)
    )
}

fn failure(text: &mut String, distinct: &Distinct, runs: u64, paint: Paint) {
    let failure = &distinct.failure;
    let seen = format!(
        "in {} of {}, first in run {}",
        show_count(distinct.runs),
        plural(runs, "run"),
        show_count(distinct.first_run)
    );
    let title = format!("✗ {}: {}", failure.kind.name(), what(failure));
    let _ = writeln!(text, "{} · {seen}", paint.tone(Tone::Bad, &title));
    for thread in &failure.threads {
        let _ = writeln!(text, "   {}", place(thread));
    }
}

fn what(failure: &Failure) -> String {
    match (failure.kind, &failure.throwable) {
        (FailureKind::AssertionFailure | FailureKind::UncaughtException, Some((class, message))) => {
            let message = harmless(message);
            match message.is_empty() {
                true => class.clone(),
                false => format!("{class}: {message}"),
            }
        }
        (FailureKind::AssertionFailure | FailureKind::UncaughtException, None) => "a throwable left a thread".into(),
        (FailureKind::Deadlock, _) => {
            format!(
                "{} wait for locks of each other",
                plural(failure.threads.len() as u64, "thread")
            )
        }
        (FailureKind::Hang, _) => "all threads wait, and no timer or pool is left that could wake them".into(),
    }
}

fn place(thread: &ThreadSeen) -> String {
    let at = thread
        .place()
        .map_or_else(String::new, |frame| format!(" at {}", shown(frame)));
    let waits = thread.wait.as_ref().map_or_else(String::new, |wait| {
        let lock = wait
            .lock
            .as_ref()
            .map_or_else(String::new, |lock| match wait.state.as_str() {
                "BLOCKED" => format!(" is waiting to lock a {lock}"),
                _ => format!(" waits on a {lock}"),
            });
        let owner = wait.owner.as_ref();
        lock + &owner.map_or_else(String::new, |owner| format!(", held by {}", harmless(owner)))
    });
    format!("{}{waits}{at}", harmless(&thread.name))
}

fn shown(frame: &Frame) -> String {
    let line = frame.line.map_or_else(String::new, |line| format!(":{line}"));
    let file = frame.file.as_deref().unwrap_or("unknown source");
    format!("{}.{} ({file}{line})", frame.class, frame.method)
}

fn remarks(plan: &Plan, rewritten: &Rewritten, campaign: &Campaign) -> Vec<String> {
    let tally = &campaign.tally;
    let mut lines = Vec::new();
    if let Some(sought) = &plan.sought {
        lines.push(match campaign.seen {
            Some(run) => format!("finding {}: seen on your JVM in run {}", sought.id, show_count(run)),
            None => format!(
                "finding {}: not seen on your JVM in {}",
                sought.id,
                plural(tally.runs, "run")
            ),
        });
    }
    match campaign.cut {
        Some(Cut::Time) => lines.push(format!(
            "the time limit was reached after {} of {}; raise it with --time-limit",
            show_count(tally.runs),
            plural(plan.runs, "run")
        )),
        Some(Cut::Interrupted) => lines.push("interrupted".into()),
        Some(Cut::Seen) | None => {}
    }
    if tally.without_end > 0 {
        lines.push(format!(
            "{} took longer than {} s; raise the limit with --run-limit",
            plural(tally.without_end, "run"),
            plan.run_limit.as_secs_f64()
        ));
    }
    if let Some((runs, how)) = &tally.died {
        lines.push(format!("the JVM ended during {}: {how}", plural(*runs, "run")));
    }
    for (status, runs) in &tally.exits {
        lines.push(format!("{} ended the JVM with status {status}", plural(*runs, "run")));
    }
    lines.extend(campaign.alone.as_ref().map(|why| {
        let why = match why {
            Alone::Asked => "as --process-per-run says".into(),
            Alone::Calls(method) => format!("because the program calls {method}"),
            Alone::Exits => "because the program ends the JVM".into(),
        };
        format!("each run had its own process, {why}")
    }));
    lines.push(format!(
        "{} in {}",
        plural(rewritten.points, "scheduling point"),
        match rewritten.classes {
            1 => "1 class".into(),
            classes => format!("{} classes", show_count(classes)),
        }
    ));
    if !rewritten.left_alone.is_empty() {
        let methods: Vec<&str> = rewritten.left_alone.iter().map(|(method, _)| method.as_str()).collect();
        lines.push(format!(
            "without scheduling points, because they could not be rewritten: {}",
            methods.join(", ")
        ));
    }
    if !rewritten.unreadable.is_empty() {
        lines.push(format!(
            "without scheduling points, because they cannot be read: {}",
            rewritten.unreadable.join(", ")
        ));
    }
    lines.push("this is testing: runs without a failure prove nothing; `dropwire check` verifies".into());
    lines
}
