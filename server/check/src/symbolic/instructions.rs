//! What each instruction does to shadows. Called before the machine executes it, and again if the machine comes back to it first, so what is done
//! here is done to slots that the instruction pops or pushes, and twice is as once. JVMS §6.5.

use dropwire_symbolic::Operator;
use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::InitState;
use dropwire_vm::image::class::field_flag;
use dropwire_vm::image::code::{Code, Instr, Op, Switch};
use dropwire_vm::thread::{FRAME_HEADER, Thread};
use dropwire_vm::types::Ty;
use dropwire_vm::{ThreadId, Vm};

use super::beside::{Called, Shadow};
use super::recorder::{Compared, Recorder};
use crate::facts::reason::LeftOut;

/// The longest array of which a read at a symbolic index stays symbolic.
const LONGEST_TABLE: u32 = 256;

/// Where a thread stands.
pub(super) struct At<'a> {
    pub(super) vm: &'a Vm,
    pub(super) t: &'a Thread,
    pub(super) code: &'static Code,
    /// The first slot of the locals.
    pub(super) locals: u32,
    /// The first free slot.
    pub(super) sp: u32,
}

impl<'a> At<'a> {
    pub(super) fn of(vm: &'a Vm, thread: ThreadId, code: &'static Code) -> At<'a> {
        let t = vm.thread(thread);
        At {
            vm,
            t,
            code,
            locals: t.fp - code.max_locals,
            sp: t.sp,
        }
    }

    pub(super) fn word(&self, at: u32) -> u64 {
        self.t.stack[at as usize]
    }

    fn reference(&self, at: u32) -> Ref {
        self.word(at) as Ref
    }

    /// Whether a single operand lies on the stack.
    pub(super) fn has_one_operand(&self) -> bool {
        self.sp == self.t.fp + FRAME_HEADER + 1
    }

    /// Whether the topmost operand is 0.
    pub(super) fn holds_zero(&self) -> bool {
        self.word(self.below(1)) as u32 == 0
    }

    /// The slot so many below the first free one.
    pub(super) fn below(&self, slots: u32) -> u32 {
        self.sp - slots
    }
}

impl Recorder {
    /// The instruction is about to be executed.
    #[allow(clippy::too_many_lines)] // One match over the instruction set is the shape of an interpreter.
    pub(super) fn execute(&mut self, at: &At<'_>, instr: Instr) {
        use Operator as O;
        let sp = at.sp;
        match instr.op {
            Op::PushInt | Op::PushRef | Op::NewQ | Op::NewInit | Op::NewSlow | Op::Jsr | Op::Monitorenter => {
                self.set(sp, None);
            }
            Op::PushWide | Op::LdcSlow => self.clear(sp..sp + 2),
            Op::Load => self.copy(at.locals + u32::from(instr.a), sp),
            Op::Load2 => self.copy_long(at.locals + u32::from(instr.a), sp),
            Op::Store => self.copy(at.below(1), at.locals + u32::from(instr.a)),
            Op::Store2 => self.copy_long(at.below(2), at.locals + u32::from(instr.a)),
            Op::Iinc => {
                let local = at.locals + u32::from(instr.a);
                let by = self.constant(u64::from(instr.b), 32);
                self.two(at, O::Add, local, None, by);
            }
            Op::Iaload | Op::Baload | Op::Caload | Op::Saload | Op::Laload | Op::Aaload => {
                self.load_element(at, instr.op)
            }
            Op::Iastore | Op::Bastore | Op::Castore | Op::Sastore | Op::Lastore | Op::Aastore => {
                self.store_element(at, instr.op);
            }
            Op::Dup => self.copy(at.below(1), sp),
            Op::DupX1 => self.shuffle(sp, 1, 1),
            Op::DupX2 => self.shuffle(sp, 1, 2),
            Op::Dup2 => self.shuffle(sp, 2, 0),
            Op::Dup2X1 => self.shuffle(sp, 2, 1),
            Op::Dup2X2 => self.shuffle(sp, 2, 2),
            Op::Swap => {
                let (top, below) = (self.slot(sp - 1), self.slot(sp - 2));
                self.set(sp - 1, below);
                self.set(sp - 2, top);
            }
            Op::Iadd => self.binary(at, O::Add, 32),
            Op::Isub => self.binary(at, O::Sub, 32),
            Op::Imul => self.binary(at, O::Mul, 32),
            Op::Idiv | Op::Irem => {
                self.decide_divisor(at, 1, 32);
                self.binary(at, if instr.op == Op::Idiv { O::Div } else { O::Rem }, 32);
            }
            Op::Ishl => self.binary(at, O::ShiftLeft, 32),
            Op::Ishr => self.binary(at, O::ShiftRight, 32),
            Op::Iushr => self.binary(at, O::UnsignedShiftRight, 32),
            Op::Iand => self.binary(at, O::And, 32),
            Op::Ior => self.binary(at, O::Or, 32),
            Op::Ixor => self.binary(at, O::Xor, 32),
            Op::Ladd => self.binary(at, O::Add, 64),
            Op::Lsub => self.binary(at, O::Sub, 64),
            Op::Lmul => self.binary(at, O::Mul, 64),
            Op::Ldiv | Op::Lrem => {
                self.decide_divisor(at, 2, 64);
                self.binary(at, if instr.op == Op::Ldiv { O::Div } else { O::Rem }, 64);
            }
            Op::Land => self.binary(at, O::And, 64),
            Op::Lor => self.binary(at, O::Or, 64),
            Op::Lxor => self.binary(at, O::Xor, 64),
            Op::Lshl => self.shift_long(at, O::ShiftLeft),
            Op::Lshr => self.shift_long(at, O::ShiftRight),
            Op::Lushr => self.shift_long(at, O::UnsignedShiftRight),
            Op::Ineg => self.negate(at, at.below(1), 32),
            Op::Lneg => self.negate(at, at.below(2), 64),
            Op::I2l => {
                let from = at.below(1);
                let wide = self.operand(from, at.word(from));
                let wide = wide.map(|shadow| self.resized(shadow, 32, 64, true));
                self.set(from, wide);
                self.set(sp, None);
            }
            Op::L2i => {
                let from = at.below(2);
                let low = self.operand(from, at.word(from));
                let low = low.map(|shadow| self.resized(shadow, 32, 32, false));
                self.put(from, low);
            }
            Op::I2b => self.resize(at, 8, true),
            Op::I2s => self.resize(at, 16, true),
            Op::I2c => self.resize(at, 16, false),
            Op::Lcmp => self.compare_longs(at),
            Op::Fadd => self.binary(at, O::FloatAdd, 32),
            Op::Fsub => self.binary(at, O::FloatSub, 32),
            Op::Fmul => self.binary(at, O::FloatMul, 32),
            Op::Fdiv => self.binary(at, O::FloatDiv, 32),
            Op::Dadd => self.binary(at, O::FloatAdd, 64),
            Op::Dsub => self.binary(at, O::FloatSub, 64),
            Op::Dmul => self.binary(at, O::FloatMul, 64),
            Op::Ddiv => self.binary(at, O::FloatDiv, 64),
            Op::Frem => self.pin_operands(at, at.below(2), || "the remainder of floating-point numbers".into()),
            Op::Drem => self.pin_operands(at, at.below(4), || "the remainder of floating-point numbers".into()),
            Op::Fneg => self.negate_number(at, 32),
            Op::Dneg => self.negate_number(at, 64),
            Op::Fcmpl | Op::Fcmpg | Op::Dcmpl | Op::Dcmpg => self.compare_numbers(at, instr.op),
            Op::I2f | Op::I2d | Op::L2f | Op::L2d | Op::F2i | Op::F2l | Op::F2d | Op::D2i | Op::D2l | Op::D2f => {
                self.convert(at, instr.op);
            }
            Op::Ifeq => self.decide_against_zero(at, O::Equal, false),
            Op::Ifne => self.decide_against_zero(at, O::Equal, false),
            Op::Iflt | Op::Ifge => self.decide_against_zero(at, O::SignedLess, false),
            Op::Ifgt | Op::Ifle => self.decide_against_zero(at, O::SignedLess, true),
            Op::IfIcmpeq | Op::IfIcmpne => self.decide_two(at, O::Equal, false),
            Op::IfIcmplt | Op::IfIcmpge => self.decide_two(at, O::SignedLess, false),
            Op::IfIcmpgt | Op::IfIcmple => self.decide_two(at, O::SignedLess, true),
            Op::IfAcmpeq | Op::IfAcmpne => self.compare_strings(at),
            Op::Switch => self.switch(at, &at.code.switches[instr.b as usize]),
            Op::Return1 => self.copy(at.below(1), at.locals),
            Op::Return2 => self.copy_long(at.below(2), at.locals),
            Op::ReturnLocal0 => self.set(at.locals, None),
            Op::GetstaticQ => self.get(instr.b, instr.x, sp),
            Op::PutstaticQ => self.put_word(instr.b, instr.x, at),
            Op::GetstaticInit | Op::PutstaticInit => {
                let (class, word) = at.code.checked.borrow()[instr.b as usize];
                let class = at.vm.image.class(class.0);
                match at.vm.image.init_state(&at.vm.heap, class).0 {
                    // Its initialiser runs first, and the instruction again.
                    InitState::None => {}
                    _ if instr.op == Op::GetstaticInit => self.get(word, instr.x, sp),
                    _ => self.put_word(word, instr.x, at),
                }
            }
            Op::GetfieldQ => {
                let object = at.below(1);
                if at.reference(object) != 0 {
                    self.get(at.reference(object) + u32::from(instr.a), instr.x, object);
                }
            }
            Op::PutfieldQ => {
                let slots = Ty::from_u8(instr.x & field_flag::TYPE_MASK).slots();
                let object = at.reference(at.below(1 + slots));
                if object != 0 {
                    self.put_word(object + u32::from(instr.a), instr.x, at);
                }
            }
            Op::InvokestaticQ | Op::InvokestaticInit => {
                let method = at.vm.image.method(instr.b);
                self.call(at, u32::from(method.arg_slots), instr.b);
            }
            Op::InvokespecialQ => self.call_of(at, u32::from(instr.a), |_| Some(instr.b)),
            Op::InvokevirtualQ => self.call_of(at, u32::from(instr.a), |receiver| {
                let class = at.vm.class_of(receiver);
                class.vtable.get(instr.b as usize).map(|method| method.id.0)
            }),
            Op::InvokeinterfaceQ => self.call_of(at, u32::from(instr.a), |receiver| {
                let image = &at.vm.image;
                let selected = image.select(at.vm.class_of(receiver), image.method(instr.b));
                selected.map(|method| method.id.0)
            }),
            Op::InvokeVarHandleQ | Op::InvokeLinkedQ | Op::InvokeBasicQ | Op::LinkToQ | Op::InvokeBoxed => {
                self.changes_state(true);
                self.decide_operands(at, at.t.fp + FRAME_HEADER);
                self.pin_operands(at, at.t.fp + FRAME_HEADER, || {
                    "a call by a method handle or by reflection".into()
                });
                self.clear(at.t.fp + FRAME_HEADER..sp + 2);
            }
            Op::AnewarrayQ => {
                let length = at.below(1);
                let zero = self.constant(0, 32);
                if let Some(shadow) = self.operand(length, at.word(length)) {
                    let negative = self.compute(O::SignedLess, shadow, zero);
                    self.decide(negative);
                    if negative.value == 1 {
                        self.running().in_message = Some(shadow);
                        return;
                    }
                }
                self.pin_slot(length, at.word(length), || "the length of an array".into());
            }
            Op::MultianewarrayQ => {
                self.pin_operands(at, at.below(u32::from(instr.a)), || "the length of an array".into());
            }
            Op::InstanceofQ | Op::Arraylength => self.set(at.below(1), None),
            // None of these has a number among its operands, or leaves one that depends on inputs.
            Op::Nop
            | Op::Pop
            | Op::Pop2
            | Op::Ifnull
            | Op::Ifnonnull
            | Op::Goto
            | Op::Ret
            | Op::Return
            | Op::CheckcastQ
            | Op::Athrow
            | Op::Monitorexit
            | Op::ReturnBoxed
            | Op::InitSupers
            | Op::InitRun
            | Op::InitFinish
            | Op::ThreadRun
            | Op::ThreadEnd
            | Op::ThreadGone
            | Op::LinkCall
            | Op::LinkFinish
            | Op::EnsureInit
            | Op::Leave => {}
            // These are resolved, and then executed as what they are.
            Op::GetstaticSlow
            | Op::PutstaticSlow
            | Op::GetfieldSlow
            | Op::PutfieldSlow
            | Op::InvokestaticSlow
            | Op::InvokespecialSlow
            | Op::InvokevirtualSlow
            | Op::InvokeinterfaceSlow
            | Op::InvokedynamicSlow
            | Op::Newarray
            | Op::AnewarraySlow
            | Op::MultianewarraySlow
            | Op::CheckcastSlow
            | Op::InstanceofSlow => {}
            // A run that is recorded or perturbed is none of these runs, and what does several instructions at once was taken apart.
            Op::GetstaticPerturbed
            | Op::PutstaticRecorded
            | Op::GetfieldPerturbed
            | Op::PutfieldRecorded
            | Op::Probe
            | Op::Unsupported
            | Op::LoadLoad
            | Op::LoadPush
            | Op::LoadLoadIadd
            | Op::LoadPushIadd
            | Op::LoadLoadIsub
            | Op::LoadPushIsub
            | Op::LoadLoadImul
            | Op::LoadPushImul
            | Op::LoadLoadIand
            | Op::LoadPushIand
            | Op::LoadLoadIxor
            | Op::LoadPushIxor
            | Op::LoadLoadIfeq
            | Op::LoadPushIfeq
            | Op::LoadLoadIfne
            | Op::LoadPushIfne
            | Op::LoadLoadIflt
            | Op::LoadPushIflt
            | Op::LoadLoadIfge
            | Op::LoadPushIfge
            | Op::LoadLoadIfgt
            | Op::LoadPushIfgt
            | Op::LoadLoadIfle
            | Op::LoadPushIfle
            | Op::LoadIfZero
            | Op::LoadIfNotZero
            | Op::LoadReturn1
            | Op::LoadGetfieldQ
            | Op::IincGoto
            | Op::IaddStore => self.lose(),
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        let shadow = self.slot(from);
        self.set(to, shadow);
    }

    fn copy_long(&mut self, from: u32, to: u32) {
        self.copy(from, to);
        self.set(to + 1, None);
    }

    /// Sets what an instruction leaves.
    pub(super) fn put(&mut self, at: u32, shadow: Option<Shadow>) {
        let kept = shadow.and_then(|shadow| self.kept(shadow));
        self.set(at, kept);
    }

    /// Slots that are copied below others, as `dup_x1` does.
    fn shuffle(&mut self, sp: u32, copied: u32, below: u32) {
        let all: Vec<Option<Shadow>> = (sp - copied - below..sp).map(|at| self.slot(at)).collect();
        let (under, top) = all.split_at(below as usize);
        let after = top.iter().chain(under).chain(top);
        for (at, shadow) in (sp - copied - below..).zip(after.copied().collect::<Vec<_>>()) {
            self.set(at, shadow);
        }
    }

    /// An operator whose left operand is replaced by the result.
    fn two(&mut self, at: &At<'_>, operator: Operator, left: u32, right: Option<u32>, by: Shadow) {
        let width = self.arena.width(by.expr);
        if self.slot(left).is_none() && right.is_none_or(|right| self.slot(right).is_none()) {
            return;
        }
        let left_value = self.value(left, at.word(left), width);
        let result = self.operate(operator, left_value, by);
        self.put(left, Some(result));
    }

    fn binary(&mut self, at: &At<'_>, operator: Operator, width: u32) {
        let slots = width / 32;
        let (left, right) = (at.below(2 * slots), at.below(slots));
        let by = self.value(right, at.word(right), width);
        self.two(at, operator, left, Some(right), by);
    }

    fn shift_long(&mut self, at: &At<'_>, operator: Operator) {
        let (value, distance) = (at.below(3), at.below(1));
        let by = self.value(distance, at.word(distance), 32);
        let by = self.resized(by, 32, 64, false);
        self.two(at, operator, value, Some(distance), by);
        self.set(value + 1, None);
    }

    fn negate(&mut self, at: &At<'_>, operand: u32, width: u32) {
        if let Some(shadow) = self.operand(operand, at.word(operand)) {
            let zero = self.constant(0, width);
            let negated = self.operate(Operator::Sub, zero, shadow);
            self.put(operand, Some(negated));
        }
    }

    fn resize(&mut self, at: &At<'_>, low: u32, signed: bool) {
        let operand = at.below(1);
        let shadow = self.operand(operand, at.word(operand));
        let shadow = shadow.map(|shadow| self.resized(shadow, low, 32, signed));
        self.put(operand, shadow);
    }

    fn compare_longs(&mut self, at: &At<'_>) {
        let (left, right) = (at.below(4), at.below(2));
        if self.shadowed(left..at.sp).is_empty() {
            return;
        }
        let a = self.value(left, at.word(left), 64);
        let b = self.value(right, at.word(right), 64);
        let less = self.compute(Operator::SignedLess, a, b);
        let equal = self.compute(Operator::Equal, a, b);
        let [minus, zero, one] = [u64::MAX, 0, 1].map(|value| self.constant(value, 32));
        let not_less = self.arena.if_then_else(equal.expr, zero.expr, one.expr);
        let value = match (less.value, equal.value) {
            (0, 0) => one.value,
            (0, _) => zero.value,
            (_, _) => minus.value,
        };
        let expr = self.arena.if_then_else(less.expr, minus.expr, not_less);
        self.compared.insert(expr, Compared::Longs(a.expr, b.expr));
        self.put(left, Some(Shadow { expr, value }));
        self.set(left + 1, None);
    }

    /// Division by zero is decided before the division.
    fn decide_divisor(&mut self, at: &At<'_>, slots: u32, width: u32) {
        let divisor = at.below(slots);
        if let Some(shadow) = self.operand(divisor, at.word(divisor)) {
            let zero = self.constant(0, width);
            let is_zero = self.compute(Operator::Equal, shadow, zero);
            self.decide(is_zero);
        }
    }

    fn decide_against_zero(&mut self, at: &At<'_>, operator: Operator, turned: bool) {
        let operand = at.below(1);
        if let Some(shadow) = self.operand(operand, at.word(operand)) {
            let zero = self.constant(0, 32);
            let (left, right) = if turned { (zero, shadow) } else { (shadow, zero) };
            let mut condition = self.compute(operator, left, right);
            if let Some(compared) = self.compared.get(&shadow.expr).copied() {
                // Of two values: they themselves compare so.
                condition.expr = self.of_compared(compared, operator, turned);
            }
            self.decide(condition);
        }
    }

    fn decide_two(&mut self, at: &At<'_>, operator: Operator, turned: bool) {
        let (left, right) = (at.below(2), at.below(1));
        if self.shadowed(left..at.sp).is_empty() {
            return;
        }
        let a = self.value(left, at.word(left), 32);
        let b = self.value(right, at.word(right), 32);
        let (left, right) = if turned { (b, a) } else { (a, b) };
        let condition = self.compute(operator, left, right);
        self.decide(condition);
    }

    /// Each place that a switch leads to is a way.
    fn switch(&mut self, at: &At<'_>, switch: &Switch) {
        let operand = at.below(1);
        let Some(key) = self.operand(operand, at.word(operand)) else {
            return;
        };
        let (default, pairs): (u32, Vec<(i32, u32)>) = match switch {
            Switch::Table(low, default, targets) => {
                let keys = (0..).map(|offset| low.wrapping_add(offset));
                (*default, keys.zip(targets.iter().copied()).collect())
            }
            Switch::Lookup(default, pairs) => (*default, pairs.clone()),
        };
        let taken = switch.target(key.value as u32 as i32);
        let mut ways: std::collections::BTreeMap<u32, Vec<dropwire_symbolic::Expr>> = std::collections::BTreeMap::new();
        let mut all = Vec::new();
        for (value, target) in pairs {
            let value = self.constant(value as u32 as u64, 32);
            let is = self.arena.binary(Operator::Equal, key.expr, value.expr);
            all.push(is);
            ways.entry(target).or_default().push(is);
        }
        let any = self.arena.any(&all);
        let none = self.arena.not(any);
        ways.entry(default).or_default().push(none);
        let mut ways: std::collections::BTreeMap<u32, dropwire_symbolic::Expr> = ways
            .into_iter()
            .map(|(target, all)| (target, self.arena.any(&all)))
            .collect();
        let Some(condition) = ways.remove(&taken) else {
            return self.lose();
        };
        self.decided(condition, super::recorder::Others::Ways(ways.into_values().collect()));
    }

    /// A read of a field's word; what is read comes to lie at a slot.
    fn get(&mut self, word: u32, bits: u8, to: u32) {
        let ty = Ty::from_u8(bits & field_flag::TYPE_MASK);
        self.read_place(u64::from(word) * 8);
        let shadow = self.beside.heap.get(&(u64::from(word) * 8)).copied();
        self.set(to, shadow);
        if ty.slots() == 2 {
            self.set(to + 1, None);
        }
    }

    /// A write of the topmost operand to a field's word.
    fn put_word(&mut self, word: u32, bits: u8, at: &At<'_>) {
        self.changes_state(true);
        let ty = Ty::from_u8(bits & field_flag::TYPE_MASK);
        let from = at.below(ty.slots());
        let shadow = self.stored(ty, from, at);
        self.write_place(u64::from(word) * 8);
        self.set_heap(u64::from(word) * 8, shadow);
    }

    /// What is read again when an operand was stored as a value of a type.
    fn stored(&mut self, ty: Ty, from: u32, at: &At<'_>) -> Option<Shadow> {
        self.narrowed(ty, from, at.word(from))
    }

    /// The same of a word that lies, or lay, in a slot.
    pub(super) fn narrowed(&mut self, ty: Ty, from: u32, word: u64) -> Option<Shadow> {
        if matches!(ty, Ty::Reference | Ty::Void) {
            return None;
        }
        let shadow = self.operand(from, word)?;
        Some(match ty {
            Ty::Boolean => self.resized(shadow, 1, 32, false),
            Ty::Byte => self.resized(shadow, 8, 32, true),
            Ty::Char => self.resized(shadow, 16, 32, false),
            Ty::Short => self.resized(shadow, 16, 32, true),
            Ty::Int | Ty::Long | Ty::Float | Ty::Double | Ty::Reference | Ty::Void => shadow,
        })
    }

    /// The type of an array's elements, and where the one at an index lies; nothing where the access throws. The index's bounds are decided.
    fn element(&mut self, at: &At<'_>, array: u32, index: u32) -> Option<(Ty, u64)> {
        let array = at.reference(array);
        if array == 0 {
            return None;
        }
        let length = at.vm.heap.length(array);
        if let Some(shadow) = self.operand(index, at.word(index)) {
            let length = self.constant(u64::from(length), 32);
            let inside = self.compute(Operator::UnsignedLess, shadow, length);
            self.decide(inside);
            if inside.value == 0 {
                self.running().in_message = Some(shadow);
            }
        }
        let ty = at.vm.class_of(array).element_type().unwrap_or(Ty::Reference);
        let index = at.word(index) as u32;
        (index < length).then(|| (ty, u64::from(array + HEADER) * 8 + (u64::from(index) << ty.log2())))
    }

    fn load_element(&mut self, at: &At<'_>, op: Op) {
        let (array, index) = (at.below(2), at.below(1));
        let Some((ty, place)) = self.element(at, array, index) else {
            return;
        };
        let symbolic = self.operand(index, at.word(index));
        let length = at.vm.heap.length(at.reference(array));
        let loaded = match symbolic {
            // Where other threads run, which element is read may matter to them.
            Some(key)
                if (!self.outcome.searches || planted(Fault::ElementsNotPinned))
                    && op != Op::Aaload
                    && length <= LONGEST_TABLE =>
            {
                Some(self.select(at, (at.reference(array), length, ty), key))
            }
            Some(_) => {
                self.pin_slot(index, at.word(index), || "the index of an array".into());
                self.read_place(place);
                self.beside.heap.get(&place).copied()
            }
            None => {
                self.read_place(place);
                self.beside.heap.get(&place).copied()
            }
        };
        self.put(array, loaded);
        self.set(index, None);
    }

    /// The element at a symbolic index within the bounds: one of them all.
    fn select(&mut self, at: &At<'_>, (array, length, ty): (Ref, u32, Ty), key: Shadow) -> Shadow {
        let width = 32 * ty.slots();
        let start = u64::from(array + HEADER) * 8;
        let mut chosen: Option<Shadow> = None;
        for index in 0..length {
            let place = start + (u64::from(index) << ty.log2());
            let element = match self.beside.heap.get(&place) {
                Some(shadow) => *shadow,
                None => self.constant(ty.widen(at.vm.heap.read(place, ty.log2())), width),
            };
            let number = self.constant(u64::from(index), 32);
            let is = self.compute(Operator::Equal, key, number);
            chosen = Some(match chosen {
                None => element,
                Some(before) => Shadow {
                    expr: self.arena.if_then_else(is.expr, element.expr, before.expr),
                    value: if is.value == 1 { element.value } else { before.value },
                },
            });
        }
        chosen.unwrap_or(key)
    }

    fn store_element(&mut self, at: &At<'_>, op: Op) {
        self.changes_state(true);
        let slots = if op == Op::Lastore { 2 } else { 1 };
        let (array, index) = (at.below(2 + slots), at.below(1 + slots));
        let Some((ty, place)) = self.element(at, array, index) else {
            return;
        };
        self.pin_slot(index, at.word(index), || "the index of an array".into());
        let shadow = self.stored(ty, at.below(slots), at);
        self.write_place(place);
        self.set_heap(place, shadow);
    }

    /// Whether two references are the same: of strings that are inputs that is not explored.
    fn compare_strings(&mut self, at: &At<'_>) {
        let (left, right) = (at.reference(at.below(2)), at.reference(at.below(1)));
        if left != right && self.is_text(at.vm, left) && self.is_text(at.vm, right) {
            self.left_out.push(LeftOut::SameString);
        }
    }

    /// Whether an object is a string that is an input.
    fn is_text(&self, vm: &Vm, object: Ref) -> bool {
        if object == 0 || vm.class_of(object).name != "java/lang/String" {
            return false;
        }
        self.beside.texts.contains(&object)
    }

    /// What the objects among the operands from a slot on hold may be read.
    fn decide_operands(&mut self, at: &At<'_>, from: u32) {
        if self.beside.unread.is_empty() {
            return;
        }
        // An operand that is a number may look like an object: then more is decided than is read.
        let objects: Vec<Ref> = (from..at.sp).map(|slot| at.reference(slot)).collect();
        for object in objects {
            let words = self.beside.objects.get(&object).copied().unwrap_or(0);
            self.decide_references(u64::from(object) * 8..u64::from(object + words) * 8);
        }
    }

    /// Pins all operands from a slot on.
    fn pin_operands(&mut self, at: &At<'_>, from: u32, why: impl Fn() -> String) {
        for slot in self.shadowed(from..at.sp) {
            self.pin_slot(slot, at.word(slot), &why);
        }
    }

    fn call_of(&mut self, at: &At<'_>, arguments: u32, method: impl FnOnce(Ref) -> Option<u32>) {
        let receiver = at.reference(at.below(arguments));
        if receiver == 0 {
            return;
        }
        if let Some(method) = method(receiver) {
            self.call(at, arguments, method);
        }
    }

    fn call(&mut self, at: &At<'_>, arguments: u32, method: u32) {
        self.running().called = Some(Called {
            fp: at.t.fp,
            pc: at.t.pc,
            sp: at.sp,
            depth: at.t.depth,
            arguments,
            words: at.t.stack[(at.sp - arguments) as usize..at.sp as usize].to_vec(),
            method,
        });
    }
}
