//! The actor's inbox: events of handlers in the order in which the client sent them, others as they come.
//!
//! tower-lsp runs handlers concurrently, and they may finish out of order. Each message takes a ticket when it is read;
//! an event waits until every earlier ticket has sent its event or has been closed without one.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use super::event::Event;

/// A place in the client's order.
pub type Ticket = u64;

enum Letter {
    /// From a handler: at most one event a ticket; `None` closes it.
    Ordered(Ticket, Option<Event>),
    /// From our own threads.
    Plain(Event),
}

/// Sends events to the actor.
#[derive(Clone)]
pub struct Post(Sender<Letter>);

impl Post {
    /// From our own threads. A post after the actor's end is dropped: so is the process.
    pub fn send(&self, event: Event) {
        let _ = self.0.send(Letter::Plain(event));
    }

    /// From a handler.
    pub fn send_ordered(&self, ticket: Ticket, event: Event) {
        let _ = self.0.send(Letter::Ordered(ticket, Some(event)));
    }

    /// The handler of this ticket is done.
    pub fn close(&self, ticket: Ticket) {
        let _ = self.0.send(Letter::Ordered(ticket, None));
    }
}

/// Receives them.
pub struct Inbox {
    letters: Receiver<Letter>,
    order: Sequencer,
    ready: VecDeque<Event>,
}

/// A connected pair.
pub fn inbox() -> (Post, Inbox) {
    let (sender, letters) = channel();
    (
        Post(sender),
        Inbox {
            letters,
            order: Sequencer::default(),
            ready: VecDeque::new(),
        },
    )
}

/// What waiting gave.
pub enum Next {
    /// An event.
    Event(Event),
    /// The time given is over.
    Timeout,
    /// Nobody can send any more.
    Closed,
}

impl Inbox {
    /// Waits for the next event, at most until then.
    pub fn next(&mut self, until: Option<Instant>) -> Next {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Next::Event(event);
            }
            let received = match until {
                Some(until) => self
                    .letters
                    .recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.letters.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match received {
                Ok(Letter::Plain(event)) => return Next::Event(event),
                Ok(Letter::Ordered(ticket, event)) => self.ready.extend(self.order.accept(ticket, event)),
                Err(RecvTimeoutError::Timeout) => return Next::Timeout,
                Err(RecvTimeoutError::Disconnected) => return Next::Closed,
            }
        }
    }
}

/// Puts events into the order of their tickets. Tickets count from 0, without gaps.
#[derive(Default)]
struct Sequencer {
    due: Ticket,
    waiting: BTreeMap<Ticket, Option<Event>>,
}

impl Sequencer {
    fn accept(&mut self, ticket: Ticket, event: Option<Event>) -> Vec<Event> {
        // A ticket below `due` is the close of one whose event has been delivered.
        if ticket >= self.due {
            self.waiting.entry(ticket).or_insert(event);
        }
        let mut ready = Vec::new();
        while let Some(event) = self.waiting.remove(&self.due) {
            self.due += 1;
            ready.extend(event);
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(name: &str) -> Option<Event> {
        Some(Event::OpenTrail { id: name.into() })
    }

    fn names(events: Vec<Event>) -> Vec<String> {
        events
            .into_iter()
            .map(|event| match event {
                Event::OpenTrail { id } => id,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn handlers_that_finish_out_of_order_are_heard_in_order() {
        let mut order = Sequencer::default();
        assert_eq!(names(order.accept(2, opened("c"))), Vec::<String>::new());
        assert_eq!(names(order.accept(0, opened("a"))), ["a"]);
        assert_eq!(names(order.accept(0, None)), Vec::<String>::new());
        assert_eq!(
            names(order.accept(1, None)),
            ["c"],
            "a ticket without an event does not block"
        );
        assert_eq!(names(order.accept(3, opened("d"))), ["d"]);
    }
}
