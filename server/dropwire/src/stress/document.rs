//! The JSON document of `dropwire stress`, which `schema/stress.schema.json` describes.

use dropwire_classes::LeftAlone;
use serde_json::{Value, json};

use super::campaign::{Alone, Campaign, Cut};
use super::plan::Plan;
use super::rewritten::Rewritten;
use super::tally::Distinct;
use super::{Frame, ThreadSeen};

/// The number of the document's shape.
const SCHEMA: u32 = 1;

/// The whole document.
pub fn document(plan: &Plan, jdk: &str, rewritten: &Rewritten, campaign: &Campaign) -> Value {
    let tally = &campaign.tally;
    let exits: Vec<Value> = tally
        .exits
        .iter()
        .map(|(status, runs)| json!({ "status": status, "runs": runs }))
        .collect();
    json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "jdk": jdk,
        "target": plan.target,
        "args": plan.args,
        "seed": plan.seed,
        "probability": plan.probability,
        "asked": plan.runs,
        "runs": tally.runs,
        "failed": tally.failed,
        "withoutEnd": tally.without_end,
        "died": tally.died.as_ref().map_or(0, |(runs, _)| *runs),
        "exits": exits,
        "endedEarly": campaign.cut.map(cut),
        "processForEachRun": campaign.alone.as_ref().map(alone),
        "failures": tally.distinct.iter().map(failure).collect::<Vec<_>>(),
        "finding": plan.sought.as_ref().map(|sought| json!({ "trail": sought.id, "seenInRun": campaign.seen })),
        "rewritten": {
            "classes": rewritten.classes,
            "points": rewritten.points,
            "leftAlone": rewritten.left_alone.iter().map(left_alone).collect::<Vec<_>>(),
            "unreadable": rewritten.unreadable,
        },
        "seconds": campaign.took.as_secs_f64(),
    })
}

fn cut(cut: Cut) -> &'static str {
    match cut {
        Cut::Seen => "seen",
        Cut::Time => "time",
        Cut::Interrupted => "interrupted",
    }
}

fn alone(alone: &Alone) -> Value {
    match alone {
        Alone::Asked => json!({ "why": "asked" }),
        Alone::Calls(method) => json!({ "why": "calls", "method": method }),
        Alone::Exits => json!({ "why": "exits" }),
    }
}

fn failure(distinct: &Distinct) -> Value {
    let failure = &distinct.failure;
    json!({
        "kind": failure.kind.name(),
        "runs": distinct.runs,
        "firstRun": distinct.first_run,
        "throwable": failure.throwable.as_ref().map(|(class, message)| json!({ "class": class, "message": message })),
        "threads": failure.threads.iter().map(thread).collect::<Vec<_>>(),
    })
}

fn thread(thread: &ThreadSeen) -> Value {
    json!({
        "name": thread.name,
        "waits": thread.wait.as_ref().map(|wait| json!({ "state": wait.state, "lock": wait.lock, "owner": wait.owner })),
        "location": thread.place().map(frame),
        "stack": thread.stack.iter().map(frame).collect::<Vec<_>>(),
    })
}

fn frame(frame: &Frame) -> Value {
    json!({ "class": frame.class, "method": frame.method, "file": frame.file, "line": frame.line })
}

fn left_alone((method, why): &(String, LeftAlone)) -> Value {
    let why = match why {
        LeftAlone::TooLong => "too-long",
        LeftAlone::FarJump => "far-jump",
        LeftAlone::Malformed => "malformed",
        LeftAlone::PoolIsFull => "pool-is-full",
    };
    json!({ "method": method, "why": why })
}
