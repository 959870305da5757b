//! A state in text, for whoever debugs a key: two states with one key should have one text, but for what no continuation can observe.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::canonical::MONITOR_SLOT;
use crate::error::VmError;
use crate::heap::{ESCAPED, HEADER, Ref, WAS_ESCAPED};
use crate::image::class::Shape;
use crate::thread::{Pending, Status};
use crate::types::Ty;
use crate::vm::Vm;

/// Of an array, at most so many elements are shown.
const ELEMENTS: u32 = 64;

/// Objects by number, in the order in which they are met.
#[derive(Default)]
struct Objects {
    numbers: FxHashMap<Ref, usize>,
    queue: Vec<Ref>,
}

impl Vm {
    /// The threads with their frames, the statics of the program's classes, and the objects that can be reached from them. What existed when
    /// the search began and has no number is shown by its address.
    ///
    /// # Errors
    /// The frames of a method cannot be read: the error names it.
    pub fn dump(&self) -> Result<String, VmError> {
        let mut out = String::new();
        let mut objects = Objects::default();
        for thread in self.live_by_path() {
            let t = self.thread(*thread);
            let object = self.shown(Ty::Reference, u64::from(t.object), &mut objects);
            let _ = writeln!(
                out,
                "thread {} {:?} = {object}: {}, before {}, permit {}, skew {}, waited {}, since {}, ticks {} and {}, clock {}, timed out {}, hashes {}, flags {:x?}, children {}",
                self.thread_path(*thread),
                self.thread_name(*thread),
                self.shown_status(t.status, &mut objects),
                self.shown_pending(t.pending, &mut objects),
                t.permit,
                t.skew,
                t.waited,
                t.since,
                t.ticks,
                t.lone_ticks,
                t.read_clock,
                t.timed_out,
                t.hashes,
                t.frames()
                    .map(|(fp, ..)| t.stack[fp as usize + 2] >> 32)
                    .collect::<Vec<_>>(),
                t.children,
            );
            let frames: Vec<(u32, u32)> = t.frames().map(|(_, method, pc)| (method, pc)).collect();
            let mut slots = vec![String::new(); frames.len()];
            self.for_each_slot_of_frames(*thread, |frame, slot, value, is_ref| {
                let ty = if is_ref { Ty::Reference } else { Ty::Long };
                let value = self.shown(ty, value, &mut objects);
                let _ = match slot {
                    MONITOR_SLOT => write!(slots[frame], " monitor={value}"),
                    slot => write!(slots[frame], " {slot}={value}"),
                };
            })?;
            for ((method, pc), slots) in frames.into_iter().zip(slots) {
                let _ = writeln!(out, "  {} {pc}:{slots}", self.image.method(method).full_name());
            }
        }
        for class in self.image.classes.iter().filter(|class| class.is_user()) {
            let statics = class.statics.iter().zip(self.image.statics_start(class)..);
            let shown: Vec<String> = statics
                .map(|(slot, at)| {
                    let value = self.shown(slot.ty, self.heap.get(at), &mut objects);
                    format!("{}={value}", slot.name)
                })
                .collect();
            if !shown.is_empty() {
                let _ = writeln!(out, "class {}: {}", class.binary_name(), shown.join(" "));
            }
        }
        let mut done = 0;
        while let Some(r) = objects.queue.get(done).copied() {
            let _ = writeln!(out, "@{done} {}", self.shown_object(r, &mut objects));
            done += 1;
        }
        let _ = writeln!(
            out,
            "clock reads {}, exited {:?}, output {} bytes",
            self.path.facts.clock_reads,
            self.path.facts.exited,
            self.path.output.len()
        );
        Ok(out)
    }

    fn shown(&self, ty: Ty, bits: u64, objects: &mut Objects) -> String {
        match ty {
            Ty::Reference if bits == 0 => "null".into(),
            Ty::Reference if self.heap.is_fixed(bits as Ref) => format!("{}!{bits}", self.class_of(bits as Ref).name),
            Ty::Reference => {
                let next = objects.queue.len();
                let number = *objects.numbers.entry(bits as Ref).or_insert(next);
                if number == next {
                    objects.queue.push(bits as Ref);
                }
                format!("@{number}")
            }
            _ => bits.to_string(),
        }
    }

    /// Without addresses: garbage and the order of allocation decide them.
    fn shown_status(&self, status: Status, objects: &mut Objects) -> String {
        match status {
            Status::Waiting { object, count, nanos } => {
                let object = self.shown(Ty::Reference, u64::from(object), objects);
                format!("Waiting({object}, {count} entries, {nanos} ns)")
            }
            Status::Ready | Status::Terminated => format!("{status:?}"),
        }
    }

    fn shown_pending(&self, pending: Pending, objects: &mut Objects) -> String {
        let mut named = |r: Ref| self.shown(Ty::Reference, u64::from(r), objects);
        match pending {
            Pending::Enter(r) => format!("Enter({})", named(r)),
            Pending::Release(r) => format!("Release({})", named(r)),
            Pending::Reacquire(r, count, wakeup) => format!("Reacquire({}, {count} entries, {wakeup:?})", named(r)),
            Pending::Wait(r) => format!("Wait({})", named(r)),
            Pending::Notify(r) => format!("Notify({})", named(r)),
            Pending::NotifyAll(r) => format!("NotifyAll({})", named(r)),
            Pending::Unpark(r) => format!("Unpark({})", named(r)),
            Pending::Join(r) => format!("Join({})", named(r)),
            Pending::ClassInit(r) => format!("ClassInit({})", named(r)),
            Pending::Boundary(method, r) => format!("Boundary({}, {})", method.full_name(), named(r)),
            Pending::Call(method, r) => format!("Call({}, {})", method.full_name(), named(r)),
            Pending::Entered(method) => format!("Entered({})", method.full_name()),
            Pending::Left(method, r) => format!("Left({}, {})", method.full_name(), named(r)),
            Pending::Leave(method, r) => format!("Leave({}, {})", method.full_name(), named(r)),
            Pending::Access {
                object,
                span,
                write,
                mode,
            } => {
                let kind = if write { "write" } else { "read" };
                let offset = span.at - u64::from(object) * 8;
                format!(
                    "Access({}+{offset}, {} bytes, {kind}, {mode:?})",
                    named(object),
                    span.bytes
                )
            }
            Pending::Pieces(pieces) => format!("{pieces:?}"),
            Pending::Copy { from, to } => format!("Copy({}, {})", named(from.object), named(to.object)),
            Pending::None
            | Pending::Continue
            | Pending::Resume
            | Pending::Arrive
            | Pending::Begin
            | Pending::Park(_)
            | Pending::Poll { .. }
            | Pending::Sleep(_)
            | Pending::InterruptCheck(_)
            | Pending::DataChoice(_)
            | Pending::End
            | Pending::Exit => format!("{pending:?}"),
        }
    }

    fn shown_object(&self, r: Ref, objects: &mut Objects) -> String {
        let class = self.class_of(r);
        let mut text = class.external_name();
        if self.heap.flag(r, ESCAPED) {
            text.push_str(" escaped");
        }
        if self.heap.flag(r, WAS_ESCAPED) {
            text.push_str(" was-escaped");
        }
        if let Some((owner, entries)) = self.heap.monitor(r) {
            let _ = write!(text, " monitor of thread {owner} ({entries})");
        }
        match (class.shape, class.element_type()) {
            (Shape::References(_) | Shape::Primitives(_), Some(ty)) => {
                let length = self.heap.length(r);
                let start = u64::from(r + HEADER) * 8;
                for index in 0..length.min(ELEMENTS) {
                    let bits = self.heap.read(start + (u64::from(index) << ty.log2()), ty.log2());
                    let _ = write!(text, " {}", self.shown(ty, bits, objects));
                }
                if length > ELEMENTS {
                    let _ = write!(text, " … {length} elements");
                }
            }
            _ => {
                for (slot, at) in class.layout.iter().zip(r + HEADER..) {
                    let _ = write!(
                        text,
                        " {}={}",
                        slot.name,
                        self.shown(slot.ty, self.heap.get(at), objects)
                    );
                }
            }
        }
        text
    }
}
