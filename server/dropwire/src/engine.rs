//! Every call into the engine, in one place: boot, check, replay, run.
//!
//! No policy: turns wire types into the engine's and back.

use std::path::{Path, PathBuf};

use dropwire_check::{Budget, Debugger, Monitored, NotDebugged, Options, Replay, Report, Target, Trail};
use dropwire_classes::Jdk;
use dropwire_vm::Vm;
use serde::{Deserialize, Serialize};

use crate::boot_snapshot_cache;
use crate::worker::protocol::{Listed, Loaded, Refused, Replayed, Setup};

/// A JDK that was located.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JdkInfo {
    /// Its home folder.
    pub home: PathBuf,
    /// Its version, as `17.0.15`.
    pub version: String,
}

/// A booted virtual machine that has run nothing of the user's yet.
pub struct Engine {
    vm: Vm,
}

pub use dropwire_check::{RunEnd, Stream};

/// Finds a JDK: the given home, `JAVA_HOME`, the `java` on the path, then installed ones.
///
/// # Errors
/// A sentence that says where was looked and what to do.
pub fn locate_jdk(explicit: Option<&Path>) -> Result<JdkInfo, String> {
    let jdk = Jdk::locate(explicit).map_err(|error| error.to_string())?;
    Ok(JdkInfo {
        home: jdk.home.clone(),
        version: jdk.version.clone(),
    })
}

impl Engine {
    /// Boots the JDK with this class path, or begins where an earlier boot ended.
    ///
    /// # Errors
    /// A sentence: a class path entry that cannot be read, a native method that this JDK needs and we lack.
    pub fn boot(setup: &Setup) -> Result<Engine, String> {
        let jdk = Jdk::at(&setup.jdk).map_err(|error| error.to_string())?;
        let vm = boot_snapshot_cache::boot(&jdk, &setup.class_path)?;
        Ok(Engine { vm })
    }

    /// Explores all interleavings of the target within the budget.
    pub fn check(&mut self, target: &Target, options: &Options, budget: &mut dyn Budget) -> Report {
        dropwire_check::check(&mut self.vm, target, options, budget)
    }

    /// Runs a trail again, from where boot ended, and leaves the machine there.
    pub fn replay(&mut self, trail: &Trail, budget: &mut dyn Budget) -> Replayed {
        replayed(dropwire_check::with_rollback(&mut self.vm, |vm| {
            dropwire_check::replay(vm, trail, budget)
        }))
    }

    /// Lets somebody go through the run of a trail.
    ///
    /// # Errors
    /// The run is no longer the trail's.
    pub fn debug(
        &mut self,
        trail: &Trail,
        budget: &mut dyn Budget,
        talk: &mut dyn FnMut(&mut Debugger<'_>),
    ) -> Result<(), Refused> {
        let debugged = dropwire_check::with_rollback(&mut self.vm, |vm| dropwire_check::debug(vm, trail, budget, talk));
        debugged.map_err(|why| match why {
            NotDebugged::Replay(replay) => Refused::Replay(replayed(*replay)),
            NotDebugged::Changed(classes) => Refused::Changed(classes),
        })
    }

    /// The cases of a test class, or of a test.
    pub fn cases(&mut self, target: &str, budget: &mut dyn Budget) -> Listed {
        match dropwire_check::cases(&mut self.vm, target, budget) {
            Ok(cases) => Listed {
                cases: cases.cases,
                skipped: cases.skipped,
                are_tests: cases.are_tests,
                trouble: None,
            },
            Err(error) => Listed {
                trouble: Some(error.to_string()),
                ..Listed::default()
            },
        }
    }

    /// What was looked up on the class path so far.
    pub fn loaded(&self) -> Vec<Loaded> {
        let looked_up = self.vm.image.universe.looked_up().into_iter();
        looked_up
            .map(|looked| Loaded {
                path: looked.path,
                origin: looked.origin,
                hash: looked.hash,
            })
            .collect()
    }

    /// Runs the target plainly, without exploration, followed by a monitor of each property that the options state.
    pub fn run(
        &mut self,
        target: &Target,
        options: &Options,
        output: &mut dyn FnMut(Stream, &[u8]),
        budget: &mut dyn Budget,
    ) -> (RunEnd, Vec<Monitored>) {
        self.vm.mode.jvm_args = options.jvm_args.clone();
        self.vm.mode.generators = match options.choices.generators() {
            Ok(generators) => generators,
            Err(message) => return (RunEnd::Failed(message), Vec::new()),
        };
        dropwire_check::run(&mut self.vm, target, options, output, budget)
    }
}

fn replayed(replay: Replay) -> Replayed {
    match replay {
        Replay::Reproduced(_) => Replayed::Reproduced,
        Replay::Other(finding) => Replayed::Other {
            finding: format!("{}: {}", finding.kind.name(), finding.message),
        },
        Replay::Drift { step, expected, found } => Replayed::Drift { step, expected, found },
        Replay::NotReached => Replayed::NotReached,
        Replay::Failed(reason) => Replayed::Failed { reason },
    }
}
