//! `dropwire lsp`: the language server.
//!
//! One actor (`actor`) on its own thread owns all state; everything else sends it events. `transport` is the only file
//! that knows tower-lsp: its handlers send an event before any await and never wait for the client. Nothing that takes
//! time runs on the actor either: `project` scans on a thread, verifications run in worker processes.

mod actor;
mod all_inputs;
mod answers;
pub mod build_state;
pub mod client;
mod code_actions;
mod compile;
mod completion;
pub mod core;
mod diagnostics;
mod documents;
pub mod event;
pub mod frames;
mod inbox;
mod markdown;
mod methods;
mod object_use;
mod object_words;
mod pool;
pub mod project;
mod properties;
pub mod published_state;
pub mod scan;
mod target_state;
mod targets;
mod transport;
mod unreachable;
mod uris;
mod watch;

use std::process::ExitCode;

/// Serves one client until it says `exit` or goes away.
pub fn main() -> ExitCode {
    end_on_panic();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => {
            runtime.block_on(transport::serve());
            // The client closed our input without `exit`: it died, and nobody is left to serve.
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("dropwire: the server cannot start: {error}");
            ExitCode::from(101)
        }
    }
}

/// A panicking handler would leave a process that is alive and silent; editors restart one that ends.
fn end_on_panic() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::exit(101);
    }));
}
