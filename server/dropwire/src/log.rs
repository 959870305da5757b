//! The log on standard error: what `DROPWIRE_LOG` asks for.

use std::io::IsTerminal;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// `DROPWIRE_LOG=debug`, or by module, as `dropwire_check::search=trace,dropwire_vm=debug`. Without it the server's warnings and errors.
pub fn to_stderr(is_server: bool) {
    let filter = match std::env::var("DROPWIRE_LOG") {
        Ok(wanted) => match wanted.parse::<Targets>() {
            Ok(filter) => filter,
            Err(error) => {
                eprintln!("dropwire: DROPWIRE_LOG={wanted}: {error}; an example is DROPWIRE_LOG=dropwire_check=trace");
                return;
            }
        },
        Err(_) if is_server => Targets::new().with_target("dropwire", Level::WARN),
        Err(_) => return,
    };
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    if tracing_subscriber::registry()
        .with(layer)
        .with(filter)
        .try_init()
        .is_err()
    {
        eprintln!("dropwire: the log was set up twice");
    }
}
