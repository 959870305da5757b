//! What is in a network in memory beside streams: datagrams, pipes, counters, and what a selector watches.

use super::memfs::{bytes_of, long_at, new_bytes, new_longs};
use super::network::{
    ANY, Address, Endpoint, EndpointKind, Interest, LOOPBACK, Net, NetError, endpoints, fact, find, flag, open, part,
};
use crate::error::VmError;
use crate::heap::Ref;
use crate::thread::ThreadId;
use crate::vm::Vm;

/// Datagrams that wait for a receiver; more are lost.
const DATAGRAMS: usize = 256;

/// pipe(2): the numbers of the end to read from and of the one to write to.
pub(super) fn pipe(vm: &mut Vm, thread: ThreadId, flags: i64) -> Net<(u32, u32)> {
    let source = Endpoint::make(vm, EndpointKind::Pipe, flags | flag::CONNECTED | flag::NO_OUTPUT)?;
    let sink = Endpoint::make(vm, EndpointKind::Pipe, flags | flag::CONNECTED | flag::NO_INPUT)?;
    source.set_peer(vm, Some(sink));
    sink.set_peer(vm, Some(source));
    Ok((open(vm, thread, source)?, open(vm, thread, sink)?))
}

impl Endpoint {
    // --- datagrams ---

    /// Sends to an address, or to the one it is connected to. Without a receiver it is lost.
    pub(super) fn send(self, vm: &mut Vm, thread: ThreadId, to: Option<Address>, bytes: &[u8]) -> Net<usize> {
        if let Some(error) = self.take_error(vm) {
            return Err(error.into());
        }
        let connected = self.is(vm, flag::CONNECTED);
        let Some(to) = to.or_else(|| connected.then(|| self.remote(vm))) else {
            return Err(NetError::NotConnected.into());
        };
        if !self.is(vm, flag::BOUND) {
            self.bind(vm, thread, Address { address: ANY, port: 0 })?;
        }
        let from = match self.local(vm) {
            Address { address: ANY, port } => Address {
                address: LOOPBACK,
                port,
            },
            own => own,
        };
        let hears = |one: &Endpoint| {
            one.kind(vm) == EndpointKind::Datagram
                && one.is(vm, flag::BOUND)
                && one.local(vm).hears(to)
                && (!one.is(vm, flag::CONNECTED) || one.remote(vm) == from)
        };
        match endpoints(vm).into_iter().find(hears) {
            Some(receiver) => receiver.take_in(vm, thread, from, bytes)?,
            None if connected => self.set_error(vm, NetError::Refused),
            None => {}
        }
        Ok(bytes.len())
    }

    fn take_in(self, vm: &mut Vm, thread: ThreadId, from: Address, bytes: &[u8]) -> Result<(), VmError> {
        let mut queue = self.queue(vm);
        if queue.len() < DATAGRAMS {
            let bytes = new_bytes(vm, bytes)?;
            let source = new_longs(vm, &[i64::from(from.address), i64::from(from.port)])?;
            queue.push(vm.new_reference_array("java/lang/Object", &[bytes, source])?);
            self.order(vm, thread, true);
            self.set_queue(vm, &queue)?;
        }
        Ok(())
    }

    /// The first datagram, as much of it as is asked for, and where it comes from.
    pub(super) fn receive(self, vm: &mut Vm, thread: ThreadId, count: usize) -> Net<(Vec<u8>, Address)> {
        if let Some(error) = self.take_error(vm) {
            return Err(error.into());
        }
        let mut queue = self.queue(vm);
        if queue.is_empty() {
            return Err(NetError::WouldBlock.into());
        }
        self.order(vm, thread, false);
        let first = queue.remove(0);
        self.set_queue(vm, &queue)?;
        let mut bytes = bytes_of(vm, vm.element(first, 0));
        bytes.truncate(count);
        let source = vm.element(first, 1);
        let from = Address {
            address: long_at(vm, source, 0) as u32,
            port: long_at(vm, source, 1) as u16,
        };
        Ok((bytes, from))
    }

    /// connect(2) of a datagram socket: with whom it speaks. What others sent before stays.
    pub(super) fn speak_with(self, vm: &mut Vm, thread: ThreadId, to: Option<Address>) -> Net<()> {
        if to.is_some() && !self.is(vm, flag::BOUND) {
            let local = Address {
                address: LOOPBACK,
                port: 0,
            };
            self.bind(vm, thread, local)?;
        }
        self.order(vm, thread, true);
        self.set_remote(vm, to.unwrap_or(Address { address: ANY, port: 0 }));
        self.set(vm, flag::CONNECTED, to.is_some());
        Ok(())
    }

    // --- counters ---

    /// Whoever waits for the counter goes on. The count itself is not observable.
    pub(super) fn count(self, vm: &mut Vm, thread: ThreadId) -> Net<usize> {
        self.order(vm, thread, true);
        self.set_fact(vm, fact::NUMBER, 1);
        Ok(8)
    }

    pub(super) fn take_count(self, vm: &mut Vm, thread: ThreadId) -> Net<Vec<u8>> {
        if self.fact(vm, fact::NUMBER) == 0 {
            return Err(NetError::WouldBlock.into());
        }
        self.order(vm, thread, false);
        self.set_fact(vm, fact::NUMBER, 0);
        Ok(vec![1, 0, 0, 0, 0, 0, 0, 0])
    }

    // --- selectors ---

    pub(super) fn interests(self, vm: &Vm) -> Vec<Interest> {
        let pairs = self.longs(vm, part::QUEUE);
        let interest = |pair: &[i64]| Interest {
            number: pair[0] as u32,
            events: pair[1] as u32,
        };
        pairs.chunks_exact(2).map(interest).collect()
    }

    /// In the order of their numbers.
    pub(super) fn set_interests(self, vm: &mut Vm, watched: &[Interest]) -> Result<(), VmError> {
        let mut pairs: Vec<[i64; 2]> = watched
            .iter()
            .map(|one| [i64::from(one.number), i64::from(one.events)])
            .collect();
        pairs.sort_unstable();
        let array: Ref = match &pairs[..] {
            [] => 0,
            pairs => new_longs(vm, pairs.as_flattened())?,
        };
        self.set_part(vm, part::QUEUE, array);
        Ok(())
    }

    /// What it watches and has happened.
    pub(super) fn selected(self, vm: &Vm) -> Vec<(Interest, u16)> {
        let happened = |one: Interest| {
            let events = find(vm, one.number)?.ready(vm) & one.mask();
            (events != 0).then_some((one, events))
        };
        self.interests(vm).into_iter().filter_map(happened).collect()
    }
}
