//! The fast path: runs instructions that touch nothing but one thread's stack and objects that nobody watches.
//!
//! Everything else (resolution, visible operations, exceptions, natives, monitors) leaves the burst before it has
//! changed anything, and is done by the slow path. Reads like JVMS §6.5.

use super::context::Context;
use crate::heap::{ESCAPED, HEADER, IMMUTABLE, Ref, USER_ARRAY, WAS_ESCAPED};
use crate::image::class::{Atomicity, Method, field_flag};
use crate::image::code::{Code, Op, Switch};
use crate::thread::{ATOMIC, ATOMIC_ROOT, CALLBACK, CONFINED, DROPS_SKEW, FRAME_HEADER, LOCKED, QUIET, Thread};
use crate::types::Ty;

/// Why a burst ended. The instruction at `pc` has not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The instruction needs the slow path.
    Slow,
    /// The backward-jump budget is used up; the instruction at `pc` is the target of the jump.
    Jumps,
    /// The instruction throws this exception.
    Throw(Thrown),
}

/// Exceptions that plain instructions throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thrown {
    NullPointer,
    DivisionByZero,
    Index(i32, u32),
}

/// Runs thread `t` until something needs the slow path.
#[allow(clippy::too_many_lines)] // One match over the instruction set is the shape of an interpreter.
pub(crate) fn burst(t: &mut Thread, cx: &mut Context<'_>) -> Exit {
    let mut code: &'static Code = match cx.image.method(t.method_id()).code.get() {
        Some(code) => code,
        None => return Exit::Slow,
    };
    let mut pc = t.pc as usize;
    let mut sp = t.sp as usize;
    let mut fp = t.fp as usize;
    let mut locals = fp - code.max_locals as usize;
    let mut quiet = t.frame_word() & QUIET != 0;
    let mut stack = std::mem::take(&mut t.stack);
    let mut count = 0u64;
    let reachable = if cx.told { ESCAPED | WAS_ESCAPED } else { ESCAPED };

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
                if *cx.jumps == 0 {
                    pc = to;
                    leave!(Exit::Jumps);
                }
                *cx.jumps -= 1;
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
            cx.watch && (!quiet || !$jdk || cx.told) && (cx.all || cx.heap.lock_word($r) & reachable != 0)
        };
    }
    macro_rules! array_seen {
        ($r:expr) => {{
            cx.watch && {
                let word = cx.heap.lock_word($r);
                (cx.all || word & reachable != 0)
                    && word & IMMUTABLE == 0
                    && (!quiet || word & USER_ARRAY != 0 || cx.told)
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
            if target.is_synchronized()
                || target.native.get().is_some()
                || !quiet && cx.explore && (target.atomic.get() != Atomicity::None || target.looks.get().is_some())
                || quiet && (target.class().leaves_atomic || target.atomic.get() == Atomicity::Callback)
                || cx.explore && (target.attribute.get().is_some() || target.guarded.get())
                || t.depth >= cx.stack_depth
            {
                leave!(Exit::Slow);
            }
            let new_locals = sp - usize::from(target.arg_slots);
            let new_fp = new_locals + body.max_locals as usize;
            let need = new_fp + FRAME_HEADER as usize + body.max_stack as usize + 2;
            if need > stack.len() {
                stack.resize(need * 2, 0);
            }
            stack[fp] = (stack[fp] & 0xffff_ffff) | (pc as u64) << 32;
            stack[new_fp] = u64::from(target.id.0);
            stack[new_fp + 1] = fp as u64;
            stack[new_fp + 2] = if quiet {
                QUIET | stack[fp + 2] & (CONFINED | ATOMIC)
            } else {
                stack[fp + 2] & ATOMIC
            };
            fp = new_fp;
            sp = new_fp + FRAME_HEADER as usize;
            locals = new_locals;
            pc = 0;
            code = body;
            t.depth += 1;
        }};
    }
    macro_rules! ret {
        ($slots:expr) => {{
            let word = stack[fp + 2];
            if word & (LOCKED | DROPS_SKEW | CALLBACK | ATOMIC_ROOT) != 0 || code.internal {
                leave!(Exit::Slow);
            }
            let caller = stack[fp + 1] as usize;
            if caller == 0 {
                leave!(Exit::Slow);
            }
            let value = if $slots > 0 { stack[sp - $slots] } else { 0 };
            sp = locals;
            fp = caller;
            pc = (stack[fp] >> 32) as usize + 1;
            let Some(body) = cx.image.method(stack[fp] as u32).code.get() else {
                leave!(Exit::Slow)
            };
            code = body;
            locals = fp - code.max_locals as usize;
            quiet = stack[fp + 2] & QUIET != 0;
            t.depth -= 1;
            if $slots > 0 {
                stack[sp] = value;
                sp += $slots;
            }
        }};
    }

    loop {
        let instr = code.instructions[pc].get();
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
            Op::DupX2 => {
                let (a, b, c) = (stack[sp - 1], stack[sp - 2], stack[sp - 3]);
                stack[sp - 3] = a;
                stack[sp - 2] = c;
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
            Op::Dup2X1 => {
                let (a, b, c) = (stack[sp - 1], stack[sp - 2], stack[sp - 3]);
                stack[sp - 3] = b;
                stack[sp - 2] = a;
                stack[sp - 1] = c;
                push!(b);
                push!(a);
                pc += 1;
            }
            Op::Dup2X2 => {
                let (a, b, c, d) = (stack[sp - 1], stack[sp - 2], stack[sp - 3], stack[sp - 4]);
                stack[sp - 4] = b;
                stack[sp - 3] = a;
                stack[sp - 2] = d;
                stack[sp - 1] = c;
                push!(b);
                push!(a);
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
                let by = pop!() as u32;
                let value = stack[sp - 2];
                stack[sp - 2] = match instr.op {
                    Op::Lshl => value.wrapping_shl(by),
                    Op::Lshr => (value as i64).wrapping_shr(by) as u64,
                    _ => value.wrapping_shr(by),
                };
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
            Op::I2f => {
                let v = pop!() as u32 as i32;
                push!(u64::from((v as f32).to_bits()));
                pc += 1;
            }
            Op::I2d => {
                let v = pop!() as u32 as i32;
                push2!(f64::from(v).to_bits());
                pc += 1;
            }
            Op::L2i => {
                let v = pop2!();
                int!(v);
                pc += 1;
            }
            Op::L2f => {
                let v = pop2!() as i64;
                push!(u64::from((v as f32).to_bits()));
                pc += 1;
            }
            Op::L2d => {
                let v = pop2!() as i64;
                push2!((v as f64).to_bits());
                pc += 1;
            }
            // Rust's float-to-int `as` saturates and maps NaN to 0, as JVMS §6.5.f2i wants.
            Op::F2i => {
                let v = f32::from_bits(pop!() as u32);
                int!(v as i32);
                pc += 1;
            }
            Op::F2l => {
                let v = f32::from_bits(pop!() as u32);
                push2!(v as i64 as u64);
                pc += 1;
            }
            Op::F2d => {
                let v = f32::from_bits(pop!() as u32);
                push2!(f64::from(v).to_bits());
                pc += 1;
            }
            Op::D2i => {
                let v = f64::from_bits(pop2!());
                int!(v as i32);
                pc += 1;
            }
            Op::D2l => {
                let v = f64::from_bits(pop2!());
                push2!(v as i64 as u64);
                pc += 1;
            }
            Op::D2f => {
                let v = f64::from_bits(pop2!());
                push!(u64::from((v as f32).to_bits()));
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
            Op::Fcmpl | Op::Fcmpg => {
                let b = f32::from_bits(pop!() as u32);
                let a = f32::from_bits(pop!() as u32);
                let nan = if instr.op == Op::Fcmpg { 1 } else { -1 };
                int!(a.partial_cmp(&b).map_or(nan, |o| o as i32));
                pc += 1;
            }
            Op::Dcmpl | Op::Dcmpg => {
                let b = f64::from_bits(pop2!());
                let a = f64::from_bits(pop2!());
                let nan = if instr.op == Op::Dcmpg { 1 } else { -1 };
                int!(a.partial_cmp(&b).map_or(nan, |o| o as i32));
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
                let to = match &code.switches[instr.b as usize] {
                    Switch::Table(low, default, targets) => usize::try_from(i64::from(key) - i64::from(*low))
                        .ok()
                        .and_then(|i| targets.get(i))
                        .copied()
                        .unwrap_or(*default),
                    Switch::Lookup(default, pairs) => pairs
                        .binary_search_by_key(&key, |(k, _)| *k)
                        .map_or(*default, |i| pairs[i].1),
                };
                jump!(to);
            }
            Op::Return => ret!(0),
            Op::Return1 => ret!(1),
            Op::Return2 => ret!(2),
            Op::GetstaticQ => {
                let flags = instr.x;
                let jdk = flags & field_flag::JDK != 0;
                if cx.watch
                    && (!quiet || !jdk || cx.told)
                    && flags & (field_flag::FINAL | field_flag::PRIVATE_TO_VM) == 0
                {
                    leave!(Exit::Slow);
                }
                let ty = Ty::from_u8(flags & field_flag::TYPE_MASK);
                let value = ty.widen(cx.heap.get(instr.b));
                if ty.slots() == 2 {
                    push2!(value);
                } else {
                    push!(value);
                }
                pc += 1;
            }
            Op::PutstaticQ => {
                if cx.writes {
                    leave!(Exit::Slow);
                }
                let ty = Ty::from_u8(instr.x & field_flag::TYPE_MASK);
                let value = if ty.slots() == 2 { pop2!() } else { pop!() };
                cx.heap.set(instr.b, ty.narrow(value));
                pc += 1;
            }
            Op::GetfieldQ => {
                let object = stack[sp - 1] as Ref;
                if object == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                let flags = instr.x;
                if (flags & field_flag::FINAL == 0 || cx.finals)
                    && flags & field_flag::PRIVATE_TO_VM == 0
                    && seen!(object, flags & field_flag::JDK != 0)
                {
                    leave!(Exit::Slow);
                }
                let ty = Ty::from_u8(flags & field_flag::TYPE_MASK);
                stack[sp - 1] = ty.widen(cx.heap.get(object + u32::from(instr.a)));
                sp += ty.slots() as usize - 1;
                pc += 1;
            }
            Op::PutfieldQ => {
                let ty = Ty::from_u8(instr.x & field_flag::TYPE_MASK);
                let slots = ty.slots() as usize;
                let object = stack[sp - 1 - slots] as Ref;
                if object == 0 {
                    leave!(Exit::Throw(Thrown::NullPointer));
                }
                let word = object + u32::from(instr.a);
                let value = ty.narrow(stack[sp - slots]);
                if (cx.watch && cx.all || cx.writes && cx.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) != 0)
                    && !(quiet && cx.is_unnoticed_write(object, word, value, instr))
                {
                    leave!(Exit::Slow);
                }
                cx.heap.set(word, value);
                sp -= 1 + slots;
                pc += 1;
            }
            Op::InvokestaticQ => invoke!(cx.image.method(instr.b)),
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
            Op::NewQ => {
                let class = cx.image.class(instr.b);
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
}
