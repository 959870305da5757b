//! What the JDK asks of pipes and selectors of the network in memory: epoll(7), eventfd(2) and pipe(2).

use super::network::{self, Endpoint, EndpointKind, Failure, Interest, Net, NetError, events, flag};
use super::network_peers::{Waited, or_io_exception, seen, wait_or_time_out};
use super::unsafe_memory::{native_slice_mut, off_heap};
use super::{NativeCall, NativeResult, Row, boolean, int, long, selection};

/// Bytes of an `epoll_event`, and where its parts begin: it is packed.
const EVENT: usize = 12;
const DATA: usize = 4;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "sun/nio/ch/EPoll",
        &[
            ("eventSize", "", |_| int(EVENT as i32)),
            ("eventsOffset", "", |_| int(0)),
            ("dataOffset", "", |_| int(DATA as i32)),
            ("create", "", |c| {
                let made = Endpoint::make(c.vm, EndpointKind::Selector, 0)?;
                number_of(c, made)
            }),
            // selector, what to do, descriptor, events: an errno.
            ("ctl", "", |c| {
                if let Some(park) = seen(c) {
                    return Ok(park);
                }
                match control(c) {
                    Ok(()) => int(0),
                    Err(Failure::Refused(error)) => int(error as i32),
                    Err(Failure::Machine(error)) => Err(error),
                }
            }),
            // selector, address for events (2 slots), how many, milliseconds: how many there are.
            ("wait", "", wait),
        ],
    ),
    (
        "sun/nio/ch/EventFD",
        &[
            ("eventfd0", "", |c| {
                let made = Endpoint::make(c.vm, EndpointKind::Event, 0)?;
                number_of(c, made)
            }),
            ("set0", "", |c| {
                if let Some(park) = seen(c) {
                    return Ok(park);
                }
                let counted = network::opened(c.vm, c.int(0) as u32).and_then(|one| one.count(c.vm, c.thread));
                or_io_exception(c, counted.map(|_| 0), |_| int(0))
            }),
        ],
    ),
    (
        "sun/nio/ch/IOUtil",
        &[
            // whether its ends wait: both numbers. One that does not is a selector's own.
            ("makePipe", "", |c| {
                let flags = if c.int(0) == 0 {
                    flag::NON_BLOCKING | flag::INTERNAL
                } else {
                    0
                };
                let made = selection::pipe(c.vm, c.thread, flags);
                let both = made.map(|(source, sink)| i64::from(source) << 32 | i64::from(sink));
                or_io_exception(c, both, long)
            }),
            // number, byte.
            ("write1", "", |c| {
                if let Some(park) = seen(c) {
                    return Ok(park);
                }
                let byte = c.int(1) as u8;
                let written = network::opened(c.vm, c.int(0) as u32).and_then(|one| one.write(c.vm, c.thread, &[byte]));
                or_io_exception(c, written.map(|count| count as i64), |count| int(count as i32))
            }),
            // number: whether there was anything.
            ("drain", "", |c| {
                if let Some(park) = seen(c) {
                    return Ok(park);
                }
                let drained = take_all(c, usize::MAX);
                or_io_exception(c, drained, |count| boolean(count > 0))
            }),
            ("drain1", "", |c| {
                if let Some(park) = seen(c) {
                    return Ok(park);
                }
                let drained = take_all(c, 1);
                or_io_exception(c, drained, |count| int(count as i32))
            }),
        ],
    ),
];

fn number_of(c: &mut NativeCall<'_>, endpoint: Endpoint) -> NativeResult {
    let number = network::open(c.vm, c.thread, endpoint).map(i64::from);
    or_io_exception(c, number, |number| int(number as i32))
}

/// Reads what there is; nothing is no error.
fn take_all(c: &mut NativeCall<'_>, count: usize) -> Net<i64> {
    let endpoint = network::opened(c.vm, c.int(0) as u32)?;
    match endpoint.read(c.vm, c.thread, count) {
        Ok(bytes) => Ok(bytes.len() as i64),
        Err(Failure::Refused(NetError::WouldBlock)) => Ok(0),
        Err(failure) => Err(failure),
    }
}

/// epoll_ctl(2)
fn control(c: &mut NativeCall<'_>) -> Net<()> {
    const ADD: i32 = 1;
    const DELETE: i32 = 2;
    let (selector, what, number, events) = (c.int(0) as u32, c.int(1), c.int(2) as u32, c.int(3) as u32);
    let selector = network::opened(c.vm, selector)?;
    network::opened(c.vm, number)?;
    let mut watched = selector.interests(c.vm);
    let known = watched.iter().any(|one| one.number == number);
    match (known, what) {
        (true, ADD) => return Err(NetError::Exists.into()),
        (false, ADD) | (true, _) => {}
        (false, _) => return Err(NetError::NoEntry.into()),
    }
    watched.retain(|one| one.number != number);
    if what != DELETE {
        watched.push(Interest { number, events });
    }
    selector.set_interests(c.vm, &watched)?;
    Ok(())
}

fn wait(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, address, most, millis) = (c.int(0) as u32, c.long(1), c.int(3).max(0) as usize, c.int(4));
    let coming = network::opened(c.vm, number).map_or(0, |selector| selector.selected(c.vm).len().min(most));
    let written = off_heap(address, (EVENT * coming) as u64);
    match wait_or_time_out(c, number, events::IN, i64::from(millis), written) {
        Waited::Park(park) => return Ok(park),
        Waited::TimedOut => return int(0),
        Waited::Ready => {}
    }
    let reported = network::opened(c.vm, number).and_then(|selector| report(c, selector, address, most));
    or_io_exception(c, reported, |count| int(count as i32))
}

/// Writes what has happened, and forgets what is reported once.
fn report(c: &mut NativeCall<'_>, selector: Endpoint, address: i64, most: usize) -> Net<i64> {
    let mut selected = selector.selected(c.vm);
    selected.truncate(most);
    let mut bytes = Vec::with_capacity(EVENT * selected.len());
    for (one, events) in &selected {
        bytes.extend(u32::from(*events).to_le_bytes());
        bytes.extend(u64::from(one.number).to_le_bytes());
    }
    native_slice_mut(c.vm, address, bytes.len())?.copy_from_slice(&bytes);
    let mut watched = selector.interests(c.vm);
    let before = watched.clone();
    for one in &mut watched {
        let reported = selected.iter().any(|(other, _)| other.number == one.number);
        if reported && one.events & Interest::ONCE != 0 {
            one.events = Interest::ONCE;
        }
    }
    if watched != before {
        selector.set_interests(c.vm, &watched)?;
    }
    Ok(selected.len() as i64)
}
