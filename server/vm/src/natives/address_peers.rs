//! Addresses of the network in memory: one machine, `localhost`, with one interface and the loopback addresses of IPv4.
//!
//! Where a program names another one, the path ends as not modelled, with the name.

use super::network::{ANY, Address, LOOPBACK};
use super::network_peers::not_modelled;
use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, nothing, reference, zero};
use crate::error::VmError;
use crate::heap::Ref;

const HOST: &str = "localhost";

const LOOKUPS: &[Row] = &[
    ("getLocalHostName", "", |c| {
        c.vm.used.in_memory_network = true;
        c.return_text(HOST)
    }),
    // this, name.
    ("lookupAllHostAddr", "", |c| {
        c.vm.used.in_memory_network = true;
        let name = c.text(1);
        if !name.eq_ignore_ascii_case(HOST) {
            return Err(not_modelled(c, &format!("the host {name}")));
        }
        if let Some(first) = initialise(c)? {
            return Ok(first);
        }
        let address = new_address(c, LOOPBACK, Some(&name))?;
        reference(c.vm.new_reference_array("java/net/InetAddress", &[address])?)
    }),
    // this, the bytes of an address.
    ("getHostByAddr", "", |c| {
        c.vm.used.in_memory_network = true;
        let bytes = super::memfs::bytes_of(c.vm, c.reference(1));
        match bytes[..] {
            [127, ..] => c.return_text(HOST),
            [a, b, c3, d] => Err(not_modelled(c, &format!("the name of {a}.{b}.{c3}.{d}"))),
            _ => Err(not_modelled(c, "the name of an address of IPv6")),
        }
    }),
    // this, the bytes of an address, …
    ("isReachable0", "", |c| {
        let bytes = super::memfs::bytes_of(c.vm, c.reference(1));
        match bytes.first() {
            Some(127) => boolean(true),
            _ => Err(not_modelled(c, "whether another machine can be reached")),
        }
    }),
];

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/net/InetAddress",
        &[
            ("init", "", nothing),
            ("isIPv4Available", "", |_| boolean(true)),
            ("isIPv6Supported", "", |_| boolean(false)),
        ],
    ),
    (
        "java/net/InetAddressImplFactory",
        &[("isIPv6Supported", "", |_| boolean(false))],
    ),
    ("java/net/Inet4Address", &[("init", "", nothing)]),
    ("java/net/Inet6Address", &[("init", "", nothing)]),
    ("java/net/DatagramPacket", &[("init", "", nothing)]),
    ("java/net/Inet4AddressImpl", LOOKUPS),
    (
        "sun/nio/ch/NativeSocketAddress",
        &[
            ("AFINET", "", |_| int(2)),
            ("AFINET6", "", |_| int(10)),
            ("sizeofSockAddr4", "", |_| int(16)),
            ("sizeofSockAddr6", "", |_| int(28)),
            ("sizeofFamily", "", |_| int(2)),
            ("offsetFamily", "", |_| int(0)),
            ("offsetSin4Port", "", |_| int(2)),
            ("offsetSin4Addr", "", |_| int(4)),
            ("offsetSin6Port", "", |_| int(2)),
            ("offsetSin6FlowInfo", "", |_| int(4)),
            ("offsetSin6Addr", "", |_| int(8)),
            ("offsetSin6ScopeId", "", |_| int(24)),
        ],
    ),
    (
        "jdk/net/LinuxSocketOptions",
        &[
            ("keepAliveOptionsSupported0", "", |_| boolean(true)),
            ("quickAckSupported0", "", |_| boolean(true)),
            ("incomingNapiIdSupported0", "", |_| boolean(true)),
        ],
    ),
    // Neither a proxy nor a domain of the machine's.
    (
        "sun/net/spi/DefaultProxySelector",
        &[("init", "", |_| boolean(false)), ("getSystemProxies", "", zero)],
    ),
    (
        "sun/net/PortConfig",
        &[("getLower0", "", |_| int(32_768)), ("getUpper0", "", |_| int(60_999))],
    ),
];

/// Whether an address is this machine's, or stands for all of its own.
fn is_here(address: u32) -> bool {
    address == ANY || address >> 24 == 127
}

/// Nothing leaves the machine.
pub(super) fn check(c: &NativeCall<'_>, to: Address) -> Result<(), VmError> {
    if is_here(to.address) {
        return Ok(());
    }
    let [a, b, c3, d] = to.address.to_be_bytes();
    Err(not_modelled(c, &format!("{a}.{b}.{c3}.{d}:{}", to.port)))
}

/// The address in an argument that is an `InetAddress`, with a port, if it is this machine's.
pub(super) fn named_address(c: &NativeCall<'_>, index: u32, port: u16) -> Result<Address, VmError> {
    let object = c.reference(index);
    if c.vm.class_of(object).name != "java/net/Inet4Address" {
        return Err(not_modelled(c, &format!("an address of IPv6, port {port}")));
    }
    let holder = c.vm.field(object, "holder") as Ref;
    let address = Address {
        address: c.vm.field(holder, "address") as u32,
        port,
    };
    check(c, address)?;
    Ok(address)
}

/// For peers that make addresses: what comes first.
pub(super) fn initialise(c: &mut NativeCall<'_>) -> Result<Option<Outcome>, VmError> {
    for class in ["java/net/Inet4Address", "java/net/InetSocketAddress"] {
        let class = c.vm.image.load(&mut c.vm.heap, class)?;
        let first = c.vm.initialise_for_native(c.thread, class, c.may_execute)?;
        if first.is_some() {
            return Ok(first);
        }
    }
    Ok(None)
}

/// An `Inet4Address` as the result.
pub(super) fn inet_address(c: &mut NativeCall<'_>, address: u32) -> NativeResult {
    match initialise(c)? {
        Some(first) => Ok(first),
        None => reference(new_address(c, address, None)?),
    }
}

pub(super) fn new(c: &mut NativeCall<'_>, class: &str) -> Result<Ref, VmError> {
    let class = c.vm.image.load(&mut c.vm.heap, class)?;
    c.vm.new_object(class)
}

/// An `Inet4Address`, as its constructor makes it.
pub(super) fn new_address(c: &mut NativeCall<'_>, address: u32, host: Option<&str>) -> Result<Ref, VmError> {
    const IPV4: u64 = 1;
    let made = new(c, "java/net/Inet4Address")?;
    let holder = new(c, "java/net/InetAddress$InetAddressHolder")?;
    let name = match host {
        Some(host) => c.vm.new_text(host)?,
        None => 0,
    };
    c.vm.set_field(holder, "hostName", u64::from(name));
    c.vm.set_field(holder, "originalHostName", u64::from(name));
    c.vm.set_field(holder, "address", u64::from(address));
    c.vm.set_field(holder, "family", IPV4);
    c.vm.set_field(made, "holder", u64::from(holder));
    Ok(made)
}

/// An `InetSocketAddress`.
pub(super) fn socket_address(c: &mut NativeCall<'_>, address: Address) -> Result<Ref, VmError> {
    let made = new(c, "java/net/InetSocketAddress")?;
    let holder = new(c, "java/net/InetSocketAddress$InetSocketAddressHolder")?;
    let inet = new_address(c, address.address, None)?;
    c.vm.set_field(holder, "addr", u64::from(inet));
    c.vm.set_field(holder, "port", u64::from(address.port));
    c.vm.set_field(made, "holder", u64::from(holder));
    Ok(made)
}
