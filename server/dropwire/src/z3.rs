//! z3 as a solver: a process that is asked in SMT-LIB over pipes, started with the first question and kept for the next ones.
//!
//! It is the `z3` of the `PATH`, and no file of a project can name another program. Whatever goes wrong with it makes an answer unknown: it is
//! missing, it dies, it is late, it writes what is no answer.

mod process;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use dropwire_check::{CancellationToken, SymbolicOptions};
use dropwire_symbolic::{Answer, Arena, Expr, Solver, query, read_answer};

use crate::system;
use process::{Process, Trouble};

/// How long after its own limit an answer may come.
const GRACE: Duration = Duration::from_secs(1);
/// After so many processes in a row that gave no answer, no other one is started.
const MOST_FAILURES: u32 = 3;

/// The z3 that runs; 0 if none does. A worker has one at a time.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// What z3 may use up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Z3Limits {
    /// Milliseconds for a question; 0 is unlimited.
    pub time_ms: u64,
    /// Memory in bytes; 0 is unlimited.
    pub memory: u64,
}

/// A z3 that decides conditions. Dropping it ends its process.
pub struct Z3 {
    program: PathBuf,
    limits: Z3Limits,
    cancellation: CancellationToken,
    process: Option<Process>,
    questions: u64,
    failures: u32,
}

impl Z3 {
    /// The one of the `PATH`, if there is one.
    pub fn on_path(limits: Z3Limits, cancellation: CancellationToken) -> Option<Z3> {
        Some(Z3::at(&program()?, limits, cancellation))
    }

    /// The one at this path. Nothing is started yet.
    pub fn at(program: &Path, limits: Z3Limits, cancellation: CancellationToken) -> Z3 {
        Z3 {
            program: program.to_owned(),
            limits,
            cancellation,
            process: None,
            questions: 0,
            failures: 0,
        }
    }

    /// What it says to a question; `None` if that is nothing.
    fn ask(&mut self, question: &str) -> Option<String> {
        if self.failures >= MOST_FAILURES || self.cancellation.is_cancelled() {
            return None;
        }
        let answer = self.talk(question);
        if let Err(trouble) = &answer {
            self.end();
            match trouble {
                Trouble::Cancelled => {}
                Trouble::NotStarted | Trouble::Died | Trouble::Late | Trouble::TooLong => self.failures += 1,
            }
            tracing::debug!("z3 gave no answer: {trouble:?}");
        } else {
            self.failures = 0;
        }
        answer.ok()
    }

    fn talk(&mut self, question: &str) -> Result<String, Trouble> {
        self.questions += 1;
        let end = format!("end of answer {}", self.questions);
        let text = format!("{}{question}(echo \"{end}\")\n", self.preamble());
        let deadline = self.deadline();
        let cancellation = self.cancellation.clone();
        self.started()?.ask(text, &end, deadline, &cancellation)
    }

    /// Forgets the last question, and sets the limit, which that forgets as well.
    fn preamble(&self) -> String {
        // The greatest number is z3's own word for no limit.
        let timeout = match self.limits.time_ms {
            0 => u32::MAX,
            limit => u32::try_from(limit).unwrap_or(u32::MAX),
        };
        format!("(reset)\n(set-option :timeout {timeout})\n")
    }

    fn deadline(&self) -> Option<Instant> {
        let limit = Some(self.limits.time_ms).filter(|limit| *limit > 0)?;
        Instant::now().checked_add(Duration::from_millis(limit).saturating_add(GRACE))
    }

    fn started(&mut self) -> Result<&mut Process, Trouble> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.program, self.limits.memory).map_err(|_| Trouble::NotStarted)?,
        };
        RUNNING.store(process.id(), Ordering::Relaxed);
        Ok(self.process.insert(process))
    }

    fn end(&mut self) {
        if self.process.is_some() {
            // Before it is waited for: until then its number is nobody else's.
            RUNNING.store(0, Ordering::Relaxed);
            self.process = None;
        }
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        self.end();
    }
}

impl Solver for Z3 {
    fn solve(&mut self, arena: &Arena, conditions: &[Expr]) -> Answer {
        let said = self.ask(&query(arena, conditions));
        said.map_or(Answer::Unknown, |said| read_answer(&said))
    }
}

/// The memory of the z3 that runs, in bytes.
pub fn memory() -> u64 {
    running().map_or(0, system::memory_of)
}

/// Ends the z3 that runs, for whoever ends without dropping it.
pub fn end_running() {
    running().into_iter().for_each(system::kill_process);
}

fn running() -> Option<u32> {
    Some(RUNNING.load(Ordering::Relaxed)).filter(|process| *process > 0)
}

fn program() -> Option<PathBuf> {
    system::program_on_path("z3")
}

/// A number for the z3 that answers may rest on: another one when it is installed, changed or removed. 0 if none is asked.
pub fn stamp(options: &SymbolicOptions) -> u64 {
    let asked = options.may_ask_z3().then(program).flatten();
    asked.map_or(0, |program| system::stamp(&program))
}
