//! The interfaces of the network in memory: the loopback one of Linux, and no other.

use super::address_peers::{initialise, new, new_address};
use super::network::LOOPBACK;
use super::network_peers::not_modelled;
use super::{NativeCall, NativeResult, Row, boolean, int, nothing, reference, zero};
use crate::heap::Ref;

const NAME: &str = "lo";
const INDEX: i32 = 1;
const PREFIX_LENGTH: u64 = 8;
const MTU: i32 = 65_536;

pub(super) const PEERS: &[(&str, &[Row])] = &[(
    "java/net/NetworkInterface",
    &[
        ("init", "", nothing),
        ("getAll", "", all),
        ("getByName0", "", |c| {
            let named = c.text(0) == NAME;
            interface_if(c, named)
        }),
        ("getByIndex0", "", |c| {
            let numbered = c.int(0) == INDEX;
            interface_if(c, numbered)
        }),
        ("getByInetAddress0", "", |c| match is_bound(c)? {
            true => interface_if(c, true),
            false => interface_if(c, false),
        }),
        ("boundInetAddress0", "", |c| boolean(is_bound(c)?)),
        // By name and number. The flags of the one that there is: LOOPBACK, UP, RUNNING.
        ("isUp0", "", |_| boolean(true)),
        ("isLoopback0", "", |_| boolean(true)),
        ("supportsMulticast0", "", |_| boolean(false)),
        ("isP2P0", "", |_| boolean(false)),
        ("getMacAddr0", "", zero),
        ("getMTU0", "", |_| int(MTU)),
    ],
)];

/// Whether the address in the first argument is that of the interface.
fn is_bound(c: &mut NativeCall<'_>) -> Result<bool, crate::error::VmError> {
    c.vm.used.in_memory_network = true;
    let object = c.reference(0);
    if c.vm.class_of(object).name != "java/net/Inet4Address" {
        return Err(not_modelled(c, "the interface of an address of IPv6"));
    }
    let holder = c.vm.field(object, "holder") as Ref;
    Ok(c.vm.field(holder, "address") as u32 == LOOPBACK)
}

fn all(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.in_memory_network = true;
    if let Some(first) = initialise(c)? {
        return Ok(first);
    }
    let one = loopback(c)?;
    reference(c.vm.new_reference_array("java/net/NetworkInterface", &[one])?)
}

/// The interface, or `null`.
fn interface_if(c: &mut NativeCall<'_>, is_it: bool) -> NativeResult {
    c.vm.used.in_memory_network = true;
    if !is_it {
        return zero(c);
    }
    match initialise(c)? {
        Some(first) => Ok(first),
        None => reference(loopback(c)?),
    }
}

/// A `NetworkInterface`, as the JDK's native code makes it.
fn loopback(c: &mut NativeCall<'_>) -> Result<Ref, crate::error::VmError> {
    let made = new(c, "java/net/NetworkInterface")?;
    let name = c.vm.new_text(NAME)?;
    let address = new_address(c, LOOPBACK, None)?;
    // The loopback interface has no broadcast address.
    let binding = new(c, "java/net/InterfaceAddress")?;
    c.vm.set_field(binding, "address", u64::from(address));
    c.vm.set_field(binding, "maskLength", PREFIX_LENGTH);
    let addresses = c.vm.new_reference_array("java/net/InetAddress", &[address])?;
    let bindings = c.vm.new_reference_array("java/net/InterfaceAddress", &[binding])?;
    let children = c.vm.new_reference_array("java/net/NetworkInterface", &[])?;
    c.vm.set_field(made, "name", u64::from(name));
    c.vm.set_field(made, "displayName", u64::from(name));
    c.vm.set_field(made, "index", INDEX as u64);
    c.vm.set_field(made, "addrs", u64::from(addresses));
    c.vm.set_field(made, "bindings", u64::from(bindings));
    c.vm.set_field(made, "childs", u64::from(children));
    Ok(made)
}
