//! Loops that never end: of one thread that moves alone, and of several whose moves lead nowhere.

use std::collections::BTreeSet;

use dropwire_vm::{ThreadId, Vm};

use crate::judge::{Defect, name, nowhere, shorten, split_places};
use crate::report::{Kind, Related};
use crate::site::Site;

/// These threads move, and nothing that any of them can do ends the program.
pub fn endless(vm: &Vm, moving: &BTreeSet<ThreadId>) -> Defect {
    let (mut sides, mut related) = (Vec::new(), Vec::new());
    let (daemons, others): (Vec<ThreadId>, Vec<ThreadId>) = moving.iter().partition(|t| vm.thread(**t).daemon);
    let moving: Vec<ThreadId> = others.into_iter().chain(daemons).collect();
    for thread in &moving {
        let Some(site) = Site::of_thread(vm, *thread) else {
            continue;
        };
        sides.push(site.source_method());
        related.push(Related {
            message: format!("{} goes round here", name(vm, *thread)),
            location: site.location(),
        });
    }
    sides.sort();
    sides.dedup();
    let names: Vec<String> = moving.iter().map(|thread| name(vm, *thread)).collect();
    let (location, related) = split_places(related);
    let who = match &names[..] {
        [one] => format!("{one} goes"),
        _ => format!("{} go", shorten(&names, " and ")),
    };
    Defect {
        kind: Kind::InfiniteLoop,
        message: format!("Infinite loop: {who} round for ever, and nothing that anybody can do ends it"),
        sides,
        subject: None,
        location,
        related,
    }
}

/// A state repeats while only one thread can move.
pub fn infinite_loop(vm: &Vm, thread: ThreadId) -> Defect {
    let site = Site::of_thread(vm, thread);
    let method = site.map_or_else(String::new, |s| s.source_method());
    Defect {
        kind: Kind::InfiniteLoop,
        message: format!(
            "Infinite loop: {} repeats the same state for ever and nobody else can move",
            name(vm, thread)
        ),
        sides: vec![method],
        subject: None,
        location: site.map_or_else(nowhere, |s| s.location()),
        related: Vec::new(),
    }
}
