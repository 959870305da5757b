//! What a search spends its transitions on: each transition, or a sample of them, is counted for the place where it begins.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};

use dropwire_vm::{Alternative, Choice, Pending, Status, ThreadId, Vm};
use rustc_hash::FxHashMap;

use super::operation::{Operation, Subject};
use crate::facts::cost::{SiteCost, ThreadCost};
use crate::facts::object::Memory;
use crate::facts::step::StepOp;
use crate::names;
use crate::site::{Site, frames};

/// One transition in so many is counted where no profile is asked for, on average.
const SAMPLED: u64 = 32;

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Costs {
    /// Transitions that were counted.
    pub counted: u64,
    numbers: FxHashMap<SiteKey, usize>,
    sites: Vec<CountedSite>,
    /// By the thread's name.
    threads: BTreeMap<String, u64>,
    /// By class and method: transitions that are made within a method of another class than that with which the thread begins; none if
    /// it waits.
    methods: BTreeMap<(String, String), Option<u64>>,
}

/// What transitions of one place have in common.
#[derive(PartialEq, Eq, Hash, Debug)]
struct SiteKey {
    method: u32,
    pc: u32,
    pending: Discriminant<Pending>,
    alternative: Discriminant<Alternative>,
    waits: bool,
    /// The class of the object, and the field; elements of an array are not distinguished.
    subject: Option<Subject>,
}

#[derive(Debug)]
struct CountedSite {
    cost: SiteCost,
    threads: BTreeSet<ThreadId>,
}

impl Costs {
    /// Whether a transition is counted: all are, or it is one of a sample that keeps no step with loops.
    pub(super) fn is_due(transition: u64, all: bool) -> bool {
        // Fibonacci hashing: the upper bits of the product are spread evenly.
        all || transition.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & (SAMPLED - 1) == 0
    }

    /// Counts a transition that is about to be made.
    pub(super) fn count(&mut self, vm: &Vm, choice: Choice) {
        let thread = choice.thread;
        self.counted += 1;
        *self.threads.entry(vm.thread_name(thread)).or_default() += 1;
        if let Some(called) = called_method(vm, thread) {
            let class = called.method.class().binary_name();
            let method = (class, called.method.name.to_owned());
            let transitions = self.methods.entry(method).or_insert(Some(0));
            *transitions = transitions
                .filter(|_| !waits(vm, thread))
                .map(|transitions| transitions + 1);
        }
        let site = Site::of_thread(vm, thread);
        let key = SiteKey {
            method: site.map_or(u32::MAX, |site| site.method.id.0),
            pc: site.map_or(0, |site| site.pc),
            pending: discriminant(&vm.pending(thread)),
            alternative: discriminant(&choice.alternative),
            waits: matches!(vm.thread(thread).status, Status::Waiting { .. }),
            subject: Operation::of(vm, thread).map(|operation| operation.kind(vm)),
        };
        let sites = &mut self.sites;
        let number = *self.numbers.entry(key).or_insert_with(|| {
            sites.push(CountedSite {
                cost: SiteCost {
                    facts: operation(vm, choice),
                    location: site.map(|site| site.location()),
                    threads: 0,
                    transitions: 0,
                },
                threads: BTreeSet::new(),
            });
            sites.len() - 1
        });
        let counted = &mut self.sites[number];
        counted.cost.transitions += 1;
        counted.threads.insert(thread);
    }

    /// The places, the most expensive first.
    pub(crate) fn sites(&self) -> Vec<SiteCost> {
        let mut sites: Vec<SiteCost> = Vec::new();
        let mut threads: Vec<BTreeSet<ThreadId>> = Vec::new();
        for counted in &self.sites {
            // Several instructions of a line may do the same.
            let same = |known: &SiteCost| known.facts == counted.cost.facts && known.location == counted.cost.location;
            match sites.iter().position(same) {
                Some(at) => {
                    sites[at].transitions += counted.cost.transitions;
                    threads[at].extend(&counted.threads);
                }
                None => {
                    sites.push(counted.cost.clone());
                    threads.push(counted.threads.clone());
                }
            }
        }
        for (site, threads) in sites.iter_mut().zip(&threads) {
            site.threads = threads.len() as u64;
        }
        sites.sort_by_key(|site| std::cmp::Reverse(site.transitions));
        sites
    }

    /// The threads, the most expensive first.
    pub(crate) fn threads(&self) -> Vec<ThreadCost> {
        let of = |(thread, transitions): (&String, &u64)| ThreadCost {
            thread: thread.clone(),
            transitions: *transitions,
        };
        let mut threads: Vec<ThreadCost> = self.threads.iter().map(of).collect();
        threads.sort_by_key(|thread| std::cmp::Reverse(thread.transitions));
        threads
    }

    /// Methods of other classes than those with which threads begin and in which no thread waits, and the transitions that are made within
    /// them; the most first.
    pub(crate) fn methods(&self) -> Vec<(String, u64)> {
        let of = |((class, method), transitions): (&(String, String), &Option<u64>)| {
            Some((format!("{class}.{method}"), (*transitions)?))
        };
        let mut methods: Vec<(String, u64)> = self.methods.iter().filter_map(of).collect();
        methods.sort_by_key(|(_, transitions)| std::cmp::Reverse(*transitions));
        methods
    }
}

/// What a choice does, alike for all objects of a place.
fn operation(vm: &Vm, choice: Choice) -> StepOp {
    match choice.alternative {
        Alternative::SpuriousWakeup => return StepOp::SpuriousWakeup,
        Alternative::Timeout => return StepOp::Timeout,
        _ => {}
    }
    let mut operation = names::operation(vm, choice.thread);
    let elements = |memory: &mut Memory| {
        if let Memory::Elements { first, last, .. } = memory {
            (*first, *last) = (None, None);
        }
    };
    match &mut operation {
        StepOp::Access { memory, .. } => elements(memory),
        StepOp::Copy { from, to } => from.iter_mut().chain(to).for_each(elements),
        _ => {}
    }
    operation
}

/// The call by which a thread left the classes that it began with, nested ones among them, if it is within a method of the program's.
fn called_method(vm: &Vm, thread: ThreadId) -> Option<Site> {
    let of_user: Vec<Site> = frames(vm, thread).filter(Site::is_user).collect();
    let outermost = |site: &Site| site.method.class().name.split('$').next().unwrap_or_default();
    let first = of_user.last().map(outermost)?;
    let called = of_user.iter().rev().find(|site| outermost(site) != first)?;
    // A constructor's object is the thread's own; tasks are not what other code calls.
    let name = called.method.name;
    let is_called = !name.starts_with('<') && !name.starts_with("lambda$") && !["run", "call"].contains(&name);
    is_called.then_some(*called)
}

/// Whether a thread is about to wait, or has just done so, for something that another one does, or for a time.
fn waits(vm: &Vm, thread: ThreadId) -> bool {
    let waits = matches!(
        vm.pending(thread),
        Pending::Wait(_)
            | Pending::Reacquire(..)
            | Pending::Park(_)
            | Pending::Sleep(_)
            | Pending::Join(_)
            | Pending::Poll { .. }
    );
    waits || matches!(vm.thread(thread).status, Status::Waiting { .. })
}
