//! Carries out what is recorded for reports (`recording.rs`).

use super::context::Thrown;
use super::flow::{Check, Flow};
use crate::choice_point::Value;
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Field, Method, Origin, field_flag};
use crate::image::code::{Code, Instr, Op};
use crate::recording::{JUMPED, PASSED, Probes, Range, Recorded, apart, is_less, jumps};
use crate::thread::ThreadId;
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    /// Says what is recorded from now on; what was recorded before is forgotten.
    pub fn record(&mut self, coverage: bool, ranges: bool) {
        let before = std::mem::take(&mut self.knowledge.recording);
        self.knowledge.recording.coverage = coverage;
        self.knowledge.recording.ranges = ranges;
        if !(before.coverage || before.ranges || coverage || ranges) {
            return;
        }
        for (id, probes) in &before.probes {
            let code = self.image.method(id.0).code.get();
            let instructions = code.into_iter().flat_map(|code| &code.instructions);
            for (instruction, original) in instructions.zip(&probes.original) {
                if instruction.get().op == Op::Probe {
                    instruction.set(*original);
                }
            }
        }
        let methods: Vec<&'static Method> = self.image.methods.iter().copied().filter(|m| is_recorded(m)).collect();
        for method in methods {
            if let Some(code) = method.code.get().copied() {
                resolve_writes_again(code);
                self.set_probes(method, code);
            }
        }
    }

    /// A method's code has been decoded.
    pub(crate) fn set_probes(&mut self, method: &'static Method, code: &'static Code) {
        if !self.knowledge.recording.coverage || !is_recorded(method) {
            return;
        }
        let original: Vec<Instr> = code.instructions.iter().map(|instr| apart(instr.get())).collect();
        for instruction in &code.instructions {
            instruction.set(Instr::plain(Op::Probe));
        }
        let probes = Probes {
            run: vec![false; original.len()],
            gone: vec![0; original.len()],
            original,
        };
        self.knowledge.recording.probes.insert(method.id, probes);
    }

    /// An instruction runs whose run is of interest.
    pub(crate) fn probe(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
    ) -> Result<Flow, VmError> {
        let Some(probes) = self.knowledge.recording.probes.get_mut(&method.id) else {
            return Err(VmError::Class(format!("{}: no probe was set", method.full_name())));
        };
        let original = probes.original[pc];
        probes.run[pc] = true;
        let t = &mut self.threads[thread.0 as usize];
        let Some((jumps, operands)) = jumps(original.op, t.peek(0), || t.peek(1)) else {
            code.instructions[pc].set(original);
            // It runs now, and counts then.
            self.instructions -= 1;
            return Ok(Flow::Next);
        };
        probes.gone[pc] |= if jumps { JUMPED } else { PASSED };
        if probes.gone[pc] == JUMPED | PASSED {
            code.instructions[pc].set(original);
        }
        t.sp -= operands;
        t.pc = if jumps { original.b } else { pc as u32 + 1 };
        Ok(Flow::Next)
    }

    /// Whether writes of a field are recorded.
    pub(crate) fn records_range(&self, owner: &Class, field: &Field) -> bool {
        let ty = Ty::of(field.descriptor);
        self.knowledge.recording.ranges
            && owner.origin == Origin::User
            && !matches!(ty, Ty::Boolean | Ty::Reference | Ty::Void)
    }

    /// Records what was written to a word of an object, or of the statics behind a mirror.
    pub(crate) fn record_written(&mut self, object: Ref, word: u32, ty: Ty) {
        let class = self.class_of(object);
        let slot = match class.id == self.image.class_class().id {
            true => {
                let of = self.image.class_of_mirror(&self.heap, object);
                of.statics.get((word - self.image.statics_start(of)) as usize)
            }
            false => class.layout.get((word - object - crate::heap::HEADER) as usize),
        };
        let Some(slot) = slot else { return };
        let bits = ty.widen(self.heap.get(word));
        let value = match ty {
            Ty::Float => Value::Float(f32::from_bits(bits as u32)),
            Ty::Double => Value::Double(f64::from_bits(bits)),
            Ty::Long => Value::Whole(bits as i64),
            _ => Value::Whole(i64::from(bits as u32 as i32)),
        };
        let field = (self.image.class(slot.declared_by.0).binary_name(), slot.name);
        let new = Range {
            least: value,
            greatest: value,
        };
        let range = self.knowledge.recording.written.entry(field).or_insert(new);
        if is_less(value, range.least) {
            range.least = value;
        }
        if is_less(range.greatest, value) {
            range.greatest = value;
        }
    }

    /// The fields that were written, each as `shop.Till.sum`, in order.
    pub fn written_ranges(&self) -> impl Iterator<Item = (String, Range)> {
        let written = self.knowledge.recording.written.iter();
        written.map(|((class, field), range)| (format!("{class}.{field}"), *range))
    }

    /// The instructions of every method with a body of the program's own classes that were loaded, as the class file has them.
    pub fn recorded_code(&self) -> impl Iterator<Item = (&'static Method, Vec<Recorded>)> {
        let methods = self.image.methods.iter().copied();
        methods.filter(|method| is_recorded(method)).filter_map(|method| {
            let opcodes = &method.data()?.bytecode.as_ref()?.opcodes;
            let probes = self.knowledge.recording.probes.get(&method.id);
            let of = |(at, (_, opcode)): (usize, &(usize, _))| Recorded {
                line: method.line(at as u32),
                run: probes.is_some_and(|probes| probes.run[at]),
                branch: crate::image::code::is_conditional(opcode).then(|| {
                    let gone = probes.map_or(0, |probes| probes.gone[at]);
                    (gone & JUMPED != 0, gone & PASSED != 0)
                }),
            };
            Some((method, opcodes.iter().enumerate().map(of).collect()))
        })
    }
}

impl Vm {
    pub(super) fn put_recorded_field(
        &mut self,
        thread: ThreadId,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let slots = Ty::from_u8(instr.x & field_flag::TYPE_MASK).slots();
        let object = self.threads[thread.0 as usize].peek(slots) as Ref;
        if object == 0 {
            self.throw_plain(thread, Thrown::NullPointer)?;
            return Ok(Flow::Next);
        }
        let flow = self.put_field(thread, instr, may_execute)?;
        Ok(self.recorded(flow, (object, object + u32::from(instr.a)), instr.x))
    }

    pub(super) fn put_recorded_static(
        &mut self,
        thread: ThreadId,
        code: &Code,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let place = match self.checked_static(thread, code, instr, may_execute)? {
            Ok(place) => place,
            Err(flow) => return Ok(flow),
        };
        let flow = self.static_access(thread, true, place, instr.x, may_execute)?;
        Ok(self.recorded(flow, place, instr.x))
    }

    /// The mirror and the word of a static field whose class is initialised; else how the thread goes on.
    pub(super) fn checked_static(
        &mut self,
        thread: ThreadId,
        code: &Code,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Result<(Ref, u32), Flow>, VmError> {
        let (class, word) = code.checked.borrow()[instr.b as usize];
        let class = self.image.class(class.0);
        Ok(match self.check_initialised(thread, class, may_execute)? {
            Check::Ready => Ok((class.mirror.get(), word)),
            Check::Pushed => Err(Flow::Next),
            Check::Park(pending) => Err(Flow::Park(pending)),
        })
    }

    /// Records a write, unless the thread parks before it.
    pub(super) fn recorded(&mut self, flow: Flow, (object, word): (Ref, u32), bits: u8) -> Flow {
        if flow == Flow::Next && self.mode.exploring {
            self.record_written(object, word, Ty::from_u8(bits & field_flag::TYPE_MASK));
        }
        flow
    }
}

/// Whether something is recorded of a method's code.
fn is_recorded(method: &Method) -> bool {
    let class = method.class.get();
    class.is_some_and(|class| class.origin == Origin::User && !class.apart)
}

/// Writes of fields are resolved at their next execution.
fn resolve_writes_again(code: &Code) {
    for instruction in &code.instructions {
        let instr = instruction.get();
        let op = match instr.op {
            Op::PutfieldQ | Op::PutfieldRecorded => Op::PutfieldSlow,
            Op::PutstaticQ | Op::PutstaticInit | Op::PutstaticRecorded => Op::PutstaticSlow,
            _ => continue,
        };
        instruction.set(Instr { op, ..instr });
    }
}
