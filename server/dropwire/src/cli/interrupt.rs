//! Ctrl-C: the first asks for an honest partial result, the second ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::exit::Status;
use crate::worker::verify::Control;

/// Passes interrupts on to a verification. Whoever cannot be told is killed with this process, as its pipes close.
pub fn pass_on(control: &Arc<Control>) {
    let control = Arc::clone(control);
    let presses = AtomicU32::new(0);
    let installed = ctrlc::set_handler(move || match presses.fetch_add(1, Ordering::SeqCst) {
        0 => control.stop(),
        _ => {
            control.kill();
            std::process::exit(i32::from(Status::Interrupted.number()));
        }
    });
    if let Err(error) = installed {
        tracing::debug!("interrupts are not caught: {error}");
    }
}
