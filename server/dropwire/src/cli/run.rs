//! `dropwire run`: the program's own output and exit status, on our virtual machine.
//!
//! In this process, without a worker: there is nothing else here that a crash could take along.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dropwire_check::{Known, Monitored, Options, Stop, Target, words};

use super::options::RunOptions;
use super::plan::{self, Plan};
use super::{misuse, session::Session};
use crate::engine::{Engine, RunEnd, Stream};
use crate::exit::Status;
use crate::worker::clock::Clock;
use crate::worker::protocol::{Setup, limit_ms};
use crate::worker::serve::ENGINE_STACK_BYTES;

/// The status where something is not modelled, or where the program cannot go on for another reason of ours.
const NOT_MODELLED: u8 = 125;

/// How the program ended, what its run has shown of the properties, and whether its output could be written.
type Ran = (RunEnd, Vec<Monitored>, std::io::Result<()>);

/// The status where the program ended well, and a property does not hold of its run.
const PROPERTY_FAILED: u8 = 1;

/// Runs the command.
pub fn run(options: &RunOptions) -> ExitCode {
    let (plan, setup, session) = match prepare(options) {
        Ok(prepared) => prepared,
        Err(message) => return misuse(&message).into(),
    };
    let limit = limit_ms(session.config.settings.time);
    let absent = setup.absent();
    let target = Target {
        class: plan.class.clone(),
        args: plan.args.clone(),
    };
    let options = plan.options(&session);
    let running = std::thread::Builder::new()
        .name("engine".into())
        .stack_size(ENGINE_STACK_BYTES)
        .spawn(move || run_here(&setup, &target, options, limit));
    let (end, monitored, written) = match running.map(std::thread::JoinHandle::join) {
        Ok(Ok(ran)) => ran,
        // The panic's message has been printed by the default hook.
        Ok(Err(_)) => return Status::OurBug.into(),
        Err(error) => (
            RunEnd::Failed(format!("cannot start the engine's thread: {error}")),
            Vec::new(),
            Ok(()),
        ),
    };
    drop(plan); // and with it the classes of a compiled file
    let failed = show(&monitored);
    match (end, written) {
        // As in Java, a reader that has gone away changes nothing.
        (RunEnd::Exit(_), Err(error)) if error.kind() != ErrorKind::BrokenPipe => unheard(&error),
        (RunEnd::Exit(0), _) if failed => ExitCode::from(PROPERTY_FAILED),
        (end, _) => {
            let failed = matches!(end, RunEnd::Failed(_));
            let status = status(end);
            // It may have what was not found.
            if let Some(remark) = words::reason::absent_entries(&absent).filter(|_| failed) {
                eprintln!("dropwire: look at the class path: {remark}");
            }
            status
        }
    }
}

/// Says on the error stream what is known of each property; whether one does not hold.
fn show(monitored: &[Monitored]) -> bool {
    for one in monitored {
        let place = one.location.as_ref().and_then(|at| Some((at.file.as_ref()?, at.line?)));
        let place = place.map_or_else(String::new, |(file, line)| format!(" ({file}:{line})"));
        eprintln!("dropwire: property {}{place}", words::defect::monitored(one));
    }
    monitored.iter().any(|one| one.known == Known::False)
}

/// The program came to its end, but not all that it said was heard.
fn unheard(error: &std::io::Error) -> ExitCode {
    eprintln!("dropwire: the program's output cannot be written: {error}");
    ExitCode::from(NOT_MODELLED)
}

fn prepare(options: &RunOptions) -> Result<(Plan, Setup, Session), String> {
    let mut session = Session::open(&options.common, options.target.first().map(String::as_str))?;
    session.apply_run(options)?;
    let jdk = session.jdk()?;
    let (target, args) = options.target.split_first().ok_or("name a class or a .java file")?;
    let plan = plan::named(&session, target, args, &jdk)?;
    let setup = Setup {
        jdk: jdk.home,
        class_path: plan.class_path.clone(),
    };
    Ok((plan, setup, session))
}

fn run_here(setup: &Setup, target: &Target, options: Options, limit: Option<u64>) -> Ran {
    let mut engine = match Engine::boot(setup) {
        Ok(engine) => engine,
        Err(reason) => return (RunEnd::Failed(reason), Vec::new(), Ok(())),
    };
    let mut clock = Clock::start(limit, Arc::new(AtomicBool::new(false)), |_| {});
    // As in Java, a closed stream does not stop the program.
    let mut written = Ok(());
    let mut output = |stream, bytes: &[u8]| {
        let now = match stream {
            Stream::Out => std::io::stdout().lock().write_all(bytes),
            Stream::Err => std::io::stderr().lock().write_all(bytes),
        };
        if written.is_ok() {
            written = now;
        }
    };
    let (end, monitored) = engine.run(target, &options, &mut output, &mut clock);
    (end, monitored, written.and_then(|()| std::io::stdout().flush()))
}

fn status(end: RunEnd) -> ExitCode {
    match end {
        // As the operating system does with what `System.exit` gets.
        RunEnd::Exit(status) => ExitCode::from(status.to_le_bytes()[0]),
        RunEnd::NotModelled(what) => {
            eprintln!("dropwire: {what}");
            ExitCode::from(NOT_MODELLED)
        }
        RunEnd::Stopped(Stop::Time) => {
            eprintln!("dropwire: the time limit was reached; raise it with --time-limit");
            ExitCode::from(NOT_MODELLED)
        }
        RunEnd::Stopped(Stop::Memory) => {
            eprintln!("dropwire: the memory limit was reached; raise it with --memory-limit");
            ExitCode::from(NOT_MODELLED)
        }
        RunEnd::Stopped(Stop::Interrupted) => Status::Interrupted.into(),
        // Not the program's own end, so not a status that it could have.
        RunEnd::Blocked(reason) | RunEnd::Failed(reason) => {
            eprintln!("dropwire: {reason}");
            ExitCode::from(NOT_MODELLED)
        }
    }
}
