//! What is special about `float` and `double`. A value is the bits of an IEEE 754 number. Of a NaN the machine may have other bits than an
//! expression: all operators take them for the same, and where a program asks for the bits it is decided first whether there is a number.

use dropwire_symbolic::{Expr, FloatFunction, Node, Operator, is_nan};
use dropwire_vm::Vm;
use dropwire_vm::image::class::Method;
use dropwire_vm::image::code::Op;
use dropwire_vm::types::Ty;

use super::beside::{Called, Shadow};
use super::instructions::At;
use super::places::PlaceId;
use super::recorder::{Compared, Recorder};

/// A method that does nothing but compute with its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Computes {
    /// `Float.floatToRawIntBits`, `Double.doubleToRawLongBits`
    Bits,
    /// `Float.intBitsToFloat`, `Double.longBitsToDouble`
    Number,
    /// `Math.sqrt`, in some JDKs by bytecode
    SquareRoot,
}

/// What a method computes of floating-point numbers that is called.
pub(super) fn of(vm: &Vm, called: &Called) -> Option<Computes> {
    computes(vm.image.method(called.method))
}

fn computes(method: &Method) -> Option<Computes> {
    match (method.class().name, method.name) {
        ("java/lang/Float", "floatToRawIntBits") | ("java/lang/Double", "doubleToRawLongBits") => Some(Computes::Bits),
        ("java/lang/Float", "intBitsToFloat") | ("java/lang/Double", "longBitsToDouble") => Some(Computes::Number),
        ("java/lang/Math" | "java/lang/StrictMath", "sqrt") => Some(Computes::SquareRoot),
        _ => None,
    }
}

/// Whether a method finds the decimal digits of a number.
fn finds_digits(method: &Method) -> bool {
    let takes_number = || method.params.iter().any(|ty| matches!(ty, Ty::Float | Ty::Double));
    match method.class().name {
        "sun/misc/FloatingDecimal"
        | "sun/misc/FormattedFloatingDecimal"
        | "jdk/internal/math/FloatingDecimal"
        | "jdk/internal/math/FormattedFloatingDecimal"
        | "jdk/internal/math/FloatToDecimal"
        | "jdk/internal/math/DoubleToDecimal" => takes_number(),
        "java/math/BigDecimal" => method.name == "<init>" && takes_number(),
        _ => false,
    }
}

/// What the bits of a value come from.
#[derive(Clone, Copy, Default)]
struct Origin {
    /// Numbers that are computed, or are inputs: the machine has other bits of a NaN.
    numbers: bool,
    /// What has the same bits in the machine, and those of a NaN among them.
    bits: bool,
}

impl Recorder {
    /// Whether the machine's word is the value of a shadow.
    pub(super) fn agrees(&self, shadow: Shadow, word: u64) -> bool {
        let width = self.arena.width(shadow.expr);
        let word = word & (u64::MAX >> (64 - width));
        let both_nan = || matches!(width, 32 | 64) && is_nan(shadow.value, width) && is_nan(word, width);
        shadow.value == word || both_nan() && self.origin(shadow.expr).numbers
    }

    /// What pins a value that is the one of this run: of a NaN, that there is no number.
    pub(super) fn has_value(&mut self, shadow: Shadow) -> Expr {
        let width = self.arena.width(shadow.expr);
        if matches!(width, 32 | 64) && is_nan(shadow.value, width) {
            let origin = self.origin(shadow.expr);
            if origin.numbers {
                if origin.bits {
                    self.lose();
                }
                return self.arena.is_nan(shadow.expr);
            }
        }
        let value = self.arena.constant(shadow.value, width);
        self.arena.binary(Operator::Equal, shadow.expr, value)
    }

    fn origin(&self, expr: Expr) -> Origin {
        let mut origin = Origin::default();
        let (mut open, mut known) = (vec![expr], rustc_hash::FxHashSet::default());
        while let Some(one) = open.pop() {
            if !known.insert(one) {
                continue;
            }
            let width = self.arena.width(one);
            match self.arena.node(one) {
                Node::Input(number) => match Ty::of(&self.places.get(PlaceId(number)).descriptor) {
                    Ty::Float | Ty::Double => origin.numbers = true,
                    _ => origin.bits = true,
                },
                Node::Constant(value) => origin.bits |= matches!(width, 32 | 64) && is_nan(value, width),
                Node::Float(FloatFunction::Resized | FloatFunction::SquareRoot, _) => origin.numbers = true,
                // It is never a NaN.
                Node::Float(FloatFunction::FromInteger, _) => {}
                Node::Binary(operator, ..) if operator.gives_float() => origin.numbers = true,
                // The sign of a number is changed.
                Node::Binary(Operator::Xor | Operator::And, of, mask) if self.arena.value(mask).is_some() => {
                    open.push(of);
                }
                Node::IfThenElse(_, then, otherwise) => open.extend([then, otherwise]),
                Node::Float(FloatFunction::ToInteger, _)
                | Node::Binary(..)
                | Node::Not(_)
                | Node::Extended { .. }
                | Node::Truncated(_) => origin.bits = true,
            }
        }
        origin
    }

    /// The bits of a number, where the machine has the same; it is decided whether it is a NaN that has others.
    pub(super) fn bits_of(&mut self, shadow: Shadow) -> Option<Shadow> {
        let origin = self.origin(shadow.expr);
        if !origin.numbers {
            return Some(shadow);
        }
        let width = self.arena.width(shadow.expr);
        let none = is_nan(shadow.value, width);
        let expr = self.arena.is_nan(shadow.expr);
        self.decide(Shadow {
            expr,
            value: u64::from(none),
        });
        if none && origin.bits {
            // The machine has bits that depend on inputs.
            self.lose();
        }
        (!none).then_some(shadow)
    }

    /// A method was called that runs no bytecode: what it has left on the stack.
    pub(super) fn computed(&mut self, computes: Computes, called: &Called) -> Option<Shadow> {
        let at = called.sp - called.arguments;
        let shadow = self.operand(at, *called.words.first()?)?;
        match computes {
            Computes::Bits => self.bits_of(shadow),
            Computes::Number => Some(shadow),
            Computes::SquareRoot => Some(self.function(FloatFunction::SquareRoot, shadow, 64)),
        }
    }

    /// A method was entered that runs bytecode. Since Java 21 a square root is one: its bytecode computes with the value of this run. Digits
    /// of a number have a value each, for what finds them takes more branches than a path may have.
    pub(super) fn enter_bytecode(&mut self, vm: &Vm, called: &Called) {
        let at = called.sp - called.arguments;
        if finds_digits(vm.image.method(called.method)) {
            for slot in self.shadowed(at..called.sp) {
                let word = called.words[(slot - at) as usize];
                self.pin_slot(slot, word, || "the digits of a floating-point number".into());
            }
        }
        if of(vm, called) != Some(Computes::SquareRoot) {
            return;
        }
        if let Some(shadow) = called.words.first().and_then(|word| self.operand(at, *word)) {
            self.set(at, None);
            self.running().root = Some((called.depth, at, shadow));
        }
    }

    /// So many frames are left, and this is the first free slot: what the bytecode of a square root has computed is known.
    pub(super) fn end_root(&mut self, depth: u32, sp: u32) {
        let Some((below, at, shadow)) = self.running().root.filter(|(below, ..)| depth <= *below) else {
            return;
        };
        self.running().root = None;
        if (depth, sp) != (below, at + 2) {
            return self.lose();
        }
        let root = self.function(FloatFunction::SquareRoot, shadow, 64);
        self.put(at, Some(root));
    }

    fn function(&mut self, function: FloatFunction, of: Shadow, width: u32) -> Shadow {
        let from = self.arena.width(of.expr);
        Shadow {
            expr: self.arena.float(function, of.expr, width),
            value: function.apply(of.value, from, width),
        }
    }

    /// `i2f` and its kin.
    pub(super) fn convert(&mut self, at: &At<'_>, op: Op) {
        let (function, from, to) = match op {
            Op::I2f => (FloatFunction::FromInteger, 32, 32),
            Op::I2d => (FloatFunction::FromInteger, 32, 64),
            Op::L2f => (FloatFunction::FromInteger, 64, 32),
            Op::L2d => (FloatFunction::FromInteger, 64, 64),
            Op::F2i => (FloatFunction::ToInteger, 32, 32),
            Op::F2l => (FloatFunction::ToInteger, 32, 64),
            Op::D2i => (FloatFunction::ToInteger, 64, 32),
            Op::D2l => (FloatFunction::ToInteger, 64, 64),
            Op::F2d => (FloatFunction::Resized, 32, 64),
            // The caller knows these ten.
            _ => (FloatFunction::Resized, 64, 32),
        };
        let operand = at.below(from / 32);
        let shadow = self.operand(operand, at.word(operand));
        let shadow = shadow.map(|shadow| self.function(function, shadow, to));
        self.put(operand, shadow);
        self.set(operand + 1, None);
    }

    /// `fneg`, `dneg`: the sign of a NaN changes as well.
    pub(super) fn negate_number(&mut self, at: &At<'_>, width: u32) {
        let operand = at.below(width / 32);
        if let Some(shadow) = self.operand(operand, at.word(operand)) {
            let sign = self.constant(1 << (width - 1), width);
            let negated = self.compute(Operator::Xor, shadow, sign);
            self.put(operand, Some(negated));
        }
    }

    /// `fcmpl` and its kin.
    pub(super) fn compare_numbers(&mut self, at: &At<'_>, op: Op) {
        let width = if matches!(op, Op::Dcmpl | Op::Dcmpg) { 64 } else { 32 };
        let nan_is_greater = matches!(op, Op::Fcmpg | Op::Dcmpg);
        let (left, right) = (at.below(width / 16), at.below(width / 32));
        if self.shadowed(left..at.sp).is_empty() {
            return;
        }
        let a = self.value(left, at.word(left), width);
        let b = self.value(right, at.word(right), width);
        let [minus, zero, one] = [u64::MAX, 0, 1].map(|value| self.constant(value, 32));
        // What is neither is the result for NaN, too.
        let (first, last, strict) = match nan_is_greater {
            true => (minus, one, self.compute(Operator::FloatLess, a, b)),
            false => (one, minus, self.compute(Operator::FloatLess, b, a)),
        };
        let equal = self.compute(Operator::FloatEqual, a, b);
        let other = self.arena.if_then_else(equal.expr, zero.expr, last.expr);
        let expr = self.arena.if_then_else(strict.expr, first.expr, other);
        let value = match (strict.value, equal.value) {
            (0, 0) => last.value,
            (0, _) => zero.value,
            (_, _) => first.value,
        };
        let compared = Compared::Numbers {
            left: a.expr,
            right: b.expr,
            nan_is_greater,
        };
        self.compared.insert(expr, compared);
        self.put(left, Some(Shadow { expr, value }));
        self.clear(left + 1..at.sp);
    }

    /// What it says of two values that the result of their comparison compares so with 0; or, `turned`, 0 with the result.
    pub(super) fn of_compared(&mut self, compared: Compared, operator: Operator, turned: bool) -> Expr {
        let arena = &mut self.arena;
        match compared {
            Compared::Longs(left, right) => {
                let (left, right) = if turned { (right, left) } else { (left, right) };
                arena.binary(operator, left, right)
            }
            Compared::Numbers { left, right, .. } if operator == Operator::Equal => {
                arena.binary(Operator::FloatEqual, left, right)
            }
            Compared::Numbers {
                left,
                right,
                nan_is_greater,
            } => {
                let (less, greater) = if turned { (right, left) } else { (left, right) };
                if nan_is_greater == turned {
                    // It holds for NaN.
                    let contrary = arena.binary(Operator::FloatLessOrEqual, greater, less);
                    arena.not(contrary)
                } else {
                    arena.binary(Operator::FloatLess, less, greater)
                }
            }
        }
    }
}
