//! One segment of a run, instruction by instruction: where lines of the user's code begin, where breakpoints are, where data change.

use std::cell::RefCell;
use std::rc::Rc;

use dropwire_vm::{InstructionHook, ThreadId, Vm};

use super::breakpoints::{Breakpoints, Methods};
use super::evaluate::holds;
use super::inspect;

/// Behind which instructions a motion ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// At breakpoints alone.
    Nothing,
    /// Where any line begins.
    Lines,
    /// Where a line begins in a frame of this thread that is no deeper.
    Over(ThreadId, u32),
    /// Where a frame of this thread is on top that is less deep.
    Out(ThreadId, u32),
}

/// What was found before an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// What was wanted.
    Wanted,
    /// A breakpoint in code.
    Code(usize),
    /// What one of data watches has changed by the instruction before.
    Data(usize),
}

/// Something that was found, and after how many instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) at: u64,
    pub(super) hit: Hit,
}

/// A frame as it was seen last.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Seen {
    fp: u32,
    method: u32,
    pc: u32,
}

/// A line begins here, if the thread does not park before it runs.
struct Arrived {
    thread: ThreadId,
    at: u64,
    fp: u32,
    pc: u32,
    hits: Vec<Hit>,
}

/// Goes through a segment.
pub(super) struct Scan {
    wanted: Wanted,
    breakpoints: Rc<Breakpoints>,
    methods: Methods,
    /// Where it ends in any case; nothing is looked for then.
    until: Option<u64>,
    /// Instructions that have run.
    pub(super) count: u64,
    /// The thread that ran last.
    pub(super) running: ThreadId,
    seen: Vec<Vec<Seen>>,
    arrived: Option<Arrived>,
    watched: Vec<Option<u64>>,
    pub(super) found: Vec<Found>,
}

impl Scan {
    /// Looks for something in the segment that begins at the state of `vm`.
    pub(super) fn new(vm: &Vm, wanted: Wanted, breakpoints: Rc<Breakpoints>, methods: Methods) -> Scan {
        let watched = breakpoints
            .watches
            .iter()
            .map(|(_, watch)| inspect::watched(vm, *watch));
        Scan {
            watched: watched.collect(),
            seen: (0..vm.threads.len())
                .map(|index| seen_of(vm, ThreadId(index as u32)))
                .collect(),
            wanted,
            breakpoints,
            methods,
            until: None,
            count: 0,
            running: ThreadId(0),
            arrived: None,
            found: Vec::new(),
        }
    }

    /// Runs so many instructions.
    pub(super) fn until(at: u64) -> Scan {
        Scan {
            wanted: Wanted::Nothing,
            breakpoints: Rc::default(),
            methods: Methods::default(),
            until: Some(at),
            count: 0,
            running: ThreadId(0),
            seen: Vec::new(),
            arrived: None,
            watched: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The segment has run to its end.
    pub(super) fn finish(&mut self, vm: &Vm) {
        self.confirm(vm, None);
        self.look_at_data(vm, self.count);
    }

    /// What it knows of methods, for the next one.
    pub(super) fn into_methods(self) -> Methods {
        self.methods
    }

    fn before(&mut self, vm: &Vm, thread: ThreadId) -> bool {
        let at = self.count;
        if let Some(until) = self.until {
            self.running = thread;
            self.count += u64::from(at != until);
            return at != until;
        }
        self.confirm(vm, Some(thread));
        self.look_at_data(vm, at);
        self.count += 1;
        self.running = thread;
        self.look_at_code(vm, thread, at);
        true
    }

    fn look_at_code(&mut self, vm: &Vm, thread: ThreadId, at: u64) {
        let t = vm.thread(thread);
        if t.fp == 0 {
            return;
        }
        let (fp, method, pc) = (t.fp, t.method_id(), t.pc);
        if self.seen.len() <= thread.0 as usize {
            self.seen.resize(thread.0 as usize + 1, Vec::new());
        }
        let stack = &mut self.seen[thread.0 as usize];
        while stack.last().is_some_and(|top| top.fp > fp) {
            stack.pop();
        }
        let Some(begins) = self.methods.look(vm, method, pc) else {
            return;
        };
        let now = Seen { fp, method, pc };
        let before = match stack.last_mut() {
            Some(top) if top.fp == fp => Some(std::mem::replace(top, now)),
            _ => {
                stack.push(now);
                None
            }
        };
        if matches!(self.wanted, Wanted::Out(of, depth) if of == thread && t.depth < depth) {
            self.found.push(Found { at, hit: Hit::Wanted });
        }
        // An instruction that initialises a class or links a method runs again afterwards.
        if begins && before != Some(now) && self.arrived.is_none() {
            self.arrive(
                vm,
                Arrived {
                    thread,
                    at,
                    fp,
                    pc,
                    hits: Vec::new(),
                },
                method,
            );
        }
    }

    fn arrive(&mut self, vm: &Vm, mut arrived: Arrived, method: u32) {
        let depth = vm.thread(arrived.thread).depth;
        let wanted = match self.wanted {
            Wanted::Nothing | Wanted::Out(..) => false,
            Wanted::Lines => true,
            Wanted::Over(of, most) => of == arrived.thread && depth <= most,
        };
        arrived.hits.extend(wanted.then_some(Hit::Wanted));
        let here = self.breakpoints.code.get(&(method, arrived.pc));
        let here = here
            .into_iter()
            .flatten()
            .filter(|index| self.condition_holds(vm, arrived.thread, **index));
        arrived.hits.extend(here.map(|index| Hit::Code(*index)));
        if !arrived.hits.is_empty() {
            self.arrived = Some(arrived);
        }
    }

    fn condition_holds(&self, vm: &Vm, thread: ThreadId, index: usize) -> bool {
        let condition = self.breakpoints.conditions.get(index).and_then(Option::as_ref);
        condition.is_none_or(|condition| holds(vm, thread, condition))
    }

    /// The instruction at which a line began has run, or the thread has parked before it.
    fn confirm(&mut self, vm: &Vm, next: Option<ThreadId>) {
        let Some(arrived) = self.arrived.take() else { return };
        let t = vm.thread(arrived.thread);
        if !t.is_alive() || (t.fp, t.pc) != (arrived.fp, arrived.pc) {
            let at = arrived.at;
            self.found.extend(arrived.hits.into_iter().map(|hit| Found { at, hit }));
        } else if next == Some(arrived.thread) {
            self.arrived = Some(arrived);
        }
    }

    fn look_at_data(&mut self, vm: &Vm, at: u64) {
        for place in 0..self.watched.len() {
            let (index, watch) = self.breakpoints.watches[place];
            let now = inspect::watched(vm, watch);
            if std::mem::replace(&mut self.watched[place], now) != now && self.condition_holds(vm, self.running, index)
            {
                self.found.push(Found {
                    at,
                    hit: Hit::Data(index),
                });
            }
        }
    }
}

/// The frames of a thread, from the bottom. Whether the topmost instruction is to run or was begun is not known.
fn seen_of(vm: &Vm, thread: ThreadId) -> Vec<Seen> {
    let frames = vm.thread(thread).frames().enumerate();
    let mut seen: Vec<Seen> = frames
        .filter(|(_, (_, method, pc))| inspect::is_user(vm, *method, *pc))
        .map(|(depth, (fp, method, pc))| Seen {
            fp,
            method,
            pc: if depth == 0 { u32::MAX } else { pc },
        })
        .collect();
    seen.reverse();
    seen
}

/// The machine's handle on a scan.
pub(super) struct Hook(pub(super) Rc<RefCell<Scan>>);

impl InstructionHook for Hook {
    fn before_instruction(&mut self, vm: &Vm, thread: ThreadId) -> bool {
        self.0.borrow_mut().before(vm, thread)
    }
}
