//! The English of what a thread waits for at a socket, a pipe or a selector.

use crate::facts::wait::Awaited;

/// A verb and its object: `waits for`, `a connection at port 32768`.
pub(super) fn waits(wait: &Awaited) -> (&'static str, String) {
    match wait {
        Awaited::Connection { port } => ("waits for", format!("a connection at port {port}")),
        Awaited::Acceptance { port } => (
            "waits for",
            format!("a place in the queue of connections at port {port}"),
        ),
        Awaited::Input { port: None } => ("waits for", "bytes from the other end of its pipe".into()),
        Awaited::Input { port: Some(port) } => (
            "waits for",
            format!("bytes from the other end of its connection at port {port}"),
        ),
        Awaited::Room { port: None } => ("waits until", "the other end of its pipe is read".into()),
        Awaited::Room { port: Some(port) } => (
            "waits until",
            format!("the other end of its connection at port {port} is read"),
        ),
        Awaited::Datagram { port } => ("waits for", format!("a datagram at port {port}")),
        Awaited::Selection { channels: 1 } => ("waits in", "a selector of 1 channel".into()),
        Awaited::Selection { channels } => ("waits in", format!("a selector of {channels} channels")),
    }
}
