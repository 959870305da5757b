//! Ctrl-C: the first asks for an honest partial result, which must come at once; the second ends without.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use crate::exit::Status;
use crate::worker::control::Control;

/// How long a worker may take to answer after the first interrupt, and this process to begin to show it.
const TO_ANSWER: Duration = Duration::from_millis(800);
const TO_SHOW: Duration = Duration::from_millis(150);

/// The answer is being written: it is not cut off.
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// Passes interrupts on to a verification. Whoever gets no message is killed with this process, as its pipes close.
pub fn pass_on(control: &Arc<Control>) {
    let control = Arc::clone(control);
    let presses = AtomicU32::new(0);
    let installed = ctrlc::set_handler(move || match presses.fetch_add(1, Ordering::SeqCst) {
        0 => {
            control.stop();
            let control = Arc::clone(&control);
            std::thread::spawn(move || insist(&control));
        }
        _ => {
            control.kill();
            end();
        }
    });
    if let Err(error) = installed {
        tracing::debug!("cannot catch interrupts: {error}");
    }
}

/// From now on the answer is written.
pub fn answering() {
    ANSWERING.store(true, Ordering::SeqCst);
}

fn insist(control: &Control) {
    std::thread::sleep(TO_ANSWER);
    control.kill();
    std::thread::sleep(TO_SHOW);
    if !ANSWERING.load(Ordering::SeqCst) {
        eprintln!("dropwire: interrupted");
        end();
    }
}

fn end() {
    std::process::exit(i32::from(Status::Interrupted.number()));
}
