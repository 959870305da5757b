//! A thread's component: what the thread is, its frames, and the objects that it alone can reach, in the order of the
//! first visit. References out of it are listed, and count by their place in that list until the shared objects
//! have numbers. What is behind a firewall and nowhere else belongs to nobody, and counts as outside.

use super::Words;
use super::frames::MONITOR_SLOT;
use super::key::Mixer;
use super::remembered::{Remembered, ThreadPart};
use super::scratch::Scratch;
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, Ref};
use crate::thread::{Pending, Status, ThreadId};
use crate::vm::Vm;

/// Stands for a reference out of the component, whose object comes in the list.
const OUTSIDE: u64 = 1 << 62;

/// Marks the name of an object that exists in every state.
pub(super) const FIXED: u64 = 1 << 63;

/// A traversal of one component.
struct Inside<'a, W> {
    vm: &'a Vm,
    scratch: &'a mut Scratch,
    part: &'a mut ThreadPart,
    /// Whether the thread has objects of its own: those without the escape flag.
    classifies: bool,
    /// Generation of the numbers inside.
    inside: u64,
    /// Generation of the numbers of the boundary.
    border: u64,
    words: &'a mut W,
}

impl Vm {
    /// Brings the component of a thread up to date with the escape flags.
    pub(super) fn refresh_part(&mut self, thread: ThreadId) -> Result<(), VmError> {
        let index = thread.0 as usize;
        let mut canonical = self.lend();
        if canonical.parts.len() <= index {
            canonical.parts.resize_with(index + 1, ThreadPart::default);
        }
        let mut mixer = Mixer::new();
        let start = self.heap.prefix_end();
        canonical.scratch.cover(start, self.heap.top() - start);
        canonical.remembered.cover(start, self.heap.top() - start);
        let part = &mut canonical.parts[index];
        let tables = (&mut canonical.scratch, &mut canonical.remembered);
        let result = self.traverse_part(tables, part, thread, &mut mixer);
        part.hash = mixer.halves();
        part.component = 0;
        self.give_back(canonical);
        self.threads[index].changed = result.is_err();
        result
    }

    /// Writes the words of a thread's component and lists its objects and what it refers to.
    pub(super) fn traverse_part<W: Words>(
        &self,
        (scratch, remembered): (&mut Scratch, &mut Remembered),
        part: &mut ThreadPart,
        thread: ThreadId,
        words: &mut W,
    ) -> Result<(), VmError> {
        part.inside.clear();
        part.boundary.clear();
        part.outside.clear();
        let mut traversal = Inside {
            vm: self,
            classifies: self.classifies(),
            inside: scratch.take_generation(),
            border: scratch.take_generation(),
            scratch,
            part,
            words,
        };
        traversal.thread(thread)?;
        let mut done = 0;
        while done < traversal.part.inside.len() {
            let r = traversal.part.inside[done];
            done += 1;
            self.object(r, remembered, &mut traversal);
        }
        Ok(())
    }
}

/// Receives the contents of an object: plain words, and references with what is said about the field.
pub(super) trait Contents {
    /// Whether a hash may stand for plain words.
    const HASHES: bool;
    /// The next object begins.
    fn begin(&mut self);
    fn plain(&mut self, word: u64);
    fn plain_pair(&mut self, first: u64, second: u64);
    fn reference(&mut self, r: Ref, firewall: bool);
    /// What the object holds as well, though it does not count in the key.
    fn aside(&mut self, r: Ref);
}

impl<W: Words> Contents for Inside<'_, W> {
    const HASHES: bool = W::HASHES;

    #[inline(always)]
    fn begin(&mut self) {
        self.words.begin();
    }

    #[inline(always)]
    fn plain(&mut self, word: u64) {
        self.words.add(word);
    }

    #[inline(always)]
    fn plain_pair(&mut self, first: u64, second: u64) {
        self.words.add_pair(first, second);
    }

    #[inline(always)]
    fn reference(&mut self, r: Ref, firewall: bool) {
        let token = self.token(r, firewall);
        self.words.add(token);
    }

    #[inline(always)]
    fn aside(&mut self, r: Ref) {
        // Be it the thread's own or not: what it refers to is listed nowhere else, and the marking has to come there.
        if !self.vm.heap.is_named(r) && !self.part.outside.contains(&r) {
            self.part.outside.push(r);
        }
    }
}

impl<W: Words> Inside<'_, W> {
    #[inline(always)]
    fn token(&mut self, r: Ref, firewall: bool) -> u64 {
        if r == 0 {
            return 0;
        }
        if self.vm.heap.is_named(r) {
            return self.vm.fixed_token(r);
        }
        let (generation, number) = self.scratch.number(r);
        if generation == self.inside {
            return u64::from(number) + 1;
        }
        if self.classifies && !firewall && !self.vm.heap.flag(r, ESCAPED) {
            let number = self.part.inside.len() as u32;
            self.scratch.set_number(r, self.inside, number);
            self.part.inside.push(r);
            return u64::from(number) + 1;
        }
        if !firewall && !self.part.outside.contains(&r) {
            self.part.outside.push(r);
        }
        if generation == self.border {
            return u64::from(number) | OUTSIDE;
        }
        let number = self.part.boundary.len() as u32;
        self.scratch.set_number(r, self.border, number);
        self.part.boundary.push(r);
        u64::from(number) | OUTSIDE
    }

    fn thread(&mut self, thread: ThreadId) -> Result<(), VmError> {
        let vm = self.vm;
        let t = vm.thread(thread);
        self.words.add(t.path_hash);
        self.words.add(
            u64::from(t.permit)
                | u64::from(t.daemon) << 1
                | u64::from(t.timed_out) << 2
                | u64::from(t.read_clock) << 3
                | u64::from(t.mounted) << 4
                | u64::from(t.skew_unread) << 5
                | u64::from(t.skew_seen) << 6
                | u64::from(t.hashes) << 8,
        );
        self.words.add(t.skew as u64);
        self.words.add(t.waited as u64);
        self.words
            .add_pair(t.since as u64, u64::from(t.ticks) << 16 | u64::from(t.lone_ticks));
        self.reference(t.object, false);
        vm.for_each_own_field(t.object, &mut |r| self.reference(r, false));
        match (t.status, t.pending) {
            (Status::Waiting { object, count, nanos }, _) => {
                self.words.add(if planted(Fault::KeyWithoutWaiting) { 2 } else { 1 });
                self.reference(object, false);
                self.words.add(u64::from(count));
                if !planted(Fault::KeyWithoutWaiting) {
                    self.words.add(nanos as u64);
                }
            }
            (_, Pending::Reacquire(object, count, why)) => {
                self.words.add(2 + why as u64);
                self.reference(object, false);
                self.words.add(u64::from(count));
            }
            // Parked before an instruction, and after it was found to be visible, are two states.
            (_, Pending::Continue | Pending::Resume) => self.words.add(8),
            // Parked before the question, and behind its answer.
            (_, Pending::InterruptCheck(_)) => self.words.add(9),
            (_, Pending::DataChoice(point)) if point.passed => self.words.add(10),
            (_, Pending::DataChoice(point)) if point.alone => self.words.add(11),
            (_, Pending::Leave(_, throwable)) if throwable != 0 => {
                self.words.add(12);
                self.reference(throwable, false);
            }
            // Its frame is on top.
            (_, Pending::Entered(_)) => self.words.add(13),
            (_, Pending::Left(method, throwable)) => {
                self.words.add_pair(14, method.hash.get());
                self.reference(throwable, false);
            }
            // How much there is to be read, and whether a comparison fails, may have changed since the thread parked.
            (_, Pending::Access { span, write, .. }) if !planted(Fault::KeyWithoutOperation) => {
                self.words
                    .add_pair(kind_of(t.pending), span.bytes << 1 | u64::from(write));
            }
            (_, Pending::Copy { from, to }) if !planted(Fault::KeyWithoutOperation) => {
                self.words.add(kind_of(t.pending));
                self.words.add_pair(from.span.bytes, to.span.bytes);
            }
            (_, Pending::Pieces(pieces)) if !planted(Fault::KeyWithoutOperation) => {
                self.words.add_pair(kind_of(t.pending), pieces.bytes);
            }
            // One instruction may wait for several things, one behind the other: for the boundary of a call, then for what the body does;
            // for a call, then for its monitor; for an access, then for the choice behind it.
            (_, pending) => self.words.add(match planted(Fault::KeyWithoutOperation) {
                true => 0,
                false => kind_of(pending),
            }),
        }
        if t.async_exception != 0 {
            self.words.add(16);
            self.reference(t.async_exception, false);
        }
        if !vm.mode.observed.threads.is_empty() {
            self.words.add(u64::from(t.observed_name));
        }
        self.words.add(u64::from(t.depth));
        for (fp, method, pc) in t.frames() {
            let flags = t.stack[fp as usize + 2] >> 32;
            let at = u64::from(pc) | flags << 32;
            self.words.add_pair(vm.image.method(method).hash.get(), at);
        }
        vm.for_each_frame_slot(thread, |slot, value, is_ref| {
            if slot == MONITOR_SLOT || is_ref {
                self.words.add(u64::from(slot) | 1 << 32);
                self.reference(value as Ref, false);
            } else {
                let value = if planted(Fault::LiveLocalMasked) { 0 } else { value };
                self.words.add_pair(u64::from(slot), value);
            }
        })
    }
}

/// A number for each kind of operation; what it is about follows from the frames.
fn kind_of(pending: Pending) -> u64 {
    match pending {
        Pending::None => 0,
        Pending::Arrive => 15,
        Pending::Begin => 16,
        Pending::Enter(_) => 17,
        Pending::Release(_) => 18,
        Pending::Wait(_) => 19,
        Pending::Notify(_) => 20,
        Pending::NotifyAll(_) => 21,
        Pending::Access { .. } => 22,
        Pending::Copy { .. } => 23,
        Pending::Park(_) => 24,
        Pending::Unpark(_) => 25,
        Pending::Poll { .. } => 26,
        Pending::Sleep(_) => 27,
        Pending::Join(_) => 28,
        Pending::ClassInit(_) => 29,
        Pending::Call(..) => 30,
        Pending::Leave(..) => 31,
        Pending::DataChoice(_) => 32,
        Pending::End => 33,
        Pending::Exit => 34,
        Pending::Boundary(..) => 35,
        Pending::Pieces(_) => 36,
        Pending::Continue
        | Pending::Resume
        | Pending::Reacquire(..)
        | Pending::InterruptCheck(_)
        | Pending::Entered(_)
        | Pending::Left(..) => unreachable!("they have words of their own"),
    }
}
