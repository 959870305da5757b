//! The model: what the programs mean by the Java Language Specification, explored in the plainest way.
//!
//! Sequentially consistent interleaving of single accesses (JLS 17.4.3), monitors and wait sets (17.1, 17.2), interruption
//! (17.2.3, 17.2.4), initialisation of classes (12.4.2). Shares nothing with the engine. States are compared whole.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::emit::{Emitted, Instr, Op, Value};
use super::program::{Atomic, BoxPlace, Handed, Lock, Place, Program};

/// Boxes that a thread may make.
const MADE: u8 = 5;
/// Number of the first box that `main` made before the threads started.
const FIRST_HANDED: u8 = 4 * MADE + 1;
const BOXES: usize = 4 * MADE as usize + 5;
const THREADS: usize = 4;
const NOBODY: u8 = u8::MAX;

/// What a perfect checker finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// What the program prints, for each of its ends.
    pub ends: BTreeSet<String>,
    /// Some run gets stuck.
    pub deadlock: bool,
    /// Lines from which an exception or a failed assertion (`true`) leaves its thread.
    pub uncaught: BTreeSet<(bool, u32)>,
    /// Pairs of lines that may access one plain location at the same time, one of them writing.
    pub races: BTreeSet<(u32, u32)>,
    /// Distinct states.
    pub states: usize,
}

impl Answer {
    /// Whether there is anything wrong with the program.
    pub fn is_clean(&self) -> bool {
        !self.deadlock && self.uncaught.is_empty() && self.races.is_empty()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Status {
    New,
    Running,
    /// In a wait set.
    Waiting,
    /// Wants its monitor back; `true`: to throw.
    Returning(bool),
    /// Wants its monitor back, and was both interrupted and notified.
    ReturningEitherWay,
    /// Waits for the condition, or for the lock after a signal.
    Awaiting,
    Signalled,
    Dead,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Exception {
    None,
    Runtime,
    Assertion,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Thread {
    status: Status,
    pc: u16,
    local: i8,
    loaded: i8,
    own: u8,
    fresh: u8,
    made: u8,
    slots: [u8; 8],
    /// What it waits for, and how often it held it.
    monitor: u8,
    count: u8,
    interrupted: bool,
    exception: Exception,
    line: u16,
    back: [u16; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Monitor {
    owner: u8,
    count: u8,
}

const FREE: Monitor = Monitor {
    owner: NOBODY,
    count: 0,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Cell {
    f: i8,
    w: i8,
    next: u8,
    monitor: Monitor,
}

/// Threads in the order of their coming.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Queue([u8; THREADS]);

impl Queue {
    fn push(&mut self, thread: u8) {
        if let Some(slot) = self.0.iter_mut().find(|slot| **slot == NOBODY) {
            *slot = thread;
        }
    }

    fn pop(&mut self) -> Option<u8> {
        let first = self.0[0];
        self.0.rotate_left(1);
        self.0[THREADS - 1] = NOBODY;
        (first != NOBODY).then_some(first)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    plain: [i8; 2],
    volatile: i8,
    elements: [i8; 2],
    lazy: [i8; 2],
    shared: u8,
    gate: u8,
    slots: [u8; 2],
    boxes: [Cell; BOXES],
    locks: [Monitor; 2],
    reentrant: Monitor,
    condition: Queue,
    signalled: Queue,
    atomic: i8,
    /// 0 not initialised, 1 running, 2 done; and by whom.
    init: [(u8, u8); 2],
    results: [i8; THREADS],
    threads: [Thread; THREADS],
}

/// A quick hash for long keys; the states themselves are compared.
#[derive(Default)]
pub struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u8(*byte);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Explores a program; `None` when it has more than `limit` states, or makes too many boxes.
/// With `spurious` threads may wake up spuriously.
pub fn explore(program: &Program, emitted: &Emitted, spurious: bool, limit: usize) -> Option<Answer> {
    let mut search = Search {
        emitted,
        spurious,
        main: program.bodies.len() - 1,
        prints_locals: program.prints_locals,
        answer: Answer::default(),
        overflow: false,
        next: Vec::new(),
    };
    let mut seen: HashSet<State, BuildHasherDefault<Quick>> = HashSet::default();
    let start = search.settle(initial(program, emitted));
    seen.insert(start);
    let mut work = vec![start];
    while let Some(state) = work.pop() {
        search.look_at(&state);
        if search.overflow || seen.len() > limit {
            return None;
        }
        for next in std::mem::take(&mut search.next) {
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    search.answer.states = seen.len();
    Some(search.answer)
}

fn initial(program: &Program, emitted: &Emitted) -> State {
    let main = program.bodies.len() - 1;
    let thread = Thread {
        status: Status::Dead,
        pc: 0,
        local: 0,
        loaded: 0,
        own: 0,
        fresh: 0,
        made: 0,
        slots: [0; 8],
        monitor: 0,
        count: 0,
        interrupted: false,
        exception: Exception::None,
        line: 0,
        back: [0; 2],
    };
    let cell = Cell {
        f: 0,
        w: 0,
        next: 0,
        monitor: FREE,
    };
    let mut state = State {
        plain: [0; 2],
        volatile: 0,
        elements: [0; 2],
        lazy: [0; 2],
        shared: 0,
        gate: 0,
        slots: [0; 2],
        boxes: [cell; BOXES],
        locks: [FREE; 2],
        reentrant: FREE,
        condition: Queue([NOBODY; THREADS]),
        signalled: Queue([NOBODY; THREADS]),
        atomic: 0,
        init: [(0, NOBODY); 2],
        results: [0; THREADS],
        threads: [thread; THREADS],
    };
    for (index, start) in emitted.starts.iter().enumerate() {
        let t = &mut state.threads[index];
        t.pc = *start;
        t.status = if index == main { Status::Running } else { Status::New };
        match program.handed {
            Handed::Nothing => {}
            Handed::One => t.own = FIRST_HANDED,
            Handed::Each => {
                t.own = FIRST_HANDED + index as u8;
                state.boxes[usize::from(t.own)].f = index as i8;
            }
        }
    }
    if program.shared_from_start {
        state.shared = FIRST_HANDED;
    }
    state
}

/// A location that a thread is about to access: a number for it, whether it writes, whether it is volatile.
type Access = (u16, bool, bool);

struct Search<'a> {
    emitted: &'a Emitted,
    spurious: bool,
    main: usize,
    prints_locals: bool,
    answer: Answer,
    overflow: bool,
    next: Vec<State>,
}

impl Search<'_> {
    fn instr(&self, thread: &Thread) -> Instr {
        self.emitted.code[usize::from(thread.pc)]
    }

    fn look_at(&mut self, state: &State) {
        self.note_races(state);
        let mut moved = false;
        let mut alive = false;
        let mut unlikely: Vec<State> = Vec::new();
        for index in 0..=self.main {
            let thread = &state.threads[index];
            alive |= !matches!(thread.status, Status::Dead | Status::New);
            match thread.status {
                Status::New | Status::Dead | Status::Awaiting => {}
                Status::Waiting => {
                    // Without a reason (JLS 17.2.1); not a move of the program.
                    let mut next = *state;
                    next.threads[index].status = Status::Returning(false);
                    unlikely.push(next);
                }
                Status::Returning(throws) => moved |= self.come_back(*state, index, throws),
                Status::ReturningEitherWay => {
                    for throws in [false, true] {
                        moved |= self.come_back(*state, index, throws);
                    }
                }
                Status::Signalled => moved |= self.lock_again(*state, index),
                Status::Running => moved |= self.run(state, index),
            }
        }
        // It is one, though a spurious wakeup might still lead on.
        self.answer.deadlock |= alive && !moved;
        if self.spurious {
            unlikely.into_iter().for_each(|next| self.push(next));
        }
        if !alive && !state.threads[..=self.main].iter().any(|t| t.status == Status::New) {
            self.note_end(state);
        }
    }

    /// `main` printed if it came to its end; a thread that was never started does not count.
    fn note_end(&mut self, state: &State) {
        let main = &state.threads[self.main];
        let end = if main.exception == Exception::None {
            self.printed(state)
        } else {
            String::new()
        };
        self.answer.ends.insert(end);
    }

    fn printed(&self, state: &State) -> String {
        let numbers = [
            state.plain,
            [state.volatile, state.elements[0]],
            [state.elements[1], state.atomic],
        ];
        let mut shown: Vec<i8> = numbers.into_iter().flatten().collect();
        for reference in [state.shared, state.gate, state.slots[0]] {
            let cell = &state.boxes[usize::from(reference)];
            shown.extend(if reference == 0 { [-1, -1] } else { [cell.f, cell.w] });
        }
        if self.prints_locals {
            shown.extend(&state.results[..=self.main]);
        }
        let digits = shown.iter().map(|value| char::from((*value + b'0' as i8) as u8));
        digits.chain(['\n']).collect()
    }

    fn push(&mut self, state: State) {
        let settled = self.settle(state);
        self.next.push(settled);
    }

    fn come_back(&mut self, mut state: State, index: usize, throws: bool) -> bool {
        let (monitor, count) = (state.threads[index].monitor, state.threads[index].count);
        let held = monitor_mut(&mut state, monitor);
        if held.owner != NOBODY {
            return false;
        }
        *held = Monitor {
            owner: index as u8,
            count,
        };
        let t = &mut state.threads[index];
        t.status = Status::Running;
        t.pc += 1;
        (t.monitor, t.count) = (0, 0);
        if throws {
            t.interrupted = false;
            t.local = 7;
        }
        self.push(state);
        true
    }

    fn lock_again(&mut self, mut state: State, index: usize) -> bool {
        if state.reentrant.owner != NOBODY || state.signalled.0[0] != index as u8 {
            return false;
        }
        state.signalled.pop();
        state.reentrant = Monitor {
            owner: index as u8,
            count: state.threads[index].count,
        };
        state.threads[index].status = Status::Running;
        state.threads[index].pc += 1;
        self.push(state);
        true
    }

    /// Runs what nobody else can notice.
    fn settle(&mut self, mut state: State) -> State {
        for index in 0..=self.main {
            while state.threads[index].status == Status::Running && self.is_private(&state, index) {
                let instr = self.instr(&state.threads[index]);
                self.private(&mut state, index, instr);
            }
        }
        state
    }

    fn is_private(&self, state: &State, index: usize) -> bool {
        match self.instr(&state.threads[index]).op {
            Op::Alloc
            | Op::Take
            | Op::SetLocal(_)
            | Op::KeepLoaded
            | Op::UnlessLoaded(..)
            | Op::UnlessLocal(..)
            | Op::Jump(_)
            | Op::Catch
            | Op::Rethrow
            | Op::Assert(_)
            | Op::Throw => true,
            Op::Init(k) => {
                let (done, by) = state.init[usize::from(k)];
                done == 2 || done == 1 && by == index as u8
            }
            _ => false,
        }
    }

    fn private(&mut self, state: &mut State, index: usize, instr: Instr) {
        let t = &mut state.threads[index];
        t.pc += 1;
        match instr.op {
            Op::Alloc => {
                if t.made == MADE {
                    self.overflow = true;
                } else {
                    t.made += 1;
                }
                t.fresh = index as u8 * MADE + t.made;
            }
            Op::Take => (t.own, t.fresh) = (t.fresh, 0),
            Op::SetLocal(c) => t.local = c,
            Op::KeepLoaded => t.local = t.loaded,
            Op::UnlessLoaded(c, to) if t.loaded != c => t.pc = to,
            Op::UnlessLocal(c, to) if t.local != c => t.pc = to,
            Op::Jump(to) => t.pc = to,
            Op::Catch if t.exception == Exception::Runtime => {
                t.exception = Exception::None;
                t.line = 0;
                t.local = 8;
            }
            Op::Catch | Op::Rethrow => self.fly(state, index, instr),
            Op::Assert(c) if t.loaded == c => self.throw(state, index, instr, Exception::Assertion),
            Op::Throw => self.throw(state, index, instr, Exception::Runtime),
            _ => {}
        }
    }

    fn throw(&mut self, state: &mut State, index: usize, instr: Instr, exception: Exception) {
        let t = &mut state.threads[index];
        t.exception = exception;
        t.line = instr.line;
        self.fly(state, index, instr);
    }

    fn fly(&mut self, state: &mut State, index: usize, instr: Instr) {
        let t = &mut state.threads[index];
        match instr.handler {
            Some(handler) => t.pc = handler,
            None => {
                t.status = Status::Dead;
                let assertion = t.exception == Exception::Assertion;
                self.answer.uncaught.insert((assertion, u32::from(t.line)));
            }
        }
    }

    /// Takes every way on of a thread at an operation that others may notice; whether there is one.
    fn run(&mut self, state: &State, index: usize) -> bool {
        let instr = self.instr(&state.threads[index]);
        if !enabled(state, index, instr.op) {
            return false;
        }
        if let Op::Notify(lock) = instr.op
            && let Some(monitor) = owned(state, index, lock)
        {
            // An interrupted thread may still be taken (JLS 17.2.4), and one that is not lets the others be.
            let waiting = waiters(state, monitor).count();
            for waiter in waiters(state, monitor).chain(interrupted(state, monitor)) {
                let mut next = *state;
                next.threads[waiter].status = Status::Returning(false);
                next.threads[index].pc += 1;
                self.push(next);
            }
            if waiting > 0 {
                return true;
            }
        }
        let mut next = *state;
        next.threads[index].pc += 1;
        if let Err(exception) = self.visible(&mut next, index, instr) {
            self.throw(&mut next, index, instr, exception);
        }
        self.push(next);
        true
    }

    fn visible(&mut self, s: &mut State, index: usize, instr: Instr) -> Result<(), Exception> {
        let me = index as u8;
        let null = Exception::Runtime;
        match instr.op {
            Op::Load(place) => {
                let value = *place_mut(s, index, place).ok_or(null)?;
                s.threads[index].loaded = value;
            }
            Op::Store(place, value) => {
                let value = match value {
                    Value::Const(c) => c,
                    Value::Local => s.threads[index].local,
                    Value::LoadedPlusOne => s.threads[index].loaded + 1,
                };
                *place_mut(s, index, place).ok_or(null)? = value;
            }
            Op::LoadBox(place) => {
                let value = *box_mut(s, index, place).ok_or(null)?;
                if value != 0 {
                    s.threads[index].own = value;
                }
            }
            Op::StoreBox(place) => *box_mut(s, index, place).ok_or(null)? = s.threads[index].own,
            Op::Fill(c) => s.boxes[usize::from(s.threads[index].fresh)].f = c,
            Op::Leak => s.shared = s.threads[index].fresh,
            Op::Enter(lock, slot) => {
                let monitor = monitor_of(s, index, lock).ok_or(null)?;
                let held = monitor_mut(s, monitor);
                held.owner = me;
                held.count += 1;
                s.threads[index].slots[usize::from(slot)] = monitor;
            }
            Op::Exit(slot) => {
                let held = monitor_mut(s, s.threads[index].slots[usize::from(slot)]);
                held.count -= 1;
                if held.count == 0 {
                    *held = FREE;
                }
            }
            Op::Wait(lock) => {
                let monitor = owned(s, index, lock).ok_or(Exception::Runtime)?;
                wait(s, index, monitor);
            }
            Op::Notify(lock) => {
                owned(s, index, lock).ok_or(Exception::Runtime)?;
            }
            Op::NotifyAll(lock) => {
                let monitor = owned(s, index, lock).ok_or(Exception::Runtime)?;
                let waiters: Vec<usize> = waiters(s, monitor).collect();
                let interrupted: Vec<usize> = interrupted(s, monitor).collect();
                for waiter in waiters {
                    s.threads[waiter].status = Status::Returning(false);
                }
                for waiter in interrupted {
                    s.threads[waiter].status = Status::ReturningEitherWay;
                }
            }
            Op::Atomic(atomic) => {
                let t = &mut s.threads[index];
                match atomic {
                    Atomic::Increment => s.atomic += 1,
                    Atomic::Get => t.local = s.atomic,
                    Atomic::Set(c) => s.atomic = c,
                    Atomic::CompareAndSet(c, d) => {
                        t.local = i8::from(s.atomic == c);
                        if s.atomic == c {
                            s.atomic = d;
                        }
                    }
                }
            }
            Op::Lock => {
                s.reentrant.owner = me;
                s.reentrant.count += 1;
            }
            Op::Unlock => {
                if s.reentrant.owner != me {
                    return Err(Exception::Runtime);
                }
                s.reentrant.count -= 1;
                if s.reentrant.count == 0 {
                    s.reentrant = FREE;
                }
            }
            Op::Await => {
                if s.reentrant.owner != me {
                    return Err(Exception::Runtime);
                }
                let t = &mut s.threads[index];
                t.pc -= 1;
                t.status = Status::Awaiting;
                t.count = s.reentrant.count;
                s.reentrant = FREE;
                s.condition.push(me);
            }
            Op::Signal(all) => {
                if s.reentrant.owner != me {
                    return Err(Exception::Runtime);
                }
                while let Some(waiter) = s.condition.pop() {
                    s.threads[usize::from(waiter)].status = Status::Signalled;
                    s.signalled.push(waiter);
                    if !all {
                        break;
                    }
                }
            }
            Op::Interrupt(k) => {
                let t = &mut s.threads[usize::from(k)];
                t.interrupted = true;
                if t.status == Status::Waiting {
                    t.status = Status::Returning(true);
                }
            }
            Op::Interrupted => {
                let t = &mut s.threads[index];
                t.local = i8::from(t.interrupted);
                t.interrupted = false;
            }
            Op::Join(k) => {
                let over = matches!(s.threads[usize::from(k)].status, Status::Dead | Status::New);
                let t = &mut s.threads[index];
                if !over {
                    t.interrupted = false;
                    t.local = 7;
                }
            }
            Op::Start(k) => s.threads[usize::from(k)].status = Status::Running,
            Op::Init(k) => {
                s.init[usize::from(k)] = (1, me);
                let t = &mut s.threads[index];
                t.back[usize::from(k)] = t.pc - 1;
                t.pc = self.emitted.lazy[usize::from(k)];
            }
            Op::InitDone(k) => {
                s.init[usize::from(k)] = (2, NOBODY);
                let t = &mut s.threads[index];
                t.pc = t.back[usize::from(k)];
                t.back[usize::from(k)] = 0;
            }
            Op::Result(k) => s.results[usize::from(k)] = s.threads[index].local,
            Op::End | Op::Print => s.threads[index].status = Status::Dead,
            Op::Alloc
            | Op::Take
            | Op::SetLocal(_)
            | Op::KeepLoaded
            | Op::UnlessLoaded(..)
            | Op::UnlessLocal(..)
            | Op::Jump(_)
            | Op::Catch
            | Op::Rethrow
            | Op::Assert(_)
            | Op::Throw => unreachable!("private"),
        }
        Ok(())
    }

    fn note_races(&mut self, state: &State) {
        let code = &self.emitted.code;
        let access = |index: usize| {
            let thread = &state.threads[index];
            let instr = code[usize::from(thread.pc)];
            let access = (thread.status == Status::Running).then(|| access(state, index, instr.op))??;
            Some((access, u32::from(instr.line)))
        };
        for first in 0..self.main {
            let Some(((place, writes, volatile), line)) = access(first) else {
                continue;
            };
            for second in first + 1..=self.main {
                if let Some((other, at)) = access(second)
                    && other.0 == place
                    && (writes || other.1)
                    && !(volatile && other.2)
                {
                    self.answer.races.insert((line.min(at), line.max(at)));
                }
            }
        }
    }
}

fn enabled(state: &State, index: usize, op: Op) -> bool {
    let me = index as u8;
    match op {
        Op::Enter(lock, _) => monitor_of(state, index, lock).is_none_or(|monitor| {
            let owner = held(state, monitor).owner;
            owner == NOBODY || owner == me
        }),
        Op::Lock => state.reentrant.owner == NOBODY || state.reentrant.owner == me,
        Op::Join(k) => {
            let over = matches!(state.threads[usize::from(k)].status, Status::Dead | Status::New);
            over || state.threads[index].interrupted
        }
        Op::Init(k) => state.init[usize::from(k)].0 != 1,
        _ => true,
    }
}

fn wait(s: &mut State, index: usize, monitor: u8) {
    if s.threads[index].interrupted {
        s.threads[index].interrupted = false;
        s.threads[index].local = 7;
        return;
    }
    let count = monitor_mut(s, monitor).count;
    *monitor_mut(s, monitor) = FREE;
    let t = &mut s.threads[index];
    t.pc -= 1;
    t.status = Status::Waiting;
    (t.monitor, t.count) = (monitor, count);
}

/// 0 and 1 are the static locks, others a box plus 2.
fn monitor_of(state: &State, index: usize, lock: Lock) -> Option<u8> {
    match lock {
        Lock::Static(k) => Some(k),
        Lock::Own => match state.threads[index].own {
            0 => None,
            own => Some(own + 2),
        },
    }
}

fn held(state: &State, monitor: u8) -> Monitor {
    match monitor {
        0 | 1 => state.locks[usize::from(monitor)],
        own => state.boxes[usize::from(own) - 2].monitor,
    }
}

fn monitor_mut(state: &mut State, monitor: u8) -> &mut Monitor {
    match monitor {
        0 | 1 => &mut state.locks[usize::from(monitor)],
        own => &mut state.boxes[usize::from(own) - 2].monitor,
    }
}

/// The monitor, if the thread owns it. Null is as wrong as a monitor that it does not own.
fn owned(state: &State, index: usize, lock: Lock) -> Option<u8> {
    let monitor = monitor_of(state, index, lock)?;
    (held(state, monitor).owner == index as u8).then_some(monitor)
}

fn waiters(state: &State, monitor: u8) -> impl Iterator<Item = usize> + '_ {
    let waits = move |t: &Thread| t.status == Status::Waiting && t.monitor == monitor;
    (0..THREADS).filter(move |index| waits(&state.threads[*index]))
}

/// Who was interrupted in the wait set and has not gone on.
fn interrupted(state: &State, monitor: u8) -> impl Iterator<Item = usize> + '_ {
    let leaves = move |t: &Thread| t.status == Status::Returning(true) && t.monitor == monitor;
    (0..THREADS).filter(move |index| leaves(&state.threads[*index]))
}

fn place_mut(s: &mut State, index: usize, place: Place) -> Option<&mut i8> {
    let own = usize::from(s.threads[index].own);
    match place {
        Place::Plain(k) => Some(&mut s.plain[usize::from(k)]),
        Place::Volatile => Some(&mut s.volatile),
        Place::Element(k) => Some(&mut s.elements[usize::from(k)]),
        Place::Lazy(k) => Some(&mut s.lazy[usize::from(k)]),
        Place::Field | Place::VolatileField if own == 0 => None,
        Place::Field => Some(&mut s.boxes[own].f),
        Place::VolatileField => Some(&mut s.boxes[own].w),
    }
}

fn box_mut(s: &mut State, index: usize, place: BoxPlace) -> Option<&mut u8> {
    let own = usize::from(s.threads[index].own);
    match place {
        BoxPlace::Shared => Some(&mut s.shared),
        BoxPlace::Gate => Some(&mut s.gate),
        BoxPlace::Slot(k) => Some(&mut s.slots[usize::from(k)]),
        BoxPlace::Next if own == 0 => None,
        BoxPlace::Next => Some(&mut s.boxes[own].next),
    }
}

fn access(state: &State, index: usize, op: Op) -> Option<Access> {
    let (own, fresh) = (
        u16::from(state.threads[index].own),
        u16::from(state.threads[index].fresh),
    );
    let field = |of: u16, k: u16| (of != 0).then_some(100 + of * 4 + k);
    let place = |place: Place| match place {
        Place::Plain(k) => Some((u16::from(k), false)),
        Place::Volatile => Some((2, true)),
        Place::Element(k) => Some((3 + u16::from(k), false)),
        Place::Lazy(k) => Some((5 + u16::from(k), false)),
        Place::Field => field(own, 0).map(|at| (at, false)),
        Place::VolatileField => field(own, 1).map(|at| (at, true)),
    };
    let reference = |place: BoxPlace| match place {
        BoxPlace::Shared => Some((7, false)),
        BoxPlace::Gate => Some((8, true)),
        BoxPlace::Slot(k) => Some((9 + u16::from(k), false)),
        BoxPlace::Next => field(own, 2).map(|at| (at, false)),
    };
    let (at, writes) = match op {
        Op::Load(of) => (place(of)?, false),
        Op::Store(of, _) => (place(of)?, true),
        Op::LoadBox(of) => (reference(of)?, false),
        Op::StoreBox(of) => (reference(of)?, true),
        Op::Fill(_) => ((field(fresh, 0)?, false), true),
        Op::Leak => ((7, false), true),
        _ => return None,
    };
    Some((at.0, writes, at.1))
}
