//! Native peers: the methods that a class file marks `native`, in Rust, by class.
//!
//! A peer asks or acts: it may answer [`Outcome::Park`] only before it has changed anything. It never runs Java code
//! from within; [`Outcome::Tail`] hands over to a frame instead.

mod address_peers;
mod arrays;
#[cfg(test)]
mod audit;
pub mod call;
mod channels;
pub(crate) mod class;
mod class_members;
mod default_handler;
mod define;
mod delays;
mod errno;
mod fdlibm;
pub(crate) mod files;
mod interfaces;
pub(crate) mod interned;
mod jdk8;
mod jdk8_to_17;
mod lang;
mod libraries;
mod loader;
mod logging;
mod management;
mod math;
pub(crate) mod memfs;
mod memfs_found;
mod memfs_peers;
mod method_handles;
mod misc;
pub(crate) mod network;
mod network_peers;
mod nondeterminism;
mod null_message;
mod random;
mod raw_class;
pub(crate) mod reflect;
pub(crate) mod replaced;
mod selection;
mod selector_peers;
mod signals;
mod stack_walk;
pub(crate) mod stamps;
mod streams;
mod system;
mod thread;
mod unsafe_memory;
pub(crate) mod unsupported;
mod verify;
mod virtual_threads;
pub(crate) mod zip;

use rustc_hash::FxHashMap;

use crate::image::class::{Origin, Peer, Peers};
pub(crate) use call::*;
pub(crate) use class_members::named_in;
pub(crate) use lang::line_of;

/// What a peer does.
pub type Run = fn(&mut NativeCall<'_>) -> NativeResult;

/// A peer as an image keeps it.
struct Native(Run);

/// What a peer of a method does, which [`Table`] has found.
pub fn run_of(peer: Peer) -> Option<Run> {
    peer.downcast_ref::<Native>().map(|native| native.0)
}

/// All peers by class.
pub struct Table {
    by_class: FxHashMap<&'static str, Vec<&'static [Row]>>,
    replaced: FxHashMap<&'static str, Vec<&'static Replacement>>,
}

impl Table {
    pub(crate) fn new() -> Table {
        let mut by_class: FxHashMap<&'static str, Vec<&'static [Row]>> = FxHashMap::default();
        for group in [
            address_peers::PEERS,
            interfaces::PEERS,
            channels::PEERS,
            class::PEERS,
            class_members::PEERS,
            files::PEERS,
            interned::PEERS,
            lang::PEERS,
            libraries::PEERS,
            loader::PEERS,
            define::PEERS,
            memfs_peers::PEERS,
            jdk8::PEERS,
            management::PEERS,
            selector_peers::PEERS,
            signals::PEERS,
            math::PEERS,
            method_handles::PEERS,
            misc::PEERS,
            network_peers::PEERS,
            jdk8_to_17::PEERS,
            raw_class::PEERS,
            reflect::PEERS,
            stack_walk::PEERS,
            system::PEERS,
            thread::PEERS,
            unsafe_memory::PEERS,
            virtual_threads::PEERS,
            zip::PEERS,
        ] {
            for (class, rows) in group {
                by_class.entry(*class).or_default().push(*rows);
            }
        }
        let mut replaced: FxHashMap<&'static str, Vec<&'static Replacement>> = FxHashMap::default();
        for row in replaced::TABLE.iter().chain(listeners()) {
            replaced.entry(row.class).or_default().push(row);
        }
        Table { by_class, replaced }
    }

    fn function(&self, class: &str, name: &str, descriptor: &str, is_native: bool, origin: Origin) -> Option<Run> {
        if !is_native && let Some(run) = logging::find(class, name, descriptor) {
            return Some(run);
        }
        if origin == Origin::User {
            return verify::find(class, name, descriptor, is_native);
        }
        if is_native {
            if matches!(name, "registerNatives" | "initIDs") && descriptor.ends_with('V') {
                return Some(nothing);
            }
            let later = later_name(class);
            let rows = self.by_class.get(class).into_iter();
            return rows
                .chain(later.as_deref().and_then(|later| self.by_class.get(later)))
                .flatten()
                .flat_map(|rows| rows.iter())
                .find(|(n, d, _)| *n == name && (d.is_empty() || *d == descriptor))
                .map(|(_, _, run)| *run);
        }
        let rows = self.replaced.get(class)?;
        rows.iter()
            .find(|row| row.name == name && (row.descriptor.is_empty() || row.descriptor == descriptor))
            .map(|row| row.run)
    }
}

impl Peers for Table {
    fn find(&self, class: &str, name: &str, descriptor: &str, is_native: bool, origin: Origin) -> Option<Peer> {
        let run = self.function(class, name, descriptor, is_native, origin)?;
        Some(Box::leak(Box::new(Native(run))))
    }
}

/// Peers that take nothing's place: the bodies run after them.
fn listeners() -> impl Iterator<Item = &'static Replacement> {
    crate::unobserved_exceptions::LISTENERS
        .iter()
        .chain(default_handler::LISTENERS)
        .chain(delays::LISTENERS)
        .chain(nondeterminism::LISTENERS)
        .chain(crate::speculation::LISTENERS)
        .chain(random::LISTENERS)
        .chain(stamps::LISTENERS)
        .chain(thread::LISTENERS)
}

/// Where a class of Java 8 has moved to since: its natives are the same.
fn later_name(class: &str) -> Option<String> {
    let package = |old, new: &str| class.strip_prefix(old).map(|rest| format!("{new}{rest}"));
    package("sun/misc/", "jdk/internal/misc/").or_else(|| package("sun/reflect/", "jdk/internal/reflect/"))
}
