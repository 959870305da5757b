//! `dropwire dap`: what a client of the debugger names, found as `check` and `replay` find it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use dropwire_check::Confidence;

use super::check::FreshWorkers;
use super::options::{CheckOptions, Common, ReplayOptions};
use super::replay;
use super::verification::{Verification, verified};
use crate::dap::{self, Launch, Launched, Launcher, Paths};
use crate::sources::Sources;
use crate::worker::control::{Control, Workers};

/// Runs the command.
pub fn serve() -> ExitCode {
    dap::serve(&CommandLine)
}

/// Finds trails and targets as the other commands do.
struct CommandLine;

impl Launcher for CommandLine {
    fn launch(&self, launch: &Launch, control: &Control) -> Result<Launched, String> {
        match (&launch.trail, &launch.target) {
            (Some(trail), None) => stored(trail, launch),
            (None, Some(target)) => checked(target, launch, control),
            (Some(_), Some(_)) => Err("name a trail or a target, not both".into()),
            (None, None) => Err("name a trail (its id or its file), or a target".into()),
        }
    }

    fn workers(&self) -> &dyn Workers {
        &FreshWorkers
    }
}

fn common(launch: &Launch) -> Result<Common, String> {
    Ok(Common {
        classpath: launch.classpath.as_ref().map(joined).transpose()?,
        sources: launch.sources.as_ref().map(joined).transpose()?,
        jdk: launch.jdk.clone(),
        config: launch.config.clone(),
        ..Common::default()
    })
}

fn joined(paths: &Paths) -> Result<OsString, String> {
    match paths {
        Paths::List(list) => std::env::join_paths(list).map_err(|error| error.to_string()),
        Paths::Together(text) => Ok(text.into()),
    }
}

fn stored(trail: &str, launch: &Launch) -> Result<Launched, String> {
    let options = ReplayOptions {
        trail: trail.to_owned(),
        common: common(launch)?,
        trails: launch.trails.clone(),
        ..ReplayOptions::default()
    };
    let prepared = replay::prepare(&options)?;
    Ok(Launched {
        trail: prepared.stored.trail,
        setup: prepared.setup,
        sources: prepared.sources,
        _compiled: prepared.compiled.into_iter().map(Into::into).collect(),
    })
}

/// Checks a target, and takes the trail of the first confirmed finding.
fn checked(target: &str, launch: &Launch, control: &Control) -> Result<Launched, String> {
    let options = CheckOptions {
        target: std::iter::once(target)
            .chain(launch.args.iter().map(String::as_str))
            .map(str::to_owned)
            .collect(),
        common: common(launch)?,
        seed: launch.seed,
        search: launch.search.clone(),
        time_limit: launch.time_limit.clone(),
        first: true,
        ..CheckOptions::default()
    };
    let Verification {
        report,
        plan,
        setup,
        session,
        ..
    } = verified(&options, control, &mut |_| {})?;
    let mut confirmed = report.findings.into_iter();
    let finding = confirmed.find(|finding| finding.confidence == Confidence::Confirmed && finding.trail.omitted == 0);
    let Some(finding) = finding else {
        let reasons = dropwire_check::words::reason::sentences(&report.reasons);
        let why = std::iter::once(format!("{} has no confirmed finding to debug", plan.title()));
        return Err(why.chain(reasons).collect::<Vec<_>>().join("; "));
    };
    let sources: Vec<PathBuf> = session
        .sources
        .iter()
        .chain(&plan.sources)
        .chain([&session.folder])
        .cloned()
        .collect();
    Ok(Launched {
        trail: finding.trail,
        setup,
        sources: Sources::new(sources),
        _compiled: plan.compiled.into_iter().map(|(_, compiled)| compiled).collect(),
    })
}
