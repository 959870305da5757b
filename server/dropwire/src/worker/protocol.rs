//! The messages between a worker and its parent: one JSON object a line, requests in, events out.
//!
//! Private to one build of the binary: no versions, no compatibility.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use dropwire_check::debugger::command::{Answer, Command};
use dropwire_check::{Finding, Options, Report, Statistics, Trail};
use serde::{Deserialize, Serialize};

/// What a worker must load before it can run a program; a worker prepared with it is warm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    /// Home of the JDK.
    pub jdk: PathBuf,
    /// Directories and jars, in order.
    pub class_path: Vec<PathBuf>,
}

impl Setup {
    /// Whether it can be sent to a worker: paths go there as text.
    ///
    /// # Errors
    /// A sentence that names a path that is none.
    pub fn can_be_sent(&self) -> Result<(), String> {
        let paths = self.class_path.iter().chain([&self.jdk]);
        match paths.into_iter().find(|path| path.to_str().is_none()) {
            Some(path) => Err(format!("{}: the path is not UTF-8; rename it", path.display())),
            None => Ok(()),
        }
    }

    /// The entries of the class path that do not exist. `java` passes over them as well.
    pub fn absent(&self) -> Vec<String> {
        absent(&self.class_path)
    }
}

/// The entries of a class path that do not exist.
pub fn absent(class_path: &[PathBuf]) -> Vec<String> {
    let absent = class_path.iter().filter(|entry| !entry.exists());
    absent.map(|entry| entry.display().to_string()).collect()
}

/// A check of one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckRequest {
    /// JDK and class path.
    pub setup: Setup,
    /// Binary name of the class whose `main` runs.
    pub class: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// What to explore.
    pub options: Options,
    /// Wall-clock limit in milliseconds; `None` is unlimited.
    pub time_limit_ms: Option<u64>,
    /// Report findings before the search is over.
    pub early: bool,
    /// Where the classes are, as a number: ids of trails have it in them.
    pub origin: u64,
}

impl CheckRequest {
    /// Bytes; 0 is unlimited.
    pub fn memory_limit(&self) -> u64 {
        self.options.memory_limit
    }
}

/// A file that a run looked up on its class path: a class, a resource, or one that was not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loaded {
    /// Its path below an entry of the class path.
    pub path: String,
    /// The folder or jar that has it, if any; none for a list of services.
    pub origin: Option<PathBuf>,
    /// The hash of its content.
    pub hash: u64,
}

/// From the parent to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// Boot with this set-up and wait; answered by [`Event::Ready`] or [`Event::Failed`].
    Prepare {
        /// JDK and class path.
        setup: Setup,
    },
    /// Explore; answered by [`Event::Progress`] and one [`Event::Report`].
    Check {
        /// What to check.
        check: Box<CheckRequest>,
    },
    /// Run trails, each from where boot ended; answered by an [`Event::Replayed`] for each, in their order.
    Replay {
        /// JDK and class path.
        setup: Setup,
        /// The trails.
        trails: Vec<Trail>,
        /// Wall-clock limit in milliseconds, for each of them.
        time_limit_ms: u64,
    },
    /// Say which cases tests have; answered by [`Event::Cases`] or [`Event::Failed`].
    Cases {
        /// JDK and class path.
        setup: Setup,
        /// Test classes, and tests.
        targets: Vec<String>,
        /// Wall-clock limit in milliseconds, for all of them.
        time_limit_ms: Option<u64>,
    },
    /// Run a trail, and let the parent go through the run; answered by [`Event::Debugging`] or [`Event::NotDebugged`].
    Debug {
        /// JDK and class path.
        setup: Setup,
        /// The trail.
        trail: Box<Trail>,
        /// Wall-clock limit of the run in milliseconds.
        time_limit_ms: u64,
    },
    /// Go through the run that is debugged; answered by [`Event::Answered`].
    Ask {
        /// What is asked.
        command: Command,
    },
    /// End what runs, with an honest partial result.
    Stop,
}

/// From the worker to the parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Booted.
    Ready,
    /// Booting failed, or the request could not be read.
    Failed {
        /// Why, as a sentence.
        reason: String,
    },
    /// How far the check is.
    Progress {
        /// So far.
        statistics: Statistics,
    },
    /// What is known before a long search begins.
    Found {
        /// Findings; those that are confirmed have not been replayed yet.
        findings: Vec<Finding>,
    },
    /// The check's answer.
    Report {
        /// It, with times and memory of this worker filled in.
        report: Box<Report>,
        /// It was ended by [`Request::Stop`].
        interrupted: bool,
        /// What was looked up on the class path, and what was there.
        loaded: Vec<Loaded>,
    },
    /// The answer for one trail.
    Replayed {
        /// It.
        replayed: Replayed,
        /// What was looked up on the class path, and what was there.
        loaded: Vec<Loaded>,
    },
    /// The cases of each target.
    Cases {
        /// In the order of the targets.
        listed: Vec<Listed>,
    },
    /// The run of the trail can be gone through.
    Debugging {
        /// What it leads to.
        finding: Box<Finding>,
    },
    /// It cannot.
    NotDebugged {
        /// Why.
        refused: Refused,
    },
    /// The answer to [`Request::Ask`].
    Answered {
        /// It.
        answer: Answer,
    },
    /// A panic of ours; the process ends after it with status 101.
    Panicked {
        /// Message and place.
        message: String,
    },
}

/// What came of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Replayed {
    /// The same finding was reached.
    Reproduced,
    /// The schedule ran through, but another finding was reached.
    Other {
        /// Kind and message of that finding.
        finding: String,
    },
    /// The program took another way than the trail says.
    Drift {
        /// 1-based step.
        step: usize,
        /// What the trail expects there.
        expected: String,
        /// What was there.
        found: String,
    },
    /// The schedule ran through, and nothing was found.
    NotReached,
    /// It could not run at all.
    Failed {
        /// Why, as a sentence.
        reason: String,
    },
    /// Dropwire itself crashed.
    Crashed {
        /// How, as a sentence.
        reason: String,
    },
}

/// Why a trail is not debugged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "why", content = "what", rename_all = "kebab-case")]
pub enum Refused {
    /// Its replay ended so.
    Replay(Replayed),
    /// These classes are others than those that it was recorded of.
    Changed(Vec<String>),
}

/// What came of one target: the cases of a test or of a test class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Targets, each a single program.
    pub cases: Vec<String>,
    /// Tests that are not to be run, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// They are tests, which take no arguments.
    pub are_tests: bool,
    /// Why nothing is known of it.
    pub trouble: Option<String>,
}

pub(super) fn emit(event: &Event) {
    let mut line = match serde_json::to_vec(event) {
        Ok(line) => line,
        Err(error) => format!(r#"{{"event":"failed","reason":"unserialisable answer: {error}"}}"#).into_bytes(),
    };
    line.push(b'\n');
    let mut output = std::io::stdout().lock();
    if output.write_all(&line).and_then(|()| output.flush()).is_err() {
        // The parent is gone.
        std::process::exit(0);
    }
}

/// A limit as milliseconds on the wire; zero means unlimited.
pub fn limit_ms(limit: Duration) -> Option<u64> {
    u64::try_from(limit.as_millis())
        .ok()
        .filter(|&milliseconds| milliseconds > 0)
}

#[cfg(test)]
mod tests {
    use dropwire_check::{JvmArgs, SearchMode, SyncDetection, Timeouts};

    use super::*;

    #[test]
    fn options_survive_the_wire() {
        let options = Options {
            timeouts: Timeouts::Always,
            strategy: SearchMode::Random,
            runs: 3,
            processors: Some(2),
            seed: 7,
            first: true,
            max_depth: 9,
            jvm_args: JvmArgs::parse(&["-Dtill=3".to_owned()]).unwrap(),
            sync_detection: SyncDetection {
                exclude: vec!["Till.cash".into()],
                ..SyncDetection::default()
            },
            ..Options::default()
        };
        let wire = serde_json::to_string(&options).unwrap();
        assert_eq!(serde_json::from_str::<Options>(&wire).unwrap(), options);
    }

    #[test]
    fn messages_are_single_lines() {
        let setup = Setup {
            jdk: "/opt/jdk".into(),
            class_path: vec!["a\nb".into()],
        };
        let line = serde_json::to_string(&Request::Prepare { setup: setup.clone() }).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(
            serde_json::from_str::<Request>(&line).unwrap(),
            Request::Prepare { setup }
        );
    }
}
