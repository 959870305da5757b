//! A run that can be at any place: the machine has an undo frame for each segment before it, goes back by taking them back, and runs segments
//! again to go on. Within a segment it runs from the segment's start, one instruction at a time.

use std::cell::RefCell;
use std::rc::Rc;

use dropwire_vm::{Pending, ThreadId, Vm, VmError};

use super::breakpoints::{Breakpoints, Methods};
use super::command::{Position, Watch};
use super::scan::{Found, Hit, Hook, Scan, Wanted};
use crate::follower::{Arrival, Taken};

/// A run, and where it is.
pub(super) struct Timeline<'a> {
    pub(super) vm: &'a mut Vm,
    schedule: Vec<Taken>,
    base: usize,
    /// The last frame is of a segment that has not run to its end.
    partial: bool,
    pub(super) position: Position,
    /// The thread that runs, in the midst of a segment.
    running: ThreadId,
    methods: Methods,
}

impl<'a> Timeline<'a> {
    /// The run of a schedule, at its start: the target is started on `vm`, and nothing of it has run.
    pub(super) fn new(vm: &'a mut Vm, schedule: Vec<Taken>) -> Timeline<'a> {
        Timeline {
            base: vm.undo_depth(),
            vm,
            schedule,
            partial: false,
            position: Position { segment: 0, at: 0 },
            running: ThreadId(0),
            methods: Methods::default(),
        }
    }

    /// The end: no segment has this number.
    pub(super) fn end(&self) -> usize {
        self.schedule.len() + 1
    }

    /// The thread whose step a segment is; nothing at the end.
    pub(super) fn thread_of(&self, segment: usize) -> Option<ThreadId> {
        match segment.checked_sub(1) {
            None => Some(ThreadId(0)),
            Some(index) => self.schedule.get(index).map(|taken| taken.choice.thread),
        }
    }

    /// The thread that moves at the present place; nothing at the end.
    pub(super) fn mover(&self) -> Option<ThreadId> {
        match self.position.at {
            0 => self.thread_of(self.position.segment),
            _ => Some(self.running),
        }
    }

    /// Goes to where a segment begins.
    pub(super) fn go_to_segment(&mut self, segment: usize) -> Result<(), VmError> {
        if std::mem::take(&mut self.partial) {
            self.vm.pop_undo();
        }
        while self.vm.undo_depth() > self.base + segment {
            self.vm.pop_undo();
        }
        while self.vm.undo_depth() < self.base + segment {
            let next = self.vm.undo_depth() - self.base;
            self.vm.push_undo();
            let result = self.run(next);
            self.partial = result.is_err();
            result?;
        }
        self.position = Position { segment, at: 0 };
        Ok(())
    }

    /// Goes to a place.
    pub(super) fn go(&mut self, position: Position) -> Result<(), VmError> {
        self.go_to_segment(position.segment)?;
        if position.at > 0 {
            let scan = self.scan(Scan::until(position.at))?;
            self.running = scan.running;
            self.position.at = scan.count;
        }
        Ok(())
    }

    /// What is found in a segment, in order, up to its end. The machine is there afterwards.
    pub(super) fn find(
        &mut self,
        segment: usize,
        wanted: Wanted,
        at: &Rc<Breakpoints>,
    ) -> Result<Vec<(Position, Hit)>, VmError> {
        self.go_to_segment(segment)?;
        let overwrites: Vec<usize> = at
            .watches
            .iter()
            .filter(|(_, watch)| self.writes(*watch))
            .map(|(index, _)| *index)
            .collect();
        let methods = std::mem::take(&mut self.methods);
        let mut scan = self.scan(Scan::new(self.vm, wanted, Rc::clone(at), methods))?;
        scan.finish(self.vm);
        let (count, mut found) = (scan.count, std::mem::take(&mut scan.found));
        self.methods = scan.into_methods();
        for index in overwrites {
            let first = Found {
                at: count.min(1),
                hit: Hit::Data(index),
            };
            // What had this value before is written all the same.
            if at.conditions[index].is_none() && !found.iter().any(|one| one.at <= 1 && one.hit == first.hit) {
                found.push(first);
            }
        }
        found.sort_by_key(|one| one.at);
        self.position = Position {
            segment: segment + 1,
            at: 0,
        };
        let place = |at: u64| match at < count {
            true => Position { segment, at },
            false => Position {
                segment: segment + 1,
                at: 0,
            },
        };
        Ok(found.into_iter().map(|one| (place(one.at), one.hit)).collect())
    }

    /// How many instructions a segment has. The machine is at its end afterwards.
    pub(super) fn length(&mut self, segment: usize) -> Result<u64, VmError> {
        self.go_to_segment(segment)?;
        let scan = self.scan(Scan::until(u64::MAX))?;
        self.position = Position {
            segment: segment + 1,
            at: 0,
        };
        Ok(scan.count)
    }

    /// Whether the segment that comes next begins with a write of what is watched.
    fn writes(&self, watch: Watch) -> bool {
        let Watch::Memory(object, offset, log2) = watch else {
            return false;
        };
        let thread = match self.position.segment {
            0 => return false,
            segment => self.thread_of(segment),
        };
        let at = u64::from(object) * 8 + offset;
        match thread.map(|thread| self.vm.pending(thread)) {
            Some(Pending::Access {
                object: of,
                span,
                write: true,
                ..
            }) => of == object && span.at < at + (1 << log2) && at < span.end(),
            _ => false,
        }
    }

    fn scan(&mut self, scan: Scan) -> Result<Scan, VmError> {
        let segment = self.position.segment;
        let shared = Rc::new(RefCell::new(scan));
        self.vm.push_undo();
        self.vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&shared))));
        let result = self.run(segment);
        self.vm.instruction_hook = None;
        self.partial = result.is_err();
        let scan = Rc::try_unwrap(shared).map_err(|_| VmError::Jdk("the machine keeps the debugger's hook".into()))?;
        match result {
            Ok(()) | Err(VmError::Stopped) => Ok(scan.into_inner()),
            Err(error) => Err(error),
        }
    }

    fn run(&mut self, segment: usize) -> Result<(), VmError> {
        let Some(index) = segment.checked_sub(1) else {
            return self.vm.begin(true);
        };
        let Some(Taken { choice, arrival }) = self.schedule.get(index).copied() else {
            return Ok(());
        };
        match arrival {
            Arrival::Passed => {}
            Arrival::Normalised => self.vm.normalise(),
            Arrival::Compared => {
                self.vm.normalise();
                self.vm.key()?;
            }
        }
        self.vm.step(choice)
    }
}
