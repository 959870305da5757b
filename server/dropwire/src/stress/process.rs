//! One process of the user's `java`: started, listened to, ended.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::events::ProcessEnd;
use super::plan::Plan;
use super::rewritten::Rewritten;

/// The class whose `main` runs tests by JUnit.
const TESTS: &str = "dropwire.stress.Tests";
/// How often is looked whether there is news.
const LOOK: Duration = Duration::from_millis(5);
/// How long a process may take beyond the limit of a run, to start and to end.
const GRACE: Duration = Duration::from_secs(15);
/// How much of what `java` says is shown.
const MOST_SAID: u64 = 2_000;

/// Which runs a process makes.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The number of the first one.
    pub first: u64,
    /// How many.
    pub runs: u64,
    /// The only run of its process, with the loader of a JVM of its own.
    pub alone: bool,
    /// What is left of the time for all runs.
    pub left: Option<Duration>,
}

/// What to do after news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Listen on.
    Yes,
    /// End the process.
    No,
}

/// A process that runs.
pub struct Process {
    child: Child,
    events: File,
    said: PathBuf,
    /// When there was news, or the start.
    last_news: Instant,
    patience: Duration,
}

impl Process {
    /// Starts `java`.
    ///
    /// # Errors
    /// A sentence: it cannot be started.
    pub fn start(plan: &Plan, rewritten: &Rewritten, batch: Batch) -> Result<Process, String> {
        let folder = rewritten.folder.path();
        let (events, said) = (folder.join("events"), folder.join("said"));
        let file =
            |path: &Path| File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()));
        file(&events)?;
        let class_path = std::env::join_paths(&rewritten.class_path).map_err(|error| error.to_string())?;
        let property = |name: &str, value: &std::ffi::OsStr| {
            let mut option = std::ffi::OsString::from(format!("-Ddropwire.stress.{name}="));
            option.push(value);
            option
        };
        let mut command = Command::new(&plan.java);
        // A stack trace that is left out would hide the place.
        command.args(["-XX:-OmitStackTraceInFastThrow", "-ea"]);
        command.args(&plan.jvm_args);
        command.arg(property("classes", rewritten.classes_folder().as_os_str()));
        command.arg(property("class.path", &class_path));
        if batch.alone {
            command.args([
                "-Djava.system.class.loader=dropwire.stress.Loader",
                "-Ddropwire.stress.alone=true",
            ]);
        }
        if plan.tests.is_some() {
            command.arg("-Ddropwire.stress.tests=true");
        }
        command
            .arg("-cp")
            .arg(rewritten.runtime())
            .arg("dropwire.stress.Runner");
        command.arg(&events);
        command.args([batch.first, batch.runs, plan.seed].map(|number| number.to_string()));
        command.arg(plan.probability.to_string());
        // A limit of none is one of 0 here.
        let millis = |time: Option<Duration>| time.map_or(0, |time| time.as_millis().max(1)).to_string();
        command.args([millis(Some(plan.run_limit)), millis(batch.left)]);
        match &plan.tests {
            Some(tests) => command.arg(TESTS).arg(&tests.class).args(&tests.method),
            None => command.arg(&plan.target).args(&plan.args),
        };
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file(&said)?);
        let child = command
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", plan.java.display()))?;
        let events = File::open(&events).map_err(|error| format!("{}: {error}", events.display()))?;
        Ok(Process {
            child,
            events,
            said,
            last_news: Instant::now(),
            patience: plan.run_limit + GRACE,
        })
    }

    /// Passes on what it writes down until it has ended; how it ended.
    ///
    /// # Errors
    /// A sentence: nobody knows what became of it.
    pub fn listen(&mut self, mut news: impl FnMut(&[u8]) -> GoOn) -> Result<ProcessEnd, String> {
        loop {
            let ended = self.child.try_wait().map_err(|error| error.to_string())?;
            // Read after the look: what an ended process wrote is all there.
            let mut bytes = Vec::new();
            self.events.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
            if !bytes.is_empty() {
                self.last_news = Instant::now();
            }
            let go_on = news(&bytes);
            if let Some(status) = ended {
                return Ok(described(status));
            }
            if go_on == GoOn::No {
                self.end();
                return Ok(ProcessEnd::Stopped);
            }
            if self.last_news.elapsed() > self.patience {
                self.end();
                return Ok(ProcessEnd::NoProgress);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// What `java` itself said, in one line.
    pub fn said(&self) -> String {
        let mut said = Vec::new();
        if let Ok(file) = File::open(&self.said) {
            // What cannot be read is not shown.
            let _ = file.take(MOST_SAID).read_to_end(&mut said);
        }
        let said = String::from_utf8_lossy(&said);
        said.split('\n')
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn end(&mut self) {
        // It may have ended this very moment; either way it is gone afterwards.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn described(status: ExitStatus) -> ProcessEnd {
    match status.code() {
        // As shells say it of a process in it: 128 and the number of the signal. HotSpot aborts when it breaks down.
        Some(134) => ProcessEnd::Died("the JVM aborted".into()),
        Some(status) => ProcessEnd::Status(status),
        None => ProcessEnd::Died(status.to_string()),
    }
}
