//! `dropwire replay`: runs a stored trail again in a fresh process, and shows every step of it.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use dropwire_check::Trail;
use serde_json::json;

use super::check::FreshWorkers;
use super::options::{ReplayFormat as Format, ReplayOptions};
use super::output::{Written, print};
use super::session::Session;
use super::{interrupt, misuse};
use crate::engine::{JdkInfo, locate_jdk};
use crate::exit::Status;
use crate::javac::{self, Compiled, Javac};
use crate::json::{Paths, SCHEMA, trail_document};
use crate::page;
use crate::sources::Sources;
use crate::system;
use crate::text::style::{Paint, Tone};
use crate::text::{Face, lanes};
use crate::trails::{self, StoredTrail};
use crate::units::show_count;
use crate::worker::control::Control;
use crate::worker::protocol::{Replayed, Setup};
use crate::worker::replays::{describe_replay, replay_trail};

/// Runs the command.
pub fn replay(options: &ReplayOptions) -> ExitCode {
    let prepared = match prepare(options) {
        Ok(prepared) => prepared,
        Err(message) => return misuse(&message).into(),
    };
    for path in trails::changed_files(&prepared.stored.trail) {
        eprintln!("dropwire: {path} has changed since the trail was recorded; the program sees it as it is now");
    }
    prepared
        .changes()
        .iter()
        .for_each(|change| eprintln!("dropwire: {change}"));
    let control = Arc::new(Control::default());
    interrupt::pass_on(&control);
    let replayed = replay_trail(&prepared.stored.trail, &prepared.setup, &FreshWorkers, &control);
    let format = if options.html { Format::Html } else { options.format };
    if let Written::InPart = print(&prepared.shown(format, &replayed)) {
        return Status::Misuse.into();
    }
    match replayed {
        Replayed::Reproduced => ExitCode::SUCCESS,
        Replayed::Other { .. } | Replayed::Drift { .. } | Replayed::NotReached => ExitCode::from(1),
        Replayed::Failed { .. } => Status::Misuse.into(),
        Replayed::Crashed { .. } => Status::OurBug.into(),
    }
}

/// A trail with everything that its run needs.
pub(super) struct Prepared {
    pub(super) stored: StoredTrail,
    session: Session,
    pub(super) setup: Setup,
    jdk: JdkInfo,
    pub(super) sources: Sources,
    /// Its folder must outlive the replay.
    pub(super) compiled: Option<Compiled>,
}

/// Reads a trail, and finds its JDK, classes and sources.
///
/// # Errors
/// A sentence.
pub(super) fn prepare(options: &ReplayOptions) -> Result<Prepared, String> {
    let folder = options.trails.clone().unwrap_or_else(trails::default_folder);
    let stored = trails::load(&options.trail, &folder)?;
    let session = Session::open(&options.common, None)?;
    let origin = &stored.origin;
    let configured = session.config.settings.jdk_home.as_deref();
    let recorded = origin.jdk_home.as_deref().filter(|home| home.is_dir());
    // What is named in this call comes before what was used then; what a file of the project names comes last.
    let named = configured.filter(|_| session.jdk_is_named);
    let jdk = locate_jdk(named.or(recorded).or(configured))?;
    let mut class_path = session.class_path.clone().unwrap_or_else(|| origin.class_path.clone());
    let compiled = match &origin.java_file {
        Some(file) if session.class_path.is_none() => {
            Some(recompile(&Javac::find(&jdk.home, named.is_some())?, file, &class_path)?)
        }
        Some(_) | None => None,
    };
    if let Some(compiled) = &compiled {
        class_path.insert(0, compiled.folder.path().to_path_buf());
    }
    let sources = session
        .sources
        .iter()
        .chain(&origin.sources)
        .chain([&session.folder])
        .cloned()
        .collect();
    let setup = Setup {
        jdk: jdk.home.clone(),
        class_path,
    };
    Ok(Prepared {
        stored,
        session,
        setup,
        jdk,
        sources: Sources::new(sources),
        compiled,
    })
}

fn recompile(javac: &Javac, file: &Path, class_path: &[std::path::PathBuf]) -> Result<Compiled, String> {
    if !file.is_file() {
        return Err(format!(
            "the trail was recorded from {}, which no longer exists; pass its classes with --classpath",
            file.display()
        ));
    }
    javac::compile(javac, file, class_path)
}

impl Prepared {
    /// What is no longer as it was when the trail was recorded.
    fn changes(&self) -> Vec<String> {
        let trail = &self.stored.trail;
        let mut changes = Vec::new();
        let classes = trails::changed_classes(trail, &self.setup.class_path);
        if let [first, others @ ..] = classes.as_slice() {
            let (more, have) = match others.len() {
                0 => (String::new(), "has"),
                more => (format!(" and {} more", show_count(more as u64)), "have"),
            };
            changes.push(format!(
                "{first}{more} {have} changed since the trail was recorded; its steps show the lines of that time"
            ));
        }
        if trail.jdk != self.jdk.version {
            changes.push(format!(
                "the trail was recorded on JDK {}, and runs on JDK {}",
                trail.jdk, self.jdk.version
            ));
        }
        changes
    }

    fn shown(&self, format: Format, replayed: &Replayed) -> String {
        match format {
            Format::Json => self.json(replayed),
            Format::Html => self.html(replayed),
            Format::Text => self.text(replayed),
        }
    }

    fn json(&self, replayed: &Replayed) -> String {
        let paths = Paths {
            sources: &self.sources,
            folder: &self.session.folder,
        };
        let mut document = json!({ "schema": SCHEMA, "version": env!("CARGO_PKG_VERSION"), "jdk": self.jdk.version });
        if let (Some(document), Ok(serde_json::Value::Object(outcome))) =
            (document.as_object_mut(), serde_json::to_value(replayed))
        {
            document.extend(outcome);
            document.insert("trail".into(), trail_document(&self.stored.trail, paths));
        }
        format!("{document:#}\n")
    }

    fn html(&self, replayed: &Replayed) -> String {
        let paths = Paths {
            sources: &self.sources,
            folder: &self.session.folder,
        };
        let trail = &self.stored.trail;
        let message = match replayed {
            Replayed::Reproduced => trail.kind.clone(),
            other => describe_replay(other),
        };
        let reproduced = *replayed == Replayed::Reproduced;
        let page = page::of_replay(trail, reproduced, &message, &self.jdk.version, paths);
        format!("{page}\n")
    }

    fn text(&self, replayed: &Replayed) -> String {
        let paint = Paint::for_stdout();
        let trail = &self.stored.trail;
        let face = Face {
            paint,
            width: system::terminal_width(),
            sources: &self.sources,
        };
        let mut text = format!("{}\n", headline(trail, replayed, paint));
        if *replayed != Replayed::Reproduced {
            text.push_str("\n   as it was recorded:\n");
        }
        text.push_str(&format!("\n{}\n", lanes::draw(trail, None, face).trim_end()));
        text.push_str(&format!("\n   {}\n", paint.tone(Tone::Quiet, &switches(trail))));
        if !trail.output.is_empty() {
            text.push_str("\n   printed\n");
            for line in trail.output.lines() {
                text.push_str(&format!("   {}\n", crate::text::style::harmless(line)));
            }
        }
        text
    }
}

/// `3 context switches, 1 of them a preemption`.
fn switches(trail: &Trail) -> String {
    let switches = trail.switches();
    let all = match switches.all {
        1 => "1 context switch".to_owned(),
        all => format!("{} context switches", show_count(all)),
    };
    match switches.preemptions {
        0 => format!("{all}, no preemption"),
        1 if switches.all == 1 => format!("{all}, a preemption"),
        1 => format!("{all}, 1 of them a preemption"),
        preemptions => format!("{all}, {} of them preemptions", show_count(preemptions)),
    }
}

fn headline(trail: &Trail, replayed: &Replayed, paint: Paint) -> String {
    let (tone, mark) = match replayed {
        Replayed::Reproduced => (Tone::Good, "✓ reproduced"),
        Replayed::Other { .. } | Replayed::Drift { .. } | Replayed::NotReached => (Tone::Open, "✗ not reproduced"),
        Replayed::Failed { .. } | Replayed::Crashed { .. } => (Tone::Bad, "✗ not run"),
    };
    let said = match replayed {
        Replayed::Reproduced => trail.kind.clone(),
        other => describe_replay(other),
    };
    let title: Vec<&str> = std::iter::once(&trail.target)
        .chain(&trail.args)
        .map(String::as_str)
        .collect();
    format!(
        "{} {}: {said}",
        paint.tone(Tone::Strong, &title.join(" ")),
        paint.tone(tone, mark)
    )
}
