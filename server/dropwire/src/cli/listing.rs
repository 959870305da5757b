//! `dropwire plan`: which targets `check` would verify, for people and for those who spread them over machines.

use std::path::PathBuf;

use serde::Serialize;

use super::cases::{self, Expanded};
use super::check::FreshWorkers;
use super::misuse;
use super::options::{CheckOptions, PlanOptions};
use super::output::print;
use super::plan;
use super::session::Session;
use crate::exit::Status;
use crate::shard::Part;
use crate::worker::control::Control;
use crate::worker::protocol::limit_ms;

/// Runs the command.
pub fn list(options: &PlanOptions) -> Status {
    match answer(options) {
        Ok(text) => print(&text).status(),
        Err(message) => misuse(&message),
    }
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Part>,
    targets: Vec<Listed>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    /// As `check` takes it.
    target: String,
    args: Vec<String>,
    /// Nobody named it.
    found: bool,
    class_path: Vec<PathBuf>,
    /// Seconds it took, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

fn answer(options: &PlanOptions) -> Result<String, String> {
    let mut session = Session::open(&options.common, None)?;
    session.apply_check(&CheckOptions::default())?;
    let jdk = session.jdk()?;
    let plans = plan::all(&session, options.selection.glob.as_deref())?;
    let limit = limit_ms(session.config.settings.time);
    let Expanded { plans, skipped } = cases::expand(plans, &jdk, limit, &FreshWorkers, &Control::default())?;
    for (test, why) in &skipped {
        eprintln!("dropwire: {test} is skipped: {why}");
    }
    let costs = options.selection.costs()?;
    let mut listed: Vec<Listed> = plans
        .into_iter()
        .map(|plan| Listed {
            seconds: costs.get(&plan.title()).copied(),
            target: plan.class,
            args: plan.args,
            found: plan.found,
            class_path: plan.class_path,
        })
        .collect();
    let titles: Vec<String> = listed.iter().map(title).collect();
    let part = options.selection.shard.map(|shard| Part::of(shard, &titles, &costs));
    if let Some(part) = &part {
        listed = part.select(listed);
    }
    if options.json {
        let document = Document {
            schema: 1,
            shard: part,
            targets: listed,
        };
        let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
        return Ok(format!("{text}\n"));
    }
    Ok(listed.iter().map(|one| title(one) + "\n").collect())
}

fn title(listed: &Listed) -> String {
    let words: Vec<&str> = std::iter::once(&listed.target)
        .chain(&listed.args)
        .map(String::as_str)
        .collect();
    words.join(" ")
}
