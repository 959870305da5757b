//! `dropwire stress`: runs a program on the user's own `java`. The only command that runs a program for real.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use dropwire_classes::Jdk;

use super::options::{PointKind, StressFormat, StressOptions};
use super::output::{Written, print};
use super::plan;
use super::session::Session;
use super::{interrupt, misuse};
use crate::exit::Status;
use crate::stress::campaign::{self, Campaign, Cut};
use crate::stress::document::document;
use crate::stress::junit;
use crate::stress::plan::{Plan, Tests};
use crate::stress::rewritten::{Kinds, Rewritten, rewrite};
use crate::stress::sought::Sought;
use crate::stress::words;
use crate::text::style::Paint;
use crate::trails;
use crate::units::parse_duration;
use crate::worker::control::Control;

/// Runs the command.
pub fn stress(options: &StressOptions) -> ExitCode {
    let prepared = match prepare(options) {
        Ok(prepared) => prepared,
        Err(message) => return misuse(&message).into(),
    };
    let control = Arc::new(Control::default());
    interrupt::pass_on(&control);
    let campaign = match campaign::run(&prepared.plan, &prepared.rewritten, &|| control.was_stopped()) {
        Ok(campaign) => campaign,
        Err(message) => {
            eprintln!("dropwire: {message}");
            return Status::NotVerified.into();
        }
    };
    match print(&prepared.shown(options.format, &campaign)) {
        Written::Whole | Written::Unread => status(&campaign).into(),
        Written::InPart => Status::Misuse.into(),
    }
}

/// The worst wins, as with `check`.
fn status(campaign: &Campaign) -> Status {
    let tally = &campaign.tally;
    let open = tally.runs == 0 || tally.without_end > 0 || tally.died.is_some();
    match tally.failed {
        _ if campaign.cut == Some(Cut::Interrupted) => Status::Interrupted,
        0 if open => Status::NotVerified,
        // No failure was seen: nothing is verified by that.
        0 => Status::Verified,
        _ => Status::Finding,
    }
}

struct Prepared {
    plan: Plan,
    jdk: String,
    rewritten: Rewritten,
    /// The folder of a compiled file must outlive the runs.
    _compiled: plan::Plan,
}

impl Prepared {
    fn shown(&self, format: StressFormat, campaign: &Campaign) -> String {
        match format {
            StressFormat::Text => words::text(&self.plan, &self.jdk, &self.rewritten, campaign, Paint::for_stdout()),
            StressFormat::Json => {
                format!("{:#}\n", document(&self.plan, &self.jdk, &self.rewritten, campaign))
            }
        }
    }
}

fn prepare(options: &StressOptions) -> Result<Prepared, String> {
    let session = Session::open(&options.common, options.target.first().map(String::as_str))?;
    let jdk = session.jdk()?;
    let home = Jdk::at(&jdk.home).map_err(|error| error.to_string())?;
    let java = java(&home, session.jdk_is_named)?;
    let (target, args) = options.target.split_first().ok_or("name a class or a .java file")?;
    let mut named = plan::named(&session, target, args, &jdk)?;
    let tests = match plan::is_tests(&named) {
        true => Some(tests(&named.class)?),
        false => None,
    };
    if tests.is_some() {
        junit::complete(&mut named.class_path, &named.class, home.feature)?;
    }
    let time = |option: &str, said: &str| {
        let parsed = parse_duration(said).map_err(|error| format!("{option}: {error}"))?;
        Ok::<_, String>((!parsed.is_zero()).then_some(parsed))
    };
    let run_limit = time("--run-limit", &options.run_limit)?;
    let sought = match &options.finding {
        Some(id) => {
            let folder = options.trails.clone().unwrap_or_else(trails::default_folder);
            Some(Sought::of(&trails::load(id, &folder)?.trail, &named.class)?)
        }
        None => None,
    };
    let all = [named.jvm_args.said(), &options.jvm.all()].concat();
    let plan = Plan {
        java,
        jvm_args: all,
        target: named.class.clone(),
        args: named.args.clone(),
        tests,
        runs: options.runs,
        seed: options.seed,
        probability: probability(options.probability)?,
        run_limit: run_limit.ok_or("--run-limit: 0 is not allowed: a run without an end would never be aborted")?,
        time_limit: time("--time-limit", &options.time_limit)?,
        first: options.first,
        alone: options.process_per_run,
        sought,
    };
    let class = plan.tests.as_ref().map_or(&plan.target, |tests| &tests.class);
    let rewritten = rewrite(&named.class_path, home.feature, class, kinds(&options.points))?;
    Ok(Prepared {
        plan,
        jdk: jdk.version,
        rewritten,
        _compiled: named,
    })
}

/// The tests that a target without a `main` names.
fn tests(target: &str) -> Result<Tests, String> {
    let (class, method) = match target.split_once('#') {
        Some((class, method)) => (class, Some(method)),
        None => (target, None),
    };
    if method == Some("new") {
        return Err(format!(
            "{target} is an object under test: stress runs programs with a main, and tests"
        ));
    }
    if method.is_some_and(|method| method.ends_with(']')) {
        return Err(format!(
            "{target} is one case of a test: stress runs all cases; leave out what is in brackets"
        ));
    }
    // The types of the parameters distinguish namesakes; all of them run.
    let name = |method: &str| method.split('(').next().unwrap_or(method).to_owned();
    Ok(Tests {
        class: class.to_owned(),
        method: method.map(name),
    })
}

fn probability(said: f64) -> Result<f64, String> {
    match (0.0..1.0).contains(&said) {
        true => Ok(said),
        false => Err(format!("--probability {said}: expected a number from 0 to less than 1")),
    }
}

fn kinds(said: &[PointKind]) -> Kinds {
    let all = said.is_empty();
    let has = |kind: PointKind| all || said.contains(&kind);
    Kinds {
        fields: has(PointKind::Fields),
        arrays: has(PointKind::Arrays),
        synchronisation: has(PointKind::Synchronisation),
        collections: has(PointKind::Collections),
    }
}

/// The `java` of a JDK that the user has named, or that this machine has by itself. The home that a project's file names is good for its
/// class library alone.
fn java(jdk: &Jdk, named: bool) -> Result<PathBuf, String> {
    if !named && !jdk.is_of_this_machine() {
        return Err(format!(
            "the java of {} was not started, because only a file of the project names it; pass it with --jdk",
            jdk.home.display()
        ));
    }
    let java = jdk.home.join(format!("bin/java{}", std::env::consts::EXE_SUFFIX));
    match java.is_file() {
        true => Ok(java),
        false => Err(format!("{} does not exist; pass a JDK with --jdk", java.display())),
    }
}
