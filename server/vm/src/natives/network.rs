//! A network in memory: sockets, pipes, event counters and selectors, as a kernel keeps them behind its descriptors.
//!
//! There is one machine with one address, 127.0.0.1, and no other process on the network: nothing leaves this process. All of it is
//! objects of the path behind a static of `dropwire.Native`: undone, hashed and kept alive like all else. A descriptor is `{endpoint,
//! {number}}`; an endpoint is `{facts, what came in, peer, queue, options}`, of which the peer is the other end of a connection.
//!
//! What one end does the other one sees in the same step, as on the loopback interface of Linux, which this follows: bytes arrive
//! whole and in order, a connection is made when the listener has room for it, and a reset meets who writes next.
//!
//! Numbers and ephemeral ports come from a range of the thread that asks, so that they do not depend on how threads interleave.

use super::memfs::{elements, long_at, new_bytes, new_longs, set_long, set_member, set_table, table};
use crate::error::VmError;
use crate::event::Event;
use crate::heap::{HEADER, Ref};
use crate::thread::{Mode, Span, Thread, ThreadId};
use crate::vm::Vm;

/// The static of `dropwire.Native` with the descriptors, in the order of their numbers.
pub(crate) const SOCKETS: &str = "sockets";

/// The address of the one machine, and the one that stands for all of its addresses.
pub(super) const LOOPBACK: u32 = 0x7f00_0001;
pub(super) const ANY: u32 = 0;

/// Descriptors lie behind those of files of the JDK.
const FIRST_NUMBER: u32 = 0x1_0000;
/// Ephemeral ports, as Linux has them.
pub(super) const FIRST_PORT: u32 = 32_768;
pub(super) const LAST_PORT: u32 = 60_999;
/// How many numbers a thread has before it comes to those of the next one.
const OF_A_THREAD: u32 = 64;
const RANGES: u32 = (LAST_PORT - FIRST_PORT) / OF_A_THREAD;

/// What fits between a writer and a reader: about what Linux lets a loopback connection hold, and exactly that of a pipe.
const ROOM_OF_A_STREAM: i64 = 4 << 20;
const ROOM_OF_A_PIPE: i64 = 65_536;
const SMALLEST_ROOM: i64 = 2_304;
/// Bits of poll(2) and epoll(7).
pub(crate) mod events {
    pub(crate) const IN: u16 = 1;
    pub(crate) const OUT: u16 = 4;
    pub(crate) const ERROR: u16 = 8;
    pub(crate) const HANGUP: u16 = 16;
    pub(crate) const INVALID: u16 = 32;
    /// They come whether one asks for them or not.
    pub(crate) const ALWAYS: u16 = ERROR | HANGUP | INVALID;
}

/// errno(3) of the network, with its numbers on Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NetError {
    NoEntry = 2,
    BadDescriptor = 9,
    WouldBlock = 11,
    Exists = 17,
    Invalid = 22,
    TooManyOpen = 24,
    BrokenPipe = 32,
    AddressInUse = 98,
    Reset = 104,
    IsConnected = 106,
    NotConnected = 107,
    Refused = 111,
}

impl NetError {
    const ALL: [NetError; 12] = [
        NetError::NoEntry,
        NetError::BadDescriptor,
        NetError::WouldBlock,
        NetError::Exists,
        NetError::Invalid,
        NetError::TooManyOpen,
        NetError::BrokenPipe,
        NetError::AddressInUse,
        NetError::Reset,
        NetError::IsConnected,
        NetError::NotConnected,
        NetError::Refused,
    ];

    fn of(number: i64) -> Option<NetError> {
        NetError::ALL.into_iter().find(|one| *one as i64 == number)
    }

    /// strerror(3)
    pub(super) fn text(self) -> &'static str {
        match self {
            NetError::NoEntry => "No such file or directory",
            NetError::Exists => "File exists",
            NetError::BadDescriptor => "Bad file descriptor",
            NetError::WouldBlock => "Resource temporarily unavailable",
            NetError::Invalid => "Invalid argument",
            NetError::TooManyOpen => "Too many open files",
            NetError::BrokenPipe => "Broken pipe",
            NetError::AddressInUse => "Address already in use",
            NetError::Reset => "Connection reset by peer",
            NetError::IsConnected => "Transport endpoint is already connected",
            NetError::NotConnected => "Transport endpoint is not connected",
            NetError::Refused => "Connection refused",
        }
    }
}

/// Why an operation failed.
pub(super) enum Failure {
    /// The program gets the error.
    Refused(NetError),
    /// The machine cannot go on.
    Machine(VmError),
}

impl From<VmError> for Failure {
    fn from(error: VmError) -> Failure {
        Failure::Machine(error)
    }
}

impl From<NetError> for Failure {
    fn from(error: NetError) -> Failure {
        Failure::Refused(error)
    }
}

pub(super) type Net<T> = Result<T, Failure>;

/// What an endpoint is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndpointKind {
    /// A TCP socket, listening or not.
    Stream,
    /// A UDP socket.
    Datagram,
    /// An end of a pipe.
    Pipe,
    /// A counter of eventfd(2): whoever reads takes it down to zero.
    Event,
    /// A set of descriptors of epoll(7).
    Selector,
}

impl EndpointKind {
    const ALL: [EndpointKind; 5] = [
        EndpointKind::Stream,
        EndpointKind::Datagram,
        EndpointKind::Pipe,
        EndpointKind::Event,
        EndpointKind::Selector,
    ];
}

/// What is true of an endpoint.
pub(super) mod flag {
    pub const NON_BLOCKING: i64 = 1;
    pub const BOUND: i64 = 2;
    pub const LISTENING: i64 = 4;
    /// It waits for a place in a listener's queue.
    pub const CONNECTING: i64 = 8;
    pub const CONNECTED: i64 = 16;
    /// The other end sends nothing more.
    pub const ENDED: i64 = 32;
    pub const NO_INPUT: i64 = 64;
    pub const NO_OUTPUT: i64 = 128;
    /// The connection was reset.
    pub const RESET: i64 = 256;
    /// SO_REUSEADDR
    pub const REUSE: i64 = 512;
    /// What was done with a descriptor that was closed while others used it.
    pub const CLOSED: i64 = 1024;
    /// A pipe by which a selector is woken.
    pub const INTERNAL: i64 = 2048;
}

/// Indices of an endpoint's facts.
pub(super) mod fact {
    pub const KIND: u32 = 0;
    pub const FLAGS: u32 = 1;
    pub const ADDRESS: u32 = 2;
    pub const PORT: u32 = 3;
    pub const REMOTE: u32 = 4;
    pub const REMOTE_PORT: u32 = 5;
    pub const ROOM: u32 = 6;
    pub const ERROR: u32 = 7;
    /// Connections that may wait for `accept`; the value of a counter.
    pub const NUMBER: u32 = 8;
    /// Bytes of a write that waits for room which have gone already.
    pub const WRITTEN: u32 = 9;
    pub const COUNT: usize = 10;
}

/// Indices of an endpoint's parts.
pub(super) mod part {
    pub const FACTS: u32 = 0;
    pub const INCOMING: u32 = 1;
    pub const PEER: u32 = 2;
    /// Connections that are not accepted yet, datagrams that are not received yet, or what a selector watches.
    pub const QUEUE: u32 = 3;
    pub const OPTIONS: u32 = 4;
}

/// An address and a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub address: u32,
    pub port: u16,
}

impl Address {
    /// Whether who is bound here hears what goes to the other one.
    pub(super) fn hears(self, to: Address) -> bool {
        self.port == to.port && (self.address == ANY || self.address == to.address || to.address == ANY)
    }
}

/// What a selector watches of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interest {
    pub number: u32,
    pub events: u32,
}

impl Interest {
    /// It is reported once.
    pub const ONCE: u32 = 1 << 30;

    pub(super) fn mask(self) -> u16 {
        match self.events {
            // Reported once: nothing comes until somebody asks again.
            Interest::ONCE => 0,
            events => events as u16 | events::ALWAYS,
        }
    }
}

/// What is behind a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Endpoint(pub(super) Ref);

/// Whether a descriptor's number is one of ours.
pub(super) fn is_ours(number: u32) -> bool {
    number >= FIRST_NUMBER && number != u32::MAX
}

/// Where a thread's numbers begin.
pub(super) fn range_of(thread: &Thread) -> u32 {
    const CHILDREN: u16 = 200;
    let own = match &thread.path[..] {
        [] => 0,
        [child] if *child < CHILDREN => 1 + u32::from(*child),
        _ => 1 + u32::from(CHILDREN) + (thread.path_hash % u64::from(RANGES - 1 - u32::from(CHILDREN))) as u32,
    };
    own * OF_A_THREAD
}

// --- descriptors ---

fn number_at(vm: &Vm, entry: Ref) -> u32 {
    long_at(vm, vm.element(entry, 1), 0) as u32
}

fn entries(vm: &Vm) -> Vec<Ref> {
    elements(vm, table(vm, SOCKETS))
}

/// What is behind a descriptor, if it is open.
pub(super) fn opened(vm: &Vm, number: u32) -> Net<Endpoint> {
    find(vm, number).ok_or(Failure::Refused(NetError::BadDescriptor))
}

pub(super) fn find(vm: &Vm, number: u32) -> Option<Endpoint> {
    let all = table(vm, SOCKETS);
    let count = if all == 0 { 0 } else { vm.heap.length(all) };
    let entry = (0..count)
        .map(|index| vm.element(all, index))
        .find(|entry| number_at(vm, *entry) == number)?;
    Some(Endpoint(vm.element(entry, 0)))
}

pub(super) fn endpoints(vm: &Vm) -> Vec<Endpoint> {
    entries(vm)
        .into_iter()
        .map(|entry| Endpoint(vm.element(entry, 0)))
        .collect()
}

/// Gives an endpoint a number of the thread's.
pub(super) fn open(vm: &mut Vm, thread: ThreadId, endpoint: Endpoint) -> Net<u32> {
    let mut all = entries(vm);
    let mut number = FIRST_NUMBER + range_of(vm.thread(thread));
    for entry in &all {
        if number_at(vm, *entry) == number {
            number += 1;
        }
    }
    if number >= FIRST_NUMBER + (RANGES + 1) * OF_A_THREAD {
        return Err(NetError::TooManyOpen.into());
    }
    let facts = new_longs(vm, &[i64::from(number)])?;
    let entry = vm.new_reference_array("java/lang/Object", &[endpoint.0, facts])?;
    let at = all.partition_point(|other| number_at(vm, *other) < number);
    all.insert(at, entry);
    set_table(vm, SOCKETS, &all)?;
    Ok(number)
}

/// dup2(2): the second number stands for what is behind the first one.
pub(super) fn duplicate(vm: &mut Vm, thread: ThreadId, from: u32, to: u32) -> Net<()> {
    let endpoint = opened(vm, from)?;
    replace(vm, thread, to, endpoint)
}

fn replace(vm: &mut Vm, thread: ThreadId, number: u32, endpoint: Endpoint) -> Net<()> {
    let before = opened(vm, number)?;
    forget_interest(vm, number)?;
    let entry = entries(vm).into_iter().find(|entry| number_at(vm, *entry) == number);
    if let Some(entry) = entry {
        set_member(vm, entry, 0, endpoint.0);
    }
    if !endpoints(vm).contains(&before) {
        before.end(vm, thread)?;
    }
    Ok(())
}

/// What becomes of a descriptor that is closed while others may wait in it: whoever reads is at the end, whoever writes fails.
pub(super) fn close_early(vm: &mut Vm, thread: ThreadId, number: u32) -> Net<()> {
    let closed = Endpoint::make(vm, EndpointKind::Pipe, flag::CLOSED | flag::ENDED | flag::NO_OUTPUT)?;
    replace(vm, thread, number, closed)
}

pub(super) fn close(vm: &mut Vm, thread: ThreadId, number: u32) -> Net<()> {
    let endpoint = opened(vm, number)?;
    forget_interest(vm, number)?;
    let mut all = entries(vm);
    all.retain(|entry| number_at(vm, *entry) != number);
    set_table(vm, SOCKETS, &all)?;
    if !endpoints(vm).contains(&endpoint) {
        endpoint.end(vm, thread)?;
    }
    Ok(())
}

/// No selector watches a descriptor that is closed.
fn forget_interest(vm: &mut Vm, number: u32) -> Net<()> {
    for selector in endpoints(vm) {
        if selector.kind(vm) == EndpointKind::Selector {
            let mut watched = selector.interests(vm);
            let before = watched.len();
            watched.retain(|one| one.number != number);
            if watched.len() < before {
                selector.set_interests(vm, &watched)?;
            }
        }
    }
    Ok(())
}

/// What a thread waits for from the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkWait {
    /// That somebody connects to a port.
    Connection(u16),
    /// That a listener at a port has a place for its connection.
    Acceptance(u16),
    /// Bytes from the other end of a connection, here with this port, or of a pipe.
    Input(Option<u16>),
    /// That the other end reads what was written.
    Room(Option<u16>),
    /// A datagram at a port.
    Datagram(u16),
    /// That one of so many channels that a selector watches is ready, or somebody wakes it up.
    Selection(u32),
}

impl Vm {
    /// Whether some of these events have come to a descriptor. One that is closed waits for nothing.
    pub(crate) fn is_descriptor_ready(&self, number: u32, wanted: u16) -> bool {
        find(self, number).is_none_or(|endpoint| endpoint.ready(self) & (wanted | events::ALWAYS) != 0)
    }

    /// What a thread waits for at a descriptor.
    pub fn network_wait(&self, number: u32, wanted: u16) -> Option<NetworkWait> {
        let endpoint = find(self, number)?;
        let port = endpoint.local(self).port;
        Some(match endpoint.kind(self) {
            EndpointKind::Selector => NetworkWait::Selection(endpoint.channels_watched(self)),
            EndpointKind::Datagram => NetworkWait::Datagram(port),
            EndpointKind::Event => NetworkWait::Input(None),
            EndpointKind::Stream if endpoint.is(self, flag::LISTENING) => NetworkWait::Connection(port),
            EndpointKind::Stream if endpoint.is(self, flag::CONNECTING) => {
                NetworkWait::Acceptance(endpoint.remote(self).port)
            }
            EndpointKind::Stream | EndpointKind::Pipe => {
                let port = (port != 0).then_some(port);
                match wanted & events::OUT {
                    0 => NetworkWait::Input(port),
                    _ => NetworkWait::Room(port),
                }
            }
        })
    }

    /// Whether a thread waits for nothing but connections: at a listener, or in a selector that watches listeners alone.
    pub fn waits_for_connections(&self, number: u32) -> bool {
        let Some(endpoint) = find(self, number) else {
            return false;
        };
        let listens = |endpoint: Endpoint| endpoint.is(self, flag::LISTENING);
        if endpoint.kind(self) != EndpointKind::Selector {
            return listens(endpoint);
        }
        let watched = endpoint.interests(self).into_iter();
        let mut channels = watched
            .filter_map(|one| find(self, one.number))
            .filter(|one| one.is_channel(self));
        let mut any = false;
        channels.all(|one| {
            any = true;
            listens(one)
        }) && any
    }
}

// --- endpoints ---

impl Endpoint {
    pub(super) fn make(vm: &mut Vm, kind: EndpointKind, flags: i64) -> Result<Endpoint, VmError> {
        let mut facts = [0; fact::COUNT];
        facts[fact::KIND as usize] = kind as i64;
        facts[fact::FLAGS as usize] = flags;
        facts[fact::ROOM as usize] = match kind {
            EndpointKind::Pipe => ROOM_OF_A_PIPE,
            EndpointKind::Stream | EndpointKind::Datagram | EndpointKind::Event | EndpointKind::Selector => {
                ROOM_OF_A_STREAM
            }
        };
        let facts = new_longs(vm, &facts)?;
        let endpoint = vm.new_reference_array("java/lang/Object", &[facts, 0, 0, 0, 0])?;
        Ok(Endpoint(endpoint))
    }

    pub(super) fn fact(self, vm: &Vm, index: u32) -> i64 {
        long_at(vm, vm.element(self.0, part::FACTS), index)
    }

    pub(super) fn set_fact(self, vm: &mut Vm, index: u32, value: i64) {
        set_long(vm, vm.element(self.0, part::FACTS), index, value);
    }

    pub(super) fn part(self, vm: &Vm, index: u32) -> Ref {
        vm.element(self.0, index)
    }

    pub(super) fn set_part(self, vm: &mut Vm, index: u32, value: Ref) {
        set_member(vm, self.0, index, value);
    }

    pub(super) fn kind(self, vm: &Vm) -> EndpointKind {
        EndpointKind::ALL[self.fact(vm, fact::KIND) as usize % EndpointKind::ALL.len()]
    }

    pub(super) fn is(self, vm: &Vm, flag: i64) -> bool {
        self.fact(vm, fact::FLAGS) & flag != 0
    }

    pub(super) fn set(self, vm: &mut Vm, flag: i64, on: bool) {
        let flags = self.fact(vm, fact::FLAGS);
        let flags = if on { flags | flag } else { flags & !flag };
        self.set_fact(vm, fact::FLAGS, flags);
    }

    pub(super) fn local(self, vm: &Vm) -> Address {
        Address {
            address: self.fact(vm, fact::ADDRESS) as u32,
            port: self.fact(vm, fact::PORT) as u16,
        }
    }

    pub(super) fn remote(self, vm: &Vm) -> Address {
        Address {
            address: self.fact(vm, fact::REMOTE) as u32,
            port: self.fact(vm, fact::REMOTE_PORT) as u16,
        }
    }

    pub(super) fn set_local(self, vm: &mut Vm, to: Address) {
        self.set_fact(vm, fact::ADDRESS, i64::from(to.address));
        self.set_fact(vm, fact::PORT, i64::from(to.port));
        self.set(vm, flag::BOUND, true);
    }

    pub(super) fn set_remote(self, vm: &mut Vm, to: Address) {
        self.set_fact(vm, fact::REMOTE, i64::from(to.address));
        self.set_fact(vm, fact::REMOTE_PORT, i64::from(to.port));
    }

    pub(super) fn peer(self, vm: &Vm) -> Option<Endpoint> {
        match self.part(vm, part::PEER) {
            0 => None,
            peer => Some(Endpoint(peer)),
        }
    }

    pub(super) fn set_peer(self, vm: &mut Vm, peer: Option<Endpoint>) {
        self.set_part(vm, part::PEER, peer.map_or(0, |peer| peer.0));
    }

    pub(super) fn queue(self, vm: &Vm) -> Vec<Ref> {
        elements(vm, self.part(vm, part::QUEUE))
    }

    pub(super) fn set_queue(self, vm: &mut Vm, queue: &[Ref]) -> Result<(), VmError> {
        let array = match queue {
            [] => 0,
            queue => vm.new_reference_array("java/lang/Object", queue)?,
        };
        self.set_part(vm, part::QUEUE, array);
        Ok(())
    }

    pub(super) fn waiting_bytes(self, vm: &Vm) -> u32 {
        match self.part(vm, part::INCOMING) {
            0 => 0,
            bytes => vm.heap.length(bytes),
        }
    }

    pub(super) fn set_incoming(self, vm: &mut Vm, bytes: &[u8]) -> Result<(), VmError> {
        let array = if bytes.is_empty() { 0 } else { new_bytes(vm, bytes)? };
        self.set_part(vm, part::INCOMING, array);
        Ok(())
    }

    /// The error that the next operation gets, which takes it away.
    pub(super) fn take_error(self, vm: &mut Vm) -> Option<NetError> {
        let error = NetError::of(self.fact(vm, fact::ERROR))?;
        self.set_fact(vm, fact::ERROR, 0);
        Some(error)
    }

    pub(super) fn set_error(self, vm: &mut Vm, error: NetError) {
        self.set_fact(vm, fact::ERROR, error as i64);
    }

    pub(super) fn has_error(self, vm: &Vm) -> bool {
        self.fact(vm, fact::ERROR) != 0
    }

    /// What is done here orders threads: whoever takes what another one gave has seen all that this one did before. The JLS does not say
    /// so of sockets; on every JVM the calls of the system do it, and a race that no machine shows is not reported.
    pub(super) fn order(self, vm: &mut Vm, thread: ThreadId, write: bool) {
        let event = Event::Access {
            object: self.0,
            span: Span::new(u64::from(self.0 + HEADER) * 8, 4),
            write,
            mode: Mode::Volatile,
        };
        vm.report(thread, event);
    }

    /// Whether the program made it, and not a selector for itself.
    fn is_channel(self, vm: &Vm) -> bool {
        matches!(self.kind(vm), EndpointKind::Stream | EndpointKind::Datagram)
            || self.kind(vm) == EndpointKind::Pipe && !self.is(vm, flag::INTERNAL)
    }

    fn channels_watched(self, vm: &Vm) -> u32 {
        let channels = self.interests(vm).into_iter().filter_map(|one| find(vm, one.number));
        channels.filter(|one| one.is_channel(vm)).count() as u32
    }

    // --- readiness ---

    /// What poll(2) says of it.
    pub(super) fn ready(self, vm: &Vm) -> u16 {
        let when = |holds: bool, event: u16| if holds { event } else { 0 };
        match self.kind(vm) {
            EndpointKind::Event => when(self.fact(vm, fact::NUMBER) > 0, events::IN) | events::OUT,
            EndpointKind::Selector => when(!self.selected(vm).is_empty(), events::IN),
            EndpointKind::Datagram => {
                let input = self.part(vm, part::QUEUE) != 0 || self.is(vm, flag::NO_INPUT) || self.has_error(vm);
                when(input, events::IN) | events::OUT | when(self.has_error(vm), events::ERROR)
            }
            EndpointKind::Stream if self.is(vm, flag::LISTENING) => when(self.part(vm, part::QUEUE) != 0, events::IN),
            EndpointKind::Stream | EndpointKind::Pipe => self.ready_stream(vm),
        }
    }

    fn ready_stream(self, vm: &Vm) -> u16 {
        if self.is(vm, flag::CONNECTING) {
            return 0;
        }
        let failed = self.has_error(vm);
        let dead = self.is(vm, flag::RESET);
        let unconnected = !self.is(vm, flag::CONNECTED | flag::CLOSED);
        let input = self.part(vm, part::INCOMING) != 0 || self.is(vm, flag::ENDED | flag::NO_INPUT);
        let output = unconnected || self.is(vm, flag::NO_OUTPUT) || self.room(vm) > 0;
        let over = self.is(vm, flag::ENDED) && self.is(vm, flag::NO_OUTPUT);
        let mut ready = 0;
        if input || dead || failed {
            ready |= events::IN;
        }
        if output || dead || failed {
            ready |= events::OUT;
        }
        if failed {
            ready |= events::ERROR;
        }
        if dead || over || unconnected {
            ready |= events::HANGUP;
        }
        ready
    }

    /// How many bytes can be written now: to one that is gone any number.
    pub(super) fn room(self, vm: &Vm) -> i64 {
        let Some(peer) = self.peer(vm) else { return i64::MAX };
        let own = self.option(vm, option::SOCKET, option::SEND_BUFFER);
        let others = peer.option(vm, option::SOCKET, option::RECEIVE_BUFFER);
        let all = match own.zip(others) {
            // The kernel doubles what it is asked for.
            Some((own, others)) => (i64::from(own) + i64::from(others)).max(SMALLEST_ROOM) * 2,
            None => peer.fact(vm, fact::ROOM),
        };
        (all - i64::from(peer.waiting_bytes(vm))).max(0)
    }

    // --- options ---

    /// The value that was set.
    pub(super) fn option(self, vm: &Vm, level: i32, name: i32) -> Option<i32> {
        let options = self.longs(vm, part::OPTIONS);
        let key = option::key(level, name);
        options
            .chunks_exact(2)
            .find(|pair| pair[0] == key)
            .map(|pair| pair[1] as i32)
    }

    pub(super) fn set_option(self, vm: &mut Vm, level: i32, name: i32, value: i32) -> Result<(), VmError> {
        let key = option::key(level, name);
        let options = self.longs(vm, part::OPTIONS);
        let mut pairs: Vec<[i64; 2]> = options.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        pairs.retain(|pair| pair[0] != key);
        pairs.push([key, i64::from(value)]);
        pairs.sort_unstable();
        let array = new_longs(vm, pairs.as_flattened())?;
        self.set_part(vm, part::OPTIONS, array);
        if (level, name) == (option::SOCKET, option::REUSE_ADDRESS) {
            self.set(vm, flag::REUSE, value != 0);
        }
        Ok(())
    }

    pub(super) fn longs(self, vm: &Vm, index: u32) -> Vec<i64> {
        match self.part(vm, index) {
            0 => Vec::new(),
            array => (0..vm.heap.length(array)).map(|at| long_at(vm, array, at)).collect(),
        }
    }
}

/// Levels and names of setsockopt(2) on Linux that mean something here.
pub(super) mod option {
    pub const SOCKET: i32 = 1;
    pub const REUSE_ADDRESS: i32 = 2;
    pub const SEND_BUFFER: i32 = 7;
    pub const RECEIVE_BUFFER: i32 = 8;
    pub const LINGER: i32 = 13;
    pub const REUSE_PORT: i32 = 15;

    pub(super) fn key(level: i32, name: i32) -> i64 {
        i64::from(level) << 32 | i64::from(name)
    }
}
