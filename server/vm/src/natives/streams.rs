//! Streams of a network in memory: connections, pipes, and how both end.

use super::memfs::bytes_of;
use super::network::{
    ANY, Address, Endpoint, EndpointKind, FIRST_PORT, Failure, LAST_PORT, LOOPBACK, Net, NetError, endpoints, fact,
    flag, option, part, range_of,
};
use crate::error::VmError;
use crate::heap::Ref;
use crate::thread::ThreadId;
use crate::vm::Vm;

impl Endpoint {
    /// The next bytes; none at the end.
    pub(super) fn read(self, vm: &mut Vm, thread: ThreadId, count: usize) -> Net<Vec<u8>> {
        if self.kind(vm) == EndpointKind::Event {
            return self.take_count(vm, thread);
        }
        if self.kind(vm) == EndpointKind::Datagram {
            return Ok(self.receive(vm, thread, count)?.0);
        }
        if self.part(vm, part::INCOMING) == 0 {
            self.order(vm, thread, false);
            return match self.nothing_to_read(vm) {
                Some(error) => Err(error.into()),
                None => Ok(Vec::new()),
            };
        }
        self.order(vm, thread, false);
        let bytes = bytes_of(vm, self.part(vm, part::INCOMING));
        let (taken, rest) = bytes.split_at(count.min(bytes.len()));
        self.set_incoming(vm, rest)?;
        Ok(taken.to_vec())
    }

    /// Why nothing comes; none at the end of what the other one sent.
    fn nothing_to_read(self, vm: &mut Vm) -> Option<NetError> {
        if self.is(vm, flag::ENDED) {
            return None;
        }
        if let Some(error) = self.take_error(vm) {
            return Some(error);
        }
        if self.is(vm, flag::NO_INPUT | flag::RESET) {
            return None;
        }
        Some(match self.is(vm, flag::CONNECTED) {
            true => NetError::WouldBlock,
            false => NetError::NotConnected,
        })
    }

    /// As many of these bytes as there is room for; none where the writer has to wait.
    pub(super) fn write(self, vm: &mut Vm, thread: ThreadId, bytes: &[u8]) -> Net<usize> {
        match self.kind(vm) {
            EndpointKind::Event => return self.count(vm, thread),
            EndpointKind::Datagram => return self.send(vm, thread, None, bytes),
            EndpointKind::Stream | EndpointKind::Pipe | EndpointKind::Selector => {}
        }
        if let Some(error) = self.take_error(vm) {
            return Err(error.into());
        }
        if self.is(vm, flag::NO_OUTPUT | flag::RESET) {
            return Err(NetError::BrokenPipe.into());
        }
        if !self.is(vm, flag::CONNECTED) {
            return Err(NetError::NotConnected.into());
        }
        let Some(peer) = self.peer(vm) else {
            if self.kind(vm) == EndpointKind::Pipe {
                return Err(NetError::BrokenPipe.into());
            }
            // What is sent to a closed end is lost, and the answer says so to the next one.
            self.set(vm, flag::RESET, true);
            self.set_error(vm, NetError::BrokenPipe);
            return Ok(bytes.len());
        };
        let room = usize::try_from(self.room(vm)).unwrap_or(0);
        let sent = &bytes[..bytes.len().min(room)];
        if !sent.is_empty() {
            let before = peer.part(vm, part::INCOMING);
            let mut all = if before == 0 { Vec::new() } else { bytes_of(vm, before) };
            all.extend_from_slice(sent);
            peer.order(vm, thread, true);
            peer.set_incoming(vm, &all)?;
        }
        Ok(sent.len())
    }

    /// The bytes of the present write that have gone.
    pub(super) fn written(self, vm: &Vm) -> usize {
        self.fact(vm, fact::WRITTEN) as usize
    }

    pub(super) fn set_written(self, vm: &mut Vm, bytes: usize) {
        self.set_fact(vm, fact::WRITTEN, bytes as i64);
    }

    /// Bytes that can be read without waiting.
    pub(super) fn available(self, vm: &Vm) -> u32 {
        match (self.kind(vm), self.queue_of_datagrams(vm).first()) {
            (EndpointKind::Datagram, Some(first)) => vm.heap.length(vm.element(*first, 0)),
            _ => self.waiting_bytes(vm),
        }
    }

    fn queue_of_datagrams(self, vm: &Vm) -> Vec<Ref> {
        match self.kind(vm) {
            EndpointKind::Datagram => self.queue(vm),
            EndpointKind::Stream | EndpointKind::Pipe | EndpointKind::Event | EndpointKind::Selector => Vec::new(),
        }
    }

    /// shutdown(2)
    pub(super) fn shut_down(self, vm: &mut Vm, thread: ThreadId, input: bool, output: bool) -> Net<()> {
        if !self.is(vm, flag::CONNECTED) || self.is(vm, flag::RESET) {
            return Err(NetError::NotConnected.into());
        }
        if input {
            self.order(vm, thread, true);
            self.set(vm, flag::NO_INPUT, true);
        }
        if output && !self.is(vm, flag::NO_OUTPUT) {
            self.set(vm, flag::NO_OUTPUT, true);
            if let Some(peer) = self.peer(vm) {
                peer.order(vm, thread, true);
                peer.set(vm, flag::ENDED, true);
            }
        }
        Ok(())
    }

    /// Nobody has it any more.
    pub(super) fn end(self, vm: &mut Vm, thread: ThreadId) -> Net<()> {
        if self.is(vm, flag::LISTENING) {
            return self.stop_listening(vm, thread);
        }
        let Some(peer) = self.peer(vm) else { return Ok(()) };
        let lost = self.waiting_bytes(vm) > 0 && self.kind(vm) == EndpointKind::Stream;
        let abrupt = lost || self.option(vm, option::SOCKET, option::LINGER) == Some(0);
        peer.order(vm, thread, true);
        if abrupt {
            peer.reset(vm);
        } else {
            peer.set(vm, flag::ENDED, true);
        }
        peer.set_peer(vm, None);
        self.set_peer(vm, None);
        Ok(())
    }

    /// The other end is gone, and what was sent to it with it.
    fn reset(self, vm: &mut Vm) {
        let error = match self.is(vm, flag::ENDED) {
            true => NetError::BrokenPipe,
            false => NetError::Reset,
        };
        self.set_error(vm, error);
        self.set(vm, flag::RESET, true);
    }

    // --- connections ---

    /// bind(2); port 0 is one that is free.
    pub(super) fn bind(self, vm: &mut Vm, thread: ThreadId, to: Address) -> Net<()> {
        if self.is(vm, flag::BOUND) {
            return Err(NetError::Invalid.into());
        }
        let port = match to.port {
            0 => self.free_port(vm, thread)?,
            port if self.is_taken(vm, to) => {
                debug_assert_eq!(port, to.port);
                return Err(NetError::AddressInUse.into());
            }
            port => port,
        };
        self.set_local(vm, Address { port, ..to });
        Ok(())
    }

    fn is_taken(self, vm: &Vm, at: Address) -> bool {
        endpoints(vm).into_iter().any(|other| {
            let shared = self.is(vm, flag::REUSE) && other.is(vm, flag::REUSE) && !other.is(vm, flag::LISTENING);
            other != self && other.shares_ports_with(vm, self) && other.local(vm).hears(at) && !shared
        })
    }

    pub(super) fn shares_ports_with(self, vm: &Vm, other: Endpoint) -> bool {
        self.kind(vm) == other.kind(vm) && self.is(vm, flag::BOUND)
    }

    fn free_port(self, vm: &Vm, thread: ThreadId) -> Net<u16> {
        let all = endpoints(vm);
        let taken = |port: u32| {
            let mut others = all.iter().filter(|other| other.shares_ports_with(vm, self));
            others.any(|other| u32::from(other.local(vm).port) == port)
        };
        let first = FIRST_PORT + range_of(vm.thread(thread));
        let free = (first..=LAST_PORT).chain(FIRST_PORT..first).find(|port| !taken(*port));
        free.map(|port| port as u16)
            .ok_or(Failure::Refused(NetError::AddressInUse))
    }

    /// listen(2): so many connections may wait to be accepted.
    pub(super) fn listen(self, vm: &mut Vm, thread: ThreadId, backlog: i32) -> Net<()> {
        let at = self.local(vm);
        let another = |other: &Endpoint| *other != self && other.is(vm, flag::LISTENING) && other.local(vm).hears(at);
        if endpoints(vm).iter().any(another) {
            return Err(NetError::AddressInUse.into());
        }
        self.order(vm, thread, true);
        self.set_fact(vm, fact::NUMBER, i64::from(backlog.clamp(1, 4096)));
        self.set(vm, flag::LISTENING, true);
        Ok(())
    }

    fn listener(vm: &Vm, to: Address) -> Option<Endpoint> {
        let hears = |one: &Endpoint| one.is(vm, flag::LISTENING) && one.local(vm).hears(to);
        endpoints(vm).into_iter().find(hears)
    }

    /// Linux lets one more wait than was asked for.
    fn has_place(self, vm: &Vm) -> bool {
        self.queue(vm).len() as i64 <= self.fact(vm, fact::NUMBER)
    }

    /// connect(2) of a stream: refused, made at once, or one that waits for a place at the listener. True where it is made.
    pub(super) fn connect(self, vm: &mut Vm, thread: ThreadId, to: Address) -> Net<bool> {
        if self.is(vm, flag::CONNECTED | flag::CONNECTING | flag::LISTENING) {
            return Err(NetError::IsConnected.into());
        }
        if !self.is(vm, flag::BOUND) {
            let local = Address {
                address: LOOPBACK,
                port: 0,
            };
            self.bind(vm, thread, local)?;
        } else if self.local(vm).address == ANY {
            self.set_fact(vm, fact::ADDRESS, i64::from(LOOPBACK));
        }
        self.set_remote(vm, to);
        match Endpoint::listener(vm, to) {
            None => Err(NetError::Refused.into()),
            Some(listener) if listener.has_place(vm) => {
                self.meet(vm, thread, listener)?;
                Ok(true)
            }
            Some(_) => {
                self.set(vm, flag::CONNECTING, true);
                Ok(false)
            }
        }
    }

    /// The error of a connection that is not made: reported to whoever asks next.
    pub(super) fn fail(self, vm: &mut Vm, error: NetError) {
        self.set_error(vm, error);
    }

    /// A connection with an endpoint of its own at the listener.
    fn meet(self, vm: &mut Vm, thread: ThreadId, listener: Endpoint) -> Result<(), VmError> {
        let inherited = listener.fact(vm, fact::FLAGS) & flag::REUSE;
        let other = Endpoint::make(vm, EndpointKind::Stream, flag::CONNECTED | inherited)?;
        let (remote, local) = (self.local(vm), self.remote(vm));
        other.set_local(vm, local);
        other.set_remote(vm, remote);
        other.set_part(vm, part::OPTIONS, listener.part(vm, part::OPTIONS));
        other.set_peer(vm, Some(self));
        self.set_peer(vm, Some(other));
        self.set(vm, flag::CONNECTING, false);
        self.set(vm, flag::CONNECTED, true);
        listener.order(vm, thread, true);
        let mut queue = listener.queue(vm);
        queue.push(other.0);
        listener.set_queue(vm, &queue)
    }

    /// accept(2): the first connection that waits.
    pub(super) fn accept(self, vm: &mut Vm, thread: ThreadId) -> Net<Endpoint> {
        if !self.is(vm, flag::LISTENING) {
            return Err(NetError::Invalid.into());
        }
        let mut queue = self.queue(vm);
        if queue.is_empty() {
            return Err(NetError::WouldBlock.into());
        }
        self.order(vm, thread, false);
        let first = Endpoint(queue.remove(0));
        self.set_queue(vm, &queue)?;
        // There is a place now for one that waits.
        let at = self.local(vm);
        let waits = |one: &Endpoint| one.is(vm, flag::CONNECTING) && at.hears(one.remote(vm));
        if let Some(next) = endpoints(vm).into_iter().find(waits) {
            next.meet(vm, thread, self)?;
        }
        Ok(first)
    }

    /// Connections that were not accepted are reset, and those that wait are refused.
    fn stop_listening(self, vm: &mut Vm, thread: ThreadId) -> Net<()> {
        for other in self.queue(vm) {
            if let Some(client) = Endpoint(other).peer(vm) {
                client.order(vm, thread, true);
                client.reset(vm);
                client.set_peer(vm, None);
            }
        }
        let at = self.local(vm);
        for one in endpoints(vm) {
            if one.is(vm, flag::CONNECTING) && at.hears(one.remote(vm)) {
                one.set(vm, flag::CONNECTING, false);
                one.set_error(vm, NetError::Refused);
            }
        }
        Ok(())
    }
}
