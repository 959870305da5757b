//! What the JDK asks of the network in memory (`network.rs`): sockets of TCP and UDP, and what is read from and written to descriptors.
//!
//! Every operation that the other end, or another thread, may notice is a visible one. One that has to wait parks until its descriptor is
//! ready ([`Pending::Poll`]); what concerns the descriptor alone is visible where others can reach that.

use super::address_peers::{inet_address, named_address, socket_address};
use super::network::{self, Address, Endpoint, EndpointKind, Failure, Net, NetError, events, flag, option};
use super::unsafe_memory::{all_pieces, io_vector, native_slice, native_slice_mut, off_heap};
use super::{NativeCall, NativeResult, Outcome, Row, Touch, boolean, int, long, nothing};
use crate::error::VmError;
use crate::thread::{Pending, Side};

/// `sun.nio.ch.IOStatus`
const END: i64 = -1;
const UNAVAILABLE: i64 = -2;

const NET: &[Row] = &[
    ("initIDs", "", nothing),
    ("pollinValue", "", |_| int(i32::from(events::IN))),
    ("polloutValue", "", |_| int(i32::from(events::OUT))),
    ("pollerrValue", "", |_| int(i32::from(events::ERROR))),
    ("pollhupValue", "", |_| int(i32::from(events::HANGUP))),
    ("pollnvalValue", "", |_| int(i32::from(events::INVALID))),
    ("pollconnValue", "", |_| int(i32::from(events::OUT))),
    // The machine speaks IPv4 alone.
    ("isIPv6Available0", "", |_| boolean(false)),
    ("isReusePortAvailable0", "", |_| boolean(true)),
    ("isExclusiveBindAvailable", "", |_| int(-1)),
    ("shouldShutdownWriteBeforeClose0", "", |_| boolean(false)),
    ("shouldSetBothIPv4AndIPv6Options0", "", |_| boolean(true)),
    ("canIPv6SocketJoinIPv4Group0", "", |_| boolean(true)),
    ("canJoin6WithIPv4Group0", "", |_| boolean(false)),
    ("canUseIPv6OptionsWithIPv4LocalAddress0", "", |_| boolean(true)),
    // whether IPv6 is preferred, whether it is a stream, whether its address may be in use, for Windows.
    ("socket0", "", |c| {
        let kind = match c.int(1) {
            0 => EndpointKind::Datagram,
            _ => EndpointKind::Stream,
        };
        let reuse = if c.int(2) == 0 { 0 } else { flag::REUSE };
        c.vm.used.in_memory_network = true;
        let made = Endpoint::make(c.vm, kind, reuse)?;
        let number = network::open(c.vm, c.thread, made);
        or_socket_exception(number, |number| int(number as i32))
    }),
    // descriptor, for IPv6, for Windows, address, port.
    ("bind0", "", |c| {
        if let Some(park) = seen(c) {
            return Ok(park);
        }
        let (number, port) = (number(c, 0), c.int(4) as u16);
        let address = named_address(c, 3, port)?;
        let bound = network::opened(c.vm, number).and_then(|one| one.bind(c.vm, c.thread, address));
        or_socket_exception(bound, |()| Ok(Outcome::Void))
    }),
    // descriptor, how many may wait.
    ("listen", "", |c| {
        if let Some(park) = seen(c) {
            return Ok(park);
        }
        let (number, backlog) = (number(c, 0), c.int(1));
        let listens = network::opened(c.vm, number).and_then(|one| one.listen(c.vm, c.thread, backlog));
        or_socket_exception(listens, |()| Ok(Outcome::Void))
    }),
    // for IPv6, descriptor, address, port.
    ("connect0", "", connect),
    ("accept", "", |c| accept(c, 0)),
    // descriptor, 0 for input, 1 for output, 2 for both.
    ("shutdown", "", |c| {
        if let Some(park) = seen(c) {
            return Ok(park);
        }
        let (number, how) = (number(c, 0), c.int(1));
        let shut = network::opened(c.vm, number).and_then(|one| one.shut_down(c.vm, c.thread, how != 1, how != 0));
        match shut {
            // As in the JDK: it had ended by itself.
            Err(Failure::Refused(NetError::NotConnected)) => Ok(Outcome::Void),
            other => or_socket_exception(other, |()| Ok(Outcome::Void)),
        }
    }),
    ("localPort", "", |c| {
        own(c, 0, |c, one| int(i32::from(one.local(c.vm).port)))
    }),
    ("localInetAddress", "", |c| {
        let at = network::opened(c.vm, number(c, 0)).map(|one| one.local(c.vm).address);
        or_socket_exception(at, |at| inet_address(c, at))
    }),
    ("remotePort", "", |c| {
        own(c, 0, |c, one| int(i32::from(one.remote(c.vm).port)))
    }),
    ("remoteInetAddress", "", |c| {
        let at = network::opened(c.vm, number(c, 0)).map(|one| one.remote(c.vm).address);
        or_socket_exception(at, |at| inet_address(c, at))
    }),
    // descriptor, whether to convert, level, name.
    ("getIntOption0", "", |c| {
        let (level, name) = (c.int(2), c.int(3));
        own(c, 0, |c, one| int(option_of(c, one, level, name)))
    }),
    // descriptor, whether to convert, level, name, value, for IPv6.
    ("setIntOption0", "", |c| {
        let (level, name, value) = (c.int(2), c.int(3), c.int(4));
        if (level, name) == (option::SOCKET, option::REUSE_PORT) && value != 0 {
            return Err(not_modelled(c, "a port that several sockets share (SO_REUSEPORT)"));
        }
        own(c, 0, |c, one| {
            one.set_option(c.vm, level, name, value)?;
            Ok(Outcome::Void)
        })
    }),
    // descriptor, events, milliseconds (2 slots): what has happened.
    ("poll", "", |c| {
        let (number, wanted, millis) = (number(c, 0), c.int(1) as u16, c.long(2));
        match wait_or_time_out(c, number, wanted, millis, Side::NONE) {
            Waited::Park(park) => Ok(park),
            Waited::TimedOut => int(0),
            Waited::Ready => int(i32::from(happened(c, number, wanted))),
        }
    }),
    // descriptor, milliseconds (2 slots): whether it is connected.
    ("pollConnect", "", |c| {
        let (number, millis) = (number(c, 0), c.long(1));
        match wait_or_time_out(c, number, events::OUT, millis, Side::NONE) {
            Waited::Park(park) => Ok(park),
            Waited::TimedOut => boolean(false),
            Waited::Ready if happened(c, number, events::OUT) == 0 => boolean(false),
            Waited::Ready => or_socket_exception(connected(c, number), boolean),
        }
    }),
    ("available", "", |c| {
        if let Some(park) = seen(c) {
            return Ok(park);
        }
        let bytes = network::opened(c.vm, number(c, 0)).map(|one| one.available(c.vm));
        or_socket_exception(bytes, |bytes| int(bytes as i32))
    }),
];

/// Up to 11 some of it is elsewhere.
const ACCEPTS: &[Row] = &[("initIDs", "", nothing), ("accept0", "", |c| accept(c, 1))];

pub(super) const STREAMS: &[Row] = &[
    // descriptor, address (2 slots), length.
    ("read0", "", read),
    ("write0", "", write),
    // descriptor, address of pairs of address and length (2 slots), their number.
    ("readv0", "", read_pieces),
    ("writev0", "", write_pieces),
    ("dup0", "", duplicate),
];

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("sun/nio/ch/Net", NET),
    ("sun/nio/ch/ServerSocketChannelImpl", ACCEPTS),
    ("sun/nio/ch/UnixAsynchronousServerSocketChannelImpl", ACCEPTS),
    (
        "sun/nio/ch/SocketChannelImpl",
        &[
            // descriptor, whether to wait.
            ("checkConnect", "", |c| {
                let number = number(c, 0);
                let millis = if c.int(1) == 0 { 0 } else { -1 };
                match wait_or_time_out(c, number, events::OUT, millis, Side::NONE) {
                    Waited::Park(park) => Ok(park),
                    Waited::Ready if happened(c, number, events::OUT) != 0 => {
                        or_socket_exception(connected(c, number), |made| int(i32::from(made)))
                    }
                    Waited::Ready | Waited::TimedOut => int(UNAVAILABLE as i32),
                }
            }),
        ],
    ),
    (
        "sun/nio/ch/UnixAsynchronousSocketChannelImpl",
        &[("checkConnect", "", |c| {
            if let Some(park) = seen(c) {
                return Ok(park);
            }
            let number = c.int(0) as u32;
            or_socket_exception(connected(c, number), |_| Ok(Outcome::Void))
        })],
    ),
    ("sun/nio/ch/SocketDispatcher", STREAMS),
    ("sun/nio/ch/DatagramDispatcher", STREAMS),
    (
        "sun/nio/ch/DatagramChannelImpl",
        &[
            ("initIDs", "", nothing),
            ("disconnect0", "", |c| {
                if let Some(park) = seen(c) {
                    return Ok(park);
                }
                let one = network::opened(c.vm, number(c, 0));
                let alone = one.and_then(|one| one.speak_with(c.vm, c.thread, None));
                or_socket_exception(alone, |()| Ok(Outcome::Void))
            }),
            // descriptor, address (2 slots), length, address of the sender's (2 slots), whether it is connected.
            ("receive0", "(Ljava/io/FileDescriptor;JIJZ)I", receive),
            // descriptor, address (2 slots), length, address of the receiver's (2 slots), its length.
            ("send0", "(Ljava/io/FileDescriptor;JIJI)I", send),
        ],
    ),
];

/// What is not modelled of the network, by name.
pub(super) fn not_modelled(c: &NativeCall<'_>, what: &str) -> VmError {
    VmError::NotModelled(format!(
        "the network is not modelled but for the loopback address: {what}, asked for at {}; this path was not checked. Let client and \
         server meet at the loopback address, or put an object of your own in place of the connection",
        c.vm.user_place(c.thread)
    ))
}

/// The number of a descriptor that is an argument.
fn number(c: &NativeCall<'_>, index: u32) -> u32 {
    c.vm.field(c.reference(index), "fd") as u32
}

/// Others may see the operation: the thread parks first.
pub(super) fn seen(c: &mut NativeCall<'_>) -> Option<Outcome> {
    c.park_first(0, Pending::Call(c.method, 0))
}

/// An operation that the descriptor alone is about: only a thread that can reach the descriptor notices it.
fn own(
    c: &mut NativeCall<'_>,
    index: u32,
    run: impl FnOnce(&mut NativeCall<'_>, Endpoint) -> NativeResult,
) -> NativeResult {
    let descriptor = c.reference(index);
    if let Some(park) = c.park_first(descriptor, Pending::Call(c.method, descriptor)) {
        return Ok(park);
    }
    match network::opened(c.vm, number(c, index)) {
        Ok(endpoint) => run(c, endpoint),
        Err(failure) => or_socket_exception(Err(failure), |()| Ok(Outcome::Void)),
    }
}

/// A result, or what `java.net` throws for the error.
fn or_socket_exception<T>(result: Net<T>, then: impl FnOnce(T) -> NativeResult) -> NativeResult {
    match result {
        Ok(value) => then(value),
        Err(Failure::Refused(error)) => {
            let class = match error {
                NetError::Refused | NetError::NotConnected => "java/net/ConnectException",
                NetError::AddressInUse => "java/net/BindException",
                NetError::NoEntry
                | NetError::Exists
                | NetError::BadDescriptor
                | NetError::WouldBlock
                | NetError::Invalid
                | NetError::TooManyOpen
                | NetError::BrokenPipe
                | NetError::Reset
                | NetError::IsConnected => "java/net/SocketException",
            };
            Ok(Outcome::Throw(class, Some(error.text().to_owned())))
        }
        Err(Failure::Machine(error)) => Err(error),
    }
}

/// A result, or what a dispatcher throws for the error; what would have to wait says so by its value.
pub(super) fn or_io_exception(
    c: &NativeCall<'_>,
    result: Net<i64>,
    then: impl FnOnce(i64) -> NativeResult,
) -> NativeResult {
    let class = c.method.class().name;
    match result {
        Ok(value) => then(value),
        Err(Failure::Refused(NetError::WouldBlock)) => then(UNAVAILABLE),
        Err(Failure::Refused(NetError::Refused)) if class.contains("Datagram") => {
            Ok(Outcome::Throw("java/net/PortUnreachableException", None))
        }
        Err(Failure::Refused(NetError::Reset))
            if class.ends_with("SocketDispatcher") && c.method.name.starts_with("read") =>
        {
            let text = Some("Connection reset".to_owned());
            Ok(Outcome::Throw("sun/net/ConnectionResetException", text))
        }
        Err(Failure::Refused(error)) => Ok(Outcome::Throw("java/io/IOException", Some(error.text().to_owned()))),
        Err(Failure::Machine(error)) => Err(error),
    }
}

// --- waiting ---

/// How a wait goes on.
pub(super) enum Waited {
    /// The thread parks.
    Park(Outcome),
    /// Its time has run out.
    TimedOut,
    /// It need not wait any more, or does not want to.
    Ready,
}

/// Waits until a descriptor is ready, for so many milliseconds: a negative number is no limit, and 0 only asks. What the operation writes
/// to memory is given too.
pub(super) fn wait_or_time_out(c: &mut NativeCall<'_>, number: u32, wanted: u16, millis: i64, written: Side) -> Waited {
    if millis == 0 {
        return match c.touch(Side::NONE, written) {
            Touch::Alone => seen(c).map_or(Waited::Ready, Waited::Park),
            Touch::Park(park) => Waited::Park(park),
            Touch::Granted => Waited::Ready,
        };
    }
    let nanos = millis.max(0).saturating_mul(1_000_000);
    if c.this_thread().timed_out {
        let t = c.vm.thread_mut(c.thread);
        t.timed_out = false;
        t.since = -1;
        *c.may_execute = false;
        return Waited::TimedOut;
    }
    let ready = c.vm.is_descriptor_ready(number, wanted);
    let park = match c.touch(Side::NONE, if ready { written } else { Side::NONE }) {
        Touch::Alone => wait(c, number, wanted, nanos),
        Touch::Park(park) => Some(park),
        Touch::Granted => None,
    };
    if let Some(park) = park {
        return Waited::Park(park);
    }
    c.vm.thread_mut(c.thread).since = -1;
    Waited::Ready
}

/// Parks until a descriptor is ready, and before an operation that others may see.
fn wait(c: &mut NativeCall<'_>, number: u32, events: u16, nanos: i64) -> Option<Outcome> {
    let pending = Pending::Poll {
        descriptor: number,
        events,
        nanos,
    };
    if c.vm.is_descriptor_ready(number, events) {
        return c.park_first(0, pending);
    }
    if nanos > 0 {
        c.vm.used.timed_waits = true;
        c.vm.begin_to_wait(c.thread);
    }
    Some(Outcome::Park(pending))
}

/// Which of the events that are wanted have come.
fn happened(c: &NativeCall<'_>, number: u32, wanted: u16) -> u16 {
    match network::opened(c.vm, number) {
        Ok(endpoint) => endpoint.ready(c.vm) & (wanted | events::ALWAYS),
        Err(_) => events::INVALID,
    }
}

/// As [`wait`], for an operation that reads or writes memory too: both are one step. Who does not wait only parks first.
fn wait_and_touch(
    c: &mut NativeCall<'_>,
    number: u32,
    events: u16,
    from: Side,
    to: Side,
) -> Result<Option<Outcome>, VmError> {
    wait_and(c, number, events, |c| Ok(c.touch(from, to)))
}

fn wait_and(
    c: &mut NativeCall<'_>,
    number: u32,
    events: u16,
    touch: impl FnOnce(&mut NativeCall<'_>) -> Result<Touch, VmError>,
) -> Result<Option<Outcome>, VmError> {
    let waits = network::opened(c.vm, number).is_ok_and(|one| !one.is(c.vm, flag::NON_BLOCKING));
    if waits && !c.vm.is_descriptor_ready(number, events) {
        return Ok(wait(c, number, events, 0));
    }
    Ok(match touch(c)? {
        Touch::Alone if waits => wait(c, number, events, 0),
        Touch::Alone => seen(c),
        Touch::Park(park) => Some(park),
        Touch::Granted => None,
    })
}

// --- bytes ---

/// descriptor, address (2 slots), length.
pub(super) fn read(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, address, length) = (number(c, 0), c.long(1), c.int(3).max(0) as usize);
    let coming = network::opened(c.vm, number).map_or(0, |one| one.available(c.vm) as usize);
    let written = off_heap(address, length.min(coming) as u64);
    if let Some(park) = wait_and_touch(c, number, events::IN, Side::NONE, written)? {
        return Ok(park);
    }
    let count = take(c, number, &[(address, length)]);
    or_io_exception(c, count, |count| int(count as i32))
}

pub(super) fn read_pieces(c: &mut NativeCall<'_>) -> NativeResult {
    let number = number(c, 0);
    let coming = network::opened(c.vm, number).map_or(0, |one| one.available(c.vm) as u64);
    let written = io_vector(c, coming, true);
    if let Some(park) = wait_and(c, number, events::IN, |c| c.touch_pieces(written))? {
        return Ok(park);
    }
    let count = take(c, number, &all_pieces(c)?);
    or_io_exception(c, count, long)
}

pub(super) fn write(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, address, length) = (number(c, 0), c.long(1), c.int(3).max(0) as usize);
    if let Some(park) = wait_and_touch(c, number, events::OUT, off_heap(address, length as u64), Side::NONE)? {
        return Ok(park);
    }
    write_all(c, number, &[(address, length)], |count| int(count as i32))
}

pub(super) fn write_pieces(c: &mut NativeCall<'_>) -> NativeResult {
    let number = number(c, 0);
    let read = io_vector(c, u64::MAX, false);
    if let Some(park) = wait_and(c, number, events::OUT, |c| c.touch_pieces(read))? {
        return Ok(park);
    }
    write_all(c, number, &all_pieces(c)?, long)
}

/// Reads into pieces of memory: how many bytes, or that there are no more.
fn take(c: &mut NativeCall<'_>, number: u32, pieces: &[(i64, usize)]) -> Net<i64> {
    let all = pieces.iter().map(|(_, length)| length).sum();
    let endpoint = network::opened(c.vm, number)?;
    let bytes = endpoint.read(c.vm, c.thread, all)?;
    let mut rest = bytes.as_slice();
    for (address, length) in pieces {
        let (piece, later) = rest.split_at(rest.len().min(*length));
        native_slice_mut(c.vm, *address, piece.len())?.copy_from_slice(piece);
        rest = later;
    }
    let over = bytes.is_empty() && all > 0 && endpoint.kind(c.vm) != EndpointKind::Datagram;
    Ok(if over { END } else { bytes.len() as i64 })
}

/// Writes pieces of memory. A blocking write goes on until all of it is written: what has gone is remembered while it waits.
fn write_all(
    c: &mut NativeCall<'_>,
    number: u32,
    pieces: &[(i64, usize)],
    then: fn(i64) -> NativeResult,
) -> NativeResult {
    let mut write_some = || {
        let mut bytes = Vec::new();
        for (address, length) in pieces {
            bytes.extend_from_slice(native_slice(c.vm, *address, *length)?);
        }
        let endpoint = network::opened(c.vm, number)?;
        let before = endpoint.written(c.vm).min(bytes.len());
        let now = match endpoint.write(c.vm, c.thread, &bytes[before..]) {
            Ok(now) => now,
            // What has gone counts; whoever writes again gets the error.
            Err(Failure::Refused(_)) if before > 0 => 0,
            Err(failure) => return Err(failure),
        };
        let all = before + now;
        if all < bytes.len() && now > 0 && !endpoint.is(c.vm, flag::NON_BLOCKING) {
            endpoint.set_written(c.vm, all);
            return Ok(None);
        }
        if before > 0 {
            endpoint.set_written(c.vm, 0);
        }
        match (all, bytes.len()) {
            (0, 1..) => Err(NetError::WouldBlock.into()),
            _ => Ok(Some(all as i64)),
        }
    };
    match write_some() {
        Ok(None) => Ok(Outcome::Park(Pending::Poll {
            descriptor: number,
            events: events::OUT,
            nanos: 0,
        })),
        Ok(Some(count)) => then(count),
        Err(failure) => or_io_exception(c, Err(failure), then),
    }
}

// --- connections ---

/// for IPv6, descriptor, address, port: 1 where it is made, -2 where that has to be waited for.
fn connect(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, port) = (number(c, 1), c.int(3) as u16);
    let address = named_address(c, 2, port)?;
    let endpoint = match network::opened(c.vm, number) {
        Ok(endpoint) => endpoint,
        Err(failure) => return or_socket_exception(Err(failure), |()| Ok(Outcome::Void)),
    };
    if endpoint.is(c.vm, flag::CONNECTING) && !endpoint.is(c.vm, flag::NON_BLOCKING) {
        return wait(c, number, events::OUT, 0).map_or_else(|| int(UNAVAILABLE as i32), Ok);
    }
    if let Some(park) = seen(c) {
        return Ok(park);
    }
    if endpoint.kind(c.vm) == EndpointKind::Datagram {
        let spoken = endpoint.speak_with(c.vm, c.thread, Some(address));
        return or_socket_exception(spoken, |()| int(1));
    }
    // It waited for a place, and was let in or sent away meanwhile.
    if let Some(error) = endpoint.take_error(c.vm) {
        return or_socket_exception(Err(error.into()), |()| Ok(Outcome::Void));
    }
    if endpoint.is(c.vm, flag::CONNECTED) {
        return int(1);
    }
    let waits = !endpoint.is(c.vm, flag::NON_BLOCKING);
    match endpoint.connect(c.vm, c.thread, address) {
        // A connection takes its time, also one that is refused: on Linux who does not wait always learns of it later.
        Ok(_) if !waits => int(UNAVAILABLE as i32),
        Err(Failure::Refused(error)) if !waits => {
            endpoint.fail(c.vm, error);
            int(UNAVAILABLE as i32)
        }
        Ok(true) => int(1),
        Ok(false) => Ok(Outcome::Park(Pending::Poll {
            descriptor: number,
            events: events::OUT,
            nanos: 0,
        })),
        other => or_socket_exception(other, boolean),
    }
}

/// Whether the connection that somebody waited for is made, or why it is not.
fn connected(c: &mut NativeCall<'_>, number: u32) -> Net<bool> {
    let endpoint = network::opened(c.vm, number)?;
    match endpoint.take_error(c.vm) {
        Some(error) => Err(error.into()),
        None => Ok(endpoint.is(c.vm, flag::CONNECTED)),
    }
}

/// descriptor, the new one, array for the other end's address; `first` is the slot of the first one.
fn accept(c: &mut NativeCall<'_>, first: u32) -> NativeResult {
    let (number, accepted, addresses) = (number(c, first), c.reference(first + 1), c.reference(first + 2));
    if let Some(first) = super::address_peers::initialise(c)? {
        return Ok(first);
    }
    if let Some(park) = wait_and_touch(c, number, events::IN, Side::NONE, Side::NONE)? {
        return Ok(park);
    }
    let made = network::opened(c.vm, number).and_then(|listener| {
        let endpoint = listener.accept(c.vm, c.thread)?;
        let number = network::open(c.vm, c.thread, endpoint)?;
        Ok((endpoint.remote(c.vm), number))
    });
    let (remote, number) = match made {
        Ok(made) => made,
        Err(Failure::Refused(NetError::WouldBlock)) => return int(UNAVAILABLE as i32),
        Err(failure) => return or_socket_exception(Err(failure), |()| Ok(Outcome::Void)),
    };
    c.vm.set_field(accepted, "fd", u64::from(number));
    let address = socket_address(c, remote)?;
    c.vm.set_element(addresses, 0, address);
    c.vm.stored(addresses, address);
    int(1)
}

/// descriptor, the one that stands for the same from now on.
pub(super) fn duplicate(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = seen(c) {
        return Ok(park);
    }
    let (from, to) = (number(c, 0), number(c, 1));
    let done = network::duplicate(c.vm, c.thread, from, to);
    or_socket_exception(done, |()| Ok(Outcome::Void))
}

/// Closes a number of ours.
pub(super) fn close_number(c: &mut NativeCall<'_>, number: u32) -> NativeResult {
    if let Some(park) = seen(c) {
        return Ok(park);
    }
    match network::close(c.vm, c.thread, number) {
        Ok(()) | Err(Failure::Refused(_)) => Ok(Outcome::Void),
        Err(Failure::Machine(error)) => Err(error),
    }
}

/// Ends what others do with a descriptor that is about to be closed.
pub(super) fn close_early(c: &mut NativeCall<'_>) -> NativeResult {
    let number = number(c, 0);
    if !network::is_ours(number) {
        return Ok(Outcome::Void);
    }
    if let Some(park) = seen(c) {
        return Ok(park);
    }
    let closed = network::close_early(c.vm, c.thread, number);
    or_io_exception(c, closed.map(|()| 0), |_| Ok(Outcome::Void))
}

/// descriptor, whether operations wait.
pub(super) fn configure_blocking(c: &mut NativeCall<'_>) -> NativeResult {
    let blocking = c.int(1) != 0;
    if !network::is_ours(number(c, 0)) {
        return Ok(Outcome::Void);
    }
    own(c, 0, |c, one| {
        one.set(c.vm, flag::NON_BLOCKING, !blocking);
        Ok(Outcome::Void)
    })
}

/// The value that was set, else the one that Linux begins with.
fn option_of(c: &NativeCall<'_>, endpoint: Endpoint, level: i32, name: i32) -> i32 {
    const IP: i32 = 0;
    const MULTICAST_TTL: i32 = 33;
    const MULTICAST_LOOP: i32 = 34;
    const BUFFER: i32 = 131_072;
    let set = endpoint.option(c.vm, level, name);
    set.unwrap_or(match (level, name) {
        (option::SOCKET, option::REUSE_ADDRESS) => i32::from(endpoint.is(c.vm, flag::REUSE)),
        (option::SOCKET, option::SEND_BUFFER | option::RECEIVE_BUFFER) => BUFFER,
        (option::SOCKET, option::LINGER) => -1,
        (IP, MULTICAST_TTL | MULTICAST_LOOP) => 1,
        _ => 0,
    })
}

// --- datagrams ---

const FAMILY: [u8; 2] = [2, 0];

/// The bytes of a `sockaddr_in`.
fn bytes_of_address(address: Address) -> Vec<u8> {
    let mut bytes = FAMILY.to_vec();
    bytes.extend(address.port.to_be_bytes());
    bytes.extend(address.address.to_be_bytes());
    bytes
}

/// descriptor, address (2 slots), length, address of the sender's (2 slots), whether it is connected.
fn receive(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, address, length) = (number(c, 0), c.long(1), c.int(3).max(0) as usize);
    let coming = network::opened(c.vm, number).map_or(0, |one| one.available(c.vm) as usize);
    let written = off_heap(address, length.min(coming) as u64);
    if let Some(park) = wait_and_touch(c, number, events::IN, Side::NONE, written)? {
        return Ok(park);
    }
    let sender = c.long(4);
    let received = network::opened(c.vm, number).and_then(|one| {
        // Closed by another thread.
        if one.kind(c.vm) != EndpointKind::Datagram {
            return Err(NetError::WouldBlock.into());
        }
        let (bytes, from) = one.receive(c.vm, c.thread, length)?;
        native_slice_mut(c.vm, address, bytes.len())?.copy_from_slice(&bytes);
        let from = bytes_of_address(from);
        native_slice_mut(c.vm, sender, from.len())?.copy_from_slice(&from);
        Ok(bytes.len() as i64)
    });
    or_io_exception(c, received, |count| int(count as i32))
}

/// descriptor, address (2 slots), length, address of the receiver's (2 slots), its length.
fn send(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, address, length) = (number(c, 0), c.long(1), c.int(3).max(0) as usize);
    let target = native_slice(c.vm, c.long(4), 8)?;
    let to = Address {
        port: u16::from_be_bytes([target[2], target[3]]),
        address: u32::from_be_bytes([target[4], target[5], target[6], target[7]]),
    };
    super::address_peers::check(c, to)?;
    if let Some(park) = wait_and_touch(c, number, events::OUT, off_heap(address, length as u64), Side::NONE)? {
        return Ok(park);
    }
    let bytes = native_slice(c.vm, address, length)?.to_vec();
    let sent = network::opened(c.vm, number).and_then(|one| match one.kind(c.vm) {
        EndpointKind::Datagram => one.send(c.vm, c.thread, Some(to), &bytes),
        // Closed by another thread.
        _ => Err(NetError::WouldBlock.into()),
    });
    or_io_exception(c, sent.map(|count| count as i64), |count| int(count as i32))
}
