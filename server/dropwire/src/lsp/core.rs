//! The language server without a transport: events in, messages out.
//!
//! [`transport`](super::transport) puts LSP around it; whoever needs no client (`dropwire watch`, tests) calls it directly:
//!
//! ```text
//! let core = Core::start(|said| …);
//! core.open(ClientInfo { reports: true, ..ClientInfo::of_folder(folder) });
//! … Outgoing::Answered for each verdict, Outgoing::Status as it goes on, then core.shutdown()
//! ```

use std::sync::Arc;

use super::actor::Actor;
use super::client::ClientInfo;
use super::event::{Event, Outgoing};
use super::inbox::{Post, inbox};
use super::published_state::Board;

/// A running core. It lives until [`Core::shutdown`] or the end of the process.
#[derive(Clone)]
pub struct Core {
    /// Takes events from anywhere.
    pub post: Post,
    /// What is published, to be read without asking.
    pub board: Arc<Board>,
}

#[allow(dead_code, reason = "the transport sends events of its own")]
impl Core {
    /// Starts it. `hear` is called on the core's own thread, so it must not wait.
    pub fn start(hear: impl Fn(Outgoing) + Send + 'static) -> Core {
        let (post, letters) = inbox();
        let board = Arc::new(Board::default());
        Actor::start(letters, post.clone(), Box::new(hear), Arc::clone(&board));
        Core { post, board }
    }

    /// Begins to work for this client.
    pub fn open(&self, client: ClientInfo) {
        self.post.send(Event::Initialize(Box::new(client)));
        self.post.send(Event::Initialized);
    }

    /// Ends all work; workers are gone when the process ends.
    pub fn shutdown(&self) {
        self.post.send(Event::Shutdown);
    }
}
