//! The English of what a thread waits for at a socket, a pipe or a selector.

use super::step::Phrase;
use crate::facts::wait::Awaited;

/// `waits for a connection at port 32768`.
pub(super) fn waits(wait: &Awaited) -> Phrase {
    let at = |port: &Option<u16>| port.map_or_else(String::new, |port| format!(" at port {port}"));
    match wait {
        Awaited::Connection { port } => Phrase::new("waits for", format!("a connection at port {port}")),
        Awaited::Acceptance { port } => Phrase::new(
            "waits for",
            format!("a place in the queue of connections at port {port}"),
        ),
        Awaited::Input { port: None } => Phrase::new("waits for", "bytes from the other end of its pipe"),
        Awaited::Input { port } => Phrase::new(
            "waits for",
            format!("bytes from the other end of its connection{}", at(port)),
        ),
        Awaited::Room { port: None } => Phrase::new("waits until", "the other end of its pipe is read"),
        Awaited::Room { port } => Phrase::new(
            "waits until",
            format!("the other end of its connection{} is read", at(port)),
        ),
        Awaited::Datagram { port } => Phrase::new("waits for", format!("a datagram at port {port}")),
        Awaited::Selection { channels } => {
            let plural = if *channels == 1 { "" } else { "s" };
            Phrase::new("waits in", format!("a selector of {channels} channel{plural}"))
        }
    }
}
