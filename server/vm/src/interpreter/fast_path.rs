//! The fast path: runs instructions that touch nothing but one thread's stack and objects that nobody watches.
//!
//! Everything else leaves the fast path before it has changed anything, and is done by the slow path. Reads like JVMS §6.5.

use std::cell::Cell;

use super::context::{Context, Exit, LONG, Thrown};
use super::operands;
use crate::heap::{ESCAPED, HEADER, IMMUTABLE, Ref, USER_ARRAY, WAS_ESCAPED};
use crate::image::class::{Method, call_flag, field_flag};
use crate::image::code::{Instr, Op};
use crate::thread::{ATOMIC_REGION, FRAME_HEADER, RETURNS_SLOWLY, Thread, UNNOTICED};
use crate::types::Ty;

/// Runs thread `t` until something needs the slow path; with `ONE` for one instruction at most.
#[allow(clippy::too_many_lines)] // One match over the instruction set is the shape of an interpreter.
pub(crate) fn run_fast<const ONE: bool>(t: &mut Thread, cx: &mut Context<'_>) -> Exit {
    let Some(mut code) = cx.image.method(t.method_id()).code.get() else {
        return Exit::Slow;
    };
    let mut instructions: &'static [Cell<Instr>] = &code.instructions;
    let mut pc = t.pc as usize;
    let mut sp = t.sp as usize;
    let mut fp = t.fp as usize;
    let mut locals = fp - code.max_locals as usize;
    let mut region = t.frame_word() & ATOMIC_REGION != 0;
    let mut entered = t.is_entered();
    let mut stack = std::mem::take(&mut t.stack);
    let mut count = 0u64;
    let said = if cx.explore { call_flag::SAID } else { 0 };
    let inside = call_flag::ALWAYS | call_flag::ATOMIC_REGION | said;
    let outside = call_flag::ALWAYS | said | if cx.explore { call_flag::LOUD } else { 0 };
    let reachable = if cx.owned { ESCAPED | WAS_ESCAPED } else { ESCAPED };

    macro_rules! push {
        ($v:expr) => {{
            let v: u64 = $v;
            stack[sp] = v;
            sp += 1;
        }};
    }
    macro_rules! push2 {
        ($v:expr) => {{
            let v: u64 = $v;
            stack[sp] = v;
            sp += 2;
        }};
    }
    macro_rules! pop {
        () => {{
            sp -= 1;
            stack[sp]
        }};
    }
    macro_rules! pop2 {
        () => {{
            sp -= 2;
            stack[sp]
        }};
    }
    macro_rules! int {
        ($v:expr) => {
            push!(u64::from(($v) as u32))
        };
    }
    macro_rules! leave {
        ($exit:expr) => {{
            t.stack = stack;
            t.pc = pc as u32;
            t.sp = sp as u32;
            t.fp = fp as u32;
            *cx.instructions += count;
            return $exit;
        }};
    }
    macro_rules! binary {
        (|$a:ident, $b:ident| $e:expr) => {{
            let $b = stack[sp - 1] as u32 as i32;
            let $a = stack[sp - 2] as u32 as i32;
            sp -= 1;
            let r: i32 = $e;
            stack[sp - 1] = u64::from(r as u32);
            pc += 1;
        }};
    }
    macro_rules! binary2 {
        (|$a:ident, $b:ident| $e:expr) => {{
            let $b = stack[sp - 2] as i64;
            let $a = stack[sp - 4] as i64;
            sp -= 2;
            let r: i64 = $e;
            stack[sp - 2] = r as u64;
            pc += 1;
        }};
    }
    macro_rules! float {
        (|$a:ident, $b:ident| $e:expr) => {{
            let $b = f32::from_bits(stack[sp - 1] as u32);
            let $a = f32::from_bits(stack[sp - 2] as u32);
            sp -= 1;
            let r: f32 = $e;
            stack[sp - 1] = u64::from(r.to_bits());
            pc += 1;
        }};
    }
    macro_rules! double {
        (|$a:ident, $b:ident| $e:expr) => {{
            let $b = f64::from_bits(stack[sp - 2]);
            let $a = f64::from_bits(stack[sp - 4]);
            sp -= 2;
            let r: f64 = $e;
            stack[sp - 2] = r.to_bits();
            pc += 1;
        }};
    }
    macro_rules! jump {
        ($to:expr) => {{
            let to = $to as usize;
            if to <= pc {
                let left = if region { &mut *cx.atomic_jumps } else { &mut *cx.jumps };
                if *left == 0 {
                    pc = to;
                    leave!(Exit::Jumps);
                }
                *left -= 1;
            }
            pc = to;
        }};
    }
    macro_rules! branch {
        ($cond:expr, $to:expr) => {{
            if $cond {
                jump!($to);
            } else {
                pc += 1;
            }
        }};
    }
    macro_rules! compare {
        (|$a:ident, $b:ident| $e:expr, $to:expr) => {{
            let $b = stack[sp - 1] as u32 as i32;
            let $a = stack[sp - 2] as u32 as i32;
            sp -= 2;
            branch!($e, $to)
        }};
    }
    // Whether an access to this object, declared by a JDK class or not, must go through the slow path.
    macro_rules! seen {
        ($r:expr, $jdk:expr) => {
            cx.watch && (!entered || !$jdk || cx.reported) && (cx.all || cx.heap.lock_word($r) & reachable != 0)
        };
    }
    macro_rules! array_seen {
        ($r:expr) => {{
            cx.watch && {
                let word = cx.heap.lock_word($r);
                (cx.all || word & reachable != 0)
                    && word & IMMUTABLE == 0
                    && (!entered || word & USER_ARRAY != 0 || cx.reported)
            }
        }};
    }
    // Array and index of a load whose index is on top; checks null and bounds.
    macro_rules! element {
        ($array:expr, $index:expr) => {{
            let array = $array as Ref;
            let index = $index as u32;
            if array == 0 {
                leave!(Exit::Throw(Thrown::NullPointer));
            }
            let length = cx.heap.length(array);
            if index >= length {
                leave!(Exit::Throw(Thrown::Index(index as i32, length)));
            }
            if array_seen!(array) {
                leave!(Exit::Slow);
            }
            (u64::from(array + HEADER) * 8, u64::from(index))
        }};
    }
    // Enters a method whose arguments are on the stack; leaves for the slow path when anything is special.
    macro_rules! invoke {
        ($target:expr) => {{
            let target: &'static Method = $target;
            let Some(body) = target.code.get() else {
                leave!(Exit::Slow)
            };
            let special = target.special.get() & if region { inside } else { outside };
            if special != 0 || t.depth >= cx.stack_depth || count >= LONG {
                leave!(Exit::Slow);
            }
            let new_locals = sp - usize::from(target.arg_slots);
            let new_fp = new_locals + body.max_locals as usize;
            let need = new_fp + FRAME_HEADER as usize + body.max_stack as usize + 2;
            if need > stack.len() && !super::calls::grow(&mut stack, need) {
                leave!(Exit::Slow);
            }
            stack[fp] = (stack[fp] & 0xffff_ffff) | (pc as u64) << 32;
            stack[new_fp] = u64::from(target.id.0);
            stack[new_fp + 1] = fp as u64;
            stack[new_fp + 2] = if region {
                ATOMIC_REGION | stack[fp + 2] & (crate::thread::CONFINED | crate::thread::ATOMIC | UNNOTICED)
            } else {
                stack[fp + 2] & crate::thread::ATOMIC
            };
            fp = new_fp;
            sp = new_fp + FRAME_HEADER as usize;
            locals = new_locals;
            pc = 0;
            code = body;
            instructions = &body.instructions;
            t.depth += 1;
        }};
    }
    // The class of a member or of a new object, which was not initialised when the heap was frozen, is so by now.
    macro_rules! ready {
        ($class:expr) => {
            if cx.reported || !cx.image.is_initialised(cx.heap, $class) {
                leave!(Exit::Slow);
            }
        };
    }
    // The word of a static field; in a search those of classes that are not in the base go through the slow path.
    macro_rules! static_word {
        ($instr:expr, $checked:path) => {
            if $instr.op == $checked {
                if cx.explore {
                    leave!(Exit::Slow);
                }
                let (class, word) = code.checked.borrow()[$instr.b as usize];
                ready!(cx.image.class(class.0));
                word
            } else {
                $instr.b
            }
        };
    }
    macro_rules! ret {
        ($slots:expr) => {{
            let (word, caller) = (stack[fp + 2], stack[fp + 1] as usize);
            if word & RETURNS_SLOWLY != 0 || code.internal || caller == 0 {
                leave!(Exit::Slow);
            }
            let value = if $slots > 0 { stack[sp - $slots] } else { 0 };
            let Some(body) = cx.image.method(stack[caller] as u32).code.get() else {
                leave!(Exit::Slow)
            };
            if $slots == 1 && code.gives_arrays && body.of_user && cx.hands_out(value as Ref) {
                leave!(Exit::Slow);
            }
            sp = locals;
            fp = caller;
            pc = (stack[fp] >> 32) as usize + 1;
            code = body;
            instructions = &body.instructions;
            locals = fp - code.max_locals as usize;
            region = stack[fp + 2] & ATOMIC_REGION != 0;
            entered = stack[fp + 2] & (ATOMIC_REGION | UNNOTICED) == ATOMIC_REGION;
            t.depth -= 1;
            if $slots > 0 {
                stack[sp] = value;
                sp += $slots;
            }
        }};
    }
    // The two instructions that push before an operation that does several: a local, and a local or a constant.
    macro_rules! loaded {
        ($instr:expr, Load) => {{
            let second = instructions[pc + 1].get();
            (stack[locals + $instr.a as usize], stack[locals + second.a as usize])
        }};
        ($instr:expr, Push) => {{
            let second = instructions[pc + 1].get();
            (stack[locals + $instr.a as usize], u64::from(second.b))
        }};
    }
    macro_rules! pair {
        ($instr:expr, $kind:ident) => {{
            let (a, b) = loaded!($instr, $kind);
            stack[sp] = a;
            stack[sp + 1] = b;
            sp += 2;
            pc += 2;
            count += 1;
        }};
    }
    macro_rules! computed {
        ($instr:expr, $kind:ident, |$a:ident, $b:ident| $e:expr) => {{
            let ($a, $b) = loaded!($instr, $kind);
            let ($a, $b) = ($a as u32 as i32, $b as u32 as i32);
            let r: i32 = $e;
            push!(u64::from(r as u32));
            pc += 3;
            count += 2;
        }};
    }
    macro_rules! compared {
        ($instr:expr, $kind:ident, |$a:ident, $b:ident| $e:expr) => {{
            let ($a, $b) = loaded!($instr, $kind);
            let ($a, $b) = ($a as u32 as i32, $b as u32 as i32);
            pc += 2;
            count += 2;
            branch!($e, instructions[pc].get().b)
        }};
    }
    // Reads a field of an object that has been on the stack or still is; the reference's slot is `sp - 1`.
    macro_rules! get_field {
        ($instr:expr, $object:expr) => {{
            let object = $object;
            if object == 0 {
                leave!(Exit::Throw(Thrown::NullPointer));
            }
            let flags = $instr.x;
            if flags & field_flag::PRIVATE_TO_VM != 0 {
                cx.note_passage(object, object + u32::from($instr.a), flags);
            } else if (flags & field_flag::FINAL == 0 || cx.finals) && seen!(object, flags & field_flag::JDK != 0) {
                leave!(Exit::Slow);
            }
            let ty = Ty::from_u8(flags & field_flag::TYPE_MASK);
            stack[sp - 1] = ty.widen(cx.heap.get(object + u32::from($instr.a)));
            sp += ty.slots() as usize - 1;
            pc += 1;
        }};
    }

    while !ONE || count == 0 {
        let instr = instructions[pc].get();
        count += 1;
        match instr.op {
            Op::Nop => pc += 1,
            Op::PushInt | Op::PushRef => {
                push!(u64::from(instr.b));
                pc += 1;
            }
            Op::PushWide => {
                push2!(code.wide[instr.b as usize]);
                pc += 1;
            }
            Op::Load => {
                push!(stack[locals + instr.a as usize]);
                pc += 1;
            }
            Op::Load2 => {
                push2!(stack[locals + instr.a as usize]);
                pc += 1;
            }
            Op::Store => {
                stack[locals + instr.a as usize] = pop!();
                pc += 1;
            }
            Op::Store2 => {
                stack[locals + instr.a as usize] = pop2!();
                pc += 1;
            }
            Op::LoadLoad => pair!(instr, Load),
            Op::LoadPush => pair!(instr, Push),
            Op::LoadLoadIadd => computed!(instr, Load, |a, b| a.wrapping_add(b)),
            Op::LoadPushIadd => computed!(instr, Push, |a, b| a.wrapping_add(b)),
            Op::LoadLoadIsub => computed!(instr, Load, |a, b| a.wrapping_sub(b)),
            Op::LoadPushIsub => computed!(instr, Push, |a, b| a.wrapping_sub(b)),
            Op::LoadLoadImul => computed!(instr, Load, |a, b| a.wrapping_mul(b)),
            Op::LoadPushImul => computed!(instr, Push, |a, b| a.wrapping_mul(b)),
            Op::LoadLoadIand => computed!(instr, Load, |a, b| a & b),
            Op::LoadPushIand => computed!(instr, Push, |a, b| a & b),
            Op::LoadLoadIxor => computed!(instr, Load, |a, b| a ^ b),
            Op::LoadPushIxor => computed!(instr, Push, |a, b| a ^ b),
            Op::LoadLoadIfeq => compared!(instr, Load, |a, b| a == b),
            Op::LoadPushIfeq => compared!(instr, Push, |a, b| a == b),
            Op::LoadLoadIfne => compared!(instr, Load, |a, b| a != b),
            Op::LoadPushIfne => compared!(instr, Push, |a, b| a != b),
            Op::LoadLoadIflt => compared!(instr, Load, |a, b| a < b),
            Op::LoadPushIflt => compared!(instr, Push, |a, b| a < b),
            Op::LoadLoadIfge => compared!(instr, Load, |a, b| a >= b),
            Op::LoadPushIfge => compared!(instr, Push, |a, b| a >= b),
            Op::LoadLoadIfgt => compared!(instr, Load, |a, b| a > b),
            Op::LoadPushIfgt => compared!(instr, Push, |a, b| a > b),
            Op::LoadLoadIfle => compared!(instr, Load, |a, b| a <= b),
            Op::LoadPushIfle => compared!(instr, Push, |a, b| a <= b),
            Op::LoadIfZero | Op::LoadIfNotZero => {
                let is_zero = stack[locals + instr.a as usize] == 0;
                pc += 1;
                count += 1;
                branch!(is_zero == (instr.op == Op::LoadIfZero), instructions[pc].get().b);
            }
            Op::LoadReturn1 => {
                push!(stack[locals + instr.a as usize]);
                pc += 1;
                count += 1;
                ret!(1);
            }
            Op::LoadGetfieldQ => {
                let object = stack[locals + instr.a as usize];
                push!(object);
                pc += 1;
                count += 1;
                get_field!(instructions[pc].get(), object as Ref);
            }
            Op::IincGoto => {
                let slot = &mut stack[locals + instr.a as usize];
                *slot = u64::from((*slot as u32).wrapping_add(instr.b));
                pc += 1;
                count += 1;
                jump!(instructions[pc].get().b);
            }
            Op::IaddStore => {
                let sum = (stack[sp - 2] as u32).wrapping_add(stack[sp - 1] as u32);
                sp -= 2;
                count += 1;
                stack[locals + instructions[pc + 1].get().a as usize] = u64::from(sum);
                pc += 2;
            }
            Op::Iinc => {
                let slot = &mut stack[locals + instr.a as usize];
                *slot = u64::from((*slot as u32).wrapping_add(instr.b));
                pc += 1;
            }
            Op::Iaload | Op::Aaload => {
                let (base, index) = element!(stack[sp - 2], stack[sp - 1]);
                sp -= 1;
                stack[sp - 1] = cx.heap.read(base + 4 * index, 2);
                pc += 1;
            }
            Op::Laload => {
                let (base, index) = element!(stack[sp - 2], stack[sp - 1]);
                stack[sp - 2] = cx.heap.read(base + 8 * index, 3);
                pc += 1;
            }
            Op::Baload => {
                let (base, index) = element!(stack[sp - 2], stack[sp - 1]);
                sp -= 1;
                stack[sp - 1] = Ty::Byte.widen(cx.heap.read(base + index, 0));
                pc += 1;
            }
            Op::Caload => {
                let (base, index) = element!(stack[sp - 2], stack[sp - 1]);
                sp -= 1;
                stack[sp - 1] = cx.heap.read(base + 2 * index, 1);
                pc += 1;
            }
            Op::Saload => {
                let (base, index) = element!(stack[sp - 2], stack[sp - 1]);
                sp -= 1;
                stack[sp - 1] = Ty::Short.widen(cx.heap.read(base + 2 * index, 1));
                pc += 1;
            }
            Op::Iastore => {
                let (base, index) = element!(stack[sp - 3], stack[sp - 2]);
                cx.heap.write(base + 4 * index, 2, stack[sp - 1]);
                sp -= 3;
                pc += 1;
            }
            Op::Lastore => {
                let (base, index) = element!(stack[sp - 4], stack[sp - 3]);
                cx.heap.write(base + 8 * index, 3, stack[sp - 2]);
                sp -= 4;
                pc += 1;
            }
            Op::Bastore => {
                let (base, index) = element!(stack[sp - 3], stack[sp - 2]);
                let array = stack[sp - 3] as Ref;
                let value = stack[sp - 1];
                // A boolean array takes the lowest bit only. JVMS §6.5.bastore.
                let boolean = cx.image.class_of(cx.heap, array).element_type() == Some(Ty::Boolean);
                cx.heap.write(base + index, 0, if boolean { value & 1 } else { value });
                sp -= 3;
                pc += 1;
            }
            Op::Castore | Op::Sastore => {
                let (base, index) = element!(stack[sp - 3], stack[sp - 2]);
                cx.heap.write(base + 2 * index, 1, stack[sp - 1]);
                sp -= 3;
                pc += 1;
            }
            Op::Pop => {
                sp -= 1;
                pc += 1;
            }
            Op::Pop2 => {
                sp -= 2;
                pc += 1;
            }
            Op::Dup => {
                push!(stack[sp - 1]);
                pc += 1;
            }
            Op::DupX1 => {
                let (a, b) = (stack[sp - 1], stack[sp - 2]);
                stack[sp - 2] = a;
                stack[sp - 1] = b;
                push!(a);
                pc += 1;
            }
            Op::Dup2 => {
                let (a, b) = (stack[sp - 2], stack[sp - 1]);
                push!(a);
                push!(b);
                pc += 1;
            }
            Op::DupX2 | Op::Dup2X1 | Op::Dup2X2 => {
                sp = operands::shuffle(instr.op, &mut stack, sp);
                pc += 1;
            }
            Op::Swap => {
                stack.swap(sp - 1, sp - 2);
                pc += 1;
            }
            Op::Iadd => binary!(|a, b| a.wrapping_add(b)),
            Op::Isub => binary!(|a, b| a.wrapping_sub(b)),
            Op::Imul => binary!(|a, b| a.wrapping_mul(b)),
            Op::Idiv => {
                if stack[sp - 1] as u32 == 0 {
                    leave!(Exit::Throw(Thrown::DivisionByZero));
                }
                // `wrapping`: MIN_VALUE / -1 overflows, and the JVM defines it as MIN_VALUE.
                binary!(|a, b| a.wrapping_div(b));
            }
            Op::Irem => {
                if stack[sp - 1] as u32 == 0 {
                    leave!(Exit::Throw(Thrown::DivisionByZero));
                }
                binary!(|a, b| a.wrapping_rem(b));
            }
            Op::Ineg => {
                stack[sp - 1] = u64::from((stack[sp - 1] as u32).wrapping_neg());
                pc += 1;
            }
            Op::Ishl => binary!(|a, b| a.wrapping_shl(b as u32)),
            Op::Ishr => binary!(|a, b| a.wrapping_shr(b as u32)),
            Op::Iushr => binary!(|a, b| (a as u32).wrapping_shr(b as u32) as i32),
            Op::Iand => binary!(|a, b| a & b),
            Op::Ior => binary!(|a, b| a | b),
            Op::Ixor => binary!(|a, b| a ^ b),
            Op::Ladd => binary2!(|a, b| a.wrapping_add(b)),
            Op::Lsub => binary2!(|a, b| a.wrapping_sub(b)),
            Op::Lmul => binary2!(|a, b| a.wrapping_mul(b)),
            Op::Ldiv => {
                if stack[sp - 2] == 0 {
                    leave!(Exit::Throw(Thrown::DivisionByZero));
                }
                binary2!(|a, b| a.wrapping_div(b));
            }
            Op::Lrem => {
                if stack[sp - 2] == 0 {
                    leave!(Exit::Throw(Thrown::DivisionByZero));
                }
                binary2!(|a, b| a.wrapping_rem(b));
            }
            Op::Lneg => {
                stack[sp - 2] = stack[sp - 2].wrapping_neg();
                pc += 1;
            }
            Op::Lshl | Op::Lshr | Op::Lushr => {
                sp = operands::shift(instr.op, &mut stack, sp);
                pc += 1;
            }
            Op::Land => binary2!(|a, b| a & b),
            Op::Lor => binary2!(|a, b| a | b),
            Op::Lxor => binary2!(|a, b| a ^ b),
            Op::Fadd => float!(|a, b| a + b),
            Op::Fsub => float!(|a, b| a - b),
            Op::Fmul => float!(|a, b| a * b),
            Op::Fdiv => float!(|a, b| a / b),
            Op::Frem => float!(|a, b| a % b),
            Op::Fneg => {
                stack[sp - 1] = u64::from((-f32::from_bits(stack[sp - 1] as u32)).to_bits());
                pc += 1;
            }
            Op::Dadd => double!(|a, b| a + b),
            Op::Dsub => double!(|a, b| a - b),
            Op::Dmul => double!(|a, b| a * b),
            Op::Ddiv => double!(|a, b| a / b),
            Op::Drem => double!(|a, b| a % b),
            Op::Dneg => {
                stack[sp - 2] = (-f64::from_bits(stack[sp - 2])).to_bits();
                pc += 1;
            }
            Op::I2l => {
                let v = pop!() as u32 as i32;
                push2!(i64::from(v) as u64);
                pc += 1;
            }
            Op::L2i => {
                let v = pop2!();
                int!(v);
                pc += 1;
            }
            Op::I2f | Op::I2d | Op::L2f | Op::L2d | Op::F2i | Op::F2l | Op::F2d | Op::D2i | Op::D2l | Op::D2f => {
                sp = operands::convert(instr.op, &mut stack, sp);
                pc += 1;
            }
            Op::I2b => {
                stack[sp - 1] = Ty::Byte.widen(stack[sp - 1]);
                pc += 1;
            }
            Op::I2c => {
                stack[sp - 1] &= 0xffff;
                pc += 1;
            }
            Op::I2s => {
                stack[sp - 1] = Ty::Short.widen(stack[sp - 1]);
                pc += 1;
            }
            Op::Lcmp => {
                let b = pop2!() as i64;
                let a = pop2!() as i64;
                int!(a.cmp(&b) as i32);
                pc += 1;
            }
            Op::Fcmpl | Op::Fcmpg | Op::Dcmpl | Op::Dcmpg => {
                sp = operands::compare(instr.op, &mut stack, sp);
                pc += 1;
            }
            Op::Ifeq => {
                let v = pop!() as u32 as i32;
                branch!(v == 0, instr.b);
            }
            Op::Ifne => {
                let v = pop!() as u32 as i32;
                branch!(v != 0, instr.b);
            }
            Op::Iflt => {
                let v = pop!() as u32 as i32;
                branch!(v < 0, instr.b);
            }
            Op::Ifge => {
                let v = pop!() as u32 as i32;
                branch!(v >= 0, instr.b);
            }
            Op::Ifgt => {
                let v = pop!() as u32 as i32;
                branch!(v > 0, instr.b);
            }
            Op::Ifle => {
                let v = pop!() as u32 as i32;
                branch!(v <= 0, instr.b);
            }
            Op::IfIcmpeq | Op::IfAcmpeq => compare!(|a, b| a == b, instr.b),
            Op::IfIcmpne | Op::IfAcmpne => compare!(|a, b| a != b, instr.b),
            Op::IfIcmplt => compare!(|a, b| a < b, instr.b),
            Op::IfIcmpge => compare!(|a, b| a >= b, instr.b),
            Op::IfIcmpgt => compare!(|a, b| a > b, instr.b),
            Op::IfIcmple => compare!(|a, b| a <= b, instr.b),
            Op::Ifnull => {
                let v = pop!();
                branch!(v == 0, instr.b);
            }
            Op::Ifnonnull => {
                let v = pop!();
                branch!(v != 0, instr.b);
            }
            Op::Goto => jump!(instr.b),
            // `jsr` clears locals, which takes the frame analysis.
            Op::Jsr => leave!(Exit::Slow),
            Op::Ret => {
                let to = stack[locals + instr.a as usize];
                jump!(to);
            }
            Op::Switch => {
                let key = pop!() as u32 as i32;
                let to = code.switches[instr.b as usize].target(key);
                jump!(to);
            }
            Op::Return => ret!(0),
            Op::Return1 => ret!(1),
            Op::Return2 => ret!(2),
            Op::GetstaticQ | Op::GetstaticInit => {
                let word = static_word!(instr, Op::GetstaticInit);
                let flags = instr.x;
                let jdk = flags & field_flag::JDK != 0;
                if cx.watch
                    && (!entered || !jdk || cx.reported)
                    && flags & (field_flag::FINAL | field_flag::PRIVATE_TO_VM) == 0
                {
                    leave!(Exit::Slow);
                }
                let ty = Ty::from_u8(flags & field_flag::TYPE_MASK);
                let value = ty.widen(cx.heap.get(word));
                if ty.slots() == 2 {
                    push2!(value);
                } else {
                    push!(value);
                }
                pc += 1;
            }
            Op::PutstaticQ | Op::PutstaticInit => {
                let word = static_word!(instr, Op::PutstaticInit);
                if cx.writes {
                    leave!(Exit::Slow);
                }
                let ty = Ty::from_u8(instr.x & field_flag::TYPE_MASK);
                let value = if ty.slots() == 2 { pop2!() } else { pop!() };
                cx.heap.set(word, ty.narrow(value));
                pc += 1;
            }
            Op::GetfieldQ => get_field!(instr, stack[sp - 1] as Ref),
            Op::PutfieldQ => {
                let ty = Ty::from_u8(instr.x & field_flag::TYPE_MASK);
                let slots = ty.slots() as usize;
                let object = stack[sp - 1 - slots] as Ref;
                if object == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                let word = object + u32::from(instr.a);
                let value = ty.narrow(stack[sp - slots]);
                if (cx.puts || cx.writes && cx.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) != 0)
                    && !(entered && cx.is_unnoticed_write(object, word, value, instr))
                {
                    leave!(Exit::Slow);
                }
                cx.heap.set(word, value);
                sp -= 1 + slots;
                pc += 1;
            }
            Op::InvokestaticQ | Op::InvokestaticInit => {
                let target = cx.image.method(instr.b);
                if instr.op == Op::InvokestaticInit {
                    ready!(target.class());
                }
                invoke!(target);
            }
            Op::InvokespecialQ => {
                if stack[sp - instr.a as usize] == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                invoke!(cx.image.method(instr.b));
            }
            Op::InvokevirtualQ => {
                let receiver = stack[sp - instr.a as usize] as Ref;
                if receiver == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                let class = cx.image.class_of(cx.heap, receiver);
                match class.vtable.get(instr.b as usize) {
                    Some(target) => invoke!(target),
                    None => leave!(Exit::Slow),
                }
            }
            Op::InvokeinterfaceQ => {
                let receiver = stack[sp - instr.a as usize] as Ref;
                if receiver == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                let class = cx.image.class_of(cx.heap, receiver);
                match cx.image.select(class, cx.image.method(instr.b)) {
                    Some(target) => invoke!(target),
                    None => leave!(Exit::Slow),
                }
            }
            Op::NewQ | Op::NewInit => {
                let class = cx.image.class(instr.b);
                if instr.op == Op::NewInit {
                    ready!(class);
                }
                let words = HEADER + class.layout.len() as u32;
                let Some(object) = cx.heap.allocate_quick(words) else {
                    leave!(Exit::Slow)
                };
                cx.heap.set_header(object, class.id.0, 0);
                push!(u64::from(object));
                pc += 1;
            }
            Op::CheckcastQ => {
                let object = stack[sp - 1] as Ref;
                if object != 0
                    && !cx
                        .image
                        .class_of(cx.heap, object)
                        .is_subclass_of(cx.image.class(instr.b))
                {
                    leave!(Exit::Slow);
                }
                pc += 1;
            }
            Op::InstanceofQ => {
                let object = stack[sp - 1] as Ref;
                let is = object != 0
                    && cx
                        .image
                        .class_of(cx.heap, object)
                        .is_subclass_of(cx.image.class(instr.b));
                stack[sp - 1] = u64::from(is);
                pc += 1;
            }
            Op::Arraylength => {
                let array = stack[sp - 1] as Ref;
                if array == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                stack[sp - 1] = u64::from(cx.heap.length(array));
                pc += 1;
            }
            _ => {
                count -= 1;
                leave!(Exit::Slow)
            }
        }
    }
    leave!(Exit::One)
}
