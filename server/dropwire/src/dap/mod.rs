//! `dropwire dap`: a debug adapter for the run that a trail describes, on standard input and output.
//!
//! `session.rs` answers requests, one after the other, on the main thread; the run itself is in a worker process. Another thread reads: it alone
//! can interrupt a run that goes on, and ends all of it when the client is gone.

mod breakpoints;
mod protocol;
mod session;
mod words;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use dropwire_check::Trail;

use crate::javac::Compiled;
use crate::lsp::frames;
use crate::sources::Sources;
use crate::worker::client::Handle;
use crate::worker::control::{Control, Workers};
use crate::worker::protocol::{self as worker_protocol, Setup};
use protocol::{Asked, Request};
pub use protocol::{Launch, Paths};
use session::Session;

/// A trail, and what its run needs.
pub struct Launched {
    /// The trail.
    pub trail: Trail,
    /// JDK and class path.
    pub setup: Setup,
    /// Where its sources are.
    pub sources: Sources,
    /// Classes that were compiled for it; they live as long as this does.
    pub _compiled: Vec<Arc<Compiled>>,
}

/// Finds what is to be debugged.
pub trait Launcher {
    /// The trail that a client names, or one of a check that it asks for.
    ///
    /// # Errors
    /// A sentence.
    fn launch(&self, launch: &Launch, control: &Control) -> Result<Launched, String>;

    /// Where the run's process comes from.
    fn workers(&self) -> &dyn Workers;
}

/// What ends or interrupts a session from another thread.
#[derive(Default)]
pub struct Reins {
    /// Of a check, or of the replay before the run.
    pub control: Control,
    run: Mutex<Option<Arc<Handle>>>,
    moving: AtomicBool,
}

impl Reins {
    fn hold(&self, run: Arc<Handle>) {
        *self.run.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
    }

    fn moving(&self, moving: bool) {
        self.moving.store(moving, Ordering::SeqCst);
    }

    /// The run stops at its next step, if it moves.
    fn interrupt(&self) {
        let run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        if self.moving.load(Ordering::SeqCst)
            && let Some(run) = &*run
        {
            // One that is gone needs no message.
            let _ = run.send(&worker_protocol::Request::Stop);
        }
    }
}

/// Serves one client until it disconnects or goes away.
pub fn serve(launcher: &dyn Launcher) -> ExitCode {
    let reins = Arc::new(Reins::default());
    let (sender, inbox) = channel();
    let reading = Arc::clone(&reins);
    std::thread::spawn(move || listen(&sender, &reading));
    let mut session = Session::new(std::io::stdout().lock(), launcher, reins);
    for message in inbox {
        let goes_on = match message {
            Ok(request) => session.answer(request),
            Err(why) => {
                session.refuse(why);
                true
            }
        };
        if !goes_on {
            return ExitCode::SUCCESS;
        }
    }
    // The client closed our input without `disconnect`: it is gone.
    ExitCode::from(1)
}

fn listen(session: &Sender<Result<Request, String>>, reins: &Reins) {
    let mut input = std::io::stdin().lock();
    loop {
        let body = match frames::body(&mut input) {
            Ok(Some(body)) => body,
            Ok(None) => break,
            Err(why) => {
                tracing::error!("{why}; nothing more is read");
                break;
            }
        };
        let message = match protocol::read(&body) {
            Ok(None) => continue,
            Ok(Some(request)) => Ok(request),
            Err(why) => Err(why),
        };
        match message.as_ref().map(|request| &request.asked) {
            Ok(Ok(Asked::Pause)) => reins.interrupt(),
            Ok(Ok(Asked::Disconnect | Asked::Terminate)) => {
                reins.control.stop();
                reins.interrupt();
            }
            _ => {}
        }
        if session.send(message).is_err() {
            return;
        }
    }
    reins.control.kill();
}
