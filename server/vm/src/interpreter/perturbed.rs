//! Reads of fields and calls of methods whose values the user perturbs (`perturbations.rs`): each is a data choice of the search.
//!
//! A read that others could notice is such a step first, and the choice comes behind it: both are explored in all combinations. Where an
//! argument is perturbed, the caller's frame says so until the method is called, for a call that parks begins anew.
//!
//! A read of a static field that describes the machine uses the same instruction, without a choice: the verdict lists it.

use super::context::Thrown;
use super::flow::{AccessKind, Flow};
use crate::choice_point::{Made, PerturbedValue, Value};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Field, Method, field_flag};
use crate::image::code::{Code, Instr, Op};
use crate::natives::call::Passing;
use crate::perturbations::Perturbation;
use crate::rules::describes_the_machine;
use crate::thread::{PERTURBED, Span, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    /// Takes over which values are perturbed, for classes that are loaded already and those to come.
    pub fn set_perturbations(&mut self, perturbations: Vec<Perturbation>) {
        if self.image.perturbations == perturbations {
            return;
        }
        self.image.perturbations = perturbations;
        self.image.perturbed_sites.clear();
        for method in &self.image.methods {
            let Some(class) = method.class.get().filter(|class| class.is_user()) else {
                continue;
            };
            method.perturbed.set(self.image.has_perturbed_parameters(class, method));
            method.note_special();
            if let Some(code) = method.code.get() {
                resolve_reads_again(code);
            }
        }
    }

    /// What is wrong with what the user says of classes that earlier checks have loaded.
    pub(crate) fn check_perturbations(&self) -> Result<(), VmError> {
        if self.image.perturbations.is_empty() {
            return Ok(());
        }
        let misfit = |class: &&'static Class| self.image.perturbation_misfit(class);
        self.image
            .classes
            .iter()
            .find_map(misfit)
            .map_or(Ok(()), |why| Err(VmError::Class(why)))
    }

    /// Each row of the user's list, and whether any path made use of it.
    pub fn perturbations(&self) -> impl Iterator<Item = (&Perturbation, bool)> {
        let rows = self.image.perturbations.iter().enumerate();
        rows.map(|(number, row)| (row, self.knowledge.perturbed.contains(&(number as u32))))
    }

    /// Puts the perturbed form of a read in the place of one that was resolved just now, if a row asks for it.
    pub(super) fn perturb_read(
        &mut self,
        reader: &'static Method,
        code: &'static Code,
        pc: usize,
        (owner, field): (&'static Class, &'static Field),
    ) -> bool {
        let Some(row) = self.image.perturbed_field(reader, owner, field) else {
            return false;
        };
        self.image.perturbed_sites.insert((reader.id, pc as u32), row);
        let instr = code.instructions[pc].get();
        let op = match instr.op {
            Op::GetfieldQ => Op::GetfieldPerturbed,
            _ => Op::GetstaticPerturbed,
        };
        code.instructions[pc].set(Instr { op, ..instr });
        true
    }

    /// Whether reads of the static fields of a class may be perturbed, or are to be taken note of.
    pub(super) fn hears_reads(&self, reader: &Method, owner: &Class) -> bool {
        !self.image.perturbations.is_empty() || asks_of_the_machine(reader, owner)
    }

    /// Puts the form that is heard in the place of such a read, which was resolved just now.
    pub(super) fn hear_static_read(
        &mut self,
        reader: &'static Method,
        code: &'static Code,
        pc: usize,
        (owner, field): (&'static Class, &'static Field),
    ) {
        if !self.perturb_read(reader, code, pc, (owner, field)) && asks_of_the_machine(reader, owner) {
            let op = Op::GetstaticPerturbed;
            let instr = code.instructions[pc].get();
            code.instructions[pc].set(Instr { op, ..instr });
        }
    }

    pub(super) fn get_perturbed_field(
        &mut self,
        thread: ThreadId,
        site: (&'static Method, usize),
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let object = self.threads[thread.0 as usize].peek(0) as Ref;
        if object == 0 {
            self.throw_plain(thread, Thrown::NullPointer)?;
            return Ok(Flow::Next);
        }
        let place = (object, object + u32::from(instr.a));
        self.perturbed_read(thread, site, place, instr.x, 1, may_execute)
    }

    pub(super) fn get_perturbed_static(
        &mut self,
        thread: ThreadId,
        site: (&'static Method, usize),
        code: &Code,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let place = match self.checked_static(thread, code, instr, may_execute)? {
            Ok(place) => place,
            Err(flow) => return Ok(flow),
        };
        let owner = self.image.class_of_mirror(&self.heap, place.0);
        self.used.environment |= self.mode.exploring && describes_the_machine(owner.name);
        self.perturbed_read(thread, site, place, instr.x, 0, may_execute)
    }

    /// A read of a word whose value is perturbed; so many operands are taken from the stack.
    pub(super) fn perturbed_read(
        &mut self,
        thread: ThreadId,
        (reader, pc): (&'static Method, usize),
        (object, word): (Ref, u32),
        bits: u8,
        operands: u32,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let ty = Ty::from_u8(bits & field_flag::TYPE_MASK);
        let row = self.image.perturbed_sites.get(&(reader.id, pc as u32)).copied();
        let row = row.filter(|_| self.mode.exploring);
        let mut passing = Passing::AtOnce;
        // Who comes back with what was chosen has made the access, and nobody has moved since.
        if self.this_step.chosen.is_none() || row.is_none() {
            let could = *may_execute;
            let kind = AccessKind::of_field(false, bits);
            if let Some(pending) = self.gate(thread, object, Span::new(u64::from(word) * 8, 8), kind, may_execute) {
                return Ok(Flow::Park(pending));
            }
            if could && !*may_execute {
                passing = Passing::Kept;
            }
        }
        let mut value = ty.widen(self.heap.get(word));
        if let Some(number) = row {
            let ways = self.image.perturbations[number as usize].ways();
            let way = match self.choose(thread, ways, passing, may_execute) {
                Ok(way) => way,
                Err(pending) => return Ok(Flow::Park(pending)),
            };
            let (perturbed, made) = self.perturbed_value(number, way, ty, value)?;
            value = perturbed;
            self.this_step.made = Some(Made::Perturbed(vec![made]));
        }
        let t = &mut self.threads[thread.0 as usize];
        t.sp -= operands;
        if ty.slots() == 2 {
            t.push2(value)
        } else {
            t.push(value)
        }
        t.pc += 1;
        Ok(Flow::Next)
    }

    /// What takes the place of a value, as it lies on the stack and for who tells of it.
    fn perturbed_value(&mut self, number: u32, way: u64, ty: Ty, old: u64) -> Result<(u64, PerturbedValue), VmError> {
        let row = &self.image.perturbations[number as usize];
        let Some(value) = row.value(way, ty, old) else {
            return Err(VmError::Class(format!(
                "[[perturb]] {row}: no value {way} of type {}",
                ty.java_name()
            )));
        };
        let what = row.subject.to_string();
        self.knowledge.perturbed.insert(number);
        Ok((slot_of(value), PerturbedValue { what, value }))
    }

    /// Perturbs the arguments on the stack before a call of the method; how the thread goes on, where the call comes later.
    pub(super) fn perturb_arguments(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        may_execute: &mut bool,
    ) -> Result<Option<Flow>, VmError> {
        let t = &self.threads[thread.0 as usize];
        if !self.mode.exploring || t.frame_word() & PERTURBED != 0 {
            return Ok(None);
        }
        let rows = self
            .image
            .perturbed_parameters(self.image.method(t.method_id()), method);
        if rows.is_empty() {
            return Ok(None);
        }
        // Nobody else moves inside an operation of the library that is one step.
        let passing = match t.in_atomic_region() && self.this_step.jumped {
            true => Passing::Kept,
            false => Passing::AtOnce,
        };
        let first = t.sp - u32::from(method.arg_slots) + u32::from(!method.is_static());
        let ways_of = |row: &u32| self.image.perturbations[*row as usize].ways();
        let ways = rows.iter().map(|(_, row)| ways_of(row)).fold(1u64, u64::saturating_mul);
        let mut way = match self.choose(thread, ways, passing, may_execute) {
            Ok(way) => way,
            Err(pending) => return Ok(Some(Flow::Park(pending))),
        };
        let mut made = Vec::new();
        for (index, row) in rows {
            let ways = self.image.perturbations[row as usize].ways();
            let before = method.params[..usize::from(index)].iter();
            let slot = (first + before.map(|ty| ty.slots()).sum::<u32>()) as usize;
            let old = self.threads[thread.0 as usize].stack[slot];
            let (value, what) = self.perturbed_value(row, way % ways, method.params[usize::from(index)], old)?;
            self.threads[thread.0 as usize].stack[slot] = value;
            made.push(what);
            way /= ways;
        }
        self.this_step.made = Some(Made::Perturbed(made));
        self.mark_perturbed(thread, PERTURBED);
        Ok(None)
    }

    /// Whether the arguments of the call at which the topmost frame stands are perturbed.
    pub(super) fn mark_perturbed(&mut self, thread: ThreadId, flag: u64) {
        let t = &mut self.threads[thread.0 as usize];
        let word = t.fp as usize + 2;
        t.stack[word] = t.stack[word] & !PERTURBED | flag;
    }
}

/// A value as it lies on the stack.
fn slot_of(value: Value) -> u64 {
    match value {
        Value::Boolean(value) => u64::from(value),
        // Of an int and what is smaller, the lower half.
        Value::Whole(value) => value as u64,
        Value::Float(value) => u64::from(value.to_bits()),
        Value::Double(value) => value.to_bits(),
    }
}

/// Whether the program reads what describes the machine.
fn asks_of_the_machine(reader: &Method, owner: &Class) -> bool {
    reader.class().is_user() && describes_the_machine(owner.name)
}

/// Reads of fields are resolved at their next execution.
fn resolve_reads_again(code: &Code) {
    for (pc, instruction) in code.instructions.iter().enumerate() {
        let instr = instruction.get();
        let op = match instr.op {
            Op::GetfieldQ | Op::GetfieldPerturbed => Op::GetfieldSlow,
            Op::GetstaticQ | Op::GetstaticInit | Op::GetstaticPerturbed => Op::GetstaticSlow,
            _ => continue,
        };
        instruction.set(Instr { op, ..instr });
        code.split_field(pc);
    }
}
