//! A state of the model, and what can be asked of it and done to it.

use std::hash::Hasher;

use super::super::emit::{Emitted, Op};
use super::super::program::{BoxPlace, Handed, Lock, Place, Program};

/// Boxes that a thread may make.
pub(super) const MADE: u8 = 5;
/// Number of the first box that `main` made before the threads started.
const FIRST_HANDED: u8 = 4 * MADE + 1;
const BOXES: usize = 4 * MADE as usize + 5;
pub(super) const THREADS: usize = 4;
pub(super) const NOBODY: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Status {
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
    /// Waits for the end of a thread.
    Joining(Joining),
    /// Has done all that it does, and is still alive.
    Ending,
    Dead,
}

/// How a thread waits for the end of another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Joining {
    /// The other one.
    pub(super) of: u8,
    /// It was interrupted before the end of the other one.
    pub(super) interrupted: bool,
    /// For a limited time.
    pub(super) timed: bool,
    /// That time has run, together with another thread's.
    pub(super) due: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Exception {
    None,
    Runtime,
    Assertion,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub(super) status: Status,
    pub(super) pc: u16,
    pub(super) local: i8,
    pub(super) loaded: i8,
    pub(super) own: u8,
    pub(super) fresh: u8,
    pub(super) made: u8,
    pub(super) slots: [u8; 8],
    /// What it waits for, and how often it held it.
    pub(super) monitor: u8,
    pub(super) count: u8,
    pub(super) interrupted: bool,
    pub(super) exception: Exception,
    pub(super) line: u16,
    pub(super) back: [u16; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Monitor {
    pub(super) owner: u8,
    pub(super) count: u8,
}

pub(super) const FREE: Monitor = Monitor {
    owner: NOBODY,
    count: 0,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cell {
    pub(super) f: i8,
    pub(super) w: i8,
    pub(super) next: u8,
    pub(super) monitor: Monitor,
}

/// Threads in the order of their coming.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Queue([u8; THREADS]);

impl Queue {
    pub(super) fn push(&mut self, thread: u8) {
        if let Some(slot) = self.0.iter_mut().find(|slot| **slot == NOBODY) {
            *slot = thread;
        }
    }

    /// [`NOBODY`] if it is empty.
    pub(super) fn first(&self) -> u8 {
        self.0[0]
    }

    pub(super) fn pop(&mut self) -> Option<u8> {
        let first = self.first();
        self.0.rotate_left(1);
        self.0[THREADS - 1] = NOBODY;
        (first != NOBODY).then_some(first)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) plain: [i8; 2],
    pub(super) volatile: i8,
    pub(super) elements: [i8; 2],
    pub(super) lazy: [i8; 2],
    pub(super) shared: u8,
    pub(super) gate: u8,
    pub(super) slots: [u8; 2],
    pub(super) boxes: [Cell; BOXES],
    pub(super) locks: [Monitor; 2],
    pub(super) reentrant: Monitor,
    pub(super) condition: Queue,
    pub(super) signalled: Queue,
    pub(super) atomic: i8,
    /// 0 not initialised, 1 running, 2 done; and by whom.
    pub(super) init: [(u8, u8); 2],
    pub(super) results: [i8; THREADS],
    /// `main` has printed.
    pub(super) printed: bool,
    /// `System.exit` has ended the program.
    pub(super) exited: bool,
    pub(super) threads: [Thread; THREADS],
}

/// A quick hash for long keys; the states themselves are compared.
#[derive(Default)]
pub(super) struct Quick(u64);

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

pub(super) fn initial(program: &Program, emitted: &Emitted) -> State {
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
        printed: false,
        exited: false,
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
pub(super) type Access = (u16, bool, bool);

pub(super) fn enabled(state: &State, index: usize, op: Op) -> bool {
    let me = index as u8;
    match op {
        Op::Enter(lock, _) => monitor_of(state, index, lock).is_none_or(|monitor| {
            let owner = held(state, monitor).owner;
            owner == NOBODY || owner == me
        }),
        Op::Lock => state.reentrant.owner == NOBODY || state.reentrant.owner == me,
        Op::Join(k) => is_over(state, k) || state.threads[index].interrupted,
        Op::Init(k) => state.init[usize::from(k)].0 != 1,
        _ => true,
    }
}

/// Whether a thread is not alive: it was not started, or has ended.
pub(super) fn is_over(state: &State, thread: u8) -> bool {
    matches!(state.threads[usize::from(thread)].status, Status::Dead | Status::New)
}

/// `join` in two steps: it finds that the other thread is alive, and comes back later.
pub(super) fn join(s: &mut State, index: usize, of: u8, timed: bool) {
    let over = is_over(s, of);
    let t = &mut s.threads[index];
    if over {
        return;
    }
    if t.interrupted {
        t.interrupted = false;
        t.local = 7;
        return;
    }
    t.pc -= 1;
    t.status = Status::Joining(Joining {
        of,
        interrupted: false,
        timed,
        due: false,
    });
}

/// The ways to come back from a `join`, each with whether it throws.
pub(super) fn ways_back(state: &State, joining: Joining) -> impl Iterator<Item = bool> + use<> {
    let returns = is_over(state, joining.of).then_some(false);
    returns.into_iter().chain(joining.interrupted.then_some(true))
}

/// The state behind a `join` of a thread that waits in it.
pub(super) fn joined(state: &State, index: usize, throws: bool) -> State {
    let mut next = *state;
    let t = &mut next.threads[index];
    t.status = Status::Running;
    t.pc += 1;
    if throws {
        t.interrupted = false;
        t.local = 7;
    }
    next
}

/// The states behind a `join` whose time runs out. All of them wait equally long: who began before another one's time
/// has run comes first.
pub(super) fn timed_out(state: &State) -> Vec<State> {
    let timed = |index: &usize| match state.threads[*index].status {
        Status::Joining(joining) if joining.timed => Some(joining.due),
        _ => None,
    };
    let someone_is_due = (0..THREADS).any(|index| timed(&index) == Some(true));
    let first = (0..THREADS).filter(|index| timed(index).is_some_and(|due| due || !someone_is_due));
    first
        .map(|index| {
            let mut next = joined(state, index, false);
            for t in &mut next.threads {
                if let Status::Joining(joining) = &mut t.status {
                    joining.due |= joining.timed && !someone_is_due;
                }
            }
            next
        })
        .collect()
}

pub(super) fn wait(s: &mut State, index: usize, monitor: u8) {
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
pub(super) fn monitor_of(state: &State, index: usize, lock: Lock) -> Option<u8> {
    match lock {
        Lock::Static(k) => Some(k),
        Lock::Own => match state.threads[index].own {
            0 => None,
            own => Some(own + 2),
        },
    }
}

pub(super) fn held(state: &State, monitor: u8) -> Monitor {
    match monitor {
        0 | 1 => state.locks[usize::from(monitor)],
        own => state.boxes[usize::from(own) - 2].monitor,
    }
}

pub(super) fn monitor_mut(state: &mut State, monitor: u8) -> &mut Monitor {
    match monitor {
        0 | 1 => &mut state.locks[usize::from(monitor)],
        own => &mut state.boxes[usize::from(own) - 2].monitor,
    }
}

/// The monitor, if the thread owns it. Null is as wrong as a monitor that it does not own.
pub(super) fn owned(state: &State, index: usize, lock: Lock) -> Option<u8> {
    let monitor = monitor_of(state, index, lock)?;
    (held(state, monitor).owner == index as u8).then_some(monitor)
}

pub(super) fn waiters(state: &State, monitor: u8) -> impl Iterator<Item = usize> + '_ {
    let waits = move |t: &Thread| t.status == Status::Waiting && t.monitor == monitor;
    (0..THREADS).filter(move |index| waits(&state.threads[*index]))
}

/// Who was interrupted in the wait set and has not gone on.
pub(super) fn interrupted(state: &State, monitor: u8) -> impl Iterator<Item = usize> + '_ {
    let leaves = move |t: &Thread| t.status == Status::Returning(true) && t.monitor == monitor;
    (0..THREADS).filter(move |index| leaves(&state.threads[*index]))
}

pub(super) fn place_mut(s: &mut State, index: usize, place: Place) -> Option<&mut i8> {
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

pub(super) fn box_mut(s: &mut State, index: usize, place: BoxPlace) -> Option<&mut u8> {
    let own = usize::from(s.threads[index].own);
    match place {
        BoxPlace::Shared => Some(&mut s.shared),
        BoxPlace::Gate => Some(&mut s.gate),
        BoxPlace::Slot(k) => Some(&mut s.slots[usize::from(k)]),
        BoxPlace::Next if own == 0 => None,
        BoxPlace::Next => Some(&mut s.boxes[own].next),
    }
}

pub(super) fn access(state: &State, index: usize, op: Op) -> Option<Access> {
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
