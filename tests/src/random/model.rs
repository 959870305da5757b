//! The model: what the programs mean by the Java Language Specification, explored in the plainest way.
//!
//! Sequentially consistent interleaving of single accesses (JLS 17.4.3), monitors and wait sets (17.1, 17.2), interruption
//! (17.2.3, 17.2.4), initialisation of classes (12.4.2). Shares nothing with the engine. States are compared whole.

use std::collections::{BTreeSet, HashSet};
use std::hash::BuildHasherDefault;

use self::state::{
    Exception, FREE, MADE, Monitor, NOBODY, Quick, State, Status, Thread, access, box_mut, enabled, initial,
    interrupted, is_over, join, joined, monitor_mut, monitor_of, owned, place_mut, timed_out, wait, waiters, ways_back,
};
use super::emit::{Emitted, Instr, Op, Value};
use super::program::{Atomic, Program};

mod state;

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
    /// Such pairs where the time of a `join` may run out at any moment. No order of memory actions leads across a time-out (JLS 17.4.5):
    /// a checker that looks at such orders finds some of them.
    pub races_behind_timeouts: BTreeSet<(u32, u32)>,
    /// Distinct states.
    pub states: usize,
}

impl Answer {
    /// Whether there is anything wrong with the program.
    pub fn is_clean(&self) -> bool {
        !self.deadlock && self.uncaught.is_empty() && self.races.is_empty()
    }
}

/// Explores a program; `None` when it has more than `limit` states, or makes too many boxes.
/// With `spurious` threads may wake up spuriously.
pub fn explore(program: &Program, emitted: &Emitted, spurious: bool, limit: usize) -> Option<Answer> {
    let mut answer = search(program, emitted, spurious, false, limit)?;
    if program.joins_for_a_time() {
        answer.races_behind_timeouts = search(program, emitted, spurious, true, limit)?.races;
    }
    Some(answer)
}

fn search(program: &Program, emitted: &Emitted, spurious: bool, early_timeouts: bool, limit: usize) -> Option<Answer> {
    let mut search = Search {
        emitted,
        spurious,
        early_timeouts,
        main: program.bodies.len() - 1,
        program,
        ends_are_steps: program.asks_alive(),
        joins_are_waits: program.asks_interrupted(),
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

struct Search<'a> {
    emitted: &'a Emitted,
    spurious: bool,
    /// Time runs out at any moment, and not as a last resort.
    early_timeouts: bool,
    main: usize,
    program: &'a Program,
    /// Somebody notices that a thread lives though it has done all that it does.
    ends_are_steps: bool,
    /// Somebody notices that the flag of a thread is set that was interrupted in `join`.
    joins_are_waits: bool,
    answer: Answer,
    overflow: bool,
    next: Vec<State>,
}

impl Search<'_> {
    fn instr(&self, thread: &Thread) -> Instr {
        self.emitted.code[usize::from(thread.pc)]
    }

    /// Daemons do not keep the program alive (JLS 12.8).
    fn is_over(&self, state: &State) -> bool {
        let keeps_alive = |index: usize| {
            let lives = !matches!(state.threads[index].status, Status::Dead | Status::New);
            lives && !self.program.is_daemon(index)
        };
        state.exited || !(0..=self.main).any(keeps_alive)
    }

    fn look_at(&mut self, state: &State) {
        if self.is_over(state) {
            let end = if state.printed {
                self.printed(state)
            } else {
                String::new()
            };
            self.answer.ends.insert(end);
            return;
        }
        self.note_races(state);
        let mut moved = false;
        let mut unlikely: Vec<State> = Vec::new();
        for index in 0..=self.main {
            let thread = &state.threads[index];
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
                Status::Joining(joining) => {
                    for throws in ways_back(state, joining) {
                        self.push(joined(state, index, throws));
                        moved = true;
                    }
                    if joining.timed && self.early_timeouts {
                        self.push(joined(state, index, false));
                    }
                }
                Status::Ending => {
                    let mut next = *state;
                    next.threads[index].status = Status::Dead;
                    self.push(next);
                    moved = true;
                }
                Status::Running => moved |= self.run(state, index),
            }
        }
        // A last resort.
        if !moved {
            for next in timed_out(state) {
                self.push(next);
                moved = true;
            }
        }
        // It is one, though a spurious wakeup might still lead on. What daemons do ends, for no body has an endless loop:
        // where they cannot help the others, they come to a state in which no thread can move.
        self.answer.deadlock |= !moved;
        if self.spurious {
            unlikely.into_iter().for_each(|next| self.push(next));
        }
    }

    fn printed(&self, state: &State) -> String {
        let text = |shown: Vec<i8>| {
            let digits = shown.iter().map(|value| char::from((*value + b'0' as i8) as u8));
            digits.chain(['\n']).collect()
        };
        if !self.program.joins_all() {
            // What other threads may still change is not printed, but for one volatile, which was loaded last.
            let mut shown = vec![state.threads[self.main].loaded];
            shown.extend(self.program.prints_locals.then_some(state.results[self.main]));
            return text(shown);
        }
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
        if self.program.prints_locals {
            shown.extend(&state.results[..=self.main]);
        }
        text(shown)
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
        if state.reentrant.owner != NOBODY || state.signalled.first() != index as u8 {
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
        if state.exited {
            return state;
        }
        for index in 0..=self.main {
            while state.threads[index].status == Status::Running && self.is_private(&state, index) {
                let instr = self.instr(&state.threads[index]);
                self.private(&mut state, index, instr);
            }
        }
        state
    }

    fn is_private(&self, state: &State, index: usize) -> bool {
        let instr = self.instr(&state.threads[index]);
        match instr.op {
            Op::Alloc
            | Op::Take
            | Op::SetLocal(_)
            | Op::KeepLoaded
            | Op::UnlessLoaded(..)
            | Op::UnlessLocal(..)
            | Op::Jump(_) => true,
            // The end of the thread may be that of the program: daemons may do something before.
            Op::Catch | Op::Rethrow | Op::Assert(_) | Op::Throw => {
                instr.handler.is_some() || !self.program.has_daemons()
            }
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
                t.status = if self.ends_are_steps {
                    Status::Ending
                } else {
                    Status::Dead
                };
                let assertion = t.exception == Exception::Assertion;
                self.answer.uncaught.insert((assertion, u32::from(t.line)));
            }
        }
    }

    /// Takes every way on of a thread at an operation that others may notice; whether there is one.
    fn run(&mut self, state: &State, index: usize) -> bool {
        let instr = self.instr(&state.threads[index]);
        let begins_to_wait = matches!(instr.op, Op::Join(_)) && self.joins_are_waits;
        if !begins_to_wait && !enabled(state, index, instr.op) {
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
                let before = *s;
                let t = &mut s.threads[usize::from(k)];
                // Whether the thread is alive or not: JDK 17 records it.
                t.interrupted = true;
                match &mut t.status {
                    Status::Waiting => t.status = Status::Returning(true),
                    Status::Joining(joining) => joining.interrupted |= !is_over(&before, joining.of),
                    _ => {}
                }
            }
            Op::Interrupted => {
                let t = &mut s.threads[index];
                t.local = i8::from(t.interrupted);
                t.interrupted = false;
            }
            Op::Join(k) => join(s, index, k, false),
            Op::JoinFor(k) => join(s, index, k, true),
            Op::IsAlive(k) => s.threads[index].local = i8::from(!is_over(s, k)),
            Op::IsInterrupted(k) => s.threads[index].local = i8::from(s.threads[usize::from(k)].interrupted),
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
            Op::Print => s.printed = true,
            Op::Halt => s.exited = true,
            Op::End => s.threads[index].status = Status::Dead,
            Op::Catch | Op::Rethrow | Op::Assert(_) | Op::Throw => {
                s.threads[index].pc -= 1;
                self.private(s, index, instr);
            }
            Op::Alloc
            | Op::Take
            | Op::SetLocal(_)
            | Op::KeepLoaded
            | Op::UnlessLoaded(..)
            | Op::UnlessLocal(..)
            | Op::Jump(_) => unreachable!("private"),
        }
        Ok(())
    }

    fn note_races(&mut self, state: &State) {
        let code = &self.emitted.code;
        let access = |index: usize| {
            let thread = &state.threads[index];
            let runs = thread.status == Status::Running;
            let instr = runs.then(|| code[usize::from(thread.pc)])?;
            let access = access(state, index, instr.op)?;
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
